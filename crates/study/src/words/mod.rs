//! Results in plain words.

mod answer;
pub mod chart;
mod charts;
mod columns;
mod curves;
mod draft;
mod group;
mod numbers;
mod page;
mod panel;
mod panels;
mod phrase;
mod prelude;
mod run;
mod sentence;
mod sentences;
mod topics;
mod unfinished;
mod verdicts;
mod who;

pub use answer::{Answer, answer, quoted};
pub use charts::charts;
pub(crate) use curves::{Curve, Curves, Value};
pub use draft::Point;
pub(crate) use group::{distinct, grouped};
pub use numbers::{
    MISSING, Within, and, capitalized, counted, decimals, do_not_end, fixed, games, in_unit,
    interval, known, number, ordinal, percent, points, precise, rate, rounded_percent, signed,
    spaced, thousands, with_article, within,
};
pub use page::page;
pub(crate) use panel::Columns;
pub use panel::{Panel, PanelColumn};
pub use panels::{all_panels, panels};
pub(crate) use phrase::heading;
pub use run::{EARLY, drawn_arrangements, ended, notes, of_planned};
pub use sentence::{Sentence, Told};
pub use sentences::sentences;
pub(crate) use topics::Belief;
pub use topics::changes::asked_comparisons;
pub use topics::fairest::{Fairest, fairest};
pub use topics::goals::{Candidate, candidates, goals_met, standing};
pub(crate) use topics::goals::{adapted_in_words, all_adapted, all_goals, is_rate, is_relative};
pub(crate) use topics::points::nearest_first;
pub use topics::skill::headline;
pub(crate) use topics::turned::{Bases, Turned};
pub use unfinished::{both_end, enough_end};
pub use verdicts::{files, tally, whole};
pub use who::{against, strongest};
