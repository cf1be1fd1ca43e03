//! Games that are played again with cards exchanged.

use super::cards::CardWatch;
use super::watch::Watch;
use crate::arrangement::Arrangement;
use crate::game::MAX_CARDS;
use crate::rng::{BlockStreams, Purpose};
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use crate::strategy::{Fault, Playable};

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
                    let number = (exchange * MAX_SEATS + seat.index()) * MAX_CARDS + card;
                    let mut stream = streams.stream(Purpose::Exchange(number as u32));
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
