//! The content of a folder of shard files: which files can be merged, which blocks are missing, and
//! which files are wrong.

use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::file::{Damage, ENDING, ShardFile, ShardHead, blocks_of_name};
use super::key::Key;
use crate::experiment::Plan;
use crate::results::KeptCounts;
use fairdeal_core::input::shown;
use fairdeal_core::metrics::MergeError;

/// A file whose counts can be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The blocks that it has.
    pub blocks: Range<u64>,
    /// The file.
    pub path: PathBuf,
    /// Its checksum.
    checksum: [u8; 32],
}

/// A problem with a file, or with two files.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It was changed, cut short, or cannot be read.
    #[error(
        "{path}{of}: {damage}{remedy}",
        path = shown(.path),
        of = .blocks.as_ref().map_or_else(String::new, |blocks| format!(" ({})", in_words(blocks))),
        remedy = if self.may_pass() { "" } else { "; remove it" }
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The blocks in its name.
        blocks: Option<Range<u64>>,
        /// The problem.
        damage: Damage,
        /// It has the name of a file of the plan, and no other file has its blocks, so playing them
        /// replaces it.
        is_replaced: bool,
    },
    /// Its counts belong to something else.
    #[error("{path} ({blocks}) is {difference}; move it elsewhere", path = shown(.path), blocks = in_words(.blocks))]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The blocks that it has.
        blocks: Range<u64>,
        /// The difference, in words.
        difference: &'static str,
    },
    /// Two files have the same blocks and different counts: one of them is wrong, or the program
    /// does not play the same twice.
    #[error(
        "{one} and {other} both have {blocks}, and not the same counts of them: remove both and play these blocks again",
        one = shown(.one), other = shown(.other), blocks = in_words(.blocks)
    )]
    Different {
        /// A file.
        one: PathBuf,
        /// The other one.
        other: PathBuf,
        /// The blocks of both.
        blocks: Range<u64>,
    },
    /// Two files have some blocks in common.
    #[error(
        "{one} ({of_one}) and {other} ({of_other}) overlap: remove one of them",
        one = shown(&.one.path), of_one = in_words(&.one.blocks), other = shown(&.other.path), of_other = in_words(&.other.blocks)
    )]
    Overlap {
        /// The file that begins first.
        one: Box<Found>,
        /// The other one.
        other: Box<Found>,
    },
    /// A file has blocks beyond the last one.
    #[error("{path} has {blocks}, and the plan ends with block {last}", path = shown(.path), blocks = in_words(.blocks))]
    Beyond {
        /// The file.
        path: PathBuf,
        /// The blocks that it has.
        blocks: Range<u64>,
        /// The last block of the plan.
        last: u64,
    },
}

impl Fault {
    /// Whether playing the missing blocks or looking again solves it. Otherwise files must be
    /// removed first.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Damaged { damage, is_replaced, .. } => {
                *is_replaced || matches!(damage, Damage::Unreadable { may_pass: true, .. })
            }
            _ => false,
        }
    }
}

/// A range of blocks in words.
fn in_words(blocks: &Range<u64>) -> String {
    match blocks.end.saturating_sub(1) {
        last if last == blocks.start => format!("block {last}"),
        last => format!("blocks {} to {last}", blocks.start),
    }
}

/// The content of a folder of shard files.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// The files that can be merged, each range once, in the order of the blocks.
    pub found: Vec<Found>,
    /// The problem.
    pub faults: Vec<Fault>,
    /// The blocks that no file has.
    pub missing: Vec<Range<u64>>,
}

/// How many files are read at a time, by all threads together.
const FILES_AT_A_TIME: usize = 256;

/// How many files in a row a thread adds up.
const FILES_IN_A_ROW: usize = 16;

