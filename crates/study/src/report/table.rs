//! Tables of numbers.

use maud::{Markup, html};

/// A table: the first column says what a row is about.
#[derive(Debug)]
pub(super) struct Table {
    caption: String,
    /// The headings, and whether a column holds numbers.
    columns: Vec<(String, bool)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows: columns of words, then columns of numbers.
    pub(super) fn new(caption: impl Into<String>, words: &[&str], numbers: &[&str]) -> Self {
        let columns = words
            .iter()
            .map(|title| ((*title).to_owned(), false))
            .chain(numbers.iter().map(|title| ((*title).to_owned(), true)));
        Self { caption: caption.into(), columns: columns.collect(), rows: Vec::new() }
    }

    /// Adds a row, a text for each column.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// How many columns there are.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// As HTML. A wide table is scrolled in a frame of its own, also by keys.
    pub(super) fn html(&self) -> Markup {
        let number = |column: usize| self.columns.get(column).is_some_and(|(_, number)| *number);
        html! {
            div.scroll role="region" aria-label=(self.caption) tabindex="0" {
                table {
                    caption { (self.caption) }
                    thead {
                        tr {
                            @for (title, number) in &self.columns {
                                th scope="col" class=[number.then_some("n")] { (title) }
                            }
                        }
                    }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @for (column, cell) in row.iter().enumerate() {
                                    @if column == 0 {
                                        th scope="row" { (cell) }
                                    } @else {
                                        td class=[number(column).then_some("n")] { (cell) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_escaped_and_say_what_is_a_heading() {
        let mut table = Table::new("a < b", &["who", "verdict"], &["wins"]);
        table.row(["<script>".to_owned(), "\"higher\" & more".to_owned(), "1.0 %".to_owned()]);
        let html = table.html().into_string();
        assert!(
            html.contains("<th scope=\"row\">&lt;script&gt;</th><td>&quot;higher&quot; &amp; more</td><td class=\"n\">1.0 %</td>"),
            "{html}"
        );
        assert!(html.contains("<caption>a &lt; b</caption>") && !html.contains("<script>"));
        assert_eq!(table.len(), 1);
    }
}
