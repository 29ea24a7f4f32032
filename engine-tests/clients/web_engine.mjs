// usage: web_engine.mjs PACKAGE SIGNATURE     checks the npm package in Node; SIGNATURE is the nodes of `tandem bench`
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const [folder, signature] = [resolve(process.argv[2]), process.argv[3]];
const require = createRequire(import.meta.url);
const Tandem = require(join(folder, "tandem.js"));
const { TandemSession } = require(join(folder, "tandem.worker.js"));
const wasm = readFileSync(join(folder, "tandem.wasm"));
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
const MIDDLE = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[NBPPnbp] w KQkq - 0 1";
// The line that analysis pages read, its words in this order.
const THOUGHT =
  /^info depth (\d+) seldepth \d+ multipv (\d+) score (cp|mate) ([-\d]+) (?:(?:upper|lower)bound )?nodes (\d+) nps \d+ hashfull \d+ tbhits \d+ time (\d+) pv (.+)/;

/** A session in this thread, with its output. */
const session_here = async () => {
  const lines = [];
  const session = await TandemSession.load(wasm, (line) => lines.push(line));
  const run = (...posted) => {
    lines.length = 0;
    posted.forEach((line) => session.post(line));
    while (session.work(1e9) === 0);
    return lines;
  };
  return { session, lines, run };
};

/** An engine in a worker, with its output and a way to wait for a line. */
class Client {
  lines = [];
  #waits = [];

  static async start(options) {
    const client = new Client();
    client.engine = await Tandem(options);
    client.engine.addMessageListener((line) => {
      client.lines.push(line);
      client.#waits = client.#waits.filter(([wanted, done]) => !(wanted.test(line) && (done(line), true)));
    });
    return client;
  }

  post(...lines) {
    lines.forEach((line) => this.engine.postMessage(line));
  }

