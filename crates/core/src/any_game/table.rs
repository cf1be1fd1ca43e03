//! Players in their seats who play blocks: the loop of a run, compiled as one piece for each game.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::arrangement::Arrangement;
use crate::clock::Instant;
use crate::game::{Description, Playthrough};
use crate::input::{InputError, Location, Problem, Unknown};
use crate::metrics::{
    Batch, CardWatch, Counts, DecisionObserver, DecisionSamples, EventWatch, Label, Layout,
    MergeError, PlayCounts, PlayObserver, SampledGame, Shape, Watch, is_sampled,
};
use crate::playthrough::Rollouts;
use crate::rng::BlockStreams;
use crate::seat::Seat;
use crate::strategy::{
    Entrant, Failure, Fault, Playable, ProgramFailure, Programs, Repertoire, StrategyFile,
};

/// The number of games after which a table reports progress.
const GAMES_PER_REPORT: u64 = 512;

/// A batch that began longer ago than this ends in the middle of a block when it is stopped: its
/// blocks take long, and it has few.
const LONG: Duration = Duration::from_secs(2);

/// The games of a table, and how they are watched.
#[derive(Clone, Copy)]
pub struct TablePlan<'a> {
    /// The variants and line-ups to play and count, by name.
    pub layout: &'a Layout,
    /// All strategies that the layout names.
    pub entrants: &'a [&'a Entrant],
    /// The seed of all random numbers.
    pub seed: u64,
    /// The estimation of chances of winning, if the experiment asks for it.
    pub chances: Option<&'a Chances>,
    /// Whether strategies may run external programs.
    pub allow_programs: bool,
    /// Set from outside to stop early.
    pub stop: &'a AtomicBool,
    /// Set when another table failed.
    pub failed: &'a AtomicBool,
    /// Called with the number of games played since the last call.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Debug for TablePlan<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("TablePlan")
            .field("entrants", &self.entrants)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// How chances of winning are estimated.
#[derive(Clone, Debug, PartialEq)]
pub struct Chances {
    /// Whether each seat is played on by its own strategy, in line-ups in which no strategy searches
    /// or is a program.
    pub by_players: bool,
    /// The strategy that otherwise plays the rollouts in all seats.
    pub strategy: StrategyFile,
    /// The number of rollouts for each legal action.
    pub rollouts: u32,
    /// Chances are estimated at every n-th decision of a game: n.
    pub every: u32,
    /// The number of blocks in which chances are estimated, from the first on.
    pub blocks: u64,
}

impl<'a> TablePlan<'a> {
    /// The strategy of this name.
    fn entrant(&self, name: &str) -> Option<&'a Entrant> {
        self.entrants.iter().find(|entrant| entrant.name() == name).copied()
    }

    /// The strategy that plays the rollouts of a cell, if these are not played by its own players.
    fn other_player<G: Playable>(&self, shape: &Shape) -> Option<&'a StrategyFile> {
        let entrants: Vec<&Entrant> =
            shape.strategies.iter().filter_map(|name| self.entrant(name)).collect();
        self.chances?.other_player(Repertoire::of::<G>(), &entrants)
    }
}

impl Chances {
    /// Returns the strategy that plays the rollouts in all seats of a line-up, if these are not
    /// played by its own players.
    pub fn other_player(&self, game: &Repertoire, lineup: &[&Entrant]) -> Option<&StrategyFile> {
        let is_slow = |entrant: &&Entrant| entrant.program().is_some() || entrant.searches(game);
        (!self.by_players || lineup.iter().any(is_slow)).then_some(&self.strategy)
    }
}

/// Players of any game in their seats, who play blocks: those of one thread.
pub trait Table {
    /// Plays a batch of blocks, or the first of them when it is stopped. Returns the block after
    /// the last one played, and the counts.
    ///
    /// # Errors
    /// When a strategy fails, or a count would overflow.
    fn batch(&mut self, blocks: Range<u64>) -> Result<(u64, Counts), TableError>;

    /// Reports the last games, and ends the external programs, if some play.
    ///
    /// # Errors
    /// As [`Programs::finish`].
    fn finish(&mut self) -> Result<(), Box<ProgramFailure>>;
}

