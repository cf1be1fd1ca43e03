//! Counts that a run saves while it plays, so that the next run can resume, however this one ends.
//!
//! The file has the layout of a file of counts (`kept.rs`). Lines are only appended, each
//! after the earlier ones are on the disk, so a crash of the program or of the computer cannot
//! damage earlier lines.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::durable::{WriteError, folder_of, is_at, replace, sync_folder};
use super::kept::{CountsHead, Part, file_of, read_parts};
use crate::experiment::Plan;
use fairdeal_core::clock::Instant;
use fairdeal_core::metrics::{Counts, MergeError};

/// The longest time between two writes, if writing is cheap.
const LONGEST: Duration = Duration::from_secs(5);

/// The shortest time between two writes.
const SHORTEST: Duration = Duration::from_millis(100);

/// Writing takes at most this part of the time: one in a hundred.
const SHARE: u32 = 100;

/// A file of fewer bytes is never rewritten to join the parts in it.
const LARGE: u64 = 64 << 20;

/// It is rewritten again after growing by this factor.
const GROWTH: u64 = 4;

/// Saves the counts of a run again and again. Any thread may do so; one at a time does.
#[derive(Debug)]
pub struct Checkpoints {
    begun: Instant,
    /// The time of the next write, in nanoseconds after the beginning; [`u64::MAX`] while a thread
    /// writes.
    due: AtomicU64,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    head: CountsHead,
    file: Box<dyn Storage>,
    /// Counts that are not in the file yet.
    held: Vec<Part>,
    /// The first ones of these may be in the file already, so nothing is added to them.
    perhaps: usize,
    /// The total time of writing.
    spent: Duration,
    /// A file of this many bytes is rewritten.
    too_large: u64,
    /// The last attempt failed.
    failing: bool,
}

/// The storage of checkpoints.
trait Storage: Send + std::fmt::Debug {
    /// The number of bytes, and whether they end within a line, because a write was interrupted.
    fn end(&mut self) -> io::Result<(u64, bool)>;

    /// Adds bytes at the end; they are on the disk when this returns. After a failure, some of them
    /// may be there.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Truncates it to this many bytes.
    fn truncate(&mut self, size: u64) -> io::Result<()>;

    /// All bytes.
    fn read(&mut self) -> io::Result<Vec<u8>>;

    /// Replaces all bytes, completely or not at all.
    fn replace(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// The path.
    fn path(&self) -> &Path;
}

/// A file, which exists from the first line on.
#[derive(Debug)]
struct InFile {
    path: PathBuf,
    file: Option<File>,
    /// The content of the file when it was removed, if it is not written again yet.
    removed: Vec<u8>,
}

impl InFile {
    fn new(path: PathBuf) -> Self {
        Self { path, file: None, removed: Vec::new() }
    }

