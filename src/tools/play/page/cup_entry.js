// The entry of a tournament: teams of two, who meets whom, and time. What was written stays until the tournament begins.

import { byId, make } from "./dom.js";
import { words } from "./words.js";

const MEMORY = "tandem.cup";
const RULES = ["international", "fics", "fairy-stockfish", "gambler"];
const LEVELS = 8;
const MOST_TEAMS = 32;

const newPlayer = () => ({ kind: "person", name: "" });
const newTeam = () => ({ name: "", players: [newPlayer(), newPlayer()] });

function remembered() {
  try {
    const draft = JSON.parse(localStorage.getItem(MEMORY));
    if (Array.isArray(draft?.teams)) return draft;
  } catch {
    // An entry of another version is not wanted.
  }
  return { teams: Array.from({ length: 4 }, newTeam), form: "once", rounds: 3, minutes: 5, increment: 0, rules: "international" };
}

const isEmpty = ({ name, players }) => !name.trim() && players.every((player) => player.kind === "person" && !player.name.trim());

function playerOf({ kind, name }) {
  if (kind === "person") return { person: name };
  return kind.startsWith("tandem ") ? { tandem: Number(kind.slice(7)) } : { engine: kind.slice(7) };
}

export class CupEntry {
  // `begin(entry)` sends the entry; returns the error in words, or null.
  constructor(begin) {
    this.dialog = byId("cup-entry");
    this.begin = begin;
  }

  open(engines) {
    this.engines = engines;
    this.draft = remembered();
    // Another server may not offer an engine of the entry.
    const isGone = ({ kind }) => kind.startsWith("engine ") && !engines.includes(kind.slice(7));
    for (const player of this.draft.teams.flatMap(({ players }) => players)) if (isGone(player)) player.kind = "person";
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  keep() {
    localStorage.setItem(MEMORY, JSON.stringify(this.draft));
  }

  // The entry as the server reads it. Rows without a word are none.
  entry() {
    const { teams, form, rounds, minutes, increment, rules } = this.draft;
    return {
      teams: teams.filter((team) => !isEmpty(team)).map(({ name, players }) => ({ name, players: players.map(playerOf) })),
      form: form === "swiss" ? { swiss: { rounds } } : { round_robin: { double: form === "twice" } },
      base_s: Math.round(minutes * 60), increment_s: increment, rules,
    };
  }

  draw() {
    const focused = document.activeElement?.id;
    const form = document.createElement("form");
    form.method = "dialog";
    make("h2", words("cupTitle"), "", form);
    const list = make("ol", "", "cup-teams", form);
    this.draft.teams.forEach((team, index) => this.team(team, index + 1, list));
    const more = make("button", words("addTeam"), "", form);
    more.type = "button";
    more.id = "cup-more";
    more.disabled = this.draft.teams.length >= MOST_TEAMS;
    more.onclick = () => {
      this.draft.teams.push(newTeam());
      this.draw();
      byId(`cup-name-${this.draft.teams.length}`).focus();
    };
    this.settings(make("div", "", "fields", form));
    this.problem = make("p", "", "cup-problem", form);
    this.problem.setAttribute("role", "alert");
    const actions = make("div", "", "actions", form);
    const cancel = make("button", words("cancel"), "", actions);
    cancel.type = "button";
    cancel.onclick = () => this.dialog.close();
    make("button", words("cupBegin"), "main", actions).id = "cup-begin";
    form.onsubmit = async (event) => {
      event.preventDefault();
      const problem = await this.begin(this.entry());
      this.problem.textContent = problem ?? "";
      if (problem) return;
      localStorage.removeItem(MEMORY);
      this.dialog.close();
    };
    this.dialog.setAttribute("aria-label", words("cupTitle"));
    this.dialog.replaceChildren(form);
    if (focused) byId(focused)?.focus();
  }

  team(team, number, parent) {
    const row = make("li", "", "cup-team", parent);
    const name = make("input", "", "", row);
    Object.assign(name, { id: `cup-name-${number}`, value: team.name, maxLength: 30, placeholder: `${words("team")} ${number}` });
    name.setAttribute("aria-label", `${words("teamName")} ${number}`);
    name.oninput = () => {
      team.name = name.value;
      this.keep();
    };
    team.players.forEach((player, index) => this.player(player, `${number}-${index + 1}`, `${words("team")} ${number}, ${words("board")} ${"AB"[index]}`, row));
  }

  player(player, id, where, row) {
    const box = make("div", "", "cup-player", row);
    const kinds = [["person", words("kindPerson")], ...Array.from({ length: LEVELS + 1 }, (_, level) => [`tandem ${level}`, `Tandem ${level}`]), ...this.engines.map((engine) => [`engine ${engine}`, engine])];
    const select = make("select", "", "", box);
    select.id = `cup-kind-${id}`;
    select.setAttribute("aria-label", `${words("player")}: ${where}`);
    for (const [value, text] of kinds) {
      const option = make("option", text, "", select);
      option.value = value;
      option.selected = player.kind === value;
    }
    select.onchange = () => {
      player.kind = select.value;
      this.keep();
      this.draw();
    };
    if (player.kind !== "person") return;
    const name = make("input", "", "", box);
    Object.assign(name, { id: `cup-player-${id}`, value: player.name, maxLength: 30, placeholder: words("playerName") });
    name.setAttribute("aria-label", `${words("playerName")}: ${where}`);
    name.oninput = () => {
      player.name = name.value;
      this.keep();
    };
  }

  settings(box) {
    this.choice(box, "form", ["once", "twice", "swiss"], words("cupForms"));
    if (this.draft.form === "swiss") this.number(box, "rounds", words("cupRounds"), 1, 15, 1);
    this.number(box, "minutes", words("minutes"), 0.1, 180, 0.1);
    this.number(box, "increment", words("increment"), 0, 180, 1);
    this.choice(box, "rules", RULES, words("ruleNames"));
  }

  choice(box, field, values, names) {
    const select = make("select", "", "", box);
    select.id = `cup-${field}`;
    select.setAttribute("aria-label", words(field === "form" ? "cupForm" : "rules"));
    for (const value of values) {
      const option = make("option", names[value], "", select);
      option.value = value;
      option.selected = this.draft[field] === value;
    }
    select.onchange = () => {
      this.draft[field] = select.value;
      this.keep();
      this.draw();
    };
  }

  number(box, field, text, min, max, step) {
    const label = make("label", "", "", box);
    const input = make("input", "", "", label);
    Object.assign(input, { type: "number", id: `cup-${field}`, min, max, step, value: this.draft[field], required: true });
    input.onchange = () => {
      this.draft[field] = Number(input.value);
      this.keep();
    };
    label.append(` ${text}`);
  }
}
