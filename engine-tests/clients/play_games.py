"""Chromium plays a whole game of each of the other games on the page of `tandem play`, against Tandem at its fastest.

Beside that: a set-up against the rules is named, the arbiter speaks both languages, the page goes on after a reload and
after the server's end, a second person comes by link, the sizes of laptops, phones and tablets, and axe-core if --axe
has its file.
"""

import random
import tempfile
import time
from pathlib import Path

from chromium import Opponent, Page, Visit, has_driver, serve, wait
from common import arguments, check
from play_axe import Judge
from play_sizes import PALE, UNNAMED, UNREACHABLE, LEAST_CONTRAST
from selenium.webdriver.common.by import By

GAMES = ["gardner", "courier", "exchange", "battle", "kriegspiel"]
SIZES = [(1366, 768), (844, 390), (390, 844), (768, 1024)]
# Own moves after which a game that does not end is a failure. In Kriegspiel a try that the arbiter refuses counts too.
MOST_STEPS = {"kriegspiel": 1_000}
# Own moves of a random player that a game takes at least. In exchange chess the king may be taken after the first one:
# no check has to be answered, and a move may open a line to the king.
LEAST_STEPS = {"exchange": 1}

# One move of a player that knows nothing: presses own pieces in a random order until one can move.
STEP = """
    const [seed] = arguments;
    let state = seed;
    const below = (bound) => ((state = (state * 1103515245 + 12345) % 2147483648) >> 8) % bound;
    const shuffled = (items) => items.map((item) => [below(1e6), item]).sort((a, b) => a[0] - b[0]).map(([, item]) => item);
    const root = document.querySelector("#place .board");
    const press = (cell) => {
      const box = cell.getBoundingClientRect();
      const at = { bubbles: true, button: 0, pointerId: 1, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
      cell.dispatchEvent(new PointerEvent("pointerdown", at));
      cell.dispatchEvent(new PointerEvent("pointerup", at));
    };
    const targets = () => [...root.querySelectorAll(".cell.taken")].concat(below(4) ? [] : [...root.querySelectorAll(".cell.target")]);
    const any = () => [...root.querySelectorAll(".cell.taken, .cell.target")];
    const own = document.querySelector("#bottom .dot").classList.contains("w") ? "Белые:" : "Чёрные:";
    const cells = [...root.querySelectorAll(".cell")].filter((cell) => cell.getAttribute("aria-label").includes(own)).map((cell) => cell.dataset.square);
    const slots = [...document.querySelectorAll("#bottom .slot:not(:disabled)")].map((slot) => slot.dataset.kind);
    const choices = shuffled([...cells, ...slots]);
    for (const choice of choices) {
      if (document.querySelector("#status").className !== "mine") return false;
      if (!any().length || choice.length === 2) {
        if (choice.length === 2) press(root.querySelector(`[data-square="${choice}"]`));
        else document.querySelector(`#bottom button[data-kind="${choice}"]`).click();
      }
      const found = targets().length ? targets() : any();
      if (!found.length) continue;
      press(found[below(found.length)]);
      root.querySelector(".choice button")?.click();
      return true;
    }
    return false;"""


def at_every_size(page, stage, photos, root="body"):
    for width, height in SIZES:
        page.resize(width, height)
        time.sleep(0.25)
        if photos:
            page.driver.save_screenshot(f"{photos}/games-{stage}-{width}x{height}.png")
        wrong = page.driver.execute_script(UNREACHABLE, root)
        check(not wrong, f"{stage} at {width}x{height}: {wrong}")
        check(not (odd := page.driver.execute_script(UNNAMED)), f"{stage} at {width}x{height}: {odd}")
        check(not (pale := page.driver.execute_script(PALE, LEAST_CONTRAST)), f"{stage} at {width}x{height}: {pale}")
    page.resize(*SIZES[0])
    time.sleep(0.2)


def begin(page, game, **options):
    """Begins a game against Tandem by the form."""
    page.button("new-game")
    page.find(f"#game-{game}").click()
    for name, value in {"opponent": "tandem", "level": "0", "color": "white", **options}.items():
        page.find(f"#option-{name} option[value='{value}']").click()
    page.find("#start").click()
    wait(f"the form to close, {game}", lambda: not page.find("#setup[open]"))


def is_over(page):
    return page.find("#status").get_attribute("class") == "over"


def play_out(page, game, seed):
    """Plays random moves to the end."""
    rng = random.Random(seed)
    steps = 0
    while not is_over(page):
        check(steps < MOST_STEPS.get(game, 400), f"{game} does not end")
        if page.find("#status").get_attribute("class") != "mine":
            time.sleep(0.01)
            continue
        page.driver.execute_script(STEP, rng.randrange(1 << 30))
        steps += 1
    check(steps >= LEAST_STEPS.get(game, 3), f"{game} ended after {steps} steps: {page.status()}")
    text = page.driver.execute_script("return document.querySelector('#moves').textContent")
    print(f"{game}: {page.status()} ({steps} steps)")
    return text


