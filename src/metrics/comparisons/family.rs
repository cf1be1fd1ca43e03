//! All that an experiment compares is one family of tests: p-values corrected for each other.

use super::Compared;
use super::findings::findings;
use super::judge::Finding;
use super::metric::Metric;
use crate::metrics::Analysis;
use crate::metrics::verdict::p_beyond;
use crate::stats::families;

/// What is known of one metric of a pair, with its p-values corrected for all others that were tested beside it.
pub(super) struct CorrectedFinding<'a> {
    pub(super) pair: &'a Compared<'a>,
    pub(super) finding: Finding,
    /// Of no difference, by Holm's correction.
    pub(super) p_holm: Option<f64>,
    /// Of no difference, by Benjamini and Hochberg's.
    pub(super) p_bh: Option<f64>,
    /// Of a difference that is just the tolerance, by Holm's correction.
    pub(super) p_beyond_holm: Option<f64>,
}

/// All findings of an experiment.
pub(super) struct Family<'a> {
    pub(super) findings: Vec<CorrectedFinding<'a>>,
    /// How many differences were tested.
    pub(super) size: usize,
}

/// All metrics of all pairs.
pub(super) fn family<'a>(compared: &'a [Compared<'a>], analysis: &Analysis) -> Family<'a> {
    let all: Vec<(&Compared<'_>, Finding)> =
        compared.iter().flat_map(|pair| findings(pair, analysis).into_iter().map(move |finding| (pair, finding))).collect();
    let beyond = |finding: &Finding| {
        let (effect, interval) = finding.judged()?;
        p_beyond(effect, interval, finding.metric.tolerance(analysis), analysis.confidence)
    };
    let plain = corrected(&all, |finding| finding.p_value, families::holm);
    let rates = corrected(&all, |finding| finding.p_value, families::benjamini_hochberg);
    let beyond = corrected(&all, beyond, families::holm);
    let size = all.iter().filter(|(pair, finding)| finding.p_value.is_some() && !mirrors(pair, finding)).count();
    let findings = all
        .into_iter()
        .zip(plain.into_iter().zip(rates).zip(beyond))
        .map(|((pair, finding), ((p_holm, p_bh), p_beyond_holm))| CorrectedFinding { pair, finding, p_holm, p_bh, p_beyond_holm })
        .collect();
    Family { findings, size }
}

/// Of two strategies, what one wins the other loses: that is tested once.
fn mirrors(pair: &Compared<'_>, finding: &Finding) -> bool {
    pair.variant.0.shape.strategies.len() == 2 && finding.metric == Metric::WinRate(1)
}

/// The p-values of all findings, corrected; a mirror image has the value of what it mirrors.
fn corrected(
    all: &[(&Compared<'_>, Finding)],
    p_value: impl Fn(&Finding) -> Option<f64>,
    correct: impl Fn(&[f64]) -> Vec<f64>,
) -> Vec<Option<f64>> {
    let tested: Vec<Option<f64>> = all.iter().map(|(pair, finding)| p_value(finding).filter(|_| !mirrors(pair, finding))).collect();
    let family: Vec<f64> = tested.iter().copied().flatten().collect();
    let mut values = correct(&family).into_iter();
    let mut last_rate = None;
    let value = |((pair, finding), tested): (&(&Compared<'_>, Finding), Option<f64>)| {
        if mirrors(pair, finding) {
            return last_rate;
        }
        let value = tested.and_then(|_| values.next());
        if let Metric::WinRate(_) = finding.metric {
            last_rate = value;
        }
        value
    };
    all.iter().zip(tested).map(value).collect()
}
