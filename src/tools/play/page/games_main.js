// The page of the other games: shows the server's messages and sends the user's actions to the server.

import { banner } from "./banner.js";
import { name as squareName, opposite } from "./bfen.js";
import { Board } from "./board.js";
import { byId, make, saveText } from "./dom.js";
import { Input } from "./games_input.js";
import { drawAny } from "./games_pieces.js";
import { Screen } from "./games_screen.js";
import { GamesSetup } from "./games_setup.js";
import { Invite } from "./invite.js";
import { Requests } from "./requests.js";
import { Resign } from "./resign.js";
import { play as sound, soundIsOn, switchSound } from "./sound.js";
import { nextColors, showTheme } from "./theme.js";
import { Wire } from "./wire.js";
import { currentLanguage, switchLanguage, words } from "./words.js";

const MEMORY = "tandem.games.key";
const HELD = ["k", "q", "r", "b", "n"];

// Read before `Wire` takes the secret out of the address.
const asked = new URLSearchParams(location.hash.slice(1)).get("game");
// The table's own secret opens its room, unless this browser has another person's link.
if (!sessionStorage.getItem(MEMORY) && !localStorage.getItem(MEMORY)) {
  const own = sessionStorage.getItem("tandem.key") ?? localStorage.getItem("tandem.key");
  if (own) sessionStorage.setItem(MEMORY, own);
}

let me = { host: false, link: null, network: false };
let state = null;
let trouble = "connecting";
let heard = [];
// The status that screen readers have read.
let told = null;
let wantsGame = asked;
let board = null;
let input = null;
let shape = "";
const screen = new Screen();

const wire = new Wire({
  welcome(message) {
    me = message;
    heard = [];
    trouble = null;
    banner(null);
    // With null the next state shows the message again, if it still applies.
    if (state) state.unkept = null;
  },
  state(message) {
    const before = state;
    state = message;
    const isNew = before && before.number !== state.number;
    const isLifted = before?.phase === "set_up" && state.phase !== "set_up";
    if (isNew) begin();
    if (isLifted) banner(null);
    tellKept(isNew || isLifted ? null : (before?.unkept ?? null));
    const lost = requests.settle(state);
    if (lost.length) banner(lost.join(" · "), 8000);
    // Another browser may have made it.
    if (state.set_up) screen.read(state.set_up);
    if (state.board && before?.board && state.board.ply > before.board.ply) sound("move");
    if (state.phase === "over" && before?.phase === "playing") sound("end");
    render();
    tellMoves(before);
    const wanted = wantsGame;
    wantsGame = null;
    if (wanted && me.host && state.phase !== "playing") setup.open(wanted);
  },
  heard({ from, lines }) {
    heard.splice(from, Infinity, ...lines);
    log();
    render();
  },
  suggested({ text }) {
    screen.read(text);
    render();
  },
  error({ code, text }) {
    banner([words("gameErrors", code), text].filter(Boolean).join(": "), 6000);
    render();
  },
  lost(tries) {
    trouble = tries > 3 ? "gone" : "lost";
    render();
  },
  unsent: () => banner(words("notSent"), 4000),
  ended(code) {
    const again = { text: words("takeBack"), act: () => wire.again() };
    trouble = "closed";
    render();
    banner(code === "noKey" ? words("noKey") : words("gameErrors", code), null, code === "elsewhere" ? again : null);
  },
}, "/other-games/ws", MEMORY);

const setup = new GamesSetup((settings) => wire.request({ type: "new", settings }));
const invite = new Invite(wire);
const requests = new Requests(wire);
const resign = new Resign(() => requests.send({ type: "resign" }, state), () => controls());

// Says that games are not kept on the disk, or are again; `shown` is what the banner says now.
function tellKept(shown) {
  if (state.unkept !== shown) banner(state.unkept && `${words("unkept")}: ${state.unkept}`);
  if (shown && !state.unkept) banner(words("keptAgain"), 5000);
}

