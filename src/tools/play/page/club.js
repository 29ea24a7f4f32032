// The lobby of a club evening: the tables, their seats, and what is going on there.

import "./club_words.js";
import { banner } from "./banner.js";
import { timeText } from "./clock.js";
import { Cup } from "./cup.js";
import { CupEntry } from "./cup_entry.js";
import { byId, make } from "./dom.js";
import { Invite } from "./invite.js";
import { askLobby } from "./lobby.js";
import { Press } from "./press.js";
import { SEATS, boardOf, seatColor } from "./seats.js";
import { currentLanguage, switchLanguage, words } from "./words.js";

const POLL_MS = 1500;
const TICK_MS = 1000;

// The secret of the lobby. It stays in the browser: tables lead back here.
function takeKey() {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given) {
    localStorage.setItem("tandem.club", given);
    history.replaceState(null, "", location.pathname);
  }
  return given || localStorage.getItem("tandem.club");
}

let key = takeKey();
let club = null;
let shown = null;
let heard = 0;

// The secret of our seat, if we have taken one here.
const ownSeat = () => localStorage.getItem("tandem.seat") ?? "";

const post = (path, body) => askLobby(key, path, body);

// An error in words: of the lobby, or of a table's settings. Without a code there was no answer.
function inWords({ code, text }) {
  if (typeof code !== "string") return words("clubLost");
  const known = words("clubErrors", code);
  return [known === code ? words("errors", code) : known, text].filter(Boolean).join(": ");
}

const complain = (error) => banner(inWords(error), 6000);

async function poll() {
  clearTimeout(poll.timer);
  if (!key) {
    poll.failed ||= performance.now();
    banner(words("noClubKey"));
    return;
  }
  // An answer is dropped when a newer look is under way.
  const run = (poll.run = (poll.run ?? 0) + 1);
  try {
    const found = await post("/club/state", ownSeat());
    if (run !== poll.run) return;
    club = found;
    heard = performance.now();
    if (poll.failed || (poll.unkept && !club.unkept)) banner(null);
    if (club.unkept && (poll.failed || club.unkept !== poll.unkept)) banner(`${words("unkept")}: ${club.unkept}`);
    poll.failed = false;
    poll.unkept = club.unkept;
    draw();
  } catch (error) {
    if (run !== poll.run) return;
    // Since when: the clocks stand from here on.
    poll.failed ||= performance.now();
    banner(inWords(error));
  }
  poll.timer = setTimeout(poll, POLL_MS);
}

// Calls the server, and shows what has become of it; `done()` is called if it was done.
async function act(path, body, done = () => {}) {
  try {
    await post(path, body);
    done();
  } catch (error) {
    complain(error);
  }
  await poll();
}

async function sit(table, seat) {
  try {
    const { key: own } = await post(`/club/sit/${table}/${seat}`, ownSeat());
    localStorage.setItem("tandem.seat", own);
    location.assign(`/#key=${own}`);
  } catch (error) {
    complain(error);
    await poll();
  }
}

// The state without the clocks, which tick by themselves; the page is drawn when it changes.
function essence() {
  const tables = club.tables.map((table) => ({ ...table, clocks: 0 }));
  return JSON.stringify([currentLanguage(), { ...club, tables }]);
}

// The parts that need no answer of the server.
function heading() {
  document.documentElement.lang = currentLanguage();
  document.title = `${words("clubTables")} · Tandem`;
  button("language", true, currentLanguage() === "ru" ? "EN" : "RU");
  byId("language").setAttribute("aria-label", `${byId("language").textContent}, ${words("other")}`);
}

function draw() {
  const now = essence();
  if (now !== shown && !press.waits()) {
    shown = now;
    const focused = document.activeElement?.id;
    byId("status").textContent = `${words("clubTables")}: ${club.tables.length}`;
    byId("tables").replaceChildren(...club.tables.map((table, index) => card(table, index + 1)));
    button("back", Boolean(club.mine), words("backToSeat"));
    button("stand", Boolean(club.mine && !club.mine.key), words("standUp"));
    button("visitors", club.organizer, words("visitors"));
    button("new-cup", club.organizer && (!club.tournament || club.tournament.over), words("newCup"));
    document.querySelector("main").classList.toggle("with-cup", Boolean(club.tournament));
    cup.show(club.tournament);
    if (focused) byId(focused)?.focus();
  }
  tick();
}

function button(id, visible, text) {
  byId(id).hidden = !visible;
  byId(id).textContent = text;
}

