// The message over the boards.

import { byId } from "./dom.js";

let timer = null;
// The last message without a time, and its action.
let standing = [null];

function show(text, action) {
  const box = byId("banner");
  box.hidden = !text;
  // A screen reader does not say the same words again.
  if (action || box.textContent !== (text ?? "")) box.replaceChildren(text ?? "");
  if (!action) return;
  const button = document.createElement("button");
  button.textContent = action.text;
  button.onclick = action.act;
  box.append(button);
}

// Shows a message over the boards: for `ms`, with the last one without a time behind it, or until the next one.
export function banner(text, ms, action) {
  clearTimeout(timer);
  show(text, action);
  if (!text || !ms) standing = [text, action];
  else timer = setTimeout(() => (standing[0] ? show(...standing) : (byId("banner").hidden = true)), ms);
}
