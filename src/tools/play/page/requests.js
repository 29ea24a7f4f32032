// Requests whose loss is told: to resign, about a draw, a premove; on the page of the other games moves too.

import { words } from "./words.js";

const drawOf = ({ draw, declined }) => JSON.stringify([draw, declined]);
const ownMoves = ({ moves, seat }) => moves.filter(([mover]) => mover === seat).length;

// The words for a request that is lost, by the state when it was sent and the one now; null if it has arrived.
const LOSSES = {
  resign: () => words("resignLost"),
  draw: (_, before, now) => (drawOf(now) === drawOf(before) ? words("drawLost") : null),
  premove({ text }, before, now) {
    const arrived = now.premove === text || ownMoves(now) > ownMoves(before);
    return text && !arrived && now.phase === "playing" ? `${words("premoveLost")}: ${text}` : null;
  },
  move({ text, ply }, before, { board }) {
    const arrived = board?.ply !== ply || !board.legal.includes(text);
    return arrived ? null : `${words("moveLost")}: ${text}`;
  },
};

export class Requests {
  constructor(wire) {
    // The last request of each type.
    Object.assign(this, { wire, sent: new Map() });
  }

  // Sends a request about the game of a state; returns whether there is a connection.
  send(message, state) {
    const { run } = this.wire;
    const went = this.wire.request(message);
    if (went) this.sent.set(message.type, { message, run, before: state, since: performance.now() });
    return went;
  }

  drop() {
    this.sent.clear();
  }

  // The words for what is lost, by the first state of a later connection: messages of an earlier connection are not
  // read any more.
  settle(state) {
    const { run, confirmed } = this.wire;
    const old = [...this.sent.values()].filter((sent) => sent.run !== run);
    old.forEach(({ message }) => this.sent.delete(message.type));
    return old
      .filter(({ since, before }) => since > confirmed && state.number === before.number && !state.over)
      .map(({ message, before }) => LOSSES[message.type](message, before, state))
      .filter(Boolean);
  }
}