    /// The file, open for reading and for appending. If it or its folder was removed, it is made
    /// again with its content.
    fn open(&mut self) -> io::Result<&mut File> {
        if let Some(mut removed) = self.file.take_if(|file| !is_at(file, &self.path)) {
            removed.rewind()?;
            removed.read_to_end(&mut self.removed)?;
        }
        if self.file.is_none() {
            let folder = folder_of(&self.path);
            std::fs::create_dir_all(folder)?;
            let is_new = !self.path.exists();
            if is_new && !self.removed.is_empty() {
                replace(&self.path, &self.removed)?;
            }
            self.removed.clear();
            let file = OpenOptions::new().read(true).append(true).create(true).open(&self.path)?;
            if is_new {
                sync_folder(folder)?;
            }
            return Ok(self.file.insert(file));
        }
        self.file.as_mut().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Storage for InFile {
    fn end(&mut self) -> io::Result<(u64, bool)> {
        let file = self.open()?;
        let (size, mut last) = (file.metadata()?.len(), [b'\n']);
        if size > 0 {
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
        }
        Ok((size, last != *b"\n"))
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let file = self.open()?;
        file.write_all(bytes)?;
        file.sync_data()
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        self.open()?.set_len(size)
    }

    fn read(&mut self) -> io::Result<Vec<u8>> {
        std::fs::read(&self.path)
    }

    fn replace(&mut self, bytes: &[u8]) -> io::Result<()> {
        replace(&self.path, bytes)?;
        self.file = None;
        Ok(())
    }

    fn path(&self) -> &Path {
        &self.path
    }
}

impl Checkpoints {
    /// Checkpoints of a run in this file. The file is made at the first write; its content stays.
    pub(super) fn in_file(head: &CountsHead, path: PathBuf) -> Self {
        Self::new(head, Box::new(InFile::new(path)))
    }

    fn new(head: &CountsHead, file: Box<dyn Storage>) -> Self {
        let state = State {
            head: head.clone(),
            file,
            held: Vec::new(),
            perhaps: 0,
            spent: Duration::ZERO,
            too_large: LARGE,
            failing: false,
        };
        Self {
            begun: Instant::now(),
            due: AtomicU64::new(SHORTEST.as_nanos() as u64),
            state: Mutex::new(state),
        }
    }

    /// Whether it is time to write. If so, the caller must [write](Checkpoints::write); until then,
    /// other callers get false.
    pub fn are_due(&self) -> bool {
        let due = self.due.load(Ordering::Relaxed);
        self.begun.elapsed().as_nanos() as u64 >= due
            && self
                .due
                .compare_exchange(due, u64::MAX, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }

    /// Takes counts for the next write: parts that each lie in one chunk of the plan, in their
    /// order.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn hold(&self, plan: &Plan, counted: Vec<Counts>) -> Result<(), MergeError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let within = |first: u64| first > 0 && plan.chunk_end(first - 1) > first;
        let part = |counts: Counts| Part {
            continues: counts.ranges().first().is_some_and(|range| within(range.start)),
            counts,
        };
        counted.into_iter().try_for_each(|counts| state.hold(part(counts)))
    }

    /// Writes the counts that it has taken, if any. They are on the disk when this returns. Counts
    /// that cannot be written are kept for the next time.
    ///
    /// # Errors
    /// When they cannot be written and the last write succeeded, so that the error is reported
    /// once.
    pub fn write(&self) -> Result<(), WriteError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = Instant::now();
        let was_failing = state.failing;
        let written = state.write();
        state.failing = written.is_err();
        let cost = begun.elapsed();
        state.spent += cost;
        let due = next(self.begun.elapsed(), state.spent, cost);
        self.due.store(due.as_nanos() as u64, Ordering::Relaxed);
        match written {
            Err(error) if !was_failing => Err(WriteError::new(state.file.path(), &error)),
            _ => Ok(()),
        }
    }

    /// The path of the file.
    pub fn path(&self) -> PathBuf {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).file.path().to_owned()
    }

    /// Drops the counts and removes the file, because the counts may be wrong.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn discard(&self) -> Result<(), WriteError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.held.clear();
        match std::fs::remove_file(state.file.path()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(WriteError::new(state.file.path(), &error))
            }
            _ => Ok(()),
        }
    }

    /// Writes the counts now. Returns whether all of them are in the file.
    pub fn write_all(&self) -> bool {
        let _ = self.write();
        self.state.lock().unwrap_or_else(PoisonError::into_inner).held.is_empty()
    }
}

/// When to write again. `spent` is the total time of writing, `cost` the time of the last write. A
/// young run has little to lose and little time to spend, and the next write will take as long as
/// the last one.
fn next(now: Duration, spent: Duration, cost: Duration) -> Duration {
    (now + (now / 4).clamp(SHORTEST, LONGEST)).max((spent + cost).saturating_mul(SHARE))
}

impl State {
    fn hold(&mut self, part: Part) -> Result<(), MergeError> {
        let mut fresh = self.held.split_off(self.perhaps);
        part.add_to(&mut fresh)?;
        self.held.extend(fresh);
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        let Self { head, file, held, perhaps, too_large, .. } = self;
        if held.is_empty() {
            return Ok(());
        }
        let (head_line, key) = head.line();
        // One write, so that lines of two programs do not mix if the folder cannot be locked.
        let (size, is_torn) = file.end()?;
        let mut text = match size {
            0 => head_line + "\n",
            _ if is_torn => "\n".to_owned(),
            _ => String::new(),
        };
        for part in &*held {
            text += &part.line(&key)?;
            text.push('\n');
        }
        if let Err(error) = file.append(text.as_bytes()) {
            *perhaps = if file.truncate(size).is_ok() { 0 } else { held.len() };
            return Err(error);
        }
        held.clear();
        *perhaps = 0;
        if file.end()?.0 > *too_large {
            // If this fails, the file is as good as before.
            let _ = join(head, &mut **file);
            *too_large = LARGE.max(file.end()?.0.saturating_mul(GROWTH));
        }
        Ok(())
    }
}

