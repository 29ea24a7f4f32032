// The WebSocket to the server: authenticates, reconnects, and passes messages on.

import { currentLanguage } from "./words.js";

const RETRY_MS = [300, 1000, 2000, 4000];
// The interval of looks at the connection and of pings, and the silence after which the connection counts as lost.
const LOOK_MS = 500;
const PING_MS = 2000;
const SILENCE_MS = 4000;
// A larger file may keep the line busy by itself for so long that the connection seems lost.
const LARGE_BYTES = 65_536;
// Error codes after which an automatic reconnect is useless.
const FINAL = ["key", "elsewhere", "freed", "next_round", "full"];

// The secret of the link. It stays in this tab; a new tab uses the one that was opened last.
function takeKey(memory) {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given) {
    localStorage.setItem(memory, given);
    history.replaceState(null, "", location.pathname);
  }
  const key = given || sessionStorage.getItem(memory) || localStorage.getItem(memory);
  if (key) sessionStorage.setItem(memory, key);
  return key;
}

// Marks the error of a request that has no answer: the browser's text is of another language than the page.
export function unanswered(error) {
  throw Object.assign(error, { unanswered: true });
}

export class Wire {
  // Whether there is a server, with its puzzles and games.
  server = true;
  // The number of the connection.
  run = 0;
  // When the last ping was sent that was answered: what was sent before has arrived. And those not answered yet.
  confirmed = 0;
  pings = [];
  // Ends the requests that are waited for.
  waiting = new AbortController();

  // `on` has a function for each type of message, and `lost()`, `ended(code)` and `unsent()`. `path` is that of the
  // WebSocket, `memory` the name by which the browser keeps the secret.
  constructor(on, path = "/ws", memory = "tandem.key") {
    this.on = on;
    this.path = path;
    this.key = takeKey(memory);
    this.tries = 0;
    addEventListener("hashchange", () => {
      if (location.hash.includes("key=")) {
        this.key = takeKey(memory);
        this.again();
      }
    });
    // A connection may take minutes to fail after the network was lost.
    addEventListener("online", () => this.final || this.again());
    this.open();
  }

  open() {
    if (!this.key) {
      this.final = "noKey";
      // The page is still being built.
      queueMicrotask(() => this.on.ended("noKey"));
      return;
    }
    this.final = null;
    this.run += 1;
    const socket = new WebSocket(`ws://${location.host}${this.path}`);
    this.socket = socket;
    this.pings = [];
    // Silence counts from the attempt to connect.
    this.heard = performance.now();
    socket.onopen = () => this.send({ key: this.key, language: currentLanguage() });
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.heard = performance.now();
      const message = JSON.parse(event.data);
      if (message.type === "welcome") this.tries = 0;
      if (message.type === "pong") this.confirmed = this.pings.shift();
      if (message.type === "error" && FINAL.includes(message.code)) this.final = message.code;
      this.on[message.type]?.(message);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lose();
    };
    clearInterval(this.looking);
    this.looking = setInterval(() => this.look(), LOOK_MS);
    this.looked = this.pinged = performance.now();
    this.wall = Date.now();
  }

  // Pings, and gives up a connection that is silent: a broken network closes none.
  look() {
    const [now, wall] = [performance.now(), Date.now()];
    // The page's time stands still while some machines sleep: its clocks show what was left before.
    const stood = wall - this.wall - (now - this.looked);
    this.wall = wall;
    if (stood > SILENCE_MS && !this.final) {
      this.again();
      return;
    }
    // The page has slept, in a background tab or with the machine: only the answer to a ping tells.
    const slept = now - this.looked > SILENCE_MS;
    if (slept) this.heard = now;
    this.looked = now;
    if (this.socket && now - this.heard > SILENCE_MS) {
      this.giveUp();
      this.lose();
    } else if (slept || now - this.pinged >= PING_MS) {
      this.pinged = now;
      if (this.send({ type: "ping" })) this.pings.push(now);
    }
  }

  // Gives up the requests that are waited for: in a silent network they get no answer, and no error.
  giveUp() {
    this.waiting.abort();
    this.waiting = new AbortController();
  }

  lose() {
    const old = this.socket;
    this.socket = null;
    clearInterval(this.looking);
    // Messages that it still carries are not wanted any more.
    old?.close();
    if (this.final) {
      this.on.ended(this.final);
      return;
    }
    this.on.lost(this.tries);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), RETRY_MS[Math.min(this.tries, RETRY_MS.length - 1)]);
    this.tries += 1;
  }

  // Reconnects at once.
  again() {
    clearTimeout(this.timer);
    this.giveUp();
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  // Sends a message; returns whether there is a connection.
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  // Sends a request of the user. If it cannot be sent, that is told, unless the session has ended.
  request(message) {
    const sent = this.send(message);
    if (!sent && !this.final) this.on.unsent();
    return sent;
  }

  async postForText(path, body) {
    const headers = { "x-key": this.key ?? "" };
    const signal = (body.byteLength ?? body.length) > LARGE_BYTES ? null : this.waiting.signal;
    const answer = await fetch(path, { method: "POST", body, headers, signal }).catch(unanswered);
    const text = await answer.text().catch(unanswered);
    if (answer.ok) return text;
    const problem = text.startsWith("{") ? JSON.parse(text).error : undefined;
    throw Object.assign(new Error(answer.status), { status: answer.status, problem });
  }

  async post(path, body) {
    const text = await this.postForText(path, body);
    return text.startsWith("{") ? JSON.parse(text) : {};
  }

  // The list of games that the server keeps, newest first.
  games() {
    return this.post("games", "");
  }

  // The BPGN of one of them.
  game(name) {
    return this.postForText(`games/${encodeURIComponent(name)}`, "");
  }

  // Starts the evaluation of game number `index`, from 0, of a BPGN text; returns its id and number of moments.
  review(bytes, index) {
    return this.post(`review/${index}`, bytes);
  }

  // Returns the results from the moment `from` on.
  reviewed(id, from) {
    return this.post(`reviews/${id}/from/${from}`, "");
  }

  // Returns an evaluated game as an HTML file in a language.
  report(id, language) {
    return this.postForText(`reviews/${id}/page/${language}`, "");
  }

  // Stops an evaluation. Errors are ignored: a server that is gone has stopped anyway.
  stopReview(id) {
    this.post(`reviews/${id}/stop`, "").catch(() => {});
  }

  // Requests a position of both boards with its legal moves, after a move if there is one. Throws its error.
  position(asked) {
    return this.post("position", JSON.stringify(asked));
  }

  // Begins to analyze a position; returns its id.
  analyze(asked) {
    return this.post("analysis", JSON.stringify(asked));
  }

  // Returns what was found so far.
  analyzed(id) {
    return this.post(`analysis/${id}`, "");
  }

  // Stops an analysis. Errors are ignored: a server that is gone has stopped anyway.
  stopAnalysis(id) {
    this.post(`analysis/${id}/stop`, "").catch(() => {});
  }

  // Requests the games of a text of any format, the first one with its positions, and whether there are more than
  // those. Throws its error.
  replay(bytes) {
    return this.post("replay", bytes);
  }

  // Requests game number `index`, from 0, with its positions. Throws its error.
  replayOf(bytes, index) {
    return this.post(`replay/${index}`, bytes);
  }
}
