"""What people do on the page of `tandem play` beside playing, in Chromium: names, draw offers, breaking off, a pause."""

import tempfile
import time
from pathlib import Path

from chromium import Opponent, Page, Visit, close_page, has_driver, serve, wait
from common import arguments, check
from play_sizes import at_every_size
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By


def names(page):
    return [name.text for name in page.driver.find_elements(By.CSS_SELECTOR, ".strip .name")]


def shows(page, name):
    return (found := page.find(f"#{name}")) is not None and found.is_displayed()


def give_a_name(page):
    """The newcomer's question asks for the name too; the own strip changes it."""
    wait("a question", lambda: page.find("#newcomer-bughouse") and page.find("#newcomer-bughouse").is_displayed())
    page.find("#name-field").send_keys("Анна")
    page.find("#newcomer-bughouse").click()
    wait("the name", lambda: "Вы: Анна" in names(page))
    page.find("#own .below .rename").click()
    field = wait("a field", lambda: page.find("#name[open] #name-field"))
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("Анна Б.")


def set_table(page):
    page.button("new-game")
    for seat in ["a", "B", "b"]:
        page.find(f"#seat-{seat} option[value=guest]").click()
    page.find("#time-600-0").click()
    links = [button.get_attribute("title") for button in page.driver.find_elements(By.CSS_SELECTOR, "button.copy")]
    page.find("#start").click()
    wait("an empty seat", lambda: page.find("#own .above .invite").is_displayed())
    page.driver.execute_script("document.querySelector('#own .above .invite').click()")
    wait("an invitation", lambda: page.find("#invite[open]"))
    opponents = {seat: Opponent(link) for seat, link in zip(["a", "b", "B"], links)}
    for opponent in opponents.values():
        wait("a seat", lambda: opponent.state)
    # The dialog lists each team with its partners.
    opponents = {opponent.state["seat"]: opponent for opponent in opponents.values()}
    opponents["b"].send(type="name", name="Boris")
    wait("the partner's name", lambda: "Партнёр: Boris" in names(page))
    # No press reaches a button below an open dialog.
    page.driver.execute_script("document.querySelector('#start-now').click()")
    wait("game", lambda: page.status() == "Ваш ход")
    check(not page.find("#invite[open]"), "an invitation that was open covers the game")
    return opponents


def bug_keys_beside_an_open_dialog_reached_the_board(page):
    """A press beside the fields of a dialog leaves the focus with the page's body."""
    script = """
        document.querySelector("#past-games").showModal();
        const press = ([code, key]) =>
          document.body.dispatchEvent(new KeyboardEvent("keydown", { code, key, bubbles: true, cancelable: true }));
        return [["KeyE", "e"], ["Digit2", "2"], ["KeyT", "t"]].map(press);"""
    passed = page.driver.execute_script(script)
    selected = page.driver.find_elements(By.CSS_SELECTOR, "#own .cell.selected")
    page.dismiss()
    check(passed == [True] * 3 and not selected, f"the board took a key of three: {passed}, {len(selected)} selected")


def bug_a_redraw_set_the_clocks_back(page):
    """The page is drawn anew while nobody moves, long after the last state."""
    clock = lambda: page.find("#own .below .clock").text
    wait("some seconds of our time", lambda: clock() in ("9:57", "9:56", "9:55"))
    script = """
        const face = document.querySelector("#own .below .clock");
        const before = face.textContent;
        ["sound", "sound"].forEach((id) => document.getElementById(id).click());
        return [before, face.textContent];"""
    before, after = page.driver.execute_script(script)
    check(after <= before, f"the clock went from {before} back to {after}")


def break_off(page):
    """Before the second move a game can be broken off, without a loss."""
    check(shows(page, "abort") and not shows(page, "resign") and not shows(page, "draw"), "a new game can be resigned")
    page.button("abort")
    wait("the end", lambda: page.find("#ending").get_attribute("open"))
    text = page.find("#ending").text
    check("Игра прервана" in text and "белые A (Анна Б.)" in text, text)
    page.find("#end-rematch").click()


