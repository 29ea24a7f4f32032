// The page: shows the server's messages and sends the user's actions to the server.

import { opposite, parse } from "./bfen.js";
import { Chat } from "./chat.js";
import { Clocks } from "./clock.js";
import { MoveList } from "./moves.js";
import { Player } from "./player.js";
import { Replay } from "./replay.js";
import { Review } from "./review.js";
import { SEATS, boardOf, partnerOf, seatAt, seatColor } from "./seats.js";
import { Setup, fitting, remembered } from "./setup.js";
import { Side } from "./side.js";
import { fault, frameText, overText, waitingText } from "./status.js";
import { play as sound, soundIsOn, switchSound } from "./sound.js";
import { Wire } from "./wire.js";
import { currentLanguage, switchLanguage, words } from "./words.js";

const byId = (id) => document.getElementById(id);
const sides = { own: new Side(byId("own")), other: new Side(byId("other")) };
const clocks = new Clocks(() => sound("low"));
const moves = new MoveList((at) => openGame().then(() => replay.go(at)));
const replay = new Replay(render);
const chat = new Chat((text) => wire.send({ type: "say", text }));
const setup = new Setup((chosen) => {
  wire.send({ type: "setup", setup: chosen });
  wire.send({ type: "start" });
});
const player = new Player(sides.own, {
  move: (text) => wire.send({ type: "move", text, ply: player.ply }),
  premove: (text) => {
    if (text !== null || state?.premove) wire.send({ type: "premove", text });
  },
  changed: mark,
});

let me = { seat: null, owner: false, links: [], network: false, engines: [] };
let state = null;
let trouble = null;
let bannerTimer = null;
let resigning = null;

function calmDown() {
  clearTimeout(resigning);
  resigning = null;
  render();
}

const wire = new Wire({
  welcome(message) {
    me = message;
    trouble = null;
    chat.clear();
    message.chat.forEach((line) => chat.add(line, me.seat));
    banner(null);
  },
  state(message) {
    const before = state;
    state = message;
    if (before && before.seat !== state.seat) me.seat = state.seat;
    if (!before) setTable();
    else if (before.number !== state.number) begin();
    // The table is set up anew: close the last game.
    else if (before.phase === "over" && state.phase === "waiting" && !replay.game?.file) closeGame();
    hear(before);
    render();
    if (state.phase === "over" && before?.phase !== "over") ended(before);
  },
  chat(message) {
    chat.add(message, me.seat);
    if (message.seat !== me.seat) sound("talk");
  },
  error(message) {
    if (["illegal", "not_on_turn"].includes(message.code)) render();
    // The stored settings may be of another version: discard them.
    if (message.code.startsWith("setup")) localStorage.removeItem("tandem.setup");
    banner([words("errors", message.code), message.text].filter(Boolean).join(": "), 5000);
  },
  lost(tries) {
    trouble = tries > 3 ? "gone" : "lost";
    banner(words(trouble));
    status();
  },
  ended(code) {
    const text = code === "noKey" ? words("noKey") : words("errors", code);
    banner(text, null, code === "elsewhere" ? { text: words("takeBack"), act: () => wire.again() } : null);
  },
});

const review = new Review(wire, (at) => replay.go(at), render);

// Shows a message over the boards for `ms`, or until the next one.
function banner(text, ms, action) {
  const box = byId("banner");
  clearTimeout(bannerTimer);
  box.hidden = !text;
  box.replaceChildren(text ?? "");
  if (action) {
    const button = document.createElement("button");
    button.textContent = action.text;
    button.onclick = action.act;
    box.append(button);
  }
  if (text && ms) bannerTimer = setTimeout(() => (box.hidden = true), ms);
}

// Restores the last settings on a server that has just started.
function setTable() {
  const last = remembered();
  if (!me.owner || !last || state.number !== 0) return;
  const mine = fitting(last, me.engines);
  // Levels given on the command line override the stored ones.
  wire.send({ type: "setup", setup: me.levels ? { ...mine, levels: me.levels } : mine });
}

// Resets the page for a new game.
function begin() {
  chat.clear();
  clocks.newGame();
  closeGame();
}

// Plays sounds for changes since `before`.
function hear(before) {
  if (!before || before.number !== state.number || !state.seat) return;
  const own = boardOf(state.seat);
  if (before.boards[own].ply !== state.boards[own].ply) sound("move");
  const count = (view) => Object.values(parse(view.boards[own].bfen).hands[seatColor(state.seat)]).reduce((a, b) => a + b, 0);
  if (count(state) > count(before)) sound("arrive");
}

