//! How the game plays, if the experiment asked for that: where decisions matter, how often the lead
//! changes, which choices there are, and whether the estimated chances are right.

use super::prelude::*;
use crate::experiment::ChancesRecord;
use crate::words::Belief;
use fairdeal_core::metrics::measures::{
    BRANCHING, CHOSEN, DEAD_DECISIONS, DECISIVE_80, DRAMA, LEAD_CHANGES, LONGEST_FORCED_RUN,
    MOMENT_OF_DECISION, STAKES, TENSION, TURNAROUNDS,
};

/// Measures of single decisions that are shown in the course of a game.
const COURSES: [&Measure; 4] = [&TENSION, &STAKES, &DEAD_DECISIONS, &BRANCHING];

/// Measures of whole games that are shown.
const MEASURES: [&Measure; 9] = [
    &LEAD_CHANGES, &MOMENT_OF_DECISION, &TURNAROUNDS, &DRAMA, &DECISIVE_80, &TENSION, &STAKES,
    &BRANCHING, &LONGEST_FORCED_RUN,
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
                @if of.results.play_course.iter().any(|row| [TENSION.name, STAKES.name].contains(&row.measure.as_str())) {
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
            @for verdict in believed(of) { p { strong { (verdict) } } }
            p {
                "Chances are estimated by rollouts: games played to the end from a position. For the spectator, only the cards that no player can know are drawn anew each time; the lead, drama and the moment of decision come from these chances. For the player who decides, all cards that it cannot see are drawn anew; choices without a difference come from these. Stakes and tension need both: what the player can know chooses the best action and the others, and the spectator's rollouts value them. Of positions with an estimated "
                "chance of 70 %, 70 % should be won; then the marks lie on the straight line. One half of the rollouts puts a position into its band, the other half "
                "estimates its chance. So no luck is counted twice, and the mean estimate may lie outside the band."
            }
            (even_figures(&reliability))
        }
    };
    Some(of.section("play", "Tension and choices", body))
}

/// A note on the sampled games behind the numbers.
fn sampled(of: &Context<'_>) -> Option<String> {
    let blocks = |is_counted: &dyn Fn(&PlayRow) -> bool| {
        let rows = of.results.play.iter().filter(|row| is_counted(row));
        rows.map(|row| row.average.blocks).max().filter(|blocks| *blocks > 0)
    };
    let with_chances =
        blocks(&|row| measure(&row.measure).is_some_and(|measure| measure.of_chances));
    let begin = format!(
        "Choices are counted in {} of {} shuffles",
        thousands(blocks(&|row| row.measure == BRANCHING.name)?.into()),
        thousands(of.results.manifest.blocks.into())
    );
    let Some((blocks, asked)) = with_chances.zip(asked_chances(of)) else {
        return Some(begin + ".");
    };
    let rollouts = counted(asked.rollouts.into(), "rollout", "rollouts");
    let other = format!("{} players", asked.strategy.name);
    let who = if asked.by_players {
        format!("the players themselves (or {other}, where one of them searches or is a program)")
    } else {
        other
    };
    Some(format!(
        "{begin}; chances of winning are estimated in the first {} of them, by {rollouts} at each decision: games that {who} play to the end from there.",
        thousands(blocks.into()),
    ))
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
    let all = grouped(cells, |cell| *cell).into_iter().map(|(cell, _)| cell);
    let by_variant = of.variants().len() > 1;
    let lineup =
        words::strongest(of.results, all.clone().map(|cell| cell.lineup.as_str())).unwrap_or("");
    let is_shown = of.is_shown(lineup);
    let name = |cell: &CellKey| {
        if by_variant { cell.variant.clone() } else { of.players(&cell.lineup) }
    };
    all.filter(|cell| is_shown(cell)).map(|cell| (cell, name(cell))).collect()
}

fn unit_in_words(unit: MeasureUnit) -> &'static str {
    match unit {
        MeasureUnit::Chance => "points of a chance to win",
        MeasureUnit::Share => "per cent",
        MeasureUnit::ShareOfGame => "per cent of the game",
        MeasureUnit::LegalActions | MeasureUnit::Decisions | MeasureUnit::Changes => unit.name(),
    }
}

fn in_words(average: &BlockAverage, unit: MeasureUnit) -> String {
    let shown = |(mean, ends)| within(mean, ends, "", |mean| number(mean, 1));
    known(average_in(average, unit).map(shown))
}

