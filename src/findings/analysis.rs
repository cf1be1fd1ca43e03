//! How counts are judged, and what they are counts of.

use crate::metrics::{Cell, Comparison, Counts, Label, Layout, Tolerance};
use crate::rows::CellKey;
use crate::stats::Confidence;
use crate::stats::anytime::confidence_at_each_look;

/// How the designer wants the counts judged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Analysis {
    /// The confidence of every interval.
    pub confidence: Confidence,
    /// A difference of win rates up to this (0 to 1) does not matter.
    pub win_rate_tolerance: f64,
    /// A relative difference of lengths up to this (0 to 1) does not matter.
    pub length_tolerance: f64,
    /// A difference of mean scores up to this does not matter.
    pub score_tolerance: f64,
    /// A difference of other shares up to this (0 to 1) does not matter.
    pub share_tolerance: f64,
    /// Results are looked at again and again until they are settled, with at most this many blocks: then intervals must hold at every look.
    pub looks: Option<u64>,
}

impl Analysis {
    /// The confidence of an interval from this many blocks that is not made for many looks: higher at each look, where there are several.
    pub(super) fn confidence_after(&self, blocks: u64) -> Confidence {
        self.looks.and_then(|most| confidence_at_each_look(blocks, most, self.confidence)).unwrap_or(self.confidence)
    }

    /// The size of a tolerance; 0 where there is none.
    pub fn tolerance(&self, tolerance: Tolerance) -> f64 {
        match tolerance {
            Tolerance::WinRate => self.win_rate_tolerance,
            Tolerance::Length => self.length_tolerance,
            Tolerance::Score => self.score_tolerance,
            Tolerance::Share => self.share_tolerance,
        }
    }
}

/// Counts with what they are counts of, and how they are judged.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// What was played.
    pub layout: &'a Layout,
    /// What was counted.
    pub counts: &'a Counts,
    /// How it is judged.
    pub analysis: &'a Analysis,
}

impl<'a> Run<'a> {
    /// Every cell with its label.
    pub(super) fn cells(self) -> impl ExactSizeIterator<Item = (&'a Label, &'a Cell)> + Clone {
        self.layout.cells.iter().zip(&self.counts.cells)
    }

    pub(super) fn cell(self, index: usize) -> (&'a Label, &'a Cell) {
        (&self.layout.cells[index], &self.counts.cells[index])
    }

    /// Every pair of cells that is compared.
    pub(super) fn compared(self) -> impl Iterator<Item = Compared<'a>> + Clone {
        self.layout.pairs.iter().zip(&self.counts.comparisons).map(move |(pair, counts)| Compared {
            baseline: self.cell(pair.baseline),
            variant: self.cell(pair.variant),
            same_rules: pair.same_rules,
            counts,
        })
    }
}

/// Two cells with what was counted of both together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Compared<'a> {
    pub(super) baseline: (&'a Label, &'a Cell),
    pub(super) variant: (&'a Label, &'a Cell),
    /// Both have the same rules.
    pub(super) same_rules: bool,
    pub(super) counts: &'a Comparison,
}

impl Compared<'_> {
    /// Did all games end, under both?
    pub(super) fn all_ended(&self) -> bool {
        self.variant.1.first_player.all_ended() && self.baseline.1.first_player.all_ended()
    }
}

/// The columns by which the rows of a cell are found.
pub(super) fn key(label: &Label) -> CellKey {
    CellKey {
        game: label.game.name.to_owned(),
        variant: label.variant.clone(),
        lineup: label.lineup.clone(),
        players: label.shape.players(),
    }
}
