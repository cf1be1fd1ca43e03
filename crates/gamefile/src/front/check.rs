//! Types functions, and makes the statements of the program from them.
//!
//! All functions are checked again and again, without messages, until no type grows any more; then
//! once more for the program and the messages.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};

use crate::program::{
    self, Expression, ExpressionKind, Function, Local, LocalId, NameId, Numbers, Span, Statement,
    Tally, Zones,
};

use super::arguments::span;
use super::diagnostic::{Diagnostic, Sink};
use super::flow::Variables;
use super::module::Binding;
use super::names::Names;
use super::types::Ty;
use super::value::Dyn;

/// The most rounds until types agree.
const MOST_ROUNDS: usize = 60;

/// The facts of the module that functions may use.
pub(super) struct Facts {
    pub(super) bindings: HashMap<String, (Binding, Span)>,
    /// The type of each constant; `None` where its values are of several types.
    pub(super) globals: Vec<Option<Ty>>,
    /// The constants that are the same for all knobs.
    pub(super) constants: HashMap<u32, Dyn>,
    pub(super) zones: Vec<Zones>,
    pub(super) numbers: Vec<Numbers>,
    pub(super) attributes: Vec<(String, Ty)>,
    /// The names that occur as an attribute.
    pub(super) attribute_names: Vec<BTreeSet<NameId>>,
    pub(super) card_names: BTreeSet<NameId>,
    /// The choices of knobs that are names, by constant.
    pub(super) knob_names: HashMap<u32, Vec<NameId>>,
    /// Whether a seat can be out of the game.
    pub(super) has_out: bool,
}

/// A function of the file while it is typed.
pub(super) struct FunctionFacts<'a> {
    pub(super) ast: &'a StmtFunctionDef,
    pub(super) variables: Variables,
    /// The type of each variable, and where it got it.
    pub(super) types: Vec<(Ty, Option<Span>)>,
    /// The variable of each parameter.
    pub(super) parameters: Vec<usize>,
    pub(super) result: Ty,
    pub(super) result_at: Option<Span>,
    /// The first place where it asks for a decision, directly or not.
    pub(super) decides_at: Option<Span>,
    /// The first place where it changes the game, directly or not.
    pub(super) acts_at: Option<Span>,
}

/// The functions that the language calls to look at the game, with a seat as their parameter.
pub(super) const LOOKING: [&str; 3] = ["score", "worth", "possible"];

/// A variable of the function that is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Variable {
    /// A variable of the function itself.
    Own(usize),
    /// A variable of a comprehension, of a key, or one that the front made.
    Inner(usize),
}

/// The names with which the tuples in variables can begin, at a place.
pub(super) type Known = BTreeMap<Variable, Vec<NameId>>;

/// An expression with its type.
#[derive(Clone)]
pub(super) struct Typed {
    pub(super) expression: Expression,
    pub(super) ty: Ty,
}

impl Typed {
    /// Returns an expression.
    pub(super) fn new(kind: ExpressionKind, ty: Ty, span: Span) -> Self {
        Self { expression: Expression { kind, type_: ty.finish(), span }, ty }
    }

    /// Returns an expression in place of a wrong one.
    pub(super) fn wrong(span: Span) -> Self {
        Self::new(ExpressionKind::Constant(0), Ty::Unknown, span)
    }
}

/// Types functions.
pub(super) struct Checker<'a> {
    pub(super) names: &'a mut Names,
    pub(super) sink: &'a mut Sink,
    pub(super) facts: &'a Facts,
    pub(super) functions: Vec<FunctionFacts<'a>>,
    /// How many of them are called: the first ones.
    pub(super) used: usize,
    pub(super) function_index: HashMap<&'a str, usize>,
    /// The function that is checked.
    pub(super) current: usize,
    /// The known names at this place; `None` if the place is not reached.
    pub(super) known: Option<Known>,
    /// For each loop: the known names at its `break`s.
    pub(super) breaks: Vec<Option<Known>>,
    /// The variables of comprehensions in sight.
    pub(super) scopes: Vec<(String, usize)>,
    /// All variables that are not the function's own.
    pub(super) inner: Vec<(String, Ty)>,
    /// The variables for names that their comprehension sets later.
    pub(super) unset: Vec<usize>,
    /// The names of local variables in the program, by own variable.
    pub(super) local_of: Vec<LocalId>,
    /// How many locals are the own variables of the current function.
    pub(super) own_locals: u32,
    /// The places, in words, where decisions (and acts) are not allowed.
    pub(super) no_decisions: Vec<&'static str>,
    pub(super) no_acts: Vec<&'static str>,
    /// How many changes of the game were seen.
    pub(super) acts: usize,
    /// The name of the variable that takes a choice.
    pub(super) choice_name: Option<String>,
    pub(super) reasons: Vec<NameId>,
    /// The reasons that `end` gives.
    pub(super) ends: Vec<NameId>,
    /// Whether `lost` ends a game for all.
    pub(super) can_be_lost: bool,
    /// Whether players choose at the same time.
    pub(super) chooses_together: bool,
    pub(super) tallies: Vec<Tally>,
    pub(super) kinds: Vec<NameId>,
    pub(super) has_changed: bool,
}

