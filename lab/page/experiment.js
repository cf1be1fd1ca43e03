// The file of an experiment, made from what is chosen on the page.

const text = (value) => JSON.stringify(String(value));

/** A value of a knob in TOML. */
function value(knob, given) {
  return knob.kind === "choice" || knob.kind === "text" ? text(given) : String(given);
}

/**
 * The experiment as text. `game`: as the engine shows it. `chosen`: `{ seed, blocks, most, rules,
 * lineups }`, where rules have a name and values by knob, and line-ups a list of strategies.
 */
export function experiment(game, chosen) {
  const lines = [
    `game = ${text(game.name)}`,
    `seed = ${chosen.seed}`,
    `blocks = ${chosen.blocks}`,
  ];
  for (const { name, values } of chosen.rules) {
    const rules = game.knobs
      .filter(({ key }) => key in values)
      .map((knob) => `${knob.key} = ${value(knob, values[knob.key])}`);
    lines.push("", "[[variant]]", `name = ${text(name)}`, `rules = { ${rules.join(", ")} }`);
  }
  for (const strategies of chosen.lineups) {
    lines.push("", "[[lineup]]", `strategies = [${strategies.map(text).join(", ")}]`);
  }
  lines.push("", "[stop]", 'when = "settled"', `max_blocks = ${chosen.most}`, "");
  return lines.join("\n");
}
