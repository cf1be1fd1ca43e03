//! Plays on from decision to decision, with a source of random numbers.

use fairdeal_core::game::{Chance, MAX_LENGTH, MAX_SCORE};
use fairdeal_core::rng::Purpose;
use fairdeal_core::seat::MAX_SEATS;

use super::code::{Code, Entry, Op, Slot, Trouble};
use super::coverage::Coverage;
use super::options::Action;
use super::run::{Stop, run};
use super::state::{Failed, MOST_STEPS, Machine, Status};
use super::{deciding, zones::NONE};
use crate::program::MOST_SCORE_PARTS;

/// The bit of events that are no shuffles.
const DRAWS: u32 = 1 << 15;

/// The purpose of a chance event that came this many times before. Results depend on it: the first
/// 65,536 times must keep theirs.
#[inline(always)]
fn purpose(event: u32, times: i64) -> Purpose {
    let number = event << 16 | times as u32 & 0xffff;
    // A game has fewer than 2^37 steps, so that the rest fits in 21 bits.
    match (times >> 16) as u32 {
        0 => Purpose::Other(number),
        times => Purpose::Again { number, times },
    }
}

/// A source of random results for a game.
pub(crate) trait Luck {
    /// Puts the cards of a zone in random order; the first one will lie on top.
    fn shuffle(&mut self, purpose: Purpose, cards: &mut [u16]);
    /// Returns the place of one of the cards of a zone, which are sorted.
    fn draw(&mut self, purpose: Purpose, cards: &[u16]) -> u32;
    /// Returns a number below `bound`.
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32;
}

/// The random numbers of an engine.
pub(crate) struct Streams<'c, C>(pub(crate) &'c mut C);

impl<C: Chance> Luck for Streams<'_, C> {
    #[inline(always)]
    fn shuffle(&mut self, purpose: Purpose, cards: &mut [u16]) {
        self.0.shuffle(purpose, cards);
    }

    #[inline(always)]
    fn draw(&mut self, purpose: Purpose, cards: &[u16]) -> u32 {
        self.0.below(purpose, cards.len() as u32)
    }

    #[inline(always)]
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.0.below(purpose, bound)
    }
}

/// Begins a game that was [reset](Machine::reset), and plays on to its first decision.
pub(crate) fn begin(code: &Code, machine: &mut Machine, luck: &mut impl Luck) {
    go_on(code, machine, luck);
    machine.head.started_at = machine.zones.log.len() as u32;
}

/// Takes an option, and plays on to the next decision or the end.
#[inline]
pub(crate) fn apply(code: &Code, machine: &mut Machine, action: Action, luck: &mut impl Luck) {
    deciding::take(code, machine, action);
    go_on(code, machine, luck);
}

fn go_on(code: &Code, machine: &mut Machine, luck: &mut impl Luck) {
    loop {
        match run(code, machine) {
            Stop::Settled => break,
            Stop::Done => return,
            Stop::Shuffle { zone, times } => {
                let purpose = if code.deck == Some(zone) {
                    Purpose::Deck(times as u32)
                } else {
                    purpose(zone.into(), times)
                };
                machine.zones.arrange(zone, |cards| luck.shuffle(purpose, cards));
                machine.zones.note_shuffle(zone);
            }
            Stop::Draw { counter, times, bound } => {
                let purpose = purpose(DRAWS | u32::from(counter - code.chances), times);
                answer(code, machine, purpose, bound, luck);
            }
        }
    }
    match machine.head.status {
        Status::Deciding => look_at_possible(code, machine),
        _ => settle(code, machine),
    }
    if let Some((coverage, first)) = &code.coverage
        && machine.zones.keeps_log
    {
        note(code, machine, (coverage, *first));
    }
}

/// Collects the notes of a real game, now and then and at its end. The file's function `worth` is
/// called for the seat that decides, as players who look ahead would call it.
#[cold]
fn note(code: &Code, machine: &mut Machine, (coverage, first): (&Coverage, Slot)) {
    const EVERY: u32 = 256;
    let (head, height) = (machine.head, machine.lists.height());
    if code.worth.is_some() && head.status != Status::Failed {
        worth(code, machine, head.seat.into());
        machine.head = head;
        machine.lists.release(height);
    }
    if head.status != Status::Deciding || head.decisions.is_multiple_of(EVERY) {
        coverage.collect(&machine.slots[usize::from(first)..]);
    }
}

/// Checks now and then in a real game that the file's function `possible` accepts the state.
fn look_at_possible(code: &Code, machine: &mut Machine) {
    const EVERY: u32 = 32;
    let is_due = machine.zones.keeps_log && machine.head.decisions.is_multiple_of(EVERY);
    let Some(entry) = code.possible.filter(|_| is_due) else { return };
    let seats = impossible_seats(code, machine);
    if seats != 0 {
        fail(machine, Trouble::Impossible, entry.target.into(), seats.trailing_zeros().into());
    }
}

