//! A sweep: curves over the values of a knob, and grids where two are turned.

use super::prelude::*;
use crate::words::{Bases, Curves, Turned, Value};

/// This many points fit one picture of lines below each other.
const MOST_POINTS: usize = 18;

/// A quantity over the points of a sweep, for some line-ups.
#[derive(Clone)]
struct Curve<'a> {
    title: String,
    axis: Axis,
    values: Vec<Value<'a>>,
}

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let rows = &of.results.sweep;
    if rows.is_empty() {
        return None;
    }
    let (turned, bases) = (Turned::of(of.results), Bases::new(of.results));
    let (curves, flat): (Vec<_>, Vec<_>) = curves(of).into_iter().partition(Curve::varies);
    let of_curve = |curve: &Curve<'_>| match &turned[..] {
        [knob] => over_one(of, curve, knob, &bases),
        [rows, columns] => over_two(of, curve, rows, columns, &bases),
        _ => below_each_other(of, curve),
    };
    let all: Vec<Figure> = curves.iter().flat_map(of_curve).collect();
    let names: Vec<String> =
        turned.iter().map(|knob| format!("{} ({})", knob.key, knob.texts().join(", "))).collect();
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

/// The curves of the section: how fair going first is, who wins, how long games take, how they end
/// and how they play.
fn curves<'a>(of: &Context<'a>) -> Vec<Curve<'a>> {
    let results = of.results;
    let found = Curves::new(results);
    let of_table = |(players, values): (usize, Vec<Value<'a>>)| Curve {
        title: format!("Going first, {players} players"),
        axis: Axis::going_first(results),
        values,
    };
    let by_table = grouped(found.going_first(), |value| results.lineup(value.lineup).len());
    let mut all: Vec<Curve<'a>> = by_table.into_iter().map(of_table).collect();
    let is_shown = |curve: &&words::Curve<'a>| {
        let (quantity, lineup) = (curve.quantity, curve.cell.lineup.as_str());
        match (quantity.topic, quantity.kind) {
            (Topic::Strength, Kind::Wins) => {
                let first = results.lineup(lineup).first();
                !results.is_of_equals(lineup) && first.is_some_and(|name| name == curve.subject)
            }
            (Topic::Length, Kind::Mean) => {
                curve.subject == results.felt_unit() && results.tells_fairness(lineup)
            }
            (Topic::Score, _) => {
                results.names.is_one_side(curve.cell.players) && results.scored_otherwise.is_empty()
            }
            (Topic::Play | Topic::Endings | Topic::Events, _) => lineup == of.shown_lineup(),
            _ => false,
        }
    };
    let shown = found.all.into_iter().filter(|curve| is_shown(&curve));
    for ((_, subject, players), curves) in
        grouped(shown, |curve| (curve.quantity.name, curve.subject, curve.cell.players))
    {
        let quantity = curves[0].quantity;
        let scale = if quantity.is_rate() { 100.0 } else { 1.0 };
        let values = curves.iter().flat_map(|curve| &curve.values);
        let values: Vec<Value<'a>> = values.map(|value| value.scaled(scale)).collect();
        // A quantity that is always 0 has no curve.
        if values.len() < 2 || values.iter().all(|value| value.estimate == 0.0) {
            continue;
        }
        let title = match (quantity.topic, quantity.kind) {
            (Topic::Strength, Kind::Wins) => format!("How often {subject} wins, {players} players"),
            (Topic::Length, Kind::Mean) => format!("Mean length, {players} players"),
            (Topic::Events, _) => capitalized(subject),
            _ => capitalized(&words::heading(quantity, subject)),
        };
        let unit = match quantity.unit {
            Unit::Percent | Unit::Points => "per cent".to_owned(),
            Unit::Number | Unit::Count | Unit::WholeNumber if subject.is_empty() => {
                spaced(quantity.name)
            }
            Unit::Number | Unit::Count | Unit::WholeNumber => subject.to_owned(),
        };
        all.push(Curve { title, axis: Axis::new(unit), values });
    }
    all
}

impl<'a> Curve<'a> {
    /// The part of the curve that belongs to one line-up.
    fn of_lineup(&self, of: &Context<'_>, lineup: &str, values: &[&Value<'a>]) -> Self {
        let title = format!("{}: {}", self.title, of.players(lineup));
        let values = values.iter().copied().copied().collect();
        Self { title, values, ..self.clone() }
    }

    /// Its parts, line-up by line-up.
    fn by_lineup(&self, of: &Context<'_>) -> Vec<Self> {
        let by_lineup = grouped(&self.values, |value| value.lineup).into_iter();
        by_lineup.map(|(lineup, values)| self.of_lineup(of, lineup, &values)).collect()
    }

    fn text(&self, value: &Value<'_>) -> String {
        within(value.estimate, value.ends, "", |value| (self.axis.write)(value, 1))
    }

    /// Whether it visibly differs between points.
    fn varies(&self) -> bool {
        grouped(&self.values, |value| value.lineup).iter().any(|(_, values)| {
            let (low, high) = least_and_most(values.iter().map(|value| value.estimate));
            high - low >= 0.05
        })
    }

    fn seen(&self, of: &Context<'_>) -> String {
        let told = |(lineup, values): &(&str, Vec<&Value<'_>>)| {
            let values =
                values.iter().map(|value| (value.variant, value.estimate, self.text(value)));
            format!("{}: {}", of.players(lineup), extremes(values))
        };
        let lines: Vec<String> =
            grouped(&self.values, |value| value.lineup).iter().map(told).collect();
        format!(", in {}. {}", self.axis.unit, lines.join("; "))
    }

    fn figure(&self, of: &Context<'_>, note: &str, plot: Plot) -> Figure {
        let before = if note.is_empty() { "" } else { "; " };
        let note = format!("{}{before}{note}", self.axis.unit);
        let mut table = Columns::new(&self.title, &self.values);
        table.words("point", |value| value.variant.to_owned());
        table.words("players", |value| of.players(value.lineup));
        table.judged(|value| value.verdict);
        table.numbers("value and interval", |value| self.text(value));
        let mut figure = table.figure(note, self.seen(of), plot);
        figure.table.title = format!("{}, in {}", self.title, self.axis.unit);
        figure
    }
}

