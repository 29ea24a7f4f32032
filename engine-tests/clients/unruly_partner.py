"""Four XBoards play two games of bughouse by whole seconds, one with an unruly partner.

In the first game the partner of one engine binds it by a few lines, then sends a flood within a second: sense and
nonsense, repetitions, long lines, control characters, bytes of other character sets. Then the partnership changes, and
the former partner goes on: after the game, before the next and during it. The engine may not lose a move, answer the
flood line by line, or follow the former partner.
"""

import asyncio
import random
import re
import shutil
import tempfile
from pathlib import Path

from common import arguments, check
from talk_script import MACHINE
from xboard import Screen, program
from xboard_room import NAMES, WINDOW, Room, compare, replay

# Lines of the flood, and the most lines that may be told for one of our moves.
FLOOD = 200
MOST_TELLS = 16
# Our moves that have to follow the flood, and be made in the next game.
MOVES_AFTER = 4
# Time on the clock at which a sit ends where the server shows whole seconds, in ms.
LEAST_KEPT = 2_000
# Time on each clock of the first game, which is not played to its end, in ms.
FIRST_CLOCK_MS = 60_000

# Lines of a partner that hold for a while: a request, a ban, and a question to be answered.
BINDING = ["sit", "no knights", "may I trade queens?"]
SENSE = [
    "sit", "go", "no knights", "need a queen", "+q", "---n", "may I trade queens?", "may I trade rooks?", "fast",
    "slow", "what do you need?", "help", "hi", "who is winning?", "partner, trade bishops please", "Nf3",
    "time 1200 otim 900", "дай коня", "не меняй ферзей", "&#x434;&#1072;&#x439; &#x43A;оня", "dead", "x", "thanks",
]  # fmt: skip
NONSENSE = [
    b"", b" ", b"?", b"(((((", b"xyzzy plugh", b"\x07\x08\x1b[31m bell \x7f", b"a\x00b", b"sit\x01\x02\x03",
    b"tab\there",
    "дай слона".encode("koi8-r"), "мне нужен ферзь, и мат".encode("koi8-r"), "не меняй".encode("cp1251"),
    "j'ai besoin d'un cavalier, vite \u00e9\u00bb".encode("latin-1"), b"\x80\x94\xc3\x28\xf0\x90\x80",
    b"usermove e2e4", b"ping 5",
    b"%s%n%d", b"$$$", b"\\", b"{}", b"partner", b"ptell sit",
]  # fmt: skip


