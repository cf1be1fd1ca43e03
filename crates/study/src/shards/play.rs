//! One shard of a plan, played by a worker.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::file::{ShardFile, ShardHead};
use super::plan::PlanFile;
use crate::experiment::Plan;
use crate::results::{Directory, WriteError};
use crate::session::{Notice, RunError, Session};
use fairdeal_core::clock::Instant;
use fairdeal_core::metrics::Counts;

/// The outcome of playing a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayedShard {
    /// It was played in this time, and its file is written.
    Played(Duration),
    /// Its file existed already and is valid.
    WasThere,
    /// It was stopped before the end. No file is written.
    Stopped,
}

/// Why a shard was not played.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The games cannot be played.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The file or its folder cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl PlanFile {
    /// The file of the shard with these blocks in a folder of shards.
    pub fn shard_path(&self, folder: &Path, blocks: &Range<u64>) -> PathBuf {
        folder.join(ShardHead::new(&self.key, blocks).file_name())
    }

    /// Plays some blocks of `plan`, the plan of this file, and writes their counts to a file in a
    /// folder, unless that file exists. Makes the folder if it is missing.
    ///
    /// # Errors
    /// When the games cannot be played, or the file cannot be written.
    pub fn play_shard(
        &self,
        plan: &Plan,
        session: &Session<'_>,
        folder: &Path,
        blocks: &Range<u64>,
    ) -> Result<PlayedShard, ShardError> {
        let path = self.shard_path(folder, blocks);
        let head = ShardHead::new(&self.key, blocks);
        if ShardFile::read(&path).is_ok_and(|there| there.head == head) {
            return Ok(PlayedShard::WasThere);
        }
        // Fail before hours of play rather than after.
        Directory::prepare(folder)?;
        let begun = Instant::now();
        let counts = session.play_chunks(plan, blocks.clone())?;
        if counts.iter().map(Counts::blocks).sum::<u64>() < blocks.end - blocks.start {
            return Ok(PlayedShard::Stopped);
        }
        if !folder.is_dir() {
            session.tell(Notice::FolderVanished(folder));
            Directory::prepare(folder)?;
        }
        let written =
            ShardFile::new(&self.key, blocks, &counts).and_then(|file| file.write(folder));
        written.map_err(|error| WriteError::new(&path, &error))?;
        Ok(PlayedShard::Played(begun.elapsed()))
    }
}
