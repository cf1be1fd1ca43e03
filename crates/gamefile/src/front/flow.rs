//! Follows the variables of a function: which values reach which uses.
//!
//! A variable that is set anew for another purpose, and perhaps with another type, is another
//! variable from there on. A use that no value reaches on some path is an error.

use std::collections::{BTreeMap, HashMap, HashSet};

use ruff_python_ast::{Comprehension, Expr, Identifier, MatchCase, Pattern, Stmt, StmtFunctionDef};

use crate::program::Span;

use super::arguments::{called, span};

/// The index of the value that a variable has before it is set: none.
const UNSET: u32 = 0;

/// The variables of a function, by the places of their names in the text.
pub(super) struct Variables {
    /// The variable of each name that is read or set, by the name's first byte.
    pub(super) at: HashMap<u32, usize>,
    /// The name of each variable.
    pub(super) names: Vec<String>,
    /// All names that the function sets.
    pub(super) own: HashSet<String>,
    /// Names that are read where they may be unset, and whether they are surely unset.
    pub(super) unset: Vec<(String, Span, bool)>,
    /// Whether a call of the function can come back.
    pub(super) returns: bool,
}

/// The values that may reach a place, for each variable; `None` where the place is not reached.
type State = Option<Vec<Vec<u32>>>;

/// Follows the variables of a function. `endless` holds the functions that do not come back.
pub(super) fn follow(function: &StmtFunctionDef, endless: &HashSet<String>) -> Variables {
    let mut names = Vec::new();
    for parameter in &function.parameters.args {
        names.push(parameter.parameter.name.to_string());
    }
    let parameters = names.len();
    set_in(&function.body, &mut names);
    let mut index: BTreeMap<String, usize> = BTreeMap::new();
    for name in &names {
        let next = index.len();
        index.entry(name.clone()).or_insert(next);
    }
    let mut walk = Walk {
        index,
        endless,
        values: vec![(0, usize::MAX)],
        value_at: HashMap::new(),
        parents: vec![0],
        uses: Vec::new(),
        unset: BTreeMap::new(),
        loops: Vec::new(),
        inner: Vec::new(),
        returns: false,
        state: None,
    };
    walk.state = Some(vec![vec![UNSET]; walk.index.len()]);
    for parameter in function.parameters.args.iter().take(parameters) {
        let name = &parameter.parameter.name;
        walk.set(name.as_str(), name.range.start().to_u32());
    }
    walk.block(&function.body);
    walk.returns |= walk.state.is_some();
    walk.finish()
}

/// A walk through a function.
struct Walk<'a> {
    index: BTreeMap<String, usize>,
    endless: &'a HashSet<String>,
    /// The place and the variable of each value; the first stands for none.
    values: Vec<(u32, usize)>,
    value_at: HashMap<u32, u32>,
    /// Values that reach one use belong together.
    parents: Vec<u32>,
    /// The place of each use, and a value that reaches it.
    uses: Vec<(u32, u32)>,
    unset: BTreeMap<u32, (String, Span, bool)>,
    /// For each loop: the states at its `break`s and its `continue`s.
    loops: Vec<(State, State)>,
    /// The variables of comprehensions.
    inner: Vec<String>,
    returns: bool,
    state: State,
}

