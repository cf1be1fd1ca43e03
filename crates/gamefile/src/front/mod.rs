//! Turns the text of a game file into a typed program.
//!
//! The text is parsed (`source`); the module's own lines run (`module`) and declare the game
//! (`declare`, `deck`); the variables of functions are followed (`flow`), their types found, and
//! the statements of the program made (`check`, `statement`, `expression`, ...). Errors are
//! reported with their place (`diagnostic`) and with the text to write instead (`refuse`). Errors
//! that only follow from another one are suppressed: the value of a wrong expression has an unknown
//! type, and the names that it would have set do not count as missing.

#![allow(clippy::single_match_else, reason = "what is found stands beside what is told without it")]

mod alias;
mod arguments;
mod builtin;
mod check;
mod choices;
mod deck;
mod declare;
mod diagnostic;
mod evaluate;
mod expression;
mod flow;
mod fold;
mod functions;
mod library;
mod lists;
mod matching;
mod module;
mod names;
mod operate;
mod parts;
mod place;
mod refuse;
mod setup;
mod source;
mod statement;
mod tables;
mod types;
mod value;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use ruff_python_ast::ModModule;

use crate::program::{Attribute, FunctionId, Global, KnobRange, Lines, NameId, Program, Value};

pub use diagnostic::{Diagnostic, Diagnostics};

use check::Facts;
use diagnostic::Sink;
use module::{Binding, Made, Run};
use names::Names;
use types::Ty;
use value::Dyn;

