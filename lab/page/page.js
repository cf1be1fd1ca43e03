// The page: what is chosen, what is asked, and what is shown.

import { at, fill, make } from "./dom.js";
import { editor } from "./editor.js";
import { experiment } from "./experiment.js";
import { Measurement } from "./measure.js";
import { play } from "./play.js";
import { Pool } from "./pool.js";
import { makeDesk } from "./program.js";
import { review } from "./review.js";
import { packed, unpacked } from "./share.js";
import { offer, show, table } from "./shown.js";
import { draw, steps } from "./table.js";

/** How long the page waits after a key before it checks the text, in milliseconds. */
const QUIET = 250;

/** Blocks before the first look, and the most of a run. */
const [FIRST, MOST] = [200, 1_000_000];

/** After so many checks the engine begins anew: it keeps every game that it made. */
const MOST_CHECKS = 200;

const state = {
  games: [],
  name: "hearts.py", // The name of the file, or of a game that is compiled.
  tables: {},
  shown: null, // The game as the engine shows it, if it has no mistakes.
  values: {}, // The knobs that are turned.
  kept: [], // Rules to compare.
  runs: [],
  running: null,
  checks: 0,
  texts: {}, // What was written in games that are not open.
  story: null, // The game that is looked at, and its steps.
  step: 0,
};

let pool;
let text;
let timer;

const isFile = () => state.name.endsWith(".py");
const game = () => (isFile() ? { name: state.name, text: text.text(), tables: state.tables } : { name: state.name });

async function begin() {
  at("state").textContent = "The engine is loading …";
  text = editor(at("editor"), () => {
    clearTimeout(timer);
    timer = setTimeout(check, QUIET);
  });
  const cores = await begun();
  await listGames();
  const shared = location.hash.length > 1 ? await unpacked(location.hash.slice(1)) : undefined;
  if (shared && shared.text === undefined && !known(shared.name)) await haveAllGames();
  if (shared) await restore(shared);
  else await choose(state.name);
  at("state").textContent = `The engine is ready: ${cores} ${cores === 1 ? "worker plays" : "workers play"}.`;
  await haveAllGames().catch(() => at("state").append(" The games that are compiled could not be loaded."));
}

const isStatic = document.querySelector('meta[name="fairdeal-carrier"]').content === "page";

const known = (name) => state.games.find((one) => one.name === name);

async function listGames() {
  ({ games: state.games } = await pool.ask({ do: "games" }));
  const title = ({ name, title, text: file }) => [name, file === undefined ? `${title}, built in` : `${title} (${name})`];
  fill(at("game"), state.games.map(title), state.name);
  // No game is chosen in the list while one of your own is open.
  at("game").value = state.name;
}

/** Loads the engine with the games that are compiled, which is larger, and lets it take the place of the first one. */
async function haveAllGames() {
  if (!isStatic || state.games.some(({ text }) => text === undefined)) return;
  const module = await WebAssembly.compileStreaming(fetch("games.wasm"));
  while (!pool.use(module)) await new Promise((resolve) => setTimeout(resolve, 200));
  await listGames();
}

/** Starts the engines, of this page or of the program that serves it. Returns how many play. */
async function begun() {
  const [carrier, desks] = document.querySelector('meta[name="fairdeal-carrier"]').content.split(" ");
  if (carrier === "program") {
    pool = new Pool(makeDesk, null, Number(desks));
    await showFolder();
    return Number(desks);
  }
  const module = await WebAssembly.compileStreaming(fetch("engine.wasm"));
  const cores = Math.max(1, Math.min(navigator.hardwareConcurrency ?? 2, 8));
  pool = new Pool(() => new Worker("worker.js", { type: "module" }), module, cores);
  return cores;
}

/** Shows the files of the folder that the program was started in. */
async function showFolder() {
  const names = await (await fetch("files")).json();
  at("folder").hidden = false;
  fill(at("file"), [["", "choose one"], ...names.filter((name) => name.endsWith(".py")).map((name) => [name, name])], "");
}

/** Opens a game of the folder, with the tables beside it that it names. */
async function openFile(name) {
  const read = await (await fetch(`files/${encodeURIComponent(name)}`)).text();
  const names = (await (await fetch("files")).json()).filter((one) => one.endsWith(".csv") && read.includes(one));
  const tables = await Promise.all(names.map(async (one) => [one, await (await fetch(`files/${encodeURIComponent(one)}`)).text()]));
  await openText(name, read, Object.fromEntries(tables));
}

