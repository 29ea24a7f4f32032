"""A match of crazyhouse between two UCI engines on one board, both colors from each opening, by python-chess.

    crazyhouse_match.py FIRST SECOND [--games 40] [--base 10] [--increment 0.1] [--seed 1] [--concurrency 2]
                        [--option1 NAME=VALUE] [--option2 NAME=VALUE]

Prints the score and Elo of the first engine with its 95 % interval. A loss on time counts as a loss.
"""

import argparse
import concurrent.futures
import math
import random
import time

import chess
import chess.engine
import chess.variant

# A clock may be overdrawn by this, in seconds: python-chess takes some time itself.
LAG = 0.1
# Random plies of an opening; positions in which the side on turn can capture are drawn again.
PLIES = 6
# A game this long, in plies, is a draw.
LONGEST = 400


def opening(rng):
    """Moves of a random opening without loss of material."""
    while True:
        board = chess.variant.CrazyhouseBoard()
        for _ in range(PLIES):
            board.push(rng.choice(list(board.legal_moves)))
        if not any(board.is_capture(move) for move in board.legal_moves) and not board.is_check():
            return list(board.move_stack)


def play(engines, moves, base, increment):
    """The result for white, and whether it was a loss on time. `engines` are white's and black's."""
    board = chess.variant.CrazyhouseBoard()
    for move in moves:
        board.push(move)
    clocks = [base, base]
    game = object()
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < LONGEST:
        side = 0 if board.turn else 1
        limit = chess.engine.Limit(
            white_clock=clocks[0], black_clock=clocks[1], white_inc=increment, black_inc=increment
        )
        started = time.perf_counter()
        move = engines[side].play(board, limit, game=game).move
        clocks[side] -= time.perf_counter() - started
        if clocks[side] < -LAG:
            return (0.0 if board.turn else 1.0), True
        clocks[side] = max(clocks[side], 0.0) + increment
        board.push(move)
    outcome = board.outcome(claim_draw=True)
    if outcome is None or outcome.winner is None:
        return 0.5, False
    return (1.0 if outcome.winner else 0.0), False


def open_engine(command, options):
    """An engine process with these options."""
    engine = chess.engine.SimpleEngine.popen_uci(command.split())
    engine.configure(dict(option.split("=", 1) for option in options))
    return engine


def pair(args, number):
    """The first engine's results of two games from one opening, and flags of [first, second]."""
    moves = opening(random.Random(args.seed * 100_000 + number))
    engines = [open_engine(args.first, args.option1), open_engine(args.second, args.option2)]
    try:
        one, flag_one = play(engines, moves, args.base, args.increment)
        two, flag_two = play(engines[::-1], moves, args.base, args.increment)
    finally:
        for engine in engines:
            engine.quit()
    flags = [int(flag_one and one == 0.0) + int(flag_two and two == 1.0)]
    flags.append(int(flag_one) + int(flag_two) - flags[0])
    return [one, 1.0 - two], flags


def elo(share):
    """The Elo difference of an expected score."""
    share = min(max(share, 1e-3), 1 - 1e-3)
    return -400 * math.log10(1 / share - 1)


def main():
    """Plays the match."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--base", type=float, default=10)
    parser.add_argument("--increment", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--option1", action="append", default=[])
    parser.add_argument("--option2", action="append", default=[])
    args = parser.parse_args()
    pairs, flags = [], [0, 0]
    with concurrent.futures.ThreadPoolExecutor(args.concurrency) as pool:
        for results, fallen in pool.map(lambda number: pair(args, number), range((args.games + 1) // 2)):
            pairs.append(sum(results) / 2)
            flags = [total + new for total, new in zip(flags, fallen)]
            print(f"{2 * len(pairs)} games: {2 * sum(pairs):g} : {2 * (len(pairs) - sum(pairs)):g}", flush=True)
    mean = sum(pairs) / len(pairs)
    spread = math.sqrt(sum((score - mean) ** 2 for score in pairs) / max(len(pairs) - 1, 1) / len(pairs))
    low, high = elo(mean - 1.96 * spread), elo(mean + 1.96 * spread)
    print(f"Elo {elo(mean):+.0f} [{low:+.0f}, {high:+.0f}], flags {flags[0]} : {flags[1]}")


if __name__ == "__main__":
    main()
