//! The commands from outside: their output, files and exit codes. Library tests check the numbers;
//! these check the wiring.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use fairdeal::experiment::{Experiment, Overrides, parse};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Document;
use fairdeal::registry::GAMES;
use fairdeal::results::{CsvFile, Results};
use fairdeal::session::Session;

use crate::support::table::{Table, text};

const EXPERIMENT: &str = r#"question = "Does the card that lies face up matter?"
game     = "crisps"
seed     = 3
blocks   = 400
baseline = "designer"

[[variant]]
name = "designer"

[[variant]]
name  = "no-face-up"
rules = { face_up_draw = false }

[[lineup]]
strategies = ["greedy", "greedy"]

[[lineup]]
strategies = ["greedy", "random"]

[analysis]
tolerance = { win_rate = 0.02, length = 0.05 }
"#;

const TABLES: [&str; 13] = [
    "comparison_sums.csv", "comparisons.csv", "decisions.csv", "first_player.csv", "games.csv",
    "length_histogram.csv", "lengths.csv", "places.csv", "seat_balance.csv", "seats.csv",
    "shares.csv", "strategies.csv", "variants.csv",
];

#[test]
fn an_experiment_prints_and_writes_its_tables() {
    let table = Table::new();
    table.file("experiments/face-up.toml", EXPERIMENT);
    let printed = table.good(&["run", "experiments/face-up.toml"]);
    insta::assert_snapshot!("run", printed);
    insta::assert_snapshot!("first_player", table.read("results/face-up/first_player.csv"));
    insta::assert_snapshot!("manifest", table.read("results/face-up/manifest.json"));
    let mut expected: Vec<String> =
        TABLES.iter().map(|name| format!("results/face-up/{name}")).collect();
    expected.extend(
        [
            "answer.txt", "counts.jsonl.gz", "datapackage.json", "manifest.json", "results.json",
            "timing.json", "verdicts.txt",
        ]
        .map(|name| format!("results/face-up/{name}")),
    );
    expected.push("experiments/face-up.toml".to_owned());
    expected.sort();
    assert_eq!(table.files(), expected, "no temporary file is left");
}

#[test]
fn the_same_run_writes_the_same_bytes() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT);
    for (threads, folder) in [("1", "one"), ("2", "two"), ("8", "eight")] {
        let output =
            table.run(&["run", "e.toml", "--threads", threads, "--out", folder, "--quiet"]);
        assert!(
            output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(),
            "quiet is quiet"
        );
    }
    for name in TABLES.iter().chain(&["counts.jsonl.gz", "manifest.json", "results.json"]) {
        assert_eq!(table.read(&format!("one/{name}")), table.read(&format!("two/{name}")));
        assert_eq!(table.read(&format!("one/{name}")), table.read(&format!("eight/{name}")));
    }
}

#[test]
fn a_match_is_an_experiment_without_a_file() {
    let table = Table::new();
    let arguments = [
        "match", "crisps", "--strategies", "greedy,random", "--rules", "bga", "--set",
        "hand_size=8", "--blocks", "300",
    ];
    insta::assert_snapshot!("match", table.good(&arguments));
    assert!(table.files().is_empty(), "a match writes nothing unless told to");
    table.good(&[&arguments[..], &["--out", "here", "--quiet"]].concat());
    assert!(
        table
            .read("here/seats.csv")
            .contains("crisps,bga hand_size=8,greedy vs random,2,0,greedy,300,")
    );
}

#[test]
fn a_match_can_measure_play() {
    let table = Table::new();
    let arguments =
        ["match", "crackpipe", "--strategies", "greedy", "--blocks", "4", "--out", "here"];
    assert!(!table.good(&arguments).contains("How it plays: means"));
    assert!(!table.files().iter().any(|file| file.ends_with("play.csv")));
    assert!(table.good(&[&arguments[..], &["--play"]].concat()).contains("How it plays: means"));
    assert!(
        table
            .read("here/play.csv")
            .contains("crackpipe,designer,greedy vs greedy,2,tension,,chance,decisions,4,")
    );
    assert!(table.read("here/play_course.csv").contains(",branching,"));
    assert!(table.read("here/chances.csv").lines().count() == 11);
    assert!(table.read("here/games.csv").contains(",dramatic,"));
}

#[test]
fn a_ladder_can_measure_play() {
    let table = Table::new();
    let arguments = [
        "ladder", "crackpipe", "--strategies", "random,greedy", "--doublings", "0", "--blocks",
        "1", "--out", "here",
    ];
    table.good(&[&arguments[..], &["--quiet"]].concat());
    assert!(!table.files().iter().any(|file| file.ends_with("play.csv")));
    assert!(table.good(&[&arguments[..], &["--play"]].concat()).contains("How it plays: means"));
    let lineups = |file: &str| -> BTreeSet<String> {
        table
            .read(file)
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(2).expect("a line-up").to_owned())
            .collect()
    };
    assert_eq!(
        lineups("here/play.csv"),
        lineups("here/lengths.csv"),
        "every rung, and every pair that meets"
    );
    assert!(lineups("here/play.csv").len() > 2);
    assert!(table.read("here/play.csv").contains(",tension,,chance,decisions,1,"));
}

#[test]
fn a_round_robin_rates_all() {
    let table = Table::new();
    let arguments = [
        "match",
        "crisps",
        "--strategies",
        "random,greedy,heuristic",
        "--round-robin",
        "--set",
        "points_to_win=1",
        "--blocks",
        "400",
    ];
    insta::assert_snapshot!(
        "round_robin",
        table.good(&[&arguments[..], &["--out", "here"]].concat())
    );
    insta::assert_snapshot!("ratings", table.read("here/ratings.csv"));
    insta::assert_snapshot!("pairs", table.read("here/pairs.csv"));
    let unconnected = [
        "match", "crisps", "--strategies", "random,heuristic", "--round-robin", "--blocks", "50",
        "--out", "there",
    ];
    let unconnected = table.good(&unconnected);
    assert!(
        table
            .read("there/verdicts.txt")
            .contains("No ratings: one side won every game between some of them")
    );
    assert!(
        !table.files().contains(&"there/ratings.csv".to_owned()),
        "a table without rows is not written"
    );
    assert_eq!(table.read("there/pairs.csv").lines().count(), 3);
    let unconnected = unconnected.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        unconnected.contains("There are no ratings: one side won every game between some of them"),
        "{unconnected}"
    );
}

