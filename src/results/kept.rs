//! What a run counted, kept beside its tables: so that it can be judged again, or go on, without playing the same games twice.
//!
//! The file is JSON Lines. The first line says what the counts are counts of, and has a checksum for each of the lines that follow; each of those has the
//! counts of some blocks.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::experiment::{Plan, SCHEMA_VERSION, hexadecimal};
use crate::metrics::{Asides, Counts, Layout, Pair};
use crate::strategy::Playable;

/// The name of the file.
pub(super) const FILE: &str = "counts.jsonl";

/// The version of the file's layout.
const FORMAT: u32 = 2;

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

/// The counts of some ranges of blocks, each apart: those of a run, and of a ladder also those of the matches that told it how far a doubled budget helps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptCounts {
    parts: Vec<Counts>,
}

/// The first line of the file.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    format: u32,
    schema_version: u32,
    /// The digest of what was asked.
    digest: String,
    /// A digest of counts of nothing: another program may count other things of the same games.
    counted: String,
    /// The checksums of the other lines.
    sha256: Vec<String>,
}

impl KeptCounts {
    /// Adds the counts of a range of blocks; an empty range is left out.
    pub fn add(&mut self, counts: Counts) {
        if counts.blocks() > 0 {
            self.parts.push(counts);
        }
    }

    /// Adds other counts.
    pub fn extend(&mut self, other: Self) {
        self.parts.extend(other.parts);
    }

    /// The counts, range by range.
    pub fn parts(&self) -> &[Counts] {
        &self.parts
    }

    /// Is there nothing?
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The parts that are of one range of blocks of a plan.
    fn parts_of<G: Playable>(&self, plan: &Plan<G>) -> impl Iterator<Item = (Range<u64>, &Counts)> {
        let digest = &plan.layout().digest;
        let parts = self.parts.iter().filter(move |part| part.digest() == digest);
        parts.filter_map(|part| match part.ranges() {
            [range] => Some((range.clone(), part)),
            _ => None,
        })
    }

    /// The longest part of a range of blocks of a plan that is known from its beginning on: the block after it, and its counts.
    pub fn beginning_of<G: Playable>(&self, plan: &Plan<G>, blocks: &Range<u64>) -> Option<(u64, &Counts)> {
        let beginnings = self.parts_of(plan).filter(|(range, _)| range.start == blocks.start && range.end <= blocks.end);
        beginnings.map(|(range, part)| (range.end, part)).max_by_key(|(end, _)| *end)
    }

    /// The first block of a range after its beginning from which on something is known that lies in one chunk of the plan.
    pub fn next_in<G: Playable>(&self, plan: &Plan<G>, blocks: &Range<u64>) -> Option<u64> {
        let in_a_chunk = |range: &Range<u64>| range.end <= blocks.end.min(plan.chunk_end(range.start));
        let later = self.parts_of(plan).map(|(range, _)| range).filter(|range| range.start > blocks.start);
        later.filter(in_a_chunk).map(|range| range.start).min()
    }

    /// The counts of a plan as a file: its name and content.
    ///
    /// # Errors
    /// Never in practice: the bytes go to memory.
    #[inline(never)]
    pub fn file<G: Playable>(&self, plan: &Plan<G>) -> serde_json::Result<(String, Vec<u8>)> {
        let lines = self.parts.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
        let head = Head {
            format: FORMAT,
            schema_version: SCHEMA_VERSION,
            digest: plan.asked_digest().to_owned(),
            counted: counted(plan)?,
            sha256: lines.iter().map(|line| checksum(line)).collect(),
        };
        let mut text = serde_json::to_string(&head)?;
        for line in lines {
            text.push('\n');
            text.push_str(&line);
        }
        text.push('\n');
        Ok((FILE.to_owned(), text.into_bytes()))
    }

    /// Does a file begin as one with counts of what a plan asks? It may be damaged further on.
    pub(super) fn are_asked_for<G: Playable>(plan: &Plan<G>, first_line: &[u8]) -> bool {
        serde_json::from_slice(first_line).is_ok_and(|head: Head| head.digest == plan.asked_digest())
    }

    /// Reads the counts of a plan back; of a ladder, those of all plans that it may grow to.
    ///
    /// # Errors
    /// When they are of another version or another experiment, or the file is damaged.
    #[inline(never)]
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
        if head.digest != plan.asked_digest() {
            return Err(CountsError::Digest);
        }
        if counted(plan).map_err(|_| CountsError::Version)? != head.counted {
            return Err(CountsError::Version);
        }
        let mut kept = Self::default();
        for sha256 in head.sha256 {
            let line = lines.next().filter(|line| checksum(line) == sha256).ok_or(CountsError::Damaged)?;
            kept.add(serde_json::from_str(line).map_err(|_| CountsError::Damaged)?);
        }
        if lines.next().is_some() { Err(CountsError::Damaged) } else { Ok(kept) }
    }
}

/// A digest of what is counted of a plan, as its first cell shows it: all are alike, and a ladder may grow further ones.
///
/// # Errors
/// Never in practice: what is counted is written to memory.
pub fn counted<G: Playable>(plan: &Plan<G>) -> serde_json::Result<String> {
    let quantities: Vec<&str> = crate::metrics::quantities().map(|quantity| quantity.name).collect();
    let layout = Layout {
        digest: String::new(),
        cells: plan.layout().cells.iter().take(1).cloned().collect(),
        pairs: vec![Pair { baseline: 0, variant: 0, same_rules: true }],
        field: None,
        // They name cells by their place.
        asides: Asides::default(),
        ..plan.layout().clone()
    };
    Ok(checksum(&serde_json::to_string(&(quantities, Counts::new(&layout)))?))
}

fn checksum(text: &str) -> String {
    hexadecimal(&Sha256::digest(text.as_bytes()))
}
