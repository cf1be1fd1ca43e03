//! The cards in their zones: doubly linked lists over the cards, and a set of bits for each zone.
//!
//! A card moves in constant time, wherever it lies; a filter by attributes is an AND of sets.

use fairdeal_core::cards::bits::BitSet;

use crate::program::{MOST_CARDS, MOST_ZONES};

/// The number of zones after those of the game, for hands that are being passed on.
const WAYS: usize = 8;

/// The numbers that a card, or a zone, can have. All are below these powers of two, so that an
/// index needs no check.
pub(crate) const CARDS: usize = 1 << 10;
pub(crate) const ZONES: usize = 1 << 9;

/// The length of the array by card: more than there are numbers, so that a card and the zone of the
/// same number do not lie 4 KiB apart, where processors take one for the other.
const PLACES: usize = CARDS + 264;

/// The most words of a set of cards.
pub(crate) const MOST_SET_WORDS: usize = CARDS / 64;

/// The lines of the log, and the words of sets, with room from the start: more than most games
/// need, so that later games seldom allocate.
const ROOM_FOR_LOG: usize = 1 << 14;
const ROOM_FOR_BITS: usize = 1 << 8;

/// No card.
pub(crate) const NONE: u16 = CARDS as u16 - 1;

/// No zone.
pub(crate) const NOWHERE: u16 = ZONES as u16 - 1;

const _: () = assert!(MOST_CARDS <= NONE as usize && MOST_ZONES + WAYS <= NOWHERE as usize);

/// By card: the card that takes its place.
pub(crate) type Exchange = [u16; CARDS];

/// The exchange that leaves every card in its place.
pub(crate) const UNCHANGED: Exchange = {
    let mut cards = [0; CARDS];
    let mut card = 0;
    while card < CARDS {
        cards[card] = card as u16;
        card += 1;
    }
    cards
};

/// A set of zones.
pub(crate) type ZoneSet = BitSet<{ ZONES / 64 }>;

/// The empty set of zones.
pub(crate) const NO_ZONES: ZoneSet = BitSet([0; ZONES / 64]);

/// A move of a card, for the memory of players. The numbers are those of [`Zones::log`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Happened {
    /// It went on top of a zone.
    OnTop,
    /// It was on top of its zone, as all could see, and went on top of another.
    Drawn,
    /// It went under all cards of a zone.
    Below,
    /// It went with all cards of its zone, their order unchanged, on top of another.
    WithAll,
    /// It went with all cards of its zone under those of another.
    WithAllBelow,
    /// It was taken from a random place of its zone, hidden from those who do not see the zone.
    AtRandom,
    /// The zone was shuffled (no card).
    Shuffled,
    /// A seat looked at the card in its place; the source is the seat.
    LookedAt,
    /// It was shown to everyone.
    Shown,
}

impl Happened {
    /// All, by number.
    pub(crate) const ALL: [Self; 9] = [
        Self::OnTop,
        Self::Drawn,
        Self::Below,
        Self::WithAll,
        Self::WithAllBelow,
        Self::AtRandom,
        Self::Shuffled,
        Self::LookedAt,
        Self::Shown,
    ];

    /// Returns whether a card moves.
    pub(crate) fn is_move(self) -> bool {
        !matches!(self, Self::Shuffled | Self::LookedAt | Self::Shown)
    }
}

/// A line of the log: the kind of move, the card, and the zones from which and to which it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) happened: Happened,
    pub(crate) card: u16,
    pub(crate) from: u16,
    pub(crate) to: u16,
}

impl Line {
    /// Returns the line as a word: 10 bits for the card, 9 for each zone, 4 for the kind.
    fn packed(self) -> u32 {
        u32::from(self.card)
            | u32::from(self.from) << 10
            | u32::from(self.to) << 19
            | (self.happened as u32) << 28
    }

    /// Returns the line of a word of the log.
    pub(crate) fn unpacked(word: u32) -> Self {
        let (card, from, to) = (word as u16 % CARDS as u16, word >> 10, word >> 19);
        Self {
            happened: Happened::ALL[(word >> 28) as usize % Happened::ALL.len()],
            card,
            from: from as u16 % ZONES as u16,
            to: to as u16 % ZONES as u16,
        }
    }
}

/// The place of a card: the cards above and below it, and its zone.
///
/// (It has 8 bytes, so that an index needs no multiplication.)
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
struct Place {
    above: u16,
    below: u16,
    zone: u16,
}

/// The highest and the lowest card of a zone, and the number of its cards.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
struct Pile {
    top: u16,
    bottom: u16,
    length: u16,
}

