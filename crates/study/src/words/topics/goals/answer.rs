//! Which rules meet the designer's goals: the beginning of the answer.

use super::adapted::in_words;
use super::{Candidate, candidates, told};
use crate::words::prelude::*;
use crate::words::topics::changes::{NOT_SETTLED, effects};

/// At most this many sets of rules are named in a line.
const NAMED: usize = 3;

/// The points about goals: which rules meet them all, which nearly do, and how the baseline stands.
pub(in crate::words) fn lines(results: &Results) -> Vec<Draft> {
    let all = candidates(results);
    let baseline = results.manifest.baseline.as_str();
    let own = all.iter().find(|candidate| candidate.variant == baseline);
    let others: Vec<&Candidate<'_>> =
        all.iter().filter(|candidate| candidate.variant != baseline).collect();
    let is_met = own.is_some_and(|own| own.verdict == Some(Verdict::Meets));
    let kept = kept(results, is_met);
    let keep = kept.is_some() && is_met;
    let proposed = [kept, proposal(results, &all), adapted(results), changed(results)];
    let mut drafts: Vec<Draft> = proposed.into_iter().flatten().collect();
    if let Some(proposed) = proposed_of(results, &others) {
        drafts.extend(of_proposal(results, proposed, &others));
    } else if !others.is_empty() {
        drafts.push(meets(results, &others));
        drafts.extend(nearest(results, &others, own));
    }
    if !keep {
        drafts.extend(own.map(|own| of_baseline(results, own, others.is_empty())));
    }
    // A goal that is almost met is not out of reach.
    if all.iter().all(|candidate| candidate.verdict == Some(Verdict::Misses)) {
        drafts.extend(not_together(results));
    }
    drafts.extend(depends_on(results));
    drafts
}

/// A point which says that the rules need no change, whatever a search has proposed: they meet all
/// goals, or the proposal did no better on the fresh shuffles.
fn kept(results: &Results, is_met: bool) -> Option<Draft> {
    let proposed = results.tune.iter().find(|row| row.proposed)?;
    let own = results.tune.iter().find(|row| row.confirmed && row.changes == 0);
    let is_no_better =
        own.and_then(|own| own.loss).zip(proposed.loss).is_some_and(|(own, new)| own <= new);
    let text = if is_met {
        "they meet all your goals already, so nothing has to change."
    } else if proposed.changes > 0 && is_no_better {
        "the proposal did no better than they on the fresh shuffles, so it is no reason to change them."
    } else {
        return None;
    };
    Some(Draft::new("Keep your rules", text.to_owned()))
}

