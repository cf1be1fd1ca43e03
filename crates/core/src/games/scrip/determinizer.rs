//! Determinization in Scrip: full states that a view allows.

use super::Scrip;
use super::hand::Hand;
use super::rules::{MOST_PLAYERS, Rules};
use super::state::{State, Table, place, set_of};
use super::values::{CARDS, DECK};
use super::view::View;
use crate::cards::standard::CardSet;
use crate::game::{Fingerprint, Searchable, SeatView, Shares, by_lead};
use crate::rng::Stream;
use crate::seat::Seat;

/// A seat's knowledge of the hand and the draw pile of another.
#[derive(Clone, Copy, Debug)]
struct Other {
    /// The number of cards in its hand and its pile that were never shown.
    fresh: u8,
    /// The shown cards that are certainly in its hand.
    sure: CardSet,
    /// The other shown cards: in its hand or its pile.
    loose: CardSet,
    /// The number of cards in its hand.
    hand: u8,
}

/// The full states that a view allows: the order of piles, the hands of others, and the cards that
/// were never shown.
#[derive(Clone, Debug)]
pub struct Determinizer {
    /// The part that is the same in every state; of the others only their open cards.
    shown: State,
    seat: Seat,
    others: [Other; MOST_PLAYERS],
    /// The unseen cards, in ascending order: in the Stockpile, or never shown by others.
    hidden: [u8; CARDS],
    hidden_size: u8,
}

impl Searchable for Scrip {
    type Determinizer = Determinizer;

    fn determinizer(view: &View<'_>) -> Determinizer {
        let (rules, seat) = (view.rules, view.seat());
        let mut shown = State {
            table: *view.table,
            hands: [Hand::EMPTY; MOST_PLAYERS],
            owned: [CardSet::EMPTY; MOST_PLAYERS],
            shuffles: [0; MOST_PLAYERS],
            piles: [[0; CARDS]; MOST_PLAYERS],
            deck: DECK,
        };
        shown.hands[place(seat)] = rules.hand(view.hand);
        shown.owned[place(seat)] = view.own;
        let own = view.own_pile();
        own.list(&mut shown.piles[place(seat)][CARDS - own.count() as usize..]);
        let mut others = [Other { fresh: 0, sure: CardSet::EMPTY, loose: CardSet::EMPTY, hand: 0 };
            MOST_PLAYERS];
        for other in view.opponents() {
            let (known, sure) = (view.known_in_hand_or_pile(other), view.known_in_hand(other));
            let unseen_places = view.hand_size(other) + view.pile_size(other);
            others[place(other)] = Other {
                fresh: (unseen_places - known.count()) as u8,
                sure,
                loose: known.minus(sure),
                hand: view.hand_size(other) as u8,
            };
            shown.owned[place(other)] = view.discards(other);
        }
        let mut hidden = [0; CARDS];
        let hidden_size = view.unseen().list(&mut hidden) as u8;
        Determinizer { shown, seat, others, hidden, hidden_size }
    }

    #[inline(always)]
    fn sample(rules: &Rules, determinizer: &Determinizer, stream: &mut Stream) -> State {
        let mut state = determinizer.shown.clone();
        let mut hidden = determinizer.hidden;
        let hidden = &mut hidden[..usize::from(determinizer.hidden_size)];
        stream.shuffle(hidden);
        let (stockpile, mut fresh) = hidden.split_at(usize::from(state.table.stockpile));
        state.deck[CARDS - stockpile.len()..].copy_from_slice(stockpile);
        let own = usize::from(state.table.piles[place(determinizer.seat)]);
        stream.shuffle(&mut state.piles[place(determinizer.seat)][CARDS - own..]);
        for seat in 0..usize::from(rules.players).min(MOST_PLAYERS) {
            if seat == place(determinizer.seat) {
                continue;
            }
            let other = &determinizer.others[seat];
            let (new, rest) = fresh.split_at(usize::from(other.fresh));
            fresh = rest;
            let mut loose = [0; CARDS];
            let mut hand = other.sure;
            // Before a seat's first shuffle none of the cards in its hand or pile was shown. After
            // it, its pile has only shown cards: the others, the rest of the old pile, were drawn
            // at once.
            let split = if other.sure.is_empty() && other.loose.is_empty() {
                loose[..new.len()].copy_from_slice(new);
                new.len()
            } else {
                hand = hand.union(set_of(new));
                let size = other.loose.list(&mut loose);
                stream.shuffle(&mut loose[..size]);
                size
            };
            let (drawn, pile) =
                loose[..split].split_at(usize::from(other.hand) - hand.count() as usize);
            hand = hand.union(set_of(drawn));
            state.hands[seat] = rules.hand(hand);
            state.piles[seat][CARDS - pile.len()..].copy_from_slice(pile);
            state.owned[seat] = state.owned[seat].union(hand).union(set_of(pile));
        }
        state
    }

    /// The order of the Stockpile and of all draw piles.
    #[inline(always)]
    fn draw_secrets(rules: &Rules, state: &mut State, stream: &mut Stream) {
        stream.shuffle(&mut state.deck[CARDS - usize::from(state.table.stockpile)..]);
        for seat in 0..usize::from(rules.players).min(MOST_PLAYERS) {
            stream.shuffle(&mut state.piles[seat][CARDS - usize::from(state.table.piles[seat])..]);
        }
    }

    /// By the points.
    #[inline(always)]
    fn margins(rules: &Rules, _determinizer: &Determinizer, state: &State) -> Shares {
        by_lead(&rules.scores(&state.owned)[..usize::from(rules.players)], 80)
    }

    #[inline(always)]
    fn fingerprint(view: &View<'_>) -> Fingerprint {
        let Table {
            market,
            discards,
            shown,
            held,
            owned,
            piles,
            stockpile,
            stolen,
            steals,
            active,
            seat,
            stage: _,
            turns,
            rounds,
            decisions,
        } = view.table;
        let small = [
            view.seat().index() as u8,
            active.index() as u8,
            seat.index() as u8,
            *stockpile,
            stolen.number(),
            *steals,
            0,
            0,
        ];
        let mut print = Fingerprint::default()
            .with(view.hand.bits())
            .with(view.own.bits())
            .with(market.bits())
            .with(u64::from_le_bytes(small))
            .with_both(*turns, *rounds)
            .with(u64::from(*decisions));
        for seat in 0..view.players().min(MOST_PLAYERS) {
            print = print
                .with(discards[seat].bits())
                .with(shown[seat].bits())
                .with(held[seat].bits())
                .with_both(owned[seat].into(), piles[seat].into());
        }
        print
    }
}
