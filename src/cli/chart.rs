//! Small charts in plain text. They need no colour, and no line is wider than the terminal.

use console::measure_text_width;

use fairdeal_core::rows::KnobValue;
use fairdeal_study::words::{Chart, Label, Mark, Shapes, Values, signed, thousands};

/// A chart as lines of text.
pub(super) struct Drawing {
    /// Its title and how to read it, in a line that may be too long.
    pub(super) heading: String,
    /// The rows, and the axis below them.
    pub(super) lines: Vec<String>,
}

/// The largest width of a chart.
const WIDEST: usize = 80;

/// Draws a chart that is no wider than this.
pub(super) fn draw(chart: &Chart, width: usize) -> Drawing {
    match chart {
        Chart::Values(chart) => values(chart, width),
        Chart::Shapes(chart) => shapes(chart, width),
    }
}

/// The names of rows, shortened and padded to the same width; how they were shortened; and the
/// width that is left.
fn beside<'c>(
    labels: impl Iterator<Item = &'c Label>,
    width: usize,
) -> (Vec<String>, String, usize) {
    let (names, of) = shortened(&labels.collect::<Vec<_>>(), width / 3);
    let widest = names.iter().map(|name| measure_text_width(name)).max().unwrap_or(0);
    let padded = names
        .iter()
        .map(|name| format!(" {name}{} ", " ".repeat(widest - measure_text_width(name))))
        .collect();
    (padded, of, (width - widest - 3).min(WIDEST))
}

/// The line of an axis below rows with these names: each text begins at its position, or as near to
/// it as there is room. A text that would touch an earlier one is left out.
fn axis(names: &[String], room: usize, texts: impl IntoIterator<Item = (usize, String)>) -> String {
    let mut axis = vec![' '; room];
    for (place, text) in texts {
        let length = text.chars().count();
        let Some(last) = room.checked_sub(length) else { continue };
        let start = place.min(last);
        if axis[start.saturating_sub(1)..(start + length + 1).min(room)]
            .iter()
            .all(|cell| *cell == ' ')
        {
            axis.splice(start..start + length, text.chars());
        }
    }
    let beside = names.first().map_or(0, |name| measure_text_width(name));
    " ".repeat(beside) + &axis.into_iter().collect::<String>()
}

/// A line for each row, with a letter at each value and dashes along its interval.
fn values(chart: &Values, width: usize) -> Drawing {
    let (names, knobs, room) = beside(chart.rows.iter().map(|(label, _)| label), width);
    let mut legend = vec![format!("| is {}", chart.zero)];
    legend.extend((chart.tolerance > 0.0).then(|| ": your tolerance".to_owned()));
    let letters = chart.legend.iter().map(|(letter, name)| format!("{letter} {name}"));
    legend.push(letters.collect::<Vec<_>>().join(", "));
    legend.extend((!knobs.is_empty()).then(|| format!("points: {knobs}")));
    let heading = format!("{} ({})", chart.title, legend.join("; "));
    let marks = || chart.rows.iter().flat_map(|(_, marks)| marks);
    let least = chart.tolerance.max(0.01);
    let (low, high) = marks()
        .fold((if chart.tolerance > 0.0 { -least } else { 0.0 }, least), |(from, to), mark| {
            (from.min(mark.low), to.max(mark.high))
        });
    let place = |value: f64| ((value - low) / (high - low) * (room - 1) as f64).round() as usize;
    let mut lines: Vec<String> = Vec::new();
    for (name, (_, marks)) in names.iter().zip(&chart.rows) {
        let mut line = vec![' '; room];
        for mark in marks {
            line[place(mark.low)..=place(mark.high)].fill('-');
        }
        if chart.tolerance > 0.0 {
            line[place(-chart.tolerance)] = ':';
            line[place(chart.tolerance)] = ':';
        }
        line[place(0.0)] = '|';
        for Mark { letter, value, .. } in marks {
            // Marks that meet become one star.
            let cell = &mut line[place(*value)];
            *cell = if cell.is_ascii_alphabetic() || *cell == '*' { '*' } else { *letter };
        }
        lines.push(name.clone() + &line.into_iter().collect::<String>());
    }
    let ends = [low, high].map(|value| (place(value), signed(100.0 * value, 1)));
    let texts = std::iter::once((place(0.0), "0".to_owned())).chain(ends);
    lines.push(axis(&names, room, texts));
    Drawing { heading, lines: lines.iter().map(|line| line.trim_end().to_owned()).collect() }
}

