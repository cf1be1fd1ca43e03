//! The kinds `flat-monte-carlo` and `ismcts` for Crypto Cards: the searches of all games, and exact
//! play near the end.

use crate::game::{Choice, LegalSet};
use crate::games::crypto_cards::{Action, CryptoCards, Legal, View};
use crate::input::{Knob, knobs};
use crate::rng::Stream;
use crate::strategy::{
    Enumeration, Failure, FlatMonteCarlo, Ismcts, Strategy, StrategyFile, StrategyKind,
};

knobs! {
    /// The knob of exact play.
    struct Endings {
        /// where at most this many full states are left (other hands, order of the deck, positions
        /// of its Jokers), all of them are played on in every way, against others who play like
        /// `opponents` (the first of several), or else like `rollout`; 0: never
        solved_states: u32 = 0, in 0..=10_000;
    }
}

/// A search with the knob of exact play in addition.
pub trait Search: StrategyKind + Strategy<CryptoCards> {
    /// The knobs of both.
    const KNOBS_WITH_ENDINGS: &'static [Knob];
}

impl Search for FlatMonteCarlo<CryptoCards> {
    const KNOBS_WITH_ENDINGS: &'static [Knob] =
        &Knob::joined::<{ Self::KNOBS.len() + Endings::KNOBS.len() }>(Self::KNOBS, Endings::KNOBS);
}

impl Search for Ismcts<CryptoCards> {
    const KNOBS_WITH_ENDINGS: &'static [Knob] =
        &Knob::joined::<{ Self::KNOBS.len() + Endings::KNOBS.len() }>(Self::KNOBS, Endings::KNOBS);
}

/// Plays exactly where few full states are left, and otherwise searches.
#[derive(Clone, Debug)]
pub struct Solving<S> {
    /// Boxed, since a player of any kind takes the space of the largest.
    endings: Box<Enumeration<CryptoCards>>,
    search: S,
}

impl<S: Search> StrategyKind for Solving<S> {
    const SUMMARY: &'static str = S::SUMMARY;
    const KNOBS: &'static [Knob] = S::KNOBS_WITH_ENDINGS;
    const SEARCHES: bool = true;

    fn new(file: &StrategyFile) -> Self {
        // Exact play is best only for a player without restrictions.
        let most = if file.restriction.is_empty() {
            Endings::read(&file.parameters).solved_states
        } else {
            0
        };
        Self { endings: Box::new(Enumeration::new(file, most)), search: S::new(file) }
    }
}

impl<S: Search> Strategy<CryptoCards> for Solving<S> {
    fn new_game(&mut self) {
        self.endings.new_game();
        self.search.new_game();
    }

    fn wrapped(&mut self) -> Option<&mut dyn Strategy<CryptoCards>> {
        Some(&mut self.search)
    }

    #[inline(never)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        let best = if legal.count() > 1 { self.endings.best(view, legal, stream)? } else { None };
        match best {
            Some(action) => legal.choose(action).ok_or(Failure::NoLegalAction),
            None => self.search.choose(view, legal, stream),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Searchable, Turn};
    use crate::games::crypto_cards::State;
    use crate::input::{Document, Settings};
    use crate::rng::{BlockStreams, Purpose};
    use crate::seat::Seat;
    use crate::strategies::crypto_cards::Player;
    use crate::strategy::Repertoire;

    type Rules = <CryptoCards as Game>::Rules;

    const MOST: usize = 130;

    fn player(text: &str) -> Player {
        let file = StrategyFile::parse(
            Repertoire::of::<CryptoCards>(),
            &Document::parse("test.toml", text.to_owned()).expect("TOML"),
        )
        .expect("a strategy");
        file.player::<CryptoCards>(2).expect("a kind of the list")
    }

