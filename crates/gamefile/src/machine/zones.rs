//! The cards in their zones: doubly linked lists over the cards, and a set of bits for each zone.
//!
//! A card moves in constant time, wherever it lies; a filter by attributes is an AND of sets.

/// The largest number of cards.
pub(crate) const MAX_CARDS: usize = 255;

/// The largest number of zones.
pub(crate) const MAX_ZONES: usize = 240;

/// The zones after those of the game: they hold the hands that are passed on, while they are.
const WAYS: usize = 8;

/// The lines of the log, and the words of sets, that there is room for from the start: more than
/// most games need, so that one that needs more than those before it does not allocate.
const ROOM_FOR_LOG: usize = 1 << 14;
const ROOM_FOR_BITS: usize = 1 << 8;

/// No card, or no zone.
pub(crate) const NONE: u8 = 255;

/// What happened to a card, for the memory of players. The numbers are those of [`Zones::log`].
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
    /// It was taken from a random place of its zone, unseen by those who do not see the zone.
    AtRandom,
    /// The zone was shuffled (no card).
    Shuffled,
    /// A seat looked at the card where it lies; the seat stands in the place of the source.
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

/// A line of the log: what happened to which card, from where to where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) happened: Happened,
    pub(crate) card: u8,
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Line {
    fn packed(self) -> u32 {
        u32::from_le_bytes([self.card, self.from, self.to, self.happened as u8])
    }

    /// Returns the line of a word of the log.
    pub(crate) fn unpacked(word: u32) -> Self {
        let [card, from, to, happened] = word.to_le_bytes();
        Self {
            happened: Happened::ALL[usize::from(happened) % Happened::ALL.len()],
            card,
            from,
            to,
        }
    }
}

/// The cards in their zones.
#[derive(Clone, Debug)]
pub(crate) struct Zones {
    /// By card: the card above it, the card below it, and its zone. The last entry takes what is
    /// written for no card.
    next: [u8; 256],
    previous: [u8; 256],
    of: [u8; 256],
    /// By zone: the lowest card, the highest one, and the number of cards.
    bottom: [u8; 256],
    top: [u8; 256],
    length: [u8; 256],
    /// By zone: the set of its cards, in words of 64 bits.
    bits: Vec<u64>,
    /// The number of words of a set.
    words: usize,
    /// The numbers of cards and zones.
    cards: usize,
    count: usize,
    /// What happened, if it is kept.
    pub(crate) log: Vec<u32>,
    pub(crate) keeps_log: bool,
}

impl Zones {
    /// Returns no cards and no zones.
    pub(crate) fn new() -> Self {
        Self {
            next: [NONE; 256],
            previous: [NONE; 256],
            of: [NONE; 256],
            bottom: [NONE; 256],
            top: [NONE; 256],
            length: [0; 256],
            bits: Vec::with_capacity(ROOM_FOR_BITS),
            words: 1,
            cards: 0,
            count: 0,
            log: Vec::with_capacity(ROOM_FOR_LOG),
            keeps_log: false,
        }
    }

    /// Changes to so many cards, which lie in no zone yet, and so many empty zones.
    pub(crate) fn fit(&mut self, cards: usize, zones: usize) {
        self.of.fill(NONE);
        self.bottom.fill(NONE);
        self.top.fill(NONE);
        self.length.fill(0);
        (self.cards, self.count, self.words) = (cards, zones, cards.div_ceil(64).max(1));
        self.bits.clear();
        self.bits.resize(self.words * (zones + WAYS), 0);
        self.log.clear();
    }

    /// Whether there are so many cards and zones.
    pub(crate) fn fits(&self, cards: usize, zones: usize) -> bool {
        (self.cards, self.count) == (cards, zones)
    }

