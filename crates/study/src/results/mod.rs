//! Results: typed tables with what was played, and files.

mod checkpoint;
mod contents;
mod dictionary;
mod durable;
mod files;
mod judged;
mod kept;
mod manifest;
mod packing;
mod players;
mod stored;
mod tables;

pub use checkpoint::Checkpoints;
pub(crate) use contents::Texts;
pub use durable::{Lock, LockError, WriteError, check_link, create, replace};
pub(crate) use files::TUNED_BY;
pub use files::{
    Before, Directory, REPORT, REPORT_GENERATOR, RESULTS, TIMING, Unusable, has_results,
    is_named_results, is_report, results_in,
};
pub use judged::{GameNames, Results, is_of_equals};
pub use kept::{CountsError, CountsHead, KeptCounts, counted, unpacked};
pub(crate) use kept::{sealed, unsealed};
pub use manifest::{
    AnalysisSettings, Arranged, Manifest, Played, TABLES_VERSION, Timing, Tolerances,
};
pub(crate) use packing::{pack, pack_as_text, unpack, unpack_text};
pub use packing::{packed_counts, unpacked_counts};
pub(crate) use players::{learned_file, read_player};
pub use players::{player_files, prepare, search_with_learned, write_player};
pub use stored::{StoredGame, StoredResults, Wanted};
pub use tables::{
    CsvFile, TableDescription, TableFormat, Tables, markdown_row, table_descriptions, table_files,
};

#[cfg(test)]
pub(crate) use judged::shipped;
