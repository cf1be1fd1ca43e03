//! Programs that crash, hang, answer late or answer nonsense: what the message says.

use std::process::Command;
use std::time::{Duration, Instant};

use super::{MATCH, failure, processes, python_is_here, table_with};
use crate::support::table::{Table, text};

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
