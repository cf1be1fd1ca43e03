//! The sources of strategy files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Repertoire, external};
use crate::input::{Document, InputError, Location, Problem, Unknown, read_text};

/// The strategy that every game has.
pub(super) const RANDOM: &str = "random";

/// Its file.
const RANDOM_FILE: &str =
    "kind = \"random\"\nsummary = \"Chooses among the legal actions with equal probability.\"\n";

/// A strategy file as it was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategyText {
    /// Its path, for messages and for the strategy's name.
    pub source: String,
    /// Its text.
    pub text: String,
}

/// The texts of strategy files, by name or path: from the current folder and the program, or from a
/// closed list. It records which ones were used, so that an experiment can be passed on with all
/// its files. Clones share the record.
#[derive(Clone, Debug, Default)]
pub struct StrategyTexts {
    /// If set, nothing else is looked up.
    only: Option<BTreeMap<String, StrategyText>>,
    /// These are found before all others.
    first: BTreeMap<String, StrategyText>,
    asked: Arc<Mutex<BTreeMap<String, StrategyText>>>,
}

impl StrategyTexts {
    /// Returns a closed list: nothing is looked up in a folder, or in the program.
    pub fn only(texts: BTreeMap<String, StrategyText>) -> Self {
        Self { only: Some(texts), ..Self::default() }
    }

    /// Returns texts that are found before those of the current folder and the program.
    pub fn before_others(texts: BTreeMap<String, StrategyText>) -> Self {
        Self { first: texts, ..Self::default() }
    }

    /// Returns the texts that were used so far; of a closed list, all of them.
    pub fn asked(&self) -> BTreeMap<String, StrategyText> {
        if let Some(texts) = &self.only {
            return texts.clone();
        }
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the document of the weights that a strategy names at `place`: a path relative to the
    /// folder of its file, or if there is no such file, shipped weights.
    pub(super) fn weights(
        &self,
        game: &Repertoire,
        strategy: &str,
        name: &str,
        place: &Location,
    ) -> Result<Document, InputError> {
        let path = Path::new(strategy).parent().unwrap_or(Path::new("")).join(name);
        let source = path.display().to_string();
        self.look_up("file of weights", &source, place, || {
            let text = weights_text(game, &path, name, place)?;
            Ok(StrategyText { source: source.clone(), text })
        })
    }

    /// Returns the ladder of a game, weakest first: the shipped one, and before the last of it a
    /// player that learned the game, if there is one.
    pub fn ladder(&self, game: &Repertoire) -> Vec<String> {
        let mut ladder: Vec<String> = game.ladder.iter().map(|name| (*name).to_owned()).collect();
        if ladder.iter().all(|name| name != LEARNED) && self.has(game, LEARNED) {
            ladder.insert(ladder.len().saturating_sub(1), LEARNED.to_owned());
        }
        ladder
    }

    /// Returns whether there is a strategy with this name.
    pub fn has(&self, game: &Repertoire, name: &str) -> bool {
        match &self.only {
            Some(texts) => texts.contains_key(name),
            None => {
                game.strategies_folder().join(format!("{name}.toml")).exists()
                    || shipped(game, name).is_some()
            }
        }
    }

    /// Returns the document of a strategy, found as
    /// [`StrategyFile::find`](super::StrategyFile::find) describes.
    pub(super) fn document(
        &self,
        game: &Repertoire,
        name: &str,
        place: &Location,
    ) -> Result<Document, InputError> {
        self.look_up("strategy", name, place, || look_up(game, name, place))
    }

    /// Looks up a text by its name or path, and elsewhere if this is no closed list.
    fn look_up(
        &self,
        kind: &'static str,
        name: &str,
        place: &Location,
        elsewhere: impl FnOnce() -> Result<StrategyText, InputError>,
    ) -> Result<Document, InputError> {
        let found = match (&self.only, self.first.get(name)) {
            (_, Some(found)) => found.clone(),
            (Some(texts), None) => texts.get(name).cloned().ok_or_else(|| {
                let unknown =
                    Unknown::new(kind, name, texts.keys()).listed_in("the file of the plan");
                InputError::new(place.clone(), Problem::Unknown(unknown))
            })?,
            (None, None) => elsewhere()?,
        };
        let document = Document::parse(found.source.as_str(), found.text.as_str())?;
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), found);
        Ok(document)
    }
}

