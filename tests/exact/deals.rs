//! All deals of a small deck.

use fairdeal::game::{CardNumber, Chance};
use fairdeal::rng::Purpose;

/// The positions in a deck, from its top, that belong together.
#[derive(Clone, Debug)]
pub struct Part {
    /// The positions in the deck.
    places: Vec<usize>,
}

impl Part {
    /// Returns positions whose cards stay together, so that their order does not matter.
    pub fn together(places: impl IntoIterator<Item = usize>) -> Self {
        Self { places: places.into_iter().collect() }
    }

    /// Returns whether it has no positions.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Returns positions that are seen one at a time.
    pub fn one_by_one(places: impl IntoIterator<Item = usize>) -> impl Iterator<Item = Self> {
        places.into_iter().map(|place| Self { places: vec![place] })
    }
}

/// Returns all different ways to deal a deck, each as the classes of its cards from the top, with
/// its probability.
///
/// `counts` are the numbers of cards of each class; cards of one class are equal. The parts must
/// cover the deck.
pub fn deals(counts: &[usize], parts: &[Part]) -> Vec<(Vec<u8>, f64)> {
    let size = counts.iter().sum();
    let mut dealing = Dealing { left: counts.to_vec(), deck: vec![0; size], deals: Vec::new() };
    dealing.deal(parts, 0, 0, size, 1.0);
    dealing.deals
}

struct Dealing {
    left: Vec<usize>,
    deck: Vec<u8>,
    deals: Vec<(Vec<u8>, f64)>,
}

impl Dealing {
    /// Deals the rest: to the first of `parts`, without its `filled` positions, classes from
    /// `class` on. Of `size` remaining cards, a part gets every set with the same probability:
    /// class by class, the number of ways to take some of it (hypergeometric).
    fn deal(&mut self, parts: &[Part], filled: usize, class: usize, size: usize, probability: f64) {
        let Some(part) = parts.first() else {
            self.deals.push((self.deck.clone(), probability));
            return;
        };
        let missing = part.places.len() - filled;
        if missing == 0 {
            let size = size - part.places.len();
            self.deal(
                &parts[1..],
                0,
                0,
                size,
                probability / self.ways_to_leave(size, part.places.len()),
            );
            return;
        }
        if class == self.left.len() {
            return;
        }
        let available = self.left[class];
        for taken in 0..=available.min(missing) {
            self.left[class] = available - taken;
            for &place in &part.places[filled..filled + taken] {
                self.deck[place] = class as u8;
            }
            self.deal(
                parts,
                filled + taken,
                class + 1,
                size,
                probability * binomial(available, taken),
            );
        }
        self.left[class] = available;
    }

    /// The number of ways to take `part` cards out of those and `size` others.
    fn ways_to_leave(&self, size: usize, part: usize) -> f64 {
        debug_assert_eq!(self.left.iter().sum::<usize>(), size);
        binomial(size + part, part)
    }
}

fn binomial(of: usize, taken: usize) -> f64 {
    (0..taken).map(|step| (of - step) as f64 / (step + 1) as f64).product()
}

/// Puts the single deck of a game into a given order.
#[derive(Clone, Copy, Debug)]
pub struct Stacked<'d> {
    /// The classes of the cards from the top.
    pub deck: &'d [u8],
    /// The class of a card by its identity.
    pub class: fn(u8) -> u8,
}

impl Chance for Stacked<'_> {
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, items: &mut [C]) {
        assert_eq!(purpose, Purpose::Deck(0), "one deal");
        let mut cards = items.to_vec();
        for (item, class) in items.iter_mut().zip(self.deck) {
            let found = cards
                .iter()
                .position(|&card| (self.class)(card.into() as u8) == *class)
                .expect("as many cards of a class as the deck has");
            *item = cards.swap_remove(found);
        }
        assert!(cards.is_empty(), "the whole deck is stacked");
    }

    fn below(&mut self, purpose: Purpose, _bound: u32) -> u32 {
        unreachable!("no lots are drawn, for {purpose:?} neither")
    }
}

/// A source of random numbers that is exhausted.
#[derive(Clone, Copy, Debug)]
pub struct Spent;

impl Chance for Spent {
    fn shuffle<C: CardNumber>(&mut self, purpose: Purpose, _items: &mut [C]) {
        unreachable!("nothing is shuffled after the deal: {purpose:?}")
    }

    fn below(&mut self, purpose: Purpose, _bound: u32) -> u32 {
        unreachable!("no lots are drawn after the deal: {purpose:?}")
    }
}

#[test]
fn deals_are_counted() {
    // Two each of two classes: one card each, and the order of the other two: six decks, four of
    // the 24 orders each.
    let parts: Vec<Part> = Part::one_by_one(0..4).collect();
    let all = deals(&[2, 2], &parts);
    assert_eq!(all.len(), 6);
    assert!(all.iter().all(|(_, probability)| (probability - 1.0 / 6.0).abs() < 1e-12));
    // Hands of two, alternately dealt: both of one class with probability 1/6, of two classes with
    // 2/3.
    let hands = deals(&[2, 2], &[Part::together([0, 2]), Part::together([1, 3])]);
    let found: Vec<_> = hands
        .iter()
        .map(|(deck, probability)| (deck.as_slice(), (probability * 6.0).round()))
        .collect();
    assert_eq!(found, [(&[1, 0, 1, 0][..], 1.0), (&[0, 0, 1, 1], 4.0), (&[0, 1, 0, 1], 1.0)]);
}
