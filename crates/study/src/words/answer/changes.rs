//! What variants change against the baseline, topic by topic: the largest effects first, what they
//! leave as it is in a few words.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::super::numbers::{and, in_unit, joined, percent, points, rounded_percent, signed};
use super::super::sentences::{Unfinished, WHO_SITS_BESIDE, filled};
use super::super::unfinished::{both_end, is_judged, is_notable};
use super::fit::{Draft, OPEN, PLAY, SMALLER};
use super::who::{is_of_equals, players};
use crate::findings::Together;
use crate::results::Results;
use fairdeal_core::metrics::{About, Kind, QuantityDescription, Topic, Unit, quantity};
use fairdeal_core::rows::{ComparisonRow, Standing, Verdict};
use fairdeal_stats::Interval;

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

    /// How many times its tolerance it is, so that sizes of different quantities can be compared;
    /// without a tolerance, how many hundredths.
    pub(super) fn size(self) -> f64 {
        let tolerance = self.row.judged.tolerance;
        self.effect()
            .map_or(0.0, |effect| effect.abs() / if tolerance > 0.0 { tolerance } else { 0.01 })
    }

    /// "+3.0 points", "-20.4 %".
    fn in_words(self) -> String {
        let effect = self.effect().unwrap_or(0.0);
        match self.quantity.unit {
            _ if self.quantity.is_relative() => format!("{} %", signed(100.0 * effect, 1)),
            Unit::Percent | Unit::Points => format!("{} points", signed(100.0 * effect, 1)),
            Unit::Number | Unit::WholeNumber => signed(effect, 1),
        }
    }

    /// "+3.0" of points, "-20.4 %".
    fn in_short(self) -> String {
        self.in_words().trim_end_matches(" points").to_owned()
    }

    /// "[+2.0, +3.9]", in the same unit.
    fn interval(self) -> Option<String> {
        let row = self.row;
        let ends = if self.quantity.is_relative() {
            row.relative_low.zip(row.relative_high)
        } else {
            row.difference_low.zip(row.difference_high)
        };
        let scale =
            if self.quantity.is_relative() || self.quantity.is_rate() { 100.0 } else { 1.0 };
        ends.map(|(low, high)| {
            format!(" [{}, {}]", signed(scale * low, 1), signed(scale * high, 1))
        })
    }

    /// "heuristic wins 85.8 % instead of 93.6 %".
    fn values(self, results: &Results) -> Option<String> {
        let (before, after) = (self.row.baseline_value?, self.row.variant_value?);
        let values = (&*self.shown(after), Some(&*self.shown(before)));
        let unfinished =
            if is_notable(results, self.row) { Unfinished::Said } else { Unfinished::Unsaid };
        Some(filled(
            self.quantity, &self.row.subject, &results.names.plural, values, unfinished,
            WHO_SITS_BESIDE,
        ))
    }

    /// What it is of, in a word or two; empty where its topic says all.
    fn label(self) -> String {
        match self.quantity.about {
            About::EndReasons => format!("\"{}\"", self.row.subject),
            _ if self.quantity.topic == Topic::GoingFirst => String::new(),
            _ if self.row.subject.is_empty() => self.quantity.name.replace('_', " "),
            _ => self.row.subject.clone(),
        }
    }

    /// "-20.4 % decisions", "comebacks +3.0 points", with the interval behind the number; and where
    /// other units of length say something else, that too: "-20.4 % decisions (but rounds +0.3 %)".
    fn labelled(self, results: &Results, interval: &str) -> String {
        let (label, effect) = (self.label(), self.in_words());
        if self.quantity.is_relative() {
            return format!("{effect}{interval} {label}{}", self.but_units(results));
        }
        if label.is_empty() {
            format!("{effect}{interval}")
        } else {
            format!("{label} {effect}{interval}")
        }
    }

    /// Does it begin with its number, when it is told with what it is of?
    fn begins_with_number(self) -> bool {
        self.quantity.is_relative() || self.label().is_empty()
    }

    /// " (but rounds +0.3 %)"; empty where all units say the same.
    fn but_units(self, results: &Results) -> String {
        let others = self.units_that_disagree(results);
        if others.is_empty() { String::new() } else { format!(" (but {})", others.join(", ")) }
    }

    /// "85.8 % instead of 93.6 %, ".
    fn values_in_short(self) -> Option<String> {
        let (before, after) = (self.row.baseline_value?, self.row.variant_value?);
        Some(format!("{} instead of {}, ", self.shown(after), self.shown(before)))
    }

    /// A value in its unit.
    fn shown(self, value: f64) -> String {
        in_unit(value, None, self.quantity.unit, 1)
    }

    /// Units of length by which it is not longer, or not shorter, where it is by this one: "rounds
    /// +0.3 %", "plays and deals the same".
    fn units_that_disagree(self, results: &Results) -> Vec<String> {
        if !self.quantity.is_relative() {
            return Vec::new();
        }
        let of_units = results.comparisons.iter().filter(|row| {
            row.cell == self.row.cell
                && row.quantity == self.row.quantity
                && row.subject != self.row.subject
        });
        let disagrees = |other: &Change<'_>| {
            let same_sign = other
                .effect()
                .zip(self.effect())
                .is_none_or(|(other, own)| (other < 0.0) == (own < 0.0));
            other.standing() == Some(Standing::Within)
                || other.standing() == Some(Standing::Beyond) && !same_sign
        };
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for other in of_units.map(|row| Change { row, quantity: self.quantity }).filter(disagrees) {
            let nothing = other.effect().is_some_and(|effect| effect.abs() < 0.000_5);
            let does = if nothing { "the same".to_owned() } else { other.in_words() };
            match groups.iter_mut().find(|(known, _)| *known == does) {
                Some((_, units)) => units.push(&other.row.subject),
                None => groups.push((does, vec![&other.row.subject])),
            }
        }
        groups.into_iter().map(|(does, units)| format!("{} {does}", and(&units))).collect()
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

