//! How the game plays, where the experiment asked: where decisions matter, how often the lead
//! changes, what can be chosen; and whether the estimated chances are right.

use maud::html;

use super::super::charts::{
    Figure, Line, Lines, MOST_ROWS, MOST_SERIES, Spot, Strip, Strips, Tone, extremes,
};
use super::super::table::Table;
use super::section::{Context, Section, even_figures, figures, grouped};
use crate::experiment::{ChancesRecord, RolloutRecord};
use crate::findings::Simultaneous;
use crate::words::{
    self, capitalized, counted, fixed, interval, known, number, percent, points, rate, spaced,
    thousands, within,
};
use fairdeal_core::metrics::{
    MeasureDescription, MeasureUnit, Over, dead_within, measure, measures,
};
use fairdeal_core::rows::{BlockAverage, CellKey, ChanceRow, PlayCourseRow, PlayRow};
use fairdeal_stats::Interval;

/// Measures of single decisions that are shown in the course of a game.
const COURSES: [&MeasureDescription; 4] =
    [&measures::TENSION, &measures::STAKES, &measures::DEAD_DECISIONS, &measures::BRANCHING];

/// Measures of whole games that are shown.
const MEASURES: [&MeasureDescription; 9] = [
    &measures::LEAD_CHANGES,
    &measures::MOMENT_OF_DECISION,
    &measures::TURNAROUNDS,
    &measures::DRAMA,
    &measures::DECISIVE_80,
    &measures::TENSION,
    &measures::STAKES,
    &measures::BRANCHING,
    &measures::LONGEST_FORCED_RUN,
];

pub(super) fn section(of: &Context<'_>) -> Option<Section> {
    let courses: Vec<Figure> =
        COURSES.iter().filter_map(|measure| course(of, measure)).chain(kinds(of)).collect();
    let measures: Vec<Figure> =
        MEASURES.iter().filter_map(|measure| whole_games(of, measure)).collect();
    let reliability = reliability(of);
    if courses.is_empty() && measures.is_empty() {
        return None;
    }
    let whose = whose(of, ", ");
    let body = html! {
        @if let Some(sampled) = sampled(of) { p { (sampled) } }
        @if !courses.is_empty() {
            p {
                "From the first tenth of a game to its last; in games of fewer than ten decisions some tenths have none."
                @if of.results.play_course.iter().any(|row| [measures::TENSION.name, measures::STAKES.name].contains(&row.measure.as_str())) {
                    " Where the curves of tension and stakes lie near 0 it does not matter much what a player does."
                }
            }
            (figures(&courses))
        }
        @if !measures.is_empty() {
            (of.heading(1, "", &format!("Whole games{whose}")))
            (figures(&measures))
        }
        @if !reliability.is_empty() {
            (of.heading(1, "", "Can the chances be believed?"))
            @if let Some(verdict) = believed(of) { p { strong { (verdict.0) } (verdict.1) } }
            p {
                "Chances are estimated by rollouts: games played to the end from a position, each time with the hidden cards drawn anew. Of positions with an estimated "
                "chance of 70 %, 70 % should be won; then the marks lie on the straight line. One half of the rollouts puts a position into its band, the other half "
                "estimates its chance. So no luck is counted twice, and the mean estimate may lie outside the band."
            }
            (even_figures(&reliability))
        }
    };
    Some(of.section("play", "Tension and choices", body))
}

/// From which games all this is.
fn sampled(of: &Context<'_>) -> Option<String> {
    let blocks =
        |rows: &mut dyn Iterator<Item = &BlockAverage>| rows.map(|average| average.blocks).max();
    let chances = of
        .results
        .play
        .iter()
        .filter(|row| measure(&row.measure).is_some_and(|measure| measure.of_chances));
    let with_chances = blocks(&mut chances.map(|row| &row.average)).filter(|blocks| *blocks > 0);
    let choices = of.results.play.iter().filter(|row| row.measure == measures::BRANCHING.name);
    let with_choices = blocks(&mut choices.map(|row| &row.average)).filter(|blocks| *blocks > 0)?;
    let begin = format!(
        "Choices are counted in {} of {} shuffles",
        thousands(with_choices.into()),
        thousands(of.results.manifest.blocks.into())
    );
    Some(match with_chances.zip(asked_chances(of)) {
        Some((blocks, ChancesRecord { strategy: RolloutRecord { name, .. }, rollouts, .. })) => {
            format!(
                "{begin}; chances of winning are estimated in the first {} of them, by {} at each decision: games that {name} players play to the end from there.",
                thousands(blocks.into()),
                counted((*rollouts).into(), "rollout", "rollouts"),
            )
        }
        None => begin + ".",
    })
}