function ended(before) {
  if (before) sound("end");
  openGame();
}

// Loads the finished game for stepping through it.
async function openGame() {
  if (replay.game || !state?.over) return;
  try {
    const [game] = await wire.replay(state.over.bpgn);
    if (!game || replay.game) return;
    replay.open(game);
    evaluate(game, state.over.bpgn, 0);
  } catch (error) {
    banner(`${words("badFile")}: ${fault(error)}`, 8000);
  }
}

// Opens a file of games, or several as one: chess.com gives each board of a game in a file of its own.
async function openFiles(files) {
  const all = [...files];
  if (all.length === 0) return;
  const name = all.map((each) => each.name).join(" + ");
  const file = all.length === 1 ? all[0] : new File(all.flatMap((each) => [each, "\n"]), name);
  try {
    const games = await wire.replay(await file.arrayBuffer());
    if (games.length === 0) throw new Error(words("noGames"));
    games.forEach((game, index) => Object.assign(game, { file: file.name, source: file, index }));
    offer(games);
    look(games[0]);
  } catch (error) {
    banner(`${words("badFile")}: ${fault(error)}`, 8000);
  }
}

// Opens a game of a file, at its start.
function look(game) {
  replay.open(game, 0);
  evaluate(game, game.source, game.index);
  if (game.problem) banner(`${words("problem")}: ${fault(game)}`, 8000);
}

// Starts the evaluation of a game, except one that stops at an error: it has no end to judge by.
function evaluate(game, bytes, index) {
  if (game.problem) review.close();
  else review.open(bytes, index);
}

function closeGame() {
  replay.close();
  review.close();
  for (const side of Object.values(sides)) side.bar(null, "");
}

// Lists the games of a file, if there are several.
function offer(games) {
  const select = byId("games");
  select.hidden = games.length < 2;
  select.setAttribute("aria-label", words("games"));
  const tag = (game, name) => game.tags.find(([known]) => known === name)?.[1] ?? "?";
  select.replaceChildren(...games.map((game, index) => {
    const [a, b, c, d] = ["WhiteA", "BlackB", "BlackA", "WhiteB"].map((name) => tag(game, name));
    return new Option(`${index + 1}. ${a} + ${b} – ${c} + ${d} ${game.result}`);
  }));
  select.onchange = () => look(games[select.selectedIndex]);
}

// The seat from whose side the boards are shown: the player's own, or white on A for a spectator.
function viewer() {
  return state?.seat ?? "A";
}

function render() {
  if (!state) return;
  const seat = viewer();
  const own = boardOf(seat);
  const frame = replay.frame();
  const boards = frame?.boards ?? state.boards;
  const live = !frame && state.phase === "playing";
  const shown = [];
  for (const [side, index] of [[sides.own, own], [sides.other, 1 - own]]) {
    const bottom = index === own ? seatColor(seat) : opposite(seatColor(seat));
    side.turn(bottom, index);
    shown[index] = parse(boards[index].bfen);
    side.board.show(shown[index]);
    for (const color of ["w", "b"]) strip(side, index, color, boards[index], live);
  }
  const view = boards[own];
  const myTurn = live && Boolean(state.seat) && shown[own].turn === seatColor(seat);
  player.show({
    on: live && Boolean(state.seat), color: seatColor(seat), position: shown[own], legal: view.legal, myTurn, ply: view.ply,
  });
  hands(shown, own, live);
  faces(seat);
  clocks.set(frame?.clocks ?? state.clocks, frame ? [false, false, false, false] : state.running, state.seat ? SEATS.indexOf(seat) : -1);
  mark();
  controls(live);
  if (replay.game?.file) chat.notes(replay.game.frames.slice(0, replay.at + 1).flatMap((each) => each.notes));
  else chat.back(me.seat);
  if (frame && !replay.game.problem) review.show(replay.at, replay.moves(), boards, sides);
  moves.show(frame ? replay.moves() : state.moves, frame ? replay.at : null);
  status();
}

function hands(shown, own, live) {
  const selected = player.selected?.drop;
  sides.own.showHands(shown[own], { bottom: { selected, usable: player.on } });
  const wishes = live ? { needs: state.needs, bans: state.bans } : {};
  sides.other.showHands(shown[1 - own], { bottom: wishes, top: {} });
}

