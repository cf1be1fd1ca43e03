//! The events that Crisps counts.

use super::Crisps;
use super::actions::{self, Action};
use super::combination::Combination;
use super::hand::Hand;
use super::rules::Rules;
use crate::cards::bits::BitSet;
use crate::game::{Code, EventCounter, EventCounts, Step, events};
use crate::seat::Seat;

events! {
    DEALS = "deals won": "deals that a player won";
    LEFT = "cards left with the loser" MeanOf(DEALS):
        "the cards that the loser of a deal still holds when it ends";
    QUEENS_LED = "Queens led":
        "leads with a Queen in them (Jacks where these replace Queens), triples and quads aside";
    QUEENS = "Queens played":
        "plays with a Queen in them, led or not, triples and quads aside";
    ANSWERED = "Queens answered by a special" ShareOf(QUEENS):
        "plays with a Queen in them that a triple or quad beats";
    SPECIALS_LED = "specials led": "leads that are triples or quads";
    SPECIALS = "specials played": "plays that are triples or quads, led or not";
    DRAWS = "cards drawn": "cards that players draw after a pass, face up or not";
    COMPLETED = "draws that completed a combination" ShareOf(DRAWS):
        "drawn cards with which the hand has a combination of several cards that it did not have";
    OPEN = "Queens open to a special":
        "plays with a Queen in them that neither end the deal nor are covered by another Queen",
        by_name;
    OPEN_ANSWERED = "open Queens answered by a special" ShareOf(OPEN):
        "of these, the plays that a triple or quad beats", by_name;
    LED_OPEN = "led Queens open to a special":
        "leads with a Queen in them that neither end the deal nor are covered by another Queen",
        by_name;
    LED_ANSWERED = "open led Queens answered by a special" ShareOf(LED_OPEN):
        "of these, the leads that a triple or quad beats", by_name;
    LED_BEFORE = "Queens led before this reply" Nothing:
        "Queens led, without one that still waits for its reply";
}

/// Counts them.
#[derive(Debug)]
pub(super) struct Counter;

impl EventCounter<Crisps> for Counter {
    fn step(&self, step: &Step<'_, Crisps>, counts: &mut EventCounts) {
        let Step { rules, before, action, after } = *step;
        let (seat, played) = (before.table.seat, action.combination());
        let mut hands = before.hands;
        hands[seat.of_two()] = hands[seat.of_two()].without_combination(played);
        // A player who passed does not reply to the same play again.
        if !before.table.passed {
            count_reply(played, before.table.current, counts);
        }
        if played.cards > 0 {
            count_play(played, before.table.current, counts);
            if hands[seat.of_two()].is_empty() {
                counts.add(DEALS, 1);
                counts.add(LEFT, hands[seat.other().of_two()].size().into());
                return;
            }
        }
        for seat in Seat::all(2) {
            let (held, now) = (hands[seat.of_two()], after.hands[seat.of_two()]);
            // At most one card, after a pass.
            if now.size() > held.size() {
                counts.add(DRAWS, 1);
                counts.add_if(COMPLETED, completes(rules, held, now));
            }
        }
    }
}

fn has_queen(combination: &Combination) -> bool {
    combination.contains_special() && !combination.kind.is_special_combination()
}

fn count_play(played: &Combination, current: Action, counts: &mut EventCounts) {
    let (leads, special) = (current == Action::PASS, played.kind.is_special_combination());
    counts.add_if(QUEENS, has_queen(played));
    counts.add_if(QUEENS_LED, has_queen(played) && leads);
    counts.add_if(SPECIALS, special);
    counts.add_if(SPECIALS_LED, special && leads);
    counts.add_if(ANSWERED, special && has_queen(current.combination()));
}

/// Counts a reply, which may be a pass, to a Queen.
fn count_reply(reply: &Combination, current: Action, counts: &mut EventCounts) {
    let led = counts.all()[QUEENS_LED] - counts.all()[LED_BEFORE];
    counts.add(LED_BEFORE, led);
    if has_queen(current.combination()) && !has_queen(reply) {
        let (is_special, was_led) = (reply.kind.is_special_combination(), led > 0);
        counts.add(OPEN, 1);
        counts.add_if(OPEN_ANSWERED, is_special);
        counts.add_if(LED_OPEN, was_led);
        counts.add_if(LED_ANSWERED, is_special && was_led);
    }
}

