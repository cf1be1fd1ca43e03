//! What most parts of the words use.

pub(super) use indexmap::IndexMap;
pub(super) use serde::Serialize;

pub(super) use super::curves::{Curves, Spot};
pub(super) use super::numbers::{
    and, by_value, capitalized, counted, decimals, games, more, percent, points, precise, signed,
    thousands, within,
};
pub(super) use super::run::{EARLY, compares};
pub(super) use super::unfinished::{enough_end, is_judged};
pub(super) use super::who::{against, among, between};
pub(super) use crate::findings::{AsFact, Fact};
pub(super) use crate::results::Results;
pub(super) use fairdeal_core::metrics::{
    Kind, Measure, QuantityDescription, Topic, measures, quantity,
};
pub(super) use fairdeal_core::rows::{
    CellKey, ComparisonRow, Family, FirstPlayerRow, LadderRow, PairRow, ShareOfWins, Standing,
    StrategyRow, Verdict,
};
pub(super) use fairdeal_stats::Interval;