/** Saves the game and its tables in the folder. Files that are there are overwritten only if that is wanted. */
async function save() {
  if (!at("save-name").reportValidity()) return;
  state.name = at("save-name").value;
  const files = [[state.name, text.text()], ...Object.entries(state.tables)];
  for (const [name, content] of files) {
    const put = (headers) => fetch(`files/${encodeURIComponent(name)}`, { method: "PUT", body: content, headers });
    let answer = await put({ "If-None-Match": "*" });
    if (answer.status === 412 && confirm(`${name} is there already. Overwrite it?`)) answer = await put({});
    at("saved").textContent = answer.ok ? `${name} is saved.` : `${name} is not saved.`;
  }
  await showFolder();
}

/** Keeps the text of the game that is open, so that it is there when the game is opened again. */
function keepText() {
  if (isFile()) state.texts[state.name] = { text: text.text(), tables: state.tables };
}

/** Opens a game with its text, if it has one. */
async function openText(name, file, tables = {}) {
  Object.assign(state, { name, tables, values: {}, kept: [] });
  at("save-name").value = isFile() ? name : "";
  at("editor").hidden = file === undefined;
  text.show(file ?? "");
  await check();
}

/** Chooses a game of the program: with what was written, if it was open before. */
async function choose(name) {
  const kept = state.texts[name];
  await openText(name, kept?.text ?? known(name)?.text, kept?.tables);
}

/** Checks the game, and shows its knobs or its mistakes. */
async function check() {
  clearTimeout(timer);
  if ((state.checks += 1) > MOST_CHECKS && !state.running) {
    state.checks = 0;
    pool.judge.restart("The engine begins anew.");
  }
  const number = state.checks;
  const event = await pool.ask({ do: "open", game: game() }).catch(() => undefined);
  if (!event || number !== state.checks) return; // A later text is being checked.
  const mistakes = event.event === "game" ? [] : (event.mistakes ?? [{ line: null, message: event.why }]);
  if (isFile()) text.mark(mistakes);
  showMistakes(mistakes);
  at("start").disabled = mistakes.length > 0 || state.running !== null;
  at("review-start").disabled = mistakes.length > 0 || !at("review-stop").disabled;
  if (event.event !== "game") return;
  state.shown = event;
  const first = known(state.name)?.text;
  at("original").hidden = first === undefined || first === text.text();
  markStale();
  at("about").textContent = event.summary;
  showChoices();
  showTables();
}

/** What results are about: the game with its rules and players. */
const subject = () => JSON.stringify([game(), rules(), lineups()]);

/** Marks results of other rules than those that are chosen. */
function markStale() {
  at("stale").hidden = state.measured === undefined || state.measured === subject();
  at("stale-review").hidden = state.reviewed === undefined || state.reviewed === JSON.stringify([game(), state.values]);
}

function showMistakes(mistakes) {
  const told = ({ line, message }) => {
    const go = make("button", { type: "button" }, `Line ${line}`);
    go.addEventListener("click", () => text.go(line));
    return make("div", { className: "mistake" }, ...(line ? [go, " "] : []), message);
  };
  at("mistakes").replaceChildren(...mistakes.map(told));
}

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, place) => from + place);

/** Shows what can be chosen for the game. */
function showChoices() {
  const { fewest, most, usual, strategies, programs, presets } = state.shown;
  fill(at("players"), range(fewest, most).map((number) => [String(number), String(number)]), at("players").value || String(usual));
  if (Number(at("players").value) < fewest) at("players").value = String(usual);
  const names = [...strategies, ...programs].map((name) => [name, name]);
  fill(at("strategy"), names, at("strategy").value || "greedy");
  fill(at("other"), [["", "the same"], ...names]);
  fill(at("preset"), [["", "as they are set below"], ...presets.map(({ name, summary }) => [name, `${name}: ${summary}`])], "");
  const keys = new Set(state.shown.knobs.map(({ key }) => key));
  state.values = Object.fromEntries(Object.entries(state.values).filter(([key]) => keys.has(key)));
  const seats = range(1, Number(at("players").value)).map((seat) => [String(seat - 1), String(seat)]);
  fill(at("eyes"), [["", "all"], ...seats.map(([value, seat]) => [value, `seat ${seat}`])]);
  fill(at("seat"), seats);
  fill(at("against"), names, at("against").value || "greedy");
  showKnobs();
  showKept();
  offerFiles();
}

