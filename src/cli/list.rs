//! `fairdeal list`.

use std::io::Write;

use super::args::{ListArguments, Listed};
use super::failure::{Failure, Outcome};
use crate::experiment::questions;
use crate::input::Location;
use crate::metrics::quantities;
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
        experiments::<L>(out)?;
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
    for quantity in quantities() {
        writeln!(out, "  {:<24} {}", quantity.name, quantity.meaning)?;
    }
    Ok(())
}

fn experiments<L: GameList>(out: &mut impl Write) -> Result<(), Failure> {
    let all = questions::<L>();
    if all.is_empty() {
        writeln!(out, "Experiments: none")?;
        return Ok(());
    }
    writeln!(out, "Experiments, each for `fairdeal run NAME`:")?;
    for (name, question) in all {
        match question {
            Ok(question) => writeln!(out, "  {name}\n    {question}")?,
            Err(error) => writeln!(out, "  {name}\n    cannot be used: {error}")?,
        }
    }
    Ok(())
}
