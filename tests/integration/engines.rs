//! Shards that are submitted to an engine, and their status. Real engines have their own tests:
//! tests/engines/.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;

use crate::external::{python_is_here, table_with};
use crate::support::running::output;
use crate::support::table::{Table, text};

const EXPERIMENT: &str = "question = \"Who wins?\"\ngame = \"crisps\"\nblocks = 30\n[[variant]]\nname = \"designer\"\n\
    [[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";

/// A stand-in for GNU parallel: works sequentially.
const PARALLEL: &str =
    "#!/bin/sh\nwhile read -r shard; do sh ./shard.sh \"$shard\" || exit 1; done <shards.txt\n";

#[test]
fn shards_are_submitted_to_an_engine_and_watched() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT).file("bin/parallel", PARALLEL);
    std::fs::set_permissions(
        table.path().join("bin/parallel"),
        std::fs::Permissions::from_mode(0o755),
    )
    .expect("a file");
    table.good(&["run", "e.toml", "--out", "one", "--quiet"]);
    table.good(&["plan", "e.toml", "--shards", "3", "--quiet"]);
    table.good(&["run", "--plan", "plan.json", "--shard", "1", "--quiet"]);

    // The permission for this plan's programs does not cover those of another plan; the message
    // gives the reason.
    let refused =
        table.run(&["run", "--plan", "plan.json", "--shard", "2", "--allow-programs-of", "0123"]);
    assert_eq!(refused.status.code(), Some(1));
    let why = text(&refused.stderr);
    let first = why.lines().next().and_then(|line| line.strip_prefix("error: ")).expect("an error");
    let status = table.good(&["status", "--plan", "plan.json"]);
    assert_eq!(
        status,
        format!(
            "3 shards\n  done          1\n  failed        1   2\n    2: {first}\n  waiting       1\n"
        )
    );

    // Finished shards are not submitted.
    let said = table.good(&["submit", "parallel", "--plan", "plan.json"]);
    assert!(
        said.starts_with("2 of 3 shards to be played")
            && said.contains("\nstart it: sh plan.parallel/start.sh\n"),
        "{said}"
    );
    assert_eq!(table.read("plan.parallel/shards.txt"), "0\n2\n");
    assert!(!table.path().join("results").exists(), "it was not asked to start");

    let path = format!(
        "{}:{}",
        table.path().join("bin").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut start = table
        .command(&["submit", "parallel", "--plan", "plan.json", "--results", "three", "--start"]);
    let started = output(start.env("PATH", path));
    assert!(started.status.success(), "{}", text(&started.stderr));
    let differ = output(&mut table.program("diff", &["-r", "-x", "timing.json", "one", "three"]));
    assert!(differ.status.success(), "{}", text(&differ.stdout));

    assert_eq!(
        table.good(&["status", "--plan", "plan.json"]),
        "3 shards\n  done          3\nnext: fairdeal merge plan.json\n"
    );
    // The program may be elsewhere on the workers.
    let mut merge = table.program("sh", &["plan.parallel/merge.sh"]);
    let merged = output(merge.env("FAIRDEAL", "/nowhere/fairdeal"));
    assert!(merged.status.success(), "{}", text(&merged.stderr));
    let said = table.good(&["submit", "slurm", "--plan", "plan.json"]);
    assert_eq!(said, "all shards are there; next: fairdeal merge plan.json\n");
    let notes: Vec<String> = table
        .files()
        .into_iter()
        .filter(|file| file.contains(".progress") || file.contains(".failed"))
        .collect();
    assert!(notes.is_empty(), "{notes:?}");
}

/// Files that playing cannot repair are reported before any playing.
#[test]
fn only_mergeable_shards_are_submitted() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT).file("plan.shards/notes.shard", "what somebody else wrote");
    table.good(&["plan", "e.toml", "--shards", "3", "--quiet"]);
    let submit = ["submit", "parallel", "--plan", "plan.json"];
    let refused = table.run(&submit);
    let said = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("error: plan.shards: its files cannot be merged, so nothing is submitted\n  plan.shards/notes.shard: "),
        "{said}"
    );
    assert!(
        said.ends_with("; remove it\n") && !table.path().join("plan.parallel").exists(),
        "{said}"
    );
    // Incomplete shards are played again.
    std::fs::remove_file(table.path().join("plan.shards/notes.shard")).expect("a file");
    table.good(&["run", "--plan", "plan.json", "--shard", "1", "--quiet"]);
    let shard =
        table.files().into_iter().find(|file| file.starts_with("plan.shards/")).expect("a shard");
    table.file(&shard, "half");
    assert!(table.good(&submit).starts_with("3 of 3 shards to be played"));
}

