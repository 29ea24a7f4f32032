// The end of a game, as a dialog: result, reason, the last moves of both boards, and what comes next.

import { byId, make } from "./dom.js";
import { boardOf } from "./seats.js";
import { overText } from "./status.js";
import { words } from "./words.js";

const LAST_MOVES = 3;

export class Ending {
  // `act` has the functions of the buttons: rematch, newGame, save.
  constructor(act) {
    this.dialog = byId("ending");
    this.act = act;
  }

  show(state, { owner, starts }) {
    const [head, reason] = overText(state).split(/: (.*)/);
    const list = make("dl", "", "last-moves");
    for (const board of [0, 1]) {
      const plies = state.moves.filter(([seat]) => boardOf(seat) === board).slice(-LAST_MOVES);
      if (!plies.length) continue;
      make("dt", `${words("lastMoves")}, ${words("board").toLowerCase()} ${"AB"[board]}`, "", list);
      make("dd", plies.map(([seat, san]) => `${seat}: ${san}`).join("   "), "", list);
    }
    const actions = make("div", "", "actions");
    const button = (id, act, main) => {
      const made = make("button", words(id), main ? "main" : "", actions);
      made.type = "button";
      made.id = `end-${id}`;
      made.onclick = () => {
        this.dialog.close();
        act();
      };
    };
    button("download", this.act.save);
    button("toReview", () => {});
    if (owner) button("newGame", this.act.newGame);
    if (starts) button("rematch", this.act.rematch, true);
    this.dialog.setAttribute("aria-label", words("gameOver"));
    this.dialog.replaceChildren(make("h2", head), make("p", [reason, `${state.over.result}`].filter(Boolean).join(" · "), "reason"), list, actions);
    if (!this.dialog.open && !document.querySelector("dialog[open]")) this.dialog.showModal();
  }

  close() {
    this.dialog.close();
  }
}
