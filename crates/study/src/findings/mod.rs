//! What the counts say: estimates, intervals and verdicts, as the rows of the tables. No words.

mod alike;
mod analysis;
mod cells;
mod comparisons;
mod ended;
mod in_place;
mod judge;
mod judged;
mod ladder;
mod luck;
mod neighbours;
mod odd_games;
mod own;
mod play;
mod ratings;
mod restricted;
mod sensitivity;
mod shares;
mod stopping;
mod together;
mod verdict;
mod wins;

pub use analysis::{Analysis, Look, Run};
pub use cells::{decisions, length_histogram, lengths, seats, shares_of_games};
pub use comparisons::comparison_sums;
pub use ended::{ENOUGH_ENDED, enough_ended};
pub use judged::Verdicts;
pub use ladder::{Tables as LadderTables, ladder};
pub use luck::luck;
pub use neighbours::neighbours;
pub use odd_games::odd_games;
pub use play::{PlayTables, play};
pub use ratings::{Ratings, rating_model};
pub use sensitivity::{SensitivityKnob, SensitivityPoints, Turned};
pub use stopping::{Ending, Goal, Looks, PlannedLook, Stop};
pub use together::Together;
