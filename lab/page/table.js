// The table, drawn: what lies on it, what each seat holds, and what was done.

import { make } from "./dom.js";

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** A text with the signs of the suits: 7♥ for 7H. */
export const suited = (text) => text.replace(/\b(10|[2-9AJQKT])([SHDC])\b/g, (_, rank, suit) => rank + SUITS[suit]);

/** A word: a card as a picture of it, anything else as it is. Only in hands are numbers cards. */
function word(text, isHand) {
  const [, rank, suit, rest] = /^(10|[2-9AJQKT]|\d{1,3})([SHDC]?)([,;.]?)$/.exec(text) ?? [];
  if (rank === undefined || !(suit || isHand)) return `${text} `;
  const card = make("span", { className: "HD".includes(suit) && suit ? "card red" : "card" }, rank + (SUITS[suit] ?? ""));
  return make("span", {}, card, `${rest} `);
}

const words = (text, isHand = false) => text.split(" ").filter(Boolean).map((one) => word(one, isHand));

/**
 * The steps of a told game: after each line that says what a seat did, with what it could have done
 * instead, and at the end of each part.
 */
export function steps({ parts }) {
  return parts.flatMap(({ lines }, part) => {
    const end = lines.length - 1;
    const is = (line, wanted) => lines[line]?.[0] === wanted;
    const does = (line) => is(line, "others") || (is(line, "play") && /^Seat \d/.test(lines[line][1]) && !is(line + 1, "others"));
    const found = lines.flatMap((_, line) => (line === end || does(line) ? [{ part, line }] : []));
    return found.length > 0 ? found : [{ part, line: end }];
  });
}

/** Draws the table of a told game at a step. */
export function draw({ parts }, { part: now, line: last }) {
  const hands = new Map();
  let [table, done] = [[], []];
  parts.slice(0, now + 1).forEach(({ lines }, part) => {
    // Each part begins with all that is seen. A hand that is empty is not told.
    hands.clear();
    [table, done] = [[], []];
    lines.slice(0, part === now ? last + 1 : undefined).forEach(([about, text]) => {
      if (about === "table") table.push(text);
      else if (about === "play" || about === "others") done.push([about, text]);
      else hands.set(Number(about), text);
    });
  });
  const nameOf = (text) => /^Seat \d+/.exec(text)?.[0];
  const acting = nameOf(done.findLast(([about]) => about === "play")?.[1] ?? "");
  const seat = ([, text]) =>
    make(
      "div",
      { className: nameOf(text) === acting ? "hand acting" : "hand" },
      make("strong", {}, `${nameOf(text)} `),
      ...words(text.replace(/^Seat \d+ holds /, ""), true),
    );
  const line = ([about, text]) => make("li", { className: about === "others" ? "quiet" : "" }, suited(text));
  return [
    make("h3", {}, parts[now].title),
    make("div", { className: "felt" }, ...table.map((text) => make("p", {}, ...words(text)))),
    make("div", { className: "hands" }, ...[...hands].sort(([one], [other]) => one - other).map(seat)),
    make("ul", { className: "plain done" }, ...done.map(line)),
  ];
}
