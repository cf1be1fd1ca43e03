//! A share of the wins against the fair one.

use super::analysis::{Analysis, Look, Run, key};
use super::ended::enough_ended;
use super::verdict::{
    Claim, Families, Judgement, Open, PENDING, Tested, VerdictId, ends, p_at_bound,
};
use super::wins;
use fairdeal_core::metrics::{Cell, Label, PlayerWins, Record, Strategies, Tolerance, Topic, Wins};
use fairdeal_core::rows::{
    Family, FirstPlayerRow, Often, PlaceRow, SeatBalanceRow, ShareOfWins, StrategyRow,
};
use fairdeal_core::seat::{Seat, SeatSet};
use fairdeal_stats::Interval;

/// Wins that are compared with a fair share.
#[derive(Clone, Copy, Debug)]
pub(super) struct WinShare<'a> {
    record: &'a Record,
    /// The unfinished games among those in which the wins were counted.
    unfinished: u128,
    players: usize,
    /// Whether the share is fixed, so that nothing is estimated: for a strategy against itself, and
    /// where all win or lose together.
    certain: bool,
    claim: Claim,
}

/// How often the first strategy of a cell wins, as a multiple of its fair share: 1 for a player as
/// strong as the others. All share the win of a game without a winner.
pub(crate) fn strength(run: Run<'_>, cell: usize) -> Option<f64> {
    let (label, cell) = run.cell(cell);
    let share = WinShare::first_strategy(label, &cell.strategies)?;
    Some(share.even_rate()? * label.shape.players() as f64)
}

