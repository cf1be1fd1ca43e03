// A review: what is wrong with the game, and what mends it.

import { at, make } from "./dom.js";
import { Ended } from "./pool.js";
import { offer, panel } from "./shown.js";

/** How the table marks a matter. */
const STANDINGS = { broken: "beyond", "look at": "open" };

const KINDS = { csv: "text/csv", html: "text/html", json: "application/json", txt: "text/plain" };

const list = (texts) => make("ul", {}, ...texts.map((text) => make("li", {}, text)));

/** Shows a review. */
function show(review) {
  const { title, rough, wrong, advice, warnings, not_settled: open, fine, out_of_reach: people, files } = review;
  const parts = [make("h3", {}, `${title}: a balance review`)];
  if (rough) parts.push(make("p", {}, rough));
  if (wrong.length === 0) parts.push(make("p", {}, "No fault was found by games between programs."));
  else {
    const columns = ["", "what", "measured"].map((heading) => [heading, true]);
    const standings = wrong.map(([mark]) => STANDINGS[mark] ?? "");
    parts.push(panel({ title: "What is wrong", columns, rows: wrong, standings, left_out: 0, notes: [] }));
  }
  parts.push(make("h4", {}, "What to do"), list(advice));
  if (warnings.length > 0) parts.push(make("h4", {}, "What not to change"), list(warnings));
  for (const [name, topics] of [["Not settled", open], ["Fine", fine]]) {
    if (topics.length > 0) parts.push(make("p", {}, `${name}: ${topics.join(", ")}.`));
  }
  const downloads = make("ul", { className: "plain row", "aria-label": "Files of the review" });
  parts.push(make("p", { className: "quiet" }, people), make("p", {}, "The page with pictures, and its tables:"), downloads);
  at("reviewed").replaceChildren(...parts);
  const file = ([name, text]) => [name, text, KINDS[name.split(".").pop()]];
  // The page is what most people look for.
  const entries = Object.entries(files).sort(([one], [other]) => other.endsWith(".html") - one.endsWith(".html"));
  offer(entries.map(file), downloads);
}

/** Lets a game be reviewed. `pool`: returns the pool. `asked`: returns the game, rules and seed. */
export function review(pool, asked) {
  const told = (text) => {
    at("phase").textContent = text;
  };
  at("review-start").addEventListener("click", async () => {
    at("review-start").disabled = true;
    at("review-stop").disabled = false;
    told("The review begins …");
    const request = { do: "review", ...asked(), minutes: Number(at("minutes").value) };
    try {
      const [event] = await pool().reviewer().ask(request, (heard) => told(heard.text));
      if (event.event === "review") {
        told("The review is done.");
        at("stale-review").hidden = true;
        show(event);
      } else told(event.why ?? event.mistakes.map(({ message }) => message).join(" "));
    } catch (error) {
      told(error instanceof Ended ? error.message : String(error));
    }
    at("review-start").disabled = false;
    at("review-stop").disabled = true;
  });
  at("review-stop").addEventListener("click", () => pool().reviewer().restart("The review was stopped."));
}
