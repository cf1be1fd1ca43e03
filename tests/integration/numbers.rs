//! The numbers on the pages about results are those of the tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The numbers of one experiment's tables, in per cent.
#[derive(Default)]
struct Tables {
    /// An estimate with the ends of its interval.
    intervals: Vec<[f64; 3]>,
    /// Numbers of any column without their sign, as they are and in per cent, in tenths.
    numbers: BTreeSet<i64>,
}

/// A number with one decimal, in tenths.
fn tenths(number: f64) -> i64 {
    (10.0 * number).round() as i64
}

/// Whether a page may write the second number, which has one decimal, for the first.
fn rounds_to(exact: f64, quoted: f64) -> bool {
    (exact - quoted).abs() < 0.050_001
}

impl Tables {
    fn read(folder: &Path) -> Self {
        let mut tables = Self::default();
        for file in fs::read_dir(folder).expect("a folder").flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            // Sums of whole numbers and single lengths are not quoted.
            let is_table = file.path().extension().is_some_and(|ending| ending == "csv");
            let is_quoted = !["length_histogram.csv", "comparison_sums.csv"].contains(&&*name);
            if is_quoted && is_table {
                tables.add(csv::Reader::from_path(file.path()).expect("a table"));
            }
        }
        tables
    }

    fn add(&mut self, mut reader: csv::Reader<fs::File>) {
        let columns = reader.headers().expect("columns").clone();
        let place: BTreeMap<&str, usize> =
            columns.iter().enumerate().map(|(place, name)| (name, place)).collect();
        // Columns of estimates, lower ends and upper ends.
        let intervals: Vec<[usize; 3]> = columns
            .iter()
            .filter_map(|low| Some((low, low.strip_suffix("low")?)))
            .flat_map(|(low, begin)| {
                let base = begin.strip_suffix('_').unwrap_or("estimate");
                ["", "_difference", "_win_rate", "_rate", "_over_below"]
                    .map(|end| format!("{base}{end}"))
                    .into_iter()
                    .filter_map(|name| place.get(&*name).copied())
                    .filter_map(|estimate| {
                        Some([estimate, place[low], *place.get(&*format!("{begin}high"))?])
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
        for record in reader.records() {
            let record = record.expect("a row");
            let number = |place: usize| record[place].parse::<f64>().ok();
            for columns in &intervals {
                if let [Some(estimate), Some(low), Some(high)] = columns.map(number) {
                    self.intervals.push([estimate, low, high].map(|number| 100.0 * number));
                }
            }
            for number in (0..columns.len()).filter_map(number) {
                // A number in the middle between two may be rounded to either.
                for number in [number.abs() - 1e-8, number.abs() + 1e-8] {
                    let share = tenths(100.0 * number);
                    self.numbers.extend([share, 1000 - share, tenths(number)]);
                }
            }
        }
    }

    /// Whether a row has this interval, for what is quoted or for its opposite: a loss for a gain,
    /// "less" for "more".
    fn has(&self, [estimate, low, high]: [f64; 3]) -> bool {
        let meant = [
            [estimate, low, high],
            [-estimate, low, high],
            [-estimate, -high, -low],
            [estimate, -high, -low],
            [100.0 - estimate, 100.0 - high, 100.0 - low],
        ];
        let is_row = |quoted: &[f64; 3]| {
            self.intervals.iter().any(|exact| {
                exact.iter().zip(quoted).all(|(exact, quoted)| rounds_to(*exact, *quoted))
            })
        };
        meant.iter().any(is_row)
    }
}

/// The number at the end of a text, other than a part of a word.
fn last_number(text: &str) -> Option<f64> {
    let end = text.rfind(|letter: char| letter.is_ascii_digit())? + 1;
    let is_part = |letter: char| letter.is_ascii_digit() || letter == '.';
    let begin = text[..end].trim_end_matches(is_part).len();
    let begin = if text[..begin].ends_with('-') { begin - 1 } else { begin };
    text[begin..end].trim_start_matches('.').parse().ok()
}

/// What a text quotes: numbers with their intervals, and all numbers with one decimal.
fn quoted(text: &str) -> (Vec<[f64; 3]>, Vec<i64>) {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut intervals = Vec::new();
    for (place, _) in text.match_indices('[') {
        let inside = text[place + 1..].split(']').next().unwrap_or("");
        let ends = inside.split_once(", ").map(|(low, high)| (low.parse(), high.parse()));
        if let (Some((Ok(low), Ok(high))), Some(number)) = (ends, last_number(&text[..place])) {
            intervals.push([number, low, high]);
        }
    }
    let numbers = text
        .split(|letter: char| !(letter.is_ascii_digit() || letter == '.' || letter == ','))
        .map(|word| word.trim_end_matches(['.', ',']))
        .filter(|word| word.rsplit_once('.').is_some_and(|(_, decimals)| decimals.len() == 1))
        .filter_map(|word| word.replace(',', "").parse().ok())
        .map(tenths)
        .collect();
    (intervals, numbers)
}

#[test]
fn pages_quote_the_tables() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tables: BTreeMap<String, Tables> = fs::read_dir(root.join("results"))
        .expect("a folder")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| {
            (entry.file_name().to_string_lossy().into_owned(), Tables::read(&entry.path()))
        })
        .collect();
    let mut checked = 0;
    let mut wrong = Vec::new();
    for page in ["results/README.md", "docs/strategies.md"] {
        let text = fs::read_to_string(root.join(page)).expect("a page");
        for section in text.split("\n## ") {
            let heading = section.lines().next().unwrap_or("");
            // A section about an experiment quotes its tables, and those that it names.
            let of_section: Vec<&Tables> = tables
                .iter()
                .filter(|(name, _)| {
                    !tables.contains_key(heading)
                        || *name == heading
                        || section.contains(&format!("`{name}`"))
                })
                .map(|(_, tables)| tables)
                .collect();
            let (intervals, numbers) = quoted(section);
            checked += intervals.len();
            wrong.extend(
                intervals
                    .into_iter()
                    .filter(|interval| !of_section.iter().any(|tables| tables.has(*interval)))
                    .map(|interval| format!("{page}, {heading}: {interval:?}")),
            );
            // Other pages also quote parameters and runs of examples.
            let numbers = if page.starts_with("results/") { numbers } else { Vec::new() };
            wrong.extend(
                numbers
                    .into_iter()
                    .filter(|number| !of_section.iter().any(|it| it.numbers.contains(number)))
                    .map(|number| format!("{page}, {heading}: {number} (tenths)")),
            );
        }
    }
    assert!(checked > 400, "{checked} intervals");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
