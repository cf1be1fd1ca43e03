//! A sweep: curves over the values of a knob, and grids where two are turned.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use maud::html;

use super::super::charts::{
    Drawing, Figure, Heat, Line, Lines, MOST_SERIES, Spot, Strip, Strips, Tone, heat,
};
use super::super::format::{MISSING, minus, signed, spaced};
use super::super::table::Table;
use super::section::{Of, Section, extremes, figures, grouped};
use crate::words::{and, capitalized, enough_end, number};
use fairdeal_core::metrics::{Kind, QuantityDescription, Topic, Unit, quantity};
use fairdeal_core::rows::{SweepRow, VariantRow, Verdict};

/// This many points fit one picture of lines below each other.
const MOST_POINTS: usize = 18;

/// A value at a point, in the unit of the picture.
#[derive(Clone)]
struct Value<'a> {
    variant: &'a str,
    lineup: &'a str,
    estimate: f64,
    ends: Option<(f64, f64)>,
    verdict: Option<Verdict>,
}

/// A quantity over the points of a sweep, for some line-ups.
struct Curve<'a> {
    title: String,
    unit: String,
    /// What is best where there is such a value, and what is near enough.
    middle: Option<(f64, f64)>,
    signed: bool,
    values: Vec<Value<'a>>,
}

/// A knob that the sweep turns, with its values in their order.
struct Turned<'a> {
    key: &'a str,
    values: Vec<&'a str>,
}

/// The sets of rules whose knobs are turned: points that differ in nothing else are of one.
struct Bases<'a> {
    names: Vec<String>,
    /// Of which one each point is, by its variant.
    of_point: BTreeMap<&'a str, usize>,
}

impl<'a> Bases<'a> {
    fn new(of: &Of<'a>) -> Self {
        let mut rules: BTreeMap<&str, &'a [VariantRow]> = BTreeMap::new();
        for rows in of.results.variants.chunk_by(|one, other| one.variant == other.variant) {
            rules.insert(&rows[0].variant, rows);
        }
        let mut known: BTreeMap<Vec<(&str, &str)>, usize> = BTreeMap::new();
        let mut bases = Self { names: Vec::new(), of_point: BTreeMap::new() };
        for row in &of.results.sweep {
            let variant = row.cell.variant.as_str();
            if bases.of_point.contains_key(variant) {
                continue;
            }
            let is_turned = |knob: &str| row.point.0.iter().any(|(key, _)| key == knob);
            let all = rules
                .get(variant)
                .copied()
                .unwrap_or_default()
                .iter()
                .filter(|row| !is_turned(&row.knob));
            let place = *known
                .entry(all.map(|row| (row.knob.as_str(), row.value.as_str())).collect())
                .or_insert(bases.names.len());
            bases.of_point.insert(variant, place);
            // A point is called after its variant and its knobs; but the baseline may have the name
            // of the variant alone.
            let name = variant.strip_suffix(&row.point.to_string()).unwrap_or(variant).trim_end();
            match bases.names.get_mut(place) {
                Some(own) if own.is_empty() => name.clone_into(own),
                Some(_) => {}
                None => bases.names.push(name.to_owned()),
            }
        }
        bases
    }

    fn are_several(&self) -> bool {
        self.names.len() > 1
    }

    fn of(&self, value: &Value<'_>) -> usize {
        self.of_point.get(value.variant).copied().unwrap_or(0)
    }
}

pub(super) fn section(of: &Of<'_>) -> Option<Section> {
    let rows = &of.results.sweep;
    if rows.is_empty() {
        return None;
    }
    let (turned, bases) = (turned(of), Bases::new(of));
    let curves = curves(of);
    let mut all: Vec<Figure> = Vec::new();
    let (curves, flat): (Vec<_>, Vec<_>) = curves.into_iter().partition(Curve::varies);
    for curve in &curves {
        match &turned[..] {
            [knob] => all.extend(over_one(of, curve, knob, &bases)),
            [rows, columns] => all.extend(over_two(of, curve, rows, columns, &bases)),
            _ => all.extend(below_each_other(of, curve)),
        }
    }
    let names: Vec<String> =
        turned.iter().map(|knob| format!("{} ({})", knob.key, knob.values.join(", "))).collect();
    let some_do_not_end = rows.iter().any(|row| !enough_end(of.results, &row.cell));
    let body = html! {
        p { "What is turned: " (names.join("; ")) @if bases.are_several() { ", each by the rules " (and(&bases.names)) } ". Every point plays the same shuffles. In the shaded band going first is fair within your tolerance." }
        (figures(&all))
        @if !flat.is_empty() {
            p.quiet { "The same at every point" @if some_do_not_end { " where enough games end to judge it" } ": " (flat.iter().map(|curve| curve.title.as_str()).collect::<Vec<_>>().join("; ")) "." }
        }
    };
    (!all.is_empty()).then(|| of.section("sweep", "What the knobs do", body))
}

