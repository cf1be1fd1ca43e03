//! The price of looking again and again.

use super::anytime::asymptotic_half_width;
use super::interval::Confidence;
use super::moments::Moments;
use super::normal;

/// Returns the confidence that an interval for a fixed number of blocks must have at one look, after so many `blocks`, so that the intervals of all
/// looks together have the given `confidence`; the price is lowest after `narrowest_at` blocks.
///
/// From the asymptotic confidence sequence, see [`asymptotic_half_width`]: it is for means of which no bound is known, and right only after
/// many blocks. `None` with fewer than two blocks, and for a `narrowest_at` of 0.
pub fn confidence_at_each_look(blocks: u64, narrowest_at: u64, confidence: Confidence) -> Option<Confidence> {
    // Blocks with a standard deviation of 1, as nearly as whole numbers allow.
    let moments = Moments { count: blocks, sum: 0, squares: blocks.into() };
    let half_width = asymptotic_half_width(&moments, narrowest_at, confidence)?;
    let standard_errors = half_width * (blocks as f64 - 1.0).sqrt();
    // The largest level below 1 that a double can tell apart is wide enough for all practical purposes.
    Confidence::new((1.0 - normal::two_sided_p_value(standard_errors)).min(1.0 - 1e-15)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_look_costs_width() {
        let confidence = Confidence::default();
        for blocks in [100, 1000, 100_000] {
            let each = confidence_at_each_look(blocks, 100_000, confidence).expect("many blocks");
            assert!(each.level() > 0.99, "{blocks}: {}", each.level());
            let price = each.z() / confidence.z();
            // Dear at the first looks of a long run, and about the half again where it is narrowest.
            assert!((1.3..4.5).contains(&price), "{blocks}: {price}");
        }
        let price = |blocks| confidence_at_each_look(blocks, 10_000, confidence).expect("many blocks").z();
        assert!(price(10_000) < price(100) && price(10_000) < price(1_000_000));
        assert_eq!(confidence_at_each_look(1, 10, confidence), None);
        assert_eq!(confidence_at_each_look(10, 0, confidence), None);
    }
}
