//! Compiles a typed program and the values of its knobs to code.
//!
//! No function calls itself, so every variable of every function has its own slot. A state consists
//! of these slots and the current position in the code.

mod conditions;
mod copies;
mod deciding;
mod expressions;
mod folds;
mod known;
mod library;
mod live;
mod loops;
mod sets;
mod statements;
mod tables;

use std::collections::HashMap;
use std::sync::Arc;

use self::known::Known;
use self::live::Reads;
use super::code::{CallSite, Code, Entry, Layout, LiveList, MaskTable, Op, Site, Slot, Target};
use super::coverage::{Coverage, Note};
use super::visit;
use crate::program::{
    Expression, Function, FunctionId, LocalId, NameId, NumbersId, Program, Setup, Span, Type,
    ZonesId,
};

/// Why a program cannot become code: a limit that it meets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Refusal {
    /// The place.
    pub span: Span,
    /// The construct that was found, and the limit.
    pub message: String,
}

type Result<T> = std::result::Result<T, Refusal>;

/// A place in the code that is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Label(u16);

/// The slots of a function's variables.
#[derive(Clone, Debug)]
struct Frame {
    entry: Label,
    /// The way back, and the height of the lists.
    back: Slot,
    locals: Vec<Slot>,
    result: Slot,
    words: usize,
}

/// The labels of a loop.
#[derive(Clone, Copy, Debug)]
struct Loop {
    again: Label,
    out: Label,
}

/// A function that is put in the place of its call.
#[derive(Clone, Copy, Debug)]
struct Inlined {
    end: Label,
    wanted: Wanted,
}

/// The destination of the result of a call.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    /// The function's own slot.
    Own,
    /// A function in the place of its call puts it here.
    In(Slot),
    /// A function in the place of its call jumps there if it is this one.
    Jump(Label, bool),
}

struct Compiler<'a> {
    program: &'a Program,
    setup: &'a Setup,
    acting: Vec<bool>,
    has_out: bool,
    ops: Vec<Op>,
    spans: Vec<Span>,
    span: Span,
    labels: Vec<Option<Target>>,
    /// The constants have the first slots; `room` slots are reserved for them.
    constants: Vec<i64>,
    room: usize,
    constant_places: HashMap<i64, Slot>,
    /// The slots in use, and the most that were.
    used: usize,
    most: usize,
    /// Lists among the temporary values: slot and layout.
    list_temps: Vec<(Slot, usize)>,
    frames: Vec<Frame>,
    /// The function whose variables are meant.
    function: FunctionId,
    /// By function: whether its code is put in the place of a call.
    is_small: Vec<bool>,
    /// By function and variable: whether the zone that it copies replaces it.
    zone_copies: Vec<Vec<bool>>,
    /// The functions that are put in the place of their calls, from the outermost.
    inlined: Vec<Inlined>,
    /// The parameters of the innermost of these that are constants.
    bound: Vec<(LocalId, i64)>,
    reads: Reads,
    loops: Vec<Loop>,
    /// By declaration: the first zone and how many; the first slot and how many.
    zone_rows: Vec<(u16, u16)>,
    number_rows: Vec<(Slot, u16)>,
    first_values: Vec<(Slot, i64)>,
    lookups: Vec<Vec<u16>>,
    lookup_places: HashMap<Vec<NameId>, u16>,
    layouts: Vec<Layout>,
    constant_lists: Vec<(Vec<i64>, usize)>,
    masks: Vec<u64>,
    tables: Vec<MaskTable>,
    table_places: HashMap<(u32, u8), u16>,
    /// Values that depend on a card alone, by card: attributes beside those of the file.
    card_tables: Vec<Vec<i64>>,
    sites: Vec<Site>,
    calls: Vec<(Label, CallSite)>,
    chance_sites: Vec<Span>,
    chances: Slot,
    tallies: Slot,
    shuffles: Slot,
    /// The places to note, if that is wanted, and the slot of the first one.
    coverage: Option<Arc<Coverage>>,
    notes: Slot,
}