impl<'a> Checker<'a> {
    /// Returns a checker of these functions.
    pub(super) fn new(
        names: &'a mut Names,
        sink: &'a mut Sink,
        facts: &'a Facts,
        functions: Vec<(&'a StmtFunctionDef, Variables)>,
        used: usize,
    ) -> Self {
        let function_index = functions
            .iter()
            .enumerate()
            .map(|(i, (function, _))| (function.name.as_str(), i))
            .collect();
        let functions = functions
            .into_iter()
            .map(|(ast, variables)| {
                let parameter = |parameter: &ruff_python_ast::ParameterWithDefault| {
                    let place = parameter.parameter.name.range.start().to_u32();
                    variables.at.get(&place).copied().unwrap_or(0)
                };
                let parameters = ast.parameters.args.iter().map(parameter).collect();
                let types = vec![(Ty::Unknown, None); variables.names.len()];
                FunctionFacts {
                    ast,
                    variables,
                    types,
                    parameters,
                    result: Ty::Unknown,
                    result_at: None,
                    decides_at: None,
                    acts_at: None,
                }
            })
            .collect();
        Self {
            names,
            sink,
            facts,
            functions,
            used,
            function_index,
            current: 0,
            known: None,
            breaks: Vec::new(),
            scopes: Vec::new(),
            inner: Vec::new(),
            unset: Vec::new(),
            local_of: Vec::new(),
            own_locals: 0,
            no_decisions: Vec::new(),
            no_acts: Vec::new(),
            acts: 0,
            choice_name: None,
            reasons: Vec::new(),
            ends: Vec::new(),
            can_be_lost: false,
            chooses_together: false,
            tallies: Vec::new(),
            kinds: Vec::new(),
            has_changed: false,
        }
    }

    /// Finds all types. `order` has the functions, those that are called before their callers.
    pub(super) fn find_types(&mut self, order: &[usize]) {
        self.sink.is_silent = true;
        for function in 0..self.used {
            if LOOKING.contains(&self.functions[function].ast.name.as_str()) {
                for parameter in self.functions[function].parameters.clone() {
                    self.functions[function].types[parameter].0 = Ty::Player;
                }
            }
        }
        for _ in 0..MOST_ROUNDS {
            self.has_changed = false;
            for function in order {
                self.check(*function);
            }
            if !self.has_changed {
                break;
            }
        }
        self.sink.is_silent = false;
    }

    /// Makes the program's functions, and reports errors.
    pub(super) fn finish(&mut self) -> Vec<Function> {
        self.reasons.clear();
        self.ends.clear();
        self.tallies.clear();
        self.kinds.clear();
        let functions = (0..self.used)
            .map(|function| {
                let (body, locals) = self.check(function);
                let facts = &self.functions[function];
                Function {
                    name: facts.ast.name.to_string(),
                    parameters: facts.parameters.len(),
                    locals,
                    result: match &facts.result {
                        Ty::Unknown => Ty::Unit,
                        result => result.finish(),
                    },
                    body,
                    decides: facts.decides_at.is_some(),
                    span: span(&facts.ast.name),
                }
            })
            .collect();
        // Errors in unused functions are reported too, but the functions are no part
        // of the program.
        let noted =
            (self.reasons.clone(), self.ends.clone(), self.tallies.clone(), self.kinds.clone());
        let flags = (self.can_be_lost, self.chooses_together);
        for function in self.used..self.functions.len() {
            self.check(function);
        }
        (self.reasons, self.ends, self.tallies, self.kinds) = noted;
        (self.can_be_lost, self.chooses_together) = flags;
        functions
    }

    /// Checks a function once.
    fn check(&mut self, function: usize) -> (Vec<Statement>, Vec<Local>) {
        self.current = function;
        self.known = Some(Known::new());
        self.breaks.clear();
        self.scopes.clear();
        self.inner.clear();
        self.unset.clear();
        let mut locals = self.number_locals();
        let ast = self.functions[function].ast;
        let mut body = Vec::new();
        self.block(&ast.body, &mut body);
        if self.known.is_some() {
            let result_at = self.functions[function].result_at;
            match (&self.functions[function].result, result_at) {
                (Ty::Unit | Ty::Unknown, _) | (_, None) => {
                    self.join_result(&Ty::Unit, span(&ast.name));
                }
                _ => {
                    let name = &ast.name;
                    self.sink.report(
                        Diagnostic::new(
                            span(name),
                            format!("`{name}` returns a value on some ways, and nothing on others"),
                        )
                        .instead("end it with `return` and a value, or with `else:`"),
                    );
                }
            }
        }
        let own = self.functions[function].types.len();
        debug_assert_eq!(own, self.local_of.len());
        for (name, ty) in &self.inner {
            locals.push(Local { name: name.clone(), kind: ty.finish() });
        }
        (body, locals)
    }

    /// Gives every variable of the current function its number: parameters first; variables of one
    /// name and type are one again.
    fn number_locals(&mut self) -> Vec<Local> {
        let facts = &self.functions[self.current];
        let mut locals: Vec<Local> = Vec::new();
        let mut local_of: Vec<Option<LocalId>> = vec![None; facts.types.len()];
        let order = facts.parameters.iter().copied().chain(0..facts.types.len());
        for (i, variable) in order.enumerate() {
            if local_of[variable].is_some() {
                continue;
            }
            let (name, kind) = (&facts.variables.names[variable], facts.types[variable].0.finish());
            let same = locals.iter().position(|local| local.name == *name && local.kind == kind);
            let id = match same {
                Some(same) if i >= facts.parameters.len() => same,
                _ => {
                    locals.push(Local { name: name.clone(), kind });
                    locals.len() - 1
                }
            };
            local_of[variable] = Some(LocalId(id as u32));
        }
        self.local_of = local_of.into_iter().map(|id| id.unwrap_or(LocalId(0))).collect();
        self.own_locals = locals.len() as u32;
        locals
    }

    /// Returns the number of a variable in the program.
    pub(super) fn local(&self, variable: Variable) -> LocalId {
        match variable {
            Variable::Own(own) => self.local_of[own],
            Variable::Inner(inner) => LocalId(self.own_locals + inner as u32),
        }
    }

    /// Makes a variable that is not one of the function's own.
    pub(super) fn new_inner(&mut self, name: &str, ty: Ty) -> usize {
        self.inner.push((name.to_owned(), ty));
        self.inner.len() - 1
    }

    /// Makes a variable without a name: its number, and its value.
    pub(super) fn nameless(&mut self, ty: Ty, at: Span) -> (LocalId, Typed) {
        let inner = self.new_inner("", ty.clone());
        let local = self.local(Variable::Inner(inner));
        (local, Typed::new(ExpressionKind::Local(local), ty, at))
    }

    /// Lets the type of an own variable grow. Returns whether it can.
    pub(super) fn join_variable(&mut self, variable: usize, ty: &Ty, at: Span) -> bool {
        let function = self.current;
        self.join_variable_of(function, variable, ty, at)
    }

    /// Lets the type of a variable of a function grow. Returns whether it can.
    pub(super) fn join_variable_of(
        &mut self,
        function: usize,
        variable: usize,
        ty: &Ty,
        at: Span,
    ) -> bool {
        let (before, place) = &mut self.functions[function].types[variable];
        match before.join(ty).filter(|joined| !joined.is_endless()) {
            Some(joined) => {
                if joined != *before {
                    *before = joined;
                    self.has_changed = true;
                }
                if place.is_none() && *ty != Ty::Unknown {
                    *place = Some(at);
                }
                true
            }
            None => false,
        }
    }

    /// Joins a type to that of the current function's result. Reports an error if they do not fit.
    pub(super) fn join_result(&mut self, ty: &Ty, at: Span) {
        let facts = &mut self.functions[self.current];
        match facts.result.join(ty).filter(|joined| !joined.is_endless()) {
            Some(joined) => {
                if joined != facts.result {
                    facts.result = joined;
                    self.has_changed = true;
                }
                if facts.result_at.is_none() && *ty != Ty::Unknown {
                    facts.result_at = Some(at);
                }
            }
            None => {
                let name = facts.ast.name.to_string();
                let (result, result_at) = (facts.result.clone(), facts.result_at);
                let message = format!(
                    "`{name}` returns {} here, but {} {}",
                    ty.told(self.names),
                    result.told(self.names),
                    self.elsewhere(result_at)
                );
                self.sink.report(
                    Diagnostic::new(at, message)
                        .instead("a function returns the same kind of value everywhere"),
                );
            }
        }
    }

    /// Returns words for another place.
    pub(super) fn elsewhere(&self, at: Option<Span>) -> String {
        match at {
            Some(at) => format!("in line {}", self.sink.line(at)),
            None => "elsewhere".to_owned(),
        }
    }

    /// Checks statements.
    pub(super) fn block(&mut self, statements: &[Stmt], out: &mut Vec<Statement>) {
        for statement in statements {
            if self.known.is_none() {
                return;
            }
            self.statement(statement, out);
        }
    }

    /// Notes a decision at a place, and reports an error if none is allowed there.
    pub(super) fn note_decision(&mut self, at: Span) {
        self.mark_act(at);
        if self.functions[self.current].decides_at.is_none() {
            self.functions[self.current].decides_at = Some(at);
            self.has_changed = true;
        }
        if let Some(place) = self.no_decisions.last().or(self.no_acts.last()) {
            self.sink.report(
                Diagnostic::new(at, format!("no decision can be taken in {place}"))
                    .instead("take it in a line of its own before: `card = choose(p, ...)`"),
            );
        }
    }

    /// Notes a change of the game at a place, and reports an error if none is allowed there.
    pub(super) fn note_act(&mut self, at: Span) {
        self.mark_act(at);
        if let Some(place) = self.no_acts.last() {
            self.sink.report(
                Diagnostic::new(at, format!("the game cannot be changed in {place}"))
                    .instead("change it in a line of its own before"),
            );
        }
    }

    /// Notes the first place where the function changes the game.
    fn mark_act(&mut self, at: Span) {
        self.acts += 1;
        if self.functions[self.current].acts_at.is_none() {
            self.functions[self.current].acts_at = Some(at);
            self.has_changed = true;
        }
    }

    /// Whether a name is a variable here.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        self.scopes.iter().any(|(known, _)| known == name)
            || self.functions[self.current].variables.own.contains(name)
    }

