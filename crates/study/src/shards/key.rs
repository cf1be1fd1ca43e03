//! The identity of a shard's counts.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::experiment::{Plan, SCHEMA_VERSION, hexadecimal};
use crate::results::counted;

/// Identifies what the counts of a shard belong to, and the program that made them. Counts with
/// different keys are never merged. Two programs that play the same range with the same key write
/// the same bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// The version of streams, engines and tables.
    pub schema_version: u32,
    /// The digest of the experiment: rules, strategies, line-ups, seed.
    pub digest: String,
    /// A digest of the structure of the counts.
    pub counted: String,
    /// How the program plays ([`Plan::fingerprint`]).
    pub fingerprint: String,
}

impl Key {
    /// The key of a plan that a program with this fingerprint plays.
    pub fn new(plan: &Plan, fingerprint: &str) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            digest: plan.layout().digest.clone(),
            counted: counted(plan),
            fingerprint: fingerprint.to_owned(),
        }
    }

    /// The first 12 hexadecimal digits of its digest, with which file names begin.
    pub fn short(&self) -> String {
        let Self { schema_version, digest, counted, fingerprint } = self;
        let mut hash = hexadecimal(&Sha256::digest(format!(
            "{schema_version} {digest} {counted} {fingerprint}"
        )));
        hash.truncate(12);
        hash
    }

    /// The difference to another key, in words; `None` if they are equal.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        if self.schema_version != other.schema_version {
            Some("of another version of fairdeal")
        } else if self.digest != other.digest {
            Some("of another experiment")
        } else if self.counted != other.counted {
            Some("of another version of fairdeal")
        } else if self.fingerprint != other.fingerprint {
            Some("from a program that plays differently")
        } else {
            None
        }
    }
}
