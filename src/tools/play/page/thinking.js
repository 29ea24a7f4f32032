// Tandem's lines of both boards while it searches, for the position on display.

import { troubleOf } from "./status.js";

const ASK_MS = 300;
// A position that is passed by is not searched.
const DELAY_MS = 150;
const BUSY_MS = 2000;
const TROUBLES = { 503: "analysisBusy", 409: "analysisPlays" };
const NODES = 1_000_000;
// How many times as many nodes "deeper" takes.
const DEEPER = 8;
const MOST_NODES = 1_000_000_000;

export class Thinking {
  // `changed()` is called when there are new results.
  constructor(wire, changed) {
    this.wire = wire;
    this.changed = changed;
    this.run = 0;
    this.stop();
  }

  // Stops the search.
  stop() {
    this.run += 1;
    clearTimeout(this.timer);
    if (this.id) this.wire.stopAnalysis(this.id);
    this.id = null;
    this.found = null;
    this.trouble = null;
  }

  // Searches a position, given as the server reads it.
  begin(asked, nodes = NODES) {
    this.stop();
    this.asked = asked;
    this.nodes = nodes;
    const run = this.run;
    this.timer = setTimeout(() => this.search(run), DELAY_MS);
  }

  mayGoDeeper() {
    return Boolean(this.found?.done) && this.nodes < MOST_NODES;
  }

  deeper() {
    const { found } = this;
    this.begin(this.asked, this.nodes * DEEPER);
    // The old lines stay until there are new ones.
    this.found = { ...found, done: false };
    this.changed();
  }

  async search(run) {
    try {
      const { id } = await this.wire.analyze({ ...this.asked, nodes: this.nodes });
      if (run !== this.run) return this.wire.stopAnalysis(id);
      this.id = id;
      while (run === this.run && !this.found?.done) await this.ask(run, id);
      // A finished search need not be stopped.
      if (run === this.run) this.id = null;
    } catch (error) {
      if (run !== this.run) return;
      this.trouble = troubleOf(error, TROUBLES, "analysisFailed");
      this.id = null;
      this.timer = setTimeout(() => this.search(run), BUSY_MS);
      this.changed();
    }
  }

  async ask(run, id) {
    const found = await this.wire.analyzed(id);
    if (run !== this.run) return;
    this.trouble = null;
    // Of a deeper search the first iterations say less than the old lines.
    const shallow = this.found && found.boards.some((board, index) => (board?.depth ?? 0) < (this.found.boards[index]?.depth ?? 0));
    if (found.done || !shallow) this.found = found;
    this.changed();
    if (!found.done) await new Promise((later) => setTimeout(later, ASK_MS));
  }
}
