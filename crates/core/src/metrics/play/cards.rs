//! What cards are worth: win rates with and without a card, and the effect of dealing another one
//! in its place.
//!
//! * **With and without**, by event (a card was dealt, drawn, played): the win rate of the seats to
//!   which it happened, less that of the seats to which it did not. Unit: wins, -1 to 1. Seats are
//!   counted in every game, or in every part of a game that is won, such as a deal. The difference
//!   tells what goes with winning, not what makes win: who is winning plays more cards, and who
//!   plays longer sees more of them. (The win rate "in hand" of
//!   <https://www.17lands.com/metrics_definitions> has this bias; with is compared with without and
//!   not with all, which would shrink the difference.) It is free of it for cards that were dealt,
//!   since nobody chose them.
//! * **Effect**: the same game once more, with the same streams and players, but for one card that
//!   the seat was dealt, which changes places in the shuffled deck with a random card that the seat
//!   was not dealt. The effect is the mean over all such cases of the seat's win with the card less
//!   its win with the other one, -1 to 1 (ours: a simulation can deal what a site that collects
//!   games cannot). For a card of which there is one, with and without of the cards dealt estimate
//!   the same. Here luck with all other cards is the same on both sides, which takes some of the
//!   noise away.
//!
//! Both are counted by strategy, since different players play different cards. All cases of one
//! block are one observation.

use serde::{Deserialize, Serialize};

use crate::arrangement::Arrangement;
use crate::cards::bits::BitSet;
use crate::game::{CardNames, CardNotes, FirstDeck, Game, Observer};
use crate::metrics::samples::is_sampled;
use crate::rng::{BlockStreams, Stream};
use crate::seat::{Seat, SeatSet};
use fairdeal_stats::{Overflow, PairedBlocks};

/// Which cards are counted, and how often each is exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardMeasure {
    /// The cards, and what can happen to them.
    pub names: CardNames,
    /// For how many other cards each one is exchanged that a seat is dealt in a game.
    pub exchanges: u32,
    /// In how many blocks, from the first on, cards are exchanged.
    pub blocks: u64,
}

/// What is counted of cards in one cell; both lists are empty as long as there is nothing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CardCounts {
    /// By strategy of the shape, event and card: the wins of seats to which it happened, and of
    /// those to which it did not.
    rates: Vec<PairedBlocks>,
    /// By strategy and card: the wins of seats that were dealt it, and of the same with another
    /// card in its place.
    effects: Vec<PairedBlocks>,
}

impl CardMeasure {
    /// Where an event and card of a strategy stand among all.
    fn place(&self, strategy: usize, event: usize, card: usize) -> usize {
        (strategy * self.names.events.len() + event) * self.names.cards.len() + card
    }

    /// The number of events and cards of this many strategies.
    fn places(&self, strategies: usize) -> usize {
        self.place(strategies, 0, 0)
    }

    /// The number of cards of this many strategies.
    fn cards(&self, strategies: usize) -> usize {
        strategies * self.names.cards.len()
    }
}

impl CardCounts {
    /// Wins of a strategy with an event and card and without it, by their places in the lists of
    /// names. `None` if it never happened.
    pub fn rate(
        &self,
        measure: &CardMeasure,
        strategy: usize,
        event: usize,
        card: usize,
    ) -> Option<&PairedBlocks> {
        self.rates.get(measure.place(strategy, event, card)).filter(|rate| rate.first.games > 0)
    }

    /// Wins of a strategy with a card that it was dealt, and with another one in its place. `None`
    /// if none was exchanged.
    pub fn effect(
        &self,
        measure: &CardMeasure,
        strategy: usize,
        card: usize,
    ) -> Option<&PairedBlocks> {
        self.effects.get(measure.cards(strategy) + card).filter(|effect| effect.first.games > 0)
    }

    /// Adds the counts of other blocks.
    ///
    /// # Errors
    /// When a count would overflow.
    pub(crate) fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        let pairs = [(&mut self.rates, &other.rates), (&mut self.effects, &other.effects)];
        pairs.into_iter().try_for_each(|(own, other)| {
            own.resize(own.len().max(other.len()), PairedBlocks::default());
            own.iter_mut().zip(other).try_for_each(|(own, other)| own.merge(other))
        })
    }
}

/// Wins in 840ths, in this many cases.
type Cases = (u64, u64);

fn add(cases: &mut Cases, points: u64) {
    cases.0 += points;
    cases.1 += 1;
}

/// Watches the games of one cell for what happens to cards, plays them again with other cards, and
/// counts block by block.
#[derive(Clone, Debug)]
pub struct CardWatch {
    measure: CardMeasure,
    players: usize,
    /// Are the games of the block being played watched, and are cards exchanged in them?
    watched: bool,
    exchanges: bool,
    deck: FirstDeck,
    /// Of the game being watched.
    notes: CardNotes,
    /// Of the block being played, by strategy; by strategy, event and card, with it; by strategy
    /// and card, with it and with another one.
    all: Vec<Cases>,
    with: Vec<Cases>,
    dealt: Vec<[Cases; 2]>,
    /// Of the blocks that were finished.
    counts: CardCounts,
}

impl CardWatch {
    /// Watches games of this many strategies and players.
    pub fn new(measure: CardMeasure, strategies: usize, players: usize) -> Self {
        Self {
            players,
            watched: false,
            exchanges: false,
            deck: FirstDeck::default(),
            notes: CardNotes::default(),
            all: vec![(0, 0); strategies],
            with: vec![(0, 0); measure.places(strategies)],
            dealt: vec![[(0, 0); 2]; measure.cards(strategies)],
            counts: CardCounts::default(),
            measure,
        }
    }

