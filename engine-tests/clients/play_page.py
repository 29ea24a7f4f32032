"""Chromium plays a whole game on the page of `tandem play` by mouse and keys, with Tandem against scripted opponents.

Covers a premove, a drop, «дай коня» and the partner's answer, a reload in mid-game, mate, the game step by step, its
BPGN, and a file from disk. The browser's log must stay free of errors. With --photos the page is photographed at three
sizes. Then a second table: engines in the opponents' seats, one of which cannot be started.
"""

import os
import tempfile
import time
from pathlib import Path

from chromium import SIZES, Opponent, Visit, close_page, has_driver, hold, open_page, release, wait
from common import arguments, check
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By


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
    check("Партнёр: Tandem, уровень 6" in names, f"no level at the partner's name: {names}")
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


def bug_a_premove_taken_back_at_once_stayed(page):
    """Esc came before the server's word on the premove, and was sent on for none."""
    script = """
        for (const square of ["f1", "c4"]) {
          const cell = document.querySelector(`#own [data-square="${square}"]`);
          const box = cell.getBoundingClientRect();
          const [clientX, clientY] = [box.left + box.width / 2, box.top + box.height / 2];
          const at = { bubbles: true, pointerId: 1, clientX, clientY };
          for (const kind of ["pointerdown", "pointerup"]) cell.dispatchEvent(new PointerEvent(kind, at));
        }
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", code: "Escape", bubbles: true }));"""
    page.driver.execute_script(script)
    time.sleep(0.5)
    check(page.status() == "Ход соперника", f"after a premove and Esc: {page.status()}")


def answer_once(page, answer):
    """The next request for an evaluation's results is answered by this statement of a script."""
    script = """
        const ask = window.fetch;
        window.fetch = async (path, ...rest) => {
          if (!String(path).includes("/from/")) return ask(path, ...rest);
          window.fetch = ask;
          ANSWER
        };"""
    page.driver.execute_script(script.replace("ANSWER", answer))


def bug_an_answer_that_was_lost_ended_the_evaluation(page):
    """The game "cannot be evaluated" after one request without a connection; the review is looked at later."""
    answer_once(page, 'throw new TypeError("no connection");')


def bug_an_evaluation_that_was_given_up_was_no_longer_possible(page):
    """The server gives up what nobody asks about for ten seconds; the game "cannot be evaluated" then."""
    answer_once(page, 'return new Response("", { status: 404 });')


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
    bug_a_premove_taken_back_at_once_stayed(page)
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
    bug_an_answer_that_was_lost_ended_the_evaluation(page)
    bug_an_evaluation_that_was_given_up_was_no_longer_possible(page)
    # Moves by keyboard, from square to square.
    page.find("body").send_keys("h5", "f7")
    wait("mate", lambda: page.status().startswith("Вы выиграли: мат"))
    wait("the end as a dialog", lambda: page.find("#ending").get_attribute("open"))
    check("Qxf7#" in page.find("#ending .last-moves").text, page.find("#ending").text)
    page.dismiss()


