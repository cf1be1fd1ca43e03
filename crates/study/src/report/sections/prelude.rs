//! The imports that most sections share.

pub(super) use super::section::{
    Context, MOST_VARIANTS, Section, even_figures, figures, folded, least_and_most, paged,
};
pub(super) use crate::experiment::{RuleSets, Seating};
pub(super) use crate::findings::{AsFinding as _, ENOUGH_ENDED, Simultaneous, enough_ended};
pub(super) use crate::report::charts::{
    Figure, Inline, JUDGED, MOST_ROWS, MOST_SERIES, marks_key, round_up,
};
pub(super) use crate::report::format::{IN_TABLE, ends_in_percent, hundredths, of_quantity};
pub(super) use crate::report::table::Columns;
pub(super) use crate::words::chart::{
    Axis, Chart, Heat, Line, Lines, Part, Plot, Shape, Shapes, Spot, Stacks, Strip, Strips,
    average_in, extremes,
};
pub(super) use crate::words::{
    self, and, asked_comparisons, capitalized, counted, distinct, do_not_end, enough_end, grouped,
    in_unit, interval, known, number, ordinal, percent, points, quoted, rate, rounded_percent,
    signed, spaced, strongest, thousands, with_article, within,
};
pub(super) use fairdeal_core::metrics::{
    About, Among, DecisionChances, Kind, Measure, MeasureUnit, Over, QuantityDescription,
    Tolerance, Topic, UNFINISHED_GAMES, Unit, dead_within, measure, quantity,
};
pub(super) use fairdeal_core::rows::*;
pub(super) use fairdeal_stats::Interval;
pub(super) use maud::{Markup, html};
