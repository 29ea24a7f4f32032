"""The analysis board of the page of `tandem play` in Chromium: moves and drops tried on both boards, Tandem's lines, a
position in BFEN or set up by hand, and a game from there."""

import re
import tempfile
from pathlib import Path

from chromium import Page, Visit, close_page, has_driver, serve, wait
from common import arguments, check
from play_sizes import at_every_size
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
# White mates on A by the queen on f7; B is quiet.
MATE = f"r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR[] w KQkq - 0 1 | {START}"
GAME = '[WhiteA "Анна"][BlackA "Boris"][WhiteB "Carl"][BlackB "Dora"][TimeControl "300+0"]\n' + """
1A. e4 {299.0} 1a. d5 {299.0} 2A. exd5 {298.0} 1B. Nf3 {298.0} 1b. P@e4 {297.0} *
"""


def square(page, side, name):
    return page.find(f'#{side} [data-square="{name}"]')


def on(page, side, name):
    return square(page, side, name).get_attribute("aria-label").split(", ", 1)[1]


def press(page, *elements):
    for element in elements:
        ActionChains(page.driver, duration=30).click(element).perform()


def move(page, side, start, end):
    press(page, square(page, side, start), square(page, side, end))


def many(page, selector):
    return page.driver.find_elements(By.CSS_SELECTOR, selector)


def tried(page):
    script = "return [...document.querySelectorAll('#tree .ply')].map((ply) => `${ply.firstChild.textContent} ${ply.lastChild.textContent}`)"
    return page.driver.execute_script(script)


def bfen(page):
    return page.find("#bfen").get_attribute("value")


def lines(page):
    # At one moment: the page may write them anew meanwhile.
    return page.driver.execute_script(
        "return [...document.querySelectorAll('#lines .line')].map((line) => line.textContent)"
    )


def verdict(page):
    return page.driver.execute_script(
        "return [...document.querySelectorAll('#lines p')].map((line) => line.textContent)"
    )


def open_bfen(page, text):
    field = page.find("#bfen")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text, Keys.ENTER)


def try_moves(page):
    """Moves on both boards; a captured piece crosses and is dropped; side lines stand in the tree."""
    page.button("analyze")
    wait("the board", lambda: page.status().startswith("Анализ"))
    check(bfen(page) == f"{START} | {START}", bfen(page))
    move(page, "own", "e2", "e4")
    wait("a move on A", lambda: on(page, "own", "e4") == "Белые: пешка")
    page.drag(square(page, "own", "d7"), square(page, "own", "d5"))
    wait("black's move", lambda: on(page, "own", "d5") == "Чёрные: пешка")
    move(page, "own", "e4", "d5")
    wait("a capture", lambda: on(page, "own", "d5") == "Белые: пешка")
    move(page, "other", "g1", "f3")
    wait("a move on B", lambda: on(page, "other", "f3") == "Белые: конь")
    # Black on B holds the pawn now.
    slot = next(slot for slot in many(page, '#other [data-kind="p"]') if slot.get_attribute("aria-label") == "пешка: 1")
    press(page, slot, square(page, "other", "e4"))
    wait("a drop", lambda: on(page, "other", "e4") == "Чёрные: пешка")
    check(tried(page) == ["1A e4", "1a d5", "2A exd5", "1B Nf3", "1b P@e4"], f"{tried(page)}")
    body = page.find("body")
    for _ in range(2):
        body.send_keys(Keys.ARROW_LEFT)
    wait("two moves back", lambda: on(page, "other", "f3") == "пусто")
    move(page, "other", "d2", "d4")
    wait("another move", lambda: on(page, "other", "d4") == "Белые: пешка")
    check(len(many(page, "#tree .side-line")) == 1 and len(tried(page)) == 6, f"{tried(page)}")
    # A move that was tried before is not there twice.
    body.send_keys(Keys.ARROW_LEFT)
    move(page, "other", "g1", "f3")
    wait("the old move", lambda: on(page, "other", "f3") == "Белые: конь")
    check(len(tried(page)) == 6, f"{tried(page)}")
    move(page, "own", "e7", "e3")
    wait("a word on an illegal move", lambda: "невозможен" in page.find("#banner").text)