/// Makes the code of one variant.
///
/// # Errors
/// If the program meets a limit of the machine.
pub(crate) fn compile(program: &Arc<Program>, setup: &Setup) -> Result<Code> {
    made(program, setup, None, &[])?.finished(program)
}

/// Compiles code that plays the same games, and notes the places that they reach.
///
/// # Errors
/// If the program meets a limit of the machine.
pub(crate) fn compile_noting(
    program: &Arc<Program>,
    setup: &Setup,
    coverage: &Arc<Coverage>,
) -> Result<Code> {
    // The same places of the text get the same random numbers, though more of it becomes code.
    let chances = made(program, setup, None, &[])?.chance_sites;
    made(program, setup, Some(coverage), &chances)?.finished(program)
}

/// The code of all functions, whose jumps have no places yet.
fn made<'a>(
    program: &'a Program,
    setup: &'a Setup,
    coverage: Option<&Arc<Coverage>>,
    chances: &[Span],
) -> Result<Compiler<'a>> {
    // How many constants there are is known only after all code was made once.
    let mut room = 64;
    loop {
        let mut compiler = Compiler::new(program, setup, room, coverage)?;
        compiler.chance_sites = chances.to_vec();
        compiler.constant(0);
        compiler.all()?;
        let found = compiler.constants.len();
        if found == room {
            return Ok(compiler);
        }
        room = found;
    }
}