  /** The next line that matches. */
  wait(wanted, ms = 20_000) {
    return new Promise((done, fail) => {
      const late = () => fail(new Error(`no ${wanted} in ${ms} ms, but: ${this.lines.slice(-5).join(" | ")}`));
      const timer = setTimeout(late, ms);
      this.#waits.push([wanted, (line) => (clearTimeout(timer), done(line))]);
    });
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

const tests = {
  "the module is small": () => {
    const compressed = gzipSync(wasm, { level: 9 }).length;
    console.log(`  ${wasm.length} bytes, compressed ${compressed}`);
    assert(wasm.length <= 1_500_000 && compressed <= 800_000);
  },

  "an engine is ready soon and needs little memory": async () => {
    const began = performance.now();
    const client = await Client.start();
    client.post("uci", "isready");
    await client.wait(/^readyok/);
    const ms = performance.now() - began;
    client.engine.terminate();
    const { session, run } = await session_here();
    run("uci", `position fen ${MIDDLE}`, "go depth 12");
    console.log(`  ready in ${ms.toFixed(0)} ms; ${(session.memory / 2 ** 20).toFixed(0)} MiB after a search`);
    assert(ms <= 2_000 && session.memory <= 80 * 2 ** 20);
  },

  "the bench has the signature of the native program": async () => {
    const total = (await session_here()).run("bench").at(-1);
    console.log(`  ${total}`);
    assert.match(total, new RegExp(`^Bench: ${signature} nodes `));
  },

  "perft counts what the table says": async () => {
    const { run } = await session_here();
    run("setoption name Rules value international");
    const rows = readFileSync(new URL("../data/perft.tsv", import.meta.url), "utf8").trim().split("\n");
    for (const [bfen, depth, nodes] of rows.filter((row) => !row.startsWith("#")).map((row) => row.split("\t"))) {
      assert.equal(run(`position fen ${bfen}`, `go perft ${depth}`).at(-1), `Nodes searched: ${nodes}`, bfen);
    }
  },

  "a page that analyzes one board gets the lines that it reads": async () => {
    const client = await Client.start({ wasmBinary: wasm });
    client.post("uci");
    await client.wait(/^uciok/);
    client.post("setoption name UCI_Variant value bughouse", "setoption name Use NNUE value false");
    client.post("setoption name Threads value 7", "setoption name MultiPV value 3");
    client.post(`position fen ${MIDDLE}`, "go movetime 90000 depth 9");
    await client.wait(/^bestmove \S+/);
    const thoughts = client.lines.filter((line) => line.includes(" pv "));
    assert(thoughts.length >= 20 && thoughts.every((line) => THOUGHT.test(line)), thoughts.join("\n"));
    assert.deepEqual([...new Set(thoughts.map((line) => THOUGHT.exec(line)[2]))].sort(), ["1", "2", "3"]);
    assert(!client.lines.some((line) => line.startsWith("info string ERROR")), "what a page shows as a failure");
    client.post("stop", "isready");
    await client.wait(/^readyok/);
    client.post(`position fen ${START} moves e2e4 e7e5`, "go depth 99");
    await client.wait(/^info depth 6 /);
    client.post("stop", "isready");
    await client.wait(/^readyok/);
    client.engine.terminate();
  },

  "a program that waits for each command is answered": async () => {
    const client = await Client.start();
    client.post("check /variants.ini", "load /variants.ini", "uci");
    await client.wait(/^uciok/);
    const commands = ["setoption name Hash value 8", "ucinewgame", "setoption name UCI_AnalyseMode value true"];
    const elo = ["setoption name UCI_Elo value 1500", "setoption name UCI_LimitStrength value true"];
    for (const command of [...commands, ...elo, `position fen ${START} moves e2e4`]) {
      client.post(command, "isready");
      await client.wait(/^readyok/);
    }
    client.post("go perft 1");
    await client.wait(/^Nodes searched: 20$/);
    client.post("go depth 6 movetime 5000");
    assert.match(await client.wait(/^bestmove/), /^bestmove [a-h][1-8][a-h][1-8]/);
    client.engine.terminate();
  },

  "a stop is heard during a search, with and without shared memory": async () => {
    for (const [shared, most] of [[true, 100], [false, 250]]) {
      const client = await Client.start({ shared });
      client.post("uci", "position startpos", "go depth 99");
      await client.wait(/^info depth 9 /);
      await pause(1_000);
      const began = performance.now();
      client.post("stop");
      await client.wait(/^bestmove/);
      const ms = performance.now() - began;
      console.log(`  ${shared ? "shared" : "without"}: ${ms.toFixed(0)} ms`);
      assert(ms < most);
      client.engine.terminate();
    }
  },

  "both boards of a team are searched, and the partner is heard": async () => {
    const client = await Client.start();
    client.post("ubi");
    await client.wait(/^ubiok/);
    client.post(`position ${MIDDLE} | ${START} clock 60000 60000 60000 60000`, "go board A");
    await client.wait(/^info board A depth 6 /);
    client.post("partnermsg need n");
    assert.match(await client.wait(/^bestmove board A/), /^bestmove board A \S+$/);
    client.engine.terminate();
  },

  "XBoard's protocol is spoken": async () => {
    const client = await Client.start();
    client.post("xboard", "protover 2");
    await client.wait(/^feature done=1/);
    client.post("new", "variant crazyhouse", "st 1", "usermove e2e4");
    assert.match(await client.wait(/^move /), /^move \S+$/);
    client.post("quit");
  },

  "a failure of the module is told": async () => {
    const client = await Client.start({ wasmBinary: new Uint8Array([0, 1, 2, 3]) });
    await client.wait(/^info string ERROR: Tandem has terminated: /);
    client.engine.terminate();
  },

  "100,000 lines of garbage trap nothing": async () => {
    let seed = 1n;
    const below = (most) => {
      seed = (seed * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
      return Number((seed >> 33n) % BigInt(most));
    };
    const words = `uci ubi xboard protover 2 isready ucinewgame ubinewgame position startpos fen ${MIDDLE} ${START} | moves
      e2e4 e7e5 N@f5 P@e3 n@e4 clock 60000 0 -1 18446744073709551616 go board A B infinite depth nodes movetime wtime btime
      ponder mate searchmoves stop ponderhit setoption name value Hash 1 256 MultiPV 500 Skill Level UCI_Variant crazyhouse
      Rules gambler chess960 yes UCI_Chess960 true EvalFile /dev/null partnermsg need avoid q --- ++n sit дай коня new variant
      bughouse setboard holding [white] [black] usermove o-o time otim force analyze exit undo remove partner ptell \0 \x1b
      960:518 960:960 d eval help talk metadata x`.split(/\s+/);
    let { session, run } = await session_here();
    let posted = 0;
    const begin = performance.now();
    while (posted < 100_000) {
      const line = Array.from({ length: 1 + below(9) }, () => words[below(words.length)]);
      if (below(20) === 0) line.push(String.fromCodePoint(1 + below(0xd7ff)).repeat(below(3_000)));
      if (below(30) === 0) line.unshift("position", "fen", MIDDLE.slice(below(80), 40 + below(60)));
      posted += 1;
      assert(session.post(line.join(" ")), "only quit ends a session");
      if (below(20) === 0) session.work(1);
      if (below(5_000) === 0) ({ session, run } = await session_here());
    }
    assert.equal(run("stop", "force", "new", "isready", "ping 7").length > 0, true);
    console.log(`  ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  },
};

const wanted = process.argv[4] ?? "";
for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(wanted))) {
  const began = performance.now();
  await test();
  console.log(`ok  ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}
process.exit(0);