function faces(seat) {
  SEATS.forEach((each, index) => {
    const side = boardOf(each) === boardOf(seat) ? sides.own : sides.other;
    clocks.faces[index] = side.strip(seatColor(each)).clock;
  });
}

function strip(side, index, color, view, live) {
  const seat = seatAt(index, color);
  const at = SEATS.indexOf(seat);
  const { occupant, present, sits, trouble } = state.seats[at];
  const absence = trouble ? words("errors", trouble) : words(occupant.engine ? "getsReady" : "away");
  const turn = parse(view.bfen).turn === color;
  const badge = badgeOf(seat, view, turn, live && sits);
  side.strip(color).show({
    name: replay.game?.file ? replay.tag({ A: "WhiteA", a: "BlackA", B: "WhiteB", b: "BlackB" }[seat]) ?? words("whose", seat) : nameOf(seat, occupant),
    letter: "AB"[index], color, away: !present && !replay.frame(), turn: turn && live,
    badge: badge?.[0] ?? (present || replay.frame() ? "" : absence), badgeClass: badge?.[1],
  });
}

function nameOf(seat, occupant) {
  if (seat === state.seat) return words("you");
  const level = state.setup.levels[SEATS.indexOf(seat)];
  const tandem = level < 8 ? `${words("tandem")}, ${words("atLevel")} ${level}` : words("tandem");
  const name = occupant.engine ?? (occupant === "tandem" ? tandem : words("person"));
  return state.seat && seat === partnerOf(state.seat) ? `${name} · ${words("partner")}` : name;
}

// The badge of a player: sit, hang, mate or flag.
function badgeOf(seat, view, turn, sits) {
  const over = replay.frame() ? (replay.at === replay.game.frames.length - 1 ? state.over : null) : state.over;
  if (over?.seat === seat && over.reason.startsWith("flag") && !replay.game?.file) return [words("flag"), "bad"];
  if (!turn) return null;
  if (view.status === "mate") return [words("mated"), "bad"];
  if (view.status === "hang") return [words("hangs"), "warn"];
  if (view.status === "stalemate") return [words("stalled"), "warn"];
  return sits ? [words("sits"), "warn"] : null;
}

// Updates the marks on both boards; they change more often than the pieces.
function mark() {
  if (!state) return;
  const own = boardOf(viewer());
  const boards = replay.frame()?.boards ?? state.boards;
  const selected = player.selected;
  const targets = player.on ? player.targets() : [];
  const premove = !replay.frame() && state.premove;
  const marksOf = (view) => ({ last: view.last, check: view.check ? [view.check] : [] });
  sides.own.board.mark({
    ...marksOf(boards[own]),
    selected: selected?.from ? [selected.from] : [],
    target: targets.filter((square) => !player.position.squares.has(square)),
    taken: targets.filter((square) => player.position.squares.has(square)),
    premove: premove ? [premove.slice(0, 2), premove.slice(2, 4)].filter((square) => !square.includes("@")) : [],
    wanted: wanted(own),
  });
  sides.other.board.mark(marksOf(boards[1 - own]));
  sides.own.root.classList.toggle("premoving", player.on && player.ahead);
  for (const [kind, slot] of sides.own.hands.bottom.slots) {
    slot.classList.toggle("selected", selected?.drop === kind);
    slot.classList.toggle("premove", Boolean(premove) && premove.startsWith(`${kind}@`));
  }
}

// The squares of the opponent's pieces on our board that the partner needs.
function wanted(own) {
  if (replay.frame() || state.phase !== "playing" || !state.seat) return [];
  const kinds = state.needs.map(([kind]) => kind);
  const { squares, promoted } = parse(state.boards[own].bfen);
  const theirs = (letter) => (letter === letter.toUpperCase()) !== (seatColor(state.seat) === "w");
  const sent = (square, letter) => (promoted.has(square) ? "p" : letter.toLowerCase());
  // Pawns are left out: they are requested often, and are everywhere.
  return [...squares].filter(([square, letter]) => theirs(letter) && sent(square, letter) !== "p" && kinds.includes(sent(square, letter))).map(([square]) => square);
}

