// The words of the other games, in both languages.

import { WORDS } from "./words.js";

export const GAMES_WORDS = {
  en: {
    otherGames: "Other games", gameNames: { gardner: "Mini-chess", courier: "Courier", exchange: "Exchange chess", battle: "Chess battle", kriegspiel: "Kriegspiel" },
    gameNotes: {
      gardner: "Gardner's mini-chess, 5 × 5: castling goes to the left (e1–c1), everything else as in chess.",
      courier: "12 × 8, the chess of the Middle Ages. The old bishop jumps two squares diagonally, the courier moves as today's bishop, the ferz one square diagonally, the sage one square in any direction. Pawns become a ferz. Whoever stalemates wins.",
      exchange: "Take the king. A move is a drop, a capture, or an exchange of two own pieces of which one attacks the other's square. Drops: not beside a king, not with check. A king never moves.",
      battle: "Set up behind a screen on your first three ranks: pawns on the second or third, one a file; bishops on different colors. Then chess without castling.",
      kriegspiel: "You see only your own pieces. The arbiter tells what is impossible, captures and checks. “Can I take?”: after a yes you must try a capture by a pawn.",
    },
    bughouseTable: "Bughouse", opponentTitle: "Opponent", opponents: { tandem: "Tandem", guest: "Another person, by link" }, otherPerson: "The other person",
    colorTitle: "Your color", gameColors: { white: "White", black: "Black", random: "Random" },
    gameLevels: ["Level 0: two moves ahead", "Level 1: 0.1 s a move", "Level 2: 0.5 s a move", "Level 3: 2 s a move", "Level 4: 5 s a move"], noClock: "There are no clocks for people.",
    boardSize: "Board", jesterTitle: "Jester", jesters: { sage: "one square in any direction", wazir: "one square along lines" },
    openingTitle: "Opening", openings: { traditional: "after the traditional moves", free: "free" },
    startFrom: "Start", gameStarts: { hidden: "set up behind a screen", usual: "start of chess" },
    announceTitle: "The arbiter says", announces: { bare: "that a move was made", squares: "its squares too" },
    chooseGame: "Choose a game", waitsForHost: "The host begins the game", waitsForOther: "Waiting for the other person", setUpNow: "Set up your pieces", setUpReady: "Ready. The other side still sets up", thinkingNow: "Tandem thinks…", yourTry: "Your turn: try a move",
    isReady: "Ready", changeSetUp: "Change it", suggestSetUp: "Choose for me", usualSetUp: "As in chess", screenNote: "Drag or click your pieces within three ranks. The screen is lifted when both are ready.",
    canITake: "Can I take?", arbiter: "The arbiter", reserve: "Reserve", inviteOther: "Invite", saveGame: "Save the game", placeKing: "Put your king into a corner", isCheck: "check",
    takesDraw: "Agree to a draw", gameWon: "You won", gameLost: "You lost", gameDrawn: "Draw",
    f: "ferz", e: "old bishop", m: "sage", w: "jester", courierBishop: "courier",
    gameReasons: { mate: "mate", stalemate: "stalemate", repetition: "the same position three times", quiet: "too many moves without progress", material: "nobody can win", king_taken: "the king is taken", no_move: "no move is left", resignation: "resignation", agreement: "agreement", too_long: "too many moves" },
    gameErrors: { illegal: "Not a legal move", not_on_turn: "Not your turn", over: "The game is over", no_game: "No game is on", no_seat: "The host plays against Tandem now", owner: "Only the host begins games", playing: "A game is going on: finish it or resign first", game_level: "There is no such level", game_size: "A board has 4 to 8 files, not",
      no_set_up: "Nothing is set up now", set_up_ranks: "This is no set-up of three ranks", set_up_count: "The wrong number of a piece", set_up_color: "A piece of the other color", set_up_pawn: "Pawns stand on the second or third rank, not on", set_up_file: "Two pawns on one file", set_up_bishops: "Both bishops stand on squares of one color", set_ups_clash: "As both have set up, Black's king could be taken at once. Set up again",
      try_no_move: "This is no move", try_not_yours: "None of your pieces moves so", try_must_take: "A pawn can take: try a capture by a pawn first", tried: "This was impossible a moment ago", asked: "You have asked already", no_question: "Nothing is asked in this game", draw_again: "A draw was offered a moment ago; play on first",
      nonsense: "The server did not understand", too_fast: "Too many messages at once", busy: "The server is busy", hello: "The server did not understand", key: "This link is not valid (any more).", elsewhere: "This seat is open in another window." },
  },
  ru: {
    otherGames: "Другие игры", gameNames: { gardner: "Мини-шахматы", courier: "Курьер", exchange: "Обменные шахматы", battle: "Шахматное сражение", kriegspiel: "Кригшпиль" },
    gameNotes: {
      gardner: "Мини-шахматы Гарднера, 5 × 5: рокировка влево (e1–c1), остальное как в шахматах.",
      courier: "12 × 8, шахматы Средневековья. Епископ прыгает на два поля по диагонали, слон ходит как нынешний слон, ферзь на одно поле по диагонали, мудрец на одно поле в любую сторону. Пешка становится ферзём. Кто поставил пат, тот выиграл.",
      exchange: "Цель — взять короля. Ход: выставить фигуру, взять, или поменять местами две свои фигуры, если одна бьёт поле другой. Ставить нельзя рядом с королём и с шахом. Король не ходит.",
      battle: "Расставьте фигуры за ширмой на своих трёх горизонталях: пешки на второй или третьей, по одной на вертикали; слоны разного цвета. Дальше шахматы без рокировки.",
      kriegspiel: "Видны только свои фигуры. Арбитр объявляет, что ход невозможен, взятия и шахи. «Могу ли бить?»: если да, надо попробовать взятие пешкой.",
    },
    bughouseTable: "Шведские шахматы", opponentTitle: "Соперник", opponents: { tandem: "Tandem", guest: "Другой человек, по ссылке" }, otherPerson: "Другой человек",
    colorTitle: "Ваш цвет", gameColors: { white: "Белые", black: "Чёрные", random: "Случайный" },
    gameLevels: ["Уровень 0: два хода вперёд", "Уровень 1: 0,1 с на ход", "Уровень 2: 0,5 с на ход", "Уровень 3: 2 с на ход", "Уровень 4: 5 с на ход"], noClock: "Часов для людей нет.",
    boardSize: "Доска", jesterTitle: "Шут", jesters: { sage: "на одно поле в любую сторону", wazir: "на одно поле по прямой" },
    openingTitle: "Начало", openings: { traditional: "после принятых ходов", free: "свободное" },
    startFrom: "Начало", gameStarts: { hidden: "расстановка за ширмой", usual: "начальная позиция шахмат" },
    announceTitle: "Арбитр говорит", announces: { bare: "что ход сделан", squares: "и его поля" },
    chooseGame: "Выберите игру", waitsForHost: "Игру начинает хозяин", waitsForOther: "Ждём другого человека", setUpNow: "Расставьте фигуры", setUpReady: "Готово. Соперник ещё расставляет", thinkingNow: "Tandem думает…", yourTry: "Ваш ход: попробуйте",
    isReady: "Готово", changeSetUp: "Изменить", suggestSetUp: "Расставить за меня", usualSetUp: "Как в шахматах", screenNote: "Двигайте свои фигуры мышью или нажатием в пределах трёх горизонталей. Ширма убирается, когда готовы оба.",
    canITake: "Могу ли бить?", arbiter: "Арбитр", reserve: "Запас", inviteOther: "Пригласить", saveGame: "Сохранить партию", placeKing: "Поставьте короля в угол", isCheck: "шах",
    takesDraw: "Согласиться на ничью", gameWon: "Вы выиграли", gameLost: "Вы проиграли", gameDrawn: "Ничья",
    f: "ферзь", e: "епископ", m: "мудрец", w: "шут", courierBishop: "слон",
    gameReasons: { mate: "мат", stalemate: "пат", repetition: "троекратное повторение", quiet: "слишком долго ничего не меняется", material: "выиграть нечем", king_taken: "король взят", no_move: "ходов нет", resignation: "сдача", agreement: "соглашение", too_long: "слишком много ходов" },
    gameErrors: { illegal: "Такой ход невозможен", not_on_turn: "Сейчас не ваш ход", over: "Игра окончена", no_game: "Игра не идёт", no_seat: "Хозяин сейчас играет с Tandem", owner: "Игру начинает только хозяин", playing: "Игра ещё идёт: закончите её или сдайтесь", game_level: "Нет такого уровня", game_size: "На доске от 4 до 8 вертикалей, а не",
      no_set_up: "Сейчас ничего не расставляют", set_up_ranks: "Это не расстановка на трёх горизонталях", set_up_count: "Неверное число фигур", set_up_color: "Фигура другого цвета", set_up_pawn: "Пешки стоят на второй или третьей горизонтали, а не на", set_up_file: "Две пешки на одной вертикали", set_up_bishops: "Оба слона на полях одного цвета", set_ups_clash: "При этих расстановках чёрного короля можно сразу взять. Расставьте заново",
      try_no_move: "Это не ход", try_not_yours: "Ни одна ваша фигура так не ходит", try_must_take: "Пешка может бить: сначала попробуйте взятие пешкой", tried: "Это только что было невозможно", asked: "Вы уже спрашивали", no_question: "В этой игре не спрашивают", draw_again: "Ничья только что предлагалась; сначала сыграйте ход",
      nonsense: "Сервер не понял", too_fast: "Слишком много сообщений сразу", busy: "Сервер занят", hello: "Сервер не понял", key: "Эта ссылка (больше) не действует.", elsewhere: "Это место открыто в другом окне." },
  },
};

for (const language of Object.keys(GAMES_WORDS)) Object.assign(WORDS[language], GAMES_WORDS[language]);
