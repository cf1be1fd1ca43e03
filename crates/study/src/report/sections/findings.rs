//! Every verdict in words with its picture: good and bad points of the rules, the effects of
//! variants, and suggestions for the next test.

use super::prelude::*;
use crate::findings::ClaimKind;
use crate::words::{Answer, Sentence, Told};

/// This many findings are shown with a picture; the rest are listed.
const SHOWN: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Works,
    Breaks,
    Changes,
    Next,
}

/// All groups, each with its class in the style sheet, its title, and its description. A
/// description leaves out subjects that these results do not cover.
fn groups(of: &Context<'_>) -> [(Group, &'static str, &'static str, String); 4] {
    let games = &of.results.names.plural;
    let only = |is_known: bool, text: &'static str| if is_known { text } else { "" };
    let fairer = only(of.variants().len() > 1, "; and variants that make going first fair");
    let restricted = !of.results.restricted.is_empty();
    let needed = only(restricted, ", actions are needed");
    let without = only(restricted, ", players who do better without an action");
    let beside = only(!of.results.neighbour_spread.is_empty(), ", who sits beside whom");
    let works = format!(
        "Fair within your tolerance, the stronger player wins{needed}, {games} end{fairer}."
    );
    let breaks = format!(
        "An advantage or a disadvantage beyond your tolerance{beside}{without}, {games} without an end."
    );
    let changes =
        "Beyond your tolerance, against the baseline. Whether it is better is for you to say.";
    let next = "What is not settled: first whether going first is fair, then who is stronger, then the rest; of each, what needs the fewest more shuffles first.";
    [
        (Group::Works, "good", "What works", works),
        (Group::Breaks, "bad", "What breaks", breaks),
        (Group::Changes, "change", "What the variants change", changes.to_owned()),
        (Group::Next, "next", "What to test next", next.to_owned()),
    ]
}

/// A line of a list.
struct Line {
    group: Group,
    /// Lines are sorted by rank, then by weight, the greatest first.
    rank: u8,
    weight: f64,
    text: String,
    picture: Option<Inline>,
    /// The variant and the topic, if the line is about a change.
    of: Option<(String, Topic)>,
    /// Whether every shuffle gave the same result so far: then there is nothing to test.
    constant: bool,
}

impl Line {
    /// A line without a picture, before all others.
    fn new(group: Group, text: String) -> Self {
        Self {
            group,
            rank: 0,
            weight: f64::INFINITY,
            text,
            picture: None,
            of: None,
            constant: false,
        }
    }
}

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let sentences = words::sentences(of.results);
    let mut lines: Vec<Line> = sentences.iter().filter_map(|sentence| line(of, sentence)).collect();
    let unlisted = sentences.len() - lines.len();
    lines.extend(unfinished(of));
    lines.extend(unchanged(of, &sentences));
    lines.extend(next(&of.answer));
    lines.sort_by(|one, other| one.rank.cmp(&other.rank).then(other.weight.total_cmp(&one.weight)));
    if lines.is_empty() {
        return None;
    }
    spread(&mut lines);
    let judged = !sentences.is_empty();
    let pictures = || lines.iter().filter_map(|line| line.picture.as_ref());
    let is_used = |standing: &Standing| pictures().any(|picture| picture.shows(*standing));
    let tones: Vec<Standing> = JUDGED.into_iter().filter(is_used).collect();
    let body = html! {
        @if !tones.is_empty() {
            (marks_key(&tones, of.is_corrected()))
            p.quiet { "Each picture shows the effect with its interval: in points, or in per cent of the baseline where its axis says so. In one list all have the same scale." }
        }
        div.findings {
            @for (group, class, title, meaning) in groups(of) {
                @let of_group: Vec<&Line> = lines.iter().filter(|line| line.group == group).collect();
                @if !of_group.is_empty() || (judged && matches!(group, Group::Works | Group::Breaks)) {
                    div class=(class) {
                        (of.heading(1, "", title))
                        p.quiet { (meaning) }
                        (list(&of_group))
                    }
                }
            }
        }
        @if let Some(tally) = words::tally(&sentences) {
            p.quiet {
                (tally)
                @if unlisted > 0 {
                    " Not listed above: " (thousands(unlisted as u128)) " of those within your tolerance, which say that a variant changes nothing that matters to you, or that two play about alike."
                }
            }
        }
    };
    Some(of.section("findings", "What works, what breaks, what to test next", body))
}

/// Moves the smaller changes of a variant in a topic to the end: the largest one of each variant
/// and topic comes first.
fn spread(lines: &mut [Line]) {
    let mut told: Vec<(String, Topic)> = Vec::new();
    for line in lines.iter_mut().filter(|line| line.group == Group::Changes) {
        match &line.of {
            Some(of) if told.contains(of) => line.rank = u8::MAX,
            Some(of) => told.push(of.clone()),
            None => {}
        }
    }
    lines.sort_by_key(|line| line.rank);
}

