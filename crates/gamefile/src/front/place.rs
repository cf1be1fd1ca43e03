//! Targets of assignments: variables, declared numbers, elements of lists.

use ruff_python_ast::{Expr, Operator, StmtAugAssign};

use crate::program::{
    Expression, ExpressionKind, NumbersId, Pattern, Span, Statement, StatementKind,
};

use super::arguments::span;
use super::check::{Checker, Typed, Variable};
use super::diagnostic::Diagnostic;
use super::expression::Several;
use super::module::Binding;
use super::statement::is_plain;
use super::types::Ty;

/// The target of an assignment.
pub(super) enum Place {
    /// An own variable.
    Variable(usize, Span),
    /// A declared number.
    Number(NumbersId, Option<Expression>),
    /// An element of a list.
    Element(Variable, Vec<Expression>, Ty),
}

impl Checker<'_> {
    /// Finds the place that a target names.
    pub(super) fn place(&mut self, target: &Expr) -> Option<Place> {
        match target {
            Expr::Name(name) => {
                let at = span(name);
                let variable = self.functions[self.current].variables.at.get(&at.start).copied();
                Some(Place::Variable(variable?, at))
            }
            Expr::Attribute(attribute) => {
                if let Expr::Name(class) = &*attribute.value
                    && let Some(Binding::Class(_)) = self.binding(&class.id)
                {
                    return self.field(attribute).map(|id| Place::Number(id, None));
                }
                let value = self.value(&attribute.value);
                let message = match value.ty {
                    Ty::Unknown => return None,
                    Ty::Card => Diagnostic::new(span(target), "a card does not change")
                        .instead("keep what changes in `each(...)` or in zones"),
                    _ => Diagnostic::new(span(target), "this cannot be set")
                        .allowed("variables, `now.name`, `points[p]`, elements of lists"),
                };
                self.sink.report(message);
                None
            }
            Expr::Subscript(subscript) => {
                if let Some(one) = self.one_of(subscript)
                    && let Several::Numbers(id) = one.of
                {
                    return self
                        .index(&one, span(target))
                        .map(|index| Place::Number(id, Some(index)));
                }
                self.element_place(target)
            }
            _ => {
                let message = Diagnostic::new(span(target), "this cannot be set");
                self.sink.report(
                    message.allowed("variables, `now.name`, `points[p]`, elements of lists"),
                );
                None
            }
        }
    }

    /// Finds the element of a local list that a target names.
    pub(super) fn element_place(&mut self, target: &Expr) -> Option<Place> {
        let (variable, indices, ty) = self.list_path(target)?;
        Some(Place::Element(variable, indices, ty))
    }

    /// Finds the local list, the indices and the type of `list[i][j]`.
    pub(super) fn list_path(&mut self, target: &Expr) -> Option<(Variable, Vec<Expression>, Ty)> {
        match target {
            Expr::Name(name) => {
                let at = span(name);
                if let Some((_, inner)) =
                    self.scopes.iter().rev().find(|(known, _)| known == name.id.as_str())
                {
                    let inner = *inner;
                    return Some((Variable::Inner(inner), Vec::new(), self.inner[inner].1.clone()));
                }
                match self.functions[self.current].variables.at.get(&at.start).copied() {
                    Some(own) if self.is_variable(&name.id) => {
                        let ty = self.functions[self.current].types[own].0.clone();
                        Some((Variable::Own(own), Vec::new(), ty))
                    }
                    _ => {
                        let name_is =
                            |what: &str| Diagnostic::new(at, format!("`{}` {what}", name.id));
                        let message = if let Some(binding) = self.binding(&name.id) {
                            match binding {
                                Binding::Wrong => return None,
                                Binding::Zones(_) => name_is("has zones, whose cards are moved")
                                    .instead(
                                        "write `zone.put(card)`, with the zone to which it goes",
                                    ),
                                Binding::Dict(..) => name_is("is a table, which never changes")
                                    .instead(
                                        "count in `each(NAMES, 0)`, with a number for each name",
                                    ),
                                _ => name_is("is a constant")
                                    .instead("copy it into a variable first: `mine = list(NAME)`"),
                            }
                        } else if self.is_variable(&name.id) {
                            return None;
                        } else {
                            self.unknown_name(&name.id, at)
                        };
                        self.sink.report(message);
                        None
                    }
                }
            }
            Expr::Subscript(subscript) => {
                let (variable, mut indices, ty) = self.list_path(&subscript.value)?;
                let index = self.value(&subscript.slice);
                match ty {
                    Ty::List(of) => {
                        indices.push(self.expect(index, &Ty::Int, "this index"));
                        Some((variable, indices, *of))
                    }
                    Ty::Unknown => None,
                    other => {
                        let message =
                            format!("{} has no elements that can be set", other.told(self.names));
                        let message = Diagnostic::new(span(target), message);
                        self.sink.report(match other {
                            Ty::Tuple(_) | Ty::Shaped(_) => {
                                message.instead("make a new tuple: `pair = (pair[0], value)`")
                            }
                            Ty::Zone => message.instead("use `zone.put(card)`"),
                            _ => message,
                        });
                        None
                    }
                }
            }
            _ => {
                self.sink.report(
                    Diagnostic::new(span(target), "only a variable's own list can be changed")
                        .instead("give the list a name first"),
                );
                None
            }
        }
    }

    /// Sets a place to a value.
    pub(super) fn set(&mut self, place: Place, value: Typed, at: Span, out: &mut Vec<Statement>) {
        let kind = match place {
            Place::Variable(own, name_at) => {
                let shapes = match &value.ty {
                    Ty::Shaped(shapes) => Some(shapes.iter().map(|shape| shape.name).collect()),
                    _ => None,
                };
                let value = match self.grow(own, &value.ty, name_at) {
                    Some(ty) => Self::convert(value.expression, &ty),
                    None => value.expression,
                };
                let variable = Variable::Own(own);
                if let Some(known) = &mut self.known {
                    match shapes {
                        Some(shapes) => known.insert(variable, shapes),
                        None => known.remove(&variable),
                    };
                }
                StatementKind::Assign(Pattern::Local(self.local(variable)), value)
            }
            Place::Number(id, index) => {
                self.note_act(at);
                let ty = self.facts.numbers[id.0 as usize].kind.clone();
                let name = self.facts.numbers[id.0 as usize].name.clone();
                let value = self.expect(value, &ty, &format!("`{name}` is set to a value that"));
                StatementKind::SetNumber(id, index, value)
            }
            Place::Element(list, indices, ty) => {
                let value = self.grow_element(list, indices.len(), value, &ty);
                StatementKind::SetElement(self.local(list), indices, value)
            }
        };
        out.push(Statement { kind, span: at });
    }

    /// Joins the type of a value to that of an own variable. Returns the type; reports an error if
    /// they do not fit.
    pub(super) fn grow(&mut self, own: usize, ty: &Ty, at: Span) -> Option<Ty> {
        let grows = self.join_variable(own, ty, at);
        let (all, set_at) = self.functions[self.current].types[own].clone();
        let name = &self.functions[self.current].variables.names[own];
        if grows && ty.fits(&all) {
            return Some(all);
        }
        let message = if ty.fits(&all) {
            let message = format!("`{name}` holds lists inside of lists without end");
            Diagnostic::new(at, message).instead("take another name for the outer list")
        } else {
            let message = format!(
                "`{name}` is {} here, but {} {}",
                ty.told(self.names),
                all.told(self.names),
                self.elsewhere(set_at)
            );
            Diagnostic::new(at, message).instead("take two names for two kinds of value")
        };
        self.sink.report(message);
        None
    }

    /// Lets the element type of a list variable grow by a value at some depth of indices.
    pub(super) fn grow_element(
        &mut self,
        list: Variable,
        depth: usize,
        value: Typed,
        element: &Ty,
    ) -> Expression {
        if let Variable::Own(own) = list {
            let mut grown = value.ty.clone();
            for _ in 0..depth {
                grown = Ty::list(grown);
            }
            self.join_variable(own, &grown, value.expression.span);
        }
        self.expect(value, element, "this element")
    }

    /// Checks `x += value` and the like.
    pub(super) fn change(&mut self, assign: &StmtAugAssign, out: &mut Vec<Statement>) {
        let at = span(assign);
        let Some(place) = self.place(&assign.target) else { return };
        let place = match place {
            // The effects of the index happen once.
            Place::Number(id, Some(mut index)) => {
                if let ExpressionKind::Tuple(parts) = index.kind {
                    let parts = parts.into_iter().map(|part| self.held_once(part, at, out));
                    index.kind = ExpressionKind::Tuple(parts.collect());
                } else {
                    index = self.held_once(index, at, out);
                }
                Place::Number(id, Some(index))
            }
            Place::Element(list, indices, ty) => {
                Place::Element(list, self.held(indices, at, out), ty)
            }
            other => other,
        };
        let before = match &place {
            Place::Variable(own, _) => {
                let ty = self.functions[self.current].types[*own].0.clone();
                let local = self.local(Variable::Own(*own));
                Typed::new(ExpressionKind::Local(local), ty, at)
            }
            Place::Number(id, index) => {
                let ty = self.facts.numbers[id.0 as usize].kind.clone();
                let index = index.clone().map(Box::new);
                Typed::new(ExpressionKind::Number(*id, index), ty, at)
            }
            Place::Element(list, indices, ty) => {
                let mut list_type = ty.clone();
                for _ in indices {
                    list_type = Ty::list(list_type);
                }
                let kind = ExpressionKind::Local(self.local(*list));
                let mut value = Typed::new(kind, list_type.clone(), at);
                for index in indices.iter().cloned() {
                    let Ty::List(of) = value.ty else { break };
                    let kind = ExpressionKind::Element(Box::new(value.expression), Box::new(index));
                    value = Typed::new(kind, *of, at);
                }
                value
            }
        };
        let added = self.operand(&assign.value);
        if let (Ty::List(_) | Ty::Unknown, Operator::Add, Place::Variable(own, _)) =
            (&before.ty, assign.op, &place)
            && (matches!(added.ty, Ty::List(_)) || matches!(before.ty, Ty::List(_)))
        {
            self.extend(Variable::Own(*own), Vec::new(), added, at, out);
            return;
        }
        if let (Ty::List(_), Operator::Add, Place::Element(list, indices, _)) =
            (&before.ty, assign.op, &place)
        {
            self.extend(*list, indices.clone(), added, at, out);
            return;
        }
        let value = self.arithmetic(before, assign.op, added, at);
        self.set(place, value, at, out);
    }

    /// Computes the indices of a place before the value that changes it.
    pub(super) fn held(
        &mut self,
        indices: Vec<Expression>,
        at: Span,
        out: &mut Vec<Statement>,
    ) -> Vec<Expression> {
        indices.into_iter().map(|index| self.held_once(index, at, out)).collect()
    }

    /// Returns an index that may be evaluated twice: its effects happen here, once.
    fn held_once(&mut self, index: Expression, at: Span, out: &mut Vec<Statement>) -> Expression {
        if is_plain(&index) {
            return index;
        }
        self.hold(Typed { expression: index, ty: Ty::Int }, at, out).1.expression
    }

    /// Keeps a value in a variable of its own.
    pub(super) fn hold(
        &mut self,
        value: Typed,
        at: Span,
        out: &mut Vec<Statement>,
    ) -> (Variable, Typed) {
        let variable = Variable::Inner(self.inner.len());
        let (local, held) = self.nameless(value.ty, at);
        let kind = StatementKind::Assign(Pattern::Local(local), value.expression);
        out.push(Statement { kind, span: at });
        (variable, held)
    }

    /// Checks `points.reset()` and `now.reset()`.
    pub(super) fn reset(
        &mut self,
        call: &ruff_python_ast::ExprCall,
        at: Span,
        out: &mut Vec<Statement>,
    ) -> bool {
        let Expr::Attribute(method) = &*call.func else { return false };
        let Expr::Name(name) = &*method.value else { return false };
        if &method.attr != "reset" || !call.arguments.is_empty() {
            return false;
        }
        let ids: Vec<NumbersId> = match self.binding(&name.id) {
            Some(Binding::Numbers(id)) => vec![*id],
            Some(Binding::Class(fields)) => fields.iter().map(|(_, id)| *id).collect(),
            _ => return false,
        };
        self.note_act(at);
        for id in ids {
            out.push(Statement { kind: StatementKind::ResetNumbers(id), span: at });
        }
        true
    }
}
