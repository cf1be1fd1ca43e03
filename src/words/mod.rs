//! What results say in plain words.

mod numbers;
mod page;
mod run;
mod sentences;
mod verdicts;

pub use numbers::{and, counted, decimals, percent, points, rounded_percent, thousands, with_article};
pub use page::page;
pub use run::{drawn_arrangements, ended, headline, sequential_test};
pub use sentences::{Sentence, sentences};
pub use verdicts::{files, short, whole};
