//! Visits the parts of a program.

use crate::program::{
    Clause, Expression, ExpressionKind as Kind, Fold, FoldInto, Function, FunctionId, Iterator,
    Library, LocalId, Pattern, Program, Statement, StatementKind,
};

/// Calls back with every expression that an iterator consists of.
pub(crate) fn of_iterator<'p>(iterator: &'p Iterator, visit: &mut dyn FnMut(&'p Expression)) {
    match iterator {
        Iterator::Range(first, end, _) => {
            visit(first);
            visit(end);
        }
        Iterator::List(inner)
        | Iterator::Zone(inner)
        | Iterator::Players(inner)
        | Iterator::Others(inner) => visit(inner),
        Iterator::Zones(_) | Iterator::Numbers(_) => (),
        Iterator::Enumerate(inner, start) => {
            of_iterator(inner, visit);
            visit(start);
        }
        Iterator::Reversed(inner) => of_iterator(inner, visit),
        Iterator::Zip(one, other) => {
            of_iterator(one, visit);
            of_iterator(other, visit);
        }
    }
}

fn of_fold<'p>(fold: &'p Fold, visit: &mut dyn FnMut(&'p Expression)) {
    for clause in &fold.clauses {
        match clause {
            Clause::For(_, iterator) => of_iterator(iterator, visit),
            Clause::If(condition) => visit(condition),
        }
    }
    visit(&fold.element);
    match &fold.into {
        FoldInto::Extreme { key, default, .. } => {
            if let Some((_, key)) = key {
                visit(key);
            }
            default.iter().for_each(visit);
        }
        FoldInto::Sorted { key, .. } => key.iter().map(|(_, key)| key).for_each(visit),
        _ => (),
    }
}

/// Calls back with every direct part of an expression, in the order in which they are evaluated.
pub(in super::super) fn parts<'p>(
    expression: &'p Expression,
    visit: &mut dyn FnMut(&'p Expression),
) {
    match &expression.kind {
        Kind::Constant(_)
        | Kind::Name(_)
        | Kind::Global(_)
        | Kind::Local(_)
        | Kind::PlayerCount
        | Kind::Number(_, None)
        | Kind::Zone(_, None) => (),
        Kind::Number(_, Some(inner))
        | Kind::Zone(_, Some(inner))
        | Kind::Negate(inner)
        | Kind::Not(inner)
        | Kind::Attribute(inner, _)
        | Kind::CardName(inner)
        | Kind::Part(inner, _)
        | Kind::Length(inner)
        | Kind::Convert(inner)
        | Kind::Absolute(inner) => visit(inner),
        Kind::Arithmetic(_, a, b)
        | Kind::Compare(_, a, b)
        | Kind::And(a, b)
        | Kind::Or(a, b)
        | Kind::OrList(a, b)
        | Kind::Element(a, b)
        | Kind::Contains(a, b)
        | Kind::Find(a, b)
        | Kind::Count(a, b)
        | Kind::Repeat(a, b)
        | Kind::Concatenate(a, b) => {
            visit(a);
            visit(b);
        }
        Kind::With(all, inner) => {
            for (_, value) in all {
                visit(value);
            }
            visit(inner);
        }
        Kind::Conditional(a, b, c) => {
            visit(a);
            visit(b);
            visit(c);
        }
        Kind::Slice(list, from, end) => {
            visit(list);
            for bound in [from, end].into_iter().flatten() {
                visit(bound);
            }
        }
        Kind::Call(_, all)
        | Kind::List(all)
        | Kind::Tuple(all)
        | Kind::Extreme(_, all)
        | Kind::Library(_, all) => all.iter().for_each(visit),
        Kind::Fold(fold) => of_fold(fold, visit),
        Kind::Choose(choose) => {
            visit(&choose.seat);
            visit(&choose.options);
        }
    }
}

/// Calls back with every expression of a statement, without those of statements inside of it.
pub(in super::super) fn of_statement<'p>(
    statement: &'p Statement,
    visit: &mut dyn FnMut(&'p Expression),
) {
    match &statement.kind {
        StatementKind::Evaluate(value) | StatementKind::Assign(_, value) => visit(value),
        StatementKind::SetNumber(_, index, value) => {
            index.iter().for_each(&mut *visit);
            visit(value);
        }
        StatementKind::SetElement(_, indices, value)
        | StatementKind::Append(_, indices, value)
        | StatementKind::Extend(_, indices, value)
        | StatementKind::Remove(_, indices, value) => {
            indices.iter().for_each(&mut *visit);
            visit(value);
        }
        StatementKind::If(condition, ..) | StatementKind::While(condition, _) => visit(condition),
        StatementKind::For(_, iterator, _) => of_iterator(iterator, visit),
        StatementKind::Return(value) => value.iter().for_each(visit),
        StatementKind::ResetNumbers(_) | StatementKind::Break | StatementKind::Continue => (),
    }
}