def flood(seed):
    """Lines of sense and nonsense in a fixed order; the last one frees the engine from all earlier ones."""
    rng = random.Random(seed)
    lines = []
    while len(lines) < FLOOD - 1:
        line = rng.choice([text.encode() for text in SENSE]) if rng.random() < 0.5 else rng.choice(NONSENSE)
        kind = rng.random()
        if kind < 0.1:
            # XBoard cuts it, and the next command follows without a break.
            line = (line + b" ") * (700 // (len(line) + 1))
        elif kind < 0.3:
            lines += [line] * 4
        elif kind < 0.5:
            line += b" " + str(rng.random()).encode()
        lines.append(line)
    return [*lines[: FLOOD - 1], b"go"]


class Watch:
    """The tells of a player to a person, and its moves, in their order."""

    def __init__(self, server, player):
        self.server, self.player, self.tells = server, player, []
        server.on_tell = self.on_tell

    def on_tell(self, player, text):
        if player is self.player and not MACHINE.match(text):
            self.tells.append((len(self.moves()), text))

    def moves(self):
        table = self.server.table
        return [san for seat, san, *_ in table.plies if seat.player is self.player]


async def first_game(room, watch):
    """The partner binds the engine, frees it, and floods it. Returns the number of our moves at the flood."""
    server, (anna, _, _, dmitri) = room.server, room.players
    table = await room.challenge(0, 1)
    sits = lambda: "sitting: the partner asked" in room.boards[0].debug()  # noqa: E731
    await room.until(lambda: len(watch.moves()) >= 2, 40, "two moves")
    for line in BINDING[1:]:
        server.relay(dmitri, line)
    await room.until(lambda: anna.seat.on_turn or table.over.is_set(), 40, "our turn")
    # Repeated, since a request in the moment of a move may come too late for it.
    ask = lambda: server.relay(dmitri, BINDING[0])  # noqa: E731
    await room.until(lambda: sits() or table.over.is_set(), 30, "the sit", ask, every=5)
    check(sits(), "the present partner is not followed, so the test would show nothing")
    before = len(watch.moves())
    for line in flood(seed=7):
        server.label("Dmitri", anna, line)
    server.log(f"    Dmitri tells partner {FLOOD} lines")
    moved = lambda: len(watch.moves()) >= before + MOVES_AFTER or table.over.is_set()  # noqa: E731
    await room.until(moved, 60, f"{MOVES_AFTER} moves after the flood")
    return before


async def second_game(room, watch, seconds):
    """The partnership changes, and the former partner goes on. Returns the debug file of the new game."""
    server, (anna, boris, clara, dmitri) = room.server, room.players
    for line in BINDING:
        server.relay(dmitri, line)
    server.part(anna)
    server.part(boris)
    server.muted.add("Clara")
    # As a server labels the tells of a stranger; XBoard passes on only those of the partner.
    tell = lambda: [server.do_tell(dmitri, f"Anna {line}") for line in BINDING]  # noqa: E731
    tell()
    await room.pair(0, 2)
    await room.pair(1, 3)
    tell()
    server.clock_ms = int(seconds * 1000)
    table, told = await room.challenge(0, 1), 0

    def go_on():
        nonlocal told
        if len(watch.moves()) > told:
            told = len(watch.moves())
            tell()

    await room.play_on(table, go_on)
    return room.boards[0].debug().rpartition(">first : variant bughouse")[2]


async def play(args, screen, folder, engines):
    async with Room(screen, folder, engines, FIRST_CLOCK_MS) as room:
        server = room.server
        # From the first tell: an engine whose partner is announced as an engine talks differently.
        server.muted.add("Dmitri")
        watch = Watch(server, room.players[0])
        for one, other in ((0, 3), (1, 2)):
            await room.pair(one, other)
        before = await first_game(room, watch)
        first = server.table
        first.end(None, "Game drawn by mutual agreement")
        await asyncio.sleep(1)
        answers, watch.tells = watch.tells, []
        debug = await second_game(room, watch, args.seconds)
        return room, (first, server.table), before, answers, debug, watch.moves()


def check_clocks(board):
    """Clocks are told in whole seconds, and every sit ends before the last one."""
    told = [int(time) for time in re.findall(r">first : o?time (-?\d+)", board.debug())]
    check(len(told) > 10 and all(time % 100 == 0 or time == 1 for time in told), f"clocks not in whole seconds: {told}")
    kept = [int(ms) for ms in re.findall(r"sitting: .*; moving when (\d+) ms are left", board.debug())]
    check(all(ms >= LEAST_KEPT for ms in kept), f"{board.name} sits into the last second: {kept}")


def check_flag(table, ours):
    """No flag of ours falls while a move is legal."""
    for seat in table.seats.values():
        if seat.player.name in ours and table.reason == f"{seat.player.name} forfeits on time":
            check(not any(table.boards[seat.board].legal_moves), f"{seat.player.name} loses on time with a legal move")


def main():
    args = arguments(__doc__, opponent="fairy-stockfish", seconds=20.0, keep="")
    folder = Path(args.keep or tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    ours, theirs = program(args.engine), program(args.opponent)
    with Screen(folder, 2 * WINDOW[0], 2 * WINDOW[1]) as screen:
        played = asyncio.run(play(args, screen, folder, [ours, theirs, theirs, ours]))
    room, tables, before, answers, debug, moves = played
    server, boards, ours = room.server, room.boards, {NAMES[0], NAMES[3]}
    check(not server.complaints, "the server complains: " + "; ".join(server.complaints))
    for number, table in enumerate(tables):
        print(f"game {number + 1}: {len(table.plies)} plies, {table.reason}: {table.result}")
        replay(table)
        compare(table, boards, number)
        check_flag(table, ours)
    for board in boards:
        if board.name in ours:
            check_clocks(board)
    alarms = [alarm for board in boards for alarm in board.alarms(strict=board.name in ours)]
    check(not alarms, "debug files complain:\n" + "\n".join(alarms[:20]))

    heard = len(re.findall(r">first : ptell ", boards[0].debug()))
    check(heard > FLOOD // 2, f"only {heard} lines of {FLOOD} have reached the engine")
    for move in range(before, before + MOVES_AFTER):
        said = [text for number, text in answers if number == move]
        check(len(said) <= MOST_TELLS, f"{len(said)} tells for one move: {said}")
    print(f"the engine heard {heard} lines and told {len(answers)} in the first game")

    check(len(moves) >= MOVES_AFTER or tables[1].over.is_set(), f"only {moves} in the second game")
    check("the partner asked" not in debug, "a former partner's request holds in the next game")
    check("knight costs" not in debug, "a former partner's ban is heard in the next game")
    # An answer is the word alone or before a comma; "no queens please" is the engine's own wish.
    answer = re.search(r"ptell (yes|no)(,.*)?$", debug, re.MULTILINE)
    check(not answer, f"a former partner's question is answered in the next game: {answer and answer[0]}")
    if not args.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
