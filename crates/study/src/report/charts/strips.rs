//! Values with their intervals below each other, as in a forest plot: the name and the number above
//! each line, the tolerance as a band behind all.

use maud::html;

use super::axis;
use super::drawing::{Drawing, across, pixels, short};
use super::marks::{band, interval};
use super::scale::Scale;
use crate::words::chart::{Axis, Strip, Strips};
use crate::words::fixed;

/// How high a row is, a heading between rows, and the axis below them.
const ROW: f64 = 44.0;
const HEADING: f64 = 28.0;
/// The height of the words in a row.
const TRACK: f64 = 20.0;
const AXIS: f64 = 24.0;

/// This many rows fit a page of paper.
pub(in crate::report) const MOST_ROWS: usize = 18;

/// A name longer than this runs into its number on a phone.
const LONGEST: usize = 26;

impl Strips {
    pub(super) fn draw(&self) -> Drawing {
        const TICKS: usize = 5;
        let Axis { band: tolerated, reference, write, .. } = self.axis;
        let of_rows = self.rows.iter().flat_map(Strip::reach);
        // The band is seen whole, with some room beside it.
        let of_band = tolerated.into_iter().flat_map(|(low, high)| {
            let room = 0.2 * (high - low);
            [low - room, high + room]
        });
        let scale = Scale::new(of_rows.chain(of_band).chain(reference), 4.0, 96.0);
        let (mut bottom, mut group) = (0.0, "");
        let mut placed = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            let begins = row.group != group;
            group = &row.group;
            bottom += if begins { HEADING } else { 0.0 };
            placed.push((bottom, begins, row));
            bottom += ROW;
        }
        bottom += 2.0;
        let tick = |tick, digits| match self.bars {
            Some(unit) => fixed(tick, digits) + unit,
            None => write(tick, digits),
        };
        let inside = html! {
            (axis::below(&scale, 0.0, bottom, TICKS, tick))
            @for (top, begins, row) in &placed {
                @if *begins {
                    text.heading x="0" y=(pixels(top - 7.0)) { (short(&row.group, 38)) }
                } @else if *top > 0.0 {
                    line.rule x1="0" x2="100%" y1=(pixels(*top)) y2=(pixels(*top)) {}
                }
                // Band and reference stay below the words, which are easier to read so.
                @if let Some((low, high)) = tolerated { (band(&scale, low, high, top + TRACK, top + ROW - 4.0)) }
                @if let Some(reference) = reference {
                    @let x = across(scale.place(reference));
                    line.zero x1=(x) x2=(x) y1=(pixels(top + TRACK)) y2=(pixels(top + ROW - 4.0)) {}
                }
                text.name x="0" y=(pixels(top + 15.0)) { (short(&row.label, LONGEST)) }
                text.value x="100%" y=(pixels(top + 15.0)) text-anchor="end" { (row.text) }
                @if self.bars.is_some() {
                    @let (from, to) = (scale.place(reference.unwrap_or(0.0)), scale.place(row.estimate));
                    rect.bar x=(across(from.min(to))) width=(across((to - from).abs())) y=(pixels(top + 24.0)) height="12" {}
                }
                (interval(&scale, top + 30.0, row.tone, row.estimate, row.ends, &format!("{}: {}", row.label, row.text)))
            }
        };
        Drawing { height: (bottom + AXIS) as usize, inside, legend: Vec::new(), parts: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::rows::Standing;

    fn strip((estimate, standing): (f64, Standing)) -> Strip {
        Strip {
            label: "a <b>".to_owned(),
            group: String::new(),
            estimate,
            ends: Some((estimate - 1.0, estimate + 1.0)),
            text: "x".to_owned(),
            tone: Some(standing),
        }
    }

    #[test]
    fn every_value_is_drawn_inside() {
        let rows = [(-3.0, Standing::Beyond), (0.2, Standing::Within), (1.0, Standing::NotSettled)];
        let drawing = Strips::new(rows.map(strip)).tolerating(1.0).draw();
        let svg = drawing.inside.into_string();
        for shape in ["#beyond", "#within", "#open"] {
            assert_eq!(svg.matches(shape).count(), 1, "{svg}");
        }
        assert_eq!(svg.matches("class=\"band\"").count(), 3, "each row has the band behind it");
        assert!(svg.contains("a &lt;b&gt;"), "names are text");
        assert_eq!(drawing.height, 3 * 44 + 2 + 24);
        for place in svg.split("x1=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or("")) {
            let place: f64 = place.trim_end_matches('%').parse().expect("a number");
            assert!((0.0..=100.0).contains(&place), "{place}");
        }
    }
}
