//! A question is the same from a file, from a builder, and back from JSON or TOML.

use std::path::{Path, PathBuf};

use fairdeal::experiment::{
    AskedGoals, AskedTune, Axes, CardsQuestion, ChancesQuestion, Experiment, Overrides, Plan,
    Question, Tune, WeightSearch, game_of, parse,
};
use fairdeal::findings::{Analysis, Stop, Until};
use fairdeal::game::GAMES;
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::input::Document;
use fairdeal::strategy::StrategyTexts;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments")
}

/// The shipped experiments.
pub(crate) fn files() -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder()).expect("a folder").map(|file| file.expect("file"));
    let is_experiment = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "toml");
    files.map(|file| file.path()).filter(is_experiment).collect()
}

/// A value as a file has it, with its keys in their order.
fn in_order(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Object(entries) => {
            let entry = |(key, value)| format!("{key} = {}", in_order(value));
            let entries: Vec<String> = entries.iter().map(entry).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        other => toml::Value::try_from(other).expect("TOML").to_string(),
    }
}

/// A question as a file asks it. The knobs of a sweep keep their order, so they are written one by
/// one.
fn as_toml(asked: &Question) -> String {
    let mut rest = asked.clone();
    let (sweep, sensitivity) = (rest.sweep.take(), rest.sensitivity.take());
    let (tune, goal) = (rest.tune.take(), rest.goal.take());
    let mut parts = vec![toml::to_string(&rest).expect("TOML")];
    let mut add = |section: &str, axes: &Axes| {
        parts.push(format!("[{section}]\n"));
        for (knob, values) in &axes.0 {
            parts.push(format!("rules.{knob} = {}\n", in_order(values)));
        }
    };
    if let Some(sweep) = &sweep {
        add("sweep", &sweep.rules);
    }
    if let Some(asked) = &sensitivity {
        add("sensitivity", &asked.rules);
    }
    if let Some(AskedTune { blocks, minutes, delta, preset, rules, only_if }) = &tune {
        add("tune", rules);
        parts.extend(blocks.map(|blocks| format!("blocks = {blocks}\n")));
        parts.extend(minutes.map(|minutes| format!("minutes = {minutes}\n")));
        parts.extend(delta.map(|delta| format!("delta = {delta}\n")));
        if !preset.is_empty() {
            let names: Vec<&str> = preset.iter().map(|preset| preset.0.as_str()).collect();
            parts.push(format!("preset = {names:?}\n"));
        }
        for (knob, other) in &only_if.0 {
            parts.push(format!("only_if.{knob} = {}\n", in_order(other)));
        }
    }
    if let Some(AskedGoals(goals)) = &goal {
        parts.push("[goal]\n".to_owned());
        for (about, wanted) in goals {
            parts.push(format!("{about} = {}\n", in_order(wanted)));
        }
    }
    let samples = sensitivity.and_then(|asked| asked.samples);
    parts.extend(samples.map(|samples| format!("samples = {samples}\n")));
    parts.concat()
}

/// What the design of a plan searches for: the length of a search for rules, and a search for
/// weights.
fn searches(plan: &Plan) -> (Option<(u64, f64)>, Option<WeightSearch>) {
    let tune = plan.design().get::<Tune>();
    let weights = plan.design().get::<WeightSearch>().cloned();
    (tune.map(|tune| (tune.blocks, tune.delta)), weights)
}

/// Is a question the same after JSON and after TOML, and is the plan of it the same?
fn goes_round(plan: &Plan) {
    let asked = plan.asked();
    let json = serde_json::to_string(asked).expect("JSON");
    assert_eq!(serde_json::from_str::<Question>(&json).expect("a question"), *asked, "{json}");
    let text = as_toml(asked);
    let document = Document::parse(format!("{}.toml", plan.name()), text.as_str()).expect("TOML");
    let again = parse(plan.game(), &document, Overrides::default()).expect("a plan");
    assert_eq!(again.asked(), asked, "{text}");
    let of_json = asked.plan(plan.game(), plan.name(), &StrategyTexts::default()).expect("a plan");
    for again in [again, of_json] {
        assert_eq!(
            (again.digest(), again.max_blocks(), again.stop(), again.analysis()),
            (plan.digest(), plan.max_blocks(), plan.stop(), plan.analysis())
        );
        assert_eq!((again.goals(), again.kind()), (plan.goals(), plan.kind()), "{text}");
        assert_eq!(searches(&again), searches(plan), "{text}");
    }
}

