//! How long games are: distributions laid over one another.

use maud::html;

use super::super::charts::{Figure, Line, Lines, MOST_SERIES, Spot};
use super::super::table::Table;
use super::section::{Context, Section, figures, grouped};
use crate::experiment::DesignKind;
use crate::words::{and, capitalized, counted, known, number, thousands};
use fairdeal_core::rows::{CellKey, LengthHistogramRow, LengthRow};

/// This many steps across are enough for the eye.
const STEPS: u32 = 48;

/// This many pictures are shown at once.
const MOST_FIGURES: usize = 6;

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    if of.results.length_histogram.is_empty() || of.is_a(DesignKind::Sensitivity) {
        return None;
    }
    let several = of.variants().len() > 1;
    let units = &of.results.names.length_units;
    let mut all = Vec::new();
    if several {
        // Variants over one another: the line-ups in the first unit, and the shown line-up in the
        // others.
        let first = units.first().into_iter();
        for unit in first {
            let mut lineups = of.lineups();
            lineups.sort_by_key(|lineup| *lineup != of.shown_lineup());
            all.extend(lineups.into_iter().filter_map(|lineup| of_lineup(of, unit, lineup)));
        }
        all.extend(units.iter().skip(1).filter_map(|unit| of_lineup(of, unit, of.shown_lineup())));
    } else {
        for unit in units {
            let by_players = grouped(of.lineups(), |lineup| of.results.lineup(lineup).len());
            for (players, lineups) in by_players {
                let title = format!(
                    "{} by line-up, {players} player{}",
                    capitalized(unit),
                    if players == 1 { "" } else { "s" }
                );
                all.extend(lineups.chunks(MOST_SERIES).filter_map(|lineups| {
                    let cells = cells(of, unit, |cell| lineups.contains(&cell.lineup.as_str()));
                    overlaid(of, &title, unit, &cells, |cell| of.players(&cell.lineup))
                }));
            }
        }
    }
    let fixed = fixed(of);
    if all.is_empty() && fixed.is_empty() {
        return None;
    }
    let rest = if all.len() > MOST_FIGURES { all.split_off(MOST_FIGURES) } else { Vec::new() };
    let body = html! {
        @for sentence in &fixed { p { (sentence) } }
        @if !all.is_empty() {
            p { "How many games have which length. Games that " code { "max_turns" } " cut are not in the curves; the tables count them." }
            (figures(&all))
        }
        @if !rest.is_empty() {
            details { summary { (counted(rest.len() as u128, "more picture", "more pictures")) " of lengths" } (figures(&rest)) }
        }
    };
    Some(of.section("lengths", "How long games are", body))
}

/// By which rules all games are as long as each other: there a sentence says all.
fn fixed(of: &Context<'_>) -> Vec<String> {
    let mut said = Vec::new();
    for variant in of.variants() {
        let rows: Vec<&LengthRow> = of
            .results
            .lengths
            .iter()
            .filter(|row| row.cell.variant == variant && row.games > 0)
            .collect();
        let by_unit = grouped(rows, |row| row.unit.as_str());
        let alike = by_unit.iter().filter_map(|(unit, rows)| {
            let length = rows[0].min.filter(|_| {
                rows.iter().all(|row| {
                    row.unfinished == 0 && row.min == rows[0].min && row.max == rows[0].min
                })
            })?;
            Some(format!("{} {unit}", thousands(length.into())))
        });
        let alike: Vec<String> = alike.collect();
        if !alike.is_empty() {
            said.push((variant, and(&alike)));
        }
    }
    let sentence = |(length, variants): (String, Vec<(&str, String)>)| {
        let names: Vec<&str> = variants.iter().map(|(name, _)| *name).collect();
        let whose = if of.variants().len() > 1 {
            format!(" by the rules {}", and(&names))
        } else {
            String::new()
        };
        format!("Every game{whose} takes {length}, in all line-ups.")
    };
    grouped(said, |(_, length)| length.clone()).into_iter().map(sentence).collect()
}

/// The variants over one another: the baseline, and those whose median is furthest from it.
fn of_lineup(of: &Context<'_>, unit: &str, lineup: &str) -> Option<Figure> {
    let baseline = of.results.manifest.baseline.as_str();
    let mean = |variant: &str| {
        let of_cell = |row: &&LengthRow| {
            row.cell.variant == variant && row.cell.lineup == lineup && row.unit == unit
        };
        of.results.lengths.iter().find(of_cell).and_then(|row| row.mean)
    };
    let mut cells = cells(of, unit, |cell| cell.lineup == lineup);
    let middle = mean(baseline)?;
    cells.sort_by(|(one, _), (other, _)| {
        let distance = |cell: &CellKey| {
            if cell.variant == baseline {
                f64::INFINITY
            } else {
                mean(&cell.variant).map_or(0.0, |own| (own - middle).abs())
            }
        };
        distance(other).total_cmp(&distance(one))
    });
    let title = format!("{}, {}", capitalized(unit), of.players(lineup));
    overlaid(of, &title, unit, &cells, |cell| cell.variant.clone())
}

