"""The lobby of `tandem play --tables` in Chromium: seats by a click, spectators, and a tournament from entry to end.

At the sizes and themes of play_sizes.py every control can be reached and read; a laptop shows eight tables without a
scroll of the page. What is wrong with an entry is named, and nothing that was written is lost.
"""

import re
import tempfile
import time
from pathlib import Path

from chromium import Opponent, Page, Visit, close_page, has_driver, hold, serve, wait
from common import arguments, check
from play_sizes import UNNAMED, at_every_size
from selenium.webdriver import Keys


# The button of an empty seat.
EMPTY = ".invite:not([hidden])"


def texts(page, selector):
    # At one moment: the lobby may be drawn anew meanwhile.
    return page.driver.execute_script(
        "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)", selector
    )


def press(page, selector):
    """Presses a button that may be drawn anew at any moment."""
    page.driver.execute_script("document.querySelector(arguments[0]).click()", selector)


def cup_head(page):
    return "".join(texts(page, "#cup h2"))


# Asks the lobby as the organizer; returns nothing.
ASK = """
    const [path, done] = arguments;
    const headers = { "x-key": localStorage.getItem("tandem.club") };
    fetch(path, { method: "POST", headers, body: "" }).then(() => done());"""


def bug_an_answer_that_came_late_undid_a_newer_one(page):
    """A look at the lobby that took long came after a newer one: a seat that was taken meanwhile was free again."""
    hold(page, "/club/state")
    wait("an answer, held back", lambda: page.driver.execute_script("return Boolean(window.held)"))
    page.driver.execute_async_script(ASK, "/club/sit/7/A")
    page.driver.execute_script("dispatchEvent(new Event('online'))")
    wait("the seat taken", lambda: not page.find("#sit-7-A"))
    script = """
        const [done] = arguments;
        let free = false;
        const look = () => (free ||= Boolean(document.querySelector("#sit-7-A")));
        new MutationObserver(look).observe(document.querySelector("#tables"), { childList: true });
        window.held();
        setTimeout(() => done(free), 500);"""
    check(not page.driver.execute_async_script(script), "an old answer is shown in the place of a newer one")
    page.driver.execute_async_script(ASK, "/club/free/7/A")
    wait("the seat free", lambda: page.find("#sit-7-A"))


def bug_a_click_on_a_lobby_that_was_drawn_anew_was_lost(page):
    """Cards are drawn anew whenever anything changes at any table, also between a press and its release."""
    script = """
        const [done] = arguments;
        const button = document.querySelector("#sit-8-b");
        const later = (act) => setTimeout(act, 400);
        button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        const headers = { "x-key": localStorage.getItem("tandem.club") };
        fetch("/club/sit/7/A", { method: "POST", headers, body: "" }).then(() => dispatchEvent(new Event("online")));
        later(() => {
          const same = [button.isConnected];
          button.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
          // The click of a finger is not yet there.
          setTimeout(() => same.push(button.isConnected), 20);
          later(() => done([...same, button.isConnected]));
        });"""
    found = page.driver.execute_async_script(script)
    check(found == [True, True, False], f"a button is the same while it is pressed, let go, and after: {found}")
    page.driver.execute_async_script(ASK, "/club/free/7/A")
    wait("the seat free", lambda: page.find("#sit-7-A"))


def bug_a_silent_network_was_not_noticed_in_the_lobby(page):
    """A look without an answer was waited for as long as the browser likes, with all clocks running."""
    script = """
        const ask = window.fetch;
        window.fetch = (path, { signal }) => new Promise((_, fail) => {
          signal.addEventListener("abort", () => {
            window.fetch = ask;
            fail(signal.reason);
          });
        });"""
    page.driver.execute_script(script)
    wait("a word on the silence", lambda: "Связь потеряна" in page.find("#banner").text, 20)
    wait("an answer again", lambda: not page.find("#banner").is_displayed(), 20)


