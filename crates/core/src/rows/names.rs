//! Several names, or several knobs, in one cell.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::KnobValue;

/// Names of strategies. In CSV files they are one text with commas between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names(pub Vec<String>);

/// A point of a sweep: each knob with its value. In CSV files it is one text, `knob=value
/// knob=value`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point(pub Vec<(String, KnobValue)>);

impl fmt::Display for Names {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.join(", "))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let knobs: Vec<String> =
            self.0.iter().map(|(knob, value)| format!("{knob}={value}")).collect();
        formatter.write_str(&knobs.join(" "))
    }
}
