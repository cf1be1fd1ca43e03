//! The parts of drawings.

use maud::Markup;
use unicode_width::UnicodeWidthChar;

use crate::words::fixed;

/// This many series have a look of their own; more go to further pictures.
pub(in crate::report) const MOST_SERIES: usize = 6;

/// A drawing, with its height in pixels.
#[derive(Debug)]
pub(in crate::report) struct Drawing {
    pub(in crate::report) height: usize,
    pub(in crate::report) inside: Markup,
    /// The entries of the legend: the look of a series, and its name.
    pub(in crate::report) legend: Vec<(usize, String)>,
    /// Whether the legend shows parts of bars. Otherwise it shows lines.
    pub(in crate::report) parts: bool,
}

/// A number with at most this many decimals, in as few letters as it takes.
fn brief(number: f64, decimals: usize) -> String {
    let text = fixed(number, decimals);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A place across a picture: per cent with two decimals.
pub(super) fn across(place: f64) -> String {
    brief(place, 2) + "%"
}

/// A height or length in pixels with one decimal.
pub(super) fn pixels(length: f64) -> String {
    brief(length, 1)
}

/// About how much room a letter takes, in hundredths of a usual one.
fn room(letter: char) -> usize {
    match letter {
        'm' | 'w' | 'M' | 'W' => 165,
        'A'..='Z' => 125,
        _ if letter.width() == Some(2) => 170,
        _ => 100,
    }
}

/// A name cut to the room of this many usual letters.
pub(in crate::report) fn short(name: &str, most: usize) -> String {
    let most = 100 * most;
    if name.chars().map(room).sum::<usize>() <= most {
        return name.to_owned();
    }
    let mut used = room('…');
    let fits = |letter: &char| {
        used += room(*letter);
        used <= most
    };
    let kept: String = name.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_short() {
        assert_eq!(
            [across(0.0), across(-0.001), across(33.333_3), across(50.0)],
            ["0%", "0%", "33.33%", "50%"]
        );
        assert_eq!([pixels(3.0), pixels(2.56)], ["3", "2.6"]);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(short("greedy", 8), "greedy");
        assert_eq!(short("no passing on the lead", 10), "no passin…");
        assert_eq!(short("größer", 4), "grö…");
        assert_eq!(short("iiiiiiiiii", 10), "iiiiiiiiii");
        assert_eq!(short("WWWWWWWWWW", 10), "WWWWW…", "wide letters take more room");
        assert_eq!(short("漢漢漢漢漢漢", 8), "漢漢漢漢…");
    }
}
