//! Decisions.

use super::super::code::{Op, PartKind, Site, Slot, Together};
use super::super::options::{HIDDEN, MAX_PARTS};
use super::{Compiler, Result, words};
use crate::program::{Choose, Expression, SeenBy, Type};

impl<'a> Compiler<'a> {
    pub(super) fn choose(
        &mut self,
        expression: &'a Expression,
        choose: &'a Choose,
        to: Slot,
    ) -> Result<()> {
        if choose.each_seat.is_some() {
            return self.choose_together(expression, choose, to);
        }
        let element = element(&choose.options.type_);
        let (seat, list) = self.both(&choose.seat, &choose.options)?;
        let live = self.live_after(expression);
        let site = self.site(choose, &element, live, None)?;
        self.emit(Op::Choose { to, seat, list, site });
        Ok(())
    }

    /// All options are computed before the first seat decides.
    fn choose_together(
        &mut self,
        expression: &'a Expression,
        choose: &'a Choose,
        to: Slot,
    ) -> Result<()> {
        let element = element(&choose.options.type_);
        let list_of = |kind: &Type| Type::List(Box::new(kind.clone()));
        let seats = self.temp(&list_of(&Type::Player));
        self.into(&choose.seat, seats)?;
        let offered = self.temp(&list_of(&choose.options.type_));
        let chosen = self.temp(&list_of(&element));
        self.set_constant(offered, 0);
        self.set_constant(chosen, 0);
        let index = self.slots(1);
        let own = match choose.each_seat {
            Some(local) => self.local(local),
            None => self.slots(1),
        };
        let (again, asked) = (self.label(), self.label());
        self.set_constant(index, 0);
        self.bind(again);
        self.emit(Op::ListNext { to: own, list: seats, index, words: 1, target: asked.0 });
        let mark = self.mark();
        let options = self.value(&choose.options)?;
        self.emit(Op::ListPush { list: offered, from: options, words: 1 });
        self.release(mark);
        self.emit(Op::Again { target: again.0 });
        self.bind(asked);

        let (again, out) = (self.label(), self.label());
        let (options, place) = (self.slots(1), self.slots(1));
        self.set_constant(index, 0);
        self.set_constant(place, 0);
        self.bind(again);
        self.emit(Op::ListNext { to: own, list: seats, index, words: 1, target: out.0 });
        self.emit(Op::ListNext {
            to: options,
            list: offered,
            index: place,
            words: 1,
            target: out.0,
        });
        let live = self.live_after(expression);
        let together = Some(Together { seats, offered, chosen });
        let site = self.site(choose, &element, live, together)?;
        let value = self.slots(words(&element));
        self.emit(Op::Choose { to: value, seat: own, list: options, site });
        self.emit(Op::ListPush { list: chosen, from: value, words: words(&element) as u16 });
        self.emit(Op::Again { target: again.0 });
        self.bind(out);
        self.emit(Op::Copy { to, from: chosen });
        Ok(())
    }

    /// The place of the text where the decision stands.
    fn site(
        &mut self,
        choose: &Choose,
        element: &Type,
        live: Vec<(Slot, usize)>,
        together: Option<Together>,
    ) -> Result<u16> {
        if self.sites.len() >= usize::from(u8::MAX) {
            return self.refused("more than 255 decisions in the text");
        }
        let kinds = &self.program.kinds;
        let kind = kinds.iter().position(|kind| *kind == choose.kind).unwrap_or_default() as u8;
        let mut shapes = vec![None; kinds.len()];
        let mut single = None;
        match element {
            Type::Shaped(all) => {
                for shape in all {
                    let parts = self.parts(&shape.parts)?;
                    let Some(place) = kinds.iter().position(|kind| *kind == shape.name) else {
                        return self.refused("an option of a kind that is not listed");
                    };
                    shapes[place] = Some(parts);
                }
            }
            Type::Tuple(all) => shapes[usize::from(kind)] = Some(self.parts(all)?),
            one => {
                let parts = self.parts(std::slice::from_ref(one))?;
                single = parts.first().copied();
                shapes[usize::from(kind)] = Some(parts);
            }
        }
        self.sites.push(Site {
            function: self.function,
            words: words(element),
            single,
            is_shaped: matches!(element, Type::Shaped(_)),
            shapes,
            kind,
            say: choose.say.clone(),
            hidden: if together.is_some() || choose.seen_by != SeenBy::Everyone {
                HIDDEN
            } else {
                0
            },
            together,
            live,
            all_live: None,
        });
        Ok(self.sites.len() as u16 - 1)
    }

    fn parts(&self, kinds: &[Type]) -> Result<Vec<PartKind>> {
        if kinds.len() > MAX_PARTS {
            return self.refused(format!(
                "an option with {} parts; at most {MAX_PARTS} after its name are allowed",
                kinds.len()
            ));
        }
        kinds
            .iter()
            .map(|kind| match kind {
                Type::Int => Ok(PartKind::Number),
                Type::Player => Ok(PartKind::Seat),
                Type::Bool => Ok(PartKind::Flag),
                Type::Name => Ok(PartKind::Name),
                Type::Card => Ok(PartKind::Card),
                Type::Zone => Ok(PartKind::Zone),
                _ => self.refused(
                    "a part of an option must be a card, a number, a name, a seat or a zone",
                ),
            })
            .collect()
    }
}

fn element(list: &Type) -> Type {
    match list {
        Type::List(element) => (**element).clone(),
        _ => Type::Card,
    }
}
