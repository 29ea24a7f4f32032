// One board: squares, pieces, marks, the keyboard focus, and the choice of a promotion.

import { fileOf, name, opposite, rankOf } from "./bfen.js";
import { draw } from "./pieces.js";
import { words } from "./words.js";

function element(tag, className, parent) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  parent?.append(made);
  return made;
}

export class Board {
  // `picture` draws a piece, `word` names one; both by its letter.
  constructor(parent, { files = 8, ranks = 8, picture = draw, word = words } = {}) {
    Object.assign(this, { files, ranks, picture, word });
    this.root = element("div", "board", parent);
    this.root.style.setProperty("--files", files);
    this.root.style.setProperty("--ranks", ranks);
    this.grid = element("div", "grid", this.root);
    this.grid.setAttribute("role", "grid");
    this.layer = element("div", "pieces", this.root);
    this.cells = new Map();
    this.pieces = new Map();
    this.orientation = "w";
    this.focused = files > 4 ? "e2" : "a1";
    this.build();
  }

  // Builds the squares, row by row as displayed.
  build() {
    this.grid.replaceChildren();
    this.cells.clear();
    for (let row = 0; row < this.ranks; row += 1) {
      const line = element("div", "row", this.grid);
      line.setAttribute("role", "row");
      for (let column = 0; column < this.files; column += 1) {
        const square = this.squareOf(column, row);
        const dark = (fileOf(square) + rankOf(square)) % 2 === 0;
        const cell = element("div", `cell ${dark ? "dark" : "light"}`, line);
        cell.setAttribute("role", "gridcell");
        cell.dataset.square = square;
        cell.tabIndex = square === this.focused ? 0 : -1;
        // The square's name says it all to a screen reader: the coordinates are drawn only.
        if (column === 0) element("span", "rank", cell).dataset.text = square[1];
        if (row === this.ranks - 1) element("span", "file", cell).dataset.text = square[0];
        this.cells.set(square, cell);
      }
    }
  }

  // The square at a place as displayed, from the left and the top.
  squareOf(column, row) {
    return this.orientation === "w" ? name(column, this.ranks - 1 - row) : name(this.files - 1 - column, row);
  }

  turn(orientation) {
    if (orientation === this.orientation) return;
    this.orientation = orientation;
    this.build();
    this.layer.replaceChildren();
    this.pieces.clear();
  }

  // Shows a position: pieces that have moved glide to where they are now.
  show(position, animate = true) {
    const gone = [];
    const added = [];
    for (const [square, shown] of this.pieces) {
      if (position.squares.get(square) !== shown.letter) gone.push([square, shown]);
    }
    for (const [square, letter] of position.squares) {
      if (this.pieces.get(square)?.letter !== letter) added.push([square, letter]);
    }
    gone.forEach(([square]) => this.pieces.delete(square));
    for (const [square, letter] of added) {
      const index = gone.findIndex(([, shown]) => shown.letter === letter);
      if (index >= 0) {
        const [, shown] = gone.splice(index, 1)[0];
        shown.element.classList.toggle("still", !animate);
        this.put(shown, square);
      } else {
        const made = element("div", "piece", this.layer);
        made.append(this.picture(letter));
        this.put({ letter, element: made }, square);
      }
    }
    gone.forEach(([, shown]) => shown.element.remove());
    for (const [square, shown] of this.pieces) {
      shown.element.classList.toggle("promoted", position.promoted.has(square));
    }
    this.position = position;
    for (const [square, cell] of this.cells) {
      const letter = position.squares.get(square);
      cell.setAttribute("aria-label", `${square}, ${letter ? this.named(square, letter) : words("empty")}`);
    }
  }

  named(square, letter) {
    const color = words(letter === letter.toUpperCase() ? "white" : "black");
    const promoted = this.position.promoted.has(square) ? `, ${words("promoted")}` : "";
    return `${color}: ${this.word(letter.toLowerCase())}${promoted}`;
  }

