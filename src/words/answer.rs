//! The answer to what an experiment asked, in at most ten lines: the last thing on the screen, and the first in `answer.txt`.

mod changes;
mod course;
mod each;
mod next;
mod points;
mod strengths;
mod who;

use std::fmt::Write as _;

use serde::Serialize;

use super::numbers::{counted, thousands};
use super::run::{in_one_sentence, sequential_test};
use super::sentences::EARLY;
use crate::results::Results;
use crate::rows::Verdict;
pub(super) use changes::effects;
use course::course;
pub(super) use course::dead_within;
use each::{endings, going_first, lengths, play, scores};
use strengths::{ratings, stronger};
pub(super) use who::against;

/// The answer to what an experiment asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// What was asked.
    pub question: String,
    /// What is known about it, at most nine lines.
    pub points: Vec<Point>,
}

/// One line of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    /// What it is about: a few words.
    pub about: String,
    /// What is known, in a sentence or two.
    pub text: String,
}

impl Point {
    fn new(about: &str, text: String) -> Self {
        Self { about: about.to_owned(), text }
    }
}

/// The most lines beside the question.
const MOST_POINTS: usize = 9;

/// How an experiment asked, as far as its results show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// One set of rules.
    Single,
    /// Variants against a baseline.
    Variants,
    /// Points of a sweep.
    Sweep,
    RoundRobin,
    Ladder,
    Sensitivity,
}

pub(super) fn form(results: &Results) -> Form {
    if results.manifest.sensitivity.is_some() {
        Form::Sensitivity
    } else if !results.ladder.is_empty() {
        Form::Ladder
    } else if results.manifest.rating_model.is_some() {
        Form::RoundRobin
    } else if !results.sweep.is_empty() {
        Form::Sweep
    } else if results.comparisons.is_empty() {
        Form::Single
    } else {
        Form::Variants
    }
}

/// What a run found, in at most ten lines. `folder`: where its tables are, if they were written.
pub fn answer(results: &Results, folder: Option<&str>) -> Answer {
    let baseline = results.manifest.baseline.as_str();
    let mut points: Vec<Point> = caution(results).into_iter().collect();
    let form = form(results);
    match form {
        Form::Single => {
            points.extend(sequential_test(results).map(|text| Point::new("Decision", text)));
            points.extend(scores(results, baseline));
            points.extend(stronger(results, baseline));
            points.extend(going_first(results, baseline));
            points.extend([lengths(results, baseline), endings(results, baseline), play(results, baseline)].into_iter().flatten());
            points.extend(course(results, baseline));
            points.extend(skill(results));
        }
        Form::Variants => {
            points.extend(going_first(results, baseline).map(|point| Point::new(&format!("Going first ({baseline})"), point.text)));
            let changed = changes::changes(results);
            // Where nothing is known of what changes it, how they end as it is may be the answer.
            if changed.iter().all(|point| point.about != crate::metrics::Topic::Endings.title()) {
                let ends = endings(results, baseline);
                points.extend(ends.map(|point| Point::new(&format!("{} ({baseline})", point.about), point.text)));
            }
            points.extend(changed);
            points.extend(changes::fairest(results));
            points.extend(course(results, baseline));
            points.extend(skill(results));
        }
        Form::Sweep => {
            points.extend(points::points(results));
            points.extend(skill(results));
        }
        Form::RoundRobin => {
            points.extend(ratings(results));
            points.extend(going_first(results, baseline));
            points.extend([lengths(results, baseline), endings(results, baseline), play(results, baseline)].into_iter().flatten());
            points.extend(course(results, baseline));
        }
        Form::Ladder => {
            points.extend(ratings(results));
            points.extend(skill(results));
            points.extend(going_first(results, baseline));
            points.extend(strengths::rungs(results));
            points.extend(course(results, baseline));
        }
        Form::Sensitivity => points.extend(points::knobs(results)),
    }
    let last: Vec<Point> = next::not_settled(results).into_iter().chain(next::command(results, folder)).collect();
    // Whether skill changes the answer is told where other things must be left out.
    let room = MOST_POINTS - last.len();
    let skill = points.iter().position(|point| point.about == "Skill").filter(|place| *place >= room).map(|place| points.remove(place));
    points.truncate(room - usize::from(skill.is_some()));
    points.extend(skill);
    points.extend(last);
    Answer { question: question(results), points }
}

