"""python-chess drives Tandem by CECP: games against itself of crazyhouse, one-board bughouse and chess, and analysis.

python-chess checks moves by its own rules, and gives up on any `Error`, on an illegal move and on a search without an
answer; lines that it cannot parse fail the check too.
"""

import itertools
import time

import chess
import chess.engine
import chess.variant
from common import BughouseBoard, arguments, check, open_engine

BUGHOUSE = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[QNBPPqnbp] w KQkq - 0 1"
# A position, and its mating move if any.
ANALYSES = [
    (
        chess.variant.CrazyhouseBoard("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NPp] w KQkq - 0 1"),
        None,
    ),
    (BughouseBoard("6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1"), "N@f7"),
    (BughouseBoard("r1b2rk1/ppp3pp/2n5/2b1q3/2B1P3/2N5/PPP2PPP/R1BQ1KNR[RBNPPqnp] b - - 0 12"), None),
    (chess.Board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 3"), "h5f7"),
]


def play(name, engine, board, limit, most_plies, ponder=False):
    """Plays a game of the engine against itself, both sides in one process, to its end or to `most_plies`."""
    game, first = object(), len(board.move_stack)
    clocks, moved = {chess.WHITE: limit.white_clock, chess.BLACK: limit.black_clock}, None
    thoughts, deepest = 0, 0
    while len(board.move_stack) - first < most_plies and board.outcome(claim_draw=True) is None:
        if limit.white_clock is not None:
            now = time.monotonic()
            if moved is not None:
                clocks[not board.turn] = max(0.02, clocks[not board.turn] - (now - moved))
            moved = now
            limit = chess.engine.Limit(white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], clock_id=game)
        result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL, ponder=ponder)
        check(result.move is not None, f"{name}: no move in {board.fen()}")
        check(not result.resigned, f"{name}: resigns in {board.fen()}")
        check(board.is_legal(result.move), f"{name}: {result.move} is illegal in {board.fen()}")
        thoughts += "score" in result.info and "pv" in result.info
        deepest = max(deepest, result.info.get("depth", 0))
        board.push(result.move)
    plies, drops = len(board.move_stack) - first, sum(1 for move in board.move_stack if move.drop)
    outcome = board.outcome(claim_draw=True)
    left = (
        ""
        if limit.white_clock is None
        else ", {:.1f} and {:.1f} s left".format(clocks[chess.WHITE], clocks[chess.BLACK])
    )
    print(
        f"{name}: {plies} plies, {drops} drops, "
        + (f"{outcome.termination.name.lower()}, {outcome.result()}" if outcome else "stopped")
        + left
    )
    check(outcome or plies == most_plies, f"{name}: broke off")
    check(thoughts >= plies // 2, f"{name}: a score and a variation with {thoughts} of {plies} moves only")
    # `new` removes the limit of an earlier game.
    check(limit.depth or deepest > 5, f"{name}: depth {deepest} only, with time for more")
    return outcome


def analyse(engine, board, mating, seconds):
    lines = 0
    with engine.analysis(board, chess.engine.Limit(time=seconds), game=object()) as analysis:
        for line in analysis:
            lines += "pv" in line
    info = analysis.info
    check(lines and info.get("pv"), f"no variation for {board.fen()}")
    walk = board.copy()
    for move in info["pv"]:
        check(walk.is_legal(move), f"{move} is illegal in {walk.fen()}")
        walk.push(move)
    score = info["score"].relative
    print(f"{board.fen()}: {info['pv'][0]} {score}, depth {info['depth']}, {lines} lines")
    if mating:
        check(info["pv"][0].uci() == mating, f"{info['pv'][0]}, not {mating}, in {board.fen()}")
        check(score == chess.engine.Mate(1), f"a mate in one is scored {score} in {board.fen()}")


def main():
    args = arguments(__doc__, depth=5, plies=300, seconds=1.0, variants="crazyhouse,bughouse,normal")
    engine, complaints = open_engine(args.engine, cecp=True)
    variants = args.variants.split(",")
    with engine:
        for variant in variants:
            check(
                variant in engine.protocol.features.get("variants", "").split(","),
                f"no feature variants with {variant}",
            )
        check("name" in engine.id, "no feature myname")
        depth = chess.engine.Limit(depth=args.depth)
        if "crazyhouse" in variants:
            check(
                play("crazyhouse, fixed depth", engine, chess.variant.CrazyhouseBoard(), depth, args.plies),
                "the crazyhouse game did not end",
            )
            clocks = chess.engine.Limit(white_clock=5.0, black_clock=5.0)
            play(
                "crazyhouse, 5 s a side, pondering",
                engine,
                chess.variant.CrazyhouseBoard(),
                clocks,
                args.plies,
                ponder=True,
            )
        if "bughouse" in variants:
            play(
                "bughouse, one board, 0.05 s a move", engine, BughouseBoard(BUGHOUSE), chess.engine.Limit(time=0.05), 60
            )
        if "normal" in variants:
            board = chess.Board()
            play("chess, fixed depth", engine, board, depth, 40)
            # Three plies back, for which python-chess sends `remove` and `undo`, and on from there.
            for _ in range(3):
                board.pop()
            play("chess, three plies taken back", engine, board, depth, 2)
        for board, mating in ANALYSES:
            if type(board).xboard_variant in variants:
                analyse(engine, board, mating, args.seconds)
    # python-chess cannot parse an answer to `.`, and ends engines by SIGTERM even if they reject that.
    complaints = list(
        itertools.filterfalse(lambda text: "stat01:" in text or "Rejecting feature sigterm" in text, complaints)
    )
    check(not complaints, "python-chess complains:\n" + "\n".join(complaints[:10]))


if __name__ == "__main__":
    main()
