//! The answer to what was asked.

use maud::html;

use super::section::{Of, Section, said};
use crate::words::{self, Answer};

pub(super) fn section(of: &Of<'_>, answer: &Answer) -> Section {
    let body = html! {
        div.answer {
            dl {
                @for point in &answer.points {
                    dt { (point.about) }
                    dd { (said(&point.text)) }
                }
            }
        }
        @for note in words::notes(of.results) { p.quiet { (said(&note)) } }
    };
    of.section("answer", "The answer", body)
}
