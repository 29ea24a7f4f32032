"""A UCI engine that does not think: in any of the other games it plays a random legal move, or takes the most it can.

Tandem behind it tells the legal moves. It is for matches; here it takes the most in exchange chess:

    tandem match --variant exchange --games 100 --tc 6+0.1 --team1 cmd=target/release/tandem --team2 \\
    'name=most,cmd=python3,args=engine-tests/clients/plain_engine.py target/release/tandem --takes most'
"""

import argparse
import random
import re
import sys

from uci import Uci

# What a piece is worth to the engine that takes the most; a king that can be taken ends the game.
WORTH = dict(p=1, f=2, w=2, e=2, n=3, m=3, b=4, r=5, q=9, k=100)


def board(rules):
    """The pieces by the names of their squares."""
    fen = rules.ask("d", "fen:")[-1].split()[1]
    ranks = fen.split("[")[0].split("/")
    pieces = {}
    for number, rank in zip(range(len(ranks), 0, -1), ranks):
        file = 0
        for text in re.findall(r"\d+|[a-zA-Z]", rank):
            if text.isdigit():
                file += int(text)
            else:
                pieces[f"{chr(ord('a') + file)}{number}"] = text
                file += 1
    return pieces


def gain(pieces, move):
    """The worth of what a move takes; 0 for drops, quiet moves and exchanges of own pieces."""
    squares = re.fullmatch(r"([a-l]\d)([a-l]\d)\w?", move)
    if not squares:
        return 0
    mover, taken = pieces[squares[1]], pieces.get(squares[2], "")
    return WORTH[taken.lower()] if taken and taken.isupper() != mover.isupper() else 0


def choose(rules, takes, rng):
    moves = rules.legal_moves()
    if not moves:
        return "(none)"
    if takes == "most":
        pieces = board(rules)
        most = max(gain(pieces, move) for move in moves)
        moves = [move for move in moves if gain(pieces, move) == most]
    return rng.choice(moves)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="Tandem's binary")
    parser.add_argument("--takes", choices=["chance", "most"], default="chance")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rules, rng = Uci(args.engine), random.Random(args.seed)
    for command in map(str.strip, sys.stdin):
        word = command.split(" ")[0]
        if word == "uci":
            for line in rules.ask(command, "uciok"):
                print(f"id name plain, takes {args.takes}" if line.startswith("id name") else line)
        elif word == "isready":
            print(*rules.ask(command, "readyok"), sep="\n")
        elif word == "go":
            print("bestmove", choose(rules, args.takes, rng))
        elif word != "stop":
            rules.send(command)
        sys.stdout.flush()
        if word == "quit":
            return


if __name__ == "__main__":
    main()
