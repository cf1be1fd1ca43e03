//! A question: what a file says, what a builder makes, and what manifests and plan files keep.

use fairdeal_core::input::{Document, InputError, Problem};
use fairdeal_core::metrics::Tolerance;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::ask::Ask;
use crate::findings::{Analysis, Stop, Until};

/// The settings of the command's options, which override the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overrides {
    /// The seed.
    pub seed: Option<u64>,
    /// The number of blocks.
    pub blocks: Option<u64>,
}

/// Declares the parts of a question. What has its default is not written.
macro_rules! asked {
    ($($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)*
    })*) => {$(
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        $(#[$meta])*
        pub struct $name {
            $($(#[$field_meta])* #[serde(skip_serializing_if = "is_default")] pub $field: $type,)*
        }

        impl $name {
            /// Its keys in files.
            pub(super) const KEYS: &[&'static str] = &[$(stringify!($field)),*];
        }
    )*};
}

asked! {
    /// An experiment as it is asked.
    ///
    /// It is written by `serde`, and its JSON Schema is derived. What people write is read by
    /// [`parse`](super::parse), which tells every mistake with its place.
    #[derive(Default)]
    #[schemars(title = "Experiment", rename = "Experiment")]
    #[schemars(extend("required" = ["game"]))]
    pub struct Question {
        /// What you want to know, in your words.
        pub question: String,
        /// What comes first in the answer: a topic or a quantity. Goals come before it.
        pub ask: Option<Ask>,
        /// The game.
        pub game: String,
        /// The seed of all random numbers: the same seed gives the same games, everywhere.
        pub seed: u64,
        /// How many blocks (shuffles) to play; with `[stop]`, how many before the first look.
        #[schemars(range(min = 1))]
        pub blocks: Option<u64>,
        /// The variant that every other one is compared with; otherwise the first one.
        pub baseline: Option<String>,
        /// Sets of rules, which are compared on the same shuffles.
        pub variant: Vec<AskedVariant>,
        /// Every combination of the values of some knobs.
        pub sweep: Option<AskedSweep>,
        /// Which of these knobs matters most?
        pub sensitivity: Option<AskedSensitivity>,
        /// Which rules meet the goals? They are searched for, and confirmed on fresh shuffles.
        pub tune: Option<AskedTune>,
        /// With which weights does a strategy win most often? They are searched, and confirmed on
        /// fresh shuffles.
        #[schemars(extend("required" = ["base", "others", "blocks"]))]
        pub strategy: Option<AskedStrategy>,
        /// Who plays. Every arrangement over the seats is played.
        pub lineup: Vec<AskedLineup>,
        /// Strategies that all meet and are rated, from weak to strong: how does skill change the
        /// answers?
        pub ladder: Option<AskedLadder>,
        /// Players who learn each set of rules play too, with the name `adapted`.
        pub adapt: Option<Part<AskedAdapt>>,
        /// How the game plays.
        pub play: Option<PlayQuestions>,
        /// Which events of the game are counted: `true` for all, or a list of names.
        pub events: Option<EventsQuestion>,
        /// What you want of the game: what meets it leads every table and the answer.
        pub goal: Option<AskedGoals>,
        /// How the counts are judged.
        pub analysis: AskedAnalysis,
        /// When the run may end early.
        pub stop: Option<AskedStop>,
    }

    /// A set of rules: those of the designer, or of a preset, with some knobs turned.
    #[derive(Default)]
    #[schemars(extend("required" = ["name"]))]
    pub struct AskedVariant {
        /// Its name in the tables.
        pub name: String,
        /// A named set of knobs to begin with.
        pub preset: Option<Preset>,
        /// Knobs of the rules.
        pub rules: Rules,
    }

    /// Every combination of the values of some knobs is a variant.
    #[derive(Default)]
    pub struct AskedSweep {
        /// Presets, each with all these values.
        pub preset: Vec<Preset>,
        /// The knobs with their values.
        pub rules: Axes,
    }

    /// Samples of all combinations of the values of some knobs are played.
    #[derive(Default)]
    #[schemars(extend("required" = ["rules"]))]
    pub struct AskedSensitivity {
        /// The knobs with their values.
        pub rules: Axes,
        /// How many points each sample has; 32 where nothing is said.
        #[schemars(range(min = 2, max = 4096))]
        pub samples: Option<u32>,
    }

    /// Rules are searched for that meet the goals.
    #[derive(Default)]
    #[schemars(extend("oneOf" = [{"required": ["blocks"]}, {"required": ["minutes"]}]))]
    pub struct AskedTune {
        /// How many blocks (shuffles) to play, over all rules that are tried.
        #[schemars(range(min = 1000))]
        pub blocks: Option<u64>,
        /// How long to search, about: a trial turns this into a number of blocks.
        #[schemars(range(min = 0.1, max = 10000))]
        pub minutes: Option<f64>,
        /// What is as good as the best, in tolerances; 0.5 where nothing is said.
        #[schemars(range(min = 0.01, max = 100))]
        pub delta: Option<f64>,
        /// The presets to try.
        pub preset: Vec<Preset>,
        /// The knobs to turn, with their values.
        pub rules: Axes,
        /// For a knob: another one with the values for which it is turned.
        pub only_if: Conditions,
    }

    /// Numeric weights of a strategy are searched by play.
    #[derive(Default)]
    pub struct AskedStrategy {
        /// The strategy to begin with, by name or path.
        pub base: String,
        /// Those among whom it sits in the place of one player: one list for each table.
        pub others: Vec<Vec<String>>,
        /// The weights to tune, each with its range; otherwise all numbers among its parameters.
        pub weights: Ranges,
        /// Weights that stay as they are. Where only proportions matter, fix one of them.
        pub fixed: Vec<String>,
        /// How many blocks (shuffles) to play, over all candidates.
        #[schemars(range(min = 1000))]
        pub blocks: Option<u64>,
    }

    /// Who plays, one strategy a seat.
    #[derive(Default)]
    #[schemars(extend("required" = ["strategies"]))]
    pub struct AskedLineup {
        /// The strategies, by name or path; a single one for all seats, with `players`.
        #[schemars(length(min = 1))]
        pub strategies: Vec<String>,
        /// How many play.
        pub players: Option<Players>,
    }

    /// Each pair of strategies meets, all are rated, and each plays against itself.
    #[derive(Default)]
    pub struct AskedLadder {
        /// The strategies, by name or path; otherwise the ladder of the game.
        #[schemars(length(min = 2, max = 64))]
        pub strategies: Option<Vec<String>>,
        /// How many play in a game; otherwise the usual number.
        pub players: Option<Players>,
        /// How often the budget of the last search is doubled, at most; 1 where nothing is said.
        #[schemars(range(max = 12))]
        pub doublings: Option<u32>,
        /// Adds for each strategy a search that knows it and looks for what beats it.
        pub exploiters: bool,
        /// Asks another question instead: which strategy does best in the place of one player,
        /// among these others? One list for each table.
        pub others: Vec<Vec<String>>,
    }

    /// What is asked of how a game plays. With nothing in it, only what the players could choose
    /// from and chose is counted.
    #[derive(Default)]
    pub struct PlayQuestions {
        /// The chances of winning at each decision.
        pub chances: Option<Part<ChancesQuestion>>,
        /// What each card is worth to who is dealt, draws or plays it.
        pub cards: Option<Part<CardsQuestion>>,
        /// How much of the results is luck, and how much skill.
        pub luck: bool,
        /// What it costs each of these strategies, by name or path, never to take a kind of action.
        pub restricted: Option<Vec<String>>,
        /// What people at the table feel: how long they wait, who is out early, whether the leader
        /// wins, whether a player who cannot win decides who does.
        pub people: bool,
    }

    /// Asks for each player's chance of winning at each decision, and what the legal actions are
    /// worth.
    #[derive(Eq)]
    pub struct ChancesQuestion {
        /// The name or path of the strategy that plays the games on from each decision, in all
        /// seats. Otherwise the players themselves play on; where one of them searches or is a
        /// program, it is `greedy` where the game ships it, or the strongest strategy of its ladder
        /// that does not search.
        pub strategy: Option<String>,
        /// How many games are played on for each legal action: an even number, 4 to 4,096.
        #[schemars(range(min = 4, max = 4096))]
        pub rollouts: u32,
        /// In how many blocks, from the first on.
        #[schemars(range(min = 1))]
        pub blocks: u64,
        /// At every n-th decision of a game only: n; at each one if nothing is said.
        #[schemars(range(min = 1, max = 1000))]
        pub every: Option<u32>,
    }

    /// Asks what each card is worth to who is dealt, draws or plays it.
    #[derive(Copy, Eq)]
    pub struct CardsQuestion {
        /// For how many other cards each one is exchanged that a seat is dealt in a game: 1 to 64.
        /// The game is played once more for each.
        #[schemars(range(min = 1, max = 64))]
        pub exchanges: u32,
        /// In how many blocks, from the first on, cards are exchanged.
        #[schemars(range(min = 1))]
        pub blocks: u64,
    }

    /// How the counts are judged.
    #[derive(Copy, Default)]
    pub struct AskedAnalysis {
        /// The confidence of every interval; 0.95 where nothing is said.
        #[schemars(range(min = 0.5, max = 1.0))]
        pub confidence: Option<f64>,
        /// What does not matter to you.
        pub tolerance: AskedTolerances,
    }

    /// Differences that do not matter.
    #[derive(Copy, Default)]
    pub struct AskedTolerances {
        /// Of win rates: 0.01 is one point.
        #[schemars(range(min = 0.0, max = 1.0))]
        pub win_rate: Option<f64>,
        /// Of lengths, relative: 0.05 is 5 %.
        #[schemars(range(min = 0.0, max = 1.0))]
        pub length: Option<f64>,
        /// Of mean scores, relative.
        #[schemars(range(min = 0.0, max = 1.0))]
        pub score: Option<f64>,
        /// Of other shares: 0.02 is two points.
        #[schemars(range(min = 0.0, max = 1.0))]
        pub share: Option<f64>,
    }

    /// How players learn each set of rules before they play.
    #[derive(Default)]
    pub struct AskedAdapt {
        /// How many games they learn from; fewer where games are long, if nothing is said.
        #[schemars(range(min = 1))]
        pub games: Option<u64>,
        /// How often each set of rules is learned, each time by another player.
        #[schemars(range(min = 1, max = 16))]
        pub trainings: Option<u32>,
        /// The strategy that plays the first games, by name or path; random play where nothing is
        /// said, or a quick player of the game where random play takes too long.
        pub teacher: Option<String>,
        /// The learned strategy from whose weights they go on, by name or path, instead of from
        /// nothing.
        pub from: Option<String>,
    }

    /// When the run may end early: `when`, or `precision`.
    #[derive(Copy, Default)]
    pub struct AskedStop {
        /// What must be reached.
        pub when: Option<When>,
        /// Every win rate is known this exactly: half the width of its interval.
        #[schemars(range(min = 0.000_001, max = 0.5))]
        pub precision: Option<f64>,
        /// The most blocks; without it the run goes on until it may end.
        #[schemars(range(min = 1))]
        pub max_blocks: Option<u64>,
    }
}

/// The name of a preset of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Preset(pub String);

/// Knobs of the rules with their values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Rules(pub Map<String, Value>);

/// Knobs of the rules, each with a list of values, or a range.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Axes(pub Map<String, Value>);

/// Knobs of a search, each with another knob and the values of that one for which it is turned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Conditions(pub Map<String, Value>);

/// Weights of a strategy, each with a range.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Ranges(pub Map<String, Value>);

/// What is wanted of a game, by what it is about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct AskedGoals(pub Map<String, Value>);

/// How many play in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Players(pub usize);

/// A part of a question: `true` with all that is usual, `false` for nothing, or a table of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Part<T> {
    /// As usual, or not at all.
    Usual(bool),
    /// As the table says.
    As(T),
}

/// Events of a game: all, none, or these.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum EventsQuestion {
    /// All, or none.
    All(bool),
    /// Those of these names.
    Named(Vec<String>),
}

/// What must be reached before a run ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum When {
    /// Every verdict is settled.
    Settled,
}

