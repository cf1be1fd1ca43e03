//! The page around the sections: head, index, footer.

use std::collections::BTreeSet;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::charts;
use super::experiment::ShownExperiment;
use super::sections::{Context, Section, about, sections};
use super::typeset::typeset;
use crate::results::REPORT_GENERATOR;
use crate::words;
use fairdeal_core::input::{plain, plain_lines};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The page that shows some experiments.
///
/// # Errors
/// Never in practice: the tables go to memory.
pub fn page(experiments: &[ShownExperiment]) -> Result<String, csv::Error> {
    let one = experiments.len() == 1;
    let mut articles = Vec::with_capacity(experiments.len());
    for (place, experiment) in experiments.iter().enumerate() {
        let id = if one { String::new() } else { format!("e{}-", place + 1) };
        let of = context(experiment, id, if one { 2 } else { 3 });
        articles.push((sections(&of)?, of));
    }
    let title = match &articles[..] {
        [(_, of)] => of.answer.question.clone(),
        all => {
            let games: BTreeSet<&str> =
                all.iter().map(|(_, of)| of.results.names.title.as_str()).collect();
            let games = words::and(&Vec::from_iter(games));
            format!("{} questions about the balance of {games}", all.len())
        }
    };
    let header = html! {
        @if let [(_, of)] = &articles[..] { (facts(of)) }
    };
    let index = html! {
        @if let [(sections, _)] = &articles[..] {
            nav.index aria-label="On this page" { (links(sections)) }
        } @else {
            nav.index.long aria-label="On this page" {
                ul {
                    @for (_, of) in &articles {
                        li {
                            a href={ "#" (of.id) "top" } { (of.answer.question) }
                            @if let Some(point) = of.answer.points.first() { br; span.quiet { (point.about) ": " (point.text) } }
                        }
                    }
                }
            }
        }
    };
    let main = html! {
        @for (sections, of) in &articles {
            @if one {
                (body(of, sections))
            } @else {
                article id={ (of.id) "top" } aria-label=(of.answer.question) {
                    h2 { (of.answer.question) }
                    (facts(of))
                    nav.index aria-label={ "About: " (of.answer.question) } { (links(sections)) }
                    (body(of, sections))
                }
            }
        }
    };
    Ok(framed(&title, &header, &index, &main))
}

/// An experiment with its answer. `id`: the beginning of the names of its anchors. `level`: that of the
/// headings of its sections.
fn context(experiment: &ShownExperiment, id: String, level: u8) -> Context<'_> {
    let results = &experiment.results;
    let answer = words::answer(results, Some(&experiment.folder));
    Context { results, shown: experiment, answer, id, level }
}

/// Some sections of an experiment, each below a fold, to stand on another page. `id`: the beginning of
/// the names of their anchors. `only`: the names of the sections, such as `lengths`.
///
/// # Errors
/// Never in practice: the tables go to memory.
pub fn folded(experiment: &ShownExperiment, id: &str, only: &[&str]) -> Result<Markup, csv::Error> {
    let of = context(experiment, id.to_owned(), 2);
    let is_asked =
        |section: &Section| section.id.strip_prefix(id).is_some_and(|name| only.contains(&name));
    let sections = sections(&of)?;
    Ok(html! {
        @for section in sections.iter().filter(|section| is_asked(section)) {
            details id=(section.id) { summary { (section.title) } (section.body) }
        }
    })
}

/// A page with a title, what stands below it, an index, and the content: one file that loads nothing.
pub fn framed(title: &str, header: &Markup, index: &Markup, main: &Markup) -> String {
    let body = html! {
        (charts::definitions())
        a.skip href="#main" { "Skip to the content" }
        div.page {
            header {
                p.tools {}
                h1 { (title) }
                (header)
            }
            (index)
            main id="main" tabindex="-1" { (main) }
            footer {
                p { "Made by fairdeal " (env!("CARGO_PKG_VERSION")) ". This page is one file: it needs no network, and can be sent or printed as it is." }
            }
        }
    };
    let body = PreEscaped(typeset(&clean(&body.into_string())));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="generator" content={ (REPORT_GENERATOR) " " (env!("CARGO_PKG_VERSION")) };
                meta name="viewport" content="width=device-width, initial-scale=1";
                // Nothing is loaded from anywhere.
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";
                link rel="icon" href="data:,";
                title { (plain(&title.replace('`', ""))) " – fairdeal" }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) script { (PreEscaped(SCRIPT)) } }
        }
    };
    page.into_string() + "\n"
}

/// Cleans the content of the page: removes characters of foreign text that hide other text, and
/// breaks of lines except where the page shows them.
fn clean(body: &str) -> String {
    const END: &str = "</pre>";
    let part = |part: &str| match part.split_once(END) {
        Some((lines, rest)) => plain_lines(lines) + END + &plain_lines(rest).replace('\n', " "),
        None => plain_lines(part).replace('\n', " "),
    };
    body.split("<pre").map(part).collect::<Vec<_>>().join("<pre")
}

/// A line that sums up the run: games, shuffles, sets of rules, line-ups.
fn facts(of: &Context<'_>) -> Markup {
    let (manifest, names) = (&of.results.manifest, &of.results.names);
    let games: u128 =
        manifest.arrangements.iter().map(|arranged| arranged.games_per_block as u128).sum::<u128>()
            * u128::from(manifest.blocks)
            * manifest.variants.len() as u128;
    let variants = manifest.variants.len() as u128;
    html! {
        p.facts {
            (names.title) " · " (words::games(games, &names.plural)) " · "
            (words::counted(manifest.blocks.into(), "shuffle", "shuffles")) ", the same for all · "
            span.whole { (words::counted(variants, "set of rules", "sets of rules")) } " · "
            span.whole { (words::counted(manifest.lineups.len() as u128, "line-up", "line-ups")) }
            @if !manifest.complete {
                @let why = if manifest.missing.is_empty() { "the run was interrupted" } else { "shards are missing" };
                " · " strong { "a part: " (why) }
            }
        }
    }
}

fn links(sections: &[Section]) -> Markup {
    html! {
        ul { @for section in sections { li { a href={ "#" (section.id) } { (section.title) } } } }
    }
}

fn body(of: &Context<'_>, sections: &[Section]) -> Markup {
    html! {
        @for (place, section) in sections.iter().enumerate() {
            // The answer comes first, then the facts that explain the rest.
            @if place == 1 { (about(of)) }
            section id=(section.id) aria-labelledby={ (section.id) "-title" } {
                (of.heading(0, &format!("{}-title", section.id), &section.title))
                (section.body)
            }
        }
    }
}
