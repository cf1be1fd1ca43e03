//! Parses the text of a file, within bounds.

use std::cell::RefCell;

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{Expr, ModModule, PySourceType, PythonVersion, Stmt};
use ruff_python_parser::lexer::lex;
use ruff_python_parser::semantic_errors::{
    LazyImportContext, SemanticSyntaxChecker, SemanticSyntaxContext, SemanticSyntaxError,
    SemanticSyntaxErrorKind,
};
use ruff_python_parser::{Mode, ParseError, parse_unchecked_source};
use ruff_text_size::{Ranged, TextRange};

use crate::program::Span;

use super::arguments::span_of;
use super::diagnostic::{Diagnostic, Sink};

/// The longest file, in bytes.
const LONGEST_FILE: usize = 1 << 18;

/// The deepest nesting of brackets, operators and blocks.
const DEEPEST: usize = 100;

/// The most `elif`s and `case`s of a file's longest chain.
pub(super) const MOST_CLAUSES: usize = 100;

/// Parses a file. Reports the errors of its Python.
pub(super) fn parse(source: &str, sink: &mut Sink) -> Option<ModModule> {
    if source.len() > LONGEST_FILE {
        let message = Diagnostic::new(Span::default(), "the file is too long");
        sink.report(message.allowed(format!("{LONGEST_FILE} bytes")));
        return None;
    }
    if let Some(at) = endless(source) {
        sink.report(nested(at));
        return None;
    }
    let parsed = parse_unchecked_source(source, PySourceType::Python);
    if let Some(at) = too_deep(&parsed) {
        // A bracket that is not closed nests all that follows.
        report(source, parsed.errors(), sink);
        if parsed.errors().is_empty() {
            sink.report(nested(at));
        }
        // A tree that is nested without bounds cannot be dropped, because that would take
        // as much stack.
        std::mem::forget(parsed);
        return None;
    }
    report(source, parsed.errors(), sink);
    if !parsed.errors().is_empty() {
        return None;
    }
    let syntax = parsed.into_syntax();
    let refused = Refused { source, errors: RefCell::default() };
    let mut walk = Walk { checker: SemanticSyntaxChecker::new(), refused: &refused };
    walk.visit_body(&syntax.body);
    let errors = refused.errors.into_inner();
    for (at, error) in &errors {
        sink.report(Diagnostic::new(*at, format!("this is no Python: {}", lower(error))));
    }
    errors.is_empty().then_some(syntax)
}

/// Collects the errors that Python finds only after parsing, such as a `case` that sets a name
/// twice. Errors about the place of a line, such as a `return` outside of functions, are reported
/// by the checks of this language.
struct Refused<'a> {
    source: &'a str,
    errors: RefCell<Vec<(Span, String)>>,
}

/// Visits all lines.
struct Walk<'a> {
    checker: SemanticSyntaxChecker,
    refused: &'a Refused<'a>,
}

impl<'a> Visitor<'a> for Walk<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        self.checker.visit_stmt(statement, self.refused);
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        self.checker.visit_expr(expression, self.refused);
        walk_expr(self, expression);
    }
}

impl SemanticSyntaxContext for Refused<'_> {
    fn report_semantic_error(&self, error: SemanticSyntaxError) {
        use SemanticSyntaxErrorKind as Kind;
        if matches!(
            error.kind,
            Kind::MultipleCaseAssignment(_)
                | Kind::IrrefutableCasePattern(_)
                | Kind::DifferentMatchPatternBindings
                | Kind::DuplicateMatchKey(_)
                | Kind::DuplicateMatchClassAttribute(_)
                | Kind::DuplicateParameter(_)
                | Kind::DuplicateKeywordArgument(_)
                | Kind::ReboundComprehensionVariable
                | Kind::WriteToDebug(_)
        ) {
            self.errors.borrow_mut().push((span_of(error.range), error.to_string()));
        }
    }

    fn python_version(&self) -> PythonVersion {
        PythonVersion::PY310
    }

    fn source(&self) -> &str {
        self.source
    }

    fn future_annotations_or_stub(&self) -> bool {
        false
    }

    fn lazy_import_context(&self) -> Option<LazyImportContext> {
        None
    }

    fn global(&self, _: &str) -> Option<TextRange> {
        None
    }

    fn has_nonlocal_binding(&self, _: &str) -> bool {
        false
    }

    fn in_async_context(&self) -> bool {
        false
    }

    fn in_await_allowed_context(&self) -> bool {
        true
    }

    fn in_yield_allowed_context(&self) -> bool {
        true
    }

    fn in_sync_comprehension(&self) -> bool {
        false
    }

    fn in_class_body_comprehension(&self) -> bool {
        false
    }

    fn in_module_scope(&self) -> bool {
        false
    }

    fn in_function_scope(&self) -> bool {
        true
    }

    fn in_generator_context(&self) -> bool {
        false
    }

    fn in_notebook(&self) -> bool {
        false
    }

    fn in_loop_context(&self) -> bool {
        true
    }

    fn is_bound_parameter(&self, _: &str) -> bool {
        false
    }
}