type OfCell<'a> = (&'a CellKey, Vec<&'a LengthHistogramRow>);

fn cells<'a>(of: &Context<'a>, unit: &str, wanted: impl Fn(&CellKey) -> bool) -> Vec<OfCell<'a>> {
    let rows = of
        .results
        .length_histogram
        .iter()
        .filter(|row| row.unit == unit && row.finished > 0 && wanted(&row.cell));
    let mut cells: Vec<OfCell<'a>> = Vec::new();
    for row in rows {
        match cells.last_mut() {
            Some((cell, rows)) if **cell == row.cell => rows.push(row),
            _ => cells.push((&row.cell, vec![row])),
        }
    }
    cells
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
    // The longest hundredth of games would press the rest together.
    let longest = |cell: &CellKey| {
        let row = of.results.lengths.iter().find(|row| row.cell == *cell && row.unit == unit)?;
        row.p99.or(row.max)
    };
    // Games of one length are not drawn.
    if drawn.iter().all(|(_, rows)| rows.len() < 2) {
        return None;
    }
    let high = drawn.iter().filter_map(|(cell, _)| longest(cell)).max()?;
    let low = drawn.iter().filter_map(|(_, rows)| rows.first().map(|row| row.length)).min()?;
    let width = (high.saturating_sub(low) + 1).div_ceil(STEPS).max(1);
    let steps = (high.saturating_sub(low)) / width + 1;
    let mut lines = Vec::new();
    for (look, (cell, rows)) in drawn.iter().enumerate() {
        let games: u64 = rows.iter().map(|row| row.finished).sum();
        let mut counts = vec![0_u64; steps as usize];
        for row in rows {
            if let Some(count) =
                counts.get_mut(((row.length - low.min(row.length)) / width) as usize)
            {
                *count += row.finished;
            }
        }
        let spot = |(step, count): (usize, &u64)| Spot {
            x: f64::from(low) + (step as f64 + 0.5) * f64::from(width) - 0.5,
            y: 100.0 * *count as f64 / games.max(1) as f64,
            ends: None,
        };
        lines.push(Line {
            name: name(cell),
            look,
            spots: counts.iter().enumerate().map(spot).collect(),
            gap: f64::INFINITY,
        });
    }
    let mut table = Table::of(
        format!("{title}: percentiles over all games"),
        &["whose", "players"],
        &[
            "mean", "sd", "min", "5 %", "25 %", "50 %", "75 %", "95 %", "99 %", "max", "games",
            "unfinished",
        ],
    );
    let mut told = Vec::new();
    for (cell, _) in cells {
        let Some(row) =
            of.results.lengths.iter().find(|row| row.cell == **cell && row.unit == unit)
        else {
            continue;
        };
        let whole = |length: Option<u32>| known(length.map(|length| thousands(length.into())));
        let mean = |mean: Option<f64>| known(mean.map(|mean| number(mean, 1)));
        table.row([
            name(cell),
            of.players(&cell.lineup),
            mean(row.mean),
            mean(row.sd),
            whole(row.min),
            whole(row.p05),
            whole(row.p25),
            whole(row.p50),
            whole(row.p75),
            whole(row.p95),
            whole(row.p99),
            whole(row.max),
            thousands(row.games.into()),
            thousands(row.unfinished.into()),
        ]);
        told.push(format!(
            "{} median {}, 90 % of games from {} to {}",
            name(cell),
            whole(row.p50),
            whole(row.p05),
            whole(row.p95)
        ));
    }
    let bins = if width == 1 { String::new() } else { format!(", {width} {unit} a step") };
    let left_out = cells.len() - drawn.len();
    let note = match left_out {
        0 => String::new(),
        some => format!(
            "the baseline and the {} that differ most; {some} more are in the table",
            drawn.len() - 1
        ),
    };
    let drawn = Lines { marked: false, ..Lines::new(lines, format!("per cent of games{bins}")) };
    Some(Figure {
        title: title.to_owned(),
        note,
        legend: drawn.legend(),
        alternative: format!("Distributions of length in {unit}: {}.", told.join("; ")),
        drawing: drawn.draw(|tick, _| number(tick, 0), number),
        table,
    })
}
