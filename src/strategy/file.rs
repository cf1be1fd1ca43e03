//! Strategies as files.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::{Kind, Playable};
use crate::input::{Document, DocumentValue, InputError, Place, Problem, Section, Settings, Unknown};

/// A strategy as its file describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyFile {
    /// Its name: that of the file without its ending.
    pub name: String,
    /// What its author says of it.
    pub summary: String,
    /// Its kind.
    pub kind: &'static str,
    /// The parameters of its kind.
    pub parameters: Settings,
    /// The strategy that plays on in the mind of one that searches; random play, if none is given.
    pub rollout: Option<Box<StrategyFile>>,
}

/// The parameter of kinds that search which names another strategy.
const ROLLOUT: &str = "rollout";

impl StrategyFile {
    /// Finds a strategy of game `G` by its name or path.
    ///
    /// A name is looked for in `strategies/<game>/` of the current directory and then among the files that the program carries; what has
    /// a `/` in it or ends in `.toml` is a path.
    ///
    /// # Errors
    /// When there is no such strategy (said of `place`, where the name was given), or its file is at fault.
    pub fn find<G: Playable>(name: &str, place: &Place) -> Result<Self, InputError> {
        Self::parse::<G>(&Self::document::<G>(name, place)?)
    }

    /// The document of a strategy, found as [`StrategyFile::find`] says.
    fn document<G: Playable>(name: &str, place: &Place) -> Result<Document, InputError> {
        if name.contains('/') || Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
            let path = Path::new(name);
            let text = std::fs::read_to_string(path).map_err(|error| InputError::unreadable_from(path, &error, place))?;
            return Document::parse(name, text);
        }
        let path = folder::<G>().join(format!("{name}.toml"));
        if path.is_file() {
            return Document::read(&path);
        }
        if let Some((_, text)) = G::SHIPPED.iter().find(|(shipped, _)| *shipped == name) {
            return Document::parse(path.display().to_string(), *text);
        }
        let unknown = Unknown::new("strategy", name, Self::names::<G>());
        Err(InputError::new(place.clone(), Problem::Unknown(unknown)))
    }

    /// The names of all strategies of game `G`: those of the current directory and those that the program carries.
    pub fn names<G: Playable>() -> Vec<String> {
        let mut names: Vec<String> = G::SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect();
        if let Ok(files) = std::fs::read_dir(folder::<G>()) {
            let files = files.flatten().map(|file| file.path()).filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
            names.extend(files.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Reads a strategy of game `G` from its document.
    ///
    /// # Errors
    /// When a key is unknown, the kind is, or a parameter is out of its range.
    pub fn parse<G: Playable>(document: &Document) -> Result<Self, InputError> {
        let (top, kind) = Self::kind::<G>(document)?;
        let mut parameters = Settings::defaults(kind.knobs);
        let mut rollout = None;
        if let Some(section) = top.open_section("parameters")? {
            if kind.searches {
                rollout = apply_search::<G>(&section, kind, &mut parameters)?.map(Box::new);
            } else {
                parameters.apply_section(&section)?;
            }
        }
        let name = Path::new(document.source()).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let summary = top.text("summary")?.map_or(kind.summary, |(_, text)| text).to_owned();
        Ok(Self { name, summary, kind: kind.name, parameters, rollout })
    }

    /// The top level of a document, and the kind that it names.
    fn kind<G: Playable>(document: &Document) -> Result<(Section<'_>, &'static Kind<G::Player>), InputError> {
        let top = document.section(&["kind", "summary", "parameters"])?;
        let allowed = format!("one of {}", G::KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>().join(", "));
        let (line, kind) = top.required_text("kind", &allowed)?;
        let kind = G::KINDS.iter().find(|known| known.name == kind).ok_or_else(|| {
            let unknown = Unknown::new("kind of strategy", kind, G::KINDS.iter().map(|known| known.name));
            top.error_at(line, Problem::Unknown(unknown))
        })?;
        Ok((top, kind))
    }

    /// The parameters as a JSON object, with all that can change what the strategy does.
    pub fn parameters_json(&self) -> Map<String, Value> {
        let mut json = self.parameters.to_json();
        if let Some(rollout) = &self.rollout {
            let whole = json!({"name": rollout.name, "kind": rollout.kind, "parameters": rollout.parameters_json()});
            json.insert(ROLLOUT.to_owned(), whole);
        }
        json
    }

    /// A player of this strategy.
    pub fn player<G: Playable>(&self) -> Option<G::Player> {
        let kind: &Kind<G::Player> = G::KINDS.iter().find(|kind| kind.name == self.kind)?;
        Some((kind.build)(self))
    }
}

/// The folder of the strategy files of game `G`, from the current directory.
fn folder<G: Playable>() -> PathBuf {
    Path::new("strategies").join(G::DESCRIPTION.name)
}

/// Takes over the parameters of a kind that searches; returns the strategy that they name.
fn apply_search<G: Playable>(
    section: &Section<'_>,
    kind: &Kind<G::Player>,
    parameters: &mut Settings,
) -> Result<Option<StrategyFile>, InputError> {
    let mut rollout = None;
    for entry in section.entries() {
        let place = section.place_at(entry.line);
        if entry.key == ROLLOUT {
            let DocumentValue::Text(name) = &entry.value else { return Err(section.refused(entry, "the name or path of a strategy")) };
            let document = StrategyFile::document::<G>(name, &place).map_err(|error| error.in_section(section.name()))?;
            // Its kind first: a strategy that searches with itself would be looked up for ever.
            if StrategyFile::kind::<G>(&document)?.1.searches {
                return Err(section.refused(entry, "a strategy that does not search itself"));
            }
            rollout = Some(StrategyFile::parse::<G>(&document)?);
        } else if kind.knobs.iter().any(|knob| knob.key == entry.key) {
            parameters.apply_value(&entry.key, &entry.value, place).map_err(|error| error.in_section(section.name()))?;
        } else {
            let unknown = Unknown::new("key", entry.key.clone(), kind.knobs.iter().map(|knob| knob.key).chain([ROLLOUT]));
            return Err(section.error_at(entry.line, Problem::Unknown(unknown)));
        }
    }
    Ok(rollout)
}
