//! Properties of the shipped strategies: they play under any rules, automatic skips change nothing,
//! and each rung of the ladder beats the one below.

use crate::support::{csv, party, play as play_plan, player, player_counts, quick, searches};
use std::collections::BTreeSet;

use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Experiment, Plan};
use fairdeal::game::{Game, Playthrough, random_settings};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::games::crypto_cards::CryptoCards;
use fairdeal::games::scrip::Scrip;
use fairdeal::input::{Document, Knob, Location, Settings};
use fairdeal::registry::GAMES;
use fairdeal::rng::{BlockStreams, Purpose};
use fairdeal::seat::{Seat, WIN};
use fairdeal::stats::Moments;
use fairdeal::strategy::{Entrant, Playable, Random, Repertoire, Restriction, StrategyFile};
use serde_json::json;

/// Plays one game; a strategy sits in each seat.
fn played<G: Playable>(settings: &Settings, lineup: &[&StrategyFile], block: u64) -> Playthrough {
    let rules = G::rules(settings, lineup.len()).expect("can be dealt");
    let mut seated = G::seat(
        lineup
            .iter()
            .map(|file| file.player::<G>(lineup.len()).expect("a kind of the list"))
            .collect(),
    );
    G::play(&rules, &mut seated, BlockStreams::new(4, block)).expect("legal play")
}

/// Plays under random rules with every number of players; each shipped strategy sits beside a
/// random player.
fn any_rules<G: Playable>(game: &'static G) {
    let mut stream = BlockStreams::new(8, 8).stream(Purpose::Strategy(0));
    // Read once: weights are long.
    let (shipped, random): (Vec<StrategyFile>, _) = (
        game.repertoire().shipped.iter().map(|(name, _)| quick(game, name)).collect(),
        quick(game, "random"),
    );
    for (block, players) in (0..400).zip(player_counts(game).cycle()) {
        let settings = random_settings::<G>(players, 80, &mut stream);
        for file in &shipped {
            let lineup: Vec<&StrategyFile> =
                [file, &random].into_iter().cycle().take(players).collect();
            played::<G>(&settings, &lineup, block);
        }
    }
}

#[test]
fn every_shipped_strategy_plays_by_any_rules() {
    each_game!(any_rules());
}

/// R9 of Crisps: a strategy without random numbers reaches the same result with and without
/// automatic skips; only the number of decisions is smaller.
#[test]
fn auto_skip_changes_no_result() {
    let mut stream = BlockStreams::new(6, 6).stream(Purpose::Strategy(0));
    let mut skipped = 0;
    let [greedy, heuristic] = &["greedy", "heuristic"].map(|name| quick(&Crisps, name));
    for block in 0..300 {
        let mut settings = random_settings::<Crisps>(2, 80, &mut stream);
        for lineup in [[greedy, greedy], [heuristic, greedy], [heuristic, heuristic]] {
            let mut of = |auto_skip: &str| {
                settings.apply_option(auto_skip).expect("a knob");
                played::<Crisps>(&settings, &lineup, block)
            };
            let (with, without) = (of("auto_skip=true"), of("auto_skip=false"));
            assert_eq!(
                with.outcome,
                without.outcome,
                "{:?} {:?}",
                lineup.map(|file| &file.name),
                settings.to_json()
            );
            assert_eq!(with.lengths[1..], without.lengths[1..], "plays, rounds and deals");
            assert!(with.lengths[0] <= without.lengths[0]);
            skipped += without.lengths[0] - with.lengths[0];
        }
    }
    assert!(skipped > 1000, "only {skipped} skips: the test sees too little");
}

/// The share of games that `strong` wins among this many players, all others `weak`, seats
/// balanced.
fn rate<G: Playable>(
    game: &'static G,
    options: &[&str],
    players: usize,
    strong: &str,
    weak: &str,
) -> f64 {
    let mut settings = Settings::defaults(game.description().knobs);
    for option in options {
        settings.apply_option(option).expect("a knob");
    }
    let rules = G::rules(&settings, players).expect("can be dealt");
    let seated = |own: usize| {
        G::seat(
            (0..players).map(|seat| player::<G>(if seat == own { strong } else { weak })).collect(),
        )
    };
    let mut lineups: Vec<G::Seated> = (0..players).map(seated).collect();
    // More seats do not make it longer.
    let blocks = 8000 / (players * players) as u64;
    let mut won = 0;
    for block in 0..blocks {
        for (seat, lineup) in lineups.iter_mut().enumerate() {
            let played = G::play(&rules, lineup, BlockStreams::new(4, block)).expect("legal play");
            won += played.outcome.winners.credit(Seat::new(seat as u8));
        }
    }
    won as f64 / (players as u64 * blocks * WIN) as f64
}

