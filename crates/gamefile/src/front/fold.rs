//! Loops inside expressions: comprehensions, `any`, `sum`, `max`, `sorted` and the like.

use ruff_python_ast::{Comprehension, Expr, ExprAttribute, ExprCall};

use crate::program::{
    Clause, Expression, ExpressionKind, Extent, Extreme, Fold, FoldInto, GlobalId, Iterator,
    LocalId, Pattern, Span,
};

use super::arguments::{arguments, called, passes_once, span};
use super::check::{Checker, Known, Typed, Variable};
use super::diagnostic::{Diagnostic, Told};
use super::expression::{OneOf, Several};
use super::flow::set_by;
use super::module::Binding;
use super::operate::is_ordered;
use super::refuse::{self, TABLE_METHODS};
use super::types::Ty;

/// A fold whose scopes are open: its clauses, its element, and the state before it.
struct Open {
    clauses: Vec<Clause>,
    element: Typed,
    scopes: usize,
    known: Option<Known>,
}

impl Checker<'_> {
    /// Checks the iterator of a loop. Returns it with the type of its elements.
    pub(super) fn iterator(&mut self, expression: &Expr) -> (Iterator, Ty) {
        let at = span(expression);
        match expression {
            Expr::Call(call) if self.makes_iterator(call) => return self.iterator_of_call(call),
            Expr::Subscript(subscript) => {
                if let Some(one) = self.one_of(subscript)
                    && let (Extent::EachPlayerAndName(names), None) = (&one.extent, one.second)
                {
                    let list = self.of_player(&one, *names, at);
                    return self.iterator_of(list, expression);
                }
            }
            Expr::Name(name) => match self.binding(&name.id) {
                Some(Binding::Zones(id))
                    if self.facts.zones[id.0 as usize].extent != Extent::One
                        && !self.is_by_player_and_name(&name.id) =>
                {
                    return (Iterator::Zones(*id), Ty::Zone);
                }
                Some(Binding::Numbers(id)) if !self.is_by_player_and_name(&name.id) => {
                    let ty = self.facts.numbers[id.0 as usize].kind.clone();
                    return (Iterator::Numbers(*id), ty);
                }
                Some(Binding::Dict(keys, _)) => {
                    let keys = self.global(*keys, at);
                    return self.iterator_of(keys, expression);
                }
                _ => {}
            },
            Expr::Tuple(tuple) => {
                let list = self.list(&tuple.elts, at);
                return self.iterator_of(list, expression);
            }
            _ => {}
        }
        let typed = self.operand(expression);
        self.iterator_of(typed, expression)
    }

    /// Whether a name is that of a zone or number for each player and name, which nothing goes over.
    fn is_by_player_and_name(&self, name: &str) -> bool {
        let extent = match self.binding(name) {
            Some(Binding::Zones(id)) => &self.facts.zones[id.0 as usize].extent,
            Some(Binding::Numbers(id)) => &self.facts.numbers[id.0 as usize].extent,
            _ => return false,
        };
        matches!(extent, Extent::EachPlayerAndName(_))
    }

    /// Returns the list of a player's zones or numbers, by name: `[slots[p][name] for
    /// name in NAMES]`.
    fn of_player(&mut self, one: &OneOf<'_>, names: GlobalId, at: Span) -> Typed {
        let seat = self.of_type(one.first, &Ty::Player, "this index");
        let clause = |checker: &mut Self, list: Typed, ty: Ty| {
            let (local, value) = checker.nameless(ty, at);
            let list = Iterator::List(list.expression);
            (Clause::For(Pattern::Local(local), list), value.expression)
        };
        let seats = Typed::new(ExpressionKind::List(vec![seat]), Ty::list(Ty::Player), at);
        let (each_seat, seat) = clause(self, seats, Ty::Player);
        let names = self.global(names, at);
        let (each_name, name) = clause(self, names, Ty::Name);
        let index = ExpressionKind::Tuple(vec![seat, name]);
        let index = Typed::new(index, Ty::Tuple(vec![Ty::Player, Ty::Name]), at).expression;
        let (kind, ty) = match one.of {
            Several::Zones(id) => (ExpressionKind::Zone(id, Some(Box::new(index))), Ty::Zone),
            Several::Numbers(id) => {
                let ty = self.facts.numbers[id.0 as usize].kind.clone();
                (ExpressionKind::Number(id, Some(Box::new(index))), ty)
            }
        };
        let element = Typed::new(kind, ty.clone(), at).expression;
        let clauses = vec![each_seat, each_name];
        let fold = Fold { into: FoldInto::List, clauses, element };
        Typed::new(ExpressionKind::Fold(Box::new(fold)), Ty::list(ty), at)
    }

    /// Returns the iterator over a value.
    pub(super) fn iterator_of(&mut self, typed: Typed, at: &Expr) -> (Iterator, Ty) {
        match typed.ty {
            Ty::List(of) => (Iterator::List(typed.expression), *of),
            Ty::Zone => (Iterator::Zone(typed.expression), Ty::Card),
            Ty::Unknown => {
                let list = Self::convert(typed.expression, &Ty::list(Ty::Unknown));
                (Iterator::List(list), Ty::Unknown)
            }
            other => {
                let message = format!("{} has no elements to go over", other.told(self.names));
                let message = Diagnostic::new(span(at), message)
                    .allowed("lists, zones, `range(...)`, `players()`, `hand` for all hands");
                let message = match other {
                    Ty::Int | Ty::Player => message.instead("write `range(n)` to count"),
                    Ty::Tuple(_) | Ty::Shaped(_) => message.instead("write a list: `[a, b]`"),
                    _ => message,
                };
                let wrong = self.wrong(message);
                let list = Self::convert(wrong.expression, &Ty::list(Ty::Unknown));
                (Iterator::List(list), Ty::Unknown)
            }
        }
    }

    /// The table whose method is called: its name, its keys and its values.
    fn table_of<'e>(&self, call: &'e ExprCall) -> Option<(&'e ExprAttribute, GlobalId, GlobalId)> {
        let Expr::Attribute(method) = &*call.func else { return None };
        let Expr::Name(name) = &*method.value else { return None };
        match self.binding(&name.id) {
            Some(Binding::Dict(keys, values)) => Some((method, *keys, *values)),
            _ => None,
        }
    }

    /// Whether a call makes an iterator of its own.
    pub(super) fn makes_iterator(&self, call: &ExprCall) -> bool {
        let iterators = ["range", "enumerate", "reversed", "zip", "players", "others"];
        self.table_of(call).is_some()
            || called(call).is_some_and(|name| iterators.contains(&name) && self.is_word(name))
    }

    /// Checks a call that makes an iterator of its own.
    pub(super) fn iterator_of_call(&mut self, call: &ExprCall) -> (Iterator, Ty) {
        let found = match self.table_of(call) {
            Some((method, keys, values)) => self.iterator_of_table(call, method, keys, values),
            None => self.iterator_of_function(call),
        };
        found.unwrap_or_else(|Told| {
            let list =
                Typed::new(ExpressionKind::List(Vec::new()), Ty::list(Ty::Unknown), span(call));
            (Iterator::List(list.expression), Ty::Unknown)
        })
    }

    /// `TABLE.keys()`, `TABLE.values()`, `TABLE.items()`.
    fn iterator_of_table(
        &mut self,
        call: &ExprCall,
        method: &ExprAttribute,
        keys: GlobalId,
        values: GlobalId,
    ) -> Result<(Iterator, Ty), Told> {
        let name = method.attr.as_str();
        if !TABLE_METHODS.contains(&name) {
            return self.sink.tell(refuse::table_method(&method.value, &method.attr));
        }
        arguments(call, name, "", self.sink)?;
        let mut part = |id| {
            let typed = self.global(id, span(call));
            self.iterator_of(typed, &method.value)
        };
        let (keys, values) = (part(keys), part(values));
        Ok(match name {
            "keys" => keys,
            "values" => values,
            _ => {
                let ty = Ty::Tuple(vec![keys.1, values.1]);
                (Iterator::Zip(Box::new(keys.0), Box::new(values.0)), ty)
            }
        })
    }

    /// `range(...)`, `zip(...)`, `players()` and the like.
    fn iterator_of_function(&mut self, call: &ExprCall) -> Result<(Iterator, Ty), Told> {
        let name = called(call).ok_or(Told)?;
        let parameters = match name {
            "range" => "first, last=, step=, /",
            "enumerate" => "list, /, start=",
            "reversed" => "list, /",
            "zip" => "one, other, /",
            "players" => "first=",
            _ => "p",
        };
        let found = arguments(call, name, parameters, self.sink)?;
        let first = found[0].ok_or(Told);
        Ok(match name {
            "range" => (self.range(call, &found)?, Ty::Int),
            "enumerate" => {
                let (inner, of) = self.iterator(first?);
                let start = match found[1] {
                    Some(start) => {
                        self.no_acts.push("the start of `enumerate`");
                        let start = self.of_type(start, &Ty::Int, "the start");
                        self.no_acts.pop();
                        start
                    }
                    None => Typed::new(ExpressionKind::Constant(0), Ty::Int, span(call)).expression,
                };
                (Iterator::Enumerate(Box::new(inner), start), Ty::Tuple(vec![Ty::Int, of]))
            }
            "reversed" if passes_once(first?) => {
                let message = "this has no last element in Python";
                let message = Diagnostic::new(span(first?), message);
                return self.sink.tell(message.instead("write `reversed(list(...))`"));
            }
            "reversed" => {
                let (inner, of) = self.iterator(first?);
                (Iterator::Reversed(Box::new(inner)), of)
            }
            "zip" => {
                let (one, one_of) = self.iterator(first?);
                self.no_acts.push("the second list of `zip`");
                let second = found[1].map(|list| self.iterator(list));
                self.no_acts.pop();
                let (other, other_of) = second.ok_or(Told)?;
                (Iterator::Zip(Box::new(one), Box::new(other)), Ty::Tuple(vec![one_of, other_of]))
            }
            "players" => (Iterator::Players(self.first_seat(found[0], span(call))), Ty::Player),
            _ => (Iterator::Others(self.of_type(first?, &Ty::Player, "the seat")), Ty::Player),
        })
    }

    /// Checks the seat that `players` begins with.
    pub(super) fn first_seat(&mut self, first: Option<&Expr>, at: Span) -> Expression {
        match first {
            Some(first) => self.of_type(first, &Ty::Player, "the first seat"),
            None => Typed::new(ExpressionKind::Constant(0), Ty::Player, at).expression,
        }
    }

    /// Checks `range(...)`.
    fn range(&mut self, call: &ExprCall, found: &[Option<&Expr>]) -> Result<Iterator, Told> {
        let mut bound =
            |expression: &Expr| self.of_type(expression, &Ty::Int, "the end of a range");
        let first = bound(found[0].ok_or(Told)?);
        let zero = Typed::new(ExpressionKind::Constant(0), Ty::Int, span(call)).expression;
        let (from, to) = match found[1] {
            Some(last) => (first, bound(last)),
            None => (zero, first),
        };
        let step = match found[2] {
            None => 1,
            Some(step) => match self.constant_number(step) {
                Some(0) | None => {
                    return self.sink.tell(
                        Diagnostic::new(span(step), "the step of a range is a fixed number, not 0")
                            .instead("write `range(a, b, -1)`, or a `while` loop"),
                    );
                }
                Some(step) => step,
            },
        };
        Ok(Iterator::Range(from, to, step))
    }

    /// Makes a list of the elements of an iterator.
    pub(super) fn collect(&mut self, iterator: Iterator, of: Ty, at: Span) -> Typed {
        let open = self.over(iterator, of, at);
        Self::listed(open, at)
    }

    /// Returns the cards of a zone as a list; a list as it is.
    pub(super) fn as_list(typed: Typed) -> Typed {
        if typed.ty != Ty::Zone {
            return typed;
        }
        let at = typed.expression.span;
        let kind = ExpressionKind::Slice(Box::new(typed.expression), None, None);
        Typed::new(kind, Ty::list(Ty::Card), at)
    }

    /// Checks something that must be a list, or can be made one.
    pub(super) fn list_value(&mut self, expression: &Expr) -> Typed {
        if let Expr::Generator(generator) = expression {
            return self.comprehension(&generator.generators, &generator.elt, span(expression));
        }
        let (iterator, of) = self.iterator(expression);
        match iterator {
            Iterator::List(list) => Typed { ty: Ty::list(of), expression: list },
            Iterator::Zone(zone) => Self::as_list(Typed { expression: zone, ty: Ty::Zone }),
            iterator => self.collect(iterator, of, span(expression)),
        }
    }

    /// Checks a comprehension.
    pub(super) fn comprehension(
        &mut self,
        clauses: &[Comprehension],
        element: &Expr,
        at: Span,
    ) -> Typed {
        let open = self.open(clauses, element, false);
        let ty = Ty::list(open.element.ty.clone());
        let typed = Self::fold_of(FoldInto::List, open.clauses, open.element.expression, ty, at);
        self.close(open.scopes, open.known);
        typed
    }

    /// Returns a fold.
    fn fold_of(
        into: FoldInto,
        clauses: Vec<Clause>,
        element: Expression,
        ty: Ty,
        at: Span,
    ) -> Typed {
        Typed::new(ExpressionKind::Fold(Box::new(Fold { into, clauses, element })), ty, at)
    }

    /// Checks the clauses and the element of a comprehension, whose variables stay in sight.
    fn open(&mut self, clauses: &[Comprehension], element: &Expr, is_flag: bool) -> Open {
        let scopes = self.scopes.len();
        let known = self.known.clone();
        self.no_decisions.push("a comprehension");
        let mut made = Vec::new();
        for (i, clause) in clauses.iter().enumerate() {
            let (iterator, of) = self.iterator(&clause.iter);
            if i == 0 {
                // In Python these names are the comprehension's own, from here on.
                let names = clauses.iter().flat_map(|clause| set_by(&clause.target));
                let own: Vec<String> = names.filter(|name| self.is_variable(name)).collect();
                for name in own {
                    let inner = self.new_inner(&name, Ty::Unknown);
                    self.unset.push(inner);
                    self.scopes.push((name, inner));
                }
            }
            let pattern = self.pattern(&clause.target, &of, false);
            made.push(Clause::For(pattern, iterator));
            for condition in &clause.ifs {
                let (test, when_true, _) = self.condition(condition);
                made.push(Clause::If(test));
                // A condition that is never true leaves the rest as it was.
                if when_true.is_some() {
                    self.known = when_true;
                }
            }
        }
        let element = if is_flag {
            Typed { expression: self.condition(element).0, ty: Ty::Bool }
        } else {
            self.operand(element)
        };
        self.no_decisions.pop();
        Open { clauses: made, element, scopes, known }
    }

    /// Puts the variables of a comprehension out of sight.
    fn close(&mut self, scopes: usize, known: Option<Known>) {
        self.scopes.truncate(scopes);
        self.known = known;
    }

    /// Checks the elements of a fold: a generator, or anything that has elements.
    fn folded(&mut self, expression: &Expr, is_flag: bool) -> Open {
        match expression {
            Expr::Generator(generator) => self.open(&generator.generators, &generator.elt, is_flag),
            // All elements of a list are there before the first of them decides.
            Expr::ListComp(list) if !is_flag => self.open(&list.generators, &list.elt, is_flag),
            _ => {
                let (iterator, of) = self.iterator(expression);
                let mut open = self.over(iterator, of, span(expression));
                if is_flag {
                    let flag = self.truth(open.element);
                    open.element = Typed { expression: flag, ty: Ty::Bool };
                }
                open
            }
        }
    }

    /// Goes over the elements of an iterator as they are.
    fn over(&mut self, iterator: Iterator, of: Ty, at: Span) -> Open {
        let (scopes, known) = (self.scopes.len(), self.known.clone());
        let (local, element) = self.nameless(of, at);
        let clauses = vec![Clause::For(Pattern::Local(local), iterator)];
        Open { clauses, element, scopes, known }
    }

    /// Checks the elements of a fold with a key. The keys of a list see the effects of
    /// all its elements.
    fn folded_by_key(&mut self, expression: &Expr) -> Open {
        let acts = self.acts;
        let mut open = self.folded(expression, false);
        if !expression.is_list_comp_expr() || self.acts == acts {
            return open;
        }
        self.close(open.scopes, open.known.take());
        let (of, at) = (open.element.ty.clone(), span(expression));
        let list = Self::listed(open, at);
        self.over(Iterator::List(list.expression), of, at)
    }

    /// Returns the elements that a fold goes over as a list.
    fn listed(open: Open, at: Span) -> Typed {
        let ty = Ty::list(open.element.ty);
        Self::fold_of(FoldInto::List, open.clauses, open.element.expression, ty, at)
    }

    /// Computes a value before others, and returns the variable that holds it.
    pub(super) fn first(&mut self, value: Typed, all: &mut Vec<(LocalId, Expression)>) -> Typed {
        let (local, held) = self.nameless(value.ty, value.expression.span);
        all.push((local, value.expression));
        held
    }

    /// Returns a value before which others are computed.
    pub(super) fn after(all: Vec<(LocalId, Expression)>, value: Typed) -> Typed {
        if all.is_empty() {
            return value;
        }
        let at = value.expression.span;
        let kind = ExpressionKind::With(all, Box::new(value.expression));
        Typed::new(kind, value.ty, at)
    }

    /// Checks a call that folds: any, all, sum, len, list, sorted, min, max.
    pub(super) fn fold(&mut self, name: &str, call: &ExprCall) -> Result<Typed, Told> {
        let at = span(call);
        if (name == "min" || name == "max") && call.arguments.args.len() > 1 {
            return self.extreme_of_several(name, call);
        }
        if name == "list" && call.arguments.is_empty() {
            let kind = ExpressionKind::List(Vec::new());
            return Ok(Typed::new(kind, Ty::list(Ty::Unknown), at));
        }
        let parameters = match name {
            "min" | "max" => "list, /, *, key=, default=",
            "sorted" => "list, /, *, key=, reverse=",
            _ => "list, /",
        };
        let found = arguments(call, name, parameters, self.sink)?;
        let list = found[0].ok_or(Told)?;
        Ok(match name {
            "list" => self.list_value(list),
            "len" => self.length(list, at),
            "any" | "all" => {
                let open = self.folded(list, true);
                let into = if name == "any" { FoldInto::Any } else { FoldInto::All };
                let element = open.element.expression;
                let typed = Self::fold_of(into, open.clauses, element, Ty::Bool, at);
                self.close(open.scopes, open.known);
                typed
            }
            "sum" => {
                let open = self.folded(list, false);
                let element = self.number(open.element, "an element of the sum");
                let typed = Self::fold_of(FoldInto::Sum, open.clauses, element, Ty::Int, at);
                self.close(open.scopes, open.known);
                typed
            }
            "sorted" => {
                let mut open = self.folded(list, false);
                self.close(open.scopes, open.known.take());
                let reverse = match found[2] {
                    None => false,
                    Some(Expr::BooleanLiteral(literal)) => literal.value,
                    Some(other) => {
                        let message = Diagnostic::new(span(other), "`reverse` is True or False");
                        self.wrong(message.instead("write `reverse=True`"));
                        false
                    }
                };
                let ty = open.element.ty.clone();
                let key = self.key(found[1], &ty, span(list));
                let into = FoldInto::Sorted { key, reverse };
                let element = open.element.expression;
                Self::fold_of(into, open.clauses, element, Ty::list(ty), at)
            }
            _ => self.extreme(name, list, found[1], found[2], at),
        })
    }

    /// Returns a value as a number: True is 1.
    pub(super) fn number(&mut self, typed: Typed, place: &str) -> Expression {
        if typed.ty == Ty::Bool {
            return Self::convert(typed.expression, &Ty::Int);
        }
        self.expect(typed, &Ty::Int, place)
    }

    /// `len(...)`.
    fn length(&mut self, list: &Expr, at: Span) -> Typed {
        if passes_once(list) {
            let message = Diagnostic::new(span(list), "this has no length in Python");
            return self.wrong(message.instead("write `len(list(...))`"));
        }
        if let Expr::ListComp(_) = list {
            let open = self.folded(list, false);
            let element = open.element.expression;
            let typed = Self::fold_of(FoldInto::Length, open.clauses, element, Ty::Int, at);
            self.close(open.scopes, open.known);
            return typed;
        }
        if let Expr::Call(call) = list
            && called(call) == Some("players")
            && self.is_word("players")
            && call.arguments.is_empty()
            && !self.facts.has_out
        {
            return Typed::new(ExpressionKind::PlayerCount, Ty::Int, at);
        }
        if let Expr::Name(name) = list
            && let Some(Binding::Dict(keys, _)) = self.binding(&name.id)
        {
            let keys = self.global(*keys, at);
            let kind = ExpressionKind::Length(Box::new(keys.expression));
            return Typed::new(kind, Ty::Int, at);
        }
        match self.iterator(list) {
            (Iterator::List(value) | Iterator::Zone(value), _) => {
                Typed::new(ExpressionKind::Length(Box::new(value)), Ty::Int, at)
            }
            (iterator, of) => {
                let Open { clauses, element, .. } = self.over(iterator, of, at);
                Self::fold_of(FoldInto::Length, clauses, element.expression, Ty::Int, at)
            }
        }
    }

    /// `max(list, key=..., default=...)`.
    fn extreme(
        &mut self,
        name: &str,
        list: &Expr,
        key: Option<&Expr>,
        default: Option<&Expr>,
        at: Span,
    ) -> Typed {
        let extreme = if name == "min" { Extreme::Min } else { Extreme::Max };
        let acts = self.acts;
        let mut open =
            if key.is_some() { self.folded_by_key(list) } else { self.folded(list, false) };
        let acts = self.acts != acts;
        self.close(open.scopes, open.known.take());
        let mut ty = open.element.ty.clone();
        let key = self.key(key, &ty, span(list));
        let default = default.map(|default| {
            self.no_acts.push("a default");
            let value = self.operand(default);
            self.no_acts.pop();
            value
        });
        // Python computes the list first, and then the default, whether it is needed or not.
        let mut first = Vec::new();
        let default = match default {
            Some(default) if !is_constant(&default.expression) => {
                if acts && list.is_generator_expr() {
                    let message = "the elements change the game before or after the default?";
                    self.wrong(
                        Diagnostic::new(default.expression.span, message)
                            .instead("give the default a name in a line before"),
                    );
                } else if acts {
                    let (of, at) = (ty.clone(), span(list));
                    let all = Self::listed(open, at);
                    let held = self.first(all, &mut first);
                    open = self.over(Iterator::List(held.expression), of, at);
                }
                Some(self.first(default, &mut first))
            }
            default => default,
        };
        let mut element = open.element.expression;
        let default = match default {
            Some(default) => match ty.join(&default.ty) {
                Some(joined) => {
                    ty = joined;
                    element = Self::convert(element, &ty);
                    Some(Self::convert(default.expression, &ty))
                }
                None => {
                    let message = format!(
                        "the default is {}, but the elements are {}",
                        default.ty.told(self.names),
                        Ty::list(ty.clone()).told(self.names).replace("a list of ", "")
                    );
                    self.wrong(
                        Diagnostic::new(default.expression.span, message)
                            .instead("test first whether there are any: `if len(x) > 0:`"),
                    );
                    None
                }
            },
            None => None,
        };
        let into = FoldInto::Extreme { extreme, key, default };
        Self::after(first, Self::fold_of(into, open.clauses, element, ty, at))
    }

    /// `max(a, b)`.
    fn extreme_of_several(&mut self, name: &str, call: &ExprCall) -> Result<Typed, Told> {
        let at = span(call);
        let extreme = if name == "min" { Extreme::Min } else { Extreme::Max };
        let list = self.list(&call.arguments.args, at);
        let Ty::List(of) = list.ty else { return Err(Told) };
        let key = call.arguments.keywords.first();
        if let Some(keyword) = key {
            // Values with a key are the elements of a list.
            let is_key = keyword.arg.as_ref().is_some_and(|name| name == "key");
            if !is_key || call.arguments.keywords.len() > 1 {
                let message = format!("`{name}` of several values takes only `key=`");
                return self.sink.tell(Diagnostic::new(span(keyword), message));
            }
            let key = self.key(Some(&keyword.value), &of, at);
            let list = Iterator::List(list.expression);
            let Open { clauses, element, .. } = self.over(list, (*of).clone(), at);
            let into = FoldInto::Extreme { extreme, key, default: None };
            return Ok(Self::fold_of(into, clauses, element.expression, *of, at));
        }
        if !is_ordered(&of) {
            let message = format!("there is no order of {}", of.told(self.names));
            let message = Diagnostic::new(at, message);
            return self.sink.tell(message.instead("give a key: `key=lambda c: c.rank`"));
        }
        let ExpressionKind::List(items) = list.expression.kind else { return Err(Told) };
        Ok(Typed::new(ExpressionKind::Extreme(extreme, items), *of, at))
    }

    /// Checks a key: a `lambda`, or a function of the file with one parameter. Without one, the
    /// elements themselves must have an order.
    fn key(&mut self, key: Option<&Expr>, element: &Ty, at: Span) -> Option<(LocalId, Expression)> {
        let Some(key) = key else {
            if !is_ordered(element) {
                let message = format!("there is no order of {}", element.told(self.names));
                let message = Diagnostic::new(at, message);
                self.wrong(message.instead("give a key: `key=lambda c: c.rank`"));
            }
            return None;
        };
        self.no_acts.push("a key");
        let inner = Variable::Inner(self.new_inner("", element.clone()));
        let local = self.local(inner);
        let value = match key {
            Expr::Lambda(lambda) => {
                let parameters = lambda.parameters.as_deref();
                let single = match parameters {
                    Some(parameters) if parameters.len() == 1 => parameters.args.first(),
                    _ => None,
                };
                match single {
                    Some(parameter) if parameter.default.is_none() => {
                        let Variable::Inner(index) = inner else { return None };
                        let name = parameter.parameter.name.to_string();
                        self.scopes.push((name, index));
                        let value = self.operand(&lambda.body);
                        self.scopes.pop();
                        value
                    }
                    _ => {
                        let message = Diagnostic::new(span(key), "a key takes one value");
                        self.wrong(message.instead("write `key=lambda c: c.rank`"))
                    }
                }
            }
            Expr::Name(name) if self.function_index.contains_key(name.id.as_str()) => {
                let value = Typed::new(ExpressionKind::Local(local), element.clone(), span(key));
                self.call_with(&name.id, vec![value], span(key))
            }
            _ => {
                let message = Diagnostic::new(span(key), "this is no key");
                self.wrong(message.instead("write `key=lambda c: c.rank`"))
            }
        };
        self.no_acts.pop();
        if !is_ordered(&value.ty) {
            let message = format!("there is no order of {}", value.ty.told(self.names));
            let message = Diagnostic::new(span(key), message);
            self.wrong(message.allowed("keys that are whole numbers, or tuples of them"));
        }
        Some((local, value.expression))
    }
}

/// Whether a value is the same whenever it is computed, and never an error.
fn is_constant(value: &Expression) -> bool {
    match &value.kind {
        ExpressionKind::Constant(_)
        | ExpressionKind::Name(_)
        | ExpressionKind::Global(_)
        | ExpressionKind::Local(_) => true,
        ExpressionKind::Convert(inner) | ExpressionKind::Negate(inner) => is_constant(inner),
        _ => false,
    }
}
