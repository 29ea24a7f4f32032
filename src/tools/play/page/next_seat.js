// The next seat of a player of a tournament, which may be at another table: the lobby tells it as soon as it is set.

import { banner } from "./banner.js";
import { askLobby } from "./lobby.js";
import { words } from "./words.js";

const LOOK_MS = 2000;

let looking = null;
let run = 0;

// Looks for a seat other than that of the secret `last`, until there is one; then goes there, or only offers to. A new
// call ends the look before.
export function findNextSeat(last, offers) {
  const key = localStorage.getItem("tandem.club");
  const own = ++run;
  clearTimeout(looking);
  if (!key) return;
  // The page takes the secret from the address.
  const go = (seat) => (location.hash = `key=${seat}`);
  const look = async () => {
    try {
      const seat = (await askLobby(key, "/club/state", "")).mine?.key;
      if (own !== run) return;
      if (seat && seat !== last) {
        if (offers) banner(words("nextGameSet"), null, { text: words("toNextSeat"), act: () => go(seat) });
        else go(seat);
        return;
      }
    } catch {
      // The server does not answer now: it is asked again.
    }
    if (own === run) looking = setTimeout(look, LOOK_MS);
  };
  look();
}
