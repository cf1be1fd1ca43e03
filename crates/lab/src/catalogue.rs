//! Games as a page shows them.

use std::path::Path;

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::{Description, GameSource};
use fairdeal_core::input::{InputError, Knob, KnobKind, Location, Preset, Problem, Unknown, Value};
use fairdeal_core::registry::{GAME_FILE, GameFiles as _, GameList};
use fairdeal_core::strategy::{StrategyFile, StrategyTexts};
use fairdeal_gamefile::files::Files;
use fairdeal_gamefile::front;
use fairdeal_study::experiment::PROGRAM;

use crate::event::{Event, KnobShown, Mistake, PresetShown, Shown};
use crate::programs::{ListPrograms, Programs};
use crate::request::GameText;

/// All games that are here. `games`: those that are compiled.
pub(crate) fn all(games: GameList) -> Event {
    let compiled = games.iter().map(|game| shown(game, None));
    let carried = Files.names().into_iter().filter_map(|name| {
        let source = Files.shipped(name)?;
        let text = source.files.first().map(|(_, text)| text.clone());
        let game = Files.make(&source, Path::new("")).ok()?;
        Some(Shown { name: name.to_owned(), ..shown(game, text) })
    });
    Event::Games { games: compiled.chain(carried).collect() }
}

/// A game file to start from.
pub(crate) fn starter(file: &str) -> Event {
    Event::Starter { text: Files.starter(file, PROGRAM) }
}

/// Checks a game. `list`: lists the programs that may play it.
pub(crate) fn opened(games: GameList, game: &GameText, list: ListPrograms) -> Event {
    match made(games, game) {
        Ok(made) => {
            let programs = Programs::new(list, made.repertoire());
            let mut shown = Shown { name: game.name.clone(), ..shown(made, None) };
            shown.strategies.retain(|name| !programs.has(made.repertoire(), name));
            Event::Game { game: Box::new(shown), programs: programs.paths() }
        }
        Err(mistakes) => mistakes,
    }
}

/// Makes a game: one of these that are compiled, or one of a text.
pub(crate) fn made(games: GameList, game: &GameText) -> Result<&'static dyn AnyGame, Event> {
    let Some(text) = &game.text else { return known(games, &game.name) };
    let name = file_name(&game.name);
    let mut table = |asked: &str| {
        let known = game.tables.get(asked).cloned();
        known.ok_or_else(|| "there is no such table".to_owned())
    };
    // A text with mistakes is not kept.
    if let Err(wrong) = front::compile(&name, text, &mut table) {
        return Err(of_file(&wrong));
    }
    let tables = game.tables.iter().map(|(name, text)| (name.clone(), text.clone()));
    let files = std::iter::once((name, text.clone())).chain(tables).collect();
    Files.make(&GameSource { files }, Path::new("")).map_err(|error| of_input(&error))
}

/// A game that the program has. No file is looked for.
fn known(games: GameList, name: &str) -> Result<&'static dyn AnyGame, Event> {
    if let Some(game) = games.iter().find(|game| game.description().name == name) {
        return Ok(game);
    }
    if let Some(source) = Files.shipped(name) {
        return Files.make(&source, Path::new("")).map_err(|error| of_input(&error));
    }
    let compiled = games.descriptions().map(|game| game.name);
    let unknown = Unknown::new("game", name, compiled.chain(Files.names()));
    Err(of_input(&Location::whole("game").error(Problem::Unknown(unknown))))
}

/// The name of a game file, whatever else it was called.
fn file_name(name: &str) -> String {
    if name.ends_with(GAME_FILE) { name.to_owned() } else { format!("{name}{GAME_FILE}") }
}

/// The mistakes in a game file.
fn of_file(wrong: &front::Diagnostics) -> Event {
    let mistake = |found: &front::Diagnostic| {
        let allowed = found.allowed.iter().map(|text| format!("\nallowed: {text}"));
        let instead = found.instead.iter().map(|text| format!("\ninstead: {text}"));
        let span = found.span.end.saturating_sub(found.span.start);
        Mistake {
            line: Some(found.line),
            column: Some(found.column),
            length: span as usize,
            message: found.found.clone() + &allowed.chain(instead).collect::<String>(),
        }
    };
    Event::Mistakes { mistakes: wrong.messages().iter().map(mistake).collect() }
}

/// The mistakes in an experiment or in options.
pub(crate) fn of_input(error: &InputError) -> Event {
    let mistake = |one: &InputError| Mistake {
        line: one.place().line,
        column: None,
        length: 0,
        message: one.alone(),
    };
    Event::Mistakes { mistakes: error.all().map(mistake).collect() }
}

fn shown(game: &dyn AnyGame, text: Option<String>) -> Shown {
    let Description { name, title, summary, plural, length_units, presets, .. } =
        game.description();
    Shown {
        name: (*name).to_owned(),
        title: (*title).to_owned(),
        summary: (*summary).to_owned(),
        text,
        fewest: game.description().fewest_players,
        most: game.description().most_players,
        usual: game.description().usual_players(),
        plural: (*plural).to_owned(),
        units: length_units.iter().map(|unit| (*unit).to_owned()).collect(),
        knobs: game.description().listed_knobs().map(knob).collect(),
        presets: presets.iter().map(preset).collect(),
        strategies: strategies(game),
    }
}

/// The strategies of a game, those of its ladder first, the weakest of them first.
fn strategies(game: &dyn AnyGame) -> Vec<String> {
    let mut names = StrategyTexts::default().ladder(game.repertoire());
    let others = StrategyFile::names(game.repertoire());
    names.extend(others.into_iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
    names
}

fn knob(knob: &Knob) -> KnobShown {
    let (kind, low, high, names) = match knob.kind {
        KnobKind::Integer(low, high) => ("whole", Some(low as f64), Some(high as f64), &[][..]),
        KnobKind::Real(low, high) => ("real", Some(low), Some(high), &[][..]),
        KnobKind::Flag => ("flag", None, None, &[][..]),
        KnobKind::Choice(names) | KnobKind::ChoiceOrTable(names, _) => {
            ("choice", None, None, names)
        }
    };
    KnobShown {
        key: knob.key.to_owned(),
        kind,
        value: text_of(&knob.default),
        low,
        high,
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        meaning: knob.meaning.to_owned(),
    }
}

fn preset(preset: &Preset) -> PresetShown {
    let value = |(key, value): &(&str, Value)| ((*key).to_owned(), text_of(value));
    PresetShown {
        name: preset.name.to_owned(),
        summary: preset.summary.to_owned(),
        values: preset.values.iter().map(value).collect(),
    }
}

/// A value as options have it.
fn text_of(value: &Value) -> String {
    value.to_toml().trim_matches('"').to_owned()
}
