// The whole way through the page in a real browser: write with a mistake, mend it, measure, compare,
// look at a game, share, and open the link in a new profile.
//
// Usage: node lab/test/browser.mjs CHROMIUM PICTURES ADDRESS

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const [browserPath, pictures, address] = process.argv.slice(2);
const axe = fs.readFileSync(fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
const options = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: browserPath, args: options });
const problems = [];
fs.mkdirSync(pictures, { recursive: true });

/** Opens a page in a new profile. Notes every message, and every request to another host. */
async function open(url, settings = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, ...settings });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.host !== new URL(address).host) problems.push(`another host: ${url}`);
  });
  await page.goto(url);
  return page;
}

const isReady = (page) => page.locator("#state", { hasText: "ready" }).waitFor({ timeout: 30_000 });
const check = (name, is) => {
  if (!is) problems.push(name);
  console.log(`${is ? "ok    " : "WRONG "} ${name}`);
};

/** Looks for faults of accessibility. axe needs what the page does not allow, so it is run from outside. */
async function accessible(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
  for (const { id, nodes } of violations) console.log(`       ${id}: ${nodes.map(({ target }) => target).join(" ")}`);
  check(`axe finds nothing (${name})`, violations.length === 0);
  await page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
}

const type = async (page, text) => {
  const editor = page.locator("#editor .cm-content");
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(text);
};

const page = await open(address);
await isReady(page);
check("the first game has no mistakes", (await page.locator(".mistake").count()) === 0);

await type(page, "x = = 1\n");
await page.locator(".mistake").first().waitFor();
check("a mistake is marked with its line", (await page.locator(".mistake").first().innerText()).includes("Line 1"));
check("a mistake is underlined in the text", (await page.locator("#editor .cm-lintRange-error").count()) > 0);
check("a game with mistakes cannot be measured", await page.locator("#start").isDisabled());
await page.keyboard.press("Control+Home");
for (let letter = 0; letter < 8; letter += 1) await page.keyboard.press("Delete");
await page.locator(".mistake").first().waitFor({ state: "detached" });
check("the mended game has no mistakes", true);

