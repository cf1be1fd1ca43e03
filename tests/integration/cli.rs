//! The commands from outside: their output, files and exit codes. Library tests check the numbers;
//! these check the wiring.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use fairdeal::experiment::{Overrides, parse};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Document;
use fairdeal::results::{CsvFile, Results};
use fairdeal::session::Session;

use crate::resume::{checkpoint, wait_until};
use crate::support::running::Running;
use crate::support::table::{Table, text};

pub(super) const EXPERIMENT: &str = r#"question = "Does the card that lies face up matter?"
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
    let points: BTreeSet<_> = read.sweep.iter().map(|row| row.point.to_string()).collect();
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
fn a_closed_pipe_is_not_an_error() {
    let table = Table::new();
    let mut command = table.command(&["trace", "crisps", "--games", "100000"]);
    let mut child = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
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
    let mut command = table.command(&["run", "e.toml", "--blocks", "1000000000", "--out", "cut"]);
    let child = Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()));
    wait_until(|| checkpoint(&table, "cut").is_some());
    child.send(rustix::process::Signal::TERM);
    let output = child.output();
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(130), "{errors}");
    assert!(
        errors.contains("interrupted after ") && errors.contains(" of 1,000,000,000 blocks"),
        "{errors}"
    );
    assert!(out.contains("Written to cut, marked as partial"), "{out}");
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
