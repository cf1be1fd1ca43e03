//! Runs the module's own lines, once for each set of knob values and number of players.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use fairdeal_core::game::Aim;
use ruff_python_ast::{Expr, ExprList, ExprTuple, Stmt, StmtAssign, StmtClassDef};

use crate::program::{
    Extent, GlobalId, KnobDeclaration, Numbers, NumbersId, PresetDeclaration, SeenBy, Span, Value,
    Zones, ZonesId,
};

use super::arguments::{called, span};
use super::diagnostic::{Diagnostic, Sink, Told};
use super::names::{DECLARATIONS, Names, ROOTS, is_of_language};
use super::refuse;
use super::types::Ty;
use super::value::Dyn;

/// The most declarations of numbers.
const MOST_NUMBERS: usize = 500;

/// The meaning of a name of the module in functions.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Binding {
    /// A constant or a knob.
    Global(GlobalId),
    /// A table by keys: the lists of keys and of values.
    Dict(GlobalId, GlobalId),
    /// One zone or several.
    Zones(ZonesId),
    /// One number a seat or a name.
    Numbers(NumbersId),
    /// The fields of a class of numbers.
    Class(Vec<(String, NumbersId)>),
    /// The result of an error that is reported already.
    Wrong,
}

/// The arguments of `game`.
#[derive(Clone, Debug)]
pub(super) struct MadeGame {
    pub(super) title: String,
    pub(super) summary: String,
    pub(super) players: (usize, usize),
    pub(super) teams: Option<usize>,
    pub(super) lowest_wins: bool,
    pub(super) aim: Option<Aim>,
    /// The knob that is the aim.
    pub(super) aim_knob: Option<usize>,
}

/// A knob, and its value in this run.
pub(super) struct MadeKnob {
    pub(super) declared: KnobDeclaration,
    pub(super) value: Value,
    /// Whether the default that the lines compute is not allowed here; then it is another one.
    pub(super) is_refused: bool,
}

/// A card: the value of each attribute that it has.
pub(super) struct MadeCard {
    pub(super) name: String,
    pub(super) attributes: Vec<Option<Dyn>>,
}

/// A constant, and its value in this run.
pub(super) struct MadeGlobal {
    pub(super) name: String,
    pub(super) value: Dyn,
    /// Whether it is the same for all knobs and numbers of players.
    pub(super) is_constant: bool,
    pub(super) span: Span,
}

/// The declarations of the module's lines.
#[derive(Default)]
pub(super) struct Made {
    pub(super) game: Option<MadeGame>,
    pub(super) docstring: String,
    pub(super) knobs: Vec<MadeKnob>,
    pub(super) presets: Vec<PresetDeclaration>,
    pub(super) attributes: Vec<(String, Ty)>,
    pub(super) cards: Vec<MadeCard>,
    pub(super) zones: Vec<Zones>,
    pub(super) numbers: Vec<(Numbers, Dyn)>,
    pub(super) globals: Vec<MadeGlobal>,
    pub(super) bindings: HashMap<String, (Binding, Span)>,
    pub(super) functions: HashMap<String, Span>,
    /// How many steps the lines took.
    pub(super) steps: u32,
    /// The messages of `require`, with their places.
    pub(super) refusals: Vec<(Span, String)>,
}

impl Made {
    /// Returns the constant of a name. `place`: where it stands unless others are missing.
    pub(super) fn global_named(&self, name: &str, place: usize) -> Option<&MadeGlobal> {
        let is_it = |global: &&MadeGlobal| global.name == name;
        self.globals.get(place).filter(is_it).or_else(|| self.globals.iter().find(is_it))
    }
}

/// One run of the module's lines.
pub(super) struct Run<'a> {
    pub(super) names: &'a mut Names,
    pub(super) sink: &'a mut Sink,
    pub(super) tables: &'a [(String, String)],
    pub(super) players: usize,
    /// The values of knobs that are set, by index.
    pub(super) chosen: &'a [Option<Value>],
    pub(super) made: Made,
    /// The variables of the module.
    pub(super) variables: HashMap<String, Dyn>,
    /// The variables of comprehensions, innermost last.
    pub(super) inner: Vec<(String, Dyn)>,
    /// The variables that depend on knobs or on the number of players.
    pub(super) dependent: HashSet<String>,
    /// Whether the expression that is evaluated depends on these.
    pub(super) depends: bool,
    pub(super) steps: u32,
    /// Whether a message says already that they take too long.
    pub(super) is_late: bool,
}

