//! How one player alone does, or a team of all.

use super::analysis::{Run, key};
use super::verdict::ends;
use super::wins;
use fairdeal_core::game::Aim;
use fairdeal_core::metrics::{Cell, Label};
use fairdeal_core::rows::OneSideRow;
use fairdeal_core::seat::WIN;
use fairdeal_stats::{Interval, mean, student};

/// What is reached in the games of a row, with the interval: the share of games won, or the mean
/// score, whichever the players want.
pub fn reached(row: &OneSideRow) -> (Option<f64>, Option<(f64, f64)>) {
    match row.aim {
        Aim::Wins => (row.win_rate, row.win_rate_low.zip(row.win_rate_high)),
        Aim::Score => (row.score_mean, row.score_low.zip(row.score_high)),
    }
}

/// How good a row is, for sorting: higher is better, and an unknown value is the worst.
pub fn worth(row: &OneSideRow) -> f64 {
    let sign = if row.aim == Aim::Score && row.lowest_wins { -1.0 } else { 1.0 };
    reached(row).0.map_or(f64::NEG_INFINITY, |reached| sign * reached)
}

/// The rows about cells in which all players win or lose together.
pub fn one_side(run: Run<'_>) -> Vec<OneSideRow> {
    let cells = run.cells().filter(|(label, _)| label.game.is_one_side(label.shape.players()));
    cells.map(|cell| row(run, cell)).collect()
}

fn row(run: Run<'_>, (label, cell): (&Label, &Cell)) -> OneSideRow {
    // Each seat has its part of the win of all.
    let players = label.shape.players();
    let first = &cell.first_player;
    let won = &first.record.wins;
    let whole = |part: f64| (players as f64 * part).min(1.0);
    let interval = wins::interval(won, &run.analysis)
        .map(|Interval { low, high }| Interval { low: whole(low), high: whole(high) });
    let (win_rate_low, win_rate_high) = ends(interval);
    let games = won.games() as u64;
    let times_won = (players as u128 * won.credits() / u128::from(WIN)) as u64;
    let (score_mean, score_interval) = score(run, cell);
    let (score_low, score_high) = ends(score_interval);
    OneSideRow {
        cell: key(label),
        blocks: won.blocks(),
        games,
        unfinished: first.unfinished,
        lost: (games - first.unfinished).saturating_sub(times_won),
        win_rate: wins::rate(won).map(whole),
        win_rate_low,
        win_rate_high,
        score_mean,
        score_low,
        score_high,
        aim: label.rules.aim_of(label.game, players),
        lowest_wins: label.rules.lowest_wins(),
    }
}

/// The mean score of a seat, with its interval. The standard deviation of a block's mean is at most
/// the mean of the standard deviations of what it is a mean of, however these depend on each other
/// (the triangle inequality); it is no less where they are all the same, as in a team with one score.
fn score(run: Run<'_>, cell: &Cell) -> (Option<f64>, Option<Interval>) {
    let (mut sum, mut count, mut spread) = (0, 0, 0.0);
    for scores in cell.seats.tallies.iter().flatten().map(|tally| &tally.scores) {
        sum += scores.sum;
        count += u128::from(scores.count);
        spread += scores.count as f64 * scores.standard_deviation().unwrap_or(0.0);
    }
    let mean = mean(sum, count);
    let blocks = run.counts.blocks();
    let error = spread / count as f64 / (blocks as f64).sqrt();
    let interval = mean.and_then(|mean| {
        let confidence = run.analysis.confidence_after(blocks);
        student::interval(mean, error, blocks.saturating_sub(1), confidence)
    });
    (mean, interval)
}
