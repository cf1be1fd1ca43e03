//! The lab as a page uses it: requests and events.

use std::collections::BTreeMap;
use std::path::Path;

use fairdeal::experiment::{Overrides, parse};
use fairdeal::game::GAMES;
use fairdeal::input::Document;
use fairdeal::session::Session;
use fairdeal_lab::Lab;
use serde_json::{Value, json};

/// The only event that answers a request.
fn ask(lab: &mut Lab, request: &Value) -> Value {
    let events: Value = serde_json::from_str(&lab.answer(&request.to_string())).expect("JSON");
    assert_eq!(events.as_array().map(Vec::len), Some(1), "{events}");
    events[0].clone()
}

/// The text of a game that the program carries.
fn text(name: &str) -> String {
    let files = GAMES.files().expect("files");
    files.shipped(name).expect("carried").files[0].1.clone()
}

const EXPERIMENT: &str = "
seed = 5
blocks = 300

[[lineup]]
strategies = [\"random\"]
players = 3

[analysis]
tolerance = { win_rate = 0.02 }
";

/// Plays a planned experiment to its end, in pieces as several workers would. Returns the tables.
fn measured(lab: &mut Lab, game: &Value, experiment: &str, piece: u64) -> BTreeMap<String, String> {
    let planned =
        ask(lab, &json!({"do": "plan", "game": game, "name": "mine", "experiment": experiment}));
    assert_eq!(planned["event"], "planned", "{planned}");
    let (mut next, mut from) = (planned["next"].as_u64(), 0);
    while let Some(end) = next {
        let mut parts = Vec::new();
        while from < end {
            let to = (from + piece).min(end);
            parts.push(ask(lab, &json!({"do": "play", "from": from, "to": to})));
            from = to;
        }
        for part in parts {
            let added = ask(lab, &json!({"do": "add", "counts": part["counts"]}));
            assert_eq!(added["blocks"], part["to"], "{added}");
            next = added["next"].as_u64();
        }
    }
    let results = ask(lab, &json!({"do": "judge", "ended": true}));
    serde_json::from_value(results["tables"].clone()).expect("tables")
}

/// The same experiment as the command line plays it.
fn run(game: &str, experiment: &str) -> BTreeMap<String, String> {
    let game = GAMES.open(game, Path::new("")).expect("a game");
    let document = Document::parse("mine.toml", experiment).expect("TOML");
    let plan = parse(game, &document, Overrides::default()).expect("a plan");
    let results = Session::default().run(&plan).expect("played").results;
    let files = results.tables.csv_files().expect("memory");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    files.into_iter().map(|file| (file.name.to_owned(), text(file.content))).collect()
}

#[test]
fn tables_are_the_same_bytes_however_the_blocks_are_cut() {
    let file = json!({"name": "hearts.py", "text": text("hearts.py")});
    let four = EXPERIMENT.replace("players = 3", "players = 4");
    let expected = run("hearts.py", &four);
    for piece in [7, 64, 1_000] {
        assert_eq!(measured(&mut Lab::default(), &file, &four, piece), expected, "{piece}");
    }
    let expected = run("scrip", EXPERIMENT);
    assert_eq!(measured(&mut Lab::default(), &json!({"name": "scrip"}), EXPERIMENT, 50), expected);
}

#[test]
fn a_run_that_may_end_at_any_time_ends_at_the_same_block() {
    let experiment = EXPERIMENT.replace("blocks = 300", "blocks = 50")
        + "[stop]\nprecision = 0.02\nmax_blocks = 5000\n";
    let game = json!({"name": "crackpipe"});
    assert_eq!(
        measured(&mut Lab::default(), &game, &experiment, 90),
        run("crackpipe", &experiment)
    );
}

#[test]
fn results_can_be_seen_at_any_time() {
    let mut lab = Lab::default();
    let experiment = EXPERIMENT.to_owned() + "[stop]\nwhen = \"settled\"\n";
    let game = json!({"name": "crazy_eights.py"});
    let plan = json!({"do": "plan", "game": game, "name": "mine", "experiment": experiment});
    assert_eq!(ask(&mut lab, &plan)["blocks"], Value::Null);
    let part = ask(&mut lab, &json!({"do": "play", "from": 0, "to": 40}));
    ask(&mut lab, &json!({"do": "add", "counts": part["counts"]}));
    let results = ask(&mut lab, &json!({"do": "judge", "ended": false}));
    assert_eq!(
        (results["event"].as_str(), results["blocks"].as_u64()),
        (Some("results"), Some(40))
    );
    assert_eq!(results["anytime"], true);
    assert!(results["panels"].as_array().is_some_and(|panels| !panels.is_empty()), "{results}");
    let page = ask(&mut lab, &json!({"do": "page"}));
    assert!(page["html"].as_str().is_some_and(|html| html.contains("</html>")));
}

#[test]
fn counts_in_another_order_are_refused() {
    let mut lab = Lab::default();
    let plan = json!({"do": "plan", "game": {"name": "crisps"}, "name": "mine",
        "experiment": "blocks = 20\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n"});
    ask(&mut lab, &plan);
    let later = ask(&mut lab, &json!({"do": "play", "from": 10, "to": 20}));
    for counts in [later["counts"].clone(), json!(["no counts"])] {
        let refused = ask(&mut lab, &json!({"do": "add", "counts": counts}));
        assert_eq!(refused["event"], "refused", "{refused}");
    }
}

#[test]
fn mistakes_say_their_place_and_their_remedy() {
    let mut lab = Lab::default();
    let wrong = text("hearts.py") + "x = = 1\n";
    let line = wrong.lines().count();
    let found = ask(&mut lab, &json!({"do": "open", "game": {"name": "h.py", "text": wrong}}));
    assert_eq!(found["event"], "mistakes", "{found}");
    assert_eq!(found["mistakes"][0]["line"], line, "{found}");
    let plan = json!({"do": "plan", "game": {"name": "crisps"}, "name": "mine",
        "experiment": "blocks = 20\n[[lineup]]\nstrategies = [\"greedi\", \"random\"]\n"});
    let found = ask(&mut lab, &plan);
    assert_eq!(found["mistakes"][0]["line"], 3, "{found}");
    let message = found["mistakes"][0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("did you mean `greedy`?"), "{message}");
    let found = ask(&mut lab, &json!({"do": "open", "game": {"name": "crips"}}));
    assert!(found.to_string().contains("did you mean `crisps`?"), "{found}");
}

#[test]
fn what_is_no_request_is_refused() {
    let mut lab = Lab::default();
    for request in
        [json!({}), json!({"do": "fly"}), json!({"do": "play", "from": 0, "to": 1}), json!(7)]
    {
        assert_eq!(ask(&mut lab, &request)["event"], "refused", "{request}");
    }
}

#[test]
fn nothing_is_read_from_files_or_run() {
    let mut lab = Lab::default();
    for name in ["/bin/true", "../x.toml", "strategies/crisps/greedy.toml", "x.py"] {
        let experiment =
            format!("blocks = 20\n[[lineup]]\nstrategies = [\"{name}\", \"random\"]\n");
        let plan = json!({"do": "plan", "game": {"name": "crisps"}, "name": "mine", "experiment": experiment});
        let refused = ask(&mut lab, &plan).to_string();
        assert!(refused.contains("strategies by their names"), "{refused}");
        let tell = json!({"do": "tell", "game": {"name": "crisps"}, "strategies": [name, "random"], "index": 0});
        let refused = ask(&mut lab, &tell).to_string();
        assert!(refused.contains("strategies by their names"), "{refused}");
        let refused = ask(&mut lab, &json!({"do": "open", "game": {"name": name}}));
        assert_ne!(refused["event"], "game", "{refused}");
    }
}

#[test]
fn a_game_is_told() {
    let tell = json!({"do": "tell", "game": {"name": "crisps"}, "set": ["hand_size=5"],
        "strategies": ["greedy", "random"], "seed": 2, "index": 1, "eyes": 0});
    let story = ask(&mut Lab::default(), &tell);
    assert!(story["text"].as_str().is_some_and(|text| text.contains("game 1, seed 2")), "{story}");
}

#[test]
fn all_games_are_listed_with_what_a_page_needs() {
    let games = ask(&mut Lab::default(), &json!({"do": "games"}));
    let games = games["games"].as_array().expect("a list").clone();
    assert_eq!(games.len(), GAMES.iter().count() + GAMES.files().expect("files").names().len());
    for game in games {
        let is_full = game["knobs"].is_array() && game["strategies"][0] == "random";
        assert!(is_full, "{game}");
    }
}

#[test]
fn mutated_texts_have_mistakes_or_are_games() {
    let original = text("crazy_eights.py");
    let letters: Vec<char> = original.chars().collect();
    let mut state: u64 = 9;
    let mut random = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut lab = Lab::default();
    for _ in 0..200 {
        let mut text = letters.clone();
        for _ in 0..=random(4) {
            let place = random(text.len());
            match random(3) {
                0 => drop(text.remove(place)),
                1 => text.insert(place, ['(', ':', '"', '\u{202e}', '<'][random(5)]),
                _ => text[place] = ['x', '9', '\n', ' ', '&'][random(5)],
            }
        }
        let text: String = text.into_iter().collect();
        let found = ask(&mut lab, &json!({"do": "open", "game": {"name": "m.py", "text": text}}));
        assert!(found["event"] == "mistakes" || found["event"] == "game", "{found}");
    }
}
