//! `fairdeal list`.

use clap::ValueEnum;

use super::prelude::*;
use fairdeal_core::game::{CountedAmong, Description};
use fairdeal_core::input::Unknown;
use fairdeal_core::metrics::quantities;
use fairdeal_core::rows::{Cells, Column};
use fairdeal_core::strategy::Restriction;
use fairdeal_study::experiment::questions;
use fairdeal_study::results::{table_descriptions, table_files};

#[derive(Args, Debug)]
pub(super) struct ListArguments {
    /// What to show; without it, everything but events
    pub(super) what: Option<Listed>,
    /// Strategies, events or actions of this game alone: its name, or a game file. Or with
    /// `tables`, the columns of this table
    #[arg(value_name = "GAME_OR_TABLE")]
    pub(super) of: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Listed {
    /// The games with their presets
    Games,
    /// The strategies of each game
    Strategies,
    /// The events that each game counts
    Events,
    /// The actions of each game that a strategy can be forbidden to take
    Actions,
    /// The tables and the meaning of their numbers
    Tables,
    /// The experiments that are ready, and those in the folder experiments/
    Experiments,
}

/// Lists games, strategies, events, tables or experiments, or the columns of a table.
pub(super) fn list(
    all: GameList,
    arguments: &ListArguments,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    if let (Some(Listed::Tables), Some(table)) = (arguments.what, &arguments.of) {
        columns(table, out)?;
        return Ok(Outcome::Done);
    }
    let wanted = |what| arguments.what.is_none_or(|only| only == what);
    if wanted(Listed::Games) {
        games(all, out)?;
    }
    let only = arguments.of.as_deref().map(|name| game_named(all, name)).transpose()?;
    let of: Vec<&'static dyn AnyGame> =
        only.map_or_else(|| all.iter().collect(), |game| vec![game]);
    if wanted(Listed::Strategies) {
        for game in &of {
            strategies(game.repertoire(), out)?;
        }
    }
    if arguments.what == Some(Listed::Events) {
        for game in of.iter().map(|game| game.description()) {
            if only.is_some() || !game.events.is_empty() {
                events(game, out)?;
            }
        }
    }
    if arguments.what == Some(Listed::Actions) {
        for game in of.iter().map(|game| game.description()) {
            actions(game, out)?;
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
                let (never, blind) = (file.restriction.never(), file.restriction.blind());
                let parts = [("never", never.join(", ")), ("blind to", blind.join(", "))];
                let parts = parts.iter().filter(|(_, names)| !names.is_empty());
                let parts: Vec<String> =
                    parts.map(|(key, names)| format!("{key}: {names}")).collect();
                format!("{} ({})", file.summary, parts.join("; "))
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
    for event in game.counted_events() {
        let (meaning, base) =
            (event.meaning, event.per.base().and_then(|base| game.events.get(base)));
        let base = base.map_or("", |base| base.name);
        let counted = match event.per.among() {
            CountedAmong::Games => "the number in a game",
            CountedAmong::Whole => &format!("the share of \"{base}\""),
            CountedAmong::Others => &format!("the mean over \"{base}\""),
        };
        let named = if event.by_name { "; only if it is named" } else { "" };
        screen.entry(event.name, 27, &format!("{meaning}; {counted}{named}"), out)?;
    }
    Ok(())
}

/// Lists the actions that a strategy file can forbid.
pub(super) fn actions(game: &Description, out: &mut impl Write) -> std::io::Result<()> {
    let screen = Screen::of_stdout();
    writeln!(out, "Actions of {}, for `never` in strategy files:", game.name)?;
    let meaning = |name: &str| game.conditions.iter().find(|condition| condition.name == name);
    for name in Restriction::names(game) {
        match meaning(name) {
            Some(condition) if condition.has_cards => {
                screen.entry(&format!("{name} [CARD]"), 19, condition.meaning, out)?;
            }
            Some(condition) => screen.entry(name, 19, condition.meaning, out)?,
            None => screen.entry(name, 19, "all actions of this kind", out)?,
        }
    }
    if !game.named_cards.is_empty() {
        let cards: Vec<&str> = game.named_cards.iter().map(|cards| cards.name).collect();
        screen.entry("CARD is one of", 19, &cards.join(", "), out)?;
    }
    if !game.sights.is_empty() {
        writeln!(out, "  and for `blind`:")?;
    }
    for sight in game.sights {
        screen.entry(sight.name, 19, sight.meaning, out)?;
    }
    Ok(())
}

fn tables(out: &mut impl Write) -> std::io::Result<()> {
    let screen = Screen::of_stdout();
    writeln!(out, "Tables, and what they hold (`list tables lengths` tells the columns of one):")?;
    for (file, definition) in table_files() {
        screen.entry(file, 4, definition, out)?;
    }
    writeln!(out, "Quantities in them, which are compared between variants:")?;
    for quantity in quantities() {
        screen.entry(quantity.name, 27, quantity.meaning, out)?;
    }
    Ok(())
}

/// Lists the columns of a table.
fn columns(name: &str, out: &mut impl Write) -> Result<(), Failure> {
    let stem = |file: &'static str| file.strip_suffix(".csv").unwrap_or(file);
    let name = name.strip_suffix(".csv").unwrap_or(name);
    let tables = table_descriptions();
    let Some(table) = tables.iter().find(|table| stem(table.file) == name) else {
        let names = tables.iter().map(|table| stem(table.file));
        let unknown = Unknown::new("table", name, names).listed_in("`list tables`");
        return Err(Location::whole("the command").error(Problem::Unknown(unknown)).into());
    };
    let screen = Screen::of_stdout();
    screen.text(&format!("{}: {}", table.file, table.meaning), 0, out)?;
    writeln!(out, "Its columns:")?;
    for column in &table.columns {
        screen.entry(&column.name, 27, &format!("{} ({})", column.meaning, cells(column)), out)?;
    }
    Ok(())
}

/// Describes the cells of a column.
fn cells(column: &Column) -> String {
    let kind = match &column.cells {
        Cells::Text => "text",
        Cells::WholeNumber => "a whole number",
        Cells::Number => "a number",
        Cells::Flag => "true or false",
        Cells::Words(words) => &words.join(", "),
    };
    if column.optional { format!("{kind}, or empty") } else { kind.to_owned() }
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
