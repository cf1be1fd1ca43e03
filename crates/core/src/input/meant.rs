//! Hints at the value that was probably meant by one that is not accepted: `20,000`, `2%`, `yes`.
//! Nothing is corrected silently.

use std::ops::RangeInclusive;

use super::error::Unknown;

/// Quotes that may stand around a value, straight and curly ones.
const QUOTES: [char; 13] = ['"', '\'', '“', '”', '„', '‟', '‘', '’', '‚', '‛', '«', '»', '″'];

/// Returns a hint that names a whole number in this range, if `found` is another way to write one.
pub fn meant_whole(found: &str, range: &RangeInclusive<i64>) -> Option<String> {
    let whole =
        |number: f64| (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64);
    let all: Vec<(f64, Way)> = readings(found).collect();
    // 2,000 can only mean two thousand.
    let grouped = all.iter().any(|(_, way)| *way == Way::Thousands);
    let mut read = all.into_iter().filter(|(_, way)| !grouped || *way == Way::Thousands);
    let (number, way) =
        read.find(|(number, _)| whole(*number).is_some_and(|number| range.contains(&number)))?;
    hint(found, number, way)
}

/// Returns a hint that names a number in this range, if `found` is another way to write one, such
/// as a percentage for a fraction.
pub fn meant_real(found: &str, range: &RangeInclusive<f64>) -> Option<String> {
    if let Some((number, way)) = readings(found).find(|(number, _)| range.contains(number)) {
        return hint(found, number, way);
    }
    let is_fraction = *range.end() <= 1.0;
    let hundredth =
        |(number, _): (f64, Way)| (is_fraction && number >= 1.0).then_some(rounded(number / 100.0));
    let number = readings(found).filter_map(hundredth).find(|number| range.contains(number))?;
    let (percent, hundred) = (rounded(number * 100.0), rounded(number * 10_000.0));
    Some(format!("did you mean `{number}`, which is {percent} %? ({percent} would be {hundred} %)"))
}

/// Returns a hint that names true or false, where `found` says it in another way.
pub(super) fn meant_flag(found: &str) -> Option<String> {
    let flag = as_flag(bare(found))?;
    let quoted = if bare(found) == found { "" } else { ", without quotes" };
    Some(format!("did you mean `{flag}`{quoted}?"))
}

/// Returns a hint that names one of these names, where `found` is near it.
pub(super) fn meant_name(found: &str, names: &[&str]) -> Option<String> {
    let unknown = Unknown::new("name", bare(found), names.iter().copied());
    unknown.nearest().map(|name| format!("did you mean \"{name}\"?"))
}

/// Returns the meaning of a word for true or false.
pub(super) fn as_flag(word: &str) -> Option<bool> {
    match word.to_lowercase().as_str() {
        "true" | "yes" | "on" => Some(true),
        "false" | "no" | "off" => Some(false),
        _ => None,
    }
}

/// The way in which a number was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// As files and options accept it, perhaps in quotes.
    Usual,
    /// With signs between its thousands.
    Thousands,
    /// With a decimal comma, or another sign.
    Signs,
    Percent,
}

/// The text without spaces and quotes around it.
fn bare(text: &str) -> &str {
    text.trim().trim_matches(QUOTES).trim()
}

/// The numbers that a text can mean, the likeliest first.
fn readings(text: &str) -> impl Iterator<Item = (f64, Way)> {
    let plain: String =
        bare(text).chars().map(|sign| if matches!(sign, '−' | '–') { '-' } else { sign }).collect();
    let (digits, percent) =
        plain.strip_suffix('%').map_or((plain.as_str(), false), |digits| (digits.trim_end(), true));
    let (digits, times) =
        digits.strip_suffix(['k', 'K']).map_or((digits, 1.0), |digits| (digits, 1000.0));
    let ways = [Some((digits.to_owned(), Way::Usual)), in_thousands(digits), with_point(digits)];
    let read = move |(digits, way): (String, Way)| {
        // Words like `inf` are not numbers here.
        let number: f64 = digits.parse().ok().filter(|number: &f64| number.is_finite())?;
        let way = if times > 1.0 { Way::Signs } else { way };
        Some(if percent { (rounded(number / 100.0), Way::Percent) } else { (number * times, way) })
    };
    let grouped_first = if ways[1].is_some() { [1, 2, 0] } else { [0, 1, 2] };
    let written = bare(text).to_owned();
    grouped_first.into_iter().filter_map(move |way| read(ways[way].clone()?)).map(
        move |(number, way)| {
            let way =
                if way == Way::Usual && written.parse() != Ok(number) { Way::Signs } else { way };
            (number, way)
        },
    )
}

/// The digits of a number whose thousands are separated by commas, points, spaces or similar signs.
fn in_thousands(text: &str) -> Option<(String, Way)> {
    let is_parting = |sign: char| {
        matches!(sign, ',' | '.' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\'' | '’' | '_')
    };
    let mut groups = text.trim_start_matches('-').split(is_parting);
    let digits = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next()?;
    let rest: Vec<&str> = groups.collect();
    let grouped = digits(first) && first.len() <= 3 && !first.starts_with('0') && !rest.is_empty();
    (grouped && rest.iter().all(|group| digits(group) && group.len() == 3))
        .then(|| (text.replace(is_parting, ""), Way::Thousands))
}

