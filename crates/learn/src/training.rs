//! The course of a training: rounds of play, from which the network learns.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use fairdeal_core::rng::{BlockStreams, Purpose, Stream};
use fairdeal_core::strategy::{
    Decision, Failure, Gathered, MOST_ACTIONS, Network, Piece, Pupils, Repertoire, Shape,
    StrategyFile, Table, Weights,
};
use rayon::ThreadPoolBuildError;
use rayon::prelude::*;

use super::pool::Pool;
use super::regrets::Regrets;
use super::trainer::{Target, Trainer};

/// The pieces of a round, and the games of a piece, which have the same rules.
const PIECES: u64 = 64;
const GAMES: u64 = 8;

/// The games of a round.
const ROUND: u64 = PIECES * GAMES;

/// About how many decisions of a game are weighed; and one in how many before it is known how long
/// games are.
const OF_A_GAME: u64 = 6;
const SPACING_AT_FIRST: u32 = 16;

/// A round of a table: it has one game of each piece, and the player is another one after it.
const ROUNDS_OF_TABLE: u64 = ROUND / PIECES;

/// A game is small if random play meets at most so many positions in so many rounds of a table, none
/// with more than [`MOST_ACTIONS`], and if at most one in so many decisions of the second half is the
/// first one in its position.
const MOST_POSITIONS: usize = 4_096;
const TRIED_FOR_TABLE: u64 = 64;
const NEW_OF_TRIED: u64 = 50;

/// In a game of a table a seat has on average at most so many decisions: from far away, too much
/// noise and too many sums lie between an action and the end, and networks learn faster.
const FEW_DECISIONS: u64 = 16;

/// A table that grows larger while it is learned is given up.
const MORE_POSITIONS: usize = 4 * MOST_POSITIONS;

/// The first rounds, which are played by a teacher, or at random.
const TAUGHT: u64 = 8;
const RANDOM: u64 = 2;

/// A training that goes on from a network begins as if it had so many rounds behind it: with the
/// rate of a beginner it would forget most of what it knows.
const GOES_ON: u64 = 4096;

/// The rounds after which it is known well enough what actions are worth, so that games need not be
/// played on to the end.
const UNTIL_WORTH: u64 = 4;

/// The number of decisions in a step. On average each decision is used once: the worth of actions
/// is noisy, and used more often it is learned by heart.
const BATCH: usize = 128;

/// The rounds whose decisions are learned from. Older ones tell of players who are gone: where play
/// must be mixed, it would circle around the right mixture.
const KEPT: usize = 2;

/// The learning rate at first, and the number of games after which it is half of that.
const RATE: f64 = 0.006;
const HALVED_AFTER: f64 = 30_000.0;

/// The number of games after which players mix less.
const MIX_FALLS_AFTER: f64 = 20_000.0;

/// Alone, and in a team of all, players mix by this share of it: there is nothing to hide, and what an
/// action is worth to a player who mixes much is not what it is worth to one who does not.
const MIX_OF_ONE_SIDE: f64 = 0.1;

/// A short attack takes this share of the rounds of the training, but at least so many, and is
/// usually measured on so many shuffles.
const ATTACK_SHARE: u64 = 16;
const FEWEST_ATTACKS: u64 = 2;
const ATTACKED: u64 = 2_000;

/// Strength is measured on so many shuffles at least.
const FEWEST_SHUFFLES: u64 = 20;

/// The bits by which the seed of an attack differs.
const ATTACKS: u64 = 0x5eed_a77a;

/// Random numbers that are not those of a piece: of the training, and of games that measure.
const OWN: u64 = 1 << 40;
const MEASURED: u64 = 1 << 41;
const FOR_TABLE: u64 = 1 << 42;

/// The numbers of games at which a training can end: each about a third or a half more than the one
/// before.
pub const CHECKPOINTS: [u64; 24] = {
    let mut all = [0; 24];
    let mut place = 0;
    while place < all.len() {
        let size = ROUND << (place / 2 + 1);
        all[place] = if place % 2 == 0 { size } else { size + size / 2 };
        place += 1;
    }
    all
};

