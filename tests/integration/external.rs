//! External programs: good ones, and ones that crash, hang or answer nonsense.
//!
//! The programs are written in Python. Without Python, the tests say so and pass.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::table::{Table, text};
use crate::support::{party, strategy};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::Experiment;
use fairdeal::games::crisps::Crisps;
use fairdeal::input::{Document, InputError, Problem};
use fairdeal::registry::GAMES;
use fairdeal::session::{RunError, Session};
use fairdeal::strategy::{Repertoire, StrategyFile};
use serde_json::{Value, json};

/// Whether there is a Python; if not, a message says so.
#[expect(clippy::print_stdout, reason = "the reason why a test is skipped")]
pub(crate) fn python_is_here() -> bool {
    let found = Command::new("python3")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !found {
        println!("skipped: there is no python3 here");
    }
    found
}

/// A table with a strategy `mine` for Crisps: a Python program with this body, which has `hello`,
/// and for every decision `ask` and `number`.
pub(crate) fn table_with(every_decision: &str, time_limit: f64) -> Table {
    let body = every_decision.replace('\n', "\n    ");
    let program = format!(
        "import json, os, sys, time\nopen(f'pid-{{os.getpid()}}', 'w').close()\nhello = json.loads(sys.stdin.readline())\n\
         def answer(action):\n    print(json.dumps({{'action': action}}), flush=True)\n\
         for number, line in enumerate(sys.stdin):\n    ask = json.loads(line)\n    {body}\n"
    );
    let table = Table::new();
    let strategy = format!(
        "kind = \"external\"\ncommand = [\"python3\", \"mine.py\"]\ntime_limit = {time_limit:?}\n"
    );
    table.file("mine.py", &program).file("strategies/crisps/mine.toml", &strategy);
    table
}

/// The processes of this table's programs.
fn processes(table: &Table) -> Vec<u32> {
    table.files().iter().filter_map(|file| file.strip_prefix("pid-")?.parse().ok()).collect()
}

/// Asserts that no program of this table runs any more.
#[cfg(unix)]
fn assert_none_runs(table: &Table) {
    for process in processes(table) {
        // A dead process may still be listed as a zombie if its exit status was not read.
        let listed = Command::new("ps")
            .args(["-o", "stat=", "-p", &process.to_string()])
            .output()
            .expect("ps is there");
        let state = text(&listed.stdout);
        assert!(
            state.trim().is_empty() || state.starts_with('Z'),
            "process {process} was left behind: {state}"
        );
    }
}

#[cfg(not(unix))]
fn assert_none_runs(_table: &Table) {}

const MATCH: [&str; 10] = [
    "match", "crisps", "--strategies", "mine,random", "--blocks", "20", "--quiet", "--out",
    "results", "--allow-programs",
];

/// Plays with a program that fails; returns the message.
fn failure(table: &Table, arguments: &[&str]) -> String {
    let output = table.run(arguments);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(output.stdout.is_empty(), "nothing is printed");
    let is_no_result =
        |file: &String| !file.starts_with("results/") || file.starts_with("results/unfinished-");
    assert!(table.files().iter().all(is_no_result), "nothing is written but what to go on from");
    assert_eq!(message.matches("error: ").count(), 1, "{message}");
    assert_none_runs(table);
    message
}

/// The message of a program that fails in a match.
fn failed(every_decision: &str, time_limit: f64) -> String {
    failure(&table_with(every_decision, time_limit), &MATCH)
}

