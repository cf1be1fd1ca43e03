//! Games that are played again with cards exchanged.

use super::cards::CardWatch;
use super::watch::Watch;
use crate::arrangement::Arrangement;
use crate::rng::{BlockStreams, Purpose};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::strategy::{Fault, Playable};

/// Returns the number of one of up to 64 exchanges of a card that a seat was dealt. Published results
/// depend on it.
fn number_of(exchange: usize, seat: Seat, card: usize) -> u32 {
    let (group, card) = (card / 64, card % 64);
    (((group * 64 + exchange) * MAX_SEATS + seat.index()) * 64 + card) as u32
}

impl CardWatch {
    /// Ends the watched game, which these seats won, and plays it again with cards exchanged.
    ///
    /// # Errors
    /// If a strategy fails to choose.
    pub fn end_game<G: Playable>(
        &mut self,
        rules: &G::Rules,
        players: &mut G::Seated,
        streams: BlockStreams,
        arrangement: Arrangement,
        winners: SeatSet,
    ) -> Result<(), Fault> {
        let won = self.count_game(arrangement, winners);
        for seat in Seat::all(self.exchanging_players()) {
            for card in self.dealt_cards(seat) {
                for exchange in 0..self.exchanges_of_a_card() {
                    // The same exchange for every arrangement, and under all rules.
                    let number = number_of(exchange, seat, card);
                    let mut stream = streams.stream(Purpose::Exchange(number));
                    let dealer =
                        self.begin_exchange::<G>(rules, streams, (seat, card), &mut stream);
                    let Some(dealer) = dealer else { continue };
                    let mut watch =
                        Watch::<G> { decisions: None, play: None, cards: Some(self), events: None };
                    let played = G::watch(rules, players, dealer, &mut watch)?;
                    self.count_exchange(
                        arrangement.strategy(seat),
                        (seat, card),
                        won,
                        played.outcome.winners,
                    );
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::game::MAX_CARDS;

    #[test]
    fn every_exchange_has_a_number_of_its_own() {
        let mut numbers = BTreeSet::new();
        for exchange in 0..64 {
            for seat in Seat::all(MAX_SEATS) {
                numbers.extend((0..MAX_CARDS).map(|card| number_of(exchange, seat, card)));
            }
        }
        assert_eq!(numbers.len(), 64 * MAX_SEATS * MAX_CARDS);
        assert_eq!(number_of(3, Seat::new(2), 51), (3 * 8 + 2) * 64 + 51);
    }
}
