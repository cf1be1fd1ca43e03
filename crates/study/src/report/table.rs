//! Tables on the page.

use maud::{Markup, html};

/// A table: the first column says what a row is about.
pub(super) use crate::words::Panel as Table;

/// A table as HTML. A wide one is scrolled in a frame of its own, also by keys.
pub(super) fn html(table: &Table) -> Markup {
    let is_number = |column: usize| table.columns.get(column).is_some_and(|column| !column.words);
    html! {
        div.scroll role="region" aria-label=(table.title) tabindex="0" {
            table {
                caption { (table.title) }
                thead {
                    tr {
                        @for (place, column) in table.columns.iter().enumerate() {
                            th scope="col" class=[is_number(place).then_some("n")] { (column.title) }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (column, cell) in row.iter().enumerate() {
                                @if column == 0 {
                                    th scope="row" { (cell) }
                                } @else {
                                    td class=[is_number(column).then_some("n")] { (cell) }
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
        let mut table = Table::of("a < b", &["who", "verdict"], &["wins"]);
        table.row(["<script>".to_owned(), "\"higher\" & more".to_owned(), "1.0 %".to_owned()]);
        let html = html(&table).into_string();
        assert!(
            html.contains("<th scope=\"row\">&lt;script&gt;</th><td>&quot;higher&quot; &amp; more</td><td class=\"n\">1.0 %</td>"),
            "{html}"
        );
        assert!(html.contains("<caption>a &lt; b</caption>") && !html.contains("<script>"));
        assert_eq!(table.rows.len(), 1);
    }
}
