// The tournament in the lobby: the round's games, the crosstable, and what the organizer does with them.

import { make } from "./dom.js";
import { currentLanguage, words } from "./words.js";

const RESULTS = ["1-0", "0-1", "1/2-1/2", "0-0"];
const SURE_MS = 4000;

export class Cup {
  // `act(path, body)` asks the server; `invite(title, link)` shows a link.
  constructor(root, act, invite) {
    // Results that are chosen and not set yet: the tournament may be drawn anew meanwhile.
    Object.assign(this, { root, act, invite, chosen: new Map() });
  }

  // Shows the tournament, or nothing.
  show(cup) {
    const now = JSON.stringify([currentLanguage(), cup]);
    if (now === this.shown) return;
    this.shown = now;
    this.root.hidden = !cup;
    if (!cup) {
      this.root.replaceChildren();
      return;
    }
    const text = cup.over ? words("cupOver") : `${words("cupRound")} ${cup.round} / ${cup.rounds}`;
    const head = make("h2", `${words("cup")}: ${text}`);
    const parts = [head, this.meetings(cup), this.table(cup)];
    if (cup.people) parts.push(this.people(cup), this.actions(cup));
    this.root.replaceChildren(...parts);
  }

  meetings(cup) {
    const list = make("ul", "", "meetings");
    for (const { number, teams, table, halves } of cup.meetings) {
      const item = make("li", "", "", list);
      make("span", `${teams[0]} – ${teams[1]}`, "who", item);
      const points = (half) => (half % 2 ? "½" : String(half / 2));
      const how = halves ? halves.map(points).join(" : ") : table ? `${words("table")} ${table}` : words("cupWaits");
      make("span", how, "how", item);
      if (cup.people) this.decision(number, teams, Boolean(halves), item);
    }
    return list;
  }

  // The organizer sets a result, of a game that was not played or by a ruling. A closed list changes with every arrow
  // key, so that a choice is only sent by its button.
  decision(number, teams, decided, item) {
    const names = teams.join(" – ");
    const meeting = `${number} ${names}`;
    const select = make("select", "", "", item);
    select.id = `decide-${number}`;
    const set = make("button", words("decide"), "", item);
    set.type = "button";
    set.id = `set-result-${number}`;
    for (const control of [select, set]) control.setAttribute("aria-label", `${words("decide")}: ${names}`);
    make("option", words(decided ? "decideAnew" : "decide"), "", select).value = "";
    for (const result of RESULTS) make("option", result, "", select).value = result;
    const choose = (result) => {
      this.chosen.set(meeting, result);
      select.value = result;
      set.hidden = !result;
    };
    choose(this.chosen.get(meeting) ?? "");
    select.onchange = () => choose(select.value);
    set.onclick = () => {
      const result = select.value;
      // The button is hidden now: the keyboard's focus goes to the list.
      if (document.activeElement === set) select.focus();
      choose("");
      this.act(`/club/cup/decide/${number}`, result);
    };
  }

  table(cup) {
    const box = make("div", "", "crosstable");
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", words("crosstable"));
    const table = make("table", "", "", box);
    make("caption", words("crosstable"), "", table);
    const top = make("tr", "", "", make("thead", "", "", table));
    const heads = ["№", words("team"), ...cup.rows.map((_, place) => String(place + 1)), words("points"), words("berger")];
    for (const head of heads) make("th", head, "", top).scope = "col";
    const body = make("tbody", "", "", table);
    cup.rows.forEach((row, place) => {
      const line = make("tr", "", row.withdrawn ? "withdrawn" : "", body);
      make("td", String(row.rank), "", line);
      make("th", row.name, "", line).scope = "row";
      row.results.forEach((result, other) => make("td", other === place ? "×" : result || "·", "", line));
      make("td", row.points, "points", line);
      make("td", row.berger, "", line);
    });
    return box;
  }

  // The people's own links, and teams that leave.
  people(cup) {
    const box = make("details", "", "people");
    box.open = this.isOpen ?? false;
    box.ontoggle = () => (this.isOpen = box.open);
    make("summary", words("peopleLinks"), "", box);
    const list = make("ul", "", "", box);
    cup.people.forEach(({ players, links }, index) => {
      const row = cup.rows.find((each) => each.team === index + 1);
      const item = make("li", "", "", list);
      make("strong", row.name, "", item);
      players.forEach((player, number) => {
        if (!links[number]) {
          make("span", player.replace(/^Tandem level /, `${words("tandem")}, ${words("atLevel")} `), "", item);
          return;
        }
        const show = make("button", player, "", item);
        show.type = "button";
        show.id = `person-${index + 1}-${number + 1}`;
        show.setAttribute("aria-label", `${words("personLink")}: ${player}`);
        show.onclick = () => this.invite(`${words("personLink")}: ${player}`, links[number]);
      });
      if (row.withdrawn || cup.over) return;
      const leave = make("button", words("withdraw"), "", item);
      leave.type = "button";
      leave.id = `withdraw-${index + 1}`;
      leave.setAttribute("aria-label", `${words("withdraw")}: ${row.name}`);
      this.sure(leave, () => this.act(`/club/cup/withdraw/${index + 1}`, ""));
    });
    return box;
  }

  actions(cup) {
    const box = make("div", "", "card-actions");
    const button = (id, text, act) => {
      const made = make("button", text, "", box);
      made.type = "button";
      made.id = id;
      made.onclick = act;
      return made;
    };
    if (!cup.over) button("cup-next", words("nextGames"), () => this.act("/club/cup/next", ""));
    button("cup-copy", words("copyTable"), () => this.copy(cup.text));
    this.sure(button("cup-end", words("cupEnd")), () => this.act("/club/cup/end", ""));
    if (cup.folder) make("p", `${words("keptIn")} ${cup.folder}`, "note", box);
    return box;
  }

  // Lets a button act at its second click; the tournament may be drawn anew between the two.
  sure(button, act) {
    if (button.id === this.asked?.id) this.ask(button);
    button.onclick = () => {
      const again = button.id === this.asked?.id;
      clearTimeout(this.asked?.timer);
      this.asked?.forget();
      if (again) act();
      else this.ask(button, setTimeout(() => this.asked?.forget(), SURE_MS));
    };
  }

  // Shows the question on a button, until the timer ends: a new one, or that of the button in its place before.
  ask(button, timer = this.asked.timer) {
    const [text, label] = [button.textContent, button.getAttribute("aria-label")];
    button.textContent = words("cupSure");
    button.removeAttribute("aria-label");
    const forget = () => {
      this.asked = null;
      button.textContent = text;
      if (label) button.setAttribute("aria-label", label);
    };
    this.asked = { id: button.id, timer, forget };
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without permission it is saved as a file.
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      link.download = "crosstable.txt";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }
  }
}
