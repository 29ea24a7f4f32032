// The form of a new one of the other games.

import { byId, make } from "./dom.js";
import "./games_words.js";
import { words } from "./words.js";

const MEMORY = "tandem.games";
export const GAMES = ["gardner", "courier", "exchange", "battle", "kriegspiel"];
const USUAL = {
  game: "gardner", opponent: "tandem", color: "random", level: 1, jester: "sage", opening: "traditional", size: 5, start: "hidden", announce: "bare",
};
// The options of each game: the name in the settings, its title, the group of its words, the values.
const OPTIONS = {
  courier: [["jester", "jesterTitle", "jesters", ["sage", "wazir"]], ["opening", "openingTitle", "openings", ["traditional", "free"]]],
  exchange: [["size", "boardSize", null, [4, 5, 6, 7, 8]]],
  kriegspiel: [["start", "startFrom", "gameStarts", ["hidden", "usual"]], ["announce", "announceTitle", "announces", ["bare", "squares"]]],
};

function remembered() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(MEMORY)) };
  } catch {
    return USUAL;
  }
}

// Buttons for the games, under a title; `chosen` is pressed.
export function gameChoices(choose, chosen) {
  const box = make("fieldset");
  make("legend", words("otherGames"), "", box);
  const row = make("div", "", "choices", box);
  for (const game of GAMES) {
    const button = make("button", words("gameNames", game), game === chosen ? "chosen" : "", row);
    button.type = "button";
    button.id = `game-${game}`;
    if (chosen) button.setAttribute("aria-pressed", game === chosen);
    button.onclick = () => choose(game);
  }
  return box;
}

export class GamesSetup {
  // `start(settings)` is called when the user starts the game.
  constructor(start) {
    this.dialog = byId("setup");
    this.start = start;
  }

  // Opens the form; with a game if one was chosen before.
  open(game) {
    this.settings = remembered();
    if (GAMES.includes(game)) this.settings.game = game;
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  change(change) {
    Object.assign(this.settings, change);
    const focused = document.activeElement?.id;
    this.draw();
    byId(focused)?.focus();
  }

  draw() {
    const form = make("form");
    form.method = "dialog";
    const { game, opponent } = this.settings;
    const games = gameChoices((chosen) => this.change({ game: chosen }), game);
    make("p", words("gameNotes", game), "note", games);
    const options = make("div", "", "options");
    this.select(options, "opponent", words("opponentTitle"), ["tandem", "guest"], (value) => words("opponents", value));
    if (opponent === "tandem") this.select(options, "level", words("level"), [0, 1, 2, 3, 4], (value) => words("gameLevels")[value]);
    this.select(options, "color", words("colorTitle"), ["white", "black", "random"], (value) => words("gameColors", value));
    for (const [name, title, group, values] of OPTIONS[game] ?? []) {
      this.select(options, name, words(title), values, (value) => (group ? words(group, value) : `${value} × ${value}`));
    }
    make("p", words("noClock"), "note", options);
    const actions = make("div", "", "actions");
    const cancel = make("button", words("cancel"), "", actions);
    cancel.type = "button";
    cancel.onclick = () => this.dialog.close();
    make("button", words("start"), "main", actions).id = "start";
    form.append(make("h2", words("setupTitle")), games, options, actions);
    form.onsubmit = () => {
      localStorage.setItem(MEMORY, JSON.stringify(this.settings));
      this.start(this.settings);
    };
    this.dialog.setAttribute("aria-label", words("setupTitle"));
    this.dialog.replaceChildren(form);
  }

  select(parent, name, title, values, text) {
    const field = make("label", title, "", parent);
    const select = make("select", "", "", field);
    select.id = `option-${name}`;
    for (const value of values) {
      const option = make("option", text(value), "", select);
      option.value = value;
      option.selected = value === this.settings[name];
    }
    select.onchange = () => this.change({ [name]: values[select.selectedIndex] });
  }
}
