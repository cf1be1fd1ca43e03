//! The players of a review: one training over all tables and rules that it plays, and the ladder by
//! which their strength is measured.

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::clock::Instant;
use fairdeal_core::game::AnyRules;
use fairdeal_core::input::{InputError, Location, Settings};
use fairdeal_core::strategy::{Failure, Repertoire, StrategyFile, StrategyTexts};
use fairdeal_learn::{Attacks, CHECKPOINTS, Course, Outlook, Training};
use fairdeal_study::results::player_files;
use fairdeal_study::session::{RunError, Session, Stage};
use serde::{Deserialize, Serialize};

use crate::change::Change;
use crate::error::ReviewError;
use crate::kept::Keeper;

/// The names of the players who learned: after all games, and after the first few.
pub(crate) const TRAINED: &str = "trained";
pub(crate) const BEGINNER: &str = "beginner";

/// The name of the player who plays on where chances of winning are estimated: the one who learned,
/// but it mixes as it did while it learned. Where no luck is left, players who always do the same would
/// know the winner from the beginning.
pub(crate) const LOOSE: &str = "loose";
/// How much it mixes.
const LOOSELY: f64 = 1.0;

/// The tables of a training: half of them by the draft, the others by changed rules.
const TABLES: usize = 32;

/// The shuffles on which an attack is measured.
const ATTACKED: u64 = 400;

/// An attack takes this share of the rounds of the training, within these bounds.
const ATTACK_SHARE: u64 = 8;
const FEWEST_ROUNDS: u64 = 6;
const MOST_ROUNDS: u64 = 32;

/// How much players mix who are attacked: not at all, and so many times as much as while they learned.
const MIXES: [f64; 2] = [0.0, 2.0];

/// An attacker who wins so many fair shares shows that the player is rough.
const ROUGH: f64 = 1.25;

/// With fewer games to learn from, players are rough.
pub(crate) const FEWEST_GAMES: u64 = 8_192;

/// What became of the strongest player when another one learned for a while to beat it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attacked {
    /// What the attacker wins, on average over the tables.
    pub wins: f64,
    /// Its standard error.
    pub error: f64,
    /// A fair share, on average over the tables.
    pub fair: f64,
}

impl Attacked {
    /// Whether the attacker clearly wins so much more than a fair share that the player is rough.
    pub fn is_rough(&self) -> bool {
        self.wins - 1.96 * self.error > ROUGH * self.fair
    }
}

/// Players who can learn the game.
pub(crate) struct School {
    training: Training,
    /// About how many times as long as a game itself it takes to learn from it.
    pub(crate) work: f64,
    game: &'static dyn AnyGame,
    sizes: Vec<usize>,
    base: Settings,
    seed: u64,
}

impl School {
    /// Begins a training at all tables; `None` if players of the game cannot learn.
    pub(crate) fn new(
        session: &Session<'_>,
        game: &'static dyn AnyGame,
        (base, changes): (&Settings, &[Change]),
        sizes: &[usize],
        seed: u64,
    ) -> Result<Option<Self>, ReviewError> {
        let repertoire = game.repertoire();
        let own = tables(game, base, sizes)?;
        let mut others = Vec::new();
        for change in changes {
            others.extend(tables(game, &change.settings, sizes)?);
        }
        let others = fairdeal_learn::chosen_tables(others, seed);
        let others: Vec<_> = others.into_iter().take(TABLES).collect();
        let again = (others.len() / own.len().max(1)).max(1);
        let all = std::iter::repeat_n(own.clone(), again).flatten().chain(others).collect();
        let (Some(pupils), Some(alone)) = (game.pupils(all)?, game.pupils(own)?) else {
            return Ok(None);
        };
        let quick = quick(repertoire).into_iter().next_back();
        let quick = quick.and_then(|name| StrategyFile::shipped(repertoire, &name));
        let outlook = Outlook::new(repertoire, &*alone, quick.as_ref()).map_err(failed)?;
        let course = Course {
            teacher: outlook.teacher,
            threads: Some(session.threads_used()),
            ..Course::usual(repertoire, seed)
        };
        let training = Training::new(repertoire, pupils, course, None)
            .map_err(|error| RunError::Threads(error.to_string()))?;
        let (work, sizes, base) = (outlook.work, sizes.to_vec(), base.clone());
        Ok(Some(Self { training, work, game, sizes, base, seed }))
    }

    /// Learns from so many games. Returns the seconds, or `None` if it was stopped.
    pub(crate) fn learn(
        &mut self,
        session: &Session<'_>,
        games: u64,
    ) -> Result<Option<f64>, ReviewError> {
        let (begun, control) = (Instant::now(), session.its_control());
        control.progress.begin(Stage::Games, games.saturating_sub(self.training.games()));
        let done = self.training.run(games, control.stop, |games| control.progress.played(games));
        control.progress.end();
        Ok(done.map_err(failed)?.then(|| begun.elapsed().as_secs_f64()))
    }

