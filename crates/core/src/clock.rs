//! The time that passes, where there is a clock.

/// A moment.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// A moment where no clock can be read, as in a browser: no time passes.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl Instant {
    /// Returns the moment.
    pub fn now() -> Self {
        Self
    }

    /// Returns how long ago it was: no time.
    pub fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }

    /// Returns how long after another moment it was: no time.
    pub fn saturating_duration_since(&self, _earlier: Self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}
