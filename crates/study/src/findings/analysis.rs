//! How counts are judged, and which games they count.

use super::asked::Asked;
use super::wanted::Goals;
use fairdeal_core::metrics::{Cell, Comparison, Counts, Label, Layout, Pair, Tolerance, Topic};
use fairdeal_core::rows::{CellKey, Family, Method};
use fairdeal_core::strategy::Entrant;
use fairdeal_stats::anytime::confidence_at_each_look;
use fairdeal_stats::{Confidence, Crossed};

/// How the designer wants the counts judged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The confidence of every interval.
    pub confidence: Confidence,
    /// A difference of win rates up to this (0 to 1) does not matter. `None`, here and below: the
    /// default holds, [`Tolerance::default_size`]; with 0 everything matters that is sure.
    pub win_rate_tolerance: Option<f64>,
    /// A relative difference of lengths up to this (0 to 1) does not matter.
    pub length_tolerance: Option<f64>,
    /// A relative difference of mean scores up to this (0 to 1) does not matter.
    pub score_tolerance: Option<f64>,
    /// A difference of other shares up to this (0 to 1) does not matter.
    pub share_tolerance: Option<f64>,
    /// How the results are looked at. The plan of a run says it; whatever is set before does not
    /// matter.
    pub look: Look,
}

/// How the results of a run are looked at: if there are several looks, intervals must hold at all of
/// them together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Look {
    /// Once.
    #[default]
    Only,
    /// Any number of looks. Compared with an interval for one look, the intervals are narrowest
    /// after this many blocks.
    Any {
        /// The number of blocks.
        narrowest_at: u64,
    },
}

impl Analysis {
    /// The confidence that an ordinary interval from this many blocks must have: higher at each
    /// look, where there are several.
    pub(super) fn confidence_after(&self, blocks: u64) -> Confidence {
        match self.look {
            Look::Only => self.confidence,
            Look::Any { narrowest_at } => {
                confidence_at_each_look(blocks, narrowest_at, self.confidence)
                    .unwrap_or(self.confidence)
            }
        }
    }

    /// Returns whether the results may be looked at any time. Intervals and p-values are then
    /// anytime-valid; some have no p-value.
    pub(super) fn is_anytime(&self) -> bool {
        matches!(self.look, Look::Any { .. })
    }

    /// The method of an interval. Intervals that hold at any time all have one method.
    pub(super) fn method(&self, method: Method) -> Method {
        if self.is_anytime() { Method::Anytime } else { method }
    }

    /// An ordinary p-value; `None` where the results may be looked at any time, for which it is not
    /// valid.
    pub(super) fn p_value(&self, p_value: f64) -> Option<f64> {
        (!self.is_anytime()).then_some(p_value)
    }

    /// The size of a tolerance that the designer set; `None` where the default holds.
    pub fn tolerance_mut(&mut self, tolerance: Tolerance) -> &mut Option<f64> {
        match tolerance {
            Tolerance::WinRate => &mut self.win_rate_tolerance,
            Tolerance::Length => &mut self.length_tolerance,
            Tolerance::Score => &mut self.score_tolerance,
            Tolerance::Share => &mut self.share_tolerance,
        }
    }

    /// The size of a tolerance that the designer set; `None` where the default holds.
    pub fn tolerance_set(mut self, tolerance: Tolerance) -> Option<f64> {
        *self.tolerance_mut(tolerance)
    }

    /// The size of a tolerance.
    pub fn tolerance(&self, tolerance: Tolerance) -> f64 {
        self.tolerance_set(tolerance).unwrap_or(tolerance.default_size())
    }
}

/// The counts of a run, with its cells and the way in which they are judged.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The cells that were played.
    pub layout: &'a Layout,
    /// Their counts.
    pub counts: &'a Counts,
    /// How it is judged.
    pub analysis: Analysis,
    /// The designer's goals, if there are any.
    pub goals: Option<&'a Goals>,
    /// The question of the experiment.
    pub asked: Asked<'a>,
    /// The strategies.
    pub strategies: &'a [Entrant],
}

