//! Intervals, and their confidence levels.

use super::normal;

/// A closed range of values, from `low` to `high`, in the unit of the estimate that it surrounds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end; never above `high`.
    pub low: f64,
    /// The upper end; never below `low`.
    pub high: f64,
}

impl Interval {
    /// Returns whether `value` lies within the interval, its ends included.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns half the distance from `low` to `high`.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns whether the width of the interval is within rounding error.
    pub fn is_point(self) -> bool {
        self.high - self.low <= 1e-12 * self.low.abs().max(self.high.abs())
    }

    /// Returns the interval unless it is a point. If all observations agree, their spread says
    /// nothing about the error.
    pub fn unless_point(self) -> Option<Self> {
        (!self.is_point()).then_some(self)
    }
}

/// The confidence level of a two-sided interval: strictly between 0.5 and 1.
///
/// A level of 1 is refused because its interval would hold every value, and one of 0.5 or less
/// because it is nearly always an error rate (0.05) instead of a level (0.95).
///
/// ```
/// use fairdeal_stats::Confidence;
///
/// let confidence = Confidence::new(0.95)?;
/// assert!((confidence.z() - 1.959963984540054).abs() < 1e-14);
/// assert!(Confidence::new(0.05).is_err());
/// # Ok::<(), fairdeal_stats::InvalidConfidence>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Confidence {
    level: f64,
}

impl Confidence {
    /// Accepts a level strictly between 0.5 and 1, for example 0.95.
    ///
    /// # Errors
    ///
    /// [`InvalidConfidence`] for any other number, NaN included.
    pub fn new(level: f64) -> Result<Self, InvalidConfidence> {
        if level > 0.5 && level < 1.0 {
            Ok(Self { level })
        } else {
            Err(InvalidConfidence { level })
        }
    }

    /// Returns the level, strictly between 0.5 and 1.
    pub fn level(self) -> f64 {
        self.level
    }

    /// Returns the probability left outside of the interval, both tails together.
    pub fn significance(self) -> f64 {
        // Exact: both numbers are within a factor of two of each other (Sterbenz).
        1.0 - self.level
    }

    /// Returns the two-sided quantile of the standard normal distribution, 1.96 at a level of 0.95.
    pub fn z(self) -> f64 {
        normal::upper_quantile(self.significance() / 2.0)
    }
}

impl Default for Confidence {
    /// 95 %, the usual level.
    fn default() -> Self {
        Self { level: 0.95 }
    }
}

/// A confidence level outside of the open range from 0.5 to 1.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("a confidence level lies between 0.5 and 1, both excluded, not at {level}")]
pub struct InvalidConfidence {
    /// The level that was asked for.
    pub level: f64,
}

#[cfg(test)]
#[expect(clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use super::super::tests::assertions::assert_close;
    use super::*;

    #[test]
    fn z_of_the_usual_levels() {
        for (level, z) in
            [(0.90, 1.6448536269514722), (0.95, 1.959963984540054), (0.99, 2.5758293035489004)]
        {
            let confidence = Confidence::new(level).expect("a usual level");
            assert_close(confidence.z(), z, 1e-14);
        }
    }

    #[test]
    fn levels_out_of_range_are_refused() {
        for level in [-1.0, 0.0, 0.05, 0.5, 1.0, 95.0, f64::NAN, f64::INFINITY] {
            assert!(Confidence::new(level).is_err(), "{level}");
        }
        let narrowest = 0.5 + f64::EPSILON;
        let widest = 1.0 - f64::EPSILON / 2.0;
        for level in [narrowest, 0.95, widest] {
            let confidence = Confidence::new(level).expect("a level in the range");
            assert!(confidence.z().is_finite(), "{level}");
        }
    }

    #[test]
    fn the_message_names_the_level() {
        let error = Confidence::new(95.0).expect_err("a percentage is no level");
        assert_eq!(
            error.to_string(),
            "a confidence level lies between 0.5 and 1, both excluded, not at 95"
        );
    }

    #[test]
    fn an_interval_contains_its_ends() {
        let interval = Interval { low: 0.25, high: 0.75 };
        assert!(interval.contains(0.25) && interval.contains(0.75));
        assert!(!interval.contains(0.2) && !interval.contains(0.8) && !interval.contains(f64::NAN));
        assert_close(interval.half_width(), 0.25, 0.0);
    }
}
