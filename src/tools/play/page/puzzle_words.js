// The words of the puzzles, in both languages.

import { WORDS } from "./words.js";

export const PUZZLE_WORDS = {
  en: {
    puzzles: "Puzzles", leavePuzzles: "Close the puzzles", puzzleOf: "Puzzle", puzzlesToday: "Puzzles of the day",
    puzzlesOwn: "From your games", puzzlesNone: "None of your newest games ended by a mate of two moves or more.",
    puzzleMates: { w: "White mates", b: "Black mates" }, puzzleMoves: "moves:",
    puzzleTeam: "mate together: the pieces that one board takes are dropped on the other",
    puzzleHint: "Hint", puzzleSolution: "Solution", puzzleAgain: "Again", puzzleNext: "Next", puzzleWait: "Wait",
    puzzleBack: "Back to the list of the day",
    puzzleYours: "Your move", puzzleTurnBoth: "Your move on either board", puzzleRight: "Right",
    puzzleLeft: "moves to go:", puzzleSlow: "That mates too, but takes longer", puzzleWrong: "That does not mate",
    puzzleSolved: "Solved!", puzzleShown: "This was the solution", puzzleThinks: "Tandem checks the move…",
    puzzlePiece: "Move this piece", puzzleDrop: "Drop a piece", puzzleSits: "Wait: the opponents have less time",
    puzzleWaits: "waits", puzzleMoreTime: "more time", puzzleLessTime: "less time",
    puzzleClocks: "More or less time than the opponent of the partner. Who has more may wait, and the other must move.",
    puzzleScore: "Points", puzzleToday: "today", puzzleAll: "in all", puzzleDays: "days in a row",
    puzzleNote: "A point for a puzzle without a slip, half of one with a hint or after a slip.",
    puzzleStates: { full: "solved", half: "solved with help", none: "not solved", open: "open" },
    puzzleTrouble: "The puzzles cannot be loaded",
    puzzleKeys: "Keys: as in a game; ? hint, S solution, W wait, Page Up and Page Down other puzzles, left and right through the moves.",
    puzzleErrors: { no_puzzle: "There is no such puzzle", no_day: "There is no such day", illegal: "Not possible here",
    nonsense: "The server did not understand" },
  },
  ru: {
    puzzles: "Задачи", leavePuzzles: "Закрыть задачи", puzzleOf: "Задача", puzzlesToday: "Задачи дня",
    puzzlesOwn: "Из ваших партий",
    puzzlesNone: "Ни одна из ваших последних партий не кончилась матом в два хода или больше.",
    puzzleMates: { w: "Белые ставят мат", b: "Чёрные ставят мат" }, puzzleMoves: "ходов:",
    puzzleTeam: "матуют вместе: взятое на одной доске ставится на другую",
    puzzleHint: "Подсказка", puzzleSolution: "Решение", puzzleAgain: "Сначала", puzzleNext: "Дальше",
    puzzleWait: "Ждать", puzzleBack: "Назад к задачам дня",
    puzzleYours: "Ваш ход", puzzleTurnBoth: "Ваш ход на любой из досок", puzzleRight: "Верно",
    puzzleLeft: "осталось ходов:", puzzleSlow: "Это тоже мат, но дольше", puzzleWrong: "Так мата нет",
    puzzleSolved: "Решено!", puzzleShown: "Это было решение", puzzleThinks: "Tandem проверяет ход…",
    puzzlePiece: "Ходите этой фигурой", puzzleDrop: "Поставьте фигуру",
    puzzleSits: "Ждите: у соперников меньше времени", puzzleWaits: "ждут", puzzleMoreTime: "больше времени",
    puzzleLessTime: "меньше времени",
    puzzleClocks: "Больше или меньше времени, чем у соперника партнёра. У кого больше, тот может ждать, другой должен ходить.",
    puzzleScore: "Очки", puzzleToday: "сегодня", puzzleAll: "всего", puzzleDays: "дней подряд",
    puzzleNote: "Очко за задачу без ошибки, половина с подсказкой или после ошибки.",
    puzzleStates: { full: "решена", half: "решена с помощью", none: "не решена", open: "ещё нет" },
    puzzleTrouble: "Задачи не загружаются",
    puzzleKeys: "Клавиши: как в игре; ? — подсказка, S — решение, W — ждать, Page Up и Page Down — другие задачи, влево и вправо — по ходам.",
    puzzleErrors: { no_puzzle: "Такой задачи нет", no_day: "Такого дня нет", illegal: "Здесь это невозможно",
    nonsense: "Сервер не понял" },
  },
};

for (const language of Object.keys(PUZZLE_WORDS)) Object.assign(WORDS[language], PUZZLE_WORDS[language]);
