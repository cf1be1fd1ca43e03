//! `ask`: the subject that comes first in the answer, with a yes or a no if the question
//! can have one.

use super::super::prelude::*;
use super::super::topics::changes::{compares_rules, whether_changed};
use super::super::topics::quantity::of_one_quantity;
use super::super::topics::{endings, events, length, one_side, play, seats, strength};
use fairdeal_core::metrics::WhenCounted;

/// Moves the answer to `ask` to the front: the fact by the rules of the baseline, then the
/// effects of variants on it; only the latter if changes were asked for. `written`: whether files
/// have the rest.
pub(super) fn asked_first(results: &Results, drafts: Vec<Draft>, written: bool) -> Vec<Draft> {
    let Some(asked) = results.asked_first() else { return drafts };
    let title = asked.topic().title();
    let compares = compares_rules(results);
    let only_changes = results.manifest.asked.ask.as_ref().is_some_and(Ask::is_change);
    let changed = if compares { whether_changed(results, asked) } else { None };
    let fact = if only_changes && changed.is_some() { None } else { fact(results, asked, written) };
    let baseline = &results.manifest.baseline;
    let of_baseline = |draft: Draft| if compares { draft.of(baseline) } else { draft };
    let changed = changed.map(|draft| if fact.is_some() { draft.about_changes() } else { draft });
    let mut answer: Vec<Draft> = fact.map(of_baseline).into_iter().chain(changed).collect();
    let is_about = |draft: &Draft, title: &str| {
        let rest = draft.about().strip_prefix(title);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
    };
    // Points that belong to the answer follow it.
    let holds: &[&str] = match asked {
        AskedFirst::Topic(Topic::GoingFirst) => {
            &["Meet your tolerance", "Fairest point", "Fairest", "Nothing cures it"]
        }
        AskedFirst::Topic(Topic::Strength) => &["Who is best"],
        // By one set of rules, these points hold the measures of play.
        AskedFirst::Quantity(quantity) if answer.is_empty() => match quantity.counted {
            WhenCounted::Crossed => &["Luck and skill"],
            WhenCounted::WithChances => &["In its course"],
            _ => &[],
        },
        _ => &[],
    };
    let (mut held, drafts): (Vec<Draft>, Vec<Draft>) =
        drafts.into_iter().partition(|draft| holds.contains(&draft.about()));
    held.sort_by_key(|draft| holds.iter().position(|about| *about == draft.about()));
    answer.extend(held);
    // The answer is not repeated.
    let is_said = |draft: &Draft| {
        answer.iter().any(|own| own.about() == draft.about())
            || !answer.is_empty() && is_about(draft, title)
    };
    let (of_topic, others): (Vec<Draft>, Vec<Draft>) = drafts
        .into_iter()
        .filter(|draft| !is_said(draft))
        .partition(|draft| is_about(draft, title));
    answer.into_iter().chain(of_topic).chain(others).collect()
}

/// A point about the subject, by the rules of the baseline.
fn fact(results: &Results, asked: AskedFirst<'_>, written: bool) -> Option<Draft> {
    let baseline = &results.manifest.baseline;
    match asked {
        AskedFirst::Topic(Topic::GoingFirst) => seats::is_an_advantage(results),
        AskedFirst::Topic(Topic::Strength) => {
            let by_all = compares_rules(results).then(|| strength::by_all_rules(results));
            by_all.flatten().or_else(|| strength::line(results, baseline, written))
        }
        AskedFirst::Topic(Topic::Length) => length::line(results, baseline, results.felt_unit()),
        AskedFirst::Topic(Topic::Endings) => endings::line(results, baseline),
        AskedFirst::Topic(Topic::Events) => events::line(results, baseline),
        AskedFirst::Topic(Topic::Play) => play::line(results, baseline),
        AskedFirst::Topic(Topic::Score) => one_side::line(results, baseline)
            .or_else(|| of_one_quantity(results, quantity("score")?)),
        AskedFirst::Length(unit) => length::line(results, baseline, unit),
        AskedFirst::Quantity(quantity) => of_one_quantity(results, quantity),
        AskedFirst::Event(name) => events::of_event(results, name),
    }
}