/// The knobs that points are named after.
fn turned<'a>(of: &Of<'a>) -> Vec<Turned<'a>> {
    let mut all: Vec<Turned<'a>> = Vec::new();
    for row in &of.results.sweep {
        for (key, _) in &row.point.0 {
            if all.iter().all(|known| known.key != key) {
                all.push(Turned { key, values: Vec::new() });
            }
        }
    }
    let in_sweep = |variant: &str| of.results.sweep.iter().any(|row| row.cell.variant == variant);
    for knob in &mut all {
        for row in
            of.results.variants.iter().filter(|row| row.knob == knob.key && in_sweep(&row.variant))
        {
            if !knob.values.contains(&row.value.as_str()) {
                knob.values.push(&row.value);
            }
        }
        // Numbers stand in their order, other values as they come.
        let number = |value: &str| {
            of.results
                .variants
                .iter()
                .find(|row| row.knob == knob.key && row.value == value)
                .and_then(|row| knob_number(of, row))
        };
        let numbers: Option<Vec<f64>> = knob.values.iter().map(|value| number(value)).collect();
        if let Some(numbers) = numbers {
            let mut sorted: Vec<(f64, &str)> =
                numbers.into_iter().zip(knob.values.iter().copied()).collect();
            sorted.sort_by(|(one, _), (other, _)| one.total_cmp(other));
            knob.values = sorted.into_iter().map(|(_, value)| value).collect();
        }
    }
    all.retain(|knob| knob.values.len() > 1);
    all
}

/// The value of a variant's knob, where it is a number.
fn knob_number(of: &Of<'_>, row: &VariantRow) -> Option<f64> {
    of.results
        .manifest
        .variants
        .iter()
        .find(|variant| variant.name == row.variant)?
        .rules
        .get(&row.knob)?
        .as_f64()
}

/// Which value of a knob a variant has, as a place among the values.
fn place(of: &Of<'_>, knob: &Turned<'_>, variant: &str) -> Option<usize> {
    let row =
        of.results.variants.iter().find(|row| row.variant == variant && row.knob == knob.key)?;
    knob.values.iter().position(|value| *value == row.value)
}

