//! Reads the parts of an experiment one by one, and reports each error with its place.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::design::ASKED_FOR;
use super::given::{Given, one_a_seat};
use super::question::{AskedAnalysis, AskedLineup, AskedTolerances, AskedVariant, Question};
use super::rules::read;
use crate::findings::Analysis;
use fairdeal_core::game::Description;
use fairdeal_core::input::DocumentValue as Value;
use fairdeal_core::input::{InputError, Location, Problem, Problems, Section, check_name};
use fairdeal_core::metrics::{Tolerance, Variant};
use fairdeal_stats::Confidence;

/// The seeds that there are, in files and as options.
pub const SEEDS: RangeInclusive<u64> = 0..=u64::MAX;

/// A key of earlier experiments, in which all strategies met: a ladder does the same.
const ROUND_ROBIN: &str = "round_robin";

/// Has the file only keys that an experiment has?
pub(super) fn check_top(top: &Section<'_>) -> Result<(), InputError> {
    if let Some(entry) = top.entry(ROUND_ROBIN) {
        let allowed = "a `[ladder]` of these `strategies`: every strategy plays every other, and all are rated";
        let problem = Problem::conflict(format!("`{ROUND_ROBIN}` is no longer there"), allowed);
        return Err(top.error_at(entry.line, problem));
    }
    top.check(Question::KEYS).map_err(|error| error.names_in("docs/experiments.md"))
}

/// The variants that the file names. Faulty ones are included, as far as they can be read.
pub(super) fn named_variants(
    top: &Section<'_>,
    given: &Given,
    problems: &mut Problems,
) -> Vec<Variant> {
    let sections = problems.take(top.open_sections("variant")).unwrap_or_default();
    let mut names = BTreeSet::new();
    let mut variant = |(index, section): (usize, &Section<'_>)| {
        problems.take(section.check(AskedVariant::KEYS));
        let name = problems.take(section.required_text("name", "a name for the tables, in quotes"));
        if let Some((line, name)) = name {
            if let Err(error) = check_name(name, section.place_at(line)) {
                problems.note(error.in_section(section.name()));
            } else if !names.insert(name.to_owned()) {
                problems.note(section.error_at(line, Problem::duplicate("variant", name)));
            }
        }
        let settings = given.settings.get(index).cloned().unwrap_or_else(|| {
            let mut settings = given.designer();
            problems.take(read(section, given.game.description(), &mut settings));
            settings
        });
        Variant::new(name.map_or("", |(_, name)| name), settings)
    };
    sections.iter().enumerate().map(&mut variant).collect()
}

/// The strategies of a line-up, each with the place where it is named.
pub(super) type AskedSeats = Vec<(Location, String)>;

/// The line-ups of the file. Faulty ones are left out.
pub(super) fn lineups(
    game: &Description,
    top: &Section<'_>,
    problems: &mut Problems,
) -> Vec<(Location, AskedSeats)> {
    let allowed = "a list of strategies, one a seat: [\"greedy\", \"random\"]";
    let sections = problems.take(top.open_sections("lineup"));
    let own = ASKED_FOR.iter().filter(|design| design.has_players).map(|design| design.section);
    let has_own = own.chain([ROUND_ROBIN]).any(|key| top.entry(key).is_some());
    if sections.as_ref().is_some_and(Vec::is_empty) && !has_own {
        problems.note(top.error(Problem::missing("[[lineup]]", format!("strategies = {allowed}"))));
    }
    let mut lineup = |section: &Section<'_>| {
        problems.take(section.check(AskedLineup::KEYS));
        let names = problems.take(section.required_texts("strategies", allowed));
        let (fewest, most) = (game.fewest_players, game.most_players);
        let players = problems.take(section.number("players", fewest..=most));
        let (names, players) = (names?, players?);
        let seat = |(line, name): (usize, &str)| (section.place_at(line), name.to_owned());
        let asked: AskedSeats = names.into_iter().map(seat).collect();
        let line_of = |key: &str| section.entry(key).map_or(0, |entry| entry.line);
        let asked = match players {
            Some(players) => one_a_seat(asked, players)
                .map_err(|problem| section.error_at(line_of("players"), problem)),
            None => Ok(asked),
        };
        Some((section.place_at(line_of("strategies")), problems.take(asked)?))
    };
    sections.iter().flatten().filter_map(&mut lineup).collect()
}

/// Reads a part that is `true` with all that is usual, `false` for nothing, or a table of its own.
pub(super) fn part<T: Default>(
    section: &Section<'_>,
    key: &str,
    keys: &[&'static str],
    read: impl FnOnce(&Section<'_>) -> Result<T, InputError>,
) -> Result<Option<T>, InputError> {
    match section.entry(key).map(|entry| (entry, &entry.value)) {
        None | Some((_, Value::Flag(false))) => Ok(None),
        Some((_, Value::Flag(true))) => Ok(Some(T::default())),
        Some((_, Value::Table(_))) => {
            section.section(key, keys)?.map(|section| read(&section)).transpose()
        }
        Some((entry, _)) => {
            Err(section.refused(entry, format!("true, false, or a table with {}", keys.join(", "))))
        }
    }
}

pub(super) fn analysis(top: &Section<'_>, problems: &mut Problems) -> Analysis {
    let mut analysis = Analysis::default();
    let Some(section) = problems.take(top.open_section("analysis")).flatten() else {
        return analysis;
    };
    problems.take(section.check(AskedAnalysis::KEYS));
    if let Some(entry) = section.entry("confidence") {
        let level = match entry.value {
            Value::Real(level) => Confidence::new(level).ok(),
            _ => None,
        };
        let level = level
            .ok_or_else(|| section.refused(entry, "a number above 0.5 and below 1; 0.95 is usual"));
        analysis.confidence = problems.take(level).unwrap_or_default();
    }
    if let Some(sizes) = problems.take(section.open_section("tolerance")).flatten() {
        problems.take(sizes.check(AskedTolerances::KEYS));
        for tolerance in Tolerance::ALL {
            let size = sizes.real(tolerance.key(), 0.0..=Tolerance::MOST);
            *analysis.tolerance_mut(tolerance) = problems.take(size).flatten();
        }
    }
    analysis
}
