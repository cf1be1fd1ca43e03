//! What a worker leaves beside its shard while it plays: how far it is, and that it lives; or why
//! it failed.
//!
//! Nothing here decides anything: a shard counts when its file is there. `fairdeal status` reads
//! these notes, on any machine that sees the folder. A worker counts its own seconds and its own
//! beats, so that no clock of one machine is compared with another's: who looks twice and finds the
//! same beat has found a worker that is dead, suspended or cut off.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::results::replace;
use crate::session::{Control, Notice, Progress, Stage};

/// How often a worker says that it lives. A thousand workers then write 200 small files a second,
/// which a shared disk bears.
pub const BEAT: Duration = Duration::from_secs(5);

/// Every beat has this many bytes: it overwrites the one before in place, so that a disk over the
/// network shows it at once, and never half of it.
const WIDTH: usize = 128;

/// How far a worker is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beat {
    /// Counts up.
    pub number: u64,
    /// The games played.
    pub games: u64,
    /// For how long, in seconds.
    pub seconds: f64,
}

impl Beat {
    /// Reads the note of a worker; nothing if there is none.
    pub fn read(shard: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(beside(shard, "progress")).ok()?).ok()
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let text = serde_json::to_string(self)?;
        OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?
            .write_all(format!("{text:<0$}\n", WIDTH - 1).as_bytes())
    }
}

/// Why the worker of a shard failed; nothing if none did.
pub(super) fn failure(shard: &Path) -> Option<String> {
    let text = fs::read_to_string(beside(shard, "failed")).ok()?;
    Some(text.trim_end().to_owned())
}

/// Leaves the reason why a shard is not played, if its folder is there.
pub fn note_failure(shard: &Path, why: &impl std::fmt::Display) {
    let note = beside(shard, "failed");
    // On a full disk there would be a note that says nothing.
    let _ = replace(&note, format!("{why}\n").as_bytes()).or_else(|_| fs::remove_file(&note));
}

/// The name of a note about a shard.
fn beside(shard: &Path, ending: &str) -> PathBuf {
    let mut name = shard.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    shard.with_file_name(name)
}

/// Passes on how far a session is, and counts.
struct Counting<'a> {
    progress: &'a dyn Progress,
    games: AtomicU64,
}

impl Progress for Counting<'_> {
    fn begin(&self, stage: Stage<'_>, games: u64) {
        self.progress.begin(stage, games);
    }

    fn known(&self, games: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
        self.progress.known(games);
    }

    fn played(&self, games: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
        self.progress.played(games);
    }

    fn notice(&self, notice: Notice<'_>) {
        self.progress.notice(notice);
    }

    fn end(&self) {
        self.progress.end();
    }
}

/// Plays a shard, whose file will be `shard`, and leaves notes beside it meanwhile. Afterwards
/// there is none, but the reason if it failed. A note that cannot be written is not: what is wrong
/// with the folder, the shard's own file tells.
///
/// # Errors
/// Those of `play`.
pub(super) fn noted<T, E: std::fmt::Display>(
    shard: &Path,
    every: Duration,
    control: Control<'_>,
    play: impl FnOnce(Control<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let note = beside(shard, "progress");
    // Also where somebody left a link in its place, through which another file would be written.
    let _ = fs::remove_file(&note);
    let _ = fs::remove_file(beside(shard, "failed"));
    let counting = Counting { progress: control.progress, games: AtomicU64::new(0) };
    let (over, is_over) = mpsc::channel::<()>();
    let played = std::thread::scope(|scope| {
        let (counting, note) = (&counting, &note);
        scope.spawn(move || {
            let begun = Instant::now();
            for number in 0.. {
                let beat = Beat {
                    number,
                    games: counting.games.load(Ordering::Relaxed),
                    seconds: begun.elapsed().as_secs_f64(),
                };
                let _ = beat.write(note);
                // The other end is dropped when the shard is played.
                if is_over.recv_timeout(every) != Err(mpsc::RecvTimeoutError::Timeout) {
                    return;
                }
            }
        });
        let played = play(Control { stop: control.stop, progress: counting });
        drop(over);
        played
    });
    if let Err(why) = &played {
        note_failure(shard, why);
    }
    let _ = fs::remove_file(&note);
    played
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::sync::atomic::AtomicBool;

    static NEVER: AtomicBool = AtomicBool::new(false);

    /// Nobody watches, and nobody stops it.
    const NOBODY: Control<'_> = Control { stop: &NEVER, progress: &() };

    #[test]
    fn a_worker_leaves_beats_while_it_plays_and_nothing_afterwards() {
        let folder = tempfile::tempdir().expect("a folder");
        let shard = folder.path().join("a.shard");
        let seen = Cell::new(None);
        let play = |control: Control<'_>| {
            control.progress.played(500);
            control.progress.known(7);
            let first = (0..500).find_map(|_| {
                std::thread::sleep(Duration::from_millis(10));
                Beat::read(&shard).filter(|beat| beat.games == 507)
            });
            let later = (0..500).find_map(|_| {
                std::thread::sleep(Duration::from_millis(10));
                Beat::read(&shard)
                    .filter(|beat| Some(beat.number) > first.map(|first| first.number))
            });
            assert_eq!(
                fs::metadata(beside(&shard, "progress")).expect("a note").len(),
                WIDTH as u64
            );
            seen.set(Some((first.expect("a beat"), later.expect("a later beat"))));
            Ok::<_, io::Error>(())
        };
        noted(&shard, Duration::from_millis(20), NOBODY, play).expect("played");
        let (first, later) = seen.get().expect("played");
        assert!(first.seconds < later.seconds);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn a_worker_that_fails_leaves_the_reason_until_the_next_one_begins() {
        let folder = tempfile::tempdir().expect("a folder");
        let shard = folder.path().join("a.shard");
        let fails = |_: Control<'_>| Err::<(), _>(io::Error::other("no more cards"));
        noted(&shard, BEAT, NOBODY, fails).expect_err("it fails");
        assert_eq!(failure(&shard).as_deref(), Some("no more cards"));
        assert_eq!(Beat::read(&shard), None);
        let begins = |_: Control<'_>| {
            assert_eq!(failure(&shard), None);
            Ok::<_, io::Error>(())
        };
        noted(&shard, BEAT, NOBODY, begins).expect("played");
    }
}
