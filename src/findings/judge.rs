//! From the counts of a comparison to what they say: estimates, intervals, verdicts.

use super::Analysis;
use super::neighbours::NeighbourSpread;
use super::verdict::{Claim, Judgement, at_any_look, distance_to_bound, p_at_bound, p_by_inversion};
use crate::metrics::{Credits, QuantityDescription};
use crate::rows::Method;
use crate::seat::WIN;
use crate::stats::anytime::rate_confidence_sequence;
use crate::stats::normal::two_sided_p_value;
use crate::stats::quantile_difference::{Lengths, QuantileDifference};
use crate::stats::{DifferenceCounts, Interval, PairedBlocks, PairedDifference, PairedSums, PairedTable, proportion};

/// What is known of one quantity under the variant and under the baseline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub(super) quantity: &'static QuantityDescription,
    pub(super) blocks: u64,
    pub(super) baseline: Option<f64>,
    pub(super) variant: Option<f64>,
    /// The variant less the baseline.
    pub(super) difference: Option<f64>,
    pub(super) interval: Option<Interval>,
    /// The difference as a share of the baseline's value with its interval, where that is how it is judged.
    pub(super) relative: Option<(f64, Interval)>,
    pub(super) method: Method,
    /// p-value of "no difference".
    pub(super) p_value: Option<f64>,
    /// p-value of a difference on the nearer bound of the tolerance.
    pub(super) p_bound: Option<f64>,
    /// Blocks that differ; not known of how much neighbours matter, which no single block shows.
    pub(super) changed: Option<u64>,
    pub(super) variance_ratio: Option<f64>,
    pub(super) judgement: Option<Judgement>,
}

impl Finding {
    /// The effect that is judged, with its interval.
    pub(super) fn judged(&self) -> Option<(f64, Interval)> {
        if self.quantity.is_relative() { self.relative } else { self.difference.zip(self.interval) }
    }
}

/// Fewer changed blocks than these are too few for an interval from their spread.
pub(super) const FEW: u64 = 20;

/// Turns counts into findings.
pub(super) struct Judge<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) same_rules: bool,
}

