//! The answer to what was asked.

use super::prelude::*;
use crate::words::Answer;

pub(super) fn section(of: &Context<'_>, answer: &Answer) -> Section {
    let body = html! {
        div.answer {
            dl {
                @for point in &answer.points {
                    dt { (point.about) }
                    dd { (point.text) }
                }
            }
        }
        @for note in words::notes(of.results) { p.quiet { (note) } }
    };
    of.section("answer", "The answer", body)
}
