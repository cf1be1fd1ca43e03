//! The small charts on the screen.

use super::prelude::*;
use super::topics::telling_of;

/// The charts of a run. How the game plays comes last.
pub fn charts(results: &Results) -> Vec<Chart> {
    let items = results.manifest.design.charts.iter().chain(&[Item::Play]);
    items.flat_map(|item| (telling_of(*item).charts)(results)).collect()
}
