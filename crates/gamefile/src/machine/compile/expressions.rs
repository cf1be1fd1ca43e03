//! Expressions.

use super::super::code::{Op, Slot};
use super::known::word;
use super::{CallSite, Compiler, Inlined, Result, Wanted, visit, words};
use crate::program::{
    Arithmetic, Expression, ExpressionKind as Kind, Extent, Extreme, FunctionId, GlobalId, LocalId,
    Type, Value,
};

impl<'a> Compiler<'a> {
    /// Evaluates an expression; returns where its value stands. It stays there while temporary
    /// values are kept.
    pub(super) fn value(&mut self, expression: &'a Expression) -> Result<Slot> {
        if let Some(slot) = self.standing(expression) {
            self.note_known_value(expression);
            return Ok(slot);
        }
        let to = self.temp(&expression.type_);
        self.into(expression, to)?;
        Ok(to)
    }

    /// The parts of a tuple, side by side.
    fn tuple(&mut self, parts: &'a [Expression], kind: &Type, to: Slot) -> Result<()> {
        let mut place = to;
        for part in parts {
            self.into(part, place)?;
            place += words(&part.type_) as Slot;
        }
        let left = words(kind) - usize::from(place - to);
        if left > 0 {
            self.emit(Op::Zero { to: place, words: left as u16 });
        }
        Ok(())
    }

    /// Evaluates an expression for use at once: the next call of a function may change the value.
    pub(super) fn transient(&mut self, expression: &'a Expression) -> Result<Slot> {
        match &expression.kind {
            Kind::Call(function, arguments) if self.standing(expression).is_none() => {
                self.call(expression, *function, arguments, Wanted::Own)?;
                Ok(self.frames[function.0 as usize].result)
            }
            _ => self.value(expression),
        }
    }

    /// Evaluates two expressions. The second may change values that the first reads.
    pub(super) fn both(&mut self, a: &'a Expression, b: &'a Expression) -> Result<(Slot, Slot)> {
        let first = if self.has_effect(b) {
            self.fixed(a)?
        } else if visit::calls(b) {
            self.value(a)?
        } else {
            self.transient(a)?
        };
        Ok((first, self.transient(b)?))
    }

    /// Evaluates an expression to slots that nothing else writes.
    pub(super) fn fixed(&mut self, expression: &'a Expression) -> Result<Slot> {
        if self.known().word(expression).is_some() {
            return self.value(expression);
        }
        let to = self.temp(&expression.type_);
        self.into(expression, to)?;
        Ok(to)
    }

    pub(super) fn has_effect(&self, expression: &Expression) -> bool {
        visit::has_effect(expression, &self.acting)
    }

    /// Returns the slot of a value that has one already: a constant, a variable, a declared number.
    pub(super) fn standing(&mut self, expression: &'a Expression) -> Option<Slot> {
        if !matches!(expression.type_, Type::List(_))
            && let Some(word) = self.known().word(expression)
        {
            return Some(self.constant(word));
        }
        match &expression.kind {
            Kind::Local(local) if self.is_zone(*local) => None,
            Kind::Local(local) if words(self.local_type(*local)) == words(&expression.type_) => {
                Some(self.local(*local))
            }
            Kind::Number(numbers, None) => Some(self.number_row(*numbers).0),
            Kind::Number(numbers, Some(index)) => {
                let (row, length) = self.number_row(*numbers);
                let known = self.known().word(index)?;
                let is_seat =
                    matches!(self.program.numbers[numbers.0 as usize].extent, Extent::EachPlayer);
                (is_seat && (0..i64::from(length)).contains(&known)).then(|| row + known as Slot)
            }
            Kind::Zone(zones, None) => {
                let (first, _) = self.zone_row(*zones);
                Some(self.constant(first.into()))
            }
            Kind::Zone(zones, Some(index)) => {
                let (first, length) = self.zone_row(*zones);
                let place =
                    self.known_place(&self.program.zones[zones.0 as usize].extent, index)?;
                let zone = i64::from(first) + place as i64;
                (place < usize::from(length)).then(|| self.constant(zone))
            }
            Kind::Convert(inner) if words(&inner.type_) >= words(&expression.type_) => {
                let is_fitted = match (&inner.type_, &expression.type_) {
                    (Type::List(a), Type::List(b)) => words(a) != words(b),
                    (Type::Zone, Type::List(_)) => true,
                    _ => false,
                };
                if is_fitted { None } else { self.standing(inner) }
            }
            Kind::Part(whole, part) => {
                let place = part_place(&whole.type_, *part);
                self.standing(whole).map(|slot| slot + place as Slot)
            }
            _ => None,
        }
    }