def offer_draws(page, opponents, photos):
    """Black on A is the page's seat now, after the rematch."""
    opponents["a"].move("e2e4")
    wait("our turn", lambda: page.status() == "Ваш ход")
    page.click("e7", "e5")
    wait("the move", lambda: page.piece("e5") == "Чёрные: пешка")
    opponents["a"].move("g1f3")
    page.click("b8", "c6")
    wait("a button", lambda: shows(page, "draw") and shows(page, "resign"))
    page.button("draw")
    wait("the offer", lambda: page.find("#draw").text == "Взять предложение назад")
    wait("the offer at a partner", lambda: opponents["B"].state["draw"]["agreed"] == ["a"])
    opponents["B"].send(type="draw", agrees=False)
    wait("a word on the answer", lambda: "Boris" in page.find("#banner").text and "отклоняют ничью" in page.find("#banner").text)
    page.button("draw")
    wait("a word on the hurry", lambda: "уже предлагалась" in page.find("#banner").text)
    opponents["a"].send(type="draw", agrees=True)
    wait("the offer", lambda: page.status().endswith("предлагают ничью"))
    told = page.driver.execute_script("return document.querySelector('#told').textContent")
    check("предлагают ничью" in told, f"a screen reader does not say the offer: {told}")
    page.driver.execute_script("document.querySelector('#banner').hidden = true")
    at_every_size(page, "offer", photos)
    for opponent in opponents.values():
        opponent.send(type="draw", agrees=True)
    wait("a button", lambda: shows(page, "agree"))
    page.button("agree")
    wait("a draw", lambda: page.find("#ending").get_attribute("open"))
    check("Ничья" in page.find("#ending h2").text and "соглашение" in page.find("#ending").text, page.find("#ending").text)
    page.dismiss()
    check("Ничья" in page.status(), page.status())


def bug_a_page_whose_seat_was_taken_looked_alive(page, link):
    """Its clocks ran, it was our turn, and a move took the button that takes the seat back away."""
    Opponent(link)
    taken = lambda: page.find("#banner button") and "в другом окне" in page.find("#banner").text
    wait("a word on the other window", taken)
    check(page.status() == "Эта страница сейчас не за столом", page.status())
    check(not page.driver.find_elements(By.CSS_SELECTOR, ".clock.running"), "clocks run without a table")
    page.click("e2", "e4")
    check(taken(), f"nothing takes the seat back: {page.find('#banner').text}")
    page.find("#banner button").click()
    wait("our turn", lambda: page.status() == "Ваш ход")


def bug_a_number_typed_before_the_start_took_its_click(page):
    """The field changes when it loses the focus, and the whole form was drawn anew under the pointer."""
    field = page.find("#number-minutes")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("7")
    page.find("#start").click()
    wait("our turn", lambda: page.status() == "Ваш ход")
    clock = page.find("#own .below .clock").text
    check(clock.startswith(("7:00", "6:5")), f"seven minutes a player: {clock}")


def bug_a_game_that_went_by_without_the_page_could_not_be_looked_at(page, link):
    """It began and ended while another window had the seat; the end of the game before was on display."""
    other = Opponent(link)
    wait("a word on the other window", lambda: page.find("#banner button"))
    wait("the table", lambda: other.state and other.state["phase"] == "over")
    number = other.state["number"]
    other.send(type="start")
    wait("the next game", lambda: other.state["number"] > number)
    other.send(type="abort")
    wait("its end", lambda: other.state["phase"] == "over")
    page.find("#banner button").click()
    wait("the table", lambda: not page.find("#banner").is_displayed())
    # The game before is laid aside by now.
    time.sleep(0.5)
    wait("the game to step through", lambda: page.find("#steps").is_displayed())


def pause(page, link, photos):
    """A game against Tandem alone stops and goes on."""
    page.button("new-game")
    for seat in ["A", "B", "b"]:
        page.find(f"#seat-{seat} option[value=tandem]").click()
        page.find(f"#level-{seat} option[value='1']").click()
    bug_a_number_typed_before_the_start_took_its_click(page)
    page.button("pause")
    wait("the pause", lambda: page.status().startswith("Пауза"))
    check(not page.driver.find_elements(By.CSS_SELECTOR, ".clock.running"), "clocks run in a pause")
    at_every_size(page, "pause", photos)
    page.driver.refresh()
    wait("the pause after a reload", lambda: page.find("#status") and page.status().startswith("Пауза"))
    page.button("go-on")
    wait("our turn", lambda: page.status() == "Ваш ход")
    bug_a_page_whose_seat_was_taken_looked_alive(page, link)
    at_every_size(page, "solo", photos)
    page.button("pause")
    page.button("abort")
    wait("the end", lambda: page.find("#ending").get_attribute("open"))
    page.dismiss()
    bug_a_game_that_went_by_without_the_page_could_not_be_looked_at(page, link)