/// Compiles the text of a game file to a program. `tables` returns the text of a table beside the
/// file, or says why there is none; it is called with bare names only.
///
/// # Errors
///
/// All errors of the file, by place.
pub fn compile(
    file: &str,
    source: &str,
    tables: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Program, Diagnostics> {
    let text: Arc<str> = source.into();
    let mut sink = Sink::new(source);
    let program = compile_with(file, &text, tables, &mut sink);
    match program {
        Some(program) if sink.messages.is_empty() => Ok(program),
        _ => Err(Diagnostics::new(file, &text, sink.into_messages())),
    }
}

/// Asks for the tables that the text of a game file names, whatever else is wrong with it.
pub fn read_tables(source: &str, tables: &mut dyn FnMut(&str) -> Result<String, String>) {
    let mut silent = Sink::new("");
    silent.is_silent = true;
    if let Some(syntax) = source::parse(source, &mut silent) {
        tables::read(&syntax.body, tables, &mut silent);
    }
}

/// Compiles a file, and reports errors to a sink.
fn compile_with(
    file: &str,
    source: &Arc<str>,
    tables: &mut dyn FnMut(&str) -> Result<String, String>,
    sink: &mut Sink,
) -> Option<Program> {
    let syntax = Arc::new(source::parse(source, sink)?);
    let tables = Arc::new(tables::read(&syntax.body, tables, sink));
    let mut names = Names::default();
    let made = setup::first_run(&syntax, &tables, &mut names, sink);
    let facts = facts(&syntax, &tables, &made, &mut names, sink);
    let module = Lines(Some(Arc::new(setup::Module { syntax: syntax.clone(), tables })));
    let mut checker = functions::checker(&syntax, &facts, &made, &mut names, sink)?;
    let functions = checker.finish();
    let (reasons, ends, tallies, kinds) = (
        std::mem::take(&mut checker.reasons),
        std::mem::take(&mut checker.ends),
        std::mem::take(&mut checker.tallies),
        std::mem::take(&mut checker.kinds),
    );
    functions::check_pure(&mut checker);
    checker.check_tallies(&tallies);
    let (can_be_lost, chooses_together) = (checker.can_be_lost, checker.chooses_together);
    drop(checker);
    let function = |name: &str| {
        let index = functions.iter().position(|function| function.name == name);
        index.map(|index| FunctionId(index as u32))
    };
    let (play, score) = (function("play"), function("score"));
    let (worth, possible) = (function("worth"), function("possible"));
    let game = made.game.clone()?;
    Some(Program {
        source: source.clone(),
        file: file.to_owned(),
        title: game.title,
        summary: game.summary,
        docstring: made.docstring.clone(),
        players: game.players,
        lowest_wins: game.lowest_wins,
        aim: game.aim,
        aim_knob: game.aim_knob,
        can_be_lost,
        chooses_together,
        teams: game.teams,
        knobs: made.knobs.iter().map(|knob| knob.declared.clone()).collect(),
        presets: made.presets.clone(),
        attributes: facts
            .attributes
            .iter()
            .map(|(name, ty)| Attribute { name: name.clone(), kind: ty.finish() })
            .collect(),
        card_names: facts.card_names.iter().copied().collect(),
        zones: facts.zones.clone(),
        numbers: facts.numbers.clone(),
        globals: made
            .globals
            .iter()
            .zip(&facts.globals)
            .map(|(global, ty)| Global {
                name: global.name.clone(),
                kind: ty.as_ref().map_or(Ty::Unit, Ty::finish),
            })
            .collect(),
        names: names.list().to_vec(),
        functions,
        play: play?,
        score: score?,
        worth,
        possible,
        reasons,
        ends,
        tallies,
        kinds,
        module,
    })
}

/// Returns the facts of the module that functions may use: from the first run, and from further
/// ones with other knobs and numbers of players, which can make other names and longer lists.
fn facts(
    syntax: &ModModule,
    tables: &[(String, String)],
    made: &Made,
    names: &mut Names,
    sink: &mut Sink,
) -> Facts {
    let mut globals: Vec<Option<Ty>> =
        made.globals.iter().map(|global| global.value.ty()).collect();
    let mut attributes = made.attributes.clone();
    let mut attribute_names: Vec<BTreeSet<NameId>> = Vec::new();
    let mut card_names = BTreeSet::new();
    let mut note = |run: &Made, names: &mut Names| {
        for (place, (ty, known)) in globals.iter_mut().zip(&made.globals).enumerate() {
            // A line that fails in another run makes no constant there.
            let Some(global) = run.global_named(&known.name, place) else { continue };
            *ty = match (ty.take(), global.value.ty()) {
                (Some(one), Some(other)) => one.join(&other),
                _ => None,
            };
        }
        for (name, ty) in &run.attributes {
            if !attributes.iter().any(|(known, _)| known == name) {
                attributes.push((name.clone(), ty.clone()));
            }
        }
        attribute_names.resize_with(attributes.len(), BTreeSet::new);
        for card in &run.cards {
            card_names.insert(names.intern(&card.name));
            for ((name, _), value) in run.attributes.iter().zip(&card.attributes) {
                let index = attributes.iter().position(|(known, _)| known == name);
                if let (Some(index), Some(Dyn::Name(value))) = (index, value) {
                    attribute_names[index].insert(*value);
                }
            }
        }
    };
    note(made, names);
    if sink.messages.is_empty() {
        let mut silent = Sink::new("");
        silent.is_silent = true;
        for (players, chosen) in setup::further_runs(made) {
            let run = Run::new(names, &mut silent, tables, players, &chosen);
            let run = run.run(&syntax.body);
            note(&run, names);
        }
    }
    let mut constants = HashMap::new();
    let mut knob_names = HashMap::new();
    for (i, global) in made.globals.iter().enumerate() {
        if global.is_constant {
            constants.insert(i as u32, global.value.clone());
        }
    }
    for knob in made.knobs.iter().map(|knob| &knob.declared) {
        let Some((Binding::Global(id), _)) = made.bindings.get(&knob.name) else { continue };
        if let KnobRange::Choices(choices) = &knob.range {
            let names = choices.iter().filter_map(|choice| match choice {
                Value::Name(name) => Some(*name),
                _ => None,
            });
            knob_names.insert(id.0, names.collect());
        }
    }
    Facts {
        bindings: made.bindings.clone(),
        globals,
        constants,
        zones: made.zones.clone(),
        numbers: made.numbers.iter().map(|(numbers, _)| numbers.clone()).collect(),
        attributes,
        attribute_names,
        card_names,
        knob_names,
        has_out: functions::calls_out(&syntax.body),
    }
}
