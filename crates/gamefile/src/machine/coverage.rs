//! Coverage of a file: the lines that games reach, and the outcomes of its conditions.
//!
//! The code of a check sets a slot of the state at each of these places. Ordinary code has no such
//! slots, and the machine knows nothing of them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use fairdeal_core::game::{Unseen, UnseenKind};

use super::visit::{
    each_in_function, each_in_statement, each_statement, each_within, of_statement, parts,
};
use crate::program::{
    Clause, Expression, ExpressionKind as Kind, FunctionId, Library, Program, Span, Statement,
    StatementKind,
};

/// The kind of a place that is covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Note {
    /// A statement begins.
    Line,
    /// A condition is true.
    True,
    /// A condition is false.
    False,
}

impl Note {
    /// Returns the note of a condition.
    pub(crate) fn of(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }
}

/// The places of a program, and which of them games came to. All variants have the same.
#[derive(Debug)]
pub(crate) struct Coverage {
    numbers: HashMap<(Span, Note), u16>,
    seen: Vec<AtomicBool>,
}

impl Coverage {
    /// Returns the places of a program, none of which is reached yet.
    pub(crate) fn of(program: &Program) -> Self {
        let mut numbers = HashMap::new();
        let mut add = |place, note| {
            let number = numbers.len() as u16;
            numbers.entry((place, note)).or_insert(number);
        };
        for function in &program.functions {
            each_statement(&function.body, &mut |statement| {
                add(statement.span, Note::Line);
                conditions(program, statement, &mut |condition| {
                    add(condition.span, Note::True);
                    add(condition.span, Note::False);
                });
            });
        }
        let seen = (0..numbers.len()).map(|_| AtomicBool::new(false)).collect();
        Self { numbers, seen }
    }

    /// Returns how many notes there are.
    pub(crate) fn len(&self) -> usize {
        self.seen.len()
    }

    /// Returns the number of a note.
    pub(crate) fn number(&self, place: Span, note: Note) -> Option<u16> {
        self.numbers.get(&(place, note)).copied()
    }

    /// Returns whether the condition at this place is noted.
    pub(crate) fn has(&self, place: Span) -> bool {
        self.number(place, Note::True).is_some()
    }

    /// Adds the notes of a game from its slots.
    pub(crate) fn collect(&self, slots: &[i64]) {
        for (seen, slot) in self.seen.iter().zip(slots) {
            if *slot != 0 {
                seen.store(true, Ordering::Relaxed);
            }
        }
    }

    fn saw(&self, place: Span, note: Note) -> bool {
        self.number(place, note)
            .is_some_and(|number| self.seen[usize::from(number)].load(Ordering::Relaxed))
    }

    /// Returns the places that no game reached, by line. Places that follow from another one
    /// are left out: the lines behind a condition that is never true, and functions that only
    /// these lines call.
    pub(crate) fn unseen(&self, program: &Program) -> Vec<Unseen> {
        let mut report = Report { coverage: self, program, found: Vec::new() };
        let counted = reachable(program, [Some(program.play), Some(program.score), program.worth]);
        for (number, function) in program.functions.iter().enumerate() {
            if !counted[number] {
                continue;
            }
            let is_called =
                function.body.first().is_none_or(|first| self.saw(first.span, Note::Line));
            if is_called {
                report.block(&function.body, false);
            } else if self.is_called_somewhere(program, number) {
                let name = Span { end: function.span.start, ..function.span };
                report.add(name, name, UnseenKind::Function, &function.name);
            }
        }
        let mut found = report.found;
        found.sort_by_key(|unseen| unseen.line);
        found
    }

    /// Whether a statement that games came to calls this function.
    fn is_called_somewhere(&self, program: &Program, function: usize) -> bool {
        let mut found = false;
        for caller in &program.functions {
            each_statement(&caller.body, &mut |statement| {
                found |= self.saw(statement.span, Note::Line) && calls(statement, function);
            });
        }
        found
    }
}

