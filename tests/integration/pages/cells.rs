//! A number that a page quotes: where it stands in the tables, and how it is written.
//!
//! The title of a link says all of it: `win_rate where variant=designer, lineup=3 x greedy as
//! percent`. docs/answers/README.md explains the notation.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What can be wrong with a number of a page.
pub(crate) type Fault = String;

/// A table of a result, with the places of its columns.
pub(crate) struct Table {
    place: BTreeMap<String, usize>,
    rows: Vec<csv::StringRecord>,
}

impl Table {
    fn read(path: &Path) -> Result<Self, Fault> {
        let fault = |error: csv::Error| format!("{}: {error}", path.display());
        let mut reader = csv::Reader::from_path(path).map_err(fault)?;
        let columns = reader.headers().map_err(fault)?.clone();
        let place = columns.iter().enumerate().map(|(place, name)| (name.to_owned(), place));
        let place = place.collect();
        Ok(Self { place, rows: reader.records().collect::<Result<_, _>>().map_err(fault)? })
    }

    fn place(&self, column: &str) -> Result<usize, Fault> {
        self.place.get(column).copied().ok_or_else(|| format!("there is no column {column}"))
    }

    /// The columns with the lower and the upper end of the interval of a column, if it has one.
    fn ends(&self, column: &str) -> Option<[usize; 2]> {
        let prefix = match column {
            "estimate" => "",
            _ => ["_difference", "_win_rate", "_rate", "_over_below"]
                .iter()
                .find_map(|end| {
                    let begin = column.strip_suffix(end)?;
                    self.place.contains_key(&format!("{begin}_low")).then_some(begin)
                })
                .unwrap_or(column),
        };
        let end = |name: &str| {
            let column =
                if prefix.is_empty() { name.to_owned() } else { format!("{prefix}_{name}") };
            self.place.get(&column).copied()
        };
        Some([end("low")?, end("high")?])
    }
}

/// The tables and texts of the results, read once.
#[derive(Default)]
pub(crate) struct Files {
    tables: BTreeMap<PathBuf, Table>,
    texts: BTreeMap<PathBuf, String>,
}

impl Files {
    pub(crate) fn table(&mut self, path: &Path) -> Result<&Table, Fault> {
        if !self.tables.contains_key(path) {
            self.tables.insert(path.to_owned(), Table::read(path)?);
        }
        Ok(&self.tables[path])
    }

    /// A text, with single spaces between its words.
    fn text(&mut self, path: &Path) -> Result<&str, Fault> {
        if !self.texts.contains_key(path) {
            let text =
                fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            self.texts.insert(path.to_owned(), super::words(&text));
        }
        Ok(&self.texts[path])
    }

    /// What a page quotes from a file.
    pub(crate) fn quote(&mut self, path: &Path, title: &str) -> Result<String, Fault> {
        if path.extension().is_some_and(|ending| ending == "csv") {
            Cell::parse(title)?.quote(self.table(path)?)
        } else {
            from_text(self.text(path)?, title)
        }
    }
}

/// The words between those that a title gives before and after `…`.
fn from_text(text: &str, title: &str) -> Result<String, Fault> {
    let (before, after) = title.split_once('…').ok_or("the title has no …")?;
    let mut found = text.match_indices(before).filter_map(|(place, _)| {
        let rest = &text[place + before.len()..];
        Some(rest[..rest.find(after)?].to_owned())
    });
    match (found.next(), found.next()) {
        (Some(words), None) => Ok(words),
        (None, _) => Err("the text has no such words".to_owned()),
        (Some(_), Some(_)) => Err("the text has such words twice".to_owned()),
    }
}

/// A number with the ends of its interval.
#[derive(Clone, Copy)]
struct Number {
    value: f64,
    ends: Option<[f64; 2]>,
}

impl Number {
    fn map(self, change: impl Fn(f64) -> f64) -> Self {
        Self { value: change(self.value), ends: self.ends.map(|ends| ends.map(&change)) }
    }

    /// The same with the ends in their order.
    fn negated(self) -> Self {
        let Self { value, ends } = self.map(|number| -number);
        Self { value, ends: ends.map(|[low, high]| [high, low]) }
    }
}

struct Cell<'a> {
    /// A column, a number, or a quotient of two.
    expression: &'a str,
    /// What the row has in its columns.
    conditions: Vec<(&'a str, &'a str)>,
    format: &'a str,
}

impl<'a> Cell<'a> {
    fn parse(title: &'a str) -> Result<Self, Fault> {
        let (cell, format) = title.rsplit_once(" as ").unwrap_or((title, "percent"));
        let (expression, conditions) = cell.split_once(" where ").unwrap_or((cell, ""));
        let mut rest = conditions;
        let mut conditions: Vec<(&str, &str)> = Vec::new();
        while !rest.is_empty() {
            let (column, values) =
                rest.split_once('=').ok_or_else(|| format!("a condition of {title:?} has no ="))?;
            // A value may be a list: it ends before the next condition.
            let end = values
                .match_indices(", ")
                .map(|(place, _)| place)
                .find(|place| {
                    let next = &values[place + 2..];
                    next[..next.find(", ").unwrap_or(next.len())].contains('=')
                })
                .unwrap_or(values.len());
            conditions.push((column, &values[..end]));
            rest = values[end..].strip_prefix(", ").unwrap_or("");
        }
        Ok(Self { expression, conditions, format })
    }

