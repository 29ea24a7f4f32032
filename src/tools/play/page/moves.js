// The moves of both boards in chronological order.

import { byId } from "./dom.js";
import { boardOf, seatColor } from "./seats.js";

export class MoveList {
  // `go(at)` is called when a move is clicked; 0 is the start.
  constructor(go) {
    this.list = byId("moves");
    this.shown = 0;
    this.list.onclick = (event) => {
      const at = [...this.list.children].indexOf(event.target.closest("li"));
      if (at >= 0) go(at + 1);
    };
  }

  name(text) {
    this.list.setAttribute("aria-label", text);
  }

  // Shows plies, given as seat and SAN. `at` is the number of the current one, by default the last.
  show(plies, at) {
    const same = this.plies && plies.length >= this.plies.length && this.plies.every(([seat, san], index) => plies[index][0] === seat && plies[index][1] === san);
    if (!same) this.list.replaceChildren();
    const numbers = [0, 0];
    plies.forEach(([seat, san], index) => {
      const board = boardOf(seat);
      numbers[board] += 1;
      if (index < this.list.children.length) return;
      const item = document.createElement("li");
      item.className = `board-${"ab"[board]} ${seatColor(seat)}`;
      // The cell of the move where each player has a column; line 1 has the boards' names.
      item.style.setProperty("--line", Math.ceil(numbers[board] / 2) + 1);
      item.style.setProperty("--column", 1 + 3 * board + (seatColor(seat) === "b" ? 1 : 0));
      const number = document.createElement("span");
      number.textContent = `${Math.ceil(numbers[board] / 2)}${seat}`;
      item.append(number, san);
      this.list.append(item);
    });
    this.plies = plies;
    const current = this.list.children[(at ?? plies.length) - 1];
    this.list.querySelector(".current")?.classList.remove("current");
    current?.classList.add("current");
    if (current) this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }
}