/// Why blocks have no counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A strategy made no legal choice.
    #[error(
        "strategy `{strategy}` failed in seat {} at decision {} of block {block} ({variant}, {lineup}, arrangement {arrangement}): {fault}",
        .fault.seat.index(), .fault.decision
    )]
    Strategy {
        /// The strategy.
        strategy: String,
        /// Its fault, and where in the game it happened.
        fault: Box<Fault>,
        /// The block.
        block: u64,
        /// The variant.
        variant: String,
        /// The line-up.
        lineup: String,
        /// The arrangement: the strategies seat by seat, with commas between them.
        arrangement: String,
    },
    /// The rules have a mistake.
    #[error(
        "block {block} ({variant}, {lineup}, arrangement {arrangement}) cannot be played to its end: {mistake}"
    )]
    Rules {
        /// The mistake, with its place in the rules.
        mistake: Box<str>,
        /// The block.
        block: u64,
        /// The variant.
        variant: String,
        /// The line-up.
        lineup: String,
        /// The arrangement: the strategies seat by seat, with commas between them.
        arrangement: String,
    },
    /// The counts do not add up: more games than they can hold.
    #[error(transparent)]
    Counts(#[from] MergeError),
}

/// Seats the strategies of a plan for this game.
pub(super) fn seat<'p, G: Playable>(
    game: &'static Description,
    plan: &TablePlan<'p>,
) -> Result<Box<dyn Table + 'p>, InputError> {
    Ok(Box::new(Worker::<G>::new(game, *plan)?))
}

/// One thread's strategies and games.
struct Worker<'p, G: Playable> {
    plan: TablePlan<'p>,
    /// The games of each cell.
    tables: Vec<PlayedCell<'p, G>>,
    /// The external programs that it asks.
    programs: Programs,
    unreported: u64,
}

/// The games of one cell in the batch being played.
struct PlayedCell<'p, G: Playable> {
    rules: &'p G::Rules,
    /// One for each arrangement, if all arrangements are played; otherwise one, which is seated
    /// anew for each game.
    players: Vec<G::Seated>,
    /// The current arrangement of players who are seated anew for each game.
    sitting: Arrangement,
    games: Vec<Playthrough>,
    /// The arrangement of each game, if blocks draw their arrangements.
    drawn: Vec<Arrangement>,
    observer: DecisionObserver<G>,
    /// Notes on the games of the sampled blocks.
    samples: Vec<SampledGame>,
    /// Measures how the games play, if the experiment asks for it.
    play: Option<PlayObserver<G>>,
    /// Watches the cards, if the experiment asks for it.
    cards: Option<CardWatch>,
    /// Counts events, if the experiment asks for it.
    events: Option<EventWatch<G>>,
}

