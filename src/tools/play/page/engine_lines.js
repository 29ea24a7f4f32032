// The engines' lines in a game that they play among themselves: what each thought of its last move.

import { byId, make } from "./dom.js";
import { plainName } from "./players.js";
import { scoreText } from "./review.js";
import { SEATS } from "./seats.js";
import { words } from "./words.js";

export class EngineLines {
  constructor() {
    this.root = byId("engine-lines");
    this.shown = "";
  }

  // Shows them if the game is on display.
  show(state, live) {
    const rows = live
      ? SEATS.map((seat, index) => this.row(state, seat, state.seats[index].thought)).filter(Boolean)
      : [];
    const shown = JSON.stringify(rows);
    if (shown === this.shown) return;
    this.shown = shown;
    this.root.hidden = rows.length === 0;
    this.root.setAttribute("aria-label", words("engineLines"));
    this.root.replaceChildren();
    for (const [name, score, line] of rows) {
      const row = make("p", "", "", this.root);
      make("b", name, "", row);
      make("span", ` ${score} `, "score", row);
      make("span", line, "", row);
    }
  }

  row(state, seat, thought) {
    if (!thought) return null;
    const { depth, cp, mate, line } = thought;
    const score = cp === null && mate === null ? "" : scoreText({ cp, mate });
    const deep = depth === null ? "" : `${words("depth")} ${depth}`;
    return [`${seat} · ${plainName(state, seat)}`, [score, deep].filter(Boolean).join(", "), line.join(" ")];
  }
}
