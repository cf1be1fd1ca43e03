//! Scrip compared with its rules: the conformance suite, and recorded games.

use std::collections::BTreeSet;

use serde_json::Value;

use super::rules::{Counter, Knobs};
use super::state::{Stage, set_of, top};
use super::values::{CARDS, DECK};
use super::{Action, Event, Rules, Scrip, State, View};
use crate::cards::standard::{Ace, Card, CardSet, HIGH_ACE, Suit};
use crate::game::conformance::{
    Examined, Searched, draws_are_uniform, every_knob_matters, examine, examine_presets,
    examine_random_knobs, open_decisions_are_said, orders, with_options,
};
use crate::game::recorded::replay;
use crate::game::{CardNumber, Chance, Game, LegalSet, Outcome, Turn, random_settings};
use crate::input::Settings;
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{Seat, SeatSet};

/// The rank of a card in the rules' text.
fn rank(knobs: &Knobs, card: Card) -> u8 {
    if card.rank() == HIGH_ACE { knobs.ace_rank } else { card.rank() }
}

/// All ways to take some of these cards.
fn subsets(cards: &[Card]) -> Vec<Vec<Card>> {
    cards.iter().fold(vec![Vec::new()], |taken, card| {
        let with =
            taken.iter().map(|cards| [cards.as_slice(), &[*card]].concat()).collect::<Vec<_>>();
        [taken, with].concat()
    })
}

/// A direct second implementation of the rules' text.
fn legal_by_the_book(knobs: &Knobs, state: &State) -> BTreeSet<String> {
    let hand: Vec<Card> = state.hands[state.table.seat.index()].cards().iter().collect();
    let market: Vec<Card> = state.table.market.iter().collect();
    if let Some(stolen) = market.iter().find(|card| **card == state.table.stolen) {
        let fits = |club: Card| match knobs.counter {
            Counter::AtMost => rank(knobs, club) <= rank(knobs, *stolen),
            Counter::AtLeast => rank(knobs, club) >= rank(knobs, *stolen),
            Counter::Any => true,
            Counter::None => false,
        };
        let counters = hand
            .iter()
            .filter(|card| card.suit() == Suit::Clubs && fits(**card))
            .map(|club| format!("counter {club}"));
        return counters.chain(["pass".to_owned()]).collect();
    }
    let mut legal = BTreeSet::from(["end".to_owned()]);
    if state.table.steals < knobs.steals_per_turn {
        legal.extend(market.iter().map(|card| format!("steal {card}")));
    }
    if state.table.steals > 0 {
        return legal;
    }
    let mut spades: Vec<Card> =
        hand.iter().copied().filter(|card| card.suit() == Suit::Spades).collect();
    spades.sort_by_key(|card| std::cmp::Reverse(card.rank()));
    let payments = subsets(&spades).into_iter().filter(|payment| !payment.is_empty());
    for payment in payments.filter(|payment| knobs.combine_spades || payment.len() == 1) {
        let sum: u8 = payment.iter().map(|card| rank(knobs, *card)).sum();
        let names = payment.iter().map(Card::to_string).collect::<Vec<_>>().join("+");
        legal.extend(
            market
                .iter()
                .filter(|card| sum >= rank(knobs, **card))
                .map(|card| format!("buy {card} with {names}")),
        );
    }
    if knobs.exchange {
        for given in hand {
            let fits = |card: Card| {
                let (given, taken) = (rank(knobs, given), rank(knobs, card));
                given > taken || (given == taken && knobs.exchange_equal)
            };
            let affordable = market.iter().filter(|card| fits(**card));
            legal.extend(affordable.map(|card| format!("exchange {given} for {card}")));
        }
    }
    legal
}

/// A seat's cards by place: hand, draw pile and discard pile.
fn places(state: &State, seat: Seat) -> [CardSet; 3] {
    let index = seat.index();
    [
        state.hands[index].cards(),
        set_of(top(&state.piles[index], state.table.piles[index])),
        state.table.discards[index],
    ]
}

fn seats(rules: &Rules) -> impl Iterator<Item = Seat> + use<> {
    Seat::all(usize::from(rules.players))
}

impl PartialEq for View<'_> {
    /// Views of one game are equal when the seat knows the same.
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table
            && self.seat == other.seat
            && self.hand == other.hand
            && self.own == other.own
    }
}

impl Examined for Scrip {
    type Search = Searched;

