// Puzzles: a mate to be found on one board, or on both with the partner's help. The server proves every move.

import "./puzzle_words.js";
import { parse } from "./bfen.js";
import { byId } from "./dom.js";
import { Player } from "./player.js";
import { PuzzlePanel } from "./puzzle_panel.js";
import { keepPoints, noteHelp, pointsOf, today, wasHelped } from "./puzzle_score.js";
import { boardOf, partnerOf, seatAt, seatColor } from "./seats.js";
import { play as sound } from "./sound.js";
import { fault } from "./status.js";
import { words } from "./words.js";

// The time between moves that are shown one after another.
const STEP_MS = 700;

export class Puzzles {
  // `act.changed()` is called when something else is to be shown; `act.mayOwn()` tells whether the server's games may
  // be seen.
  constructor(sides, wire, banner, act) {
    Object.assign(this, { sides, wire, banner, act, on: false, list: [], own: false, run: 0, mayOwn: act.mayOwn });
    this.players = Object.values(sides).map(
      (side) =>
        new Player(side, {
          move: (text) => this.choose(`${"AB"[side.index]} ${text}`),
          premove: () => {},
          changed: () => this.act.changed(),
          illegal: () => this.banner(words("errors", "illegal"), 2500),
        }),
    );
    Object.values(sides).forEach((side, index) =>
      side.root.addEventListener("pointerdown", () => (this.active = this.players[index])),
    );
    const buttons = {
      show: (index) => this.show(index),
      hint: () => this.hint(),
      solution: () => this.solve(),
      again: () => this.show(this.index),
      wait: () => this.choose("wait"),
      next: () => this.show((this.index + 1) % this.list.length),
      today: () => this.open(),
      own: () => this.open(true),
      go: (at) => this.go(at),
    };
    this.panel = new PuzzlePanel(byId("puzzle"), buttons, () => this.act.changed());
  }

  // Opens the puzzles of the day, or those out of own games.
  async open(own = false) {
    const { run } = this;
    try {
      const day = today();
      const { puzzles } = await (own ? this.wire.post("puzzles/own", "") : this.wire.post("puzzles/day", String(day)));
      // The next game at the table has begun meanwhile.
      if (run !== this.run) return;
      if (!puzzles.length) {
        this.banner(words("puzzlesNone"), 6000);
        return;
      }
      Object.assign(this, { day, own, list: puzzles });
      const first = puzzles.findIndex((each) => this.points(each) === undefined);
      await this.show(Math.max(first, 0));
    } catch (error) {
      if (run === this.run) this.complain(error, "puzzleTrouble");
    }
  }

  complain(error, head) {
    const known = words("puzzleErrors")[error.problem?.code];
    const told = error.problem || error.unanswered;
    const other = () => (told ? fault(error) : words("errors", error.status === 503 ? "busy" : "nonsense"));
    this.banner(`${words(head)}: ${known ? `${known} (${error.problem.token})` : other()}`, 6000);
  }

  // Points of a daily puzzle so far.
  points(head) {
    return this.own ? undefined : pointsOf(this.day, head.puzzle);
  }

  close() {
    this.run += 1;
    if (!this.on) return;
    this.on = false;
    this.deselect();
    for (const side of Object.values(this.sides)) side.arrows.clear();
  }

  deselect() {
    this.players.forEach((player) => player.show({ ...player, on: false }));
  }

  // Shows a puzzle of the list from its start.
  async show(index) {
    const head = this.list[index];
    // The button may belong to a longer list that was shown before.
    if (!head) return;
    const run = (this.run += 1);
    const { places } = await this.wire.post("puzzles/at", JSON.stringify({ puzzle: head.puzzle })).catch((error) => {
      if (run === this.run) this.complain(error, "puzzleTrouble");
      return {};
    });
    if (!places || run !== this.run) return;
    this.deselect();
    for (const side of Object.values(this.sides)) side.arrows.clear();
    // The positions so far, the choices that led there, and the position that is shown.
    Object.assign(this, {
      on: true,
      index,
      head,
      places,
      line: [],
      at: 0,
      left: head.moves,
      helped: !this.own && wasHelped(this.day, head.puzzle),
      message: null,
      said: "",
      done: false,
      busy: false,
    });
    this.act.changed();
  }

