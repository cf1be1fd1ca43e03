//! The processes of programs: shared by the players of a thread, and ended with the run.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{MATCH, assert_none_runs, processes, python_is_here, table_with};
use crate::support::table::text;

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
