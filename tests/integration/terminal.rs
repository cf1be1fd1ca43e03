//! The output on a terminal: lines keep its width, the main job fits on a screen, and the answer
//! comes last.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::process::Stdio;

use console::{measure_text_width, strip_ansi_codes};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::support::running::Running;
use crate::support::table::Table;

/// The output of a command on a terminal of this many columns, with its default colours.
fn on_terminal(table: &Table, columns: u16, arguments: &[&str], no_color: Option<&str>) -> String {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&controller).expect("granted");
    unlockpt(&controller).expect("unlocked");
    tcsetwinsize(&controller, Winsize { ws_row: 60, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 })
        .expect("a size");
    let name = ptsname(&controller, Vec::new()).expect("a name").into_string().expect("text");
    let terminal = OpenOptions::new().read(true).write(true).open(name).expect("the other end");
    let mut command = table.command(arguments);
    command.stdout(terminal).stderr(Stdio::null()).env("TERM", "xterm-256color");
    command.envs(no_color.map(|value| ("NO_COLOR", value)));
    let mut child = Running::start(&mut command);
    // Only the child holds the other end now: reading ends when it does.
    drop(command);
    let mut printed = Vec::new();
    let mut reader = File::from(controller);
    let mut buffer = [0; 4096];
    // Reading from a terminal whose other end is closed is an error on Linux, and an end elsewhere.
    while let Ok(read @ 1..) = reader.read(&mut buffer) {
        printed.extend_from_slice(&buffer[..read]);
    }
    assert!(child.wait().expect("it ends").success(), "{arguments:?}");
    String::from_utf8(printed).expect("UTF-8").replace("\r\n", "\n")
}

const MAIN_JOB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/crisps-variants.toml");

const SWEEP: &str = "question = \"Which hand size is best?\"\ngame = \"crypto-cards\"\nblocks = 200\n[sweep]\nrules.hand_size = { from = 1, to = 10 }\n\
    [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n\
    [analysis]\ntolerance = { win_rate = 0.01, length = 0.05 }\n";

#[test]
fn no_line_is_wider_than_the_terminal() {
    let table = Table::new();
    table.file("sweep.toml", SWEEP);
    // Each with a part of the title of its last chart, if it has one.
    let jobs: [(&[&str], &str); 7] = [
        (&["run", MAIN_JOB, "--blocks", "20", "--force"], "How long matches are"),
        (&["run", MAIN_JOB, "--blocks", "20", "--force", "--verbose"], "How long matches are"),
        (&["run", "sweep.toml", "--force"], "Going first, in points from fair"),
        (
            &["ladder", "crackpipe", "--strategies", "random,greedy,heuristic", "--blocks", "40"],
            "Going first, in points from fair",
        ),
        (
            &["match", "crackpipe", "--strategies", "greedy", "--play", "--blocks", "8"],
            "What is at stake in each tenth",
        ),
        (&["ladder", "crisps", "--strategies", "random,greedy,heuristic", "--blocks", "60"], ""),
        (
            &[
                "ladder",
                "crackpipe",
                "--strategies",
                "random,greedy,heuristic",
                "--players",
                "3",
                "--blocks",
                "30",
                "--verbose",
            ],
            "",
        ),
    ];
    for columns in [60, 80, 120, 200] {
        for (job, chart) in jobs {
            let printed = on_terminal(&table, columns, job, None);
            assert!(printed.lines().count() > 8 && printed.contains(chart), "{job:?}: {printed}");
            for line in printed.lines() {
                let width = measure_text_width(line);
                assert!(
                    width <= usize::from(columns),
                    "{job:?} at {columns} columns has a line of {width}:\n{line}"
                );
            }
        }
    }
}

