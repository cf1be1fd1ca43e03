//! How to reproduce the numbers, what was played, and every table as a file.

use super::super::download::packed;
use super::super::table;
use super::prelude::*;
use crate::experiment::EventsQuestion;
use crate::results::{CsvFile, table_descriptions};

/// The file of the manifest.
const MANIFEST: &str = "manifest.json";

/// The command that plays the same.
fn command(of: &Context<'_>) -> String {
    let manifest = &of.results.manifest;
    let text = if manifest.of_command {
        without_file(of)
    } else {
        format!("{} run {}", manifest.program(), quoted(&manifest.name))
    };
    let search = manifest.asked.search_blocks();
    // The looks at a run that may end early depend on its greatest length. The confirmation of a
    // search is only a part of its blocks.
    let blocks = if search.is_some() {
        search
    } else if manifest.stop.is_some() || !is_whole(of) {
        manifest.blocks_planned
    } else {
        Some(manifest.blocks)
    };
    let blocks = blocks.map_or_else(String::new, |blocks| format!(" --blocks {blocks}"));
    format!("{text}{blocks} --seed {}", manifest.seed)
}

/// Can a command play a run of the same length? Not where it was interrupted and its length is more
/// than a number of blocks.
fn is_whole(of: &Context<'_>) -> bool {
    let manifest = &of.results.manifest;
    manifest.complete || (manifest.stop.is_none() && !of.seats(Seating::AllMeet))
}

/// The command of a match or a ladder, without blocks and seed.
fn without_file(of: &Context<'_>) -> String {
    let manifest = &of.results.manifest;
    let lineup = manifest.lineups.first().map_or(&[][..], Vec::as_slice);
    let seated = |name: &&str| manifest.lineups.iter().flatten().any(|seated| seated == name);
    let (copies, named): (Vec<&str>, Vec<&str>) = manifest
        .strategies
        .keys()
        .map(String::as_str)
        .filter(seated)
        .partition(|name| of.shown.needs.copies.iter().any(|copy| copy == name));
    let of_places = of.seats(Seating::OnePlace);
    let in_place = || of.results.in_place.iter().filter(|_| of_places);
    let first = in_place().next();
    let is_asked = |row: &&InPlaceRow| {
        first.is_some_and(|first| row.others == first.others)
            && manifest.strategies.contains_key(&row.strategy)
    };
    // The strategies of a ladder are named once each, and copies of one with doubled budgets not at
    // all.
    let is_ladder = of.seats(Seating::AllMeet);
    let strategies = match first {
        Some(_) => in_place().filter(is_asked).map(|row| row.strategy.as_str()).collect(),
        None if is_ladder => named,
        None => lineup.iter().map(String::as_str).collect(),
    };
    let verb = if is_ladder || first.is_some() { "ladder" } else { "match" };
    let flag = |is_set: bool, flag: &str| is_set.then(|| flag.to_owned());
    let mut options = vec![format!("--strategies {}", quoted(&strategies.join(",")))];
    let others = distinct(in_place().map(|row| &row.others.0));
    options.extend(others.iter().map(|names| format!("--others {}", quoted(&names.join(",")))));
    let tells_players = first.is_none() && (is_ladder || lineup.len() == 1);
    options.extend(tells_players.then(|| format!("--players {}", lineup.len())));
    // A ladder may have been allowed more copies than it needed.
    let doublings = manifest.asked.ladder.as_ref().and_then(|ladder| ladder.doublings);
    let doublings = doublings.map_or(copies.len(), |most| most as usize);
    options.extend(is_ladder.then(|| format!("--doublings {doublings}")));
    options.extend(flag(verb == "ladder" && manifest.exploiters.is_some(), "--exploiters"));
    let own = of.results.variants.iter().filter(|row| !row.default);
    let set = |row: &VariantRow| quoted(&format!("{}={}", row.knob, row.value));
    options.extend(own.map(|row| format!("--set {}", set(row))));
    let analysis = &manifest.analysis;
    let is_own = !analysis.default_tolerances.iter().any(|name| name == Tolerance::WinRate.key());
    options.extend(is_own.then(|| format!("--tolerance {}", analysis.tolerance.win_rate)));
    options.extend(flag(manifest.play.is_some(), "--play"));
    options.extend(match &manifest.asked.events {
        Some(EventsQuestion::All(true)) => vec!["--events".to_owned()],
        Some(EventsQuestion::Named(events)) => {
            events.iter().map(|event| format!("--events={}", quoted(event))).collect()
        }
        _ => Vec::new(),
    });
    format!("{} {verb} {} {}", manifest.program(), manifest.game, options.join(" "))
}

