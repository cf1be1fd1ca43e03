//! Draws hidden cards anew from the knowledge of a seat.

use fairdeal_core::game::{Aim, Game, Searchable, SeatView, Shares, by_lead, by_score, share};
use fairdeal_core::rng::Stream;
use fairdeal_core::seat::MAX_SEATS;

use super::knowledge::{Drawing, Found, Knowledge};
use super::{FileGame, Rules, State, View, aim};
use crate::machine::code::{Code, NumberInfo, Of};
use crate::machine::state::{Machine, Status};
use crate::machine::zones::{CARDS, Exchange, UNCHANGED};
use crate::machine::{play, redraw};
use crate::program::SeenBy;

/// At most this many states are drawn, until the file's function `possible` accepts one; then
/// hidden cards are exchanged this many times.
const MOST_TRIES: u32 = 16;
const MOST_EXCHANGES: u32 = 2_000;

/// All states that a view allows.
#[derive(Debug)]
pub struct Determinizer {
    base: State,
    drawing: Drawing,
    seat: u8,
}

impl Drawing {
    /// Draws the hidden cards of a state anew. Returns the card that now lies where each card of
    /// the state lay.
    fn draw(&self, code: &Code, machine: &mut Machine, stream: &mut Stream) -> Exchange {
        let Found { pools, pool_places, heaps, .. } = &**self;
        let mut cards = UNCHANGED;
        let mut drawn = [0; CARDS];
        let mut moved = false;
        for (pool, places) in pools.iter().zip(pool_places.iter()) {
            let drawn = &mut drawn[..pool.len()];
            drawn.copy_from_slice(pool);
            stream.shuffle(drawn);
            for (place, card) in places.iter().zip(drawn) {
                cards[usize::from(*place)] = *card;
            }
            moved = true;
        }
        for heap in heaps.iter() {
            let drawn = &mut drawn[..heap.len()];
            for (to, place) in drawn.iter_mut().zip(heap) {
                *to = cards[usize::from(*place)];
            }
            drawn.sort_unstable();
            stream.shuffle(drawn);
            for (place, card) in heap.iter().zip(drawn) {
                cards[usize::from(*place)] = *card;
            }
            moved = true;
        }
        if moved {
            redraw::exchange(code, machine, &cards);
        }
        cards
    }
}

impl Determinizer {
    /// Draws the hidden cards and choices of a state that is a copy of the base. Returns the card
    /// that now lies where each card of the base lies.
    fn draw(&self, code: &Code, machine: &mut Machine, stream: &mut Stream) -> Exchange {
        let cards = self.drawing.draw(code, machine, stream);
        redraw::choose_anew(code, machine, self.seat, |bound| stream.below(bound));
        let is_drawn = |info: &NumberInfo, of| !info.is_seen(of, self.seat);
        redraw::draw_numbers(code, machine, is_drawn, |bound| stream.below(bound));
        cards
    }

    /// Repairs an impossible state: exchanges hidden cards of the seats whose cards are impossible,
    /// and draws their hidden numbers anew, until all is possible. This is a walk that never goes
    /// to a state with more of these seats.
    fn repair(&self, code: &Code, machine: &mut Machine, mut cards: Exchange, stream: &mut Stream) {
        let mut seats = play::impossible_seats(code, machine);
        for _ in 0..MOST_EXCHANGES {
            if seats == 0 {
                return;
            }
            // Other numbers make other cards possible.
            let is_drawn = |info: &NumberInfo, of: Of| {
                !info.is_seen(of, self.seat) && of.seat().is_none_or(|seat| seats >> seat & 1 == 1)
            };
            redraw::draw_numbers(code, machine, is_drawn, |bound| stream.below(bound));
            seats = play::impossible_seats(code, machine);
            let Some((one, other)) = self.exchange(code, machine, &cards, seats, stream) else {
                continue;
            };
            let (first, second) = (cards[usize::from(one)], cards[usize::from(other)]);
            let mut map = UNCHANGED;
            map.swap(usize::from(first), usize::from(second));
            redraw::exchange(code, machine, &map);
            let left = play::impossible_seats(code, machine);
            if left.count_ones() <= seats.count_ones() {
                cards.swap(usize::from(one), usize::from(other));
                seats = left;
            } else {
                redraw::exchange(code, machine, &map);
            }
        }
    }