    fn cards(rules: &Rules, state: &State) -> Vec<u8> {
        let stockpile =
            top(&state.deck, state.table.stockpile).iter().map(|card| Card::from_number(*card));
        let mut cards: Vec<u8> =
            state.table.market.iter().chain(stockpile).map(Card::number).collect();
        for seat in seats(rules) {
            let places = places(state, seat);
            let owned = places.into_iter().fold(CardSet::EMPTY, CardSet::union);
            assert_eq!(
                owned,
                state.owned[seat.index()],
                "what a seat owns is in its hand and its piles"
            );
            assert_eq!(owned.count(), u32::from(state.table.owned[seat.index()]));
            cards.extend(places.into_iter().flat_map(CardSet::iter).map(Card::number));
        }
        cards.sort_unstable();
        assert_eq!(cards, DECK, "every card once");
        cards
    }

    fn brute_force(settings: &Settings, _rules: &Rules, state: &State) -> Option<BTreeSet<String>> {
        Some(legal_by_the_book(&Knobs::read(settings), state))
    }

    fn begins_anew(_event: &str) -> bool {
        false
    }

    fn rearrange_hidden(rules: &Rules, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut state = state.clone();
        // The seat does not know the order of its own pile.
        let own = usize::from(state.table.piles[seat.index()]);
        stream.shuffle(&mut state.piles[seat.index()][CARDS - own..]);

        // Others: cards that may be in the hand as well as in the pile change places.
        let mut unknown_places: Vec<(usize, usize, Card)> = Vec::new();
        for other in seats(rules).filter(|other| *other != seat) {
            let index = other.index();
            let view = Scrip::view(rules, &state, seat);
            let (known, in_hand) = (view.known_in_hand_or_pile(other), view.known_in_hand(other));
            let [hand, pile, _] = places(&state, other);
            // A pile has either only unshown cards, or only shown ones; in the latter case all
            // unshown cards have been drawn.
            let unknown_in_pile = !pile.minus(known).is_empty();
            let fixed = if unknown_in_pile || pile.is_empty() {
                CardSet::EMPTY
            } else {
                in_hand.union(hand.minus(known))
            };
            let mut pool: Vec<u8> =
                hand.minus(fixed).union(pile).iter().map(Card::number).collect();
            stream.shuffle(&mut pool);
            let new_pile: Vec<u8> = pool.drain(..pile.count() as usize).collect();
            state.piles[index][CARDS - new_pile.len()..].copy_from_slice(&new_pile);
            state.hands[index] = rules.hand(set_of(&pool).union(fixed));
            let [hand, pile, _] = places(&state, other);
            unknown_places.extend(hand.minus(known).iter().map(|card| (index, 0, card)));
            unknown_places.extend(pile.minus(known).iter().map(|card| (index, 1, card)));
        }

        // Unseen cards may belong to any other seat, or to the Stockpile.
        let stockpile = usize::from(state.table.stockpile);
        let mut pool: Vec<u8> = state.deck[CARDS - stockpile..].to_vec();
        pool.extend(unknown_places.iter().map(|(_, _, card)| card.number()));
        assert_eq!(
            set_of(&pool),
            Scrip::view(rules, &state, seat).unseen(),
            "what a seat cannot place"
        );
        stream.shuffle(&mut pool);
        let rest = pool.split_off(stockpile);
        state.deck[CARDS - stockpile..].copy_from_slice(&pool);
        // First all old cards are removed, then the new ones are added, since a card may move from
        // one seat to another.
        let mut hands: [CardSet; 4] = std::array::from_fn(|index| state.hands[index].cards());
        for (index, _, card) in &unknown_places {
            hands[*index] = hands[*index].without(*card);
            state.owned[*index] = state.owned[*index].without(*card);
        }
        for ((index, place, old), new) in unknown_places.iter().zip(rest) {
            state.owned[*index] = state.owned[*index].with(Card::from_number(new));
            if *place == 0 {
                hands[*index] = hands[*index].with(Card::from_number(new));
            } else {
                // Cards of a pile that are exchanged one after the other must not be confused: they
                // are marked until all are done.
                let position = state.piles[*index]
                    .iter()
                    .rposition(|card| *card == old.number())
                    .expect("in the pile");
                state.piles[*index][position] = new | 128;
            }
        }
        for pile in &mut state.piles {
            for card in pile {
                *card &= 127;
            }
        }
        for other in seats(rules).filter(|other| *other != seat) {
            state.hands[other.index()] = rules.hand(hands[other.index()]);
        }
        state
    }