def bug_a_choice_of_a_promotion_stayed_open_at_the_end(page):
    """It lay over the board of a game that was over, and had the focus. The page has black on A."""
    page.paste("4k3/8/8/8/8/8/p7/4K3[] b - - 0 1 | startpos")
    page.button("analysis-playFromHere")
    page.find("#start").click()
    wait("our turn", lambda: page.status() == "Ваш ход" and page.piece("a2") == "Чёрные: пешка")
    page.click("a2", "a1")
    wait("a choice", lambda: page.find("#own .choice"))
    # A press of the mouse on anything else would close it.
    page.driver.execute_script("document.querySelector('#abort').click()")
    wait("the end", lambda: page.find("#ending").get_attribute("open"))
    check(not page.find(".choice"), "a promotion can be chosen after the end")
    page.dismiss()


def bug_a_question_for_a_name_covered_a_game_under_way(page, guest):
    """A guest who came when the game was on had a dialog over the board while the clock ran."""
    page.button("start-now")
    plays = lambda: guest.find("#status") and guest.status() in ("Ваш ход", "Ход соперника")
    wait("the game", plays)
    guest.driver.execute_script("localStorage.removeItem('tandem.name')")
    guest.driver.refresh()
    wait("the game again", plays)
    check(not guest.find("#name[open]"), "a dialog covers the board")


def meet_a_guest(page, link, folder, photos):
    """A guest is asked for a name at the first visit, and never again."""
    guest = Page(link, folder)
    try:
        field = wait("a question", lambda: guest.find("#name[open] #name-field"))
        at_every_size(guest, "name", photos, "#name")
        field.send_keys("Вера")
        guest.find("#keep-name").click()
        wait("the name at the host", lambda: any(name.endswith("Вера") for name in names(page)))
        guest.driver.refresh()
        wait("the table", lambda: guest.find("#status") and "Вы: Вера" in names(guest))
        check(not guest.find("#name[open]"), "the name is asked again")
        bug_a_question_for_a_name_covered_a_game_under_way(page, guest)
    finally:
        guest.driver.quit()


def main():
    args = arguments(__doc__, photos="")
    if not has_driver():
        return
    photos = Path(args.photos) if args.photos else None
    folder = Path(tempfile.mkdtemp())
    with Visit(photos) as visit:
        visit.server, link = serve(args.engine, folder / "games")
        page = visit.page = Page(link, folder)
        give_a_name(page)
        page.find("#keep-name").click()
        wait("the new name", lambda: "Вы: Анна Б." in names(page))
        opponents = set_table(page)
        bug_keys_beside_an_open_dialog_reached_the_board(page)
        bug_a_redraw_set_the_clocks_back(page)
        break_off(page)
        wait("the rematch", lambda: page.status() == "Ход соперника")
        wait("the rematch", lambda: all(opponent.state["number"] == 2 for opponent in opponents.values()))
        opponents = {opponent.state["seat"]: opponent for opponent in opponents.values()}
        # The page has black on A now: its opponent has white there.
        opponents["a"] = opponents.pop("A")
        offer_draws(page, opponents, photos)
        kept = lambda: [path.read_text() for path in (folder / "games").glob("*.bpgn")]
        wait("names in the record", lambda: any('[BlackA "Анна Б."]' in text and '"Boris"' in text for text in kept()))
        pause(page, link, photos)
        bug_a_choice_of_a_promotion_stayed_open_at_the_end(page)
        page.button("new-game")
        page.find("#seat-a option[value=guest]").click()
        seat = page.find("button.copy").get_attribute("title")
        page.find("#start").click()
        meet_a_guest(page, seat, folder, photos)
        # The search of a pasted position ends when a game begins.
        close_page(visit.server, page, "409")
        visit.page = None


if __name__ == "__main__":
    main()