def bug_of_two_quick_moves_on_both_boards_one_was_lost(page):
    """The second one began from the position before the first, whose answer was still under way."""
    script = """
        const [done] = arguments;
        import("/analysis.js").then(async ({ Analysis: { prototype } }) => {
          const node = (parent, place) => ({ parent, place, child() {}, add(next) { return node(this, next); } });
          const shown = node(null, { bfen: "start", boards: [{}, {}] });
          const answer = async ({ boards, move: [letter] }) =>
            ({ bfen: boards + letter, boards: [{}, {}], ply: [letter, "e4"] });
          const tries = Promise.resolve();
          const found = { __proto__: prototype, on: true, root: 1, node: shown, tries, wire: { position: answer } };
          found.go = (to) => (found.node = to);
          await Promise.all([0, 1].map((index) => found.play({ index }, "e2e4")));
          return found.node.place.bfen;
        }).catch(String).then(done);"""
    found = page.driver.execute_async_script(script)
    check(found == "startAB", f"after a move on each board: {found}")


def bug_a_key_to_the_end_began_the_search_of_the_end_anew(page):
    """Home and End went to the position on display too, and lost what a long search had found."""
    script = """
        const [done] = arguments;
        import("/analysis.js").then(({ Analysis: { prototype } }) => {
          const gone = [];
          const [first, last] = [{ last: () => last }, { last: () => last, children: [] }];
          Object.assign(last, { parent: first });
          Object.assign(first, { parent: null, children: [last] });
          const board = { editor: {}, root: first, go: (node) => gone.push(node === last ? "end" : "start") };
          for (const [node, key] of [[last, "End"], [first, "Home"], [first, "End"], [last, "Home"]]) {
            prototype.key.call(Object.assign(board, { node }), { key, target: document.body });
          }
          return gone;
        }).catch(String).then(done);"""
    found = page.driver.execute_async_script(script)
    check(found == ["end", "start"], f"Home and End went to {found}")


def bug_a_promotion_by_key_took_a_piece_from_the_hand(page):
    """The letter of the choice selected the queen in the hand too, and the next click dropped it."""
    open_bfen(page, f"4k3/P7/8/8/8/8/8/4K3[Qq] w - - 0 1 | {START}")
    wait("the position", lambda: on(page, "own", "a7") == "Белые: пешка")
    page.driver.execute_script("document.activeElement.blur()")
    page.find("body").send_keys("a7", "a8")
    wait("a choice", lambda: page.find("#own .choice"))
    page.driver.switch_to.active_element.send_keys("q")
    wait("a queen", lambda: on(page, "own", "a8").startswith("Белые: ферзь"))
    check(not many(page, ".slot.selected"), "a piece in the hand is selected")
    bug_a_promotion_took_the_focus_from_the_board(page)


def bug_a_promotion_took_the_focus_from_the_board(page):
    """The focus went with the choice, and the next arrow key began at the page's head."""
    focused = page.driver.execute_script("return document.activeElement.dataset.square")
    check(focused == "a8", f"the focus after a promotion: {focused}")


def bug_another_language_ended_the_way_deeper(page):
    """The button was drawn anew as if the search were still under way, and nothing came after it."""
    for word in ["Deeper", "Глубже"]:
        page.button("language")
        wait(f"`{word}`", lambda: page.find("#analysis-deeper").text == word)
        check(page.find("#analysis-deeper").is_enabled(), f"`{word}` cannot be pressed")


def look_at_lines(page, photos):
    """Tandem's lines of both boards, an arrow for each, and more nodes on request."""
    open_bfen(page, MATE)
    wait(
        "lines of both boards",
        lambda: len(found := lines(page)) == 2
        and found[0].startswith("A #1  Qxf7#")
        and re.search(r"^B [+−]\d", found[1]),
    )
    wait("arrows", lambda: page.find("#own .arrows .best") and page.find("#other .arrows .best"))
    check(page.find("#own .gauge").is_displayed(), "there is no bar beside the board")
    wait("the end of the search", lambda: page.find("#analysis-deeper:not([disabled])"))
    bug_another_language_ended_the_way_deeper(page)
    depth = lambda: [int(number) for number in re.findall(r"\d+", verdict(page)[-1])[:2]]
    before = depth()
    page.find("#analysis-deeper").click()
    wait("a deeper line", lambda: depth()[1] > before[1])
    move(page, "own", "h5", "f7")
    wait("mate", lambda: "мат" in verdict(page)[0] and page.status().endswith("1-0"))
    check(not page.find("#analysis-playFromHere"), "a game that is over can be played on")
    page.find("body").send_keys(Keys.ARROW_LEFT)
    wait("the move before", lambda: page.find("#analysis-playFromHere"))
    wait("lines", lambda: len(lines(page)) == 2)
    at_every_size(page, "analysis", photos)


