//! Calls: the language's own functions, methods of zones and lists, functions of the file.

use ruff_python_ast::name::Name;
use ruff_python_ast::{
    AtomicNodeIndex, Expr, ExprAttribute, ExprCall, ExprContext, ExprName, Keyword,
};
use ruff_text_size::Ranged;

use crate::program::{
    Expression, ExpressionKind, Extent, FunctionId, Library, NameId, Span, Tally, TallyOf,
};

use super::arguments::{arguments, called, no_list, passing, span};
use super::check::{Checker, LOOKING, Typed};
use super::diagnostic::{Diagnostic, Told};
use super::expression::index_told;
use super::module::Binding;
use super::names::{BUILTINS, LIBRARY};
use super::types::Ty;
use super::value::Dyn;

/// The methods of zones.
pub(super) const ZONE_METHODS: [&str; 6] =
    ["put", "put_below", "draw", "draw_any", "deal", "shuffle"];

/// The most reasons for the end of a game.
const MOST_REASONS: usize = 250;

/// The most events that a game counts.
const MOST_EVENTS: usize = 1000;

impl Checker<'_> {
    /// Checks a call.
    pub(super) fn call(&mut self, call: &ExprCall) -> Typed {
        self.call_of(call).unwrap_or_else(|Told| Typed::wrong(span(call)))
    }

    fn call_of(&mut self, call: &ExprCall) -> Result<Typed, Told> {
        let at = span(call);
        let Some(name) = called(call) else {
            return match &*call.func {
                Expr::Attribute(method) => self.method(call, method),
                other => self.sink.tell(
                    Diagnostic::new(span(other), "this is no function")
                        .allowed("functions by their names"),
                ),
            };
        };
        if self.binding(name) == Some(&Binding::Wrong) {
            return Err(Told);
        }
        if self.is_variable(name) || self.facts.bindings.contains_key(name) {
            let function_at = span(&*call.func);
            if matches!(self.variable(name, function_at), Some((_, Ty::Unknown))) {
                return Err(Told);
            }
            let message = format!("`{name}` is no function here");
            let message = Diagnostic::new(function_at, message);
            return self.sink.tell(if super::names::is_of_language(name) {
                message.instead(format!("take another name for the variable `{name}`"))
            } else {
                message
            });
        }
        if let Some(typed) = self.call_in_order(name, call) {
            return Ok(typed);
        }
        if self.function_index.contains_key(name) {
            return self.call_own(name, call);
        }
        match name {
            "any" | "all" | "sum" | "len" | "list" | "sorted" | "min" | "max" => {
                self.fold(name, call)
            }
            "range" | "enumerate" | "reversed" | "zip" => {
                self.sink.tell(no_list(at, &passing(call).unwrap_or_default()))
            }
            "abs" | "int" | "bool" => self.converted(name, call),
            "choose" => self.choose(call),
            "choose_together" => self.choose_together(call),
            _ if LIBRARY.contains(&name) => self.library(name, call),
            "str" => self.sink.tell(
                Diagnostic::new(at, "`str` cannot be used in functions")
                    .instead("choices are told by `say=`; compare numbers as numbers"),
            ),
            _ => {
                let mut message = self.unknown_name(name, span(&*call.func));
                if message.found.starts_with("there is no name") {
                    let mut functions: Vec<&str> = self.function_index.keys().copied().collect();
                    functions.sort_unstable();
                    functions.extend(LIBRARY.into_iter().filter(|name| {
                        !["nobody", "owner", "everyone", "numbers", "lengths"].contains(name)
                    }));
                    functions.extend(BUILTINS);
                    message = Diagnostic::unknown(span(&*call.func), "function", name, functions);
                }
                self.sink.tell(message)
            }
        }
    }

    /// Checks a call whose arguments are named in another order than that of the parameters: they
    /// are computed in the order in which they are written. `None` if it is not such a call.
    fn call_in_order(&mut self, name: &str, call: &ExprCall) -> Option<Typed> {
        let own = self.function_index.get(name).map(|index| self.functions[*index].ast);
        let place = |keyword: &Keyword| {
            let wanted = keyword.arg.as_ref()?.as_str();
            match own {
                Some(own) => own.parameters.iter().position(|one| one.name().as_str() == wanted),
                None => ["name", "p", "times", "options", "what", "condition", "seats"]
                    .iter()
                    .position(|one| *one == wanted),
            }
        };
        let computed = call.arguments.keywords.iter().filter(|one| !is_still(&one.value));
        let places: Vec<usize> = computed.filter_map(place).collect();
        if places.is_sorted() {
            return None;
        }
        let choice_name = self.choice_name.take();
        let (scopes, mut first, mut call) = (self.scopes.len(), Vec::new(), call.clone());
        let arguments = &mut call.arguments;
        let keywords = arguments.keywords.iter_mut().map(|keyword| &mut keyword.value);
        for argument in arguments.args.iter_mut().chain(keywords) {
            if is_still(argument) {
                continue;
            }
            let value = self.operand(argument);
            self.first(value, &mut first);
            // No variable of a file has such a name.
            let (inner, id) = (self.inner.len() - 1, format!(" {}", self.inner.len()));
            self.scopes.push((id.clone(), inner));
            *argument = Expr::Name(ExprName {
                node_index: AtomicNodeIndex::NONE,
                range: argument.range(),
                id: Name::new(id),
                ctx: ExprContext::Load,
            });
        }
        self.choice_name = choice_name;
        let value = self.call(&call);
        self.scopes.truncate(scopes);
        Some(Self::after(first, value))
    }

    /// `abs(x)`, `int(flag)`, `bool(x)`.
    fn converted(&mut self, name: &str, call: &ExprCall) -> Result<Typed, Told> {
        let found = arguments(call, name, "x, /", self.sink)?;
        let value = found[0].ok_or(Told)?;
        if name == "bool" {
            let (expression, ..) = self.condition(value);
            return Ok(Typed { expression, ty: Ty::Bool });
        }
        let value = self.value(value);
        let value = self.number(value, "this");
        if name == "int" {
            return Ok(Typed { expression: value, ty: Ty::Int });
        }
        Ok(Typed::new(ExpressionKind::Absolute(Box::new(value)), Ty::Int, span(call)))
    }

    /// Checks a call of a function of the file.
    fn call_own(&mut self, name: &str, call: &ExprCall) -> Result<Typed, Told> {
        let ast = self.functions[self.function_index[name]].ast;
        let parameters: Vec<String> = ast
            .parameters
            .args
            .iter()
            .map(|parameter| {
                let mark = if parameter.default.is_some() { "=" } else { "" };
                format!("{}{mark}", parameter.parameter.name)
            })
            .collect();
        let found = arguments(call, name, &parameters.join(", "), self.sink)?;
        let mut values = Vec::new();
        for (argument, parameter) in found.iter().zip(&ast.parameters.args) {
            let argument = argument.or(parameter.default.as_deref()).ok_or(Told)?;
            values.push(self.operand(argument));
        }
        Ok(self.call_with(name, values, span(call)))
    }

    /// Calls a function of the file with these values.
    pub(super) fn call_with(&mut self, name: &str, values: Vec<Typed>, at: Span) -> Typed {
        let Some(index) = self.function_index.get(name).copied() else { return Typed::wrong(at) };
        if values.len() != self.functions[index].parameters.len() {
            let message = format!(
                "`{name}` takes {} values, not {}",
                self.functions[index].parameters.len(),
                values.len()
            );
            return self.wrong(Diagnostic::new(at, message));
        }
        let mut passed = Vec::new();
        for (i, value) in values.into_iter().enumerate() {
            let parameter = self.functions[index].parameters[i];
            let value_at = value.expression.span;
            self.join_variable_of(index, parameter, &value.ty, value_at);
            let (ty, first_at) = self.functions[index].types[parameter].clone();
            if !value.ty.fits(&ty) && LOOKING.contains(&name) {
                let at = span(&self.functions[index].ast.name);
                let message = format!(
                    "`{name}` is a word of the language: `{name}(p)` is asked for each seat p, but \
                     line {} gives it {}",
                    self.sink.line(value_at),
                    value.ty.told(self.names)
                );
                let instead = format!("take another name for this function, such as `the_{name}`");
                self.sink.report(Diagnostic::new(at, message).instead(instead));
                self.sink.spoil(name);
                self.functions[index].ast.body.iter().for_each(|line| self.sink.leave(span(line)));
            } else if !value.ty.fits(&ty) {
                let parameter = &self.functions[index].ast.parameters.args[i].parameter.name;
                let message = format!(
                    "`{parameter}` of `{name}` is {} here, but {} {}",
                    value.ty.told(self.names),
                    ty.told(self.names),
                    self.elsewhere(first_at)
                );
                self.sink.report(
                    Diagnostic::new(value_at, message)
                        .instead("every call of a function gives the same kinds of value"),
                );
            }
            passed.push(Self::convert(value.expression, &ty));
        }
        if self.functions[index].decides_at.is_some() {
            self.note_decision(at);
        } else if self.functions[index].acts_at.is_some() {
            self.note_act(at);
        }
        let ty = self.functions[index].result.clone();
        let kind = ExpressionKind::Call(FunctionId(index as u32), passed);
        let mut typed = Typed::new(kind, ty, at);
        if typed.ty == Ty::Unknown && !self.functions[index].variables.returns {
            typed.expression.type_ = Ty::Unit;
        }
        typed
    }

    /// Checks an argument of a type.
    fn argument(&mut self, value: Option<&Expr>, ty: &Ty, place: &str) -> Result<Expression, Told> {
        Ok(self.of_type(value.ok_or(Told)?, ty, place))
    }

    /// Checks a text in quotes, and returns it as a name.
    fn text(&mut self, value: Option<&Expr>, place: &str) -> Result<(NameId, Expression), Told> {
        let value = value.ok_or(Told)?;
        if let Some(name) = self.constant_name(value) {
            let kind = ExpressionKind::Name(name);
            return Ok((name, Typed::new(kind, Ty::Name, span(value)).expression));
        }
        if self.value(value).ty != Ty::Unknown {
            let message = format!("{place} is a text in quotes");
            self.sink.report(Diagnostic::new(span(value), message));
        }
        Err(Told)
    }

    /// Checks a call that ends the game: `end`, `lost` or `unfinished`, with its arguments.
    fn ending(&mut self, name: &str, found: &[Option<&Expr>], at: Span) -> Result<Typed, Told> {
        self.can_be_lost |= name == "lost";
        let (reason, text) = self.text(found[0], "the reason")?;
        if !self.reasons.contains(&reason) {
            if self.reasons.len() == MOST_REASONS {
                self.sink.report(
                    Diagnostic::new(at, "one reason for the end too many")
                        .allowed(format!("{MOST_REASONS} reasons in a game")),
                );
            }
            self.reasons.push(reason);
        }
        if name != "unfinished" && !self.ends.contains(&reason) {
            self.ends.push(reason);
        }
        let (one, several, who) = match name {
            "lost" => (Library::LostBySeat, Library::LostBySeats, "loser"),
            _ => (Library::EndWithWinner, Library::EndWithWinners, "winner"),
        };
        let seat = found.get(1).copied().flatten();
        let seats = found.get(2).copied().flatten();
        let (library, arguments) = match (seat, seats) {
            (None, None) => {
                let all = match name {
                    "end" => Library::End,
                    "lost" => Library::Lost,
                    _ => Library::Unfinished,
                };
                (all, vec![text])
            }
            (Some(_), Some(seats)) => {
                let message = Diagnostic::new(span(seats), format!("a {who}, or {who}s?"));
                return self.sink.tell(message.instead("give one of them"));
            }
            (seat @ Some(_), None) => {
                let seat = self.argument(seat, &Ty::Player, &format!("the {who}"))?;
                (one, vec![text, seat])
            }
            (None, Some(Expr::List(none))) if none.elts.is_empty() => {
                let message = match name {
                    "lost" => "a game is lost by someone; `lost(\"reason\")` is lost by all",
                    _ => "an end has winners; `lost(...)` and `unfinished(...)` have none",
                };
                return self.sink.tell(Diagnostic::new(span(none), message));
            }
            (None, Some(seats)) => {
                let seats = self.list_value(seats);
                let seats = self.expect(seats, &Ty::list(Ty::Player), &format!("the {who}s"));
                (several, vec![text, seats])
            }
        };
        Ok(Typed::new(ExpressionKind::Library(library, arguments), Ty::Unit, at))
    }

    /// Checks a call of the language's other functions.
    fn library(&mut self, name: &str, call: &ExprCall) -> Result<Typed, Told> {
        let at = span(call);
        let parameters = match name {
            "players" => "first=",
            "others" | "after" | "before" | "out" | "is_out" | "team" | "first_player" => "p",
            "end" => "reason, winner=, winners=",
            "lost" => "reason, loser=, losers=",
            "unfinished" => "reason",
            "chance" => "n",
            "tally" => "name, times=, of=",
            "look" => "p, what",
            "show" => "what",
            "require" => "condition, message",
            _ => {
                let message = self.unknown_name(name, span(&*call.func));
                return self.sink.tell(message);
            }
        };
        let found = arguments(call, name, parameters, self.sink)?;
        let done = |library, arguments, ty| {
            Ok(Typed::new(ExpressionKind::Library(library, arguments), ty, at))
        };
        let is_question =
            ["players", "others", "after", "before", "is_out", "team"].contains(&name);
        if !is_question {
            self.note_act(at);
        }
        match name {
            "players" => {
                let first = self.first_seat(found[0], at);
                done(Library::Players, vec![first], Ty::list(Ty::Player))
            }
            "others" | "after" | "before" | "out" | "is_out" | "team" | "first_player" => {
                let seat = self.argument(found[0], &Ty::Player, "the seat")?;
                let (library, ty) = match name {
                    "others" => (Library::Others, Ty::list(Ty::Player)),
                    "after" => (Library::After, Ty::Player),
                    "before" => (Library::Before, Ty::Player),
                    "out" => (Library::Out, Ty::Unit),
                    "is_out" => (Library::IsOut, Ty::Bool),
                    "team" => (Library::Team, Ty::Int),
                    _ => (Library::FirstPlayer, Ty::Unit),
                };
                done(library, vec![seat], ty)
            }
            "end" | "lost" | "unfinished" => self.ending(name, &found, at),
            "chance" => {
                let number = self.argument(found[0], &Ty::Int, "the number of results")?;
                done(Library::Chance, vec![number], Ty::Int)
            }
            "tally" => {
                let of = match found[2] {
                    Some(_) => {
                        let (name, _) = self.text(found[2], "the other event")?;
                        Some(TallyOf { name, is_mean: found[1].is_some() })
                    }
                    None => None,
                };
                let event = self.event(found[0].ok_or(Told)?, of)?;
                let times = match found[1] {
                    Some(_) => self.argument(found[1], &Ty::Int, "the number of times")?,
                    None => Typed::new(ExpressionKind::Constant(1), Ty::Int, at).expression,
                };
                done(Library::Tally, vec![event, times], Ty::Unit)
            }
            "look" => {
                let seat = self.argument(found[0], &Ty::Player, "the seat")?;
                let (what, libraries) = (found[1].ok_or(Told)?, LOOKS);
                let (library, what) = self.some_cards(what, libraries)?;
                done(library, vec![seat, what], Ty::Unit)
            }
            "show" => {
                let (library, what) = self.some_cards(found[0].ok_or(Told)?, SHOWS)?;
                done(library, vec![what], Ty::Unit)
            }
            _ => {
                let (flag, ..) = self.condition(found[0].ok_or(Told)?);
                let (_, text) = self.text(found[1], "the message")?;
                done(Library::Require, vec![flag, text], Ty::Unit)
            }
        }
    }

    /// Checks the name of an event, and notes all that it can be. `of` is the other event among
    /// which it is counted.
    fn event(&mut self, value: &Expr, of: Option<TallyOf>) -> Result<Expression, Told> {
        let mut names: Vec<NameId> = Vec::new();
        self.possible_names(value, &mut names);
        let event = self.of_type(value, &Ty::Name, "the event");
        if names.is_empty() && event.type_ == Ty::Name {
            return self.sink.tell(
                Diagnostic::new(span(value), "the names that this event can have are not known")
                    .allowed("a text in quotes; an attribute of a card; a knob with choices")
                    .instead("write `tally(\"name\")`, or `tally(card.power)`"),
            );
        }
        for name in names {
            match self.tallies.iter().find(|tally| tally.name == name) {
                None => {
                    if self.tallies.len() == MOST_EVENTS {
                        self.sink.report(
                            Diagnostic::new(span(value), "one event too many")
                                .allowed(format!("{MOST_EVENTS} events in a game")),
                        );
                    }
                    self.tallies.push(Tally { name, of, span: span(value) });
                }
                Some(known) if known.of == of => {}
                Some(known) => {
                    let message = "this event is counted in another way elsewhere";
                    let at = self.elsewhere(Some(known.span));
                    return self.sink.tell(
                        Diagnostic::new(span(value), format!("{message} ({at})"))
                            .instead("give every `tally` of an event the same `of=`, and `times=` in all or none"),
                    );
                }
            }
        }
        Ok(event)
    }

    /// Checks that every event among which others are counted is counted itself, and
    /// among no others.
    pub(super) fn check_tallies(&mut self, tallies: &[Tally]) {
        for Tally { of, span, .. } in tallies {
            let Some(of) = of else { continue };
            let name = self.names.text(of.name);
            let message = match tallies.iter().find(|tally| tally.name == of.name) {
                None => format!("the other event `{name}` is never counted"),
                Some(Tally { of: Some(_), .. }) => {
                    format!("the other event `{name}` is itself counted among others")
                }
                Some(_) => continue,
            };
            let instead = format!("count it where it happens: `tally(\"{name}\")`");
            self.sink.report(Diagnostic::new(*span, message).instead(instead));
        }
    }

    /// Adds the names that an expression can have, as far as they are known.
    fn possible_names(&mut self, value: &Expr, names: &mut Vec<NameId>) {
        if let Some(name) = self.constant_name(value) {
            names.push(name);
            return;
        }
        let facts = self.facts;
        match value {
            Expr::If(conditional) => {
                self.possible_names(&conditional.body, names);
                self.possible_names(&conditional.orelse, names);
            }
            Expr::Attribute(attribute) if &attribute.attr == "name" => {
                names.extend(&facts.card_names);
            }
            Expr::Attribute(attribute) => {
                let index =
                    facts.attributes.iter().position(|(name, _)| *name == attribute.attr.as_str());
                names.extend(index.iter().flat_map(|index| &facts.attribute_names[*index]));
            }
            Expr::Name(name) => {
                if let Some(Binding::Global(id)) = self.binding(&name.id) {
                    names.extend(facts.knob_names.get(&id.0).into_iter().flatten());
                }
            }
            Expr::Subscript(subscript) => {
                if let Expr::Name(name) = &*subscript.value
                    && let Some(Binding::Global(id)) = self.binding(&name.id)
                    && let Some(Dyn::List(items)) = facts.constants.get(&id.0)
                {
                    names.extend(items.iter().filter_map(|item| match item {
                        Dyn::Name(name) => Some(*name),
                        _ => None,
                    }));
                }
            }
            _ => {}
        }
    }

    /// Checks a card, a zone or a list of cards, and returns the act for it.
    fn some_cards(
        &mut self,
        value: &Expr,
        libraries: [Library; 3],
    ) -> Result<(Library, Expression), Told> {
        let typed = self.value(value);
        match &typed.ty {
            Ty::Card => Ok((libraries[0], typed.expression)),
            Ty::Zone => Ok((libraries[1], typed.expression)),
            Ty::List(of) if of.fits(&Ty::Card) => {
                Ok((libraries[2], Self::convert(typed.expression, &Ty::list(Ty::Card))))
            }
            Ty::Unknown => {
                let cards = Self::convert(typed.expression, &Ty::list(Ty::Card));
                Ok((libraries[2], cards))
            }
            other => {
                let message = format!("this is {}", other.told(self.names));
                let message = Diagnostic::new(span(value), message);
                self.sink.tell(message.allowed("a card, a list of cards, a zone"))
            }
        }
    }

    /// Checks a call of a method.
    fn method(&mut self, call: &ExprCall, method: &ExprAttribute) -> Result<Typed, Told> {
        let at = span(call);
        let name = method.attr.as_str();
        let name_at = span(&method.attr);
        if let Some(id) = self.several_zones(&method.value) {
            if name != "pass_on" {
                let zones = &self.facts.zones[id.0 as usize];
                let message = several_have_no(&zones.name, "zones", &zones.extent, name, name_at);
                return self.sink.tell(message);
            }
            if self.facts.zones[id.0 as usize].extent != Extent::EachPlayer {
                let message = Diagnostic::new(name_at, "only zones of players are passed on");
                return self.sink.tell(message);
            }
            let found = arguments(call, name, "by", self.sink)?;
            let by = self.argument(found[0], &Ty::Int, "the number of seats")?;
            self.note_act(at);
            let zones = ExpressionKind::Constant(i64::from(id.0));
            let zones = Typed::new(zones, Ty::Int, span(&*method.value)).expression;
            let kind = ExpressionKind::Library(Library::PassOn, vec![zones, by]);
            return Ok(Typed::new(kind, Ty::Unit, at));
        }
        if let Expr::Name(class) = &*method.value {
            match self.binding(&class.id) {
                Some(Binding::Numbers(id)) => {
                    let numbers = &self.facts.numbers[id.0 as usize];
                    let (name_of, extent) = (&numbers.name, &numbers.extent);
                    let message = several_have_no(name_of, "numbers", extent, name, name_at);
                    return self.sink.tell(message);
                }
                Some(Binding::Class(_)) => {
                    let message = format!("numbers have no `{name}` here");
                    let message = Diagnostic::new(name_at, message).allowed("reset()");
                    return self
                        .sink
                        .tell(message.instead(format!("write `{}.reset()` alone", class.id)));
                }
                Some(Binding::Dict(..)) if let Some(told) = passing(call) => {
                    return self.sink.tell(no_list(at, &told));
                }
                Some(Binding::Dict(..)) => {
                    let (iterator, of) = self.iterator_of_call(call);
                    return Ok(self.collect(iterator, of, at));
                }
                _ => {}
            }
        }
        let value = self.value(&method.value);
        match &value.ty {
            Ty::Zone => self.zone_method(call, name, name_at, value.expression),
            Ty::List(_) => self.list_method(call, name, name_at, value),
            Ty::Unknown => Err(Told),
            other => {
                let message = format!("{} has no `{name}()`", other.told(self.names));
                let message = Diagnostic::new(name_at, message);
                let message = match (other, name) {
                    (Ty::Name, _) => message.instead("names are only compared: `==`, `in`"),
                    (Ty::Card, "put" | "move") => message.instead("write `zone.put(card)`"),
                    _ => message.allowed("methods of zones and lists"),
                };
                self.sink.tell(message)
            }
        }
    }

    /// Checks a method of a zone.
    fn zone_method(
        &mut self,
        call: &ExprCall,
        name: &str,
        name_at: Span,
        zone: Expression,
    ) -> Result<Typed, Told> {
        let at = span(call);
        let parameters = match name {
            "put" | "put_below" => "cards",
            "draw" | "draw_any" => "into",
            "deal" => "n, hand",
            "shuffle" => "",
            "pass_on" => {
                let message = Diagnostic::new(name_at, "`pass_on` passes on all zones of a kind");
                return self.sink.tell(message.instead("write `hand.pass_on(1)`"));
            }
            _ => {
                let message = Diagnostic::unknown(name_at, "method of zones", name, ZONE_METHODS);
                let message = match name {
                    "append" | "add" | "insert" | "extend" => {
                        message.instead("write `zone.put(card)`")
                    }
                    "pop" | "remove" | "take" => message.instead(
                        "write `zone.draw(into)` for the top card, `other.put(card)` for any",
                    ),
                    "clear" => message.instead("put its cards elsewhere: `discard.put(zone)`"),
                    "sort" => message.instead("go over `sorted(zone, key=lambda c: c.rank)`"),
                    _ => message,
                };
                return self.sink.tell(message);
            }
        };
        let found = arguments(call, name, parameters, self.sink)?;
        self.note_act(at);
        let (library, arguments, ty) = match name {
            "put" | "put_below" => {
                let libraries = if name == "put" { PUTS } else { PUTS_BELOW };
                let (library, cards) = self.some_cards(found[0].ok_or(Told)?, libraries)?;
                (library, vec![zone, cards], Ty::Unit)
            }
            "draw" | "draw_any" => {
                let into = self.argument(found[0], &Ty::Zone, "what is drawn into")?;
                let library = if name == "draw" { Library::Draw } else { Library::DrawAny };
                (library, vec![zone, into], Ty::Card)
            }
            "deal" => {
                let count = self.argument(found[0], &Ty::Int, "the number of cards")?;
                let hand_at = found[1].ok_or(Told)?;
                let hand = self
                    .several_zones(hand_at)
                    .filter(|id| self.facts.zones[id.0 as usize].extent == Extent::EachPlayer);
                let Some(hand) = hand else {
                    let message = "cards are dealt to zones of each player";
                    return self.sink.tell(Diagnostic::new(span(hand_at), message).instead(
                        "write `hand = each_player(zone, owner)` above, and `deck.deal(5, hand)`",
                    ));
                };
                let hand = ExpressionKind::Constant(i64::from(hand.0));
                let hand = Typed::new(hand, Ty::Int, span(hand_at)).expression;
                (Library::Deal, vec![zone, count, hand], Ty::Unit)
            }
            _ => (Library::Shuffle, vec![zone], Ty::Unit),
        };
        Ok(Typed::new(ExpressionKind::Library(library, arguments), ty, at))
    }
}

