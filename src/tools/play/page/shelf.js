// Finished games: of the table, of a file, and of the list that the server keeps.

import { byId, make } from "./dom.js";
import { fault } from "./status.js";
import { words } from "./words.js";

// The largest file that the server reads, without what a request adds.
const MOST_BYTES = 16_700_000;

export class Shelf {
  // `banner(text, ms)` shows a message; `closed()` is called when a game is laid aside.
  constructor(wire, replay, review, banner, closed) {
    Object.assign(this, { wire, replay, review, banner, closed });
    // Grows with every request and when a game is laid aside: then an answer to an older request comes too late.
    this.run = 0;
    this.dialog = byId("past-games");
  }

  complain(error) {
    this.banner(`${words("badFile")}: ${fault(error)}`, 8000);
  }

  // The same for a request, unless its game is not wanted any more: another one was opened, or the next one has begun.
  complainOf(run, error) {
    if (run === this.run) this.complain(error);
  }

  // Loads the table's finished game for stepping through it.
  async openTable(bpgn) {
    const run = ++this.run;
    try {
      const [game] = (await this.wire.replay(bpgn)).games;
      if (!game || run !== this.run) return;
      this.replay.open(game);
      this.evaluate(game, bpgn, 0);
    } catch (error) {
      this.complainOf(run, error);
    }
  }

  // Opens the games of a file, or of several as one: chess.com gives each board of a game in a file of its own.
  async openFiles(files) {
    const all = [...files];
    if (all.length === 0) return;
    const name = all.map((each) => each.name).join(" + ");
    await this.openFile(all.length === 1 ? all[0] : new File(all.flatMap((each) => [each, "\n"]), name));
  }

  // Opens the games of a text of any format: a file, or a text of that name.
  async openFile(source, name = source.name) {
    if (new Blob([source]).size > MOST_BYTES) return this.banner(words("largeFile"), 8000);
    const run = ++this.run;
    const read = await this.read(source).catch((error) => this.complainOf(run, error));
    if (!read || run !== this.run) return;
    const { bytes, games, more } = read;
    games.forEach((game, index) => Object.assign(game, { file: name, bytes, index }));
    this.offer(games);
    await this.look(games[0]);
    if (more) this.banner(`${words("firstGames")}: ${games.length}`, 8000);
  }

  async read(source) {
    const bytes = typeof source === "string" ? source : await source.arrayBuffer();
    const { games, more } = await this.wire.replay(bytes);
    if (games.length === 0) throw new Error(words("noGames"));
    return { bytes, games, more };
  }

  // Opens a game that the server keeps.
  async openKept(name) {
    const run = ++this.run;
    const text = await this.wire.game(name).catch((error) => this.complainOf(run, error));
    if (text !== undefined && run === this.run) await this.openFile(text, name);
  }

  // Opens a game of a file, at its start; the positions of all but the first one are asked for now.
  async look(game) {
    const run = ++this.run;
    if (!game.frames) {
      try {
        Object.assign(game, await this.wire.replayOf(game.bytes, game.index));
      } catch (error) {
        this.complainOf(run, error);
        return;
      }
      // Another one was chosen meanwhile, or the next game at the table has begun.
      if (run !== this.run) return;
    }
    if (!game.frames) return this.complain(game);
    this.replay.open(game, 0);
    this.evaluate(game, game.bytes, game.index);
    if (game.problem) this.banner(`${words("problem")}: ${fault(game)}`, 8000);
  }

  // Starts the evaluation of a game, except one that stops at an error: it has no end to judge by.
  evaluate(game, bytes, index) {
    if (game.problem) this.review.close();
    else this.review.open(bytes, index);
  }

  close() {
    this.run += 1;
    this.replay.close();
    this.review.close();
    this.closed();
  }

  // Lists the games of a file, if there are several.
  offer(games) {
    const select = byId("games");
    select.hidden = games.length < 2;
    select.setAttribute("aria-label", words("games"));
    const tag = (game, name) => game.tags.find(([known]) => known === name)?.[1] ?? "?";
    select.replaceChildren(...games.map((game, index) => {
      const [a, b, c, d] = ["WhiteA", "BlackB", "BlackA", "WhiteB"].map((name) => tag(game, name));
      return new Option(`${index + 1}. ${a} + ${b} – ${c} + ${d} ${game.result}`);
    }));
    select.onchange = () => this.look(games[select.selectedIndex]);
  }

  // Shows the list of games that the server keeps.
  async list() {
    const { run } = this;
    try {
      const past = await this.wire.games();
      // The next game at the table has begun, or another one was opened.
      if (run !== this.run) return;
      this.draw(past);
      if (!this.dialog.open) this.dialog.showModal();
    } catch (error) {
      if (run === this.run) this.banner(`${words("pastTrouble")}: ${fault(error)}`, 8000);
    }
  }

  draw({ folder, games, older }) {
    const head = make("h2", words("past"));
    const list = make("ul", "", "past");
    for (const { name, date, players, time, result, plies } of games) {
      const [a, b, c, d] = [players[0], players[3], players[1], players[2]];
      const button = make("button", "", "", make("li", "", "", list));
      button.type = "button";
      make("span", localTime(date), "when", button);
      make("span", `${a} + ${b} – ${c} + ${d}`, "who", button);
      make("span", `${result === "*" ? words("unfinished") : result} · ${time} · ${words("plies")}: ${plies}`, "how", button);
      button.onclick = () => {
        this.dialog.close();
        this.openKept(name);
      };
    }
    const note = !folder ? words("notKept") : games.length ? `${words("keptIn")} ${folder}${older ? ` · ${words("older")}: ${older}` : ""}` : words("noPast");
    const actions = make("div", "", "actions");
    const close = make("button", words("close"), "", actions);
    close.type = "button";
    close.onclick = () => this.dialog.close();
    this.dialog.setAttribute("aria-label", words("past"));
    this.dialog.replaceChildren(head, make("p", note, "note"), list, actions);
  }
}

// The server names times in UTC, as BPGN does: `2026.11.24 23:45:41`.
function localTime(text) {
  const [, year, month, day, time] = text.match(/^(\d+)\.(\d+)\.(\d+) (\S+)$/) ?? [];
  const date = new Date(`${year}-${month}-${day}T${time}Z`);
  return Number.isNaN(date.getTime()) ? text : date.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}