def refuse_bad_text(page):
    before = bfen(page)
    open_bfen(page, "rnbq/8 w | startpos")
    wait(
        "a word on it",
        lambda: page.find("#banner").text == "Позицию отсюда не прочесть: У доски 8 горизонталей, а не: A: 2, rnbq/8",
    )
    page.driver.execute_script("document.activeElement.blur()")
    page.find("body").send_keys(Keys.ARROW_RIGHT)
    wait("the old position, with its moves", lambda: page.status().endswith("1-0"))
    page.find("body").send_keys(Keys.ARROW_LEFT)
    wait("the position before", lambda: bfen(page) == before)


def set_up(page, photos):
    """A position by hand: mate in one on A."""
    tool = lambda letter: page.find(f"#tool-{letter}").click()
    page.find("#analysis-setUp").click()
    wait("tools", lambda: page.find("#tool-Q"))
    page.find("#analysis-clearBoards").click()
    tool("R")
    press(page, square(page, "own", "a7"))
    tool("Q")
    press(page, page.find('#own .at-bottom [data-kind="q"]'))
    tool("none")
    press(page, square(page, "own", "a7"))
    wait("an empty square", lambda: on(page, "own", "a7") == "пусто")
    tool("R")
    press(page, square(page, "own", "a7"))
    page.find("#turn-B").click()
    wait("the BFEN", lambda: bfen(page) == "4k3/R7/8/8/8/8/8/4K3[Q] w - - 0 1 | 4k3/8/8/8/8/8/8/4K3[] b - - 0 1")
    page.driver.execute_script("document.querySelector('#banner').hidden = true")
    at_every_size(page, "setting-up", photos)
    # Nothing is lost by a position that is none.
    tool("k")
    press(page, square(page, "own", "h5"))
    page.find("#analysis-editDone").click()
    wait("a word on two kings", lambda: "Больше одного короля: A: чёрные" in page.find("#banner").text)
    press(page, square(page, "own", "h5"))
    page.find("#analysis-editDone").click()
    wait(
        "the position", lambda: page.status() == "Анализ: Начало" and lines(page) and lines(page)[0].startswith("A #1")
    )


def turn_boards(page):
    first = lambda: page.find("#own .cell").get_attribute("data-square")
    before = first()
    page.find("#analysis-flip").click()
    wait("turned boards", lambda: first() != before)
    page.find("#analysis-flip").click()
    page.find("#analysis-otherBoard").click()
    wait("board B first", lambda: page.find("#own .letter").text == "B")
    page.find("#analysis-otherBoard").click()


def look_at_summary(page, downloads, photos):
    """What each player did in the game that is over, and the game as a page of its own, in both languages."""
    wait("a table", lambda: len(many(page, "#review .summary tr")) == 5)
    script = "return [...document.querySelectorAll('#review .summary tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
    rows = page.driver.execute_script(script)
    check(
        [row[0][:3] for row in rows[1:]] == ["A: ", "a: ", "B: ", "b: "]
        and rows[1][1] == "1"
        and rows[1][6].startswith("0:"),
        f"{rows}",
    )
    page.driver.execute_script("document.querySelector('#banner').hidden = true")
    at_every_size(page, "summary", photos)
    for language, text in [("ru", "Партия 1"), ("en", "Game 1")]:
        file = downloads / "tandem.html"
        file.unlink(missing_ok=True)
        page.find("#save-report").click()
        wait(
            f"the page in {language}", lambda: file.exists() and text in file.read_text() and "<svg" in file.read_text()
        )
        page.button("language")
        wait("the other language", lambda: page.find("#save-report").is_displayed())


def play_on(page, downloads, photos):
    """A game from the position, with the usual seats."""
    page.find("#analysis-playFromHere").click()
    wait("the form", lambda: page.find("#start-boards"))
    check(page.find("#start-boards").get_attribute("aria-pressed") == "true", "the position is not chosen")
    page.find("#start").click()
    wait("a game", lambda: page.status() == "Ваш ход")
    check(page.piece("a7") == "Белые: ладья" and page.count("q") == 1, "another position")
    press(page, page.find('#own .at-bottom [data-kind="q"]'), square(page, "own", "e7"))
    wait("mate", lambda: page.status().startswith("Вы выиграли: мат"))
    check("невозможен" not in page.find("#banner").text, f"a legal move is called illegal: {page.find('#banner').text}")
    page.dismiss()
    wait("its steps", lambda: page.find("#steps").is_displayed())
    look_at_summary(page, downloads, photos)
    page.button("new-game")
    page.find("#start-usual").click()
    page.find("#start").click()
    wait("the usual start", lambda: page.piece("a7") == "Чёрные: пешка")
    page.button("abort")
    wait("the end", lambda: page.find("#ending[open]"))
    page.dismiss()


