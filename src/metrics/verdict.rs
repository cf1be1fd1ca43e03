//! Verdicts: what an interval says about an effect and a tolerance.

use std::fmt;

use crate::stats::{Interval, planning};

/// What is known of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is larger than the tolerance, upwards.
    Advantage,
    /// It is larger than the tolerance, downwards.
    Disadvantage,
    /// It is no larger than the tolerance.
    WithinTolerance,
    /// The interval reaches over a bound of the tolerance; about so many more blocks would settle it, if that can be said.
    NotSettled(Option<u64>),
}

impl Verdict {
    /// The verdict about an effect with its interval after so many blocks: beyond the tolerance only if all of the interval is.
    pub fn new(effect: f64, interval: Interval, blocks: u64, tolerance: f64) -> Self {
        if interval.low > tolerance {
            Self::Advantage
        } else if interval.high < -tolerance {
            Self::Disadvantage
        } else if tolerance > 0.0 && interval.low >= -tolerance && interval.high <= tolerance {
            Self::WithinTolerance
        } else {
            let total = planning::blocks_to_settle(effect, interval.half_width(), blocks, tolerance);
            Self::NotSettled(total.map(|total| total.saturating_sub(blocks).max(1)))
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Advantage => formatter.write_str("advantage"),
            Self::Disadvantage => formatter.write_str("disadvantage"),
            Self::WithinTolerance => formatter.write_str("within tolerance"),
            Self::NotSettled(Some(blocks)) if *blocks > MANY => write!(formatter, "not settled (more than {MANY} more blocks)"),
            Self::NotSettled(Some(blocks)) => write!(formatter, "not settled (about {} more blocks)", rounded(*blocks)),
            Self::NotSettled(None) => formatter.write_str("not settled"),
        }
    }
}

/// So many more blocks that the number says only: the effect lies on a bound of the tolerance.
pub(super) const MANY: u64 = 1_000_000_000;

/// A number with its first two digits only: more would claim too much.
pub(super) fn rounded(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    number.div_ceil(unit).saturating_mul(unit)
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

/// A rate from 0 to 1 in per cent with so many decimals, without the sign.
pub fn percent(rate: f64, decimals: usize) -> String {
    format!("{:.decimals$}", 100.0 * rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(low: f64, high: f64, tolerance: f64) -> Verdict {
        Verdict::new(f64::midpoint(low, high), Interval { low, high }, 1000, tolerance)
    }

    #[test]
    fn the_whole_interval_decides() {
        assert_eq!(verdict(0.011, 0.03, 0.01), Verdict::Advantage);
        assert_eq!(verdict(-0.03, -0.011, 0.01), Verdict::Disadvantage);
        assert_eq!(verdict(-0.01, 0.01, 0.01), Verdict::WithinTolerance);
        assert!(matches!(verdict(0.009, 0.03, 0.01), Verdict::NotSettled(Some(_))));
        assert!(matches!(verdict(-0.02, 0.02, 0.01), Verdict::NotSettled(Some(_))));
        assert_eq!(verdict(0.001, 0.002, 0.0), Verdict::Advantage);
        assert_eq!(verdict(0.0, 0.0, 0.0), Verdict::NotSettled(None));
    }

    #[test]
    fn more_blocks_are_those_that_narrow_the_interval() {
        // A half-width of 2 points must shrink to 1 point: four times the blocks.
        let Verdict::NotSettled(Some(more)) = verdict(-0.02, 0.02, 0.01) else { unreachable!("not settled") };
        assert!((2990..=3100).contains(&more), "{more}");
        assert_eq!(Verdict::NotSettled(Some(2999)).to_string(), "not settled (about 3000 more blocks)");
        assert_eq!(Verdict::NotSettled(Some(u64::MAX)).to_string(), "not settled (more than 1000000000 more blocks)");
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