def bug_clocks_went_back_when_the_lobby_was_not_reached(page):
    """They showed the times of the last look again."""
    script = """
        const [done] = arguments;
        const seconds = () => {
          const [minutes, rest] = document.querySelector(".card .clock.running").textContent.split(":");
          return 60 * minutes + Number(rest);
        };
        const ask = window.fetch;
        window.fetch = () => new Promise((_, fail) => {
          setTimeout(() => {
            window.fetch = ask;
            fail(new TypeError("Failed to fetch"));
          }, 4000);
        });
        const seen = [];
        const looking = setInterval(() => seen.push(seconds()), 100);
        setTimeout(() => {
          clearInterval(looking);
          done(seen);
        }, 7000);"""
    seen = page.driver.execute_async_script(script)
    # Two looks may differ by the time of an answer.
    check(all(later <= before + 1 for before, later in zip(seen, seen[1:])), f"a clock that runs shows {seen}")


def take_seats(page, address, photos):
    """A seat is taken by a click, the others by people elsewhere, and the game begins."""
    wait("tables", lambda: page.find("#sit-8-b"))
    check(page.fits(), "a laptop has to scroll for eight tables")
    at_every_size(page, "lobby", photos)
    bug_an_answer_that_came_late_undid_a_newer_one(page)
    bug_a_click_on_a_lobby_that_was_drawn_anew_was_lost(page)
    bug_a_silent_network_was_not_noticed_in_the_lobby(page)
    press(page, "#visitors")
    wait("a QR code", lambda: page.find("#invite .qr path"))
    visitor = page.find("#invite-link").get_attribute("value")
    page.dismiss()
    press(page, "#sit-2-A")
    wait("the table", lambda: page.find("#own") and page.status() == "Ждём остальных игроков")
    check(not page.find("#newcomer").get_attribute("open"), "a guest of the club is asked how strong the others play")
    page.button("tables")
    wait("the own seat", lambda: page.find("#back") and page.find("#back").is_displayed())
    check("Вы" in texts(page, ".card .name"), "the own seat is not shown")
    key = visitor.split("#key=")[1]
    script = "const [path, key, done] = arguments; fetch(path, { method: 'POST', headers: { 'x-key': key }, body: '' }).then((answer) => answer.json()).then(done)"
    keys = [page.driver.execute_async_script(script, f"/club/sit/2/{seat}", key)["key"] for seat in "aBb"]
    others = [Opponent(f"{address}/#key={key}") for key in keys]
    page.button("back")
    wait("everybody", lambda: page.status() == "Все здесь")
    page.button("start-now")
    wait("game", lambda: page.status() == "Ваш ход")
    page.click("e2", "e4")
    others[0].move("e7e5")
    wait("leads over the diagonals", lambda: all(texts(page, ".lead")))
    others[2].send(type="name", name="Константин-Константинов")
    page.driver.get(f"{address}/club")
    wait("tables", lambda: page.find("#watch-2"))
    wait("a guest's name", lambda: "Константин-Константинов" in texts(page, ".card .name"))
    bug_clocks_went_back_when_the_lobby_was_not_reached(page)
    press(page, "#watch-2")
    wait("a spectator's view", lambda: page.find("#status") and page.status() == "Вы смотрите")
    check(
        not page.find("#say").is_displayed() and not page.find("#resign").is_displayed(),
        "a spectator may talk or resign",
    )
    others[1].send(type="resign")
    wait("the end", lambda: page.status().startswith("Победили"))
    page.dismiss()
    page.button("tables")
    wait("the result", lambda: any("сдача" in text for text in texts(page, ".card .state")))


def bug_a_page_without_a_table_had_empty_buttons(page):
    """All buttons of the table were there, without a word on them, until its first state."""
    check(not (odd := page.driver.execute_script(UNNAMED)), f"without a table: {odd}")
    page.button("language")
    wait("English", lambda: page.status() == "This page is not at the table now")
    page.button("language")


def bug_a_link_that_had_ended_led_nowhere(page, address):
    """A seat's link ends with its round: a page that was away then was told to open the link of `tandem play`."""
    page.driver.get(f"{address}/#key={'0' * 32}")
    wait("the way to the lobby", lambda: page.find("#banner button") and page.find("#banner button").text == "Столы")
    bug_a_page_without_a_table_had_empty_buttons(page)
    page.find("#banner button").click()
    wait("the lobby", lambda: page.find(".card .state"))


