"""Shared by the real clients: bughouse boards for python-chess, the engine's path, and checks that end the client."""

import argparse
import logging
from pathlib import Path

import chess
import chess.engine
import chess.variant

ROOT = Path(__file__).resolve().parent.parent.parent


class BughouseBoard(chess.variant.CrazyhouseBoard):
    """One board of bughouse, which python-chess lacks: a captured piece goes to the partner's hand instead of the
    captor's, or vanishes if there is no partner."""

    aliases = ["Bughouse"]
    uci_variant = "bughouse"
    xboard_variant = "bughouse"
    partner = None

    def _push_capture(self, move, capture_square, piece_type, was_promoted):
        # The piece keeps its color, that of the player who lost it. `turn` is still the captor's.
        if self.partner is not None:
            self.partner.pockets[not self.turn].add(chess.PAWN if was_promoted else piece_type)


def pair_of_boards():
    """Boards A and B, each handing its captures to the other."""
    boards = BughouseBoard(), BughouseBoard()
    boards[0].partner, boards[1].partner = boards[1], boards[0]
    return boards


class Complaints(logging.Handler):
    """Collects python-chess's warnings about an engine: broken lines, illegal moves in a variation, and the like."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts = []

    def emit(self, record):
        self.texts.append(record.getMessage() + (f": {record.exc_info[1]}" if record.exc_info else ""))


def arguments(description, **options):
    """The command line: the engine, and options of the types of their defaults."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("engine", nargs="?", default=str(ROOT / "target/release/tandem"))
    for name, default in options.items():
        parser.add_argument("--" + name.replace("_", "-"), type=type(default), default=default)
    return parser.parse_args()


def open_engine(path, cecp=False):
    """Starts the engine on UCI or CECP; returns it and the list that collects complaints about it."""
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    opened = chess.engine.SimpleEngine.popen_xboard if cecp else chess.engine.SimpleEngine.popen_uci
    return opened(path, timeout=30), complaints.texts


def check(condition, message):
    """Ends the check with `message` when the condition does not hold; unlike `assert` it cannot be switched off."""
    if not condition:
        raise SystemExit(f"FAILED: {message}")
