//! The facts that a reader needs first: the game, the sets of rules that were played, the players,
//! and the meaning of the words.

use super::prelude::*;

/// At most this many sets of rules or players are described one by one.
const MOST: usize = 12;

/// The game, the rules, the players and the words.
pub(in crate::report) fn about(of: &Context<'_>) -> Markup {
    let (variants, players) = (rules(of), players(of));
    let rest =
        |all: usize, what: &str| (all > MOST).then(|| format!("and {} more {what}.", all - MOST));
    html! {
        details.about open {
            summary { "What was played, and what words mean" }
            dl {
                dt { "The game" }
                dd { (of.results.names.title) ": " (of.shown.game.summary) "." }
                @if of.has_rules(RuleSets::Named) {
                    dt { "The rules" }
                    dd {
                        ul {
                            @for (name, text) in variants.iter().take(MOST) { li { strong { (name) } ": " (text) } }
                            @if let Some(more) = rest(variants.len(), "sets of rules") { li { (more) } }
                        }
                    }
                }
                dt { "The players" }
                dd {
                    ul {
                        @for (name, text) in players.iter().take(MOST) { li { strong { (name) } @if !text.is_empty() { ": " (text) } } }
                        @if let Some(more) = rest(players.len(), "strategies") { li { (more) } }
                    }
                }
                dt { "Words" }
                dd {
                    "A " strong { "line-up" } " is who sits at the table. A " strong { "shuffle" } " (in commands: a block) is one order of the cards; all line-ups and all sets of rules play the same ones, "
                    "so that differences between them are not the luck of the draw. A " strong { "strategy" } " is a program that plays, named above. The " strong { "tolerance" } " is what does not matter to you. "
                    "In brackets stands the " strong { "interval" } " that holds the true value with " (crate::words::rounded_percent(of.results.manifest.analysis.confidence)) " % confidence. "
                    strong { "Points" } " are differences between percentages: from 50 % to 52 % are 2 points."
                    " Verdicts are " strong { "corrected" } " for each other: the more there are, the surer each must be. Seats are counted from 1 (in tables: from 0)."
                    @if of.has_shared_wins() { " A " strong { "shared win" } " counts as its share: half a win for each of two." }
                }
            }
        }
    }
}

/// Each set of rules: its description, and the knobs that it changes.
fn rules(of: &Context<'_>) -> Vec<(String, String)> {
    let baseline = of.results.manifest.baseline.as_str();
    let rows = || of.results.variants.iter();
    let meaning = |key: &str| {
        of.shown.game.knobs.iter().find(|knob| knob.key == key).map_or("", |knob| knob.meaning)
    };
    let told = |name: &str| {
        let preset = of.shown.game.presets.iter().find(|preset| preset.name == name);
        let preset = preset.map(|preset| preset.summary.to_owned());
        let change = |VariantRow { knob, value, default, .. }: &VariantRow| {
            let meaning = meaning(knob);
            if name == baseline {
                return (!default).then(|| format!("{knob} = {value} ({meaning})"));
            }
            let old = &rows().find(|old| old.variant == baseline && old.knob == *knob)?.value;
            (old != value).then(|| format!("{knob} = {value} instead of {old} ({meaning})"))
        };
        let changes: Vec<String> =
            rows().filter(|row| row.variant == name).filter_map(change).collect();
        let what = match changes.is_empty() {
            false => Some(changes.join("; ")),
            true if name != baseline => Some("the same rules".to_owned()),
            true => preset.is_none().then(|| "the rules as they are by default".to_owned()),
        };
        let against = (name == baseline && of.variants().len() > 1)
            .then(|| "the others are compared with it".to_owned());
        let all: Vec<String> = preset.into_iter().chain(what).chain(against).collect();
        (name.to_owned(), all.join("; ") + ".")
    };
    of.variants().into_iter().map(told).collect()
}

/// Each strategy that sits at a table, with its description.
fn players(of: &Context<'_>) -> Vec<(String, String)> {
    let manifest = &of.results.manifest;
    let told = |name: &str| {
        let strategy = manifest.strategy(name);
        let tables = manifest.lineups.iter().filter(|lineup| lineup.iter().any(|own| own == name));
        let budgets: Vec<_> = tables.filter_map(|lineup| strategy?.budget(lineup.len())).collect();
        let iterations = budgets.iter().min().zip(budgets.iter().max()).map(|(least, most)| {
            let least = if least < most { format!("{least} to ") } else { String::new() };
            let most = counted((*most).into(), "iteration", "iterations");
            format!(", {least}{most} a decision")
        });
        // A summary says more than the kind alone.
        let known = strategy.map_or_else(String::new, |strategy| {
            let kind = format!("kind {}", strategy.kind);
            match (&strategy.summary, iterations) {
                (Some(summary), None) => summary.trim_end_matches('.').to_owned(),
                (Some(summary), Some(iterations)) => {
                    let summary = capitalized(summary.trim_end_matches('.'));
                    format!("{summary}. {}{iterations}", capitalized(&kind))
                }
                (None, iterations) => kind + &iterations.unwrap_or_default(),
            }
        });
        let end = if known.is_empty() { "" } else { "." };
        (name.to_owned(), capitalized(&known) + end)
    };
    distinct(manifest.lineups.iter().flatten()).into_iter().map(|name| told(name)).collect()
}