    fn same_view(one: View<'_>, other: View<'_>) -> bool {
        let told = |view: View<'_>| {
            let of_seat = |seat| {
                let sets = [
                    view.known(seat),
                    view.known_in_hand_or_pile(seat),
                    view.known_in_hand(seat),
                    view.discards(seat),
                ];
                (sets, view.hand_size(seat), view.pile_size(seat), view.cards(seat))
            };
            let seats: Vec<_> = Seat::all(view.players()).map(of_seat).collect();
            (
                seats,
                view.unseen(),
                view.own_pile(),
                view.stockpile(),
                view.table.market,
                view.stolen(),
                view.steals_left(),
                view.turns(),
            )
        };
        one == other && told(one) == told(other)
    }

    fn decision_bound(settings: &Settings) -> u64 {
        // In a turn: at most every card of a hand once, and every steal with three answers, then
        // the end.
        let knobs = Knobs::read(settings);
        u64::from(knobs.max_turns) * u64::from(knobs.hand_size + 4 * knobs.steals_per_turn + 1)
    }
}

#[test]
fn the_presets_conform() {
    examine_presets::<Scrip>(5);
}

#[test]
fn random_knobs_conform() {
    examine_random_knobs::<Scrip>(300, 40);
}

#[test]
fn large_markets_and_hands_conform() {
    for options in [
        &["exchange_refills=true", "hand_size=6", "market_size=6", "max_turns=60"][..],
        &[
            "exchange_refills=true", "hand_size=6", "steals_per_turn=0", "ace_rank=20",
            "max_turns=60",
        ],
        &[
            "exchange_refills=true", "starting_deck=3", "market_size=1", "steals_per_turn=0",
            "max_turns=40",
        ],
        &[
            "exchange_refills=true", "hand_size=5", "starting_deck=5", "combine_spades=false",
            "ace_rank=1", "max_turns=60",
        ],
        &[
            "exchange_equal=false", "exchange_refills=true", "hand_size=6", "market_size=6",
            "ace_rank=1", "max_turns=60",
        ],
        &["starting_deck=12", "hand_size=6", "market_size=4"],
    ] {
        for players in [2, 4] {
            examine::<Scrip>(&with_options::<Scrip>(options), players, 0..3);
        }
    }
}

#[test]
fn open_decisions_are_declared() {
    open_decisions_are_said::<Scrip>();
}

#[test]
fn every_knob_changes_the_rules() {
    every_knob_matters::<Scrip>(
        3,
        &[
            "starting_deck=7", "hand_size=4", "market_size=4", "ace_rank=14", "diamond_bonus=26",
            "diamond_tie=all", "diamond_tie=split", "combine_spades=false", "exchange=false",
            "exchange_equal=false", "exchange_refills=true", "steals_per_turn=2",
            "counter=at_least", "counter=any", "counter=none", "end=stockpile", "place_points=1",
            "place_cards=1", "place_cards=-1", "max_turns=20",
        ],
    );
}

#[test]
fn impossible_deals_are_refused() {
    for (options, players, message) in [
        (
            &["hand_size=6", "starting_deck=5"][..],
            2,
            "--set: a hand of 6 cards (`hand_size`) from a first pile of 5 (`starting_deck`)",
        ),
        (
            &["hand_size=4", "starting_deck=3"],
            4,
            "a hand of 4 cards (`hand_size`) from a first pile of 3",
        ),
        (
            &["starting_deck=12", "market_size=5"],
            4,
            "4 piles of 12 and a Market of 5 (`starting_deck`, `market_size`) need 53 cards",
        ),
        (
            &["place_cards=-2"],
            3,
            "a hand of 3 cards (`hand_size`) from a first pile of 2 (`starting_deck`, `place_cards`)",
        ),
        (
            &["starting_deck=10", "place_cards=2"],
            4,
            "piles of 10, 12, 14, 16 and a Market of 3 (`starting_deck`, `place_cards`, `market_size`) need 55 cards, and the deck has 52",
        ),
    ] {
        let error = Scrip::rules(&with_options::<Scrip>(options), players)
            .expect_err("cannot be dealt")
            .to_string();
        assert!(error.contains(message), "{error}");
    }
    assert!(
        Scrip::rules(&with_options::<Scrip>(&["starting_deck=12", "market_size=4"]), 4).is_ok()
    );
    // The range of `starting_deck` limits only that knob.
    for (players, options) in
        [(4, ["starting_deck=9", "place_cards=2"]), (3, ["starting_deck=12", "place_cards=2"])]
    {
        assert!(Scrip::rules(&with_options::<Scrip>(&options), players).is_ok());
    }
}

