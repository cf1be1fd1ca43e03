//! The card events of a game in a file, derived from the moves between zones.
//!
//! A game may have several deals: the notes are about the first one, because cards change places
//! only there. It ends when the whole deck is gathered to be shuffled again.

use fairdeal_core::game::{CardNames, CardNotes, CardTeller};
use fairdeal_core::seat::Seat;

use super::{FileGame, Rules, State};
use crate::machine::code::Code;
use crate::machine::zones::{Happened, Line, NOWHERE};
use crate::program::{Program, Setup};

/// The events. A card is dealt if a player has it when the first decision is taken. Later it is
///
/// * drawn, if it comes into a zone of the player from one that the player does not see, and that
///   is no other player's;
/// * taken, if it comes into a zone of the player from another player, or from where the player
///   sees it;
/// * played, if it goes from a zone of the player to one that everyone sees;
/// * given away, if it goes from a zone of the player to one of another player that not everyone
///   sees.
const EVENTS: [&str; 6] = ["dealt", "drawn", "taken", "played", "given away", "left at the end"];
const DRAWN: usize = 1;
const TAKEN: usize = 2;
const PLAYED: usize = 3;
const GIVEN: usize = 4;
const LEFT: usize = 5;

/// Returns the names of all cards of a game, in order, those of the usual rules first.
pub(super) fn names(program: &Program) -> &'static [&'static str] {
    let mut names: Vec<&str> = Vec::new();
    let of_cards = program.card_names.iter().map(|name| program.names[name.0 as usize].as_str());
    // A row of a table without a copy may get some.
    let cells = program.cells();
    for name in of_cards.chain(cells.iter().map(|cell| cell.row.as_str())) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.into_iter().map(|name| &*name.to_owned().leak()).collect::<Vec<_>>().leak()
}

/// Returns these names with the events of their cards.
pub(super) fn counted(names: &'static [&'static str]) -> CardNames {
    CardNames { cards: names, events: &EVENTS }
}

/// Returns the number of each card of a setup: the place of its name.
pub(super) fn numbers(names: &[&str], setup: &Setup) -> Vec<u16> {
    let number = |name: &str| names.iter().position(|known| *known == name);
    let numbers = setup.cards.iter().map(|card| number(&card.name));
    numbers
        .map(|number| number.and_then(|number| number.try_into().ok()).unwrap_or(u16::MAX))
        .collect()
}

/// The seat that has a zone.
fn owner(code: &Code, zone: u16) -> Option<Seat> {
    code.zones.get(usize::from(zone))?.of.seat().map(Seat::new)
}

/// Reads the card events from the log of moves.
pub(super) struct Cards;

impl CardTeller<FileGame> for Cards {
    /// The cards of a game in a file are [its own](counted).
    fn names(&self) -> CardNames {
        CardNames { cards: &[], events: &EVENTS }
    }

    fn dealt_to(&self, rules: &Rules, started: &State, _: usize, card: u16) -> Option<Seat> {
        owner(&rules.code, started.machine().zones.of(card))
    }

    fn number(&self, rules: &Rules, card: u16) -> usize {
        rules.card_number(card)
    }

    fn over(&self, rules: &Rules, state: &State, notes: &mut CardNotes) {
        let (code, machine) = (&rules.code, state.machine());
        let log = &machine.zones.log;
        let started = (machine.head.started_at as usize).min(log.len());
        let lines = || log.iter().map(|word| Line::unpacked(*word));
        let end = end_of_first_deal(code, lines(), started).unwrap_or(log.len());
        let mut note = |seat: Seat, event: usize, card: u16| {
            notes.note_card(seat, event, rules.card_number(card));
        };
        let mut zone_of = vec![NOWHERE; code.setup.cards.len()];
        for (place, line) in lines().take(end).enumerate() {
            let Line { happened, card, to, .. } = line;
            if !happened.is_move() {
                continue;
            }
            // On its way from hand to hand, a card lies in no zone of the file.
            if usize::from(to) >= code.zones.len() {
                continue;
            }
            let from = std::mem::replace(&mut zone_of[usize::from(card)], to);
            if place >= started {
                moved(code, card, from, to, &mut note);
            }
        }
        for (card, zone) in (0..).zip(zone_of) {
            if let Some(seat) = owner(code, zone) {
                note(seat, LEFT, card);
            }
        }
    }
}

/// Notes the events of a move between zones for the seats that own them.
fn moved(code: &Code, card: u16, from: u16, to: u16, note: &mut impl FnMut(Seat, usize, u16)) {
    let seats_at = |zone: u16| code.zones.get(usize::from(zone)).map_or(0, |info| info.seen);
    let is_public = |zone: u16| seats_at(zone) == u8::MAX;
    let sees = |seat: Seat, zone: u16| seats_at(zone) >> seat.index() & 1 == 1;
    let (giver, getter) = (owner(code, from), owner(code, to));
    if let Some(seat) = getter {
        let is_other = giver.is_some_and(|giver| giver != seat);
        // A card that moves between zones of a player is drawn if the player gets to see it.
        let is_drawn = !is_other && !sees(seat, from) && (giver.is_none() || sees(seat, to));
        if is_drawn && from != NOWHERE {
            note(seat, DRAWN, card);
        } else if giver != getter {
            note(seat, TAKEN, card);
        }
    }
    if let Some(seat) = giver {
        let is_kept = giver == getter;
        if is_public(to) && !(is_kept && is_public(from)) {
            note(seat, PLAYED, card);
        } else if !is_kept && getter.is_some() {
            note(seat, GIVEN, card);
        }
    }
}

/// Returns the place of the line with which the cards of the first deal are gathered for another
/// one, if there is another: all of the deck is shuffled again after the first decision, which
/// comes after `started` lines.
fn end_of_first_deal(
    code: &Code,
    lines: impl Iterator<Item = Line>,
    started: usize,
) -> Option<usize> {
    let deck = code.deck?;
    let mut zone_of = vec![NOWHERE; code.setup.cards.len()];
    let (mut whole, mut gathered_from) = (None, None);
    for (place, line) in lines.enumerate() {
        if line.happened.is_move() {
            zone_of[usize::from(line.card)] = line.to;
        }
        let is_shuffled = line.happened == Happened::Shuffled && line.to == deck;
        if is_shuffled {
            let cards: usize = zone_of.iter().map(|zone| usize::from(*zone == deck)).sum();
            if place >= started && whole.is_some_and(|whole| cards >= whole) {
                return gathered_from.or(Some(place));
            }
            whole = whole.or(Some(cards));
        }
        if line.happened.is_move() && line.to == deck {
            gathered_from = gathered_from.or(Some(place));
        } else {
            gathered_from = None;
        }
    }
    None
}

#[cfg(test)]
mod tests;
