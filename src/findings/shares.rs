//! A share of the wins against the fair one.

use super::analysis::{Analysis, Look, Run, key};
use super::verdict::{Claim, Judgement, Tested, ends, family, p_beyond};
use crate::metrics::{Cell, Label, Record, Wins};
use crate::rows::{FirstPlayerRow, Judged, Method, Often, SeatBalanceRow, ShareOfWins, StrategyRow};
use crate::seat::{Seat, SeatSet};
use crate::stats::Interval;

/// Wins to be held against a fair share.
#[derive(Clone, Copy, Debug)]
pub(super) struct WinShare<'a> {
    record: &'a Record,
    /// Unfinished games among those in which the wins were counted.
    unfinished: u128,
    players: usize,
    /// By necessity as large as it is, so that there is nothing to estimate: a strategy against itself, or a player alone.
    certain: bool,
}

/// What the counts say about a share.
#[derive(Clone, Copy, Debug)]
pub(super) struct WinFinding {
    pub(super) rate: f64,
    /// Of the rate.
    pub(super) interval: Interval,
    /// Of the rate over the fair share.
    pub(super) advantage: Interval,
    judgement: Judgement,
}

impl<'a> WinShare<'a> {
    /// The wins of going first; a player alone goes before nobody.
    pub(super) fn first_player((label, cell): (&Label, &'a Cell)) -> Self {
        let players = label.shape.players();
        Self { record: &cell.first_player.record, unfinished: cell.first_player.unfinished.into(), players, certain: players == 1 }
    }

    /// The wins of each strategy; against itself a strategy wins its share by necessity.
    pub(super) fn strategies((label, cell): (&Label, &'a Cell)) -> impl Iterator<Item = Self> + use<'a> {
        let (players, certain, counts) = (label.shape.players(), label.shape.strategies.len() == 1, &cell.strategies);
        counts.records.iter().map(move |record| {
            // A game counts once for each seat that the strategy holds, and so does an unfinished one.
            let unfinished =
                if counts.games == 0 { 0 } else { u128::from(counts.unfinished) * record.wins.games() / u128::from(counts.games) };
            Self { record, unfinished, players, certain }
        })
    }

    fn seats((label, cell): (&Label, &'a Cell)) -> impl Iterator<Item = Self> + use<'a> {
        let (players, unfinished) = (label.shape.players(), cell.seat_balance.unfinished.into());
        cell.seat_balance.records.iter().map(move |record| Self { record, unfinished, players, certain: players == 1 })
    }

    /// The share of the games that each player would win if all were equal: unfinished games are nobody's win, so only the others are shared.
    fn fair_share(&self) -> f64 {
        let games = self.record.wins.games();
        let finished = games - self.unfinished.min(games);
        if games == 0 { 1.0 / self.players as f64 } else { finished as f64 / (games * self.players as u128) as f64 }
    }

    /// What the counts say; `None` where there is nothing to estimate, or no game ended.
    pub(super) fn finding(&self, analysis: &Analysis) -> Option<WinFinding> {
        let Record { wins, even, .. } = self.record;
        if self.certain || self.none_ended() {
            return None;
        }
        let (fair_share, rate) = (self.fair_share(), wins.rate()?);
        let interval = |wins: &Wins| match analysis.look {
            Look::Any { .. } => wins.interval_at_every_look(analysis.confidence),
            Look::Only | Look::Planned(_) => wins.interval(analysis.confidence_after(wins.blocks())),
        };
        let (own, even, fair) = (interval(wins)?, interval(even)?, 1.0 / self.players as f64);
        let advantage = Interval { low: even.low - fair, high: even.high - fair };
        let judgement = Judgement::new(Claim::Advantage, rate - fair_share, advantage, wins.blocks(), analysis.win_rate_tolerance);
        Some(WinFinding { rate, interval: own, advantage, judgement })
    }

    fn none_ended(&self) -> bool {
        self.unfinished >= self.record.wins.games()
    }

    /// p-value of a fair share.
    fn p_value(&self, analysis: &Analysis) -> Option<f64> {
        let fair = 1.0 / self.players as f64;
        match analysis.look {
            _ if self.certain || self.none_ended() => None,
            Look::Any { .. } => self.record.even.p_value_at_every_look(fair),
            Look::Only | Look::Planned(_) => self.record.even.p_value(fair).and_then(|p| analysis.p_value(p)),
        }
    }

    fn tested(&self, analysis: &Analysis) -> Tested {
        let finding = self.finding(analysis);
        let tolerance = analysis.win_rate_tolerance;
        Tested {
            p: self.p_value(analysis),
            p_beyond: finding.and_then(|found| p_beyond(found.rate - self.fair_share(), found.advantage, tolerance, analysis.confidence)),
            judgement: finding.map(|finding| finding.judgement),
            mirrors: None,
            tolerance,
        }
    }

    fn row(&self, judged: Judged, analysis: &Analysis) -> ShareOfWins {
        let (wins, fair_share, finding) = (&self.record.wins, self.fair_share(), self.finding(analysis));
        let (win_rate_low, win_rate_high) = ends(finding.map(|finding| finding.interval));
        let (advantage_low, advantage_high) = ends(finding.map(|finding| finding.advantage));
        ShareOfWins {
            blocks: wins.blocks(),
            games: wins.games(),
            unfinished: self.unfinished,
            wins_840: wins.credits(),
            wins_840_squares: wins.sums.points_squared,
            win_rate: wins.rate(),
            win_rate_low,
            win_rate_high,
            interval: finding.map(|_| if analysis.is_anytime() { Method::Anytime } else { wins.method() }),
            fair_share,
            advantage: wins.rate().map(|rate| rate - fair_share),
            advantage_low,
            advantage_high,
            judged,
        }
    }
}

/// The rows of the shares of one table, which are one family.
fn rows(shares: &[WinShare<'_>], analysis: &Analysis) -> impl Iterator<Item = ShareOfWins> {
    let judged = family(&shares.iter().map(|share| share.tested(analysis)).collect::<Vec<_>>(), None);
    shares.iter().zip(judged).map(|(share, judged)| share.row(judged, analysis))
}

/// The rows about the player who takes the first decision: one a cell.
pub fn first_player(run: Run<'_>) -> Vec<FirstPlayerRow> {
    let shares: Vec<WinShare<'_>> = run.cells().map(WinShare::first_player).collect();
    let rows = run.layout.cells.iter().zip(rows(&shares, &run.analysis));
    rows.map(|(label, share)| FirstPlayerRow { cell: key(label), share }).collect()
}

/// The rows about seats: cell by cell, one a seat.
pub fn seat_balance(run: Run<'_>) -> Vec<SeatBalanceRow> {
    let shares: Vec<WinShare<'_>> = run.cells().flat_map(WinShare::seats).collect();
    let seats = run.cells().flat_map(|(label, cell)| Seat::all(label.shape.players()).map(move |seat| (label, cell, seat)));
    let row = |((label, cell, seat), share): ((&Label, &Cell, Seat), ShareOfWins)| {
        let first = cell.seat_balance.first;
        let goes_first = match first.contains(seat) {
            true if first == SeatSet::only(seat) => Often::Always,
            true => Often::Sometimes,
            false => Often::Never,
        };
        SeatBalanceRow { cell: key(label), seat: seat.index(), goes_first, share }
    };
    seats.zip(rows(&shares, &run.analysis)).map(row).collect()
}

/// The rows about strategies: cell by cell, one a strategy.
pub fn strategies(run: Run<'_>) -> Vec<StrategyRow> {
    let shares: Vec<WinShare<'_>> = run.cells().flat_map(WinShare::strategies).collect();
    let strategies = run.layout.cells.iter().flat_map(|label| label.shape.strategies.iter().map(move |strategy| (label, strategy)));
    let rows = strategies.zip(rows(&shares, &run.analysis));
    rows.map(|((label, strategy), share)| StrategyRow { cell: key(label), strategy: strategy.clone(), share }).collect()
}