/// Whether a search has found rules that meet all goals, and which it proposes.
fn proposal(results: &Results, all: &[Candidate<'_>]) -> Option<Draft> {
    let found = results.tune.iter().find(|row| row.proposed)?;
    let candidate = all.iter().find(|candidate| candidate.variant == found.variant);
    let (title, begin) = match candidate.and_then(|candidate| candidate.verdict) {
        Some(Verdict::Meets) => ("Found", "these rules meet all your goals: "),
        Some(Verdict::NotSettled) => {
            ("Not settled", "whether these rules, the best that were found, meet all your goals: ")
        }
        _ => ("Not found", "no rules that were tried meet all your goals; the nearest: "),
    };
    let changes = match found.changes {
        0 => "the rules as they are".to_owned(),
        number => format!("{} ({})", found.variant, counted(number as u128, "change", "changes")),
    };
    let alike: Vec<&str> = results
        .tune
        .iter()
        .filter(|row| row.alike && !row.proposed)
        .map(|row| row.variant.as_str())
        .collect();
    let has_baseline = alike.contains(&results.manifest.baseline.as_str());
    let as_good = match alike.len() {
        0 => String::new(),
        1 if has_baseline => "; the rules as they are may be as good".to_owned(),
        count => {
            let among = if has_baseline { ", the rules as they are among them" } else { "" };
            format!("; {} may be as good{among}", counted(count as u128, "other", "others"))
        }
    };
    let tried = thousands(found.tried.into());
    let within = found.within.map_or_else(
        || format!("the best of {tried} that were tried, how close is not known"),
        |within| match format!("{within:.1}") {
            none if none == "0.0" => format!("none of the {tried} that were tried is better"),
            within => format!(
                "none of the {tried} that were tried is better by more than {within} tolerances"
            ),
        },
    );
    let blocks = counted(found.blocks.into(), "fresh block", "fresh blocks");
    let full = format!("{begin}{changes}, measured on {blocks}: {within}{as_good}.");
    Some(Draft::new(title, full).or_short(format!("{begin}{changes}: {within}.")))
}

/// A point about the goals once players adapt.
fn adapted(results: &Results) -> Option<Draft> {
    let [full, short] = in_words(results)?;
    Some(Draft::new("Players who learned the rules", full).or_short(short))
}

/// A point about the effects of the proposal of a search.
fn changed(results: &Results) -> Option<Draft> {
    let proposed = results.tune.iter().find(|row| row.proposed && row.changes > 0)?;
    let (_, effects) =
        effects(results).into_iter().find(|(variant, _)| *variant == proposed.variant)?;
    let topics = |is_it: &dyn Fn(&str) -> bool| -> Vec<String> {
        let those = effects.iter().filter(|(_, effect)| is_it(&effect.text));
        those.map(|(topic, _)| topic.title().to_lowercase()).collect()
    };
    let is_number = |text: &str| text.starts_with(['+', '-']);
    let clear = effects.iter().filter(|(_, effect)| is_number(&effect.text));
    let mut clauses: Vec<String> = clear
        .map(|(topic, effect)| {
            let (size, event) = effect.text.split_once(": ").unwrap_or((&effect.text, ""));
            let unit = if size.contains('%') { "" } else { " points" };
            let event = if event.is_empty() { String::new() } else { format!(" ({event})") };
            format!("{} by {size}{unit}{event}", topic.title().to_lowercase())
        })
        .collect();
    if let Some(first) = clauses.first_mut() {
        first.insert_str(0, "the proposal changes ");
    }
    let same = topics(&|text: &str| text == "same");
    clauses.extend(match same.len() {
        0 => None,
        1 => Some(format!("{} stays the same", same[0])),
        _ => Some(format!("{} stay the same", and(&same))),
    });
    let open = topics(&|text: &str| text == NOT_SETTLED);
    clauses.extend((!open.is_empty()).then(|| format!("{NOT_SETTLED}: {}", and(&open))));
    (!clauses.is_empty()).then(|| Draft::new("Changes", clauses.join("; ") + ".").or_drop(PLAY))
}

/// The goals of a search that no rules that were tried come close to together.
pub(in crate::words) fn not_together(results: &Results) -> Option<Draft> {
    /// Rules come close to a goal if they are this many tolerances off.
    const CLOSE: f64 = 1.0;
    let mut rules = IndexMap::<&str, Vec<(&str, bool)>>::new();
    for row in &results.tried {
        rules.entry(&row.variant).or_default().push((&row.goal, row.beyond <= CLOSE));
    }
    let goals: Vec<&str> = rules.values().next()?.iter().map(|(goal, _)| *goal).collect();
    let has = |wanted: &[usize]| {
        rules.values().any(|close| {
            wanted.iter().all(|place| close.get(*place).is_some_and(|(_, close)| *close))
        })
    };
    let tried = counted(rules.len() as u128, "set of rules", "sets of rules");
    // The goal that is furthest off comes first.
    let nearest = |place: usize| {
        let rows = results.tried.iter().filter(|row| row.goal == goals[place]);
        rows.map(|row| row.beyond).fold(f64::INFINITY, f64::min)
    };
    let never = (0..goals.len()).filter(|place| !has(&[*place]));
    if let Some(never) = never.max_by(|one, other| nearest(*one).total_cmp(&nearest(*other))) {
        let text =
            format!("none of the {tried} that were tried comes close to {}.", spaced(goals[never]));
        return Some(Draft::new("Out of reach", text));
    }
    let pairs = (0..goals.len()).flat_map(|one| (one + 1..goals.len()).map(move |two| (one, two)));
    let (one, two) = pairs.into_iter().find(|(one, two)| !has(&[*one, *two]))?;
    let text = format!(
        "none of the {tried} that were tried comes close to both {} and {}.",
        spaced(goals[one]),
        spaced(goals[two])
    );
    Some(Draft::new("Not together", text))
}

/// On which knob each goal of a search depends most.
fn depends_on(results: &Results) -> Option<Draft> {
    /// A smaller share of the variance is not worth a word.
    const WORTH_IT: f64 = 0.1;
    let goals = results.tried_knobs.chunk_by(|one, other| one.goal == other.goal);
    let most = goals.filter_map(|rows| {
        let row = rows.iter().max_by(|one, other| by_value(one.share, other.share))?;
        row.share.filter(|share| *share >= WORTH_IT).map(|share| (row, share))
    });
    let said: Vec<String> = most
        .map(|(row, share)| {
            format!("{} on {} ({} %)", spaced(&row.goal), row.knob, percent(share, 0))
        })
        .collect();
    (!said.is_empty()).then(|| {
        let text =
            format!("over all rules that may be tried, most of what differs: {}.", said.join(", "));
        Draft::new("Depends", text).or_short(said.join(", ") + ".").or_drop(PLAY)
    })
}

/// Which of several sets of rules meet all goals.
fn meets(results: &Results, others: &[&Candidate<'_>]) -> Draft {
    let of = |verdict: Verdict| -> Vec<&str> {
        let those = others.iter().filter(|candidate| candidate.verdict == Some(verdict));
        those.map(|candidate| candidate.variant).collect()
    };
    let (meeting, open, missing) =
        (of(Verdict::Meets), of(Verdict::NotSettled), of(Verdict::Misses));
    let number = others.len();
    let all = match others {
        [one] => one.variant.to_owned(),
        _ => format!("any of the {number} sets of rules"),
    };
    let text = match meeting[..] {
        [] if open.len() == number => format!("it is not settled whether {all} meets all of them."),
        [] if number == 1 && missing.is_empty() => {
            format!("{all} cannot be judged{}.", why_unjudged(results, others[0]))
        }
        [] if number == 1 => format!("{all} does not meet all of them."),
        [] if missing.len() == number => {
            format!("none of the {number} sets of rules meets all of them.")
        }
        [] => {
            let open = match open.len() {
                0 => String::new(),
                1 => "; for one of them it is not settled".to_owned(),
                count => format!("; for {count} of them it is not settled"),
            };
            let unjudged: Vec<_> =
                others.iter().filter(|candidate| candidate.verdict.is_none()).collect();
            let unjudged = match unjudged[..] {
                [] => String::new(),
                [one] => {
                    format!("; {} cannot be judged{}", one.variant, why_unjudged(results, one))
                }
                [one, ..] => format!(
                    "; {} of them cannot be judged{}",
                    unjudged.len(),
                    why_unjudged(results, one)
                ),
            };
            format!(
                "none of the {number} sets of rules is sure to meet all of them{open}{unjudged}."
            )
        }
        _ => {
            let others = match open[..] {
                [] => String::new(),
                [one] => format!("; whether {one} does too is not settled"),
                _ => format!("; for {} others it is not settled", open.len()),
            };
            let meet = if meeting.len() == 1 { "meets" } else { "meet" };
            let meeting = some(&meeting, NAMED, "and");
            format!("{meeting} {meet} all of them{others}.")
        }
    };
    // The met goals are named for one set of rules.
    let shown = others.iter().find(|candidate| meeting == [candidate.variant]);
    let Some(shown) = shown else { return Draft::new("Your goals", text) };
    let values = capitalized(&values(results, shown));
    Draft::new("Your goals", format!("{text} {values}.")).or_short(text)
}

/// The values of all goals by a set of rules.
fn values(results: &Results, candidate: &Candidate<'_>) -> String {
    candidate.worst().map(|row| told(results, row)).collect::<Vec<_>>().join("; ")
}

/// The proposal of a search, among its sets of rules, if it is judged.
fn proposed_of<'a>(results: &Results, all: &[&'a Candidate<'a>]) -> Option<&'a Candidate<'a>> {
    let proposed = results.tune.iter().find(|row| row.proposed)?;
    let is_it = |candidate: &&&Candidate<'_>| candidate.variant == proposed.variant;
    all.iter().find(is_it).filter(|candidate| candidate.verdict.is_some()).copied()
}

/// The goals by the proposal of a search: all of them if it meets them, else those that it does not
/// meet, and which other rules do.
fn of_proposal(results: &Results, proposed: &Candidate<'_>, all: &[&Candidate<'_>]) -> Vec<Draft> {
    let others = all.iter().filter(|other| other.variant != proposed.variant);
    let meeting = others.filter(|other| other.verdict == Some(Verdict::Meets));
    let meeting: Vec<&str> = meeting.map(|other| other.variant).collect();
    let about = match proposed.verdict {
        Some(Verdict::Meets) => {
            let values = format!("with it, {}", values(results, proposed));
            let also = match meeting[..] {
                [] => String::new(),
                [one] => format!("; {one} meets them too"),
                _ => format!("; {} others meet them too", meeting.len()),
            };
            let short = values.clone() + ".";
            return vec![Draft::new("Your goals", format!("{values}{also}.")).or_short(short)];
        }
        Some(Verdict::NotSettled) => "What is open",
        _ => "What it misses",
    };
    let of = |most: usize| some_unmet(results, proposed, most) + ".";
    let missed = Draft::new(about, of(usize::MAX)).or_short(of(1));
    // Other rules may surely meet the goals that the proposal only nearly meets.
    let meet = if meeting.len() == 1 { "meets" } else { "meet" };
    let others = format!("{} {meet} all of them.", some(&meeting, NAMED, "and"));
    let others = (!meeting.is_empty()).then(|| Draft::new("Your goals", others));
    std::iter::once(missed).chain(others).collect()
}

