//! What works, what breaks, what a variant changes, and what to test next: every verdict in words
//! with its picture.

use maud::{Markup, html};

use super::super::charts::{Inline, Tone, marks_key, round_up};
use super::super::format::rate_within;
use super::section::{Context, Section};
use crate::findings::Simultaneous;
use crate::words::{self, Answer, Sentence, Subject, Told, counted, signed, thousands};
use fairdeal_core::metrics::{Topic, UNFINISHED_GAMES};
use fairdeal_core::rows::{ComparisonRow, ShareRow, Standing};
use fairdeal_stats::Interval;

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

    /// What belongs here, as far as these results can tell.
    fn meaning(self, of: &Context<'_>) -> String {
        let several = of.variants().len() > 1;
        let restricted = !of.results.restricted.is_empty();
        let neighbours = !of.results.neighbour_spread.is_empty();
        match self {
            Self::Works => {
                let fairer = if several { "; and variants that make going first fair" } else { "" };
                let needed = if restricted { ", actions are needed" } else { "" };
                format!("Fair within your tolerance, the stronger player wins{needed}, {} end{fairer}.", of.results.names.plural)
            }
            Self::Breaks => {
                let beside = if neighbours { ", who sits beside whom" } else { "" };
                let without = if restricted { ", players who do better without an action" } else { "" };
                format!("An advantage or a disadvantage beyond your tolerance{beside}{without}, {} without an end.", of.results.names.plural)
            }
            Self::Changes => "Beyond your tolerance, against the baseline. Whether it is better is for you to say.".to_owned(),
            Self::Next => {
                "What is not settled: first whether going first is fair, then who is stronger, then the rest; of each, what needs the fewest more shuffles first.".to_owned()
            }
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
    picture: Option<Inline>,
    /// Of a change, the variant and the topic.
    of: Option<(String, Topic)>,
    /// Every shuffle gave the same so far: there is nothing to test.
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

pub(super) fn section(of: &Context<'_>, answer: &Answer) -> Option<Section> {
    let sentences = words::sentences(of.results);
    let mut lines: Vec<Line> = sentences.iter().filter_map(|sentence| line(of, sentence)).collect();
    let unlisted = sentences.len() - lines.len();
    lines.extend(unfinished(of));
    lines.extend(unchanged(of, &sentences));
    lines.extend(next(answer));
    lines.sort_by(|one, other| one.rank.cmp(&other.rank).then(other.weight.total_cmp(&one.weight)));
    if lines.is_empty() {
        return None;
    }
    spread(&mut lines);
    let judged = !sentences.is_empty();
    let tones: Vec<Tone> = [Tone::Beyond, Tone::Within, Tone::Open]
        .into_iter()
        .filter(|tone| {
            lines
                .iter()
                .any(|line| line.picture.as_ref().is_some_and(|picture| picture.tone == *tone))
        })
        .collect();
    let body = html! {
        @if !tones.is_empty() {
            (marks_key(&tones, of.is_corrected()))
            p.quiet { "Each picture shows the effect with its interval: in points, or in per cent of the baseline where its axis says so. In one list all have the same scale." }
        }
        div.findings {
            @for group in Group::ALL {
                @let of_group: Vec<&Line> = lines.iter().filter(|line| line.group == group).collect();
                @if !of_group.is_empty() || (judged && matches!(group, Group::Works | Group::Breaks)) { (list(of, group, &of_group)) }
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

/// Of the changes by one variant in one topic the largest is told first, and the others after those
/// of all variants and topics.
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

fn list(of: &Context<'_>, group: Group, lines: &[&Line]) -> Markup {
    let (constant, lines): (Vec<&Line>, Vec<&Line>) =
        lines.iter().copied().partition(|line| line.constant);
    let (shown, rest) = lines.split_at(lines.len().min(SHOWN));
    // What is held against each other has one scale.
    let most = |unit: &str| {
        let pictures = shown
            .iter()
            .filter_map(|line| line.picture.as_ref())
            .filter(|picture| picture.unit == unit);
        round_up(pictures.map(Inline::reach).fold(0.0, f64::max))
    };
    html! {
        div class=(group.class()) {
            (of.heading(1, "", group.title()))
            p.quiet { (group.meaning(of)) }
            ul {
                @if shown.is_empty() { li.empty { span.plain-line { "Nothing so far." } } }
                @for line in shown {
                    li {
                        @if let Some(picture) = &line.picture { (picture.draw(most(picture.unit))) span { (line.text) } } @else { span.plain-line { (line.text) } }
                    }
                }
            }
            (folded(&format!("{} of these", counted(rest.len() as u128, "more", "more")), rest))
            (folded(&format!("{} in which every shuffle gave the same so far: nothing to test", counted(constant.len() as u128, "comparison", "comparisons")), &constant))
        }
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

/// Where a verdict belongs. `None` where it only confirms that a variant changes nothing: all of those
/// share a line.
fn line(of: &Context<'_>, sentence: &Sentence) -> Option<Line> {
    let baseline = of.results.manifest.baseline.as_str();
    let Some(told) = &sentence.effect else {
        let (group, rank) = match sentence.standing {
            Standing::Beyond => (Group::Breaks, 0),
            Standing::NotSettled => (Group::Next, 5),
            Standing::Within => (Group::Works, 1),
        };
        // Games that do not end are told before those that do.
        let weight = if sentence.standing == Standing::Beyond { f64::INFINITY } else { 0.0 };
        return Some(Line { rank, weight, ..Line::new(group, sentence.text.clone()) });
    };
    let group = match (sentence.standing, told.subject) {
        (Standing::NotSettled, _) => Group::Next,
        (Standing::Within, Subject::Change { .. } | Subject::Strength) => return None,
        // An action that a player needs works; one that it does better without does not.
        (Standing::Beyond, Subject::Action) if told.size > 0.0 => Group::Works,
        (
            Standing::Beyond,
            Subject::Action
            | Subject::Fairness
            | Subject::Neighbours
            | Subject::Change { fairer: Some(false), .. },
        ) => Group::Breaks,
        (Standing::Beyond, Subject::Change { fairer: None, .. }) => Group::Changes,
        (Standing::Beyond, Subject::Strength | Subject::Change { fairer: Some(true), .. })
        | (Standing::Within, Subject::Action | Subject::Fairness | Subject::Neighbours) => {
            Group::Works
        }
    };
    let of_baseline = told.variant == baseline;
    let rank = match (group, told.subject) {
        (Group::Next, Subject::Fairness) if of_baseline => 1,
        (Group::Next, Subject::Fairness) => 2,
        (Group::Next, Subject::Change { topic: Topic::GoingFirst, .. }) => 3,
        (
            Group::Next,
            Subject::Strength
            | Subject::Neighbours
            | Subject::Change { topic: Topic::Strength, .. },
        ) => 4,
        (Group::Next, _) => 5,
        // What a weaker player loses says the same as what a stronger one wins.
        (_, Subject::Strength) if told.size < 0.0 => 3,
        _ if of_baseline && told.subject != Subject::Action => 0,
        (_, Subject::Change { .. }) => 1,
        _ => 2,
    };
    let weight = match (group, sentence.blocks_needed) {
        // What takes the least to settle comes first; what cannot be settled comes last.
        (Group::Next, Some(more)) => -(more as f64),
        (Group::Next, None) => f64::NEG_INFINITY,
        _ => told.size.abs() / if told.tolerance > 0.0 { told.tolerance } else { 0.01 },
    };
    let (change, constant) = match told.subject {
        Subject::Change { topic, constant, .. } => (Some((told.variant.clone(), topic)), constant),
        _ => (None, false),
    };
    let picture = Some(picture(sentence.standing, told));
    Some(Line { group, rank, weight, text: sentence.text.clone(), picture, of: change, constant })
}

fn picture(standing: Standing, told: &Told) -> Inline {
    let tone = match standing {
        Standing::Beyond => Tone::Beyond,
        Standing::Within => Tone::Within,
        Standing::NotSettled => Tone::Open,
    };
    let ends = told.interval.map(|interval| (100.0 * interval.low, 100.0 * interval.high));
    let unit =
        if matches!(told.subject, Subject::Change { relative: true, .. }) { " %" } else { "" };
    let around = ends.map_or_else(String::new, |(low, high)| {
        format!(", between {} and {}", signed(low, 1), signed(high, 1))
    });
    let tolerance = if told.tolerance > 0.0 {
        format!("; tolerance {:.1}", 100.0 * told.tolerance)
    } else {
        String::new()
    };
    let alternative =
        format!("{}{unit}{around}{tolerance}: {}", signed(100.0 * told.size, 1), tone.words());
    Inline {
        tone,
        estimate: 100.0 * told.size,
        ends,
        tolerance: 100.0 * told.tolerance,
        unit,
        alternative,
    }
}

/// Whether games end, held against the tolerance of shares.
fn unfinished(of: &Context<'_>) -> Vec<Line> {
    let tolerance = of.results.manifest.analysis.tolerance.share;
    let plural = &of.results.names.plural;
    let rows = || of.results.shares.iter().filter(|row| row.quantity == UNFINISHED_GAMES);
    // Cells with too many to be judged have a sentence of their own.
    let told = |row: &ShareRow| !words::enough_end(of.results, &row.cell);
    let games: u128 = rows().map(|row| row.among).sum();
    if games == 0 {
        return Vec::new();
    }
    let text = |count: u128| match count {
        0 if games == 1 => "The only one ends.".to_owned(),
        0 => format!("All {} {plural} end.", thousands(games)),
        count => format!(
            "{}, which is within your tolerance everywhere.",
            words::do_not_end(count, games, plural)
        ),
    };
    let mut lines: Vec<Line> = Vec::new();
    // They are no verdicts of their own: their intervals hold for all of them together.
    let together = Simultaneous::new(of.results.manifest.analysis.confidence, rows().count());
    for row in rows() {
        let Some((estimate, ends)) = row.estimate.zip(row.low.zip(row.high)) else { continue };
        let Interval { low, high } = together.interval(estimate, ends.0, ends.1);
        if high <= tolerance || row.count == 0 || told(row) {
            continue;
        }
        let group = if low > tolerance { Group::Breaks } else { Group::Next };
        let whose = format!("{}, {}", row.cell.variant, of.players(&row.cell.lineup));
        let share = rate_within(estimate, Some(ends));
        let tone = if low > tolerance { Tone::Beyond } else { Tone::Open };
        let drawn = Inline {
            tone,
            estimate: 100.0 * estimate,
            ends: Some((100.0 * ends.0, 100.0 * ends.1)),
            tolerance: 100.0 * tolerance,
            unit: "",
            alternative: format!("{share}: {}", tone.words()),
        };
        let rank = u8::from(row.cell.variant != of.results.manifest.baseline);
        let text = format!("{whose}: {share} of {plural} do not end.");
        let weight = estimate / tolerance.max(0.001);
        lines.push(Line { rank, weight, picture: Some(drawn), ..Line::new(group, text) });
    }
    if lines.is_empty() && !rows().any(told) {
        let count = rows().map(|row| row.count).sum();
        lines.push(Line { weight: 0.5, ..Line::new(Group::Works, text(count)) });
    }
    lines
}

/// Variants whose verdicts all say that nothing changes.
fn unchanged(of: &Context<'_>, sentences: &[Sentence]) -> Option<Line> {
    let changes = |variant: &str| -> Vec<&Sentence> {
        let is_change = |sentence: &&Sentence| {
            sentence.effect.as_ref().is_some_and(|told| {
                told.variant == variant && matches!(told.subject, Subject::Change { .. })
            })
        };
        sentences.iter().filter(is_change).collect()
    };
    let same: Vec<&str> = of
        .variants()
        .into_iter()
        .filter(|variant| {
            let all = changes(variant);
            let is_told = |row: &&ComparisonRow| row.cell.variant == *variant;
            let all_end = of
                .results
                .comparisons
                .iter()
                .filter(is_told)
                .all(|row| words::both_end(of.results, row));
            all_end
                && !all.is_empty()
                && all.iter().all(|sentence| sentence.standing == Standing::Within)
        })
        .collect();
    (!same.is_empty()).then(|| {
        let is_judged = |topic: Topic, variant: &str| {
            let is_about = |told: &Told| matches!(told.subject, Subject::Change { topic: about, .. } if about == topic);
            changes(variant).iter().any(|sentence| sentence.effect.as_ref().is_some_and(is_about))
        };
        let judged = Topic::ALL.iter().filter(|topic| same.iter().all(|variant| is_judged(**topic, variant)));
        let topics: Vec<String> = judged.map(|topic| topic.title().to_lowercase()).collect();
        let change = if same.len() == 1 { "changes" } else { "change" };
        let text = format!("{} {change} nothing beyond your tolerance: {}.", words::and(&same), words::and(&topics));
        Line { rank: 1, ..Line::new(Group::Works, text) }
    })
}

/// The next command worth running, from the answer.
fn next(answer: &Answer) -> Option<Line> {
    let point = answer.next()?;
    Some(Line::new(Group::Next, words::capitalized(&point.text) + "."))
}
