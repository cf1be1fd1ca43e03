//! The results as a designer reads them: short tables, and a sentence for each verdict.

use std::collections::BTreeSet;
use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table as Screen, TableStyle};

use crate::experiment::{Design, Plan};
use crate::findings::Ending;
use crate::metrics::quantity;
use crate::results::{Results, Timing};
use crate::rows::{ComparisonRow, LadderRow, LengthRow, NeighbourSpreadRow, PairRow, RatingRow, SensitivityRow, ShareOfWins, Verdict};
use crate::strategy::Playable;
use crate::words::{self, counted, percent, thousands};

/// Where a number is not known.
const MISSING: &str = "–";

/// Prints what a run found; `written`: the files hold all verdicts.
pub(super) fn print<G: Playable>(
    plan: &Plan<G>,
    results: &Results,
    timing: &Timing,
    written: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let manifest = &results.manifest;
    if !manifest.question.is_empty() {
        writeln!(out, "{}\n", manifest.question)?;
    }
    let planned = manifest.blocks_planned.filter(|_| !manifest.complete);
    let of = planned.map_or_else(String::new, |planned| format!(" of {}", thousands(planned.into())));
    let blocks = counted(manifest.blocks.into(), "block", "blocks");
    writeln!(out, "{}, {blocks}{of}, seed {}", results.names.title, manifest.seed)?;
    for sentence in words::drawn_arrangements(manifest) {
        writeln!(out, "{sentence}")?;
    }
    if let Some(stop) = plan.stop() {
        let ending = match (manifest.complete, manifest.ended_early) {
            (false, _) => Ending::Interrupted,
            (true, true) => Ending::Reached,
            (true, false) => Ending::Planned,
        };
        writeln!(out, "{}", words::ended(stop, ending, plan.max_blocks()))?;
    }
    for (title, screen) in screens(plan.design(), results, timing) {
        if screen.row_count() > 0 {
            writeln!(out, "\n{title}\n{screen}")?;
        }
    }
    if let Some(sentence) = words::sequential_test(results) {
        writeln!(out, "\n{sentence}")?;
    }
    let in_words = if written { words::short } else { words::whole };
    let headline = words::headline(results).map_or_else(String::new, |headline| format!("{headline}\n\n"));
    let verdicts = headline + &in_words(&words::sentences(results));
    if !verdicts.is_empty() {
        write!(out, "\n{verdicts}")?;
    }
    Ok(())
}

/// The tables that a design shows: of hundreds of points, or rungs that a row tells of, the others are for the files.
fn screens(design: &Design, results: &Results, timing: &Timing) -> Vec<(String, Screen)> {
    let confidence = format!("{} % interval", (results.manifest.analysis.confidence * 1e10).round() / 1e8);
    let players = results.manifest.lineups.iter().map(Vec::len).max().unwrap_or(0);
    let pairs = ("Who wins against whom (the strategy on the left, of the games that one of both won)".to_owned(), pairs(&results.pairs));
    match design {
        Design::Sensitivity(_) => {
            let title = "Which knob matters (share of the variation explained alone, and with others; mean change where it is turned up)";
            vec![(title.to_owned(), sensitivity(&results.sensitivity))]
        }
        Design::Ladder { .. } => {
            let title = "The ladder: what the game is like between equals, from the weakest to the strongest";
            vec![(title.to_owned(), ladder(&results.ladder, timing)), pairs]
        }
        Design::Compare | Design::RoundRobin { .. } => {
            let balanced = if players > 2 { "seats and neighbours balanced" } else { "seats balanced" };
            let model =
                results.manifest.rating_model.as_ref().filter(|_| players > 2).map_or_else(String::new, |model| format!(" ({model})"));
            let screens = vec![
                ("Scores of a player alone: mean (standard deviation)".to_owned(), scores(results)),
                ("Going first".to_owned(), first_player(results, &confidence)),
                (format!("Strategies against each other, {balanced}"), strategies(results, &confidence)),
                (
                    "How much neighbours matter: how far they move a win rate (standard deviation, in points)".to_owned(),
                    neighbours(&results.neighbour_spread, &confidence),
                ),
                ("Length: mean (5 % to 95 % of games)".to_owned(), lengths(&results.lengths, &results.names.length_units)),
                ("How games end: share of them, by reason".to_owned(), endings(results)),
                ("What each variant changes against the baseline: verdicts over all line-ups".to_owned(), changes(results)),
                (format!("Ratings on the Elo scale, 0 on average{model}"), ratings(&results.ratings, &confidence)),
                pairs,
            ];
            screens
        }
    }
}