/// Returns the message about code that is nested too deeply.
fn nested(at: Span) -> Diagnostic {
    Diagnostic::new(at, "this is nested too deeply, or too long for one line")
        .allowed(format!("{DEEPEST} brackets, operators and blocks inside of each other"))
        .instead("set variables for parts of it")
}

/// Returns a place in a text that the parser must not see: so many brackets that it takes long, or
/// so many `lambda`s that it overflows the stack.
fn endless(source: &str) -> Option<Span> {
    const MOST_OPEN: usize = 5_000;
    const MOST_LAMBDAS: usize = 200;
    let place = |at: Option<(usize, &str)>| {
        let start = at.map_or(0, |(at, _)| at as u32);
        Some(Span { start, end: start + 1 })
    };
    let (mut open, mut lambdas) = (0usize, 0);
    let mut lexer = lex(source, Mode::Module);
    loop {
        match lexer.next_token() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => open += 1,
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => open = open.saturating_sub(1),
            TokenKind::Lambda => lambdas += 1,
            TokenKind::Newline => lambdas = 0,
            TokenKind::EndOfFile => return None,
            _ => {}
        }
        if open > MOST_OPEN {
            return place(source.match_indices(['(', '[', '{']).nth(MOST_OPEN));
        }
        if lambdas > MOST_LAMBDAS {
            return place(source.match_indices("lambda").nth(MOST_LAMBDAS));
        }
    }
}

/// Reports the errors of the parser: once for each line, without those that follow from
/// an earlier line.
fn report(source: &str, errors: &[ParseError], sink: &mut Sink) {
    let mut last = None;
    for error in errors {
        let line = sink.line(span_of(error.range()));
        // The message of a long line takes long.
        if last != Some(line) {
            let message = syntax(source, error);
            if last != Some(line - 1) || !message.found.contains("indentation") {
                sink.report(message);
            }
        }
        last = Some(line);
    }
}

/// Returns the message about a text that is no Python.
fn syntax(source: &str, error: &ParseError) -> Diagnostic {
    let mut at = span_of(error.range());
    at.start = at.start.min(source.len() as u32);
    at.end = at.end.min(source.len() as u32);
    let text = error.error.to_string();
    let line = source[..at.start as usize].rfind('\n').map_or(0, |start| start + 1);
    let line = source[line..].lines().next().unwrap_or("").trim();
    let message = Diagnostic::new(at, format!("this is no Python: {}", lower(&text)));
    let begins = |word: &str| line.strip_prefix(word).is_some_and(|rest| rest.starts_with(' '));
    if ["if", "elif", "for", "while", "def", "class", "else", "match", "case"]
        .iter()
        .any(|word| begins(word) || line == *word)
        && !line.ends_with(':')
    {
        return message.instead("a line such as `if x:` or `else:` ends with a colon");
    }
    if text.contains("indent") || text.contains("Indent") {
        return message.instead("indent the lines of a block alike, by four spaces");
    }
    if line.contains(" = ") && (begins("if") || begins("while") || begins("elif")) {
        return message.instead("compare by `==`");
    }
    message
}

/// Returns a text that begins with a small letter, unless its first word is a name.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), text.chars().nth(1)) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            first.to_lowercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}

/// Returns the first place that is nested too deeply: brackets, blocks, and operators since the
/// last comma of each bracket.
fn too_deep(parsed: &ruff_python_parser::Parsed<ModModule>) -> Option<Span> {
    let mut operators = vec![0usize];
    let mut total = 0;
    let mut blocks = 0usize;
    // The defaults of a `lambda` can be others, with commas between.
    let mut lambdas = 0usize;
    for token in parsed.tokens() {
        match token.kind() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => {
                operators.push(0);
            }
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => {
                if operators.len() > 1 {
                    total -= operators.pop().unwrap_or(0);
                    // A chain such as `a(b)(c)(d)`.
                    if let Some(last) = operators.last_mut() {
                        *last += 1;
                        total += 1;
                    }
                }
            }
            TokenKind::Comma => {
                if let Some(last) = operators.last_mut() {
                    total -= std::mem::take(last);
                }
            }
            TokenKind::Newline | TokenKind::Semi => {
                operators.truncate(1);
                operators[0] = 0;
                (total, lambdas) = (0, 0);
            }
            TokenKind::Lambda => lambdas += 1,
            TokenKind::Indent => blocks += 1,
            TokenKind::Dedent => blocks = blocks.saturating_sub(1),
            TokenKind::Name
            | TokenKind::Int
            | TokenKind::String
            | TokenKind::Comment
            | TokenKind::NonLogicalNewline => {}
            _ => {
                if let Some(last) = operators.last_mut() {
                    *last += 1;
                    total += 1;
                }
            }
        }
        if operators.len() + total + blocks + lambdas > DEEPEST {
            return Some(span_of(token.range()));
        }
    }
    None
}