impl<G: Playable> PlayedCell<'_, G> {
    /// Clears the counts.
    fn clear(&mut self) {
        self.games.clear();
        self.drawn.clear();
        self.observer.clear();
        self.samples.clear();
        self.events.iter_mut().for_each(EventWatch::clear);
        // Measures of play are taken at the end of a batch.
        let _ = self.take_play();
    }

    /// The counts of some blocks since the batch began.
    fn batch<'a>(&'a self, shape: &'a Shape, blocks: Range<u64>) -> Batch<'a> {
        let samples =
            DecisionSamples { decisions: self.observer.tallies(shape), games: &self.samples };
        // A block that was not finished is left out.
        let games = (blocks.end - blocks.start) as usize * shape.games_per_block();
        let batch = Batch::new(
            shape,
            blocks.start,
            &self.games[..games],
            &self.drawn[..games.min(self.drawn.len())],
            samples,
        );
        let batch = match &self.play {
            Some(play) => batch.with_play(play.blocks()),
            None => batch,
        };
        match &self.events {
            Some(events) => batch.with_events(events.games(games)),
            None => batch,
        }
    }

    /// The measures of play since the last call.
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
    fn new(game: &'static Description, plan: TablePlan<'p>) -> Result<Self, InputError> {
        let rules = plan.layout.played().map(|label| label.rules.json().clone());
        let mut programs = Programs::new(game, rules).allowed(plan.allow_programs);
        let mut table = |label: &'p Label| -> Result<_, InputError> {
            Ok(PlayedCell {
                rules: label.rules.of::<G>(game)?,
                players: seat_all::<G>(&plan, label, &mut programs)?,
                sitting: Arrangement::of(&label.shape.entries),
                games: Vec::new(),
                drawn: Vec::new(),
                observer: DecisionObserver::new(game),
                samples: Vec::new(),
                play: None,
                cards: None,
                events: None,
            })
        };
        let mut tables: Vec<PlayedCell<'p, G>> =
            plan.layout.played().map(&mut table).collect::<Result<_, _>>()?;
        let asked = plan.layout.play.as_ref();
        // Games beside the cells count only for their own questions.
        for (table, label) in tables.iter_mut().zip(&plan.layout.cells) {
            let (strategies, players) = (label.shape.strategies.len(), label.shape.players());
            table.play = play_observer(game, &plan, label, &mut programs)?;
            table.cards = asked
                .and_then(|measures| measures.cards)
                .map(|measure| CardWatch::new(measure, strategies, players));
            if !label.shape.events.is_empty() {
                table.events = EventWatch::new(game.events);
            }
        }
        Ok(Self { plan, tables, programs, unreported: 0 })
    }

    fn is_stopped(&self) -> bool {
        self.plan.stop.load(Ordering::Relaxed)
    }

    /// Plays one block: every variant and line-up, every arrangement, with the same cards. Returns
    /// false if it was stopped in between, in a batch that began long ago.
    fn block(&mut self, block: u64, since: Instant) -> Result<bool, TableError> {
        let streams = BlockStreams::new(self.plan.seed, block);
        let sampled = is_sampled(block);
        for (label, table) in self.plan.layout.played().zip(&mut self.tables) {
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
                .is_some_and(|cards| cards.begin_block::<G>(block, table.rules, streams));
            for game in 0..games {
                if self.plan.stop.load(Ordering::Relaxed) && since.elapsed() > LONG {
                    return Ok(false);
                }
                let (arrangement, seated) = if let Some(all) = all {
                    (all[game], game)
                } else {
                    let arrangement = table.drawn[table.drawn.len() - games + game];
                    table.seat_anew(arrangement, shape.players());
                    (arrangement, 0)
                };
                let players = &mut table.players[seated];
                let played = if sampled || plays || has_cards || table.events.is_some() {
                    table.observer.seat(arrangement);
                    let decisions = sampled.then_some(&mut table.observer);
                    let mut play = table.play.as_mut().filter(|_| plays);
                    if let Some(play) = &mut play {
                        play.begin_game(arrangement);
                    }
                    let mut cards = table.cards.as_mut().filter(|_| has_cards);
                    if let Some(cards) = &mut cards {
                        cards.begin_game();
                    }
                    let mut events = table.events.as_mut();
                    if let Some(events) = &mut events {
                        events.begin_game();
                    }
                    let mut watch = Watch { decisions, play, cards, events };
                    let played = G::watch(table.rules, players, streams, &mut watch);
                    match (played, watch.cards) {
                        (Ok(played), Some(cards)) => {
                            let exchanged = cards.end_game::<G>(
                                table.rules, players, streams, arrangement, played.outcome.winners,
                            );
                            exchanged.map(|()| played)
                        }
                        (played, _) => played,
                    }
                } else {
                    G::play(table.rules, players, streams)
                };
                let played =
                    played.map_err(|fault| fault_at(label, block, arrangement, fault, None))?;
                if let Some(play) = table.play.as_mut().filter(|_| plays) {
                    let other = self.plan.other_player::<G>(shape);
                    let fault = |fault| fault_at(label, block, arrangement, fault, other);
                    play.end_game(&played.outcome, arrangement).map_err(fault)?;
                }
                if sampled {
                    table.samples.push(table.observer.game(table.rules, streams, &played.outcome));
                }
                if let Some(events) = &mut table.events {
                    events.end_game();
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
            (self.plan.progress)(std::mem::take(&mut self.unreported));
        }
        Ok(true)
    }
}

impl<G: Playable> Table for Worker<'_, G> {
    fn batch(&mut self, blocks: Range<u64>) -> Result<(u64, Counts), TableError> {
        self.tables.iter_mut().for_each(PlayedCell::clear);
        let (begin, mut end) = (blocks.start, blocks.start);
        let since = Instant::now();
        for block in blocks {
            if self.is_stopped() || self.plan.failed.load(Ordering::Relaxed) {
                break;
            }
            let is_whole = match self.block(block, since) {
                Ok(is_whole) => is_whole,
                // The signal that ends this program may also have ended the external programs.
                Err(error) if error.is_of_program_that_ended() && self.is_stopped() => false,
                Err(error) => return Err(error),
            };
            if !is_whole {
                // Part of the block is counted already, so the whole batch is left out.
                end = begin;
                break;
            }
            end = block + 1;
        }
        let layout = self.plan.layout;
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
        counts.add_play(&play).map_err(MergeError::from)?;
        Ok((end, counts))
    }

    fn finish(&mut self) -> Result<(), Box<ProgramFailure>> {
        (self.plan.progress)(std::mem::take(&mut self.unreported));
        self.programs.finish()
    }
}

