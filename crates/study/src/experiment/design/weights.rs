//! Weights of a strategy that are tuned by play: `[strategy]`.

use std::ops::RangeInclusive;

use super::others::check_tables;
use crate::experiment::given::Given;
use crate::experiment::question::AskedStrategy;
use fairdeal_core::input::{InputError, Problem, Problems, Section, Unknown};
use fairdeal_core::strategy::{Entrant, StrategyFile};

/// How many blocks a search for weights may play, over all candidates.
const BLOCKS: RangeInclusive<u64> = 1_000..=1 << 40;

/// The share of the blocks on which each, the tuned strategy and the one that it was before, is
/// played again on fresh shuffles.
const CONFIRMATION: f64 = 0.1;

/// Smaller weights are varied as if they had this size.
const SMALLEST_SIZE: f64 = 0.1;

/// The name of the tuned strategy, and of its file.
const TUNED: &str = "tuned";

/// A search for the weights with which a strategy wins most often.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightSearch {
    /// The strategy as it was before.
    pub(super) base: StrategyFile,
    pub(super) weights: Vec<Weight>,
    /// By table, the players among whom it sits in the place of one player.
    pub(super) others: Vec<Vec<Entrant>>,
    /// How many blocks are played, over all candidates.
    pub blocks: u64,
    /// The strategy that it found, once that is confirmed.
    pub(super) found: Option<StrategyFile>,
    /// Whether it was stopped: then it has nothing to confirm.
    pub(super) is_stopped: bool,
}

/// A weight that is searched.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Weight {
    key: &'static str,
    /// Its value at the beginning, and the size of a large change.
    start: f64,
    scale: f64,
    range: [f64; 2],
}

impl WeightSearch {
    /// Reads the section of a search for weights; `None` if the missing part is reported already.
    ///
    /// # Errors
    /// When the section has errors, or lacks something.
    pub(super) fn read(
        section: &Section<'_>,
        given: &Given,
        override_blocks: Option<u64>,
    ) -> Result<Option<Self>, InputError> {
        let mut problems = Problems::default();
        problems.take(section.check(AskedStrategy::KEYS));
        let base = problems.take(base(section, given));
        let others = problems.take(others(section, given));
        let blocks = problems.take(section.whole("blocks", BLOCKS)).flatten();
        let blocks = override_blocks.map(|blocks| blocks.max(*BLOCKS.start())).or(blocks);
        if blocks.is_none() && section.entry("blocks").is_none() {
            let allowed = "how many blocks are played over all candidates, 200_000 for a start";
            problems.note(section.error(Problem::missing("blocks", allowed)));
        }
        // One set of weights is searched, even if the initial ones differ at larger tables.
        let players = others.iter().flatten().map(|table| table.len() + 1).min().unwrap_or(0);
        let start = base.as_ref().map(|base| base.at_table(players));
        let weights = start.and_then(|start| problems.take(weights(section, &start)));
        problems.finish()?;
        let found = base.zip(weights).zip(others.zip(blocks));
        Ok(found.map(|((base, weights), (others, blocks))| Self {
            base,
            weights,
            others,
            blocks,
            found: None,
            is_stopped: false,
        }))
    }

    /// The name of the strategy as it was before.
    pub fn base(&self) -> &str {
        &self.base.name
    }

    /// The weights that are searched.
    pub fn weights(&self) -> impl Iterator<Item = &str> {
        self.weights.iter().map(|weight| weight.key)
    }

    /// The names of the tuned strategy and the one before, once it is found; and of the others,
    /// table by table.
    pub(super) fn seats(&self) -> Option<([String; 2], Vec<Vec<String>>)> {
        let names = |table: &Vec<Entrant>| table.iter().map(|one| one.name().to_owned()).collect();
        let strategies = [self.found.as_ref()?.name.clone(), self.base.name.clone()];
        Some((strategies, self.others.iter().map(names).collect()))
    }

    /// The number of blocks that each of both strategies plays in the confirmation.
    pub(super) fn confirmation_blocks(&self) -> u64 {
        ((self.blocks as f64 * CONFIRMATION) as u64).max(1)
    }

    /// A name for the tuned strategy that no other has.
    pub(super) fn name(&self) -> String {
        let all = self.others.iter().flatten().map(Entrant::name).chain([self.base.name.as_str()]);
        let taken: Vec<&str> = all.collect();
        let numbered = (2..).map(|number| format!("{TUNED} {number}"));
        let mut names = std::iter::once(TUNED.to_owned()).chain(numbered);
        names.find(|name| !taken.contains(&name.as_str())).unwrap_or_default()
    }

    /// The strategy at a point: weights are rounded to three digits, and kept in their range.
    pub(super) fn at(&self, point: &[f64], name: &str) -> Result<StrategyFile, InputError> {
        let weight = |(weight, offset): (&Weight, &f64)| {
            let [low, high] = weight.range;
            let value = three_digits(weight.start + offset * weight.scale);
            (weight.key, value.clamp(low, high))
        };
        let players = self.others.iter().map(|table| table.len() + 1).min().unwrap_or(0);
        self.base.at_table(players).with_weights(name, self.weights.iter().zip(point).map(weight))
    }
}

