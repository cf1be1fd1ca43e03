//! Strategies whose weights were tuned, and the goals once players learned the rules.

use super::{Candidate, found, is_of_event, of_rows, spaced_goal, standing, subject, told, wanted};
use crate::results::TUNED_BY;
use crate::words::prelude::*;
use fairdeal_core::input::wrapped;

/// The width of the comment in a strategy's file.
const WIDTH: usize = 100;

/// The goals in the games of players who adapted; `None` without such players.
pub(in crate::words) fn after(results: &Results) -> Option<Candidate<'_>> {
    of_rows(results, results.adapted.iter().map(|row| &row.after).collect())
}

/// How the goals stood before players adapted, in the same games.
pub(in crate::words) fn before(results: &Results) -> Option<Verdict> {
    let verdicts = || results.adapted.iter().map(|row| row.before_verdict);
    [Some(Verdict::Misses), None, Some(Verdict::NotSettled)]
        .into_iter()
        .find(|worst| verdicts().any(|verdict| verdict == *worst))
        .unwrap_or(Some(Verdict::Meets))
}

/// The win rates of the tuned strategy, table by table: "52.1 % [51.6, 52.6] against heuristic".
pub(in crate::words) fn wins(results: &Results) -> Vec<String> {
    let tuned = results.in_place.iter().filter(|row| row.compared_with.is_some());
    let said = |row: &InPlaceRow| {
        let wins = row.win_rate?;
        let rate = precise(wins, row.win_rate_low.zip(row.win_rate_high), " %");
        Some(format!("{rate} {}", those_of(row)))
    };
    tuned.filter_map(said).collect()
}

/// The file of the strategy whose weights were tuned, with a comment that says what it wins.
pub(crate) fn tuned_file(results: &Results) -> Option<String> {
    let text = results.tuned.as_ref()?;
    let tables = results.in_place.chunk_by(|one, other| one.others == other.others);
    let mut lines =
        vec![format!("{TUNED_BY} ({}, seed {}).", results.manifest.name, results.manifest.seed)];
    for rows in tables {
        let [tuned, base] = rows else { continue };
        let rate = |row: &InPlaceRow| {
            known(
                row.win_rate
                    .map(|rate| precise(rate, row.win_rate_low.zip(row.win_rate_high), " %")),
            )
        };
        let blocks = counted(tuned.blocks.into(), "fresh block", "fresh blocks");
        lines.push(format!(
            "On {blocks} it wins {} {}; {} wins {}.",
            rate(tuned),
            those_of(tuned),
            base.strategy,
            rate(base)
        ));
    }
    let comment = lines.iter().flat_map(|line| wrapped(line, WIDTH - 2, "", 0));
    let comment: Vec<String> = comment.map(|line| format!("# {line}\n")).collect();
    Some(comment.concat() + text)
}

/// One row for each goal, before and after players adapted: at the line-up that is furthest from it
/// afterwards, or in all of them.
pub(crate) fn adapted_table(results: &Results, all: bool) -> Panel {
    let worst: Vec<&GoalRow> = after(results).iter().flat_map(Candidate::worst).collect();
    let is_shown = |row: &&AdaptedRow| all || worst.contains(&&row.after);
    let shown: Vec<&AdaptedRow> = results.adapted.iter().filter(is_shown).collect();
    let title = results.adapted.first().map_or_else(String::new, |row| {
        let (rules, who) = (&row.after.cell.variant, &row.adapted);
        format!("What you want by the rules {rules}: the players of before, and {who} ones")
    });
    let mut columns = Columns::new(title, shown);
    columns.words("goal", |row| match subject(results, &row.after) {
        none if none.is_empty() || is_of_event(&row.after) => spaced_goal(&row.after),
        subject => format!("{} ({subject})", spaced_goal(&row.after)),
    });
    let lineups = results.adapted.iter().map(|row| &row.after.cell.lineup);
    if lineups.collect::<BTreeSet<_>>().len() > 1 {
        columns.words("between", |row| row.after.cell.lineup.clone());
    }
    columns.numbers("before", |row| {
        known(row.before.map(|value| found(&row.after, value, row.before_low.zip(row.before_high))))
    });
    columns.numbers("after", |row| {
        let ends = row.after.low.zip(row.after.high);
        // Of games that do not end, no value means anything.
        let estimate = row.after.estimate.filter(|_| row.after.judged.verdict.is_some());
        known(estimate.map(|value| found(&row.after, value, ends)))
    });
    columns.words("wanted", |row| wanted(results, &row.after)).or_drop(2, AdaptedRow::FILE);
    columns.verdicts(|row| {
        let word = |verdict: Option<Verdict>| {
            verdict.map_or_else(|| MISSING.to_owned(), |verdict| verdict.to_string())
        };
        let (before, after) = (row.before_verdict, row.after.judged.verdict);
        let said = if before == after {
            word(after)
        } else {
            format!("{}, before: {}", word(after), word(before))
        };
        (said, after)
    });
    let panel = columns.panel;
    if all { panel } else { panel.shortened(AdaptedRow::FILE) }
}

