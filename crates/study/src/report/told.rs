//! Games that are worth telling: one that is like most, and the most dramatic one.

use crate::results::{RESULTS, Results, StoredGame, StoredResults, Wanted};
use crate::words::{quoted, strongest};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::Eyes;
use fairdeal_core::input::Location;
use fairdeal_core::metrics::DecisionChances;
use fairdeal_core::rows::{LengthRow, Pick};
use fairdeal_core::strategy::{StrategyFile, StrategyRecord};

/// The width of a told game: a phone shows it without breaking lines again.
const WIDTH: usize = 72;

/// This many games are looked at for one of ordinary length.
const MOST_TRIED: u64 = 24;

/// A game, told.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldGame {
    /// Why it is told.
    pub why: String,
    /// Which one it is, and what is said of it.
    pub which: String,
    /// The command that tells it.
    pub command: String,
    /// The lines; or why it cannot be told.
    pub lines: Result<Vec<String>, String>,
    /// The chances of winning at each decision, where the experiment estimated them.
    pub chances: Vec<DecisionChances>,
}

/// Tells a game of ordinary length, and the one that was turned from furthest behind, or else the
/// closest one: of the baseline, among the strongest equals that do not think long, so that a page
/// takes no longer than a glance.
pub fn tell_games(game: &dyn AnyGame, results: &Results, stored: &StoredResults) -> Vec<ToldGame> {
    let Some(lineup) = told_lineup(game, results) else { return Vec::new() };
    let cell = Wanted {
        variant: Some(&results.manifest.baseline),
        lineup: Some(&lineup),
        ..Wanted::default()
    };
    let ordinary = ordinary(game, results, stored, cell);
    let picked = |pick: Pick| {
        results.games.iter().any(|row| {
            row.pick == pick
                && row.cell.variant == results.manifest.baseline
                && row.cell.lineup == lineup
        })
    };
    let dramatic = [Pick::Dramatic, Pick::Comeback, Pick::Closest, Pick::Longest].into_iter().find(|pick| picked(*pick)).map(|pick| {
        let why = match pick {
            Pick::Dramatic => "The most dramatic game: who won it, alone or with others, had been furthest behind in the chance to win",
            Pick::Comeback => "The most dramatic game: who won it came back from furthest behind",
            Pick::Longest => "The longest game",
            _ => "The closest game: who won it was least ahead",
        };
        let told = stored.find(game, Wanted { pick: Some(pick), ..cell }).map_err(|error| error.to_string());
        let command = format!("--variant {} --lineup {} --pick {pick}", quoted(&results.manifest.baseline), quoted(&lineup));
        replayed(game, results, why, told, command)
    });
    ordinary.into_iter().chain(dramatic).collect()
}

/// A search plays on from each decision; this many decisions of its games can be played again for a
/// page without a wait.
const MOST_STEPS: u64 = 400_000;

/// The line-up whose games are told: the strongest equals whose games can be played again without a
/// program of a stranger, and without a wait.
fn told_lineup(game: &dyn AnyGame, results: &Results) -> Option<String> {
    let manifest = &results.manifest;
    let strategies = |names: &[String]| -> Option<Vec<StrategyFile>> {
        let place = Location::whole(RESULTS);
        names
            .iter()
            .map(|name| {
                StrategyFile::from_record(game.repertoire(), name, manifest.strategy(name)?, &place)
                    .ok()
            })
            .collect()
    };
    // Each of its decisions plays on to the end, on average half of the game.
    let steps = |lineup: &str, files: &[StrategyFile]| {
        let of_lineup = |row: &&LengthRow| {
            row.cell.variant == manifest.baseline
                && row.cell.lineup == lineup
                && row.unit == game.description().length_units[0]
        };
        let decisions = results
            .lengths
            .iter()
            .find(of_lineup)
            .and_then(|row| row.p50)
            .map_or(u64::MAX, u64::from);
        files
            .iter()
            .filter_map(|file| file.budget(files.len()))
            .max()
            .unwrap_or(0)
            .saturating_mul(decisions.saturating_mul(decisions) / 2)
    };
    let (mut quick, mut slow) = (Vec::new(), Vec::new());
    for (arranged, names) in manifest.arrangements.iter().zip(&manifest.lineups) {
        let Some(files) =
            strategies(names).filter(|files| files.iter().all(|file| file.program.is_none()))
        else {
            continue;
        };
        let of_its_cost =
            if steps(&arranged.lineup, &files) <= MOST_STEPS { &mut quick } else { &mut slow };
        of_its_cost.push(arranged.lineup.as_str());
    }
    strongest(results, quick).or_else(|| strongest(results, slow)).map(str::to_owned)
}

