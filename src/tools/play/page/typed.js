// Moves typed in SAN, resolved among the legal ones: Nf3, Nbd2, exd5, e8Q, O-O. A drop is N@f3, or Nf3 if no knight, or
// more than one, can move there.

import { fileOf, rankOf } from "./bfen.js";

// The digit of a key: of the upper row by its place, as it needs Shift on some layouts, or of the number pad; null for
// any other key.
export function digitOf({ key, code }) {
  if (code.startsWith("Digit")) return code.slice(5);
  return code.startsWith("Numpad") && /^\d$/.test(key) ? key : null;
}

// The legal move that `kind` (a piece's letter, or empty for a pawn), `hint` (a file or rank of its start, or empty) and
// the target name, without a promotion; null if there is none or more than one.
export function resolve(position, legal, kind, hint, target) {
  const fits = (text) => {
    if (text[1] === "@" || text.slice(2, 4) !== target) return false;
    const from = text.slice(0, 2);
    if (hint && !from.includes(hint)) return false;
    return position.squares.get(from)?.toLowerCase() === (kind || "p");
  };
  // All promotions of a pawn are one move to choose from.
  const found = new Set(legal.filter(fits).map((text) => text.slice(0, 4)));
  return found.size === 1 ? [...found][0] : null;
}

// The castling move toward the h-file, or the a-file if `long`; null if it is not legal.
export function castling(position, legal, long) {
  const is = (text) => {
    const [from, to] = [text.slice(0, 2), text.slice(2, 4)];
    if (position.squares.get(from)?.toLowerCase() !== "k" || rankOf(from) !== rankOf(to)) return false;
    const steps = fileOf(to) - fileOf(from);
    // In Chess960 the king goes to its rook, which may stand beside it.
    const rook = position.squares.get(from) === "K" ? "R" : "r";
    return (Math.abs(steps) >= 2 || position.squares.get(to) === rook) && steps < 0 === long;
  };
  return legal.find(is) ?? null;
}
