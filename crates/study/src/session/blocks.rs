//! Blocks in parallel: the same counts for any number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::control::{Control, Notice, RunError};
use super::settings::Session;
use crate::experiment::{Plan, PlannedCell};
use fairdeal_core::arrangement::Arrangement;
use fairdeal_core::game::Playthrough;
use fairdeal_core::input::{InputError, Location, Problem, Unknown};
use fairdeal_core::metrics::{
    Batch, CardWatch, Counts, DecisionObserver, DecisionSamples, Label, MergeError, PlayCounts,
    PlayObserver, SampledGame, Shape, Watch, is_sampled,
};
use fairdeal_core::rng::BlockStreams;
use fairdeal_core::seat::Seat;
use fairdeal_core::strategy::{Entrant, Failure, Fault, Playable, Programs};

/// At most this many games are in a batch of blocks, unless one block has more: enough that merging
/// costs next to nothing, and few enough that all stay in a fast cache.
const GAMES_PER_BATCH: u64 = 8192;

/// The last batches are as small as if there were this many for each thread, if there are blocks
/// enough: all threads then end at about the same time.
const BATCHES_PER_THREAD: u64 = 8;

/// A batch that takes longer is too long: what it counts is known, and can be written down, only
/// when it and all before it are through.
const TOO_LONG: Duration = Duration::from_secs(1);

/// After how many games a worker reports progress.
const GAMES_PER_REPORT: u64 = 512;

/// Plays blocks in parallel: all of them, or the first ones without a gap if it is stopped. Returns
/// the counts chunk by chunk ([`Plan::chunk_end`]). They do not depend on the number of threads:
/// they are integers, and are merged by addition. Now and then it writes them down, if the session
/// does that.
pub(super) fn play<G: Playable>(
    plan: &Plan<G>,
    pool: &rayon::ThreadPool,
    session: &Session<'_>,
    blocks: Range<u64>,
) -> Result<Vec<Counts>, RunError> {
    let (control, checkpoints) = (session.control, session.checkpoints);
    if control.stop.load(Ordering::Relaxed) {
        // Nobody is seated then: no program has to be allowed.
        return Ok(Vec::new());
    }
    let Range { start, end } = blocks;
    let threads = pool.current_num_threads() as u64;
    let largest = (GAMES_PER_BATCH / plan.games_per_block().max(1)).max(1);
    // One thread has nobody to wait for.
    let smallest = if threads == 1 {
        largest
    } else {
        (end.saturating_sub(start) / (threads * BATCHES_PER_THREAD)).clamp(1, largest)
    };
    // Large batches cost least; towards the end they have to be small.
    let size = |first: u64, batch: u64| {
        ((end - first) / (2 * threads)).clamp(smallest, largest).min(batch)
    };
    // No batch lies in two chunks, or in two groups of blocks where these are counted apart.
    let end_of = |first: u64, batch: u64| {
        first
            .saturating_add(size(first, batch))
            .min(end)
            .min(plan.chunk_end(first))
            .min(plan.layout().counted_together(first))
            .max(first)
    };
    let next = AtomicU64::new(start);
    let failed = AtomicBool::new(false);
    let merged = Mutex::new(Prefix {
        chunks: Vec::new(),
        fresh: Vec::new(),
        chunk_end: start,
        next: start,
        waiting: BTreeMap::new(),
    });
    let results = pool.broadcast(|_| {
        let mut worker = Worker::new(plan, session, &failed)?;
        // How long blocks take shows when the first is played.
        let mut batch = 1;
        let mut next_batch = || -> Result<bool, RunError> {
            let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |first| {
                (first < end).then(|| end_of(first, batch))
            });
            let Ok(first) = taken else { return Ok(false) };
            let begun = Instant::now();
            let add = |part| {
                let mut prefix = merged.lock().unwrap_or_else(PoisonError::into_inner);
                prefix.add(plan, first, part)?;
                let Some(checkpoints) = checkpoints.filter(|checkpoints| checkpoints.are_due())
                else {
                    return Ok(());
                };
                let fresh = prefix.take_fresh(plan)?;
                // The others need not wait for the disk.
                drop(prefix);
                checkpoints.hold(plan, fresh)?;
                checkpoints.write().unwrap_or_else(|why| session.tell(Notice::Unwritten(&why)));
                Ok(())
            };
            worker
                .batch(first..end_of(first, batch))
                .and_then(add)
                .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            batch = match begun.elapsed() {
                long if long > TOO_LONG => (batch / 2).max(1),
                short if short < TOO_LONG / 64 => (batch * 32).min(largest),
                _ => (batch * 2).min(largest),
            };
            Ok(true)
        };
        let mut played = Ok(true);
        while matches!(played, Ok(true))
            && !control.stop.load(Ordering::Relaxed)
            && !failed.load(Ordering::Relaxed)
        {
            played = next_batch();
        }
        control.progress.played(worker.unreported);
        // Whatever else failed: answers that were mixed up make all counts doubtful.
        worker.programs.finish().map_err(RunError::Program).and(played)
    });
    let mut prefix = merged.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(checkpoints) = checkpoints {
        checkpoints.hold(plan, prefix.take_fresh(plan)?)?;
    }
    let mut failures: Vec<RunError> = results.into_iter().filter_map(Result::err).collect();
    let first = failures.iter().position(RunError::mixes_up_answers).unwrap_or(0);
    if first < failures.len() {
        return Err(failures.swap_remove(first));
    }
    Ok(if checkpoints.is_some() { prefix.chunks } else { prefix.fresh })
}

