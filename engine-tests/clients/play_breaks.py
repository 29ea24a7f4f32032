"""Chromium on the page of `tandem play` while something breaks: the server is killed, or the network falls silent.

The game goes on with the next server, by the same link, and stands in the list of games. A silent network is noticed in
some seconds, clocks stand, and a move on its way is confirmed or said to be lost; one that only takes long is not.
"""

import socket
import tempfile
import threading
import time
from pathlib import Path

from chromium import Opponent, Page, Visit, close_page, has_driver, serve, wait
from common import arguments, check
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By


class Network:
    """A way to the server that can fall silent without closing anything."""

    def __init__(self, port):
        self.server = port
        self.silent = False
        # What would have gone through is dropped, as by a cable that is cut.
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.create_connection(("127.0.0.1", self.server))
            # The server answers to its own name only.
            names = f"127.0.0.1:{self.port}".encode(), f"127.0.0.1:{self.server}".encode()
            threading.Thread(target=self.carry, args=(client, server, names), daemon=True).start()
            threading.Thread(target=self.carry, args=(server, client, None), daemon=True).start()

    def carry(self, source, target, names):
        broken = False
        try:
            while data := source.recv(65536):
                # A connection that has lost something never works again.
                broken |= self.silent
                if not broken:
                    target.sendall(data.replace(*names) if names else data)
        except OSError:
            pass
        if not broken:
            target.close()


def set_table(page, *guests):
    page.button("new-game")
    for seat in guests:
        page.find(f"#seat-{seat} option[value=guest]").click()
    for seat in {"a", "b", "B"} - set(guests):
        page.find(f"#level-{seat} option[value='1']").click()
    page.find("#time-600-0").click()
    links = [button.get_attribute("title") for button in page.driver.find_elements(By.CSS_SELECTOR, "button.copy")]
    page.find("#start").click()
    return links


def moves(page):
    return [item.text for item in page.driver.find_elements(By.CSS_SELECTOR, "#moves li")]


def clocks(page):
    return [clock.text for clock in page.driver.find_elements(By.CSS_SELECTOR, ".clock")]


def bug_a_click_without_a_connection_was_lost_in_silence(page):
    """Only a move was said not to be sent."""
    script = """
        // It takes two clicks.
        for (let click = 0; click < 2; click += 1) document.querySelector("#resign").click();
        return document.querySelector("#banner").textContent;"""
    told = page.driver.execute_script(script)
    check(told == "Нет связи: ничего не отправлено", f"after a resignation without a connection: {told}")


def bug_a_server_out_of_reach_was_said_to_have_ended(page):
    """A page cannot know that: after some seconds without a network it said so too, and went on trying."""
    wait("a word on the next try", lambda: page.status() == "Сервер не отвечает. Новая попытка…")


def survive_a_kill(engine, page, server, link, folder, photos):
    """The server is killed in mid-game; the page goes on with the next one."""
    set_table(page)
    wait("game", lambda: page.status() == "Ваш ход")
    page.drag(page.cell("e2"), page.cell("e4"))
    wait("a reply", lambda: page.status() == "Ваш ход" and page.piece("e4") == "Белые: пешка")
    time.sleep(0.5)
    before = moves(page)
    server.kill()
    server.wait()
    wait("a word on the end", lambda: "Связь потеряна" in page.status() or "Сервер" in page.status(), 10)
    stopped = clocks(page)
    time.sleep(2)
    check(clocks(page) == stopped, f"clocks run without a server: {stopped}, {clocks(page)}")
    page.photograph(photos, "killed")
    bug_a_server_out_of_reach_was_said_to_have_ended(page)
    bug_a_click_without_a_connection_was_lost_in_silence(page)
    port = int(link.split(":")[2].split("/")[0])
    server, again = serve(engine, folder, port=port)
    check(again == link, f"the link has changed: {link}, {again}")
    wait("the game", lambda: page.status() in ("Ваш ход", "Ход соперника"))
    check([move for move in moves(page)][: len(before)] == before, f"moves are lost: {before}, {moves(page)}")
    wait("our turn", lambda: page.status() == "Ваш ход")
    page.drag(page.cell("d2"), page.cell("d3"))
    wait("the move", lambda: page.piece("d3") == "Белые: пешка")
    page.button("resign")
    page.button("resign")
    wait("the end", lambda: page.status().startswith("Вы проиграли"))
    return server


