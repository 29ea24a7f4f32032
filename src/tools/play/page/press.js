// Delays the redrawing of a part of the page while it is pressed: the click would be lost.

// The longest press that can be a click, in ms.
const LONGEST_MS = 1000;
// The longest time from a release to its click: a finger's click comes later than a mouse's.
const CLICK_MS = 100;

export class Press {
  // `draw()` is called once `root` is let go, if it was to be drawn meanwhile.
  constructor(root, draw) {
    Object.assign(this, { draw, down: false, late: false });
    const begin = () => {
      this.down = true;
      this.endIn(LONGEST_MS);
    };
    root.addEventListener("pointerdown", begin);
    // The space bar clicks when it is let go.
    root.addEventListener("keydown", (event) => event.key === " " && !event.repeat && begin());
    for (const kind of ["pointerup", "keyup"]) addEventListener(kind, () => this.down && this.endIn(CLICK_MS), true);
    addEventListener("click", () => this.end(), true);
  }

  // Whether drawing has to wait.
  waits() {
    this.late ||= this.down;
    return this.down;
  }

  endIn(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), ms);
  }

  end() {
    clearTimeout(this.timer);
    this.down = false;
    // After the handlers of the click.
    if (this.late) setTimeout(this.draw);
    this.late = false;
  }
}
