//! What is in a folder of shard files: what can be merged, what is missing, and what is wrong.

use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::file::{Damage, ENDING, ShardFile, ShardHead, blocks_of_name};
use super::key::Key;
use crate::experiment::Plan;
use crate::results::KeptCounts;
use fairdeal_core::input::shown;
use fairdeal_core::metrics::{Counts, MergeError};

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

/// What is wrong with a file, or with two of them.
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
        /// The blocks that its name promises.
        blocks: Option<Range<u64>>,
        /// What is wrong.
        damage: Damage,
        /// Its name is that of a file of the plan, and no other file has its blocks: whoever plays
        /// them replaces it.
        is_replaced: bool,
    },
    /// Its counts are of something else.
    #[error("{path} ({blocks}) is {difference}; move it elsewhere", path = shown(.path), blocks = in_words(.blocks))]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The blocks that it has.
        blocks: Range<u64>,
        /// Of what.
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
    /// Is it put right by playing what is missing, or by looking again? If not, files have to be
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

/// What is in a folder of shard files.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// What can be merged, each range once, in the order of the blocks.
    pub found: Vec<Found>,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// The blocks that nothing has.
    pub missing: Vec<Range<u64>>,
}

/// How many files are read at a time, by all threads together.
const FILES_AT_A_TIME: usize = 256;

/// How many files in a row a thread adds up.
const FILES_IN_A_ROW: usize = 16;

impl Inventory {
    /// Looks through a folder for the counts of this many blocks, from the first one on. A folder
    /// that is not there is empty.
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
        // Temporary files, which others may be writing, begin with a dot.
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

    /// Finds out which damaged files are replaced where what is missing is played.
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

    /// What can be merged of some files: those that together have each block once.
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

    /// How many blocks are there from the first one on without a gap.
    pub fn blocks_without_gap(&self) -> u64 {
        self.missing
            .first()
            .map_or_else(|| self.found.last().map_or(0, |last| last.blocks.end), |gap| gap.start)
    }

    /// The counts of the first blocks, up to this one or the first gap, chunk by chunk
    /// ([`Plan::chunk_end`]): so they take no more memory than those of a run.
    ///
    /// # Errors
    /// When a file was changed since it was looked at, or holds something else than it says; or a
    /// count would overflow.
    pub fn counts(&self, plan: &Plan, end: u64) -> Result<KeptCounts, CountsFault> {
        let end = end.min(self.blocks_without_gap());
        let files: Vec<&Found> =
            self.found.iter().take_while(|file| file.blocks.end <= end).collect();
        let mut chunks = Chunks::default();
        for files in files.chunks(FILES_AT_A_TIME) {
            let rows: Vec<Chunks> = files
                .par_chunks(FILES_IN_A_ROW)
                .map(|row| add_up(plan, row))
                .collect::<Result<_, _>>()?;
            rows.into_iter()
                .flat_map(|row| row.0)
                .try_for_each(|counts| chunks.add(plan, counts))?;
        }
        let mut kept = KeptCounts::default();
        chunks.0.into_iter().for_each(|chunk| kept.add(chunk));
        Ok(kept)
    }
}

/// Why counts cannot be read that were there a moment ago.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountsFault {
    /// A file is not as it was, or not what it says.
    #[error(transparent)]
    File(#[from] Fault),
    /// They cannot be added.
    #[error(transparent)]
    Merge(#[from] MergeError),
}

/// Looks at a file: it must be whole, and what the key says.
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
fn add_up(plan: &Plan, files: &[&Found]) -> Result<Chunks, CountsFault> {
    let mut chunks = Chunks::default();
    for file in files {
        let damaged = |damage, is_replaced| {
            let (path, blocks) = (file.path.clone(), Some(file.blocks.clone()));
            Fault::Damaged { path, blocks, damage, is_replaced }
        };
        // It was whole a moment ago. The next look says what it is now.
        let changed = |damage| damaged(damage, true);
        // One with other counts than it promises passes for whole, so that nobody plays its blocks
        // again.
        let strange = |damage| damaged(damage, false);
        let read = ShardFile::read(&file.path).map_err(changed)?;
        if read.checksum != file.checksum {
            return Err(changed(Damage::Checksum).into());
        }
        for counts in read.counts().map_err(strange)? {
            // What reaches beyond a chunk cannot be cut any more.
            if counts.ranges().iter().any(|range| range.end > plan.chunk_end(range.start)) {
                return Err(strange(Damage::Counts).into());
            }
            chunks.add(plan, counts)?;
        }
    }
    Ok(chunks)
}

/// Counts chunk by chunk.
#[derive(Default)]
struct Chunks(Vec<Counts>);

impl Chunks {
    /// Adds the counts of the next blocks, which lie in one chunk.
    fn add(&mut self, plan: &Plan, counts: Counts) -> Result<(), MergeError> {
        let start = counts.ranges().first().map_or(0, |range| range.start);
        let is_in = |chunk: &&mut Counts| {
            chunk.ranges().last().is_some_and(|last| start < plan.chunk_end(last.start))
        };
        if let Some(chunk) = self.0.last_mut().filter(|chunk| is_in(chunk)) {
            return chunk.merge(&counts);
        }
        self.0.push(counts);
        Ok(())
    }
}
