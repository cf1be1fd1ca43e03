//! The columns of a row.

use super::{Between, Correction, Family, Method, Often, Pick, Position, Source, Verdict};
use crate::game::Aim;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name.
    pub name: String,
    /// The meaning.
    pub meaning: &'static str,
    /// The kind of its cells.
    pub cells: Cells,
    /// Whether cells may be empty, where the value is undefined.
    pub optional: bool,
}

/// The kind of a column's cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// A text, which may be empty.
    Text,
    /// A whole number.
    WholeNumber,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// One of these words.
    Words(Vec<String>),
}

/// A type with several columns.
pub trait Columns {
    /// The meaning, for a designer.
    const MEANING: &'static str;

    /// Returns the columns, in their order.
    fn columns() -> Vec<Column>;

    /// Appends the text of every cell, in the order of the columns.
    fn append(&self, cells: &mut Vec<String>);
}

/// A row of a table.
pub trait Row: Columns {
    /// The file of the table.
    const FILE: &'static str;
}

/// A field of a row: one cell or several.
pub trait Field {
    /// Returns the columns of a field with this name.
    fn columns(name: &'static str, meaning: &'static str) -> Vec<Column>;

    /// Appends the text of its cells.
    fn append(&self, cells: &mut Vec<String>);
}

impl<T: Columns> Field for T {
    fn columns(_name: &'static str, _meaning: &'static str) -> Vec<Column> {
        T::columns()
    }

    fn append(&self, cells: &mut Vec<String>) {
        Columns::append(self, cells);
    }
}

/// Types that are a single cell, with their text. As an option, `None` is an empty cell.
macro_rules! single_cells {
    ($($type:ty, $cells:expr => |$value:ident| $text:expr;)*) => {
        $(
            impl Field for $type {
                fn columns(name: &'static str, meaning: &'static str) -> Vec<Column> {
                    vec![Column { name: name.to_owned(), meaning, cells: $cells, optional: false }]
                }

                fn append(&self, cells: &mut Vec<String>) {
                    let $value = self;
                    cells.push($text);
                }
            }

            impl Field for Option<$type> {
                fn columns(name: &'static str, meaning: &'static str) -> Vec<Column> {
                    vec![Column { name: name.to_owned(), meaning, cells: $cells, optional: true }]
                }

                fn append(&self, cells: &mut Vec<String>) {
                    cells.push(self.as_ref().map_or_else(String::new, |$value| $text));
                }
            }
        )*
    };
}

single_cells! {
    String, Cells::Text => |text| text.clone();
    super::ChanceView, Cells::Text => |view| view.to_string();
    super::Against, Cells::Text => |against| against.to_string();
    super::Names, Cells::Text => |names| names.to_string();
    super::KnobValue, Cells::Text => |value| value.to_string();
    super::Point, Cells::Text => |point| point.to_string();
    bool, Cells::Flag => |flag| flag.to_string();
    usize, Cells::WholeNumber => |number| number.to_string();
    u32, Cells::WholeNumber => |number| number.to_string();
    u64, Cells::WholeNumber => |number| number.to_string();
    u128, Cells::WholeNumber => |number| number.to_string();
    i128, Cells::WholeNumber => |number| number.to_string();
    f64, Cells::Number => |number| real(*number);
}

/// Words of a fixed list are single cells too.
macro_rules! words {
    ($($list:ident)+) => {
        $(
            impl $list {
                /// Returns all words of the list, as tables write them.
                pub fn words() -> Vec<String> {
                    Self::ALL.map(Self::name).map(str::to_owned).to_vec()
                }
            }
        )+

        single_cells! {
            $($list, Cells::Words($list::words()) => |word| word.to_string();)+
        }
    };
}

words!(Aim Source Verdict Family Correction Method Often Position Between Pick);

/// The shortest text that reads back as the same number, the same on every machine. Empty for NaN
/// and infinity.
fn real(number: f64) -> String {
    // Adding zero turns -0 into 0.
    match number + 0.0 {
        number if !number.is_finite() => String::new(),
        number if number != 0.0 && number.abs() < 1e-6 => format!("{number:?}"),
        number => number.to_string(),
    }
}

/// Declares rows, and parts that the rows of several tables share: each a struct with its columns.
macro_rules! rows {
    ($(
        $(#[doc = $meaning:literal])+
        pub struct $row:ident $(in $file:literal)? {
            $($(#[doc = $column:literal])+ pub $field:ident: $type:ty $(= $absent:ident)?,)*
        }
    )*) => {
        $(
            $(#[doc = $meaning])+
            #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
            #[allow(clippy::doc_markdown, reason = "the comments are also plain text beside the \
                columns")]
            pub struct $row {
                $($(#[doc = $column])+ $(#[serde($absent)])? pub $field: $type,)*
            }

            impl $crate::rows::Columns for $row {
                const MEANING: &'static str = concat!($($meaning),+).trim_ascii_start();

                fn columns() -> Vec<$crate::rows::Column> {
                    let mut columns = Vec::new();
                    $(columns.extend(<$type as $crate::rows::Field>::columns(stringify!($field), concat!($($column),+).trim_ascii_start()));)*
                    columns
                }

                fn append(&self, cells: &mut Vec<String>) {
                    $($crate::rows::Field::append(&self.$field, cells);)*
                }
            }

            $(
                impl $crate::rows::Row for $row {
                    const FILE: &'static str = $file;
                }
            )?
        )*
    };
}
pub(super) use rows;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        for number in [0.0, -0.0, 0.1, 1e-7, -3.25e-300, 1e21, 47.0] {
            assert_eq!(
                (real(number).parse::<f64>().expect("a number") + 0.0).to_bits(),
                (number + 0.0).to_bits()
            );
        }
        assert_eq!(real(-0.0), "0");
        assert_eq!(real(47.0), "47");
        assert_eq!(real(f64::NAN), "");
    }
}
