//! The notes of every decision, in a sample of the blocks.

use serde::{Deserialize, Serialize};

use super::shape::Shape;
use crate::arrangement::Arrangement;
use crate::game::{Description, Game, LegalSet, Observer, Outcome, Playthrough, Standing};
use crate::playthrough::play_on;
use crate::rng::BlockStreams;
use crate::seat::{MAX_SEATS, Seat, SeatSet};
use fairdeal_stats::merged;

/// The number of kinds of action that are counted together, and kept so.
const GROUP: usize = 8;

/// Counts of one strategy's decisions, for a group of kinds of action. (The names are kept in
/// results: a digest of their structure says whether counts can be read.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionTally {
    kinds: LegalTally,
    chosen: [u64; GROUP],
    forced: [u64; GROUP],
}

/// Counts of legal actions, for a group of kinds of action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct LegalTally {
    decisions: [u64; GROUP],
    legal: [u64; GROUP],
}

merged!(LegalTally { decisions, legal });
merged!(DecisionTally { kinds, chosen, forced });

/// Counts of one strategy's decisions, for one kind of action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KindTally {
    /// Decisions in which an action of the kind was legal.
    pub decisions: u64,
    /// Legal actions of the kind, over all decisions.
    pub legal: u64,
    /// How often an action of the kind was chosen.
    pub chosen: u64,
    /// How often an action of the kind was the only legal one.
    pub forced: u64,
}

/// Returns the number of groups in which the kinds of action of a game are counted.
pub(super) fn groups(game: &Description) -> usize {
    game.action_kinds.len().div_ceil(GROUP).max(1)
}

/// Returns the counts of each kind of action, from those of all groups of a strategy.
pub(super) fn kinds(tallies: &[DecisionTally]) -> impl Iterator<Item = KindTally> + '_ {
    tallies.iter().flat_map(|tally| {
        (0..GROUP).map(|kind| KindTally {
            decisions: tally.kinds.decisions[kind],
            legal: tally.kinds.legal[kind],
            chosen: tally.chosen[kind],
            forced: tally.forced[kind],
        })
    })
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
    pub behind: u64,
}

/// The notes of the sampled blocks of a batch.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecisionSamples<'a> {
    /// The decisions of each strategy of the shape, group by group of kinds.
    pub decisions: &'a [DecisionTally],
    /// The games of the sampled blocks, block by block.
    pub games: &'a [SampledGame],
}

/// Watches games, counts the decisions of each strategy, and notes the chosen actions.
#[derive(Clone, Debug)]
pub struct DecisionObserver<G: Game> {
    /// By strategy of the shape, then by group of kinds.
    tallies: Vec<DecisionTally>,
    groups: usize,
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

impl<G: Game> DecisionObserver<G> {
    /// Returns an observer of games of this description.
    pub fn new(game: &Description) -> Self {
        let groups = groups(game);
        Self {
            tallies: vec![DecisionTally::default(); MAX_SEATS * groups],
            groups,
            arrangement: Arrangement::default(),
            forced: 0,
            actions: Vec::with_capacity(NOTED),
            states: Vec::with_capacity(STATES),
            stride: STRIDE,
        }
    }

    /// Forgets its counts.
    pub fn clear(&mut self) {
        self.tallies.fill(DecisionTally::default());
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

    /// Returns the decisions of each strategy of the shape, group by group of kinds.
    pub fn tallies(&self, shape: &Shape) -> &[DecisionTally] {
        &self.tallies[..shape.strategies.len() * self.groups]
    }
}

/// The distance between the score of the nearest of these seats and a leader's.
fn behind(standing: &Standing, seats: SeatSet) -> u64 {
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
        let own = self.groups * (self.arrangement.strategy(seat) % MAX_SEATS);
        let tallies = &mut self.tallies[own..own + self.groups];
        G::count_kinds(legal, &mut |kind, actions| {
            if actions > 0 {
                let tally = &mut tallies[kind / GROUP].kinds;
                tally.decisions[kind % GROUP] += 1;
                tally.legal[kind % GROUP] += u64::from(actions);
            }
        });
        let (kind, is_forced) = (G::kind(action), legal.count() == 1);
        let tally = &mut tallies[kind / GROUP];
        tally.chosen[kind % GROUP] += 1;
        tally.forced[kind % GROUP] += u64::from(is_forced);
        self.forced += u32::from(is_forced);
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
        let notes = DecisionObserver::new(G::description_of(rules));
        Self { rules, streams, observer, notes }
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