    /// Draws two places whose cards can be exchanged, one of them of the first of these seats.
    fn exchange(
        &self,
        code: &Code,
        machine: &Machine,
        cards: &Exchange,
        seats: u8,
        stream: &mut Stream,
    ) -> Option<(u16, u16)> {
        let Found { pools, heaps, .. } = &*self.drawing;
        let seat = (seats.trailing_zeros() & 7) as u8;
        let is_own = |card: u16| {
            let zone = code.zones.get(usize::from(machine.zones.of(card)));
            zone.is_some_and(|zone| zone.of.seat() == Some(seat))
        };
        let own_places = heaps.iter().flat_map(|places| {
            let own = places.iter().filter(|place| is_own(cards[usize::from(**place)]));
            own.map(move |place| (places, *place))
        });
        let own_cards = pools.iter().flat_map(|held| {
            held.iter().filter(|card| is_own(**card)).map(move |card| (held, *card))
        });
        let from_heaps = own_places.clone().count();
        let count = from_heaps + own_cards.clone().count();
        if count == 0 || seats == 0 {
            return None;
        }
        let mut chosen = stream.below(count as u32) as usize;
        let mut any = |group: &[u16]| group[stream.below(group.len() as u32) as usize];
        if chosen < from_heaps {
            let (places, place) = { own_places }.nth(chosen)?;
            return Some((place, any(places)));
        }
        chosen -= from_heaps;
        let (held, card) = { own_cards }.nth(chosen)?;
        let place_of = |card: u16| cards.iter().position(|other| *other == card);
        Some((place_of(card)? as u16, place_of(any(held))? as u16))
    }
}

impl Searchable for FileGame {
    type Determinizer = Determinizer;

    fn determinizer(view: &View<'_>) -> Determinizer {
        let code = &view.rules().code;
        let machine = view.state.machine();
        let seat = view.seat().index();
        let knowledge = Knowledge::of(code, machine, seat, &view.blind);
        let drawing = knowledge.drawing(code, &machine.zones);
        let mut base = view.state.without_memory();
        redraw::keep_lists(code, base.machine_mut());
        Determinizer { base, drawing, seat: seat as u8 }
    }

    /// With a function `possible`, all possible states are equally likely if one of the first draws
    /// is possible, and otherwise nearly so.
    fn sample(rules: &Rules, determinizer: &Determinizer, stream: &mut Stream) -> State {
        let code = &rules.code;
        let mut state = determinizer.base.clone();
        let mut cards = determinizer.draw(code, state.machine_mut(), stream);
        if code.possible.is_some() {
            for _ in 1..MOST_TRIES {
                if play::impossible_seats(code, state.machine_mut()) == 0 {
                    return state;
                }
                state.clone_from(&determinizer.base);
                cards = determinizer.draw(code, state.machine_mut(), stream);
            }
            determinizer.repair(code, state.machine_mut(), cards, stream);
        }
        state
    }

    /// Draws the order of piles, and the cards and numbers that no seat sees.
    fn draw_secrets(rules: &Rules, state: &mut State, stream: &mut Stream) {
        let code = &rules.code;
        let drawing =
            Knowledge::of_all(code, state.machine()).drawing(code, &state.machine().zones);
        state.machine_mut().zones.forget();
        drawing.draw(code, state.machine_mut(), stream);
        let is_drawn = |info: &NumberInfo, _| info.seen_by == SeenBy::Nobody;
        redraw::draw_numbers(code, state.machine_mut(), is_drawn, |bound| stream.below(bound));
    }

    fn score_range(rules: &Rules) -> Option<[i64; 2]> {
        (FileGame::aim(rules) == Some(Aim::Score))
            .then(|| *rules.score_range.get_or_init(|| aim::score_range(rules)))
    }

    fn aimed_scores(rules: &Rules, state: &State) -> [i64; MAX_SEATS] {
        aim::scores(rules, state)
    }

    fn final_shares(rules: &Rules, state: &State) -> Shares {
        match Self::score_range(rules) {
            Some(range) if state.machine().head.status != Status::Failed => {
                by_score(&Self::aimed_scores(rules, state), range)
            }
            _ => share(Self::standing(rules, state).leaders),
        }
    }

    /// By the lead in scores, where the highest score wins.
    fn margins(rules: &Rules, _: &Determinizer, state: &State) -> Shares {
        let shares = Self::final_shares(rules, state);
        let is_over = state.machine().head.status == Status::Over;
        if !is_over || Self::score_range(rules).is_some() {
            return shares;
        }
        let Some(whole) = rules.whole_lead.get_or_init(|| aim::whole_lead(rules, aim::scores))
        else {
            return shares;
        };
        let (scores, mut margins) = (aim::scores(rules, state), [0; MAX_SEATS]);
        for (seat, margin) in margins.iter_mut().enumerate().take(rules.code.players()) {
            *margin = by_lead(&[aim::lead(rules, &scores, seat), 0], *whole)[0];
        }
        margins
    }

    fn observation_key(state: &State) -> u32 {
        state.machine().public_key()
    }
}

#[cfg(test)]
mod tests;
