//! `ask`: what the experiment asks first comes first, with a yes or a no where the question can
//! have one.

use std::collections::{BTreeMap, BTreeSet};

use super::super::prelude::*;
use super::changes::{compares_rules, whether_changed};
use super::each::{distance, going_first_of, of_one_quantity, share_of};
use super::fit::Draft;
use super::strengths::stronger;
use crate::experiment::AskedFirst;

/// At most this many line-ups are named for each answer.
const NAMED: usize = 2;

/// Moves what was asked first to the front, after its own answer. `written`: are there files that
/// have the rest?
pub(super) fn asked_first(results: &Results, drafts: Vec<Draft>, written: bool) -> Vec<Draft> {
    let asked = results.manifest.asked.as_ref().and_then(|asked| asked.ask.as_ref()?.first());
    let Some(asked) = asked else { return drafts };
    let title = asked.topic().title();
    let is_about = |draft: &Draft, title: &str| {
        let rest = draft.about().strip_prefix(title);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
    };
    let mut answer: Vec<Draft> = Vec::new();
    if compares_rules(results) {
        if asked == AskedFirst::Topic(Topic::Strength) {
            let baseline = &results.manifest.baseline;
            answer.extend(stronger(results, baseline, written).map(|draft| draft.of(baseline)));
        }
        answer.extend(whether_changed(results, asked));
    } else {
        answer.extend(match asked {
            AskedFirst::Topic(Topic::GoingFirst) => is_an_advantage(results),
            AskedFirst::Topic(_) => None,
            AskedFirst::Quantity(quantity) => of_one_quantity(results, quantity),
        });
    }
    // What the answer says already is not said again.
    let is_said = |draft: &Draft| answer.iter().any(|own| own.about() == draft.about());
    let (of_topic, others): (Vec<Draft>, Vec<Draft>) =
        drafts.into_iter().filter(|draft| !is_said(draft)).partition(|draft| {
            let is_rating = title == Topic::Strength.title() && is_about(draft, "Who is best");
            is_rating || is_about(draft, title)
        });
    answer.into_iter().chain(of_topic).chain(others).collect()
}

/// Is going first an advantage? For each number of players, and for each strength where the answer
/// depends on it.
fn is_an_advantage(results: &Results) -> Option<Draft> {
    let rows = going_first_of(results, &results.manifest.baseline);
    let mut by_answer = BTreeMap::<u8, Vec<&FirstPlayerRow>>::new();
    for row in &rows {
        let place = match row.share.judged.verdict {
            Some(Verdict::Advantage) => 0,
            Some(Verdict::Disadvantage) => 1,
            Some(Verdict::Within) => 2,
            _ => 3,
        };
        by_answer.entry(place).or_default().push(row);
    }
    let tolerance = points(results.manifest.analysis.tolerance.win_rate);
    let fair = if tolerance.is_empty() {
        "no, it is fair".to_owned()
    } else {
        format!("no, it is fair within {tolerance}")
    };
    let words = ["yes", "no, it is a disadvantage", &fair, "not settled"];
    let text = |full: bool| {
        let said = by_answer.iter().map(|(place, of)| {
            let where_ = if of.len() == rows.len() && rows.len() > 1 {
                format!(" in all {} line-ups", rows.len())
            } else {
                places(results, of, &rows)
            };
            let most = of.iter().max_by(|one, other| distance(one).total_cmp(&distance(other)));
            let example = most.filter(|_| full && *place < 2).map(|row| {
                let fair = percent(row.share.fair_share, 1);
                let who = if of.len() > 1 {
                    format!("most {}: ", among(results, &row.cell))
                } else {
                    String::new()
                };
                format!(" ({who}the first player wins {}, {fair} % is fair)", share_of(row))
            });
            format!("{}{where_}{}", words[usize::from(*place)], example.unwrap_or_default())
        });
        capitalized(&said.collect::<Vec<_>>().join("; ")) + "."
    };
    let about = "Is going first an advantage?";
    (!rows.is_empty()).then(|| Draft::new(about, text(true)).or_short(text(false)))
}

/// Where an answer holds: the numbers of players for which it always does, and the other line-ups.
fn places(results: &Results, of: &[&FirstPlayerRow], all: &[&FirstPlayerRow]) -> String {
    let count = |rows: &[&FirstPlayerRow], players: usize| {
        rows.iter().filter(|row| row.cell.players == players).count()
    };
    let sizes: BTreeSet<usize> = of.iter().map(|row| row.cell.players).collect();
    let is_whole = |players: &usize| {
        count(of, *players) == count(all, *players)
            && all.iter().any(|row| row.cell.players != *players)
    };
    let whole: Vec<usize> = sizes.iter().copied().filter(is_whole).collect();
    let others: Vec<&&FirstPlayerRow> =
        of.iter().filter(|row| !whole.contains(&row.cell.players)).collect();
    let mut said = Vec::new();
    if !whole.is_empty() {
        let numbers: Vec<String> = whole.iter().map(usize::to_string).collect();
        said.push(format!("with {} players", and(&numbers)));
    }
    if others.len() <= NAMED {
        said.extend(others.iter().map(|row| among(results, &row.cell)));
    } else {
        said.push(format!("in {} of {} line-ups", others.len(), all.len()));
    }
    format!(" {}", and(&said))
}
