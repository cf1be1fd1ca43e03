//! Strategies as files.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::external::{self, External, Program, Programs};
use super::{Kind, Playable};
use crate::input::{Document, InputError, Place, Problem, Settings, Unknown};

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
    /// The program that is asked, where the kind is `external`.
    pub program: Option<Program>,
}

impl StrategyFile {
    /// Finds a strategy of game `G` by its name or path.
    ///
    /// A name is looked for in `strategies/<game>/` of the current directory and then among the files that the program carries; what has
    /// a `/` in it or ends in `.toml` is a path.
    ///
    /// # Errors
    /// When there is no such strategy (said of `place`, where the name was given), or its file is at fault.
    pub fn find<G: Playable>(name: &str, place: &Place) -> Result<Self, InputError> {
        if name.contains('/') || Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
            let path = Path::new(name);
            let text = std::fs::read_to_string(path).map_err(|error| InputError::unreadable_from(path, &error, place))?;
            return Self::parse::<G>(&Document::parse(name, text)?);
        }
        let path = folder::<G>().join(format!("{name}.toml"));
        if path.is_file() {
            return Self::parse::<G>(&Document::read(&path)?);
        }
        if let Some((_, text)) = G::SHIPPED.iter().find(|(shipped, _)| *shipped == name) {
            return Self::parse::<G>(&Document::parse(path.display().to_string(), *text)?);
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
    /// When a key is unknown, the kind is, a parameter is out of its range, or a program has no command.
    pub fn parse<G: Playable>(document: &Document) -> Result<Self, InputError> {
        let name = Path::new(document.source()).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        if document.text_of("kind") == Some(external::KIND) {
            let [command, time_limit] = external::KEYS;
            let top = document.section(&["kind", "summary", command, time_limit])?;
            let summary = top.text("summary")?.map_or(external::SUMMARY, |(_, text)| text).to_owned();
            let program = Some(Program::read(&top)?);
            return Ok(Self { name, summary, kind: external::KIND, parameters: Settings::defaults(&[]), program });
        }
        let top = document.section(&["kind", "summary", "parameters"])?;
        let kinds = || G::KINDS.iter().map(|kind| kind.name).chain([external::KIND]);
        let (line, kind) = top.required_text("kind", &format!("one of {}", kinds().collect::<Vec<_>>().join(", ")))?;
        let kind = G::KINDS
            .iter()
            .find(|known| known.name == kind)
            .ok_or_else(|| top.error_at(line, Problem::Unknown(Unknown::new("kind of strategy", kind, kinds()))))?;
        let mut parameters = Settings::defaults(kind.knobs);
        if let Some(section) = top.open_section("parameters")? {
            parameters.apply_section(&section)?;
        }
        let summary = top.text("summary")?.map_or(kind.summary, |(_, text)| text).to_owned();
        Ok(Self { name, summary, kind: kind.name, parameters, program: None })
    }

    /// A player of this strategy, if its kind is compiled into this program.
    pub fn player<G: Playable>(&self) -> Option<G::Player> {
        let kind: &Kind<G::Player> = G::KINDS.iter().find(|kind| kind.name == self.kind)?;
        Some((kind.build)(&self.parameters))
    }

    /// A player of this strategy, whatever its kind, for a table of so many players with these rules (as the trace writes them). It asks one of
    /// `programs`, if it is a program; these must know the rules.
    pub fn player_with<G: Playable>(&self, programs: &mut Programs, rules: &Map<String, Value>, players: usize) -> Option<G::Player> {
        let Some(program) = &self.program else { return self.player::<G>() };
        let rules = programs.number_of(rules)?;
        Some(G::external(External::new(program, programs, rules, players)))
    }

    /// What can change a number, as JSON: the kind, and its parameters or its command. (How long a program may think only decides whether there
    /// is a number.)
    pub fn identity(&self) -> Value {
        match &self.program {
            None => json!({"kind": self.kind, "parameters": self.parameters.to_json()}),
            Some(program) => json!({"kind": self.kind, "command": program.command()}),
        }
    }

    /// All that the file says, as JSON.
    pub fn to_json(&self) -> Value {
        let Self { kind, summary, .. } = self;
        match &self.program {
            None => json!({"kind": kind, "summary": summary, "parameters": self.parameters.to_json()}),
            Some(program) => {
                let seconds = program.time_limit().as_secs_f64();
                json!({"kind": kind, "summary": summary, "command": program.command(), "time_limit": seconds})
            }
        }
    }
}

/// The folder of the strategy files of game `G`, from the current directory.
fn folder<G: Playable>() -> PathBuf {
    Path::new("strategies").join(G::DESCRIPTION.name)
}
