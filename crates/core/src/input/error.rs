//! The errors of user input.

use std::fmt;
use std::path::Path;

use super::text::plain;

/// The place of an input: a file, perhaps with a line, or an option of the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file as the user named it, or the option (`--set`).
    pub source: String,
    /// The line, counted from 1.
    pub line: Option<usize>,
}

impl Location {
    /// Returns a place without a line: a whole file, or an option.
    pub fn whole(source: impl Into<String>) -> Self {
        Self { source: source.into(), line: None }
    }

    /// Returns the place of a whole file.
    pub fn file(path: &Path) -> Self {
        Self::whole(path.display().to_string())
    }

    /// Returns an error about this place.
    pub fn error(&self, problem: Problem) -> InputError {
        InputError::new(self.clone(), problem)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "{}:{line}", plain(&self.source)),
            None => formatter.write_str(&plain(&self.source)),
        }
    }
}

/// An unknown name, with the known ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The kind of name: "key", "game", "strategy", ...
    pub what: &'static str,
    /// The name as found.
    pub found: String,
    /// The allowed names.
    pub allowed: Vec<String>,
    /// The command that lists all allowed names, for a message that shows only some: "`list
    /// strategies`".
    pub listed_in: Option<String>,
}

impl Unknown {
    /// Returns an unknown name among `allowed`.
    pub fn new(
        what: &'static str,
        found: impl Into<String>,
        allowed: impl IntoIterator<Item: Into<String>>,
    ) -> Self {
        Self {
            what,
            found: found.into(),
            allowed: allowed.into_iter().map(Into::into).collect(),
            listed_in: None,
        }
    }

    /// Adds the command that lists all allowed names.
    #[must_use]
    pub fn listed_in(self, place: impl Into<String>) -> Self {
        Self { listed_in: Some(place.into()), ..self }
    }

    /// Returns the known name that was probably meant, if one is near enough: by its letters, or
    /// else by its pairs of letters, in which `lowprice` is near `price-low`.
    pub fn nearest(&self) -> Option<&str> {
        /// The share of pairs of letters that near names have in common.
        const NEAR: f64 = 0.6;
        let plain = |name: &str| name.to_lowercase().replace('_', "-");
        let found = plain(&self.found);
        let allowance = |name: &str| 1 + found.len().max(name.len()) / 4;
        self.allowed
            .iter()
            // Much longer or shorter names are never near, and comparing them takes long.
            .filter(|name| {
                found.len().abs_diff(name.len()) <= allowance(name) && found.len() <= MOST_COMPARED
            })
            .map(|name| (strsim::damerau_levenshtein(&found, &plain(name)), name))
            .min_by_key(|(distance, _)| *distance)
            .filter(|(distance, name)| *distance <= allowance(name))
            .map(|(_, name)| name)
            .or_else(|| {
                self.by_likeness()
                    .into_iter()
                    .next()
                    .filter(|(likeness, _)| *likeness >= NEAR)
                    .map(|(_, name)| name)
            })
            .map(String::as_str)
    }

    /// The allowed names, the most similar first, each with the share of pairs of letters that it
    /// has in common with the unknown name. Ties keep their order.
    fn by_likeness(&self) -> Vec<(f64, &String)> {
        let letters = |name: &str| {
            name.to_lowercase()
                .chars()
                .filter(|letter| letter.is_alphanumeric())
                .collect::<String>()
        };
        let found =
            if self.found.len() <= MOST_COMPARED { letters(&self.found) } else { String::new() };
        let likeness = |name: &str| {
            if found.is_empty() { 0.0 } else { strsim::sorensen_dice(&found, &letters(name)) }
        };
        let mut names: Vec<(f64, &String)> =
            self.allowed.iter().map(|name| (likeness(name), name)).collect();
        names.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        names
    }

