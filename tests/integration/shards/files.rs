//! Files of shards that are broken, stale, doubled or missing.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::{EXPERIMENT, key, planned, refused, shard};
use fairdeal::experiment::{Experiment, Plan};
use fairdeal::game::{Choice, Game, LegalSet};
use fairdeal::games::crisps::Crisps;
use fairdeal::games::scrip::Scrip;
use fairdeal::rng::Stream;
use fairdeal::session::Session;
use fairdeal::shards::{CountsFault, Damage, Fault, Inventory, Key, ShardFile, cut};
use fairdeal::strategy::{Entrant, Failure, Strategy};

/// A small plan, and the folder with its shards.
fn in_shards(number: u64) -> (Plan, tempfile::TempDir, Vec<PathBuf>) {
    let plan = Experiment::new(&Crisps, "e")
        .seed(5)
        .blocks(40)
        .lineup(["greedy", "random"])
        .plan()
        .expect("a plan");
    let folder = tempfile::tempdir().expect("a folder");
    let written = cut(&plan, number, &[(0, 1)])
        .into_iter()
        .map(|blocks| shard(folder.path(), &plan, blocks))
        .collect();
    (plan, folder, written)
}

/// One range of blocks is missing.
fn gap(start: u64, end: u64) -> Vec<Range<u64>> {
    vec![Range { start, end }]
}

fn inventory(plan: &Plan, folder: &Path) -> Inventory {
    Inventory::of(folder, &key(plan), plan.blocks()).expect("a folder")
}

#[test]
fn every_flipped_bit_is_found() {
    let (plan, folder, written) = in_shards(4);
    let bytes = fs::read(&written[1]).expect("a file");
    assert!(ShardFile::from_bytes(bytes.clone()).is_ok());
    let bits = bytes.len() * 8;
    for flip in 0..1000_usize {
        let bit = flip.wrapping_mul(1_000_003).wrapping_add(flip * flip) % bits;
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(
            ShardFile::from_bytes(flipped.clone()).map(drop),
            Err(Damage::Checksum),
            "bit {bit}"
        );
        if flip % 100 == 0 {
            fs::write(&written[1], flipped).expect("a file");
            let found = inventory(&plan, folder.path());
            let damaged = Fault::Damaged {
                path: written[1].clone(),
                blocks: Some(10..20),
                damage: Damage::Checksum,
                is_replaced: true,
            };
            assert_eq!(
                (found.faults, found.missing, found.found.len()),
                (vec![damaged], gap(10, 20), 3)
            );
        }
    }
}

#[test]
fn a_truncated_file_is_detected() {
    let (plan, folder, written) = in_shards(4);
    let bytes = fs::read(&written[2]).expect("a file");
    for length in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
        assert_eq!(
            ShardFile::from_bytes(bytes[..length].to_vec()).map(drop),
            Err(Damage::Checksum),
            "{length} bytes"
        );
    }
    fs::write(&written[2], &bytes[..bytes.len() / 2]).expect("a file");
    let found = inventory(&plan, folder.path());
    let said = found.faults.first().expect("a fault").to_string();
    assert!(
        said.contains(&format!("{}", written[2].display()))
            && said.contains("(blocks 20 to 29)")
            && said.contains("cut short"),
        "{said}"
    );
    assert!(found.faults[0].may_pass());
}

/// Playing replaces files with a shard's name whose blocks no other file has. All other damaged
/// files must be removed.
#[test]
fn only_replaceable_files_are_worth_another_try() {
    let (plan, folder, written) = in_shards(4);
    let place = |name: &str| folder.path().join(name);
    let faults = || inventory(&plan, folder.path()).faults;
    for name in [
        "notes.shard".to_owned(),
        format!("{}-30-49.shard", key(&plan).short()),
        "0123456789ab-0-9.shard".to_owned(),
    ] {
        fs::write(place(&name), "what somebody else wrote").expect("a file");
        let found = faults();
        assert!(
            found.len() == 1
                && !found[0].may_pass()
                && found[0].to_string().ends_with("; remove it"),
            "{found:?}"
        );
        // Nor if its blocks are missing.
        fs::rename(&written[0], place("hidden")).expect("a folder");
        assert!(!faults()[0].may_pass());
        fs::rename(place("hidden"), &written[0]).expect("a folder");
        fs::remove_file(place(&name)).expect("a file");
    }
    // Its blocks exist under another name.
    fs::copy(&written[1], place("copy.shard")).expect("a copy");
    fs::write(&written[1], "half").expect("a file");
    assert!(!faults()[0].may_pass());
    fs::remove_file(place("copy.shard")).expect("a file");
    let found = faults();
    assert!(found[0].may_pass() && !found[0].to_string().contains("remove"), "{found:?}");
}

