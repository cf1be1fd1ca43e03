//! Determinization in Crypto Cards: full states that a view allows.

use super::CryptoCards;
use super::rules::{CARDS, PLACES, Rules, Scoring};
use super::state::{State, Table};
use super::view::View;
use crate::cards::bits::subsets;
use crate::cards::standard::{Card, CardSet};
use crate::game::{Fingerprint, Game, Searchable, SeatView, Shares, by_lead};
use crate::rng::Stream;
use crate::seat::{MAX_SEATS, Seat};

/// The full states that a view allows: the hands of others, the order of the deck and the places of
/// its Jokers.
#[derive(Clone, Debug)]
pub struct Determinizer {
    /// The part that is the same in every state; the unseen cards are at the end of the deck, in
    /// ascending order.
    shown: State,
    /// By seat: the number of unseen cards in its hand.
    hidden: [u8; MAX_SEATS],
    /// The number of unseen cards in all hands.
    hidden_in_hands: u8,
    /// The number of Jokers left in the deck.
    jokers: u8,
}

impl Searchable for CryptoCards {
    type Determinizer = Determinizer;

    fn determinizer(view: &View<'_>) -> Determinizer {
        let (rules, own) = (view.rules(), view.seat().index());
        let mut hands = [CardSet::EMPTY; MAX_SEATS];
        let mut mined = [0; MAX_SEATS];
        hands[own] = view.hand;
        mined[own] = view.mined.number();
        let mut hidden = [0; MAX_SEATS];
        for seat in Seat::all(view.players()).filter(|seat| seat.index() != own) {
            hidden[seat.index()] = view.hand_size(seat) as u8;
        }
        let unseen = view.unseen();
        let mut deck = [0; PLACES];
        for (place, card) in
            deck[CARDS - unseen.count() as usize..CARDS].iter_mut().zip(unseen.iter())
        {
            *place = card.number();
        }
        let shown = State { table: *view.table, hands, mined, deck, jokers: 0 };
        Determinizer {
            shown,
            hidden,
            hidden_in_hands: hidden.iter().sum(),
            jokers: rules.knobs.jokers - view.table.jokers_out,
        }
    }

    #[inline(always)]
    fn sample(rules: &Rules, determinizer: &Determinizer, stream: &mut Stream) -> State {
        let mut state = determinizer.shown.clone();
        let taken = usize::from(state.table.taken).min(CARDS);
        let mut next = taken - usize::from(determinizer.hidden_in_hands).min(taken);
        stream.shuffle(&mut state.deck[next..CARDS]);
        for seat in 0..usize::from(rules.players).min(MAX_SEATS) {
            for _ in 0..determinizer.hidden[seat] {
                let card = state.deck[next & (PLACES - 1)];
                state.hands[seat] = state.hands[seat].with(Card::from_number(card));
                // No other seat knows which of its cards came last. Any of them will do, since it
                // decides nothing before the next card is mined.
                state.mined[seat] = card;
                next += 1;
            }
        }
        place_jokers(&mut state, determinizer.jokers, stream);
        state
    }

    /// The order of the deck and the places of its Jokers.
    #[inline(always)]
    fn draw_secrets(rules: &Rules, state: &mut State, stream: &mut Stream) {
        stream.shuffle(&mut state.deck[usize::from(state.table.taken).min(CARDS)..CARDS]);
        state.jokers = 0;
        place_jokers(state, rules.knobs.jokers - state.table.jokers_out, stream);
    }

    fn enumerate(
        rules: &Rules,
        determinizer: &Determinizer,
        most: usize,
        found: &mut dyn FnMut(State),
    ) -> bool {
        let few = determinizer.states(rules).is_some_and(|states| states <= most as u64);
        if few {
            determinizer.each_hand(
                rules,
                0,
                determinizer.unseen(),
                &mut determinizer.shown.clone(),
                found,
            );
        }
        few
    }

    /// A player alone wants a good score.
    #[inline(always)]
    fn score_range(rules: &Rules) -> Option<[i64; 2]> {
        let most = 4 * whole_lead(rules);
        let range = if CryptoCards::lowest_wins(rules) { [-most, 0] } else { [0, most] };
        (rules.players == 1).then_some(range)
    }

    /// By the cards of the portfolios, or their worth.
    #[inline(always)]
    fn margins(rules: &Rules, _determinizer: &Determinizer, state: &State) -> Shares {
        let scores = Self::aimed_scores(rules, state);
        by_lead(&scores[..usize::from(rules.players)], whole_lead(rules))
    }

