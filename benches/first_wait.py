#!/usr/bin/env python3
"""The first seat that waits in finished games, BPGN with clocks and without increment, as `tandem match --bpgn` writes.
A seat waits that takes a fifth of the time control or more for one move; between engines it is mated by force then.
Prints in how many games a seat waits and how often the first one's team wins, then both by the lead of its clock over
its diagonal's when the wait begins, in hundredths of the time control. Usage: first_wait.py FILE"""

import collections
import re
import statistics
import sys

DIAGONAL = {"A": "B", "a": "b", "B": "A", "b": "a"}
OPPONENT = {"A": "a", "a": "A", "B": "b", "b": "B"}
MOVE = re.compile(r"\d+([ABab])\. \S+ \{([\d.]+)\}")
TAG = re.compile(r'\[(\w+) "([^"]*)"\]')


def boards(moves, base):
    """By board: (time of the move since the start of the game, seat, its clock, time that the move took), in s."""
    clocks, found = dict.fromkeys("AaBb", base), {"A": [], "B": []}
    for seat, clock in moves:
        took, clocks[seat] = clocks[seat] - clock, clock
        board = found[seat.upper()]
        board.append(((board[-1][0] if board else 0.0) + took, seat, clock, took))
    return found


def clock_at(board, seat, moment, base):
    """The clock of `seat` at a moment of the game, in s. Of the two on a board the one who moves next is on turn."""
    clock, last = base, 0.0
    for time, mover, left, _ in board:
        if time > moment:
            return clock - (moment - last if mover == seat else 0.0)
        clock, last = (left if mover == seat else clock), time
    return clock - (moment - last if board and board[-1][1] == OPPONENT[seat] else 0.0)


def first_wait(moves, base):
    """The first seat that waits, its clock and its lead over its diagonal's when it begins, in s; None without one."""
    found = boards(moves, base)
    waits = [(time - took, seat, clock + took) for board in found.values() for time, seat, clock, took in board
             if took > base / 5]
    if not waits:
        return None
    begins, seat, clock = min(waits)
    diagonal = DIAGONAL[seat]
    return seat, clock, clock - clock_at(found[diagonal.upper()], diagonal, begins, base)


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    games, used, by_lead = 0, [], collections.defaultdict(collections.Counter)
    for game in re.split(r"(?m)^(?=\[Event )", text):
        tags = dict(TAG.findall(game))
        base = tags.get("TimeControl", "").split("+")[0]
        if tags.get("Result") not in ("1-0", "0-1") or not base.isdigit():
            continue
        games += 1
        moves = [(seat, float(clock)) for seat, clock in MOVE.findall(game)]
        found = first_wait(moves, float(base))
        if found:
            seat, clock, lead = found
            used.append(float(base) - clock)
            # White on board A and black on board B are the first team.
            won = (tags["Result"] == "1-0") == (seat in "Ab")
            by_lead[round(100 * lead / float(base))]["won" if won else "lost"] += 1
    waits, won = sum(count.total() for count in by_lead.values()), sum(count["won"] for count in by_lead.values())
    print(f"{games} games, a seat waits in {waits}, the first one's team wins {won}")
    if used:
        print(f"median time used by it before: {statistics.median(used):.2f} s")
    for lead, count in sorted(by_lead.items()):
        print(f"lead {lead:+3d} %: won {count['won']} of {count.total()}")


if __name__ == "__main__":
    main()
