//! External programs: good ones, and ones that crash, hang or answer nonsense.
//!
//! The programs are written in Python. Without Python, the tests say so and pass.

mod failures;
mod games;
mod permission;
mod processes;

use std::process::{Command, Stdio};

use crate::support::table::{Table, text};

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
