// Input at the board of another game, by mouse, touch and keyboard: moves, drops, and exchanges of two own pieces.

import { colorOf } from "./bfen.js";
import { drag } from "./drag.js";
import { digitOf } from "./typed.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Input {
  // `act.move(text)`, `act.changed()`, `act.illegal()` for a target that is none.
  constructor(board, act) {
    Object.assign(this, { board, act, selected: null, on: false, typed: "", squares: new Map() });
    board.root.addEventListener("pointerdown", (event) => this.down(event));
    board.root.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      // A finger that rests on a piece before it drags it raises this event too.
      if (event.pointerType !== "touch") this.pick(null);
    });
    board.root.addEventListener("keydown", (event) => this.boardKey(event));
    board.root.addEventListener("focusin", (event) => {
      if (event.target.dataset.square) board.remember(event.target.dataset.square);
    });
  }

  // Updates the board. `legal` has the texts of the moves; one from an own piece to another is an exchange.
  show({ on, color, squares, legal }) {
    const moves = legal.map((text) => {
      const [kind, to] = text.split("@");
      return to ? { text, drop: kind.toLowerCase(), to } : { text, from: text.slice(0, 2), to: text.slice(2, 4), kind: text[4] };
    });
    const isOwn = (square) => squares.has(square) && colorOf(squares.get(square)) === color;
    // The order of the squares of an exchange does not matter.
    const turned = moves.filter(({ from, to }) => from && isOwn(from) && isOwn(to)).map(({ text, from, to }) => ({ text, from: to, to: from }));
    Object.assign(this, { on, color, squares, moves: [...moves, ...turned] });
    const { from, drop } = this.selected ?? {};
    if (!on) this.board.unchoose();
    if (!on || (from && !isOwn(from)) || (drop && !moves.some((move) => move.drop === drop))) this.selected = null;
    // The king is put into a corner by one press.
    if (on && moves.length && moves.every((move) => move.drop === "k")) this.selected = { drop: "k" };
  }

  isOwn(square) {
    const piece = this.squares.get(square);
    return Boolean(piece) && colorOf(piece) === this.color;
  }

  // The moves of what is selected, to a square if one is given.
  chosen(square) {
    if (!this.selected) return [];
    const { from, drop } = this.selected;
    return this.moves.filter((move) => (drop ? move.drop === drop : move.from === from) && (!square || move.to === square));
  }

  targets() {
    return [...new Set(this.chosen().map((move) => move.to))];
  }

  pick(selection) {
    const { from, drop } = selection ?? {};
    if (!this.on) return;
    const same = this.selected?.from === from && this.selected?.drop === drop;
    this.selected = !selection || same ? null : selection;
    this.act.changed();
  }

  // Moves what is selected to a square; returns whether that was possible.
  go(square, dragged = false) {
    const found = this.chosen(square);
    if (!found.length) return false;
    const { from } = this.selected;
    this.selected = null;
    const send = (text) => {
      if (dragged && from && !this.isOwn(square)) this.board.dropped(from, square);
      this.act.move(text);
      this.act.changed();
    };
    this.act.changed();
    if (found.length === 1) send(found[0].text);
    else this.board.choose(square, this.color, found.map((move) => move.kind), (kind) => kind && send(found.find((move) => move.kind === kind).text));
    return true;
  }

  miss() {
    // The game may have ended during a drag.
    if (!this.on) return;
    this.act.illegal();
    this.pick(null);
  }

  // Presses a square, as a click does.
  press(square) {
    if (!this.on || this.go(square)) return;
    if (this.isOwn(square)) this.pick({ from: square });
    else if (this.selected) this.miss();
  }

  down(event) {
    if (event.button !== 0 || !this.on || event.target.closest(".choice")) return;
    const square = this.board.squareAt(event.clientX, event.clientY);
    if (!square) return;
    event.preventDefault();
    document.activeElement?.blur();
    this.board.remember(square);
    if (this.go(square)) return;
    if (this.isOwn(square)) this.drag(event, { from: square });
    else if (this.selected) this.miss();
  }

  // Selects a piece and drags its picture until the pointer is released.
  drag(event, selection, slot) {
    const again = this.selected && this.selected.from === selection.from && this.selected.drop === selection.drop;
    if (!again) this.pick(selection);
    if (!this.selected) return;
    const letter = selection.from ? this.squares.get(selection.from) : selection.drop;
    drag(event, this.board, this.color === "w" ? letter.toUpperCase() : letter.toLowerCase(), { from: selection.from, slot }, (moved, square) => {
      if (!moved) {
        if (again) this.pick(null);
      } else if (square && square !== selection.from && !this.go(square, true)) this.miss();
      else if (this.selected) this.pick(null);
    });
  }

  boardKey(event) {
    const arrow = ARROWS[event.key];
    if (!arrow && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (arrow) this.board.step(...arrow);
    else this.press(this.board.focused);
  }

  // A key pressed outside fields: half of a square's name, or Escape. Physical keys, which work on a Russian layout too.
  key(event) {
    if (!this.on) return;
    const letter = event.code.startsWith("Key") ? event.code.slice(3).toLowerCase() : "";
    const digit = digitOf(event);
    if (event.key === "Escape") this.pick(null);
    else if (digit && this.typed && this.board.cells.has(this.typed + digit)) {
      this.board.focus(this.typed + digit);
      this.press(this.typed + digit);
    }
    this.typed = letter;
  }
}
