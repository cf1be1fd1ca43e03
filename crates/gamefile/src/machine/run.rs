//! The machine: runs code until a decision, the end, an error, or a random number is needed.

use fairdeal_core::cards::bits::{Work, with_fast_bits};

use super::arithmetic;
use fairdeal_core::seat::MAX_SEATS;

use super::code::{Code, NO_PLACE, NO_VALUE, Op, Outcome, Trouble};
use super::deciding;
use super::lists::{Full, Lists};
use super::sets::{
    each_of_set, list_masked, list_of_set, mask_of, move_masked, put_list, put_masked, set_next,
};
use super::state::{Failed, Machine, Status};
use super::zones::{Happened, NONE, NOWHERE, Zones};

/// The largest count of an event in a game. (One below 0 is a mistake at the end, however far.)
const MOST_TALLIED: i64 = fairdeal_core::game::MAX_EVENTS.cast_signed();

/// Why the machine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A decision, the end, or an error, as the status says.
    Settled,
    /// A zone is shuffled.
    Shuffle { zone: u16, times: i64 },
    /// A number below `bound` is drawn, for this counter and its count so far.
    Draw { counter: u16, times: i64, bound: u32 },
    /// A function that was called from outside is over.
    Done,
}

impl From<Full> for (Trouble, i64) {
    fn from(_: Full) -> Self {
        (Trouble::Lists, 0)
    }
}

/// Runs on from where the machine stands.
#[inline(never)]
pub(crate) fn run(code: &Code, machine: &mut Machine) -> Stop {
    with_fast_bits(Running { code, machine })
}

struct Running<'a> {
    code: &'a Code,
    machine: &'a mut Machine,
}

impl Work for Running<'_> {
    type Output = Stop;

    #[inline(always)]
    fn run(self) -> Stop {
        let Self { code, machine } = self;
        let mut at = machine.head.at as usize;
        match steps(code, machine, &mut at) {
            Ok(stop) => {
                machine.head.at = at as u32;
                stop
            }
            Err((trouble, value)) => {
                // The place after the operation at fault.
                machine.head.failed = Some(Failed { trouble, at: at as u32 - 1, value });
                machine.head.status = Status::Failed;
                Stop::Settled
            }
        }
    }
}

/// Whether the number is a seat of the table.
#[inline(always)]
pub(super) fn seat(code: &Code, number: i64) -> Outcome<u8> {
    if (number as u64) < code.players() as u64 {
        Ok(number as u8)
    } else {
        Err((Trouble::NoSeat, number))
    }
}

#[inline(always)]
fn index(number: i64, length: usize) -> Outcome<usize> {
    let place = if number < 0 { number + length as i64 } else { number };
    if (place as u64) < length as u64 { Ok(place as usize) } else { Err((Trouble::Index, number)) }
}

/// The next seat in this direction that is not out; the seat itself if it is alone.
#[inline(always)]
fn neighbour(code: &Code, out: u8, seat: u8, step: usize) -> i64 {
    let players = code.players();
    let mut at = usize::from(seat);
    for _ in 0..players {
        at = (at + step) % players;
        if out >> at & 1 == 0 {
            break;
        }
    }
    at as i64
}