// Tells screen readers the moves since `before` that the player may know, and what follows.
function tellMoves(before) {
  if (!before?.board || !state.board || before.number !== state.number) return;
  const moves = state.board.moves.slice(before.board.moves.length).filter((text) => text !== "…");
  if (moves.length) byId("told").textContent = [...moves, told].join(". ");
}

// Clears the page for a new game.
function begin() {
  heard = [];
  log();
  banner(null);
  if (input) input.selected = null;
}

function pieceWord(letter) {
  return state?.settings?.game === "courier" && letter === "b" ? words("courierBishop") : words(letter);
}

// The board in the size of the game; another one only if that changes.
function boardOf(files, ranks) {
  const wanted = `${files} ${ranks}`;
  if (wanted === shape) return;
  shape = wanted;
  byId("place").replaceChildren();
  board = new Board(byId("place"), { files, ranks, picture: drawAny, word: pieceWord });
  document.body.style.setProperty("--shape", files / ranks);
  input = new Input(board, {
    move: (text) => {
      if (state.phase === "set_up") screen.move(text, state.seat);
      else requests.send({ type: "move", text, ply: state.board.ply }, state);
    },
    changed: () => render(),
    illegal: () => banner(words("gameErrors", "illegal"), 2500),
  });
}

const isReady = () => state.ready[state.seat === "w" ? 0 : 1];

function position() {
  const squares = new Map();
  const { rows } = state.board;
  rows.forEach((row, index) => [...row].forEach((letter, file) => letter !== "." && squares.set(squareName(file, rows.length - 1 - index), letter)));
  return squares;
}

function render() {
  showTheme();
  status();
  controls();
  if (!state) return;
  const { seat, phase, settings } = state;
  byId("about").textContent = settings ? `${words("gameNames", settings.game)}. ${words("gameNotes", settings.game)}` : "";
  byId("own").hidden = phase === "none";
  byId("screen").hidden = phase !== "set_up";
  if (phase === "none") return;
  const rows = state.board?.rows;
  boardOf(rows?.[0].length ?? 8, rows?.length ?? 8);
  board.turn(seat);
  const behind = phase === "set_up";
  const squares = behind ? screen.squares(seat) : position();
  board.show({ squares, promoted: new Set() });
  const mine = phase === "playing" && state.board.turn === seat && !trouble;
  const legal = behind ? screen.moves(seat) : state.board.legal;
  input.show({ on: behind ? !isReady() : mine, color: seat, squares, legal });
  mark(squares, behind);
  strips();
  if (behind) screenTools();
  moves();
}

function mark(squares, behind) {
  const targets = input.targets();
  const last = state.board?.last ?? [];
  const king = state.board?.turn === "w" ? "K" : "k";
  const checked = state.board?.check ? [...squares].filter(([, letter]) => letter === king).map(([square]) => square) : [];
  board.mark({
    last, check: checked,
    selected: input.selected?.from ? [input.selected.from] : [],
    target: targets.filter((square) => !squares.has(square)),
    taken: targets.filter((square) => squares.has(square)),
  });
  const own = new Set(Screen.places(state.seat).map(({ square }) => square));
  for (const [square, cell] of board.cells) cell.classList.toggle("veiled", behind && !own.has(square));
}

// The players' names above and below the board, with their reserves.
function strips() {
  const guest = state.settings.opponent === "guest";
  const other = guest ? words("otherPerson") : `Tandem, ${words("atLevel")} ${state.settings.level}`;
  const away = guest && !state.other_here;
  strip(byId("top"), opposite(state.seat), other, away ? words("away") : state.thinking ? words("thinkingNow") : "");
  strip(byId("bottom"), state.seat, words("you"), "");
}

