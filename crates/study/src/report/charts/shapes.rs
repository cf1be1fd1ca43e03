//! Distributions laid over one another.

use super::drawing::Drawing;
use crate::words::chart::{Axis, Line, Lines, Shape, Shapes, Spot};

/// This many steps across are enough for the eye.
const STEPS: u64 = 48;

impl Shapes {
    pub(super) fn draw(&self) -> Drawing {
        // The longest hundredth of games would press the rest together.
        let high = self.rows.iter().filter_map(|row| row.high).max().unwrap_or(0);
        let first = |row: &Shape| row.counts.first().map(|(number, _)| *number);
        let low = self.rows.iter().filter_map(first).min().unwrap_or(0);
        let width = (high.saturating_sub(low) + 1).div_ceil(STEPS).max(1);
        let last = low + high.saturating_sub(low) / width * width + width - 1;
        let line = |(look, row): (usize, &Shape)| {
            let spot = |(step, games): (usize, u64)| Spot {
                x: low as f64 + (step as f64 + 0.5) * width as f64 - 0.5,
                y: 100.0 * games as f64 / row.games().max(1) as f64,
                ends: None,
            };
            let steps = row.steps((low, last), width).into_iter().enumerate();
            Line::new(&row.name, look, steps.map(spot).collect())
        };
        let lines = self.rows.iter().enumerate().map(line).collect();
        let bins =
            if width == 1 { String::new() } else { format!(", {width} {} a step", self.unit) };
        let axis = Axis::new(format!("per cent of games{bins}"));
        Lines { marked: false, ..Lines::new(lines, axis) }.draw()
    }
}
