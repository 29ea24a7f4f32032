"""A chess server for test games of bughouse: just enough of FICS's protocol for four XBoards, or any other client.

The games are in `fics_table.py`. It does not depend on the kind of client behind a socket.

Its clocks are as hard on clients as a real server's: it shows whole seconds, rounded to the nearest, reads one line of
a client a cycle, strips everything but printable ASCII at both ends of a tell, and calls no flag by itself: the
opponent has to.
"""

import asyncio
import re
import time

from fics_table import CASTLING, Complaint, Table

PROMPT = "fics% "
# Commands without effect here, sent by clients at login and at the end of a game.
IGNORED = {"alias", "set", "iset", "style", "refresh", "gameend", "date", "interface", "+notify", "-notify"}
# Seconds between two lines read from a client.
CYCLE = 0.1
# Stripped from a tell.
EATEN = re.compile(r"^[^!-~]+|[^!-~]+$")
# Bytes of which the first in a line is lost.
DROPPED = re.compile(rb"[\xe0-\xff]")


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
        """Sends lines, as text or bytes, and a new prompt, as after any message."""
        lines = text if isinstance(text, bytes) else text.encode()
        self.writer.write(b"\n" + lines + f"\n{PROMPT}".encode())


class Server:
    """The listening socket, the logged-in players, and one table at a time."""

    def __init__(self, log=print, clock_ms=60_000, minutes=1):
        self.log, self.clock_ms, self.minutes = log, clock_ms, minutes
        self.players, self.table = {}, None
        self.complaints = []
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

    def part(self, player):
        """Ends the partnership of `player`, if it has one."""
        former, player.partner = player.partner, None
        if former:
            former.partner = None
            self.log(f"{player.name} and {former.name} are partners no longer")
            player.tell("You no longer have a bughouse partner.")
            former.tell("Your partner has ended partnership.\nYou no longer have a bughouse partner.")

    def do_partner(self, player, name):
        if not name:
            return self.part(player)
        other = self.named(name)
        if player.suitor is other:
            player.suitor = None
            self.part(player)
            self.part(other)
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
        self.label(player.name, player.partner, text)

    def label(self, name, to, text):
        """Sends `to` a tell, text or bytes, as one of its partner `name`."""
        line = text if isinstance(text, bytes) else text.encode()
        to.tell(f"{name} (your partner) tells you: ".encode() + line)

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
