// The analysis board: moves and drops tried on either board, Tandem's lines, a position set up by hand, and a game from
// there.

import { opposite, parse } from "./bfen.js";
import { byId, make } from "./dom.js";
import { Editor, START } from "./editor.js";
import { Explorer } from "./explorer.js";
import { Player } from "./player.js";
import { scoreText, share } from "./review.js";
import { boardOf, partnerOf, seatAt, seatColor } from "./seats.js";
import { fault } from "./status.js";
import { Thinking } from "./thinking.js";
import { Node, Tree } from "./tree.js";
import { currentLanguage, words } from "./words.js";

const USUAL = `${START} | ${START}`;

export class Analysis {
  // `act.changed()` is called when something else is to be shown, `act.play(boards, rules)` begins a game.
  constructor(sides, wire, banner, act) {
    Object.assign(this, { sides, wire, banner, act, on: false, seat: "A", run: 0, tries: Promise.resolve() });
    this.tree = new Tree(byId("tree"), (node) => this.go(node));
    this.thinking = new Thinking(wire, () => this.act.changed());
    const sideOf = (index) => Object.values(this.sides).find((side) => side.index === index);
    this.explorer = new Explorer(wire, byId("played"), { play: (index, text) => this.play(sideOf(index), text) });
    this.editor = new Editor(() => this.act.changed());
    this.players = Object.values(sides).map((side) => this.playerAt(side));
    this.field = byId("bfen");
    this.field.onkeydown = (event) => {
      if (event.key === "Enter") this.openText(this.field.value);
    };
    byId("bfen-open").onclick = () => this.openText(this.field.value);
    byId("bfen-copy").onclick = () => this.copy();
  }

  playerAt(side) {
    const player = new Player(side, {
      move: (text) => this.play(side, text),
      premove: () => {},
      changed: () => this.act.changed(),
      illegal: () => this.banner(words("errors", "illegal"), 2500),
    });
    const edit = (event) => {
      if (!this.editor.boards) return;
      const slot = event.target.closest(".slot");
      const square = event.target.closest(".cell")?.dataset.square;
      if (slot) this.editor.pressHand(side.index, side.hands.bottom.root.contains(slot) ? side.bottom : opposite(side.bottom), slot.dataset.kind);
      else if (square) this.editor.press(side.index, square);
    };
    side.root.addEventListener("click", edit);
    side.board.root.addEventListener("keydown", (event) => {
      if (!["Enter", " "].includes(event.key) || !this.editor.boards) return;
      event.preventDefault();
      edit(event);
    });
    side.root.addEventListener("pointerdown", () => (this.active = player));
    return player;
  }

  // Opens the board with the game that is stepped through, or with the start position; `seat` is at the bottom.
  async open(replay, seat) {
    this.seat = seat;
    this.rules = replay.tag("Rules") ?? "international";
    const game = replay.game;
    if (!game) return this.openText(USUAL);
    const place = (frame) => ({ bfen: frame.boards.map((board) => board.bfen).join(" | "), boards: frame.boards, ply: frame.ply, clocks: frame.clocks, bare: true });
    this.base = Number(replay.tag("TimeControl")?.split("+")[0]) * 1000 || null;
    this.root = new Node(place(game.frames[0]));
    let node = this.root;
    let shown = node;
    game.frames.slice(1).forEach((frame, index) => {
      node = node.add(place(frame));
      if (index + 1 === replay.at) shown = node;
    });
    this.on = true;
    await this.go(shown);
  }

  // Opens the boards of a text, `A | B` in BFEN; what is wrong with it is named, and nothing is lost.
  async openText(text) {
    this.rules ??= "international";
    const run = ++this.run;
    try {
      const place = await this.wire.position({ boards: text.trim(), rules: this.rules });
      // Another text was opened meanwhile, or the next game at the table has begun.
      if (run !== this.run) return;
      this.editor.close();
      this.root = new Node(place);
      this.base = null;
      this.on = true;
      await this.go(this.root);
    } catch (error) {
      this.banner(`${words("badBfen")}: ${fault(error)}`, 10_000);
    }
  }

  close() {
    this.run += 1;
    this.rules = undefined;
    if (!this.on) return;
    this.on = false;
    this.node = null;
    this.editor.close();
    this.thinking.stop();
    this.explorer.stop();
    this.players.forEach((player) => player.show({ ...player, on: false }));
    for (const side of Object.values(this.sides)) {
      side.bar(null, "");
      side.arrows.clear();
    }
  }

  // Shows a node; one of a recorded game gets its legal moves first.
  async go(node) {
    this.node = node;
    this.editor.close();
    this.thinking.stop();
    if (node.place.bare) {
      try {
        const { boards, over } = await this.wire.position({ boards: node.place.bfen, rules: this.rules });
        const merged = boards.map((board, index) => ({ ...board, last: node.place.boards[index].last }));
        node.place = { ...node.place, boards: merged, over, bare: false };
      } catch (error) {
        this.banner(`${words("badBfen")}: ${fault(error)}`, 10_000);
      }
      // Another one was chosen meanwhile, or the board was closed.
      if (node !== this.node) return;
    }
    this.field.value = node.place.bfen;
    this.explorer.begin({ boards: node.place.bfen, rules: this.rules });
    if (!node.place.over) this.thinking.begin(this.asked(node));
    this.act.changed();
  }