    /// Goes on learning for about so many seconds, where the games so far took some of them: up to the
    /// last checkpoint that fits. Returns the games, or `None` if it was stopped.
    pub(crate) fn learn_for(
        &mut self,
        session: &Session<'_>,
        seconds: f64,
        mut spent: f64,
    ) -> Result<Option<u64>, ReviewError> {
        loop {
            let games = self.training.games();
            let next = CHECKPOINTS.into_iter().find(|next| *next > games);
            let fits = |next: &u64| spent * *next as f64 / games as f64 <= seconds;
            let Some(next) = next.filter(fits) else { return Ok(Some(games)) };
            let Some(took) = self.learn(session, next)? else { return Ok(None) };
            spent += took;
        }
    }

    /// Keeps the player so far under a name.
    pub(crate) fn keep(
        &self,
        keeper: &dyn Keeper,
        name: &str,
        mix: f64,
    ) -> Result<(), ReviewError> {
        let checkpoint = self.training.checkpoint();
        let player = self.training.player(&checkpoint, mix);
        let title = self.game.description().title;
        let games = fairdeal_study::words::thousands(checkpoint.games.into());
        let told = [format!("It learned {title} for a review by {games} games.")];
        let (shape, game) = (self.training.shape(), self.game.description().name);
        keeper.keep_player(player_files(
            &keeper.player(name),
            &player,
            shape,
            game,
            "fairdeal review",
            &told,
        ))
    }

    /// Keeps the player so far, who mixes so much, and its loose copy.
    pub(crate) fn keep_trained(&self, keeper: &dyn Keeper, mix: f64) -> Result<(), ReviewError> {
        self.keep(keeper, TRAINED, mix)?;
        self.keep(keeper, LOOSE, mix.max(LOOSELY))
    }

    /// Lets another player learn for a while to beat the player so far, by the rules of the draft.
    /// Returns how much the player should mix, and what the attacker wins against it.
    pub(crate) fn attack(
        &self,
        session: &Session<'_>,
    ) -> Result<Option<(f64, Attacked)>, ReviewError> {
        let repertoire = self.game.repertoire();
        let sizes: Vec<usize> = self
            .sizes
            .iter()
            .copied()
            .filter(|players| !repertoire.game.is_one_side(*players))
            .collect();
        let own = tables(self.game, &self.base, &sizes)?;
        let Some(pupils) = self.game.pupils(own)?.filter(|_| !sizes.is_empty()) else {
            return Ok(None);
        };
        let threads = Some(session.threads_used());
        let course = Course { threads, ..Course::usual(repertoire, self.seed) };
        let checkpoint = self.training.checkpoint();
        let attacker = Training::new(repertoire, pupils, course, Some(&checkpoint.weights))
            .map_err(|error| RunError::Threads(error.to_string()))?;
        let checkpoint = attacker.checkpoint();
        let rounds = (self.training.rounds() / ATTACK_SHARE).clamp(FEWEST_ROUNDS, MOST_ROUNDS);
        session.its_control().progress.begin(Stage::Games, 0);
        let stop = session.its_control().stop;
        let attacks = Attacks { times: &MIXES, rounds, shuffles: ATTACKED, stop };
        let attacks = attacker.choose_mix(&checkpoint, attacks).map_err(failed);
        session.its_control().progress.end();
        let fair =
            sizes.iter().map(|players| 1.0 / *players as f64).sum::<f64>() / sizes.len() as f64;
        Ok(attacks?.first().map(|attack| {
            let (wins, error) = (attack.wins.mean, attack.wins.error);
            (attack.mix, Attacked { wins, error, fair })
        }))
    }
}

/// The tables of these sizes by some rules.
fn tables(
    game: &dyn AnyGame,
    settings: &Settings,
    sizes: &[usize],
) -> Result<Vec<(usize, AnyRules)>, InputError> {
    sizes.iter().map(|players| Ok((*players, game.make_rules(settings, *players)?))).collect()
}

/// The strategies of the game's own ladder that do not look ahead, the weakest first.
pub(crate) fn quick(game: &Repertoire) -> Vec<String> {
    let is_quick = |name: &String| {
        StrategyFile::find(game, name, &Location::whole("review"))
            .is_ok_and(|file| !file.searches(game) && file.program.is_none())
    };
    StrategyTexts::default().ladder(game).into_iter().filter(is_quick).collect()
}

fn failed(failure: Failure) -> ReviewError {
    ReviewError::Training(failure.to_string())
}