/// The changes that a designer asks for, in all line-ups: of lengths the first unit, of two
/// strategies the one that the other one mirrors.
pub(super) fn asked(results: &Results) -> Vec<Change<'_>> {
    let first_unit = results.names.length_units.first().map_or("", String::as_str);
    let mut asked = Vec::new();
    for rows in results
        .comparisons
        .chunk_by(|one, other| one.cell == other.cell && one.quantity == other.quantity)
    {
        let Some(quantity) = quantity(&rows[0].quantity) else { continue };
        for (subject, row) in rows.iter().enumerate() {
            let told = match quantity.topic {
                Topic::Endings | Topic::Play => true,
                _ if quantity.kind == Kind::Percentile => false,
                _ => quantity.is_asked_for(&row.subject, first_unit, row.cell.players),
            };
            if told
                && !quantity.mirrors(
                    subject,
                    rows.len(),
                    results.has_equal_seats(&row.cell.lineup),
                    row.all_ended,
                )
            {
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
    /// All is judged, and within its tolerance.
    same: bool,
    /// Nothing changed in any block.
    identical: bool,
    /// Nothing is clear, and too few games end somewhere to say that nothing changes.
    unjudged: bool,
}

impl OfVariant<'_> {
    fn is_unchanged(&self) -> bool {
        self.same || self.identical
    }

    fn is_open(&self) -> bool {
        !self.is_unchanged() && !self.unjudged
    }
}

fn of_variant<'a>(results: &'a Results, name: &'a str, changes: &[Change<'a>]) -> OfVariant<'a> {
    let clear =
        || changes.iter().copied().filter(|change| change.standing() == Some(Standing::Beyond));
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
    let all_end = changes.iter().all(|change| both_end(results, change.row));
    let is_all =
        |of: &dyn Fn(&Change<'_>) -> bool| all_end && !changes.is_empty() && changes.iter().all(of);
    let same = is_all(&|change| change.standing() == Some(Standing::Within));
    let identical = is_all(&|change| change.row.changed_blocks == Some(0));
    OfVariant { name, largest, opposite, same, identical, unjudged: largest.is_none() && !all_end }
}

/// Several names, at most this many of them: the first ones and how many more.
fn some(names: &[&str], most: usize, before_last: &str) -> String {
    match names {
        all if all.len() <= most => joined(all, before_last),
        [first] => (*first).to_owned(),
        all => {
            let told = most.saturating_sub(1).max(1);
            joined(&[&all[..told], &[&format!("{} more", all.len() - told)]].concat(), before_last)
        }
    }
}

