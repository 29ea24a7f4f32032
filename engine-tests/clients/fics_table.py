"""A game of bughouse at the chess server for tests: the referee, with python-chess's boards and its own clocks.

By the rules of the preset `fics`: a check that a drop could block is no mate, even with an empty hand, and a team both
of whose players hang has lost.
"""

import asyncio
import re
import time

import chess
from common import BughouseBoard

KINDS = "QRBNP"
CASTLING = {"o-o": "O-O", "o-o-o": "O-O-O", "0-0": "O-O", "0-0-0": "O-O-O"}


class Complaint(Exception):
    """An error of a client: a forbidden command, or a missing one."""


class Seat:
    """One of the four seats: a player, a color, a clock in milliseconds."""

    def __init__(self, table, player, board, color, clock):
        self.table, self.player, self.board, self.color, self.clock = table, player, board, color, clock
        player.seat, player.offers_draw = self, False

    @property
    def letter(self):
        return ("Aa", "Bb")[self.board][self.color == chess.BLACK]

    @property
    def opponent(self):
        return self.table.seat(self.board, not self.color)

    @property
    def partner(self):
        return self.table.seat(1 - self.board, not self.color)

    @property
    def on_turn(self):
        return self.table.boards[self.board].turn == self.color

    def left(self):
        """Milliseconds on the clock at this moment."""
        return self.clock - (self.table.running_ms(self.board) if self.on_turn else 0)


