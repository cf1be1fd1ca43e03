//! What a reader should know before all else: what the game is, which sets of rules were played,
//! who played, and what words mean.

use maud::{Markup, html};

use super::section::{Context, grouped};
use crate::experiment::DesignKind;
use crate::words::{capitalized, counted};

/// This many sets of rules or players are told one by one.
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
                dd { (of.results.names.title) ": " (of.game.summary) "." }
                @if !of.is_a(DesignKind::Sweep) && !of.is_a(DesignKind::Sensitivity) {
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
                    " Verdicts are " strong { "corrected" } " for each other: the more there are, the surer each must be. Seats are numbered from 0."
                    @if of.has_shared_wins() { " A " strong { "shared win" } " counts as its share: half a win for each of two." }
                }
            }
        }
    }
}

/// Each set of rules: its own words, and what it changes.
fn rules(of: &Context<'_>) -> Vec<(String, String)> {
    let baseline = of.results.manifest.baseline.as_str();
    let knobs = |variant: &str| {
        of.results.variants.iter().filter(move |row| row.variant == variant).collect::<Vec<_>>()
    };
    let before = knobs(baseline);
    let meaning = |knob: &str| {
        of.game.knobs.iter().find(|(name, _)| *name == knob).map_or("", |(_, meaning)| *meaning)
    };
    let told = |name: &str| {
        let preset = of
            .game
            .presets
            .iter()
            .find(|(preset, _)| *preset == name)
            .map(|(_, summary)| (*summary).to_owned());
        let changes: Vec<String> = if name == baseline {
            knobs(name)
                .iter()
                .filter(|row| !row.default)
                .map(|row| format!("{} = {} ({})", row.knob, row.value, meaning(&row.knob)))
                .collect()
        } else {
            let changed = knobs(name).into_iter().filter_map(|row| {
                let old = before.iter().find(|old| old.knob == row.knob)?;
                (old.value != row.value).then(|| {
                    format!(
                        "{} = {} instead of {} ({})",
                        row.knob,
                        row.value,
                        old.value,
                        meaning(&row.knob)
                    )
                })
            });
            changed.collect()
        };
        let what = match (name == baseline, changes.is_empty()) {
            (true, true) => {
                Some("the rules as they are by default".to_owned()).filter(|_| preset.is_none())
            }
            (false, true) => Some("the same rules".to_owned()),
            _ => Some(changes.join("; ")),
        };
        let against = (name == baseline && of.variants().len() > 1)
            .then(|| "the others are compared with it".to_owned());
        (
            name.to_owned(),
            preset.into_iter().chain(what).chain(against).collect::<Vec<_>>().join("; ") + ".",
        )
    };
    of.variants().into_iter().map(told).collect()
}

/// Each strategy that sits at a table, with what is known of it in a line.
fn players(of: &Context<'_>) -> Vec<(String, String)> {
    let manifest = &of.results.manifest;
    let seated = grouped(manifest.lineups.iter().flatten(), |name| name.as_str());
    let told = |name: &str| {
        let strategy = manifest.strategy(name);
        let summary = strategy.and_then(|strategy| strategy.summary.as_deref());
        let summary = summary.map(|text| capitalized(text.trim_end_matches('.')) + ".");
        let kind = strategy.map(|strategy| format!("kind {}", strategy.kind));
        let tables = manifest
            .lineups
            .iter()
            .filter(|lineup| lineup.iter().any(|seated| seated == name))
            .map(Vec::len);
        let budgets = || tables.clone().filter_map(|players| strategy?.budget(players));
        let iterations = budgets().min().zip(budgets().max()).map(|(least, most)| {
            let least = if least < most { format!("{least} to ") } else { String::new() };
            format!("{least}{} a decision", counted(most.into(), "iteration", "iterations"))
        });
        let known: Vec<String> = kind.into_iter().chain(iterations).collect();
        // A summary says more than the kind alone.
        let known = match (&summary, known.len()) {
            (Some(_), ..2) | (None, 0) => String::new(),
            _ => capitalized(&known.join(", ")) + ".",
        };
        (
            name.to_owned(),
            summary
                .into_iter()
                .chain(Some(known).filter(|known| !known.is_empty()))
                .collect::<Vec<_>>()
                .join(" "),
        )
    };
    seated.into_iter().map(|(name, _)| told(name)).collect()
}
