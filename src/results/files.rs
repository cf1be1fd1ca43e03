//! Results on disk, whole or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::NamedTempFile;

use super::tables::table_files;

/// Results that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{path}: results cannot be written here: {reason}")]
pub struct WriteError {
    /// The directory or file.
    path: String,
    /// Why not.
    reason: String,
}

impl WriteError {
    fn new(path: &Path, reason: &impl ToString) -> Self {
        Self { path: path.display().to_string(), reason: reason.to_string() }
    }
}

/// A directory that results can be written to.
#[derive(Debug)]
pub struct Directory(PathBuf);

impl Directory {
    /// Makes the directory where it is missing, and tries whether files can be written to it: better before hours of play than after.
    ///
    /// # Errors
    /// When it cannot be made or written to.
    pub fn prepare(path: &Path) -> Result<Self, WriteError> {
        std::fs::create_dir_all(path).map_err(|error| WriteError::new(path, &plain(&error)))?;
        NamedTempFile::new_in(path).map_err(|error| WriteError::new(path, &plain(&error)))?;
        Ok(Self(path.to_owned()))
    }

    /// The manifest of the results that are here, if there are any.
    fn manifest(&self) -> Option<Value> {
        serde_json::from_slice(&std::fs::read(self.0.join("manifest.json")).ok()?).ok()
    }

    /// Are the results here those of another run than the one with this digest? So are files of the same names without a manifest: they may be the user's.
    pub fn holds_another(&self, digest: &str) -> bool {
        match self.manifest() {
            Some(manifest) => manifest["digest"] != digest,
            None => known_files().any(|name| self.0.join(name).exists()),
        }
    }

    /// Are there results of a run with this digest here, of at least this many blocks?
    pub fn holds_more(&self, digest: &str, blocks: u64) -> bool {
        self.manifest()
            .is_some_and(|manifest| manifest["digest"] == digest && manifest["blocks"].as_u64().is_some_and(|there| there >= blocks))
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes files, each under a temporary name first; only when all are written are they renamed, the last one last. What the last one
    /// replaces is removed before: it vouches for the others, and may not vouch for a mixture. So are other tables that an earlier run left.
    ///
    /// # Errors
    /// When a file cannot be written, or a directory stands in the place of one: then none is renamed.
    pub fn write(&self, files: &[(String, Vec<u8>)]) -> Result<(), WriteError> {
        if let Some(taken) = files.iter().map(|(name, _)| self.0.join(name)).find(|target| target.is_dir()) {
            return Err(WriteError::new(&taken, &"a directory stands in the place of this file"));
        }
        let mut written = Vec::with_capacity(files.len());
        for (name, content) in files {
            let target = self.0.join(name);
            let write = || -> std::io::Result<NamedTempFile> {
                let mut file = temporary(&self.0, name)?;
                file.write_all(content)?;
                file.as_file().sync_all()?;
                Ok(file)
            };
            written.push((write().map_err(|error| WriteError::new(&target, &plain(&error)))?, target));
        }
        // Without a manifest, files of the same names may be the user's own.
        let ours = self.manifest().is_some();
        if let Some((_, voucher)) = written.last() {
            remove(voucher)?;
        }
        let stale = known_files().filter(|_| ours).filter(|name| files.iter().all(|(written, _)| written != name));
        stale.map(|name| self.0.join(name)).try_for_each(|path| remove(&path))?;
        for (file, target) in written {
            file.persist(&target).map_err(|error| WriteError::new(&target, &plain(&error.error)))?;
        }
        Ok(())
    }
}

/// All files that any run writes: its tables, and those beside them.
fn known_files() -> impl Iterator<Item = &'static str> {
    // comebacks.csv was a table of schema version 2.
    let beside = ["manifest.json", "results.json", "timing.json", "verdicts.txt", "answer.txt", "comebacks.csv"];
    table_files().map(|(file, _)| file).chain(beside)
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> Result<(), WriteError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(WriteError::new(path, &plain(&error))),
        _ => Ok(()),
    }
}

/// A temporary file for the content of `name`; private by default, but results are for all to read.
fn temporary(directory: &Path, name: &str) -> std::io::Result<NamedTempFile> {
    let prefix = format!(".{name}.");
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    builder.prefix(&prefix).tempfile_in(directory)
}

/// An error of the operating system in words that do not repeat the path.
fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        std::io::ErrorKind::NotADirectory | std::io::ErrorKind::AlreadyExists => "a part of the path is a file".to_owned(),
        std::io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        std::io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => error.to_string(),
    }
}
