//! Methods of lists.

use ruff_python_ast::{Expr, ExprCall};

use crate::program::{Expression, ExpressionKind, Span, Statement, StatementKind};

use super::arguments::{arguments, passing, span};
use super::check::{Checker, Typed, Variable};
use super::diagnostic::{Diagnostic, Told};
use super::types::Ty;

impl Checker<'_> {
    /// Checks `list.append(value)` and the like, alone in a line. Returns whether it was one.
    pub(super) fn list_change(
        &mut self,
        call: &ExprCall,
        at: Span,
        out: &mut Vec<Statement>,
    ) -> bool {
        let Expr::Attribute(method) = &*call.func else { return false };
        let name = method.attr.as_str();
        if !["append", "extend", "remove"].contains(&name) || !self.is_list(&method.value) {
            return false;
        }
        let parameter = if name == "extend" { "list, /" } else { "value, /" };
        let Ok(found) = arguments(call, name, parameter, self.sink) else { return true };
        let Some((list, indices, ty)) = self.list_path(&method.value) else { return true };
        let Some(value) = found[0] else { return true };
        let indices = self.held(indices, at, out);
        if name == "extend" {
            let is_lazy = match value {
                Expr::Generator(_) => true,
                Expr::Call(call) => passing(call).is_some(),
                _ => false,
            };
            if is_lazy && names_it(value, &method.value) {
                let message = Diagnostic::new(span(value), "this goes over the list that grows");
                self.sink.report(message.instead("write `.extend([...])`: the list is made first"));
                return true;
            }
            let added = self.list_value(value);
            self.extend(list, indices, added, at, out);
            return true;
        }
        let value = self.operand(value);
        let element = ty.element();
        let place = self.local(list);
        let kind = if name == "append" {
            let value = self.grow_element(list, indices.len() + 1, value, &element);
            StatementKind::Append(place, indices, value)
        } else {
            let value = self.expect(value, &element, "what is removed");
            StatementKind::Remove(place, indices, value)
        };
        out.push(Statement { kind, span: at });
        true
    }

    /// Whether a target is a list, or is in one.
    fn is_list(&mut self, target: &Expr) -> bool {
        let mut root = target;
        while let Expr::Subscript(subscript) = root {
            root = &subscript.value;
        }
        let Expr::Name(name) = root else { return false };
        match self.variable(&name.id, span(name)) {
            Some((_, ty)) => matches!(ty, Ty::List(_)),
            None => match self.binding(&name.id) {
                Some(super::module::Binding::Global(id)) => {
                    matches!(self.facts.globals[id.0 as usize], Some(Ty::List(_)))
                }
                _ => false,
            },
        }
    }

    /// Adds a list to a list variable, or to a list inside of it.
    pub(super) fn extend(
        &mut self,
        list: Variable,
        indices: Vec<Expression>,
        added: Typed,
        at: Span,
        out: &mut Vec<Statement>,
    ) {
        let added = Self::as_list(added);
        if let Variable::Own(own) = list {
            let mut grown = added.ty.clone();
            for _ in &indices {
                grown = Ty::list(grown);
            }
            self.join_variable(own, &grown, added.expression.span);
        }
        let mut ty = match list {
            Variable::Own(own) => self.functions[self.current].types[own].0.clone(),
            Variable::Inner(inner) => self.inner[inner].1.clone(),
        };
        for _ in &indices {
            if let Ty::List(of) = ty {
                ty = *of;
            }
        }
        let added = self.expect(added, &ty, "what is added");
        let kind = StatementKind::Extend(self.local(list), indices, added);
        out.push(Statement { kind, span: at });
    }

    /// Checks a method of a list whose value is used.
    pub(super) fn list_method(
        &mut self,
        call: &ExprCall,
        name: &str,
        name_at: Span,
        list: Typed,
    ) -> Result<Typed, Told> {
        let at = span(call);
        let instead = match name {
            "index" | "count" => {
                let found = arguments(call, name, "value, /", self.sink)?;
                let value = found[0].ok_or(Told)?;
                let value = self.of_type(value, &list.ty.element(), "what is looked for");
                let (list, value) = (Box::new(list.expression), Box::new(value));
                let kind = if name == "index" {
                    ExpressionKind::Find(list, value)
                } else {
                    ExpressionKind::Count(list, value)
                };
                return Ok(Typed::new(kind, Ty::Int, at));
            }
            "append" | "extend" | "remove" => "write it in a line of its own, of a variable",
            "pop" => "write `last = x[-1]`, then `x = x[:-1]`",
            "insert" => "write `x = x[:i] + [value] + x[i:]`",
            "clear" => "write `x = []`",
            "sort" => "write `x = sorted(x, key=lambda c: c.rank)`",
            "reverse" => "write `x = list(reversed(x))`",
            "copy" => "write `list(x)`",
            "put" | "put_below" | "draw" | "shuffle" => {
                "a list only names cards; keep the cards in a zone: `deck = zone(nobody)`"
            }
            _ => "use append, extend, remove, index, count",
        };
        let message = format!("a list has no `{name}()` here");
        self.sink.tell(Diagnostic::new(name_at, message).instead(instead))
    }
}

/// Whether an expression names the variable of a list, or of the list around it.
fn names_it(expression: &Expr, list: &Expr) -> bool {
    let name = match list {
        Expr::Subscript(subscript) => return names_it(expression, &subscript.value),
        Expr::Name(name) => &name.id,
        _ => return false,
    };
    let mut found = false;
    super::flow::each_within(expression, &mut |part| {
        found |= matches!(part, Expr::Name(other) if other.id == *name);
    });
    found
}
