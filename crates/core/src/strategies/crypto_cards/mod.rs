//! Strategies for Crypto Cards.
//!
//! Those that compute much are passed copies of the view and of the legal actions, so that both
//! stay in registers in the other strategies.

mod dummy;
mod greedy;
mod heuristic;
mod solving;

use crate::game::{Choice, LegalSet};
use crate::games::crypto_cards::{Action, CryptoCards, Legal};
use crate::kinds;
use crate::strategy::{Failure, FlatMonteCarlo, Ismcts, Learned};

pub use dummy::Dummy;
pub use greedy::Greedy;
pub use heuristic::Heuristic;
pub use solving::Solving;

/// Chooses an action. A restriction may forbid it: then the first legal action will do.
#[inline(always)]
fn choose_or_first(legal: &Legal, action: Action) -> Result<Choice<'_, Action>, Failure> {
    legal.choose(action).or_else(|| legal.choose_nth(0)).ok_or(Failure::NoLegalAction)
}

kinds! {
    /// A player of Crypto Cards.
    Player, seated as Seated, for CryptoCards,
        shipped in "../../../strategies/crypto-cards/": [
            "dummy", "exploiter", "flat", "greedy", "heuristic", "lays-faces", "learned", "strong",
        ],
        climbing ["random", "dummy", "greedy", "heuristic", "flat", "learned", "strong"],
        asking in "../../../experiments/": [
            "crypto-cards-buy-back", "crypto-cards-draft", "crypto-cards-draft-learned",
            "crypto-cards-draft-strong", "crypto-cards-end", "crypto-cards-events",
            "crypto-cards-handicap-adapted",
            "crypto-cards-hands", "crypto-cards-laying", "crypto-cards-learned",
            "crypto-cards-rules", "crypto-cards-sensitivity", "crypto-cards-tie-breakers",
            "crypto-cards-ties", "crypto-cards-together", "crypto-cards-turns",
            "first-player-crypto-cards", "first-player-ladder-crypto-cards",
            "handicaps-crypto-cards", "in-place-crypto-cards-2", "in-place-crypto-cards-3",
            "in-place-crypto-cards-4", "in-place-crypto-cards-5", "in-place-crypto-cards-6",
            "ladder-crypto-cards", "play-crypto-cards", "tune-crypto-cards-2",
            "tune-crypto-cards-3", "tune-crypto-cards-4",
        ],
        weighing with ["learned.weights"] {
        "dummy" => Dummy(Dummy),
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
        "flat-monte-carlo" => FlatMonteCarlo(Solving<FlatMonteCarlo<CryptoCards>>),
        "ismcts" => Ismcts(Solving<Ismcts<CryptoCards>>),
        "learned" => Learned(Learned<CryptoCards>),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::standard::Card;
    use crate::game::{Game, LegalSet, Turn};
    use crate::games::crypto_cards::Kind;
    use crate::input::{Location, Settings};
    use crate::rng::{BlockStreams, Purpose};
    use crate::strategy::{Repertoire, Strategy, StrategyFile};

    fn player(name: &str) -> Player {
        let file =
            StrategyFile::find(Repertoire::of::<CryptoCards>(), name, &Location::whole("test"))
                .expect("shipped");
        file.player::<CryptoCards>(2).expect("a kind of the list")
    }

    #[test]
    fn cut_games_are_worth_nothing() {
        crate::strategy::conformance::cut_games_are_worth_nothing::<CryptoCards>();
    }

    #[test]
    fn searchers_cannot_cheat() {
        crate::strategy::conformance::searchers_cannot_cheat::<CryptoCards>(&["random", "greedy"]);
    }

    #[test]
    fn features_keep_their_promises() {
        crate::strategy::conformance::features_keep_their_promises::<CryptoCards>(60);
    }

    /// An untrained network plays like the heuristic.
    #[test]
    fn an_untrained_network_plays_like_the_heuristic() {
        crate::strategy::conformance::a_silent_network_plays_as::<CryptoCards>("heuristic");
    }

    #[test]
    fn restrictions_are_kept() {
        crate::strategy::conformance::restrictions_are_kept::<CryptoCards>();
    }

    /// R7: the dummy transfers the card that it mined, sells the highest card that needs no face
    /// card, and never plays one.
    #[test]
    fn the_dummy_plays_as_the_designer_says() {
        let rules = CryptoCards::rules(&Settings::defaults(CryptoCards::DESCRIPTION.knobs), 2)
            .expect("can be dealt");
        let mut dummy = player("dummy");
        for block in 0..50 {
            let mut chance = BlockStreams::new(3, block);
            let mut stream = chance.stream(Purpose::Strategy(0));
            let mut state = CryptoCards::start(&rules, &mut chance, &mut ());
            let mut hands = [None; 2];
            while let Turn::Decide(seat) = CryptoCards::turn(&state) {
                let (legal, view) =
                    (CryptoCards::legal(&rules, &state), CryptoCards::view(&rules, &state, seat));
                let action =
                    dummy.choose(&view, &legal, &mut stream).expect("a choice").into_action();
                match action.kind() {
                    Kind::Transfer => {
                        let left = view.hand.without(action.card());
                        assert_eq!(
                            *hands[seat.index()].get_or_insert(left),
                            left,
                            "its hand stays as it was dealt"
                        );
                    }
                    Kind::Sell => {
                        let highest = legal.singles().1.iter().map(Card::rank).max();
                        assert_eq!(Some(action.card().rank()), highest);
                    }
                    kind => assert!(
                        kind == Kind::Keep && legal.iter().all(|other| other.kind() != Kind::Sell),
                        "{kind:?}"
                    ),
                }
                CryptoCards::apply(&rules, &mut state, action, &mut chance, &mut ());
            }
        }
    }
}
