//! Watches games for the measures of play.

use super::counts::{ChanceCounts, PlayCounts, PlayMeasures};
use super::measure::{BlockPoints, Tally};
use super::notes::{ChanceNotes, DecisionNotes, GameNotes};

use super::drama;
use super::reliability::{self, BlockBands};
use crate::arrangement::Arrangement;
use crate::game::{Description, LegalSet, Observer, Outcome, Turn};
use crate::metrics::odd_games::OddGame;
use crate::metrics::samples::is_sampled;
use crate::playthrough::{Decided, Rollouts};
use crate::rng::{BlockStreams, Purpose};
use crate::seat::Seat;
use crate::strategy::{Fault, Playable};
use fairdeal_stats::Overflow;

/// Watches the games of one cell for the measures of play, and counts block by block.
#[derive(Clone, Debug)]
pub struct PlayObserver<G: Playable> {
    game: &'static Description,
    measures: PlayMeasures,
    players: usize,
    /// The notes of the current game.
    notes: GameNotes,
    /// Whether the choices of the current block are counted.
    counts_choices: bool,
    /// The contributions of the games of the current block.
    choices: BlockPoints,
    chances: Option<ChanceObserver<G>>,
    /// The counts of finished blocks.
    counts: PlayCounts,
    /// The finished blocks one by one, if variants are compared.
    blocks: Option<Vec<PlayedBlock>>,
}

/// The contribution of the games of a block to the measures of play.
#[derive(Clone, Debug, Default)]
pub struct PlayedBlock {
    choices: Option<Box<[Tally]>>,
    chances: Option<Box<[Tally]>>,
}

impl PlayedBlock {
    /// Returns the contributions to the measures of chances, or to those of choices; `None` if the
    /// block was not watched for them.
    pub(crate) fn tallies(&self, of_chances: bool) -> Option<&[Tally]> {
        if of_chances { self.chances.as_deref() } else { self.choices.as_deref() }
    }
}

/// Estimates chances of winning.
#[derive(Clone, Debug)]
struct ChanceObserver<G: Playable> {
    rollouts: Rollouts<G>,
    /// The last decision of which the chances are not estimated yet, and the state before it.
    last: Option<(Seat, G::Action)>,
    before: Option<G::State>,
    /// The number of blocks, from the first on, in which chances are estimated.
    blocks: u64,
    /// The current block, if its chances are estimated.
    now: Option<(u64, BlockStreams)>,
    averages: BlockPoints,
    bands: BlockBands,
    dramatic: Option<OddGame>,
    /// The fault in the current game.
    fault: Option<Fault>,
}

impl<G: Playable> PlayObserver<G> {
    /// Returns an observer for games of this many players that counts these measures. The rollouts
    /// estimate chances of winning in the given number of blocks, from the first on.
    pub fn new(
        game: &'static Description,
        measures: PlayMeasures,
        players: usize,
        chances: Option<(Rollouts<G>, u64)>,
    ) -> Self {
        let rollouts = measures.rollouts.unwrap_or(0);

        let chances = chances.map(|(played_on, blocks)| ChanceObserver {
            rollouts: played_on,
            last: None,
            before: None,
            blocks,
            now: None,
            averages: BlockPoints::new(measures.of_chances(), game, rollouts),
            bands: BlockBands::default(),
            dramatic: None,
            fault: None,
        });
        Self {
            game,
            measures,
            players,
            notes: GameNotes::default(),
            counts_choices: false,
            choices: BlockPoints::new(measures.of_choices(), game, rollouts),
            chances,
            counts: PlayCounts::new(&measures, game),
            blocks: None,
        }
    }

    /// Also keeps the contribution of each block, for comparisons.
    #[must_use]
    pub fn keeping_blocks(self) -> Self {
        Self { blocks: Some(Vec::new()), ..self }
    }

    /// Returns the finished blocks since the counts were last taken, one by one; none if they are
    /// not kept.
    pub fn blocks(&self) -> &[PlayedBlock] {
        self.blocks.as_deref().unwrap_or_default()
    }

    /// Begins a block, and forgets the notes of a block that was not finished; returns whether the
    /// block's games are watched.
    pub fn begin_block(&mut self, block: u64, streams: BlockStreams) -> bool {
        self.notes.clear();
        self.notes.every = self.measures.every.max(1) as usize;
        self.notes.first = (block % self.notes.every as u64) as usize;
        self.choices.clear();

        self.counts_choices = is_sampled(block);
        if let Some(chances) = &mut self.chances {
            chances.now = (block < chances.blocks).then_some((block, streams));
            chances.averages.clear();

            (chances.bands, chances.dramatic, chances.fault) = (BlockBands::default(), None, None);
        }
        self.counts_choices || self.chances.as_ref().is_some_and(|chances| chances.now.is_some())
    }

    /// Begins a game of this arrangement.
    pub fn begin_game(&mut self, arrangement: Arrangement) {
        if let Some(chances) = self.chances.as_mut().filter(|chances| chances.now.is_some()) {
            chances.rollouts.seat(arrangement);
            chances.last = None;
        }
    }

