//! Variables that are copies of a zone. If nothing moves meanwhile, the zone itself replaces them,
//! and its cards become a list only where a list is needed.

use super::visit;
use crate::program::{
    Clause, Expression, ExpressionKind as Kind, Function, Iterator, LocalId, Pattern, Statement,
    StatementKind, Type,
};

/// The zone that an expression copies to a list.
pub(super) fn copied_zone(expression: &Expression) -> Option<&Expression> {
    match &expression.kind {
        Kind::Slice(zone, None, None) | Kind::Convert(zone) if zone.type_ == Type::Zone => {
            matches!(expression.type_, Type::List(_)).then_some(zone)
        }
        _ => None,
    }
}

/// By variable of a function that changes nothing: whether it is such a copy, which is read only
/// where a zone does as well, or else once on every way.
pub(super) fn of(function: &Function, acts: bool) -> Vec<bool> {
    let is_copy = |number: usize| {
        let local = LocalId(number as u32);
        let mut uses = Uses { local, copies: 0, all: 0, good: 0 };
        uses.body(&function.body, false);
        uses.copies == 1 && uses.all == uses.good
    };
    let may_be = !acts && !function.decides;
    (0..function.locals.len())
        .map(|number| may_be && number >= function.parameters && is_copy(number))
        .collect()
}

/// How a variable is used.
struct Uses {
    local: LocalId,
    /// The number of places where it becomes the copy of a zone.
    copies: usize,
    /// The number of places where it is read, or set in another way.
    all: usize,
    /// The number of places where it is read and may be the zone.
    good: usize,
}

impl Uses {
    fn body(&mut self, body: &[Statement], in_loop: bool) {
        for statement in body {
            let expression = match &statement.kind {
                StatementKind::Assign(Pattern::Local(local), value)
                    if *local == self.local && copied_zone(value).is_some() && !in_loop =>
                {
                    self.copies += 1;
                    continue;
                }
                StatementKind::Assign(_, value)
                | StatementKind::Evaluate(value)
                | StatementKind::If(value, ..)
                | StatementKind::Return(Some(value))
                    if !in_loop =>
                {
                    Some(value)
                }
                _ => None,
            };
            self.all += usize::from(visit::assigns(std::slice::from_ref(statement), self.local));
            visit::of_statement(statement, &mut |part| self.all += self.mentions(part));
            match (&statement.kind, expression) {
                (StatementKind::Return(_), Some(value)) if self.is_it(value) => self.good += 1,
                (_, Some(value)) => self.good_in(value),
                _ => (),
            }
            match &statement.kind {
                StatementKind::SetElement(local, ..)
                | StatementKind::Append(local, ..)
                | StatementKind::Extend(local, ..)
                | StatementKind::Remove(local, ..) => self.all += usize::from(*local == self.local),
                StatementKind::If(_, then, otherwise) => {
                    self.body(then, in_loop);
                    self.body(otherwise, in_loop);
                }
                StatementKind::While(_, body) | StatementKind::For(_, _, body) => {
                    self.body(body, true);
                }
                _ => (),
            }
        }
    }

    fn is_it(&self, expression: &Expression) -> bool {
        matches!(expression.kind, Kind::Local(local) if local == self.local)
    }

    fn mentions(&self, expression: &Expression) -> usize {
        let mut count = usize::from(self.is_it(expression));
        visit::parts(expression, &mut |part| count += self.mentions(part));
        count
    }

    /// Counts where a comprehension goes over the cards, or where they are the last resort.
    fn good_in(&mut self, expression: &Expression) {
        match &expression.kind {
            Kind::Fold(fold) => {
                if let Some(Clause::For(_, Iterator::List(list))) = fold.clauses.first() {
                    self.good += usize::from(self.is_it(list));
                }
            }
            Kind::OrList(first, last) => {
                self.good_in(first);
                if self.is_it(last) {
                    self.good += 1;
                } else {
                    self.good_in(last);
                }
            }
            _ => visit::parts(expression, &mut |part| self.good_in(part)),
        }
    }
}