def bug_a_lobby_that_was_not_reached_had_one_language(page):
    """Its button had no name and failed; and what was missing stayed on display when the link was there."""
    key = page.driver.execute_script("return localStorage.getItem('tandem.club')")
    page.driver.execute_script("localStorage.removeItem('tandem.club')")
    page.driver.refresh()
    told = lambda text: page.find("#banner") and text in page.find("#banner").text
    wait("a word on the link", lambda: told("Откройте ссылку вечера"))
    page.button("language")
    wait("English", lambda: told("Open the link of the evening"))
    page.button("language")
    page.driver.execute_script("location.hash = `key=${arguments[0]}`", key)
    wait("the lobby", lambda: page.find(".card .state"))
    wait("no word on the link", lambda: not page.find("#banner").is_displayed())


def bug_an_open_form_kept_links_that_had_ended(page, address):
    """A seat was freed, or the page went to another table: the links that the form copied let nobody in."""
    other, own = (page.find(f"#set-{number}").get_attribute("href") for number in [6, 7])
    page.driver.get(own)
    page.button("new-game")
    links = "return [...document.querySelectorAll('#setup .team button.copy')].map((each) => each.title)"
    before = page.driver.execute_script(links)
    check(len(set(before)) == 4, f"links of the four seats: {before}")
    page.driver.execute_script("document.querySelector('#number-minutes').value = '7'")
    for act in ["sit", "free"]:
        page.driver.execute_async_script(ASK, f"/club/{act}/7/A")
    wait("a new link", lambda: len(set(page.driver.execute_script(links)) - set(before)) == 1)
    minutes = page.find("#number-minutes").get_attribute("value")
    check(minutes == "7", f"the new link took away what was typed: {minutes}")
    page.driver.execute_script("location.hash = arguments[0]", other.split("#")[1])
    wait("no form of the last table", lambda: not page.find("#setup[open]"))
    page.driver.get(f"{address}/club")
    wait("the lobby", lambda: page.find(".card .state"))


def bug_an_open_invitation_kept_a_link_that_had_ended(page, address):
    """The link on display is that of an empty seat; the seat was taken and freed, and the link let nobody in."""
    page.driver.get(page.find("#set-7").get_attribute("href"))
    press(page, wait("an empty seat", lambda: page.find(EMPTY) and EMPTY))
    link = lambda: page.driver.execute_script("return document.querySelector('#invite[open] #invite-link')?.value")
    before = wait("its link", link)
    seat = page.find(EMPTY).get_attribute("data-seat")
    for act in ["sit", "free"]:
        page.driver.execute_async_script(ASK, f"/club/{act}/7/{seat}")
    wait("the new link", lambda: link() not in (before, None))
    page.driver.get(f"{address}/club")
    wait("the lobby", lambda: page.find(".card .state"))


def fill(page, field, text):
    element = page.find(f"#{field}")
    element.clear()
    element.send_keys(text)


def choose(page, field, value):
    page.find(f"#{field} option[value='{value}']").click()


# Records the paths and bodies of the page's requests.
RECORD = """
    const ask = window.fetch;
    window.asked = [];
    window.fetch = (path, options) => {
      window.asked.push([path, options.body]);
      return ask(path, options);
    };"""


def bug_the_first_arrow_key_set_a_result(page):
    """A closed list changes with every arrow key, and each change was sent: no key led to the second result."""
    page.driver.execute_script(RECORD)
    sent = lambda: page.driver.execute_script("return window.asked.filter(([path]) => path.includes('/decide/'))")
    select = page.find("#cup .meetings select")
    select.send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    value = page.driver.execute_script("return document.querySelector('#cup .meetings select').value")
    check(value == "0-1" and not sent(), f"after two arrow keys {value} is chosen and sent: {sent()}")
    number = select.get_attribute("id").split("-")[1]
    press(page, "#cup .meetings button")
    check(sent() == [[f"/club/cup/decide/{number}", "0-1"]], f"sent by the button: {sent()}")


