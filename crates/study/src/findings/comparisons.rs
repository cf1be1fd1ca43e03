//! What a variant of the rules changes: every quantity against the baseline, on the same blocks.

use super::analysis::{Analysis, Compared, Run, key};
use super::ended::is_judged;
use super::judge::{Finding, Judge};
use super::neighbours::NeighbourFindings as _;
use super::own::{self, Arm};
use super::verdict::{Family, Open, PENDING, Settled, Tested, VerdictId, ends};
use fairdeal_core::metrics::{CellValue, Pair, Paired, QUANTITIES, QuantityDescription, Tolerance};
use fairdeal_core::rows::{CellKey, ComparisonRow, ComparisonSumsRow, Point, SweepRow};
use fairdeal_stats::{PairedBlocks, PairedSums};

/// What is known of one quantity and subject.
pub(super) struct Found<'a> {
    /// The place of the quantity in the list of all.
    quantity: usize,
    place: usize,
    subject: &'a str,
    /// How many subjects the quantity has.
    subjects: usize,
    finding: Finding,
    /// Its verdict; `None` where it is not compared.
    verdict: Option<VerdictId>,
}

/// A pair of cells that is compared, with what is known of every quantity.
pub(super) struct PairFindings<'a> {
    pair: Compared<'a>,
    /// The places of both cells.
    baseline: usize,
    variant: usize,
    found: Vec<Found<'a>>,
}

impl<'a> PairFindings<'a> {
    /// Estimates and intervals of all quantities, for every pair of cells.
    pub(super) fn all(run: Run<'a>) -> Vec<Self> {
        let pairs = run.compared().zip(&run.layout.pairs);
        let of_pair = |(pair, places): (Compared<'a>, &Pair)| Self {
            found: findings(&pair, &run.analysis),
            pair,
            baseline: places.baseline,
            variant: places.variant,
        };
        pairs.map(of_pair).collect()
    }
}

/// Estimates and intervals of all quantities of a comparison.
fn findings<'a>(compared: &Compared<'a>, analysis: &Analysis) -> Vec<Found<'a>> {
    let judge = Judge { analysis, same_rules: compared.same_rules };
    let label = compared.variant.0;
    let games = label.shape.games_per_block() as u64;
    let mut findings = Vec::new();
    for (quantity, (entry, pairs)) in QUANTITIES.iter().zip(&compared.counts.pairs).enumerate() {
        let description = entry.description;
        let subjects = description.subjects(label);
        for (place, (subject, pair)) in subjects.iter().zip(pairs).enumerate() {
            let unit = description.places_per_block(&label.shape, place) as u64;
            let [variant, baseline] =
                [compared.variant, compared.baseline].map(|cell| own::own(cell, quantity, place));
            let finding = match (pair, variant.zip(baseline)) {
                (Paired::Credits(credits), _) => judge.credits(description, credits, unit),
                (Paired::Sums(sums), _) => judge.sums(description, sums, unit),
                (Paired::Blocks(sums), _) => judge.blocks(description, sums),
                (
                    Paired::Derived,
                    Some((
                        CellValue::Percentile { numbers: variant, hundredths, mean },
                        CellValue::Percentile { numbers: baseline, .. },
                    )),
                ) => judge.percentile(
                    description,
                    variant,
                    baseline,
                    hundredths,
                    changed_blocks(compared, mean, place),
                    games,
                ),
                (Paired::Derived, _) => {
                    let [variant, baseline] = [compared.variant, compared.baseline]
                        .map(|(label, cell)| cell.neighbours.spread(label));
                    judge.neighbours(
                        description,
                        compared.variant.1.neighbours.blocks,
                        variant.as_ref(),
                        baseline.as_ref(),
                    )
                }
            };
            findings.push(Found {
                quantity,
                place,
                subject,
                subjects: subjects.len(),
                finding,
                verdict: None,
            });
        }
    }
    findings
}

/// Can a quantity be compared? Scores cannot be where a point is not the same under both.
fn compares(pair: &Compared<'_>, quantity: &QuantityDescription) -> bool {
    pair.same_points || quantity.tolerance != Tolerance::Score
}

/// How many blocks there are, and in how many a mean of numbers differs.
fn changed_blocks(compared: &Compared<'_>, mean: &str, subject: usize) -> (u64, u64) {
    let numbers = QUANTITIES
        .iter()
        .zip(&compared.counts.pairs)
        .find(|(entry, _)| entry.description.name == mean);
    match numbers.and_then(|(_, pairs)| pairs.get(subject)) {
        Some(Paired::Blocks(sums)) => (sums.first.blocks, sums.changed),
        _ => (0, 0),
    }
}

