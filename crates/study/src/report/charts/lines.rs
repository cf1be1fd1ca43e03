//! Curves: one or several series over the same line.

use std::fmt::Write as _;

use maud::{Markup, PreEscaped, html};

use super::axis;
use super::drawing::{Drawing, MOST_SERIES, across, pixels, short};
use super::scale::Scale;

/// How high the plot is, with what stands above it, and the axis below it.
const PLOT: f64 = 240.0;
const TOP: f64 = 36.0;
const AXIS: f64 = 24.0;

/// The stretched picture inside has as many units across.
const UNITS: f64 = 1000.0;

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::report) struct Spot {
    pub(in crate::report) x: f64,
    pub(in crate::report) y: f64,
    /// The ends of its interval.
    pub(in crate::report) ends: Option<(f64, f64)>,
}

/// A series.
#[derive(Clone, Debug)]
pub(in crate::report) struct Line {
    /// What it shows.
    pub(in crate::report) name: String,
    /// Its look.
    pub(in crate::report) look: usize,
    /// Its points, from left to right.
    pub(in crate::report) spots: Vec<Spot>,
    /// Points that are further apart than this are not joined: the values between them are unknown.
    pub(in crate::report) gap: f64,
}

/// Series over the same line.
#[derive(Clone, Debug)]
pub(in crate::report) struct Lines {
    pub(in crate::report) series: Vec<Line>,
    /// What does not matter, as heights.
    pub(in crate::report) band: Option<(f64, f64)>,
    /// A level line.
    pub(in crate::report) reference: Option<f64>,
    /// Is each point marked?
    pub(in crate::report) marked: bool,
    /// Does the height begin at 0? Then intervals are cut there.
    pub(in crate::report) from_zero: bool,
    /// The names of places on the line below, where they are no numbers.
    pub(in crate::report) places: Vec<String>,
    /// What stands above the picture: what the heights are.
    pub(in crate::report) unit: String,
}

impl Lines {
    /// Marked curves above 0.
    pub(in crate::report) fn new(series: Vec<Line>, unit: impl Into<String>) -> Self {
        Self {
            series,
            band: None,
            reference: None,
            marked: true,
            from_zero: true,
            places: Vec::new(),
            unit: unit.into(),
        }
    }

    /// The looks of the series, with their names.
    pub(in crate::report) fn legend(&self) -> Vec<(usize, String)> {
        self.series.iter().map(|line| (line.look, short(&line.name, 40))).collect()
    }

    /// The drawing; the functions write numbers of the axes below and at the left with this many
    /// decimals.
    pub(in crate::report) fn draw(
        &self,
        below: impl Fn(f64, usize) -> String,
        left: impl Fn(f64, usize) -> String,
    ) -> Drawing {
        const TICKS: usize = 5;
        // Values that cannot be negative are not drawn below 0, except for estimates that are.
        let cut = |spot: &Spot| Spot {
            ends: spot.ends.map(|(low, high)| (low.max(spot.y.min(0.0)), high)),
            ..*spot
        };
        let cut_line =
            |line: &Line| Line { spots: line.spots.iter().map(cut).collect(), ..line.clone() };
        let series: Vec<Line> = if self.from_zero {
            self.series.iter().map(cut_line).collect()
        } else {
            self.series.clone()
        };
        let spots = || series.iter().flat_map(|line| &line.spots);
        let across_scale = Scale::new(spots().map(|spot| spot.x), 10.0, 97.0);
        let heights = spots()
            .flat_map(|spot| {
                [Some(spot.y), spot.ends.map(|ends| ends.0), spot.ends.map(|ends| ends.1)]
            })
            .flatten();
        let others = self
            .band
            .into_iter()
            .flat_map(|(low, high)| [low, high])
            .chain(self.reference)
            .chain(self.from_zero.then_some(0.0));
        let height_scale = Scale::new(heights.chain(others), TOP + PLOT, TOP);
        // An axis from 0 reaches below it only as far as an estimate does.
        let height_scale = if self.from_zero {
            height_scale.rounded_above(TICKS)
        } else {
            height_scale.rounded(TICKS)
        };
        let bottom = TOP + PLOT;
        let stretched = |x: f64| across_scale.place(x) * UNITS / 100.0;
        let level = |y: f64| height_scale.place(y);
        let inside = html! {
            text.unit x="0" y="11" { (self.unit) }
            @if let Some((low, high)) = self.band {
                rect.band x="0" width="100%" y=(pixels(level(high))) height=(pixels(level(low) - level(high))) {}
            }
            (axis::levels(&height_scale, level, TICKS, left))
            @if let Some(reference) = self.reference {
                line.zero x1="0" x2="100%" y1=(pixels(level(reference))) y2=(pixels(level(reference))) {}
            }
            (self.axis_below(&across_scale, bottom, below))
            svg x="0" y="0" width="100%" height=(pixels(bottom)) viewBox={ "0 0 " (UNITS) " " (pixels(bottom)) } preserveAspectRatio="none" {
                // The first one, mostly the baseline, lies on top.
                @for line in series.iter().rev() {
                    (self.curve(line, stretched, level, bottom))
                }
            }
            @if self.marked {
                @for line in &series {
                    (marks(line, &across_scale, level))
                }
            }
        };
        Drawing { height: (bottom + AXIS) as usize, inside, parts: false }
    }

