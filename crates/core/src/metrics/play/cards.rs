//! The value of cards: win rates with and without a card, and the effect of dealing another card
//! instead.
//!
//! * **With and without**, by event (a card was dealt, drawn, played): the win rate of the seats to
//!   which it happened, minus that of the seats to which it did not. Unit: wins, -1 to 1. Seats are
//!   counted in every game, or in every part of a game that is won, such as a deal. The difference
//!   is an association, not a cause: a player who is winning plays more cards, and a player who
//!   plays longer sees more of them. (The win rate "in hand" of
//!   <https://www.17lands.com/metrics_definitions> has this bias; here seats with a card are
//!   compared with seats without it, since comparing with all seats would shrink the difference.)
//!   Dealt cards do not have this bias, since they are not chosen.
//! * **Effect**: the same game once more, with the same streams and players, where one card that
//!   the seat was dealt changes places in the shuffled deck with a random card that the seat was
//!   not dealt. The effect is the mean over all such cases of the seat's win with the card minus
//!   its win with the other one, -1 to 1. (Only a simulation can deal again; a site that collects
//!   games cannot.) For a card of which the deck has one copy, "with and without" of dealt cards
//!   estimates the same. Here the luck of all other cards is the same on both sides, which removes
//!   some of the noise.
//!
//! Both are counted by strategy, since different players play different cards. All cases of one
//! block are one observation.

use serde::{Deserialize, Serialize};

use crate::arrangement::Arrangement;
use crate::cards::bits::BitSet;
use crate::game::{CardNames, CardNotes, Dealer, FirstDeck, Game, Observer};
use crate::metrics::samples::is_sampled;
use crate::rng::{BlockStreams, Stream};
use crate::seat::{Seat, SeatSet};
use fairdeal_stats::{Overflow, PairedBlocks, merged};

/// The cards that are counted, and the number of exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardMeasure {
    /// The cards, and the events that can happen to them.
    pub names: CardNames,
    /// The number of other cards for which each card that a seat is dealt in a game is exchanged.
    pub exchanges: u32,
    /// The number of blocks, from the first on, in which cards are exchanged.
    pub blocks: u64,
}

/// The counts of cards in one cell; both lists are empty while nothing is counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CardCounts {
    /// By strategy of the shape, event and card: the wins of seats to which it happened, and of the
    /// other seats.
    rates: Vec<PairedBlocks>,
    /// By strategy and card: the wins of seats that were dealt it, and of the same seats with
    /// another card instead.
    effects: Vec<PairedBlocks>,
}

impl CardMeasure {
    /// The index of an event and card of a strategy.
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

merged!(CardCounts { rates, effects });

impl CardCounts {
    /// Returns the wins of a strategy with an event and card and without it, by their indices in
    /// the lists of names. `None` if it never happened.
    pub fn rate(
        &self,
        measure: &CardMeasure,
        strategy: usize,
        event: usize,
        card: usize,
    ) -> Option<&PairedBlocks> {
        self.rates.get(measure.place(strategy, event, card)).filter(|rate| rate.first.games > 0)
    }

    /// Returns the wins of a strategy with a card that it was dealt, and with another one instead.
    /// `None` if none was exchanged.
    pub fn effect(
        &self,
        measure: &CardMeasure,
        strategy: usize,
        card: usize,
    ) -> Option<&PairedBlocks> {
        self.effects.get(measure.cards(strategy) + card).filter(|effect| effect.first.games > 0)
    }
}

/// Wins in 840ths, in this many cases.
type Cases = (u64, u64);

fn add(cases: &mut Cases, points: u64) {
    cases.0 += points;
    cases.1 += 1;
}

/// Watches the games of one cell for the events of cards, plays them again with other cards, and
/// counts block by block.
#[derive(Clone, Debug)]
pub struct CardWatch {
    measure: CardMeasure,
    players: usize,
    /// Whether the games of the current block are watched, and whether cards are exchanged in them.
    watched: bool,
    exchanges: bool,
    deck: FirstDeck,
    /// The notes of the current game.
    notes: CardNotes,
    /// The current block: by strategy; by strategy, event and card, with it; by strategy and card,
    /// with it and with another one.
    all: Vec<Cases>,
    with: Vec<Cases>,
    dealt: Vec<[Cases; 2]>,
    /// The counts of finished blocks.
    counts: CardCounts,
}

impl CardWatch {
    /// Returns a watcher for games of this many strategies and players.
    pub fn new(measure: CardMeasure, strategies: usize, players: usize) -> Self {
        Self {
            players,
            watched: false,
            exchanges: false,
            deck: FirstDeck::default(),
            notes: CardNotes::new(measure.names.cards.len()),
            all: vec![(0, 0); strategies],
            with: vec![(0, 0); measure.places(strategies)],
            dealt: vec![[(0, 0); 2]; measure.cards(strategies)],
            counts: CardCounts::default(),
            measure,
        }
    }

