//! The events that Scrip counts.

use super::Scrip;
use super::actions::{Kind, NO_CARD};
use super::rules::Rules;
use super::state::{Stage, State, place};
use crate::cards::standard::{Card, CardSet, Suit};
use crate::game::{EventCounter, EventCounts, Game, Step, events};

events! {
    TURNS = "turns begun": "turns, each with its first decision";
    NOTHING = "turns in which nothing can be had" ShareOf(TURNS):
        "turns that begin without anything to buy, exchange or steal";
    NO_TRADE = "turns in which nothing can be bought or exchanged" ShareOf(TURNS):
        "turns that begin with no more than a steal to try";
    BOUGHT = "cards bought": "Market cards bought with Spades";
    BOUGHT_CLUBS = "Clubs bought" ShareOf(BOUGHT): "Clubs among the cards bought";
    BOUGHT_DIAMONDS = "Diamonds bought" ShareOf(BOUGHT): "Diamonds among the cards bought";
    BOUGHT_HEARTS = "Hearts bought" ShareOf(BOUGHT): "Hearts among the cards bought";
    BOUGHT_SPADES = "Spades bought" ShareOf(BOUGHT): "Spades among the cards bought";
    GIVEN = "cards exchanged away": "cards of a hand given to the Market in an exchange";
    GIVEN_CLUBS = "Clubs exchanged away" ShareOf(GIVEN): "Clubs among the cards exchanged away";
    GIVEN_DIAMONDS = "Diamonds exchanged away" ShareOf(GIVEN): "Diamonds among the cards exchanged away";
    DIAMONDS = "Diamonds given to the Market" Nothing: "Diamonds exchanged away, as a number";
    GIVEN_BEHIND = "Diamonds exchanged away while another has more" ShareOf(DIAMONDS):
        "Diamonds exchanged away by a player while another owns a higher sum of them", by_name;
    GIVEN_HEARTS = "Hearts exchanged away" ShareOf(GIVEN): "Hearts among the cards exchanged away";
    GIVEN_SPADES = "Spades exchanged away" ShareOf(GIVEN): "Spades among the cards exchanged away";
    GIVEN_HIGH_CLUBS = "high Clubs exchanged away" ShareOf(GIVEN):
        "Clubs from 9 to Ace among the cards exchanged away";
    GIVEN_FOR_EQUAL = "cards exchanged for an equal" ShareOf(GIVEN):
        "cards exchanged away for a card of the same rank";
    STEALS = "steals": "steals that players try";
    STEALS_OF_CLUBS = "steals of Clubs" ShareOf(STEALS): "steals of Clubs among those that players try";
    STEALS_OF_DIAMONDS = "steals of Diamonds" ShareOf(STEALS): "steals of Diamonds among those that players try";
    STEALS_OF_HEARTS = "steals of Hearts" ShareOf(STEALS): "steals of Hearts among those that players try";
    STEALS_OF_SPADES = "steals of Spades" ShareOf(STEALS): "steals of Spades among those that players try";
    STEALS_OF_THE_2 = "steals of the 2 of Clubs": "steals of this card that players try";
    ANSWERABLE = "steals that a player could counter" ShareOf(STEALS):
        "steals for which some opponent has a fitting Club in hand";
    COUNTERED = "steals countered" ShareOf(STEALS):
        "steals that an opponent counters, and keeps the card";
    STEALS_2 = "steals of a 2": "steals of this rank that players try";
    STEALS_3 = "steals of a 3": "steals of this rank that players try";
    STEALS_4 = "steals of a 4": "steals of this rank that players try";
    STEALS_5 = "steals of a 5": "steals of this rank that players try";
    STEALS_6 = "steals of a 6": "steals of this rank that players try";
    STEALS_7 = "steals of a 7": "steals of this rank that players try";
    STEALS_8 = "steals of an 8": "steals of this rank that players try";
    STEALS_9 = "steals of a 9": "steals of this rank that players try";
    STEALS_10 = "steals of a 10": "steals of this rank that players try";
    STEALS_J = "steals of a Jack": "steals of this rank that players try";
    STEALS_Q = "steals of a Queen": "steals of this rank that players try";
    STEALS_K = "steals of a King": "steals of this rank that players try";
    STEALS_A = "steals of an Ace": "steals of this rank that players try";
    COUNTERED_2 = "steals of a 2 that are countered" ShareOf(STEALS_2):
        "steals of this rank that an opponent counters";
    COUNTERED_3 = "steals of a 3 that are countered" ShareOf(STEALS_3):
        "steals of this rank that an opponent counters";
    COUNTERED_4 = "steals of a 4 that are countered" ShareOf(STEALS_4):
        "steals of this rank that an opponent counters";
    COUNTERED_5 = "steals of a 5 that are countered" ShareOf(STEALS_5):
        "steals of this rank that an opponent counters";
    COUNTERED_6 = "steals of a 6 that are countered" ShareOf(STEALS_6):
        "steals of this rank that an opponent counters";
    COUNTERED_7 = "steals of a 7 that are countered" ShareOf(STEALS_7):
        "steals of this rank that an opponent counters";
    COUNTERED_8 = "steals of an 8 that are countered" ShareOf(STEALS_8):
        "steals of this rank that an opponent counters";
    COUNTERED_9 = "steals of a 9 that are countered" ShareOf(STEALS_9):
        "steals of this rank that an opponent counters";
    COUNTERED_10 = "steals of a 10 that are countered" ShareOf(STEALS_10):
        "steals of this rank that an opponent counters";
    COUNTERED_J = "steals of a Jack that are countered" ShareOf(STEALS_J):
        "steals of this rank that an opponent counters";
    COUNTERED_Q = "steals of a Queen that are countered" ShareOf(STEALS_Q):
        "steals of this rank that an opponent counters";
    COUNTERED_K = "steals of a King that are countered" ShareOf(STEALS_K):
        "steals of this rank that an opponent counters";
    COUNTERED_A = "steals of an Ace that are countered" ShareOf(STEALS_A):
        "steals of this rank that an opponent counters";
}

