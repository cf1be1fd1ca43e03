//! How an experiment asked.

use crate::results::Results;

/// How an experiment asked, as far as its results show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::words) enum Form {
    /// One set of rules.
    Single,
    /// Variants against a baseline.
    Variants,
    /// Points of a sweep.
    Sweep,
    RoundRobin,
    Ladder,
    /// Who does best in the place of one player.
    InPlace,
    Sensitivity,
}

pub(in crate::words) fn form(results: &Results) -> Form {
    if results.manifest.sensitivity.is_some() {
        Form::Sensitivity
    } else if !results.ladder.is_empty() {
        Form::Ladder
    } else if !results.in_place.is_empty() {
        Form::InPlace
    } else if results.manifest.rating_model.is_some() {
        Form::RoundRobin
    } else if !results.sweep.is_empty() {
        Form::Sweep
    } else if results.comparisons.is_empty() {
        Form::Single
    } else {
        Form::Variants
    }
}
