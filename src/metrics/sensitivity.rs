//! Which knob matters: how much of what differs over a box of rules each knob explains.

use super::{Analysis, Cell, Counts, Label, Table, Value};
use crate::stats::sensitivity::{Direction, Effects, Estimate, Group, changes, effect_of_groups, indices_of_groups};

/// The points of a sensitivity analysis: variants of the experiment, by their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Design {
    /// The knobs.
    pub knobs: Vec<DesignKnob>,
    /// The points of the first sample.
    pub first: Vec<usize>,
    /// The points of the second sample.
    pub second: Vec<usize>,
}

/// A knob of a sensitivity analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignKnob {
    /// Its key.
    pub name: &'static str,
    /// Its values in the box, as they are listed.
    pub values: Vec<String>,
    /// How it is turned.
    pub turned: Turned,
    /// The points of the first sample with this knob from the second.
    pub mixed: Vec<usize>,
    /// Which way that turns it, point by point; nothing where it has the same value in both.
    pub directions: Vec<Option<Direction>>,
}

/// What turning a knob up means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// From a lower number to a higher one.
    Up,
    /// From false to true.
    On,
    /// From a value without an order to one that stands after it in the list.
    AlongTheList,
}

impl Turned {
    /// As a table has it.
    fn name(self) -> &'static str {
        match self {
            Self::Up => "low to high",
            Self::On => "false to true",
            Self::AlongTheList => "as listed",
        }
    }
}

impl Design {
    /// Into so many groups the blocks are divided, each played at all points: what the groups differ by is the error.
    pub const GROUPS: u64 = 8;

    /// The table of the analysis, from the counts of each group of blocks.
    pub fn table(&self, groups: &[Counts], lineups: usize, analysis: &Analysis) -> Table {
        let mut table = Table::new(
            "sensitivity.csv",
            &[
                "game",
                "lineup",
                "metric",
                "of",
                "knob",
                "samples",
                "blocks",
                "groups",
                "first_order",
                "first_order_low",
                "first_order_high",
                "total",
                "total_low",
                "total_high",
                "turned",
                "effect",
                "effect_low",
                "effect_high",
                "effect_size",
                "effect_sd",
                "steps",
            ],
        );
        let Some(all) = groups.first() else { return table };
        for lineup in 0..lineups {
            let Some((label, cell)) = all.cells.get(lineup) else { continue };
            for (outcome, (metric, of, _)) in outcomes(label, cell).into_iter().enumerate() {
                // By group, by variant.
                let values: Vec<Vec<f64>> = groups.iter().map(|group| at_all_points(group, lineup, lineups, outcome)).collect();
                for knob in &self.knobs {
                    let mut row: Vec<Value> = vec![label.game.name.into(), label.lineup.as_str().into(), metric.into(), of.as_str().into()];
                    row.extend([knob.name.into(), self.first.len().into(), groups.iter().map(|group| group.blocks).sum::<u64>().into()]);
                    row.push(groups.len().into());
                    row.extend(self.row(knob, &values, analysis));
                    table.rows.push(row);
                }
            }
        }
        table
    }

    /// The indices of one knob for one outcome and the effect of turning it alone, with their intervals. `values`: by group, by variant.
    fn row(&self, knob: &DesignKnob, values: &[Vec<f64>], analysis: &Analysis) -> Vec<Value> {
        let at = |values: &[f64], places: &[usize]| places.iter().map(|place| values[*place]).collect::<Vec<f64>>();
        let of_group =
            |values: &Vec<f64>| Group { first: at(values, &self.first), second: at(values, &self.second), mixed: at(values, &knob.mixed) };
        let groups: Vec<Group> = values.iter().map(of_group).collect();
        let indices = indices_of_groups(&groups);
        let with_interval = |estimate: Option<Estimate>| {
            let interval = estimate.and_then(|estimate| estimate.interval(analysis.confidence));
            [estimate.map(|estimate| estimate.value), interval.map(|interval| interval.low), interval.map(|interval| interval.high)]
                .map(Value::real)
        };
        let means: Vec<f64> = (0..values.first().map_or(0, Vec::len))
            .map(|place| values.iter().map(|group| group[place]).sum::<f64>() / values.len() as f64)
            .collect();
        let changes = changes(&at(&means, &self.first), &at(&means, &knob.mixed), &knob.directions);
        let effects = Effects::new(&changes, 1.0);
        let mut row: Vec<Value> = Vec::new();
        row.extend(with_interval(indices.map(|indices| indices.first_order)));
        row.extend(with_interval(indices.map(|indices| indices.total)));
        row.push(knob.turned.name().into());
        row.extend(with_interval(effect_of_groups(&groups, &knob.directions)));
        row.extend([
            Value::real(effects.map(|effects| effects.mean_size)),
            Value::real(effects.and_then(|effects| effects.standard_deviation)),
            changes.len().into(),
        ]);
        row
    }
}

/// One outcome of a line-up at every variant; where it is not defined, not a number, so that no index comes of it.
fn at_all_points(counts: &Counts, lineup: usize, lineups: usize, outcome: usize) -> Vec<f64> {
    let cells = counts.cells.iter().skip(lineup).step_by(lineups);
    cells.map(|(label, cell)| outcomes(label, cell).get(outcome).and_then(|(.., value)| *value).unwrap_or(f64::NAN)).collect()
}

/// The outcomes of a cell whose dependence on the knobs is asked: metric, what it is of, and its value.
fn outcomes(label: &Label, cell: &Cell) -> Vec<(&'static str, String, Option<f64>)> {
    let mut outcomes = vec![("first_player_win_rate", String::new(), cell.first_player.rate())];
    if label.shape.strategies.len() > 1 {
        let rates = label.shape.strategies.iter().zip(cell.strategies.rates());
        outcomes.extend(rates.map(|(strategy, rate)| ("win_rate", strategy.clone(), rate)));
    }
    for (index, unit) in label.game.length_units.iter().enumerate() {
        outcomes.push(("length", (*unit).to_owned(), cell.lengths.unit(index).finished.moments().mean()));
    }
    outcomes.push(("unfinished_games", String::new(), cell.first_player.unfinished_share()));
    outcomes
}

/// The file and what it holds, for a designer.
pub(super) const DEFINITION: (&str, &str) = (
    "sensitivity.csv",
    "which knob matters, over the box of [sensitivity]: for each metric, the share of its variation over the box that a knob explains by itself (first_order) and \
     with all that it does together with others (total), with intervals for the choice of points and of blocks (a share below 0 or above 1 is their noise: more samples \
     help); and by how much the metric changes where the knob alone is turned: the mean change with its sign (effect, with its interval), its mean size \
     whatever the sign (effect_size, to which noise adds) and its spread over so many steps (effect_sd, steps). A step goes from the lower to the higher \
     number, from false to true, and for other knobs from a value to one listed after it (turned)",
);
