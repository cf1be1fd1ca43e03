//! Small charts in plain text. They need no colour, and no line is wider than the terminal.

use console::measure_text_width;

use fairdeal_core::rows::{KnobValue, Point};
use fairdeal_study::words::chart::{Chart, Line, Lines, Plot, Shape, Shapes, Spot};
use fairdeal_study::words::thousands;

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
pub(super) fn draw(Chart { title, note, plot }: &Chart, width: usize) -> Drawing {
    match plot {
        Plot::Lines(lines) => values(title, lines, width),
        Plot::Strips(strips) => values(title, &strips.lines(note), width),
        Plot::Shapes(distributions) => shapes(title, distributions, width),
        // Other kinds have no room in a terminal.
        _ => Drawing { heading: title.clone(), lines: vec!["(drawn on the page)".to_owned()] },
    }
}

/// The names of rows, shortened and padded to the same width; how they were shortened; and the
/// width that is left.
fn beside(names: Vec<String>, points: &[Point], width: usize) -> (Vec<String>, String, usize) {
    let (names, of) = shortened(names, points, width / 3);
    let widest = names.iter().map(|name| measure_text_width(name)).max().unwrap_or(0);
    let padded = names
        .iter()
        .map(|name| format!(" {name}{} ", " ".repeat(widest - measure_text_width(name))))
        .collect();
    (padded, of, (width - widest - 3).min(WIDEST))
}

