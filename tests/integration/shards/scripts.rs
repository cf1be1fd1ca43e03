//! Scripts that play all shards of a plan, as they are in examples/clusters. Those for Slurm, Dask and
//! GNU parallel have tests with real engines: tests/engines/.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::Output;

use super::commands::are_the_same;
use super::{EXPERIMENT, is_shard, planned, refused};
use crate::external::{python_is_here, table_with};
use crate::support::running::output;
use crate::support::table::{Table, text};

/// Plays a plan by plain processes, with a program at this path.
fn play(table: &Table, program: &str, plan_and_options: &[&str]) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/clusters/processes.sh");
    let mut played = table.program("sh", &[&[script], plan_and_options].concat());
    output(played.env("FAIRDEAL", program))
}

fn fairdeal() -> String {
    assert_cmd::cargo::cargo_bin!("fairdeal").display().to_string()
}

#[test]
fn plain_processes_play_what_is_missing() {
    let table = planned(EXPERIMENT, "3");
    fs::rename(table.path().join("plan.json"), table.path().join("it's a plan.json")).expect("it");
    table.good(&["run", "--plan", "it's a plan.json", "--shard", "1"]);
    let shards =
        || -> Vec<String> { table.files().into_iter().filter(|name| is_shard(name)).collect() };
    let first = table.path().join(&shards()[0]);
    let written = || fs::metadata(&first).and_then(|file| file.modified()).expect("a file");
    let before = written();
    let played = play(&table, &fairdeal(), &["it's a plan.json"]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    assert_eq!((shards().len(), written()), (3, before));
    table.good(&["merge", "it's a plan.json"]);
    table.good(&["run", "e.toml", "--out", "one"]);
    are_the_same(&table, "one", "results/e");
}

/// A shard is played again if its program was killed or may work another time, but not if it was
/// refused. Neither keeps the others from being played.
#[test]
fn processes_try_again_what_is_worth_it() {
    let table = planned(EXPERIMENT, "4");
    let program = format!(
        "#!/bin/sh\n\
         # run --plan plan.json --threads 1 --quiet --shard SHARD\n\
         echo \"$8\" >>tries.txt\n\
         case $8 in\n\
         0) if mkdir killed; then kill -9 $$; fi ;;\n\
         1) if mkdir full; then exit 3; fi ;;\n\
         2) exit 1 ;;\n\
         esac\n\
         exec '{}' \"$@\"\n",
        fairdeal()
    );
    table.file("program", &program);
    let program = table.path().join("program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a file");
    let played = play(&table, &program.display().to_string(), &["plan.json"]);
    let said = text(&played.stderr);
    assert!(!played.status.success(), "{said}");
    for again in ["0: exit code 137, try 2 of 5\n", "1: exit code 3, try 2 of 5\n"] {
        assert!(said.contains(&format!("plan.json --shard {again}")), "{said}");
    }
    let mut tries: Vec<String> = table.read("tries.txt").lines().map(str::to_owned).collect();
    tries.sort();
    assert_eq!(tries, ["0", "0", "1", "1", "2", "3"]);
    let (code, said) = refused(&table, &["merge", "plan.json"]);
    assert!(
        code == Some(3) && said.contains("\n    fairdeal run --plan plan.json --shard 2\n"),
        "{said}"
    );
}

/// Programs run only where they are allowed. The merge of a ladder measures the time of decisions,
/// so it asks them as well.
#[test]
fn a_script_and_a_merge_run_programs_only_if_they_are_allowed() {
    if !python_is_here() {
        return;
    }
    let table = table_with("answer(ask['legal'][0])", 10.0);
    let ladder = "question = \"Who is stronger?\"\ngame = \"crisps\"\nblocks = 2\n[ladder]\nstrategies = [\"random\", \"mine\"]\n";
    table.file("e.toml", ladder);
    table.good(&["plan", "e.toml", "--shards", "1", "--quiet", "--allow-programs"]);
    let told_to_allow = |(code, said): (Option<i32>, String)| {
        assert!(code != Some(0) && said.contains("--allow-programs"), "{said}");
    };
    let not_allowed = play(&table, &fairdeal(), &["plan.json"]);
    told_to_allow((not_allowed.status.code(), text(&not_allowed.stderr)));
    let played = play(&table, &fairdeal(), &["plan.json", "--allow-programs"]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    told_to_allow(refused(&table, &["merge", "plan.json"]));
    table.good(&["merge", "plan.json", "--allow-programs"]);
    assert!(
        table.read("results/e/timing.json").contains("\"mine\""),
        "{}",
        table.read("results/e/timing.json")
    );
}