    /// The rows that meet the conditions.
    fn rows<'t>(&self, table: &'t Table) -> Result<Vec<&'t csv::StringRecord>, Fault> {
        let conditions = self
            .conditions
            .iter()
            .map(|(column, value)| Ok((table.place(column)?, *value)))
            .collect::<Result<Vec<_>, Fault>>()?;
        let meets = |row: &&csv::StringRecord| {
            conditions.iter().all(|(place, value)| &row[*place] == *value)
        };
        Ok(table.rows.iter().filter(meets).collect())
    }

    fn number(&self, table: &Table, row: &csv::StringRecord) -> Result<Number, Fault> {
        let parse = |text: &str| {
            text.parse::<f64>().map_err(|_| format!("{} is {text:?} there", self.expression))
        };
        let term = |term: &str| match term.parse() {
            Ok(number) => Ok(number),
            Err(_) => parse(&row[table.place(term)?]),
        };
        if let Some((above, below)) = self.expression.split_once(" / ") {
            return Ok(Number { value: term(above)? / term(below)?, ends: None });
        }
        let (column, is_rest) = match self.expression.strip_prefix("1 - ") {
            Some(column) => (column, true),
            None => (self.expression, false),
        };
        let value = parse(&row[table.place(column)?])?;
        // An interval that is not defined is an empty cell.
        let ends = table
            .ends(column)
            .and_then(|[low, high]| Some([row[low].parse().ok()?, row[high].parse().ok()?]));
        let number = Number { value, ends };
        Ok(if is_rest { number.negated().map(|number| 1.0 + number) } else { number })
    }

    fn quote(&self, table: &Table) -> Result<String, Fault> {
        let rows = self.rows(table)?;
        if rows.is_empty() {
            return Err("no row is like that".to_owned());
        }
        if let Some((yes, words)) = self.format.split_once(" if ") {
            let verdicts = rows
                .iter()
                .map(|row| Ok(&row[table.place(self.expression)?]))
                .collect::<Result<Vec<_>, Fault>>()?;
            return answer(&verdicts, yes, &words.split(" or ").collect::<Vec<_>>());
        }
        let numbers =
            rows.iter().map(|row| self.number(table, row)).collect::<Result<Vec<_>, Fault>>()?;
        if self.format == "rows" {
            return Ok(rows.len().to_string());
        }
        if let Some(format) = self.format.strip_prefix("range of ") {
            let values = || numbers.iter().map(|number| number.value);
            let least = values().fold(f64::INFINITY, f64::min);
            let most = values().fold(f64::NEG_INFINITY, f64::max);
            let write = |value| write(Number { value, ends: None }, format);
            // The unit stands once.
            let (least, most) = (write(least)?, write(most)?);
            let unit = most.trim_start_matches(|letter: char| !letter.is_whitespace());
            return Ok(format!("{} to {most}", least.trim_end_matches(unit)));
        }
        let [number] = numbers[..] else {
            return Err(format!("{} rows are like that", rows.len()));
        };
        write(number, self.format)
    }
}

/// Yes where all verdicts are among the words, no where none is; a verdict that is not settled
/// leaves the answer open, and so do verdicts that differ.
fn answer(verdicts: &[&str], yes: &str, words: &[&str]) -> Result<String, Fault> {
    let is_capital = match yes {
        "Yes" => true,
        "yes" => false,
        _ => return Err(format!("{yes:?} is neither Yes nor yes")),
    };
    let meets = |verdict: &&str| words.contains(verdict);
    let is_open = |verdict: &&str| ["not settled", ""].contains(verdict);
    let answer = match verdicts {
        all if all.iter().all(meets) => "yes",
        all if all.iter().any(is_open) => "not settled",
        all if all.iter().any(meets) => "for some",
        _ => "no",
    };
    let (first, rest) = answer.split_at(1);
    Ok(if is_capital { first.to_uppercase() + rest } else { answer.to_owned() })
}

/// A number as a page writes it: its kind, perhaps two words for more and less, perhaps alone.
fn write(number: Number, format: &str) -> Result<String, Fault> {
    let (format, is_alone) = match format.strip_suffix(" alone") {
        Some(format) => (format, true),
        None => (format, false),
    };
    let (kind, direction) = match format.split_once(' ') {
        Some((kind, words)) => {
            let words = words.split_once('/');
            (kind, Some(words.ok_or_else(|| format!("{format:?} has no two words with a /"))?))
        }
        None => (format, None),
    };
    let (number, direction) = match direction {
        Some((_, less)) if number.value < 0.0 => (number.negated(), format!(" {less}")),
        Some((more, _)) => (number, format!(" {more}")),
        None => (number, String::new()),
    };
    let (scale, decimals, unit) = match kind {
        "percent" => (100.0, 1, " %"),
        "points" => (100.0, 1, " points"),
        "number" => (1.0, 1, ""),
        "hundredths" => (1.0, 2, ""),
        "whole" => (1.0, 0, ""),
        _ => return Err(format!("{kind:?} is no format")),
    };
    let number = number.map(|number| scale * number);
    let ends = number.ends.filter(|_| !is_alone).map_or(String::new(), |[low, high]| {
        format!(" ({} to {})", decimal(low, decimals), decimal(high, decimals))
    });
    Ok(format!("{}{unit}{direction}{ends}", decimal(number.value, decimals)))
}

/// A number with some decimals, and commas between its thousands.
fn decimal(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let is_zero = !text.contains(|letter: char| ('1'..='9').contains(&letter));
    let sign = if number < 0.0 && !is_zero { "-" } else { "" };
    format!("{sign}{grouped}{rest}")
}

/// A row of `games.csv` that a command asks for: variant, line-up and pick.
pub(crate) fn has_game(table: &Table, wanted: &[(&str, &str)]) -> Result<bool, Fault> {
    let cell = Cell { expression: "", conditions: wanted.to_vec(), format: "" };
    Ok(!cell.rows(table)?.is_empty())
}
