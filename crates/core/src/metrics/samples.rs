//! What is noted of every decision, in a sample of the blocks.

use serde::{Deserialize, Serialize};

use super::shape::Shape;
use crate::arrangement::Arrangement;
use crate::game::{
    Game, KindCounts, LegalSet, MAX_ACTION_KINDS, Observer, Outcome, Playthrough, Standing,
};
use crate::playthrough::play_on;
use crate::rng::BlockStreams;
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use fairdeal_stats::Overflow;

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

impl DecisionTally {
    #[inline(always)]
    fn observe<G: Game>(&mut self, legal: &G::Legal, action: G::Action) {
        G::count_kinds(legal, &mut self.kinds);
        let kind = G::kind(action) % MAX_ACTION_KINDS;
        self.chosen[kind] += 1;
        self.forced[kind] += u64::from(legal.count() == 1);
    }

    pub(super) fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        let pairs = [
            (&mut self.kinds.decisions, &other.kinds.decisions),
            (&mut self.kinds.legal, &other.kinds.legal),
            (&mut self.chosen, &other.chosen),
            (&mut self.forced, &other.forced),
        ];
        for (counts, others) in pairs {
            for (count, other) in counts.iter_mut().zip(others) {
                *count = count.checked_add(*other).ok_or(Overflow)?;
            }
        }
        Ok(())
    }
}

/// Is this block sampled, so that its decisions are counted?
///
/// All of the first 256 blocks are, then every 32nd: counting decisions by kind costs a third of
/// the time of random play, and there are dozens in every game, so that a small part of them says
/// enough. The tables say how many games were sampled.
#[inline]
pub fn is_sampled(block: u64) -> bool {
    next_sampled(block) == Some(block)
}

/// The first sampled block from this one on.
#[inline]
pub(super) fn next_sampled(block: u64) -> Option<u64> {
    if block < 256 { Some(block) } else { block.checked_next_multiple_of(32) }
}

/// What was noted of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SampledGame {
    /// Decisions with one legal action only.
    pub forced: u32,
    /// All decisions.
    pub decisions: u32,
    /// Was no winner ahead when half of the decisions were taken? `None` where nobody won.
    pub comeback: Option<bool>,
    /// How far the score of the nearest winner then was from that of whoever was ahead; 0 where
    /// that is no comeback.
    pub behind: u32,
}

/// What was noted of the sampled blocks of a batch.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecisionSamples<'a> {
    /// The decisions of each strategy of the shape.
    pub decisions: &'a [DecisionTally],
    /// The games of the sampled blocks, block by block.
    pub games: &'a [SampledGame],
}

/// Watches games, counts the decisions of each strategy, and notes what was chosen.
#[derive(Clone, Debug)]
pub struct DecisionObserver<G: Game> {
    /// By strategy of the shape.
    tallies: [DecisionTally; MAX_SEATS],
    /// Who sits where in the game being watched.
    arrangement: Arrangement,
    forced: u32,
    /// What was chosen at each decision.
    actions: Vec<G::Action>,
    /// The states at every `stride`-th decision, the first one included; a power of two.
    states: Vec<G::State>,
    stride: usize,
}

/// This many decisions of one game are noted without an allocation: more than nearly all games
/// have.
const NOTED: usize = 4096;

/// At most this many states of a game are kept: an even number.
const STATES: usize = 64;

/// A state is kept at every 8th decision of a game that is not long: a copy costs about as much as
/// a decision or less.
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

    /// Takes note of who sits where in the next game.
    pub fn seat(&mut self, arrangement: Arrangement) {
        self.arrangement = arrangement;
        self.forced = 0;
        self.actions.clear();
        self.states.clear();
        self.stride = STRIDE;
    }

    /// What was noted of the game that was just played, by these rules and with these streams.
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

    /// How the game stood when half of the decisions were taken; `None` if there were none.
    ///
    /// Where that is shows when it is over. To play a few decisions again then takes less time than
    /// to ask at every decision how the game stands.
    fn half(&self, rules: &G::Rules, streams: BlockStreams) -> Option<Standing> {
        let half = self.actions.len() / 2;
        let place = half / self.stride;
        let state = self.states.get(place)?.clone();
        Some(G::standing(
            rules,
            &play_on::<G>(rules, state, &self.actions[place * self.stride..half], streams),
        ))
    }

    /// Keeps a state; where there are as many as may be, only every other one from now on.
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

    /// The decisions of each strategy of the shape.
    pub fn tallies(&self, shape: &Shape) -> &[DecisionTally] {
        &self.tallies[..shape.strategies.len()]
    }
}

/// How far the score of the nearest of these seats is from that of a leader.
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
    /// How it ended.
    pub played: Playthrough,
    /// What was noted of it.
    pub noted: SampledGame,
}

/// An observer beside whom it is noted what a run notes of the games of sampled blocks.
#[derive(Debug)]
pub struct Noting<'r, G: Game, O> {
    rules: &'r G::Rules,
    streams: BlockStreams,
    observer: O,
    notes: DecisionObserver<G>,
}

impl<'r, G: Game, O> Noting<'r, G, O> {
    /// Beside this observer, of a game by these rules and with these streams.
    pub fn new(rules: &'r G::Rules, streams: BlockStreams, observer: O) -> Self {
        Self { rules, streams, observer, notes: DecisionObserver::default() }
    }

    /// The observer, and the game that was played before it.
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

    fn event(&mut self, event: G::Event<'_>) {
        self.observer.event(event);
    }

    fn over(&mut self, state: &G::State) {
        self.observer.over(state);
    }
}
