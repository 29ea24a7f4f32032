// Requests besides moves whose loss is told: to resign, and about a draw.

import { words } from "./words.js";

const drawOf = ({ draw, declined }) => JSON.stringify([draw, declined]);

export class Requests {
  constructor(wire, banner) {
    Object.assign(this, { wire, banner, last: null });
  }

  // Sends a request about the game of a state.
  send(message, state) {
    const { run } = this.wire;
    if (!this.wire.request(message)) return;
    this.last = { type: message.type, run, number: state.number, draw: drawOf(state), since: performance.now() };
  }

  // Compares the last request with the first state of a later connection, and tells if it is lost: messages of an
  // earlier connection are not read any more.
  settle(state) {
    const { last, wire } = this;
    if (!last || last.run === wire.run) return;
    this.last = null;
    if (last.since <= wire.confirmed || state.number !== last.number || state.over) return;
    if (last.type === "resign") this.banner(words("resignLost"), 8000);
    else if (drawOf(state) === last.draw) this.banner(words("drawLost"), 8000);
  }
}