/// What is shown: how fair going first is, who wins, how long it takes, how it ends and plays.
fn curves<'a>(of: &Of<'a>) -> Vec<Curve<'a>> {
    let mut all: Vec<Curve<'a>> = Vec::new();
    let results = of.results;
    let any_equals = results
        .manifest
        .lineups
        .iter()
        .any(|names| names.len() > 1 && names.iter().all(|name| *name == names[0]));
    let in_sweep = |variant: &str| results.sweep.iter().any(|row| row.cell.variant == variant);
    let first = results
        .first_player
        .iter()
        .filter(|row| {
            row.cell.players > 1
                && in_sweep(&row.cell.variant)
                && (!any_equals || of.is_of_equals(&row.cell.lineup))
        })
        .filter(|row| enough_end(results, &row.cell));
    for (players, rows) in grouped(first, |row| row.cell.players) {
        let value = |row: &&'a fairdeal_core::rows::FirstPlayerRow| {
            let share = &row.share;
            Some(Value {
                variant: &row.cell.variant,
                lineup: &row.cell.lineup,
                estimate: 100.0 * share.advantage?,
                ends: share
                    .advantage_low
                    .zip(share.advantage_high)
                    .map(|(low, high)| (100.0 * low, 100.0 * high)),
                verdict: share.judged.verdict,
            })
        };
        all.push(Curve {
            title: format!("Going first, {players} players"),
            unit: "points from fair".to_owned(),
            middle: Some((0.0, 100.0 * results.manifest.analysis.tolerance.win_rate)),
            signed: true,
            values: rows.iter().filter_map(value).collect(),
        });
    }
    let unit = results.names.length_units.first().map_or("", String::as_str);
    let shown =
        |row: &SweepRow, quantity: &QuantityDescription| match (quantity.topic, quantity.kind) {
            (Topic::Strength, Kind::Wins) => {
                let rivals = !of.is_of_equals(&row.cell.lineup) && enough_end(results, &row.cell);
                rivals && results.lineup(&row.cell.lineup).first() == Some(&row.subject)
            }
            (Topic::Length, Kind::Mean) => {
                row.subject == unit && (!any_equals || of.is_of_equals(&row.cell.lineup))
            }
            (Topic::Score, _) => row.cell.players == 1 && results.scored_otherwise.is_empty(),
            (Topic::Play | Topic::Endings, _) => row.cell.lineup == of.shown_lineup(),
            _ => false,
        };
    let rows = results
        .sweep
        .iter()
        .filter_map(|row| Some((row, quantity(&row.quantity)?)))
        .filter(|(row, quantity)| shown(row, quantity));
    for ((_, subject, players), rows) in
        grouped(rows, |(row, quantity)| (quantity.name, row.subject.as_str(), row.cell.players))
    {
        let quantity = rows[0].1;
        let hundred = if quantity.is_rate() { 100.0 } else { 1.0 };
        let value = |(row, _): &(&'a SweepRow, &QuantityDescription)| {
            Some(Value {
                variant: &row.cell.variant,
                lineup: &row.cell.lineup,
                estimate: hundred * row.estimate?,
                ends: row.low.zip(row.high).map(|(low, high)| (hundred * low, hundred * high)),
                verdict: row.verdict,
            })
        };
        let values: Vec<Value<'a>> = rows.iter().filter_map(value).collect();
        // What is never so is no curve.
        if values.len() < 2 || values.iter().all(|value| value.estimate == 0.0) {
            continue;
        }
        let name = capitalized(&spaced(quantity.name));
        let title = match (quantity.topic, quantity.kind) {
            (Topic::Strength, Kind::Wins) => format!("How often {subject} wins, {players} players"),
            (Topic::Length, Kind::Mean) => format!("Mean length, {players} players"),
            _ if subject.is_empty() => name,
            _ => format!("{name}: {subject}"),
        };
        let unit = match quantity.unit {
            Unit::Percent | Unit::Points => "per cent".to_owned(),
            Unit::Number | Unit::WholeNumber if subject.is_empty() => spaced(quantity.name),
            Unit::Number | Unit::WholeNumber => subject.to_owned(),
        };
        all.push(Curve { title, unit, middle: None, signed: false, values });
    }
    all
}

impl<'a> Curve<'a> {
    /// The part of it that is of one line-up.
    fn of_lineup(&self, of: &Of<'_>, lineup: &str, values: &[&Value<'a>]) -> Self {
        let values = values.iter().copied().cloned().collect();
        Self {
            title: format!("{}: {}", self.title, of.players(lineup)),
            unit: self.unit.clone(),
            values,
            ..*self
        }
    }

    fn text(&self, value: &Value<'_>) -> String {
        let one =
            |value: f64| if self.signed { signed(value, 1) } else { minus(&number(value, 1)) };
        let around = value
            .ends
            .map_or_else(String::new, |(low, high)| format!(" [{}, {}]", one(low), one(high)));
        one(value.estimate) + &around
    }

    /// Does it differ from point to point, as far as one sees?
    fn varies(&self) -> bool {
        grouped(self.values.iter(), |value| value.lineup).iter().any(|(_, values)| {
            let all = || values.iter().map(|value| value.estimate);
            all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min) >= 0.05
        })
    }

    fn band(&self) -> Option<(f64, f64)> {
        self.middle
            .filter(|(_, tolerance)| *tolerance > 0.0)
            .map(|(middle, tolerance)| (middle - tolerance, middle + tolerance))
    }

    fn table(&self, of: &Of<'_>) -> Table {
        let mut table = Table::new(
            format!("{}, in {}", self.title, self.unit),
            &["point", "players", "verdict"],
            &["value and interval"],
        );
        for value in &self.values {
            table.row([
                value.variant.to_owned(),
                of.players(value.lineup),
                value.verdict.map_or_else(|| MISSING.to_owned(), |verdict| verdict.to_string()),
                self.text(value),
            ]);
        }
        table
    }

    fn alternative(&self, of: &Of<'_>) -> String {
        let told = |(lineup, values): &(&str, Vec<&Value<'_>>)| {
            let values: Vec<_> = values
                .iter()
                .map(|value| (value.variant.to_owned(), value.estimate, self.text(value)))
                .collect();
            format!("{}: {}", of.players(lineup), extremes(&values))
        };
        let lines: Vec<String> =
            grouped(self.values.iter(), |value| value.lineup).iter().map(told).collect();
        format!("{}, in {}. {}.", self.title, self.unit, lines.join("; "))
    }

    fn figure(
        &self,
        of: &Of<'_>,
        legend: Vec<(usize, String)>,
        note: &str,
        drawing: Drawing,
    ) -> Figure {
        Figure {
            title: self.title.clone(),
            note: if note.is_empty() {
                self.unit.clone()
            } else {
                format!("{}; {note}", self.unit)
            },
            legend,
            alternative: self.alternative(of),
            drawing,
            table: self.table(of),
        }
    }
}

