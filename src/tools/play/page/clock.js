// Four clocks, updated only when a displayed text changes; no timer is set while none runs.

import { words } from "./words.js";

const TENTHS_BELOW_MS = 20_000;
const WARN_BELOW_MS = 20_000;
const URGENT_BELOW_MS = 10_000;

// The diagonal of a seat, its partner's opponent, by index: A and B, a and b.
const diagonal = (index) => index ^ 2;

// A time as clocks show it.
export function timeText(ms) {
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
    // The elements that show each seat's lead over its diagonal.
    this.leads = [];
    this.ms = [0, 0, 0, 0];
    this.running = [false, false, false, false];
    this.since = performance.now();
    this.warn = warn;
    this.warned = new Set();
  }

  // Sets the times sent by the server, which came at `since`; one that a file does not tell is null. `own` is the index
  // of the clock that warns; `led` says whether leads are shown.
  set(ms, running, own, led, since) {
    this.led = led;
    this.ms = ms;
    this.running = running;
    this.own = own;
    this.since = since;
    this.tick();
  }

  // Stops all clocks as they are, when their true times are not known.
  halt() {
    this.ms = this.ms.map((_, index) => this.left(index));
    this.running = [false, false, false, false];
    this.tick();
    for (const face of this.faces) face?.classList.add("unknown");
    this.showLeads(false);
  }

  newGame() {
    this.warned.clear();
  }

  left(index) {
    const ms = this.ms[index];
    return ms === null ? null : ms - (this.running[index] ? performance.now() - this.since : 0);
  }

  // Shows how many seconds each seat is ahead of its diagonal: with a lead a player may sit.
  showLeads(shown) {
    this.leads.forEach((element, index) => {
      if (!element) return;
      const seconds = Math.round((this.left(index) - this.left(diagonal(index))) / 1000);
      const sign = seconds > 0 ? "+" : seconds < 0 ? "−" : "±";
      const now = shown ? `${sign}${Math.abs(seconds)}` : "";
      if (element.textContent === now) return;
      element.textContent = now;
      element.classList.toggle("ahead", seconds > 0);
      element.classList.toggle("behind", seconds < 0);
      element.title = now ? `${words("lead")}: ${now}` : "";
      element.setAttribute("role", "img");
      element.setAttribute("aria-label", element.title);
      element.hidden = !now;
    });
  }

  tick() {
    clearTimeout(this.timer);
    this.showLeads(this.led);
    let wait = Infinity;
    this.faces.forEach((face, index) => {
      if (!face) return;
      const left = this.left(index);
      const known = left !== null;
      const shown = known ? timeText(left) : "–";
      if (face.textContent !== shown) face.textContent = shown;
      const running = this.running[index];
      face.classList.remove("unknown");
      face.classList.toggle("running", running);
      face.classList.toggle("low", known && left < WARN_BELOW_MS);
      face.classList.toggle("urgent", left < URGENT_BELOW_MS && running);
      face.classList.toggle("out", known && left <= 0);
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
