//! Makes findings from the counts of a comparison: estimates, intervals, verdicts.

use super::Analysis;
use super::alike::{MIN_DEVIATING, alike};
use super::verdict::{
    Claim, Judgement, Tested, VerdictId, distance_to_bound, p_at_bound, p_by_inversion,
};
use fairdeal_core::metrics::{Among, Credits, QuantityDescription};
use fairdeal_core::rows::Method;
use fairdeal_core::seat::WIN;
use fairdeal_stats::anytime::rate_log_e_value;
use fairdeal_stats::normal::two_sided_p_value;
use fairdeal_stats::quantile_difference::{Lengths, QuantileDifference};
use fairdeal_stats::{
    DifferenceCounts, Interval, PairedBlocks, PairedDifference, PairedSums, PairedTable, Spread,
    VarianceShare, proportion,
};

/// The finding about one quantity under the variant and under the baseline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub(super) quantity: &'static QuantityDescription,
    pub(super) blocks: u64,
    pub(super) baseline: Option<f64>,
    pub(super) variant: Option<f64>,
    /// The variant's value minus the baseline's.
    pub(super) difference: Option<f64>,
    pub(super) interval: Option<Interval>,
    /// The difference as a share of the baseline's value with its interval, where that is how it is
    /// judged.
    pub(super) relative: Option<(f64, Option<Interval>)>,
    pub(super) method: Method,
    /// The p-value of no difference.
    pub(super) p_value: Option<f64>,
    /// The p-value of a difference at the nearer bound of the tolerance.
    pub(super) p_bound: Option<f64>,
    /// The number of blocks that differ; `None` for the effect of neighbours, which no single block
    /// shows.
    pub(super) changed: Option<u64>,
    pub(super) variance_ratio: Option<f64>,
    /// Whether the interval shrinks with the number of blocks instead of its square root, because
    /// few blocks changed.
    shrinks_by_number: bool,
    /// The number of deviating blocks and the effect of all others, if these are judged instead of
    /// an interval.
    nearly_all: Option<(u64, f64)>,
    pub(super) judgement: Option<Judgement>,
}

impl Finding {
    /// A finding without estimates.
    fn new(quantity: &'static QuantityDescription, blocks: u64, method: Method) -> Self {
        Self {
            quantity,
            blocks,
            baseline: None,
            variant: None,
            difference: None,
            interval: None,
            relative: None,
            method,
            p_value: None,
            p_bound: None,
            changed: None,
            variance_ratio: None,
            shrinks_by_number: false,
            nearly_all: None,
            judgement: None,
        }
    }

    /// Returns the part of the finding that the families of verdicts need.
    pub(super) fn tested(&self, analysis: &Analysis, mirrors: Option<VerdictId>) -> Tested {
        Tested {
            p: self.p_value,
            p_bound: self.p_bound,
            judgement: self.judgement,
            mirrors,
            tolerance: analysis.tolerance(self.quantity.tolerance),
        }
    }

    /// The effect that is judged, with its interval.
    pub(super) fn judged(&self) -> Option<(f64, Interval)> {
        let (effect, interval) = if self.quantity.is_relative() {
            self.relative?
        } else {
            (self.difference?, self.interval)
        };
        Some((effect, interval?))
    }
}

/// Blocks that deviate from all others.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Deviating {
    /// How many there are at most.
    blocks: u64,
    /// The change of all other blocks.
    from: f64,
}

impl Deviating {
    /// This many blocks change, the others do not.
    fn changed(blocks: u64) -> Self {
        Self { blocks, from: 0.0 }
    }

    /// The blocks whose change is not the whole number of points nearest to the mean change, or those
    /// whose change is not 0, whichever are fewer. Their number is at most the sum of the squares of
    /// their distances.
    fn of_sums(sums: &PairedSums, unit: u64) -> Self {
        let changed = Self::changed(sums.changed);
        let nearest = || {
            let by = sums.first.checked_sub(sums.second)?;
            let from = (by as f64 / sums.blocks as f64).round() as i128;
            let squares =
                i128::try_from(sums.first_squared.checked_add(sums.second_squared)?).ok()?;
            let of_changes = squares.checked_sub(sums.products.checked_mul(2)?)?;
            let off = of_changes.checked_sub(from.checked_mul(by)?.checked_mul(2)?)?;
            let off = off.checked_add(from.checked_mul(from)?.checked_mul(sums.blocks.into())?)?;
            Some(Self { blocks: u64::try_from(off).ok()?, from: from as f64 / unit as f64 })
        };
        nearest().filter(|nearest| nearest.blocks < changed.blocks).unwrap_or(changed)
    }