/// One knob: a line for each line-up; where several sets of rules are turned, a picture for each
/// line-up and a line for each of these.
fn over_one(of: &Of<'_>, curve: &Curve<'_>, knob: &Turned<'_>, bases: &Bases<'_>) -> Vec<Figure> {
    let line = |look: usize, name: String, values: &[&Value<'_>]| {
        let spot = |value: &&Value<'_>| {
            Some(Spot {
                x: place(of, knob, value.variant)? as f64,
                y: value.estimate,
                ends: value.ends,
            })
        };
        let mut spots: Vec<Spot> = values.iter().filter_map(spot).collect();
        spots.sort_by(|one, other| one.x.partial_cmp(&other.x).unwrap_or(Ordering::Equal));
        spots.dedup_by_key(|spot| spot.x.to_bits());
        Line { name, look: look % MOST_SERIES, spots, gap: f64::INFINITY }
    };
    let by_lineup = grouped(curve.values.iter(), |value| value.lineup);
    if !bases.are_several() {
        let lines = by_lineup
            .iter()
            .enumerate()
            .map(|(look, (lineup, values))| line(look, of.players(lineup), values));
        return lines_over(of, curve, knob, &lines.collect::<Vec<_>>());
    }
    let of_lineup = |(lineup, values): (&str, Vec<&Value<'_>>)| {
        let by_base = grouped(values.iter().copied(), |value| bases.of(value));
        let lines = by_base
            .iter()
            .enumerate()
            .map(|(look, (base, values))| line(look, bases.names[*base].clone(), values));
        lines_over(of, &curve.of_lineup(of, lineup, &values), knob, &lines.collect::<Vec<_>>())
    };
    by_lineup.into_iter().flat_map(of_lineup).collect()
}

/// Pictures of lines over a knob, as many in each as can be told apart.
fn lines_over(of: &Of<'_>, curve: &Curve<'_>, knob: &Turned<'_>, lines: &[Line]) -> Vec<Figure> {
    let of_lines = |lines: &[Line]| {
        let legend = if lines.len() > 1 || curve.values.len() > lines[0].spots.len() {
            lines.iter().map(|line| (line.look, line.name.clone())).collect()
        } else {
            Vec::new()
        };
        let note = if legend.is_empty() {
            format!("{}; by {}", lines[0].name, knob.key)
        } else {
            format!("by {}", knob.key)
        };
        let drawn = Lines {
            series: lines.to_vec(),
            band: curve.band(),
            reference: curve.middle.map(|(middle, _)| middle),
            marked: true,
            from_zero: false,
            places: knob.values.iter().map(|value| minus(value)).collect(),
            unit: format!("{}, by {}", curve.unit, knob.key),
        };
        let left = |tick: f64, digits: usize| {
            if curve.signed { signed(tick, digits) } else { minus(&number(tick, digits)) }
        };
        curve.figure(of, legend, &note, drawn.draw(|tick, digits| format!("{tick:.digits$}"), left))
    };
    lines.chunks(MOST_SERIES).map(of_lines).collect()
}