impl<'a> Compiler<'a> {
    fn known(&self) -> Known<'_> {
        Known {
            program: self.program,
            setup: self.setup,
            card: None,
            bound: &self.bound,
            // The lines of a function that is not called are not noted.
            calls: self.coverage.is_none(),
        }
    }

    /// The error of a limit that is met here.
    fn refused<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(Refusal { span: self.span, message: message.into() })
    }

    fn emit(&mut self, op: Op) {
        self.ops.push(op);
        self.spans.push(self.span);
    }

    /// Notes that a game came here, if this place is to be noted.
    fn note(&mut self, place: Span, what: Note) {
        if let Some(number) = self.coverage.as_ref().and_then(|notes| notes.number(place, what)) {
            self.set_constant(self.notes + number, 1);
        }
    }

    fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u16 - 1)
    }

    fn bind(&mut self, label: Label) {
        self.labels[usize::from(label.0)] = Some(self.ops.len() as Target);
    }

    /// The slot of a constant.
    fn constant(&mut self, word: i64) -> Slot {
        if let Some(slot) = self.constant_places.get(&word) {
            return *slot;
        }
        let slot = self.constants.len() as Slot;
        self.constants.push(word);
        self.constant_places.insert(word, slot);
        slot
    }

    /// Slots that no other value has.
    fn slots(&mut self, words: usize) -> Slot {
        let slot = self.used as Slot;
        self.used += words;
        self.most = self.most.max(self.used);
        slot
    }

    /// Slots for a temporary value.
    fn temp(&mut self, kind: &Type) -> Slot {
        // An act without a value may still write one word.
        let slot = self.slots(words(kind).max(1));
        for (place, layout) in self.lists_in(kind) {
            self.list_temps.push((slot + place as Slot, layout));
        }
        slot
    }

    /// Returns the numbers of slots and lists in use, for [`Self::release`].
    fn mark(&self) -> (usize, usize) {
        (self.used, self.list_temps.len())
    }

    /// Gives temporary values free.
    fn release(&mut self, (used, lists): (usize, usize)) {
        self.used = used;
        self.list_temps.truncate(lists);
    }

    fn frame(&self) -> &Frame {
        &self.frames[self.function.0 as usize]
    }

    fn local(&self, local: LocalId) -> Slot {
        self.frame().locals[local.0 as usize]
    }

    /// Whether the zone that a variable copies replaces it.
    fn is_zone(&self, local: LocalId) -> bool {
        self.zone_copies[self.function.0 as usize][local.0 as usize]
    }

    fn local_type(&self, local: LocalId) -> &'a Type {
        &self.function_now().locals[local.0 as usize].kind
    }

    fn function_now(&self) -> &'a Function {
        &self.program.functions[self.function.0 as usize]
    }

    fn zone_row(&self, zones: ZonesId) -> (u16, u16) {
        self.zone_rows[zones.0 as usize]
    }

    fn number_row(&self, numbers: NumbersId) -> (Slot, u16) {
        self.number_rows[numbers.0 as usize]
    }

    /// The places of lists in a value of this type, with their layouts.
    fn lists_in(&mut self, kind: &Type) -> Vec<(usize, usize)> {
        match kind {
            Type::List(element) => vec![(0, self.layout(element))],
            Type::Tuple(parts) => {
                let (mut found, mut place) = (Vec::new(), 0);
                for part in parts {
                    found.extend(
                        self.lists_in(part).into_iter().map(|(at, layout)| (place + at, layout)),
                    );
                    place += words(part);
                }
                found
            }
            _ => Vec::new(),
        }
    }

    /// The layout of a list of such elements.
    fn layout(&mut self, element: &Type) -> usize {
        let lists = self.lists_in(element);
        let layout = Layout { words: words(element), cards: cards_in(element), lists };
        if let Some(known) = self.layouts.iter().position(|known| *known == layout) {
            return known;
        }
        self.layouts.push(layout);
        self.layouts.len() - 1
    }

    /// Makes the code of all functions.
    fn all(&mut self) -> Result<()> {
        for number in 0..self.program.functions.len() {
            self.function = FunctionId(number as u32);
            self.function()?;
        }
        Ok(())
    }

    fn function(&mut self) -> Result<()> {
        let function = self.function_now();
        self.reads = Reads::of(function);
        // No other function has its temporary values.
        self.used = self.most;
        let entry = self.frame().entry;
        self.bind(entry);
        self.span = function.span;
        self.body(&function.body)?;
        self.span = function.span;
        self.leave();
        Ok(())
    }

    /// Returns from the function; the result is in its slot.
    fn leave(&mut self) {
        if let Some(Inlined { end, .. }) = self.inlined.last().copied() {
            self.emit(Op::Jump { target: end.0 });
            return;
        }
        if self.function == self.program.play {
            self.emit(Op::Finish);
            return;
        }
        let back = self.frame().back;
        let function = self.function_now();
        let result = function.result.clone();
        let keeps = function.decides || !self.lists_in(&result).is_empty();
        self.emit(if keeps { Op::Return { back } } else { Op::ReturnAndRelease { back } });
    }

    /// The code, with every jump at its place.
    fn finished(mut self, program: &Arc<Program>) -> Result<Code> {
        let done = self.ops.len() as Target;
        self.emit(Op::Done);
        let limit = usize::from(u16::MAX);
        if self.masks.len() / self.set_words() > limit {
            return self.refused("too many conditions on attributes of cards: at most 65,000");
        }
        if self.ops.len() > limit || self.labels.len() > limit || self.most > limit {
            return self.refused("the functions are too long: at most 65,000 operations");
        }
        let labels = &self.labels;
        let place = |label: u16| labels[usize::from(label)].unwrap_or(done);
        for op in &mut self.ops {
            if let Some(target) = op.target() {
                *target = place(*target);
            }
        }
        turn_loops(&mut self.ops);
        let entry = |function: FunctionId| {
            let frame = &self.frames[function.0 as usize];
            Entry {
                target: place(frame.entry.0),
                parameter: frame.locals.first().copied().unwrap_or(frame.result),
                back: frame.back,
                result: frame.result,
                words: frame.words,
            }
        };
        let calls: Vec<CallSite> = self
            .calls
            .iter()
            .map(|(back, call)| CallSite { back: place(back.0), ..call.clone() })
            .collect();
        for site in &mut self.sites {
            site.all_live = all_live(site, &calls, program.play);
        }
        let mut image = self.constants.clone();
        image.resize(self.most.max(self.room), 0);
        for (slot, word) in &self.first_values {
            image[usize::from(*slot)] = *word;
        }
        Ok(Code {
            play: entry(program.play).target,
            done,
            score: entry(program.score),
            worth: program.worth.map(entry),
            possible: program.possible.map(entry),
            backs: self.frames.iter().map(|frame| frame.back).collect(),
            calls,
            image,
            ..self.tables(program)
        })
    }

    /// Evaluates an expression where its value is not used.
    fn drop_value(&mut self, expression: &'a Expression) -> Result<()> {
        let mark = self.mark();
        self.transient(expression)?;
        self.release(mark);
        Ok(())
    }
}

