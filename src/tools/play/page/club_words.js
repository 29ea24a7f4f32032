// The words of the lobby, in both languages.

import { WORDS } from "./words.js";

export const CLUB_WORDS = {
  en: {
    cup: "Tournament", newCup: "New tournament", cupTitle: "A tournament of pairs", cupBegin: "Begin", addTeam: "One more team", teamName: "Name of team", player: "Player", playerName: "Name", kindPerson: "Person",
    cupForm: "Who meets whom", cupForms: { once: "Everybody once", twice: "Everybody twice", swiss: "Swiss system" }, cupRounds: "rounds", cupRound: "Round", cupOver: "over", cupWaits: "waits for a table", cupSure: "Really?",
    decide: "Set the result", decideAnew: "Other result", crosstable: "Crosstable", points: "Points", berger: "SB", peopleLinks: "Links of the players", personLink: "Link of", withdraw: "Withdraw",
    nextGames: "Next games now", copyTable: "Copy the table", cupEnd: "End the tournament",
    clubTables: "Tables", visitorsLink: "Link for everybody", visitors: "Invite people", backToSeat: "To your seat", standUp: "Leave your seat",
    sitHere: "Sit here", freeSeat: "Free the seat", watch: "Watch", setTable: "Set up", spectators: "spectators", reserved: "taken",
    phases: { waiting: "waiting for players", playing: "a game is on", held: "paused", paused: "interrupted",
    over: "over" },
    clubLost: "Connection lost. Trying again…", noClubKey: "Open the link of the evening that you were given.",
    clubErrors: { key: "This link is not valid (any more).", taken: "Somebody else was faster: the seat is taken.", you_play: "Your game is still going on.", no_seat: "You have no seat.",
      entry: "The server did not understand the entry", team_name: "A team has no name: number", team_twice: "Two teams have this name", team_few: "Two teams are the least, not", team_many: "32 teams are the most, not", player_name: "A player has no name, in the team",
      swiss_rounds: "So many rounds are not possible", tournament_on: "A tournament is going on.", no_tournament: "There is no tournament.", no_team: "There is no such team", withdrawn: "This team is out already", no_meeting: "There is no such game", no_result: "This is no result",
      no_table: "There is no such table.", organizer: "Only the organizer may do that.", busy: "The server is busy.", no_club: "There is one table only here." },
  },
  ru: {
    cup: "Турнир", newCup: "Новый турнир", cupTitle: "Турнир пар", cupBegin: "Начать", addTeam: "Ещё команда", teamName: "Название команды", player: "Игрок", playerName: "Имя", kindPerson: "Человек",
    cupForm: "Кто с кем играет", cupForms: { once: "Каждый с каждым", twice: "Каждый с каждым дважды", swiss: "Швейцарская система" }, cupRounds: "туров", cupRound: "Тур", cupOver: "окончен", cupWaits: "ждёт стола", cupSure: "Точно?",
    decide: "Присудить", decideAnew: "Изменить", crosstable: "Таблица", points: "Очки", berger: "Бергер", peopleLinks: "Ссылки игроков", personLink: "Ссылка игрока", withdraw: "Снять",
    nextGames: "Следующие игры сейчас", copyTable: "Скопировать таблицу", cupEnd: "Закончить турнир",
    clubTables: "Столы", visitorsLink: "Ссылка для всех", visitors: "Пригласить", backToSeat: "На своё место", standUp: "Встать из-за стола",
    sitHere: "Сесть сюда", freeSeat: "Освободить место", watch: "Смотреть", setTable: "Настроить", spectators: "зрителей", reserved: "занято",
    phases: { waiting: "ждём игроков", playing: "идёт игра", held: "пауза", paused: "прервана", over: "окончена" },
    clubLost: "Связь потеряна. Новая попытка…", noClubKey: "Откройте ссылку вечера, которую вам дали.",
    clubErrors: { key: "Эта ссылка (больше) не действует.", taken: "Кто-то успел раньше: место занято.", you_play: "Ваша игра ещё идёт.", no_seat: "У вас нет места.",
      entry: "Сервер не понял заявку", team_name: "У команды нет названия, номер", team_twice: "Две команды с таким названием", team_few: "Нужно не меньше двух команд, а не", team_many: "Не больше 32 команд, а не", player_name: "У игрока нет имени, в команде",
      swiss_rounds: "Столько туров нельзя", tournament_on: "Турнир уже идёт.", no_tournament: "Турнира нет.", no_team: "Нет такой команды", withdrawn: "Эта команда уже снята", no_meeting: "Нет такой игры", no_result: "Это не результат",
      no_table: "Такого стола нет.", organizer: "Это может только организатор.", busy: "Сервер занят.", no_club: "Здесь только один стол." },
  },
};

for (const language of Object.keys(CLUB_WORDS)) Object.assign(WORDS[language], CLUB_WORDS[language]);
