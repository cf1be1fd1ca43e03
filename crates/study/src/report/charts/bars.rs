//! Bars that add up to a whole.

use maud::html;

use super::Figure;
use super::drawing::{Drawing, MOST_SERIES, across, pixels, short};
use crate::report::table::Table;

const ROW: f64 = 44.0;

/// A part of a bar.
#[derive(Clone, Debug)]
pub(in crate::report) struct Part {
    /// Its look.
    pub(in crate::report) look: usize,
    /// Its share of the whole, from 0 to 1.
    pub(in crate::report) share: f64,
    /// What it is, with its number.
    pub(in crate::report) hint: String,
}

/// A bar.
#[derive(Clone, Debug)]
pub(in crate::report) struct Stack {
    /// What it is of.
    pub(in crate::report) label: String,
    /// Its parts, from left to right.
    pub(in crate::report) parts: Vec<Part>,
}

/// Bars below each other, each with its name above it, and below it the numbers that have no room
/// inside.
pub(in crate::report) fn stacks(rows: &[Stack]) -> Stacks {
    /// A part that is narrower has no room for its number.
    const NARROW: f64 = 0.12;
    /// A part that is narrower than this is invisible; its number stands in the table.
    const UNSEEN: f64 = 0.000_5;
    const BELOW: f64 = 18.0;
    /// About as many letters fit a phone.
    const LETTERS: usize = 52;
    let below = |stack: &Stack| {
        let narrow = stack.parts.iter().filter(|part| (UNSEEN..NARROW).contains(&part.share));
        narrow.map(|part| part.hint.as_str()).collect::<Vec<_>>().join(" · ")
    };
    let row_height =
        if rows.iter().any(|stack| !below(stack).is_empty()) { ROW + BELOW } else { ROW };
    let inside = html! {
        @for (row, stack) in rows.iter().enumerate() {
            @let top = row as f64 * row_height;
            text.name x="0" y=(pixels(top + 14.0)) { (short(&stack.label, 42)) }
            @for (index, part) in stack.parts.iter().enumerate() {
                @let from: f64 = stack.parts[..index].iter().map(|part| part.share).sum();
                g class={ "part c" (part.look % MOST_SERIES) } {
                    title { (stack.label) ": " (part.hint) }
                    rect x=(across(100.0 * from)) width=(across(100.0 * part.share)) y=(pixels(top + 20.0)) height="18" {}
                    @if part.share >= NARROW {
                        text.inside x=(across(100.0 * (from + part.share / 2.0))) y=(pixels(top + 33.5)) text-anchor="middle" { (format!("{:.1} %", 100.0 * part.share)) }
                    }
                }
            }
            text.value x="0" y=(pixels(top + 54.0)) { (short(&below(stack), LETTERS)) }
        }
    };
    let drawing =
        Drawing { height: (rows.len() as f64 * row_height) as usize, inside, parts: true };
    let told = rows.iter().take(TOLD).map(|stack| {
        let parts = stack.parts.iter().map(|part| part.hint.as_str()).collect::<Vec<_>>();
        format!("{}: {}", stack.label, parts.join(", "))
    });
    Stacks { drawing, told: told.collect::<Vec<_>>().join("; ") }
}

/// This many bars are told to readers who cannot see them.
const TOLD: usize = 6;

/// Bars with what they show in words.
pub(in crate::report) struct Stacks {
    drawing: Drawing,
    told: String,
}

impl Stacks {
    /// A figure of shares; the legend names the looks of the parts.
    pub(in crate::report) fn figure(
        self,
        title: &str,
        note: &str,
        legend: Vec<(usize, String)>,
        table: Table,
    ) -> Figure {
        Figure {
            title: title.to_owned(),
            note: note.to_owned(),
            legend,
            alternative: format!("{title}: {}.", self.told),
            drawing: self.drawing,
            table,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_one_after_the_other() {
        let part = |look, share| Part { look, share, hint: format!("part {look}") };
        let rows = [Stack { label: "a".to_owned(), parts: vec![part(0, 0.75), part(1, 0.25)] }];
        let svg = stacks(&rows).drawing.inside.into_string();
        assert!(
            svg.contains("x=\"0%\" width=\"75%\"") && svg.contains("x=\"75%\" width=\"25%\""),
            "{svg}"
        );
        // What has no room inside stands below.
        let rows = [Stack {
            label: "a".to_owned(),
            parts: vec![part(0, 0.85), part(1, 0.06), part(2, 0.09), part(3, 0.0)],
        }];
        assert!(stacks(&rows).drawing.inside.into_string().contains(">part 1 · part 2<"));
    }
}
