//! The lists of a game, in one buffer. At each decision it keeps only the lists that
//! are still needed.
//!
//! A list is one word: where its elements begin, and how many there are. Its elements lie side by
//! side, each of a fixed number of words. A list grows in its place while it is the last one, and
//! moves to the end otherwise.

use std::cmp::Ordering;

use super::code::{Layout, LiveList};
use super::zones::Exchange;

/// The largest number of words of all lists together.
const MOST_WORDS: usize = 1 << 20;

/// The number of words with room from the start: more than most games need, so that later
/// games seldom allocate.
const ROOM: usize = 1 << 11;

/// Lists that are no longer needed may stay while all lists together have at most this many words.
const MOST_WAITING: usize = ROOM / 4;

/// Too many words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// The buffer.
#[derive(Debug)]
pub(crate) struct Lists {
    words: Vec<i64>,
    /// Whether only needed lists are left, each with words of its own.
    is_kept: bool,
    spare: Vec<i64>,
    order: Vec<u32>,
    /// Empty between uses.
    live: Vec<LiveList>,
}

/// Returns where a list begins, and its number of elements.
#[inline(always)]
fn split(list: i64) -> (usize, usize) {
    ((list as u64 >> 32) as usize, list as u32 as usize)
}

#[inline(always)]
fn joined(first: usize, count: usize) -> i64 {
    ((first as u64) << 32 | count as u64) as i64
}

/// Returns the number of elements of a list.
#[inline(always)]
pub(crate) fn length(list: i64) -> usize {
    list as u32 as usize
}

