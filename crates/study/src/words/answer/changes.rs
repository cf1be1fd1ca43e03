//! What variants change against the baseline, topic by topic: the largest effects first, and how many
//! variants leave a topic as it is.

use super::super::numbers::{and, in_unit, joined, signed};
use super::super::sentences::{Unfinished, WHO_SITS_BESIDE, filled};
use super::super::unfinished::{both_end, is_notable};
use super::fit::{Draft, OPEN, PLAY, SMALLER};
use super::who::players;
use crate::results::Results;
use fairdeal_core::metrics::{About, Kind, QuantityDescription, Topic, Unit, quantity};
use fairdeal_core::rows::{ComparisonRow, Standing, Verdict};

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

    /// The effect as a multiple of its tolerance, so that different quantities can be compared;
    /// without a tolerance, in hundredths.
    pub(super) fn size(self) -> f64 {
        let tolerance = self.row.judged.tolerance;
        self.effect()
            .map_or(0.0, |effect| effect.abs() / if tolerance > 0.0 { tolerance } else { 0.01 })
    }

    /// By how much a number of this quantity is multiplied when it is written.
    fn scale(self) -> f64 {
        if self.quantity.is_relative() || self.quantity.is_rate() { 100.0 } else { 1.0 }
    }

    /// "+3.0 points", "-20.4 %".
    fn in_words(self) -> String {
        let effect = signed(self.scale() * self.effect().unwrap_or(0.0), 1);
        match self.quantity.unit {
            _ if self.quantity.is_relative() => effect + " %",
            Unit::Percent | Unit::Points => effect + " points",
            Unit::Number | Unit::WholeNumber => effect,
        }
    }

    /// "+3.0" of points, "-20.4 %".
    fn in_short(self) -> String {
        self.in_words().trim_end_matches(" points").to_owned()
    }

    /// " [+2.0, +3.9]", in the same unit.
    fn interval(self) -> String {
        let row = self.row;
        let ends = if self.quantity.is_relative() {
            row.relative_low.zip(row.relative_high)
        } else {
            row.difference_low.zip(row.difference_high)
        };
        let shown = |end: f64| signed(self.scale() * end, 1);
        ends.map_or_else(String::new, |(low, high)| format!(" [{}, {}]", shown(low), shown(high)))
    }

    /// "heuristic wins 85.8 % instead of 93.6 %".
    fn values(self, results: &Results) -> Option<String> {
        let shown = |value: f64| in_unit(value, None, self.quantity.unit, 1);
        let (before, after) = (shown(self.row.baseline_value?), shown(self.row.variant_value?));
        let unfinished =
            if is_notable(results, self.row) { Unfinished::Said } else { Unfinished::Unsaid };
        Some(filled(
            self.quantity,
            &self.row.subject,
            &results.names.plural,
            (&after, Some(&before)),
            unfinished,
            WHO_SITS_BESIDE,
        ))
    }

    /// A word or two for what changes; empty where its topic says all.
    fn label(self) -> String {
        match self.quantity.about {
            About::EndReasons => format!("\"{}\"", self.row.subject),
            _ if self.quantity.topic == Topic::GoingFirst => String::new(),
            _ if self.row.subject.is_empty() => self.quantity.name.replace('_', " "),
            _ => self.row.subject.clone(),
        }
    }

    /// " -20.4 % decisions", ": comebacks +3.0 points", with the interval after the number: what
    /// follows the names of variants.
    fn labelled(self, interval: &str) -> String {
        let (label, effect) = (self.label(), self.in_words());
        match (self.quantity.is_relative(), label.is_empty()) {
            (true, _) => format!(" {effect}{interval} {label}"),
            (false, true) => format!(" {effect}{interval}"),
            (false, false) => format!(": {label} {effect}{interval}"),
        }
    }

    /// " (but rounds +0.3 %)"; empty where all units say the same.
    fn but_units(self, results: &Results) -> String {
        let others = self.units_that_disagree(results);
        if others.is_empty() { String::new() } else { format!(" (but {})", others.join(", ")) }
    }

    /// Units of length in which games do not become longer, or shorter, although they do in this one:
    /// "rounds +0.3 %", "plays and deals the same".
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
            let is_zero = other.effect().is_some_and(|effect| effect.abs() < 0.000_5);
            let does = if is_zero { "the same".to_owned() } else { other.in_words() };
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
}

