// The words of the dialog of looks, in both languages.

import { WORDS } from "./words.js";

export const LOOK_WORDS = {
  en: {
    look: "Board and pieces", lookGroups: { board: "Board", pieces: "Pieces", size: "Size of the boards",
    moves: "Moves" },
    looks: { brown: "brown", green: "green", blue: "blue", classic: "classic", plain: "plain", disks: "disks",
    large: "own one large", middle: "between", even: "nearly alike", order: "in the order of time",
    columns: "a column for each player" },
    sizeNote: "On a phone the own board only becomes smaller.",
  },
  ru: {
    look: "Доска и фигуры", lookGroups: { board: "Доска", pieces: "Фигуры", size: "Размер досок", moves: "Ходы" },
    looks: { brown: "коричневая", green: "зелёная", blue: "синяя", classic: "классические", plain: "простые",
    disks: "шашки", large: "своя большая", middle: "между", even: "почти одинаковые", order: "по времени",
    columns: "столбец на игрока" },
    sizeNote: "На телефоне только своя доска становится меньше.",
  },
};

for (const language of Object.keys(LOOK_WORDS)) Object.assign(WORDS[language], LOOK_WORDS[language]);