    /// Evaluates an expression to these slots.
    pub(super) fn into(&mut self, expression: &'a Expression, to: Slot) -> Result<()> {
        if let Some(from) = self.standing(expression) {
            self.note_known_value(expression);
            self.copy(to, from, words(&expression.type_));
            return Ok(());
        }
        let mark = self.mark();
        self.compute(expression, to)?;
        self.release(mark);
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one branch for each kind")]
    fn compute(&mut self, expression: &'a Expression, to: Slot) -> Result<()> {
        match &expression.kind {
            Kind::Constant(_) | Kind::Name(_) | Kind::PlayerCount => {
                let word = self.known().word(expression).unwrap_or_default();
                let from = self.constant(word);
                self.emit(Op::Copy { to, from });
            }
            Kind::Global(global) => self.global(*global, &expression.type_, to)?,
            Kind::Local(local) if self.is_zone(*local) => {
                self.emit(Op::ListOfZone { to, zone: self.local(*local) });
            }
            Kind::Local(local) => {
                let (from, has) = (self.local(*local), words(self.local_type(*local)));
                self.fit(to, from, has, words(&expression.type_));
            }
            Kind::Number(numbers, index) => {
                let (row, length) = self.number_row(*numbers);
                if let Some(index) = index {
                    let index =
                        self.place(&self.program.numbers[numbers.0 as usize].extent, index)?;
                    self.emit(Op::Load { to, row, index, length });
                }
            }
            Kind::Zone(zones, index) => {
                let (first, length) = self.zone_row(*zones);
                if let Some(index) = index {
                    let index = self.place(&self.program.zones[zones.0 as usize].extent, index)?;
                    self.emit(Op::ZoneOfRow { to, first, index, length });
                }
            }
            Kind::Negate(a) => {
                let (a, b) = (self.constant(0), self.transient(a)?);
                self.emit(Op::Subtract { to, a, b });
            }
            Kind::Absolute(a) => {
                let a = self.transient(a)?;
                self.emit(Op::Absolute { to, a });
            }
            Kind::Arithmetic(how, a, b) => {
                let (a, b) = self.both(a, b)?;
                self.emit(match *how {
                    Arithmetic::Add => Op::Add { to, a, b },
                    Arithmetic::Subtract => Op::Subtract { to, a, b },
                    Arithmetic::Multiply => Op::Multiply { to, a, b },
                    how => Op::Compute { to, a, b, how },
                });
            }
            Kind::Not(_) | Kind::Compare(..) | Kind::And(..) | Kind::Or(..) => {
                self.flag(expression, to)?;
            }
            Kind::OrList(a, b) => {
                let done = self.label();
                let first = self.value(a)?;
                let other = self.label();
                self.emit(Op::JumpIfEmpty { list: first, target: other.0 });
                self.copy(to, first, 1);
                self.emit(Op::Jump { target: done.0 });
                self.bind(other);
                self.into(b, to)?;
                self.bind(done);
            }
            Kind::With(all, inner) => {
                for (local, value) in all {
                    self.into(value, self.local(*local))?;
                }
                self.into(inner, to)?;
            }
            Kind::Conditional(condition, then, otherwise) => {
                if let Some(known) = self.known().word(condition) {
                    self.note_known(condition, known != 0);
                    return self.into(if known == 0 { otherwise } else { then }, to);
                }
                let (other, done) = (self.label(), self.label());
                self.jump_unless(condition, other)?;
                self.into(then, to)?;
                self.emit(Op::Jump { target: done.0 });
                self.bind(other);
                self.into(otherwise, to)?;
                self.bind(done);
            }
            Kind::Call(function, arguments) => {
                let (width, frame) = (words(&expression.type_), &self.frames[function.0 as usize]);
                let from = frame.result;
                if frame.words == width && self.is_inlined(*function) {
                    self.call(expression, *function, arguments, Wanted::In(to))?;
                } else {
                    self.call(expression, *function, arguments, Wanted::Own)?;
                    self.copy(to, from, width);
                }
            }
            Kind::Attribute(card, attribute) => {
                let card = self.transient(card)?;
                self.emit(Op::Attribute { to, card, attribute: attribute.0 as u16 });
            }
            Kind::CardName(card) => {
                let card = self.transient(card)?;
                self.emit(Op::CardName { to, card });
            }
            Kind::Part(whole, part) => {
                let place = part_place(&whole.type_, *part);
                let from = self.transient(whole)? + place as Slot;
                self.copy(to, from, words(&expression.type_));
            }
            Kind::Element(list, index) => self.element(list, index, to)?,
            Kind::Slice(zone, None, None) if zone.type_ == Type::Zone => {
                let zone = self.transient(zone)?;
                self.emit(Op::ListOfZone { to, zone });
            }
            Kind::Slice(list, from, end) => {
                let words = element_words(&expression.type_) as u16;
                let whole = self.value(list)?;
                let bounds = self.slots(2);
                match from {
                    Some(from) => self.into(from, bounds)?,
                    None => self.set_constant(bounds, 0),
                }
                match end {
                    Some(end) => self.into(end, bounds + 1)?,
                    None => self.set_constant(bounds + 1, i64::MAX),
                }
                let list = self.list_of(list, whole);
                self.emit(Op::ListSlice { to, list, bounds, words });
            }
            Kind::Length(of) => self.length(of, to)?,
            Kind::Contains(of, value) => {
                // Python evaluates the value first.
                let (value_slot, list) = self.both(value, of)?;
                if of.type_ == Type::Zone {
                    self.emit(Op::ZoneHolds { to, zone: list, card: value_slot });
                } else {
                    let layout = self.layout(&value.type_) as u16;
                    self.emit(Op::ListHolds { to, list, value: value_slot, layout });
                }
            }
            Kind::Find(list, value) | Kind::Count(list, value) => {
                let layout = self.layout(&value.type_) as u16;
                let (list, value) = self.both(list, value)?;
                // An error names the table.
                let statement = std::mem::replace(&mut self.span, expression.span);
                self.emit(match expression.kind {
                    Kind::Find(..) => Op::ListFind { to, list, value, layout },
                    _ => Op::ListCount { to, list, value, layout },
                });
                self.span = statement;
            }
            Kind::List(elements) => self.list(elements, &expression.type_, to)?,
            Kind::Repeat(value, times) => {
                let words = words(&value.type_) as u16;
                let (value, times) = self.both(value, times)?;
                let list = self.slots(1);
                self.emit(Op::ListMake { to: list, from: value, count: 1, words });
                self.emit(Op::ListRepeat { to, list, times, words });
            }
            Kind::Concatenate(a, b) => {
                let words = element_words(&expression.type_) as u16;
                let (a, b) = self.both(a, b)?;
                self.emit(Op::ListJoin { to, a, b, words });
            }
            Kind::Tuple(parts) => {
                // The parts may read the value of `to`.
                let own = self.temp(&expression.type_);
                self.tuple(parts, &expression.type_, own)?;
                self.copy(to, own, words(&expression.type_));
            }
            Kind::Convert(inner) => self.convert(inner, &expression.type_, to)?,
            Kind::Fold(fold) => self.fold(fold, &expression.type_, to)?,
            Kind::Extreme(extreme, all) => self.extreme_of(*extreme, all, to)?,
            Kind::Choose(choose) => self.choose(expression, choose, to)?,
            Kind::Library(library, arguments) => self.library(*library, arguments, to)?,
        }
        Ok(())
    }

    pub(super) fn set_constant(&mut self, to: Slot, word: i64) {
        let from = self.constant(word);
        self.emit(Op::Copy { to, from });
    }

    /// The place of a seat or a name in a row, if it is known.
    pub(super) fn known_place(&self, extent: &Extent, index: &Expression) -> Option<usize> {
        let place = |global: GlobalId, index: &Expression| {
            let known = self.known().word(index)?;
            self.names_of(global).into_iter().position(|name| i64::from(name.0) == known)
        };
        let seat = |index: &Expression| usize::try_from(self.known().word(index)?).ok();
        match (extent, &index.kind) {
            (Extent::Each(global), _) => place(*global, index),
            (Extent::EachPlayerAndName(global), Kind::Tuple(parts)) => {
                let [player, name] = &**parts else { return None };
                let player = seat(player).filter(|player| *player < self.setup.players)?;
                Some(player * self.names_of(*global).len() + place(*global, name)?)
            }
            _ => seat(index),
        }
    }

    /// The place of a seat or a name in a row.
    pub(super) fn place(&mut self, extent: &Extent, index: &'a Expression) -> Result<Slot> {
        if let Some(place) = self.known_place(extent, index) {
            return Ok(self.constant(place as i64));
        }
        let (global, name) = match (extent, &index.kind) {
            (Extent::Each(global), _) => (*global, index),
            (Extent::EachPlayerAndName(global), Kind::Tuple(parts)) => {
                let (to, is_out) = (self.slots(1), self.slots(1));
                self.into(&parts[0], to)?;
                // This only raises an error if the number is no seat.
                self.emit(Op::IsOut { to: is_out, seat: to });
                let count = self.names_of(*global).len();
                let b = self.constant(count as i64);
                self.emit(Op::Multiply { to, a: to, b });
                let name = self.name_place(*global, &parts[1])?;
                self.emit(Op::Add { to, a: to, b: name });
                return Ok(to);
            }
            _ => return self.value(index),
        };
        self.name_place(global, name)
    }

    /// The place of a name among these.
    fn name_place(&mut self, global: GlobalId, index: &'a Expression) -> Result<Slot> {
        if let Some(place) = self.known_place(&Extent::Each(global), index) {
            return Ok(self.constant(place as i64));
        }
        let table = self.lookup(self.names_of(global));
        let name = self.value(index)?;
        let to = self.slots(1);
        self.emit(Op::Lookup { to, name, table });
        Ok(to)
    }

    /// A list or a zone as a list.
    pub(super) fn as_list(&mut self, expression: &'a Expression) -> Result<Slot> {
        let from = self.value(expression)?;
        Ok(self.list_of(expression, from))
    }

    /// Returns the list in a slot, or the cards that the zone there holds now.
    fn list_of(&mut self, expression: &Expression, from: Slot) -> Slot {
        if expression.type_ != Type::Zone {
            return from;
        }
        let to = self.temp(&Type::List(Box::new(Type::Card)));
        self.emit(Op::ListOfZone { to, zone: from });
        to
    }

    fn element(&mut self, list: &'a Expression, index: &'a Expression, to: Slot) -> Result<()> {
        if list.type_ == Type::Zone {
            let (zone, index) = self.both(list, index)?;
            self.emit(Op::ZoneElement { to, zone, index });
            return Ok(());
        }
        let words = element_words(&list.type_) as u16;
        if let Some(Value::List(elements)) = self.known().value(list)
            && let Some(all) = elements.iter().map(word).collect::<Option<Vec<i64>>>()
        {
            let list = self.constant_list(all, 1);
            let index = self.value(index)?;
            self.emit(Op::ConstantElement { to, list, index });
            return Ok(());
        }
        let (list, index) = self.both(list, index)?;
        self.emit(Op::ListElement { to, list, index, words });
        Ok(())
    }

    fn length(&mut self, of: &'a Expression, to: Slot) -> Result<()> {
        if let Kind::Fold(fold) = &of.kind
            && matches!(fold.into, crate::program::FoldInto::List)
        {
            return self.fold_length(fold, to);
        }
        let slot = self.transient(of)?;
        self.emit(if of.type_ == Type::Zone {
            Op::ZoneLength { to, zone: slot }
        } else {
            Op::ListLength { to, list: slot }
        });
        Ok(())
    }

    fn list(&mut self, elements: &'a [Expression], kind: &Type, to: Slot) -> Result<()> {
        let width = element_words(kind);
        if elements.is_empty() {
            self.set_constant(to, 0);
            return Ok(());
        }
        let known: Option<Vec<i64>> = elements
            .iter()
            .map(|element| self.known_words(element, width))
            .collect::<Option<Vec<_>>>()
            .map(|all| all.concat());
        if let Some(all) = known {
            let list = self.constant_list(all, width);
            self.emit(Op::ListConstant { to, list });
            return Ok(());
        }
        let from = self.slots(width * elements.len());
        for (place, element) in elements.iter().enumerate() {
            let to = from + (place * width) as Slot;
            match &element.kind {
                Kind::Tuple(parts) if self.known_words(element, width).is_none() => {
                    self.tuple(parts, &element.type_, to)?;
                }
                _ => self.into(element, to)?,
            }
            let has = words(&element.type_);
            if has < width {
                self.emit(Op::Zero { to: to + has as Slot, words: (width - has) as u16 });
            }
        }
        let (count, words) = (elements.len() as u16, width as u16);
        self.emit(Op::ListMake { to, from, count, words });
        Ok(())
    }

    /// The words of a constant without lists.
    fn known_words(&self, expression: &Expression, width: usize) -> Option<Vec<i64>> {
        if matches!(expression.type_, Type::List(_)) {
            return None;
        }
        let mut all = match &expression.kind {
            Kind::Tuple(parts) => {
                let parts: Option<Vec<i64>> = parts
                    .iter()
                    .map(|part| {
                        (words(&part.type_) == 1 && !matches!(part.type_, Type::List(_)))
                            .then(|| self.known().word(part))?
                    })
                    .collect();
                parts?
            }
            Kind::Convert(inner) => self.known_words(inner, width)?,
            _ => vec![self.known().word(expression)?],
        };
        all.resize(width, 0);
        Some(all)
    }

    pub(super) fn constant_list(&mut self, all: Vec<i64>, width: usize) -> u16 {
        let known =
            self.constant_lists.iter().position(|(known, words)| *words == width && *known == all);
        let place = known.unwrap_or_else(|| {
            self.constant_lists.push((all, width));
            self.constant_lists.len() - 1
        });
        place as u16
    }

    /// Loads a constant of the module.
    fn global(&mut self, global: GlobalId, kind: &Type, to: Slot) -> Result<()> {
        let setup = self.setup;
        match setup.globals.get(global.0 as usize) {
            Some(value) => self.load(value, kind, to),
            None => self.refused("a constant of the module without a value"),
        }
    }

    fn load(&mut self, value: &Value, kind: &Type, to: Slot) -> Result<()> {
        match (value, kind) {
            (Value::List(elements), Type::List(element)) => {
                let width = words(element);
                if let Some(all) = elements.iter().map(flat).collect::<Option<Vec<_>>>() {
                    let list = self.constant_list(all.concat(), width);
                    self.emit(Op::ListConstant { to, list });
                    return Ok(());
                }
                let from = self.slots(width * elements.len());
                for (place, inner) in elements.iter().enumerate() {
                    self.load(inner, element, from + (place * width) as Slot)?;
                }
                let (count, words) = (elements.len() as u16, width as u16);
                self.emit(Op::ListMake { to, from, count, words });
                Ok(())
            }
            (Value::Tuple(parts), Type::Tuple(kinds)) => {
                let mut place = to;
                for (part, kind) in parts.iter().zip(kinds) {
                    self.load(part, kind, place)?;
                    place += words(kind) as Slot;
                }
                Ok(())
            }
            _ => match flat(value) {
                Some(all) => {
                    for (place, word) in all.into_iter().enumerate() {
                        self.set_constant(to + place as Slot, word);
                    }
                    Ok(())
                }
                None => self.refused("a constant of the module of another type"),
            },
        }
    }

    /// Copies words, with zeros where there are fewer.
    fn fit(&mut self, to: Slot, from: Slot, has: usize, wants: usize) {
        self.copy(to, from, has.min(wants));
        if wants > has {
            self.emit(Op::Zero { to: to + has as Slot, words: (wants - has) as u16 });
        }
    }

    fn convert(&mut self, inner: &'a Expression, kind: &Type, to: Slot) -> Result<()> {
        if let (Type::List(from), Type::List(wanted)) = (&inner.type_, kind)
            && words(from) != words(wanted)
        {
            let list = self.transient(inner)?;
            let (words, new_words) = (words(from) as u16, words(wanted) as u16);
            self.emit(Op::ListFit { to, list, words, new_words });
            return Ok(());
        }
        if inner.type_ == Type::Zone && matches!(kind, Type::List(_)) {
            let zone = self.transient(inner)?;
            self.emit(Op::ListOfZone { to, zone });
            return Ok(());
        }
        let (has, wants) = (words(&inner.type_), words(kind));
        if has == wants {
            return self.into(inner, to);
        }
        let from = self.transient(inner)?;
        self.fit(to, from, has, wants);
        Ok(())
    }

    /// Calls a function. Only an inlined function may have its result in another slot than its own.
    pub(super) fn call(
        &mut self,
        expression: &'a Expression,
        function: FunctionId,
        arguments: &'a [Expression],
        wanted: Wanted,
    ) -> Result<()> {
        let mark = self.mark();
        let frame = self.frames[function.0 as usize].clone();
        let callee = &self.program.functions[function.0 as usize];
        // The constant parameters of an inlined function are known.
        let bound: Vec<(LocalId, i64)> = arguments
            .iter()
            .enumerate()
            .filter(|(_, argument)| {
                self.is_inlined(function)
                    && words(&argument.type_) == 1
                    && !matches!(argument.type_, Type::List(_))
            })
            .filter_map(|(place, argument)| {
                let word = self.known().word(argument)?;
                let local = LocalId(place as u32);
                (!visit::assigns(&callee.body, local)).then_some((local, word))
            })
            .collect();
        // Variables of the caller do not change meanwhile, so that they need not be copied.
        let mut locals = frame.locals.clone();
        let mut stands = vec![false; arguments.len()];
        for (place, argument) in arguments.iter().enumerate() {
            let local = LocalId(place as u32);
            let width = words(&callee.locals[place].kind);
            if self.is_inlined(function)
                && is_of_local(argument)
                && words(&argument.type_) == width
                && !visit::assigns(&callee.body, local)
                && let Some(slot) = self.standing(argument)
            {
                (locals[place], stands[place]) = (slot, true);
            }
        }
        // An argument goes straight to its parameter unless a later one calls a function, which
        // could be this one.
        let last = arguments.iter().rposition(visit::calls);
        let mut waiting = Vec::new();
        for (place, argument) in arguments.iter().enumerate() {
            if stands[place] || bound.iter().any(|(local, _)| local.0 as usize == place) {
                continue;
            }
            let (to, has) = (frame.locals[place], words(&argument.type_));
            if last.is_some_and(|last| place < last) {
                let later = arguments[place + 1..].iter().any(|later| self.has_effect(later));
                let from = if later { self.fixed(argument)? } else { self.value(argument)? };
                waiting.push((to, from, has));
            } else {
                self.into(argument, to)?;
            }
        }
        for (to, from, has) in waiting {
            self.copy(to, from, has);
        }
        if self.is_inlined(function) {
            let own = &mut self.frames[function.0 as usize];
            own.locals = locals;
            if let Wanted::In(to) = wanted {
                own.result = to;
            }
            self.inline(function, bound, wanted)?;
            self.frames[function.0 as usize] = frame;
            self.release(mark);
            return Ok(());
        }
        self.release(mark);
        let target = frame.entry.0;
        self.emit(Op::Call { target, back: frame.back });
        if callee.decides {
            let after = self.label();
            self.bind(after);
            let live = self.live_after(expression);
            let site = CallSite { back: 0, callee: function, caller: self.function, live };
            self.calls.push((after, site));
        }
        Ok(())
    }

    /// Whether a call is replaced by the code of the function.
    pub(super) fn is_inlined(&self, function: FunctionId) -> bool {
        /// The most functions inside of each other.
        const MOST_NESTED: usize = 4;
        self.is_small[function.0 as usize] && self.inlined.len() < MOST_NESTED
    }

    /// Puts the code of a function here; its parameters are set.
    fn inline(
        &mut self,
        function: FunctionId,
        bound: Vec<(LocalId, i64)>,
        wanted: Wanted,
    ) -> Result<()> {
        let outer = std::mem::replace(&mut self.bound, bound);
        let (caller, span) = (std::mem::replace(&mut self.function, function), self.span);
        let end = self.label();
        self.inlined.push(Inlined { end, wanted });
        let inner = &self.program.functions[function.0 as usize];
        self.body(&inner.body)?;
        // A jump to the next operation.
        if self.ops.last() == Some(&Op::Jump { target: end.0 }) && !self.is_bound_here() {
            self.ops.pop();
            self.spans.pop();
        }
        self.bind(end);
        self.inlined.pop();
        (self.function, self.span) = (caller, span);
        self.bound = outer;
        Ok(())
    }

    /// Whether a jump leads to after the last operation.
    fn is_bound_here(&self) -> bool {
        self.labels.contains(&Some(self.ops.len() as u16))
    }

    /// The lists that are needed after a decision or a call.
    pub(super) fn live_after(&mut self, expression: &Expression) -> Vec<(Slot, usize)> {
        let mut live = self.list_temps.clone();
        for (number, local) in self.function_now().locals.iter().enumerate() {
            let id = LocalId(number as u32);
            let lists = self.lists_in(&local.kind);
            if !lists.is_empty() && self.reads.is_needed_after(expression, id) {
                let slot = self.local(id);
                live.extend(lists.into_iter().map(|(at, layout)| (slot + at as Slot, layout)));
            }
        }
        live
    }

    /// The first of the smallest or largest.
    fn extreme_of(&mut self, extreme: Extreme, all: &'a [Expression], to: Slot) -> Result<()> {
        let Some((first, rest)) = all.split_first() else {
            return self.refused("the largest of nothing");
        };
        let width = words(&first.type_);
        if let ([second], Some(op)) = (rest, min_or_max(extreme, &first.type_)) {
            let (a, b) = self.both(first, second)?;
            self.emit(op(to, a, b));
            return Ok(());
        }
        let best = self.slots(width);
        self.into(first, best)?;
        for one in rest {
            let mark = self.mark();
            let found = self.transient(one)?;
            let next = self.label();
            match extreme {
                Extreme::Max => self.jump_unless_before(best, found, width, next),
                Extreme::Min => self.jump_unless_before(found, best, width, next),
            }
            self.copy(best, found, width);
            self.bind(next);
            self.release(mark);
        }
        self.copy(to, best, width);
        Ok(())
    }
}

/// The words of a constant without lists, one after the other.
fn flat(value: &Value) -> Option<Vec<i64>> {
    match value {
        Value::Tuple(parts) => Some(parts.iter().map(flat).collect::<Option<Vec<_>>>()?.concat()),
        other => word(other).map(|word| vec![word]),
    }
}

/// The operation for the smaller or larger of two words.
fn min_or_max(extreme: Extreme, kind: &Type) -> Option<fn(Slot, Slot, Slot) -> Op> {
    if words(kind) != 1 || matches!(kind, Type::List(_)) {
        return None;
    }
    Some(match extreme {
        Extreme::Min => |to, a, b| Op::Smaller { to, a, b },
        Extreme::Max => |to, a, b| Op::Larger { to, a, b },
    })
}

/// Whether it is a variable, or a part of one.
fn is_of_local(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Local(_) => true,
        Kind::Part(inner, _) | Kind::Convert(inner) => is_of_local(inner),
        _ => false,
    }
}

/// Returns the index of the first word of a part of a tuple.
fn part_place(whole: &Type, part: usize) -> usize {
    match whole {
        Type::Tuple(parts) => parts.iter().take(part).map(words).sum(),
        _ => part,
    }
}

/// Returns the number of words of an element of a list of this type; for a zone, those of a card.
pub(super) fn element_words(list: &Type) -> usize {
    match list {
        Type::List(element) => words(element),
        _ => 1,
    }
}
