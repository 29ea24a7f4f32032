// Games and positions that are dropped on the page or pasted.

import { isPosition } from "./analysis.js";
import { words } from "./words.js";

// Whether a text looks like a game.
function isGame(text) {
  return /^\s*[[{]/.test(text) || /\b1A\. /.test(text);
}

// Takes files and texts while no game is under way.
export function takeFiles(shelf, analysis, isUnderWay) {
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (event.target.closest?.("input, textarea") || isUnderWay() || !(isGame(text) || isPosition(text))) return;
    event.preventDefault();
    if (isPosition(text)) {
      analysis.openText(text);
    } else {
      analysis.close();
      shelf.openFile(text, words("pasted"));
    }
  });
  addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    if (isUnderWay()) return;
    analysis.close();
    shelf.openFiles(event.dataTransfer.files);
  });
}
