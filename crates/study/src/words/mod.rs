//! What results say in plain words.

mod answer;
mod charts;
mod curves;
mod ending;
mod lines;
mod notes;
mod numbers;
mod page;
mod panels;
mod run;
mod sentences;
mod unfinished;
mod verdicts;

pub use answer::{
    Answer, Point, against, answer, asked_comparisons, is_of_equals, quoted, strongest,
};
pub use charts::{Chart, Label, Mark, Shapes, Values, charts};
pub use ending::ended;
pub use lines::wrapped;
pub use notes::notes;
pub use numbers::{
    and, capitalized, counted, decimals, do_not_end, fixed, games, in_unit, number, ordinal,
    percent, points, rounded_percent, signed, thousands, with_article,
};
pub use page::page;
pub use panels::{Panel, PanelColumn, all_panels, panels};
pub use run::{drawn_arrangements, headline};
pub use sentences::{EARLY, Sentence, Subject, Told, sentences};
pub use unfinished::{both_end, enough_end};
pub use verdicts::{files, tally, whole};
