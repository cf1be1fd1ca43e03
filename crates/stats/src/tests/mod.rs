//! Tests of several statistics together, and what the tests of each share.

pub(super) mod assertions;
mod portability;
mod round_trips;
