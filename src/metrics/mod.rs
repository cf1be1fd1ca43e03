//! What is counted: one file a metric and one file a quantity.
//!
//! Everything is counted in integers, batch by batch, and merged by checked addition, so that any split into threads and machines gives the same
//! counts. What the counts say is the business of [`crate::findings`].

mod batch;
mod counts;
mod decisions;
mod first_player;
mod label;
mod lengths;
mod metric;
mod neighbourhoods;
mod neighbours;
mod odd_games;
mod outcome_groups;
mod quantities;
mod quantity;
mod round_robin;
mod samples;
mod seat_balance;
mod seats;
mod shape;
mod strategies;
mod wins;

pub use batch::Batch;
pub use counts::{Cell, Comparison, Counts};
pub use label::{Contestants, Label, Layout, Pair};
pub use metric::Metric;
pub(crate) use neighbourhoods::{Neighbourhood, Neighbourhoods};
pub(crate) use neighbours::Neighbours;
pub use odd_games::{Flip, OddGame, OddGames};
pub use quantities::{COMEBACKS, QUANTITIES, SHARED_WINS, UNFINISHED_GAMES, quantity};
pub use quantity::{About, Credits, Entry, Kind, Paired, QuantityDescription, ShareCounts, Told, Tolerance, Topic, Unit};
pub use round_robin::RoundRobin;
pub(crate) use round_robin::pair_of;
pub use samples::{DecisionObserver, DecisionSamples, DecisionTally, SampledGame, is_sampled};
pub use shape::Shape;
pub(crate) use wins::{Record, Wins};
