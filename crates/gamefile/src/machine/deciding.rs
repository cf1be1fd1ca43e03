//! Decisions: from a list of options to actions, and from the chosen action back to its value.

use super::code::{Code, LiveList, Op, Outcome, PartKind, Site, Trouble};
use super::lists::Lists;
use super::options::{Action, MAX_OPTIONS, Options};
use super::state::{Head, MOST_DECISIONS, MOST_SIMULATED_STEPS, MOST_STEPS, Machine, OPEN, Status};
use super::zones::{CARDS, Zones};

/// Stops for a decision of a seat: turns the list into the options of the place.
#[inline(always)]
pub(super) fn offer(
    code: &Code,
    head: &mut Head,
    lists: &Lists,
    zones: &Zones,
    options: &mut Options,
    (seat, list, place): (u8, i64, u16),
) -> Outcome<()> {
    let site = &code.sites[usize::from(place)];
    options.clear();
    let words = lists.of(list, site.words);
    match site.single {
        Some(PartKind::Card) if code.has_no_twins && are_distinct(words) => {
            let action = Action::new(place as u8, site.kind | site.hidden);
            let parts = code.card_parts;
            options.actions.extend(words.iter().map(|card| {
                let card = *card as u16;
                action.with_first_part(parts.part(card, zones.of(card)))
            }));
            options.own.extend(words.iter().map(|card| action.with_first_part(*card as i16)));
        }
        Some(kind) => {
            for word in words {
                let (part, own) = part(code, zones, kind, *word)?;
                let mut action = Action::new(place as u8, site.kind | site.hidden);
                let mut own_action = action;
                action.set_part(0, part);
                own_action.set_part(0, own);
                add(options, action, own_action, words.len())?;
            }
        }
        None => {
            for option in words.chunks_exact(site.words) {
                let (action, own) = shaped(code, zones, site, place, option)?;
                add(options, action, own, words.len() / site.words)?;
            }
        }
    }
    if options.actions.is_empty() {
        return Err((Trouble::NoOption, seat.into()));
    }
    head.seat = seat;
    head.site = place;
    head.steps = if zones.keeps_log { MOST_STEPS } else { MOST_SIMULATED_STEPS };
    if head.first_player == OPEN {
        head.first_player = seat;
    }
    head.status = Status::Deciding;
    if head.decisions >= MOST_DECISIONS {
        head.status = Status::Unfinished;
        head.end_reason = code.unfinished;
    }
    Ok(())
}

/// Whether these are some of the first 64 cards, each at most once.
#[inline(always)]
fn are_distinct(cards: &[i64]) -> bool {
    let (mut seen, mut all) = (0_u64, 0);
    for card in cards {
        seen |= 1 << (card & 63);
        all |= card;
    }
    all < 64 && seen.count_ones() as usize == cards.len()
}

#[inline(always)]
fn add(options: &mut Options, action: Action, own: Action, listed: usize) -> Outcome<()> {
    options.add(action, own);
    if options.actions.len() > MAX_OPTIONS {
        return Err((Trouble::TooManyOptions, listed as i64));
    }
    Ok(())
}

/// Returns a part of an action twice: with the first card that is equal, and with the card itself.
#[inline(always)]
fn part(code: &Code, zones: &Zones, kind: PartKind, word: i64) -> Outcome<(i16, i16)> {
    if kind == PartKind::Card {
        let card = word as u16;
        let different = code.different[usize::from(card)];
        return Ok((code.card_parts.part(different, zones.of(card)), word as i16));
    }
    match i16::try_from(word) {
        Ok(part) => Ok((part, part)),
        Err(_) => Err((Trouble::LargeOption, word)),
    }
}

