//! All tables of a run, and how they become CSV files.

use serde::{Deserialize, Serialize};

use fairdeal_core::input::{cell, plain};
use fairdeal_core::rows::{self, Column, Columns, Row};

/// Rows as CSV.
fn to_csv<R: Row>(rows: &[R]) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    writer.write_record(R::columns().into_iter().map(|column| column.name))?;
    let mut cells = Vec::new();
    for row in rows {
        row.append(&mut cells);
        writer.write_record(cells.iter().map(|text| cell(text)))?;
        cells.clear();
    }
    writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))
}

/// The format of a single table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// CSV, like its file.
    Csv,
    /// A list of objects.
    Json,
    /// A table of Markdown.
    Markdown,
}

/// Rows in a format.
fn written<R: Row + Serialize>(rows: &[R], format: TableFormat) -> Result<Vec<u8>, csv::Error> {
    match format {
        TableFormat::Csv => to_csv(rows),
        TableFormat::Json => {
            let mut text = serde_json::to_vec_pretty(rows)
                .map_err(|error| csv::Error::from(std::io::Error::from(error)))?;
            text.push(b'\n');
            Ok(text)
        }
        TableFormat::Markdown => {
            let names: Vec<String> = R::columns().into_iter().map(|column| column.name).collect();
            let mut text =
                markdown_row(&names) + &markdown_row(&vec!["---".to_owned(); names.len()]);
            let mut cells = Vec::new();
            for row in rows {
                row.append(&mut cells);
                text += &markdown_row(&cells);
                cells.clear();
            }
            Ok(text.into_bytes())
        }
    }
}

/// A row of a Markdown table, with its line break. Whatever the cells contain, it is one row with
/// the same number of cells.
pub fn markdown_row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| plain(cell).replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// A table as a CSV file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvFile {
    /// The name of the file.
    pub name: &'static str,
    /// The number of rows, without the header.
    pub rows: usize,
    /// Its bytes.
    pub content: Vec<u8>,
}

/// Describes a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDescription {
    /// Its file.
    pub file: &'static str,
    /// Its meaning, for a designer.
    pub meaning: &'static str,
    /// Its columns, in their order.
    pub columns: Vec<Column>,
}

