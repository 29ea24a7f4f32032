// The chat with the partner: lines, how ours were understood, and buttons for frequent messages.

import { byId } from "./dom.js";
import { HELD } from "./bfen.js";
import { draw } from "./pieces.js";
import { words } from "./words.js";

// Removes the first part of a list that fits; returns whether there is one.
function take(list, fits) {
  const at = list.findIndex(fits);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

// A text as the server passes it on: without control characters and marks of direction.
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const passedOn = (text) => text.replace(DIRECTIONS, "").replace(/\p{Cc}/gu, " ").trim();

const isSaid = ({ seat, understood }, own) => seat === own && !understood;
const said = (lines, own) => lines.filter((line) => isSaid(line, own)).map(({ text }) => text);

// Those of the texts `sent` that are lost. Of `all` own texts the first ones are the last of those `known`; the others
// have come since.
export function lostOf(sent, known, all) {
  let old = Math.min(known.length, all.length);
  const fits = () => known.slice(known.length - old).every((text, index) => text === all[index]);
  while (!fits()) old -= 1;
  const arrived = all.slice(old);
  return sent.filter(({ text }) => !take(arrived, (each) => each === text));
}

export class Chat {
  constructor(say) {
    this.log = byId("log");
    this.form = byId("say");
    this.field = byId("words");
    this.buttons = byId("wishes");
    this.mark = byId("unread");
    this.say = say;
    this.lines = [];
    // The notes shown of a file's game, as one text; null while the chat is shown.
    this.noted = null;
    // Whether the log is read to its end: then it stays there, whatever its size becomes.
    this.atEnd = true;
    this.unread = 0;
    this.top = 0;
    // Lines that were sent and have not come back yet: texts, and whether they were typed.
    this.sent = [];
    this.log.onscroll = () => {
      const { scrollTop, scrollHeight, clientHeight } = this.log;
      // Away from the end, only the user lowers `scrollTop`: a box that shrinks or grows keeps it.
      if (scrollHeight - scrollTop - clientHeight < 8) this.atEnd = true;
      else if (scrollTop < this.top) this.atEnd = false;
      this.top = scrollTop;
      if (this.atEnd) this.follow();
    };
    this.mark.onclick = () => this.toEnd();
    new ResizeObserver(() => this.follow()).observe(this.log);
    this.form.onsubmit = (event) => {
      event.preventDefault();
      const text = passedOn(this.field.value);
      // Text that could not be sent stays in the field.
      if (text && this.send(text, true)) this.field.value = "";
    };
    this.field.onkeydown = (event) => {
      if (event.key === "Escape") this.field.blur();
    };
  }

  // Sends a text; returns whether there is a connection.
  send(text, typed) {
    const went = this.say(text);
    if (went) this.sent.push({ text, typed });
    return went;
  }

  clear() {
    this.lines = [];
    this.sent = [];
    // Notes of a file's game stay.
    if (this.noted === null) this.empty();
  }

  empty() {
    this.log.replaceChildren();
    this.atEnd = true;
    this.count(0);
  }

  toEnd() {
    this.atEnd = true;
    this.follow();
  }

  follow() {
    if (!this.atEnd) return;
    this.log.scrollTop = this.log.scrollHeight;
    this.count(0);
  }

  // Shows the number of new lines below those on display.
  count(unread) {
    this.unread = unread;
    this.mark.hidden = unread === 0;
    this.mark.textContent = `↓ ${words("unread")}: ${unread}`;
  }

  // Adds a line; `own` is our seat.
  add(line, own) {
    this.lines.push(line);
    if (isSaid(line, own)) take(this.sent, ({ text }) => text === line.text);
    if (this.noted === null) this.write(line, own);
  }

  // Shows the lines that a new connection brought, in place of those before. Sent text that is not among them was lost:
  // what was typed last stands in the field again, and the other texts are returned.
  renew(lines, own) {
    const lost = lostOf(this.sent, said(this.lines, own), said(lines, own));
    this.clear();
    lines.forEach((line) => this.add(line, own));
    const last = this.field.value ? undefined : lost.filter(({ typed }) => typed).pop();
    if (last) this.field.value = last.text;
    return lost.filter((each) => each !== last).map(({ text }) => text);
  }

  // Shows the notes of a game from a file in place of the chat.
  notes(texts) {
    const noted = texts.join("\n");
    if (this.noted === noted) return;
    this.noted = noted;
    this.empty();
    for (const text of texts) this.write({ text, understood: false }, null);
  }

  // Shows the table's chat again.
  back(own) {
    if (this.noted === null) return;
    this.noted = null;
    this.empty();
    for (const line of this.lines) this.write(line, own);
  }

  write({ seat, text, original, understood }, own) {
    const line = document.createElement("p");
    const mine = Boolean(seat) && seat === own;
    line.className = understood ? "understood" : mine ? "mine" : "theirs";
    line.textContent = understood ? (text ? `${words("understood")}: ${text}` : words("notUnderstood")) : text;
    if (original) {
      line.title = original;
      line.classList.add("translated");
    }
    if (seat && !own) line.dataset.seat = seat;
    this.log.append(line);
    // An own line is always seen.
    if (mine) this.atEnd = true;
    if (this.atEnd) this.follow();
    else this.count(this.unread + 1);
  }

  // Shows field and buttons in the page's language; hidden unless `talks`.
  show(talks, color) {
    this.field.placeholder = words("say");
    this.field.setAttribute("aria-label", words("say"));
    this.log.setAttribute("aria-label", words("log"));
    byId("send").textContent = words("send");
    this.form.hidden = !talks;
    this.buttons.hidden = !talks;
    if (!talks) return;
    this.buttons.replaceChildren(
      this.pieces("needButtons", "needSay", "need", color),
      this.pieces("avoidButtons", "avoidSay", "avoid", color === "w" ? "b" : "w"),
      this.sayings(),
    );
  }

  row(title, className) {
    const row = document.createElement("div");
    row.className = `row ${className}`;
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", words(title));
    const head = document.createElement("span");
    head.textContent = words(title);
    row.append(head);
    return row;
  }

  pieces(title, group, className, color) {
    const row = this.row(title, className);
    for (const kind of HELD) {
      const button = this.button(words(group, kind), row);
      button.append(draw(color === "w" ? kind.toUpperCase() : kind));
      button.title = words(group, kind);
      button.setAttribute("aria-label", words(group, kind));
    }
    return row;
  }

  sayings() {
    const row = this.row("wordButtons", "sayings");
    for (const [shown, text] of words("sayings")) this.button(text, row).textContent = shown;
    return row;
  }

  button(text, row) {
    const button = document.createElement("button");
    button.type = "button";
    button.onclick = () => this.send(text, false);
    row.append(button);
    return button;
  }
}
