//! The file of a plan: everything that its workers need.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::estimate::{Estimate, Trial, rounded};
use super::key::Key;
use super::{cut, earlier};
use crate::experiment::{Lesson, Plan, Question, SCHEMA_VERSION};
use crate::results::{KeptCounts, learned_file, read_player, replace, sealed, unsealed};
use crate::session::{RunError, Session};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::GameSource;
use fairdeal_core::input::{InputError, Location, Problem, check_name, shown};
use fairdeal_core::registry::{GameList, NoGame};
use fairdeal_core::strategy::{Entrant, StrategyText, StrategyTexts};

/// The version of the file's layout.
const FORMAT: u32 = 4;

/// A complete plan for many machines. A worker needs no other files than the program and the
/// external programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanFile {
    /// The version of the file's layout.
    format: u32,
    /// The version of the program.
    pub fairdeal: String,
    /// The version of streams, engines and tables.
    schema_version: u32,
    /// The experiment's name.
    pub name: String,
    /// The game.
    pub game: String,
    /// The texts of the game's files, if it is a game in a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game_files: Option<GameSource>,
    /// How many blocks all shards have together.
    pub blocks: u64,
    /// How many games a block holds.
    pub games_per_block: u64,
    /// The identity of the shards' counts.
    pub key: Key,
    /// The estimate for the whole run on one machine.
    pub estimate: Estimate,
    /// The ranges of blocks, by number.
    pub shards: Vec<PlannedShard>,
    /// External programs that strategies ask, by strategy.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, PlannedProgram>,
    /// The SHA-256 of the weights of players who learned the rules before, by the key of their
    /// training.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    learned: BTreeMap<String, String>,
    /// The question, as it was asked.
    asked: Question,
    /// The files of the strategies, by the name or path that the experiment uses.
    strategies: BTreeMap<String, StrategyText>,
    /// For a ladder: the games that test how far doubled budgets help.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "earlier")]
    earlier: Option<KeptCounts>,
}

/// A part of a plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedShard {
    /// Its number, from 0 on.
    pub shard: usize,
    /// Its first block.
    pub first: u64,
    /// Its last block.
    pub last: u64,
    /// About how many seconds it takes on a machine like the one that made the plan.
    pub seconds: f64,
}

/// The fields that a plan of any version has.
#[derive(Deserialize)]
struct AnyPlan {
    format: u32,
    fairdeal: String,
    schema_version: u32,
    #[serde(rename = "shards")]
    _shards: Vec<IgnoredAny>,
}

/// An external program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedProgram {
    /// The command that starts it.
    pub command: Vec<String>,
    /// The SHA-256 of the files that the command names.
    pub sha256: String,
}

impl PlannedShard {
    /// Its blocks.
    pub fn blocks(&self) -> Range<u64> {
        self.first..self.last.saturating_add(1)
    }
}

/// The SHA-256 of the weights of the players who learned the rules of a plan.
fn learned(plan: &Plan) -> Result<BTreeMap<String, String>, RunError> {
    let game = plan.game().repertoire();
    let of = |lesson: &Lesson| {
        let file = learned_file(game, &lesson.key);
        // A part of it may be on its way to this machine.
        let read = || read_player(game, &lesson.key, lesson.player());
        let found = if file.exists() { read().ok() } else { None };
        let player = found.ok_or(RunError::NotLearned(file))?;
        let sha256 = player.weights.map_or_else(String::new, |weights| weights.sha256);
        Ok((lesson.key.clone(), sha256))
    };
    plan.lessons().iter().map(of).collect()
}

/// How a run is cut into shards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cut {
    /// Into this many shards.
    Shards(u64),
    /// Shards that each take about this many seconds, but at most this many shards.
    Seconds(f64, u64),
}

