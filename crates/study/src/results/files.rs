//! Results on disk, whole or not at all.

use std::io::{Read as _, Write as _};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use super::checkpoint::Checkpoints;
use super::durable::{Lock, LockError, WriteError, meant_by, replace, sync_folder, temporary};
use super::kept::{CountsError, CountsHead, FILE as COUNTS, KeptCounts, UNPACKED, first_line};
use super::manifest::{Manifest, Timing};
use super::tables::table_files;
use fairdeal_core::input::shown;

/// A directory that results can be written to.
#[derive(Debug)]
pub struct Directory(pub(super) PathBuf);

/// The folder inside a directory of results in which older ones are kept.
const OLDER: &str = "older";

/// Counts that could not be used again, and why.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {reason}", path = shown(.path))]
pub struct Unusable {
    path: PathBuf,
    reason: CountsError,
}

/// Earlier counts.
#[derive(Debug, Default)]
pub struct Before {
    /// The counts that can be used again.
    pub kept: KeptCounts,
    /// The counts that cannot be used, and why.
    pub unusable: Vec<Unusable>,
    /// Whether the counts of the results in the directory can be used again, so that new results of
    /// the same experiment may replace these.
    pub has_own: bool,
}

impl Directory {
    /// Makes the directory if it is missing, and tests whether files can be written to it: fail
    /// before hours of play rather than after.
    ///
    /// # Errors
    /// When it cannot be made or written to.
    pub fn prepare(path: &Path) -> Result<Self, WriteError> {
        std::fs::create_dir_all(path).map_err(|error| WriteError::new(path, &error))?;
        NamedTempFile::new_in(path).map_err(|error| WriteError::new(path, &error))?;
        Ok(Self(path.to_owned()))
    }