# An entry as another server has left it in the browser.
OLD_ENTRY = """
    const team = (kind) => ({ name: "", players: [{ kind, name: "" }, { kind: "person", name: "" }] });
    const teams = ["engine Gone", "person", "person", "person"].map(team);
    const draft = { teams, form: "once", rounds: 3, minutes: 5, increment: 0, rules: "international" };
    localStorage.setItem("tandem.cup", JSON.stringify(draft));"""


def bug_an_engine_that_is_not_offered_stood_as_a_person_without_a_name(page):
    """The list showed its first line, there was no field for a name, and the entry still asked for the engine."""
    check(page.find("#cup-player-1-1"), "no name can be given")


def play_cup(page, photos):
    page.driver.execute_script(OLD_ENTRY)
    page.button("new-cup")
    wait("a form", lambda: page.find("#cup-name-4"))
    bug_an_engine_that_is_not_offered_stood_as_a_person_without_a_name(page)
    at_every_size(page, "cup-form", photos, "#cup-entry")
    problem = lambda: page.find(".cup-problem").text
    fill(page, "cup-player-1-1", "Аня")
    fill(page, "cup-player-1-2", "Боря")
    page.find("#cup-begin").click()
    wait("a word on one team", lambda: "Нужно не меньше двух" in problem())
    fill(page, "cup-name-2", "Лисы")
    for seat in ["2-1", "2-2", "3-1", "3-2"]:
        choose(page, f"cup-kind-{seat}", "tandem 1")
    page.find("#cup-begin").click()
    wait("a word on a team without a name", lambda: "нет названия" in problem() and problem().endswith("1"))
    fill(page, "cup-name-1", "лисы")
    fill(page, "cup-name-3", "Роботы")
    page.find("#cup-begin").click()
    wait("a word on two teams of one name", lambda: "с таким названием: Лисы" in problem())
    check(page.find("#cup-player-1-1").get_attribute("value") == "Аня", "what was written is lost")
    fill(page, "cup-name-1", "Совы")
    fill(page, "cup-minutes", "1")
    page.find("#cup-begin").click()
    wait("the tournament", lambda: "Тур 1 / 3" in cup_head(page))
    wait("a game at a table", lambda: any("Тур 1" in text for text in texts(page, ".card .state")))
    page.driver.execute_script("document.querySelector('.people').open = true")
    at_every_size(page, "cup", photos)
    check(page.fits(), "a laptop has to scroll for a tournament")
    press(page, "#person-1-1")
    wait(
        "a person's link",
        lambda: page.find("#invite[open]") and "#key=" in page.find("#invite-link").get_attribute("value"),
    )
    page.dismiss()
    page.driver.execute_script("document.querySelector('.people').open = true")
    press(page, "#withdraw-1")
    check(texts(page, "#withdraw-1") == ["Точно?"], "a team leaves by one click")
    for asked in ["Really?", "Точно?"]:
        press(page, "#language")
        wait("the question in the other language", lambda: texts(page, "#withdraw-1") == [asked], 3)
    press(page, "#withdraw-1")
    wait("the team's line struck out", lambda: any("Совы" in text for text in texts(page, "#cup tr.withdrawn")))
    bug_the_first_arrow_key_set_a_result(page)
    # One game may be left: that of the two other teams.
    script = """
        const select = document.querySelector("#cup .meetings select");
        if (!select) return;
        select.value = "1-0";
        select.dispatchEvent(new Event("change"));
        select.nextElementSibling.click();"""
    while "окончен" not in cup_head(page):
        page.driver.execute_script(script)
        time.sleep(1)
    wait("the end", lambda: "окончен" in cup_head(page))
    at_every_size(page, "cup-over", photos)
    page.button("cup-end")
    page.button("cup-end")
    wait("no tournament", lambda: not page.find("#cup").is_displayed())


