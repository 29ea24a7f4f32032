// The evaluation of the game that is stepped through: a bar beside each board, a curve to click on, the best lines, and
// the decisive moments.

import "./analysis_words.js";
import { byId, saveText } from "./dom.js";
import { Press } from "./press.js";
import { seatColor } from "./seats.js";
import { troubleOf } from "./status.js";
import { currentLanguage, words } from "./words.js";

// The interval of requests for results, in ms.
const ASK_MS = 400;
// The same without a connection, in ms.
const AWAY_MS = 2000;
// The same while the server evaluates other games, in ms.
const BUSY_MS = 5000;
// How often an evaluation is begun, at most.
const MOST_BEGUN = 5;
const TROUBLES = { 503: "reviewBusy", 409: "analysisPlays" };
const WIDTH = 400;
const HEIGHT = 60;
// A lead of this many cp makes the odds e : 1, as in the server's expected result of the teams.
const SPREAD = 300;
const LINE_MOVES = 8;

const SVG = "http://www.w3.org/2000/svg";

function draw(tag, attributes, parent) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  parent.append(made);
  return made;
}

// The text of a score, from the perspective of the board's white.
export function scoreText({ cp, mate }) {
  if (mate === 0) return words("mated");
  if (cp === null) return `#${mate}`;
  return `${cp < 0 ? "−" : "+"}${(Math.abs(cp) / 100).toFixed(2)}`;
}

// White's share of a board, from 0 to 1. A score of mate in 0 has no sign: the side to move is mated.
export function share({ cp, mate }, turn) {
  if (cp === null) return mate > 0 || (mate === 0 && turn === "b") ? 1 : 0;
  return 1 / (1 + Math.exp(-cp / SPREAD));
}

const pause = (ms) => new Promise((later) => setTimeout(later, ms));

// Waits until the page is in sight: in the background its timers are too slow to follow an evaluation.
const inSight = () => (document.hidden ? new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true })) : pause(AWAY_MS));

