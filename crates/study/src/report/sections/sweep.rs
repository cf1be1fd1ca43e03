//! A sweep: curves over the values of a knob, and grids where two are turned.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use maud::html;

use super::super::charts::{
    Drawing, Figure, Heat, Line, Lines, MOST_SERIES, Spot, Strip, Strips, Tone, extremes, heat,
};
use super::super::format::verdict;
use super::super::table::Table;
use super::section::{Context, Section, figures, grouped};
use crate::words::{self, Curves, and, capitalized, enough_end, number, signed, spaced, within};
use fairdeal_core::metrics::{Kind, Topic, Unit};
use fairdeal_core::rows::{CellKey, VariantRow, Verdict};

/// This many points fit one picture of lines below each other.
const MOST_POINTS: usize = 18;

/// A value at a point, in the unit of the picture.
#[derive(Clone, Copy)]
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
    /// The best value, where there is one, and the tolerance around it.
    middle: Option<(f64, f64)>,
    signed: bool,
    values: Vec<Value<'a>>,
}

/// A knob that the sweep turns, with its values in their order.
struct Turned<'a> {
    key: &'a str,
    values: Vec<&'a str>,
}

/// The sets of rules whose knobs are turned. Points that differ only in these knobs belong to one.
struct Bases<'a> {
    names: Vec<String>,
    /// The set of each point, by its variant.
    of_point: BTreeMap<&'a str, usize>,
}

impl<'a> Bases<'a> {
    fn new(of: &Context<'a>) -> Self {
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

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
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
fn turned<'a>(of: &Context<'a>) -> Vec<Turned<'a>> {
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
        let number = |value: &&str| value.parse::<f64>().ok();
        if knob.values.iter().all(|value| number(value).is_some()) {
            knob.values.sort_by(|one, other| {
                number(one).partial_cmp(&number(other)).unwrap_or(Ordering::Equal)
            });
        }
    }
    all.retain(|knob| knob.values.len() > 1);
    all
}

/// Which value of a knob a variant has, as a place among the values.
fn place(of: &Context<'_>, knob: &Turned<'_>, variant: &str) -> Option<usize> {
    let row =
        of.results.variants.iter().find(|row| row.variant == variant && row.knob == knob.key)?;
    knob.values.iter().position(|value| *value == row.value)
}

/// What going first wins more than its fair share at a point, by variant and cell.
type Advantage<'a> = (&'a str, &'a CellKey, words::PointValue);