    /// Reserves the directory for this run as long as the lock lives, and removes temporary files
    /// of killed runs.
    ///
    /// # Errors
    /// When another run has the directory, or nothing can be written to it.
    pub fn lock(&self) -> Result<Lock, LockError> {
        let lock = Lock::take(&self.0)?;
        // A file that cannot be removed does no harm.
        let is_left = |name: &str| {
            meant_by(name).is_some_and(|meant| {
                meant == JOURNAL
                    || is_unfinished(meant)
                    || known_files().any(|known| known == meant)
            })
        };
        let names = std::fs::read_dir(&self.0)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.file_name());
        for name in names.filter(|name| lock.holds() && name.to_str().is_some_and(is_left)) {
            let _ = std::fs::remove_file(self.0.join(name));
        }
        Ok(lock)
    }

    /// Makes the directory again if it was removed or moved since this lock was taken, and says so
    /// first; returns the lock of the new one.
    ///
    /// # Errors
    /// When it cannot be made, or another run has made it.
    pub fn restored(&self, lock: &Lock, say: impl FnOnce()) -> Result<Option<Lock>, LockError> {
        if !lock.is_lost() {
            return Ok(None);
        }
        say();
        Self::prepare(&self.0)?;
        self.lock().map(Some)
    }

    /// The manifest of the results in the directory, if there are any.
    fn there(&self) -> Option<There> {
        serde_json::from_slice(&std::fs::read(self.0.join(MANIFEST)).ok()?).ok()
    }

    /// The files of the program: those of the results in the directory, or of those that were being
    /// written when their run was killed.
    fn ours(&self) -> Option<There> {
        self.there()
            .or_else(|| serde_json::from_slice(&std::fs::read(self.0.join(JOURNAL)).ok()?).ok())
    }

    /// A file with the name of one of the program's files that is not known to be the program's
    /// own.
    pub fn foreign_file(&self) -> Option<PathBuf> {
        let ours = self.ours();
        let is_ours = |name: &str| ours.as_ref().is_some_and(|ours| self.owns(ours, name));
        known_files()
            .filter(|name| !is_ours(name))
            .map(|name| self.0.join(name))
            .find(|path| path.symlink_metadata().is_ok())
    }

    /// Whether a file of this name, which is a name that runs use, belongs to the results in the
    /// directory.
    fn owns(&self, there: &There, name: &str) -> bool {
        // A user may call a page of their own a report, or keep a strategy here.
        let path = self.0.join(name);
        there.owns(name)
            && (name != REPORT || is_report(&path))
            && (name != TUNED || is_tuned(&path))
    }

    /// Whether the directory has results of a run with this digest and at least this many blocks.
    pub fn holds_more(&self, digest: &str, blocks: u64) -> bool {
        self.there().is_some_and(|there| there.digest == digest && there.blocks >= blocks)
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The file with the counts of the results in the directory, name and content, if there is one.
    pub fn own_counts(&self) -> Option<(String, Vec<u8>)> {
        let path = self.counts();
        let name = path.file_name()?.to_str()?.to_owned();
        Some((name, std::fs::read(path).ok()?))
    }

    /// The file with the counts of the results in the directory.
    fn counts(&self) -> PathBuf {
        let unpacked = self.0.join(UNPACKED);
        if unpacked.exists() { unpacked } else { self.0.join(COUNTS) }
    }

    /// Earlier counts that match this head: of the results in the directory, of older ones, and of
    /// unfinished runs.
    pub fn counted_before(&self, head: &CountsHead) -> Before {
        let mut before = Before::default();
        // A damaged file does not say which experiment it belongs to, but the results may.
        let is_asked_for = |directory: &Self| {
            is_about(&directory.counts(), head) || directory.holds_more(&head.digest, 0)
        };
        let of_results =
            self.with_older().into_iter().filter(is_asked_for).map(|directory| directory.counts());
        for path in of_results.chain(self.unfinished(head)) {
            let Ok(bytes) = std::fs::read(&path) else { continue };
            let wrong = match KeptCounts::salvage(head, &bytes) {
                Ok((counts, wrong)) => {
                    before.has_own |= path == self.counts();
                    before.kept.extend(counts);
                    wrong
                }
                Err(wrong) => Some(wrong),
            };
            before.unusable.extend(wrong.map(|reason| Unusable { path, reason }));
        }
        before
    }

    /// Checkpoints of a run with this head. They go to a file of their own, beside the results in
    /// the directory, which stay as they are. With `anew`, checkpoints of an earlier run are
    /// removed.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn checkpoints(&self, head: &CountsHead, anew: bool) -> Result<Checkpoints, WriteError> {
        let path = self.checkpoint(head);
        if anew {
            remove(&path)?;
        }
        Ok(Checkpoints::in_file(head, path))
    }

    /// Writes counts to a temporary file, if the directory cannot be written to. Moved to another
    /// directory of results, a run of the same experiment resumes from it. Returns the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn rescue(counts: &[u8]) -> std::io::Result<PathBuf> {
        let mut file = tempfile::Builder::new().prefix(UNFINISHED).suffix(LINES).tempfile()?;
        file.write_all(counts)?;
        file.as_file().sync_all()?;
        Ok(file.keep()?.1)
    }

    /// Removes the checkpoints of all runs of this experiment, because their counts are `written`.
    /// If a run counted more, its file stays, so that a longer run can resume.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn remove_checkpoints(
        &self,
        head: &CountsHead,
        written: &KeptCounts,
    ) -> Result<(), WriteError> {
        let counted_more = |path: &Path| {
            std::fs::read(path).is_ok_and(|bytes| {
                KeptCounts::salvage(head, &bytes).is_ok_and(|(counts, _)| !written.cover(&counts))
            })
        };
        self.unfinished(head)
            .iter()
            .filter(|path| !counted_more(path))
            .try_for_each(|path| remove(path))
    }

    /// The file of the checkpoints of a run. Its name is unique to the experiment and to the build
    /// of the program.
    fn checkpoint(&self, head: &CountsHead) -> PathBuf {
        const DIGITS: usize = 16;
        self.0.join(format!("{UNFINISHED}{}{LINES}", &head.line().1[..DIGITS]))
    }

    /// The files of checkpoints of all runs of this experiment, by any build of the program.
    fn unfinished(&self, head: &CountsHead) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&self.0).into_iter().flatten().flatten();
        let named = entries
            .filter(|entry| entry.file_name().to_str().is_some_and(is_unfinished))
            .map(|entry| entry.path());
        let mut files: Vec<PathBuf> =
            named.filter(|path| is_about(path, head) || *path == self.checkpoint(head)).collect();
        files.sort_unstable();
        files
    }

    /// The path from the directory to the current folder, in which external programs run. So they
    /// are found from elsewhere, also if both were moved together.
    pub fn way_to_current_folder(&self) -> Option<String> {
        let (here, there) = (
            self.0.canonicalize().ok()?,
            std::env::current_dir().and_then(|folder| folder.canonicalize()).ok()?,
        );
        let shared = here
            .components()
            .zip(there.components())
            .take_while(|(one, other)| one == other)
            .count();
        let up = here.components().skip(shared).map(|_| Component::ParentDir);
        let way: PathBuf = std::iter::once(Component::CurDir)
            .chain(up)
            .chain(there.components().skip(shared))
            .collect();
        way.to_str().filter(|_| shared > 0).map(str::to_owned)
    }

    /// The folder in which the external programs of the results ran, if it is known and exists.
    pub(super) fn folder_of_programs(&self) -> Option<PathBuf> {
        let way = self.own_timing()?.folder?;
        // Results that were moved aside lie two folders deeper than before.
        let inside = self.0.canonicalize().ok()?;
        let made_in = inside
            .ancestors()
            .nth(2)
            .filter(|_| inside.parent().is_some_and(|parent| parent.ends_with(OLDER)));
        made_in.unwrap_or(&inside).join(way).canonicalize().ok().filter(|folder| folder.is_dir())
    }

    /// The directory, and the folders inside it with older results.
    fn with_older(&self) -> Vec<Self> {
        let folders = std::fs::read_dir(self.0.join(OLDER)).into_iter().flatten().flatten();
        let mut older: Vec<PathBuf> =
            folders.map(|folder| folder.path()).filter(|path| path.is_dir()).collect();
        older.sort_unstable();
        std::iter::once(self.0.clone()).chain(older).map(Self).collect()
    }

    /// The timing of the results of a run with this digest, in the directory or among the older
    /// ones, if known.
    pub fn timing(&self, digest: &str) -> Option<Timing> {
        self.with_older()
            .iter()
            .filter(|directory| directory.holds_more(digest, 0))
            .find_map(Self::own_timing)
    }

    fn own_timing(&self) -> Option<Timing> {
        serde_json::from_slice(&std::fs::read(self.0.join(TIMING)).ok()?).ok()
    }

    /// Writes the files of a run, each under a temporary name. When all are written they are
    /// renamed, the manifest last. The old manifest is removed first: it vouches for the other
    /// files, and must not vouch for a mixture. Other tables of an earlier run of the same
    /// experiment are removed too.
    ///
    /// Results of another experiment, or of more blocks of the same one, are first moved to a
    /// folder of their own inside this one. Returns that folder. With `force` they are replaced.
    ///
    /// # Errors
    /// When a file cannot be written, or a directory has the name of one. Then no file is renamed.
    pub fn write(
        &self,
        manifest: &Manifest,
        files: &[(String, Vec<u8>)],
        force: bool,
    ) -> Result<Option<PathBuf>, WriteError> {
        if let Some(taken) =
            files.iter().map(|(name, _)| self.0.join(name)).find(|target| target.is_dir())
        {
            return Err(WriteError::lasting(
                &taken,
                "a directory stands in the place of this file",
            ));
        }
        let mut written = Vec::with_capacity(files.len());
        for (name, content) in files {
            let target = self.0.join(name);
            written.push((
                temporary(&target, content).map_err(|error| WriteError::new(&target, &error))?,
                target,
            ));
        }
        let Some((voucher, vouching)) = written.pop() else { return Ok(None) };
        let (there, ours) = (self.there(), self.ours());
        let is_ours = |name: &str| ours.as_ref().is_some_and(|ours| self.owns(ours, name));
        let is_written = |name: &str| files.iter().any(|(written, _)| written == name);
        // However the program ends from here on, the next run knows which files it wrote.
        let tables = table_files()
            .map(|(file, _)| file.to_owned())
            .filter(|name| is_written(name) || is_ours(name))
            .collect();
        let names = There { digest: String::new(), blocks: 0, tables };
        let journal = self.0.join(JOURNAL);
        let content = serde_json::to_vec(&names).unwrap_or_default();
        replace(&journal, &content).map_err(|error| WriteError::new(&journal, &error))?;
        let is_kept = |there: &&There| {
            !force && (there.digest != manifest.digest || there.blocks > manifest.blocks)
        };
        let aside =
            there.as_ref().filter(is_kept).map(|there| self.set_aside(there)).transpose()?;
        remove(&vouching)?;
        self.sync()?;
        let place = |(file, target): (NamedTempFile, PathBuf)| {
            file.persist(&target).map(drop).map_err(|error| WriteError::new(&target, &error.error))
        };
        written.into_iter().try_for_each(place)?;
        self.sync()?;
        // Only now: until here, counts may be in a file of another name.
        known_files()
            .filter(|name| is_ours(name) && !is_written(name))
            .map(|name| self.0.join(name))
            .try_for_each(|path| remove(&path))?;
        place((voucher, vouching))?;
        remove(&journal)?;
        self.sync()?;
        Ok(aside)
    }

    /// Waits until the names in the directory are on the disk.
    fn sync(&self) -> Result<(), WriteError> {
        sync_folder(&self.0).map_err(|error| WriteError::new(&self.0, &error))
    }

    /// Moves the results in the directory to a folder in `older/` named by their digest, where they
    /// replace those of a shorter run. If those of a longer run are there, the name also has the
    /// number of blocks. If other files are in the way, the name is another one.
    fn set_aside(&self, there: &There) -> Result<PathBuf, WriteError> {
        let digest = there.digest_in_names();
        let places = [digest.clone(), format!("{digest}-{}", there.blocks)]
            .map(|name| self.0.join(OLDER).join(name));
        let is_longer = |folder: &Path| {
            Self(folder.to_owned()).holds_more(&there.digest, there.blocks.saturating_add(1))
        };
        let place =
            places.into_iter().find(|folder| !is_longer(folder) && self.can_move_to(there, folder));
        self.move_to(there, place.unwrap_or_else(|| self.new_older(&digest)))
    }

    /// Whether the results can move to this folder without replacing files that the program did not
    /// write.
    fn can_move_to(&self, there: &There, folder: &Path) -> bool {
        let other = Self(folder.to_owned());
        let replaced = other.there();
        let is_ours =
            |name: &str| replaced.as_ref().is_some_and(|replaced| other.owns(replaced, name));
        let exists = |path: PathBuf| path.symlink_metadata().is_ok();
        let moved =
            known_files().filter(|name| self.owns(there, name) && exists(self.0.join(name)));
        (folder.is_dir() || !exists(folder.to_owned()))
            && moved.filter(|name| exists(folder.join(name))).all(is_ours)
    }

    /// A folder for older results that does not exist yet.
    fn new_older(&self, digest: &str) -> PathBuf {
        let numbered = |number: u32| self.0.join(OLDER).join(format!("{digest}-run-{number}"));
        (1..u32::MAX)
            .map(numbered)
            .find(|folder| !folder.exists())
            .unwrap_or_else(|| numbered(u32::MAX))
    }

    /// Moves the results in the directory to a folder of their own, even if the same experiment
    /// replaces them: an external program may have changed, so it may give other results. Returns
    /// that folder; `None` if there are no results.
    ///
    /// # Errors
    /// When a file cannot be moved.
    pub fn set_apart(&self) -> Result<Option<PathBuf>, WriteError> {
        let Some(there) = self.there() else { return Ok(None) };
        let folder = self.new_older(&there.digest_in_names());
        self.move_to(&there, folder).map(Some)
    }

    fn move_to(&self, there: &There, folder: PathBuf) -> Result<PathBuf, WriteError> {
        std::fs::create_dir_all(&folder).map_err(|error| WriteError::new(&folder, &error))?;
        // The replaced results may have tables that the others lack. Their manifest is removed
        // first.
        let other = Self(folder.clone());
        if let Some(replaced) = other.there() {
            let owned =
                known_files().filter(|name| *name != MANIFEST && other.owns(&replaced, name));
            std::iter::once(MANIFEST)
                .chain(owned)
                .try_for_each(|name| remove(&folder.join(name)))?;
        }
        // The manifest comes last: if the program ends before, the results can be moved aside
        // again.
        let ours = known_files()
            .filter(|name| *name != MANIFEST && self.owns(there, name))
            .chain([MANIFEST]);
        for name in ours {
            match std::fs::rename(self.0.join(name), folder.join(name)) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(WriteError::new(&folder.join(name), &error));
                }
                _ => {}
            }
        }
        Ok(folder)
    }
}