// How long keys wait at most. Tasks of less than 50 ms are not told.
await page.evaluate(() => {
  window.waits = [0];
  new PerformanceObserver((list) => window.waits.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
});
await type(page, "# a line that is typed while the text is checked again and again\n".repeat(3));
await page.waitForTimeout(500);
console.log(`       the longest task while typing: ${Math.round(await page.evaluate(() => Math.max(...window.waits)))} ms (0: below 50 ms)`);

await page.selectOption("#strategy", "random");
const begun = Date.now();
await page.click("#start");
await page.locator("#results table").first().waitFor();
console.log(`       first results of Hearts after ${Date.now() - begun} ms`);
await page.click("#stop");
await page.locator("#start:enabled").waitFor();
check("the answer has lines", (await page.locator("#answer li").count()) > 0);
await accessible(page, "measured");

// Rules side by side, changed while they are played.
await page.selectOption("#game", "crisps");
await page.locator("#knob-hand_size").waitFor();
check("an engine has no text", await page.locator("#editor").isHidden());
await page.click("#keep");
await page.fill("#knob-hand_size", "6");
await page.locator("#knob-hand_size").blur();
await page.selectOption("#strategy", "greedy");
await page.click("#start");
await page.locator("#results td", { hasText: "hand_size=6" }).first().waitFor();
check("two sets of rules stand side by side", true);
const turned = Date.now();
await page.fill("#knob-hand_size", "8");
await page.locator("#knob-hand_size").blur();
await page.locator("#results td", { hasText: "hand_size=8" }).first().waitFor();
console.log(`       new numbers after a turned knob: ${Date.now() - turned} ms`);
await page.click("#stop");
await page.locator("#start:enabled").waitFor();

await page.click("#tell");
await page.locator("#step", { hasText: "Step 1 of" }).waitFor();
await page.click("#forward");
check("a game is told step by step", (await page.locator("#step").innerText()).startsWith("Step 2 of"));
check("the table is drawn with every hand", (await page.locator("#drawn .hand .card").count()) > 6);
const picks = await page.locator("#pick option").allInnerTexts();
const longest = picks.findIndex((text) => text.startsWith("longest"));
await page.selectOption("#pick", { index: longest });
await page.waitForFunction(() => !document.querySelector("#story").textContent.includes("game 0,"));
check("the longest game of the last run is told", longest > 0);
await page.selectOption("#pick", "");
await page.locator("#steps").fill("5");
check("a step is chosen directly", (await page.locator("#step").innerText()).startsWith("Step 6 of"));

// A game is played to its end, with the keyboard alone.
await page.selectOption("#seat", { label: "2" });
await page.focus("#sit");
await page.keyboard.press("Enter");
await page.locator("#options button:focus").waitFor();
await page.keyboard.press("Enter");
await page.locator("#undo:enabled").waitFor();
const before = await page.locator("#course-text").textContent();
await page.click("#hint");
await page.locator("#advice", { hasText: "would choose" }).waitFor();
check("a hint says what it wins", (await page.locator("#advice").innerText()).includes("With it you win about"));
const card = page.locator("#board button.card").first();
check("a card says its option", (await card.getAttribute("aria-label")).includes(await card.innerText()));
await accessible(page, "played");
await card.press("Enter");
await page.waitForFunction((old) => document.querySelector("#course-text").textContent !== old, before);
let moves = 1;
for (; moves < 400 && (await page.locator("#advice", { hasText: "is over" }).count()) === 0; moves += 1) {
  const shown = await page.locator("#course-text").textContent();
  await page.locator("#options button").first().press("Enter");
  await page.waitForFunction((old) => document.querySelector("#course-text").textContent !== old, shown);
}
check(`a game is played to its end (${moves} choices)`, (await page.locator("#course-text").textContent()).includes("The end, after"));
check("what a seat cannot see is not told", before.includes("Told as seat 2 saw it."));

// A review: it is stopped, and made again to its end.
await page.selectOption("#game", "kuhn_poker.py");
await page.locator("#review-start:enabled").waitFor();
await page.click("#review-start");
await page.locator("#phase", { hasText: "they learn the game" }).waitFor({ timeout: 60_000 });
await page.click("#review-stop");
await page.locator("#phase", { hasText: "was stopped" }).waitFor({ timeout: 5000 });
await page.selectOption("#minutes", "1");
await page.click("#review-start");
await page.locator("#reviewed h3").waitFor({ timeout: 180_000 });
check("a review has advice", (await page.locator("#reviewed li").count()) > 0);
const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#reviewed button", { hasText: "review.html" }).click()]);
check("its page can be saved", fs.readFileSync(await saved.path(), "utf8").includes("a balance review"));
await accessible(page, "reviewed");

// A link, opened in a new profile.
await page.selectOption("#game", "gops.py");
await page.locator("#editor .cm-content").waitFor();
await type(page, "# mine <b>&amp;\n");
await page.click("#link");
const link = await page.locator("#address a").getAttribute("href");
await page.selectOption("#game", "kuhn_poker.py");
await page.locator("#about", { hasText: "one bet" }).waitFor();
check("results of another game are marked", await page.locator("#stale").isVisible());
await page.selectOption("#game", "gops.py");
await page.locator("#original:visible").waitFor();
check("what was written in a game stays", (await page.locator("#editor .cm-content").innerText()).includes("# mine"));
const other = await open(link, { viewport: { width: 360, height: 740 }, colorScheme: "dark", reducedMotion: "reduce" });
await isReady(other);
check("a link holds the game", (await other.locator("#editor .cm-content").innerText()).includes("# mine <b>&amp;"));
const width = await other.evaluate(() => document.documentElement.scrollWidth);
check("nothing is wider than 360 pixels", width <= 360);
await other.click("#start");
await other.locator("#results table").first().waitFor();
await other.click("#stop");
await accessible(other, "dark-360");

// A game that never ends is stopped.
await other.selectOption("#game", "kuhn_poker.py");
await other.locator("#start:enabled").waitFor();
await other.setInputFiles("#files", {
  name: "endless.py",
  mimeType: "text/x-python",
  buffer: Buffer.from(`from fairdeal import *

game("Endless", players=(2, 2), summary="nothing happens, for ever")

deck = zone(nobody)


def play():
    while len(deck) == 0:
        match choose(0, ["a", "b"], say="{}"):
            case "a":
                pass
            case "b":
                pass
    end("never", winner=0)


def score(p):
    return 0
`),
});
await other.locator("#about", { hasText: "for ever" }).waitFor();
await other.click("#start");
await other.locator("#stop:enabled").waitFor();
await other.waitForTimeout(1000);
await other.click("#stop");
await other.locator("#start:enabled").waitFor({ timeout: 5000 });
check("a game that never ends is stopped", true);

// Names with markup stay names, and a file of 1 MiB harms nothing.
const file = (name, text) => ({ name, mimeType: "text/x-python", buffer: Buffer.from(text) });
const markup = '<img src=x onerror=document.title=1>';
await other.setInputFiles("#files", file("odd.py", `from fairdeal import *

game("${markup}", players=(2, 2), summary="${markup}")

COST = knob(3, low=0, high=9, help="${markup}")
deck = zone(nobody)


def play():
    match choose(0, ["a", "b"], say="${markup} {}"):
        case "a":
            end("${markup}", winner=0)
        case "b":
            end("other", winner=1)


def score(p):
    return 0
`));
await other.locator("#about", { hasText: "onerror" }).waitFor();
await other.click("#start");
await other.locator("#results table").first().waitFor();
await other.click("#stop");
await other.locator("#start:enabled").waitFor();
await other.click("#tell");
await other.locator("#drawn", { hasText: "onerror" }).waitFor();
check("markup in names stays text", (await other.locator("img").count()) === 0 && (await other.title()) === "fairdeal lab");
await other.setInputFiles("#files", file("large.py", `x = 1\n${"# a line of a large file\n".repeat(43000)}`));
await other.locator(".mistake").first().waitFor({ timeout: 20_000 });
check("a file of 1 MiB is checked", true);

// Mutated texts are games or have mistakes.
const mutated = await other.evaluate(async (count) => {
  const { Pool } = await import("./pool.js");
  const { makeDesk } = await import("./program.js");
  const isProgram = document.querySelector('meta[name="fairdeal-carrier"]').content !== "page";
  const module = isProgram ? null : await WebAssembly.compileStreaming(fetch("engine.wasm"));
  const pool = new Pool(isProgram ? makeDesk : () => new Worker("worker.js", { type: "module" }), module, 0);
  const { games } = await pool.ask({ do: "games" });
  const originals = games.filter(({ text }) => text).map(({ text }) => text);
  let state = 9n;
  const random = (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number(state >> 33n) % below;
  };
  const letters = ["(", ":", '"', "\u202e", "<", "x", "9", "\n", " ", "&", "\0", "def ", "if ", "]"];
  const found = {};
  for (let turn = 0; turn < count; turn += 1) {
    if (turn % 200 === 199) pool.judge.restart("anew");
    const text = [...originals[turn % originals.length]];
    for (let change = 0; change <= random(4); change += 1) text.splice(random(text.length), random(3), letters[random(letters.length)]);
    const { event } = await pool.ask({ do: "open", game: { name: "m.py", text: text.join("") } }).catch((error) => ({ event: String(error) }));
    found[event] = (found[event] ?? 0) + 1;
  }
  return found;
}, 10_000);
console.log(`       10,000 mutated texts: ${JSON.stringify(mutated)}`);
check("mutated texts are games or have mistakes", Object.keys(mutated).every((event) => ["game", "mistakes"].includes(event)));

// Two pages do not disturb one another.
const [one, two] = [await other.context().newPage(), await other.context().newPage()];
for (const tab of [one, two]) {
  await tab.goto(address);
  await isReady(tab);
}
await one.selectOption("#game", "crisps");
await two.selectOption("#game", "crackpipe");
await one.locator("#knob-hand_size").waitFor();
await two.locator("#knob-hand_size").waitFor({ state: "detached" });
await Promise.all([one, two].map((tab) => tab.click("#start")));
await Promise.all([one, two].map((tab) => tab.locator("#results table").first().waitFor()));
const titles = await Promise.all([one, two].map((tab) => tab.locator("#results h3").innerText()));
check("two pages measure what each asked", titles[0].startsWith("Crisps") && titles[1].startsWith("Crackpipe"));
await Promise.all([one, two].map((tab) => tab.close()));

// From the opening of the page to the first results, where the browser has been here before; and without a network.
const again = await open(address);
await isReady(again);
const isStatic = (await again.locator('meta[name="fairdeal-carrier"]').getAttribute("content")) === "page";
if (isStatic) {
  await again.evaluate(() => navigator.serviceWorker.ready);
  await again.waitForFunction(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length))).some((count) => count > 12));
}
const opened = Date.now();
await again.reload();
await again.locator("#start:enabled").waitFor();
await again.selectOption("#strategy", "random");
await again.click("#start");
await again.locator("#results table").first().waitFor();
console.log(`       first results of Hearts ${Date.now() - opened} ms after the page was opened again`);
if (isStatic) {
  await again.context().setOffline(true);
  await again.reload();
  await isReady(again);
  await again.selectOption("#game", "scrip");
  await again.locator("#start:enabled").waitFor();
  await again.click("#start");
  await again.locator("#results table").first().waitFor();
  check("the page works without a network", true);
}
await again.context().close();

// Hostile links leave the page as it is.
for (const fragment of ["#x", "#AAAA", `#${"A".repeat(5000)}`]) {
  const odd = await open(address + fragment);
  await isReady(odd);
  check(`the link ${fragment.slice(0, 8)} is left alone`, (await odd.locator(".mistake").count()) === 0);
  await odd.context().close();
}

await browser.close();
if (problems.length > 0) {
  console.log(problems.join("\n"));
  process.exit(1);
}
