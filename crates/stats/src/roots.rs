//! The number at which a condition changes, and the zero of a function.

/// Halves the distance between a number at which something holds and another at which it does not,
/// until no other number lies between them or the steps are used up; returns both.
pub(super) fn bisect(
    steps: u32,
    mut inside: f64,
    mut outside: f64,
    holds: impl Fn(f64) -> bool,
) -> (f64, f64) {
    for _ in 0..steps {
        let Some(middle) = strictly_between(inside, outside, f64::midpoint(inside, outside)) else {
            break;
        };
        if holds(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    (inside, outside)
}

/// Returns the result of [`bisect`] for the condition that a continuous function is below 0, if it
/// changes sign once and the steps suffice to find neighbouring numbers. It takes a quarter of the
/// calls where the function is smooth, and at most twice as many. It is called at neither end.
///
/// Inverse quadratic interpolation where it is safe, otherwise bisection: T. R. Chandrupatla, "A
/// new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function without
/// using derivatives", Advances in Engineering Software 28 (1997). His method ends when both
/// numbers are as close as asked. Here they must become neighbours, so the last step goes just
/// beyond the estimated zero.
pub(super) fn crossing(
    steps: u32,
    inside: f64,
    outside: f64,
    function: impl Fn(f64) -> f64,
) -> (f64, f64) {
    /// Enough for smooth functions; otherwise bisection finishes.
    const MOST: u32 = 60;
    // The last number tried and the nearest one on the other side, with their values.
    let (mut last, mut other) = ((inside, f64::NEG_INFINITY), (outside, f64::INFINITY));
    let mut share = 0.5;
    // The number of consecutive smallest steps that did not pass the zero.
    let mut short: u32 = 0;
    for _ in 0..MOST.min(steps) {
        let width = other.0 - last.0;
        let smallest = f64::EPSILON * last.0.abs().max(f64::MIN_POSITIVE) / width.abs()
            * f64::from(short).exp2();
        let is_short = share < smallest;
        let Some(next) = strictly_between(
            last.0,
            other.0,
            last.0 + width * share.clamp(smallest.min(0.5), 0.5_f64.max(1.0 - smallest)),
        ) else {
            break;
        };
        let next = (next, function(next));
        let passed = (next.1 < 0.0) != (last.1 < 0.0);
        short = if is_short && !passed { short + 1 } else { 0 };
        let before = if passed { std::mem::replace(&mut other, last) } else { last };
        last = next;
        share = interpolated(last, other, before).unwrap_or(0.5);
    }
    let (inside, outside) = if last.1 < 0.0 { (last.0, other.0) } else { (other.0, last.0) };
    // Something is left to do only where the function is not smooth.
    bisect(steps, inside, outside, |number| function(number) < 0.0)
}

/// The estimated zero of a function, as a share of the way from the last number tried to the one on
/// the other side, by all three points; `None` where they do not determine it.
fn interpolated(last: (f64, f64), other: (f64, f64), before: (f64, f64)) -> Option<f64> {
    let place = (last.0 - other.0) / (before.0 - other.0);
    let height = (last.1 - other.1) / (before.1 - other.1);
    if !(height * height < place && (1.0 - height) * (1.0 - height) < 1.0 - place) {
        return None;
    }
    let share = last.1 / (other.1 - last.1) * (before.1 / (other.1 - before.1))
        + (before.0 - last.0) / (other.0 - last.0)
            * (last.1 / (before.1 - last.1))
            * (other.1 / (before.1 - other.1));
    share.is_finite().then_some(share)
}

/// This number, if it lies between both ends; otherwise one halfway, if there is one.
fn strictly_between(one: f64, other: f64, number: f64) -> Option<f64> {
    let (low, high) = (one.min(other), one.max(other));
    [number, f64::midpoint(one, other)].into_iter().find(|number| *number > low && *number < high)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn both_ends_are_neighbours() {
        for root in [1e-300, 1e-9, 0.3, 0.5, 1.0 - 1e-12] {
            let (inside, outside) = bisect(2000, 1.0, 0.0, |number| number >= root);
            assert!(
                inside >= root && outside < root && outside.next_up().to_bits() == inside.to_bits(),
                "{inside} {outside}"
            );
        }
    }

    #[test]
    fn a_function_crosses_0_where_bisection_says() {
        // Smooth functions, steep ones, one with a pole at the far end, one flat near the zero, and
        // rising or falling.
        type Function = (&'static str, fn(f64) -> f64);
        let functions: [Function; 7] = [
            ("line", |x| x - 0.3),
            ("cube", |x| x * x * x - 0.001),
            ("logarithm", |x| libm::log(x / (1.0 - x)) - 9.0),
            ("evidence", |x| 30.0 * libm::log(0.4 / x) + 70.0 * libm::log(0.6 / (1.0 - x)) + 20.0),
            ("step", |x| if x < 0.123 { -1.0 } else { 1.0 }),
            ("flat", |x| libm::pow(x - 0.4, 9.0)),
            ("infinite", |x| if x > 0.9 { f64::INFINITY } else { x - 0.7 }),
        ];
        for (name, function) in functions {
            for (inside, outside) in [(0.2, 1.0), (1e-3, 1.0), (0.05, 1.0)]
                .into_iter()
                .filter(|ends| function(ends.0) < 0.0)
            {
                let calls = Cell::new(0);
                let counted = |x: f64| {
                    calls.set(calls.get() + 1);
                    function(x)
                };
                let found = crossing(2000, inside, outside, counted);
                assert_eq!(found, bisect(2000, inside, outside, |x| function(x) < 0.0), "{name}");
                assert!(
                    calls.get()
                        <= if matches!(name, "step" | "flat" | "infinite") { 150 } else { 20 },
                    "{name}: {} calls",
                    calls.get()
                );
            }
        }
    }

    #[test]
    fn it_goes_both_ways_and_skips_the_ends() {
        let function = |x: f64| if x > 0.0 && x < 1.0 { 0.25 - x } else { panic!("outside") };
        assert_eq!(
            crossing(2000, 1.0, 0.0, function),
            bisect(2000, 1.0, 0.0, |x| function(x) < 0.0)
        );
        // The zero is at the far end, and never seen.
        assert_eq!(crossing(2000, 0.5, 0.0, |x| -x), bisect(2000, 0.5, 0.0, |x| -x < 0.0));
    }

    #[test]
    fn it_stops_after_the_given_steps() {
        let calls = Cell::new(0);
        let counted = |_: f64| {
            calls.set(calls.get() + 1);
            -1.0
        };
        assert_eq!(crossing(3, 0.0, 1.0, counted), (1.0 - 0.5_f64.powi(6), 1.0));
        assert_eq!(calls.get(), 6);
    }
}
