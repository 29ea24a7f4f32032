"""A really full disk under the games of `tandem play`: a small file system in memory, which only root can mount.

The page names the trouble, the game goes on, and it is saved when there is room again, move by move.
"""

import re
import subprocess
import tempfile
import time
from pathlib import Path

from chromium import Opponent, Page, Visit, close_page, has_driver, serve, wait
from common import arguments, check
from play_breaks import set_table

SIZE_KB = 256


class SmallDisk:
    """A file system of some hundred KiB."""

    def __init__(self):
        self.path = Path(tempfile.mkdtemp())
        command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_KB}k", "tmpfs", str(self.path)]
        self.mounted = subprocess.run(command, check=False, capture_output=True, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.mounted.returncode == 0:
            subprocess.run(["umount", "--lazy", str(self.path)], check=False)

    def fill(self):
        """Leaves no byte."""
        self.ballast = self.path / "ballast"
        with self.ballast.open("wb", buffering=0) as file:
            for size in [4096, 1]:
                try:
                    while True:
                        file.write(b"x" * size)
                except OSError:
                    pass

    def clear(self):
        self.ballast.unlink()


def plies(folder):
    files = list(folder.glob("*.bpgn"))
    return len(re.findall(r"\b\d+[AaBb]\. ", files[0].read_text())) if files else 0


def bug_a_new_connection_hid_a_full_disk(page):
    """The message was about the last connection's state, and the same one is no news."""
    page.driver.execute_script("dispatchEvent(new Event('online'))")
    time.sleep(1)
    wait("the word on the disk again", lambda: "не записана" in page.find("#banner").text, 5)


def main():
    args = arguments(__doc__, photos="")
    if not has_driver():
        return
    with SmallDisk() as disk, Visit(Path(args.photos) if args.photos else None) as visit:
        if disk.mounted.returncode:
            print(f"SKIPPED, NOTHING IS TESTED: no small file system can be mounted: {disk.mounted.stderr.strip()}")
            return
        folder = disk.path / "games"
        visit.server, link = serve(args.engine, folder)
        page = visit.page = Page(link, Path(tempfile.mkdtemp()))
        page.pass_by()
        links = set_table(page, "a")
        opponent = Opponent(links[0])
        page.button("start-now")
        wait("game", lambda: page.status() == "Ваш ход")
        page.click("e2", "e4")
        opponent.move("e7e5")
        wait("two plies on the disk", lambda: plies(folder) >= 2)
        disk.fill()
        wait("our turn", lambda: page.status() == "Ваш ход")
        page.click("g1", "f3")
        wait("a word on it", lambda: "не записана" in page.find("#banner").text, 10)
        words = page.find("#banner").text
        check("No space left" in words and str(folder) in words, f"the trouble is not named: {words}")
        page.photograph(args.photos, "full-disk")
        bug_a_new_connection_hid_a_full_disk(page)
        kept = plies(folder)
        opponent.move("b8c6")
        page.click("f1", "b5")
        wait("the game to go on", lambda: page.piece("b5") == "Белые: слон")
        opponent.move("a7a6")
        check(plies(folder) == kept, "a full disk takes moves, or a game was torn")
        disk.clear()
        wait("a word on the relief", lambda: "снова записана" in page.find("#banner").text, 15)
        wait("all plies on the disk", lambda: plies(folder) >= 6)
        wait("our turn", lambda: page.status() == "Ваш ход")
        page.click("b5", "c6")
        wait("the next ply on the disk", lambda: "Bxc6" in next(folder.glob("*.bpgn")).read_text())
        page.button("resign")
        page.button("resign")
        wait("the end on the disk", lambda: next(folder.glob("*.bpgn")).read_text().rstrip().endswith("0-1"))
        time.sleep(0.2)
        page.dismiss()
        close_page(visit.server, page)
        print(f"a disk of {SIZE_KB} KiB was full in mid-game: named, nothing lost, saved again")


if __name__ == "__main__":
    main()
