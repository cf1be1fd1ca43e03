//! Pictures as SVG: small, static, and as wide as there is room.
//!
//! Positions across are per cent of the width and heights are pixels, so that a picture fits a
//! phone and a wide screen and its text keeps its size. Colours come from the page's style sheet,
//! so that light, dark and paper each have their own. Every meaning of a colour is shown by a shape
//! or a word too.

mod axis;
mod bars;
mod drawing;
mod heat;
mod lines;
mod marks;
mod scale;
mod shapes;
mod strips;

use maud::{Markup, html};

use super::table::{self, Table};
use crate::words::chart::{Chart, Plot};
use drawing::Drawing;

pub(super) use drawing::MOST_SERIES;
pub(super) use marks::{Inline, JUDGED, definitions, marks_key};
pub(super) use scale::round_up;
pub(super) use strips::MOST_ROWS;

/// A table of so few columns stands beside its picture on paper.
const SLIM: usize = 6;

/// A chart with everything that belongs to it on a page.
#[derive(Debug)]
pub(super) struct Figure {
    /// The chart.
    pub(super) chart: Chart,
    /// A text for people who cannot see the picture.
    pub(super) alternative: String,
    /// The numbers of the picture as a table.
    pub(super) table: Table,
}

impl Figure {
    /// The figure as HTML: caption, legend, picture, table.
    pub(super) fn html(&self) -> Markup {
        let Chart { title, note, plot } = &self.chart;
        let Drawing { height, inside, legend, parts } = &draw(plot);
        html! {
            figure class=[(self.table.columns.len() <= SLIM).then_some("slim")] {
                figcaption {
                    strong { (title) }
                    @if !note.is_empty() { " " span.note { (note) } }
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
                    summary { "The numbers: " (title) }
                    (table::html(&self.table))
                }
            }
        }
    }
}

fn draw(plot: &Plot) -> Drawing {
    match plot {
        Plot::Strips(strips) => strips.draw(),
        Plot::Stacks(stacks) => stacks.draw(),
        Plot::Heat(heat) => heat.draw(),
        Plot::Lines(lines) => lines.draw(),
        Plot::Shapes(shapes) => shapes.draw(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Columns;
    use super::*;
    use crate::words::chart::{Axis, Line, Lines};

    #[test]
    fn a_figure_has_a_table_and_says_what_is_seen() {
        let lines = Lines::new(vec![Line::new("a & b", 0, Vec::new())], Axis::new(""));
        let figure = Figure {
            chart: Chart {
                title: "A < B".to_owned(),
                note: String::new(),
                plot: Plot::Lines(lines),
            },
            alternative: "5 \"points\"".to_owned(),
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