impl Inventory {
    /// Searches a folder for the counts of the first `blocks` blocks. A folder that does not exist
    /// counts as empty.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn of(folder: &Path, key: &Key, blocks: u64) -> std::io::Result<Self> {
        let entries = match std::fs::read_dir(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::tiled(Vec::new(), Vec::new(), blocks));
            }
            entries => entries?.collect::<Result<Vec<_>, _>>()?,
        };
        // Temporary files of other processes begin with a dot.
        let is_ours = |path: &PathBuf| {
            let is_hidden =
                path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
            !is_hidden && path.extension().is_some_and(|ending| ending == ENDING)
        };
        let mut paths: Vec<PathBuf> =
            entries.into_iter().map(|entry| entry.path()).filter(is_ours).collect();
        paths.sort_unstable();
        let looked_at: Vec<Result<Found, Fault>> =
            paths.into_par_iter().map(|path| look_at(path, key)).collect();
        let (mut found, mut faults) = (Vec::new(), Vec::new());
        for file in looked_at {
            file.map_or_else(|fault| faults.push(fault), |file| found.push(file));
        }
        let mut inventory = Self::tiled(found, faults, blocks);
        inventory.find_replaced(key);
        Ok(inventory)
    }

    /// Marks the damaged files that are replaced when the missing blocks are played.
    fn find_replaced(&mut self, key: &Key) {
        for fault in &mut self.faults {
            if let Fault::Damaged { path, blocks: Some(blocks), is_replaced, .. } = fault {
                let is_ours = path
                    .file_name()
                    .is_some_and(|name| *name == *ShardHead::new(key, blocks).file_name());
                *is_replaced = is_ours
                    && self
                        .missing
                        .iter()
                        .any(|gap| gap.start <= blocks.start && blocks.end <= gap.end);
            }
        }
    }

    /// The files that can be merged: they contain each block once.
    fn tiled(mut files: Vec<Found>, mut faults: Vec<Fault>, blocks: u64) -> Self {
        files.sort_by_key(|file| (file.blocks.start, file.blocks.end));
        let mut found: Vec<Found> = Vec::with_capacity(files.len());
        let (mut missing, mut next) = (Vec::new(), 0);
        for file in files {
            if file.blocks.end > blocks {
                faults.push(Fault::Beyond {
                    path: file.path,
                    blocks: file.blocks,
                    last: blocks.saturating_sub(1),
                });
                continue;
            }
            // Later files begin later, so that only the last one can reach into them.
            match found.last().filter(|last| last.blocks.end > file.blocks.start) {
                Some(last) if last.blocks == file.blocks && last.checksum == file.checksum => {
                    continue;
                }
                Some(last) if last.blocks == file.blocks => {
                    faults.push(Fault::Different {
                        one: last.path.clone(),
                        other: file.path,
                        blocks: file.blocks,
                    });
                    continue;
                }
                Some(last) => {
                    faults.push(Fault::Overlap {
                        one: Box::new(last.clone()),
                        other: Box::new(file),
                    });
                    continue;
                }
                None => {}
            }
            if file.blocks.start > next {
                missing.push(next..file.blocks.start);
            }
            next = file.blocks.end;
            found.push(file);
        }
        if next < blocks {
            missing.push(next..blocks);
        }
        Self { found, faults, missing }
    }

    /// The number of blocks before the first gap.
    pub fn blocks_without_gap(&self) -> u64 {
        self.missing
            .first()
            .map_or_else(|| self.found.last().map_or(0, |last| last.blocks.end), |gap| gap.start)
    }

    /// The counts of the first blocks, up to this one or the first gap, chunk by chunk
    /// ([`Plan::chunk_end`]), so that they need no more memory than the counts of a run.
    ///
    /// # Errors
    /// When a file changed since the search, or its content does not match its head; or when a
    /// count would overflow.
    pub fn counts(&self, plan: &Plan, end: u64) -> Result<KeptCounts, CountsFault> {
        let end = end.min(self.blocks_without_gap());
        let files: Vec<&Found> =
            self.found.iter().take_while(|file| file.blocks.end <= end).collect();
        let mut kept = KeptCounts::default();
        for files in files.chunks(FILES_AT_A_TIME) {
            let rows = files.par_chunks(FILES_IN_A_ROW).map(|row| add_up(plan, row));
            let rows: Vec<KeptCounts> = rows.collect::<Result<_, _>>()?;
            let mut counts = rows.into_iter().flat_map(KeptCounts::into_parts);
            counts.try_for_each(|counts| kept.append(plan, counts))?;
        }
        Ok(kept)
    }
}

/// Why counts that existed a moment ago cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountsFault {
    /// A file has changed, or does not match its head.
    #[error(transparent)]
    File(#[from] Fault),
    /// They cannot be added.
    #[error(transparent)]
    Merge(#[from] MergeError),
}

/// Checks a file: it must be complete and match the key.
fn look_at(path: PathBuf, key: &Key) -> Result<Found, Fault> {
    match ShardFile::read(&path) {
        Err(damage) => {
            Err(Fault::Damaged { blocks: blocks_of_name(&path), path, damage, is_replaced: false })
        }
        Ok(file) => match key.difference(&file.head.key) {
            Some(difference) => {
                Err(Fault::Foreign { path, blocks: file.head.blocks(), difference })
            }
            None => Ok(Found { blocks: file.head.blocks(), path, checksum: file.checksum }),
        },
    }
}

/// Adds up the counts of some files, each of which begins where the one before it ends.
fn add_up(plan: &Plan, files: &[&Found]) -> Result<KeptCounts, CountsFault> {
    let mut kept = KeptCounts::default();
    for file in files {
        let damaged = |damage, is_replaced| {
            let (path, blocks) = (file.path.clone(), Some(file.blocks.clone()));
            Fault::Damaged { path, blocks, damage, is_replaced }
        };
        // It was complete a moment ago. The next search says what is wrong now.
        let changed = |damage| damaged(damage, true);
        // A file with other counts than its head says looks complete, so its blocks would not be
        // played again.
        let strange = |damage| damaged(damage, false);
        let read = ShardFile::read(&file.path).map_err(changed)?;
        if read.checksum != file.checksum {
            return Err(changed(Damage::Checksum).into());
        }
        for counts in read.counts().map_err(strange)? {
            // Counts that reach beyond a chunk cannot be split.
            if counts.ranges().iter().any(|range| range.end > plan.chunk_end(range.start)) {
                return Err(strange(Damage::Counts).into());
            }
            kept.append(plan, counts)?;
        }
    }
    Ok(kept)
}
