//! What results say in plain words.

mod adapted;
mod answer;
mod belief;
mod change;
pub mod chart;
mod charts;
mod curves;
mod goals;
mod group;
mod numbers;
mod page;
mod panel;
mod panels;
mod phrase;
mod prelude;
mod run;
mod sentences;
mod turned;
mod unfinished;
mod verdicts;
mod who;

pub(crate) use adapted::{adapted_in_words, all_adapted};
pub use answer::{Answer, Fairest, Point, answer, asked_comparisons, fairest, quoted};
pub(crate) use belief::Belief;
pub use charts::charts;
pub(crate) use curves::{Curve, Curves, Value};
pub use goals::{Candidate, candidates, goals_met, standing};
pub(crate) use goals::{all_goals, is_rate, is_relative};
pub(crate) use group::{distinct, grouped};
pub use numbers::{
    MISSING, Within, and, capitalized, counted, decimals, do_not_end, fixed, games, in_unit,
    interval, known, number, ordinal, percent, points, precise, rate, rounded_percent, signed,
    spaced, thousands, with_article, within,
};
pub use page::page;
pub(crate) use panel::Columns;
pub use panel::{Panel, PanelColumn};
pub(crate) use panels::nearest_first;
pub use panels::{all_panels, panels};
pub(crate) use phrase::heading;
pub use run::{EARLY, drawn_arrangements, ended, headline, notes, of_planned};
pub use sentences::{Sentence, Subject, Told, sentences};
pub(crate) use turned::{Bases, Turned};
pub use unfinished::{both_end, enough_end};
pub use verdicts::{files, tally, whole};
pub use who::{against, strongest};
