//! Tables of cards: CSV files beside a game file.

use ruff_python_ast::{Expr, Stmt};

use super::arguments::{called, span};
use super::diagnostic::{Diagnostic, Sink};
use crate::program::Cell;

/// The most columns of a table.
const MOST_COLUMNS: usize = 64;

/// The most rows of a table.
const MOST_ROWS: usize = 2_000;

/// A table as text.
pub(super) struct Table {
    /// The names of the columns.
    pub(super) columns: Vec<String>,
    /// The rows, each with its line and a cell for each column.
    pub(super) rows: Vec<(usize, Vec<String>)>,
}

/// Returns the tables that a module's lines ask for, as texts by name.
pub(super) fn read(
    body: &[Stmt],
    tables: &mut dyn FnMut(&str) -> Result<String, String>,
    sink: &mut Sink,
) -> Vec<(String, String)> {
    let mut texts: Vec<(String, String)> = Vec::new();
    for statement in body {
        let value = match statement {
            Stmt::Assign(assign) => &assign.value,
            Stmt::Expr(expression) => &expression.value,
            _ => continue,
        };
        let Expr::Call(call) = &**value else { continue };
        let Some(Expr::StringLiteral(name)) = call.arguments.args.first() else { continue };
        let text = name.value.to_str();
        if called(call) != Some("cards_from") || texts.iter().any(|(known, _)| known == text) {
            continue;
        }
        let is_bare = !text.starts_with('.') && !text.contains(['/', '\\', ':', '\0']);
        if !is_bare || text.is_empty() {
            let message =
                Diagnostic::new(span(name), format!("`{text}` is no bare name of a file"))
                    .allowed("a table beside the game file: `cards_from(\"cards.csv\")`");
            sink.report(message);
            continue;
        }
        match tables(text) {
            Ok(content) => texts.push((text.to_owned(), content)),
            Err(message) => sink.report(Diagnostic::new(span(name), message)),
        }
    }
    texts
}

/// Parses a table: commas or semicolons, quotes where a cell needs them, with or without a byte
/// order mark.
pub(super) fn parse(text: &str) -> Result<Table, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().next().unwrap_or("");
    let count = |sign: char| first.chars().filter(|letter| *letter == sign).count();
    let delimiter = if count(';') > count(',') { ';' } else { ',' };
    // Spreadsheets write rows and columns that are empty, too.
    let mut records = records(text, delimiter)?
        .into_iter()
        .filter(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
    let Some((_, mut columns)) = records.next() else {
        return Err("the table is empty: its first line names the columns".to_owned());
    };
    let mut rows: Vec<(usize, Vec<String>)> = records.collect();
    while columns.last().is_some_and(String::is_empty) {
        let last = columns.len() - 1;
        if rows.iter().any(|(_, cells)| cells.get(last).is_some_and(|cell| !cell.is_empty())) {
            break;
        }
        columns.truncate(last);
        for (_, cells) in &mut rows {
            cells.truncate(last);
        }
    }
    if columns.len() > MOST_COLUMNS {
        let found = columns.len();
        return Err(format!("the table has {found} columns; allowed are {MOST_COLUMNS}"));
    }
    for (i, column) in columns.iter().enumerate() {
        if columns[..i].contains(column) {
            return Err(format!("two columns are named `{column}`"));
        }
    }
    if rows.len() > MOST_ROWS {
        return Err(format!("the table has {} rows; allowed are {MOST_ROWS}", rows.len()));
    }
    for (line, cells) in &rows {
        if cells.len() != columns.len() {
            let (found, wanted) = (cells.len(), columns.len());
            return Err(format!(
                "line {line}: cells are missing or too many: {found} for {wanted} columns"
            ));
        }
    }
    Ok(Table { columns, rows })
}

/// The column of the names of cards, and that of their numbers.
pub(super) const NAME: &str = "name";
pub(super) const COPIES: &str = "copies";

/// Whether a column holds whole numbers: all its cells that are not empty do, and there are some.
pub(super) fn is_of_numbers(table: &Table, column: usize) -> bool {
    let mut cells = table.rows.iter().map(|(_, cells)| &cells[column]);
    let is_whole = |cell: &String| cell.is_empty() || cell.parse::<i64>().is_ok();
    cells.clone().any(|cell| !cell.is_empty()) && cells.all(is_whole)
}