def bug_a_screen_reader_did_not_hear_the_moves(page):
    """It heard whose turn it was."""
    told = page.driver.execute_script("return document.querySelector('#told').textContent")
    move = page.find("#moves li").text.split()[-1]
    check(told.startswith(f"{move}. Ваш ход"), f"told after {move}: {told}")


def first_moves(page, game):
    """The first moves as a person makes them."""
    if game == "gardner":
        page.click("b2", "b3")
        wait("our turn", lambda: "Ваш ход" in page.status() and "b2b3" in page.find("#moves").text)
        bug_a_screen_reader_did_not_hear_the_moves(page)
    elif game == "courier":
        check(page.piece("l1") == "Белые: ладья" and page.piece("c1") == "Белые: епископ", "the back rank of Courier")
        page.drag(page.cell("d2"), page.cell("d4"))
        wait("our turn", lambda: "Ваш ход" in page.status() and "d2d4" in page.find("#moves").text)
    elif game == "exchange":
        check(page.status() == "Поставьте короля в угол", page.status())
        page.click("a1")
        wait("both kings", lambda: page.piece("a1") == "Белые: король" and page.piece("e5") == "Чёрные: король")
        wait("our turn", lambda: "Ваш ход" in page.status())
        page.drag(page.find("#bottom button[data-kind=n]"), page.cell("c3"))
        wait("a drop", lambda: "N@c3" in page.find("#moves").text)


def set_up(page, game, photos):
    """A set-up against the rules is named; the program's own one is ready."""
    wait("a screen", lambda: page.find("#screen").is_displayed())
    page.find("#usual").click()
    page.drag(page.cell("e2"), page.cell("e3"))
    wait("a pawn on e3", lambda: page.piece("e3") == "Белые: пешка")
    page.click("d2", "e2")
    wait("a pawn on e2", lambda: page.piece("e2") == "Белые: пешка")
    page.button("ready")
    wait("a word on it", lambda: "Две пешки на одной вертикали: e" in page.find("#banner").text)
    page.driver.execute_script("document.querySelector('#banner').hidden = true")
    if game == "battle":
        at_every_size(page, "screen", photos)
    page.button("suggest")
    wait("another set-up", lambda: page.piece("e3") != "Белые: пешка" or page.piece("e2") != "Белые: пешка")
    page.button("ready")
    wait("our turn", lambda: "Ваш ход" in page.status())


def hidden(page):
    """In Kriegspiel nothing of the other side is on the page, and the arbiter speaks both languages."""
    black = [c.get_attribute("aria-label") for c in page.driver.find_elements(By.CSS_SELECTOR, "#place .cell")]
    check(not any("Чёрные" in label for label in black), "pieces of the other side are on display")
    page.button("ask")
    lines = lambda: page.driver.execute_script("return document.querySelector('#log').textContent")
    wait("an answer", lambda: "Белые спрашивают: могу ли бить?" in lines())
    # It is answered once a turn, and looks so.
    wait("a button that rests", lambda: not page.find("#ask").is_enabled())
    check(page.find("#ask").value_of_css_property("opacity") != "1", "the button looks as if it could be pressed")
    page.button("language")
    wait("English", lambda: "White ask: can a pawn take?" in lines())
    page.button("language")


def bug_every_word_of_the_arbiter_had_all_the_others_read_again(page):
    """The log was written anew with each announcement, and a screen reader reads what is new."""
    page.driver.execute_script("window.firstLine = document.querySelector('#log p')")
    count = lambda: page.driver.execute_script("return document.querySelectorAll('#log p').length")
    before = count()
    rng = random.Random(before)

    def hears():
        page.driver.execute_script(STEP, rng.randrange(1 << 30))
        return count() > before

    wait("an announcement", hears)
    same = "return window.firstLine === document.querySelector('#log p') && window.firstLine.isConnected"
    check(page.driver.execute_script(same), "the first announcement was written anew")


def begin_with_guest(page, game):
    """Begins a game against another person by the form."""
    page.button("new-game")
    page.find(f"#game-{game}").click()
    for name, value in {"opponent": "guest", "color": "white"}.items():
        page.find(f"#option-{name} option[value='{value}']").click()
    page.find("#start").click()


def bug_a_set_up_that_was_ready_was_another_one_elsewhere(page):
    """Another browser showed its own last set-up, not the one that the server had."""
    begin_with_guest(page, "battle")
    wait("a screen", lambda: page.find("#screen").is_displayed())
    page.find("#usual").click()
    page.drag(page.cell("e2"), page.cell("e3"))
    wait("a pawn on e3", lambda: page.piece("e3") == "Белые: пешка")
    page.button("ready")
    ready = lambda: page.find("#status") and page.status().startswith("Готово")
    wait("a word on it", ready)
    page.driver.execute_script("localStorage.removeItem('tandem.set-up')")
    page.driver.refresh()
    wait("the table", ready)
    check(page.piece("e3") == "Белые: пешка", "another set-up than the one that is ready")


