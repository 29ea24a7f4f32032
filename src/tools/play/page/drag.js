// A piece's picture that follows the pointer until it is released.

// A pointer that moves less than this, in pixels, is a click.
const CLICK = 5;

// `event` has pressed the piece `letter` on the square `from` or in the hand's `slot`. `done` is called with whether the pointer has moved,
// and with the square where it was released, or null.
export function drag(event, board, letter, { from, slot }, done) {
  const { pointerId, clientX, clientY } = event;
  let ghost = null;
  const move = (next) => {
    if (next.pointerId !== pointerId) return;
    if (!ghost && Math.hypot(next.clientX - clientX, next.clientY - clientY) < CLICK) return;
    if (!ghost) {
      ghost = document.createElement("div");
      ghost.className = "ghost";
      const size = board.root.clientWidth / board.files;
      ghost.style.width = `${size}px`;
      ghost.style.height = `${size}px`;
      ghost.append(board.picture(letter));
      document.body.append(ghost);
      if (from) board.lift(from);
      slot?.classList.add("lifted");
    }
    ghost.style.transform = `translate(${next.clientX}px, ${next.clientY}px) translate(-50%, -50%)`;
  };
  const up = (last) => {
    if (last.pointerId !== pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", up);
    ghost?.remove();
    slot?.classList.remove("lifted");
    board.lift(null);
    done(Boolean(ghost), ghost && last.type === "pointerup" ? board.squareAt(last.clientX, last.clientY) : null);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
}
