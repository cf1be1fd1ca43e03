//! The rows of every table, by subject. Their comments are the documentation of tables and columns
//! for users, where names stand without backticks.
#![allow(clippy::doc_markdown, rustdoc::broken_intra_doc_links)]

mod games;
mod goals;
mod lengths;
mod neighbours;
mod parts;
mod play;
mod ratings;
mod variants;
mod wins;

pub use games::{GameRow, LuckRow, ShareRow};
pub use goals::{AdaptedRow, GoalRow, TriedKnobRow, TriedRow, TuneRow};
pub use lengths::{DecisionRow, LengthHistogramRow, LengthRow};
pub use neighbours::{NeighbourEffectRow, NeighbourRow, NeighbourSpreadRow};
pub use parts::{CellKey, Judged};
pub use play::{BlockAverage, CardRow, ChanceRow, PlayCourseRow, PlayRow};
pub use ratings::{LadderRow, PairRow, RatingRow};
pub use variants::{ComparisonRow, ComparisonSumsRow, SensitivityRow, SweepRow, VariantRow};
pub use wins::{
    FirstPlayerRow, InPlaceRow, OneSideRow, PlaceRow, RestrictedRow, SeatBalanceRow, SeatRow,
    ShareOfWins, StrategyRow,
};
