// The page: shows the server's messages and sends the user's actions to the server.

import { Analysis } from "./analysis.js";
import { banner } from "./banner.js";
import { opposite, parse } from "./bfen.js";
import { Chat } from "./chat.js";
import { Clocks } from "./clock.js";
import { byId, saveText } from "./dom.js";
import { Draws } from "./draws.js";
import { Ending } from "./ending.js";
import { EngineLines } from "./engine_lines.js";
import { takeFiles } from "./intake.js";
import { Invite } from "./invite.js";
import { nameIcons } from "./labels.js";
import { MoveList } from "./moves.js";
import { hear, tell } from "./news.js";
import { askName, knownName } from "./names.js";
import { findNextSeat } from "./next_seat.js";
import { ask, isNewcomer, leveled } from "./newcomer.js";
import { Pending } from "./pending.js";
import { Player } from "./player.js";
import { stripOf } from "./players.js";
import { Puzzles } from "./puzzles.js";
import { Replay } from "./replay.js";
import { Requests } from "./requests.js";
import { Resign } from "./resign.js";
import { Review } from "./review.js";
import { SEATS, boardOf, seatAt, seatColor } from "./seats.js";
import { Setup, fitting, remembered } from "./setup.js";
import { Shelf } from "./shelf.js";
import { Side } from "./side.js";
import { frameText, overText, pausedText, refusal, waitingText } from "./status.js";
import { play as sound, switchSound } from "./sound.js";
import { wanted } from "./wanted.js";
import { openLook } from "./theme.js";
import { Transport } from "./transport.js";
import { currentLanguage, switchLanguage, words } from "./words.js";

const sides = { own: new Side(byId("own")), other: new Side(byId("other")) };
const clocks = new Clocks(() => sound("low"));
const moves = new MoveList((at) => openGame().then(() => replay.go(at)));
const replay = new Replay(render);
const chat = new Chat((text) => wire.request({ type: "say", text }));
const setup = new Setup((chosen, moved) => wire.request({ type: "start", setup: chosen, moved }));
const player = new Player(sides.own, {
  move: (text) => {
    if (wire.request({ type: "move", text, ply: player.ply })) pending.sent(text, player.ply, state.number, wire.run);
    render();
  },
  premove: (text) => {
    if (text === null && !premoved && !state?.premove) return;
    premoved = requests.send({ type: "premove", text }, state) && text !== null;
  },
  changed: mark,
  illegal: () => banner(words("errors", "illegal"), 2500),
});

const pending = new Pending(() => status());

let me = { seat: null, owner: false, links: [], network: false, engines: [], table: null };
let state = null;
let trouble = null;
// The words for what the last break of the connection has lost, until they are shown.
let losses = [];
// Whether a premove was sent and not taken back: it may not be confirmed yet.
let premoved = false;
// Whether the boards of a game that is stepped through are turned.
let turned = false;