#[test]
fn experiments_of_one_name_are_refused_before_the_first_is_played() {
    let table = Table::new();
    table.file("one/face-up.toml", EXPERIMENT).file("two/face-up.toml", EXPERIMENT);
    let refused = table.run(&["run", "one/face-up.toml", "two/face-up.toml", "--out", "there"]);
    let said = text(&refused.stderr);
    assert!(
        refused.status.code() == Some(1)
            && said.starts_with("error: two/face-up.toml: ")
            && said.contains("one/face-up.toml"),
        "{said}"
    );
    assert!(!table.path().join("there").exists(), "nothing was played");
}

#[test]
fn a_ladder_ends_when_more_time_gains_nothing() {
    let table = Table::new();
    let weak = "kind = \"ismcts\"\n[parameters]\niterations = 4\n";
    table.file("mine.toml", weak).file("strategies/crackpipe/exploiter.toml", weak);
    let arguments = [
        "ladder",
        "crackpipe",
        "--strategies",
        "mine.toml,random,greedy",
        "--doublings",
        "6",
        "--blocks",
        "60",
        "--seed",
        "4",
    ];
    let printed = table.good(&[&arguments[..], &["--exploiters", "--out", "here"]].concat());
    assert!(printed.contains("mine x2"), "{printed}");
    insta::assert_snapshot!("ladder", table.read("here/ladder.csv"));
    insta::assert_snapshot!("ladder_verdicts", table.read("here/verdicts.txt"));
    assert!(printed.contains("models") && printed.contains("How far from perfect"), "{printed}");
    let without = table.good(&arguments);
    assert!(!without.contains("models") && !without.contains("How far from perfect"), "{without}");
    // Steps, and going first, that are clear by their own interval only are marked.
    let row = |strategy: &str| {
        printed.lines().find(|line| line.trim_start().starts_with(strategy)).unwrap_or_default()
    };
    assert!(
        row("mine x2").contains(" ?! 60.8 ") && row("mine x2").contains(" ? 41.7 "),
        "{printed}"
    );
    assert!(
        row("greedy").contains(" 82.5 ")
            && !row("greedy").contains("? 82.5")
            && row("greedy").contains(" ?! 35.8 "),
        "{printed}"
    );
    assert!(table.read("here/timing.json").contains("nanoseconds_per_decision"));
    // The last doubling is the only one that need not have gained anything.
    let ladder = table.read("here/ladder.csv");
    let place = ladder
        .lines()
        .next()
        .and_then(|names| names.split(',').position(|name| name == "win_rate_verdict"))
        .expect("a column");
    let verdicts: Vec<&str> = ladder
        .lines()
        .filter(|line| line.contains(",mine x"))
        .map(|line| line.split(',').nth(place).expect("a verdict"))
        .collect();
    let (last, others) = verdicts.split_last().expect("doubled at least once");
    assert!(
        others.iter().all(|verdict| *verdict == "advantage")
            && (*last != "advantage" || verdicts.len() == 6),
        "{verdicts:?}"
    );
    let three = [
        "ladder", "crackpipe", "--players", "3", "--strategies", "random,greedy", "--blocks", "20",
    ];
    let three = table.good(&[&three[..], &["--out", "three"]].concat());
    assert!(
        three.contains("one among") && three.contains("the same with `--blocks 2000`"),
        "{three}"
    );
    let refused = table.run(&["ladder", "crisps", "--players", "3"]);
    assert!(
        refused.status.code() == Some(1) && text(&refused.stderr).starts_with("error: --players: "),
        "{refused:?}"
    );
    let unconnected =
        table.good(&["ladder", "scrip", "--strategies", "greedy,hoarder", "--blocks", "20"]);
    let unconnected = unconnected.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        unconnected.contains("There are no ratings: one side won every game between some of them"),
        "{unconnected}"
    );
    for (strategies, said) in
        [("greedy", "2 or more"), ("greedy,random,greedy", "greedy"), ("greedy,nobody", "nobody")]
    {
        let refused = table.run(&["ladder", "crackpipe", "--strategies", strategies]);
        assert!(
            refused.status.code() == Some(1) && text(&refused.stderr).contains(said),
            "{strategies}: {refused:?}"
        );
    }
}

#[test]
fn a_sweep_lists_its_points_and_writes_its_curves() {
    let table = Table::new();
    let sweep = "game = \"crisps\"\nblocks = 200\n[sweep]\nrules.hand_size = { from = 8, to = 12, step = 2 }\nrules.face_up_draw = [true, false]\n\
                 [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n";
    table.file("sweep.toml", sweep);
    insta::assert_snapshot!("points", table.good(&["run", "sweep.toml", "--dry-run"]));
    assert_eq!(table.files(), ["sweep.toml"], "listing plays nothing");
    table.good(&["run", "sweep.toml", "--quiet"]);
    let lines: Vec<String> =
        table.read("results/sweep/sweep.csv").lines().map(str::to_owned).collect();
    let columns =
        "game,variant,lineup,players,point,quantity,subject,blocks,estimate,low,high,difference,";
    assert!(lines[0].starts_with(columns), "{}", lines[0]);
    let knobs = table.read("results/sweep/variants.csv");
    assert!(knobs.contains("crisps,hand_size=8 face_up_draw=false,hand_size,8,false\n"), "{knobs}");
    assert_eq!(
        lines.iter().filter(|line| line.contains("first_player_win_rate")).count(),
        6,
        "a row for each point"
    );
}

