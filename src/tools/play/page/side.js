// A board with its two players: names, clocks, and hands beside the board.

import { Arrows } from "./arrows.js";
import { Board } from "./board.js";
import { HELD, opposite } from "./bfen.js";
import { draw } from "./pieces.js";
import { words } from "./words.js";

function element(tag, className, parent) {
  const made = document.createElement(tag);
  made.className = className;
  parent.append(made);
  return made;
}

class Strip {
  constructor(parent) {
    this.root = element("div", "strip", parent);
    this.dot = element("span", "dot", this.root);
    this.letter = element("span", "letter", this.root);
    this.name = element("span", "name", this.root);
    this.rename = element("button", "rename", this.root);
    this.rename.type = "button";
    this.rename.textContent = "✎";
    this.badge = element("span", "badge", this.root);
    this.invite = element("button", "invite", this.root);
    this.invite.type = "button";
    this.lead = element("span", "lead", this.root);
    this.clock = element("time", "clock", this.root);
    this.clock.setAttribute("role", "timer");
    this.invite.hidden = true;
    this.rename.hidden = true;
  }

  show({ name, letter, color, badge, badgeClass, away, turn, invite, rename }) {
    this.root.classList.toggle("turn", Boolean(turn));
    this.dot.className = `dot ${color}${away ? " away" : ""}`;
    this.letter.textContent = letter;
    this.name.textContent = name;
    this.invite.hidden = !invite;
    this.invite.dataset.seat = invite ?? "";
    this.invite.textContent = words("invite");
    this.rename.hidden = !rename;
    this.rename.setAttribute("aria-label", words("nameTitle"));
    this.rename.title = words("nameTitle");
    this.badge.textContent = badge ?? "";
    this.badge.className = `badge ${badgeClass ?? ""}`;
  }
}

// One player's hand: a slot for each kind, with its count.
class Hand {
  constructor(parent, className) {
    this.root = element("div", `hand ${className}`, parent);
    this.root.setAttribute("role", "group");
    this.slots = new Map();
  }

  show(color, held, { selected, needs, bans, usable }) {
    if (this.color !== color) {
      this.color = color;
      this.root.replaceChildren();
      this.slots.clear();
      for (const kind of HELD) {
        const slot = element("button", "slot", this.root);
        slot.type = "button";
        slot.dataset.kind = kind;
        slot.append(draw(color === "w" ? kind.toUpperCase() : kind));
        element("span", "count", slot);
        this.slots.set(kind, slot);
      }
    }
    this.root.setAttribute("aria-label", `${words("hand")}: ${words(color === "w" ? "white" : "black")}`);
    for (const [kind, slot] of this.slots) {
      const count = held[kind];
      const need = needs?.find(([piece]) => piece === kind)?.[1];
      const ban = bans?.find(([piece]) => piece === kind)?.[1];
      slot.classList.toggle("none", count === 0);
      slot.classList.toggle("selected", selected === kind);
      slot.classList.toggle("need", Boolean(need));
      slot.classList.toggle("strong", need === "high" || need === "mates");
      slot.classList.toggle("ban", Boolean(ban));
      slot.tabIndex = usable ? 0 : -1;
      const wish = need ? `, ${words("wants")}` : ban ? `, ${words("wantsNot")}` : "";
      slot.setAttribute("aria-label", `${words(kind)}: ${count}${wish}`);
      slot.title = wish ? `${words(kind)}${wish}` : "";
      slot.lastChild.textContent = count > 1 ? count : "";
    }
  }
}

export class Side {
  constructor(root) {
    this.root = root;
    this.strips = { top: new Strip(root), bottom: null };
    const middle = element("div", "middle", root);
    this.board = new Board(middle);
    this.arrows = new Arrows(this.board);
    this.gauge = element("div", "gauge", this.board.root ?? middle);
    this.gauge.hidden = true;
    this.level = element("div", "level", this.gauge);
    const hands = element("div", "hands", middle);
    this.hands = { top: new Hand(hands, "at-top"), bottom: new Hand(hands, "at-bottom") };
    this.strips.bottom = new Strip(root);
    this.strips.top.root.classList.add("above");
    this.strips.bottom.root.classList.add("below");
  }

  // The player at the bottom has `color`.
  turn(color, index) {
    const [isOther, isTurned] = [this.index !== index, this.bottom !== color];
    this.index = index;
    this.bottom = color;
    this.board.turn(color);
    // Arrows belong to the squares of their board.
    if (isOther) this.arrows.clear();
    else if (isTurned) this.arrows.draw();
    this.board.grid.setAttribute("aria-label", `${words("board")} ${"AB"[index]}`);
  }

  // The hand of the player with `color`.
  hand(color) {
    return this.hands[color === this.bottom ? "bottom" : "top"];
  }

  // Shows white's share of the board by the evaluation, from 0 to 1, and the score as text; a null share hides the bar.
  bar(share, text) {
    this.gauge.hidden = share === null;
    this.gauge.classList.toggle("turned", this.bottom === "b");
    this.level.style.height = `${(share ?? 0) * 100}%`;
    this.gauge.title = text;
    this.gauge.setAttribute("role", "img");
    this.gauge.setAttribute("aria-label", `${words("evaluation")}: ${text}`);
  }

  strip(color) {
    return color === this.bottom ? this.strips.bottom : this.strips.top;
  }

  showHands(position, extras) {
    this.hands.top.show(opposite(this.bottom), position.hands[opposite(this.bottom)], extras.top ?? {});
    this.hands.bottom.show(this.bottom, position.hands[this.bottom], extras.bottom ?? {});
  }
}
