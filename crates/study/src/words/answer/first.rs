//! `ask`: what the experiment asks first comes first, with a yes or a no where the question can
//! have one.

use std::collections::BTreeSet;

use super::super::prelude::*;
use super::super::who::{sort_by_strength, strongest_of};
use super::changes::{asks_whether, compares_rules, whether_changed};
use super::each::{
    endings, events, going_first_of, lengths, of_event, of_one_quantity, partners, play, scores,
    share_of,
};
use super::fit::Draft;
use super::strengths::stronger;
use crate::experiment::Ask;
use crate::findings::AskedFirst;
use fairdeal_core::metrics::About;

/// At most this many line-ups are named for each answer.
const NAMED: usize = 2;

/// Puts the answer to what was asked first to the front: the fact by the rules of the baseline, then
/// what variants do to it; only the latter where changes were asked for. `written`: are there files
/// that have the rest?
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
        AskedFirst::Quantity(quantity) if answer.is_empty() => match quantity.about {
            About::Crossed => &["Luck and skill"],
            About::Chances | About::Thirds => &["In its course"],
            _ => &[],
        },
        _ => &[],
    };
    let (mut held, drafts): (Vec<Draft>, Vec<Draft>) =
        drafts.into_iter().partition(|draft| holds.contains(&draft.about()));
    held.sort_by_key(|draft| holds.iter().position(|about| *about == draft.about()));
    answer.extend(held);
    // What the answer says already is not said again.
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

/// What was asked, by the rules of the baseline.
fn fact(results: &Results, asked: AskedFirst<'_>, written: bool) -> Option<Draft> {
    let baseline = &results.manifest.baseline;
    match asked {
        AskedFirst::Topic(Topic::GoingFirst) => is_an_advantage(results),
        AskedFirst::Topic(Topic::Strength) => {
            let by_all =
                if compares_rules(results) { stronger_by_all_rules(results) } else { None };
            by_all.or_else(|| stronger(results, baseline, written))
        }
        AskedFirst::Topic(Topic::Length) => lengths(results, baseline, results.felt_unit()),
        AskedFirst::Topic(Topic::Endings) => endings(results, baseline),
        AskedFirst::Topic(Topic::Events) => events(results, baseline),
        AskedFirst::Topic(Topic::Play) => play(results, baseline),
        AskedFirst::Topic(Topic::Score) => scores(results, baseline),
        AskedFirst::Length(unit) => lengths(results, baseline, unit),
        AskedFirst::Quantity(quantity) => of_one_quantity(results, quantity),
        AskedFirst::Event(name) => of_event(results, name),
    }
}

/// Is going first an advantage? For each number of players, and for each strength where the answer
/// depends on it, the strongest players first.
fn is_an_advantage(results: &Results) -> Option<Draft> {
    let mut rows = going_first_of(results, &results.manifest.baseline);
    sort_by_strength(results, &mut rows, |row| &row.cell);
    let mut by_answer = IndexMap::<u8, Vec<&FirstPlayerRow>>::new();
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
        "it is fair".to_owned()
    } else {
        format!("it is fair within {tolerance}")
    };
    let words = ["it is an advantage", "it is a disadvantage", &fair, "it is not settled"];
    // "Yes" only answers what the designer's own words ask.
    let question = results.manifest.question.to_lowercase();
    let asks = |words: &[&str]| words.iter().any(|word| question.contains(word));
    let asks_fair = asks(&[" fair"]);
    let asks_more = question.is_empty() || asks(&["advantage", "win more", "wins more", "matter"]);
    let whether = asks_whether(&results.manifest.question) && (asks_fair || asks_more);
    let alone = by_answer.len() == 1 && rows.len() > 1;
    let text = |full: bool| {
        let said = by_answer.iter().enumerate().map(|(number, (place, of))| {
            let yes = match place {
                3 => "",
                _ if !whether || number > 0 => "",
                2 if asks_fair => "yes, ",
                0 if !asks_fair => "yes, ",
                _ => "no, ",
            };
            let where_ = match (alone, place) {
                (true, 3) => format!(" in any of {} line-ups", rows.len()),
                (true, _) => format!(" in all {} line-ups", rows.len()),
                _ => places(results, of, &rows),
            };
            let is_told = full || number == 0;
            let example = of.first().filter(|_| is_told).map(|row| {
                let fair = percent(row.share.fair_share, 1);
                let who = match of.len() {
                    1 => String::new(),
                    _ => format!(
                        "{}{}, ",
                        among(results, &row.cell),
                        strongest_of(results, &row.cell)
                    ),
                };
                let (rate, partners) = (share_of(row), partners(results));
                format!(" ({who}the first player wins {rate}; {fair} % is fair{partners})")
            });
            format!("{yes}{}{where_}{}", words[usize::from(*place)], example.unwrap_or_default())
        });
        said.collect::<Vec<_>>().join("; ") + "."
    };
    let about = Topic::GoingFirst.title();
    (!rows.is_empty()).then(|| Draft::new(about, text(true)).or_short(text(false)))
}