    fn axis_below(
        &self,
        scale: &Scale,
        bottom: f64,
        text: impl Fn(f64, usize) -> String,
    ) -> Markup {
        if self.places.is_empty() {
            return axis::below(scale, bottom - 4.0, bottom, 6, text);
        }
        // Of many places only some are named.
        let every = self.places.len().div_ceil(9);
        html! {
            @for (place, name) in self.places.iter().enumerate().step_by(every) {
                text.tick x=(across(scale.place(place as f64))) y=(pixels(bottom + 16.0)) text-anchor="middle" { (short(name, 12)) }
            }
            line.axis x1="0" x2="100%" y1=(pixels(bottom)) y2=(pixels(bottom)) {}
        }
    }

    /// The line through the points, and what lies between the ends of their intervals; in pieces
    /// where points are missing.
    fn curve(
        &self,
        line: &Line,
        x: impl Fn(f64) -> f64,
        y: impl Fn(f64) -> f64,
        bottom: f64,
    ) -> Markup {
        let look = line.look % MOST_SERIES;
        let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
            let mut text = String::new();
            for (index, (x, y)) in points.enumerate() {
                let _ = write!(
                    text,
                    "{}{} {}",
                    if index == 0 { 'M' } else { 'L' },
                    pixels(x),
                    pixels(y)
                );
            }
            text
        };
        let (mut middle, mut area) = (String::new(), String::new());
        for spots in line.spots.chunk_by(|one, next| next.x - one.x <= line.gap) {
            let piece = path(&mut spots.iter().map(|spot| (x(spot.x), y(spot.y))));
            let ends: Vec<(f64, (f64, f64))> =
                spots.iter().filter_map(|spot| Some((spot.x, spot.ends?))).collect();
            if ends.len() == spots.len() && ends.len() > 1 {
                let upper = ends.iter().map(|(place, (_, high))| (x(*place), y(*high)));
                let lower = ends.iter().rev().map(|(place, (low, _))| (x(*place), y(*low)));
                area += &(path(&mut upper.chain(lower)) + "Z");
            } else if let (Some(first), Some(last), true) =
                (spots.first(), spots.last(), self.from_zero && !self.marked && look == 0)
            {
                let _ = write!(
                    area,
                    "{piece}L{} {}L{} {}Z",
                    pixels(x(last.x)),
                    pixels(bottom),
                    pixels(x(first.x)),
                    pixels(bottom)
                );
            }
            middle += &piece;
        }
        html! {
            @if !area.is_empty() {
                path class={ "area c" (look) } d=(PreEscaped(area)) {}
            }
            path class={ "line c" (look) } d=(PreEscaped(middle)) {
                title { (line.name) }
            }
        }
    }
}

fn marks(line: &Line, scale: &Scale, level: impl Fn(f64) -> f64) -> Markup {
    let look = line.look % MOST_SERIES;
    html! {
        g class={ "c" (look) } {
            @for spot in &line.spots {
                @let x = across(scale.place(spot.x));
                @if let Some((low, high)) = spot.ends {
                    line.reach x1=(x) x2=(x) y1=(pixels(level(low))) y2=(pixels(level(high))) {}
                }
                use href={ "#k" (look) } x=(x) y=(pixels(level(spot.y))) {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_drawn_with_their_intervals() {
        let spot = |x: f64, y: f64| Spot { x, y, ends: Some((y - 1.0, y + 1.0)) };
        let line = |look| Line {
            name: "a & b".to_owned(),
            look,
            spots: vec![spot(0.0, 1.0), spot(1.0, 5.0), spot(2.0, 3.0)],
            gap: f64::INFINITY,
        };
        let lines = Lines {
            series: vec![line(0), line(1)],
            band: Some((2.0, 4.0)),
            reference: Some(3.0),
            marked: true,
            from_zero: false,
            places: ["low", "middle", "high"].map(str::to_owned).to_vec(),
            unit: "points".to_owned(),
        };
        let write = |tick: f64, digits: usize| format!("{tick:.digits$}");
        let svg = lines.draw(write, write).inside.into_string();
        assert_eq!((svg.matches("#k0").count(), svg.matches("#k1").count()), (3, 3));
        assert_eq!(svg.matches("class=\"line c0\" d=\"M").count(), 1);
        assert_eq!(svg.matches("class=\"area").count(), 2);
        assert!(svg.contains(">middle<") && svg.contains("a &amp; b"));
        // Where a point is missing the line has a gap.
        let series = lines.series.iter().map(|line| Line { gap: 0.5, ..line.clone() }).collect();
        let svg = Lines { series, ..lines }.draw(write, write).inside.into_string();
        assert_eq!(
            svg.split("class=\"line c0\" d=\"")
                .nth(1)
                .and_then(|rest| rest.split('"').next())
                .map(|d| d.matches('M').count()),
            Some(3)
        );
    }
}
