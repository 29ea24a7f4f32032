// The pieces of Courier that bughouse does not have, drawn like the others, each in a square of 45 units.

import { draw } from "./pieces.js";

const SHAPES = {
  // Ferz: a small queen with one bead.
  f: `<circle cx="22.5" cy="11" r="3"/>
      <path d="M13 18l4 13-2 2.5v5h15v-5L28 31l4-13-6 8-3.5-11-3.5 11z"/>
      <path class="line" d="M17 31h11M15 33.7h15"/>`,
  // The old bishop, which jumps: two tusks.
  e: `<path d="M14 38.5h17v-4l-2.5-3c2.5-4 4.5-8.5 4.5-13.5 0-4-1.5-7.5-4-10.5 1 8-1.5 13.5-6.5 17.5-5-4-7.5-9.5-6.5-17.5-2.5 3-4 6.5-4 10.5 0 5 2 9.5 4.5 13.5l-2.5 3z"/>
      <path class="line" d="M16.5 31.5h12M22.5 25v6"/>`,
  // Sage: a head with a beard.
  m: `<circle cx="22.5" cy="14" r="6.5"/>
      <path d="M12.5 38.5h20v-4c-2-4-4-6-5-11.5-1.5 2-3 5-5 8-2-3-3.5-6-5-8-1 5.5-3 7.5-5 11.5z"/>
      <path class="line" d="M19 15.5c2 1.5 5 1.5 7 0M12.5 34.5h20"/><circle class="dot" cx="20" cy="12.5" r=".9"/><circle class="dot" cx="25" cy="12.5" r=".9"/>`,
  // Jester: a cap with bells.
  w: `<path d="M13 38.5h19v-5l-2.5-2c3-3 7-7.5 7.5-14-4 0-7 2.5-9 6-.5-6-2.5-10.5-5.5-14-3 3.5-5 8-5.5 14-2-3.5-5-6-9-6 .5 6.5 4.5 11 7.5 14l-2.5 2z"/>
      <circle cx="8" cy="16" r="2.3"/><circle cx="22.5" cy="8" r="2.3"/><circle cx="37" cy="16" r="2.3"/>
      <path class="line" d="M15.5 31.5h14"/>`,
};

// A picture of a piece of any game; `letter` as in FEN.
export function drawAny(letter) {
  const shape = SHAPES[letter.toLowerCase()];
  if (!shape) return draw(letter);
  const picture = draw(letter === letter.toUpperCase() ? "P" : "p");
  picture.innerHTML = shape;
  return picture;
}
