"""usage: web_page.py FOLDER     Chromium plays on the page without a server, from a folder on `python3 -m http.server`

Whole games by mouse with a premove, a drop, «дай коня» and a reload in mid-game, its review and analysis, and the list
of games; another one when the server is gone; and a module that traps or is missing, which the page must tell, without
the loss of a game.
"""

import functools
import http.server
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from chromium import Page, has_driver, wait
from common import check
from selenium.common.exceptions import ElementClickInterceptedException
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By

GAME_S = 240
MOST_GAMES = 6
ENDED = "Эта страница сейчас не за столом"
READY = "navigator.serviceWorker.ready.then(() => arguments[0](true))"
# A module whose `post` traps: memory, room, post and work, as bytes.
TRAP = bytes.fromhex(
    "0061736d01000000"
    "010e0360017f017f6000017f6000017c"
    "0304030001020503010001"
    "071f04066d656d6f72790200" "04726f6f6d0000" "04706f73740001" "04776f726b0002"
    "0a1703" "050041" "80080b" "0300000b" "0b0044000000000000f0bf0b"
)


def serve(folder):
    """Starts Python's server of a folder; returns it and the page's address."""
    command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", str(folder), "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    port = server.stdout.readline().split("port ")[1].split()[0]
    return server, f"http://127.0.0.1:{port}/"


def stop(server):
    server.terminate()
    server.wait(10)


def start(page, seconds):
    """Starts a game with weak opponents, so that it lasts and the partner wins pieces."""
    page.button("new-game")
    options = [option.get_attribute("value") for option in page.driver.find_elements(By.CSS_SELECTOR, "#seat-a option")]
    check(options == ["me", "tandem"], f"seats that need a server are offered: {options}")
    for seat, level in [("a", 1), ("B", 0), ("b", 8)]:
        page.find(f"#level-{seat} option[value='{level}']").click()
    page.find(f"#time-{seconds}-0").click()
    page.find("#start").click()
    wait("our turn", lambda: page.status() == "Ваш ход")


def is_over(page):
    return page.find("#status").get_attribute("class") == "over"


def squares(page, kind):
    """The own board's squares with a mark."""
    script = "return [...document.querySelectorAll(`#own .cell.${arguments[0]}`)].map((cell) => cell.dataset.square)"
    return page.driver.execute_script(script, kind)


def own_pieces(page):
    script = """return [...document.querySelectorAll("#own .cell")].filter((cell) =>
        cell.getAttribute("aria-label").includes("Белые")).map((cell) => cell.dataset.square)"""
    return page.driver.execute_script(script)


def plies(page):
    return len(page.driver.find_elements(By.CSS_SELECTOR, "#moves li"))


def drop(page):
    """Drops a piece on any square where it may be dropped; whether there was one."""
    slots = page.driver.find_elements(By.CSS_SELECTOR, "#own .at-bottom .slot")
    held = [slot for slot in slots if not slot.get_attribute("aria-label").split(": ")[1].startswith("0")]
    for slot in held:
        kind = slot.get_attribute("data-kind")
        before = page.count(kind)
        slot.click()
        targets = squares(page, "target")
        if not targets:
            slot.click()
            continue
        page.drag(slot, page.cell(random.choice(targets)))
        wait("the dropped piece gone from the hand", lambda: page.count(kind) < before or is_over(page) or kind == "p")
        return True
    return False


def move(page):
    """Makes any move by two clicks."""
    pieces = own_pieces(page)
    random.shuffle(pieces)
    for square in pieces:
        page.click(square)
        targets = squares(page, "target") + squares(page, "taken")
        if targets:
            page.click(random.choice(targets))
            if page.find("#own [role=menuitem]"):
                page.find("#own [role=menuitem]").click()
            return


def premove(page):
    """Makes a move ahead of the turn by two clicks; whether the page took it as one."""
    pieces = own_pieces(page)
    page.click(random.choice(pieces))
    targets = squares(page, "target")
    if targets:
        page.click(random.choice(targets))
    return page.status() == "Предход готов"


