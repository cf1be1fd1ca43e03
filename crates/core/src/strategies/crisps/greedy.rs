//! The kind `greedy` for Crisps.

use crate::game::{Choice, Code, LegalSet};
use crate::games::crisps::{Action, Crisps, Legal, View};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

/// Plays the most cards, and among these the lowest; takes the face-up card; passes only when it
/// must.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl StrategyKind for Greedy {
    const SUMMARY: &'static str = "plays the most cards, and among these the lowest; takes the \
        face-up card; passes only when it must";

    fn new(_file: &StrategyFile) -> Self {
        Self
    }
}

/// The singles, pairs, triples and quads among the actions, as bits.
const COMBINATIONS: u64 = 0x03ff_03ff_03ff_03ff;

/// Greedy's ranking of an action: more cards first, then the lower rank, then runs before stairs
/// before specials.
#[inline]
fn liking(action: Action) -> (u8, u8, std::cmp::Reverse<u8>) {
    let combination = action.combination();
    (combination.cards, u8::MAX - combination.rank, std::cmp::Reverse(combination.kind as u8))
}

/// The preferred legal combination, or `pass` if there is none.
///
/// Numbers rise with the cards, and with the rank for the same number of cards. So in each group
/// only the combinations as long as the one with the highest number matter, and among these the
/// lowest.
#[inline(always)]
fn best_liked(legal: &Legal) -> Action {
    let [sets, runs, stairs] = legal.bits().0;
    let mut best = Action::PASS;
    for (word, first) in [(sets & COMBINATIONS, 0), (runs, 64), (stairs, 128)] {
        if word != 0 {
            let highest = word.ilog2();
            let of_length =
                highest - u32::from(Action::from_code(first + highest as u16).combination().rank);
            let lowest = (word >> of_length).trailing_zeros() + of_length;
            let action = Action::from_code(first + lowest as u16);
            if liking(action) > liking(best) {
                best = action;
            }
        }
    }
    best
}

impl Strategy<Crisps> for Greedy {
    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        let liked = if view.takes() { Action::TAKE_FACE_UP } else { best_liked(legal) };
        // A restriction may forbid it.
        legal.choose(liked).or_else(|| legal.choose_nth(0)).ok_or(Failure::NoLegalAction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::bits::BitSet;
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_preferred_action_is_found(words in any::<[u64; 3]>(), sparse in any::<[u64; 3]>()) {
            for words in [BitSet(words), BitSet(words).and(&BitSet(sparse))] {
                let legal: Legal = Action::all()
                    .filter(|action| {
                        words.contains(action.code()) && action.combination().cards > 0
                    })
                    .collect();
                prop_assert_eq!(
                    best_liked(&legal),
                    legal.iter().max_by_key(|action| liking(*action)).unwrap_or(Action::PASS)
                );
            }
        }
    }
}
