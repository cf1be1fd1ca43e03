//! How long games are: distributions laid over one another.

use super::prelude::*;

/// This many pictures are shown at once.
const MOST_FIGURES: usize = 6;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    if of.results.length_histogram.is_empty() || of.has_rules(RuleSets::Samples) {
        return None;
    }
    let units = &of.results.names.length_units;
    let mut all: Vec<Figure> = Vec::new();
    for (place, unit) in units.iter().enumerate() {
        if of.variants().len() > 1 {
            // Variants over one another: the line-ups in the first unit, and the shown line-up in
            // the others.
            let mut lineups = of.lineups();
            lineups.sort_by_key(|lineup| *lineup != of.shown_lineup());
            lineups.truncate(if place == 0 { lineups.len() } else { 1 });
            all.extend(lineups.into_iter().filter_map(|lineup| of_lineup(of, unit, lineup)));
            continue;
        }
        for (players, lineups) in grouped(of.lineups(), |lineup| of.results.lineup(lineup).len()) {
            let players = counted(players as u128, "player", "players");
            let title = format!("{} by line-up, {players}", capitalized(unit));
            all.extend(lineups.chunks(MOST_SERIES).filter_map(|lineups| {
                let is_one = |cell: &CellKey| lineups.contains(&cell.lineup.as_str());
                let name = |cell: &CellKey| of.players(&cell.lineup);
                overlaid(of, &title, unit, &Shape::of_lengths(of.results, unit, is_one, name))
            }));
        }
    }
    let fixed = fixed(of);
    if all.is_empty() && fixed.is_empty() {
        return None;
    }
    let more = |rest: &[Figure]| {
        counted(rest.len() as u128, "more picture", "more pictures") + " of lengths"
    };
    let body = html! {
        @for sentence in &fixed { p { (sentence) } }
        @if !all.is_empty() {
            p { "How many games have which length. Games that " code { "max_turns" } " cut are not in the curves; the tables count them." }
            (folded(all, MOST_FIGURES, more))
        }
    };
    Some(of.section("lengths", "How long games are", body))
}

/// By which rules all games are as long as each other: there a sentence says all.
fn fixed(of: &Context<'_>) -> Vec<String> {
    let alike = |variant: &str| {
        let rows = of.results.lengths.iter();
        let rows = rows.filter(|row| row.cell.variant == variant && row.games > 0);
        let by_unit = grouped(rows, |row| row.unit.as_str());
        let length = |(unit, rows): &(&str, Vec<&LengthRow>)| {
            let length = rows[0].min?;
            let is_it = |row: &&LengthRow| {
                row.unfinished == 0 && row.min == Some(length) && row.max == Some(length)
            };
            rows.iter().all(is_it).then(|| format!("{} {unit}", thousands(length.into())))
        };
        by_unit.iter().filter_map(length).collect::<Vec<_>>()
    };
    let sentence = |(lengths, variants): (Vec<String>, Vec<&str>)| {
        let whose = if of.variants().len() > 1 {
            format!(" by the rules {}", and(&variants))
        } else {
            String::new()
        };
        format!("Every game{whose} takes {}, in all line-ups.", and(&lengths))
    };
    let said = grouped(of.variants(), |variant| alike(variant)).into_iter();
    said.filter(|(lengths, _)| !lengths.is_empty()).map(sentence).collect()
}

/// The variants over one another: the baseline, and the variants whose median differs most from it.
fn of_lineup(of: &Context<'_>, unit: &str, lineup: &str) -> Option<Figure> {
    let name = |cell: &CellKey| cell.variant.clone();
    let mut all = Shape::of_lengths(of.results, unit, |cell| cell.lineup == lineup, name);
    let is_baseline = |row: &LengthRow| row.cell.variant == of.results.manifest.baseline;
    let middle = all.iter().find(|(row, _)| is_baseline(row))?.0.mean?;
    let distance = |row: &LengthRow| match row.mean {
        _ if is_baseline(row) => f64::INFINITY,
        mean => mean.map_or(0.0, |mean| (mean - middle).abs()),
    };
    all.sort_by(|(one, _), (other, _)| distance(other).total_cmp(&distance(one)));
    let title = format!("{}, {}", capitalized(unit), of.players(lineup));
    overlaid(of, &title, unit, &all)
}

/// Some distributions over one another. The first ones are drawn, all are in the table.
fn overlaid(
    of: &Context<'_>,
    title: &str,
    unit: &str,
    all: &[(&LengthRow, Shape)],
) -> Option<Figure> {
    let drawn = &all[..all.len().min(MOST_SERIES)];
    // Games of one length are not drawn.
    if drawn.iter().all(|(_, shape)| shape.counts.len() < 2) {
        return None;
    }
    let whole = |length: Option<u64>| known(length.map(|length| thousands(length.into())));
    let mean = |mean: Option<f64>| known(mean.map(|mean| number(mean, 1)));
    let mut table = Columns::new(format!("{title}: percentiles over all games"), all);
    table.words("whose", |(_, shape)| shape.name.clone());
    table.words("players", |(row, _)| of.players(&row.cell.lineup));
    table.numbers("mean", |(row, _)| mean(row.mean));
    table.numbers("sd", |(row, _)| mean(row.sd));
    table.numbers("min", |(row, _)| whole(row.min));
    table.numbers("5 %", |(row, _)| whole(row.p05));
    table.numbers("25 %", |(row, _)| whole(row.p25));
    table.numbers("50 %", |(row, _)| whole(row.p50));
    table.numbers("75 %", |(row, _)| whole(row.p75));
    table.numbers("95 %", |(row, _)| whole(row.p95));
    table.numbers("99 %", |(row, _)| whole(row.p99));
    table.numbers("max", |(row, _)| whole(row.max));
    table.numbers("games", |(row, _)| thousands(row.games.into()));
    table.numbers("unfinished", |(row, _)| thousands(row.unfinished.into()));
    let told = |(row, Shape { name, .. }): &(&LengthRow, Shape)| {
        let [low, middle, high] = [row.p05, row.p50, row.p95].map(whole);
        format!("{name} median {middle}, 90 % of games from {low} to {high}")
    };
    let told = all.iter().map(told).collect::<Vec<_>>().join("; ");
    let note = match all.len() - drawn.len() {
        0 => String::new(),
        some => format!(
            "the baseline and the {} that differ most; {some} more are in the table",
            drawn.len() - 1
        ),
    };
    let rows = drawn.iter().map(|(_, shape)| shape.clone()).collect();
    let plot = Plot::Shapes(Shapes { unit: unit.to_owned(), rows });
    Some(Figure {
        chart: Chart { title: title.to_owned(), note, plot },
        alternative: format!("Distributions of length in {unit}: {told}."),
        table: table.panel,
    })
}