def analyze_a_game(page):
    """A game that is stepped through opens with all its moves, where it stands."""
    page.paste(GAME)
    wait("the game", lambda: "вставлено" in page.status())
    first = page.find("#own .cell").get_attribute("data-square")
    page.button("turn")
    wait("turned boards", lambda: page.find("#own .cell").get_attribute("data-square") != first)
    page.button("turn")
    color = lambda: page.driver.execute_script(
        "return getComputedStyle(document.querySelector('.cell.dark')).backgroundColor"
    )
    seen = set()
    page.button("theme")
    for name in ["green", "blue", "brown"]:
        page.find(f"#look-board-{name}").click()
        seen.add(color())
    page.dismiss()
    check(len(seen) == 3, f"three boards have the colors {seen}")
    for _ in range(2):
        page.button("next")
    page.button("analyze")
    wait("its moves", lambda: len(tried(page)) == 5 and on(page, "own", "d5") == "Чёрные: пешка")
    move(page, "own", "e4", "e5")
    wait("a side line", lambda: len(many(page, "#tree .side-line")) == 1)
    page.find("#analysis-removeMove").click()
    wait("the game alone", lambda: len(tried(page)) == 5)
    page.button("leave-analysis")
    wait("the game", lambda: "вставлено" in page.status() and page.find("#steps").is_displayed())
    page.paste(MATE)
    wait("a pasted position", lambda: page.status().startswith("Анализ") and bfen(page) == MATE)
    page.button("leave-analysis")


def bug_a_click_on_moves_that_were_drawn_anew_was_lost(page):
    """The table of moves grows while the server reads its games, also between a press on a move and the release."""
    script = """
        const [done] = arguments;
        import("/explorer.js").then(async ({ Explorer }) => {
          const root = document.createElement("div");
          document.body.append(root);
          const [played, same] = [[], []];
          let answer;
          const wire = { server: true, post: () => new Promise((come) => (answer = come)) };
          const explorer = new Explorer(wire, root, { play: (board, text) => played.push(text) });
          const row = { san: "e4", move: "e2e4", played: 1, score: null };
          const later = () => new Promise((come) => setTimeout(come, 50));
          const read = (left) => {
            answer({ games: 1, left, boards: [[row], []] });
            return later();
          };
          const press = () => {
            const button = root.querySelector("button");
            button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
            return button;
          };
          explorer.ask({}, explorer.run);
          await read(2);
          const button = press();
          await read(1);
          same.push(button.isConnected);
          button.click();
          await later();
          same.push(button.isConnected);
          // A move of the position before is not played in another one.
          const old = press();
          explorer.stop();
          old.click();
          root.remove();
          return [same, played];
        }).catch(String).then(done);"""
    found = page.driver.execute_async_script(script)
    check(found == [[True, False], ["e2e4"]], f"a button is the same while it is pressed, and after; moves: {found}")