def bug_a_new_connection_emptied_the_notes_of_a_game(page):
    """The table's talk came again, and the notes of the file's game, which stood in its place, were gone."""
    notes = "return document.querySelectorAll('#log p').length"
    before = page.driver.execute_script(notes)
    page.driver.execute_script("dispatchEvent(new Event('online'))")
    time.sleep(1)
    after = page.driver.execute_script(notes)
    check(before == after, f"{before} notes before a new connection, {after} after it")


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
    bug_a_new_connection_emptied_the_notes_of_a_game(page)
    page.button("leave")
    wait("the table again", lambda: page.status().startswith("Вы выиграли"))
    page.paste(text)
    wait("the pasted game", lambda: "вставлено" in page.status() and page.piece("f7") == "Чёрные: пешка")
    torn = downloads / "torn.bpgn"
    torn.write_text(text[: len(text) // 2])
    page.find("#file").send_keys(str(torn))
    wait("a word on the torn file", lambda: page.find("#banner").text.startswith(("No game can be read", "Партию отсюда")))
    page.button("leave")
    wait("the table again", lambda: page.status().startswith("Вы выиграли"))
    page.button("language")
    wait("English", lambda: page.status().startswith("You won: mate"))
    page.button("language")


def play_engines(page):
    """Plays against engines of the command line, after one of them could not be started."""
    page.pass_by()
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
    bug_a_finished_game_that_came_late_covered_the_rematch(page)
    names = [name.text for name in page.driver.find_elements(By.CSS_SELECTOR, ".strip .name")]
    check(sum(name.startswith("Other") for name in names) == 2, f"the opponents have changed: {names}")


def bug_a_finished_game_that_came_late_covered_the_rematch(page):
    """Breaks a game off, and begins the rematch before the page has the game to be stepped through."""
    hold(page, "replay")
    # Before the second move a game is broken off, not resigned.
    page.button("abort")
    wait("the end", lambda: page.status().startswith("Игра прервана"))
    wait("its dialog", lambda: page.find("#end-rematch"))
    wait("the game, held back", lambda: page.driver.execute_script("return Boolean(window.held)"))
    page.find("#end-rematch").click()
    # With changed colors the engine moves first.
    wait("a rematch with black", lambda: page.status() == "Ваш ход" and page.piece("e7") == "Чёрные: пешка")
    release(page)
    check(not page.find("#steps").is_displayed(), "the last game covers the rematch")
    check(page.status() == "Ваш ход", f"no move can be made: {page.status()}")


def idle_share(process, seconds=5):
    """CPU use of an idle process, as a share of a core."""
    ticks = lambda: sum(map(int, Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))
    before = ticks()
    time.sleep(seconds)
    return (ticks() - before) / os.sysconf("SC_CLK_TCK") / seconds


def start_chess960(page):
    """Starts a game from position 0 of Chess960, which has a bishop on a1, and moves as black."""
    wait("the last game's end as a dialog", lambda: page.find("#ending").get_attribute("open"))
    page.dismiss()
    page.button("new-game")
    field = wait("a field for the number", lambda: page.find("#setup input[type=number][max='959']"))
    page.driver.execute_script("arguments[0].value = 0; arguments[0].dispatchEvent(new Event('change'))", field)
    page.find("#start").click()
    wait("the bishop on a1", lambda: page.find("#own [data-square=a1]") and "слон" in page.piece("a1"))
    wait("our turn", lambda: page.status() == "Ваш ход")
    page.click("b7", "b5")
    # White may take the pawn at once.
    wait("a move", lambda: "1ab5" in page.find("#moves").text)
    page.button("abort")
    wait("the end", lambda: page.find("#ending").get_attribute("open"))


def bug_a_position_that_came_late_covered_the_game(page):
    """Opens a position, and begins a game before the page has it."""
    page.dismiss()
    hold(page, "position")
    page.paste("startpos | startpos")
    wait("the position, held back", lambda: page.driver.execute_script("return Boolean(window.held)"))
    page.button("new-game")
    page.find("#start").click()
    wait("game", lambda: page.status() == "Ваш ход")
    release(page)
    check(page.status() == "Ваш ход", f"the position covers the game: {page.status()}")
    page.button("abort")
    wait("the end", lambda: page.find("#ending").get_attribute("open"))


def bug_a_list_of_games_that_came_late_covered_the_game(page):
    """Asks for the list, and begins a game before the page has it."""
    page.dismiss()
    hold(page, "games")
    page.button("past")
    wait("the list, held back", lambda: page.driver.execute_script("return Boolean(window.held)"))
    page.button("new-game")
    page.find("#start").click()
    wait("game", lambda: page.status() == "Ваш ход")
    release(page)
    check(not page.find("#past-games[open]"), "the list covers the game")
    page.button("abort")
    wait("the end", lambda: page.find("#ending").get_attribute("open"))


def bug_a_file_that_was_none_was_told_over_the_game(page):
    """Opens a text without a result, and begins a game before the page knows that it is none."""
    page.dismiss()
    page.driver.execute_script("document.querySelector('#banner').hidden = true")
    hold(page, "replay")
    page.paste('[Event "x"]\n1A. e4 {179.2} 1a. e5')
    wait("the answer, held back", lambda: page.driver.execute_script("return Boolean(window.held)"))
    page.button("new-game")
    page.find("#start").click()
    wait("game", lambda: page.status() == "Ваш ход")
    release(page)
    check(not page.find("#banner").is_displayed(), f"over the game: {page.find('#banner').text}")
    page.button("abort")
    wait("the end", lambda: page.find("#ending").get_attribute("open"))


def same_words(page):
    """Keys of the texts that only one of the languages has."""
    return page.driver.execute_async_script("""
        const done = arguments[0];
        const keys = (value) => value && typeof value === "object" ? Object.entries(value).flatMap(([key, inner]) => [key, ...keys(inner).map((name) => key + "." + name)]) : [];
        import("/words.js").then(({ WORDS }) => {
          const [en, ru] = [keys(WORDS.en), keys(WORDS.ru)];
          done([...en.filter((key) => !ru.includes(key)), ...ru.filter((key) => !en.includes(key))]);
        });""")


# A player of a board that is not on the page, with a knight that is selected ahead of the turn.
PLAYER = """
    const [done] = arguments;
    const ready = Promise.all([import("/player.js"), import("/bfen.js")]).then(([{ Player }, { parse }]) => {
      const root = document.createElement("div");
      const player = new Player({ root, board: { root } }, { changed() {}, premove() {}, illegal: () => (window.illegal = true) });
      const show = (rank) => {
        const position = parse(`4k3/8/8/8/8/8/8/${rank}[] b - - 0 1`);
        player.show({ on: true, color: "w", position, legal: [], myTurn: false, ply: 1 });
      };
      show("1N2K3");
      player.pick({ from: "b1" });
      return { root, player, show };
    });
    const tell = (found) => ready.then(found).catch(String).then(done);"""


def bug_a_selected_piece_taken_from_the_other_board_stopped_the_page(page):
    """The selection stayed on an empty square, and every redraw failed."""
    script = 'tell(({ player, show }) => { show("4K3"); return player.targets(); });'
    found = page.driver.execute_async_script(PLAYER + script)
    check(found == [], f"targets of a piece that is gone: {found}")


def bug_a_finger_that_rested_on_a_piece_dropped_it(page):
    """Android raises `contextmenu` for a long press; of a mouse it is the right button, which cancels."""
    script = """
        tell(({ root, player }) => ["touch", "mouse"].map((pointerType) => {
          root.dispatchEvent(new PointerEvent("contextmenu", { pointerType, cancelable: true }));
          return player.selected !== null;
        }));"""
    selected = page.driver.execute_async_script(PLAYER + script)
    check(selected == [True, False], f"selected after a long press and after a right click: {selected}")


def bug_an_arrow_took_a_premove_back(page):
    """The right button's `contextmenu`, before an arrow or behind it, was taken for a click."""
    script = """
        tell(({ root, player }) => {
          const taken = [];
          root.className = "board";
          player.act = { changed() {}, premove: (text) => taken.push(text) };
          player.board = { squareAt: (x) => (x < 50 ? "a1" : "b1"), unchoose() {} };
          const press = (type, target, clientX) => {
            const event = new PointerEvent(type, { button: 2, pointerType: "mouse", cancelable: true, clientX });
            target.dispatchEvent(event);
          };
          return [80, 10].map((end) => {
            press("pointerdown", root, 10);
            press("contextmenu", root, 10);
            press("pointerup", window, end);
            press("contextmenu", root, end);
            return taken.splice(0).length;
          });
        });"""
    found = page.driver.execute_async_script(PLAYER + script)
    check(found == [0, 1], f"premoves taken back by an arrow and by a right click: {found}")


def bug_a_tab_opened_without_a_link_took_the_seat_of_a_later_link(page):
    """Its secret was that of the link opened last, in any tab, at each reload."""
    shown = lambda: wait("the table", lambda: page.find("#new-game") and page.find("#new-game").is_displayed())
    page.driver.execute_script("sessionStorage.removeItem('tandem.key')")
    page.driver.refresh()
    shown()
    # Another tab opens another link.
    page.driver.execute_script("localStorage.setItem('tandem.key', 'another')")
    page.driver.refresh()
    shown()
    page.driver.execute_script("localStorage.setItem('tandem.key', sessionStorage.getItem('tandem.key'))")


def bug_an_opponent_was_stronger_after_one_chose_its_seat(page):
    """It got the seat that one had left with the level of that seat: at the first start, full strength."""
    script = """
        const [done] = arguments;
        import("/setup.js").then(({ Setup: { prototype } }) => {
          const setup = { seats: ["me", "tandem", "tandem", "guest"], levels: [8, 2, 3, 8] };
          const form = { setup, moved: [0, 1, 2, 3] };
          return [prototype.seatsWith.call(form, 1, "me"), form.moved, prototype.seatsWith.call(form, 2, "guest")];
        }).catch(String).then(done);"""
    found = page.driver.execute_async_script(script)
    exchanged = {"seats": ["tandem", "me", "tandem", "guest"], "levels": [2, 8, 3, 8]}
    another = {"seats": ["me", "tandem", "guest", "guest"], "levels": [8, 2, 3, 8]}
    check(found == [exchanged, [1, 0, 2, 3], another], f"seats and levels: {found}")


def bug_a_short_message_ended_a_standing_one(page):
    """That the disk takes nothing was said until the next message, however long it was so."""
    script = """
        const [done] = arguments;
        import("/banner.js").then(({ banner }) => {
          const box = document.querySelector("#banner");
          banner("the disk is full");
          banner("an illegal move", 50);
          setTimeout(() => {
            const found = [box.textContent, box.hidden];
            banner(null);
            banner("another one", 50);
            setTimeout(() => done([...found, box.hidden]), 200);
          }, 200);
        });"""
    found = page.driver.execute_async_script(script)
    check(found == ["the disk is full", False, True], f"after a short message, and after one alone: {found}")


def bug_an_arrow_stayed_in_its_place_when_the_board_was_turned(page):
    """It pointed at other squares then, and stayed on the side of the other board too."""
    script = """
        const tell = arguments[arguments.length - 1];
        import("/side.js").then(({ Side }) => {
          const side = new Side(document.createElement("section"));
          const ends = () => [...side.arrows.svg.querySelectorAll("line")].map((line) => line.getAttribute("y1"));
          side.turn("w", 0);
          side.arrows.own.push({ from: "e2", to: "e4" });
          side.arrows.draw();
          const found = [ends()];
          for (const board of [0, 1]) {
            side.turn("b", board);
            found.push(ends());
          }
          tell(found);
        });"""
    found = page.driver.execute_async_script(script)
    check(found == [["6.5"], ["1.5"], []], f"an arrow from e2 on three boards: {found}")


def bug_a_target_by_key_that_is_none_was_passed_over_in_silence(page):
    """Enter on such a square took the selection away without a word; a press of the mouse is told."""
    found = page.driver.execute_async_script(PLAYER + 'tell(({ player }) => [player.press("h8"), window.illegal]);')
    check(found == [None, True], f"told after Enter on a square that is no target: {found}")


def bug_a_piece_let_go_after_the_end_of_the_game_was_told_as_an_illegal_move(page):
    """The word on it covered the words on the end."""
    script = """
        tell(({ player }) => {
          window.illegal = false;
          player.board = { unchoose() {} };
          player.show({ ...player, on: false });
          player.miss();
          return window.illegal;
        });"""
    told = page.driver.execute_async_script(PLAYER + script)
    check(told is False, f"told after the end: {told}")


def bug_a_letter_typed_before_a_press_counted_for_the_next_move(page):
    """After N and a press that dropped the knight, d2 by keys moved another knight."""
    script = """
        tell(({ player }) => import("/bfen.js").then(({ parse }) => {
          const sent = [];
          player.act = { changed() {}, illegal() {}, move: (text) => sent.push(text) };
          player.board = { focus() {}, remember() {}, unchoose() {}, squareAt: () => "h5" };
          const position = parse("4k3/8/8/8/8/8/8/1N2K3[N] w - - 0 1");
          player.show({ on: true, color: "w", position, legal: ["b1d2", "n@d2", "n@h5"], myTurn: true, ply: 1 });
          player.key({ key: "n", code: "KeyN" });
          player.down({ button: 0, preventDefault() {}, target: { closest: (part) => part === ".board" } });
          player.key({ key: "d", code: "KeyD" });
          player.key({ key: "2", code: "Digit2" });
          return sent;
        }));"""
    found = page.driver.execute_async_script(PLAYER + script)
    check(found == ["n@h5"], f"after N, a press on h5 and d2: {found}")


def bug_a_typed_move_of_a_knight_dropped_the_one_in_hand(page):
    """Nf3 and Nbd2 were drops with a knight in hand, b@c4 a pawn's move, and Ng1f3 ahead of the turn a drop on g1."""
    script = """
        tell(({ player }) => import("/bfen.js").then(({ parse }) => {
          const sent = [];
          player.act = {
            changed() {},
            illegal: () => sent.push("none"),
            move: (text) => sent.push(text),
            premove: (text) => sent.push(`${text}?`),
          };
          player.board = { focus() {}, unchoose() {} };
          const position = parse("4k3/8/8/8/8/8/2P5/1N2K1N1[NB] w - - 0 1");
          const legal = ["g1f3", "n@f3", "b1d2", "n@d2", "n@h5", "c2c4", "b@c4"];
          const type = (keys, myTurn) => {
            player.show({ on: true, color: "w", position, legal, myTurn, ply: 1 });
            for (const key of keys) {
              const named = { "@": "Digit2", ч: "KeyX" }[key];
              const code = named ?? (/[1-8]/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`);
              if (key === "@") player.key({ key: "Shift", code: "ShiftLeft", shiftKey: true });
              player.key({ key, code, shiftKey: key === "@" });
            }
          };
          for (const keys of ["nf3", "n@f3", "nbd2", "nh5", "nчf3", "b@c4", "c4"]) type(keys, true);
          for (const keys of ["nf3", "n@f3", "ng1f3", "nh5"]) type(keys, false);
          return sent;
        }));"""
    found = page.driver.execute_async_script(PLAYER + script)
    ahead = ["g1f3?", "n@f3?", "g1f3?", "n@h5?"]
    check(found == ["g1f3", "n@f3", "b1d2", "n@h5", "g1f3", "b@c4", "c2c4", *ahead], f"typed: {found}")


def bug_a_digit_of_the_number_pad_was_no_digit(page):
    script = """
        tell(({ player, show }) => {
          const sent = [];
          show("4K2R");
          Object.assign(player, { act: { changed() {}, premove: (text) => sent.push(text) }, selected: null });
          player.board = { focus() {}, unchoose() {} };
          const keys = [["h", "KeyH"], ["1", "Numpad1"], ["h", "KeyH"], ["End", "Numpad1"], ["3", "Numpad3"]];
          keys.forEach(([key, code]) => player.key({ key, code }));
          return [...sent, player.selected];
        });"""
    found = page.driver.execute_async_script(PLAYER + script)
    # A key without a digit forgets the letter before it.
    check(found == [{"from": "h1"}], f"typed with the number pad: {found}")


def bug_an_arrow_key_went_three_squares(page):
    """The game, the analysis and the puzzles share the boards, and each of them moved the focus."""
    page.driver.execute_script("document.querySelector('#own [data-square=e2]').focus()")
    for key, square in [(Keys.ARROW_UP, "e3"), (Keys.ARROW_LEFT, "d3")]:
        page.driver.switch_to.active_element.send_keys(key)
        found = page.driver.execute_script("return document.activeElement.dataset.square")
        check(found == square, f"the focus is on {found}, not on {square}")


def bug_castling_to_a_rook_beside_the_king_could_not_be_typed(page):
    """O-O was a king's move by two squares at least; in Chess960 it goes to the rook."""
    script = """
        const [done] = arguments;
        Promise.all([import("/typed.js"), import("/bfen.js")]).then(([{ castling }, { parse }]) => {
          const position = parse("4k3/8/8/8/8/8/8/R4KR1[] w GA - 0 1");
          const legal = ["f1e1", "f1f2", "f1g1", "f1a1"];
          return [castling(position, legal, false), castling(position, legal, true)];
        }).catch(String).then(done);"""
    found = page.driver.execute_async_script(script)
    check(found == ["f1g1", "f1a1"], f"O-O and O-O-O are {found}")


def bug_castling_could_not_be_typed_ahead_of_the_turn(page):
    """O-O and O-O-O were moves on the own turn only; a player who hangs can still premove nothing but a drop."""
    script = """
        tell(({ player, show }) => {
          const sent = [];
          player.act = { changed() {}, illegal: () => sent.push("none"), premove: (text) => sent.push(text) };
          const type = (times) => {
            for (let at = 0; at < times; at += 1) player.key({ key: "o", code: "KeyO" });
            return new Promise((go) => setTimeout(go, 700));
          };
          show("R3K2R");
          return type(3).then(() => type(2)).then(() => {
            player.myTurn = true;
            return type(3);
          }).then(() => sent);
        });"""
    found = page.driver.execute_async_script(PLAYER + script)
    check(found == ["e1c1", "e1g1", "none"], f"castled ahead of the turn: {found}")


# A silent context in place of the browser's, for a copy of the page's sounds.
SILENT = """
    const [done] = arguments;
    window.contexts = [];
    window.AudioContext = class {
      state = "suspended";
      currentTime = 0;
      tones = 0;
      constructor() {
        window.contexts.push(this);
      }
      async resume() {
        this.state = "running";
      }
      createOscillator() {
        this.tones += 1;
        return { frequency: {}, connect: (next) => next, start() {}, stop() {} };
      }
      createGain() {
        return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (next) => next };
      }
    };
    import("/sound.js?copy").then(({ play }) => {
      window.sound = () => {
        play("move");
        return window.contexts.map(({ state, tones }) => [state, tones]);
      };
    }).catch(String).then(done);"""


def bug_a_sound_outside_of_a_press_was_silent_for_good(page):
    """Safari keeps a context suspended that is made when a message comes; now a press makes and resumes it."""
    failure = page.driver.execute_async_script(SILENT)
    check(not failure, failure)
    found = page.driver.execute_script("return window.sound()")
    check(found == [], f"a sound outside of a press: {found}")
    page.find("h1").click()
    found = page.driver.execute_script("return window.sound()")
    # The page's own sounds have one too.
    check(["running", 1] in found, f"a sound after a press: {found}")


def bug_a_page_showed_old_clocks_after_a_sleep(page):
    """A page's time may stand while its machine sleeps; its clocks went on from there until somebody moved."""
    script = """
        const [done] = arguments;
        const Plain = WebSocket;
        let opened = 0;
        window.WebSocket = class extends Plain {
          constructor(address) {
            super(address);
            opened += 1;
          }
        };
        const { now } = Date;
        Date.now = () => now() + 60_000;
        setTimeout(() => {
          window.WebSocket = Plain;
          Date.now = now;
          done(opened);
        }, 2500);"""
    opened = page.driver.execute_async_script(script)
    check(opened == 1, f"connections after a sleep: {opened}")


def main():
    args = arguments(__doc__, photos="")
    if not has_driver():
        return
    folder = Path(args.photos) if args.photos else None
    downloads = Path(tempfile.mkdtemp())
    with Visit(folder) as visit:
        visit.server, visit.page = open_page(args.engine, downloads)
        server, page = visit.server, visit.page
        page.pass_by()
        for size, dimensions in SIZES.items():
            page.resize(*dimensions)
            check(page.fits(), f"the page has to be scrolled on a {size}")
        page.resize(*SIZES["laptop"])
        check(not (odd := same_words(page)), f"words in one language only: {odd}")
        bug_a_tab_opened_without_a_link_took_the_seat_of_a_later_link(page)
        bug_a_selected_piece_taken_from_the_other_board_stopped_the_page(page)
        bug_a_finger_that_rested_on_a_piece_dropped_it(page)
        bug_an_arrow_took_a_premove_back(page)
        bug_an_arrow_stayed_in_its_place_when_the_board_was_turned(page)
        bug_a_short_message_ended_a_standing_one(page)
        bug_an_opponent_was_stronger_after_one_chose_its_seat(page)
        bug_a_target_by_key_that_is_none_was_passed_over_in_silence(page)
        bug_a_piece_let_go_after_the_end_of_the_game_was_told_as_an_illegal_move(page)
        bug_a_letter_typed_before_a_press_counted_for_the_next_move(page)
        bug_a_typed_move_of_a_knight_dropped_the_one_in_hand(page)
        bug_a_digit_of_the_number_pad_was_no_digit(page)
        bug_an_arrow_key_went_three_squares(page)
        bug_castling_to_a_rook_beside_the_king_could_not_be_typed(page)
        bug_castling_could_not_be_typed_ahead_of_the_turn(page)
        bug_a_sound_outside_of_a_press_was_silent_for_good(page)
        bug_a_page_showed_old_clocks_after_a_sleep(page)
        print(f"the server of an idle page: {idle_share(server):.1%} of a core")
        opponents = set_table(page)
        play(page, opponents, folder)
        page.photograph(folder, "end")
        look_back(page, downloads, folder)
        # The browser also logs the HTTP status of the torn file.
        close_page(server, page, "422")
        print("a game by mouse and keys: a premove, a drop, talk, a reload, mate, BPGN out and in, also pasted")
        offers = ["--engine", f"name=Other,cmd={args.engine}", "--engine", "name=Broken,cmd=/bin/false"]
        visit.server, visit.page = open_page(args.engine, downloads, *offers)
        play_engines(visit.page)
        start_chess960(visit.page)
        bug_a_position_that_came_late_covered_the_game(visit.page)
        bug_a_list_of_games_that_came_late_covered_the_game(visit.page)
        bug_a_file_that_was_none_was_told_over_the_game(visit.page)
        # The answer to a text that is no game.
        close_page(visit.server, visit.page, "422")
        print("a game against engines, after one that could not be started, and a start of Chess960")


if __name__ == "__main__":
    main()
