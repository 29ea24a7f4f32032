// Four clocks, updated only when a displayed text changes; no timer is set while none runs.

const TENTHS_BELOW_MS = 20_000;
const WARN_BELOW_MS = 20_000;
const URGENT_BELOW_MS = 10_000;

function text(ms) {
  const left = Math.max(0, ms);
  if (left < TENTHS_BELOW_MS) {
    const tenths = Math.floor(left / 100);
    return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  }
  const seconds = Math.floor(left / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

export class Clocks {
  // `faces` are the elements of the four seats, in the order A a B b.
  constructor(warn) {
    this.faces = [];
    this.ms = [0, 0, 0, 0];
    this.running = [false, false, false, false];
    this.since = performance.now();
    this.warn = warn;
    this.warned = new Set();
  }

  // Sets the times sent by the server. `own` is the index of the clock that warns.
  set(ms, running, own) {
    this.ms = ms;
    this.running = running;
    this.own = own;
    this.since = performance.now();
    this.tick();
  }

  // Stops all clocks as they are, when their true times are not known.
  halt() {
    this.ms = this.ms.map((_, index) => this.left(index));
    this.running = [false, false, false, false];
    this.tick();
    for (const face of this.faces) face?.classList.add("unknown");
  }

  newGame() {
    this.warned.clear();
  }

  left(index) {
    return this.ms[index] - (this.running[index] ? performance.now() - this.since : 0);
  }

  tick() {
    clearTimeout(this.timer);
    let wait = Infinity;
    this.faces.forEach((face, index) => {
      if (!face) return;
      const left = this.left(index);
      const shown = text(left);
      if (face.textContent !== shown) face.textContent = shown;
      const running = this.running[index];
      face.classList.remove("unknown");
      face.classList.toggle("running", running);
      face.classList.toggle("low", left < WARN_BELOW_MS);
      face.classList.toggle("urgent", left < URGENT_BELOW_MS && running);
      face.classList.toggle("out", left <= 0);
      if (!running || left <= 0) return;
      // Wait until the next digit changes.
      const step = left <= TENTHS_BELOW_MS ? 100 : 1000;
      wait = Math.min(wait, (left % step) + 5);
      if (index === this.own && left < URGENT_BELOW_MS && !this.warned.has(index)) {
        this.warned.add(index);
        this.warn();
      }
    });
    if (wait < Infinity) this.timer = setTimeout(() => this.tick(), wait);
  }
}