fn three_digits(number: f64) -> f64 {
    format!("{number:.2e}").parse().unwrap_or(number)
}

/// The strategy to begin with.
fn base(section: &Section<'_>, given: &Given) -> Result<StrategyFile, InputError> {
    let allowed = "the strategy to begin with, by name or path: \"heuristic\"";
    let (line, name) = section.required_text("base", allowed)?;
    let place = section.place_at(line);
    let entrant = given.entrant(name, &place)?;
    match (unfit(&entrant, given), entrant.file()) {
        (None, Some(file)) => Ok(file.clone()),
        (why, _) => {
            let found = format!("`{}`, which {}", entrant.name(), why.unwrap_or("is no file"));
            let allowed = "a strategy that decides by numeric weights, such as `heuristic`";
            Err(place.error(Problem::conflict(found, allowed)))
        }
    }
}

/// Why the weights of a strategy cannot be tuned, if so.
fn unfit(entrant: &Entrant, given: &Given) -> Option<&'static str> {
    match entrant.file() {
        None => Some("is a Rust type"),
        Some(file) if file.program.is_some() => Some("is a program"),
        Some(file) if file.searches(given.game.repertoire()) => Some("searches"),
        Some(file) if file.weights.is_some() => Some("learned"),
        Some(file) if file.numeric_weights().next().is_none() => Some("has no numeric weights"),
        Some(_) => None,
    }
}

/// The players among whom it plays, table by table.
fn others(section: &Section<'_>, given: &Given) -> Result<Vec<Vec<Entrant>>, InputError> {
    let allowed =
        "those among whom it plays, a list for each table: [[\"heuristic\"], [\"greedy\"]]";
    let asked = section.lists_of_texts("others", allowed)?;
    let Some(entry) = section.entry("others") else {
        return Err(section.error(Problem::missing("others", allowed)));
    };
    let place = section.place_at(entry.line);
    let game = given.game.description();
    if let Some(table) =
        asked.iter().find(|table| table.is_empty() || !game.is_for(table.len() + 1))
    {
        let found = format!("a table for {} with {} of the others", table.len() + 1, table.len());
        let allowed =
            format!("tables for {}, which is what {} is for", game.players_in_words(), game.title);
        return Err(place.error(Problem::conflict(found, allowed)));
    }
    if asked.is_empty() {
        return Err(section.refused(entry, allowed));
    }
    let mut problems = Problems::default();
    let mut tables = Vec::new();
    for table in asked {
        let entrant = |name: &&str| problems.take(given.entrant(name, &place));
        tables.push(table.iter().filter_map(entrant).collect());
    }
    problems.take(check_tables(&tables, &place));
    problems.finish().map(|()| tables)
}

/// The weights that are searched: those that are named with a range, or all; without
/// the fixed ones.
fn weights(section: &Section<'_>, start: &StrategyFile) -> Result<Vec<Weight>, InputError> {
    let mut problems = Problems::default();
    let known: Vec<_> = start.numeric_weights().collect();
    let keys = || known.iter().map(|(knob, ..)| knob.key);
    let unknown = |key: &str| Problem::Unknown(Unknown::new("weight", key, keys()));
    let ranges = section.open_section("weights")?;
    let mut found = Vec::new();
    for (knob, start, [low, high]) in &known {
        let usual = Weight {
            key: knob.key,
            start: *start,
            scale: start.abs().max(SMALLEST_SIZE),
            range: [*low, *high],
        };
        let Some(ranges) = &ranges else {
            found.push(usual);
            continue;
        };
        let range = ranges.section(knob.key, &["from", "to"]).and_then(|range| {
            let Some(range) = range else { return Ok(None) };
            let end = |key: &str| {
                let allowed = format!("the ends of its range: {{ from = {low}, to = {high} }}");
                let end = range.real(key, *low..=*high)?;
                end.ok_or_else(|| range.error(Problem::missing(key, allowed)))
            };
            let (from, to) = (end("from")?, end("to")?);
            if from >= to {
                let found = format!("a range from {from} to {to}");
                return Err(range.error(Problem::conflict(found, "`from` below `to`")));
            }
            let start = start.clamp(from, to);
            Ok(Some(Weight { start, scale: (to - from) / 2.0, range: [from, to], ..usual }))
        });
        found.extend(problems.take(range).flatten());
    }
    for entry in ranges.iter().flat_map(Section::entries) {
        if !keys().any(|key| key == entry.key) {
            problems.note(section.error_at(entry.line, unknown(&entry.key)));
        }
    }
    if section.entry("fixed").is_some() {
        let allowed = "a list of weights that stay as they are: [\"heart\"]";
        let fixed = problems.take(section.required_texts("fixed", allowed)).unwrap_or_default();
        for (line, key) in fixed {
            if !keys().any(|known| known == key) {
                problems.note(section.error_at(line, unknown(key)));
            }
            found.retain(|weight| weight.key != key);
        }
    }
    if found.is_empty() && problems.is_empty() {
        let allowed = format!("at least one of {}", keys().collect::<Vec<_>>().join(", "));
        problems.note(section.error(Problem::conflict("no weight to tune", allowed)));
    }
    problems.finish().map(|()| found)
}