/// The fields of a manifest of any version.
#[derive(Serialize, Deserialize)]
struct There {
    digest: String,
    blocks: u64,
    tables: Vec<String>,
}

impl There {
    /// The digest as a part of a name. It must be hexadecimal digits, because a foreign text might
    /// be a path.
    fn digest_in_names(&self) -> String {
        self.digest.chars().filter(char::is_ascii_alphanumeric).take(64).collect()
    }

    /// Whether the results have a file of this name, which is a name that runs use.
    fn owns(&self, name: &str) -> bool {
        let is_table = table_files().any(|(file, _)| file == name);
        !is_table || self.tables.iter().any(|table| table == name)
    }
}

/// Vouches for all other files.
pub(super) const MANIFEST: &str = "manifest.json";

/// Replaces the manifest while files are renamed: it names all files of the program, and vouches
/// for none.
const JOURNAL: &str = ".writing.json";

/// How the name of a file of checkpoints begins,
const UNFINISHED: &str = "unfinished-";

/// and how it ends.
const LINES: &str = ".jsonl";

/// Whether this is the name of a file of checkpoints.
fn is_unfinished(name: &str) -> bool {
    name.starts_with(UNFINISHED) && name.ends_with(LINES)
}

/// Everything in one file, from which the program reads results.
pub const RESULTS: &str = "results.json";

