//! The manifest of a run: what was played, and how long it took.

use std::sync::Arc;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::players::read_player;
use crate::experiment::{
    AdaptRecord, DesignKind, PROGRAM, Plan, Play, PlayRecord, Question, SCHEMA_VERSION,
    SensitivityRecord, StopRecord, VariantRecord,
};
use crate::findings::{Ending, rating_model};
use fairdeal_core::any_game::AnyGame;
use fairdeal_core::game::GameSource;
use fairdeal_core::input::{InputError, Location, plain, sentence};
use fairdeal_core::metrics::{Tolerance, Variant};
use fairdeal_core::registry::{GameList, NoGame};
use fairdeal_core::strategy::{Repertoire, StrategyFile, StrategyRecord};

/// The version of the tables. It is not part of the digest: `fairdeal run --rewrite` makes tables
/// of a new version from the same counts.
pub const TABLES_VERSION: u32 = 4;

/// Describes a run: everything that is needed to play it again, and nothing that changes from run
/// to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the program.
    pub fairdeal: String,
    /// The name of the program, if it is another program with games of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The version of streams, engines and counts: results of different versions contain different
    /// games.
    pub schema_version: u32,
    /// The version of the tables that are made from the counts.
    pub tables_version: u32,
    /// The identity of the run: it covers everything that can change a number.
    pub digest: String,
    /// The experiment's name.
    pub name: String,
    /// The question; may be empty.
    pub question: String,
    /// Whether the options of a command asked the question, not a file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_command: bool,
    /// The question, as it was asked.
    pub asked: Question,
    /// The kind of question.
    pub design: DesignKind,
    /// The game.
    pub game: String,
    /// The texts of the game's files, if it is a game in a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_files: Option<GameSource>,
    /// The seed.
    pub seed: u64,
    /// How many blocks are in the tables.
    pub blocks: u64,
    /// The largest number of blocks planned; `None` for a run without a bound.
    pub blocks_planned: Option<u64>,
    /// Whether all blocks were played: the run was not interrupted, and no shard was missing.
    pub complete: bool,
    /// Whether the stopping rule was satisfied.
    pub ended_early: bool,
    /// The first and last block of each gap between merged shards. Only the blocks before the first
    /// gap are in the tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<[u64; 2]>,
    /// The variant that the others are compared with.
    pub baseline: String,
    /// The rules of every variant, whole.
    pub variants: Vec<VariantRecord>,
    /// The strategies of every line-up, seat by seat.
    pub lineups: Vec<Vec<String>>,
    /// For each line-up, which arrangements a block plays.
    pub arrangements: Vec<Arranged>,
    /// The stopping rule.
    pub stop: Option<StopRecord>,
    /// The strategies of the experiment, by name, with all parameters.
    pub strategies: IndexMap<String, StrategyRecord>,
    /// The searches that know their opponents, by name, with all parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploiters: Option<IndexMap<String, StrategyRecord>>,
    /// The players who learned the rules before they played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapted: Option<AdaptRecord>,
    /// How the counts were judged.
    pub analysis: AnalysisSettings,
    /// The files of the tables that belong to the run.
    pub tables: Vec<String>,
    /// The model of the ratings, where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_model: Option<String>,
    /// The section `[play]` of the experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play: Option<PlayRecord>,
    /// The box of rules of a sensitivity analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sensitivity: Option<SensitivityRecord>,
}

/// Which arrangements a block plays of a line-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arranged {
    /// The line-up's name.
    pub lineup: String,
    /// Whether a block plays all arrangements or draws some.
    pub played: Played,
    /// How many games a block plays.
    pub games_per_block: usize,
}

/// Which arrangements of a line-up a block plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Played {
    /// All of them.
    All,
    /// Drawn ones.
    Drawn,
}

/// How counts were judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysisSettings {
    /// The confidence of every interval.
    pub confidence: f64,
    /// The tolerances.
    pub tolerance: Tolerances,
    /// The tolerances with default values, because the experiment does not set them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub default_tolerances: Vec<String>,
}

/// The tolerances.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tolerances {
    /// The tolerance of win rates.
    pub win_rate: f64,
    /// The tolerance of lengths, relative.
    pub length: f64,
    /// The tolerance of scores, relative.
    pub score: f64,
    /// The tolerance of other shares.
    pub share: f64,
}

