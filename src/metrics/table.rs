//! Tidy tables: one fact a row, raw integers first.

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A name or a sentence.
    Text(String),
    /// A count.
    Integer(i128),
    /// A derived number; always finite.
    Real(f64),
    /// Not defined.
    Empty,
}

impl Value {
    /// A derived number, or an empty cell where it is not defined.
    pub fn real(number: Option<f64>) -> Self {
        match number {
            // Adding zero turns -0 into 0.
            Some(number) if number.is_finite() => Self::Real(number + 0.0),
            _ => Self::Empty,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Integer(number) => write!(formatter, "{number}"),
            // The shortest text that reads back as the same number: the same on every machine.
            Self::Real(number) if *number != 0.0 && number.abs() < 1e-6 => write!(formatter, "{number:?}"),
            Self::Real(number) => write!(formatter, "{number}"),
            Self::Empty => Ok(()),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {
        $(impl From<$integer> for Value {
            fn from(number: $integer) -> Self {
                Self::Integer(i128::from(number))
            }
        })*
    };
}
integers!(u8, u32, u64, i64, i128);

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Integer(number as i128)
    }
}

impl From<u128> for Value {
    /// Counts stay far below the largest `i128`: see the overflow budget of the accumulators.
    fn from(number: u128) -> Self {
        i128::try_from(number).map_or(Self::Empty, Self::Integer)
    }
}

impl From<Option<u32>> for Value {
    fn from(number: Option<u32>) -> Self {
        number.map_or(Self::Empty, Self::from)
    }
}

/// A table, as it is written to a CSV file.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The file's name.
    pub file: &'static str,
    /// The names of the columns.
    pub columns: Vec<&'static str>,
    /// The rows, each as long as there are columns.
    pub rows: Vec<Vec<Value>>,
}

impl Table {
    /// A table without rows.
    pub fn new(file: &'static str, columns: &[&'static str]) -> Self {
        Self { file, columns: columns.to_vec(), rows: Vec::new() }
    }

    /// The value of a column in a row; nothing where there is no such column.
    pub fn get<'a>(&self, row: &'a [Value], column: &str) -> Option<&'a Value> {
        row.get(self.columns.iter().position(|name| *name == column)?)
    }
}