/// Counts them.
#[derive(Debug)]
pub(super) struct Counter;

/// By suit.
const OF_SUIT: [[usize; 4]; 3] = [
    [BOUGHT_CLUBS, BOUGHT_DIAMONDS, BOUGHT_HEARTS, BOUGHT_SPADES],
    [GIVEN_CLUBS, GIVEN_DIAMONDS, GIVEN_HEARTS, GIVEN_SPADES],
    [STEALS_OF_CLUBS, STEALS_OF_DIAMONDS, STEALS_OF_HEARTS, STEALS_OF_SPADES],
];

/// By rank, from the 2 on: steals, and those that are countered.
const OF_RANK: [[usize; 13]; 2] = [
    [
        STEALS_2, STEALS_3, STEALS_4, STEALS_5, STEALS_6, STEALS_7, STEALS_8, STEALS_9, STEALS_10,
        STEALS_J, STEALS_Q, STEALS_K, STEALS_A,
    ],
    [
        COUNTERED_2, COUNTERED_3, COUNTERED_4, COUNTERED_5, COUNTERED_6, COUNTERED_7, COUNTERED_8,
        COUNTERED_9, COUNTERED_10, COUNTERED_J, COUNTERED_Q, COUNTERED_K, COUNTERED_A,
    ],
];

/// Counts an event of a card by its suit.
fn count_suit([clubs, diamonds, hearts, spades]: [usize; 4], card: Card, counts: &mut EventCounts) {
    let event = match card.suit() {
        Suit::Clubs => clubs,
        Suit::Diamonds => diamonds,
        Suit::Hearts => hearts,
        Suit::Spades => spades,
    };
    counts.add(event, 1);
}

/// Counts an event of a card by its rank.
fn count_rank(events: &[usize; 13], card: Card, counts: &mut EventCounts) {
    if let Some(event) = usize::from(card.rank()).checked_sub(2).and_then(|rank| events.get(rank)) {
        counts.add(*event, 1);
    }
}

impl EventCounter<Scrip> for Counter {
    fn step(&self, step: &Step<'_, Scrip>, counts: &mut EventCounts) {
        let Step { rules, before, action, after } = *step;
        let [bought, given, stolen] = OF_SUIT;
        let [tried, countered] = &OF_RANK;
        if before.table.decisions == 0 {
            count_turn(rules, before, counts);
        }
        match action.kind() {
            Kind::Buy => {
                counts.add(BOUGHT, 1);
                count_suit(bought, action.taken(), counts);
            }
            Kind::Exchange => {
                let taken = rules.values.of(action.taken());
                for card in action.used().iter() {
                    counts.add(GIVEN, 1);
                    counts.add_if(GIVEN_FOR_EQUAL, rules.values.of(card) == taken);
                    count_suit(given, card, counts);
                    if card.suit() == Suit::Diamonds {
                        counts.add(DIAMONDS, 1);
                        counts.add_if(GIVEN_BEHIND, is_behind(rules, before));
                    }
                    counts.add_if(GIVEN_HIGH_CLUBS, card.suit() == Suit::Clubs && card.rank() >= 9);
                }
            }
            Kind::Steal => {
                let card = action.taken();
                counts.add(STEALS, 1);
                count_suit(stolen, card, counts);
                count_rank(tried, card, counts);
                counts.add_if(STEALS_OF_THE_2, card == Card::new(Suit::Clubs, 2));
                // Somebody is asked.
                counts.add_if(ANSWERABLE, after.table.stolen != NO_CARD);
            }
            Kind::Counter => {
                counts.add(COUNTERED, 1);
                count_rank(countered, before.table.stolen, counts);
            }
            Kind::End | Kind::Pass => {}
        }
        if after.table.turns > before.table.turns && after.table.stage == Stage::Playing {
            count_turn(rules, after, counts);
        }
    }
}

/// Returns whether another player owns a higher sum of Diamonds than the one whose turn it is.
fn is_behind(rules: &Rules, state: &State) -> bool {
    let sum = |owned: &CardSet| rules.values.sum(owned.and(CardSet::of_suit(Suit::Diamonds)));
    let own = sum(&state.owned[place(state.table.seat)]);
    state.owned.iter().any(|owned| sum(owned) > own)
}