    /// Copies the other's cards and zones, without the log.
    pub(crate) fn copy_cards_from(&mut self, other: &Self) {
        let (cards, zones) = (other.cards, other.count);
        if !self.fits(cards, zones) {
            self.fit(cards, zones);
        }
        self.next[..cards].copy_from_slice(&other.next[..cards]);
        self.previous[..cards].copy_from_slice(&other.previous[..cards]);
        self.of[..cards].copy_from_slice(&other.of[..cards]);
        self.bottom[..zones].copy_from_slice(&other.bottom[..zones]);
        self.top[..zones].copy_from_slice(&other.top[..zones]);
        self.length[..zones].copy_from_slice(&other.length[..zones]);
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
        self.of[..self.cards].fill(NONE);
        self.bottom[..self.count].fill(NONE);
        self.top[..self.count].fill(NONE);
        self.length[..self.count].fill(0);
        self.bits.fill(0);
        self.log.clear();
    }

    #[inline(always)]
    pub(crate) fn of(&self, card: u8) -> u8 {
        self.of[usize::from(card)]
    }

    #[inline(always)]
    pub(crate) fn top(&self, zone: u8) -> u8 {
        self.top[usize::from(zone)]
    }

    #[inline(always)]
    pub(crate) fn bottom(&self, zone: u8) -> u8 {
        self.bottom[usize::from(zone)]
    }

    #[inline(always)]
    pub(crate) fn length(&self, zone: u8) -> u8 {
        self.length[usize::from(zone)]
    }

    /// The card above this one, in its zone.
    #[inline(always)]
    pub(crate) fn above(&self, card: u8) -> u8 {
        self.next[usize::from(card)]
    }

    /// The set of cards of a zone.
    #[inline(always)]
    pub(crate) fn bits(&self, zone: u8) -> &[u64] {
        let from = usize::from(zone) * self.words;
        &self.bits[from..from + self.words]
    }

    /// The set of cards of a zone, where it is one word.
    #[inline(always)]
    pub(crate) fn word(&self, zone: u8) -> u64 {
        self.bits[usize::from(zone)]
    }

