// The words of the explorer and of errors in positions, in both languages.

import { WORDS } from "./words.js";

export const ANALYSIS_WORDS = {
  en: {
    played: "Played here", playedGames: "games:", playedHead: ["Move", "Games", "Score"], playedNone: "nothing yet",
    analysisPlays: "No analysis while people play at this table, or of a position of their game",
    faults: {
      illegal: "This move is not possible", playing: "No help during a game",
      boards: "Two boards joined by | are needed, not", bfen_empty: "A board is empty text",
      bfen_ranks: "A board has 8 ranks, not", bfen_rank: "A rank has 8 squares, unlike", bfen_piece: "No piece",
      bfen_no_king: "A king is missing", bfen_kings: "More than one king", bfen_pawn: "A pawn stands on an end rank",
      bfen_hand: "The hand has no closing bracket", bfen_held: "No piece for a hand",
      bfen_many: "More pieces in a hand than two sets hold",
      bfen_turn: "The side to move is w or b, not", bfen_no_turn: "The side to move is missing",
      bfen_castling: "Castling is not possible so", bfen_start: "No start position of Chess960",
      bfen_en_passant: "No pawn can be taken en passant on", bfen_counter: "No number of moves",
      bfen_left: "Too much text", bfen_check: "In check, but not on turn",
    },
    faultColors: { white: "white", black: "black" },
  },
  ru: {
    played: "Здесь играли", playedGames: "партий:", playedHead: ["Ход", "Партий", "Очки"], playedNone: "пока ничего",
    analysisPlays: "Нет анализа, пока за этим столом играют люди, и позиций их партии",
    faults: {
      illegal: "Такой ход невозможен", playing: "Во время игры помощи нет", boards: "Нужны две доски через |, а не",
      bfen_empty: "Вместо доски пустой текст", bfen_ranks: "У доски 8 горизонталей, а не",
      bfen_rank: "В горизонтали 8 полей, а здесь", bfen_piece: "Нет такой фигуры",
      bfen_no_king: "Нет короля", bfen_kings: "Больше одного короля", bfen_pawn: "Пешка стоит на крайней горизонтали",
      bfen_hand: "У руки нет закрывающей скобки", bfen_held: "Нет такой фигуры для руки",
      bfen_many: "В руке больше фигур, чем в двух наборах",
      bfen_turn: "Очередь хода — w или b, а не", bfen_no_turn: "Не сказано, чей ход",
      bfen_castling: "Такая рокировка невозможна", bfen_start: "Нет такой начальной позиции шахмат-960",
      bfen_en_passant: "На проходе нельзя взять на", bfen_counter: "Нет такого числа ходов", bfen_left: "Лишний текст",
      bfen_check: "Под шахом, но не на ходу",
    },
    faultColors: { white: "белые", black: "чёрные" },
  },
};

for (const language of Object.keys(ANALYSIS_WORDS)) Object.assign(WORDS[language], ANALYSIS_WORDS[language]);
