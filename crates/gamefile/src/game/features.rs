//! The features by which players learn a game in a file: what a seat sees, and what an option means.
//!
//! A feature is a statement that is true or false, such as "the hand has the Queen of spades", or
//! "the card has the suit of the first card in the trick". It is made of the names in the file
//! (zones, numbers, attributes, cards, kinds of action), and its number is a hash of them (K.
//! Weinberger and others, "Feature hashing for large scale multitask learning", 2009). So no list
//! of features is needed, and games that share names share features: a copy of a game, or the same
//! game with another rule. A few features have the same number; a network learns around them.

mod option;
mod position;
mod seen;

use fairdeal_core::game::SeatView;
use fairdeal_core::seat::MAX_SEATS;
use fairdeal_core::strategy::{Features, Learnable, Shape};

use self::option::{note_amount, note_card, note_card_of_seat, note_name, note_seat, note_zone};
use self::position::{note_numbers, note_zones, remember};
pub(super) use self::seen::Seen;
use self::seen::{
    ALL, About, FRONTS, Front, MOST_OF_OPTION, MOST_OF_POSITION, PARTS, Pen, Position, mixed,
    relation, step,
};
use super::knowledge::Remembered;
use super::{Action, FileGame, View};
use crate::machine::code::PartKind;
use crate::machine::state::OPEN;
use crate::machine::zones::{MOST_SET_WORDS, NONE, NOWHERE};

impl Learnable for FileGame {
    const FEATURES: usize = ALL;
    const FEATURES_VERSION: u32 = 2;

    type Tables = Remembered;
    type Position<'v> = Position<'v>;

    const SHAPE: Shape = Shape {
        game: "file",
        version: Self::FEATURES_VERSION,
        features: ALL,
        active: MOST_OF_POSITION + MOST_OF_OPTION,
        is_hashed: true,
    };

    /// The seat, the number of decisions modulo the number of players (a bet that was paid is seen,
    /// but not who made it), and the numbers and knobs, which features only have by steps.
    fn course(view: &View<'_>) -> u64 {
        let code = &view.rules().code;
        let tables = view.rules().seen.get_or_init(|| Seen::of(view.rules()));
        let (machine, seat) = (view.state.machine(), view.seat().index());
        let decisions = machine.head.decisions % code.players() as u32;
        let mut hash = mixed(mixed(seat as u32, decisions), tables.rules);
        for counted in &tables.numbers {
            let info = &code.numbers[counted.number];
            for place in
                (0..counted.of.len()).filter(|place| info.is_seen(counted.of[*place], seat as u8))
            {
                let word = machine.slots.get(counted.first + place).copied().unwrap_or(0);
                hash = mixed(mixed(hash, word as u32), (word >> 32) as u32);
            }
        }
        hash.into()
    }

    fn position<'v>(
        memory: &'v mut Remembered,
        view: &'v View<'_>,
        features: &mut impl Features,
    ) -> Position<'v> {
        let code = &view.rules().code;
        let tables = view.rules().seen.get_or_init(|| Seen::of(view.rules()));
        let machine = view.state.machine();
        let (seat, players) = (view.seat().index(), code.players());
        let mut pen = Pen { features, left: MOST_OF_POSITION };
        let head = &machine.head;
        pen.note(About::Site, [head.site.into(), players as u32, 0]);
        if head.first_player != OPEN {
            let place = (seat + players - usize::from(head.first_player) % MAX_SEATS) % players;
            pen.note(About::Order, [place as u32, 0, 0]);
        }
        pen.note(About::Time, [step((head.decisions / players as u32).into()), 0, 0]);
        for knob in &tables.knobs {
            pen.note(About::Knob, [*knob, 0, 0]);
        }
        let mut position = Position {
            seen: tables,
            own: [0; MOST_SET_WORDS],
            known: [0; MOST_SET_WORDS],
            held: 0,
            remembered: [0; MOST_SET_WORDS],
            words: code.set_words.min(MOST_SET_WORDS),
            fronts: [Front { zone: NOWHERE, hash: 0, bottom: NONE, top: NONE, length: 0 }; FRONTS],
            count: 0,
        };
        note_numbers(view, tables, &mut pen);
        if tables.remembers && machine.zones.keeps_log {
            remember(view, memory, &mut position, &mut pen);
        }
        note_zones(view, &mut position, &mut pen);
        position
    }

    fn action(
        view: &View<'_>,
        position: &Position<'_>,
        action: Action,
        features: &mut impl Features,
    ) {
        let code = &view.rules().code;
        let tables = position.seen;
        let mut pen = Pen { features, left: MOST_OF_OPTION };
        let kinds = tables.kinds.get(action.site());
        let kind = kinds.and_then(|kinds| kinds.get(action.kind())).copied().unwrap_or(0);
        pen.note(About::Kind, [kind, 0, 0]);
        for front in position.fronts() {
            pen.note(About::Kind, [kind, front.hash, front.length.min(8).into()]);
        }
        let mut cards = [NONE; PARTS];
        for (place, (part, number)) in code.parts_of(action).enumerate().take(PARTS) {
            let of = mixed(kind, place as u32);
            match part {
                PartKind::Card => {
                    let (card, zone) = code.card_of_part(number);
                    cards[place] = card;
                    note_card(view, position, of, (card, zone), &mut pen);
                }
                PartKind::Number => note_amount(view, tables, of, number.into(), &mut pen),
                PartKind::Seat => note_seat(view, tables, of, number as usize, &mut pen),
                PartKind::Name => note_name(view, position, of, number.into(), &mut pen),
                PartKind::Zone => note_zone(view, position, of, number as u16, &mut pen),
                PartKind::Flag => pen.note(About::Flag, [of, number as u32, 0]),
            }
        }
        if let Some(card) = cards.iter().find(|card| **card != NONE)
            && let Some((_, other)) =
                code.parts_of(action).find(|(part, _)| *part == PartKind::Seat)
        {
            note_card_of_seat(view, position, kind, (*card, other as u8), &mut pen);
        }
        // Two cards of an option together, by their attributes.
        if let [one, other, ..] = cards
            && one != NONE
            && other != NONE
        {
            for attribute in &tables.attributes {
                let related = relation(attribute.value(one), attribute.value(other));
                pen.note(About::PairOfCards, [kind, attribute.hash, related]);
            }
        }
    }
}