function showKnobs() {
  at("knobs").replaceChildren(...state.shown.knobs.map(knobField));
}

function knobField(knob) {
  const value = state.values[knob.key] ?? knob.value;
  const id = `knob-${knob.key}`;
  let field;
  if (knob.kind === "flag" || knob.kind === "choice") {
    field = make("select", { id });
    const names = knob.kind === "flag" ? ["true", "false"] : knob.names;
    fill(field, names.map((name) => [name, name]), value);
  } else {
    field = make("input", { id, type: "number", min: knob.low, max: knob.high, step: knob.kind === "whole" ? 1 : "any", value });
  }
  const label = make("label", { htmlFor: id }, knob.key.replaceAll("_", " "));
  const meaning = make("small", {}, knob.meaning);
  const row = make("div", { className: knob.key in state.values ? "knob turned" : "knob" }, label, field, meaning);
  field.addEventListener("change", () => {
    if (!field.checkValidity() || field.value === "") {
      field.reportValidity();
      return;
    }
    if (field.value === knob.value) delete state.values[knob.key];
    else state.values[knob.key] = field.value;
    row.className = knob.key in state.values ? "knob turned" : "knob";
    turned();
  });
  return row;
}

/** Rules were changed: a run that plays begins anew with them. */
async function turned() {
  offerFiles();
  markStale();
  if (state.running) {
    await stop();
    await measure();
  }
}

const nameOf = (values) =>
  Object.entries(values).map(([key, value]) => `${key}=${value}`).join(", ") || "as written";

function showKept() {
  const entry = (values, place) => {
    const remove = make("button", { type: "button", "aria-label": `Remove ${nameOf(values)}` }, "Remove");
    remove.addEventListener("click", () => {
      state.kept.splice(place, 1);
      showKept();
      turned();
    });
    return make("li", {}, nameOf(values), " ", remove);
  };
  at("kept").replaceChildren(...state.kept.map(entry));
}

function showTables() {
  const entry = (name) => {
    const remove = make("button", { type: "button", "aria-label": `Remove the table ${name}` }, "Remove");
    remove.addEventListener("click", () => {
      delete state.tables[name];
      check();
    });
    return make("li", {}, name, " ", remove);
  };
  at("tables").replaceChildren(...Object.keys(state.tables).map(entry));
}

/** The rules that are compared, the first of them the baseline, without repeats. */
function rules() {
  const all = [...state.kept, state.values].map((values) => ({ name: nameOf(values), values }));
  return all.filter(({ name }, place) => all.findIndex((other) => other.name === name) === place);
}

function lineups() {
  const [players, strategy, other] = [Number(at("players").value), at("strategy").value, at("other").value];
  const same = Array(players).fill(strategy);
  return other && other !== strategy && players > 1 ? [same, [other, ...same.slice(1)]] : [same];
}

const seed = () => (/^\d{1,15}$/.test(at("seed").value) ? Number(at("seed").value) : 1);

const chosen = (most = MOST) => ({ seed: seed(), blocks: Math.min(FIRST, most), most, rules: rules(), lineups: lineups() });

/** Measures until everything is settled, or until it is stopped. */
async function measure() {
  const shown = state.shown;
  const now = chosen();
  const plan = { game: game(), name: "lab", experiment: experiment(shown, now) };
  const begun = performance.now();
  const running = new Measurement(pool, plan, ({ results, mistakes, failed }) => {
    if (mistakes) showMistakes(mistakes);
    if (failed) at("progress").textContent = failed;
    if (!results) return;
    const seconds = (performance.now() - begun) / 1000;
    at("progress").textContent = `${results.games.toLocaleString("en")} ${shown.plural} in ${seconds.toFixed(1)} s`;
    show(results);
  });
  state.running = running;
  state.measured = subject();
  at("stale").hidden = true;
  at("start").disabled = true;
  at("stop").disabled = false;
  at("progress").textContent = "The first games are played …";
  running.done = running.run().catch((error) => {
    at("progress").textContent = String(error.message ?? error);
  });
  const results = await running.done;
  if (state.running === running) state.running = null;
  at("start").disabled = false;
  at("stop").disabled = true;
  if (!results) return;
  const { html } = await pool.ask({ do: "page" });
  keepRun(shown, results, running.counted, html, { game: plan.game, rules: now.rules, lineups: now.lineups, seed: now.seed });
}

async function stop() {
  const { running } = state;
  if (!running) return;
  await running.stop();
  await running.done;
  state.running = null;
}