class Table:
    """A game: two boards, four seats, the moves and the talk."""

    def __init__(self, players, clock_ms, minutes, log):
        """`players` in the order white A, black A, white B, black B. `minutes` is the rounded time announced to the
        clients in a challenge; `clock_ms` is the time on each clock at the start."""
        # Captures are handed over here: python-chess also makes a move to write its SAN, and would hand over twice.
        self.boards = BughouseBoard(), BughouseBoard()
        self.minutes, self.clock_ms, self.log = minutes, clock_ms, log
        colors = [(board, color) for board in (0, 1) for color in chess.COLORS]
        self.seats = {key: Seat(self, player, *key, clock_ms) for key, player in zip(colors, players)}
        self.started = [time.monotonic()] * 2  # when the turn began
        self.plies = []  # (seat, SAN, milliseconds left, the move)
        self.talk = []  # (plies so far, seat, text)
        self.result, self.reason = None, None
        self.over = asyncio.Event()
        for board in (0, 1):
            white, black = (self.seat(board, color).player.name for color in chess.COLORS)
            for seat in self.at(board):
                seat.player.tell(
                    f"Creating: {white} (++++) {black} (++++) rated bughouse {minutes} 0\n"
                    f"{{Game {board + 1} ({white} vs. {black}) Creating rated bughouse match.}}\n\n"
                    f"{self.style12(seat, 'none', 'none', 0)}\n{self.holdings(board)}"
                )
        self.started = [time.monotonic()] * 2

    def seat(self, board, color):
        return self.seats[board, color]

    def at(self, board):
        return [self.seat(board, color) for color in chess.COLORS]

    def running_ms(self, board):
        return int((time.monotonic() - self.started[board]) * 1000) if not self.over.is_set() else 0

    def hand(self, board, color):
        pocket = self.boards[board].pockets[color]
        return "".join(kind * pocket.count(chess.PIECE_SYMBOLS.index(kind.lower())) for kind in reversed(KINDS))

    def holdings(self, board, arrived=""):
        white, black = (self.hand(board, color) for color in chess.COLORS)
        return f"<b1> game {board + 1} white [{white}] black [{black}]{arrived}"

    def style12(self, seat, verbose, san, took_ms):
        """The style 12 line of a board, from the perspective of `seat`."""
        board = self.boards[seat.board]
        ranks = [
            "".join(piece.symbol() if (piece := board.piece_at(chess.square(file, rank))) else "-" for file in range(8))
            for rank in reversed(range(8))
        ]
        last = board.move_stack[-1] if board.move_stack else None
        doubled = (
            last
            and not last.drop
            and board.piece_type_at(last.to_square) == chess.PAWN
            and abs(last.from_square - last.to_square) == 16
        )
        rights = [
            int(side(color))
            for color in chess.COLORS
            for side in (board.has_kingside_castling_rights, board.has_queenside_castling_rights)
        ]
        white, black = self.at(seat.board)
        fields = [
            *ranks, "W" if board.turn else "B", chess.square_file(last.to_square) if doubled else -1, *rights, board.halfmove_clock,
            seat.board + 1, white.player.name, black.player.name, 1 if seat.on_turn else -1, self.minutes, 0, 39, 39,
            *(max(0, (each.clock + 500) // 1000) for each in (white, black)), board.fullmove_number, verbose,
            f"({took_ms // 60000}:{took_ms // 1000 % 60:02})", san, int(seat.color == chess.BLACK), 1, 0,
        ]  # fmt: skip
        return "<12> " + " ".join(map(str, fields))

    def parse(self, board, text):
        """The move that a client has sent, if legal."""
        try:
            if text.lower() in CASTLING:
                return board.parse_san(CASTLING[text.lower()])
            plain = re.sub(r"=(\w)$", lambda found: found[1].lower(), text.replace("-", ""))
            move = chess.Move.from_uci(plain[0].upper() + plain[1:] if "@" in plain else plain)
        except ValueError:
            return None
        return move if board.is_legal(move) else None

    def play(self, seat, text):
        """Plays a client's move, with all its consequences."""
        board, took = self.boards[seat.board], self.running_ms(seat.board)
        if not seat.on_turn:
            seat.player.tell("It is not your move.")
            return self.log(f"{seat.player.name}: {text}, but it is not on turn")
        move = self.parse(board, text)
        if move is None:
            seat.player.tell(f"Illegal move ({text}).")
            raise Complaint(f"{seat.player.name} plays {text}, which is illegal in {board.fen()}")
        san = board.san(move)
        san = "P" + san if san.startswith("@") else san
        mover = board.piece_at(move.from_square) if not move.drop else None
        captive = board.piece_at(move.to_square) or (
            chess.Piece(chess.PAWN, not seat.color) if not move.drop and board.is_en_passant(move) else None
        )
        if captive and board.promoted & chess.BB_SQUARES[move.to_square]:
            captive = chess.Piece(chess.PAWN, captive.color)
        board.push(move)
        if san.endswith("#") and not self.mated(seat.board):
            # python-chess calls it mate, although a piece may still arrive.
            san = san[:-1] + "+"
        seat.clock -= took
        self.started[seat.board] = time.monotonic()
        self.plies.append((seat, san, seat.clock, move))
        self.log(f"{seat.letter} {seat.player.name}: {san} ({seat.clock / 1000:.1f} s)")
        verbose = self.verbose(move, mover, san)
        for each in self.at(seat.board):
            each.player.tell(f"{self.style12(each, verbose, san, took)}\n{self.holdings(seat.board)}")
        if captive:
            self.boards[1 - seat.board].pockets[captive.color].add(captive.piece_type)
            for each in self.at(1 - seat.board):
                each.player.tell(self.holdings(1 - seat.board, f" <- {'BW'[captive.color]}{captive.symbol().upper()}"))
        self.judge()

    def verbose(self, move, mover, san):
        if move.drop:
            return f"{chess.piece_symbol(move.drop).upper()}/@@-{chess.square_name(move.to_square)}"
        if san.startswith("O-O"):
            return san.rstrip("+#").lower()
        promotion = "=" + chess.piece_symbol(move.promotion).upper() if move.promotion else ""
        return f"{mover.symbol().upper()}/{chess.square_name(move.from_square)}-{chess.square_name(move.to_square)}{promotion}"

    def hangs(self, board):
        """In check and without a move, even if a later drop could help."""
        return self.boards[board].is_check() and not any(self.boards[board].legal_moves)

    def mated(self, board):
        """In check and without a move, even with one piece of every kind in hand."""
        if not self.hangs(board):
            return False
        stuffed = self.boards[board].copy(stack=False)
        for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN):
            stuffed.pockets[stuffed.turn].add(kind)
        return not any(stuffed.legal_moves)

    def judge(self):
        """Ends the game if it is over by the rules."""
        for board in (0, 1):
            if self.mated(board):
                loser = self.seat(board, self.boards[board].turn)
                return self.end(loser, f"{loser.player.name} checkmated")
        hanging = [self.seat(board, self.boards[board].turn) for board in (0, 1) if self.hangs(board)]
        if len(hanging) == 2 and hanging[0].partner is hanging[1]:
            self.end(hanging[0], f"{hanging[0].player.name} and {hanging[1].player.name} checkmated")

    def flag(self, seat):
        self.end(seat, f"{seat.player.name} forfeits on time")

    def end(self, loser, reason):
        """Ends the game on both boards. `loser` is a seat, or None for a draw."""
        if self.over.is_set():
            return
        self.over.set()
        self.reason = reason
        # White of board A and black of board B are one team.
        self.result = "1/2-1/2" if loser is None else "0-1" if loser.letter in "Ab" else "1-0"
        self.log(f"{reason}: {self.result}")
        for board in (0, 1):
            white, black = self.at(board)
            winner = black if loser in (white, white.partner) else white
            token = "1/2-1/2" if loser is None else "1-0" if winner is white else "0-1"
            why = reason if loser is None or loser.board == board else f"{winner.player.name}'s partner won"
            for seat in (white, black):
                seat.player.tell(f"{{Game {board + 1} ({white.player.name} vs. {black.player.name}) {why}}} {token}")

    def bpgn(self, untold=re.compile("$^")):
        """The game in BPGN, with the talk as comments, except what matches `untold`."""
        names = {letter: seat.player.name for seat in self.seats.values() for letter in seat.letter}
        tags = {
            "Event": "rated bughouse match", "Site": "a server for tests", "Date": time.strftime("%Y.%m.%d"),
            "WhiteA": names["A"], "BlackA": names["a"], "WhiteB": names["B"], "BlackB": names["b"],
            "TimeControl": f"{self.clock_ms // 1000}+0", "Result": self.result or "*",
        }  # fmt: skip
        words, counts, talk = [], {}, [words for words in self.talk if not untold.search(words[2])]
        for number, (seat, san, clock, _) in enumerate(self.plies):
            while talk and talk[0][0] <= number:
                _, speaker, text = talk.pop(0)
                words.append(f"{{C:{speaker.player.name} tells partner: {text.replace('}', ')')}}}")
            counts[seat.letter] = counts.get(seat.letter, 0) + 1
            words.append(f"{counts[seat.letter]}{seat.letter}. {san} {{{clock / 1000:.3f}}}")
        words += [f"{{{self.reason}}}"] * bool(self.reason) + [self.result or "*"]
        return "".join(f'[{key} "{value}"]\n' for key, value in tags.items()) + "\n" + "\n".join(words) + "\n\n"
