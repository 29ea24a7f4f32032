// The moves played from the position of the analysis board, in the games that the server keeps and those of its base.

import { make } from "./dom.js";
import { Press } from "./press.js";
import { currentLanguage, words } from "./words.js";

const DELAY_MS = 200;
const MOST_SHOWN = 6;

export class Explorer {
  // `play(board, text)` makes a move of the table on board 0 or 1.
  constructor(wire, root, { play }) {
    Object.assign(this, { wire, root, play, run: 0, found: null, press: new Press(root, () => this.draw()) });
  }

  // Looks up a position, given as the server reads it.
  begin(asked) {
    this.stop();
    if (!this.wire.server) return;
    const run = this.run;
    this.timer = setTimeout(() => this.ask(asked, run), DELAY_MS);
  }

  stop() {
    this.run += 1;
    clearTimeout(this.timer);
    this.found = null;
    this.draw();
  }

  async ask(asked, run) {
    try {
      const found = await this.wire.post("explorer", JSON.stringify(asked));
      if (run !== this.run) return;
      this.found = found;
      this.draw();
      // The server reads some hundred games at a time.
      if (found.left) await this.ask(asked, run);
    } catch {
      // Without counts the analysis goes on: the next position asks again.
    }
  }

  draw() {
    if (this.press.waits()) return;
    const found = this.found;
    this.root.replaceChildren();
    this.root.setAttribute("aria-label", words("played"));
    if (!found?.games) return;
    make(
      "h3",
      `${words("played")} · ${words("playedGames")} ${found.games.toLocaleString(currentLanguage())}${found.left ? "…" : ""}`,
      "",
      this.root,
    );
    const tables = make("div", "", "played", this.root);
    found.boards.forEach((rows, index) => this.table(rows, index, tables));
  }

  table(rows, index, parent) {
    const { run } = this;
    const table = make("table", "", "", parent);
    make("caption", `${words("board")} ${"AB"[index]}`, "", table);
    const head = make("tr", "", "", make("thead", "", "", table));
    words("playedHead").forEach((text) => (make("th", text, "", head).scope = "col"));
    const body = make("tbody", "", "", table);
    if (!rows.length) make("td", words("playedNone"), "note", make("tr", "", "", body)).colSpan = 3;
    for (const row of rows.slice(0, MOST_SHOWN)) {
      const line = make("tr", "", "", body);
      const button = make("button", row.san, "", make("td", "", "", line));
      button.type = "button";
      button.setAttribute("aria-label", `${"AB"[index]}: ${row.san}`);
      // A button that was pressed may be of the position before.
      button.onclick = () => run === this.run && this.play(index, row.move);
      make("td", row.played.toLocaleString(currentLanguage()), "", line);
      const score = row.score === null ? "–" : `${Math.round(row.score * 100)} %`;
      const cell = make("td", score, "share", line);
      cell.title = `+${row.wins} =${row.draws} −${row.losses}`;
      if (row.score !== null) cell.style.setProperty("--share", `${Math.round(row.score * 100)}%`);
    }
  }
}
