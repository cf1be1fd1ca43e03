//! The effects of variants: every quantity against the baseline, on the same blocks.

use super::analysis::{Analysis, Compared, Run, key};
use super::ended::is_judged;
use super::judge::{Finding, Judge};
use super::own::{self, Arm};
use super::verdict::{Families, Open, PENDING, Settled, VerdictId, ends};
use super::{luck, neighbours};
use fairdeal_core::metrics::{
    CellValue, Comparison, OfEnded, Pair, Paired, QuantityDescription, Tolerance,
};
use fairdeal_core::rows::{ComparisonRow, ComparisonSumsRow, Point, SweepRow};
use fairdeal_stats::{PairedBlocks, PairedSums};

/// The finding about one quantity and subject.
pub(super) struct Found<'a> {
    /// The place of the subject.
    place: usize,
    subject: &'a str,
    /// The number of subjects of the quantity.
    subjects: usize,
    finding: Finding,
    /// Its verdict; `None` where it is not compared.
    verdict: Option<VerdictId>,
}

/// A pair of cells that is compared, with the findings about all quantities.
pub(super) struct PairFindings<'a> {
    compared: Compared<'a>,
    found: Vec<Found<'a>>,
}

impl<'a> PairFindings<'a> {
    /// Estimates and intervals of all quantities, for every pair of cells.
    pub(super) fn all(run: Run<'a>) -> Vec<Self> {
        let of_pair = |compared| Self { found: findings(&compared, &run.analysis), compared };
        run.compared().map(of_pair).collect()
    }

    /// Whether a cell is one of the two, and which.
    pub(super) fn arm(&self, cell: usize) -> Option<(&'a Comparison, Arm)> {
        let Pair { baseline, variant, .. } = *self.compared.pair;
        let arms = [(variant, Arm::Variant), (baseline, Arm::Baseline)];
        let (_, arm) = arms.into_iter().find(|(place, _)| *place == cell)?;
        Some((self.compared.counts, arm))
    }

    /// The finding about a quantity and the place of a subject, if this cell is the variant.
    pub(super) fn of_variant(
        &self,
        cell: usize,
        quantity: &QuantityDescription,
        subject: usize,
    ) -> Option<&Finding> {
        let mut found = self.found.iter().filter(|_| self.compared.pair.variant == cell);
        found
            .find(|found| found.finding.quantity == quantity && found.place == subject)
            .map(|found| &found.finding)
    }
}