    /// The blocks whose change is not the commonest one.
    fn of_credits(credits: &Credits, unit: u64) -> Self {
        let commonest = credits.differences.iter().max_by_key(|(_, times)| *times);
        commonest.map_or(Self::changed(credits.sums.changed), |(place, times)| Self {
            blocks: credits.sums.blocks.saturating_sub(times),
            from: (place.cast_signed() * credits.unit - credits.most) as f64 / unit as f64,
        })
    }
}

/// Turns counts into findings.
pub(super) struct Judge<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) same_rules: bool,
}

impl Judge<'_> {
    /// Judges the credits of a player who sits in `games` places of each block.
    pub(super) fn credits(
        &self,
        quantity: &'static QuantityDescription,
        credits: &Credits,
        games: u64,
    ) -> Finding {
        let finding = self.finding(
            quantity,
            credits.sums.estimate(WIN * games),
            credits.sums.blocks,
            credits.sums.changed,
        );
        if self.analysis.is_anytime() {
            let differences = block_differences(credits);
            let differences = differences.as_ref();
            return self.settle(Finding {
                interval: differences.and_then(|differences| {
                    differences.confidence_sequence(self.analysis.confidence)
                }),
                p_value: differences.and_then(|differences| {
                    Some(libm::exp(-differences.log_e_value(0.0)?).min(1.0))
                }),
                ..finding
            });
        }
        match table(credits, games) {
            Some(table) => self.settle(Finding {
                interval: table.score_interval(self.analysis.confidence_after(credits.sums.blocks)),
                p_value: (credits.sums.changed > 0)
                    .then(|| table.exact_p_value())
                    .and_then(|p| self.analysis.p_value(p)),
                method: Method::Tango,
                ..finding
            }),
            None => self.settle(
                self.unless_few_deviate(finding, Deviating::of_credits(credits, WIN * games)),
            ),
        }
    }

    /// Whole numbers that are sums over each block, in a unit.
    pub(super) fn sums(
        &self,
        quantity: &'static QuantityDescription,
        sums: &PairedSums,
        unit: u64,
    ) -> Finding {
        let mut finding = self.finding(quantity, sums.estimate(unit), sums.blocks, sums.changed);
        if quantity.is_relative() {
            // Sums below 0 have no ratio that means anything.
            finding.relative =
                PairedBlocks::of_equal_games(sums, unit).and_then(|sums| self.relative(&sums));
        }
        self.settle(self.unless_few_deviate(finding, Deviating::of_sums(sums, unit)))
    }

    fn finding(
        &self,
        quantity: &'static QuantityDescription,
        estimate: Option<PairedDifference>,
        blocks: u64,
        changed: u64,
    ) -> Finding {
        let spread =
            |estimate: &PairedDifference| estimate.standard_error.is_some_and(|error| error > 0.0);
        Finding {
            baseline: estimate.map(|estimate| estimate.second),
            variant: estimate.map(|estimate| estimate.first),
            difference: estimate.map(|estimate| estimate.difference),
            interval: estimate
                .and_then(|estimate| estimate.interval(self.analysis.confidence_after(blocks))),
            // At any look there is an interval, but no p-value, because the values have
            // no known bound.
            p_value: estimate
                .filter(spread)
                .and_then(|estimate| estimate.p_value(0.0))
                .and_then(|p| self.analysis.p_value(p)),
            changed: Some(changed),
            variance_ratio: estimate.and_then(|estimate| estimate.variance_ratio),
            ..Finding::new(quantity, blocks, self.analysis.method(Method::Blocks))
        }
    }

    /// Points over games, both of which may differ from block to block.
    pub(super) fn blocks(
        &self,
        quantity: &'static QuantityDescription,
        sums: &PairedBlocks,
    ) -> Finding {
        let mut finding = self.finding(quantity, sums.estimate(1), sums.first.blocks, sums.changed);
        if quantity.is_relative() {
            finding.relative = self.relative(sums);
        }
        self.settle(self.unless_few_deviate(finding, Deviating::changed(sums.changed)))
    }

    /// The difference as a share of the baseline's mean.
    fn relative(&self, sums: &PairedBlocks) -> Option<(f64, Option<Interval>)> {
        let ratio = sums.ratio(self.analysis.confidence_after(sums.first.blocks))?;
        Some((ratio.relative_difference(), Some(ratio.relative_interval()?)))
    }

    /// A percentile, such as the length within which 95 % of games end; from this many blocks, of
    /// which some changed.
    pub(super) fn percentile(
        &self,
        quantity: &'static QuantityDescription,
        variant: Lengths<'_>,
        baseline: Lengths<'_>,
        hundredths: u64,
        (blocks, changed): (u64, u64),
        games: u64,
    ) -> Finding {
        let at = |confidence| {
            QuantileDifference::new(variant, baseline, (hundredths, 100), games, confidence)
        };
        let found = at(self.analysis.confidence_after(blocks));
        let real = |number: Option<i64>| number.map(|number| number as f64);
        let value = |number: Option<u64>| number.map(|number| number as f64);
        let interval = found
            .and_then(|found| Some(Interval { low: real(found.low)?, high: real(found.high)? }));
        let baseline = found.and_then(|found| value(found.second));
        let difference = found.and_then(|found| real(found.difference));
        let share = |number: f64| {
            baseline.filter(|baseline| *baseline > 0.0).map(|baseline| number / baseline)
        };
        let relative = difference
            .and_then(|difference| Some((share(difference)?, Some(found?.relative_interval()?))));
        // Lengths are whole numbers: the interval may end at the value itself, and says how sure it
        // is only by that of other confidences.
        let p_bound = relative.and_then(|(effect, _)| {
            let bound = self.analysis.tolerance(quantity.tolerance).copysign(effect);
            let excludes = |confidence| {
                let ends = at(confidence).and_then(|found| found.relative_interval());
                ends.is_some_and(|ends| !ends.contains(bound))
            };
            if self.analysis.is_anytime() {
                let widened =
                    |confidence| Analysis { confidence, ..*self.analysis }.confidence_after(blocks);
                return Some(p_by_inversion(|confidence| excludes(widened(confidence))));
            }
            self.analysis.p_value(p_by_inversion(excludes))
        });
        self.settle(Finding {
            baseline,
            variant: found.and_then(|found| value(found.first)),
            difference,
            interval,
            relative,
            p_bound,
            changed: Some(changed),
            ..Finding::new(quantity, blocks, self.analysis.method(Method::OrderStatistics))
        })
    }

    /// How much neighbours matter at a table.
    pub(super) fn neighbours(
        &self,
        quantity: &'static QuantityDescription,
        blocks: u64,
        variant: Option<&Spread>,
        baseline: Option<&Spread>,
    ) -> Finding {
        let confidence = self.analysis.confidence_after(blocks);
        let found = variant
            .zip(baseline)
            .and_then(|(variant, baseline)| variant.difference(baseline, confidence));
        // The standard deviation of rates from 0 to 1 is at most one half.
        let found = found.map(|(difference, Interval { low, high })| {
            (difference, Interval { low: low.max(-0.5), high: high.min(0.5) })
        });
        let values = [variant, baseline].map(|found| found.map(Spread::standard_deviation));
        let freedom = variant.map(Spread::degrees_of_freedom);
        self.of_groups((quantity, blocks), values, found, freedom)
    }

    /// Shares of the variance of results, after this many crossed blocks.
    pub(super) fn variance_shares(
        &self,
        quantity: &'static QuantityDescription,
        blocks: u64,
        variant: Option<&VarianceShare>,
        baseline: Option<&VarianceShare>,
    ) -> Finding {
        let both = variant.zip(baseline);
        let found = both.and_then(|(variant, baseline)| variant.difference(baseline));
        let values = [variant, baseline].map(|found| found.map(|part| part.share));
        let freedom = variant.map(VarianceShare::degrees_of_freedom);
        self.of_groups((quantity, blocks), values, found, freedom)
    }

    /// Values of the variant and of the baseline with their difference, whose error was estimated
    /// from groups of blocks.
    fn of_groups(
        &self,
        (quantity, blocks): (&'static QuantityDescription, u64),
        [variant, baseline]: [Option<f64>; 2],
        found: Option<(f64, Interval)>,
        freedom: Option<u64>,
    ) -> Finding {
        let tolerance = self.analysis.tolerance(quantity.tolerance);
        self.settle(Finding {
            baseline,
            variant,
            difference: found.map(|(difference, _)| difference),
            interval: found.map(|(_, interval)| interval),
            p_bound: found.and_then(|(effect, interval)| {
                p_at_bound(self.analysis, effect, interval, tolerance, freedom)
            }),
            ..Finding::new(quantity, blocks, self.analysis.method(Method::BlockGroups))
        })
    }

    /// Replaces the interval of a finding if too few blocks deviate from the others for an interval
    /// from their spread: nearly all change alike, or do not change at all. The share of deviating
    /// blocks is then bounded. A rate gets an interval from that bound. Other quantities get none,
    /// because it is not known how far one block can move them; their verdict is about that share.
    fn unless_few_deviate(&self, mut finding: Finding, deviating: Deviating) -> Finding {
        let Some(effect) = finding.difference.filter(|_| !self.same_rules) else { return finding };
        let deviating = if finding.interval.is_none() {
            Deviating { blocks: 0, from: effect }
        } else {
            deviating
        };
        if deviating.blocks >= MIN_DEVIATING {
            // The blocks may differ, and yet each may change by the same factor.
            if let Some((relative, _)) =
                finding.relative.filter(|(_, interval)| interval.is_some_and(Interval::is_point))
            {
                finding.relative = Some((relative, None));
                finding.nearly_all = Some((0, relative));
            }
            return finding;
        }
        finding.method = self.analysis.method(Method::ChangedBlocks);
        finding.p_value = None;
        // A block may hold more of a sample, or more events, than another, so that its part of the mean
        // has no bound.
        let is_bounded = finding.quantity.is_rate()
            && (finding.quantity.among == Among::Games || finding.interval.is_none());
        if is_bounded {
            let share = self.analysis.share_deviating(deviating.blocks, finding.blocks);
            let cut = |Interval { low, high }: Interval| Interval {
                low: low.max(-1.0),
                high: high.min(1.0),
            };
            finding.interval =
                share.map(|share| cut(alike(deviating.from, effect, share, (-1.0, 1.0))));
            finding.shrinks_by_number = finding.method == Method::ChangedBlocks;
        } else {
            let scale = if finding.quantity.is_relative() {
                finding.baseline.filter(|baseline| *baseline > 0.0)
            } else {
                Some(1.0)
            };
            finding.nearly_all = scale.map(|scale| (deviating.blocks, deviating.from / scale));
            finding.relative = finding.relative.map(|(effect, _)| (effect, None));
            finding.interval = None;
        }
        finding
    }

    /// The verdict about the share of blocks that deviate, where the mean has no interval; with the
    /// p-value of a share that is too large.
    ///
    /// "The same" needs a share no larger than the tolerance. "Higher" and "lower" need a share no
    /// larger than the error rate of the verdicts: 5 % of blocks at a confidence of 95 %.
    fn nearly_all(
        &self,
        finding: &Finding,
        (deviating, from): (u64, f64),
        tolerance: f64,
    ) -> Option<(Judgement, f64)> {
        let effect =
            if finding.quantity.is_relative() { finding.relative?.0 } else { finding.difference? };
        let side = |size: f64| (size > tolerance, size < -tolerance);
        let most = if side(from) == (false, false) {
            tolerance
        } else {
            self.analysis.confidence.significance()
        };
        let share = self.analysis.share_deviating(deviating, finding.blocks)?;
        // The few that deviate must not turn the verdict about all others.
        let agree = side(from) == side(effect);
        let p = match self.analysis.is_anytime() {
            _ if !agree => 1.0,
            true if deviating as f64 >= most * finding.blocks as f64 => 1.0,
            true => libm::exp(-rate_log_e_value(deviating, finding.blocks, most)?).min(1.0),
            false => self.analysis.p_value(
                (2.0 * proportion::lower_tail(deviating, finding.blocks, most)?).min(1.0),
            )?,
        };
        Some((
            Judgement::of_nearly_all(
                if agree { from } else { 0.0 },
                (share, most),
                finding.blocks,
                tolerance,
            ),
            p,
        ))
    }

    /// Judges the finding by itself. A difference of zero is certain only between identical rules.
    fn settle(&self, mut finding: Finding) -> Finding {
        if self.same_rules {
            let none = Interval { low: 0.0, high: 0.0 };
            finding.interval = finding.difference.map(|_| none);
            finding.relative = finding.relative.map(|_| (0.0, Some(none)));
            (finding.p_value, finding.p_bound) = (None, None);
            finding.judgement = finding.judged().map(|_| Judgement::SAME);
            return finding;
        }
        let tolerance = self.analysis.tolerance(finding.quantity.tolerance);
        if let Some(nearly_all) = finding.nearly_all {
            (finding.judgement, finding.p_bound) =
                self.nearly_all(&finding, nearly_all, tolerance).unzip();
            return finding;
        }
        let judge = |(effect, interval)| {
            Judgement::new(Claim::Change, effect, interval, finding.blocks, tolerance)
        };
        let by_changed = |judgement: Judgement| {
            if finding.shrinks_by_number { judgement.of_changed_blocks() } else { judgement }
        };
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
            // The bound on the blocks that may yet change grows as the square of a normal interval.
            Method::ChangedBlocks => {
                let z = self.analysis.confidence.z()
                    * distance_to_bound(effect, interval, tolerance)?.sqrt();
                Some(two_sided_p_value(z))
            }
            _ => p_value(None),
        }
    }
}

