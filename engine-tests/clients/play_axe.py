"""axe-core on the page of `tandem play`: start, form, game, end, review, lobby, in both themes.

No violation of weight serious or critical. --axe is the file axe.min.js of the npm package axe-core; without it the check
is skipped, loudly.
"""

import tempfile
import time
from pathlib import Path

from chromium import Page, Visit, has_driver, serve, wait
from common import arguments, check

GRAVE = ["serious", "critical"]
RUN = """
    const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ["violations"] }).then(
      ({ violations }) => done(violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, nodes: nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`) }))),
      (error) => done([{ id: String(error), impact: "critical", nodes: [] }]));"""


class Judge:
    """axe-core, loaded into a page when it is needed."""

    def __init__(self, file):
        self.source = Path(file).read_text()
        self.looks, self.minor = 0, set()

    def look(self, page, stage):
        """Judges what is on display in both themes."""
        for theme in ["light", "dark"]:
            media = [{"name": "prefers-color-scheme", "value": theme}]
            page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": media})
            # Colors glide for a moment.
            time.sleep(0.3)
            page.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": f"window.axe || (() => {{ {self.source} }})()"})
            found = page.driver.execute_async_script(RUN)
            self.looks += 1
            grave = [violation for violation in found if violation["impact"] in GRAVE]
            self.minor |= {f"{violation['id']} ({violation['impact']})" for violation in found if violation not in grave}
            check(not grave, f"{stage}, {theme} theme: {grave}")
        print(f"{stage}: nothing grave in two themes")


def judge_table(page, judge):
    wait("a question", lambda: page.find("#newcomer-chess") and page.find("#newcomer-chess").is_displayed())
    judge.look(page, "newcomer")
    page.find("#newcomer-new").click()
    wait("an introduction", lambda: page.find("#intro[open]"))
    judge.look(page, "intro")
    page.dismiss()
    wait("table", lambda: page.find("#new-game").is_displayed())
    judge.look(page, "start")
    page.button("theme")
    judge.look(page, "board and pieces")
    page.dismiss()
    page.button("puzzles")
    wait("a puzzle", lambda: page.find("#puzzle-5"))
    judge.look(page, "puzzle")
    page.find("#puzzle-5").click()
    wait("a puzzle of both boards", lambda: page.find("#other").is_displayed())
    judge.look(page, "puzzle of both boards")
    page.button("leave-analysis")
    page.button("analyze")
    wait("lines", lambda: page.find("#lines .line"))
    judge.look(page, "analysis")
    page.button("leave-analysis")
    page.button("new-game")
    judge.look(page, "form")
    page.find("#start").click()
    wait("game", lambda: page.status() == "Ваш ход")
    page.click("e2", "e4")
    page.find("#words").send_keys("дай коня\n")
    wait("an answer", lambda: "ok" in page.lines("theirs"))
    wait("our turn", lambda: page.status() == "Ваш ход")
    judge.look(page, "game")
    # Before the second move a game is broken off, not resigned.
    page.click("d2", "d3")
    page.button("resign")
    page.button("resign")
    wait("the end", lambda: page.find("#ending").get_attribute("open"))
    judge.look(page, "end")
    page.find("#end-toReview").click()
    wait("an evaluation", lambda: page.find("#review .moment"))
    judge.look(page, "review")
    # The game is listed once its end is written.
    time.sleep(1)
    page.button("past")
    wait("a list", lambda: page.find("#past-games .past button"))
    judge.look(page, "games")


BEGIN_CUP = """
    const done = arguments[arguments.length - 1];
    const team = (name) => ({ name, players: [{ person: `${name} 1` }, { tandem: 2 }] });
    const body = JSON.stringify({ teams: ["A", "B", "C"].map(team), form: { swiss: { rounds: 2 } }, base_s: 60, increment_s: 0, rules: "fics" });
    fetch("/club/cup/begin", { method: "POST", headers: { "x-key": localStorage.getItem("tandem.club") }, body }).then(done);"""


def judge_lobby(page, judge):
    wait("tables", lambda: page.find("#sit-4-b"))
    judge.look(page, "lobby")
    page.button("visitors")
    wait("a link", lambda: page.find("#invite[open]"))
    judge.look(page, "invitation")
    page.dismiss()
    page.button("new-cup")
    wait("a form", lambda: page.find("#cup-name-4"))
    judge.look(page, "tournament's form")
    page.dismiss()
    page.driver.execute_async_script(BEGIN_CUP)
    wait("a tournament", lambda: page.find("#cup tbody tr"))
    page.driver.execute_script("document.querySelector('.people').open = true")
    judge.look(page, "tournament")
    page.driver.execute_script("document.querySelector('#sit-2-A').click()")
    # One script, since the page is being replaced.
    seated = "return Boolean(document.querySelector('#tables')?.offsetParent && document.querySelector('#own'))"
    wait("a seat", lambda: page.driver.execute_script(seated))
    judge.look(page, "club table")


def main():
    args = arguments(__doc__, axe="")
    if not args.axe:
        print("SKIPPED, NOTHING IS TESTED: --axe names no axe.min.js (npm install axe-core)")
        return
    if not has_driver():
        return
    judge = Judge(args.axe)
    for options, look in [([], judge_table), (["--tables", "4"], judge_lobby)]:
        folder = Path(tempfile.mkdtemp())
        with Visit(None) as visit:
            visit.server, link = serve(args.engine, folder, *options)
            visit.page = Page(link, folder)
            look(visit.page, judge)
    print(f"{judge.looks} looks; of less weight: {', '.join(sorted(judge.minor)) or 'nothing'}")


if __name__ == "__main__":
    main()
