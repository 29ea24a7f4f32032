// The settings of a new game, for the table's owner; stored in the browser.

import { byId, make } from "./dom.js";
import { gameChoices } from "./games_setup.js";
import { partnerOf } from "./seats.js";
import { words } from "./words.js";

const MEMORY = "tandem.setup";
const TIMES = [[60, 0], [120, 0], [180, 0], [180, 2], [300, 0], [600, 0]];
const RULES = ["international", "fics", "fairy-stockfish", "gambler"];
const LEVELS = 8;
const SEATS = ["A", "a", "B", "b"];

// The settings used last, or null.
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(MEMORY));
  } catch {
    return null;
  }
}

// Adapts stored settings: Tandem replaces an engine that is no longer offered.
export function fitting(setup, engines) {
  if (!Array.isArray(setup.seats)) return setup;
  const there = (occupant) => !occupant?.engine || engines.includes(occupant.engine);
  return { ...setup, seats: setup.seats.map((occupant) => (there(occupant) ? occupant : "tandem")) };
}

export class Setup {
  // `start(setup, moved)` is called when the user starts the game; `moved` has the old seat of each seat's occupant, if
  // people have been put on other seats.
  constructor(start) {
    this.dialog = byId("setup");
    this.start = start;
    this.links = new Map();
    this.engines = [];
  }

