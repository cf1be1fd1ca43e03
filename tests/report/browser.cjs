// Called by run.sh: browser, folder for pictures, pages.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const zlib = require("node:zlib");
const { chromium } = require("playwright-core");
const axe = require.resolve("axe-core/axe.min.js");

const [executablePath, pictures, ...pages] = process.argv.slice(2);
const sizes = [[360, 800], [485, 800], [1400, 1000]];

async function opened(browser, page, options, check) {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  const said = [];
  tab.on("console", (message) => said.push(message.text()));
  tab.on("pageerror", (error) => said.push(error.message));
  tab.on("request", (request) => { if (!/^(file|data|blob):/.test(request.url())) said.push(`asks for ${request.url()}`); });
  await tab.goto(`file://${path.resolve(page)}`);
  await check(tab);
  assert.deepEqual(said, [], `${page}: the console says something`);
  await context.close();
}

// A long page is several pictures: Chromium cannot always take one of some ten thousand pixels ("Unable to capture screenshot").
async function picture(tab, name, width) {
  const height = await tab.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0, part = 1; y < height; y += 16000, part += 1) {
    const clip = { x: 0, y, width, height: Math.min(16000, height - y) };
    await tab.screenshot({ path: path.join(pictures, `${name}-${part}.png`), fullPage: true, clip });
  }
}

async function accessible(tab, page, what) {
  await tab.addScriptTag({ path: axe });
  const { violations } = await tab.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  const told = grave.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.slice(0, 3).map((node) => node.html.slice(0, 200)).join("\n  ")}`);
  assert.equal(grave.length, 0, `${page}, ${what}:\n${told.join("\n")}`);
  const slight = violations.map(({ id, impact, nodes }) => `${id} (${impact}, ${nodes.length})`);
  if (slight.length) console.log(`  ${what}: slight faults: ${slight.join(", ")}`);
}

async function links(tab, page) {
  const broken = await tab.$$eval("a[href^='#']", (all) => all.map((link) => link.getAttribute("href").slice(1)).filter((id) => !document.getElementById(id)));
  assert.deepEqual(broken, [], `${page}: links lead nowhere`);
  for (const link of (await tab.$$("nav.index a[href^='#']")).slice(0, 12)) {
    await link.click();
    const place = await link.getAttribute("href");
    const seen = await tab.$eval(`[id="${place.slice(1)}"]`, (element) => { const box = element.getBoundingClientRect(); return box.top < innerHeight && box.bottom > 0; });
    assert.ok(seen, `${page}: ${place} is not seen after a click`);
  }
}

async function folds(tab, page) {
  for (const fold of await tab.$$("details")) {
    const works = await fold.evaluate((details) => {
      const before = details.open;
      details.querySelector("summary").click();
      return details.open !== before && details.scrollHeight > details.querySelector("summary").scrollHeight;
    });
    assert.ok(works, `${page}: a fold does not open`);
  }
}

async function sorting(tab, page) {
  const works = await tab.evaluate(() => {
    const button = document.querySelector("th[scope='col'] button");
    if (!button) return false;
    const table = button.closest("table");
    const cells = () => [...table.tBodies[0].rows].map((row) => row.cells[0].textContent);
    const before = cells();
    button.click();
    const up = cells();
    button.click();
    const heading = button.closest("th");
    return before.length === up.length && up.join() === [...up].sort((a, b) => a.localeCompare(b, "en", { numeric: true })).join() && heading.getAttribute("aria-sort") === "descending";
  });
  assert.ok(works, `${page}: tables cannot be sorted`);
}

async function downloads(tab, page) {
  const link = await tab.$("a[download$='.csv.gz']");
  const [packed, [download]] = [await link.getAttribute("href"), await Promise.all([tab.waitForEvent("download"), link.click()])];
  const name = download.suggestedFilename();
  assert.match(name, /\.csv$/, `${page}: ${name} is not a plain table`);
  const text = fs.readFileSync(await download.path(), "utf8");
  assert.equal(text, zlib.gunzipSync(Buffer.from(packed.split(",")[1], "base64")).toString("utf8"));
  assert.match(text.split("\n")[0], /^[a-z_0-9,]+$/);
}

async function fits(tab, page, width) {
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `${page}: ${wide} pixels wide on a screen of ${width}`);
  // Words of a picture stay inside it and are not smaller than they can be read.
  const outside = await tab.$$eval("svg.chart", (all) => all.flatMap((chart) => {
    const frame = chart.getBoundingClientRect();
    if (!frame.width) return [];
    return [...chart.querySelectorAll("text")].filter((text) => {
      const box = text.getBoundingClientRect();
      return box.left < frame.left - 14 || box.right > frame.right + 14 || parseFloat(getComputedStyle(text).fontSize) < 11;
    }).map((text) => text.textContent);
  }));
  assert.deepEqual(outside, [], `${page}: words stand outside of pictures at ${width} pixels`);
}

(async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  for (const page of pages) {
    const name = path.basename(path.dirname(page)) + "-" + path.basename(page, ".html");
    console.log(page);
    for (const [width, height] of sizes) {
      for (const colorScheme of ["light", "dark"]) {
        await opened(browser, page, { viewport: { width, height }, colorScheme, reducedMotion: "reduce" }, async (tab) => {
          await fits(tab, page, width);
          await picture(tab, `${name}-${width}-${colorScheme}`, width);
          await accessible(tab, page, `${width} ${colorScheme}`);
          if (colorScheme === "dark") return;
          await links(tab, page);
          await sorting(tab, page);
          // A review lies beside its tables, and has none to download.
          if (!page.endsWith("review.html")) await downloads(tab, page);
          await folds(tab, page);
          await fits(tab, page, width);
          await accessible(tab, page, `${width} unfolded`);
        });
      }
    }
    // The button for light and dark, and paper.
    await opened(browser, page, { viewport: { width: 1000, height: 900 }, colorScheme: "light" }, async (tab) => {
      const paper = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const before = await paper();
      await tab.click(".tools button");
      assert.notEqual(await paper(), before, `${page}: the button changes nothing`);
      await tab.pdf({ path: path.join(pictures, `${name}.pdf`), format: "A4", margin: { top: "15mm", bottom: "15mm", left: "15mm", right: "15mm" } });
    });
    // Without a script all is there: pictures, tables, folds.
    await opened(browser, page, { viewport: { width: 1000, height: 900 }, javaScriptEnabled: false }, async (tab) => {
      const fold = tab.locator("figure details summary").first();
      await fold.click();
      assert.ok(await tab.locator("figure details[open] table").first().isVisible(), `${page}: no table without a script`);
      assert.ok(await tab.locator("svg.chart").first().isVisible());
    });
  }
  await browser.close();
  console.log(`pictures are in ${pictures}`);
})().catch((error) => { console.error(error.message); process.exit(1); });