/// The variants that are compared, each once.
fn compared<'a>(asked: &[Change<'a>]) -> Vec<&'a str> {
    let mut variants: Vec<&str> =
        asked.iter().map(|change| change.row.cell.variant.as_str()).collect();
    variants.dedup();
    variants
}

/// The largest clear change of a topic by a variant.
pub(in crate::words) struct Effect {
    /// In a word or two; or that it is the same, or open.
    pub(in crate::words) text: String,
    /// Of a length, what other units say that disagree; empty where all say the same.
    pub(in crate::words) other_units: String,
}

/// For each variant and topic, the largest clear change.
pub(in crate::words) fn effects(results: &Results) -> Vec<(&str, Vec<(Topic, Effect)>)> {
    let asked = asked(results);
    let of_topic = |variant: &str, topic: Topic| {
        let changes: Vec<Change<'_>> = asked
            .iter()
            .copied()
            .filter(|change| change.row.cell.variant == variant && change.quantity.topic == topic)
            .collect();
        if changes.is_empty() {
            return None;
        }
        let known = of_variant(results, variant, &changes);
        let plain = |text: &str| Effect { text: text.to_owned(), other_units: String::new() };
        let effect = match (known.largest, known.opposite) {
            (Some(largest), opposite) => {
                let turned = opposite
                    .map_or_else(String::new, |opposite| format!(", {}", opposite.in_short()));
                Effect {
                    text: largest.in_short() + &turned,
                    other_units: largest.units_that_disagree(results).join(", "),
                }
            }
            (None, _) if known.same => plain("same"),
            (None, _) if known.unjudged => plain("not judged"),
            (None, _) => plain("open"),
        };
        Some((topic, effect))
    };
    let of_variant =
        |name: &'_ str| Topic::ALL.into_iter().filter_map(|topic| of_topic(name, topic)).collect();
    compared(&asked).into_iter().map(|name| (name, of_variant(name))).collect()
}

/// Is it open what changes a topic: does no variant clearly do, and is that not settled of some?
pub(super) fn is_open(results: &Results, topic: Topic) -> bool {
    let of_topic = || {
        asked(results)
            .into_iter()
            .filter(|change| change.quantity.topic == topic && change.row.changed_blocks != Some(0))
    };
    of_topic().all(|change| change.standing() != Some(Standing::Beyond))
        && of_topic().any(|change| change.standing() == Some(Standing::NotSettled))
}

