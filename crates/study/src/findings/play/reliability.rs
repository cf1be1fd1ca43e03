//! The reliability of the estimated chances of winning.

use super::super::analysis::{Analysis, key};
use super::super::verdict::ends;
use super::super::wins::block_interval;
use fairdeal_core::metrics::{BANDS, Band, Label};
use fairdeal_core::rows::{ChanceRow, ChanceView, Method};
use fairdeal_core::seat::WIN;

/// The rows of the bands of a cell, of whose positions this many rollouts say the chance.
pub(super) fn rows<'a>(
    (label, analysis): (&'a Label, &'a Analysis),
    bands: &'a [Band],
    rollouts: u32,
) -> impl Iterator<Item = ChanceRow> + 'a {
    let row = move |(place, (view, Band { won, said })): (usize, (ChanceView, &Band))| {
        let positions = won.games;
        let interval = block_interval(won, WIN, analysis);
        let (won_low, won_high) = ends(interval);
        let whole = positions as f64 * f64::from(rollouts) * WIN as f64;
        ChanceRow {
            cell: key(label),
            view,
            band_low: place as f64 / BANDS as f64,
            band_high: (place + 1) as f64 / BANDS as f64,
            blocks: won.blocks,
            positions,
            said_840: *said,
            rollouts,
            wins_840: won.points,
            wins_840_squares: won.points_squared,
            wins_840_by_positions: won.points_games,
            positions_squares: won.games_squared,
            said: (whole > 0.0).then(|| *said as f64 / whole),
            won: won.estimate(WIN).map(|estimate| estimate.rate),
            won_low,
            won_high,
            interval: interval.map(|_| analysis.method(Method::Blocks)),
        }
    };
    let of_view = move |(view, bands): (ChanceView, &'a [Band])| {
        bands.iter().map(move |band| (view, band)).enumerate()
    };
    ChanceView::ALL.into_iter().zip(bands.chunks_exact(BANDS)).flat_map(of_view).map(row)
}
