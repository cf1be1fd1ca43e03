// A person plays against strategies.

import { at, make } from "./dom.js";
import { draw, steps, suited } from "./table.js";

/** What is played: the deal, and the choices so far. */
const played = { index: 0, chosen: [], asks: false };

const percent = (share) => `${Math.round(100 * share)} %`;

/** Lets a person play. `ask`: asks the engine. `asked`: returns the game, rules and seed. */
export function play(ask, asked) {
  async function show(advised = false) {
    const { strategies, ...rules } = asked();
    const seat = Number(at("seat").value);
    const event = await ask({ do: "sit", ...rules, strategies, seat, index: played.index, chosen: played.chosen, advised });
    if (event.event !== "sitting") {
      at("advice").textContent = event.why ?? event.mistakes.map(({ message }) => message).join(" ");
      return;
    }
    at("board").hidden = false;
    at("board").replaceChildren(...draw(event, steps(event).at(-1), { seat, options: event.options, choose }));
    at("course").hidden = false;
    at("course-text").textContent = event.text;
    at("options").replaceChildren(...event.options.map((text, place) => option(text, place, event.chances[place])));
    at("undo").disabled = played.chosen.length === 0;
    at("hint").disabled = event.options.length === 0;
    at("deal").disabled = false;
    if (event.options.length === 0) at("advice").textContent = "The game is over.";
    else if (event.advice !== null) at("advice").textContent = advice(event);
    else at("advice").textContent = advised ? "The strongest player has no advice." : "";
    at("options").querySelector("button")?.focus();
  }

  /** Takes an option; a second click on the same one, before the answer to the first, does nothing. */
  function choose(place) {
    if (played.asks) return;
    played.chosen.push(place);
    played.asks = true;
    show().finally(() => (played.asks = false));
  }

  /** What the strongest player would do, and what it wins. */
  function advice({ adviser, advice: place, options, chances }) {
    const wins = chances.length > 0 ? ` With it you win about ${percent(chances[place])} of such games.` : "";
    return `${adviser} would choose: ${suited(options[place])}.${wins}`;
  }

  function option(text, place, chance) {
    const wins = chance === undefined ? "" : ` (wins ${percent(chance)})`;
    const button = make("button", { type: "button" }, suited(text) + wins);
    button.addEventListener("click", () => choose(place));
    return make("li", {}, button);
  }

  const begin = (index) => {
    Object.assign(played, { index, chosen: [] });
    return show();
  };
  at("sit").addEventListener("click", () => begin(played.index));
  at("deal").addEventListener("click", () => begin(played.index + 1));
  at("hint").addEventListener("click", () => show(true));
  at("undo").addEventListener("click", () => {
    played.chosen.pop();
    show();
  });
}
