// Input at the own board, by mouse, touch and keyboard: moves, drops and premoves.

import { colorOf } from "./bfen.js";
import { drag } from "./drag.js";
import { dropReach, promotes, reach } from "./reach.js";
import { castling, digitOf, resolve } from "./typed.js";

// How long a third O of castling is waited for, in ms.
const THIRD_O_MS = 600;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Player {
  // `act.move(text)`, `act.premove(text or null)`, `act.changed()`, `act.illegal()` for a target that is none.
  constructor(side, act) {
    this.side = side;
    this.act = act;
    this.board = side.board;
    this.selected = null;
    this.forget();
    this.on = false;
    side.root.addEventListener("pointerdown", (event) => this.down(event));
    side.root.addEventListener("contextmenu", (event) => this.context(event));
    side.board.root.addEventListener("keydown", (event) => this.boardKey(event));
    side.board.root.addEventListener("focusin", (event) => {
      if (event.target.dataset.square) this.board.remember(event.target.dataset.square);
    });
    side.root.addEventListener("click", (event) => {
      // Only clicks by keyboard: `down` handles pointers.
      const slot = this.slotAt(event.target);
      if (slot && event.detail === 0) this.pick({ drop: slot.dataset.kind });
    });
  }

  // Updates the own board. `legal` is empty when it is not our turn.
  show({ on, color, position, legal, myTurn, ply }) {
    Object.assign(this, { on, color, position, legal, myTurn, ply });
    // A player that hangs can only premove the drop that will help.
    this.ahead = !myTurn || legal.length === 0;
    // By the rules `gambler` a move on the other board may take the selected piece.
    if (!on || !this.stillThere()) this.selected = null;
    // The choice of a promotion ends with the game.
    if (!on) this.board.unchoose();
  }

  stillThere() {
    const { from, drop } = this.selected ?? {};
    if (from) return this.isOwn(from);
    return Boolean(drop) && (this.ahead || this.position.hands[this.color][drop] > 0);
  }

  isOwn(square) {
    const piece = this.position?.squares.get(square);
    return Boolean(piece) && colorOf(piece) === this.color;
  }

  // The slot of the player's own hand that was pressed, if any.
  slotAt(target) {
    const slot = target.closest(".slot");
    return slot && this.on && this.side.hand(this.color).root.contains(slot) ? slot : null;
  }

  // The target squares of the selected piece.
  targets() {
    if (!this.selected) return [];
    const { from, drop } = this.selected;
    if (!this.ahead) {
      const start = from ?? `${drop}@`;
      return this.legal.filter((text) => text.startsWith(start)).map((text) => text.slice(2, 4));
    }
    return from ? reach(this.position.squares, from) : dropReach(drop);
  }

  pick(selection) {
    const { from, drop } = selection ?? {};
    if (!this.on) return;
    const same = this.selected?.from === from && this.selected?.drop === drop;
    const absent = drop && !this.ahead && this.position.hands[this.color][drop] === 0;
    this.selected = !selection || same || absent ? null : selection;
    this.act.changed();
  }

  // Moves the selected piece to a square; returns whether that was possible.
  go(square, dragged = false) {
    if (!this.selected || !this.targets().includes(square)) return false;
    const { from, drop } = this.selected;
    const start = from ?? `${drop}@`;
    const promotion = from && promotes(this.position.squares, from, square);
    this.selected = null;
    const send = (text) => {
      if (!this.ahead) {
        if (from && dragged) this.board.dropped(from, square);
        this.act.move(text);
      } else {
        this.act.premove(text);
      }
      this.act.changed();
    };
    if (!promotion) {
      send(start + square);
      return true;
    }
    const possible = this.legal.filter((text) => text.startsWith(start + square)).map((text) => text[4]);
    const kinds = !this.ahead ? ["q", "n", "r", "b"].filter((kind) => possible.includes(kind)) : ["q", "n", "r", "b"];
    this.act.changed();
    if (kinds.length === 1) send(start + square + kinds[0]);
    else this.board.choose(square, this.color, kinds, (kind) => kind && send(start + square + kind));
    return true;
  }

  // The selected piece cannot go where it was sent.
  miss() {
    // The game may have ended during a drag.
    if (!this.on) return;
    this.act.illegal();
    this.pick(null);
  }

  cancel() {
    this.typed = "";
    this.forget();
    this.selected = null;
    this.act.premove(null);
    this.act.changed();
  }

  // Pointers.

  down(event) {
    const takes = this.on && !event.target.closest(".choice");
    this.mayDraw = Boolean(takes && event.button === 2 && event.target.closest(".board"));
    if (this.mayDraw) this.rightDown(event);
    if (event.button !== 0 || !takes) return;
    // Half of a move by keys is not gone on with after a press.
    this.forget();
    const slot = this.slotAt(event.target);
    const square = event.target.closest(".board") ? this.board.squareAt(event.clientX, event.clientY) : null;
    if (slot) {
      event.preventDefault();
      this.drag(event, { drop: slot.dataset.kind }, slot);
    } else if (square) {
      event.preventDefault();
      document.activeElement?.blur();
      this.board.remember(square);
      if (this.go(square)) return;
      if (this.isOwn(square)) this.drag(event, { from: square });
      else if (this.selected) this.miss();
      else if (this.ahead) this.act.premove(null);
    }
  }

  // The right button takes all back where it is released on the square that it pressed; elsewhere it draws an arrow.
  rightDown(event) {
    const from = this.board.squareAt(event.clientX, event.clientY);
    const up = (last) => {
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      const isClick = last.type === "pointerup" && this.board.squareAt(last.clientX, last.clientY) === from;
      if (isClick && this.on) this.cancel();
    };
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  context(event) {
    if (!this.on) return;
    event.preventDefault();
    // A finger that rests on a piece before it drags it raises this event too; a right button does before its arrow or
    // behind it.
    if (event.pointerType !== "touch" && !this.mayDraw) this.cancel();
  }

  // Selects a piece and drags its picture until the pointer is released.
  drag(event, selection, slot) {
    const was = this.selected;
    const again = was && was.from === selection.from && was.drop === selection.drop;
    if (!again) this.pick(selection);
    if (!this.selected) return;
    const letter = selection.drop ?? this.position.squares.get(selection.from);
    const shown = this.color === "w" ? letter.toUpperCase() : letter.toLowerCase();
    drag(event, this.board, shown, { from: selection.from, slot }, (moved, square) => {
      if (!moved) {
        // A second click on the same piece deselects it.
        if (again) this.pick(null);
      } else if (square && square !== selection.from && !this.go(square, true)) this.miss();
      else if (this.selected) this.pick(null);
    });
  }

  // Keys.

  boardKey(event) {
    const arrow = ARROWS[event.key];
    if (arrow) {
      // Several players share a board, and a game that is stepped through has the arrows for itself.
      if (event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      this.board.step(...arrow);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.press(this.board.focused);
    }
  }

  // Presses a square, as a click does.
  press(square) {
    if (!this.on || this.go(square)) return;
    if (this.isOwn(square)) this.pick({ from: square });
    else if (this.selected) this.miss();
  }

  // Handles a key pressed outside fields: a piece of the hand, half of a square's name, or a letter of SAN. Uses physical key codes,
  // which work on a Russian layout too. Returns whether the key had a meaning.
  key(event) {
    if (!this.on) return false;
    if (event.key === "Escape") {
      this.cancel();
      return true;
    }
    // On its way to another sign.
    if (["Shift", "AltGraph", "CapsLock"].includes(event.key)) return false;
    const letter = event.code.startsWith("Key") ? event.code.slice(3).toLowerCase() : null;
    const digit = digitOf(event);
    // N@f3 drops: the letter names a piece of the hand. On a Russian layout its key has another sign.
    if (event.key === "@" || (digit === "2" && event.shiftKey)) {
      const bishop = this.typed === "b" && !this.kind;
      this.forget();
      if (bishop) this.pick({ drop: "b" });
      return true;
    }
    if (letter === "o" || (digit === "0" && !this.typed)) return this.typedO();
    if (letter && ("nrqpk".includes(letter) || (letter === "b" && event.shiftKey))) {
      this.forget();
      this.kind = letter;
      if (letter !== "k") this.pick({ drop: letter });
      return true;
    }
    if (letter >= "a" && letter <= "h") {
      // A b before another letter is the bishop, before a digit the file; another letter before one is the start's file.
      if (this.typed === "b" && !this.kind) {
        this.kind = "b";
        this.pick({ drop: "b" });
      } else if (this.typed) {
        this.hint = this.typed;
      }
      this.typed = letter;
      return true;
    }
    if (digit >= "1" && digit <= "8" && this.typed) {
      const square = this.typed + digit;
      this.typed = "";
      this.board.focus(square);
      this.arrive(square);
      return true;
    }
    if (digit >= "1" && digit <= "8" && this.kind) {
      this.hint = digit;
      return true;
    }
    // Signs of SAN that the move does not need.
    if (letter === "x" || "=+#-".includes(event.key)) return true;
    this.forget();
    return false;
  }

  forget() {
    Object.assign(this, { typed: "", kind: "", hint: "", castles: 0 });
    clearTimeout(this.waiting);
  }

  // A typed square: the target of what is selected or named before, else a piece to select.
  arrive(square) {
    const { kind, hint } = this;
    const move = this.typedMove(kind, hint, square);
    // As in SAN, a letter names a piece on the board before one of the hand; a pawn on the board has none.
    const lettered = kind && kind !== "p";
    const starts = lettered && this.isOwn(square) && this.position.squares.get(square).toLowerCase() === kind;
    if (!starts && !(move && (hint || lettered)) && this.go(square)) return this.forget();
    if (move && (kind || hint || !this.isOwn(square))) {
      this.selected = { from: move.slice(0, 2) };
      this.go(square);
      return this.forget();
    }
    // Ng1f3 names its start first.
    if (this.isOwn(square)) {
      this.forget();
      this.selected = null;
      return this.pick({ from: square });
    }
    this.forget();
    if (this.selected) this.miss();
  }

  // The move to a square that a typed letter and start mean; null if there is none or more than one.
  typedMove(kind, hint, square) {
    if (this.ahead && (!kind || this.isOwn(square))) return null;
    const legal = this.ahead ? this.premoves() : this.legal;
    const found = resolve(this.position, legal, kind, hint, square);
    return found ?? (kind === "b" ? resolve(this.position, legal, "", "b", square) : null);
  }

  // The premoves of the pieces on the board; none of a player who hangs, and can only drop.
  premoves() {
    if (this.myTurn) return [];
    const { squares } = this.position;
    const own = [...squares.keys()].filter((from) => this.isOwn(from));
    return own.flatMap((from) => reach(squares, from).map((to) => from + to));
  }

  typedO() {
    this.castles = (this.castles ?? 0) + 1;
    clearTimeout(this.waiting);
    const play = (long) => {
      const move = castling(this.position, this.ahead ? this.premoves() : this.legal, long);
      this.forget();
      if (!move) return this.act.illegal();
      this.selected = { from: move.slice(0, 2) };
      this.go(move.slice(2, 4));
    };
    if (this.castles === 3) play(true);
    else if (this.castles === 2) this.waiting = setTimeout(() => play(false), THIRD_O_MS);
    return true;
  }
}
