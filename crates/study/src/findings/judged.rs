//! All tables that hold verdicts, judged together.

use super::analysis::Run;
use super::comparisons::{comparisons, sweep};
use super::in_place::in_place;
use super::neighbours::{neighbour_effects, neighbour_spreads};
use super::ratings::Ratings;
use super::restricted::restricted;
use super::shares::{first_player, places, seat_balance, strategies};
use super::verdict::Family;
use fairdeal_core::rows::{
    ComparisonRow, FirstPlayerRow, InPlaceRow, Judged, NeighbourEffectRow, NeighbourSpreadRow,
    PlaceRow, RestrictedRow, SeatBalanceRow, StrategyRow, SweepRow,
};

/// The tables of a run that hold verdicts. All of its verdicts are one family: each is as sure as
/// it can be among all others.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdicts {
    /// About the player who takes the first decision: one row a cell.
    pub first_player: Vec<FirstPlayerRow>,
    /// About places after the first player: cell by cell, one a place.
    pub places: Vec<PlaceRow>,
    /// About seats: cell by cell, one a seat.
    pub seat_balance: Vec<SeatBalanceRow>,
    /// About strategies: cell by cell, one a strategy.
    pub strategies: Vec<StrategyRow>,
    /// About ratings and pairs, where all strategies meet.
    pub ratings: Ratings,
    /// About what it is worth to sit beside a strategy.
    pub neighbour_effects: Vec<NeighbourEffectRow>,
    /// About how much neighbours matter.
    pub neighbour_spread: Vec<NeighbourSpreadRow>,
    /// About what variants change.
    pub comparisons: Vec<ComparisonRow>,
    /// About what it costs never to take a kind of action.
    pub restricted: Vec<RestrictedRow>,
    /// About who does best in the place of one player.
    pub in_place: Vec<InPlaceRow>,
    /// The curves of a sweep, whose verdicts are those of the comparisons.
    pub sweep: Vec<SweepRow>,
}

impl Verdicts {
    /// Judges the counts of a run.
    pub fn new(run: Run<'_>) -> Self {
        let mut family = Family::new(run);
        let begins = family.next();
        let first_player = first_player(run, &mut family);
        let after_first = family.next();
        let places = places(run, begins, &mut family);
        let seat_balance = seat_balance(run, begins, after_first, &mut family);
        let of_strategies = family.next();
        let strategies = strategies(run, &mut family);
        let mut verdicts = Self {
            first_player,
            places,
            seat_balance,
            strategies,
            ratings: Ratings::new(run, of_strategies, &mut family),
            neighbour_effects: neighbour_effects(run, &mut family),
            neighbour_spread: neighbour_spreads(run, &mut family),
            comparisons: comparisons(run, &mut family),
            restricted: restricted(run, &mut family),
            in_place: in_place(run, &mut family),
            sweep: Vec::new(),
        };
        family.settle(verdicts.judged_mut());
        verdicts.sweep = sweep(run, &verdicts.comparisons);
        verdicts
    }

    /// Every verdict, in the order in which they joined the family.
    fn judged_mut(&mut self) -> impl Iterator<Item = &mut Judged> {
        let first_player = self.first_player.iter_mut().map(|row| &mut row.share.judged);
        let places = self.places.iter_mut().map(|row| &mut row.share.judged);
        let seats = self.seat_balance.iter_mut().map(|row| &mut row.share.judged);
        let strategies = self.strategies.iter_mut().map(|row| &mut row.share.judged);
        let pairs = self.ratings.pairs.iter_mut().map(|row| &mut row.judged);
        let effects = self.neighbour_effects.iter_mut().map(|row| &mut row.judged);
        let spreads = self.neighbour_spread.iter_mut().map(|row| &mut row.judged);
        let changes = self.comparisons.iter_mut().map(|row| &mut row.judged);
        let restricted = self.restricted.iter_mut().map(|row| &mut row.judged);
        let in_place = self.in_place.iter_mut().map(|row| &mut row.judged);
        let shares = first_player.chain(places).chain(seats).chain(strategies).chain(pairs);
        shares.chain(effects).chain(spreads).chain(changes).chain(restricted).chain(in_place)
    }
}
