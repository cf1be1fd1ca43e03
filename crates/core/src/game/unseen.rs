//! Places of a game file that no game reached.

/// A place of a game file that no game came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unseen {
    /// Its first line, counted from 1.
    pub line: usize,
    /// Its last line.
    pub last_line: usize,
    /// The text of the place, in one line: a condition, the first line, or the name of a function.
    pub text: String,
    /// The kind of event that did not happen.
    pub what: UnseenKind,
}

/// The kind of event that did not happen at a place of a game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnseenKind {
    /// The lines were not reached.
    Lines,
    /// The function was not called.
    Function,
    /// The condition was evaluated, and never true.
    NeverTrue,
    /// The condition was evaluated, and never false.
    NeverFalse,
}