/// The counts of the first blocks without a gap, and those of later batches that wait for the ones
/// between.
struct Prefix {
    /// Chunk by chunk, without those that are fresh.
    chunks: Vec<Counts>,
    /// What nobody has taken yet to write it down: parts that each lie in one chunk.
    fresh: Vec<Counts>,
    /// The end of the chunk of the last fresh part.
    chunk_end: u64,
    /// The block after the last one that is counted.
    next: u64,
    /// By first block: the block after the last one, and the counts.
    waiting: BTreeMap<u64, (u64, Counts)>,
}

impl Prefix {
    /// Adds the batch that begins with this block: the block after the last one that was played,
    /// and the counts. After a batch that was stopped there is a gap, which nothing fills.
    fn add<G: Playable>(
        &mut self,
        plan: &Plan<G>,
        first: u64,
        part: (u64, Counts),
    ) -> Result<(), MergeError> {
        self.waiting.insert(first, part);
        while let Some((end, counts)) = self.waiting.remove(&self.next) {
            if let Some(part) = self.fresh.last_mut().filter(|_| self.next < self.chunk_end) {
                part.merge(&counts)?;
            } else {
                self.chunk_end = plan.chunk_end(self.next);
                self.fresh.push(counts);
            }
            self.next = end;
        }
        Ok(())
    }

    /// The fresh parts, which are then in the chunks.
    fn take_fresh<G: Playable>(&mut self, plan: &Plan<G>) -> Result<Vec<Counts>, MergeError> {
        let fresh = std::mem::take(&mut self.fresh);
        for part in fresh.iter().filter(|part| part.blocks() > 0) {
            let is_open = |chunk: &&mut Counts| {
                chunk.ranges().last().is_some_and(|range| range.end < plan.chunk_end(range.start))
            };
            match self.chunks.last_mut().filter(is_open) {
                Some(chunk) => chunk.merge(part)?,
                None => self.chunks.push(part.clone()),
            }
        }
        Ok(fresh)
    }
}

/// One thread's strategies and games.
struct Worker<'p, G: Playable> {
    plan: &'p Plan<G>,
    control: Control<'p>,
    failed: &'p AtomicBool,
    /// What is played of each cell.
    tables: Vec<PlayedCell<G>>,
    /// The programs that it asks.
    programs: Programs,
    unreported: u64,
}

/// The games of one cell in the batch being played.
struct PlayedCell<G: Playable> {
    /// By arrangement, where all are played; otherwise once, to be seated anew for each game.
    players: Vec<G::Seated>,
    /// How those who are seated anew sit.
    sitting: Arrangement,
    games: Vec<Playthrough>,
    /// The arrangement of each game, where blocks draw their own.
    drawn: Vec<Arrangement>,
    observer: DecisionObserver<G>,
    /// What was noted of the games of the sampled blocks.
    samples: Vec<SampledGame>,
    /// Watches how the games play, where that is asked for.
    play: Option<PlayObserver<G>>,
    /// Watches what becomes of cards, where that is asked for.
    cards: Option<CardWatch>,
}

impl<G: Playable> PlayedCell<G> {
    /// Forgets what was played.
    fn clear(&mut self) {
        self.games.clear();
        self.drawn.clear();
        self.observer.clear();
        self.samples.clear();
        // What was counted of how the games play is taken when a batch is over.
        let _ = self.take_play();
    }

    /// What was played of some blocks since the batch began.
    fn batch<'a>(&'a self, shape: &'a Shape, blocks: Range<u64>) -> Batch<'a> {
        let samples =
            DecisionSamples { decisions: self.observer.tallies(shape), games: &self.samples };
        // A block that was not finished is left out.
        let games = (blocks.end - blocks.start) as usize * shape.games_per_block();
        Batch::new(
            shape,
            blocks.start,
            &self.games[..games],
            &self.drawn[..games.min(self.drawn.len())],
            samples,
        )
    }