impl Walk<'_> {
    /// Returns the variables.
    fn finish(mut self) -> Variables {
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        let mut names = Vec::new();
        let mut at = HashMap::new();
        let texts: HashMap<usize, String> =
            self.index.iter().map(|(name, variable)| (*variable, name.clone())).collect();
        for value in 1..self.values.len() as u32 {
            let root = self.root(value);
            let (place, variable) = self.values[value as usize];
            let number = *numbers.entry(root).or_insert_with(|| {
                names.push(texts[&variable].clone());
                names.len() - 1
            });
            at.insert(place, number);
        }
        for (place, value) in std::mem::take(&mut self.uses) {
            let root = self.root(value);
            if let Some(number) = numbers.get(&root) {
                at.insert(place, *number);
            }
        }
        Variables {
            at,
            names,
            own: self.index.into_keys().collect(),
            unset: self.unset.into_values().collect(),
            returns: self.returns,
        }
    }

    /// Returns the value that stands for all that belong together with this one.
    fn root(&mut self, value: u32) -> u32 {
        let mut root = value;
        while self.parents[root as usize] != root {
            root = self.parents[root as usize];
        }
        self.parents[value as usize] = root;
        root
    }

    /// Sets a variable.
    fn set(&mut self, name: &str, place: u32) {
        let Some(variable) = self.index.get(name).copied() else { return };
        let value = *self.value_at.entry(place).or_insert_with(|| {
            self.values.push((place, variable));
            self.parents.push(self.parents.len() as u32);
            self.parents.len() as u32 - 1
        });
        if let Some(state) = &mut self.state {
            state[variable] = vec![value];
        }
    }

    /// Reads a variable.
    fn read(&mut self, name: &str, at: Span) {
        if self.inner.iter().any(|inner| inner == name) {
            return;
        }
        let (Some(variable), Some(state)) = (self.index.get(name).copied(), &self.state) else {
            return;
        };
        let reaching = state[variable].clone();
        let real: Vec<u32> = reaching.iter().copied().filter(|value| *value != UNSET).collect();
        if real.len() < reaching.len() {
            let entry = (name.to_owned(), at, real.is_empty());
            self.unset
                .entry(at.start)
                .and_modify(|entry| entry.2 &= real.is_empty())
                .or_insert(entry);
        }
        for pair in real.windows(2) {
            let (one, other) = (self.root(pair[0]), self.root(pair[1]));
            self.parents[one.max(other) as usize] = one.min(other);
        }
        if let Some(value) = real.first() {
            self.uses.push((at.start, *value));
        }
    }

    /// Walks statements.
    fn block(&mut self, statements: &[Stmt]) {
        for statement in statements {
            if self.state.is_none() {
                return;
            }
            self.statement(statement);
        }
    }

    /// Walks a statement.
    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Expr(line) => {
                self.expression(&line.value);
                if let Expr::Call(call) = &*line.value
                    && let Some(name) = called(call)
                    && !self.index.contains_key(name)
                    && (name == "end" || name == "unfinished" || self.endless.contains(name))
                {
                    self.state = None;
                }
            }
            Stmt::Assign(assign) => {
                self.expression(&assign.value);
                for target in &assign.targets {
                    self.target(target);
                }
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    self.expression(value);
                    self.target(&assign.target);
                }
            }
            Stmt::AugAssign(assign) => {
                self.expression(&assign.value);
                if let Expr::Name(name) = &*assign.target {
                    // It is read and set in one place: both belong to one variable.
                    self.read(&name.id, span(name));
                    let before = self.uses.last().copied();
                    let place = name.range.start().to_u32();
                    self.set(&name.id, place);
                    if let (Some((at, value)), Some(own)) = (before, self.value_at.get(&place))
                        && at == place
                    {
                        let own = *own;
                        let (one, other) = (self.root(value), self.root(own));
                        self.parents[one.max(other) as usize] = one.min(other);
                    }
                } else {
                    self.target(&assign.target);
                }
            }
            Stmt::If(conditional) => self.conditional(
                Some(&conditional.test),
                &conditional.body,
                &mut conditional.elif_else_clauses.iter(),
            ),
            Stmt::While(repeated) => {
                let is_endless = is_always_true(&repeated.test);
                self.repeat(&mut |walk| {
                    walk.expression(&repeated.test);
                    let end = if is_endless { None } else { walk.state.clone() };
                    walk.block(&repeated.body);
                    end
                });
            }
            Stmt::For(repeated) => {
                self.expression(&repeated.iter);
                self.repeat(&mut |walk| {
                    let end = walk.state.clone();
                    walk.target(&repeated.target);
                    walk.block(&repeated.body);
                    end
                });
                self.block(&repeated.orelse);
            }
            Stmt::Match(choice) => {
                self.expression(&choice.subject);
                self.cases(&choice.cases);
            }
            Stmt::Return(returned) => {
                if let Some(value) = &returned.value {
                    self.expression(value);
                }
                self.returns = true;
                self.state = None;
            }
            Stmt::Break(_) | Stmt::Continue(_) => {
                let state = self.state.take();
                if let Some((breaks, continues)) = self.loops.last_mut() {
                    let place =
                        if matches!(statement, Stmt::Break(_)) { breaks } else { continues };
                    *place = merge(place.take(), state);
                }
            }
            // Others are refused.
            _ => {}
        }
    }

    /// Walks an `if` with its further clauses.
    fn conditional(
        &mut self,
        test: Option<&Expr>,
        body: &[Stmt],
        further: &mut std::slice::Iter<'_, ruff_python_ast::ElifElseClause>,
    ) {
        let Some(test) = test else { return self.block(body) };
        self.expression(test);
        let mut before = self.state.clone();
        self.block(body);
        let mut end = self.state.take();
        let mut has_else = false;
        for clause in further {
            self.state = before.take();
            if let Some(test) = &clause.test {
                self.expression(test);
                before.clone_from(&self.state);
            } else {
                has_else = true;
            }
            self.block(&clause.body);
            end = merge(end, self.state.take());
        }
        self.state = if has_else { end } else { merge(end, before) };
    }

    /// Walks a loop until nothing new comes round.
    fn repeat(&mut self, once: &mut dyn FnMut(&mut Self) -> State) {
        let mut head = self.state.take();
        loop {
            self.loops.push((None, None));
            self.state.clone_from(&head);
            let end = once(self);
            let (breaks, continues) = self.loops.pop().unwrap_or_default();
            let next = merge(merge(head.clone(), self.state.take()), continues);
            if next == head {
                self.state = merge(end, breaks);
                return;
            }
            head = next;
        }
    }

    /// Walks the cases of a `match`.
    fn cases(&mut self, cases: &[MatchCase]) {
        let mut before = self.state.clone();
        let mut end = None;
        for case in cases {
            self.state = before.take();
            let unmatched = if case.pattern.is_irrefutable() { None } else { self.state.clone() };
            self.pattern(&case.pattern);
            let mut failed = None;
            if let Some(guard) = &case.guard {
                self.expression(guard);
                failed.clone_from(&self.state);
            }
            before = merge(unmatched, failed);
            self.block(&case.body);
            end = merge(end, self.state.take());
        }
        self.state = merge(end, before);
    }

    /// Sets the names of a pattern.
    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::MatchSequence(sequence) => {
                for part in &sequence.patterns {
                    self.pattern(part);
                }
            }
            Pattern::MatchAs(bound) => {
                if let Some(inner) = &bound.pattern {
                    self.pattern(inner);
                }
                if let Some(name) = &bound.name {
                    self.set(name.as_str(), name.range.start().to_u32());
                }
            }
            Pattern::MatchOr(either) => {
                for part in &either.patterns {
                    self.pattern(part);
                }
            }
            Pattern::MatchValue(value) => self.expression(&value.value),
            _ => {}
        }
    }

    /// Sets what an assignment or a loop sets.
    fn target(&mut self, target: &Expr) {
        match target {
            Expr::Name(name) => self.set(&name.id, name.range.start().to_u32()),
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.target(part)),
            Expr::List(list) => list.elts.iter().for_each(|part| self.target(part)),
            _ => self.expression(target),
        }
    }

    /// Walks an expression.
    fn expression(&mut self, expression: &Expr) {
        match expression {
            Expr::Name(name) => self.read(&name.id, span(name)),
            Expr::ListComp(comprehension) => {
                self.comprehension(&comprehension.generators, &comprehension.elt);
            }
            Expr::Generator(generator) => self.comprehension(&generator.generators, &generator.elt),
            Expr::Lambda(lambda) => {
                let depth = self.inner.len();
                for parameter in lambda.parameters.iter().flat_map(|parameters| &parameters.args) {
                    self.inner.push(parameter.parameter.name.to_string());
                }
                self.expression(&lambda.body);
                self.inner.truncate(depth);
            }
            _ => each_part(expression, &mut |part| self.expression(part)),
        }
    }

    /// Walks a comprehension: its variables are its own.
    fn comprehension(&mut self, clauses: &[Comprehension], element: &Expr) {
        let depth = self.inner.len();
        for clause in clauses {
            self.expression(&clause.iter);
            let mut names = Vec::new();
            target_names(&clause.target, &mut names);
            self.inner.extend(names);
            clause.ifs.iter().for_each(|condition| self.expression(condition));
        }
        self.expression(element);
        self.inner.truncate(depth);
    }
}

