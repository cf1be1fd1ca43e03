//! `fairdeal new`.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::args::NewArguments;
use super::commands::word;
use super::failure::{Failure, Outcome};
use super::program;
use crate::experiment::{FOLDER, starter};
use crate::registry::{GameList, Visitor};
use crate::strategy::Playable;

/// Writes an experiment to start from, about a game that is there.
pub(super) fn new<L: GameList>(arguments: &NewArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    L::visit(&arguments.game, New { path: arguments.out.clone(), out }).map_err(Failure::unknown)?
}

struct New<'a, W> {
    path: Option<PathBuf>,
    out: &'a mut W,
}

impl<W: Write> Visitor for New<'_, W> {
    type Output = Result<Outcome, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let path = self.path.unwrap_or_else(|| Path::new(FOLDER).join(format!("my-{}.toml", G::DESCRIPTION.name)));
        let (file, path) = (&path, word(&path));
        write(file, &starter::<G>(&path, &program::name()))?;
        writeln!(self.out, "Written to {path}. It is ready to run:\n\n    {} run {path}", program::name())?;
        Ok(Outcome::Done)
    }
}

/// Writes a new file, and its folder if that is missing. A file that is there is never overwritten.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let create = || {
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        File::create_new(path)?.write_all(text.as_bytes())
    };
    create().map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::AlreadyThere(path.to_owned()),
        _ => Failure::unwritable(path)(error),
    })
}