impl PlanFile {
    /// Plans an experiment: plays the games that a ladder needs first, and a short trial.
    ///
    /// # Errors
    /// When the run has no bound; a strategy is no file, fails or may not run; or the file of an
    /// external program cannot be read.
    pub fn new(session: &Session<'_>, plan: &Plan, into: Cut) -> Result<Self, RunError> {
        let refused = |problem| RunError::from(Location::whole(plan.name()).error(problem));
        if plan.max_blocks().is_none() {
            return Err(refused(Problem::conflict(
                "the run has no bound, so the number of shards is not known",
                "`--blocks N`, or `max_blocks` in [stop]: the most blocks that it may play",
            )));
        }
        if let Some(given) = plan.given.entrants.first() {
            let found = format!("the strategy `{}`, which is no file", given.name());
            return Err(refused(Problem::conflict(found, "strategies that a worker can read")));
        }
        let grown = session.last_stage(plan, &KeptCounts::default())?;
        let (plan, found) =
            grown.as_ref().map_or((plan, None), |(plan, found)| (plan, Some(found)));
        let fingerprint = plan.fingerprint()?;
        let trial = Trial::new(session, plan)?;
        let seconds = trial.seconds(&(0..plan.blocks()));
        let shards = match into {
            Cut::Shards(shards) => shards,
            Cut::Seconds(each, most) => ((seconds / each).ceil() as u64).clamp(1, most),
        };
        let planned = |(shard, blocks): (usize, Range<u64>)| {
            let seconds = rounded(trial.seconds(&blocks));
            PlannedShard { shard, first: blocks.start, last: blocks.end.saturating_sub(1), seconds }
        };
        let programs = plan.program_digests()?.into_iter().map(|(name, sha256)| {
            let entrant = plan.entrants().find(|entrant| entrant.name() == name);
            let command = entrant.and_then(Entrant::program).map(|program| program.command.clone());
            (name, PlannedProgram { command: command.unwrap_or_default(), sha256 })
        });
        Ok(Self {
            format: FORMAT,
            fairdeal: env!("CARGO_PKG_VERSION").to_owned(),
            schema_version: SCHEMA_VERSION,
            name: plan.name().to_owned(),
            game: plan.game().description().name.to_owned(),
            game_files: plan.game().source().cloned(),
            blocks: plan.blocks(),
            games_per_block: plan.games_per_block(),
            key: Key::new(plan, &fingerprint),
            estimate: trial.estimate(session, plan.blocks()),
            shards: cut(plan, shards, &trial.rates())
                .into_iter()
                .enumerate()
                .map(planned)
                .collect(),
            programs: programs.collect(),
            learned: learned(plan)?,
            asked: plan.asked().clone(),
            strategies: plan.given.texts.asked(),
            earlier: found.cloned(),
        })
    }

    /// Reads the file of a plan.
    ///
    /// # Errors
    /// When it cannot be read, is not a plan, or was made by another version of the program.
    pub fn read(path: &Path) -> Result<Self, InputError> {
        let place = Location::file(path);
        let refused = |found: String, allowed: &str| place.error(Problem::conflict(found, allowed));
        let bytes = std::fs::read(path).map_err(|error| InputError::unreadable(path, &error))?;
        let no_plan = |error: serde_json::Error| {
            refused(format!("it is no plan: {error}"), "a file that the command `plan` wrote")
        };
        let AnyPlan { format, fairdeal, schema_version, .. } =
            serde_json::from_slice(&bytes).map_err(no_plan)?;
        let own = env!("CARGO_PKG_VERSION");
        if (format, fairdeal.as_str(), schema_version) != (FORMAT, own, SCHEMA_VERSION) {
            let found = format!(
                "fairdeal {fairdeal} made it (schema {schema_version}), and this is {own} (schema {SCHEMA_VERSION})"
            );
            return Err(refused(
                found,
                "that version on every machine; or plan again with this one",
            ));
        }
        let plan: Self = serde_json::from_slice(&bytes).map_err(no_plan)?;
        let mut next = 0;
        let follows = |(number, shard): (usize, &PlannedShard)| {
            let begin = std::mem::replace(&mut next, shard.blocks().end);
            shard.shard == number && shard.first == begin && shard.first <= shard.last
        };
        let all_follow = plan.shards.iter().enumerate().all(follows);
        if !all_follow || next != plan.blocks || plan.shards.is_empty() {
            let found = "its shards are not all of its blocks, each once".to_owned();
            return Err(refused(found, "an unchanged file"));
        }
        // Results go to a folder of this name, so it must not be a path to somewhere else.
        let mut name = Path::new(&plan.name).components();
        if !matches!((name.next(), name.next()), (Some(Component::Normal(_)), None)) {
            let found = format!("its name is `{}`", plan.name);
            return Err(refused(found, "a name that can be that of a folder"));
        }
        check_name(&plan.name, place.clone())?;
        if unsealed("", &String::from_utf8_lossy(&bytes)).is_none() {
            let found = "it was changed: its checksum does not match".to_owned();
            return Err(refused(found, "an unchanged file; or plan again"));
        }
        Ok(plan)
    }