/// The line of an axis below rows with these names: each text begins at its position, or as near to
/// it as there is room. A text that would touch an earlier one is left out.
fn axis_below(
    names: &[String],
    room: usize,
    texts: impl IntoIterator<Item = (usize, String)>,
) -> String {
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

/// A line for each place, with a letter at each value and dashes along its interval.
fn values(title: &str, lines: &Lines, width: usize) -> Drawing {
    let Lines { axis, places, .. } = lines;
    let names = places.iter().map(|(_, name)| name.clone()).collect();
    let (names, knobs, room) = beside(names, &lines.points, width);
    let series = || ('a'..='z').zip(&lines.series);
    let letters = series().map(|(letter, line)| format!("{letter} {}", line.name));
    let mut legend = vec![format!("| is {}", axis.zero)];
    legend.extend(axis.band.map(|_| ": your tolerance".to_owned()));
    legend.push(letters.collect::<Vec<_>>().join(", "));
    legend.extend((!knobs.is_empty()).then(|| format!("points: {knobs}")));
    let heading = format!("{title} ({})", legend.join("; "));
    let band = axis.band.map_or((0.0, 1.0), |(low, high)| (low.min(-1.0), high.max(1.0)));
    let ends = |spot: &Spot| spot.ends.unwrap_or((spot.y, spot.y));
    let all = lines.series.iter().flat_map(|line| &line.spots).map(ends);
    let (low, high) = all.fold(band, |(from, to), (low, high)| (from.min(low), to.max(high)));
    let place = |value: f64| ((value - low) / (high - low) * (room - 1) as f64).round() as usize;
    let mut drawn: Vec<String> = Vec::new();
    for (name, (x, _)) in names.iter().zip(places) {
        let here = |(letter, line): (char, &Line)| {
            let spot = line.spots.iter().find(|spot| spot.x.total_cmp(x).is_eq())?;
            Some((letter, *spot))
        };
        let marks: Vec<(char, Spot)> = series().filter_map(here).collect();
        let mut line = vec![' '; room];
        for (low, high) in marks.iter().map(|(_, spot)| ends(spot)) {
            line[place(low)..=place(high)].fill('-');
        }
        for end in axis.band.into_iter().flat_map(|(low, high)| [low, high]) {
            line[place(end)] = ':';
        }
        line[place(0.0)] = '|';
        for (letter, spot) in marks {
            // Marks that meet become one star.
            let cell = &mut line[place(spot.y)];
            *cell = if cell.is_ascii_alphabetic() || *cell == '*' { '*' } else { letter };
        }
        drawn.push(name.clone() + &line.into_iter().collect::<String>());
    }
    let ends = [low, high].map(|value| (place(value), (axis.write)(value, 1)));
    let texts = std::iter::once((place(0.0), "0".to_owned())).chain(ends);
    drawn.push(axis_below(&names, room, texts));
    Drawing { heading, lines: drawn.iter().map(|line| line.trim_end().to_owned()).collect() }
}

/// A strip of bars for each row, on one scale; for a single row, bars of several lines.
fn shapes(title: &str, shapes: &Shapes, width: usize) -> Drawing {
    /// This share of each row, at either end, is not drawn.
    const BEYOND: f64 = 0.005;
    /// The number of lines of the bars of a single row.
    const TALL: usize = 4;
    /// The smallest number of bars, unless there are fewer numbers.
    const FEWEST: usize = 10;
    let within = |row: &Shape, share: f64| {
        let most = share * row.games() as f64;
        let mut sum = 0;
        let reaches = |(_, games): &&(u64, u64)| {
            sum += games;
            sum as f64 > most
        };
        row.counts.iter().find(reaches).or(row.counts.last()).map_or(0, |(number, _)| *number)
    };
    let rows = || shapes.rows.iter();
    let (names, _, room) = beside(rows().map(|row| row.name.clone()).collect(), &[], width);
    let from = rows().map(|row| within(row, BEYOND)).min().unwrap_or(0);
    let to = rows().map(|row| within(row, 1.0 - BEYOND)).max().unwrap_or(0);
    // With few games, few bars: more would only show luck.
    let fewest = rows().map(Shape::games).min().unwrap_or(0);
    let most = ((fewest as f64).sqrt() as usize).max(FEWEST).min(room);
    let step = ((to - from) as usize + 1).div_ceil(most).max(1);
    let bars = ((to - from) as usize + 1).div_ceil(step);
    let heights = |row: &Shape| {
        let games = row.games().max(1) as f64;
        let steps = row.steps((from, to), step as u64).into_iter();
        steps.map(|count| count as f64 / games).collect()
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
    lines.push(axis_below(&names, room, [first, end].into_iter().chain(others)));
    let heading = format!("{title} (higher: more of them; the middle 99 %)");
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
fn shortened(names: Vec<String>, points: &[Point], width: usize) -> (Vec<String>, String) {
    let fit = |names: &[String]| names.iter().all(|name| measure_text_width(name) <= width);
    if fit(&names) {
        return (names, String::new());
    }
    let points: Vec<&[(String, KnobValue)]> =
        points.iter().map(|point| point.0.as_slice()).collect();
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
        (console::truncate_str(&name, width, "…").into_owned(), name)
    };
    let cut: Vec<(String, String)> = letters.iter().map(cut).collect();
    // Names that begin alike keep their ends.
    let is_alike = |label: &String| cut.iter().filter(|(other, _)| other == label).count() > 1;
    let label = |(label, name): &(String, String)| {
        if is_alike(label) { middle_out(name, width) } else { label.clone() }
    };
    (cut.iter().map(label).collect(), String::new())
}

/// A name of which the middle is left out so that it is this wide.
fn middle_out(name: &str, width: usize) -> String {
    let begin = console::truncate_str(name, width / 2, "…").into_owned();
    let room = width.saturating_sub(measure_text_width(&begin));
    let letters: Vec<char> = name.chars().collect();
    let end = (0..letters.len()).map(|from| letters[from..].iter().collect::<String>());
    let end = end.into_iter().find(|end| measure_text_width(end) <= room).unwrap_or_default();
    begin + &end
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_study::words::chart::Axis;
    use fairdeal_study::words::signed;

    const WIDTHS: [usize; 4] = [60, 80, 120, 200];

    fn assert_fits(lines: &[String], width: usize) {
        for line in lines {
            assert!(measure_text_width(line) <= width, "{width}: {line}");
        }
    }

    #[test]
    fn names_that_begin_alike_keep_their_ends() {
        let names = [
            "hand_size=8 face_sales=2 jokers=1",
            "hand_size=6 jokers=2",
            "hand_size=8 face_sales=2 jokers=3",
        ];
        let (labels, _) = shortened(names.map(str::to_owned).to_vec(), &[], 16);
        assert_eq!(labels, ["…8 face…jokers=1", "…6 jokers=2", "…8 face…jokers=3"]);
    }

    #[test]
    fn labels_show_where_names_differ() {
        let points = |names: &[&str], width| {
            let knob = |knob: &str| {
                knob.split_once('=')
                    .map(|(knob, value)| (knob.to_owned(), KnobValue::from(value.to_owned())))
            };
            let point = |name: &str| Point(name.split(' ').filter_map(knob).collect());
            let points: Vec<Point> = names.iter().map(|name| point(name)).collect();
            shortened(names.iter().map(|name| (*name).to_owned()).collect(), &points, width)
        };
        let others = |names: &[&str], width| {
            shortened(names.iter().map(|name| (*name).to_owned()).collect(), &[], width)
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

    fn series(name: &str, spots: Vec<Spot>) -> Line {
        Line { name: name.to_owned(), look: 0, spots, gap: f64::INFINITY }
    }

    /// Lines over places with these names.
    fn chart(series: Vec<Line>, places: &[&str], band: Option<(f64, f64)>) -> Chart {
        let axis = Axis {
            unit: "points from fair".to_owned(),
            zero: "fair",
            reference: Some(0.0),
            band,
            write: signed,
        };
        let places = places.iter().enumerate();
        let places = places.map(|(x, name)| (x as f64, (*name).to_owned())).collect();
        let points = Vec::new();
        let lines =
            Lines { series, axis, places, points, marked: true, from_zero: false, named: true };
        let title = "Going first".to_owned();
        Chart { title, note: String::new(), plot: Plot::Lines(lines) }
    }

    #[test]
    fn values_are_where_they_are() {
        let line = |name: &str, values: [f64; 3], reach: f64| {
            let spot =
                |(x, y): (usize, f64)| Spot { x: x as f64, y, ends: Some((y - reach, y + reach)) };
            series(name, values.into_iter().enumerate().map(spot).collect())
        };
        let lines = vec![
            line("greedy players", [-5.0, 0.0, 5.0], 1.0),
            line("random players", [0.0; 3], 0.5),
        ];
        let places = ["hand_size=1", "hand_size=2", "hand_size=3"];
        let chart = chart(lines, &places, Some((-2.0, 2.0)));
        for width in WIDTHS {
            let Drawing { heading, lines } = draw(&chart, width);
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
        let spot = Spot { x: 0.0, y: 2.0, ends: Some((0.0, 4.0)) };
        let lines = ["first", "second", "third"].map(|name| series(name, vec![spot])).to_vec();
        let Drawing { lines, .. } = draw(&chart(lines, &["all"], None), 60);
        assert!(lines[0].contains('*') && !lines[0].ends_with('c'), "{lines:#?}");
    }

    #[test]
    fn shapes_are_of_one_scale() {
        // Twice as long, and as often.
        let shape = |name: &str, counts| Shape { name: name.to_owned(), counts, high: None };
        let row = |name: &str, times: u64| {
            shape(name, (10..30).map(|number| (times * number, 100)).collect())
        };
        let chart = |rows| Chart {
            title: "How long games are, in turns".to_owned(),
            note: String::new(),
            plot: Plot::Shapes(Shapes { unit: "turns".to_owned(), rows }),
        };
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
        for rows in [vec![shape("one", vec![(7, 1)])], vec![shape("none", Vec::new())]] {
            let Drawing { lines, .. } = draw(&chart(rows), 60);
            assert!(
                lines.len() == 5 && lines.iter().all(|line| line.chars().count() < 20),
                "{lines:#?}"
            );
        }
        let often = |number| if number == 10 { 1_000_000 } else { 6000 };
        let counts = (0..20).map(|number| (number, often(number))).collect();
        let rare = draw(&chart(vec![shape("rare", counts)]), 80).lines;
        assert_eq!(
            rare[3].matches('▁').count(),
            19 * rare[3].matches('█').count(),
            "what is rare is seen: {rare:#?}"
        );
    }
}