    /// Begins a block, and forgets the notes of a block that was not finished; returns whether the
    /// block's games are watched.
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
        if let Some(teller) = G::CARD_TELLER.filter(|_| self.watched) {
            self.deck = FirstDeck::of(teller, rules, streams.into());
        }
        self.watched
    }

    /// Begins a game.
    pub fn begin_game(&mut self) {
        self.notes.clear();
        self.deck.note(&mut self.notes);
    }

    /// Counts the watched game, which these seats won. Returns the winners of its first part: only
    /// cards of that part are exchanged.
    pub(super) fn count_game(&mut self, arrangement: Arrangement, winners: SeatSet) -> SeatSet {
        let of_first = self.notes.winners_of_first(winners);
        for (noted, winners) in self.notes.parts(winners) {
            for seat in Seat::all(self.players) {
                let (strategy, points) = (arrangement.strategy(seat), winners.credit(seat));
                add(&mut self.all[strategy], points);
                for (first, noted) in (0..).step_by(64).zip(noted) {
                    let events = noted[seat.index()].iter().take(self.measure.names.events.len());
                    for (event, cards) in events.enumerate() {
                        let cards = BitSet([*cards]).iter().map(|card| first + usize::from(card));
                        for card in cards.filter(|card| is_named(*card, self.measure.names)) {
                            add(&mut self.with[self.measure.place(strategy, event, card)], points);
                        }
                    }
                }
            }
        }
        of_first
    }

    /// Returns the number of players whose cards are exchanged in the current block.
    pub(super) fn exchanging_players(&self) -> usize {
        if self.exchanges { self.players } else { 0 }
    }

    /// Returns the number of other cards for which each card is exchanged.
    pub(super) fn exchanges_of_a_card(&self) -> usize {
        self.measure.exchanges as usize
    }

    /// Iterates over the numbers of the cards that a seat was dealt in the watched game.
    pub(super) fn dealt_cards(&self, seat: Seat) -> impl Iterator<Item = usize> + use<> {
        let names = self.measure.names;
        self.deck.dealt(seat).into_iter().filter(move |card| is_named(*card, names))
    }

    /// Prepares to watch the game again with a card of a seat exchanged for a drawn one; returns
    /// its random numbers. `None` if there is no other card, or if it would change who is dealt
    /// the cards at other places.
    pub(super) fn begin_exchange<G: Game>(
        &mut self,
        rules: &G::Rules,
        streams: BlockStreams,
        (seat, card): (Seat, usize),
        stream: &mut Stream,
    ) -> Option<Dealer> {
        let places = self.deck.draw_exchange(seat, card, stream)?;
        let dealer = Dealer::exchanging(streams, places);
        let exchanged = FirstDeck::of(G::CARD_TELLER?, rules, dealer);
        if !exchanged.is_dealt_like(&self.deck) {
            return None;
        }
        self.notes.clear();
        Some(dealer)
    }

    /// Counts the game with a card of a seat exchanged, which `winners` won. With the original
    /// cards, its first part went to `won_as_dealt`.
    pub(super) fn count_exchange(
        &mut self,
        strategy: usize,
        (seat, card): (Seat, usize),
        won_as_dealt: SeatSet,
        winners: SeatSet,
    ) {
        let won_exchanged = self.notes.winners_of_first(winners);
        let [own, other] = &mut self.dealt[self.measure.cards(strategy) + card];
        add(own, won_as_dealt.credit(seat));
        add(other, won_exchanged.credit(seat));
    }

    /// Ends the block, and counts the notes of its games.
    ///
    /// # Errors
    /// If a count would overflow.
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

    /// Returns the counts since the last call.
    pub(crate) fn take_counts(&mut self) -> CardCounts {
        std::mem::take(&mut self.counts)
    }
}

/// Whether a card has a name.
fn is_named(card: usize, names: CardNames) -> bool {
    names.cards.get(card).is_some_and(|name| !name.is_empty())
}

impl<G: Game> Observer<G> for CardWatch {
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        if let Some(teller) = G::CARD_TELLER {
            teller.position(rules, state, &mut self.notes);
        }
    }

    fn decision(&mut self, seat: Seat, _legal: &G::Legal, action: G::Action) {
        if let Some(teller) = G::CARD_TELLER {
            teller.action(seat, action, &mut self.notes);
        }
    }

    fn event(&mut self, event: G::Event<'_>) {
        if let Some(teller) = G::CARD_TELLER {
            teller.event(&event, &mut self.notes);
        }
    }

    fn over(&mut self, rules: &G::Rules, state: &G::State) {
        if let Some(teller) = G::CARD_TELLER {
            teller.over(rules, state, &mut self.notes);
        }
    }
}
