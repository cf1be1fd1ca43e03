//! The errors of a file: messages with a place, reported all at once.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use fairdeal_core::input::{Unknown, plain, wrapped};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Alias, Expr, ExprContext, Stmt};

use crate::program::Span;

/// The largest number of messages that are reported at once.
const MOST_MESSAGES: usize = 20;

/// The width of messages.
const WIDTH: usize = 80;

/// One message about a place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The place.
    pub span: Span,
    /// The line of the place, from 1.
    pub line: usize,
    /// The column of the place, from 1, in characters.
    pub column: usize,
    /// The construct that was found.
    pub found: String,
    /// The constructs that are allowed there.
    pub allowed: Option<String>,
    /// The text to write instead.
    pub instead: Option<String>,
    /// The name that is not there, if that is wrong.
    missing: Option<String>,
}

impl Diagnostic {
    /// Returns a message about a place.
    pub(super) fn new(span: Span, found: impl Into<String>) -> Self {
        let found = found.into();
        Self { span, line: 0, column: 0, found, allowed: None, instead: None, missing: None }
    }

    /// Adds the constructs that are allowed.
    #[must_use]
    pub(super) fn allowed(self, allowed: impl Into<String>) -> Self {
        Self { allowed: Some(allowed.into()), ..self }
    }

    /// Adds the text to write instead.
    #[must_use]
    pub(super) fn instead(self, instead: impl Into<String>) -> Self {
        Self { instead: Some(instead.into()), ..self }
    }

    /// Makes it a message about a missing name. It is suppressed if only another error makes
    /// the name missing.
    #[must_use]
    pub(super) fn missing(self, name: &str) -> Self {
        Self { missing: Some(name.to_owned()), ..self }
    }

    /// Whether it says the same about another place.
    fn is_like(&self, other: &Self) -> bool {
        (&self.found, &self.allowed, &self.instead)
            == (&other.found, &other.allowed, &other.instead)
    }

    /// Returns a message about a name that is not known, with the nearest one and all of them.
    pub(super) fn unknown<N: Into<String>>(
        span: Span,
        what: &'static str,
        found: &str,
        names: impl IntoIterator<Item = N>,
    ) -> Self {
        let unknown = Unknown::new(what, found, names);
        let message = Self::new(span, format!("there is no {what} `{}`", plain(found)))
            .allowed(unknown.listed())
            .missing(found);
        // Constants are in capital letters, and words of the language are not: `KING` does not mean `int`.
        let is_constant = |name: &str| !name.contains(char::is_lowercase);
        let is_near = |name: &&String| {
            is_constant(name) == is_constant(found) || name.eq_ignore_ascii_case(found)
        };
        let near = unknown.allowed.iter().filter(is_near).cloned();
        match Unknown::new(what, found, near).nearest() {
            Some(name) => message.instead(format!("did you mean `{}`?", plain(name))),
            None => message,
        }
    }
}

/// The errors of a file, sorted by place; at most 20 messages.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    file: String,
    source: Arc<str>,
    messages: Vec<Diagnostic>,
    /// The further lines with the same mistake, by message.
    also: Vec<Vec<usize>>,
    left_out: usize,
    /// The message of `require`, if it refused the knobs.
    refusal: Option<String>,
}