    /// Returns the allowed names as a text: all of them, or the most similar ones where there are
    /// too many to read, with a hint where to find the rest.
    pub fn listed(&self) -> String {
        /// The largest number of names in a message.
        const MOST: usize = 8;
        if self.allowed.is_empty() {
            return "none".to_owned();
        }
        let shown: Vec<&String> = match self.allowed.len() {
            ..=MOST => self.allowed.iter().collect(),
            _ => self.by_likeness().into_iter().take(MOST).map(|(_, name)| name).collect(),
        };
        let names = shown.iter().map(|name| cut(name)).collect::<Vec<_>>().join(", ");
        match (self.allowed.len() - shown.len(), &self.listed_in) {
            (0, _) => names,
            (more, None) => format!("{names}, and {more} more"),
            (more, Some(place)) => format!("{names}, and {more} more: all are in {}", cut(place)),
        }
    }
}

/// Longer texts are not compared with names: it takes long, and they are never near.
const MOST_COMPARED: usize = 1000;

/// A problem of an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The text is not TOML.
    #[error("is not TOML: {0}")]
    Syntax(String),
    /// An unknown name.
    #[error("unknown {} `{}`", .0.what, cut(&.0.found))]
    Unknown(Unknown),
    /// A required key is missing.
    #[error("`{key}` is missing")]
    Missing {
        /// The key.
        key: String,
        /// The expected value.
        allowed: String,
    },
    /// A value of the wrong type or out of its range.
    #[error("`{}` cannot be {}", cut(key), cut(found))]
    Value {
        /// The key.
        key: String,
        /// The value as found.
        found: String,
        /// The allowed values.
        allowed: String,
    },
    /// A name that must be given once is given twice.
    #[error("the {what} `{}` is given twice", cut(name))]
    Duplicate {
        /// The kind of name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A program that the user has not allowed to run.
    #[error("would run the program `{}`", cut(command))]
    Program {
        /// Its command.
        command: String,
    },
    /// Values that are allowed separately, but not together.
    #[error("{}", cut(found))]
    Conflict {
        /// The combination as found.
        found: String,
        /// The allowed combinations.
        allowed: String,
    },
    /// Errors that are complete messages, each with its place and cleaned of foreign text.
    #[error("{0}")]
    Told(String),
}

impl Problem {
    /// Returns that a required key is missing.
    pub fn missing(key: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self::Missing { key: key.into(), allowed: allowed.into() }
    }

    /// Returns that a key has a value of the wrong type or out of its range.
    pub fn value(
        key: impl Into<String>,
        found: impl Into<String>,
        allowed: impl Into<String>,
    ) -> Self {
        Self::Value { key: key.into(), found: found.into(), allowed: allowed.into() }
    }

    /// Returns that a name is given twice.
    pub fn duplicate(what: &'static str, name: impl Into<String>) -> Self {
        Self::Duplicate { what, name: name.into() }
    }

    /// Returns that values are not allowed together.
    pub fn conflict(found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self::Conflict { found: found.into(), allowed: allowed.into() }
    }
}

/// A problem with an input, its place, and perhaps further problems that are reported with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError(Box<Details>);

/// Boxed, since errors are rare and results are passed on often.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    place: Location,
    section: String,
    problem: Problem,
    /// The value that was probably meant, or an alternative.
    hint: Option<String>,
    /// Whether it may be gone the next time without any change.
    may_pass: bool,
    /// The further problems.
    others: Vec<InputError>,
}

/// The largest number of problems that are reported at once.
const MOST_TOLD: usize = 20;

/// The problems of an input, collected so that all of them are reported at once, without repeats.
#[derive(Debug, Default)]
pub struct Problems(Vec<InputError>);

impl Problems {
    /// Returns the value, or records the error.
    pub fn take<T>(&mut self, result: Result<T, InputError>) -> Option<T> {
        result.map_err(|error| self.note(error)).ok()
    }

    /// Records a problem.
    pub fn note(&mut self, mut error: InputError) {
        let others = std::mem::take(&mut error.0.others);
        for error in std::iter::once(error).chain(others) {
            if !self.0.contains(&error) {
                self.0.push(error);
            }
        }
    }

