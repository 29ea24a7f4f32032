// usage: node web_table.mjs FOLDER     a whole game at the page's table in a worker: the folder is what build.sh makes

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";

const folder = resolve(process.argv[2] ?? "target/web");
const PATIENCE_MS = 120_000;
const wasm = await WebAssembly.compile(readFileSync(join(folder, "table.wasm")));

class Table {
  constructor() {
    this.state = null;
    this.chat = [];
    this.errors = [];
    this.files = new Map();
    this.failure = null;
    this.asked = new Map();
    this.last = 0;
    this.changed = () => {};
    this.worker = new Worker(join(folder, "tandem.worker.js"));
    this.worker.on("message", (line) => this.hear(line));
    this.worker.postMessage({ wasm });
  }

  hear(line) {
    if (line.startsWith("info string ERROR")) this.failure = line;
    else {
      const [kind, ...rest] = JSON.parse(line);
      if (kind === "keep") this.files.set(...rest);
      else if (kind === "answer") this.asked.get(rest[0])?.({ status: rest[1], text: rest[2] });
      else this.message(JSON.parse(rest[0]));
    }
    this.changed();
  }

  message(message) {
    if (message.type === "state") this.state = message;
    else if (message.type === "chat") this.chat.push(message.text);
    else if (message.type === "error") this.errors.push(message);
  }

  post(path, body) {
    this.last += 1;
    this.worker.postMessage(`${this.last} ${path}\n${body}`);
    return this.last;
  }

  send(message) {
    this.post("table", JSON.stringify(message));
  }

  ask(path, body = "") {
    return new Promise((done) => this.asked.set(this.post(path, body), done));
  }

  async until(what, found) {
    const end = setTimeout(() => {
      console.error(`no ${what}: ${JSON.stringify(this.state)} ${JSON.stringify(this.errors)}`);
      process.exit(1);
    }, PATIENCE_MS);
    while (!found()) {
      assert.equal(this.failure, null);
      await new Promise((done) => (this.changed = done));
    }
    clearTimeout(end);
  }
}

const began = performance.now();
const table = new Table();
table.post("open", JSON.stringify({ key: "", language: "en" }));
const setup = { base_s: 8, increment_s: 0, rules: "international", seats: ["me", "tandem", "tandem", "tandem"], levels: [8, 8, 3, 8] };
table.send({ type: "setup", setup });
table.send({ type: "start" });
await table.until("game", () => table.state?.phase === "playing");
console.log(`a table begins in ${(performance.now() - began).toFixed(0)} ms`);
table.send({ type: "say", text: "дай коня" });
await table.until("understood words", () => table.chat.some((line) => line.includes("knight")));

// Any move of ours, until the game ends by mate or by a flag.
let moved = -1;
const times = [];
while (table.state.phase !== "over") {
  await table.until("turn", () => table.state.phase === "over" || (table.state.boards[0].legal.length > 0 && table.state.boards[0].ply !== moved));
  if (table.state.phase === "over") break;
  const { legal, ply } = table.state.boards[0];
  const sent = performance.now();
  moved = ply;
  table.send({ type: "move", text: legal[(ply * 7) % legal.length], ply });
  await table.until("move", () => table.state.phase === "over" || table.state.boards[0].ply > ply);
  times.push(performance.now() - sent);
}
const { over, moves } = table.state;
times.sort((a, b) => a - b);
const usual = times[times.length >> 1];
console.log(`${moves.length} plies, ${over.result} ${over.reason}; a move takes ${usual.toFixed(0)} ms, at most ${times.at(-1).toFixed(0)}`);
assert.ok(moves.length >= 8, "hardly a game");
assert.ok(usual < 1_000, "the worker does not hear while it searches");
assert.ok(over.bpgn.includes("[WhiteA ") && moves.some(([seat]) => seat === "b"), over.bpgn);
const name = [...table.files.keys()].find((file) => file.endsWith(".bpgn"));
await table.until("end of the game on file", () => !table.files.get(name).trimEnd().endsWith("*"));

// The game is judged, to its last moment.
const { id, total } = JSON.parse((await table.ask("review/0", over.bpgn)).text);
let news = {};
while (!news.moments) {
  news = JSON.parse((await table.ask(`reviews/${id}/from/0`)).text);
  await new Promise((done) => setTimeout(done, 50));
}
assert.equal(news.lines.length, total);
console.log(`${total} moments judged, ${news.moments.length} of them named`);

// A hostile page: nothing traps, and the table is still there.
const PATHS = ["table", "open", "replay", "restore", "position", "analysis", "review/0", "x"];
for (let count = 0; count < 2_000; count += 1) {
  const letters = Array.from({ length: count % 50 }, (_, at) => String.fromCodePoint(1 + ((count * 31 + at * 17) % 0x4ff)));
  PATHS.forEach((path) => table.post(path, letters.join("")));
}
table.worker.postMessage("no number");
const asked = JSON.stringify({ boards: "startpos | startpos", rules: "fics" });
assert.equal((await table.ask("position", asked)).status, 200);
assert.equal(table.failure, null);
console.log("16,000 requests of garbage: none traps");
process.exit(0);
