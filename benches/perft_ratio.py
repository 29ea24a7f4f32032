#!/usr/bin/env python3
"""Tandem's move generator against Fairy-Stockfish's: nodes per second of `go perft`, and their ratio.

Both engines run one thread and speak UCI, so both are timed in the same way: from sending `go perft DEPTH` to reading
`Nodes searched: N`, in one long-running process each. They take turns, round by round. A round repeats the command
until at least --seconds have passed, since Tandem needs only milliseconds for one count; an engine's speed is that of
its best round, the least disturbed by other load. Different counts are an error, and so is a ratio below the floor with
--check.

    cargo build --release
    benches/perft_ratio.py
"""

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

# Name, BFEN, depth, least ratio.
POSITIONS = [
    (
        "full hands, opening",
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NBPPnbp] w KQkq - 0 1",
        4,
        12.0,
    ),
    (
        "full hands, middle game",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[QRBNPqrbnp] w KQkq - 0 1",
        3,
        12.0,
    ),
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 6, 5.0),
]


class Engine:
    """A UCI engine set to bughouse on one thread."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.name = command
        self.send("uci")
        for line in self.lines_until("uciok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
        self.send("setoption name UCI_Variant value bughouse")
        self.send("setoption name Threads value 1")
        self.send("isready")
        self.lines_until("readyok")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def lines_until(self, start):
        """The lines up to and including the first that begins with `start`."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if lines[-1].startswith(start):
                return lines
        sys.exit(f"{self.name}: ended before it said `{start}`")

    def set_position(self, bfen):
        self.send(f"position fen {bfen}")
        self.send("isready")
        self.lines_until("readyok")

    def perft(self, depth, seconds):
        """Nodes of one count, and nodes per second over as many counts as fill `seconds`."""
        runs = 0
        began = time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds or runs == 0:
            self.send(f"go perft {depth}")
            nodes = int(self.lines_until("Nodes searched")[-1].split(":")[1])
            runs += 1
        return nodes, runs * nodes / spent

    def quit(self):
        self.send("quit")
        self.process.wait(timeout=10)


def find(name, path, hint):
    found = shutil.which(path)
    if found is None:
        sys.exit(f"{name} is missing: no program `{path}`. {hint}")
    return found


def main():
    root = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tandem", default=str(root / "target/release/tandem"))
    parser.add_argument("--peer", default=shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="least length of one engine's turn in a round")
    parser.add_argument("--check", action="store_true", help="fail on a ratio below 12 with full hands, 5 at the start")
    args = parser.parse_args()

    tandem = Engine(find("Tandem", args.tandem, "Build it: cargo build --release"))
    peer = Engine(find("Fairy-Stockfish", args.peer, "On Debian: apt-get install fairy-stockfish"))
    print(f"{tandem.name} against {peer.name}: one thread, best of {args.rounds} rounds of {args.seconds} s or more")
    failed = False
    for name, bfen, depth, floor in POSITIONS:
        speeds = {tandem: [], peer: []}
        counts = set()
        for engine in speeds:
            engine.set_position(bfen)
        for _ in range(args.rounds):
            for engine, results in speeds.items():
                nodes, speed = engine.perft(depth, args.seconds)
                counts.add(nodes)
                results.append(speed)
        if len(counts) != 1:
            sys.exit(f"{name}, depth {depth}: the engines count differently: {sorted(counts)}")
        ours, theirs = max(speeds[tandem]), max(speeds[peer])
        ratio = ours / theirs
        failed |= ratio < floor
        print(
            f"{name:24} depth {depth}  {nodes:>11,} nodes  "
            f"{ours / 1e6:8.1f} against {theirs / 1e6:6.1f} million nodes/s: ratio {ratio:5.1f} (floor {floor:.0f})"
        )
    tandem.quit()
    peer.quit()
    if failed and args.check:
        sys.exit("a ratio is below its floor")


if __name__ == "__main__":
    main()