  asked(node) {
    const { bfen, clocks } = node.place;
    // A file may not tell every player's time.
    const isTimed = this.base && clocks && !clocks.includes(null);
    return { boards: bfen, rules: this.rules, clocks: isTimed ? [clocks, this.base] : null };
  }

  // Tries a move on a board, after those that are not answered yet.
  play(side, text) {
    const { node, root } = this;
    const next = () => this.playFrom(node, root, side, text);
    this.tries = this.tries.then(next, next);
    return this.tries;
  }

  async playFrom(node, root, side, text) {
    if (!this.on || root !== this.root) return;
    // A move on the other board that came meanwhile goes before.
    const came = this.node.parent === node && boardOf(this.node.place.ply[0]) !== side.index;
    const from = came ? this.node : node;
    try {
      const place = await this.wire.position({ boards: from.place.bfen, rules: this.rules, move: ["AB"[side.index], text] });
      // The board was closed, or another position was opened.
      if (!this.on || root !== this.root) return;
      const other = 1 - side.index;
      place.boards[other].last = from.place.boards[other].last;
      const known = from.child(place.ply[1], place.ply[0]);
      await this.go(known ?? from.add(place, text));
    } catch (error) {
      if (!this.on || root !== this.root) return;
      // Without an answer the move may be possible.
      const head = error.unanswered ? [] : [words("errors", "illegal")];
      this.banner([...head, fault(error)].join(": "), 4000);
      this.act.changed();
    }
  }