/// The name of a player that learned its game.
const LEARNED: &str = "learned";

/// Looks for weights: a file, or shipped ones of this name.
fn weights_text(
    game: &Repertoire,
    path: &Path,
    name: &str,
    place: &Location,
) -> Result<String, InputError> {
    let shipped = game.weights.iter().find(|(shipped, _)| *shipped == name);
    match (read_text(path), shipped) {
        (Ok(text), _) => Ok(text),
        (Err(error), Some((_, text))) if error.kind() == std::io::ErrorKind::NotFound => {
            Ok((*text).to_owned())
        }
        (Err(error), _) => Err(InputError::unreadable_from(path, &error, place)),
    }
}

/// Returns the documents of all weights that a strategy without a known file may have: the shipped
/// ones, and `file` in the folder of the strategies, in that of the record, and in the folders
/// beside that one. `record`: the file with the record.
pub(super) fn all_weights(
    game: &Repertoire,
    file: &str,
    record: &Path,
) -> impl Iterator<Item = (String, Document)> {
    let name = Path::new(file).file_name().map(PathBuf::from).unwrap_or_default();
    let whole = |folder: &Path| folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let folder = record.parent().map(whole);
    let around = folder.clone();
    let beside = std::iter::once_with(move || {
        let entries = std::fs::read_dir(around?.parent()?).ok()?.flatten();
        let mut folders: Vec<PathBuf> =
            entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        folders.sort();
        Some(folders)
    });
    let folders = std::iter::once(game.strategies_folder()).chain(folder);
    let folders = folders.chain(beside.flatten().flatten());
    let own = folders.filter_map(move |folder| {
        let path = folder.join(&name);
        let text = read_text(&path).ok()?;
        Some((name.display().to_string(), path.display().to_string(), text))
    });
    let shipped = game
        .weights
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*name).to_owned(), (*text).to_owned()));
    shipped
        .chain(own)
        .filter_map(|(name, source, text)| Some((name, Document::parse(source, text).ok()?)))
}

/// The paths that are allowed besides strategy files, for messages.
const PROGRAM: &str =
    "a strategy file (.toml), a Python program (.py), or a program that may be run (chmod +x)";

/// The strategy file for a path to a program: an executable file, or one in Python. `None` if
/// `path` is neither.
fn of_program(path: &Path) -> Option<StrategyText> {
    let has_ending =
        |wanted: &str| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(wanted));
    if has_ending("toml") || !path.is_file() {
        return None;
    }
    let source = path.to_str()?.to_owned();
    // A bare name would be looked up in `PATH`.
    let itself =
        if path.components().count() == 1 { format!("./{source}") } else { source.clone() };
    let command = match (has_ending("py"), may_be_run(path)) {
        (true, may_be_run) if !(may_be_run && names_its_interpreter(path)) => {
            vec![PYTHON.to_owned(), source.clone()]
        }
        (_, true) => vec![itself],
        (_, false) => return None,
    };
    let text = toml::Table::from_iter([
        ("kind".to_owned(), toml::Value::from(external::PROGRAM.name)),
        ("command".to_owned(), toml::Value::from(command)),
    ]);
    Some(StrategyText { source, text: text.to_string() })
}

/// The Python command.
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// Whether this file is executable.
fn may_be_run(path: &Path) -> bool {
    #[cfg(unix)]
    let may_be_run = path.metadata().is_ok_and(|file| {
        std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o111 != 0
    });
    #[cfg(not(unix))]
    let may_be_run = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("exe"));
    may_be_run
}

