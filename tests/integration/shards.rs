//! A run in parts: for any division and any order of the parts, the files equal those of one run;
//! and faulty parts are never counted.

mod commands;
mod files;
mod merging;
#[cfg(unix)]
mod scripts;

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::support::table::{Table, text};
use crate::support::{quick, strategy};
use fairdeal::experiment::{Experiment, Plan};
use fairdeal::games::crisps::Crisps;
use fairdeal::results::KeptCounts;
use fairdeal::session::{Played, Session};
use fairdeal::shards::{Inventory, Key, ShardFile};
use fairdeal::strategy::Entrant;
use fairdeal::words;

/// The key of a plan, with the program that plays it.
fn key(plan: &Plan) -> Key {
    Key::new(plan, "a program")
}

/// Plays a range of blocks and writes its counts to a folder.
fn shard(folder: &Path, plan: &Plan, blocks: Range<u64>) -> PathBuf {
    let counts = Session::default().threads(1).play_chunks(plan, blocks.clone()).expect("a run");
    ShardFile::new(&key(plan), &blocks, &counts).expect("memory").write(folder).expect("a folder")
}

/// An order other than that of the numbers.
fn shuffled<T>(mut list: Vec<T>) -> Vec<T> {
    let length = list.len();
    for place in 0..length {
        list.swap(place, (place * 7919 + 13) % length);
    }
    list
}

/// The merged counts of the files in a folder.
fn merged(folder: &Path, asked: &Plan, plan: &Plan, doublings: &KeptCounts) -> Played {
    let inventory = Inventory::of(folder, &key(plan), plan.blocks()).expect("a folder");
    assert_eq!((&inventory.faults[..], &inventory.missing[..]), (&[][..], &[][..]));
    let mut kept = inventory.counts(plan, plan.blocks()).expect("valid files");
    kept.extend(doublings.clone());
    Session::default().that_plays_nothing().resume(asked, &kept).expect("counts")
}

/// All files of a run, except those with times.
fn files(plan: &Plan, played: &Played) -> Vec<(String, Vec<u8>)> {
    let mut files = words::files(&played.results, &played.timing).expect("memory");
    files.retain(|(name, _)| name != "timing.json");
    files.push(played.kept.file(plan).expect("memory"));
    files
}

fn entrants() -> Vec<Entrant> {
    ["random", "greedy", "heuristic"]
        .into_iter()
        .map(|name| strategy(&Crisps, name).into())
        .collect()
}

/// A ladder that doubles the budget of a search until this gains nothing.
fn ladder(blocks: u64) -> Plan {
    let searcher = fairdeal::strategy::StrategyFile {
        name: "search".to_owned(),
        ..quick(&Crisps, "strong").with_budget_up_to(2)
    };
    let strategies: Vec<Entrant> = vec![strategy(&Crisps, "random").into(), searcher.into()];
    Experiment::new(&Crisps, "e")
        .seed(3)
        .blocks(blocks)
        .ladder(&strategies, &[])
        .doublings(2)
        .plan()
        .expect("a plan")
}

/// Whether this is the name of a shard file.
fn is_shard(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "shard")
}

const EXPERIMENT: &str = r#"game = "crisps"
seed = 3
blocks = 60
[[variant]]
name = "designer"
[[variant]]
name = "no-face-up"
rules = { face_up_draw = false }
[[lineup]]
strategies = ["mine", "random"]
"#;

const MINE: &str = "kind = \"greedy\"\nsummary = \"Mine.\"\n";

/// A folder with an experiment, and the plan of it in this many shards.
fn planned(experiment: &str, shards: &str) -> Table {
    let table = Table::new();
    table.file("e.toml", experiment).file("strategies/crisps/mine.toml", MINE);
    table.good(&["plan", "e.toml", "--shards", shards]);
    table
}

/// The exit code and the standard error of a command.
fn refused(table: &Table, arguments: &[&str]) -> (Option<i32>, String) {
    let output = table.run(arguments);
    (output.status.code(), text(&output.stderr))
}