impl Lists {
    /// Returns a buffer with room for the lists of most games.
    pub(crate) fn new() -> Self {
        Self {
            words: Vec::with_capacity(ROOM),
            is_kept: true,
            spare: Vec::with_capacity(ROOM),
            order: Vec::with_capacity(ROOM / 8),
            live: Vec::with_capacity(ROOM / 8),
        }
    }

    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.words.clear();
        self.words.extend_from_slice(&other.words);
        self.is_kept = other.is_kept;
    }

    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.is_kept = true;
    }

    /// Returns how many words are used, so that later ones can be [released](Self::release).
    #[inline(always)]
    pub(crate) fn height(&self) -> i64 {
        self.words.len() as i64
    }

    #[inline(always)]
    pub(crate) fn release(&mut self, height: i64) {
        self.words.truncate(height as usize);
    }

    /// Returns the words of a list.
    #[inline(always)]
    pub(crate) fn of(&self, list: i64, words: usize) -> &[i64] {
        let (first, count) = split(list);
        &self.words[first..first + count * words]
    }

    /// Returns a list of all these words.
    #[inline(always)]
    pub(crate) fn make(&mut self, elements: &[i64], words: usize) -> Result<i64, Full> {
        let first = self.words.len();
        self.words.extend_from_slice(elements);
        self.checked(joined(first, elements.len() / words.max(1)))
    }

    #[inline(always)]
    fn checked(&self, list: i64) -> Result<i64, Full> {
        if self.words.len() > MOST_WORDS { Err(Full) } else { Ok(list) }
    }

    /// Returns where a list begins once its elements are the last words.
    #[inline(always)]
    fn last(&mut self, list: i64, words: usize) -> (usize, usize) {
        let (first, count) = split(list);
        let end = self.words.len();
        if first + count * words == end && count > 0 {
            return (first, count);
        }
        self.words.extend_from_within(first..first + count * words);
        (end, count)
    }

    /// Appends an element.
    #[inline(always)]
    pub(crate) fn push(&mut self, list: i64, element: &[i64]) -> Result<i64, Full> {
        let (first, count) = self.last(list, element.len());
        if let [word] = element {
            self.words.push(*word);
        } else {
            self.words.extend_from_slice(element);
        }
        self.checked(joined(first, count + 1))
    }

    /// Appends the second list to the first. Without `shares` the result has words of its own.
    pub(crate) fn join(&mut self, a: i64, b: i64, words: usize, shares: bool) -> Result<i64, Full> {
        let ((first, count), (second, more)) = (split(a), split(b));
        if shares {
            if more == 0 || count == 0 {
                return Ok(if more == 0 { a } else { b });
            }
            if first + count * words == second {
                return Ok(joined(first, count + more));
            }
        }
        let (first, count) = if shares {
            self.last(a, words)
        } else {
            let end = self.words.len();
            self.words.extend_from_within(first..first + count * words);
            (end, count)
        };
        self.words.extend_from_within(second..second + more * words);
        self.checked(joined(first, count + more))
    }

    /// Appends the second list to the first, which has one name.
    pub(crate) fn extend(&mut self, a: i64, b: i64, words: usize) -> Result<i64, Full> {
        let (second, more) = split(b);
        let (first, count) = self.last(a, words);
        self.words.extend_from_within(second..second + more * words);
        self.checked(joined(first, count + more))
    }

    /// Returns the elements from `from` to before `end`, which are in the list.
    pub(crate) fn slice(
        &mut self,
        list: i64,
        (from, end): (usize, usize),
        words: usize,
        shares: bool,
    ) -> Result<i64, Full> {
        let (first, _) = split(list);
        if end <= from {
            return Ok(0);
        }
        let first = first + from * words;
        if shares {
            return Ok(joined(first, end - from));
        }
        let place = self.words.len();
        self.words.extend_from_within(first..first + (end - from) * words);
        self.checked(joined(place, end - from))
    }

    /// Repeats an element.
    pub(crate) fn repeat(&mut self, list: i64, times: usize, words: usize) -> Result<i64, Full> {
        let (first, count) = split(list);
        let place = self.words.len();
        if count * words * times > MOST_WORDS {
            return Err(Full);
        }
        for _ in 0..times {
            self.words.extend_from_within(first..first + count * words);
        }
        self.checked(joined(place, count * times))
    }

    #[inline(always)]
    pub(crate) fn element(&self, list: i64, index: usize, words: usize) -> &[i64] {
        let (first, _) = split(list);
        &self.words[first + index * words..first + (index + 1) * words]
    }

    #[inline(always)]
    pub(crate) fn word(&self, list: i64, index: usize) -> i64 {
        let (first, _) = split(list);
        self.words[first + index]
    }

    /// Changes an element.
    pub(crate) fn set(&mut self, list: i64, index: usize, element: &[i64]) {
        let (first, _) = split(list);
        let first = first + index * element.len();
        self.words[first..first + element.len()].copy_from_slice(element);
    }

    /// Copies an element of one list into another.
    pub(crate) fn copy_element(
        &mut self,
        from: i64,
        index: usize,
        to: i64,
        place: usize,
        words: usize,
    ) {
        let (from, to) = (split(from).0 + index * words, split(to).0 + place * words);
        self.words.copy_within(from..from + words, to);
    }

    /// Puts the card `cards[c]` wherever the card `c` is, in the lists of these slots.
    pub(crate) fn exchange(
        &mut self,
        slots: &[i64],
        live: &[LiveList],
        all: &[Layout],
        cards: &Exchange,
    ) {
        // Every one has words of its own since it was kept.
        for (slot, layout) in live {
            self.exchange_in(slots[usize::from(*slot)], *layout, all, cards);
        }
    }

    fn exchange_in(&mut self, list: i64, layout: usize, all: &[Layout], cards: &Exchange) {
        let Some(layout) = all.get(layout) else { return };
        let (first, count) = split(list);
        let end = first.saturating_add(count.saturating_mul(layout.words));
        if count == 0 || end > self.words.len() {
            return;
        }
        for index in 0..count {
            for place in &layout.cards {
                let word = &mut self.words[first + index * layout.words + place];
                if let Some(card) = usize::try_from(*word).ok().and_then(|card| cards.get(card)) {
                    *word = (*card).into();
                }
            }
            for (place, inner) in &layout.lists {
                let list = self.words[first + index * layout.words + place];
                self.exchange_in(list, *inner, all, cards);
            }
        }
    }

    /// Takes an element out.
    pub(crate) fn remove(&mut self, list: i64, index: usize, words: usize) -> i64 {
        let (first, count) = split(list);
        let (from, end) = (first + (index + 1) * words, first + count * words);
        self.words.copy_within(from..end, from - words);
        if count == 1 { 0 } else { joined(first, count - 1) }
    }

    /// Returns the index of the first element that equals these words.
    pub(crate) fn find(
        &self,
        list: i64,
        value: &[i64],
        layout: &Layout,
        all: &[Layout],
    ) -> Option<usize> {
        let words = layout.words.max(1);
        self.of(list, words)
            .chunks_exact(words)
            .position(|element| self.order_elements(element, value, layout, all).is_eq())
    }

    /// Returns how many elements equal these words.
    pub(crate) fn count(&self, list: i64, value: &[i64], layout: &Layout, all: &[Layout]) -> usize {
        let words = layout.words.max(1);
        self.of(list, words)
            .chunks_exact(words)
            .filter(|element| self.order_elements(element, value, layout, all).is_eq())
            .count()
    }

    /// Compares two lists as Python does.
    pub(crate) fn order(&self, a: i64, b: i64, layout: &Layout, all: &[Layout]) -> Ordering {
        let words = layout.words.max(1);
        let (left, right) = (self.of(a, words), self.of(b, words));
        for (a, b) in left.chunks_exact(words).zip(right.chunks_exact(words)) {
            let order = self.order_elements(a, b, layout, all);
            if order.is_ne() {
                return order;
            }
        }
        length(a).cmp(&length(b))
    }

    fn order_elements(&self, a: &[i64], b: &[i64], layout: &Layout, all: &[Layout]) -> Ordering {
        for (word, (a, b)) in a.iter().zip(b).enumerate() {
            let inner = layout.lists.iter().find(|(place, _)| *place == word);
            let order = match inner.and_then(|(_, inner)| all.get(*inner)) {
                Some(inner) => self.order(*a, *b, inner, all),
                None => a.cmp(b),
            };
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }

    /// Sorts elements of a key and a value by the key, and keeps the values alone. Equal keys stay
    /// in their order, also if the largest comes first.
    pub(crate) fn sort(
        &mut self,
        list: i64,
        key: usize,
        words: usize,
        reverse: bool,
    ) -> Result<i64, Full> {
        let (first, count) = split(list);
        let all = key + words;
        self.order.clear();
        self.order.extend(0..count as u32);
        let old = &self.words;
        let key_of = |index: u32| {
            let place = first + index as usize * all;
            &old[place..place + key]
        };
        self.order.sort_unstable_by(|a, b| {
            let order = key_of(*a).cmp(key_of(*b));
            (if reverse { order.reverse() } else { order }).then(a.cmp(b))
        });
        let place = self.words.len();
        for index in &self.order {
            let from = first + *index as usize * all + key;
            self.words.extend_from_within(from..from + words);
        }
        self.checked(joined(place, count))
    }

    /// Makes every element longer, with zeros, or shorter.
    pub(crate) fn fit(&mut self, list: i64, words: usize, new_words: usize) -> Result<i64, Full> {
        let (first, count) = split(list);
        let place = self.words.len();
        for index in 0..count {
            let from = first + index * words;
            self.words.extend_from_within(from..from + words.min(new_words));
            self.words.resize(place + (index + 1) * new_words, 0);
        }
        self.checked(joined(place, count))
    }

    /// Takes an empty vector for the lists that are needed, to be
    /// [given back](Self::give_back_live), so that none is allocated.
    #[inline(always)]
    pub(crate) fn take_live(&mut self) -> Vec<LiveList> {
        std::mem::take(&mut self.live)
    }

    #[inline(always)]
    pub(crate) fn give_back_live(&mut self, mut live: Vec<LiveList>) {
        live.clear();
        self.live = live;
    }

    /// Whether lists that are not needed may stay a while.
    #[inline(always)]
    pub(crate) fn may_wait(&mut self) -> bool {
        self.is_kept = false;
        self.words.len() < MOST_WAITING
    }

    /// Whether only lists that are needed are kept, since the last decision.
    pub(crate) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Keeps these lists alone: moves them to the beginning.
    pub(crate) fn keep(&mut self, slots: &mut [i64], live: &[LiveList], all: &[Layout]) {
        let mut spare = std::mem::take(&mut self.spare);
        spare.clear();
        for (slot, layout) in live {
            let slot = &mut slots[usize::from(*slot)];
            *slot = self.moved(*slot, *layout, all, &mut spare);
        }
        self.spare = std::mem::replace(&mut self.words, spare);
        self.is_kept = true;
    }

    fn moved(&self, list: i64, layout: usize, all: &[Layout], to: &mut Vec<i64>) -> i64 {
        let Some(layout) = all.get(layout) else { return 0 };
        let (first, count) = split(list);
        // A slot that was never set, or whose list is no longer needed, may point anywhere.
        let words = self.words.get(first..first.saturating_add(count.saturating_mul(layout.words)));
        let Some(words) = words.filter(|_| count > 0 && to.len() < MOST_WORDS) else { return 0 };
        let place = to.len();
        to.extend_from_slice(words);
        for (word, inner) in &layout.lists {
            for index in 0..count {
                let at = place + index * layout.words + word;
                to[at] = self.moved(to[at], *inner, all, to);
            }
        }
        joined(place, count)
    }

    /// The cards of a list that are in a set, as a list.
    pub(crate) fn pick(&mut self, list: i64, set: &[i64]) -> Result<i64, Full> {
        let (from, count) = split(list);
        let place = self.words.len();
        for index in from..from + count {
            let card = self.words[index];
            if set[card as usize / 64] >> (card & 63) & 1 == 1 {
                self.words.push(card);
            }
        }
        let count = self.words.len() - place;
        self.checked(if count == 0 { 0 } else { joined(place, count) })
    }

    /// Adds one word at a time to a list that is made: the cards of a zone.
    #[inline(always)]
    pub(crate) fn collect(&mut self, cards: impl Iterator<Item = i64>) -> Result<i64, Full> {
        let place = self.words.len();
        self.words.extend(cards);
        let count = self.words.len() - place;
        self.checked(if count == 0 { 0 } else { joined(place, count) })
    }
}
