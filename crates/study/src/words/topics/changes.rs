//! The effects of variants, compared with the baseline, topic by topic: the largest effects first,
//! and the number of variants that leave a topic unchanged.

use std::cmp::Ordering;

mod change;
mod sentences;

use super::telling::Telling;
use crate::words::prelude::*;
pub(super) use change::Change;

pub(super) const TELLING: Telling = Telling {
    lines: |of| changes(of.results),
    table: |shown| table(shown.results),
    sentences: sentences::sentences,
    ..Telling::NONE
};

/// The changes that a designer asks for, in all line-ups: of two strategies only one, if the other one
/// mirrors it.
pub(in crate::words) fn asked(results: &Results) -> Vec<Change<'_>> {
    let mut asked = change::changes(results);
    asked.retain(|Change { row, quantity }| match quantity.topic {
        Topic::Endings | Topic::Play => true,
        _ if quantity.kind == Kind::Percentile => false,
        // All units of length are kept, because they may disagree.
        _ if quantity.about == About::LengthUnits => true,
        _ => {
            let is_one_side = results.names.is_one_side(row.cell.players);
            quantity.is_asked_for(&row.subject, results.felt_unit(), is_one_side)
        }
    });
    asked
}

/// The comparisons that a designer asks for, each with its quantity.
pub fn asked_comparisons(results: &Results) -> Vec<(&ComparisonRow, &'static QuantityDescription)> {
    asked(results).into_iter().map(|Change { row, quantity }| (row, quantity)).collect()
}

/// The effect of a variant on a topic, over all line-ups.
struct OfVariant<'a> {
    name: &'a str,
    /// The largest change that is clear.
    largest: Option<Change<'a>>,
    /// Whether the largest change is among players of the game's ladder.
    leads: bool,
    /// The change of that quantity among the strongest players, if its verdict is settled.
    told: Option<Change<'a>>,
    /// The change among other players, if it differs: none, in the other direction, or
    /// of another size.
    otherwise: Option<Change<'a>>,
    /// The change among stronger players, if its verdict is open.
    open: Option<Change<'a>>,
    /// Whether all verdicts are within their tolerances.
    same: bool,
    /// The state of the verdicts if no change is clear.
    unclear: Unclear,
}

/// The state of a variant and topic without a clear change.
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

/// The changes of the same quantity by a variant, at tables of the same size.
#[derive(Default)]
struct Alike<'a> {
    /// Those with a settled verdict, the strongest players first.
    settled: Vec<Change<'a>>,
    /// That among the strongest players, if it is settled; else that which is largest.
    told: Option<Change<'a>>,
    /// That among equals who are stronger than those of `told`, if its verdict is open.
    open: Option<Change<'a>>,
}

impl<'a> Alike<'a> {
    /// `None` if nothing about the subject can be told in the place of the largest change.
    fn new(
        results: &Results,
        changes: &[Change<'a>],
        largest: Change<'a>,
        subject: &str,
    ) -> Option<Self> {
        let is_alike = |change: &Change<'_>| {
            change.quantity.name == largest.quantity.name
                && (!matches!(
                    change.quantity.topic,
                    Topic::Events | Topic::Length | Topic::Endings
                ) || change.row.subject == subject)
                && change.row.cell.players == largest.row.cell.players
        };
        let mut alike: Vec<Change<'a>> = changes.iter().copied().filter(is_alike).collect();
        sort_by_strength(results, &mut alike, |change| &change.row.cell);
        let (open, settled): (Vec<Change<'_>>, Vec<Change<'_>>) =
            alike.into_iter().partition(|change| {
                !matches!(change.standing(), Some(Standing::Beyond | Standing::Within))
            });
        // Rows about the subject of the largest change come first.
        let own = |change: &&Change<'_>| {
            // Equals have no other subject than themselves.
            let of_equals = results.is_of_equals(&change.row.cell.lineup);
            (change.row.subject == subject || of_equals && change.quantity.topic == Topic::Score)
                && (of_equals || change.row.cell == largest.row.cell)
        };
        let is_above = |one: &Change<'_>, other: Change<'_>| {
            stands_above(results, &one.row.cell, &other.row.cell)
        };
        let mut shown = settled.iter().filter(own);
        let stronger = shown.clone().find(|change| is_above(change, largest));
        // If it is not known who is stronger, the largest change counts.
        let told = stronger.or_else(|| shown.find(|change| change.row.cell == largest.row.cell));
        let told = *told?;
        let is_open = |change: &Change<'_>| {
            own(&change) && change.standing().is_some() && is_above(change, told)
        };
        let open = open.into_iter().find(is_open);
        Some(Self { settled, told: Some(told), open })
    }
}

