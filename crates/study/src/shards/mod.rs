//! One run in parts: a plan with everything that its workers need, a file of counts for each part,
//! and the merge of the parts into the results of one run.
//!
//! A plan ([`PlanFile`]) is cut into ranges of blocks, the shards. A worker that plays a shard
//! writes a file of whole numbers ([`ShardFile`]). The name and the head of the file have the key
//! of the plan ([`Key`]) and the range. [`Inventory`] says which shards exist, which are missing
//! and which files are wrong; [`PlanFile::merge`] adds up their counts, which
//! [`Session::resume`](crate::session::Session::resume) judges as if it had played them.

mod cut;
mod earlier;
mod estimate;
mod file;
mod inventory;
mod key;
mod merge;
mod plan;
mod play;

pub use cut::cut;
pub use estimate::{Estimate, Trial};
pub use file::{Damage, ShardFile, ShardHead};
pub use inventory::{CountsFault, Fault, Found, Inventory};
pub use key::Key;
pub use merge::{Gaps, MergeFault, Merged};
pub use plan::{Cut, PlanFile, PlannedProgram, PlannedShard};
pub use play::{PlayedShard, ShardError};