/// Rewrites a file so that it has one line for each chunk.
fn join(head: &CountsHead, file: &mut dyn Storage) -> io::Result<()> {
    let Ok((parts, _)) = read_parts(head, &file.read()?) else { return Ok(()) };
    file.replace(&file_of(head, &parts)?)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::kept::tests::parts;
    use super::*;

    /// A disk with room for this many bytes.
    #[derive(Debug, Default)]
    struct Disk {
        bytes: Vec<u8>,
        room: usize,
        /// Whatever was added stays.
        keeps: bool,
    }

    impl Storage for Arc<Mutex<Disk>> {
        fn end(&mut self) -> io::Result<(u64, bool)> {
            let bytes = &self.lock().expect("no panic").bytes;
            Ok((bytes.len() as u64, bytes.last().is_some_and(|last| *last != b'\n')))
        }

        fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
            let Disk { bytes: there, room, .. } = &mut *self.lock().expect("no panic");
            let fitting = bytes.len().min(*room - there.len());
            there.extend_from_slice(&bytes[..fitting]);
            if fitting < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }

        fn truncate(&mut self, size: u64) -> io::Result<()> {
            let disk = &mut *self.lock().expect("no panic");
            if disk.keeps {
                return Err(io::ErrorKind::Other.into());
            }
            disk.bytes.truncate(size as usize);
            Ok(())
        }

        fn read(&mut self) -> io::Result<Vec<u8>> {
            Ok(self.lock().expect("no panic").bytes.clone())
        }

        fn replace(&mut self, bytes: &[u8]) -> io::Result<()> {
            let disk = &mut *self.lock().expect("no panic");
            // Both are there for a moment.
            if disk.bytes.len() + bytes.len() > disk.room {
                return Err(io::ErrorKind::StorageFull.into());
            }
            disk.bytes = bytes.to_vec();
            Ok(())
        }

        fn path(&self) -> &Path {
            Path::new("counts")
        }
    }

    fn on(disk: &Arc<Mutex<Disk>>, head: &CountsHead) -> Checkpoints {
        Checkpoints::new(head, Box::new(Arc::clone(disk)))
    }

    fn hold(checkpoints: &Checkpoints, part: &Part) {
        checkpoints.state.lock().expect("no panic").hold(part.clone()).expect("no overlap");
    }

    fn known(disk: &Arc<Mutex<Disk>>, head: &CountsHead) -> Vec<Part> {
        read_parts(head, &disk.lock().expect("no panic").bytes)
            .map_or_else(|_| Vec::new(), |(parts, _)| parts)
    }

    /// Wherever the disk is full, the earlier lines can be read, there is one warning, and
    /// everything is written once there is room again.
    #[test]
    fn a_full_disk_loses_nothing() {
        let (head, parts) = parts();
        let disk = Arc::new(Mutex::new(Disk { room: usize::MAX, ..Disk::default() }));
        let mut ends = Vec::new();
        for part in &parts {
            let checkpoints = on(&disk, &head);
            hold(&checkpoints, part);
            checkpoints.write().expect("room");
            ends.push(disk.lock().expect("no panic").bytes.len());
        }
        let all = known(&disk, &head);
        assert_eq!(all.len(), 2, "three parts of the first chunk, one of the second");
        for (room, keeps) in (0..ends[3]).flat_map(|room| [(room, false), (room, true)]) {
            let disk = Arc::new(Mutex::new(Disk { room, keeps, ..Disk::default() }));
            let checkpoints = on(&disk, &head);
            let mut said = 0;
            for (part, end) in parts.iter().zip(&ends) {
                hold(&checkpoints, part);
                said += usize::from(checkpoints.write().is_err());
                assert_eq!(said, usize::from(room < *end), "with room for {room}");
            }
            assert!(!checkpoints.write_all(), "with room for {room}");
            let written = ends.iter().take_while(|end| **end <= room).count();
            let blocks: u64 = known(&disk, &head).iter().map(|part| part.counts.blocks()).sum();
            assert!(blocks >= [0, 7, 200, 256][written], "with room for {room}");
            disk.lock().expect("no panic").room = usize::MAX;
            assert!(checkpoints.write_all(), "with room for {room}");
            // A line may be whole in all but its end, and is then written a second time.
            let known = known(&disk, &head);
            assert!(
                all.iter().all(|part| known.iter().any(|other| other.counts == part.counts)),
                "with room for {room}: {known:?}"
            );
        }
    }

    /// Whether the folder was removed or moved away, and perhaps made again.
    #[cfg(unix)]
    #[test]
    fn a_folder_that_vanishes_loses_nothing() {
        let (head, parts) = parts();
        let disk = Arc::new(Mutex::new(Disk { room: usize::MAX, ..Disk::default() }));
        let undisturbed = on(&disk, &head);
        for part in &parts {
            hold(&undisturbed, part);
            undisturbed.write().expect("room");
        }
        let remove = |folder: &Path| std::fs::remove_dir_all(folder).expect("it is there");
        let empty = |folder: &Path| {
            std::fs::remove_dir_all(folder)
                .and_then(|()| std::fs::create_dir(folder))
                .expect("it is there");
        };
        let move_away = |folder: &Path| {
            let elsewhere = tempfile::tempdir_in(folder_of(folder)).expect("a folder").keep();
            std::fs::rename(folder, elsewhere.join("moved")).expect("it is there");
        };
        for vanish in [&remove as &dyn Fn(&Path), &empty, &move_away] {
            let parent = tempfile::tempdir().expect("a folder");
            let folder = parent.path().join("results");
            let path = folder.join("counts");
            let checkpoints = Checkpoints::in_file(&head, path.clone());
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    vanish(&folder);
                }
                hold(&checkpoints, part);
                checkpoints.write().expect("it can be made again");
            }
            assert_eq!(
                std::fs::read(&path).expect("a file"),
                disk.lock().expect("no panic").bytes,
                "as if nothing had happened"
            );
        }
    }

    #[test]
    fn a_large_file_is_rewritten_and_may_fail_to_be() {
        let (head, parts) = parts();
        for room in [usize::MAX, 600] {
            let disk = Arc::new(Mutex::new(Disk { room: usize::MAX, ..Disk::default() }));
            let checkpoints = on(&disk, &head);
            for part in &parts {
                hold(&checkpoints, part);
                let mut state = checkpoints.state.lock().expect("no panic");
                state.too_large = 1;
                if room < usize::MAX {
                    // Enough for the line, but not for a second file.
                    let mut disk = disk.lock().expect("no panic");
                    disk.room = disk.bytes.len() + room;
                }
                drop(state);
                checkpoints.write().expect("room for the line");
            }
            let lines =
                disk.lock().expect("no panic").bytes.split_inclusive(|byte| *byte == b'\n').count();
            assert!(if room == usize::MAX { lines == 3 } else { lines > 3 }, "{lines}");
            assert_eq!(known(&disk, &head).len(), 2);
        }
    }

    /// However long the writing takes: from the second time on it took no more than one part in a
    /// hundred of the time when it begins, and will not when it ends if it takes as long as before.
    #[test]
    fn writing_takes_one_part_in_a_hundred() {
        for cost in [0, 1, 20, 300, 70_000].map(Duration::from_millis) {
            let (mut now, mut spent) = (SHORTEST, Duration::ZERO);
            for _ in 0..50 {
                now += cost;
                spent += cost;
                let then = next(now, spent, cost);
                assert!(then >= now + SHORTEST && (spent + cost) * SHARE <= then, "{cost:?}");
                let needed = (spent + cost) * SHARE;
                assert!(then == needed || then <= now + LONGEST, "{cost:?}: no later than needed");
                now = then;
            }
        }
    }

    #[test]
    fn one_at_a_time_is_told_to_write() {
        let disk = Arc::new(Mutex::new(Disk { room: usize::MAX, ..Disk::default() }));
        let checkpoints = on(&disk, &parts().0);
        assert!(!checkpoints.are_due(), "the run is young");
        checkpoints.due.store(0, Ordering::Relaxed);
        assert!(checkpoints.are_due() && !checkpoints.are_due());
        checkpoints.write().expect("room");
        assert!(!checkpoints.are_due() && checkpoints.due.load(Ordering::Relaxed) < u64::MAX);
        assert!(disk.lock().expect("no panic").bytes.is_empty(), "nothing was held");
    }
}