    /// Returns the meaning of a name of the module, unless a variable shadows it.
    pub(super) fn binding(&self, name: &str) -> Option<&'a Binding> {
        if self.is_variable(name) {
            return None;
        }
        let facts = self.facts;
        facts.bindings.get(name).map(|(binding, _)| binding)
    }

    /// Whether a name is this word of the language here.
    pub(super) fn is_word(&self, name: &str) -> bool {
        !self.is_variable(name)
            && !self.facts.bindings.contains_key(name)
            && !self.function_index.contains_key(name)
    }

    /// Returns a value as one of a wider type. The caller knows that it fits.
    pub(super) fn convert(expression: Expression, ty: &Ty) -> Expression {
        let wanted = ty.finish();
        if expression.type_ == wanted {
            return expression;
        }
        let span = expression.span;
        if let (ExpressionKind::Constant(_), true) = (&expression.kind, ty.is_word()) {
            return Expression { type_: wanted, ..expression };
        }
        let convert = |expression: Expression| Expression {
            type_: wanted.clone(),
            span,
            kind: ExpressionKind::Convert(Box::new(expression)),
        };
        let Ty::List(of) = ty else { return convert(expression) };
        let element = |part: Box<Expression>| Box::new(Self::convert(*part, ty));
        let kind = match expression.kind {
            ExpressionKind::List(items) => ExpressionKind::List(
                items.into_iter().map(|item| Self::convert(item, of)).collect(),
            ),
            ExpressionKind::Concatenate(one, other) => {
                ExpressionKind::Concatenate(element(one), element(other))
            }
            ExpressionKind::OrList(one, other) => {
                ExpressionKind::OrList(element(one), element(other))
            }
            ExpressionKind::Conditional(test, one, other) => {
                ExpressionKind::Conditional(test, element(one), element(other))
            }
            ExpressionKind::Fold(mut fold) if matches!(fold.into, program::FoldInto::List) => {
                fold.element = Self::convert(fold.element, of);
                ExpressionKind::Fold(fold)
            }
            kind => return convert(Expression { kind, ..expression }),
        };
        Expression { kind, type_: wanted, span }
    }

    /// Checks an expression whose value must be of a type.
    pub(super) fn of_type(&mut self, expression: &Expr, wanted: &Ty, place: &str) -> Expression {
        let typed = self.value(expression);
        self.expect(typed, wanted, place)
    }

    /// Returns a value with the wanted type. Reports an error if it does not fit.
    pub(super) fn expect(&mut self, typed: Typed, wanted: &Ty, place: &str) -> Expression {
        if !typed.ty.fits(wanted) {
            let message = format!("{place} is {}", typed.ty.told(self.names));
            let allowed = wanted.told(self.names);
            let message = Diagnostic::new(typed.expression.span, message).allowed(allowed);
            self.sink.report(match (&typed.ty, wanted) {
                (Ty::Zone, Ty::List(_)) => message.instead("write `list(zone)` for its cards"),
                (Ty::Card, Ty::Int) => message.instead("write `card.rank` for its rank"),
                (Ty::List(of), Ty::Int) if **of == Ty::Player => {
                    message.instead("write `for p in players():`, or `len(players())`")
                }
                (Ty::List(_), Ty::Int) => message.instead("write `len(list)` for its length"),
                (Ty::Card, Ty::Player) => {
                    message.instead("write `card.rank`, or a loop `for p in players():`")
                }
                _ => message,
            });
        }
        Self::convert(typed.expression, wanted)
    }

    /// Returns the names of the shapes that a variable can have here, if something is known.
    pub(super) fn known_of(&self, variable: Variable) -> Option<&Vec<NameId>> {
        self.known.as_ref().and_then(|known| known.get(&variable))
    }
}