impl<'a> OfVariant<'a> {
    /// `None` if nothing was asked about the topic.
    fn new(results: &Results, name: &'a str, topic: Topic, asked: &[Change<'a>]) -> Option<Self> {
        Self::of(results, name, asked, |change| change.quantity.topic == topic)
    }

    /// Sums up the changes that are `wanted`; `None` if there are none.
    fn of(
        results: &Results,
        name: &'a str,
        asked: &[Change<'a>],
        wanted: impl Fn(&Change<'_>) -> bool,
    ) -> Option<Self> {
        let is_of = |change: &Change<'_>| change.row.cell.variant == name && wanted(change);
        let changes: Vec<Change<'_>> = asked.iter().copied().filter(is_of).collect();
        let clear =
            || changes.iter().copied().filter(|change| change.standing() == Some(Standing::Beyond));
        let larger = |one: &Change<'_>, other: &Change<'_>| one.size().total_cmp(&other.size());
        // Games against a dummy count only if there are no others.
        let among_players = |change: &Change<'_>| results.are_players(&change.row.cell.lineup);
        let largest =
            clear().filter(among_players).max_by(larger).or_else(|| clear().max_by(larger));
        let leads = largest.is_some_and(|largest| among_players(&largest));
        // Lengths are in the unit that players feel, unless only another one changes there.
        let felt = results.felt_unit();
        let is_felt = |largest: Change<'_>| {
            largest.quantity.about == About::LengthUnits
                && changes.iter().any(|change| change.row.subject == felt)
        };
        let subjects = largest.map_or_else(Vec::new, |largest| {
            let own = largest.row.subject.as_str();
            if is_felt(largest) { vec![felt, own] } else { vec![own] }
        });
        let about = |subject: &str| Alike::new(results, &changes, largest?, subject);
        let alike = subjects.into_iter().find_map(about).unwrap_or_default();
        let told = alike.told.or(largest);
        let differs = |change: &&Change<'_>| {
            told.is_some_and(|told| {
                let is_shown = results.is_of_equals(&change.row.cell.lineup)
                    || largest.is_some_and(|largest| change.row.cell == largest.row.cell);
                change.row.cell != told.row.cell && is_shown && change.disagrees(told)
            })
        };
        let otherwise = alike.settled.iter().filter(differs).copied();
        let distance = |change: &Change<'_>| {
            let effects = change.effect().zip(told.and_then(Change::effect));
            effects.map_or(0.0, |(one, other)| (one - other).abs())
        };
        let otherwise = otherwise.max_by(|one, other| distance(one).total_cmp(&distance(other)));
        // A quantity that stays as it is gives way to the largest change, unless it is a length.
        let stays = told.is_some_and(|told| {
            told.standing() != Some(Standing::Beyond) && told.quantity.about != About::LengthUnits
        });
        let told = if stays && otherwise.is_none() { largest } else { told };
        // Nothing is said of the strongest players if another change than theirs is told.
        let open = alike.open.filter(|open| {
            told.is_some_and(|told| {
                told.quantity.name == open.quantity.name && told.row.subject == open.row.subject
            })
        });
        // If too few games end, nothing is known to be the same.
        let all_end = changes.iter().all(|change| both_end(results, change.row));
        let same = changes.iter().all(|change| change.standing() == Some(Standing::Within));
        let unclear = match same {
            _ if !all_end => Unclear::Unjudged,
            // A few blocks that are the same say little about others.
            _ if results.manifest.blocks >= EARLY
                && changes.iter().all(|change| change.row.changed_blocks == Some(0)) =>
            {
                Unclear::Identical
            }
            true => Unclear::Same,
            false => Unclear::Open,
        };
        let same = all_end && same;
        (!changes.is_empty()).then_some(Self {
            name,
            largest,
            leads,
            told,
            otherwise,
            open,
            same,
            unclear,
        })
    }

    /// Whether it changes something between some players, but not between the strongest.
    fn stays_at_the_top(&self) -> bool {
        let stays = |told: Change<'_>| told.standing() == Some(Standing::Within);
        self.otherwise.is_some() && self.told.is_some_and(stays)
    }

    fn is_of_length(&self) -> bool {
        self.told.is_some_and(|told| told.quantity.about == About::LengthUnits)
    }

    /// Sorts variants that change something: the largest changes first.
    fn order(one: &Self, other: &Self) -> Ordering {
        other.leads.cmp(&one.leads).then(other.size().total_cmp(&one.size()))
    }

    fn size(&self) -> f64 {
        self.largest.map_or(0.0, Change::size)
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
    /// In a word or two; or that it is the same, or not settled.
    pub(in crate::words) text: String,
    /// The other units of length that disagree; empty if all agree.
    pub(in crate::words) other_units: String,
}

