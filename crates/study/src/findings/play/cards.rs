//! Win rates with a card, and the worth of a card.

use super::super::alike::{MIN_DEVIATING, alike};
use super::super::analysis::{Analysis, key};
use super::super::verdict::ends;
use fairdeal_core::game::DEALT;
use fairdeal_core::metrics::{CardCounts, CardMeasure, Label};
use fairdeal_core::rows::{Against, CardRow, Method};
use fairdeal_core::seat::WIN;
use fairdeal_stats::{BlockSums, Confidence, Interval, PairedBlocks, PairedDifference, proportion};

/// The rows of one cell.
pub(super) fn rows(
    (label, analysis): (&Label, &Analysis),
    measure: &CardMeasure,
    counts: &CardCounts,
) -> Vec<CardRow> {
    let mut rows = Vec::new();
    for (strategy, name) in label.shape.strategies.iter().enumerate() {
        for (event, event_name) in measure.names.events.iter().enumerate() {
            for (card, card_name) in measure.names.cards.iter().enumerate() {
                let without = counts
                    .rate(measure, strategy, event, card)
                    .map(|sums| (Against::Without, sums));
                let exchanged = counts
                    .effect(measure, strategy, card)
                    .filter(|_| event == DEALT)
                    .map(|sums| (Against::Exchanged, sums));
                let names = [name.as_str(), card_name, event_name];
                let row = |(against, sums)| row((label, analysis), names, against, sums);
                rows.extend(without.into_iter().chain(exchanged).map(row));
            }
        }
    }
    rows
}

fn row(
    (label, analysis): (&Label, &Analysis),
    [strategy, card, event]: [&str; 3],
    against: Against,
    sums: &PairedBlocks,
) -> CardRow {
    let PairedBlocks { first, second, .. } = sums;
    let found = sums.estimate(WIN);
    let (interval, how) = match (found, against) {
        (None, _) => (None, Method::Blocks),
        (Some(found), Against::Exchanged) => exchanged(analysis, sums, &found),
        (Some(found), Against::Without) => (without(analysis, sums, &found), Method::Blocks),
    };
    let interval =
        interval.map(|Interval { low, high }| Interval { low: low.max(-1.0), high: high.min(1.0) });
    let (low, high) = ends(interval);
    let rate = |sums: &BlockSums| sums.estimate(WIN).map(|estimate| estimate.rate);
    CardRow {
        cell: key(label),
        strategy: strategy.to_owned(),
        card: card.to_owned(),
        event: event.to_owned(),
        against,
        blocks: first.blocks,
        changed_blocks: sums.changed,
        games: first.games,
        wins_840: first.points,
        wins_840_squares: first.points_squared,
        wins_840_by_games: first.points_games,
        games_squares: first.games_squared,
        other_games: second.games,
        other_wins_840: second.points,
        other_wins_840_squares: second.points_squared,
        other_wins_840_by_games: second.points_games,
        other_games_squares: second.games_squared,
        products: sums.points,
        wins_840_by_other_games: sums.points_games,
        games_by_other_wins_840: sums.games_points,
        games_products: sums.games,
        win_rate: rate(first),
        other_win_rate: rate(second),
        estimate: found.map(|found| found.difference),
        low,
        high,
        interval: interval.map(|_| analysis.method(how)),
    }
}

/// The interval of the effect of an exchange. If few blocks changed, it comes from the share of
/// blocks that did, as for quantities of variants.
fn exchanged(
    analysis: &Analysis,
    sums: &PairedBlocks,
    found: &PairedDifference,
) -> (Option<Interval>, Method) {
    let (blocks, effect) = (sums.first.blocks, found.difference);
    let spread =
        found.interval(analysis.confidence_after(blocks)).filter(|_| sums.changed >= MIN_DEVIATING);
    if spread.is_some() {
        return (spread, Method::Blocks);
    }
    let (deviating, from) =
        if sums.changed < MIN_DEVIATING { (sums.changed, 0.0) } else { (0, effect) };
    let share = analysis.share_deviating(deviating, blocks);
    (share.map(|share| alike(from, effect, share, (-1.0, 1.0))), Method::ChangedBlocks)
}

/// The interval of the difference between two kinds of seats; `None` where too few blocks have
/// seats of either kind.
fn without(analysis: &Analysis, sums: &PairedBlocks, found: &PairedDifference) -> Option<Interval> {
    let confidence = analysis.confidence_after(sums.first.blocks);
    let (with, others) = (Side::new(&sums.first)?, Side::new(&sums.second)?);
    let difference = found.difference;
    let blocks = with.blocks.min(others.blocks);
    let Interval { low, high } = found
        .interval(confidence)
        .or_else(|| analysis.interval_if_alike(difference, blocks, (-1.0, 1.0)))?;
    // If one side always won, or never, its spread is 0 and says nothing about other games.
    let reach = |end: f64, unseen: f64| (end * end + unseen * unseen).sqrt();
    Some(Interval {
        low: difference
            - reach(
                difference - low,
                with.unseen(true, confidence)?.max(others.unseen(false, confidence)?),
            ),
        high: difference
            + reach(
                high - difference,
                with.unseen(false, confidence)?.max(others.unseen(true, confidence)?),
            ),
    })
}

/// One side of a comparison, with the number of blocks that it would have if each had the same
/// number of its games.
struct Side {
    rate: f64,
    blocks: u64,
}

impl Side {
    /// `None` where there are too few blocks to go by.
    fn new(sums: &BlockSums) -> Option<Self> {
        let games = sums.games as f64;
        let blocks = (games * games / sums.games_squared as f64) as u64;
        (blocks >= MIN_DEVIATING).then_some(Self { rate: sums.estimate(WIN)?.rate, blocks })
    }

    /// By how much the true rate may be lower (or else higher) although all blocks agree on the
    /// end of the range; 0 where they differ.
    fn unseen(&self, lower: bool, confidence: Confidence) -> Option<f64> {
        let at_end = if lower { self.rate >= 1.0 } else { self.rate <= 0.0 };
        Some(if at_end { proportion::wilson(0, self.blocks, confidence)?.high } else { 0.0 })
    }
}
