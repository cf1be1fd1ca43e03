//! Games that are worth telling: an ordinary one, and the most dramatic one.

use std::error::Error;

use crate::results::{Results, StoredGame, StoredResults, Wanted};
use crate::words::{quoted, strongest};
use fairdeal_core::any_game::{AnyGame, Chances};
use fairdeal_core::game::Eyes;
use fairdeal_core::input::Location;
use fairdeal_core::metrics::DecisionChances;
use fairdeal_core::rows::{GameRow, LengthRow, Pick};
use fairdeal_core::strategy::{Entrant, StrategyFile, StrategyRecord};

/// The width of the text of a game: it fits a phone.
const WIDTH: usize = 72;

/// This many games are looked at for one of ordinary length.
const MOST_TRIED: u64 = 24;

/// A game in words.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldGame {
    /// The reason for telling it.
    pub why: String,
    /// The command that prints it.
    pub command: String,
    /// The game, or the reason why it cannot be told.
    pub told: Result<Told, String>,
}

/// The text of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// Which one it is.
    pub which: String,
    /// The lines of the text.
    pub lines: Vec<String>,
    /// The chances of winning at each decision, where the experiment estimated them.
    pub chances: Vec<DecisionChances>,
}

/// Tells a game of ordinary length, and the one with the greatest comeback, or else the closest
/// one. The rules are those that a search proposes, or else the baseline. The players are the
/// strongest equals that do not think long, so that a page is made quickly.
pub fn tell_games(game: &dyn AnyGame, results: &Results, stored: &StoredResults) -> Vec<ToldGame> {
    let Some(lineup) = told_lineup(game, results, &stored.place()) else { return Vec::new() };
    let variant = told_variant(results);
    let cell = Wanted { variant: Some(variant), lineup: Some(&lineup), ..Wanted::default() };
    let teller = Teller { game, results, stored, variant, lineup: &lineup, cell };
    teller.ordinary().into_iter().chain(teller.dramatic()).collect()
}

/// The rules of the games: those that a search proposes, or else the baseline.
fn told_variant(results: &Results) -> &str {
    let proposed = results.tune.iter().find(|row| row.proposed && row.confirmed);
    proposed.map_or(&results.manifest.baseline, |row| &row.variant)
}

/// The decisions of a game in the middle by length, under the rules of the games.
fn usual_decisions(game: &dyn AnyGame, results: &Results, lineup: &str) -> u64 {
    let is_it = |row: &&LengthRow| {
        row.cell.variant == told_variant(results)
            && row.cell.lineup == lineup
            && row.unit == game.description().length_units[0]
    };
    let row = results.lengths.iter().find(is_it);
    row.and_then(|row| row.p50).map_or(u64::MAX, u64::from)
}

/// Rollouts too: a game is shown without its chances if more decisions than these would have to be
/// played for each option.
const MOST_ROLLOUTS: u64 = 2_000_000;

/// A search plays on from each decision; this many decisions of its games can be played again for a
/// page without a wait.
const MOST_STEPS: u64 = 400_000;

/// The line-up of the games: the strongest equals whose games can be played again quickly and
/// without an external program.
fn told_lineup(game: &dyn AnyGame, results: &Results, place: &Location) -> Option<String> {
    let manifest = &results.manifest;
    // Of programs nothing is known: their games are not played again.
    let files = |names: &[String]| -> Option<Vec<StrategyFile>> {
        let file = |name: &String| {
            let (game, variant) = (game.repertoire(), told_variant(results));
            let file = manifest.strategy_file(game, name, variant, place);
            file.ok().filter(|file| file.program.is_none())
        };
        names.iter().map(file).collect()
    };
    // Each of its decisions plays on to the end, on average half of the game.
    let steps = |lineup: &str, files: &[StrategyFile]| {
        let decisions = usual_decisions(game, results, lineup);
        files
            .iter()
            .filter_map(|file| file.budget(files.len()))
            .max()
            .unwrap_or(0)
            .saturating_mul(decisions.saturating_mul(decisions) / 2)
    };
    let tables = manifest.arrangements.iter().zip(&manifest.lineups);
    let tables = tables.filter_map(|(arranged, names)| Some((&*arranged.lineup, files(names)?)));
    let is_quick = |(lineup, files): &(&str, Vec<StrategyFile>)| steps(lineup, files) <= MOST_STEPS;
    let (quick, slow): (Vec<_>, Vec<_>) = tables.partition(is_quick);
    let best = [quick, slow]
        .iter()
        .find_map(|some| strongest(results, some.iter().map(|(lineup, _)| *lineup)));
    best.map(str::to_owned)
}

/// Tells games of a variant with a line-up.
struct Teller<'a> {
    game: &'a dyn AnyGame,
    results: &'a Results,
    stored: &'a StoredResults,
    variant: &'a str,
    lineup: &'a str,
    cell: Wanted<'a>,
}

