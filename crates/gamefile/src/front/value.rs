//! Values of the module's lines while they run.

use std::rc::Rc;

use crate::program::{NameId, NumbersId, Value, ZonesId};

use super::names::Names;
use super::types::{ShapeTy, Ty};

/// A value of the module's lines.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Dyn {
    /// The value of an expression with an error that is reported already.
    Wrong,
    Int(i64),
    Bool(bool),
    Name(NameId),
    Card(u16),
    List(Rc<Vec<Dyn>>),
    Tuple(Rc<Vec<Dyn>>),
    Dict(Rc<Vec<(Dyn, Dyn)>>),
    Zones(ZonesId),
    Numbers(NumbersId),
    Word(Word),
}

/// A word of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Zone,
    Nobody,
    Owner,
    Others,
    Everyone,
}

impl Dyn {
    /// Returns a list.
    pub(super) fn list(items: Vec<Self>) -> Self {
        Self::List(Rc::new(items))
    }

    /// Returns how many values it holds, itself included; `None` if these are too many or too deep.
    pub(super) fn size(&self, depth: usize) -> Option<usize> {
        /// The most values inside of a value.
        const MOST_VALUES: usize = 20_000;
        /// How deep a value is, at most.
        const DEEPEST: usize = 20;
        if depth > DEEPEST {
            return None;
        }
        let mut size = 1;
        let mut add = |part: &Self| {
            size += part.size(depth + 1)?;
            (size <= MOST_VALUES).then_some(())
        };
        match self {
            Self::List(items) | Self::Tuple(items) => {
                for item in &**items {
                    add(item)?;
                }
            }
            Self::Dict(items) => {
                for (key, value) in &**items {
                    add(key)?;
                    add(value)?;
                }
            }
            _ => {}
        }
        Some(size)
    }

    /// Whether it counts as true.
    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Wrong => false,
            Self::Int(number) => *number != 0,
            Self::Bool(flag) => *flag,
            Self::List(items) | Self::Tuple(items) => !items.is_empty(),
            Self::Dict(items) => !items.is_empty(),
            _ => true,
        }
    }

    /// Whether it is equal to another value, as Python sees it.
    pub(super) fn equals(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(number), Self::Bool(flag)) | (Self::Bool(flag), Self::Int(number)) => {
                *number == i64::from(*flag)
            }
            (Self::List(one), Self::List(other)) | (Self::Tuple(one), Self::Tuple(other)) => {
                one.len() == other.len()
                    && one.iter().zip(&**other).all(|(one, other)| one.equals(other))
            }
            _ => self == other,
        }
    }

    /// Returns the whole number that it is; True is 1.
    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(*number),
            Self::Bool(flag) => Some(i64::from(*flag)),
            _ => None,
        }
    }

    /// Returns its type; `None` if it has none in functions.
    pub(super) fn ty(&self) -> Option<Ty> {
        Some(match self {
            Self::Wrong => Ty::Unknown,
            Self::Int(_) => Ty::Int,
            Self::Bool(_) => Ty::Bool,
            Self::Name(_) => Ty::Name,
            Self::Card(_) => Ty::Card,
            Self::List(items) => {
                let mut of = Ty::Unknown;
                for item in &**items {
                    of = of.join(&item.ty()?)?;
                }
                Ty::list(of)
            }
            Self::Tuple(items) => {
                let parts: Vec<Ty> = items.iter().map(Self::ty).collect::<Option<_>>()?;
                match items.first() {
                    Some(Self::Name(name)) if parts[1..].iter().all(Ty::is_word) => {
                        Ty::Shaped(vec![ShapeTy { name: *name, parts: parts[1..].to_vec() }])
                    }
                    _ => Ty::Tuple(parts),
                }
            }
            _ => return None,
        })
    }

    /// Returns the value for the program; `None` if functions cannot have it.
    pub(super) fn value(&self) -> Option<Value> {
        let all = |items: &[Self]| items.iter().map(Self::value).collect::<Option<Vec<_>>>();
        Some(match self {
            Self::Int(number) => Value::Int(*number),
            Self::Bool(flag) => Value::Bool(*flag),
            Self::Name(name) => Value::Name(*name),
            Self::Card(card) => Value::Card(*card),
            Self::List(items) => Value::List(all(items)?),
            Self::Tuple(items) => Value::Tuple(all(items)?),
            _ => return None,
        })
    }

    /// Returns a value of the program as one of the module's lines.
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Int(number) => Self::Int(*number),
            Value::Bool(flag) => Self::Bool(*flag),
            Value::Name(name) => Self::Name(*name),
            Value::Card(card) => Self::Card(*card),
            Value::List(items) => Self::list(items.iter().map(Self::of).collect()),
            Value::Tuple(items) => Self::Tuple(Rc::new(items.iter().map(Self::of).collect())),
        }
    }

    /// Returns the value as the file would write it.
    pub(super) fn told(&self, names: &Names) -> String {
        /// The longest text of the elements of a value, in bytes.
        const LONGEST: usize = 100;
        let all = |items: &[Self]| {
            let mut told = String::new();
            for (place, item) in items.iter().enumerate() {
                if told.len() > LONGEST {
                    return told + ", ...";
                }
                told += if place > 0 { ", " } else { "" };
                told += &item.told(names);
            }
            told
        };
        match self {
            Self::Wrong => "?".to_owned(),
            Self::Int(number) => number.to_string(),
            Self::Bool(true) => "True".to_owned(),
            Self::Bool(false) => "False".to_owned(),
            Self::Name(name) => format!("\"{}\"", names.text(*name)),
            Self::Card(_) => "a card".to_owned(),
            Self::List(items) => format!("[{}]", all(items)),
            Self::Tuple(items) if items.len() == 1 => format!("({},)", all(items)),
            Self::Tuple(items) => format!("({})", all(items)),
            Self::Dict(_) => "a dictionary".to_owned(),
            Self::Zones(_) => "a zone".to_owned(),
            Self::Numbers(_) => "numbers of the game".to_owned(),
            Self::Word(Word::Zone) => "zone".to_owned(),
            Self::Word(Word::Nobody) => "nobody".to_owned(),
            Self::Word(Word::Owner) => "owner".to_owned(),
            Self::Word(Word::Others) => "others".to_owned(),
            Self::Word(Word::Everyone) => "everyone".to_owned(),
        }
    }

    /// Returns its kind in words.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Wrong => "a value",
            Self::Int(_) => "a whole number",
            Self::Bool(_) => "True or False",
            Self::Name(_) => "a name",
            Self::Card(_) => "a card",
            Self::List(_) => "a list",
            Self::Tuple(_) => "a tuple",
            Self::Dict(_) => "a dictionary",
            Self::Zones(_) => "a zone",
            Self::Numbers(_) => "numbers of the game",
            Self::Word(_) => "a word of the language",
        }
    }
}
