"""pyffish (Fairy-Stockfish's rules as a library) and python-chess confirm Tandem's legal moves in positions of games.

The games, those of data/games.bpgn by default, are replayed by python-chess on two boards with transfer of captures;
every few plies all three list the moves of the position just reached. So python-chess confirms the games themselves,
too.
"""

import re

import pyffish
from common import ROOT, arguments, check, pair_of_boards
from uci import Uci

OWN_GAMES = ROOT / "engine-tests/data/games.bpgn"
# A ply: its number, its seat, SAN. Clocks and notes are in braces.
PLY = re.compile(r"\d+([AaBb])\.\s*(\S+)")


def positions(games, every):
    """Yields the board of the last move, after one in `every` plies of the games."""
    plies = 0
    for game in re.split(r"(?m)^(?=\[Event )", games.read_text(encoding="utf-8", errors="replace")):
        movetext = re.sub(r"\{[^}]*\}|^\[.*\]\s*$", " ", game, flags=re.MULTILINE)
        boards = pair_of_boards()
        for seat, san in PLY.findall(movetext):
            board = boards[seat in "Bb"]
            check(board.turn == seat.isupper(), f"{seat} is not on turn before {san} in {board.fen()}")
            board.push_san(san)
            plies += 1
            if plies % every == 0:
                yield board


def bughouse(path):
    """Tandem, set to bughouse by Fairy-Stockfish's rules."""
    tandem = Uci(path)
    tandem.ask("uci", "uciok")
    tandem.send("setoption name UCI_Variant value bughouse\nsetoption name Rules value fairy-stockfish")
    tandem.ask("isready", "readyok")
    return tandem


def main():
    args = arguments(__doc__, games=OWN_GAMES, every=12, least=300)
    tandem = bughouse(args.engine)
    compared = held = in_check = moves = 0
    for board in positions(args.games, args.every):
        bfen = board.fen()
        tandem.send(f"position fen {bfen}")
        ours = tandem.legal_moves()
        check(len(ours) == len(set(ours)), f"a move twice in {bfen}")
        for peer, theirs in (
            ("pyffish", pyffish.legal_moves("bughouse", bfen, [])),
            ("python-chess", [move.uci() for move in board.legal_moves]),
        ):
            check(set(ours) == set(theirs), f"{bfen}: Tandem and {peer} differ in {sorted(set(ours) ^ set(theirs))}")
        compared += 1
        moves += len(ours)
        held += bool(board.pockets[board.turn])
        in_check += board.is_check()
    tandem.send("quit")
    check(tandem.process.wait(timeout=10) == 0, "the engine did not quit cleanly")
    print(f"{compared} positions with {moves} moves agree; {held} with a hand, {in_check} in check")
    check(compared >= args.least, f"only {compared} positions")
    if args.games == OWN_GAMES:
        check(held > compared // 4 and in_check > compared // 20, "dull positions: hardly a hand or a check")


if __name__ == "__main__":
    main()
