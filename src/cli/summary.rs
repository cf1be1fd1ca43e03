//! The results as a designer reads them: short tables, and a sentence for each verdict.

use std::collections::BTreeSet;
use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table as Screen, TableStyle};

use crate::experiment::{Lineup, Plan, PlannedCell};
use crate::metrics::{Counts, Ending, Goal, Rated, Stop, Table, Value, counted, percent, rating_model, rounded_percent, thousands};
use crate::strategy::Playable;

/// The title of the table of changes.
const CHANGES: &str = "What each variant changes against the baseline: verdicts over all line-ups";

/// Where a number is not known.
const MISSING: &str = "–";

/// Prints what a run found; `verdicts` in words.
pub(super) fn print<G: Playable>(
    plan: &Plan<G>,
    counts: &Counts,
    ending: Ending,
    tables: &[Table],
    verdicts: &str,
    decision_times: &[(String, f64)],
    out: &mut impl Write,
) -> io::Result<()> {
    if !plan.question.is_empty() {
        writeln!(out, "{}\n", plan.question)?;
    }
    let of = if ending == Ending::Interrupted { format!(" of {}", thousands(plan.blocks.into())) } else { String::new() };
    let blocks = counted(counts.blocks.into(), "block", "blocks");
    writeln!(out, "{}, {blocks}{of}, seed {}", G::DESCRIPTION.title, plan.seed)?;
    for sentence in drawn_arrangements(plan) {
        writeln!(out, "{sentence}")?;
    }
    if let Some(stop) = &plan.stop {
        writeln!(out, "{}", ended(stop, ending, plan.blocks))?;
    }
    let confidence = format!("{} % interval", (plan.analysis.confidence.level() * 1e10).round() / 1e8);
    let box_of_rules = plan.sensitivity.is_some();
    let against_each_other = if plan.lineups.iter().any(|lineup| lineup.entries.len() > 2) {
        "Strategies against each other, seats and neighbours balanced"
    } else {
        "Strategies against each other, seats balanced"
    };
    for table in tables {
        let (title, screen) = match table.file {
            "sensitivity.csv" => (
                "Which knob matters (share of the variation explained alone, and with others; mean change where it is turned up)",
                sensitivity(table),
            ),
            // One row for each of hundreds of points is for the files.
            _ if box_of_rules => continue,
            "ladder.csv" => {
                ("The ladder: what the game is like between equals, from the weakest to the strongest", ladder(table, decision_times))
            }
            // One row for each rung says it.
            _ if plan.ladder.is_some() => continue,
            "first_player.csv" => ("Going first", first_player(table, G::DESCRIPTION.many, &confidence)),
            "strategies.csv" => (against_each_other, strategies(table, &confidence)),
            "neighbour_spread.csv" => {
                ("How much neighbours matter: how far they move a win rate (standard deviation, in points)", neighbours(table, &confidence))
            }
            "comparisons.csv" => (CHANGES, changes(table, G::DESCRIPTION.length_units)),
            "seats.csv" => ("Scores of a player alone: mean (standard deviation)", scores(table)),
            "lengths.csv" => ("Length: mean (5 % to 95 % of games)", lengths(table, G::DESCRIPTION.length_units)),
            _ => continue,
        };
        if screen.row_count() > 0 {
            writeln!(out, "\n{title}\n{screen}")?;
        }
    }
    if let Some(round_robin) = counts.round_robin.as_ref().filter(|_| plan.ladder.is_none()) {
        // Why there are none is one of the verdicts.
        if let Ok(rated) = round_robin.rated(&counts.cells, &plan.analysis) {
            let players = counts.cells.first().map_or(2, |(label, _)| label.shape.players());
            let model = if players > 2 { format!(" ({})", rating_model(players)) } else { String::new() };
            writeln!(out, "\nRatings on the Elo scale, 0 on average{model}\n{}", ratings(&rated, &confidence))?;
        }
    }
    if let Some(matrix) = tables.iter().find(|table| table.file == "pairs.csv").and_then(pairs) {
        writeln!(out, "\nWho wins against whom (the strategy on the left, of the games that one of both won)\n{matrix}")?;
    }
    if let Some(sentence) = sequential_test(plan, counts) {
        writeln!(out, "\n{sentence}")?;
    }
    if !verdicts.is_empty() {
        write!(out, "\n{verdicts}")?;
    }
    Ok(())
}

