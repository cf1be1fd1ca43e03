//! The slots of all variables and numbers, and the tables of a setup.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::code::{CardParts, Code, NO_PLACE, NO_VALUE, NumberInfo, Of, Slot, ZoneInfo};
use super::super::coverage::Coverage;
use super::super::zones::ZoneSet;
use super::known::word;
use super::live::Reads;
use super::{Compiler, Frame, Result, cards_in, copies, visit, words};
use crate::program::{
    ExpressionKind as Kind, Extent, FunctionId, GlobalId, Library, NameId, Program, SeenBy, Setup,
    Value,
};

/// The largest number of random draws in the text.
const MOST_CHANCES: u16 = 256;

impl<'a> Compiler<'a> {
    pub(super) fn new(
        program: &'a Program,
        setup: &'a Setup,
        room: usize,
        coverage: Option<&Arc<Coverage>>,
    ) -> Result<Self> {
        let mut has_out = false;
        for function in &program.functions {
            visit::each_in_function(function, &mut |part| {
                has_out |= matches!(part.kind, Kind::Library(Library::Out, _));
            });
        }
        let acting = visit::functions_that_act(program);
        let functions = program.functions.iter().zip(&acting);
        let mut compiler = Self {
            program,
            setup,
            zone_copies: functions.map(|(function, acts)| copies::of(function, *acts)).collect(),
            acting,
            has_out,
            is_small: program.functions.iter().map(visit::is_small).collect(),
            inlined: Vec::new(),
            bound: Vec::new(),
            ops: Vec::new(),
            spans: Vec::new(),
            span: crate::program::Span::default(),
            labels: Vec::new(),
            constants: Vec::new(),
            room,
            constant_places: HashMap::new(),
            used: room,
            most: room,
            list_temps: Vec::new(),
            frames: Vec::new(),
            function: FunctionId(0),
            reads: Reads::default(),
            loops: Vec::new(),
            zone_rows: Vec::new(),
            number_rows: Vec::new(),
            first_values: Vec::new(),
            lookups: Vec::new(),
            lookup_places: HashMap::new(),
            layouts: Vec::new(),
            constant_lists: Vec::new(),
            masks: Vec::new(),
            tables: Vec::new(),
            table_places: HashMap::new(),
            card_tables: Vec::new(),
            sites: Vec::new(),
            calls: Vec::new(),
            chance_sites: Vec::new(),
            chances: 0,
            tallies: 0,
            shuffles: 0,
            coverage: coverage.cloned(),
            notes: 0,
        };
        compiler.place_all()?;
        compiler.notes = compiler.slots(coverage.map_or(0, |coverage| coverage.len()));
        Ok(compiler)
    }

    fn extent(&self, extent: &Extent) -> usize {
        match extent {
            Extent::One => 1,
            Extent::EachPlayer => self.setup.players,
            Extent::Each(global) => self.names_of(*global).len(),
            Extent::EachPlayerAndName(global) => self.setup.players * self.names_of(*global).len(),
        }
    }

    /// The names of a constant of the module.
    pub(super) fn names_of(&self, global: GlobalId) -> Vec<NameId> {
        match self.setup.globals.get(global.0 as usize) {
            Some(Value::List(all) | Value::Tuple(all)) => all
                .iter()
                .filter_map(|value| if let Value::Name(name) = value { Some(*name) } else { None })
                .collect(),
            _ => Vec::new(),
        }
    }

    fn place_all(&mut self) -> Result<()> {
        let mut zones = 0;
        for declared in &self.program.zones {
            self.span = declared.span;
            let length = self.extent(&declared.extent);
            self.zone_rows.push((zones as u16, length as u16));
            zones += length;
        }
        let different = self.different().1.len();
        let most = CardParts::most_zones(different);
        if zones > most {
            let cards = "the cards of options can be told apart";
            return self.refused(format!(
                "{zones} zones and {different} different cards; with so many of these, {cards} in \
                 at most {most} zones"
            ));
        }
        for (number, declared) in self.program.numbers.iter().enumerate() {
            self.span = declared.span;
            let length = self.extent(&declared.extent);
            let row = self.slots(length.max(1));
            self.number_rows.push((row, length as u16));
            let first = self.setup.numbers.get(number).and_then(word).unwrap_or_default();
            for place in 0..length {
                self.first_values.push((row + place as Slot, first));
            }
        }
        self.shuffles = self.slots(zones);
        self.tallies = self.slots(self.program.tallies.len());
        for function in &self.program.functions {
            self.span = function.span;
            let back = self.slots(2);
            let locals =
                function.locals.iter().map(|local| self.slots(words(&local.kind))).collect();
            let width = words(&function.result);
            let result = self.slots(width);
            let entry = self.label();
            self.frames.push(Frame { entry, back, locals, result, words: width });
        }
        let chances = self.count_chances();
        if chances > MOST_CHANCES {
            return self.refused(format!("more than {MOST_CHANCES} random draws in the text"));
        }
        self.chances = self.slots(chances.into());
        Ok(())
    }

