//! The counts of a run: one file for each metric, and one for all quantities.
//!
//! Everything is counted in integers, batch by batch, and merged by checked addition, so that any
//! split into threads and machines gives the same counts. `fairdeal_study::findings` interprets them.

mod asides;
mod batch;
mod cell;
mod counting;
mod counts;
mod decisions;
mod events;
mod groups;
mod in_place;
mod label;
mod lengths;
mod meetings;
mod metric;
mod neighbourhoods;
mod neighbours;
mod odd_games;
mod outcome_groups;
mod places;
mod play;
mod played;
mod quantities;
mod quantity;
mod samples;
mod seats;
mod shape;
mod strategies;
mod sums;
mod wins;

pub use batch::Batch;
pub use cell::Cell;
pub use counts::Comparison;
pub use counts::{Counts, MergeError};
pub use events::{AskedEvents, EventWatch};
pub use groups::GROUPS;
pub use label::{
    Asides, Candidate, Contestants, Crossing, Exploiter, InPlace, Label, Layout, Pair,
    RestrictedPlayer, Variant,
};
pub use meetings::{Meetings, pair_of};
pub use metric::Metric;
pub use neighbourhoods::{Neighbourhood, Neighbourhoods};
pub use neighbours::Neighbours;
pub use odd_games::{Flip, OddGame, margin};
pub use play::{Averages, BANDS, Band, CHANCES, CHOICES, CardCounts, Measure};
pub use play::{
    CardMeasure, CardWatch, DecisionChances, MeasureUnit, Over, PlayCounts, PlayMeasures,
    PlayObserver, PlayedBlock, Watch, chances_of, dead_within, measure, measures,
};
pub use quantities::{
    COMEBACKS, GOING_FIRST, LENGTH, LOST_GAMES, SHARED_WINS, UNFINISHED_GAMES, WIN_RATE,
};
pub use quantities::{quantities, quantities_of, quantity, quantity_of_event, quantity_of_goal};
pub use quantity::{
    About, Among, CellValue, GoalKey, Kind, OfEnded, QuantityDescription, Question, SubjectNames,
    Tolerance, Topic, Unit, WhenAsked, WhenCounted,
};
pub use samples::{
    DecisionObserver, DecisionSamples, DecisionTally, Noting, SampledGame, WatchedGame, is_sampled,
};
pub use shape::{ComparedPlay, Shape};
pub use strategies::Strategies;
pub use sums::{Credits, Paired, ShareCounts};
pub use wins::{PlayerWins, Record, Wins};
