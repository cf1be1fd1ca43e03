//! The time that passes, where there is a clock.

/// A moment.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use lent::{Instant, read};

/// A clock that is lent: WebAssembly has none of its own.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod lent {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

    /// Reads the time from this clock, in milliseconds. Without it no time passes.
    pub fn read(clock: fn() -> f64) {
        let _ = CLOCK.set(clock);
    }

    /// A moment, in microseconds.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(u64);

    impl Instant {
        /// Returns the moment.
        pub fn now() -> Self {
            Self(CLOCK.get().map_or(0, |clock| (1000.0 * clock()) as u64))
        }

        /// Returns how long ago it was.
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }

        /// Returns how long after another moment it was.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            Duration::from_micros(self.0.saturating_sub(earlier.0))
        }
    }
}
