//! A run in parts: for any division and any order of the parts, the files equal those of one run;
//! and faulty parts are never counted.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use fairdeal::experiment::{CardsQuestion, ChancesQuestion, Experiment, Plan};
use fairdeal::findings::{Goal, Stop};
use fairdeal::game::{Choice, Game, LegalSet};
use fairdeal::games::crisps::Crisps;
use fairdeal::games::scrip::Scrip;
use fairdeal::metrics::Counts;
use fairdeal::registry::GAMES;
use fairdeal::results::{KeptCounts, Results};
use fairdeal::rng::Stream;
use fairdeal::session::{Played, Session};
use fairdeal::shards::{CountsFault, Damage, Fault, Inventory, Key, ShardFile, cut};
#[cfg(unix)]
use fairdeal::shards::{PlanFile, PlayedShard};
use fairdeal::strategy::{Entrant, Failure, Strategy};
use fairdeal::words;
use proptest::prelude::{Strategy as _, any, prop, prop_assert};
use proptest::test_runner::{Config, TestRunner};

#[cfg(unix)]
use crate::resume::vanishing;
use crate::support::table::{Table, text};
use crate::support::{quick, session, strategy};
use fairdeal::any_game::AnyGame;

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

/// Cuts a run into 1, 2, 7 and 64 shards and merges these: each time the files equal those of one
/// run.
fn any_number_makes_one_run(asked: &Plan) {
    let session = session();
    let alone = session.run(asked).expect("a run");
    let expected = files(asked, &alone);
    let grown = session.last_stage(asked, &KeptCounts::default()).expect("a run");
    let none = KeptCounts::default();
    let (plan, doublings) = grown.as_ref().map_or((asked, &none), |(plan, found)| (plan, found));
    for shards in [1, 2, 7, 64] {
        let folder = tempfile::tempdir().expect("a folder");
        let ranges = cut(plan, shards, &[(0, 1)]);
        assert!(ranges.len() as u64 >= shards.min(plan.blocks()));
        for blocks in shuffled(ranges) {
            shard(folder.path(), plan, blocks);
        }
        let together = merged(folder.path(), asked, plan, doublings);
        assert_eq!(together.counts, alone.counts, "{shards} shards");
        assert_eq!(together.results, alone.results, "{shards} shards");
        assert!(files(asked, &together) == expected, "{shards} shards");
        assert_eq!(together.blocks_played, 0);
    }
}

fn compared(game: &'static dyn AnyGame) {
    let asked = Experiment::new(game, "e")
        .seed(5)
        .blocks(64)
        .variant("short", &["max_turns=40"])
        .lineup(["heuristic", "greedy"]);
    let more = ["greedy", "random", "random"].into_iter().take(game.description().most_players);
    any_number_makes_one_run(&asked.lineup(more).plan().expect("a plan"));
}

