// The pieces: three sets drawn for this page, each piece in a square of 45 units. The colors come from the style sheet.

const MEMORY = "tandem.pieces";

const CLASSIC = {
  p: `<path d="M22.5 8.5a6 6 0 0 0-4.3 10.2c-2.9 1.3-4.4 3.5-4.7 5.8h5c-.6 4.7-3.3 7.6-7 10.3v3.7h22v-3.7c-3.7-2.7-6.4-5.6-7-10.3h5c-.3-2.3-1.8-4.5-4.7-5.8a6 6 0 0 0-4.3-10.2z"/>
      <path class="line" d="M18.5 24.5h8"/>`,
  r: `<path d="M10.5 38.5h24v-4l-3.5-2.5-.8-13 3.3-2.7V8.5h-5v3.3h-3.5V8.5h-5v3.3h-3.5V8.5h-5v7.8l3.3 2.7-.8 13-3.5 2.5z"/>
      <path class="line" d="M14.8 19h15.4M14 32h17"/>`,
  n: `<path d="M12 38.5h23c.8-8.5.4-17.5-3.6-23-2.7-3.7-6.4-5.5-10-5.9L18.5 5.8l-2 4.7c-3 2-4.7 5.5-6 8.6-.9 2.1-2.4 3.6-3.2 5.4-1 2.4.3 5.2 2.7 5.7 1.6.3 2.9-.5 3.9-1.9 2.4-.3 4.4-1 6.2-2.6.4 3.6-1.6 6-4.3 8.1-2 1.6-3.6 2.7-3.8 4.7z"/>
      <path class="line" d="M22 14.5c5 3 7.5 9 7.3 19.5"/><circle class="dot" cx="16.3" cy="16.8" r="1.5"/><circle class="dot" cx="10.3" cy="25.6" r=".8"/>`,
  b: `<circle cx="22.5" cy="8" r="2.8"/>
      <path d="M22.5 10.8c-5.2 3.6-8.3 8.3-8.3 12.9 0 3 1.6 5.2 3.8 6.5l-1.2 3.3h11.4l-1.2-3.3c2.2-1.3 3.8-3.5 3.8-6.5 0-4.6-3.1-9.3-8.3-12.9z"/>
      <path d="M10.5 38.5v-2.7l6.3-2.3h11.4l6.3 2.3v2.7z"/>
      <path class="line" d="M22.5 17v8.5M18.5 21.2h8M18 30.2h9"/>`,
  q: `<path d="M7.5 14.5l5.3 16.5-1.3 2.5v5h22v-5L32.2 31l5.3-16.5-7 10.5-1.3-14-5 13.2-1.7-15-1.7 15-5-13.2-1.3 14z"/>
      <circle cx="7.3" cy="13" r="2.3"/><circle cx="15.5" cy="9.3" r="2.3"/><circle cx="22.5" cy="7.7" r="2.3"/><circle cx="29.5" cy="9.3" r="2.3"/><circle cx="37.7" cy="13" r="2.3"/>
      <path class="line" d="M12.8 31h19.4M11.5 33.7h22"/>`,
  k: `<path class="bar" d="M22.5 4v9.5M18.7 7.5h7.6"/>
      <path d="M22.5 26.5c-3.8-6.2-5-8.2-5-10.7 0-2.7 2.2-4.3 5-4.3s5 1.6 5 4.3c0 2.5-1.2 4.5-5 10.7z"/>
      <path d="M11.5 38.5v-6.3c-3.6-2.8-6-5.8-6-9.5 0-3.9 3.1-6.5 7-6.5 4.6 0 8.3 3.5 10 10.3 1.7-6.8 5.4-10.3 10-10.3 3.9 0 7 2.6 7 6.5 0 3.7-2.4 6.7-6 9.5v6.3z"/>
      <path class="line" d="M11.5 32.2c7-2.2 15-2.2 22 0M11.5 35.5h22"/>`,
};

// Plain bodies: few corners, easily told apart when they are small.
const PLAIN = {
  p: `<path d="M15 38.5v-3.5c3.4-2.6 4.6-6 4.9-10.5h5.2c.3 4.5 1.5 7.9 4.9 10.5v3.5z"/><circle cx="22.5" cy="18" r="7"/>`,
  r: `<path d="M11.5 38.5v-5h3.5v-15h-3.5v-10h22v10h-3.5v15h3.5v5z"/><path class="line" d="M18.8 8.5v5M26.2 8.5v5M15 18.5h15"/>`,
  n: `<path d="M12.5 38.5h21v-13c0-9.5-5.5-16-14.5-17v5l-9.5 9.5v5.5l5.5 1.5 7-4.5c0 6.5-9.5 6-9.5 13z"/><circle class="dot" cx="18.5" cy="18.2" r="1.6"/>`,
  b: `<path d="M22.5 6.5c6.5 5.8 9.3 10.8 9.3 15.4 0 3.6-1.8 6.7-4.3 8.6h-10c-2.5-1.9-4.3-5-4.3-8.6 0-4.6 2.8-9.6 9.3-15.4z"/><path d="M12 38.5v-4.5h21v4.5z"/><path class="line" d="M26.5 14.5l-5.5 8.5"/>`,
  q: `<path d="M8 11l5 19.5h19L37 11l-8 8.5-6.5-12.5-6.5 12.5z"/><path d="M12 38.5v-4.5h21v4.5z"/>`,
  k: `<path d="M20 5h5v4h4.5v5H25v4h-5v-4h-4.5v-5H20z"/><path d="M9 21.5h27l-4 9h-19z"/><path d="M12 38.5v-4.5h21v4.5z"/>`,
};

// Disks as in the chess of Asia: the whole disk has the color of the player.
const DISKS = Object.fromEntries(Object.entries(PLAIN).map(([kind, shape]) => [kind, `<circle class="disk" cx="22.5" cy="22.5" r="19"/><g class="sign" transform="translate(8.3 8.3) scale(.63)">${shape}</g>`]));

const SETS = { classic: CLASSIC, plain: PLAIN, disks: DISKS };

export const PIECE_SETS = Object.keys(SETS);

let shown = PIECE_SETS.includes(localStorage.getItem(MEMORY)) ? localStorage.getItem(MEMORY) : PIECE_SETS[0];

// The set of pieces in use.
export function pieceSet() {
  return shown;
}

// Draws all pieces of the page by another set, and keeps it.
export function choosePieces(set) {
  shown = set;
  localStorage.setItem(MEMORY, set);
  for (const picture of document.querySelectorAll(".piece-picture")) fill(picture, shown);
}

function fill(picture, set) {
  picture.innerHTML = SETS[set][picture.dataset.kind];
}

// A picture of a piece, of the set in use or of another one; `letter` as in BFEN.
export function draw(letter, set = shown) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 45 45");
  svg.setAttribute("class", `piece-picture ${letter === letter.toUpperCase() ? "white" : "black"}`);
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.kind = letter.toLowerCase();
  fill(svg, set);
  return svg;
}
