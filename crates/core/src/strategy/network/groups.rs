//! Groups of features, numbered consecutively.

/// Consecutive features.
#[derive(Clone, Copy, Debug)]
pub struct FeatureGroup {
    /// The first feature.
    pub start: usize,
    /// The number of features.
    pub size: usize,
}

impl FeatureGroup {
    /// Returns the feature with this number in the group, counted from 0; the last one if there are
    /// fewer.
    #[inline(always)]
    pub const fn at(self, place: usize) -> usize {
        self.start + if place < self.size { place } else { self.size - 1 }
    }
}

/// Returns the step of a chance, out of this many: 0 for a chance of 0, the last for certainty.
#[inline(always)]
pub fn chance_step(chance: f64, steps: usize) -> usize {
    const ALMOST: f64 = 1e-9;
    if chance < ALMOST {
        0
    } else if chance > 1.0 - ALMOST {
        steps - 1
    } else {
        1 + (chance * (steps - 2) as f64) as usize
    }
}

/// Returns the step of a difference, out of this odd number of steps: the middle one for 0, the
/// outer ones for anything beyond them.
#[inline(always)]
pub const fn lead_step(lead: i32, steps: usize) -> usize {
    let half = steps as i32 / 2;
    let near = if lead < -half {
        -half
    } else if lead > half {
        half
    } else {
        lead
    };
    (near + half) as usize
}

/// Declares groups of features as constants, each with its size; `ALL` is the number of all
/// features.
#[macro_export]
macro_rules! feature_groups {
    ($($(#[$meta:meta])* $name:ident: $size:expr;)*) => {
        $crate::strategy::feature_groups!(@ 0; $($(#[$meta])* $name: $size;)*);
    };
    (@ $start:expr; $(#[$meta:meta])* $name:ident: $size:expr; $($rest:tt)*) => {
        $(#[$meta])*
        const $name: $crate::strategy::FeatureGroup = $crate::strategy::FeatureGroup { start: $start, size: $size };
        $crate::strategy::feature_groups!(@ $name.start + $name.size; $($rest)*);
    };
    (@ $start:expr;) => {
        /// The number of features.
        const ALL: usize = $start;
    };
}

pub use feature_groups;
