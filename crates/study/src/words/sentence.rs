//! One sentence: its parts, and the words for its verdict.

use serde::{Deserialize, Serialize};

use super::numbers::{capitalized, counted, points};
use super::run::EARLY;
use crate::findings::{AsFinding, ClaimKind, Finding};
use crate::results::Results;
use fairdeal_core::rows::{Family, Judged, Standing};
use fairdeal_stats::Interval;

/// A verdict in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sentence {
    /// How it stands.
    pub standing: Standing,
    /// Its family.
    pub family: Family,
    /// Whether a tolerance judges it.
    pub tolerance: bool,
    /// The sentence.
    pub text: String,
    /// Whether it says that too few games end for a verdict. Then it is none itself.
    #[serde(skip)]
    pub unjudged: bool,
    /// The subject, as the headings of the answer call it.
    #[serde(skip)]
    pub about: &'static str,
    /// About how many more blocks should settle it; `None` if it is settled, or if no reasonable
    /// number would settle it.
    #[serde(skip)]
    pub blocks_needed: Option<u64>,
    /// The effect, for a picture. It is in the tables, so it is not stored here again.
    #[serde(skip)]
    pub effect: Option<Told>,
}

/// The effect of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The kind of claim.
    pub claim: ClaimKind,
    /// The variant of the rules.
    pub variant: String,
    /// The effect, as it is judged: a difference, or a share of the baseline's value.
    pub size: f64,
    /// Its interval.
    pub interval: Option<Interval>,
    /// An effect up to this does not matter.
    pub tolerance: f64,
    /// Whether a change of going first makes it fair for all seats, or less fair. `None` if it
    /// comes nearer to fair but is not fair.
    pub fairer: Option<bool>,
    /// Whether it is judged as a share of the baseline's value.
    pub relative: bool,
    /// Whether it is open although every block so far gave the same result: mostly a constant of
    /// the game, which no number of blocks changes.
    pub constant: bool,
}

/// The sentence of a finding: its beginning, the verdict, and its end. `tolerance` is in words, and empty
/// if there is none.
pub(super) fn sentence(
    results: &Results,
    finding: &Finding<'_>,
    tolerance: &str,
    begin: &str,
    end: &str,
) -> Option<Sentence> {
    let (standing, size) = (finding.standing()?, finding.size?);
    let verdict = verdict_in_words(results, finding, tolerance)?;
    let early = if finding.blocks < EARLY { " (an early look)" } else { "" };
    let Judged { tolerance, blocks_needed, .. } = *finding.judged;
    let effect = Told {
        claim: finding.claim.kind,
        variant: finding.variant.to_owned(),
        size,
        interval: finding.interval(),
        tolerance,
        fairer: None,
        relative: false,
        constant: false,
    };
    Some(Sentence {
        family: finding.judged.family,
        tolerance: tolerance > 0.0,
        blocks_needed,
        effect: Some(effect),
        ..plain(standing, finding.claim.about, format!("{begin}: {verdict}{early}.{end}"))
    })
}

fn verdict_in_words(results: &Results, finding: &Finding<'_>, tolerance: &str) -> Option<String> {
    let Judged { blocks_needed, p_adjusted, .. } = finding.judged;
    let (claim, has_tolerance) = (&finding.claim, !tolerance.is_empty());
    let yours =
        if has_tolerance { format!(" your tolerance of {tolerance}") } else { String::new() };
    let side = if finding.size? < 0.0 { claim.below } else { claim.above };
    let beyond = || if has_tolerance { format!("{side}, beyond{yours}") } else { side.to_owned() };
    let within = || match claim.within {
        within if has_tolerance => format!("{within} within{yours}"),
        within => within.to_owned(),
    };
    let open = match (finding.standing()?, finding.clear_alone()) {
        (Standing::Beyond, _) => return Some(beyond()),
        (Standing::Within, _) => return Some(within()),
        (Standing::NotSettled, Some(alone)) => {
            let alone = if alone == Standing::Within { within() } else { beyond() };
            format!("not settled among all verdicts of its family (by its own interval: {alone})")
        }
        _ if !has_tolerance && blocks_needed.is_none() => return Some(claim.no_sign.to_owned()),
        _ if !has_tolerance => "not settled".to_owned(),
        _ if p_adjusted.is_some_and(|p| p <= 1.0 - results.manifest.analysis.confidence) => {
            format!("{side}, but it is not settled whether by more than{yours}")
        }
        _ => format!("not settled whether it is beyond{yours}"),
    };
    Some(match blocks_needed {
        Some(more) => {
            let shuffles = counted((*more).into(), "more shuffle", "more shuffles");
            format!("{open}; about {shuffles} should settle it")
        }
        None => format!("{open}; no reasonable number of shuffles would settle it"),
    })
}

/// "no-face-up: going first"; "Going first" if there is only one set of rules.
pub(super) fn under(results: &Results, variant: &str, text: &str) -> String {
    if results.manifest.variants.len() > 1 {
        format!("{variant}: {text}")
    } else {
        capitalized(text)
    }
}

/// A sentence without an interval.
pub(super) fn plain(standing: Standing, about: &'static str, text: String) -> Sentence {
    Sentence {
        standing,
        family: Family::Explored,
        tolerance: true,
        text,
        unjudged: false,
        about,
        blocks_needed: None,
        effect: None,
    }
}

/// The sentence of a row whose tolerance is in points.
pub(super) fn of_row(results: &Results, row: &impl AsFinding, begin: &str) -> Option<Sentence> {
    let finding = row.finding();
    sentence(results, &finding, &points(finding.judged.tolerance), begin, "")
}