/// What the variants change, a point a topic; topics in which nothing changes share one.
pub(super) fn changes(results: &Results) -> Vec<Draft> {
    let asked = asked(results);
    let variants = compared(&asked);
    let (mut drafts, mut unchanged, mut open, mut unjudged) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for topic in Topic::ALL {
        let of_topic = |variant: &str| -> Vec<Change<'_>> {
            asked
                .iter()
                .copied()
                .filter(|change| {
                    change.row.cell.variant == variant && change.quantity.topic == topic
                })
                .collect()
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
        let (mut changed, others): (Vec<OfVariant<'_>>, Vec<OfVariant<'_>>) =
            known.into_iter().partition(|one| one.largest.is_some());
        if changed.is_empty() {
            if others.iter().all(OfVariant::is_unchanged) {
                unchanged.push((topic.title(), others.iter().all(|one| one.identical)));
            } else if others.iter().any(OfVariant::is_open) {
                open.push(topic.title());
            } else {
                unjudged.push(topic.title());
            }
            continue;
        }
        changed
            .sort_by(|one, other| size(other).partial_cmp(&size(one)).unwrap_or(Ordering::Equal));
        let draft = Draft::new(
            topic.title(),
            DETAILS.map(|detail| in_words(results, &changed, &others, detail)),
        );
        drafts.push((topic, size(&changed[0]), draft));
    }
    drafts.sort_by(|(_, one, _), (_, other, _)| other.total_cmp(one));
    // Where there is no room for all, the largest change is told, and going first.
    let place = |(place, (topic, _, draft)): (usize, (Topic, f64, Draft))| match topic {
        _ if place == 0 => draft,
        Topic::Play => draft.or_drop(PLAY),
        Topic::GoingFirst => draft,
        _ => draft.or_drop(SMALLER),
    };
    let mut drafts: Vec<Draft> = drafts.into_iter().enumerate().map(place).collect();
    let or = |titles: &[&str]| match titles {
        [titles @ .., last] if !titles.is_empty() => {
            format!("{} or {last}", titles.join(", ")).to_lowercase()
        }
        titles => titles.join(", ").to_lowercase(),
    };
    let mut said = Vec::new();
    if !unchanged.is_empty() {
        let changes = match &variants[..] {
            [alone] => format!("{alone} does not change"),
            _ => "no variant changes".to_owned(),
        };
        for (wanted, how) in [(true, "in any block"), (false, "beyond your tolerance")] {
            let of: Vec<&str> = unchanged
                .iter()
                .filter(|(_, identical)| *identical == wanted)
                .map(|(title, _)| *title)
                .collect();
            if !of.is_empty() {
                said.push(format!("{changes} {} {how}", or(&of)));
            }
        }
    }
    if !open.is_empty() {
        said.push(format!("nothing clear is known yet about what changes {}", or(&open)));
    }
    if !unjudged.is_empty() {
        said.push(format!(
            "too few {} end in some line-ups to judge what changes {}",
            results.names.plural,
            or(&unjudged)
        ));
    }
    let forms = [said.join("; ") + ".", said.first().cloned().unwrap_or_default() + "."];
    match (unchanged.is_empty(), said.is_empty()) {
        (true, true) => {}
        (false, _) => drafts.push(Draft::new("Unchanged", forms)),
        // That is counted among what is not settled.
        (true, false) => drafts.push(Draft::new("Open", forms).or_drop(OPEN)),
    }
    drafts
}

fn size(one: &OfVariant<'_>) -> f64 {
    one.largest.map_or(0.0, Change::size)
}

/// How much is said of one topic.
#[derive(Clone, Copy)]
struct Detail {
    first: First,
    /// The interval of the largest change.
    interval: bool,
    /// Where the others do it, if not where the first one does.
    places: bool,
    /// What they do elsewhere, where that is the opposite.
    opposite: bool,
    /// This many groups of variants are told with what they change.
    told: usize,
    /// This many variants of a group are named.
    names: usize,
    rest: Rest,
}

/// How the largest change is told.
#[derive(Clone, Copy, PartialEq)]
enum First {
    /// In a sentence with its values, where it is, and the change.
    Sentence,
    /// In a sentence with its values.
    Values,
    /// The change, with its values and where it is.
    ChangeWithValues,
    /// The change, and where it is.
    Place,
    /// The change alone.
    Change,
}

/// How those that are not told one by one are told.
#[derive(Clone, Copy, PartialEq)]
enum Rest {
    Named,
    Counted,
    /// Those that change less are counted too where nothing else is said of them.
    AllCounted,
    Left,
}

/// A topic is told in as many ways, the fullest first.
const DETAILS: [Detail; 10] = {
    let full = Detail {
        first: First::Sentence,
        interval: true,
        places: true,
        opposite: true,
        told: 3,
        names: 4,
        rest: Rest::Named,
    };
    let short = Detail {
        first: First::Change,
        interval: true,
        places: false,
        opposite: false,
        told: 1,
        names: 2,
        rest: Rest::AllCounted,
    };
    [
        full,
        Detail { first: First::ChangeWithValues, ..full },
        Detail { interval: false, places: false, names: 3, ..full },
        Detail { first: First::Place, places: false, names: 3, ..full },
        Detail { interval: false, told: 4, rest: Rest::Counted, ..short },
        Detail { first: First::Values, interval: false, ..short },
        Detail { told: 2, rest: Rest::Counted, ..short },
        short,
        Detail { names: 1, interval: false, ..short },
        Detail { names: 1, interval: false, rest: Rest::Left, ..short },
    ]
};

/// Variants that do the same to one decimal.
#[derive(PartialEq)]
struct Alike {
    /// "-20.4 %".
    effect: String,
    /// The same with what it is of: "-20.4 % decisions".
    labelled: String,
    /// Where, if not where the first one does it; and what it does elsewhere.
    place: String,
}