#[test]
fn shipped_experiments_go_round() {
    for path in files() {
        let document = Document::read(&path).expect("a document");
        let game = game_of(GAMES, &document).expect("a game");
        for overrides in
            [Overrides::default(), Overrides { seed: Some(u64::MAX), blocks: Some(3200) }]
        {
            goes_round(&parse(game, &document, overrides).expect("a plan"));
        }
    }
}

#[test]
fn what_is_put_together_goes_round() {
    let experiment = || {
        Experiment::new(&Crackpipe, "test")
            .question("Who wins?")
            .ask("ties")
            .seed(u64::MAX)
            .analysis(Analysis { share_tolerance: Some(0.0), ..Analysis::default() })
    };
    let lineup = || experiment().lineup_of(3, "greedy");
    let cases = [
        lineup(),
        lineup()
            .variant("more", &["jokers_per_deck=1"])
            .baseline("more")
            .blocks(40)
            .stop(Stop { until: Until::Precision(0.01), first_look: 20 }),
        lineup().stop(Stop { until: Until::Settled, first_look: 300 }),
        lineup().sweep("jokers_per_deck", &["0", "1"]),
        lineup().sensitivity("jokers_per_deck", &["0", "1"]).samples(4).blocks(32),
        lineup()
            .chances(ChancesQuestion { rollouts: 4, ..ChancesQuestion::default() })
            .cards(CardsQuestion::default())
            .restricted(["random"]),
        experiment().lineup(["greedy", "random"]).luck(),
        experiment().ladder(&["greedy", "random", "heuristic"], &[]).players(3),
        experiment().ladder(&["greedy", "random"], &[]).doublings(2).players(4),
        experiment().ladder(&["greedy", "random", "flat"], &[]).exploiters().others(["greedy"]),
    ];
    for experiment in cases {
        goes_round(&experiment.plan().expect("a plan"));
    }
}

/// Goals and a search, with all that either can say.
#[test]
fn goals_and_searches_go_round() {
    let text = "game = \"crypto-cards\"
[goal]
seats = \"fair\"
shared_wins = { at_most = 0.03, weight = 2 }
length = { unit = \"turns\", between = [30, 45] }
minutes = { between = [10, 20.5], seconds = { turns = 20 } }
going_first = { at_most = \"baseline\" }
skill = { strategies = [\"greedy\", \"random\"], at_least = 0.55 }
strategies = [\"greedy\"]
[tune]
blocks = 4000
delta = 0.25
preset = [\"designer\"]
rules.hand_size = { from = 3, to = 8 }
rules.jokers = [1, 2]
only_if.jokers = { hand_size = [4, 5] }
[[lineup]]
strategies = [\"greedy\", \"greedy\"]
[[lineup]]
strategies = [\"greedy\", \"random\"]
";
    let document = Document::parse("experiments/e.toml", text).expect("TOML");
    let game = GAMES.find("crypto-cards").expect("a game");
    for overrides in [Overrides::default(), Overrides { seed: Some(3), blocks: Some(9000) }] {
        let plan = parse(game, &document, overrides).expect("a plan");
        assert_eq!(plan.goals().map(|goals| goals.list.len()), Some(6));
        let blocks = plan.design().get::<Tune>().map(|tune| tune.blocks);
        assert_eq!(blocks, Some(overrides.blocks.unwrap_or(4000)));
        goes_round(&plan);
    }
}
