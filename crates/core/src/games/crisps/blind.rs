//! The parts of a seat's view to which a strategy of Crisps can be blind.

use super::hand::Hand;
use super::rules::MOST_CARDS;
use super::state::Table;
use super::view::View;
use crate::game::{Sight, Sights};
use crate::rng::Stream;

const GAINED: usize = 0;
const PLAYED: usize = 1;

pub(super) static SIGHTS: [Sight; 2] = [
    Sight::left_open("gained", "the cards that the opponent gained face up and still holds"),
    Sight::drawn("played", "the cards played earlier in the deal"),
];

/// Returns the table as a blind strategy sees it.
pub(super) fn table(view: &View<'_>, blind: Sights, stream: &mut Stream) -> Table {
    let mut table = *view.table;
    let other = view.seat.other().of_two();
    if blind.contains(GAINED) {
        table.known[other] = Hand::EMPTY;
    }
    if blind.contains(PLAYED) {
        // Any cards that the seat does not see elsewhere may have been played, except for the
        // combination that lies on the table.
        let current = table.current.combination();
        let lies = Hand::EMPTY.with_combination(current);
        let earlier = table.played.minus(lies);
        let pool = earlier.union(view.unseen().minus(table.known[other]));
        let (mut cards, mut size) = ([0; MOST_CARDS], 0);
        for (place, rank) in cards.iter_mut().zip(pool.iter()) {
            *place = rank;
            size += 1;
        }
        stream.shuffle(&mut cards[..size]);
        let earlier = earlier.size() as usize;
        table.played = cards[..earlier].iter().copied().fold(lies, Hand::with);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::conformance::designer;
    use crate::game::{Game, LegalSet, Turn};
    use crate::games::crisps::Crisps;
    use crate::rng::{BlockStreams, Purpose};

    #[test]
    fn a_blind_player_forgets_what_was_gained_and_played() {
        let rules = Crisps::rules(&designer::<Crisps>(), 2).expect("can be dealt");
        let (mut gained, mut played, mut right) = (0, 0, 0);
        for game in 0..10 {
            let mut chance = BlockStreams::new(5, game);
            let mut stream = chance.stream(Purpose::Strategy(0));
            let mut state = Crisps::start(&rules, &mut chance, &mut ());
            while let Turn::Decide(seat) = Crisps::turn(&state) {
                let view = Crisps::view(&rules, &state, seat);
                let lies = Hand::EMPTY.with_combination(view.table.current.combination());
                gained += view.known_of_opponent().size();
                Crisps::blinded(&view, Sights::NONE.with(GAINED), &mut stream, |blind| {
                    assert!(blind.known_of_opponent().is_empty());
                    assert_eq!(blind.unseen(), view.unseen());
                });
                Crisps::blinded(&view, Sights::NONE.with(PLAYED), &mut stream, |blind| {
                    assert_eq!(blind.known_of_opponent(), view.known_of_opponent());
                    assert_eq!(blind.opponent_cards(), view.opponent_cards());
                    assert!(lies.minus(blind.table.played).is_empty());
                    if view.table.played != lies {
                        played += 1;
                        right += u32::from(blind.table.played == view.table.played);
                    }
                });
                let legal = Crisps::legal(&rules, &state);
                let action = legal.nth(stream.below(legal.count()));
                Crisps::apply(&rules, &mut state, action, &mut chance, &mut ());
            }
        }
        assert!(gained > 100 && played > 300, "{gained}, {played}: the test sees too little");
        assert!(right < played / 5, "{right} of {played} times it saw what was played");
    }
}
