#!/usr/bin/env node
// usage: benches/web_ratio.mjs PACKAGE TANDEM [ROUNDS]     the speed of the search as WebAssembly in Node over that of the
// program TANDEM, by `bench` of both in turn; TANDEM is built with RUSTFLAGS="-C target-cpu=x86-64-v2"
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [folder, tandem, rounds = "3"] = process.argv.slice(2);
const { TandemSession } = createRequire(import.meta.url)(join(resolve(folder), "tandem.worker.js"));
const wasm = readFileSync(join(folder, "tandem.wasm"));
const nps = (line) => Number(/^Bench: \d+ nodes (\d+) nps/.exec(line)[1]);

const web = async () => {
  const lines = [];
  const session = await TandemSession.load(wasm, (line) => lines.push(line));
  session.post("bench");
  session.work(1e9);
  return nps(lines.at(-1));
};
const native = () => nps(execFileSync(tandem, ["bench"], { encoding: "utf8" }).trim().split("\n").at(-1));

const ratios = [];
for (let round = 1; round <= Number(rounds); round += 1) {
  const [ours, theirs] = [await web(), native()];
  ratios.push(ours / theirs);
  console.log(`${round}: ${ours} nodes/s as WebAssembly, ${theirs} native, ratio ${(ours / theirs).toFixed(2)}`);
}
console.log(`median ratio ${ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)].toFixed(2)}`);