/// A run shows with a narrow interval how much stronger each rung is; this test only guards the
/// order.
#[test]
fn the_rungs_are_in_order() {
    fn stands<G: Playable>(game: &'static G, options: &[&str], rungs: &[(&str, &str, f64)]) {
        for (strong, weak, share) in rungs {
            let rate = rate(game, options, 2, strong, weak);
            assert!(
                rate > *share,
                "{}: {strong} wins {rate} against {weak}, not above {share}",
                game.description().name
            );
        }
    }
    stands(
        &Crisps,
        &["points_to_win=1"],
        &[("greedy", "random", 0.8), ("heuristic", "greedy", 0.6), ("heuristic", "random", 0.9)],
    );
    // The learned player is also better under other rules.
    for variant in ["points_to_win=1", "face_up_draw=false", "special_sets=true"] {
        stands(&Crisps, &["points_to_win=1", variant], &[("learned", "heuristic", 0.67)]);
    }
    stands(
        &Crackpipe,
        &[],
        &[("greedy", "random", 0.85), ("heuristic", "greedy", 0.7), ("heuristic", "random", 0.95)],
    );
    stands(
        &Scrip,
        &[],
        &[
            ("greedy", "random", 0.95),
            ("heuristic", "greedy", 0.7),
            ("heuristic", "random", 0.97),
            ("learned", "heuristic", 0.54),
        ],
    );
    stands(
        &CryptoCards,
        &[],
        &[
            ("greedy", "random", 0.9),
            ("heuristic", "greedy", 0.63),
            ("greedy", "dummy", 0.9),
            ("learned", "heuristic", 0.52),
        ],
    );
    let rate = rate(&CryptoCards, &[], 5, "learned", "heuristic");
    assert!(rate > 0.22, "one of five players who learned wins {rate}");
}

/// Whether one strategy wins more than another as one player among `others`: on the same shuffles,
/// in every seat, until this is certain.
fn does_better<G: Playable>(
    game: &'static G,
    players: usize,
    others: &StrategyFile,
    better: &StrategyFile,
    worse: &StrategyFile,
) -> bool {
    let rules =
        G::rules(&Settings::defaults(game.description().knobs), players).expect("can be dealt");
    let seated = |own: usize, who: &StrategyFile| {
        let file = |seat| if seat == own { who } else { others };
        G::seat(
            (0..players)
                .map(|seat| file(seat).player::<G>(players).expect("a kind of the list"))
                .collect(),
        )
    };
    let mut tables: Vec<_> =
        (0..players).map(|own| [better, worse].map(|who| seated(own, who))).collect();
    let mut difference = Moments::default();
    for block in 0..200_000 {
        let mut won = [0; 2];
        for (own, both) in (0..).zip(&mut tables) {
            for (seated, won) in both.iter_mut().zip(&mut won) {
                let played =
                    G::play(&rules, seated, BlockStreams::new(11, block)).expect("legal play");
                *won += played.outcome.winners.credit(Seat::new(own)) as i64;
            }
        }
        difference.observe(won[0] - won[1]).expect("few games");
        let certain =
            |mean: f64| mean > 4.0 * difference.standard_error().expect("two blocks and more");
        if block % 200 == 199 && difference.mean().is_some_and(certain) {
            return true;
        }
    }
    false
}

/// Among random players and among greedy ones, at every table up to the one for six, `heuristic`
/// does better as one player than every other kind that neither searches nor learns.
fn heuristic_does_best<G: Playable>(game: &'static G) {
    let heuristic = quick(game, "heuristic");
    let habits = game
        .repertoire()
        .shipped
        .iter()
        .map(|(name, _)| *name)
        .chain(["random"])
        .filter(|name| !searches(game, name))
        .map(|name| quick(game, name));
    let habits: Vec<StrategyFile> =
        habits.filter(|file| !["heuristic", "learned"].contains(&file.kind)).collect();
    for players in player_counts(game).filter(|players| (2..=6).contains(players)) {
        for others in ["random", "greedy"] {
            for habit in &habits {
                let better = does_better(game, players, &quick(game, others), &heuristic, habit);
                assert!(
                    better,
                    "{}: `heuristic` and `{}` in one place among {} {others}",
                    game.description().name,
                    habit.name,
                    players - 1
                );
            }
        }
    }
}

#[test]
fn heuristic_is_best_of_the_simple_strategies() {
    each_game!(heuristic_does_best());
}

/// The rules of Scrip do not force players to take cards: two who never do play until `max_turns`
/// (R9).
#[test]
fn hoarders_never_end() {
    let settings = Settings::defaults(Scrip::DESCRIPTION.knobs);
    for block in 0..20 {
        let played = played::<Scrip>(&settings, &[&quick(&Scrip, "hoarder"); 2], block);
        assert!(played.outcome.unfinished);
        let turns = Scrip::DESCRIPTION
            .length_units
            .iter()
            .position(|unit| *unit == "turns")
            .expect("a unit");
        assert_eq!(played.lengths[turns] as i64, settings.read::<i64>("max_turns"));
    }
}

