//! The page of a review: a paragraph, a card for each matter with one picture, and what was played,
//! folded.

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::rows::Standing;
use fairdeal_study::report::{ShownExperiment, folded, framed, of_strips};
use fairdeal_study::results::Results;
use fairdeal_study::words::chart::{Axis, Strip, Strips};
use fairdeal_study::words::{capitalized, counted, fixed};
use maud::{Markup, html};

use crate::cure::CureAtTable;
use crate::error::ReviewError;
use crate::finding::{Finding, Mark, Rank};
use crate::pace::Pace;
use crate::review::Review;
use crate::told::{Matter, OUT_OF_REACH, matters};
use crate::topic::{TRAITS, Unit};

/// The largest number of values in a picture.
const MOST_STRIPS: usize = 10;

/// The sections that the page shows of each phase, below folds.
const PICTURES: [(&str, &[&str]); 4] = [
    ("game", &["first", "strength", "lengths", "endings"]),
    ("chances", &["play", "games"]),
    ("options", &["luck"]),
    ("cards", &["cards"]),
];

/// The page of a review of a game. `shown`: shows the results of a phase of this name. `again`: the
/// command that makes the same review.
///
/// # Errors
/// Never in practice: the tables are in memory.
pub fn page(
    review: &Review,
    game: &dyn AnyGame,
    shown: &dyn Fn(&str, Results) -> ShownExperiment,
    pace: &Pace,
    again: &str,
) -> Result<String, ReviewError> {
    let title = game.description().title;
    let mut pictures = Vec::new();
    for (phase, sections) in PICTURES {
        if let Some((_, results)) = review.phases.iter().find(|(name, _)| *name == phase) {
            let shown = shown(phase, Results::clone(results));
            pictures.push(folded(&shown, &format!("{phase}-"), sections)?);
        }
    }
    let matters = matters(&review.findings);
    let (wrong, others): (Vec<&Matter<'_>>, Vec<&Matter<'_>>) =
        matters.iter().partition(|matter| matter.worst().is_wrong());
    // The other direction of what is wrong is no news.
    let is_news = |matter: &&Matter<'_>| {
        let topic = |matter: &Matter<'_>| matter.worst().of.topic;
        wrong.iter().all(|other| topic(other) != topic(matter))
    };
    let mut others: Vec<&Matter<'_>> = others.into_iter().filter(is_news).collect();
    others.dedup_by_key(|matter| matter.worst().sentence());
    let heading = format!("{title}: a balance review");
    let header = html! {
        p.facts {
            (counted(review.budget.blocks.into(), "shuffle", "shuffles")) " · "
            "tables for " (review.tables_in_words()) " · "
            @if review.budget.games > 0 {
                "players who learned by " (counted(review.budget.games.into(), "game", "games"))
            } @else { "players who did not learn" }
        }
    };
    let index = html! {
        nav.index aria-label="On this page" {
            ul {
                li { a href="#what-to-do" { "What to do" } }
                @for (place, matter) in wrong.iter().enumerate() {
                    li { a href={ "#matter-" (place + 1) } { (capitalized(matter.mark().name())) ": " (matter.worst().title()) } }
                }
                li { a href="#fine" { "What is fine, and what is not settled" } }
                li { a href="#measured" { "The draft as it is, in pictures" } }
                li { a href="#played" { "What was played" } }
            }
        }
    };
    let main = html! {
        p { (review.paragraph(title)) }
        section id="what-to-do" aria-labelledby="what-to-do-title" {
            h2 id="what-to-do-title" { "What to do" }
            ul { @for sentence in review.recommendation() { li { (sentence) } } }
            (cures(review))
            @let warnings = review.warnings();
            @if !warnings.is_empty() {
                h3 { "What not to change" }
                p { "Each of these changes alone would break something, between the strongest players of the draft:" }
                ul { @for warning in warnings { li { (warning) } } }
            }
            p.quiet { (OUT_OF_REACH) }
        }
        @for (place, matter) in wrong.iter().enumerate() { (card(review, matter, place + 1)) }
        section id="fine" aria-labelledby="fine-title" {
            h2 id="fine-title" { "What is fine, and what is not settled" }
            ul {
                @for matter in &others {
                    li {
                        @if matter.mark() == Mark::NotSettled { strong { "Not settled: " } }
                        (matter.worst().sentence())
                    }
                }
            }
        }
        section id="measured" aria-labelledby="measured-title" {
            h2 id="measured-title" { "The draft as it is, in pictures" }
            @for phase in &pictures { (phase) }
        }
        (played(review, pace, again))
    };
    Ok(framed(&heading, &header, &index, &main))
}