    /// Returns whether there is no problem so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of problems so far.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Ends the search for problems.
    ///
    /// # Errors
    /// If there are problems: all of them together, those with a line in the order of their lines.
    pub fn finish(self) -> Result<(), InputError> {
        // A misspelt key is not reported as missing as well.
        let is_misspelt = |missing: &InputError, key: &str| {
            self.0.iter().any(|other| {
                let is_meant = matches!(
                    &other.0.problem,
                    Problem::Unknown(unknown)
                        if unknown.what == "key" && unknown.nearest() == Some(key)
                );
                other.0.section == missing.0.section
                    && other.0.place.source == missing.0.place.source
                    && is_meant
            })
        };
        let is_told = |error: &InputError| match &error.0.problem {
            Problem::Missing { key, .. } => !is_misspelt(error, key.trim_matches(['[', ']'])),
            _ => true,
        };
        let mut told: Vec<InputError> =
            self.0.iter().filter(|error| is_told(error)).cloned().collect();
        told.sort_by_key(|error| error.0.place.line.unwrap_or(usize::MAX));
        let mut all = told.into_iter();
        let Some(mut first) = all.next() else { return Ok(()) };
        first.0.others = all.collect();
        Err(first)
    }
}

impl InputError {
    /// Returns a problem at a place, outside of any section.
    pub fn new(place: Location, problem: Problem) -> Self {
        Self(Box::new(Details {
            place,
            section: String::new(),
            problem,
            hint: None,
            may_pass: false,
            others: Vec::new(),
        }))
    }

    /// Adds the section of the document.
    #[must_use]
    pub fn in_section(mut self, section: &str) -> Self {
        section.clone_into(&mut self.0.section);
        self
    }

    /// Adds a hint: the value that was probably meant, or an alternative.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.0.hint = hint.into();
        self
    }

    /// For unknown names, adds the command that lists all allowed names.
    #[must_use]
    pub fn names_in(mut self, place: &str) -> Self {
        if let Problem::Unknown(unknown) = &mut self.0.problem {
            unknown.listed_in.get_or_insert_with(|| place.to_owned());
        }
        self.0.others = std::mem::take(&mut self.0.others)
            .into_iter()
            .map(|other| other.names_in(place))
            .collect();
        self
    }

    /// Adds further problems.
    #[must_use]
    pub fn with(mut self, others: Option<Self>) -> Self {
        for other in others.into_iter().flat_map(|other| other.all().cloned().collect::<Vec<_>>()) {
            let alone = Self(Box::new(Details { others: Vec::new(), ..*other.0 }));
            self.0.others.push(alone);
        }
        self
    }

    /// Iterates over all problems, this one first.
    pub fn all(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.0.others)
    }

    /// Returns the place of the problem.
    pub fn place(&self) -> &Location {
        &self.0.place
    }

    /// Returns the problem.
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }

    /// Returns the error of an unreadable file whose path the user gave.
    pub fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        Self::new(Location::file(path), Problem::Unreadable(Self::reason(error))).because_of(error)
    }

    /// Returns the error of an unreadable file whose path is written at `place`.
    pub fn unreadable_from(path: &Path, error: &std::io::Error, place: &Location) -> Self {
        let reason = format!("{} (it is named in {place})", Self::reason(error));
        Self::new(Location::file(path), Problem::Unreadable(reason)).because_of(error)
    }

    /// Marks the problem as caused by an error of the operating system, which may be gone the next
    /// time.
    #[must_use]
    pub fn because_of(mut self, error: &std::io::Error) -> Self {
        self.0.may_pass = may_pass(error);
        self
    }

    /// Returns whether the same input may work the next time. This is so after a disk or a file
    /// server did not answer.
    pub fn may_pass(&self) -> bool {
        self.all().all(|error| error.0.may_pass)
    }

    /// The reason why a file cannot be read, in words.
    fn reason(error: &std::io::Error) -> String {
        match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            std::io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
            _ => error.to_string(),
        }
    }
}