impl<'a> Run<'a> {
    /// Counts that are judged without goals, and for no question.
    pub fn new(layout: &'a Layout, counts: &'a Counts, analysis: Analysis) -> Self {
        Self { layout, counts, analysis, goals: None, asked: Asked::default(), strategies: &[] }
    }

    /// Every cell with its label.
    pub(super) fn cells(self) -> impl ExactSizeIterator<Item = (&'a Label, &'a Cell)> + Clone {
        self.layout.cells.iter().zip(&self.counts.cells)
    }

    /// The family of a verdict about going first. If there are line-ups of equals, only these show
    /// whether seats are fair.
    pub(super) fn family_of_places(self, label: &Label) -> Family {
        let are_equal =
            |label: &Label| label.shape.players() > 1 && label.shape.strategies.len() == 1;
        let tells = are_equal(label) || !self.layout.cells.iter().any(are_equal);
        if tells { self.asked.of_fact(Topic::GoingFirst) } else { Family::Explored }
    }

    pub(super) fn cell(self, index: usize) -> (&'a Label, &'a Cell) {
        (&self.layout.cells[index], &self.counts.cells[index])
    }

    /// A cell, with the counts of its strategies if they are crossed.
    pub(super) fn counted(self, index: usize) -> Counted<'a> {
        Counted::new(self.layout, self.counts, index)
    }

    /// Every pair of cells that has counts.
    pub(super) fn compared(self) -> impl Iterator<Item = Compared<'a>> + Clone {
        self.layout.pairs.iter().zip(&self.counts.comparisons).map(move |(pair, counts)| Compared {
            baseline: self.counted(pair.baseline),
            variant: self.counted(pair.variant),
            pair,
            counts,
        })
    }

    /// Whether the same players sit in both cells. Players who learn each set of rules are other
    /// players under each: what differs between their games may come from the training, so such
    /// line-ups have no verdicts about what a variant changes.
    pub(super) fn has_the_same_players(self, compared: &Compared<'_>) -> bool {
        let learns =
            |name: &String| self.strategies.iter().any(|one| one.learns() && one.name() == *name);
        let seated = &compared.variant.label.shape.strategies;
        compared.pair.same_rules || !seated.iter().any(learns)
    }
}

/// A cell with its label, and the counts of its strategies if they are crossed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counted<'a> {
    pub(super) label: &'a Label,
    pub(super) cell: &'a Cell,
    pub(super) crossed: Option<&'a Crossed>,
}

impl<'a> Counted<'a> {
    /// Finds the cell with this index.
    pub(super) fn new(layout: &'a Layout, counts: &'a Counts, index: usize) -> Self {
        let crossings = &layout.asides.crossed;
        let place = crossings.iter().position(|crossing| crossing.cell == index);
        Self {
            label: &layout.cells[index],
            cell: &counts.cells[index],
            crossed: place.and_then(|place| counts.asides.crossed.get(place)),
        }
    }
}

/// Two cells that are compared, with their counts block by block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compared<'a> {
    pub(super) baseline: Counted<'a>,
    pub(super) variant: Counted<'a>,
    pub(super) pair: &'a Pair,
    pub(super) counts: &'a Comparison,
}

impl Compared<'_> {
    /// Returns whether all games ended, by the variant and by the baseline.
    pub(super) fn all_ended(&self) -> bool {
        [self.variant, self.baseline].iter().all(|counted| counted.cell.first_player.all_ended())
    }
}

/// The columns by which the rows of a cell are found.
pub(super) fn key(label: &Label) -> CellKey {
    CellKey {
        game: label.game.name.to_owned(),
        variant: label.variant.name.clone(),
        lineup: label.lineup.clone(),
        players: label.shape.players(),
    }
}