const wire = new Transport({
  welcome(message) {
    // At another table nothing is left of the last one.
    if (state && me.table !== message.table) {
      state = null;
      pending.drop();
      requests.drop();
      begin();
    }
    const again = me.run === wire.run;
    me = { ...message, run: wire.run, starts: me.starts, fresh: me.fresh };
    setup.relink(me);
    invite.relink(me);
    // By the same connection only links are new.
    if (again) return;
    me.fresh = true;
    trouble = null;
    pending.back(wire.run);
    const unheard = chat.renew(message.chat, me.seat);
    losses = unheard.length ? [`${words("wordsLost")}: ${unheard.join(", ")}`] : [];
    banner(null);
    // With null the next state shows the message again, if it still applies.
    if (state) state.unkept = null;
    if (knownName()) wire.send({ type: "name", name: knownName() });
  },
  state(message) {
    const before = state;
    // The page is drawn more often than a state comes: its clocks run from here on.
    state = { ...message, came: performance.now() };
    me.seat = state.seat;
    // Players start the games of a club's table themselves.
    me.starts = me.owner || Boolean(me.table && me.seat);
    if (!before) setTable();
    else if (before.number !== state.number) begin();
    // The table is set up anew: close the last game.
    else if (before.phase === "over" && state.phase === "waiting" && !replay.game?.file) shelf.close();
    me.fresh = false;
    if (state.unkept !== (before?.unkept ?? null)) banner(state.unkept && `${words("unkept")}: ${state.unkept}`);
    if (before?.unkept && !state.unkept) banner(words("keptAgain"), 5000);
    const lost = pending.settle(state);
    if (lost) losses.push(`${words("moveLost")}: ${lost}`);
    losses.push(...requests.settle(state));
    if (losses.length) banner(losses.splice(0).join(" · "), 8000);
    hear(before, state);
    render();
    tell(before, state, player.myTurn);
    draws.news(before, state);
    if (state.phase === "over" && (before?.phase !== "over" || before.number !== state.number)) ended(before);
  },
  chat(message) {
    chat.add(message, me.seat);
    if (message.seat !== me.seat) sound("talk");
  },
  error(message) {
    if (["illegal", "not_on_turn"].includes(message.code)) {
      pending.drop();
      render();
    }
    // The stored settings may be of another version: discard them.
    if (message.code.startsWith("setup")) localStorage.removeItem("tandem.setup");
    banner(refusal(message), 5000);
  },
  lost(tries) {
    trouble = tries > 3 ? "gone" : "lost";
    banner(words(trouble));
    render();
  },
  unsent: () => banner(words("notSent"), 4000),
  ended(code, detail) {
    if (code === "next_round") findNextSeat(wire.key);
    const text = code === "noKey" ? words("noKey") : refusal({ code, text: detail });
    const back = { text: words("tables"), act: () => location.assign("/club") };
    const again = { elsewhere: "takeBack", trap: "goOn" }[code];
    // The seat's link has ended while this page was away.
    const left = code === "key" && localStorage.getItem("tandem.club");
    const toLobby = left || ["freed", "next_round"].includes(code) ? back : null;
    trouble = "closed";
    render();
    banner(text, null, again ? { text: words(again), act: () => wire.again() } : toLobby);
  },
});

const engineLines = new EngineLines();
const review = new Review(wire, (at) => replay.go(at), render);
const invite = new Invite(wire);
const ending = new Ending({
  rematch: () => wire.request({ type: "rematch" }),
  newGame: () => setup.open(state.setup, me),
  save: () => byId("download").click(),
});
const analysis = new Analysis(sides, wire, banner, {
  changed: () => render(),
  play: (boards, rules) => setup.open({ ...state.setup, rules, start: { boards } }, me),
  mayPlay: () => me.owner && !isUnderWay(),
});
const puzzles = new Puzzles(sides, wire, banner, { changed: () => render(), mayOwn: () => me.owner });
// The view in place of the table's game: puzzles, or the analysis board.
const stage = () => (puzzles.on ? puzzles : analysis);
const requests = new Requests(wire);
const resign = new Resign(() => requests.send({ type: "resign" }, state), render);
const draws = new Draws(requests, banner);
const shelf = new Shelf(wire, replay, review, banner, () => {
  for (const side of Object.values(sides)) {
    side.bar(null, "");
    side.arrows.clear();
  }
});

function rename(name) {
  wire.send({ type: "name", name });
}

// Restores the last settings on a server that has just started.
function setTable() {
  if (me.table) return;
  const last = remembered();
  // No dialog covers a game under way.
  if (!me.owner && state.seat && state.phase !== "playing" && knownName() === null) return askName(rename);
  if (me.owner && state.phase === "waiting" && !me.levels && isNewcomer()) {
    ask((answer) => {
      rename(knownName());
      wire.send({ type: "setup", setup: leveled(state.setup, answer) });
      render();
    });
    return;
  }
  if (!me.owner || !last || state.number !== 0) return;
  const mine = fitting(last, me.engines);
  // Levels given on the command line override the stored ones.
  wire.send({ type: "setup", setup: me.levels ? { ...mine, levels: me.levels } : mine });
}

// Resets the page for a new game.
function begin() {
  ending.close();
  setup.close();
  invite.close();
  // With the first state of a connection the welcome has brought the game's talk.
  if (!me.fresh) chat.clear();
  clocks.newGame();
  shelf.close();
  puzzles.close();
  analysis.close();
}

function ended(before) {
  if (before) sound("end");
  if (state.names && me.seat) findNextSeat(wire.key, true);
  // A tournament starts the games of its tables.
  const mine = state.names ? { owner: false, starts: false } : me;
  if (["playing", "paused", "held"].includes(before?.phase)) ending.show(state, mine);
  openGame();
}

// Opens the finished game for stepping through it.
async function openGame() {
  if (!replay.game && state?.over) await shelf.openTable(state.over.bpgn);
}