/// Whether `holds` is true of an expression or a part of it.
pub(in super::super) fn any(expression: &Expression, holds: &dyn Fn(&Expression) -> bool) -> bool {
    if holds(expression) {
        return true;
    }
    let mut found = false;
    parts(expression, &mut |part| found = found || any(part, holds));
    found
}

/// Whether an expression reads this variable.
pub(crate) fn mentions(expression: &Expression, local: LocalId) -> bool {
    any(expression, &|part| matches!(part.kind, Kind::Local(found) if found == local))
}

/// Calls back with an expression and all its parts, from the outermost.
pub(super) fn each_within<'p>(expression: &'p Expression, visit: &mut dyn FnMut(&'p Expression)) {
    visit(expression);
    parts(expression, &mut |part| each_within(part, visit));
}

/// Calls back with every statement, and those inside of it, in the order of the text.
pub(super) fn each_statement<'p>(body: &'p [Statement], visit: &mut dyn FnMut(&'p Statement)) {
    for statement in body {
        visit(statement);
        match &statement.kind {
            StatementKind::If(_, then, otherwise) => {
                each_statement(then, visit);
                each_statement(otherwise, visit);
            }
            StatementKind::While(_, body) | StatementKind::For(_, _, body) => {
                each_statement(body, visit);
            }
            _ => (),
        }
    }
}

/// Calls back with every expression of a statement and all its parts.
pub(super) fn each_in_statement<'p>(
    statement: &'p Statement,
    visit: &mut dyn FnMut(&'p Expression),
) {
    of_statement(statement, &mut |part| each_within(part, visit));
}

/// Calls back with every expression of a function and all its parts.
pub(super) fn each_in_function<'p>(function: &'p Function, visit: &mut dyn FnMut(&'p Expression)) {
    each_statement(&function.body, &mut |statement| each_in_statement(statement, visit));
}

/// Whether it changes the game, or ends it.
fn acts(library: Library) -> bool {
    use Library as L;
    !matches!(
        library,
        L::Top
            | L::Bottom
            | L::ZoneOf
            | L::Players
            | L::Others
            | L::After
            | L::Before
            | L::IsOut
            | L::Team
    )
}

/// By function: whether a call of it can change the game.
pub(crate) fn functions_that_act(program: &Program) -> Vec<bool> {
    let mut acting = vec![false; program.functions.len()];
    // Without recursion this ends after as many rounds as calls are nested.
    loop {
        let mut changed = false;
        for (number, function) in program.functions.iter().enumerate() {
            if acting[number] {
                continue;
            }
            let mut found = false;
            each_statement(&function.body, &mut |statement| {
                found |= matches!(
                    statement.kind,
                    StatementKind::SetNumber(..) | StatementKind::ResetNumbers(_)
                );
                of_statement(statement, &mut |part| found |= has_effect(part, &acting));
            });
            acting[number] = found;
            changed |= found;
        }
        if !changed {
            return acting;
        }
    }
}

/// Whether evaluating it can change the game.
pub(crate) fn has_effect(expression: &Expression, acting: &[bool]) -> bool {
    any(expression, &|part| match &part.kind {
        Kind::Choose(_) => true,
        Kind::Call(FunctionId(function), _) => {
            acting.get(*function as usize).copied().unwrap_or(true)
        }
        Kind::Library(library, _) => acts(*library),
        _ => false,
    })
}

/// Whether it calls a function of the file, or decides.
pub(crate) fn calls(expression: &Expression) -> bool {
    any(expression, &|part| matches!(part.kind, Kind::Call(..) | Kind::Choose(_)))
}

/// Whether a function is so small that its code is inlined: without loops and decisions.
pub(crate) fn is_small(function: &Function) -> bool {
    /// The most parts of its expressions.
    const MOST_PARTS: u32 = 120;
    let (mut parts, mut is_loop) = (0, false);
    each_in_function(function, &mut |_| parts += 1);
    each_statement(&function.body, &mut |statement| {
        is_loop |= matches!(statement.kind, StatementKind::While(..) | StatementKind::For(..));
    });
    !function.decides && !is_loop && parts <= MOST_PARTS
}

fn binds(pattern: &Pattern, local: LocalId) -> bool {
    match pattern {
        Pattern::Local(found) => *found == local,
        Pattern::Tuple(parts) => parts.iter().any(|part| binds(part, local)),
        Pattern::Ignored => false,
    }
}

/// Whether a statement, or a comprehension in one, sets this variable.
pub(crate) fn assigns(body: &[Statement], local: LocalId) -> bool {
    let mut found = false;
    each_statement(body, &mut |statement| {
        if let StatementKind::Assign(pattern, _) | StatementKind::For(pattern, ..) = &statement.kind
        {
            found |= binds(pattern, local);
        }
        each_in_statement(statement, &mut |part| match &part.kind {
            Kind::Fold(fold) => {
                found |= fold.clauses.iter().any(
                    |clause| matches!(clause, Clause::For(pattern, _) if binds(pattern, local)),
                );
            }
            Kind::Choose(choose) => found |= choose.each_seat == Some(local),
            _ => (),
        });
    });
    found
}
