//! `events`: which of its events a game counts.

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::DocumentValue as Value;
use fairdeal_core::input::{InputError, Problem, Problems, Section, Unknown};
use fairdeal_core::metrics::AskedEvents;

/// Reads the events that are counted: those that the file names, those of goals and of `ask`, and
/// by default all that a game file tallies.
pub(super) fn read(game: &dyn AnyGame, top: &Section<'_>) -> Result<AskedEvents, InputError> {
    let description = game.description();
    let events = description.events;
    let known = || description.counted_events().map(|event| event.name);
    let goals = top.open_section("goal").ok().flatten();
    let has_goal = |name: &str| goals.as_ref().is_some_and(|goals| goals.entry(name).is_some());
    let is_first = |name: &str| {
        top.entry("ask").and_then(|entry| entry.value.text()).is_some_and(|ask| ask == name)
    };
    let wanted: Vec<&str> = known().filter(|name| has_goal(name) || is_first(name)).collect();
    let some = |names: &[&str]| {
        AskedEvents::new(events, |event| names.contains(&event.name)).named(wanted.clone())
    };
    let all: Vec<&str> = description
        .counted_events()
        .filter(|event| !event.by_name)
        .map(|event| event.name)
        .collect();
    let Some(entry) = top.entry("events") else {
        return Ok(some(if game.source().is_some() { &all } else { &wanted }));
    };
    let allowed = "true for all events of the game, false for none, or a list of their names";
    match &entry.value {
        Value::Flag(false) => Ok(some(&wanted)),
        Value::Flag(true) | Value::List(_) if events.is_empty() => {
            let found = format!("events in {}, which counts none", description.title);
            let allowed = "only in games that count some: `fairdeal list events` names them";
            Err(top.error_at(entry.line, Problem::conflict(found, allowed)))
        }
        Value::Flag(true) => Ok(some(&all)),
        Value::List(_) => {
            let mut problems = Problems::default();
            let mut names = Vec::new();
            for (line, name) in top.required_texts("events", allowed)? {
                match known().find(|known| *known == name) {
                    None => {
                        let unknown = Unknown::new("event", name, known());
                        problems.note(top.error_at(line, Problem::Unknown(unknown)));
                    }
                    Some(_) if names.contains(&name) => {
                        problems.note(top.error_at(line, Problem::duplicate("event", name)));
                    }
                    Some(name) => names.push(name),
                }
            }
            problems.finish()?;
            let counted = [&names[..], &wanted].concat();
            Ok(some(&counted).named(counted))
        }
        _ => Err(top.refused(entry, allowed)),
    }
}