def list_games(page, photos):
    """The finished game is in the list, and opens from there."""

    def listed():
        page.dismiss()
        page.button("past")
        wait("a list", lambda: page.find("#past-games .actions"))
        return page.find("#past-games .past button")

    # A game is listed once its end is written.
    wait("a game in the list", listed)
    text = page.find("#past-games .past button").text
    check("Player A" in text and "0-1" in text, f"not the game that was played: {text}")
    page.photograph(photos, "past")
    page.find("#past-games .past button").click()
    wait("the game", lambda: ".bpgn" in page.status() and page.find("#steps").is_displayed())
    page.button("last")
    wait("its end", lambda: "0-1" in page.status())
    page.button("leave")


# Requests have no answer until `window.fetch` is `window.asks` again.
CUT = """
    window.asks = window.fetch;
    window.fetch = async () => {
      throw new TypeError("Failed to fetch");
    };"""


# Requests whose path begins so have no answer, or one of this status, until `window.fetch` is `window.asks` again.
CUT_SOME = """
    const [start, status] = arguments;
    window.asks = window.fetch;
    window.fetch = async (path, ...rest) => {
      if (!String(path).startsWith(start)) return window.asks(path, ...rest);
      if (status) return new Response("", { status });
      throw new TypeError("Failed to fetch");
    };"""


def bug_a_deeper_search_that_could_not_begin_was_waited_for_in_silence(page):
    """The old lines stood there, with dots behind them."""
    wait("the end of the search", lambda: page.find("#analysis-deeper:not([disabled])"))
    page.driver.execute_script(CUT_SOME, "analysis", None)
    page.find("#analysis-deeper").click()
    wait("a word on the search", lambda: "Нет связи с сервером" in page.find("#lines").text)
    page.driver.execute_script("window.fetch = window.asks")


def bug_a_request_without_an_answer_was_told_in_english(page):
    """The browser's "Failed to fetch" stood behind the page's words, and a move was called impossible."""
    told = lambda text: wait(f"`{text}`", lambda: page.find("#banner").text == text)
    page.driver.execute_script(CUT)
    page.button("past")
    told("Список партий не читается: Нет связи с сервером")
    page.driver.execute_script("window.fetch = window.asks")
    page.paste("startpos | startpos")
    wait("the board", lambda: page.status().startswith("Анализ") and page.piece("e2") == "Белые: пешка")
    page.driver.execute_script(CUT)
    page.click("e2", "e4")
    told("Нет связи с сервером")
    page.driver.execute_script("window.fetch = window.asks")
    # The analysis "has stopped" no more: it begins once there is a connection.
    page.driver.execute_script(CUT_SOME, "analysis", None)
    page.paste("startpos | startpos")
    wait("a word on the analysis", lambda: "Нет связи с сервером" in page.find("#lines").text)
    page.driver.execute_script("window.fetch = window.asks")
    bug_a_deeper_search_that_could_not_begin_was_waited_for_in_silence(page)
    page.button("leave-analysis")


def bug_an_evaluation_that_could_not_begin_yet_never_began(page):
    """Without a connection the game "cannot be evaluated"; and nothing was tried again when there was one, or room."""
    for status, text in [(None, "Нет связи с сервером"), (503, "Сервер сейчас оценивает другие партии")]:
        page.driver.execute_script(CUT_SOME, "review/", status)
        page.paste("1A. e4 {59.0} 1a. e5 {59.0} *")
        wait(f"`{text}`", lambda: text in page.find("#review").text)
        page.driver.execute_script("window.fetch = window.asks")
        wait("the evaluation", lambda: page.find("#review .summary"))
        page.button("leave")


