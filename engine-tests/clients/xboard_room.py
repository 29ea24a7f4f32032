"""Four XBoards in zippy mode, logged in to the chess server for tests, and what their games are compared with."""

import asyncio
import re
import time

import pyffish
from common import check
from fics_server import Server
from xboard import XBoard

# The players in the order white A, black A, white B, black B of the first game.
NAMES = ["Anna", "Boris", "Clara", "Dmitri"]
# A window's width and height.
WINDOW = 330, 306
# Clock tells between engines, too frequent to print.
CLOCKS = re.compile(r"(^|: )(time|otim) -?\d+( otim -?\d+)?$")


class Room:
    """A server and four XBoards, one per player, each with the engine of the same index."""

    def __init__(self, screen, folder, engines, clock_ms):
        begun = time.monotonic()

        def log(text):
            if not CLOCKS.search(text):
                print(f"{time.monotonic() - begun:6.2f} {text}")

        self.screen, self.folder, self.engines = screen, folder, engines
        self.server, self.boards = Server(log, clock_ms), []

    async def __aenter__(self):
        """Starts the XBoards, and waits until all have logged in."""
        port = await self.server.listen()
        try:
            for index in range(len(NAMES)):
                self.boards.append(self.start(index, port))
            players = self.server.players
            ready = lambda: len(players) == len(NAMES) and all(each.ready.is_set() for each in players.values())
            await self.until(ready, 20, "login")
        except BaseException:
            await self.close(failed=True)
            raise
        self.players = [players[name] for name in NAMES]
        return self

    async def __aexit__(self, kind, *_):
        await self.close(failed=kind is not None)

    async def close(self, failed):
        for board in self.boards if failed else []:
            print("\n".join(board.alarms(strict=False)))
        for board in self.boards:
            board.close()
        await self.server.close()

    def start(self, index, port):
        name = NAMES[index]
        logon = self.folder / f"{name}.logon"
        logon.write_text(name + "\n")
        return XBoard(
            self.screen, self.folder / name, name,
            ["-ics", "-icshost", "127.0.0.1", "-icsport", port, "-icshelper", "", "-icslogon", logon, "-zp", "-zippyBughouse", 2,
             "-zippyVariants", "bughouse,crazyhouse", "-xncp", "-autoCallFlag", "true", "-fcp", self.engines[index], "-size", "small"],
            corner=(1 + index // 2 * WINDOW[0], 1 + (index in (1, 2)) * WINDOW[1]),
        )  # fmt: skip

    async def until(self, condition, seconds, what, again=None, every=0.7):
        """Waits for `condition`, calling `again` periodically; fails on timeout, or if an XBoard ends before."""
        deadline, next_time = time.monotonic() + seconds, 0
        while not condition():
            for board in self.boards:
                check(board.died() is None, board.died())
            check(time.monotonic() < deadline, f"{what}: not within {seconds} s")
            if again and time.monotonic() >= next_time:
                again()
                next_time = time.monotonic() + every
            await asyncio.sleep(0.05)

    async def pair(self, one, other):
        """Makes the players of these indices partners."""
        # XBoard declines until its engine has sent its features, so the offer is repeated.
        offer = lambda: self.boards[one].type(f"partner {NAMES[other]}")  # noqa: E731
        await self.until(lambda: self.players[one].partner is self.players[other], 20, "partnership", offer)

    async def challenge(self, one, other):
        """Starts a game in which player `one` has white against `other` on board A; returns its table."""
        before = self.server.table
        challenge = lambda: self.boards[one].type(f"match {NAMES[other]} 1 0 bughouse")  # noqa: E731
        await self.until(lambda: self.server.table is not before, 20, "the challenge", challenge, every=1.5)
        return self.server.table

    async def play_on(self, table, look=lambda: None):
        """Waits for the end of the game, calling `look` meanwhile."""
        await self.until(table.over.is_set, 2 * table.clock_ms / 1000 + 20, "the end of the game", look, every=0)
        # Time for XBoard to save the game and to notify the engine.
        await asyncio.sleep(1)


def replay(table):
    """Replays the game by pyffish, with transfers independent of the server's: every move legal, no piece lost."""
    fens = [pyffish.start_fen("bughouse")] * 2

    def men(fen):
        return re.findall(r"[A-Za-z]~?", fen.split("[")[0])

    for seat, san, _, move in table.plies:
        fen, other = fens[seat.board], fens[1 - seat.board]
        check(move.uci() in pyffish.legal_moves("bughouse", fen, []), f"pyffish does not take {san} in {fen}")
        after = pyffish.get_fen("bughouse", fen, [move.uci()])
        fens[seat.board] = after
        # A man gone from the board that did not promote was captured.
        gone = [man for man in men(fen) if man[0].isupper() != seat.letter.isupper()]
        for man in men(after):
            if man in gone:
                gone.remove(man)
        if gone:
            man = gone[0]
            hand = ("P" if man[0].isupper() else "p") if man.endswith("~") else man
            fens[1 - seat.board] = other.replace("]", hand + "]")
    count = sum(len(re.findall("[A-Za-z]", fen.split()[0])) for fen in fens)
    check(count == 64, f"{count} pieces at the end, not 64: {fens}")
    for board, fen in enumerate(fens):
        check(
            fen.split("[")[0] == table.boards[board].fen().split("[")[0],
            f"pyffish ends with {fen}, the server with {table.boards[board].fen()}",
        )
    if "checkmated" in table.reason and " and " not in table.reason:
        loser = next(seat for seat in table.seats.values() if table.reason.startswith(seat.player.name + " "))
        fen = fens[loser.board].replace("]", "QRBNPqrbnp]")
        check(
            loser.on_turn and not pyffish.legal_moves("bughouse", fen, []),
            f"no mate by pyffish, whatever is dropped: {fen}",
        )


def compare(table, boards, number=0):
    """Compares the moves of game `number` (from 0) that each XBoard has saved with the server's; one more may be saved
    if it came too late for the server."""
    for board in boards:
        seat_of = next(seat for seat in table.seats.values() if seat.player.name == board.name)
        played = [re.sub(r"[+#]", "", san) for seat, san, _, _ in table.plies if seat.board == seat_of.board]
        check(board.game_file.exists(), f"{board.name}'s XBoard has saved no game")
        games = re.split(r"(?m)^(?=\[Event )", board.game_file.read_text())[1:]
        check(len(games) > number, f"{board.name}'s XBoard has saved {len(games)} games")
        text = re.sub(r"\{[^}]*\}|\([^)]*\)", " ", re.sub(r"(?m)^\[.*\]\s*$", "", games[number]))
        *saved, end = [re.sub(r"[+#]", "", word) for token in text.split() if (word := re.sub(r"^\d+\.+", "", token))]
        check(end in ("1-0", "0-1", "1/2-1/2"), f"{board.name}'s game has no end, but {end}")
        check(
            saved[: len(played)] == played and len(saved) <= len(played) + 1,
            f"{board.name} saved\n{saved}\nbut the server saw\n{played}",
        )