/// The findings so far.
struct Report<'a> {
    coverage: &'a Coverage,
    program: &'a Program,
    found: Vec<Unseen>,
}

impl Report<'_> {
    fn add(&mut self, from: Span, to: Span, what: UnseenKind, text: &str) {
        let line = |span| self.program.line_and_column(span).0;
        let (line, last_line) = (line(from), line(Span { start: to.end, ..to }));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.found.push(Unseen { line, last_line: last_line.max(line), text, what });
    }

    fn text(&self, span: Span) -> String {
        let text = self.program.source.get(span.start as usize..span.end as usize);
        text.unwrap_or_default().to_owned()
    }

    /// Looks at statements. `is_explained`: a message says already why none of them is reached.
    fn block(&mut self, body: &[Statement], mut is_explained: bool) {
        for statement in body {
            if !self.coverage.saw(statement.span, Note::Line) {
                if !is_explained {
                    let last = body.last().unwrap_or(statement).span;
                    let text = self.text(statement.span);
                    let first_line = text.lines().next().unwrap_or_default().to_owned();
                    self.add(statement.span, last, UnseenKind::Lines, &first_line);
                }
                return;
            }
            let before = self.found.len();
            self.statement(statement);
            is_explained = self.found.len() > before;
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let before = self.found.len();
        match &statement.kind {
            // The front makes the tests of a `case`; a message about its lines is enough.
            StatementKind::If(_, then, otherwise) if is_case(self.program, statement) => {
                self.block(then, false);
                self.block(otherwise, false);
            }
            // A limit that no knob sets is meant not to be reached.
            StatementKind::If(condition, then, otherwise)
                if cuts(then) && knobs_of(self.program, condition).is_empty() =>
            {
                self.block(otherwise, false);
            }
            StatementKind::If(_, then, otherwise) => {
                self.conditions(statement);
                let is_explained = self.found.len() > before;
                self.block(then, is_explained);
                self.block(otherwise, is_explained);
            }
            StatementKind::While(_, body) | StatementKind::For(_, _, body) => {
                self.conditions(statement);
                let is_explained = self.found.len() > before;
                self.block(body, is_explained);
            }
            _ => self.conditions(statement),
        }
    }

    /// Looks at the conditions of a statement, with those of comprehensions in it.
    fn conditions(&mut self, statement: &Statement) {
        let (program, coverage) = (self.program, self.coverage);
        let is_loop = matches!(statement.kind, StatementKind::While(..));
        let mut found: Vec<(Span, UnseenKind)> = Vec::new();
        conditions(program, statement, &mut |condition| {
            let outcomes = [Note::True, Note::False].map(|note| coverage.saw(condition.span, note));
            let what = match outcomes {
                [false, true] => UnseenKind::NeverTrue,
                // A loop may always be left in its midst.
                [true, false] if !is_loop => UnseenKind::NeverFalse,
                _ => return,
            };
            if !found.contains(&(condition.span, what)) {
                found.push((condition.span, what));
            }
        });
        for (span, what) in found {
            let text = self.text(span);
            self.add(span, span, what, &text);
        }
    }
}

/// Calls back with the conditions of a statement that decide by themselves which way a game goes: of
/// branches and loops, of `a if b else c`, of comprehensions, and the sides of `and` and `or`.
fn conditions<'p>(
    program: &Program,
    statement: &'p Statement,
    visit: &mut dyn FnMut(&'p Expression),
) {
    match &statement.kind {
        StatementKind::If(condition, ..) if !is_case(program, statement) => sides(condition, visit),
        StatementKind::While(condition, _) => sides(condition, visit),
        _ => (),
    }
    of_statement(statement, &mut |expression| within(expression, visit));
}

