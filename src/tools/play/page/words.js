// Every word of the page, in both languages.

export const WORDS = {
  en: {
    newGame: "New game", resign: "Resign", resignSure: "Really resign?", abort: "Break off", download: "Save BPGN", open: "Open BPGN",
    soundOn: "Sound is on", soundOff: "Sound is off", other: "Русский", send: "Send",
    say: "Write to your partner…", log: "Talk with your partner", moves: "Moves of both boards",
    board: "Board", hand: "Hand", white: "White", black: "Black",
    p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king", empty: "empty", promoted: "promoted",
    you: "You", person: "Player", tandem: "Tandem", partner: "partner", away: "not here yet", getsReady: "getting ready",
    sits: "sits", hangs: "hangs, waits for a piece", stalled: "cannot move, waits for a piece", flag: "flag", mated: "mate",
    wants: "wants", wantsNot: "must not get",
    needButtons: "I need", avoidButtons: "Do not give", wordButtons: "Tell",
    needSay: { p: "need a pawn", n: "need a knight", b: "need a bishop", r: "need a rook", q: "need a queen" },
    avoidSay: { p: "no pawns please", n: "no knights please", b: "no bishops please", r: "no rooks please", q: "no queens please" },
    sayings: [["sit", "sit"], ["go", "go"], ["fast", "hurry up"], ["trade", "trade"], ["no trades", "no trades"],
      ["mate for me", "I'm dead"], ["I mate", "mate"], ["your wish?", "what do you need?"]],
    understood: "understood", notUnderstood: "not understood, changes nothing",
    yourTurn: "Your turn", theirTurn: "Opponent's turn", premoveSet: "Premove is set", waitsForStart: "Start a game", waitsForPeople: "Waiting for the other players", waitsForEngines: "The engines are getting ready", allHere: "Everybody is here",
    waitsForOwner: "The game has not started yet", watching: "You are watching",
    connecting: "Connecting…", lost: "Connection lost. Trying again…", gone: "The server has ended.",
    won: "You won", defeat: "You lost", draw: "Draw", aborted: "Broken off", team1: "White on A and black on B won", team2: "Black on A and white on B won",
    reasons: { "mate": "mate", "flag while hanging": "flag while hanging", "both hang": "both players of a team hang", "stalemate": "stalemate",
      "flag": "time", "agreement": "agreement", "resignation": "resignation", "repetition": "repetition", "standstill": "nobody can move",
      "adjudication": "adjudication", "illegal move": "illegal move", "disconnect": "connection lost", "garbage": "garbage", "concrete advice": "told a move", "aborted": "" },
    whose: { A: "White on A", a: "Black on A", B: "White on B", b: "Black on B" },
    errors: { illegal: "Not a legal move", not_on_turn: "Not your turn any more", over: "The game is over", no_game: "No game yet", no_seat: "You only watch",
      owner: "Only who opened the table may do that", playing: "A game is going on", absent: "Pass on the links of the empty seats, and start when everybody is here", setup_base: "So many seconds for a game are not possible", setup_increment: "So many seconds a move are not possible", setup_rules: "There are no such rules here", setup_start: "There is no such start position", setup_level: "There is no such level", setup_me: "You can have one seat, not", setup_engine: "This engine is not offered here",
      engine_start: "The engine cannot be started", engine_gone: "The engine has ended before the game", engine_silent: "The engine does not get ready", engine_garbage: "The engine writes what its protocol does not know", nonsense: "The server did not understand",
      silenced: "Enough was said in this game",
      too_fast: "Too many messages at once", busy: "The server is busy", key: "This link is not valid (any more). Open the link that `tandem play` has printed.",
      hello: "The server did not understand", elsewhere: "This seat is open in another window." },
    takeBack: "Play here", noKey: "Open the link that `tandem play` has printed.",
    setupTitle: "New game", time: "Time", minutes: "minutes", increment: "seconds a move", rules: "Rules",
    startTitle: "Start position", startNames: { usual: "Usual", random: "Chess960, random" }, startNumber: "Chess960 by number, 0 to 959",
    ruleNames: { international: "International", fics: "FICS", "fairy-stockfish": "Fairy-Stockfish", gambler: "Gambler" },
    ruleNotes: { international: "No mate while any piece could still be dropped in between.", fics: "The same; a dropped rook does not castle.",
      "fairy-stockfish": "No legal move in check is mate at once.", gambler: "A promoting pawn takes a piece from the other board." },
    seats: "Seats", level: "Level", atLevel: "level",
    levelNames: ["first steps", "beginner", "learner", "casual player", "club novice", "club player", "strong player", "expert", "full strength"], team: "Team", me: "You", guest: "Another person, by link", link: "Copy link", copied: "Copied", linkLocal: "Links work on this machine only; start with --listen for others.",
    start: "Start", cancel: "Cancel", swap: "Other color", swapBoard: "Other board", anySeat: "Random seat",
    first: "To the start", back: "One move back", next: "One move on", last: "To the end", leave: "Back to the table",
    evaluation: "Evaluation", reviewing: "Evaluating:", reviewBusy: "The server evaluates other games now", reviewFailed: "This game cannot be evaluated", curve: "Expected result of white on A and black on B over the game",
    expected: "White on A and black on B expect", better: "Better", momentNames: { swing: "Mistake", sit: "Sit", hang: "Hang", flag: "Flag", end: "End" },
    badFile: "This is no BPGN", games: "Games of the file", line: "line", noGames: "There is no game in this file", problem: "The game stops here", startPosition: "Start",
    keysHelp: "Keys: N B R Q P take a piece from the hand, then a square such as f3; e2e4 moves; arrows and Enter work too; Esc takes back; T talks.",
    choose: "Promote to",
  },
  ru: {
    newGame: "Новая игра", resign: "Сдаться", resignSure: "Точно сдаться?", abort: "Прервать", download: "Сохранить BPGN", open: "Открыть BPGN",
    soundOn: "Звук включён", soundOff: "Звук выключен", other: "English", send: "Сказать",
    say: "Напишите партнёру…", log: "Разговор с партнёром", moves: "Ходы обеих досок",
    board: "Доска", hand: "Рука", white: "Белые", black: "Чёрные",
    p: "пешка", n: "конь", b: "слон", r: "ладья", q: "ферзь", k: "король", empty: "пусто", promoted: "из пешки",
    you: "Вы", person: "Игрок", tandem: "Tandem", partner: "партнёр", away: "ещё не здесь", getsReady: "готовится",
    sits: "сидит", hangs: "завис, ждёт фигуру", stalled: "нет ходов, ждёт фигуру", flag: "флаг", mated: "мат",
    wants: "просит", wantsNot: "нельзя отдавать",
    needButtons: "Мне нужны", avoidButtons: "Не отдавай", wordButtons: "Сказать",
    needSay: { p: "дай пешку", n: "дай коня", b: "дай слона", r: "дай ладью", q: "дай ферзя" },
    avoidSay: { p: "не отдавай пешку", n: "не отдавай коня", b: "не отдавай слона", r: "не отдавай ладью", q: "не отдавай ферзя" },
    sayings: [["сиди", "сиди"], ["ходи", "ходи"], ["быстрее", "быстрее"], ["меняйся", "меняйся"], ["не меняйся", "не меняйся"],
      ["мне мат", "мне мат"], ["я матую", "я матую"], ["что нужно?", "что тебе нужно?"]],
    understood: "понял", notUnderstood: "не понял, ничего не изменилось",
    yourTurn: "Ваш ход", theirTurn: "Ход соперника", premoveSet: "Предход готов", waitsForStart: "Начните игру", waitsForPeople: "Ждём остальных игроков", waitsForEngines: "Движки готовятся", allHere: "Все здесь",
    waitsForOwner: "Игра ещё не началась", watching: "Вы смотрите",
    connecting: "Соединение…", lost: "Связь потеряна. Новая попытка…", gone: "Сервер закончил работу.",
    won: "Вы выиграли", defeat: "Вы проиграли", draw: "Ничья", aborted: "Игра прервана", team1: "Победили белые A и чёрные B", team2: "Победили чёрные A и белые B",
    reasons: { "mate": "мат", "flag while hanging": "флаг в зависании", "both hang": "оба игрока команды зависли", "stalemate": "пат",
      "flag": "время", "agreement": "соглашение", "resignation": "сдача", "repetition": "повторение", "standstill": "никто не может ходить",
      "adjudication": "решение судьи", "illegal move": "невозможный ход", "disconnect": "потеря связи", "garbage": "мусор", "concrete advice": "подсказка хода", "aborted": "" },
    whose: { A: "белые A", a: "чёрные A", B: "белые B", b: "чёрные B" },
    errors: { illegal: "Такой ход невозможен", not_on_turn: "Уже не ваш ход", over: "Игра окончена", no_game: "Игры ещё нет", no_seat: "Вы только смотрите",
      owner: "Это может только хозяин стола", playing: "Игра идёт", absent: "Передайте ссылки свободных мест и начните, когда все будут здесь", setup_base: "Столько секунд на партию нельзя", setup_increment: "Столько секунд за ход нельзя", setup_rules: "Таких правил здесь нет", setup_start: "Нет такой начальной позиции", setup_level: "Такого уровня нет", setup_me: "Вам можно одно место, а не", setup_engine: "Этот движок здесь не предложен",
      engine_start: "Движок не запускается", engine_gone: "Движок завершился до игры", engine_silent: "Движок не отвечает и к игре не готов", engine_garbage: "Движок пишет не по своему протоколу", nonsense: "Сервер не понял",
      silenced: "В этой игре сказано достаточно",
      too_fast: "Слишком много сообщений сразу", busy: "Сервер занят", key: "Эта ссылка (больше) не действует. Откройте ссылку, которую напечатал `tandem play`.",
      hello: "Сервер не понял", elsewhere: "Это место открыто в другом окне." },
    takeBack: "Играть здесь", noKey: "Откройте ссылку, которую напечатал `tandem play`.",
    setupTitle: "Новая игра", time: "Время", minutes: "минут", increment: "секунд за ход", rules: "Правила",
    startTitle: "Начальная позиция", startNames: { usual: "Обычная", random: "Шахматы-960, случайная" }, startNumber: "шахматы-960 по номеру, от 0 до 959",
    ruleNames: { international: "Международные", fics: "FICS", "fairy-stockfish": "Fairy-Stockfish", gambler: "Гамблер" },
    ruleNotes: { international: "Не мат, пока между королём и фигурой можно что-то поставить.", fics: "То же; поставленная ладья не рокирует.",
      "fairy-stockfish": "Шах без возможного хода — сразу мат.", gambler: "Пешка в конце доски берёт фигуру с другой доски." },
    seats: "Места", level: "Уровень", atLevel: "уровень",
    levelNames: ["первые шаги", "новичок", "учится", "любитель", "начинающий клуба", "игрок клуба", "сильный игрок", "знаток", "в полную силу"], team: "Команда", me: "Вы", guest: "Другой человек, по ссылке", link: "Скопировать ссылку", copied: "Скопировано", linkLocal: "Ссылки действуют только на этой машине; для других запустите с --listen.",
    start: "Начать", cancel: "Отмена", swap: "Другой цвет", swapBoard: "Другая доска", anySeat: "Случайное место",
    first: "В начало", back: "На ход назад", next: "На ход вперёд", last: "В конец", leave: "Назад за стол",
    evaluation: "Оценка", reviewing: "Оценивается:", reviewBusy: "Сервер сейчас оценивает другие партии", reviewFailed: "Эту партию нельзя оценить", curve: "Ожидаемый результат белых A и чёрных B по ходу партии",
    expected: "Белые A и чёрные B ожидают", better: "Лучше", momentNames: { swing: "Ошибка", sit: "Сидение", hang: "Зависание", flag: "Флаг", end: "Конец" },
    badFile: "Это не BPGN", games: "Партии файла", line: "строка", noGames: "В этом файле нет партий", problem: "Дальше партия не читается", startPosition: "Начало",
    keysHelp: "Клавиши: N B R Q P берут фигуру из руки, затем поле, например f3; e2e4 — ход; стрелки и Enter тоже; Esc отменяет; T — разговор.",
    choose: "Превратить в",
  },
};

let language = localStorage.getItem("tandem.language") || (navigator.language?.toLowerCase().startsWith("ru") ? "ru" : "en");

// The page's language: "ru" or "en".
export function currentLanguage() {
  return language;
}

export function switchLanguage() {
  language = language === "ru" ? "en" : "ru";
  localStorage.setItem("tandem.language", language);
}

// The words for a key; `inner` picks one of a group.
export function words(key, inner) {
  const found = WORDS[language][key];
  return inner === undefined ? found : found[inner] ?? inner;
}
