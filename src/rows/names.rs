//! Several names in one cell.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What stands between two names.
const BETWEEN: &str = ", ";

/// Names of strategies. In files they are one text with commas between them: no name has one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Names(pub Vec<String>);

impl From<String> for Names {
    fn from(text: String) -> Self {
        Self(text.split(BETWEEN).map(str::to_owned).collect())
    }
}

impl From<Names> for String {
    fn from(names: Names) -> Self {
        names.to_string()
    }
}

/// A point of a sweep: each knob with its value. In files it is one text, `knob=value knob=value`: no knob and no value has a space.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Point(pub Vec<(String, String)>);

impl From<String> for Point {
    fn from(text: String) -> Self {
        let knobs = text.split_whitespace().filter_map(|knob| knob.split_once('='));
        Self(knobs.map(|(knob, value)| (knob.to_owned(), value.to_owned())).collect())
    }
}

impl From<Point> for String {
    fn from(point: Point) -> Self {
        point.to_string()
    }
}

impl fmt::Display for Point {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let knobs: Vec<String> = self.0.iter().map(|(knob, value)| format!("{knob}={value}")).collect();
        formatter.write_str(&knobs.join(" "))
    }
}

impl fmt::Display for Names {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.join(BETWEEN))
    }
}