/// `place_cards`: one card at a time to the seats in turn; a seat that has all its cards is
/// skipped.
#[test]
fn a_later_place_has_a_larger_or_smaller_first_pile() {
    let deck = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D 4D 5D 6D 7D";
    let dealt = |options: &[&str], players: usize| {
        let (rules, state) = play(options, players, deck, &[]);
        let setup = Scrip::event_json(&rules, &Event::Setup(&state));
        let joined = |key: &str, seat: usize| {
            setup[key][seat]
                .as_array()
                .expect("cards")
                .iter()
                .filter_map(Value::as_str)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let seats = (0..players).map(|seat| {
            let [hand, pile, discards] = places(&state, Seat::new(seat as u8));
            let (in_hand, in_pile) = (joined("hands", seat), joined("draw_piles", seat));
            assert_eq!((hand, pile, discards), (set(&in_hand), set(&in_pile), CardSet::EMPTY));
            assert_eq!(u32::from(state.table.owned[seat]), hand.count() + pile.count());
            format!("{in_hand} | {in_pile}")
        });
        (seats.collect::<Vec<_>>(), state.table.market)
    };
    let (seats, market) = dealt(&["starting_deck=4", "place_cards=1"], 3);
    assert_eq!(seats, ["2C 5C 8C | JC", "3C 6C 9C | QC AC", "4C 7C 10C | KC 2D 3D"]);
    assert_eq!(market, set("4D 5D 6D"));
    let (seats, market) = dealt(&["starting_deck=7", "place_cards=-2", "market_size=1"], 3);
    assert_eq!(seats, ["2C 5C 8C | JC KC 2D 3D", "3C 6C 9C | QC AC", "4C 7C 10C | "]);
    assert_eq!(market, set("4D"));
}

/// The random numbers of a recorded game: one deck, and the piles that each seat shuffled.
struct Recorded {
    deck: Vec<u8>,
    piles: Vec<Vec<Vec<u8>>>,
}

fn card(name: &Value) -> u8 {
    let name = name.as_str().expect("a card");
    Card::deck(Ace::High)
        .into_iter()
        .find(|card| card.to_string() == name)
        .expect("a card of the deck")
        .number()
}

fn cards(names: &Value) -> Vec<u8> {
    names.as_array().expect("a list").iter().map(card).collect()
}

impl Recorded {
    fn new(events: &[Value]) -> Self {
        let setup = &events[0];
        let lists = |key: &str| {
            setup[key].as_array().expect("a list").iter().map(cards).collect::<Vec<_>>()
        };
        let dealt: Vec<Vec<u8>> = lists("hands")
            .into_iter()
            .zip(lists("draw_piles"))
            .map(|(hand, pile)| [hand, pile].concat())
            .collect();
        let mut deck: Vec<u8> = (0..dealt[0].len())
            .flat_map(|place| dealt.iter().map(move |cards| cards[place]))
            .collect();
        deck.extend(cards(&setup["market"]).into_iter().chain(cards(&setup["stockpile"])));
        let mut piles = vec![Vec::new(); dealt.len()];
        for event in events.iter().filter(|event| event["e"] == "shuffle") {
            piles[event["p"].as_u64().expect("a seat") as usize].push(cards(&event["draw_pile"]));
        }
        Self { deck, piles }
    }
}

impl Chance for Recorded {
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]) {
        assert!(items.is_sorted(), "piles lie in canonical order before they are shuffled");
        let recorded = match purpose {
            Purpose::Deck(0) => &self.deck,
            Purpose::Reshuffle { seat, times } => &self.piles[usize::from(seat)][times as usize],
            other => unreachable!("Scrip does not shuffle for {other:?}"),
        };
        let recorded: Vec<C> = recorded.iter().map(|card| C::from(*card)).collect();
        let sorted = |cards: &[C]| cards.iter().copied().collect::<BTreeSet<_>>();
        assert!(sorted(&recorded) == sorted(items), "the cards to be shuffled");
        items.copy_from_slice(&recorded);
    }

    fn below(&mut self, purpose: Purpose, _bound: u32) -> u32 {
        unreachable!("Scrip draws no lots, for {purpose:?} neither")
    }
}

/// Random games from an independent implementation of the rules have the same legal sets, events
/// and outcome.
#[test]
fn recorded_games_are_replayed() {
    let games = include_str!("../../../../../tests/data/examples/scrip.jsonl");
    assert_eq!(replay::<Scrip, _>(games, Recorded::new), 6);
}

#[test]
fn a_state_is_small() {
    assert!(size_of::<State>() <= 640, "{} bytes: more than ten cache lines", size_of::<State>());
    assert!(size_of::<Action>() <= 4);
}

/// The cards of these names.
fn set(names: &str) -> CardSet {
    names.split_whitespace().map(|name| Card::from_number(card(&name.into()))).collect()
}

