//! The features by which players learn: they are few enough, and show nothing that the seat cannot
//! see.

use std::path::Path;

use fairdeal_core::game::{Game, LegalSet, Searchable, Turn};
use fairdeal_core::input::Settings;
use fairdeal_core::rng::{BlockStreams, Purpose};
use fairdeal_core::strategy::{Learnable, Noted, TypedGame};

use fairdeal_gamefile::files::Files;
use fairdeal_gamefile::game::{FileGame, Rules, State};

type Memory = <FileGame as Learnable>::Tables;

const GAMES: [&str; 11] = [
    "crackpipe",
    "crazy_eights",
    "crisps",
    "crypto_cards",
    "go_fish",
    "gops",
    "hearts",
    "kuhn_poker",
    "scrip",
    "whist",
    "../tests/gamefile/features/kingdom",
];

fn rules(name: &str) -> Rules {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let game = Files::open(&folder.join(format!("{name}.py"))).expect("a game");
    let description = TypedGame::repertoire(game).game;
    let settings = Settings::defaults(description.knobs);
    game.rules_of(&settings, description.most_players).expect("rules")
}

/// The features of each option for the seat that decides, sorted.
fn noted(rules: &Rules, state: &State, memory: &mut Memory) -> Vec<Vec<u16>> {
    let Turn::Decide(seat) = FileGame::turn(state) else { return Vec::new() };
    let view = FileGame::view(rules, state, seat);
    let mut common = Noted::default();
    let position = FileGame::position(memory, &view, &mut common);
    let option = |action| {
        let mut of_action = Noted::default();
        FileGame::action(&view, &position, action, &mut of_action);
        let count = common.features.len() + of_action.features.len();
        assert!(count <= FileGame::SHAPE.active, "{count}");
        let all = common.features.iter().chain(&of_action.features);
        let mut all: Vec<u16> = all.map(|(feature, _)| *feature).collect();
        assert!(all.iter().all(|feature| usize::from(*feature) < FileGame::FEATURES));
        all.sort_unstable();
        all
    };
    FileGame::legal(rules, state).iter().map(option).collect()
}

/// Calls a function at decisions of random games.
fn at_decisions(rules: &Rules, mut look: impl FnMut(&State)) {
    for game in 0..3 {
        let mut chance = BlockStreams::new(7, game);
        let mut stream = chance.stream(Purpose::Strategy(0));
        let mut state = FileGame::start(rules, &mut chance, &mut ());
        for _ in 0..150 {
            let Turn::Decide(_) = FileGame::turn(&state) else { break };
            look(&state);
            let legal = FileGame::legal(rules, &state);
            let action = legal.nth(stream.below(legal.count()));
            FileGame::apply(rules, &mut state, action, &mut chance, &mut ());
        }
    }
}

/// States that are drawn from the knowledge of a seat have the features that this seat sees. (They
/// keep no log, so the cards that it remembers are left out.)
#[test]
fn hidden_cards_show_in_no_feature() {
    let mut stream = BlockStreams::new(3, 3).stream(Purpose::Other(0));
    for name in GAMES {
        let rules = rules(name);
        let mut different = 0;
        at_decisions(&rules, |state| {
            let Turn::Decide(seat) = FileGame::turn(state) else { return };
            let view = FileGame::view(&rules, state, seat);
            let determinizer = FileGame::determinizer(&view);
            let [one, other] = [0, 1].map(|_| FileGame::sample(&rules, &determinizer, &mut stream));
            let features = noted(&rules, &one, &mut Memory::default());
            assert_eq!(features, noted(&rules, &other, &mut Memory::default()), "{name}");
            different += usize::from(features.windows(2).any(|pair| pair[0] != pair[1]));
        });
        assert!(different > 5, "{name}: options look the same, {different}");
    }
}

/// The memory that goes on from decision to decision gives the same features as one that begins
/// anew.
#[test]
fn a_memory_goes_on_as_it_would_begin_anew() {
    for name in ["go_fish", "crazy_eights", "scrip"] {
        let rules = rules(name);
        let mut memory = Memory::default();
        let mut count = 0;
        at_decisions(&rules, |state| {
            let anew = noted(&rules, state, &mut Memory::default());
            assert_eq!(noted(&rules, state, &mut memory), anew, "{name}");
            count += 1;
        });
        assert!(count > 20, "{name}");
    }
}

/// The same cards under another rule have the same features, besides those of the rule itself.
#[test]
fn another_rule_keeps_the_features() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let game = Files::open(&folder.join("gops.py")).expect("a game");
    let mut settings = Settings::defaults(TypedGame::repertoire(game).game.knobs);
    let features = |settings: &Settings| {
        let rules = game.rules_of(settings, 2).expect("rules");
        let state = FileGame::start(&rules, &mut BlockStreams::new(1, 1), &mut ());
        noted(&rules, &state, &mut Memory::default())
    };
    let before = features(&settings);
    settings.apply_option("ties=waits").expect("a knob");
    let after = features(&settings);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before.len() + 1, after.len());
        let left = before.iter().filter(|feature| !after.contains(feature)).count();
        assert_eq!(left, 0);
    }
}