/// The file of everything, compressed with `gzip` to a tenth of the size. The program reads it and
/// never writes it.
const PACKED: &str = "results.json.gz";

/// Whether a file has the name of one with everything.
pub fn is_named_results(path: &Path) -> bool {
    path.file_name().is_some_and(|name| [RESULTS, PACKED].iter().any(|known| name == *known))
}

/// The file in a folder with everything, packed or not.
pub fn results_in(folder: &Path) -> Option<PathBuf> {
    [RESULTS, PACKED].map(|name| folder.join(name)).into_iter().find(|path| path.exists())
}

/// Whether a folder has results, perhaps without the file with everything, which is made again from
/// their counts.
pub fn has_results(folder: &Path) -> bool {
    results_in(folder).is_some() || folder.join(MANIFEST).exists()
}

/// The page that shows the results. Another run removes it, so that no page stands beside other
/// numbers than its own.
pub const REPORT: &str = "report.html";

/// The generator in the head of a page, by which the program recognizes its own pages.
pub const REPORT_GENERATOR: &str = "fairdeal report";

/// Whether the file is a page that the program wrote. False if it does not exist or cannot be read.
pub fn is_report(path: &Path) -> bool {
    // The generator is near the beginning.
    const HEAD: u64 = 1000;
    let mark = format!("<meta name=\"generator\" content=\"{REPORT_GENERATOR}");
    let mut head = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && head.windows(mark.len()).any(|part| part == mark.as_bytes())
}