#[test]
fn a_sensitivity_analysis_shows_which_knob_matters() {
    let table = Table::new();
    let text = "game = \"crisps\"\nblocks = 160\n[sensitivity]\nsamples = 8\nrules.hand_size = [8, 12]\nrules.auto_skip = [true, false]\n\
                [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n";
    table.file("box.toml", text);
    insta::assert_snapshot!("sensitivity", table.good(&["run", "box.toml"]));
    let lines: Vec<String> =
        table.read("results/box/sensitivity.csv").lines().map(str::to_owned).collect();
    assert!(
        lines.len() > 8
            && lines[0]
                .contains("turned,effect,effect_low,effect_high,effect_size,effect_sd,steps"),
        "{}",
        lines[0]
    );
    let row = |metric: &str, knob: &str| {
        lines
            .iter()
            .find(|line| line.contains(metric) && line.contains(knob))
            .expect("a row")
            .clone()
    };
    assert!(
        row("decisions", "hand_size").contains("low to high")
            && row("decisions", "auto_skip").contains("false to true")
    );
    let manifest: serde_json::Value =
        serde_json::from_str(&table.read("results/box/manifest.json")).expect("JSON");
    let design = serde_json::json!({"samples": 8, "groups": 8, "knobs": {"hand_size": ["8", "12"], "auto_skip": ["true", "false"]}});
    assert_eq!(manifest["sensitivity"], design);
}

/// The file of everything has the same results as the library.
#[test]
fn results_read_back() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT);
    table.good(&["run", "e.toml", "--out", "out", "--quiet"]);
    let written = Results::read(&table.path().join("out")).expect("results");
    let document = Document::read(&table.path().join("e.toml")).expect("TOML");
    let plan = parse(&Crisps, &document, Overrides::default()).expect("a plan");
    assert_eq!(written, Session::default().run(&plan).expect("a run").results);
    for CsvFile { name, content, .. } in written.csv_files().expect("memory") {
        assert_eq!(table.read(&format!("out/{name}")), text(&content), "{name}");
    }
    // The value of a knob can be a table, with spaces and equals signs: two of them are two points.
    let hits = |joker: u8| {
        let ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
            .map(|rank| format!("{rank} = 2"));
        format!("{{ none = 1, {}, joker = {joker} }}", ranks.join(", "))
    };
    let sweep = format!("rules.hit_table = [\"base\", {}, {}]", hits(3), hits(4));
    table.file(
        "tables.toml",
        &format!("game = \"crackpipe\"\nblocks = 40\n[sweep]\n{sweep}\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n"),
    );
    let printed = table.good(&["run", "tables.toml", "--out", "tables"]);
    let document = Document::read(&table.path().join("tables.toml")).expect("TOML");
    let plan = parse(&Crackpipe, &document, Overrides::default()).expect("a plan");
    let read = Results::read(&table.path().join("tables")).expect("results");
    assert_eq!(read, Session::default().run(&plan).expect("a run").results, "{printed}");
    let points: BTreeSet<_> = read.sweep.iter().map(|row| row.point.clone()).collect();
    assert_eq!(points.len(), 3);
}

/// Files of an earlier run are not part of the results of another.
#[test]
fn other_results_leave_no_tables_behind() {
    let table = Table::new();
    let sweep = "game = \"crisps\"\nblocks = 20\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n[sweep]\nrules.hand_size = [8, 9]\n";
    table.file("sweep.toml", sweep);
    table.good(&["run", "sweep.toml", "--out", "out"]);
    assert!(table.files().contains(&"out/sweep.csv".to_owned()));
    table.file("plain.toml", sweep.split("[sweep]").next().expect("text"));
    table.good(&["run", "plain.toml", "--out", "out"]);
    let is_of_the_sweep = |file: &String| file.contains("sweep.csv") || file.contains("comparison");
    let left: Vec<String> = table
        .files()
        .into_iter()
        .filter(|file| is_of_the_sweep(file) && !file.starts_with("out/older/"))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}

#[test]
fn a_run_ends_where_it_is_precise_enough() {
    let table = Table::new();
    let text = "game = \"crisps\"\n[[lineup]]\nstrategies = [\"heuristic\", \"greedy\"]\n[stop]\nprecision = 0.03\nmax_blocks = 5000\n";
    let words = |printed: &str| printed.split_whitespace().collect::<Vec<_>>().join(" ");
    table.file("precise.toml", text);
    let printed = words(&table.good(&["run", "precise.toml"]));
    assert!(
        printed.contains("Ended (at most 5,000 blocks): every interval of a win rate is narrow"),
        "{printed}"
    );
    // Also without a largest number of blocks.
    table.file("endless.toml", &text.replace("max_blocks = 5000\n", ""));
    let planned = table.good(&["run", "endless.toml", "--dry-run"]);
    assert!(
        planned.contains("1 variant, 1 line-up, as many blocks as it takes (matches in each: 2)"),
        "{planned}"
    );
    let printed = words(&table.good(&["run", "endless.toml"]));
    assert!(printed.contains("Ended: every interval of a win rate is narrow"), "{printed}");
    assert!(table.read("results/endless/manifest.json").contains("\"blocks_planned\": null"));
}