/** Keeps a run in the list, so that it can be seen again. */
function keepRun(shown, results, blocks, html, what) {
  const label = `${shown.title}, ${rules().map(({ name }) => name).join("; ")}: ${results.games.toLocaleString("en")} ${shown.plural}`;
  const run = { ...what, label, results, html, experiment: experiment(shown, chosen(Math.max(blocks, 1))) };
  state.runs.push(run);
  offerPicks(run);
  const button = make("button", { type: "button" }, label);
  button.addEventListener("click", () => show(results));
  at("runs").append(make("li", {}, button));
  offerFiles(run);
}

/** The files that the command line runs with the same result. */
function offerFiles(run = state.runs.at(-1)) {
  if (!state.shown) return;
  const files = [];
  if (isFile()) files.push([state.name, () => text.text(), "text/x-python"]);
  files.push(...Object.entries(state.tables).map(([name, cells]) => [name, cells, "text/csv"]));
  files.push(["lab.toml", run?.experiment ?? experiment(state.shown, chosen()), "application/toml"]);
  if (run?.html) files.push(["report.html", run.html, "text/html"]);
  if (run) files.push(...Object.entries(run.results.tables).map(([name, cells]) => [name, cells, "text/csv"]));
  offer(files);
}

/** The game with its rules and seed, as the engine is asked for single games. */
const asked = () => ({
  game: game(),
  set: Object.entries(state.values).map(([key, value]) => `${key}=${value}`),
  seed: seed(),
});

/** The games of a run that are worth a look: the longest, the closest, and so on. */
function offerPicks(run) {
  const [head, ...rows] = table(run?.results.tables["games.csv"] ?? "");
  const of = (row) => Object.fromEntries(head.map((name, place) => [name, row[place]]));
  state.picks = rows.map(of).filter(({ baseline }) => !baseline);
  const label = ({ pick, variant, arrangement }) => `${pick.replaceAll("_", " ")} (${variant}: ${arrangement.replaceAll(",", ", ")})`;
  fill(at("pick"), [["", "none"], ...state.picks.map((pick, place) => [String(place), label(pick)])], "");
}

/** What is asked for a game: of this number, or one of the last run. */
function wanted() {
  const pick = state.picks?.[Number(at("pick").value)];
  if (at("pick").value === "" || !pick) {
    return { ...asked(), strategies: lineups().at(-1), index: Number(at("index").value) || 0 };
  }
  const run = state.runs.at(-1);
  const values = run.rules.find(({ name }) => name === pick.variant)?.values ?? {};
  const set = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  // Tables name a program by its file, without the folder and the ending.
  const stem = (strategy) => strategy.replace(/^.*\/|\.(py|toml)$/g, "");
  const strategies = pick.arrangement.split(",").map((name) => run.lineups.flat().find((one) => stem(one) === name) ?? name);
  return { game: run.game, set, seed: run.seed, strategies, index: Number(pick.block) };
}

async function tell() {
  const eyes = at("eyes").value === "" ? null : Number(at("eyes").value);
  const event = await pool.ask({ do: "tell", ...wanted(), eyes });
  const told = event.event === "story";
  at("drawn").hidden = false;
  at("whole").hidden = !told;
  if (!told) {
    at("step").textContent = "";
    for (const id of ["back", "forward", "steps"]) at(id).disabled = true;
    at("drawn").textContent = event.why ?? event.mistakes.map(({ message }) => message).join("\n");
    return;
  }
  at("story").textContent = event.text;
  state.story = { ...event, steps: steps(event) };
  turnTo(0);
}

function turnTo(step) {
  const all = state.story.steps;
  state.step = Math.max(0, Math.min(step, all.length - 1));
  at("drawn").replaceChildren(...draw(state.story, all[state.step]));
  at("step").textContent = `Step ${state.step + 1} of ${all.length}`;
  at("back").disabled = state.step === 0;
  at("forward").disabled = state.step >= all.length - 1;
  Object.assign(at("steps"), { max: all.length - 1, value: state.step, disabled: false });
}

const isProgram = (strategy) => state.shown?.programs.includes(strategy) ?? false;

/** All that a link holds: no program, which others do not have, and should not run because of a link. */
const whole = () => ({
  version: 1,
  ...game(),
  values: state.values,
  kept: state.kept,
  players: at("players").value,
  ...Object.fromEntries(["strategy", "other"].map((id) => [id, at(id).value]).filter(([, value]) => !isProgram(value))),
  seed: seed(),
});

