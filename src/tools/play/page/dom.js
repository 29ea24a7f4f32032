// Elements of the page: found by their ids, and made.

export const byId = (id) => document.getElementById(id);

export function make(tag, text, className, parent) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (className) made.className = className;
  parent?.append(made);
  return made;
}

// Has the browser save a text as a file.
export function saveText(text, name, type) {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