    /// By card: its number among the different cards; and the first card of each of these.
    fn different(&self) -> (Vec<u16>, Vec<u16>) {
        let mut first: Vec<u16> = Vec::new();
        let numbers = self.setup.cards.iter().zip(0..).map(|(card, own)| {
            if card.same_as == own {
                first.push(own);
            }
            // The first of equal cards comes before the others.
            first.binary_search(&card.same_as).unwrap_or_default() as u16
        });
        (numbers.collect(), first)
    }

    fn count_chances(&self) -> u16 {
        let mut count = 0;
        for function in &self.program.functions {
            visit::each_in_function(function, &mut |part| {
                if let Kind::Library(Library::Chance | Library::DrawAny, _) = part.kind {
                    count += 1;
                }
            });
        }
        count
    }

    /// The table of places of these names.
    pub(super) fn lookup(&mut self, names: Vec<NameId>) -> u16 {
        if let Some(place) = self.lookup_places.get(&names) {
            return *place;
        }
        let mut table = vec![NO_PLACE; self.program.names.len()];
        for (place, name) in names.iter().enumerate() {
            table[name.0 as usize] = place as u16;
        }
        self.lookups.push(table);
        let place = self.lookups.len() as u16 - 1;
        self.lookup_places.insert(names, place);
        place
    }

    /// The zone that counts as the deck: the first one in the text of `play` that is shuffled.
    fn deck(&self) -> Option<u16> {
        let mut found = None;
        let play = &self.program.functions[self.program.play.0 as usize];
        for function in std::iter::once(play).chain(&self.program.functions) {
            visit::each_in_function(function, &mut |part| {
                if let Kind::Library(Library::Shuffle, arguments) = &part.kind
                    && let Some(Kind::Zone(zones, None)) = arguments.first().map(|zone| &zone.kind)
                {
                    found = found.or(Some(self.zone_row(*zones).0));
                }
            });
        }
        found
    }

    fn of(&self, extent: &Extent) -> Vec<Of> {
        match extent {
            Extent::One => vec![Of::One],
            Extent::EachPlayer => (0..self.setup.players as u8).map(Of::Seat).collect(),
            Extent::Each(global) => self.names_of(*global).into_iter().map(Of::Name).collect(),
            Extent::EachPlayerAndName(global) => {
                let names = self.names_of(*global);
                let seats = 0..self.setup.players as u8;
                seats
                    .flat_map(|seat| names.iter().map(move |n| Of::SeatAndName(seat, *n)))
                    .collect()
            }
        }
    }