/// Whether this is the rules of a game, which are also written in Python.
fn is_game_file(path: &Path) -> bool {
    let begins = |line: &str| line.starts_with("from fairdeal import");
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("py"))
        && read_text(path).is_ok_and(|text| text.lines().any(begins))
}

/// Whether its first line names an interpreter.
fn names_its_interpreter(path: &Path) -> bool {
    std::fs::read(path).is_ok_and(|text| text.starts_with(b"#!"))
}

/// Looks for a strategy file: a path, or a name in the current folder or among the shipped ones; or
/// for a program.
fn look_up(game: &Repertoire, name: &str, place: &Location) -> Result<StrategyText, InputError> {
    let read = |path: &Path, unreadable: &dyn Fn(&std::io::Error) -> InputError| {
        let text = read_text(path).map_err(|error| unreadable(&error))?;
        Ok(StrategyText { source: path.display().to_string(), text })
    };
    let named = Path::new(name);
    let has_ending =
        |wanted: &str| named.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(wanted));
    if name.contains('/') || has_ending("toml") || has_ending("py") {
        if is_game_file(named) {
            let found = format!("{name} is a game file");
            let allowed = "a strategy file (.toml) or a program that plays; a game file stands where a game is named";
            return Err(place.error(Problem::conflict(found, allowed)));
        }
        if let Some(program) = of_program(named) {
            return Ok(program);
        }
        let found = read(named, &|error| InputError::unreadable_from(named, error, place))?;
        if !has_ending("toml")
            && Document::parse(found.source.as_str(), found.text.as_str()).is_err()
        {
            let problem = Problem::Value {
                key: "strategy".to_owned(),
                found: name.to_owned(),
                allowed: PROGRAM.to_owned(),
            };
            return Err(InputError::new(place.clone(), problem));
        }
        return Ok(found);
    }
    let path = game.strategies_folder().join(format!("{name}.toml"));
    if path.exists() {
        return read(&path, &|error| InputError::unreadable(&path, error));
    }
    if let Some(text) = shipped(game, name) {
        return Ok(StrategyText { source: path.display().to_string(), text: text.to_owned() });
    }
    of_program(named).ok_or_else(|| {
        let unknown = Unknown::new("strategy", name, names(game)).listed_in("`list strategies`");
        // A copy of a game has none of the players that were written for the original.
        let can_learn = game.kinds.iter().any(|kind| kind.learns.is_some());
        let hint = (can_learn && unknown.nearest().is_none()).then(|| {
            format!(
                "`train {}` makes a player that learned the game, `learned`; with `--from` it goes \
                 on from the one of another game, such as the original of a copy",
                game.game.name
            )
        });
        InputError::new(place.clone(), Problem::Unknown(unknown)).hint(hint)
    })
}

/// Returns the text of a shipped strategy.
pub(super) fn shipped(game: &Repertoire, name: &str) -> Option<&'static str> {
    let of_game = game.shipped.iter().find(|(shipped, _)| *shipped == name).map(|(_, text)| *text);
    of_game.or_else(|| (name == RANDOM).then_some(RANDOM_FILE))
}

/// Returns the names of all strategies of a game: those of the current directory and the
/// shipped ones.
pub(super) fn names(game: &Repertoire) -> Vec<String> {
    let shipped = game.shipped.iter().map(|(name, _)| *name);
    let mut names: Vec<String> = shipped.chain([RANDOM]).map(str::to_owned).collect();
    if let Ok(files) = std::fs::read_dir(game.strategies_folder()) {
        let files = files.flatten().map(|file| file.path()).filter(|path| {
            path.is_file() && path.extension().is_some_and(|ending| ending == "toml")
        });
        names.extend(files.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())));
    }
    names.sort_unstable();
    names.dedup();
    names
}
