//! One run in parts: a plan that holds all that its workers need, a file of counts for each part,
//! and the parts merged to what one run would have written.
//!
//! A plan ([`PlanFile`]) is cut into ranges of blocks, the shards. Whoever plays one writes a file
//! of whole numbers ([`ShardFile`]), whose name and head say what it holds: the key of the plan
//! ([`Key`]) and the range. [`Inventory`] says which of them are there, which are missing and what
//! is wrong; [`PlanFile::merge`] adds up their counts, which
//! [`Session::resume`](crate::session::Session::resume) judges as if it had played them.

mod beat;
mod cut;
mod doublings;
mod estimate;
mod file;
mod inventory;
mod key;
mod merge;
mod plan;
mod play;
mod status;

pub use beat::{BEAT, Beat, note_failure};
pub use cut::cut;
pub use estimate::{Estimate, Trial};
pub use file::{Damage, ShardFile, ShardHead};
pub use inventory::{CountsFault, Fault, Found, Inventory};
pub use key::Key;
pub use merge::{Gaps, MergeFault, Merged};
pub use plan::{Cut, PlanFile, PlannedProgram, PlannedShard};
pub use play::{PlayedShard, ShardError};
pub use status::{ShardState, Status, WatchedShard};
