"""Chromium plays a whole game on the page of `tandem play` by mouse and keys, with Tandem against scripted opponents.

Covers a premove, a drop, «дай коня» and the partner's answer, a reload in mid-game, mate, the game step by step, its
BPGN, and a file from disk. The browser's log must stay free of errors. With --photos the page is photographed at three
sizes. Then a second table: engines in the opponents' seats, one of which cannot be started.
"""

import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import websocket
from common import arguments, check
from selenium import webdriver
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

PATIENCE_S = 60
# Records in the page how long each move takes to the server and back.
STOPWATCH = """
    window.moveTimes = [];
    const Plain = WebSocket;
    window.WebSocket = class extends Plain {
      constructor(address) {
        super(address);
        this.addEventListener("message", (event) => {
          if (this.sent && JSON.parse(event.data).type === "state") window.moveTimes.push(performance.now() - this.sent);
          this.sent = 0;
        });
      }
      send(text) {
        super.send(text);
        if (JSON.parse(text).type === "move") this.sent = performance.now();
      }
    };"""
SIZES = {"laptop": (1366, 768), "desktop": (1920, 1080), "phone": (844, 390)}


def wait(what, condition, patience=PATIENCE_S):
    """Waits for a true result of `condition`, and returns it."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise SystemExit(f"FAILED: no {what} in {patience} s")


class Opponent:
    """A scripted person in a seat, by WebSocket."""

    def __init__(self, link):
        address, key = link.split("/#key=")
        self.state = None
        self.socket = websocket.create_connection(address.replace("http", "ws") + "/ws", origin=address)
        self.send(key=key, language="en")
        threading.Thread(target=self.listen, daemon=True).start()

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def listen(self):
        try:
            while text := self.socket.recv():
                message = json.loads(text)
                if message["type"] == "state":
                    self.state = message
        except (OSError, websocket.WebSocketException):
            pass

    def board(self):
        return self.state["boards"][self.state["seat"] in "Bb"]

    def move(self, text):
        wait(f"turn for {text}", lambda: self.state and self.board()["legal"])
        ply = self.board()["ply"]
        self.send(type="move", text=text, ply=ply)
        wait(f"{text} on the board", lambda: self.board()["ply"] > ply)


class Page:
    """The page as used by a person."""

    def __init__(self, link, downloads):
        options = webdriver.ChromeOptions()
        for argument in [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--lang=ru",
            "--hide-scrollbars",
        ]:
            options.add_argument(argument)
        options.add_experimental_option(
            "prefs", {"intl.accept_languages": "ru", "download.default_directory": str(downloads)}
        )
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.resize(*SIZES["laptop"])
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": STOPWATCH})
        self.driver.get(link)

    def resize(self, width, height):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )

    def find(self, selector):
        found = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return found[0] if found else None

    def cell(self, square):
        return self.find(f'#own [data-square="{square}"]')

    def piece(self, square):
        """The screen reader's name of the piece on a square."""
        return self.cell(square).get_attribute("aria-label").split(", ", 1)[1]

    def drag(self, start, end):
        ActionChains(self.driver, duration=30).click_and_hold(start).move_to_element(end).release().perform()

    def click(self, *squares):
        for square in squares:
            ActionChains(self.driver, duration=30).click(self.cell(square)).perform()

    def button(self, name):
        wait(f"button {name}", lambda: (button := self.find(f"#{name}")) and button.is_displayed())
        self.find(f"#{name}").click()

    def status(self):
        return self.find("#status").text

    def count(self, kind):
        """Number of pieces of a kind in the own hand."""
        return int(
            self.find(f'#own .at-bottom [data-kind="{kind}"]').get_attribute("aria-label").split(": ")[1].split(",")[0]
        )

    def lines(self, kind):
        return [line.text for line in self.driver.find_elements(By.CSS_SELECTOR, f"#log .{kind}")]

    def photograph(self, folder, name):
        if folder:
            for size, dimensions in SIZES.items():
                self.resize(*dimensions)
                time.sleep(0.4)
                self.driver.save_screenshot(f"{folder}/{name}-{size}.png")
            self.resize(*SIZES["laptop"])

    def fits(self):
        """Whether the page fits without scrolling."""
        return self.driver.execute_script(
            "const page = document.documentElement; return page.scrollHeight <= innerHeight && page.scrollWidth <= innerWidth"
        )


