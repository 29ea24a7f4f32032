// The WebSocket to the server: authenticates, reconnects, and passes messages on.

import { currentLanguage } from "./words.js";

const RETRY_MS = [300, 1000, 2000, 4000];
// Error codes after which an automatic reconnect is useless.
const FINAL = ["key", "elsewhere"];

// The secret of the link. It stays in this tab; a new tab uses the one that was opened last.
function takeKey() {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given) {
    sessionStorage.setItem("tandem.key", given);
    localStorage.setItem("tandem.key", given);
    history.replaceState(null, "", location.pathname);
  }
  return given || sessionStorage.getItem("tandem.key") || localStorage.getItem("tandem.key");
}

export class Wire {
  // `on` has a function for each type of message, and `lost()` and `ended(code)`.
  constructor(on) {
    this.on = on;
    this.key = takeKey();
    this.tries = 0;
    addEventListener("hashchange", () => {
      if (location.hash.includes("key=")) {
        this.key = takeKey();
        this.again();
      }
    });
    // A connection may take minutes to fail after the network was lost.
    addEventListener("online", () => this.final || this.again());
    this.open();
  }

  open() {
    if (!this.key) {
      this.on.ended("noKey");
      return;
    }
    this.final = null;
    const socket = new WebSocket(`ws://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => this.send({ key: this.key, language: currentLanguage() });
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      const message = JSON.parse(event.data);
      if (message.type === "welcome") this.tries = 0;
      if (message.type === "error" && FINAL.includes(message.code)) this.final = message.code;
      this.on[message.type]?.(message);
    };
    socket.onclose = () => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (this.final) {
        this.on.ended(this.final);
        return;
      }
      this.on.lost(this.tries);
      this.timer = setTimeout(() => this.open(), RETRY_MS[Math.min(this.tries, RETRY_MS.length - 1)]);
      this.tries += 1;
    };
  }

  // Reconnects at once.
  again() {
    clearTimeout(this.timer);
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

  async post(path, body) {
    const answer = await fetch(path, { method: "POST", body, headers: { "x-key": this.key ?? "" } });
    const text = await answer.text();
    const result = text.startsWith("{") ? JSON.parse(text) : {};
    if (!answer.ok) throw Object.assign(new Error(answer.status), { status: answer.status, problem: result.error });
    return result;
  }

  // Starts the evaluation of game number `index`, from 0, of a BPGN text; returns its id and number of moments.
  review(bytes, index) {
    return this.post(`review/${index}`, bytes);
  }

  // Returns the results from the moment `from` on.
  reviewed(id, from) {
    return this.post(`reviews/${id}/from/${from}`, "");
  }

  // Stops an evaluation. Errors are ignored: a server that is gone has stopped anyway.
  stopReview(id) {
    this.post(`reviews/${id}/stop`, "").catch(() => {});
  }

  // Requests the positions of all games of a BPGN text. Throws its error.
  async replay(bytes) {
    const result = await this.post("replay", bytes);
    return result.games;
  }
}
