//! What variants change against the baseline, topic by topic: the largest effects first, what they leave as it is in a few words.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::super::numbers::{and, percent, points, rounded_percent};
use super::Point;
use super::who::{is_of_equals, players};
use crate::metrics::{About, Kind, QuantityDescription, Topic, Unit, quantity};
use crate::results::Results;
use crate::rows::{ComparisonRow, Standing, Verdict};

/// A row of a comparison with its quantity.
#[derive(Clone, Copy)]
pub(super) struct Change<'a> {
    pub(super) row: &'a ComparisonRow,
    pub(super) quantity: &'static QuantityDescription,
}

impl Change<'_> {
    /// The difference as it is judged.
    pub(super) fn effect(self) -> Option<f64> {
        if self.quantity.is_relative() { self.row.relative_difference } else { self.row.difference }
    }

    /// How many times its tolerance it is, so that sizes of different quantities can be compared; without a tolerance, how many hundredths.
    pub(super) fn size(self) -> f64 {
        let tolerance = self.row.judged.tolerance;
        self.effect().map_or(0.0, |effect| effect.abs() / if tolerance > 0.0 { tolerance } else { 0.01 })
    }

    /// "+3.0 points", "-20.4 %".
    fn in_words(self) -> String {
        let effect = self.effect().unwrap_or(0.0);
        match self.quantity.unit {
            _ if self.quantity.is_relative() => format!("{:+.1} %", 100.0 * effect),
            Unit::Percent | Unit::Points => format!("{:+.1} points", 100.0 * effect),
            Unit::Number | Unit::WholeNumber => format!("{effect:+.1}"),
        }
    }

    /// "[+2.0, +3.9]", in the same unit.
    fn interval(self) -> Option<String> {
        let row = self.row;
        let ends =
            if self.quantity.is_relative() { row.relative_low.zip(row.relative_high) } else { row.difference_low.zip(row.difference_high) };
        let scale = if self.quantity.is_relative() || self.quantity.is_rate() { 100.0 } else { 1.0 };
        ends.map(|(low, high)| format!(" [{:+.1}, {:+.1}]", scale * low, scale * high))
    }

    /// "heuristic wins 85.8 % instead of 93.6 %".
    fn values(self, results: &Results) -> Option<String> {
        let (before, after) = (self.row.baseline_value?, self.row.variant_value?);
        let shown = |value: f64| match self.quantity.unit {
            Unit::Percent => percent(value, 1) + " %",
            Unit::Points => percent(value, 1) + " points",
            Unit::Number => format!("{value:.1}"),
            Unit::WholeNumber => format!("{value:.0}"),
        };
        let phrase = self.quantity.phrase.replace("{after}", &shown(after)).replace("{before}", &shown(before));
        let phrase = phrase.replace("{subject}", &self.row.subject).replace("{games}", &results.names.plural);
        Some(phrase.replace("{ended}", "").replace("{split}", "").replace("{order}", "who sits beside whom"))
    }

    /// What it is of, in a word or two.
    fn label(self) -> String {
        match self.quantity.about {
            About::EndReasons => format!("\"{}\"", self.row.subject),
            _ if self.row.subject.is_empty() => self.quantity.name.replace('_', " "),
            _ => self.row.subject.clone(),
        }
    }

    fn standing(self) -> Option<Standing> {
        self.row.judged.verdict.map(Verdict::standing)
    }

    /// The tolerance in words; empty where there is none.
    fn tolerance(self) -> String {
        let tolerance = self.row.judged.tolerance;
        match tolerance > 0.0 {
            false => String::new(),
            true if self.quantity.is_relative() => format!("{} %", rounded_percent(tolerance)),
            true if self.quantity.is_rate() => points(tolerance),
            true => tolerance.to_string(),
        }
    }
}

/// The changes that a designer asks for, in all line-ups: of lengths the first unit, of two strategies the one that the other one mirrors.
pub(super) fn asked(results: &Results) -> Vec<Change<'_>> {
    let first_unit = results.names.length_units.first().map_or("", String::as_str);
    let mut asked = Vec::new();
    for rows in results.comparisons.chunk_by(|one, other| one.cell == other.cell && one.quantity == other.quantity) {
        let Some(quantity) = quantity(&rows[0].quantity) else { continue };
        for (subject, row) in rows.iter().enumerate() {
            let told = match quantity.topic() {
                Topic::Endings | Topic::Play => true,
                Topic::Length if quantity.kind != Kind::Length => false,
                _ => quantity.is_asked_for(&row.subject, first_unit, row.cell.players),
            };
            if told && !quantity.mirrors(subject, rows.len(), results.has_equal_seats(&row.cell.lineup), row.all_ended) {
                asked.push(Change { row, quantity });
            }
        }
    }
    asked
}

/// The comparisons that a designer asks for, each with its quantity.
pub fn asked_comparisons(results: &Results) -> Vec<(&ComparisonRow, &'static QuantityDescription)> {
    asked(results).into_iter().map(|Change { row, quantity }| (row, quantity)).collect()
}