#[test]
fn shards_of_every_game_make_one_run() {
    for game in GAMES.iter() {
        compared(game);
    }
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

#[test]
fn shards_of_every_design_make_one_run() {
    let experiment = |blocks| Experiment::new(&Crisps, "e").seed(3).blocks(blocks);
    any_number_makes_one_run(&experiment(70).round_robin(&entrants(), 2).plan().expect("a plan"));
    let knobs = experiment(64)
        .sensitivity("hand_size", &["6", "8"])
        .sensitivity("special_rank", &["jack", "queen"]);
    any_number_makes_one_run(
        &knobs.samples(2).lineup(["greedy", "random"]).plan().expect("a plan"),
    );
    // Longer than a chunk.
    any_number_makes_one_run(&experiment(400).lineup(["greedy", "random"]).plan().expect("a plan"));
    any_number_makes_one_run(&ladder(10));
    let stop = Stop { goal: Goal::Precision(0.09), first_look: 20 };
    let early = experiment(400).stop(stop).lineup(["greedy", "greedy"]).plan().expect("a plan");
    let ended = session().run(&early).expect("a run").results.manifest;
    assert!(ended.ended_early && ended.blocks < 400, "{} blocks", ended.blocks);
    any_number_makes_one_run(&early);
}

#[test]
fn shards_with_every_question_about_play_make_one_run() {
    let chances = ChancesQuestion { rollouts: 4, blocks: 3, ..ChancesQuestion::default() };
    let cards = CardsQuestion { exchanges: 1, blocks: 5 };
    let asked = Experiment::new(&Scrip, "e")
        .seed(4)
        .blocks(65)
        .lineup(["greedy", "random"])
        .chances(chances)
        .cards(cards);
    any_number_makes_one_run(&asked.luck().restricted(["greedy"]).plan().expect("a plan"));
}

/// For any division, order and repetition of the parts.
#[test]
fn any_split_makes_one_run() {
    const BLOCKS: u64 = 40;
    let stop = Stop { goal: Goal::Settled, first_look: 5 };
    let asked = Experiment::new(&Crisps, "e").seed(9).blocks(BLOCKS).stop(stop);
    let plan = asked
        .variant("open", &["face_up_draw=false"])
        .lineup(["greedy", "random"])
        .plan()
        .expect("a plan");
    let session = Session::default().threads(1);
    let each: Vec<Counts> = (0..BLOCKS)
        .map(|block| session.play_blocks(&plan, block..block + 1).expect("a run"))
        .collect();
    let (alone, key) = (session.run(&plan).expect("a run"), key(&plan));
    let cuts = prop::collection::btree_set(1..BLOCKS, 0..20);
    let split = (cuts, any::<u64>(), 1_usize..3)
        .prop_map(|(cuts, order, times)| (cuts.into_iter().collect::<Vec<_>>(), order, times));
    let test = |(cuts, order, times): (Vec<u64>, u64, usize)| {
        let folder = tempfile::tempdir().expect("a folder");
        let ends = cuts.iter().copied().chain([BLOCKS]);
        let mut ranges: Vec<Range<u64>> = std::iter::once(0)
            .chain(cuts.iter().copied())
            .zip(ends)
            .map(|(start, end)| start..end)
            .collect();
        ranges.sort_by_key(|range| (range.start ^ order).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for (number, blocks) in ranges.iter().enumerate() {
            let mut parts: Vec<Counts> = Vec::new();
            for block in blocks.clone() {
                let counts = &each[block as usize];
                match parts.last_mut().filter(|_| plan.chunk_end(block - 1) > block) {
                    Some(part) => part.merge(counts).expect("another block"),
                    None => parts.push(counts.clone()),
                }
            }
            let written = ShardFile::new(&key, blocks, &parts)
                .expect("memory")
                .write(folder.path())
                .expect("a folder");
            // The same again under another name.
            if number % 3 < times {
                fs::copy(&written, folder.path().join(format!("copy-{number}.shard")))
                    .expect("a copy");
            }
        }
        let together = merged(folder.path(), &plan, &plan, &KeptCounts::default());
        prop_assert!(together.counts == alone.counts && together.results == alone.results);
        prop_assert!(files(&plan, &together) == files(&plan, &alone));
        Ok(())
    };
    let config = Config { cases: 24, failure_persistence: None, ..Config::default() };
    TestRunner::new(config).run(&split, test).expect("one run");
}

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

/// Whether this is the name of a shard file.
fn is_shard(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "shard")
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
    let (code, said) = refused(&table, &["status", "--plan", "plan.json", "e.toml"]);
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

/// A worker whose external program differs from the one in the plan plays nothing.
#[cfg(unix)]
#[test]
fn another_external_program_is_refused() {
    let program = "import json, sys\nsys.stdin.readline()\nfor line in sys.stdin:\n    ask = json.loads(line)\n    \
                   print(json.dumps({'action': ask['legal'][0]}), flush=True)\n";
    let table = Table::new();
    table.file("bot.py", program).file(
        "strategies/crisps/mine.toml",
        "kind = \"external\"\ncommand = [\"python3\", \"bot.py\"]\n",
    );
    table.file("e.toml", &EXPERIMENT.replace("blocks = 60", "blocks = 2"));
    assert!(refused(&table, &["plan", "e.toml", "--shards", "2"]).1.contains("--allow-programs"));
    table.good(&["plan", "e.toml", "--shards", "2", "--allow-programs"]);
    let run = ["run", "--plan", "plan.json", "--shard", "0", "--allow-programs"];
    table.file("bot.py", &program.replace("[0]", "[-1]"));
    let (code, said) = refused(&table, &run);
    assert!(
        code == Some(1) && said.contains("the program of `mine`, python3 bot.py, is not the one"),
        "{said}"
    );
    table.file("bot.py", program);
    assert_eq!(refused(&table, &run[..5]).0, Some(1), "it is allowed anew for every command");
    table.good(&run);
    let (_, said) = refused(&table, &["merge", "plan.json"]);
    assert!(
        said.contains("\n    fairdeal run --plan plan.json --shard 1 --allow-programs\n"),
        "{said}"
    );
    table.good(&["run", "--plan", "plan.json", "--shard", "1", "--allow-programs"]);
    table.good(&["merge", "plan.json"]);
    table.good(&["run", "e.toml", "--allow-programs", "--out", "one"]);
    are_the_same(&table, "one", "results/e");
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

/// Asserts that these are the same results, except for times.
fn are_the_same(table: &Table, one: &str, other: &str) {
    let names = |folder: &str| {
        let mut names: Vec<String> = fs::read_dir(table.path().join(folder))
            .expect("results")
            .flatten()
            .map(|entry| entry.file_name().into_string().expect("a name"))
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(one), names(other));
    for name in names(one).iter().filter(|name| *name != "timing.json") {
        assert!(
            table.read(&format!("{one}/{name}")) == table.read(&format!("{other}/{name}")),
            "{name}"
        );
    }
}

#[test]
fn the_commands_plan_play_and_merge() {
    let table = planned(EXPERIMENT, "3");
    let told = table.good(&["run", "e.toml", "--out", "one"]);
    // A worker needs only the plan.
    fs::remove_dir_all(table.path().join("strategies")).expect("a folder");
    fs::remove_file(table.path().join("e.toml")).expect("a file");
    assert!(
        table
            .good(&["run", "--plan", "plan.json", "--shard", "0"])
            .starts_with("shard 0 of 3 (20 blocks from 0 to 19): 80 matches in ")
    );
    let of_task = |variable: &str, number: &str| {
        table
            .command(&["run", "--plan", "plan.json"])
            .env(variable, number)
            .output()
            .expect("it starts")
    };
    assert!(text(&of_task("PARALLEL_SEQ", "3").stdout).starts_with("shard 2 of 3"));
    assert_eq!(of_task("SLURM_ARRAY_TASK_ID", "3").status.code(), Some(1));
    let (code, said) = refused(&table, &["merge", "plan.json"]);
    assert_eq!(code, Some(3));
    assert_eq!(
        said,
        "error: plan.shards: the shards of plan.json cannot be merged, so nothing is written\n  shard 1, blocks 20 to 39\n\
         This plays the missing blocks:\n    fairdeal run --plan plan.json --shard 1\n--allow-gaps merges the first 20 blocks\n"
    );
    assert!(!table.path().join("results").exists());
    assert!(text(&of_task("SLURM_ARRAY_TASK_ID", "1").stdout).starts_with("shard 1 of 3"));
    assert!(
        table.good(&["run", "--plan", "plan.json", "--shard", "0-1"]).contains("is there already")
    );
    assert_eq!(table.good(&["merge", "plan.json"]).replace("results/e", "one"), told);
    are_the_same(&table, "one", "results/e");
}

#[cfg(unix)]
#[test]
fn a_vanished_folder_of_shards_is_created_again() {
    let table = planned(EXPERIMENT, "3");
    let (path, folder) = (table.path().join("plan.json"), table.path().join("plan.shards"));
    let file = PlanFile::read(&path).expect("a plan");
    let plan = file.experiment(&Crisps, &path).expect("a plan");
    let remove = || fs::remove_dir_all(&folder).expect("it is there");
    let (told, played) = vanishing(&remove, |session| {
        file.play_shard(&plan, session, &folder, &file.shards[0].blocks())
    });
    assert!(matches!(played, Ok(PlayedShard::Played(_))), "{played:?}");
    assert_eq!(told, [format!("FolderVanished({folder:?})")]);
    assert!(ShardFile::read(&file.shard_path(&folder, &file.shards[0].blocks())).is_ok());
}

/// Printed commands can be typed unchanged.
#[test]
fn paths_with_spaces_are_one_word() {
    let table = Table::new();
    table.file("e.toml", EXPERIMENT).file("strategies/crisps/mine.toml", MINE);
    let told = table.good(&["plan", "e.toml", "--shards", "2", "--out", "my plan.json"]);
    for command in [
        "run --plan 'my plan.json' --shard 0 ",
        "merge 'my plan.json'\n",
        "submit slurm --plan 'my plan.json'\n",
    ] {
        assert!(told.contains(&format!("\n    fairdeal {command}")), "{told}");
    }
    let (_, said) = refused(&table, &["merge", "my plan.json", "all shards"]);
    assert!(
        said.contains("\n    fairdeal run --plan 'my plan.json' --shard 0-1 --out 'all shards'"),
        "{said}"
    );
    let said = table.good(&["submit", "parallel", "--plan", "my plan.json", "--out", "all shards"]);
    assert!(
        said.ends_with("start it: sh 'my plan.parallel/start.sh'\nwatch it: fairdeal status --plan 'my plan.json' 'all shards'\n"),
        "{said}"
    );
    table.good(&["run", "--plan", "my plan.json", "--shard", "0-1", "--out", "all shards"]);
    let said = table.good(&["status", "--plan", "my plan.json", "all shards"]);
    assert!(said.ends_with("next: fairdeal merge 'my plan.json' 'all shards'\n"), "{said}");
}

/// The page is written before the summary, whose reader may close it early.
#[test]
fn a_closed_pipe_costs_no_page() {
    let table = planned(EXPERIMENT, "1");
    table.good(&["run", "--plan", "plan.json", "--shard", "0"]);
    for (arguments, page) in [
        (&["run", "e.toml", "--report", "--out", "one"][..], "one/report.html"),
        (&["merge", "plan.json", "--report"], "results/e/report.html"),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let ended = table
            .command(arguments)
            .stdout(writer)
            .stderr(Stdio::null())
            .status()
            .expect("it starts");
        assert!(ended.success() && table.path().join(page).exists(), "{page}: {ended}");
    }
}

#[test]
fn gaps_are_merged_only_on_request() {
    let table = planned(EXPERIMENT, "6");
    table.good(&["run", "--plan", "plan.json", "--shard", "0,1,4", "--out", "here"]);
    let (code, said) = refused(&table, &["merge", "plan.json", "here"]);
    assert_eq!(code, Some(3));
    assert!(
        said.contains("    fairdeal run --plan plan.json --shard 2-3,5 --out here\n"),
        "{said}"
    );
    assert!(
        table
            .good(&["merge", "plan.json", "here", "--allow-gaps"])
            .contains("shards are missing after 20 of 60 blocks")
    );
    let manifest = Results::read(&table.path().join("results/e")).expect("results").manifest;
    assert_eq!(
        (manifest.complete, manifest.blocks, manifest.missing),
        (false, 20, vec![[20, 39], [50, 59]])
    );
    assert!(table.read("results/e/answer.txt").contains("shards are missing"));
    // Other divisions fill the gaps as well.
    table.good(&["run", "--plan", "plan.json", "--range", "20-24", "--out", "here"]);
    let (_, said) = refused(&table, &["merge", "plan.json", "here"]);
    assert!(
        said.contains(
            "--shard 5 --out here\n    fairdeal run --plan plan.json --range 25-39 --out here\n"
        ),
        "{said}"
    );
    table.good(&["run", "--plan", "plan.json", "--range", "25-39", "--out", "here"]);
    table.good(&["run", "--plan", "plan.json", "--shard", "5", "--out", "here"]);
    table.good(&["merge", "plan.json", "here", "--out", "whole"]);
    table.good(&["run", "e.toml", "--out", "one"]);
    are_the_same(&table, "one", "whole");
}

#[test]
fn a_stopping_rule_says_which_shards_are_needed() {
    let experiment = EXPERIMENT.replace("blocks = 60", "blocks = 20")
        + "[stop]\nprecision = 0.2\nmax_blocks = 3000\n";
    let table = planned(&experiment, "1");
    let (code, said) = refused(&table, &["merge", "plan.json"]);
    assert_eq!(code, Some(3));
    assert!(
        said.contains(
            "nothing is known yet at the first look; the next look is after 22, for which these are missing:\n  shard 0, blocks 0 to 21\n"
        ),
        "{said}"
    );
    let mut played = 0;
    while let (Some(3), said) = refused(&table, &["merge", "plan.json"]) {
        assert!(played == 0 || said.contains("the run may not end yet after "), "{said}");
        assert!(
            said.contains(&format!("--shard {played}\n"))
                || said.trim_end().ends_with(&format!("--shard {played}")),
            "{said}"
        );
        table.good(&["run", "--plan", "plan.json", "--shard", &played.to_string()]);
        played += 1;
    }
    table.good(&["run", "e.toml", "--out", "one"]);
    are_the_same(&table, "one", "results/e");
    let manifest = Results::read(&table.path().join("one")).expect("results").manifest;
    assert!(manifest.ended_early && (1..10).contains(&played), "{played} shards");
    // The length of a run without a bound is unknown.
    table.file("endless.toml", &experiment.replace("max_blocks = 3000\n", ""));
    let (code, said) = refused(&table, &["plan", "endless.toml"]);
    assert!(code == Some(1) && said.contains("`--blocks N`"), "{said}");
    assert!(
        table
            .good(&["plan", "endless.toml", "--blocks", "50", "--out", "ended.json"])
            .contains("ended.json")
    );
}

#[test]
fn another_program_or_a_changed_plan_is_refused() {
    let table = planned(EXPERIMENT, "2");
    let whole = table.read("plan.json");
    let run = ["run", "--plan", "plan.json", "--shard", "0"];
    for (from, to, said) in [
        ("\"fairdeal\": \"", "\"fairdeal\": \"9.", "fairdeal 9."),
        ("\"fingerprint\": \"", "\"fingerprint\": \"0", "its checksum does not match"),
        ("\"face_up_draw\": false", "\"face_up_draw\": true", "its checksum does not match"),
        ("\"name\": \"e\"", "\"name\": \"../e\"", "that can be that of a folder"),
        ("\"last\": 29", "\"last\": 28", "not all of its blocks"),
    ] {
        assert!(whole.contains(from));
        table.file("plan.json", &whole.replacen(from, to, 1));
        let (code, found) = refused(&table, &run);
        assert!(code == Some(1) && found.contains(said), "{found}");
    }
    table.file("plan.json", &whole[..whole.len() / 2]);
    assert!(refused(&table, &run).1.contains("it is no plan"));
    assert!(!table.files().iter().any(|name| is_shard(name)));
    table.file("notes.json", "{}");
    assert_eq!(refused(&table, &["plan", "e.toml", "--out", "notes.json"]).0, Some(1));
    assert_eq!(table.read("notes.json"), "{}");
}

/// A killed worker leaves no counts; the next one plays its shard.
#[cfg(unix)]
#[test]
fn a_worker_killed_twice_only_costs_time() {
    let table = planned(&EXPERIMENT.replace("blocks = 60", "blocks = 15000"), "2");
    table.good(&["run", "--plan", "plan.json", "--shard", "1"]);
    let files = |wanted: &str| -> Vec<PathBuf> {
        let files = fs::read_dir(table.path().join("plan.shards"))
            .expect("a folder")
            .flatten()
            .map(|entry| entry.path());
        files.filter(|path| path.extension().is_some_and(|ending| ending == wanted)).collect()
    };
    for killed_after in [0, 20] {
        let mut worker = table
            .command(&["run", "--plan", "plan.json", "--shard", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        // It says so when it plays.
        while files("progress").is_empty() && worker.try_wait().expect("it is there").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        std::thread::sleep(std::time::Duration::from_millis(killed_after));
        worker.kill().expect("it is there");
        assert_eq!(
            worker.wait().expect("it ends").code(),
            None,
            "it was killed before it was through"
        );
        // So that the files of the dead worker are not mistaken for those of the next one.
        for note in files("progress") {
            fs::remove_file(note).expect("a note");
        }
        assert_eq!(files("shard").len(), 1);
        assert_eq!(refused(&table, &["merge", "plan.json"]).0, Some(3));
    }
    table.good(&["run", "--plan", "plan.json", "--shard", "0"]);
    table.good(&["merge", "plan.json"]);
    table.good(&["run", "e.toml", "--out", "one"]);
    are_the_same(&table, "one", "results/e");
}

/// On a full disk no file with the name of a shard is left, and trying again is worthwhile.
#[cfg(target_os = "linux")]
#[expect(clippy::print_stderr, reason = "it says why it is skipped")]
#[test]
fn a_full_disk_leaves_no_shard() {
    let table = planned(EXPERIMENT, "2");
    fs::create_dir(table.path().join("small")).expect("a folder");
    let program = assert_cmd::cargo::cargo_bin!("fairdeal").display().to_string();
    let mounted =
        "mount -t tmpfs -o size=8k none small && head -c 8192 /dev/zero > small/full || exit 77";
    let script = format!(
        "{mounted}; {program} run --plan plan.json --shard 0 --out small; code=$?; ls -A small; exit $code"
    );
    let output = Command::new("unshare")
        .args(["-rm", "sh", "-c", &script])
        .current_dir(table.path())
        .output();
    let Some(output) = output.ok().filter(|output| {
        output
            .status
            .code()
            .is_some_and(|code| code == 3 || !text(&output.stderr).contains("unshare"))
    }) else {
        return eprintln!("skipped: this system lets nobody but root mount a small disk");
    };
    if output.status.code() == Some(77) {
        return eprintln!("skipped: no small disk could be mounted");
    }
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    // But perhaps the note that it failed.
    assert!(!text(&output.stdout).lines().any(is_shard), "{}", text(&output.stdout));
    assert!(
        text(&output.stderr).contains("No space left") || text(&output.stderr).contains("full"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn ladders_and_ratings_can_be_asked_by_a_file() {
    let table = Table::new();
    let weak = "kind = \"ismcts\"\n[parameters]\niterations = 2\n";
    table.file("strategies/crisps/weak.toml", weak).file("strategies/crisps/exploiter.toml", weak);
    let ladder = "game = \"crisps\"\nblocks = 12\n[ladder]\nstrategies = [\"random\", \"weak\"]\ndoublings = 2\nexploiters = true\n";
    table.file("climb.toml", ladder).file(
        "meet.toml",
        "game = \"crisps\"\nblocks = 20\n[round_robin]\nstrategies = [\"random\", \"greedy\"]\n",
    );
    for (name, has) in [("climb", "ladder.csv"), ("meet", "pairs.csv")] {
        table.good(&[
            "plan",
            &format!("{name}.toml"),
            "--shards",
            "3",
            "--out",
            &format!("{name}.json"),
        ]);
        table.good(&["run", "--plan", &format!("{name}.json"), "--shard", "0-2"]);
        table.good(&["merge", &format!("{name}.json")]);
        table.good(&["run", &format!("{name}.toml"), "--out", "one"]);
        are_the_same(&table, "one", &format!("results/{name}"));
        assert!(table.path().join("one").join(has).exists(), "{:?}", table.files());
        fs::remove_dir_all(table.path().join("one")).expect("a folder");
    }
    let with = table.read("results/climb/ladder.csv");
    table.file(
        "alone.toml",
        &ladder.replace("exploiters = true", "").replace("doublings = 2", "doublings = 0"),
    );
    table.good(&["run", "alone.toml"]);
    let exploiters = |text: &str| -> Vec<String> {
        let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let place = rows
            .next()
            .and_then(|names| names.iter().position(|name| *name == "exploiter_win_rate"))
            .expect("a column");
        rows.map(|row| row[place].to_owned()).collect()
    };
    assert!(exploiters(&with).iter().any(|rate| !rate.is_empty()), "{with}");
    assert_eq!(exploiters(&table.read("results/alone/ladder.csv")), ["", ""]);
    // Unreadable counts are not taken for missing ones.
    table.file(
        "climb.json",
        &table.read("climb.json").replacen("\"earlier\": \"", "\"earlier\": \"H4sI", 1),
    );
    let (code, said) = refused(&table, &["run", "--plan", "climb.json", "--shard", "0"]);
    assert!(
        code == Some(1) && said.contains("it is no plan: `earlier` does not hold counts"),
        "{said}"
    );
    let refuse = |text: &str| {
        table.file("wrong.toml", text);
        refused(&table, &["run", "wrong.toml"]).1
    };
    assert!(
        refuse(&format!("{ladder}[round_robin]\nstrategies = [\"random\", \"greedy\"]\n"))
            .contains("both given")
    );
    assert!(refuse(&ladder.replace("\"weak\"", "\"weka\"")).contains("did you mean `weak`?"));
    assert!(
        refuse(&format!("{ladder}[[lineup]]\nstrategies = [\"random\", \"weak\"]\n"))
            .contains("no other line-ups")
    );
    assert!(refuse(&ladder.replace("doublings", "doubling")).contains("did you mean `doublings`?"));
}