/// Returns the whole numbers of tables that can be changed one by one: those of cards of other
/// names, or of the same name and with the same number.
pub(super) fn cells(tables: &[(String, String)]) -> Vec<Cell> {
    /// The most of them.
    const MOST: usize = 4096;
    let mut found: Vec<Cell> = Vec::new();
    for (file, text) in tables {
        let Ok(table) = parse(text) else { continue };
        let Some(name) = table.columns.iter().position(|column| column == NAME) else { continue };
        for (place, column) in table.columns.iter().enumerate() {
            if place == name || !is_of_numbers(&table, place) {
                continue;
            }
            let mut numbers: Vec<(&str, Option<i64>)> = Vec::new();
            for (_, cells) in &table.rows {
                let is_one = column == COPIES && cells[place].is_empty();
                let number = if is_one { Some(1) } else { cells[place].parse().ok() };
                match numbers.iter_mut().find(|(row, _)| *row == cells[name]) {
                    Some((_, known)) if *known == number => (),
                    Some((_, known)) => *known = None,
                    None => numbers.push((&cells[name], number)),
                }
            }
            found.extend(numbers.into_iter().filter_map(|(row, number)| {
                let (table, row, column) = (file.clone(), row.to_owned(), column.clone());
                Some(Cell { table, row, column, number: number? })
            }));
        }
    }
    found.truncate(MOST);
    found
}

/// Returns the texts of tables with other numbers in these cells.
pub(super) fn with_cells(tables: &[(String, String)], cells: &[Cell]) -> Vec<(String, String)> {
    let changed = |(file, text): &(String, String)| {
        let here: Vec<&Cell> = cells.iter().filter(|cell| cell.table == *file).collect();
        let Some(Table { columns, rows }) = parse(text).ok().filter(|_| !here.is_empty()) else {
            return (file.clone(), text.clone());
        };
        let name = columns.iter().position(|column| column == NAME);
        let mut written = line(&columns);
        for (_, mut row) in rows {
            for cell in &here {
                let place = columns.iter().position(|column| *column == cell.column);
                if let (Some(name), Some(place)) = (name, place)
                    && row[name] == cell.row
                {
                    row[place] = cell.number.to_string();
                }
            }
            written += &line(&row);
        }
        (file.clone(), written)
    };
    tables.iter().map(changed).collect()
}

/// A line of a table, each cell in quotes.
fn line(cells: &[String]) -> String {
    let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
    cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

/// Splits a text into lines of cells; empty lines are passed over.
fn records(text: &str, delimiter: char) -> Result<Vec<(usize, Vec<String>)>, String> {
    let mut records = Vec::new();
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let (mut line, mut first_line) = (1, 1);
    let (mut is_quoted, mut was_quoted) = (false, false);
    let mut letters = text.chars().peekable();
    loop {
        match letters.next() {
            Some('"') if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            Some('"') if is_quoted => is_quoted = false,
            Some('"') if cell.trim().is_empty() && !was_quoted => {
                cell.clear();
                (is_quoted, was_quoted) = (true, true);
            }
            Some(letter) if is_quoted => {
                line += usize::from(letter == '\n');
                cell.push(letter);
            }
            None if is_quoted => return Err(format!("line {first_line}: a quote is not closed")),
            Some('\r') if letters.peek() == Some(&'\n') => {}
            end @ (None | Some('\n' | '\r')) => {
                cells.push(cell.trim().to_owned());
                if cells.len() > 1 || !cells[0].is_empty() || was_quoted {
                    records.push((first_line, std::mem::take(&mut cells)));
                }
                cells.clear();
                cell.clear();
                was_quoted = false;
                if end.is_none() {
                    return Ok(records);
                }
                line += 1;
                first_line = line;
            }
            Some(letter) if letter == delimiter => {
                cells.push(cell.trim().to_owned());
                cell.clear();
                was_quoted = false;
            }
            Some(letter) => cell.push(letter),
        }
    }
}