/// The rules that come nearest without meeting all goals, with the goals that they miss.
fn nearest(
    results: &Results,
    others: &[&Candidate<'_>],
    own: Option<&Candidate<'_>>,
) -> Option<Draft> {
    /// Rules that are further from the goals, in tolerances, do not nearly meet them.
    const NEAR: f64 = 2.0;
    let missing = others.iter().filter(|candidate| candidate.verdict != Some(Verdict::Meets));
    let near: Vec<&&Candidate<'_>> =
        missing.filter(|candidate| candidate.distance.is_some()).take(2).collect();
    let of = |candidate: &Candidate<'_>, most: usize| {
        let open = candidate.verdict == Some(Verdict::NotSettled);
        let how = if open { ", not settled" } else { "" };
        format!("{}{how}: {}", candidate.variant, some_unmet(results, candidate, most))
    };
    let first = near.first()?;
    // Rules that come no nearer than the baseline are not worth a line.
    let distances = own.and_then(|own| own.distance).zip(first.distance);
    if distances.is_some_and(|(own, first)| own <= first) {
        return None;
    }
    let full: Vec<String> = near.iter().map(|candidate| of(candidate, usize::MAX)).collect();
    let is_near = first.distance.is_some_and(|distance| distance <= NEAR);
    let about = if is_near { "Nearly" } else { "Nearest" };
    Some(Draft::new(about, full.join(". ") + ".").or_short(of(first, 1) + "."))
}