  put(shown, square) {
    const white = this.orientation === "w";
    const x = white ? fileOf(square) : this.files - 1 - fileOf(square);
    const y = white ? this.ranks - 1 - rankOf(square) : rankOf(square);
    shown.element.style.transform = `translate(${x * 100}%, ${y * 100}%)`;
    this.pieces.set(square, shown);
  }

  // Marks squares: `marks` has a list of squares for each class.
  mark(marks) {
    for (const cell of this.cells.values()) {
      cell.classList.remove("last", "check", "selected", "target", "taken", "premove", "wanted", "pending");
      cell.removeAttribute("aria-selected");
    }
    for (const [className, squares] of Object.entries(marks)) {
      for (const square of squares) this.cells.get(square)?.classList.add(className);
    }
    for (const square of marks.selected ?? []) this.cells.get(square)?.setAttribute("aria-selected", "true");
  }

  // Fades the piece on a square while it is dragged; null for none.
  lift(square) {
    for (const [at, shown] of this.pieces) shown.element.classList.toggle("lifted", at === square);
  }

  // Moves a piece that was dragged, without animation.
  dropped(from, to) {
    const shown = this.pieces.get(from);
    if (!shown) return;
    this.pieces.get(to)?.element.remove();
    this.pieces.delete(from);
    shown.element.classList.add("still");
    this.put(shown, to);
  }

  squareAt(x, y) {
    const box = this.root.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * this.files);
    const row = Math.floor(((y - box.top) / box.height) * this.ranks);
    return column < 0 || column >= this.files || row < 0 || row >= this.ranks ? null : this.squareOf(column, row);
  }

  // Sets the square that gets the focus when the keyboard enters the board.
  remember(square) {
    this.cells.get(this.focused).tabIndex = -1;
    this.focused = square;
    this.cells.get(square).tabIndex = 0;
  }

  // Moves the keyboard's focus to a square.
  focus(square) {
    this.remember(square);
    this.cells.get(square).focus();
  }

  step(right, up) {
    const sign = this.orientation === "w" ? 1 : -1;
    const file = fileOf(this.focused) + sign * right;
    const rank = rankOf(this.focused) + sign * up;
    if (file >= 0 && file < this.files && rank >= 0 && rank < this.ranks) this.focus(name(file, rank));
  }

  // Shows the choice of a promotion; `done` receives the kind, or null.
  choose(square, color, kinds, done) {
    const box = element("div", "choice", this.root);
    box.setAttribute("role", "menu");
    box.setAttribute("aria-label", words("choose"));
    const focused = document.activeElement;
    const close = (kind) => {
      this.choice = null;
      box.remove();
      removeEventListener("pointerdown", outside, true);
      focused?.focus();
      done(kind);
    };
    const outside = (event) => {
      if (!box.contains(event.target)) close(null);
    };
    for (const kind of kinds) {
      const button = element("button", "", box);
      button.setAttribute("role", "menuitem");
      button.setAttribute("aria-label", this.word(kind));
      button.append(this.picture(color === "w" ? kind.toUpperCase() : kind));
      button.onclick = () => close(kind);
    }
    const file = this.orientation === "w" ? fileOf(square) : this.files - 1 - fileOf(square);
    box.style.left = `${(Math.min(file, this.files - kinds.length) * 100) / this.files}%`;
    box.style.width = `${(kinds.length * 100) / this.files}%`;
    box.classList.add(color === this.orientation ? "above" : "below");
    addEventListener("pointerdown", outside, true);
    this.choice = { close };
    box.firstChild?.focus();
    box.onkeydown = (event) => {
      event.stopPropagation();
      if (event.key === "Escape") close(null);
      const move = { ArrowRight: "nextSibling", ArrowLeft: "previousSibling" }[event.key];
      if (move) document.activeElement[move]?.focus();
      const letter = event.code.replace("Key", "").toLowerCase();
      if (kinds.includes(letter)) close(letter);
    };
  }

  // Closes the choice of a promotion, if one is open, without a promotion.
  unchoose() {
    this.choice?.close(null);
  }

  top() {
    return opposite(this.orientation);
  }
}
