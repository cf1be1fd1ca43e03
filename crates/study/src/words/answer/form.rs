//! How an experiment asked, as its manifest says.

use crate::experiment::DesignKind;
use crate::results::Results;

/// How an experiment asked.
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
    let manifest = &results.manifest;
    match manifest.design {
        DesignKind::Compare if manifest.variants.len() > 1 => Form::Variants,
        DesignKind::Compare => Form::Single,
        DesignKind::Sweep => Form::Sweep,
        DesignKind::RoundRobin => Form::RoundRobin,
        DesignKind::Ladder => Form::Ladder,
        DesignKind::InPlace => Form::InPlace,
        DesignKind::Sensitivity => Form::Sensitivity,
    }
}
