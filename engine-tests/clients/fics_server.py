"""A chess server for one test game of bughouse: just enough of FICS's protocol for four XBoards, or any other client.

It is the referee, with python-chess's boards and its own clocks, by the rules of the preset `fics`: a check that a drop
could block is no mate, even with an empty hand, and a team both of whose players hang has lost. It does not depend on
the kind of client behind a socket.

Its clocks are as hard on clients as a real server's: it shows whole seconds, rounded to the nearest, reads one line of
a client a cycle, strips everything but printable ASCII at both ends of a tell, and calls no flag by itself: the
opponent has to.
"""

import asyncio
import re
import time

import chess
from common import BughouseBoard

PROMPT = "fics% "
KINDS = "QRBNP"
# Commands without effect here, sent by clients at login and at the end of a game.
IGNORED = {"alias", "set", "iset", "style", "refresh", "gameend", "date", "interface", "+notify", "-notify"}
# Seconds between two lines read from a client.
CYCLE = 0.1
# Stripped from a tell.
EATEN = re.compile(r"^[^!-~]+|[^!-~]+$")
# Bytes of which the first in a line is lost.
DROPPED = re.compile(rb"[\xe0-\xff]")
CASTLING = {"o-o": "O-O", "o-o-o": "O-O-O", "0-0": "O-O", "0-0-0": "O-O-O"}


class Complaint(Exception):
    """An error of a client: a forbidden command, or a missing one."""


class Player:
    """A client that has logged in."""

    def __init__(self, server, name, writer):
        self.server, self.name, self.writer = server, name, writer
        self.partner = None
        self.suitor = None  # the player who offers partnership
        self.challenger = None
        self.seat = None
        self.offers_draw = False
        self.ready = asyncio.Event()  # style 12 was requested: the client is set up

    def tell(self, text):
        """Sends lines and a new prompt, as after any message."""
        self.writer.write(f"\n{text}\n{PROMPT}".encode())


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