/// What is shown: how fair going first is, who wins, how long it takes, how it ends and plays.
fn curves<'a>(of: &Context<'a>) -> Vec<Curve<'a>> {
    let results = of.results;
    let found = Curves::new(results);
    let advantages = found
        .spots
        .iter()
        .flat_map(|spot| spot.advantages.iter().map(|(cell, value)| (spot.variant, *cell, *value)));
    let scaled = |variant: &'a str, lineup: &'a str, scale: f64, value: words::PointValue| Value {
        variant,
        lineup,
        estimate: scale * value.estimate,
        ends: value.ends.map(|(low, high)| (scale * low, scale * high)),
        verdict: value.verdict,
    };
    let mut all: Vec<Curve<'a>> = Vec::new();
    for (players, values) in grouped(advantages, |(_, cell, _)| cell.players) {
        let value =
            |(variant, cell, value): Advantage<'a>| scaled(variant, &cell.lineup, 100.0, value);
        all.push(Curve {
            title: format!("Going first, {players} players"),
            unit: "points from fair".to_owned(),
            middle: Some((0.0, 100.0 * results.manifest.analysis.tolerance.win_rate)),
            signed: true,
            values: values.into_iter().map(value).collect(),
        });
    }
    let is_shown = |curve: &&words::Curve<'a>| {
        let (quantity, lineup) = (curve.quantity, curve.cell.lineup.as_str());
        match (quantity.topic, quantity.kind) {
            (Topic::Strength, Kind::Wins) => {
                let first = results.lineup(lineup).first();
                !results.is_of_equals(lineup) && first.is_some_and(|name| name == curve.subject)
            }
            (Topic::Length, Kind::Mean) => {
                curve.subject == results.first_unit() && results.tells_fairness(lineup)
            }
            (Topic::Score, _) => curve.cell.players == 1 && results.scored_otherwise.is_empty(),
            (Topic::Play | Topic::Endings, _) => lineup == of.shown_lineup(),
            _ => false,
        }
    };
    let shown = found.all.into_iter().filter(|curve| is_shown(&curve));
    for ((_, subject, players), curves) in
        grouped(shown, |curve| (curve.quantity.name, curve.subject, curve.cell.players))
    {
        let quantity = curves[0].quantity;
        let scale = if quantity.is_rate() { 100.0 } else { 1.0 };
        let values: Vec<Value<'a>> = curves
            .iter()
            .flat_map(|curve| curve.values.iter().map(|value| (curve.cell.lineup.as_str(), value)))
            .map(|(lineup, (variant, value))| scaled(variant, lineup, scale, *value))
            .collect();
        // A quantity that is always 0 has no curve.
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
    fn of_lineup(&self, of: &Context<'_>, lineup: &str, values: &[&Value<'a>]) -> Self {
        let values = values.iter().copied().copied().collect();
        Self {
            title: format!("{}: {}", self.title, of.players(lineup)),
            unit: self.unit.clone(),
            values,
            ..*self
        }
    }

    fn number(&self, value: f64, digits: usize) -> String {
        if self.signed { signed(value, digits) } else { number(value, digits) }
    }

    fn text(&self, value: &Value<'_>) -> String {
        within(value.estimate, value.ends, "", |value| self.number(value, 1))
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

    fn table(&self, of: &Context<'_>) -> Table {
        let mut table = Table::of(
            format!("{}, in {}", self.title, self.unit),
            &["point", "players", "verdict"],
            &["value and interval"],
        );
        for value in &self.values {
            table.row([
                value.variant.to_owned(),
                of.players(value.lineup),
                verdict(value.verdict),
                self.text(value),
            ]);
        }
        table
    }

    fn alternative(&self, of: &Context<'_>) -> String {
        let told = |(lineup, values): &(&str, Vec<&Value<'_>>)| {
            let texts: Vec<String> = values.iter().map(|value| self.text(value)).collect();
            let values = values.iter().zip(&texts);
            let values = values.map(|(value, text)| (value.variant, value.estimate, &**text));
            format!("{}: {}", of.players(lineup), extremes(values))
        };
        let lines: Vec<String> =
            grouped(self.values.iter(), |value| value.lineup).iter().map(told).collect();
        format!("{}, in {}. {}.", self.title, self.unit, lines.join("; "))
    }

    fn figure(
        &self,
        of: &Context<'_>,
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
fn over_one(
    of: &Context<'_>,
    curve: &Curve<'_>,
    knob: &Turned<'_>,
    bases: &Bases<'_>,
) -> Vec<Figure> {
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
fn lines_over(
    of: &Context<'_>,
    curve: &Curve<'_>,
    knob: &Turned<'_>,
    lines: &[Line],
) -> Vec<Figure> {
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
            places: knob.values.iter().map(|value| (*value).to_owned()).collect(),
            unit: format!("{}, by {}", curve.unit, knob.key),
        };
        let left = |tick: f64, digits: usize| curve.number(tick, digits);
        curve.figure(of, legend, &note, drawn.draw(|tick, digits| format!("{tick:.digits$}"), left))
    };
    lines.chunks(MOST_SERIES).map(of_lines).collect()
}

/// Two knobs: a grid for each line-up and each set of rules that is turned.
fn over_two(
    of: &Context<'_>,
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
            Some(((value.estimate - middle) / most, curve.number(value.estimate, 1)))
        };
        let grid = Heat {
            columns: columns.values.iter().map(|value| (*value).to_owned()).collect(),
            rows: rows
                .values
                .iter()
                .enumerate()
                .map(|(row, value)| {
                    (
                        (*value).to_owned(),
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
fn below_each_other(of: &Context<'_>, curve: &Curve<'_>) -> Vec<Figure> {
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
            .map(|value| {
                let tone =
                    if curve.middle.is_some() { Tone::from(value.verdict) } else { Tone::Plain };
                let drawn = (value.estimate, value.ends);
                Strip::new(value.variant, 1.0, drawn, curve.text(value), tone)
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
            values: vec![value],
        };
        assert_eq!(curve(true).text(&value), "-1.2 [-1.5, -1.0]");
        assert_eq!(curve(true).band(), Some((-1.0, 1.0)));
    }
}
