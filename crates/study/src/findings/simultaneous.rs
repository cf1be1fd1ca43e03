//! Simultaneous intervals of several estimates: of many, some look good or bad by luck alone.

use fairdeal_core::rows::CardRow;
use fairdeal_stats::{Confidence, Interval};

/// How much wider the simultaneous intervals of several estimates are (Bonferroni), by the normal
/// distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simultaneous(f64);

impl Simultaneous {
    /// For this many estimates, each of which has an interval of this confidence: above 0.5 and
    /// below 1.
    pub fn new(confidence: f64, estimates: usize) -> Self {
        let reach = |missed: f64| Confidence::new(1.0 - missed).map(Confidence::z);
        let missed = 1.0 - confidence;
        let wider =
            reach(missed / estimates.max(1) as f64).and_then(|wide| Ok(wide / reach(missed)?));
        Self(wider.unwrap_or(1.0).max(1.0))
    }

    /// For the effects of the cards of these rows that have an interval.
    pub fn of_cards(confidence: f64, rows: &[&CardRow]) -> Self {
        Self::new(
            confidence,
            rows.iter().filter(|row| row.low.is_some() && row.high.is_some()).count(),
        )
    }

    /// The simultaneous interval of an estimate whose own interval is from `low` to `high`.
    pub fn interval(self, estimate: f64, low: f64, high: f64) -> Interval {
        let Self(wider) = self;
        Interval {
            low: estimate - wider * (estimate - low),
            high: estimate + wider * (high - estimate),
        }
    }

    /// Returns whether the simultaneous interval excludes 0.
    pub fn is_clear(self, estimate: f64, low: f64, high: f64) -> bool {
        let Interval { low, high } = self.interval(estimate, low, high);
        low > 0.0 || high < 0.0
    }

    /// The least and the greatest distance of an estimate from zero, by its simultaneous interval.
    pub fn distance(self, estimate: f64, low: f64, high: f64) -> Interval {
        let nearest = if self.is_clear(estimate, low, high) { f64::min } else { |_, _| 0.0 };
        let Interval { low, high } = self.interval(estimate, low, high);
        Interval { low: nearest(low.abs(), high.abs()), high: low.abs().max(high.abs()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_of_many_are_wider_by_bonferroni() {
        // Normal intervals: 95 % reach 1.96 standard errors, 99.5 % 2.807.
        let ten = Simultaneous::new(0.95, 10).interval(1.0, 1.0 - 1.959_964, 1.0 + 1.959_964);
        assert!(
            (ten.low - (1.0 - 2.807_034)).abs() < 1e-5
                && (ten.high - (1.0 + 2.807_034)).abs() < 1e-5,
            "{ten:?}"
        );
        for few in [0, 1] {
            assert_eq!(
                Simultaneous::new(0.95, few).interval(0.2, 0.1, 0.4),
                Interval { low: 0.1, high: 0.4 }
            );
        }
    }

    #[test]
    fn what_is_clear_alone_need_not_be_clear_together() {
        assert!(Simultaneous::new(0.95, 1).is_clear(0.1, 0.02, 0.18));
        assert!(!Simultaneous::new(0.95, 10).is_clear(0.1, 0.02, 0.18));
        assert!(Simultaneous::new(0.95, 10).is_clear(-0.1, -0.13, -0.07));
    }

    #[test]
    fn a_distance_has_no_direction() {
        let alone = Simultaneous::new(0.95, 1);
        assert_eq!(alone.distance(-0.25, -0.5, -0.125), Interval { low: 0.125, high: 0.5 });
        assert_eq!(alone.distance(0.25, 0.125, 0.5), Interval { low: 0.125, high: 0.5 });
        assert_eq!(alone.distance(0.125, -0.25, 0.5), Interval { low: 0.0, high: 0.5 });
    }
}
