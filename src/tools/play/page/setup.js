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
  // `start(setup)` is called when the user starts the game.
  constructor(start) {
    this.dialog = byId("setup");
    this.start = start;
    this.links = [];
    this.engines = [];
  }

  // Opens the dialog with the settings of the table.
  open(setup, { links, watch, network, engines }) {
    this.setup = structuredClone(setup);
    this.boards = null;
    this.links = new Map(links);
    this.watch = watch;
    this.network = network;
    this.engines = engines;
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  change(change) {
    Object.assign(this.setup, change);
    const focused = document.activeElement?.id;
    this.draw();
    byId(focused)?.focus();
  }

  draw() {
    const form = document.createElement("form");
    form.method = "dialog";
    form.append(make("h2", words("setupTitle")), ...this.otherGames(), this.times(), this.rules(), this.startPosition(), this.seats(), this.actions());
    form.onsubmit = () => {
      // A position of the analysis is for this game only.
      const start = this.setup.start?.boards ? "usual" : this.setup.start;
      localStorage.setItem(MEMORY, JSON.stringify({ ...this.setup, start }));
      this.start(this.setup);
    };
    this.dialog.replaceChildren(form);
    this.dialog.setAttribute("aria-label", words("setupTitle"));
  }

  times() {
    const box = group(words("time"));
    const presets = make("div", "", "choices", box);
    for (const [base, increment] of TIMES) {
      const chosen = base === this.setup.base_s && increment === this.setup.increment_s;
      const button = make("button", `${base / 60}+${increment}`, chosen ? "chosen" : "", presets);
      button.type = "button";
      button.id = `time-${base}-${increment}`;
      button.setAttribute("aria-pressed", chosen);
      button.onclick = () => this.change({ base_s: base, increment_s: increment });
    }
    const own = make("div", "", "fields", box);
    this.number(own, "minutes", this.setup.base_s / 60, 0.1, 180, 0.1, (value) => ({ base_s: Math.round(value * 60) }));
    this.number(own, "increment", this.setup.increment_s, 0, 180, 1, (value) => ({ increment_s: Math.round(value) }));
    return box;
  }

  number(parent, label, value, min, max, step, change) {
    const field = make("label", "", "", parent);
    const input = make("input", "", "", field);
    const shown = value === null ? "" : Math.round(value * 100) / 100;
    Object.assign(input, { type: "number", id: `number-${label}`, min, max, step, value: shown, required: value !== null });
    input.onchange = () => input.value && input.checkValidity() && this.change(change(Number(input.value)));
    field.append(` ${words(label)}`);
  }

  rules() {
    const box = group(words("rules"));
    const choices = make("div", "", "choices", box);
    for (const name of RULES) {
      const chosen = name === this.setup.rules;
      const button = make("button", words("ruleNames", name), chosen ? "chosen" : "", choices);
      button.type = "button";
      button.id = `rules-${name}`;
      button.setAttribute("aria-pressed", chosen);
      button.onclick = () => this.change({ rules: name });
    }
    make("p", words("ruleNotes", this.setup.rules), "note", box);
    return box;
  }

  // The start position: the usual one, a random one of Chess960, or one of those by its number.
  startPosition() {
    const box = group(words("startTitle"));
    const choices = make("div", "", "choices", box);
    const now = this.setup.start ?? "usual";
    if (this.setup.start?.boards) this.boards = this.setup.start.boards;
    const names = ["usual", "random", ...(this.boards ? ["boards"] : [])];
    for (const name of names) {
      const chosen = name === (now.boards ? "boards" : now);
      const button = make("button", words("startNames", name), chosen ? "chosen" : "", choices);
      button.type = "button";
      button.id = `start-${name}`;
      button.setAttribute("aria-pressed", chosen);
      button.onclick = () => this.change({ start: name === "boards" ? { boards: this.boards } : name });
    }
    const own = make("div", "", "fields", box);
    this.number(own, "startNumber", now.number ?? null, 0, 959, 1, (number) => ({ start: { number } }));
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
      button.onclick = () => this.change({ seats: order.map((index) => this.setup.seats[index]), levels: order.map((index) => this.setup.levels[index]) });
    }
    if (this.watch) copyButton(words("watchLink"), this.watch, box);
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
    select.onchange = () => this.change({ seats: this.seatsWith(index, occupants[select.selectedIndex]) });
    if (this.setup.seats[index] === "tandem") this.level(seat, index, parent);
    if (this.setup.seats[index] === "guest" && this.links.has(seat)) copyButton(words("link"), this.links.get(seat), parent);
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

  // One person cannot have two seats: the previous occupant of my new seat gets my old one.
  seatsWith(index, occupant) {
    const seats = [...this.setup.seats];
    const mine = seats.indexOf("me");
    if (occupant === "me" && mine >= 0) seats[mine] = seats[index];
    seats[index] = occupant;
    return seats;
  }

  actions() {
    const box = make("div", "", "actions");
    const cancel = make("button", words("cancel"), "", box);
    cancel.type = "button";
    cancel.onclick = () => this.dialog.close();
    make("button", words("start"), "main", box).id = "start";
    return box;
  }
}

function copyButton(text, link, parent) {
  const copy = make("button", text, "copy", parent);
  copy.type = "button";
  copy.title = link;
  copy.onclick = async () => {
    try {
      await navigator.clipboard.writeText(link);
      copy.textContent = words("copied");
    } catch {
      // Without permission the link is shown for the user to copy.
      const field = make("input", "", "copy");
      Object.assign(field, { value: link, readOnly: true });
      field.setAttribute("aria-label", text);
      copy.replaceWith(field);
      field.select();
    }
  };
}

function group(title) {
  const box = document.createElement("fieldset");
  make("legend", title, "", box);
  return box;
}
