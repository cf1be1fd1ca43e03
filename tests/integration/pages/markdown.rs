//! The parts of a page in Markdown that matter to its numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::cells::Fault;

/// Units of what is counted in games: a whole number before one of them is a result.
const UNITS: [&str; 9] =
    ["%", "bands", "decisions", "games", "matches", "plays", "rounds", "shuffles", "turns"];

/// What is no result: how sure an interval is, the tolerance of lengths, the version of Rust.
const NO_RESULTS: [&str; 3] = ["95", "5", "1.95"];

/// Where a number comes from: the definition of a link, whose title says which cell.
pub(crate) struct Cell<'a> {
    pub(crate) file: &'a str,
    pub(crate) title: &'a str,
}

/// A number on the page, and the label of its cell.
pub(crate) struct Quote<'a> {
    pub(crate) place: Range<usize>,
    pub(crate) label: &'a str,
}

pub(crate) struct Page<'a> {
    text: &'a str,
    pub(crate) cells: BTreeMap<&'a str, Cell<'a>>,
    pub(crate) quotes: Vec<Quote<'a>>,
    faults: Vec<Fault>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let mut page = Self { text, cells: BTreeMap::new(), quotes: vec![], faults: vec![] };
        for line in text.lines() {
            if let Some((label, cell)) = definition(line)
                && page.cells.insert(label, cell).is_some()
            {
                page.faults.push(format!("[{label}] is defined twice"));
            }
        }
        for (middle, _) in text.match_indices("][") {
            let label = text[middle + 2..].split(']').next().unwrap_or("");
            match opening(&text[..middle]) {
                Some(begin) if page.cells.contains_key(label) => {
                    page.quotes.push(Quote { place: begin..middle, label });
                }
                _ => page.faults.push(format!("[{label}] is not defined")),
            }
        }
        page
    }

    /// What is wrong with the labels.
    pub(crate) fn faults(&self) -> Vec<Fault> {
        let used: BTreeSet<&str> = self.quotes.iter().map(|quote| quote.label).collect();
        let unused = self.cells.keys().filter(|label| !used.contains(*label));
        self.faults.iter().cloned().chain(unused.map(|it| format!("[{it}] is not used"))).collect()
    }

    /// Numbers of results without a cell, with the words around them.
    pub(crate) fn unmarked(&self) -> Vec<String> {
        let mut text = self.text.to_owned();
        for quote in self.quotes.iter().rev() {
            // All of the link, with its brackets and its label.
            let end = quote.place.end + "][]".len() + quote.label.len();
            text.replace_range(quote.place.start - 1..end, "quoted");
        }
        let prose = prose(&text);
        let words: Vec<&str> = prose.split_whitespace().collect();
        let shown = shown(self.text);
        let is_result = |place: &usize| {
            let word = words[*place].trim_matches(|letter: char| !letter.is_ascii_digit());
            let is_number = !word.is_empty() && word.chars().all(is_part);
            let next = words.get(place + 1).map_or("", |next| next.trim_matches([',', '.', ')']));
            is_number
                && (word.contains(['.', ',']) || UNITS.contains(&next))
                && !NO_RESULTS.contains(&word)
                // The text explains an example.
                && !shown.contains(word)
        };
        (0..words.len())
            .filter(is_result)
            .map(|place| words[place.saturating_sub(3)..(place + 4).min(words.len())].join(" "))
            .collect()
    }
}

/// The label and the cell of a line like `[label]: table.csv "title"`.
fn definition(line: &str) -> Option<(&str, Cell<'_>)> {
    let (label, rest) = line.strip_prefix('[')?.split_once("]: ")?;
    let (file, title) = rest.split_once(" \"")?;
    Some((label, Cell { file, title: title.strip_suffix('"')? }))
}

/// The place after the bracket that opens what ends here.
fn opening(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (place, letter) in text.char_indices().rev() {
        match letter {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(place + 1),
            '[' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The lines that are no code, and those that are.
fn parted(text: &str) -> [Vec<&str>; 2] {
    let mut is_fenced = false;
    let (prose, code) = text.lines().partition(|line| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fence && !is_fenced && !line.starts_with("    ")
    });
    [prose, code]
}

/// The numbers in the code of a page.
fn shown(text: &str) -> BTreeSet<&str> {
    let [_, code] = parted(text);
    code.into_iter()
        .flat_map(|line| line.split(|letter: char| !is_part(letter)))
        .map(|number| number.trim_matches(['.', ',']))
        .collect()
}

/// Whether a number may have this letter.
fn is_part(letter: char) -> bool {
    letter.is_ascii_digit() || ['.', ','].contains(&letter)
}

/// The text without code, targets of links and definitions.
fn prose(text: &str) -> String {
    let [mut prose, _] = parted(text);
    prose.retain(|line| definition(line).is_none());
    let kept = prose.join("\n");
    let without_code: String = kept.split('`').step_by(2).collect::<Vec<_>>().join("code");
    without_code
        .split("](")
        .enumerate()
        .map(|(place, part)| match (place, part.find(')')) {
            (1.., Some(end)) => &part[end..],
            _ => part,
        })
        .collect()
}

/// The targets of the links to files.
pub(crate) fn links(text: &str) -> Vec<&str> {
    let [prose, _] = parted(text);
    prose
        .into_iter()
        .flat_map(|line| line.split("](").skip(1))
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.contains("://"))
        .collect()
}

/// The arguments of a command, of which some stand in quotation marks.
pub(crate) fn arguments(command: &str) -> Vec<String> {
    command
        .split('"')
        .enumerate()
        .flat_map(|(place, part)| match place % 2 {
            1 => vec![part.to_owned()],
            _ => part.split_whitespace().map(str::to_owned).collect(),
        })
        .collect()
}
