"""The human's side of a talk, read from a file: lines sent to an engine in a live game, and the expected reactions.

The file is a table with tab-separated columns; `-` means none. Columns: seconds from this line to the next; the line,
sent in the partner's name; an answer that must come once before the next line (a pattern, case-insensitive); a pattern
that no answer may match; a pattern that the engine must write into XBoard's debug file (its comments, `# …`); the
effect: `sits` (no move until the next line, but for a mate) or `moves`.
"""

import asyncio
import re
import time
from pathlib import Path

from common import check

COLUMNS = 6
# Beginning of a tell between engines, which is not an answer to a human.
MACHINE = re.compile(r"(time|otim) -?\d|partner ")
# The engine has found a mate: its thinking output in the debug file.
MATES = re.compile(r"<first : *\d+ 1000\d\d ")
# Most tells allowed within ten seconds.
BEARABLE = 12
# Extra seconds to wait for the expected reaction, for busy machines.
PATIENCE = 10


class Line:
    """One line of the script and the reaction to it."""

    def __init__(self, number, text):
        columns = text.split("\t")
        check(len(columns) == COLUMNS, f"talk script, line {number}: {len(columns)} columns, not {COLUMNS}")
        pause, self.text, *patterns, self.effect = columns
        self.pause = float(pause)
        self.answer, self.banned, self.heard = (
            None if pattern == "-" else re.compile(pattern, re.IGNORECASE) for pattern in patterns
        )
        check(self.effect in ("-", "sits", "moves"), f"talk script, line {number}: {self.effect!r} is no effect")
        self.told = None  # time of sending
        self.tells, self.moves = [], []

    def is_understood(self, thoughts):
        return not self.heard or bool(self.heard.search(thoughts))

    def is_settled(self, thoughts):
        """Whether every expected reaction has come."""
        answered = not self.answer or any(map(self.answer.search, self.tells))
        return answered and self.is_understood(thoughts) and bool(self.moves or self.effect != "moves")

    def faults(self, thoughts):
        """Yields the faults of the engine's reaction. `thoughts`: its debug output before the next line."""
        answers = [tell for tell in self.tells if self.answer and self.answer.search(tell)]
        if self.answer and len(answers) != 1:
            yield f"{len(answers)} answers, not one, that match /{self.answer.pattern}/"
        for tell in self.tells:
            if self.banned and self.banned.search(tell):
                yield f"must not be told: {tell!r}"
        if not self.is_understood(thoughts):
            yield f"nothing in the debug file that matches /{self.heard.pattern}/"
        # A mate that comes in time is played, even when the partner asks to sit.
        if self.effect == "sits" and self.moves and not MATES.search(thoughts):
            yield f"does not sit, but plays {self.moves}"
        if self.effect == "moves" and not self.moves:
            yield "does not move"


class Script:
    """All lines. Begins with the game, and ends it as a draw after the last line."""

    def __init__(self, path):
        rows = enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1)
        self.lines = [Line(number, row) for number, row in rows if row and not row.startswith("#")]
        self.all_tells = []  # (time, text)

    def mute(self, server, speaker):
        """Discards the tells of the player `speaker` from now on; this script speaks in its name."""
        server.muted.add(speaker)

    def begin(self, server, listener, debug):
        """Starts to talk to `listener` in the name of its partner. `debug()` returns the listener's debug file so
        far."""
        self.listener, current = listener.name, [None]
        table, speaker = server.table, listener.partner

        def on_tell(player, text):
            if player is listener and not MACHINE.match(text):
                self.all_tells.append((time.monotonic(), text))
                if current[0]:
                    current[0].tells.append(text)

        server.on_tell = on_tell

        def thoughts():
            return [thoughts for _, thoughts in self.reactions(debug())][-1] or ""

        async def patience(condition):
            deadline = time.monotonic() + PATIENCE
            while not condition() and time.monotonic() < deadline and not table.over.is_set():
                await asyncio.sleep(0.1)

        async def talk():
            await asyncio.sleep(2)
            for line in self.lines:
                # A line with an expected effect is sent when the listener is on turn.
                while line.effect != "-" and not listener.seat.on_turn and not table.over.is_set():
                    await asyncio.sleep(0.02)
                if table.over.is_set():
                    return
                current[0], line.told, plies = line, time.monotonic(), len(table.plies)
                server.relay(speaker, line.text)
                await asyncio.sleep(0.3)
                if line.effect == "sits":
                    # A move that was already on its way is no fault.
                    await patience(lambda: line.is_understood(thoughts()))
                    plies = len(table.plies)

                def is_settled():
                    line.moves = [san for seat, san, *_ in table.plies[plies:] if seat.player is listener]
                    return line.is_settled(thoughts())

                await asyncio.sleep(max(0.0, line.pause - 0.3))
                await patience(is_settled)
            table.end(None, "Game drawn by mutual agreement")

        self.task = asyncio.get_running_loop().create_task(talk())

    def reactions(self, debug):
        """Yields each line sent, with the engine's output before the next one, or None for a line that has not reached
        it."""
        for line in self.lines:
            if line.told is None:
                continue
            # XBoard cuts a long tell.
            _, found, debug = debug.partition(f"ptell {line.text[:200]}")
            yield line, re.split(r">first : ptell ", debug, maxsplit=1)[0] if found else None

    def verdict(self, debugs):
        """Prints the reactions line by line, and fails if an expectation does not hold. Returns whether the game was
        long enough for more than half of the lines."""
        faults = []
        for line in self.lines:
            if line.told is None:
                print(f"not told, the game was over: {line.text}")
        for line, thoughts in self.reactions(debugs[self.listener]):
            check(thoughts is not None, f"{line.text!r} has not reached the engine")
            heard = [thought.split(": ", 1)[-1] for thought in thoughts.splitlines() if "<first : #" in thought]
            print(f"told:     {line.text}")
            for kind, texts in (("answered", line.tells), ("played", line.moves), ("thought", heard)):
                for text in texts:
                    print(f"  {kind}: {text}")
            faults += [f"{line.text!r}: {fault}" for fault in line.faults(thoughts)]
        for start, _ in self.all_tells:
            crowd = [text for moment, text in self.all_tells if 0 <= moment - start < 10]
            if len(crowd) > BEARABLE:
                faults.append(f"{len(crowd)} tells within ten seconds: {crowd}")
                break
        check(not faults, "the talk:\n" + "\n".join(faults))
        told = sum(1 for line in self.lines if line.told)
        if told <= len(self.lines) // 2:
            print(f"the game was over after {told} of {len(self.lines)} lines")
            return False
        return True
