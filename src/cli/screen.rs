//! Text and tables at the width of a terminal, with colour if it has any; messages on standard error.

use std::io::{self, Write};

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width,
};
use console::{Style, Term, measure_text_width};

use super::chart::{self, Drawing};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{self, Settings, plain, plain_lines};
use fairdeal_core::rows::Standing;
use fairdeal_study::words::chart::Chart;
use fairdeal_study::words::{Answer, Panel, PanelColumn};

/// The width and colours of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Screen {
    /// The number of columns of a line.
    width: usize,
    colour: bool,
}

/// The widths that tables adapt to.
const WIDTHS: std::ops::RangeInclusive<usize> = 60..=200;

/// The width if that of the terminal is unknown.
const USUAL: usize = 80;

/// No text is wider than this: long lines are hard to read.
const WIDEST_TEXT: usize = 110;

/// Whether standard output lacks colour only because `NO_COLOR` is empty. An empty variable means
/// the same as none (<https://no-color.org>), but not to `console`.
fn empty_no_color() -> bool {
    let is = |variable: &str, value: &str| {
        std::env::var_os(variable).is_some_and(|found| found == value)
    };
    is("NO_COLOR", "") && !is("CLICOLOR", "0") && Term::stdout().is_term() && !console::is_dumb()
}

impl Screen {
    /// Standard output: as wide as its terminal; in a pipe as wide as `COLUMNS` says, and otherwise
    /// 80. Colour only on a terminal, and not where `NO_COLOR` is set and not empty.
    pub(super) fn of_stdout() -> Self {
        let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
        let width = Term::stdout()
            .size_checked()
            .map(|(_, columns)| usize::from(columns))
            .or_else(columns)
            .unwrap_or(USUAL);
        Self {
            width: width.clamp(*WIDTHS.start(), *WIDTHS.end()),
            colour: console::colors_enabled() || empty_no_color(),
        }
    }

    /// A screen of this many columns, without colour.
    #[cfg(test)]
    pub(super) fn of_width(width: usize) -> Self {
        Self { width, colour: false }
    }

    /// Standard error, if it is a terminal: then long lines are wrapped. Otherwise messages keep their
    /// lines, so that they can be searched.
    pub(super) fn of_stderr() -> Option<Self> {
        let (_, columns) = Term::stderr().size_checked()?;
        Some(Self {
            width: usize::from(columns).clamp(*WIDTHS.start(), *WIDTHS.end()),
            colour: false,
        })
    }

    /// Prints a name and its meaning, which begins in this column: beside the name or, if the name is
    /// too long, below it.
    pub(super) fn entry(
        self,
        name: &str,
        column: usize,
        meaning: &str,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let begin = format!("  {}", plain(name));
        let width = self.width.min(WIDEST_TEXT) - column;
        let room = column.saturating_sub(measure_text_width(&begin));
        let begin =
            if room > 0 { begin + &" ".repeat(room) } else { format!("{begin}\n{:column$}", "") };
        let lines = meaning.lines().flat_map(|line| wrapped(line, width, 0)).collect::<Vec<_>>();
        writeln!(out, "{begin}{}", lines.join(&format!("\n{:column$}", "")))
    }

    /// The width of a page of text: no wider than is good to read.
    pub(super) fn page_width(self) -> usize {
        self.width.min(USUAL)
    }

    /// The number of columns of a line.
    pub(super) fn width(self) -> usize {
        self.width
    }

    fn styled(self, text: &str, style: &Style) -> String {
        if self.colour && !text.is_empty() {
            style.clone().force_styling(true).apply_to(text).to_string()
        } else {
            text.to_owned()
        }
    }

    fn bold(self, text: &str) -> String {
        self.styled(text, &Style::new().bold())
    }

