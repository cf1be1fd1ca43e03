//! The parts of Python that a game file cannot use, each with the text to write instead.

use ruff_python_ast::{Expr, Identifier, Operator, Stmt};

use super::arguments::span;
use super::diagnostic::Diagnostic;
use crate::program::Span;

/// Returns the message about a statement that is never allowed in a game file.
pub(super) fn statement(statement: &Stmt) -> Diagnostic {
    let (found, instead) = match statement {
        Stmt::ClassDef(_) => (
            "classes of your own cannot be used",
            "keep cards in zones and numbers in `class now(numbers):` at the left margin",
        ),
        Stmt::FunctionDef(_) => (
            "a function inside another one cannot be used",
            "define it at the left margin, and give it what it needs as parameters",
        ),
        Stmt::Delete(_) => (
            "`del` cannot be used",
            "cards leave a zone when they are put into another; `list.remove(value)` changes a list",
        ),
        Stmt::TypeAlias(_) => ("`type` cannot be used", "leave it out: types are found without it"),
        Stmt::AnnAssign(_) => {
            ("the type of a variable is not written", "write `name = value`: types are found")
        }
        Stmt::With(_) => ("`with` cannot be used", "leave it out: a game has no files to open"),
        Stmt::Raise(_) => (
            "`raise` cannot be used: there are no exceptions",
            "use `end(\"reason\")` to end the game, or `require(condition, \"message\")`",
        ),
        Stmt::Try(_) => {
            ("`try` cannot be used: there are no exceptions", "test before: `if len(deck) > 0:`")
        }
        Stmt::Assert(_) => ("`assert` cannot be used", "use `require(condition, \"message\")`"),
        Stmt::Import(_) | Stmt::ImportFrom(_) => (
            "imports cannot be used, except for `from fairdeal import *` at the top",
            "use what the language has: `chance(n)` for dice, `zone.shuffle()` for cards",
        ),
        Stmt::Global(_) => (
            "`global` cannot be used",
            "keep what changes in `class now(numbers):`, and write `now.name = value`",
        ),
        Stmt::Nonlocal(_) => ("`nonlocal` cannot be used", "return the value from the function"),
        Stmt::IpyEscapeCommand(_) => ("this is no Python", "leave it out"),
        Stmt::For(_) | Stmt::While(_) | Stmt::If(_) | Stmt::Match(_) => (
            "there are no loops and no `if` at the left margin",
            "use a comprehension `[... for ...]`, or `a if condition else b`; or put it into `play()`",
        ),
        Stmt::AugAssign(_) => (
            "a constant cannot change",
            "keep what changes in `class now(numbers):` or `points = each_player(0)`",
        ),
        Stmt::Return(_) => ("`return` stands outside of a function", "put it into a function"),
        Stmt::Break(_) | Stmt::Continue(_) => {
            ("this stands outside of a loop", "put it into a `for` or a `while`")
        }
        Stmt::Pass(_) | Stmt::Expr(_) | Stmt::Assign(_) => {
            ("this does nothing here", "leave it out")
        }
    };
    Diagnostic::new(span(statement), found).instead(instead)
}

/// Returns the message about an expression that is never allowed in a game file.
pub(super) fn expression(expression: &Expr) -> Diagnostic {
    let (found, instead) = match expression {
        Expr::Named(_) => ("`:=` cannot be used", "set the variable in a line of its own"),
        Expr::Lambda(_) => (
            "`lambda` cannot be used, except for `key=`",
            "define a function, or write `key=lambda c: c.rank` in max, min or sorted",
        ),
        Expr::Dict(_) | Expr::DictComp(_) => (
            "dictionaries cannot be used in functions",
            "define a table at the left margin, or use `each(NAMES, 0)` for numbers by name",
        ),
        Expr::Set(_) | Expr::SetComp(_) => (
            "sets cannot be used",
            "use a list: `x in [1, 2]`; `if x not in found: found.append(x)` keeps each once",
        ),
        Expr::Generator(_) => (
            "a generator stands alone only in any, all, sum, min, max, len, list and sorted",
            "write a list: `[... for ...]`",
        ),
        Expr::Await(_) | Expr::Yield(_) | Expr::YieldFrom(_) => {
            ("there are no generators and no `await`", "return a list")
        }
        Expr::FString(_) | Expr::TString(_) => (
            "texts with values (f-strings) cannot be used",
            "name the parts: `choose(p, options, say=\"bids {1}\")` fills in the parts of the option",
        ),
        Expr::BytesLiteral(_) => ("bytes cannot be used", "write a name: `\"name\"`"),
        Expr::NoneLiteral(_) => (
            "`None` cannot be used",
            "use a number that means none, such as -1, or a flag; an empty list; `return` alone",
        ),
        Expr::EllipsisLiteral(_) => ("`...` cannot be used", "write `pass`"),
        Expr::Starred(_) => {
            ("`*` before a list cannot be used in functions", "add lists: `first + second`")
        }
        Expr::Slice(_) => ("a slice stands alone", "write `list[1:3]`"),
        Expr::IpyEscapeCommand(_) => ("this is no Python", "leave it out"),
        _ => ("this cannot be used", "see docs/game-files.md"),
    };
    Diagnostic::new(span(expression), found).instead(instead)
}

