//! An experiment that is being played.

use std::sync::atomic::AtomicBool;

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::Document;
use fairdeal_core::metrics::Counts;
use fairdeal_study::experiment::{Overrides, Plan, Step, parse};
use fairdeal_study::findings::Ending;
use fairdeal_study::report::{ShownExperiment, page};
use fairdeal_study::results::{Results, packed_counts, unpacked_counts};
use fairdeal_study::session::{Control, Session};
use fairdeal_study::words::{all_panels, answer};
use serde_json::Value;

use crate::catalogue::of_input;
use crate::event::{Event, PanelShown};
use crate::programs::{ListPrograms, Programs};

/// An experiment, and what was counted of it.
#[derive(Debug)]
pub(crate) struct Measured {
    plan: Plan,
    counts: Counts,
    /// Whether programs play.
    programs: bool,
}

impl Measured {
    /// Plans an experiment about a game. `list`: lists the programs that may play it.
    pub(crate) fn new(
        game: &'static dyn AnyGame,
        name: &str,
        experiment: &str,
        list: ListPrograms,
    ) -> Result<Self, Event> {
        // The game is given, so the file need not name it.
        let document = Document::parse(format!("{name}.toml"), experiment);
        let document = document.map_err(|error| of_input(&error))?;
        let programs = Programs::new(list, game.repertoire());
        check_texts(&programs, &document.to_json())?;
        let plan =
            parse(game, &document, Overrides::default()).map_err(|error| of_input(&error))?;
        let programs = programs.check(plan.entrants())?;
        if plan.next_stage(&[]).map_err(|error| of_input(&error))?.is_some() {
            let why = "Experiments that go on from what they found, such as searches, are played by the \
                       program on your computer only.";
            return Err(Event::refused(why));
        }
        let counts = Counts::new(plan.layout());
        Ok(Self { plan, counts, programs })
    }

    /// The block up to which is played next.
    fn next(&self) -> Option<u64> {
        match self.plan.step(&self.counts) {
            Step::Until(end) => Some(end),
            Step::Done(_) => None,
        }
    }

    pub(crate) fn planned(&self) -> Event {
        Event::Planned {
            blocks: self.plan.max_blocks(),
            games_per_block: self.plan.games_per_block(),
            next: self.next(),
        }
    }

    /// Plays some blocks. The counts are returned, and not added.
    pub(crate) fn played(&self, from: u64, to: u64, stop: &AtomicBool) -> Result<Event, Event> {
        let session = Session::default().threads(1).control(Control { stop, progress: &() });
        let session = session.allow_programs(self.programs);
        let counts = session.play_chunks(&self.plan, from..to.max(from));
        let counts = counts.map_err(Event::refused)?;
        let played = counts.iter().map(Counts::blocks).sum::<u64>();
        let counts = counts.iter().map(packed_counts).collect::<Result<_, _>>();
        Ok(Event::Counts { from, to: from + played, counts: counts.map_err(Event::refused)? })
    }

    /// Adds counts of the blocks that follow those that were added before.
    pub(crate) fn add(&mut self, packed: &[String]) -> Result<Event, Event> {
        for packed in packed {
            let counts = unpacked_counts(packed).filter(|counts: &Counts| self.follows(counts));
            let refused =
                || Event::refused("These counts do not follow those that were added before.");
            self.counts.merge(&counts.ok_or_else(refused)?).map_err(Event::refused)?;
        }
        Ok(Event::Added { blocks: self.counts.blocks(), next: self.next() })
    }

    /// Whether counts are of the blocks after those that are counted, and of the same experiment.
    fn follows(&self, counts: &Counts) -> bool {
        let first = counts.ranges().first().map(|range| range.start);
        first.is_none_or(|first| first == self.counts.blocks())
    }

    fn results(&self, ended: bool) -> Result<Results, Event> {
        let ending = match self.plan.step(&self.counts) {
            Step::Done(ending) if ended => ending,
            _ => Ending::Interrupted,
        };
        Results::new(&self.plan, &self.counts, ending).map_err(Event::refused)
    }

    /// Judges the counts. `ended`: whether the experiment has ended, if it can.
    pub(crate) fn judged(&self, ended: bool) -> Result<Event, Event> {
        let results = self.results(ended)?;
        let answer = answer(&results, None);
        let text = |file: &[u8]| String::from_utf8_lossy(file).into_owned();
        let tables = results.tables.csv_files().map_err(Event::refused)?;
        let tables = tables.iter().map(|file| (file.name.to_owned(), text(&file.content)));
        let blocks = self.counts.blocks();
        Ok(Event::Results {
            blocks,
            games: blocks.saturating_mul(self.plan.games_per_block()),
            anytime: self.plan.stop().is_some(),
            question: answer.question.clone(),
            answer: answer.facts().map(|point| (point.about.clone(), point.text.clone())).collect(),
            panels: all_panels(&results, None).iter().map(PanelShown::from).collect(),
            tables: tables.collect(),
        })
    }

    /// The page of the results.
    pub(crate) fn page(&self) -> Result<Event, Event> {
        let (game, name) = (self.plan.game().description(), self.plan.name());
        let shown = ShownExperiment::untold(game, name, self.results(true)?);
        Ok(Event::Page { html: page(&[shown]).map_err(Event::refused)? })
    }
}

/// Refuses an experiment that names a file, unless it is one of these programs.
fn check_texts(programs: &Programs, part: &Value) -> Result<(), Event> {
    match part {
        Value::String(text) => programs.check_name(text),
        Value::Array(parts) => parts.iter().try_for_each(|part| check_texts(programs, part)),
        Value::Object(parts) => {
            // These are words for people, and a game that is given already.
            let names =
                parts.iter().filter(|(key, _)| !["question", "game"].contains(&key.as_str()));
            names.map(|(_, part)| part).try_for_each(|part| check_texts(programs, part))
        }
        _ => Ok(()),
    }
}
