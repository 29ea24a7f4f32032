// Targets of premoves: where a piece could go on an empty board. The server checks a premove when its turn comes.

import { colorOf, fileOf, name, rankOf } from "./bfen.js";

const STRAIGHT = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const DIAGONAL = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const KNIGHT = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];

function steps(square, directions, most) {
  const found = [];
  for (const [right, up] of directions) {
    for (let step = 1; step <= most; step += 1) {
      const file = fileOf(square) + right * step;
      const rank = rankOf(square) + up * step;
      if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
      found.push(name(file, rank));
    }
  }
  return found;
}

// The targets of the piece on a square.
export function reach(squares, from) {
  const piece = squares.get(from);
  switch (piece.toLowerCase()) {
    case "n": return steps(from, KNIGHT, 1);
    case "b": return steps(from, DIAGONAL, 7);
    case "r": return steps(from, STRAIGHT, 7);
    case "q": return steps(from, [...STRAIGHT, ...DIAGONAL], 7);
    case "k": return [...steps(from, [...STRAIGHT, ...DIAGONAL], 1), ...castles(squares, from)];
    default: return pawn(from, colorOf(piece) === "w" ? 1 : -1);
  }
}

// The king's usual targets, and the squares of own rooks: by them castling is written in Chess960.
function castles(squares, from) {
  const king = squares.get(from);
  const rank = king === "K" ? "1" : "8";
  if (from[1] !== rank) return [];
  const rooks = [...squares].filter(([square, piece]) => square[1] === rank && piece === (king === "K" ? "R" : "r"));
  return [...(from[0] === "e" ? [`c${rank}`, `g${rank}`] : []), ...rooks.map(([square]) => square)];
}

function pawn(from, up) {
  const home = rankOf(from) === (up === 1 ? 1 : 6);
  return [...steps(from, [[0, up]], home ? 2 : 1), ...steps(from, [[1, up], [-1, up]], 1)];
}

// The targets of a premoved drop: occupied squares too, since they may be empty by then.
export function dropReach(kind) {
  const found = [];
  for (let rank = kind === "p" ? 1 : 0; rank < (kind === "p" ? 7 : 8); rank += 1) {
    for (let file = 0; file < 8; file += 1) found.push(name(file, rank));
  }
  return found;
}

export function promotes(squares, from, to) {
  return squares.get(from)?.toLowerCase() === "p" && (rankOf(to) === 7 || rankOf(to) === 0);
}
