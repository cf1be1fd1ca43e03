//! The balance review of fairdeal: from the rules of a game to what is wrong, how much it matters, and
//! what mends it.
//!
//! | module | holds |
//! | --- | --- |
//! | [`topic`] | what a review looks at, with its thresholds and their sources |
//! | [`finding`] | a measured value with its mark |
//! | [`pace`], [`wanted`] | the assumptions about time, and the goals of the designer |
//! | [`budget`], [`change`], [`roster`] | how much is played, which rules, and by whom |
//! | [`look`] | how results become findings |
//! | [`making`], [`mod@review`] | what a review is asked, and its phases, one after the other |
//! | `kept` | what it keeps between them, in a folder or in memory |
//! | [`cure`], [`remedy`] | which changes mend what is wrong, and the phases that try and test them |
//! | [`told`], [`page`], [`written`] | how a review is told, and written |
//! | [`error`] | why there is none |

pub mod budget;
pub mod change;
pub mod cure;
pub mod error;
pub mod finding;
mod kept;
pub mod look;
pub mod making;
pub mod pace;
pub mod page;
mod phase;
mod players;
pub mod remedy;
pub mod review;
pub mod roster;
mod timing;
pub mod told;
pub mod topic;
pub mod wanted;
pub mod written;

pub use error::{Planned, ReviewError};
pub use kept::{InFolder, InMemory, Keeper, STATE};
pub use making::{Asked, Length};
pub use review::{Review, review};
