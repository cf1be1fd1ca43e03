//! What variants change against the baseline, topic by topic: the largest effects first, and how many
//! variants leave a topic as it is.

use std::collections::BTreeMap;

use super::super::change::{self, Change};
use super::super::numbers::joined;
use super::super::prelude::*;
use super::super::unfinished::both_end;
use super::super::who::players;
use super::fit::{Draft, OPEN, PLAY, SMALLER};

/// The changes that a designer asks for, in all line-ups: lengths in the first unit only, and only
/// one of two strategies if the other one mirrors it.
pub(super) fn asked(results: &Results) -> Vec<Change<'_>> {
    let mut asked = change::changes(results);
    asked.retain(|Change { row, quantity }| match quantity.topic {
        Topic::Endings | Topic::Play => true,
        _ if quantity.kind == Kind::Percentile => false,
        _ => quantity.is_asked_for(&row.subject, results.first_unit(), row.cell.players),
    });
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
    /// What is known if no change is clear.
    unclear: Unclear,
}

/// What is known of a variant and topic without a clear change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unclear {
    /// No block changed.
    Identical,
    /// All is within its tolerance.
    Same,
    Open,
    /// Too few games end somewhere to rule a change out.
    Unjudged,
}

impl<'a> OfVariant<'a> {
    /// `None` if nothing was asked about the topic.
    fn new(results: &Results, name: &'a str, topic: Topic, asked: &[Change<'a>]) -> Option<Self> {
        let is_of =
            |change: &Change<'_>| change.row.cell.variant == name && change.quantity.topic == topic;
        let changes: Vec<Change<'_>> = asked.iter().copied().filter(is_of).collect();
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
        // If too few games end, nothing is known to be the same.
        let all_end = changes.iter().all(|change| both_end(results, change.row));
        let same = changes.iter().all(|change| change.standing() == Some(Standing::Within));
        let unclear = match same {
            _ if !all_end => Unclear::Unjudged,
            _ if changes.iter().all(|change| change.row.changed_blocks == Some(0)) => {
                Unclear::Identical
            }
            true => Unclear::Same,
            false => Unclear::Open,
        };
        let same = all_end && same;
        (!changes.is_empty()).then_some(Self { name, largest, opposite, same, unclear })
    }

    fn size(&self) -> f64 {
        self.largest.map_or(0.0, Change::size)
    }
}

/// At most this many of several names: the first ones, and how many more there are.
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
    /// The other units of length that disagree; empty if all agree.
    pub(in crate::words) other_units: String,
}

/// For each variant and topic, the largest clear change.
pub(in crate::words) fn effects(results: &Results) -> Vec<(&str, BTreeMap<Topic, Effect>)> {
    let asked = asked(results);
    let of_topic = |variant: &str, topic: Topic| {
        let known = OfVariant::new(results, variant, topic, &asked)?;
        let opposite = known.opposite.map(|opposite| format!(", {}", opposite.in_short()));
        let text = match known.largest {
            Some(largest) => largest.in_short() + &opposite.unwrap_or_default(),
            None if known.same => "same".to_owned(),
            None if known.unclear == Unclear::Unjudged => "not judged".to_owned(),
            None => "open".to_owned(),
        };
        let other_units = known.largest.map(|largest| largest.units_that_disagree(results));
        Some((topic, Effect { text, other_units: other_units.unwrap_or_default().join(", ") }))
    };
    let of_variant =
        |name| Topic::ALL.into_iter().filter_map(|topic| of_topic(name, topic)).collect();
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
    let mut unclear = BTreeMap::<Unclear, Vec<String>>::new();
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
            // The topic is as open as its most open variant.
            let is_there = |state: &Unclear| others.iter().any(|one| one.unclear == *state);
            let state =
                [Unclear::Open, Unclear::Unjudged, Unclear::Same].into_iter().find(is_there);
            let titles = unclear.entry(state.unwrap_or(Unclear::Identical)).or_default();
            titles.push(topic.title().to_lowercase());
        }
    }
    drafts.sort_by(|(_, one, _), (_, other, _)| other.total_cmp(one));
    // If there is no room for all, the largest change and going first stay.
    let place = |(place, (topic, _, draft)): (usize, (Topic, f64, Draft))| match topic {
        _ if place == 0 => draft,
        Topic::Play => draft.or_drop(PLAY),
        Topic::GoingFirst => draft,
        _ => draft.or_drop(SMALLER),
    };
    let mut drafts: Vec<Draft> = drafts.into_iter().enumerate().map(place).collect();
    let (never, not) = match &variants[..] {
        [alone] => (format!("{alone} never changes"), format!("{alone} does not change")),
        _ => ("no variant ever changes".to_owned(), "no variant changes".to_owned()),
    };
    let in_words = |(state, titles): (&Unclear, &Vec<String>)| {
        let (titles, plural) = (joined(titles, "or"), &results.names.plural);
        match state {
            Unclear::Identical => format!("{never} {titles}"),
            Unclear::Same => format!("{not} {titles} beyond your tolerance"),
            Unclear::Open => format!("it is not settled what changes {titles}"),
            Unclear::Unjudged => {
                format!("too few {plural} end in some line-ups to judge what changes {titles}")
            }
        }
    };
    let said: Vec<String> = unclear.iter().map(in_words).collect();
    let is_unchanged = unclear.keys().any(|state| *state <= Unclear::Same);
    if let Some(first) = said.first() {
        let title = if is_unchanged { "Unchanged" } else { "Open" };
        let draft = Draft::new(title, said.join("; ") + ".").or_short(format!("{first}."));
        // Another point also counts what is open.
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
    let mut groups = IndexMap::<String, Vec<&str>>::new();
    for one in changed {
        let Some(largest) = one.largest else { continue };
        let is_alike = largest.label() == first.label();
        let mut effect = if is_alike { largest.in_words() } else { largest.labelled("") };
        if full && largest.row.cell.lineup != first.row.cell.lineup {
            effect = format!("{effect} ({})", players(results, &largest.row.cell));
        }
        if let Some(opposite) = one.opposite.filter(|_| full) {
            let who = players(results, &opposite.row.cell);
            effect = format!("{effect}, but {} ({who})", opposite.in_words());
        }
        groups.entry(effect).or_default().push(one.name);
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
    let less: usize = groups.values().skip(most_groups).map(Vec::len).sum();
    let of = |state: Unclear| others.iter().filter(|one| one.unclear == state).count();
    let counts = [
        (less, if less == 1 { "other less" } else { "others less" }),
        (of(Unclear::Identical) + of(Unclear::Same), "the same"),
        (of(Unclear::Open), "not settled"),
        (of(Unclear::Unjudged), "not judged"),
    ];
    let counted = counts.iter().filter(|(count, _)| *count > 0);
    let counted: Vec<String> = counted.map(|(count, what)| format!("{count} {what}")).collect();
    said.extend((!counted.is_empty()).then(|| counted.join(", ")));
    said.join("; ") + "."
}
