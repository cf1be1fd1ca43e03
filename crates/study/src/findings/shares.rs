//! A share of the wins against the fair one.

use super::analysis::{Analysis, Look, Run, key};
use super::ended::enough_ended;
use super::verdict::{Claim, Family, Judgement, Tested, ends, p_at_bound};
use super::wins::WinRates as _;
use fairdeal_core::metrics::{Cell, Label, PlayerWins, Record, Strategies, Tolerance, Wins};
use fairdeal_core::rows::{
    FirstPlayerRow, Judged, Method, Often, PlaceRow, SeatBalanceRow, ShareOfWins, StrategyRow,
};
use fairdeal_core::seat::{Seat, SeatSet};
use fairdeal_stats::Interval;

/// Wins to be held against a fair share.
#[derive(Clone, Copy, Debug)]
pub(super) struct WinShare<'a> {
    record: &'a Record,
    /// Unfinished games among those in which the wins were counted.
    unfinished: u128,
    players: usize,
    /// By necessity as large as it is, so that there is nothing to estimate: a strategy against
    /// itself, or a player alone.
    certain: bool,
    claim: Claim,
}

/// What the counts say about a share.
#[derive(Clone, Copy, Debug)]
pub(super) struct WinFinding {
    /// Of the rate.
    pub(super) interval: Interval,
    /// Of the rate where all share an unfinished game.
    pub(super) even: Interval,
    /// Of the rate over the fair share.
    pub(super) advantage: Interval,
    /// The rate over the fair share.
    effect: f64,
    judgement: Judgement,
}

impl<'a> WinShare<'a> {
    /// The wins of one player in a cell.
    pub(super) fn of(
        label: &Label,
        PlayerWins { record, unfinished, certain }: PlayerWins<'a>,
    ) -> Self {
        Self {
            record,
            unfinished,
            players: label.shape.players(),
            certain,
            claim: Claim::Advantage,
        }
    }

    /// The wins of each strategy; against itself a strategy wins its share by necessity.
    pub(super) fn strategies((label, cell): (&'a Label, &'a Cell)) -> impl Iterator<Item = Self> {
        Self::of_strategies(label, &cell.strategies)
    }

    /// The wins of a player who does without a kind of action, the first strategy of the line-up.
    pub(super) fn restricted(label: &'a Label, counts: &'a Strategies) -> Option<Self> {
        Some(Self { claim: Claim::DoingWithout, ..Self::first_strategy(label, counts)? })
    }

    /// The wins of the first strategy of a line-up.
    pub(super) fn first_strategy(label: &'a Label, counts: &'a Strategies) -> Option<Self> {
        Self::of_strategies(label, counts).next()
    }

    /// The rate of wins with its interval; `None` where no game ended.
    pub(super) fn rate(&self, analysis: &Analysis) -> Option<(f64, Interval)> {
        Some((self.record.wins.rate()?, self.finding(analysis)?.interval))
    }

    fn of_strategies(label: &'a Label, counts: &'a Strategies) -> impl Iterator<Item = Self> {
        (0..).map_while(move |strategy| Some(Self::of(label, counts.wins(&label.shape, strategy)?)))
    }

