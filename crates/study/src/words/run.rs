//! Sentences about a run as a whole: how it ended, and how sure all verdicts are together.

use super::numbers::{and, counted, rounded_percent, thousands, tolerance_in_words};
use super::unfinished::is_judged;
use crate::experiment::{RuleSets, Seating};
use crate::findings::{ENOUGH_ENDED, Ending, Stop, Until};
use crate::results::{Manifest, Played, Results, Tolerances};
use fairdeal_core::metrics::{Tolerance, quantity};
use fairdeal_core::rows::{Correction, Family};

/// With fewer blocks than these, intervals may be too narrow: their verdicts are an early look.
pub const EARLY: u64 = 200;

/// The number of games in a block, for each line-up with too many arrangements to play them all.
pub fn drawn_arrangements(manifest: &Manifest) -> Vec<String> {
    let drawn = manifest.arrangements.iter().filter(|arranged| arranged.played == Played::Drawn);
    drawn
        .map(|arranged| {
            format!(
                "{}: {} games a block, the players seated at random and in all rotations.",
                arranged.lineup, arranged.games_per_block
            )
        })
        .collect()
}

/// Whether variants are compared with a baseline, and it is no sweep or other design.
pub(super) fn compares(results: &Results) -> bool {
    results.manifest.design.rules == RuleSets::Named && results.manifest.variants.len() > 1
}

/// " of 2,000": how many blocks are planned, if that is known.
pub fn of_planned(manifest: &Manifest) -> String {
    let planned =
        manifest.blocks_planned.map(|planned| format!(" of {}", thousands(planned.into())));
    planned.unwrap_or_default()
}

/// The end of a run with a stopping rule, after at most this many blocks if there is a bound.
pub fn ended(results: &Results, stop: &Stop, ending: Ending, most: Option<u64>) -> String {
    let of_places = results.manifest.design.seating == Seating::OnePlace;
    let at_most = most
        .map_or_else(String::new, |most| format!(" (at most {} blocks)", thousands(most.into())));
    match (ending, &stop.until) {
        (Ending::Interrupted, _) => {
            "Interrupted before its goal was reached. All intervals hold at every look.".to_owned()
        }
        (Ending::Reached, Until::Settled) => {
            let on = if of_places {
                "on who does best in one seat"
            } else {
                "on going first, on strengths, on neighbours, on lengths and on scores of a player alone"
            };
            // More blocks settle nothing if too few games end.
            let where_they_end = if results.first_player.iter().all(|row| is_judged(&row.share)) {
                String::new()
            } else {
                format!(", where at least {ENOUGH_ENDED} % of {} end,", results.names.plural)
            };
            format!(
                "Ended{at_most}: every verdict {on}{where_they_end} is settled. All intervals hold at every look."
            )
        }
        (Ending::Reached, Until::Precision(_)) => {
            let of = if of_places { "a difference in one seat" } else { "a win rate" };
            format!(
                "Ended{at_most}: every interval of {of} is narrow enough, and holds at every look."
            )
        }
        (Ending::Planned, Until::Settled) => {
            "Played to the end: see below what is not settled. All intervals hold at every look."
                .to_owned()
        }
        (Ending::Planned, Until::Precision(_)) => {
            "Played to the end: not every interval is narrow enough. All hold at every look."
                .to_owned()
        }
    }
}

/// Notes on all verdicts: the tolerances, and the correction for many verdicts; for a box of rules,
/// the meaning of its shares.
pub fn notes(results: &Results) -> Vec<String> {
    if results.manifest.design.rules == RuleSets::Samples {
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
    let knobs = results.scored_otherwise.iter().map(|knob| format!("`{knob}`"));
    let knobs = and(&knobs.collect::<Vec<_>>());
    let (change, differ, they) = match results.scored_otherwise.len() {
        1 => ("changes", "differs", "it"),
        _ => ("change", "differ", "they"),
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

/// A warning if there are too few blocks for more than a first impression. An answer has its own.
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

/// An explanation of the confidence of the verdicts, for each family by itself.
fn correction(results: &Results) -> Option<String> {
    let judged = &results.first_player.first()?.share.judged;
    let size = |family: Family| {
        results.judged().find(|judged| judged.family == family).map_or(0, |one| one.family_size)
    };
    let (asked, explored) = (size(Family::Asked), size(Family::Explored));
    if asked.max(explored) < 2 {
        return None;
    }
    let confidence = results.manifest.analysis.confidence;
    let (name, promise) = match judged.correction {
        Correction::Holm => (
            "Holm",
            format!(
                "with {} % confidence no settled verdict is wrong",
                rounded_percent(confidence)
            ),
        ),
        Correction::BenjaminiHochberg => (
            "Benjamini and Hochberg",
            format!(
                "on average at most {} % of the settled verdicts are wrong",
                rounded_percent(1.0 - confidence)
            ),
        ),
    };
    let corrected = match (asked, explored) {
        (0, _) | (_, 0) => {
            format!("All verdicts are corrected for each other ({name}): {promise}.")
        }
        _ => format!(
            "What was asked and what was explored are corrected apart ({name}): in each of the two, {promise}."
        ),
    };
    Some(format!(
        "{corrected} Intervals are not corrected: \"by itself\" means by its own interval, before the correction."
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
