//! A grid of numbers, each on a colour: two colours away from a middle, the stronger the further.

use maud::html;

use super::drawing::{Drawing, across, pixels, short};
use crate::words::chart::Heat;

const ROW: f64 = 34.0;
const HEAD: f64 = 22.0;

impl Heat {
    pub(super) fn draw(&self) -> Drawing {
        let width = (100.0 - self.names) / self.columns.len().max(1) as f64;
        let x = |column: usize| self.names + column as f64 * width;
        // About as many letters fit.
        let letters = (width * 0.55).max(2.0) as usize;
        let inside = html! {
            text.tick x="0" y="14" { (self.corner) }
            @for (column, name) in self.columns.iter().enumerate() {
                text.tick x=(across(x(column) + width / 2.0)) y="14" text-anchor="middle" { (short(name, letters.max(3))) }
            }
            @for (row, (name, cells)) in self.rows.iter().enumerate() {
                @let top = HEAD + row as f64 * ROW;
                text.name x="0" y=(pixels(top + 21.0)) { (short(name, (self.names * 0.5) as usize)) }
                @for (column, cell) in cells.iter().enumerate() {
                    @if let Some((level, text)) = cell {
                        rect class=(if *level < 0.0 { "cold" } else { "warm" }) fill-opacity=(format!("{:.2}", 0.55 * level.abs().min(1.0)))
                            x=(across(x(column) + 0.2)) width=(across(width - 0.4)) y=(pixels(top + 1.0)) height=(pixels(ROW - 2.0)) {}
                        text.cell x=(across(x(column) + width / 2.0)) y=(pixels(top + 21.0)) text-anchor="middle" { (text) }
                    }
                }
            }
        };
        let height = (HEAD + self.rows.len() as f64 * ROW + 2.0) as usize;
        Drawing { height, inside, legend: Vec::new(), parts: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_further_the_stronger() {
        let cell = |level: f64| Some((level, format!("{level}")));
        let grid = Heat {
            columns: vec!["1".to_owned(), "2".to_owned()],
            rows: vec![
                ("a".to_owned(), vec![cell(-1.0), cell(0.5)]),
                ("b".to_owned(), vec![None, cell(9.0)]),
            ],
            corner: "a by b".to_owned(),
            names: 20.0,
        };
        let svg = grid.draw().inside.into_string();
        assert_eq!(
            (svg.matches("class=\"cold\"").count(), svg.matches("class=\"warm\"").count()),
            (1, 2)
        );
        assert!(
            svg.contains("fill-opacity=\"0.55\" x=\"20.2%\" width=\"39.6%\"")
                && svg.contains("fill-opacity=\"0.28\""),
            "{svg}"
        );
    }
}