/// One topic: who changes it most and what, who else does, who does not, of whom it is not known.
fn in_words(
    results: &Results,
    changed: &[OfVariant<'_>],
    others: &[OfVariant<'_>],
    detail: Detail,
) -> String {
    let Some(first) = changed.first().and_then(|one| one.largest) else { return String::new() };
    let mut groups: Vec<(Alike, Vec<&str>)> = Vec::new();
    for one in changed {
        let Some(largest) = one.largest else { continue };
        let elsewhere = largest.row.cell.lineup != first.row.cell.lineup && detail.places;
        let mut place = if elsewhere {
            format!(" ({})", players(results, &largest.row.cell))
        } else {
            String::new()
        };
        if let Some(opposite) = one.opposite.filter(|_| detail.opposite) {
            let _ = write!(
                place,
                ", but {} ({})",
                opposite.in_words(),
                players(results, &opposite.row.cell)
            );
        }
        // Where other units of length say something else, that is said of the largest change in any
        // case, and of the others where there is room.
        let labelled = if detail.rest == Rest::Named {
            largest.labelled(results, "")
        } else {
            first_label(largest, &largest.in_words())
        };
        let alike = Alike { effect: largest.in_words(), labelled, place };
        match groups.iter_mut().find(|(known, _)| *known == alike) {
            Some((_, group)) => group.push(one.name),
            None => groups.push((alike, vec![one.name])),
        }
    }
    let mut said = Vec::new();
    for (index, (Alike { effect, labelled, place }, group)) in
        groups.iter().take(detail.told).enumerate()
    {
        let group = some(group, detail.names, "and");
        if index > 0 {
            // What it is of is said once.
            let effect = if *labelled == first_label(first, effect) { effect } else { labelled };
            said.push(format!("{group} {effect}{place}"));
            continue;
        }
        let interval = first.interval().filter(|_| detail.interval).unwrap_or_default();
        let (who, units) = (players(results, &first.row.cell), first.but_units(results));
        let values = || first.values(results).unwrap_or_default();
        let labelled = first.labelled(results, &interval);
        // A number follows the name, a word is what happens to it.
        let labelled = if first.begins_with_number() {
            format!("{group} {labelled}")
        } else {
            format!("{group}: {labelled}")
        };
        said.push(match detail.first {
            First::Sentence => {
                format!("{group}: {} ({who}), {effect}{interval}{units}{place}", values())
            }
            First::Values => format!("{group}: {}{units}", values()),
            First::ChangeWithValues => {
                format!("{labelled} ({}{who}){place}", first.values_in_short().unwrap_or_default())
            }
            First::Place => format!("{labelled} ({who}){place}"),
            First::Change => labelled,
        });
    }
    let more: usize = groups.iter().skip(detail.told).map(|(_, group)| group.len()).sum();
    let of = |wanted: &dyn Fn(&OfVariant<'_>) -> bool| {
        others.iter().filter(|one| wanted(one)).map(|one| one.name).collect::<Vec<_>>()
    };
    let (same, open) = (of(&|one| one.is_unchanged()).len(), of(&|one| one.is_open()).len());
    let unjudged = of(&|one| one.unjudged).len();
    let counted = |counts: &[(usize, &str)]| {
        let told = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"));
        Some(told.collect::<Vec<_>>().join(", ")).filter(|told| !told.is_empty())
    };
    match detail.rest {
        Rest::Named => {
            let tolerance = first.tolerance();
            let within =
                if tolerance.is_empty() { String::new() } else { format!(" within {tolerance}") };
            let told = [
                (of(&|one| one.same && !one.identical), format!("The same{within}")),
                (of(&|one| one.identical), "The same in every block".to_owned()),
                (of(&|one| one.is_open()), "Not settled".to_owned()),
                (of(&|one| one.unjudged), "Not judged, since too few end".to_owned()),
            ];
            said.extend(counted(&[(more, "more by less")]));
            let mut text = said.join("; ") + ".";
            for (group, what) in told.iter().filter(|(group, _)| !group.is_empty()) {
                let _ = write!(text, " {what}: {}.", some(group, detail.names, "and"));
            }
            return text;
        }
        Rest::Counted => said.extend(counted(&[
            (more, "more by less"),
            (same, "the same"),
            (open, "open"),
            (unjudged, "not judged"),
        ])),
        Rest::AllCounted => said.extend(counted(&[
            (more, "by less"),
            (same, "the same"),
            (open, "open"),
            (unjudged, "not judged"),
        ])),
        Rest::Left => {}
    }
    said.join("; ") + "."
}

/// How an effect is told with what the first one is of.
fn first_label(first: Change<'_>, effect: &str) -> String {
    match first.label() {
        label if label.is_empty() => effect.to_owned(),
        label if first.quantity.is_relative() => format!("{effect} {label}"),
        label => format!("{label} {effect}"),
    }
}

/// How far going first is from fair under a variant, at worst over the line-ups of equals.
struct Unfair<'a> {
    variant: &'a str,
    estimate: f64,
    /// It is no less than this, and no more than that.
    low: f64,
    high: f64,
}

/// Under which variant going first is closest to fair among equals, and under which it is furthest,
/// where that is clear.
pub(super) fn fairest(results: &Results) -> Option<Draft> {
    const FEWEST: usize = 3;
    let of_equals = || results.first_player.iter().filter(|row| is_of_equals(results, &row.cell));
    // Where too few games end at one of its tables, nothing is known of a variant.
    let ends = |variant: &str| {
        of_equals().filter(|row| row.cell.variant == variant).all(|row| is_judged(&row.share))
    };
    let rows = || of_equals().filter(|row| ends(&row.cell.variant));
    // The one that looks best is the best of many: intervals hold for all of them together.
    let together = Together::new(results.manifest.analysis.confidence, rows().count());
    let mut all: Vec<Unfair<'_>> = Vec::new();
    for row in rows() {
        let share = &row.share;
        let Some(((estimate, low), high)) =
            share.advantage.zip(share.advantage_low).zip(share.advantage_high)
        else {
            continue;
        };
        let Interval { low, high } = together.distance(estimate, low, high);
        let own = Unfair { variant: &row.cell.variant, estimate: estimate.abs(), low, high };
        match all.iter_mut().find(|one| one.variant == own.variant) {
            Some(one) => {
                (one.estimate, one.low, one.high) =
                    (one.estimate.max(own.estimate), one.low.max(own.low), one.high.max(own.high));
            }
            None => all.push(own),
        }
    }
    all.sort_by(|one, other| one.estimate.total_cmp(&other.estimate));
    let (best, last) = (all.first()?, all.last()?);
    // Those that may be as fair as the one that looks best.
    let tied: Vec<&Unfair<'_>> = all.iter().filter(|one| one.low <= best.high).collect();
    let near = tied.iter().map(|one| one.estimate).fold(0.0, f64::max);
    (all.len() >= FEWEST && best.high < last.low).then(|| {
        let lineups =
            results.manifest.lineups.iter().filter(|names| names.len() > 1 && super::strengths::different(names).len() == 1).count();
        let at_most = if lineups > 1 { "at most " } else { "" };
        let (near, far) = (percent(near, 1), percent(last.estimate, 1));
        let names = |most: usize, before_last: &str| some(&tied.iter().map(|one| one.variant).collect::<Vec<_>>(), most, before_last);
        let apart = if tied.len() > 1 { ", not told apart," } else { "," };
        let variants = results.manifest.variants.len();
        let of_those = if all.len() < variants { format!(" (of {} of {variants} in which enough end)", all.len()) } else { String::new() };
        let full = format!(
            "{}{apart} where going first is {at_most}{near} points from fair between equals; furthest from it is {} ({at_most}{far}){of_those}.",
            names(4, "and"),
            last.variant
        );
        // Those that are not told apart: one or the other.
        let short = |most: usize| format!("{} ({at_most}{near} points from fair)", names(most, "or"));
        let short = |most: usize| short(most) + &of_those;
        Draft::new("Fairest", [full, format!("{}; furthest {} ({far}).", short(3), last.variant), short(3) + ".", short(1) + "."])
    })
}