function card(table, number) {
  const item = make("li", "", "card");
  const head = make("div", "", "card-head", item);
  make("h2", `${words("table")} ${number}`, "", head);
  make("span", `${table.base_s / 60}+${table.increment_s}`, "time", head);
  make("p", stateText(table), "state", item);
  if (table.names) make("p", `${words("cupRound")} ${table.names.round}: ${table.names.teams.join(" – ")}`, "state", item);
  for (const board of [0, 1]) {
    const box = make("div", "", "card-board", item);
    make("h3", `${words("board")} ${"AB"[board]}`, "", box);
    SEATS.forEach((seat, index) => boardOf(seat) === board && seatLine(table, number, seat, index, box));
  }
  const actions = make("div", "", "card-actions", item);
  link(words("watch"), table.watch, `watch-${number}`, `${words("table")} ${number}`, actions);
  if (table.owner) link(words("setTable"), table.owner, `set-${number}`, `${words("table")} ${number}`, actions);
  return item;
}

function stateText(table) {
  const spectators = table.watchers ? ` · ${words("spectators")}: ${table.watchers}` : "";
  const plies = table.plies ? ` · ${words("plies")}: ${table.plies}` : "";
  const result = table.result ? `${table.result} ${words("reasons", table.reason)}`.trim() : words("phases", table.phase);
  return `${result}${plies}${spectators}`;
}

function seatLine(table, number, seat, index, parent) {
  const { occupant, name: given, level, present, free } = table.seats[index];
  const row = make("div", "", "card-seat", parent);
  make("span", "", `dot ${seatColor(seat)}${present ? "" : " away"}`, row);
  const mine = club.mine?.table === number - 1 && club.mine.seat === seat;
  const tandem = level < 8 ? `${words("tandem")}, ${words("atLevel")} ${level}` : words("tandem");
  const named = occupant === "guest" ? table.names?.players[index] : null;
  const person = given ?? (free ? "" : words(present ? "person" : "reserved"));
  const name = named ?? occupant.engine ?? (occupant === "tandem" ? tandem : mine ? words("you") : person);
  const where = `${words("table")} ${number}, ${words("whose", seat)}`;
  if (name) make("span", name, "name", row);
  if (free) {
    const take = make("button", words("sitHere"), "sit", row);
    take.id = `sit-${number}-${seat}`;
    take.setAttribute("aria-label", `${words("sitHere")}: ${where}`);
    take.onclick = () => sit(number, seat);
  } else if (club.organizer && occupant === "guest") {
    const clear = make("button", "×", "icon", row);
    clear.id = `free-${number}-${seat}`;
    clear.title = words("freeSeat");
    clear.setAttribute("aria-label", `${words("freeSeat")}: ${where}`);
    clear.onclick = () => act(`/club/free/${number}/${seat}`, "");
  }
  const clock = make("time", "", `clock${table.running[index] ? " running" : ""}`, row);
  clock.dataset.table = number - 1;
  clock.dataset.seat = index;
}

function link(text, href, id, what, parent) {
  const made = make("a", text, "button", parent);
  made.href = href;
  made.id = id;
  made.setAttribute("aria-label", `${text}: ${what}`);
}

// The clocks run between two looks at the server.
function tick() {
  clearTimeout(tick.timer);
  const gone = (poll.failed || performance.now()) - heard;
  for (const face of document.querySelectorAll(".card .clock")) {
    const table = club.tables[face.dataset.table];
    const seat = face.dataset.seat;
    const text = timeText(table.clocks[seat] - (table.running[seat] ? gone : 0));
    if (face.textContent !== text) face.textContent = text;
  }
  tick.timer = setTimeout(tick, TICK_MS);
}

const press = new Press(document.body, draw);
const invite = new Invite({ post });
const cup = new Cup(byId("cup"), act, (title, link) => invite.show(title, link, club.network));
const entry = new CupEntry(async (entered) => {
  try {
    await post("/club/cup/begin", JSON.stringify(entered));
    await poll();
    return null;
  } catch (error) {
    return inWords(error);
  }
});
byId("new-cup").onclick = () => entry.open(club.engines);
byId("visitors").onclick = () => invite.show(words("visitorsLink"), club.invite, club.network);
byId("back").onclick = () => location.assign(`/#key=${club.mine.key ?? ownSeat()}`);
byId("stand").onclick = () => act("/club/leave", ownSeat(), () => localStorage.removeItem("tandem.seat"));
byId("language").onclick = () => {
  switchLanguage();
  heading();
  if (club) draw();
  else poll();
};
addEventListener("hashchange", () => {
  if (!location.hash.includes("key=")) return;
  key = takeKey();
  poll();
});
addEventListener("online", poll);

heading();
poll();