/// Returns the version of all that decides which player comes out of a training of a game, beside
/// the features. Games in files have one of their own, as only they can be learned as a table.
pub fn version(game: &Repertoire) -> u32 {
    let shape = game.kinds.iter().find_map(|kind| kind.learns);
    if shape.is_some_and(|shape| shape.is_hashed) { 3 } else { 2 }
}

/// The work of a training of usual length: the number of actions that players consider. It takes
/// one to five minutes on two processors; games in files take longer for an action.
const USUAL_WORK: u64 = 1 << 29;
const USUAL_WORK_IN_FILES: u64 = 1 << 26;

/// The games that are played to tell how much work a game is.
const TRIED: u64 = 4;

/// About how many decisions of all seats it takes until the worth of an action is estimated.
const PLAYED_ON: u64 = 6;

/// Random play takes this many times as many decisions as a teacher before it is better to begin
/// with the teacher's games.
const TOO_LONG: u64 = 2;

/// Returns the first checkpoint with more games than these.
pub fn next_checkpoint(games: u64) -> Option<u64> {
    CHECKPOINTS.into_iter().find(|checkpoint| *checkpoint > games)
}

/// How a training goes on.
#[derive(Clone, Debug)]
pub struct Course {
    /// The seed of all random numbers.
    pub seed: u64,
    /// How often each action of a decision is played on from.
    pub rollouts: u32,
    /// The weight of the margin of victory in the worth of an action, from 0 to 1.
    pub margin: f32,
    /// How much players mix while they learn, from 0 to 1: see the kind `learned`.
    pub mix: f64,
    /// Other players, for some of the seats.
    pub others: Vec<StrategyFile>,
    /// The player whom it learns to beat; it plays with itself if there is none.
    pub beats: Option<StrategyFile>,
    /// The player of the first rounds; random play if there is none.
    pub teacher: Option<StrategyFile>,
    /// The number of threads; one for each core if it is not given. The player is the same for any
    /// number.
    pub threads: Option<usize>,
}

impl Course {
    /// The usual weight of margins.
    pub const MARGIN: f32 = 0.5;

    /// How much players mix at first, usually.
    pub const MIX: f64 = 0.03;

    /// The usual course of a game: from nothing, with one rollout and half of the worth from
    /// margins. The shipped random and greedy players take some of the seats.
    pub fn usual(game: &Repertoire, seed: u64) -> Self {
        let others = ["random", "greedy"].into_iter();
        let others = others.filter_map(|name| StrategyFile::shipped(game, name));
        Self {
            seed,
            rollouts: 1,
            margin: Self::MARGIN,
            mix: Self::MIX,
            others: others.collect(),
            beats: None,
            teacher: None,
            threads: None,
        }
    }
}

/// The largest number of tables of a training.
const MOST_TABLES: usize = 64;

/// Returns the tables at which a training plays: all of them, or of many some that are drawn.
pub fn chosen_tables<T>(mut tables: Vec<T>, seed: u64) -> Vec<T> {
    let mut draws = BlockStreams::new(seed, 0).stream(Purpose::Other(1));
    while tables.len() > MOST_TABLES {
        tables.swap_remove(draws.below(tables.len() as u32) as usize);
    }
    tables
}

/// A share of wins, or a mean worth of scores, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The mean, from 0 to 1.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

/// The player of a training after some games.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// Its networks.
    pub weights: Weights,
    /// The number of games so far.
    pub games: u64,
    /// The number of decisions so far whose actions were weighed.
    pub decisions: usize,
    /// How much players mix at this time.
    pub mix: f64,
    rounds: u64,
    spacing: u32,
}

/// The weights of a player: the network that chooses, and the one that estimates worth.
fn weights(network: Network, worth: Option<Network>) -> Weights {
    Weights::new("learned.weights", Arc::new(network), worth.map(Arc::new))
}

/// Weights of a network that knows nothing.
fn blank(shape: Shape) -> Weights {
    weights(Network::blank(shape), None)
}

/// Rounds how much a player mixes to four decimals, as a file has it.
fn rounded(mix: f64) -> f64 {
    libm::round(mix * 10_000.0) / 10_000.0
}

