//! Bars that add up to a whole.

use maud::html;

use super::{Drawing, MOST_SERIES, across, pixels, short};

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
    /// What is said at its right.
    pub(in crate::report) text: String,
    /// Its parts, from left to right.
    pub(in crate::report) parts: Vec<Part>,
}

/// Bars below each other, each with its name above it.
pub(in crate::report) fn stacks(rows: &[Stack]) -> Drawing {
    /// A part that is narrower has no room for its number.
    const NARROW: f64 = 0.12;
    let inside = html! {
        @for (row, stack) in rows.iter().enumerate() {
            @let top = row as f64 * ROW;
            text.name x="0" y=(pixels(top + 14.0)) { (short(&stack.label, 34)) }
            text.value x="100%" y=(pixels(top + 14.0)) text-anchor="end" { (stack.text) }
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
        }
    };
    Drawing { height: (rows.len() as f64 * ROW) as usize, inside }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_stand_one_after_the_other() {
        let part = |look, share| Part { look, share, hint: format!("{share}") };
        let rows = [Stack { label: "a".to_owned(), text: String::new(), parts: vec![part(0, 0.75), part(1, 0.25)] }];
        let svg = stacks(&rows).inside.into_string();
        assert!(svg.contains("x=\"0%\" width=\"75%\"") && svg.contains("x=\"75%\" width=\"25%\""), "{svg}");
    }
}