// The seat from whose side the boards are shown: the player's own, or white on A for a spectator.
function viewer() {
  const seat = state?.seat ?? "A";
  return turned && (replay.game || !state?.seat) ? seatAt(boardOf(seat), opposite(seatColor(seat))) : seat;
}

function render() {
  nameIcons();
  if (!state) return status();
  document.body.classList.toggle("analyzing", stage().on);
  document.body.classList.toggle("puzzling", puzzles.on);
  if (stage().on) {
    player.on = false;
    stage().draw();
    controls(false);
    status();
    return;
  }
  const seat = viewer();
  const own = boardOf(seat);
  const frame = replay.frame();
  const boards = frame?.boards ?? state.boards;
  const live = !frame && state.phase === "playing" && trouble !== "closed";
  const shown = [];
  for (const [side, index] of [[sides.own, own], [sides.other, 1 - own]]) {
    const bottom = index === own ? seatColor(seat) : opposite(seatColor(seat));
    side.turn(bottom, index);
    shown[index] = parse(boards[index].bfen);
    side.board.show(shown[index]);
    for (const color of ["w", "b"]) side.strip(color).show(stripOf(state, replay, me, index, color, boards[index], live));
  }
  const view = boards[own];
  const myTurn = live && Boolean(state.seat) && shown[own].turn === seatColor(seat);
  player.show({
    on: live && Boolean(state.seat), color: seatColor(seat), position: shown[own], ply: view.ply,
    // The next move is a premove as long as the last one is not confirmed.
    legal: pending.move ? [] : view.legal, myTurn: myTurn && !pending.move,
  });
  hands(shown, own, live);
  faces(seat);
  const running = frame ? [false, false, false, false] : state.running;
  const mine = state.seat ? SEATS.indexOf(seat) : -1;
  // Without a connection the remaining times are unknown.
  if (trouble && !frame) clocks.halt();
  else clocks.set(frame?.clocks ?? state.clocks, running, mine, live || state.phase === "paused", state.came);
  mark();
  controls(live);
  if (replay.game?.file) chat.notes(replay.game.frames.slice(0, replay.at + 1).flatMap((each) => each.notes));
  else chat.back(me.seat);
  engineLines.show(state, live);
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
    clocks.leads[index] = side.strip(seatColor(each)).lead;
  });
}

// Updates the marks on both boards; they change more often than the pieces.
function mark() {
  if (!state || stage().on) return;
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
    wanted: replay.frame() ? [] : wanted(state),
    pending: pending.squares(),
  });
  sides.other.board.mark(marksOf(boards[1 - own]));
  sides.own.root.classList.toggle("premoving", player.on && player.ahead);
  for (const [kind, slot] of sides.own.hands.bottom.slots) {
    slot.classList.toggle("selected", selected?.drop === kind);
    slot.classList.toggle("premove", Boolean(premove) && premove.startsWith(`${kind}@`));
  }
}

// Whether a game is under way, though its clocks may stand.
function isUnderWay() {
  return ["playing", "paused", "held"].includes(state?.phase);
}

function status() {
  const frame = replay.frame();
  let text = "";
  if (stage().on) text = stage().text();
  else if (!state || (trouble && !frame)) text = words(trouble ?? "connecting");
  else if (frame) text = frameText(frame, replay, state);
  else if (state.over) text = overText(state);
  else if (["paused", "held"].includes(state.phase)) text = pausedText(state, me);
  else if (draws.standing(state)) text = draws.standing(state);
  else if (state.phase === "waiting") text = waitingText(state, me);
  else if (!state.seat) text = words("watching");
  else if (pending.isSlow()) text = words("sending");
  else if (state.premove) text = words("premoveSet");
  else text = words(player.myTurn ? "yourTurn" : "theirTurn");
  byId("status").textContent = text;
  byId("status").className = frame || state?.over ? "over" : state?.phase === "playing" && !trouble && player.myTurn ? "mine" : "";
  document.title = state?.phase === "playing" && !trouble && player.myTurn ? `● ${words("yourTurn")} · Tandem` : "Tandem";
}