fn list(lines: &[&Line]) -> Markup {
    let (constant, lines): (Vec<&Line>, Vec<&Line>) =
        lines.iter().copied().partition(|line| line.constant);
    let (shown, rest) = lines.split_at(lines.len().min(SHOWN));
    // Values that are compared share one scale.
    let most = |unit: &str| {
        let pictures = shown.iter().filter_map(|line| line.picture.as_ref());
        let pictures = pictures.filter(|picture| picture.unit == unit);
        round_up(pictures.map(Inline::reach).fold(0.0, f64::max))
    };
    let more = counted(rest.len() as u128, "more", "more");
    let same = counted(constant.len() as u128, "comparison", "comparisons");
    html! {
        ul {
            @if shown.is_empty() { li.empty { span.plain-line { "Nothing so far." } } }
            @for line in shown {
                li {
                    @if let Some(picture) = &line.picture { (picture.draw(most(picture.unit))) span { (line.text) } } @else { span.plain-line { (line.text) } }
                }
            }
        }
        (folded(&format!("{more} of these"), rest))
        (folded(&format!("{same} in which every shuffle gave the same so far: nothing to test"), &constant))
    }
}

/// A fold with more lines than these is printed only if the reader opened it.
const MOST_ON_PAPER: usize = 20;

fn folded(summary: &str, lines: &[&Line]) -> Markup {
    html! {
        @if !lines.is_empty() {
            details.long[lines.len() > MOST_ON_PAPER] {
                summary { (summary) }
                ul { @for line in lines { li { (line.text) } } }
            }
        }
    }
}

/// The line of a sentence in its group. `None` if the sentence only confirms that a variant changes
/// nothing: those sentences share a line.
fn line(of: &Context<'_>, sentence: &Sentence) -> Option<Line> {
    use ClaimKind::{Action, Change, Fairness, Neighbours, OnePlace, Strength};
    use Standing::{Beyond, NotSettled, Within};
    let standing = sentence.standing;
    let effect = sentence.effect.as_ref().filter(|told| told.claim != OnePlace);
    let Some(told) = effect else {
        // Games that do not end come before those that do.
        let (group, rank, weight) = match standing {
            Beyond => (Group::Breaks, 0, f64::INFINITY),
            NotSettled => (Group::Next, 5, 0.0),
            Within => (Group::Works, 1, 0.0),
        };
        return Some(Line { rank, weight, ..Line::new(group, sentence.text.clone()) });
    };
    let group = match (standing, told.claim) {
        (NotSettled, _) => Group::Next,
        (Within, Change(_) | Strength) => return None,
        // An action that a player needs works; one that it does better without does not.
        (Beyond, Action) if told.size > 0.0 => Group::Works,
        (Beyond, Change(_)) => match told.fairer {
            Some(true) => Group::Works,
            Some(false) => Group::Breaks,
            None => Group::Changes,
        },
        (Beyond, Action | Fairness | Neighbours) => Group::Breaks,
        _ => Group::Works,
    };
    let of_baseline = told.variant == of.results.manifest.baseline;
    let rank = match (group, told.claim) {
        (Group::Next, Fairness) if of_baseline => 1,
        (Group::Next, Fairness) => 2,
        (Group::Next, Change(Topic::GoingFirst)) => 3,
        (Group::Next, Strength | Neighbours | Change(Topic::Strength)) => 4,
        (Group::Next, _) => 5,
        // The losses of a weaker player mirror the wins of a stronger one.
        (_, Strength) if told.size < 0.0 => 3,
        _ if of_baseline && told.claim != Action => 0,
        (_, Change(_)) => 1,
        _ => 2,
    };
    let weight = match (group, sentence.blocks_needed) {
        // The verdict that needs the fewest blocks comes first; one that cannot be
        // settled comes last.
        (Group::Next, Some(more)) => -(more as f64),
        (Group::Next, None) => f64::NEG_INFINITY,
        _ => told.size.abs() / if told.tolerance > 0.0 { told.tolerance } else { 0.01 },
    };
    let change = match told.claim {
        Change(topic) => Some((told.variant.clone(), topic)),
        _ => None,
    };
    let (text, picture) = (sentence.text.clone(), Some(picture(standing, told)));
    Some(Line { group, rank, weight, text, picture, of: change, constant: told.constant })
}

