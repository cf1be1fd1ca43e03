//! Comparisons with known answers, for the tests of this module's children.

/// Asserts that two numbers agree to a relative tolerance (absolute where zero is expected).
#[track_caller]
pub(crate) fn assert_close(actual: f64, expected: f64, relative: f64) {
    let scale = if expected == 0.0 { 1.0 } else { expected.abs() };
    assert!(
        (actual - expected).abs() <= relative * scale,
        "{actual:e} is not {expected:e} to {relative:e}"
    );
}
