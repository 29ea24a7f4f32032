// The link of an empty seat, to pass on: as text, by the clipboard, and as a QR code for a phone.

import { byId } from "./dom.js";
import { words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
// The margin that a reader needs, in modules.
const MARGIN = 4;

export class Invite {
  constructor(wire) {
    this.wire = wire;
    this.dialog = byId("invite");
  }

  // Shows the link of a seat.
  open(seat, { links, network }) {
    const link = new Map(links).get(seat);
    if (!link) return;
    this.show(`${words("inviteTo")}: ${words("whose", seat)}`, link, network);
    this.seat = seat;
  }

  // Takes new links of the table: an old one that is on display may lead nowhere.
  relink(me) {
    if (!this.dialog.open || !this.seat || new Map(me.links).get(this.seat) === this.link) return;
    if (new Map(me.links).has(this.seat)) this.open(this.seat, me);
    else this.close();
  }

  close() {
    this.dialog.close();
  }

  // Shows a link under a title.
  async show(title, link, network) {
    Object.assign(this, { seat: null, link });
    const head = document.createElement("h2");
    head.textContent = title;
    const field = document.createElement("input");
    Object.assign(field, { id: "invite-link", value: link, readOnly: true });
    field.setAttribute("aria-label", title);
    const code = document.createElement("div");
    code.className = "qr";
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = words(network ? "scan" : "linkLocal");
    const actions = document.createElement("div");
    actions.className = "actions";
    const copy = document.createElement("button");
    copy.id = "invite-copy";
    copy.className = "main";
    copy.textContent = words("link");
    copy.onclick = async () => {
      try {
        await navigator.clipboard.writeText(link);
        copy.textContent = words("copied");
      } catch {
        // Without permission the user copies it.
        field.select();
      }
    };
    const close = document.createElement("button");
    close.textContent = words("close");
    close.onclick = () => this.close();
    actions.append(close, copy);
    this.dialog.setAttribute("aria-label", head.textContent);
    this.dialog.replaceChildren(head, field, code, note, actions);
    // The keyboard stays in a dialog that is drawn anew.
    if (this.dialog.open) copy.focus();
    else this.dialog.showModal();
    try {
      const { rows, path } = await this.wire.post("qr", link);
      code.replaceChildren(picture(rows, path));
    } catch {
      // The link alone is enough.
      code.remove();
    }
  }
}

function picture(rows, path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${rows + 2 * MARGIN} ${rows + 2 * MARGIN}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", words("qr"));
  const dark = document.createElementNS(SVG, "path");
  dark.setAttribute("d", path);
  svg.append(dark);
  return svg;
}
