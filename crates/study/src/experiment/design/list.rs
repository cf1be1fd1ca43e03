//! All designs.

use std::borrow::Cow;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::common::{AskedFor, Design};
use super::kind::Kind;
use super::{compare, field, generations, ladder, one_place, search, sensitivity, sweep};

/// The kinds of all designs. Add new ones here.
const KINDS: [&Kind; 6] = [
    &compare::KIND,
    &sweep::KIND,
    &ladder::KIND,
    &one_place::KIND,
    &sensitivity::KIND,
    &search::KIND,
];

/// The designs that a section of a file asks for, in the order in which they are read. Add new ones
/// here.
pub(in crate::experiment) const ASKED_FOR: [AskedFor; 5] = [
    field::ASKED_FOR,
    sensitivity::ASKED_FOR,
    sweep::ASKED_FOR,
    search::ASKED_FOR,
    generations::ASKED_FOR,
];

/// The kind of a design, as results keep it: by its name.
#[derive(Clone, Copy, Debug)]
pub struct DesignKind(&'static Kind);

impl DesignKind {
    /// The kind of a design.
    pub fn of(design: &dyn Design) -> Self {
        Self(design.kind())
    }
}

impl Deref for DesignKind {
    type Target = Kind;

    fn deref(&self) -> &Kind {
        self.0
    }
}

impl Default for DesignKind {
    fn default() -> Self {
        Self(&compare::KIND)
    }
}

impl PartialEq for DesignKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Serialize for DesignKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

impl<'de> Deserialize<'de> for DesignKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let found = KINDS.into_iter().find(|kind| kind.name == name);
        found.map(Self).ok_or_else(|| {
            let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            de::Error::custom(format!("unknown design `{name}`, not one of {}", names.join(", ")))
        })
    }
}
