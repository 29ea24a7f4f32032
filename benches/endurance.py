#!/usr/bin/env python3
"""Memory test of a long match: samples the resident memory of the runner and of its engines, and counts the processes
left at the end. Fails when the runner grows by more than --most-kib a game after the first sample, when an engine has
doubled, or when a process is left. Linux only. Arguments after `--` go to the match."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

MARK = "TANDEM_ENDURANCE"
GAME = re.compile(r"game (\d+) of \d+: ")


def marked(mark):
    """Processes started by the match, itself included, found by the mark in their environment."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                if wanted in file.read().split(b"\0"):
                    found.append(int(pid))
        except OSError:
            pass
    return found


def resident_kib(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("VmRSS:")), 0)
    except OSError:
        return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", nargs="?", default="target/release/tandem")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--every", type=int, default=100, help="games between two samples")
    parser.add_argument("--lanes", type=int, default=2, help="games at once")
    parser.add_argument("--most-kib", type=float, default=5.0, help="growth of the runner that is allowed, a game")
    parser.add_argument("match", nargs="*", help="arguments of the match (default: --clock nodes=100 --tc 0.3+0)")
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    mark = f"{os.getpid()}-{time.time_ns()}"
    samples = []

    with tempfile.TemporaryDirectory() as folder:
        command = [program, "match", "--quiet", "--games", str(args.games), "--concurrency", str(args.lanes)]
        command += ["--jsonl", "pairs.jsonl", "--hash", "4"]
        command += args.match or ["--clock", "nodes=100", "--tc", "0.3+0"]
        match = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True, env={**os.environ, MARK: mark})
        print(" games  runner KiB  engines  of them the largest KiB  all KiB", flush=True)
        rest = []
        for line in match.stdout:
            game = GAME.match(line)
            if not game:
                rest.append(line)
                continue
            number = int(game[1])
            if number % args.every == 0:
                engines = [resident_kib(pid) for pid in marked(mark) if pid != match.pid]
                samples.append((number, resident_kib(match.pid), max(engines, default=0)))
                print(
                    f"{number:6}  {samples[-1][1]:10}  {len(engines):7}  {samples[-1][2]:23}  {sum(engines):7}",
                    flush=True,
                )
        code = match.wait()
        left = marked(mark)
        pairs = 0
        if os.path.exists(os.path.join(folder, "pairs.jsonl")):
            with open(os.path.join(folder, "pairs.jsonl"), encoding="utf-8") as file:
                pairs = sum(1 for _ in file)
    print("".join(rest), end="")
    print(f"exit code {code}, {pairs} pairs kept, {len(left)} processes left running")

    wrong = []
    if code != 0 or pairs != args.games // 2:
        wrong.append("the match has not come to its end")
    if left:
        wrong.append(f"still running: {left}")
    # The last sample may fall into the end of the match, when the engines quit.
    whole = [sample for sample in samples if sample[1] > 0 and sample[2] > 0]
    if len(whole) < 2:
        wrong.append("too few games for two samples")
    else:
        (first, runner0, engine0), (last, runner1, engine1) = whole[0], whole[-1]
        growth = (runner1 - runner0) / (last - first)
        print(f"from game {first} to {last} the runner grew by {growth:.2f} KiB a game")
        if growth > args.most_kib:
            wrong.append("the runner grows")
        if engine1 > 2 * engine0:
            wrong.append("an engine grows")
    if wrong:
        sys.exit("; ".join(wrong))


if __name__ == "__main__":
    main()
