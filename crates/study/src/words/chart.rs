//! The content of a chart. The screen and the page each draw it in their own way.

use std::fmt::Display;
use std::hash::Hash;

use indexmap::IndexMap;

use super::curves::Value;
use super::numbers::{Within, in_unit, number, rate, scaled, signed};
use super::unfinished::is_judged;
use crate::findings::{Claim, Finding};
use crate::results::Results;
use fairdeal_core::metrics::{MeasureUnit, Unit};
use fairdeal_core::rows::{
    BlockAverage, CellKey, LengthHistogramRow, LengthRow, PlayCourseRow, Point, ShareOfWins,
    Standing,
};

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// A note below it.
    pub note: String,
    /// The plot.
    pub plot: Plot,
}

/// The kind of chart, with its data.
#[derive(Clone, Debug)]
pub enum Plot {
    /// Values with their intervals, below each other.
    Strips(Strips),
    /// Parts of a whole.
    Stacks(Stacks),
    /// A grid of numbers.
    Heat(Heat),
    /// Series over the same places.
    Lines(Lines),
    /// How often each whole number occurred.
    Shapes(Shapes),
}

/// The axis of values.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The unit of the values.
    pub unit: String,
    /// The meaning of 0.
    pub zero: &'static str,
    /// The value with which the others are compared, if there is one.
    pub reference: Option<f64>,
    /// The band of the tolerance, if there is a tolerance.
    pub band: Option<(f64, f64)>,
    /// Writes a value with this many decimals.
    pub write: fn(f64, usize) -> String,
}

impl Axis {
    /// An axis of values that are compared with nothing.
    pub(crate) fn new(unit: impl Into<String>) -> Self {
        Self {
            unit: unit.into(),
            zero: "no difference",
            reference: None,
            band: None,
            write: number,
        }
    }

    /// An axis of values that are compared with 0, with a band to both sides of it if there
    /// is a tolerance.
    pub(crate) fn differences(unit: impl Into<String>, tolerance: f64) -> Self {
        let band = (tolerance > 0.0).then_some((-tolerance, tolerance));
        Self { reference: Some(0.0), band, write: signed, ..Self::new(unit) }
    }

    /// Going first, in points.
    pub(crate) fn going_first(results: &Results) -> Self {
        let tolerance = results.manifest.analysis.tolerance.win_rate;
        Self { zero: "fair", ..Self::differences("points from fair", 100.0 * tolerance) }
    }
}

/// One value with its interval.
#[derive(Clone, Debug)]
pub struct Strip {
    /// Whose it is.
    pub label: String,
    /// The heading of its group, which stands above the first one; empty if there are no groups.
    pub group: String,
    /// The value.
    pub estimate: f64,
    /// The ends of its interval.
    pub ends: Option<(f64, f64)>,
    /// The value and its interval in words.
    pub text: String,
    /// Its standing; `None` if it is not judged.
    pub tone: Option<Standing>,
}

impl Strip {
    /// A value and its interval, multiplied by `scale`, with its text; not judged.
    pub(crate) fn new(label: impl Into<String>, scale: f64, value: Within, text: String) -> Self {
        let (estimate, ends) = scaled(value, scale);
        let (label, group) = (label.into(), String::new());
        Self { label, group, estimate, ends, text, tone: None }
    }

    /// The effect of a fact with its interval and verdict; `None` if there is no effect.
    pub(crate) fn judged(
        label: impl Into<String>,
        scale: f64,
        fact: &Finding<'_>,
        text: impl FnOnce(f64, Option<(f64, f64)>) -> String,
    ) -> Option<Self> {
        let size = fact.size?;
        let strip = Self::new(label, scale, (size, fact.ends), text(size, fact.ends));
        Some(Self { tone: fact.standing(), ..strip })
    }

    /// A share of wins, in points from a fair one; `None` if too few games end to judge it.
    pub(crate) fn of_wins(label: impl Into<String>, share: &ShareOfWins) -> Option<Self> {
        let ends = share.win_rate_low.zip(share.win_rate_high);
        let rate = in_unit(share.win_rate.filter(|_| is_judged(share))?, ends, Unit::Percent, 1);
        Self::judged(label, 100.0, &Finding::of_share(Claim::PLACE, "", share), |_, _| rate)
    }

    /// The value and the ends of its interval; the value three times if it has none.
    pub(crate) fn reach(&self) -> [f64; 3] {
        let (low, high) = self.ends.unwrap_or((self.estimate, self.estimate));
        [self.estimate, low, high]
    }
}

/// Values below each other.
#[derive(Clone, Debug)]
pub struct Strips {
    /// The rows.
    pub rows: Vec<Strip>,
    /// The axis of the values.
    pub axis: Axis,
    /// The unit of the axis, if a bar reaches from the reference to each value.
    pub bars: Option<&'static str>,
}

