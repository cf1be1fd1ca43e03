//! The file of an experiment.

use std::collections::BTreeSet;
use std::path::Path;

use super::rules::{read, resolve_defaults};
use super::sweep::Grid;
use super::{Plan, Variant, lineup_name, sensitivity, stop};
use crate::input::DocumentValue as Value;
use crate::input::{Document, InputError, Location, Problem, Section, Settings, Unknown};
use crate::metrics::{Analysis, Design, Goal};
use crate::stats::Confidence;
use crate::strategy::{Entrant, Playable, StrategyFile};

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

const TOP: [&str; 11] = ["question", "game", "seed", "blocks", "baseline", "variant", "sweep", "sensitivity", "lineup", "analysis", "stop"];

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
    let given = top.integer("blocks", 1..=MOST_BLOCKS)?;
    let stop = stop::read(&top, given, MOST_BLOCKS)?;
    let blocks = match (overrides.blocks, stop, given) {
        (Some(blocks), ..) => blocks,
        (None, Some((_, max_blocks)), _) => max_blocks,
        (None, None, Some(blocks)) => blocks.cast_unsigned(),
        (None, None, None) => {
            let allowed = "a number of blocks (shuffles), 10_000 for a start; or a reason to stop, see [stop]".to_owned();
            return Err(top.error(Problem::Missing { key: "blocks".into(), allowed }));
        }
    };
    let (variants, sensitivity) = variants::<G>(&top)?;
    if sensitivity.is_some() && !blocks.is_multiple_of(Design::GROUPS) {
        let found = format!("{blocks} blocks under [sensitivity]");
        let allowed = format!("a multiple of {}: as many groups of blocks tell how sure the answer is", Design::GROUPS);
        let place = top.entry("blocks").map_or_else(|| top.place(), |entry| top.place_at(entry.line));
        return Err(InputError::new(place, Problem::Conflict { found, allowed }));
    }
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
        stop: stop.map(|(stop, _)| stop),
        round_robin: false,
        ladder: None,
        sensitivity,
        baseline,
        variants,
        lineups: Vec::new(),
        strategies: Vec::new(),
        analysis: Analysis { looks: stop.map(|_| blocks), ..analysis(&top)? },
        cells: Vec::new(),
    };
    lineups(&top, &mut plan)?;
    check_sprt(&top, &plan)?;
    plan.make_cells()?;
    Ok(plan)
}

/// The variants of the experiment: those of the file, and for each the points of the sweep, if there is one; or the points of the box, with what each
/// is for.
fn variants<G: Playable>(top: &Section<'_>) -> Result<(Vec<Variant>, Option<Design>), InputError> {
    let named = named_variants::<G>(top)?;
    let knobs = G::DESCRIPTION.knobs;
    let defaults = Settings::defaults(knobs);
    let base = named.first().map_or(&defaults, |variant| &variant.settings);
    if let Some((points, design)) = sensitivity::read(top, knobs, base)? {
        if named.len() > 1 {
            let found = format!("{} variants under [sensitivity]", named.len());
            return Err(top.error(Problem::Conflict { found, allowed: "at most one, the rules that the knobs are turned of".into() }));
        }
        return Ok((finished::<G>(points), Some(design)));
    }
    let designer = Variant { name: "designer".to_owned(), settings: resolve_defaults::<G>(defaults.clone()), point: Vec::new() };
    let Some(grid) = Grid::read(top, knobs)? else {
        return Ok((if named.is_empty() { vec![designer] } else { named }, None));
    };
    let mut variants = Vec::new();
    if named.is_empty() {
        // The rules as they are come first: what the points are compared with.
        variants.push(designer);
        variants.extend(grid.variants(None, &defaults)?);
    }
    for variant in named {
        variants.extend(grid.variants(Some(&variant.name), &variant.settings)?);
    }
    Ok((finished::<G>(variants), None))
}

/// The variants with the defaults that depend on other knobs.
fn finished<G: Playable>(variants: Vec<Variant>) -> Vec<Variant> {
    variants.into_iter().map(|variant| Variant { settings: resolve_defaults::<G>(variant.settings), ..variant }).collect()
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
            Ok(Variant { name: name.to_owned(), settings: resolve_defaults::<G>(settings), point: Vec::new() })
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
        let found = names.iter().map(|(line, name)| StrategyFile::find::<G>(name, &section.place_at(*line)).map(Entrant::from));
        let strategies = found.collect::<Result<Vec<_>, _>>()?;
        let name = lineup_name(&strategies);
        if plan.lineups.iter().any(|lineup| lineup.name == name) {
            return Err(InputError::new(place, Problem::Duplicate { what: "line-up", name }));
        }
        plan.add_lineup(&strategies, &place)?;
    }
    Ok(())
}

/// A sequential test compares two strategies in one line-up, by one set of rules.
fn check_sprt<G: Playable>(top: &Section<'_>, plan: &Plan<G>) -> Result<(), InputError> {
    if !matches!(plan.stop.map(|stop| stop.goal), Some(Goal::Sprt(_))) {
        return Ok(());
    }
    let one_pair = plan.lineups.len() == 1 && plan.lineups[0].entries == [0, 1];
    if one_pair && plan.variants.len() == 1 {
        return Ok(());
    }
    let found = format!("{} line-ups and {} variants under a sequential test (when = \"sprt\")", plan.lineups.len(), plan.variants.len());
    let allowed = "one line-up of two different strategies, and one variant".to_owned();
    let place = top.entry("stop").map_or_else(|| top.place(), |entry| top.place_at(entry.line));
    Err(InputError::new(place, Problem::Conflict { found, allowed }))
}

/// Is the game for this number of players?
pub(super) fn check_players<G: Playable>(players: usize, place: &Location) -> Result<(), InputError> {
    let game = &G::DESCRIPTION;
    if (game.fewest_players..=game.most_players).contains(&players) {
        return Ok(());
    }
    let allowed = format!("{} strategies, one for each player of {}", game.players_in_words(), game.title);
    let found = format!("a list of {players}");
    Err(InputError::new(place.clone(), Problem::Value { key: "strategies".into(), found, allowed }))
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