/// The columns of an average: its value, and from how much it comes.
fn averages<R>(
    table: &mut Columns<R>,
    (unit, over): (MeasureUnit, Over),
    average: impl Fn(&R) -> &BlockAverage,
) {
    table.numbers(unit_in_words(unit), |row| in_words(average(row), unit));
    table.numbers(over.name(), |row| thousands(average(row).among));
    table.numbers("blocks", |row| thousands(average(row).blocks.into()));
}

/// A measure in the course of a game: a curve for each cell.
fn course(of: &Context<'_>, measure: &Measure) -> Option<Figure> {
    let meaning = measure.course?;
    let rows = || of.results.play_course.iter().filter(|row| row.measure == measure.name);
    // The table shows the dead decisions within the tolerance.
    let is_dead = measure.name == DEAD_DECISIONS.name;
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
        &series.collect::<Vec<_>>(),
    ))
}

/// How the players' chances were estimated, where they were.
fn asked_chances<'a>(of: &Context<'a>) -> Option<&'a ChancesRecord> {
    of.results.manifest.play.as_ref()?.chances.as_ref()
}

/// A note on dead decisions: how many rollouts estimated the chances, and that the share is
/// an upper bound.
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
        .filter(|row| row.measure == CHOSEN.name && row.average.estimate.is_some())
        .collect();
    let (cell, name) = shown(of, rows.iter().map(|row| &row.cell)).into_iter().next()?;
    let mut kinds =
        grouped(rows.into_iter().filter(|row| row.cell == *cell), |row| row.subject.as_str());
    let often = |rows: &[&PlayCourseRow]| -> f64 {
        rows.iter().filter_map(|row| row.average.estimate).sum()
    };
    kinds.retain(|(_, rows)| often(rows) > 0.0);
    // A single kind is no choice.
    if kinds.len() < 2 {
        return None;
    }
    kinds.sort_by(|(_, one), (_, other)| often(other).total_cmp(&often(one)));
    let series: Vec<(String, Vec<&PlayCourseRow>)> =
        kinds.into_iter().take(MOST_SERIES).map(|(kind, rows)| (kind.to_owned(), rows)).collect();
    Some(by_tenth(
        "What players do over the course of a game".to_owned(),
        format!("kinds of action that are chosen; {name}{}", whose(of, ", ")),
        CHOSEN.unit,
        &series,
    ))
}

fn by_tenth(
    title: String,
    note: String,
    unit: MeasureUnit,
    series: &[(String, Vec<&PlayCourseRow>)],
) -> Figure {
    let rows = series.iter().flat_map(|(name, rows)| rows.iter().map(move |row| (name, *row)));
    let mut table = Columns::new(title, rows);
    table.words("whose", |(name, _)| (*name).clone());
    table.numbers("tenth", |(_, row)| row.tenth.to_string());
    averages(&mut table, (unit, Over::Decisions), |(_, row)| &row.average);
    let line = |(look, (name, rows)): (usize, &(String, Vec<&PlayCourseRow>))| {
        Line::by_tenth(name, look, unit, rows.iter().copied())
    };
    let lines: Vec<Line> = series.iter().enumerate().map(line).collect();
    let told = |line: &Line| {
        let texts =
            line.spots.iter().map(|spot| (format!("tenth {}", spot.x), spot.y, number(spot.y, 1)));
        format!("{}: {}", line.name, extremes(texts))
    };
    let told = lines.iter().map(told).collect::<Vec<_>>().join("; ");
    let unit = unit_in_words(unit);
    let lines = Lines::new(lines, Axis::new(format!("{unit}, by tenth of the game")));
    table.figure(note, format!(", {unit}. {told}"), Plot::Lines(lines))
}

/// A measure of whole games: a line for each cell.
fn whole_games(of: &Context<'_>, measure: &Measure) -> Option<Figure> {
    let is_shown = |row: &&PlayRow| {
        row.measure == measure.name && row.subject.is_empty() && row.average.among > 0
    };
    let rows: Vec<&PlayRow> = of.results.play.iter().filter(is_shown).collect();
    let mut table = Columns::new(capitalized(&spaced(measure.name)), &rows);
    table.players(of, |row| &row.cell);
    averages(&mut table, (measure.unit, measure.over), |row| &row.average);
    let strip = |(cell, name): &(&CellKey, String)| {
        let average = &rows.iter().find(|row| row.cell == **cell)?.average;
        let value = average_in(average, measure.unit)?;
        Some(Strip::new(name, 1.0, value, in_words(average, measure.unit)))
    };
    let cells = shown(of, rows.iter().map(|row| &row.cell));
    let strips = Strips::new(cells.iter().take(MOST_ROWS).filter_map(strip));
    let note = format!("{}; {}", measure.meaning, unit_in_words(measure.unit));
    (!strips.rows.is_empty()).then(|| table.strips(note, Strips { bars: Some(""), ..strips }))
}