/// A number with a decimal comma or without a leading digit, rewritten with a digit and a decimal
/// point.
fn with_point(text: &str) -> Option<(String, Way)> {
    let (whole, fraction) = text.rsplit_once([',', '.'])?;
    let whole: String =
        whole.chars().filter(|sign| !matches!(sign, ',' | '.' | ' ' | '_')).collect();
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = digits(whole.trim_start_matches('-'))
        && digits(fraction)
        && !(whole.is_empty() && fraction.is_empty());
    is_number.then(|| {
        (
            format!(
                "{}.{}",
                if whole.is_empty() { "0" } else { &whole },
                if fraction.is_empty() { "0" } else { fraction }
            ),
            Way::Signs,
        )
    })
}

/// The number, rounded to hide its binary rounding error.
fn rounded(number: f64) -> f64 {
    (number * 1e10).round() / 1e10
}

fn hint(found: &str, number: f64, way: Way) -> Option<String> {
    let quoted = bare(found) != found.trim();
    match way {
        Way::Thousands => {
            Some(format!("did you mean `{number}`, or `{}`?", with_underscores(number)))
        }
        Way::Percent => {
            Some(format!("did you mean `{number}`, which is {} %?", rounded(number * 100.0)))
        }
        Way::Signs => Some(format!("did you mean `{number}`?")),
        Way::Usual if quoted => Some(format!("did you mean `{number}`, without quotes?")),
        Way::Usual if found.contains(['.', 'e', 'E']) => Some(format!("did you mean `{number}`?")),
        Way::Usual => None,
    }
}

/// Returns a number in TOML's notation, where `text` is another way to write one; separated
/// thousands are separated by underscores.
pub(super) fn as_toml(text: &str) -> Option<String> {
    let (number, way) = readings(text).next()?;
    Some(if way == Way::Thousands { with_underscores(number) } else { number.to_string() })
}

fn with_underscores(number: f64) -> String {
    let digits = number.to_string();
    let (sign, digits) =
        digits.strip_prefix('-').map_or(("", digits.as_str()), |digits| ("-", digits));
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push('_');
        }
        text.push(digit);
    }
    format!("{sign}{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings_of_whole_numbers() {
        let meant = |found: &str| meant_whole(found, &(1..=1 << 40)).unwrap_or_default();
        for found in [
            "20,000", "20 000", "20\u{202f}000", "20.000", "20'000", "20’000", "\"20,000\"",
            "“20.000”",
        ] {
            assert_eq!(meant(found), "did you mean `20000`, or `20_000`?", "{found}");
        }
        assert_eq!(meant("1,234,567"), "did you mean `1234567`, or `1_234_567`?");
        assert_eq!(meant("\"20000\""), "did you mean `20000`, without quotes?");
        for found in ["20000.0", "2e4", "20k"] {
            assert_eq!(meant(found), "did you mean `20000`?", "{found}");
        }
        // Out of range, not a whole number, not a number, or neither thousands nor a fraction.
        for found in [
            "0", "0,000", "2.5", "2,5", "8%", "two", "inf", "", "1,2,3", "99999999999999999999",
            "-20,000",
        ] {
            assert_eq!(meant(found), "", "{found}");
        }
        assert_eq!(meant_whole("2,000", &(1..=1024)), None, "it is not 2");
        assert_eq!(meant("20,00"), "did you mean `20`?");
        assert_eq!(meant_whole("−3", &(-4..=4)).as_deref(), Some("did you mean `-3`?"));
    }

    #[test]
    fn other_spellings_of_numbers() {
        let meant = |found: &str| meant_real(found, &(0.0..=0.5)).unwrap_or_default();
        for found in ["0,02", ".02", ",02", "\"0,02\""] {
            assert_eq!(meant(found), "did you mean `0.02`?", "{found}");
        }
        for found in ["2%", "\"2 %\"", "2,0%"] {
            assert_eq!(meant(found), "did you mean `0.02`, which is 2 %?", "{found}");
        }
        assert_eq!(meant("2.3%"), "did you mean `0.023`, which is 2.3 %?");
        assert_eq!(meant("1"), "did you mean `0.01`, which is 1 %? (1 would be 100 %)");
        assert_eq!(meant("1.0"), meant("1"));
        assert_eq!(meant("2,5"), "did you mean `0.025`, which is 2.5 %? (2.5 would be 250 %)");
        assert_eq!(meant("\"0.02\""), "did you mean `0.02`, without quotes?");
        for found in ["0.6", "51", "60%", "-1", "NaN", "two"] {
            assert_eq!(meant(found), "", "{found}");
        }
        // Only fractions can be percentages.
        assert_eq!(meant_real("25", &(-20.0..=20.0)), None);
        assert_eq!(
            meant_real("1,000", &(0.0..=100_000.0)).as_deref(),
            Some("did you mean `1000`, or `1_000`?")
        );
        assert_eq!(meant_real("1,000", &(0.0..=5.0)).as_deref(), Some("did you mean `1`?"));
    }

    #[test]
    fn other_spellings_of_flags_and_names() {
        assert_eq!(meant_flag("yes").as_deref(), Some("did you mean `true`?"));
        assert_eq!(
            meant_flag("\"False\"").as_deref(),
            Some("did you mean `false`, without quotes?")
        );
        assert_eq!(meant_flag("maybe"), None);
        assert_eq!(
            meant_name("“Queen”", &["jack", "queen"]).as_deref(),
            Some("did you mean \"queen\"?")
        );
        assert_eq!(meant_name("king", &["jack", "queen"]), None);
    }
}
