// A finished game, position by position on both boards, in chronological order.

import { byId } from "./dom.js";

export class Replay {
  // `show()` is called when another position is to be shown.
  constructor(show) {
    this.show = show;
    this.game = null;
    this.at = 0;
    const [first, back] = [() => this.go(0), () => this.step(-1)];
    const [next, last] = [() => this.step(1), () => this.go(Infinity)];
    for (const [id, act] of Object.entries({ first, back, next, last })) byId(id).onclick = act;
    this.keys = { ArrowLeft: back, ArrowRight: next, Home: first, End: last };
  }

  open(game, at = game.frames.length - 1) {
    this.game = game;
    this.go(at);
  }

  close() {
    this.game = null;
  }

  // The position that is shown.
  frame() {
    return this.game?.frames[this.at];
  }

  go(at) {
    if (!this.game) return;
    this.at = Math.max(0, Math.min(at, this.game.frames.length - 1));
    this.show();
  }

  step(by) {
    this.go(this.at + by);
  }

  // Handles a key; returns whether it had a meaning.
  key(event) {
    const act = this.keys[event.key];
    act?.();
    return Boolean(act);
  }

  tag(name) {
    return this.game?.tags.find(([tag]) => tag === name)?.[1];
  }

  // Every ply: seat, SAN.
  moves() {
    return this.game.frames.slice(1).map((frame) => frame.ply);
  }
}
