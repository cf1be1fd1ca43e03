//! How long games are: distributions laid over one another.

use super::prelude::*;

/// This many steps across are enough for the eye.
const STEPS: u32 = 48;

/// This many pictures are shown at once.
const MOST_FIGURES: usize = 6;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    if of.results.length_histogram.is_empty() || of.is_a(DesignKind::Sensitivity) {
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
                let cells = cells(of, unit, |cell| lineups.contains(&cell.lineup.as_str()));
                overlaid(of, &title, unit, &cells, |cell| of.players(&cell.lineup))
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

/// The variants over one another: the baseline, and those whose median is furthest from it.
fn of_lineup(of: &Context<'_>, unit: &str, lineup: &str) -> Option<Figure> {
    let baseline = of.results.manifest.baseline.as_str();
    let mean = |variant: &str| {
        let of_variant = |row: &&LengthRow| {
            row.cell.variant == variant && row.cell.lineup == lineup && row.unit == unit
        };
        of.results.lengths.iter().find(of_variant)?.mean
    };
    let middle = mean(baseline)?;
    let distance = |cell: &CellKey| match &cell.variant {
        variant if variant == baseline => f64::INFINITY,
        variant => mean(variant).map_or(0.0, |own| (own - middle).abs()),
    };
    let mut cells = cells(of, unit, |cell| cell.lineup == lineup);
    cells.sort_by(|(one, _), (other, _)| distance(other).total_cmp(&distance(one)));
    let title = format!("{}, {}", capitalized(unit), of.players(lineup));
    overlaid(of, &title, unit, &cells, |cell| cell.variant.clone())
}

type OfCell<'a> = (&'a CellKey, Vec<&'a LengthHistogramRow>);

fn cells<'a>(of: &Context<'a>, unit: &str, wanted: impl Fn(&CellKey) -> bool) -> Vec<OfCell<'a>> {
    let rows = of.results.length_histogram.iter();
    let rows = rows.filter(|row| row.unit == unit && row.finished > 0 && wanted(&row.cell));
    let rows: Vec<&LengthHistogramRow> = rows.collect();
    let by_cell = rows.chunk_by(|one, other| one.cell == other.cell);
    by_cell.map(|rows| (&rows[0].cell, rows.to_vec())).collect()
}

/// Some distributions over one another. The first ones are drawn, all are in the table.
fn overlaid(
    of: &Context<'_>,
    title: &str,
    unit: &str,
    cells: &[OfCell<'_>],
    name: impl Fn(&CellKey) -> String,
) -> Option<Figure> {
    let drawn = &cells[..cells.len().min(MOST_SERIES)];
    // Games of one length are not drawn.
    if drawn.iter().all(|(_, rows)| rows.len() < 2) {
        return None;
    }
    let row = |cell: &CellKey| {
        of.results.lengths.iter().find(|row| row.cell == *cell && row.unit == unit)
    };
    // The longest hundredth of games would press the rest together.
    let longest = drawn.iter().filter_map(|(cell, _)| row(cell)?.p99.or(row(cell)?.max));
    let high = longest.max()?;
    let low = drawn.iter().filter_map(|(_, rows)| rows.first().map(|row| row.length)).min()?;
    let width = (high.saturating_sub(low) + 1).div_ceil(STEPS).max(1);
    let steps = (high.saturating_sub(low)) / width + 1;
    let line = |(look, (cell, rows)): (usize, &OfCell<'_>)| {
        let games: u64 = rows.iter().map(|row| row.finished).sum();
        let mut counts = vec![0_u64; steps as usize];
        for row in rows {
            let step = (row.length - low.min(row.length)) / width;
            counts.get_mut(step as usize).into_iter().for_each(|count| *count += row.finished);
        }
        let spot = |(step, count): (usize, &u64)| Spot {
            x: f64::from(low) + (step as f64 + 0.5) * f64::from(width) - 0.5,
            y: 100.0 * *count as f64 / games.max(1) as f64,
            ends: None,
        };
        let spots = counts.iter().enumerate().map(spot).collect();
        Line::new(name(cell), look, spots)
    };
    let lines = drawn.iter().enumerate().map(line).collect();
    let rows: Vec<&LengthRow> = cells.iter().filter_map(|(cell, _)| row(cell)).collect();
    let whole = |length: Option<u32>| known(length.map(|length| thousands(length.into())));
    let mean = |mean: Option<f64>| known(mean.map(|mean| number(mean, 1)));
    let mut table = Columns::new(format!("{title}: percentiles over all games"), &rows);
    table.words("whose", |row| name(&row.cell));
    table.words("players", |row| of.players(&row.cell.lineup));
    table.numbers("mean", |row| mean(row.mean));
    table.numbers("sd", |row| mean(row.sd));
    table.numbers("min", |row| whole(row.min));
    table.numbers("5 %", |row| whole(row.p05));
    table.numbers("25 %", |row| whole(row.p25));
    table.numbers("50 %", |row| whole(row.p50));
    table.numbers("75 %", |row| whole(row.p75));
    table.numbers("95 %", |row| whole(row.p95));
    table.numbers("99 %", |row| whole(row.p99));
    table.numbers("max", |row| whole(row.max));
    table.numbers("games", |row| thousands(row.games.into()));
    table.numbers("unfinished", |row| thousands(row.unfinished.into()));
    let told = |row: &&LengthRow| {
        let [low, middle, high] = [row.p05, row.p50, row.p95].map(whole);
        format!("{} median {middle}, 90 % of games from {low} to {high}", name(&row.cell))
    };
    let told = rows.iter().map(told).collect::<Vec<_>>().join("; ");
    let bins = if width == 1 { String::new() } else { format!(", {width} {unit} a step") };
    let note = match cells.len() - drawn.len() {
        0 => String::new(),
        some => format!(
            "the baseline and the {} that differ most; {some} more are in the table",
            drawn.len() - 1
        ),
    };
    let lines = Lines { marked: false, ..Lines::new(lines, format!("per cent of games{bins}")) };
    Some(Figure {
        title: title.to_owned(),
        note,
        alternative: format!("Distributions of length in {unit}: {told}."),
        drawing: lines.draw(),
        table: table.panel,
    })
}