/// The changes that a designer asks for, in all line-ups: of lengths the first unit, of two
/// strategies the one that the other one mirrors.
pub(super) fn asked(results: &Results) -> Vec<Change<'_>> {
    let mut asked = Vec::new();
    for rows in results
        .comparisons
        .chunk_by(|one, other| one.cell == other.cell && one.quantity == other.quantity)
    {
        let Some(quantity) = quantity(&rows[0].quantity) else { continue };
        let equal_seats = results.has_equal_seats(&rows[0].cell.lineup);
        for (subject, row) in rows.iter().enumerate() {
            let told = match quantity.topic {
                Topic::Endings | Topic::Play => true,
                _ if quantity.kind == Kind::Percentile => false,
                _ => quantity.is_asked_for(&row.subject, results.first_unit(), row.cell.players),
            };
            if told && !quantity.mirrors(subject, rows.len(), equal_seats, row.all_ended) {
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
    /// No block changed.
    identical: bool,
    /// No change is clear, and too few games end somewhere to rule one out.
    unjudged: bool,
}

impl<'a> OfVariant<'a> {
    /// `None` where nothing was asked about the topic.
    fn new(results: &Results, name: &'a str, topic: Topic, asked: &[Change<'a>]) -> Option<Self> {
        let changes: Vec<Change<'_>> = asked
            .iter()
            .copied()
            .filter(|change| change.row.cell.variant == name && change.quantity.topic == topic)
            .collect();
        let clear =
            || changes.iter().copied().filter(|change| change.standing() == Some(Standing::Beyond));
        let larger = |one: &Change<'_>, other: &Change<'_>| one.size().total_cmp(&other.size());
        let largest = clear().max_by(larger);
        let opposite = largest.and_then(|largest| {
            let is_opposite = |change: &Change<'_>| {
                let signs = change.effect().zip(largest.effect());
                change.quantity.name == largest.quantity.name
                    && change.row.cell.players == largest.row.cell.players
                    && results.is_of_equals(&change.row.cell.lineup)
                    && signs.is_some_and(|(one, other)| (one < 0.0) != (other < 0.0))
            };
            clear().filter(is_opposite).max_by(larger)
        });
        // What is not judged is not known to be the same.
        let all_end = changes.iter().all(|change| both_end(results, change.row));
        let same = changes.iter().all(|change| change.standing() == Some(Standing::Within));
        let identical = changes.iter().all(|change| change.row.changed_blocks == Some(0));
        (!changes.is_empty()).then_some(Self {
            name,
            largest,
            opposite,
            same: all_end && same,
            identical: all_end && identical,
            unjudged: largest.is_none() && !all_end,
        })
    }

    /// What is known where no change is clear.
    fn state(&self) -> Unclear {
        match self.same || self.identical {
            true => Unclear::Unchanged,
            false if self.unjudged => Unclear::Unjudged,
            false => Unclear::Open,
        }
    }

    fn size(&self) -> f64 {
        self.largest.map_or(0.0, Change::size)
    }
}

/// What is known of a variant and topic without a clear change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unclear {
    Unchanged,
    Open,
    Unjudged,
}

/// Several names, at most this many of them: the first ones and how many more.
pub(super) fn some(names: &[&str], most: usize, before_last: &str) -> String {
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
    /// Of a length, the other units that disagree; empty where all say the same.
    pub(in crate::words) other_units: String,
}

/// For each variant and topic, the largest clear change.
pub(in crate::words) fn effects(results: &Results) -> Vec<(&str, Vec<(Topic, Effect)>)> {
    let asked = asked(results);
    let of_topic = |variant: &str, topic: Topic| {
        let known = OfVariant::new(results, variant, topic, &asked)?;
        let plain = |text: &str| Effect { text: text.to_owned(), other_units: String::new() };
        let effect = match known.largest {
            Some(largest) => {
                let opposite = known.opposite.map(|opposite| format!(", {}", opposite.in_short()));
                Effect {
                    text: largest.in_short() + &opposite.unwrap_or_default(),
                    other_units: largest.units_that_disagree(results).join(", "),
                }
            }
            None if known.same => plain("same"),
            None if known.unjudged => plain("not judged"),
            None => plain("open"),
        };
        Some((topic, effect))
    };
    let of_variant =
        |name: &'_ str| Topic::ALL.into_iter().filter_map(|topic| of_topic(name, topic)).collect();
    compared(&asked).into_iter().map(|name| (name, of_variant(name))).collect()
}

