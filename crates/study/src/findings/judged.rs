//! All tables that hold verdicts, judged together.

use super::analysis::Run;
use super::comparisons::{PairFindings, comparisons, sweep};
use super::goals::goals;
use super::in_place::in_place;
use super::neighbours::{neighbour_effects, neighbour_spreads};
use super::ratings::Ratings;
use super::restricted::restricted;
use super::shares::{first_player, places, seat_balance, strategies};
use super::verdict::Families;
use fairdeal_core::rows::{
    ComparisonRow, FirstPlayerRow, GoalRow, InPlaceRow, NeighbourEffectRow, NeighbourSpreadRow,
    PlaceRow, RestrictedRow, SeatBalanceRow, StrategyRow, SweepRow,
};

/// The tables of a run that have verdicts. Those of the question, goals among them, are one family,
/// and all others another one; the verdicts of a family are corrected for each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdicts {
    /// The player who takes the first decision: one row for each cell.
    pub first_player: Vec<FirstPlayerRow>,
    /// About places after the first player: cell by cell, one a place.
    pub places: Vec<PlaceRow>,
    /// About seats: cell by cell, one a seat.
    pub seat_balance: Vec<SeatBalanceRow>,
    /// About strategies: cell by cell, one a strategy.
    pub strategies: Vec<StrategyRow>,
    /// About ratings and pairs, where all strategies meet.
    pub ratings: Ratings,
    /// About the effect of a neighbour.
    pub neighbour_effects: Vec<NeighbourEffectRow>,
    /// About the effect of all neighbours together.
    pub neighbour_spread: Vec<NeighbourSpreadRow>,
    /// About the changes by variants.
    pub comparisons: Vec<ComparisonRow>,
    /// About the cost of never taking a kind of action.
    pub restricted: Vec<RestrictedRow>,
    /// About the best strategy in the place of one player.
    pub in_place: Vec<InPlaceRow>,
    /// The designer's goals.
    pub goals: Vec<GoalRow>,
    /// The curves of a sweep. Their verdicts are those of the comparisons.
    pub sweep: Vec<SweepRow>,
}

impl Verdicts {
    /// Judges the counts of a run.
    pub fn new(run: Run<'_>) -> Self {
        let mut families = Families::new(run);
        let first_player = first_player(run, &mut families);
        let places = places(run, &first_player, &mut families);
        let seat_balance = seat_balance(run, &first_player, &places, &mut families);
        let strategies = strategies(run, &mut families);
        let (ratings, pairs) = Ratings::new(run, &strategies, &mut families);
        let neighbour_effects = neighbour_effects(run, &mut families);
        let neighbour_spread = neighbour_spreads(run, &mut families);
        let mut findings = PairFindings::all(run);
        let comparisons = comparisons(run, &mut findings, &mut families);
        let restricted = restricted(run, &mut families);
        let in_place = in_place(run, &mut families);
        let goals = goals(run, &findings, &mut families);
        let settled = families.settle();
        Self {
            first_player: settled.rows(first_player, |row| &mut row.share.judged),
            places: settled.rows(places.into_iter().flatten(), |row| &mut row.share.judged),
            seat_balance: settled.rows(seat_balance, |row| &mut row.share.judged),
            strategies: settled.rows(strategies.into_iter().flatten(), |row| &mut row.share.judged),
            ratings: Ratings { pairs: settled.rows(pairs, |row| &mut row.judged), ..ratings },
            neighbour_effects: settled.rows(neighbour_effects, |row| &mut row.judged),
            neighbour_spread: settled.rows(neighbour_spread, |row| &mut row.judged),
            comparisons: settled.rows(comparisons, |row| &mut row.judged),
            restricted: settled.rows(restricted, |row| &mut row.judged),
            in_place: settled.rows(in_place, |row| &mut row.judged),
            goals: settled.rows(goals, |row| &mut row.judged),
            sweep: sweep(run, &findings, &settled),
        }
    }
}