/// A strip of bars for each row, on one scale; for a single row, bars of several lines.
fn shapes(chart: &Shapes, width: usize) -> Drawing {
    /// This share of each row, at either end, is not drawn.
    const BEYOND: f64 = 0.005;
    /// The number of lines of the bars of a single row.
    const TALL: usize = 4;
    /// The smallest number of bars, unless there are fewer numbers.
    const FEWEST: usize = 10;
    let games = |row: &[(u32, u64)]| row.iter().map(|(_, games)| games).sum::<u64>();
    let within = |row: &[(u32, u64)], share: f64| {
        let most = share * games(row) as f64;
        let mut sum = 0;
        let reaches = |(_, games): &&(u32, u64)| {
            sum += games;
            sum as f64 > most
        };
        row.iter().find(reaches).or(row.last()).map_or(0, |(number, _)| *number)
    };
    let (names, _, room) = beside(chart.rows.iter().map(|(label, _)| label), width);
    let rows = || chart.rows.iter().map(|(_, row)| row.as_slice());
    let from = rows().map(|row| within(row, BEYOND)).min().unwrap_or(0);
    let to = rows().map(|row| within(row, 1.0 - BEYOND)).max().unwrap_or(0);
    // With few games, few bars: more would only show luck.
    let fewest = rows().map(games).min().unwrap_or(0);
    let most = ((fewest as f64).sqrt() as usize).max(FEWEST).min(room);
    let step = ((to - from) as usize + 1).div_ceil(most).max(1);
    let bars = ((to - from) as usize + 1).div_ceil(step);
    let heights = |row: &[(u32, u64)]| {
        let mut heights = vec![0.0; bars];
        for (number, count) in row.iter().filter(|(number, _)| (from..=to).contains(number)) {
            heights[(number - from) as usize / step] += *count as f64 / games(row).max(1) as f64;
        }
        heights
    };
    let all: Vec<Vec<f64>> = rows().map(heights).collect();
    let highest = all.iter().flatten().copied().fold(0.0, f64::max);
    let tall = if all.len() == 1 { TALL } else { 1 };
    // Each bar is as wide as possible, so that few bars fill the chart too.
    let wide = (room / bars.max(1)).clamp(1, 4);
    let mut lines = Vec::new();
    for (name, heights) in names.iter().zip(&all) {
        for level in (0..tall).rev() {
            let bars = heights.iter().flat_map(|height| {
                std::iter::repeat_n(
                    bar(height / highest * tall as f64 - level as f64, level == 0),
                    wide,
                )
            });
            let begin =
                if level == 0 { name.clone() } else { " ".repeat(measure_text_width(name)) };
            lines.push(begin + &bars.collect::<String>());
        }
    }
    let at = |bar: usize| (bar * wide, thousands(u128::from(from) + (bar * step) as u128));
    let spread = [0, bars / 2, bars / 4, 3 * bars / 4].map(at);
    let length = |text: &str| text.chars().count();
    let last = thousands(to.into());
    let end = ((bars * wide).saturating_sub(length(&last)), last);
    let [first, others @ ..] = spread;
    let room = (bars * wide).max(length(&end.1)).max(length(&first.1));
    lines.push(axis(&names, room, [first, end].into_iter().chain(others)));
    let heading = format!("{} (higher: more of them; the middle 99 %)", chart.title);
    Drawing { heading, lines: lines.iter().map(|line| line.trim_end().to_owned()).collect() }
}

/// The part of a bar in one line, from its height above the bottom of the line, where 1 is a whole
/// line. Any positive height is visible.
fn bar(height: f64, at_bottom: bool) -> char {
    const PARTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    match (height * PARTS.len() as f64).round() as usize {
        0 if at_bottom && height > 0.0 => PARTS[0],
        0 => ' ',
        parts => PARTS[parts.min(PARTS.len()) - 1],
    }
}