    /// Prints a text, wrapped; all lines but the first begin with an indent.
    pub(super) fn text(self, text: &str, indent: usize, out: &mut impl Write) -> io::Result<()> {
        for line in wrapped(text, self.width.min(WIDEST_TEXT), indent) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Prints a heading, wrapped.
    pub(super) fn heading(self, text: &str, out: &mut impl Write) -> io::Result<()> {
        wrapped(text, self.width.min(WIDEST_TEXT), 0)
            .iter()
            .try_for_each(|line| writeln!(out, "{}", self.bold(line)))
    }

    /// Prints lines of text that may be indented already, each wrapped with the indent that it has.
    pub(super) fn lines(self, text: &str, out: &mut impl Write) -> io::Result<()> {
        for line in text.lines() {
            // A program of a stranger may have written the line.
            let indent = (line.len() - line.trim_start().len()).min(self.width / 2);
            let first = " ".repeat(indent);
            for (index, part) in wrapped(
                line.trim_start(),
                self.width.min(WIDEST_TEXT) - indent,
                2 * usize::from(indent > 0),
            )
            .iter()
            .enumerate()
            {
                let indent = if index == 0 && part.is_empty() { "" } else { first.as_str() };
                writeln!(out, "{indent}{part}")?;
            }
        }
        Ok(())
    }

    /// Prints an answer: the question, then its lines. Each begins with its subject.
    pub(super) fn answer(self, answer: &Answer, out: &mut impl Write) -> io::Result<()> {
        self.heading(&answer.question, out)?;
        for point in &answer.points {
            let lines = wrapped(
                &format!("{}: {}", point.about, point.text),
                self.width.min(WIDEST_TEXT),
                2,
            );
            for (index, line) in lines.iter().enumerate() {
                match line.split_at_checked(point.about.len() + 1).filter(|_| index == 0) {
                    Some((about, rest)) => writeln!(out, "{}{rest}", self.bold(about))?,
                    None => writeln!(out, "{line}")?,
                }
            }
        }
        Ok(())
    }

    /// Prints a table. If it is too wide, dispensable columns are dropped, then words are wrapped, then
    /// it is cut into several tables. Names the columns and rows that are not shown, with the file
    /// that has them if files are `written`.
    pub(super) fn panel(
        self,
        panel: &Panel,
        written: bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let in_file = |file: &str| if written { format!(" ({file})") } else { String::new() };
        let rows =
            panel.rows.iter().map(|row| row.iter().map(|cell| plain(cell)).collect()).collect();
        let panel = &Panel { rows, ..panel.clone() };
        self.heading(&panel.title, out)?;
        let (tables, dropped) = self.laid_out(panel);
        for (place, table) in tables.iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            self.table(table, out)?;
        }
        if panel.left_out > 0 {
            self.text(&format!("… and {} more{}.", panel.left_out, in_file(panel.file)), 0, out)?;
        }
        if !dropped.is_empty() {
            let of_file = |columns: &[&PanelColumn]| {
                let titles: Vec<&str> =
                    columns.iter().map(|column| column.title.as_str()).collect();
                titles.join(", ") + &in_file(columns[0].file)
            };
            let named: Vec<String> =
                dropped.chunk_by(|one, other| one.file == other.file).map(of_file).collect();
            let between = if written { "; " } else { ", " };
            self.text(&format!("No room for: {}.", named.join(between)), 2, out)?;
        }
        panel.notes.iter().try_for_each(|note| self.text(note, 2, out))
    }

    /// The table that fits, and the columns that it lacks; several tables with all columns if none
    /// fits.
    fn laid_out(self, panel: &Panel) -> (Vec<Table>, Vec<&PanelColumn>) {
        let mut kept: Vec<usize> = (0..panel.columns.len()).collect();
        loop {
            let whole = Some(table(panel, &kept)).filter(|table| widest(table) <= self.width);
            let last = kept.iter().copied().max_by_key(|column| panel.columns[*column].dispensable);
            let dropped = last.filter(|column| panel.columns[*column].dispensable > 0);
            let fitting = whole.or_else(|| narrowed(panel, &kept, self.width, true));
            match (
                fitting.or_else(|| {
                    narrowed(panel, &kept, self.width, false).filter(|_| dropped.is_none())
                }),
                dropped,
            ) {
                (Some(table), _) => {
                    let is_dropped = |(place, _): &(usize, &PanelColumn)| !kept.contains(place);
                    return (
                        vec![table],
                        panel
                            .columns
                            .iter()
                            .enumerate()
                            .filter(is_dropped)
                            .map(|(_, column)| column)
                            .collect(),
                    );
                }
                (None, Some(dropped)) => kept.retain(|column| *column != dropped),
                (None, None) => return (self.in_parts(panel), Vec::new()),
            }
        }
    }

