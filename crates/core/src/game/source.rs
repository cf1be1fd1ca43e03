//! The texts of a game that is read from files.

use serde::{Deserialize, Serialize};

/// The text of a game that is read from files: the game file, and the tables beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameSource {
    /// The names and texts of the files, the game file first.
    pub files: Vec<(String, String)>,
}

impl GameSource {
    /// Returns the name of the game file.
    pub fn name(&self) -> &str {
        self.files.first().map_or("", |(name, _)| name)
    }
}
