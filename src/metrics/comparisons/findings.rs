//! What the counts of a comparison say, metric by metric.

use super::Compared;
use super::judge::{Finding, Judge};
use super::metric::Metric;
use crate::metrics::wins::block_interval;
use crate::metrics::{Analysis, Cell, Label, Verdict};
use crate::seat::WIN;
use crate::stats::quantile_difference::{Lengths, quantile_interval};
use crate::stats::{Interval, PairedBlocks};

/// All metrics of a comparison with what is known of them.
pub(super) fn findings(compared: &Compared<'_>, analysis: &Analysis) -> Vec<Finding> {
    let (counts, shape) = (compared.counts, &compared.variant.0.shape);
    let judge = Judge { analysis, same_rules: compared.same_rules };
    let games = shape.games_per_block() as u64;
    let held = |strategy| shape.places_per_block(strategy) as u64;
    let mut findings = Vec::new();
    if shape.players() > 1 {
        findings.push(judge.credits(Metric::FirstPlayer, &counts.first_player, games));
        if !compared.all_ended() {
            findings.push(judge.sums(Metric::Advantage, &counts.advantage, WIN * games * shape.players() as u64, Some(1.0)));
        }
    }
    findings.extend(counts.wins.iter().enumerate().map(|(index, wins)| judge.credits(Metric::WinRate(index), wins, held(index))));
    if shape.can_order_matter() {
        let [variant, baseline] = [compared.variant, compared.baseline].map(|(label, cell)| cell.neighbours.spread(label));
        findings.push(judge.neighbours(counts.first_player.sums.blocks, variant.as_ref(), baseline.as_ref()));
    }
    findings.extend(counts.scores.iter().enumerate().map(|(index, sums)| judge.sums(Metric::Score(index), sums, held(index), None)));
    for (index, sums) in counts.lengths.iter().enumerate() {
        let (variant, baseline) = (compared.variant.1.lengths.unit(index), compared.baseline.1.lengths.unit(index));
        // Where few games changed at all, each is taken to have changed by no more than the longest game that was seen.
        let longest = variant.finished.max().max(baseline.finished.max()).map(f64::from);
        findings.push(judge.blocks(Metric::Length(index), sums, longest));
        findings.push(judge.percentile(Metric::LengthP95(index), variant, baseline, sums, games));
    }
    findings.push(judge.blocks(Metric::Forced, &counts.forced, None));
    findings.push(judge.sums(Metric::Unfinished, &counts.unfinished, games, Some(1.0)));
    findings
}

/// The verdicts that must be settled before a run may end: on what a designer always asks for, lengths where there is a tolerance
/// for them. `None` where nothing can be said yet.
pub(in crate::metrics) fn verdicts<'a>(compared: Vec<Compared<'a>>, analysis: &'a Analysis) -> impl Iterator<Item = Option<Verdict>> + 'a {
    compared.into_iter().flat_map(move |pair| {
        let (players, all_ended) = (pair.variant.0.shape.players(), pair.all_ended());
        let asked = move |finding: &Finding| {
            let has_tolerance = finding.metric.tolerance(analysis) > 0.0;
            finding.metric.is_asked_for(players, all_ended) && (has_tolerance || !finding.metric.is_relative())
        };
        findings(&pair, analysis).into_iter().filter(asked).map(|finding| finding.verdict)
    })
}

/// Half the widths of the intervals of what variants change of win rates; `None` where there is no interval.
pub(in crate::metrics) fn half_widths<'a>(compared: Vec<Compared<'a>>, analysis: &'a Analysis) -> impl Iterator<Item = Option<f64>> + 'a {
    let all = compared.into_iter().flat_map(|pair| findings(&pair, analysis));
    let rates = all.filter(|finding| matches!(finding.metric, Metric::FirstPlayer | Metric::WinRate(_)));
    rates.map(|finding| finding.interval.map(Interval::half_width))
}

/// One of the two that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arm {
    Variant,
    Baseline,
}

/// The interval of a metric's own value under the variant or the baseline: of win rates the same as in their own tables.
pub(super) fn own_interval(compared: &Compared<'_>, metric: Metric, arm: Arm, analysis: &Analysis) -> Option<Interval> {
    let (counts, shape) = (compared.counts, &compared.variant.0.shape);
    let (label, cell): &(Label, Cell) = if arm == Arm::Variant { compared.variant } else { compared.baseline };
    let own = |sums: PairedBlocks| if arm == Arm::Variant { sums.first } else { sums.second };
    let rate = |sums: PairedBlocks| block_interval(&own(sums), 1, analysis.confidence_after(own(sums).blocks));
    let mean = |sums: PairedBlocks| own(sums).estimate(1)?.interval(analysis.confidence_after(own(sums).blocks));
    let first_player = || cell.first_player.share(label).finding(analysis);
    match metric {
        Metric::FirstPlayer => Some(first_player()?.interval),
        Metric::Advantage => Some(first_player()?.advantage),
        Metric::WinRate(index) => Some(cell.strategies.shares(label).nth(index)?.finding(analysis)?.interval),
        Metric::Neighbours => {
            let (_, interval, _) = cell.neighbours.spread(label)?.judged(counts.first_player.sums.blocks, analysis)?;
            Some(interval)
        }
        Metric::Score(index) => {
            let sums = PairedBlocks::of_equal_games(counts.scores.get(index)?, shape.places_per_block(index) as u64)?;
            mean(sums)
        }
        Metric::Length(index) => mean(*counts.lengths.get(index)?),
        Metric::LengthP95(index) => {
            let Lengths { finished, cut_off } = cell.lengths.unit(index);
            let confidence = analysis.confidence_after(counts.unfinished.blocks);
            let (low, high) = quantile_interval(Lengths { finished, cut_off }, (95, 100), shape.games_per_block() as u64, confidence)?;
            Some(Interval { low: low?.into(), high: high?.into() })
        }
        Metric::Forced => rate(counts.forced),
        Metric::Unfinished => rate(PairedBlocks::of_equal_games(&counts.unfinished, shape.games_per_block() as u64)?),
    }
}
