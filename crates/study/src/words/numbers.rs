//! Numbers and names, as sentences write them.

use std::cmp::Ordering;

use fairdeal_core::metrics::Unit;

/// Several names in a row: "a, b and c".
pub fn and<S: AsRef<str>>(names: &[S]) -> String {
    joined(names, "and")
}

/// Names in a row with a word before the last one: "a, b or c".
pub(super) fn joined<S: AsRef<str>>(names: &[S], before_last: &str) -> String {
    match names {
        [] => String::new(),
        [name] => name.as_ref().to_owned(),
        [names @ .., last] => {
            format!(
                "{} {before_last} {}",
                names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(", "),
                last.as_ref()
            )
        }
    }
}

/// The first of several names, at most this many, and the number of the others.
pub(super) fn some(names: &[&str], most: usize, before_last: &str) -> String {
    match names {
        all if all.len() <= most => joined(all, before_last),
        [first] => (*first).to_owned(),
        all => {
            let told = most.saturating_sub(1).max(1);
            joined(&[&all[..told], &[&format!("{} more", all.len() - told)]].concat(), before_last)
        }
    }
}

/// A name with its indefinite article, by its first letter.
pub fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// A whole number with commas: `1,234,567`.
pub fn thousands(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// This many things: "1 block", "2,000 blocks".
pub fn counted(number: u128, one: &str, plural: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { plural })
}

/// How many more there are, after this: "; 1 other", "; 2 others"; empty for none.
pub(super) fn more(begin: &str, number: usize, one: &str, plural: &str) -> String {
    if number == 0 {
        return String::new();
    }
    begin.to_owned() + &counted(number as u128, one, plural)
}

/// This many games, by the word that a game has for several: "1 match", "2,000 matches".
pub fn games(number: u128, plural: &str) -> String {
    counted(number, &singular(plural), plural)
}

/// How many of some games do not end: "1 of 2,000 matches does not end".
pub fn do_not_end(unfinished: u128, number: u128, plural: &str) -> String {
    let does = if unfinished == 1 { "does" } else { "do" };
    format!("{} of {} {does} not end", thousands(unfinished), games(number, plural))
}

/// The singular of a plural: "match" of "matches".
fn singular(plural: &str) -> String {
    let is_long = ["ches", "shes", "sses", "xes"].iter().any(|end| plural.ends_with(end));
    match plural.strip_suffix("ies") {
        Some(begin) => format!("{begin}y"),
        None => plural.strip_suffix(if is_long { "es" } else { "s" }).unwrap_or(plural).to_owned(),
    }
}

/// A number with this many decimals. Zero has no minus: `-0.2`, `0.0`.
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|digit| matches!(digit, '0' | '.')) => zero.to_owned(),
        _ => text,
    }
}

/// A difference with this many decimals and its sign; zero has none: `+1.0`, `-0.5`, `0.0`.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    let is_zero = text.chars().all(|digit| matches!(digit, '0' | '.'));
    if is_zero || text.starts_with('-') { text } else { format!("+{text}") }
}

/// A number with this many decimals and commas: `1,234.5`.
pub fn number(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |digits| ("-", digits));
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), thousands);
    format!("{sign}{whole}{rest}")
}

/// A small number as a place in a row, in words: "second".
pub fn ordinal(number: usize) -> String {
    const WORDS: [&str; 9] =
        ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    WORDS.get(number).map_or_else(|| format!("number {number}"), |word| (*word).to_owned())
}

/// A text that begins with a capital letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// A rate from 0 to 1 in per cent with this many decimals, without the sign of per cent.
pub fn percent(rate: f64, decimals: usize) -> String {
    fixed(100.0 * rate, decimals)
}

/// The order of two numbers; one that is not known comes before all others.
pub(super) fn by_value(one: Option<f64>, other: Option<f64>) -> Ordering {
    one.partial_cmp(&other).unwrap_or(Ordering::Equal)
}

/// The text for an unknown number.
pub const MISSING: &str = "–";

/// A text, or the sign for an unknown number.
pub fn known(text: Option<String>) -> String {
    text.unwrap_or_else(|| MISSING.to_owned())
}

/// A rate with this many decimals: "47.8 %".
pub fn rate(rate: Option<f64>, decimals: usize) -> String {
    known(rate.map(|rate| percent(rate, decimals) + " %"))
}

/// An interval: "[47.6, 48.0]".
pub fn interval(ends: Option<(f64, f64)>, shown: impl Fn(f64) -> String) -> String {
    known(ends.map(|(low, high)| format!("[{}, {}]", shown(low), shown(high))))
}

/// A value with the ends of its interval, if there is one.
pub type Within = (f64, Option<(f64, f64)>);

