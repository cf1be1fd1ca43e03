//! A table as people read it: on a screen, on a page, or in Markdown.

use crate::results::markdown_row;
use fairdeal_core::rows::{CellKey, Standing, Verdict};

/// The largest number of rows of a table on the screen; the files have all rows.
pub(super) const MOST_ROWS: usize = 15;

/// A table as people read it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Panel {
    /// Its title.
    pub title: String,
    /// Its columns.
    pub columns: Vec<PanelColumn>,
    /// Its rows, a text for each column.
    pub rows: Vec<Vec<String>>,
    /// The standing of each row's verdict; `None` for rows without one.
    pub standings: Vec<Option<Standing>>,
    /// This many rows more are not shown.
    pub left_out: usize,
    /// The file that has the rows that are not shown.
    pub file: &'static str,
    /// Notes below the table, for texts that are too long for a cell.
    pub notes: Vec<String>,
}

/// A column of a panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PanelColumn {
    /// Its heading.
    pub title: String,
    /// Whether it has words, which can be wrapped. Otherwise numbers.
    pub words: bool,
    /// Whether it has the verdicts of the rows.
    pub verdicts: bool,
    /// If there is no room, the column with the highest number is dropped first; those with 0 stay.
    pub dispensable: u8,
    /// The file that has the values of a column that may be dropped.
    pub file: &'static str,
}

impl PanelColumn {
    fn new(title: &str, words: bool) -> Self {
        Self { title: title.to_owned(), words, verdicts: false, dispensable: 0, file: "" }
    }

    /// Lets the column be dropped if there is no room; `file` has its values.
    pub(super) fn or_drop(&mut self, dispensable: u8, file: &'static str) {
        (self.dispensable, self.file) = (dispensable, file);
    }
}

impl Panel {
    /// Keeps the first rows only; `file` has them all.
    pub(super) fn shortened(mut self, file: &'static str) -> Self {
        (self.left_out, self.file) = (self.rows.len().saturating_sub(MOST_ROWS), file);
        self.rows.truncate(MOST_ROWS);
        self.standings.truncate(MOST_ROWS);
        self
    }

    /// As a table of Markdown.
    pub fn markdown(&self) -> String {
        let of_columns = |cell: fn(&PanelColumn) -> String| {
            markdown_row(&self.columns.iter().map(cell).collect::<Vec<_>>())
        };
        let head = of_columns(|column| column.title.clone());
        let rule = of_columns(|column| if column.words { "---" } else { "---:" }.to_owned());
        let rows: String = self.rows.iter().map(|row| markdown_row(row)).collect();
        let notes: String =
            self.notes.iter().flat_map(|note| ["\n", note.as_str(), "\n"]).collect();
        format!("**{}**\n\n{head}{rule}{rows}{notes}", self.title)
    }
}

/// A panel that is built column by column: each column has a function of a row.
pub(crate) struct Columns<R> {
    rows: Vec<R>,
    pub(crate) panel: Panel,
}

impl<R> Columns<R> {
    pub(crate) fn new(title: impl Into<String>, rows: impl IntoIterator<Item = R>) -> Self {
        let rows = Vec::from_iter(rows);
        let panel = Panel {
            title: title.into(),
            columns: Vec::new(),
            rows: vec![Vec::new(); rows.len()],
            standings: vec![None; rows.len()],
            left_out: 0,
            file: "",
            notes: Vec::new(),
        };
        Self { rows, panel }
    }

    fn column(&mut self, column: PanelColumn, cell: impl FnMut(&R) -> String) -> &mut PanelColumn {
        let cells = self.rows.iter().map(cell);
        self.panel.rows.iter_mut().zip(cells).for_each(|(row, cell)| row.push(cell));
        self.panel.columns.push_mut(column)
    }

    /// A column of words.
    pub(crate) fn words(
        &mut self,
        title: &str,
        cell: impl FnMut(&R) -> String,
    ) -> &mut PanelColumn {
        self.column(PanelColumn::new(title, true), cell)
    }

    /// A column of numbers.
    pub(crate) fn numbers(
        &mut self,
        title: &str,
        cell: impl FnMut(&R) -> String,
    ) -> &mut PanelColumn {
        self.column(PanelColumn::new(title, false), cell)
    }

    /// The column of the verdicts, each with its words.
    pub(super) fn verdicts(
        &mut self,
        verdict: impl Fn(&R) -> (String, Option<Verdict>),
    ) -> &mut PanelColumn {
        let (words, verdicts): (Vec<String>, Vec<_>) = self.rows.iter().map(verdict).unzip();
        self.panel.standings =
            verdicts.into_iter().map(|verdict| verdict.map(Verdict::standing)).collect();
        let mut words = words.into_iter();
        let column = PanelColumn { verdicts: true, ..PanelColumn::new("verdict", true) };
        self.column(column, |_| words.next().unwrap_or_default())
    }

    /// The variant and the line-up of each row.
    pub(super) fn cells(&mut self, cell: impl Fn(&R) -> &CellKey) {
        self.words("variant", |row| cell(row).variant.clone());
        self.words("line-up", |row| cell(row).lineup.clone());
    }
}
