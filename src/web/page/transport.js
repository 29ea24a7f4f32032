// The page without a server: the table is in a worker of this browser, and its files are kept here. Messages and
// requests are those of `tandem play`.

import { forget, keep, kept, names } from "./kept.js";
import "./offline.js";
import { fault } from "./status.js";
import { Wire } from "./wire.js";
import { currentLanguage, words } from "./words.js";
import { TableWorker, compile } from "./worker.js";

const TABLE = "table.json";
// Requests for the table itself; other work has a worker of its own, so that no game waits for it.
const OF_TABLE = /^(restore|games)$/;
// A table that fails again so soon does not get its game back.
const SOON_MS = 10_000;
// Games that are listed, at most.
const MOST_LISTED = 200;

export class Transport extends Wire {
  server = false;

  // Begins, or goes on where the last page ended.
  async open() {
    this.final = null;
    const run = (this.run += 1);
    try {
      await this.takeLock();
      this.module ??= await compile();
      this.unread = false;
      const last = await kept(TABLE).catch((error) => {
        this.unread = true;
        this.complain(error);
      });
      if (run !== this.run) return;
      const table = new TableWorker(this.module, {
        message: (text) => this.hear(text),
        keep: (...file) => this.keep(...file),
        failed: (...why) => this.fail(...why),
      });
      this.table = table;
      if (last) await this.restore(last);
      if (table === this.table) table.post("open", JSON.stringify({ key: "", language: currentLanguage() }));
    } catch (error) {
      // The table has not begun, so that this does not count as its failure: its game is not laid aside.
      if (run === this.run) this.end("trap", fault(error));
    }
  }

  // One page of this browser has the table: the newest.
  takeLock() {
    if (!navigator.locks) return Promise.resolve();
    this.unlock?.();
    return new Promise((taken, failed) => {
      const held = () => new Promise((unlock) => {
        this.unlock = unlock;
        taken();
      });
      navigator.locks.request("tandem.table", { steal: true }, held).catch((error) => {
        failed(error);
        this.end("elsewhere");
      });
    });
  }

  // Puts the table back as it was kept; one that cannot be read is laid aside.
  async restore(text) {
    const { status, text: answer } = await this.table.ask("restore", text);
    if (status < 400) return;
    await this.layAside();
    this.complain(new Error(JSON.parse(answer).error.text));
  }

  // Begins anew from the next start on; nothing is lost.
  async layAside() {
    const text = await kept(TABLE);
    if (text) await keep(`table-${Date.now()}.json`, text);
    await forget(TABLE);
  }

  hear(text) {
    const message = JSON.parse(text);
    this.on[message.type]?.(message);
  }

  async keep(name, text) {
    try {
      // A table that could not be read is not written over.
      if (this.unread) await this.clear();
      await keep(name, text);
    } catch (error) {
      this.complain(error);
    }
  }

  // Lays the table that could not be read aside, once.
  clear() {
    const done = () => (this.clearing = null);
    this.clearing ??= this.layAside().then(() => (this.unread = false)).finally(done);
    return this.clearing;
  }

  complain(error) {
    this.on.error({ code: "kept", text: error.message });
  }

  // The worker has failed: what was kept stays, and the user may go on. If it had begun, the table has failed.
  fail(why, began) {
    if (began) {
      this.anew = performance.now() - (this.failed ?? -Infinity) < SOON_MS;
      this.failed = performance.now();
    }
    this.end("trap", why);
  }

  end(code, detail) {
    this.run += 1;
    this.table?.stop(code);
    this.table = null;
    this.final = code;
    this.on.ended(code, detail);
  }

  // Goes on after an end.
  async again() {
    if (!this.final) return;
    this.final = null;
    if (this.anew) await this.layAside().catch((error) => this.complain(error));
    this.anew = false;
    this.open();
  }

  send(message) {
    this.table?.post("table", JSON.stringify(message));
    return Boolean(this.table);
  }

  // The worker for evaluations and analyses.
  aside() {
    this.thinker ??= new TableWorker(this.module, {
      failed: (why) => {
        this.thinker = null;
        this.on.error({ code: "trap", text: why });
      },
    });
    return this.thinker;
  }

  async postForText(path, body) {
    const worker = OF_TABLE.test(path) ? this.table : this.module && this.aside();
    if (!worker) throw new Error(words("errors", "trap"));
    const { status, text } = await worker.ask(path, body);
    if (status < 400) return text;
    const problem = text.startsWith("{") ? JSON.parse(text).error : undefined;
    throw Object.assign(new Error(status), { status, problem });
  }

  async games() {
    const found = (await names()).filter((name) => name.endsWith(".bpgn")).sort();
    const listed = found.slice(-MOST_LISTED);
    const files = Object.fromEntries(await Promise.all(listed.map(async (name) => [name, await kept(name)])));
    const list = await this.post("games", JSON.stringify(files));
    return { ...list, older: found.length - listed.length, folder: words("thisBrowser") };
  }

  async game(name) {
    const text = await kept(name);
    if (text === undefined) throw new Error(name);
    return text;
  }
}