#[test]
fn a_trace_is_json_lines() {
    let table = Table::new();
    let options = [
        "trace", "crisps", "--strategies", "greedy,random", "--games", "3", "--seed", "9", "--set",
        "points_to_win=1",
    ];
    let lines = table.good(&options);
    assert_eq!(lines.lines().count(), 3);
    for (index, line) in lines.lines().enumerate() {
        let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&game["seed"], &game["index"]), (&9.into(), &index.into()));
        assert_eq!(game["strategies"], serde_json::json!(["greedy", "random"]));
        assert_eq!(game["rules"]["points_to_win"], 1);
    }
    let again = table.good(
        &[&options[..5], &["1", "--seed", "9", "--set", "points_to_win=1", "--index", "2"]]
            .concat(),
    );
    assert_eq!(Some(again.trim_end()), lines.lines().nth(2), "any game again by its number");
}

#[test]
fn the_list_shows_everything() {
    let table = Table::new();
    table
        .file("experiments/face-up.toml", EXPERIMENT)
        .file("strategies/crisps/mine.toml", "kind = \"greedy\"\nsummary = \"My own.\"\n");
    insta::assert_snapshot!("list", table.good(&["list"]));
    let rules = |game: &str, options: &[&str]| {
        let told = table.good(&[&["rules", game], options].concat());
        let (page, knobs) = told.split_once("\nKnobs, explained above: ").expect("both");
        assert!(page.starts_with(&format!(
            "{}\n===",
            GAMES.find(game).expect("a game").description().title
        )));
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{page}");
        assert!(knobs.lines().all(|line| line.chars().count() <= 80), "{knobs}");
        // Each knob has one line, and there is nothing else after the page.
        for knob in GAMES.find(game).expect("a game").description().knobs {
            assert_eq!(knobs.matches(&format!("\n  {} = ", knob.key)).count(), 1, "{}", knob.key);
        }
        (page.to_owned(), knobs.to_owned())
    };
    let (page, knobs) = rules("crisps", &["--rules", "bga-jacks", "--set", "hand_size=9"]);
    insta::assert_snapshot!("rules_page", page);
    insta::assert_snapshot!("rules", knobs);
    insta::assert_snapshot!("rules_of_crackpipe", rules("crackpipe", &["--rules", "cherry"]).1);
    insta::assert_snapshot!("rules_of_scrip", rules("scrip", &["--rules", "no-steal"]).1);
    insta::assert_snapshot!(
        "rules_of_crypto_cards",
        rules("crypto-cards", &["--rules", "multi-sell-late"]).1
    );
    assert!(table.good(&["list", "strategies"]).contains("My own."));
    assert_eq!(
        table
            .run(&["match", "crisps", "--strategies", "mine", "--blocks", "10", "--quiet"])
            .status
            .code(),
        Some(0)
    );
}

/// An experiment with one mistake: the text of the file with `from` replaced by `to`.
fn damaged(from: &str, to: &str) -> String {
    assert!(EXPERIMENT.contains(from), "{from}");
    EXPERIMENT.replacen(from, to, 1)
}