    /// What was counted of how the games play since it was last asked.
    fn take_play(&mut self) -> Option<PlayCounts> {
        Some(self.play.as_mut()?.take_counts().with_cards(self.cards.as_mut()))
    }

    /// Seats the players for a game of a block whose arrangement was drawn.
    fn seat_anew(&mut self, arrangement: Arrangement, players: usize) {
        let Self { players: seated, sitting, .. } = self;
        sitting
            .rearrange(arrangement, players, |one, other| G::exchange(&mut seated[0], one, other));
    }
}

impl<'p, G: Playable> Worker<'p, G> {
    fn new(
        plan: &'p Plan<G>,
        session: &Session<'p>,
        failed: &'p AtomicBool,
    ) -> Result<Self, InputError> {
        let rules = plan.played().map(|(cell, _)| plan.rules_json(cell));
        let mut programs = Programs::new(&G::DESCRIPTION, rules).allowed(session.allow_programs);
        let asked = plan.layout().play.as_ref();
        let mut table = |(cell, label): (&PlannedCell<G>, &Label)| -> Result<_, InputError> {
            Ok(PlayedCell {
                players: seat_all(plan, cell, &label.shape, &mut programs)?,
                sitting: Arrangement::of(&label.shape.entries),
                games: Vec::new(),
                drawn: Vec::new(),
                observer: DecisionObserver::default(),
                samples: Vec::new(),
                play: None,
                cards: None,
            })
        };
        let mut tables: Vec<PlayedCell<G>> =
            plan.played().map(&mut table).collect::<Result<_, _>>()?;
        // What is played beside the cells is counted for questions of its own alone.
        for (table, label) in tables.iter_mut().zip(&plan.layout().cells) {
            let (strategies, players) = (label.shape.strategies.len(), label.shape.players());
            table.play = plan.play_observer(players);
            table.cards = asked
                .and_then(|measures| measures.cards)
                .map(|measure| CardWatch::new(measure, strategies, players));
        }
        Ok(Self { plan, control: session.control, failed, tables, programs, unreported: 0 })
    }

    /// Plays a batch of blocks, or the first of them when it is stopped; returns the block after
    /// the last one played, and the counts.
    fn batch(&mut self, blocks: Range<u64>) -> Result<(u64, Counts), RunError> {
        self.tables.iter_mut().for_each(PlayedCell::clear);
        let (begin, mut end) = (blocks.start, blocks.start);
        for block in blocks {
            if self.control.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed) {
                break;
            }
            match self.block(block) {
                Ok(()) => end = block + 1,
                // What ends this program may well have ended those that it asks. Some of the block
                // was noted already: so all of the batch is left out.
                Err(error) => {
                    let of_program = matches!(
                        &error,
                        RunError::Strategy { fault: Fault { failure: Failure::Program, .. }, .. }
                    );
                    if !of_program
                        || error.mixes_up_answers()
                        || !self.control.stop.load(Ordering::Relaxed)
                    {
                        return Err(error);
                    }
                    end = begin;
                    break;
                }
            }
        }
        let layout = self.plan.layout();
        if end == begin {
            return Ok((begin, Counts::new(layout)));
        }
        let batches: Vec<Batch<'_>> = layout
            .played()
            .zip(&self.tables)
            .map(|(label, table)| table.batch(&label.shape, begin..end))
            .collect();
        let mut counts = Counts::new(layout);
        counts.observe(layout, &batches)?;
        let play: Vec<Option<PlayCounts>> =
            self.tables.iter_mut().map(PlayedCell::take_play).collect();
        counts.add_play(play.iter().map(Option::as_ref)).map_err(MergeError::from)?;
        Ok((end, counts))
    }

    /// Plays one block: every variant and line-up, every arrangement, with the same cards.
    fn block(&mut self, block: u64) -> Result<(), RunError> {
        let streams = BlockStreams::new(self.plan.seed(), block);
        let sampled = is_sampled(block);
        for ((planned, label), table) in self.plan.played().zip(&mut self.tables) {
            let shape = &label.shape;
            let all = shape.arrangements.all();
            if all.is_none() {
                shape.arrangements.extend_with_block(&streams, &mut table.drawn);
            }
            let games = shape.games_per_block();
            let plays = table.play.as_mut().is_some_and(|play| play.begin_block(block, streams));
            let has_cards = table
                .cards
                .as_mut()
                .is_some_and(|cards| cards.begin_block::<G>(block, &planned.rules, streams));
            for game in 0..games {
                let (arrangement, seated) = if let Some(all) = all {
                    (all[game], game)
                } else {
                    let arrangement = table.drawn[table.drawn.len() - games + game];
                    table.seat_anew(arrangement, shape.players());
                    (arrangement, 0)
                };
                let players = &mut table.players[seated];
                let played = if sampled || plays || has_cards {
                    table.observer.seat(arrangement);
                    let decisions = sampled.then_some(&mut table.observer);
                    let mut cards = table.cards.as_mut().filter(|_| has_cards);
                    if let Some(cards) = &mut cards {
                        cards.begin_game();
                    }
                    let mut watch =
                        Watch { decisions, play: table.play.as_mut().filter(|_| plays), cards };
                    let played = G::watch(&planned.rules, players, streams, &mut watch);
                    match (played, watch.cards) {
                        (Ok(played), Some(cards)) => {
                            let exchanged = cards.end_game::<G>(
                                &planned.rules, players, streams, arrangement,
                                played.outcome.winners,
                            );
                            exchanged.map(|()| played)
                        }
                        (played, _) => played,
                    }
                } else {
                    G::play(&planned.rules, players, streams)
                };
                let played = played.map_err(|fault| fault_at(label, block, arrangement, fault))?;
                if let Some(play) = table.play.as_mut().filter(|_| plays) {
                    play.end_game(&played.outcome, arrangement).map_err(|fault| {
                        rollout_fault(self.plan, label, block, arrangement, fault)
                    })?;
                }
                if sampled {
                    table
                        .samples
                        .push(table.observer.game(&planned.rules, streams, &played.outcome));
                }
                table.games.push(played);
            }
            self.unreported += games as u64;
        }
        let mut observers = self.tables.iter_mut().filter_map(|table| table.play.as_mut());
        observers.try_for_each(PlayObserver::end_block).map_err(MergeError::from)?;
        let mut watches = self.tables.iter_mut().filter_map(|table| table.cards.as_mut());
        watches.try_for_each(CardWatch::end_block).map_err(MergeError::from)?;
        if self.unreported >= GAMES_PER_REPORT {
            self.control.progress.played(std::mem::take(&mut self.unreported));
        }
        Ok(())
    }
}

