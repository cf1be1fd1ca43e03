//! Runs that are interrupted in any way: the next one continues, and ends with the same bytes as a
//! single one.

use std::fs;
#[cfg(unix)]
use std::path::Path;
use std::process::Stdio;
#[cfg(unix)]
use std::sync::{Mutex, atomic::AtomicBool};
use std::time::Duration;

use fairdeal::experiment::{Experiment, Plan};
#[cfg(unix)]
use fairdeal::folder::{Finished, FolderError, Kept, ResultsFolder};
use fairdeal::games::crisps::Crisps;
use fairdeal::metrics::Counts;
use fairdeal::results::{Before, CountsHead, Directory, LockError};
use fairdeal::rng::{BlockStreams, Purpose};
use fairdeal::session::Session;
#[cfg(unix)]
use fairdeal::session::{Control, Notice, Progress};
use serde_json::Value;
use tempfile::TempDir;

use crate::again::{Notes, contents, doubling, watched};
use crate::external::{python_is_here, table_with};
use crate::support::running::{Running, output};
use crate::support::session;
use crate::support::table::{Table, text};

/// A strategy that needs about a millisecond for a game: a run of a million blocks is certainly
/// interrupted before its end.
const SEARCHER: &str = "kind = \"ismcts\"\n[parameters]\niterations = 20\nrollout = \"random\"\n";
const FOREVER: &str = "1000000";

fn with_searcher() -> Table {
    let table = Table::new();
    table.file("strategies/crackpipe/searcher.toml", SEARCHER);
    table
}

/// The checkpoint file in a folder, and for each part in it the block after its last one.
pub(crate) fn checkpoint(table: &Table, folder: &str) -> Option<(String, Vec<u64>)> {
    let names = fs::read_dir(table.path().join(folder))
        .ok()?
        .flatten()
        .map(|entry| entry.file_name().display().to_string());
    let name = names.into_iter().find(|name| name.starts_with("unfinished-"))?;
    let written = table.read(&format!("{folder}/{name}"));
    let end = |line: &str| {
        serde_json::from_str::<Value>(line).ok()?["blocks"][1].as_u64().map(|last| last + 1)
    };
    Some((name, written.lines().filter_map(end).collect()))
}

/// Waits for a condition, with a time limit.
pub(crate) fn wait_until(mut is_so: impl FnMut() -> bool) {
    for _ in 0..100_000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("it takes too long");
}

/// Runs an endless command and kills it, without cleaning up, when more than this many parts are
/// written; returns the block after the last one.
fn killed(table: &Table, arguments: &[&str], folder: &str, parts: usize) -> u64 {
    let mut command = table.command(arguments);
    let mut child = Running::start(command.stdout(Stdio::null()).stderr(Stdio::null()));
    let written = || checkpoint(table, folder).filter(|(_, ends)| ends.len() > parts);
    wait_until(|| written().is_some() || child.try_wait().expect("it is ours").is_some());
    assert_eq!(child.try_wait().expect("it is ours"), None, "it was to go on until it is killed");
    child.kill().and_then(|()| child.wait()).expect("it was there");
    written().and_then(|(_, ends)| ends.last().copied()).expect("parts")
}

/// Runs a command to its end; returns its output.
fn finished(table: &Table, arguments: &[&str]) -> String {
    let output = table.run(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stderr).replace(',', "")
}

const MATCH: [&str; 6] =
    ["match", "crackpipe", "--strategies", "searcher,random", "--out", "there"];

fn of(blocks: &str) -> Vec<&str> {
    [&MATCH[..], &["--blocks", blocks]].concat()
}

