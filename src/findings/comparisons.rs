//! What a variant of the rules changes: every quantity against the baseline, on the same blocks.

use super::analysis::{Analysis, Compared, Run, key};
use super::judge::{Finding, Judge};
use super::own::{self, Arm};
use super::verdict::{Tested, corrected, ends, family, p_beyond};
use crate::metrics::{Kind, Label, Paired, QUANTITIES};
use crate::rows::{CellKey, ComparisonRow, ComparisonSumsRow, Judged, SweepRow};
use crate::stats::{PairedBlocks, PairedSums, families};

/// What is known of one quantity and subject.
struct Found<'a> {
    /// The place of the quantity in the list of all.
    quantity: usize,
    place: usize,
    subject: &'a str,
    /// How many subjects the quantity has.
    subjects: usize,
    finding: Finding,
}

/// Estimates, intervals and verdicts of all quantities of a comparison.
fn findings<'a>(compared: &Compared<'a>, analysis: &Analysis) -> Vec<Found<'a>> {
    let judge = Judge { analysis, same_rules: compared.same_rules };
    let label = compared.variant.0;
    let games = label.shape.games_per_block() as u64;
    let mut findings = Vec::new();
    for (quantity, (entry, pairs)) in QUANTITIES.iter().zip(&compared.counts.pairs).enumerate() {
        let description = entry.description;
        // Where all games ended it says the same as the win rate.
        if description.kind == Kind::Advantage && compared.all_ended() {
            continue;
        }
        let lengths = |place: usize| (compared.variant.1.lengths.unit(place), compared.baseline.1.lengths.unit(place));
        let subjects = description.subjects(label);
        for (place, (subject, pair)) in subjects.iter().zip(pairs).enumerate() {
            let unit = own::unit(label, description.kind, place);
            let finding = match (pair, description.kind) {
                (Paired::Credits(credits), _) => judge.credits(description, credits, unit),
                (Paired::Sums(sums), Kind::Score) => judge.sums(description, sums, unit, None),
                (Paired::Sums(sums), _) => judge.sums(description, sums, unit, Some(1.0)),
                (Paired::Blocks(sums), Kind::Length) => {
                    // Where few games changed at all, each is taken to have changed by no more than the longest game that was seen.
                    let (variant, baseline) = lengths(place);
                    judge.blocks(description, sums, variant.finished.max().max(baseline.finished.max()).map(f64::from))
                }
                (Paired::Blocks(sums), _) => judge.blocks(description, sums, None),
                (Paired::Derived, Kind::LengthPercentile) => {
                    let (variant, baseline) = lengths(place);
                    let (blocks, changed) = changed_lengths(compared, place);
                    judge.percentile(description, variant, baseline, (blocks, changed), games)
                }
                (Paired::Derived, _) => {
                    let [variant, baseline] = [compared.variant, compared.baseline].map(|(label, cell)| cell.neighbours.spread(label));
                    judge.neighbours(description, compared.variant.1.neighbours.blocks, variant.as_ref(), baseline.as_ref())
                }
            };
            findings.push(Found { quantity, place, subject, subjects: subjects.len(), finding });
        }
    }
    findings
}

/// How many blocks there are, and in how many the lengths in a unit differ.
fn changed_lengths(compared: &Compared<'_>, unit: usize) -> (u64, u64) {
    let lengths = QUANTITIES.iter().zip(&compared.counts.pairs).find(|(entry, _)| entry.description.kind == Kind::Length);
    match lengths.and_then(|(_, pairs)| pairs.get(unit)) {
        Some(Paired::Blocks(sums)) => (sums.first.blocks, sums.changed),
        _ => (0, 0),
    }
}

/// The rows of all comparisons, which are one family of tests.
pub fn comparisons(run: Run<'_>) -> Vec<ComparisonRow> {
    let analysis = &run.analysis;
    let mut all: Vec<(Compared<'_>, Found<'_>)> = Vec::new();
    let mut tested: Vec<Tested> = Vec::new();
    for pair in run.compared() {
        for found in findings(&pair, analysis) {
            let description = found.finding.quantity;
            let tolerance = analysis.tolerance(description.tolerance);
            let judged = found.finding.judged();
            let mirrors = description.mirrors(found.place, found.subjects, pair.all_ended()).then(|| tested.len() - 1);
            tested.push(Tested {
                p: found.finding.p_value,
                p_beyond: judged.and_then(|(effect, interval)| p_beyond(effect, interval, tolerance, analysis.confidence)),
                judgement: found.finding.judgement,
                mirrors,
                tolerance,
            });
            all.push((pair, found));
        }
    }
    let p_bh = corrected(&tested, |one| one.p, families::benjamini_hochberg);
    let row = |(((pair, found), judged), p_bh): (((Compared<'_>, Found<'_>), Judged), Option<f64>)| {
        let Finding { interval, relative, .. } = found.finding;
        let (low, high) = ends(interval);
        let (relative_low, relative_high) = ends(relative.map(|(_, interval)| interval));
        ComparisonRow {
            cell: key(pair.variant.0),
            baseline: pair.baseline.0.variant.clone(),
            quantity: found.finding.quantity.name.to_owned(),
            subject: found.subject.to_owned(),
            blocks: found.finding.blocks,
            changed_blocks: found.finding.changed,
            all_ended: pair.all_ended(),
            baseline_value: found.finding.baseline,
            variant_value: found.finding.variant,
            difference: found.finding.difference,
            low,
            high,
            interval: interval.map(|_| found.finding.method),
            relative_difference: relative.map(|(effect, _)| effect),
            relative_low,
            relative_high,
            p_bh,
            judged,
            variance_ratio: found.finding.variance_ratio,
        }
    };
    all.into_iter().zip(family(&tested, None)).zip(p_bh).map(row).collect()
}