/// The players that are shown, with a text before them, where variants are compared.
fn whose(of: &Context<'_>, before: &str) -> String {
    if of.variants().len() < 2 {
        return String::new();
    }
    let lineup =
        words::strongest(of.results, of.results.play.iter().map(|row| row.cell.lineup.as_str()));
    lineup.map_or_else(String::new, |lineup| format!("{before}{}", of.players(lineup)))
}

/// The cells that are shown, with their names: the variants, for the players that are shown; or the
/// line-ups, by the rules of the baseline.
fn shown<'a>(
    of: &Context<'a>,
    cells: impl Iterator<Item = &'a CellKey>,
) -> Vec<(&'a CellKey, String)> {
    let mut all: Vec<&CellKey> = Vec::new();
    for cell in cells {
        if !all.contains(&cell) {
            all.push(cell);
        }
    }
    let baseline = of.results.manifest.baseline.as_str();
    let by_variant = of.variants().len() > 1;
    let lineup =
        words::strongest(of.results, all.iter().map(|cell| cell.lineup.as_str())).unwrap_or("");
    all.retain(|cell| if by_variant { cell.lineup == lineup } else { cell.variant == baseline });
    all.into_iter()
        .map(|cell| {
            (cell, if by_variant { cell.variant.clone() } else { of.players(&cell.lineup) })
        })
        .collect()
}

fn unit_in_words(unit: MeasureUnit) -> &'static str {
    match unit {
        MeasureUnit::Chance => "points of a chance to win",
        MeasureUnit::Share => "per cent",
        MeasureUnit::ShareOfGame => "per cent of the game",
        MeasureUnit::LegalActions | MeasureUnit::Decisions | MeasureUnit::Changes => unit.name(),
    }
}

fn ends(average: &BlockAverage, hundred: f64) -> Option<(f64, f64)> {
    average.low.zip(average.high).map(|(low, high)| (hundred * low, hundred * high))
}

fn in_words(average: &BlockAverage, hundred: f64) -> String {
    let ends = ends(average, hundred);
    known(average.estimate.map(|mean| within(hundred * mean, ends, "", |mean| number(mean, 1))))
}

/// A measure in the course of a game: a curve for each cell.
fn course(of: &Context<'_>, measure: &MeasureDescription) -> Option<Figure> {
    let meaning = measure.course?;
    let rows = || of.results.play_course.iter().filter(|row| row.measure == measure.name);
    // Of dead decisions those within the tolerance are shown.
    let is_dead = *measure == measures::DEAD_DECISIONS;
    let (difference, dead) = dead_within(of.results.manifest.analysis.tolerance.win_rate);
    let subject = if is_dead { dead } else { rows().next()?.subject.as_str() };
    let rows: Vec<&PlayCourseRow> =
        rows().filter(|row| row.subject == subject && row.average.estimate.is_some()).collect();
    if rows.is_empty() {
        return None;
    }
    let cells = shown(of, rows.iter().map(|row| &row.cell));
    let series = cells.iter().take(MOST_SERIES).map(|(cell, name)| {
        (name.clone(), rows.iter().copied().filter(|row| row.cell == **cell).collect())
    });
    let title = format!("{} over the course of a game", capitalized(&spaced(measure.name)));
    let left_out = cells.len().saturating_sub(MOST_SERIES);
    let beyond = if is_dead {
        format!(" beyond {}{}", points(difference), rollouts(of))
    } else {
        String::new()
    };
    let more =
        if left_out > 0 { format!("; {left_out} more in play_course.csv") } else { String::new() };
    Some(by_tenth(
        title,
        format!("{meaning}{beyond}{}{more}", whose(of, "; ")),
        measure.unit,
        series.collect(),
    ))
}

/// How the players' chances were estimated, where they were.
fn asked_chances<'a>(of: &Context<'a>) -> Option<&'a ChancesRecord> {
    of.results.manifest.play.as_ref()?.chances.as_ref()
}

/// What shows that a choice matters, and what it says of the others.
fn rollouts(of: &Context<'_>) -> String {
    let by = asked_chances(of).map_or_else(String::new, |asked| {
        format!(" by {}", counted(asked.rollouts.into(), "rollout", "rollouts"))
    });
    format!("{by}; at most about this many are truly dead")
}