/// For each line-up with too many arrangements to play them all, what a block plays instead.
pub(super) fn drawn_arrangements<G: Playable>(plan: &Plan<G>) -> Vec<String> {
    let of_lineup = |(cell, lineup): (&PlannedCell<G>, &Lineup)| {
        let arrangements = &cell.label.shape.arrangements;
        arrangements.all().is_none().then(|| {
            let games = arrangements.games_per_block();
            format!("{}: {games} games a block, the players seated at random and in all rotations.", lineup.name)
        })
    };
    plan.cells.iter().zip(&plan.lineups).filter_map(of_lineup).collect()
}

/// How a run ended that may end early, in a sentence.
fn ended(stop: &Stop, ending: Ending, most: u64) -> String {
    let most = thousands(most.into());
    match (ending, &stop.goal) {
        (Ending::Interrupted, _) => "Interrupted before what it may end at was reached.".to_owned(),
        (Ending::Reached, Goal::Settled) => {
            format!(
                "Ended (at most {most} blocks): every verdict on win rates and neighbours, and on lengths with a tolerance, is settled. All intervals hold at every look."
            )
        }
        (Ending::Reached, Goal::Precision(_)) => {
            format!("Ended (at most {most} blocks): every interval of a win rate is narrow enough, and holds at every look.")
        }
        (Ending::Reached, Goal::Sprt(_)) => format!("Ended (at most {most} blocks): the sequential test has decided."),
        (Ending::Planned, Goal::Settled) => {
            "Played to the end: see below what is not settled. All intervals hold at every look.".to_owned()
        }
        (Ending::Planned, Goal::Precision(_)) => {
            "Played to the end: not every interval is narrow enough. All hold at every look.".to_owned()
        }
        (Ending::Planned, Goal::Sprt(_)) => "Played to the end: see below where the sequential test stands.".to_owned(),
    }
}