#[inline(always)]
fn shaped(
    code: &Code,
    zones: &Zones,
    site: &Site,
    place: u16,
    option: &[i64],
) -> Outcome<(Action, Action)> {
    let (kind, parts, words) = if site.is_shaped {
        let kind = code.kind_of_name.get(option[0] as usize).copied().unwrap_or(u8::MAX);
        let parts = site.shapes.get(usize::from(kind)).and_then(Option::as_deref);
        (kind, parts.unwrap_or_default(), &option[1..])
    } else {
        let parts = site.shapes.get(usize::from(site.kind)).and_then(Option::as_deref);
        (site.kind, parts.unwrap_or_default(), option)
    };
    let kind = kind | site.hidden;
    let mut action = Action::new(place as u8, kind);
    let mut own = action;
    for (place, (kind, word)) in parts.iter().zip(words).enumerate() {
        let (told_part, own_part) = part(code, zones, *kind, *word)?;
        action.set_part(place, told_part);
        own.set_part(place, own_part);
    }
    Ok((action, own))
}

/// Takes one of the options: its value goes to where the code expects it.
#[inline(always)]
pub(crate) fn take(code: &Code, machine: &mut Machine, action: Action) {
    let Machine { head, slots, options, .. } = machine;
    let found = options.actions.iter().position(|known| *known == action).unwrap_or_default();
    let Some(own) = options.own.get(found) else { return };
    let site = &code.sites[usize::from(head.site)];
    // The machine stands after the decision.
    let Some(Op::Choose { to, .. }) = code.ops.get((head.at as usize).wrapping_sub(1)) else {
        return;
    };
    let to = usize::from(*to);
    let parts = &mut slots[to..to + site.words];
    let parts = if site.is_shaped {
        parts[0] = code.kinds.get(own.kind()).copied().unwrap_or_default();
        &mut parts[1..]
    } else {
        parts
    };
    for (slot, part) in parts.iter_mut().zip(own.parts()) {
        *slot = part.into();
    }
    head.decisions += 1;
    head.status = Status::Running;
}

/// Returns by card whether it is in an option of the decision.
pub(crate) fn cards_of_options(code: &Code, machine: &Machine) -> [bool; CARDS] {
    let mut found = [false; CARDS];
    for own in &machine.options.own {
        for (kind, part) in code.parts_of(*own) {
            if kind == PartKind::Card {
                found[part as usize % CARDS] = true;
            }
        }
    }
    found
}

/// Forgets the lists that are not needed after the decision. In a real game this waits until there
/// are many: it takes longer than the decision, and only copies must be small.
#[inline(always)]
pub(super) fn forget_lists(
    code: &Code,
    place: u16,
    slots: &mut [i64],
    lists: &mut Lists,
    is_real: bool,
) {
    match &code.sites[usize::from(place)].all_live {
        Some(live) if live.is_empty() => lists.clear(),
        _ if is_real && lists.may_wait() => (),
        _ => keep_lists(code, place, slots, lists),
    }
}

/// Keeps the lists that are needed after the decision, and forgets the others. Then each has words
/// of its own.
pub(super) fn keep_lists(code: &Code, place: u16, slots: &mut [i64], lists: &mut Lists) {
    if let Some(live) = &code.sites[usize::from(place)].all_live {
        lists.keep(slots, live, &code.layouts);
        return;
    }
    let mut live = lists.take_live();
    find_live_lists(code, place, slots, &mut live);
    lists.keep(slots, &live, &code.layouts);
    lists.give_back_live(live);
}

/// Finds the slots of the lists that are needed after the decision at this place, with their
/// layouts.
pub(super) fn find_live_lists(code: &Code, place: u16, slots: &[i64], live: &mut Vec<LiveList>) {
    let site = &code.sites[usize::from(place)];
    live.extend_from_slice(&site.live);
    // The functions that wait for each other, from the innermost.
    let mut function = site.function;
    while function != code.program.play {
        let back = slots[usize::from(code.backs[function.0 as usize])];
        let Some(call) = code.calls.iter().find(|call| i64::from(call.back) == back) else { break };
        live.extend_from_slice(&call.live);
        function = call.caller;
    }
}