/// How players are trained to beat the player of a checkpoint.
#[derive(Clone, Copy, Debug)]
pub struct Attacks<'a> {
    /// How much the player mixes: these multiples of how much it mixed while it learned.
    pub times: &'a [f64],
    /// The rounds of each training.
    pub rounds: u64,
    /// The shuffles on which is measured what they win.
    pub shuffles: u64,
    /// If it is set, the attacks are shorter.
    pub stop: &'a AtomicBool,
}

impl Attacks<'static> {
    /// The usual ones after a training of so many games.
    pub fn usual(games: u64) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            times: &[0.0, 1.0, 2.0, 4.0],
            rounds: (games / ROUND / ATTACK_SHARE).max(FEWEST_ATTACKS),
            shuffles: ATTACKED,
            stop: &NEVER,
        }
    }
}

/// What became of the player of a checkpoint when another one had learned to beat it, on average
/// over the tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attack {
    /// How much the player mixed.
    pub mix: f64,
    /// What the attacker wins: a lower bound of what can be won.
    pub wins: Strength,
    /// What is left for a seat of the player.
    pub keeps: Strength,
}

impl Strength {
    /// Returns the mean over tables, on which different games were played.
    pub fn mean(tables: &[Self]) -> Self {
        let count = tables.len().max(1) as f64;
        let mean = tables.iter().map(|table| table.mean).sum::<f64>() / count;
        let squares = tables.iter().map(|table| table.error * table.error).sum::<f64>();
        Self { mean, error: libm::sqrt(squares) / count }
    }
}

/// A player who learned nothing yet.
fn unlearned(game: &Repertoire) -> StrategyFile {
    StrategyFile::unlearned(game).unwrap_or_else(|| unreachable!("its players can learn"))
}

/// The usual length of a training, and with whose games it begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The number of games: a checkpoint. Longer games are fewer.
    pub games: u64,
    /// The player of the first games, where random play takes much longer.
    pub teacher: Option<StrategyFile>,
    /// About how many times as long as a game itself it takes to learn from it.
    pub work: f64,
}

impl Outlook {
    /// Plays a few games at each table, and counts the decisions. No time is measured, so the same
    /// tables have the same outlook everywhere. `teacher`: the player who may play the first games.
    ///
    /// # Errors
    /// If the teacher makes no choice.
    pub fn new(
        game: &Repertoire,
        pupils: &dyn Pupils,
        teacher: Option<&StrategyFile>,
    ) -> Result<Self, Failure> {
        let tried = |learner: &StrategyFile| -> Result<(u64, u64), Failure> {
            let mut sums = (0, 0);
            for number in 0..TRIED {
                let (seed, number, games) = (0, OWN - 1 - number, TRIED);
                let piece = Piece {
                    seed,
                    number,
                    games,
                    spacing: u32::MAX,
                    learner,
                    beats: None,
                    rollouts: 1,
                    margin: 0.0,
                    worth: None,
                    table: None,
                };
                let found = pupils.gather(&piece, &[])?;
                sums = (sums.0 + found.met, sums.1 + found.actions);
            }
            Ok(sums)
        };
        let by_chance = tried(&unlearned(game))?;
        let mut seen = by_chance;
        let mut chosen = None;
        if let Some(teacher) = teacher {
            let taught = tried(teacher)?;
            if by_chance.0 > TOO_LONG * taught.0 {
                (seen, chosen) = (taught, Some(teacher.clone()));
            }
        }
        let (met, actions) = seen;
        let games = TRIED * TRIED;
        let options = (actions / met.max(1)).max(1);
        // Half of a game is left, on average, when the actions of a decision are played on from.
        let played_on = (met / games / 2).min(PLAYED_ON);
        let of_a_label = options.min(8) * played_on * options;
        let of_a_game = (actions / games + OF_A_GAME * of_a_label).max(1);
        let work = of_a_game as f64 / (actions / games).max(1) as f64;
        // The features of files are made from names, and so are hashed.
        let is_file = pupils.shape().is_hashed;
        let games = if is_file { USUAL_WORK_IN_FILES } else { USUAL_WORK } / of_a_game;
        let fits = CHECKPOINTS.into_iter().rev().find(|checkpoint| *checkpoint <= games);
        Ok(Self { games: fits.unwrap_or(CHECKPOINTS[0]), teacher: chosen, work })
    }
}

