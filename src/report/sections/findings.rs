//! What works, what breaks, what a variant changes, and what to test next: every verdict in words with its picture.

use maud::{Markup, html};

use super::super::charts::{Tone, inline};
use super::super::format::{rate_within, signed};
use super::{Of, Section, said};
use crate::metrics::Topic;
use crate::rows::Standing;
use crate::words::{self, Answer, Sentence, Subject, Told, counted, thousands};

/// So many are shown with a picture; the rest is listed.
const SHOWN: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Works,
    Breaks,
    Changes,
    Next,
}

impl Group {
    const ALL: [Self; 4] = [Self::Works, Self::Breaks, Self::Changes, Self::Next];

    fn title(self) -> &'static str {
        match self {
            Self::Works => "What works",
            Self::Breaks => "What breaks",
            Self::Changes => "What the variants change",
            Self::Next => "What to test next",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Works => "good",
            Self::Breaks => "bad",
            Self::Changes => "change",
            Self::Next => "next",
        }
    }

    /// What belongs here, for whoever wonders.
    fn meaning(self) -> &'static str {
        match self {
            Self::Works => {
                "Fair within your tolerance, the stronger player wins, games end; and variants that bring going first nearer to fair."
            }
            Self::Breaks => "An advantage or a disadvantage beyond your tolerance, who sits beside whom, games without an end.",
            Self::Changes => "Beyond your tolerance, against the baseline. Whether it is for the better is for you to say.",
            Self::Next => "What the games played so far do not settle; what needs the fewest more shuffles comes first.",
        }
    }
}

/// A line of a list.
struct Line {
    group: Group,
    /// Of two the one with the lower rank is told first, then the one with the greater weight.
    rank: u8,
    weight: f64,
    text: String,
    picture: Option<Markup>,
    /// Of a change, the variant and the topic.
    of: Option<(String, Topic)>,
}

pub(super) fn section(of: &Of<'_>, answer: &Answer) -> Option<Section> {
    let sentences = words::sentences(of.results);
    let mut lines: Vec<Line> = sentences.iter().filter_map(|sentence| line(of, sentence)).collect();
    lines.extend(unfinished(of));
    lines.extend(unchanged(of, &sentences));
    lines.extend(next(answer));
    lines.sort_by(|one, other| one.rank.cmp(&other.rank).then(other.weight.total_cmp(&one.weight)));
    if lines.is_empty() {
        return None;
    }
    spread(&mut lines);
    let judged = !sentences.is_empty();
    let body = html! {
        div.findings {
            @for group in Group::ALL {
                @let of_group: Vec<&Line> = lines.iter().filter(|line| line.group == group).collect();
                @if !of_group.is_empty() || (judged && matches!(group, Group::Works | Group::Breaks)) { (list(of, group, &of_group)) }
            }
        }
        @if let Some(tally) = words::tally(&sentences) { p.quiet { (tally) } }
    };
    Some(of.section("findings", "What works, what breaks, what to test next", body))
}

/// Of the changes by one variant in one topic the largest is told first, and the others after those of all variants and topics.
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

fn list(of: &Of<'_>, group: Group, lines: &[&Line]) -> Markup {
    let rest = lines.get(SHOWN..).unwrap_or_default();
    html! {
        div class=(group.class()) {
            (of.heading(1, "", group.title()))
            p.quiet { (group.meaning()) }
            ul {
                @if lines.is_empty() { li.empty { span.plain-line { "Nothing so far." } } }
                @for line in lines.iter().take(SHOWN) {
                    li {
                        @if let Some(picture) = &line.picture { (picture) span { (said(&line.text)) } } @else { span.plain-line { (said(&line.text)) } }
                    }
                }
            }
            @if !rest.is_empty() {
                details {
                    summary { (counted(rest.len() as u128, "more", "more")) " of these" }
                    ul { @for line in rest { li { (line.text) } } }
                }
            }
        }
    }
}

/// Where a verdict belongs; nowhere where it only confirms that a variant changes nothing, which is told of all together.
fn line(of: &Of<'_>, sentence: &Sentence) -> Option<Line> {
    let baseline = of.results.manifest.baseline.as_str();
    let Some(told) = &sentence.effect else {
        let group = match sentence.standing {
            Standing::Beyond => Group::Breaks,
            Standing::NotSettled => Group::Next,
            Standing::Within => Group::Works,
        };
        return Some(Line { group, rank: 1, weight: 0.0, text: sentence.text.clone(), picture: None, of: None });
    };
    let group = match (sentence.standing, told.subject) {
        (Standing::NotSettled, _) => Group::Next,
        (Standing::Beyond, Subject::Strength) if told.size < 0.0 || told.variant != baseline => return None,
        (Standing::Within, Subject::Change { .. } | Subject::Strength) => return None,
        (Standing::Beyond, Subject::Fairness | Subject::Neighbours | Subject::Change { fairer: Some(false), .. }) => Group::Breaks,
        (Standing::Beyond, Subject::Change { fairer: None, .. }) => Group::Changes,
        (Standing::Beyond, Subject::Strength | Subject::Change { fairer: Some(true), .. })
        | (Standing::Within, Subject::Fairness | Subject::Neighbours) => Group::Works,
    };
    let is_change = matches!(told.subject, Subject::Change { .. });
    let of_baseline = told.variant == baseline;
    let rank = match (of_baseline, is_change) {
        (true, _) => 0,
        (_, true) => 1,
        _ => 2,
    };
    let weight = match (group, sentence.blocks_needed) {
        // What takes the least to settle comes first; what cannot be settled comes last.
        (Group::Next, Some(more)) => -(more as f64),
        (Group::Next, None) => f64::NEG_INFINITY,
        _ => told.size.abs() / if told.tolerance > 0.0 { told.tolerance } else { 0.01 },
    };
    let change = match told.subject {
        Subject::Change { topic, .. } => Some((told.variant.clone(), topic)),
        _ => None,
    };
    Some(Line { group, rank, weight, text: sentence.text.clone(), picture: Some(picture(sentence.standing, told)), of: change })
}