/// Whether a condition is `True`.
pub(super) fn is_always_true(test: &Expr) -> bool {
    matches!(test, Expr::BooleanLiteral(literal) if literal.value)
}

/// Joins what may reach a place on two ways.
fn merge(one: State, other: State) -> State {
    let (mut one, other) = match (one, other) {
        (None, state) | (state, None) => return state,
        (Some(one), Some(other)) => (one, other),
    };
    for (values, others) in one.iter_mut().zip(&other) {
        for value in others {
            if let Err(at) = values.binary_search(value) {
                values.insert(at, *value);
            }
        }
    }
    Some(one)
}

/// Calls a function with each part of an expression that is neither a comprehension nor a `lambda`.
pub(super) fn each_part<'a>(expression: &'a Expr, then: &mut dyn FnMut(&'a Expr)) {
    match expression {
        Expr::BoolOp(operation) => operation.values.iter().for_each(then),
        Expr::BinOp(binary) => {
            then(&binary.left);
            then(&binary.right);
        }
        Expr::UnaryOp(unary) => then(&unary.operand),
        Expr::If(conditional) => {
            then(&conditional.test);
            then(&conditional.body);
            then(&conditional.orelse);
        }
        Expr::Compare(compare) => {
            then(&compare.left);
            compare.comparators.iter().for_each(then);
        }
        Expr::Call(call) => {
            then(&call.func);
            call.arguments.args.iter().for_each(&mut *then);
            call.arguments.keywords.iter().for_each(|keyword| then(&keyword.value));
        }
        Expr::Attribute(attribute) => then(&attribute.value),
        Expr::Subscript(subscript) => {
            then(&subscript.value);
            then(&subscript.slice);
        }
        Expr::Slice(slice) => {
            [&slice.lower, &slice.upper, &slice.step]
                .into_iter()
                .flatten()
                .for_each(|part| then(part));
        }
        Expr::Starred(starred) => then(&starred.value),
        Expr::List(list) => list.elts.iter().for_each(then),
        Expr::Tuple(tuple) => tuple.elts.iter().for_each(then),
        _ => {}
    }
}

