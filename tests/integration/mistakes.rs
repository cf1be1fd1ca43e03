//! Messages about mistakes: of files, of options, of places to write to.

use std::fmt::Write as _;
use std::fs;

use fairdeal::experiment::Experiment;
use fairdeal::games::crackpipe::Crackpipe;

use super::cli::EXPERIMENT;
use crate::support::table::{Table, text};

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
            "an unknown preset in a sweep",
            EXPERIMENT.to_owned() + "[sweep]\npreset = [\"designer\", \"bgaa\"]\n",
        ),
        ("an unknown question", damaged("blocks ", "ask = \"goign first\"\nblocks ")),
        ("a question about what is not counted", damaged("blocks ", "ask = \"stakes\"\nblocks ")),
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
    told("a game of one's own", &table, &["match", "mygame.py", "--strategies", "random"]);
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
    told("a ladder of one", &table, &["ladder", "crisps", "--strategies", "greedy"]);
    told(
        "a ladder with one twice",
        &table,
        &["ladder", "crisps", "--strategies", "greedy,random,greedy"],
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
    let output = table.run(&["compare", "scrip"]);
    assert_eq!(
        (output.status.code(), text(&output.stderr).contains("fairdeal new scrip")),
        (Some(2), true)
    );
    for arguments in [&["--help"][..], &["run", "--help"], &["--version"]] {
        assert_eq!(table.run(arguments).status.code(), Some(0), "{arguments:?}");
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