/// The differences of the blocks' scores.
fn block_differences(credits: &Credits) -> Option<DifferenceCounts> {
    DifferenceCounts::new((credits.most / credits.unit) as u64, credits.differences.clone())
}

/// The table of paired outcomes: where a block holds one game of each, won or not.
fn table(credits: &Credits, games: u64) -> Option<PairedTable> {
    if games != 1 || credits.shared > 0 {
        return None;
    }
    let Credits { sums, .. } = credits;
    let win = i128::from(WIN);
    let count = |sum: i128| u64::try_from(sum).ok();
    let both = sums.products / (win * win);
    let (variant, baseline) = (sums.first / win, sums.second / win);
    Some(PairedTable {
        both: count(both)?,
        first_only: count(variant - both)?,
        second_only: count(baseline - both)?,
        neither: count(i128::from(sums.blocks) - variant - baseline + both)?,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::findings::Look;
    use fairdeal_core::metrics::{Tolerance, quantity};
    use fairdeal_core::rows::Verdict;

    /// The sums over blocks, each with its values under the variant and the baseline.
    fn sums(blocks: &[(i64, i64)]) -> PairedSums {
        let mut sums = PairedSums::default();
        blocks
            .iter()
            .try_for_each(|(variant, baseline)| sums.observe(*variant, *baseline))
            .expect("few blocks");
        sums
    }

    /// The finding about scores.
    fn scores(analysis: &Analysis, blocks: &[(i64, i64)]) -> Finding {
        Judge { analysis, same_rules: false }.sums(
            quantity("score").expect("a quantity"),
            &sums(blocks),
            1,
        )
    }

    fn verdict(finding: &Finding) -> Option<Verdict> {
        let judgement = finding.judgement?;
        let tested = super::super::verdict::Tested {
            p_bound: finding.p_bound,
            judgement: Some(judgement),
            tolerance: Tolerance::Score.default_size(),
            ..Default::default()
        };
        tested.alone()
    }

    #[test]
    fn nearly_all_blocks_change_by_the_nearest_whole_number() {
        let same = |blocks: u64, from: f64| Deviating { blocks, from };
        assert_eq!(Deviating::of_sums(&sums(&[(5, 5), (6, 5), (7, 7)]), 1), same(1, 0.0));
        assert_eq!(Deviating::of_sums(&sums(&[(3, 1), (5, 3), (4, 2), (1, 0)]), 2), same(1, 1.0));
        assert_eq!(Deviating::of_sums(&sums(&[(1, 3), (3, 5), (2, 4), (0, 2)]), 2), same(0, -1.0));
        // No less than there are: the last block differs by 3 from all others.
        assert_eq!(
            Deviating::of_sums(
                &sums(&[(2, 1); 30].into_iter().chain([(4, 0)]).collect::<Vec<_>>()),
                1
            ),
            same(9, 1.0)
        );
    }

    #[test]
    fn a_score_of_nothing_is_clear_after_enough_blocks() {
        let analysis = Analysis::default();
        let fallen = |blocks: i64| (0..blocks).map(|block| (0, 20 + block % 9)).collect::<Vec<_>>();
        let (few, many) = (scores(&analysis, &fallen(4)), scores(&analysis, &fallen(400)));
        assert_eq!(verdict(&few), Some(Verdict::NotSettled));
        assert_eq!(verdict(&many), Some(Verdict::Lower));
        let (effect, interval) = many.relative.expect("a ratio");
        assert!(
            (effect + 1.0).abs() < 1e-15 && interval.is_none(),
            "how much more a block may lose is not known"
        );
        assert!(many.interval.is_some(), "the scores that are lost have a spread");
        // The result is the same for doubled scores, and without any variation.
        for twice in [|block: i64| (40 + 2 * (block % 9), 20 + block % 9), |_| (40, 20)] {
            let found = scores(&analysis, &(0..400).map(twice).collect::<Vec<_>>());
            let (effect, interval) = found.relative.expect("a ratio");
            assert_eq!((verdict(&found), interval), (Some(Verdict::Higher), None));
            assert!((effect - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn what_all_blocks_agree_on_is_judged_by_how_many_may_not() {
        let analysis = Analysis::default();
        let by = |by: i64, blocks: usize| scores(&analysis, &vec![(25 + by, 25); blocks]);
        // The default tolerance of scores is 5 %: one of 25 points is not beyond it.
        for (change, settled) in
            [(0, Verdict::Same), (1, Verdict::Same), (2, Verdict::Higher), (-2, Verdict::Lower)]
        {
            let found = by(change, 2000);
            assert_eq!((verdict(&found), found.interval), (Some(settled), None), "{change}");
            // Of all blocks, 5 % may do otherwise: none of 71 does with a probability of 0.0262,
            // none of 72 with one of 0.0249, to either side of 5 %.
            assert_eq!(
                [71, 72].map(|blocks| verdict(&by(change, blocks))),
                [Some(Verdict::NotSettled), Some(settled)],
                "{change}"
            );
        }
        let p = by(2, 72).p_bound.expect("judged");
        assert!((p - 2.0 * 0.95_f64.powi(72)).abs() < 1e-15, "{p}");
        // Without a tolerance nothing is the same, and a change is as sure as before.
        let exact = Analysis { score_tolerance: Some(0.0), ..analysis };
        let of = |by: i64| scores(&exact, &vec![(20 + by, 20); 2000]).p_bound;
        assert_eq!(of(0), Some(1.0));
        assert!(of(1).is_some_and(|p| p < 1e-40));
    }

    #[test]
    fn few_blocks_that_change_are_not_guessed_to_be_small() {
        let analysis = Analysis::default();
        let otherwise = |others: usize, far: i64| {
            let blocks: Vec<(i64, i64)> = (0..2000)
                .map(|block| if block < others { (20 + far, 20) } else { (20, 20) })
                .collect();
            scores(&analysis, &blocks)
        };
        let few = otherwise(5, 1);
        assert_eq!(
            (verdict(&few), few.interval, few.changed),
            (Some(Verdict::Same), None, Some(5))
        );
        // The change of the few may exceed the tolerance: then the verdict is not "the same".
        assert_eq!(verdict(&otherwise(5, 1000)), Some(Verdict::NotSettled));
        // From 20 on it is the interval from their spread.
        assert!(otherwise(20, 1).interval.is_some());
    }

    /// The verdict about a share is wrong no more often than it may be: blocks of which a little
    /// more than 5 % do otherwise are seldom called all alike.
    #[test]
    fn verdicts_about_a_share_are_seldom_wrong() {
        let judged = |deviating: u64, blocks: u64| {
            2.0 * proportion::lower_tail(deviating, blocks, 0.05).expect("a rate") <= 0.05
        };
        for blocks in [50, 100, 400, 2000] {
            // The probability of all numbers of blocks that would be called alike, term by term.
            let settled =
                (0..blocks.min(MIN_DEVIATING)).filter(|deviating| judged(*deviating, blocks));
            let chance =
                |deviating: u64| proportion::lower_tail(deviating, blocks, 0.05).expect("a rate");
            let wrong = settled.max().map_or(0.0, chance);
            assert!(wrong <= 0.025, "{blocks}: {wrong}");
        }
    }

    #[test]
    fn a_block_that_does_otherwise_widens_the_interval() {
        let analysis = Analysis::default();
        let judge = Judge { analysis: &analysis, same_rules: false };
        let width = |otherwise: usize| {
            let blocks: Vec<(i64, i64)> =
                (0..400).map(|block| if block < otherwise { (0, 0) } else { (2, 0) }).collect();
            let found = judge.sums(quantity("shared_wins").expect("a quantity"), &sums(&blocks), 2);
            let Interval { low, high } = found.interval.expect("an interval");
            let truth = 1.0 - otherwise as f64 / 400.0;
            assert!(low < truth && truth <= high && high <= 1.0, "{otherwise}: [{low}, {high}]");
            high - low
        };
        // Each of them differs by two, and so counts as four: from five on, it is the interval from
        // their spread.
        let widths: Vec<f64> = (0..20).map(width).collect();
        assert!(widths[..5].is_sorted() && widths[0] > 0.01, "{widths:?}");
    }

    fn looks() -> impl Strategy<Value = Look> {
        prop::sample::select(vec![Look::Only, Look::Any { narrowest_at: 100 }])
    }

    proptest! {
        /// Few different numbers, so that blocks are often all alike.
        #[test]
        fn whatever_is_judged_has_a_p_value(
            blocks in prop::collection::vec((0..3_i64, 0..3_i64), 1..50),
            times in 1..30_usize,
            same in 0..4_u8,
            look in looks(),
            tolerance in prop::sample::select(vec![0.0, 0.01, 0.05, 0.5]),
        ) {
            let tolerances = Some(tolerance);
            let analysis = Analysis {
                win_rate_tolerance: tolerances, length_tolerance: tolerances, score_tolerance: tolerances, share_tolerance: tolerances, look,
                ..Analysis::default()
            };
            // All alike, the variant at 0, the variant twice the baseline, or as they are.
            let alike = |(variant, baseline): (i64, i64)| match same {
                0 => blocks[0],
                1 => (0, baseline + 1),
                2 => (2 * baseline, baseline),
                _ => (variant, baseline),
            };
            let blocks: Vec<(i64, i64)> = blocks.iter().cycle().take(times * blocks.len()).map(|block| alike(*block)).collect();
            let judge = Judge { analysis: &analysis, same_rules: false };
            let sums = sums(&blocks);
            let points = PairedBlocks::of_equal_games(&sums, 4).expect("no negative sums");
            let found = |name| quantity(name).expect("a quantity");
            for finding in [
                judge.sums(found("score"), &sums, 2),
                judge.sums(found("shared_wins"), &sums, 4),
                judge.blocks(found("length"), &points),
                judge.blocks(found("comebacks"), &points),
            ] {
                prop_assert_eq!(finding.judgement.is_some(), finding.p_bound.is_some(), "{:?}", finding);
                prop_assert!(finding.interval.is_none_or(|interval| !interval.is_point()), "{finding:?}");
                let Some((effect, interval)) = finding.judged() else { continue };
                prop_assert!(!interval.is_point(), "{finding:?}");
                prop_assert!(interval.low <= effect + 1e-12 && effect <= interval.high + 1e-12, "{finding:?}");
            }
        }
    }
}