    /// The card at a position, from the bottom; below the length.
    #[inline]
    pub(crate) fn at(&self, zone: u8, index: usize) -> u8 {
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
                card = self.previous[usize::from(card)];
            }
            card
        }
    }

    /// The cards of a zone, from the bottom.
    pub(crate) fn iter(&self, zone: u8) -> impl Iterator<Item = u8> + '_ {
        let first = self.bottom(zone);
        std::iter::successors((first != NONE).then_some(first), |card| {
            let next = self.above(*card);
            (next != NONE).then_some(next)
        })
    }

    #[inline(always)]
    fn note(&mut self, happened: Happened, card: u8, from: u8, to: u8) {
        if self.keeps_log {
            self.log.push(Line { happened, card, from, to }.packed());
        }
    }

    /// Notes what is no move.
    pub(crate) fn note_other(&mut self, happened: Happened, card: u8, from: u8, to: u8) {
        self.note(happened, card, from, to);
    }

    #[inline(always)]
    fn unlink(&mut self, card: u8) -> u8 {
        let index = usize::from(card);
        let from = self.of[index];
        if from != NONE {
            let (below, above) = (self.previous[index], self.next[index]);
            self.next[usize::from(below)] = above;
            self.previous[usize::from(above)] = below;
            let zone = usize::from(from);
            if below == NONE {
                self.bottom[zone] = above;
            }
            if above == NONE {
                self.top[zone] = below;
            }
            self.length[zone] = self.length[zone].wrapping_sub(1);
            self.bits[zone * self.words + index / 64] &= !(1 << (index % 64));
        }
        from
    }

    #[inline(always)]
    fn link_on_top(&mut self, card: u8, to: u8) {
        let (index, zone) = (usize::from(card), usize::from(to));
        let under = self.top[zone];
        self.previous[index] = under;
        self.next[index] = NONE;
        self.next[usize::from(under)] = card;
        if under == NONE {
            self.bottom[zone] = card;
        }
        self.top[zone] = card;
        self.length[zone] = self.length[zone].wrapping_add(1);
        self.of[index] = to;
        self.bits[zone * self.words + index / 64] |= 1 << (index % 64);
    }

    #[inline(always)]
    fn link_below(&mut self, card: u8, to: u8) {
        let (index, zone) = (usize::from(card), usize::from(to));
        let over = self.bottom[zone];
        self.next[index] = over;
        self.previous[index] = NONE;
        self.previous[usize::from(over)] = card;
        if over == NONE {
            self.top[zone] = card;
        }
        self.bottom[zone] = card;
        self.length[zone] = self.length[zone].wrapping_add(1);
        self.of[index] = to;
        self.bits[zone * self.words + index / 64] |= 1 << (index % 64);
    }

    /// Moves a card on top of a zone.
    #[inline(always)]
    pub(crate) fn put(&mut self, card: u8, to: u8) {
        self.put_as(Happened::OnTop, card, to);
    }

    /// Moves a card on top of a zone, for the log in another way.
    #[inline(always)]
    pub(crate) fn put_as(&mut self, happened: Happened, card: u8, to: u8) {
        let from = self.unlink(card);
        self.link_on_top(card, to);
        self.note(happened, card, from, to);
    }

    /// Moves a card under all others of a zone.
    #[inline(always)]
    pub(crate) fn put_below(&mut self, card: u8, to: u8) {
        let from = self.unlink(card);
        self.link_below(card, to);
        self.note(Happened::Below, card, from, to);
    }

    /// Moves all cards of a zone on top of another one.
    pub(crate) fn put_all(&mut self, from: u8, to: u8) {
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
    pub(crate) fn put_all_below(&mut self, from: u8, to: u8) {
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

    /// Every one of these zones gets the cards of the one so many places before it.
    pub(crate) fn pass_on(&mut self, zones: &[u8], by: usize) {
        for (place, from) in zones.iter().enumerate() {
            let way = (self.count + place) as u8;
            while self.bottom(*from) != NONE {
                let card = self.bottom(*from);
                self.unlink(card);
                self.link_on_top(card, way);
                self.note(Happened::WithAll, card, *from, way);
            }
        }
        for place in 0..zones.len() {
            let way = (self.count + place) as u8;
            let to = zones[(place + by) % zones.len()];
            while self.bottom(way) != NONE {
                let card = self.bottom(way);
                self.unlink(card);
                self.link_on_top(card, to);
                self.note(Happened::WithAll, card, way, to);
            }
        }
    }

    /// Writes the cards of a zone into a buffer in the order of their numbers; returns how many.
    pub(crate) fn sorted(&self, zone: u8, into: &mut [u8; 256]) -> usize {
        let mut count = 0;
        for (word, bits) in self.bits(zone).iter().enumerate() {
            let mut left = *bits;
            while left != 0 {
                into[count % 256] = (word * 64) as u8 + left.trailing_zeros() as u8;
                count += 1;
                left &= left - 1;
            }
        }
        count
    }

    /// Sets the order of a zone, from the top; these are its cards.
    pub(crate) fn set_order(&mut self, zone: u8, from_top: &[u8]) {
        let mut above = NONE;
        for card in from_top {
            let index = usize::from(*card);
            self.next[index] = above;
            self.previous[usize::from(above)] = *card;
            above = *card;
        }
        self.previous[usize::from(above)] = NONE;
        self.top[usize::from(zone)] = from_top.first().copied().unwrap_or(NONE);
        self.bottom[usize::from(zone)] = above;
    }

    /// Repeats what the log of other zones tells.
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

    /// Forgets what happened, and keeps no log from here on.
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
    pub(crate) fn exchange(&mut self, cards: &[u8; 256]) {
        let to = |card: u8| if card == NONE { NONE } else { cards[usize::from(card)] };
        let (next, previous, of) = (self.next, self.previous, self.of);
        for card in 0..self.cards {
            let new = usize::from(cards[card]);
            self.next[new] = to(next[card]);
            self.previous[new] = to(previous[card]);
            self.of[new] = of[card];
        }
        for zone in 0..self.count {
            self.bottom[zone] = to(self.bottom[zone]);
            self.top[zone] = to(self.top[zone]);
        }
        self.bits.fill(0);
        for card in 0..self.cards {
            let zone = self.of[card];
            if zone != NONE {
                self.bits[usize::from(zone) * self.words + card / 64] |= 1 << (card % 64);
            }
        }
    }

    /// Notes that a zone was shuffled.
    pub(crate) fn note_shuffle(&mut self, zone: u8) {
        self.note(Happened::Shuffled, NONE, zone, zone);
    }
}
