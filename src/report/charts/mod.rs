//! Pictures as SVG: small, static, and as wide as there is room.
//!
//! Places across are per cent of the width and heights are pixels, so that a picture fits a phone and a wide screen and its text keeps its size. Colours
//! come from the page's style sheet, so that light, dark and paper each have their own. What a colour says, a shape or a word says too.

mod axis;
mod bars;
mod heat;
mod lines;
mod marks;
mod scale;
mod strips;

use maud::{Markup, html};

use super::table::Table;

pub(super) use bars::{Part, Stack, stacks};
pub(super) use heat::{Heat, heat};
pub(super) use lines::{Line, Lines, Spot};
pub(super) use marks::{Inline, Tone, definitions, marks_key};
pub(super) use scale::round_up;
pub(super) use strips::{MOST_ROWS, Strip, Strips};

/// So many series have a look of their own; more go to further pictures.
pub(super) const MOST_SERIES: usize = 6;

/// A table of so few columns stands beside its picture on paper.
const SLIM: usize = 6;

/// A picture with everything that belongs to it.
#[derive(Debug)]
pub(super) struct Figure {
    /// What it shows.
    pub(super) title: String,
    /// What else a reader should know.
    pub(super) note: String,
    /// What each look stands for: places in the list of series.
    pub(super) legend: Vec<(usize, String)>,
    /// What is seen, for those who cannot see it.
    pub(super) alternative: String,
    /// The drawing.
    pub(super) drawing: Drawing,
    /// The same in numbers.
    pub(super) table: Table,
}

/// What is drawn, and how high it is, in pixels.
#[derive(Debug)]
pub(super) struct Drawing {
    pub(super) height: usize,
    pub(super) inside: Markup,
    /// Is it made of the parts of bars, which a legend shows as such? Otherwise of lines.
    pub(super) parts: bool,
}

impl Figure {
    /// The figure as HTML: caption, legend, picture, table.
    pub(super) fn html(&self) -> Markup {
        let Drawing { height, inside, parts } = &self.drawing;
        html! {
            figure class=[(self.table.width() <= SLIM).then_some("slim")] {
                figcaption {
                    strong { (self.title) }
                    @if !self.note.is_empty() { " " span.note { (self.note) } }
                }
                @if !self.legend.is_empty() {
                    ul.legend {
                        @for (look, name) in &self.legend {
                            li { @if *parts { (marks::swatch(*look)) } @else { (marks::key(*look)) } " " (name) }
                        }
                    }
                }
                svg.chart role="img" aria-label=(self.alternative) width="100%" height=(height) { (inside) }
                details {
                    summary { "The numbers: " (self.title) }
                    (self.table.html())
                }
            }
        }
    }
}

/// A place across a picture: per cent with two decimals.
fn across(place: f64) -> String {
    let text = format!("{place:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{}%", if text == "-0" { "0" } else { text })
}

/// A height or length in pixels with one decimal.
fn pixels(length: f64) -> String {
    let text = format!("{length:.1}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A name that fits a narrow picture.
pub(super) fn short(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let kept: String = name.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_short() {
        assert_eq!([across(0.0), across(-0.001), across(33.333_3), across(50.0)], ["0%", "0%", "33.33%", "50%"]);
        assert_eq!([pixels(3.0), pixels(2.56)], ["3", "2.6"]);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(short("greedy", 8), "greedy");
        assert_eq!(short("no passing on the lead", 10), "no passin…");
        assert_eq!(short("größer", 4), "grö…");
    }

    #[test]
    fn a_figure_has_a_table_and_says_what_is_seen() {
        let figure = Figure {
            title: "A < B".to_owned(),
            note: String::new(),
            legend: vec![(0, "a & b".to_owned())],
            alternative: "5 \"points\"".to_owned(),
            drawing: Drawing { height: 10, inside: html! { line x1="0" {} }, parts: false },
            table: Table::new("Numbers", &["who"], &[]),
        };
        let html = figure.html().into_string();
        assert!(html.contains("A &lt; B") && html.contains("a &amp; b") && html.contains("aria-label=\"5 &quot;points&quot;\""), "{html}");
        assert!(html.contains("<table") && html.contains("role=\"img\""));
    }
}