/// Whether an argument can be computed at any time, because nothing changes its value.
fn is_still(argument: &Expr) -> bool {
    match argument {
        Expr::Name(_) | Expr::Lambda(_) => true,
        Expr::UnaryOp(unary) => is_still(&unary.operand),
        other => other.is_literal_expr(),
    }
}

/// The message about a method that several zones or numbers do not have.
fn several_have_no(name: &str, what: &str, extent: &Extent, method: &str, at: Span) -> Diagnostic {
    let needs_one = what == "zones" && ZONE_METHODS.contains(&method);
    let message = Diagnostic::new(
        at,
        if needs_one {
            format!("`{name}` is several zones; `{method}` needs one")
        } else {
            format!("`{name}` is several {what}, without `{method}()`")
        },
    );
    let one = index_told(name, extent);
    message.instead(match method {
        "reset" if what == "numbers" => format!("write `{name}.reset()` in a line of its own"),
        "values" => format!("go over them: `for x in {name}`"),
        "keys" | "items" | "index" if *extent == Extent::EachPlayer => {
            format!("write `for p in players()`, and `{name}[p]`")
        }
        "keys" | "items" | "index" => {
            format!("go over the names with which it was made, and write `{name}[name]`")
        }
        _ if needs_one => format!("write `{one}.{method}(...)`"),
        _ => format!("write `{one}` for one of them"),
    })
}

/// The acts of `look`, for a card, a zone, a list of cards.
const LOOKS: [Library; 3] = [Library::LookCard, Library::LookZone, Library::LookCards];

/// The acts of `show`.
const SHOWS: [Library; 3] = [Library::ShowCard, Library::ShowZone, Library::ShowCards];

/// The acts of `put`.
const PUTS: [Library; 3] = [Library::PutCard, Library::PutZone, Library::PutCards];

/// The acts of `put_below`.
const PUTS_BELOW: [Library; 3] =
    [Library::PutCardBelow, Library::PutZoneBelow, Library::PutCardsBelow];
