//! The answer to the question of the experiment.

use super::prelude::*;

#[expect(clippy::unnecessary_wraps, reason = "one of a list of sections that may be missing")]
pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let body = html! {
        div.answer {
            dl {
                @for point in &of.answer.points {
                    dt { (point.about) }
                    dd { (point.text) }
                }
            }
        }
        @for note in words::notes(of.results) { p.quiet { (note) } }
    };
    Some(of.section("answer", "The answer", body))
}