/// The goals that a set of rules does not meet for sure, the worst first. Open verdicts are marked
/// "not settled", unless the verdict on the whole set of rules says so already.
fn unmet(results: &Results, candidate: &Candidate<'_>) -> Vec<String> {
    let is_mixed = candidate.verdict != Some(Verdict::NotSettled);
    let mut rows: Vec<_> =
        candidate.worst().filter(|row| row.judged.verdict != Some(Verdict::Meets)).collect();
    rows.sort_by(|one, other| by_value(other.beyond, one.beyond));
    rows.into_iter()
        .map(|row| {
            let met = match candidate.met_between(row)[..] {
                [] => ")".to_owned(),
                [lineup] => format!("; met {})", between(results, lineup)),
                [..] => "; met in other line-ups)".to_owned(),
            };
            let told = told(results, row);
            let told = told.strip_suffix(')').map_or(told.clone(), |told| told.to_owned() + &met);
            match row.judged.verdict {
                Some(Verdict::NotSettled) if is_mixed => format!("not settled, {told}"),
                _ => told,
            }
        })
        .collect()
}

/// The goals that a set of rules does not meet: `most` of them in words, and the number of the others.
fn some_unmet(results: &Results, candidate: &Candidate<'_>, most: usize) -> String {
    let mut unmet = unmet(results, candidate);
    let rest = unmet.len().saturating_sub(most);
    unmet.truncate(most);
    let more = || "and ".to_owned() + &counted(rest as u128, "more goal", "more goals");
    unmet.extend((rest > 0).then(more));
    unmet.join("; ")
}

/// Why a set of rules cannot be judged, as the end of a sentence.
fn why_unjudged(results: &Results, candidate: &Candidate<'_>) -> String {
    let mut rows = results.first_player.iter().filter(|row| row.cell.variant == candidate.variant);
    if rows.all(|row| is_judged(&row.share)) {
        " from so few blocks".to_owned()
    } else {
        format!(", since too few {} end", results.names.plural)
    }
}

/// How the rules as they are stand to the goals.
fn of_baseline(results: &Results, own: &Candidate<'_>, alone: bool) -> Draft {
    let about = if alone { "Your goals" } else { "The rules as they are" };
    let unmet = unmet(results, own);
    let (they, number) = (if alone { "the rules " } else { "they " }, own.worst().count());
    let begin = match own.verdict {
        Some(Verdict::Meets) => {
            return Draft::new(about, format!("{they}meet all of them."));
        }
        Some(Verdict::Misses) => {
            let misses = own.worst().filter(|row| row.judged.verdict == Some(Verdict::Misses));
            match number {
                1 => format!("{they}miss the goal"),
                _ => format!("{they}miss {} of {number} goals", misses.count()),
            }
        }
        Some(_) => format!("it is not settled whether {they}meet them"),
        None => format!("{they}cannot be judged{}", why_unjudged(results, own)),
    };
    let short = unmet.first().cloned().unwrap_or_default();
    Draft::new(about, format!("{begin}: {}.", unmet.join("; ")))
        .or_short(format!("{begin}: {short}."))
}
