// Plays experiments in workers of Node, and compares every table with that of the program.
//
// Usage: node lab/test/node.mjs PROGRAM ENGINE.wasm [--all] [--speed]
// With --all, the engine must have the games that are compiled too. With --speed, it also tells how fast one worker is against the program on one thread, and two
// workers against one.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";

import { Measurement } from "../page/measure.js";
import { Pool } from "../page/pool.js";

const [program, wasm, ...options] = process.argv.slice(2);
const module = await WebAssembly.compile(fs.readFileSync(wasm));

function makeWorker() {
  const worker = new Worker(new URL("node-worker.mjs", import.meta.url));
  const shell = { postMessage: (data) => worker.postMessage(data), terminate: () => worker.terminate() };
  worker.on("message", (data) => shell.onmessage({ data }));
  return shell;
}

const pools = [1, 2, 3].map((players) => new Pool(makeWorker, module, players));
const { games } = await pools[0].ask({ do: "games" });
if (options.includes("--all") && games.every(({ text }) => text !== undefined)) throw new Error("the compiled games are missing");

const experiment = (game, blocks, strategy = "random") => `
game = ${JSON.stringify(game.name)}
seed = 3
blocks = ${blocks}
[[lineup]]
strategies = ["${strategy}"]
players = ${game.usual}
`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "lab-"));

/** Runs the program. Returns its tables, and the seconds that its games took. */
function run(game, text, threads) {
  const file = path.join(folder, "lab.toml");
  fs.writeFileSync(file, text);
  if (game.text) fs.writeFileSync(path.join(folder, game.name), game.text);
  const out = path.join(folder, "out");
  fs.rmSync(out, { recursive: true, force: true });
  execFileSync(program, ["run", file, "--out", out, "--quiet", "--threads", String(threads)]);
  const results = out;
  const names = fs.readdirSync(results).filter((name) => name.endsWith(".csv"));
  const tables = Object.fromEntries(names.map((name) => [name, fs.readFileSync(path.join(results, name), "utf8")]));
  const timing = JSON.parse(fs.readFileSync(path.join(results, "timing.json"), "utf8"));
  return { tables, seconds: timing.seconds };
}

/** Measures in workers. Returns the tables, and the seconds. */
async function measure(pool, game, text) {
  let problem;
  const plan = { game: { name: game.name, text: game.text }, name: "lab", experiment: text };
  const measurement = new Measurement(pool, plan, ({ mistakes, failed }) => {
    problem = failed ?? (mistakes && JSON.stringify(mistakes));
  });
  const begun = performance.now();
  const results = await measurement.run();
  if (problem || !results) throw new Error(`${game.name}: ${problem}`);
  return { tables: results.tables, seconds: (performance.now() - begun) / 1000 };
}

let wrong = 0;
for (const game of games) {
  const text = experiment(game, 120);
  const { tables } = run(game, text, 1);
  for (const pool of pools) {
    const found = (await measure(pool, game, text)).tables;
    const names = Object.keys(tables).filter((name) => tables[name] !== found[name]);
    if (names.length > 0 || Object.keys(found).length !== Object.keys(tables).length) {
      wrong += 1;
      console.log(`${game.name}, ${pool.players.length} workers: ${names} differ`);
    }
  }
}
console.log(`${games.length} games with 1, 2 and 3 workers: ${wrong === 0 ? "the same bytes" : `${wrong} differ`}`);

if (options.includes("--speed")) {
  const ratios = [];
  for (const game of games) {
    // About two seconds of the program.
    const tried = run(game, experiment(game, 500), 1).seconds;
    const blocks = Math.max(500, Math.round((500 * 2) / Math.max(tried, 0.002)));
    const text = experiment(game, blocks);
    await measure(pools[0], game, experiment(game, 500));
    const native = run(game, text, 1).seconds;
    const one = (await measure(pools[0], game, text)).seconds;
    const two = (await measure(pools[1], game, text)).seconds;
    ratios.push(native / one);
    console.log(`${game.name.padEnd(18)} ${(native / one).toFixed(2)} of the program, two workers ${(one / two).toFixed(2)} times one`);
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
  console.log(`geometric mean ${mean.toFixed(2)}, least ${Math.min(...ratios).toFixed(2)}`);
}
process.exit(wrong === 0 ? 0 : 1);
