// Reads the parts of BFEN that the display needs: pieces, promoted marks, hands, and the side to move.

export const HELD = ["q", "r", "b", "n", "p"];

// Pieces are letters, capital for white; `squares` maps names such as "a8" to pieces.
export function parse(bfen) {
  const [placement, turn] = bfen.split(" ");
  const [rows, held = ""] = placement.replace("]", "").split("[");
  const squares = new Map();
  const promoted = new Set();
  rows.split("/").forEach((row, index) => {
    let file = 0;
    let square = null;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") {
        file += Number(letter);
      } else if (letter === "~") {
        promoted.add(square);
      } else {
        square = name(file, 7 - index);
        squares.set(square, letter);
        file += 1;
      }
    }
  });
  const hands = { w: count(), b: count() };
  for (const letter of held) {
    hands[colorOf(letter)][letter.toLowerCase()] += 1;
  }
  return { squares, promoted, hands, turn };
}

function count() {
  return Object.fromEntries(HELD.map((kind) => [kind, 0]));
}

// Files and ranks from 0.
export function name(file, rank) {
  return String.fromCharCode(97 + file) + (rank + 1);
}

export function fileOf(square) {
  return square.charCodeAt(0) - 97;
}

export function rankOf(square) {
  return square.charCodeAt(1) - 49;
}

export function colorOf(piece) {
  return piece === piece.toUpperCase() ? "w" : "b";
}

export function opposite(color) {
  return color === "w" ? "b" : "w";
}
