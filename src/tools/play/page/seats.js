// The four seats, named as in BPGN: A and a are white and black of board A, B and b those of board B.

export const SEATS = ["A", "a", "B", "b"];

export function boardOf(seat) {
  return seat.toUpperCase() === "A" ? 0 : 1;
}

export function seatColor(seat) {
  return seat === seat.toUpperCase() ? "w" : "b";
}

export function seatAt(board, color) {
  const letter = board === 0 ? "A" : "B";
  return color === "w" ? letter : letter.toLowerCase();
}

// The other player of the team: other board, other color.
export function partnerOf(seat) {
  return seatAt(1 - boardOf(seat), seatColor(seat) === "w" ? "b" : "w");
}
