// The message over the boards.

import { byId } from "./dom.js";

let timer = null;

// Shows a message over the boards for `ms`, or until the next one.
export function banner(text, ms, action) {
  const box = byId("banner");
  clearTimeout(timer);
  box.hidden = !text;
  // A screen reader does not say the same words again.
  if (action || box.textContent !== (text ?? "")) box.replaceChildren(text ?? "");
  if (action) {
    const button = document.createElement("button");
    button.textContent = action.text;
    button.onclick = action.act;
    box.append(button);
  }
  if (text && ms) timer = setTimeout(() => (box.hidden = true), ms);
}
