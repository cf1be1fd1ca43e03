//! Points that fill a box evenly: the Sobol sequence.
//!
//! I. M. Sobol, "On the distribution of points in a cube and the approximate evaluation of
//! integrals", USSR Computational Mathematics and Mathematical Physics 7 (1967), with the direction
//! numbers of S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional
//! projections", SIAM Journal on Scientific Computing 30 (2008). Only whole numbers are used, and
//! any point can be computed from its number.

/// The largest number of dimensions: two samples of twenty parameters.
pub const MOST_DIMENSIONS: usize = 40;

/// For each dimension from the second on: the degree of the primitive polynomial, its inner
/// coefficients as bits, and the first direction numbers.
const POLYNOMIALS: [(u32, u32, &[u32]); MOST_DIMENSIONS - 1] = [
    (1, 0, &[1]),
    (2, 1, &[1, 3]),
    (3, 1, &[1, 3, 1]),
    (3, 2, &[1, 1, 1]),
    (4, 1, &[1, 1, 3, 3]),
    (4, 4, &[1, 3, 5, 13]),
    (5, 2, &[1, 1, 5, 5, 17]),
    (5, 4, &[1, 1, 5, 5, 5]),
    (5, 7, &[1, 1, 7, 11, 19]),
    (5, 11, &[1, 1, 5, 1, 1]),
    (5, 13, &[1, 1, 1, 3, 11]),
    (5, 14, &[1, 3, 5, 5, 31]),
    (6, 1, &[1, 3, 3, 9, 7, 49]),
    (6, 13, &[1, 1, 1, 15, 21, 21]),
    (6, 16, &[1, 3, 1, 13, 27, 49]),
    (6, 19, &[1, 1, 1, 15, 7, 5]),
    (6, 22, &[1, 3, 1, 15, 13, 25]),
    (6, 25, &[1, 1, 5, 5, 19, 61]),
    (7, 1, &[1, 3, 7, 11, 23, 15, 103]),
    (7, 4, &[1, 3, 7, 13, 13, 15, 69]),
    (7, 7, &[1, 1, 3, 13, 7, 35, 63]),
    (7, 8, &[1, 3, 5, 9, 1, 25, 53]),
    (7, 14, &[1, 3, 1, 13, 9, 35, 107]),
    (7, 19, &[1, 3, 1, 5, 27, 61, 31]),
    (7, 21, &[1, 1, 5, 11, 19, 41, 61]),
    (7, 28, &[1, 3, 5, 3, 3, 13, 69]),
    (7, 31, &[1, 1, 7, 13, 1, 19, 1]),
    (7, 32, &[1, 3, 7, 5, 13, 19, 59]),
    (7, 37, &[1, 1, 3, 9, 25, 29, 41]),
    (7, 41, &[1, 3, 5, 13, 23, 1, 55]),
    (7, 42, &[1, 3, 7, 3, 13, 59, 17]),
    (7, 50, &[1, 3, 1, 3, 5, 53, 69]),
    (7, 55, &[1, 1, 5, 5, 23, 33, 13]),
    (7, 56, &[1, 1, 7, 7, 1, 61, 123]),
    (7, 59, &[1, 1, 7, 9, 13, 61, 49]),
    (7, 62, &[1, 3, 3, 5, 3, 55, 33]),
    (8, 14, &[1, 3, 1, 15, 31, 13, 49, 245]),
    (8, 21, &[1, 3, 5, 15, 31, 59, 63, 97]),
    (8, 22, &[1, 3, 1, 11, 11, 11, 77, 249]),
];

/// Returns the point with this number in the sequence of this many dimensions, each coordinate in
/// units of 2^-32; `None` for more than [`MOST_DIMENSIONS`].
///
/// The first 2^k points divide each dimension evenly, and number 0 is the corner of the box: begin
/// with number 1, or take whole powers of two.
pub fn point(number: u32, dimensions: usize) -> Option<Vec<u32>> {
    (dimensions <= MOST_DIMENSIONS)
        .then(|| (0..dimensions).map(|dimension| coordinate(number, dimension)).collect())
}

/// Returns the point with this number as shares from 0 to 1, both excluded: the middles of the
/// cells whose lower ends [`point`] returns.
pub fn unit_point(number: u32, dimensions: usize) -> Option<Vec<f64>> {
    // Both exact: a whole number of halves, and a power of two.
    let share = |part: u32| (f64::from(part) + 0.5) / 4_294_967_296.0;
    Some(point(number, dimensions)?.into_iter().map(share).collect())
}

fn coordinate(number: u32, dimension: usize) -> u32 {
    // In the usual order, point n of the sequence is the sum of the directions of the bits of n's
    // Gray code.
    let gray = number ^ (number >> 1);
    let directions = directions(dimension);
    (0..32).filter(|bit| gray & (1 << bit) != 0).fold(0, |sum, bit| sum ^ directions[bit])
}

fn directions(dimension: usize) -> [u32; 32] {
    let mut directions = [0_u32; 32];
    let Some(&(degree, inner, first)) =
        dimension.checked_sub(1).and_then(|index| POLYNOMIALS.get(index))
    else {
        for (bit, direction) in (0..32).zip(&mut directions) {
            *direction = 1 << (31 - bit);
        }
        return directions;
    };
    let degree = degree as usize;
    for bit in 0..32 {
        directions[bit] = if bit < degree {
            first[bit] << (31 - bit)
        } else {
            let last = directions[bit - degree];
            (1..degree)
                .filter(|step| inner >> (degree - 1 - step) & 1 == 1)
                .fold(last ^ (last >> degree), |sum, step| sum ^ directions[bit - step])
        };
    }
    directions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_points_are_known() {
        // As published with the direction numbers, in three dimensions.
        for (number, eighths) in [
            (0, [0, 0, 0]),
            (1, [4, 4, 4]),
            (2, [6, 2, 2]),
            (3, [2, 6, 6]),
            (4, [3, 3, 5]),
            (5, [7, 7, 1]),
            (6, [5, 1, 7]),
            (7, [1, 5, 3]),
        ] {
            assert_eq!(point(number, 3), Some(eighths.map(|part: u32| part << 29).to_vec()));
        }
        assert_eq!(unit_point(1, 1), Some(vec![0.5 + 0.5 / 4_294_967_296.0]));
        assert_eq!(point(1, 41), None);
    }

    #[test]
    fn every_dimension_is_divided_evenly() {
        const POINTS: u32 = 1 << 10;
        for dimension in 0..MOST_DIMENSIONS {
            let mut seen = vec![false; POINTS as usize];
            for number in 0..POINTS {
                let cell = coordinate(number, dimension) >> 22;
                assert!(!std::mem::replace(&mut seen[cell as usize], true), "{dimension} {number}");
            }
        }
    }

    #[test]
    fn no_two_dimensions_are_the_same() {
        for dimension in 1..MOST_DIMENSIONS {
            for other in 0..dimension {
                assert_ne!(directions(dimension), directions(other));
            }
        }
    }

    #[test]
    fn the_polynomials_are_primitive() {
        for (degree, inner, first) in POLYNOMIALS {
            let polynomial = 1 << degree | inner << 1 | 1;
            let mut power = 1_u32;
            let mut order = 0;
            loop {
                power <<= 1;
                if power >> degree & 1 == 1 {
                    power ^= polynomial;
                }
                order += 1;
                if power == 1 {
                    break;
                }
            }
            assert_eq!(order, (1 << degree) - 1, "{polynomial:b}");
            assert_eq!(first.len(), degree as usize);
            assert!((1..).zip(first).all(|(bits, number)| number % 2 == 1 && *number < 1 << bits));
        }
    }
}