impl Strips {
    /// Values that are compared with 0.
    pub(crate) fn new(rows: impl IntoIterator<Item = Strip>) -> Self {
        Self { rows: Vec::from_iter(rows), axis: Axis::differences("", 0.0), bars: None }
    }

    /// Adds a band for a tolerance, if there is one, to both sides of 0.
    pub(crate) fn tolerating(self, tolerance: f64) -> Self {
        Self { axis: Axis::differences("", tolerance), ..self }
    }

    /// Converts the strips to one series, which has a place for each row.
    pub fn lines(&self, name: &str) -> Lines {
        let rows = || self.rows.iter().enumerate();
        let places = rows().map(|(place, row)| (place as f64, row.label.clone())).collect();
        let spot = |(place, row): (usize, &Strip)| {
            let Strip { estimate: y, ends, .. } = *row;
            Spot { x: place as f64, y, ends }
        };
        let line = Line::new(name, 0, rows().map(spot).collect());
        Lines { places, ..Lines::new(vec![line], self.axis.clone()) }
    }

    /// The largest and the smallest value in words.
    pub(crate) fn extremes(&self) -> String {
        extremes(self.rows.iter().map(|row| (&row.label, row.estimate, &row.text)))
    }

    /// How many values are beyond the tolerance, within it and not settled.
    pub(crate) fn counted(&self) -> String {
        let of = |standing| self.rows.iter().filter(|row| row.tone == Some(standing)).count();
        format!(
            "{} beyond the tolerance, {} within, {} not settled",
            of(Standing::Beyond),
            of(Standing::Within),
            of(Standing::NotSettled)
        )
    }
}

/// The largest and the smallest of some values in words, for readers who cannot see the picture:
/// "lowest a (1), highest b (2)". Each value has a name and a text.
pub(crate) fn extremes<N: Display, T: Display>(
    values: impl IntoIterator<Item = (N, f64, T)>,
) -> String {
    let mut values = Vec::from_iter(values);
    values.sort_by(|one, other| one.1.total_cmp(&other.1));
    match &values[..] {
        [] => "no values".to_owned(),
        [(name, _, text)] => format!("{name}: {text}"),
        [low, .., high] => format!("lowest {} ({}), highest {} ({})", low.0, low.2, high.0, high.2),
    }
}

/// A part of a bar.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its look.
    pub look: usize,
    /// Its name.
    pub name: String,
    /// Its share of the whole. An estimate can be below 0 or above 1; a bar cannot.
    pub share: f64,
}

impl Part {
    /// Its name and its share.
    pub(crate) fn hint(&self) -> String {
        format!("{} {}", self.name, rate(Some(self.share), 1))
    }

    /// How wide it is, from 0 to 1.
    pub(crate) fn width(&self) -> f64 {
        self.share.clamp(0.0, 1.0)
    }
}

/// Bars that add up to a whole, below each other.
#[derive(Clone, Debug)]
pub struct Stacks {
    /// The name of each bar, with its parts from left to right.
    pub rows: Vec<(String, Vec<Part>)>,
    /// The meaning of each look.
    pub looks: Vec<String>,
}

impl Stacks {
    /// A text for people who cannot see the chart.
    pub(crate) fn told(&self) -> String {
        /// This many bars are described.
        const TOLD: usize = 6;
        let told = |(label, parts): &(String, Vec<Part>)| {
            let parts: Vec<String> = parts.iter().map(Part::hint).collect();
            format!("{label}: {}", parts.join(", "))
        };
        self.rows.iter().take(TOLD).map(told).collect::<Vec<_>>().join("; ")
    }
}

/// The distance of a number from the middle, from -1 to 1, and its text; `None` if there
/// is no number.
pub type HeatCell = Option<(f64, String)>;

/// A grid of numbers.
#[derive(Clone, Debug)]
pub struct Heat {
    /// The names of the columns, above them.
    pub columns: Vec<String>,
    /// The names of the rows, with their cells.
    pub rows: Vec<(String, Vec<HeatCell>)>,
    /// The meaning of rows and columns, in the corner.
    pub corner: String,
    /// How much of the width the names of the rows take, in per cent.
    pub names: f64,
}

/// A point of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// Its position, from left to right on the page.
    pub x: f64,
    /// Its value.
    pub y: f64,
    /// The ends of its interval.
    pub ends: Option<(f64, f64)>,
}

/// A series.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its look.
    pub look: usize,
    /// Its points, from left to right.
    pub spots: Vec<Spot>,
    /// Points that are further apart than this are not joined: the values between them are unknown.
    pub gap: f64,
}

impl Line {
    /// A series whose points are all joined.
    pub(crate) fn new(name: impl Into<String>, look: usize, spots: Vec<Spot>) -> Self {
        Self { name: name.into(), look, spots, gap: f64::INFINITY }
    }

