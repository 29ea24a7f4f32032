"""python-chess drives Tandem by UCI through whole games against itself, by python-chess's own rules.

A crazyhouse game with a fixed number of nodes a move must reach a real end. A game with clocks and pondering follows,
as lichess-bot plays it: with the options that `tandem help bots` names, and no other. An illegal move, an illegal
variation or a line that is not UCI fails the check.
"""

import random
import re
import subprocess
import time

import chess
import chess.engine
import chess.variant
from common import arguments, check, open_engine


def random_opening(board, plies, rng):
    """Plays a few random plies, so that games differ."""
    for _ in range(plies):
        board.push(rng.choice(list(board.legal_moves)))


def play(engine, board, limit, most_plies, ponder=False):
    """Plays on until the game ends by the rules or `most_plies` are played."""
    game = object()
    while len(board.move_stack) < most_plies and board.outcome(claim_draw=True) is None:
        result = engine.play(board, limit(board), game=game, ponder=ponder, info=chess.engine.INFO_ALL)
        # python-chess itself rejects an illegal move; a missing move is a failure too.
        check(result.move is not None, f"no move in {board.fen()}")
        check(board.is_legal(result.move), f"{result.move} is illegal in {board.fen()}")
        board.push(result.move)
    return board.outcome(claim_draw=True)


def documented_options(engine):
    """The options of `tandem help bots`, which lichess-bot sets; python-chess refuses one that is not declared."""
    text = subprocess.run([engine, "help", "bots"], capture_output=True, text=True, check=True).stdout
    block = re.search(r"^( *)uci_options:\n((?:\1 +\S.*\n)+)", text, re.MULTILINE)[2]
    pairs = [line.strip().split(": ") for line in block.splitlines()]
    check(all(len(pair) == 2 for pair in pairs) and len(pairs) > 2, f"no options in `help bots`: {block}")
    return {name: int(value) for name, value in pairs}


def tell(name, board, outcome):
    ended = f"{outcome.termination.name.lower()}, {outcome.result()}" if outcome else "stopped"
    drops = sum(1 for move in board.move_stack if move.drop)
    print(f"{name}: {len(board.move_stack)} plies, {drops} drops, {ended}")


def main():
    args = arguments(__doc__, nodes=4000, plies=400)
    rng = random.Random(2026)
    engine, complaints = open_engine(args.engine)
    with engine:
        check("UCI_Variant" in engine.options, "no option UCI_Variant")
        variants = engine.options["UCI_Variant"].var
        # Chess by bughouse's values is not offered; the other games have their own tests.
        check(variants[:2] == ["bughouse", "crazyhouse"] and "chess" not in variants, f"UCI_Variant has {variants}")
        check(engine.options["UCI_Chess960"].default is False, "UCI_Chess960 is on by default")

        board = chess.variant.CrazyhouseBoard()
        random_opening(board, 4, rng)
        outcome = play(engine, board, lambda _: chess.engine.Limit(nodes=args.nodes), args.plies)
        tell("crazyhouse, fixed nodes", board, outcome)
        check(outcome is not None, "the crazyhouse game did not end")

        # python-chess sets UCI_Chess960 by the board, and takes only legal moves.
        board = chess.variant.CrazyhouseBoard.from_chess960_pos(rng.randrange(960))
        outcome = play(engine, board, lambda _: chess.engine.Limit(nodes=args.nodes), args.plies)
        tell("crazyhouse from a start of Chess960", board, outcome)
        check(len(board.move_stack) > 10, "the game of Chess960 stopped early")
        check(any(move.drop for move in board.move_stack), "a crazyhouse game without a single drop")

        options = documented_options(args.engine)
        engine.configure(options)
        engine.send_opponent_information(opponent=chess.engine.Opponent("Maia", "BOT", 1900, True))
        clocks = {chess.WHITE: 8.0, chess.BLACK: 8.0}
        asked = [None, time.monotonic()]

        def on_the_clock(board):
            now = time.monotonic()
            if asked[0] is not None:
                clocks[asked[0]] = max(0.05, clocks[asked[0]] - (now - asked[1]))
            asked[:] = [board.turn, now]
            return chess.engine.Limit(white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK])

        board = chess.variant.CrazyhouseBoard()
        random_opening(board, 4, rng)
        outcome = play(engine, board, on_the_clock, args.plies, ponder=True)
        engine.send_game_result(board)
        tell(f"crazyhouse, 8 s a side, pondering, {options}", board, outcome)
        check(outcome is not None or len(board.move_stack) >= args.plies, "the game with clocks broke off")
    check(not complaints, "python-chess complains:\n" + "\n".join(complaints[:10]))


if __name__ == "__main__":
    main()
