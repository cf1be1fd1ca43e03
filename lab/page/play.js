// A person plays against strategies.

import { at, make } from "./dom.js";

/** What is played: the deal, and the choices so far. */
const played = { index: 0, chosen: [] };

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
    at("board").textContent = event.text;
    at("board").scrollTop = at("board").scrollHeight;
    at("options").replaceChildren(...event.options.map(option));
    at("undo").disabled = played.chosen.length === 0;
    at("hint").disabled = event.options.length === 0;
    at("deal").disabled = false;
    if (event.options.length === 0) at("advice").textContent = "The game is over.";
    else if (event.advice !== null) at("advice").textContent = `${event.adviser} would choose: ${event.options[event.advice]}`;
    else at("advice").textContent = advised ? "The strongest player has no advice." : "";
    at("options").querySelector("button")?.focus();
  }

  function option(text, place) {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", () => {
      played.chosen.push(place);
      show();
    });
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
