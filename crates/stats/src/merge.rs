//! Counts of different observations are added up, with a check for overflow.

use std::collections::BTreeMap;

use super::overflow::Overflow;

/// Counts to which those of other observations can be added.
pub trait Merge {
    /// Adds the counts of other observations.
    ///
    /// # Errors
    ///
    /// [`Overflow`] where a count would not fit; some of them may then be added.
    fn merge(&mut self, other: &Self) -> Result<(), Overflow>;
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Merge for $integer {
            #[inline(always)]
            fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
                *self = self.checked_add(*other).ok_or(Overflow)?;
                Ok(())
            }
        }
    )*};
}

integers!(u64 u128 i128);

impl<A: Merge, B: Merge> Merge for (A, B) {
    #[inline]
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.0.merge(&other.0)?;
        self.1.merge(&other.1)
    }
}

impl<T: Merge, const N: usize> Merge for [T; N] {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.iter_mut().zip(other).try_for_each(|(own, other)| own.merge(other))
    }
}

/// Place by place; a place that only one list has holds its count.
impl<T: Merge + Clone> Merge for Vec<T> {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.iter_mut().zip(other).try_for_each(|(own, other)| own.merge(other))?;
        self.extend_from_slice(&other[self.len().min(other.len())..]);
        Ok(())
    }
}

impl<T: Merge + Clone> Merge for Option<T> {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        match (&mut *self, other) {
            (Some(own), Some(other)) => own.merge(other)?,
            (None, Some(_)) => self.clone_from(other),
            (_, None) => {}
        }
        Ok(())
    }
}

impl<K: Ord + Clone, T: Merge + Clone> Merge for BTreeMap<K, T> {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        for (key, other) in other {
            match self.get_mut(key) {
                Some(own) => own.merge(other)?,
                None => drop(self.insert(key.clone(), other.clone())),
            }
        }
        Ok(())
    }
}

/// Implements [`Merge`] field by field. All fields must be named; those after a semicolon are the
/// same in all counts that are added, such as a unit.
#[macro_export]
macro_rules! merged {
    ($name:ident { $($field:ident),+ $(; $($same:ident),+)? }) => {
        impl $crate::Merge for $name {
            fn merge(&mut self, other: &Self) -> Result<(), $crate::Overflow> {
                let Self { $($field,)+ $($($same: _,)+)? } = other;
                $($crate::Merge::merge(&mut self.$field, $field)?;)+
                Ok(())
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_one_side_lacks_are_kept() {
        let mut lists = vec![vec![(1_u64, 2_u64)], Vec::new()];
        lists.merge(&vec![vec![(3, 4), (5, 6)], vec![(7, 8)], vec![(9, 10)]]).expect("few");
        assert_eq!(lists, [vec![(4, 6), (5, 6)], vec![(7, 8)], vec![(9, 10)]]);
        let mut named = BTreeMap::from([('a', Some(1_u64)), ('b', None)]);
        let others = BTreeMap::from([('a', Some(2)), ('b', Some(3)), ('c', None)]);
        Merge::merge(&mut named, &others).expect("few");
        assert_eq!(named, BTreeMap::from([('a', Some(3)), ('b', Some(3)), ('c', None)]));
        assert_eq!([1, u64::MAX].merge(&[1, 1]), Err(Overflow));
    }
}