/// Estimates and intervals of all quantities of a comparison.
fn findings<'a>(compared: &Compared<'a>, analysis: &Analysis) -> Vec<Found<'a>> {
    let judge = Judge { analysis, same_rules: compared.pair.same_rules };
    let label = compared.variant.label;
    let games = label.shape.games_per_block() as u64;
    let mut findings = Vec::new();
    for (description, pairs) in label.shape.quantities().zip(&compared.counts.pairs) {
        let subjects = description.subjects(label);
        for (place, (subject, pair)) in subjects.iter().zip(pairs).enumerate() {
            let unit = description.places_per_block(&label.shape, place) as u64;
            let [variant, baseline] = [compared.variant, compared.baseline]
                .map(|cell| own::own(cell, description, place));
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
                (
                    Paired::Derived,
                    Some((
                        CellValue::VarianceShare { crossed: variant, source },
                        CellValue::VarianceShare { crossed: baseline, .. },
                    )),
                ) => {
                    let [one, other] =
                        [variant, baseline].map(|crossed| luck::share(crossed, source, analysis));
                    judge.variance_shares(
                        description,
                        variant.blocks(),
                        one.as_ref(),
                        other.as_ref(),
                    )
                }
                (Paired::Derived, _) => {
                    let [variant, baseline] = [compared.variant, compared.baseline]
                        .map(|counted| neighbours::spread(&counted.cell.neighbours, counted.label));
                    judge.neighbours(
                        description,
                        compared.variant.cell.neighbours.blocks,
                        variant.as_ref(),
                        baseline.as_ref(),
                    )
                }
            };
            findings.push(Found {
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

/// Returns whether a quantity can be compared: scores cannot if the two rules score differently.
fn compares(compared: &Compared<'_>, quantity: &QuantityDescription) -> bool {
    compared.pair.same_points || quantity.tolerance != Tolerance::Score
}

/// How many blocks there are, and in how many a mean of numbers differs.
fn changed_blocks(
    compared: &Compared<'_>,
    mean: &QuantityDescription,
    subject: usize,
) -> (u64, u64) {
    match compared.counts.pairs_of(&compared.variant.label.shape, mean).get(subject) {
        Some(Paired::Blocks(sums)) => (sums.first.blocks, sums.changed),
        _ => (0, 0),
    }
}

/// The rows of all comparisons. The findings get the ids of their verdicts.
pub(super) fn comparisons(
    run: Run<'_>,
    findings: &mut [PairFindings<'_>],
    families: &mut Families,
) -> Vec<Open<ComparisonRow>> {
    let mut rows = Vec::new();
    let is_told = |pair: &&mut PairFindings<'_>| run.has_the_same_players(&pair.compared);
    for PairFindings { compared, found } in findings.iter_mut().filter(is_told) {
        let Compared { variant, baseline, pair, .. } = *compared;
        let mut last = None;
        for Found { finding, place, subject, subjects, verdict } in
            found.iter_mut().filter(|found| compares(compared, found.finding.quantity))
        {
            let Finding { quantity: description, interval, relative, .. } = *finding;
            let is_mirror = description.mirrors(
                *place,
                *subjects,
                variant.label.shape.has_equal_seats(),
                compared.all_ended(),
            );
            // Identical rules need no games to be judged.
            let is_judged = description.of_ended != OfEnded::All
                || pair.same_rules
                || is_judged(variant.cell) && is_judged(baseline.cell);
            let tested = finding.tested(&run.analysis, last.filter(|_| is_mirror));
            let (difference_low, difference_high) = ends(interval);
            let (relative_low, relative_high) = ends(relative.and_then(|(_, interval)| interval));
            let row = ComparisonRow {
                cell: key(variant.label),
                baseline: baseline.label.variant.name.clone(),
                quantity: description.name.to_owned(),
                subject: (*subject).to_owned(),
                blocks: finding.blocks,
                changed_blocks: finding.changed,
                all_ended: compared.all_ended(),
                baseline_value: own::value(baseline, description, *place),
                variant_value: own::value(variant, description, *place),
                difference: finding.difference,
                difference_low,
                difference_high,
                interval: interval.map(|_| finding.method),
                relative_difference: relative.map(|(effect, _)| effect),
                relative_low,
                relative_high,
                judged: PENDING,
                variance_ratio: finding.variance_ratio,
            };
            let family = run.asked.of_change(variant.label, description, subject);
            rows.push(families.open(family, tested.only_if(is_judged), row));
            *verdict = rows.last().map(|row| row.id);
            last = *verdict;
        }
    }
    rows
}

/// The rows of whole numbers from which the comparisons are computed.
pub fn comparison_sums(run: Run<'_>) -> Vec<ComparisonSumsRow> {
    let mut rows = Vec::new();
    for compared in run.compared().filter(|compared| run.has_the_same_players(compared)) {
        let Compared { variant, baseline, counts, .. } = compared;
        for (quantity, pairs) in variant
            .label
            .shape
            .quantities()
            .zip(&counts.pairs)
            .filter(|(quantity, _)| compares(&compared, quantity))
        {
            for (subject, paired) in quantity.subjects(variant.label).into_iter().zip(pairs) {
                // Where all blocks hold the same number of games, the sums with games in them
                // follow from the others.
                let (sums, blocks) = match paired {
                    Paired::Credits(credits) => (credits.sums, None),
                    Paired::Sums(sums) => (*sums, None),
                    Paired::Blocks(sums) => (points(sums), Some(sums)),
                    Paired::Derived => continue,
                };
                rows.push(ComparisonSumsRow {
                    cell: key(variant.label),
                    baseline: baseline.label.variant.name.clone(),
                    quantity: quantity.name.to_owned(),
                    subject: subject.to_owned(),
                    blocks: sums.blocks,
                    changed_blocks: sums.changed,
                    variant_points: sums.first,
                    baseline_points: sums.second,
                    variant_squares: sums.first_squared,
                    baseline_squares: sums.second_squared,
                    products: sums.products,
                    variant_games: blocks.map(|sums| sums.first.games),
                    baseline_games: blocks.map(|sums| sums.second.games),
                    variant_games_squares: blocks.map(|sums| sums.first.games_squared),
                    baseline_games_squares: blocks.map(|sums| sums.second.games_squared),
                    games_products: blocks.map(|sums| sums.games),
                    variant_points_by_games: blocks.map(|sums| sums.first.points_games),
                    baseline_points_by_games: blocks.map(|sums| sums.second.points_games),
                    variant_points_by_baseline_games: blocks.map(|sums| sums.points_games),
                    baseline_points_by_variant_games: blocks.map(|sums| sums.games_points),
                });
            }
        }
    }
    rows
}

/// The sums of points alone.
fn points(sums: &PairedBlocks) -> PairedSums {
    PairedSums {
        blocks: sums.first.blocks,
        changed: sums.changed,
        first: sums.first.points as i128,
        second: sums.second.points as i128,
        first_squared: sums.first.points_squared,
        second_squared: sums.second.points_squared,
        products: sums.points as i128,
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
        let Pair { baseline, variant, .. } = *own.compared.pair;
        let mut add = |arm: Arm, cell: usize| {
            let row = |found| sweep_row(&own.compared, arm, found, &run.analysis, settled);
            rows.push((cell, own.found.iter().map(row).collect()));
        };
        // The baseline may be a point of its own, once for each line-up.
        let is_point = |cell: usize| !run.layout.cells[cell].variant.point.is_empty();
        let is_first = findings.iter().find(|other| other.compared.pair.baseline == baseline);
        if is_point(baseline) && is_first.is_some_and(|first| std::ptr::eq(first, own)) {
            add(Arm::Baseline, baseline);
        }
        if is_point(variant) {
            add(Arm::Variant, variant);
        }
    }
    rows.sort_by_key(|(cell, _)| *cell);
    rows.into_iter().flat_map(|(_, rows)| rows).collect()
}

/// A point of a sweep. The baseline, and scores that are not compared, have no difference.
fn sweep_row(
    compared: &Compared<'_>,
    arm: Arm,
    found: &Found<'_>,
    analysis: &Analysis,
    settled: &Settled,
) -> SweepRow {
    let finding = &found.finding;
    let cell = if arm == Arm::Variant { compared.variant } else { compared.baseline };
    let label = cell.label;
    let verdict = found.verdict.filter(|_| arm == Arm::Variant);
    let (low, high) = ends(own::interval(
        cell,
        Some((compared.counts, arm)),
        finding.quantity,
        found.place,
        analysis,
    ));
    let (difference_low, difference_high) = ends(verdict.and(finding.interval));
    SweepRow {
        cell: key(label),
        point: Point(
            label
                .variant
                .point
                .iter()
                .map(|(knob, value)| ((*knob).to_owned(), (*value).into()))
                .collect(),
        ),
        quantity: finding.quantity.name.to_owned(),
        subject: found.subject.to_owned(),
        blocks: finding.blocks,
        estimate: own::value(cell, finding.quantity, found.place),
        low,
        high,
        difference: verdict.and(finding.difference),
        difference_low,
        difference_high,
        verdict: verdict.and_then(|id| settled.judged(id).verdict),
    }
}