    fn seats((label, cell): (&Label, &'a Cell)) -> impl Iterator<Item = Self> + use<'a> {
        let (players, unfinished) = (label.shape.players(), cell.seat_balance.unfinished.into());
        cell.seat_balance.records.iter().map(move |record| Self {
            record,
            unfinished,
            players,
            certain: players == 1,
            claim: Claim::Advantage,
        })
    }

    fn places((label, cell): (&Label, &'a Cell)) -> impl Iterator<Item = Self> + use<'a> {
        let (players, unfinished) = (label.shape.players(), cell.first_player.unfinished.into());
        cell.places.records.iter().map(move |record| Self {
            record,
            unfinished,
            players,
            certain: false,
            claim: Claim::Advantage,
        })
    }

    /// The share of the games that each player would win if all were equal: unfinished games are
    /// nobody's win, so only the others are shared.
    fn fair_share(&self) -> f64 {
        let games = self.record.wins.games();
        let finished = games - self.unfinished.min(games);
        if games == 0 {
            1.0 / self.players as f64
        } else {
            finished as f64 / (games * self.players as u128) as f64
        }
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
            Look::Only | Look::Planned(_) => wins.interval(analysis),
        };
        let own = interval(wins)?;
        let even = if even == wins { own } else { interval(even)? };
        let fair = 1.0 / self.players as f64;
        let advantage = Interval { low: even.low - fair, high: even.high - fair };
        let (effect, tolerance) = (rate - fair_share, analysis.tolerance(Tolerance::WinRate));
        let judgement = Judgement::new(self.claim, effect, advantage, wins.blocks(), tolerance);
        Some(WinFinding { interval: own, even, advantage, effect, judgement })
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
            Look::Only | Look::Planned(_) => {
                self.record.even.p_value(fair).and_then(|p| analysis.p_value(p))
            }
        }
    }

    fn tested(
        &self,
        finding: Option<WinFinding>,
        analysis: &Analysis,
        mirrors: Option<usize>,
    ) -> Tested {
        let tolerance = analysis.tolerance(Tolerance::WinRate);
        let Some(found) = finding else { return Tested { tolerance, ..Tested::default() } };
        let bound = 1.0 / self.players as f64 + tolerance.copysign(found.effect);
        let p_bound = if analysis.is_anytime() || !(0.0..=1.0).contains(&bound) {
            p_at_bound(analysis, found.effect, found.advantage, tolerance, None)
        } else {
            self.record.even.p_value(bound).and_then(|p| analysis.p_value(p))
        };
        let tested = Tested {
            p: self.p_value(analysis),
            p_bound,
            judgement: Some(found.judgement),
            mirrors,
            tolerance,
        };
        tested.only_if(enough_ended(self.record.wins.games(), self.unfinished))
    }

    /// What the table has of it, with its place in the family.
    pub(super) fn judged(
        &self,
        analysis: &Analysis,
        mirrors: Option<usize>,
        family: &mut Family,
    ) -> ShareOfWins {
        let finding = self.finding(analysis);
        self.row(finding, family.add(self.tested(finding, analysis, mirrors)), analysis)
    }

    fn row(&self, finding: Option<WinFinding>, judged: Judged, analysis: &Analysis) -> ShareOfWins {
        let (wins, fair_share) = (&self.record.wins, self.fair_share());
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
            interval: finding
                .map(|_| if analysis.is_anytime() { Method::Anytime } else { wins.method() }),
            fair_share,
            advantage: wins.rate().map(|rate| rate - fair_share),
            advantage_low,
            advantage_high,
            judged,
        }
    }
}

/// The rows about the player who takes the first decision: one a cell.
pub(super) fn first_player(run: Run<'_>, family: &mut Family) -> Vec<FirstPlayerRow> {
    let share = |(label, cell): (&Label, &Cell)| {
        WinShare::of(label, cell.first_player.wins(&label.shape))
            .judged(&run.analysis, None, family)
    };
    let shares: Vec<ShareOfWins> = run.cells().map(share).collect();
    run.layout
        .cells
        .iter()
        .zip(shares)
        .map(|(label, share)| FirstPlayerRow { cell: key(label), share })
        .collect()
}

/// The rows about places after the first player: cell by cell, one a place. `first_player`: where
/// that table begins in the family. Of two players, what the first one wins the other loses.
pub(super) fn places(run: Run<'_>, first_player: usize, family: &mut Family) -> Vec<PlaceRow> {
    let mut rows = Vec::new();
    for (index, (label, cell)) in run.cells().enumerate() {
        let mirrors = (label.shape.players() == 2).then_some(first_player + index);
        let shares = WinShare::places((label, cell)).zip(1..);
        rows.extend(shares.map(|(share, place)| PlaceRow {
            cell: key(label),
            place,
            share: share.judged(&run.analysis, mirrors, family),
        }));
    }
    rows
}

/// The rows about seats: cell by cell, one a seat. `first_player` and `places`: where these tables
/// begin in the family. If one seat always goes first, every seat is a place; and of two seats,
/// what one wins the other loses.
pub(super) fn seat_balance(
    run: Run<'_>,
    first_player: usize,
    mut places: usize,
    family: &mut Family,
) -> Vec<SeatBalanceRow> {
    let mut rows = Vec::new();
    for (index, (label, cell)) in run.cells().enumerate() {
        let (first, begins, players) =
            (cell.seat_balance.first, family.next(), label.shape.players());
        let always_first = Seat::all(players).find(|seat| first == SeatSet::only(*seat));
        for (seat, share) in Seat::all(players).zip(WinShare::seats((label, cell))) {
            let goes_first = match first.contains(seat) {
                true if always_first == Some(seat) => Often::Always,
                true => Often::Sometimes,
                false => Often::Never,
            };
            let place =
                always_first.map(|first| (seat.index() + players - first.index()) % players);
            let mirrors = match place {
                Some(place) if place == 0 || players == 2 => Some(first_player + index),
                Some(place) => Some(places + place - 1),
                None => (players == 2 && seat.index() == 1).then_some(begins),
            };
            rows.push(SeatBalanceRow {
                cell: key(label),
                seat: seat.index(),
                goes_first,
                share: share.judged(&run.analysis, mirrors, family),
            });
        }
        places += players.saturating_sub(1);
    }
    rows
}

/// The rows about strategies: cell by cell, one a strategy. Of two with as many seats, what one
/// wins the other loses.
pub(super) fn strategies(run: Run<'_>, family: &mut Family) -> Vec<StrategyRow> {
    let mut rows = Vec::new();
    for (label, cell) in run.cells() {
        let begins = family.next();
        let names = &label.shape.strategies;
        for (place, (share, strategy)) in WinShare::strategies((label, cell)).zip(names).enumerate()
        {
            let mirrors =
                (place == 1 && names.len() == 2 && label.shape.has_equal_seats()).then_some(begins);
            rows.push(StrategyRow {
                cell: key(label),
                strategy: strategy.clone(),
                share: share.judged(&run.analysis, mirrors, family),
            });
        }
    }
    rows
}