/// What is known of one variant and topic, over all line-ups.
struct OfVariant<'a> {
    name: &'a str,
    /// The largest change that is clear.
    largest: Option<Change<'a>>,
    /// The largest clear one in the other direction.
    opposite: Option<Change<'a>>,
    /// All that is judged is within its tolerance.
    same: bool,
}

fn of_variant<'a>(results: &'a Results, name: &'a str, changes: &[Change<'a>]) -> OfVariant<'a> {
    let clear = || changes.iter().copied().filter(|change| change.standing() == Some(Standing::Beyond));
    let larger = |one: &Change<'_>, other: &Change<'_>| one.size().total_cmp(&other.size());
    let largest = clear().max_by(larger);
    let opposite = largest.and_then(|largest| {
        let turned = |change: &Change<'_>| {
            let signs = change.effect().zip(largest.effect());
            change.quantity.name == largest.quantity.name
                && change.row.cell.players == largest.row.cell.players
                && is_of_equals(results, &change.row.cell)
                && signs.is_some_and(|(one, other)| (one < 0.0) != (other < 0.0))
        };
        clear().filter(|change| turned(change)).max_by(larger)
    });
    // What is not judged is not known to be the same.
    let same = !changes.is_empty() && changes.iter().all(|change| change.standing() == Some(Standing::Within));
    OfVariant { name, largest, opposite, same }
}

/// Several names, the first ones and how many more.
fn some(names: &[&str]) -> String {
    const MOST: usize = 4;
    match names {
        all if all.len() <= MOST => and(all),
        all => and(&[&all[..MOST - 1], &[&format!("{} more", all.len() + 1 - MOST)]].concat()),
    }
}

/// This many variants are told with what they change in a topic.
const TOLD: usize = 3;

/// The variants that are compared, each once.
fn compared<'a>(asked: &[Change<'a>]) -> Vec<&'a str> {
    let mut variants: Vec<&str> = asked.iter().map(|change| change.row.cell.variant.as_str()).collect();
    variants.dedup();
    variants
}

/// For each variant and topic, the largest clear change in a word or two; or that it is the same, or open.
pub(in crate::words) fn effects(results: &Results) -> Vec<(&str, Vec<(Topic, String)>)> {
    let asked = asked(results);
    let of_topic = |variant: &str, topic: Topic| {
        let changes: Vec<Change<'_>> =
            asked.iter().copied().filter(|change| change.row.cell.variant == variant && change.quantity.topic() == topic).collect();
        if changes.is_empty() {
            return None;
        }
        let known = of_variant(results, variant, &changes);
        let text = match (known.largest, known.opposite) {
            (Some(largest), None) => largest.in_words(),
            (Some(largest), Some(opposite)) => format!("{}, {}", largest.in_words(), opposite.in_words()),
            (None, _) if known.same => "same".to_owned(),
            (None, _) => "open".to_owned(),
        };
        Some((topic, text))
    };
    let of_variant = |name: &'_ str| Topic::ALL.into_iter().filter_map(|topic| of_topic(name, topic)).collect();
    compared(&asked).into_iter().map(|name| (name, of_variant(name))).collect()
}

/// What the variants change, a point a topic; topics in which nothing changes share one.
pub(super) fn changes(results: &Results) -> Vec<Point> {
    let asked = asked(results);
    let variants = compared(&asked);
    let (mut points, mut unchanged, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for topic in Topic::ALL {
        let of_topic = |variant: &str| -> Vec<Change<'_>> {
            asked.iter().copied().filter(|change| change.row.cell.variant == variant && change.quantity.topic() == topic).collect()
        };
        let known: Vec<OfVariant<'_>> = variants
            .iter()
            .map(|name| (name, of_topic(name)))
            .filter(|(_, changes)| !changes.is_empty())
            .map(|(name, changes)| of_variant(results, name, &changes))
            .collect();
        if known.is_empty() {
            continue;
        }
        let (mut changed, others): (Vec<OfVariant<'_>>, Vec<OfVariant<'_>>) = known.into_iter().partition(|one| one.largest.is_some());
        if changed.is_empty() {
            if others.iter().all(|one| one.same) {
                unchanged.push(topic.title());
            } else {
                open.push(topic.title());
            }
            continue;
        }
        changed.sort_by(|one, other| size(other).partial_cmp(&size(one)).unwrap_or(Ordering::Equal));
        points.push((size(&changed[0]), Point::new(topic.title(), in_words(results, &changed, &others))));
    }
    points.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut points: Vec<Point> = points.into_iter().map(|(_, point)| point).collect();
    let or = |titles: &[&str]| match titles {
        [titles @ .., last] if !titles.is_empty() => format!("{} or {last}", titles.join(", ")).to_lowercase(),
        titles => titles.join(", ").to_lowercase(),
    };
    let who = if variants.len() == 1 { variants[0].to_owned() } else { "no variant".to_owned() };
    if !unchanged.is_empty() {
        let changes = if variants.len() == 1 { "does not change" } else { "changes" };
        points.push(Point::new("Unchanged", format!("{who} {changes} {} beyond your tolerance.", or(&unchanged))));
    }
    if !open.is_empty() {
        points.push(Point::new("Open", format!("nothing clear is known yet about {}.", or(&open))));
    }
    points
}

