//! How much is luck, and how much skill.

use super::analysis::{Analysis, Run, key};
use super::verdict::ends;
use fairdeal_core::rows::{LuckRow, Method, Source};
use fairdeal_core::seat::WIN;
use fairdeal_stats::{Confidence, Crossed, VarianceShare};

/// The share of the variance of results that is due to a source; `None` where nothing varies.
pub(super) fn share(
    crossed: &Crossed,
    source: Source,
    analysis: &Analysis,
) -> Option<VarianceShare> {
    share_at(crossed, source, analysis.confidence_after(crossed.blocks()))
}

/// The share without an interval.
pub(super) fn value(crossed: &Crossed, source: Source) -> Option<f64> {
    share_at(crossed, source, Confidence::default()).map(|part| part.share)
}

fn share_at(crossed: &Crossed, source: Source, confidence: Confidence) -> Option<VarianceShare> {
    let shares = crossed.shares(WIN as u32, confidence)?;
    Some(match source {
        Source::Cards => shares.cards,
        Source::Seats => shares.seats,
        Source::Strategies => shares.strategies,
        Source::Rest => shares.rest,
    })
}

/// The rows about luck and skill: four for each pair of strategies that are crossed. None where
/// nothing varies.
pub fn luck(run: Run<'_>) -> Vec<LuckRow> {
    let mut rows = Vec::new();
    for (crossing, counts) in run.layout.asides.crossed.iter().zip(&run.counts.asides.crossed) {
        let confidence = run.analysis.confidence_after(counts.blocks());
        let Some(shares) = counts.shares(WIN as u32, confidence) else { continue };
        let [first, second] = &crossing.strategies;
        let parts = [
            (Source::Cards, shares.cards),
            (Source::Seats, shares.seats),
            (Source::Strategies, shares.strategies),
            (Source::Rest, shares.rest),
        ];
        rows.extend(parts.map(|(source, part)| {
            let (low, high) = ends(part.interval);
            LuckRow {
                cell: key(&run.layout.cells[crossing.cell]),
                first: first.clone(),
                second: second.clone(),
                source,
                blocks: counts.blocks(),
                games: u128::from(counts.blocks()) * u128::from(counts.games_per_block()),
                variance: part.variance,
                total_variance: shares.total,
                estimate: part.share,
                low,
                high,
                interval: part.interval.map(|_| run.analysis.method(Method::BlockGroups)),
            }
        }));
    }
    rows
}