impl Diagnostics {
    /// Returns the messages about a file: sorted, each mistake once.
    pub(super) fn new(file: &str, source: &Arc<str>, mut messages: Vec<Diagnostic>) -> Self {
        let starts = line_starts(source);
        for message in &mut messages {
            (message.line, message.column) = place(source, &starts, message.span.start as usize);
        }
        messages.sort_by(|one, other| {
            (one.span.start, one.span.end, &one.found)
                .cmp(&(other.span.start, other.span.end, &other.found))
        });
        messages.dedup_by(|one, other| one.span == other.span && one.found == other.found);
        let (mut once, mut also): (Vec<Diagnostic>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
        for message in messages {
            match once.iter().position(|known| known.is_like(&message)) {
                Some(known) if once[known].line == message.line => (),
                Some(known) => also[known].push(message.line),
                None => {
                    once.push(message);
                    also.push(Vec::new());
                }
            }
        }
        let mut messages = once;
        let left_out = messages.len().saturating_sub(MOST_MESSAGES);
        messages.truncate(MOST_MESSAGES);
        let (file, source) = (file.to_owned(), source.clone());
        Self { file, source, messages, also, left_out, refusal: None }
    }

    /// Marks the messages as a refusal of knobs by `require`.
    #[must_use]
    pub(super) fn refused(self, because: Option<String>) -> Self {
        Self { refusal: because, ..self }
    }

    /// Returns the message of `require`, if it refused the knobs and the number of players, and
    /// there is no other error.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// Returns the messages.
    pub fn messages(&self) -> &[Diagnostic] {
        &self.messages
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (message, also)) in self.messages.iter().zip(&self.also).enumerate() {
            if i > 0 {
                writeln!(formatter)?;
            }
            let file = plain(&self.file);
            let text =
                format!("{file}:{}:{}: {}", message.line, message.column, plain(&message.found));
            for line in wrapped(&text, WIDTH, "", 2) {
                writeln!(formatter, "{line}")?;
            }
            self.excerpt(formatter, message)?;
            let further = [("allowed: ", &message.allowed), ("instead: ", &message.instead)];
            for (title, text) in further {
                for line in wrapped(&plain(text.as_deref().unwrap_or("")), WIDTH - 2, title, 9) {
                    if text.is_some() {
                        writeln!(formatter, "  {line}")?;
                    }
                }
            }
            for line in wrapped(&lines_told(also), WIDTH - 2, "also in: ", 9) {
                if !also.is_empty() {
                    writeln!(formatter, "  {line}")?;
                }
            }
        }
        if self.left_out > 0 {
            writeln!(formatter, "\n... and {} more", self.left_out)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

impl Diagnostics {
    /// Writes the line of the source, and under it carets at the place.
    fn excerpt(&self, formatter: &mut fmt::Formatter<'_>, message: &Diagnostic) -> fmt::Result {
        let line = self.source.lines().nth(message.line - 1).unwrap_or("");
        // A tab is one column, as in the message's own.
        let letters: Vec<char> = plain(&line.replace('\t', " ")).chars().collect();
        let at = (message.column - 1).min(letters.len());
        let room = WIDTH - 4;
        let first = if at < room * 3 / 4 { 0 } else { at - room / 2 };
        let shown: String = letters.iter().skip(first).take(room).collect();
        if shown.trim().is_empty() {
            return Ok(());
        }
        let span = message.span.start as usize..message.span.end as usize;
        let length = self
            .source
            .get(span)
            .unwrap_or("")
            .lines()
            .next()
            .map_or(1, |text| text.chars().count())
            .clamp(1, (room - (at - first).min(room - 1)).max(1));
        writeln!(formatter, "    {}", shown.trim_end())?;
        writeln!(formatter, "    {}{}", " ".repeat(at - first), "^".repeat(length))
    }
}

/// Returns lines in words, the first of many: "line 3", "lines 3, 5 and 9".
fn lines_told(lines: &[usize]) -> String {
    const MOST: usize = 8;
    let mut lines = lines.to_vec();
    lines.dedup();
    let shown: Vec<String> = lines.iter().take(MOST).map(ToString::to_string).collect();
    match &shown[..] {
        [] => String::new(),
        [line] => format!("line {line}"),
        all if lines.len() > MOST => {
            format!("lines {} and {} more", all.join(", "), lines.len() - MOST)
        }
        [first @ .., last] => format!("lines {} and {last}", first.join(", ")),
    }
}

/// Returns the place of each line's first byte.
fn line_starts(source: &str) -> Vec<usize> {
    std::iter::once(0).chain(source.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// Returns the line and the column of a byte, from 1.
fn place(source: &str, starts: &[usize], at: usize) -> (usize, usize) {
    let line = starts.partition_point(|start| *start <= at);
    let start = starts[line - 1];
    let at = (start..=at.min(source.len())).rev().find(|at| source.is_char_boundary(*at));
    (line, source[start..at.unwrap_or(start)].chars().count() + 1)
}

impl crate::program::Program {
    /// Returns the line and the column of a place in the file, from 1.
    pub fn line_and_column(&self, span: Span) -> (usize, usize) {
        place(&self.source, &line_starts(&self.source), span.start as usize)
    }
}

/// The mark of an error that is reported already.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told;

/// Collects messages; silent while types are still being found.
pub(super) struct Sink {
    /// The messages so far.
    pub(super) messages: Vec<Diagnostic>,
    /// Whether messages are dropped.
    pub(super) is_silent: bool,
    /// The names that wrong statements would have set.
    spoiled: HashSet<String>,
    /// Lines without messages, because an error elsewhere may make them wrong.
    left: Vec<Span>,
    /// The first byte of each line.
    starts: Vec<usize>,
}

impl Sink {
    /// Returns an empty one, for messages about this text.
    pub(super) fn new(source: &str) -> Self {
        let starts = line_starts(source);
        let (messages, spoiled, left) = (Vec::new(), HashSet::new(), Vec::new());
        Self { messages, is_silent: false, spoiled, left, starts }
    }

    /// Returns the line of a place.
    pub(super) fn line(&self, at: Span) -> usize {
        self.starts.partition_point(|start| *start <= at.start as usize)
    }

    /// Takes a message.
    pub(super) fn report(&mut self, message: Diagnostic) {
        if !self.is_silent && self.messages.len() < 1000 {
            self.messages.push(message);
        }
    }

    /// Reports an error after which nothing can be made.
    pub(super) fn tell<T>(&mut self, message: Diagnostic) -> Result<T, Told> {
        self.report(message);
        Err(Told)
    }

    /// Reports that a statement cannot be used. The names that it would have set do not
    /// count as missing.
    pub(super) fn leave_out(&mut self, statement: &Stmt, message: Diagnostic) {
        self.report(message);
        Spoiled(&mut self.spoiled).visit_stmt(statement);
    }

    /// Notes that a name is not defined because of a mistake.
    pub(super) fn spoil(&mut self, name: &str) {
        self.spoiled.insert(name.to_owned());
    }

    /// Suppresses messages about a line, which another error may make wrong.
    pub(super) fn leave(&mut self, line: Span) {
        self.left.push(line);
    }

    /// Returns the messages without those that follow from other errors.
    pub(super) fn into_messages(self) -> Vec<Diagnostic> {
        let Self { mut messages, spoiled, left, .. } = self;
        let is_inside =
            |at: Span| left.iter().any(|line| line.start <= at.start && at.start < line.end);
        messages.retain(|message| {
            message.missing.as_ref().is_none_or(|missing| !spoiled.contains(missing))
                && !is_inside(message.span)
        });
        messages
    }
}

/// Collects the names that are set.
struct Spoiled<'s>(&'s mut HashSet<String>);

impl<'a> Visitor<'a> for Spoiled<'_> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Name(name) = expression
            && name.ctx == ExprContext::Store
        {
            self.0.insert(name.id.to_string());
        }
        walk_expr(self, expression);
    }

    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(function) => drop(self.0.insert(function.name.to_string())),
            Stmt::ClassDef(class) => drop(self.0.insert(class.name.to_string())),
            Stmt::Global(global) => self.0.extend(global.names.iter().map(ToString::to_string)),
            Stmt::Nonlocal(other) => self.0.extend(other.names.iter().map(ToString::to_string)),
            _ => walk_stmt(self, statement),
        }
    }

    fn visit_alias(&mut self, alias: &'a Alias) {
        self.0.insert(alias.asname.as_ref().unwrap_or(&alias.name).to_string());
    }
}