def set_table(page):
    """Starts a game of five minutes with Tandem as partner, and scripted people, who join by their links, as
    opponents."""
    page.button("new-game")
    for seat in ["a", "B"]:
        page.find(f"#seat-{seat} option[value=guest]").click()
    page.find("#level-b option[value='6']").click()
    page.find("#time-300-0").click()
    links = [button.get_attribute("title") for button in page.driver.find_elements(By.CSS_SELECTOR, "button.copy")]
    page.find("#start").click()
    # No clock runs before all players have joined.
    wait("a word on the empty seats", lambda: "Передайте ссылки" in page.find("#banner").text)
    opponents = {seat: Opponent(link) for seat, link in zip(["a", "B"], links)}
    page.button("start-now")
    wait("game", lambda: page.status() == "Ваш ход")
    names = [name.text for name in page.driver.find_elements(By.CSS_SELECTOR, ".strip .name")]
    check("Tandem, уровень 6 · партнёр" in names, f"no level at the partner's name: {names}")
    return opponents


def give_knight(opponent):
    """White on B gives its knight for a pawn that the king or the queen defends."""
    for move in ["g1f3", "f3e5", "e5f7"]:
        wait("B's turn", lambda: opponent.state and opponent.board()["legal"])
        legal = opponent.board()["legal"]
        if move not in legal:
            # The way is blocked: any capture by a knight serves as well.
            break
        opponent.move(move)


def play(page, opponents, folder):
    white_b, black_a = opponents["B"], opponents["a"]
    page.find("#words").send_keys("дай коня", Keys.ENTER)
    wait("understanding", lambda: any(line.startswith("понял: нужен конь") for line in page.lines("understood")))
    wait("answer", lambda: "ok" in page.lines("theirs"))
    page.drag(page.cell("e2"), page.cell("e4"))
    wait("move by drag", lambda: page.piece("e4") == "Белые: пешка")
    black_a.move("e7e5")
    wait("our turn", lambda: page.status() == "Ваш ход")
    page.click("d1", "h5")
    wait("move by clicks", lambda: page.piece("h5") == "Белые: ферзь")
    page.click("f1", "c4")
    wait("premove", lambda: page.status() == "Предход готов")
    give_knight(white_b)
    black_a.move("b8c6")
    wait("premove's move", lambda: page.piece("c4") == "Белые: слон")
    black_a.move("a7a6")
    wait("knight in hand", lambda: page.count("n") > 0)
    page.photograph(folder, "game")
    page.button("language")
    wait("English in mid-game", lambda: page.status() == "Your turn")
    page.photograph(folder, "english")
    page.button("language")
    page.drag(page.find('#own .at-bottom [data-kind="n"]'), page.cell("g5"))
    wait("drop", lambda: page.piece("g5") == "Белые: конь")
    check(page.count("n") == 0, "the knight is still in the hand")
    times = page.driver.execute_script("return window.moveTimes")
    print("moves to the server and back, in ms:", ", ".join(f"{ms:.0f}" for ms in times))
    moves = len(page.driver.find_elements(By.CSS_SELECTOR, "#moves li"))
    page.driver.refresh()
    wait(
        "the game after a reload",
        lambda: page.find("#moves") and len(page.driver.find_elements(By.CSS_SELECTOR, "#moves li")) >= moves,
    )
    check("дай коня" in page.lines("mine"), "the talk is gone after a reload")
    black_a.move("a6a5")
    wait("our turn", lambda: page.status() == "Ваш ход")
    # Moves by keyboard, from square to square.
    page.find("body").send_keys("h5", "f7")
    wait("mate", lambda: page.status().startswith("Вы выиграли: мат"))