def spare_link(page, seat):
    """The link of a seat that no person will have."""
    page.button("new-game")
    page.find(f"#seat-{seat} option[value=guest]").click()
    link = page.find("button.copy").get_attribute("title")
    page.dismiss()
    return link


# Holds the page's next move back until it is let go.
HOLD_MOVE = """
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) {
      if (JSON.parse(text).type !== "move") return send.call(this, text);
      WebSocket.prototype.send = send;
      window.letGo = () => this.send(text);
    };"""


def bug_links_sent_anew_called_a_move_lost(page, spare):
    """The owner gets the links anew when somebody comes by one of them; a move was on its way just then."""
    wait("our turn", lambda: page.status() == "Ваш ход")
    page.driver.execute_script("document.querySelector('#banner').hidden = true")
    page.driver.execute_script(HOLD_MOVE)
    page.click("f1", "c4")
    wait("a move that waits", lambda: page.find("#own .cell.pending"))
    stranger = Opponent(spare)
    wait("a stranger at the table", lambda: stranger.state)
    before = len(moves(page))
    wait("moves on the other board", lambda: len(moves(page)) > before + 1)
    told = page.find("#banner").text
    check(page.find("#own .cell.pending") and not told, f"a move on its way is forgotten: {told}")
    page.driver.execute_script("window.letGo()")
    wait("the move", lambda: page.piece("c4") == "Белые: слон")


def bug_words_that_were_lost_with_the_connection_were_gone(page):
    """They were in the field before, and came to nobody."""
    words = page.find("#words").get_attribute("value")
    check(words == "дай коня" and "дай коня" not in page.lines("mine"), f"in the field after a break: {words}")
    page.find("#words").clear()


# Words that were pasted with a tab and a mark of direction.
PASTED = """
    document.querySelector("#words").value = "нужен\\t\\u200eслон";
    document.querySelector("#say").requestSubmit();"""


def bug_one_loss_hid_another_and_words_with_a_tab_were_called_lost(page):
    """The last word on a loss replaced those before; and the server writes a tab as a blank."""
    told = lambda: page.find("#banner").text
    wait("a word on both losses", lambda: "ход потерян" in told() and "g1f3" in told() and "эти слова" in told())
    check("слон" not in told(), f"words that have come are called lost: {told()}")


def bug_a_premove_lost_in_a_silent_network_was_not_told(page, network):
    network.silent = True
    page.click("d2", "d3")
    wait("a word on the silence", lambda: page.status().startswith("Связь потеряна"), 10)
    network.silent = False
    wait("a word on the premove", lambda: "предход потерян: d2d3" in page.find("#banner").text)
    wait("the game", lambda: page.status() == "Ход соперника")


def bug_a_request_lost_in_a_silent_network_was_not_told(page, network):
    """Moves and words were; a resignation and an offer were gone without a word."""
    for buttons, text in [(["resign", "resign"], "вы не сдались"), (["draw"], "слово о ничьей потеряно")]:
        network.silent = True
        for button in buttons:
            page.button(button)
        wait("a word on the silence", lambda: page.status().startswith("Связь потеряна"), 10)
        network.silent = False
        wait(f"`{text}`", lambda: text in page.find("#banner").text)
        wait("the game", lambda: page.status() in ("Ваш ход", "Ход соперника"))


def bug_words_of_a_button_that_were_lost_were_not_told(page, network):
    """The field kept what was typed; words said by a button were gone, and the same words said before hid it."""
    button = lambda: page.find("#wishes .sayings button:last-child")
    said = lambda: page.driver.execute_script("return document.querySelectorAll('#log .mine').length")
    before = said()
    button().click()
    wait("words", lambda: said() > before)
    network.silent = True
    button().click()
    wait("a word on the silence", lambda: page.status().startswith("Связь потеряна"), 10)
    network.silent = False
    wait("a word on the lost ones", lambda: "эти слова потеряны" in page.find("#banner").text)
    wait("the game", lambda: page.status() in ("Ваш ход", "Ход соперника"))


