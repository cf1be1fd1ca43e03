//! The notes of every decision, in a sample of the blocks.

use serde::{Deserialize, Serialize};

use super::shape::Shape;
use crate::arrangement::Arrangement;
use crate::game::{
    Game, KindCounts, LegalSet, MAX_ACTION_KINDS, Observer, Outcome, Playthrough, Standing,
};
use crate::playthrough::play_on;
use crate::rng::BlockStreams;
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use fairdeal_stats::merged;

/// Counts of one strategy's decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionTally {
    /// Decisions in which each kind was legal, and legal actions of each kind.
    pub kinds: KindCounts,
    /// How often an action of each kind was chosen.
    pub chosen: [u64; MAX_ACTION_KINDS],
    /// How often an action of each kind was the only legal one.
    pub forced: [u64; MAX_ACTION_KINDS],
}

merged!(KindCounts { decisions, legal });
merged!(DecisionTally { kinds, chosen, forced });

impl DecisionTally {
    #[inline(always)]
    fn observe<G: Game>(&mut self, legal: &G::Legal, action: G::Action) {
        G::count_kinds(legal, &mut self.kinds);
        let kind = G::kind(action) % MAX_ACTION_KINDS;
        self.chosen[kind] += 1;
        self.forced[kind] += u64::from(legal.count() == 1);
    }
}

/// Returns whether this block is sampled, so that its decisions are counted.
///
/// The first 256 blocks are, then every 32nd: counting decisions by kind costs a third of the time
/// of random play, and every game has dozens of decisions, so a small sample is enough. The tables
/// show the number of sampled games.
#[inline]
pub fn is_sampled(block: u64) -> bool {
    next_sampled(block) == Some(block)
}

/// Returns the first sampled block from this one on.
#[inline]
pub(super) fn next_sampled(block: u64) -> Option<u64> {
    if block < 256 { Some(block) } else { block.checked_next_multiple_of(32) }
}

/// The notes of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SampledGame {
    /// The number of decisions with a single legal action.
    pub forced: u32,
    /// The number of decisions.
    pub decisions: u32,
    /// Whether no winner was ahead when half of the decisions were taken; `None` without a winner.
    pub comeback: Option<bool>,
    /// The distance at that time between the score of the nearest winner and the leader; 0 if it
    /// was not a comeback.
    pub behind: u32,
}

/// The notes of the sampled blocks of a batch.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecisionSamples<'a> {
    /// The decisions of each strategy of the shape.
    pub decisions: &'a [DecisionTally],
    /// The games of the sampled blocks, block by block.
    pub games: &'a [SampledGame],
}

/// Watches games, counts the decisions of each strategy, and notes the chosen actions.
#[derive(Clone, Debug)]
pub struct DecisionObserver<G: Game> {
    /// By strategy of the shape.
    tallies: [DecisionTally; MAX_SEATS],
    /// The arrangement of the current game.
    arrangement: Arrangement,
    forced: u32,
    /// The action at each decision.
    actions: Vec<G::Action>,
    /// The states at every `stride`-th decision, the first one included; a power of two.
    states: Vec<G::State>,
    stride: usize,
}

/// The number of decisions of one game that are noted without an allocation: more than nearly all
/// games have.
const NOTED: usize = 4096;

/// The largest number of states of a game that are kept: an even number.
const STATES: usize = 64;

/// The initial distance, in decisions, between kept states. A copy costs about as much as a
/// decision or less.
const STRIDE: usize = 8;

impl<G: Game> Default for DecisionObserver<G> {
    fn default() -> Self {
        Self {
            tallies: [DecisionTally::default(); MAX_SEATS],
            arrangement: Arrangement::default(),
            forced: 0,
            actions: Vec::with_capacity(NOTED),
            states: Vec::with_capacity(STATES),
            stride: STRIDE,
        }
    }
}

impl<G: Game> DecisionObserver<G> {
    /// Forgets what it counted.
    pub fn clear(&mut self) {
        self.tallies = [DecisionTally::default(); MAX_SEATS];
        self.seat(Arrangement::default());
    }

    /// Sets the arrangement of the next game.
    pub fn seat(&mut self, arrangement: Arrangement) {
        self.arrangement = arrangement;
        self.forced = 0;
        self.actions.clear();
        self.states.clear();
        self.stride = STRIDE;
    }