def play_on(page):
    """Plays to the end of the game; returns the numbers of drops and of premoves."""
    drops, premoves, end = 0, 0, time.monotonic() + GAME_S
    while not is_over(page):
        check(time.monotonic() < end, f"no end of the game: {page.status()}")
        try:
            if page.status() != "Ваш ход":
                premoves += premoves == 0 and premove(page)
                time.sleep(0.05)
            elif drop(page):
                drops += 1
            else:
                move(page)
        except ElementClickInterceptedException:
            # The other board has ended the game meanwhile, and its dialog lies over the boards.
            wait("the end of the game", lambda: is_over(page))
    return drops, premoves


def look_back(page):
    """Looks at the review of the finished game."""
    wait("the end as a dialog", lambda: page.find("#ending").get_attribute("open"))
    page.dismiss()
    wait("the moments that decided", lambda: page.find("#review .moment") and page.find("#review polygon"), 120)
    check("Конец" in page.find("#review .moments").text, page.find("#review .moments").text)


def first_game(page):
    start(page, 60)
    page.find("#words").send_keys("дай коня", Keys.ENTER)
    wait("understanding", lambda: any(line.startswith("понял: нужен конь") for line in page.lines("understood")))
    wait("answer", lambda: "ok" in page.lines("theirs"))
    page.drag(page.cell("e2"), page.cell("e4"))
    wait("move by drag", lambda: page.piece("e4") == "Белые: пешка")
    page.click("g1", "f3")
    wait("a move or a premove", lambda: page.piece("f3") == "Белые: конь")
    wait("our turn", lambda: page.status() == "Ваш ход" or is_over(page))
    before = plies(page)
    page.driver.refresh()
    wait("the game after a reload", lambda: page.find("#moves") and plies(page) >= before)
    check("дай коня" in page.lines("mine"), "the talk is gone after a reload")
    wait("our turn again", lambda: page.status() == "Ваш ход" or is_over(page))
    drops, premoves = play_on(page)
    look_back(page)
    return drops, premoves


def games_by_mouse(page):
    """Plays games until there was a drop and a premove (random moves may be mated before); returns their number."""
    drops, premoves = first_game(page)
    games = 1
    while drops == 0 or premoves == 0:
        check(games < MOST_GAMES, f"{drops} drops and {premoves} premoves in {games} games")
        start(page, 60)
        more_drops, more_premoves = play_on(page)
        drops, premoves = drops + more_drops, premoves + more_premoves
        look_back(page)
        games += 1
    print(f"{games} games with {drops} drops and {premoves} premoves")
    return games


def look_around(page):
    """The list of games, and the analysis board."""
    page.button("past")
    wait("the list", lambda: page.find("#past-games[open] .past button"))
    check("этом браузере" in page.find("#past-games .note").text, page.find("#past-games").text)
    games = page.driver.find_elements(By.CSS_SELECTOR, "#past-games .past button")
    games[0].click()
    wait("a game of the list", lambda: page.find("#leave").is_displayed())
    page.button("leave")
    page.button("analyze")
    # The last position has no lines.
    page.find("body").send_keys(Keys.HOME)
    lines = "return [...document.querySelectorAll('#lines .line')].map((line) => line.textContent)"
    found = lambda: (shown := page.driver.execute_script(lines)) and all("…" not in line for line in shown)
    wait("lines of the analysis", found)
    page.button("leave-analysis")
    return len(games)


def second_game(page):
    """A short game when nothing can be fetched any more."""
    start(page, 60)
    for _ in range(3):
        wait("our turn", lambda: page.status() == "Ваш ход" or is_over(page))
        move(page)
    wait("a button to resign", lambda: page.find("#resign").is_displayed() or is_over(page))
    if not is_over(page):
        page.button("resign")
        page.button("resign")
    wait("the end", lambda: is_over(page))
    look_back(page)


def told(page, text):
    wait(f"a message with `{text}`", lambda: page.find("#banner") and text in page.find("#banner").text)


def try_again(page):
    """Goes on after a failure, up to the next one."""
    button = page.find("#banner button")
    button.click()
    wait("another try", lambda: (new := page.find("#banner button")) and new != button)


def bug_one_failure_of_the_storage_was_for_good(page):
    """The first file that could not be read or written was followed by no other one."""
    script = """
        const [done] = arguments;
        const open = IDBFactory.prototype.open;
        IDBFactory.prototype.open = () => {
          throw new Error("no storage");
        };
        import("/kept.js?copy").then(async ({ names }) => {
          const first = await names().catch((error) => error.message);
          IDBFactory.prototype.open = open;
          return [first, Array.isArray(await names())];
        }).catch(String).then(done);"""
    found = page.driver.execute_async_script(script)
    check(found == ["no storage", True], f"files after a failure: {found}")