/// A card about one matter.
fn card(review: &Review, matter: &Matter<'_>, number: usize) -> Markup {
    let worst = matter.worst();
    let id = format!("matter-{number}");
    html! {
        section id=(id) aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { (capitalized(worst.mark.name())) ": " (worst.title()) }
            p { (worst.sentence()) }
            // Each rule is a matter of its own.
            @if worst.players == 0 {
                @for other in matter.findings.iter().skip(1) { p { (other.sentence()) } }
            }
            p { strong { "What to do: " } (worst.of.advice) }
            @for scale in scales(matter) { (picture(review, matter, scale)) }
            @if let Some(options) = &worst.shown_by {
                @let place = if worst.players > 0 { ", in the folder of the review" } else { "" };
                p { "A game that shows it" (place) ": " code { "fairdeal show " (options) } }
            }
            @if !worst.of.is_of_rules() { details {
                summary { "What is measured, and the thresholds" }
                p {
                    (capitalized(worst.of.measured)) ". Worth a look "
                    (if worst.of.is_below { "below " } else { "above " })
                    (worst.in_words(worst.limits.look))
                    @if let Some(broken) = worst.limits.broken {
                        "; broken " (if worst.of.is_below { "below " } else { "above " }) (worst.in_words(broken))
                    }
                    ". Source of the thresholds: "
                    @if review.wanted.is_set(worst.of.topic) { "your goal" } @else { (worst.of.source) }
                    ". The values are in " code { (worst.source) } "."
                }
            } }
        }
    }
}

/// The units of the thresholds of a matter, that of the worst finding first: tables of other sizes
/// have another fair share.
fn scales(matter: &Matter<'_>) -> Vec<f64> {
    let mut scales: Vec<f64> = Vec::new();
    for one in matter.findings.iter().filter(|one| one.players > 0) {
        if scales.iter().all(|known| (known - one.scale).abs() > 1e-9) {
            scales.push(one.scale);
        }
    }
    scales
}

/// A picture of the values of a matter with one fair share: by subject, table and strength of the
/// players.
fn picture(review: &Review, matter: &Matter<'_>, scale: f64) -> Markup {
    let is_it = |one: &&&Finding| one.players > 0 && (one.scale - scale).abs() < 1e-9;
    let Some(worst) = matter.findings.iter().find(is_it) else { return html! {} };
    // Of a seat that is judged for both directions once.
    let mut all: Vec<&Finding> = Vec::new();
    let about = |one: &Finding| (one.players, one.subject.clone());
    let is_alike = |one: &&&Finding| is_it(one) && one.of.measured == worst.of.measured;
    for one in matter.findings.iter().filter(is_alike) {
        if all.iter().all(|known| about(known) != about(one)) {
            all.push(one);
        }
    }
    all.truncate(MOST_STRIPS);
    // The same of weaker players, next to it.
    let weaker = review.findings.iter().filter(|one| {
        one.of.is(worst.of)
            && matches!(one.rank, Rank::Middle | Rank::Weak)
            && (one.players, &one.subject) == (worst.players, &worst.subject)
    });
    all.extend(weaker);
    let factor = match worst.of.unit {
        Unit::Percent | Unit::Points => 100.0,
        Unit::Minutes | Unit::Times => 1.0,
    };
    let strip = |one: &&Finding| {
        let who = match one.rank {
            Rank::Strong | Rank::All => "",
            Rank::Middle => ", middling",
            Rank::Weak => ", weak",
        };
        let subject = if one.subject.is_empty() {
            String::new()
        } else {
            format!("{}, ", one.subject.trim_end_matches(" (goes first)"))
        };
        Strip {
            label: format!("{subject}{} players{who}", one.players),
            group: String::new(),
            estimate: factor * one.measured.value,
            ends: one.measured.ends.map(|(low, high)| (factor * low, factor * high)),
            text: one.value_in_words(),
            tone: Some(match one.mark {
                Mark::Broken | Mark::LookAt => Standing::Beyond,
                Mark::NotSettled => Standing::NotSettled,
                Mark::Fine => Standing::Within,
            }),
        }
    };
    let unit = match worst.of.unit {
        Unit::Percent => "%",
        Unit::Points => "points",
        Unit::Minutes => "minutes",
        Unit::Times => "times",
    };
    let axis = Axis {
        unit: unit.to_owned(),
        zero: "threshold",
        reference: Some(factor * worst.limits.look),
        band: None,
        write: fixed,
    };
    let strips = Strips { rows: all.iter().map(strip).collect(), axis, bars: None };
    let note = "The line is the threshold of what is worth a look.";
    // A fair share belongs to tables of one size.
    let of_size = worst.scale < 1.0;
    let tables = if of_size { format!(", {} players", worst.players) } else { String::new() };
    let title = format!("{}{tables}", capitalized(worst.of.measured));
    of_strips(&title, note, "who", strips)
}