    /// Returns the notes of the game that was just played, under these rules and with these
    /// streams.
    pub fn game(&self, rules: &G::Rules, streams: BlockStreams, outcome: &Outcome) -> SampledGame {
        let half = self.half(rules, streams).filter(|_| outcome.winners != SeatSet::NONE);
        let came_back =
            |half: &Standing| outcome.winners.intersection(half.leaders) == SeatSet::NONE;
        SampledGame {
            forced: self.forced,
            decisions: self.actions.len() as u32,
            comeback: half.as_ref().map(came_back),
            behind: half.filter(came_back).map_or(0, |half| behind(&half, outcome.winners)),
        }
    }

    /// The standing when half of the decisions were taken; `None` without decisions.
    ///
    /// The middle is known only when the game is over. Playing a few decisions again then takes
    /// less time than asking for the standing at every decision.
    fn half(&self, rules: &G::Rules, streams: BlockStreams) -> Option<Standing> {
        let half = self.actions.len() / 2;
        let place = half / self.stride;
        let state = self.states.get(place)?.clone();
        Some(G::standing(
            rules,
            &play_on::<G>(rules, state, &self.actions[place * self.stride..half], streams),
        ))
    }

    /// Keeps a state. If the list is full, keeps only every other state from now on.
    #[inline(never)]
    fn keep(&mut self, state: &G::State) {
        if self.states.len() == STATES {
            for place in 1..STATES / 2 {
                self.states.swap(place, 2 * place);
            }
            self.states.truncate(STATES / 2);
            self.stride *= 2;
        }
        self.states.push(state.clone());
    }

    /// Returns the decisions of each strategy of the shape.
    pub fn tallies(&self, shape: &Shape) -> &[DecisionTally] {
        &self.tallies[..shape.strategies.len()]
    }
}

/// The distance between the score of the nearest of these seats and a leader's.
fn behind(standing: &Standing, seats: SeatSet) -> u32 {
    let scores = |among: SeatSet| {
        Seat::all(MAX_SEATS)
            .filter(move |seat| among.contains(*seat))
            .map(|seat| standing.scores[seat.index()])
    };
    let differences = scores(standing.leaders)
        .flat_map(|ahead| scores(seats).map(move |score| ahead.abs_diff(score)));
    differences.min().unwrap_or(0)
}

impl<G: Game> Observer<G> for DecisionObserver<G> {
    #[inline(always)]
    fn position(&mut self, _rules: &G::Rules, state: &G::State) {
        if self.actions.len() & (self.stride - 1) == 0 {
            self.keep(state);
        }
    }

    #[inline(always)]
    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        self.tallies[self.arrangement.strategy(seat) % MAX_SEATS].observe::<G>(legal, action);
        self.forced += u32::from(legal.count() == 1);
        self.actions.push(action);
    }
}

/// A game that was watched from its beginning to its end.
#[derive(Clone, Copy, Debug)]
pub struct WatchedGame {
    /// The outcome.
    pub played: Playthrough,
    /// Its notes.
    pub noted: SampledGame,
}

/// An observer, together with the notes that a run keeps of the games of sampled blocks.
#[derive(Debug)]
pub struct Noting<'r, G: Game, O> {
    rules: &'r G::Rules,
    streams: BlockStreams,
    observer: O,
    notes: DecisionObserver<G>,
}

impl<'r, G: Game, O> Noting<'r, G, O> {
    /// Wraps this observer for a game under these rules and with these streams.
    pub fn new(rules: &'r G::Rules, streams: BlockStreams, observer: O) -> Self {
        Self { rules, streams, observer, notes: DecisionObserver::default() }
    }

    /// Returns the observer, and the game that was played before it.
    pub fn game(self, played: Playthrough) -> (O, WatchedGame) {
        let noted = self.notes.game(self.rules, self.streams, &played.outcome);
        (self.observer, WatchedGame { played, noted })
    }
}

impl<G: Game, O: Observer<G>> Observer<G> for Noting<'_, G, O> {
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        self.observer.position(rules, state);
        self.notes.position(rules, state);
    }

    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        self.observer.decision(seat, legal, action);
        self.notes.decision(seat, legal, action);
    }

    fn action(&mut self, state: &G::State, action: G::Action) {
        self.observer.action(state, action);
    }

    fn event(&mut self, event: G::Event<'_>) {
        self.observer.event(event);
    }

    fn over(&mut self, rules: &G::Rules, state: &G::State) {
        self.observer.over(rules, state);
    }
}
