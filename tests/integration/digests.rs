//! Rules have the same digest exactly if they mean the same.

use std::collections::{BTreeMap, BTreeSet};

use fairdeal::any_game::AnyGame;
use fairdeal::experiment::Experiment;
use fairdeal::game::random_settings;
use fairdeal::input::{DerivedDefault, Document, Knob, KnobKind, Settings, Value};
use fairdeal::rng::{BlockStreams, Purpose, Stream};
use fairdeal::strategy::{Playable, StrategyFile};

/// The digest of a match under these rules.
fn digest(game: &'static dyn AnyGame, settings: &Settings, players: usize) -> String {
    let document = Document::parse("test.toml", "kind = \"random\"\n").expect("TOML");
    let random = StrategyFile::parse(game.repertoire(), &document).expect("a strategy");
    let experiment =
        Experiment::new(game, "test").seed(1).blocks(1).settings("variant", settings.clone());
    experiment.lineup(vec![random; players]).plan().expect("can be dealt").digest()
}

/// Rules with all these values given.
fn with_values(knobs: &'static [Knob], values: &[(&str, String)]) -> Settings {
    let mut settings = Settings::defaults(knobs);
    for (key, value) in values {
        settings.apply_option(&format!("{key}={value}")).expect("a value of the knob");
    }
    settings
}

/// The knobs of a game plus one that changes nothing, at a random position, whose default depends
/// on another knob.
fn with_a_new_knob(game: &'static dyn AnyGame, stream: &mut Stream) -> &'static [Knob] {
    let mut knobs = game.description().knobs.to_vec();
    let other = knobs[stream.below(knobs.len() as u32) as usize];
    let derived =
        Some(DerivedDefault::With { with: (other.key, other.default), default: Value::Flag(true) });
    let new = Knob {
        key: "new",
        kind: KnobKind::Flag,
        default: Value::Flag(false),
        derived,
        scoring: false,
        meaning: "nothing",
    };
    knobs.insert(stream.below(knobs.len() as u32 + 1) as usize, new);
    knobs.leak()
}

/// Random rules: equal ones have the same digest, in any form and with a new knob added; others
/// have another one.
fn random_rules<G: Playable>(game: &'static G) {
    let knobs = game.description().knobs;
    let players = game.description().usual_players();
    let mut stream = BlockStreams::new(5, 9).stream(Purpose::Strategy(0));
    let mut seen: BTreeMap<String, Settings> = BTreeMap::new();
    for _ in 0..150 {
        let settings = random_settings::<G>(players, 50, &mut stream);
        let is = digest(game, &settings, players);
        let values: Vec<(&str, String)> =
            settings.iter().map(|(knob, value)| (knob.key, value.to_toml())).collect();
        let whole = with_values(knobs, &values);
        assert_eq!((&whole, &digest(game, &whole, players)), (&settings, &is), "all values given");
        let given: Vec<_> =
            values.iter().filter(|(key, _)| settings.is_given(key)).cloned().collect();
        let extended = with_values(with_a_new_knob(game, &mut stream), &given);
        assert_eq!(digest(game, &extended, players), is, "a new knob");
        // Another value, if one can be dealt.
        let place = stream.below(knobs.len() as u32) as usize;
        let mut turned = values.clone();
        turned[place].1 =
            random_settings::<G>(players, 50, &mut stream).value(knobs[place].key).to_toml();
        for rules in [whole, with_values(knobs, &turned)]
            .into_iter()
            .filter(|rules| G::rules(rules, players).is_ok())
        {
            let rules_before =
                seen.entry(digest(game, &rules, players)).or_insert_with(|| rules.clone());
            assert_eq!(*rules_before, rules, "one digest for two sets of rules");
        }
    }
    assert!(seen.len() > 100, "only {} digests: the test sees too little", seen.len());
    let distinct =
        seen.values().map(|rules| format!("{:?}", rules.to_json())).collect::<BTreeSet<_>>().len();
    assert_eq!(distinct, seen.len(), "two digests for one set of rules");
}

#[test]
fn equal_rules_have_equal_digests() {
    each_game!(random_rules());
}
