"""The puzzles of the page of `tandem play` in Chromium: those of the day, solved on one board and on both, by mouse and
by keyboard, with a slip, a hint and the solution, and one out of a kept game; the score stays in the browser."""

import json
import tempfile
from pathlib import Path

from chromium import Page, Visit, close_page, has_driver, hold, release, serve, wait
from common import arguments, check
from play_analysis import many, on, press, square
from play_sizes import at_every_size

# A game that ended by a mate in two: 4. Qh5+ g6 would hang, so the last moves are Bxf7+ Ke7 and Nd5#.
KEPT = """[Event "?"][WhiteA "Anna"][BlackA "Boris"][WhiteB "Carl"][BlackB "Dora"][TimeControl "300+0"][Rules "international"][Date "2026.11.24"][UTCTime "10:00:00"]
1A. e4 {299.0} 1a. e5 {299.0} 2A. Nf3 {298.0} 2a. d6 {298.0} 3A. Bc4 {297.0} 3a. Bg4 {297.0} 4A. Nc3 {296.0} 4a. g6 {296.0}
5A. Nxe5 {295.0} 5a. Bxd1 {295.0} 6A. Bxf7+ {294.0} 6a. Ke7 {294.0} 7A. Nd5# {293.0} {Black on A is mate} 1-0
"""


def told(page):
    return text_of(page, "#puzzle-told")


def text_of(page, selector):
    # At one moment: the page may write the panel anew meanwhile.
    return page.driver.execute_script("return document.querySelector(arguments[0])?.textContent ?? ''", selector)


# Asks the server about the puzzles of the day.
ASK = """
    const headers = { "x-key": sessionStorage.getItem("tandem.key") };
    const ask = (path, body) => fetch(path, { method: "POST", body, headers }).then((answer) => answer.json());
    const now = new Date();
    const day = Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000);
    const named = (number) => ask("puzzles/day", String(day)).then(({ puzzles }) => puzzles[number - 1].puzzle);
"""


def rest(page, number):
    """The solution of a puzzle of the day, as the server has it."""
    script = """
        const [number, done] = arguments;
        named(number).then((puzzle) => ask("puzzles/solution", JSON.stringify({ puzzle })))
          .then(({ line, places }) => done(line.map((text, index) => [text, places[index].ply[2]])));"""
    return page.driver.execute_async_script(ASK + script, number)


def mates(page, number, choice):
    """Whether a first move of a puzzle of the day mates too, if later."""
    script = """
        const [number, choice, done] = arguments;
        named(number).then((puzzle) => ask("puzzles/choice", JSON.stringify({ puzzle, line: [], choice })))
          .then(({ mates }) => done(mates));"""
    found = page.driver.execute_async_script(ASK + script, number, choice)
    check(found in [True, False], f"no verdict on {choice} in puzzle {number}")
    return found


def play_choice(page, choice):
    """Makes a choice of the solver on the boards."""
    if choice == "wait":
        page.find("#puzzle-wait").click()
        return
    board, text = choice.split(" ")
    side = "own" if board == "A" else "other"
    if text[1] == "@":
        press(page, page.find(f'#{side} .at-bottom [data-kind="{text[0]}"]'), square(page, side, text[2:4]))
    else:
        press(page, square(page, side, text[:2]), square(page, side, text[2:4]))
        if len(text) == 5:
            wait("a choice", lambda: page.find(".choice button"))
            press(page, many(page, ".choice button")["qnrb".index(text[4])])


def solve(page, number):
    """Solves a puzzle by the server's solution, move by move."""
    line = rest(page, number)
    plies = 0
    while plies < len(line):
        choice, ours = line[plies]
        check(ours, f"{line} at {plies}")
        play_choice(page, choice)
        plies = next((index for index in range(plies + 1, len(line)) if line[index][1]), len(line))
        wait(f"{plies} plies", lambda: len(many(page, ".puzzle-moves .ply")) == plies and "проверяет" not in told(page))
    wait("the end", lambda: "Решено" in told(page))


def points(page):
    return page.driver.execute_script(
        "return Object.values(Object.values(JSON.parse(localStorage.getItem('tandem.puzzles')).days)[0])"
    )