/// How strong two strategies are by all rules that are compared: in how many pairs of rules and table
/// the better one is stronger, and where it is not: of the first line-ups in which two meet.
fn stronger_by_all_rules(results: &Results) -> Option<Draft> {
    /// At most this many exceptions are named.
    const NAMED: usize = 3;
    let names_of = |row: &StrategyRow| {
        let mut names: Vec<&str> =
            results.lineup(&row.cell.lineup).iter().map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let names = names_of(results.strategies.first()?);
    let [one, other] = names[..] else { return None };
    let mixed = || {
        let rows = results.strategies.iter().filter(|row| is_judged(&row.share));
        rows.filter(|row| names_of(row) == [one, other])
    };
    let is_stronger = |row: &&StrategyRow| row.share.judged.verdict == Some(Verdict::Advantage);
    let wins = |name: &str| mixed().filter(is_stronger).filter(|row| row.strategy == name).count();
    let (name, other) = if wins(other) > wins(one) { (other, one) } else { (one, other) };
    let rows: Vec<&StrategyRow> = mixed().filter(|row| row.strategy == name).collect();
    let (stronger, others): (Vec<_>, Vec<_>) = rows.iter().copied().partition(is_stronger);
    let all = rows.len();
    let begin = format!("{name} is stronger than {other}");
    let exception = |row: &&StrategyRow| {
        let how = match row.share.judged.verdict {
            Some(Verdict::Disadvantage) => "weaker",
            Some(Verdict::Within) => "as strong",
            _ => "not settled",
        };
        let CellKey { variant, players, .. } = &row.cell;
        format!("{how} by {variant} with {players} players")
    };
    let count = |verdict: Verdict| {
        others.iter().filter(|row| row.share.judged.verdict == Some(verdict)).count()
    };
    let counts = [
        (count(Verdict::Disadvantage), "weaker"),
        (count(Verdict::Within), "as strong"),
        (count(Verdict::NotSettled), "not settled"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, how)| format!("{how} in {count}")).collect();
    let where_ = match stronger.len() {
        every if every == all => format!("in all {all} pairs of rules and table"),
        some => format!("in {some} of {all} pairs of rules and table"),
    };
    let told: Vec<String> = others.iter().map(exception).collect();
    let full = match told.len() {
        0 => format!("{begin} {where_}."),
        1..=NAMED => format!("{begin} {where_}; {}.", told.join("; ")),
        _ => format!("{begin} {where_}; {}.", counts.join("; ")),
    };
    // Of few, the numbers say more.
    (all > 2).then(|| Draft::new(Topic::Strength.title(), full))
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
        let each = others.iter().map(|row| among(results, &row.cell));
        said.extend((!others.is_empty()).then(|| and(&each.collect::<Vec<_>>())));
    } else {
        said.push(match said.len() {
            0 => format!("in {} of {} line-ups", others.len(), all.len()),
            _ => format!("in {} other line-ups", others.len()),
        });
    }
    format!(" {}", said.join(", and "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_is_counted_over_all_rules() {
        let mut results = crate::results::shipped("crypto-cards-learned");
        let said = |results: &Results| stronger_by_all_rules(results).expect("two meet").full.text;
        assert_eq!(
            said(&results),
            "learned is stronger than heuristic in 47 of 60 pairs of rules and table; as strong in 6; not settled in 7."
        );
        for row in &mut results.tables.strategies {
            row.share.judged.verdict = Some(match row.strategy.as_str() {
                "learned" => Verdict::Advantage,
                _ => Verdict::Disadvantage,
            });
        }
        let all = "learned is stronger than heuristic in all 60 pairs of rules and table";
        assert_eq!(said(&results), format!("{all}."));
        let own = results.tables.strategies.iter_mut().find(|row| row.strategy == "learned");
        own.expect("a row").share.judged.verdict = Some(Verdict::Disadvantage);
        let one =
            "learned is stronger than heuristic in 59 of 60 pairs of rules and table; weaker by ";
        assert!(said(&results).starts_with(one), "{}", said(&results));
        results.tables.strategies.clear();
        assert_eq!(stronger_by_all_rules(&results), None);
    }
}