impl<'a> Run<'a> {
    /// Returns a run that has not begun.
    pub(super) fn new(
        names: &'a mut Names,
        sink: &'a mut Sink,
        tables: &'a [(String, String)],
        players: usize,
        chosen: &'a [Option<Value>],
    ) -> Self {
        Self {
            names,
            sink,
            tables,
            players,
            chosen,
            made: Made::default(),
            variables: HashMap::new(),
            inner: Vec::new(),
            dependent: HashSet::new(),
            depends: false,
            steps: 0,
            is_late: false,
        }
    }

    /// Runs all lines.
    pub(super) fn run(mut self, body: &[Stmt]) -> Made {
        let (mut has_import, mut has_game) = (false, false);
        for (i, statement) in body.iter().enumerate() {
            match statement {
                Stmt::Expr(line) => match &*line.value {
                    Expr::StringLiteral(text) => {
                        if i == 0 {
                            text.value.to_str().trim().clone_into(&mut self.made.docstring);
                        }
                    }
                    Expr::Call(call) => {
                        has_game |= called(call) == Some("game");
                        let _told = self.call_statement(call);
                    }
                    _ => self.sink.report(
                        Diagnostic::new(span(statement), "this line does nothing")
                            .instead("give the value a name: `NAME = ...`"),
                    ),
                },
                Stmt::ImportFrom(import)
                    if import.module.as_ref().is_some_and(|module| module == "fairdeal")
                        && import.names.len() == 1
                        && &import.names[0].name == "*" =>
                {
                    has_import = true;
                }
                Stmt::Assign(assign) => self.assign(assign),
                Stmt::FunctionDef(function) => {
                    let at = span(&function.name);
                    if self.may_define(&function.name, at, is_of_language(&function.name)) {
                        self.made.functions.insert(function.name.to_string(), at);
                    }
                }
                Stmt::ClassDef(class) => self.class(class),
                Stmt::Pass(_) => {}
                _ => self.sink.leave_out(statement, refuse::statement(statement)),
            }
        }
        let at = Span::default();
        if !has_import {
            self.sink.report(
                Diagnostic::new(at, "the file does not import the language")
                    .instead("write `from fairdeal import *` under the text at the top"),
            );
        }
        if !has_game {
            self.sink.report(
                Diagnostic::new(at, "the file does not name the game")
                    .instead("write `game(\"Title\", players=(2, 4))` under the import"),
            );
        }
        self.made.steps = self.steps;
        self.made
    }

    /// Whether a name may be bound here; reports an error if not.
    fn may_bind(&mut self, name: &str, at: Span) -> bool {
        self.may_define(name, at, is_of_language(name) || ROOTS.contains(&name))
    }

    /// Whether a name that may be a word of the language can be bound here; reports an
    /// error if not.
    fn may_define(&mut self, name: &str, at: Span, is_word: bool) -> bool {
        if is_word {
            self.sink.report(refuse::word(name, at));
            self.sink.spoil(name);
            // Errors in the uses of the name follow from this one.
            self.variables.insert(name.to_owned(), Dyn::Wrong);
            self.made.bindings.insert(name.to_owned(), (Binding::Wrong, at));
            return false;
        }
        if matches!(self.made.bindings.get(name), Some((Binding::Wrong, _)))
            && ROOTS.contains(&name)
        {
            // A message says already that something else has the name.
            return true;
        }
        if self.variables.contains_key(name) || self.made.functions.contains_key(name) {
            self.sink.report(
                Diagnostic::new(at, format!("`{name}` is defined twice"))
                    .instead("constants of a file are set once: take another name"),
            );
            return false;
        }
        true
    }

    /// An assignment: a constant, or a declaration.
    fn assign(&mut self, assign: &StmtAssign) {
        self.depends = false;
        let declared = match &*assign.value {
            Expr::Call(call) => {
                called(call).filter(|name| ["knob", "zone", "each_player", "each"].contains(name))
            }
            _ => None,
        };
        if let (Some(declaration), Expr::Call(call)) = (declared, &*assign.value) {
            let [Expr::Name(target)] = &*assign.targets else {
                let message = format!("`{declaration}` makes one thing with one name");
                self.sink.report(
                    Diagnostic::new(span(assign), message)
                        .instead(format!("write `NAME = {declaration}(...)`")),
                );
                return;
            };
            let at = span(target);
            if !self.may_bind(&target.id, at) {
                return;
            }
            let made = match declaration {
                "knob" => self.knob(&target.id, call, at),
                "zone" => self.zone(&target.id, call, at),
                "each_player" => self.each_player(&target.id, call, at),
                _ => self.each(&target.id, call, at),
            };
            let (value, binding) = made.unwrap_or((Dyn::Wrong, None));
            self.variables.insert(target.id.to_string(), value);
            let binding = binding.unwrap_or(Binding::Wrong);
            self.made.bindings.insert(target.id.to_string(), (binding, at));
            return;
        }
        let value = self.evaluate(&assign.value).unwrap_or(Dyn::Wrong);
        let depends = self.depends;
        for target in &assign.targets {
            self.bind_constant(target, &value, depends);
        }
    }

