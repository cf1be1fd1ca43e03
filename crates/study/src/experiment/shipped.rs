//! Experiments by name: those in the folder `experiments/`, and those that the program carries.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fairdeal_core::input::{Document, InputError, Location, Problem, Unknown, sentence};
use fairdeal_core::registry::{GameFiles, GameList};

/// The folder of experiments, from the current directory.
pub const FOLDER: &str = "experiments";

/// The place where an experiment was found.
enum Found {
    /// A file of the folder.
    File(PathBuf),
    /// The program carries this text.
    Shipped(&'static str),
}

/// The experiments about the games of a list, by name. A file of the folder comes before one that
/// the program carries.
fn known(games: GameList) -> BTreeMap<String, Found> {
    let of_files = games.files().map_or(&[][..], GameFiles::experiments);
    let shipped = games.iter().flat_map(|game| game.repertoire().experiments).chain(of_files);
    let mut known: BTreeMap<String, Found> =
        shipped.map(|(name, text)| ((*name).to_owned(), Found::Shipped(text))).collect();
    let files = std::fs::read_dir(FOLDER).into_iter().flatten().flatten().map(|file| file.path());
    let files = files
        .filter(|path| path.is_file() && path.extension().is_some_and(|ending| ending == "toml"));
    known.extend(
        files.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), Found::File(path)))),
    );
    known
}

impl Found {
    fn document(&self, name: &str) -> Result<Document, InputError> {
        match self {
            Self::File(path) => Document::read(path),
            Self::Shipped(text) => Document::parse(
                Path::new(FOLDER).join(format!("{name}.toml")).display().to_string(),
                *text,
            ),
        }
    }
}

/// Finds an experiment by the path of its file, or by its name among the files of the folder
/// `experiments/` and those that the program carries for the games of the list.
///
/// # Errors
/// When there is none, or it is not TOML.
pub fn find(games: GameList, path: &Path) -> Result<Document, InputError> {
    let name = path.to_str().filter(|name| {
        !name.contains(['/', std::path::MAIN_SEPARATOR]) && path.extension().is_none()
    });
    let Some(name) = name.filter(|_| !path.is_file()) else { return Document::read(path) };
    let known = known(games);
    match known.get(name) {
        Some(found) => found.document(name),
        None if path.exists() => Document::read(path),
        None => {
            // A search that names a game gets a file to start from.
            let games = games.iter().map(|game| game.description().name.to_owned());
            let games = games.filter(|game| game != name);
            let unknown = Unknown::new("experiment", name, known.into_keys().chain(games))
                .listed_in("`list experiments`");
            Err(Location::whole("the command").error(Problem::Unknown(unknown)))
        }
    }
}

/// All experiments that [`find`] knows: the name of each, and the question that it asks, or why it
/// cannot be read.
pub fn questions(games: GameList) -> Vec<(String, Result<String, InputError>)> {
    let question = |(name, found): (String, Found)| {
        let question = found
            .document(&name)
            .map(|document| sentence(document.text_of("question").unwrap_or("(asks no question)")));
        (name, question)
    };
    known(games).into_iter().map(question).collect()
}
