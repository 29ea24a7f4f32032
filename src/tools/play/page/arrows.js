// Arrows and circles over a board: those drawn with the right button, and those of the analysis.

import { fileOf, rankOf } from "./bfen.js";

const SVG = "http://www.w3.org/2000/svg";

function draw(tag, attributes, parent) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  parent.append(made);
  return made;
}

export class Arrows {
  constructor(board) {
    this.board = board;
    this.own = [];
    this.shown = [];
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("viewBox", "0 0 8 8");
    this.svg.setAttribute("class", "arrows");
    this.svg.setAttribute("aria-hidden", "true");
    board.root.append(this.svg);
    board.root.addEventListener("contextmenu", (event) => event.preventDefault());
    board.root.addEventListener("pointerdown", (event) => this.down(event));
  }

  // The right button draws, the left one clears.
  down(event) {
    if (event.button === 0 && this.own.length) {
      this.own = [];
      this.draw();
    }
    if (event.button !== 2) return;
    event.preventDefault();
    const from = this.board.squareAt(event.clientX, event.clientY);
    const up = (last) => {
      removeEventListener("pointerup", up);
      const to = this.board.squareAt(last.clientX, last.clientY);
      if (!from || !to) return;
      // In a game a right click takes a premove back.
      if (from === to && !document.body.classList.contains("analyzing")) return;
      const at = this.own.findIndex((each) => each.from === from && each.to === to);
      if (at >= 0) this.own.splice(at, 1);
      else this.own.push({ from, to });
      this.draw();
    };
    addEventListener("pointerup", up);
  }

  // Shows moves such as e2e4 and n@f3.
  show(moves) {
    this.shown = moves.map((text) => (text[1] === "@" ? { from: text.slice(2, 4), to: text.slice(2, 4) } : { from: text.slice(0, 2), to: text.slice(2, 4) }));
    this.draw();
  }

  clear() {
    this.own = [];
    this.show([]);
  }

  place(square) {
    const [x, y] = [fileOf(square) + 0.5, rankOf(square) + 0.5];
    return this.board.orientation === "w" ? [x, 8 - y] : [8 - x, y];
  }

  draw() {
    this.svg.replaceChildren();
    for (const [list, className] of [[this.shown, "best"], [this.own, "drawn"]]) {
      for (const { from, to } of list) {
        const [x1, y1] = this.place(from);
        const [x2, y2] = this.place(to);
        if (from === to) {
          draw("circle", { cx: x1, cy: y1, r: 0.43, class: className }, this.svg);
          continue;
        }
        const length = Math.hypot(x2 - x1, y2 - y1);
        const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
        // The head, and the shaft up to it.
        const [hx, hy] = [x2 - dx * 0.35, y2 - dy * 0.35];
        draw("line", { x1, y1, x2: hx, y2: hy, class: className }, this.svg);
        draw("polygon", { points: `${x2 - dx * 0.05},${y2 - dy * 0.05} ${hx - dy * 0.22},${hy + dx * 0.22} ${hx + dy * 0.22},${hy - dx * 0.22}`, class: className }, this.svg);
      }
    }
  }
}
