//! Options that are computed from cards and numbers which the chooser cannot see.
//!
//! Only what is sure is told: the cards lie in a zone of another seat, or in one that no player
//! sees, and they were neither shown nor moved between the line that reads them and the choice. What
//! a function reads is followed to its callers through its result, and what they read through its
//! parameters.

mod secrets;

use std::collections::{HashMap, HashSet};

use ruff_python_ast::{Comprehension, Expr, ExprCall, Identifier, Stmt};

use crate::program::{Extent, SeenBy, Span};

use super::arguments::{called, span};
use super::check::Checker;
use super::diagnostic::Diagnostic;
use super::flow::{each_capture, each_expression, each_part};
use super::module::Binding;

/// At most so many sources of a value are followed.
const MOST_SOURCES: usize = 16;

/// A seat, as far as the text names it.
#[derive(Clone, Debug, PartialEq)]
enum Seat {
    /// A variable of the function; in a [`Summary`], a parameter by its place.
    Own(usize),
    /// A variable of a comprehension.
    Inner(String),
    Fixed(i64),
    /// Some seat, but not this one.
    Not(Box<Seat>),
}

/// Whose a hidden value is.
#[derive(Clone, Debug, PartialEq)]
enum From {
    /// No player sees it.
    NoPlayer,
    /// Only this seat sees it.
    Of(Seat),
    /// All seats but this one see it.
    AllBut(Seat),
    /// It is what the caller gives for this parameter.
    Parameter(usize),
}

/// A hidden value, and where it is read.
#[derive(Clone, Debug, PartialEq)]
struct Source {
    from: From,
    what: &'static str,
    at: Span,
}

/// What the callers of a function must know of it.
#[derive(Clone, Debug, Default)]
struct Summary {
    /// The hidden values that its result is computed from.
    results: Vec<Source>,
    /// Choices: who chooses, what the options are computed from, and where the choice stands.
    choices: Vec<(Seat, Source, Span)>,
    /// Whether it shows cards, or moves them, itself or by other functions.
    shows: bool,
    moves: bool,
}

/// Tells of options that are computed from what the chooser cannot see. `order` has the functions,
/// those that are called before their callers.
pub(super) fn check(checker: &mut Checker<'_>, order: &[usize]) {
    let mut summaries: Vec<Summary> = vec![Summary::default(); checker.functions.len()];
    let mut messages: Vec<(Span, Diagnostic)> = Vec::new();
    for index in order {
        let facts = &checker.functions[*index];
        let mut summary = Summary::default();
        each_expression(&facts.ast.body, &mut |expression| {
            if let Expr::Call(call) = expression {
                let other = called(call).and_then(|name| checker.function_index.get(name));
                let other = other.map(|other| &summaries[*other]);
                summary.shows |= shows(call) || other.is_some_and(|other| other.shows);
                summary.moves |= moves(call) || other.is_some_and(|other| other.moves);
            }
        });
        let parameters = facts.parameters.iter().enumerate().map(|(place, variable)| {
            let at = span(&facts.ast.name);
            (*variable, vec![Source { from: From::Parameter(place), what: CARDS, at }])
        });
        let mut walk = Walk {
            checker,
            index: *index,
            summaries: &summaries,
            summary,
            sources: parameters.collect(),
            changed: HashSet::new(),
            others: Vec::new(),
            secrets: HashMap::new(),
            inner: Vec::new(),
            messages: Vec::new(),
        };
        walk.block(&facts.ast.body);
        let Walk { summary, messages: found, .. } = walk;
        summaries[*index] = summary;
        messages.extend(found);
    }
    let mut told = HashSet::new();
    for (at, message) in messages {
        if told.insert(at.start) {
            checker.sink.report(message);
        }
    }
}

const CARDS: &str = "cards";
const NUMBERS: &str = "numbers";
const CHOICES: &str = "choices";

/// Whether a call shows cards.
fn shows(call: &ExprCall) -> bool {
    matches!(&*call.func, Expr::Name(name) if name.id == "look" || name.id == "show")
}

