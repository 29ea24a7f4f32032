"""Four XBoards in zippy mode play bughouse over a small chess server: a pair of one engine against a pair of another.

The server is the referee; each board's moves are compared with the games that the XBoards have saved, and replayed by
pyffish. With `--talk` one partner's tells are replaced by the lines of a file, as if by a human, and the engine's
answers are checked.
"""

import asyncio
import re
import shutil
import tempfile
import time
from pathlib import Path

import pyffish
from common import arguments, check
from fics_server import Server
from talk_script import Script
from xboard import Screen, XBoard, program

# The seats in the order white A, black A, white B, black B, and the two pairs of partners.
NAMES = ["Anna", "Boris", "Clara", "Dmitri"]
PAIRS = [(0, 3), (1, 2)]
# A window's width and height.
WINDOW = 330, 306
# Clock tells between engines, too frequent to print.
CLOCKS = re.compile(r"(^|: )(time|otim) -?\d+( otim -?\d+)?$")


def start(screen, folder, port, engines):
    """Starts the four XBoards, one per seat."""
    boards = []
    for seat, name in enumerate(NAMES):
        logon = folder / f"{name}.logon"
        logon.write_text(name + "\n")
        boards.append(
            XBoard(
                screen, folder / name, name,
                ["-ics", "-icshost", "127.0.0.1", "-icsport", port, "-icshelper", "", "-icslogon", logon, "-zp", "-zippyBughouse", 2,
                 "-zippyVariants", "bughouse,crazyhouse", "-xncp", "-autoCallFlag", "true", "-fcp", engines[seat], "-size", "small"],
                corner=(1 + seat // 2 * WINDOW[0], 1 + (seat in (1, 2)) * WINDOW[1]),
            )
        )  # fmt: skip
    return boards


async def until(condition, seconds, what, boards, again=None, every=0.7):
    """Waits for `condition`, calling `again` periodically; fails on timeout, or if an XBoard ends before."""
    deadline, next_time = time.monotonic() + seconds, 0
    while not condition():
        for board in boards:
            check(board.died() is None, board.died())
        check(time.monotonic() < deadline, f"{what}: not within {seconds} s")
        if again and time.monotonic() >= next_time:
            again()
            next_time = time.monotonic() + every
        await asyncio.sleep(0.05)


async def play(args, screen, folder, engines, script):
    """Plays one game, from the login to its end. Returns the server, with the game in its table, and the XBoards."""
    begun = time.monotonic()

    def log(text):
        if not CLOCKS.search(text):
            print(f"{time.monotonic() - begun:6.2f} {text}")

    server = Server(log, clock_ms=int(args.seconds * 1000))
    port = await server.listen()
    boards = start(screen, folder, port, engines)
    try:
        await until(
            lambda: len(server.players) == 4 and all(player.ready.is_set() for player in server.players.values()),
            20,
            "login",
            boards,
        )
        players = [server.players[name] for name in NAMES]
        if script:
            # Before the first tell: an engine whose partner is announced as an engine talks differently.
            script.mute(server, next(NAMES[sum(pair) - args.listener] for pair in PAIRS if args.listener in pair))
        for one, other in PAIRS:
            # XBoard declines until its engine has sent its features, so the offer is repeated.
            offer = lambda one=one, other=other: boards[one].type(f"partner {NAMES[other]}")  # noqa: E731
            await until(lambda one=one: players[one].partner, 20, "partnership", boards, offer)
        challenge = lambda: boards[0].type(f"match {NAMES[1]} 1 0 bughouse")  # noqa: E731
        await until(server.created.is_set, 20, "the challenge", boards, challenge, every=1.5)
        if script:
            script.begin(server, players[args.listener], boards[args.listener].debug)
        table, photographed = server.table, False
        deadline = time.monotonic() + 2 * args.seconds + 20
        while not table.over.is_set():
            for board in boards:
                check(board.died() is None, board.died())
            check(time.monotonic() < deadline, "the game does not end")
            if args.photo and not photographed and len(table.plies) >= args.photo_ply:
                photographed = True
                screen.photograph(args.photo, (2 * WINDOW[0], 2 * WINDOW[1]))
            await asyncio.sleep(0.05)
        # Time for XBoard to save the game and to notify the engine.
        await asyncio.sleep(1)
        return server, boards
    except BaseException:
        for board in boards:
            print("\n".join(board.alarms(strict=False)))
        raise
    finally:
        for board in boards:
            board.close()
        await server.close()


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


def compare(table, boards):
    """Compares each XBoard's saved moves with the server's; one more may be saved if it came too late for the
    server."""
    for index, board in enumerate(boards):
        played = [re.sub(r"[+#]", "", san) for seat, san, _, _ in table.plies if seat.board == index // 2]
        check(board.game_file.exists(), f"{board.name}'s XBoard has saved no game")
        text = re.sub(r"\{[^}]*\}|\([^)]*\)", " ", re.sub(r"(?m)^\[.*\]\s*$", "", board.game_file.read_text()))
        *saved, end = [re.sub(r"[+#]", "", word) for token in text.split() if (word := re.sub(r"^\d+\.+", "", token))]
        check(end in ("1-0", "0-1", "1/2-1/2"), f"{board.name}'s game has no end, but {end}")
        check(
            saved[: len(played)] == played and len(saved) <= len(played) + 1,
            f"{board.name} saved\n{saved}\nbut the server saw\n{played}",
        )


def main():
    args = arguments(
        __doc__, opponent="fairy-stockfish", partner="", seconds=30.0, talk="", listener=0,
        photo="", photo_ply=30, bpgn="", keep="", tells=1,
    )  # fmt: skip
    folder = Path(args.keep or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    ours, theirs, partner = (program(name) for name in (args.engine, args.opponent, args.partner or args.engine))
    script = Script(args.talk) if args.talk else None
    with Screen(folder, 2 * WINDOW[0], 2 * WINDOW[1]) as screen:
        server, boards = asyncio.run(play(args, screen, folder, [ours, theirs, theirs, partner], script))
    table = server.table
    if args.bpgn:
        Path(args.bpgn).write_text(table.bpgn(untold=CLOCKS), encoding="utf-8")

    alarms = [alarm for seat, board in enumerate(boards) for alarm in board.alarms(strict=seat in PAIRS[0])]
    check(
        not server.complaints, "the server complains: " + "; ".join(server.complaints) + "\n" + "\n".join(alarms[:20])
    )
    replay(table)
    compare(table, boards)
    check(not alarms, "debug files complain:\n" + "\n".join(alarms[:20]))
    tells, clocks = ({name: sum(1 for _, seat, text in table.talk if seat.player.name == name and bool(CLOCKS.search(text)) == of_clocks)
                      for name in NAMES} for of_clocks in (False, True))  # fmt: skip
    drops = sum(1 for _, _, _, move in table.plies if move.drop)
    print(
        f"{len(table.plies)} plies, {drops} drops, {table.reason}: {table.result}; tells: {tells}, of clocks: {clocks}"
    )
    check(drops or script, "a game of bughouse without a single drop")
    for name in NAMES if args.tells and not script else []:
        check(tells[name] + clocks[name] >= args.tells, f"{name} has told its partner nothing")
    if script:
        script.verdict({board.name: board.debug() for board in boards})
    if not args.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
