//! The arguments of a call, by the names of the parameters.

use ruff_python_ast::{Expr, ExprCall};
use ruff_text_size::{Ranged, TextRange};

use crate::program::Span;

use super::diagnostic::{Diagnostic, Sink, Told};

/// Returns the bytes of a node.
pub(super) fn span(node: &impl Ranged) -> Span {
    span_of(node.range())
}

/// Returns the bytes of a range.
pub(super) fn span_of(range: TextRange) -> Span {
    Span { start: range.start().to_u32(), end: range.end().to_u32() }
}

/// The parameters of a function of the language, as text: `"p, options, say=, seen_by="`. Those
/// with a `=` may be left out. As in Python, those before a `/` are given without their names, and
/// those after a `*` only with them.
pub(super) fn arguments<'a>(
    call: &'a ExprCall,
    function: &str,
    parameters: &str,
    sink: &mut Sink,
) -> Result<Vec<Option<&'a Expr>>, Told> {
    let mut parameters: Vec<&str> =
        parameters.split(", ").filter(|name| !name.is_empty()).collect();
    let mut mark = |mark: &str, otherwise: usize| {
        let found = parameters.iter().position(|name| *name == mark);
        parameters.retain(|name| *name != mark);
        found.unwrap_or(otherwise)
    };
    let (nameless, placed) = (mark("/", 0), mark("*", usize::MAX));
    let names: Vec<&str> = parameters.iter().map(|name| name.trim_end_matches('=')).collect();
    let usage = || format!("`{function}({})`", parameters.join(", ").replace('=', "=..."));
    let too_many = |argument: &Expr| {
        let message = format!("this is one argument too many for `{function}`");
        Diagnostic::new(span(argument), message).allowed(usage())
    };
    let mut found: Vec<Option<&Expr>> = vec![None; names.len()];
    let mut is_wrong = false;
    for (i, argument) in call.arguments.args.iter().enumerate() {
        let message = match (argument, found.get_mut(i)) {
            (Expr::Starred(_), _) => {
                Diagnostic::new(span(argument), "a list as several arguments (`*`) cannot be used")
                    .instead("write each argument")
            }
            (_, None) => too_many(argument),
            (_, Some(_)) if i >= placed => too_many(argument),
            (_, Some(place)) => {
                *place = Some(argument);
                continue;
            }
        };
        sink.report(message);
        is_wrong = true;
    }
    for keyword in &call.arguments.keywords {
        let message = match &keyword.arg {
            None => {
                Diagnostic::new(span(keyword), "arguments from a dictionary (`**`) cannot be used")
                    .instead("write each argument by its name")
            }
            Some(name) => match names.iter().position(|known| *known == name.as_str()) {
                None => Diagnostic::unknown(span(name), "argument", name, names.iter().copied())
                    .allowed(usage()),
                Some(at) if at < nameless => {
                    let message = format!("`{name}` of `{function}` is given without its name");
                    Diagnostic::new(span(keyword), message).allowed(usage())
                }
                Some(at) if found[at].is_some() => {
                    Diagnostic::new(span(keyword), format!("`{name}` is given twice"))
                        .allowed(usage())
                }
                Some(at) => {
                    found[at] = Some(&keyword.value);
                    continue;
                }
            },
        };
        sink.report(message);
        is_wrong = true;
    }
    let missing: Vec<String> = parameters
        .iter()
        .zip(&found)
        .filter(|(name, found)| !name.ends_with('=') && found.is_none())
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    if !missing.is_empty() && !is_wrong {
        let message = format!("`{function}` needs {}", missing.join(" and "));
        sink.report(Diagnostic::new(span(call), message).allowed(usage()));
        is_wrong = true;
    }
    if is_wrong { Err(Told) } else { Ok(found) }
}

/// Returns the name of the function that is called, where it is a plain name.
pub(super) fn called(call: &ExprCall) -> Option<&str> {
    match &*call.func {
        Expr::Name(name) => Some(name.id.as_str()),
        _ => None,
    }
}

/// The calls whose elements can be gone over, but which are no lists, as they are written:
/// `range(...)`, `TABLE.keys()`.
pub(super) fn passing(call: &ExprCall) -> Option<String> {
    match &*call.func {
        Expr::Name(name) => ["range", "enumerate", "reversed", "zip"]
            .contains(&name.id.as_str())
            .then(|| format!("{}(...)", name.id)),
        Expr::Attribute(method) => {
            let Expr::Name(table) = &*method.value else { return None };
            ["keys", "values", "items"]
                .contains(&method.attr.as_str())
                .then(|| format!("{}.{}()", table.id, method.attr))
        }
        _ => None,
    }
}

/// Whether it has no length either, and no last element.
pub(super) fn passes_once(expression: &Expr) -> bool {
    match expression {
        Expr::Generator(_) => true,
        Expr::Call(call) => {
            called(call).is_some_and(|name| ["enumerate", "reversed", "zip"].contains(&name))
        }
        _ => false,
    }
}

/// Returns the message about such a call where a list is needed.
pub(super) fn no_list(at: Span, told: &str) -> Diagnostic {
    Diagnostic::new(at, format!("`{told}` is no list in Python, only something to go over"))
        .instead(format!("write `list({told})`"))
}