/// For each variant and topic, the largest clear change.
pub(in crate::words) fn effects(results: &Results) -> Vec<(&str, BTreeMap<Topic, Effect>)> {
    let asked = asked(results);
    let of_topic = |variant: &str, topic: Topic| {
        let known = OfVariant::new(results, variant, topic, &asked)?;
        let opposite = known.otherwise.map(Change::in_short);
        let open = known.open.map(|_| "?".to_owned());
        let others = opposite.into_iter().chain(open);
        let others = others.fold(String::new(), |others, other| others + ", " + &other);
        let text = match known.told {
            // The text names the event that changes, because there are many.
            Some(largest) if topic == Topic::Events => {
                format!("{}{others}: {}", largest.in_short(), largest.label())
            }
            Some(told)
                if told.standing() == Some(Standing::Within) && known.otherwise.is_none() =>
            {
                "same".to_owned()
            }
            // The column is about the unit that players feel.
            Some(told)
                if told.quantity.about == About::LengthUnits
                    && told.row.subject != results.felt_unit() =>
            {
                format!("{} {}{others}", told.in_short(), told.row.subject)
            }
            Some(told) => told.in_short() + &others,
            None if known.same => "same".to_owned(),
            None if known.unclear == Unclear::Unjudged => "not judged".to_owned(),
            None => NOT_SETTLED.to_owned(),
        };
        let other_units = known.told.map(|told| told.units_that_disagree(results));
        Some((topic, Effect { text, other_units: other_units.unwrap_or_default().join(", ") }))
    };
    let of_variant =
        |name| Topic::ALL.into_iter().filter_map(|topic| of_topic(name, topic)).collect();
    compared(&asked).into_iter().map(|name| (name, of_variant(name))).collect()
}

/// The text in a table for changes that are not settled.
pub(in crate::words) const NOT_SETTLED: &str = "not settled";

/// Whether a topic is open: no variant clearly changes it, and some verdicts about it
/// are not settled.
pub(in crate::words) fn is_open(results: &Results, topic: Topic) -> bool {
    let of_topic = || {
        asked(results)
            .into_iter()
            .filter(|change| change.quantity.topic == topic && change.row.changed_blocks != Some(0))
    };
    of_topic().all(|change| change.standing() != Some(Standing::Beyond))
        && of_topic().any(|change| change.standing() == Some(Standing::NotSettled))
}

