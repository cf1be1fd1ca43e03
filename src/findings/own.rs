//! What the counts of one cell say about a quantity by itself.

use super::analysis::{Analysis, Compared};
use super::shares::WinShare;
use super::wins::block_interval;
use crate::metrics::{Cell, Kind, Label, Paired, QUANTITIES};
use crate::stats::quantile_difference::{Lengths, quantile_interval};
use crate::stats::{BlockSums, Interval, PairedBlocks};

/// The value of a quantity, by its place in the list, for a subject.
pub(super) fn value((label, cell): (&Label, &Cell), quantity: usize, subject: usize) -> Option<f64> {
    match QUANTITIES[quantity].description.kind {
        Kind::FirstPlayer => cell.first_player.record.even.rate(),
        Kind::Wins => cell.strategies.records.get(subject)?.even.rate(),
        Kind::Neighbours => Some(cell.neighbours.spread(label)?.spread.standard_deviation()),
        Kind::Score => {
            let scores = cell.seats.tallies.iter().filter_map(|seat| seat.get(subject)).map(|tally| tally.scores);
            let (sum, count) = scores.fold((0, 0), |(sum, count), scores| (sum + scores.sum, count + scores.count));
            (count > 0).then(|| sum as f64 / count as f64)
        }
        Kind::Length => cell.lengths.unit(subject).finished.moments().mean(),
        Kind::LengthPercentile => {
            let Lengths { finished, cut_off } = cell.lengths.unit(subject);
            finished.quantile_censored(95, 100, cut_off).map(f64::from)
        }
        Kind::Share | Kind::SampledShare => Some(cell.shares.get(quantity)?.get(subject)?.sums.estimate(1)?.rate),
    }
}

/// One of the two that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arm {
    Variant,
    Baseline,
}

/// The interval of a quantity's own value under the variant or the baseline.
pub(super) fn interval(compared: &Compared<'_>, arm: Arm, quantity: usize, subject: usize, analysis: &Analysis) -> Option<Interval> {
    let (label, cell) = if arm == Arm::Variant { compared.variant } else { compared.baseline };
    let own = |sums: PairedBlocks| if arm == Arm::Variant { sums.first } else { sums.second };
    let mean = |sums: BlockSums| sums.estimate(1)?.interval(analysis.confidence_after(sums.blocks));
    let paired = || compared.counts.pairs.get(quantity)?.get(subject);
    let even = |share: WinShare<'_>| share.finding(analysis).map(|found| found.even);
    let games = label.shape.games_per_block() as u64;
    match QUANTITIES[quantity].description.kind {
        Kind::FirstPlayer => even(WinShare::first_player((label, cell))),
        Kind::Wins => even(WinShare::strategies((label, cell)).nth(subject)?),
        Kind::Neighbours => {
            let (_, interval, _) = cell.neighbours.spread(label)?.judged(cell.neighbours.blocks, analysis)?;
            Some(interval)
        }
        Kind::Score => match paired()? {
            Paired::Sums(sums) => mean(own(PairedBlocks::of_equal_games(sums, label.shape.places_per_block(subject) as u64)?)),
            _ => None,
        },
        Kind::Length => match paired()? {
            Paired::Blocks(sums) => mean(own(*sums)),
            _ => None,
        },
        Kind::LengthPercentile => {
            let confidence = analysis.confidence_after(cell.first_player.record.wins.blocks());
            let (low, high) = quantile_interval(cell.lengths.unit(subject), (95, 100), games, confidence)?;
            Some(Interval { low: low?.into(), high: high?.into() })
        }
        Kind::Share | Kind::SampledShare => {
            let sums = &cell.shares.get(quantity)?.get(subject)?.sums;
            block_interval(sums, 1, analysis.confidence_after(sums.blocks))
        }
    }
}

/// What the sums of a comparison are divided by, so that they become the quantity: how much of it a block would bring if it were 1.
pub(super) fn unit(label: &Label, kind: Kind, subject: usize) -> u64 {
    let games = label.shape.games_per_block() as u64;
    match kind {
        Kind::Wins | Kind::Score => label.shape.places_per_block(subject) as u64,
        _ => games,
    }
}
