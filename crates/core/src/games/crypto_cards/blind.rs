//! The parts of a seat's view to which a strategy of Crypto Cards can be blind.

use super::rules::PLACES;
use super::state::Table;
use super::view::View;
use crate::cards::standard::{Card, CardSet};
use crate::game::{Sight, Sights};
use crate::rng::Stream;
use crate::seat::Seat;

const PORTFOLIOS: usize = 0;

pub(super) static SIGHTS: [Sight; 1] =
    [Sight::drawn("portfolios", "the cards in the portfolios of others, except for their number")];

/// Returns the table as a blind strategy sees it.
pub(super) fn table(view: &View<'_>, blind: Sights, stream: &mut Stream) -> Table {
    let mut table = *view.table;
    if !blind.contains(PORTFOLIOS) {
        return table;
    }
    let others = || Seat::all(view.players()).filter(|seat| *seat != view.seat);
    let pool = others().fold(view.unseen(), |pool, seat| pool.union(table.portfolio(seat)));
    let mut cards = [0; PLACES];
    let size = pool.list(&mut cards);
    stream.shuffle(&mut cards[..size]);
    let mut rest = &cards[..size];
    for seat in others() {
        let portfolio = &mut table.portfolios[seat.index()];
        let (own, further) = rest.split_at(portfolio.count() as usize);
        *portfolio = own.iter().map(|number| Card::from_number(*number)).collect::<CardSet>();
        rest = further;
    }
    table
}