/// Strategies with numeric weights, restricted or not, are the same after they were written.
#[test]
fn written_strategies_read_back() {
    let mut written = 0;
    for game in GAMES.iter() {
        let (game, place) = (game.repertoire(), Location::whole("test"));
        for (name, _) in game.shipped {
            let file = StrategyFile::find(game, name, &place).expect("shipped").at_table(2);
            let weights: Vec<_> = file.numeric_weights().collect();
            if weights.is_empty() || file.searches(game) {
                continue;
            }
            let middle = |(knob, _, [low, high]): &(&Knob, f64, [f64; 2])| {
                (knob.key, f64::midpoint(*low, *high))
            };
            let tuned = file.with_weights("tuned", weights.iter().map(middle)).expect("in range");
            let never = Restriction::new(game.game, [game.game.action_kinds[0]], &place);
            let meek = tuned.restrict(game.game, &never.expect("others are left"));
            for strategy in [tuned, meek.expect("others are left")] {
                let source = format!("{}.toml", strategy.name);
                let document = Document::parse(source, strategy.to_toml()).expect("TOML");
                assert_eq!(StrategyFile::parse(game, &document).expect("a strategy"), strategy);
                written += 1;
            }
            let (knob, _, [_, high]) = weights[0];
            assert!(file.with_weights("wrong", [(knob.key, high + 1.0)]).is_err());
            assert!(file.with_weights("wrong", [("no_weight", 0.0)]).is_err());
        }
    }
    assert!(written >= 8, "{written}");
}

/// A strategy of another game, whose kind this one does not have, is refused: its seat is not
/// filled by another.
#[test]
fn an_unknown_kind_is_an_error() {
    let place = Location::whole("test");
    let hoarder =
        StrategyFile::find(Repertoire::of::<Scrip>(), "hoarder", &place).expect("shipped");
    let random = StrategyFile::find(Repertoire::of::<Crisps>(), "random", &place).expect("shipped");
    let settings = Settings::defaults(Crisps::DESCRIPTION.knobs);
    let plan = Experiment::new(&Crisps, "test")
        .blocks(10)
        .lineup([hoarder.clone(), random.clone()])
        .plan();
    let refused = plan.expect_err("no such kind").to_string();
    assert!(refused.contains("hoarder") && refused.contains("heuristic"), "{refused}");
    assert!(party(&Crisps, &settings, &[random, hoarder], 1).is_err());
}

/// A strategy of another game is an error of the plan, or of the table.
#[test]
fn a_rust_type_for_another_game_is_refused() {
    let own = Entrant::new(&Scrip, "mine", "1", Random);
    let refused = Experiment::new(&Crisps, "test").lineup([own.clone(), own.clone()]).plan();
    insta::assert_snapshot!(
        refused.expect_err("a strategy for another game").to_string(),
        @r"
    strategy `mine`: a strategy for Scrip
      allowed: one for Crisps
    "
    );
    let settings = Settings::defaults(Crisps::DESCRIPTION.knobs);
    assert!(Crisps.party(&settings, &[own.clone(), own], 0, false).is_err());
    let rules = |game: &dyn AnyGame| {
        game.make_rules(&Settings::defaults(game.description().knobs), 2).expect("can be dealt")
    };
    let random = vec![Entrant::from(quick(&Crisps, "random")); 2];
    let replay = |rules: &fairdeal::game::AnyRules| {
        Crisps.replay(rules, &random, BlockStreams::new(1, 1), &mut Vec::new())
    };
    assert!(replay(&rules(&Crisps)).is_ok() && replay(&rules(&Scrip)).is_err());
}

/// A Rust type in an experiment works like a strategy from a file: the same play gives the same
/// counts, and its version is part of the experiment.
#[test]
fn a_rust_type_takes_part() {
    let settings = Settings::defaults(Crisps::DESCRIPTION.knobs);
    let file = |name| {
        Entrant::from(
            StrategyFile::find(Repertoire::of::<Crisps>(), name, &Location::whole("test"))
                .expect("shipped"),
        )
    };
    let plan = |entrants: [Entrant; 2]| {
        Experiment::new(&Crisps, "test").seed(1).blocks(60).lineup(entrants).plan()
    };
    let own = |version: &str| {
        Entrant::new(&Crisps, "random", version, Random).with_summary("Plays anything.")
    };
    let plans = [file("random"), own("1"), own("2")]
        .map(|random| plan([random, file("greedy")]).expect("can be dealt"));
    let [from_file, one, two] = plans.each_ref().map(|plan| csv(plan, &play_plan(plan, 2)));
    assert_eq!([&one, &two], [&from_file; 2]);
    let digests: BTreeSet<String> = plans.iter().map(Plan::digest).collect();
    assert_eq!(digests.len(), 3, "what is not the same has other digests");
    assert_eq!(
        json!(plans[1].strategy_records()["random"]),
        json!({"kind": "own", "summary": "Plays anything.", "version": "1"})
    );
    let traced = |plan: &Plan| {
        party(&Crisps, &settings, plan.strategies(), 3)
            .expect("can be dealt")
            .trace(5)
            .expect("a game")
            .0
    };
    assert_eq!(traced(&plans[0]), traced(&plans[1]));
    let refused = plan([own("1"), own("2")]).expect_err("one name for two").to_string();
    assert!(refused.contains("random"), "{refused}");
    assert!(own("1").with_budget(2).is_none());
}
