// The texts of the status line: a waiting table, a game that is over or is stepped through, an error in a file.

import "./analysis_words.js";
import { plainName } from "./players.js";
import { partnerOf } from "./seats.js";
import { currentLanguage, words } from "./words.js";

// The status of a table whose game has not begun.
export function waitingText(state, me) {
  if (state.names && me.starts) return words(state.seats.every((seat) => seat.present) ? "allHere" : "waitsForPeople");
  if (!me.starts) return words("waitsForOwner");
  const missing = state.seats.filter((seat) => !seat.present);
  if (missing.some((seat) => seat.occupant === "guest")) return words("waitsForPeople");
  const engine = missing.find((seat) => seat.occupant.engine);
  if (engine) return engine.trouble ? `${words("errors", engine.trouble)}: ${engine.occupant.engine}` : words("waitsForEngines");
  return words(state.setup.seats.includes("guest") ? "allHere" : "waitsForStart");
}

// The status of a game that was interrupted.
export function pausedText(state, me) {
  if (state.phase === "held") return words("held");
  const missing = state.seats.filter((seat) => !seat.present);
  const engine = missing.find((seat) => seat.occupant.engine);
  if (engine && me.owner) return `${words("paused")}. ${waitingText(state, me)}`;
  return `${words("paused")}. ${missing.length ? words("waitsForPeople") : ""}`.trim();
}

// The status while a game is stepped through.
export function frameText(frame, replay, state) {
  const head = replay.game.file ? `${replay.game.file}: ` : state.over ? `${overText(state)} · ` : "";
  const last = replay.at === replay.game.frames.length - 1;
  const ending = last && replay.game.file ? ` ${replay.game.result} ${endingText(replay.game)}` : "";
  const ply = frame.ply ? `${words("whose", frame.ply[0])}: ${frame.ply[1]}` : words("startPosition");
  return `${head}${ply}${ending}`;
}

// The end of a game of a file: in the page's words if it is understood, else as written in the file.
function endingText({ ending, end_note }) {
  if (!ending) return end_note ?? "";
  const [reason, seat] = ending;
  return [words("reasons", reason), seat && words("whose", seat)].filter(Boolean).join(", ");
}

// The status of a game that is over.
export function overText(state) {
  const { result, reason, seat } = state.over;
  const winner = { "1-0": "A", "0-1": "a" }[result];
  const mine = state.seat && winner && [winner, partnerOf(winner)].includes(state.seat);
  const who = result === "*" ? words("aborted") : !winner ? words("draw") : state.seat ? words(mine ? "won" : "defeat") : words(winner === "A" ? "team1" : "team2");
  const whose = seat && (result === "*" && state.seats ? `${words("whose", seat)} (${plainName(state, seat)})` : words("whose", seat));
  const why = [words("reasons", reason), whose].filter(Boolean).join(", ");
  return why ? `${who}: ${why}` : who;
}

// A refusal of the server; one of a start position that is none says what is wrong with it.
export function refusal({ code, text }) {
  const known = words("errors")[code];
  if (known || !words("faults")[code]) return [known ?? code, text].filter(Boolean).join(": ");
  return `${words("errors", "setup_boards")}: ${fault({ problem: { code, token: text } })}`;
}

// The error in a text or of a request, as far as the page's language has words for it.
export function fault({ message, problem, unanswered }) {
  if (unanswered) return words("unreachable");
  if (!problem) return message;
  const known = words("faults")[problem.code];
  if (known) {
    const token = problem.token.replace(/\b(white|black)\b/g, (color) => words("faultColors", color));
    return [known, token].filter(Boolean).join(": ");
  }
  if (currentLanguage() === "en") return problem.text;
  return problem.line ? `${words("line")} ${problem.line}, ${problem.token}` : problem.token;
}

// The key of the words for a request that failed: `known` has one by the status of the answer, `other` is for the rest.
export function troubleOf({ status, unanswered }, known, other) {
  return unanswered ? "unreachable" : known[status] ?? other;
}