# Loses the page's next move as a break of the network does, and connects again.
LOSE_MOVE = """
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
      if (JSON.parse(text).type !== "move") return send.call(this, text);
      WebSocket.prototype.send = send;
      setTimeout(() => dispatchEvent(new Event("online")), 100);
    };"""


def bug_a_move_lost_with_the_connection_was_not_told(page):
    page.driver.execute_script(LOSE_MOVE)
    page.click("a2", "a3")
    wait("a word on it", lambda: "ход потерян. Повторите его: a2a3" in page.find("#banner").text)
    wait("our turn", lambda: page.status() == "Ваш ход" and page.piece("a2") == "Белые: пешка")
    page.driver.execute_script("document.querySelector('#banner').hidden = true")


def two_people(page):
    """Another person comes by link; offers, answers, resigns."""
    begin_with_guest(page, "gardner")
    page.button("invite-other")
    link = wait("a link", lambda: page.find("#invite-link") and page.find("#invite-link").get_attribute("value"))
    page.dismiss()
    address, key = link.split("/other-games#key=")
    guest = Opponent(f"{address}/#key={key}", path="/other-games/ws")
    wait("the other person", lambda: not page.find("#invite-other").is_displayed())
    bug_a_move_lost_with_the_connection_was_not_told(page)
    page.click("a2", "a3")
    wait("the guest's turn", lambda: guest.state and guest.state["board"]["legal"])
    guest.send(type="move", text="b4b3", ply=1)
    wait("our turn", lambda: page.status() == "Ваш ход")
    page.driver.refresh()
    wait("the game after a reload", lambda: page.status() == "Ваш ход" and page.piece("b3") == "Чёрные: пешка")
    guest.send(type="draw", agrees=True)
    wait("an offer", lambda: "предлагают ничью" in page.status())
    page.button("draw")
    wait("a refusal", lambda: guest.state["declined"] == "w")
    guest.send(type="resign")
    wait("the end", lambda: page.status() == "Вы выиграли: сдача")


def main():
    args = arguments(__doc__, photos="", axe="")
    if not has_driver():
        return
    photos = Path(args.photos) if args.photos else None
    judge = Judge(args.axe) if args.axe else None
    folder = Path(tempfile.mkdtemp())
    began = time.monotonic()
    with Visit(photos) as visit:
        visit.server, link = serve(args.engine, folder)
        page = visit.page = Page(link, folder)
        page.pass_by()
        page.button("new-game")
        wait("the other games", lambda: page.find("#game-courier") and page.find("#game-courier").is_displayed())
        page.find("#game-courier").click()
        wait("the form of Courier", lambda: page.find("#option-jester"))
        at_every_size(page, "form", photos, "#setup")
        if judge:
            judge.look(page, "form of Courier")
        page.dismiss()
        for number, game in enumerate(GAMES):
            begin(page, game)
            if game in ("battle", "kriegspiel"):
                set_up(page, game, photos)
            else:
                wait("a board", lambda: page.find("#status").get_attribute("class") == "mine")
            if game == "kriegspiel":
                hidden(page)
                bug_every_word_of_the_arbiter_had_all_the_others_read_again(page)
            first_moves(page, game)
            if game not in ("gardner", "battle"):
                at_every_size(page, game, photos)
            if judge and game in ("exchange", "kriegspiel"):
                judge.look(page, game)
            play_out(page, game, number)
            check("[Variant " in page.driver.execute_async_script(SAVED), f"{game} is not saved as text")
        bug_a_set_up_that_was_ready_was_another_one_elsewhere(page)
        two_people(page)
        # After the server's end the game is still there.
        port = int(link.split(":")[2].split("/")[0])
        visit.server.send_signal(2)
        check(visit.server.wait(10) == 0, "Ctrl-C does not end the server cleanly")
        visit.server, _ = serve(args.engine, folder, port=port)
        page.driver.refresh()
        wait("the game after the server's end", lambda: page.status() == "Вы выиграли: сдача")
        log = [e["message"] for e in page.driver.get_log("browser") if "WebSocket" not in e["message"]]
        check(not log, f"the browser complains: {log}")
    print(f"five games in {time.monotonic() - began:.0f} s")


# The text that the button saves.
SAVED = """
    const done = arguments[arguments.length - 1];
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      URL.createObjectURL = create;
      blob.text().then(done);
      return create.call(URL, blob);
    };
    document.querySelector("#download").click();"""


if __name__ == "__main__":
    main()
