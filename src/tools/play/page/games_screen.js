// A set-up behind the screen: the own pieces on the own three ranks, and the text that the server reads.

import { name } from "./bfen.js";

const MEMORY = "tandem.set-up";
const USUAL = "8/PPPPPPPP/RNBQKBNR";
const FILES = [0, 1, 2, 3, 4, 5, 6, 7];
const DEPTH = [0, 1, 2];

export class Screen {
  constructor() {
    this.read(localStorage.getItem(MEMORY) ?? USUAL);
  }

  // Takes a text over: three ranks, third to first, as from the own side.
  read(text) {
    const rows = text.split("/").map((row) => row.replace(/\d/g, (digit) => ".".repeat(digit)));
    if (rows.length !== 3 || rows.some((row) => row.length !== 8)) return this.read(USUAL);
    this.rows = rows.map((row) => [...row]);
    localStorage.setItem(MEMORY, text);
  }

  usual() {
    this.read(USUAL);
  }

  text() {
    return this.rows.map((row) => row.join("").replace(/\.+/g, (run) => run.length)).join("/");
  }

  // The squares of the own three ranks for a color, each with its row and file.
  static places(color) {
    return DEPTH.flatMap((row) => FILES.map((file) => ({ square: name(file, color === "w" ? 2 - row : 5 + row), row, file })));
  }

  // The pieces by their squares.
  squares(color) {
    const pieces = Screen.places(color).map(({ square, row, file }) => [square, this.rows[row][file]]).filter(([, letter]) => letter !== ".");
    return new Map(pieces.map(([square, letter]) => [square, color === "w" ? letter : letter.toLowerCase()]));
  }

  // The possible moves: a piece goes to any other square of its ranks; two pieces change places.
  moves(color) {
    const squares = this.squares(color);
    const places = Screen.places(color).map(({ square }) => square);
    return [...squares.keys()].flatMap((from) => places.filter((to) => to !== from && !(squares.has(to) && to < from)).map((to) => from + to));
  }

  move(text, color) {
    const places = new Map(Screen.places(color).map((place) => [place.square, place]));
    const [from, to] = [places.get(text.slice(0, 2)), places.get(text.slice(2, 4))];
    [this.rows[from.row][from.file], this.rows[to.row][to.file]] = [this.rows[to.row][to.file], this.rows[from.row][from.file]];
    localStorage.setItem(MEMORY, this.text());
  }
}
