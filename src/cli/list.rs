//! `fairdeal list`.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::{ListArguments, Listed};
use super::failure::{Failure, Outcome};
use crate::input::{Document, Location};
use crate::metrics::QUANTITIES;
use crate::registry::{GameList, Visitor};
use crate::results::table_files;
use crate::strategy::{Playable, StrategyFile};

/// Shows what there is.
pub(super) fn list<L: GameList>(arguments: &ListArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    let wanted = |what| arguments.what.is_none_or(|only| only == what);
    if wanted(Listed::Games) {
        games::<L>(out)?;
    }
    if wanted(Listed::Strategies) {
        for game in L::descriptions() {
            L::visit(game.name, Strategies { out }).map_err(Failure::unknown)??;
        }
    }
    if wanted(Listed::Tables) {
        tables(out)?;
    }
    if wanted(Listed::Experiments) {
        experiments(out)?;
    }
    Ok(Outcome::Done)
}

fn games<L: GameList>(out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "Games:")?;
    for game in L::descriptions() {
        let presets: Vec<&str> = game.presets.iter().map(|preset| preset.name).collect();
        writeln!(out, "  {:<16} {}\n{:19}presets: {}", game.name, game.summary, "", presets.join(", "))?;
    }
    Ok(())
}

struct Strategies<'a, W> {
    out: &'a mut W,
}

impl<W: Write> Visitor for Strategies<'_, W> {
    type Output = Result<(), Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        writeln!(self.out, "Strategies for {}:", G::DESCRIPTION.name)?;
        for name in StrategyFile::names::<G>() {
            match StrategyFile::find::<G>(&name, &Location::whole(&name)) {
                Ok(file) => writeln!(self.out, "  {name:<16} {}", file.summary)?,
                Err(error) => writeln!(self.out, "  {name:<16} cannot be used: {error}")?,
            }
        }
        Ok(())
    }
}

fn tables(out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "Tables, and what they hold:")?;
    for (file, definition) in table_files() {
        writeln!(out, "  {file}\n    {definition}")?;
    }
    writeln!(out, "Quantities in them, which are compared between variants:")?;
    for quantity in QUANTITIES.iter().map(|entry| entry.description) {
        writeln!(out, "  {:<24} {}", quantity.name, quantity.meaning)?;
    }
    Ok(())
}

fn experiments(out: &mut impl Write) -> Result<(), Failure> {
    let mut files: Vec<PathBuf> = std::fs::read_dir("experiments").map_or_else(
        |_| Vec::new(),
        |files| files.flatten().map(|file| file.path()).filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect(),
    );
    files.sort_unstable();
    if files.is_empty() {
        writeln!(out, "Experiments: none in the folder experiments/ here")?;
        return Ok(());
    }
    writeln!(out, "Experiments:")?;
    for path in files {
        writeln!(out, "  {}\n    {}", path.display(), question(&path))?;
    }
    Ok(())
}

fn question(path: &Path) -> String {
    match Document::read(path) {
        Ok(document) => document.text_of("question").unwrap_or("(asks no question)").to_owned(),
        Err(error) => format!("cannot be used: {error}"),
    }
}