fn one(name: &str) -> Card {
    Card::from_number(card(&name.into()))
}

/// Deals a deck that begins with these cards, in this order; the others follow in canonical order,
/// and shuffles change nothing.
struct Stacked(Vec<u8>);

impl Stacked {
    fn new(first: &str) -> Self {
        let first: Vec<u8> = first.split_whitespace().map(|name| card(&name.into())).collect();
        let rest = DECK.into_iter().filter(|card| !first.contains(card)).collect::<Vec<_>>();
        Self([first, rest].concat())
    }
}

impl Chance for Stacked {
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]) {
        if purpose == Purpose::Deck(0) {
            for (item, card) in items.iter_mut().zip(&self.0) {
                *item = C::from(*card);
            }
        }
    }

    fn below(&mut self, _purpose: Purpose, _bound: u32) -> u32 {
        0
    }
}

/// Plays a game with the first cards of the deck and the names of the actions given.
fn play(options: &[&str], players: usize, deck: &str, actions: &[&str]) -> (Rules, State) {
    let rules = Scrip::rules(&with_options::<Scrip>(options), players).expect("can be dealt");
    let mut chance = Stacked::new(deck);
    let mut state = Scrip::start(&rules, &mut chance, &mut ());
    for name in actions {
        let legal = Scrip::legal(&rules, &state);
        let action = legal.iter().find(|action| Scrip::action_name(&rules, *action) == *name);
        let action = action.unwrap_or_else(|| {
            panic!("{name} is not among {:?}", legal.iter().collect::<Vec<_>>())
        });
        Scrip::apply(&rules, &mut state, action, &mut chance, &mut ());
    }
    (rules, state)
}

fn decides(state: &State) -> Option<usize> {
    match Scrip::turn(state) {
        Turn::Decide(seat) => Some(seat.index()),
        Turn::Over => None,
    }
}

/// Three cards each, seat by seat: 9S 2S KC, then 5C 4C 2H, in the Market 9H 3D JD.
const OPENING: &str = "9S 5C 2S 4C KC 2H 9H 3D JD 8D";

#[test]
fn bought_and_spent_cards_are_discarded() {
    let (_, state) = play(&["starting_deck=3"], 2, OPENING, &["buy JD with 9S+2S"]);
    assert_eq!(places(&state, Seat::new(0)), [set("KC"), CardSet::EMPTY, set("9S 2S JD")]);
    assert_eq!(state.table.market, set("9H 3D 8D"), "8D came from the Stockpile");
    assert_eq!(decides(&state), Some(0));
}

#[test]
fn an_exchange_fills_the_gap_itself() {
    // R1.
    let (_, state) = play(&["starting_deck=3"], 2, OPENING, &["exchange KC for JD"]);
    assert_eq!(places(&state, Seat::new(0)), [set("9S 2S"), CardSet::EMPTY, set("JD")]);
    assert_eq!(state.table.market, set("9H 3D KC"));
    let (_, state) =
        play(&["starting_deck=3", "exchange_refills=true"], 2, OPENING, &["exchange KC for JD"]);
    assert_eq!(state.table.market, set("9H 3D KC 8D"));
}

#[test]
fn an_exchange_between_equals_is_a_rule() {
    // 9S, 2S, KC against 9H, 3D, JD.
    let legal = |options: &[&str]| {
        let (rules, state) = play(options, 2, OPENING, &[]);
        let legal = Scrip::legal(&rules, &state).iter().collect::<Vec<_>>();
        let names = legal.into_iter().map(|action| action.to_string());
        names.filter(|name| name.starts_with("exchange 9S")).collect::<BTreeSet<_>>()
    };
    let lower = "exchange 9S for 3D".to_owned();
    let equal = "exchange 9S for 9H".to_owned();
    assert_eq!(legal(&["starting_deck=3"]), BTreeSet::from([lower.clone(), equal]));
    assert_eq!(legal(&["starting_deck=3", "exchange_equal=false"]), BTreeSet::from([lower]));
}