    /// A measure of play in each tenth of a game, in the unit that is shown. Games of fewer than
    /// ten decisions have none in some tenths.
    pub(crate) fn by_tenth<'a>(
        name: impl Into<String>,
        look: usize,
        unit: MeasureUnit,
        rows: impl IntoIterator<Item = &'a PlayCourseRow>,
    ) -> Self {
        let spot = |row: &PlayCourseRow| {
            let (y, ends) = average_in(&row.average, unit)?;
            Some(Spot { x: row.tenth as f64, y, ends })
        };
        Self { gap: 1.5, ..Self::new(name, look, rows.into_iter().filter_map(spot).collect()) }
    }

    /// Values at the points of a sweep: a line for each `key`, with a spot at the place of each
    /// point. Values without a place are left out.
    pub(crate) fn over_points<'a, K: Eq + Hash>(
        values: &[Value<'a>],
        key: impl Fn(&Value<'a>) -> K,
        name: impl Fn(&K) -> String,
        place: impl Fn(&str) -> Option<usize>,
    ) -> Vec<Self> {
        let mut lines = IndexMap::<K, Vec<Spot>>::new();
        for value in values {
            let spots = lines.entry(key(value)).or_default();
            let Value { variant, estimate: y, ends, .. } = *value;
            spots.extend(place(variant).map(|place| Spot { x: place as f64, y, ends }));
        }
        let line = |(look, (key, mut spots)): (usize, (K, Vec<Spot>))| {
            spots.sort_by(|one, other| one.x.total_cmp(&other.x));
            spots.dedup_by_key(|spot| spot.x.to_bits());
            Self::new(name(&key), look, spots)
        };
        lines.into_iter().enumerate().map(line).collect()
    }
}

/// An average with its interval, in the unit that is shown.
pub(crate) fn average_in(average: &BlockAverage, unit: MeasureUnit) -> Option<Within> {
    Some(scaled((average.estimate?, average.low.zip(average.high)), unit.scale()))
}

/// Series over the same places.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The series.
    pub series: Vec<Line>,
    /// The axis of the values.
    pub axis: Axis,
    /// The names of places where they are no numbers. The screen draws a row for each.
    pub places: Vec<(f64, String)>,
    /// The points of a sweep that the places are, if they are points.
    pub points: Vec<Point>,
    /// Whether each point is marked.
    pub marked: bool,
    /// Whether the axis begins at 0.
    pub from_zero: bool,
    /// Whether the series are named. A single one can be named in the title.
    pub named: bool,
}

impl Lines {
    /// Marked curves above 0.
    pub(crate) fn new(series: Vec<Line>, axis: Axis) -> Self {
        let (places, points) = (Vec::new(), Vec::new());
        Self { series, axis, places, points, marked: true, from_zero: true, named: true }
    }
}

/// How often each whole number occurred: a row for each thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shapes {
    /// The unit of the numbers.
    pub unit: String,
    /// The rows.
    pub rows: Vec<Shape>,
}

/// How often each whole number occurred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Whose numbers they are.
    pub name: String,
    /// Each number with how often it occurred, in increasing order.
    pub counts: Vec<(u64, u64)>,
    /// The 99th percentile, if it is known.
    pub high: Option<u64>,
}

impl Shape {
    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.counts.iter().map(|(_, games)| games).sum()
    }

    /// How many games there are in each step of this width, from the first number to the last.
    pub fn steps(&self, (from, to): (u64, u64), width: u64) -> Vec<u64> {
        let mut counts = vec![0; (to.saturating_sub(from) / width) as usize + 1];
        for (number, games) in self.counts.iter().filter(|(number, _)| (from..=to).contains(number))
        {
            counts[((number - from) / width) as usize] += games;
        }
        counts
    }

    /// How long the games of each cell are, in a unit; cells without a finished game are left out.
    pub(crate) fn of_lengths<'a>(
        results: &'a Results,
        unit: &str,
        is_shown: impl Fn(&CellKey) -> bool,
        name: impl Fn(&CellKey) -> String,
    ) -> Vec<(&'a LengthRow, Self)> {
        let rows = results.length_histogram.iter();
        let rows = rows.filter(|row| row.unit == unit && row.finished > 0 && is_shown(&row.cell));
        let rows: Vec<&LengthHistogramRow> = rows.collect();
        let of_cell = |rows: &[&LengthHistogramRow]| {
            let is_it = |row: &&LengthRow| row.cell == rows[0].cell && row.unit == unit;
            let whole = results.lengths.iter().find(is_it)?;
            let counts = rows.iter().map(|row| (row.length, row.finished)).collect();
            Some((whole, Self { name: name(&whole.cell), counts, high: whole.p99.or(whole.max) }))
        };
        rows.chunk_by(|one, other| one.cell == other.cell).filter_map(of_cell).collect()
    }
}
