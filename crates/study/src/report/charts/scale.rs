//! Scales: from values to positions on a chart.

/// A linear scale: values to per cent of a picture's width or height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::report) struct Scale {
    low: f64,
    high: f64,
    /// The positions of the lowest and of the highest value, in per cent.
    from: f64,
    to: f64,
}

impl Scale {
    /// A scale for these values, from `from` to `to` per cent. A single value is in the middle.
    pub(in crate::report) fn new(
        values: impl IntoIterator<Item = f64>,
        from: f64,
        to: f64,
    ) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-12 {
            let room = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
            (low, high) = (low - room, high + room);
        }
        Self { low, high, from, to }
    }

    /// Extends the scale to round numbers on both sides.
    pub(in crate::report) fn rounded(self, most: usize) -> Self {
        let step = step(self.high - self.low, most);
        Self {
            low: (self.low / step).floor() * step,
            high: (self.high / step).ceil() * step,
            ..self
        }
    }

    /// Extends the scale to a round number on the upper side.
    pub(in crate::report) fn rounded_above(self, most: usize) -> Self {
        Self { low: self.low, ..self.rounded(most) }
    }

    /// The position of a value, in per cent.
    pub(in crate::report) fn place(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round numbers inside, at most this many.
    pub(in crate::report) fn ticks(&self, most: usize) -> Vec<f64> {
        let step = step(self.high - self.low, most);
        let slack = step * 1e-9;
        let first = ((self.low - slack) / step).ceil() as i64;
        let last = ((self.high + slack) / step).floor() as i64;
        (first..=last).map(|tick| tick as f64 * step).collect()
    }

    /// The number of decimals with which its ticks differ.
    pub(in crate::report) fn decimals(&self, most: usize) -> usize {
        decimals(step(self.high - self.low, most))
    }
}

/// How many decimals a round number has, at most 6.
pub(super) fn decimals(round: f64) -> usize {
    let rest = |digits: &i32| (round * 10_f64.powi(*digits)).fract();
    (0..6).find(|digits| rest(digits).min(1.0 - rest(digits)) < 1e-6).unwrap_or(6) as usize
}

/// The smallest of some numbers times a power of ten that is no less than a value above 0.
fn rounded(value: f64, numbers: &[f64]) -> f64 {
    let power = if value > 0.0 { 10_f64.powf(value.log10().floor()) } else { 1.0 };
    let mut all = numbers.iter().map(|number| number * power);
    all.find(|round| *round >= value * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

/// The smallest of 1, 2 and 5 times a power of ten that needs no more than this many steps.
fn step(width: f64, most: usize) -> f64 {
    rounded(width / most.max(1) as f64, &[1.0, 2.0, 5.0])
}

/// The smallest round number that is no less than a value above 0.
pub(in crate::report) fn round_up(value: f64) -> f64 {
    rounded(value, &[1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_places() {
        let scale = Scale::new([-1.0, 3.0, f64::NAN], 10.0, 90.0);
        assert_eq!((scale.place(-1.0), scale.place(1.0), scale.place(3.0)), (10.0, 50.0, 90.0));
        let alone = |values: &[f64], value: f64| {
            Scale::new(values.iter().copied(), 0.0, 100.0).place(value)
        };
        let middle = (alone(&[], 0.5), alone(&[7.0], 7.0), alone(&[0.0, 0.0], 0.0));
        assert_eq!(middle, (50.0, 50.0, 50.0), "nothing to show is no mistake");
    }

    #[test]
    fn ticks_are_round_and_few() {
        let ticks = |low, high, most| Scale::new([low, high], 0.0, 100.0).ticks(most);
        assert_eq!(ticks(0.0, 10.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(-1.3, 1.2, 5), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(ticks(47.6, 48.0, 4).len(), 5);
        assert_eq!(Scale::new([47.6, 48.0], 0.0, 100.0).decimals(4), 1);
        assert_eq!(Scale::new([0.0, 1000.0], 0.0, 100.0).decimals(4), 0);
        assert_eq!(Scale::new([0.0, 0.003], 0.0, 100.0).decimals(3), 3);
        for (low, high) in [(0.0, 0.001), (3.0, 1e9), (-1e-7, 1e-7), (99.0, 101.0)] {
            for most in 1..9 {
                let ticks = ticks(low, high, most);
                assert!(
                    ticks.len() <= most + 1
                        && ticks
                            .iter()
                            .all(|tick| (low - 1e-9..=high + 1e-9 * high.abs()).contains(tick)),
                    "{ticks:?}"
                );
            }
        }
    }

    #[test]
    fn ends_of_shared_scales_are_round() {
        for (value, end) in
            [(0.0, 1.0), (0.75, 0.8), (1.0, 1.0), (1.01, 1.5), (21.9, 25.0), (81.0, 100.0)]
        {
            assert!((round_up(value) - end).abs() < 1e-12, "{value}");
        }
    }

    #[test]
    fn round_ends_hold_all_values() {
        let scale = Scale::new([47.63, 52.1], 0.0, 100.0).rounded(5);
        assert_eq!((scale.place(47.0), scale.place(53.0)), (0.0, 100.0));
        assert_eq!(scale.ticks(6), [47.0, 48.0, 49.0, 50.0, 51.0, 52.0, 53.0]);
        let scale = Scale::new([-1.2, 36.0], 0.0, 100.0).rounded_above(5);
        assert_eq!(
            (scale.place(-1.2), scale.place(40.0), scale.ticks(5)),
            (0.0, 100.0, vec![0.0, 10.0, 20.0, 30.0, 40.0])
        );
    }
}
