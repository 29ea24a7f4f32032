// Draw offers: the buttons, the status line, and messages. All four players must agree.

import { byId } from "./dom.js";
import { plainName } from "./players.js";
import { words } from "./words.js";

export class Draws {
  constructor(requests, banner) {
    this.banner = banner;
    byId("agree").onclick = () => requests.send({ type: "draw", agrees: true }, this.state);
    byId("draw").onclick = () => requests.send({ type: "draw", agrees: this.offers }, this.state);
  }

  // The texts of the two buttons for an offer; null for a button that is not shown.
  buttons(state) {
    const { agreed } = state.draw;
    this.state = state;
    // The second button offers, or ends an offer.
    this.offers = !agreed.length;
    if (!agreed.length) return { agree: null, draw: state.may_abort ? null : words("offerDraw") };
    const mine = agreed.includes(state.seat);
    return { agree: mine ? null : words("agreeDraw"), draw: words(mine ? "takeDrawBack" : "declineDraw") };
  }

  // The status line while an offer stands that this player has not answered.
  standing(state) {
    const [first] = state.draw.agreed;
    if (!first || !state.seat || state.draw.agreed.includes(state.seat)) return null;
    return `${this.named(state, first)}: ${words("offersDraw")}`;
  }

  named(state, seat) {
    return `${words("whose", seat)} (${plainName(state, seat)})`;
  }

  // Says what has become of an offer.
  news(before, state) {
    if (!before || before.number !== state.number || !state.seat || state.phase !== "playing") return;
    const [was, is] = [before.draw, state.draw];
    let text = null;
    if (is.declined && is.declined !== was.declined) text = `${this.named(state, is.declined)}: ${words("declinesDraw")}`;
    else if (is.agreed.length > was.agreed.length && !is.agreed.includes(state.seat)) text = this.standing(state);
    else if (is.agreed.includes(state.seat) && !was.agreed.includes(state.seat)) text = words("drawOffered");
    if (!text) return;
    this.banner(text, 6000);
    byId("told").textContent = text;
  }
}