/// Shortens names to this width so that their differences stay visible. Names that fit stay as they
/// are. Points of a sweep keep only their values, and the knobs are returned. Other names lose
/// their common beginning and end.
fn shortened(labels: &[&Label], width: usize) -> (Vec<String>, String) {
    let fit = |names: &[String]| names.iter().all(|name| measure_text_width(name) <= width);
    let names: Vec<String> = labels.iter().map(|label| label.name.clone()).collect();
    if fit(&names) {
        return (names, String::new());
    }
    let points: Vec<&[(String, KnobValue)]> =
        labels.iter().map(|label| label.point.0.as_slice()).collect();
    let knobs = |point: &[(String, KnobValue)]| {
        point.iter().map(|(knob, _)| knob.clone()).collect::<Vec<_>>()
    };
    let first = points.first().copied().unwrap_or_default();
    if !first.is_empty() && points.iter().all(|point| knobs(point) == knobs(first)) {
        let differ: Vec<usize> = (0..first.len())
            .filter(|place| points.iter().any(|point| point[*place] != first[*place]))
            .collect();
        let of = |point: &[(String, KnobValue)], text: fn(&(String, KnobValue)) -> String| {
            differ.iter().map(|place| text(&point[*place])).collect::<Vec<_>>().join(", ")
        };
        let values: Vec<String> =
            points.iter().map(|point| of(point, |(_, value)| value.to_string())).collect();
        if fit(&values) {
            return (values, of(first, |(knob, _)| knob.clone()));
        }
    }
    // A single name has no common parts.
    if let [name] = &names[..] {
        return (vec![console::truncate_str(name, width, "…").into_owned()], String::new());
    }
    let common = |names: &[Vec<char>]| {
        let first = names.first().map_or(&[][..], Vec::as_slice);
        (0..first.len())
            .take_while(|place| names.iter().all(|name| name.get(*place) == first.get(*place)))
            .count()
    };
    let letters: Vec<Vec<char>> = names.iter().map(|name| name.chars().collect()).collect();
    let begin = common(&letters);
    let turned: Vec<Vec<char>> =
        letters.iter().map(|name| name[begin..].iter().rev().copied().collect()).collect();
    let end = common(&turned);
    let cut = |name: &Vec<char>| {
        let middle: String = name[begin..name.len() - end].iter().collect();
        let name = format!(
            "{}{middle}{}",
            if begin > 0 { "…" } else { "" },
            if end > 0 { "…" } else { "" }
        );
        console::truncate_str(&name, width, "…").into_owned()
    };
    (letters.iter().map(cut).collect(), String::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::rows::Point;

    const WIDTHS: [usize; 4] = [60, 80, 120, 200];

    fn assert_fits(lines: &[String], width: usize) {
        for line in lines {
            assert!(measure_text_width(line) <= width, "{width}: {line}");
        }
    }

    #[test]
    fn labels_show_where_names_differ() {
        let points = |names: &[&str], width| {
            let knob = |knob: &str| {
                knob.split_once('=')
                    .map(|(knob, value)| (knob.to_owned(), KnobValue::from(value.to_owned())))
            };
            let point = |name: &str| Point(name.split(' ').filter_map(knob).collect());
            let label = |name: &&str| Label { name: (*name).to_owned(), point: point(name) };
            shortened(
                &names.iter().map(label).collect::<Vec<_>>().iter().collect::<Vec<_>>(),
                width,
            )
        };
        let others = |names: &[&str], width| {
            let label = |name: &&str| Label::from((*name).to_owned());
            shortened(
                &names.iter().map(label).collect::<Vec<_>>().iter().collect::<Vec<_>>(),
                width,
            )
        };
        let as_text =
            |(names, knobs): (Vec<String>, String)| format!("{} | {knobs}", names.join(" / "));
        assert_eq!(as_text(points(&["a=1 b=2", "a=1 b=3"], 7)), "a=1 b=2 / a=1 b=3 | ");
        assert_eq!(as_text(points(&["a=1 b=2 c=4", "a=1 b=3 c=5"], 7)), "2, 4 / 3, 5 | b, c");
        assert_eq!(as_text(others(&["a=1 b=2 c=4", "a=1 b=3 c=5"], 7)), "…2 c=4 / …3 c=5 | ");
        let long = ["starter_cards=-4 points_to_win=1", "starter_cards=4 points_to_win=3"];
        assert_eq!(as_text(points(&long, 26)), "-4, 1 / 4, 3 | starter_cards, points_to_win");
        let own = ["my long name of the first one of all", "my long name of the other one of all"];
        assert_eq!(as_text(others(&own, 20)), "…first… / …other… | ");
        assert_eq!(as_text(others(&own[..1], 20)), "my long name of the… | ");
        for (names, _) in
            [others(&own, 4), others(&["one very long name", "another very long name"], 12)]
        {
            assert!(
                names[0] != names[1] && names.iter().all(|name| measure_text_width(name) <= 12),
                "{names:?}"
            );
        }
    }

    #[test]
    fn values_are_where_they_are() {
        let mark = |letter, value: f64, reach: f64| Mark {
            letter,
            value,
            low: value - reach,
            high: value + reach,
        };
        let row = |name: &str, value: f64| {
            (name.to_owned().into(), vec![mark('a', value, 0.01), mark('b', 0.0, 0.005)])
        };
        let chart = Values {
            title: "Going first".to_owned(),
            zero: "fair",
            tolerance: 0.02,
            legend: vec![('a', "greedy players".to_owned()), ('b', "random players".to_owned())],
            rows: vec![
                row("hand_size=1", -0.05),
                row("hand_size=2", 0.0),
                row("hand_size=3", 0.05),
            ],
        };
        for width in WIDTHS {
            let Drawing { heading, lines } = draw(&Chart::Values(chart.clone()), width);
            assert_fits(&lines, width);
            assert_eq!(
                heading,
                "Going first (| is fair; : your tolerance; a greedy players, b random players)"
            );
            let at = |line: usize, letter| {
                lines[line].rfind(letter).unwrap_or_else(|| panic!("no {letter}: {lines:#?}"))
            };
            assert!(
                at(0, 'a') < at(1, '*') && at(1, '*') < at(2, 'a') && at(0, 'b') == at(1, '*'),
                "{lines:#?}"
            );
            assert!(at(0, 'a') < at(0, ':') && lines[1].matches(':').count() == 2, "{lines:#?}");
            assert!(
                lines[3].trim_start().starts_with("-6.0 ") && lines[3].ends_with(" +6.0"),
                "{lines:#?}"
            );
            assert_eq!(
                lines[3].rfind(" 0 ").map(|place| place + 1),
                Some(at(1, '*')),
                "{lines:#?}"
            );
        }
    }

    #[test]
    fn where_three_values_meet_none_hides_the_others() {
        let mark = |letter| Mark { letter, value: 0.02, low: 0.0, high: 0.04 };
        let rows = vec![("all".to_owned().into(), ['a', 'b', 'c'].map(mark).to_vec())];
        let chart = Values {
            title: "Going first".to_owned(),
            zero: "fair",
            tolerance: 0.0,
            legend: Vec::new(),
            rows,
        };
        let Drawing { lines, .. } = draw(&Chart::Values(chart), 60);
        assert!(lines[0].contains('*') && !lines[0].ends_with('c'), "{lines:#?}");
    }

    #[test]
    fn shapes_are_of_one_scale() {
        // Twice as long, and as often.
        let row = |name: &str, times: u32| {
            (name.to_owned().into(), (10..30).map(|number| (times * number, 100)).collect())
        };
        let chart =
            |rows| Chart::Shapes(Shapes { title: "How long games are, in turns".to_owned(), rows });
        for width in WIDTHS {
            let Drawing { lines, .. } = draw(&chart(vec![row("short", 1), row("long", 2)]), width);
            assert_fits(&lines, width);
            let [short, long, axis] = &lines[..] else { panic!("{lines:#?}") };
            let bars =
                |line: &str| line.chars().map(|c| "▁▂▃▄▅▆▇█".contains(c)).collect::<Vec<_>>();
            let (first, other) = (bars(short), bars(long));
            assert!(
                first.iter().filter(|bar| **bar).count()
                    < other.iter().rposition(|bar| *bar).unwrap_or(0),
                "{lines:#?}"
            );
            assert!(
                first.iter().position(|bar| *bar) < other.iter().position(|bar| *bar),
                "{lines:#?}"
            );
            assert!(
                axis.trim_start().starts_with("10 ") && short.contains('█') && !long.contains('█'),
                "{lines:#?}"
            );
            let alone = draw(&chart(vec![row("short", 1)]), width).lines;
            assert_fits(&alone, width);
            assert_eq!(alone.len(), 5, "{alone:#?}");
        }
        // One length, one game; none at all.
        for rows in [
            vec![("one".to_owned().into(), vec![(7, 1)])],
            vec![("none".to_owned().into(), Vec::new())],
        ] {
            let Drawing { lines, .. } = draw(&chart(rows), 60);
            assert!(
                lines.len() == 5 && lines.iter().all(|line| line.chars().count() < 20),
                "{lines:#?}"
            );
        }
        let often = |number| if number == 10 { 1_000_000 } else { 6000 };
        let rare = draw(
            &chart(vec![(
                "rare".to_owned().into(),
                (0..20).map(|number| (number, often(number))).collect(),
            )]),
            80,
        )
        .lines;
        assert_eq!(
            rare[3].matches('▁').count(),
            19 * rare[3].matches('█').count(),
            "what is rare is seen: {rare:#?}"
        );
    }
}
