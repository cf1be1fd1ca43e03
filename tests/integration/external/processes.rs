//! The processes of programs: shared by the players of a thread, and ended with the run.

#[cfg(unix)]
use std::io::{BufRead as _, BufReader, Read as _};
#[cfg(unix)]
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{MATCH, assert_none_runs, processes, python_is_here, table_with};
#[cfg(unix)]
use crate::resume::wait_until;
#[cfg(unix)]
use crate::support::running::{self, Running};
use crate::support::table::{Table, text};

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
    for (then, times) in [("pass", 1), ("time.sleep(600)", 2)] {
        let ready = "if number == 300: open('ready', 'w').close(); ";
        let table = table_with(&format!("{ready}{then}\nanswer(ask['legal'][0])"), 1000.0);
        let arguments = [
            "match", "crisps", "--strategies", "mine,random", "--blocks", "1000000", "--out",
            "results", "--allow-programs",
        ];
        let mut command = table.command(&arguments);
        let mut child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::piped()));
        let mut said = BufReader::new(child.stderr.take().expect("a pipe"));
        wait_until(|| table.path().join("ready").exists());
        let mut errors = String::new();
        for _ in 0..times {
            child.send(rustix::process::Signal::INT);
            said.read_line(&mut errors).expect("text");
        }
        said.read_to_string(&mut errors).expect("text");
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

/// Whatever a test started ends with it, also if it fails: programs of strategies, and what these
/// started in a session of its own.
#[cfg(target_os = "linux")]
#[test]
fn nothing_outlives_a_test_that_fails() {
    if !python_is_here() {
        return;
    }
    let helper = "import subprocess; subprocess.Popen(['sleep', '600'], start_new_session=True)";
    let hangs = format!("{helper}; open('ready', 'w').close(); time.sleep(600)");
    let folder = std::sync::OnceLock::new();
    let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let table = table_with(&hangs, 1000.0);
        folder.get_or_init(|| table.path().to_owned());
        let mut command = table.command(&MATCH);
        let _child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
        wait_until(|| table.path().join("ready").exists());
        let found = running::all_of(table.path()).len();
        // This one unwinds without a message on the screen.
        std::panic::resume_unwind(Box::new(found));
    }));
    // The program, two strategies at most, and what each of them started.
    let found = failed.expect_err("it fails").downcast::<usize>().expect("a number");
    assert!((3..=5).contains(&*found), "{found} programs");
    assert_eq!(running::all_of(folder.get().expect("a folder")), []);
}

/// Programs that tests start react to each signal, whatever the tests ignore themselves.
#[cfg(target_os = "linux")]
#[test]
fn programs_of_tests_ignore_no_signal() {
    let table = Table::new();
    let shown = running::output(&mut table.program("cat", &["/proc/self/status"]));
    let status = text(&shown.stdout);
    let ignored = running::ignored(&status).expect("a line");
    assert!(running::USUAL.iter().all(|signal| ignored >> (signal - 1) & 1 == 0), "{status}");
}
