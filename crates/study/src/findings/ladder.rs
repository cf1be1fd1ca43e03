//! A ladder of skill: its strategies from the weakest to the strongest, and the game between equals
//! on each rung.

use super::analysis::Run;
use super::one_side::worth;
use super::shares::WinShare;
use super::verdict::ends;
use fairdeal_core::game::felt_unit;
use fairdeal_core::metrics::{COMEBACKS, Label};
use fairdeal_core::rows::{
    FirstPlayerRow, LadderRow, LengthRow, OneSideRow, RatingRow, ShareRow, StrategyRow,
};
use fairdeal_stats::Interval;

/// The tables from which a ladder is made.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'a> {
    /// What strategies reach where all players win or lose together.
    pub one_side: &'a [OneSideRow],
    /// The wins of going first, one row a cell.
    pub first_player: &'a [FirstPlayerRow],
    /// The wins of strategies.
    pub strategies: &'a [StrategyRow],
    /// Lengths.
    pub lengths: &'a [LengthRow],
    /// How often something happens.
    pub shares: &'a [ShareRow],
    /// The ratings, the strongest first.
    pub ratings: &'a [RatingRow],
}

impl<'a> Tables<'a> {
    /// The wins of one player of a strategy against others of another; `None` where they did not
    /// meet.
    fn against(self, run: Run<'_>, strategy: &str, other: &str) -> Option<&'a StrategyRow> {
        let is_of_both = |label: &&Label| {
            if strategy == other {
                return false;
            }
            let names = &label.shape.strategies;
            let one = names.iter().position(|name| name == strategy);
            names.len() == 2
                && names.iter().any(|name| name == other)
                && one.is_some_and(|one| label.shape.seats_of(one) == 1)
        };
        let label = run.layout.cells.iter().find(is_of_both)?;
        self.strategies
            .iter()
            .find(|row| row.cell.lineup == label.lineup && row.strategy == strategy)
    }
}

/// The rungs, the weakest first: by rating or, without ratings, by how often each won against the
/// others; by what each reaches where all players win or lose together. No rungs if the strategies
/// did not play against themselves as well.
pub fn ladder(run: Run<'_>, tables: Tables<'_>) -> Vec<LadderRow> {
    let field = run.layout.field.as_ref();
    let doubled = |label: &Label| {
        let (place, before) = field?.doubled(&label.shape.strategies[0])?;
        Some((place, before.to_owned()))
    };
    let mut mirrors: Vec<(usize, &Label)> =
        run.layout.cells.iter().enumerate().filter(|(_, label)| is_mirror(label)).collect();
    let strategy = |label: &Label| label.shape.strategies[0].clone();
    if field.is_none() {
        let reached = |label: &Label| {
            let row = tables.one_side.iter().find(|row| row.cell.lineup == label.lineup);
            row.map_or(0.0, worth)
        };
        mirrors.sort_by(|(_, one), (_, other)| reached(one).total_cmp(&reached(other)));
    } else if tables.ratings.is_empty() {
        let wins = |label: &Label| -> f64 {
            let met = run.layout.cells.iter().filter(|label| is_mirror(label));
            met.filter_map(|other| {
                tables.against(run, &strategy(label), &strategy(other))?.share.win_rate
            })
            .sum()
        };
        mirrors.sort_by(|(_, one), (_, other)| wins(one).total_cmp(&wins(other)));
    } else {
        let rank = |label: &Label| {
            tables.ratings.iter().rev().position(|rated| rated.strategy == strategy(label))
        };
        mirrors.sort_by_key(|(_, label)| rank(label));
    }
    // A copy with a doubled budget always stands above its original, even if it won less.
    mirrors.sort_by_key(|(_, label)| doubled(label).map(|(place, _)| place));
    let below = |index: usize| match doubled(mirrors[index].1) {
        Some((_, before)) => Some(before),
        None => Some(strategy(mirrors[index.checked_sub(1)?].1)),
    };
    let row = |(index, (cell, label)): (usize, &(usize, &Label))| {
        let name = strategy(label);
        let below =
            below(index).and_then(|below| Some((tables.against(run, &name, &below)?, below)));
        let over = below.as_ref().map(|(row, _)| &row.share);
        let first = &tables.first_player[*cell].share;
        let rated = tables.ratings.iter().find(|rated| rated.strategy == name);
        let is_here = |lineup: &str| lineup == label.lineup;
        let unit = felt_unit(label.game.length_units);
        let lengths =
            tables.lengths.iter().find(|row| is_here(&row.cell.lineup) && row.unit == unit);
        let exploited = exploited(run, &name);
        let (exploiter_low, exploiter_high) = ends(exploited.map(|(_, interval)| interval));
        let comebacks = tables
            .shares
            .iter()
            .find(|row| is_here(&row.cell.lineup) && row.quantity == COMEBACKS.name);
        LadderRow {
            game: label.game.name.to_owned(),
            variant: label.variant.name.clone(),
            players: label.shape.players(),
            rung: index + 1,
            strategy: name,
            blocks: run.counts.blocks(),
            elo: rated.map(|rated| rated.elo),
            elo_low: rated.and_then(|rated| rated.elo_low),
            elo_high: rated.and_then(|rated| rated.elo_high),
            win_rate_over_below: over
                .and_then(|over| over.win_rate.filter(|_| over.win_rate_low.is_some())),
            win_rate_low: over.and_then(|over| over.win_rate_low),
            win_rate_high: over.and_then(|over| over.win_rate_high),
            win_rate_verdict: over.and_then(|over| over.judged.verdict),
            below: below.map(|(_, below)| below),
            exploiter_win_rate: exploited.map(|(rate, _)| rate),
            exploiter_low,
            exploiter_high,
            first_player_win_rate: first.win_rate.filter(|_| first.win_rate_low.is_some()),
            first_player_low: first.win_rate_low,
            first_player_high: first.win_rate_high,
            first_player_verdict: first.judged.verdict,
            length_unit: unit.to_owned(),
            length_mean: lengths.and_then(|lengths| lengths.mean),
            length_sd: lengths.and_then(|lengths| lengths.sd),
            comeback_rate: comebacks.and_then(|comebacks| comebacks.estimate),
            comeback_low: comebacks.and_then(|comebacks| comebacks.low),
            comeback_high: comebacks.and_then(|comebacks| comebacks.high),
        }
    };
    mirrors.iter().enumerate().map(row).collect()
}

/// The win rate of a search that knows that all others play this strategy; `None` if there was no
/// search.
fn exploited(run: Run<'_>, strategy: &str) -> Option<(f64, Interval)> {
    let mut searches = run.layout.asides.exploiters.iter().zip(&run.counts.asides.exploiters);
    let (one, counts) = searches.find(|(one, _)| one.strategy == strategy)?;
    WinShare::first_strategy(&run.layout.asides.labels[one.aside], counts)?.rate(&run.analysis)
}

/// Returns whether one strategy holds all seats.
fn is_mirror(label: &Label) -> bool {
    label.shape.strategies.len() == 1
}