/// The players of a cell, one in each seat: for every arrangement, or, where these are drawn, as
/// the line-up lists them.
fn seat_all<G: Playable>(
    plan: &Plan<G>,
    cell: &PlannedCell<G>,
    shape: &Shape,
    programs: &mut Programs,
) -> Result<Vec<G::Seated>, InputError> {
    let rules = plan.rules_json(cell);
    let player = |name: &String| {
        let unknown = || Unknown::new("strategy", name, plan.entrants().map(Entrant::name));
        let strategy = plan.entrants().find(|strategy| strategy.name() == *name);
        let strategy = strategy
            .ok_or_else(|| InputError::new(Location::whole(name), Problem::Unknown(unknown())))?;
        strategy.player_with(programs, &rules, shape.players())
    };
    let players: Vec<G::Player> = shape.strategies.iter().map(player).collect::<Result<_, _>>()?;
    let listed = [Arrangement::of(&shape.entries)];
    let arrangements = shape.arrangements.all().unwrap_or(&listed);
    let seated = |arrangement: &Arrangement| {
        Seat::all(shape.players()).map(|seat| players[arrangement.strategy(seat)].clone()).collect()
    };
    Ok(arrangements.iter().map(|arrangement| G::seat(seated(arrangement))).collect())
}

/// The fault of the strategy that plays games on, at the decision that they are played on from.
#[cold]
fn rollout_fault<G: Playable>(
    plan: &Plan<G>,
    label: &Label,
    block: u64,
    arrangement: Arrangement,
    fault: Fault,
) -> RunError {
    let mut error = fault_at(label, block, arrangement, fault);
    if let (RunError::Strategy { strategy, .. }, Some(chances)) =
        (&mut error, plan.play().and_then(|play| play.chances.as_ref()))
    {
        strategy.clone_from(&chances.strategy.name);
    }
    error
}

#[cold]
fn fault_at(label: &Label, block: u64, arrangement: Arrangement, fault: Fault) -> RunError {
    let Label { variant, lineup, shape, .. } = label;
    RunError::Strategy {
        strategy: shape.strategies[arrangement.strategy(fault.seat)].clone(),
        block,
        variant: variant.clone(),
        lineup: lineup.clone(),
        arrangement: shape.seated(arrangement).collect::<Vec<_>>().join(","),
        fault,
    }
}