fn size(one: &OfVariant<'_>) -> f64 {
    one.largest.map_or(0.0, Change::size)
}

/// One topic: who changes it most and what, who else does, who does not, of whom it is not known.
fn in_words(results: &Results, changed: &[OfVariant<'_>], others: &[OfVariant<'_>]) -> String {
    let Some(first) = changed.first().and_then(|one| one.largest) else { return String::new() };
    let mut said = Vec::new();
    // Variants that do the same to one decimal are told together.
    let mut groups: Vec<([String; 2], Vec<&str>)> = Vec::new();
    for one in changed {
        let Some(largest) = one.largest else { continue };
        let mut place = Vec::new();
        if largest.quantity.name != first.quantity.name || largest.row.subject != first.row.subject {
            place.push(largest.label());
        }
        if largest.row.cell.lineup != first.row.cell.lineup {
            place.push(players(results, &largest.row.cell));
        }
        let place = if place.is_empty() { String::new() } else { format!(" ({})", place.join(", ")) };
        let opposite = one
            .opposite
            .map_or_else(String::new, |opposite| format!(", but {} ({})", opposite.in_words(), players(results, &opposite.row.cell)));
        let does = [largest.in_words(), place + &opposite];
        match groups.iter_mut().find(|(known, _)| *known == does) {
            Some((_, group)) => group.push(one.name),
            None => groups.push((does, vec![one.name])),
        }
    }
    for (index, ([effect, place], group)) in groups.iter().take(TOLD).enumerate() {
        if index == 0 {
            let values = first.values(results).unwrap_or_default();
            let interval = first.interval().unwrap_or_default();
            said.push(format!("{}: {values} ({}), {effect}{interval}{place}", some(group), players(results, &first.row.cell)));
        } else {
            said.push(format!("{} {effect}{place}", some(group)));
        }
    }
    let more: usize = groups.iter().skip(TOLD).map(|(_, group)| group.len()).sum();
    if more > 0 {
        said.push(format!("{more} more by less"));
    }
    let of = |same: bool| others.iter().filter(|one| one.same == same).map(|one| one.name).collect::<Vec<_>>();
    let (same, open) = (of(true), of(false));
    let mut text = said.join("; ") + ".";
    if !same.is_empty() {
        let tolerance = first.tolerance();
        let within = if tolerance.is_empty() { String::new() } else { format!(" within {tolerance}") };
        let _ = write!(text, " The same{within}: {}.", some(&same));
    }
    if !open.is_empty() {
        let _ = write!(text, " Not settled: {}.", some(&open));
    }
    text
}

/// How far going first is from fair under a variant, at worst over the line-ups of equals.
struct Unfair<'a> {
    variant: &'a str,
    estimate: f64,
    /// It is no less than this, and no more than that.
    low: f64,
    high: f64,
}

/// Under which variant going first is closest to fair among equals, and under which it is furthest, where that is clear.
pub(super) fn fairest(results: &Results) -> Option<Point> {
    const FEWEST: usize = 3;
    let mut all: Vec<Unfair<'_>> = Vec::new();
    for row in results.first_player.iter().filter(|row| is_of_equals(results, &row.cell)) {
        let share = &row.share;
        let Some(((estimate, low), high)) = share.advantage.zip(share.advantage_low).zip(share.advantage_high) else { continue };
        let nearest = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
        let own = Unfair { variant: &row.cell.variant, estimate: estimate.abs(), low: nearest, high: low.abs().max(high.abs()) };
        match all.iter_mut().find(|one| one.variant == own.variant) {
            Some(one) => {
                (one.estimate, one.low, one.high) = (one.estimate.max(own.estimate), one.low.max(own.low), one.high.max(own.high));
            }
            None => all.push(own),
        }
    }
    all.sort_by(|one, other| one.estimate.total_cmp(&other.estimate));
    let (best, last) = (all.first()?, all.last()?);
    // Those that may be as fair as the one that looks best.
    let tied: Vec<&Unfair<'_>> = all.iter().filter(|one| one.low <= best.high).collect();
    let names = some(&tied.iter().map(|one| one.variant).collect::<Vec<_>>());
    let apart = if tied.len() > 1 { ", not told apart," } else { "," };
    let near = tied.iter().map(|one| one.estimate).fold(0.0, f64::max);
    (all.len() >= FEWEST && best.high < last.low).then(|| {
        let lineups =
            results.manifest.lineups.iter().filter(|names| names.len() > 1 && super::strengths::different(names).len() == 1).count();
        let at_most = if lineups > 1 { "at most " } else { "" };
        let (near, far) = (percent(near, 1), percent(last.estimate, 1));
        let text = format!(
            "{names}{apart} where going first is {at_most}{near} points from fair between equals; furthest from it is {} ({at_most}{far}).",
            last.variant
        );
        Point::new("Fairest", text)
    })
}
