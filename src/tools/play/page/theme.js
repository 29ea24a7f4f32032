// The colors of the boards: three of them, kept in the browser.

import { byId } from "./dom.js";
import { words } from "./words.js";

const MEMORY = "tandem.board";
const BOARDS = ["brown", "green", "blue"];

let board = BOARDS.includes(localStorage.getItem(MEMORY)) ? localStorage.getItem(MEMORY) : BOARDS[0];

// Shows the colors that were chosen, and the name of the button.
export function showTheme() {
  document.documentElement.dataset.board = board;
  const name = `${words("boardColors")}: ${words("boards", board)}`;
  byId("theme").setAttribute("aria-label", name);
  byId("theme").title = name;
}

export function nextTheme() {
  board = BOARDS[(BOARDS.indexOf(board) + 1) % BOARDS.length];
  localStorage.setItem(MEMORY, board);
  showTheme();
}
