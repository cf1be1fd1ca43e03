//! All counts of one variant and one line-up.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::metric::Metric;
use super::odd_games::OddGames;
use super::play::PlayCounts;
use super::shape::Shape;
use super::sums::ShareCounts;
use super::{decisions, lengths, neighbours, places, seats, strategies};
use crate::game::Description;
use fairdeal_stats::{Overflow, merged};

/// Declares the list of metrics: the counts of one cell.
macro_rules! metrics {
    ($($(#[$meta:meta])* $field:ident: $metric:ty),* $(,)?) => {
        /// All counts of one variant and one line-up.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct Cell {
            $($(#[$meta])* pub $field: $metric,)*
            /// By quantity and subject, for the quantities that have their own counts.
            pub shares: Vec<Vec<ShareCounts>>,
            /// The counts of play, if the experiment asks for them.
            pub play: Option<PlayCounts>,
        }

        impl Cell {
            /// Returns counts for the games of a shape, all zero; `shares` are the counts of
            /// quantities that have their own.
            pub(super) fn of(shape: &Shape, game: &Description, shares: Vec<Vec<ShareCounts>>) -> Self {
                Self { $($field: Metric::new(shape, game),)* shares, play: None }
            }

            /// Counts the games of a batch, except for the quantities' own counts.
            pub(super) fn observe_metrics(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
                $(self.$field.observe(batch)?;)*
                Ok(())
            }
        }

        merged!(Cell { $($field,)* shares, play });
    };
}

metrics! {
    /// Wins and scores by seat.
    seats: seats::Seats,
    /// Wins of the first player.
    first_player: places::FirstPlayer,
    /// Wins by place after the first player, strategies balanced.
    places: places::Places,
    /// Wins of every seat, strategies balanced.
    seat_balance: places::SeatBalance,
    /// Wins by strategy.
    strategies: strategies::Strategies,
    /// Wins by neighbours.
    neighbours: neighbours::Neighbours,
    /// Lengths.
    lengths: lengths::Lengths,
    /// Decisions.
    decisions: decisions::Decisions,
    /// Games that stand out.
    odd_games: OddGames,
}
