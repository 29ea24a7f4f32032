// The moves tried on the analysis board: a tree of moves on both boards, shown as a line with side lines in it.

import { make } from "./dom.js";
import { boardOf, seatColor } from "./seats.js";

// A position: `bfen` of both boards, `boards` as the server shows them, `ply` as seat and SAN, and the move's text.
export class Node {
  constructor(place, parent = null, text = null) {
    Object.assign(this, { place, parent, text, children: [] });
    const numbers = parent ? [...parent.numbers] : [0, 0];
    if (place.ply) numbers[boardOf(place.ply[0])] += 1;
    this.numbers = numbers;
  }

  // The child by a move, if it was tried before.
  child(san, seat) {
    return this.children.find(({ place }) => place.ply[0] === seat && place.ply[1] === san);
  }

  add(place, text) {
    const child = new Node(place, this, text);
    this.children.push(child);
    return child;
  }

  last() {
    let node = this;
    while (node.children.length) node = node.children[0];
    return node;
  }
}

export class Tree {
  // `go(node)` is called when a move is clicked.
  constructor(root, go) {
    this.box = root;
    this.go = go;
    root.addEventListener("click", (event) => {
      const node = this.shown.get(event.target.closest("button"));
      if (node) this.go(node);
    });
    this.shown = new Map();
    // Counts changes of the tree after which the current node may be the same.
    this.changes = 0;
  }

  show(root, current) {
    const drawn = [root, current, current.children.length, this.changes];
    if (this.drawn?.every((each, index) => each === drawn[index])) return;
    this.drawn = drawn;
    this.shown.clear();
    this.box.replaceChildren();
    this.line(root, this.box, current);
    const marked = this.box.querySelector(".current");
    if (marked) this.box.scrollTop = marked.offsetTop - this.box.clientHeight / 2;
  }

  // The first line from a node, with the others of each move in boxes of their own.
  line(start, parent, current) {
    for (let node = start; node.children.length; [node] = node.children) {
      this.item(node.children[0], parent, current);
      for (const other of node.children.slice(1)) {
        const box = make("div", "", "side-line", parent);
        this.item(other, box, current);
        this.line(other, box, current);
      }
    }
  }

  item(node, parent, current) {
    const [seat, san] = node.place.ply;
    const button = make("button", "", `ply board-${"ab"[boardOf(seat)]} ${seatColor(seat)}`, parent);
    button.type = "button";
    make("span", `${Math.ceil(node.numbers[boardOf(seat)] / 2)}${seat}`, "", button);
    button.append(san);
    if (node === current) {
      button.classList.add("current");
      button.setAttribute("aria-current", "true");
    }
    this.shown.set(button, node);
  }
}
