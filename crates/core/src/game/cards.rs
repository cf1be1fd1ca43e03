//! The card events of a game: cards dealt, drawn, played; and deals in which two cards change
//! places.

use super::{CardNumber, Chance, Game};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// The largest number of cards (or ranks or combinations) with win rates: the bits of a word.
pub const MAX_CARDS: usize = 64;

/// The largest number of card events.
pub const MAX_CARD_EVENTS: usize = 8;

/// The first event of every game with card events.
pub const DEALT: usize = 0;

/// The deck in which cards change places: the first one of a game.
const FIRST_DECK: Purpose = Purpose::Deck(0);

/// The cards with win rates, and their events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardNames {
    /// By number, at most [`MAX_CARDS`]: the name of a card, or of a rank or combination that is
    /// counted like one; empty for unused numbers.
    pub cards: &'static [&'static str],
    /// The events of a card, at most [`MAX_CARD_EVENTS`]; the first is "dealt" in every game.
    pub events: &'static [&'static str],
}

/// The card events of a game, from which win rates by card, and the value of being dealt a card,
/// are counted.
///
/// A game keeps these promises, and the conformance suite tests them:
/// * Its deal is the shuffle of [`Purpose::Deck`] number 0, and the seat that is dealt a card
///   depends only on the card's position in that order. (Where it does not, as in a game that deals
///   again after a bad deal, cards do not change places.)
/// * Every card of that deck has a number with a name.
pub trait CardTeller<G: Game>: Sync {
    /// Returns the names of cards and events.
    fn names(&self) -> CardNames;

    /// Returns the seat that is dealt the card at this position of the first shuffled deck, counted
    /// from 0 at its top; `None` if it is not dealt to a seat. `started` is the game at its first
    /// decision, and `card` the one that lay there.
    fn dealt_to(
        &self,
        rules: &G::Rules,
        started: &G::State,
        place: usize,
        card: u16,
    ) -> Option<Seat>;

    /// Returns the number of a card of that deck, below [`MAX_CARDS`]. By default it is that of a
    /// [`crate::cards::standard::Card`].
    fn number(&self, rules: &G::Rules, card: u16) -> usize {
        let _ = rules;
        usize::from(card) % MAX_CARDS
    }

    /// Notes the card events of a chance event. Cards dealt from the first deck are already noted.
    fn event(&self, event: &G::Event<'_>, notes: &mut CardNotes) {
        let _ = (event, notes);
    }

    /// Notes the positions of cards at a decision.
    fn position(&self, rules: &G::Rules, state: &G::State, notes: &mut CardNotes) {
        let _ = (rules, state, notes);
    }

    /// Notes the card events of an action.
    fn action(&self, seat: Seat, action: G::Action, notes: &mut CardNotes) {
        let _ = (seat, action, notes);
    }

    /// Notes the positions of cards when the game is over.
    fn over(&self, rules: &G::Rules, state: &G::State, notes: &mut CardNotes) {
        let _ = (rules, state, notes);
    }
}

/// By seat and event, the cards with this event: bit `c` of a word stands for card `c`.
pub(crate) type Noted = [[u64; MAX_CARD_EVENTS]; MAX_SEATS];

/// The notes of a game's card events.
#[derive(Clone, Debug, Default)]
pub struct CardNotes {
    noted: Noted,
    /// The parts of the game with winners of their own: the notes and winners of each.
    parts: Vec<(Noted, SeatSet)>,
}

impl CardNotes {
    /// Notes an event for these cards of a seat: bit `c` stands for card `c`. Noting it again has
    /// no effect.
    pub fn note(&mut self, seat: Seat, event: usize, cards: u64) {
        self.noted[seat.index() % MAX_SEATS][event % MAX_CARD_EVENTS] |= cards;
    }

    /// Returns the cards of a seat with an event so far.
    pub fn noted(&self, seat: Seat, event: usize) -> u64 {
        self.noted[seat.index() % MAX_SEATS][event % MAX_CARD_EVENTS]
    }

    /// Ends a part of the game that has winners of its own, such as one deal of several: the notes
    /// of the part count for these winners, and the next part begins without notes. A game that
    /// never calls this is a single part.
    pub fn settle(&mut self, winners: SeatSet) {
        self.parts.push((std::mem::take(&mut self.noted), winners));
    }

    /// Clears the notes for a new game.
    pub(crate) fn clear(&mut self) {
        self.noted = Noted::default();
        self.parts.clear();
    }

    /// Returns the parts of a game that is over, and that these seats won.
    pub(crate) fn parts(&mut self, winners: SeatSet) -> &[(Noted, SeatSet)] {
        if self.parts.is_empty() {
            self.settle(winners);
        }
        &self.parts
    }
}

/// The order of the first deck of a game, from its top: the number of each card, and the seat that
/// is dealt it.
#[derive(Clone, Debug, Default)]
pub struct FirstDeck(Vec<(usize, Option<Seat>)>);