  // Removes the current move and all after it.
  remove() {
    const { parent } = this.node;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.node);
    this.tree.changes += 1;
    this.go(parent);
  }

  async copy() {
    const button = byId("bfen-copy");
    try {
      await navigator.clipboard.writeText(this.field.value);
      button.textContent = words("copied");
    } catch {
      // Without permission the user copies it.
      this.field.select();
    }
  }

  // Turns the boards, or puts the partner's board first.
  turn(seat) {
    this.seat = seat;
    this.act.changed();
  }

  edit() {
    if (this.editor.boards) return this.openText(this.editor.bfen());
    this.thinking.stop();
    this.explorer.stop();
    this.editor.open(this.node.place.boards.map((board) => parse(board.bfen)));
    this.act.changed();
  }

  // Handles a key; returns whether it had a meaning.
  key(event) {
    if (event.target.closest("input, select, dialog, .grid, #tools") && event.key.startsWith("Arrow")) return false;
    if (this.editor.boards) return false;
    const node = this.node;
    const to = { ArrowLeft: node.parent, ArrowRight: node.children[0], Home: this.root, End: node.last() }[event.key];
    if (to) {
      // Going where one is would begin the search anew.
      if (to !== node) this.go(to);
      return true;
    }
    return (this.active ?? this.players[0]).key(event);
  }

  // Shows everything; called by the page when it draws.
  draw() {
    const own = boardOf(this.seat);
    const edited = this.editor.boards;
    const views = this.node.place.boards;
    for (const [side, index] of [[this.sides.own, own], [this.sides.other, 1 - own]]) {
      const bottom = index === own ? seatColor(this.seat) : opposite(seatColor(this.seat));
      const position = edited ? edited[index] : parse(views[index].bfen);
      side.turn(bottom, index);
      side.board.show(position, !edited);
      const player = this.players[side === this.sides.own ? 0 : 1];
      player.show({ on: !edited && views[index].legal?.length > 0, color: position.turn, position, ply: views[index].bfen, legal: views[index].legal ?? [], myTurn: true });
      const usable = { usable: Boolean(edited), selected: undefined };
      const hands = { top: { ...usable }, bottom: { ...usable } };
      Object.assign(hands[position.turn === bottom ? "bottom" : "top"], { usable: Boolean(edited) || player.on, selected: player.selected?.drop });
      side.showHands(position, hands);
      for (const color of ["w", "b"]) side.strip(color).show(this.strip(index, color, position, views[index], edited));
      this.mark(side, player, views[index], edited);
    }
    this.panel(views, edited);
    this.tree.show(this.root, this.node);
  }

  strip(index, color, position, view, edited) {
    const turn = position.turn === color;
    const badge = !turn || edited ? null : { mate: [words("mated"), "bad"], hang: [words("hangs"), "warn"], stalemate: [words("stalled"), "warn"] }[view.status];
    return { name: words("whose", seatAt(index, color)), letter: "AB"[index], color, turn, badge: badge?.[0] ?? (turn ? words("onTurn") : ""), badgeClass: badge?.[1] };
  }

  mark(side, player, view, edited) {
    const targets = player.on ? player.targets() : [];
    side.board.mark(edited ? {} : {
      last: view.last, check: view.check ? [view.check] : [], selected: player.selected?.from ? [player.selected.from] : [],
      target: targets.filter((square) => !player.position.squares.has(square)), taken: targets.filter((square) => player.position.squares.has(square)),
    });
    const found = edited ? null : this.thinking.found;
    const board = found?.boards[side.index];
    side.bar(board ? share(board, player.position.turn) : null, board ? scoreText(board) : "");
    const best = found?.best[side.index];
    side.arrows.show(best ? [best] : []);
  }

  // The lines, or the tools of the editor, and the buttons.
  panel(views, edited) {
    byId("lines").replaceChildren();
    if (!edited) this.lines(byId("lines"));
    const deeper = byId("analysis-deeper");
    if (deeper) deeper.disabled = !this.thinking.mayGoDeeper();
    // Drawn only after a change: a button that is replaced while it is pressed loses the click.
    const shown = [currentLanguage(), this.act.mayPlay(), this.node, edited && JSON.stringify([this.editor.tool, this.editor.bfen()])];
    if (this.shown?.every((each, index) => each === shown[index])) return;
    this.shown = shown;
    const focused = document.activeElement?.id;
    const tools = byId("tools");
    tools.replaceChildren();
    if (edited) {
      this.editor.show(tools);
      this.field.value = this.editor.bfen();
    }
    const buttons = make("div", "", "choices", tools);
    const button = (id, act, shown = true, main = false) => {
      if (!shown) return;
      const made = make("button", words(id), main ? "main" : "", buttons);
      made.type = "button";
      made.id = `analysis-${id}`;
      made.onclick = act;
    };
    button("deeper", () => this.thinking.deeper(), !edited && !this.node.place.over);
    if (byId("analysis-deeper")) byId("analysis-deeper").disabled = !this.thinking.mayGoDeeper();
    button("removeMove", () => this.remove(), !edited && Boolean(this.node.parent));
    button("clearBoards", () => this.editor.clear(), Boolean(edited));
    button("usualStart", () => this.editor.open([parse(START), parse(START)]) ?? this.act.changed(), Boolean(edited));
    button("editDone", () => this.edit(), Boolean(edited), true);
    button("cancel", () => this.go(this.node), Boolean(edited));
    button("setUp", () => this.edit(), !edited);
    button("flip", () => this.turn(seatAt(boardOf(this.seat), opposite(seatColor(this.seat)))));
    button("otherBoard", () => this.turn(partnerOf(this.seat)));
    button("playFromHere", () => this.act.play(this.node.place.bfen, this.rules), !edited && this.act.mayPlay() && !this.node.place.over);
    byId("bfen-open").textContent = words("openBfen");
    byId("bfen-copy").textContent = words("copyBfen");
    this.field.setAttribute("aria-label", words("bfenOf"));
    byId("tree").setAttribute("aria-label", words("tried"));
    if (focused && document.activeElement?.id !== focused) byId(focused)?.focus();
  }

  lines(parent) {
    const { found, trouble } = this.thinking;
    const box = make("div", "", "verdict", parent);
    if (this.node.place.over) {
      const [result, reason, seat] = this.node.place.over;
      make("p", `${result} ${[words("reasons", reason), seat && words("whose", seat)].filter(Boolean).join(", ")}`, "", box);
      return;
    }
    const team = found?.team;
    make("p", typeof team === "number" ? `${words("expected")}: ${Math.round(team * 100)} %` : words(trouble ?? "thinking"), "", box);
    [0, 1].forEach((index) => {
      const board = found?.boards[index];
      const best = !board ? "…" : board.hangs ? words("hangs") : board.line.join(" ");
      make("p", `${"AB"[index]} ${board ? scoreText(board) : ""}  ${best}`, "line", box);
    });
    const depths = found ? found.boards.map((board) => board?.depth ?? 0).join(", ") : "0, 0";
    const nodes = found ? Math.round(found.nodes.reduce((a, b) => a + b, 0) / 1000).toLocaleString(document.documentElement.lang) : 0;
    // Without lines the trouble stands above.
    const goesOn = found?.done ? "" : ` · ${found && trouble ? words(trouble) : "…"}`;
    make("p", `${words("depth")} ${depths} · ${nodes} ${words("thousandNodes")}${goesOn}`, "note", box);
  }

  text() {
    const { ply, over } = this.node.place;
    if (this.editor.boards) return `${words("analysis")}: ${words("setUp")}`;
    const place = ply ? `${words("whose", ply[0])}: ${ply[1]}` : words("startPosition");
    return `${words("analysis")}: ${place}${over ? ` ${over[0]}` : ""}`;
  }
}

// Whether a text is a position of both boards.
export function isPosition(text) {
  return /^\s*(\S+\/\S+ [wb] .*|startpos\s*)\|/.test(text);
}
