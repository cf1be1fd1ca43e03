//! Marks: each stands for one value.

use maud::{Markup, PreEscaped, html};

use super::drawing::{MOST_SERIES, across, pixels};
use super::scale::{Scale, decimals};
use crate::words::chart::Strip;
use fairdeal_core::rows::Standing;

/// The standings of judged values.
pub(in crate::report) const JUDGED: [Standing; 3] =
    [Standing::Beyond, Standing::Within, Standing::NotSettled];

/// The class of a standing in the style sheet, which is the name of its shape as well, and its
/// words. A diamond is beyond the tolerance, a disc within it, a ring not settled, a square not
/// judged.
fn look_of(tone: Option<Standing>) -> (&'static str, &'static str) {
    match tone {
        Some(Standing::Beyond) => ("beyond", "beyond your tolerance"),
        Some(Standing::Within) => ("within", "within your tolerance"),
        Some(Standing::NotSettled) => ("open", "not settled"),
        None => ("plain", "not judged"),
    }
}

/// The shapes, once on a page: marks refer to them.
pub(in crate::report) fn definitions() -> Markup {
    PreEscaped(include_str!("shapes.svg").lines().map(str::trim).collect())
}

/// A value with its interval on a level line.
pub(super) fn interval(
    scale: &Scale,
    y: f64,
    tone: Option<Standing>,
    estimate: f64,
    ends: Option<(f64, f64)>,
    hint: &str,
) -> Markup {
    let (class, _) = look_of(tone);
    html! {
        g class=(class) {
            @if !hint.is_empty() { title { (hint) } }
            @if let Some((low, high)) = ends {
                line.reach x1=(across(scale.place(low))) x2=(across(scale.place(high))) y1=(pixels(y)) y2=(pixels(y)) {}
            }
            use href={ "#" (class) } x=(across(scale.place(estimate))) y=(pixels(y)) {}
        }
    }
}

/// A look in a legend: that of a part of a bar, or of a series.
pub(super) fn key(look: usize, of_part: bool) -> Markup {
    let look = look % MOST_SERIES;
    html! {
        svg.key width="26" height="12" aria-hidden="true" {
            @if of_part {
                g class={ "part c" (look) } { rect width="26" height="12" {} }
            } @else {
                line class={ "line c" (look) } x1="0" x2="26" y1="6" y2="6" {}
                use class={ "c" (look) } href={ "#k" (look) } x="13" y="6" {}
            }
        }
    }
}

/// A verdict as a picture beside its sentence: the tolerance as a band around 0, the effect with its
/// interval.
#[derive(Clone, Debug)]
pub(in crate::report) struct Inline {
    /// The effect, with its number in words.
    strip: Strip,
    /// The largest effect that does not matter.
    tolerance: f64,
    /// The unit after each number of the axis: a per cent sign, or none for points.
    pub(in crate::report) unit: &'static str,
}

impl Inline {
    /// An effect with the ends of its interval and the tolerance, as parts of one.
    pub(in crate::report) fn new(
        standing: Standing,
        value: (f64, Option<(f64, f64)>),
        tolerance: f64,
        unit: &'static str,
        text: String,
    ) -> Self {
        let strip = Strip { tone: Some(standing), ..Strip::new("", 100.0, value, text) };
        Self { strip, tolerance: 100.0 * tolerance, unit }
    }

    /// Whether it shows this standing.
    pub(in crate::report) fn shows(&self, standing: Standing) -> bool {
        self.strip.tone == Some(standing)
    }

    /// How far from 0 it reaches.
    pub(in crate::report) fn reach(&self) -> f64 {
        let [value, low, high] = self.strip.reach().map(f64::abs);
        value.max(low).max(high).max(1.4 * self.tolerance)
    }

    /// The picture, with an axis from `-most` to `most`: a round number, which is the same for all
    /// pictures that are compared.
    pub(in crate::report) fn draw(&self, most: f64) -> Markup {
        let Strip { tone, estimate, ends, text, .. } = &self.strip;
        let scale = Scale::new([-most, most], 6.0, 94.0);
        let (digits, unit) = (decimals(most), self.unit);
        html! {
            svg.inline role="img" aria-label={ (text) ": " (look_of(*tone).1) } width="150" height="34" {
                @if self.tolerance > 0.0 {
                    (band(&scale, -self.tolerance, self.tolerance, 2.0, 18.0))
                }
                line.zero x1="50%" x2="50%" y1="0" y2="20" {}
                line.axis x1=(across(scale.place(-most))) x2=(across(scale.place(most))) y1="20" y2="20" {}
                text.tick x="0" y="32" { (format!("−{most:.digits$}{unit}")) }
                text.tick x="50%" y="32" text-anchor="middle" { "0" }
                text.tick x="100%" y="32" text-anchor="end" { (format!("+{most:.digits$}{unit}")) }
                (interval(&scale, 10.0, *tone, *estimate, *ends, ""))
            }
        }
    }
}

/// A legend of the marks that are used.
pub(in crate::report) fn marks_key(standings: &[Standing], corrected: bool) -> Markup {
    let more = |standing: Standing| match standing {
        Standing::Beyond => ": it matters",
        Standing::Within => ": it does not matter",
        Standing::NotSettled if corrected => {
            "; also where its interval alone lies clear of the band, since all verdicts together must be surer than each alone"
        }
        Standing::NotSettled => "",
    };
    html! {
        ul.legend {
            @for standing in standings {
                @let (class, words) = look_of(Some(*standing));
                li {
                    svg.key width="30" height="14" aria-hidden="true" {
                        g class=(class) {
                            line.reach x1="1" x2="29" y1="7" y2="7" {}
                            use href={ "#" (class) } x="15" y="7" {}
                        }
                    }
                    " " (words) (more(*standing))
                }
            }
            li { svg.key width="30" height="14" aria-hidden="true" { rect.band width="30" height="14" {} } " your tolerance" }
        }
    }
}

/// The band of a tolerance, from `low` to `high`.
pub(super) fn band(scale: &Scale, low: f64, high: f64, top: f64, bottom: f64) -> Markup {
    let (from, to) = (scale.place(low).clamp(0.0, 100.0), scale.place(high).clamp(0.0, 100.0));
    html! {
        rect.band x=(across(from)) width=(across(to - from)) y=(pixels(top)) height=(pixels(bottom - top)) {}
    }
}
