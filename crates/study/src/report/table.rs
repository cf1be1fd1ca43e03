//! Tables on the page.

use std::fmt::Display;

use maud::{Markup, html};

use super::charts::Figure;
use super::sections::Context;
use crate::words::chart::{Chart, Plot, Strips};
use crate::words::{PanelColumn, known};
use fairdeal_core::rows::{CellKey, Verdict};

/// A table. Its first column names the subject of each row.
pub(super) use crate::words::{Columns, Panel as Table};

impl<R> Columns<R> {
    /// The variant and the players of each row.
    pub(super) fn players(&mut self, of: &Context<'_>, cell: impl Fn(&R) -> &CellKey) {
        self.words("variant", |row| cell(row).variant.clone());
        self.words("players", |row| of.players(&cell(row).lineup));
    }

    /// The figure of the table. `seen` describes the plot for people who cannot see it, and
    /// continues the title.
    pub(super) fn figure(self, note: impl Into<String>, seen: impl Display, plot: Plot) -> Figure {
        let Self { panel: table, .. } = self;
        let (title, note) = (table.title.clone(), note.into());
        let alternative = format!("{title}{seen}.");
        Figure { chart: Chart { title, note, plot }, alternative, table }
    }

    /// The figure of some values of the table.
    pub(super) fn strips(self, note: impl Into<String>, strips: Strips) -> Figure {
        self.figure(note, format!(": {}", strips.extremes()), Plot::Strips(strips))
    }

    /// The verdict of each row.
    pub(super) fn judged(&mut self, judged: impl Fn(&R) -> Option<Verdict>) {
        self.words("verdict", |row| known(judged(row).map(|verdict| verdict.to_string())));
    }
}

/// A picture of some values with their table, as HTML. `heading`: that of the column of labels.
pub fn of_strips(title: &str, note: &str, heading: &str, strips: Strips) -> Markup {
    let mut columns = Columns::new(title, strips.rows.clone());
    columns.words(heading, |strip| strip.label.clone());
    columns.numbers("value", |strip| strip.text.clone());
    columns.strips(note, strips).html()
}

/// A table as HTML. A wide one is scrolled in a frame of its own, also by keys.
pub(super) fn html(table: &Table) -> Markup {
    let class = |column: &PanelColumn| (!column.words).then_some("n");
    html! {
        div.scroll role="region" aria-label=(table.title) tabindex="0" {
            table {
                caption { (table.title) }
                thead {
                    tr { @for column in &table.columns { th scope="col" class=[class(column)] { (column.title) } } }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            th scope="row" { (row[0]) }
                            @for (column, cell) in table.columns.iter().zip(row).skip(1) {
                                td class=[class(column)] { (cell) }
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
        let mut table = Columns::new("a < b", [["<script>", "\"higher\" & more", "1.0 %"]]);
        table.words("who", |row| row[0].to_owned());
        table.words("verdict", |row| row[1].to_owned());
        table.numbers("wins", |row| row[2].to_owned());
        let html = html(&table.panel).into_string();
        assert!(
            html.contains("<th scope=\"row\">&lt;script&gt;</th><td>&quot;higher&quot; &amp; more</td><td class=\"n\">1.0 %</td>"),
            "{html}"
        );
        assert!(html.contains("<caption>a &lt; b</caption>") && !html.contains("<script>"));
        assert_eq!(table.panel.rows.len(), 1);
    }
}