impl FirstDeck {
    /// Shuffles and deals like the game with these random numbers.
    pub(crate) fn of<G: Game>(
        teller: &dyn CardTeller<G>,
        rules: &G::Rules,
        dealer: Dealer,
    ) -> Self {
        let mut recorder = Recorder { dealer, deck: Vec::new() };
        let started = G::start(rules, &mut recorder, &mut ());
        let places = recorder.deck.iter().enumerate();
        let dealt = |(place, card): (usize, &u16)| {
            let holder = teller.dealt_to(rules, &started, place, *card);
            (teller.number(rules, *card) % MAX_CARDS, holder)
        };
        Self(places.map(dealt).collect())
    }

    /// Returns whether the cards of both decks are dealt to the same seats, place by place.
    pub(crate) fn is_dealt_like(&self, other: &Self) -> bool {
        let holders = |(_, holder): &(usize, Option<Seat>)| *holder;
        self.0.iter().map(holders).eq(other.0.iter().map(holders))
    }

    /// Notes the cards dealt to every seat.
    pub(crate) fn note(&self, notes: &mut CardNotes) {
        for (card, seat) in &self.0 {
            if let Some(seat) = seat {
                notes.note(*seat, DEALT, 1 << card);
            }
        }
    }

    /// Returns the cards, from the top.
    #[cfg(any(test, feature = "conformance"))]
    pub fn cards(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|(card, _)| *card)
    }

    /// Returns the cards that a seat is dealt, as a word.
    pub(crate) fn dealt(&self, seat: Seat) -> u64 {
        self.0
            .iter()
            .filter(|(_, holder)| *holder == Some(seat))
            .fold(0, |cards, (card, _)| cards | 1 << card)
    }

    /// Draws two positions whose cards then change places: one where the seat is dealt this card,
    /// and a random one with another card that the seat is not dealt. `None` if there are no such
    /// positions.
    ///
    /// If the deal was a random one among those in which the seat has the card, and there is only
    /// one such card, then the new deal is a random one among those in which the seat does not have
    /// it. So the mean difference due to the exchange is the value of being dealt the card.
    pub(crate) fn draw_exchange(
        &self,
        seat: Seat,
        card: usize,
        stream: &mut Stream,
    ) -> Option<[u16; 2]> {
        let mut draw = |own: bool| {
            let fits = |(found, holder): &(usize, Option<Seat>)| {
                (*holder == Some(seat)) == own && (*found == card) == own
            };
            let places: Vec<u16> = (0..)
                .zip(&self.0)
                .filter(|(_, place)| fits(place))
                .map(|(place, _)| place)
                .collect();
            (!places.is_empty()).then(|| places[stream.below(places.len() as u32) as usize])
        };
        Some([draw(true)?, draw(false)?])
    }
}

/// Records the first deck.
struct Recorder {
    dealer: Dealer,
    deck: Vec<u16>,
}

impl Chance for Recorder {
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]) {
        self.dealer.shuffle(purpose, items);
        if purpose == FIRST_DECK {
            self.deck = items.iter().map(|card| (*card).into()).collect();
        }
    }

    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.dealer.below(purpose, bound)
    }
}

/// The random numbers of a watched game: the streams of a block. Optionally, two cards of the first
/// deck change places after the shuffle; everything else stays the same.
#[derive(Clone, Copy, Debug)]
pub struct Dealer {
    streams: BlockStreams,
    exchange: Option<[u16; 2]>,
}

impl From<BlockStreams> for Dealer {
    fn from(streams: BlockStreams) -> Self {
        Self { streams, exchange: None }
    }
}

impl Dealer {
    /// Returns the random numbers of the streams, with the cards at these positions of the first
    /// deck, counted from 0 at its top, exchanged.
    pub fn exchanging(streams: BlockStreams, places: [u16; 2]) -> Self {
        Self { streams, exchange: Some(places) }
    }

    /// Returns the streams of the block.
    pub fn streams(&self) -> &BlockStreams {
        &self.streams
    }
}