impl TableError {
    /// Whether it is the fault of a program that ended, whose earlier answers can be trusted.
    fn is_of_program_that_ended(&self) -> bool {
        let Self::Strategy { fault, .. } = self else { return false };
        fault.failure == Failure::Program
            && !fault.program.as_ref().is_some_and(|program| program.mixes_up_answers())
    }
}

/// Returns an observer that measures how the games of this many players play, if the experiment
/// asks for it.
fn play_observer<G: Playable>(
    game: &'static Description,
    plan: &TablePlan<'_>,
    label: &Label,
    programs: &mut Programs,
) -> Result<Option<PlayObserver<G>>, InputError> {
    let (Some(measures), players) = (plan.layout.play, label.shape.players()) else {
        return Ok(None);
    };
    // A single player always wins.
    let rollouts = match plan.chances.filter(|_| players > 1) {
        None => None,
        Some(chances) => {
            let strategies = match plan.other_player::<G>(&label.shape) {
                Some(strategy) => strategy.player::<G>(players).into_iter().collect(),
                None => players_of::<G>(plan, label, programs)?,
            };
            let rollouts = Rollouts::new(strategies, players, chances.rollouts as usize);
            rollouts.map(|rollouts| (rollouts, chances.blocks))
        }
    };
    let observer = PlayObserver::new(game, measures, players, rollouts);
    Ok(Some(if plan.layout.pairs.is_empty() { observer } else { observer.keeping_blocks() }))
}

/// The players of a cell, one in each seat: for every arrangement, or, if these are drawn, in the
/// order of the line-up.
fn seat_all<G: Playable>(
    plan: &TablePlan<'_>,
    label: &Label,
    programs: &mut Programs,
) -> Result<Vec<G::Seated>, InputError> {
    let (players, shape) = (players_of::<G>(plan, label, programs)?, &label.shape);
    let listed = [Arrangement::of(&shape.entries)];
    let arrangements = shape.arrangements.all().unwrap_or(&listed);
    let seated = |arrangement: &Arrangement| {
        Seat::all(shape.players()).map(|seat| players[arrangement.strategy(seat)].clone()).collect()
    };
    Ok(arrangements.iter().map(|arrangement| G::seat(seated(arrangement))).collect())
}

/// A player of each strategy of a cell.
fn players_of<G: Playable>(
    plan: &TablePlan<'_>,
    Label { rules, shape, .. }: &Label,
    programs: &mut Programs,
) -> Result<Vec<G::Player>, InputError> {
    let player = |name: &String| {
        let names = plan.entrants.iter().map(|entrant| entrant.name());
        let unknown = || Unknown::new("strategy", name, names);
        let strategy = plan.entrant(name);
        let strategy =
            strategy.ok_or_else(|| Location::whole(name).error(Problem::Unknown(unknown())))?;
        strategy.player_with::<G>(programs, rules.json(), shape.players())
    };
    shape.strategies.iter().map(player).collect()
}

/// The error of a fault; `player` is the strategy that made it, if it is not the one in the seat.
#[cold]
fn fault_at(
    label: &Label,
    block: u64,
    arrangement: Arrangement,
    fault: Fault,
    player: Option<&StrategyFile>,
) -> TableError {
    let Label { variant, lineup, shape, .. } = label;
    let seated = &shape.strategies[arrangement.strategy(fault.seat)];
    let (variant, lineup) = (variant.name.clone(), lineup.clone());
    let arrangement = shape.seated(arrangement).collect::<Vec<_>>().join(",");
    match fault.rules {
        Some(mistake) => TableError::Rules { mistake, block, variant, lineup, arrangement },
        None => TableError::Strategy {
            strategy: player.map_or(seated, |player| &player.name).clone(),
            block,
            variant,
            lineup,
            arrangement,
            fault: Box::new(fault),
        },
    }
}