def bug_a_request_in_a_silent_network_was_waited_for_without_end(page, network):
    network.silent = True
    page.button("past")
    wait("a word on the list", lambda: page.find("#banner").text == "Список партий не читается: Нет связи с сервером", 15)
    network.silent = False
    wait("the table", lambda: page.status().startswith("Вы проиграли"))


def notice_silence(page, network, links, spare, photos):
    """The network falls silent before a move, and after one."""
    opponent = Opponent(links[0])
    page.button("start-now")
    wait("game", lambda: page.status() == "Ваш ход")
    page.click("e2", "e4")
    opponent.move("e7e5")
    wait("our turn", lambda: page.status() == "Ваш ход")
    page.driver.execute_script(PASTED)
    wait("the pasted words", lambda: "нужен слон" in page.lines("mine"))
    network.silent = True
    silent = time.monotonic()
    page.find("#words").send_keys("дай коня", Keys.ENTER)
    check(page.find("#words").get_attribute("value") == "", "the words are not sent")
    page.find("#wishes .sayings button:last-child").click()
    page.click("g1", "f3")
    wait("a move that waits", lambda: page.find("#own .cell.pending"), 5)
    wait("a word on it", lambda: page.status() == "Ход отправляется…", 5)
    wait("a word on the silence", lambda: page.status().startswith("Связь потеряна"), 10)
    seconds = time.monotonic() - silent
    check(seconds < 8, f"silence was noticed after {seconds:.1f} s")
    print(f"a silent network was noticed after {seconds:.1f} s")
    check(not page.driver.find_elements(By.CSS_SELECTOR, ".clock.running"), "clocks run without a connection")
    page.photograph(photos, "silent")
    network.silent = False
    bug_one_loss_hid_another_and_words_with_a_tab_were_called_lost(page)
    wait("our turn", lambda: page.status() == "Ваш ход")
    check(page.piece("f3") == "пусто" and not page.find("#own .cell.pending"), "a lost move is on the board")
    bug_words_that_were_lost_with_the_connection_were_gone(page)
    page.click("g1", "f3")
    wait("the move", lambda: page.piece("f3") == "Белые: конь")
    wait("its confirmation", lambda: not page.find("#own .cell.pending"))
    opponent.move("b8c6")
    bug_links_sent_anew_called_a_move_lost(page, spare)
    bug_a_premove_lost_in_a_silent_network_was_not_told(page, network)
    bug_a_request_lost_in_a_silent_network_was_not_told(page, network)
    bug_words_of_a_button_that_were_lost_were_not_told(page, network)
    page.button("resign")
    page.button("resign")
    wait("the end", lambda: page.status().startswith("Вы проиграли"))
    page.dismiss()
    bug_a_request_in_a_silent_network_was_waited_for_without_end(page, network)


def main():
    args = arguments(__doc__, photos="")
    if not has_driver():
        return
    photos = Path(args.photos) if args.photos else None
    folder = Path(tempfile.mkdtemp())
    with Visit(photos) as visit:
        visit.server, link = serve(args.engine, folder)
        page = visit.page = Page(link, folder)
        page.pass_by()
        visit.server = survive_a_kill(args.engine, page, visit.server, link, folder, photos)
        list_games(page, photos)
        bug_a_request_without_an_answer_was_told_in_english(page)
        bug_an_evaluation_that_could_not_begin_yet_never_began(page)
        # The browser logs connections that fail.
        close_page(visit.server, page, "WebSocket")
        print("a game went on after the server was killed, and is in the list")
        visit.server, link = serve(args.engine, folder)
        port = int(link.split(":")[2].split("/")[0])
        network = Network(port)
        page = visit.page = Page(link.replace(f":{port}", f":{network.port}"), folder)
        page.pass_by()
        spare = spare_link(page, "B")
        links = set_table(page, "a")
        notice_silence(page, network, links, spare, photos)
        close_page(visit.server, page, "WebSocket")
        print("a silent network was noticed, and a lost move was named")


if __name__ == "__main__":
    main()
