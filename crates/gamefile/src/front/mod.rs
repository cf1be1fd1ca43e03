//! From the text of a game file to a typed program.

/// The module's lines (a stub until the front has them).
#[derive(Clone, Debug, Default)]
pub struct Module;
