"""XBoard lets two engines play on one board to the end; python-chess and pyffish replay its PGN.

Bughouse begins from a position with hands, and captures vanish; crazyhouse and chess begin from the start position. The
game must end by the rules or by the clock, every move must be legal, and neither XBoard nor an engine may complain.
"""

import re
import shutil
import tempfile
import time
from pathlib import Path

import chess
import chess.variant
import pyffish
from common import BughouseBoard, arguments, check
from xboard import Screen, XBoard, program

POSITION = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[QNBPPqnbp] w KQkq - 0 1"


# By XBoard's names: the board, pyffish's name, and the start position.
VARIANTS = {
    "bughouse": (BughouseBoard, "bughouse", POSITION),
    "crazyhouse": (chess.variant.CrazyhouseBoard, "crazyhouse", None),
    "normal": (chess.Board, "chess", None),
}
LOSER = {"1-0": "Black", "0-1": "White", "1/2-1/2": "nobody"}


def replay(text, variant):
    """Replays XBoard's PGN, each move legal by python-chess and pyffish; returns its tags and the final board."""
    # XBoard's diagram of the set-up position is no move, nor are its scores and times.
    movetext = re.sub(r"\{[^}]*\}", " ", re.sub(r"(?m)^\[.*\]\s*$", "", text))
    tags = dict(re.findall(r'(?m)^\[(\w+) "([^"]*)"\]', text))
    check(tags.get("Variant", "normal") == variant, f"no game of {variant}: {tags}")
    kind, fairy, beginning = VARIANTS[variant]
    check(beginning is None or "FEN" in tags, "the position is missing")
    board = kind(tags["FEN"]) if beginning else kind()
    for token in movetext.split():
        token = re.sub(r"^\d+\.+", "", token)
        if not token or token in ("1-0", "0-1", "1/2-1/2", "*"):
            continue
        legal = pyffish.legal_moves(fairy, board.fen(), [])
        try:
            move = board.parse_san(token)
        except ValueError as error:
            raise SystemExit(f"FAILED: python-chess does not take {token} in {board.fen()}: {error}")
        check(move.uci() in legal, f"pyffish does not take {token} in {board.fen()}")
        board.push(move)
    return tags, board


def main():
    args = arguments(
        __doc__, opponent="fairy-stockfish", variant="bughouse", games=1, minutes="0:05", photo="", keep=""
    )
    folder = Path(args.keep or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    settings = ["-fcp", program(args.engine), "-scp", program(args.opponent), "-variant", args.variant]
    settings += ["-mg", args.games, "-tc", args.minutes, "-inc", 0, "-autoflag"]
    if beginning := VARIANTS[args.variant][2]:
        (folder / "position.fen").write_text(beginning + "\n")
        settings += ["-lpf", folder / "position.fen"]
    with Screen(folder) as screen:
        board = XBoard(screen, folder / "home", "one board", settings)
        try:
            started = time.monotonic()
            photographed = False
            while board.died() is None and time.monotonic() - started < 60 * args.games:
                time.sleep(0.1)
                if args.photo and not photographed and time.monotonic() - started > 4:
                    screen.photograph(args.photo)
                    photographed = True
        finally:
            board.close()
    check(board.game_file.exists(), f"no game was saved; XBoard's last words: {board.debug()[-1500:]}")
    games = re.split(r"(?m)^(?=\[Event )", board.game_file.read_text())[1:]
    check(len(games) == args.games, f"{len(games)} games, not {args.games}")
    for game in games:
        tags, end = replay(game, args.variant)
        reason = re.findall(r"\{([^}]*)\}", game)[-1].strip()
        drops = sum(1 for move in end.move_stack if move.drop)
        print(
            f"{tags['White']} against {tags['Black']}: {len(end.move_stack)} plies, {drops} drops, {tags['Result']}, {reason}"
        )
        check(tags["Result"] != "*", "the game did not end")
        # The engine under test is the first, and the first has white in every odd game.
        opponent = "Black" if games.index(game) % 2 == 0 else "White"
        check(f"{opponent} wins on time" not in reason, "the engine has lost on time")
        check(len(end.move_stack) >= 8 and (drops or args.variant == "normal"), f"hardly a game of {args.variant}")
        if "stalemate" in reason.lower():
            # On one board no piece arrives, and XBoard calls it a draw.
            check(end.is_stalemate(), f"no stalemate by python-chess: {end.fen()}")
        elif "mate" in reason:
            check(end.is_checkmate(), f"no mate by python-chess: {end.fen()}")
        elif invalid := re.search(r"invalid move: (\S+)", reason):
            # Sjeng in time trouble does so now and then; the legality of the move is checked here.
            check(opponent == LOSER[tags["Result"]], f"the engine made an invalid move: {reason}")
            legal = [move.uci() for move in end.legal_moves]
            check(invalid[1] not in legal, f"XBoard refused {invalid[1]}, which is legal in {end.fen()}")
        else:
            check("time" in reason or "resign" in reason or "draw" in reason.lower(), f"an end that is none: {reason}")
    alarms = [line for line in board.alarms() if not re.search("Illegal move .* from second machine", line)]
    check(not alarms, "XBoard's debug file complains:\n" + "\n".join(alarms[:10]))
    if not args.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
