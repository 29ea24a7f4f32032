// Changes at the table as sounds, and as words for screen readers.

import { parse } from "./bfen.js";
import { byId } from "./dom.js";
import { boardOf, seatColor } from "./seats.js";
import { play as sound } from "./sound.js";
import { words } from "./words.js";

// Plays sounds for changes since `before`.
export function hear(before, state) {
  if (!before || before.number !== state.number || !state.seat) return;
  const own = boardOf(state.seat);
  const pieces = (view) => parse(view.boards[own].bfen).squares.size;
  if (before.boards[own].ply !== state.boards[own].ply) sound(pieces(state) < pieces(before) ? "capture" : "move");
  const count = (view) => Object.values(parse(view.boards[own].bfen).hands[seatColor(state.seat)]).reduce((a, b) => a + b, 0);
  if (count(state) > count(before)) sound("arrive");
}

// Tells screen readers the moves since `before`, and what follows.
export function tell(before, state, myTurn) {
  const seen = before?.number === state.number ? before.moves.length : 0;
  const told = state.moves.slice(seen).slice(-4).map(([seat, san]) => `${words("whose", seat)}: ${san}`);
  const turned = state.phase !== before?.phase || (told.length > 0 && myTurn);
  if (turned) told.push(byId("status").textContent);
  if (told.length) byId("told").textContent = told.join(". ");
}
