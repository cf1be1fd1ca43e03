//! The file of an experiment.

use std::collections::BTreeSet;
use std::path::Path;

use super::rules::{finish, read};
use super::{Plan, Variant, lineup_name};
use crate::input::DocumentValue as Value;
use crate::input::{Document, InputError, Place, Problem, Section, Settings, Unknown};
use crate::metrics::Analysis;
use crate::stats::Confidence;
use crate::strategy::{Playable, StrategyFile};

/// What the options of the command set over the file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// The seed.
    pub seed: Option<u64>,
    /// The number of blocks.
    pub blocks: Option<u64>,
}

/// The largest number of blocks: far above any use, far below what the accumulators hold.
const MOST_BLOCKS: i64 = 1 << 40;

const TOP: [&str; 8] = ["question", "game", "seed", "blocks", "baseline", "variant", "lineup", "analysis"];

/// The name of the game that an experiment is about, with its line.
///
/// # Errors
/// When the file has an unknown key, or names no game.
pub fn game_of(document: &Document) -> Result<(usize, &str), InputError> {
    // The section borrows the document, but not for its texts' sake: they live as long as the document.
    document.section(&TOP)?.required_text("game", "the name of a game, as `fairdeal list games` shows them")
}

/// Makes the plan of an experiment about game `G`.
///
/// # Errors
/// When anything in the file is at fault: the first problem is named with its place.
pub fn parse<G: Playable>(document: &Document, overrides: Overrides) -> Result<Plan<G>, InputError> {
    let top = document.section(&TOP)?;
    let question = top.text("question")?.map_or_else(String::new, |(_, text)| text.to_owned());
    let seed = overrides.seed.or(top.integer("seed", 0..=i64::MAX)?.map(i64::cast_unsigned)).unwrap_or(0);
    let blocks = match (overrides.blocks, top.integer("blocks", 1..=MOST_BLOCKS)?) {
        (Some(blocks), _) => blocks,
        (None, Some(blocks)) => blocks.cast_unsigned(),
        (None, None) => {
            let allowed = "a number of blocks (shuffles), 10_000 for a start".to_owned();
            return Err(top.error(Problem::Missing { key: "blocks".into(), allowed }));
        }
    };
    let variants = variants::<G>(&top)?;
    let baseline = match top.text("baseline")? {
        None => 0,
        Some((line, name)) => variants.iter().position(|variant| variant.name == name).ok_or_else(|| {
            let unknown = Unknown::new("variant", name, variants.iter().map(|variant| variant.name.clone()));
            top.error_at(line, Problem::Unknown(unknown))
        })?,
    };
    let name = Path::new(document.source()).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mut plan = Plan {
        name,
        question,
        seed,
        blocks,
        baseline,
        variants,
        lineups: Vec::new(),
        strategies: Vec::new(),
        analysis: analysis(&top)?,
        cells: Vec::new(),
    };
    lineups(&top, &mut plan)?;
    plan.make_cells()?;
    Ok(plan)
}

fn variants<G: Playable>(top: &Section<'_>) -> Result<Vec<Variant>, InputError> {
    let sections = top.sections("variant", &["name", "preset", "rules"])?;
    if sections.is_empty() {
        let settings = finish::<G>(Settings::defaults(G::DESCRIPTION.knobs));
        return Ok(vec![Variant { name: "designer".to_owned(), settings }]);
    }
    let mut names = BTreeSet::new();
    sections
        .iter()
        .map(|section| {
            let (line, name) = section.required_text("name", "a name for the tables, in quotes")?;
            if name.trim().is_empty() || name.chars().any(char::is_control) {
                let allowed = "a name with letters or digits, on one line".to_owned();
                let found = format!("{name:?}");
                return Err(section.error_at(line, Problem::Value { key: "name".into(), found, allowed }));
            }
            if !names.insert(name) {
                return Err(section.error_at(line, Problem::Twice { what: "variant", name: name.to_owned() }));
            }
            let mut settings = Settings::defaults(G::DESCRIPTION.knobs);
            read(section, &G::DESCRIPTION, &mut settings)?;
            Ok(Variant { name: name.to_owned(), settings: finish::<G>(settings) })
        })
        .collect()
}

fn lineups<G: Playable>(top: &Section<'_>, plan: &mut Plan<G>) -> Result<(), InputError> {
    let allowed = "a list of strategies, one a seat: [\"greedy\", \"random\"]";
    let sections = top.sections("lineup", &["strategies"])?;
    if sections.is_empty() {
        return Err(top.error(Problem::Missing { key: "[[lineup]]".into(), allowed: "strategies = ".to_owned() + allowed }));
    }
    for section in sections {
        let names = section.required_texts("strategies", allowed)?;
        let place = section.place_at(names.first().map_or(1, |(line, _)| *line));
        check_players::<G>(names.len(), &section.entry("strategies").map_or(place.clone(), |entry| section.place_at(entry.line)))?;
        let strategies =
            names.iter().map(|(line, name)| StrategyFile::find::<G>(name, &section.place_at(*line))).collect::<Result<Vec<_>, _>>()?;
        let name = lineup_name(&strategies);
        if plan.lineups.iter().any(|lineup| lineup.name == name) {
            return Err(InputError::new(place, Problem::Twice { what: "line-up", name }));
        }
        plan.add_lineup(&strategies, &place)?;
    }
    Ok(())
}

/// Is the game for this number of players?
pub(super) fn check_players<G: Playable>(players: usize, place: &Place) -> Result<(), InputError> {
    let game = &G::DESCRIPTION;
    if (game.fewest_players..=game.most_players).contains(&players) {
        return Ok(());
    }
    let allowed = format!("{} strategies, one for each player of {}", game.players_in_words(), game.title);
    let found = format!("a list of {players}");
    Err(InputError::new(place.clone(), Problem::Value { key: "strategies".into(), found, allowed }))
}

fn analysis(top: &Section<'_>) -> Result<Analysis, InputError> {
    let mut analysis = Analysis { confidence: Confidence::default(), win_rate_tolerance: 0.0, length_tolerance: 0.0 };
    let Some(section) = top.section("analysis", &["confidence", "tolerance"])? else { return Ok(analysis) };
    if let Some(entry) = section.entry("confidence") {
        let level = match entry.value {
            Value::Real(level) => Confidence::new(level).ok(),
            _ => None,
        };
        analysis.confidence = level.ok_or_else(|| section.refused(entry, "a number above 0.5 and below 1; 0.95 is usual"))?;
    }
    if let Some(tolerance) = section.section("tolerance", &["win_rate", "length"])? {
        analysis.win_rate_tolerance = tolerance.real("win_rate", 0.0..=1.0)?.unwrap_or(0.0);
        analysis.length_tolerance = tolerance.real("length", 0.0..=1.0)?.unwrap_or(0.0);
    }
    Ok(analysis)
}