/// Returns whether an error of the operating system can be gone the next time without any change.
/// This is so for a full disk and a file server that does not answer, but not for a missing
/// permission.
pub fn may_pass(error: &std::io::Error) -> bool {
    use std::io::ErrorKind as Kind;
    !matches!(
        error.kind(),
        Kind::NotFound
            | Kind::PermissionDenied
            | Kind::NotADirectory
            | Kind::IsADirectory
            | Kind::AlreadyExists
            | Kind::ReadOnlyFilesystem
            | Kind::InvalidInput
            | Kind::InvalidData
            | Kind::InvalidFilename
            | Kind::Unsupported
    )
}

/// A text of the user as a message shows it: cut if it is long.
fn cut(text: &str) -> String {
    const MOST: usize = 200;
    let shown: String = text.chars().take(MOST).collect();
    match text.chars().count().checked_sub(MOST) {
        None | Some(0) => shown,
        Some(more) => format!("{shown} … (and {more} more characters)"),
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_alone(formatter)?;
        for other in self.0.others.iter().take(MOST_TOLD - 1) {
            writeln!(formatter)?;
            other.write_alone(formatter)?;
        }
        match self.0.others.len().checked_sub(MOST_TOLD - 1) {
            None | Some(0) => Ok(()),
            Some(more) => write!(formatter, "\nand {more} more"),
        }
    }
}

