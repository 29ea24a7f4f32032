// The button to resign. It takes two clicks, as a guard against slips.

import { byId } from "./dom.js";

// The time for the second click, in ms.
const SURE_MS = 3000;

export class Resign {
  // Whether the next click resigns.
  asks = false;

  // `resign()` is called to resign, `changed()` when the button has another text.
  constructor(resign, changed) {
    this.changed = changed;
    byId("resign").onclick = () => {
      if (this.asks) resign();
      this.ask(!this.asks);
    };
  }

  ask(asks) {
    clearTimeout(this.timer);
    this.asks = asks;
    if (asks) this.timer = setTimeout(() => this.ask(false), SURE_MS);
    this.changed();
  }
}