/// The tested changes as a table.
fn cures(review: &Review) -> Markup {
    if review.cures.is_empty() {
        return html! {};
    }
    let names = |of: &[&crate::topic::Trait]| {
        let mut names: Vec<&str> = of.iter().map(|of| of.wrong).collect();
        names.dedup();
        if names.is_empty() { "–".to_owned() } else { names.join(", ") }
    };
    html! {
        div.scroll role="region" aria-label="Tested changes" tabindex="0" {
            table {
                caption { "Changes that were tested" }
                thead { tr { th scope="col" { "rules" } th scope="col" { "players" } th scope="col" { "mends" } th scope="col" { "leaves" } th scope="col" { "breaks" } th scope="col" { "before → with the change" } } }
                tbody {
                    @for cure in &review.cures {
                        @for table in &cure.tables {
                            tr {
                                th scope="row" { (cure.change.name()) }
                                td { (table.players) }
                                td { (names(&table.mends)) }
                                td { (names(&table.leaves)) }
                                td { (names(&table.breaks)) }
                                td { (before_and_after(table)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The worst values of what was wrong, before and with a change.
fn before_and_after(table: &CureAtTable) -> String {
    let told = table.values.iter().map(|(before, after)| {
        let value = |one: &Finding| one.in_words(one.measured.value);
        let after = after.as_ref().map_or_else(|| "not measured".to_owned(), value);
        format!("{}: {} → {after}", before.title(), value(before))
    });
    told.collect::<Vec<_>>().join("; ")
}

/// What was played: players, assumptions, knobs, and how to play it again.
fn played(review: &Review, pace: &Pace, again: &str) -> Markup {
    let Pace { choice, forced, setup } = pace;
    html! {
        section id="played" aria-labelledby="played-title" {
            h2 id="played-title" { "What was played" }
            @for roster in &review.rosters {
                p {
                    "Players at a table of " (roster.players) ", the strongest first: "
                    (roster.ranked.join(", ")) "."
                }
            }
            @if review.budget.too_slow > 0 {
                p { "Stronger players were left out: they are too slow to play many games." }
            }
            @if let Some(attacked) = review.attacked {
                p {
                    "Another player learned for a while to beat " code { "trained" } ", and won "
                    (fixed(100.0 * attacked.wins, 1)) " % (fair, on average over the tables: " (fixed(100.0 * attacked.fair, 1)) " %)."
                }
            }
            p {
                "Times at a table are assumed: " (choice) " seconds for a decision with a choice, "
                (forced) " for one without, and " (setup) " minutes for dealing and counting."
            }
            @let steps: Vec<_> = review.effects.iter().filter(|effect| effect.is_step).collect();
            @if !steps.is_empty() {
                details {
                    summary { "Knobs, a step up and down (above 0: less is wrong; 1 is the way from worth a look to broken)" }
                    ul {
                        @for effect in steps {
                            li {
                                code { (effect.change.name()) } ": "
                                @if effect.is_without_effect { "no game went otherwise" }
                                @else { (fairdeal_study::words::signed(effect.relief, 2)) }
                            }
                        }
                    }
                }
            }
            details {
                summary { "All topics and their thresholds" }
                ul {
                    @for of in TRAITS.iter().filter(|of| !of.is_of_rules()) {
                        li {
                            strong { (of.topic.name().replace('_', " ")) ", " (of.direction.name()) ": " }
                            (of.measured) "; worth a look "
                            @let limits = review.wanted.limits(of);
                            (if of.is_below { "below " } else { "above " }) (fixed(limits.look, 3))
                            @if let Some(broken) = limits.broken { ", broken from " (fixed(broken, 3)) }
                            " ("
                            @if review.wanted.is_set(of.topic) { "your goal" } @else { (of.source) }
                            ")"
                        }
                    }
                }
            }
            p { "The same review again:" }
            pre { code { (again) } }
        }
    }
}
