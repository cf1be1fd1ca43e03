//! Marks: what stands for one value.

use maud::{Markup, html};

use super::scale::Scale;
use super::{across, pixels};

/// How a value stands to what was asked: each has a colour and a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Tone {
    /// Beyond the tolerance: a diamond.
    Beyond,
    /// Within the tolerance: a disc.
    Within,
    /// Not settled: a ring.
    Open,
    /// Not judged: a square.
    Plain,
}

impl Tone {
    /// Its class in the style sheet, and the name of its shape.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Beyond => "beyond",
            Self::Within => "within",
            Self::Open => "open",
            Self::Plain => "plain",
        }
    }

    /// In words.
    pub(in crate::report) fn words(self) -> &'static str {
        match self {
            Self::Beyond => "beyond your tolerance",
            Self::Within => "within your tolerance",
            Self::Open => "not settled",
            Self::Plain => "not judged",
        }
    }
}

impl From<Option<crate::rows::Verdict>> for Tone {
    fn from(verdict: Option<crate::rows::Verdict>) -> Self {
        use crate::rows::Standing;
        match verdict.map(crate::rows::Verdict::standing) {
            Some(Standing::Beyond) => Self::Beyond,
            Some(Standing::Within) => Self::Within,
            Some(Standing::NotSettled) => Self::Open,
            None => Self::Plain,
        }
    }
}

/// The shapes, once on a page: marks refer to them. All are some ten pixels wide and stand around their middle.
pub(in crate::report) fn definitions() -> Markup {
    html! {
        svg.definitions width="0" height="0" aria-hidden="true" focusable="false" {
            defs {
                path id="beyond" d="M0-6.5L6.5 0L0 6.5L-6.5 0Z" {}
                circle id="within" r="5" {}
                circle id="open" r="4.5" {}
                rect id="plain" x="-4.5" y="-4.5" width="9" height="9" {}
                // The shapes of series, by their number.
                circle id="k0" r="4" {}
                rect id="k1" x="-3.7" y="-3.7" width="7.4" height="7.4" {}
                path id="k2" d="M0-5.2L4.8 3.6L-4.8 3.6Z" {}
                path id="k3" d="M0-5.4L5.4 0L0 5.4L-5.4 0Z" {}
                path id="k4" d="M0 5.2L4.8-3.6L-4.8-3.6Z" {}
                path id="k5" d="M-1.6-5h3.2v3.4h3.4v3.2h-3.4v3.4h-3.2v-3.4h-3.4v-3.2h3.4Z" {}
            }
        }
    }
}

/// A value with its interval on a level line.
pub(super) fn interval(scale: &Scale, y: f64, tone: Tone, estimate: f64, ends: Option<(f64, f64)>, hint: &str) -> Markup {
    html! {
        g class=(tone.class()) {
            @if !hint.is_empty() { title { (hint) } }
            @if let Some((low, high)) = ends {
                line.reach x1=(across(scale.place(low))) x2=(across(scale.place(high))) y1=(pixels(y)) y2=(pixels(y)) {}
            }
            use href={ "#" (tone.class()) } x=(across(scale.place(estimate))) y=(pixels(y)) {}
        }
    }
}

/// The look of a series in a legend.
pub(super) fn key(look: usize) -> Markup {
    let look = look % super::MOST_SERIES;
    html! {
        svg.key width="26" height="12" aria-hidden="true" {
            line class={ "line c" (look) } x1="0" x2="26" y1="6" y2="6" {}
            use class={ "c" (look) } href={ "#k" (look) } x="13" y="6" {}
        }
    }
}

/// A verdict as a picture beside its sentence: the tolerance as a band around nothing, the effect with its interval.
pub(in crate::report) fn inline(tone: Tone, estimate: f64, ends: Option<(f64, f64)>, tolerance: f64, alternative: &str) -> Markup {
    let (low, high) = ends.unwrap_or((estimate, estimate));
    let most = [low.abs(), high.abs(), estimate.abs(), 1.4 * tolerance].into_iter().fold(0.0, f64::max);
    let scale = Scale::new([-most, most], 6.0, 94.0);
    html! {
        svg.inline role="img" aria-label=(alternative) width="120" height="20" {
            @if tolerance > 0.0 {
                (band(&scale, -tolerance, tolerance, 2.0, 18.0))
            }
            line.zero x1="50%" x2="50%" y1="0" y2="20" {}
            (interval(&scale, 10.0, tone, estimate, ends, ""))
        }
    }
}

/// What does not matter, as a band from `low` to `high`.
pub(super) fn band(scale: &Scale, low: f64, high: f64, top: f64, bottom: f64) -> Markup {
    let (from, to) = (scale.place(low).clamp(0.0, 100.0), scale.place(high).clamp(0.0, 100.0));
    html! {
        rect.band x=(across(from)) width=(across(to - from)) y=(pixels(top)) height=(pixels(bottom - top)) {}
    }
}
