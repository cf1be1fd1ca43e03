//! A ladder of skill: the strategies of a round robin from the weakest to the strongest, and what the game is like between equals on each rung.

use super::shares::{Finding, Share};
use super::verdict::ADVANTAGE;
use super::{Analysis, Cell, Counts, Label, Table, Value};
use crate::stats::Interval;

/// A cell with its label.
type Labelled = (Label, Cell);

impl Counts {
    /// The ladder; nothing where the strategies did not play against themselves as well.
    pub(super) fn ladder(&self, analysis: &Analysis) -> Option<Table> {
        let round_robin = self.round_robin.as_ref()?;
        let mirrors: Vec<&Labelled> = self.cells.iter().filter(|(label, _)| label.shape.strategies.len() == 1).collect();
        let (label, _) = mirrors.first()?;
        let columns = [
            "game",
            "variant",
            "rung",
            "strategy",
            "blocks",
            "elo",
            "elo_low",
            "elo_high",
            "below",
            "win_rate_over_below",
            "win_rate_low",
            "win_rate_high",
            "first_player_win_rate",
            "first_player_low",
            "first_player_high",
            "first_player_verdict",
            "length_unit",
            "length_mean",
            "length_sd",
            "comeback_rate",
            "comeback_low",
            "comeback_high",
        ];
        let mut table = Table::new("ladder.csv", &columns);
        let rated = round_robin.rated(&self.cells, analysis).unwrap_or_default();
        let order: Vec<&str> =
            if rated.is_empty() { self.by_wins(&mirrors) } else { rated.iter().rev().map(|rated| rated.strategy).collect() };
        let mut below: Option<&str> = None;
        for (rung, strategy) in order.into_iter().enumerate() {
            let Some((mirror, cell)) = mirrors.iter().find(|(label, _)| label.shape.strategies[0] == strategy) else { continue };
            let elo = rated.iter().find(|rated| rated.strategy == strategy);
            let over = below.and_then(|below| self.share_against(strategy, below)).and_then(|share| share.finding(analysis));
            let first = cell.first_player.share(mirror).finding(analysis);
            let lengths = cell.lengths.unit(0).finished.moments();
            let comebacks = cell.comebacks.rate(analysis);
            let ends = |interval: Option<Interval>| {
                [interval.map(|interval| interval.low), interval.map(|interval| interval.high)].map(Value::real)
            };
            let mut row: Vec<Value> =
                vec![label.game.name.into(), label.variant.as_str().into(), (rung + 1).into(), strategy.into(), self.blocks.into()];
            row.push(Value::real(elo.map(|rated| rated.elo)));
            row.extend(ends(elo.and_then(|rated| rated.interval)));
            row.extend([below.map_or(Value::Empty, Value::from), Value::real(over.map(|over| over.rate))]);
            row.extend(ends(over.map(|over| over.interval)));
            row.push(Value::real(first.map(|first| first.rate)));
            row.extend(ends(first.map(|first| first.interval)));
            row.push(first.map_or(Value::Empty, |Finding { verdict, .. }| verdict.in_table(&ADVANTAGE).into()));
            row.push(label.game.length_units[0].into());
            row.extend([lengths.mean(), lengths.standard_deviation(), comebacks.map(|(rate, _)| rate)].map(Value::real));
            row.extend(ends(comebacks.and_then(|(_, interval)| interval)));
            table.rows.push(row);
            below = Some(strategy);
        }
        Some(table)
    }

    /// The strategies by how many games they won against the others, the fewest first: where nobody can rate them.
    fn by_wins<'a>(&self, mirrors: &[&'a Labelled]) -> Vec<&'a str> {
        let mut wins: Vec<(u128, &str)> = mirrors
            .iter()
            .map(|(label, _)| {
                let strategy = label.shape.strategies[0].as_str();
                let others = mirrors.iter().map(|(other, _)| other.shape.strategies[0].as_str()).filter(|other| *other != strategy);
                (others.filter_map(|other| self.share_against(strategy, other)).map(|share| share.record.wins.credits()).sum(), strategy)
            })
            .collect();
        wins.sort_unstable();
        wins.into_iter().map(|(_, strategy)| strategy).collect()
    }

    /// The wins of one strategy against another.
    fn share_against(&self, strategy: &str, other: &str) -> Option<Share<'_>> {
        let of_both = |label: &Label| {
            let names = &label.shape.strategies;
            names.len() == 2 && names.iter().any(|name| name == strategy) && names.iter().any(|name| name == other)
        };
        let (label, cell) = self.cells.iter().find(|(label, _)| of_both(label))?;
        let index = label.shape.strategies.iter().position(|name| name == strategy)?;
        cell.strategies.shares(label).nth(index)
    }
}

/// The file and what it holds, for a designer.
pub(super) const DEFINITION: (&str, &str) = (
    "ladder.csv",
    "of a ladder, the weakest strategy first: its rating, how often it beats the one on the rung below, and what games between two of its kind are like: how often \
     going first wins, how long they are, how often the winner came from behind (as in comebacks.csv)",
);