class Server:
    """The listening socket, the logged-in players, and one table at a time."""

    def __init__(self, log=print, clock_ms=60_000, minutes=1):
        self.log, self.clock_ms, self.minutes = log, clock_ms, minutes
        self.players, self.table = {}, None
        self.complaints = []
        self.created = asyncio.Event()
        self.sessions = set()
        self.muted = set()  # players whose tells are discarded, since a script speaks in their name
        self.on_tell = lambda seat, text: None

    async def listen(self):
        """Opens a free port of this machine and returns its number."""
        self.socket = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        return self.socket.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        player, read = None, 0.0
        self.sessions.add(asyncio.current_task())
        try:
            writer.write(b"This is a server for tests. It speaks as freechess.org does.\n\nlogin: ")
            name = (await reader.readline()).decode("ascii", "replace").strip()
            if not re.fullmatch(r"[A-Za-z]{3,17}", name) or name in self.players:
                raise Complaint(f"{name!r} wants to log in")
            player = self.players[name] = Player(self, name, writer)
            writer.write(f'Logging you in as "{name}"; you may use this name to play unrated games.\n'.encode())
            player.tell(f"**** Starting FICS session as {name} ****")
            while line := await reader.readline():
                await asyncio.sleep(max(0.0, read + CYCLE - time.monotonic()))
                read = time.monotonic()
                # `$` is FICS's prefix for a command that no alias may change.
                text = (
                    DROPPED.sub(b"", line, count=1)
                    .decode("utf-8", "backslashreplace")
                    .strip("\r\n")
                    .strip()
                    .lstrip("$")
                )
                try:
                    self.obey(player, text)
                except Complaint as complaint:
                    self.complain(str(complaint))
        except Complaint as complaint:
            self.complain(str(complaint))
        except ConnectionError:
            pass
        finally:
            if player and self.players.get(player.name) is player:
                del self.players[player.name]
                if player.seat and not player.seat.table.over.is_set():
                    self.complain(f"{player.name} has left in mid-game")
            writer.close()

    async def close(self):
        """Waits for the clients to disconnect, and ends."""
        self.socket.close()
        if self.sessions:
            await asyncio.wait(self.sessions, timeout=5)

    def complain(self, text):
        self.log(f"COMPLAINT: {text}")
        self.complaints.append(text)
        if self.table:
            self.table.end(None, "aborted")

    def obey(self, player, text):
        """Executes one command of a client."""
        word, _, rest = text.partition(" ")
        playing = player.seat and not player.seat.table.over.is_set()
        command = getattr(self, f"do_{word.lower()}", None)
        if playing and (
            re.fullmatch(r"[a-h][1-8]-?[a-h][1-8](=?[qrbnQRBN])?|[QRBNPqrbnp]@[a-h][1-8]", text)
            or text.lower() in CASTLING
        ):
            player.seat.table.play(player.seat, text)
        elif command:
            command(player, rest.strip())
        elif word in IGNORED or not word:
            if text == "style 12":
                player.ready.set()
            player.writer.write(PROMPT.encode())
        elif re.fullmatch(r"[QRBNPqrbnp]?@?[a-h][1-8].*", text):
            # A move that was on its way when the game ended.
            self.log(f"{player.name}: {text}, but no game is on")
            player.tell("You are not playing a game.")
        else:
            self.log(f"{player.name}: {text}? Not known here")
            player.tell(f"{word}: Command not found.")

    def named(self, name):
        found = self.players.get(name)
        if not found:
            raise Complaint(f"{name!r} is not here")
        return found

    def do_partner(self, player, name):
        other = self.named(name)
        if player.suitor is other:
            player.suitor = None
            player.partner, other.partner = other, player
            player.tell(f"You agree to be {name}'s partner.")
            other.tell(f"{player.name} agrees to be your partner.")
        elif player.partner is not other:
            other.suitor = player
            player.tell(f"Making a partnership offer to {name}.")
            other.tell(f'{player.name} offers to be your bughouse partner; type "partner {player.name}" to accept.')

    def do_decline(self, player, name):
        other = self.named(name)
        player.suitor = player.challenger = None
        self.log(f"{player.name} declines what {name} asks")
        other.tell(f"{player.name} declines your request.")

    def do_match(self, player, text):
        name, *terms = text.split()
        other = self.named(name)
        if not (player.partner and other.partner):
            return player.tell("You and your opponent need partners for bughouse.")
        other.challenger = player
        player.tell(f"Issuing: {player.name} (++++) {name} (++++) rated bughouse {self.minutes} 0.")
        other.tell(
            f"Challenge: {player.name} (++++) {name} (++++) rated bughouse {self.minutes} 0.\n"
            'You can "accept" or "decline", or propose different parameters.'
        )
        player.partner.tell(f"Your partner challenges {name}.")
        other.partner.tell(f"Your partner is challenged by {player.name}.")

    def do_accept(self, player, name):
        challenger, player.challenger = player.challenger, None
        if not challenger:
            return player.tell("There is no such offer.")
        seats = challenger, player, player.partner, challenger.partner
        self.log("A: {} - {}, B: {} - {}".format(*(each.name for each in seats)))
        self.table = Table(seats, self.clock_ms, self.minutes, self.log)
        self.created.set()

    def do_ptell(self, player, text):
        if not player.partner:
            return player.tell("You do not have a partner at present.")
        text = EATEN.sub("", text)
        if player.seat:
            player.seat.table.talk.append((len(player.seat.table.plies), player.seat, text))
        self.on_tell(player, text)
        if player.name in self.muted:
            self.log(f"    {player.name} tells partner, who does not hear it: {text}")
        else:
            self.relay(player, text)
        player.tell(f"(told {player.partner.name}, who is playing)")

    def relay(self, player, text):
        """Sends a tell to the partner of `player` in that player's name."""
        self.log(f"    {player.name} tells partner: {text}")
        player.partner.tell(f"{player.name} (your partner) tells you: {text}")

    def do_tell(self, player, text):
        name, _, words = text.partition(" ")
        self.log(f"    {player.name} tells {name}: {words}")
        if name in self.players:
            self.players[name].tell(f"{player.name} tells you: {words}")

    def do_say(self, player, text):
        self.log(f"    {player.name} says: {text}")
        if player.seat:
            player.seat.opponent.player.tell(f"{player.name} says: {text}")

    def do_kibitz(self, player, text):
        self.log(f"    {player.name} kibitzes: {text}")

    do_whisper = do_kibitz

    def do_resign(self, player, _):
        if player.seat and not player.seat.table.over.is_set():
            player.seat.table.end(player.seat, f"{player.name} resigns")

    def do_draw(self, player, _):
        if not player.seat or player.seat.table.over.is_set():
            return player.tell("You are not playing a game.")
        player.offers_draw = True
        if all(seat.player.offers_draw for seat in player.seat.table.seats.values()):
            return player.seat.table.end(None, "Game drawn by mutual agreement")
        self.log(f"{player.name} offers a draw")
        player.tell("Offering a draw. All four must agree.")
        player.seat.opponent.player.tell(f"{player.name} offers you a draw.")

    def do_flag(self, player, _):
        seat = player.seat
        if not seat or seat.table.over.is_set():
            return player.tell("You are not playing a game.")
        if seat.opponent.left() > 0:
            self.log(f"{player.name} calls a flag that has not fallen")
            return player.tell("Your opponent is not out of time, wait some more.")
        seat.table.flag(seat.opponent)

    def do_abort(self, player, _):
        player.tell("A game of bughouse is played to its end here.")

    do_adjourn = do_takeback = do_abort

    def do_quit(self, player, _):
        player.tell("Logging you out.")
        player.writer.close()