/// The positions in a band of estimated chances, and how many of them were won.
#[derive(Clone, Copy)]
struct Band<'a> {
    row: &'a ChanceRow,
    said: f64,
    won: f64,
    ends: Option<(f64, f64)>,
}

/// The bands of the cells that are shown, sorted by estimated chance.
fn said_and_won<'a>(of: &Context<'a>, view: ChanceView) -> Vec<(String, Vec<Band<'a>>)> {
    let rows = of.results.chances.iter().filter(|row| row.view == view).filter_map(|row| {
        Some(Band { row, said: row.said?, won: row.won?, ends: row.won_low.zip(row.won_high) })
    });
    let mut rows: Vec<Band<'a>> = rows.collect();
    let cells = shown(of, rows.iter().map(|band| &band.row.cell));
    rows.sort_by(|one, other| one.said.total_cmp(&other.said));
    let of_cell = |(cell, name): (&CellKey, String)| {
        (name, rows.iter().copied().filter(|band| band.row.cell == *cell).collect())
    };
    cells.into_iter().take(MOST_SERIES).map(of_cell).collect()
}

/// For each view, whether the estimated chances agree with the games.
fn believed(of: &Context<'_>) -> Vec<String> {
    let cells = shown(of, of.results.chances.iter().map(|row| &row.cell));
    let cells: Vec<_> = cells.into_iter().take(MOST_SERIES).collect();
    let tell = |view: ChanceView| {
        let is_of = |cell: &CellKey| cells.iter().any(|(shown, _)| *shown == cell);
        let belief = Belief::of(of.results, view, is_of)?;
        let (cell, furthest) = belief.furthest();
        let name = cells.iter().find(|(shown, _)| *shown == cell).map(|(_, name)| name);
        let whose = name.filter(|_| cells.len() > 1);
        let whose = whose.map_or_else(String::new, |name| format!("{name}: "));
        let believed = capitalized(&belief.in_full());
        Some(format!("{believed}. Furthest off: {whose}{furthest}."))
    };
    ChanceView::ALL.into_iter().filter_map(tell).collect()
}

/// The estimated chances, and how many of the positions were won.
fn reliability(of: &Context<'_>) -> Vec<Figure> {
    let figure = |(view, (name, rows)): (ChanceView, (String, Vec<Band<'_>>))| {
        let title = format!("Chances said and games won, {view}: {name}{}", whose(of, ", "));
        let mut table = Columns::new(title, &rows);
        table.words("band, by one half", |Band { row, .. }| {
            format!("{:.0} to {:.0} %", 100.0 * row.band_low, 100.0 * row.band_high)
        });
        table.numbers("said, by the other", |band| rate(Some(band.said), 1));
        table.numbers("won", |band| rate(Some(band.won), 1));
        table.numbers("interval", |band| interval(band.ends, |rate| percent(rate, 1)));
        table.numbers("positions", |band| thousands(band.row.positions));
        let told = |band: &Band<'_>| {
            format!("said {:.0} %, won {:.0} %", 100.0 * band.said, 100.0 * band.won)
        };
        let told = rows.iter().map(told).collect::<Vec<_>>().join("; ");
        let spot = |band: &Band<'_>| Spot {
            x: 100.0 * band.said,
            y: 100.0 * band.won,
            ends: band.ends.map(|(low, high)| (100.0 * low, 100.0 * high)),
        };
        let was = Line { gap: 0.0, ..Line::new("as it was", 0, rows.iter().map(spot).collect()) };
        let ends = [0.0, 100.0].map(|chance| Spot { x: chance, y: chance, ends: None });
        let should_be = Line::new("as it should be", 5, ends.to_vec());
        let axis = Axis::new("per cent won, by per cent said");
        let lines = Plot::Lines(Lines::new(vec![was, should_be], axis));
        table.figure("positions by the chance that was said", format!(": {told}"), lines)
    };
    let of_view = |view| said_and_won(of, view).into_iter().map(move |cell| (view, cell));
    ChanceView::ALL.into_iter().flat_map(of_view).map(figure).collect()
}