    /// Ends the watched game.
    ///
    /// # Errors
    /// If a player of a rollout made no choice.
    pub fn end_game(&mut self, outcome: &Outcome, arrangement: Arrangement) -> Result<(), Fault> {
        self.notes.end(outcome.winners, self.players);
        if self.counts_choices {
            self.choices.add(&self.notes);
        }
        if let Some(chances) = &mut self.chances
            && let Some((block, _)) = chances.now
        {
            if let Some(fault) = chances.fault.take() {
                return Err(fault);
            }
            chances.averages.add(&self.notes);

            chances.bands.add(&self.notes);
            let value = most_dramatic(&self.notes, self.measures.rollouts.unwrap_or(0));
            let found = value.map(|value| OddGame { value, block, arrangement });
            crate::metrics::odd_games::keep(&mut chances.dramatic, found, std::cmp::Reverse);
        }
        self.notes.clear();
        Ok(())
    }

    /// Ends the block, and counts the notes of its games.
    ///
    /// # Errors
    /// If a count would overflow.
    pub fn end_block(&mut self) -> Result<(), Overflow> {
        let watched = self.chances.as_ref().filter(|chances| chances.now.is_some());
        if let Some(blocks) = &mut self.blocks {
            blocks.push(PlayedBlock {
                choices: self.counts_choices.then(|| self.choices.tallies().into()),
                chances: watched.map(|chances| chances.averages.tallies().into()),
            });
        }
        if self.counts_choices {
            self.counts.choices.observe(&self.choices)?;
        }
        if let Some(chances) = watched {
            let begun = || ChanceCounts::new(&self.measures, self.game);
            let counts = self.counts.chances.get_or_insert_with(begun);
            counts.averages.observe(&chances.averages)?;

            reliability::observe(&mut counts.bands, &chances.bands)?;
            counts.keep(chances.dramatic);
        }
        Ok(())
    }

    /// Returns the counts since the last call.
    pub fn take_counts(&mut self) -> PlayCounts {
        self.blocks.iter_mut().for_each(Vec::clear);
        std::mem::replace(&mut self.counts, PlayCounts::new(&self.measures, self.game))
    }

    /// Returns the notes of the current game, or of the one that just ended.
    pub(super) fn notes(&self) -> &GameNotes {
        &self.notes
    }

    /// Returns its fault.
    pub(super) fn fault(&mut self) -> Option<Fault> {
        self.chances.as_mut()?.fault.take()
    }
}

/// The drama of a game, in thousandths of a win; `None` without a winner.
fn most_dramatic(notes: &GameNotes, rollouts: u32) -> Option<u64> {
    let all = notes.chances.len() as u64;
    if notes.winners.count() == 0 || all == 0 {
        return None;
    }
    let sum: i64 = notes.chances.iter().map(|chances| drama::severity(notes, chances)).sum();
    let whole = u128::from(all * drama::DRAMA.scale.of(rollouts));
    Some((1000 * u128::from(sum.max(0).unsigned_abs()) / whole.max(1)) as u64)
}

impl<G: Playable> ChanceObserver<G> {
    /// Estimates the chances of the last decision: it is known which action was taken.
    fn estimate(&mut self, rules: &G::Rules, notes: &mut GameNotes) {
        let (Some((_, streams)), Some((seat, action)), Some(state), None) =
            (self.now, self.last.take(), &self.before, &self.fault)
        else {
            return;
        };
        let decision = (notes.decisions.len() as u32).saturating_sub(1);
        if decision as usize % notes.every.max(1) != notes.first {
            return;
        }
        let decided = Decided { rules, state, seat, action };
        match self.rollouts.at(&decided, streams.stream(Purpose::Rollouts(decision))) {
            Ok(estimate) => notes.chances.push(ChanceNotes::of(estimate)),
            Err(failure) => {
                self.fault = Some(Fault {
                    seat,
                    decision: u64::from(decision) + 1,
                    failure,
                    program: None,
                    rules: None,
                });
            }
        }
    }
}

impl<G: Playable> Observer<G> for PlayObserver<G> {
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        if self.measures.people && self.counts_choices {
            self.notes.ahead.push(G::standing(rules, state).leaders);
        }
        if let Some(chances) = &mut self.chances {
            chances.estimate(rules, &mut self.notes);
        }
    }

    fn action(&mut self, state: &G::State, action: G::Action) {
        let chances = self.chances.as_mut().filter(|chances| chances.now.is_some());
        if let (Some(chances), Turn::Decide(seat)) = (chances, G::turn(state)) {
            chances.last = Some((seat, action));
            match &mut chances.before {
                Some(before) => before.clone_from(state),
                None => chances.before = Some(state.clone()),
            }
        }
    }

    fn over(&mut self, rules: &G::Rules, _state: &G::State) {
        if let Some(chances) = &mut self.chances {
            chances.estimate(rules, &mut self.notes);
        }
    }

    fn decision(&mut self, seat: Seat, legal: &G::Legal, action: G::Action) {
        let (legal, kinds, kind) = (legal.count(), G::legal_kinds(legal), G::kind(action));
        self.notes.decisions.push(DecisionNotes { seat, legal, kinds, kind });
    }
}