/// A file that cannot be read now, perhaps because a file server does not answer, may be readable
/// later.
#[cfg(target_os = "linux")]
#[test]
fn unreadable_files_are_worth_another_try() {
    // Reading its first bytes gives an error of the device (EIO).
    let unreadable = "/proc/self/mem";
    let table = planned(EXPERIMENT, "2");
    table.good(&["run", "--plan", "plan.json", "--shard", "0-1"]);
    let link = table.path().join("plan.shards/other.shard");
    std::os::unix::fs::symlink(unreadable, &link).expect("a link");
    let (code, said) = refused(&table, &["merge", "plan.json"]);
    assert!(
        code == Some(3)
            && said.contains("other.shard: it cannot be read: ")
            && !said.contains("remove it"),
        "{said}"
    );
    fs::remove_file(&link).expect("a link");
    for arguments in [
        &["run", "--plan", unreadable, "--shard", "0"][..],
        &["merge", unreadable],
        &["run", unreadable],
    ] {
        let (code, said) = refused(&table, arguments);
        assert!(code == Some(3) && said.contains("cannot be read: "), "{arguments:?}: {said}");
    }
    // But not a missing file, or one that is not a folder.
    assert_eq!(refused(&table, &["merge", "nowhere.json"]).0, Some(1));
    let (code, said) = refused(&table, &["merge", "plan.json", "e.toml"]);
    assert!(code == Some(1) && said.starts_with("error: e.toml: cannot be read: "), "{said}");
}

/// A file that changes between the first look and the reading is also detected.
#[test]
fn a_file_that_changes_during_the_merge_is_detected() {
    let (plan, folder, written) = in_shards(4);
    let found = inventory(&plan, folder.path());
    fs::copy(&written[0], &written[3]).expect("a copy");
    let CountsFault::File(wrong) = found.counts(&plan, plan.blocks()).expect_err("another file")
    else {
        panic!("a file is at fault")
    };
    assert!(
        wrong.may_pass() && wrong.to_string().contains(&format!("{}", written[3].display())),
        "{wrong}"
    );
}

#[test]
fn shards_of_an_older_plan_are_not_merged() {
    let (plan, folder, written) = in_shards(4);
    let other = Experiment::new(&Crisps, "e")
        .seed(6)
        .blocks(40)
        .lineup(["greedy", "random"])
        .plan()
        .expect("a plan");
    // A task of it wakes late.
    let late = shard(folder.path(), &other, 10..20);
    assert_ne!(late, written[1]);
    let found = inventory(&plan, folder.path());
    let foreign = |path: PathBuf| Fault::Foreign {
        path,
        blocks: 10..20,
        difference: "of another experiment",
    };
    assert_eq!((found.faults, found.missing), (vec![foreign(late.clone())], vec![]));
    // Under any name.
    fs::rename(&late, &written[1]).expect("a folder");
    let found = inventory(&plan, folder.path());
    assert_eq!((found.faults, found.missing), (vec![foreign(written[1].clone())], gap(10, 20)));
}

#[test]
fn counts_of_a_different_program_are_not_merged() {
    let (plan, folder, written) = in_shards(4);
    let blocks = 0..10;
    let counts = Session::default().play_chunks(&plan, blocks.clone()).expect("a run");
    let others = Key::new(&plan, "another program");
    fs::remove_file(&written[0]).expect("a file");
    let path = ShardFile::new(&others, &blocks, &counts)
        .expect("memory")
        .write(folder.path())
        .expect("a folder");
    assert_ne!(path, written[0]);
    let found = inventory(&plan, folder.path());
    let difference = "from a program that plays differently";
    assert_eq!(
        (found.faults, found.missing),
        (vec![Fault::Foreign { path, blocks: blocks.clone(), difference }], vec![blocks])
    );
}

#[test]
fn two_files_of_one_range_have_to_be_the_same() {
    let (plan, folder, written) = in_shards(4);
    let copy = folder.path().join("zzz.shard");
    fs::copy(&written[1], &copy).expect("a copy");
    let found = inventory(&plan, folder.path());
    assert_eq!((found.faults, found.missing, found.found.len()), (vec![], vec![], 4));
    // It claims to count these blocks, and counts others.
    let counts = Session::default().play_blocks(&plan, 10..20).expect("a run");
    let mut other = counts.clone();
    other.cells = Session::default().play_blocks(&plan, 30..40).expect("a run").cells;
    assert_ne!(other, counts);
    fs::write(&copy, ShardFile::new(&key(&plan), &(10..20), &[other]).expect("memory").bytes())
        .expect("a file");
    let found = inventory(&plan, folder.path());
    let different = Fault::Different { one: written[1].clone(), other: copy, blocks: 10..20 };
    assert_eq!((found.faults, found.missing), (vec![different], vec![]));
}

