//! Whether the chances of winning can be believed.

use crate::words::prelude::*;

/// How well the chances of a view agree with the games, over some bands of chances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Belief<'a> {
    view: ChanceView,
    bands: usize,
    positions: u128,
    /// The number of bands in which players clearly win more or less often than the chances say.
    off: usize,
    /// The band that is furthest off.
    furthest: Furthest<'a>,
}

/// A band, with the chance that was said, the share that was won and its interval.
#[derive(Clone, Copy, Debug)]
struct Furthest<'a> {
    row: &'a ChanceRow,
    said: f64,
    won: f64,
    ends: (f64, f64),
}

impl<'a> Belief<'a> {
    /// Judges the chances of a view in these cells; `None` if no band has an interval.
    pub(crate) fn of(
        results: &'a Results,
        view: ChanceView,
        is_of: impl Fn(&CellKey) -> bool,
    ) -> Option<Self> {
        let rows = results.chances.iter().filter(|row| row.view == view && is_of(&row.cell));
        let band = |row: &'a ChanceRow| {
            let ends = row.won_low.zip(row.won_high)?;
            Some(Furthest { row, said: row.said?, won: row.won?, ends })
        };
        let bands: Vec<Furthest<'a>> = rows.filter_map(band).collect();
        // Of many bands some miss by luck alone.
        let together = Simultaneous::new(results.manifest.analysis.confidence, bands.len());
        let is_off = |band: &Furthest<'_>| {
            let Interval { low, high } = together.interval(band.won, band.ends.0, band.ends.1);
            band.said < low || band.said > high
        };
        let (off, right): (Vec<_>, Vec<_>) = bands.iter().copied().partition(is_off);
        let distance = |band: &Furthest<'_>| (band.said - band.won).abs();
        let furthest = if off.is_empty() { &right } else { &off };
        let furthest = furthest
            .iter()
            .max_by(|one, other| distance(one).total_cmp(&distance(other)))
            .copied()?;
        let positions = bands.iter().map(|band| band.row.positions).sum();
        Some(Self { view, bands: bands.len(), positions, off: off.len(), furthest })
    }

    /// Whose chances can be believed: "for the player who decides, mostly, but not everywhere".
    pub(crate) fn in_short(&self) -> String {
        format!("for {}, {}", self.who(), self.verdict())
    }

    /// Whose chances can be believed, with the evidence.
    pub(crate) fn in_full(&self) -> String {
        format!("{}: {}", self.in_short(), self.rests())
    }

    /// The verdict in a word or two.
    fn verdict(&self) -> &'static str {
        match self.off {
            0 => "yes, as far as these games show",
            // Where half of all bands are off, the chances are not to be believed.
            off if 2 * off < self.bands => "mostly, but not everywhere",
            _ => "no",
        }
    }

    /// Whose view it is.
    fn who(&self) -> &'static str {
        match self.view {
            ChanceView::Spectator => "a spectator who sees all hands",
            ChanceView::Seat => "the player who decides",
        }
    }

    /// The evidence for the verdict.
    fn rests(&self) -> String {
        let rests = format!(
            "{} with {}",
            counted(self.bands as u128, "band", "bands"),
            counted(self.positions, "position", "positions")
        );
        match self.off {
            0 => format!("in none of {rests} do players win clearly more or less often than said"),
            off => format!("in {off} of {rests} players win clearly more or less often than said"),
        }
    }

    /// The band that is furthest off, and its cell.
    pub(crate) fn furthest(&self) -> (&'a CellKey, String) {
        let Furthest { row, said, won, ends: (low, high) } = self.furthest;
        let [said, won, low, high] = [said, won, low, high].map(|rate| percent(rate, 1));
        let positions = thousands(row.positions);
        let text = format!("said {said} %, won {won} % [{low}, {high}] of {positions} positions");
        (&row.cell, text)
    }

    /// A caution for measures that are made of these chances, if the chances are off.
    pub(crate) fn remark(&self) -> String {
        match self.off {
            0 => String::new(),
            off => {
                format!(" (rough: the chances behind it are off in {off} of {} bands)", self.bands)
            }
        }
    }
}