fn assert_told(message: &str, parts: &[&str]) {
    let of_all = [
        "error: strategy `mine` failed in seat ",
        " at decision ",
        " of block ",
        "(designer, mine vs random, arrangement ",
        "`python3 mine.py` for crisps",
    ];
    for part in of_all.iter().chain(parts) {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

const SENT: &str = "\n  sent: {\"type\":\"decision\",\"id\":";

#[test]
fn a_crash_of_a_program_is_reported() {
    if !python_is_here() {
        return;
    }
    let table = table_with("", 10.0);
    table.file("mine.py", "import sys\nsys.exit('no cards today')\n");
    let message = failure(&table, &MATCH);
    assert_told(&message, &["ended without an answer (exit status: 1)", SENT, "\n  allowed: "]);
    assert!(message.contains("no cards today\n"), "its standard error goes through: {message}");
    assert!(!message.contains("answered:"), "{message}");

    let message = failed("if number == 30: os._exit(3)\nanswer(ask['legal'][0])", 10.0);
    assert_told(&message, &["ended without an answer (exit status: 3)", SENT, "\n  allowed: "]);
    let message =
        failed("if number == 30: os.close(1); time.sleep(60)\nanswer(ask['legal'][0])", 10.0);
    assert_told(&message, &["closed its standard input or output", SENT]);
    #[cfg(unix)]
    assert_told(
        &failed("os.kill(os.getpid(), 9)", 10.0),
        &["ended without an answer (signal: 9", SENT],
    );
    // A line without an end.
    let message = failed(
        "sys.stdout.write(json.dumps({'action': ask['legal'][0]})); sys.stdout.flush(); os._exit(0)",
        10.0,
    );
    assert_told(
        &message,
        &[
            "ended without an answer (exit status: 0)",
            "\n  answered, without an end of the line: {\"action\"",
        ],
    );
}

/// Two threads run a process each, and both fail.
#[test]
fn a_traceback_is_shown_once() {
    if !python_is_here() {
        return;
    }
    let table = table_with(
        "if number == 3: raise ValueError('no\\x1b[31m cards')\nanswer(ask['legal'][0])",
        10.0,
    );
    let message = failure(&table, &[&MATCH[..], &["--threads", "2"]].concat());
    assert_told(
        &message,
        &[
            "ended without an answer (exit status: 1)",
            "\n  standard error:\n    Traceback (most recent call last):\n",
        ],
    );
    assert_eq!(message.matches("Traceback").count(), 1, "{message}");
    assert!(message.ends_with("\n    ValueError: no\\u{1b}[31m cards\n"), "{message}");
}

/// The standard error of a good program is shown, and its exit is not an error.
#[test]
fn standard_error_is_shown() {
    if !python_is_here() {
        return;
    }
    let table = table_with(
        "if number == 3: print('I think', file=sys.stderr)\nanswer(ask['legal'][0])",
        10.0,
    );
    table.file("mine.py", &(table.read("mine.py") + "raise ValueError('no more lines')\n"));
    let output = table.run(&[&MATCH[..], &["--threads", "2"]].concat());
    let told = text(&output.stderr);
    assert!(output.status.success() && told.contains("I think\n"), "{told}");
    assert_eq!(told.matches("ValueError: no more lines\n").count(), 1, "{told}");
}

/// A second line for one question, however late: the run fails, and writes nothing, not even a
/// checkpoint.
#[test]
fn a_late_line_fails_the_run() {
    if !python_is_here() {
        return;
    }
    let legal = "answer(ask['legal'][0])";
    for program in [
        // Together, a little later, much later, and when the next question has been asked.
        "sys.stdout.write(2 * (json.dumps({'action': ask['legal'][0]}) + '\\n')); sys.stdout.flush()".to_owned(),
        format!("{legal}\ntime.sleep(0.001)\n{legal}"),
        format!("{legal}\nif number == 7: time.sleep(0.05); {legal}"),
        format!("if number == 8: {legal}\n{legal}"),
    ] {
        let table = table_with(&program, 10.0);
        let message = failure(&table, &MATCH);
        assert!(
            message.contains("\n  lines: ") && message.contains("an answer may have been taken for that to another question"),
            "{message}"
        );
        assert!(table.files().iter().all(|file| !file.starts_with("results/")), "{:?}", table.files());
    }
    // A line after all answers.
    let table = table_with(legal, 10.0);
    table.file("mine.py", &(table.read("mine.py") + "print('good\u{202e} night')\n"));
    for (command, is_table) in [
        (&MATCH[..], true),
        (&["trace", "crisps", "--strategies", "mine,random", "--allow-programs"], false),
    ] {
        let message = failure(&table, command);
        let told = "error: the program `python3 mine.py` for crisps wrote more lines than it was asked questions\n  lines: ";
        assert!(
            message.starts_with(told) && message.ends_with("\n  wrote: good\\u{202e} night\n"),
            "{message}"
        );
        assert!(
            !is_table || table.files().iter().all(|file| !file.starts_with("results/")),
            "{:?}",
            table.files()
        );
    }
}

/// A program that sends back the `id` of the question gets its error when a late line comes.
#[test]
fn a_late_line_with_an_id_is_caught_at_once() {
    if !python_is_here() {
        return;
    }
    let with_id = |id: &str| {
        format!("print(json.dumps({{'action': ask['legal'][0], 'id': {id}}}), flush=True)")
    };
    table_with(&with_id("ask['id']"), 10.0).good(&MATCH);
    table_with(&with_id("None"), 10.0).good(&MATCH);
    // At once with the answer, before the next question, or after it.
    let answer = with_id("ask['id']");
    for body in [
        format!("{answer}\nif ask['id'] == 8: {answer}"),
        format!("{answer}\nif ask['id'] == 8: time.sleep(0.05); {answer}"),
        format!("if ask['id'] == 9: {}\n{answer}", with_id("8")),
    ] {
        assert_told(
            &failed(&body, 10.0),
            &["answered question 8 late or twice, as the `id` of its line says"],
        );
    }
    let message = failed(&with_id("ask['id'] + 1"), 10.0);
    assert_told(&message, &["not understood: its `id` is 2, and that of the question is 1\n"]);
}

#[test]
fn a_byte_order_mark_is_skipped_or_shown() {
    if !python_is_here() {
        return;
    }
    let marked = "sys.stdout.buffer.write(b'\\xef\\xbb\\xbf' + json.dumps({'action': ask['legal'][0]}).encode() + b'\\r\\n'); sys.stdout.flush()";
    table_with(marked, 10.0).good(&MATCH);
    let message = failed("print('{\"action\": \"\\ufeffpass\"}', flush=True)", 10.0);
    assert_told(
        &message,
        &["chose an action that is not legal", "\n  answered: {\"action\": \"\\u{feff}pass\"}\n"],
    );
}

/// Processes that a program leaves behind and that hold its output are not waited for.
#[cfg(unix)]
#[test]
fn orphans_of_a_program_are_not_waited_for() {
    if !python_is_here() {
        return;
    }
    let helper = "if number == 3: import subprocess; helper = subprocess.Popen(['sleep', '300'], start_new_session=True); \
                  open(f'helper-{helper.pid}', 'w').close()";
    let ends = |table: &Table| {
        let files = table.files();
        let helpers: Vec<&str> =
            files.iter().filter_map(|file| file.strip_prefix("helper-")).collect();
        assert!(!helpers.is_empty(), "{files:?}");
        for helper in helpers {
            let sent = Command::new("kill").arg(helper).status().expect("kill is there");
            assert!(sent.success(), "it was still there");
        }
    };
    let begun = Instant::now();
    for (then, limit, told) in [
        ("if number == 3: time.sleep(300)", 2.0, "gave no answer within its time limit of 2 s"),
        ("if number == 3: os._exit(3)", 300.0, "ended without an answer (exit status: 3)"),
        (
            "if number == 3: print('half a line', end='', flush=True); os._exit(0)",
            300.0,
            "without an end of the line: half a line\n",
        ),
    ] {
        let table = table_with(&format!("{helper}\n{then}\nanswer(ask['legal'][0])"), limit);
        assert_told(&failure(&table, &MATCH), &[told]);
        ends(&table);
    }
    let table = table_with(&format!("{helper}\nanswer(ask['legal'][0])"), 300.0);
    table.good(&MATCH);
    ends(&table);
    assert!(begun.elapsed() < Duration::from_mins(4), "the helpers were waited for");
}

#[test]
fn a_program_that_may_not_flush_gets_a_hint() {
    if !python_is_here() {
        return;
    }
    let message = failed("kept = json.dumps({'action': ask['legal'][0]})", 0.7);
    assert_told(
        &message,
        &[
            "gave no answer within its time limit of 0.7 s: does it flush its output after every line?\n",
        ],
    );
    // All processes of a program count as one program; a slow one plays on.
    let table = table_with("if number < 2: time.sleep(2.2)\nanswer(ask['legal'][0])", 100.0);
    let output = table.run(&[&MATCH[..], &["--threads", "2"]].concat());
    let told = text(&output.stderr);
    let asked = "`python3 mine.py` has not answered for 2 s. If it is not still thinking (it may for 100 s): does it flush its output after every line?\n";
    assert!(output.status.success() && told.matches(asked).count() == 1, "{told}");
}

/// `--strategies bot.py`: a program needs no strategy file.
#[test]
fn a_program_can_be_named_without_a_strategy_file() {
    if !python_is_here() {
        return;
    }
    let table = table_with("answer(ask['legal'][0])", 10.0);
    table.file("my bot.py", &table.read("mine.py"));
    let arguments = |named: &str| {
        ["match", "crisps", "--strategies", &format!("{named},random"), "--blocks", "2", "--quiet"]
            .map(str::to_owned)
    };
    for (named, command) in
        [("my bot.py", "python3 \"my bot.py\""), ("./my bot.py", "python3 \"./my bot.py\"")]
    {
        let arguments = arguments(named);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let refused = table.run(&arguments);
        let told = format!("error: strategy `my bot`: would run the program `{command}`\n");
        assert!(
            refused.status.code() == Some(1) && text(&refused.stderr).starts_with(&told),
            "{}",
            text(&refused.stderr)
        );
        table.good(&[&arguments[..], &["--allow-programs"]].concat());
    }
    // A file that is neither executable nor Python: the message says what is possible.
    table.file("bot.js", "console.log('{}');\n");
    let message = failure(&table, &["match", "crisps", "--strategies", "./bot.js,random"]);
    let told = "`strategy` cannot be ./bot.js\n  allowed: a strategy file (.toml), a Python program (.py), or a program that may be run (chmod +x)\n";
    assert!(message.contains(told), "{message}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        table.file("bot", &format!("#!/usr/bin/env python3\n{}", table.read("mine.py")));
        fs::set_permissions(table.path().join("bot"), fs::Permissions::from_mode(0o755))
            .expect("it is ours");
        for (named, command) in [("bot", "./bot"), ("./bot", "./bot")] {
            let arguments = arguments(named);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            assert!(
                text(&table.run(&arguments).stderr)
                    .contains(&format!("would run the program `{command}`\n")),
                "{named}"
            );
            table.good(&[&arguments[..], &["--allow-programs"]].concat());
        }
    }
}

#[test]
fn a_program_that_hangs_is_killed() {
    if !python_is_here() {
        return;
    }
    let begun = Instant::now();
    let message = failed("if number == 30: time.sleep(600)\nanswer(ask['legal'][0])", 0.7);
    assert_told(
        &message,
        &["gave no answer within its time limit of 0.7 s", SENT, "\n  allowed: "],
    );
    // The same for a program that reads nothing, and its child processes.
    let table = table_with("", 4.0);
    table.file("mine.py", "import subprocess\nsubprocess.run(['python3', 'child.py'])\n");
    table.file(
        "child.py",
        "import os, time\nopen(f'pid-{os.getpid()}', 'w').close()\ntime.sleep(600)\n",
    );
    assert_told(&failure(&table, &MATCH), &["gave no answer within its time limit of 4 s"]);
    assert!(!processes(&table).is_empty(), "the child was started");
    assert!(begun.elapsed() < Duration::from_mins(1), "the limit is kept");
}

#[test]
fn nonsense_is_reported() {
    if !python_is_here() {
        return;
    }
    let no_object = "it is no JSON object with a text as `action` (";
    for (program, answered, why) in [
        ("print('single\\t8', flush=True)", "\n  answered: single\\t8\n  allowed: ", no_object),
        (
            "print(json.dumps({'actoin': 'pass'}), flush=True)",
            "\n  answered: {\"actoin\": \"pass\"}\n",
            "(missing field `action`, column 18)",
        ),
        (
            "print(json.dumps({'action': 8}), flush=True)",
            "\n  answered: {\"action\": 8}\n",
            "(invalid type: integer `8`, expected a string, column 12)",
        ),
        (
            "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()",
            "\n  answered: \u{fffd}\n",
            "it is not UTF-8",
        ),
        ("print(flush=True)", "\n  allowed: ", "it is an empty line"),
        (
            "print(json.dumps([ask['legal'][0]]), flush=True)",
            "\n  answered: [\"",
            "it is a list, not an object with a text as `action`",
        ),
        (
            "print(json.dumps({'worth': [float('nan')], 'action': ask['legal'][0]}), flush=True)",
            "\n  answered: {\"worth\": [NaN], ",
            "JSON has no NaN (column 12): write null instead, or leave the key out",
        ),
        (
            "print(json.dumps({'action': ask['legal'][0], 'worth': -float('inf')}), flush=True)",
            "\"worth\": -Infinity}\n",
            "JSON has no -Infinity (column ",
        ),
    ] {
        assert_told(
            &failed(program, 10.0),
            &["answered with what is not understood: ", why, SENT, answered],
        );
    }
    let too_long =
        "answered with a line longer than 1 MiB (1,048,576 bytes), which no answer may be";
    for long in [
        "while True: sys.stdout.write(4096 * 'x')",
        "print(json.dumps({'action': 'x' * (2 << 20)}), flush=True)",
    ] {
        assert_told(&failed(long, 100.0), &[too_long, SENT, "\n  answered: "]);
    }
    table_with(
        "print(json.dumps({'action': ask['legal'][0], 'why': 'x' * (1 << 19)}), flush=True)",
        100.0,
    )
    .good(&[
        "match", "crisps", "--strategies", "mine,random", "--blocks", "1", "--quiet",
        "--allow-programs",
    ]);
}

#[test]
fn an_illegal_action_is_reported() {
    if !python_is_here() {
        return;
    }
    let message = failed("answer('single 11' if number == 5 else ask['legal'][0])", 10.0);
    assert_told(
        &message,
        &[
            "chose an action that is not legal",
            SENT,
            "\n  answered: {\"action\": \"single 11\"}\n  allowed: ",
        ],
    );
    // A legal action of another decision is also wrong.
    let table = table_with("answer('take pile')", 10.0);
    let message =
        failure(&table, &["trace", "crisps", "--strategies", "mine,random", "--allow-programs"]);
    assert!(
        message.contains("strategy `mine` failed in seat 0 at decision 1 of game 0: the program `python3 mine.py` for crisps chose"),
        "{message}"
    );
}

#[test]
fn a_missing_program_is_reported() {
    let table = Table::new();
    table.file(
        "strategies/crisps/mine.toml",
        "kind = \"external\"\ncommand = [\"./no such program\", \"x\"]\n",
    );
    let message = failure(&table, &MATCH);
    assert!(
        message.contains("the program `\"./no such program\" x` for crisps cannot be started: there is no such program\n"),
        "{message}"
    );
}

#[test]
fn strategy_files_of_programs_are_checked() {
    let table = Table::new();
    let message = |file: &str| {
        table.file("strategies/crisps/mine.toml", file);
        failure(&table, &MATCH)
    };
    let command = "\n  allowed: a list of texts: the program and its arguments, as in [\"python3\", \"mine.py\"]\n";
    for (file, told) in [
        ("kind = \"external\"\n", format!("mine.toml: `command` is missing{command}")),
        ("kind = \"external\"\ncommand = []\n", format!("mine.toml:2: `command` cannot be empty{command}")),
        ("kind = \"external\"\ncommand = \"python3\"\n", format!("mine.toml:2: `command` cannot be \"python3\"{command}")),
        ("kind = \"external\"\ncommand = [\"a\"]\ntime_limit = 0\n", "mine.toml:3: `time_limit` cannot be 0\n".to_owned()),
        ("kind = \"external\"\ncommand = [\"a\"]\n[parameters]\n", "mine.toml:3: unknown key `parameters`\n".to_owned()),
        ("kind = \"greedy\"\ncommand = [\"a\"]\n", "mine.toml:2: unknown key `command`\n".to_owned()),
        (
            "kind = \"extrenal\"\n",
            "did you mean `external`?\n  allowed: random, greedy, heuristic, flat-monte-carlo, ismcts, learned, external\n".to_owned(),
        ),
    ] {
        let message = message(file);
        assert!(message.contains(&told), "{message}");
    }
}

/// The worked example.
fn example() -> (Table, &'static str) {
    let table = Table::new();
    table
        .file("strategies/examples/greedy.py", include_str!("../../strategies/examples/greedy.py"));
    table.file(
        "strategies/examples/python.toml",
        include_str!("../../strategies/examples/python.toml"),
    );
    (table, "strategies/examples/python.toml")
}

#[test]
fn the_example_plays_every_game() {
    if !python_is_here() {
        return;
    }
    for game in GAMES.descriptions() {
        let (table, python) = example();
        for players in [game.fewest_players, 3.clamp(game.fewest_players, game.most_players)] {
            let lineup: Vec<&str> = [python, "random", python].into_iter().take(players).collect();
            table.good(&[
                "match",
                game.name,
                "--strategies",
                &lineup.join(","),
                "--blocks",
                "6",
                "--quiet",
                "--allow-programs",
            ]);
        }
        let wins = |line: &str| line.split(',').nth(8).and_then(|wins| wins.parse::<u64>().ok());
        if game.most_players > 1 {
            table.good(&[
                "match",
                game.name,
                "--strategies",
                &format!("{python},random"),
                "--blocks",
                "60",
                "--quiet",
                "--out",
                "results",
                "--allow-programs",
            ]);
            let rows = table.read("results/strategies.csv");
            let of = |name: &str| {
                rows.lines()
                    .find(|line| line.contains(&format!(",{name},")))
                    .map(str::to_owned)
                    .unwrap_or_default()
            };
            assert!(wins(&of("python")) > wins(&of("random")), "{}: {rows}", game.name);
        }
    }
}

/// The random numbers of the example come from the seed of the decision, so its games are the same
/// in every run and with any number of threads.
#[test]
fn the_same_seed_gives_the_same_games() {
    if !python_is_here() {
        return;
    }
    let (table, python) = example();
    for threads in ["1", "2", "3"] {
        table.good(&[
            "match",
            "crackpipe",
            "--strategies",
            &format!("{python},random"),
            "--blocks",
            "40",
            "--quiet",
            "--out",
            threads,
            "--threads",
            threads,
            "--allow-programs",
        ]);
    }
    for name in ["seats.csv", "lengths.csv", "decisions.csv", "manifest.json"] {
        assert_eq!(table.read(&format!("1/{name}")), table.read(&format!("2/{name}")), "{name}");
        assert_eq!(table.read(&format!("1/{name}")), table.read(&format!("3/{name}")), "{name}");
    }
}

#[test]
fn the_manifest_holds_the_command() {
    if !python_is_here() {
        return;
    }
    let table = table_with("answer(ask['legal'][0])", 5.0);
    table.good(&MATCH);
    let manifest =
        || serde_json::from_str::<Value>(&table.read("results/manifest.json")).expect("JSON");
    let first = manifest();
    assert_eq!(first["strategies"]["mine"]["command"], json!(["python3", "mine.py"]));
    assert_eq!(first["strategies"]["mine"]["time_limit"], 5.0);
    // Another time limit is the same run; another command is not.
    table.file(
        "strategies/crisps/mine.toml",
        "kind = \"external\"\ncommand = [\"python3\", \"mine.py\"]\n",
    );
    table.good(&MATCH);
    assert_eq!(manifest()["digest"], first["digest"]);
    table.file(
        "strategies/crisps/mine.toml",
        "kind = \"external\"\ncommand = [\"python3\", \"mine.py\", \"x\"]\n",
    );
    table.good(&[&MATCH[..], &["--force"]].concat());
    assert_ne!(manifest()["digest"], first["digest"]);
}

/// A game of an external program in results is shown and traced after permission, from any folder.
#[test]
fn a_stored_game_of_a_program_is_played_again() {
    if !python_is_here() {
        return;
    }
    let (table, python) = example();
    let lineup = format!("{python},random");
    let run = |seed: &str| {
        table.good(&[
            "match", "crisps", "--strategies", &lineup, "--blocks", "6", "--seed", seed, "--quiet",
            "--out", "out/of", "--allow-programs",
        ]);
    };
    run("3");
    let results = table.path().join("out/of").display().to_string();
    for command in ["trace", "show"] {
        for pick in ["longest", "shortest", "closest"] {
            let arguments = [command, "--from", &results, "--pick", pick];
            let refused = table.run(&arguments);
            let message = text(&refused.stderr);
            assert_eq!(refused.status.code(), Some(1), "{message}");
            assert!(
                message.starts_with("error: strategy `python`: would run the program `python3 strategies/examples/greedy.py`"),
                "{message}"
            );
            assert!(message.contains("--allow-programs") && refused.stdout.is_empty(), "{message}");
            let allowed = [&arguments[..], &["--allow-programs"]].concat();
            let told = table.good(&allowed);
            assert!(told.contains("python") && told.contains("random"), "{told}");
            // From elsewhere it still runs in the same folder.
            let elsewhere = table
                .command(&allowed)
                .current_dir(std::env::temp_dir())
                .output()
                .expect("the program starts");
            assert_eq!(text(&elsewhere.stdout), told, "{}", text(&elsewhere.stderr));
        }
    }
    let longest =
        table.good(&["trace", "--from", &results, "--pick", "longest", "--allow-programs"]);
    let game: Value = serde_json::from_str(&longest).expect("a game");
    let named =
        |place: usize| if game["strategies"][place] == "python" { python } else { "random" };
    let (seated, index) = (format!("{},{}", named(0), named(1)), game["index"].to_string());
    assert_eq!(
        table.good(&[
            "trace", "crisps", "--strategies", &seated, "--seed", "3", "--index", &index,
            "--allow-programs"
        ]),
        longest
    );

    // Older results that were set aside, and a folder that was moved with its contents.
    run("4");
    let older = fs::read_dir(table.path().join("out/of/older"))
        .expect("a folder")
        .flatten()
        .next()
        .expect("one")
        .path();
    let again = ["trace", "--pick", "longest", "--allow-programs", "--from"];
    assert_eq!(table.good(&[&again[..], &[&older.display().to_string()]].concat()), longest);
    let moved = Table::new();
    for folder in ["out", "strategies"] {
        fs::rename(table.path().join(folder), moved.path().join(folder)).expect("the same disk");
    }
    let older = moved.path().join(older.strip_prefix(table.path()).expect("below"));
    let elsewhere = table
        .command(&[&again[..], &[&older.display().to_string()]].concat())
        .output()
        .expect("the program starts");
    assert_eq!(text(&elsewhere.stdout), longest, "{}", text(&elsewhere.stderr));

    // On a terminal the user is asked, and the folder is shown.
    #[cfg(target_os = "linux")]
    if let Some((code, shown)) = table
        .on_terminal(&["show", "--from", &older.display().to_string(), "--pick", "longest"], "n\n")
    {
        let folder = moved.path().canonicalize().expect("it is there");
        let told =
            format!("python: python3 strategies/examples/greedy.py (in {})", folder.display());
        assert!(
            code == Some(1) && shown.contains(&told) && shown.contains("Run it? [y/N]"),
            "{shown}"
        );
    }

    // A program that has changed plays another game.
    let program = moved.read("strategies/examples/greedy.py");
    moved.file("strategies/examples/greedy.py", &program.replace("max(", "min("));
    assert!(program.contains("max("), "it is greedy no more");
    let changed =
        moved.run(&["trace", "--from", "out/of", "--pick", "longest", "--allow-programs"]);
    assert_eq!(changed.status.code(), Some(1));
    assert!(
        text(&changed.stderr).contains("the game `longest` is another one now"),
        "{}",
        text(&changed.stderr)
    );
}

/// The program that was shown for permission is the one that runs: a permitted program cannot
/// replace the command in a file that was already read.
#[test]
fn the_permitted_program_is_the_one_that_runs() {
    if !python_is_here() {
        return;
    }
    let table = table_with(
        "open('strategies/crisps/theirs.toml', 'w').write('kind = \"external\"\\ncommand = [\"touch\", \"it ran\"]\\n')\nanswer(ask['legal'][0])",
        10.0,
    );
    table.file("strategies/crisps/theirs.toml", "kind = \"greedy\"\n");
    for (name, lineup) in [("one", "[\"mine\", \"random\"]"), ("two", "[\"theirs\", \"random\"]")] {
        table.file(
            &format!("{name}.toml"),
            &format!("game = \"crisps\"\nblocks = 2\n[[lineup]]\nstrategies = {lineup}\n"),
        );
    }
    table.good(&["run", "one.toml", "two.toml", "--quiet", "--allow-programs"]);
    assert!(
        table.read("strategies/crisps/theirs.toml").contains("touch"),
        "the first experiment changed it"
    );
    assert!(table.files().iter().all(|file| file != "it ran"));
    let manifest: Value =
        serde_json::from_str(&table.read("results/two/manifest.json")).expect("JSON");
    assert_eq!(manifest["strategies"]["theirs"]["kind"], "greedy");
}

/// Permission is also asked for a program that only a question about play names.
#[test]
fn a_program_that_is_only_restricted_needs_to_be_allowed() {
    if !python_is_here() {
        return;
    }
    let (table, python) = example();
    let asked = format!(
        "game = \"crisps\"\nblocks = 2\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n[play]\nrestricted = [\"{python}\"]\n"
    );
    table.file("e.toml", &asked);
    let refused = table.run(&["run", "e.toml", "--quiet"]);
    let message = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{message}");
    assert!(
        message.contains("would run the program `python3 strategies/examples/greedy.py`"),
        "{message}"
    );
    table.good(&["run", "e.toml", "--quiet", "--allow-programs"]);
    assert!(table.read("results/e/restricted.csv").contains("python"));
}

/// A table with a strategy whose program would leave a file behind.
fn table_of_a_stranger() -> Table {
    let table = Table::new();
    table.file("strategies/crisps/theirs.toml", "kind = \"external\"\ncommand = [\"touch\", \"it ran\"]\n").file(
        "e.toml",
        "game = \"crisps\"\nblocks = 2\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n[[lineup]]\nstrategies = [\"theirs\", \"random\"]\n",
    );
    table
}

#[test]
fn no_program_runs_unless_it_is_allowed() {
    let table = table_of_a_stranger();
    let before = table.files();
    let commands: [&[&str]; 5] = [
        &["run", "e.toml"],
        &["match", "crisps", "--strategies", "theirs,random"],
        &["match", "crisps", "--strategies", "theirs,random", "--round-robin", "--out", "results"],
        &["ladder", "crisps", "--strategies", "theirs,random"],
        &["trace", "crisps", "--strategies", "strategies/crisps/theirs.toml,random"],
    ];
    for arguments in commands {
        let output = table.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let message = text(&output.stderr);
        let told = "error: strategy `theirs`: would run the program `touch \"it ran\"`\n  allowed: only with permission (--allow-programs)\n";
        assert_eq!(message, told, "{arguments:?}");
        assert!(output.stdout.is_empty() && table.files() == before, "{arguments:?}");
        // With permission it runs, and fails, since it is not a player.
        let allowed = table.run(&[arguments, &["--allow-programs"]].concat());
        assert!(
            text(&allowed.stderr).contains("ended without an answer")
                || text(&allowed.stderr).contains("closed its"),
            "{arguments:?}"
        );
        fs::remove_file(table.path().join("it ran")).expect("it ran");
        let _ = fs::remove_dir_all(table.path().join("results"));
    }
    // The games of a run can be listed, and so can strategies.
    table.good(&["run", "e.toml", "--dry-run"]);
    table.good(&["list", "strategies"]);
    assert_eq!(table.files(), before);
}

#[cfg(target_os = "linux")]
#[test]
fn users_at_a_terminal_are_asked() {
    let table = table_of_a_stranger();
    let asked = |typed: &str| table.on_terminal(&["run", "e.toml", "--out", "here"], typed);
    for typed in ["n\n", "\n", "yellow\n"] {
        let Some((code, shown)) = asked(typed) else { return };
        assert!(
            shown.contains("theirs: touch \"it ran\"") && shown.contains("Run it? [y/N]"),
            "{shown}"
        );
        assert!(code == Some(1) && shown.contains("--allow-programs"), "{shown}");
        assert!(
            table.files().iter().all(|file| file != "it ran" && !file.starts_with("here")),
            "{typed}"
        );
    }
    let (code, shown) = asked("y\n").expect("a terminal");
    assert!(
        code == Some(1) && shown.contains("theirs") && !shown.contains("--allow-programs"),
        "{shown}"
    );
    assert!(table.files().contains(&"it ran".to_owned()));
}

/// The library is as careful as the commands.
#[test]
fn a_session_runs_no_program_unless_it_is_allowed() {
    let table = Table::new();
    let never = table.path().join("never").display().to_string();
    let text = format!("kind = \"external\"\ncommand = [\"touch\", {never:?}]\n");
    let document = Document::parse("theirs.toml", text).expect("TOML");
    let theirs = StrategyFile::parse(Repertoire::of::<Crisps>(), &document).expect("a strategy");
    let plan = Experiment::new(&Crisps, "e")
        .blocks(2)
        .lineup([theirs.clone(), strategy(&Crisps, "random")])
        .plan()
        .expect("a plan");
    let is_refused = |error: &InputError| matches!(error.problem(), Problem::Program { command } if *command == format!("touch {never}"));
    let session = Session::default().threads(1);
    assert!(matches!(session.run(&plan), Err(RunError::Input(error)) if is_refused(&error)));
    assert!(
        matches!(session.play_blocks(&plan, 0..1), Err(RunError::Input(error)) if is_refused(&error))
    );
    assert!(table.files().is_empty());
    assert!(matches!(session.allow_programs(true).run(&plan), Err(RunError::Strategy { .. })));
    assert_eq!(table.files(), ["never"]);
    let settings = &plan.variants()[0].settings;
    assert!(party(&Crisps, settings, plan.strategies(), 0).is_err_and(|error| is_refused(&error)));
    assert!(Crisps.party(settings, plan.strategies(), 0, true).is_ok());
}

/// One process per thread for all rules; it is told all rules first, and ends by itself when its
/// input ends.
#[test]
fn players_of_a_thread_share_a_process() {
    if !python_is_here() {
        return;
    }
    let table = table_with(
        "assert hello['type'] == 'hello' and hello['protocol'] == 1 and hello['game'] == 'crisps'\n\
         assert [rules['hand_size'] for rules in hello['rules']] == [12, 8]\n\
         open(f'rules-{ask[\"rules\"]}-seat-{ask[\"seat\"]}', 'w').close()\n\
         assert ask['rules'] in (0, 1) and sum(ask['view']['hand_sizes']) <= 60\n\
         import atexit; atexit.register(lambda: open('ended', 'w').close())\n\
         answer(ask['legal'][0])",
        10.0,
    );
    table.file(
        "e.toml",
        "game = \"crisps\"\nblocks = 12\n[[variant]]\nname = \"twelve\"\n[[variant]]\nname = \"eight\"\nrules = { hand_size = 8 }\n\
         [[lineup]]\nstrategies = [\"mine\", \"random\"]\n[[lineup]]\nstrategies = [\"mine\", \"mine\"]\n",
    );
    table.good(&["run", "e.toml", "--threads", "1", "--quiet", "--allow-programs"]);
    assert_eq!(processes(&table).len(), 1);
    let files = table.files();
    for name in ["rules-0-seat-0", "rules-0-seat-1", "rules-1-seat-0", "rules-1-seat-1", "ended"] {
        assert!(files.iter().any(|file| file == name), "{name} is not in {files:?}");
    }
    assert_none_runs(&table);
}

/// A program that does not end with its input is killed.
#[test]
fn no_process_is_left_behind() {
    if !python_is_here() {
        return;
    }
    let table = table_with("answer(ask['legal'][0])", 10.0);
    let program = table.read("mine.py") + "time.sleep(600)\n";
    table.file("mine.py", &program);
    let begun = Instant::now();
    table.good(&MATCH);
    assert!(begun.elapsed() < Duration::from_mins(1));
    assert!(!processes(&table).is_empty());
    assert_none_runs(&table);
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_programs_too() {
    if !python_is_here() {
        return;
    }
    // One signal: finished blocks are kept; two signals while a program hangs: everything ends at
    // once.
    for (program, times) in [
        ("answer(ask['legal'][0])", 1),
        ("if number == 300: time.sleep(600)\nanswer(ask['legal'][0])", 2),
    ] {
        let table = table_with(program, 1000.0);
        let arguments = [
            "match", "crisps", "--strategies", "mine,random", "--blocks", "1000000", "--out",
            "results", "--allow-programs",
        ];
        let mut child = table
            .command(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        for _ in 0..times {
            std::thread::sleep(Duration::from_millis(1500));
            let sent = Command::new("kill")
                .args(["-INT", &child.id().to_string()])
                .status()
                .expect("kill is there");
            assert!(sent.success());
        }
        let mut errors = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{errors}");
        assert_eq!(
            table.files().iter().any(|file| file == "results/manifest.json"),
            times == 1,
            "{errors}"
        );
        assert!(!errors.contains("error:") && !errors.contains("Traceback"), "{errors}");
        assert_eq!(
            errors
                .matches("interrupted: the blocks that are being played are finished first")
                .count(),
            1,
            "{errors}"
        );
        assert!(!processes(&table).is_empty());
        assert_none_runs(&table);
    }
}

/// If the trial that estimates the time is interrupted, the command says so and ends with 130.
#[cfg(unix)]
#[test]
fn an_interrupted_trial_is_reported() {
    if !python_is_here() {
        return;
    }
    let table = table_with(
        "if number == 0: os.kill(os.getppid(), 2); time.sleep(0.3)\nanswer(ask['legal'][0])",
        10.0,
    );
    let experiment = "question = \"Who wins?\"\ngame = \"crisps\"\nblocks = 100000\n[[variant]]\nname = \"designer\"\n\
                      [[lineup]]\nstrategies = [\"mine\", \"random\"]\n";
    table.file("e.toml", experiment);
    for arguments in [
        ["run", "e.toml", "--dry-run", "--threads=1", "--allow-programs"],
        ["plan", "e.toml", "--quiet", "--threads=1", "--allow-programs"],
    ] {
        let ended = table.run(&arguments);
        assert_eq!(ended.status.code(), Some(130), "{arguments:?}: {}", text(&ended.stderr));
        assert!(
            text(&ended.stderr).contains("interrupted") && !table.path().join("plan.json").exists(),
            "{}",
            text(&ended.stderr)
        );
    }
}
