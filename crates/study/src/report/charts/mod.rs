//! Pictures as SVG: small, static, and as wide as there is room.
//!
//! Places across are per cent of the width and heights are pixels, so that a picture fits a phone
//! and a wide screen and its text keeps its size. Colours come from the page's style sheet, so that
//! light, dark and paper each have their own. What a colour says, a shape or a word says too.

mod axis;
mod bars;
mod drawing;
mod heat;
mod lines;
mod marks;
mod scale;
mod strips;

use std::fmt::Display;

use maud::{Markup, html};

use super::table::{self, Table};

pub(super) use bars::{Part, Stacks};
pub(super) use drawing::{Drawing, MOST_SERIES};
pub(super) use heat::Heat;
pub(super) use lines::{Line, Lines, Spot};
pub(super) use marks::{Inline, JUDGED, Strip, definitions, marks_key};
pub(super) use scale::round_up;
pub(super) use strips::{MOST_ROWS, Strips};

/// A table of so few columns stands beside its picture on paper.
const SLIM: usize = 6;

/// A picture with everything that belongs to it.
#[derive(Debug)]
pub(super) struct Figure {
    /// What it shows.
    pub(super) title: String,
    /// What else a reader should know.
    pub(super) note: String,
    /// What is seen, for those who cannot see it.
    pub(super) alternative: String,
    /// The drawing.
    pub(super) drawing: Drawing,
    /// The same in numbers.
    pub(super) table: Table,
}

impl Figure {
    /// The figure as HTML: caption, legend, picture, table.
    pub(super) fn html(&self) -> Markup {
        let Drawing { height, inside, legend, parts } = &self.drawing;
        html! {
            figure class=[(self.table.columns.len() <= SLIM).then_some("slim")] {
                figcaption {
                    strong { (self.title) }
                    @if !self.note.is_empty() { " " span.note { (self.note) } }
                }
                @if !legend.is_empty() {
                    ul.legend {
                        @for (look, name) in legend {
                            li { (marks::key(*look, *parts)) " " (name) }
                        }
                    }
                }
                svg.chart role="img" aria-label=(self.alternative) width="100%" height=(height) { (inside) }
                details {
                    summary { "The numbers: " (self.title) }
                    (table::html(&self.table))
                }
            }
        }
    }
}

/// The largest and the smallest of some values in words, for readers who cannot see the picture:
/// "lowest a (1), highest b (2)". Each value has a name and a text.
pub(super) fn extremes(
    values: impl IntoIterator<Item = (impl Display, f64, impl Display)>,
) -> String {
    let mut values = Vec::from_iter(values);
    values.sort_by(|one, other| one.1.total_cmp(&other.1));
    match &values[..] {
        [] => "no values".to_owned(),
        [(name, _, text)] => format!("{name}: {text}"),
        [low, .., high] => format!("lowest {} ({}), highest {} ({})", low.0, low.2, high.0, high.2),
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Columns;
    use super::*;

    #[test]
    fn a_figure_has_a_table_and_says_what_is_seen() {
        let figure = Figure {
            title: "A < B".to_owned(),
            note: String::new(),
            alternative: "5 \"points\"".to_owned(),
            drawing: Drawing {
                height: 10,
                inside: html! { line x1="0" {} },
                legend: vec![(0, "a & b".to_owned())],
                parts: false,
            },
            table: Columns::<()>::new("Numbers", []).panel,
        };
        let html = figure.html().into_string();
        assert!(
            html.contains("A &lt; B")
                && html.contains("a &amp; b")
                && html.contains("aria-label=\"5 &quot;points&quot;\""),
            "{html}"
        );
        assert!(html.contains("<table") && html.contains("role=\"img\""));
    }
}
