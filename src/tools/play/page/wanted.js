// The opponent's pieces that the partner needs.

import { parse } from "./bfen.js";
import { boardOf, seatColor } from "./seats.js";

// The squares of the opponent's pieces on our board that the partner needs.
export function wanted(state) {
  if (state.phase !== "playing" || !state.seat) return [];
  const kinds = state.needs.map(([kind]) => kind);
  const { squares, promoted } = parse(state.boards[boardOf(state.seat)].bfen);
  const theirs = (letter) => (letter === letter.toUpperCase()) !== (seatColor(state.seat) === "w");
  const sent = (square, letter) => (promoted.has(square) ? "p" : letter.toLowerCase());
  // Pawns are left out: they are requested often, and are everywhere.
  return [...squares].filter(([square, letter]) => theirs(letter) && sent(square, letter) !== "p" && kinds.includes(sent(square, letter))).map(([square]) => square);
}