/// Joins the known names on two ways.
pub(super) fn merge(one: Option<Known>, other: Option<Known>) -> Option<Known> {
    let (one, other) = match (one, other) {
        (None, known) | (known, None) => return known,
        (Some(one), Some(other)) => (one, other),
    };
    let mut both = Known::new();
    for (variable, names) in one {
        if let Some(others) = other.get(&variable) {
            let all: BTreeSet<NameId> = names.iter().chain(others).copied().collect();
            both.insert(variable, all.into_iter().collect());
        }
    }
    Some(both)
}

/// Returns the functions in an order in which every function comes before its
/// callers. Reports recursion.
pub(super) fn order(
    functions: &[&StmtFunctionDef],
    calls: &[Vec<(usize, Span)>],
    sink: &mut Sink,
) -> Option<Vec<usize>> {
    let mut order = Vec::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut done = HashSet::new();
    for start in 0..functions.len() {
        if done.contains(&start) {
            continue;
        }
        path.push((start, 0));
        while let Some((function, next)) = path.last_mut() {
            let function = *function;
            let Some((called, at)) = calls[function].get(*next).copied() else {
                done.insert(function);
                order.push(function);
                path.pop();
                continue;
            };
            *next += 1;
            if let Some(first) = path.iter().position(|(on_path, _)| *on_path == called) {
                let round: Vec<String> = path[first..]
                    .iter()
                    .map(|(function, _)| format!("`{}`", functions[*function].name))
                    .collect();
                let message = match &*round {
                    [one] => format!("{one} calls itself"),
                    _ => format!("{} call each other in a circle", round.join(", ")),
                };
                sink.report(
                    Diagnostic::new(at, message)
                        .missing(&functions[called].name)
                        .allowed("functions that do not come back to themselves")
                        .instead("use a `while` loop; a zone of cards can be the queue of what is still to do"),
                );
                return None;
            }
            if !done.contains(&called) {
                path.push((called, 0));
            }
        }
    }
    Some(order)
}
