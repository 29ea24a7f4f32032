#!/usr/bin/env python3
"""The nodes a second of one build as a ratio to those of another.

Both run `bench` at once, each on a processor of its own (`taskset`), then again with the processors exchanged; a
round's ratio is the geometric mean of the two. So what else the machine does falls on both alike.

    benches/speed_ratio.py OLD NEW --depth 8 --rounds 30
"""

import argparse
import math
import re
import statistics
import subprocess


def start(engine, processor, depth):
    command = ["taskset", "-c", str(processor), engine, "bench", str(depth)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def speed(process):
    """The nodes a second that a run of `bench` tells."""
    told = process.communicate()[0]
    found = re.search(r"(\d+) nps\s*$", told)
    if process.returncode or not found:
        raise SystemExit(f"{' '.join(process.args)}: no speed in its output: {told[-200:]!r}")
    return int(found.group(1))


def ratio(old, new, processors, depth):
    """The speed of `new` as a ratio to that of `old`, both at once."""
    one, other = start(old, processors[0], depth), start(new, processors[1], depth)
    before = speed(one)
    return speed(other) / before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=30, help="at least two")
    args = parser.parse_args()
    ratios = []
    for _ in range(max(args.rounds, 2)):
        both = [ratio(args.old, args.new, processors, args.depth) for processors in [(0, 1), (1, 0)]]
        ratios.append(math.sqrt(both[0] * both[1]))
    error = statistics.stdev(ratios) / math.sqrt(len(ratios))
    print(f"{statistics.mean(ratios):.3f} ± {error:.3f} × (one standard error), median {statistics.median(ratios):.3f}")


if __name__ == "__main__":
    main()
