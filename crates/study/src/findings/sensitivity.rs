//! Which knobs matter: the share of the variance over a box of rules that each knob explains.

use super::analysis::{Counted, Run};
use super::own;
use super::verdict::ends;
use fairdeal_core::input::Knob;
use fairdeal_core::metrics::{Cell, GROUPS, Kind, Label, Tolerance, quantities};
use fairdeal_core::rows::SensitivityRow;
use fairdeal_stats::sensitivity::{
    Direction, Effects, Estimate, Group, changes, effect_of_groups, indices_of_groups,
};

/// The points of a sensitivity analysis: variants of the experiment, by their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SensitivityPoints {
    /// The knobs.
    pub knobs: Vec<SensitivityKnob>,
    /// The points of the first sample.
    pub first: Vec<usize>,
    /// The points of the second sample.
    pub second: Vec<usize>,
}

/// A knob of a sensitivity analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SensitivityKnob {
    /// Its key.
    pub name: &'static str,
    /// Its values in the box, as they are listed.
    pub values: Vec<String>,
    /// How it is turned.
    pub turned: Turned,
    /// The points of the first sample with this knob from the second.
    pub mixed: Vec<usize>,
    /// Which way that turns it, point by point; `None` where it has the same value in both.
    pub directions: Vec<Option<Direction>>,
}

/// The meaning of turning a knob up.
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
    /// The name in tables.
    fn name(self) -> &'static str {
        match self {
            Self::Up => "low to high",
            Self::On => "false to true",
            Self::AlongTheList => "as listed",
        }
    }
}

impl SensitivityPoints {
    /// The number of groups of blocks, each played at all points. The error follows from the
    /// differences between the groups.
    pub const GROUPS: u64 = GROUPS;

    /// The rows of the analysis, from the counts of each group of blocks. None before each group
    /// has a block.
    pub fn rows(&self, run: Run<'_>) -> Vec<SensitivityRow> {
        let groups = &run.counts.groups;
        if (groups.len() as u64) < Self::GROUPS {
            return Vec::new();
        }
        // The first cells belong to the first variant, one for each line-up.
        let first = run.layout.cells.first().map(|label| &label.variant.name);
        let lineups =
            run.layout.cells.iter().take_while(|label| Some(&label.variant.name) == first).count();
        let mut rows = Vec::new();
        for (lineup, label) in run.layout.cells.iter().take(lineups).enumerate() {
            for quantity in quantities() {
                // Neighbours, and luck and skill, have tables of their own; and scores are not compared where a point is
                // not the same all over the box.
                let scored_otherwise = quantity.tolerance == Tolerance::Score
                    && self.is_scored_otherwise(label.game.knobs);
                let has_own_table = matches!(quantity.kind, Kind::Spread | Kind::VarianceShare(_));
                if has_own_table || scored_otherwise {
                    continue;
                }
                for (place, subject) in quantity.subjects(label).into_iter().enumerate() {
                    // The values by group and by variant. An undefined value is not a number, so
                    // that it yields no index.
                    let at_all_points = |group: &Vec<Cell>| -> Vec<f64> {
                        let cells =
                            run.layout.cells.iter().zip(group).skip(lineup).step_by(lineups);
                        cells
                            .map(|(label, cell)| Counted { label, cell, crossed: None })
                            .map(|counted| own::value(counted, quantity, place).unwrap_or(f64::NAN))
                            .collect()
                    };
                    let values: Vec<Vec<f64>> = groups.values().map(at_all_points).collect();
                    let subject = (quantity.name, subject);
                    let row = |knob| self.row(knob, (label, subject), &values, run);
                    rows.extend(self.knobs.iter().map(row));
                }
            }
        }
        rows
    }

    /// Returns whether one of the knobs is a rule of scoring.
    fn is_scored_otherwise(&self, knobs: &[Knob]) -> bool {
        knobs.iter().any(|knob| knob.scoring && self.knobs.iter().any(|own| own.name == knob.key))
    }

    /// The indices of one knob for one quantity and the effect of turning it alone, with their
    /// intervals. `values`: by group, by variant.
    fn row(
        &self,
        knob: &SensitivityKnob,
        (label, (quantity, subject)): (&Label, (&str, &str)),
        values: &[Vec<f64>],
        run: Run<'_>,
    ) -> SensitivityRow {
        let at = |values: &[f64], places: &[usize]| {
            places.iter().map(|place| values[*place]).collect::<Vec<f64>>()
        };
        let of_group = |values: &Vec<f64>| Group {
            first: at(values, &self.first),
            second: at(values, &self.second),
            mixed: at(values, &knob.mixed),
        };
        let groups: Vec<Group> = values.iter().map(of_group).collect();
        let indices = indices_of_groups(&groups);
        let interval = |estimate: Option<Estimate>| {
            ends(estimate.and_then(|estimate| estimate.interval(run.analysis.confidence)))
        };
        let means: Vec<f64> = (0..values.first().map_or(0, Vec::len))
            .map(|place| values.iter().map(|group| group[place]).sum::<f64>() / values.len() as f64)
            .collect();
        let changes = changes(&at(&means, &self.first), &at(&means, &knob.mixed), &knob.directions);
        let effects = Effects::new(&changes);
        let (first_order, total) =
            (indices.map(|indices| indices.first_order), indices.map(|indices| indices.total));
        let effect = effect_of_groups(&groups, &knob.directions);
        let ((first_order_low, first_order_high), (total_low, total_high)) =
            (interval(first_order), interval(total));
        let (effect_low, effect_high) = interval(effect);
        SensitivityRow {
            game: label.game.name.to_owned(),
            lineup: label.lineup.clone(),
            players: label.shape.players(),
            quantity: quantity.to_owned(),
            subject: subject.to_owned(),
            knob: knob.name.to_owned(),
            samples: self.first.len(),
            blocks: run.counts.blocks(),
            groups: values.len(),
            first_order: first_order.map(|estimate| estimate.value),
            first_order_low,
            first_order_high,
            total: total.map(|estimate| estimate.value),
            total_low,
            total_high,
            turned: knob.turned.name().to_owned(),
            effect: effect.map(|estimate| estimate.value),
            effect_low,
            effect_high,
            effect_size: effects.map(|effects| effects.mean_size).filter(|size| size.is_finite()),
            effect_sd: effects.and_then(|effects| effects.standard_deviation),
            steps: changes.len(),
        }
    }
}
