//! Strategies for Crypto Cards.
//!
//! Those that think are handed copies of the view and of the legal actions: so both stay in registers for those that need no memory of them.

mod dummy;
mod greedy;
mod heuristic;

use crate::games::crypto_cards::CryptoCards;
use crate::strategy::{Random, kinds};

pub use dummy::Dummy;
pub use greedy::Greedy;
pub use heuristic::Heuristic;

kinds! {
    /// A player of Crypto Cards.
    Player, seated as Seated, for CryptoCards, shipped in "crypto-cards": ["dummy", "greedy", "heuristic", "random"] {
        "random" => Random(Random),
        "dummy" => Dummy(Dummy),
        "greedy" => Greedy(Greedy),
        "heuristic" => Heuristic(Heuristic),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::standard::Card;
    use crate::game::{Game, LegalSet, Outcome, Turn, random_settings};
    use crate::games::crypto_cards::{Kind, Rules};
    use crate::input::{Place, Settings};
    use crate::rng::{BlockStreams, Purpose, Stream};
    use crate::seat::{Seat, WIN};
    use crate::strategy::{Playable, Strategy, StrategyFile};

    fn player(name: &str) -> Player {
        let file = StrategyFile::find::<CryptoCards>(name, &Place::whole("test")).expect("shipped");
        file.player::<CryptoCards>().expect("a kind of the list")
    }

    /// Plays a game to its end; `players` sit in their seats, one each.
    fn play(rules: &Rules, players: &mut [Player], block: u64) -> Outcome {
        let mut chance = BlockStreams::new(4, block);
        let mut streams: Vec<Stream> = (0..players.len()).map(|seat| chance.stream(Purpose::Strategy(seat as u8))).collect();
        let mut state = CryptoCards::start(rules, &mut chance, &mut ());
        while let Turn::Decide(seat) = CryptoCards::turn(&state) {
            let (legal, view) = (CryptoCards::legal(rules, &state), CryptoCards::view(rules, &state, seat));
            let choice = players[seat.index()].choose(&view, &legal, &mut streams[seat.index()]);
            let action = choice.expect("a choice").into_action();
            assert!(legal.contains(action));
            CryptoCards::apply(rules, &mut state, action, &mut chance, &mut ());
        }
        CryptoCards::outcome(rules, &state)
    }

    #[test]
    fn every_shipped_strategy_plays_by_any_rules() {
        let mut stream = BlockStreams::new(8, 8).stream(Purpose::Strategy(0));
        for block in 0..600 {
            let players = 1 + block as usize % 6;
            let settings = random_settings::<CryptoCards>(players, 80, &mut stream);
            let rules = CryptoCards::rules(&settings, players).expect("can be dealt");
            for (name, _) in CryptoCards::SHIPPED {
                let mut seated: Vec<Player> = (0..players).map(|seat| player(if seat % 2 == 0 { name } else { "random" })).collect();
                play(&rules, &mut seated, block);
            }
        }
    }

    /// R7: the dummy transfers what it mined, sells the highest card that needs no face card, and never plays one.
    #[test]
    fn the_dummy_does_as_the_designer_says() {
        let rules = CryptoCards::rules(&Settings::defaults(CryptoCards::DESCRIPTION.knobs), 2).expect("can be dealt");
        let mut dummy = player("dummy");
        for block in 0..50 {
            let mut chance = BlockStreams::new(3, block);
            let mut stream = chance.stream(Purpose::Strategy(0));
            let mut state = CryptoCards::start(&rules, &mut chance, &mut ());
            let mut hands = [None; 2];
            while let Turn::Decide(seat) = CryptoCards::turn(&state) {
                let (legal, view) = (CryptoCards::legal(&rules, &state), CryptoCards::view(&rules, &state, seat));
                let action = dummy.choose(&view, &legal, &mut stream).expect("a choice").into_action();
                match action.kind() {
                    Kind::Transfer => {
                        let left = view.hand().without(action.card());
                        assert_eq!(*hands[seat.index()].get_or_insert(left), left, "its hand stays as it was dealt");
                    }
                    Kind::Sell => {
                        let highest = legal.singles().1.iter().map(Card::rank).max();
                        assert_eq!(Some(action.card().rank()), highest);
                    }
                    kind => assert!(kind == Kind::Keep && legal.iter().all(|other| other.kind() != Kind::Sell), "{kind:?}"),
                }
                CryptoCards::apply(&rules, &mut state, action, &mut chance, &mut ());
            }
        }
    }

    /// (How much stronger each rung is, a run shows with a narrow interval; this only guards it.)
    #[test]
    fn the_ladder_stands() {
        let rules = CryptoCards::rules(&Settings::defaults(CryptoCards::DESCRIPTION.knobs), 2).expect("can be dealt");
        for (strong, weak, share) in [("greedy", "random", 0.9), ("greedy", "dummy", 0.9), ("heuristic", "greedy", 0.6)] {
            let games = 1000;
            let won: u64 = (0..games)
                .map(|block| {
                    let outcome =
                        |names: [&str; 2], strong: u8| play(&rules, &mut names.map(player), block).winners.credit(Seat::new(strong));
                    outcome([strong, weak], 0) + outcome([weak, strong], 1)
                })
                .sum();
            let rate = won as f64 / (2 * games * WIN) as f64;
            assert!(rate > share, "{strong} wins {rate} against {weak}");
        }
    }
}
