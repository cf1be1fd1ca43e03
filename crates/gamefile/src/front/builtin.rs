//! Functions that the module's lines may call.

use ruff_python_ast::{Expr, ExprCall};

use super::arguments::{arguments, called, passes_once, span};
use super::diagnostic::{Diagnostic, Told};
use super::module::Run;
use super::refuse::{self, TABLE_METHODS};
use super::value::Dyn;

impl Run<'_> {
    /// Evaluates a call.
    pub(super) fn call(&mut self, call: &ExprCall) -> Result<Dyn, Told> {
        let Some(name) = called(call) else { return self.method(call) };
        if self.variables.get(name) == Some(&Dyn::Wrong) {
            return Err(Told);
        }
        if self.inner.iter().any(|(known, _)| known == name) || self.variables.contains_key(name) {
            let message = format!("`{name}` is no function");
            return self.sink.tell(Diagnostic::new(span(&*call.func), message));
        }
        match name {
            "cards" => return self.cards(call),
            "card" => return self.card(call),
            "cards_from" => return self.cards_from(call),
            "knob" | "zone" | "each_player" | "each" => {
                let message = format!("`{name}` stands alone in a line with its name");
                let instead = format!("write `NAME = {name}(...)`");
                return self.sink.tell(Diagnostic::new(span(call), message).instead(instead));
            }
            "any" | "all" | "sum" | "len" | "list" | "sorted" | "min" | "max" => {
                return self.fold(name, call);
            }
            "players" => {
                let found = arguments(call, name, "first=", self.sink)?;
                self.depends = true;
                let first = found[0].map_or(Ok(0), |first| self.whole(first))?;
                let count = self.players as i64;
                let first = first.rem_euclid(count);
                let seats = (0..count).map(|seat| Dyn::Int((seat + first) % count));
                return Ok(Dyn::list(seats.collect()));
            }
            _ => {}
        }
        let parameters = match name {
            "abs" | "int" | "bool" | "str" => "x, /",
            "reversed" => "list, /",
            "enumerate" => "list, /, start=",
            "range" | "zip" => "first, second=, third=, /",
            _ => return Err(self.unknown_name(name, span(&*call.func))),
        };
        let found = arguments(call, name, parameters, self.sink)?;
        let first_at = found[0].ok_or(Told)?;
        if name == "reversed" && passes_once(first_at) {
            let message = Diagnostic::new(span(first_at), "this has no last element in Python");
            return self.sink.tell(message.instead("write `reversed(list(...))`"));
        }
        let first = if ["reversed", "enumerate", "zip"].contains(&name) {
            self.passed(first_at)?
        } else {
            self.evaluate(first_at)?
        };
        match name {
            "abs" | "int" => match first.number().and_then(i64::checked_abs) {
                Some(number) if name == "abs" => Ok(Dyn::Int(number)),
                Some(_) => Ok(Dyn::Int(first.number().unwrap_or(0))),
                None => Err(self.not_a(first_at, &first, "a whole number")),
            },
            "bool" => Ok(Dyn::Bool(first.is_true())),
            "str" => match &first {
                Dyn::Int(number) => Ok(Dyn::Name(self.names.intern(&number.to_string()))),
                Dyn::Name(_) => Ok(first),
                other => Err(self.not_a(first_at, other, "a whole number or a name")),
            },
            "reversed" => {
                let mut items = self.iterate(first_at, &first)?;
                items.reverse();
                Ok(Dyn::list(items))
            }
            "enumerate" => {
                let start = found[1].map_or(Ok(0), |start| self.whole(start))?;
                let items = self.iterate(first_at, &first)?.into_iter();
                let pairs = items.enumerate().map(|(i, item)| {
                    Some(Self::tuple(vec![Dyn::Int(start.checked_add(i as i64)?), item]))
                });
                match pairs.collect() {
                    Some(pairs) => Ok(Dyn::list(pairs)),
                    None => self.sink.tell(Diagnostic::new(span(call), "a number beyond 64 bits")),
                }
            }
            "zip" => {
                let (Some(second_at), None) = (found[1], found[2]) else {
                    return self.sink.tell(Diagnostic::new(span(call), "`zip` takes two lists"));
                };
                let second = self.passed(second_at)?;
                let one = self.iterate(first_at, &first)?;
                let other = self.iterate(second_at, &second)?;
                let pairs = one.into_iter().zip(other);
                Ok(Dyn::list(pairs.map(|(one, other)| Self::tuple(vec![one, other])).collect()))
            }
            _ => self.range(call, first_at, &first, &found),
        }
    }

    /// `range(...)`.
    fn range(
        &mut self,
        call: &ExprCall,
        first_at: &Expr,
        first: &Dyn,
        found: &[Option<&Expr>],
    ) -> Result<Dyn, Told> {
        let Dyn::Int(first) = *first else {
            return Err(self.not_a(first_at, first, "a whole number"));
        };
        let (from, to) = match found[1] {
            None => (0, first),
            Some(to) => (first, self.whole(to)?),
        };
        let step = found[2].map_or(Ok(1), |step| self.whole(step))?;
        if step == 0 {
            return self.sink.tell(Diagnostic::new(span(call), "the step is 0"));
        }
        let (mut items, mut at) = (Vec::new(), from);
        while if step > 0 { at < to } else { at > to } {
            items.push(Dyn::Int(at));
            self.check_length(first_at, items.len())?;
            match at.checked_add(step) {
                Some(next) => at = next,
                None => break,
            }
        }
        Ok(Dyn::list(items))
    }

    /// The elements of a fold's argument: a generator or a list.
    fn folded(&mut self, at: &Expr) -> Result<Vec<Dyn>, Told> {
        if let Expr::Generator(generator) = at {
            let mut items = Vec::new();
            self.each_of(&generator.generators, &mut |run| {
                items.push(run.evaluate(&generator.elt)?);
                run.check_length(at, items.len())
            })?;
            return Ok(items);
        }
        let value = self.passed(at)?;
        self.iterate(at, &value)
    }

    /// Calls that make one value of a list.
    fn fold(&mut self, name: &str, call: &ExprCall) -> Result<Dyn, Told> {
        let is_extreme = name == "min" || name == "max";
        let arguments_of = &call.arguments;
        let (items, key, further) = if is_extreme && arguments_of.args.len() > 1 {
            let mut items = Vec::new();
            for argument in &arguments_of.args {
                items.push(self.evaluate(argument)?);
            }
            let key = arguments_of
                .keywords
                .iter()
                .find(|keyword| keyword.arg.as_ref().is_some_and(|name| name == "key"));
            (items, key.map(|key| &key.value), None)
        } else {
            let parameters = match name {
                "min" | "max" => "list, /, *, key=, default=",
                "sorted" => "list, /, *, key=, reverse=",
                "list" if arguments_of.args.is_empty() => return Ok(Dyn::list(Vec::new())),
                _ => "list, /",
            };
            let found = arguments(call, name, parameters, self.sink)?;
            if let ("len", Some(list)) = (name, found[0].filter(|list| passes_once(list))) {
                let message = Diagnostic::new(span(list), "this has no length in Python");
                return self.sink.tell(message.instead("write `len(list(...))`"));
            }
            let items = self.folded(found[0].ok_or(Told)?)?;
            if let (true, Some(Some(default))) = (is_extreme, found.get(2)) {
                // Python computes it whether it is needed or not.
                self.evaluate(default)?;
            }
            (items, found.get(1).copied().flatten(), found.get(2).copied().flatten())
        };
        let at = &*call.func;
        Ok(match name {
            "any" => Dyn::Bool(items.iter().any(Dyn::is_true)),
            "all" => Dyn::Bool(items.iter().all(Dyn::is_true)),
            "len" => Dyn::Int(items.len() as i64),
            "list" => Dyn::list(items),
            "sum" => {
                let mut sum = Some(0i64);
                for item in &items {
                    let Some(number) = item.number() else {
                        return Err(self.not_a(at, item, "whole numbers"));
                    };
                    sum = sum.and_then(|sum| sum.checked_add(number));
                }
                match sum {
                    Some(sum) => Dyn::Int(sum),
                    None => {
                        return self
                            .sink
                            .tell(Diagnostic::new(span(call), "this sum is too large"));
                    }
                }
            }
            _ => {
                let mut keyed = Vec::new();
                for item in items {
                    let key = self.key(key, &item)?;
                    keyed.push((key, item));
                }
                if name == "sorted" {
                    let is_reversed = match further {
                        Some(reverse) => self.evaluate(reverse)?.is_true(),
                        None => false,
                    };
                    self.sort(at, keyed, is_reversed)?
                } else {
                    let mut best: Option<(Dyn, Dyn)> = None;
                    for (key, item) in keyed {
                        let is_better = match &best {
                            None => true,
                            Some((before, _)) if name == "max" => {
                                self.order(at, &key, before)?.is_gt()
                            }
                            Some((before, _)) => self.order(at, &key, before)?.is_lt(),
                        };
                        if is_better {
                            best = Some((key, item));
                        }
                    }
                    match (best, further) {
                        (Some((_, item)), _) => item,
                        (None, Some(default)) => self.evaluate(default)?,
                        (None, None) => {
                            let message = format!("`{name}` of an empty list");
                            let instead = "write `default=0`";
                            return self
                                .sink
                                .tell(Diagnostic::new(span(call), message).instead(instead));
                        }
                    }
                }
            }
        })
    }

    /// Sorts values by their keys, equal ones in their order.
    fn sort(&mut self, at: &Expr, keyed: Vec<(Dyn, Dyn)>, is_reversed: bool) -> Result<Dyn, Told> {
        let (mut keyed, mut is_wrong) = (keyed, false);
        // Each is compared with a few others.
        self.work(16 * keyed.len());
        keyed.sort_by(|(one, _), (other, _)| {
            let (one, other) = if is_reversed { (other, one) } else { (one, other) };
            let order = if is_wrong { Err(Told) } else { self.order(at, one, other) };
            order.unwrap_or_else(|Told| {
                is_wrong = true;
                std::cmp::Ordering::Equal
            })
        });
        if is_wrong {
            return Err(Told);
        }
        Ok(Dyn::list(keyed.into_iter().map(|(_, item)| item).collect()))
    }

    /// Computes the key of a value.
    fn key(&mut self, key: Option<&Expr>, item: &Dyn) -> Result<Dyn, Told> {
        let Some(at) = key else { return Ok(item.clone()) };
        let Expr::Lambda(lambda) = at else {
            let message = Diagnostic::new(span(at), "a key is a `lambda` here");
            let message = message.instead("write `key=lambda c: c.rank`");
            return self.sink.tell(match at {
                Expr::Name(name) => message.missing(&name.id),
                _ => message,
            });
        };
        let parameters = lambda.parameters.as_deref();
        let Some([parameter]) = parameters.map(|parameters| &*parameters.args) else {
            return self.sink.tell(Diagnostic::new(span(at), "a key takes one value"));
        };
        self.inner.push((parameter.parameter.name.to_string(), item.clone()));
        let result = self.evaluate(&lambda.body);
        self.inner.pop();
        result
    }

    /// Calls of methods of constants.
    fn method(&mut self, call: &ExprCall) -> Result<Dyn, Told> {
        let Expr::Attribute(method) = &*call.func else {
            return self.sink.tell(Diagnostic::new(span(&*call.func), "this is no function"));
        };
        let value = self.evaluate(&method.value)?;
        let name = method.attr.as_str();
        match (&value, name) {
            (Dyn::Dict(items), _) if TABLE_METHODS.contains(&name) => {
                arguments(call, name, "", self.sink)?;
                let item = |(key, value): &(Dyn, Dyn)| match name {
                    "items" => Self::tuple(vec![key.clone(), value.clone()]),
                    "keys" => key.clone(),
                    _ => value.clone(),
                };
                Ok(Dyn::list(items.iter().map(item).collect()))
            }
            (Dyn::List(items) | Dyn::Tuple(items), "index" | "count") => {
                let found = arguments(call, name, "value, /", self.sink)?;
                let wanted = self.evaluate(found[0].ok_or(Told)?)?;
                self.work(2 * items.len() * wanted.size(0).unwrap_or(1));
                let count = items.iter().filter(|item| item.equals(&wanted)).count();
                match items.iter().position(|item| item.equals(&wanted)) {
                    _ if name == "count" => Ok(Dyn::Int(count as i64)),
                    Some(place) => Ok(Dyn::Int(place as i64)),
                    None => {
                        self.sink.tell(Diagnostic::new(span(call), "the list does not hold it"))
                    }
                }
            }
            (Dyn::Dict(_), _) => self.sink.tell(refuse::table_method(&method.value, &method.attr)),
            _ => {
                let message = format!("{} has no `{name}()` at the left margin", value.kind());
                let instead = "constants do not change; moves belong into `play()`";
                self.sink.tell(Diagnostic::new(span(&method.attr), message).instead(instead))
            }
        }
    }
}
