// The move that was sent and is not confirmed yet.

// A move that is confirmed sooner is not worth a word, in ms.
const SLOW_MS = 400;

export class Pending {
  // `slow()` is called when a confirmation takes long.
  constructor(slow) {
    this.slow = slow;
    this.move = null;
  }

  // `run` is the number of the connection.
  sent(text, ply, number, run) {
    this.move = { text, ply, number, run, since: performance.now(), back: false };
    clearTimeout(this.timer);
    this.timer = setTimeout(this.slow, SLOW_MS + 20);
  }

  drop() {
    clearTimeout(this.timer);
    this.move = null;
  }

  // There is a new connection: the next state tells whether a move by an earlier one has arrived.
  back(run) {
    if (this.move) this.move.back = this.move.run !== run;
  }

  // Compares the move with a state; returns it if it is lost.
  settle(state) {
    if (!this.move) return null;
    const { text, ply, number, back } = this.move;
    const board = state.boards["Bb".includes(state.seat ?? "A") ? 1 : 0];
    const waits = state.phase === "playing" && state.number === number && board.ply === ply;
    // An earlier connection's messages are not read any more, so the move cannot arrive later.
    if (waits && !back) return null;
    this.drop();
    const gone = state.number !== number || board.ply <= ply;
    return back && gone ? text : null;
  }

  isSlow() {
    return Boolean(this.move) && performance.now() - this.move.since >= SLOW_MS;
  }

  // The squares of the move.
  squares() {
    if (!this.move) return [];
    const { text } = this.move;
    return [text.slice(0, 2), text.slice(2, 4)].filter((square) => !square.includes("@"));
  }
}
