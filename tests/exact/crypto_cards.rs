//! Endings of Crypto Cards: a whole game with 52 cards is far too large, but its last turns are
//! not.
//!
//! An ending is a public position from a played game, with the hidden cards, those in the hands and
//! in the rest of the deck, dealt anew: all orders that fit the public information are equally
//! likely. The strategies draw the cards that they cannot see in the same way.

use fairdeal::game::{CardNumber, Chance, Game, LegalSet, Turn};
use fairdeal::games::crypto_cards::{Action, CryptoCards, Rules};
use fairdeal::input::Settings;
use fairdeal::rng::{BlockStreams, Purpose};
use fairdeal::seat::Seat;
use fairdeal::strategy::Strategy;

use super::deals::{Part, deals};
use super::played::Played;
use super::tree::Tree;
use super::truth::{EXPLOITABILITY, Rung, examine};
use crate::support::player;

/// Small hands and one Joker, whose position is the only chance besides the order of the cards.
fn rules(options: &str) -> Rules {
    let mut settings = Settings::defaults(CryptoCards::DESCRIPTION.knobs);
    for option in
        ["hand_size=1", "jokers=1", "end_on_joker=1"].into_iter().chain(options.split_whitespace())
    {
        settings.apply_option(option).expect("a knob");
    }
    CryptoCards::rules(&settings, 2).expect("can be dealt")
}

/// The random numbers of one game: the 52 cards in order, and the Joker's position in the deck.
#[derive(Clone, Debug, Default)]
struct Course {
    cards: Vec<u8>,
    joker: u32,
}

impl Chance for Course {
    fn shuffle<C: CardNumber>(&mut self, _purpose: Purpose, items: &mut [C]) {
        let cards: Vec<C> = self.cards.iter().map(|card| C::from(*card)).collect();
        items.copy_from_slice(&cards);
    }

    fn below(&mut self, _purpose: Purpose, _bound: u32) -> u32 {
        self.joker
    }
}

/// Records the random numbers of a shuffled game.
struct Recording {
    streams: BlockStreams,
    course: Course,
}

impl Chance for Recording {
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]) {
        self.streams.shuffle(purpose, items);
        self.course.cards = items.iter().map(|card| (*card).into() as u8).collect();
    }

    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.course.joker = self.streams.below(purpose, bound);
        self.course.joker
    }
}

/// The ending of the game of a block between random players, from the moment when the deck has
/// `left` cards besides the Joker; none if the Joker comes first.
fn ending(rules: &Rules, block: u64, left: usize) -> Option<Tree<Played<'_, CryptoCards>>> {
    let mut recording =
        Recording { streams: BlockStreams::new(11, block), course: Course::default() };
    let mut state = CryptoCards::start(rules, &mut recording, &mut ());
    let mut strategy = player::<CryptoCards>("random");
    let mut stream = recording.streams.stream(Purpose::Strategy(0));
    let mut actions = Vec::new();
    let seat = loop {
        let Turn::Decide(seat) = CryptoCards::turn(&state) else { return None };
        let view = CryptoCards::view(rules, &state, seat);
        if view.deck_cards() as usize == left {
            break seat;
        }
        let legal = CryptoCards::legal(rules, &state);
        let action = strategy.choose(&view, &legal, &mut stream).expect("legal play").into_action();
        actions.push(action);
        CryptoCards::apply(rules, &mut state, action, &mut recording, &mut ());
    };
    let Course { cards, joker } = recording.course;
    let hands: Vec<_> =
        Seat::all(2).map(|seat| CryptoCards::view(rules, &state, seat).hand).collect();
    let in_hand = |card: u8| hands.iter().any(|hand| hand.bits() >> card & 1 == 1);
    let places: Vec<usize> = (0..cards.len())
        .filter(|&place| place >= cards.len() - left || in_hand(cards[place]))
        .collect();
    let deck = cards.len() as u32 - 2;
    debug_assert!(joker >= deck - left as u32 && hands[seat.index()].count() == 2);
    let mut positions = Vec::new();
    for (order, _) in
        deals(&vec![1; places.len()], &Part::one_by_one(0..places.len()).collect::<Vec<_>>())
    {
        let mut dealt = cards.clone();
        for (&place, &card) in places.iter().zip(&order) {
            dealt[place] = cards[places[usize::from(card)]];
        }
        for joker in deck - left as u32..=deck {
            positions.extend(replay(rules, Course { cards: dealt.clone(), joker }, &actions));
        }
    }
    let probability = 1.0 / positions.len() as f64;
    Some(Tree::new(positions.into_iter().map(|position| (position, probability))))
}

/// The position after the actions with other hidden cards; none if the difference would have been
/// visible.
fn replay<'r>(
    rules: &'r Rules,
    mut course: Course,
    actions: &[Action],
) -> Option<Played<'r, CryptoCards>> {
    let mut state = CryptoCards::start(rules, &mut course, &mut ());
    for &action in actions {
        if !CryptoCards::legal(rules, &state).contains(action) {
            return None;
        }
        CryptoCards::apply(rules, &mut state, action, &mut course, &mut ());
    }
    Some(Played { rules, state })
}

/// Endings differ more than deals do: depending on the position, strategies lose much or nothing.
const RUNGS: &[Rung] = &[
    Rung { name: "random", asks: 50, at_least: 0.01, at_most: 0.5 },
    Rung { name: "greedy", asks: 1, at_least: -EXPLOITABILITY, at_most: 0.3 },
    Rung { name: "heuristic", asks: 1, at_least: -EXPLOITABILITY, at_most: 0.3 },
    Rung { name: "flat", asks: 1, at_least: -EXPLOITABILITY, at_most: 0.15 },
    Rung { name: "strong", asks: 1, at_least: -EXPLOITABILITY, at_most: 0.02 },
];

/// Checks endings by their rules, blocks and the cards left, with the share that seat 0 wins.
fn hold(cases: &[(&str, u64, usize, f64)]) {
    for &(options, block, left, wins) in cases {
        let rules = rules(options);
        let tree = ending(&rules, block, left).expect("the Joker comes later");
        examine::<CryptoCards>(
            &format!("{options} game {block} with {left} cards left"),
            &tree,
            wins,
            RUNGS,
        );
    }
}

#[test]
fn last_turns_have_their_values() {
    hold(&[
        ("face_sales=40", 21, 2, 0.2666),
        ("face_sales=40", 28, 2, 0.8334),
        ("face_sales=40", 52, 2, 0.2611),
    ]);
}

#[test]
#[ignore = "takes half a minute"]
fn more_turns_have_their_values() {
    hold(&[("", 67, 3, 0.5618), ("", 106, 3, 0.7034)]);
}