    /// A block begins, and what was noted of one that was not finished is forgotten; returns
    /// whether its games are to be watched.
    pub fn begin_block<G: Game>(
        &mut self,
        block: u64,
        rules: &G::Rules,
        streams: BlockStreams,
    ) -> bool {
        if self.watched {
            self.all.fill((0, 0));
            self.with.fill((0, 0));
            self.dealt.fill([(0, 0); 2]);
        }
        self.exchanges = block < self.measure.blocks;
        self.watched = self.exchanges || is_sampled(block);
        if let Some(teller) = G::card_teller().filter(|_| self.watched) {
            self.deck = FirstDeck::of(teller, rules, streams);
        }
        self.watched
    }

    /// A game begins.
    pub fn begin_game(&mut self) {
        self.notes.clear();
        self.deck.note(&mut self.notes);
    }

    /// The game that was watched is over: these seats won. Returns who won its first part: only
    /// cards of that part are exchanged.
    pub(super) fn count_game(&mut self, arrangement: Arrangement, winners: SeatSet) -> SeatSet {
        let parts = self.notes.parts(winners);
        for (noted, winners) in parts {
            for seat in Seat::all(self.players) {
                let (strategy, points) = (arrangement.strategy(seat), winners.credit(seat));
                add(&mut self.all[strategy], points);
                for (event, cards) in
                    noted[seat.index()].iter().take(self.measure.names.events.len()).enumerate()
                {
                    for card in cards_of(*cards, self.measure.names) {
                        add(&mut self.with[self.measure.place(strategy, event, card)], points);
                    }
                }
            }
        }
        parts[0].1
    }

    /// Of how many players cards are exchanged in the block being played.
    pub(super) fn exchanging_players(&self) -> usize {
        if self.exchanges { self.players } else { 0 }
    }

    /// For how many other cards each one is exchanged.
    pub(super) fn exchanges_of_a_card(&self) -> usize {
        self.measure.exchanges as usize
    }

    /// The numbers of the cards that a seat was dealt in the game that was watched.
    pub(super) fn dealt_cards(&self, seat: Seat) -> impl Iterator<Item = usize> + use<> {
        cards_of(self.deck.dealt(seat), self.measure.names)
    }

    /// Makes ready to watch the game again with a card of a seat exchanged for a drawn one; the
    /// places of both in the deck, or `None` if there is no other.
    pub(super) fn begin_exchange(
        &mut self,
        seat: Seat,
        card: usize,
        stream: &mut Stream,
    ) -> Option<[u8; 2]> {
        let places = self.deck.draw_exchange(seat, card, stream)?;
        self.notes.clear();
        Some(places)
    }

    /// The game with a card of a seat exchanged is over: `winners` won it. As it was dealt, its
    /// first part went to `won_as_dealt`.
    pub(super) fn count_exchange(
        &mut self,
        strategy: usize,
        (seat, card): (Seat, usize),
        won_as_dealt: SeatSet,
        winners: SeatSet,
    ) {
        let (_, won_exchanged) = self.notes.parts(winners)[0];
        let [own, other] = &mut self.dealt[self.measure.cards(strategy) + card];
        add(own, won_as_dealt.credit(seat));
        add(other, won_exchanged.credit(seat));
    }

    /// All games of the block are over: what was noted of them is counted.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn end_block(&mut self) -> Result<(), Overflow> {
        if !self.watched {
            return Ok(());
        }
        self.counts.rates.resize(self.with.len(), PairedBlocks::default());
        self.counts.effects.resize(self.dealt.len(), PairedBlocks::default());
        let each = self
            .counts
            .rates
            .chunks_exact_mut(self.measure.places(1))
            .zip(self.with.chunks_exact(self.measure.places(1)));
        for ((rates, with), all) in each.zip(&self.all).filter(|(_, all)| all.1 > 0) {
            rates.iter_mut().zip(with).try_for_each(|(rate, with)| {
                rate.observe(*with, (all.0 - with.0, all.1 - with.1))
            })?;
        }
        let exchanged =
            self.counts.effects.iter_mut().zip(&self.dealt).filter(|(_, [own, _])| own.1 > 0);
        exchanged.into_iter().try_for_each(|(effect, [own, other])| effect.observe(*own, *other))
    }

    /// Hands over what was counted since it was last asked.
    pub(crate) fn take_counts(&mut self) -> CardCounts {
        std::mem::take(&mut self.counts)
    }
}

/// The numbers of the cards among some that have a name.
fn cards_of(cards: u64, names: CardNames) -> impl Iterator<Item = usize> {
    BitSet([cards])
        .iter()
        .map(usize::from)
        .filter(move |card| names.cards.get(*card).is_some_and(|name| !name.is_empty()))
}

impl<G: Game> Observer<G> for CardWatch {
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        if let Some(teller) = G::card_teller() {
            teller.position(rules, state, &mut self.notes);
        }
    }

    fn decision(&mut self, seat: Seat, _legal: &G::Legal, action: G::Action) {
        if let Some(teller) = G::card_teller() {
            teller.action(seat, action, &mut self.notes);
        }
    }

    fn event(&mut self, event: G::Event<'_>) {
        if let Some(teller) = G::card_teller() {
            teller.event(&event, &mut self.notes);
        }
    }

    fn over(&mut self, state: &G::State) {
        if let Some(teller) = G::card_teller() {
            teller.over(state, &mut self.notes);
        }
    }
}
