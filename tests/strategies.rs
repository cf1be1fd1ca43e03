//! What the shipped strategies must keep to: they play by any rules, skips change nothing, and each rung of the ladder beats the one below.

use fairdeal::game::{Game, Playthrough, random_settings};
use fairdeal::games::crisps::Crisps;
use fairdeal::input::{Place, Settings};
use fairdeal::playthrough::play;
use fairdeal::rng::{BlockStreams, Purpose};
use fairdeal::seat::{Seat, WIN};
use fairdeal::strategies::crisps::Player;
use fairdeal::strategy::{Playable, StrategyFile};

fn player(name: &str) -> Player {
    let file = StrategyFile::find::<Crisps>(name, &Place::whole("test")).expect("shipped");
    file.player::<Crisps>().expect("a kind of the list")
}

fn played(settings: &Settings, players: &mut [Player], block: u64) -> Playthrough {
    let rules = Crisps::rules(settings, 2).expect("can be dealt");
    play::<Crisps, _>(&rules, players, BlockStreams::new(4, block), &mut ()).expect("legal play")
}

#[test]
fn every_shipped_strategy_plays_by_any_rules() {
    let mut stream = BlockStreams::new(8, 8).stream(Purpose::Strategy(0));
    for block in 0..400 {
        let settings = random_settings::<Crisps>(2, 80, &mut stream);
        for (name, _) in Crisps::SHIPPED {
            played(&settings, &mut [player(name), player("random")], block);
        }
    }
}

/// R9: a strategy that draws no random numbers reaches the same result with automatic skips and without; only fewer decisions are asked.
#[test]
fn auto_skip_changes_no_result() {
    let mut stream = BlockStreams::new(6, 6).stream(Purpose::Strategy(0));
    let mut skipped = 0;
    for block in 0..300 {
        let mut settings = random_settings::<Crisps>(2, 80, &mut stream);
        for line_up in [["greedy", "greedy"], ["heuristic", "greedy"], ["heuristic", "heuristic"]] {
            let mut of = |auto_skip: &str| {
                settings.apply_option(auto_skip).expect("a knob");
                played(&settings, &mut line_up.map(player), block)
            };
            let (with, without) = (of("auto_skip=true"), of("auto_skip=false"));
            assert_eq!(with.outcome, without.outcome, "{line_up:?} {:?}", settings.to_json());
            assert_eq!(with.lengths[1..], without.lengths[1..], "plays, rounds and deals");
            assert!(with.lengths[0] <= without.lengths[0]);
            skipped += without.lengths[0] - with.lengths[0];
        }
    }
    assert!(skipped > 1000, "only {skipped} skips: the test sees too little");
}

/// Over single deals, seats balanced. (How much stronger each rung is, a run shows with a narrow interval; this only guards it.)
#[test]
fn the_ladder_stands() {
    let mut settings = Settings::defaults(Crisps::DESCRIPTION.knobs);
    settings.apply_option("points_to_win=1").expect("a knob");
    for (strong, weak, share) in [("greedy", "random", 0.8), ("heuristic", "greedy", 0.6), ("heuristic", "random", 0.9)] {
        let deals = 2000;
        let won: u64 = (0..deals)
            .map(|block| {
                let first = played(&settings, &mut [player(strong), player(weak)], block).outcome.winners;
                let second = played(&settings, &mut [player(weak), player(strong)], block).outcome.winners;
                let seats = [0, 1].map(Seat::new);
                first.credit(seats[0]) + second.credit(seats[1])
            })
            .sum();
        let rate = won as f64 / (2 * deals * WIN) as f64;
        assert!(rate > share, "{strong} wins {rate} against {weak}");
    }
}
