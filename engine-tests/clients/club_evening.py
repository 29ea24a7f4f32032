"""A club evening: tables of one server full of headless people who take their seats in the lobby and play by WebSocket.

They move, talk, reload their pages and have rematches; each table has a spectator, and a hundred clients send garbage in
the middle. At the end the server is killed, and all games go on by their links. No move may be lost, 95 of 100 moves are
confirmed within 100 ms, the kept games are those that were played, and memory stays bounded: prints the figures.
"""

import json
import random
import re
import signal
import socket
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

import websocket
from chromium import serve
from common import arguments, check

SEATS = "AaBb"
# A move that is not confirmed after this time counts as lost, in s.
LOST_S = 10
# Of all moves 95 % are to be confirmed within this time, in ms.
MOST_MS = 100
# What a server without Tandem on a seat may grow by, in MiB.
MOST_GROWTH_MB = 100
SAYINGS = ["need a knight", "sit", "go", "trade", "дай ферзя", "good luck!"]


def post(address, path, key, body=""):
    request = urllib.request.Request(address + path, body.encode(), {"x-key": key, "Origin": address})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.loads(answer.read())


def connect(address, key):
    link = websocket.create_connection(address.replace("http", "ws") + "/ws", origin=address, timeout=20)
    link.send(json.dumps({"key": key, "language": "en"}))
    return link


class Tally:
    """What happened at all tables."""

    def __init__(self):
        self.lock = threading.Lock()
        self.times_ms = []
        self.problems = []
        # The moves of finished games, by table.
        self.games = []
        self.reloads = 0

    def add(self, name, value):
        with self.lock:
            getattr(self, name).append(value)


class Player(threading.Thread):
    """A person on a seat: plays legal moves at random, sometimes talks, sometimes reloads."""

    def __init__(self, address, key, tally, end, seed):
        super().__init__(daemon=True)
        self.address, self.key, self.tally, self.end = address, key, tally, end
        self.random = random.Random(seed)
        self.state, self.pending, self.due, self.number = None, None, None, 0
        self.socket = connect(address, key)

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def run(self):
        try:
            while time.monotonic() < self.end or self.pending:
                self.look()
        except (OSError, websocket.WebSocketException, KeyError) as error:
            self.tally.add("problems", f"a client ends: {error!r}")

    def look(self):
        now = time.monotonic()
        if self.pending and now > self.pending[1] + LOST_S:
            self.tally.add("problems", f"a move was lost: {self.pending}")
            self.pending = None
        if self.due and now >= self.due:
            self.act()
        self.socket.settimeout(max(0.01, min((self.due or now + 0.2) - now, 0.2)))
        try:
            text = self.socket.recv()
        except websocket.WebSocketTimeoutException:
            return
        at = time.monotonic()
        message = json.loads(text)
        if message["type"] == "error":
            # Another person's rematch was faster.
            if message["code"] not in ("no_game", "playing", "over"):
                self.tally.add("problems", f"{message['code']}: {message['text']}, {self.pending}")
                self.pending = None
        elif message["type"] == "state":
            self.see(message, at)

    def board(self):
        return self.state["boards"][self.state["seat"] in "Bb"]

    def see(self, state, at):
        before, self.state = self.state, state
        ply = self.board()["ply"]
        if self.pending and (ply > self.pending[0] or state["number"] != self.number):
            self.tally.add("times_ms", (at - self.pending[1]) * 1000)
            self.pending = None
        self.number = state["number"]
        over = state["phase"] == "over"
        if over and state["seat"] == "A" and (not before or before["phase"] != "over" or before["number"] != state["number"]):
            self.tally.add("games", state["over"]["bpgn"])
        if self.due is None and (over or state["phase"] == "waiting" or (self.board()["legal"] and not self.pending)):
            self.due = at + self.random.uniform(0.1, 1.6)

    def act(self):
        self.due = None
        if time.monotonic() >= self.end:
            return
        if self.state["phase"] == "waiting" and self.state["seat"] == "A":
            self.send(type="start")
            self.due = time.monotonic() + 1
        elif self.state["phase"] == "over" and self.state["seat"] == "A":
            self.send(type="rematch")
            self.due = time.monotonic() + 1
        elif self.state["phase"] == "playing" and self.board()["legal"] and not self.pending:
            if self.random.random() < 0.02:
                return self.reload()
            if self.random.random() < 0.05:
                self.send(type="say", text=self.random.choice(SAYINGS))
            ply = self.board()["ply"]
            # Captures keep the game alive on both boards.
            move = self.random.choice(self.board()["legal"])
            self.pending = ply, time.monotonic()
            self.send(type="move", text=move, ply=ply)

    def reload(self):
        self.socket.close()
        self.socket = connect(self.address, self.key)
        with self.tally.lock:
            self.tally.reloads += 1


def watch(address, key, tally, end):
    """A spectator, who must never hear a word."""
    link = connect(address, key)
    while time.monotonic() < end:
        link.settimeout(1)
        try:
            message = json.loads(link.recv())
        except websocket.WebSocketTimeoutException:
            continue
        if message["type"] == "chat" or (message["type"] == "state" and message["needs"]):
            tally.add("problems", f"a spectator hears {message}")
    link.close()