// Minutes and seconds.
function clockText(ms) {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Review {
  // `go(at)` is called to show another moment; `changed()` when there are new results.
  constructor(wire, go, changed) {
    this.wire = wire;
    this.go = go;
    this.changed = changed;
    this.root = byId("review");
    this.press = new Press(this.root, changed);
    this.run = 0;
    this.clear();
  }

  clear() {
    this.lines = [];
    this.moments = null;
    this.players = null;
    this.total = 0;
    this.trouble = null;
  }

  // Evaluates game number `index` of a BPGN and stops the previous evaluation.
  async open(bytes, index) {
    this.close();
    const run = this.run;
    for (let left = MOST_BEGUN; run === this.run && !this.moments; left -= 1) {
      try {
        await this.evaluate(run, bytes, index);
      } catch (error) {
        if (run !== this.run) return;
        // The server gives up an evaluation that nobody asks about for long, as after a break of the network.
        if (error.status !== 404 || left === 1) return this.complain(error);
        await inSight();
      }
    }
  }

  complain(error) {
    this.trouble = troubleOf(error, TROUBLES, "reviewFailed");
    this.changed();
  }

  // Begins an evaluation and follows it to its end. Results of an earlier one stay.
  async evaluate(run, bytes, index) {
    const { id, total } = await this.begin(run, bytes, index);
    if (run !== this.run) {
      this.wire.stopReview(id);
      return;
    }
    Object.assign(this, { id, total, trouble: null });
    while (run === this.run && !this.moments) {
      const { lines, moments, players } = await this.news(id);
      if (run !== this.run) return;
      this.lines.push(...lines);
      this.moments = moments;
      this.players = players;
      if (lines.length || moments) this.changed();
      if (!moments) await pause(ASK_MS);
    }
  }

  // Begins an evaluation: without a connection, or while there is no room for it, later.
  async begin(run, bytes, index) {
    for (;;) {
      try {
        return await this.wire.review(bytes, index);
      } catch (error) {
        const wait = error.unanswered ? AWAY_MS : error.status === 503 ? BUSY_MS : 0;
        if (!wait || run !== this.run) throw error;
        this.complain(error);
        await pause(wait);
        if (run !== this.run) throw error;
      }
    }
  }

  // The results since the last ones; none without a connection.
  async news(id) {
    try {
      return await this.wire.reviewed(id, this.lines.length);
    } catch (error) {
      if (error.status) throw error;
      await pause(AWAY_MS);
      return { lines: [], moments: null, players: null };
    }
  }

  // Stops the evaluation and hides the results.
  close() {
    this.run += 1;
    if (this.id && !this.moments) this.wire.stopReview(this.id);
    this.id = null;
    this.clear();
    this.root.hidden = true;
  }

  // Shows the results for the moment `at`; `plies` are the game's moves, `views` both boards.
  show(at, plies, views, sides) {
    this.root.hidden = false;
    const line = this.lines[at];
    for (const side of Object.values(sides)) {
      const board = line?.boards[side.index];
      const turn = views[side.index].bfen.split(" ")[1];
      side.bar(board ? share(board, turn) : null, board ? scoreText(board) : "");
    }
    if (this.press.waits()) return;
    const focused = this.root.contains(document.activeElement) && document.activeElement.getAttribute("role") === "slider";
    const state = this.trouble ? words(this.trouble) : this.lines.length < this.total || !this.total ? `${words("reviewing")} ${this.lines.length}/${this.total || "…"}` : "";
    this.root.replaceChildren(this.curve(at), this.text("p", state, "note"));
    if (line) this.root.append(this.verdict(line));
    if (this.moments) this.root.append(this.list(plies));
    if (this.players) this.root.append(...this.summary());
    // The curve is drawn anew, and keeps the focus.
    if (focused) this.root.querySelector("[role=slider]").focus();
  }

  text(tag, text, className) {
    const made = document.createElement(tag);
    made.textContent = text;
    made.className = className;
    return made;
  }

  // The curve as screen readers have it: a slider over the moments, which the arrow keys move.
  described(at) {
    const team = this.lines[at]?.team;
    const text = team === undefined ? "" : `${words("expected")}: ${Math.round(team * 100)} %`;
    return { role: "slider", tabindex: 0, "aria-label": words("curve"), "aria-valuemin": 0, "aria-valuemax": Math.max(this.total - 1, at), "aria-valuenow": at, "aria-valuetext": text };
  }

  // The expected result of white on A and black on B over the whole game.
  curve(at) {
    const root = document.createElementNS(SVG, "svg");
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", ...this.described(at) })) root.setAttribute(name, value);
    const last = Math.max(this.total - 1, 1);
    const x = (index) => ((index * WIDTH) / last).toFixed(1);
    const y = (team) => ((1 - team) * HEIGHT).toFixed(1);
    draw("rect", { width: WIDTH, height: HEIGHT, class: "ground" }, root);
    if (this.lines.length) {
      const points = this.lines.map(({ team }, index) => `${x(index)},${y(team)}`);
      draw("polygon", { points: `0,${HEIGHT} ${points.join(" ")} ${x(this.lines.length - 1)},${HEIGHT}`, class: "lead" }, root);
    }
    draw("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "even" }, root);
    draw("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "now" }, root);
    root.onclick = (event) => {
      const box = root.getBoundingClientRect();
      if (this.total) this.go(Math.round(((event.clientX - box.left) / box.width) * last));
    };
    return root;
  }

  // Scores and best lines of a moment.
  verdict(line) {
    const box = this.text("div", "", "verdict");
    box.append(this.text("p", `${words("expected")}: ${Math.round(line.team * 100)} %`, ""));
    line.boards.forEach((board, index) => {
      const best = board.hangs ? words("hangs") : board.line.slice(0, LINE_MOVES).join(" ");
      box.append(this.text("p", `${"AB"[index]} ${scoreText(board)}  ${best}`, "line"));
    });
    if (line.better) box.append(this.text("p", `${words("better")}: ${line.better.slice(0, LINE_MOVES).join(" ")}`, "line better"));
    return box;
  }

  // The statistics of each player, and the button that saves the game with its evaluation.
  summary() {
    const box = this.text("div", "", "scroll");
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", words("summaryTitle"));
    const table = this.text("table", "", "summary");
    box.append(table);
    const row = (cells, tag) => {
      const line = table.insertRow();
      cells.forEach((cell) => line.append(this.text(tag, cell, "")));
    };
    row(words("summaryHead"), "th");
    for (const { seat, name, moves, cost, marks, time_ms: time, sits } of this.players) {
      const number = cost.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1 });
      row([`${seat}: ${name}`, moves, `${number} %`, ...marks, time === null ? "–" : clockText(time), sits], "td");
    }
    const save = this.text("button", words("saveReport"), "");
    save.type = "button";
    save.id = "save-report";
    save.onclick = () => this.save();
    return [box, this.text("p", words("summaryNote"), "note"), save];
  }

  async save() {
    const run = this.run;
    let trouble = null;
    try {
      saveText(await this.wire.report(this.id, currentLanguage()), "tandem.html", "text/html");
    } catch (error) {
      trouble = troubleOf(error, TROUBLES, "reportGone");
    }
    // Another game is on display by now.
    if (run !== this.run) return;
    this.trouble = trouble;
    this.changed();
  }

  // Buttons that go to the decisive moments.
  list(plies) {
    const box = this.text("div", "", "moments");
    for (const { ply, kind, seat } of this.moments) {
      const button = this.text("button", `${words("momentNames", kind)}: ${plies[ply - 1]?.[1] ?? words("startPosition")}${seat ? ` (${words("whose", seat)})` : ""}`, `moment ${seat ? seatColor(seat) : ""}`);
      button.type = "button";
      button.onclick = () => this.go(ply);
      box.append(button);
    }
    return box;
  }
}