/// Which kinds of action are chosen, in the course of a game.
fn kinds(of: &Context<'_>) -> Option<Figure> {
    let rows: Vec<&PlayCourseRow> = of
        .results
        .play_course
        .iter()
        .filter(|row| row.measure == measures::CHOSEN.name && row.average.estimate.is_some())
        .collect();
    let (cell, name) = shown(of, rows.iter().map(|row| &row.cell)).into_iter().next()?;
    let mut kinds =
        grouped(rows.into_iter().filter(|row| row.cell == *cell), |row| row.subject.as_str());
    let often = |rows: &[&PlayCourseRow]| -> f64 {
        rows.iter().filter_map(|row| row.average.estimate).sum()
    };
    kinds.retain(|(_, rows)| often(rows) > 0.0);
    // With one kind there is no choice.
    if kinds.len() < 2 {
        return None;
    }
    kinds.sort_by(|(_, one), (_, other)| often(other).total_cmp(&often(one)));
    let series =
        kinds.into_iter().take(MOST_SERIES).map(|(kind, rows)| (kind.to_owned(), rows)).collect();
    Some(by_tenth(
        "What players do over the course of a game".to_owned(),
        format!("kinds of action that are chosen; {name}{}", whose(of, ", ")),
        measures::CHOSEN.unit,
        series,
    ))
}

fn by_tenth(
    title: String,
    note: String,
    unit: MeasureUnit,
    series: Vec<(String, Vec<&PlayCourseRow>)>,
) -> Figure {
    let hundred = unit.scale();
    let mut table = Table::of(
        title.clone(),
        &["whose"],
        &["tenth", unit_in_words(unit), Over::Decisions.name(), "blocks"],
    );
    let (mut lines, mut told) = (Vec::new(), Vec::new());
    for (look, (name, rows)) in series.into_iter().enumerate() {
        let mut spots = Vec::new();
        for row in &rows {
            let Some(estimate) = row.average.estimate else { continue };
            spots.push(Spot {
                x: row.tenth as f64,
                y: hundred * estimate,
                ends: ends(&row.average, hundred),
            });
            table.row([
                name.clone(),
                row.tenth.to_string(),
                in_words(&row.average, hundred),
                thousands(row.average.among),
                thousands(row.average.blocks.into()),
            ]);
        }
        let texts: Vec<(String, String)> =
            spots.iter().map(|spot| (format!("tenth {}", spot.x), number(spot.y, 1))).collect();
        let values = spots.iter().zip(&texts).map(|(spot, (x, y))| (&**x, spot.y, &**y));
        told.push(format!("{name}: {}", extremes(values)));
        // Games of fewer than ten decisions have none in some tenths.
        lines.push(Line { name, look, spots, gap: 1.5 });
    }
    let unit = unit_in_words(unit);
    let drawn = Lines::new(lines, format!("{unit}, by tenth of the game"));
    Figure {
        alternative: format!("{title}, {unit}. {}.", told.join("; ")),
        title,
        note,
        legend: drawn.legend(),
        drawing: drawn.draw(|tick, _| format!("{tick:.0}"), number),
        table,
    }
}

/// A measure of whole games: a line for each cell.
fn whole_games(of: &Context<'_>, measure: &MeasureDescription) -> Option<Figure> {
    let rows: Vec<&PlayRow> = of
        .results
        .play
        .iter()
        .filter(|row| {
            row.measure == measure.name && row.subject.is_empty() && row.average.among > 0
        })
        .collect();
    let (hundred, unit) = (measure.unit.scale(), unit_in_words(measure.unit));
    let title = capitalized(&spaced(measure.name));
    let mut table =
        Table::of(title.clone(), &["variant", "players"], &[unit, measure.over.name(), "blocks"]);
    for row in &rows {
        table.row([
            row.cell.variant.clone(),
            of.players(&row.cell.lineup),
            in_words(&row.average, hundred),
            thousands(row.average.among),
            thousands(row.average.blocks.into()),
        ]);
    }
    let cells = shown(of, rows.iter().map(|row| &row.cell));
    let strip = |(cell, name): &(&CellKey, String)| {
        let average = &rows.iter().find(|row| row.cell == **cell)?.average;
        let value = (average.estimate?, average.low.zip(average.high));
        Some(Strip::new(&**name, hundred, value, in_words(average, hundred), Tone::Plain))
    };
    let strips: Vec<Strip> = cells.iter().take(MOST_ROWS).filter_map(strip).collect();
    if strips.is_empty() {
        return None;
    }
    let strips = Strips::new(strips).with_bars();
    let note = format!("{}; {unit}", measure.meaning);
    Some(Figure { drawing: strips.draw(fixed), ..strips.figure(title, note, table) })
}

/// Rows of the chances that are shown, by what was said.
fn said_and_won<'a>(of: &Context<'a>) -> Vec<(&'a CellKey, String, Vec<Band<'a>>)> {
    let rows = of.results.chances.iter().filter_map(|row| {
        Some(Band { row, said: row.said?, won: row.won?, ends: row.won_low.zip(row.won_high) })
    });
    let rows: Vec<Band<'a>> = rows.collect();
    let cells = shown(of, rows.iter().map(|band| &band.row.cell)).into_iter().take(MOST_SERIES);
    let of_cell = |(cell, name): (&'a CellKey, String)| {
        let mut of_cell: Vec<Band<'a>> =
            rows.iter().copied().filter(|band| band.row.cell == *cell).collect();
        of_cell.sort_by(|one, other| one.said.total_cmp(&other.said));
        (cell, name, of_cell)
    };
    cells.map(of_cell).collect()
}

