//! Parts of tuples, attributes of cards and zones, fields of classes of numbers.

use ruff_python_ast::{Expr, ExprAttribute, ExprSubscript};

use crate::program::{AttributeId, Expression, ExpressionKind, Library, NumbersId, Span};

use super::arguments::span;
use super::check::{Checker, Typed};
use super::diagnostic::Diagnostic;
use super::module::Binding;
use super::types::{ShapeTy, Ty};

impl Checker<'_> {
    /// Checks `value.name`.
    pub(super) fn attribute(&mut self, attribute: &ExprAttribute) -> Typed {
        let at = span(attribute);
        if let Expr::Name(class) = &*attribute.value
            && let Some(Binding::Class(_)) = self.binding(&class.id)
        {
            return match self.field(attribute) {
                Some(id) => {
                    let ty = self.facts.numbers[id.0 as usize].kind.clone();
                    Typed::new(ExpressionKind::Number(id, None), ty, at)
                }
                None => Typed::wrong(at),
            };
        }
        let value = self.value(&attribute.value);
        let name = attribute.attr.as_str();
        let name_at = span(&attribute.attr);
        match &value.ty {
            Ty::Unknown => Typed::wrong(at),
            Ty::Card => match name {
                "name" => {
                    Typed::new(ExpressionKind::CardName(Box::new(value.expression)), Ty::Name, at)
                }
                "zone" => {
                    let kind = ExpressionKind::Library(Library::ZoneOf, vec![value.expression]);
                    Typed::new(kind, Ty::Zone, at)
                }
                _ => {
                    let facts = self.facts;
                    match facts.attributes.iter().position(|(known, _)| known == name) {
                        Some(index) => {
                            let ty = facts.attributes[index].1.clone();
                            let id = AttributeId(index as u32);
                            let kind = ExpressionKind::Attribute(Box::new(value.expression), id);
                            Typed::new(kind, ty, at)
                        }
                        None => {
                            let names = facts.attributes.iter().map(|(name, _)| name.as_str());
                            let names = names.chain(["name", "zone"]);
                            let message =
                                Diagnostic::unknown(name_at, "attribute of cards", name, names);
                            self.wrong(message)
                        }
                    }
                }
            },
            Ty::Zone if name == "top" || name == "bottom" => {
                let library = if name == "top" { Library::Top } else { Library::Bottom };
                Typed::new(ExpressionKind::Library(library, vec![value.expression]), Ty::Card, at)
            }
            Ty::Zone => {
                let names = ["top", "bottom"].into_iter().chain(super::library::ZONE_METHODS);
                let message = Diagnostic::unknown(name_at, "attribute of zones", name, names);
                self.wrong(message)
            }
            other => {
                let message = format!("{} has no `.{name}`", other.told(self.names));
                let message = Diagnostic::new(name_at, message);
                let message = match other {
                    Ty::List(of) if **of == Ty::Card => {
                        message.instead("take one of its cards: `cards[0]`, or go over them")
                    }
                    _ => message.allowed("cards: attributes; zones: top, bottom"),
                };
                self.wrong(message)
            }
        }
    }

    /// Finds a field of a class of numbers.
    pub(super) fn field(&mut self, attribute: &ExprAttribute) -> Option<NumbersId> {
        let Expr::Name(class) = &*attribute.value else { return None };
        let Some(Binding::Class(fields)) = self.binding(&class.id) else { return None };
        let found = fields.iter().find(|(name, _)| *name == attribute.attr.as_str());
        if found.is_none() {
            let names = fields.iter().map(|(name, _)| name.clone());
            let message =
                Diagnostic::unknown(span(&attribute.attr), "number", &attribute.attr, names);
            self.sink.report(message);
        }
        found.map(|(_, id)| *id)
    }

    /// Checks a part of a tuple.
    pub(super) fn part(&mut self, whole: Typed, narrow: &Ty, subscript: &ExprSubscript) -> Typed {
        let at = span(subscript);
        let Some(index) = self.constant_number(&subscript.slice) else {
            let message = Diagnostic::new(
                span(&*subscript.slice),
                "a part of a tuple is taken with a number in digits",
            );
            return self.wrong(message.instead("write a number, `pair[0]`, or use a list"));
        };
        let (ty, index) = match narrow {
            Ty::Tuple(parts) => {
                let length = parts.len() as i64;
                let index = if index < 0 { index + length } else { index };
                match usize::try_from(index).ok().and_then(|index| parts.get(index)) {
                    Some(part) => (part.clone(), index as usize),
                    None => {
                        let message = format!("the tuple has {length} parts, counted from 0");
                        return self.wrong(Diagnostic::new(at, message));
                    }
                }
            }
            Ty::Shaped(shapes) => match self.part_of_shapes(shapes, index, subscript) {
                Ok(found) => found,
                Err(message) => return self.wrong(message),
            },
            _ => return Typed::wrong(at),
        };
        Typed::new(ExpressionKind::Part(Box::new(whole.expression), index), ty, at)
    }

    /// Returns the type of a part that all shapes have.
    pub(super) fn part_of_shapes(
        &self,
        shapes: &[ShapeTy],
        index: i64,
        subscript: &ExprSubscript,
    ) -> Result<(Ty, usize), Diagnostic> {
        let at = span(subscript);
        let (text, is_variable) = match &*subscript.value {
            Expr::Name(name) => (name.id.as_str(), true),
            _ => ("option", false),
        };
        if index < 0 {
            return Err(Diagnostic::new(at, "parts of an option are counted from 0"));
        }
        let index = index as usize;
        if index == 0 {
            return Ok((Ty::Name, 0));
        }
        let mut found = Ty::Unknown;
        for shape in shapes {
            let joined = shape.parts.get(index - 1).and_then(|part| found.join(part));
            match joined {
                Some(joined) => found = joined,
                None => {
                    let told = Ty::Shaped(shapes.to_vec()).told(self.names);
                    let message = format!("`{text}[{index}]`: here it may be {told}");
                    let kinds = self.names.text(shapes[0].name);
                    let asked = format!("`if {text}[0] == \"{kinds}\":`");
                    // The next line knows the shape only if this is a variable.
                    return Err(Diagnostic::new(at, message)
                        .allowed("a part that all of these have, of the same kind")
                        .instead(if is_variable {
                            format!("test the kind before: {asked}")
                        } else {
                            format!("set a variable, `option = ...`, and test its kind: {asked}")
                        }));
                }
            }
        }
        Ok((found, index))
    }

    /// Returns the types of `count` parts of a tuple, if it has as many.
    pub(super) fn parts_type(ty: &Ty, count: usize) -> Option<Vec<Ty>> {
        match ty {
            Ty::Unknown => Some(vec![Ty::Unknown; count]),
            Ty::Tuple(parts) if parts.len() == count => Some(parts.clone()),
            Ty::Shaped(shapes) => {
                let mut all = shapes[0].as_tuple();
                for shape in shapes {
                    match Ty::Tuple(all).join(&Ty::Tuple(shape.as_tuple()))? {
                        Ty::Tuple(joined) => all = joined,
                        _ => return None,
                    }
                }
                (all.len() == count).then_some(all)
            }
            _ => None,
        }
    }

    /// Returns a value as a plain tuple of these parts.
    pub(super) fn parts_of(value: Typed, parts: Vec<Ty>) -> Expression {
        match value.ty {
            Ty::Shaped(_) => Self::convert(value.expression, &Ty::Tuple(parts)),
            _ => value.expression,
        }
    }

    /// Reports that a value does not have `count` parts.
    pub(super) fn tell_parts(&mut self, ty: &Ty, count: usize, at: Span) {
        if *ty == Ty::Unknown {
            return;
        }
        let message = format!("{count} names for {}", ty.told(self.names));
        let message = Diagnostic::new(at, message);
        self.sink.report(match ty {
            Ty::List(_) | Ty::Zone => {
                message.instead("take the elements one by one: `first = list[0]`")
            }
            Ty::Shaped(_) => message.instead("use `match` with a `case` for each kind"),
            _ => message.instead("write as many names as there are parts"),
        });
    }
}
