"""Games of `tandem kriegspiel` against players that do not think, by what a person at the terminal reads and types.

`chance` tries its moves at random. `most` asks in each turn whether a pawn can take, and tries every capture that it
hears of: by pawns after a yes, and on the square where it has just lost a piece, by cheap pieces first. Every line of
the arbiter must be one that is known, and after each move the screen must have the pieces that the announcements leave.
"""

import contextlib
import random
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

import chess
from common import arguments, check

SIDES = {"White": chess.WHITE, "Black": chess.BLACK}
MOVED = re.compile(
    r"(White|Black) moved(?:\. \1 take on ([a-h][1-8]))?(?:\. Promotion on [a-h][1-8])?"
    r"(?:\. Check (?:on the (?:file|rank|(?:long|short) diagonal)|by a knight))*\."
)
CAN_TAKE = re.compile(r"(White|Black) ask: can a pawn take\? (Yes|No)\.")
OF_OPPONENT = re.compile(rf"The move is impossible\.|White begin\. Check.*\.|{CAN_TAKE.pattern}")
OVER = re.compile(r"(?:(White|Black) win|Draw): .*\.")


class Terminal:
    """A game at the terminal: `own` are the pieces of the user, who sees no others."""

    def __init__(self, engine, color, seed, seconds):
        self.color, self.tries, self.result, self.lost_on = color, 0, None, None
        command = [engine, "kriegspiel", "--color", chess.COLOR_NAMES[color], "--seed", str(seed)]
        self.process = subprocess.Popen(
            [*command, "--seconds", str(seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        check(self.line().startswith("A try: e2e4"), "no word about what can be typed")
        self.own = self.shown(self.line())
        check(len(self.own.piece_map()) == 16, f"seed {seed}: no set-up on screen")
        self.hear_opponent()

    def line(self):
        line = self.process.stdout.readline()
        check(line, "the game ended without its last position")
        return line.rstrip()

    def send(self, text):
        self.process.stdin.write(text + "\n")

    def shown(self, line):
        """The own pieces as the screen has them, from the line of the eighth rank on."""
        board = chess.Board(None)
        board.turn = self.color
        for number in range(8, 0, -1):
            rank = re.fullmatch(rf"{number} ((?: \S){{8}})", line)
            check(rank, f"no rank {number}: {line}")
            for file, letter in enumerate(rank[1].split()):
                if letter != ".":
                    board.set_piece_at(chess.square(file, number - 1), chess.Piece.from_symbol(letter))
            line = self.line()
        check(line == "   a b c d e f g h", f"no files: {line}")
        return board

    def hear_opponent(self):
        """What the arbiter says until it is the user's turn or the game is over; then the screen must have the pieces
        that are left."""
        with contextlib.suppress(BrokenPipeError):  # the game may be over
            self.send("show")
        self.lost_on = None
        line = self.line()
        while not line.startswith(("8 ", "The position was: ")):
            over, moved = OVER.fullmatch(line), MOVED.fullmatch(line)
            if over:
                self.result = 0.5 if over[1] is None else float(SIDES[over[1]] == self.color)
            elif moved:
                check(SIDES[moved[1]] != self.color, f"a move that nobody made: {line}")
                if moved[2]:
                    self.lost_on = chess.parse_square(moved[2])
                    self.lose(self.lost_on, line)
            else:
                check(OF_OPPONENT.fullmatch(line), f"not known: {line}")
            line = self.line()
        if line.startswith("8 "):
            left = self.shown(line)
        else:
            check(self.result is not None, f"no result before the last position: {line}")
            left = chess.Board(line.split(": ")[1].split()[0] + " w - - 0 1")
        left = {square: piece for square, piece in left.piece_map().items() if piece.color == self.color}
        check(left == self.own.piece_map(), f"the screen has {left}, the arbiter told of {self.own.piece_map()}")

    def lose(self, square, line):
        # A pawn taken in passing stood one rank further.
        passed = square + (8 if self.color == chess.WHITE else -8)
        lost = self.own.remove_piece_at(square) or self.own.remove_piece_at(passed)
        check(lost, f"nothing of the user's stood there: {line}")

    def ask(self):
        self.send("any?")
        line = self.line()
        answer = CAN_TAKE.fullmatch(line)
        check(answer and SIDES[answer[1]] == self.color, f"no answer to `any?`: {line}")
        return answer[2] == "Yes"

    def attempt(self, move):
        """Tries a move; whether it was made."""
        self.tries += 1
        self.send(move.uci())
        line = self.line()
        if line == "The move is impossible.":
            return False
        moved = MOVED.fullmatch(line)
        check(moved and SIDES[moved[1]] == self.color, f"not known after {move}: {line}")
        piece = self.own.remove_piece_at(move.from_square)
        self.own.set_piece_at(move.to_square, chess.Piece(move.promotion or piece.piece_type, self.color))
        return True

    def all_tries(self):
        """Every move that a piece could make on a board of its own; captures by pawns, too."""
        moves = list(self.own.pseudo_legal_moves)
        for square in self.own.pieces(chess.PAWN, self.color):
            for to in self.own.attacks(square) - chess.SquareSet(self.own.occupied):
                last = chess.square_rank(to) in (0, 7)
                kinds = [chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT] if last else [None]
                moves += [chess.Move(square, to, kind) for kind in kinds]
        return moves


def is_pawn_capture(own, move):
    is_pawn = own.piece_type_at(move.from_square) == chess.PAWN
    return is_pawn and chess.square_file(move.from_square) != chess.square_file(move.to_square)


def ordered(game, takes, rng):
    """The tries of a turn, in their order."""
    moves = game.all_tries()
    rng.shuffle(moves)
    if takes == "most":
        can_take = game.ask()
        moves.sort(
            key=lambda move: (
                not (can_take and is_pawn_capture(game.own, move)),
                move.to_square != game.lost_on,
                game.own.piece_type_at(move.from_square) if move.to_square == game.lost_on else 0,
            )
        )
    return moves


def play(engine, seed, seconds, takes):
    """The share of a win that the player which does not think gets from one game, and the number of its tries."""
    rng, color = random.Random(seed), chess.COLORS[seed % 2]
    game = Terminal(engine, color, seed, seconds)
    while game.result is None:
        made = next((move for move in ordered(game, takes, rng) if game.attempt(move)), None)
        check(made, f"seed {seed}: no try was possible, and the game is not over")
        game.hear_opponent()
    return game.result, game.tries


def main():
    args = arguments(__doc__, games=4, seconds=0.02, takes="chance", seed=1, least=0.5, jobs=2)
    check(args.takes in ("chance", "most"), f"--takes {args.takes}: chance or most")
    with ThreadPoolExecutor(args.jobs) as pool:
        seeds = range(args.seed, args.seed + args.games)
        played = list(pool.map(lambda seed: play(args.engine, seed, args.seconds, args.takes), seeds))
    score = sum(1 - result for result, _ in played)
    tries = sum(number for _, number in played)
    print(f"Tandem {score} of {args.games} games against one that takes {args.takes}, {tries} tries of its own")
    check(score >= args.least * args.games, f"{score} of {args.games}")


if __name__ == "__main__":
    main()