#[test]
fn a_steal_ends_the_turn_and_a_counter_keeps_the_card() {
    // R2, R3, R7: no player can counter, so the card goes to the thief, who draws; 9S 2S KC and 3D
    // are all its cards.
    let (_, state) = play(&["starting_deck=3"], 2, OPENING, &["steal 3D"]);
    assert_eq!(places(&state, Seat::new(0))[0].count(), 3);
    assert_eq!((decides(&state), state.table.owned), (Some(1), [4, 3, 0, 0]));
    // The card stays in the Market until the answer.
    let (_, state) = play(&["starting_deck=3"], 2, OPENING, &["steal 9H"]);
    assert_eq!((decides(&state), state.table.market), (Some(1), set("9H 3D JD")));
    let (_, state) = play(&["starting_deck=3"], 2, OPENING, &["steal 9H", "counter 5C"]);
    assert_eq!(places(&state, Seat::new(1)), [set("4C 2H"), CardSet::EMPTY, set("5C 9H")]);
    assert_eq!((decides(&state), state.table.market), (Some(1), set("3D JD 8D")));
    let (_, state) = play(&["starting_deck=3"], 2, OPENING, &["steal 9H", "pass"]);
    assert_eq!(state.owned[0], set("9S 2S KC 9H"));
    // With more steals, only steals and the end may follow a steal, and a countered one counts.
    let (rules, state) =
        play(&["starting_deck=3", "steals_per_turn=2"], 2, OPENING, &["steal 9H", "counter 5C"]);
    let names: BTreeSet<String> = Scrip::legal(&rules, &state)
        .iter()
        .map(|action| Scrip::action_name(&rules, action))
        .collect();
    assert_eq!(
        names,
        BTreeSet::from(["end", "steal 3D", "steal JD", "steal 8D"].map(str::to_owned))
    );
    assert_eq!(decides(&state), Some(0));
    let (_, state) = play(
        &["starting_deck=3", "steals_per_turn=2"],
        2,
        OPENING,
        &["steal 9H", "counter 5C", "steal 3D"],
    );
    assert_eq!(decides(&state), Some(1));
}

#[test]
fn possible_counters_are_asked_from_the_left() {
    // R10. Seat 1 has no Club, seats 2 and 3 have.
    let deck = "2S 3S 5C 4C 4S 5S 6S 7S 8S 9S 10S JS 9H 3D JD";
    let knobs = ["starting_deck=3"];
    let (_, state) = play(&knobs, 4, deck, &["steal 9H"]);
    assert_eq!(decides(&state), Some(2));
    let (_, state) = play(&knobs, 4, deck, &["steal 9H", "pass"]);
    assert_eq!(decides(&state), Some(3));
    let (_, state) = play(&knobs, 4, deck, &["steal 9H", "pass", "counter 4C"]);
    assert_eq!((state.owned[3].contains(one("9H")), decides(&state)), (true, Some(1)));
    for (kind, asked) in
        [("at_most", Some(1)), ("at_least", Some(2)), ("any", Some(2)), ("none", Some(1))]
    {
        let counter = format!("counter={kind}");
        let (_, state) = play(&["starting_deck=3", &counter], 4, deck, &["steal 3D"]);
        assert_eq!(decides(&state), asked, "{kind}");
    }
}

#[test]
fn the_rest_of_a_pile_is_drawn_first() {
    // Four cards: the pile has one left, and the hand is discarded and shuffled (here: in canonical
    // order).
    let (_, state) = play(&["starting_deck=4"], 2, "9S 2C 2S 3C KC 4C 7D 5C", &["end"]);
    assert_eq!(places(&state, Seat::new(0)), [set("7D KC 2S"), set("9S"), CardSet::EMPTY]);
    // All players know that 9S, 2S and KC are in hand or pile; no other player has seen 7D.
    let rules =
        Scrip::rules(&with_options::<Scrip>(&["starting_deck=4"]), 2).expect("can be dealt");
    let view = Scrip::view(&rules, &state, Seat::new(1));
    assert_eq!(view.known(Seat::new(0)), set("9S 2S KC"));
    assert_eq!(view.known_in_hand(Seat::new(0)), CardSet::EMPTY);
    assert!(view.unseen().contains(one("7D")));
    // A turn later 9S is the rest of the pile, and so certainly in hand.
    let (_, state) =
        play(&["starting_deck=4"], 2, "9S 2C 2S 3C KC 4C 7D 5C", &["end", "end", "end"]);
    assert_eq!(Scrip::view(&rules, &state, Seat::new(1)).known_in_hand(Seat::new(0)), set("9S"));
}

