//! Experiments: questions, from a file or built in code, and the plans that answer them.

mod adapt;
mod asides;
mod ask;
mod asked;
mod design;
mod digest;
mod events;
mod file;
mod fingerprint;
mod given;
mod goals;
mod lessons;
mod make;
mod plan;
mod play;
mod question;
mod read;
mod record;
mod rules;
mod schema;
mod shipped;
mod starter;
mod stop;
mod sweep;

pub use ask::Ask;
pub use asked::{Asked, Experiment};
pub(crate) use design::Found;
pub use design::{
    Design, DesignKind, Item, Kind, MOST_DOUBLINGS, OnePlace, PlayedStage, QuestionOf, RuleSets,
    Seating, Stage, Step, Tune, UsualQuestion, WeightSearch,
};
pub use digest::{SCHEMA_VERSION, hexadecimal};
pub use file::{game_of, name_of, parse};
pub use given::one_a_seat;
pub use lessons::Lesson;
pub use plan::{Lineup, PROGRAM, Plan};
pub use play::Play;
pub use question::{
    AskedAdapt, AskedAnalysis, AskedGoals, AskedLadder, AskedLineup, AskedSensitivity, AskedStop,
    AskedStrategy, AskedSweep, AskedTolerances, AskedTune, AskedVariant, Axes, CardsQuestion,
    ChancesQuestion, Conditions, EventsQuestion, Overrides, Part, PlayQuestions, Players, Preset,
    Question, Ranges, Rules, When,
};
pub use read::SEEDS;
pub use record::{
    AdaptRecord, ChancesRecord, LearnedRecord, PlayRecord, RolloutRecord, SensitivityRecord,
    StopRecord, VariantRecord,
};
pub use rules::RulesChoice;
pub use schema::schema;
pub use shipped::{FOLDER, find, questions};
pub use starter::{starter, tune_starter};