  // The position on display.
  place() {
    return this.places[this.at];
  }

  isLast() {
    return this.at === this.places.length - 1;
  }

  go(at) {
    this.at = Math.max(0, Math.min(at, this.places.length - 1));
    this.act.changed();
  }

  // Tries a choice of the solver.
  async choose(choice) {
    if (this.busy || this.done || !this.isLast()) return;
    const run = this.run;
    this.busy = true;
    this.say("puzzleThinks");
    try {
      const found = await this.wire.post(
        "puzzles/choice",
        JSON.stringify({ puzzle: this.head.puzzle, line: this.line, choice }),
      );
      if (run !== this.run) return;
      await (found.mates ? this.accept(found, run) : this.refuse(found, run));
    } catch (error) {
      if (run !== this.run) return;
      this.complain(error, "puzzleTrouble");
      this.say(null);
    } finally {
      if (run === this.run) this.busy = false;
      this.act.changed();
    }
  }

  async accept({ line, places, left }, run) {
    const slow = left > this.left - (places[0].ply[0] ? 1 : 0);
    this.line = line;
    this.left = left;
    await this.add(places, run);
    if (run !== this.run) return;
    if (this.place().won) return this.finish(this.helped ? 0.5 : 1, "puzzleSolved");
    this.say(slow ? "puzzleSlow" : "puzzleRight", `${words("puzzleLeft")} ${left}`);
  }

  // From here on the puzzle counts half.
  help() {
    this.helped = true;
    if (!this.own) noteHelp(this.day, this.head.puzzle);
  }

  // Shows a move that does not mate for a moment, and takes it back.
  async refuse({ places }, run) {
    this.help();
    this.places.push(places[0]);
    this.at += 1;
    const [seat, san] = places[0].ply;
    this.say("puzzleWrong", san ? `${seat}: ${san}` : "");
    await this.pause();
    if (run !== this.run) return;
    this.places.pop();
    this.at = this.places.length - 1;
  }

  // Shows positions one after another.
  async add(places, run) {
    for (const [index, place] of places.entries()) {
      if (index > 0) await this.pause();
      if (run !== this.run) return;
      this.places.push(place);
      this.at = this.places.length - 1;
      sound("move");
      this.act.changed();
    }
  }

  pause() {
    return new Promise((later) => setTimeout(later, STEP_MS));
  }

  finish(points, message) {
    this.done = true;
    if (!this.own) keepPoints(this.day, this.head.puzzle, points);
    if (points > 0) sound("end");
    this.say(message);
  }

  say(key, more = "") {
    this.message = key;
    this.said = more;
    this.act.changed();
  }

  async solution() {
    return this.wire.post("puzzles/solution", JSON.stringify({ puzzle: this.head.puzzle, line: this.line }));
  }

  // Shows what is to be moved: the piece, the hand, or that it is time to wait.
  async hint() {
    if (this.busy || this.done || !this.isLast()) return;
    const { run, line: before } = this;
    try {
      const { line } = await this.solution();
      // A move is on its way meanwhile, or was made.
      if (run !== this.run || this.busy || this.done || this.line !== before) return;
      this.help();
      const next = line[this.line.length];
      if (next === "wait") return this.say("puzzleSits");
      const [board, text] = next.split(" ");
      if (text[1] === "@") return this.say("puzzleDrop", `${board}: ${words(text[0])}`);
      const side = Object.values(this.sides).find((each) => "AB"[each.index] === board);
      side.arrows.show([`${text[0]}@${text.slice(0, 2)}`]);
      this.say("puzzlePiece", `${board}: ${text.slice(0, 2)}`);
    } catch (error) {
      if (run === this.run) this.complain(error, "puzzleTrouble");
    }
  }

