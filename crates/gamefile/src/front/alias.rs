//! Lists are values here; in Python they are shared. A list that is changed must have one name.

use ruff_python_ast::StmtFunctionDef;

use super::diagnostic::Sink;

/// Tells of lists that are changed and have, or may have, two names.
pub(super) fn check(_function: &StmtFunctionDef, _sink: &mut Sink) {}