impl Place {
    const NOWHERE: Self = Self { above: NONE, below: NONE, zone: NOWHERE };
}

impl Pile {
    const EMPTY: Self = Self { top: NONE, bottom: NONE, length: 0 };
}

/// The cards in their zones.
#[derive(Clone, Debug)]
pub(crate) struct Zones {
    /// By card. The last entry takes writes for no card.
    places: [Place; PLACES],
    /// By zone.
    piles: [Pile; ZONES],
    /// By zone: the set of its cards, in words of 64 bits.
    bits: Vec<u64>,
    /// The number of words of a set.
    words: usize,
    /// The numbers of cards and zones.
    cards: usize,
    count: usize,
    /// The moves so far, if they are kept.
    pub(crate) log: Vec<u32>,
    pub(crate) keeps_log: bool,
    /// The cards of a zone, while they are put in order.
    order: Vec<u16>,
    /// The places before an exchange, while it lasts.
    before: Vec<Place>,
}

impl Zones {
    /// Returns no cards and no zones.
    pub(crate) fn new() -> Self {
        Self {
            places: [Place::NOWHERE; PLACES],
            piles: [Pile::EMPTY; ZONES],
            bits: Vec::with_capacity(ROOM_FOR_BITS),
            words: 1,
            cards: 0,
            count: 0,
            log: Vec::with_capacity(ROOM_FOR_LOG),
            keeps_log: false,
            order: Vec::with_capacity(CARDS),
            before: Vec::with_capacity(CARDS),
        }
    }

    /// Makes this many cards, which lie in no zone yet, and this many empty zones.
    pub(crate) fn fit(&mut self, cards: usize, zones: usize) {
        self.places.fill(Place::NOWHERE);
        self.piles.fill(Pile::EMPTY);
        (self.cards, self.count, self.words) = (cards, zones, cards.div_ceil(64).max(1));
        self.bits.clear();
        self.bits.resize(self.words * (zones + WAYS), 0);
        self.log.clear();
    }

    /// Whether there are this many cards and zones.
    pub(crate) fn fits(&self, cards: usize, zones: usize) -> bool {
        (self.cards, self.count) == (cards, zones)
    }

    /// Copies the other's cards and zones, without the log.
    pub(crate) fn copy_cards_from(&mut self, other: &Self) {
        let (cards, zones) = (other.cards, other.count);
        if !self.fits(cards, zones) {
            self.fit(cards, zones);
        }
        self.places[..cards].copy_from_slice(&other.places[..cards]);
        self.piles[..zones].copy_from_slice(&other.piles[..zones]);
        self.bits.copy_from_slice(&other.bits);
        self.forget();
    }

