//! Which knob matters: how much of what differs over a box of rules each knob explains.

use super::{Analysis, Cell, Counts, Label, Table, Value};
use crate::stats::sensitivity::{Effects, Evaluations, Group, Indices, indices_of_groups};
use crate::stats::student;

/// The points of a sensitivity analysis: variants of the experiment, by their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Design {
    /// The knobs.
    pub knobs: Vec<&'static str>,
    /// The points of the first sample.
    pub first: Vec<usize>,
    /// The points of the second sample.
    pub second: Vec<usize>,
    /// For each knob, those of the first sample with that knob from the second.
    pub mixed: Vec<Vec<usize>>,
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
                "effect",
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
                for (index, knob) in self.knobs.iter().enumerate() {
                    let mut row: Vec<Value> = vec![label.game.name.into(), label.lineup.as_str().into(), metric.into(), of.as_str().into()];
                    row.extend([(*knob).into(), self.first.len().into(), groups.iter().map(|group| group.blocks).sum::<u64>().into()]);
                    row.push(groups.len().into());
                    row.extend(self.row(index, &values, analysis));
                    table.rows.push(row);
                }
            }
        }
        table
    }

    /// The indices of one knob for one outcome, with their intervals, and the effects of turning it alone.
    fn row(&self, knob: usize, values: &[Vec<f64>], analysis: &Analysis) -> Vec<Value> {
        let at = |values: &[f64], places: &[usize]| places.iter().map(|place| values[*place]).collect::<Vec<f64>>();
        let of_group = |values: &Vec<f64>| Group {
            first: at(values, &self.first),
            second: at(values, &self.second),
            mixed: at(values, &self.mixed[knob]),
        };
        let groups: Vec<Group> = values.iter().map(of_group).collect();
        let indices = indices_of_groups(&groups);
        let by_points = error_of_points(&groups);
        let t = student::two_sided_quantile(groups.len().saturating_sub(1) as u64, analysis.confidence);
        // A knob that changes nothing anywhere explains nothing, and that is sure.
        let idle = groups.iter().all(|group| group.first == group.mixed);
        let with_interval = |pick: fn(&Indices) -> f64| {
            let found = indices.as_ref().zip(by_points).map(|(found, points)| {
                let (blocks, points) = (pick(&found.standard_error), pick(&points));
                (pick(&found.indices), (blocks * blocks + points * points).sqrt())
            });
            let found = if idle && found.is_some() { Some((0.0, 0.0)) } else { found };
            let end = |sign: f64| Value::real(found.zip(t).map(|((value, error), t)| value + sign * t * error));
            [Value::real(found.map(|(value, _)| value)), end(-1.0), end(1.0)]
        };
        let mean = |place: usize| values.iter().map(|group| group[place]).sum::<f64>() / values.len() as f64;
        let steps = self.first.iter().zip(&self.mixed[knob]).filter(|(one, other)| one != other);
        let changes: Vec<f64> = steps.map(|(one, other)| (mean(*other) - mean(*one)).abs()).collect();
        let effects = Effects::new(&changes, 1.0);
        let mut row: Vec<Value> = Vec::new();
        row.extend(with_interval(|indices| indices.first_order));
        row.extend(with_interval(|indices| indices.total));
        row.extend([
            Value::real(effects.map(|effects| effects.mean_size)),
            Value::real(effects.and_then(|effects| effects.standard_deviation)),
            changes.len().into(),
        ]);
        row
    }
}

/// The standard errors of both indices due to the choice of points: what leaving out a sixteenth of them changes (the jackknife).
fn error_of_points(groups: &[Group]) -> Option<Indices> {
    const PARTS: usize = 16;
    let size = groups.first()?.first.len();
    let parts = PARTS.min(size);
    let mean = |pick: fn(&Group) -> &[f64], point: usize| groups.iter().map(|group| pick(group)[point]).sum::<f64>() / groups.len() as f64;
    let without = |part: usize| {
        let kept = |pick| (0..size).filter(|point| point % parts != part).map(|point| mean(pick, point)).collect::<Vec<f64>>();
        let (first, second, mixed) = (kept(|group| &group.first), kept(|group| &group.second), kept(|group| &group.mixed));
        Evaluations { first: &first, second: &second, mixed: &mixed }.indices()
    };
    let left_out: Vec<Indices> = (0..parts).map(without).collect::<Option<_>>()?;
    let error = |pick: fn(&Indices) -> f64| {
        let centre = left_out.iter().map(pick).sum::<f64>() / parts as f64;
        let squares: f64 = left_out.iter().map(|indices| (pick(indices) - centre) * (pick(indices) - centre)).sum();
        (squares * (parts - 1) as f64 / parts as f64).sqrt()
    };
    Some(Indices { first_order: error(|indices| indices.first_order), total: error(|indices| indices.total) })
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
     with all that it does together with others (total), with intervals for the choice of points and of blocks (a share below 0 or above 1 is their noise: more samples help); and by how much the metric changes, up or down, when the knob alone is turned \
     (effect, with its spread over so many steps)",
);