/// Returns whether a hand has a combination of several cards that it did not have before.
fn completes(rules: &Rules, before: Hand, now: Hand) -> bool {
    let [before, now] = [before, now].map(|hand| actions::within(hand, rules.sequence_ranks).0);
    let new: BitSet<3> = BitSet(std::array::from_fn(|word| now[word] & !before[word]));
    let is_it = |action: Action| {
        let combination = action.combination();
        combination.cards > 1 && rules.knobs.exists(combination)
    };
    new.iter().map(Action::from_code).any(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::conformance::designer;
    use crate::game::{CountedEvent, Game};
    use crate::games::crisps::{Kind, SPECIAL};
    use crate::rng::BlockStreams;

    fn hand(ranks: &[u8]) -> Hand {
        ranks.iter().copied().collect()
    }

    fn action(kind: Kind, rank: u8) -> Action {
        let is_it = |action: &Action| {
            let combination = action.combination();
            combination.kind == kind && combination.rank == rank
        };
        Action::all().find(is_it).expect("a combination")
    }

    /// Returns the events that are counted when seat 0 takes an action, by name.
    fn counted(hands: [&[u8]; 2], current: Action, taken: Action) -> Vec<(&'static str, u64)> {
        let rules = Crisps::rules(&designer::<Crisps>(), 2).expect("can be dealt");
        let mut chance = BlockStreams::new(1, 1);
        let mut before = Crisps::start(&rules, &mut chance, &mut ());
        before.hands = hands.map(hand);
        (before.table.current, before.table.seat) = (current, Seat::new(0));
        let mut after = before.clone();
        Crisps::apply(&rules, &mut after, taken, &mut chance, &mut ());
        let step = Step { rules: &rules, before: &before, action: taken, after: &after };
        let mut counts = EventCounts::new(EVENTS.len());
        Counter.step(&step, &mut counts);
        let names = EVENTS.iter().map(|CountedEvent { name, .. }| *name);
        names.zip(counts.all().iter().copied()).filter(|(_, count)| *count > 0).collect()
    }

    #[test]
    fn queens_and_specials_are_counted_as_they_are_played() {
        let others: &[u8] = &[0, 2, 4];
        let (queen, special) = (action(Kind::Single, SPECIAL), action(Kind::Triple, 3));
        let hands = [&[SPECIAL, 1, 3, 3, 3][..], others];
        assert_eq!(counted(hands, Action::PASS, queen), [("Queens led", 1), ("Queens played", 1)]);
        let ten = action(Kind::Single, 8);
        assert_eq!(counted(hands, ten, queen), [("Queens played", 1)]);
        assert_eq!(
            counted(hands, queen, special),
            [
                ("Queens answered by a special", 1),
                ("specials played", 1),
                ("Queens open to a special", 1),
                ("open Queens answered by a special", 1)
            ]
        );
        // A pass leaves the Queen open; another Queen covers it.
        let passed = counted(hands, queen, Action::PASS);
        assert!(passed.contains(&("Queens open to a special", 1)), "{passed:?}");
        assert_eq!(counted(hands, queen, queen), [("Queens played", 1)]);
        assert_eq!(
            counted(hands, Action::PASS, special),
            [("specials led", 1), ("specials played", 1)]
        );
        // A special on another one answers no Queen.
        assert_eq!(counted(hands, action(Kind::Triple, 2), special), [("specials played", 1)]);
        assert_eq!(counted(hands, Action::PASS, action(Kind::Single, 1)), []);
        // The last card: the loser keeps three.
        assert_eq!(
            counted([&[SPECIAL], others], ten, queen),
            [("deals won", 1), ("cards left with the loser", 3), ("Queens played", 1)]
        );
    }

    #[test]
    fn a_drawn_card_completes_what_the_hand_did_not_have() {
        let rules = Crisps::rules(&designer::<Crisps>(), 2).expect("can be dealt");
        let completes =
            |before: &[u8], drawn| completes(&rules, hand(before), hand(before).with(drawn));
        assert!(completes(&[0, 5], 5) && completes(&[0, 0, 0], 0) && completes(&[1, 3], 2));
        assert!(!completes(&[0, 5], 8) && !completes(&[2, 3], 7));
        // A third Queen is no combination, and no run contains a Queen.
        assert!(!completes(&[SPECIAL, SPECIAL], SPECIAL) && !completes(&[7, 8], SPECIAL));
        assert!(completes(&[6, 7], 8));
    }
}
