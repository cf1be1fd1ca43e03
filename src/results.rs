//! Results on disk: tables, the manifest and the timing, whole or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use crate::experiment::{Plan, SCHEMA_VERSION};
use crate::metrics::{Design, Ending, Goal, Sprt, Stop, Table, definitions, rating_model};
use crate::strategy::Playable;

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

    /// Are the results here those of another run than the one with this digest?
    pub fn holds_another(&self, digest: &str) -> bool {
        self.manifest().is_some_and(|manifest| manifest["digest"] != digest)
    }

    /// Are there results of a run with this digest here, of at least so many blocks?
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
        if let Some((_, voucher)) = written.last() {
            remove(voucher)?;
        }
        let stale = known_files().filter(|name| files.iter().all(|(written, _)| written != name));
        stale.map(|name| self.0.join(name)).try_for_each(|path| remove(&path))?;
        for (file, target) in written {
            file.persist(&target).map_err(|error| WriteError::new(&target, &plain(&error.error)))?;
        }
        Ok(())
    }
}

/// All files that any run writes: its tables, and those beside them.
fn known_files() -> impl Iterator<Item = &'static str> {
    let beside = ["manifest.json", "timing.json", "verdicts.txt"];
    definitions().flat_map(|(files, _)| files.split(", ")).chain(beside)
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

/// A table as CSV.
///
/// # Errors
/// Never in practice: the bytes go to memory.
pub fn to_csv(table: &Table) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    writer.write_record(&table.columns)?;
    for row in &table.rows {
        writer.write_record(row.iter().map(ToString::to_string))?;
    }
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))
}

/// What was played: everything that is needed to play it again, and nothing that changes from run to run.
pub fn manifest<G: Playable>(plan: &Plan<G>, blocks: u64, ending: Ending) -> Value {
    let mut manifest = json!({
        "fairdeal": env!("CARGO_PKG_VERSION"),
        "schema_version": SCHEMA_VERSION,
        "digest": plan.digest(),
        "name": plan.name,
        "question": plan.question,
        "game": G::DESCRIPTION.name,
        "seed": plan.seed,
        "blocks": blocks,
        "blocks_planned": plan.blocks,
        "complete": ending != Ending::Interrupted,
        "ended_early": ending == Ending::Reached,
        "baseline": plan.variants[plan.baseline].name,
        "variants": plan.variants_json(),
        "lineups": plan.lineups_json(),
        "arrangements": plan.arrangements_json(),
        "stop": plan.stop.map(|stop| stop_json(&stop, plan.blocks)),
        "strategies": plan.strategies_json(),
        "analysis": {
            "confidence": plan.analysis.confidence.level(),
            "tolerance": {
                "win_rate": plan.analysis.win_rate_tolerance,
                "length": plan.analysis.length_tolerance,
                "score": plan.analysis.score_tolerance,
                "share": plan.analysis.share_tolerance,
            },
        },
    });
    if plan.round_robin {
        let players = plan.lineups.iter().map(|lineup| lineup.entries.len()).max().unwrap_or(0);
        manifest["rating_model"] = rating_model(players).into();
    }
    if let Some(design) = &plan.sensitivity {
        manifest["sensitivity"] = sensitivity_json(design);
    }
    manifest
}

/// The box of rules: how many points each sample has, in how many groups of blocks they were played, and the values of each knob.
fn sensitivity_json(design: &Design) -> Value {
    let knobs: serde_json::Map<String, Value> = design.knobs.iter().map(|knob| (knob.name.to_owned(), json!(knob.values))).collect();
    json!({"samples": design.first.len(), "groups": Design::GROUPS, "knobs": knobs})
}

/// What a run may end at before all blocks are played.
fn stop_json(stop: &Stop, most: u64) -> Value {
    let mut object = match stop.goal {
        Goal::Settled => json!({"when": "settled"}),
        Goal::Precision(precision) => json!({"precision": precision}),
        Goal::Sprt(Sprt { elo0, elo1, alpha, beta }) => {
            json!({"when": "sprt", "elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta})
        }
    };
    object["first_look"] = stop.first_look.into();
    object["max_blocks"] = most.into();
    object
}

/// How long it took, and on what: kept apart, since it is never the same twice. `decision_times`: the nanoseconds of a decision by strategy, where
/// they were measured.
pub fn timing(seconds: f64, games: u64, threads: usize, decision_times: &[(String, f64)]) -> Value {
    let mut timing = json!({
        "seconds": seconds,
        "games": games,
        "games_per_second": if seconds > 0.0 { games as f64 / seconds } else { 0.0 },
        "threads": threads,
        "processor": std::env::consts::ARCH,
        "system": std::env::consts::OS,
        "fast_bits": crate::cards::bits::fast_bits_found(),
    });
    if !decision_times.is_empty() {
        let times: serde_json::Map<String, Value> = decision_times.iter().map(|(name, time)| (name.clone(), json!(time))).collect();
        timing["nanoseconds_per_decision"] = times.into();
    }
    timing
}

/// A JSON value as the text of a file.
pub fn to_json(value: &Value) -> Vec<u8> {
    format!("{value:#}\n").into_bytes()
}
