// The looks of the boards: colors, pieces, sizes, and how moves are listed; chosen in a dialog, kept in the browser.

import "./look_words.js";
import { byId, make } from "./dom.js";
import { PIECE_SETS, choosePieces, draw, pieceSet } from "./pieces.js";
import { words } from "./words.js";

// The choices beside the pieces: the attribute of the page, its place in the storage, and the values, the usual one
// first.
const CHOICES = {
  board: ["tandem.board", ["brown", "green", "blue"]],
  size: ["tandem.size", ["large", "middle", "even"]],
  moves: ["tandem.moves", ["order", "columns"]],
};

const chosen = Object.fromEntries(
  Object.entries(CHOICES).map(([name, [memory, values]]) => {
    const kept = localStorage.getItem(memory);
    return [name, values.includes(kept) ? kept : values[0]];
  }),
);

// Shows what was chosen, and the name of the button.
export function showTheme() {
  Object.assign(document.documentElement.dataset, chosen);
  byId("theme").setAttribute("aria-label", words("look"));
  byId("theme").title = words("look");
}

function choose(name, value) {
  if (name === "pieces") {
    choosePieces(value);
  } else {
    chosen[name] = value;
    localStorage.setItem(CHOICES[name][0], value);
  }
  showTheme();
  drawLook();
  byId(`look-${name}-${value}`).focus();
}

function group(name, values, now, parent) {
  const box = make("fieldset", "", "", parent);
  make("legend", words("lookGroups", name), "", box);
  const choices = make("div", "", "choices", box);
  for (const value of values) {
    const button = make("button", words("looks", value), value === now ? "chosen" : "", choices);
    Object.assign(button, { type: "button", id: `look-${name}-${value}`, onclick: () => choose(name, value) });
    button.setAttribute("aria-pressed", value === now);
    if (name === "pieces") ["N", "q"].forEach((letter) => button.prepend(draw(letter, value)));
    if (name === "board") make("span", "", `swatch ${value}`, button);
  }
  return box;
}

function drawLook() {
  const dialog = byId("look");
  const head = make("h2", words("look"));
  const box = make("div", "", "look");
  group("board", CHOICES.board[1], chosen.board, box);
  group("pieces", PIECE_SETS, pieceSet(), box);
  group("size", CHOICES.size[1], chosen.size, box);
  make("p", words("sizeNote"), "note", box.lastChild);
  group("moves", CHOICES.moves[1], chosen.moves, box);
  const actions = make("div", "", "actions");
  const close = make("button", words("close"), "main", actions);
  Object.assign(close, { type: "button", id: "look-close", onclick: () => dialog.close() });
  dialog.setAttribute("aria-label", words("look"));
  dialog.replaceChildren(head, box, actions);
}

export function openLook() {
  drawLook();
  if (!byId("look").open) byId("look").showModal();
}

// The next colors, on a page without the dialog.
export function nextColors() {
  const [memory, colors] = CHOICES.board;
  chosen.board = colors[(colors.indexOf(chosen.board) + 1) % colors.length];
  localStorage.setItem(memory, chosen.board);
  showTheme();
}
