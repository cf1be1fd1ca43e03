//! The input of users: TOML documents, knobs, and errors that name the place.
//!
//! Every problem with an input is an [`InputError`]: the file and line (or the option of the
//! command), the key, the value found, the values allowed and the nearest known name. Foreign text
//! is cleaned by [`plain`] before it is shown.

mod declare;
mod document;
mod error;
mod knobs;
mod meant;
mod name;
mod schema;
mod settings;
mod text;
mod wrap;

pub use declare::{choices, knobs};
pub use document::{Document, DocumentValue, Entry, Section};
pub use error::{InputError, Location, Problem, Problems, Unknown, may_pass};
pub use knobs::{
    BY_PLAYERS, ComputedDefault, DerivedDefault, Knob, KnobKind, KnobType, MOST_KEYS, OF_TABLE,
    TableKeys, Value, WEIGHT,
};
pub use name::{cell, check_name};
pub use schema::schema_of_knobs;
pub use settings::{Preset, Settings};
pub use text::{plain, plain_json, plain_lines, read_text, sentence, shown, text_of};
pub use wrap::wrapped;