/// Two knobs: a grid for each line-up and each set of rules that is turned.
fn over_two(
    of: &Of<'_>,
    curve: &Curve<'_>,
    rows: &Turned<'_>,
    columns: &Turned<'_>,
    bases: &Bases<'_>,
) -> Vec<Figure> {
    // Across go fewer values than down: a phone is narrow.
    let (rows, columns) =
        if columns.values.len() > rows.values.len() { (columns, rows) } else { (rows, columns) };
    let (low, high) =
        curve.values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value.estimate), high.max(value.estimate))
        });
    let middle = curve.middle.map_or(f64::midpoint(low, high), |(middle, _)| middle);
    let most = (high - middle).abs().max((low - middle).abs()).max(1e-12);
    let mut all = Vec::new();
    for ((lineup, base), values) in
        grouped(curve.values.iter(), |value| (value.lineup, bases.of(value)))
    {
        let cell = |row: usize, column: usize| {
            let here = |value: &&&Value<'_>| {
                place(of, rows, value.variant) == Some(row)
                    && place(of, columns, value.variant) == Some(column)
            };
            let value = values.iter().find(here)?;
            let text = if curve.signed {
                signed(value.estimate, 1)
            } else {
                minus(&number(value.estimate, 1))
            };
            Some(((value.estimate - middle) / most, text))
        };
        let grid = Heat {
            columns: columns.values.iter().map(|value| minus(value)).collect(),
            rows: rows
                .values
                .iter()
                .enumerate()
                .map(|(row, value)| {
                    (
                        minus(value),
                        (0..columns.values.len()).map(|column| cell(row, column)).collect(),
                    )
                })
                .collect(),
            corner: format!("{} ↓", rows.key),
            names: 30.0,
        };
        let mut own = curve.of_lineup(of, lineup, &values);
        if bases.are_several() {
            own.title = format!("{}, by the rules {}", own.title, bases.names[base]);
        }
        let note = format!(
            "down {}, across {}; the stronger the colour, the further from the middle",
            rows.key, columns.key
        );
        all.push(own.figure(of, Vec::new(), &note, heat(&grid)));
    }
    all
}

/// More knobs: the points below each other; where going first is judged, the fairest come first.
fn below_each_other(of: &Of<'_>, curve: &Curve<'_>) -> Vec<Figure> {
    let mut all = Vec::new();
    for (lineup, mut values) in grouped(curve.values.iter(), |value| value.lineup) {
        if let Some((middle, _)) = curve.middle {
            values.sort_by(|one, other| {
                (one.estimate - middle).abs().total_cmp(&(other.estimate - middle).abs())
            });
        }
        let strips: Vec<Strip> = values
            .iter()
            .take(MOST_POINTS)
            .map(|value| Strip {
                label: value.variant.to_owned(),
                heading: None,
                estimate: value.estimate,
                ends: value.ends,
                text: curve.text(value),
                tone: if curve.middle.is_some() { Tone::from(value.verdict) } else { Tone::Plain },
            })
            .collect();
        let left_out = values.len().saturating_sub(MOST_POINTS);
        let note = if left_out > 0 {
            format!("{left_out} more points are in the table")
        } else {
            String::new()
        };
        let drawing = Strips {
            rows: strips,
            reference: curve.middle.map(|(middle, _)| middle),
            band: curve.band(),
            bars: false,
        }
        .draw(signed);
        let own = curve.of_lineup(of, lineup, &values);
        all.push(own.figure(of, Vec::new(), &note, drawing));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_interval() {
        let value = Value {
            variant: "a",
            lineup: "b",
            estimate: -1.25,
            ends: Some((-1.5, -1.0)),
            verdict: None,
        };
        let curve = |signed| Curve {
            title: String::new(),
            unit: String::new(),
            middle: Some((0.0, 1.0)),
            signed,
            values: vec![value.clone()],
        };
        assert_eq!(curve(true).text(&value), "−1.2 [−1.5, −1.0]");
        assert_eq!(curve(true).band(), Some((-1.0, 1.0)));
    }
}