function controls(live) {
  const playing = isUnderWay();
  const show = (id, visible, text) => {
    byId(id).hidden = !visible;
    if (text) byId(id).textContent = text;
  };
  const invites = state.phase === "waiting" && state.setup.seats.includes("guest");
  const again = Boolean(me.table) && state.phase === "over";
  show("start-now", me.starts && !state.names && (invites || again) && state.seats.every((seat) => seat.present), words(again ? "rematch" : "start"));
  if (me.table) document.querySelector("h1").textContent = [`${words("table")} ${me.table}`, state.names?.teams.join(" – ")].filter(Boolean).join(" · ");
  show("tables", Boolean(me.table && localStorage.getItem("tandem.club")), words("tables"));
  byId("new-game").classList.toggle("main", !invites);
  show("new-game", me.owner && !playing && !state.names, words("newGame"));
  const plays = state.phase === "playing" && Boolean(state.seat) && live;
  show("resign", plays && !state.may_abort, words(resign.asks ? "resignSure" : "resign"));
  show("abort", (me.owner && (["paused", "held"].includes(state.phase) || (playing && !state.seat))) || (plays && state.may_abort), words("abort"));
  show("go-on", me.owner && state.phase === "held", words("goOn"));
  show("pause", live && state.may_pause, "❚❚");
  for (const [id, text] of Object.entries(draws.buttons(state))) show(id, plays && Boolean(text), text);
  show("download", Boolean(state.over) && !replay.game?.file, words("download"));
  show("open", !playing, words("open"));
  show("past", !playing && me.owner, words("past"));
  show("analyze", !playing, words("analysis"));
  show("puzzles", wire.server && !playing, words("puzzles"));
  show("leave-analysis", stage().on, words(puzzles.on ? "leavePuzzles" : "leaveAnalysis"));
  byId("steps").hidden = !replay.game;
  if (!replay.game?.file) byId("games").hidden = true;
  show("leave", Boolean(replay.game?.file), words("leave"));
  const talks = state.phase === "playing" && Boolean(state.seat);
  const key = `${currentLanguage()} ${talks} ${state.seat}`;
  if (controls.shown !== key) {
    controls.shown = key;
    chat.show(talks, state.seat ? seatColor(state.seat) : "w");
    moves.name(words("moves"));
  }
}

// Buttons and keys.

byId("start-now").onclick = () => wire.request({ type: state.phase === "over" ? "rematch" : "start" });
byId("tables").onclick = () => location.assign("/club");
byId("new-game").onclick = () => setup.open(state.setup, me);
byId("abort").onclick = () => wire.request({ type: "abort" });
byId("pause").onclick = () => wire.request({ type: "pause" });
byId("go-on").onclick = () => wire.request({ type: "go_on" });
addEventListener("click", (event) => {
  const seat = event.target.closest(".invite")?.dataset.seat;
  if (seat) invite.open(seat, me);
  if (event.target.closest(".rename")) askName(rename);
});
byId("analyze").onclick = () => analysis.open(replay, viewer());
byId("puzzles").onclick = () => puzzles.open();
byId("leave-analysis").onclick = () => {
  stage().close();
  render();
};
byId("past").onclick = () => shelf.list();
byId("open").onclick = () => byId("file").click();
byId("file").onchange = (event) => {
  shelf.openFiles(event.target.files);
  event.target.value = "";
};
byId("keys").onclick = () => banner(words("keysHelp"), 15_000);
byId("sound").onclick = () => {
  switchSound();
  render();
};
byId("theme").onclick = openLook;
byId("language").onclick = () => {
  switchLanguage();
  wire.send({ type: "language", language: currentLanguage() });
  render();
};
byId("turn").onclick = () => {
  turned = !turned;
  render();
};
byId("leave").onclick = () => {
  shelf.close();
  render();
  if (state.over) openGame();
};
byId("download").onclick = () => saveText(state.over.bpgn, `tandem-${state.number}.bpgn`, "application/x-chess-bpgn");

addEventListener("keydown", (event) => {
  // The choice of a promotion has keys of its own. The focus may be beside an open dialog.
  if (document.querySelector("dialog[open]") || event.target.closest("input, select, .choice") || event.ctrlKey || event.metaKey || event.altKey) return;
  const looked = stage().on ? stage() : replay.game && replay;
  if (looked) {
    if (looked.key(event)) event.preventDefault();
    return;
  }
  if (event.code === "KeyT" && !byId("say").hidden) {
    event.preventDefault();
    byId("words").focus();
  } else if (player.key(event)) {
    event.preventDefault();
  }
}, true);

takeFiles(shelf, analysis, () => isUnderWay() || puzzles.on);
render();