impl Judge<'_> {
    /// How an interval was made: those for any number of looks are of one kind.
    fn method(&self, method: Method) -> Method {
        if self.analysis.is_anytime() { Method::Anytime } else { method }
    }

    /// Credits of a player who sits in `games` places of each block.
    pub(super) fn credits(&self, quantity: &'static QuantityDescription, credits: &Credits, games: u64) -> Finding {
        let finding = self.finding(quantity, credits.sums.estimate(WIN * games), credits.sums.blocks, credits.sums.changed);
        if self.analysis.is_anytime() {
            let differences = credits.block_differences();
            let differences = differences.as_ref();
            return self.settle(Finding {
                interval: differences.and_then(|differences| differences.confidence_sequence(self.analysis.confidence)),
                p_value: differences.and_then(|differences| Some(libm::exp(-differences.log_e_value(0.0)?).min(1.0))),
                method: Method::Anytime,
                ..finding
            });
        }
        match credits.table(games) {
            Some(table) => self.settle(Finding {
                interval: table.score_interval(self.analysis.confidence_after(credits.sums.blocks)),
                p_value: (credits.sums.changed > 0).then(|| table.exact_p_value()).and_then(|p| self.analysis.p_value(p)),
                method: Method::Tango,
                ..finding
            }),
            None => self.settle(self.unless_few_changed(finding, Some(1.0))),
        }
    }

    /// Whole numbers that are sums over each block, in a unit; `most` is by how much a game can change the mean, if that is known.
    pub(super) fn sums(&self, quantity: &'static QuantityDescription, sums: &PairedSums, unit: u64, most: Option<f64>) -> Finding {
        let mut finding = self.finding(quantity, sums.estimate(unit), sums.blocks, sums.changed);
        if quantity.is_relative() {
            // Sums below 0 have no ratio that means anything.
            let ratio =
                PairedBlocks::of_equal_games(sums, unit).and_then(|sums| sums.ratio(self.analysis.confidence_after(sums.first.blocks)));
            finding.relative = ratio.and_then(|ratio| Some((ratio.relative_difference(), ratio.relative_interval()?)));
        }
        self.settle(self.unless_few_changed(finding, most))
    }

    fn finding(&self, quantity: &'static QuantityDescription, estimate: Option<PairedDifference>, blocks: u64, changed: u64) -> Finding {
        let spread = |estimate: &PairedDifference| estimate.standard_error.is_some_and(|error| error > 0.0);
        Finding {
            quantity,
            blocks,
            baseline: estimate.map(|estimate| estimate.second),
            variant: estimate.map(|estimate| estimate.first),
            difference: estimate.map(|estimate| estimate.difference),
            interval: estimate.and_then(|estimate| estimate.interval(self.analysis.confidence_after(blocks))),
            relative: None,
            method: self.method(Method::Blocks),
            // At any look there is an interval, but no p-value: nothing is known that bounds the values.
            p_value: estimate.filter(spread).and_then(|estimate| estimate.p_value(0.0)).and_then(|p| self.analysis.p_value(p)),
            p_bound: None,
            changed: Some(changed),
            variance_ratio: estimate.and_then(|estimate| estimate.variance_ratio),
            judgement: None,
        }
    }

    /// Points over games, both of which may differ from block to block; `most` as for [`Judge::sums`].
    pub(super) fn blocks(&self, quantity: &'static QuantityDescription, sums: &PairedBlocks, most: Option<f64>) -> Finding {
        let mut finding = self.finding(quantity, sums.estimate(1), sums.first.blocks, sums.changed);
        if quantity.is_relative() {
            let ratio = sums.ratio(self.analysis.confidence_after(sums.first.blocks));
            finding.relative = ratio.and_then(|ratio| Some((ratio.relative_difference(), ratio.relative_interval()?)));
        }
        self.settle(self.unless_few_changed(finding, most))
    }

    /// The length within which 95 % of games end; from this many blocks, of which some changed.
    pub(super) fn percentile(
        &self,
        quantity: &'static QuantityDescription,
        variant: Lengths<'_>,
        baseline: Lengths<'_>,
        (blocks, changed): (u64, u64),
        games: u64,
    ) -> Finding {
        let at = |confidence| QuantileDifference::new(variant, baseline, (95, 100), games, confidence);
        let found = at(self.analysis.confidence_after(blocks));
        let real = |number: Option<i64>| number.map(|number| number as f64);
        let value = |number: Option<u32>| number.map(f64::from);
        let interval = found.and_then(|found| Some(Interval { low: real(found.low)?, high: real(found.high)? }));
        let baseline = found.and_then(|found| value(found.second));
        let difference = found.and_then(|found| real(found.difference));
        let share = |number: f64| baseline.filter(|baseline| *baseline > 0.0).map(|baseline| number / baseline);
        let relative = difference.and_then(|difference| Some((share(difference)?, found?.relative_interval()?)));
        // Lengths are whole numbers: the interval may end at the value itself, and says how sure it is only by that of other confidences.
        let p_bound = relative.and_then(|(effect, _)| {
            let bound = self.analysis.tolerance(quantity.tolerance).copysign(effect);
            let excludes = |confidence| {
                let ends = at(confidence).and_then(|found| found.relative_interval());
                ends.is_some_and(|ends| !ends.contains(bound))
            };
            if self.analysis.is_anytime() {
                let widened = |confidence| Analysis { confidence, ..*self.analysis }.confidence_after(blocks);
                return Some(p_by_inversion(|confidence| excludes(widened(confidence))));
            }
            self.analysis.p_value(p_by_inversion(excludes))
        });
        self.settle(Finding {
            quantity,
            blocks,
            baseline,
            variant: found.and_then(|found| value(found.first)),
            difference,
            interval,
            relative,
            method: self.method(Method::OrderStatistics),
            p_value: None,
            p_bound,
            changed: Some(changed),
            variance_ratio: None,
            judgement: None,
        })
    }

    /// How much neighbours matter at a table.
    pub(super) fn neighbours(
        &self,
        quantity: &'static QuantityDescription,
        blocks: u64,
        variant: Option<&NeighbourSpread>,
        baseline: Option<&NeighbourSpread>,
    ) -> Finding {
        let confidence = self.analysis.confidence_after(blocks);
        let found = variant.zip(baseline).and_then(|(variant, baseline)| variant.spread.difference(&baseline.spread, confidence));
        let interval = found.map(|(_, interval)| interval);
        let freedom = variant.map(|variant| variant.spread.degrees_of_freedom());
        let tolerance = self.analysis.tolerance(quantity.tolerance);
        let deviation = |found: Option<&NeighbourSpread>| found.map(|found| found.spread.standard_deviation());
        self.settle(Finding {
            quantity,
            blocks,
            baseline: deviation(baseline),
            variant: deviation(variant),
            difference: found.map(|(difference, _)| difference),
            // Rates from 0 to 1 cannot spread further than by one half.
            interval: interval.map(|Interval { low, high }| Interval { low: low.max(-0.5), high: high.min(0.5) }),
            relative: None,
            method: self.method(Method::BlockGroups),
            p_value: None,
            p_bound: found.and_then(|(effect, interval)| p_at_bound(self.analysis, effect, interval, tolerance, freedom)),
            changed: None,
            variance_ratio: None,
            judgement: None,
        })
    }

    /// The same where enough blocks changed for an interval from their spread. Otherwise the share of all blocks that change is bounded, and each of
    /// them is taken to change by `most`; where that is not known, nothing is said.
    fn unless_few_changed(&self, mut finding: Finding, most: Option<f64>) -> Finding {
        // Blocks may have changed, and yet what is counted has not in any of them.
        let is_point = finding.quantity.is_rate() && finding.interval.is_some_and(|interval| interval.high <= interval.low);
        let changed = if is_point { 0 } else { finding.changed.unwrap_or(0) };
        if changed >= FEW || self.same_rules {
            return finding;
        }
        let most = most.or(is_point.then_some(1.0));
        if let Some(by) = finding.difference.filter(|by| is_point && by.abs() > 0.0 && finding.changed.unwrap_or(0) >= FEW) {
            // All blocks change by the same: few can change by anything else, which differs from it by no more than a rate can.
            let share = if self.analysis.is_anytime() {
                rate_confidence_sequence(0, finding.blocks, self.analysis.confidence)
            } else {
                proportion::wilson(0, finding.blocks, self.analysis.confidence_after(finding.blocks))
            };
            let off = share.map(|share| share.high * (1.0 + by.abs()));
            finding.interval = off.map(|off| Interval { low: (by - off).max(-1.0), high: (by + off).min(1.0) });
            finding.method = self.method(Method::ChangedBlocks);
            finding.p_value = None;
            return finding;
        }
        let share = if self.analysis.is_anytime() {
            rate_confidence_sequence(changed, finding.blocks, self.analysis.confidence)
        } else {
            proportion::wilson(changed, finding.blocks, self.analysis.confidence_after(finding.blocks))
        };
        let most = most.zip(share).map(|(most, share)| most * share.high);
        let around = |effect: f64, most: f64| Interval { low: effect.min(0.0) - most, high: effect.max(0.0) + most };
        finding.interval = finding.difference.zip(most).map(|(effect, most)| around(effect, most));
        let scale = finding.baseline.filter(|baseline| *baseline > 0.0);
        finding.relative = finding.relative.zip(most.zip(scale)).map(|((effect, _), (most, scale))| (effect, around(effect, most / scale)));
        finding.method = self.method(Method::ChangedBlocks);
        finding.p_value = None;
        finding
    }

    /// Judges the finding by itself. Nothing but the same rules makes a difference of nothing sure.
    fn settle(&self, mut finding: Finding) -> Finding {
        if self.same_rules {
            let none = Interval { low: 0.0, high: 0.0 };
            finding.interval = finding.difference.map(|_| none);
            finding.relative = finding.relative.map(|_| (0.0, none));
            (finding.p_value, finding.p_bound) = (None, None);
            finding.judgement = finding.judged().map(|_| Judgement::SAME);
            return finding;
        }
        let tolerance = self.analysis.tolerance(finding.quantity.tolerance);
        let judge = |(effect, interval)| Judgement::new(Claim::Change, effect, interval, finding.blocks, tolerance);
        let by_changed =
            |judgement: Judgement| if finding.method == Method::ChangedBlocks { judgement.of_changed_blocks() } else { judgement };
        finding.judgement = finding.judged().map(judge).map(by_changed);
        finding.p_bound = finding.p_bound.or_else(|| self.p_bound(&finding, tolerance));
        finding
    }

    /// The p-value of a difference on the nearer bound of the tolerance, from the interval.
    fn p_bound(&self, finding: &Finding, tolerance: f64) -> Option<f64> {
        let (effect, interval) = finding.judged()?;
        // Without a tolerance it is that of "no difference".
        if let Some(p) = finding.p_value.filter(|_| tolerance <= 0.0) {
            return Some(p);
        }
        let p_value = |freedom| p_at_bound(self.analysis, effect, interval, tolerance, freedom);
        match finding.method {
            Method::Blocks => p_value(Some(finding.blocks.saturating_sub(1))),
            // How many blocks may yet change grows as the square of what is normal.
            Method::ChangedBlocks => {
                let z = self.analysis.at_look().z() * distance_to_bound(effect, interval, tolerance)?.sqrt();
                at_any_look(self.analysis, two_sided_p_value(z))
            }
            _ => p_value(None),
        }
    }
}

impl Credits {
    /// The differences of the blocks' scores.
    fn block_differences(&self) -> Option<DifferenceCounts> {
        let most = self.most / self.unit;
        let mut counts = DifferenceCounts::new(most as u64).ok()?;
        for (place, times) in self.differences.iter() {
            let difference = i64::from(place) - most;
            counts.observe_many(difference.max(0) as u64, (-difference).max(0) as u64, times).ok()?;
        }
        Some(counts)
    }

    /// The table of paired outcomes: where a block holds one game of each, won or not.
    fn table(&self, games: u64) -> Option<PairedTable> {
        if games != 1 || self.shared > 0 {
            return None;
        }
        let win = i128::from(WIN);
        let count = |sum: i128| u64::try_from(sum).ok();
        let both = self.sums.products / (win * win);
        let (variant, baseline) = (self.sums.first / win, self.sums.second / win);
        Some(PairedTable {
            both: count(both)?,
            first_only: count(variant - both)?,
            second_only: count(baseline - both)?,
            neither: count(i128::from(self.sums.blocks) - variant - baseline + both)?,
        })
    }
}
