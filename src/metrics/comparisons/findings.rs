//! What the counts of a comparison say, metric by metric.

use super::{Compared, Credits};
use crate::metrics::shares::AT_EVERY_LOOK;
use crate::metrics::{Analysis, Verdict};
use crate::seat::WIN;
use crate::stats::looks::confidence_at_each_look;
use crate::stats::quantile_difference::{Lengths, QuantileDifference};
use crate::stats::{Confidence, Interval, PairedBlocks, PairedDifference, PairedSums, PairedTable, families, proportion};

/// A metric that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Metric {
    /// Win rate of the first player.
    FirstPlayer,
    /// What going first wins over a fair share of the games that ended.
    Advantage,
    /// Win rate of a strategy of the shape.
    WinRate(usize),
    /// Mean score of a strategy of the shape, a game and seat.
    Score(usize),
    /// Mean length in a unit, of the games that ended.
    Length(usize),
    /// The length that 95 % of the games do not exceed, in a unit.
    LengthP95(usize),
    /// The share of decisions with one legal action only.
    Forced,
    /// The share of games cut by `max_turns`.
    Unfinished,
}

impl Metric {
    /// The name in the tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::FirstPlayer => "first_player_win_rate",
            Self::Advantage => "first_player_advantage",
            Self::WinRate(_) => "win_rate",
            Self::Score(_) => "score",
            Self::Length(_) => "length",
            Self::LengthP95(_) => "length_p95",
            Self::Forced => "forced_decisions",
            Self::Unfinished => "unfinished_games",
        }
    }

    /// Is its value a share, from 0 to 1?
    pub(super) fn is_share(self) -> bool {
        matches!(self, Self::FirstPlayer | Self::Advantage | Self::WinRate(_) | Self::Forced | Self::Unfinished)
    }

    /// Is its tolerance relative to the baseline's value?
    pub(super) fn is_relative(self) -> bool {
        matches!(self, Self::Length(_) | Self::LengthP95(_))
    }

    /// What is too small a difference to matter: of win rates and shares absolute, of lengths relative, of scores nothing.
    pub(super) fn tolerance(self, analysis: &Analysis) -> f64 {
        match self {
            Self::FirstPlayer | Self::Advantage | Self::WinRate(_) => analysis.win_rate_tolerance,
            Self::Length(_) | Self::LengthP95(_) => analysis.length_tolerance,
            Self::Forced | Self::Unfinished => analysis.share_tolerance,
            Self::Score(_) => analysis.score_tolerance,
        }
    }
}

/// What is known of one metric under the variant and under the baseline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub(super) metric: Metric,
    pub(super) blocks: u64,
    pub(super) baseline: Option<f64>,
    pub(super) variant: Option<f64>,
    /// The variant less the baseline.
    pub(super) difference: Option<f64>,
    pub(super) interval: Option<Interval>,
    /// The difference as a share of the baseline's value with its interval, where that is how it is judged.
    pub(super) relative: Option<(f64, Interval)>,
    pub(super) method: &'static str,
    pub(super) p_value: Option<f64>,
    pub(super) changed: u64,
    pub(super) variance_ratio: Option<f64>,
    pub(super) verdict: Option<Verdict>,
}

/// Fewer changed blocks than these are too few for an interval from their spread.
const FEW: u64 = 20;