fn picture(standing: Standing, told: &Told) -> Markup {
    let tone = match standing {
        Standing::Beyond => Tone::Beyond,
        Standing::Within => Tone::Within,
        Standing::NotSettled => Tone::Open,
    };
    let ends = told.interval.map(|interval| (interval.low, interval.high));
    let number = |value: f64| signed(100.0 * value, 1);
    let around = ends.map_or_else(String::new, |(low, high)| format!(", between {} and {}", number(low), number(high)));
    let tolerance = if told.tolerance > 0.0 { format!("; tolerance {:.1}", 100.0 * told.tolerance) } else { String::new() };
    let alternative = format!("{}{around}{tolerance}: {}", number(told.size), tone.words());
    inline(tone, told.size, ends, told.tolerance, &alternative)
}

/// Whether games end, held against the tolerance of shares.
fn unfinished(of: &Of<'_>) -> Vec<Line> {
    let tolerance = of.results.manifest.analysis.tolerance.share;
    let plural = &of.results.names.plural;
    let rows = || of.results.shares.iter().filter(|row| row.quantity == "unfinished_games");
    let games: u128 = rows().map(|row| row.among).sum();
    if games == 0 {
        return Vec::new();
    }
    let text = |count: u128| match count {
        0 => format!("All {} {plural} end.", thousands(games)),
        count => format!("{} of {} {plural} do not end, which is within your tolerance everywhere.", thousands(count), thousands(games)),
    };
    let mut lines: Vec<Line> = Vec::new();
    // They are no verdicts of their own: their intervals hold for all of them together.
    let wider = words::together(of.results, rows().count());
    for row in rows() {
        let Some((estimate, ends)) = row.estimate.zip(row.low.zip(row.high)) else { continue };
        let (low, high) = (estimate - wider * (estimate - ends.0), estimate + wider * (ends.1 - estimate));
        if high <= tolerance || row.count == 0 {
            continue;
        }
        let group = if low > tolerance { Group::Breaks } else { Group::Next };
        let whose = format!("{}, {}", row.cell.variant, of.players(&row.cell.lineup));
        let share = rate_within(estimate, Some(ends));
        let tone = if low > tolerance { Tone::Beyond } else { Tone::Open };
        let drawn = inline(tone, estimate, Some(ends), tolerance, &format!("{share}: {}", tone.words()));
        let rank = u8::from(row.cell.variant != of.results.manifest.baseline);
        let text = format!("{whose}: {share} of {plural} do not end.");
        lines.push(Line { group, rank, weight: estimate / tolerance.max(0.001), text, picture: Some(drawn), of: None });
    }
    if lines.is_empty() {
        let count = rows().map(|row| row.count).sum();
        lines.push(Line { group: Group::Works, rank: 0, weight: 0.5, text: text(count), picture: None, of: None });
    }
    lines
}

/// Variants of which every verdict is that nothing changes.
fn unchanged(of: &Of<'_>, sentences: &[Sentence]) -> Option<Line> {
    let changes = |variant: &str| -> Vec<&Sentence> {
        let is_change = |sentence: &&Sentence| {
            sentence.effect.as_ref().is_some_and(|told| told.variant == variant && matches!(told.subject, Subject::Change { .. }))
        };
        sentences.iter().filter(is_change).collect()
    };
    let same: Vec<&str> = of
        .variants()
        .into_iter()
        .filter(|variant| {
            let all = changes(variant);
            !all.is_empty() && all.iter().all(|sentence| sentence.standing == Standing::Within)
        })
        .collect();
    (!same.is_empty()).then(|| {
        let is_judged = |topic: Topic, variant: &str| {
            let is_about = |told: &Told| matches!(told.subject, Subject::Change { topic: about, .. } if about == topic);
            changes(variant).iter().any(|sentence| sentence.effect.as_ref().is_some_and(is_about))
        };
        let judged = Topic::ALL.iter().filter(|topic| same.iter().all(|variant| is_judged(**topic, variant)));
        let topics: Vec<String> = judged.map(|topic| topic.title().to_lowercase()).collect();
        let text = format!("{} change nothing beyond your tolerance: {}.", words::and(&same), words::and(&topics));
        let text = if same.len() == 1 { text.replacen(" change ", " changes ", 1) } else { text };
        Line { group: Group::Works, rank: 1, weight: f64::INFINITY, text, picture: None, of: None }
    })
}

/// The next command worth running, from the answer.
fn next(answer: &Answer) -> Option<Line> {
    let point = answer.points.iter().find(|point| point.about == "Next")?;
    Some(Line { group: Group::Next, rank: 0, weight: f64::INFINITY, text: words::capitalized(&point.text) + ".", picture: None, of: None })
}