/// Where the sequential test of the first strategy against the second stands, in a sentence.
fn sequential_test<G: Playable>(plan: &Plan<G>, counts: &Counts) -> Option<String> {
    let Some(Stop { goal: Goal::Sprt(sprt), .. }) = &plan.stop else { return None };
    let state = counts.sprt(sprt).ok()??;
    let names: Vec<&str> = plan.lineups.first()?.entries.iter().map(|entry| plan.strategies[*entry].name()).collect();
    let [first, second] = names[..] else { return None };
    let stands = format!("log-likelihood ratio {:.2}, ends at {:.2} and {:.2}", state.ratio, state.bounds.lower, state.bounds.upper);
    Some(match state.accepted(sprt) {
        Some(elo) if elo > sprt.elo0 => {
            let surely = if sprt.elo0 == 0.0 {
                format!("is stronger than {second}")
            } else {
                format!("is more than {} Elo above {second}", sprt.elo0)
            };
            format!(
                "The sequential test accepts that {first} {surely}: wrong in at most {} % of such runs ({stands}).",
                rounded_percent(sprt.alpha)
            )
        }
        Some(_) => format!(
            "The sequential test accepts that {first} is less than {} Elo above {second}: wrong in at most {} % of such runs ({stands}).",
            sprt.elo1,
            rounded_percent(sprt.beta)
        ),
        None => {
            format!("The sequential test has not decided whether {first} is {} or {} Elo above {second} ({stands}).", sprt.elo0, sprt.elo1)
        }
    })
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

/// A cell of a results table as text, formatted by `shown` where it is a number.
fn cell(table: &Table, row: &[Value], column: &str, shown: impl Fn(f64) -> String) -> String {
    match table.get(row, column) {
        Some(Value::Real(number)) => shown(*number),
        Some(Value::Integer(number)) => u128::try_from(*number).map_or_else(|_| number.to_string(), thousands),
        Some(Value::Text(text)) => text.clone(),
        Some(Value::Empty) | None => MISSING.to_owned(),
    }
}

fn rate(number: f64) -> String {
    percent(number, 2) + " %"
}

/// "[47.55, 48.04]" from the columns of an interval's ends.
fn interval(table: &Table, row: &[Value], low: &str, high: &str) -> String {
    let end = |column| cell(table, row, column, |number| percent(number, 2));
    format!("[{}, {}]", end(low), end(high))
}

fn first_player(table: &Table, many: &str, confidence: &str) -> Screen {
    let mut screen = screen(&["variant", "line-up", many, "fair", "first wins", confidence, "verdict"], 2);
    if let Some(verdict) = screen.column_mut(6) {
        verdict.set_cell_alignment(CellAlignment::Left);
    }
    // A player alone goes before nobody.
    let several = |row: &&Vec<Value>| !matches!(table.get(row, "fair_share"), Some(Value::Real(share)) if *share >= 1.0);
    for row in table.rows.iter().filter(several) {
        let text = |column| cell(table, row, column, rate);
        let ends = interval(table, row, "win_rate_low", "win_rate_high");
        let names = [text("variant"), text("lineup"), text("games"), text("fair_share")];
        screen.add_row(names.into_iter().chain([text("win_rate"), ends, text("verdict")]));
    }
    screen
}

/// Only line-ups of different strategies: with one alone, there is nothing to compare.
fn strategies(table: &Table, confidence: &str) -> Screen {
    let mut screen = screen(&["variant", "line-up", "strategy", "fair", "wins", confidence], 3);
    for row in &table.rows {
        let text = |column| cell(table, row, column, rate);
        if !matches!(table.get(row, "low"), None | Some(Value::Empty)) {
            let ends = interval(table, row, "low", "high");
            let names = [text("variant"), text("lineup"), text("strategy"), text("fair_share")];
            screen.add_row(names.into_iter().chain([text("win_rate"), ends]));
        }
    }
    screen
}

/// One row for each variant and line-up at whose table neighbours can differ.
fn neighbours(table: &Table, confidence: &str) -> Screen {
    let mut screen = screen(&["variant", "line-up", "points", confidence, "verdict"], 2);
    if let Some(verdict) = screen.column_mut(4) {
        verdict.set_cell_alignment(CellAlignment::Left);
    }
    for row in &table.rows {
        let text = |column| cell(table, row, column, |number| percent(number, 2));
        let known = !matches!(table.get(row, "low"), None | Some(Value::Empty));
        let (ends, verdict) = if known {
            (interval(table, row, "low", "high"), text("verdict"))
        } else {
            (MISSING.to_owned(), "too few blocks to tell".to_owned())
        };
        screen.add_row([text("variant"), text("lineup"), text("standard_deviation"), ends, verdict]);
    }
    screen
}

/// One row for each rung; `decision_times` in nanoseconds.
fn ladder(table: &Table, decision_times: &[(String, f64)]) -> Screen {
    let unit = table.rows.first().map_or_else(String::new, |row| cell(table, row, "length_unit", rate));
    let mut screen =
        screen(&["strategy", "rating", "beats the one below in", "going first wins", &unit, "comebacks", "a decision takes"], 1);
    for row in &table.rows {
        let text = |column| cell(table, row, column, rate);
        let number = |column| cell(table, row, column, |number| format!("{number:.0}"));
        let with_interval = |column, low, high| match text(column) {
            missing if missing == MISSING => missing,
            rate => format!("{rate} {}", interval(table, row, low, high)),
        };
        let time = decision_times.iter().find(|(name, _)| *name == text("strategy"));
        screen.add_row([
            text("strategy"),
            number("elo"),
            with_interval("win_rate_over_below", "win_rate_low", "win_rate_high"),
            with_interval("first_player_win_rate", "first_player_low", "first_player_high"),
            number("length_mean"),
            text("comeback_rate"),
            time.map_or_else(|| MISSING.to_owned(), |(_, nanoseconds)| time_in_words(*nanoseconds)),
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
fn scores(table: &Table) -> Screen {
    let mut screen = screen(&["variant", "line-up", "score"], 2);
    for row in table.rows.iter().filter(|row| matches!(table.get(row, "players"), Some(Value::Integer(1)))) {
        let text = |column| cell(table, row, column, |number| format!("{number:.2}"));
        screen.add_row([text("variant"), text("lineup"), format!("{} ({})", text("score_mean"), text("score_sd"))]);
    }
    screen
}

/// One row for each variant: in how many line-ups its verdicts are what, metric by metric.
fn changes(table: &Table, units: &[&str]) -> Screen {
    let columns = [
        ("going first wins", "first_player_win_rate", ""),
        ("the strategies win", "win_rate", ""),
        ("neighbours matter", "neighbours", ""),
        ("score of a player alone", "score", ""),
    ];
    let lengths = units.iter().map(|unit| (*unit, "length", *unit));
    let text = |row: &Vec<Value>, column| cell(table, row, column, rate);
    let is_alone = |row: &Vec<Value>| !text(row, "lineup").contains(" vs ") && !text(row, "lineup").contains(" x ");
    let is_asked_for = |row: &&Vec<Value>, (metric, unit): (&str, &str)| {
        text(row, "metric") == metric
            && match metric {
                "length" => text(row, "of") == unit,
                "score" => is_alone(row),
                // Of two strategies, what one wins the other loses.
                "win_rate" => {
                    let lineup = text(row, "lineup");
                    let names: BTreeSet<&str> = lineup.split(" vs ").collect();
                    names.len() > 2 || lineup.split(" vs ").next() == Some(&text(row, "of"))
                }
                _ => true,
            }
    };
    let occurs = |metric, unit| table.rows.iter().any(|row| is_asked_for(&row, (metric, unit)));
    let columns: Vec<(&str, &str, &str)> = columns.into_iter().chain(lengths).filter(|(_, metric, unit)| occurs(metric, unit)).collect();
    let names: Vec<&str> = std::iter::once("variant").chain(columns.iter().map(|(name, ..)| *name)).collect();
    let mut screen = screen(&names, names.len());
    for rows in table.rows.chunk_by(|one, other| text(one, "variant") == text(other, "variant")) {
        let verdicts = columns.iter().map(|(_, metric, unit)| {
            let asked_for = rows.iter().filter(|row| is_asked_for(row, (metric, unit)));
            let verdicts: Vec<String> = asked_for.map(|row| text(row, "verdict")).collect();
            let sort = |(begins, name): (&str, &str)| {
                let count = verdicts.iter().filter(|verdict| verdict.starts_with(begins)).count();
                (count > 0).then(|| format!("{count} {name}"))
            };
            let sorts = [("higher", "higher"), ("lower", "lower"), ("same", "same"), ("not settled", "not settled")];
            sorts.into_iter().filter_map(sort).collect::<Vec<_>>().join(", ")
        });
        screen.add_row(rows.first().map(|row| text(row, "variant")).into_iter().chain(verdicts));
    }
    screen
}

fn sensitivity(table: &Table) -> Screen {
    let mut screen = screen(&["line-up", "metric", "of", "knob", "alone", "interval", "with others", "interval", "effect", "interval"], 4);
    for row in &table.rows {
        let two = |column| cell(table, row, column, |number| format!("{number:.2}"));
        let four = |column| cell(table, row, column, |number| format!("{number:.4}"));
        let alone = [two("first_order"), format!("[{}, {}]", two("first_order_low"), two("first_order_high"))];
        let total = [two("total"), format!("[{}, {}]", two("total_low"), two("total_high"))];
        let effect = [four("effect"), format!("[{}, {}]", four("effect_low"), four("effect_high"))];
        screen.add_row(["lineup", "metric", "of", "knob"].map(two).into_iter().chain(alone).chain(total).chain(effect));
    }
    screen
}

fn ratings(rated: &[Rated<'_>], confidence: &str) -> Screen {
    let mut screen = screen(&["strategy", "rating", confidence], 1);
    for Rated { strategy, elo, interval, .. } in rated {
        let ends = interval.map_or(MISSING.to_owned(), |interval| format!("[{:.0}, {:.0}]", interval.low, interval.high));
        screen.add_row([(*strategy).to_owned(), format!("{elo:.0}"), ends]);
    }
    screen
}

/// How often each strategy wins against each other one, the strongest first; nothing where so many would not fit a screen.
fn pairs(table: &Table) -> Option<Screen> {
    const MOST: usize = 10;
    let text = |row: &Vec<Value>, column| cell(table, row, column, rate);
    let strategies: Vec<&[Vec<Value>]> = table.rows.chunk_by(|one, other| text(one, "strategy") == text(other, "strategy")).collect();
    if !(2..=MOST).contains(&strategies.len()) {
        return None;
    }
    let names: Vec<String> = strategies.iter().map(|rows| text(&rows[0], "strategy")).collect();
    let columns: Vec<&str> = std::iter::once("strategy").chain(names.iter().map(String::as_str)).collect();
    let mut matrix = screen(&columns, 1);
    for (rows, name) in strategies.iter().zip(&names) {
        let against = |opponent: &String| match rows.iter().find(|row| text(row, "opponent") == *opponent) {
            Some(row) => text(row, "win_rate"),
            None if opponent == name => String::new(),
            None => MISSING.to_owned(),
        };
        matrix.add_row(std::iter::once(name.clone()).chain(names.iter().map(against)));
    }
    Some(matrix)
}

/// One row for each variant and line-up, one column for each unit.
fn lengths(table: &Table, units: &[&str]) -> Screen {
    let columns: Vec<&str> = ["variant", "line-up"].into_iter().chain(units.iter().copied()).chain(["unfinished"]).collect();
    let mut screen = screen(&columns, 2);
    for rows in table.rows.chunks(units.len().max(1)) {
        let Some(first) = rows.first() else { continue };
        let text = |row: &[Value], column| cell(table, row, column, |number| format!("{number:.1}"));
        let lengths = rows.iter().map(|row| format!("{} ({} to {})", text(row, "mean"), text(row, "p05"), text(row, "p95")));
        let names = [text(first, "variant"), text(first, "lineup")];
        screen.add_row(names.into_iter().chain(lengths).chain([text(first, "unfinished")]));
    }
    screen
}