/// Adds the names that a target sets.
pub(super) fn target_names(target: &Expr, names: &mut Vec<String>) {
    match target {
        Expr::Name(name) => names.push(name.id.to_string()),
        Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| target_names(part, names)),
        Expr::List(list) => list.elts.iter().for_each(|part| target_names(part, names)),
        _ => {}
    }
}

/// Adds the names that a pattern sets.
fn pattern_names(pattern: &Pattern, names: &mut Vec<String>) {
    each_capture(pattern, &mut |name| names.push(name.to_string()));
}

/// Calls back with the names that a pattern sets.
pub(super) fn each_capture<'a>(pattern: &'a Pattern, then: &mut dyn FnMut(&'a Identifier)) {
    match pattern {
        Pattern::MatchSequence(sequence) => {
            sequence.patterns.iter().for_each(|part| each_capture(part, then));
        }
        Pattern::MatchAs(bound) => {
            bound.pattern.iter().for_each(|part| each_capture(part, then));
            bound.name.iter().for_each(then);
        }
        Pattern::MatchOr(either) => {
            either.patterns.iter().for_each(|part| each_capture(part, then));
        }
        _ => {}
    }
}

/// Adds the names that statements set.
pub(super) fn set_in(statements: &[Stmt], names: &mut Vec<String>) {
    for statement in statements {
        match statement {
            Stmt::Assign(assign) => {
                assign.targets.iter().for_each(|target| target_names(target, names));
            }
            Stmt::AugAssign(assign) => target_names(&assign.target, names),
            Stmt::AnnAssign(assign) => target_names(&assign.target, names),
            Stmt::If(conditional) => {
                set_in(&conditional.body, names);
                conditional.elif_else_clauses.iter().for_each(|clause| set_in(&clause.body, names));
            }
            Stmt::While(repeated) => set_in(&repeated.body, names),
            Stmt::For(repeated) => {
                target_names(&repeated.target, names);
                set_in(&repeated.body, names);
                set_in(&repeated.orelse, names);
            }
            Stmt::Match(choice) => {
                for case in &choice.cases {
                    pattern_names(&case.pattern, names);
                    set_in(&case.body, names);
                }
            }
            _ => {}
        }
    }
}

