//! The calibration of estimated chances of winning: of the positions with an estimated chance of 70
//! %, 70 % should be won.

use serde::{Deserialize, Serialize};

use super::notes::GameNotes;
use crate::rows::ChanceView;
use crate::seat::{MAX_SEATS, WIN};
use fairdeal_stats::{BlockSums, Merge, Overflow, merged};

/// The number of bands of chances, all of the same width.
pub const BANDS: usize = 10;

/// The counts of the positions in a band.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Band {
    /// Over blocks: the wins of the seats that decided in these positions in 840ths, and the number
    /// of positions.
    pub won: BlockSums,
    /// The sum of their estimated chances, in 840ths of a win of each round of one half.
    pub said: u128,
}

merged!(Band { won, said });

/// By view and band, the contribution of the games of a block: wins in 840ths, positions, and
/// estimated chances.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BlockBands([[(u64, u64, u64); BANDS]; ChanceView::ALL.len()]);

impl BlockBands {
    /// Adds a game. Every decision is a position, with the chance of the seat that decides.
    ///
    /// The first half of the rounds chooses the band, and the second half estimates the chance. So
    /// luck in the first half does not look like a wrong chance.
    pub(crate) fn add(&mut self, game: &GameNotes) {
        for (place, chances) in game.watched() {
            let Some(decision) = game.decisions.get(place) else { continue };
            let of_spectator = chances.halves.map(|half| half[decision.seat.index() % MAX_SEATS]);
            let most = WIN * u64::from(chances.rounds / 2).max(1);
            for (bands, halves) in self.0.iter_mut().zip([of_spectator, chances.own]) {
                let [first, second] = halves.map(u64::from);
                let band = &mut bands[((BANDS as u64 * first / most) as usize).min(BANDS - 1)];
                *band = (band.0 + game.winners.credit(decision.seat), band.1 + 1, band.2 + second);
            }
        }
    }
}

/// Adds a block.
///
/// # Errors
/// If a count would overflow; a part is then counted.
pub(crate) fn observe(bands: &mut [Band], block: &BlockBands) -> Result<(), Overflow> {
    bands.iter_mut().zip(block.0.as_flattened()).try_for_each(|(band, &(won, positions, said))| {
        band.said.merge(&said.into())?;
        band.won.observe(won, positions)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::KindSet;
    use crate::metrics::play::notes::{ChanceNotes, DecisionNotes};
    use crate::seat::{Seat, SeatSet};

    #[test]
    fn positions_are_put_into_bands() {
        let mut game = GameNotes::default();
        for (seat, first, second) in [(0, 5, 7), (1, 10, 9), (0, 0, 1)] {
            let mut halves = [[0; MAX_SEATS]; 2];
            (halves[0][seat], halves[1][seat]) = (first * 840, second * 840);
            game.decisions.push(DecisionNotes {
                seat: Seat::new(seat as u8),
                legal: 2,
                kinds: KindSet::NONE.with(0),
                kind: 0,
            });
            // The seat itself thinks the opposite.
            let own = [first, second].map(|wins| (10 - wins) * 840);
            game.chances.push(ChanceNotes { halves, own, rounds: 20, ..ChanceNotes::default() });
        }
        game.end(SeatSet::only(Seat::new(0)), 2);
        let mut block = BlockBands::default();
        block.add(&game);
        let mut bands = vec![Band::default(); 2 * BANDS];
        observe(&mut bands, &block).expect("few");
        let mut twice = bands.clone();
        twice.merge(&bands).expect("few");
        // The bands of the spectator, and those of the seats.
        for (place, (won, positions, said)) in [
            (0, (840, 1, 840)),
            (5, (840, 1, 7 * 840)),
            (9, (0, 1, 9 * 840)),
            (7, (0, 0, 0)),
            (BANDS, (0, 1, 840)),
            (BANDS + 5, (840, 1, 3 * 840)),
            (BANDS + 9, (840, 1, 9 * 840)),
        ] {
            let Band { won: sums, said: told } = bands[place];
            assert_eq!(
                (sums.points, sums.games, told, sums.blocks),
                (won, positions, said, 1),
                "band {place}"
            );
            assert_eq!(
                (twice[place].won.points, twice[place].said, twice[place].won.blocks),
                (2 * won, 2 * said, 2)
            );
        }
    }
}