/// Charts of one knob: a line for each line-up. If several sets of rules are swept, there is
/// a chart for each line-up and a line for each set. A chart has only as many lines as can
/// be told apart.
fn over_one<'a>(
    of: &Context<'_>,
    curve: &Curve<'a>,
    knob: &Turned<'_>,
    bases: &Bases<'_>,
) -> Vec<Figure> {
    let name = |(lineup, base): &(&str, usize)| {
        if bases.are_several() { bases.names[*base].clone() } else { of.players(lineup) }
    };
    let pictures = if bases.are_several() { curve.by_lineup(of) } else { vec![curve.clone()] };
    let figures = |curve: &Curve<'a>| -> Vec<Figure> {
        let key = |value: &Value<'a>| (value.lineup, bases.of(value));
        let place = |variant: &str| knob.place(of.results, variant);
        let lines = Line::over_points(&curve.values, key, name, place);
        lines.chunks(MOST_SERIES).map(|lines| lines_over(of, curve, knob, lines)).collect()
    };
    pictures.iter().flat_map(figures).collect()
}

/// A picture of lines over a knob.
fn lines_over(of: &Context<'_>, curve: &Curve<'_>, knob: &Turned<'_>, lines: &[Line]) -> Figure {
    let by = format!("by {}", knob.key);
    // A single line needs no legend, unless it leaves something out.
    let named = lines.len() > 1 || curve.values.len() > lines[0].spots.len();
    let note = if named { by.clone() } else { format!("{}; {by}", lines[0].name) };
    let axis = Axis { unit: format!("{}, {by}", curve.axis.unit), ..curve.axis.clone() };
    let places = knob.texts().into_iter().enumerate();
    let places = places.map(|(place, text)| (place as f64, text));
    let lines = Lines {
        places: places.collect(),
        from_zero: false,
        named,
        ..Lines::new(lines.to_vec(), axis)
    };
    curve.figure(of, &note, Plot::Lines(lines))
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
    let (low, high) = least_and_most(curve.values.iter().map(|value| value.estimate));
    let middle = curve.axis.reference.unwrap_or_else(|| f64::midpoint(low, high));
    let most = (high - middle).abs().max((low - middle).abs()).max(1e-12);
    let note = format!(
        "down {}, across {}; the stronger the colour, the further from the middle",
        rows.key, columns.key
    );
    let grid = |((lineup, base), values): ((&str, usize), Vec<&Value<'_>>)| {
        let cell = |row: usize, column: usize| {
            let here = |value: &&&Value<'_>| {
                rows.place(of.results, value.variant) == Some(row)
                    && columns.place(of.results, value.variant) == Some(column)
            };
            let value = values.iter().find(here)?;
            Some(((value.estimate - middle) / most, (curve.axis.write)(value.estimate, 1)))
        };
        let row = |(row, value)| {
            let cells = (0..columns.values.len()).map(|column| cell(row, column));
            (value, cells.collect())
        };
        let grid = Heat {
            columns: columns.texts(),
            rows: rows.texts().into_iter().enumerate().map(row).collect(),
            corner: format!("{} ↓", rows.key),
            names: 30.0,
        };
        let mut own = curve.of_lineup(of, lineup, &values);
        if bases.are_several() {
            own.title = format!("{}, by the rules {}", own.title, bases.names[base]);
        }
        own.figure(of, &note, Plot::Heat(grid))
    };
    let grids = grouped(&curve.values, |value| (value.lineup, bases.of(value)));
    grids.into_iter().map(grid).collect()
}

/// More knobs: the points below each other; where going first is judged, the fairest come first.
fn below_each_other(of: &Context<'_>, curve: &Curve<'_>) -> Vec<Figure> {
    let middle = curve.axis.reference;
    let strip = |value: &Value<'_>| {
        let drawn = (value.estimate, value.ends);
        let tone = value.verdict.filter(|_| middle.is_some()).map(Verdict::standing);
        Strip { tone, ..Strip::new(value.variant, 1.0, drawn, curve.text(value)) }
    };
    let figure = |mut own: Curve<'_>| {
        if let Some(middle) = middle {
            let unfairness = |value: &Value<'_>| (value.estimate - middle).abs();
            own.values.sort_by(|one, other| unfairness(one).total_cmp(&unfairness(other)));
        }
        let note = match own.values.len().saturating_sub(MOST_POINTS) {
            0 => String::new(),
            left_out => format!("{left_out} more points are in the table"),
        };
        let strips = Strips::new(own.values.iter().take(MOST_POINTS).map(strip));
        let axis = Axis { write: signed, ..curve.axis.clone() };
        own.figure(of, &note, Plot::Strips(Strips { axis, ..strips }))
    };
    curve.by_lineup(of).into_iter().map(figure).collect()
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
        let axis = Axis::differences("", 1.0);
        let curve = Curve { title: String::new(), axis, values: vec![value] };
        assert_eq!(curve.text(&value), "-1.2 [-1.5, -1.0]");
        assert_eq!(curve.axis.band, Some((-1.0, 1.0)));
    }
}
