//! Determinization in Crisps: full states that a view allows.

use super::Crisps;
use super::actions::Action;
use super::hand::Hand;
use super::rules::{MOST_CARDS, Rules};
use super::state::{BIT, State, Table};
use super::view::View;
use crate::cards::standard::CardSet;
use crate::game::{Fingerprint, Game, Searchable, SeatView, Shares, Turn, share};
use crate::rng::Stream;
use crate::seat::{Seat, SeatSet};

/// The full states that a view allows: the unseen cards are divided among the opponent's hand, the
/// pile and the cards set aside.
#[derive(Clone, Debug)]
pub struct Determinizer {
    /// The part that is the same in every state; the opponent's hand has only its known cards.
    shown: State,
    opponent: Seat,
    /// The unseen cards, as identities in ascending order.
    hidden: [u8; MOST_CARDS],
    hidden_size: u8,
    /// The number of unseen cards that the opponent holds.
    held: u8,
}

impl Determinizer {
    /// Returns whether everything that matters is the same in every full state that the view
    /// allows. With an empty pile, the cards set aside do not matter once the opponent's hand is
    /// known.
    #[inline(always)]
    pub(super) fn is_certain(&self) -> bool {
        let hidden = &self.hidden[..usize::from(self.hidden_size)];
        let alike = || hidden.iter().all(|card| card & 15 == hidden[0] & 15);
        self.shown.table.pile == 0 && (self.held == 0 || self.held == self.hidden_size || alike())
    }
}

impl Searchable for Crisps {
    type Determinizer = Determinizer;

    fn determinizer(view: &View<'_>) -> Determinizer {
        let opponent = view.seat().other();
        let known = view.known_of_opponent();
        let mut hands = [view.hand; 2];
        hands[opponent.of_two()] = known;
        let (deck, deck_size) = view.rules.deck();
        let mut hidden = [0; MOST_CARDS];
        // The number of a plane's bit is an identity, and each remaining card has its own.
        let unseen = CardSet::from_bits(view.unseen().minus(known).planes());
        let hidden_size = unseen.list(&mut hidden) as u8;
        let held = (view.opponent_cards() - known.size()) as u8;
        Determinizer {
            shown: State { table: *view.table, hands, deck, deck_size: deck_size as u8 },
            opponent,
            hidden,
            hidden_size,
            held,
        }
    }

    #[inline(always)]
    fn sample(rules: &Rules, determinizer: &Determinizer, stream: &mut Stream) -> State {
        let mut state = determinizer.shown.clone();
        let mut cards = determinizer.hidden;
        let cards = &mut cards[..usize::from(determinizer.hidden_size)];
        stream.shuffle(cards);
        let (held, rest) = cards.split_at(usize::from(determinizer.held));
        let held = Hand::from_identities(
            held.iter().fold(0, |hand, card| hand | BIT[usize::from(card & 63)]),
        );
        let opponent = &mut state.hands[determinizer.opponent.of_two()];
        *opponent = opponent.union(held);
        let (pile, aside) = rest.split_at(usize::from(state.table.pile));
        let size = usize::from(state.deck_size);
        state.deck[size - pile.len()..size].copy_from_slice(pile);
        state.deck[..usize::from(rules.knobs.set_aside)].copy_from_slice(aside);
        state
    }

    /// The cards set aside and the order of the pile.
    #[inline(always)]
    fn draw_secrets(rules: &Rules, state: &mut State, stream: &mut Stream) {
        let (aside, pile) = (usize::from(rules.knobs.set_aside), usize::from(state.table.pile));
        let size = usize::from(state.deck_size);
        let (mut cards, hidden) = ([0; MOST_CARDS], aside + pile);
        cards[..aside].copy_from_slice(&state.deck[..aside]);
        cards[aside..hidden].copy_from_slice(&state.deck[size - pile..size]);
        stream.shuffle(&mut cards[..hidden]);
        state.deck[..aside].copy_from_slice(&cards[..aside]);
        state.deck[size - pile..size].copy_from_slice(&cards[aside..hidden]);
    }

    /// A search ends with the deal: after it the same game begins again.
    #[inline(always)]
    fn is_settled(determinizer: &Determinizer, state: &State) -> bool {
        state.table.deals != determinizer.shown.table.deals || Crisps::turn(state) == Turn::Over
    }

    /// A search is about the deal: one that `max_turns` cuts goes to who holds fewer cards.
    #[inline(always)]
    fn is_worthless(_rules: &Rules, _state: &State) -> bool {
        false
    }

    #[inline(always)]
    fn shares(_rules: &Rules, determinizer: &Determinizer, state: &State) -> Shares {
        let (before, after) = (determinizer.shown.table.scores, state.table.scores);
        let winner = match [after[0] > before[0], after[1] > before[1]] {
            [true, _] => SeatSet::only(Seat::new(0)),
            [_, true] => SeatSet::only(Seat::new(1)),
            _ => state.fewer_cards(),
        };
        share(winner)
    }

    #[inline(always)]
    fn fingerprint(view: &View<'_>) -> Fingerprint {
        let Table {
            played,
            known,
            current,
            seat,
            stayer,
            starter,
            face_up,
            pile,
            scores,
            stage: _,
            passed,
            turns,
            other_decisions,
            plays,
            rounds,
            deals,
        } = *view.table;
        let small = [
            view.seat().index() as u8,
            seat.index() as u8,
            stayer.index() as u8,
            starter.index() as u8,
            face_up,
            pile,
            scores[0],
            scores[1],
        ];
        Fingerprint::default()
            .with(view.hand.planes())
            .with(played.planes())
            .with(known[0].planes())
            .with(known[1].planes())
            .with(u64::from_le_bytes(small))
            .with_both(u32::from(current.0) | u32::from(passed) << 8, turns)
            .with_both(other_decisions, plays)
            .with_both(rounds, deals)
    }

    /// The card face up, where one is to be chosen: in later rounds it is a chance event.
    #[inline(always)]
    fn observation_key(state: &State) -> u32 {
        if state.table.current == Action::TAKE_FACE_UP { u32::from(state.table.face_up) } else { 0 }
    }
}