/// The table with all goals, before and after players adapted.
pub(crate) fn all_adapted(results: &Results) -> Panel {
    adapted_table(results, true)
}

/// Whether the goals are met once players adapt, in a sentence or two.
pub(crate) fn adapted_in_words(results: &Results) -> Option<String> {
    in_words(results).map(|[full, _]| full)
}

/// Whether the goals are met once players adapt, in a sentence or two, and in one.
pub(in crate::words) fn in_words(results: &Results) -> Option<[String; 2]> {
    let first = results.adapted.first()?;
    let rules = &first.after.cell.variant;
    let proposed = results.tune.iter().find(|row| row.proposed);
    let rules = match proposed {
        Some(proposed) if proposed.variant == *rules => "the proposal".to_owned(),
        _ => format!("the rules {rules}"),
    };
    let (now, then) = (after(results)?, before(results));
    let still = if now.verdict == then { " still" } else { "" };
    let said = match now.verdict {
        Some(Verdict::Meets) => format!("between them {rules}{still} meets all goals"),
        Some(Verdict::Misses) => format!("between them {rules}{still} {}", standing(&now)),
        Some(_) => format!("between them it is not settled whether {rules} meets all goals"),
        // Before, as many games could be judged.
        None if then.is_some() => {
            format!("{rules} cannot be judged, since too few of these players' games end")
        }
        None => format!("{rules} cannot be judged"),
    };
    let is_unmet = |row: &&GoalRow| {
        let verdict = row.judged.verdict;
        verdict == now.verdict && verdict != Some(Verdict::Meets) && verdict.is_some()
    };
    let unmet = now.worst().filter(is_unmet).map(|row| {
        let one = results.adapted.iter().find(|one| one.after == *row);
        let before = one.and_then(|one| one.before).map(|before| found(row, before, None));
        let told = told(results, row);
        format!("{}; {} before)", told.trim_end_matches(')'), known(before))
    });
    let unmet: Vec<String> = unmet.collect();
    let why = if unmet.is_empty() { String::new() } else { format!(": {}", unmet.join("; ")) };
    let wins = wins(results);
    let how = wins.first().map_or_else(String::new, |wins| format!(" One of them wins {wins}."));
    // Players who win no more often say little about those who play well.
    let tuned = || results.in_place.iter().filter(|row| row.compared_with.is_some());
    let any = |verdict: Verdict| tuned().any(|row| row.judged.verdict == Some(verdict));
    let little = if tuned().next().is_none() || any(Verdict::Higher) {
        ""
    } else if any(Verdict::Lower) {
        ", but they are weaker than the others, so let them learn longer"
    } else {
        ", but they are not clearly stronger than the others"
    };
    Some([format!("{said}{why}{little}.{how}"), format!("{said}{little}.")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_who_win_no_more_often_are_called_so() {
        let all = concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments");
        let mut files = std::fs::read_dir(all).expect("experiments").flatten();
        let adapts = |text: String| text.contains("\nadapt ") && text.contains("\n[tune]");
        let file = files.find(|file| std::fs::read_to_string(file.path()).is_ok_and(adapts));
        let path = file.expect("players adapt in a search").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let mut results = crate::results::shipped(name);
        let said = |results: &Results| in_words(results).expect("players adapted");
        for (verdict, expected) in [
            (Verdict::Higher, ""),
            (Verdict::Same, ", but they are not clearly stronger than the others"),
            (Verdict::Lower, ", but they are weaker than the others"),
        ] {
            for row in &mut results.tables.in_place {
                row.judged.verdict = Some(verdict);
            }
            let [full, short] = said(&results);
            assert_eq!(full.contains("but they are"), !expected.is_empty(), "{full}");
            assert!(short.contains(expected), "{short}");
        }
    }
}
