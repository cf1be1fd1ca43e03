//! The card events of a game: cards dealt, drawn, played; and deals in which two cards change
//! places.

use super::{CardNumber, Chance, Game};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// The largest number of cards (or ranks or combinations) with win rates.
pub const MAX_CARDS: usize = 1024;

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
        card.into()
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

/// By seat and event, the cards out of 64 with this event: bit `c` of a word is for card `c`.
pub(crate) type Noted = [[u64; MAX_CARD_EVENTS]; MAX_SEATS];

/// The notes of a game's card events.
#[derive(Clone, Debug)]
pub struct CardNotes {
    /// The notes of the first 64 cards, of the next 64, and so on.
    noted: Vec<Noted>,
    /// The parts of the game with winners of their own: the notes of each, one after the other.
    parts: Vec<Noted>,
    winners: Vec<SeatSet>,
}

impl Default for CardNotes {
    /// Returns the notes of a game with at most 64 cards.
    fn default() -> Self {
        Self::new(64)
    }
}

impl CardNotes {
    /// Returns the notes of a game with this many cards.
    pub fn new(cards: usize) -> Self {
        let noted = vec![Noted::default(); cards.div_ceil(64).max(1)];
        Self { noted, parts: Vec::new(), winners: Vec::new() }
    }

    /// Notes an event for these of the first 64 cards of a seat: bit `c` stands for card `c`. Noting
    /// it again has no effect.
    pub fn note(&mut self, seat: Seat, event: usize, cards: u64) {
        self.noted[0][seat.index() % MAX_SEATS][event % MAX_CARD_EVENTS] |= cards;
    }

    /// Notes an event for a card of a seat. Noting it again has no effect, nor has a card that the
    /// game does not name.
    pub fn note_card(&mut self, seat: Seat, event: usize, card: usize) {
        if let Some(noted) = self.noted.get_mut(card / 64) {
            noted[seat.index() % MAX_SEATS][event % MAX_CARD_EVENTS] |= 1 << (card % 64);
        }
    }

    /// Returns those of the first 64 cards of a seat that had an event so far.
    pub fn noted(&self, seat: Seat, event: usize) -> u64 {
        self.noted[0][seat.index() % MAX_SEATS][event % MAX_CARD_EVENTS]
    }

    /// Ends a part of the game that has winners of its own, such as one deal of several: the notes
    /// of the part count for these winners, and the next part begins without notes. A game that
    /// never calls this is a single part.
    pub fn settle(&mut self, winners: SeatSet) {
        self.parts.extend_from_slice(&self.noted);
        self.winners.push(winners);
        self.noted.fill(Noted::default());
    }

    /// Clears the notes for a new game.
    pub(crate) fn clear(&mut self) {
        self.noted.fill(Noted::default());
        self.parts.clear();
        self.winners.clear();
    }

    /// Returns the parts of a game that is over, and that these seats won: at least one.
    pub(crate) fn parts(&mut self, winners: SeatSet) -> impl Iterator<Item = (&[Noted], SeatSet)> {
        if self.winners.is_empty() {
            self.settle(winners);
        }
        self.parts.chunks_exact(self.noted.len()).zip(self.winners.iter().copied())
    }

    /// Returns the winners of the first part of a game that is over; these seats if it
    /// has no parts.
    pub(crate) fn winners_of_first(&self, winners: SeatSet) -> SeatSet {
        self.winners.first().copied().unwrap_or(winners)
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
            (teller.number(rules, *card), holder)
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
                notes.note_card(*seat, DEALT, *card);
            }
        }
    }

    /// Returns the cards, from the top.
    #[cfg(any(test, feature = "conformance"))]
    pub fn cards(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|(card, _)| *card)
    }

    /// Returns the numbers of the cards that a seat is dealt, in ascending order, each once.
    pub(crate) fn dealt(&self, seat: Seat) -> Vec<usize> {
        let own = self.0.iter().filter(|(_, holder)| *holder == Some(seat));
        let mut cards: Vec<usize> = own.map(|(card, _)| *card).collect();
        cards.sort_unstable();
        cards.dedup();
        cards
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
        assert_eq!(notes.winners_of_first(SeatSet::NONE), SeatSet::only(second));
        assert_eq!(
            notes
                .parts(SeatSet::NONE)
                .map(|(noted, winners)| (noted[0][0][1], noted[0][1][1], winners))
                .collect::<Vec<_>>(),
            [(0, 1 << 9, SeatSet::only(second)), (2, 0, SeatSet::only(first))]
        );
        notes.clear();
        notes.note(first, 1, 4);
        assert_eq!(notes.winners_of_first(SeatSet::only(second)), SeatSet::only(second));
        let whole: Vec<_> = notes.parts(SeatSet::only(second)).collect();
        assert_eq!(whole.len(), 1);
        assert_eq!((whole[0].0[0][0][1], whole[0].1), (4, SeatSet::only(second)));
    }

    #[test]
    fn any_number_of_cards_is_noted() {
        let seat = Seat::new(1);
        for cards in [1, 64, 65, 1023, MAX_CARDS] {
            let mut notes = CardNotes::new(cards);
            for card in 0..cards {
                notes.note_card(seat, card % 3, card);
            }
            // Cards without a name are not noted.
            notes.note_card(seat, 0, usize::from(u16::MAX));
            notes.settle(SeatSet::only(seat));
            notes.note_card(seat, 1, cards - 1);
            notes.settle(SeatSet::NONE);
            let of_event = |noted: &[Noted], event: usize| {
                let words = noted.iter().enumerate().flat_map(|(word, noted)| {
                    let bits = noted[1][event];
                    (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| word * 64 + bit)
                });
                words.collect::<Vec<usize>>()
            };
            let parts: Vec<_> = notes.parts(SeatSet::NONE).collect();
            assert_eq!(parts.len(), 2);
            for event in 0..3 {
                let expected: Vec<usize> = (event..cards).step_by(3).collect();
                assert_eq!(of_event(parts[0].0, event), expected);
            }
            assert_eq!(of_event(parts[1].0, 1), [cards - 1]);
        }
    }

    #[test]
    fn cards_at_any_place_of_a_large_deck_are_exchanged() {
        let holder = |place: usize| (place >= 900).then(|| Seat::new(0));
        let deck = FirstDeck((0..1023).map(|place| (1022 - place, holder(place))).collect());
        assert_eq!(deck.dealt(Seat::new(0)), (0..123).collect::<Vec<_>>());
        let mut stream = BlockStreams::new(2, 1).stream(Purpose::Exchange(0));
        let mut others = BTreeMap::new();
        for _ in 0..2_000 {
            let places = deck.draw_exchange(Seat::new(0), 5, &mut stream).expect("others");
            assert_eq!(places[0], 1017);
            *others.entry(places[1] / 256).or_insert(0) += 1;
        }
        assert_eq!(others.into_keys().collect::<Vec<_>>(), [0, 1, 2, 3]);
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
