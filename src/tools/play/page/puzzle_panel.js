// The panel of a puzzle: the list, what is to be done, the moves so far, help, and the score.

import { make } from "./dom.js";
import { Press } from "./press.js";
import { score } from "./puzzle_score.js";
import { boardOf, seatColor } from "./seats.js";
import { currentLanguage, words } from "./words.js";

const stateOf = (points) => ({ 1: "full", 0.5: "half", 0: "none" })[points] ?? "open";
const SIGNS = { full: "✓", half: "½", none: "✕", open: "" };

export class PuzzlePanel {
  // `act` has a function for each button, `show(index)` for another puzzle, and `go(at)` for another position;
  // `draw()` has the panel shown anew.
  constructor(root, act, draw) {
    Object.assign(this, { root, act, press: new Press(root, draw) });
  }

  show(puzzles) {
    if (this.press.waits()) return;
    const { list, index, head, places, at, message, said, done, busy } = puzzles;
    const focused = this.root.contains(document.activeElement) ? document.activeElement.id : null;
    const box = make("div", "", "puzzle-box");
    make("h2", `${words(puzzles.own ? "puzzlesOwn" : "puzzlesToday")}`, "", box);
    const choices = make("div", "", "choices", box);
    choices.setAttribute("role", "group");
    choices.setAttribute("aria-label", words("puzzles"));
    list.forEach((each, number) => {
      const state = stateOf(puzzles.points(each));
      const button = this.button(
        `puzzle-${number + 1}`,
        `${number + 1} ${SIGNS[state]}`.trim(),
        () => this.act.show(number),
        choices,
      );
      button.classList.toggle("chosen", number === index);
      button.setAttribute("aria-pressed", number === index);
      button.setAttribute("aria-label", `${button.textContent}: ${words("puzzleStates", state)}`);
    });
    make("p", puzzles.text(), "task", box);
    if (head.leads) make("p", words("puzzleClocks"), "note", box);
    const place = places[at];
    const turn = place.boards.filter((board) => board?.legal.length).length > 1 ? "puzzleTurnBoth" : "puzzleYours";
    const text = [words(message ?? turn), said].filter(Boolean).join(": ");
    const told = make("p", text, `told ${message ?? ""}`, box);
    told.id = "puzzle-told";
    box.append(this.moves(places, at));
    const buttons = make("div", "", "choices", box);
    const free = !done && !busy;
    if (place.may_wait && free && at === places.length - 1)
      this.button("puzzle-wait", words("puzzleWait"), this.act.wait, buttons);
    if (!done) {
      this.button("puzzle-hint", words("puzzleHint"), this.act.hint, buttons);
      this.button("puzzle-solution", words("puzzleSolution"), this.act.solution, buttons);
    }
    if (places.length > 1) this.button("puzzle-again", words("puzzleAgain"), this.act.again, buttons);
    if (list.length > 1)
      this.button("puzzle-next", words("puzzleNext"), this.act.next, buttons).classList.toggle("main", done);
    const other = puzzles.own
      ? ["puzzle-today", "puzzleBack", this.act.today]
      : ["puzzle-own", "puzzlesOwn", this.act.own];
    if (puzzles.own || puzzles.mayOwn?.()) this.button(other[0], words(other[1]), other[2], buttons);
    if (!puzzles.own) this.points(puzzles.day, box);
    make("p", words("puzzleKeys"), "note", box);
    this.root.setAttribute("aria-label", words("puzzles"));
    this.root.replaceChildren(box);
    this.tell(text);
    if (focused) this.root.querySelector(`#${focused}`)?.focus();
  }

  button(id, text, act, parent) {
    const made = make("button", text, "", parent);
    Object.assign(made, { type: "button", id, onclick: () => act() });
    return made;
  }

  // The moves so far, to click on.
  moves(places, at) {
    const list = make("div", "", "puzzle-moves");
    places.slice(1).forEach(({ ply: [seat, san, ours] }, index) => {
      const text = seat ? `${seat} ${san}` : words("puzzleWaits");
      const button = this.button(`puzzle-ply-${index + 1}`, text, () => this.act.go(index + 1), list);
      button.className = `ply ${seat ? `board-${"ab"[boardOf(seat)]} ${seatColor(seat)}` : ""} ${ours ? "ours" : ""}`;
      if (index + 1 === at) button.setAttribute("aria-current", "true");
    });
    return list;
  }

  points(day, parent) {
    const { today, all, row } = score(day);
    const number = (value) => value.toLocaleString(currentLanguage());
    const line = make(
      "p",
      `${words("puzzleScore")}: ${words("puzzleToday")} ${number(today)} · ${words("puzzleAll")} ${number(all)} · ${words("puzzleDays")}: ${row}`,
      "score",
      parent,
    );
    line.id = "puzzle-score";
    line.title = words("puzzleNote");
  }

  // Has screen readers read a text, unless it is the one that they read last.
  tell(text) {
    const region = document.getElementById("told");
    if (this.told !== text) region.textContent = text;
    this.told = text;
  }
}