    #[inline(always)]
    fn fingerprint(view: &View<'_>) -> Fingerprint {
        let Table {
            portfolios,
            market,
            reached,
            faces,
            taken,
            jokers_out,
            seat,
            stage,
            sales_left,
            also_left,
            laid,
            turns,
            decisions,
        } = *view.table;
        let small = [
            view.seat().index() as u8,
            seat.index() as u8,
            stage as u8,
            view.mined.number(),
            taken,
            jokers_out,
            sales_left,
            also_left,
        ];
        let mut print = Fingerprint::default()
            .with(view.hand.bits())
            .with(market.bits())
            .with(reached.bits())
            .with(faces.bits())
            .with(u64::from_le_bytes(small))
            .with_both(turns | u32::from(laid) << 24, decisions);
        for portfolio in &portfolios[..view.players()] {
            print = print.with(portfolio.bits());
        }
        print
    }
}

impl Determinizer {
    /// The cards that are in other hands or in the deck.
    fn unseen(&self) -> CardSet {
        let first =
            usize::from(self.shown.table.taken).min(CARDS) - usize::from(self.hidden_in_hands);
        self.shown.deck[first..CARDS].iter().map(|&number| Card::from_number(number)).collect()
    }

    /// The number of full states; `None` if it does not fit in 64 bits.
    fn states(&self, rules: &Rules) -> Option<u64> {
        let mut left = u64::from(self.unseen().count());
        let mut states = 1u64;
        for hidden in &self.hidden[..usize::from(rules.players)] {
            states = states.checked_mul(combinations(left, u64::from(*hidden))?)?;
            left -= u64::from(*hidden);
        }
        for cards in 2..=left {
            states = states.checked_mul(cards)?;
        }
        states.checked_mul(combinations(left + u64::from(self.jokers), self.jokers.into())?)
    }

    /// Deals the unseen cards to the hands from this seat on in every way, and the rest to the
    /// deck.
    fn each_hand(
        &self,
        rules: &Rules,
        seat: usize,
        unseen: CardSet,
        state: &mut State,
        found: &mut dyn FnMut(State),
    ) {
        if seat == usize::from(rules.players) {
            self.each_order(usize::from(state.table.taken), unseen, state, found);
            return;
        }
        if self.hidden[seat] == 0 {
            self.each_hand(rules, seat + 1, unseen, state, found);
            return;
        }
        for hand in subsets(unseen.bits(), self.hidden[seat].into()).map(CardSet::from_bits) {
            state.hands[seat] = hand;
            // Any of its cards will do, as in a random draw.
            state.mined[seat] = hand.first().map_or(0, Card::number);
            self.each_hand(rules, seat + 1, unseen.minus(hand), state, found);
        }
    }

    /// Puts the cards into the deck from this position on in every order, and its Jokers at all
    /// positions.
    fn each_order(
        &self,
        place: usize,
        cards: CardSet,
        state: &mut State,
        found: &mut dyn FnMut(State),
    ) {
        if cards.is_empty() {
            let places = CARDS as u32 - u32::from(state.table.taken) + u32::from(self.jokers);
            for jokers in subsets((1 << places) - 1, self.jokers.into()) {
                found(State { jokers, ..state.clone() });
            }
        }
        for card in cards.iter() {
            state.deck[place] = card.number();
            self.each_order(place + 1, cards.without(card), state, found);
        }
    }
}

/// Puts Jokers into a deck without any. Every set of positions is equally likely: Floyd's algorithm.
#[inline(always)]
fn place_jokers(state: &mut State, jokers: u8, stream: &mut Stream) {
    let taken = usize::from(state.table.taken).min(CARDS);
    let places = (CARDS - taken) as u32 + u32::from(jokers);
    for last in places - u32::from(jokers)..places {
        let place = 1 << stream.below(last + 1);
        state.jokers |= if state.jokers & place == 0 { place } else { 1 << last };
    }
}

/// The number of ways to choose `size` of `all`; `None` if it does not fit in 64 bits.
fn combinations(all: u64, size: u64) -> Option<u64> {
    (0..size).try_fold(1u64, |ways, chosen| Some(ways.checked_mul(all - chosen)? / (chosen + 1)))
}

/// Returns a lead by cards or their worth that decides a game.
#[inline(always)]
fn whole_lead(rules: &Rules) -> i64 {
    if rules.knobs.scoring == Scoring::Count { 8 } else { 60 }
}