/// The lists that are needed after a decision by the functions that wait, if each is called in one
/// place.
fn all_live(site: &Site, calls: &[CallSite], play: FunctionId) -> Option<Vec<LiveList>> {
    let (mut live, mut function) = (site.live.clone(), site.function);
    while function != play {
        let mut callers = calls.iter().filter(|call| call.callee == function);
        let call = callers.next()?;
        if callers.next().is_some() {
            return None;
        }
        live.extend_from_slice(&call.live);
        function = call.caller;
    }
    Some(live)
}

/// A loop that jumps back to where it asks for the next element asks at its end instead.
fn turn_loops(ops: &mut [Op]) {
    for place in 0..ops.len() {
        let (back, counts) = match ops[place] {
            Op::Jump { target } => (target, false),
            Op::Again { target } => (target, true),
            _ => continue,
        };
        // The code after the last element must be next here too.
        let follows = |out: Target| {
            usize::from(out) == place + 1 || ops.get(place + 1) == Some(&Op::Jump { target: out })
        };
        let target = back + 1;
        ops[place] = match (ops[usize::from(back)], counts) {
            (Op::ZoneNext { cursor, zone, target: out }, false) if follows(out) => {
                Op::ZoneAgain { cursor, zone, target }
            }
            (Op::SetNext { cursor, zone, set, target: out }, false) if follows(out) => {
                Op::SetAgain { cursor, zone, set, target }
            }
            (Op::ListNext { to, list, index, words, target: out }, true) if follows(out) => {
                Op::ListAgain { to, list, index, words, target }
            }
            (Op::RangeNext { to, counter, end, step, target: out }, true) if follows(out) => {
                Op::RangeAgain { to, counter, end, step, target }
            }
            (Op::SeatNext { to, seat, left, target: out }, true) if follows(out) => {
                Op::SeatAgain { to, seat, left, target }
            }
            (_, _) => continue,
        };
    }
}

/// The places of cards in a value.
fn cards_in(kind: &Type) -> Vec<usize> {
    match kind {
        Type::Card => vec![0],
        Type::Tuple(parts) => {
            let (mut found, mut place) = (Vec::new(), 0);
            for part in parts {
                found.extend(cards_in(part).into_iter().map(|at| place + at));
                place += words(part);
            }
            found
        }
        _ => Vec::new(),
    }
}

/// The reasons for the end that a program has, without that of a game that is too long: every game
/// has this one.
pub(crate) fn reasons(program: &Program) -> Vec<NameId> {
    let is_other = |name: &&NameId| {
        let text = program.names.get(name.0 as usize).map_or("", String::as_str);
        text != fairdeal_core::game::UNFINISHED && text != fairdeal_core::game::PLAYED_TO_THE_END
    };
    program.reasons.iter().filter(is_other).copied().collect()
}

/// The number of words of a value.
pub(crate) fn words(kind: &Type) -> usize {
    match kind {
        Type::Unit => 0,
        Type::Tuple(parts) => parts.iter().map(words).sum(),
        Type::Shaped(shapes) => {
            1 + shapes.iter().map(|shape| shape.parts.len()).max().unwrap_or_default()
        }
        _ => 1,
    }
}