    /// Binds a constant to a name, or its parts to several.
    fn bind_constant(&mut self, target: &Expr, value: &Dyn, depends: bool) {
        match target {
            Expr::Name(name) => {
                let at = span(name);
                if !self.may_bind(&name.id, at) {
                    return;
                }
                if depends {
                    self.dependent.insert(name.id.to_string());
                }
                self.variables.insert(name.id.to_string(), value.clone());
                let binding = self.global(&name.id, value.clone(), at);
                self.made.bindings.insert(name.id.to_string(), (binding, at));
            }
            Expr::Tuple(ExprTuple { elts: targets, .. })
            | Expr::List(ExprList { elts: targets, .. }) => {
                let parts = match value {
                    Dyn::Tuple(items) | Dyn::List(items) if items.len() == targets.len() => {
                        items.to_vec()
                    }
                    Dyn::Wrong => vec![Dyn::Wrong; targets.len()],
                    _ => {
                        let message = format!("{} names for {}", targets.len(), value.kind());
                        self.sink.report(Diagnostic::new(span(target), message));
                        vec![Dyn::Wrong; targets.len()]
                    }
                };
                for (target, part) in targets.iter().zip(&parts) {
                    self.bind_constant(target, part, depends);
                }
            }
            _ => self.sink.report(
                Diagnostic::new(span(target), "only a name can be set at the left margin")
                    .instead("set it in `play()`"),
            ),
        }
    }

    /// Adds a constant for functions.
    pub(super) fn global(&mut self, name: &str, value: Dyn, at: Span) -> Binding {
        if let Dyn::Dict(items) = &value {
            let part = |part: fn(&(Dyn, Dyn)) -> Dyn| Dyn::list(items.iter().map(part).collect());
            let (keys, values) = (part(|item| item.0.clone()), part(|item| item.1.clone()));
            let keys = self.plain_global(&format!("{name}.keys()"), keys, at);
            return Binding::Dict(keys, self.plain_global(&format!("{name}.values()"), values, at));
        }
        Binding::Global(self.plain_global(name, value, at))
    }

    /// Adds a constant that is no dictionary.
    pub(super) fn plain_global(&mut self, name: &str, value: Dyn, at: Span) -> GlobalId {
        let (name, is_constant) = (name.to_owned(), !self.depends);
        self.made.globals.push(MadeGlobal { name, value, is_constant, span: at });
        GlobalId(self.made.globals.len() as u32 - 1)
    }

    /// `class now(numbers):`.
    fn class(&mut self, class: &StmtClassDef) {
        let bases = class.arguments.as_deref().map_or(&[][..], |arguments| &arguments.args);
        let base = match bases {
            [Expr::Name(base)] => base.id.as_str(),
            _ => "",
        };
        let is_length = base == "lengths";
        if !is_length && base != "numbers" || !class.decorator_list.is_empty() {
            self.sink.report(
                Diagnostic::new(span(&class.name), "classes of your own cannot be used")
                    .allowed("`class now(numbers):` and `class length(lengths):`")
                    .instead("keep cards in zones and numbers in such a class"),
            );
            self.sink.spoil(&class.name);
            return;
        }
        let at = span(&class.name);
        if !self.may_bind(&class.name, at) {
            return;
        }
        let mut fields: Vec<(String, NumbersId)> = Vec::new();
        for statement in &class.body {
            let (targets, value) = match statement {
                Stmt::Assign(assign) => (&assign.targets, &assign.value),
                Stmt::Pass(_) => continue,
                Stmt::Expr(line) if line.value.is_string_literal_expr() => continue,
                _ => {
                    self.sink.report(
                        Diagnostic::new(span(statement), "a class of numbers holds only numbers")
                            .instead("write `name = 0`; functions stand at the left margin"),
                    );
                    continue;
                }
            };
            let value = self.evaluate(value).unwrap_or(Dyn::Wrong);
            for target in targets {
                let Expr::Name(name) = target else {
                    self.sink.report(
                        Diagnostic::new(span(target), "only a name can be set here")
                            .instead("write `name = 0`"),
                    );
                    continue;
                };
                if fields.iter().any(|(known, _)| known == name.id.as_str()) || name.id == "reset" {
                    let message = format!("`{}` is there already", name.id);
                    self.sink.report(Diagnostic::new(span(name), message));
                    continue;
                }
                if is_length && name.id.starts_with('_') {
                    let message = format!("`{}` is a length, which every answer tells", name.id);
                    let message = Diagnostic::new(span(name), message);
                    self.sink.report(message.instead("write the name without the underscore"));
                    continue;
                }
                let full = format!("{}.{}", class.name, name.id);
                let id = self.number(&full, Extent::One, &value, SeenBy::Everyone, span(name));
                if let Ok(id) = id {
                    self.made.numbers[id.0 as usize].0.is_length = is_length;
                    fields.push((name.id.to_string(), id));
                }
            }
        }
        let numbers = fields.first().map_or(NumbersId(0), |(_, id)| *id);
        self.variables.insert(class.name.to_string(), Dyn::Numbers(numbers));
        self.made.bindings.insert(class.name.to_string(), (Binding::Class(fields), at));
    }

