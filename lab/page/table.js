// The table, drawn: what lies on it, what each seat holds, and what was done.

import { make } from "./dom.js";

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** A text with the signs of the suits: 7♥ for 7H. */
export const suited = (text) => text.replace(/\b(10|[2-9AJQKT])([SHDC])\b/g, (_, rank, suit) => rank + SUITS[suit]);

const CARD = /^(10|[2-9AJQKT]|\d{1,3})([SHDC]?)([,;.]?)$/;

/** How the line about a hand begins. */
const HOLDS = /^Seat \d+ holds /;

/** A word: a card as a picture of it, anything else as it is. Only in hands are numbers cards. `buttons`: see `buttonsOf`. */
function word(text, isHand, buttons) {
  const [, rank, suit, rest] = CARD.exec(text) ?? [];
  if (rank === undefined || !(suit || isHand)) return `${text} `;
  const look = { className: "HD".includes(suit) && suit ? "card red" : "card" };
  const face = rank + (SUITS[suit] ?? "");
  const card = buttons.get(rank + suit)?.(look, face) ?? make("span", look, face);
  return make("span", {}, card, `${rest} `);
}

const words = (text, isHand, buttons = new Map()) => text.split(" ").filter(Boolean).map((one) => word(one, isHand, buttons));

/** The cards that a text names, each once. The number of a seat is no card. */
const cardsOf = (text) => {
  const words = text.replace(/\bseat \d+/gi, "").split(" ");
  return new Set(words.flatMap((one) => CARD.exec(one)?.slice(1, 3).join("") ?? []));
};

/**
 * By card, how its button is made, for cards that are part of exactly one option. `options`: the options
 * in words. `choose`: chooses the option at a place. `hand`: what the person holds.
 */
function buttonsOf({ options, choose }, hand) {
  const places = new Map();
  const named = options.map(cardsOf);
  named.forEach((cards, place) => cards.forEach((card) => places.set(card, [...(places.get(card) ?? []), place])));
  // Numbers may be cards or something else, such as bids or parts of names: they are cards if the person
  // holds them all and nothing else, and none is the end of a range, which has more cards than it names.
  const isNumber = (card) => !/[SHDC]$/.test(card);
  const held = cardsOf(hand);
  const hasRange = options.some((text) => /(\d|\b[AJQKT])-(\d|[AJQKT]\b)/.test(text));
  const onlyCards = hand.split(" ").every((one) => CARD.test(one));
  const areCards = onlyCards && !hasRange && [...places.keys()].filter(isNumber).every((number) => held.has(number));
  const single = [...places].filter(([card, { length }]) => length === 1 && (areCards || !isNumber(card)));
  const button = ([card, [place]]) => [
    card,
    (look, face) => {
      const says = suited(options[place]);
      const made = make("button", { ...look, type: "button", title: says, "aria-label": says }, face);
      made.addEventListener("click", () => choose(place));
      return made;
    },
  ];
  return new Map(single.map(button));
}

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

/** Draws the table of a told game at a step. `person`: who chooses there: the seat, and see `buttonsOf`. */
export function draw({ parts }, { part: now, line: last }, person) {
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
  const hand = (hands.get(person?.seat) ?? "").replace(HOLDS, "");
  const buttons = person && buttonsOf(person, hand);
  // The same card may lie on the table and be in the hand, from another deck.
  const held = cardsOf(hand);
  const ofTable = buttons && new Map([...buttons].filter(([card]) => !held.has(card)));
  const seat = ([number, text]) =>
    make(
      "div",
      { className: nameOf(text) === acting ? "hand acting" : "hand" },
      make("strong", {}, `${nameOf(text)} `),
      ...words(text.replace(HOLDS, ""), true, number === person?.seat ? buttons : undefined),
    );
  const line = ([about, text]) => make("li", { className: about === "others" ? "quiet" : "" }, suited(text));
  return [
    make("h3", {}, parts[now].title),
    make("div", { className: "felt" }, ...table.map((text) => make("p", {}, ...words(text, false, ofTable)))),
    make("div", { className: "hands" }, ...[...hands].sort(([one], [other]) => one - other).map(seat)),
    make("ul", { className: "plain done" }, ...done.map(line)),
  ];
}
