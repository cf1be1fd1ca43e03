//! Notes on all verdicts: the tolerances, and how sure the verdicts are together.

use super::numbers::{and, counted, rounded_percent};
use super::sentences::{EARLY, tolerance_in_words};
use crate::experiment::DesignKind;
use crate::results::{Results, Tolerances};
use fairdeal_core::metrics::{Tolerance, quantity};
use fairdeal_core::rows::Correction;

/// Notes on all verdicts: the tolerances, and how the verdicts are corrected for each other; for a box of
/// rules, what its shares mean.
pub fn notes(results: &Results) -> Vec<String> {
    if results.manifest.design == DesignKind::Sensitivity {
        return shares_of_variation(results).into_iter().chain(scored_otherwise(results)).collect();
    }
    [Some(tolerances(results)), correction(results), scored_otherwise(results)]
        .into_iter()
        .flatten()
        .collect()
}

/// Why scores are not compared, or not all of them: "Scores are not compared: `place_points`
/// changes what a point is."
pub(super) fn scored_otherwise(results: &Results) -> Option<String> {
    let knobs: Vec<String> =
        results.scored_otherwise.iter().map(|knob| format!("`{knob}`")).collect();
    let knobs = and(&knobs.iter().map(String::as_str).collect::<Vec<_>>());
    let (change, differ, they) = if results.scored_otherwise.len() == 1 {
        ("changes", "differs", "it")
    } else {
        ("change", "differ", "they")
    };
    let is_score =
        |name: &str| quantity(name).is_some_and(|quantity| quantity.tolerance == Tolerance::Score);
    let all = !results.comparisons.iter().any(|row| is_score(&row.quantity));
    let why = if all {
        format!("Scores are not compared: {knobs} {change} what a point is.")
    } else {
        format!("Scores are not compared where {knobs} {differ}: {they} {change} what a point is.")
    };
    (!results.scored_otherwise.is_empty()).then_some(why)
}

/// That there are too few blocks for more than a first impression, where that is so. An answer says
/// so by itself.
pub(super) fn early_look(results: &Results) -> Option<String> {
    let shuffles = counted(results.manifest.blocks.into(), "shuffle", "shuffles");
    let is_early = results.manifest.blocks < EARLY;
    is_early.then(|| {
        format!(
            "This is an early look, at {shuffles} only: below {EARLY}, intervals can be too narrow."
        )
    })
}

/// "Your tolerances: 2 points of win rates and 5 % of lengths; by default 5 % of scores and 2
/// points of other shares."
fn tolerances(results: &Results) -> String {
    let analysis = &results.manifest.analysis;
    let Tolerances { win_rate, length, score, share } = analysis.tolerance;
    let is_default = |tolerance: &Tolerance| {
        analysis.default_tolerances.iter().any(|key| key == tolerance.key())
    };
    let size = |tolerance: &Tolerance| {
        let size = match tolerance {
            Tolerance::WinRate => win_rate,
            Tolerance::Length => length,
            Tolerance::Score => score,
            Tolerance::Share => share,
        };
        if size > 0.0 {
            tolerance_in_words(tolerance.is_relative(), size)
        } else {
            "none".to_owned()
        }
    };
    let all = |wanted: bool| -> Vec<String> {
        let of_sort: Vec<&Tolerance> =
            Tolerance::ALL.iter().filter(|one| is_default(one) == wanted).collect();
        let alike = of_sort.chunk_by(|one, other| size(one) == size(other));
        alike
            .map(|some| {
                format!(
                    "{} of {}",
                    size(some[0]),
                    and(&some.iter().map(|one| one.plural()).collect::<Vec<_>>())
                )
            })
            .collect()
    };
    match (&all(false)[..], &all(true)[..]) {
        (set, []) => format!("Your tolerances: {}.", and(set)),
        ([], default) => format!("You set no tolerances, so the defaults hold: {}.", and(default)),
        (set, default) => format!("Your tolerances: {}; by default {}.", and(set), and(default)),
    }
}

fn correction(results: &Results) -> Option<String> {
    let judged = &results.first_player.first()?.share.judged;
    if judged.family_size < 2 {
        return None;
    }
    let confidence = results.manifest.analysis.confidence;
    let corrected = match judged.correction {
        Correction::Holm => format!(
            "All verdicts are corrected for each other (Holm): with {} % confidence no settled verdict is wrong.",
            rounded_percent(confidence)
        ),
        Correction::BenjaminiHochberg => format!(
            "All verdicts are corrected for each other (Benjamini and Hochberg): on average at most {} % of the settled verdicts are wrong.",
            rounded_percent(1.0 - confidence)
        ),
    };
    Some(format!(
        "{corrected} Intervals are uncorrected: \"clear alone\" means clear by its own interval, before the correction."
    ))
}

fn shares_of_variation(results: &Results) -> Option<String> {
    let shares =
        || results.sensitivity.iter().flat_map(|row| [row.first_order, row.total]).flatten();
    shares().next()?;
    let impossible = shares().any(|share| !(0.0..=1.0).contains(&share));
    let noise =
        if impossible { " A share below 0 or above 1 is noise: more samples help." } else { "" };
    Some(format!(
        "An interaction of knobs counts in the share \"with others\" of each of them, so these shares may add up to more than 1.{noise}"
    ))
}