    /// Several tables: each begins with the names of the rows, and has as many of the other columns
    /// as fit.
    fn in_parts(self, panel: &Panel) -> Vec<Table> {
        let names: Vec<usize> =
            (0..panel.columns.len()).take_while(|column| panel.columns[*column].words).collect();
        let fits = |part: &[usize]| {
            narrowed(panel, part, self.width, true)
                .or_else(|| narrowed(panel, part, self.width, false))
        };
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for column in names.len()..panel.columns.len() {
            match parts.last_mut() {
                Some(part) if fits(&[part, &[column][..]].concat()).is_some() => part.push(column),
                _ => parts.push([&names, &[column][..]].concat()),
            }
        }
        let squeezed = |part: &[usize]| {
            let mut table = table(panel, part);
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(self.width as u16);
            table
        };
        parts.iter().map(|part| fits(part).unwrap_or_else(|| squeezed(part))).collect()
    }

    fn table(self, table: &Table, out: &mut impl Write) -> io::Result<()> {
        table.lines().try_for_each(|line| {
            writeln!(out, "{}", self.coloured(line.trim_end().replace('\u{a0}', " ")))
        })
    }

    /// A line with colours for its signs.
    fn coloured(self, mut line: String) -> String {
        for standing in [Standing::Beyond, Standing::Within, Standing::NotSettled] {
            while let Some((before, rest)) = line.split_once(sign_of(standing)) {
                let (word, after) = rest.split_once(END).unwrap_or((rest, ""));
                line = format!("{before}{}{after}", self.styled(word, &colour_of(standing)));
            }
        }
        // On a narrow terminal a word may be broken, and its end stands in another line.
        line.replace(END, "")
    }

    /// Prints a chart.
    pub(super) fn chart(self, chart: &Chart, out: &mut impl Write) -> io::Result<()> {
        let Drawing { heading, lines } = chart::draw(chart, self.width);
        self.heading(&heading, out)?;
        lines.iter().try_for_each(|line| writeln!(out, "{}", plain(line)))
    }
}

/// Warns about rules that are valid but may not be meant. `variant` names them if there are
/// several.
pub(super) fn warn_of(game: &dyn AnyGame, settings: &Settings, variant: Option<&str>) {
    for warning in game.warnings_of(settings) {
        let of = variant.map_or(String::new(), |name| format!("{name}: "));
        say(&format!("warning: {of}{warning}"));
    }
}

