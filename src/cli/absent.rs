//! Commands and options that a user may expect but that do not exist: which ones to use instead,
//! and where to read about them.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue};

use super::prelude::*;
use fairdeal_core::game::Description;
use fairdeal_core::input::{KnobKind, Value};

/// Returns the error of wrong usage of the program. For a command or an option that a user may
/// expect, it names one to use instead.
pub(super) fn explained(
    games: GameList,
    mut usage: clap::Command,
    error: clap::Error,
    arguments: &[OsString],
) -> clap::Error {
    let invalid = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg];
    let Some(ContextValue::String(word)) = invalid.iter().find_map(|kind| error.get(*kind)) else {
        return error;
    };
    match instead(games, word, arguments) {
        Some(told) => usage.error(error.kind(), told),
        None => error,
    }
}

/// Returns the advice for a command or an option that does not exist: which one to use instead.
fn instead(games: GameList, word: &str, arguments: &[OsString]) -> Option<String> {
    // The examples are about the named game.
    let is_named = |game: &&'static dyn AnyGame| {
        arguments.iter().any(|argument| argument.to_str() == Some(game.description().name))
    };
    let any = games.iter().find(is_named).or(games.iter().next())?;
    let game = any.description();
    let (program, name) = (program::name(), game.name);
    let absent = |there: String| Some(format!("there is no command `{word}`: {there}"));
    match word {
        "sweep" | "search" | "optimize" | "optimise" => {
            let ready = ready(any.repertoire()).map_or_else(String::new, |ready| {
                format!("a sweep that is ready:  {program} run {ready}\n  ")
            });
            absent(format!(
                "sweeps search the rules\n  \
                 to meet goals:          {program} tune {name}\n  \
                 a file to start from:   {program} new {name}\n  \
                 add to it, for example:\n    \
                 [sweep]\n    {}\n  \
                 {ready}\
                 to read:                docs/experiments.md",
                example(game)
            ))
        }
        "compare" => absent(format!(
            "experiments compare rules\n  \
             a set of rules is:    a [[variant]] in the file of an experiment\n  \
             a file to start from: {program} new {name}\n  \
             to read:              docs/experiments.md"
        )),
        "--round-robin" => Some(format!(
            "there is no option `{word}`: a ladder plays all against all\n  \
             with ratings: {program} ladder {name} --strategies A,B,C\n  \
             to read:      docs/experiments.md"
        )),
        _ => None,
    }
}

/// A line of a sweep over a knob of the game.
fn example(game: &Description) -> String {
    let values = |kind, default| match (kind, default) {
        (KnobKind::Integer(low, high), Value::Integer(now)) => {
            let from = (now - 1).clamp(low, (high - 2).max(low));
            Some(
                (from..=(from + 2).min(high))
                    .map(|value| value.to_string())
                    .collect::<Vec<_>>()
                    .join(", "),
            )
        }
        _ => None,
    };
    let line = game.knobs.iter().find_map(|knob| {
        Some(format!("rules.{} = [{}]", knob.key, values(knob.kind, knob.default)?))
    });
    line.unwrap_or_else(|| "rules.KNOB = [true, false]".to_owned())
}

/// A shipped experiment about a game that has a sweep.
fn ready(game: &Repertoire) -> Option<&'static str> {
    game.experiments.iter().find(|(_, text)| text.contains("\n[sweep]")).map(|(name, _)| *name)
}
