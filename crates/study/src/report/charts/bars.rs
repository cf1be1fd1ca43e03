//! Bars that add up to a whole.

use maud::html;

use super::drawing::{Drawing, MOST_SERIES, across, pixels, short};
use crate::words::chart::{Part, Stacks};

const ROW: f64 = 44.0;

/// The texts of the parts whose width passes the test.
fn hints(parts: &[Part], is_told: impl Fn(f64) -> bool) -> String {
    let told = parts.iter().filter(|part| is_told(part.width()));
    told.map(Part::hint).collect::<Vec<_>>().join(" · ")
}

impl Stacks {
    /// The drawing: each bar has its name above it, and below it the numbers that have no room
    /// inside.
    pub(super) fn draw(&self) -> Drawing {
        /// A part that is narrower has no room for its number.
        const NARROW: f64 = 0.12;
        /// A part that is narrower than this is invisible; the table has its number.
        const UNSEEN: f64 = 0.000_5;
        const BELOW: f64 = 18.0;
        /// About as many letters fit a phone.
        const LETTERS: usize = 52;
        let below = |parts: &[Part]| hints(parts, |width| (UNSEEN..NARROW).contains(&width));
        let has_below = self.rows.iter().any(|(_, parts)| !below(parts).is_empty());
        let row_height = if has_below { ROW + BELOW } else { ROW };
        let inside = html! {
            @for (row, (label, parts)) in self.rows.iter().enumerate() {
                @let top = row as f64 * row_height;
                text.name x="0" y=(pixels(top + 14.0)) { (short(label, 42)) }
                @for (index, part) in parts.iter().enumerate() {
                    @let from: f64 = parts[..index].iter().map(Part::width).sum();
                    g class={ "part c" (part.look % MOST_SERIES) } {
                        title { (label) ": " (part.hint()) }
                        rect x=(across(100.0 * from)) width=(across(100.0 * part.width())) y=(pixels(top + 20.0)) height="18" {}
                        @if part.width() >= NARROW {
                            text.inside x=(across(100.0 * (from + part.width() / 2.0))) y=(pixels(top + 33.5)) text-anchor="middle" { (format!("{:.1} %", 100.0 * part.width())) }
                        }
                    }
                }
                text.value x="0" y=(pixels(top + 54.0)) { (short(&below(parts), LETTERS)) }
            }
        };
        let height = (self.rows.len() as f64 * row_height) as usize;
        Drawing {
            height,
            inside,
            legend: self.looks.iter().cloned().enumerate().collect(),
            parts: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_one_after_the_other() {
        let part = |look, share| Part { look, share, name: format!("part {look}") };
        let svg = |parts| {
            let rows = vec![("a".to_owned(), parts)];
            Stacks { rows, looks: Vec::new() }.draw().inside.into_string()
        };
        let two = svg(vec![part(0, 0.75), part(1, 0.25)]);
        assert!(
            two.contains("x=\"0%\" width=\"75%\"") && two.contains("x=\"75%\" width=\"25%\""),
            "{two}"
        );
        // Labels that do not fit inside stand below.
        let four = svg(vec![part(0, 0.85), part(1, 0.06), part(2, 0.09), part(3, 0.0)]);
        assert!(four.contains(">part 1 6.0 % · part 2 9.0 %<"), "{four}");
    }
}