/// A run whose parent ignores a signal ignores it as well, as after `nohup`, and still reacts to
/// the others.
#[cfg(unix)]
#[test]
fn signals_that_were_ignored_at_the_start_stay_ignored() {
    use rustix::process::Signal;
    let signals = [("HUP", Signal::HUP), ("INT", Signal::INT), ("TERM", Signal::TERM)];
    for (index, (name, ignored)) in signals.into_iter().enumerate() {
        let table = with_searcher();
        let run = table.command(&of(FOREVER));
        let ignores = format!("trap '' {name}; exec \"$0\" \"$@\"");
        let mut started = table.program("sh", &["-c", &ignores]);
        started.arg(run.get_program()).args(run.get_args());
        let mut child = Running::start(started.stdout(Stdio::null()).stderr(Stdio::null()));
        let parts = || checkpoint(&table, "there").map_or(0, |(_, ends)| ends.len());
        let goes_on_until = |child: &mut Running, more: usize| {
            wait_until(|| parts() >= more || child.try_wait().expect("it is ours").is_some());
            assert_eq!(child.try_wait().expect("it is ours"), None, "{name}");
        };
        goes_on_until(&mut child, 1);
        child.send(ignored);
        // A run that reacted to it would end at the next block.
        goes_on_until(&mut child, parts() + 3);
        child.send(signals[(index + 1) % signals.len()].1);
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{name}");
        assert!(
            table.path().join("there/manifest.json").exists(),
            "{name}: what was counted is written"
        );
    }
}

#[test]
fn a_run_killed_twice_continues_and_keeps_older_results() {
    let table = with_searcher();
    finished(&table, &[&of("3")[..], &["--seed", "9"]].concat());
    let older = contents(&table, "there");
    killed(&table, &of(FOREVER), "there", 0);
    let (name, first) = checkpoint(&table, "there").expect("it was written");
    // The second one continues from the checkpoint of the first one, with half a line at its end.
    let path = format!("there/{name}");
    let left = table.read(&path) + "{\"sha256\":\"0123";
    table.file(&path, &left);
    let end = killed(&table, &of(FOREVER), "there", first.len());
    let (_, second) = checkpoint(&table, "there").expect("it was written");
    assert_eq!(second[..first.len()], first);
    assert!(second.is_sorted_by(|one, other| one < other), "no block was played twice: {second:?}");
    let stayed: Vec<_> = contents(&table, "there")
        .into_iter()
        .filter(|(name, _)| !name.starts_with("unfinished-") && name != ".lock")
        .collect();
    assert_eq!(stayed, older, "they vouch for themselves alone");
    // A few more blocks give the result of one run.
    let blocks = (end + 2).to_string();
    let said = finished(&table, &of(&blocks));
    assert!(
        said.contains(&format!("{end} block")) && said.contains("had been counted before"),
        "{said}"
    );
    assert!(said.contains(&format!("{path}: a part of the file is damaged")), "{said}");
    finished(
        &table,
        &of(&blocks)
            .into_iter()
            .map(|word| if word == "there" { "alone" } else { word })
            .collect::<Vec<_>>(),
    );
    let names: Vec<String> = contents(&table, "there").into_iter().map(|(name, _)| name).collect();
    assert_eq!(contents(&table, "there"), contents(&table, "alone"), "{names:?}");
    assert!(
        table.files().iter().any(|file| file.starts_with("there/older/")),
        "the older ones were set aside when these were whole"
    );
}

/// The blocks of an external program are used again with `--resume`, if its files are unchanged.
#[test]
fn external_programs_resume_on_request() {
    if !python_is_here() {
        return;
    }
    let table = table_with("answer(ask['legal'][0])", 10.0);
    let of = |blocks: &'static str, resume: bool| {
        let all = [
            "match", "crisps", "--strategies", "mine,random", "--out", "there", "--allow-programs",
            "--threads", "1", "--blocks", blocks,
        ];
        all.into_iter().chain(resume.then_some("--resume")).collect::<Vec<_>>()
    };
    // One block is enough.
    let end = killed(&table, &of(FOREVER, false), "there", 0);
    let more: &'static str = (end + 2).to_string().leak();
    let said = finished(&table, &of(more, true));
    assert!(
        said.contains(&format!("{end} block")) && said.contains("had been counted before"),
        "{said}"
    );
    let resumed = contents(&table, "there");
    let said = finished(&table, &of(more, true));
    assert!(said.contains("nothing was played"), "{said}");
    assert!(
        contents(&table, "there") == resumed && !table.path().join("there/older").exists(),
        "nothing had to be set apart"
    );
    let said = finished(&table, &of(more, false));
    assert!(said.contains("--resume goes on if its files are unchanged"), "{said}");
    assert_eq!(contents(&table, "there"), resumed, "the same as at one go");
    assert!(table.path().join("there/older").exists());
    table.file("mine.py", &(table.read("mine.py") + "# otherwise\n"));
    let said = finished(&table, &of("1", true));
    assert!(
        said.contains("a program that played has changed")
            && said.contains("there are no earlier counts: everything is played"),
        "{said}"
    );
    let refused = table.run(&["match", "crisps", "--resume"]);
    assert!(text(&refused.stderr).contains("--out"), "{}", text(&refused.stderr));
}