/// Whether sets of rules are compared with a baseline.
pub(in crate::words) fn compares_rules(results: &Results) -> bool {
    !results.comparisons.is_empty()
}

/// Whether any set of rules changes the subject of `ask`, and which one most.
pub(in crate::words) fn whether_changed(results: &Results, first: AskedFirst<'_>) -> Option<Draft> {
    let (about, asked) = match first {
        // Scores are no topic of the answer unless they are asked for.
        AskedFirst::Topic(topic @ Topic::Score) => {
            let mut changes = change::changes(results);
            changes.retain(|change| change.quantity.kind != Kind::Percentile);
            (topic.title().to_owned(), changes)
        }
        AskedFirst::Topic(topic) => (topic.title().to_owned(), asked(results)),
        AskedFirst::Event(name) => (capitalized(name), asked(results)),
        AskedFirst::Length(unit) => {
            (format!("{} in {unit}", Topic::Length.title()), change::changes(results))
        }
        AskedFirst::Quantity(quantity) => {
            let mut changes = change::changes(results);
            let unit = results.felt_unit();
            changes.retain(|Change { row, quantity }| {
                quantity.about != About::LengthUnits || row.subject == unit
            });
            (capitalized(&spaced(quantity.name)), changes)
        }
    };
    let known = compared(&asked).into_iter();
    let known = known.filter_map(|name| {
        OfVariant::of(results, name, &asked, |change| {
            first.covers(change.quantity, &change.row.subject)
        })
    });
    let (mut changed, others): (Vec<OfVariant<'_>>, Vec<OfVariant<'_>>) =
        known.partition(|one| one.largest.is_some());
    changed.sort_by(OfVariant::order);
    if !changed.is_empty() {
        let is_change = results.manifest.asked.ask.as_ref().is_some_and(Ask::is_change);
        let is_asked = is_change && asks_whether(&results.manifest.question);
        let yes = match is_asked {
            // A length may stay as it is in one unit, and change in another.
            true if changed[0].open.is_some() => "not settled between the strongest players. ",
            true if changed[0].stays_at_the_top() && !changed[0].is_of_length() => {
                "not between the strongest players. "
            }
            true => "yes. ",
            false => "",
        };
        let [full, short] = [true, false].map(|full| {
            let said = in_words(results, &changed, &others, full);
            if yes.is_empty() { said } else { format!("{yes}{}", capitalized(&said)) }
        });
        return Some(Draft::new(&about, full).or_short(short));
    }
    let open = others.iter().filter(|one| one.unclear > Unclear::Same).count();
    let all = others.len();
    let text = match (open, all) {
        (_, 0) => return None,
        (0, 1) => format!("no, {} does not change it beyond your tolerance.", others[0].name),
        (0, _) => format!("no, none of the {all} changes it beyond your tolerance."),
        (_, 1) => format!("it is not settled whether {} changes it.", others[0].name),
        (open, _) if open == all => {
            format!("it is not settled whether any of the {all} changes it.")
        }
        (open, _) => format!("not settled: {open} of the {all} may change it, the others do not."),
    };
    Some(Draft::new(&about, text))
}

/// The effects of the variants, one point for each topic. Topics in which nothing
/// changes share one.
pub(in crate::words) fn changes(results: &Results) -> Vec<Draft> {
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
            changed.sort_by(OfVariant::order);
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
            Unclear::Open => match &variants[..] {
                [alone] => format!("it is not settled whether {alone} changes {titles}"),
                _ => format!("it is not settled whether any variant changes {titles}"),
            },
            Unclear::Unjudged => {
                format!("too few {plural} end in some line-ups to judge what changes {titles}")
            }
        }
    };
    let said: Vec<String> = unclear.iter().map(in_words).collect();
    let is_unchanged = unclear.keys().any(|state| *state <= Unclear::Same);
    if let Some(first) = said.first() {
        let title = if is_unchanged { "Unchanged" } else { "Not known yet" };
        let draft = Draft::new(title, said.join("; ") + ".").or_short(format!("{first}."));
        // Another point also counts the open verdicts.
        drafts.push(if is_unchanged { draft } else { draft.or_drop(OPEN) });
    }
    drafts
}

