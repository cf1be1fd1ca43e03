//! Verdicts: what an interval says about an effect and a tolerance.

use crate::stats::normal::two_sided_p_value;
use crate::stats::{Confidence, Interval, planning};

/// What is known of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is larger than the tolerance, upwards.
    Above,
    /// It is larger than the tolerance, downwards.
    Below,
    /// It is no larger than the tolerance.
    Within,
    /// The interval reaches over a bound of the tolerance; about so many more blocks would settle it, if that can be said.
    NotSettled(Option<u64>),
}

/// How a verdict stands, for those who read the clear ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Beyond the tolerance.
    Beyond,
    /// Beyond the tolerance if it stood alone, but among so many verdicts it may be luck.
    Doubted,
    /// It cannot be said yet.
    NotSettled,
    /// Within the tolerance.
    Within,
}

/// A verdict in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// How it stands.
    pub standing: Standing,
    /// The sentence.
    pub text: String,
}

/// What verdicts about one kind of effect are called.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    above: &'static str,
    below: &'static str,
    within: &'static str,
    /// In a sentence, with their articles.
    spoken: [&'static str; 3],
    /// What is not settled, where there is no tolerance.
    question: &'static str,
    /// What is said of it where nothing speaks for it yet.
    no_sign: &'static str,
}

/// The verdict about a share against a fair one.
pub(super) const ADVANTAGE: Words = Words {
    above: "advantage",
    below: "disadvantage",
    within: "within tolerance",
    spoken: ["an advantage", "a disadvantage", "fair"],
    question: "an advantage or a disadvantage at all",
    no_sign: "so far there is none",
};

/// The verdict about how far the order around the table moves a win rate, which is never negative.
pub(super) const NEIGHBOURS: Words = Words {
    above: "neighbours matter",
    below: "",
    within: "within tolerance",
    spoken: ["neighbours matter", "", "neighbours matter by no more than that,"],
    question: "more than luck",
    no_sign: "so far there is no sign of it",
};

/// The verdict about a difference of two variants.
pub(super) const CHANGE: Words = Words {
    above: "higher",
    below: "lower",
    within: "same within tolerance",
    spoken: ["higher", "lower", "the same"],
    question: "a change at all",
    no_sign: "so far there is none",
};

impl Verdict {
    /// The verdict about an effect with its interval after so many blocks: beyond the tolerance only if all of the interval is.
    pub fn new(effect: f64, interval: Interval, blocks: u64, tolerance: f64) -> Self {
        Self::with_reach(effect, interval, interval.half_width(), blocks, tolerance)
    }

    /// The same for an interval that reaches further to one side than to the other: `reach` is how far it does towards the nearer bound.
    pub(super) fn with_reach(effect: f64, interval: Interval, reach: f64, blocks: u64, tolerance: f64) -> Self {
        if interval.low > tolerance {
            Self::Above
        } else if interval.high < -tolerance {
            Self::Below
        } else if tolerance > 0.0 && interval.low >= -tolerance && interval.high <= tolerance {
            Self::Within
        } else {
            let total = planning::blocks_to_settle(effect, reach, blocks, tolerance);
            Self::NotSettled(total.map(|total| total.saturating_sub(blocks).max(1)))
        }
    }

    /// How it stands.
    pub fn standing(self) -> Standing {
        match self {
            Self::Above | Self::Below => Standing::Beyond,
            Self::Within => Standing::Within,
            Self::NotSettled(_) => Standing::NotSettled,
        }
    }

    /// The verdict as a table has it.
    pub(super) fn in_table(self, words: &Words) -> String {
        match self {
            Self::Above => words.above.to_owned(),
            Self::Below => words.below.to_owned(),
            Self::Within => words.within.to_owned(),
            Self::NotSettled(Some(blocks)) if blocks > MANY => format!("not settled (more than {MANY} more blocks)"),
            Self::NotSettled(Some(blocks)) => format!("not settled (about {} more blocks)", rounded(blocks)),
            Self::NotSettled(None) => "not settled".to_owned(),
        }
    }

    /// The verdict as it ends a sentence; `tolerance` in words, empty where there is none.
    pub(super) fn in_words(self, words: &Words, tolerance: &str) -> String {
        let [above, below, within] = words.spoken;
        let beyond = if tolerance.is_empty() { String::new() } else { format!(", beyond your tolerance of {tolerance}") };
        match self {
            Self::Above => format!("{above}{beyond}"),
            Self::Below => format!("{below}{beyond}"),
            Self::Within if tolerance.is_empty() => within.to_owned(),
            Self::Within => format!("{within} within your tolerance of {tolerance}"),
            Self::NotSettled(more) => {
                let question =
                    if tolerance.is_empty() { words.question.to_owned() } else { format!("beyond your tolerance of {tolerance}") };
                let more = more.filter(|more| *more <= MANY).map_or_else(
                    || format!("; {}", if tolerance.is_empty() { words.no_sign } else { "it lies on the very bound" }),
                    |more| format!("; about {} more blocks would tell, if it stays there", thousands(rounded(more).into())),
                );
                format!("not settled whether that is {question}{more}")
            }
        }
    }
}