function status() {
  const frame = replay.frame();
  let text = "";
  if (!state) text = words(trouble ?? "connecting");
  else if (frame) text = frameText(frame, replay, state);
  else if (state.over) text = overText(state);
  else if (state.phase === "waiting") text = waitingText(state, me);
  else if (!state.seat) text = words("watching");
  else if (state.premove) text = words("premoveSet");
  else text = words(player.myTurn ? "yourTurn" : "theirTurn");
  byId("status").textContent = text;
  byId("status").className = frame || state?.over ? "over" : state?.phase === "playing" && player.myTurn ? "mine" : "";
  document.title = state?.phase === "playing" && player.myTurn ? `● ${words("yourTurn")} · Tandem` : "Tandem";
}

function controls(live) {
  const playing = state.phase === "playing";
  const show = (id, visible, text) => {
    byId(id).hidden = !visible;
    if (text) byId(id).textContent = text;
  };
  const invites = state.phase === "waiting" && state.setup.seats.includes("guest");
  show("start-now", me.owner && invites && state.seats.every((seat) => seat.present), words("start"));
  byId("new-game").classList.toggle("main", !invites);
  show("new-game", me.owner && !playing, words("newGame"));
  show("resign", playing && Boolean(state.seat) && live, words(resigning ? "resignSure" : "resign"));
  show("abort", playing && me.owner && !state.seat, words("abort"));
  show("download", Boolean(state.over) && !replay.game?.file, words("download"));
  show("open", !playing, words("open"));
  show("sound", true, "♪");
  byId("sound").classList.toggle("off", !soundIsOn());
  byId("sound").setAttribute("aria-label", words(soundIsOn() ? "soundOn" : "soundOff"));
  byId("sound").title = words(soundIsOn() ? "soundOn" : "soundOff");
  show("language", true, currentLanguage() === "ru" ? "EN" : "RU");
  byId("language").setAttribute("aria-label", words("other"));
  byId("steps").hidden = !replay.game;
  if (!replay.game?.file) byId("games").hidden = true;
  show("leave", Boolean(replay.game?.file), words("leave"));
  for (const [id, sign] of [["first", "«"], ["back", "‹"], ["next", "›"], ["last", "»"]]) {
    show(id, true, sign);
    byId(id).setAttribute("aria-label", words(id));
    byId(id).title = words(id);
  }
  const talks = playing && Boolean(state.seat);
  const key = `${currentLanguage()} ${talks} ${state.seat}`;
  if (controls.shown !== key) {
    controls.shown = key;
    chat.show(talks, state.seat ? seatColor(state.seat) : "w");
    document.documentElement.lang = currentLanguage();
    byId("keys").setAttribute("aria-label", words("keysHelp"));
    moves.name(words("moves"));
  }
}

// Buttons and keys.

byId("start-now").onclick = () => wire.send({ type: "start" });
byId("new-game").onclick = () => setup.open(state.setup, me);
// Resigning takes two clicks, as a guard against slips.
byId("resign").onclick = () => {
  if (resigning) {
    wire.send({ type: "resign" });
    calmDown();
    return;
  }
  resigning = setTimeout(calmDown, 3000);
  render();
};
byId("abort").onclick = () => wire.send({ type: "abort" });
byId("open").onclick = () => byId("file").click();
byId("file").onchange = (event) => {
  openFiles(event.target.files);
  event.target.value = "";
};
byId("keys").onclick = () => banner(words("keysHelp"), 15_000);
byId("sound").onclick = () => {
  switchSound();
  render();
};
byId("language").onclick = () => {
  switchLanguage();
  wire.send({ type: "language", language: currentLanguage() });
  render();
};
byId("first").onclick = () => replay.go(0);
byId("back").onclick = () => replay.step(-1);
byId("next").onclick = () => replay.step(1);
byId("last").onclick = () => replay.go(Infinity);
byId("leave").onclick = () => {
  closeGame();
  render();
  if (state.over) openGame();
};
byId("download").onclick = () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([state.over.bpgn], { type: "application/x-chess-bpgn" }));
  link.download = `tandem-${state.number}.bpgn`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (replay.game) {
    const step = { ArrowLeft: () => replay.step(-1), ArrowRight: () => replay.step(1), Home: () => replay.go(0), End: () => replay.go(Infinity) }[event.key];
    if (step) {
      event.preventDefault();
      step();
    }
    return;
  }
  if (event.code === "KeyT" && !byId("say").hidden) {
    event.preventDefault();
    byId("words").focus();
  } else if (player.key(event)) {
    event.preventDefault();
  }
}, true);

addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  if (state?.phase !== "playing") openFiles(event.dataTransfer.files);
});

status();