/// Whether a call lays cards elsewhere.
fn moves(call: &ExprCall) -> bool {
    const MOVES: [&str; 7] = ["put", "put_below", "draw", "draw_any", "deal", "pass_on", "shuffle"];
    matches!(&*call.func, Expr::Attribute(method) if MOVES.contains(&method.attr.as_str()))
}

/// A choice that only the chooser knows, in a variable.
#[derive(Clone, Debug)]
struct Secret {
    seat: Option<Seat>,
    at: Span,
    is_old: bool,
}

/// A walk through a function.
struct Walk<'c, 'a> {
    checker: &'c Checker<'a>,
    index: usize,
    summaries: &'c [Summary],
    summary: Summary,
    /// The hidden values that variables are computed from.
    sources: HashMap<usize, Vec<Source>>,
    /// The variables that were set: a parameter among them is no longer what the caller gave.
    changed: HashSet<usize>,
    /// Pairs of seats that are not the same.
    others: Vec<(Seat, Seat)>,
    /// Secret choices that variables hold: where they were made, and whether another seat has chosen
    /// since.
    secrets: HashMap<usize, Secret>,
    /// The variables of comprehensions, with the hidden values that they are.
    inner: Vec<(String, Vec<Source>)>,
    messages: Vec<(Span, Diagnostic)>,
}

impl Walk<'_, '_> {
    /// Returns the variable that a name is.
    fn own(&self, expression: &Expr) -> Option<usize> {
        let Expr::Name(name) = expression else { return None };
        let variables = &self.checker.functions[self.index].variables;
        if self.inner.iter().any(|(inner, _)| inner == name.id.as_str())
            || !variables.own.contains(name.id.as_str())
        {
            return None;
        }
        variables.at.get(&span(name).start).copied()
    }

    /// Returns the seat that an expression names.
    fn seat(&self, expression: &Expr) -> Option<Seat> {
        match expression {
            Expr::Name(name) => match self.own(expression) {
                Some(own) => Some(Seat::Own(own)),
                None => self
                    .inner
                    .iter()
                    .any(|(inner, _)| inner == name.id.as_str())
                    .then(|| Seat::Inner(name.id.to_string())),
            },
            Expr::NumberLiteral(_) => self.checker.constant_number(expression).map(Seat::Fixed),
            _ => None,
        }
    }

    /// Whether two seats are surely not the same.
    fn differ(&self, one: &Seat, other: &Seat) -> bool {
        let pair = |pair: &(Seat, Seat)| {
            (pair.0 == *one && pair.1 == *other) || (pair.0 == *other && pair.1 == *one)
        };
        self.others.iter().any(pair)
            || match (one, other) {
                (Seat::Fixed(one), Seat::Fixed(other)) => one != other,
                (Seat::Not(not), other) | (other, Seat::Not(not)) => **not == *other,
                _ => false,
            }
    }

    /// Notes that the seats of a loop are not this one: `for q in others(p)`.
    fn note_others(&mut self, target: &Expr, iterator: &Expr) {
        let Expr::Call(call) = iterator else { return };
        if called(call) != Some("others") {
            return;
        }
        let seats = (self.seat(target), call.arguments.args.first().and_then(|p| self.seat(p)));
        if let (Some(one), Some(other)) = seats {
            self.others.push((one, other));
        }
    }