/// The games with which a ladder finds its length are written as well.
#[test]
fn doublings_are_written() {
    let folder = TempDir::new().expect("a folder");
    let directory = Directory::prepare(folder.path()).expect("a folder");
    let plan = doubling(6);
    let head = CountsHead::new(&plan);
    let checkpoints = directory.checkpoints(&head, false).expect("a new file");
    let nothing = Before::default().kept;
    let found = Session::default()
        .checkpoints(Some(&checkpoints))
        .last_stage(&plan, &nothing)
        .expect("a run");
    let (grown, counted) = found.expect("a ladder");
    assert!(checkpoints.write_all(), "the disk has room");
    let before = directory.counted_before(&head);
    assert!(before.unusable.is_empty() && !before.has_own, "{before:?}");
    let notes = Notes::default();
    let again = watched(&notes).last_stage(&plan, &before.kept).expect("a run").expect("a ladder");
    assert_eq!((again.0.digest(), again.1), (grown.digest(), counted));
    let games = notes.games();
    assert!(
        !games.is_empty() && games.iter().all(|(_, played, known)| *played == 0 && *known > 0),
        "{games:?}"
    );
    // A checkpoint whose counts are not written elsewhere stays.
    directory.remove_checkpoints(&head, &nothing).expect("nothing is removed");
    assert!(!directory.counted_before(&head).kept.is_empty());
    directory.remove_checkpoints(&head, &before.kept).expect("it is there");
    assert!(directory.counted_before(&head).kept.is_empty());
}

/// Parts of any sizes are appended; wherever the file is cut, the run continues and gives the same
/// counts and the same file.
#[test]
fn a_checkpoint_cut_anywhere_gives_the_same_bytes() {
    fn assert_same(plan: &Plan) {
        let folder = TempDir::new().expect("a folder");
        let directory = Directory::prepare(folder.path()).expect("a folder");
        let session = session();
        let head = CountsHead::new(plan);
        let checkpoints = directory.checkpoints(&head, false).expect("a new file");
        let mut random = BlockStreams::new(15, 0).stream(Purpose::Strategy(0));
        let mut next = 0;
        while next < plan.blocks() {
            let part = |start: u64, size: u64| {
                session.play_blocks(
                    plan,
                    start..(start + size).min(plan.chunk_end(start)).min(plan.blocks()),
                )
            };
            let counts: Vec<Counts> =
                vec![part(next, 1 + u64::from(random.below(120))).expect("a run")];
            next += counts[0].blocks();
            checkpoints.hold(plan, counts).expect("no overlap");
            assert!(checkpoints.write_all(), "the disk has room");
        }
        let path =
            fs::read_dir(folder.path()).expect("a folder").flatten().next().expect("a file").path();
        let bytes = fs::read(&path).expect("a file");
        let alone = session.run(plan).expect("a run");
        let file = alone.kept.file_with(&head).expect("memory");
        // At the ends of lines, and at random.
        let ends = bytes
            .iter()
            .enumerate()
            .filter(|(_, byte)| **byte == b'\n')
            .map(|(place, _)| place + place % 2);
        let anywhere = (0..4).map(|_| random.below(bytes.len() as u32) as usize);
        for cut in ends.chain(anywhere).collect::<Vec<_>>() {
            fs::write(&path, &bytes[..cut]).expect("a file");
            let Before { kept, unusable, .. } = directory.counted_before(&head);
            let at_an_end = bytes[..cut].ends_with(b"\n") || bytes[cut..].first() == Some(&b'\n');
            assert_eq!(unusable.is_empty(), at_an_end, "cut at {cut}: {unusable:?}");
            let resumed = session.resume(plan, &kept).expect("a run");
            assert_eq!(
                (&resumed.counts, &resumed.results),
                (&alone.counts, &alone.results),
                "cut at {cut}"
            );
            assert_eq!(resumed.kept.file_with(&head).expect("memory"), file, "cut at {cut}");
        }
    }
    let asked = |blocks| Experiment::new(&Crisps, "e").blocks(blocks).lineup(["random", "random"]);
    assert_same(&asked(300).variant("open", &["face_up_draw=false"]).plan().expect("a plan"));
    assert_same(
        &asked(160).sensitivity("hand_size", &["8", "12"]).samples(2).plan().expect("a plan"),
    );
}

