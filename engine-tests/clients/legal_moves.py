"""pyffish (Fairy-Stockfish's rules as a library) and python-chess confirm Tandem's legal moves in positions of games.

The games, those of data/games.bpgn by default, are replayed by python-chess on two boards with transfer of captures;
every few plies all three list the moves of the position just reached. So python-chess confirms the games themselves,
too.
"""

import re
import subprocess

import pyffish
from common import ROOT, arguments, check, pair_of_boards

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


class Tandem:
    """Tandem on UCI, asked for the moves of one position at a time."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("uci", "uciok")
        self.ask(
            "setoption name UCI_Variant value bughouse\nsetoption name Rules value fairy-stockfish\nisready", "readyok"
        )

    def ask(self, command, last):
        """The answer to `command`, up to the line that begins with `last`."""
        self.process.stdin.write(command + "\n")
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if lines[-1].startswith(last):
                return lines
        raise SystemExit(f"FAILED: the engine ended before `{last}`")

    def legal_moves(self, bfen):
        lines = self.ask(f"position fen {bfen}\ngo perft 1", "Nodes searched")
        moves = [line.split(":")[0] for line in lines if re.fullmatch(r"\S+: 1", line)]
        check(lines[-1] == f"Nodes searched: {len(moves)}", f"{lines[-1]} with {len(moves)} moves listed in {bfen}")
        return moves


def main():
    args = arguments(__doc__, games=OWN_GAMES, every=12, least=300)
    tandem = Tandem(args.engine)
    compared = held = in_check = moves = 0
    for board in positions(args.games, args.every):
        bfen = board.fen()
        ours = tandem.legal_moves(bfen)
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
    tandem.process.stdin.write("quit\n")
    check(tandem.process.wait(timeout=10) == 0, "the engine did not quit cleanly")
    print(f"{compared} positions with {moves} moves agree; {held} with a hand, {in_check} in check")
    check(compared >= args.least, f"only {compared} positions")
    if args.games == OWN_GAMES:
        check(held > compared // 4 and in_check > compared // 20, "dull positions: hardly a hand or a check")


if __name__ == "__main__":
    main()