/// Is a topic open: no variant clearly changes it, and some verdicts about it are not settled?
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
    let mut drafts: Vec<(Topic, f64, Draft)> = Vec::new();
    let (mut identical, mut same, mut open, mut unjudged) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for topic in Topic::ALL {
        let of_topics =
            variants.iter().filter_map(|name| OfVariant::new(results, name, topic, &asked));
        let (mut changed, others): (Vec<OfVariant<'_>>, Vec<OfVariant<'_>>) =
            of_topics.partition(|one| one.largest.is_some());
        if !changed.is_empty() {
            changed.sort_by(|one, other| other.size().total_cmp(&one.size()));
            let [full, short] =
                [true, false].map(|full| in_words(results, &changed, &others, full));
            drafts.push((
                topic,
                changed[0].size(),
                Draft::new(topic.title(), full).or_short(short),
            ));
        } else if !others.is_empty() {
            let titles = if others.iter().all(|one| one.identical) {
                &mut identical
            } else if others.iter().all(|one| one.state() == Unclear::Unchanged) {
                &mut same
            } else if others.iter().any(|one| one.state() == Unclear::Open) {
                &mut open
            } else {
                &mut unjudged
            };
            titles.push(topic.title().to_lowercase());
        }
    }
    drafts.sort_by(|(_, one, _), (_, other, _)| other.total_cmp(one));
    // Where there is no room for all, the largest change stays, and going first.
    let place = |(place, (topic, _, draft)): (usize, (Topic, f64, Draft))| match topic {
        _ if place == 0 => draft,
        Topic::Play => draft.or_drop(PLAY),
        Topic::GoingFirst => draft,
        _ => draft.or_drop(SMALLER),
    };
    let mut drafts: Vec<Draft> = drafts.into_iter().enumerate().map(place).collect();
    let or = |titles: &[String]| joined(titles, "or");
    let (never, not) = match &variants[..] {
        [alone] => (format!("{alone} never changes"), format!("{alone} does not change")),
        _ => ("no variant ever changes".to_owned(), "no variant changes".to_owned()),
    };
    let mut said = Vec::new();
    if !identical.is_empty() {
        said.push(format!("{never} {}", or(&identical)));
    }
    if !same.is_empty() {
        said.push(format!("{not} {} beyond your tolerance", or(&same)));
    }
    let is_unchanged = !said.is_empty();
    if !open.is_empty() {
        said.push(format!("it is not settled what changes {}", or(&open)));
    }
    if !unjudged.is_empty() {
        said.push(format!(
            "too few {} end in some line-ups to judge what changes {}",
            results.names.plural,
            or(&unjudged)
        ));
    }
    if let Some(first) = said.first() {
        let title = if is_unchanged { "Unchanged" } else { "Open" };
        let draft = Draft::new(title, said.join("; ") + ".").or_short(format!("{first}."));
        // What is open is counted among what is not settled, too.
        drafts.push(if is_unchanged { draft } else { draft.or_drop(OPEN) });
    }
    drafts
}

/// One topic: the variants that change it most and by how much, and how many others do less, change
/// nothing, or are not settled.
fn in_words(
    results: &Results,
    changed: &[OfVariant<'_>],
    others: &[OfVariant<'_>],
    full: bool,
) -> String {
    let Some(first) = changed.first().and_then(|one| one.largest) else { return String::new() };
    let (most_groups, most_names) = if full { (3, 4) } else { (1, 2) };
    // Variants whose effects are the same to one decimal: their effect, where it is, and the opposite
    // effect elsewhere.
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for one in changed {
        let Some(largest) = one.largest else { continue };
        let mut effect = largest.in_words();
        if largest.label() != first.label() {
            effect = largest.labelled("");
        }
        if full && largest.row.cell.lineup != first.row.cell.lineup {
            effect = format!("{effect} ({})", players(results, &largest.row.cell));
        }
        if let Some(opposite) = one.opposite.filter(|_| full) {
            let who = players(results, &opposite.row.cell);
            effect = format!("{effect}, but {} ({who})", opposite.in_words());
        }
        match groups.iter_mut().find(|(known, _)| *known == effect) {
            Some((_, group)) => group.push(one.name),
            None => groups.push((effect, vec![one.name])),
        }
    }
    let mut said = Vec::new();
    for (index, (effect, group)) in groups.iter().take(most_groups).enumerate() {
        let group = some(group, most_names, "and");
        let (interval, units) = (first.interval(), first.but_units(results));
        said.push(match first.values(results).filter(|_| full) {
            _ if index > 0 => {
                format!("{group}{}{effect}", if effect.starts_with([' ', ':']) { "" } else { " " })
            }
            Some(values) => {
                let who = players(results, &first.row.cell);
                let own = first.in_words();
                let rest = effect.strip_prefix(&own).unwrap_or("");
                format!("{group}: {values} ({who}), {own}{interval}{units}{rest}")
            }
            None => format!("{group}{}{units}", first.labelled(&interval)),
        });
    }
    let less: usize = groups.iter().skip(most_groups).map(|(_, group)| group.len()).sum();
    let of = |state: Unclear| others.iter().filter(|one| one.state() == state).count();
    let counts = [
        (less, if less == 1 { "other less" } else { "others less" }),
        (of(Unclear::Unchanged), "the same"),
        (of(Unclear::Open), "not settled"),
        (of(Unclear::Unjudged), "not judged"),
    ];
    let counted = counts.iter().filter(|(count, _)| *count > 0);
    let counted: Vec<String> = counted.map(|(count, what)| format!("{count} {what}")).collect();
    said.extend((!counted.is_empty()).then(|| counted.join(", ")));
    said.join("; ") + "."
}