  // Opens the dialog with the settings of the table.
  open(setup, { links, watch, network, engines }) {
    this.setup = structuredClone(setup);
    this.boards = null;
    this.moved = [0, 1, 2, 3];
    this.links = new Map(links);
    this.watch = watch;
    this.network = network;
    this.engines = engines;
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  // Takes new links of the table. The form stays as it is: only its buttons copy them from now on.
  relink({ links, watch, network }) {
    Object.assign(this, { links: new Map(links), watch, network });
    if (this.dialog.open) this.mark();
  }

  close() {
    this.dialog.close();
  }

  change(change) {
    Object.assign(this.setup, change);
    const focused = document.activeElement?.id;
    this.draw();
    byId(focused)?.focus();
  }

  draw() {
    this.marks = [];
    const form = document.createElement("form");
    form.method = "dialog";
    form.append(make("h2", words("setupTitle")), ...this.otherGames(), this.times(), this.rules(), this.startPosition(), this.seats(), this.actions());
    form.onsubmit = () => {
      // A position of the analysis is for this game only.
      const start = this.setup.start?.boards ? "usual" : this.setup.start;
      localStorage.setItem(MEMORY, JSON.stringify({ ...this.setup, start }));
      this.start(this.setup, this.moved.some((old, index) => old !== index) ? this.moved : undefined);
    };
    this.dialog.replaceChildren(form);
    this.dialog.setAttribute("aria-label", words("setupTitle"));
  }

  times() {
    const box = group(words("time"));
    const choices = TIMES.map(([base_s, increment_s]) => ({
      id: `time-${base_s}-${increment_s}`,
      text: `${base_s / 60}+${increment_s}`,
      is: (setup) => setup.base_s === base_s && setup.increment_s === increment_s,
      change: { base_s, increment_s },
    }));
    this.choices(choices, box);
    const own = make("div", "", "fields", box);
    this.number(own, "minutes", this.setup.base_s / 60, 0.1, 180, 0.1, (value) => ({ base_s: Math.round(value * 60) }));
    this.number(own, "increment", this.setup.increment_s, 0, 180, 1, (value) => ({ increment_s: Math.round(value) }));
    return box;
  }

  // Buttons of which one is chosen: `is(setup)` tells whether it is this one, and a click makes its `change`.
  choices(choices, box) {
    const row = make("div", "", "choices", box);
    for (const { id, text, is, change } of choices) {
      const button = make("button", text, "", row);
      Object.assign(button, { type: "button", id, onclick: () => this.change(change) });
      this.marks.push(() => {
        button.classList.toggle("chosen", is(this.setup));
        button.setAttribute("aria-pressed", is(this.setup));
      });
    }
    this.mark();
  }

  mark() {
    this.marks.forEach((mark) => mark());
  }

  number(parent, label, value, min, max, step, change) {
    const field = make("label", "", "", parent);
    const input = make("input", "", "", field);
    const shown = value === null ? "" : Math.round(value * 100) / 100;
    Object.assign(input, { type: "number", id: `number-${label}`, min, max, step, value: shown, required: value !== null });
    // `onchange` comes with the press that leaves the field: the form is not drawn anew, or the click would be lost.
    input.onchange = () => {
      if (!input.value || !input.checkValidity()) return;
      Object.assign(this.setup, change(Number(input.value)));
      input.required = true;
      this.mark();
    };
    field.append(` ${words(label)}`);
  }

  rules() {
    const box = group(words("rules"));
    const choices = RULES.map((rules) => ({
      id: `rules-${rules}`,
      text: words("ruleNames", rules),
      is: (setup) => setup.rules === rules,
      change: { rules },
    }));
    this.choices(choices, box);
    make("p", words("ruleNotes", this.setup.rules), "note", box);
    return box;
  }

  // The start position: the usual one, a random one of Chess960, or one of those by its number.
  startPosition() {
    const box = group(words("startTitle"));
    const { start } = this.setup;
    if (start?.boards) this.boards = start.boards;
    const choices = ["usual", "random", ...(this.boards ? ["boards"] : [])].map((name) => ({
      id: `start-${name}`,
      text: words("startNames", name),
      is: (setup) => name === (setup.start?.boards ? "boards" : setup.start ?? "usual"),
      change: { start: name === "boards" ? { boards: this.boards } : name },
    }));
    this.choices(choices, box);
    const own = make("div", "", "fields", box);
    this.number(own, "startNumber", start?.number ?? null, 0, 959, 1, (number) => ({ start: { number } }));
    return box;
  }

  // The other games have a page of their own on the server, which the table's own link opens.
  otherGames() {
    const key = sessionStorage.getItem("tandem.key") ?? localStorage.getItem("tandem.key");
    return this.links.size ? [gameChoices((game) => location.assign(`/other-games#key=${key}&game=${game}`))] : [];
  }

  // The four seats, partners above each other.
  seats() {
    const box = group(words("seats"));
    const grid = make("div", "", "seats", box);
    for (const [index, first] of [[1, "A"], [2, "a"]]) {
      const team = make("div", "", "team", grid);
      make("h3", `${words("team")} ${index}`, "", team);
      for (const seat of [first, partnerOf(first)]) this.seat(seat, team);
    }
    const swaps = make("div", "", "choices swaps", box);
    const orders = { swap: [1, 0, 3, 2], swapBoard: [3, 2, 1, 0] };
    // All seats are equally likely; partners stay together.
    orders.anySeat = [[0, 1, 2, 3], orders.swap, orders.swapBoard, [2, 3, 0, 1]][Math.floor(Math.random() * 4)];
    for (const [name, order] of Object.entries(orders)) {
      const button = make("button", words(name), "", swaps);
      button.type = "button";
      button.id = `seats-${name}`;
      button.onclick = () => {
        this.moved = order.map((index) => this.moved[index]);
        const { seats, levels } = this.setup;
        this.change({ seats: order.map((index) => seats[index]), levels: order.map((index) => levels[index]) });
      };
    }
    if (this.watch) this.copyButton(words("watchLink"), () => this.watch, box);
    if (!this.network && this.setup.seats.includes("guest")) make("p", words("linkLocal"), "note", box);
    return box;
  }

  seat(seat, parent) {
    const row = make("label", "", "seat", parent);
    make("span", words("whose", seat), "", row);
    const index = SEATS.indexOf(seat);
    const select = make("select", "", "", row);
    select.id = `seat-${seat}`;
    // Without a server there are no links for guests.
    const occupants = ["me", "tandem", ...(this.links.size ? ["guest"] : []), ...this.engines.map((engine) => ({ engine }))];
    const valueOf = (occupant) => (occupant.engine ? `engine ${occupant.engine}` : occupant);
    for (const occupant of occupants) {
      const option = make("option", occupant.engine ?? words(occupant), "", select);
      option.value = valueOf(occupant);
      option.selected = valueOf(this.setup.seats[index]) === option.value;
    }
    select.onchange = () => this.change(this.seatsWith(index, occupants[select.selectedIndex]));
    if (this.setup.seats[index] === "tandem") this.level(seat, index, parent);
    const invites = this.setup.seats[index] === "guest" && this.links.has(seat);
    // The link of a person goes with it.
    if (invites) this.copyButton(words("link"), () => this.links.get(SEATS[this.moved[index]]), parent);
  }

  // The choice of Tandem's level on a seat.
  level(seat, index, parent) {
    const row = make("label", "", "seat", parent);
    make("span", words("level"), "", row);
    const select = make("select", "", "", row);
    select.id = `level-${seat}`;
    select.setAttribute("aria-label", `${words("level")}: ${words("whose", seat)}`);
    for (let level = 0; level <= LEVELS; level += 1) {
      const option = make("option", `${level} · ${words("levelNames")[level]}`, "", select);
      option.value = level;
      option.selected = this.setup.levels[index] === level;
    }
    select.onchange = () => this.change({ levels: this.setup.levels.with(index, Number(select.value)) });
  }

  // One person cannot have two seats: the previous occupant of my new seat gets my old one, with its level.
  seatsWith(index, occupant) {
    const [seats, levels] = [[...this.setup.seats], [...this.setup.levels]];
    const mine = seats.indexOf("me");
    if (occupant === "me" && mine >= 0) {
      seats[mine] = seats[index];
      for (const list of [levels, this.moved]) [list[mine], list[index]] = [list[index], list[mine]];
    }
    seats[index] = occupant;
    return { seats, levels };
  }

  actions() {
    const box = make("div", "", "actions");
    const cancel = make("button", words("cancel"), "", box);
    cancel.type = "button";
    cancel.onclick = () => this.dialog.close();
    make("button", words("start"), "main", box).id = "start";
    return box;
  }

  // A button that copies `link()`, which may change while the form is open.
  copyButton(text, link, parent) {
    const copy = make("button", text, "copy", parent);
    copy.type = "button";
    const field = make("input", "", "copy");
    field.readOnly = true;
    field.setAttribute("aria-label", text);
    const mark = () => {
      if (copy.title === link()) return;
      copy.title = link();
      field.value = link();
      // The button no longer says "copied": that was another link.
      copy.textContent = text;
    };
    mark();
    this.marks.push(mark);
    copy.onclick = async () => {
      try {
        await navigator.clipboard.writeText(link());
        copy.textContent = words("copied");
      } catch {
        // Without permission the link is shown for the user to copy.
        copy.replaceWith(field);
        field.select();
      }
    };
  }
}

function group(title) {
  const box = document.createElement("fieldset");
  make("legend", title, "", box);
  return box;
}
