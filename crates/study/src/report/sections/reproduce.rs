//! How to get the same numbers, what was played, and every table as a file.

use std::fmt::Write as _;

use maud::html;

use super::super::download::packed;
use super::super::table::{Table, html as html_of};
use super::section::{Context, Section, grouped};
use crate::experiment::DesignKind;
use crate::results::{CsvFile, table_descriptions};
use crate::words::{and, quoted, thousands};
use fairdeal_core::metrics::Tolerance;
use fairdeal_core::rows::InPlaceRow;

/// The file that says what was played.
const MANIFEST: &str = "manifest.json";

/// The command that plays the same.
fn command(of: &Context<'_>) -> String {
    let manifest = &of.results.manifest;
    let mut text = if manifest.of_command {
        without_file(of)
    } else {
        format!("{} run {}", manifest.program(), quoted(&manifest.name))
    };
    // The looks at a run that may end early depend on its greatest length.
    let blocks = if manifest.stop.is_some() || !is_whole(of) {
        manifest.blocks_planned
    } else {
        Some(manifest.blocks)
    };
    if let Some(blocks) = blocks {
        let _ = write!(text, " --blocks {blocks}");
    }
    text + &format!(" --seed {}", manifest.seed)
}

/// Can a command play a run of the same length? Not where it was interrupted and its length is more
/// than a number of blocks.
fn is_whole(of: &Context<'_>) -> bool {
    let manifest = &of.results.manifest;
    manifest.complete || (manifest.stop.is_none() && !of.is_a(DesignKind::Ladder))
}

/// The command of a match or a ladder, without blocks and seed.
fn without_file(of: &Context<'_>) -> String {
    let manifest = &of.results.manifest;
    let lineup = manifest.lineups.first().map_or(&[][..], Vec::as_slice);
    let of_places = of.is_a(DesignKind::InPlace);
    let in_place: Vec<&InPlaceRow> = of.results.in_place.iter().filter(|_| of_places).collect();
    if let Some(first) = in_place.first() {
        let is_asked = |row: &&&InPlaceRow| {
            row.others == first.others && manifest.strategies.contains_key(&row.strategy)
        };
        let of_first =
            in_place.iter().filter(is_asked).map(|row| row.strategy.as_str()).collect::<Vec<_>>();
        let mut text = format!(
            "{} ladder {} --strategies {}",
            manifest.program(),
            manifest.game,
            quoted(&of_first.join(","))
        );
        for (others, _) in grouped(in_place, |row| &row.others.0) {
            let _ = write!(text, " --others {}", quoted(&others.join(",")));
        }
        text += if manifest.exploiters.is_some() { " --exploiters" } else { "" };
        return text + &rules_and_more(of);
    }
    let is_ladder = of.is_a(DesignKind::Ladder);
    // Strategies that all meet are named once each, and copies of one with doubled budgets not at
    // all.
    let meet = is_ladder || of.is_a(DesignKind::RoundRobin);
    let seated = manifest.strategies.keys().map(String::as_str);
    let (copies, named): (Vec<&str>, Vec<&str>) = seated
        .filter(|name| manifest.lineups.iter().flatten().any(|seated| seated == name))
        .partition(|name| of.needs.copies.iter().any(|copy| copy == name));
    let strategies = if meet { named.join(",") } else { lineup.join(",") };
    let verb = if is_ladder { "ladder" } else { "match" };
    let mut text = format!(
        "{} {verb} {} --strategies {}",
        manifest.program(),
        manifest.game,
        quoted(&strategies)
    );
    if meet && !is_ladder {
        text += " --round-robin";
    }
    if meet || lineup.len() == 1 {
        let _ = write!(text, " --players {}", lineup.len());
    }
    if is_ladder {
        let _ = write!(text, " --doublings {}", copies.len());
        text += if manifest.exploiters.is_some() { " --exploiters" } else { "" };
    }
    text + &rules_and_more(of)
}

/// The options that are alike for matches and ladders.
fn rules_and_more(of: &Context<'_>) -> String {
    let manifest = &of.results.manifest;
    let mut text = String::new();
    for row in of.results.variants.iter().filter(|row| !row.default) {
        let _ = write!(text, " --set {}", quoted(&format!("{}={}", row.knob, row.value)));
    }
    let analysis = &manifest.analysis;
    if !analysis.default_tolerances.iter().any(|name| name == Tolerance::WinRate.key()) {
        let _ = write!(text, " --tolerance {}", analysis.tolerance.win_rate);
    }
    if manifest.play.is_some() { text + " --play" } else { text }
}