def look_back(page, downloads, folder):
    """Steps through the finished game, saves it as a file, and opens the file again."""
    wait("the game to step through", lambda: page.find("#steps").is_displayed())
    wait("evaluation", lambda: page.find("#review .moment") and page.find("#review polygon"))
    check(page.find("#own .gauge").is_displayed(), "there is no bar beside the board")
    check(
        "Конец" in page.find("#review .moments").text, f"no end among the moments: {page.find('#review .moments').text}"
    )
    page.photograph(folder, "review")
    page.button("first")
    wait("start", lambda: page.piece("e2") == "Белые: пешка")
    page.button("next")
    page.button("last")
    wait("end", lambda: page.piece("f7") == "Белые: ферзь")
    page.button("download")
    file = wait("BPGN file", lambda: next(downloads.glob("*.bpgn"), None))
    text = wait("text in it", lambda: file.read_text())
    check("N@g5" in text and "Qxf7#" in text and text.rstrip().endswith("1-0"), f"no such game:\n{text}")
    page.find("#file").send_keys(str(file))
    wait("the file's game", lambda: file.name in page.status() and page.piece("f7") == "Чёрные: пешка")
    page.find("body").send_keys(Keys.END)
    wait("its end", lambda: page.piece("f7") == "Белые: ферзь")
    check("1-0 мат, чёрные A" in page.status(), f"the end is not in the page's language: {page.status()}")
    torn = downloads / "torn.bpgn"
    torn.write_text(text[: len(text) // 2])
    page.find("#file").send_keys(str(torn))
    wait("a word on the torn file", lambda: "BPGN" in (page.find("#banner").text or ""))
    page.button("leave")
    wait("the table again", lambda: page.status().startswith("Вы выиграли"))
    page.button("language")
    wait("English", lambda: page.status().startswith("You won: mate"))
    page.button("language")


def play_engines(page):
    """Plays against engines of the command line, after one of them could not be started."""
    wait("table", lambda: page.find("#new-game").is_displayed())
    page.button("new-game")
    page.find("#seat-a option[value='engine Broken']").click()
    page.find("#seat-B option[value='engine Other']").click()
    page.find("#time-60-0").click()
    page.find("#start").click()
    wait(
        "a word on the engine that ends at once",
        lambda: "Broken" in page.status() and page.status().startswith("Движок завершился до игры"),
    )
    page.button("new-game")
    page.find("#seat-a option[value='engine Other']").click()
    page.find("#start").click()
    wait("game", lambda: page.status() == "Ваш ход")
    names = [name.text for name in page.driver.find_elements(By.CSS_SELECTOR, ".strip .name")]
    check(sum(name.startswith("Other") for name in names) == 2, f"no engines at the table: {names}")
    page.click("e2", "e4")
    wait("the engine's reply", lambda: page.status() == "Ваш ход" and page.piece("e4") == "Белые: пешка")
    page.button("resign")
    page.button("resign")
    wait("the end", lambda: page.status().startswith("Вы проиграли"))


def idle_share(process, seconds=5):
    """CPU use of an idle process, as a share of a core."""
    ticks = lambda: sum(map(int, Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))
    before = ticks()
    time.sleep(seconds)
    return (ticks() - before) / os.sysconf("SC_CLK_TCK") / seconds


def same_words(page):
    """Keys of the texts that only one of the languages has."""
    return page.driver.execute_async_script("""
        const done = arguments[0];
        const keys = (value) => value && typeof value === "object" ? Object.entries(value).flatMap(([key, inner]) => [key, ...keys(inner).map((name) => key + "." + name)]) : [];
        import("/words.js").then(({ WORDS }) => {
          const [en, ru] = [keys(WORDS.en), keys(WORDS.ru)];
          done([...en.filter((key) => !ru.includes(key)), ...ru.filter((key) => !en.includes(key))]);
        });""")


def open_page(engine, downloads, *options):
    """Starts a server, and a browser on its page."""
    server = subprocess.Popen(
        [engine, "play", "--no-browser", "--port", "0", *options], stdout=subprocess.PIPE, text=True
    )
    return server, Page(server.stdout.readline().split()[-1], downloads)


def close_page(server, page, usual=None):
    """Checks that the browser's log is empty but for lines with `usual`, and that the server ends by Ctrl-C."""
    log = [entry["message"] for entry in page.driver.get_log("browser") if not usual or usual not in entry["message"]]
    check(not log, f"the browser complains: {log}")
    page.driver.quit()
    server.send_signal(2)
    check(server.wait(10) == 0, "Ctrl-C does not end the server cleanly")


def main():
    args = arguments(__doc__, photos="")
    if not shutil.which("chromedriver"):
        # CI has installed it by now.
        print("SKIPPED, NOTHING IS TESTED: there is no chromedriver in PATH (Debian: chromium, chromium-driver)")
        return
    folder = Path(args.photos) if args.photos else None
    downloads = Path(tempfile.mkdtemp())
    page = None
    try:
        server, page = open_page(args.engine, downloads)
        wait("table", lambda: page.find("#new-game").is_displayed())
        for size, dimensions in SIZES.items():
            page.resize(*dimensions)
            check(page.fits(), f"the page has to be scrolled on a {size}")
        page.resize(*SIZES["laptop"])
        check(not (odd := same_words(page)), f"words in one language only: {odd}")
        print(f"the server of an idle page: {idle_share(server):.1%} of a core")
        opponents = set_table(page)
        play(page, opponents, folder)
        page.photograph(folder, "end")
        look_back(page, downloads, folder)
        # The browser also logs the HTTP status of the torn file.
        close_page(server, page, "422")
        print("a game by mouse and keys: a premove, a drop, talk, a reload, mate, BPGN out and in")
        offers = ["--engine", f"name=Other,cmd={args.engine}", "--engine", "name=Broken,cmd=/bin/false"]
        server, page = open_page(args.engine, downloads, *offers)
        play_engines(page)
        close_page(server, page)
        print("a game against engines, after one that could not be started")
    except BaseException:
        if page and folder:
            page.driver.save_screenshot(f"{folder}/failed.png")
        raise
    finally:
        if page:
            page.driver.quit()
            server.kill()


if __name__ == "__main__":
    main()
