#!/usr/bin/env python3
"""Nodes to depth: Tandem's search against Fairy-Stockfish's, on the fourteen middle games of `tandem bench`.

Both speak UCI, with one thread and a TT of 64 MiB that is cleared for each position. The nodes are those of the last
`info` line before the move. Depths of two engines are not comparable: what counts is how the ratio changes with depth
and from version to version.

    cargo build --release
    benches/depth_nodes.py
"""

import argparse
import re
import shutil
from pathlib import Path

from perft_ratio import Engine, find

ROOT = Path(__file__).resolve().parent.parent
# Numbers in the bench of the start, an endgame, and two mates.
LEFT_OUT = {1, 14, 17, 18}


def positions():
    """The middle games of the bench."""
    source = (ROOT / "src/engine/search/bench.rs").read_text()
    listed = re.findall(r'^    "([^"]+\[[^"]*\] [wb] [^"]+)",$', source, re.MULTILINE)
    return [bfen for number, bfen in enumerate(listed, 1) if number not in LEFT_OUT]


def nodes_to_depth(engine, bfen, depth):
    engine.send("ucinewgame")
    engine.set_position(bfen)
    engine.send(f"go depth {depth}")
    told = [re.search(r" nodes (\d+)", line) for line in engine.lines_until("bestmove")]
    return int([found for found in told if found][-1].group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tandem", default=str(ROOT / "target/release/tandem"))
    parser.add_argument("--peer", default=shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish")
    parser.add_argument("--depths", type=int, nargs="+", default=[8, 11, 12])
    args = parser.parse_args()
    engines = [
        Engine(find("Tandem", args.tandem, "Build it: cargo build --release")),
        Engine(find("Fairy-Stockfish", args.peer, "On Debian: apt-get install fairy-stockfish")),
    ]
    for engine in engines:
        engine.send("setoption name Hash value 64")
    games = positions()
    print(f"{engines[0].name} and {engines[1].name}, {len(games)} middle games, nodes to a depth, all together")
    for depth in args.depths:
        ours, theirs = (sum(nodes_to_depth(engine, bfen, depth) for bfen in games) for engine in engines)
        print(f"depth {depth:2}  {ours:>11,}  {theirs:>11,}  ratio {ours / theirs:.2f}")
    for engine in engines:
        engine.quit()


if __name__ == "__main__":
    main()
