//! The value of a knob in one cell.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::input::Value;

/// The value of a knob. Readers of tables need not know the game, so that they know the type of the
/// value and not the type of the knob. In all files it is a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum KnobValue {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// A name, or a table of numbers in TOML.
    Text(String),
}

impl KnobValue {
    /// Returns the value as a number, if it is one.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Integer(number) => Some(number as f64),
            Self::Real(number) => Some(number),
            Self::Flag(_) | Self::Text(_) => None,
        }
    }
}

impl From<Value> for KnobValue {
    fn from(value: Value) -> Self {
        match value {
            Value::Integer(number) => Self::Integer(number),
            Value::Real(number) => Self::Real(number),
            Value::Flag(flag) => Self::Flag(flag),
            // A name may look like a number: then it is one here as it is in a file.
            Value::Choice(_) | Value::Table(..) => Self::from(value.to_string()),
        }
    }
}

impl From<String> for KnobValue {
    /// Reads the text that [`Display`](fmt::Display) writes. A text in another form, for instance
    /// `007`, stays a text.
    fn from(text: String) -> Self {
        let values = [
            text.parse().ok().map(Self::Integer),
            text.parse().ok().filter(|number: &f64| number.is_finite()).map(Self::Real),
            text.parse().ok().map(Self::Flag),
        ];
        let mut values = values.into_iter().flatten();
        values.find(|value| value.to_string() == text).unwrap_or(Self::Text(text))
    }
}

impl From<KnobValue> for String {
    fn from(value: KnobValue) -> Self {
        value.to_string()
    }
}

impl fmt::Display for KnobValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(number) => Value::Integer(*number).fmt(formatter),
            Self::Real(number) => Value::Real(*number).fmt(formatter),
            Self::Flag(flag) => Value::Flag(*flag).fmt(formatter),
            Self::Text(text) => formatter.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_text_and_their_type() {
        let read = |text: &str| KnobValue::from(text.to_owned());
        for text in
            ["3", "-4", "0.5", "1.0", "1e-7", "true", "low", "{ none = 1 }", "007", "inf", ""]
        {
            assert_eq!(read(text).to_string(), text);
        }
        assert_eq!(read("-4"), KnobValue::Integer(-4));
        assert_eq!(read("1.0"), KnobValue::Real(1.0));
        assert_eq!(read("false"), KnobValue::Flag(false));
        for text in ["007", "1e3", "NaN", "+1", "low"] {
            assert_eq!(read(text), KnobValue::Text(text.to_owned()));
        }
    }

    #[test]
    fn a_value_is_the_same_in_memory_and_in_a_file() {
        let values = [Value::Integer(3), Value::Real(1.0), Value::Flag(true), Value::Choice("7")];
        for value in values {
            assert_eq!(KnobValue::from(value), KnobValue::from(value.to_string()));
        }
    }
}
