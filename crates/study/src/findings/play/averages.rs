//! The averages of the measures of play, with their intervals.

use super::super::analysis::{Analysis, key};
use super::super::verdict::ends;
use super::super::wins::mean_interval;
use fairdeal_core::metrics::{Averages, Label, Measure};
use fairdeal_core::rows::{BlockAverage, Method, PlayCourseRow, PlayRow};
use fairdeal_stats::{BlockSums, Interval};

/// Adds the rows of some measures in one cell.
pub(super) fn add(
    (play, play_course): (&mut Vec<PlayRow>, &mut Vec<PlayCourseRow>),
    (label, analysis): (&Label, &Analysis),
    measures: &'static [Measure],
    averages: &Averages,
    rollouts: u32,
) {
    for (measure, subject, sums) in averages.each(measures, label.game) {
        let [of_games, tenths @ ..] = sums else { continue };
        let (name, subject, unit) =
            (|| measure.name.to_owned(), || subject.to_owned(), || measure.unit.name().to_owned());
        play.push(PlayRow {
            cell: key(label),
            measure: name(),
            subject: subject(),
            unit: unit(),
            over: measure.over.name().to_owned(),
            average: average(measure, of_games, rollouts, analysis),
        });
        play_course.extend(tenths.iter().enumerate().map(|(tenth, sums)| PlayCourseRow {
            cell: key(label),
            measure: name(),
            subject: subject(),
            unit: unit(),
            tenth: tenth + 1,
            average: average(measure, sums, rollouts, analysis),
        }));
    }
}

/// The interval of the mean of a measure, from shifted sums.
pub(in crate::findings) fn measure_interval(
    measure: &Measure,
    shifted: &BlockSums,
    rollouts: u32,
    analysis: &Analysis,
) -> Option<Interval> {
    let scale = measure.scale.of(rollouts);
    let by = measure.shift(rollouts) as f64 / scale as f64;
    let (low, high) = measure.unit.range();
    let (low, high) = (low.map(f64::from), high.map(f64::from));
    let inside =
        |end: f64| end.max(low.unwrap_or(f64::NEG_INFINITY)).min(high.unwrap_or(f64::INFINITY));
    let range = (low.map(|low| low + by), high.map(|high| high + by));
    let Interval { low, high } = mean_interval(shifted, scale, range, analysis)?;
    Some(Interval { low: inside(low - by), high: inside(high - by) })
}

/// Returns the average of a measure from its sums, with this many rollouts of each legal action.
/// The sums were shifted so that none is below 0; the row has the values without the shift.
fn average(
    measure: &Measure,
    shifted: &BlockSums,
    rollouts: u32,
    analysis: &Analysis,
) -> BlockAverage {
    let (shift, scale) = (measure.shift(rollouts), measure.scale.of(rollouts));
    let interval = measure_interval(measure, shifted, rollouts, analysis);
    let (low, high) = ends(interval);
    // Far below the largest number: a block's shifted values fit a word, and there are at
    // most 2^40 blocks.
    let signed = |number: u128| number as i128;
    let shift = i128::from(shift);
    let (among, among_squares) = (signed(shifted.games), signed(shifted.games_squared));
    let sum_by_among = signed(shifted.points_games) - shift * among_squares;
    BlockAverage {
        blocks: shifted.blocks,
        among: shifted.games,
        sum: signed(shifted.points) - shift * among,
        sum_squares: signed(shifted.points_squared)
            - 2 * shift * sum_by_among
            - shift * shift * among_squares,
        sum_by_among,
        among_squares: shifted.games_squared,
        scale,
        estimate: measure.mean(shifted, rollouts),
        low,
        high,
        interval: interval.map(|_| analysis.method(Method::Blocks)),
    }
}