/// The rows of whole numbers that the comparisons are made of.
pub fn comparison_sums(run: Run<'_>) -> Vec<ComparisonSumsRow> {
    let mut rows = Vec::new();
    for pair in run.compared() {
        for (entry, pairs) in QUANTITIES.iter().zip(&pair.counts.pairs) {
            for (subject, paired) in entry.description.subjects(pair.variant.0).into_iter().zip(pairs) {
                let key =
                    SumsKey { cell: key(pair.variant.0), baseline: &pair.baseline.0.variant, quantity: entry.description.name, subject };
                rows.extend(match paired {
                    Paired::Credits(credits) => Some(key.sums(&credits.sums)),
                    Paired::Sums(sums) => Some(key.sums(sums)),
                    Paired::Blocks(sums) => Some(key.blocks(sums)),
                    Paired::Derived => None,
                });
            }
        }
    }
    rows
}

/// Where a row of sums belongs.
struct SumsKey<'a> {
    cell: CellKey,
    baseline: &'a str,
    quantity: &'a str,
    subject: &'a str,
}

impl SumsKey<'_> {
    /// Blocks that all hold the same number of games: the sums with games in them follow from the others.
    fn sums(self, sums: &PairedSums) -> ComparisonSumsRow {
        ComparisonSumsRow {
            cell: self.cell,
            baseline: self.baseline.to_owned(),
            quantity: self.quantity.to_owned(),
            subject: self.subject.to_owned(),
            blocks: sums.blocks,
            changed_blocks: sums.changed,
            variant_points: sums.first,
            baseline_points: sums.second,
            variant_squares: sums.first_squared,
            baseline_squares: sums.second_squared,
            products: sums.products,
            variant_games: None,
            baseline_games: None,
            variant_games_squares: None,
            baseline_games_squares: None,
            games_products: None,
            variant_points_by_games: None,
            baseline_points_by_games: None,
            variant_points_by_baseline_games: None,
            baseline_points_by_variant_games: None,
        }
    }

    fn blocks(self, sums: &PairedBlocks) -> ComparisonSumsRow {
        let (variant, baseline) = (&sums.first, &sums.second);
        ComparisonSumsRow {
            variant_games: Some(variant.games),
            baseline_games: Some(baseline.games),
            variant_games_squares: Some(variant.games_squared),
            baseline_games_squares: Some(baseline.games_squared),
            games_products: Some(sums.games),
            variant_points_by_games: Some(variant.points_games),
            baseline_points_by_games: Some(baseline.points_games),
            variant_points_by_baseline_games: Some(sums.points_games),
            baseline_points_by_variant_games: Some(sums.games_points),
            ..self.sums(&PairedSums {
                blocks: variant.blocks,
                changed: sums.changed,
                first: variant.points as i128,
                second: baseline.points as i128,
                first_squared: variant.points_squared,
                second_squared: baseline.points_squared,
                products: sums.points as i128,
            })
        }
    }
}

/// The rows of a sweep: every quantity as a curve over the points, in their order. None where there is no sweep.
pub fn sweep(run: Run<'_>) -> Vec<SweepRow> {
    let mut rows: Vec<(usize, Vec<SweepRow>)> = Vec::new();
    let mut baselines: Vec<usize> = Vec::new();
    for (pair, places) in run.compared().zip(&run.layout.pairs) {
        let (baseline, variant) = (pair.baseline.0, pair.variant.0);
        let all = findings(&pair, &run.analysis);
        let arm = |label: &Label, arm: Arm| all.iter().map(|found| sweep_row(&pair, label, found, arm, &run.analysis)).collect();
        // The baseline may be a point of its own, once for each line-up.
        if !baseline.point.is_empty() && !baselines.contains(&places.baseline) {
            baselines.push(places.baseline);
            rows.push((places.baseline, arm(baseline, Arm::Baseline)));
        }
        if !variant.point.is_empty() {
            rows.push((places.variant, arm(variant, Arm::Variant)));
        }
    }
    rows.sort_by_key(|(cell, _)| *cell);
    rows.into_iter().flat_map(|(_, rows)| rows).collect()
}

fn sweep_row(pair: &Compared<'_>, label: &Label, found: &Found<'_>, arm: Arm, analysis: &Analysis) -> SweepRow {
    let finding = &found.finding;
    let (low, high) = ends(own::interval(pair, arm, found.quantity, found.place, analysis));
    let of_variant = arm == Arm::Variant;
    let (difference_low, difference_high) = ends(finding.interval.filter(|_| of_variant));
    let point: Vec<String> = label.point.iter().map(|(knob, value)| format!("{knob}={value}")).collect();
    SweepRow {
        cell: key(label),
        point: point.join(" "),
        quantity: finding.quantity.name.to_owned(),
        subject: found.subject.to_owned(),
        blocks: finding.blocks,
        estimate: if of_variant { finding.variant } else { finding.baseline },
        low,
        high,
        difference: finding.difference.filter(|_| of_variant),
        difference_low,
        difference_high,
        verdict: finding.judgement.filter(|_| of_variant).map(|judgement| judgement.verdict),
    }
}