/// Declares the tables. Add a new table here.
macro_rules! tables {
    ($($(#[$meta:meta])* $field:ident: $row:ty,)*) => {
        /// The tables of a run. Those that do not belong to it are empty.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        pub struct Tables {
            $($(#[$meta])* #[serde(default, skip_serializing_if = "Vec::is_empty")] pub $field: Vec<$row>,)*
        }

        impl Tables {
            /// The files of the tables that have rows.
            pub fn files(&self) -> Vec<String> {
                let mut files = Vec::new();
                $(if !self.$field.is_empty() {
                    files.push(<$row as Row>::FILE.to_owned());
                })*
                files
            }

            /// Every table that has rows as a CSV file: name and content.
            ///
            /// # Errors
            /// Never in practice: the bytes go to memory.
            pub fn csv_files(&self) -> Result<Vec<CsvFile>, csv::Error> {
                let mut files = Vec::new();
                $(if !self.$field.is_empty() {
                    files.push(CsvFile { name: <$row as Row>::FILE, rows: self.$field.len(), content: to_csv(&self.$field)? });
                })*
                Ok(files)
            }

            /// One table by its name, which is the name of its file without `.csv`; `None` if there
            /// is no such table.
            ///
            /// # Errors
            /// Never in practice: the bytes go to memory.
            pub fn one(&self, name: &str, format: TableFormat) -> Result<Vec<u8>, csv::Error> {
                $(if <$row as Row>::FILE.strip_suffix(".csv") == Some(name) {
                    return written(&self.$field, format);
                })*
                Ok(Vec::new())
            }
        }

        /// The file of every table, and its meaning, for a designer.
        pub fn table_files() -> impl Iterator<Item = (&'static str, &'static str)> {
            [$((<$row as Row>::FILE, <$row as Columns>::MEANING),)*].into_iter()
        }

        /// The description of every table, with its columns.
        pub fn table_descriptions() -> Vec<TableDescription> {
            vec![$(TableDescription {
                file: <$row as Row>::FILE,
                meaning: <$row as Columns>::MEANING,
                columns: <$row as Columns>::columns(),
            },)*]
        }
    };
}

tables! {
    /// The knobs of every variant.
    variants: rows::VariantRow,
    /// The designer's goals with their verdicts.
    goals: rows::GoalRow,
    /// Rules that were searched for to meet the goals.
    tune: rows::TuneRow,
    /// The designer's goals before and after players adapted.
    adapted: rows::AdaptedRow,
    /// All rules that a search tried.
    tried: rows::TriedRow,
    /// How much each goal of a search depends on each knob.
    tried_knobs: rows::TriedKnobRow,
    /// Wins and scores by seat.
    seats: rows::SeatRow,
    /// How one player alone does, or a team of all.
    one_side: rows::OneSideRow,
    /// Wins of the first player, one row a cell.
    first_player: rows::FirstPlayerRow,
    /// Wins by place after the first player, strategies balanced.
    places: rows::PlaceRow,
    /// Wins of every seat, strategies balanced.
    seat_balance: rows::SeatBalanceRow,
    /// Wins by strategy.
    strategies: rows::StrategyRow,
    /// Which strategy does best in the place of one player.
    in_place: rows::InPlaceRow,
    /// The cost of never taking a kind of action.
    restricted: rows::RestrictedRow,
    /// Wins by neighbours.
    neighbours: rows::NeighbourRow,
    /// The effect of sitting beside a strategy.
    neighbour_effects: rows::NeighbourEffectRow,
    /// How much neighbours matter.
    neighbour_spread: rows::NeighbourSpreadRow,
    /// How much is luck, and how much skill.
    luck: rows::LuckRow,
    /// Lengths.
    lengths: rows::LengthRow,
    /// How many games had each length.
    length_histogram: rows::LengthHistogramRow,
    /// Decisions.
    decisions: rows::DecisionRow,
    /// How often something happens.
    shares: rows::ShareRow,
    /// How the game plays.
    play: rows::PlayRow,
    /// How it plays in the course of a game.
    play_course: rows::PlayCourseRow,
    /// Facts about each card: what correlates with it, and what it is worth.
    cards: rows::CardRow,
    /// Whether the estimated chances of winning are right.
    chances: rows::ChanceRow,
    /// Games worth a look.
    games: rows::GameRow,
    /// The effects of variants.
    comparisons: rows::ComparisonRow,
    /// The whole numbers from which comparisons are computed.
    comparison_sums: rows::ComparisonSumsRow,
    /// Curves over the points of a sweep.
    sweep: rows::SweepRow,
    /// Ratings, the strongest first.
    ratings: rows::RatingRow,
    /// The results of each pair of strategies.
    pairs: rows::PairRow,
    /// The rungs of a ladder, the weakest first.
    ladder: rows::LadderRow,
    /// Which knob matters.
    sensitivity: rows::SensitivityRow,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of foreign results and of games may contain anything.
    #[test]
    fn no_cell_runs_in_a_spreadsheet_or_leaves_its_row() {
        let row = |variant: &str, value: &str| rows::VariantRow {
            game: "a game".to_owned(),
            variant: variant.to_owned(),
            knob: "@knob".to_owned(),
            value: value.to_owned().into(),
            default: false,
        };
        let rows = [row("=1+1", "-4"), row("a\u{1b}|\nb", "+x")];
        let text =
            |format| String::from_utf8(written(&rows, format).expect("memory")).expect("text");
        assert_eq!(
            text(TableFormat::Csv),
            "game,variant,knob,value,default\na game,'=1+1,'@knob,-4,false\na game,\"a\u{1b}|\nb\",'@knob,'+x,false\n"
        );
        let markdown = text(TableFormat::Markdown);
        assert_eq!(markdown.lines().count(), 4, "{markdown}");
        assert!(markdown.contains("| a\\u{1b}\\|\\nb |"), "{markdown}");
    }
}
