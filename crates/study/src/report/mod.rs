//! One page that shows what a game is like: results in pictures, as a single HTML file that needs
//! no network, no server and no script.
//!
//! Every number comes from `results.json`. Games in words are played again by their numbers.

mod charts;
mod download;
mod experiment;
mod file;
mod format;
mod page;
mod sections;
mod table;
mod told;
mod typeset;

pub use experiment::{Needs, ShownExperiment};
pub use file::{PageError, check_target, write, write_beside};
pub use page::{folded, framed, page};
pub use table::of_strips;
pub use told::{Told, ToldGame, tell_games};
