"""python-chess analyzes bughouse positions with hands by UCI with MultiPV 3: three different legal first moves, the
best score first, every move of every PV legal, with captures leaving the board."""

import chess
import chess.engine
from common import BughouseBoard, arguments, check, open_engine

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NBPPnbp] w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[QRBNPqrbnp] w KQkq - 0 1",
    "r1b2rk1/ppp2ppp/2n5/2b1q3/4P3/2N5/PPP1BPPP/R1BQ1KNR[RBNPPqnp] b - - 0 12",
    # In check: a drop blocks, the king moves, or a piece captures.
    "r1b2rk1/ppp3pp/2n5/2b1q3/2B1P3/2N5/PPP2PPP/R1BQ1KNR[RBNPPqnp] b - - 0 12",
    # Promoted pieces, and pawns about to promote.
    "r2Q~1rk1/ppp2pPp/2n5/8/8/2N5/PPPq~1pPP/R4K1R[BBNPqrp] w - - 0 25",
    # Crowded hands: more than one set of pieces.
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[QQRRRBBBNNNPPPPqqrrrbbbnnnpppp] w - - 0 1",
]
# A single legal move, and a mate in one.
ONE_MOVE = "k7/8/1K6/8/8/8/8/7R[] b - - 0 1"
MATE_IN_ONE = "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1"


def analyse(engine, bfen, depth):
    board = BughouseBoard(bfen)
    lines = engine.analyse(board, chess.engine.Limit(depth=depth), multipv=3, game=object())
    wanted = min(3, board.legal_moves.count())
    check(len(lines) == wanted, f"{len(lines)} lines, not {wanted}, in {bfen}")
    for line in lines:
        check(line.get("pv"), f"a line without moves in {bfen}")
        check(
            "score" in line and "depth" in line and "nodes" in line, f"a line without score, depth or nodes in {bfen}"
        )
        walk = board.copy()
        for move in line["pv"]:
            check(walk.is_legal(move), f"{move} is illegal in {walk.fen()}")
            walk.push(move)
        mate = line["score"].relative.mate()
        if mate is not None and mate > 0 and len(line["pv"]) == 2 * mate - 1:
            check(walk.is_checkmate(), f"no mate in {walk.fen()}, though mate {mate} was said of {bfen}")
    firsts = [line["pv"][0] for line in lines]
    check(len(set(firsts)) == wanted, f"first moves repeat: {firsts} in {bfen}")
    scores = [line["score"].relative for line in lines]
    check(all(a >= b for a, b in zip(scores, scores[1:])), f"scores out of order: {scores} in {bfen}")
    print(f"{bfen}: " + ", ".join(f"{move} {score}" for move, score in zip(firsts, scores)))
    return lines


def main():
    args = arguments(__doc__, depth=8)
    engine, complaints = open_engine(args.engine)
    with engine:
        for bfen in POSITIONS:
            lines = analyse(engine, bfen, args.depth)
            check(all(line["depth"] >= args.depth for line in lines), f"depth {args.depth} not reached in {bfen}")
        analyse(engine, ONE_MOVE, args.depth)
        best = analyse(engine, MATE_IN_ONE, args.depth)[0]
        check(best["score"].relative == chess.engine.Mate(1), f"a mate in one is scored {best['score'].relative}")
        check(best["pv"][0] == chess.Move.from_uci("N@f7"), f"the smothered mate is not {best['pv'][0]}")
    check(not complaints, "python-chess complains:\n" + "\n".join(complaints[:10]))


if __name__ == "__main__":
    main()