/// Continues with a random number.
fn answer(code: &Code, machine: &mut Machine, purpose: Purpose, bound: u32, luck: &mut impl Luck) {
    let Machine { head, slots, zones, .. } = machine;
    match code.ops[head.at as usize - 1] {
        Op::DrawAny { to, zone, into, .. } => {
            let (zone, into) = (slots[usize::from(zone)] as u16, slots[usize::from(into)] as u16);
            // By the numbers of the cards, so that no order in the zone matters.
            let cards = zones.sorted(zone);
            let place = luck.draw(purpose, cards) as usize % cards.len().max(1);
            let card = cards.get(place).copied().unwrap_or(NONE);
            zones.put_as(super::zones::Happened::AtRandom, card, into);
            slots[usize::from(to)] = card.into();
        }
        Op::Chance { to, .. } => slots[usize::from(to)] = luck.below(purpose, bound).into(),
        _ => (),
    }
}

/// Calls a function for a seat; `None` if it fails.
fn call<'m>(code: &Code, machine: &'m mut Machine, entry: Entry, seat: usize) -> Option<&'m [i64]> {
    machine.slots[usize::from(entry.parameter)] = seat as i64;
    machine.slots[usize::from(entry.back)] = code.done.into();
    machine.slots[usize::from(entry.back) + 1] = machine.lists.height();
    machine.head.at = entry.target.into();
    machine.head.steps = MOST_STEPS;
    let stop = run(code, machine);
    let result = usize::from(entry.result);
    (stop == Stop::Done).then(|| &machine.slots[result..result + entry.words])
}

/// Computes the scores and the leaders, and checks the lengths of a game that is over. The place in
/// the code is lost, so call it only when the game is over, or for a copy.
pub(crate) fn settle(code: &Code, machine: &mut Machine) {
    if machine.head.status == Status::Failed {
        return;
    }
    if machine.head.status != Status::Deciding
        && let Some((unit, length)) = wrong_length(machine)
    {
        return fail(machine, Trouble::Length, unit as u32, length);
    }
    let players = code.players();
    let mut best = [0; MOST_SCORE_PARTS];
    let (mut leaders, mut scores) = (0_u8, [0; MAX_SEATS]);
    let out = machine.head.out;
    let all_out = out.count_ones() as usize >= players;
    for seat in 0..players {
        let Some(score) = call(code, machine, code.score, seat) else { return };
        let order = score.cmp(&best[..score.len()]);
        let order = if code.program.lowest_wins { order.reverse() } else { order };
        let first = score.first().copied().unwrap_or_default();
        if first.unsigned_abs() > MAX_SCORE.unsigned_abs() {
            return fail(machine, Trouble::Score, seat as u32, first);
        }
        scores[seat % MAX_SEATS] = first;
        // The seats that are out win only if all are.
        if out >> seat & 1 == 1 && !all_out {
            continue;
        }
        if leaders == 0 || order.is_gt() {
            leaders = 0;
            best[..score.len()].copy_from_slice(score);
        }
        if leaders == 0 || order.is_eq() {
            leaders |= 1 << seat;
        }
    }
    machine.head.scores = scores;
    if machine.head.named != 0 || machine.head.all_lose {
        leaders = machine.head.named;
    }
    // Partners win together.
    for seat in 0..players {
        let team = code.setup.teams.get(seat);
        let wins = (0..players).any(|other| {
            leaders >> other & 1 == 1
                && other != seat
                && team.is_some()
                && team == code.setup.teams.get(other)
        });
        leaders |= u8::from(wins) << seat;
    }
    machine.head.winners = leaders;
}

/// The first of the file's units of length that is below 0 or too large, and its number.
fn wrong_length(machine: &Machine) -> Option<(usize, i64)> {
    let slots = machine.head.lengths.iter().enumerate().filter(|(_, slot)| **slot != 0);
    let mut lengths = slots.map(|(unit, slot)| (unit, machine.slots[usize::from(*slot)]));
    lengths.find(|(_, length)| *length < 0 || length.unsigned_abs() > MAX_LENGTH)
}

/// Ends a game with an error that is not at a place of the code.
#[cold]
fn fail(machine: &mut Machine, trouble: Trouble, at: u32, value: i64) {
    machine.head.failed = Some(Failed { trouble, at, value });
    machine.head.status = Status::Failed;
}

/// Returns a bit for each seat whose cards and numbers the file calls impossible. The state is
/// the same afterwards.
pub(crate) fn impossible_seats(code: &Code, machine: &mut Machine) -> u8 {
    let Some(entry) = code.possible else { return 0 };
    let (head, height) = (machine.head, machine.lists.height());
    let mut found = 0;
    for seat in 0..code.players() {
        let answer = call(code, machine, entry, seat).and_then(|words| words.first().copied());
        machine.head = head;
        machine.lists.release(height);
        found |= u8::from(answer != Some(1)) << seat;
    }
    found
}

/// Returns how good the position is for a seat, by the file's own function.
pub(crate) fn worth(code: &Code, machine: &mut Machine, seat: usize) -> Option<i64> {
    call(code, machine, code.worth?, seat)?.first().copied()
}

/// Returns how good a position is for a seat: by the file's own function, or by its score, of which
/// the lowest is best if the lowest wins. The place in the code is lost.
pub(crate) fn position_worth(code: &Code, machine: &mut Machine, seat: usize) -> i128 {
    if let Some(worth) = worth(code, machine, seat) {
        return worth.into();
    }
    let score = call(code, machine, code.score, seat).and_then(|score| score.first().copied());
    let score = i128::from(score.unwrap_or(0));
    if code.program.lowest_wins { -score } else { score }
}