    /// Copies the other's cards, zones and log.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.copy_cards_from(other);
        self.keeps_log = other.keeps_log;
        self.log.extend_from_slice(&other.log);
    }

    /// Takes all cards out of their zones.
    pub(crate) fn clear(&mut self) {
        self.places[..self.cards].fill(Place::NOWHERE);
        self.piles[..self.count].fill(Pile::EMPTY);
        self.bits.fill(0);
        self.log.clear();
    }

    #[inline(always)]
    fn place(&self, card: u16) -> &Place {
        &self.places[usize::from(card) % CARDS]
    }

    #[inline(always)]
    fn place_mut(&mut self, card: u16) -> &mut Place {
        &mut self.places[usize::from(card) % CARDS]
    }

    #[inline(always)]
    fn pile(&self, zone: u16) -> &Pile {
        &self.piles[usize::from(zone) % ZONES]
    }

    #[inline(always)]
    fn pile_mut(&mut self, zone: u16) -> &mut Pile {
        &mut self.piles[usize::from(zone) % ZONES]
    }

    #[inline(always)]
    pub(crate) fn of(&self, card: u16) -> u16 {
        self.place(card).zone
    }

    #[inline(always)]
    pub(crate) fn top(&self, zone: u16) -> u16 {
        self.pile(zone).top
    }

    #[inline(always)]
    pub(crate) fn bottom(&self, zone: u16) -> u16 {
        self.pile(zone).bottom
    }

    #[inline(always)]
    pub(crate) fn length(&self, zone: u16) -> u16 {
        self.pile(zone).length
    }

    /// The card above this one, in its zone.
    #[inline(always)]
    pub(crate) fn above(&self, card: u16) -> u16 {
        self.place(card).above
    }

    /// The set of cards of a zone.
    #[inline(always)]
    pub(crate) fn bits(&self, zone: u16) -> &[u64] {
        let from = usize::from(zone) * self.words;
        &self.bits[from..from + self.words]
    }

    /// The set of cards of a zone, where it is one word.
    #[inline(always)]
    pub(crate) fn word(&self, zone: u16) -> u64 {
        self.bits[usize::from(zone)]
    }

    /// The card at a position, from the bottom; below the length.
    #[inline]
    pub(crate) fn at(&self, zone: u16, index: usize) -> u16 {
        let length = usize::from(self.length(zone));
        if index * 2 <= length {
            let mut card = self.bottom(zone);
            for _ in 0..index {
                card = self.above(card);
            }
            card
        } else {
            let mut card = self.top(zone);
            for _ in index + 1..length {
                card = self.place(card).below;
            }
            card
        }
    }

    /// The cards of a zone, from the bottom.
    #[inline(always)]
    pub(crate) fn iter(&self, zone: u16) -> impl Iterator<Item = u16> + '_ {
        let mut next = self.bottom(zone);
        std::iter::from_fn(move || {
            let card = next;
            if card == NONE {
                return None;
            }
            next = self.above(card);
            Some(card)
        })
    }

    #[inline(always)]
    fn note(&mut self, happened: Happened, card: u16, from: u16, to: u16) {
        if self.keeps_log {
            self.log.push(Line { happened, card, from, to }.packed());
        }
    }

    /// Notes an event that is no move.
    pub(crate) fn note_other(&mut self, happened: Happened, card: u16, from: u16, to: u16) {
        self.note(happened, card, from, to);
    }

    #[inline(always)]
    fn unlink(&mut self, card: u16) -> u16 {
        let place = self.place(card);
        let (above, below, from) = (place.above, place.below, place.zone);
        if from != NOWHERE {
            self.place_mut(below).above = above;
            self.place_mut(above).below = below;
            let pile = self.pile_mut(from);
            if below == NONE {
                pile.bottom = above;
            }
            if above == NONE {
                pile.top = below;
            }
            pile.length = pile.length.wrapping_sub(1);
            *self.word_of(card, from) &= !(1 << (card % 64));
        }
        from
    }

    /// The word of the set of a zone that has the bit of a card.
    #[inline(always)]
    fn word_of(&mut self, card: u16, zone: u16) -> &mut u64 {
        &mut self.bits[usize::from(zone) * self.words + usize::from(card / 64)]
    }

    #[inline(always)]
    fn link_on_top(&mut self, card: u16, to: u16) {
        let pile = self.pile_mut(to);
        let under = std::mem::replace(&mut pile.top, card);
        if under == NONE {
            pile.bottom = card;
        }
        pile.length = pile.length.wrapping_add(1);
        self.place_mut(under).above = card;
        // Field by field: a whole that is read in parts makes the processor wait.
        let place = self.place_mut(card);
        place.above = NONE;
        place.below = under;
        place.zone = to;
        *self.word_of(card, to) |= 1 << (card % 64);
    }

    #[inline(always)]
    fn link_below(&mut self, card: u16, to: u16) {
        let pile = self.pile_mut(to);
        let over = std::mem::replace(&mut pile.bottom, card);
        if over == NONE {
            pile.top = card;
        }
        pile.length = pile.length.wrapping_add(1);
        self.place_mut(over).below = card;
        let place = self.place_mut(card);
        place.above = over;
        place.below = NONE;
        place.zone = to;
        *self.word_of(card, to) |= 1 << (card % 64);
    }

    /// Moves a card on top of a zone.
    #[inline(always)]
    pub(crate) fn put(&mut self, card: u16, to: u16) {
        self.put_as(Happened::OnTop, card, to);
    }

    /// Moves a card on top of a zone, for the log in another way.
    #[inline(always)]
    pub(crate) fn put_as(&mut self, happened: Happened, card: u16, to: u16) {
        let from = self.unlink(card);
        self.link_on_top(card, to);
        self.note(happened, card, from, to);
    }

    /// Moves a card under all others of a zone.
    #[inline(always)]
    pub(crate) fn put_below(&mut self, card: u16, to: u16) {
        let from = self.unlink(card);
        self.link_below(card, to);
        self.note(Happened::Below, card, from, to);
    }

    /// Moves all cards of a zone on top of another one.
    pub(crate) fn put_all(&mut self, from: u16, to: u16) {
        if from == to {
            return;
        }
        loop {
            let card = self.bottom(from);
            if card == NONE {
                return;
            }
            self.unlink(card);
            self.link_on_top(card, to);
            self.note(Happened::WithAll, card, from, to);
        }
    }

    /// Moves all cards of a zone under those of another one.
    pub(crate) fn put_all_below(&mut self, from: u16, to: u16) {
        if from == to {
            return;
        }
        loop {
            let card = self.top(from);
            if card == NONE {
                return;
            }
            self.unlink(card);
            self.link_below(card, to);
            self.note(Happened::WithAllBelow, card, from, to);
        }
    }

    /// Passes cards on: every one of these zones gets the cards of the zone `by` places before it.
    pub(crate) fn pass_on(&mut self, zones: &[u16], by: usize) {
        for (place, from) in zones.iter().enumerate() {
            let way = (self.count + place) as u16;
            while self.bottom(*from) != NONE {
                let card = self.bottom(*from);
                self.unlink(card);
                self.link_on_top(card, way);
                self.note(Happened::WithAll, card, *from, way);
            }
        }
        for place in 0..zones.len() {
            let way = (self.count + place) as u16;
            let to = zones[(place + by) % zones.len()];
            while self.bottom(way) != NONE {
                let card = self.bottom(way);
                self.unlink(card);
                self.link_on_top(card, to);
                self.note(Happened::WithAll, card, way, to);
            }
        }
    }

    /// The cards of a zone in the order of their numbers.
    pub(crate) fn sorted(&mut self, zone: u16) -> &mut [u16] {
        let from = usize::from(zone) * self.words;
        self.order.resize(self.length(zone).into(), NONE);
        let mut order = self.order.iter_mut();
        for (word, bits) in self.bits[from..from + self.words].iter().enumerate() {
            let mut left = *bits;
            while left != 0
                && let Some(card) = order.next()
            {
                *card = (word * 64) as u16 + left.trailing_zeros() as u16;
                left &= left - 1;
            }
        }
        &mut self.order
    }

    /// Puts the cards of a zone, which come in the order of their numbers, into another order, from
    /// the top.
    pub(crate) fn arrange(&mut self, zone: u16, arrange: impl FnOnce(&mut [u16])) {
        arrange(self.sorted(zone));
        let (places, mut above) = (&mut self.places, NONE);
        for card in &self.order {
            places[usize::from(*card) % CARDS].above = above;
            places[usize::from(above) % CARDS].below = *card;
            above = *card;
        }
        places[usize::from(above) % CARDS].below = NONE;
        let top = self.order.first().copied().unwrap_or(NONE);
        let pile = self.pile_mut(zone);
        (pile.top, pile.bottom) = (top, above);
    }

    /// Repeats a line of another log.
    pub(crate) fn replay(&mut self, line: Line) {
        let Line { happened, card, to, .. } = line;
        match happened {
            Happened::OnTop | Happened::Drawn | Happened::AtRandom | Happened::WithAll => {
                self.unlink(card);
                self.link_on_top(card, to);
            }
            Happened::Below | Happened::WithAllBelow => {
                self.unlink(card);
                self.link_below(card, to);
            }
            Happened::Shuffled | Happened::LookedAt | Happened::Shown => (),
        }
    }

    /// Forgets the moves so far, and keeps no log from here on.
    pub(crate) fn forget(&mut self) {
        self.log.clear();
        self.keeps_log = false;
    }

    /// Changes the lines of the log.
    #[cfg(test)]
    pub(crate) fn relabel_log(&mut self, change: impl Fn(Line) -> Line) {
        for word in &mut self.log {
            *word = change(Line::unpacked(*word)).packed();
        }
    }

    /// Puts the card `cards[c]` wherever the card `c` lies.
    pub(crate) fn exchange(&mut self, cards: &Exchange) {
        let to = |card: u16| cards[usize::from(card) % CARDS];
        self.before.clear();
        self.before.extend_from_slice(&self.places[..self.cards]);
        for (place, new) in self.before.iter().zip(cards) {
            let (above, below) = (to(place.above), to(place.below));
            self.places[usize::from(*new) % CARDS] = Place { above, below, zone: place.zone };
        }
        for pile in &mut self.piles[..self.count] {
            (pile.top, pile.bottom) = (to(pile.top), to(pile.bottom));
        }
        self.bits.fill(0);
        for card in 0..self.cards as u16 {
            let zone = self.of(card);
            if zone != NOWHERE {
                *self.word_of(card, zone) |= 1 << (card % 64);
            }
        }
    }

    /// Notes that a zone was shuffled.
    pub(crate) fn note_shuffle(&mut self, zone: u16) {
        self.note(Happened::Shuffled, NONE, zone, zone);
    }
}

#[cfg(test)]
mod tests;
