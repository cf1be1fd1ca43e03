//! How much must be played to know enough.

/// Returns the total number of blocks at which a verdict about `estimate` may be expected, given
/// that its interval had this half-width after `blocks` blocks.
///
/// The verdict compares the interval with the thresholds `-tolerance` and `+tolerance`, and is
/// settled when it holds neither. The half-width shrinks as one over the square root of the number of
/// blocks, so that it meets the distance to the nearer threshold after
/// `blocks * (half_width / distance)^2` blocks, rounded up: if the estimate stays where it is, which is
/// why the answer is a forecast and no promise. It is less than `blocks` where the verdict is settled
/// already, and the largest `u64` where no number of blocks that fits is enough.
///
/// `None` where the estimate lies exactly on a threshold, which no number of blocks would settle, and
/// unless there were blocks, the estimate is finite, and half-width and tolerance are finite and not
/// negative.
pub fn blocks_to_settle(estimate: f64, half_width: f64, blocks: u64, tolerance: f64) -> Option<u64> {
    let is_distance = |value: f64| value.is_finite() && value >= 0.0;
    if blocks == 0 || !estimate.is_finite() || !is_distance(half_width) || !is_distance(tolerance) {
        return None;
    }
    // By symmetry the nearer threshold is the one on the estimate's own side.
    let distance = (estimate.abs() - tolerance).abs();
    if distance > 0.0 {
        let ratio = half_width / distance;
        // The conversion saturates.
        Some(libm::ceil(blocks as f64 * (ratio * ratio)) as u64)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_half_width_must_fall_to_the_nearer_threshold() {
        // A quarter from the nearer threshold, twice that wide: four times the blocks.
        for estimate in [0.25, 0.75, -0.25, -0.75] {
            assert_eq!(blocks_to_settle(estimate, 0.5, 1000, 0.5), Some(4000));
        }
        // Without tolerance, the only threshold is 0.
        assert_eq!(blocks_to_settle(0.25, 0.5, 1000, 0.0), Some(4000));
        // Settled already.
        assert_eq!(blocks_to_settle(0.75, 0.125, 1000, 0.5), Some(250));
        assert_eq!(blocks_to_settle(0.75, 0.0, 1000, 0.5), Some(0));
        // Rounded up.
        assert_eq!(blocks_to_settle(0.75, 0.25, 1001, 0.0), Some(112));
    }

    #[test]
    fn nothing_settles_an_estimate_on_a_threshold() {
        assert_eq!(blocks_to_settle(0.5, 0.1, 1000, 0.5), None);
        assert_eq!(blocks_to_settle(-0.5, 0.1, 1000, 0.5), None);
        assert_eq!(blocks_to_settle(0.0, 0.1, 1000, 0.0), None);
    }

    #[test]
    fn large_answers_saturate() {
        assert_eq!(blocks_to_settle(1e-200, 1.0, 1000, 0.0), Some(u64::MAX));
    }

    #[test]
    fn undefined_input_has_no_answer() {
        assert_eq!(blocks_to_settle(0.1, 0.1, 0, 0.5), None);
        for undefined in [f64::NAN, f64::INFINITY] {
            assert_eq!(blocks_to_settle(undefined, 0.1, 10, 0.5), None);
            assert_eq!(blocks_to_settle(0.1, undefined, 10, 0.5), None);
            assert_eq!(blocks_to_settle(0.1, 0.1, 10, undefined), None);
        }
        assert_eq!(blocks_to_settle(0.1, -0.1, 10, 0.5), None);
        assert_eq!(blocks_to_settle(0.1, 0.1, 10, -0.5), None);
    }
}