/// The two-sided p-value of an effect that is just as large as the tolerance, against a larger one; by the normal distribution, from the interval
/// of the effect. 1 where the effect is no larger.
pub(super) fn p_beyond(effect: f64, interval: Interval, tolerance: f64, confidence: Confidence) -> Option<f64> {
    let side = if effect > 0.0 { effect - interval.low } else { interval.high - effect };
    let beyond = effect.abs() - tolerance;
    if beyond <= 0.0 {
        return Some(1.0);
    }
    (side > 0.0).then(|| two_sided_p_value(confidence.z() * beyond / side))
}

impl Sentence {
    /// The sentence for a verdict among `family` others: a clear one is doubted where its p-value, corrected for all of them, is not small.
    pub(super) fn new(verdict: Verdict, mut text: String, p_beyond_holm: Option<f64>, family: usize, confidence: Confidence) -> Self {
        let mut standing = verdict.standing();
        if let Some(p) = p_beyond_holm.filter(|p| standing == Standing::Beyond && *p > confidence.significance()) {
            standing = Standing::Doubted;
            let many =
                format!(" (But {family} differences were tested, and among so many it may be luck: p = {p:.2} after Holm's correction.)");
            text.push_str(&many);
        }
        Self { standing, text }
    }
}

/// So many more blocks that the number says only: the effect lies on a bound of the tolerance.
const MANY: u64 = 10_000_000;

/// A number with its first two digits only: more would claim too much.
fn rounded(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    number.div_ceil(unit).saturating_mul(unit)
}

/// Several names in a row: "a, b and c".
pub(super) fn and(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// A name with its indefinite article, by its first letter.
pub(super) fn with_article(name: &str) -> String {
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

/// So many things: "1 block", "2,000 blocks".
pub fn counted(number: u128, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}

/// A rate from 0 to 1 in per cent with so many decimals, without the sign.
pub fn percent(rate: f64, decimals: usize) -> String {
    format!("{:.decimals$}", 100.0 * rate)
}

/// A tolerance of a rate in words: "1 point", "0.5 points"; empty where there is none.
pub(super) fn points(tolerance: f64) -> String {
    if tolerance <= 0.0 {
        return String::new();
    }
    format!("{} point{}", rounded_percent(tolerance), if (tolerance - 0.01).abs() < 1e-12 { "" } else { "s" })
}

/// A rate in per cent, without the noise of its binary digits.
pub fn rounded_percent(rate: f64) -> f64 {
    (rate * 1e10).round() / 1e8
}

/// As many decimals of a percentage as the interval's width makes meaningful: 1 to 3.
pub(super) fn decimals(interval: &Interval) -> usize {
    match interval.half_width() {
        width if width >= 0.001 => 1,
        width if width >= 0.0001 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(low: f64, high: f64, tolerance: f64) -> Verdict {
        Verdict::new(f64::midpoint(low, high), Interval { low, high }, 1000, tolerance)
    }

    #[test]
    fn the_whole_interval_decides() {
        assert_eq!(verdict(0.011, 0.03, 0.01), Verdict::Above);
        assert_eq!(verdict(-0.03, -0.011, 0.01), Verdict::Below);
        assert_eq!(verdict(-0.01, 0.01, 0.01), Verdict::Within);
        assert!(matches!(verdict(0.009, 0.03, 0.01), Verdict::NotSettled(Some(_))));
        assert!(matches!(verdict(-0.02, 0.02, 0.01), Verdict::NotSettled(Some(_))));
        assert_eq!(verdict(0.001, 0.002, 0.0), Verdict::Above);
        assert_eq!(verdict(0.0, 0.0, 0.0), Verdict::NotSettled(None));
    }

    #[test]
    fn more_blocks_are_those_that_narrow_the_interval() {
        // A half-width of 2 points must shrink to 1 point: four times the blocks.
        let Verdict::NotSettled(Some(more)) = verdict(-0.02, 0.02, 0.01) else { unreachable!("not settled") };
        assert!((2990..=3100).contains(&more), "{more}");
        assert_eq!(Verdict::NotSettled(Some(2999)).in_table(&ADVANTAGE), "not settled (about 3000 more blocks)");
        assert_eq!(Verdict::NotSettled(Some(u64::MAX)).in_table(&CHANGE), "not settled (more than 10000000 more blocks)");
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1000), "1,000");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(percent(0.478_04, 1), "47.8");
    }
}
