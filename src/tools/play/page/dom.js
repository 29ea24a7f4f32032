// Elements of the page: found by their ids, and made.

export const byId = (id) => document.getElementById(id);

export function make(tag, text, className, parent) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (className) made.className = className;
  parent?.append(made);
  return made;
}