/// The first game whose length lies in the middle half of all; of few that were looked at, the one
/// nearest to the median.
fn ordinary(
    game: &dyn AnyGame,
    results: &Results,
    stored: &StoredResults,
    cell: Wanted<'_>,
) -> Option<ToldGame> {
    let unit = results.names.length_units.first()?;
    let of_cell = |row: &&LengthRow| {
        Some(row.cell.variant.as_str()) == cell.variant
            && Some(row.cell.lineup.as_str()) == cell.lineup
    };
    let row = results.lengths.iter().filter(of_cell).find(|row| row.unit == *unit)?;
    let (low, median, high) = (row.p25?, row.p50?, row.p75?);
    let lineup = cell.lineup?;
    // Of different strategies, who sits where must be said.
    let names = results.lineup(lineup).join(",");
    let arrangement = (!all_alike(results.lineup(lineup))).then_some(names.as_str());
    let mut nearest: Option<(u32, u64)> = None;
    for block in 0..results.manifest.blocks.min(MOST_TRIED) {
        let Ok(found) = stored.find(game, Wanted { block: Some(block), arrangement, ..cell })
        else {
            continue;
        };
        let Ok(length) = length(game, &found) else { continue };
        let distance = length.abs_diff(median);
        if nearest.is_none_or(|(known, _)| distance < known) {
            nearest = Some((distance, block));
        }
        if (low..=high).contains(&length) && distance * 4 <= high - low {
            break;
        }
    }
    let (_, block) = nearest?;
    let told = stored
        .find(game, Wanted { block: Some(block), arrangement, ..cell })
        .map_err(|error| error.to_string());
    let seated =
        arrangement.map_or_else(String::new, |names| format!(" --arrangement {}", quoted(names)));
    let command = format!(
        "--variant {} --lineup {} --block {block}{seated}",
        quoted(cell.variant?),
        quoted(lineup)
    );
    let why = format!("A game like most: near the median of {median} {unit}");
    Some(replayed(game, results, &why, told, command))
}

fn all_alike(names: &[String]) -> bool {
    names.iter().all(|name| *name == names[0])
}

/// How many decisions a game took.
fn length(game: &dyn AnyGame, stored: &StoredGame) -> Result<u32, String> {
    let mut party = stored.party(game).map_err(|error| error.to_string())?;
    let played = party.play_game(stored.block).map_err(|fault| fault.to_string())?;
    Ok(played.lengths[0])
}

/// Plays a game again and tells it.
fn replayed(
    game: &dyn AnyGame,
    results: &Results,
    why: &str,
    found: Result<StoredGame, String>,
    command: String,
) -> ToldGame {
    let (which, lines, chances) = match found {
        Ok(stored) => {
            let which = format!(
                "{}, {}: block {}, seed {}",
                stored.variant, stored.lineup, stored.block, stored.seed
            );
            let lines = lines(game, &stored, &which);
            let chances = if lines.is_ok() {
                chances(game, results, &stored).unwrap_or_default()
            } else {
                Vec::new()
            };
            (which, lines, chances)
        }
        Err(error) => (String::new(), Err(error), Vec::new()),
    };
    ToldGame { why: why.to_owned(), which, command, lines, chances }
}

/// The chances of winning in a game, by the rollouts that the experiment asked for; nothing where
/// it did not, or where they cannot be had.
fn chances(
    game: &dyn AnyGame,
    results: &Results,
    stored: &StoredGame,
) -> Option<Vec<DecisionChances>> {
    let asked = results.manifest.play.as_ref()?.chances.as_ref()?;
    let record: StrategyRecord = serde_json::from_value(asked.strategy.identity.clone()).ok()?;
    let strategy = StrategyFile::from_record(
        game.repertoire(),
        &asked.strategy.name,
        &record,
        &Location::whole(RESULTS),
    )
    .ok()?;
    let mut party = stored.party(game).ok()?;
    party.chances(stored.block, &strategy, usize::try_from(asked.rollouts).ok()?)?.ok()
}

fn lines(game: &dyn AnyGame, stored: &StoredGame, heading: &str) -> Result<Vec<String>, String> {
    let mut party = stored.party(game).map_err(|error| error.to_string())?;
    let heading = format!("{}, {heading}", game.description().title);
    let (told, played) =
        party.tell(stored.block, Eyes::All, &heading).map_err(|fault| fault.to_string())?;
    stored.check(&played, false).map_err(|error| error.to_string())?;
    Ok(told.lines(WIDTH))
}
