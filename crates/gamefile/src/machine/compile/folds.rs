//! Comprehensions, and the values that functions such as `sum` and `max` make of their elements.

use super::super::code::{Op, Slot, Trouble};
use super::super::zones::NONE;
use super::expressions::element_words;
use super::loops::Cursor;
use super::sets::{Source, conjuncts};
use super::{Compiler, Label, Result, words};
use crate::program::{
    Clause, Expression, ExpressionKind as Kind, Extreme, Fold, FoldInto, Iterator, LocalId,
    Pattern, Type,
};

/// Emits the code for an element.
type Body<'b, 'a> = &'b mut dyn FnMut(&mut Compiler<'a>) -> Result<()>;

/// A fold over the cards of one zone or list with its conditions.
struct OverCards<'a> {
    card: LocalId,
    source: Source<'a>,
    conditions: Vec<&'a Expression>,
}

/// An element of a list: where its words stand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Element {
    /// This many words side by side.
    Whole(Slot, usize),
    Two(Slot, Slot),
    Three(Slot, Slot, Slot),
}

impl<'a> Compiler<'a> {
    fn over_cards(&self, fold: &'a Fold) -> Option<OverCards<'a>> {
        let (Clause::For(Pattern::Local(card), iterator), rest) = fold.clauses.split_first()?
        else {
            return None;
        };
        let source = self.source(iterator)?;
        let mut conditions = Vec::new();
        for clause in rest {
            let Clause::If(condition) = clause else { return None };
            conjuncts(condition, &mut conditions);
        }
        Some(OverCards { card: *card, source, conditions })
    }

    /// Evaluates a comprehension to this slot.
    pub(super) fn fold(&mut self, fold: &'a Fold, kind: &Type, to: Slot) -> Result<()> {
        match &fold.into {
            FoldInto::List => self.fold_list(fold, kind, to),
            FoldInto::Length => self.fold_length(fold, to),
            FoldInto::Any | FoldInto::All => {
                let is_all = matches!(fold.into, FoldInto::All);
                if let Some(set) = self.fold_set(fold, is_all)? {
                    let out = self.label();
                    self.set_constant(to, is_all.into());
                    self.emit(Op::JumpIfSetEmpty { set, target: out.0 });
                    self.set_constant(to, (!is_all).into());
                    self.bind(out);
                    return Ok(());
                }
                let (found, out) = (self.label(), self.label());
                self.clauses(&fold.clauses, &fold.element, &mut |own| {
                    own.jump(&fold.element, found, !is_all)
                })?;
                self.set_constant(to, is_all.into());
                self.emit(Op::Jump { target: out.0 });
                self.bind(found);
                self.set_constant(to, (!is_all).into());
                self.bind(out);
                Ok(())
            }
            FoldInto::Sum => self.fold_sum(fold, to),
            FoldInto::Extreme { extreme, key, default } => {
                self.fold_extreme(fold, *extreme, key.as_ref(), default.as_ref(), to)
            }
            FoldInto::Sorted { key, reverse } => self.fold_sorted(fold, key.as_ref(), *reverse, to),
        }
    }

    /// Returns the set of the cards of a fold over one zone or list that satisfy all its
    /// conditions. It suits results that do not depend on how often a list holds a card. The
    /// element of `any` and `all` is a condition too; with `negated`, one that must not hold.
    pub(super) fn fold_set(&mut self, fold: &'a Fold, negated: bool) -> Result<Option<Slot>> {
        let Some(OverCards { card, source, mut conditions }) =
            self.over_cards(fold).filter(|_| self.coverage.is_none())
        else {
            return Ok(None);
        };
        let mut last = None;
        if matches!(fold.into, FoldInto::Any | FoldInto::All) {
            if negated {
                let Some(mask) = self.mask_of(card, &fold.element) else { return Ok(None) };
                last = Some(mask.into_iter().map(|bits| !bits).collect::<Vec<u64>>());
            } else {
                conjuncts(&fold.element, &mut conditions);
            }
        }
        let Some(filter) = self.filter(card, &conditions) else { return Ok(None) };
        let from = self.opened(source)?;
        let set = self.set_of(source, from);
        self.narrow(set, filter)?;
        if let Some(last) = last {
            let mask = self.mask(&last);
            self.emit(Op::SetAnd { set, mask });
        }
        Ok(Some(set))
    }

    /// Returns the set of a fold that counts every element. A list may hold a card twice, so it has
    /// no such set.
    fn fold_set_of_zone(&mut self, fold: &'a Fold) -> Result<Option<Slot>> {
        match self.over_cards(fold) {
            Some(OverCards { source: Source::List(_), .. }) => Ok(None),
            _ => self.fold_set(fold, false),
        }
    }

    /// The elements of a fold that are cards of one zone or list which pass conditions, as a list.
    fn fold_cards(&mut self, fold: &'a Fold, to: Slot) -> Result<bool> {
        let Some(OverCards { card, source, conditions }) = self.over_cards(fold) else {
            return Ok(false);
        };
        if !matches!(fold.element.kind, Kind::Local(local) if local == card) {
            return Ok(false);
        }
        let Some(filter) = self.filter(card, &conditions) else { return Ok(false) };
        let from = self.opened(source)?;
        if conditions.is_empty() && !matches!(source, Source::List(_)) {
            self.emit(Op::ListOfZone { to, zone: from });
            return Ok(true);
        }
        let set = self.set_of(source, from);
        self.narrow(set, filter)?;
        match source {
            Source::List(_) => self.emit(Op::ListPick { to, list: from, set }),
            _ => self.list_set_of_zone(to, from, set),
        }
        Ok(true)
    }

    pub(super) fn fold_length(&mut self, fold: &'a Fold, to: Slot) -> Result<()> {
        if self.is_idle(&fold.element)
            && let Some(set) = self.fold_set_of_zone(fold)?
        {
            self.emit(Op::SetCount { to, set });
            return Ok(());
        }
        let (count, one) = (self.slots(1), self.constant(1));
        self.set_constant(count, 0);
        self.clauses(&fold.clauses, &fold.element, &mut |own| {
            if !own.is_idle(&fold.element) {
                own.drop_value(&fold.element)?;
            }
            own.emit(Op::Add { to: count, a: count, b: one });
            Ok(())
        })?;
        self.emit(Op::Copy { to, from: count });
        Ok(())
    }

    /// Whether an element need not be evaluated where only its number counts: it does nothing, and
    /// is never an error.
    pub(super) fn is_idle(&self, element: &Expression) -> bool {
        match &element.kind {
            Kind::Local(_) => true,
            Kind::Attribute(card, attribute) => {
                matches!(card.kind, Kind::Local(_)) && self.all_have(*attribute)
            }
            _ => self.known().word(element).is_some(),
        }
    }

    fn fold_list(&mut self, fold: &'a Fold, kind: &Type, to: Slot) -> Result<()> {
        if self.fold_cards(fold, to)? {
            return Ok(());
        }
        if self.fold_seats(fold, to)? {
            return Ok(());
        }
        // A decision keeps only the lists of variables that are read later, and of temporary values.
        let list = self.temp(kind);
        self.set_constant(list, 0);
        self.push_each(fold, list, element_words(kind))?;
        self.copy(to, list, 1);
        Ok(())
    }

    /// The players, or the others, as a list.
    fn fold_seats(&mut self, fold: &'a Fold, to: Slot) -> Result<bool> {
        let [Clause::For(Pattern::Local(seat), iterator)] = &fold.clauses[..] else {
            return Ok(false);
        };
        let (first, others) = match iterator {
            Iterator::Players(first) => (first, false),
            Iterator::Others(first) => (first, true),
            _ => return Ok(false),
        };
        if !matches!(fold.element.kind, Kind::Local(local) if local == *seat) {
            return Ok(false);
        }
        let players = self.setup.players as i64;
        match self.known().word(first) {
            Some(known) if (0..players).contains(&known) && !self.has_out => {
                let seats = (i64::from(others)..players).map(|step| (known + step) % players);
                let list = self.constant_list(seats.collect(), 1);
                self.emit(Op::ListConstant { to, list });
            }
            _ => {
                let first = self.transient(first)?;
                self.emit(Op::SeatList { to, first, others });
            }
        }
        Ok(true)
    }

    /// Appends each element to a list.
    pub(super) fn push_each(&mut self, fold: &'a Fold, list: Slot, width: usize) -> Result<()> {
        self.clauses(&fold.clauses, &fold.element, &mut |own| {
            let element = own.element_of(&fold.element, width)?;
            own.push(list, element);
            Ok(())
        })
    }

    /// An element in as many words as the list has. A tuple of a few parts is not put together.
    pub(super) fn element_of(&mut self, element: &'a Expression, width: usize) -> Result<Element> {
        if let 2 | 3 = width
            && let Some(parts) = self.plain_parts(element, width)
        {
            let mut slots = [self.constant(0); 3];
            for (slot, part) in slots.iter_mut().zip(parts) {
                *slot = self.value(part)?;
            }
            let [a, b, c] = slots;
            return Ok(if width == 2 { Element::Two(a, b) } else { Element::Three(a, b, c) });
        }
        let has = words(&element.type_);
        if has >= width {
            return Ok(Element::Whole(self.transient(element)?, width));
        }
        let to = self.slots(width);
        self.into(element, to)?;
        self.emit(Op::Zero { to: to + has as Slot, words: (width - has) as u16 });
        Ok(Element::Whole(to, width))
    }

    /// Returns the parts of a tuple, if each is one word and none changes the game or a value that
    /// another part reads.
    fn plain_parts(&self, element: &'a Expression, width: usize) -> Option<&'a [Expression]> {
        match &element.kind {
            Kind::Convert(inner) => self.plain_parts(inner, width),
            Kind::Tuple(parts) => {
                let is_plain =
                    |part: &Expression| words(&part.type_) == 1 && !self.has_effect(part);
                (parts.len() <= width && parts.iter().all(is_plain)).then_some(parts)
            }
            _ => None,
        }
    }

    /// Appends an element to a list.
    pub(super) fn push(&mut self, list: Slot, element: Element) {
        self.emit(match element {
            Element::Whole(from, words) => Op::ListPush { list, from, words: words as u16 },
            Element::Two(a, b) => Op::ListPushTwo { list, a, b },
            Element::Three(a, b, c) => Op::ListPushThree { list, a, b, c },
        });
    }

    fn fold_sum(&mut self, fold: &'a Fold, to: Slot) -> Result<()> {
        if let Some(attribute) = self.attribute_of_card(fold)
            && let Some(set) = self.fold_set_of_zone(fold)?
        {
            self.emit(Op::SetSum { to, set, attribute });
            return Ok(());
        }
        let sum = self.slots(1);
        self.set_constant(sum, 0);
        self.clauses(&fold.clauses, &fold.element, &mut |own| {
            let b = own.transient(&fold.element)?;
            own.emit(Op::Add { to: sum, a: sum, b });
            Ok(())
        })?;
        self.emit(Op::Copy { to, from: sum });
        Ok(())
    }

    /// Returns the attribute of the card that is the element, if all cards have it: one of the
    /// file, or a value that depends on the card alone.
    fn attribute_of_card(&mut self, fold: &'a Fold) -> Option<u16> {
        let OverCards { card, .. } = self.over_cards(fold)?;
        match &fold.element.kind {
            Kind::Attribute(of, attribute)
                if matches!(of.kind, Kind::Local(local) if local == card)
                    && self.all_have(*attribute) =>
            {
                Some(attribute.0 as u16)
            }
            _ => self.card_table(card, &fold.element),
        }
    }

    fn fold_extreme(
        &mut self,
        fold: &'a Fold,
        extreme: Extreme,
        key: Option<&'a (LocalId, Expression)>,
        default: Option<&'a Expression>,
        to: Slot,
    ) -> Result<()> {
        let width = words(&fold.element.type_);
        // Python evaluates the default first; it has no effect that could be missed.
        if key.is_none()
            && let Some(attribute) = self.attribute_of_card(fold)
            && let Some(set) = self.fold_set(fold, false)?
        {
            let (empty, out) = (self.label(), self.label());
            self.emit(Op::JumpIfSetEmpty { set, target: empty.0 });
            let largest = extreme == Extreme::Max;
            self.emit(Op::SetExtreme { to, set, attribute, largest });
            self.emit(Op::Jump { target: out.0 });
            self.bind(empty);
            self.or_default(default, to)?;
            self.bind(out);
            return Ok(());
        }
        let best = self.temp(&fold.element.type_);
        let key_width = key.map_or(width, |(_, key)| words(&key.type_));
        let best_key = if key.is_some() { self.slots(key_width) } else { best };
        let found = self.slots(1);
        self.set_constant(found, 0);
        self.clauses(&fold.clauses, &fold.element, &mut |own| {
            let (take, next) = (own.label(), own.label());
            let element = match key {
                None => own.value(&fold.element)?,
                Some((local, _)) => {
                    let to = own.local(*local);
                    own.into(&fold.element, to)?;
                    to
                }
            };
            let own_key = match key {
                None => element,
                Some((_, key)) => own.transient(key)?,
            };
            own.emit(Op::JumpUnless { a: found, target: take.0 });
            match extreme {
                Extreme::Max => own.jump_unless_before(best_key, own_key, key_width, next),
                Extreme::Min => own.jump_unless_before(own_key, best_key, key_width, next),
            }
            own.bind(take);
            own.copy(best, element, width);
            if key.is_some() {
                own.copy(best_key, own_key, key_width);
            }
            own.set_constant(found, 1);
            own.bind(next);
            Ok(())
        })?;
        let (empty, out) = (self.label(), self.label());
        self.emit(Op::JumpUnless { a: found, target: empty.0 });
        self.copy(to, best, width);
        self.emit(Op::Jump { target: out.0 });
        self.bind(empty);
        self.or_default(default, to)?;
        self.bind(out);
        Ok(())
    }

    fn or_default(&mut self, default: Option<&'a Expression>, to: Slot) -> Result<()> {
        if let Some(default) = default {
            return self.into(default, to);
        }
        let value = self.constant(0);
        self.emit(Op::Fail { trouble: Trouble::EmptyExtreme, value });
        Ok(())
    }

    fn fold_sorted(
        &mut self,
        fold: &'a Fold,
        key: Option<&'a (LocalId, Expression)>,
        reverse: bool,
        to: Slot,
    ) -> Result<()> {
        let width = words(&fold.element.type_);
        let key_width = key.map_or(width, |(_, key)| words(&key.type_));
        let pair = self.slots(key_width + width);
        let list = self.slots(1);
        self.set_constant(list, 0);
        let value = pair + key_width as Slot;
        let push = |own: &mut Self| {
            match key {
                None => own.copy(pair, value, width),
                Some((local, key)) => {
                    let to = own.local(*local);
                    own.copy(to, value, width);
                    own.into(key, pair)?;
                }
            }
            let words = (key_width + width) as u16;
            own.emit(Op::ListPush { list, from: pair, words });
            Ok(())
        };
        if key.is_some() && self.acts(fold) {
            // The keys see the effects of all elements.
            let all = self.temp(&Type::List(Box::new(fold.element.type_.clone())));
            self.set_constant(all, 0);
            self.push_each(fold, all, width)?;
            let cursor = self.over(all, width as u16);
            let (again, out) = (self.label(), self.label());
            self.bind(again);
            self.advance(&cursor, value, out);
            push(self)?;
            self.emit(Op::Again { target: again.0 });
            self.bind(out);
        } else {
            self.clauses(&fold.clauses, &fold.element, &mut |own| {
                own.into(&fold.element, value)?;
                push(own)
            })?;
        }
        let words = width as u16;
        self.emit(Op::ListSort { to, list, key: key_width as u8, words, reverse });
        Ok(())
    }

    /// Goes through the clauses, and does something with each element.
    fn clauses(
        &mut self,
        clauses: &'a [Clause],
        element: &'a Expression,
        body: Body<'_, 'a>,
    ) -> Result<()> {
        let acts = self.clauses_act(clauses, element);
        let end = self.label();
        self.clauses_from(clauses, !acts, end, body)?;
        self.bind(end);
        Ok(())
    }

    /// Whether a comprehension changes the game, or decides.
    fn acts(&self, fold: &Fold) -> bool {
        self.clauses_act(&fold.clauses, &fold.element)
    }

    fn clauses_act(&self, clauses: &[Clause], element: &Expression) -> bool {
        self.has_effect(element)
            || clauses.iter().any(|clause| {
                let mut acts = false;
                match clause {
                    Clause::If(condition) => acts = self.has_effect(condition),
                    Clause::For(_, iterator) => super::visit::of_iterator(iterator, &mut |part| {
                        acts = acts || self.has_effect(part);
                    }),
                }
                acts
            })
    }

    fn clauses_from(
        &mut self,
        clauses: &'a [Clause],
        is_pure: bool,
        next: Label,
        body: Body<'_, 'a>,
    ) -> Result<()> {
        let Some((clause, rest)) = clauses.split_first() else {
            let mark = self.mark();
            body(self)?;
            self.release(mark);
            return Ok(());
        };
        match clause {
            Clause::If(condition) => {
                self.jump_unless(condition, next)?;
                self.clauses_from(rest, is_pure, next, body)
            }
            Clause::For(pattern, iterator) => {
                let mark = self.mark();
                let (again, out) = (self.label(), self.label());
                if is_pure
                    && let Pattern::Local(card) = pattern
                    && let Some(source) = self.source(iterator)
                    && let Some((rest, left)) = self.open_set(*card, source, rest, again, out)?
                {
                    for condition in left {
                        self.jump_unless(condition, again)?;
                    }
                    self.clauses_from(rest, is_pure, again, body)?;
                    self.emit(if matches!(source, Source::List(_)) {
                        Op::Again { target: again.0 }
                    } else {
                        Op::Jump { target: again.0 }
                    });
                } else {
                    let (to, after) = self.binding(pattern, iterator);
                    let cursor = self.open(iterator, to, is_pure)?;
                    self.bind(again);
                    self.advance(&cursor, to, out);
                    if after {
                        self.assign_parts(pattern, to, &self.element_type(iterator))?;
                    }
                    self.clauses_from(rest, is_pure, again, body)?;
                    self.emit(if matches!(cursor, Cursor::Zone { .. }) {
                        Op::Jump { target: again.0 }
                    } else {
                        Op::Again { target: again.0 }
                    });
                }
                self.bind(out);
                self.release(mark);
                Ok(())
            }
        }
    }

    /// Begins a loop over the cards of a zone or a list that pass the first conditions after it, if
    /// sets can test these. Returns the other clauses and conditions too.
    fn open_set(
        &mut self,
        card: LocalId,
        source: Source<'a>,
        rest: &'a [Clause],
        again: Label,
        out: Label,
    ) -> Result<Option<(&'a [Clause], Vec<&'a Expression>)>> {
        let Some((Clause::If(condition), rest)) = rest.split_first() else { return Ok(None) };
        let mut conditions = Vec::new();
        conjuncts(condition, &mut conditions);
        let mut told = conditions.len();
        let filter = loop {
            match self.filter(card, &conditions[..told]) {
                _ if told == 0 => return Ok(None),
                Some(filter) => break filter,
                None => told -= 1,
            }
        };
        let left = conditions.split_off(told);
        let from = self.opened(source)?;
        let set = self.set_of(source, from);
        self.narrow(set, filter)?;
        let cursor = self.local(card);
        if let Source::List(_) = source {
            let list = self.temp(&Type::List(Box::new(Type::Card)));
            self.emit(Op::ListPick { to: list, list: from, set });
            let chosen = self.over(list, 1);
            self.bind(again);
            self.advance(&chosen, cursor, out);
        } else {
            self.set_constant(cursor, NONE.into());
            self.bind(again);
            self.emit(Op::SetNext { cursor, zone: from, set, target: out.0 });
        }
        Ok(Some((rest, left)))
    }
}