#[expect(clippy::too_many_lines, reason = "one branch for each operation")]
#[inline(always)]
fn steps(code: &Code, machine: &mut Machine, place: &mut usize) -> Outcome<Stop> {
    let Machine { head, slots, lists, zones, options, .. } = machine;
    let slots = &mut slots[..];
    let zones: &mut Zones = zones;
    let ops = &code.ops[..];
    let width = code.set_words;
    // The next operation. Nothing else holds the position of the machine.
    let mut next = ops[*place..].iter();

    macro_rules! slot {
        ($slot:expr) => {
            slots[usize::from($slot)]
        };
    }
    macro_rules! zone {
        ($slot:expr) => {
            slots[usize::from($slot)] as u16
        };
    }
    macro_rules! jump {
        ($target:expr) => {
            next = ops[usize::from($target)..].iter()
        };
    }
    macro_rules! fail {
        ($trouble:ident, $value:expr) => {{
            *place = ops.len() - next.len();
            return Err((Trouble::$trouble, $value));
        }};
    }
    macro_rules! tried {
        ($outcome:expr) => {
            match $outcome {
                Ok(value) => value,
                Err(error) => {
                    *place = ops.len() - next.len();
                    return Err(error.into());
                }
            }
        };
    }
    macro_rules! step {
        () => {
            if head.steps == 0 {
                fail!(Loop, 0);
            }
            head.steps -= 1;
        };
    }
    // Counts the steps of an operation on a long list.
    macro_rules! long {
        ($list:expr) => {
            let steps = (super::lists::length($list) >> 6) as u32;
            if steps > head.steps {
                fail!(Loop, 0);
            }
            head.steps -= steps;
        };
    }
    macro_rules! set {
        ($slot:expr) => {
            slots[usize::from($slot)..usize::from($slot) + width]
        };
    }
    macro_rules! checked {
        ($to:expr, $value:expr) => {
            match $value {
                Some(value) => slot!($to) = value,
                None => fail!(Overflow, 0),
            }
        };
    }
    // Moves a loop to its next element. Returns whether there is one.
    macro_rules! zone_next {
        ($cursor:expr, $zone:expr) => {{
            let (card, zone) = (zone!($cursor), zone!($zone));
            let next = if card == NONE { zones.bottom(zone) } else { zones.above(card) };
            if next != NONE {
                slot!($cursor) = next.into();
            }
            next != NONE
        }};
    }
    macro_rules! set_next {
        ($cursor:expr, $zone:expr, $set:expr) => {{
            let next = set_next(zones, zone!($cursor), zone!($zone), &mut set!($set));
            if next != NONE {
                slot!($cursor) = next.into();
            }
            next != NONE
        }};
    }
    macro_rules! list_next {
        ($to:expr, $list:expr, $counter:expr, $words:expr) => {{
            let (list, place, words) =
                (slot!($list), slot!($counter) as usize, usize::from($words));
            let is_there = place < super::lists::length(list);
            if is_there {
                slot!($counter) = place as i64 + 1;
                if words == 1 {
                    slot!($to) = lists.word(list, place);
                } else {
                    let to = usize::from($to);
                    slots[to..to + words].copy_from_slice(lists.element(list, place, words));
                }
            }
            is_there
        }};
    }
    macro_rules! range_next {
        ($to:expr, $counter:expr, $end:expr, $step:expr) => {{
            let (value, end, step) = (slot!($counter), slot!($end), slot!($step));
            let is_there = if step > 0 { value < end } else { value > end };
            if is_there {
                slot!($to) = value;
                // Beyond all numbers it is beyond the end.
                slot!($counter) = value.saturating_add(step);
            }
            is_there
        }};
    }
    macro_rules! seat_next {
        ($to:expr, $seat:expr, $left:expr) => {{
            let left = slot!($left);
            if left != 0 {
                slot!($left) = left - 1;
                let seat = slot!($seat);
                slot!($to) = seat;
                let after = seat + 1;
                slot!($seat) = if after == code.players() as i64 { 0 } else { after };
            }
            left != 0
        }};
    }
    macro_rules! stop {
        ($stop:expr) => {{
            *place = ops.len() - next.len();
            return Ok($stop);
        }};
    }

    loop {
        let Some(op) = next.next() else { unreachable!("the last operation leaves") };
        // In its place, so that each branch reads only its own fields.
        match *op {
            Op::Copy { to, from } => slot!(to) = slot!(from),
            Op::CopyMany { to, from, words } => {
                let from = usize::from(from);
                slots.copy_within(from..from + usize::from(words), usize::from(to));
            }
            Op::Zero { to, words } => {
                slots[usize::from(to)..usize::from(to) + usize::from(words)].fill(0);
            }

            Op::Add { to, a, b } => checked!(to, slot!(a).checked_add(slot!(b))),
            Op::Subtract { to, a, b } => checked!(to, slot!(a).checked_sub(slot!(b))),
            Op::Multiply { to, a, b } => checked!(to, slot!(a).checked_mul(slot!(b))),
            Op::Compute { to, a, b, how } => {
                slot!(to) = tried!(arithmetic::compute(how, slot!(a), slot!(b)));
            }
            Op::Absolute { to, a } => checked!(to, slot!(a).checked_abs()),
            Op::Not { to, a } => slot!(to) = i64::from(slot!(a) == 0),
            Op::Equal { to, a, b } => slot!(to) = i64::from(slot!(a) == slot!(b)),
            Op::Less { to, a, b } => slot!(to) = i64::from(slot!(a) < slot!(b)),
            Op::AtMost { to, a, b } => slot!(to) = i64::from(slot!(a) <= slot!(b)),

            Op::Smaller { to, a, b } => slot!(to) = slot!(a).min(slot!(b)),
            Op::Larger { to, a, b } => slot!(to) = slot!(a).max(slot!(b)),

            Op::Jump { target } => jump!(target),
            Op::Again { target } => {
                step!();
                jump!(target);
            }
            Op::JumpIf { a, target } => {
                if slot!(a) != 0 {
                    jump!(target);
                }
            }
            Op::JumpUnless { a, target } => {
                if slot!(a) == 0 {
                    jump!(target);
                }
            }
            Op::JumpEqual { a, b, target } => {
                if slot!(a) == slot!(b) {
                    jump!(target);
                }
            }
            Op::JumpDiffers { a, b, target } => {
                if slot!(a) != slot!(b) {
                    jump!(target);
                }
            }
            Op::JumpLess { a, b, target } => {
                if slot!(a) < slot!(b) {
                    jump!(target);
                }
            }
            Op::JumpAtMost { a, b, target } => {
                if slot!(a) <= slot!(b) {
                    jump!(target);
                }
            }
            Op::JumpIfEmpty { list, target } => {
                if slot!(list) as u32 == 0 {
                    jump!(target);
                }
            }
            Op::JumpIfZoneEmpty { zone, target } => {
                if zones.length(zone!(zone)) == 0 {
                    jump!(target);
                }
            }

            Op::Call { target, back } => {
                step!();
                slot!(back) = (ops.len() - next.len()) as i64;
                slot!(back + 1) = lists.height();
                jump!(target);
            }
            Op::Return { back } => next = ops[slot!(back) as usize..].iter(),
            Op::ReturnAndRelease { back } => {
                next = ops[slot!(back) as usize..].iter();
                lists.release(slot!(back + 1));
            }

            Op::Load { to, row, index, length } => {
                let place = slot!(index);
                if place as u64 >= u64::from(length) {
                    fail!(NoSeat, place);
                }
                slot!(to) = slots[usize::from(row) + place as usize];
            }
            Op::Store { row, index, length, from } => {
                let place = slot!(index);
                if place as u64 >= u64::from(length) {
                    fail!(NoSeat, place);
                }
                slots[usize::from(row) + place as usize] = slot!(from);
            }
            Op::CheckRange { a, low, high } => {
                let value = slot!(a);
                if value < slot!(low) || value > slot!(high) {
                    fail!(Range, value);
                }
            }
            Op::Lookup { to, name, table } => {
                let name = slot!(name);
                let found = code.lookups[usize::from(table)].get(name as usize).copied();
                match found {
                    Some(place) if place != NO_PLACE => slot!(to) = place.into(),
                    _ => fail!(NoKey, name),
                }
            }
            Op::ZoneOfRow { to, first, index, length } => {
                let place = slot!(index);
                if place as u64 >= u64::from(length) {
                    fail!(NoSeat, place);
                }
                slot!(to) = i64::from(first) + place;
            }
            Op::Attribute { to, card, attribute } => {
                let value = code.attribute(attribute.into(), zone!(card));
                if value == NO_VALUE {
                    fail!(NoAttribute, slot!(card));
                }
                slot!(to) = value;
            }
            Op::CardName { to, card } => slot!(to) = code.card_name(zone!(card)),

            Op::ZoneLength { to, zone } => slot!(to) = zones.length(zone!(zone)).into(),
            Op::ZoneTop { to, zone } => {
                let card = zones.top(zone!(zone));
                if card == NONE {
                    fail!(EmptyTop, slot!(zone));
                }
                slot!(to) = card.into();
            }
            Op::ZoneBottom { to, zone } => {
                let card = zones.bottom(zone!(zone));
                if card == NONE {
                    fail!(EmptyTop, slot!(zone));
                }
                slot!(to) = card.into();
            }
            Op::ZoneElement { to, zone, index: number } => {
                let zone = zone!(zone);
                let place = tried!(index(slot!(number), zones.length(zone).into()));
                slot!(to) = zones.at(zone, place).into();
            }
            Op::ZoneHolds { to, zone, card } => {
                slot!(to) = i64::from(zones.of(zone!(card)) == zone!(zone));
            }
            Op::ZoneOf { to, card } => {
                let zone = zones.of(zone!(card));
                if zone == NOWHERE {
                    fail!(Nowhere, slot!(card));
                }
                slot!(to) = zone.into();
            }
            Op::ZoneNext { cursor, zone, target } => {
                if !zone_next!(cursor, zone) {
                    jump!(target);
                }
            }
            Op::ZoneAgain { cursor, zone, target } => {
                if zone_next!(cursor, zone) {
                    jump!(target);
                }
            }

            Op::SetOfZone { to, zone } => {
                let from = zone!(zone);
                for (to, bits) in set!(to).iter_mut().zip(zones.bits(from)) {
                    *to = *bits as i64;
                }
            }
            Op::SetAnd { set, mask } => {
                let first = usize::from(mask) * width;
                let masks = &code.masks[first..first + width];
                for (to, bits) in set!(set).iter_mut().zip(masks) {
                    *to &= *bits as i64;
                }
            }
            Op::SetAndTable { set, table, value } => {
                let first = mask_of(code, table, slot!(value));
                for (to, bits) in set!(set).iter_mut().zip(&code.masks[first..first + width]) {
                    *to &= *bits as i64;
                }
            }
            Op::SetOfList { to, list } => {
                long!(slot!(list));
                let list = slot!(list);
                put_list(lists.of(list, 1), &mut set!(to));
            }
            Op::SetWithout { set, without } => {
                for word in 0..width {
                    slots[usize::from(set) + word] &= !slots[usize::from(without) + word];
                }
            }
            Op::SetJoin { set, with } => {
                for word in 0..width {
                    slots[usize::from(set) + word] |= slots[usize::from(with) + word];
                }
            }
            Op::SetMove { set, from, mask } => {
                move_masked(code, slots, (from, set), usize::from(mask) * width);
            }
            Op::SetMoveTable { set, from, table, value } => {
                let first = mask_of(code, table, slot!(value));
                move_masked(code, slots, (from, set), first);
            }
            Op::SetCount { to, set } => {
                let count: u32 = set!(set).iter().map(|bits| bits.count_ones()).sum();
                slot!(to) = count.into();
            }
            Op::JumpIfSetEmpty { set, target } => {
                if set!(set).iter().all(|bits| *bits == 0) {
                    jump!(target);
                }
            }
            Op::SetNext { cursor, zone, set, target } => {
                if !set_next!(cursor, zone, set) {
                    jump!(target);
                }
            }
            Op::SetAgain { cursor, zone, set, target } => {
                if set_next!(cursor, zone, set) {
                    jump!(target);
                }
            }
            Op::SetSum { to, set, attribute } => {
                let values = code.attribute_of_cards(attribute.into());
                let mut sum = Some(0_i64);
                for card in each_of_set(&set!(set)) {
                    let value = values[card];
                    if value == NO_VALUE {
                        fail!(NoAttribute, card as i64);
                    }
                    sum = sum.and_then(|sum| sum.checked_add(value));
                }
                checked!(to, sum);
            }
            Op::SetExtreme { to, set, attribute, largest } => {
                let values = code.attribute_of_cards(attribute.into());
                let mut best = if largest { i64::MIN } else { i64::MAX };
                for card in each_of_set(&set!(set)) {
                    let value = values[card];
                    if value == NO_VALUE {
                        fail!(NoAttribute, card as i64);
                    }
                    best = if largest { best.max(value) } else { best.min(value) };
                }
                slot!(to) = best;
            }
            Op::SetList { to, zone, set } => {
                slot!(to) = tried!(list_of_set(zones, lists, zone!(zone), &set!(set)));
            }
            Op::SetFilter { to, zone, table, value } => {
                let first = mask_of(code, table, slot!(value));
                put_masked(code, zones, zone!(zone), first, &mut set!(to));
            }
            Op::SetMasked { to, zone, mask } => {
                let first = usize::from(mask) * width;
                put_masked(code, zones, zone!(zone), first, &mut set!(to));
            }
            Op::ListFilter { to, zone, table, value } => {
                let first = mask_of(code, table, slot!(value));
                slot!(to) = tried!(list_masked(code, zones, lists, zone!(zone), first));
            }
            Op::ListMasked { to, zone, mask } => {
                let first = usize::from(mask) * width;
                slot!(to) = tried!(list_masked(code, zones, lists, zone!(zone), first));
            }
            Op::ListConstant { to, list } => {
                let (elements, words) = &code.constant_lists[usize::from(list)];
                slot!(to) = tried!(lists.make(elements, *words));
            }
            Op::ConstantElement { to, list, index: number } => {
                let (elements, _) = &code.constant_lists[usize::from(list)];
                slot!(to) = elements[tried!(index(slot!(number), elements.len()))];
            }
            Op::ListMake { to, from, count, words } => {
                let from = usize::from(from);
                let elements = &slots[from..from + usize::from(count) * usize::from(words)];
                slot!(to) = tried!(lists.make(elements, words.into()));
            }
            Op::ListPush { list, from, words } => {
                let from = usize::from(from);
                let element = &slots[from..from + usize::from(words)];
                slot!(list) = tried!(lists.push(slots[usize::from(list)], element));
            }
            Op::ListPushTwo { list, a, b } => {
                slot!(list) = tried!(lists.push(slot!(list), &[slot!(a), slot!(b)]));
            }
            Op::ListPushThree { list, a, b, c } => {
                slot!(list) = tried!(lists.push(slot!(list), &[slot!(a), slot!(b), slot!(c)]));
            }
            Op::ListLength { to, list } => slot!(to) = i64::from(slot!(list) as u32),
            Op::ListElement { to, list, index: number, words } => {
                let list = slot!(list);
                let place = tried!(index(slot!(number), super::lists::length(list)));
                if words == 1 {
                    slot!(to) = lists.word(list, place);
                } else {
                    let to = usize::from(to);
                    slots[to..to + usize::from(words)].copy_from_slice(lists.element(
                        list,
                        place,
                        words.into(),
                    ));
                }
            }
            Op::ListSet { list, index: number, from, words } => {
                let list = slot!(list);
                let place = tried!(index(slot!(number), super::lists::length(list)));
                let from = usize::from(from);
                lists.set(list, place, &slots[from..from + usize::from(words)]);
            }
            Op::ListRemove { list, value, layout } => {
                long!(slot!(list));
                let layout = &code.layouts[usize::from(layout)];
                let value = usize::from(value);
                let found = lists.find(
                    slot!(list),
                    &slots[value..value + layout.words],
                    layout,
                    &code.layouts,
                );
                let Some(found) = found else { fail!(NotInList, slots[value]) };
                slot!(list) = lists.remove(slot!(list), found, layout.words);
            }
            Op::ListJoin { to, a, b, words } => {
                long!(slot!(a));
                let joined = lists.join(slot!(a), slot!(b), words.into(), code.shares_lists);
                slot!(to) = tried!(joined);
            }
            Op::ListExtend { list, from, words } => {
                slot!(list) = tried!(lists.extend(slot!(list), slot!(from), words.into()));
            }
            Op::ListSlice { to, list, bounds, words } => {
                let list = slot!(list);
                let (from, end) = (slot!(bounds), slot!(bounds + 1));
                let bounds = arithmetic::slice(from, end, super::lists::length(list));
                long!(list);
                let part = lists.slice(list, bounds, words.into(), code.shares_lists);
                slot!(to) = tried!(part);
            }
            Op::ListRepeat { to, list, times, words } => {
                let times = usize::try_from(slot!(times).max(0)).unwrap_or(usize::MAX).min(1 << 21);
                slot!(to) = tried!(lists.repeat(slot!(list), times, words.into()));
            }
            Op::ListOfZone { to, zone } => {
                let cards = zones.iter(zone!(zone)).map(i64::from);
                slot!(to) = tried!(lists.collect(cards));
            }
            Op::ListPick { to, list, set } => {
                long!(slot!(list));
                slot!(to) = tried!(lists.pick(slot!(list), &set!(set)));
            }
            Op::ListHolds { to, list, value, layout } => {
                long!(slot!(list));
                slot!(to) = find(code, lists, slots, list, value, layout).is_some().into();
            }
            Op::ListFind { to, list, value, layout } => {
                long!(slot!(list));
                let Some(found) = find(code, lists, slots, list, value, layout) else {
                    fail!(NotInList, slot!(value))
                };
                slot!(to) = found as i64;
            }
            Op::ListCount { to, list, value, layout } => {
                long!(slot!(list));
                let layout = &code.layouts[usize::from(layout)];
                let value = &slots[usize::from(value)..usize::from(value) + layout.words];
                slot!(to) = lists.count(slot!(list), value, layout, &code.layouts) as i64;
            }
            Op::Order { to, a, b, layout } => {
                long!(slot!(a));
                let layout = &code.layouts[usize::from(layout)];
                slot!(to) = lists.order(slot!(a), slot!(b), layout, &code.layouts) as i64;
            }
            Op::ListSort { to, list, key, words, reverse } => {
                long!(slot!(list));
                let sorted = lists.sort(slot!(list), key.into(), words.into(), reverse);
                slot!(to) = tried!(sorted);
            }
            Op::ListFit { to, list, words, new_words } => {
                long!(slot!(list));
                slot!(to) = tried!(lists.fit(slot!(list), words.into(), new_words.into()));
            }
            Op::ListNext { to, list, index: counter, words, target } => {
                if !list_next!(to, list, counter, words) {
                    jump!(target);
                }
            }
            Op::ListAgain { to, list, index: counter, words, target } => {
                step!();
                if list_next!(to, list, counter, words) {
                    jump!(target);
                }
            }
            Op::ListBefore { to, list, index: counter, words, target } => {
                let (list, left) = (slot!(list), slot!(counter) as usize);
                if left == 0 {
                    jump!(target);
                } else {
                    slot!(counter) = left as i64 - 1;
                    let to = usize::from(to);
                    slots[to..to + usize::from(words)].copy_from_slice(lists.element(
                        list,
                        left - 1,
                        words.into(),
                    ));
                }
            }
            Op::RangeNext { to, counter, end, step, target } => {
                if !range_next!(to, counter, end, step) {
                    jump!(target);
                }
            }
            Op::RangeAgain { to, counter, end, step, target } => {
                step!();
                if range_next!(to, counter, end, step) {
                    jump!(target);
                }
            }
            Op::SeatNext { to, seat, left, target } => {
                if !seat_next!(to, seat, left) {
                    jump!(target);
                }
            }
            Op::SeatAgain { to, seat, left, target } => {
                step!();
                if seat_next!(to, seat, left) {
                    jump!(target);
                }
            }

            Op::Put { zone, card } => zones.put(zone!(card), zone!(zone)),
            Op::PutList { zone, list } => {
                for card in lists.of(slot!(list), 1) {
                    zones.put(*card as u16, zone!(zone));
                }
            }
            Op::PutZone { zone, from } => zones.put_all(zone!(from), zone!(zone)),
            Op::PutBelow { zone, card } => zones.put_below(zone!(card), zone!(zone)),
            Op::PutListBelow { zone, list } => {
                for card in lists.of(slot!(list), 1).iter().rev() {
                    zones.put_below(*card as u16, zone!(zone));
                }
            }
            Op::PutZoneBelow { zone, from } => zones.put_all_below(zone!(from), zone!(zone)),
            Op::Draw { to, zone, into } => {
                let card = zones.top(zone!(zone));
                if card == NONE {
                    fail!(EmptyDraw, slot!(zone));
                }
                zones.put_as(Happened::Drawn, card, zone!(into));
                slot!(to) = card.into();
            }
            Op::Deal { zone, count, first } => {
                let from = zone!(zone);
                for _ in 0..slot!(count) {
                    for seat in 0..code.players() as u16 {
                        if head.out >> seat & 1 == 1 {
                            continue;
                        }
                        let card = zones.top(from);
                        if card == NONE {
                            fail!(EmptyDraw, from.into());
                        }
                        zones.put_as(Happened::Drawn, card, first + seat);
                    }
                }
            }
            Op::PassOn { first, by } => {
                let (mut held, mut count) = ([0; 8], 0);
                for seat in 0..code.players() as u16 {
                    if head.out >> seat & 1 == 0 {
                        held[count % 8] = first + seat;
                        count += 1;
                    }
                }
                let by = slot!(by).rem_euclid(count.max(1) as i64) as usize;
                zones.pass_on(&held[..count], by);
            }
            Op::Shuffle { zone } => {
                let zone = zone!(zone);
                let counter = &mut slots[usize::from(code.shuffles) + usize::from(zone)];
                let times = *counter;
                *counter += 1;
                stop!(Stop::Shuffle { zone, times });
            }
            Op::DrawAny { zone, counter, .. } => {
                let length = zones.length(zone!(zone));
                if length == 0 {
                    fail!(EmptyDraw, slot!(zone));
                }
                let times = slot!(counter);
                slot!(counter) = times + 1;
                stop!(Stop::Draw { counter, times, bound: length.into() });
            }
            Op::Chance { bound, counter, .. } => {
                let bound = slot!(bound);
                if bound < 1 || bound > i64::from(u32::MAX) {
                    fail!(Bound, bound);
                }
                let times = slot!(counter);
                slot!(counter) = times + 1;
                stop!(Stop::Draw { counter, times, bound: bound as u32 });
            }

            Op::SeatList { to, first, others } => {
                let first = tried!(seat(code, slot!(first)));
                let players = code.players();
                let out = head.out;
                let seats = (usize::from(others)..players)
                    .map(|step| (usize::from(first) + step) % players)
                    .filter(|seat| out >> seat & 1 == 0)
                    .map(|seat| seat as i64);
                slot!(to) = tried!(lists.collect(seats));
            }
            Op::After { to, seat: of } => {
                let of = tried!(seat(code, slot!(of)));
                slot!(to) = if head.out == 0 {
                    let next = i64::from(of) + 1;
                    if next == code.players() as i64 { 0 } else { next }
                } else {
                    neighbour(code, head.out, of, 1)
                };
            }
            Op::Before { to, seat: of } => {
                let of = tried!(seat(code, slot!(of)));
                slot!(to) = neighbour(code, head.out, of, code.players() - 1);
            }
            Op::Out { seat: who } => head.out |= 1 << tried!(seat(code, slot!(who))),
            Op::IsOut { to, seat: who } => {
                slot!(to) = i64::from(head.out >> tried!(seat(code, slot!(who))) & 1);
            }
            Op::Team { to, seat: who } => {
                let who = tried!(seat(code, slot!(who)));
                slot!(to) = code.setup.teams.get(usize::from(who)).copied().unwrap_or(who).into();
            }
            Op::Seat { seat: who } => {
                tried!(seat(code, slot!(who)));
            }

            Op::Tally { name, times } => {
                let name = slot!(name);
                let place = code.tally_of_name.get(name as usize).copied();
                let Some(place) = place.filter(|place| *place != NO_PLACE) else {
                    fail!(NoKey, name)
                };
                let to = code.tallies + place;
                let count = slot!(to).saturating_add(slot!(times));
                if count > MOST_TALLIED {
                    fail!(Tally, name);
                }
                slot!(to) = count;
            }
            Op::Look { seat: who, list } => {
                let who = tried!(seat(code, slot!(who)));
                for card in lists.of(slot!(list), 1) {
                    let card = *card as u16;
                    zones.note_other(Happened::LookedAt, card, who.into(), zones.of(card));
                }
            }
            Op::Show { list } => {
                for card in lists.of(slot!(list), 1) {
                    let card = *card as u16;
                    zones.note_other(Happened::Shown, card, 0, zones.of(card));
                }
            }
            Op::FirstPlayer { seat: who } => head.first_player = tried!(seat(code, slot!(who))),
            Op::End { reason } => {
                head.end_reason = tried!(reason_of(code, slot!(reason)));
                head.status = Status::Over;
                stop!(Stop::Settled);
            }
            Op::EndWithWinners { reason, list } => {
                for who in lists.of(slot!(list), 1) {
                    head.named |= 1 << tried!(seat(code, *who));
                }
                if head.named == 0 {
                    fail!(NoWinner, 0)
                }
                head.end_reason = tried!(reason_of(code, slot!(reason)));
                head.status = Status::Over;
                stop!(Stop::Settled);
            }
            Op::LostByAll { reason } => {
                head.all_lose = true;
                head.end_reason = tried!(reason_of(code, slot!(reason)));
                head.status = Status::Over;
                stop!(Stop::Settled);
            }
            Op::Lost { reason, list } => {
                let teams = &code.setup.teams;
                let mut losers = 0_u8;
                for who in lists.of(slot!(list), 1) {
                    let team = teams.get(usize::from(tried!(seat(code, *who))));
                    let of_team = (0..teams.len()).filter(|seat| teams.get(*seat) == team);
                    losers |= of_team.fold(0, |seats, seat| seats | 1 << seat);
                }
                if losers == 0 {
                    fail!(NoLoser, 0)
                }
                // Seats that are out do not win.
                head.named = u8::MAX >> (MAX_SEATS - code.players()) & !losers & !head.out;
                head.all_lose = head.named == 0;
                head.end_reason = tried!(reason_of(code, slot!(reason)));
                head.status = Status::Over;
                stop!(Stop::Settled);
            }
            Op::Unfinished { reason } => {
                head.end_reason = tried!(reason_of(code, slot!(reason)));
                head.status = Status::Unfinished;
                stop!(Stop::Settled);
            }
            Op::Fail { trouble, value } => {
                *place = ops.len() - next.len();
                return Err((trouble, slot!(value)));
            }

            Op::Choose { seat: who, list, site, .. } => {
                let who = tried!(seat(code, slot!(who)));
                let chosen =
                    deciding::offer(code, head, lists, zones, options, (who, slot!(list), site));
                tried!(chosen);
                deciding::forget_lists(code, site, slots, lists, zones.keeps_log);
                stop!(Stop::Settled);
            }
            Op::Finish => {
                head.end_reason = code.played_to_the_end;
                head.status = Status::Over;
                stop!(Stop::Settled);
            }
            Op::Done => stop!(Stop::Done),
        }
    }
}

fn find(
    code: &Code,
    lists: &Lists,
    slots: &[i64],
    list: u16,
    value: u16,
    layout: u16,
) -> Option<usize> {
    let layout = &code.layouts[usize::from(layout)];
    let value = &slots[usize::from(value)..usize::from(value) + layout.words];
    lists.find(slots[usize::from(list)], value, layout, &code.layouts)
}

fn reason_of(code: &Code, name: i64) -> Outcome<u8> {
    match code.reason_of_name.get(name as usize) {
        Some(reason) if *reason != u8::MAX => Ok(*reason),
        _ => Err((Trouble::Reason, name)),
    }
}