    /// Only a plan, of any version, may be overwritten.
    ///
    /// # Errors
    /// When another file exists there (`AlreadyExists`), or cannot be read.
    pub fn check_target(path: &Path) -> std::io::Result<()> {
        match std::fs::read(path) {
            Ok(bytes) if serde_json::from_slice::<AnyPlan>(&bytes).is_err() => {
                Err(ErrorKind::AlreadyExists.into())
            }
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Writes the plan, whole or not at all.
    ///
    /// # Errors
    /// When it cannot be written, or a file that is not a plan exists there.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        Self::check_target(path)?;
        let text = format!("{:#}\n", serde_json::to_value(self)?);
        replace(path, sealed("", text.trim_start_matches('{')).as_bytes())
    }

    /// The default folder of its shards, beside the plan: `plan.shards/` for `plan.json`.
    pub fn usual_folder(path: &Path) -> PathBuf {
        path.with_extension("shards")
    }

    /// The game: one of the list, or the one that the kept files make.
    ///
    /// # Errors
    /// When the list does not have it, or the files are no valid game for this program.
    pub fn game_in(&self, games: GameList) -> Result<&'static dyn AnyGame, NoGame> {
        games.open_kept(&self.game, self.game_files.as_ref())
    }

    /// The experiment as it was asked, and for a ladder the games that test how far doubled budgets
    /// help.
    ///
    /// # Errors
    /// When the file was changed so that it has no valid experiment.
    pub fn asked(&self, game: &'static dyn AnyGame) -> Result<(Plan, KeptCounts), InputError> {
        let texts = StrategyTexts::only(self.strategies.clone());
        let plan = self.asked.plan(game, &self.name, &texts)?;
        Ok((plan, self.earlier.clone().unwrap_or_default()))
    }

    /// The plan to play: the experiment as it was asked, and for a ladder with all its copies.
    ///
    /// # Errors
    /// When the file was changed, so that its content does not match its digest.
    pub fn experiment(&self, game: &'static dyn AnyGame, path: &Path) -> Result<Plan, RunError> {
        let (plan, earlier) = self.asked(game)?;
        // All test games are known, and no game may be played here.
        let plan = Session::default()
            .that_plays_nothing()
            .last_stage(&plan, &earlier)?
            .map_or(plan, |(grown, _)| grown);
        let is_as_planned =
            plan.layout().digest == self.key.digest && plan.max_blocks() == Some(self.blocks);
        if is_as_planned {
            Ok(plan)
        } else {
            Err(self.refused(path, "its content does not match its digest").into())
        }
    }

    /// Checks that this program, with the external programs on this machine, plays like the program
    /// that made the plan.
    ///
    /// # Errors
    /// When it plays differently.
    pub fn check_program(&self, path: &Path, plan: &Plan) -> Result<(), InputError> {
        for (name, sha256) in plan.program_digests()? {
            if let Some(planned) =
                self.programs.get(&name).filter(|planned| planned.sha256 != sha256)
            {
                let command = planned.command.join(" ");
                let found = format!(
                    "the program of `{name}`, {command}, is not the one with which the plan was made"
                );
                return Err(self.refused(path, &found));
            }
        }
        let counted = Key::new(plan, &plan.fingerprint()?);
        match self.key.difference(&counted) {
            None => Ok(()),
            Some(_) => Err(self.refused(
                path,
                "this build of fairdeal plays differently from the one that made the plan",
            )),
        }
    }

    /// Checks that the players who learned the rules are those of the machine that made the plan.
    ///
    /// # Errors
    /// When one is another, or is not here.
    pub fn check_learned(&self, path: &Path, plan: &Plan) -> Result<(), RunError> {
        if learned(plan)? == self.learned {
            return Ok(());
        }
        let found = "a player who learned the rules is not the one with which the plan was made";
        Err(self.refused(path, found).into())
    }

    fn refused(&self, path: &Path, found: &str) -> InputError {
        let allowed = format!(
            "the same fairdeal {} and the same programs on every machine; or plan again",
            self.fairdeal
        );
        Location::file(path).error(Problem::conflict(found, allowed))
    }

    /// The shard with this number.
    ///
    /// # Errors
    /// When there is none.
    pub fn shard(&self, path: &Path, number: u64) -> Result<&PlannedShard, InputError> {
        let found = usize::try_from(number).ok().and_then(|number| self.shards.get(number));
        found.ok_or_else(|| {
            let allowed = format!(
                "0 to {}, the shards of {}",
                self.shards.len().saturating_sub(1),
                shown(path)
            );
            let problem = Problem::value("--shard", number.to_string(), allowed);
            Location::whole("--shard").error(problem)
        })
    }

    /// The numbers of the shards that together have exactly these blocks; `None` if shards do not
    /// fit the range.
    pub fn shards_of(&self, blocks: &Range<u64>) -> Option<Range<usize>> {
        let first = self.shards.iter().position(|shard| shard.first == blocks.start)?;
        let last = self.shards.iter().position(|shard| shard.blocks().end == blocks.end)?;
        Some(first..last + 1)
    }
}
