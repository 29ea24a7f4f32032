"""XBoards on a virtual display: starting them, their complaints, and screenshots."""

import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import zlib
from pathlib import Path

from common import check

# Signs of trouble in the output of XBoard, or of an engine in XBoard's debug file.
ALARMS = re.compile(
    r"illegal move|couldn't parse|error\b|unkn?own command|internal error|premature|false illegal|crash|died|exited|bad move",
    re.IGNORECASE,
)
# Commands that XBoard sends to every engine, and that old engines report as unknown.
FORGIVEN = re.compile(
    r"Error \(unkn?own command\): (random|post|nopost|hard|easy|computer|rating|name|result|accepted|rejected|otim|cores|memory|partner|ics|\.)",
    re.IGNORECASE,
)
SETTINGS = [
    *(
        "-xexit",
        "-xpopup",
        "-xponder",
        "-xanimate",
        "-xcoords",
        "-showThinking",
        "true",
        "-soundProgram",
        "",
        "-startupMessage",
        "",
    ),
    *("-saveSettingsOnExit", "false", "-niceEngines", "0", "-debug"),
]


class Screen:
    """A running Xvfb with its picture in a file."""

    def __init__(self, folder, width=1280, height=1024):
        self.folder = Path(folder)
        # On SIGTERM this client still ends the processes that it has started.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("FAILED: told to end, perhaps for taking too long"))
        check(shutil.which("Xvfb"), "no Xvfb in PATH (Debian package xvfb)")
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-fbdir", str(self.folder), "-nolisten", "tcp"],
            pass_fds=[write], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        check(number, "Xvfb does not start")
        self.display = f":{number}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def photograph(self, path, crop=None):
        """Writes the screen as a PNG. `crop` is a width and a height from the upper left corner."""
        Path(path).write_bytes(png((self.folder / "Xvfb_screen0").read_bytes(), crop))


def png(dump, crop):
    """Converts an XWD dump (as Xvfb keeps it: 32 bits a pixel) to a PNG, with a palette if its colors fit."""
    head = struct.unpack(">25I", dump[:100])
    header_size, width, height, bits, line, colors = head[0], head[4], head[5], head[11], head[12], head[19]
    little = head[7] == 0
    check(bits == 32, f"the screen has {bits} bits a pixel, not 32")
    start = header_size + 12 * colors
    width, height = (min(*pair) for pair in zip(crop or (width, height), (width, height)))
    # Four bits less per channel: anti-aliased edges look the same, and the file becomes small.
    coarse = bytes(min(255, (value + 8) // 17 * 17) for value in range(256))
    rows = []
    for y in range(height):
        row = dump[start + y * line : start + y * line + 4 * width].translate(coarse)
        planes = (row[2::4], row[1::4], row[0::4]) if little else (row[1::4], row[2::4], row[3::4])
        rows.append(list(zip(*planes)))
    counts = {}
    for row in rows:
        for pixel in row:
            counts[pixel] = counts.get(pixel, 0) + 1
    palette = sorted(counts, key=counts.get, reverse=True)
    kept = palette[:256]
    places = {color: index for index, color in enumerate(kept)}
    for color in palette[256:]:
        places[color] = min(range(len(kept)), key=lambda index: sum((a - b) ** 2 for a, b in zip(color, kept[index])))
    raw = b"".join(b"\0" + bytes(places[pixel] for pixel in row) for row in rows)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 3, 0, 0, 0))
        + chunk(b"PLTE", b"".join(bytes(color) for color in kept))
        + chunk(b"IDAT", zlib.compress(raw, 9))
        + chunk(b"IEND", b"")
    )


class XBoard:
    """One XBoard with its own home folder, whose files stay after it ends."""

    def __init__(self, screen, home, name, arguments, corner=(0, 0)):
        self.name, self.home = name, Path(home)
        self.home.mkdir(parents=True)
        self.debug_file, self.game_file = self.home / "debug", self.home / "games.pgn"
        environment = {key: value for key, value in os.environ.items() if not key.startswith("ZIPPY")}
        environment |= {"HOME": str(self.home), "DISPLAY": screen.display, "LC_ALL": "C.UTF-8"}
        self.errors = open(self.home / "stderr", "wb")
        self.process = subprocess.Popen(
            [
                *(program("xboard"), *SETTINGS, "-nameOfDebugFile", str(self.debug_file), "-sgf", str(self.game_file)),
                *("-x", str(corner[0]), "-y", str(corner[1]), *map(str, arguments)),
            ],
            cwd=self.home, env=environment, stdin=subprocess.PIPE, stdout=self.errors, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip

    def type(self, line):
        """Types a command to the chess server, as a user at the terminal would."""
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def died(self):
        """A message about its end, or None if it is still running."""
        if self.process.poll() is None:
            return None
        return f"{self.name}'s XBoard has ended with {self.process.returncode}: {(self.home / 'stderr').read_text(errors='replace')[-500:]}"

    def close(self):
        """Ends it and its engines, all of one process session."""
        for blow in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, blow)
                self.process.wait(3)
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                continue
        self.process.wait()
        self.errors.close()

    def debug(self):
        """The debug file: all traffic to and from the engine, and from the server."""
        return self.debug_file.read_bytes().decode("utf-8", "backslashreplace") if self.debug_file.exists() else ""

    def alarms(self, strict=True):
        """The lines of the debug file and of stderr that report trouble. Old commands may be unknown to a second
        engine, and unless `strict` to the first."""
        lines = self.debug().splitlines() + (self.home / "stderr").read_text(errors="replace").splitlines()
        return [
            f"{self.name}: {line}" for line in lines
            if ALARMS.search(line) and (strict and "<first" in line or not FORGIVEN.search(line)) and "option=" not in line and "feature " not in line
        ]  # fmt: skip


def program(name):
    """The full path of an engine; Debian keeps its games outside root's usual path."""
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/games")
    check(found, f"no {name} in PATH, and no such file")
    return str(Path(found).resolve())
