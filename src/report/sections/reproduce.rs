//! How to get the same numbers, what was played, and every table as a file.

use std::fmt::Write as _;

use maud::html;

use super::super::download::packed;
use super::super::table::Table;
use super::{Of, Section};
use crate::results::table_descriptions;
use crate::words::{quoted, thousands};

/// The command that plays the same, without blocks and seed: with the experiment's name, or what was said instead of one.
fn command(of: &Of<'_>) -> String {
    let manifest = &of.results.manifest;
    let name = manifest.name.as_str();
    if !["match", "ladder"].contains(&name) {
        return format!("fairdeal run {}", quoted(name));
    }
    let lineup = manifest.lineups.first().map_or(&[][..], Vec::as_slice);
    // Strategies that are rated are named once each.
    let rated: Vec<&str> = of.results.ratings.iter().rev().map(|row| row.strategy.as_str()).collect();
    let strategies = if rated.is_empty() { lineup.join(",") } else { rated.join(",") };
    let mut text = format!("fairdeal {name} {} --strategies {}", manifest.game, quoted(&strategies));
    if name == "match" && !rated.is_empty() {
        text += " --round-robin";
    }
    if !rated.is_empty() && lineup.len() != 2 {
        let _ = write!(text, " --players {}", lineup.len());
    }
    for row in of.results.variants.iter().filter(|row| !row.default) {
        let _ = write!(text, " --set {}", quoted(&format!("{}={}", row.knob, row.value)));
    }
    if manifest.play.is_some() { text + " --play" } else { text }
}

pub(super) fn section(of: &Of<'_>) -> Result<Section, csv::Error> {
    let manifest = &of.results.manifest;
    let descriptions = table_descriptions();
    let meaning = |file: &str| descriptions.iter().find(|table| table.file == file).map_or("", |table| table.meaning);
    let mut files = Vec::new();
    for (name, content) in of.results.csv_files()? {
        let rows = content.split(|byte| *byte == b'\n').count().saturating_sub(2);
        files.push((name, packed(name, &content).map_err(csv::Error::from)?, rows));
    }
    let mut variants = Table::new("Knobs that differ from the game's defaults", &["variant", "knob", "value"], &[]);
    for row in of.results.variants.iter().filter(|row| !row.default) {
        variants.row([row.variant.clone(), row.knob.clone(), row.value.clone()]);
    }
    let facts = [
        ("Experiment", manifest.name.clone()),
        ("Game", of.results.names.title.clone()),
        ("Shuffles (blocks)", thousands(manifest.blocks.into())),
        ("Seed", manifest.seed.to_string()),
        ("Baseline", manifest.baseline.clone()),
        ("Variants", of.variants().join(", ")),
        ("Line-ups", of.lineups().join("; ")),
        ("Confidence", format!("{} %", crate::words::rounded_percent(manifest.analysis.confidence))),
        ("Digest of the run", manifest.digest.clone()),
        ("Program", format!("fairdeal {}, schema version {}", manifest.fairdeal, manifest.schema_version)),
    ];
    let body = html! {
        p { "The same command gives the same numbers to the last digit, on any machine and with any number of threads:" }
        pre tabindex="0" role="region" aria-label="Commands" { code {
            (command(of)) " --blocks " (manifest.blocks) " --seed " (manifest.seed) "\n"
            "fairdeal report " (quoted(of.folder))
        } }
        div.scroll role="region" aria-label="What was played" tabindex="0" {
            table {
                caption { "What was played" }
                tbody { @for (what, value) in &facts { tr { th scope="row" { (what) } td { (value) } } } }
            }
        }
        @if variants.len() > 0 {
            details { summary { "The rules of each variant, as far as they differ from the game's defaults" } (variants.html()) }
        }
        (of.heading(1, "", "All numbers, to take away"))
        p { "Every table of the run as a CSV file, which any spreadsheet opens. (Without a script they are saved packed, as " code { ".csv.gz" } ".)" }
        ul.files {
            @for (name, address, rows) in &files {
                li {
                    a href=(address) download={ (manifest.name) "-" (name) ".gz" } title=(meaning(name)) { (name) }
                    span.quiet { ", " (thousands(*rows as u128)) " rows" }
                }
            }
        }
    };
    Ok(of.section("reproduce", "How to get the same numbers", body))
}