/// The methods of tables.
pub(super) const TABLE_METHODS: [&str; 3] = ["items", "keys", "values"];

/// Returns the message about a method that tables do not have.
pub(super) fn table_method(table: &Expr, method: &Identifier) -> Diagnostic {
    let table = match table {
        Expr::Name(name) => name.id.as_str(),
        _ => "TABLE",
    };
    let message = Diagnostic::new(span(method), format!("a table has no `{method}()`"))
        .allowed("`items()`, `keys()`, `values()`");
    message.instead(match method.as_str() {
        "get" => format!("write `{table}[key]`, or `{table}[key] if key in {table} else 0`"),
        "pop" | "popitem" | "clear" | "update" | "setdefault" => {
            "a table never changes: count in `each(NAMES, 0)`".to_owned()
        }
        "copy" => format!("a table never changes: use `{table}` itself"),
        _ => format!("write `{table}[key]`, or go over it: `for key in {table}`"),
    })
}

/// Returns the message about a definition whose name is a word of the language.
pub(super) fn word(name: &str, at: Span) -> Diagnostic {
    Diagnostic::new(at, format!("`{name}` is a word of the language"))
        .instead(format!("take another name, such as `the_{name}`"))
}

/// Returns the message about a number that is not whole.
pub(super) fn number(expression: &Expr) -> Diagnostic {
    Diagnostic::new(span(expression), "numbers are whole; this one is not")
        .allowed("whole numbers of 64 bits")
        .instead("count in smaller units: 150 hundredths, not 1.5")
}

/// Returns the message about an operator that cannot be used.
pub(super) fn operator(op: Operator, at: Span) -> Diagnostic {
    match op {
        Operator::Div => Diagnostic::new(at, "`/` cannot be used: numbers are whole")
            .instead("use `//`, which rounds down"),
        _ => Diagnostic::new(at, format!("`{}` cannot be used", op.as_str())),
    }
}

/// Returns the message about a whole number that is too large.
pub(super) fn too_large(expression: &Expr) -> Diagnostic {
    Diagnostic::new(span(expression), "this number does not fit into 64 bits")
        .allowed("-9223372036854775808 to 9223372036854775807")
}

/// Returns the text to write instead of one of Python's own functions, if it is left out.
pub(super) fn builtin(name: &str) -> Option<&'static str> {
    Some(match name {
        "print" | "input" => {
            "leave it out: `fairdeal show` tells a game; `say=` in choose tells a choice"
        }
        "set" | "frozenset" => "use a list; `if x not in found: found.append(x)` keeps each once",
        "dict" => "define a table at the left margin, or use `each(NAMES, 0)`",
        "tuple" => "write `(a, b)`, or `list(...)`",
        "float" | "round" | "complex" => "numbers are whole: use `//` and `%`",
        "divmod" => "use `//` and `%`",
        "pow" => "use `**`",
        "map" => "use `[f(x) for x in xs]`",
        "filter" => "use `[x for x in xs if ...]`",
        "isinstance" | "type" => {
            "begin options with the kind of action, `(\"bid\", 3)`, and test `option[0]`"
        }
        "id" | "hash" => "cards are compared by `==`",
        "ord" | "chr" | "repr" | "format" => "names are only compared: `==`, `in`",
        "next" | "iter" => "use a `for` loop, or `list(...)[0]`",
        "open" | "eval" | "exec" | "compile" | "__import__" => "leave it out: a game can only play",
        "getattr" | "setattr" | "hasattr" | "vars" | "globals" | "locals" | "dir" => {
            "write the name: `card.suit`, `now.turns`"
        }
        "slice" => "write `list[a:b]`",
        "random" | "shuffle" | "randint" | "randrange" => {
            "use `chance(n)`, `zone.shuffle()` or `zone.draw_any(into)`"
        }
        "exit" | "quit" => "use `end(\"reason\")`",
        _ => return None,
    })
}
