// A worker with a table in it, of which requests are asked by calls. Requests and lines are those of `tools/play/local.rs`.

import { unanswered } from "./wire.js";

const SCRIPT = "tandem.worker.js";
const FAILED = "info string ERROR: Tandem has terminated: ";

export class TableWorker {
  // From the compiled module. `on` has `message(text)`, `keep(name, text)` and `failed(why, began)`.
  constructor(wasm, on) {
    this.on = on;
    this.last = 0;
    this.asked = new Map();
    this.worker = new Worker(SCRIPT);
    this.worker.onmessage = (event) => this.hear(event.data);
    // A script that does not load has no message.
    this.worker.onerror = (event) => this.fail(event.message || SCRIPT, Boolean(event.message));
    this.worker.postMessage({ wasm });
  }

  hear(line) {
    if (line.startsWith(FAILED)) return this.fail(line.slice(FAILED.length));
    const [kind, ...rest] = JSON.parse(line);
    if (kind !== "answer") return this.on[kind]?.(...rest);
    const [id, status, text] = rest;
    this.asked.get(id)?.resolve({ status, text });
    this.asked.delete(id);
  }

  // Ends the worker; requests without an answer fail.
  stop(why = "stopped") {
    this.worker.terminate();
    for (const { reject } of this.asked.values()) reject(new Error(why));
    this.asked.clear();
  }

  fail(why, began = true) {
    this.stop(why);
    this.on.failed(why, began);
  }

  // Sends a request, with a text or bytes; returns its number.
  post(path, body) {
    const id = (this.last += 1);
    if (typeof body === "string") {
      this.worker.postMessage(`${id} ${path}\n${body}`);
    } else {
      const head = new TextEncoder().encode(`${id} ${path}\n`);
      const whole = new Uint8Array(head.length + body.byteLength);
      whole.set(head);
      whole.set(new Uint8Array(body), head.length);
      this.worker.postMessage(whole);
    }
    return id;
  }

  // Sends a request and waits for its answer.
  ask(path, body) {
    const id = this.post(path, body);
    return new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
  }
}

// Reads and compiles the module.
export async function compile() {
  const answer = await fetch("table.wasm").catch(unanswered);
  if (!answer.ok) throw new Error(`table.wasm: ${answer.status} ${answer.statusText}`);
  // Some hosts do not name the type that compiling in a stream asks for.
  return WebAssembly.compile(await answer.arrayBuffer().catch(unanswered));
}