impl Chance for Dealer {
    #[inline(always)]
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]) {
        self.streams.shuffle(purpose, items);
        if let Some([one, other]) = self.exchange
            && purpose == FIRST_DECK
            && usize::from(one.max(other)) < items.len()
        {
            items.swap(one.into(), other.into());
        }
    }

    #[inline(always)]
    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.streams.below(purpose, bound)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Seat 0 is dealt two cards of four, seat 1 one.
    fn deck(cards: [usize; 4]) -> FirstDeck {
        let holders = [Some(Seat::new(0)), Some(Seat::new(0)), Some(Seat::new(1)), None];
        FirstDeck(cards.into_iter().zip(holders).collect())
    }

    #[test]
    fn notes_count_for_the_winners_of_their_part() {
        let (first, second) = (Seat::new(0), Seat::new(1));
        let mut notes = CardNotes::default();
        deck([5, 7, 7, 9]).note(&mut notes);
        notes.note(second, 1, 1 << 9);
        assert_eq!(
            [notes.noted(first, DEALT), notes.noted(second, DEALT), notes.noted(second, 1)],
            [1 << 5 | 1 << 7, 1 << 7, 1 << 9]
        );
        notes.settle(SeatSet::only(second));
        notes.note(first, 1, 2);
        notes.settle(SeatSet::only(first));
        let parts = notes.parts(SeatSet::NONE).to_vec();
        assert_eq!(
            parts
                .iter()
                .map(|(noted, winners)| (noted[0][1], noted[1][1], *winners))
                .collect::<Vec<_>>(),
            [(0, 1 << 9, SeatSet::only(second)), (2, 0, SeatSet::only(first))]
        );
        notes.clear();
        notes.note(first, 1, 4);
        let whole = notes.parts(SeatSet::only(second));
        assert_eq!((whole.len(), whole[0].0[0][1], whole[0].1), (1, 4, SeatSet::only(second)));
    }

    #[test]
    fn exchanged_cards_are_uniform_over_cards_of_others() {
        let mut stream = BlockStreams::new(1, 1).stream(Purpose::Exchange(0));
        let mut drawn = |deck: &FirstDeck, seat, card| {
            let mut counts: BTreeMap<Option<[u16; 2]>, u32> = BTreeMap::new();
            (0..1200).for_each(|_| {
                *counts
                    .entry(deck.draw_exchange(Seat::new(seat), card, &mut stream))
                    .or_default() += 1;
            });
            counts
        };
        let each = |counts: BTreeMap<Option<[u16; 2]>, u32>, expected: &[[u16; 2]]| {
            assert_eq!(
                counts.keys().copied().collect::<Vec<_>>(),
                expected.iter().map(|places| Some(*places)).collect::<Vec<_>>()
            );
            let even = 1200 / expected.len() as u32;
            assert!(counts.values().all(|count| count.abs_diff(even) < even / 4), "{counts:?}");
        };
        let different = deck([5, 6, 7, 8]);
        each(drawn(&different, 0, 6), &[[1, 2], [1, 3]]);
        each(drawn(&different, 1, 7), &[[2, 0], [2, 1], [2, 3]]);
        // It is not dealt the card; if it has several, one is exchanged for another kind.
        assert_eq!(drawn(&different, 1, 5).into_keys().collect::<Vec<_>>(), [None]);
        each(drawn(&deck([5, 5, 5, 8]), 0, 5), &[[0, 3], [1, 3]]);
        assert_eq!(drawn(&deck([5, 6, 5, 5]), 0, 5).into_keys().collect::<Vec<_>>(), [None]);
    }

    #[test]
    fn decks_are_dealt_alike_if_every_place_goes_to_the_same_seat() {
        let one = deck([5, 6, 7, 8]);
        assert!(one.is_dealt_like(&deck([8, 6, 7, 5])));
        let mut other = one.clone();
        other.0.swap(1, 2);
        assert!(!one.is_dealt_like(&other));
        other.0.pop();
        assert!(!one.is_dealt_like(&other) && !other.is_dealt_like(&one));
    }

    #[test]
    fn deals_without_the_card_are_equally_likely() {
        // Of the 24 orders of four cards, 12 deal card 3 to seat 0; after the exchange they must be
        // uniform over the 12 others.
        let mut stream = BlockStreams::new(1, 2).stream(Purpose::Exchange(0));
        let mut counts: BTreeMap<[usize; 4], u32> = BTreeMap::new();
        for _ in 0..24_000 {
            let mut order = [0, 1, 2, 3];
            stream.shuffle(&mut order);
            if let Some([one, other]) = deck(order).draw_exchange(Seat::new(0), 3, &mut stream) {
                order.swap(one.into(), other.into());
                *counts.entry(order).or_default() += 1;
            }
        }
        assert_eq!(counts.len(), 12);
        assert!(
            counts
                .iter()
                .all(|(order, count)| !order[..2].contains(&3) && (850..1150).contains(count)),
            "{counts:?}"
        );
    }

    #[test]
    fn a_dealer_exchanges_two_cards_of_the_first_deck_only() {
        let streams = BlockStreams::new(4, 2);
        let shuffled = |mut chance: Dealer, purpose| {
            let mut items: Vec<u8> = (0..10).collect();
            chance.shuffle(purpose, &mut items);
            items
        };
        let (plain, exchanging) = (Dealer::from(streams), Dealer::exchanging(streams, [3, 8]));
        let mut expected = shuffled(plain, Purpose::Deck(0));
        expected.swap(3, 8);
        assert_eq!(shuffled(exchanging, Purpose::Deck(0)), expected);
        for purpose in [Purpose::Deck(1), Purpose::Reshuffle { seat: 0, times: 0 }] {
            assert_eq!(shuffled(exchanging, purpose), shuffled(plain, purpose));
        }
        assert_eq!(
            exchanging.clone().below(Purpose::FirstPlayer, 9),
            plain.clone().below(Purpose::FirstPlayer, 9)
        );
        assert_eq!(
            shuffled(Dealer::exchanging(streams, [3, 10]), Purpose::Deck(0)),
            shuffled(plain, Purpose::Deck(0))
        );
    }
}
