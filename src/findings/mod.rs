//! What the counts say: estimates, intervals and verdicts, as the rows of the tables. No words.

mod analysis;
mod cells;
mod comparisons;
mod judge;
mod ladder;
mod neighbours;
mod odd_games;
mod own;
mod ratings;
mod sensitivity;
mod shares;
mod stopping;
mod verdict;
mod wins;

pub use analysis::{Analysis, Look, Run};
pub use cells::{decisions, length_histogram, lengths, seats, shares_of_games};
pub use comparisons::{comparison_sums, comparisons, sweep};
pub use ladder::{Tables as LadderTables, ladder};
pub use neighbours::{neighbour_effects, neighbour_spreads, neighbours};
pub use odd_games::odd_games;
pub use ratings::{Ratings, rating_model};
pub use sensitivity::{SensitivityKnob, SensitivityPoints, Turned};
pub use shares::{first_player, seat_balance, strategies};
pub use stopping::{Ending, Goal, Looks, PlannedLook, Sprt, Stop, sequential_test};
