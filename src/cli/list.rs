//! `fairdeal list`.

use clap::ValueEnum;

use super::prelude::*;
use fairdeal_core::game::{CountedAmong, Description};
use fairdeal_core::metrics::quantities;
use fairdeal_study::experiment::questions;
use fairdeal_study::results::table_files;

#[derive(Args, Debug)]
pub(super) struct ListArguments {
    /// What to show; without it, everything but events
    pub(super) what: Option<Listed>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Listed {
    /// The games with their presets
    Games,
    /// The strategies of each game
    Strategies,
    /// The events that each game counts
    Events,
    /// The tables and the meaning of their numbers
    Tables,
    /// The experiments that are ready, and those in the folder experiments/
    Experiments,
}

/// Lists games, strategies, events, tables or experiments.
pub(super) fn list(
    all: GameList,
    arguments: &ListArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let wanted = |what| arguments.what.is_none_or(|only| only == what);
    if wanted(Listed::Games) {
        games(all, out)?;
    }
    if wanted(Listed::Strategies) {
        for game in all.iter() {
            strategies(game.repertoire(), out)?;
        }
    }
    if arguments.what == Some(Listed::Events) {
        for game in all.descriptions().filter(|game| !game.events.is_empty()) {
            events(game, out)?;
        }
    }
    if wanted(Listed::Tables) {
        tables(out)?;
    }
    if wanted(Listed::Experiments) {
        experiments(all, out)?;
    }
    Ok(Outcome::Done)
}

fn games(all: GameList, out: &mut impl Write) -> std::io::Result<()> {
    let mut list = |title: &str,
                    games: &mut dyn Iterator<Item = &'static dyn AnyGame>|
     -> std::io::Result<()> {
        writeln!(out, "{title}:")?;
        for game in games.map(AnyGame::description) {
            let presets: Vec<&str> = game.presets.iter().map(|preset| preset.name).collect();
            let about = format!("{}\npresets: {}", game.summary, presets.join(", "));
            Screen::of_stdout().entry(game.name, 19, &about, out)?;
        }
        Ok(())
    };
    list("Games", &mut all.iter())?;
    if all.files().is_some() {
        list("Games from files, which you can copy and change", &mut all.carried())?;
    }
    Ok(())
}

fn strategies(game: &Repertoire, out: &mut impl Write) -> std::io::Result<()> {
    let screen = Screen::of_stdout();
    writeln!(out, "Strategies for {}:", game.game.name)?;
    for name in StrategyFile::names(game) {
        let meaning = match StrategyFile::find(game, &name, &Location::whole(&name)) {
            Ok(file) if file.restriction.is_empty() => file.summary,
            Ok(file) => {
                format!("{} (never: {})", file.summary, file.restriction.never().join(", "))
            }
            Err(error) => format!("cannot be used: {error}"),
        };
        screen.entry(&name, 19, &meaning, out)?;
    }
    Ok(())
}

/// Lists the events of a game.
pub(super) fn events(game: &Description, out: &mut impl Write) -> std::io::Result<()> {
    let screen = Screen::of_stdout();
    writeln!(out, "Events that {} counts, with `events = true` or --events:", game.name)?;
    for event in game.events {
        let (meaning, base) =
            (event.meaning, event.per.base().and_then(|base| game.events.get(base)));
        let base = base.map_or("", |base| base.name);
        let counted = match event.per.among() {
            CountedAmong::Games => "the number in a game",
            CountedAmong::Whole => &format!("the share of \"{base}\""),
            CountedAmong::Others => &format!("the mean over \"{base}\""),
        };
        screen.entry(event.name, 27, &format!("{meaning}; {counted}"), out)?;
    }
    Ok(())
}

fn tables(out: &mut impl Write) -> std::io::Result<()> {
    let screen = Screen::of_stdout();
    writeln!(out, "Tables, and what they hold:")?;
    for (file, definition) in table_files() {
        screen.entry(file, 4, definition, out)?;
    }
    writeln!(out, "Quantities in them, which are compared between variants:")?;
    for quantity in quantities() {
        screen.entry(quantity.name, 27, quantity.meaning, out)?;
    }
    Ok(())
}

fn experiments(games: GameList, out: &mut impl Write) -> Result<(), Failure> {
    let all = questions(games);
    if all.is_empty() {
        writeln!(out, "Experiments: none")?;
        return Ok(());
    }
    let screen = Screen::of_stdout();
    writeln!(out, "Experiments, each for `{} run NAME`:", super::program::name())?;
    for (name, question) in all {
        let meaning = question.unwrap_or_else(|error| format!("cannot be used: {error}"));
        screen.entry(&name, 4, &meaning, out)?;
    }
    Ok(())
}
