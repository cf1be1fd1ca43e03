//! The box of rules that a search may try.

use std::collections::HashSet;
use std::fmt::{Debug, Formatter};

use crate::random::Random;
use fairdeal_stats::quasi_random;

/// One set of rules: for each knob, the index of its value.
///
/// The designer's rules may have a value outside of the box: its index is then the size of the
/// knob.
pub type Point = Vec<usize>;

/// A box with at most this many combinations is listed, and every point of it is evaluated.
pub const LARGEST_LISTED: usize = 20_000;

/// The canonical point of a combination of values, `None` where its rules cannot be played.
type Canonical<'a> = dyn Fn(&[usize]) -> Option<Point> + Sync + 'a;

/// Returns how many changes turn the designer's rules into those of a point.
type Changes<'a> = dyn Fn(&[usize]) -> usize + Sync + 'a;

/// A box of rules: the values of each knob, and which combinations are rules that can be played.
pub struct Space<'a> {
    sizes: Vec<usize>,
    ordered: Vec<bool>,
    canonical: Box<Canonical<'a>>,
    changes: Option<Box<Changes<'a>>>,
    listed: Option<Vec<Point>>,
}

impl Debug for Space<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Space")
            .field("sizes", &self.sizes)
            .field("ordered", &self.ordered)
            .field("points", &self.listed.as_ref().map(Vec::len))
            .finish_non_exhaustive()
    }
}

impl<'a> Space<'a> {
    /// A box of knobs with this many values each. The values of an ordered knob are a scale:
    /// neighbours are alike.
    ///
    /// `canonical` returns the point by which rules are known: the same one for all combinations
    /// that mean the same rules, and `None` for rules that cannot be dealt or played. It must
    /// return a canonical point unchanged, and must always give the same answer.
    ///
    /// # Panics
    /// If there are not as many sizes as marks of order.
    pub fn new(
        sizes: Vec<usize>,
        ordered: Vec<bool>,
        canonical: impl Fn(&[usize]) -> Option<Point> + Sync + 'a,
    ) -> Self {
        assert_eq!(sizes.len(), ordered.len(), "each knob is ordered or not");
        let canonical = Box::new(canonical);
        let mut space = Self { sizes, ordered, canonical, changes: None, listed: None };
        space.listed = space.list();
        space
    }

    /// Counts the changes of a point otherwise than by its knobs that differ from the baseline, of
    /// which one may follow from another.
    #[must_use]
    pub fn counting(self, changes: impl Fn(&[usize]) -> usize + Sync + 'a) -> Self {
        Self { changes: Some(Box::new(changes)), ..self }
    }

    /// Returns how many changes make the baseline a point.
    pub(crate) fn changes(&self, baseline: &[usize], point: &[usize]) -> usize {
        match &self.changes {
            Some(changes) => changes(point),
            None => baseline.iter().zip(point).filter(|(first, second)| first != second).count(),
        }
    }

    /// Returns the number of values of each knob.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Returns whether the values of each knob are a scale.
    pub fn ordered(&self) -> &[bool] {
        &self.ordered
    }

    /// Returns all rules of the box, in the order of their points; `None` for a box with more than
    /// [`LARGEST_LISTED`] combinations.
    pub fn points(&self) -> Option<&[Point]> {
        self.listed.as_deref()
    }

    /// Returns the canonical point of a combination of values inside the box.
    pub fn canonical(&self, values: &[usize]) -> Option<Point> {
        (self.canonical)(values)
    }

    fn list(&self) -> Option<Vec<Point>> {
        let combinations = self
            .sizes
            .iter()
            .try_fold(1_usize, |product, size| product.checked_mul(*size))
            .filter(|combinations| *combinations <= LARGEST_LISTED)?;
        let mut values = vec![0; self.sizes.len()];
        let mut points = Vec::new();
        for _ in 0..combinations {
            points.extend(self.canonical(&values));
            for (value, size) in values.iter_mut().zip(&self.sizes).rev() {
                *value += 1;
                if *value < *size {
                    break;
                }
                *value = 0;
            }
        }
        points.sort_unstable();
        points.dedup();
        Some(points)
    }

    /// Up to `count` different points that fill the box evenly.
    pub(crate) fn spread(&self, count: usize, random: &mut Random) -> Vec<Point> {
        /// Combinations that are looked at for each point: most may not be playable.
        const ATTEMPTS: usize = 200;
        if let Some(points) = self.points().filter(|points| points.len() <= count) {
            return points.to_vec();
        }
        let mut found = Vec::new();
        if self.sizes.contains(&0) {
            return found;
        }
        let mut known = HashSet::new();
        let shift: Vec<f64> = self.sizes.iter().map(|_| random.share()).collect();
        for number in 0..count.saturating_mul(ATTEMPTS) {
            if found.len() == count {
                return found;
            }
            let shares = quasi_random::unit_point(number as u32, self.sizes.len())
                .unwrap_or_else(|| self.sizes.iter().map(|_| random.share()).collect());
            let values: Point = shares
                .iter()
                .zip(&shift)
                .zip(&self.sizes)
                .map(|((share, shift), size)| {
                    let share = share + shift;
                    let share = if share < 1.0 { share } else { share - 1.0 };
                    ((share * *size as f64) as usize).min(size - 1)
                })
                .collect();
            if let Some(point) = self.canonical(&values)
                && known.insert(point.clone())
            {
                found.push(point);
            }
        }
        // Few combinations can be played: a list of them is complete.
        if let Some(points) = self.points() {
            let mut rest: Vec<&Point> =
                points.iter().filter(|point| !known.contains(*point)).collect();
            while found.len() < count && !rest.is_empty() {
                found.push(rest.swap_remove(random.below(rest.len())).clone());
            }
        }
        found
    }

    /// All points that differ from this one in one or two knobs: ordered knobs by one or two steps,
    /// others to any value.
    pub(crate) fn around(&self, point: &[usize]) -> Vec<Point> {
        let moves: Vec<Vec<usize>> = (0..self.sizes.len())
            .map(|knob| {
                let (size, from) = (self.sizes[knob], point[knob]);
                let near =
                    |to: &usize| *to != from && (!self.ordered[knob] || to.abs_diff(from) < 3);
                (0..size).filter(near).collect()
            })
            .collect();
        let mut values = point.to_vec();
        let mut found = Vec::new();
        for (first, to) in moves.iter().enumerate() {
            for &to in to {
                values[first] = to;
                found.extend(self.canonical(&values));
                for (second, to) in moves.iter().enumerate().skip(first + 1) {
                    for &to in to {
                        values[second] = to;
                        found.extend(self.canonical(&values));
                    }
                    values[second] = point[second];
                }
            }
            values[first] = point[first];
        }
        found
    }

    /// Whether all values of a point are inside the box.
    pub(crate) fn contains(&self, point: &[usize]) -> bool {
        point.len() == self.sizes.len()
            && point.iter().zip(&self.sizes).all(|(value, size)| value < size)
    }
}