    /// The wins over these states of a seat whose knowledge is the same in all of them, against
    /// others who play like `heuristic`.
    fn won(rules: &Rules, states: &[State], seat: Seat, own: &mut Player) -> u64 {
        let (mut other, mut stream) =
            (player("kind = \"heuristic\""), BlockStreams::new(2, 2).stream(Purpose::Strategy(0)));
        own.new_game();
        let mut choose = |state: &State, next| {
            let (legal, view) =
                (CryptoCards::legal(rules, state), CryptoCards::view(rules, state, next));
            let chooser = if next == seat { &mut *own } else { &mut other };
            chooser.choose(&view, &legal, &mut stream).expect("a choice").into_action()
        };
        let first = choose(&states[0], seat);
        let mut won = 0;
        for state in states {
            let (mut state, mut action) = (state.clone(), first);
            loop {
                CryptoCards::apply(
                    rules,
                    &mut state,
                    action,
                    &mut BlockStreams::new(0, 0),
                    &mut (),
                );
                let Turn::Decide(next) = CryptoCards::turn(&state) else { break };
                action = choose(&state, next);
            }
            won += CryptoCards::outcome(rules, &state).winners.credit(seat);
        }
        won
    }

    /// The most that a seat can win in one state if it knows the state, by trying everything.
    fn most_by_knowing(rules: &Rules, state: &State, seat: Seat) -> u64 {
        let Turn::Decide(next) = CryptoCards::turn(state) else {
            return CryptoCards::outcome(rules, state).winners.credit(seat);
        };
        let legal = CryptoCards::legal(rules, state);
        let after = |action| {
            let mut state = state.clone();
            CryptoCards::apply(rules, &mut state, action, &mut BlockStreams::new(0, 0), &mut ());
            most_by_knowing(rules, &state, seat)
        };
        if next == seat {
            return legal.iter().map(after).max().expect("an action");
        }
        let (mut other, mut stream) =
            (player("kind = \"heuristic\""), BlockStreams::new(2, 2).stream(Purpose::Strategy(0)));
        after(
            other
                .choose(&CryptoCards::view(rules, state, next), &legal, &mut stream)
                .expect("a choice")
                .into_action(),
        )
    }

    #[test]
    fn endings_get_a_best_response() {
        nobody_does_better("rollout = \"heuristic\"");
    }

    #[test]
    fn known_opponents_get_a_best_response() {
        nobody_does_better("rollout = \"random\"\nopponents = [\"heuristic\", \"random\"]");
    }

    fn nobody_does_better(named: &str) {
        let rules = CryptoCards::rules(&Settings::defaults(CryptoCards::DESCRIPTION.knobs), 2)
            .expect("can be dealt");
        let text = format!(
            "kind = \"ismcts\"\n[parameters]\niterations = 1\n{named}\nsolved_states = {MOST}\n"
        );
        let mut exact = player(&text);
        let mut others =
            ["random", "greedy", "heuristic"].map(|kind| player(&format!("kind = \"{kind}\"")));
        let (mut endings, mut certain, mut better) = (0, 0, [0; 3]);
        for block in 0..150 {
            let mut chance = BlockStreams::new(3, block);
            let mut stream = chance.stream(Purpose::Strategy(0));
            let mut state = CryptoCards::start(&rules, &mut chance, &mut ());
            while let Turn::Decide(seat) = CryptoCards::turn(&state) {
                let (legal, view) =
                    (CryptoCards::legal(&rules, &state), CryptoCards::view(&rules, &state, seat));
                let mut states = Vec::new();
                CryptoCards::enumerate(
                    &rules,
                    &CryptoCards::determinizer(&view),
                    MOST,
                    &mut |state| states.push(state),
                );
                if legal.count() > 1 && !states.is_empty() {
                    let best = won(&rules, &states, seat, &mut exact);
                    for (other, better) in others.iter_mut().zip(&mut better) {
                        let won = won(&rules, &states, seat, other);
                        assert!(won <= best, "{won} of {best}");
                        *better += u32::from(won < best);
                    }
                    let known = states
                        .iter()
                        .map(|state| most_by_knowing(&rules, state, seat))
                        .sum::<u64>();
                    assert!(best <= known);
                    // The hands of others do not matter once they have no more turns.
                    if CryptoCards::view(&rules, &state, seat).deck_cards() == 0 {
                        assert_eq!(best, known, "nothing that matters is unknown");
                        certain += 1;
                    }
                    endings += 1;
                }
                let action =
                    others[1].choose(&view, &legal, &mut stream).expect("a choice").into_action();
                CryptoCards::apply(&rules, &mut state, action, &mut chance, &mut ());
            }
        }
        assert!(
            endings > 10 && certain > 2 && better.iter().all(|better| *better > 0),
            "{endings}, {certain}, {better:?}: the test sees too little"
        );
    }
}