const isTexts = (object) =>
  object !== null && typeof object === "object" && Object.values(object).every((value) => typeof value === "string");

/** Shows what a link holds, as far as it can be a game. */
async function restore(shared) {
  const { name, text: file, tables = {}, values = {}, kept = [], players, strategy, other, seed: number } = shared;
  if (typeof name !== "string" || !isTexts(tables) || !isTexts(values) || !Array.isArray(kept) || !kept.every(isTexts)) {
    await choose(state.name);
    return;
  }
  Object.assign(state, { name, tables, values, kept });
  at("save-name").value = typeof file === "string" ? name : "";
  at("editor").hidden = typeof file !== "string";
  if (typeof file === "string") text.show(file);
  at("game").value = name;
  at("seed").value = String(number ?? 1);
  await check();
  if (!state.shown) return;
  for (const [id, value] of [["players", players], ["strategy", strategy], ["other", other]]) {
    const has = [...at(id).options].some((option) => option.value === String(value));
    if (has && !isProgram(String(value))) at(id).value = String(value);
  }
}

/** Cells as a spreadsheet copies them, as a table of a file. */
function csv(cells) {
  const cell = (one) => (/[",]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one);
  const rows = cells.trim().split(/\r?\n/);
  return `${rows.map((row) => (row.includes("\t") ? row.split("\t").map(cell).join(",") : row)).join("\n")}\n`;
}

const on = (id, event, action) => at(id).addEventListener(event, action);

on("game", "change", () => {
  keepText();
  choose(at("game").value);
});
on("new", "click", async () => {
  const { text: file } = await pool.ask({ do: "starter", file: "my_game.py" });
  keepText();
  await openText("my_game.py", file);
  at("game").value = "";
});
on("original", "click", () => openText(state.name, known(state.name).text));
on("files", "change", async () => {
  for (const file of at("files").files) {
    const read = await file.text();
    if (file.name.endsWith(".csv")) state.tables[file.name] = read;
    else if (file.name.endsWith(".py")) {
      keepText();
      await openText(file.name, read, state.tables);
      at("game").value = "";
    }
  }
  at("files").value = "";
  await check();
});
on("file", "change", () => {
  if (!at("file").value) return;
  keepText();
  openFile(at("file").value);
});
on("save", "click", save);
on("paste-table", "click", () => at("table-dialog").showModal());
on("table-dialog", "close", () => {
  if (at("table-dialog").returnValue !== "add") return;
  state.tables[at("table-name").value] = csv(at("table-cells").value);
  at("table-cells").value = "";
  check();
});
on("players", "change", () => {
  showChoices();
  turned();
});
on("strategy", "change", turned);
on("other", "change", turned);
on("preset", "change", () => {
  const preset = state.shown.presets.find(({ name }) => name === at("preset").value);
  if (!preset) return;
  state.values = { ...preset.values };
  showKnobs();
  turned();
});
on("keep", "click", () => {
  if (!state.kept.some((values) => nameOf(values) === nameOf(state.values))) state.kept.push({ ...state.values });
  showKept();
  turned();
});
on("reset", "click", () => {
  state.values = {};
  showKnobs();
  turned();
});
on("start", "click", measure);
on("stop", "click", stop);
on("tell", "click", tell);
on("pick", "change", tell);
on("steps", "input", () => turnTo(Number(at("steps").value)));
on("back", "click", () => turnTo(state.step - 1));
on("forward", "click", () => turnTo(state.step + 1));
play(
  (request) => pool.ask(request),
  () => ({ ...asked(), strategies: Array(Number(at("players").value) - 1).fill(at("against").value) }),
);
review(
  () => pool,
  () => {
    state.reviewed = JSON.stringify([game(), state.values]);
    return asked();
  },
);
at("here").hidden = isStatic;
on("link", "click", async () => {
  const address = `${location.origin}${location.pathname}#${await packed(whole())}`;
  at("address").replaceChildren(make("a", { href: address }, "This link"), ` holds ${address.length.toLocaleString("en")} characters.`);
  if (isProgram(at("strategy").value) || isProgram(at("other").value)) at("address").append(" It leaves out your programs.");
  await navigator.clipboard?.writeText(address).then(
    () => at("address").append(" It is copied."),
    () => {},
  );
});

begin().catch((error) => {
  at("state").className = "failed";
  at("state").textContent = `The engine could not be loaded: ${error.message ?? error}`;
});
if (isStatic && "serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
