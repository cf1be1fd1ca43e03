//! Groups of options that several commands share.

use clap::builder::{StringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::values::{one_of, whole};
use fairdeal_core::input::Unknown;
use fairdeal_study::experiment::RulesChoice;
use fairdeal_study::results::{TableFormat, table_files};

/// The rules.
#[derive(Args, Debug)]
pub(super) struct RulesOptions {
    /// A preset, or the path of a rules file
    #[arg(long, value_name = "PRESET_OR_FILE")]
    rules: Option<String>,
    /// Set one knob; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl RulesOptions {
    pub(super) fn choice(&self) -> RulesChoice {
        RulesChoice { rules: self.rules.clone(), set: self.set.clone() }
    }
}

/// The players.
#[derive(Args, Debug)]
pub(super) struct LineupOptions {
    /// One strategy for each seat, by name or path, separated by commas; a single one takes every
    /// seat [default: random]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = StringValueParser::new().map(|name| name.trim().to_owned()))]
    pub(super) strategies: Vec<String>,
    /// The number of players
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX))]
    pub(super) players: Option<usize>,
}

/// Options of a run.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(super) struct RunOptions {
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, 1024))]
    pub(super) threads: Option<u16>,
    /// Play everything again, and overwrite files that are in the way instead of moving them aside
    #[arg(long)]
    pub(super) force: bool,
    /// With external programs: go on from the counts of an earlier run if the files of the programs
    /// are unchanged
    #[arg(long, conflicts_with = "force")]
    pub(super) resume: bool,
    /// No progress, no tables: only files and errors
    #[arg(long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) programs: ProgramOptions,
    /// Show every table and every verdict
    #[arg(long, conflicts_with = "quiet")]
    pub(super) verbose: bool,
    /// Print this table alone, for a pipe: comparisons, lengths ... (`list tables`)
    #[arg(long, value_name = "TABLE", value_parser = table)]
    pub(super) table: Option<String>,
    /// Judge the goals of the experiment by the exit code: 4 if its rules miss one, 5 if one is not
    /// settled
    #[arg(long)]
    pub(super) check: bool,
    /// How `--table` prints it
    #[arg(long, value_name = "FORMAT", default_value = "csv", requires = "table")]
    pub(super) format: Format,
}

/// Permissions of strategies.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ProgramOptions {
    /// Let strategies run the external programs that their files name; without it, you are asked
    #[arg(long)]
    pub(super) allow_programs: bool,
}

/// How a single table is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// CSV, like the file
    Csv,
    /// A list of objects
    Json,
    /// A table of Markdown
    Markdown,
}

impl From<Format> for TableFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Csv => Self::Csv,
            Format::Json => Self::Json,
            Format::Markdown => Self::Markdown,
        }
    }
}

/// The name of a table: that of its file without `.csv`.
fn table(text: &str) -> Result<String, String> {
    let names = table_files().map(|(file, _)| file.strip_suffix(".csv").unwrap_or(file));
    let name = text.strip_suffix(".csv").unwrap_or(text);
    one_of(Unknown::new("table", name, names).listed_in("`list tables`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_names_of_tables_the_likest_are_told() {
        assert_eq!(
            (table("lengths"), table("seats.csv")),
            (Ok("lengths".to_owned()), Ok("seats".to_owned()))
        );
        let told = table("length").expect_err("no such table");
        assert!(
            told.starts_with("did you mean `lengths`? Allowed: lengths, length_histogram, "),
            "{told}"
        );
        assert!(told.ends_with(" more: all are in `list tables`"), "{told}");
    }
}