    /// Declares numbers with this first value.
    pub(super) fn number(
        &mut self,
        name: &str,
        extent: Extent,
        first: &Dyn,
        seen_by: SeenBy,
        at: Span,
    ) -> Result<NumbersId, Told> {
        let kind = match first {
            Dyn::Wrong => return Err(Told),
            Dyn::Int(_) => Ty::Int,
            Dyn::Bool(_) => Ty::Bool,
            Dyn::Name(_) => Ty::Name,
            _ => {
                let message = format!("`{name}` begins with {}", first.kind());
                return self.sink.tell(
                    Diagnostic::new(at, message)
                        .allowed("a whole number, True or False, or a name")
                        .instead("keep cards in a zone; keep lists in variables of functions"),
                );
            }
        };
        if self.made.numbers.len() >= MOST_NUMBERS {
            let message = format!("a file declares at most {MOST_NUMBERS} numbers");
            let message = Diagnostic::new(at, message);
            return self
                .sink
                .tell(message.instead("keep many numbers of a kind in `each(NAMES, 0)`"));
        }
        let kind = kind.finish();
        let name = name.to_owned();
        let made = Numbers { name, extent, kind, seen_by, range: None, is_length: false, span: at };
        let plain = made.plain_name();
        if self.made.numbers.iter().any(|(known, _)| known.plain_name() == plain) {
            let message = format!("`{plain}` is there already, with or without an underscore");
            return self.sink.tell(Diagnostic::new(at, message).instead("take another name"));
        }
        self.made.numbers.push((made, first.clone()));
        Ok(NumbersId(self.made.numbers.len() as u32 - 1))
    }

    /// Reports a name that is not known at module level.
    pub(super) fn unknown_name(&mut self, name: &str, at: Span) -> Told {
        let message = if self.made.functions.contains_key(name) {
            Diagnostic::new(at, format!("the function `{name}` cannot be used at the left margin"))
                .instead("call it in `play()`, or write the expression here")
        } else if DECLARATIONS.contains(&name) || is_of_language(name) {
            Diagnostic::new(at, format!("`{name}` cannot be used here"))
                .instead("moves, choices and questions to the game belong into functions")
        } else if let Some(instead) = refuse::builtin(name) {
            Diagnostic::new(at, format!("`{name}` cannot be used")).instead(instead).missing(name)
        } else {
            let known: Vec<&str> = self.variables.keys().map(String::as_str).collect();
            let mut known: Vec<&str> = known.into_iter().chain(DECLARATIONS).collect();
            known.sort_unstable();
            Diagnostic::unknown(at, "name", name, known)
        };
        self.sink.report(message);
        Told
    }

    /// Reads a text, which must be in quotes.
    pub(super) fn text(&mut self, value: &Expr, what: &str) -> Result<String, Told> {
        if let Expr::StringLiteral(text) = value {
            return Ok(text.value.to_str().to_owned());
        }
        let message = format!("{what} is a text in quotes");
        self.sink.tell(Diagnostic::new(span(value), message))
    }

    /// Returns the text of an identifier.
    pub(super) fn tuple(items: Vec<Dyn>) -> Dyn {
        Dyn::Tuple(Rc::new(items))
    }

    /// The index of the knob with this name.
    pub(super) fn knob_index(&self, name: &str) -> Option<usize> {
        self.made.knobs.iter().position(|knob| knob.declared.name == name)
    }
}