/// Acts on the results folder when the first games are played, and records messages.
#[cfg(unix)]
struct Vanishing<'a> {
    vanish: Mutex<Option<&'a (dyn Fn() + Sync)>>,
    told: Mutex<Vec<String>>,
}

#[cfg(unix)]
impl Progress for Vanishing<'_> {
    fn played(&self, _games: u64) {
        self.vanish.lock().expect("no thread panics").take().inspect(|vanish| vanish());
    }

    fn notice(&self, notice: Notice<'_>) {
        self.told.lock().expect("no thread panics").push(format!("{notice:?}"));
    }
}

/// Plays while something happens to the results folder; returns the messages and the result.
#[cfg(unix)]
pub(crate) fn vanishing<T>(
    vanish: &(dyn Fn() + Sync),
    play: impl FnOnce(&Session<'_>) -> T,
) -> (Vec<String>, T) {
    let progress = Vanishing { vanish: Mutex::new(Some(vanish)), told: Mutex::default() };
    let stop = AtomicBool::new(false);
    let played = play(&session().control(Control { stop: &stop, progress: &progress }));
    (progress.told.into_inner().expect("no thread panics"), played)
}

/// Plays 40 blocks into a folder to which something happens in the meantime.
#[cfg(unix)]
fn vanishing_results(
    path: &Path,
    vanish: &(dyn Fn() + Sync),
) -> (Vec<String>, Result<Finished, FolderError>) {
    let plan = Experiment::new(&Crisps, "e")
        .blocks(40)
        .lineup(["greedy", "random"])
        .plan()
        .expect("a plan");
    let folder = ResultsFolder::open(path).expect("a folder");
    vanishing(vanish, |session| folder.run(session, &plan))
}

#[cfg(unix)]
#[test]
fn a_vanished_folder_is_created_again() {
    let table = Table::new();
    let [whole, path] = ["whole", "there"].map(|name| table.path().join(name));
    let (told, finished) = vanishing_results(&whole, &|| {});
    assert!(told.is_empty() && finished.is_ok(), "{told:?}");
    let remove = || fs::remove_dir_all(&path).expect("it is there");
    let remove_and_make =
        || fs::remove_dir_all(&path).and_then(|()| fs::create_dir(&path)).expect("it is there");
    let move_away = || fs::rename(&path, table.path().join("away")).expect("it is there");
    for vanish in [&remove as &(dyn Fn() + Sync), &remove_and_make, &move_away] {
        let (told, finished) = vanishing_results(&path, vanish);
        assert_eq!(told, [format!("FolderVanished({path:?})")]);
        assert_eq!(finished.expect("it is made again").blocks_played, 40);
        assert_eq!(
            contents(&table, "there"),
            contents(&table, "whole"),
            "all files, and no others"
        );
        remove();
    }
}

/// The counts are at the place that the message names, and a run continues from there.
#[cfg(unix)]
#[test]
fn counts_are_kept_if_the_folder_cannot_be_created_again() {
    let table = Table::new();
    let path = table.path().join("there");
    let replace =
        || fs::remove_dir_all(&path).and_then(|()| fs::write(&path, "mine")).expect("it is there");
    let (told, finished) = vanishing_results(&path, &replace);
    let error = finished.expect_err("a file is in the way");
    assert!(told.contains(&format!("FolderVanished({path:?})")), "{told:?}");
    let FolderError::Unwritten { kept: Some(Kept::Elsewhere(file)), .. } = &error else {
        panic!("{error}")
    };
    let said = error.to_string();
    assert!(
        said.starts_with(&format!(
            "{}: cannot be written: a part of the path is a file\n",
            path.display()
        )),
        "{said}"
    );
    assert!(said.contains(&format!("kept in {}: move that file", file.display())), "{said}");
    assert_eq!(fs::read_to_string(&path).expect("a file"), "mine");
    let other = table.path().join("other");
    fs::create_dir(&other).expect("a folder");
    fs::copy(file, other.join(file.file_name().expect("a name")))
        .and_then(|_| fs::remove_file(file))
        .expect("it is there");
    let (told, finished) = vanishing_results(&other, &|| {});
    assert_eq!((told, finished.expect("a run").blocks_played), (Vec::new(), 0));
}

/// While this run plays on, another one takes the place of its folder.
#[cfg(unix)]
#[test]
fn a_folder_that_another_run_created_again_is_left_alone() {
    let table = Table::new();
    let path = table.path().join("there");
    let taken = Mutex::new(None);
    let take = || {
        fs::remove_dir_all(&path).expect("it is there");
        *taken.lock().expect("no thread panics") =
            Some(ResultsFolder::open(&path).expect("it is free"));
    };
    let (_, finished) = vanishing_results(&path, &take);
    let error = finished.expect_err("it is taken");
    let FolderError::Unwritten { reason: LockError::Busy(_), kept: Some(Kept::There(file)) } =
        &error
    else {
        panic!("{error}")
    };
    assert!(file.starts_with(&path) && file.exists());
    assert!(path.join(".lock").exists(), "it is the other run's");
    drop(taken);
    let (_, finished) = vanishing_results(&path, &|| {});
    assert_eq!(finished.expect("a run").blocks_played, 0);
}

/// Two runs in one folder: the second one is refused, and nothing changes. When the first one ends,
/// in any way, the folder is free again.
#[test]
fn one_run_at_a_time_writes_to_a_folder() {
    let table = Table::new();
    let arguments = ["match", "crisps", "--blocks", "4", "--out", "there"];
    let directory = Directory::prepare(&table.path().join("there")).expect("a folder");
    let lock = directory.lock().expect("nobody has it");
    assert!(matches!(directory.lock(), Err(LockError::Busy(_))));
    let refused = table.run(&arguments);
    let said = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(3), "{said}");
    assert!(
        said.contains("there: another run writes its results here now\n  wait until it has ended"),
        "{said}"
    );
    assert_eq!(table.files(), ["there/.lock"]);
    drop(lock);
    // Files of a killed run do not disturb others, and our temporary files are removed.
    table
        .file("there/.lock", "")
        .file("there/.counts.jsonl.a1b2c3", "half")
        .file("there/.mine.md.a1b2c3", "mine");
    finished(&table, &arguments);
    let left: Vec<String> =
        table.files().into_iter().filter(|file| file.starts_with("there/.")).collect();
    assert_eq!(
        left,
        if cfg!(unix) {
            vec!["there/.mine.md.a1b2c3"]
        } else {
            vec!["there/.lock", "there/.mine.md.a1b2c3"]
        }
    );
}

