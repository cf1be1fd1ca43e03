//! Plays all stages of a plan.

use std::ops::Range;

use super::blocks;
use super::control::{Notice, RunError, Stage};
use super::counter::{Counter, play_looks};
use super::settings::Session;
use crate::experiment::{self, Plan, PlayedStage};
use crate::findings::Ending;
use crate::results::{KeptCounts, Results, Timing};
use fairdeal_core::clock::Instant;
use fairdeal_core::metrics::Counts;

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Played {
    /// Every table: a function of the plan and the counts.
    pub results: Results,
    /// The counts.
    pub counts: Counts,
    /// The counts range by range, as [`Session::resume`] takes them. For a ladder, this includes
    /// the games that test how far doubled budgets help.
    pub kept: KeptCounts,
    /// The number of blocks played; the others were counted earlier.
    pub blocks_played: u64,
    /// How long it took.
    pub timing: Timing,
    /// Whether it was stopped, before all games were played or while a ladder measured how long
    /// decisions take.
    pub interrupted: bool,
}

impl Session<'_> {
    /// Plays a plan until all blocks are played or its stopping rule is satisfied, and judges the
    /// counts.
    ///
    /// # Errors
    /// When a strategy fails or may not run, a count overflows, a sequential test has no value, or
    /// the threads cannot be started.
    pub fn run(&self, plan: &Plan) -> Result<Played, RunError> {
        self.resume(plan, &KeptCounts::default())
    }

    /// Like [`Session::run`], but plays no block that was counted earlier. The results are the
    /// same.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn resume(&self, plan: &Plan, kept: &KeptCounts) -> Result<Played, RunError> {
        let last = self.last_stage(plan, kept)?;
        let (plan, mut all) = last
            .as_ref()
            .map_or_else(|| (plan, KeptCounts::default()), |(plan, found)| (plan, found.clone()));
        let begun = Instant::now();
        let mut counter = Counter::new(self, plan, kept)?;
        let confirmation = plan.design().confirmation();
        let stage = confirmation.as_deref().map_or(Stage::Games, Stage::Trial);
        let (counts, ending) = self.play_as(plan, stage, &mut counter)?;
        let seconds = begun.elapsed().saturating_sub(counter.learned).as_secs_f64();
        let blocks_played = counter.played;
        all.extend(counter.counted);
        let games = blocks_played.saturating_mul(plan.games_per_block());
        let threads = self.threads_used();
        let results = Results::new(plan, &counts, ending)?;
        if ending == Ending::Interrupted {
            self.tell(Notice::Interrupted(&results.manifest));
        }
        let mut timing = Timing::new(seconds, games, threads);
        let timed = ending == Ending::Interrupted
            || blocks_played == 0
            || self.time_decisions(plan, &mut timing)?;
        let interrupted = ending == Ending::Interrupted || !timed;
        Ok(Played { results, counts, timing, kept: all, blocks_played, interrupted })
    }

    /// Plays all stages of a design but the last. Returns the last stage, and the counts of all;
    /// `None` if the plan is the only stage. Blocks that were counted earlier are not played again.
    ///
    /// [`Session::resume`] does this itself. Call it to know in advance which plan will be played.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn last_stage(
        &self,
        asked: &Plan,
        kept: &KeptCounts,
    ) -> Result<Option<(Plan, KeptCounts)>, RunError> {
        let (mut played, mut found) = (Vec::new(), KeptCounts::default());
        loop {
            match asked.next_stage(&played)? {
                None => return Ok(None),
                Some(experiment::Stage::Last(plan)) => return Ok(Some((plan, found))),
                Some(experiment::Stage::Trial { plan, question }) => {
                    let mut counter = Counter::new(self, &plan, kept)?;
                    let (counts, ending) =
                        self.play_as(&plan, Stage::Trial(&question), &mut counter)?;
                    found.extend(counter.counted);
                    played.push(PlayedStage { plan, counts, ending });
                }
            }
        }
    }

    /// Plays a plan and counts. Returns how it ended.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn play(&self, plan: &Plan) -> Result<(Counts, Ending), RunError> {
        self.play_known(plan, &KeptCounts::default())
    }

    /// Like [`Session::play`], but plays no block that was counted earlier. The plan is played as
    /// it is: earlier stages of its design are not.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn play_known(&self, plan: &Plan, kept: &KeptCounts) -> Result<(Counts, Ending), RunError> {
        self.play_as(plan, Stage::Games, &mut Counter::new(self, plan, kept)?)
    }

    /// Plays some blocks of a plan, without its stopping rule: all of them, or the first ones if it
    /// is stopped.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn play_blocks(&self, plan: &Plan, blocks: Range<u64>) -> Result<Counts, RunError> {
        let mut counts = Counts::new(plan.layout());
        self.play_chunks(plan, blocks)?.iter().try_for_each(|chunk| counts.merge(chunk))?;
        Ok(counts)
    }

    /// Like [`Session::play_blocks`], but the counts of each chunk ([`Plan::chunk_end`]) stay
    /// separate.
    ///
    /// # Errors
    /// As [`Session::run`].
    pub fn play_chunks(&self, plan: &Plan, blocks: Range<u64>) -> Result<Vec<Counts>, RunError> {
        if !self.teach(plan)? {
            return Ok(Vec::new());
        }
        let games =
            (blocks.end.saturating_sub(blocks.start)).saturating_mul(plan.games_per_block());
        self.control.progress.begin(Stage::Games, games);
        let played = self.pool().and_then(|pool| blocks::play(plan, &pool, self, blocks));
        self.control.progress.end();
        played.map(KeptCounts::into_parts)
    }

    pub(super) fn play_as(
        &self,
        plan: &Plan,
        stage: Stage<'_>,
        counter: &mut Counter<'_>,
    ) -> Result<(Counts, Ending), RunError> {
        let games = plan.max_blocks().map(|blocks| blocks.saturating_mul(plan.games_per_block()));
        self.control.progress.begin(stage, games.unwrap_or(0));
        let played = play_looks(plan, counter);
        self.control.progress.end();
        played
    }
}
