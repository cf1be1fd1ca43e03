//! The errors of user input.

use std::fmt;
use std::path::Path;

/// Where an input stands: a file, perhaps with a line, or an option of the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file as the user named it, or the option (`--set`).
    pub source: String,
    /// The line, counted from 1.
    pub line: Option<usize>,
}

impl Location {
    /// A place without a line: a whole file, or an option.
    pub fn whole(source: impl Into<String>) -> Self {
        Self { source: source.into(), line: None }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "{}:{line}", self.source),
            None => formatter.write_str(&self.source),
        }
    }
}

/// A name that is not known, with those that are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// What the name should name: "key", "game", "strategy", ...
    pub what: &'static str,
    /// The name as found.
    pub found: String,
    /// All names that would do.
    pub allowed: Vec<String>,
}

impl Unknown {
    /// An unknown name among `allowed`.
    pub fn new(what: &'static str, found: impl Into<String>, allowed: impl IntoIterator<Item: Into<String>>) -> Self {
        Self { what, found: found.into(), allowed: allowed.into_iter().map(Into::into).collect() }
    }

    /// The known name that the unknown one was probably meant to be, if one is near enough.
    pub fn nearest(&self) -> Option<&str> {
        let plain = |name: &str| name.to_lowercase().replace('_', "-");
        let found = plain(&self.found);
        self.allowed
            .iter()
            .map(|name| (strsim::damerau_levenshtein(&found, &plain(name)), name))
            .min_by_key(|(distance, _)| *distance)
            .filter(|(distance, name)| *distance <= 1 + found.len().max(name.len()) / 4)
            .map(|(_, name)| name.as_str())
    }
}

/// What is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The text is no TOML.
    #[error("is not TOML: {0}")]
    Syntax(String),
    /// A name that is not known.
    #[error("unknown {} `{}`", .0.what, .0.found)]
    Unknown(Unknown),
    /// A key without which nothing can be done.
    #[error("`{key}` is missing")]
    Missing {
        /// The key.
        key: String,
        /// What it should hold.
        allowed: String,
    },
    /// A value of the wrong type or out of its range.
    #[error("`{key}` cannot be {found}")]
    Value {
        /// The key.
        key: String,
        /// The value as found.
        found: String,
        /// What it may be.
        allowed: String,
    },
    /// A name that must be given once is given twice.
    #[error("the {what} `{name}` is given twice")]
    Duplicate {
        /// What the name names.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A program that may not run, since nobody allowed it.
    #[error("would run the program `{command}`")]
    Program {
        /// Its command.
        command: String,
    },
    /// Values that are each allowed, but not together.
    #[error("{found}")]
    Conflict {
        /// What the values make together.
        found: String,
        /// What would be allowed.
        allowed: String,
    },
}

/// A problem with an input, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError(Box<Details>);

/// Boxed, since errors are rare and results are handed on all the time.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    place: Location,
    section: String,
    problem: Problem,
}

impl InputError {
    /// A problem at a place, in no particular section.
    pub fn new(place: Location, problem: Problem) -> Self {
        Self(Box::new(Details { place, section: String::new(), problem }))
    }

    /// The same problem, said to be in this section of a document.
    #[must_use]
    pub fn in_section(mut self, section: &str) -> Self {
        section.clone_into(&mut self.0.section);
        self
    }

    /// Where it stands.
    pub fn place(&self) -> &Location {
        &self.0.place
    }

    /// What is wrong.
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }

    /// A file that cannot be read, whose path was given by the user.
    pub fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        Self::new(Location::whole(path.display().to_string()), Problem::Unreadable(Self::reason(error)))
    }

    /// A file that cannot be read, whose path stands at `place`.
    pub fn unreadable_from(path: &Path, error: &std::io::Error, place: &Location) -> Self {
        let reason = format!("{} (it is named in {place})", Self::reason(error));
        Self::new(Location::whole(path.display().to_string()), Problem::Unreadable(reason))
    }

    /// Why a file cannot be read, in words.
    fn reason(error: &std::io::Error) -> String {
        match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            std::io::ErrorKind::InvalidData => "it is not UTF-8 text".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
            _ => error.to_string(),
        }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.0.place, self.0.problem)?;
        if !self.0.section.is_empty() {
            write!(formatter, " in {}", self.0.section)?;
        }
        match &self.0.problem {
            Problem::Unknown(unknown) => {
                if let Some(nearest) = unknown.nearest() {
                    write!(formatter, "\n  did you mean `{nearest}`?")?;
                }
                if unknown.allowed.is_empty() {
                    write!(formatter, "\n  allowed: none")
                } else {
                    write!(formatter, "\n  allowed: {}", unknown.allowed.join(", "))
                }
            }
            Problem::Missing { allowed, .. } | Problem::Value { allowed, .. } | Problem::Conflict { allowed, .. } => {
                write!(formatter, "\n  allowed: {allowed}")
            }
            Problem::Program { .. } => {
                write!(formatter, "\n  allowed: only with --allow-programs (in a library, `Session::allow_programs`)")
            }
            Problem::Unreadable(_) | Problem::Syntax(_) | Problem::Duplicate { .. } => Ok(()),
        }
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_near_or_none() {
        let nearest = |found: &str| Unknown::new("key", found, ["hand_size", "set_aside", "copies"]).nearest().map(str::to_owned);
        assert_eq!(nearest("hand_sise").as_deref(), Some("hand_size"));
        assert_eq!(nearest("hand-size").as_deref(), Some("hand_size"));
        assert_eq!(nearest("HandSize").as_deref(), Some("hand_size"));
        assert_eq!(nearest("copy").as_deref(), None);
        assert_eq!(nearest("frobnicate"), None);
        assert_eq!(Unknown::new("key", "x", Vec::<String>::new()).nearest(), None);
    }
}