/// What was asked, in the designer's words, or in plain ones where there are none.
fn question(results: &Results) -> String {
    let (manifest, title) = (&results.manifest, &results.names.title);
    if !manifest.question.is_empty() {
        return manifest.question.clone();
    }
    let rules = if manifest.baseline == "designer" { String::new() } else { format!(", by the rules {}", manifest.baseline) };
    let lineups: Vec<String> = manifest.lineups.iter().map(|names| who::against(names)).collect();
    match form(results) {
        Form::Ladder => format!("{title}{rules}: how does skill change the answers?"),
        Form::RoundRobin => format!("{title}{rules}: who is how strong?"),
        Form::Sensitivity => format!("{title}: which knob matters?"),
        Form::Sweep => format!("{title}: what do the knobs do?"),
        Form::Variants => format!("{title}: what do the variants change?"),
        Form::Single if lineups.len() > 3 => format!("{title}{rules}, {} line-ups: what is it like?", lineups.len()),
        Form::Single => format!("{title}{rules}, {}: what is it like?", lineups.join("; ")),
    }
}

/// How little is known, where that is so.
fn caution(results: &Results) -> Option<Point> {
    let manifest = &results.manifest;
    let blocks = manifest.blocks;
    let planned = manifest.blocks_planned.map_or_else(String::new, |planned| format!(" of {}", thousands(planned.into())));
    let after = thousands(blocks.into());
    let played = if manifest.complete { String::new() } else { format!("Interrupted after {after}{planned} blocks. ") };
    if blocks < EARLY {
        let few = counted(blocks.into(), "block is", "blocks are");
        return Some(Point::new("An early look", format!("{played}{few} too few for more than a first impression.")));
    }
    (!manifest.complete).then(|| Point::new("A part", format!("{played}What follows is from these.")))
}

/// Whether the answer about going first depends on who plays, among equals by the rules of the baseline: by the number of players, where there are several.
fn skill(results: &Results) -> Option<Point> {
    let rows: Vec<_> = results.first_player.iter().filter(|row| row.cell.variant == results.manifest.baseline).collect();
    let equals = |row: &&&crate::rows::FirstPlayerRow| who::is_of_equals(results, &row.cell);
    let mut players: Vec<usize> = rows.iter().filter(equals).map(|row| row.cell.players).collect();
    players.sort_unstable();
    players.dedup();
    let of = |players: &usize| {
        let table = rows.iter().filter(equals).filter(|row| row.cell.players == *players);
        let verdicts: Vec<(String, Verdict)> =
            table.filter_map(|row| Some((results.lineup(&row.cell.lineup).first()?.clone(), row.share.judged.verdict?))).collect();
        in_one_sentence(&verdicts)
    };
    let told: Vec<(usize, super::run::Turn)> = players.iter().filter_map(|count| Some((*count, of(count)?))).collect();
    let text = match &told[..] {
        [] => return None,
        [(_, turn)] => turn.text.clone(),
        _ if told.iter().all(|(_, turn)| !turn.turns) => {
            "As far as it is settled skill does not change the answer about going first, at any number of players.".to_owned()
        }
        _ => {
            let turned: Vec<String> = told
                .iter()
                .filter(|(_, turn)| turn.turns)
                .map(|(players, turn)| format!("with {players} players, going first {}", turn.does))
                .collect();
            let more = if turned.len() > 2 { format!("; and so at {} more tables", turned.len() - 2) } else { String::new() };
            format!("Skill changes the answer: {}{more}.", turned[..turned.len().min(2)].join("; "))
        }
    };
    // The line begins with the word already, and variants may turn what is said of the baseline.
    let text = text.strip_prefix("Skill ").map_or_else(|| text.clone(), |rest| format!("it {rest}"));
    let one = results.variants.chunk_by(|one, other| one.variant == other.variant).count() < 2;
    Some(Point::new("Skill", if one { text } else { format!("by the rules {}: {text}", results.manifest.baseline) }))
}

impl Answer {
    /// As Markdown: the question as a heading, and a list.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n", self.question);
        for Point { about, text: said } in &self.points {
            let _ = writeln!(text, "- **{about}:** {said}");
        }
        text
    }
}