#[test]
fn a_game_may_be_over_before_it_begins() {
    // R4; a turn that never began does not count.
    let knobs = ["starting_deck=12", "market_size=4"];
    let blacks = "2C 3C 4C 5C";
    let others: Vec<String> = Card::deck(Ace::High)
        .iter()
        .map(Card::to_string)
        .filter(|name| !blacks.split(' ').any(|black| black == name))
        .collect();
    let (rules, state) = play(&knobs, 4, &format!("{} {blacks}", others.join(" ")), &[]);
    assert_eq!((decides(&state), Scrip::lengths(&state)), (None, [0; 4]));
    let outcome = Scrip::outcome(&rules, &state);
    assert_ne!(outcome.winners, SeatSet::NONE);
    assert_eq!(
        Scrip::DESCRIPTION.end_reasons[usize::from(outcome.end_reason)],
        "stockpile and reds gone"
    );
    let by_stockpile =
        Scrip::rules(&with_options::<Scrip>(&["end=stockpile"]), 4).expect("can be dealt");
    assert_eq!(
        Scrip::DESCRIPTION.end_reasons
            [usize::from(Scrip::outcome(&by_stockpile, &state).end_reason)],
        "stockpile empty"
    );
    let (_, state) = play(
        &knobs,
        4,
        &format!(
            "{} 2C 3C 4C 5H",
            others
                .iter()
                .filter(|name| *name != "5H")
                .chain([&"5C".to_owned()])
                .cloned()
                .collect::<Vec<_>>()
                .join(" ")
        ),
        &[],
    );
    assert_eq!((decides(&state), Scrip::lengths(&state)), (Some(0), [0, 1, 1, 0]));
}

/// The outcome of a game with this many players in which they own these cards.
fn outcome(options: &[&str], owned: &[&str]) -> Outcome {
    let (rules, mut state) = play(options, owned.len(), "", &[]);
    for (own, cards) in state.owned.iter_mut().zip(owned) {
        *own = set(cards);
    }
    state.table.stage = Stage::Ended;
    Scrip::outcome(&rules, &state)
}

#[test]
fn hearts_and_the_most_diamonds_score() {
    let scores = |options: &[&str], owned: &[&str]| {
        let outcome = outcome(options, owned);
        let winners: Vec<usize> = Seat::all(owned.len())
            .filter(|seat| outcome.winners.contains(*seat))
            .map(Seat::index)
            .collect();
        (outcome.scores[..owned.len()].to_vec(), winners)
    };
    assert_eq!(scores(&[], &["AH KH 2D", "10H 3D AS"]), (vec![28, 35], vec![1]));
    assert_eq!(scores(&["ace_rank=1"], &["AH KH AD", "10H 3D AS"]), (vec![14, 35], vec![1]));
    // R5, R6.
    let level = ["2H 5D", "2H 2D 3D", "4H"];
    assert_eq!(scores(&[], &level), (vec![2, 2, 4], vec![2]));
    assert_eq!(scores(&["diamond_tie=all"], &level), (vec![27, 27, 4], vec![0, 1]));
    assert_eq!(scores(&["diamond_tie=split"], &level), (vec![14, 14, 4], vec![0, 1]));
    assert_eq!(scores(&["diamond_tie=all"], &["2H", "3H", "4H"]), (vec![27, 28, 29], vec![2]));
    assert_eq!(scores(&["diamond_tie=split"], &["2H", "3H", "4H"]), (vec![10, 11, 12], vec![2]));
    // `place_points`: the bonus depends on Diamonds only, the win on the sum.
    assert_eq!(scores(&["place_points=7"], &["AH KH 2D", "10H 3D AS"]), (vec![28, 42], vec![1]));
    assert_eq!(
        scores(&["place_points=-7"], &["AH KH 2D", "10H 3D AS"]),
        (vec![28, 28], vec![0, 1])
    );
    assert_eq!(
        scores(&["place_points=-20"], &["2H", "3H 2D", "4H", ""]),
        (vec![2, 8, -36, -60], vec![1])
    );
}

#[test]
fn a_game_without_an_end_is_unfinished() {
    // R9: the last turn still discards and draws.
    let (rules, state) = play(&["starting_deck=3", "max_turns=2"], 2, OPENING, &["end", "end"]);
    let outcome = Scrip::outcome(&rules, &state);
    assert!(outcome.unfinished && outcome.winners == SeatSet::NONE && outcome.end_reason == 2);
    assert_eq!((decides(&state), Scrip::lengths(&state)), (None, [2, 2, 1, 0]));
    assert_eq!(places(&state, Seat::new(1))[0], set("5C 4C 2H"));
    // The points of a place are part of the score.
    let (rules, state) =
        play(&["starting_deck=3", "max_turns=2", "place_points=5"], 2, OPENING, &["end", "end"]);
    assert_eq!(Scrip::outcome(&rules, &state).scores[..2], [0, 7]);
}