impl Teller<'_> {
    /// The first game whose length lies in the middle half of all; of few that were looked at, the
    /// one nearest to the median.
    fn ordinary(&self) -> Option<ToldGame> {
        let Self { game, results, stored, variant, lineup, cell } = *self;
        let unit = results.names.length_units.first()?;
        let is_it = |row: &&LengthRow| {
            row.cell.variant == variant && row.cell.lineup == lineup && row.unit == *unit
        };
        let row = results.lengths.iter().find(is_it)?;
        let (low, median, high) = (row.p25?, row.p50?, row.p75?);
        // With different strategies, the text must say who sits where.
        let (seated, names) = (results.lineup(lineup), results.lineup(lineup).join(","));
        let is_mixed = seated.iter().any(|name| *name != seated[0]);
        let arrangement = is_mixed.then_some(names.as_str());
        let wanted = |block| Wanted { block: Some(block), arrangement, ..cell };
        let length = |block| -> Result<u64, Box<dyn Error>> {
            let mut party = stored.find(game, wanted(block))?.party(game)?;
            Ok(party.play_game(block).map_err(|fault| fault.to_string())?.lengths[0])
        };
        let mut nearest: Option<(u64, u64)> = None;
        for block in 0..results.manifest.blocks.min(MOST_TRIED) {
            let Ok(length) = length(block) else { continue };
            let distance = length.abs_diff(median);
            if nearest.is_none_or(|(known, _)| distance < known) {
                nearest = Some((distance, block));
            }
            if (low..=high).contains(&length) && distance * 4 <= high - low {
                break;
            }
        }
        let (_, block) = nearest?;
        let arranged = arrangement.map(|names| format!(" --arrangement {}", quoted(names)));
        let which = format!("--block {block}{}", arranged.unwrap_or_default());
        let why = format!("A game like most: near the median of {median} {unit}");
        Some(self.replayed(&why, wanted(block), &which))
    }

    /// The first game on the list of odd games that exists.
    fn dramatic(&self) -> Option<ToldGame> {
        const PICKS: [(Pick, &str); 4] = [
            (
                Pick::Dramatic,
                "The most dramatic game: who won it, alone or with others, had been furthest behind in the chance to win",
            ),
            (Pick::Comeback, "The most dramatic game: who won it came back from furthest behind"),
            (Pick::Closest, "The closest game: who won it was least ahead"),
            (Pick::Longest, "The longest game"),
        ];
        let of_cell =
            |row: &&GameRow| row.cell.variant == self.variant && row.cell.lineup == self.lineup;
        let picked: Vec<Pick> =
            self.results.games.iter().filter(of_cell).map(|row| row.pick).collect();
        let (pick, why) = PICKS.into_iter().find(|(pick, _)| picked.contains(pick))?;
        let wanted = Wanted { pick: Some(pick), ..self.cell };
        Some(self.replayed(why, wanted, &format!("--pick {pick}")))
    }

    /// Plays a game again and tells it; `which`: the options of the command that select the game.
    fn replayed(&self, why: &str, wanted: Wanted<'_>, which: &str) -> ToldGame {
        let (variant, lineup) = (quoted(self.variant), quoted(self.lineup));
        ToldGame {
            why: why.to_owned(),
            command: format!("--variant {variant} --lineup {lineup} {which}"),
            told: self.tell(wanted).map_err(|error| error.to_string()),
        }
    }

    fn tell(&self, wanted: Wanted<'_>) -> Result<Told, Box<dyn Error>> {
        let stored = self.stored.find(self.game, wanted)?;
        let StoredGame { variant, lineup, block, seed, .. } = &stored;
        let which = format!("{variant}, {lineup}: block {block}, seed {seed}");
        let heading = format!("{}, {which}", self.game.description().title);
        let told = stored.party(self.game)?.tell(*block, Eyes::All, &heading);
        let (told, played) = told.map_err(|fault| fault.to_string())?;
        stored.check(&played, false)?;
        let chances = self.chances(&stored).unwrap_or_default();
        Ok(Told { which, lines: told.lines(WIDTH), chances })
    }

    /// Estimates the chances of winning in a game, with the rollouts of the experiment. Empty if it
    /// has none, or if the chances cannot be estimated.
    fn chances(&self, stored: &StoredGame) -> Option<Vec<DecisionChances>> {
        let asked = self.results.manifest.play.as_ref()?.chances.as_ref()?;
        let decisions = usual_decisions(self.game, self.results, self.lineup);
        let steps = decisions.saturating_mul(decisions / 2).saturating_mul(asked.rollouts.into());
        if steps > MOST_ROLLOUTS {
            return None;
        }
        let record: StrategyRecord =
            serde_json::from_value(asked.strategy.identity.clone()).ok()?;
        let (name, place) = (&asked.strategy.name, self.stored.place());
        let game = self.game.repertoire();
        let chances = Chances {
            by_players: asked.by_players,
            strategy: StrategyFile::from_record(game, name, &record, &place).ok()?,
            rollouts: asked.rollouts,
            every: 1,
            blocks: asked.blocks,
        };
        let entrants: Vec<Entrant> = stored.strategies.iter().cloned().map(Entrant::from).collect();
        let strategies = match chances.other_player(game, &entrants.iter().collect::<Vec<_>>()) {
            Some(strategy) => vec![strategy.clone()],
            None => stored.strategies.clone(),
        };
        let mut party = stored.party(self.game).ok()?;
        party.chances(stored.block, &strategies, usize::try_from(asked.rollouts).ok()?)?.ok()
    }
}
