// The signs and names of the buttons that have no words on them.

import { byId } from "./dom.js";
import { soundIsOn } from "./sound.js";
import { showTheme } from "./theme.js";
import { currentLanguage, words } from "./words.js";

function name(id, text, sign) {
  if (sign) byId(id).textContent = sign;
  byId(id).setAttribute("aria-label", text);
  byId(id).title = text;
}

// Shows them in the page's language.
export function nameIcons() {
  document.documentElement.lang = currentLanguage();
  byId("keys").setAttribute("aria-label", words("keysHelp"));
  name("pause", words("pause"));
  byId("sound").classList.toggle("off", !soundIsOn());
  name("sound", words(soundIsOn() ? "soundOn" : "soundOff"), "♪");
  showTheme();
  const other = currentLanguage() === "ru" ? "EN" : "RU";
  name("language", `${other}, ${words("other")}`, other);
  for (const [id, sign] of [["first", "«"], ["back", "‹"], ["next", "›"], ["last", "»"]]) name(id, words(id), sign);
  name("turn", words("flip"));
}