/// Converts a value and its interval to another unit.
pub(crate) fn scaled((value, ends): Within, scale: f64) -> Within {
    (scale * value, ends.map(|(low, high)| (scale * low, scale * high)))
}

/// A value with its unit and its interval, if there is one: "47.8 % [47.6, 48.0]".
pub fn within(
    value: f64,
    ends: Option<(f64, f64)>,
    unit: &str,
    shown: impl Fn(f64) -> String,
) -> String {
    let around = ends.map(|_| format!(" {}", interval(ends, &shown)));
    format!("{}{unit}{}", shown(value), around.unwrap_or_default())
}

/// A rate, or a difference of rates, with as many decimals as its interval makes meaningful:
/// "47.8 % [47.6, 48.0]".
pub fn precise(rate: f64, ends: Option<(f64, f64)>, unit: &str) -> String {
    let digits = ends.map_or(1, |(low, high)| decimals(low, high));
    within(rate, ends, unit, |rate| percent(rate, digits))
}

/// The decimals of a mean of counts: three digits in all, or three decimals.
fn of_count(value: f64) -> usize {
    [1.0, 10.0, 100.0].iter().filter(|least| value.abs() < **least).count()
}

/// A value of a quantity in its unit, with its interval: "47.8 % [47.6, 48.0]", "1.4 points",
/// "62.4". `decimals`: of rates; means have one.
pub fn in_unit(value: f64, ends: Option<(f64, f64)>, unit: Unit, decimals: usize) -> String {
    match unit {
        Unit::Percent => within(value, ends, " %", |rate| percent(rate, decimals)),
        Unit::Points => within(value, ends, " points", |rate| percent(rate, decimals)),
        Unit::Number => within(value, ends, "", |mean| number(mean, 1)),
        Unit::Count => within(value, ends, "", |count| number(count, of_count(value))),
        Unit::WholeNumber => within(value, ends, "", |whole| number(whole, 0)),
    }
}

/// A name of the tables as people write it: `length_p95` is "length p95".
pub fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// A tolerance of a rate in words: "1 point", "0.5 points"; empty if there is none.
pub fn points(tolerance: f64) -> String {
    if tolerance <= 0.0 {
        return String::new();
    }
    format!(
        "{} point{}",
        rounded_percent(tolerance),
        if (tolerance - 0.01).abs() < 1e-12 { "" } else { "s" }
    )
}

/// A tolerance in words; empty if there is none.
pub(super) fn tolerance_in_words(is_relative: bool, tolerance: f64) -> String {
    match (tolerance > 0.0, is_relative) {
        (false, _) => String::new(),
        (true, true) => format!("{} %", rounded_percent(tolerance)),
        (true, false) => points(tolerance),
    }
}

/// A rate in per cent, without the noise of its binary digits.
pub fn rounded_percent(rate: f64) -> f64 {
    (rate * 1e10).round() / 1e8
}

/// As many decimals of a percentage as the width of its interval makes meaningful: 1 to 3.
pub fn decimals(low: f64, high: f64) -> usize {
    match (high - low) / 2.0 {
        width if width >= 0.001 => 1,
        width if width >= 0.0001 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_is_told_in_the_singular() {
        let of_one = ["games", "matches", "parties", "bouts", "boxes"].map(|name| games(1, name));
        assert_eq!(of_one, ["1 game", "1 match", "1 party", "1 bout", "1 box"]);
        assert_eq!(
            (games(0, "games"), games(2000, "matches")),
            ("0 games".into(), "2,000 matches".into())
        );
        assert_eq!(do_not_end(1, 2000, "games"), "1 of 2,000 games does not end");
        assert_eq!(do_not_end(2, 2000, "games"), "2 of 2,000 games do not end");
        assert_eq!(do_not_end(1, 1, "matches"), "1 of 1 match does not end");
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1000), "1,000");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(percent(0.478_04, 1), "47.8");
        assert_eq!(
            [number(12_000.0, 1), number(-0.25, 1), number(1999.6, 0)],
            ["12,000.0", "-0.2", "2,000"]
        );
        assert_eq!(
            [number(-0.04, 1), percent(-0.000_4, 1), percent(-0.000_4, 2), fixed(-0.0, 0)],
            ["0.0", "0.0", "-0.04", "0"]
        );
        assert_eq!(
            [signed(0.04, 1), signed(-0.04, 1), signed(1.0, 1), signed(-2.55, 0)],
            ["0.0", "0.0", "+1.0", "-3"]
        );
        assert_eq!(
            (ordinal(2), ordinal(8), capitalized("going first")),
            ("second".into(), "eighth".into(), "Going first".into())
        );
        assert_eq!(and(&["a", "b", "c"]), "a, b and c");
        assert_eq!(points(0.01), "1 point");
    }
}