def bug_puzzles_on_their_way_stopped_the_page(page):
    """The page drew a puzzle before it had one."""
    hold(page, "puzzles/at")
    page.button("puzzles")
    wait("a puzzle, held back", lambda: page.driver.execute_script("return Boolean(window.held)"))
    for status in ["Start a game", "Начните игру"]:
        page.button("language")
        wait(f"`{status}`", lambda: page.status() == status)
    release(page)


def bug_a_click_on_a_panel_that_was_drawn_anew_was_lost(page):
    """The panel is drawn anew with every move that is shown, also between a press on its button and the release."""
    script = """
        const [done] = arguments;
        const button = document.querySelector("#puzzle-2");
        const same = [];
        const raise = (kind) => {
          button.dispatchEvent(new PointerEvent(kind, { bubbles: true }));
          // A key that shows the first position, which is on display already.
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
          same.push(button.isConnected);
        };
        raise("pointerdown");
        raise("pointerup");
        setTimeout(() => done([...same, button.isConnected]), 400);"""
    found = page.driver.execute_async_script(script)
    check(found == [True, True, False], f"a button is the same while it is pressed, let go, and after: {found}")


def bug_a_hint_that_came_after_a_move_was_for_the_position_before(page):
    """It took a half of the points too. Of the first puzzle only the first move is tried."""
    line = rest(page, 1)
    hold(page, "puzzles/solution")
    page.find("body").send_keys("?")
    wait("a hint, held back", lambda: page.driver.execute_script("return Boolean(window.held)"))
    play_choice(page, line[0][0])
    wait("the move", lambda: many(page, ".puzzle-moves .ply") and "проверяет" not in told(page))
    before = told(page)
    release(page)
    check(told(page) == before, f"a hint after the move: {before}, then {told(page)}")
    choose(page, 1)
    wait("the puzzle from its start", lambda: not many(page, ".puzzle-moves .ply"))


def solve_the_day(page, photos):
    bug_puzzles_on_their_way_stopped_the_page(page)
    wait("five puzzles", lambda: len(many(page, ".puzzle-box [aria-pressed]")) == 5)
    bug_a_click_on_a_panel_that_was_drawn_anew_was_lost(page)
    check(page.status().startswith("Задача 1") and "мат" in page.status(), page.status())
    check(not page.find("#other").is_displayed(), "the other board is there in a puzzle of one")
    at_every_size(page, "puzzle", photos)
    bug_a_hint_that_came_after_a_move_was_for_the_position_before(page)
    solve(page, 1)
    check(points(page) == [1], f"{points(page)}")
    check("сегодня 1" in text_of(page, "#puzzle-score"), text_of(page, "#puzzle-score"))
    # Through the moves by keys.
    body = page.find("body")
    body.send_keys("\ue012")
    wait("a move back", lambda: not page.find(".puzzle-moves .ply:last-child[aria-current]"))


def slip_of(page, number):
    """A quiet move in the puzzle shown that does not mate, as two squares; None if every move mates."""
    best = rest(page, number)[0][0].split(" ")[1]
    cells = page.driver.execute_script(
        "return [...document.querySelectorAll('#own .cell')].map((cell) => [cell.dataset.square, cell.getAttribute('aria-label')])"
    )
    ours = "Белые" if "Белые" in page.status() else "Чёрные"
    for start, label in cells:
        if ours in label and start != best[:2]:
            press(page, square(page, "own", start))
            targets = page.driver.execute_script(
                "return [...document.querySelectorAll('#own .cell.target')].map((cell) => cell.dataset.square)"
            )
            # A pawn's step to the last rank would ask for a piece.
            targets = [target for target in targets if not (label.endswith("пешка") and target[1] in "18")]
            slip = next((target for target in targets if not mates(page, number, f"A {start}{target}")), None)
            if slip:
                return start, slip
    return None


def choose(page, number):
    page.find(f"#puzzle-{number}").click()
    shown = f"Задача {number}:"
    wait(shown, lambda: page.status().startswith(shown))


def bug_a_puzzle_begun_anew_forgot_its_slip(page, number):
    """It counted in full then, as if it had been solved without help."""
    choose(page, 1)
    choose(page, number)
    solve(page, number)
    check(sorted(points(page)) == [0.5, 1], f"{points(page)}")


