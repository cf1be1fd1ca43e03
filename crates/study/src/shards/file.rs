//! The file of a shard: a line with its head, the compressed counts, and a checksum of
//! everything before it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::key::Key;
use crate::results::{pack, replace, unpack};
use fairdeal_core::input::may_pass;
use fairdeal_core::metrics::Counts;

/// The version of the file's layout.
const FORMAT: u32 = 4;

/// The length of the checksum at the end.
const CHECKSUM: usize = 32;

/// The ending of the names of shard files.
pub(super) const ENDING: &str = "shard";

/// The head of a file of counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHead {
    /// The version of the file's layout.
    format: u32,
    /// The key of the games that the counts belong to.
    pub key: Key,
    /// The first block.
    pub first: u64,
    /// The last block.
    pub last: u64,
}

/// Why a file has no counts to offer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// It is shorter than it was.
    #[error("the checksum at its end is not that of its content: it was cut short or changed")]
    Checksum,
    /// Another version of the program wrote it.
    #[error("its layout is that of another version of fairdeal")]
    Format,
    /// It does not hold the counts that its head promises.
    #[error("it does not hold the counts that its first line promises")]
    Counts,
    /// It cannot be read.
    #[error("it cannot be read: {reason}")]
    Unreadable {
        /// Why not.
        reason: String,
        /// Perhaps it can another time, as when a file server did not answer.
        may_pass: bool,
    },
}

/// The counts of a range of blocks as a file.
#[derive(Clone, Debug)]
pub struct ShardFile {
    /// Its head.
    pub head: ShardHead,
    /// The checksum of all: two files with the same one hold the same.
    pub checksum: [u8; CHECKSUM],
    bytes: Vec<u8>,
}

impl ShardHead {
    /// The head of the counts of a range of blocks, which is not empty.
    pub fn new(key: &Key, blocks: &Range<u64>) -> Self {
        Self {
            format: FORMAT,
            key: key.clone(),
            first: blocks.start,
            last: blocks.end.saturating_sub(1),
        }
    }

    /// The blocks.
    pub fn blocks(&self) -> Range<u64> {
        self.first..self.last.saturating_add(1)
    }

    /// The name of the file: the first digits of the key, the first block and the last one.
    pub fn file_name(&self) -> String {
        format!("{}-{}-{}.{ENDING}", self.key.short(), self.first, self.last)
    }
}

/// The blocks that the name of a file promises.
pub(super) fn blocks_of_name(path: &Path) -> Option<Range<u64>> {
    let mut parts = path.file_stem()?.to_str()?.split('-').skip(1);
    let (first, last) = (parts.next()?.parse::<u64>().ok()?, parts.next()?.parse::<u64>().ok()?);
    (first <= last && parts.next().is_none()).then(|| first..last.saturating_add(1))
}

impl ShardFile {
    /// A file with the counts of a range of blocks, part by part: none of them reaches beyond the
    /// end of a chunk ([`Plan::chunk_end`](crate::experiment::Plan::chunk_end)). It is a function
    /// of the key, the range and the counts.
    ///
    /// # Errors
    /// Never in practice: all is written to memory.
    pub fn new(key: &Key, blocks: &Range<u64>, counts: &[Counts]) -> std::io::Result<Self> {
        let head = ShardHead::new(key, blocks);
        let mut bytes = serde_json::to_vec(&head)?;
        bytes.push(b'\n');
        bytes.extend(pack(counts)?);
        let checksum: [u8; CHECKSUM] = Sha256::digest(&bytes).into();
        bytes.extend(checksum);
        Ok(Self { head, checksum, bytes })
    }

    /// Reads a file, and checks that it is as it was written.
    ///
    /// # Errors
    /// When it is not, or cannot be read.
    pub fn read(path: &Path) -> Result<Self, Damage> {
        let unreadable = |error: std::io::Error| Damage::Unreadable {
            reason: error.to_string(),
            may_pass: may_pass(&error),
        };
        Self::from_bytes(std::fs::read(path).map_err(unreadable)?)
    }

    /// Takes the bytes of a file, and checks that they are as they were written.
    ///
    /// # Errors
    /// When they are not.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, Damage> {
        /// The part of a head that all versions have.
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(Damage::Checksum)?;
        if Sha256::digest(content)[..] != checksum[..] {
            return Err(Damage::Checksum);
        }
        let line = content.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let version: Version = serde_json::from_slice(line).map_err(|_| Damage::Counts)?;
        if version.format != FORMAT {
            return Err(Damage::Format);
        }
        let head: ShardHead = serde_json::from_slice(line).map_err(|_| Damage::Counts)?;
        if head.first > head.last {
            return Err(Damage::Counts);
        }
        Ok(Self { head, checksum: *checksum, bytes })
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The counts, part by part, in the order of their blocks.
    ///
    /// # Errors
    /// When they belong to other blocks than the head says.
    pub fn counts(&self) -> Result<Vec<Counts>, Damage> {
        let begin = self.bytes.iter().position(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        let counts = unpack::<Vec<Counts>>(&self.bytes[begin..self.bytes.len() - CHECKSUM])
            .ok_or(Damage::Counts)?;
        let mut next = self.head.first;
        for part in &counts {
            match part.ranges() {
                [blocks] if blocks.start == next && part.digest() == self.head.key.digest => {
                    next = blocks.end;
                }
                _ => return Err(Damage::Counts),
            }
        }
        if next == self.head.blocks().end { Ok(counts) } else { Err(Damage::Counts) }
    }

    /// Writes it to a folder, first under another name, so that it is there whole or not at all,
    /// whatever happens. Returns its path.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, folder: &Path) -> std::io::Result<PathBuf> {
        let path = folder.join(self.head.file_name());
        replace(&path, &self.bytes)?;
        Ok(path)
    }
}
