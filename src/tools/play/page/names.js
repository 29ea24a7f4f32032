// The name of the person at this page: asked once, kept in the browser, changed at the own strip.

import { byId, make } from "./dom.js";
import { words } from "./words.js";

const MEMORY = "tandem.name";
const LONGEST = 24;

// The name given before, empty if it was declined, or null if it was never asked.
export function knownName() {
  return localStorage.getItem(MEMORY);
}

// A field for the name.
export function nameField(parent) {
  const label = make("label", `${words("yourName")} `, "name-field", parent);
  const input = make("input", "", "", label);
  Object.assign(input, { id: "name-field", maxLength: LONGEST, value: knownName() ?? "", autocomplete: "nickname" });
  return input;
}

export function keepName(name) {
  localStorage.setItem(MEMORY, name.trim());
}

// Asks for the name; `given(name)` is called unless the dialog is closed otherwise.
export function askName(given) {
  const dialog = byId("name");
  const form = make("form");
  form.method = "dialog";
  make("h2", words("nameTitle"), "", form);
  const input = nameField(form);
  make("p", words("nameNote"), "note", form);
  const actions = make("div", "", "actions", form);
  const later = make("button", words("cancel"), "", actions);
  later.type = "button";
  later.onclick = () => dialog.close();
  make("button", words("keepName"), "main", actions).id = "keep-name";
  form.onsubmit = () => {
    keepName(input.value);
    given(input.value.trim());
  };
  dialog.setAttribute("aria-label", words("nameTitle"));
  dialog.replaceChildren(form);
  // Closing it declines, and it is not asked again.
  dialog.onclose = () => {
    if (knownName() === null) keepName("");
    dialog.replaceChildren();
  };
  if (!dialog.open) dialog.showModal();
}