    /// The code with its tables; the jumps and entries are not set.
    #[expect(clippy::too_many_lines, reason = "one field after the other")]
    pub(super) fn tables(&mut self, program: &Arc<Program>) -> Code {
        let names = program.names.len();
        let by_name = |all: &[NameId]| {
            let mut table = vec![u8::MAX; names];
            for (place, name) in all.iter().enumerate() {
                table[name.0 as usize] = place as u8;
            }
            table
        };
        let attributes = program.attributes.len();
        let room = self.set_words() * 64;
        let mut values = vec![NO_VALUE; (attributes + self.card_tables.len()).max(1) * room];
        for (place, table) in self.card_tables.iter().enumerate() {
            let first = (attributes + place) * room;
            values[first..first + table.len()].copy_from_slice(table);
        }
        for (number, card) in self.setup.cards.iter().enumerate() {
            for (attribute, value) in card.attributes.iter().enumerate().take(attributes) {
                values[attribute * room + number] = value.unwrap_or(NO_VALUE);
            }
        }
        let name_of = |name: &String| program.names.iter().position(|known| known == name);
        let card_names = self.setup.cards.iter().map(|card| name_of(&card.name));
        let (different, first_equal) = self.different();
        let mut tally_of_name = vec![NO_PLACE; names];
        for (place, tally) in program.tallies.iter().enumerate() {
            tally_of_name[tally.name.0 as usize] = place as u16;
        }
        let mut zones = Vec::new();
        for declared in &program.zones {
            for of in self.of(&declared.extent) {
                let seen = match (declared.seen_by, of.seat()) {
                    (SeenBy::Everyone, _) => u8::MAX,
                    (SeenBy::Owner, Some(seat)) => 1 << seat,
                    (SeenBy::Others, Some(seat)) => !(1 << seat),
                    (SeenBy::Owner | SeenBy::Others | SeenBy::Nobody, _) => 0,
                };
                zones.push(ZoneInfo { name: declared.name.clone(), of, seen });
            }
        }
        let number = |(place, declared): (usize, &crate::program::Numbers)| NumberInfo {
            name: declared.plain_name(),
            kind: declared.kind.clone(),
            first: self.number_rows[place].0,
            of: self.of(&declared.extent),
            seen_by: declared.seen_by,
            range: self.setup.ranges.get(place).copied().flatten(),
            is_length: declared.is_length,
            is_untold: declared.plain_name() != declared.name,
        };
        let numbers: Vec<NumberInfo> = program.numbers.iter().enumerate().map(number).collect();
        let is_length = |(declared, row): (&crate::program::Numbers, &(Slot, u16))| {
            declared.is_length.then_some(row.0)
        };
        let lengths: Vec<Slot> =
            program.numbers.iter().zip(&self.number_rows).filter_map(is_length).take(3).collect();
        let mut shares_lists = true;
        for function in &program.functions {
            visit::each_statement(&function.body, &mut |statement| {
                use crate::program::StatementKind as S;
                shares_lists &= match &statement.kind {
                    S::SetElement(..) | S::Remove(..) => false,
                    S::Append(_, indices, _) | S::Extend(_, indices, _) => indices.is_empty(),
                    _ => true,
                };
            });
        }
        let mut card_slots = Vec::new();
        for (number, function) in program.functions.iter().enumerate() {
            for (place, local) in function.locals.iter().enumerate() {
                let slot = self.frames[number].locals[place];
                card_slots.extend(cards_in(&local.kind).into_iter().map(|at| slot + at as Slot));
            }
        }
        let others = super::reasons(program);
        let mut reason_of_name = by_name(&others);
        let reasons = others.len() as u8;
        for name in &program.reasons {
            match program.names[name.0 as usize].as_str() {
                fairdeal_core::game::PLAYED_TO_THE_END => reason_of_name[name.0 as usize] = reasons,
                fairdeal_core::game::UNFINISHED => reason_of_name[name.0 as usize] = reasons + 1,
                _ => (),
            }
        }
        let nowhere =
            super::super::code::Entry { target: 0, parameter: 0, back: 0, result: 0, words: 0 };
        Code {
            program: Arc::clone(program),
            setup: self.setup.clone(),
            ops: std::mem::take(&mut self.ops),
            spans: std::mem::take(&mut self.spans),
            image: Vec::new(),
            play: 0,
            done: 0,
            score: nowhere,
            worth: None,
            possible: None,
            set_words: self.set_words(),
            attributes: values,
            card_names: card_names.map(|name| name.map_or(-1, |name| name as i64)).collect(),
            has_no_twins: first_equal.len() == self.setup.cards.len(),
            different,
            first_equal,
            card_parts: CardParts::new(zones.len()),
            card_room: room,
            masks: std::mem::take(&mut self.masks),
            tables: std::mem::take(&mut self.tables),
            lookups: std::mem::take(&mut self.lookups),
            layouts: std::mem::take(&mut self.layouts),
            card_slots,
            constant_lists: std::mem::take(&mut self.constant_lists),
            sites: std::mem::take(&mut self.sites),
            backs: Vec::new(),
            calls: Vec::new(),
            shares_lists,
            kinds: program.kinds.iter().map(|name| name.0.into()).collect(),
            reasons: others,
            played_to_the_end: reasons,
            unfinished: reasons + 1,
            kind_of_name: by_name(&program.kinds),
            reason_of_name,
            tally_of_name,
            tallies: self.tallies,
            shuffles: self.shuffles,
            chances: self.chances,
            deck: self.deck(),
            public: (0..)
                .zip(&zones)
                .filter(|(_, zone): &(u16, &ZoneInfo)| zone.seen == u8::MAX)
                .map(|(zone, _)| zone)
                .collect::<ZoneSet>(),
            zones,
            numbers,
            lengths,
            coverage: self.coverage.as_ref().map(|coverage| (Arc::clone(coverage), self.notes)),
        }
    }
}