/// The finding about a share.
#[derive(Clone, Copy, Debug)]
pub(super) struct WinFinding {
    /// The interval of the rate.
    pub(super) interval: Interval,
    /// The interval of the rate if all share the win of an unfinished game.
    pub(super) even: Interval,
    /// The interval of the rate minus the fair share.
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
            certain: certain || label.game.is_one_side(label.shape.players()),
            claim: Claim::Advantage,
        }
    }

    /// The wins of each strategy; against itself a strategy always wins exactly its share.
    pub(super) fn strategies((label, cell): (&'a Label, &'a Cell)) -> impl Iterator<Item = Self> {
        Self::of_strategies(label, &cell.strategies)
    }

    /// The wins of a player who never takes a kind of action, the first strategy of the line-up.
    pub(super) fn restricted(label: &'a Label, counts: &'a Strategies) -> Option<Self> {
        Some(Self { claim: Claim::DoingWithout, ..Self::first_strategy(label, counts)? })
    }

    /// The wins of the first strategy of a line-up.
    pub(super) fn first_strategy(label: &'a Label, counts: &'a Strategies) -> Option<Self> {
        Self::of_strategies(label, counts).next()
    }

    /// The rate of wins with its interval; `None` where no game ended.
    pub(super) fn rate(&self, analysis: &Analysis) -> Option<(f64, Interval)> {
        Some((wins::rate(&self.record.wins)?, self.finding(analysis)?.interval))
    }

    fn of_strategies(label: &'a Label, counts: &'a Strategies) -> impl Iterator<Item = Self> {
        (0..).map_while(move |strategy| Some(Self::of(label, counts.wins(&label.shape, strategy)?)))
    }

    fn seats((label, cell): (&Label, &'a Cell)) -> impl Iterator<Item = Self> {
        Self::wins_of_seats(cell).map(|wins| Self::of(label, wins))
    }

    /// The wins of each seat.
    pub(super) fn wins_of_seats(cell: &'a Cell) -> impl Iterator<Item = PlayerWins<'a>> {
        let unfinished = cell.seat_balance.unfinished.into();
        let of = move |record| PlayerWins { record, unfinished, certain: false };
        cell.seat_balance.records.iter().map(of)
    }

    /// The rate of wins where a game without a winner counts as shared by all.
    pub(super) fn even_rate(&self) -> Option<f64> {
        wins::rate(&self.record.even)
    }

    fn places((label, cell): (&Label, &'a Cell)) -> impl Iterator<Item = Self> {
        let unfinished = cell.first_player.unfinished.into();
        let of = move |record| Self::of(label, PlayerWins { record, unfinished, certain: false });
        cell.places.records.iter().map(of)
    }

    /// The finding; `None` if nothing is estimated, or no game ended.
    pub(super) fn finding(&self, analysis: &Analysis) -> Option<WinFinding> {
        let Record { wins, even, .. } = self.record;
        if self.certain || self.none_ended() {
            return None;
        }
        let (fair_share, rate) = (self.record.fair_share(), wins::rate(wins)?);
        let interval = |wins: &Wins| match analysis.look {
            Look::Any { .. } => wins::interval_at_every_look(wins, analysis.confidence),
            Look::Only => wins::interval(wins, analysis),
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

    fn tested(
        &self,
        finding: Option<WinFinding>,
        analysis: &Analysis,
        mirrors: Option<VerdictId>,
    ) -> Tested {
        let tolerance = analysis.tolerance(Tolerance::WinRate);
        let Some(found) = finding else { return Tested { tolerance, ..Tested::default() } };
        let (even, fair) = (&self.record.even, 1.0 / self.players as f64);
        let p_value = |against| wins::p_value(even, against).and_then(|p| analysis.p_value(p));
        let bound = fair + tolerance.copysign(found.effect);
        let tested = Tested {
            p: if analysis.is_anytime() {
                wins::p_value_at_every_look(even, fair)
            } else {
                p_value(fair)
            },
            p_bound: if analysis.is_anytime() || !(0.0..=1.0).contains(&bound) {
                p_at_bound(analysis, found.effect, found.advantage, tolerance, None)
            } else {
                p_value(bound)
            },
            judgement: Some(found.judgement),
            mirrors,
            tolerance,
        };
        tested.only_if(enough_ended(self.record.wins.games(), self.unfinished))
    }

    /// The row of a table, with its verdict.
    pub(super) fn judged(
        &self,
        analysis: &Analysis,
        mirrors: Option<VerdictId>,
        (family, families): (Family, &mut Families),
    ) -> Open<ShareOfWins> {
        let finding = self.finding(analysis);
        Open {
            id: families.add(family, self.tested(finding, analysis, mirrors)),
            row: self.row(finding, analysis),
        }
    }

    fn row(&self, finding: Option<WinFinding>, analysis: &Analysis) -> ShareOfWins {
        let (wins, fair_share) = (&self.record.wins, self.record.fair_share());
        let (win_rate_low, win_rate_high) = ends(finding.map(|finding| finding.interval));
        let (advantage_low, advantage_high) = ends(finding.map(|finding| finding.advantage));
        ShareOfWins {
            blocks: wins.blocks(),
            games: wins.games(),
            unfinished: self.unfinished,
            wins_840: wins.credits(),
            wins_840_squares: wins.sums.points_squared,
            win_rate: wins::rate(wins),
            win_rate_low,
            win_rate_high,
            interval: finding.map(|_| wins::method(wins, analysis)),
            fair_share,
            advantage: wins::rate(wins).map(|rate| rate - fair_share),
            advantage_low,
            advantage_high,
            judged: PENDING,
        }
    }
}

/// The rows about the player who takes the first decision: one for each cell.
pub(super) fn first_player(run: Run<'_>, families: &mut Families) -> Vec<Open<FirstPlayerRow>> {
    let row = |(label, cell): (&Label, &Cell)| {
        WinShare::of(label, cell.first_player.wins())
            .judged(&run.analysis, None, (run.family_of_places(label), families))
            .map(|share| FirstPlayerRow { cell: key(label), share })
    };
    run.cells().map(row).collect()
}

/// The rows about places after the first player: for each cell, one for each place. With two
/// players, the second loses the games that the first wins.
pub(super) fn places(
    run: Run<'_>,
    first_player: &[Open<FirstPlayerRow>],
    families: &mut Families,
) -> Vec<Vec<Open<PlaceRow>>> {
    let of_cell = |((label, cell), first): ((&Label, &Cell), &Open<FirstPlayerRow>)| {
        let mirrors = (label.shape.players() == 2).then_some(first.id);
        let shares = WinShare::places((label, cell)).zip(1..);
        let rows = shares.map(|(share, place)| {
            let family = (run.family_of_places(label), &mut *families);
            let share = share.judged(&run.analysis, mirrors, family);
            share.map(|share| PlaceRow { cell: key(label), place, share })
        });
        rows.collect()
    };
    run.cells().zip(first_player).map(of_cell).collect()
}

/// The rows about seats: for each cell, one for each seat. If one seat always goes first, every
/// seat is a place; and of two seats, one loses the games that the other wins.
pub(super) fn seat_balance(
    run: Run<'_>,
    first_player: &[Open<FirstPlayerRow>],
    places: &[Vec<Open<PlaceRow>>],
    families: &mut Families,
) -> Vec<Open<SeatBalanceRow>> {
    let mut rows = Vec::new();
    for (((label, cell), first_row), places) in run.cells().zip(first_player).zip(places) {
        let (first, players) = (cell.seat_balance.first, label.shape.players());
        let always_first = Seat::all(players).find(|seat| first == SeatSet::only(*seat));
        let mut seat_0 = None;
        for (seat, share) in Seat::all(players).zip(WinShare::seats((label, cell))) {
            let goes_first = match first.contains(seat) {
                true if always_first == Some(seat) => Often::Always,
                true => Often::Sometimes,
                false => Often::Never,
            };
            let place =
                always_first.map(|first| (seat.index() + players - first.index()) % players);
            let mirrors = match place {
                Some(place) if place == 0 || players == 2 => Some(first_row.id),
                Some(place) => Some(places[place - 1].id),
                None => seat_0.filter(|_| players == 2),
            };
            let share = share.judged(&run.analysis, mirrors, (Family::Explored, families));
            seat_0 = seat_0.or(Some(share.id));
            rows.push(share.map(|share| SeatBalanceRow {
                cell: key(label),
                seat: seat.index(),
                goes_first,
                share,
            }));
        }
    }
    rows
}

/// The rows about strategies: for each cell, one for each strategy. Of two with as many seats, one
/// loses the games that the other wins.
pub(super) fn strategies(run: Run<'_>, families: &mut Families) -> Vec<Vec<Open<StrategyRow>>> {
    let of_cell = |(label, cell): (&Label, &Cell)| {
        let names = &label.shape.strategies;
        let is_pair = names.len() == 2 && label.shape.has_equal_seats();
        let mut rows: Vec<Open<StrategyRow>> = Vec::new();
        for (share, strategy) in WinShare::strategies((label, cell)).zip(names) {
            let mirrors = rows.first().map(|first| first.id).filter(|_| is_pair);
            let family = (run.asked.of_fact(Topic::Strength), &mut *families);
            rows.push(share.judged(&run.analysis, mirrors, family).map(|share| StrategyRow {
                cell: key(label),
                strategy: strategy.clone(),
                share,
            }));
        }
        rows
    };
    run.cells().map(of_cell).collect()
}
