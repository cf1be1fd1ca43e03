//! Curves: one or several series over the same line.

use maud::{Markup, PreEscaped, html};

use super::axis;
use super::drawing::{Drawing, MOST_SERIES, across, pixels, short};
use super::scale::Scale;
use crate::words::chart::{Axis, Line, Lines, Spot};
use crate::words::number;

/// The heights of the plot, of the labels above it, and of the axis below it.
const PLOT: f64 = 240.0;
const TOP: f64 = 36.0;
const AXIS: f64 = 24.0;

/// The stretched picture inside has as many units across.
const UNITS: f64 = 1000.0;

impl Lines {
    pub(super) fn draw(&self) -> Drawing {
        const TICKS: usize = 5;
        let spots = || self.series.iter().flat_map(|line| &line.spots);
        let across_scale = Scale::new(spots().map(|spot| spot.x), 10.0, 97.0);
        let heights = spots().flat_map(|spot| {
            let (low, high) = self.ends(spot).unwrap_or((spot.y, spot.y));
            [spot.y, low, high]
        });
        let Axis { band, reference, .. } = self.axis;
        let of_band = band.into_iter().flat_map(|(low, high)| [low, high]);
        let others = of_band.chain(reference).chain(self.from_zero.then_some(0.0));
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
            text.unit x="0" y="11" { (self.axis.unit) }
            @if let Some((low, high)) = band {
                rect.band x="0" width="100%" y=(pixels(level(high))) height=(pixels(level(low) - level(high))) {}
            }
            (axis::levels(&height_scale, level, TICKS, self.axis.write))
            @if let Some(reference) = reference {
                line.zero x1="0" x2="100%" y1=(pixels(level(reference))) y2=(pixels(level(reference))) {}
            }
            (self.axis_below(&across_scale, bottom))
            svg x="0" y="0" width="100%" height=(pixels(bottom)) viewBox={ "0 0 " (UNITS) " " (pixels(bottom)) } preserveAspectRatio="none" {
                // The first one, mostly the baseline, lies on top.
                @for line in self.series.iter().rev() {
                    (self.curve(line, stretched, level, bottom))
                }
            }
            @if self.marked {
                @for line in &self.series {
                    (self.marks(line, &across_scale, level))
                }
            }
        };
        let named = self.series.iter().filter(|_| self.named);
        let legend = named.map(|line| (line.look, line.name.clone())).collect();
        Drawing { height: (bottom + AXIS) as usize, inside, legend, parts: false }
    }

    fn axis_below(&self, scale: &Scale, bottom: f64) -> Markup {
        if self.places.is_empty() {
            return axis::below(scale, bottom - 4.0, bottom, 6, |tick, _| number(tick, 0));
        }
        // Of many places only some are named.
        let every = self.places.len().div_ceil(9);
        html! {
            @for (place, name) in self.places.iter().step_by(every) {
                text.tick x=(across(scale.place(*place))) y=(pixels(bottom + 16.0)) text-anchor="middle" { (short(name, 12)) }
            }
            line.axis x1="0" x2="100%" y1=(pixels(bottom)) y2=(pixels(bottom)) {}
        }
    }

    /// The line through the points, and the area between the ends of their intervals; in pieces if
    /// points are missing.
    fn curve(
        &self,
        line: &Line,
        x: impl Fn(f64) -> f64,
        y: impl Fn(f64) -> f64,
        bottom: f64,
    ) -> Markup {
        let look = line.look % MOST_SERIES;
        let path = |points: &mut dyn Iterator<Item = (f64, f64)>| -> String {
            let texts = points.map(|(x, y)| format!("{} {}", pixels(x), pixels(y)));
            format!("M{}", texts.collect::<Vec<_>>().join("L"))
        };
        let (mut middle, mut area) = (String::new(), String::new());
        for spots in line.spots.chunk_by(|one, next| next.x - one.x <= line.gap) {
            let points = || spots.iter().map(|spot| (x(spot.x), y(spot.y)));
            let ends = |spot: &Spot| Some((x(spot.x), self.ends(spot)?));
            let ends: Vec<(f64, (f64, f64))> = spots.iter().filter_map(ends).collect();
            if ends.len() == spots.len() && ends.len() > 1 {
                let upper = ends.iter().map(|(x, (_, high))| (*x, y(*high)));
                let lower = ends.iter().rev().map(|(x, (low, _))| (*x, y(*low)));
                area += &(path(&mut upper.chain(lower)) + "Z");
            } else if self.from_zero && !self.marked && look == 0 {
                let below = [spots[spots.len() - 1], spots[0]].map(|spot| (x(spot.x), bottom));
                area += &(path(&mut points().chain(below)) + "Z");
            }
            middle += &path(&mut points());
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

    /// The ends of an interval. Where the axis begins at 0 they are cut there, except for estimates
    /// below it.
    fn ends(&self, spot: &Spot) -> Option<(f64, f64)> {
        let cut = |low: f64| if self.from_zero { low.max(spot.y.min(0.0)) } else { low };
        spot.ends.map(|(low, high)| (cut(low), high))
    }

    fn marks(&self, line: &Line, scale: &Scale, level: impl Fn(f64) -> f64) -> Markup {
        let look = line.look % MOST_SERIES;
        html! {
            g class={ "c" (look) } {
                @for spot in &line.spots {
                    @let x = across(scale.place(spot.x));
                    @if let Some((low, high)) = self.ends(spot) {
                        line.reach x1=(x) x2=(x) y1=(pixels(level(low))) y2=(pixels(level(high))) {}
                    }
                    use href={ "#k" (look) } x=(x) y=(pixels(level(spot.y))) {}
                }
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
        let places = ["low", "middle", "high"].into_iter().enumerate();
        let places = places.map(|(place, name)| (place as f64, name.to_owned()));
        let axis = Axis { band: Some((2.0, 4.0)), reference: Some(3.0), ..Axis::new("points") };
        let lines = Lines {
            places: places.collect(),
            from_zero: false,
            ..Lines::new(vec![line(0), line(1)], axis)
        };
        let svg = lines.draw().inside.into_string();
        assert_eq!((svg.matches("#k0").count(), svg.matches("#k1").count()), (3, 3));
        assert_eq!(svg.matches("class=\"line c0\" d=\"M").count(), 1);
        assert_eq!(svg.matches("class=\"area").count(), 2);
        assert!(svg.contains(">middle<") && svg.contains("a &amp; b"));
        // Where a point is missing the line has a gap.
        let series = lines.series.iter().map(|line| Line { gap: 0.5, ..line.clone() }).collect();
        let svg = Lines { series, ..lines }.draw().inside.into_string();
        assert_eq!(
            svg.split("class=\"line c0\" d=\"")
                .nth(1)
                .and_then(|rest| rest.split('"').next())
                .map(|d| d.matches('M').count()),
            Some(3)
        );
    }
}