/// What came of a round of a table.
enum Learned {
    /// What the table learned.
    Table(Regrets),
    /// The round was stopped: nothing.
    Stopped,
    /// The game is too large for a table after all.
    TooMuch,
}

/// A training.
#[derive(Debug)]
pub struct Training {
    game: &'static Repertoire,
    pupils: Arc<dyn Pupils>,
    course: Course,
    threads: Arc<Pool>,
    trainer: Trainer,
    /// The network that estimates how much an action is worth, and the rounds that it learned from.
    worth: Trainer,
    rounds_of_worth: u64,
    /// If the game is small: the sums of the table that learns in place of the networks, and the
    /// weights to which the table is added.
    small: Option<(Regrets, Weights)>,
    /// Whether it is known if the game is small.
    is_sized: bool,
    draws: Stream,
    kept: VecDeque<Decision>,
    /// By round that is kept: the number of its decisions.
    of_rounds: VecDeque<usize>,
    rounds: u64,
    /// The rounds of the training from which it goes on.
    earlier: u64,
    decisions: usize,
    spacing: u32,
}

impl Training {
    /// Begins a training, from nothing or from other weights. The course may name only strategies of
    /// the game.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn new(
        game: &'static Repertoire,
        pupils: Box<dyn Pupils>,
        course: Course,
        start: Option<&Weights>,
    ) -> Result<Self, ThreadPoolBuildError> {
        let threads = Pool::new(course.threads.unwrap_or(0))?;
        Ok(Self::with_threads(game, pupils.into(), course, start, threads.into()))
    }

    fn with_threads(
        game: &'static Repertoire,
        pupils: Arc<dyn Pupils>,
        course: Course,
        start: Option<&Weights>,
        threads: Arc<Pool>,
    ) -> Self {
        let mut draws = BlockStreams::new(course.seed, OWN).stream(Purpose::Other(0));
        let network = start.map(|start| &*start.network);
        let shape = pupils.shape();
        let trainer = Trainer::new(shape, Target::Differences, network, &mut draws);
        let of_worth = start.and_then(|start| start.worth.as_deref());
        let worth = Trainer::new(shape, Target::Worth, of_worth, &mut draws);
        let earlier = if start.is_some() { GOES_ON } else { 0 };
        let of_table = start.and_then(|start| start.table.as_deref());
        Self {
            game,
            pupils,
            course,
            threads,
            trainer,
            worth,
            rounds_of_worth: if of_worth.is_some() { GOES_ON } else { 0 },
            small: of_table.map(|table| (Regrets::of(table, PIECES), blank(shape))),
            is_sized: of_table.is_some(),
            draws,
            kept: VecDeque::new(),
            of_rounds: VecDeque::new(),
            rounds: 0,
            earlier,
            decisions: 0,
            spacing: SPACING_AT_FIRST,
        }
    }

    /// Returns the shape of the weights.
    pub fn shape(&self) -> Shape {
        self.pupils.shape()
    }

    /// Returns the number of rounds so far.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Returns the number of games so far.
    pub fn games(&self) -> u64 {
        self.rounds * ROUND
    }

    fn with(&self, weights: Weights, mix: f64) -> StrategyFile {
        StrategyFile::learned(self.game, weights, mix)
            .unwrap_or_else(|| unreachable!("its players can learn"))
    }

    /// The games so far, and those of the training from which it goes on.
    fn all_games(&self) -> f64 {
        ((self.earlier + self.rounds) * ROUND) as f64
    }

    /// How much players mix in the next round: less and less.
    fn mix(&self) -> f64 {
        let share = if self.pupils.is_one_side() { MIX_OF_ONE_SIDE } else { 1.0 };
        share * self.course.mix / libm::sqrt(1.0 + self.all_games() / MIX_FALLS_AFTER)
    }

    /// The network that estimates worth, once it has learned enough.
    fn known_worth(&self) -> Option<Network> {
        (self.rounds_of_worth >= UNTIL_WORTH).then(|| self.worth.network())
    }

    /// Plays a round, and learns from it.
    ///
    /// # Errors
    /// If a player makes no choice.
    pub fn round(&mut self) -> Result<(), Failure> {
        self.round_until(&AtomicBool::new(false)).map(|_| ())
    }

    /// The same, unless it is stopped: then nothing is learned. Returns whether it was not.
    fn round_until(&mut self, stop: &AtomicBool) -> Result<bool, Failure> {
        if !self.is_sized {
            let small = self.is_small(stop)?.then(|| (Regrets::default(), blank(self.shape())));
            (self.small, self.is_sized) = (small, !stop.load(Ordering::Relaxed));
        }
        if let Some((regrets, blank)) = self.small.take() {
            match self.round_of_table(regrets.clone(), &blank, stop)? {
                Learned::Table(regrets) => {
                    self.small = Some((regrets, blank));
                    return Ok(true);
                }
                Learned::Stopped => {
                    self.small = Some((regrets, blank));
                    return Ok(false);
                }
                // It learns by networks, from the first game on.
                Learned::TooMuch => {
                    (self.rounds, self.decisions, self.spacing) = (0, 0, SPACING_AT_FIRST);
                }
            }
        }
        let round = self.earlier + self.rounds;
        let is_own = round >= if self.course.teacher.is_some() { TAUGHT } else { RANDOM };
        let learner = match &self.course.teacher {
            // The mean of the last rounds would answer late to what the others do, and circle
            // around the right mixture.
            _ if is_own => self.with(weights(self.trainer.current(), None), self.mix()),
            Some(teacher) => teacher.clone(),
            None => unlearned(self.game),
        };
        let Course { seed, rollouts, margin, .. } = self.course;
        let spacing = self.spacing;
        let worth = self.known_worth();
        let worth = worth.as_ref();
        let (number, games) = (round * PIECES, GAMES);
        let (learner, beats) = (&learner, self.course.beats.as_ref());
        let piece = Piece {
            seed,
            number,
            games,
            spacing,
            learner,
            beats,
            rollouts,
            margin,
            worth,
            table: None,
        };
        let Some(gathered) = self.gather(&piece, stop)? else { return Ok(false) };
        let (before, mut met) = (self.decisions, 0);
        for found in gathered {
            met += found.met;
            self.decisions += found.decisions.len();
            self.kept.extend(found.decisions);
        }
        self.spacing = (met / (ROUND * OF_A_GAME)).clamp(1, 1 << 16) as u32;
        self.of_rounds.push_back(self.decisions - before);
        if self.of_rounds.len() > KEPT {
            let oldest = self.of_rounds.pop_front().unwrap_or_default();
            self.kept.drain(..oldest);
        }
        let rate = |games: f64| (RATE / libm::sqrt(1.0 + 3.0 * games / HALVED_AFTER)) as f32;
        let of_worth = rate((self.rounds_of_worth * ROUND) as f64);
        let rate = rate(self.all_games());
        let steps = (self.decisions - before) / BATCH;
        let kept = self.kept.len() as u32;
        let chosen: Vec<usize> =
            (0..steps * BATCH).map(|_| self.draws.below(kept) as usize).collect();
        let learn = |trainer: &mut Trainer, rate: f32, is_own: bool| {
            for batch in chosen.chunks_exact(BATCH) {
                trainer.step(batch.iter().map(|place| &self.kept[*place]), rate);
            }
            trainer.end_round(is_own);
        };
        let (trainer, worth) = (&mut self.trainer, &mut self.worth);
        self.threads.install(|| {
            rayon::join(|| learn(trainer, rate, is_own), || learn(worth, of_worth, true))
        });
        self.rounds_of_worth += 1;
        self.rounds += 1;
        Ok(true)
    }

    /// Plays the pieces of a round, from that of this number on. `None` if it is stopped.
    fn gather(
        &self,
        first: &Piece<'_>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Gathered>>, Failure> {
        let gather = |number| {
            if stop.load(Ordering::Relaxed) {
                return Ok(Gathered::default());
            }
            self.pupils.gather(&Piece { number, ..*first }, &self.course.others)
        };
        let pieces = first.number..first.number + PIECES;
        let gathered: Result<_, _> =
            self.threads.install(|| pieces.into_par_iter().map(gather).collect());
        Ok(if stop.load(Ordering::Relaxed) { None } else { Some(gathered?) })
    }

    /// A piece of games for a table, which the learner plays by.
    fn piece_for_table<'a>(&'a self, learner: &'a StrategyFile, number: u64) -> Piece<'a> {
        let Course { seed, rollouts, .. } = self.course;
        Piece {
            seed,
            number,
            games: 1,
            spacing: self.spacing,
            learner,
            beats: self.course.beats.as_ref(),
            rollouts,
            // With so many games of each position, a win says enough.
            margin: 0.0,
            worth: None,
            table: learner.weights.as_ref().and_then(|weights| weights.table.as_deref()),
        }
    }

    /// Whether random play meets so few positions that a table can learn the game. Alone and in a
    /// team of all there is no need to mix, and networks learn faster. The features of engines were not
    /// made to tell positions apart.
    fn is_small(&self, stop: &AtomicBool) -> Result<bool, Failure> {
        if !self.pupils.shape().is_hashed || self.pupils.is_one_side() {
            return Ok(false);
        }
        let random = self.with(blank(self.shape()).with_table(Table::default()), 0.0);
        let (mut positions, mut met, mut new, mut own) = (BTreeSet::new(), 0, 0, 0);
        for tried in 0..TRIED_FOR_TABLE {
            let mut piece = self.piece_for_table(&random, FOR_TABLE + tried * PIECES);
            (piece.spacing, piece.beats) = (u32::MAX, None);
            let Some(gathered) = self.gather(&piece, stop)? else { return Ok(false) };
            if gathered.iter().any(|found| found.widest as usize > MOST_ACTIONS) {
                return Ok(false);
            }
            let is_late = u64::from(tried >= TRIED_FOR_TABLE / 2);
            for passed in gathered.iter().flat_map(|found| &found.passed) {
                met += is_late;
                new += is_late * u64::from(positions.insert(passed.key));
            }
            own += gathered.iter().map(|found| found.met).sum::<u64>();
            if positions.len() > MOST_POSITIONS || own > FEW_DECISIONS * (tried + 1) * PIECES {
                return Ok(false);
            }
        }
        Ok(!positions.is_empty() && new * NEW_OF_TRIED <= met)
    }

    /// Plays the games of a round, from which a table learns.
    fn round_of_table(
        &mut self,
        mut regrets: Regrets,
        blank: &Weights,
        stop: &AtomicBool,
    ) -> Result<Learned, Failure> {
        let first = self.earlier + self.rounds;
        let (mut decisions, mut met) = (0, 0);
        for round in first * ROUNDS_OF_TABLE..(first + 1) * ROUNDS_OF_TABLE {
            let learner = self.with(blank.with_table(regrets.current()), 0.0);
            let piece = self.piece_for_table(&learner, round * PIECES);
            let Some(gathered) = self.gather(&piece, stop)? else { return Ok(Learned::Stopped) };
            // Good play may go where random play does not.
            let is_wide = gathered.iter().any(|found| found.widest as usize > MOST_ACTIONS);
            if is_wide || regrets.len() > MORE_POSITIONS {
                return Ok(Learned::TooMuch);
            }
            regrets.learn(&gathered);
            decisions += gathered.iter().map(|found| found.decisions.len()).sum::<usize>();
            met += gathered.iter().map(|found| found.met).sum::<u64>();
        }
        self.decisions += decisions;
        self.spacing = (met / (ROUND * OF_A_GAME)).clamp(1, 1 << 16) as u32;
        self.rounds += 1;
        Ok(Learned::Table(regrets))
    }

    /// Plays rounds until so many games are played, or it is stopped. Returns whether it was not.
    /// `played` is told of the games of each round.
    ///
    /// # Errors
    /// If a player makes no choice.
    pub fn run(
        &mut self,
        games: u64,
        stop: &AtomicBool,
        mut played: impl FnMut(u64),
    ) -> Result<bool, Failure> {
        while self.games() < games {
            if !self.round_until(stop)? {
                return Ok(false);
            }
            played(ROUND);
        }
        Ok(true)
    }

    /// Returns the player so far.
    pub fn checkpoint(&self) -> Checkpoint {
        let (weights, mix) = match &self.small {
            // It mixes as the table says. A player who does not learn is best answered by the last
            // table.
            Some((regrets, blank)) => {
                let is_attack = self.course.beats.is_some();
                let table = if is_attack { regrets.current() } else { regrets.mean() };
                (blank.with_table(table), 0.0)
            }
            None => (weights(self.trainer.network(), self.known_worth()), self.mix()),
        };
        Checkpoint {
            weights,
            games: self.games(),
            decisions: self.decisions,
            mix,
            rounds: self.earlier + self.rounds,
            spacing: self.spacing,
        }
    }

    /// Returns the player of a checkpoint, who mixes this much.
    pub fn player(&self, checkpoint: &Checkpoint, mix: f64) -> StrategyFile {
        self.with(checkpoint.weights.clone(), mix)
    }

    /// Trains a player to beat the player of a checkpoint if it mixes this much, from the same
    /// weights.
    fn attack(
        &self,
        checkpoint: &Checkpoint,
        mix: f64,
        Attacks { rounds, shuffles, stop, .. }: Attacks<'_>,
    ) -> Result<Attack, Failure> {
        let frozen = self.player(checkpoint, mix);
        let course = Course {
            seed: self.course.seed ^ ATTACKS,
            beats: Some(frozen.clone()),
            others: Vec::new(),
            teacher: None,
            ..self.course.clone()
        };
        let (pupils, threads) = (self.pupils.clone(), self.threads.clone());
        let start = Some(&checkpoint.weights);
        let mut attack = Self::with_threads(self.game, pupils, course, start, threads);
        // It goes on at the learning rate of the checkpoint.
        (attack.spacing, attack.earlier) = (checkpoint.spacing, checkpoint.rounds);
        (attack.worth, attack.rounds_of_worth) = (self.worth.clone(), self.rounds_of_worth);
        for _ in 0..rounds {
            if !attack.round_until(stop)? {
                break;
            }
        }
        let attacker = attack.player(&attack.checkpoint(), 0.0);
        let sides = attack.sides(&attacker, &frozen, shuffles)?;
        let mean = |side: usize| {
            let tables: Vec<Strength> = sides.iter().map(|sides| sides[side]).collect();
            Strength::mean(&tables)
        };
        Ok(Attack { mix, wins: mean(0), keeps: mean(1) })
    }

    /// Chooses how much the player of a checkpoint mixes: that with which it keeps most under an
    /// attack. (What it keeps, and not what the attacker fails to win: a game that does not end is no
    /// success.) The first one is taken unless another one is clearly better. Returns the attacks,
    /// that on the chosen one first.
    ///
    /// # Errors
    /// If a player makes no choice.
    pub fn choose_mix(
        &self,
        checkpoint: &Checkpoint,
        attacks: Attacks<'_>,
    ) -> Result<Vec<Attack>, Failure> {
        let mixes = attacks.times.iter().map(|times| rounded(times * checkpoint.mix));
        let mut mixes: Vec<f64> = mixes.collect();
        mixes.dedup();
        let attacks = mixes.into_iter().map(|mix| self.attack(checkpoint, mix, attacks));
        let mut attacks: Vec<Attack> = attacks.collect::<Result<_, _>>()?;
        for place in 1..attacks.len() {
            // Mixing must be worth it.
            let Strength { mean, error } = attacks[place].keeps;
            if mean - error > attacks[0].keeps.mean {
                attacks.swap(0, place);
            }
        }
        Ok(attacks)
    }

    /// Returns on how many shuffles strength is measured at each table after so many games learned:
    /// this many over all tables, but at most half as many games as were learned, so that it takes
    /// a small part of the time.
    pub fn shuffles(&self, wanted: u64, learned: u64) -> u64 {
        let seats = self.pupils.players();
        let wanted = wanted.div_ceil(seats.len().max(1) as u64);
        let games = seats.iter().sum::<usize>().max(1) as u64;
        wanted.min(learned / 2 / games).max(FEWEST_SHUFFLES)
    }

    /// Measures what one strategy wins among others of a second one, over all seats and tables, on
    /// this many shuffles.
    ///
    /// # Errors
    /// If a player makes no choice.
    pub fn measure(
        &self,
        one: &StrategyFile,
        others: &StrategyFile,
        blocks: u64,
    ) -> Result<Vec<Strength>, Failure> {
        Ok(self.sides(one, others, blocks)?.into_iter().map(|[one, _]| one).collect())
    }

    /// By table: what the first strategy gets, and what each of the others does.
    fn sides(
        &self,
        one: &StrategyFile,
        others: &StrategyFile,
        blocks: u64,
    ) -> Result<Vec<[Strength; 2]>, Failure> {
        let play = |block| {
            let streams = BlockStreams::new(self.course.seed, MEASURED + block);
            self.pupils.measure([one, others], streams)
        };
        let played: Result<_, _> =
            self.threads.install(|| (0..blocks).into_par_iter().map(play).collect());
        let played: Vec<Vec<[f32; 2]>> = played?;
        let tables = played.first().map_or(0, Vec::len);
        let side = |table: usize, side: usize| {
            let worths = played.iter().map(|worths| f64::from(worths[table][side]));
            let mean = worths.clone().sum::<f64>() / blocks as f64;
            let squares = worths.map(|worth| (worth - mean) * (worth - mean)).sum::<f64>();
            let variance = squares / (blocks.max(2) - 1) as f64;
            Strength { mean, error: libm::sqrt(variance / blocks as f64) }
        };
        Ok((0..tables).map(|table| [side(table, 0), side(table, 1)]).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use fairdeal_core::any_game::AnyGame;
    use fairdeal_core::input::{Location, Settings};
    use fairdeal_gamefile::files::Files;

    use super::*;

    fn training(name: &str, threads: usize, seed: u64) -> Training {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
        let game: &'static dyn AnyGame =
            Files::open(&folder.join(format!("{name}.py"))).expect("a game");
        let settings = Settings::defaults(game.description().knobs);
        let rules = game.make_rules(&settings, 2).expect("rules");
        let pupils = game.pupils(vec![(2, rules)]).expect("its rules").expect("they learn");
        let random = StrategyFile::find(game.repertoire(), "random", &Location::whole("test"));
        let others = vec![random.expect("of every game")];
        let usual = Course::usual(game.repertoire(), seed);
        let course = Course { others, threads: Some(threads), ..usual };
        Training::new(game.repertoire(), pupils, course, None).expect("threads")
    }

    #[test]
    fn a_seed_gives_one_player_on_any_number_of_threads() {
        let network = |threads, seed| {
            let mut training = training("kuhn_poker", threads, seed);
            (0..4).for_each(|_| training.round().expect("legal play"));
            let checkpoint = training.checkpoint();
            let attacks = training
                .choose_mix(&checkpoint, Attacks::usual(checkpoint.games))
                .expect("legal play");
            (checkpoint.games, checkpoint.weights.sha256, attacks)
        };
        let one = network(1, 1);
        assert_eq!(one.0, 4 * ROUND);
        assert_eq!(one, network(3, 1));
        assert_ne!(one.1, network(1, 2).1);
    }

    #[test]
    fn a_round_that_is_stopped_teaches_nothing() {
        let mut stopped = training("gops", 2, 1);
        assert!(!stopped.run(ROUND, &AtomicBool::new(true), |_| ()).expect("legal play"));
        assert_eq!((stopped.games(), stopped.checkpoint().decisions), (0, 0));
    }

    #[test]
    fn it_learns_what_wins() {
        let mut training = training("gops", 2, 1);
        (0..4).for_each(|_| training.round().expect("legal play"));
        let player = training.player(&training.checkpoint(), 0.0);
        let random = training.course.others[0].clone();
        let strength = training.measure(&player, &random, 400).expect("legal play")[0];
        // Random players win half.
        assert!(strength.mean > 0.75 && strength.error < 0.02, "{strength:?}");
    }

    #[test]
    fn checkpoints_are_ends_of_rounds_and_grow() {
        assert!(CHECKPOINTS.iter().all(|games| games % ROUND == 0));
        assert!(CHECKPOINTS.windows(2).all(|pair| pair[1] > pair[0] && pair[1] <= 2 * pair[0]));
        assert_eq!(next_checkpoint(0), Some(CHECKPOINTS[0]));
        assert_eq!(next_checkpoint(CHECKPOINTS[23]), None);
    }
}
