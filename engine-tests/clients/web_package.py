"""usage: web_package.py PACKAGE     the npm package on pages in Chromium, with and without cross-origin isolation"""

import functools
import http.server
import shutil
import sys
import tempfile
import threading
from pathlib import Path

from common import check
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

READY_MS = 2_000
# How soon a stop is answered, in ms, on a page that can share memory and on one that cannot.
STOP_MS = {True: 150, False: 300}
THREE_MB = 250

PAGE = """<!doctype html><meta charset="utf-8"><title>Tandem</title><script src="tandem.js"></script>
<script type="module">import Tandem from "./tandem.mjs"; window.fromModule = Tandem;</script>"""

# Functions of the page: an engine's first line that matches, and what is asked of engines.
SCRIPT = """
const line = (engine, wanted) => new Promise((done) => {
  const listen = (text) => {
    if (wanted.test(text)) { engine.removeMessageListener(listen); done(text); }
  };
  engine.addMessageListener(listen);
});
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const tests = {
  async ready(factory) {
    const began = performance.now();
    const engine = await factory();
    const ready = line(engine, /^readyok/);
    ["uci", "isready"].forEach((text) => engine.postMessage(text));
    await ready;
    engine.terminate();
    return performance.now() - began;
  },
  async stop() {
    const engine = await Tandem();
    const deep = line(engine, /^info depth 9 /);
    ["uci", "position startpos", "go depth 99"].forEach((text) => engine.postMessage(text));
    await deep;
    await pause(1000);
    const found = line(engine, /^bestmove/);
    const began = performance.now();
    engine.postMessage("stop");
    await found;
    engine.terminate();
    return performance.now() - began;
  },
  worker(type) {
    return new Promise((done, fail) => {
      const worker = new Worker("tandem.worker.js", { type });
      worker.onerror = fail;
      worker.onmessage = ({ data }) => { if (data.startsWith("bestmove")) { worker.terminate(); done(data); } };
      ["uci", "position startpos moves e2e4", "go depth 5"].forEach((text) => worker.postMessage(text));
    });
  },
  async three() {
    const engines = await Promise.all([1, 2, 3].map(() => Tandem()));
    await Promise.all(engines.map((engine) => {
      const found = line(engine, /^bestmove/);
      ["uci", "position startpos", "go depth 11"].forEach((text) => engine.postMessage(text));
      return found;
    }));
    window.kept = engines;
    return true;
  },
  async failure() {
    const engine = await Tandem({ wasmBinary: new Uint8Array([1, 2, 3]) });
    return line(engine, /ERROR/);
  },
};
"""


class Server:
    """A static server of a folder, like `python3 -m http.server`; isolated, it sends the headers for shared memory."""

    def __init__(self, folder, isolated):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def end_headers(self):
                if isolated:
                    self.send_header("Cross-Origin-Opener-Policy", "same-origin")
                    self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
                super().end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/index.html"


def memory_mb(root):
    """Memory of a process and all that it has started, in MiB; what several share counts once."""
    parents = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(status.parent.name)] = int(status.read_text().rsplit(")", 1)[1].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            pass
    family, kib = {root}, 0
    while grown := {child for child, parent in parents.items() if parent in family} - family:
        family |= grown
    for process in family:
        try:
            text = Path(f"/proc/{process}/smaps_rollup").read_text()
            kib += int(text.split("\nPss:")[1].split()[0])
        except (FileNotFoundError, ProcessLookupError, PermissionError, IndexError):
            pass
    return kib / 1024


def main():
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(sys.argv[1], folder, dirs_exist_ok=True)
        Path(folder, "index.html").write_text(PAGE, encoding="utf-8")
        options = webdriver.ChromeOptions()
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
            options.add_argument(argument)
        driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        driver.set_script_timeout(60)

        def ask(expression):
            failed = ".catch((error) => 'FAILED ' + (error.message ?? error.type))"
            return driver.execute_async_script(f"{SCRIPT} Promise.resolve({expression}){failed}.then(arguments[0]);")

        try:
            for isolated in [False, True]:
                driver.get(Server(folder, isolated).address)
                check(driver.execute_script("return crossOriginIsolated") is isolated, "isolation")
                for factory in ["Tandem", "fromModule"]:
                    ms = ask(f"tests.ready({factory})")
                    check(isinstance(ms, (int, float)) and ms <= READY_MS, f"{factory} is ready: {ms} ms")
                    print(f"{factory} is ready in {ms:.0f} ms")
                ms = ask("tests.stop()")
                check(isinstance(ms, (int, float)) and ms <= STOP_MS[isolated], f"a stop is answered: {ms} ms")
                print(f"a stop is answered in {ms:.0f} ms, isolated: {isolated}")
                for kind in ["classic", "module"]:
                    found = ask(f"tests.worker('{kind}')")
                    check(found.startswith("bestmove "), f"a {kind} worker: {found}")
                failure = ask("tests.failure()")
                check(failure.startswith("info string ERROR: Tandem has terminated: "), failure)
            before = memory_mb(driver.service.process.pid)
            check(ask("tests.three()") is True, "three engines search at once")
            mb = memory_mb(driver.service.process.pid) - before
            check(30 < mb <= THREE_MB, f"three engines: {mb:.0f} MiB")
            print(f"three engines need {mb:.0f} MiB")
        finally:
            driver.quit()


if __name__ == "__main__":
    main()
