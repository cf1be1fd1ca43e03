//! Secret choices that are kept in variables while others decide: players that search would see them
//! there.

use ruff_python_ast::{Expr, ExprCall};

use crate::program::Span;

use super::super::arguments::{called, span};
use super::super::diagnostic::Diagnostic;
use super::super::flow::each_part;
use super::super::types::Ty;
use super::{Seat, Secret, Walk};

/// Whether values of this type are cards.
fn is_card(ty: &Ty) -> bool {
    match ty {
        Ty::Card => true,
        Ty::List(element) => is_card(element),
        Ty::Shaped(shapes) => {
            shapes.len() == 1 && shapes[0].parts.iter().all(|part| *part == Ty::Card)
        }
        _ => false,
    }
}

impl Walk<'_, '_> {
    /// Returns the secret choice that a value is made of, if it is no card: the cards that lie unseen
    /// are drawn anew wherever they are.
    pub(super) fn secret(&self, value: &Expr) -> Option<Secret> {
        let mut found = match value {
            Expr::Call(call) => self.secret_call(call),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
        if let Some(own) = self.own(value) {
            return self.secrets.get(&own).cloned();
        }
        each_part(value, &mut |part| found = found.take().or_else(|| self.secret(part)));
        found
    }

    /// Returns the secret choice that a call is.
    pub(super) fn secret_call(&self, call: &ExprCall) -> Option<Secret> {
        let by_name =
            call.arguments.keywords.iter().find(|keyword| {
                keyword.arg.as_ref().is_some_and(|name| name.as_str() == "seen_by")
            });
        let seen = by_name.map(|keyword| &keyword.value).or(call.arguments.args.get(3));
        let is_secret = matches!(seen, Some(Expr::Name(name)) if name.id == "owner");
        let seat = match called(call) {
            Some("choose") => call.arguments.args.first().and_then(|seat| self.seat(seat)),
            Some("choose_together") => None,
            _ => return None,
        };
        is_secret.then(|| Secret { seat, at: span(call), is_old: false })
    }

    /// Notes that a target holds a secret choice, or none.
    pub(super) fn keep(&mut self, target: &Expr, secret: Option<&Secret>) {
        match target {
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.keep(part, secret)),
            _ => self.keep_in(self.own(target), secret),
        }
    }

    pub(super) fn keep_in(&mut self, own: Option<usize>, secret: Option<&Secret>) {
        let (Some(own), Some(secret)) = (own, secret) else { return };
        if !is_card(&self.checker.functions[self.index].types[own].0) {
            self.secrets.insert(own, secret.clone());
        }
    }

    /// A seat decides: what others chose in secret before is old.
    pub(super) fn decide(&mut self, seat: Option<&Seat>) {
        for secret in self.secrets.values_mut() {
            secret.is_old |= seat.is_none() || secret.seat.as_ref() != seat;
        }
    }

    /// Tells if a variable holds a secret choice while others decide: players that search would see
    /// it there.
    pub(super) fn read_secret(&mut self, own: usize, at: Span) {
        let Some(secret) = self.secrets.get(&own).filter(|secret| secret.is_old) else { return };
        let line = self.checker.sink.line(at);
        let message =
            format!("this secret choice is kept in a variable while others decide (line {line})");
        let message = Diagnostic::new(secret.at, message)
            .allowed("zones, and numbers that only their owner sees")
            .instead(
                "write `bid = each_player(0, owner, low=0, high=9)`, and set `bid[p]`; leave out \
                 `seen_by` if all may know the choice",
            );
        self.messages.push((secret.at, message));
    }
}