def garbage(port):
    """A client that sends what nobody understands."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as link:
            for _ in range(50):
                link.sendall(random.randbytes(2000))
    except OSError:
        pass


def state_of(address, key):
    """The table as the holder of a link sees it now."""
    link = connect(address, key)
    state = state_of_link(link, lambda state: True)
    link.close()
    return state


def state_of_link(link, fits):
    while (message := json.loads(link.recv()))["type"] != "state" or not fits(message):
        check(message["type"] != "error", f"a link does not lead back: {message}")
    return message


def memory_mb(server):
    text = Path(f"/proc/{server.pid}/status").read_text()
    return {name: int(re.search(rf"{name}:\s+(\d+) kB", text)[1]) / 1024 for name in ("VmRSS", "VmHWM")}


def plies(bpgn):
    return len(re.findall(r"\b\d+[AaBb]\. ", bpgn))


def come(address, organizer, tables, tally, end):
    """Four people at each table, who have their seats from the lobby, and a spectator."""
    wait_until = time.monotonic() + 20
    while not all(table["seats"] for table in post(address, "/club/state", organizer)["tables"]):
        check(time.monotonic() < wait_until, "the tables do not show themselves")
    lobby = post(address, "/club/state", organizer)
    visitor = lobby["invite"].split("#key=")[1]
    players = []
    for number, table in enumerate(lobby["tables"], 1):
        owner = connect(address, table["owner"].split("#key=")[1])
        setup = {"base_s": 120, "increment_s": 0, "rules": "international", "seats": ["guest"] * 4, "levels": [8] * 4}
        owner.send(json.dumps({"type": "setup", "setup": setup}))
        while not (message := json.loads(owner.recv())).get("setup", {}).get("base_s") == 120:
            check(message["type"] != "error", f"no setup: {message}")
        owner.close()
        for index, seat in enumerate(SEATS):
            key = post(address, f"/club/sit/{number}/{seat}", visitor)["key"]
            players.append(Player(address, key, tally, end, number * 10 + index))
        threading.Thread(target=watch, args=(address, table["watch"].split("#key=")[1], tally, end), daemon=True).start()
    check(len(players) == 4 * tables, "not everybody has a seat")
    return players


def main():
    args = arguments(__doc__, minutes=0.4, tables=8)
    folder = Path(tempfile.mkdtemp())
    server, link = serve(args.engine, folder, "--tables", str(args.tables))
    try:
        address, organizer = link.split("/club#key=")
        start = memory_mb(server)["VmRSS"]
        tally = Tally()
        end = time.monotonic() + args.minutes * 60
        players = come(address, organizer, args.tables, tally, end)
        for player in players:
            player.start()
        time.sleep(max(1, args.minutes * 30))
        port = int(address.rsplit(":", 1)[1])
        crowd = [threading.Thread(target=garbage, args=(port,), daemon=True) for _ in range(100)]
        for client in crowd:
            client.start()
        for player in players:
            player.join(args.minutes * 60 + 60)
            check(not player.is_alive(), "a client hangs")
        memory = memory_mb(server)
        # What was confirmed is on the disk a moment later.
        time.sleep(1)
        last = [state_of(address, player.key) for player in players[::4]]
        server.kill()
        server.wait()
        server, again = serve(args.engine, folder, port=port)
        check(again == link, "the organizer's link has changed")
        return_all(address, players, last)
        server.send_signal(signal.SIGINT)
        check(server.wait(20) == 0, "Ctrl-C does not end the server cleanly")
        report(args, tally, start, memory, last, folder)
    finally:
        server.kill()


def return_all(address, players, last):
    """After the server was killed everybody comes back by the same link, and finds the game where it was."""
    for number, before in enumerate(last):
        links = [connect(address, player.key) for player in players[4 * number : 4 * number + 4]]
        if before["over"]:
            continue
        states = [state_of_link(link, lambda state: state["phase"] == "playing") for link in links]
        check(all(state["moves"] == before["moves"] for state in states), f"table {number + 1} has lost moves")
        check(sorted(state["seat"] for state in states) == sorted(SEATS), f"seats are mixed up at table {number + 1}")


def report(args, tally, start, memory, last, folder):
    times = sorted(tally.times_ms)
    check(len(times) > 10 * args.tables, f"only {len(times)} moves were played")
    share = lambda part: times[min(len(times) - 1, int(len(times) * part))]
    print(f"{args.tables} tables, {4 * args.tables} people, {args.minutes} minutes: {len(times)} moves, {len(tally.games)} games ended, {tally.reloads} reloads")
    print(f"moves to the server and back: 50 % {share(0.5):.1f} ms, 95 % {share(0.95):.1f} ms, 99 % {share(0.99):.1f} ms, slowest {times[-1]:.1f} ms")
    print(f"memory: {start:.1f} MiB at start, {memory['VmRSS']:.1f} MiB after, {memory['VmHWM']:.1f} MiB peak")
    check(not tally.problems, f"{len(tally.problems)} problems: {tally.problems[:5]}")
    print("no move was lost")
    kept = sorted(plies(file.read_text()) for file in folder.glob("*.bpgn"))
    played = [plies(game) for game in tally.games]
    # A game may have ended after the last look of white on A.
    played += [plies(game) for state in last if state["over"] and (game := state["over"]["bpgn"]) not in tally.games]
    running = [len(state["moves"]) for state in last if not state["over"]]
    check(sum(kept) == sum(played) + sum(running), f"{sum(kept)} plies are kept, {sum(played)} + {sum(running)} were played")
    check(len(kept) == len([n for n in played + running if n]), f"{len(kept)} games are kept of {len(played)} + {len(running)}")
    print(f"all {sum(bool(n) for n in running)} games under way went on after a kill")
    print(f"{len(kept)} games with {sum(kept)} plies are kept, each as it was played")
    check(share(0.95) < MOST_MS, f"95 % of moves take {share(0.95):.0f} ms")
    check(memory["VmHWM"] - start < MOST_GROWTH_MB, f"memory has grown by {memory['VmHWM'] - start:.0f} MiB")


if __name__ == "__main__":
    main()
