//! The measures of play as quantities: how the game plays under a variant against the baseline, on
//! the same blocks.

use super::batch::{Batch, Block};
use super::cell::Cell;
use super::counting::Contributing;
use super::play::{Averages, CHANCES, CHOICES, Measure};
use super::quantity::{CellValue, Compared};
use super::shape::Shape;
use super::sums::Contribution;

impl Compared {
    /// The place of its sums among those of all measures, and the scale and the shift of its
    /// points; `None` if it is not counted.
    fn place(&self, shape: &Shape, subject: usize) -> Option<(usize, u64, u64)> {
        let play = shape.play?;
        let rollouts = play.rollouts.unwrap_or(0);
        let measures: &[Measure] = if self.measure.of_chances { &CHANCES } else { &CHOICES };
        let part = if self.in_thirds { Measure::third(subject) } else { 0 };
        let place = Averages::place(measures, play.game, self.measure, self.subject) + part;
        Some((place, self.measure.scale.of(rollouts), self.measure.shift(rollouts)))
    }

    /// Returns its counts in a cell.
    pub(super) fn in_cell<'c>(
        &self,
        cell: &'c Cell,
        shape: &Shape,
        subject: usize,
    ) -> Option<CellValue<'c>> {
        let (place, ..) = self.place(shape, subject)?;
        let counts = cell.play.as_ref()?;
        let (averages, rollouts) = if self.measure.of_chances {
            let chances = counts.chances.as_ref()?;
            (&chances.averages, chances.rollouts)
        } else {
            (&counts.choices, 0)
        };
        let sums = averages.at(place)?;
        Some(CellValue::Played { measure: self.measure, sums, rollouts })
    }
}

/// The scale goes into the number of games or decisions, and the points are shifted so that none
/// are negative: a difference of means does not change.
impl Contributing for Compared {
    fn of_block<'b>(
        &'b self,
        batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        let (place, of_chances) = (self.place(batch.shape, subject), self.measure.of_chances);
        move |block| {
            let tallies = block.play.and_then(|play| play.tallies(of_chances));
            let counted = place.zip(tallies).and_then(|((place, scale, shift), tallies)| {
                let tally = tallies.get(place)?;
                Some(Contribution {
                    points: tally.points + (shift * tally.among) as i64,
                    among: scale * tally.among,
                    shared: false,
                })
            });
            counted.unwrap_or_default()
        }
    }

    fn is_watched(&self, block: &Block<'_>) -> bool {
        block.play.and_then(|play| play.tallies(self.measure.of_chances)).is_some()
    }
}