/// All metrics of a comparison with what is known of them.
pub(super) fn findings(compared: &Compared<'_>, analysis: &Analysis) -> Vec<Finding> {
    let (counts, shape) = (compared.counts, &compared.variant.0.shape);
    let judge = Judge { analysis, same_rules: compared.same_rules };
    let games = shape.rotations as u64;
    let mut findings = vec![judge.credits(Metric::FirstPlayer, &counts.first_player, games)];
    findings.push(judge.sums(Metric::Advantage, &counts.advantage, WIN * games * shape.players() as u64));
    let held = |strategy| shape.held_by(strategy).len() as u64;
    findings.extend(counts.wins.iter().enumerate().map(|(index, wins)| judge.credits(Metric::WinRate(index), wins, held(index))));
    findings.extend(counts.scores.iter().enumerate().map(|(index, sums)| judge.sums(Metric::Score(index), sums, held(index))));
    for (index, sums) in counts.lengths.iter().enumerate() {
        findings.push(judge.blocks(Metric::Length(index), sums));
        let (variant, baseline) = (compared.variant.1.lengths.unit(index), compared.baseline.1.lengths.unit(index));
        findings.push(judge.percentile(Metric::LengthP95(index), variant, baseline, sums, games));
    }
    findings.push(judge.blocks(Metric::Forced, &counts.forced));
    findings.push(judge.sums(Metric::Unfinished, &counts.unfinished, games));
    if shape.players() == 1 {
        findings.retain(|finding| !matches!(finding.metric, Metric::FirstPlayer | Metric::Advantage));
    }
    findings
}

/// What is known of one metric of a pair, with its p-value corrected for all others that were tested beside it.
pub(super) struct CorrectedFinding<'a> {
    pub(super) pair: &'a Compared<'a>,
    pub(super) finding: Finding,
    /// Holm's correction.
    pub(super) p_holm: Option<f64>,
    /// Benjamini and Hochberg's.
    pub(super) p_bh: Option<f64>,
}

/// All findings of an experiment.
pub(super) struct Corrected<'a> {
    pub(super) findings: Vec<CorrectedFinding<'a>>,
    /// How many p-values there are.
    pub(super) family: usize,
}

/// All metrics of all pairs: their p-values are one family.
pub(super) fn corrected<'a>(compared: &'a [Compared<'a>], analysis: &Analysis) -> Corrected<'a> {
    let all: Vec<(&Compared<'_>, Finding)> =
        compared.iter().flat_map(|pair| findings(pair, analysis).into_iter().map(move |finding| (pair, finding))).collect();
    let family: Vec<f64> = all.iter().filter_map(|(_, finding)| finding.p_value).collect();
    let (mut holm, mut hochberg) = (families::holm(&family).into_iter(), families::benjamini_hochberg(&family).into_iter());
    let correct = |(pair, finding): (&'a Compared<'a>, Finding)| {
        let (p_holm, p_bh) = match finding.p_value {
            Some(_) => (holm.next(), hochberg.next()),
            None => (None, None),
        };
        CorrectedFinding { pair, finding, p_holm, p_bh }
    };
    Corrected { findings: all.into_iter().map(correct).collect(), family: family.len() }
}

/// The verdicts on what variants change of win rates and, where there is a tolerance for them, of lengths.
pub(in crate::metrics) fn verdicts<'a>(compared: Vec<Compared<'a>>, analysis: &'a Analysis) -> impl Iterator<Item = Verdict> + 'a {
    let all = compared.into_iter().flat_map(|pair| findings(&pair, analysis));
    let asked = |finding: &Finding| match finding.metric {
        Metric::FirstPlayer | Metric::WinRate(_) => true,
        Metric::Length(_) => analysis.length_tolerance > 0.0,
        _ => false,
    };
    all.filter(asked).filter_map(|finding| finding.verdict)
}

/// Half the widths of the intervals of what variants change of win rates.
pub(in crate::metrics) fn half_widths<'a>(compared: Vec<Compared<'a>>, analysis: &'a Analysis) -> impl Iterator<Item = f64> + 'a {
    let all = compared.into_iter().flat_map(|pair| findings(&pair, analysis));
    let rates = all.filter(|finding| matches!(finding.metric, Metric::FirstPlayer | Metric::WinRate(_)));
    rates.filter_map(|finding| finding.interval.map(Interval::half_width))
}

/// One of the two that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arm {
    Variant,
    Baseline,
}

/// The interval of a metric's own value under the variant or the baseline, over blocks.
pub(super) fn own_interval(compared: &Compared<'_>, metric: Metric, arm: Arm, analysis: &Analysis) -> Option<Interval> {
    let (counts, shape) = (compared.counts, &compared.variant.0.shape);
    let judge = Judge { analysis, same_rules: compared.same_rules };
    let arm_of = |sums: PairedBlocks, unit| {
        let own = if arm == Arm::Variant { sums.first } else { sums.second };
        own.estimate(unit)?.interval(judge.confidence(own.blocks))
    };
    let rotations = shape.rotations as u64;
    let held = |strategy| shape.held_by(strategy).len() as u64;
    let of_sums = |sums: &PairedSums, games, unit| arm_of(PairedBlocks::of_equal_games(sums, games)?, unit);
    match metric {
        Metric::FirstPlayer => of_sums(&counts.first_player.sums, rotations, WIN),
        // Below a fair share it is below 0, for which the sums of one arm are not made.
        Metric::Advantage => None,
        Metric::WinRate(index) => of_sums(&counts.wins.get(index)?.sums, held(index), WIN),
        Metric::Score(index) => of_sums(counts.scores.get(index)?, held(index), 1),
        Metric::Length(index) => arm_of(*counts.lengths.get(index)?, 1),
        Metric::LengthP95(index) => {
            let cell = if arm == Arm::Variant { &compared.variant.1 } else { &compared.baseline.1 };
            let Lengths { finished, cut_off } = cell.lengths.unit(index);
            let (low, high) = finished.quantile_interval(95, 100, cut_off, judge.confidence(counts.first_player.sums.blocks));
            Some(Interval { low: low?.into(), high: high?.into() })
        }
        Metric::Forced => arm_of(counts.forced, 1),
        Metric::Unfinished => of_sums(&counts.unfinished, rotations, 1),
    }
}

/// Turns counts into findings.
struct Judge<'a> {
    analysis: &'a Analysis,
    same_rules: bool,
}