/// Only the legal actions are legal among all actions that can be constructed.
#[test]
fn nothing_else_is_legal() {
    let mut stream = BlockStreams::new(9, 9).stream(Purpose::Strategy(0));
    for game in 0..30 {
        let players = 2 + game as usize % 3;
        let rules = Scrip::rules(&random_settings::<Scrip>(players, 20, &mut stream), players)
            .expect("can be dealt");
        let mut chance = BlockStreams::new(2, game);
        let mut state = Scrip::start(&rules, &mut chance, &mut ());
        while let Turn::Decide(_) = Scrip::turn(&state) {
            let legal = Scrip::legal(&rules, &state);
            let all: Vec<Action> = legal.iter().collect();
            let random = |stream: &mut Stream| Card::from_number(DECK[stream.below(52) as usize]);
            for _ in 0..40 {
                let (one, other) = (random(&mut stream), random(&mut stream));
                let spades = stream.below(1 << 15) as u16
                    & state.hands[state.table.seat.index()].cards().ranks(Suit::Spades);
                let tried = [
                    Action::buy(one, spades),
                    Action::exchange(one, other),
                    Action::steal(one),
                    Action::counter(one),
                    Action::END,
                    Action::PASS,
                ];
                for action in tried {
                    assert_eq!(legal.contains(action), all.contains(&action), "{action:?}");
                }
            }
            let action = legal.nth(stream.below(legal.count()));
            Scrip::apply(&rules, &mut state, action, &mut chance, &mut ());
        }
    }
}

/// Before the opponent's first shuffle, when it may have any unseen card, and late, when all its
/// cards were shown and some are certainly in its hand.
#[test]
fn hidden_cards_are_drawn_uniformly() {
    let settings = with_options::<Scrip>(&["starting_deck=3", "hand_size=2", "market_size=6"]);
    let rules = Rules::new(&settings, 2).expect("can be dealt");
    let mut seen = [0; 2];
    for game in 0..200 {
        let mut chance = BlockStreams::new(21, game);
        let mut choices = chance.stream(Purpose::Strategy(0));
        let mut state = Scrip::start(&rules, &mut chance, &mut ());
        while let Turn::Decide(seat) = Scrip::turn(&state) {
            let other = seat.other();
            let view = Scrip::view(&rules, &state, seat);
            let (known, sure) = (view.known_in_hand_or_pile(other), view.known_in_hand(other));
            let [hand, pile, _] = places(&state, other);
            let names = |set: CardSet| set.iter().map(Card::number).collect::<Vec<u8>>();
            let key = |hand: &[u8], pile: &[u8]| {
                let mut hand = hand.to_vec();
                hand.sort_unstable();
                format!("{hand:?} {pile:?}")
            };
            if seen[0] < 2 && state.table.turns == 1 {
                // Any two cards may be its hand, any card its pile and any other on top of the
                // Stockpile.
                seen[0] += 1;
                let unseen = names(view.unseen());
                let pairs: Vec<[u8; 2]> = unseen
                    .iter()
                    .flat_map(|one| {
                        unseen.iter().filter(move |two| *two != one).map(move |two| [*one, *two])
                    })
                    .collect();
                draws_are_uniform::<Scrip>(
                    &rules,
                    &state,
                    seat,
                    pairs.iter().map(|pair| key(pair, &[])),
                    |state| {
                        let [hand, ..] = places(state, other);
                        key(&names(hand), &[])
                    },
                );
                draws_are_uniform::<Scrip>(
                    &rules,
                    &state,
                    seat,
                    pairs.iter().map(|pair| key(&pair[..1], &pair[1..])),
                    |state| {
                        key(
                            &[state.piles[other.index()][CARDS - 1]],
                            &top(&state.deck, state.table.stockpile)[..1],
                        )
                    },
                );
            }
            let loose = hand.union(pile).minus(sure);
            if !known.is_empty()
                && known == hand.union(pile)
                && (2..=3).contains(&pile.count())
                && loose.count() < 6
                && seen[1] < 6
            {
                seen[1] += 1;
                let in_hand = (hand.count() - sure.count()) as usize;
                let expected = orders(&names(loose)).into_iter().map(|order| {
                    key(&[&names(sure)[..], &order[..in_hand]].concat(), &order[in_hand..])
                });
                draws_are_uniform::<Scrip>(&rules, &state, seat, expected, |state| {
                    let [hand, ..] = places(state, other);
                    key(
                        &names(hand),
                        top(&state.piles[other.index()], state.table.piles[other.index()]),
                    )
                });
            }
            let legal = Scrip::legal(&rules, &state);
            let action = legal.nth(choices.below(legal.count()));
            Scrip::apply(&rules, &mut state, action, &mut chance, &mut ());
        }
    }
    assert!(seen[0] > 0 && seen[1] > 3, "{seen:?}: the test sees too little");
}
