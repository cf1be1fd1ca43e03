//! Small square matrices.

/// A square matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    pub(super) entries: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.size + column]
    }

    pub(super) fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.entries[row * self.size + column]
    }

    pub(super) fn scaled(&self, factor: f64) -> Self {
        Self { size: self.size, entries: self.entries.iter().map(|entry| entry * factor).collect() }
    }

    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.entries
            .chunks(self.size)
            .map(|row| row.iter().zip(vector).map(|(left, right)| left * right).sum())
            .collect()
    }

    pub(super) fn product(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.size);
        for row in 0..self.size {
            for column in 0..self.size {
                *product.at_mut(row, column) =
                    (0..self.size).map(|index| self.at(row, index) * other.at(index, column)).sum();
            }
        }
        product
    }

    /// Returns the inverse of a symmetric positive definite matrix, by Cholesky's decomposition;
    /// `None` where it is not positive definite.
    pub(super) fn inverted(&self) -> Option<Self> {
        let size = self.size;
        let mut lower = Self::zero(size);
        for row in 0..size {
            for column in 0..=row {
                let sum: f64 =
                    (0..column).map(|index| lower.at(row, index) * lower.at(column, index)).sum();
                let rest = self.at(row, column) - sum;
                if row == column {
                    if rest.is_nan() || rest <= 0.0 {
                        return None;
                    }
                    *lower.at_mut(row, row) = rest.sqrt();
                } else {
                    *lower.at_mut(row, column) = rest / lower.at(column, column);
                }
            }
        }
        let mut inverse = Self::zero(size);
        for column in 0..size {
            let mut solution = vec![0.0; size];
            for row in 0..size {
                let sum: f64 = (0..row).map(|index| lower.at(row, index) * solution[index]).sum();
                let right = if row == column { 1.0 } else { 0.0 };
                solution[row] = (right - sum) / lower.at(row, row);
            }
            for row in (0..size).rev() {
                let sum: f64 =
                    (row + 1..size).map(|index| lower.at(index, row) * solution[index]).sum();
                solution[row] = (solution[row] - sum) / lower.at(row, row);
            }
            for (row, value) in solution.into_iter().enumerate() {
                *inverse.at_mut(row, column) = value;
            }
        }
        Some(inverse)
    }
}
