//! Where a review keeps what it needs between its phases: its state, its players, and what was played.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use fairdeal_core::strategy::{StrategyText, StrategyTexts};
use fairdeal_study::experiment::Plan;
use fairdeal_study::folder::{FolderError, ResultsFolder};
use fairdeal_study::results::{Manifest, Results, WriteError, replace, write_player};
use fairdeal_study::session::Session;
use fairdeal_study::shards::{Cut, PlanFile};

use crate::error::{Planned, ReviewError};

/// The file with the state of a review, which it needs to go on.
pub const STATE: &str = "review.json";

/// Keeps what a review needs between its phases.
pub trait Keeper {
    /// Returns the state that an earlier review left.
    fn state(&self) -> Option<String>;

    /// Keeps the state.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep_state(&self, text: &str) -> Result<(), ReviewError>;

    /// Returns the path of the strategy file of a player.
    fn player(&self, name: &str) -> PathBuf;

    /// Returns whether there is a player.
    fn has_player(&self, name: &str) -> bool;

    /// Keeps the files of a player.
    ///
    /// # Errors
    /// When they cannot be written.
    fn keep_player(&self, files: Vec<(PathBuf, String)>) -> Result<(), ReviewError>;

    /// Returns the texts of the strategies, also of its players.
    fn texts(&self) -> StrategyTexts;

    /// Plays a phase of this name; what was played of it before is not played again. `is_short`: a short
    /// phase is always played here, and never planned for other machines.
    ///
    /// # Errors
    /// When it cannot be played or written, is stopped, or is planned to be played elsewhere.
    fn play(
        &self,
        session: &Session<'_>,
        plan: &Plan,
        name: &str,
        is_short: bool,
    ) -> Result<Results, ReviewError>;
}

/// The path of the strategy file of a player of a review.
fn player(name: &str) -> PathBuf {
    Path::new("players").join(name).with_extension("toml")
}

fn unwritable(path: &Path) -> impl Fn(std::io::Error) -> ReviewError + '_ {
    move |error| ReviewError::Write(WriteError::new(path, &error))
}

/// Keeps it in the files of a folder, so that the review can go on later.
#[derive(Debug)]
pub struct InFolder {
    path: PathBuf,
    shards: Option<u64>,
}

impl InFolder {
    /// Keeps it in this folder, which is made if it is missing. `shards`: each phase is cut into so many
    /// shards, and not played here.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn new(path: &Path, shards: Option<u64>) -> Result<Self, ReviewError> {
        std::fs::create_dir_all(path).map_err(unwritable(path))?;
        Ok(Self { path: path.to_owned(), shards })
    }

    /// Cuts a phase into shards, and writes its plan.
    fn planned(
        &self,
        session: &Session<'_>,
        plan: &Plan,
        name: &str,
        shards: u64,
    ) -> Result<Planned, ReviewError> {
        let plan = PlanFile::new(session, plan, Cut::Shards(shards))?;
        if session.its_control().stop.load(Ordering::Relaxed) {
            return Err(ReviewError::Interrupted);
        }
        let results = self.path.join(name);
        let path = results.with_extension("plan.json");
        plan.write(&path).map_err(unwritable(&path))?;
        Ok(Planned { plan, path, results })
    }
}

impl Keeper for InFolder {
    fn state(&self) -> Option<String> {
        std::fs::read_to_string(self.path.join(STATE)).ok()
    }

    fn keep_state(&self, text: &str) -> Result<(), ReviewError> {
        let path = self.path.join(STATE);
        replace(&path, text.as_bytes()).map_err(unwritable(&path))
    }

    fn player(&self, name: &str) -> PathBuf {
        self.path.join(player(name))
    }

    fn has_player(&self, name: &str) -> bool {
        self.player(name).exists()
    }

    fn keep_player(&self, files: Vec<(PathBuf, String)>) -> Result<(), ReviewError> {
        write_player(&files).map_err(ReviewError::Write)
    }

    fn texts(&self) -> StrategyTexts {
        StrategyTexts::default()
    }

    fn play(
        &self,
        session: &Session<'_>,
        plan: &Plan,
        name: &str,
        is_short: bool,
    ) -> Result<Results, ReviewError> {
        let path = self.path.join(name);
        if let Some(shards) = self.shards.filter(|_| !is_short && !is_counted(&path, plan)) {
            let planned = self.planned(session, plan, name, shards)?;
            return Err(ReviewError::Planned(Box::new(planned)));
        }
        let folder = ResultsFolder::open(&path).map_err(FolderError::from)?;
        let finished = folder.run(session, plan)?;
        if finished.interrupted { Err(ReviewError::Interrupted) } else { Ok(finished.results) }
    }
}

/// Whether all blocks of a plan are counted in a folder.
fn is_counted(folder: &Path, plan: &Plan) -> bool {
    let is_it = |manifest: Manifest| {
        (&manifest.digest, manifest.complete) == (&plan.digest(), true)
            && manifest.blocks >= plan.blocks()
    };
    Manifest::read(folder).is_ok_and(is_it)
}

/// Keeps it in memory.
#[derive(Debug, Default)]
pub struct InMemory {
    players: RefCell<BTreeMap<String, StrategyText>>,
}

impl Keeper for InMemory {
    fn state(&self) -> Option<String> {
        None
    }

    fn keep_state(&self, _text: &str) -> Result<(), ReviewError> {
        Ok(())
    }

    fn player(&self, name: &str) -> PathBuf {
        player(name)
    }

    fn has_player(&self, name: &str) -> bool {
        self.players.borrow().contains_key(&player(name).display().to_string())
    }

    fn keep_player(&self, files: Vec<(PathBuf, String)>) -> Result<(), ReviewError> {
        let named = files.into_iter().map(|(path, text)| {
            let source = path.display().to_string();
            (source.clone(), StrategyText { source, text })
        });
        self.players.borrow_mut().extend(named);
        Ok(())
    }

    fn texts(&self) -> StrategyTexts {
        StrategyTexts::before_others(self.players.borrow().clone())
    }

    fn play(
        &self,
        session: &Session<'_>,
        plan: &Plan,
        _name: &str,
        _is_short: bool,
    ) -> Result<Results, ReviewError> {
        Ok(session.without_files().run(plan)?.results)
    }
}
