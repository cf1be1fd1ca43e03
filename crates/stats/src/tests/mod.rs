//! Tests of several statistics together, and functions that all tests share.

pub(super) mod assertions;
mod portability;
mod properties;
mod round_trips;