impl Judge<'_> {
    /// The confidence of an interval from so many blocks: higher at each look, where there are several.
    fn confidence(&self, blocks: u64) -> Confidence {
        let confidence = self.analysis.confidence;
        self.analysis.looks.and_then(|most| confidence_at_each_look(blocks, most, confidence)).unwrap_or(confidence)
    }

    /// The name of a method of intervals.
    fn method(&self, method: &'static str) -> &'static str {
        if self.analysis.looks.is_some() { AT_EVERY_LOOK } else { method }
    }

    /// Credits of a player who sits in `games` places of each block.
    fn credits(&self, metric: Metric, credits: &Credits, games: u64) -> Finding {
        let finding = self.difference(metric, credits.sums.estimate(WIN * games), &credits.sums);
        if self.analysis.looks.is_some() {
            let differences = credits.block_differences();
            let differences = differences.as_ref();
            return self.settle(Finding {
                interval: differences.and_then(|differences| differences.confidence_sequence(self.analysis.confidence)),
                p_value: differences.and_then(|differences| Some(libm::exp(-differences.log_e_value(0.0)?).min(1.0))),
                method: AT_EVERY_LOOK,
                ..finding
            });
        }
        match credits.table(games) {
            Some(table) => self.settle(Finding {
                interval: table.score_interval(self.analysis.confidence),
                p_value: (finding.changed > 0).then(|| table.exact_p_value()),
                method: "tango",
                ..finding
            }),
            None => self.settle(finding),
        }
    }

    /// Whole numbers that are sums over each block, in a unit.
    fn sums(&self, metric: Metric, sums: &PairedSums, unit: u64) -> Finding {
        self.settle(self.difference(metric, sums.estimate(unit), sums))
    }

    fn difference(&self, metric: Metric, estimate: Option<PairedDifference>, sums: &PairedSums) -> Finding {
        self.finding(metric, estimate, sums.blocks, sums.changed)
    }

    fn finding(&self, metric: Metric, estimate: Option<PairedDifference>, blocks: u64, changed: u64) -> Finding {
        let spread = |estimate: &PairedDifference| estimate.standard_error.is_some_and(|error| error > 0.0);
        Finding {
            metric,
            blocks,
            baseline: estimate.map(|estimate| estimate.second),
            variant: estimate.map(|estimate| estimate.first),
            difference: estimate.map(|estimate| estimate.difference),
            interval: estimate.and_then(|estimate| estimate.interval(self.confidence(blocks))),
            relative: None,
            method: self.method("blocks"),
            // At every look there is an interval, but no p-value: nothing is known that bounds the values.
            p_value: estimate
                .filter(|estimate| self.analysis.looks.is_none() && spread(estimate))
                .and_then(|estimate| estimate.p_value(0.0)),
            changed,
            variance_ratio: estimate.and_then(|estimate| estimate.variance_ratio),
            verdict: None,
        }
    }

    /// Points over games, both of which may differ from block to block.
    fn blocks(&self, metric: Metric, sums: &PairedBlocks) -> Finding {
        let mut finding = self.finding(metric, sums.estimate(1), sums.first.blocks, sums.changed);
        if metric.is_relative() {
            let ratio = sums.ratio(self.confidence(sums.first.blocks));
            finding.relative = ratio.and_then(|ratio| Some((ratio.relative_difference(), ratio.relative_interval()?)));
        }
        self.settle(finding)
    }

    /// The length that 95 % of the games do not exceed.
    fn percentile(&self, metric: Metric, variant: Lengths<'_>, baseline: Lengths<'_>, sums: &PairedBlocks, games: u64) -> Finding {
        let found = QuantileDifference::new(variant, baseline, (95, 100), games, sums.changed, self.confidence(sums.first.blocks));
        let real = |number: Option<i64>| number.map(|number| number as f64);
        let value = |number: Option<u32>| number.map(f64::from);
        let interval = found.and_then(|found| Some(Interval { low: real(found.low)?, high: real(found.high)? }));
        let baseline = found.and_then(|found| value(found.second));
        let difference = found.and_then(|found| real(found.difference));
        let share = |number: f64| baseline.filter(|baseline| *baseline > 0.0).map(|baseline| number / baseline);
        let relative = difference.zip(interval).and_then(|(difference, interval)| {
            Some((share(difference)?, Interval { low: share(interval.low)?, high: share(interval.high)? }))
        });
        self.settle(Finding {
            metric,
            blocks: sums.first.blocks,
            baseline,
            variant: found.and_then(|found| value(found.first)),
            difference,
            interval,
            relative,
            method: self.method("order statistics"),
            p_value: None,
            changed: sums.changed,
            variance_ratio: None,
            verdict: None,
        })
    }

    /// Makes the interval honest where few blocks changed, and gives the verdict.
    fn settle(&self, mut finding: Finding) -> Finding {
        if self.same_rules {
            let none = Interval { low: 0.0, high: 0.0 };
            finding.interval = finding.difference.map(|_| none);
            finding.relative = finding.relative.map(|_| (0.0, none));
        } else if finding.changed < FEW && finding.method == "blocks" && finding.metric.is_share() {
            // A share differs by no more than the share of blocks that change.
            let most = proportion::wilson(finding.changed, finding.blocks, self.analysis.confidence).map(|interval| interval.high);
            finding.interval = most.map(|most| Interval { low: -most, high: most });
            finding.method = "changed blocks";
            finding.p_value = None;
        }
        let tolerance = finding.metric.tolerance(self.analysis);
        let judged = if finding.metric.is_relative() { finding.relative } else { finding.difference.zip(finding.interval) };
        finding.verdict = judged.map(|(effect, interval)| {
            if finding.changed == 0 && effect == 0.0 && interval.low == 0.0 && interval.high == 0.0 {
                Verdict::Within
            } else {
                Verdict::new(effect, interval, finding.blocks, tolerance)
            }
        });
        finding
    }
}

impl Credits {
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
