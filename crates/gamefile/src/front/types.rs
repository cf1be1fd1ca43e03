//! Types while they are being found: they grow from "not known yet" until all uses agree.

use super::names::Names;

pub(super) use crate::program::{Shape as ShapeTy, Type as Ty};

impl Ty {
    /// Returns a list of these.
    pub(super) fn list(of: Self) -> Self {
        Self::List(Box::new(of))
    }

    /// Returns the type of the elements of a list or a zone; of others it is not known.
    pub(super) fn element(&self) -> Self {
        match self {
            Self::List(of) => (**of).clone(),
            Self::Zone => Self::Card,
            _ => Self::Unknown,
        }
    }

    /// Returns the smallest type that has the values of both; `None` if there is none.
    pub(super) fn join(&self, other: &Self) -> Option<Self> {
        Some(match (self, other) {
            (one, other) if one == other => one.clone(),
            (Self::Unknown, known) | (known, Self::Unknown) => known.clone(),
            (Self::Int, Self::Player) | (Self::Player, Self::Int) => Self::Int,
            (Self::List(one), Self::List(other)) => Self::list(one.join(other)?),
            (Self::Tuple(one), Self::Tuple(other)) => Self::Tuple(join_all(one, other)?),
            (Self::Shaped(one), Self::Shaped(other)) => join_shapes(one, other)?,
            (Self::Shaped(shapes), Self::Tuple(parts))
            | (Self::Tuple(parts), Self::Shaped(shapes)) => {
                let mut all = parts.clone();
                for shape in shapes {
                    all = join_all(&all, &shape.as_tuple())?;
                }
                Self::Tuple(all)
            }
            _ => return None,
        })
    }

    /// Whether a value of this type can be taken where the other is wanted.
    pub(super) fn fits(&self, wanted: &Self) -> bool {
        match (self, wanted) {
            (Self::Unknown, _) | (_, Self::Unknown) | (Self::Int, Self::Player) => true,
            // A narrower shape is one of a wider type.
            (Self::List(one), Self::List(other)) => one.fits(other),
            (Self::Tuple(one), Self::Tuple(other)) => {
                one.len() == other.len()
                    && one.iter().zip(other).all(|(one, other)| one.fits(other))
            }
            _ => self.join(wanted).as_ref() == Some(wanted),
        }
    }

    /// Whether it has so many parts, or is nested so deeply, that it must contain itself.
    pub(super) fn is_endless(&self) -> bool {
        /// The most parts of a type.
        const MOST_PARTS: usize = 200;
        /// The most lists and tuples inside of each other.
        const DEEPEST: usize = 6;
        self.count(MOST_PARTS, DEEPEST) == 0
    }

    /// Takes the parts of a type off a number; 0 if there are more, or deeper ones.
    fn count(&self, left: usize, depth: usize) -> usize {
        let parts: Vec<&Self> = match self {
            Self::List(of) => vec![&**of],
            Self::Tuple(parts) => parts.iter().collect(),
            Self::Shaped(shapes) => shapes.iter().flat_map(|shape| &shape.parts).collect(),
            _ => return left.saturating_sub(1),
        };
        if depth == 0 {
            return 0;
        }
        parts.into_iter().fold(left.saturating_sub(1), |left, part| part.count(left, depth - 1))
    }

    /// Whether it is a whole number or a seat.
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Self::Int | Self::Player | Self::Unknown)
    }

    /// Whether its value is one word.
    pub(super) fn is_word(&self) -> bool {
        !matches!(self, Self::Unit | Self::List(_) | Self::Tuple(_) | Self::Shaped(_))
    }

    /// Returns the finished type. An unknown type becomes a whole number: no value has it.
    pub(super) fn finish(&self) -> Self {
        let finished = |parts: &[Self]| parts.iter().map(Self::finish).collect();
        match self {
            Self::Unknown => Self::Int,
            Self::List(of) => Self::list(of.finish()),
            Self::Tuple(parts) => Self::Tuple(finished(parts)),
            Self::Shaped(shapes) => {
                let shape =
                    |shape: &ShapeTy| ShapeTy { name: shape.name, parts: finished(&shape.parts) };
                Self::Shaped(shapes.iter().map(shape).collect())
            }
            known => known.clone(),
        }
    }

    /// Returns the type in words: "a list of cards".
    pub(super) fn told(&self, names: &Names) -> String {
        match self {
            Self::Unknown => "a value".to_owned(),
            Self::Unit => "nothing".to_owned(),
            Self::Int => "a whole number".to_owned(),
            Self::Player => "a seat".to_owned(),
            Self::Bool => "True or False".to_owned(),
            Self::Name => "a name".to_owned(),
            Self::Card => "a card".to_owned(),
            Self::Zone => "a zone".to_owned(),
            Self::List(of) => format!("a list of {}", of.plural(names)),
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.told(names)).collect();
                format!("a tuple ({})", parts.join(", "))
            }
            Self::Shaped(shapes) => {
                let shapes: Vec<String> =
                    shapes.iter().take(4).map(|shape| shape.told(names)).collect();
                format!("a tuple {}", shapes.join(" or "))
            }
        }
    }

    /// Returns several values of the type in words: "cards".
    fn plural(&self, names: &Names) -> String {
        match self {
            Self::Unknown | Self::Unit => "values".to_owned(),
            Self::Int => "whole numbers".to_owned(),
            Self::Player => "seats".to_owned(),
            Self::Bool => "flags".to_owned(),
            Self::Name => "names".to_owned(),
            Self::Card => "cards".to_owned(),
            Self::Zone => "zones".to_owned(),
            Self::List(of) => format!("lists of {}", of.plural(names)),
            Self::Tuple(_) | Self::Shaped(_) => {
                let told = self.told(names);
                format!("tuples{}", told.strip_prefix("a tuple").unwrap_or(""))
            }
        }
    }
}

impl ShapeTy {
    /// Returns the types of all parts, the name included.
    pub(super) fn as_tuple(&self) -> Vec<Ty> {
        std::iter::once(Ty::Name).chain(self.parts.iter().cloned()).collect()
    }

    /// Returns the shape in words: `("bid", a whole number)`.
    fn told(&self, names: &Names) -> String {
        let parts: Vec<String> = self.parts.iter().map(|part| part.told(names)).collect();
        match parts.len() {
            0 => format!("(\"{}\",)", names.text(self.name)),
            _ => format!("(\"{}\", {})", names.text(self.name), parts.join(", ")),
        }
    }
}

/// Joins types pair by pair.
fn join_all(one: &[Ty], other: &[Ty]) -> Option<Vec<Ty>> {
    if one.len() != other.len() {
        return None;
    }
    one.iter().zip(other).map(|(one, other)| one.join(other)).collect()
}

/// Joins sets of shapes, sorted by name.
fn join_shapes(one: &[ShapeTy], other: &[ShapeTy]) -> Option<Ty> {
    let mut all = one.to_vec();
    for shape in other {
        match all.binary_search_by_key(&shape.name, |shape| shape.name) {
            Ok(at) => all[at].parts = join_all(&all[at].parts, &shape.parts)?,
            Err(at) => all.insert(at, shape.clone()),
        }
    }
    Some(Ty::Shaped(all))
}