def slip_and_hint(page):
    """A move that does not mate is taken back; a hint shows the piece; solved so it counts half. Returns the puzzle's
    number: on some days every move of one of them mates, sooner or later."""
    for number in [2, 3, 4]:
        choose(page, number)
        if slip := slip_of(page, number):
            break
    else:
        raise SystemExit("FAILED: every move of three puzzles mates")
    # Another puzzle begins with nothing selected.
    choose(page, 1)
    choose(page, number)
    press(page, square(page, "own", slip[0]), square(page, "own", slip[1]))
    wait("a word on it", lambda: "Так мата нет" in told(page))
    wait("the move taken back", lambda: not many(page, ".puzzle-moves .ply"))
    page.find("body").send_keys("?")
    wait("a hint", lambda: "Ходите этой фигурой" in told(page) or "Поставьте фигуру" in told(page))
    bug_a_puzzle_begun_anew_forgot_its_slip(page, number)
    return number


def see_a_solution(page, number):
    choose(page, number - 1)
    page.find("body").send_keys("\ue00f")
    shown = f"Задача {number}:"
    wait(f"{shown} by a key", lambda: page.status().startswith(shown) and page.find("#puzzle-solution"))
    page.find("body").send_keys("s")
    wait("the solution played through", lambda: "решение" in told(page))
    wait(
        "mate on the board",
        lambda: "мат"
        in page.driver.execute_script(
            "return [...document.querySelectorAll('#own .badge')].map((badge) => badge.textContent).join()"
        ),
    )
    check(sorted(points(page)) == [0, 0.5, 1], f"{points(page)}")


def solve_with_both_boards(page, photos):
    page.find("#puzzle-5").click()
    wait("the fifth", lambda: page.status().startswith("Задача 5") and "вместе" in page.status())
    check(page.find("#other").is_displayed(), "a puzzle of both boards shows one")
    at_every_size(page, "puzzle-both", photos)
    solve(page, 5)
    check(sorted(points(page)) == [0, 0.5, 1, 1], f"{points(page)}")


def solve_an_own_one(page, slipped, untried):
    page.find("#puzzle-own").click()
    wait("a puzzle of a kept game", lambda: "Из ваших партий" in text_of(page, ".puzzle-box h2"))
    check(len(many(page, ".puzzle-box [aria-pressed]")) == 1, "one game ended by mate")
    press(page, square(page, "own", "c4"), square(page, "own", "f7"))
    wait("the reply", lambda: on(page, "own", "e7") == "Чёрные: король")
    wait("our turn", lambda: "Верно" in told(page))
    page.find("body").send_keys("Nd5")
    wait("the end", lambda: "Решено" in told(page))
    page.find("#puzzle-today").click()
    wait("the day", lambda: "Задачи дня" in text_of(page, ".puzzle-box h2"))
    # The score is there after a reload.
    page.button("leave-analysis")
    page.driver.refresh()
    page.button("puzzles")
    wait("the puzzle not tried yet", lambda: page.status().startswith(f"Задача {untried}"))
    check("½" in text_of(page, f"#puzzle-{slipped}") and "✓" in text_of(page, "#puzzle-5"), "the states are lost")
    page.button("language")
    wait("English", lambda: page.status().startswith(f"Puzzle {untried}"))
    page.button("leave-analysis")


def main():
    args = arguments(__doc__, photos="")
    if not has_driver():
        return
    photos = Path(args.photos) if args.photos else None
    folder = Path(tempfile.mkdtemp())
    (folder / "games").mkdir()
    (folder / "games" / "2026-11-24-100000-1.bpgn").write_text(KEPT)
    with Visit(photos) as visit:
        visit.server, link = serve(args.engine, folder / "games")
        page = visit.page = Page(link, folder)
        page.pass_by()
        solve_the_day(page, photos)
        slipped = slip_and_hint(page)
        seen, untried = [number for number in [2, 3, 4] if number != slipped]
        see_a_solution(page, seen)
        solve_with_both_boards(page, photos)
        solve_an_own_one(page, slipped, untried)
        close_page(visit.server, page)
        visit.page = None
        print("puzzles were solved on one board and on both, with a slip, a hint and a solution shown")


if __name__ == "__main__":
    main()
