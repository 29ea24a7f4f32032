/* Both boards of a game, one engine for white on board A: node example.mjs */
import Tandem from "tandem-bughouse";

const engine = await Tandem();

/** Sends lines, and returns the output up to the first line that begins with `last`. */
const ask = (lines, last) =>
  new Promise((resolve) => {
    const answer = [];
    const listen = (line) => {
      answer.push(line);
      if (!line.startsWith(last)) return;
      engine.removeMessageListener(listen);
      resolve(answer);
    };
    engine.addMessageListener(listen);
    lines.forEach((line) => engine.postMessage(line));
  });

await ask(["ubi"], "ubiok");
// Both boards as BFEN, board A first; then the four clocks in ms: white and black of A, white and black of B.
const a = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NBPPnbp] w KQkq - 0 1";
const b = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
const answer = await ask([`position ${a} | ${b} clock 60000 60000 60000 60000`, "go board A"], "bestmove");
console.log(answer.filter((line) => line.includes(" pv ")).at(-1));
console.log(answer.at(-1)); // bestmove board A …
engine.postMessage("quit");