/// The words for one topic: the variant that changes it most, and by how much. The full form
/// also has the variants that follow, and how many others change it less, do not change it, or
/// are not settled.
fn in_words(
    results: &Results,
    changed: &[OfVariant<'_>],
    others: &[OfVariant<'_>],
    full: bool,
) -> String {
    let Some(first) = changed.first().and_then(|one| one.told) else { return String::new() };
    let (most_groups, most_names) = if full { (3, 4) } else { (1, 2) };
    // Variants whose effects are the same to one decimal: their effect, where it is, and the
    // opposite effect elsewhere.
    let mut groups = IndexMap::<[String; 2], Vec<&str>>::new();
    for one in changed {
        let Some(largest) = one.told else { continue };
        let is_alike = largest.label() == first.label();
        let mut effect =
            if is_alike { largest.in_words() } else { largest.labelled("").trim().to_owned() };
        if full && largest.row.cell.lineup != first.row.cell.lineup {
            effect = format!("{effect}, {}", players(results, &largest.row.cell));
        }
        // What stays as it is between the strongest players is no change without the others.
        let opposite = one.otherwise.filter(|_| full || one.stays_at_the_top());
        let opposite = opposite.map_or_else(String::new, |other| {
            format!(", but {} with {}", other.in_words(), players(results, &other.row.cell))
        });
        let open = one.open.map_or_else(String::new, |open| {
            format!("; not settled with {}", players(results, &open.row.cell))
        });
        let effect = effect.trim_start_matches(": ").to_owned();
        groups.entry([effect, opposite + &open]).or_default().push(one.name);
    }
    let Some(([leads, opposite], leaders)) = groups.first() else { return String::new() };
    let who = players(results, &first.row.cell);
    let mut text = match first.values(results) {
        Some(values) => {
            let who = if full { format!(" ({who})") } else { String::new() };
            let leaders = some(leaders, most_names, "and");
            let others = first.units_that_disagree(results);
            if first.standing() == Some(Standing::Within) && !others.is_empty() {
                // Games are as long in the unit that players feel, but not in all units.
                let (plural, unit) = (&results.names.plural, &first.row.subject);
                let mean = number(first.row.variant_value.unwrap_or(0.0), 1);
                let others = and(&others);
                let whose = players(results, &first.row.cell);
                let whose = if full { format!("; {whose}") } else { String::new() };
                format!(
                    "with {leaders}, {plural} have about as many {unit} ({mean}{whose}), but {others}{opposite}"
                )
            } else {
                let (by, units) = (first.by(), first.but_units(results));
                format!("with {leaders}, {values}{who}, {by}{units}{opposite}")
            }
        }
        None => format!("with {}: {leads}{opposite}", some(leaders, most_names, "and")),
    };
    let follow = groups.iter().take(most_groups).skip(1);
    let follow: Vec<String> = follow
        .map(|([effect, opposite], group)| {
            format!("{} ({effect}{opposite})", some(group, most_names, "and"))
        })
        .collect();
    if !follow.is_empty() {
        let comes = if follow.len() == 1 { "comes" } else { "come" };
        text = format!("{text}; then {comes} {}", and(&follow));
    }
    if !full {
        let too = changed.len() - leaders.len();
        let rest = match too {
            0 => String::new(),
            1 => "; 1 other changes it too".to_owned(),
            too => format!("; {too} others change it too"),
        };
        return text + &rest + ".";
    }
    let less: usize = groups.values().skip(most_groups).map(Vec::len).sum();
    let rest = the_rest(less, others);
    let rest = if rest.is_empty() { rest } else { format!(" {rest}.") };
    text + "." + &rest
}

/// Counts the variants that are not named: "3 others change it less, 1 does not, and 2
/// are not settled".
fn the_rest(less: usize, others: &[OfVariant<'_>]) -> String {
    let of = |state: Unclear| others.iter().filter(|one| one.unclear == state).count();
    let parts = [
        (less, ["other changes it less", "others change it less"]),
        (of(Unclear::Identical) + of(Unclear::Same), ["does not", "do not"]),
        (of(Unclear::Open), ["is not settled", "are not settled"]),
        (of(Unclear::Unjudged), ["cannot be judged", "cannot be judged"]),
    ];
    let said: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .enumerate()
        .map(|(place, (count, words))| {
            let words = words[usize::from(count > 1)];
            match (place, words) {
                (0, "does not") => "1 other does not change it".to_owned(),
                (0, "do not") => format!("{count} others do not change it"),
                (0, "is not settled") => "1 other is not settled".to_owned(),
                (0, "are not settled") => format!("{count} others are not settled"),
                _ => format!("{count} {words}"),
            }
        })
        .collect();
    and(&said)
}

/// One row for each variant: the largest clear change of each topic.
fn table(results: &Results) -> Panel {
    let effects = effects(results);
    let topics: BTreeSet<Topic> =
        effects.iter().flat_map(|(_, of_variant)| of_variant.keys().copied()).collect();
    let all_end = results.first_player.iter().all(|row| is_judged(&row.share));
    let (over, not_judged) = if all_end {
        ("over all line-ups".to_owned(), "")
    } else {
        (
            format!("over the line-ups in which {ENOUGH_ENDED} % of {} end", results.names.plural),
            "; not judged: too few end in some",
        )
    };
    let scale = "in points, or in % of the baseline; same: within your tolerance; ?: not settled";
    let mut by_unit = IndexMap::<String, Vec<&str>>::new();
    for (variant, of_variant) in effects.iter().take(MOST_ROWS) {
        for effect in of_variant.values().filter(|effect| !effect.other_units.is_empty()) {
            by_unit.entry(effect.other_units.clone()).or_default().push(variant);
        }
    }
    let title = format!("The largest clear change by each variant, {over} ({scale}{not_judged})");
    let are_two = effects.iter().flat_map(|(_, of)| of.values()).any(|one| one.text.contains(", "));
    let mut columns = Columns::new(title, effects);
    columns.words("variant", |(variant, _)| (*variant).to_owned());
    for (place, topic) in Topic::ALL.into_iter().filter(|topic| topics.contains(topic)).enumerate()
    {
        let unit = (topic == Topic::Length).then(|| results.felt_unit());
        let unit = unit.map_or_else(String::new, |unit| format!(" ({unit})"));
        let title = topic.title().to_lowercase() + &unit;
        let column = columns.numbers(&title, |(_, of_variant)| match of_variant.get(&topic) {
            Some(effect) if effect.text == NOT_SETTLED => "?".to_owned(),
            Some(effect) if effect.other_units.is_empty() => effect.text.clone(),
            Some(effect) => format!("* {}", effect.text),
            None => MISSING.to_owned(),
        });
        column.or_drop(if place < 3 { 0 } else { place as u8 }, ComparisonRow::FILE);
    }
    if are_two {
        let note = "After a comma: between other players, where they differ.".to_owned();
        columns.panel.notes.push(note);
    }
    if !by_unit.is_empty() {
        let said = by_unit.iter().map(|(units, variants)| format!("{}: {units}", and(variants)));
        let said = said.collect::<Vec<_>>().join("; ");
        columns.panel.notes.push(format!("(*) In other units: {said}."));
    }
    columns.panel.shortened(ComparisonRow::FILE)
}
