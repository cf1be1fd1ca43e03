//! The results as a designer reads them: short tables, and a sentence for each verdict.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table as Screen, TableStyle};

use crate::experiment::Plan;
use crate::metrics::{self, Table, Value, percent, thousands};
use crate::runner::Counts;
use crate::strategy::Playable;

/// Prints what a run found.
pub(super) fn print<G: Playable>(plan: &Plan<G>, counts: &Counts, tables: &[Table], out: &mut impl Write) -> io::Result<()> {
    if !plan.question.is_empty() {
        writeln!(out, "{}\n", plan.question)?;
    }
    let partial = if counts.blocks == plan.blocks { String::new() } else { format!(" of {}", thousands(plan.blocks.into())) };
    writeln!(out, "{}, {} blocks{partial}, seed {}", G::DESCRIPTION.title, thousands(counts.blocks.into()), plan.seed)?;
    let confidence = format!("{} % interval", (plan.analysis.confidence.level() * 1e10).round() / 1e8);
    for table in tables {
        let (title, screen) = match table.file {
            "first_player.csv" => ("Going first", first_player(table, G::DESCRIPTION.many, &confidence)),
            "strategies.csv" => ("Strategies against each other, seats balanced", strategies(table, &confidence)),
            "lengths.csv" => ("Length: mean (5 % to 95 % of games)", lengths(table, G::DESCRIPTION.length_units)),
            _ => continue,
        };
        if screen.row_count() > 0 {
            writeln!(out, "\n{title}\n{screen}")?;
        }
    }
    writeln!(out)?;
    for sentence in metrics::sentences(&counts.cells, &plan.analysis) {
        writeln!(out, "{sentence}")?;
    }
    Ok(())
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
        Some(Value::Empty) | None => "–".to_owned(),
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
    for row in &table.rows {
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
