"""Tandem on UCI for clients that need no chess library: one command at a time, and the legal moves of a position."""

import re
import subprocess


class Uci:
    """A process that reads UCI."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, command):
        """Sends a command that has no answer."""
        self.process.stdin.write(command + "\n")

    def ask(self, command, last):
        """The answer to `command`, up to the line that begins with `last`."""
        self.send(command)
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if lines[-1].startswith(last):
                return lines
        raise SystemExit(f"FAILED: the engine ended before `{last}`")

    def legal_moves(self):
        """The legal moves of the position that was sent last."""
        lines = self.ask("go perft 1", "Nodes searched")
        moves = [line.split(":")[0] for line in lines if re.fullmatch(r"\S+: 1", line)]
        if lines[-1] != f"Nodes searched: {len(moves)}":
            raise SystemExit(f"FAILED: {lines[-1]} with {len(moves)} moves listed")
        return moves