def failures(folder, downloads):
    """Modules that trap, or are none."""
    for content, text in [(TRAP, "unreachable"), (None, "404"), (b"<!doctype html>", "WebAssembly")]:
        with tempfile.TemporaryDirectory() as broken:
            shutil.copytree(folder, broken, dirs_exist_ok=True)
            module = Path(broken, "table.wasm")
            module.unlink() if content is None else module.write_bytes(content)
            server, address = serve(broken)
            page = Page(address, downloads)
            try:
                told(page, "Стол остановился из-за ошибки")
                told(page, text)
                check(page.status() == ENDED, f"a table that has ended: {page.status()}")
                print(f"told: {page.find('#banner').text!r}")
                try_again(page)
                told(page, text)
            finally:
                page.driver.quit()
                stop(server)


class Redirecting(http.server.SimpleHTTPRequestHandler):
    """A host that has one address for a folder and its `index.html`, as some have."""

    def do_GET(self):
        if self.path != "/index.html":
            return super().do_GET()
        self.send_response(308)
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def serve_by(handler, folder):
    """Starts a server of a folder by a handler of ours; returns it and the page's address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/"


def bug_a_host_that_redirects_the_index_had_no_second_visit(folder, downloads):
    """The page that the browser kept was an answer that it does not open."""
    server, address = serve_by(Redirecting, folder)
    page = Page(address, downloads)
    try:
        page.pass_by()
        check(page.driver.execute_async_script(READY), "no service worker")
        page.driver.refresh()
        wait("the page again", lambda: page.find("#status") and page.status() == "Начните игру")
    finally:
        page.driver.quit()
        server.shutdown()


class Failing(http.server.SimpleHTTPRequestHandler):
    """A host that closes the connection when it is asked for a file that is broken. Nothing is kept of it."""

    broken = None

    def do_GET(self):
        if self.path not in ("/service.js", self.broken):
            super().do_GET()

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_):
        pass


def bug_a_module_that_did_not_load_cost_the_game(folder, downloads):
    """Two such failures counted as those of the table, whose game was laid aside; the status stayed at "Connecting"."""
    server, address = serve_by(Failing, folder)
    page = Page(address, downloads)
    try:
        page.pass_by()
        start(page, 180)
        page.click("e2", "e4")
        wait("a reply", lambda: page.piece("e4") == "Белые: пешка" and page.status() == "Ваш ход")
        before = plies(page)
        for broken, why in [("/table.wasm", "Нет связи с сервером"), ("/tandem.worker.js", "tandem.worker.js")]:
            Failing.broken = broken
            page.driver.refresh()
            told(page, f"Стол остановился из-за ошибки: {why}")
            check(page.status() == ENDED, f"a table that has not begun: {page.status()}")
            try_again(page)
            Failing.broken = None
            page.find("#banner button").click()
            wait("the game", lambda: plies(page) >= before)
    finally:
        page.driver.quit()
        server.shutdown()


def main():
    if not has_driver():
        return
    folder, downloads = sys.argv[1], Path(tempfile.mkdtemp())
    server, address = serve(folder)
    page = Page(address, downloads)
    try:
        page.pass_by()
        games = games_by_mouse(page)
        check(look_around(page) == games, f"not {games} games in the list")
        bug_one_failure_of_the_storage_was_for_good(page)
        check(page.driver.execute_async_script(READY), "no service worker")
        stop(server)
        page.driver.refresh()
        wait("the page without its server", lambda: page.find("#status") and page.status() == "Начните игру")
        second_game(page)
        check(look_around(page) == games + 1, f"not {games + 1} games in the list")
        print("a game without the server")
        log = [entry["message"] for entry in page.driver.get_log("browser")]
        check(not log, f"the browser complains: {log}")
    except BaseException:
        page.driver.save_screenshot(str(downloads / "failure.png"))
        print(f"photographed: {downloads / 'failure.png'}")
        raise
    finally:
        page.driver.quit()
        server.kill()
    failures(folder, downloads)
    bug_a_host_that_redirects_the_index_had_no_second_visit(folder, downloads)
    bug_a_module_that_did_not_load_cost_the_game(folder, downloads)


if __name__ == "__main__":
    main()
