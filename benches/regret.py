#!/usr/bin/env python3
"""Regret: what the moves of a search cost, by the scores of a search many times as deep.

A candidate is a program with options. It searches each position (one board, usual prices, the hash table cleared) with
a fixed number of nodes; its move and the oracle's own best move are then scored by the oracle, a frozen build with
many more nodes on the position after the move. A move's regret is the best known score less its own, at most --most.
Candidates are compared in pairs, position by position: the mean difference with its standard error is the verdict, the
first candidate being the reference. Scores are kept in --cache, so that a further candidate costs about a minute.

This orders candidates for games, which decide: it does not see the clock, the other board, or a change of evaluation.

    tandem analyze GAMES.bpgn --json --nodes 200 | benches/regret.py collect > positions.txt
    benches/regret.py run positions.txt --oracle ./tandem-frozen --cache oracle.jsonl \\
        target/release/tandem "target/tune/release/tandem lmr_slope=500"
"""

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from perft_ratio import Engine

# A score of mate counts as so many centipawns.
MATE_CP = 3000


def collect(args):
    """Positions from the lines of `tandem analyze --json`: undecided, after the opening, few of each game."""
    games = {}
    for line in sys.stdin:
        ply = json.loads(line)
        if "bfen" not in ply or ply.get("ply", 0) < args.after:
            continue
        for bfen, board in zip(ply["bfen"].split(" | "), ply["boards"]):
            cp = board.get("cp")
            if cp is not None and abs(cp) <= args.within:
                games.setdefault(ply["game"], set()).add(bfen)
    chance = random.Random(args.seed)
    positions = set()
    for found in games.values():
        found = sorted(found)
        positions.update(chance.sample(found, min(args.each, len(found))))
    positions = sorted(positions)
    chance.shuffle(positions)
    print("\n".join(positions[: args.count]))


class Searcher(Engine):
    """A UCI engine with options, cleared before each search."""

    def __init__(self, spec):
        command, *options = spec.split()
        super().__init__(command)
        self.own_nodes = None
        for option in options:
            name, _, value = option.partition("=")
            if name == "nodes":
                self.own_nodes = int(value)
            else:
                self.send(f"setoption name {name} value {value}")

    def search(self, position, nodes):
        """The move of a search, and its score in cp for the side to move."""
        self.send("ucinewgame")
        self.send(f"position fen {position}")
        self.send(f"go nodes {self.own_nodes or nodes}")
        lines = self.lines_until("bestmove")
        told = [re.search(r" score (cp|mate) (-?\d+)", line) for line in lines]
        kind, number = [found for found in told if found][-1].groups()
        number = int(number)
        cp = number if kind == "cp" else (MATE_CP if number > 0 else -MATE_CP)
        return lines[-1].split()[1], max(-MATE_CP, min(MATE_CP, cp))


class Oracle:
    """Scores of moves, kept in a file."""

    def __init__(self, command, nodes, path):
        self.command, self.nodes, self.path = command, nodes, path
        self.lock = threading.Lock()
        self.scores = {}
        if path.exists():
            for line in path.read_text().splitlines():
                row = json.loads(line)
                if row["nodes"] == nodes:
                    self.scores.setdefault(row["position"], {})[row["move"]] = row["cp"]
        self.file = path.open("a")

    def known(self, position):
        return self.scores.get(position, {})

    def keep(self, position, move, cp):
        with self.lock:
            self.scores.setdefault(position, {})[move] = cp
            row = {"nodes": self.nodes, "position": position, "move": move, "cp": cp}
            print(json.dumps(row), file=self.file, flush=True)

    def judge(self, engine, position, moves):
        """Scores these moves, and once for a position the oracle's own."""
        if position not in self.scores:
            moves = {*moves, engine.search(position, self.nodes)[0]}
        for move in moves:
            if move not in self.known(position):
                self.keep(position, move, -engine.search(f"{position} moves {move}", self.nodes)[1])


def in_turns(spec, items, workers, work):
    """`work(engine, item)` for all items, with `workers` engines of a kind."""
    own = threading.local()
    engines = []

    def one(item):
        if not hasattr(own, "engine"):
            own.engine = Searcher(spec)
            engines.append(own.engine)
        return work(own.engine, item)

    with ThreadPoolExecutor(workers) as pool:
        results = list(pool.map(one, items))
    for engine in engines:
        engine.quit()
    return results


def run(args):
    positions = Path(args.positions).read_text().split("\n")[: args.count]
    positions = [position for position in positions if position]
    oracle = Oracle(args.oracle, args.oracle_nodes, Path(args.cache))
    reference = None
    for spec in args.candidates:
        moves = in_turns(
            spec, positions, args.workers, lambda engine, position: engine.search(position, args.nodes)[0]
        )
        asked = list(zip(positions, moves))
        in_turns(args.oracle, asked, args.workers, lambda engine, row: oracle.judge(engine, row[0], {row[1]}))
        reference = reference or moves

        def regrets(chosen):
            known = [oracle.known(position) for position in positions]
            return [min(args.most, max(row.values()) - row[move]) for row, move in zip(known, chosen)]

        found = regrets(moves)
        gains = [before - now for before, now in zip(regrets(reference), found)]
        other = sum(a != b for a, b in zip(moves, reference))
        error = statistics.stdev(gains) / len(gains) ** 0.5
        print(
            f"{statistics.mean(found):6.2f} cp  gain {statistics.mean(gains):+6.2f} ± {error:.2f}  "
            f"{100 * other / len(gains):4.1f} % other moves  {spec}",
            flush=True,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    part = commands.add_parser("collect", help="positions, from `tandem analyze --json` on the standard input")
    part.add_argument("--count", type=int, default=5000)
    part.add_argument("--each", type=int, default=8, help="most of one game")
    part.add_argument("--after", type=int, default=12, help="plies of a game that are left out")
    part.add_argument("--within", type=int, default=700, help="greatest score, in cp")
    part.add_argument("--seed", type=int, default=1)
    part.set_defaults(run=collect)
    part = commands.add_parser("run", help="regrets of candidates")
    part.add_argument("positions")
    part.add_argument("candidates", nargs="+", help="`PROGRAM OPTION=VALUE …`, `nodes=N` for other nodes; the first is the reference")
    part.add_argument("--nodes", type=int, default=30_000)
    part.add_argument("--oracle", required=True)
    part.add_argument("--oracle-nodes", type=int, default=500_000)
    part.add_argument("--cache", required=True)
    part.add_argument("--count", type=int, default=5000)
    part.add_argument("--most", type=int, default=300, help="greatest regret of a move, in cp")
    part.add_argument("--workers", type=int, default=2)
    part.set_defaults(run=run)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