impl Default for ChancesQuestion {
    /// 32 rollouts in the first 64 blocks.
    fn default() -> Self {
        Self { strategy: None, rollouts: 32, blocks: 64, every: None }
    }
}

impl Default for CardsQuestion {
    /// One exchange, in the first 256 blocks.
    fn default() -> Self {
        Self { exchanges: 1, blocks: 256 }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Question {
    /// The question that a document asks, which was checked.
    ///
    /// # Errors
    /// When it was not, and asks none.
    pub(super) fn of(document: &Document) -> Result<Self, InputError> {
        serde_json::from_value(document.to_json()).map_err(|error| {
            document.top().error(Problem::Unreadable(format!("it asks no question: {error}")))
        })
    }

    /// How many blocks a search plays, over all that it tries, if one is asked for.
    pub(crate) fn search_blocks(&self) -> Option<u64> {
        let of_rules = self.tune.as_ref().and_then(|tune| tune.blocks);
        of_rules.or_else(|| self.strategy.as_ref()?.blocks)
    }

    /// Overrides the question with the options of a command.
    pub(super) fn with(mut self, Overrides { seed, blocks }: Overrides) -> Self {
        self.seed = seed.unwrap_or(self.seed);
        if let Some(blocks) = blocks {
            match (&mut self.stop, &mut self.tune, &mut self.strategy) {
                (_, _, Some(strategy)) => strategy.blocks = Some(blocks),
                (_, Some(tune), _) => (tune.blocks, tune.minutes) = (Some(blocks), None),
                (Some(stop), ..) => stop.max_blocks = Some(blocks),
                _ => self.blocks = Some(blocks),
            }
        }
        self
    }

    /// The document that asks it, called `source` in messages.
    pub(super) fn document(&self, source: &str) -> Document {
        // Numbers and texts can always be written.
        Document::from_json(source, &serde_json::to_value(self).unwrap_or_default())
    }
}

impl AskedAnalysis {
    /// How counts are judged, as it is asked.
    pub(super) fn new(analysis: &Analysis) -> Self {
        let [win_rate, length, score, share] =
            Tolerance::ALL.map(|one| analysis.tolerance_set(one));
        let confidence = analysis.confidence;
        Self {
            confidence: Some(confidence.level()).filter(|_| !is_default(&confidence)),
            tolerance: AskedTolerances { win_rate, length, score, share },
        }
    }
}

impl AskedStop {
    /// A rule for ending early, as it is asked.
    pub(super) fn new(stop: &Stop) -> Self {
        match stop.until {
            Until::Settled => Self { when: Some(When::Settled), ..Self::default() },
            Until::Precision(precision) => Self { precision: Some(precision), ..Self::default() },
        }
    }
}
