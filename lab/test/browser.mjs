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
await page.locator("#story", { hasText: "game 0" }).waitFor();
await page.click("#forward");
check("a game is told turn by turn", (await page.locator("#story").innerText()).length > 50);

// A link, opened in a new profile.
await page.selectOption("#game", "gops.py");
await page.locator("#editor .cm-content").waitFor();
await type(page, "# mine <b>&amp;\n");
await page.click("#link");
const link = await page.locator("#address a").getAttribute("href");
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