/// Shows the standard error of a program, line by line. Characters that would move the cursor or
/// change the terminal are escaped.
pub(super) fn say_as_it_is(text: &str) {
    let text = plain_lines(&text.replace("\r\n", "\n"));
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Prints a message on standard error. If it cannot be written, that is no error.
pub(super) fn say(message: &str) {
    let message = &plain_lines(message);
    let mut stderr = std::io::stderr().lock();
    let _ = match Screen::of_stderr() {
        Some(screen) => screen.lines(message, &mut stderr),
        None => writeln!(stderr, "{message}"),
    };
}

/// The lines of a text that may contain foreign text.
fn wrapped(text: &str, width: usize, indent: usize) -> Vec<String> {
    input::wrapped(&plain_lines(text), width, "", indent)
}

/// The colour of a verdict; the words say all that the colours do.
fn colour_of(standing: Standing) -> Style {
    match standing {
        Standing::Beyond => Style::new().red(),
        Standing::Within => Style::new().green(),
        Standing::NotSettled => Style::new().yellow(),
    }
}

/// A sign without width at the beginning of a word of a verdict that stands so: cells are laid out
/// as plain text, and coloured afterwards.
fn sign_of(standing: Standing) -> char {
    match standing {
        Standing::Beyond => '\u{2061}',
        Standing::Within => '\u{2062}',
        Standing::NotSettled => '\u{2063}',
    }
}

/// The sign at the end of a word of a verdict.
const END: char = '\u{2064}';

/// A cell; its words have signs if it holds the verdict of its row.
fn signed(panel: &Panel, row: usize, column: usize) -> String {
    let cell = &panel.rows[row][column];
    let Some(standing) = panel.standings[row].filter(|_| panel.columns[column].verdicts) else {
        return cell.clone();
    };
    let sign = |word| format!("{}{word}{END}", sign_of(standing));
    cell.split(' ').map(sign).collect::<Vec<_>>().join(" ")
}

/// A table of some columns of a panel, as wide as it wants to be.
fn table(panel: &Panel, kept: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(kept.iter().map(|column| &panel.columns[*column].title));
    for row in 0..panel.rows.len() {
        // A number stays with its sign of per cent.
        table.add_row(
            kept.iter().map(|column| signed(panel, row, *column).replace(" %", "\u{a0}%")),
        );
    }
    for (place, column) in kept.iter().enumerate() {
        if let Some(shown) = table.column_mut(place).filter(|_| !panel.columns[*column].words) {
            shown.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn widest(table: &Table) -> usize {
    table.lines().map(|line| measure_text_width(line.trim_end())).max().unwrap_or(0)
}

/// Makes the table of a panel no wider than `width`: wraps headings, and words too unless they must
/// stay whole. `None` if that is not enough.
fn narrowed(panel: &Panel, kept: &[usize], width: usize, whole_words: bool) -> Option<Table> {
    /// Columns of words are no narrower than this.
    const NARROWEST: usize = 10;
    const LONGEST_WORD: usize = 16;
    let cell_width = |column: usize| {
        panel.rows.iter().map(|row| measure_text_width(&row[column])).max().unwrap_or(0)
    };
    // A heading is wrapped at its words.
    let longest = |text: &str| text.split_whitespace().map(measure_text_width).max().unwrap_or(0);
    let head_width = |column: usize| longest(&panel.columns[column].title);
    let own = |column: usize| cell_width(column).max(head_width(column));
    let numbers: usize = kept
        .iter()
        .filter(|column| !panel.columns[**column].words)
        .map(|column| own(*column) + 2)
        .sum();
    let words: Vec<usize> =
        kept.iter().copied().filter(|column| panel.columns[*column].words).collect();
    // A space on both sides of each column, and one between two.
    let mut room = width.checked_sub(numbers + 2 * words.len() + kept.len().saturating_sub(1))?;
    // Only very long words are broken.
    let narrowest = |column: usize| {
        let word = panel.rows.iter().map(|row| longest(&row[column])).max().unwrap_or(0);
        word.clamp(NARROWEST, LONGEST_WORD).min(own(column))
    };
    let least = |column: &usize| if whole_words { own(*column) } else { narrowest(*column) };
    let mut needed: usize = words.iter().map(least).sum();
    if room < needed {
        return None;
    }
    // Short columns of words get the width that they need; the others share the rest.
    let mut by_need = words.clone();
    by_need.sort_by_key(|column| own(*column));
    let mut widths = std::collections::BTreeMap::new();
    for (place, column) in by_need.iter().enumerate() {
        needed -= least(column);
        let share = (room / (by_need.len() - place)).max(least(column)).min(room - needed);
        let given = own(*column).min(share);
        widths.insert(*column, given);
        room -= given;
    }
    let mut table = table(panel, kept);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width as u16);
    for (place, column) in kept.iter().enumerate() {
        let content = widths.get(column).copied().unwrap_or_else(|| own(*column));
        if let Some(shown) = table.column_mut(place) {
            shown.set_constraint(ColumnConstraint::Absolute(Width::Fixed(content as u16 + 2)));
        }
    }
    (widest(&table) <= width).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(columns: usize) -> Panel {
        let column = |place: usize| PanelColumn {
            title: format!("a column number {place}"),
            words: place < 2,
            verdicts: place == 1,
            dispensable: 0,
            file: "",
        };
        let cell = |place: usize| {
            if place < 2 { "heuristic against greedy".to_owned() } else { format!("#{place}#") }
        };
        Panel {
            title: "A table with a title that is rather long, so that it has to be wrapped on a narrow terminal".to_owned(),
            columns: (0..columns).map(column).collect(),
            rows: vec![(0..columns).map(cell).collect(); 3],
            standings: vec![None, Some(Standing::Beyond), Some(Standing::NotSettled)],
            left_out: 2,
            file: "rows.csv",
            notes: vec!["(*) What no cell has room for: a sentence that is wrapped on a narrow terminal.".to_owned()],
        }
    }

    fn printed(width: usize, print: impl Fn(Screen, &mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        print(Screen::of_width(width), &mut out);
        String::from_utf8(out).expect("text")
    }

    fn assert_fits(text: &str, width: usize) {
        for line in text.lines() {
            assert!(measure_text_width(line) <= width, "{width}: {line}");
        }
    }

    #[test]
    fn tables_fit_every_width() {
        for width in WIDTHS {
            for columns in [3, 6, 9, 14] {
                let text = printed(width, |screen, out| {
                    screen.panel(&panel(columns), true, out).expect("memory");
                });
                assert_fits(&text, width);
                assert!(
                    text.contains("… and 2 more (rows.csv).")
                        && text.contains("(*) What no cell has room for")
                );
                for place in 2..columns {
                    assert_eq!(
                        text.matches(&format!("#{place}#")).count(),
                        3,
                        "no number is lost at {width}:\n{text}"
                    );
                }
            }
        }
    }

    #[test]
    fn dispensable_columns_go_first() {
        let mut panel = panel(9);
        (panel.columns[4].dispensable, panel.columns[4].file) = (1, "four.csv");
        (panel.columns[5].dispensable, panel.columns[5].file) = (2, "five.csv");
        let seen = |width| {
            let text =
                printed(width, |screen, out| screen.panel(&panel, true, out).expect("memory"));
            let said = text
                .split_once("No room for: ")
                .map_or("", |(_, rest)| rest.split_once(".\n").map_or("", |(said, _)| said));
            ([text.contains("#4#"), text.contains("#5#")], said.replace("\n  ", " "))
        };
        let [four, five] = [4, 5].map(|place| format!("a column number {place}"));
        assert_eq!(seen(120), ([true, true], String::new()));
        assert_eq!(seen(110), ([true, false], format!("{five} (five.csv)")));
        assert_eq!(seen(100), ([false, false], format!("{four} (four.csv); {five} (five.csv)")));
        // Files that are not written are not named.
        let unwritten = printed(100, |screen, out| {
            screen.panel(&panel, false, out).expect("memory");
        });
        assert!(unwritten.contains("No room for: ") && !unwritten.contains(".csv"), "{unwritten}");
    }

    #[test]
    fn verdicts_alone_are_coloured_and_no_letter_changes() {
        for width in [60, 80, 120] {
            let mut coloured = Vec::new();
            Screen { width, colour: true }.panel(&panel(4), true, &mut coloured).expect("memory");
            let coloured = String::from_utf8(coloured).expect("text");
            assert_eq!(
                console::strip_ansi_codes(&coloured),
                printed(width, |screen, out| screen.panel(&panel(4), true, out).expect("memory"))
            );
            // Three words in the second column of two of the three rows.
            let words = |style: &str| coloured.matches(&format!("\u{1b}[{style}m")).count();
            assert_eq!([words("31"), words("33"), words("32")], [3, 3, 0], "{coloured:?}");
        }
    }
}
