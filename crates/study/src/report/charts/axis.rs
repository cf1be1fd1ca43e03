//! Axes.

use maud::{Markup, html};

use super::drawing::{across, pixels};
use super::scale::Scale;

/// The line below a picture with its round numbers, and a thin line up from each; from `top` to
/// `bottom` pixels.
pub(super) fn below(
    scale: &Scale,
    top: f64,
    bottom: f64,
    most: usize,
    text: impl Fn(f64, usize) -> String,
) -> Markup {
    let digits = scale.decimals(most);
    html! {
        @for tick in scale.ticks(most) {
            @let x = across(scale.place(tick));
            line.grid x1=(x) x2=(x) y1=(pixels(top)) y2=(pixels(bottom)) {}
            text.tick x=(x) y=(pixels(bottom + 16.0)) text-anchor="middle" { (text(tick, digits)) }
        }
        line.axis x1="0" x2="100%" y1=(pixels(bottom)) y2=(pixels(bottom)) {}
    }
}

/// Level lines with their round numbers at the left; `y` is where a value stands, in pixels.
pub(super) fn levels(
    scale: &Scale,
    y: impl Fn(f64) -> f64,
    most: usize,
    text: impl Fn(f64, usize) -> String,
) -> Markup {
    let digits = scale.decimals(most);
    html! {
        @for tick in scale.ticks(most) {
            @let y = y(tick);
            line.grid x1="0" x2="100%" y1=(pixels(y)) y2=(pixels(y)) {}
            text.tick x="0" y=(pixels(y - 4.0)) { (text(tick, digits)) }
        }
    }
}
