//! Experiments: what is asked, from a file or put together in code, made into a plan that can be
//! played.

mod asides;
mod asked;
mod digest;
mod field;
mod file;
mod fingerprint;
mod plan;
mod play;
mod record;
mod rules;
mod sensitivity;
mod shipped;
mod starter;
mod stop;
mod sweep;

pub use asked::{Asked, Experiment, one_a_seat};
pub use digest::{SCHEMA_VERSION, hexadecimal};
pub use field::{MOST_DOUBLINGS, check_others};
pub use file::{Overrides, SEEDS, game_of, name_of, parse, parse_with, unknown_game};
pub use plan::{Design, Lineup, PROGRAM, Plan, PlannedCell, Variant};
pub use play::{
    CardsQuestion, Chances, ChancesQuestion, LuckQuestion, Play, PlayQuestions, Restricted,
    RestrictedQuestion,
};
pub use record::{
    ChancesRecord, LookRecord, PlayRecord, RolloutRecord, SensitivityRecord, StopRecord,
    VariantRecord,
};
pub use rules::RulesChoice;
pub use shipped::{FOLDER, find, questions};
pub use starter::starter;