/// What the command promises, and what it needs.
fn promise(of: &Context<'_>) -> Vec<String> {
    let (manifest, needs) = (&of.results.manifest, of.needs);
    let mut said = Vec::new();
    if !is_whole(of) {
        said.push("The run was interrupted, so no command gives the same numbers. This one plays all of it:".to_owned());
    } else if !needs.unknown.is_empty() {
        let names = and(&needs.unknown);
        said.push(format!("Only the program that made these results can give the same numbers: it has strategies of its own ({names}). Its command is like this:"));
    } else if !needs.programs.is_empty() {
        let names = and(&needs.programs);
        said.push(format!("The same command plays the same shuffles. Programs play in them ({names}): the numbers are the same only if these play as they did."));
    } else {
        let version = &manifest.fairdeal;
        let made_with = manifest
            .program
            .as_ref()
            .map_or_else(String::new, |program| format!("{program}, made with "));
        said.push(format!("The same command of {made_with}fairdeal {version} gives the same numbers to the last digit, on any machine and with any number of threads:"));
    }
    if !needs.files.is_empty() || !needs.programs.is_empty() {
        let names = and(&[&needs.files[..], &needs.programs[..]].concat());
        let place = format!("strategies/{}/", manifest.game);
        said.push(format!("It needs files that {} does not carry, those of the strategies {names}. By these names they are found in `{place}`; elsewhere by their paths.", manifest.program()));
    }
    if !manifest.of_command {
        said.push(format!(
            "It needs the file of the experiment as it was. `{} list experiments` names those that are found by name; give the path of any other. Without the file, \
             everything that it said (rules, line-ups, strategies, questions) is in `{MANIFEST}` below. The results, from which this page was made, are in the folder `{}`.",
            manifest.program(),
            of.folder
        ));
    }
    said
}

pub(super) fn section(of: &Context<'_>) -> Result<Section, csv::Error> {
    let manifest = &of.results.manifest;
    let promise = promise(of);
    let descriptions = table_descriptions();
    let meaning = |file: &str| {
        descriptions.iter().find(|table| table.file == file).map_or("", |table| table.meaning)
    };
    let mut files = Vec::new();
    for CsvFile { name, rows, content } in of.results.csv_files()? {
        files.push((name, packed(name, &content).map_err(csv::Error::from)?, rows));
    }
    let manifest_json = serde_json::to_string_pretty(manifest)
        .map_err(|error| csv::Error::from(std::io::Error::from(error)))?;
    let manifest_file = packed(MANIFEST, manifest_json.as_bytes()).map_err(csv::Error::from)?;
    let mut variants =
        Table::of("Knobs that differ from the game's defaults", &["variant", "knob", "value"], &[]);
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
        (
            "Confidence",
            format!("{} %", crate::words::rounded_percent(manifest.analysis.confidence)),
        ),
        ("Digest of the run", manifest.digest.clone()),
        (
            "Program",
            format!("fairdeal {}, schema version {}", manifest.fairdeal, manifest.schema_version),
        ),
    ];
    let body = html! {
        p { (promise[0]) }
        pre tabindex="0" role="region" aria-label="Commands" { code {
            (command(of)) "\n"
            (of.results.manifest.program()) " report " (quoted(of.folder))
        } }
        @for needed in &promise[1..] { p.quiet { (needed) } }
        div.scroll role="region" aria-label="What was played" tabindex="0" {
            table {
                caption { "What was played" }
                tbody { @for (what, value) in &facts { tr { th scope="row" { (what) } td { (value) } } } }
            }
        }
        @if !variants.rows.is_empty() {
            details { summary { "The rules of each variant, as far as they differ from the game's defaults" } (html_of(&variants)) }
        }
        div.screen {
            (of.heading(1, "", "All numbers, to take away"))
            p { "Every table of the run as a CSV file, which any spreadsheet opens. (Without a script they are saved packed, as " code { ".gz" } ".)" }
            ul.files {
                @for (name, address, rows) in &files {
                    li {
                        a href=(address) download={ (manifest.name) "-" (name) ".gz" } title=(meaning(name)) { (name) }
                        span.quiet { ", " (thousands(*rows as u128)) " rows" }
                    }
                }
                li {
                    a href=(manifest_file) download={ (manifest.name) "-" (MANIFEST) ".gz" } title="what was played" { (MANIFEST) }
                    span.quiet { ", what was played" }
                }
            }
        }
    };
    Ok(of.section("reproduce", "How to get the same numbers", body))
}
