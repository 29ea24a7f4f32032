// A part of the page that may be drawn anew at any moment: not while it is pressed, since the click would be lost.

// A longer press is no click.
const LONGEST_MS = 1000;

export class Press {
  // `draw()` is called once `root` is let go, if it was to be drawn meanwhile.
  constructor(root, draw) {
    Object.assign(this, { draw, down: false, late: false });
    root.addEventListener("pointerdown", () => {
      clearTimeout(this.timer);
      this.down = true;
      this.timer = setTimeout(() => this.end(), LONGEST_MS);
    });
    addEventListener("pointerup", () => this.end(), true);
  }

  // Whether drawing has to wait.
  waits() {
    this.late ||= this.down;
    return this.down;
  }

  end() {
    clearTimeout(this.timer);
    this.down = false;
    // The click comes before.
    if (this.late) setTimeout(this.draw);
    this.late = false;
  }
}