/// A run that is interrupted while it moves its files into place leaves no results, and the next
/// one recognizes the files as its own.
#[test]
fn a_run_interrupted_while_writing_continues() {
    let table = Table::new();
    let of = |blocks: &'static str| ["match", "crisps", "--blocks", blocks, "--out", "there"];
    finished(&table, &of("4"));
    // A table that the next results do not have cannot be removed.
    let manifest = table.read("there/manifest.json").replacen(
        "\"tables\": [",
        "\"tables\": [\"ladder.csv\", ",
        1,
    );
    table.file("there/manifest.json", &manifest).file("there/ladder.csv/mine.md", "mine");
    let ended = table.run(&of("6"));
    assert!(!ended.status.success(), "{}", text(&ended.stderr));
    assert!(!table.path().join("there/manifest.json").exists(), "nothing vouches for a mixture");
    fs::remove_dir_all(table.path().join("there/ladder.csv")).expect("it is there");
    let said = finished(&table, &of("6"));
    assert!(said.contains("nothing was played: 6 blocks had been counted before"), "{said}");
    finished(&table, &["match", "crisps", "--blocks", "6", "--out", "alone"]);
    assert_eq!(contents(&table, "there"), contents(&table, "alone"));
}

/// A folder with its own small file system, which is removed afterwards.
#[cfg(target_os = "linux")]
struct SmallDisk<'a>(&'a Table);