/// All verdicts in words.
pub(super) const VERDICTS: &str = "verdicts.txt";

/// The answer and its tables.
pub(super) const ANSWER: &str = "answer.txt";

/// The strategy whose weights were tuned.
pub(super) const TUNED: &str = "tuned.toml";

/// How the comment begins at the top of this file, by which the program recognizes its own.
pub(crate) const TUNED_BY: &str = "Found by fairdeal tune";

/// Whether the file is a strategy whose weights the program tuned. False if it does not exist.
fn is_tuned(path: &Path) -> bool {
    let mark = format!("# {TUNED_BY}");
    std::fs::read(path).is_ok_and(|content| content.starts_with(mark.as_bytes()))
}

/// The description of the tables, for programs.
pub(super) const DATA_PACKAGE: &str = "datapackage.json";

/// Says how long a run took, and which build of the program played.
pub const TIMING: &str = "timing.json";

/// All files that a run may write: its tables, and those beside them.
fn known_files() -> impl Iterator<Item = &'static str> {
    // comebacks.csv was a table of schema version 2, sprt.csv one of a sequential test.
    let beside = [
        MANIFEST, RESULTS, PACKED, DATA_PACKAGE, TIMING, VERDICTS, ANSWER, TUNED, REPORT, COUNTS,
        UNPACKED, "comebacks.csv", "sprt.csv",
    ];
    table_files().map(|(file, _)| file).chain(beside)
}

/// Whether a file begins like one with counts of the same experiment as this head. It may be
/// damaged further on.
fn is_about(path: &Path, head: &CountsHead) -> bool {
    let line = std::fs::File::open(path).and_then(first_line);
    line.ok()
        .and_then(|line| CountsHead::read(&line))
        .is_some_and(|other| other.digest == head.digest)
}

/// Removes a file, if it exists.
fn remove(path: &Path) -> Result<(), WriteError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(WriteError::new(path, &error))
        }
        _ => Ok(()),
    }
}
