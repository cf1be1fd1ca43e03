//! What a run counted, kept beside its tables: so that it can be judged again, or go on, without playing the same games twice.
//!
//! The file is JSON Lines. The first line says what the counts are counts of, and has a checksum for each of the lines that follow; each of those has the
//! counts of some blocks.

use std::fmt::Write as _;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::experiment::{Plan, SCHEMA_VERSION};
use crate::metrics::Counts;
use crate::strategy::Playable;

/// The name of the file.
pub(super) const FILE: &str = "counts.jsonl";

/// The version of the file's layout.
const FORMAT: u32 = 1;

/// Why counts are not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountsError {
    /// Another version of the program wrote them.
    #[error("they are from another version of fairdeal")]
    Version,
    /// They are of another experiment.
    #[error("they are of another experiment")]
    Digest,
    /// Another build of the program counted them: it may play otherwise.
    #[error("another build of fairdeal counted them")]
    Program,
    /// The file was changed or cut short.
    #[error("the file is damaged")]
    Damaged,
}

/// The counts of some ranges of blocks of one run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptCounts {
    parts: Vec<CountedBlocks>,
}

/// The counts of a range of blocks.
#[derive(Clone, Debug, PartialEq)]
struct CountedBlocks {
    blocks: Range<u64>,
    counts: Counts,
}

/// The first line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    format: u32,
    schema_version: u32,
    digest: String,
    /// A digest of counts of nothing: another program may count other things of the same games.
    counted: String,
    parts: Vec<Part>,
}

/// What the first line says of another one.
#[derive(Debug, Serialize, Deserialize)]
struct Part {
    first: u64,
    end: u64,
    sha256: String,
}

impl KeptCounts {
    /// Adds the counts of a range of blocks; an empty range is left out.
    pub fn add(&mut self, blocks: Range<u64>, counts: Counts) {
        if !blocks.is_empty() {
            self.parts.push(CountedBlocks { blocks, counts });
        }
    }

    /// Adds other counts of the same run.
    pub fn extend(&mut self, other: Self) {
        self.parts.extend(other.parts);
    }

    /// Is there nothing?
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The longest part of a range of blocks that is known from its beginning on: the block after it, and its counts.
    pub fn beginning_of(&self, blocks: &Range<u64>) -> Option<(u64, &Counts)> {
        let fits = |part: &&CountedBlocks| part.blocks.start == blocks.start && part.blocks.end <= blocks.end;
        self.parts.iter().filter(fits).max_by_key(|part| part.blocks.end).map(|part| (part.blocks.end, &part.counts))
    }

    /// The first block of a range after its beginning from which on something is known.
    pub fn next_in(&self, blocks: &Range<u64>) -> Option<u64> {
        let fits = |part: &&CountedBlocks| part.blocks.start > blocks.start && part.blocks.end <= blocks.end;
        self.parts.iter().filter(fits).map(|part| part.blocks.start).min()
    }

    /// The counts of a plan as a file: its name and content.
    ///
    /// # Errors
    /// Never in practice: the bytes go to memory.
    pub fn file<G: Playable>(&self, plan: &Plan<G>) -> serde_json::Result<(String, Vec<u8>)> {
        let lines = self.parts.iter().map(|part| serde_json::to_string(&part.counts)).collect::<Result<Vec<_>, _>>()?;
        let part =
            |(part, line): (&CountedBlocks, &String)| Part { first: part.blocks.start, end: part.blocks.end, sha256: checksum(line) };
        let head = Head {
            format: FORMAT,
            schema_version: SCHEMA_VERSION,
            digest: plan.digest(),
            counted: counted(plan)?,
            parts: self.parts.iter().zip(&lines).map(part).collect(),
        };
        let mut text = serde_json::to_string(&head)?;
        for line in lines {
            text.push('\n');
            text.push_str(&line);
        }
        text.push('\n');
        Ok((FILE.to_owned(), text.into_bytes()))
    }

    /// Reads the counts of a plan back.
    ///
    /// # Errors
    /// When they are of another version or another experiment, or the file is damaged.
    pub fn from_bytes<G: Playable>(plan: &Plan<G>, bytes: &[u8]) -> Result<Self, CountsError> {
        /// What a head of any version has.
        #[derive(Deserialize)]
        struct Versions {
            format: u32,
            schema_version: u32,
        }
        let text = std::str::from_utf8(bytes).map_err(|_| CountsError::Damaged)?;
        let mut lines = text.lines();
        let head = lines.next().unwrap_or("");
        let versions: Versions = serde_json::from_str(head).map_err(|_| CountsError::Damaged)?;
        if versions.format != FORMAT || versions.schema_version != SCHEMA_VERSION {
            return Err(CountsError::Version);
        }
        let head: Head = serde_json::from_str(head).map_err(|_| CountsError::Damaged)?;
        if head.digest != plan.digest() {
            return Err(CountsError::Digest);
        }
        if counted(plan).map_err(|_| CountsError::Version)? != head.counted {
            return Err(CountsError::Version);
        }
        let mut kept = Self::default();
        for part in head.parts {
            let line = lines.next().filter(|line| checksum(line) == part.sha256).ok_or(CountsError::Damaged)?;
            let counts: Counts = serde_json::from_str(line).map_err(|_| CountsError::Damaged)?;
            if part.end.checked_sub(part.first) != Some(counts.blocks) {
                return Err(CountsError::Damaged);
            }
            kept.add(part.first..part.end, counts);
        }
        if lines.next().is_some() { Err(CountsError::Damaged) } else { Ok(kept) }
    }
}

/// A digest of what is counted of a plan.
fn counted<G: Playable>(plan: &Plan<G>) -> serde_json::Result<String> {
    let quantities: Vec<&str> = crate::metrics::QUANTITIES.iter().map(|entry| entry.description.name).collect();
    Ok(checksum(&serde_json::to_string(&(quantities, Counts::new(plan.layout())))?))
}

fn checksum(text: &str) -> String {
    let write = |mut text: String, byte: &u8| {
        // Text can always be added to a text.
        let _ = write!(text, "{byte:02x}");
        text
    };
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), write)
}