BEGIN_CUP = """
    const done = arguments[arguments.length - 1];
    const team = (name, first) => ({ name, players: [first, { tandem: 1 }] });
    const body = JSON.stringify({ teams: [team("A", { person: "Anna" }), team("B", { tandem: 1 })], form: { round_robin: { double: true } }, base_s: 60, increment_s: 0, rules: "fics" });
    fetch("/club/cup/begin", { method: "POST", headers: { "x-key": localStorage.getItem("tandem.club") }, body }).then((answer) => answer.text()).then(done);"""


def watch_as_organizer(page, other):
    """The organizer watches the other page's game in a tab of its own; returns that of the lobby."""
    lobby = page.driver.current_window_handle
    head = other.driver.execute_script("return document.querySelector('h1').textContent")
    table = page.find(f"#set-{re.search('[0-9]+', head)[0]}").get_attribute("href")
    page.driver.switch_to.new_window("tab")
    page.driver.get(table)
    wait("the game of the tournament", lambda: page.find("#own") and page.status() == "Вы смотрите")
    return lobby


def bug_the_organizer_was_offered_a_new_game_in_a_tournament(page, lobby):
    """The server refuses it: the tournament starts the games."""
    wait("the end", lambda: page.find("#ending[open] #end-toReview"))
    check(not page.find("#end-newGame"), "a new game is offered at a table of a tournament")
    page.driver.close()
    page.driver.switch_to.window(lobby)


def stay_at_the_table(page, folder, visit):
    """A page that is left at its table after a game of a tournament goes on to its next seat by itself."""
    answer = page.driver.execute_async_script(BEGIN_CUP)
    check("error" not in answer, answer)
    wait("the tournament", lambda: "Тур 1 / 2" in cup_head(page))
    page.driver.execute_script("document.querySelector('.people').open = true")
    press(page, "#person-1-1")
    link = wait(
        "a person's link", lambda: page.find("#invite[open]") and page.find("#invite-link").get_attribute("value")
    )
    page.dismiss()
    visit.other = other = Page(link, folder)
    wait("the way to the seat", lambda: other.find("#back") and other.find("#back").is_displayed())
    other.button("back")
    wait("the game", lambda: other.find("#own") and other.status() in ["Ваш ход", "Ход соперника"])
    other.dismiss()
    key = "return sessionStorage.getItem('tandem.key')"
    first = other.driver.execute_script(key)
    lobby = watch_as_organizer(page, other)
    other.button("resign")
    other.button("resign")
    wait("the end", lambda: other.find("#ending[open]"))
    bug_the_organizer_was_offered_a_new_game_in_a_tournament(page, lobby)
    # The next game is at another table: this one rests. The page offers the way.
    wait("a word on the next game", lambda: "следующая игра" in other.find("#banner").text)
    other.dismiss()
    other.find("#banner button").click()
    wait(
        "the next game at the same page",
        lambda: other.driver.execute_script(key) != first and other.status() in ["Ваш ход", "Ход соперника"],
    )
    other.driver.quit()
    visit.other = None
    page.button("cup-end")
    page.button("cup-end")


def main():
    args = arguments(__doc__, photos="")
    if not has_driver():
        return
    folder = Path(tempfile.mkdtemp())
    with Visit(args.photos or None) as visit:
        visit.server, link = serve(args.engine, folder, "--tables", "8")
        page = visit.page = Page(link, folder)
        take_seats(page, link.split("/club")[0], args.photos)
        bug_a_link_that_had_ended_led_nowhere(page, link.split("/club")[0])
        bug_a_lobby_that_was_not_reached_had_one_language(page)
        bug_an_open_form_kept_links_that_had_ended(page, link.split("/club")[0])
        bug_an_open_invitation_kept_a_link_that_had_ended(page, link.split("/club")[0])
        print("seats by a click, a game at table 2, a spectator")
        play_cup(page, args.photos)
        stay_at_the_table(page, folder, visit)
        # The browser logs requests that are refused.
        close_page(visit.server, page, "422")
        print("a tournament from its entry to its end")


if __name__ == "__main__":
    main()