/// Calls back with the conditions in an expression.
fn within<'p>(expression: &'p Expression, visit: &mut dyn FnMut(&'p Expression)) {
    match &expression.kind {
        Kind::Conditional(condition, ..) => sides(condition, visit),
        Kind::And(a, b) | Kind::Or(a, b) => {
            sides(a, visit);
            sides(b, visit);
        }
        Kind::Fold(fold) => {
            for clause in &fold.clauses {
                if let Clause::If(condition) = clause {
                    sides(condition, visit);
                }
            }
        }
        _ => (),
    }
    parts(expression, &mut |part| within(part, visit));
}

/// The conditions that a condition consists of.
fn sides<'p>(condition: &'p Expression, visit: &mut dyn FnMut(&'p Expression)) {
    match &condition.kind {
        Kind::Not(inner) => sides(inner, visit),
        Kind::And(a, b) | Kind::Or(a, b) => {
            sides(a, visit);
            sides(b, visit);
        }
        Kind::Constant(_) => (),
        _ => visit(condition),
    }
}

/// Whether the front made this statement of a `case`.
fn is_case(program: &Program, statement: &Statement) -> bool {
    let text = program.source.get(statement.span.start as usize..).unwrap_or_default();
    text.starts_with("case") && !text[4..].starts_with(|next: char| next.is_alphanumeric())
}

/// Whether these statements end a game without a winner.
fn cuts(body: &[Statement]) -> bool {
    body.iter().any(|statement| {
        let StatementKind::Evaluate(value) = &statement.kind else { return false };
        matches!(value.kind, Kind::Library(Library::Unfinished, _))
    })
}

/// The knobs that an expression reads, by index.
fn knobs_of(program: &Program, expression: &Expression) -> Vec<usize> {
    let mut found = Vec::new();
    each_within(expression, &mut |part| {
        if let Kind::Global(global) = part.kind
            && let Some(global) = program.globals.get(global.0 as usize)
        {
            found.extend(program.knobs.iter().position(|knob| knob.name == global.name));
        }
    });
    found
}

/// Returns the knobs that decide when a game is cut, by index: those that a branch to `unfinished`
/// reads, or a loop before it.
pub(crate) fn limiting_knobs(program: &Program) -> Vec<usize> {
    fn of_block(program: &Program, body: &[Statement], found: &mut Vec<usize>) {
        for (number, statement) in body.iter().enumerate() {
            let cuts_next = cuts(&body[number + 1..]);
            match &statement.kind {
                StatementKind::If(condition, then, otherwise) => {
                    if cuts(then) || cuts(otherwise) {
                        found.extend(knobs_of(program, condition));
                    }
                    of_block(program, then, found);
                    of_block(program, otherwise, found);
                }
                StatementKind::While(_, body) | StatementKind::For(_, _, body) => {
                    if cuts_next {
                        of_statement(statement, &mut |part| found.extend(knobs_of(program, part)));
                    }
                    of_block(program, body, found);
                }
                _ => (),
            }
        }
    }
    let mut found = Vec::new();
    for function in &program.functions {
        of_block(program, &function.body, &mut found);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a statement calls a function itself, not in a statement inside of it.
fn calls(statement: &Statement, function: usize) -> bool {
    let mut found = false;
    each_in_statement(statement, &mut |part| {
        found |=
            matches!(part.kind, Kind::Call(FunctionId(called), _) if called as usize == function);
    });
    found
}

/// By function: whether one of these calls it, or a function that they call.
fn reachable<const N: usize>(program: &Program, roots: [Option<FunctionId>; N]) -> Vec<bool> {
    let mut is_reached = vec![false; program.functions.len()];
    let mut open: Vec<usize> = roots.into_iter().flatten().map(|root| root.0 as usize).collect();
    while let Some(number) = open.pop() {
        if std::mem::replace(&mut is_reached[number], true) {
            continue;
        }
        each_in_function(&program.functions[number], &mut |part| {
            if let Kind::Call(FunctionId(called), _) = part.kind {
                open.push(called as usize);
            }
        });
    }
    is_reached
}