/// Positions of a band: what was said of them, and how many were won.
#[derive(Clone, Copy)]
struct Band<'a> {
    row: &'a ChanceRow,
    said: f64,
    won: f64,
    ends: Option<(f64, f64)>,
}

/// Whether what was said is what was won: a verdict over all bands that are shown, and what it
/// rests on.
fn believed(of: &Context<'_>) -> Option<(String, String)> {
    let shown = said_and_won(of);
    let all = || {
        shown
            .iter()
            .flat_map(|(_, name, rows)| rows.iter().map(move |band| (name, band)))
            .filter(|(_, band)| band.ends.is_some())
    };
    let bands = all().count();
    let positions: u128 = all().map(|(_, band)| band.row.positions).sum();
    // Of many bands some miss by luck alone.
    let together = Simultaneous::new(of.results.manifest.analysis.confidence, bands);
    let is_off = |band: &Band<'_>| {
        let (low, high) = band.ends.unwrap_or((0.0, 1.0));
        let Interval { low, high } = together.interval(band.won, low, high);
        band.said < low || band.said > high
    };
    let furthest = |wrong: bool| {
        let off = |band: &Band<'_>| (band.said - band.won).abs();
        all()
            .filter(|(_, band)| !wrong || is_off(band))
            .max_by(|(_, one), (_, other)| off(one).total_cmp(&off(other)))
    };
    let told = |(name, band): (&String, &Band<'_>)| {
        let (low, high) = band.ends.unwrap_or((band.won, band.won));
        let whose = if shown.len() > 1 { format!("{name}: ") } else { String::new() };
        let [rate, low, high] = [band.won, low, high].map(|rate| percent(rate, 1));
        format!(
            "{whose}said {} %, won {rate} % [{low}, {high}] of {} positions",
            percent(band.said, 1),
            thousands(band.row.positions)
        )
    };
    let wrong = all().filter(|(_, band)| is_off(band)).count();
    let rests = format!(
        "{} with {}",
        counted(bands as u128, "band", "bands"),
        counted(positions, "position", "positions")
    );
    // Where half of all bands are off, the chances are not to be believed.
    let word = if 2 * wrong < bands { "Mostly, but not everywhere: " } else { "No: " };
    Some(match wrong {
        0 => (
            "Yes, as far as is known: ".to_owned(),
            format!(
                "in none of {rests} is clearly more or less won than said. Furthest off: {}.",
                told(furthest(false)?)
            ),
        ),
        _ => (
            word.to_owned(),
            format!(
                "in {wrong} of {rests} clearly more or less is won than said. Furthest off: {}.",
                told(furthest(true)?)
            ),
        ),
    })
}

/// The estimated chances, and how many of the positions were won.
fn reliability(of: &Context<'_>) -> Vec<Figure> {
    let figure = |(_, name, rows): (&CellKey, String, Vec<Band<'_>>)| {
        let title = format!("Chances said and games won: {name}{}", whose(of, ", "));
        let mut table = Table::of(
            title.clone(),
            &["band, by one half"],
            &["said, by the other", "won", "interval", "positions"],
        );
        let (mut spots, mut told) = (Vec::new(), Vec::new());
        for Band { row, said, won, ends } in rows {
            let ends = ends.map(|(low, high)| (100.0 * low, 100.0 * high));
            spots.push(Spot { x: 100.0 * said, y: 100.0 * won, ends });
            told.push(format!("said {:.0} %, won {:.0} %", 100.0 * said, 100.0 * won));
            table.row([
                format!("{:.0} to {:.0} %", 100.0 * row.band_low, 100.0 * row.band_high),
                rate(Some(said), 1),
                rate(Some(won), 1),
                interval(ends, |rate| fixed(rate, 1)),
                thousands(row.positions),
            ]);
        }
        let straight = |x: f64| Spot { x, y: x, ends: None };
        let series = vec![
            Line { name: "as it was".to_owned(), look: 0, spots, gap: 0.0 },
            Line {
                name: "as it should be".to_owned(),
                look: 5,
                spots: vec![straight(0.0), straight(100.0)],
                gap: f64::INFINITY,
            },
        ];
        let drawn = Lines::new(series, "per cent won, by per cent said");
        Figure {
            note: "positions by the chance that was said".to_owned(),
            legend: drawn.legend(),
            alternative: format!("{title}: {}.", told.join("; ")),
            drawing: drawn.draw(number, number),
            table,
            title,
        }
    };
    said_and_won(of).into_iter().map(figure).collect()
}
