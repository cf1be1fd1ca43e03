//! Expressions of functions: names, literals, elements, parts, attributes.

use ruff_python_ast::{Expr, ExprSubscript, Number};

use crate::program::{
    Expression, ExpressionKind, Extent, GlobalId, NameId, NumbersId, Span, ZonesId,
};

use super::arguments::span;
use super::check::{Checker, Typed, Variable};
use super::diagnostic::Diagnostic;
use super::evaluate::is_smallest;
use super::module::Binding;
use super::names::{BUILTINS, LIBRARY};
use super::refuse;
use super::types::{ShapeTy, Ty};
use super::value::Dyn;

/// The most parts of an option after its name.
const MOST_PARTS: usize = 7;

impl Checker<'_> {
    /// Checks an expression.
    pub(super) fn value(&mut self, expression: &Expr) -> Typed {
        let at = span(expression);
        match expression {
            Expr::NumberLiteral(literal) => match &literal.value {
                Number::Int(number) => match number.as_i64() {
                    Some(number) => Typed::new(ExpressionKind::Constant(number), Ty::Int, at),
                    None => self.wrong(refuse::too_large(expression)),
                },
                _ => self.wrong(refuse::number(expression)),
            },
            Expr::BooleanLiteral(literal) => {
                Typed::new(ExpressionKind::Constant(i64::from(literal.value)), Ty::Bool, at)
            }
            Expr::StringLiteral(literal) => {
                let name = self.names.intern(literal.value.to_str());
                Typed::new(ExpressionKind::Name(name), Ty::Name, at)
            }
            Expr::Name(name) => self.name(&name.id, at),
            Expr::UnaryOp(unary) => self.unary(unary),
            Expr::BinOp(binary) => {
                let left = self.operand(&binary.left);
                let right = self.operand(&binary.right);
                self.arithmetic(left, binary.op, right, at)
            }
            Expr::BoolOp(operation) => self.either(operation),
            Expr::Compare(compare) => {
                let known = self.known.clone();
                let typed = self.comparison(compare);
                self.known = known;
                typed
            }
            Expr::If(conditional) => {
                let (test, when_true, when_false) = self.condition(&conditional.test);
                let before = std::mem::replace(&mut self.known, when_true);
                let then = self.operand(&conditional.body);
                self.known = when_false;
                let otherwise = self.operand(&conditional.orelse);
                self.known = before;
                let Some((then, otherwise, ty)) = self.both(then, otherwise, at) else {
                    return Typed::wrong(at);
                };
                let parts = (Box::new(test), Box::new(then), Box::new(otherwise));
                Typed::new(ExpressionKind::Conditional(parts.0, parts.1, parts.2), ty, at)
            }
            Expr::List(list) => self.list(&list.elts, at),
            Expr::Tuple(tuple) => self.tuple(&tuple.elts, at),
            Expr::ListComp(comprehension) => {
                self.comprehension(&comprehension.generators, &comprehension.elt, at)
            }
            Expr::Subscript(subscript) => self.subscript(subscript),
            Expr::Attribute(attribute) => self.attribute(attribute),
            Expr::Call(call) => self.call(call),
            _ => {
                if let Expr::Named(named) = expression
                    && let Expr::Name(name) = &*named.target
                {
                    self.sink.spoil(&name.id);
                }
                self.wrong(refuse::expression(expression))
            }
        }
    }

    /// Reports an error, and returns an expression in place of the wrong one.
    pub(super) fn wrong(&mut self, message: Diagnostic) -> Typed {
        let at = message.span;
        self.sink.report(message);
        Typed::wrong(at)
    }

    /// Returns two values with the same type. Reports an error if there is none.
    pub(super) fn both(
        &mut self,
        one: Typed,
        other: Typed,
        at: Span,
    ) -> Option<(Expression, Expression, Ty)> {
        let Some(ty) = one.ty.join(&other.ty) else {
            let message = format!(
                "this is {} or {}: two kinds of value",
                one.ty.told(self.names),
                other.ty.told(self.names)
            );
            let message = Diagnostic::new(at, message);
            self.sink.report(match (&one.ty, &other.ty) {
                (Ty::List(_), Ty::Zone) | (Ty::Zone, Ty::List(_)) => {
                    message.instead("write `list(zone)` for the cards of a zone")
                }
                _ => message.instead("give both the same kind"),
            });
            return None;
        };
        let (one, other) = (one.expression, other.expression);
        Some((Self::convert(one, &ty), Self::convert(other, &ty), ty))
    }

    /// Checks a name.
    fn name(&mut self, name: &str, at: Span) -> Typed {
        if name == "_" {
            let message = Diagnostic::new(at, "`_` is for values that are not used");
            return self.wrong(message.instead("give it a name"));
        }
        if let Some((variable, ty)) = self.variable(name, at) {
            if matches!(variable, Variable::Inner(inner) if self.unset.contains(&inner)) {
                let message = format!("`{name}` is not set yet here: this comprehension sets it");
                return self.wrong(Diagnostic::new(at, message).instead("take another name there"));
            }
            let kind = ExpressionKind::Local(self.local(variable));
            let typed = Typed::new(kind, ty.clone(), at);
            let narrow = self.narrowed(variable, &ty);
            return if narrow == ty {
                typed
            } else {
                Typed { expression: Self::convert(typed.expression, &narrow), ty: narrow }
            };
        }
        match self.binding(name) {
            Some(Binding::Global(id)) => self.global(*id, at),
            Some(Binding::Dict(..)) => self.wrong(
                Diagnostic::new(at, format!("the table `{name}` stands alone"))
                    .instead(format!("write `{name}[key]`, or go over it: `for key in {name}`")),
            ),
            Some(Binding::Zones(id)) => {
                let extent = &self.facts.zones[id.0 as usize].extent;
                if *extent == Extent::One {
                    return Typed::new(ExpressionKind::Zone(*id, None), Ty::Zone, at);
                }
                let message = Diagnostic::new(at, format!("`{name}` is several zones"));
                let instead = format!("write `{}` for one of them", index_told(name, extent));
                self.wrong(message.instead(instead))
            }
            Some(Binding::Numbers(id)) => {
                let extent = &self.facts.numbers[id.0 as usize].extent;
                let message = Diagnostic::new(at, format!("`{name}` is several numbers"));
                let instead = format!("write `{}` for one of them", index_told(name, extent));
                self.wrong(message.instead(instead))
            }
            Some(Binding::Class(_)) => self.wrong(
                Diagnostic::new(at, format!("`{name}` is several numbers"))
                    .instead(format!("write `{name}.` and the name of one of them")),
            ),
            Some(Binding::Wrong) => Typed::wrong(at),
            None if self.is_variable(name) => Typed::wrong(at),
            None => {
                let message = self.unknown_name(name, at);
                self.wrong(message)
            }
        }
    }

    /// Finds a variable and its whole type.
    pub(super) fn variable(&mut self, name: &str, at: Span) -> Option<(Variable, Ty)> {
        if let Some((_, inner)) = self.scopes.iter().rev().find(|(known, _)| known == name) {
            return Some((Variable::Inner(*inner), self.inner[*inner].1.clone()));
        }
        let facts = &self.functions[self.current];
        let own = *facts.variables.at.get(&at.start)?;
        facts.variables.own.contains(name).then(|| (Variable::Own(own), facts.types[own].0.clone()))
    }

    /// Returns the type of a variable here, narrowed by its known names.
    pub(super) fn narrowed(&self, variable: Variable, ty: &Ty) -> Ty {
        let (Ty::Shaped(shapes), Some(names)) = (ty, self.known_of(variable)) else {
            return ty.clone();
        };
        let possible: Vec<ShapeTy> =
            shapes.iter().filter(|shape| names.contains(&shape.name)).cloned().collect();
        if possible.is_empty() { ty.clone() } else { Ty::Shaped(possible) }
    }

    /// Checks a constant of the module.
    pub(super) fn global(&mut self, id: GlobalId, at: Span) -> Typed {
        match &self.facts.globals[id.0 as usize] {
            Some(ty) => Typed::new(ExpressionKind::Global(id), ty.clone(), at),
            None => self.wrong(
                Diagnostic::new(at, "this constant holds several kinds of value")
                    .allowed("lists whose elements are all of one kind; tuples")
                    .instead("make a list for each kind, or tuples"),
            ),
        }
    }

    /// Returns the message about a name that is not known in a function.
    pub(super) fn unknown_name(&mut self, name: &str, at: Span) -> Diagnostic {
        if self.function_index.contains_key(name) {
            return Diagnostic::new(at, format!("`{name}` is a function"))
                .instead(format!("call it: `{name}(...)`"));
        }
        if super::names::DECLARATIONS.contains(&name) {
            return Diagnostic::new(at, format!("`{name}` declares, at the left margin only"))
                .instead(format!("write `NAME = {name}(...)` at the left margin"));
        }
        if LIBRARY.contains(&name) || BUILTINS.contains(&name) {
            return Diagnostic::new(at, format!("`{name}` cannot stand alone here"))
                .instead(format!("call it: `{name}(...)`"));
        }
        if let Some(instead) = refuse::builtin(name) {
            let message = format!("`{name}` cannot be used");
            return Diagnostic::new(at, message).instead(instead).missing(name);
        }
        let facts = &self.functions[self.current];
        let mut known: Vec<&str> = facts.variables.own.iter().map(String::as_str).collect();
        known.extend(self.scopes.iter().map(|(name, _)| name.as_str()));
        known.extend(self.facts.bindings.keys().map(String::as_str));
        known.extend(self.function_index.keys());
        known.sort_unstable();
        known.extend(LIBRARY.iter().filter(|name| **name != "numbers" && **name != "lengths"));
        known.extend(BUILTINS);
        known.dedup();
        Diagnostic::unknown(at, "name", name, known)
    }

    /// Checks the elements of a list.
    pub(super) fn list(&mut self, elements: &[Expr], at: Span) -> Typed {
        let mut of = Ty::Unknown;
        let mut items = Vec::new();
        for element in elements {
            let item = self.operand(element);
            match of.join(&item.ty) {
                Some(joined) => of = joined,
                None => {
                    let message = format!(
                        "a list holds one kind of value; this is {} after {}",
                        item.ty.told(self.names),
                        of.told(self.names)
                    );
                    let message = Diagnostic::new(span(element), message);
                    self.sink.report(match (&of, &item.ty) {
                        (Ty::Name, Ty::Shaped(_)) | (Ty::Shaped(_), Ty::Name) => {
                            message.instead("make the name a tuple too: `(\"pass\",)`")
                        }
                        (Ty::Shaped(_), Ty::Shaped(_)) => message.instead(
                            "tuples with the same first name have the same parts: take another name",
                        ),
                        _ => message.instead("take tuples that begin with a name: `(\"card\", c)`"),
                    });
                    return Typed::wrong(at);
                }
            }
            items.push(item.expression);
        }
        let items = items.into_iter().map(|item| Self::convert(item, &of)).collect();
        Typed::new(ExpressionKind::List(items), Ty::list(of), at)
    }

    /// Checks the parts of a tuple.
    fn tuple(&mut self, elements: &[Expr], at: Span) -> Typed {
        if elements.is_empty() {
            let message = Diagnostic::new(at, "an empty tuple cannot be used");
            return self.wrong(message.instead("write `[]` for an empty list"));
        }
        let name = self.constant_name(&elements[0]);
        let mut parts = Vec::new();
        let mut types = Vec::new();
        for element in elements {
            let part = self.operand(element);
            types.push(part.ty);
            parts.push(part.expression);
        }
        let Some(name) = name else {
            return Typed::new(ExpressionKind::Tuple(parts), Ty::Tuple(types), at);
        };
        if let Some(part) = types[1..].iter().position(|ty| !ty.is_word()) {
            let told = types[part + 1].told(self.names);
            let message =
                Diagnostic::new(parts[part + 1].span, format!("a part of an option is {told}"))
                    .allowed("single values: cards, numbers, names, seats, zones")
                    .instead("put the cards into a zone, or take its place in a list: a number");
            return self.wrong(message);
        }
        if types.len() > MOST_PARTS + 1 {
            let message = format!("an option has at most {MOST_PARTS} parts after its name");
            return self.wrong(Diagnostic::new(at, message));
        }
        types.remove(0);
        let ty = Ty::Shaped(vec![ShapeTy { name, parts: types }]);
        Typed::new(ExpressionKind::Tuple(parts), ty, at)
    }

    /// Returns the name that an expression always is.
    pub(super) fn constant_name(&mut self, expression: &Expr) -> Option<NameId> {
        match expression {
            Expr::StringLiteral(literal) => Some(self.names.intern(literal.value.to_str())),
            Expr::Name(name) => match self.binding(&name.id) {
                Some(Binding::Global(id)) => match self.facts.constants.get(&id.0) {
                    Some(Dyn::Name(name)) => Some(*name),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the whole number that an expression always is.
    pub(super) fn constant_number(&self, expression: &Expr) -> Option<i64> {
        match expression {
            Expr::NumberLiteral(literal) => match &literal.value {
                Number::Int(number) => number.as_i64(),
                _ => None,
            },
            Expr::UnaryOp(unary) if is_smallest(unary) => Some(i64::MIN),
            Expr::UnaryOp(unary) if unary.op == ruff_python_ast::UnaryOp::USub => {
                self.constant_number(&unary.operand)?.checked_neg()
            }
            Expr::Name(name) => match self.binding(&name.id) {
                Some(Binding::Global(id)) => match self.facts.constants.get(&id.0) {
                    Some(Dyn::Int(number)) => Some(*number),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the declaration of several zones behind a name.
    pub(super) fn several_zones(&self, expression: &Expr) -> Option<ZonesId> {
        let Expr::Name(name) = expression else { return None };
        match self.binding(&name.id) {
            Some(Binding::Zones(id)) if self.facts.zones[id.0 as usize].extent != Extent::One => {
                Some(*id)
            }
            _ => None,
        }
    }

    /// Returns the declaration of several numbers behind a name.
    pub(super) fn several_numbers(&self, expression: &Expr) -> Option<NumbersId> {
        let Expr::Name(name) = expression else { return None };
        match self.binding(&name.id) {
            Some(Binding::Numbers(id)) => Some(*id),
            _ => None,
        }
    }

    /// Finds the declaration of several zones or numbers that `name[p]` is one of, or a part of, or
    /// `name[p][key]` is one of; and the indices.
    pub(super) fn one_of<'e>(&self, subscript: &'e ExprSubscript) -> Option<OneOf<'e>> {
        let found = |name: &Expr| match (self.several_zones(name), self.several_numbers(name)) {
            (Some(id), _) => {
                Some((Several::Zones(id), self.facts.zones[id.0 as usize].extent.clone()))
            }
            (_, Some(id)) => {
                Some((Several::Numbers(id), self.facts.numbers[id.0 as usize].extent.clone()))
            }
            _ => None,
        };
        if let Some((of, extent)) = found(&subscript.value) {
            return Some(OneOf { of, extent, first: &subscript.slice, second: None });
        }
        let Expr::Subscript(row) = &*subscript.value else { return None };
        let (of, extent) = found(&row.value)?;
        matches!(extent, Extent::EachPlayerAndName(_)).then_some(OneOf {
            of,
            extent,
            first: &row.slice,
            second: Some(&subscript.slice),
        })
    }

    /// Checks the indices of one of several zones or numbers.
    pub(super) fn index(&mut self, one: &OneOf<'_>, at: Span) -> Option<Expression> {
        let mut part = |index: &Expr, wanted: Ty| self.of_type(index, &wanted, "this index");
        match (&one.extent, one.second) {
            (Extent::EachPlayerAndName(_), Some(name)) => {
                let parts = vec![part(one.first, Ty::Player), part(name, Ty::Name)];
                let ty = Ty::Tuple(vec![Ty::Player, Ty::Name]);
                Some(Typed::new(ExpressionKind::Tuple(parts), ty, at).expression)
            }
            (Extent::EachPlayerAndName(_), None) => {
                part(one.first, Ty::Player);
                let (what, name) = match one.of {
                    Several::Zones(id) => ("zones", &self.facts.zones[id.0 as usize].name),
                    Several::Numbers(id) => ("numbers", &self.facts.numbers[id.0 as usize].name),
                };
                let message = format!("`{name}[p]` is several {what}");
                let message = Diagnostic::new(at, message).instead(format!(
                    "write `{name}[p][name]` for one of them; `for` goes over all of `{name}[p]`"
                ));
                self.sink.report(message);
                None
            }
            (Extent::EachPlayer, _) => Some(part(one.first, Ty::Player)),
            _ => Some(part(one.first, Ty::Name)),
        }
    }

    /// Checks `value[index]`.
    fn subscript(&mut self, subscript: &ExprSubscript) -> Typed {
        let at = span(subscript);
        if let Some(one) = self.one_of(subscript) {
            let Some(index) = self.index(&one, at) else { return Typed::wrong(at) };
            let index = Some(Box::new(index));
            return match one.of {
                Several::Zones(id) => Typed::new(ExpressionKind::Zone(id, index), Ty::Zone, at),
                Several::Numbers(id) => {
                    let ty = self.facts.numbers[id.0 as usize].kind.clone();
                    Typed::new(ExpressionKind::Number(id, index), ty, at)
                }
            };
        }
        if let Expr::Name(name) = &*subscript.value
            && let Some(Binding::Dict(keys, values)) = self.binding(&name.id)
        {
            let (keys, values) = (self.global(*keys, at), self.global(*values, at));
            let key = self.of_type(&subscript.slice, &keys.ty.element(), "this key");
            let place = ExpressionKind::Find(Box::new(keys.expression), Box::new(key));
            let place = Typed::new(place, Ty::Int, at).expression;
            let ty = values.ty.element();
            let kind = ExpressionKind::Element(Box::new(values.expression), Box::new(place));
            return Typed::new(kind, ty, at);
        }
        let (whole, narrow) = self.base(&subscript.value);
        if let Expr::Slice(slice) = &*subscript.slice {
            if let Some(step) = &slice.step {
                return self.wrong(
                    Diagnostic::new(span(&**step), "a slice with a step cannot be used")
                        .instead("write `list(reversed(x))`, or go over `range(0, len(x), 2)`"),
                );
            }
            let mut bound = |bound: &Option<Box<Expr>>| {
                let bound = bound.as_deref()?;
                Some(Box::new(self.of_type(bound, &Ty::Int, "the end of a slice")))
            };
            let (from, to) = (bound(&slice.lower), bound(&slice.upper));
            let ty = match &whole.ty {
                Ty::List(_) | Ty::Unknown => whole.ty.clone(),
                Ty::Zone => Ty::list(Ty::Card),
                other => {
                    let message = format!("{} has no slices", other.told(self.names));
                    let message = Diagnostic::new(at, message);
                    return self.wrong(message.allowed("lists and zones"));
                }
            };
            let kind = ExpressionKind::Slice(Box::new(whole.expression), from, to);
            return Typed::new(kind, ty, at);
        }
        match &whole.ty {
            Ty::Tuple(_) | Ty::Shaped(_) => self.part(whole, &narrow, subscript),
            Ty::Unknown => {
                self.value(&subscript.slice);
                Typed::wrong(at)
            }
            Ty::List(_) | Ty::Zone => {
                let ty = whole.ty.element();
                let index = self.of_type(&subscript.slice, &Ty::Int, "this index");
                let kind = ExpressionKind::Element(Box::new(whole.expression), Box::new(index));
                Typed::new(kind, ty, at)
            }
            other => {
                let message = format!("{} has no elements", other.told(self.names));
                let message = Diagnostic::new(at, message);
                self.wrong(message.allowed("lists, zones, tuples, `points[p]`, `hand[p]`"))
            }
        }
    }

    /// Checks a value whose parts are taken: as it is, and the type that it has here.
    fn base(&mut self, value: &Expr) -> (Typed, Ty) {
        if let Expr::Name(name) = value
            && let Some((variable, ty)) = self.variable(&name.id, span(name))
        {
            let narrow = self.narrowed(variable, &ty);
            let kind = ExpressionKind::Local(self.local(variable));
            return (Typed::new(kind, ty, span(name)), narrow);
        }
        let typed = self.operand(value);
        let narrow = typed.ty.clone();
        (typed, narrow)
    }
}

/// A declaration of several zones or numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Several {
    Zones(ZonesId),
    Numbers(NumbersId),
}

/// One of several zones or numbers, as in the text. If the second index is missing, it means those
/// of a player.
#[derive(Debug)]
pub(super) struct OneOf<'e> {
    pub(super) of: Several,
    pub(super) extent: Extent,
    pub(super) first: &'e Expr,
    pub(super) second: Option<&'e Expr>,
}

/// How one of several zones or numbers is written.
pub(super) fn index_told(name: &str, extent: &Extent) -> String {
    match extent {
        Extent::EachPlayerAndName(_) => format!("{name}[p][name]"),
        _ => format!("{name}[p]"),
    }
}
