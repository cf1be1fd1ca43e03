//! The standard normal distribution.

#[expect(clippy::unreadable_literal, reason = "digits as published")]
mod coefficients {
    //! The rational approximations of Wichura's PPND16, highest power first.

    pub(super) const CENTRE_NUMERATOR: [f64; 8] = [
        2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987,
        13731.69376550946, 1971.5909503065513, 133.14166789178438, 3.3871328727963665,
    ];
    pub(super) const CENTRE_DENOMINATOR: [f64; 8] = [
        5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597,
        5394.196021424751, 687.1870074920579, 42.31333070160091, 1.0,
    ];
    pub(super) const TAIL_NUMERATOR: [f64; 8] = [
        7.745450142783414e-4, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684,
        3.6478483247632045, 5.769497221460691, 4.630337846156546, 1.4234371107496835,
    ];
    pub(super) const TAIL_DENOMINATOR: [f64; 8] = [
        1.0507500716444169e-9, 5.475938084995345e-4, 0.015198666563616457, 0.14810397642748008,
        0.6897673349851, 1.6763848301838038, 2.053191626637759, 1.0,
    ];
    pub(super) const FAR_TAIL_NUMERATOR: [f64; 8] = [
        2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124,
        0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
    ];
    pub(super) const FAR_TAIL_DENOMINATOR: [f64; 8] = [
        2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 7.868691311456133e-4,
        0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1.0,
    ];
}

/// Returns the probability that a standard normal variable exceeds `z`.
///
/// It keeps its relative accuracy where it is small.
pub fn upper_tail(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}

/// Returns the probability that a standard normal variable is at least as far from 0 as `z`: the
/// two-sided p-value of `z`.
pub fn two_sided_p_value(z: f64) -> f64 {
    libm::erfc(z.abs() * std::f64::consts::FRAC_1_SQRT_2)
}

/// Returns the value that a standard normal variable exceeds with probability `tail`, which must
/// lie strictly between 0 and 1.
///
/// It is accurate to about 16 digits, also for the smallest tails: M. J. Wichura, "The percentage
/// points of the normal distribution", Applied Statistics 37 (1988), algorithm AS 241, routine
/// PPND16.
pub(super) fn upper_quantile(tail: f64) -> f64 {
    let centred = 0.5 - tail;
    if centred.abs() <= 0.425 {
        let argument = 0.180_625 - centred * centred;
        return centred * polynomial(&coefficients::CENTRE_NUMERATOR, argument)
            / polynomial(&coefficients::CENTRE_DENOMINATOR, argument);
    }
    let smaller = if tail < 0.5 { tail } else { 1.0 - tail };
    let root = (-libm::log(smaller)).sqrt();
    let magnitude = if root <= 5.0 {
        polynomial(&coefficients::TAIL_NUMERATOR, root - 1.6)
            / polynomial(&coefficients::TAIL_DENOMINATOR, root - 1.6)
    } else {
        polynomial(&coefficients::FAR_TAIL_NUMERATOR, root - 5.0)
            / polynomial(&coefficients::FAR_TAIL_DENOMINATOR, root - 5.0)
    };
    if tail < 0.5 { magnitude } else { -magnitude }
}

/// Evaluates a polynomial by Horner's rule; the coefficient of the highest power comes first.
fn polynomial(coefficients: &[f64], argument: f64) -> f64 {
    coefficients.iter().fold(0.0, |value, coefficient| value * argument + coefficient)
}

#[cfg(test)]
#[expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]
mod tests {
    use fairdeal_property::proptest;

    use super::super::tests::assertions::assert_close;
    use super::*;

    #[test]
    fn tails_have_their_known_values() {
        // Computed with mpmath to 40 digits.
        for (z, tail) in [
            (0.0, 0.5),
            (0.5, 0.3085375387259869),
            (1.0, 0.15865525393145705),
            (1.96, 0.024997895148220435),
            (3.0, 0.0013498980316300946),
            (8.0, 6.220960574271784e-16),
            (20.0, 2.753624118606234e-89),
        ] {
            assert_close(upper_tail(z), tail, 1e-13);
            assert_close(two_sided_p_value(z), 2.0 * tail, 1e-13);
            assert_close(two_sided_p_value(-z), 2.0 * tail, 1e-13);
            assert_close(upper_tail(-z), 1.0 - tail, 1e-15);
        }
        assert_close(upper_tail(f64::INFINITY), 0.0, 0.0);
        assert_close(upper_tail(f64::NEG_INFINITY), 1.0, 0.0);
    }

    #[test]
    fn quantiles_have_their_known_values() {
        // Computed with mpmath to 40 digits; they visit each of the three approximations.
        for (tail, z) in [
            (0.4, 0.25334710313579973),
            (0.25, 0.6744897501960817),
            (0.1, 1.2815515655446004),
            (0.075, 1.4395314709384559),
            (0.025, 1.9599639845400543),
            (0.01, 2.326347874040841),
            (0.005, 2.575829303548901),
            (1e-5, 4.264890793922825),
            (1e-10, 6.3613409024040564),
            (1e-16, 8.222082216130436),
            (1e-100, 21.273453560965326),
            (1e-300, 37.04709629936120),
        ] {
            assert_close(upper_quantile(tail), z, 1e-15);
        }
        assert_close(upper_quantile(0.5), 0.0, 0.0);
        assert_close(upper_quantile(0.975), -1.959963984540054, 1e-14);
    }

    proptest! {
        #[test]
        fn the_quantile_inverts_the_tail(exponent in -300.0..-0.31) {
            let tail = libm::exp10(exponent);
            let z = upper_quantile(tail);
            // The relative slope of the tail is about z, which magnifies the rounding of z by z^2.
            assert_close(upper_tail(z), tail, 1e-14 * (1.0 + z * z));
        }
    }
}
