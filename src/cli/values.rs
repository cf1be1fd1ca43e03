//! The values of options: how numbers and names are read, and the messages about wrong ones.

use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;
use std::path::Path;

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{InputError, Location, Problem, Unknown};
use fairdeal_core::registry::GameList;
use fairdeal_core::seat::Seat;
use fairdeal_study::experiment::SEEDS;

/// Joins an option and a negative number behind it: `--blocks -1` becomes `--blocks=-1`. The parser
/// would take the number for another option, and its message would not mention the blocks.
/// Everything after `--` is for another program.
pub(super) fn joined(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let is_option = |text: &OsStr| {
        text.as_encoded_bytes().starts_with(b"--") && !text.as_encoded_bytes().contains(&b'=')
    };
    let is_number = |text: &OsStr| match text.as_encoded_bytes() {
        [b'-', b'.' | b'0'..=b'9', ..] => true,
        [b'-', ..] => text.to_str().is_some_and(|text| text.parse::<f64>().is_ok()),
        _ => false,
    };
    let (mut joined, mut is_ours) = (Vec::<OsString>::new(), true);
    for argument in arguments {
        is_ours &= argument != "--";
        match joined.last_mut() {
            Some(option) if is_ours && is_option(option) && is_number(&argument) => {
                option.push("=");
                option.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

/// Reads whole numbers in this range. As in files, underscores may separate their digits.
pub(super) fn whole<T: TryFrom<u64>>(
    low: u64,
    high: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text: &str| {
        let number = digits(text)
            .parse::<u64>()
            .ok()
            .filter(|number| (low..=high).contains(number))
            .and_then(|number| T::try_from(number).ok());
        let allowed = match (low, high) {
            (0, u64::MAX) => "that is not negative".to_owned(),
            (low, u64::MAX) => format!("from {low} on"),
            (low, high) => format!("from {low} to {high}"),
        };
        number.ok_or_else(|| format!("allowed: a whole number {allowed}"))
    }
}

/// Returns the seat that `--seat` names at a table for `players`: a number from 1.
pub(super) fn seat(number: usize, players: usize) -> Result<Seat, InputError> {
    if (1..=players).contains(&number) {
        return Ok(Seat::new((number - 1) as u8));
    }
    let allowed = format!("a seat from 1 to {players}");
    Err(Location::whole("--seat").error(Problem::value("--seat", number.to_string(), allowed)))
}

/// Reads numbers in this range.
pub(super) fn real(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text: &str| {
        let number = digits(text).parse::<f64>().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("allowed: a number from {} to {}", range.start(), range.end()))
    }
}

/// A number without the underscores that may separate its digits.
pub(super) fn digits(text: &str) -> String {
    text.replace('_', "")
}

/// Reads a seed, in the same range as in a file.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    let number = digits(text).parse().ok().filter(|number| SEEDS.contains(number));
    number
        .ok_or_else(|| format!("allowed: a whole number from {} to {}", SEEDS.start(), SEEDS.end()))
}

/// Reads a known name.
pub(super) fn one_of(name: Unknown) -> Result<String, String> {
    if name.allowed.contains(&name.found) {
        return Ok(name.found);
    }
    let listed = name.listed();
    Err(match name.nearest() {
        Some(near) => format!("did you mean `{near}`? Allowed: {listed}"),
        None => format!("allowed: {listed}"),
    })
}

/// The game that a command names: one of the list, or a game file.
pub(super) fn game_named(games: GameList, name: &str) -> Result<&'static dyn AnyGame, InputError> {
    games.open(name, Path::new("")).map_err(|error| error.at(&Location::whole("the command")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_in_files() {
        let blocks = whole::<u64>(1, 1 << 40);
        assert_eq!((blocks("20000"), blocks("20_000")), (Ok(20_000), Ok(20_000)));
        let allowed = "allowed: a whole number from 1 to 1099511627776";
        for text in ["20,000", "2e4", "0", "x"] {
            assert_eq!(blocks(text), Err(allowed.to_owned()), "{text}");
        }
        assert_eq!(
            whole::<u16>(1, 1024)("2,000"),
            Err("allowed: a whole number from 1 to 1024".to_owned())
        );
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        let tolerance = real(0.0..=0.5);
        assert_eq!(
            (tolerance("0.02"), tolerance(".02"), tolerance("1e-2")),
            (Ok(0.02), Ok(0.02), Ok(0.01))
        );
        for text in ["0,02", "2%", "1"] {
            assert_eq!(
                tolerance(text),
                Err("allowed: a number from 0 to 0.5".to_owned()),
                "{text}"
            );
        }
    }
}
