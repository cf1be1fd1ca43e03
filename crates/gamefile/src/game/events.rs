//! The events of a game in a file: its tallies.

use fairdeal_core::game::{CountedEvent, EventCounter, EventCounts, Per};

use super::{FileGame, Rules, State};
use crate::program::{NameId, Program, Tally, TallyOf};

/// Reads the tallies of a game that is over.
#[derive(Debug)]
pub(super) struct Tallies;

impl EventCounter<FileGame> for Tallies {
    fn has_steps(&self) -> bool {
        false
    }

    fn over(&self, rules: &Rules, state: &State, counts: &mut EventCounts) {
        let (code, machine) = (&rules.code, state.machine());
        for place in 0..code.program.tallies.len() {
            let count = machine.slots[usize::from(code.tallies) + place];
            // A number below 0 is a mistake, but in games that are cut, which count for nothing here.
            counts.add(place, u64::try_from(count).unwrap_or(0));
        }
    }
}

/// Returns the error in the counts of a game that is over, if there is one: a number below 0, or a
/// part that is larger than its whole.
pub(super) fn wrong(rules: &Rules, state: &State) -> Option<String> {
    let (code, machine) = (&rules.code, state.machine());
    let count = |place: usize| machine.slots[usize::from(code.tallies) + place];
    let tallies = &code.program.tallies;
    let wrong = |(place, tally): (usize, &Tally)| {
        let count_of = |of: TallyOf| {
            let other = tallies.iter().position(|other| other.name == of.name)?;
            (!of.is_mean && count(other) < count(place)).then(|| count(other))
        };
        let (count, name) = (count(place), code.name(tally.name.0.into()));
        let problem = match tally.of {
            _ if count < 0 => format!("is {count}, and must not be below 0"),
            Some(of) => {
                let (whole, of) = (count_of(of)?, code.name(of.name.0.into()));
                format!("is {count}, more than the {whole} of \"{of}\" of which it is a part")
            }
            None => return None,
        };
        let (line, _) = code.program.line_and_column(tally.span);
        Some(format!("{}:{line}: the tally of \"{name}\" {problem}", code.program.file))
    };
    tallies.iter().enumerate().find_map(wrong)
}

/// Returns the events of a program.
pub(super) fn of_program(program: &Program) -> Vec<CountedEvent> {
    let text = |name: NameId| program.names[name.0 as usize].as_str();
    let event = |tally: &Tally| {
        let base = tally.of.and_then(|of| {
            let place = program.tallies.iter().position(|other| other.name == of.name)?;
            Some(if of.is_mean { Per::MeanOf(place) } else { Per::ShareOf(place) })
        });
        let meaning = match tally.of {
            Some(of) => format!("`tally` of \"{}\" in the file", text(of.name)),
            None => "`tally` in the file".to_owned(),
        };
        CountedEvent {
            name: text(tally.name).to_owned().leak(),
            meaning: meaning.leak(),
            per: base.unwrap_or(Per::Game),
            by_name: false,
        }
    };
    program.tallies.iter().map(event).collect()
}
