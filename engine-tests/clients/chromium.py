"""Chromium on the page of `tandem play`: a person's page, scripted opponents by WebSocket, and a server for them."""

import json
import shutil
import subprocess
import threading
import time

import websocket
from common import check
from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
)
from selenium.webdriver import ActionChains
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

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
# Holds the next answer to a path back until it is released.
HOLD = """
    const [wanted] = arguments;
    const ask = window.fetch;
    window.held = null;
    window.fetch = async (path, ...rest) => {
      const answer = await ask(path, ...rest);
      if (path === wanted) {
        window.fetch = ask;
        await new Promise((go) => (window.held = go));
      }
      return answer;
    };"""
SIZES = {"laptop": (1366, 768), "desktop": (1920, 1080), "phone": (844, 390)}


def wait(what, condition, patience=PATIENCE_S):
    """Waits for a true result of `condition`, and returns it. A part of the page drawn anew meanwhile is no result."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            found = condition()
        except StaleElementReferenceException:
            found = None
        if found:
            return found
        time.sleep(0.05)
    raise SystemExit(f"FAILED: no {what} in {patience} s")


class Opponent:
    """A scripted person in a seat, by WebSocket."""

    def __init__(self, link, path="/ws"):
        address, key = link.split("/#key=")
        self.state = None
        self.socket = websocket.create_connection(address.replace("http", "ws") + path, origin=address)
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


class Element(WebElement):
    """An element of the page. If it was found by a selector and drawn anew since, the one in its place serves."""

    selector = None

    def lasting(self, act, *arguments):
        for _ in range(5):
            try:
                return act(*arguments)
            except StaleElementReferenceException:
                successors = self.selector and self.parent.find_elements(By.CSS_SELECTOR, self.selector)
                if not successors:
                    raise
                self._id = successors[0].id
        return act(*arguments)

    def _execute(self, command, params=None):
        return self.lasting(super()._execute, command, params)

    def get_attribute(self, name):
        return self.lasting(super().get_attribute, name)

    def is_displayed(self):
        return self.lasting(super().is_displayed)


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
        self.driver._web_element_cls = Element
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
        if not found:
            return None
        found[0].selector = selector
        return found[0]

    def cell(self, square):
        return self.find(f'#own [data-square="{square}"]')

    def piece(self, square):
        """The screen reader's name of the piece on a square."""
        return self.cell(square).get_attribute("aria-label").split(", ", 1)[1]

    def drag(self, start, end):
        ActionChains(self.driver, duration=30).click_and_hold(start).move_to_element(end).release().perform()

    def click(self, *squares):
        for square in squares:
            cell = self.cell(square)
            cell.lasting(lambda: ActionChains(self.driver, duration=30).click(cell).perform())

    def button(self, name):
        """Clicks a button as soon as it can be clicked."""

        def clicked():
            button = self.find(f"#{name}")
            if not button or not button.is_displayed():
                return False
            try:
                button.click()
            except (ElementClickInterceptedException, ElementNotInteractableException):
                return False
            return True

        wait(f"button {name}", clicked)

    def status(self):
        return self.find("#status").text

    def count(self, kind):
        """Number of pieces of a kind in the own hand."""
        return int(
            self.find(f'#own .at-bottom [data-kind="{kind}"]').get_attribute("aria-label").split(": ")[1].split(",")[0]
        )

    def lines(self, kind):
        # At one moment: the page may write the log anew meanwhile.
        script = "return [...document.querySelectorAll(arguments[0])].map((line) => line.textContent)"
        return self.driver.execute_script(script, f"#log .{kind}")

    def photograph(self, folder, name):
        if folder:
            for size, dimensions in SIZES.items():
                self.resize(*dimensions)
                time.sleep(0.4)
                self.driver.save_screenshot(f"{folder}/{name}-{size}.png")
            self.resize(*SIZES["laptop"])

    def paste(self, text):
        """Pastes a text where nothing is to be typed."""
        script = """
            const data = new DataTransfer();
            data.setData("text", arguments[0]);
            document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));"""
        self.driver.execute_script(script, text)

    def dismiss(self):
        """Closes any dialog."""
        self.driver.execute_script("document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close())")

    def pass_by(self):
        """Waits for the page, and closes its question to a newcomer, which comes a moment after everything else."""
        wait("a question to a newcomer", lambda: self.find("#newcomer[open]"))
        self.dismiss()

    def fits(self):
        """Whether the page fits without scrolling."""
        return self.driver.execute_script(
            "const page = document.documentElement; return page.scrollHeight <= innerHeight && page.scrollWidth <= innerWidth"
        )


def hold(page, path):
    """Holds the page's next answer to this path back; `window.held` is set once it has come."""
    page.driver.execute_script(HOLD, path)


def release(page):
    """Lets the page have the answer, and waits until it has dealt with it."""
    page.driver.execute_async_script("window.held(); setTimeout(arguments[0], 500)")


class Visit:
    """A server and a page on it, one pair after another. The last ones are closed at the end; a failure is
    photographed."""

    def __init__(self, photos):
        self.photos, self.server, self.page, self.other = photos, None, None, None

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        if self.page:
            if failure and self.photos:
                self.page.driver.save_screenshot(f"{self.photos}/failed.png")
            self.page.driver.quit()
        if self.other:
            self.other.driver.quit()
        if self.server:
            self.server.kill()


def has_driver():
    """Whether Chromium can be driven; says loudly if not. CI has installed it by now."""
    if not shutil.which("chromedriver"):
        print("SKIPPED, NOTHING IS TESTED: there is no chromedriver in PATH (Debian: chromium, chromium-driver)")
    return shutil.which("chromedriver") is not None


def serve(engine, folder, *options, port=0):
    """Starts a server that keeps its games in a folder; returns it and its link."""
    command = [engine, "play", "--no-browser", "--port", str(port), "--games", str(folder), *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    return server, server.stdout.readline().split()[-1]


def open_page(engine, downloads, *options):
    """Starts a server, and a browser on its page."""
    server, link = serve(engine, downloads / "games", *options)
    return server, Page(link, downloads)


def close_page(server, page, usual=None):
    """Checks that the browser's log is empty but for lines with `usual`, and that the server ends by Ctrl-C."""
    log = [entry["message"] for entry in page.driver.get_log("browser") if not usual or usual not in entry["message"]]
    check(not log, f"the browser complains: {log}")
    page.driver.quit()
    server.send_signal(2)
    check(server.wait(10) == 0, "Ctrl-C does not end the server cleanly")
