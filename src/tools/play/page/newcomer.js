// The question at the first start: it sets how strong the others play.

import { byId } from "./dom.js";
import { introduce } from "./intro.js";
import { keepName, nameField } from "./names.js";
import { SEATS, partnerOf } from "./seats.js";
import { words } from "./words.js";

const MEMORY = "tandem.newcomer";
// Levels of opponents by the answer. The partner is always at full strength.
const ANSWERS = { new: 2, chess: 3, bughouse: 6 };
const FULL = 8;

export function isNewcomer() {
  return !localStorage.getItem(MEMORY) && !localStorage.getItem("tandem.setup");
}

// The settings with levels for this answer.
export function leveled(setup, answer) {
  const mine = SEATS[setup.seats.indexOf("me")] ?? SEATS[0];
  const levels = SEATS.map((seat) => (seat === mine || seat === partnerOf(mine) ? FULL : ANSWERS[answer]));
  return { ...setup, levels };
}

// Asks once; `answered(answer)` is called with a key of ANSWERS. Closing the dialog answers "chess".
export function ask(answered) {
  const dialog = byId("newcomer");
  let name;
  const draw = () => {
    const head = document.createElement("h2");
    head.textContent = words("newcomer");
    const note = document.createElement("p");
    note.textContent = words("newcomerNote");
    const choices = document.createElement("div");
    choices.className = "answers";
    for (const answer of Object.keys(ANSWERS)) {
      const button = document.createElement("button");
      button.type = "button";
      button.id = `newcomer-${answer}`;
      button.textContent = words("newcomers", answer);
      button.onclick = () => dialog.close(answer);
      choices.append(button);
    }
    dialog.setAttribute("aria-label", words("newcomer"));
    dialog.replaceChildren(head, note, choices);
    name = nameField(dialog);
  };
  draw();
  dialog.returnValue = "";
  dialog.onclose = () => {
    const answer = dialog.returnValue in ANSWERS ? dialog.returnValue : "chess";
    localStorage.setItem(MEMORY, answer);
    keepName(name.value);
    dialog.replaceChildren();
    answered(answer);
    if (answer === "new") introduce();
  };
  dialog.showModal();
}