def explore(page):
    """The moves of kept games stand in a table, and one is played by a press."""
    page.button("analyze")
    rows = lambda: page.driver.execute_script(
        "return [...document.querySelectorAll('.played table:first-child tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    wait("the moves of three games", lambda: rows() == [["e4", "3", "50 %"], ["d4", "1", "50 %"]])
    check("3" in page.find("#played h3").text, page.find("#played h3").text)
    page.driver.execute_script("document.querySelector('.played button').click()")
    wait("the move on the board", lambda: on(page, "own", "e4") == "Белые: пешка")
    wait("what followed", lambda: sorted(row[0] for row in rows()) == ["c5", "e5"])
    bug_a_click_on_moves_that_were_drawn_anew_was_lost(page)
    page.button("leave-analysis")


def look_otherwise(page, photos):
    """Pieces, sizes and columns are chosen in a dialog, and kept."""
    page.paste(GAME)
    wait("the game", lambda: "вставлено" in page.status())
    body = "return document.querySelector('#own .piece-picture').innerHTML"
    size = lambda: page.find("#own .board").size["width"]
    bodies, sizes = set(), []
    page.button("theme")
    for name in ["classic", "plain", "disks"]:
        page.find(f"#look-pieces-{name}").click()
        bodies.add(page.driver.execute_script(body))
        at_every_size(page, f"pieces-{name}", photos, "#look")
    for name in ["large", "middle", "even"]:
        page.find(f"#look-size-{name}").click()
        sizes.append(size())
    page.find("#look-moves-columns").click()
    page.dismiss()
    check(
        len(bodies) == 3 and sizes == sorted(sizes, reverse=True) and len(set(sizes)) == 3,
        f"{len(bodies)} sets, sizes {sizes}",
    )
    at_every_size(page, "columns", photos)
    place = "return [...document.querySelectorAll('#moves li')].map((item) => [item.getBoundingClientRect().left, item.getBoundingClientRect().top])"
    e4, d5, exd5, nf3, drop = page.driver.execute_script(place)
    check(
        e4[1] == d5[1] == nf3[1] == drop[1] < exd5[1] and e4[0] == exd5[0] < d5[0] < nf3[0] < drop[0],
        "the moves stand in no columns",
    )
    page.driver.execute_script("document.querySelectorAll('#moves li')[1].click()")
    wait(
        "the position after it", lambda: on(page, "own", "d5") == "Чёрные: пешка" and on(page, "other", "f3") == "пусто"
    )
    page.driver.refresh()
    wait("the page", lambda: page.find("#theme"))
    kept = page.driver.execute_script(
        "return [localStorage.getItem('tandem.pieces'), document.documentElement.dataset.size, document.documentElement.dataset.moves]"
    )
    check(kept == ["disks", "even", "columns"], f"{kept}")
    page.driver.execute_script(
        "['pieces', 'size', 'moves'].forEach((name) => localStorage.removeItem(`tandem.${name}`))"
    )


def open_many(page, folder):
    """A file of 83 games is listed whole, and the last one opens."""
    file = folder / "many.bpgn"
    room = " " * 40_000
    game = '[WhiteA "Player {0}"]\n{1}\n1A. e4 {{59.0}} 1a. Nf6 {{59.0}} {{Player {0} resigns}} 0-1\n\n'
    file.write_text("".join(game.format(number, room) for number in range(1, 84)))
    page.find("#file").send_keys(str(file))
    wait("83 games", lambda: len(page.driver.find_elements(By.CSS_SELECTOR, "#games option")) == 83)
    Select(page.find("#games")).select_by_index(82)
    names = lambda: [name.text for name in page.driver.find_elements(By.CSS_SELECTOR, ".strip .name")]
    wait("the last one", lambda: "Player 83" in names())
    wait("its moves", lambda: len(page.driver.find_elements(By.CSS_SELECTOR, "#moves li")) == 2)
    page.button("leave")


def bug_another_game_of_a_file_kept_the_notes_of_the_last_one(page):
    """Two games with as many notes at their starts were one game to the log."""
    page.paste("{C:the first} 1A. e4 {59.0} {White resigns} 0-1\n\n{C:the second} 1A. d4 {59.0} {White resigns} 0-1")
    notes = lambda: page.driver.execute_script("return document.querySelector('#log').textContent")
    wait("the note of the first game", lambda: notes() == "the first")
    Select(page.find("#games")).select_by_index(1)
    wait("the note of the second game", lambda: notes() == "the second")
    page.button("leave")


# Games that the server keeps.
KEPT = [
    "1A. e4 {59.0} 1a. e5 {59.0} 2A. Nf3 {58.0} {White resigns} 0-1",
    "1A. e4 {59.0} 1a. c5 {59.0} {Black resigns} 1-0",
    "1A. d4 {59.0} 1B. e4 {59.0} {Draw} 1/2-1/2",
]


def main():
    args = arguments(__doc__, photos="")
    if not has_driver():
        return
    photos = Path(args.photos) if args.photos else None
    folder = Path(tempfile.mkdtemp())
    with Visit(photos) as visit:
        (folder / "games").mkdir()
        for number, moves in enumerate(KEPT, 1):
            tags = '[WhiteA "Anna"][BlackA "Boris"][WhiteB "Carl"][BlackB "Dora"][TimeControl "60+0"]\n'
            (folder / "games" / f"2026-11-24-10000{number}-{number}.bpgn").write_text(tags + moves + "\n")
        visit.server, link = serve(args.engine, folder / "games")
        page = visit.page = Page(link, folder)
        page.pass_by()
        explore(page)
        try_moves(page)
        bug_of_two_quick_moves_on_both_boards_one_was_lost(page)
        bug_a_key_to_the_end_began_the_search_of_the_end_anew(page)
        bug_a_promotion_by_key_took_a_piece_from_the_hand(page)
        look_at_lines(page, photos)
        refuse_bad_text(page)
        set_up(page, photos)
        turn_boards(page)
        play_on(page, folder, photos)
        analyze_a_game(page)
        open_many(page, folder)
        bug_another_game_of_a_file_kept_the_notes_of_the_last_one(page)
        look_otherwise(page, photos)
        # Answers to bad positions are errors to the browser.
        close_page(visit.server, page, "422")
        visit.page = None
        print("moves were tried on both boards, lines shown, a position set up and played")


if __name__ == "__main__":
    main()
