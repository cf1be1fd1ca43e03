//! The page as a file.

use std::path::{Path, PathBuf};

use super::experiment::ShownExperiment;
use super::page::page;
use crate::results::{REPORT, Results, WriteError, check_link, is_report, replace, results_in};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{InputError, shown};

/// The reason why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The results cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Something else has the name of the page.
    #[error("{}: is there already, and is no page that was made of results", shown(.0))]
    Foreign(PathBuf),
    /// A table cannot be shown. Never in practice: it is made in memory.
    #[error("a table could not be made: {0}")]
    Table(#[from] csv::Error),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// Checks that the page may be written here: it replaces no file that the program did not write.
///
/// # Errors
/// When another file is there, or a link to another file.
pub fn check_target(target: &Path) -> Result<(), PageError> {
    check_link(target)?;
    if target.symlink_metadata().is_ok() && !is_report(target) {
        Err(PageError::Foreign(target.to_owned()))
    } else {
        Ok(())
    }
}

/// Writes the page of some experiments, whole or not at all. It replaces a page of this program;
/// other files only with `force`.
///
/// # Errors
/// When another file is there, or nothing can be written.
pub fn write(target: &Path, experiments: &[ShownExperiment], force: bool) -> Result<(), PageError> {
    if !force {
        check_target(target)?;
    }
    let page = page(experiments)?;
    let folder = target.parent().map_or(Ok(()), std::fs::create_dir_all);
    Ok(folder
        .and_then(|()| replace(target, page.as_bytes()))
        .map_err(|error| WriteError::new(target, &error))?)
}

/// Writes the page of the results in a folder beside them, if there are some.
///
/// # Errors
/// As [`write()`], or when the results cannot be read.
pub fn write_beside(game: &dyn AnyGame, folder: &Path, force: bool) -> Result<(), PageError> {
    if results_in(folder).is_none() {
        return Ok(());
    }
    write(&folder.join(REPORT), &[ShownExperiment::of(game, folder, Results::read(folder)?)], force)
}
