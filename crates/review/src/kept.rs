//! What a review keeps between its phases: its state, its players, and what was played. Where it has a
//! folder, all of it stands in files too, so that it can go on later.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use fairdeal_core::strategy::{StrategyText, StrategyTexts};
use fairdeal_study::experiment::Plan;
use fairdeal_study::folder::{FolderError, ResultsFolder};
use fairdeal_study::results::{Results, WriteError, replace, write_player};
use fairdeal_study::session::Session;

use crate::error::ReviewError;

/// The file with the state of a review, which it needs to go on.
pub const STATE: &str = "review.json";

/// What a review keeps.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// Its folder; none if all is kept in memory only.
    folder: Option<PathBuf>,
    /// In memory only: the files of its players, by their paths.
    players: RefCell<BTreeMap<String, StrategyText>>,
    played: RefCell<BTreeMap<String, Rc<Results>>>,
}

impl Kept {
    /// Keeps it in a folder, which is made if it is missing, or in memory.
    pub(crate) fn new(folder: Option<&Path>) -> Result<Self, ReviewError> {
        if let Some(folder) = folder {
            std::fs::create_dir_all(folder)
                .map_err(|error| ReviewError::Write(WriteError::new(folder, &error)))?;
        }
        Ok(Self { folder: folder.map(Path::to_owned), ..Self::default() })
    }

    /// The state that an earlier review left.
    pub(crate) fn state(&self) -> Option<String> {
        std::fs::read_to_string(self.folder.as_ref()?.join(STATE)).ok()
    }

    pub(crate) fn keep_state(&self, text: &str) -> Result<(), ReviewError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let path = folder.join(STATE);
        replace(&path, text.as_bytes())
            .map_err(|error| ReviewError::Write(WriteError::new(&path, &error)))
    }

    /// The path of the strategy file of a player.
    pub(crate) fn player(&self, name: &str) -> PathBuf {
        let folder = self.folder.clone().unwrap_or_default();
        folder.join("players").join(name).with_extension("toml")
    }

    /// Whether there is a player.
    pub(crate) fn has_player(&self, name: &str) -> bool {
        let path = self.player(name);
        self.players.borrow().contains_key(&path.display().to_string()) || path.exists()
    }

    /// Keeps the files of a player.
    pub(crate) fn keep_player(&self, files: Vec<(PathBuf, String)>) -> Result<(), ReviewError> {
        if self.folder.is_some() {
            return write_player(&files).map_err(ReviewError::Write);
        }
        let named = files.into_iter().map(|(path, text)| {
            let source = path.display().to_string();
            (source.clone(), StrategyText { source, text })
        });
        self.players.borrow_mut().extend(named);
        Ok(())
    }

    /// The texts of the strategies, also of those in memory.
    pub(crate) fn texts(&self) -> StrategyTexts {
        StrategyTexts::before_others(self.players.borrow().clone())
    }

    /// Plays a phase, as far as it was not played before.
    pub(crate) fn play(
        &self,
        session: &Session<'_>,
        plan: &Plan,
        name: &str,
    ) -> Result<Rc<Results>, ReviewError> {
        let digest = plan.digest();
        let known = self.played(name).filter(|known| known.manifest.digest == digest);
        if let Some(known) = known {
            return Ok(known);
        }
        let results = match &self.folder {
            Some(folder) => {
                let folder = ResultsFolder::open(&folder.join(name)).map_err(FolderError::from)?;
                let finished = folder.run(session, plan)?;
                if finished.interrupted {
                    return Err(ReviewError::Interrupted);
                }
                finished.results
            }
            None => session.run(plan)?.results,
        };
        if !results.manifest.complete {
            return Err(ReviewError::Interrupted);
        }
        let results = Rc::new(results);
        self.played.borrow_mut().insert(name.to_owned(), results.clone());
        Ok(results)
    }

    /// What was played in a phase.
    pub(crate) fn played(&self, name: &str) -> Option<Rc<Results>> {
        self.played.borrow().get(name).cloned()
    }
}