    /// Walks statements.
    fn block(&mut self, statements: &[Stmt]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// Walks a statement.
    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Expr(line) => drop(self.expression(&line.value)),
            Stmt::Assign(assign) => {
                let sources = self.expression(&assign.value);
                let secret = self.secret(&assign.value);
                for target in &assign.targets {
                    self.set(target, &sources);
                    self.keep(target, secret.as_ref());
                }
            }
            Stmt::AugAssign(assign) => {
                let sources = self.expression(&assign.value);
                let secret = self.secret(&assign.target).or_else(|| self.secret(&assign.value));
                self.set(&assign.target, &sources);
                self.keep(&assign.target, secret.as_ref());
            }
            Stmt::If(conditional) => {
                self.expression(&conditional.test);
                self.block(&conditional.body);
                for clause in &conditional.elif_else_clauses {
                    if let Some(test) = &clause.test {
                        self.expression(test);
                    }
                    self.block(&clause.body);
                }
            }
            // Twice: what is read late in a loop may be used early in its next round.
            Stmt::While(repeated) => {
                for _ in 0..2 {
                    self.expression(&repeated.test);
                    self.block(&repeated.body);
                }
            }
            Stmt::For(repeated) => {
                for _ in 0..2 {
                    let sources = self.elements(&repeated.iter);
                    self.set(&repeated.target, &sources);
                    let before = self.others.len();
                    self.note_others(&repeated.target, &repeated.iter);
                    self.block(&repeated.body);
                    self.leave(before);
                }
            }
            Stmt::Match(choice) => {
                self.expression(&choice.subject);
                let secret = self.secret(&choice.subject);
                for case in &choice.cases {
                    let mut captures = Vec::new();
                    each_capture(&case.pattern, &mut |name| captures.push(span(name).start));
                    for at in captures {
                        let variables = &self.checker.functions[self.index].variables;
                        let own = variables.at.get(&at).copied();
                        self.keep_in(own, secret.as_ref());
                    }
                    if let Some(guard) = &case.guard {
                        self.expression(guard);
                    }
                    self.block(&case.body);
                }
            }
            Stmt::Return(returned) => {
                if let Some(value) = &returned.value {
                    let sources = self.expression(value);
                    let sources: Vec<Source> =
                        sources.iter().filter_map(|source| self.exported(source)).collect();
                    add(&mut self.summary.results, sources);
                }
            }
            _ => {}
        }
    }

    /// Notes what a target is computed from.
    fn set(&mut self, target: &Expr, sources: &[Source]) {
        match target {
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.set(part, sources)),
            _ => {
                if let Some(own) = self.own(target) {
                    self.change(own);
                    add(self.sources.entry(own).or_default(), sources.to_vec());
                }
            }
        }
    }

    /// A variable is another seat from here on, if it is one.
    fn change(&mut self, own: usize) {
        self.changed.insert(own);
        self.others.retain(|(one, other)| !names(one, own) && !names(other, own));
        for secret in self.secrets.values_mut() {
            secret.seat = secret.seat.take().filter(|seat| !names(seat, own));
        }
        for sources in self.sources.values_mut() {
            sources.retain(|source| {
                !matches!(&source.from, From::Of(seat) | From::AllBut(seat) if names(seat, own))
            });
        }
    }

    /// Forgets the pairs of a loop: what was read of its seat is now that of some other seat.
    fn leave(&mut self, before: usize) {
        for (one, other) in self.others.split_off(before.min(self.others.len())) {
            for sources in self.sources.values_mut() {
                sources.retain(|source| source.from != From::AllBut(one.clone()));
                for source in sources {
                    if source.from == From::Of(one.clone()) {
                        source.from = From::Of(Seat::Not(Box::new(other.clone())));
                    }
                }
            }
        }
    }

    /// Returns a seat as the callers can tell it: by parameters.
    fn exported_seat(&self, seat: &Seat) -> Option<Seat> {
        let parameters = &self.checker.functions[self.index].parameters;
        let place = |own: usize| {
            let place = parameters.iter().position(|parameter| *parameter == own)?;
            (!self.changed.contains(&own)).then_some(Seat::Own(place))
        };
        let named = match seat {
            Seat::Own(own) => place(*own),
            Seat::Inner(_) => None,
            Seat::Fixed(_) => Some(seat.clone()),
            Seat::Not(not) => Some(Seat::Not(Box::new(self.exported_seat(not)?))),
        };
        named.or_else(|| {
            let not = parameters.iter().find(|own| self.differ(seat, &Seat::Own(**own)))?;
            Some(Seat::Not(Box::new(place(*not)?)))
        })
    }

    /// Returns a hidden value as the callers can tell it.
    fn exported(&self, source: &Source) -> Option<Source> {
        let from = match &source.from {
            From::Of(seat) => From::Of(self.exported_seat(seat)?),
            From::AllBut(seat) => match self.exported_seat(seat)? {
                Seat::Not(_) => return None,
                seat => From::AllBut(seat),
            },
            other => other.clone(),
        };
        Some(Source { from, ..source.clone() })
    }

    /// Returns the declaration that an expression names: of one, or of one among several with its
    /// indices, the seat first.
    fn declared<'e>(&self, expression: &'e Expr) -> Option<(&'e str, Vec<&'e Expr>)> {
        let (mut indices, mut base) = (Vec::new(), expression);
        while let Expr::Subscript(subscript) = base {
            indices.insert(0, &*subscript.slice);
            base = &subscript.value;
        }
        let Expr::Name(name) = base else { return None };
        let name = name.id.as_str();
        let is_inner = self.inner.iter().any(|(inner, _)| inner == name);
        let variables = &self.checker.functions[self.index].variables;
        (!is_inner && !variables.own.contains(name)).then_some((name, indices))
    }

    /// Returns whose something hidden is.
    fn whose(&self, seen_by: SeenBy, indices: &[&Expr]) -> Option<From> {
        let seat = || self.seat(indices.first()?);
        match seen_by {
            SeenBy::Everyone => None,
            SeenBy::Nobody => Some(From::NoPlayer),
            SeenBy::Owner => Some(From::Of(seat()?)),
            SeenBy::Others => Some(From::AllBut(seat()?)),
        }
    }

    /// Returns the hidden cards of a zone.
    fn zone(&self, expression: &Expr) -> Option<Source> {
        let (name, indices) = self.declared(expression)?;
        let facts = self.checker.facts;
        let Some((Binding::Zones(id), _)) = facts.bindings.get(name) else { return None };
        let zones = &facts.zones[id.0 as usize];
        if indices.len() != count_of_indices(&zones.extent) {
            return None;
        }
        let from = self.whose(zones.seen_by, &indices)?;
        Some(Source { from, what: CARDS, at: span(expression) })
    }

    /// Returns a number that not everyone sees.
    fn number(&self, expression: &Expr) -> Option<Source> {
        let (name, indices) = self.declared(expression)?;
        let facts = self.checker.facts;
        let Some((Binding::Numbers(id), _)) = facts.bindings.get(name) else { return None };
        let numbers = &facts.numbers[id.0 as usize].0;
        if indices.len() != count_of_indices(&numbers.extent) {
            return None;
        }
        let from = self.whose(numbers.seen_by, &indices)?;
        Some(Source { from, what: NUMBERS, at: span(expression) })
    }

    /// Returns the hidden cards among the elements of what a loop goes over.
    fn elements(&mut self, iterator: &Expr) -> Vec<Source> {
        match self.zone(iterator) {
            Some(source) => vec![source],
            None => self.expression(iterator),
        }
    }

    /// Walks an expression, and returns the hidden cards that it is computed from.
    fn expression(&mut self, expression: &Expr) -> Vec<Source> {
        match expression {
            Expr::Name(name) => {
                let inner = self.inner.iter().rev().find(|(inner, _)| inner == name.id.as_str());
                match (inner, self.own(expression)) {
                    (Some((_, sources)), _) => sources.clone(),
                    (None, Some(own)) => {
                        self.read_secret(own, span(name));
                        self.sources.get(&own).cloned().unwrap_or_default()
                    }
                    (None, None) => Vec::new(),
                }
            }
            Expr::Attribute(attribute) => match self.zone(&attribute.value) {
                // The top card of a zone.
                Some(source) => vec![source],
                None => self.expression(&attribute.value),
            },
            Expr::Subscript(subscript) => {
                let mut sources = self.expression(&subscript.slice);
                sources.extend(self.number(expression));
                match self.zone(&subscript.value) {
                    Some(source) => sources.push(source),
                    None => sources.extend(self.expression(&subscript.value)),
                }
                sources
            }
            Expr::ListComp(list) => self.comprehension(&list.generators, &list.elt),
            Expr::Generator(generator) => self.comprehension(&generator.generators, &generator.elt),
            Expr::Lambda(_) => Vec::new(),
            Expr::Call(call) => self.call(call),
            _ => {
                let mut sources = Vec::new();
                each_part(expression, &mut |part| sources.extend(self.expression(part)));
                sources
            }
        }
    }

    /// Walks a comprehension.
    fn comprehension(&mut self, clauses: &[Comprehension], element: &Expr) -> Vec<Source> {
        // Pairs of seats that differ stay, for the choice that the list is made for.
        let depth = self.inner.len();
        let mut found = Vec::new();
        for clause in clauses {
            let sources = self.elements(&clause.iter);
            let mut names = Vec::new();
            super::flow::target_names(&clause.target, &mut names);
            self.inner.extend(names.into_iter().map(|name| (name, sources.clone())));
            self.note_others(&clause.target, &clause.iter);
            found.extend(sources);
            for condition in &clause.ifs {
                found.extend(self.expression(condition));
            }
        }
        found.extend(self.expression(element));
        self.inner.truncate(depth);
        let mut all = Vec::new();
        add(&mut all, found);
        all
    }

    /// Walks a call.
    fn call(&mut self, call: &ExprCall) -> Vec<Source> {
        let name = called(call);
        let keywords = call.arguments.keywords.iter();
        let mut each: Vec<(Option<&str>, &Expr, Vec<Source>)> = Vec::new();
        let arguments = call.arguments.args.iter().map(|argument| (None, argument));
        for (keyword, argument) in arguments.chain(
            keywords.map(|keyword| (keyword.arg.as_ref().map(Identifier::as_str), &keyword.value)),
        ) {
            let mut sources = self.expression(argument);
            sources.extend(self.zone(argument));
            each.push((keyword, argument, sources));
        }
        if let Expr::Attribute(method) = &*call.func
            && ["append", "extend"].contains(&method.attr.as_str())
            && let Some(own) = self.own(&method.value)
        {
            let given = each.iter().flat_map(|(.., sources)| sources.iter().cloned());
            add(self.sources.entry(own).or_default(), given.collect());
            let secret = call.arguments.args.first().and_then(|value| self.secret(value));
            let old = self.secrets.get(&own).filter(|secret| secret.is_old).cloned();
            self.keep_in(Some(own), old.or(secret).as_ref());
        }
        if shows(call) || moves(call) {
            // What is shown or moved may be seen by then.
            self.sources.clear();
            return Vec::new();
        }
        match name {
            Some("choose") => {
                if let (Some((_, seat, _)), Some((.., options))) = (each.first(), each.get(1))
                    && let Some(chooser) = self.seat(seat)
                {
                    for source in options {
                        self.judge(&chooser, source, span(*seat));
                    }
                }
                let seat = call.arguments.args.first().and_then(|seat| self.seat(seat));
                self.decide(seat.as_ref());
                // What is chosen is told, if it is no secret.
                match self.secret_call(call) {
                    Some(Secret { seat: Some(seat), at, .. }) => {
                        vec![Source { from: From::Of(seat), what: CHOICES, at }]
                    }
                    _ => Vec::new(),
                }
            }
            Some("choose_together") => {
                self.decide(None);
                if let Some((_, Expr::Name(options), _)) = each.get(1)
                    && let Some(index) = self.checker.function_index.get(options.id.as_str())
                {
                    // The chooser is the parameter.
                    let summaries = self.summaries;
                    for source in &summaries[*index].results {
                        let hidden = From::Of(Seat::Not(Box::new(Seat::Own(0))));
                        let own = From::AllBut(Seat::Own(0));
                        if [From::NoPlayer, hidden, own].contains(&source.from) {
                            self.tell(source, span(options));
                        }
                    }
                }
                Vec::new()
            }
            Some(
                "list" | "sorted" | "min" | "max" | "sum" | "any" | "all" | "reversed" | "range"
                | "enumerate" | "zip" | "abs",
            ) => each.into_iter().flat_map(|(.., sources)| sources).collect(),
            // Of others nothing is known; how many cards there are (`len`) is public.
            name => match name.and_then(|name| self.checker.function_index.get(name)) {
                Some(index) => self.call_of_file(*index, &each),
                None => Vec::new(),
            },
        }
    }

    /// Walks a call of a function of the file.
    fn call_of_file(
        &mut self,
        index: usize,
        each: &[(Option<&str>, &Expr, Vec<Source>)],
    ) -> Vec<Source> {
        let summaries = self.summaries;
        let (summary, callee) = (&summaries[index], &self.checker.functions[index]);
        if callee.decides_at.is_some() {
            self.decide(None);
            // The function may need it after a decision.
            for (_, argument, _) in each {
                if let Some(own) = self.own(argument) {
                    self.read_secret(own, span(*argument));
                }
            }
        }
        let given = |place: usize| {
            let name = callee.ast.parameters.args.get(place)?.parameter.name.as_str();
            let by_name = || each.iter().find(|(keyword, ..)| *keyword == Some(name));
            each.get(place).filter(|(keyword, ..)| keyword.is_none()).or_else(by_name)
        };
        let here = |source: &Source| -> Vec<Source> {
            match &source.from {
                From::NoPlayer => vec![source.clone()],
                From::Of(seat) => seat_here(seat, &|place| self.seat(given(place)?.1))
                    .map(|seat| Source { from: From::Of(seat), ..source.clone() })
                    .into_iter()
                    .collect(),
                From::AllBut(seat) => seat_here(seat, &|place| self.seat(given(place)?.1))
                    .map(|seat| Source { from: From::AllBut(seat), ..source.clone() })
                    .into_iter()
                    .collect(),
                From::Parameter(place) => {
                    given(*place).map(|(.., sources)| sources.clone()).unwrap_or_default()
                }
            }
        };
        let mut choices = Vec::new();
        for (chooser, source, at) in &summary.choices {
            if let Some(chooser) = seat_here(chooser, &|place| self.seat(given(place)?.1)) {
                choices.extend(here(source).into_iter().map(|own| (chooser.clone(), own, *at)));
            }
        }
        let mut results = Vec::new();
        for source in &summary.results {
            add(&mut results, here(source));
        }
        for (chooser, source, at) in choices {
            self.judge(&chooser, &source, at);
        }
        if summary.shows || summary.moves {
            self.sources.clear();
            return Vec::new();
        }
        results
    }

    /// Tells if options are computed from what the chooser cannot see, or lets the callers judge.
    fn judge(&mut self, chooser: &Seat, source: &Source, at: Span) {
        if self.summary.shows {
            return;
        }
        let is_hidden = match &source.from {
            From::NoPlayer => true,
            From::Of(owner) => self.differ(owner, chooser),
            From::AllBut(owner) => owner == chooser,
            From::Parameter(_) => false,
        };
        if is_hidden {
            self.tell(source, at);
        } else if let (Some(chooser), Some(source)) =
            (self.exported_seat(chooser), self.exported(source))
        {
            let choice = (chooser, source, at);
            if self.summary.choices.len() < MOST_SOURCES && !self.summary.choices.contains(&choice)
            {
                self.summary.choices.push(choice);
            }
        }
    }

    fn tell(&mut self, source: &Source, at: Span) {
        let (what, line) = (source.what, self.checker.sink.line(source.at));
        let message =
            format!("these options follow from {what} that the seat cannot see (line {line})");
        let instead = if what == CARDS {
            "keep the cards in a zone that the seat sees, or show them before; \
             `zone.draw_any(into)` draws one unseen"
        } else {
            "keep what all may know in a number that everyone sees"
        };
        let message = Diagnostic::new(at, message)
            .allowed("options from zones that the seat sees, and from public numbers")
            .instead(instead);
        self.messages.push((at, message));
    }
}

/// How many indices one of several has.
fn count_of_indices(extent: &Extent) -> usize {
    match extent {
        Extent::One => 0,
        Extent::EachPlayer | Extent::Each(_) => 1,
        Extent::EachPlayerAndName(_) => 2,
    }
}

/// Returns a seat that another function names, by what is given for its parameters.
fn seat_here(seat: &Seat, given: &dyn Fn(usize) -> Option<Seat>) -> Option<Seat> {
    match seat {
        Seat::Own(place) => given(*place),
        Seat::Not(not) => Some(Seat::Not(Box::new(seat_here(not, given)?))),
        other => Some(other.clone()),
    }
}

/// Whether a seat is this variable, or another than it.
fn names(seat: &Seat, own: usize) -> bool {
    match seat {
        Seat::Own(known) => *known == own,
        Seat::Not(not) => names(not, own),
        Seat::Inner(_) | Seat::Fixed(_) => false,
    }
}

/// Adds sources that are not there yet.
fn add(to: &mut Vec<Source>, sources: Vec<Source>) {
    for source in sources {
        if to.len() < MOST_SOURCES && !to.contains(&source) {
            to.push(source);
        }
    }
}
