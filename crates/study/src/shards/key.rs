//! What the counts of a shard are counts of.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::experiment::{Plan, SCHEMA_VERSION, hexadecimal};
use crate::findings::Looks;
use crate::results::counted;

/// What the counts of a shard are counts of, and by which program. Those of different keys are
/// never merged; two programs that play one range of one key write the same bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// The version of streams, engines and tables.
    pub schema_version: u32,
    /// The digest of what is played: rules, strategies, line-ups, seed.
    pub digest: String,
    /// A digest of what is counted.
    pub counted: String,
    /// How the program plays ([`Plan::fingerprint`]).
    pub fingerprint: String,
    /// After how many blocks the results are looked at, where that is planned: no part reaches
    /// beyond a look.
    pub looks: Vec<u64>,
}

impl Key {
    /// The key of a plan that a program with this fingerprint plays.
    pub fn new(plan: &Plan, fingerprint: &str) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            digest: plan.layout().digest.clone(),
            counted: counted(plan),
            fingerprint: fingerprint.to_owned(),
            looks: match plan.looks() {
                Looks::Planned(looks) => looks.iter().map(|look| look.blocks).collect(),
                Looks::Once | Looks::Any { .. } => Vec::new(),
            },
        }
    }

    /// The first 12 hexadecimal digits of its digest, as names of files begin.
    pub fn short(&self) -> String {
        let Self { schema_version, digest, counted, fingerprint, looks } = self;
        let mut hash = hexadecimal(&Sha256::digest(format!(
            "{schema_version} {digest} {counted} {fingerprint} {looks:?}"
        )));
        hash.truncate(12);
        hash
    }

    /// In what another key differs, in words; `None` where it is the same.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        if self.schema_version != other.schema_version {
            Some("of another version of fairdeal")
        } else if self.digest != other.digest {
            Some("of another experiment")
        } else if self.counted != other.counted {
            Some("of another version of fairdeal")
        } else if self.fingerprint != other.fingerprint {
            Some("from a program that plays otherwise")
        } else if self.looks != other.looks {
            Some("of a plan that is looked at elsewhere")
        } else {
            None
        }
    }
}