impl InputError {
    /// Returns the message of the problem without the further ones.
    pub fn alone(&self) -> String {
        struct Alone<'e>(&'e InputError);
        impl fmt::Display for Alone<'_> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write_alone(formatter)
            }
        }
        Alone(self).to_string()
    }

    /// Writes the problem without the further ones.
    fn write_alone(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // It has its places and its hints in it.
        if let Problem::Told(text) = &self.0.problem {
            return formatter.write_str(text.trim_end());
        }
        write!(formatter, "{}: {}", self.0.place, plain(&self.0.problem.to_string()))?;
        if !self.0.section.is_empty() {
            write!(formatter, " in {}", plain(&self.0.section))?;
        }
        if let Problem::Unknown(unknown) = &self.0.problem
            && let Some(nearest) = unknown.nearest()
        {
            write!(formatter, "\n  did you mean `{}`?", plain(&cut(nearest)))?;
        }
        if let Some(hint) = &self.0.hint {
            write!(formatter, "\n  {}", plain(&cut(hint)))?;
        }
        match &self.0.problem {
            Problem::Unknown(unknown) => {
                write!(formatter, "\n  allowed: {}", plain(&unknown.listed()))
            }
            Problem::Missing { allowed, .. }
            | Problem::Value { allowed, .. }
            | Problem::Conflict { allowed, .. } => {
                write!(formatter, "\n  allowed: {}", plain(allowed))
            }
            Problem::Program { .. } => {
                write!(formatter, "\n  allowed: only with permission (--allow-programs)")
            }
            Problem::Unreadable(_)
            | Problem::Syntax(_)
            | Problem::Duplicate { .. }
            | Problem::Told(_) => Ok(()),
        }
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: usize) -> InputError {
        let place = Location { source: "f.toml".into(), line: Some(line) };
        InputError::new(
            place,
            Problem::Missing { key: format!("key {line}"), allowed: "a text".into() },
        )
    }

    #[test]
    fn problems_are_reported_in_the_order_of_lines() {
        let mut problems = Problems::default();
        assert_eq!(problems.take(Ok(3)), Some(3));
        for line in [2, 1, 3, 1] {
            assert_eq!(problems.take::<()>(Err(at(line))), None);
        }
        let all = problems.finish().expect_err("three");
        assert_eq!(all.all().count(), 3, "each once");
        let told = "f.toml:1: `key 1` is missing\n  allowed: a text\nf.toml:2: `key 2` is missing\n  allowed: a text\nf.toml:3: `key 3` is missing\n  allowed: a text";
        assert_eq!(all.to_string(), told);
        // Problems that were collected earlier are flattened into the list.
        let mut outer = Problems::default();
        outer.note(at(9));
        outer.note(all);
        assert_eq!(outer.finish().expect_err("four").all().count(), 4);
        let mut many = Problems::default();
        (1..=25).for_each(|line| many.note(at(line)));
        let told = many.finish().expect_err("25").to_string();
        assert!(
            told.contains("key 20") && !told.contains("key 21") && told.ends_with("\nand 5 more"),
            "{told}"
        );
        assert_eq!(Problems::default().finish(), Ok(()));
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "x\n".repeat(100_000);
        let names: Vec<String> = (0..9_000).map(|index| format!("variant {index}")).collect();
        for problem in [
            Problem::Unknown(Unknown::new("variant", long.clone(), names)),
            Problem::Value { key: "key".into(), found: long.clone(), allowed: "less".into() },
            Problem::Conflict { found: long.clone(), allowed: "less".into() },
        ] {
            let told = InputError::new(Location::whole("f.toml"), problem).to_string();
            assert!(
                told.chars().count() < 1500 && told.lines().count() <= 2 && told.contains("more"),
                "{told}"
            );
        }
        assert_eq!(cut("short"), "short");
    }

    #[test]
    fn long_lists_of_names_are_cut_to_the_nearest() {
        let names = |count: usize| {
            (1..count)
                .map(|index| format!("other {index}"))
                .chain(["small-hands".to_owned()])
                .collect::<Vec<_>>()
        };
        let told = |unknown| {
            InputError::new(Location::whole("the command"), Problem::Unknown(unknown)).to_string()
        };
        let eight =
            told(Unknown::new("experiment", "hands", names(8)).listed_in("`list experiments`"));
        assert!(eight.ends_with("allowed: other 1, other 2, other 3, other 4, other 5, other 6, other 7, small-hands"), "{eight}");
        let nine =
            told(Unknown::new("experiment", "hands", names(9)).listed_in("`list experiments`"));
        let likest = "small-hands, other 1, other 2, other 3, other 4, other 5, other 6, other 7, \
            and 1 more: all are in `list experiments`";
        assert_eq!(
            nine,
            format!(
                "the command: unknown experiment `hands`\n  did you mean `small-hands`?\n  allowed: {likest}"
            )
        );
        let error = InputError::new(
            Location::whole("f"),
            Problem::Unknown(Unknown::new("key", "x", names(20))),
        );
        assert!(error.clone().to_string().ends_with("and 12 more"));
        assert!(
            error
                .names_in("`rules whist`")
                .to_string()
                .ends_with("and 12 more: all are in `rules whist`")
        );
    }

    #[test]
    fn the_nearest_name_is_near_or_none() {
        let nearest = |found: &str| {
            Unknown::new("key", found, ["hand_size", "set_aside", "copies"])
                .nearest()
                .map(str::to_owned)
        };
        assert_eq!(nearest("hand_sise").as_deref(), Some("hand_size"));
        assert_eq!(nearest("hand-size").as_deref(), Some("hand_size"));
        assert_eq!(nearest("HandSize").as_deref(), Some("hand_size"));
        assert_eq!(nearest("copy").as_deref(), None);
        assert_eq!(nearest("frobnicate"), None);
        let preset = |found: &str| {
            Unknown::new("preset", found, ["multi-sell", "price-low", "price-high"])
                .nearest()
                .map(str::to_owned)
        };
        assert_eq!(preset("lowprice").as_deref(), Some("price-low"));
        assert_eq!(preset("high_price").as_deref(), Some("price-high"));
        assert_eq!(preset("SellMulti").as_deref(), Some("multi-sell"));
        assert_eq!(preset("cheap"), None);
        assert_eq!(Unknown::new("key", "x", Vec::<String>::new()).nearest(), None);
    }
}
