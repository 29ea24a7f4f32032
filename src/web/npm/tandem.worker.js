/* Tandem in a worker: lines of UBI, UCI or CECP come as messages and are answered by messages. A classic worker, a module
 * worker and a thread of Node run this same file. A first message that is an object gives { wasm, news }: the module or
 * its bytes, and memory that is shared with the sender (see `News`); without it the module is read from beside this file. */
"use strict";

/** How long a search runs before messages are read, in ms: shorter where nothing else tells of them. */
const TandemSlice = { withNews: 500, without: 40 };

/** The module's session. `write` gets each line of its output. */
class TandemSession {
  #exports;
  #write;
  #deadline = 0;
  #has_news;
  #failure = "";

  /** From the module or its bytes; `has_news` tells whether a message waits. */
  static async load(wasm, write, has_news = () => false) {
    const session = new TandemSession();
    session.#write = write;
    session.#has_news = has_news;
    const host = {
      now: () => performance.timeOrigin + performance.now(),
      random: Math.random,
      pause: () => (performance.now() >= session.#deadline || session.#has_news() ? 1 : 0),
      out: (at, length) => session.#text(at, length).trimEnd().split("\n").forEach((line) => session.#write(line)),
      failed: (at, length) => (session.#failure = session.#text(at, length)),
    };
    const made = await WebAssembly.instantiate(wasm, { host });
    session.#exports = (made.instance ?? made).exports;
    return session;
  }

  #text(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, length));
  }

  /** Calls the module; a trap becomes an error that says what has failed. */
  #call(name, ...args) {
    try {
      return this.#exports[name](...args);
    } catch (error) {
      throw new Error(this.#failure || String(error), { cause: error });
    }
  }

  /** Executes a line, given as a text or its bytes; false if the session has ended. */
  post(line) {
    const bytes = typeof line === "string" ? new TextEncoder().encode(line) : line;
    const at = this.#call("room", bytes.length);
    if (at === 0) {
      this.#write(`info string error: ${bytes.length} bytes are more than a line may have`);
      return true;
    }
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return this.#call("post") !== 0;
  }

  /** Works for at most `ms`. Returns when to call again even if no line comes, in ms; null if not before a line. */
  work(ms) {
    this.#deadline = performance.now() + ms;
    const due = this.#call("work");
    return due < 0 ? null : due;
  }

  /** The size of the module's memory, in bytes. */
  get memory() {
    return this.#exports.memory.buffer.byteLength;
  }
}

/** Messages read and posted, for a search that hears: the sender counts what it posts, in shared memory. */
class TandemNews {
  #posted;
  #read = 0;

  constructor(shared) {
    this.#posted = shared && new Int32Array(shared);
  }

  read() {
    this.#read = (this.#read + 1) | 0;
  }

  wait() {
    return this.#posted !== undefined && Atomics.load(this.#posted, 0) !== this.#read;
  }

  get slice() {
    return this.#posted === undefined ? TandemSlice.without : TandemSlice.withNews;
  }
}

/** Serves a port: its lines go to a session, whose lines come back. `read_wasm` reads the module from beside this file. */
function tandem_serve(port, read_wasm, close) {
  const lines = [];
  let session;
  let news = new TandemNews();
  let loading = false;
  let timer;
  let ended = false;
  // Between two slices other messages come first. Node would serve a channel many times before them.
  const { port1, port2 } = new MessageChannel();
  const again = typeof setImmediate === "function" ? () => setImmediate(turn) : () => port2.postMessage(null);

  const end = (failure) => {
    ended = true;
    clearTimeout(timer);
    if (failure) port.postMessage(`info string ERROR: Tandem has terminated: ${failure.message}`);
    port1.close();
    close();
  };

  const turn = () => {
    clearTimeout(timer);
    if (!session || ended) return;
    try {
      while (lines.length > 0) {
        if (!session.post(lines.shift())) return end();
      }
      const due = session.work(news.slice);
      if (due === 0) again();
      else if (due !== null) timer = setTimeout(turn, Math.min(due, 1e9));
    } catch (failure) {
      end(failure);
    }
  };
  port1.onmessage = turn;

  const load = async (wasm) => {
    loading = true;
    try {
      session = await TandemSession.load(wasm ?? (await read_wasm()), (line) => port.postMessage(line), () => news.wait());
      turn();
    } catch (failure) {
      end(failure);
    }
  };

  return (data) => {
    if (typeof data === "object" && data !== null && !loading) {
      news = new TandemNews(data.news);
      load(data.wasm);
      return;
    }
    news.read();
    lines.push(ArrayBuffer.isView(data) ? data : String(data));
    if (!loading) load();
    else turn();
  };
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  const read = async () => (await fetch(new URL("tandem.wasm", self.location.href))).arrayBuffer();
  const serve = tandem_serve(self, read, () => self.close());
  self.onmessage = (event) => serve(event.data);
} else if (typeof require === "function") {
  const { parentPort } = require("node:worker_threads");
  if (parentPort) {
    const read = () => require("node:fs/promises").readFile(require("node:path").join(__dirname, "tandem.wasm"));
    parentPort.on("message", tandem_serve(parentPort, read, () => parentPort.close()));
  } else {
    module.exports = { TandemSession };
  }
}
