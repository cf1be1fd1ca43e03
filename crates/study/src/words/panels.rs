//! The tables of results, as people read them.

use super::prelude::*;
use super::topics::{Shown, goals, telling_of};

/// The tables that answer the question, about a screenful. `timing`: how long decisions took, if it
/// was measured.
pub fn panels(results: &Results, timing: Option<&Timing>) -> Vec<Panel> {
    let before = [goals::on_screen(results), goals::adapted_table(results, false)];
    let shown = Shown { results, timing, all: false };
    collected(&shown, before, results.manifest.design.screen)
}

/// All tables, in full.
pub fn all_panels(results: &Results, timing: Option<&Timing>) -> Vec<Panel> {
    let before = [goals::table(results, usize::MAX), goals::adapted_table(results, true)];
    let shown = Shown { results, timing, all: true };
    collected(&shown, before, results.manifest.design.tables)
}

/// The tables that have rows. Trainings, and how the game plays, come last.
fn collected(shown: &Shown<'_>, before: [Panel; 2], items: &[Item]) -> Vec<Panel> {
    let items = items.iter().chain(&[Item::Trainings, Item::Play]);
    let all = before.into_iter().chain(items.map(|item| (telling_of(*item).table)(shown)));
    all.filter(|panel| !panel.rows.is_empty()).collect()
}
