//! Names: the words that a file writes in quotes, each with a number; and the names
//! of the language.

use std::collections::HashMap;

use crate::program::NameId;

/// All names of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    list: Vec<String>,
    index: HashMap<String, NameId>,
}

impl Names {
    /// Returns the names of a program.
    pub(super) fn of(list: &[String]) -> Self {
        let index =
            list.iter().enumerate().map(|(i, name)| (name.clone(), NameId(i as u32))).collect();
        Self { list: list.to_vec(), index }
    }

    /// Returns a name's number, a new one if it has none yet.
    pub(super) fn intern(&mut self, name: &str) -> NameId {
        if let Some(id) = self.index.get(name) {
            return *id;
        }
        let id = NameId(self.list.len() as u32);
        self.list.push(name.to_owned());
        self.index.insert(name.to_owned(), id);
        id
    }

    /// Returns the text of a name.
    pub(super) fn text(&self, id: NameId) -> &str {
        &self.list[id.0 as usize]
    }

    /// Returns all of them.
    pub(super) fn list(&self) -> &[String] {
        &self.list
    }
}

/// The functions with which a game file declares, at module level only.
pub(super) const DECLARATIONS: [&str; 9] =
    ["game", "knob", "preset", "cards", "card", "cards_from", "zone", "each_player", "each"];

/// The calls that end a game.
pub(super) const ENDS: [&str; 3] = ["end", "lost", "unfinished"];

/// The other names of `from fairdeal import *`.
pub(super) const LIBRARY: [&str; 23] = [
    "players", "others", "after", "before", "out", "is_out", "team", "choose", "choose_together",
    "end", "lost", "unfinished", "first_player", "chance", "tally", "look", "show", "require",
    "nobody", "owner", "everyone", "numbers", "lengths",
];

/// Python's own functions that a game file may call.
pub(super) const BUILTINS: [&str; 16] = [
    "abs", "all", "any", "bool", "enumerate", "int", "len", "list", "max", "min", "range",
    "reversed", "sorted", "str", "sum", "zip",
];

/// The functions of a file that the language calls.
pub(super) const ROOTS: [&str; 4] = ["play", "score", "worth", "possible"];

/// Whether a name belongs to the language.
pub(super) fn is_of_language(name: &str) -> bool {
    DECLARATIONS.contains(&name) || LIBRARY.contains(&name) || BUILTINS.contains(&name)
}