impl Manifest {
    /// The game: one of the list, or the one that the kept files make.
    ///
    /// # Errors
    /// When the list does not have it, or the files are no valid game for this program.
    pub fn game_in(&self, games: GameList) -> Result<&'static dyn AnyGame, NoGame> {
        games.open_kept(&self.game, self.game_files.as_ref())
    }

    /// The name of the program, as commands use it.
    pub fn program(&self) -> String {
        plain(self.program.as_deref().unwrap_or(PROGRAM))
    }

    /// A strategy of a line-up: one of the experiment, or a search that knows its opponents.
    pub fn strategy(&self, name: &str) -> Option<&StrategyRecord> {
        self.strategies.get(name).or_else(|| self.exploiters.as_ref()?.get(name))
    }

    /// The file of a strategy, as it played by the rules of a variant: by its record, or for a
    /// player who learned these rules by its file among the strategies of the game.
    ///
    /// # Errors
    /// When it has no file, or the file is not here.
    pub(crate) fn strategy_file(
        &self,
        game: &Repertoire,
        name: &str,
        variant: &str,
        place: &Location,
    ) -> Result<StrategyFile, InputError> {
        let adapted = self.adapted.iter().flat_map(|adapted| &adapted.learned);
        let mut learned = adapted.filter(|one| one.strategy == name);
        if let Some(one) = learned.find(|one| one.variants.iter().any(|known| known == variant)) {
            return read_player(game, &one.file, name);
        }
        let record = self.strategy(name).cloned().unwrap_or_default();
        StrategyFile::from_record(game, name, &record, place)
    }

    /// The manifest of a run of this many blocks, before there are tables.
    pub fn new(plan: &Plan, blocks: u64, ending: Ending) -> Self {
        let analysis = plan.analysis();
        let arranged = plan.layout().cells.iter().zip(plan.lineups()).map(|(label, lineup)| {
            let arrangements = &label.shape.arrangements;
            let played = if arrangements.all().is_some() { Played::All } else { Played::Drawn };
            Arranged {
                lineup: lineup.name.clone(),
                played,
                games_per_block: arrangements.games_per_block(),
            }
        });
        let [win_rate, length, score, share] = Tolerance::ALL.map(|one| analysis.tolerance(one));
        let variant = |variant: &Arc<Variant>| VariantRecord {
            name: variant.name.clone(),
            rules: variant.settings.to_json(),
        };
        let players = plan.lineups().iter().map(|lineup| lineup.entries.len()).max().unwrap_or(0);
        Self {
            fairdeal: env!("CARGO_PKG_VERSION").to_owned(),
            program: plan.program.clone(),
            schema_version: SCHEMA_VERSION,
            tables_version: TABLES_VERSION,
            digest: plan.digest(),
            name: plan.name().to_owned(),
            question: sentence(&plan.asked().question),
            of_command: plan.given.of_command,
            asked: plan.asked().clone(),
            design: plan.kind(),
            game: plan.game().description().name.to_owned(),
            game_files: plan.game().source().cloned(),
            seed: plan.seed(),
            blocks,
            blocks_planned: plan.max_blocks(),
            complete: ending != Ending::Interrupted,
            ended_early: ending == Ending::Reached,
            missing: Vec::new(),
            baseline: plan.baseline().name.clone(),
            variants: plan.variants().iter().map(variant).collect(),
            lineups: plan
                .lineups()
                .iter()
                .map(|lineup| plan.names(lineup).map(str::to_owned).collect())
                .collect(),
            arrangements: arranged.collect(),
            stop: plan
                .asked()
                .stop
                .zip(plan.stop())
                .map(|(asked, stop)| StopRecord::new(asked, stop)),
            strategies: plan.strategy_records(),
            exploiters: plan.exploiter_records(),
            adapted: plan.adapt_record(),
            analysis: AnalysisSettings {
                confidence: analysis.confidence.level(),
                tolerance: Tolerances { win_rate, length, score, share },
                default_tolerances: Tolerance::ALL
                    .into_iter()
                    .filter(|tolerance| analysis.tolerance_set(*tolerance).is_none())
                    .map(|tolerance| tolerance.key().to_owned())
                    .collect(),
            },
            tables: Vec::new(),
            rating_model: plan.layout().field.as_ref().map(|_| rating_model(players).to_owned()),
            play: plan.play().map(Play::record),
            sensitivity: plan.design().box_of_rules().map(SensitivityRecord::from),
        }
    }
}

/// How long a run took, and on which machine. It has its own file, because it is never the same
/// twice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// The time for the games that this run played, without those counted earlier.
    pub seconds: f64,
    /// How many were played.
    pub games: u64,
    /// How many a second.
    pub games_per_second: f64,
    /// On how many threads.
    pub threads: usize,
    /// The kind of processor.
    pub processor: String,
    /// The operating system.
    pub system: String,
    /// Whether the fast bit instructions of the processor were used.
    pub fast_bits: bool,
    /// The path from the folder of the results to the one in which external programs ran, if any
    /// did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The nanoseconds of a decision of each strategy, if measured.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub nanoseconds_per_decision: IndexMap<String, f64>,
}

impl Timing {
    /// The timing of a run.
    pub(crate) fn new(seconds: f64, games: u64, threads: usize) -> Self {
        Self {
            seconds,
            games,
            games_per_second: if seconds > 0.0 { games as f64 / seconds } else { 0.0 },
            threads,
            processor: std::env::consts::ARCH.to_owned(),
            system: std::env::consts::OS.to_owned(),
            fast_bits: fairdeal_core::cards::bits::fast_bits_found(),
            folder: None,
            nanoseconds_per_decision: IndexMap::new(),
        }
    }

    /// Takes note of the nanoseconds of a decision of a strategy.
    pub(crate) fn set_decision_time(&mut self, strategy: &str, nanoseconds: f64) {
        self.nanoseconds_per_decision.insert(strategy.to_owned(), nanoseconds);
    }

    /// The nanoseconds of a decision of a strategy, if measured.
    pub fn decision_time(&self, strategy: &str) -> Option<f64> {
        self.nanoseconds_per_decision.get(strategy).copied()
    }
}
