//! Decisions: `choose` and `choose_together`.

use fairdeal_core::game::MAX_ACTION_KINDS;
use fairdeal_core::input::plain;
use ruff_python_ast::{Expr, ExprCall};

use crate::program::{Choose, ExpressionKind, NameId, SeenBy, Span};

use super::arguments::{arguments, span};
use super::check::{Checker, Typed};
use super::diagnostic::{Diagnostic, Told};
use super::types::Ty;

impl Checker<'_> {
    /// Checks `seen_by=` of a choice.
    pub(super) fn seen_by(&mut self, value: Option<&Expr>) -> SeenBy {
        match value {
            None => SeenBy::Everyone,
            Some(Expr::Name(name)) if name.id == "everyone" => SeenBy::Everyone,
            Some(Expr::Name(name)) if name.id == "owner" => SeenBy::Owner,
            Some(other) => {
                let message = Diagnostic::new(span(other), "who sees the choice?");
                self.wrong(
                    message
                        .allowed("everyone; owner: only the seat that takes it")
                        .instead("write `seen_by=owner`"),
                );
                SeenBy::Everyone
            }
        }
    }

    /// Checks `say=` of a choice between options of this type.
    pub(super) fn say(&mut self, value: Option<&Expr>, option: &Ty) -> Option<String> {
        let text = match value? {
            Expr::StringLiteral(text) => text.value.to_str().to_owned(),
            other => {
                if self.value(other).ty != Ty::Unknown {
                    let message = Diagnostic::new(span(other), "what is said is a text in quotes");
                    self.wrong(message.instead("write `say=\"plays {}\"`"));
                }
                return None;
            }
        };
        let lengths: Vec<usize> = match option {
            Ty::Tuple(parts) => vec![parts.len()],
            Ty::Shaped(shapes) => shapes.iter().map(|shape| shape.parts.len() + 1).collect(),
            Ty::Unknown => return Some(text),
            _ => vec![0],
        };
        let parts = lengths.iter().max().copied().unwrap_or(0);
        let at = span(value?);
        let mut names_kind = false;
        let mut rest = text.as_str();
        while let Some(open) = rest.find(['{', '}']) {
            let inner = rest[open..].strip_prefix('{').and_then(|rest| rest.split_once('}'));
            let Some((number, after)) = inner else {
                let message = Diagnostic::new(at, "a brace in this text has no partner");
                self.wrong(message.allowed("`{}` for the option, `{1}` for its part 1"));
                return None;
            };
            let is_known =
                number.is_empty() || number.parse::<usize>().is_ok_and(|number| number < parts);
            if !is_known {
                let message = format!("the option has no part `{{{number}}}`");
                let allowed = match parts {
                    0 => "`{}` for the option".to_owned(),
                    _ => format!(
                        "`{{}}` for the option, `{{0}}` to `{{{}}}` for its parts",
                        parts - 1
                    ),
                };
                self.wrong(Diagnostic::new(at, message).allowed(allowed));
                return None;
            }
            names_kind |= number.is_empty() || number == "0";
            if !names_kind
                && let Ty::Shaped(shapes) = option
                && let Ok(number) = number.parse::<usize>()
                && let Some(short) = shapes.iter().find(|shape| shape.parts.len() < number)
            {
                let short = Ty::Shaped(vec![short.clone()]).told(self.names);
                let message = format!("`{{{number}}}` is a part that {short} does not have");
                self.wrong(Diagnostic::new(at, message).instead(format!(
                    "write `{{0}}` before it: `say=\"{{0}} {{{number}}}\"`. The text then ends \
                     with the last part that an option has"
                )));
                return None;
            }
            rest = after;
        }
        Some(text)
    }

    /// Returns the kind of the action, for options without one, and notes the kinds.
    pub(super) fn kind_of(&mut self, option: &Ty, at: Span) -> NameId {
        let name = match &self.choice_name {
            Some(name) => name.clone(),
            None => "choose".to_owned(),
        };
        let kind = self.names.intern(&name);
        let kinds: Vec<NameId> = match option {
            Ty::Shaped(shapes) => shapes.iter().map(|shape| shape.name).collect(),
            _ => vec![kind],
        };
        for kind in kinds {
            if self.kinds.contains(&kind) {
                continue;
            }
            if self.kinds.len() == MAX_ACTION_KINDS {
                let name = plain(self.names.text(kind)).clone();
                self.wrong(
                    Diagnostic::new(at, format!("`{name}` is one kind of action too many"))
                        .allowed(format!("{MAX_ACTION_KINDS} kinds of action in a game"))
                        .instead("tell them apart by a part: `(\"play\", name)`"),
                );
            }
            self.kinds.push(kind);
        }
        kind
    }

    /// Reports if values of a type cannot be options.
    pub(super) fn check_option(&mut self, option: &Ty, at: Span) {
        let is_part = |ty: &Ty| ty.is_word() && *ty != Ty::Bool;
        let is_allowed = match option {
            Ty::Tuple(parts) => parts.first() == Some(&Ty::Name) && parts.iter().all(is_part),
            Ty::Shaped(shapes) => shapes.iter().flat_map(|shape| &shape.parts).all(is_part),
            other => is_part(other),
        };
        if !is_allowed {
            let message = format!("an option is {}", option.told(self.names));
            let message = Diagnostic::new(at, message)
                .allowed("cards, numbers, names, seats, zones; tuples of a name and these");
            self.wrong(match option {
                Ty::Bool | Ty::Shaped(_) => message.instead("take names: `[\"yes\", \"no\"]`"),
                Ty::Tuple(_) => message.instead("begin with a name: `(\"pair\", a, b)`"),
                _ => message.instead("choose a place in the list: `range(len(x))`"),
            });
        }
    }

    /// `choose(p, options, say=, seen_by=)`.
    pub(super) fn choose(&mut self, call: &ExprCall) -> Result<Typed, Told> {
        let at = span(call);
        let found = arguments(call, "choose", "p, options, say=, seen_by=", self.sink)?;
        let (seat, options) = (found[0].ok_or(Told)?, found[1].ok_or(Told)?);
        let choice_name = self.choice_name.take();
        let seat = self.of_type(seat, &Ty::Player, "the seat");
        let options = self.list_value(options);
        self.choice_name = choice_name;
        self.note_decision(at);
        let of = options.ty.element();
        self.check_option(&of, options.expression.span);
        let say = self.say(found[2], &of);
        let seen_by = self.seen_by(found[3]);
        let kind = self.kind_of(&of, at);
        let options = options.expression;
        let choose = Choose { seat, options, each_seat: None, seen_by, say, kind };
        Ok(Typed::new(ExpressionKind::Choose(Box::new(choose)), of, at))
    }

    /// `choose_together(seats, options_of, say=)`.
    pub(super) fn choose_together(&mut self, call: &ExprCall) -> Result<Typed, Told> {
        let at = span(call);
        let parameters = "seats, options_of, say=, seen_by=";
        let found = arguments(call, "choose_together", parameters, self.sink)?;
        let (seats, options_of) = (found[0].ok_or(Told)?, found[1].ok_or(Told)?);
        let seats = self.list_value(seats);
        let seats = self.expect(seats, &Ty::list(Ty::Player), "the seats");
        let inner = self.inner.len();
        let (local, seat) = self.nameless(Ty::Player, at);
        let choice_name = self.choice_name.take();
        self.no_acts.push("`options_of`");
        let options = match options_of {
            Expr::Name(name) if self.function_index.contains_key(name.id.as_str()) => {
                let options = self.call_with(&name.id, vec![seat], span(options_of));
                self.some_value(options)
            }
            Expr::Lambda(lambda)
                if lambda.parameters.as_ref().is_some_and(|parameters| parameters.len() == 1) =>
            {
                let name = lambda
                    .parameters
                    .iter()
                    .flat_map(|parameters| &parameters.args)
                    .map(|parameter| parameter.parameter.name.to_string())
                    .next()
                    .unwrap_or_default();
                self.scopes.push((name, inner));
                let options = self.list_value(&lambda.body);
                self.scopes.pop();
                options
            }
            other => {
                let message = "`options_of` is a function of the file with one parameter, the seat";
                self.wrong(Diagnostic::new(span(other), message).instead(
                    "write `choose_together(players(), cards_of)`, and `def cards_of(p):`",
                ))
            }
        };
        self.no_acts.pop();
        self.choice_name = choice_name;
        let options = Self::as_list(options);
        self.chooses_together = true;
        self.note_decision(at);
        let of = match &options.ty {
            Ty::List(of) => (**of).clone(),
            Ty::Unknown => Ty::Unknown,
            other => {
                let message = format!("the options are {}", other.told(self.names));
                let message = Diagnostic::new(span(options_of), message);
                return self.sink.tell(message.allowed("a list of options"));
            }
        };
        self.check_option(&of, span(options_of));
        let say = self.say(found[2], &of);
        let seen_by = self.seen_by(found[3]);
        let kind = self.kind_of(&of, at);
        let choose = Choose {
            seat: seats,
            options: options.expression,
            each_seat: Some(local),
            seen_by,
            say,
            kind,
        };
        Ok(Typed::new(ExpressionKind::Choose(Box::new(choose)), Ty::list(of), at))
    }
}