#[test]
fn overlaps_and_gaps_are_named() {
    let (plan, folder, written) = in_shards(4);
    let over = shard(folder.path(), &plan, 15..25);
    fs::remove_file(&written[3]).expect("a file");
    let found = inventory(&plan, folder.path());
    let said: Vec<String> = found.faults.iter().map(Fault::to_string).collect();
    assert_eq!(said.len(), 1);
    assert!(said[0].contains(&format!("{} (blocks 10 to 19)", written[1].display())), "{said:?}");
    assert!(said[0].contains(&format!("{} (blocks 15 to 24) overlap", over.display())), "{said:?}");
    assert_eq!(found.missing, gap(30, 40));
    assert_eq!(found.blocks_without_gap(), 30);
    let beyond = shard(
        folder.path(),
        &Experiment::new(&Crisps, "e")
            .seed(5)
            .blocks(90)
            .lineup(["greedy", "random"])
            .plan()
            .expect("a plan"),
        30..50,
    );
    let found = inventory(&plan, folder.path());
    assert!(found.faults.contains(&Fault::Beyond { path: beyond, blocks: 30..50, last: 39 }));
}

/// A file whose head promises other blocks than it has, with a right checksum, is not one of ours.
#[test]
fn a_file_must_have_the_promised_counts() {
    let (plan, folder, written) = in_shards(4);
    let counts = Session::default().play_chunks(&plan, 10..19).expect("a run");
    fs::write(
        &written[1],
        ShardFile::new(&key(&plan), &(10..20), &counts).expect("memory").bytes(),
    )
    .expect("a file");
    let CountsFault::File(wrong) =
        inventory(&plan, folder.path()).counts(&plan, 40).expect_err("a block is missing")
    else {
        panic!("a file is at fault")
    };
    // It looks valid, so its blocks would not be played again.
    assert!(
        !wrong.may_pass() && wrong.to_string().ends_with("that its first line promises; remove it"),
        "{wrong}"
    );
}

#[test]
fn the_same_shard_twice_at_once_is_one_file() {
    let (plan, folder, written) = in_shards(4);
    let bytes = fs::read(&written[1]).expect("a file");
    let (counts, over) =
        (Session::default().play_chunks(&plan, 10..20).expect("a run"), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let write = || {
            for _ in 0..50 {
                let file = ShardFile::new(&key(&plan), &(10..20), &counts).expect("memory");
                file.write(folder.path()).expect("a folder");
            }
        };
        let writers = [scope.spawn(write), scope.spawn(write)];
        let reader = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                let found = inventory(&plan, folder.path());
                assert_eq!((found.faults, found.missing), (vec![], vec![]));
            }
        });
        for writer in writers {
            writer.join().expect("it writes");
        }
        over.store(true, Ordering::Relaxed);
        reader.join().expect("it reads");
    });
    assert_eq!(fs::read(&written[1]).expect("a file"), bytes);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 4, "nothing else is left");
}

/// Takes the first legal action, or the last one.
#[derive(Clone, Debug)]
struct Takes {
    last: bool,
}

impl Strategy<Scrip> for Takes {
    fn choose<'l>(
        &mut self,
        _view: &<Scrip as Game>::View<'_>,
        legal: &'l <Scrip as Game>::Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, <Scrip as Game>::Action>, Failure> {
        let place = if self.last { legal.iter().count() - 1 } else { 0 };
        legal.choose_nth(place as u32).ok_or(Failure::NoLegalAction)
    }
}

/// Two programs with a strategy of the same name and version but different play have the same
/// digest and different fingerprints.
#[test]
fn fingerprints_distinguish_programs() {
    let plan = |last: bool, set: &str| {
        let takes = Entrant::new(&Scrip, "takes", "1", Takes { last });
        Experiment::new(&Scrip, "e")
            .seed(5)
            .blocks(10)
            .variant("other", &[set])
            .lineup([takes.clone(), takes])
            .plan()
            .expect("a plan")
    };
    let (one, other) = (plan(false, "max_turns=40"), plan(true, "max_turns=40"));
    assert_eq!(one.digest(), other.digest());
    let fingerprint = |plan: &Plan| plan.fingerprint().expect("a fingerprint");
    assert_eq!(fingerprint(&one), fingerprint(&plan(false, "max_turns=40")));
    assert_ne!(fingerprint(&one), fingerprint(&other));
    assert_ne!(fingerprint(&one), fingerprint(&plan(false, "max_turns=2")));
}
