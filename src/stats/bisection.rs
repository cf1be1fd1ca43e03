//! Bisection: where a condition changes between two numbers.

/// Halves the distance between a number at which something holds and another at which it does not, so often at most, or until no other number
/// lies between them; returns both.
pub(super) fn bisect(steps: u32, mut inside: f64, mut outside: f64, holds: impl Fn(f64) -> bool) -> (f64, f64) {
    for _ in 0..steps {
        let middle = f64::midpoint(inside, outside);
        if middle <= inside.min(outside) || middle >= inside.max(outside) {
            break;
        }
        if holds(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    (inside, outside)
}