/// Counts a turn at its first decision.
fn count_turn(rules: &Rules, state: &State, counts: &mut EventCounts) {
    let kinds = Scrip::legal_kinds(&Scrip::legal(rules, state));
    let can = |kind: Kind| kinds.contains(kind as usize);
    let trades = can(Kind::Buy) || can(Kind::Exchange);
    counts.add(TURNS, 1);
    counts.add_if(NO_TRADE, !trades);
    counts.add_if(NOTHING, !trades && !can(Kind::Steal));
}

#[cfg(test)]
mod tests {
    use super::super::Action;
    use super::*;
    use crate::game::conformance::designer;
    use crate::rng::BlockStreams;

    fn card(suit: Suit, rank: u8) -> Card {
        Card::new(suit, rank)
    }

    /// Returns the events that are counted when seat 0 takes an action, with these hands, by name.
    fn counted(hands: [&[Card]; 2], market: &[Card], action: Action) -> Vec<(&'static str, u64)> {
        let rules = Scrip::rules(&designer::<Scrip>(), 2).expect("can be dealt");
        let mut chance = BlockStreams::new(1, 1);
        let mut before = Scrip::start(&rules, &mut chance, &mut ());
        let set = |cards: &[Card]| cards.iter().copied().collect::<CardSet>();
        before.table.market = set(market);
        before.table.decisions = 4;
        before.owned = Default::default();
        for (seat, cards) in hands.into_iter().enumerate() {
            before.hands[seat] = rules.hand(set(cards));
        }
        let mut after = before.clone();
        Scrip::apply(&rules, &mut after, action, &mut chance, &mut ());
        let mut counts = EventCounts::new(EVENTS.len());
        Counter.step(&Step { rules: &rules, before: &before, action, after: &after }, &mut counts);
        let named = EVENTS.iter().map(|event| event.name).zip(counts.all().iter().copied());
        named.filter(|(_, count)| *count > 0).collect()
    }

    #[test]
    fn cards_are_counted_by_suit_and_rank() {
        let [two, ace] = [card(Suit::Clubs, 2), card(Suit::Hearts, 14)];
        let (spade, diamond) = (card(Suit::Spades, 9), card(Suit::Diamonds, 13));
        let market = [two, ace, card(Suit::Diamonds, 3)];
        let hands = [&[spade, diamond][..], &[card(Suit::Clubs, 5)]];
        assert_eq!(
            counted(hands, &market, Action::buy(two, 1 << 9)),
            [("cards bought", 1), ("Clubs bought", 1)]
        );
        assert_eq!(
            counted(hands, &market, Action::exchange(diamond, two)),
            [
                ("cards exchanged away", 1),
                ("Diamonds exchanged away", 1),
                ("Diamonds given to the Market", 1)
            ]
        );
        let king = card(Suit::Hearts, 13);
        assert_eq!(
            counted(hands, &[king], Action::exchange(diamond, king)),
            [
                ("cards exchanged away", 1),
                ("Diamonds exchanged away", 1),
                ("Diamonds given to the Market", 1),
                ("cards exchanged for an equal", 1)
            ]
        );
        // No Club counters the 2, as that of the opponent is higher; the next turn begins.
        assert_eq!(
            counted(hands, &market, Action::steal(two)),
            [
                ("turns begun", 1),
                ("steals", 1),
                ("steals of Clubs", 1),
                ("steals of the 2 of Clubs", 1),
                ("steals of a 2", 1)
            ]
        );
        assert_eq!(
            counted(hands, &market, Action::steal(ace)),
            [
                ("steals", 1),
                ("steals of Hearts", 1),
                ("steals that a player could counter", 1),
                ("steals of an Ace", 1)
            ]
        );
    }

    #[test]
    fn who_has_fewer_diamonds_is_behind() {
        let rules = Scrip::rules(&designer::<Scrip>(), 2).expect("can be dealt");
        let mut state = Scrip::start(&rules, &mut BlockStreams::new(1, 1), &mut ());
        let mut is_behind = |own: u8, other: u8| {
            state.owned = Default::default();
            state.owned[place(state.table.seat)] = CardSet::only(card(Suit::Diamonds, own));
            let other = [card(Suit::Diamonds, other), card(Suit::Hearts, 14)];
            state.owned[place(state.table.seat) ^ 1] = other.into_iter().collect();
            is_behind(&rules, &state)
        };
        // The Ace counts 15.
        assert!(is_behind(12, 13) && is_behind(13, 14));
        assert!(!is_behind(13, 12) && !is_behind(14, 13));
    }

    #[test]
    fn a_turn_without_a_trade_is_counted_when_it_begins() {
        let low = card(Suit::Hearts, 2);
        let market = [card(Suit::Hearts, 10)];
        let of_next = |hand: &[Card]| counted([&[], hand], &market, Action::END);
        let begun = ("turns begun", 1);
        let none = ("turns in which nothing can be bought or exchanged", 1);
        assert_eq!(of_next(&[low]), [begun, none]);
        assert_eq!(of_next(&[card(Suit::Spades, 12)]), [begun]);
    }
}