/// Calls a function with each expression in statements, those inside of others included.
pub(super) fn each_expression<'a>(statements: &'a [Stmt], then: &mut dyn FnMut(&'a Expr)) {
    for statement in statements {
        let (expressions, bodies): (Vec<&Expr>, Vec<&[Stmt]>) = match statement {
            Stmt::Expr(line) => (vec![&line.value], Vec::new()),
            Stmt::Assign(assign) => {
                (assign.targets.iter().chain([&*assign.value]).collect(), Vec::new())
            }
            Stmt::AugAssign(assign) => (vec![&assign.target, &assign.value], Vec::new()),
            Stmt::Return(returned) => (returned.value.as_deref().into_iter().collect(), Vec::new()),
            Stmt::If(conditional) => {
                let clauses = &conditional.elif_else_clauses;
                let tests = clauses.iter().filter_map(|clause| clause.test.as_ref());
                let bodies = clauses.iter().map(|clause| &*clause.body);
                (
                    std::iter::once(&*conditional.test).chain(tests).collect(),
                    std::iter::once(&*conditional.body).chain(bodies).collect(),
                )
            }
            Stmt::While(repeated) => (vec![&repeated.test], vec![&repeated.body]),
            Stmt::For(repeated) => (vec![&repeated.iter], vec![&repeated.body]),
            Stmt::Match(choice) => {
                let guards = choice.cases.iter().filter_map(|case| case.guard.as_deref());
                (
                    std::iter::once(&*choice.subject).chain(guards).collect(),
                    choice.cases.iter().map(|case| &*case.body).collect(),
                )
            }
            _ => (Vec::new(), Vec::new()),
        };
        for expression in expressions {
            each_within(expression, then);
        }
        for body in bodies {
            each_expression(body, then);
        }
    }
}

/// Calls a function with an expression and all that is in it.
pub(super) fn each_within<'a>(expression: &'a Expr, then: &mut dyn FnMut(&'a Expr)) {
    then(expression);
    match expression {
        Expr::ListComp(comprehension) => {
            for clause in &comprehension.generators {
                each_within(&clause.iter, then);
                clause.ifs.iter().for_each(|condition| each_within(condition, then));
            }
            each_within(&comprehension.elt, then);
        }
        Expr::Generator(generator) => {
            for clause in &generator.generators {
                each_within(&clause.iter, then);
                clause.ifs.iter().for_each(|condition| each_within(condition, then));
            }
            each_within(&generator.elt, then);
        }
        Expr::Lambda(lambda) => each_within(&lambda.body, then),
        _ => each_part(expression, &mut |part| each_within(part, then)),
    }
}
