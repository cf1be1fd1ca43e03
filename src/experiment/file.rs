//! The file of an experiment.

use std::collections::BTreeSet;
use std::path::Path;

use super::asked::MOST_BLOCKS;
use super::rules::read;
use super::sweep::Grid;
use super::{Asked, Experiment, Plan, Variant, sensitivity, stop};
use crate::findings::Analysis;
use crate::input::DocumentValue as Value;
use crate::input::{Document, InputError, Location, Problem, Section, Settings};
use crate::stats::Confidence;
use crate::strategy::Playable;

/// What the options of the command set over the file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// The seed.
    pub seed: Option<u64>,
    /// The number of blocks.
    pub blocks: Option<u64>,
}

const TOP: [&str; 11] = ["question", "game", "seed", "blocks", "baseline", "variant", "sweep", "sensitivity", "lineup", "analysis", "stop"];

/// The name of the game that an experiment is about, with its line.
///
/// # Errors
/// When the file has an unknown key, or names no game.
pub fn game_of(document: &Document) -> Result<(usize, &str), InputError> {
    // The section borrows the document, but not for its texts' sake: they live as long as the document.
    document.section(&TOP)?.required_text("game", "the name of a game, as `fairdeal list games` shows them")
}

/// The name of an experiment: that of its file, without the ending.
pub fn name_of(document: &Document) -> String {
    Path::new(document.source()).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Makes the plan of an experiment about game `G`.
///
/// # Errors
/// When anything in the file is at fault: the first problem is named with its place.
pub fn parse<G: Playable>(document: &Document, overrides: Overrides) -> Result<Plan<G>, InputError> {
    let top = document.section(&TOP)?;
    let question = top.text("question")?.map_or_else(String::new, |(_, text)| text.to_owned());
    let seed = overrides.seed.or(top.integer("seed", 0..=i64::MAX)?.map(i64::cast_unsigned)).unwrap_or(0);
    let given = top.integer("blocks", 1..=MOST_BLOCKS.cast_signed())?;
    let stop = stop::read(&top, given, MOST_BLOCKS.cast_signed())?;
    let blocks = match (overrides.blocks, stop, given) {
        (Some(blocks), ..) => Some(blocks),
        (None, Some((_, max_blocks)), _) => max_blocks,
        (None, None, Some(blocks)) => Some(blocks.cast_unsigned()),
        (None, None, None) => {
            let allowed = "a number of blocks (shuffles), 10_000 for a start; or a reason to stop, see [stop]".to_owned();
            return Err(top.error(Problem::Missing { key: "blocks".into(), allowed }));
        }
    };
    let knobs = G::DESCRIPTION.knobs;
    let mut experiment = Experiment::<G>::new(&name_of(document))
        .question(&question)
        .seed(seed)
        .analysis(analysis(&top)?)
        .variants(named_variants::<G>(&top)?)
        .grids(Grid::read(&top, knobs)?, sensitivity::Asked::read(&top, knobs)?);
    if let Some(blocks) = blocks {
        let place = top.entry("blocks").map_or_else(|| top.place(), |entry| top.place_at(entry.line));
        experiment = experiment.blocks_at(place, blocks);
    }
    if let Some((line, name)) = top.text("baseline")? {
        experiment = experiment.baseline_at(top.place_at(line), name);
    }
    if let Some((stop, _)) = stop {
        let place = top.entry("stop").map_or_else(|| top.place(), |entry| top.place_at(entry.line));
        experiment = experiment.stop_at(place, stop);
    }
    lineups(&top, experiment)?.plan()
}

/// The variants that the file names.
fn named_variants<G: Playable>(top: &Section<'_>) -> Result<Vec<Variant>, InputError> {
    let sections = top.sections("variant", &["name", "preset", "rules"])?;
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
                return Err(section.error_at(line, Problem::Duplicate { what: "variant", name: name.to_owned() }));
            }
            let mut settings = Settings::defaults(G::DESCRIPTION.knobs);
            read(section, &G::DESCRIPTION, &mut settings)?;
            Ok(Variant { name: name.to_owned(), settings, point: Vec::new() })
        })
        .collect()
}

fn lineups<G: Playable>(top: &Section<'_>, mut experiment: Experiment<G>) -> Result<Experiment<G>, InputError> {
    let allowed = "a list of strategies, one a seat: [\"greedy\", \"random\"]";
    let sections = top.sections("lineup", &["strategies", "players"])?;
    if sections.is_empty() {
        return Err(top.error(Problem::Missing { key: "[[lineup]]".into(), allowed: "strategies = ".to_owned() + allowed }));
    }
    for section in sections {
        let names = section.required_texts("strategies", allowed)?;
        let line = section.entry("strategies").map_or(1, |entry| entry.line);
        let mut asked: Vec<(Location, Asked<G>)> =
            names.into_iter().map(|(line, name)| (section.place_at(line), Asked::from(name))).collect();
        if let Some(entry) = section.entry("players") {
            let (fewest, most) = (G::DESCRIPTION.fewest_players, G::DESCRIPTION.most_players);
            let players = section.integer("players", fewest as i64..=most as i64)?.map_or(asked.len(), |players| players as usize);
            if let [one] = &asked[..] {
                asked = vec![one.clone(); players];
            } else if asked.len() != players {
                let found = format!("{} strategies for {players} players", asked.len());
                let allowed = format!("{players} of them, one for each player, or 1 for all");
                return Err(section.error_at(entry.line, Problem::Conflict { found, allowed }));
            }
        }
        experiment = experiment.lineup_at(section.place_at(line), asked);
    }
    Ok(experiment)
}

fn analysis(top: &Section<'_>) -> Result<Analysis, InputError> {
    let mut analysis = Analysis::default();
    let Some(section) = top.section("analysis", &["confidence", "tolerance"])? else { return Ok(analysis) };
    if let Some(entry) = section.entry("confidence") {
        let level = match entry.value {
            Value::Real(level) => Confidence::new(level).ok(),
            _ => None,
        };
        analysis.confidence = level.ok_or_else(|| section.refused(entry, "a number above 0.5 and below 1; 0.95 is usual"))?;
    }
    if let Some(tolerance) = section.section("tolerance", &["win_rate", "length", "score", "share"])? {
        analysis.win_rate_tolerance = tolerance.real("win_rate", 0.0..=0.5)?.unwrap_or(0.0);
        analysis.length_tolerance = tolerance.real("length", 0.0..=1.0)?.unwrap_or(0.0);
        analysis.score_tolerance = tolerance.real("score", 0.0..=1e9)?.unwrap_or(0.0);
        analysis.share_tolerance = tolerance.real("share", 0.0..=1.0)?.unwrap_or(0.0);
    }
    Ok(analysis)
}
