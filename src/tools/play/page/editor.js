// A position set up by hand: pieces on both boards, hands, and who is on turn.

import { HELD, name, opposite } from "./bfen.js";
import { make } from "./dom.js";
import { draw } from "./pieces.js";
import { words } from "./words.js";

const KINDS = ["k", "q", "r", "b", "n", "p"];
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

// The rows of a board as BFEN has them.
function rows({ squares, promoted }) {
  const written = [];
  for (let rank = 7; rank >= 0; rank -= 1) {
    let row = "";
    let empty = 0;
    for (let file = 0; file < 8; file += 1) {
      const square = name(file, rank);
      const piece = squares.get(square);
      if (!piece) {
        empty += 1;
        continue;
      }
      row += `${empty || ""}${piece}${promoted.has(square) ? "~" : ""}`;
      empty = 0;
    }
    written.push(`${row}${empty || ""}`);
  }
  return written.join("/");
}

// Castling is possible where king and rook stand at home.
function castling({ squares }) {
  const at = (square, piece) => squares.get(square) === piece;
  const rights = [["K", "e1", "h1", "R"], ["Q", "e1", "a1", "R"], ["k", "e8", "h8", "r"], ["q", "e8", "a8", "r"]];
  return rights.filter(([, king, rook, piece]) => at(king, piece === "R" ? "K" : "k") && at(rook, piece)).map(([right]) => right).join("") || "-";
}

// A board as BFEN.
export function written(board) {
  const held = ["w", "b"].map((color) => HELD.map((kind) => (color === "w" ? kind.toUpperCase() : kind).repeat(board.hands[color][kind])).join("")).join("");
  return `${rows(board)}[${held}] ${board.turn} ${castling(board)} - 0 1`;
}

export { START };

export class Editor {
  // `changed()` is called after every change.
  constructor(changed) {
    this.changed = changed;
    this.boards = null;
    this.tool = "P";
  }

  open(boards) {
    this.boards = boards;
  }

  close() {
    this.boards = null;
  }

  bfen() {
    return this.boards.map(written).join(" | ");
  }

  // Puts the chosen piece on a square, or takes away what stands there.
  press(index, square) {
    const { squares, promoted } = this.boards[index];
    promoted.delete(square);
    if (this.tool === "" || squares.get(square) === this.tool) squares.delete(square);
    else squares.set(square, this.tool);
    this.changed();
  }

  // Adds a piece to a hand, or takes one away with the eraser.
  pressHand(index, color, kind) {
    const hand = this.boards[index].hands[color];
    hand[kind] = this.tool === "" ? Math.max(0, hand[kind] - 1) : hand[kind] + 1;
    this.changed();
  }

  clear() {
    for (const board of this.boards) {
      board.squares = new Map([...board.squares].filter(([, piece]) => piece.toLowerCase() === "k"));
      board.promoted.clear();
      for (const color of ["w", "b"]) HELD.forEach((kind) => (board.hands[color][kind] = 0));
    }
    this.changed();
  }

  // The tools: pieces, the eraser, and the turn of each board.
  show(parent) {
    const tools = make("div", "", "tools", parent);
    tools.setAttribute("role", "group");
    for (const letter of [...KINDS.map((kind) => kind.toUpperCase()), ...KINDS, ""]) {
      const button = make("button", letter ? "" : "✕", "tool", tools);
      button.type = "button";
      button.id = `tool-${letter || "none"}`;
      const color = words(letter === letter.toUpperCase() ? "white" : "black");
      button.setAttribute("aria-label", letter ? `${color}: ${words(letter.toLowerCase())}` : words("takeAway"));
      button.title = button.getAttribute("aria-label");
      button.setAttribute("aria-pressed", letter === this.tool);
      button.classList.toggle("chosen", letter === this.tool);
      if (letter) button.append(draw(letter));
      button.onclick = () => {
        this.tool = letter;
        this.changed();
      };
    }
    const turns = make("div", "", "choices", parent);
    this.boards.forEach((board, index) => {
      const button = make("button", `${"AB"[index]}: ${words(board.turn === "w" ? "whiteToMove" : "blackToMove")}`, "", turns);
      button.type = "button";
      button.id = `turn-${"AB"[index]}`;
      button.onclick = () => {
        board.turn = opposite(board.turn);
        this.changed();
      };
    });
    make("p", words("editNote"), "note", parent);
  }
}