#[test]
fn the_main_job_fits_on_a_screen_and_the_answer_is_last() {
    let table = Table::new();
    let printed = on_terminal(&table, 80, &["run", MAIN_JOB, "--blocks", "200", "--force"], None);
    let plain = strip_ansi_codes(&printed);
    assert!(plain.lines().count() <= 60, "{} lines:\n{plain}", plain.lines().count());
    let question = "Do the options of Board Game Arena change who wins";
    let answer = &plain[plain.rfind(question).expect("the question")..];
    let last = answer.lines().last().expect("a line");
    assert!(answer.contains("\nNext: ") && !last.trim().is_empty(), "{answer}");
    let written = table.read("results/crisps-variants/answer.txt");
    assert!(written.starts_with(&format!("# {question}")), "{written}");
    let points = written.lines().filter(|line| line.starts_with("- **")).count();
    assert!((4..=9).contains(&points), "{written}");
    assert!(answer.lines().count() <= 10, "{answer}");
}

#[test]
fn a_thousand_points_print_a_screen() {
    let table = Table::new();
    let sweep = "game = \"crisps\"\nblocks = 2\n[sweep]\nrules.hand_size = { from = 3, to = 12 }\nrules.points_to_win = { from = 1, to = 25 }\n\
                 rules.face_up_draw = [true, false]\nrules.auto_skip = [true, false]\n\
                 [[lineup]]\nstrategies = [\"random\", \"random\"]\n";
    table.file("sweep.toml", sweep);
    let printed = on_terminal(&table, 80, &["run", "sweep.toml"], Some("1"));
    assert!(printed.lines().count() <= 60, "{} lines:\n{printed}", printed.lines().count());
    assert!(printed.contains("and 98"), "most points are not shown: {printed}");
    assert!(printed.contains("(baseline)") && printed.contains("more (sweep.csv)."), "{printed}");
    let rows = table
        .read("results/sweep/sweep.csv")
        .lines()
        .filter(|line| line.contains(",first_player_win_rate,"))
        .count();
    assert_eq!(rows, 1000, "all are in the file");
}

#[test]
fn colours_are_for_terminals_and_never_the_only_sign() {
    let table = Table::new();
    let arguments = ["match", "crisps", "--strategies", "heuristic,greedy", "--blocks", "300"];
    let [coloured, plain, empty] =
        [None, Some("1"), Some("")].map(|no_color| on_terminal(&table, 80, &arguments, no_color));
    assert_eq!(empty, coloured, "an empty variable is not set");
    assert!(coloured.contains('\u{1b}') && !plain.contains('\u{1b}'));
    assert_eq!(strip_ansi_codes(&coloured), plain);
    assert_eq!(table.good(&arguments), plain, "a pipe is a terminal of 80 columns without colours");
}

#[test]
fn one_table_can_be_piped() {
    let table = Table::new();
    let one = |format: &str| {
        table.good(&[
            "match", "crisps", "--strategies", "greedy,random", "--blocks", "30", "--table",
            "strategies", "--format", format,
        ])
    };
    table.good(&[
        "match", "crisps", "--strategies", "greedy,random", "--blocks", "30", "--out", "out",
        "--quiet",
    ]);
    assert_eq!(one("csv"), table.read("out/strategies.csv"));
    let rows: serde_json::Value = serde_json::from_str(&one("json")).expect("JSON");
    assert_eq!(
        (rows[0]["strategy"].as_str(), rows.as_array().map(Vec::len)),
        (Some("greedy"), Some(2))
    );
    let markdown = one("markdown");
    assert!(
        markdown.starts_with("| game | variant | lineup |") && markdown.lines().count() == 4,
        "{markdown}"
    );
    let cells = |line: &str| line.matches('|').count();
    assert!(
        markdown.lines().all(|line| cells(line) == cells(markdown.lines().next().unwrap_or(""))),
        "{markdown}"
    );
    let refused = table.run(&["match", "crisps", "--table", "strategy"]);
    assert!(
        refused.status.code() == Some(2)
            && String::from_utf8_lossy(&refused.stderr).contains("strategies"),
        "{refused:?}"
    );
    let ladder = [
        "ladder", "crackpipe", "--strategies", "random,greedy", "--blocks", "20", "--table",
        "ladder",
    ];
    assert!(table.good(&ladder).starts_with("game,variant,"));
}