function strip(root, color, who, badge) {
  const parts = [make("span", "", `dot ${color}`), make("span", who, "name"), make("span", badge, "badge")];
  const held = [...(state.board?.held ?? "")].filter((letter) => (letter === letter.toUpperCase()) === (color === "w")).map((letter) => letter.toLowerCase());
  if (state.settings.game === "exchange") parts.push(reserve(color, held));
  // The keyboard stays in the reserve.
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.kind : null;
  root.replaceChildren(...parts);
  if (focused) root.querySelector(`button[data-kind="${focused}"]`)?.focus();
}

function reserve(color, held) {
  const box = make("div", "", "reserve");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", `${words("reserve")}: ${words(color === "w" ? "white" : "black")}`);
  for (const kind of HELD) {
    const count = held.filter((letter) => letter === kind).length;
    if (kind === "k" && !count) continue;
    const own = color === state.seat;
    const slot = make(own ? "button" : "span", "", `slot${count ? "" : " none"}`, box);
    slot.append(drawAny(color === "w" ? kind.toUpperCase() : kind));
    slot.setAttribute(own ? "aria-label" : "data-label", `${words(kind)}: ${count}`);
    make("span", count ? String(count) : "", "count", slot);
    slot.dataset.kind = kind;
    if (!own) continue;
    slot.type = "button";
    slot.disabled = !input.on || !input.moves.some((move) => move.drop === kind);
    slot.classList.toggle("selected", input.selected?.drop === kind);
    slot.onpointerdown = (event) => {
      if (event.button !== 0 || slot.disabled) return;
      event.preventDefault();
      input.drag(event, { drop: kind }, slot);
    };
    // Only clicks by keyboard: the pointer is handled above.
    slot.onclick = (event) => event.detail === 0 && input.pick({ drop: kind });
  }
  return box;
}

function screenTools() {
  byId("screen-note").textContent = words("screenNote");
  byId("ready").textContent = words(isReady() ? "changeSetUp" : "isReady");
  for (const [id, word] of [["suggest", "suggestSetUp"], ["usual", "usualSetUp"]]) {
    byId(id).textContent = words(word);
    byId(id).hidden = isReady();
  }
}

function moves() {
  const list = byId("moves");
  list.setAttribute("aria-label", words("moves"));
  const played = state.board?.moves ?? [];
  list.replaceChildren();
  for (let ply = 0; ply < played.length; ply += 2) {
    const item = make("li", "", "", list);
    make("span", `${ply / 2 + 1}.`, "", item);
    item.append(played.slice(ply, ply + 2).join(" "));
  }
  list.scrollTop = list.scrollHeight;
}

// Lines that are shown stay as they are: a screen reader reads again what is put in anew.
function log() {
  const box = byId("log");
  box.setAttribute("aria-label", words("arbiter"));
  const index = currentLanguage() === "ru" ? 1 : 0;
  const lines = heard.map((line) => line[index]);
  const same = lines.findIndex((line, at) => box.children[at]?.textContent !== line);
  [...box.children].slice(same < 0 ? lines.length : same).forEach((line) => line.remove());
  if (same < 0) return;
  box.append(...lines.slice(same).map((line) => make("p", line)));
  box.scrollTop = box.scrollHeight;
}

function overText() {
  const { result, reason } = state.over;
  const won = result === (state.seat === "w" ? "1-0" : "0-1");
  return `${words(result === "1/2-1/2" ? "gameDrawn" : won ? "gameWon" : "gameLost")}: ${words("gameReasons", reason)}`;
}