#[cfg(target_os = "linux")]
impl<'a> SmallDisk<'a> {
    /// `None`, with a message, if that is impossible.
    #[expect(clippy::print_stdout, reason = "the reason why a test is skipped")]
    fn new(table: &'a Table) -> Option<Self> {
        fs::create_dir(table.path().join("small")).expect("a folder");
        let mount = table.tool("mount", &["-t", "tmpfs", "-o", "size=1m", "tmpfs", "small"]);
        if !mount {
            println!("skipped: a small disk cannot be mounted here");
        }
        mount.then_some(Self(table))
    }

    /// Fills the disk.
    fn fill(&self) {
        let mut file = fs::File::create(self.0.path().join("small/filler")).expect("a file");
        let piece = [0; 4096];
        while std::io::Write::write_all(&mut file, &piece).is_ok() {}
    }

    /// Frees space.
    fn empty(&self) {
        fs::remove_file(self.0.path().join("small/filler")).expect("it is there");
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        self.0.tool("umount", &["-l", "small"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_does_not_stop_a_run() {
    let table = with_searcher();
    let Some(disk) = SmallDisk::new(&table) else { return };
    let to = |folder: &'static str, blocks: &str| {
        let all = [
            "match", "crackpipe", "--strategies", "searcher,random", "--out", folder, "--blocks",
            blocks,
        ];
        all.map(str::to_owned).to_vec()
    };
    let run = |arguments: &[String]| {
        let mut command = table.command(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        output(command.env("TMPDIR", table.path()))
    };
    disk.fill();
    let said_in = fs::File::create(table.path().join("said")).expect("a file");
    let endless = to("small/there", FOREVER);
    let mut command = table.command(&endless.iter().map(String::as_str).collect::<Vec<_>>());
    let mut child = Running::start(command.stdout(Stdio::null()).stderr(said_in));
    wait_until(|| {
        table.read("said").contains("warning: ") || child.try_wait().expect("it is ours").is_some()
    });
    disk.empty();
    wait_until(|| checkpoint(&table, "small/there").is_some_and(|(_, ends)| ends.len() > 1));
    child.kill().and_then(|()| child.wait()).expect("it was there");
    let said = table.read("said");
    assert!(said.contains("cannot be written: the disk is full\n  the run goes on"), "{said}");
    assert_eq!(said.matches("warning: ").count(), 1, "{said}");
    let (_, ends) = checkpoint(&table, "small/there").expect("it was written");
    // No space for the results: the earlier counts stay.
    disk.fill();
    let end = *ends.last().expect("parts");
    let blocks = (end + 1).to_string();
    let refused = run(&to("small/there", &blocks));
    assert_eq!(refused.status.code(), Some(3), "{}", text(&refused.stderr));
    let said = text(&refused.stderr);
    assert!(said.contains("error: small/there/"), "{said}");
    let kept = said
        .split_once("what was counted is kept in ")
        .and_then(|(_, kept)| kept.split_once(": "))
        .expect("it says where")
        .0;
    assert!(table.path().join(kept).metadata().is_ok_and(|file| file.len() > 0), "{said}");
    assert!(!table.path().join("small/there/manifest.json").exists());
    disk.empty();
    let done = run(&to("small/there", &blocks));
    let said = text(&done.stderr).replace(',', "");
    assert!(done.status.success() && said.contains("had been counted before"), "{said}");
    assert!(run(&to("alone", &blocks)).status.success());
    assert_eq!(contents(&table, "small/there"), contents(&table, "alone"));
}
