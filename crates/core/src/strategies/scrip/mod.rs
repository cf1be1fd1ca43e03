//! Strategies for Scrip.

mod greedy;
mod heuristic;
mod hoarder;

use crate::games::scrip::Scrip;
use crate::kinds;
use crate::strategy::{FlatMonteCarlo, Ismcts, Learned};

pub use greedy::Greedy;
pub use heuristic::Heuristic;
pub use hoarder::Hoarder;

kinds! {
    /// A player of Scrip.
    Player, seated as Seated, for Scrip,
        shipped in "../../../strategies/scrip/": [
            "exploiter", "flat", "greedy", "heuristic", "hoarder", "keeps-diamonds", "learned",
            "leaves-the-2", "patient", "strong",
        ],
        climbing ["random", "greedy", "heuristic", "patient", "flat", "learned", "strong"],
        asking in "../../../experiments/": [
            "first-player-ladder-scrip", "first-player-scrip", "first-player-scrip-learned",
            "handicaps-scrip", "in-place-scrip-2", "in-place-scrip-3", "in-place-scrip-4",
            "ladder-scrip", "play-scrip", "play-scrip-no-exchange", "scrip-bonus",
            "scrip-bonus-adapted", "scrip-diamonds", "scrip-equals", "scrip-events",
            "scrip-learned", "scrip-patience", "scrip-patience-cures", "scrip-rules",
            "scrip-tips", "scrip-variants", "tune-scrip",
        ],
        weighing with ["learned.weights"] {
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
        "hoarder" => Hoarder(Hoarder),
        "flat-monte-carlo" => FlatMonteCarlo(FlatMonteCarlo<Scrip>),
        "ismcts" => Ismcts(Ismcts<Scrip>),
        "learned" => Learned(Learned<Scrip>),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn cut_games_are_worth_nothing() {
        crate::strategy::conformance::cut_games_are_worth_nothing::<super::Scrip>();
    }

    #[test]
    fn searchers_cannot_cheat() {
        crate::strategy::conformance::searchers_cannot_cheat::<super::Scrip>(&["random", "greedy"]);
    }

    #[test]
    fn features_keep_their_promises() {
        crate::strategy::conformance::features_keep_their_promises::<super::Scrip>(60);
    }

    #[test]
    fn searches_restrict_their_own_choices() {
        crate::strategy::conformance::searches_restrict_their_own_choices::<super::Scrip>();
    }

    #[test]
    fn restrictions_are_kept() {
        crate::strategy::conformance::restrictions_are_kept::<super::Scrip>();
    }
}
