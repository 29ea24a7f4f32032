"""Four XBoards in zippy mode play bughouse over a small chess server: a pair of one engine against a pair of another.

The server is the referee; each board's moves are compared with the games that the XBoards have saved, and replayed by
pyffish. With `--talk` one partner's tells are replaced by the lines of a file, as if by a human, and the engine's
answers are checked.
"""

import asyncio
import shutil
import tempfile
from pathlib import Path

from common import arguments, check
from talk_script import Script
from xboard import Screen, program
from xboard_room import CLOCKS, NAMES, WINDOW, Room, compare, replay

# The two pairs of partners.
PAIRS = [(0, 3), (1, 2)]
# With `--talk`: games at most, until one is long enough.
GAMES = 4


async def play(args, screen, folder, engines, script):
    """Plays one game, from the login to its end. Returns the server, with the game in its table, and the XBoards."""
    async with Room(screen, folder, engines, int(args.seconds * 1000)) as room:
        if script:
            # Before the first tell: an engine whose partner is announced as an engine talks differently.
            script.mute(room.server, next(NAMES[sum(pair) - args.listener] for pair in PAIRS if args.listener in pair))
        for one, other in PAIRS:
            await room.pair(one, other)
        table = await room.challenge(0, 1)
        if script:
            script.begin(room.server, room.players[args.listener], room.boards[args.listener].debug)

        def photograph():
            if args.photo and len(table.plies) >= args.photo_ply:
                screen.photograph(args.photo, (2 * WINDOW[0], 2 * WINDOW[1]))
                args.photo = ""

        await room.play_on(table, photograph)
        return room.server, room.boards


def play_and_check(args, screen, folder, engines, script):
    """Plays one game and checks it. Returns whether it was long enough for the script, if there is one."""
    server, boards = asyncio.run(play(args, screen, folder, engines, script))
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
    return not script or script.verdict({board.name: board.debug() for board in boards})


def main():
    args = arguments(
        __doc__, opponent="fairy-stockfish", partner="", seconds=30.0, talk="", listener=0,
        photo="", photo_ply=30, bpgn="", keep="", tells=1,
    )  # fmt: skip
    folder = Path(args.keep or tempfile.mkdtemp())
    ours, theirs, partner = (program(name) for name in (args.engine, args.opponent, args.partner or args.engine))
    for game in range(GAMES):
        here = folder / f"game{game}" if game else folder
        here.mkdir(parents=True, exist_ok=True)
        script = Script(args.talk) if args.talk else None
        with Screen(here, 2 * WINDOW[0], 2 * WINDOW[1]) as screen:
            if play_and_check(args, screen, here, [ours, theirs, theirs, partner], script):
                break
    else:
        check(False, f"{GAMES} games in a row were too short for the talk")
    if not args.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