/// The rows of all comparisons. The findings get the ids of their verdicts.
pub(super) fn comparisons(
    run: Run<'_>,
    findings: &mut [PairFindings<'_>],
    family: &mut Family,
) -> Vec<Open<ComparisonRow>> {
    let mut rows = Vec::new();
    for PairFindings { pair, found, .. } in findings {
        let mut last = None;
        for found in found.iter_mut().filter(|found| compares(pair, found.finding.quantity)) {
            let Finding { quantity, interval, relative, .. } = found.finding;
            let is_mirror = quantity.mirrors(
                found.place,
                found.subjects,
                pair.variant.0.shape.has_equal_seats(),
                pair.all_ended(),
            );
            let tested = Tested {
                p: found.finding.p_value,
                p_bound: found.finding.p_bound,
                judgement: found.finding.judgement,
                mirrors: last.filter(|_| is_mirror),
                tolerance: run.analysis.tolerance(quantity.tolerance),
            };
            // Identical rules need no games to be judged.
            let is_judged = !quantity.of_ended
                || pair.same_rules
                || is_judged(pair.variant.1) && is_judged(pair.baseline.1);
            let id = family.add(tested.only_if(is_judged));
            (last, found.verdict) = (Some(id), Some(id));
            let (difference_low, difference_high) = ends(interval);
            let (relative_low, relative_high) = ends(relative.and_then(|(_, interval)| interval));
            let row = ComparisonRow {
                cell: key(pair.variant.0),
                baseline: pair.baseline.0.variant.name.clone(),
                quantity: quantity.name.to_owned(),
                subject: found.subject.to_owned(),
                blocks: found.finding.blocks,
                changed_blocks: found.finding.changed,
                all_ended: pair.all_ended(),
                baseline_value: own::value(pair.baseline, found.quantity, found.place),
                variant_value: own::value(pair.variant, found.quantity, found.place),
                difference: found.finding.difference,
                difference_low,
                difference_high,
                interval: interval.map(|_| found.finding.method),
                relative_difference: relative.map(|(effect, _)| effect),
                relative_low,
                relative_high,
                judged: PENDING,
                variance_ratio: found.finding.variance_ratio,
            };
            rows.push(Open { id, row });
        }
    }
    rows
}

/// The rows of whole numbers that the comparisons are made of.
pub fn comparison_sums(run: Run<'_>) -> Vec<ComparisonSumsRow> {
    let mut rows = Vec::new();
    for pair in run.compared() {
        for (entry, pairs) in QUANTITIES
            .iter()
            .zip(&pair.counts.pairs)
            .filter(|(entry, _)| compares(&pair, entry.description))
        {
            for (subject, paired) in
                entry.description.subjects(pair.variant.0).into_iter().zip(pairs)
            {
                let key = SumsKey {
                    cell: key(pair.variant.0),
                    baseline: &pair.baseline.0.variant.name,
                    quantity: entry.description.name,
                    subject,
                };
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
    /// Blocks that all hold the same number of games: the sums with games in them follow from the
    /// others.
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

/// The rows of a sweep: every quantity as a curve over the points, in their order. None where there
/// is no sweep.
pub(super) fn sweep(
    run: Run<'_>,
    findings: &[PairFindings<'_>],
    settled: &Settled,
) -> Vec<SweepRow> {
    let mut rows: Vec<(usize, Vec<SweepRow>)> = Vec::new();
    for own in findings {
        let mut add = |arm: Arm, cell: usize| {
            let row = |found| sweep_row(&own.pair, arm, found, &run.analysis, settled);
            rows.push((cell, own.found.iter().map(row).collect()));
        };
        // The baseline may be a point of its own, once for each line-up.
        let is_point = |cell: usize| !run.layout.cells[cell].variant.point.is_empty();
        let is_first = findings.iter().find(|other| other.baseline == own.baseline);
        if is_point(own.baseline) && is_first.is_some_and(|first| std::ptr::eq(first, own)) {
            add(Arm::Baseline, own.baseline);
        }
        if is_point(own.variant) {
            add(Arm::Variant, own.variant);
        }
    }
    rows.sort_by_key(|(cell, _)| *cell);
    rows.into_iter().flat_map(|(_, rows)| rows).collect()
}

/// A point of a sweep. The baseline, and scores that are not compared, have no difference.
fn sweep_row(
    pair: &Compared<'_>,
    arm: Arm,
    found: &Found<'_>,
    analysis: &Analysis,
    settled: &Settled,
) -> SweepRow {
    let finding = &found.finding;
    let cell = if arm == Arm::Variant { pair.variant } else { pair.baseline };
    let label = cell.0;
    let verdict = found.verdict.filter(|_| arm == Arm::Variant);
    let (low, high) = ends(own::interval(pair, arm, found.quantity, found.place, analysis));
    let (difference_low, difference_high) = ends(verdict.and(finding.interval));
    SweepRow {
        cell: key(label),
        point: Point(
            label
                .variant
                .point
                .iter()
                .map(|(knob, value)| ((*knob).to_owned(), value.clone()))
                .collect(),
        ),
        quantity: finding.quantity.name.to_owned(),
        subject: found.subject.to_owned(),
        blocks: finding.blocks,
        estimate: own::value(cell, found.quantity, found.place),
        low,
        high,
        difference: verdict.and(finding.difference),
        difference_low,
        difference_high,
        verdict: verdict.and_then(|id| settled.judged(id).verdict),
    }
}