fn picture(standing: Standing, told: &Told) -> Inline {
    let Told { size, tolerance, .. } = *told;
    let ends = told.interval.map(|interval| (interval.low, interval.high));
    let unit = if told.relative { " %" } else { "" };
    let points = |value: f64| signed(100.0 * value, 1);
    let around = ends.map_or_else(String::new, |(low, high)| {
        format!(", between {} and {}", points(low), points(high))
    });
    let within = if tolerance > 0.0 {
        format!("; tolerance {:.1}", 100.0 * tolerance)
    } else {
        String::new()
    };
    let seen = format!("{}{unit}{around}{within}", points(size));
    Inline::new(standing, (size, ends), tolerance, unit, seen)
}

/// Whether games end, compared with the tolerance of shares.
fn unfinished(of: &Context<'_>) -> Vec<Line> {
    let tolerance = of.results.manifest.analysis.tolerance.share;
    let plural = &of.results.names.plural;
    let rows = || of.results.shares.iter().filter(|row| row.quantity == UNFINISHED_GAMES.name);
    // Cells with too many to be judged have a sentence of their own.
    let told = |row: &ShareRow| !words::enough_end(of.results, &row.cell);
    // They are no verdicts of their own: their intervals hold for all of them together.
    let together = Simultaneous::new(of.results.manifest.analysis.confidence, rows().count());
    let line = |row: &ShareRow| {
        let (estimate, ends) = row.estimate.zip(row.low.zip(row.high))?;
        let Interval { low, high } = together.interval(estimate, ends.0, ends.1);
        if high <= tolerance || row.count == 0 || told(row) {
            return None;
        }
        let (group, standing) = if low > tolerance {
            (Group::Breaks, Standing::Beyond)
        } else {
            (Group::Next, Standing::NotSettled)
        };
        let share = in_unit(estimate, Some(ends), Unit::Percent, 1);
        let (variant, players) = (&row.cell.variant, of.players(&row.cell.lineup));
        let text = format!("{variant}, {players}: {share} of {plural} do not end.");
        let picture = Inline::new(standing, (estimate, Some(ends)), tolerance, "", share);
        let rank = u8::from(*variant != of.results.manifest.baseline);
        let weight = estimate / tolerance.max(0.001);
        Some(Line { rank, weight, picture: Some(picture), ..Line::new(group, text) })
    };
    let lines: Vec<Line> = rows().filter_map(line).collect();
    let games: u128 = rows().map(|row| row.among).sum();
    if games == 0 || !lines.is_empty() || rows().any(told) {
        return lines;
    }
    let text = match rows().map(|row| row.count).sum::<u128>() {
        0 if games == 1 => "The only one ends.".to_owned(),
        0 => format!("All {} {plural} end.", thousands(games)),
        count => format!(
            "{}, which is within your tolerance everywhere.",
            words::do_not_end(count, games, plural)
        ),
    };
    vec![Line { weight: 0.5, ..Line::new(Group::Works, text) }]
}

/// Variants whose verdicts all say that nothing changes.
fn unchanged(of: &Context<'_>, sentences: &[Sentence]) -> Option<Line> {
    let changes = |variant: &str| -> Vec<&Sentence> {
        let is_change = |sentence: &&Sentence| {
            sentence.effect.as_ref().is_some_and(|told| {
                told.variant == variant && matches!(told.claim, ClaimKind::Change(_))
            })
        };
        sentences.iter().filter(is_change).collect()
    };
    let is_same = |variant: &&str| {
        let all = changes(variant);
        let mut compared = of.results.comparisons.iter().filter(|row| row.cell.variant == *variant);
        compared.all(|row| words::both_end(of.results, row))
            && !all.is_empty()
            && all.iter().all(|sentence| sentence.standing == Standing::Within)
    };
    let same: Vec<&str> = of.variants().into_iter().filter(is_same).collect();
    (!same.is_empty()).then(|| {
        let is_judged = |topic: Topic, variant: &str| {
            let is_about = |told: &Told| told.claim == ClaimKind::Change(topic);
            changes(variant).iter().any(|sentence| sentence.effect.as_ref().is_some_and(is_about))
        };
        let judged = Topic::ALL
            .iter()
            .filter(|topic| same.iter().all(|variant| is_judged(**topic, variant)));
        let topics: Vec<String> = judged.map(|topic| topic.title().to_lowercase()).collect();
        let change = if same.len() == 1 { "changes" } else { "change" };
        let text = format!(
            "{} {change} nothing beyond your tolerance: {}.",
            words::and(&same),
            words::and(&topics)
        );
        Line { rank: 1, ..Line::new(Group::Works, text) }
    })
}

/// The next command worth running, from the answer.
fn next(answer: &Answer) -> Option<Line> {
    let point = answer.next()?;
    Some(Line::new(Group::Next, words::capitalized(&point.text) + "."))
}
