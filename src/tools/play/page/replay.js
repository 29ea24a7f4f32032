// A finished game, position by position on both boards, in chronological order.

export class Replay {
  // `show()` is called when another position is to be shown.
  constructor(show) {
    this.show = show;
    this.game = null;
    this.at = 0;
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

  tag(name) {
    return this.game?.tags.find(([tag]) => tag === name)?.[1];
  }

  // Every ply: seat, SAN.
  moves() {
    return this.game.frames.slice(1).map((frame) => frame.ply);
  }
}
