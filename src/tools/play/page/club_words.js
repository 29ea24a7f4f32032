// The words of the lobby, in both languages.

import { WORDS } from "./words.js";

export const CLUB_WORDS = {
  en: {
    clubTables: "Tables", visitorsLink: "Link for everybody", visitors: "Invite people", backToSeat: "To your seat", standUp: "Leave your seat",
    sitHere: "Sit here", freeSeat: "Free the seat", watch: "Watch", setTable: "Set up", spectators: "spectators", reserved: "taken",
    phases: { waiting: "waiting for players", playing: "a game is on", paused: "interrupted", over: "over" },
    clubLost: "Connection lost. Trying again…", noClubKey: "Open the link of the evening that you were given.",
    clubErrors: { key: "This link is not valid (any more).", taken: "Somebody else was faster: the seat is taken.", you_play: "Your game is still going on.", no_seat: "You have no seat.",
      no_table: "There is no such table.", organizer: "Only the organizer may do that.", busy: "The server is busy.", no_club: "There is one table only here." },
  },
  ru: {
    clubTables: "Столы", visitorsLink: "Ссылка для всех", visitors: "Пригласить", backToSeat: "На своё место", standUp: "Встать из-за стола",
    sitHere: "Сесть сюда", freeSeat: "Освободить место", watch: "Смотреть", setTable: "Настроить", spectators: "зрителей", reserved: "занято",
    phases: { waiting: "ждём игроков", playing: "идёт игра", paused: "прервана", over: "окончена" },
    clubLost: "Связь потеряна. Новая попытка…", noClubKey: "Откройте ссылку вечера, которую вам дали.",
    clubErrors: { key: "Эта ссылка (больше) не действует.", taken: "Кто-то успел раньше: место занято.", you_play: "Ваша игра ещё идёт.", no_seat: "У вас нет места.",
      no_table: "Такого стола нет.", organizer: "Это может только организатор.", busy: "Сервер занят.", no_club: "Здесь только один стол." },
  },
};

for (const language of Object.keys(CLUB_WORDS)) Object.assign(WORDS[language], CLUB_WORDS[language]);
