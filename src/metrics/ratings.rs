//! Ratings of the strategies of a round robin: from who won against whom.

use super::{Analysis, Batch, Label, Shape, Table, Value};
use crate::metrics::Cell;
use crate::seat::{Seat, WIN};
use crate::stats::{BlockWins, Comparisons, Interval, Overflow, RatingError, Ratings as Fitted};

/// The strategies of a round robin, and what each won in every block.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundRobin {
    strategies: Vec<String>,
    /// By cell: for each strategy of its shape, its place among all.
    places: Vec<Vec<usize>>,
    /// Wins in 840ths over all games of a block.
    blocks: BlockWins,
}

/// A rated strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated<'a> {
    /// Its name.
    pub strategy: &'a str,
    /// Its rating on the Elo scale, 0 on average.
    pub elo: f64,
    /// The interval of the rating.
    pub interval: Interval,
    /// The standard error of the rating, over blocks.
    pub standard_error: f64,
}

impl RoundRobin {
    /// No blocks yet, of the line-ups of some strategies by one set of rules.
    pub fn new<'a>(shapes: impl Iterator<Item = &'a Shape>) -> Self {
        let mut strategies: Vec<String> = Vec::new();
        let mut place = |name: &String| {
            strategies.iter().position(|known| known == name).unwrap_or_else(|| {
                strategies.push(name.clone());
                strategies.len() - 1
            })
        };
        let places: Vec<Vec<usize>> = shapes.map(|shape| shape.strategies.iter().map(&mut place).collect()).collect();
        let blocks = BlockWins::new(strategies.len());
        Self { strategies, places, blocks }
    }

    /// Counts the games of the same blocks by all cells.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn observe(&mut self, batches: &[Batch<'_>]) -> Result<(), Overflow> {
        let blocks = batches.first().map_or(0, |batch| batch.blocks().len());
        for block in 0..blocks {
            let mut points = vec![0u32; self.strategies.len()];
            for (batch, places) in batches.iter().zip(&self.places) {
                let shape = batch.shape;
                let games = &batch.games[block * shape.rotations..][..shape.rotations];
                for (rotation, game) in games.iter().enumerate() {
                    for seat in Seat::all(shape.players()) {
                        points[places[shape.strategy(seat.index(), rotation)]] += game.outcome.winners.credit(seat) as u32;
                    }
                }
            }
            self.blocks.observe(&points).map_err(|_| Overflow)?;
        }
        Ok(())
    }

    /// Adds the counts of other blocks.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.blocks.merge(&other.blocks).map_err(|_| Overflow)
    }

    /// The ratings, the strongest first: most likely values of the Bradley-Terry model (of Plackett and Luce's first choice, with more than two
    /// players), with standard errors over blocks.
    ///
    /// # Errors
    /// When the results do not connect: someone won or lost all games against the others.
    pub fn rated(&self, cells: &[(Label, Cell)], analysis: &Analysis) -> Result<Vec<Rated<'_>>, RatingError> {
        let mut comparisons = Comparisons::new(self.strategies.len(), WIN)?;
        for ((_, cell), places) in cells.iter().zip(&self.places) {
            for (winner, credits) in cell.strategies.credits().enumerate() {
                comparisons.observe(places[winner], places, u64::try_from(credits).map_err(|_| Overflow)?)?;
            }
        }
        let fitted = comparisons.fit()?;
        let fitted: Fitted = fitted.with_blocks(&self.blocks).unwrap_or(fitted);
        let z = analysis.confidence.z();
        let mut rated: Vec<Rated<'_>> = fitted
            .ratings()
            .into_iter()
            .zip(&self.strategies)
            .map(|(rating, strategy)| {
                let (elo, standard_error) = (rating.elo(), rating.elo_standard_error());
                let interval = Interval { low: elo - z * standard_error, high: elo + z * standard_error };
                Rated { strategy, elo, interval, standard_error }
            })
            .collect();
        rated.sort_by(|one, other| other.elo.total_cmp(&one.elo).then(one.strategy.cmp(other.strategy)));
        Ok(rated)
    }

    /// Why there are no ratings, in words.
    pub fn refusal(&self, error: &RatingError) -> String {
        match error {
            RatingError::NotConnected { groups } => {
                let name = |player: &usize| self.strategies.get(*player).map_or("?", String::as_str);
                let groups: Vec<String> = groups.iter().map(|group| group.iter().map(name).collect::<Vec<_>>().join(", ")).collect();
                format!(
                    "No ratings: between these groups one side won every game, so that no number says how much stronger it is: {}. \
                     More blocks, or strategies in between, would connect them.",
                    groups.join(" | ")
                )
            }
            other => format!("No ratings: {other}."),
        }
    }

    /// The table of ratings; without rows where there are none.
    pub(super) fn table(&self, cells: &[(Label, Cell)], analysis: &Analysis) -> Table {
        let columns = ["game", "variant", "strategy", "blocks", "elo", "low", "high", "standard_error"];
        let mut table = Table::new("ratings.csv", &columns);
        let (Some((label, cell)), Ok(rated)) = (cells.first(), self.rated(cells, analysis)) else { return table };
        for Rated { strategy, elo, interval, standard_error } in rated {
            table.rows.push(vec![
                label.game.name.into(),
                label.variant.as_str().into(),
                strategy.into(),
                cell.strategies.blocks().into(),
                Value::real(Some(elo)),
                Value::real(Some(interval.low)),
                Value::real(Some(interval.high)),
                Value::real(Some(standard_error)),
            ]);
        }
        table
    }
}

/// The file and what it holds, for a designer.
pub(super) const DEFINITION: (&str, &str) = (
    "ratings.csv",
    "of a round robin: each strategy's rating on the Elo scale, 0 on average (400 points are ten wins to one), fitted to all games at once, with its interval over \
     blocks",
);