function statusText() {
  if (trouble || !state) return words(trouble ?? "connecting");
  if (state.phase === "none") return words(me.host ? "chooseGame" : "waitsForHost");
  if (state.phase === "set_up") return words(isReady() ? "setUpReady" : "setUpNow");
  if (state.over) return overText();
  if (state.draw && state.draw !== state.seat) return `${words(state.draw === "w" ? "white" : "black")} ${words("offersDraw")}`;
  if (state.declined && state.declined !== state.seat) return `${words(state.declined === "w" ? "white" : "black")} ${words("declinesDraw")}`;
  if (state.board.turn !== state.seat) return words(state.settings.opponent === "guest" && !state.other_here ? "waitsForOther" : "theirTurn");
  if (state.board.legal.length && state.board.legal.every((text) => text.startsWith("K@"))) return words("placeKing");
  const turn = words(state.settings.game === "kriegspiel" ? "yourTry" : "yourTurn");
  return state.board.check ? `${turn}, ${words("isCheck")}` : turn;
}

function status() {
  const text = statusText();
  const mine = state?.phase === "playing" && !trouble && state.board.turn === state.seat;
  byId("status").textContent = text;
  byId("status").className = state?.over ? "over" : mine ? "mine" : "";
  if (told !== text) byId("told").textContent = text;
  told = text;
  document.title = `${mine ? "● " : ""}${state?.settings ? words("gameNames", state.settings.game) : words("otherGames")} · Tandem`;
}

function controls() {
  document.documentElement.lang = currentLanguage();
  const show = (id, visible, text) => {
    byId(id).hidden = !visible;
    if (text) byId(id).textContent = text;
  };
  const playing = state?.phase === "playing";
  const offers = playing && state.draw && state.draw !== state.seat;
  show("new-game", me.host && Boolean(state) && !playing, words("newGame"));
  show("rematch", me.host && state?.phase === "over", words("rematch"));
  show("invite-other", me.host && state?.settings?.opponent === "guest" && !state.other_here, words("inviteOther"));
  show("agree", offers, words("takesDraw"));
  show("draw", playing, words(offers ? "declineDraw" : state?.draw ? "takeDrawBack" : "offerDraw"));
  show("resign", playing, words(resign.asks ? "resignSure" : "resign"));
  show("download", Boolean(state?.over), words("saveGame"));
  show("bughouse", me.host, words("bughouseTable"));
  show("language", true, currentLanguage() === "ru" ? "EN" : "RU");
  byId("language").setAttribute("aria-label", `${byId("language").textContent}, ${words("other")}`);
  byId("sound").classList.toggle("off", !soundIsOn());
  byId("sound").setAttribute("aria-label", words(soundIsOn() ? "soundOn" : "soundOff"));
  byId("sound").title = words(soundIsOn() ? "soundOn" : "soundOff");
  const asks = playing && state.settings.game === "kriegspiel";
  show("ask", asks, words("canITake"));
  byId("ask").disabled = !asks || !state.board.may_ask;
}

// Buttons and keys.

byId("new-game").onclick = () => setup.open(state.settings?.game);
byId("rematch").onclick = () => wire.request({ type: "rematch" });
byId("invite-other").onclick = () => invite.show(words("inviteOther"), me.link, me.network);
byId("agree").onclick = () => requests.send({ type: "draw", agrees: true }, state);
byId("draw").onclick = () => requests.send({ type: "draw", agrees: !state.draw }, state);
byId("download").onclick = () => saveText(state.over.text, `tandem-${state.settings.game}-${state.number}.pgn`, "application/x-chess-pgn");
byId("bughouse").onclick = () => location.assign("/");
byId("ask").onclick = () => wire.request({ type: "ask" });
byId("ready").onclick = () => wire.request(isReady() ? { type: "not_ready" } : { type: "set_up", text: screen.text() });
byId("suggest").onclick = () => wire.request({ type: "suggest" });
byId("usual").onclick = () => {
  screen.usual();
  render();
};
byId("theme").onclick = nextColors;
byId("sound").onclick = () => {
  switchSound();
  controls();
};
byId("language").onclick = () => {
  switchLanguage();
  log();
  render();
};
addEventListener("keydown", (event) => {
  if (input && !document.querySelector("dialog[open]") && !event.target.closest("input, select") && !event.ctrlKey && !event.metaKey && !event.altKey) input.key(event);
});
log();
render();