/// A small experiment about Crisps with these lines.
fn with(lines: &str) -> String {
    format!("game = \"crisps\"\nblocks = 4\n{lines}\n")
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of mistakes")]
fn bad_input_gives_one_clear_message() {
    let mut messages = String::new();
    let mut told = |title: &str, table: &Table, arguments: &[&str]| {
        let before = table.files();
        let output = table.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{title}: {}", text(&output.stderr));
        assert_eq!(table.files(), before, "{title}: nothing half-written");
        let message = text(&output.stderr);
        let _ = writeln!(messages, "# {title}\n{message}");
        assert!(output.stdout.is_empty() && message.matches("error:").count() == 1, "{title}");
    };
    let experiments = [
        ("a typing error", damaged("seed     = 3", "seed     = ")),
        ("curly quotes", damaged("\"crisps\"", "“crisps”")),
        ("a number with a comma", damaged("400", "20,000")),
        ("a number with a comma in quotes", damaged("400", "\"20,000\"")),
        ("a percentage", damaged("win_rate = 0.02", "win_rate = \"2%\"")),
        ("a tolerance of everything", damaged("win_rate = 0.02", "win_rate = 1")),
        ("a preset among the knobs", damaged("face_up_draw = false", "preset = \"bga\"")),
        (
            "a sweep over presets",
            EXPERIMENT.to_owned() + "[sweep]\npreset = [\"designer\", \"bga\"]\n",
        ),
        ("an unknown key", damaged("blocks ", "block ")),
        ("an unknown key in a variant", damaged("rules = {", "rule = {")),
        ("an unknown knob", damaged("face_up_draw", "faceup_draw")),
        ("a value of the wrong type", damaged("face_up_draw = false", "face_up_draw = \"no\"")),
        ("a value out of range", damaged("face_up_draw = false", "hand_size = 19")),
        (
            "a hand that cannot be dealt",
            damaged("face_up_draw = false", "hand_size = 18, set_aside = 12"),
        ),
        ("an unknown preset", damaged("rules = {", "preset = \"bgaa\"\nrules = {")),
        ("a game that does not exist", damaged("\"crisps\"", "\"crips\"")),
        ("no game", damaged("game     = \"crisps\"\n", "")),
        ("no number of blocks", damaged("blocks   = 400\n", "")),
        ("no blocks", damaged("blocks   = 400", "blocks   = 0")),
        ("an unknown strategy", damaged("\"random\"]", "\"randm\"]")),
        ("a strategy too many", damaged("\"random\"]", "\"random\", \"greedy\"]")),
        ("a line-up that is no list", damaged("[\"greedy\", \"random\"]", "\"greedy\"")),
        ("no line-up", EXPERIMENT.replace("[[lineup]]", "[[line-up]]")),
        ("a variant twice", damaged("\"no-face-up\"", "\"designer\"")),
        ("a line-up twice", damaged("\"random\"]", "\"greedy\"]")),
        (
            "luck among equals",
            with("[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n[play]\nluck = true"),
        ),
        (
            "others for nobody",
            with(
                "[ladder]\nstrategies = [\"greedy\", \"random\"]\nothers = [[\"greedy\", \"random\"]]",
            ),
        ),
        ("an unknown baseline", damaged("baseline = \"designer\"", "baseline = \"no-faceup\"")),
        ("a tolerance that is none", damaged("win_rate = 0.02", "win_rate = 2")),
        ("an unknown tolerance", damaged("win_rate = 0.02", "winrate = 0.02")),
        ("a sweep over nothing", EXPERIMENT.to_owned() + "[sweep]\n"),
        (
            "a sweep over an unknown knob",
            EXPERIMENT.to_owned() + "[sweep]\nrules.hand_sise = [1, 2]\n",
        ),
        (
            "a sweep over a value out of range",
            EXPERIMENT.to_owned() + "[sweep]\nrules.hand_size = { from = 12, to = 20 }\n",
        ),
        (
            "a reason to stop that is none",
            EXPERIMENT.to_owned() + "[stop]\nwhen = \"setled\"\nmax_blocks = 10\n",
        ),
        (
            "a run of no blocks that may stop",
            EXPERIMENT.to_owned() + "[stop]\nprecision = 0.01\nmax_blocks = 0\n",
        ),
        (
            "a sequential test, as older versions had it",
            EXPERIMENT.to_owned() + "[stop]\nwhen = \"sprt\"\nmax_blocks = 10\n",
        ),
        (
            "a box with a sweep",
            EXPERIMENT.to_owned()
                + "[sweep]\nrules.hand_size = [1, 2]\n[sensitivity]\nrules.hand_size = [1, 2]\n",
        ),
        ("a confidence that is none", damaged("[analysis]", "[analysis]\nconfidence = 0.3")),
        (
            "a strategy file that is missing",
            damaged("\"random\"]", "\"strategies/crisps/mine.toml\"]"),
        ),
    ];
    for (title, experiment) in &experiments {
        let table = Table::new();
        table.file("experiments/face-up.toml", experiment);
        told(title, &table, &["run", "experiments/face-up.toml"]);
    }

    let table = Table::new();
    table
        .file("strategies/crisps/kind.toml", "kind = \"greedi\"\n")
        .file("strategies/crisps/key.toml", "kind = \"greedy\"\nsumary = \"x\"\n")
        .file("strategies/crisps/parameter.toml", "kind = \"greedy\"\n[parameters]\nbold = 1\n")
        .file("strategies/crisps/empty.toml", "")
        .file("rules.toml", "[rules]\nhand_sise = 3\n")
        .file("other.toml", "game = \"scrip\"\n")
        .file("folder/file", "");
    fs::write(table.path().join("latin.toml"), b"question = \"\xe9\"\n").expect("a file");
    told("a strategy of an unknown kind", &table, &["match", "crisps", "--strategies", "kind"]);
    told("an unknown key in a strategy", &table, &["match", "crisps", "--strategies", "key"]);
    told("an unknown parameter", &table, &["match", "crisps", "--strategies", "parameter"]);
    told("an empty strategy file", &table, &["match", "crisps", "--strategies", "empty"]);
    told("an unknown knob in a rules file", &table, &["match", "crisps", "--rules", "rules.toml"]);
    told("rules of another game", &table, &["match", "crisps", "--rules", "other.toml"]);
    told("an unknown preset on the command line", &table, &["match", "crisps", "--rules", "jacks"]);
    told(
        "an unknown knob on the command line",
        &table,
        &["trace", "crisps", "--set", "handsize=3"],
    );
    told(
        "a value out of range on the command line",
        &table,
        &["trace", "crisps", "--set", "hand_size=0"],
    );
    told("no value on the command line", &table, &["rules", "crisps", "--set", "hand_size"]);
    told("an unknown game on the command line", &table, &["rules", "chess"]);
    told("a game of one's own", &table, &["new", "mygame.py"]);
    told(
        "a preset with its words in another order",
        &table,
        &["match", "crypto-cards", "--rules", "lowprice"],
    );
    told("an unknown experiment", &table, &["run", "handicap-crisp"]);
    told(
        "results that are not there",
        &table,
        &["show", "--from", "handicaps-crisps", "--pick", "longest"],
    );
    told("too many players", &table, &["match", "crisps", "--players", "3"]);
    told(
        "too many strategies",
        &table,
        &["trace", "crisps", "--strategies", "greedy,random,random"],
    );
    let knob =
        |game: &'static str, knob: &'static str| ["trace", game, "--players", "4", "--set", knob];
    told(
        "a hit table with a missing key",
        &table,
        &knob("crackpipe", "hit_table={ none = 1, \"2\" = 1 }"),
    );
    told("a hit table with an unknown key", &table, &knob("crackpipe", "hit_table={ jack = 1 }"));
    told("a hit table with a hit too large", &table, &knob("crackpipe", "hit_table={ J = 9 }"));
    told("a hit table of an unknown name", &table, &knob("crackpipe", "hit_table=tripple"));
    told(
        "a starting deck that cannot be dealt",
        &table,
        &[
            "trace", "scrip", "--players", "4", "--set", "starting_deck=12", "--set",
            "market_size=5",
        ],
    );
    told(
        "a hand larger than the starting deck",
        &table,
        &["trace", "scrip", "--set", "hand_size=6", "--set", "starting_deck=5"],
    );
    told(
        "hands that cannot be dealt",
        &table,
        &["trace", "crypto-cards", "--players", "6", "--set", "hand_size=9"],
    );
    told("more Jokers to end than there are", &table, &knob("crypto-cards", "end_on_joker=3"));
    told("too many players of another game", &table, &["trace", "scrip", "--players", "5"]);
    told(
        "a round robin of one",
        &table,
        &["match", "crisps", "--strategies", "greedy", "--round-robin"],
    );
    told(
        "a round robin with one twice",
        &table,
        &["match", "crisps", "--strategies", "greedy,random,greedy", "--round-robin"],
    );
    told("a missing file", &table, &["run", "experiments/none.toml"]);
    told("a directory in place of a file", &table, &["run", "folder"]);
    told("a file that is no text", &table, &["run", "latin.toml"]);
    told(
        "a directory that cannot be written",
        &table,
        &["match", "crisps", "--blocks", "5", "--out", "folder/file/results"],
    );
    let table = Table::new();
    table.file("mine/seats.csv", "of somebody else");
    told(
        "a file of foreign origin in the way",
        &table,
        &["match", "crisps", "--blocks", "5", "--out", "mine"],
    );
    insta::assert_snapshot!("bad_input", messages);
}

#[test]
fn all_problems_of_a_file_are_reported_at_once() {
    let table = Table::new();
    let text = "question = 3\ngame = \"crisps\"\nblokcs = 400\nseed = -1\nbaseline = \"designr\"\n\n[[variant]]\nname = \"designer\"\n\n\
                [[variant]]\nnam = \"no-face-up\"\nrules = { face_up_draw = \"no\", hand_sise = 3, copies = 9 }\n\n\
                [[lineup]]\nstrategies = [\"greedi\", \"randm\"]\n\n[[lineup]]\nstrategies = [\"greedy\"]\n\n\
                [analysis]\nconfidence = 2\ntolerance = { win_rate = 3, lenght = 0.1 }\n\n[sweep]\nrules.hand_size = 3\n\n[stop]\nwhen = \"setled\"\nmax_blocks = 9\n";
    table.file("e.toml", text);
    let output = table.run(&["run", "e.toml"]);
    assert!(output.status.code() == Some(1) && table.files() == ["e.toml"]);
    insta::assert_snapshot!("all_errors", crate::support::table::text(&output.stderr));
    // At most twenty errors.
    let lineup = |number| format!("[[lineup]]\nstrategies = [\"greedy\", \"nobody{number}\"]\n");
    let lineups = (0..60).map(lineup).collect::<Vec<_>>().concat();
    table.file("e.toml", &format!("game = \"crisps\"\nblocks = 5\n{lineups}"));
    let message = crate::support::table::text(&table.run(&["run", "e.toml"]).stderr);
    assert!(
        message.matches("unknown strategy").count() == 20 && message.ends_with("\nand 40 more\n"),
        "{message}"
    );
    // No message is too long to be read.
    let names = |count: usize| {
        (0..count).map(|number| format!("\"{number}\"")).collect::<Vec<_>>().join(", ")
    };
    for text in [
        format!("game = \"crisps\"\nblocks = 5\n[[lineup]]\nstrategies = [\"{}\", \"greedy\"]\n", "x".repeat(200_000)),
        format!("game = \"crisps\"\nblocks = 5\n[[lineup]]\nstrategies = [{}]\n", names(9_000)),
        "game = \"crisps\"\nblocks = 5\nbaseline = \"none\"\n[sweep]\nrules.max_turns = { from = 1, to = 9000 }\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n".to_owned(),
    ] {
        table.file("e.toml", &text);
        let message = crate::support::table::text(&table.run(&["run", "e.toml"]).stderr);
        assert!(message.starts_with("error: e.toml:") && message.len() < 2500, "{message}");
    }
    // A folder with the name of a strategy is not a strategy.
    table.file("strategies/crisps/adir.toml/file", "");
    let message = crate::support::table::text(
        &table.run(&["match", "crisps", "--strategies", "adir"]).stderr,
    );
    assert_eq!(message, "error: strategies/crisps/adir.toml: cannot be read: it is a directory\n");
    assert!(!table.good(&["list", "strategies"]).contains("adir"));
    // Keys that no experiment has are reported even for an unknown game.
    table.file("e.toml", "game = \"chess\"\nblokcs = 5\n");
    let message = crate::support::table::text(&table.run(&["run", "e.toml"]).stderr);
    assert!(
        message.contains("unknown game `chess`") && message.contains("unknown key `blokcs`"),
        "{message}"
    );
}

/// Rules that can be played but may not be what was meant give a warning, and are played.
#[test]
fn warnings_are_given() {
    let table = Table::new();
    let options = ["crypto-cards", "--set", "face_from_joker=2"];
    for command in [&["trace"][..], &["match", "--blocks", "5"], &["rules"]] {
        let output = table.run(&[&command[..1], &options, &command[1..]].concat());
        assert!(output.status.success());
        let warnings = text(&output.stderr);
        assert_eq!(warnings.matches("warning: ").count(), 1, "{warnings}");
        assert!(warnings.contains("face_from_joker"), "{warnings}");
    }
    assert!(text(&table.run(&["trace", "crypto-cards"]).stderr).is_empty());
}

#[test]
fn a_match_with_other_rules_says_how_to_compare_them() {
    let table = Table::new();
    let note = |options: &[&str]| {
        text(&table.run(&[&["match", "crisps", "--blocks", "5"], options].concat()).stderr)
    };
    assert!(note(&["--set", "hand_size=8"]).contains("\n  rules = { hand_size = 8 }\n"));
    assert!(
        note(&["--rules", "bga"])
            .contains("rules = { special_order = \"length_then_rank\", lead_may_pass = false }")
    );
    for options in [&[][..], &["--set", "hand_size=12"], &["--set", "hand_size=8", "--quiet"]] {
        assert!(!note(options).contains("[[variant]]"), "{options:?}");
    }
}

#[test]
fn wrong_usage_is_exit_code_2() {
    let table = Table::new();
    for arguments in [
        &[][..],
        &["play-chess"],
        &["run"],
        &["match", "crisps", "--blocks", "0"],
        &["match", "crisps", "--threads", "x"],
    ] {
        assert_eq!(table.run(arguments).status.code(), Some(2), "{arguments:?}");
    }
    let output = table.run(&["play", "scrip"]);
    assert_eq!(
        (output.status.code(), text(&output.stderr).contains("fairdeal show scrip")),
        (Some(2), true)
    );
    for arguments in [&["--help"][..], &["run", "--help"], &["--version"]] {
        assert_eq!(table.run(arguments).status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let table = Table::new();
    let mut child = table
        .command(&["trace", "crisps", "--games", "100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert!(line.starts_with("{\"game\":\"crisps\""));
    let mut errors = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
    assert_eq!((child.wait().expect("it ends").code(), errors.as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_finished_blocks() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT);
    let mut child = table
        .command(&["run", "e.toml", "--blocks", "1000000000", "--out", "cut"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    // Not INT: a shell ignores that in its background jobs, and so does the program then.
    let sent = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status()
        .expect("kill is there");
    assert!(sent.success());
    let output = {
        let (mut out, mut errors) = (String::new(), String::new());
        child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
        child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        (child.wait().expect("it ends").code(), out, errors)
    };
    assert_eq!(output.0, Some(130), "{}", output.2);
    assert!(
        output.2.contains("interrupted after ") && output.2.contains(" of 1,000,000,000 blocks"),
        "{}",
        output.2
    );
    assert!(output.1.contains("Written to cut, marked as partial"), "{}", output.1);
    let manifest: serde_json::Value =
        serde_json::from_str(&table.read("cut/manifest.json")).expect("JSON");
    assert_eq!(manifest["complete"], false);
    let blocks = manifest["blocks"].as_u64().expect("a number");
    assert!(blocks > 0);
    // The kept counts equal those of a run with this number of blocks.
    if blocks < 400_000 {
        table.good(&["run", "e.toml", "--blocks", &blocks.to_string(), "--out", "short"]);
        for name in TABLES {
            assert_eq!(table.read(&format!("cut/{name}")), table.read(&format!("short/{name}")));
        }
    }
}

#[test]
fn shipped_files_are_sound() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = Table::new();
    // Every experiment of the project can be played, here with a few blocks; ladders take seconds
    // each, so they are only read: the tests `results` play them.
    let mut experiments = 0;
    let files = || {
        let entries = fs::read_dir(root.join("experiments")).expect("a folder").flatten();
        entries.filter(|entry| entry.path().is_file())
    };
    for entry in files() {
        let path = entry.path().display().to_string();
        let text = fs::read_to_string(&path).expect("a file");
        // A sensitivity analysis takes eight groups of blocks.
        let blocks = if text.contains("\n[sensitivity]") { "8" } else { "2" };
        let how: &[&str] = if text.contains("\n[ladder]") {
            &["--dry-run", "--quiet"]
        } else {
            &["--blocks", blocks, "--out", "results", "--force"]
        };
        table.good(&[&["run", &path], how].concat());
        experiments += 1;
    }
    assert!(experiments > 0);
    let ready = table.good(&["list", "experiments"]);
    for entry in files() {
        let name = entry.path().file_stem().expect("a name").display().to_string();
        assert!(
            ready.contains(&format!("\n  {name}\n")),
            "{name} is not carried: see `asking` in crates/core/src/strategies"
        );
    }
    // The program carries every strategy file of the project, and no others.
    for game in fs::read_dir(root.join("strategies")).expect("a folder").flatten() {
        let name = game.file_name().display().to_string();
        if name == "examples" {
            continue;
        }
        let carried = table.good(&["list", "strategies"]);
        for file in fs::read_dir(game.path()).expect("a folder").flatten() {
            let strategy = file.path().file_stem().expect("a name").display().to_string();
            assert!(
                carried.contains(&format!("  {strategy} ")),
                "{strategy} of {name} is not carried"
            );
        }
    }
}

/// A shipped experiment can be run by name, in any folder.
#[test]
fn experiments_are_found_by_name() {
    let table = Table::new();
    let listed = table.good(&["list", "experiments"]);
    assert!(
        listed.contains("  crisps-variants\n    Do the options of Board Game Arena change"),
        "{listed}"
    );
    table.good(&["run", "crisps-variants", "--blocks", "2", "--quiet"]);
    assert!(table.read("results/crisps-variants/manifest.json").contains("\"no-face-up\""));
    // A file of the folder takes precedence, by its name or its path.
    table
        .file("experiments/crisps-variants.toml", EXPERIMENT)
        .file("experiments/mine.toml", EXPERIMENT);
    for (given, name) in [
        ("crisps-variants", "crisps-variants"),
        ("mine", "mine"),
        ("experiments/mine.toml", "mine"),
    ] {
        table.good(&["run", given, "--blocks", "2", "--quiet", "--out", "out"]);
        assert!(
            table.read("out/manifest.json").contains("Does the card that lies face up matter?"),
            "{given}"
        );
        assert!(
            table.read("out/manifest.json").contains(&format!("\"name\": \"{name}\"")),
            "{given}"
        );
    }
    assert!(
        table
            .good(&["list", "experiments"])
            .contains("  mine\n    Does the card that lies face up matter?\n")
    );
    let unknown = table.run(&["run", "crisp-variants"]);
    assert_eq!(unknown.status.code(), Some(1));
    let message = text(&unknown.stderr);
    assert!(message.starts_with("error: the command: unknown experiment `crisp-variants`\n  did you mean `crisps-variants`?"), "{message}");
}

#[test]
fn a_starter_runs_as_it_is() {
    let table = Table::new();
    for game in ["crisps", "crackpipe", "scrip", "crypto-cards"] {
        let printed = table.good(&["new", game]);
        let path = format!("experiments/my-{game}.toml");
        assert!(printed.contains(&format!("fairdeal run {path}")), "{printed}");
        let text = table.read(&path);
        assert!(
            text.contains("tolerance = { win_rate = 0.01")
                && text.contains("[[variant]]")
                && text.contains("# "),
            "{text}"
        );
        let output = table.run(&["run", &path, "--blocks", "20", "--quiet"]);
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{game}: {}",
            crate::support::table::text(&output.stderr)
        );
        assert!(
            table.read(&format!("results/my-{game}/comparisons.csv")).lines().count() > 1,
            "{game}: something is compared"
        );
        // It is never overwritten.
        table.file(&path, "mine");
        let again = table.run(&["new", game]);
        assert!(
            again.status.code() == Some(1)
                && String::from_utf8_lossy(&again.stderr).contains("is there already")
        );
        assert_eq!(table.read(&path), "mine");
    }
    insta::assert_snapshot!("starter", {
        table.good(&["new", "crisps", "--out", "a/b.toml"]);
        table.read("a/b.toml")
    });
    assert_eq!(table.run(&["new", "chess"]).status.code(), Some(1));
}

/// A limit on the size of files works like a full disk, and every system has it.
#[cfg(unix)]
#[test]
fn a_starter_on_a_full_disk_leaves_nothing() {
    let table = Table::new();
    for arguments in [
        &["new", "crisps"][..],
        &["new", "crisps", "--out", "a/b/c.toml"],
        &["new", "crisps", "--out", "c.toml"],
    ] {
        let program = table.command(arguments);
        let mut command = Command::new("sh");
        command
            .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""])
            .arg(program.get_program())
            .args(program.get_args());
        let refused = command.current_dir(table.path()).output().expect("it starts");
        let said = text(&refused.stderr);
        assert!(!refused.status.success() && said.contains(".toml: cannot be written: "), "{said}");
        assert_eq!(fs::read_dir(table.path()).expect("a folder").count(), 0, "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_dangling_link_as_output_is_reported() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT);
    table.good(&["match", "crisps", "--blocks", "2", "--quiet", "--out", "results"]);
    table.good(&["plan", "e.toml", "--blocks", "2", "--shards", "1", "--quiet"]);
    std::os::unix::fs::symlink("nowhere", table.path().join("link")).expect("a link");
    let files = table.files();
    for command in [
        &["run", "e.toml", "--blocks", "2"][..],
        &["match", "crisps", "--blocks", "2"],
        &["ladder", "crisps", "--blocks", "2"],
        &["plan", "e.toml", "--blocks", "2", "--shards", "1"],
        &["run", "--plan", "plan.json", "--shard", "0"],
        &["submit", "parallel", "--plan", "plan.json"],
        &["report", "results"],
        &["new", "crisps"],
    ] {
        for (out, part) in [("link", "it"), ("link/inside", "link")] {
            let refused = table.run(&[command, &["--out", out]].concat());
            let said = text(&refused.stderr);
            assert_eq!(refused.status.code(), Some(1), "{command:?}: {said}");
            let told = format!(
                "error: {out}: cannot be written: {part} is a link to nowhere, which is not there\n"
            );
            assert!(said.ends_with(&told), "{command:?}: {said}");
        }
        assert_eq!(table.files(), files, "{command:?}");
    }
}

#[test]
fn one_strategy_fills_a_lineup() {
    let table = Table::new();
    let with = |lineup: &str| format!("game = \"crackpipe\"\nblocks = 4\n[[lineup]]\n{lineup}\n");
    let long = "strategies = [\"greedy\", \"greedy\", \"greedy\", \"greedy\", \"greedy\"]";
    for (name, lineup) in [
        ("short", "strategies = [\"greedy\"]\nplayers = 5"),
        ("long", long),
        ("both", &format!("{long}\nplayers = 5")),
    ] {
        table.file("e.toml", &with(lineup));
        table.good(&["run", "e.toml", "--quiet", "--out", name]);
        assert_eq!(table.read(&format!("{name}/seats.csv")), table.read("short/seats.csv"));
    }
    let plan =
        Experiment::new(&Crackpipe, "e").blocks(4).lineup_of(5, "greedy").plan().expect("a plan");
    assert_eq!(plan.lineups()[0].name, "5 x greedy");
    for (lineup, said) in [
        (
            "strategies = [\"greedy\", \"random\"]\nplayers = 5",
            "e.toml:5: 2 strategies for 5 players in `[[lineup]]` number 1\n  allowed: 5 of them",
        ),
        (
            "strategies = [\"greedy\"]\nplayers = 9",
            "e.toml:5: `players` cannot be 9 in `[[lineup]]` number 1\n  allowed: a whole number from 2 to 8",
        ),
    ] {
        table.file("e.toml", &with(lineup));
        let refused = table.run(&["run", "e.toml"]);
        assert!(text(&refused.stderr).contains(said), "{}", text(&refused.stderr));
    }
}

/// On a terminal every command shows at once that it works; so does a ladder while it measures the
/// time of decisions, and Ctrl-C ends it there as well.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_progress() {
    let table = Table::new();
    let Some((code, shown)) = table.on_terminal(&["match", "crisps", "--blocks", "1"], "") else {
        return;
    };
    assert!(code == Some(0) && shown.contains(" of 1 matches"), "{shown}");
    table.file("e.toml", EXPERIMENT);
    let (_, shown) =
        table.on_terminal(&["run", "e.toml", "--blocks", "1"], "").expect("a terminal");
    assert!(shown.contains(" of 6 matches"), "{shown}");
    // The interrupt character of a terminal: what is typed before the program reads is there when
    // it does.
    let ladder = [
        "ladder", "crisps", "--strategies", "random,greedy", "--blocks", "2", "--set",
        "points_to_win=1", "--out", "out",
    ];
    let (code, shown) = table
        .on_terminal_until(&ladder, "how long does a decision take?", "\u{3}")
        .expect("a terminal");
    assert!(
        code == Some(130) && shown.contains("how long does a decision take?"),
        "{code:?} {shown}"
    );
    assert!(
        table.read("out/manifest.json").contains("\"complete\": true"),
        "the games are played, and kept"
    );
}