  // Plays the solution through.
  async solve() {
    if (this.busy || this.done) return;
    const run = this.run;
    this.busy = true;
    try {
      const { line, places } = await this.solution();
      if (run !== this.run) return;
      this.at = this.places.length - 1;
      this.line = line;
      await this.add(places, run);
      if (run === this.run) this.finish(0, "puzzleShown");
    } catch (error) {
      if (run === this.run) this.complain(error, "puzzleTrouble");
    } finally {
      if (run === this.run) this.busy = false;
    }
  }

  // Handles a key; returns whether it had a meaning.
  key(event) {
    const inGrid = event.target.closest(".grid, .slot");
    if (event.target.closest("input, select, dialog")) return false;
    const plain = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(Infinity),
    }[event.key];
    const other = {
      "?": () => this.hint(),
      PageDown: () => this.show((this.index + 1) % this.list.length),
      PageUp: () => this.show((this.index + this.list.length - 1) % this.list.length),
    }[event.key];
    const letter = { KeyS: () => this.solve(), KeyW: () => this.place().may_wait && this.choose("wait") }[event.code];
    const act = other ?? letter ?? (inGrid ? null : plain);
    if (act) {
      act();
      return true;
    }
    const free = this.players.filter((player) => player.on);
    return (free.includes(this.active) ? this.active : free[0])?.key(event) ?? false;
  }

  // Shows everything; called by the page when it draws.
  draw() {
    const { boards } = this.place();
    const [first] = this.head.seats;
    const lone = this.head.seats.length === 1;
    document.body.classList.toggle("lone", lone);
    const free = this.isLast() && !this.busy && !this.done;
    for (const [index, side] of [this.sides.own, this.sides.other].entries()) {
      const view = boards[index];
      const player = this.players[index];
      if (!view) {
        player.show({ ...player, on: false });
        continue;
      }
      const seat = index === boardOf(first) ? first : partnerOf(first);
      const bottom = seatColor(seat);
      const position = parse(view.bfen);
      side.turn(bottom, index);
      side.board.show(position);
      player.show({
        on: free && view.legal.length > 0,
        color: bottom,
        position,
        ply: `${index} ${this.run} ${view.ply}`,
        legal: view.legal,
        myTurn: true,
      });
      side.showHands(position, { bottom: { selected: player.selected?.drop, usable: player.on }, top: {} });
      for (const color of ["w", "b"]) side.strip(color).show(this.strip(index, color, position, view, bottom));
      this.mark(side, player, view);
    }
    this.panel.show(this);
  }

  strip(index, color, position, view, bottom) {
    const turn = position.turn === color;
    const status = turn ? { mate: [words("mated"), "bad"], hang: [words("hangs"), "warn"] }[view.status] : null;
    const leads = this.head.leads?.[index];
    const clock = leads === undefined || color !== bottom ? "" : words(leads ? "puzzleMoreTime" : "puzzleLessTime");
    const badge = [status?.[0] ?? (turn ? words("onTurn") : ""), clock].filter(Boolean).join(" · ");
    const whose = color === bottom ? words("you") : words("whose", seatAt(index, color));
    return {
      name: this.head.seats.length > 1 && index === 1 && color === bottom ? words("partner") : whose,
      letter: "AB"[index],
      color,
      turn,
      badge,
      badgeClass: status?.[1],
    };
  }

  mark(side, player, view) {
    const targets = player.on ? player.targets() : [];
    side.bar(null, "");
    if (!this.isLast() || this.busy) side.arrows.show([]);
    side.board.mark({
      last: view.last,
      check: view.check ? [view.check] : [],
      selected: player.selected?.from ? [player.selected.from] : [],
      target: targets.filter((square) => !player.position.squares.has(square)),
      taken: targets.filter((square) => player.position.squares.has(square)),
    });
  }

  // The status line.
  text() {
    const { seats, moves } = this.head;
    const who =
      seats.length > 1
        ? `${seats.map((seat) => words("whose", seat)).join(" + ")} ${words("puzzleTeam")}`
        : words("puzzleMates", seatColor(seats[0]));
    return `${words("puzzleOf")} ${this.index + 1}: ${who}, ${words("puzzleMoves")} ${moves}`;
  }
}