#[test]
fn a_missing_engine_may_be_there_later() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT);
    table.good(&["plan", "e.toml", "--quiet"]);
    let mut start = table
        .command(&["submit", "dask", "--plan", "plan.json", "--start", "--", "tcp://127.0.0.1:1"]);
    let started = output(start.env("PYTHON", "no-such-python"));
    assert_eq!(started.status.code(), Some(3), "{}", text(&started.stderr));
    let usage = table.run(&["submit", "dask", "--plan", "plan.json", "--start"]);
    assert_eq!(usage.status.code(), Some(1), "{}", text(&usage.stderr));
}

#[test]
fn submitting_allows_the_programs_of_the_plan_only() {
    if !python_is_here() {
        return;
    }
    let table = table_with("answer(ask['legal'][0])", 10.0);
    table
        .file("e.toml", &EXPERIMENT.replace("greedy", "mine").replace("blocks = 30", "blocks = 2"));
    table.good(&["plan", "e.toml", "--shards", "1", "--quiet", "--allow-programs"]);
    let submit = ["submit", "parallel", "--plan", "plan.json"];
    let refused = table.run(&submit);
    assert!(
        refused.status.code() == Some(1) && text(&refused.stderr).contains("--allow-programs"),
        "{}",
        text(&refused.stderr)
    );
    assert!(!table.path().join("plan.parallel").exists(), "nothing is written");

    table.good(&[&submit[..], &["--allow-programs"]].concat());
    let shard = || output(&mut table.program("sh", &["plan.parallel/shard.sh", "0"]));
    // Another plan in the same place is not allowed to run its own.
    let first = table.read("plan.json");
    table.good(&["plan", "e.toml", "--shards", "1", "--seed", "9", "--quiet", "--allow-programs"]);
    let refused = shard();
    assert!(
        refused.status.code() == Some(1) && text(&refused.stderr).contains("not allowed"),
        "{}",
        text(&refused.stderr)
    );
    table.file("plan.json", &first);
    let played = shard();
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert_eq!(
        table.good(&["status", "--plan", "plan.json"]),
        "1 shard\n  done          1\nnext: fairdeal merge plan.json\n"
    );
}

/// The merge of a ladder measures the time of decisions: it asks the programs, and submitting
/// allows that as well.
#[test]
fn a_ladder_of_programs_is_merged_by_its_engine() {
    if !python_is_here() {
        return;
    }
    let table = table_with("answer(ask['legal'][0])", 10.0);
    let ladder = "question = \"Who is stronger?\"\ngame = \"crisps\"\nblocks = 2\n[ladder]\nstrategies = [\"random\", \"mine\"]\n";
    table.file("e.toml", ladder);
    table.good(&["plan", "e.toml", "--shards", "1", "--quiet", "--allow-programs"]);
    table.good(&["submit", "parallel", "--plan", "plan.json", "--allow-programs"]);
    let script = |name: &str| {
        let ended = output(&mut table.program("sh", &[&format!("plan.parallel/{name}"), "0"]));
        assert!(ended.status.success(), "{name}: {}", text(&ended.stderr));
    };
    script("shard.sh");
    let refused = table.run(&["merge", "plan.json"]);
    assert!(
        refused.status.code() == Some(1) && text(&refused.stderr).contains("--allow-programs"),
        "{}",
        text(&refused.stderr)
    );
    let other = table.run(&["merge", "plan.json", "--allow-programs-of", "0123"]);
    assert!(
        other.status.code() == Some(1) && text(&other.stderr).contains("0123 is not its digest"),
        "{}",
        text(&other.stderr)
    );
    script("merge.sh");
    assert!(
        table.read("results/e/timing.json").contains("\"mine\""),
        "{}",
        table.read("results/e/timing.json")
    );
}
