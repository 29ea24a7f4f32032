// The players' names and badges, as the strips at the boards show them.

import { parse } from "./bfen.js";
import { SEATS, partnerOf, seatAt } from "./seats.js";
import { words } from "./words.js";

const TAGS = { A: "WhiteA", a: "BlackA", B: "WhiteB", b: "BlackB" };

// The texts of a player's strip; `view` is its board, `live` whether the game is under way and on display.
export function stripOf(state, replay, me, index, color, view, live) {
  const seat = seatAt(index, color);
  const { occupant, name, present, sits, trouble } = state.seats[SEATS.indexOf(seat)];
  const absence = trouble ? words("errors", trouble) : words(occupant.engine ? "getsReady" : "away");
  const turn = parse(view.bfen).turn === color;
  const badge = badgeOf(state, replay, seat, view, turn, live && sits);
  const here = present || Boolean(replay.frame());
  return {
    name: replay.game?.file ? replay.tag(TAGS[seat]) ?? words("whose", seat) : nameOf(state, seat, occupant, name),
    letter: "AB"[index], color, away: !here, turn: turn && live,
    // The owner passes on the link of an empty seat.
    invite: me.owner && occupant === "guest" && !here ? seat : null,
    rename: seat === state.seat && !replay.game?.file,
    badge: badge?.[0] ?? (here ? "" : absence), badgeClass: badge?.[1],
  };
}

// The name of the player on a seat, without its part in the game: that of a tournament, or the one it gave.
export function plainName(state, seat) {
  const { occupant, name } = state.seats[SEATS.indexOf(seat)];
  return listed(state, seat, occupant) ?? name ?? occupant.engine ?? (occupant === "tandem" ? words("tandem") : words("person"));
}

// The name of a person in a tournament.
function listed(state, seat, occupant) {
  return occupant === "guest" ? state.names?.players[SEATS.indexOf(seat)] : undefined;
}

function nameOf(state, seat, occupant, told) {
  const given = listed(state, seat, occupant) ?? told;
  if (seat === state.seat) return given ? `${words("you")}: ${given}` : words("you");
  const level = state.setup.levels[SEATS.indexOf(seat)];
  const tandem = level < 8 ? `${words("tandem")}, ${words("atLevel")} ${level}` : words("tandem");
  const name = given ?? occupant.engine ?? (occupant === "tandem" ? tandem : words("person"));
  // The part that tells players apart comes first: small strips cut the rest.
  return state.seat && seat === partnerOf(state.seat) ? `${words("partner")}: ${name}` : name;
}

// The badge of a player: sit, hang, mate or flag.
function badgeOf(state, replay, seat, view, turn, sits) {
  const over = replay.frame() ? (replay.at === replay.game.frames.length - 1 ? state.over : null) : state.over;
  if (over?.seat === seat && over.reason.startsWith("flag") && !replay.game?.file) return [words("flag"), "bad"];
  if (!turn) return null;
  if (view.status === "mate") return [words("mated"), "bad"];
  if (view.status === "hang") return [words("hangs"), "warn"];
  if (view.status === "stalemate") return [words("stalled"), "warn"];
  return sits ? [words("sits"), "warn"] : null;
}
