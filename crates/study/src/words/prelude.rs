//! The imports that most parts of the words share.

pub(super) use std::collections::{BTreeMap, BTreeSet};

pub(super) use indexmap::IndexMap;
pub(super) use serde::Serialize;

pub(super) use super::chart::{Axis, Chart, Line, Lines, Plot, Shape, Shapes, Strip, Strips};
pub(super) use super::columns::*;
pub(super) use super::draft::{AS_IT_IS, Draft, OPEN, PLAY, SMALLER};
pub(super) use super::group::{distinct, grouped};
pub(super) use super::numbers::*;
pub(super) use super::panel::{Columns, MOST_ROWS, Panel};
pub(super) use super::phrase::{
    NoWinner, WHO_SITS_BESIDE, asks_whether, by_itself, filled, heading, order,
};
pub(super) use super::run::{EARLY, compares};
pub(super) use super::sentence::{Sentence, of_row, plain, sentence, under};
pub(super) use super::unfinished::{
    RARE, both_end, enough_end, is_judged, is_notable, lost_percent, negligible, no_winner,
    notable, unfinished_percent, unfinished_share,
};
pub(super) use super::who::*;
pub(super) use crate::experiment::{Ask, Item, RuleSets, Seating};
pub(super) use crate::findings::{
    AsFinding, AskedFirst, ENOUGH_ENDED, Finding, Simultaneous, enough_ended,
};
pub(super) use crate::results::{Played, Results, TIMING, Timing, is_of_equals};
pub(super) use fairdeal_core::metrics::{
    About, Kind, LOST_GAMES, Measure, QuantityDescription, SHARED_WINS, Topic, UNFINISHED_GAMES,
    Unit, dead_within, measures, quantity,
};
pub(super) use fairdeal_core::rows::*;
pub(super) use fairdeal_stats::Interval;