/// A line below the header, and no others.
fn ruled() -> TableStyle {
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'))
}

fn screen(columns: &[&str], numbers_from: usize) -> Screen {
    let mut screen = Screen::new();
    screen.load_style(ruled()).set_content_arrangement(ContentArrangement::Disabled).set_header(columns);
    for (index, column) in screen.column_iter_mut().enumerate() {
        if index >= numbers_from {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    screen
}

/// A number as it is shown, or that it is not known.
fn shown(number: Option<f64>, digits: usize) -> String {
    number.map_or_else(|| MISSING.to_owned(), |number| format!("{number:.digits$}"))
}

fn rate(number: Option<f64>) -> String {
    number.map_or_else(|| MISSING.to_owned(), |number| percent(number, 2) + " %")
}

/// "[47.55, 48.04]", in per cent.
fn interval(low: Option<f64>, high: Option<f64>) -> String {
    let end = |number: Option<f64>| number.map_or_else(|| MISSING.to_owned(), |number| percent(number, 2));
    format!("[{}, {}]", end(low), end(high))
}

fn verdict(verdict: Option<Verdict>, blocks_needed: Option<u64>) -> String {
    match (verdict, blocks_needed) {
        (Some(verdict), Some(more)) => format!("{verdict} (about {} more blocks)", thousands(more.into())),
        (Some(verdict), None) => verdict.to_string(),
        (None, _) => MISSING.to_owned(),
    }
}

/// A column of words at the right of numbers.
fn align_left(screen: &mut Screen, column: usize) {
    if let Some(column) = screen.column_mut(column) {
        column.set_cell_alignment(CellAlignment::Left);
    }
}

fn first_player(results: &Results, confidence: &str) -> Screen {
    let mut screen = screen(&["variant", "line-up", &results.names.plural, "fair", "first wins", confidence, "verdict"], 2);
    align_left(&mut screen, 6);
    // A player alone goes before nobody.
    for row in results.first_player.iter().filter(|row| row.cell.players > 1) {
        let share: &ShareOfWins = &row.share;
        screen.add_row([
            row.cell.variant.clone(),
            row.cell.lineup.clone(),
            thousands(share.games),
            rate(Some(share.fair_share)),
            rate(share.win_rate),
            interval(share.win_rate_low, share.win_rate_high),
            verdict(share.judged.verdict, share.judged.blocks_needed),
        ]);
    }
    screen
}

/// Only line-ups of different strategies: with one alone, there is nothing to compare.
fn strategies(results: &Results, confidence: &str) -> Screen {
    let mut screen = screen(&["variant", "line-up", "strategy", "fair", "wins", confidence], 3);
    for row in results.strategies.iter().filter(|row| row.share.win_rate_low.is_some()) {
        let share = &row.share;
        screen.add_row([
            row.cell.variant.clone(),
            row.cell.lineup.clone(),
            row.strategy.clone(),
            rate(Some(share.fair_share)),
            rate(share.win_rate),
            interval(share.win_rate_low, share.win_rate_high),
        ]);
    }
    screen
}

/// One row for each variant and line-up at whose table neighbours can differ.
fn neighbours(rows: &[NeighbourSpreadRow], confidence: &str) -> Screen {
    let mut screen = screen(&["variant", "line-up", "points", confidence, "verdict"], 2);
    align_left(&mut screen, 4);
    for row in rows {
        let (ends, verdict) = if row.low.is_some() {
            (interval(row.low, row.high), verdict(row.judged.verdict, row.judged.blocks_needed))
        } else {
            (MISSING.to_owned(), "too few blocks to tell".to_owned())
        };
        let points = row.standard_deviation.map_or_else(|| MISSING.to_owned(), |points| percent(points, 2));
        screen.add_row([row.cell.variant.clone(), row.cell.lineup.clone(), points, ends, verdict]);
    }
    screen
}

/// One row for each rung.
fn ladder(rows: &[LadderRow], timing: &Timing) -> Screen {
    let unit = rows.first().map_or("", |row| &row.length_unit);
    let mut screen =
        screen(&["strategy", "rating", "beats the one below in", "going first wins", unit, "comebacks", "a decision takes"], 1);
    for row in rows {
        let with_interval = |value: Option<f64>, low, high| match value {
            None => MISSING.to_owned(),
            Some(_) => format!("{} {}", rate(value), interval(low, high)),
        };
        screen.add_row([
            row.strategy.clone(),
            shown(row.elo, 0),
            with_interval(row.win_rate_over_below, row.win_rate_low, row.win_rate_high),
            with_interval(row.first_player_win_rate, row.first_player_low, row.first_player_high),
            shown(row.length_mean, 0),
            rate(row.comeback_rate),
            timing.decision_time(&row.strategy).map_or_else(|| MISSING.to_owned(), time_in_words),
        ]);
    }
    screen
}

/// "20 ns", "1.5 ms".
fn time_in_words(nanoseconds: f64) -> String {
    match nanoseconds {
        small if small < 1e3 => format!("{small:.0} ns"),
        middle if middle < 1e6 => format!("{:.1} us", middle / 1e3),
        large => format!("{:.1} ms", large / 1e6),
    }
}

/// Of games for one player, where there is nobody to win against.
fn scores(results: &Results) -> Screen {
    let mut screen = screen(&["variant", "line-up", "score"], 2);
    for row in results.seats.iter().filter(|row| row.cell.players == 1) {
        let score = format!("{} ({})", shown(row.score_mean, 2), shown(row.score_sd, 2));
        screen.add_row([row.cell.variant.clone(), row.cell.lineup.clone(), score]);
    }
    screen
}

/// One row for each variant and line-up, one column for each way to end; only where games ended in several ways.
fn endings(results: &Results) -> Screen {
    let is_ending = |name: &str| matches!(quantity(name), Some(quantity) if quantity.about == crate::metrics::About::EndReasons);
    let mut reasons: Vec<&str> = results.shares.iter().filter(|row| is_ending(&row.quantity)).map(|row| row.subject.as_str()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let columns: Vec<&str> = ["variant", "line-up"].into_iter().chain(reasons.iter().copied()).collect();
    let mut screen = screen(&columns, 2);
    for rows in results.shares.chunk_by(|one, other| one.cell == other.cell) {
        let endings: Vec<_> = rows.iter().filter(|row| is_ending(&row.quantity)).collect();
        if endings.iter().filter(|row| row.count > 0).count() > 1 {
            let of_reason =
                |reason: &&str| endings.iter().find(|row| row.subject == *reason).map_or(MISSING.to_owned(), |row| rate(row.estimate));
            let names = [rows[0].cell.variant.clone(), rows[0].cell.lineup.clone()];
            screen.add_row(names.into_iter().chain(reasons.iter().map(of_reason)));
        }
    }
    screen
}

/// One row for each variant: in how many line-ups its verdicts are what, quantity by quantity.
fn changes(results: &Results) -> Screen {
    let columns = [
        ("going first wins", "first_player_win_rate", ""),
        ("the strategies win", "win_rate", ""),
        ("neighbours matter", "neighbours", ""),
        ("score of a player alone", "score", ""),
    ];
    let lengths = results.names.length_units.iter().map(|unit| (unit.as_str(), "length", unit.as_str()));
    let is_asked_for = |row: &ComparisonRow, (name, subject): (&str, &str)| {
        row.quantity == name
            && match name {
                "length" => row.subject == subject,
                "score" => row.cell.players == 1,
                // Of two strategies, what one wins the other loses.
                "win_rate" => {
                    let names = results.lineup(&row.cell.lineup);
                    let different: BTreeSet<&String> = names.iter().collect();
                    different.len() > 2 || names.first() == Some(&row.subject)
                }
                _ => true,
            }
    };
    let occurs = |name, subject| results.comparisons.iter().any(|row| is_asked_for(row, (name, subject)));
    let columns: Vec<(&str, &str, &str)> = columns.into_iter().chain(lengths).filter(|(_, name, subject)| occurs(name, subject)).collect();
    let names: Vec<&str> = std::iter::once("variant").chain(columns.iter().map(|(title, ..)| *title)).collect();
    let mut screen = screen(&names, names.len());
    for rows in results.comparisons.chunk_by(|one, other| one.cell.variant == other.cell.variant) {
        let counted = columns.iter().map(|(_, name, subject)| {
            let sort = |(wanted, title): (Verdict, &str)| {
                let asked = rows.iter().filter(|row| is_asked_for(row, (name, subject)));
                let count = asked.filter(|row| row.judged.verdict == Some(wanted)).count();
                (count > 0).then(|| format!("{count} {title}"))
            };
            let sorts =
                [(Verdict::Higher, "higher"), (Verdict::Lower, "lower"), (Verdict::Same, "same"), (Verdict::NotSettled, "not settled")];
            sorts.into_iter().filter_map(sort).collect::<Vec<_>>().join(", ")
        });
        screen.add_row(rows.first().map(|row| row.cell.variant.clone()).into_iter().chain(counted));
    }
    screen
}

fn sensitivity(rows: &[SensitivityRow]) -> Screen {
    let mut screen =
        screen(&["line-up", "quantity", "subject", "knob", "alone", "interval", "with others", "interval", "effect", "interval"], 4);
    for row in rows {
        let with_interval =
            |digits: usize, value, low, high| [shown(value, digits), format!("[{}, {}]", shown(low, digits), shown(high, digits))];
        let names = [&row.lineup, &row.quantity, &row.subject, &row.knob].map(Clone::clone);
        let alone = with_interval(2, row.first_order, row.first_order_low, row.first_order_high);
        let total = with_interval(2, row.total, row.total_low, row.total_high);
        let effect = with_interval(4, row.effect, row.effect_low, row.effect_high);
        screen.add_row(names.into_iter().chain(alone).chain(total).chain(effect));
    }
    screen
}

fn ratings(rows: &[RatingRow], confidence: &str) -> Screen {
    let mut screen = screen(&["strategy", "rating", confidence], 1);
    for row in rows {
        let ends = row.low.map_or(MISSING.to_owned(), |_| format!("[{}, {}]", shown(row.low, 0), shown(row.high, 0)));
        screen.add_row([row.strategy.clone(), shown(Some(row.elo), 0), ends]);
    }
    screen
}

/// How often each strategy wins against each other one, the strongest first; empty where there are too many for a screen.
fn pairs(rows: &[PairRow]) -> Screen {
    const MOST: usize = 10;
    let strategies: Vec<&[PairRow]> = rows.chunk_by(|one, other| one.strategy == other.strategy).collect();
    if !(2..=MOST).contains(&strategies.len()) {
        return screen(&[], 0);
    }
    let names: Vec<&str> = strategies.iter().map(|rows| rows[0].strategy.as_str()).collect();
    let columns: Vec<&str> = std::iter::once("strategy").chain(names.iter().copied()).collect();
    let mut matrix = screen(&columns, 1);
    for (rows, name) in strategies.iter().zip(&names) {
        let against = |opponent: &&str| match rows.iter().find(|row| row.opponent == *opponent) {
            Some(row) => rate(row.win_rate),
            None if opponent == name => String::new(),
            None => MISSING.to_owned(),
        };
        matrix.add_row(std::iter::once((*name).to_owned()).chain(names.iter().map(against)));
    }
    matrix
}

/// One row for each variant and line-up, one column for each unit.
fn lengths(rows: &[LengthRow], units: &[String]) -> Screen {
    let columns: Vec<&str> = ["variant", "line-up"].into_iter().chain(units.iter().map(String::as_str)).chain(["unfinished"]).collect();
    let mut screen = screen(&columns, 2);
    for rows in rows.chunk_by(|one, other| one.cell == other.cell) {
        let percentile = |length: Option<u32>| length.map_or_else(|| MISSING.to_owned(), |length| thousands(length.into()));
        let lengths = rows.iter().map(|row| format!("{} ({} to {})", shown(row.mean, 1), percentile(row.p05), percentile(row.p95)));
        let names = [rows[0].cell.variant.clone(), rows[0].cell.lineup.clone()];
        screen.add_row(names.into_iter().chain(lengths).chain([thousands(rows[0].unfinished.into())]));
    }
    screen
}
