//! Which lists are needed after a decision.

use std::collections::HashMap;

use super::visit;
use crate::program::{
    Expression, ExpressionKind as Kind, Function, LocalId, Statement, StatementKind,
};

/// The order in which a function reads its variables and decides. It errs on the side of lists that
/// are needed.
#[derive(Debug, Default)]
pub(super) struct Reads {
    next: u32,
    found: Vec<(LocalId, u32)>,
    loops: Vec<(u32, u32)>,
    /// The places of decisions, and of calls of functions that decide.
    places: HashMap<*const Expression, u32>,
}

impl Reads {
    pub(super) fn of(function: &Function) -> Self {
        let mut reads = Self::default();
        reads.body(&function.body);
        reads
    }

    fn step(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn read(&mut self, local: LocalId) {
        let place = self.step();
        self.found.push((local, place));
    }

    fn expression(&mut self, expression: &Expression) {
        visit::parts(expression, &mut |part| self.expression(part));
        match expression.kind {
            Kind::Local(local) => self.read(local),
            Kind::Choose(_) | Kind::Call(..) => {
                let place = self.step();
                self.places.insert(std::ptr::from_ref(expression), place);
            }
            _ => (),
        }
    }

    fn body(&mut self, body: &[Statement]) {
        for statement in body {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let first = self.step();
        visit::of_statement(statement, &mut |part| self.expression(part));
        match &statement.kind {
            StatementKind::SetElement(local, ..)
            | StatementKind::Append(local, ..)
            | StatementKind::Extend(local, ..)
            | StatementKind::Remove(local, ..) => self.read(*local),
            StatementKind::If(_, then, otherwise) => {
                self.body(then);
                self.body(otherwise);
            }
            StatementKind::While(_, body) | StatementKind::For(_, _, body) => {
                self.body(body);
                let end = self.step();
                self.loops.push((first, end));
            }
            _ => (),
        }
    }

    /// Whether a variable may be read after this decision or call.
    pub(super) fn is_needed_after(&self, expression: &Expression, local: LocalId) -> bool {
        let Some(place) = self.places.get(&std::ptr::from_ref(expression)) else { return true };
        self.found.iter().filter(|(read, _)| *read == local).any(|(_, read)| {
            read > place
                || self.loops.iter().any(|(first, end)| {
                    (first..=end).contains(&place) && (first..=end).contains(&read)
                })
        })
    }
}