/// A sentence on what the command reproduces, and the list of what it needs.
fn promise(of: &Context<'_>) -> (String, Vec<String>) {
    let (manifest, needs) = (&of.results.manifest, &of.shown.needs);
    let (program, version) = (manifest.program(), &manifest.fairdeal);
    let promised = if !is_whole(of) {
        "The run was interrupted, so no command gives the same numbers. This one plays all of it:"
            .to_owned()
    } else if !needs.unknown.is_empty() {
        format!(
            "Only the program that made these results can give the same numbers: it has strategies of its own ({}). Its command is like this:",
            and(&needs.unknown)
        )
    } else if !needs.programs.is_empty() {
        format!(
            "The same command plays the same shuffles. Programs play in them ({}): the numbers are the same only if these play as they did.",
            and(&needs.programs)
        )
    } else {
        let own = manifest.program.as_ref();
        let made_with = own.map_or_else(String::new, |program| format!("{program}, made with "));
        format!(
            "The same command of {made_with}fairdeal {version} gives the same numbers to the last digit, on any machine and with any number of threads:"
        )
    };
    let files = [&needs.files[..], &needs.programs[..]].concat();
    let of_strategies = (!files.is_empty()).then(|| {
        format!(
            "It needs files that {program} does not carry, those of the strategies {}. By these names they are found in `strategies/{}/`; elsewhere by their paths.",
            and(&files),
            manifest.game
        )
    });
    let of_experiment = (!manifest.of_command).then(|| {
        format!(
            "It needs the file of the experiment as it was. `{program} list experiments` names those that are found by name; give the path of any other. Without the file, \
             everything that it said (rules, line-ups, strategies, questions) is in `{MANIFEST}` below. The results, from which this page was made, are in the folder `{}`.",
            of.shown.folder
        )
    });
    (promised, of_strategies.into_iter().chain(of_experiment).collect())
}

pub(super) fn section(of: &Context<'_>) -> Result<Section, csv::Error> {
    let manifest = &of.results.manifest;
    let (promised, needs) = promise(of);
    let descriptions = table_descriptions();
    let mut files = Vec::new();
    for CsvFile { name, rows, content } in of.results.csv_files()? {
        let meaning = descriptions.iter().find(|table| table.file == name);
        let meaning = meaning.map_or("", |table| table.meaning);
        files.push((name, content, meaning, format!("{} rows", thousands(rows as u128))));
    }
    let json = serde_json::to_vec_pretty(manifest).map_err(std::io::Error::from)?;
    let played = "what was played";
    files.push((MANIFEST, json, played, played.to_owned()));
    let files: Vec<(&str, String, &str, String)> = files
        .into_iter()
        .map(|(name, content, meaning, size)| Ok((name, packed(name, &content)?, meaning, size)))
        .collect::<std::io::Result<_>>()?;
    let mut variants = Columns::new(
        "Knobs that differ from the game's defaults",
        of.results.variants.iter().filter(|row| !row.default),
    );
    variants.words("variant", |row| row.variant.clone());
    variants.words("knob", |row| row.knob.clone());
    variants.words("value", |row| row.value.to_string());
    let variants = variants.panel;
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
        p { (promised) }
        pre tabindex="0" role="region" aria-label="Commands" { code {
            (command(of)) "\n"
            (of.results.manifest.program()) " report " (quoted(&of.shown.folder))
        } }
        @for needed in &needs { p.quiet { (needed) } }
        div.scroll role="region" aria-label="What was played" tabindex="0" {
            table {
                caption { "What was played" }
                tbody { @for (what, value) in &facts { tr { th scope="row" { (what) } td { (value) } } } }
            }
        }
        @if !variants.rows.is_empty() {
            details { summary { "The rules of each variant, as far as they differ from the game's defaults" } (table::html(&variants)) }
        }
        div.screen {
            (of.heading(1, "", "All numbers, to take away"))
            p { "Every table of the run as a CSV file, which any spreadsheet opens. (Without a script they are saved packed, as " code { ".gz" } ".)" }
            ul.files {
                @for (name, address, meaning, size) in &files {
                    li {
                        a href=(address) download={ (manifest.name) "-" (name) ".gz" } title=(meaning) { (name) }
                        span.quiet { ", " (size) }
                    }
                }
            }
        }
    };
    Ok(of.section("reproduce", "How to get the same numbers", body))
}
