// The game in one minute, for somebody who has never seen it.

import { byId, make } from "./dom.js";
import { words } from "./words.js";

// Shows the introduction, step by step.
export function introduce() {
  const dialog = byId("intro");
  const steps = words("introSteps");
  let at = 0;
  const draw = () => {
    const [title, text] = steps[at];
    const actions = make("div", "", "actions");
    make("span", `${at + 1} / ${steps.length}`, "note", actions);
    const button = (id, name, act, main) => {
      const made = make("button", name, main ? "main" : "", actions);
      made.type = "button";
      made.id = id;
      made.onclick = act;
      return made;
    };
    const last = at === steps.length - 1;
    if (at > 0) button("intro-back", words("introBack"), () => go(-1));
    const next = button("intro-next", words(last ? "introDone" : "introNext"), () => (last ? dialog.close() : go(1)), true);
    dialog.setAttribute("aria-label", words("introTitle"));
    dialog.replaceChildren(make("h2", title), make("p", text, "step"), actions);
    next.focus();
  };
  const go = (by) => {
    at += by;
    draw();
  };
  draw();
  if (!dialog.open) dialog.showModal();
  byId("intro-next").focus();
}
