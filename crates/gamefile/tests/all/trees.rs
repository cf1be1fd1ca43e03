//! Game files with random edits of their syntax trees: no panic, no overflow of the stack, no hang.
//!
//! A file is compiled, set up, and if it is accepted played for a while, on a thread with the stack
//! of the program's smallest threads. The name of the thread is that of the case, so that an
//! overflow says which one it was. `FAIRDEAL_TREES=1 FAIRDEAL_TREES_FIRST=1234` runs one case, and
//! `FAIRDEAL_TREES_OUT=folder` writes the files. The descriptions of accepted games are kept until
//! the program ends, 290 kB for a case: play long series in pieces of 10,000.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use fairdeal_core::game::{Game, LegalSet, Searchable, SeatView, Turn, random_knobs};
use fairdeal_core::input::Settings;
use fairdeal_core::rng::{BlockStreams, Purpose, Stream};
use fairdeal_core::strategy::TypedGame;
use fairdeal_gamefile::front::compile;
use fairdeal_gamefile::game::{FileGame, MadeGame, Rules};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_pattern, walk_stmt};
use ruff_python_ast::{Expr, Pattern, PySourceType, Stmt};
use ruff_python_parser::parse_unchecked_source;
use ruff_text_size::{Ranged, TextRange};

/// The stack of the threads on which the program plays. That of its main thread is larger.
const STACK: usize = 2 << 20;

/// The longest time that a file may take, of one processor.
const LONGEST: Duration = Duration::from_secs(2);

/// The time after which a case hangs, on a busy machine.
const HANGS: Duration = Duration::from_mins(2);

/// The most decisions of a game that is played.
const DECISIONS: usize = 150;

/// A small generator: the edits of a case are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    fn pick<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }

    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Names that are methods or attributes of values of Python, of the language, or of neither.
const METHODS: &[&str] = &[
    "append", "as_integer_ratio", "bit_count", "bit_length", "bottom", "capitalize", "clear",
    "copy", "count", "deal", "draw", "draw_any", "encode", "endswith", "extend", "find", "format",
    "fromkeys", "get", "index", "insert", "items", "join", "keys", "lower", "name", "nothing",
    "pass_on", "pop", "popitem", "put", "put_below", "rank", "remove", "replace", "reset",
    "reverse", "setdefault", "shuffle", "sort", "split", "startswith", "strip", "suit", "top",
    "update", "upper", "values", "zone", "__class__", "__getitem__",
];

/// Expressions that need no others.
const LEAVES: &[&str] = &[
    "0", "1", "-1", "7", "255", "100000", "9223372036854775807", "-9223372036854775808",
    "99999999999999999999", "1.5", "2j", "True", "None", "...", "\"hearts\"", "\"\"", "b\"x\"",
    "f\"{1}\"", "x", "p", "c", "_", "[]", "()", "{}", "{1}", "{\"x\": 5}", "players()", "deck",
    "hand", "points", "now", "zone", "nobody", "owner", "everyone", "numbers", "RANKS", "SUITS",
    "ALL", "play", "score", "len", "list", "choose", "range(5)", "range(100000)", "chance(6)",
    "players", "after(0)", "out(0)", "worth(0)", "each", "knob", "cards",
];

/// Expressions of others: each `@` is one.
const SHAPES: &[&str] = &[
    "(@)",
    "[@]",
    "(@,)",
    "(@, @)",
    "[@, @, @]",
    "{@: @}",
    "{@}",
    "-@",
    "+@",
    "~@",
    "not @",
    "@ + @",
    "@ - @",
    "@ * @",
    "@ // @",
    "@ / @",
    "@ % @",
    "@ ** @",
    "@ << @",
    "@ >> @",
    "@ | @",
    "@ @ @",
    "@ and @",
    "@ or @",
    "@ == @",
    "@ < @ <= @",
    "@ in @",
    "@ not in @",
    "@ is None",
    "@ if @ else @",
    "@[@]",
    "@[@:@]",
    "@[::@]",
    "@[0]",
    "@[-1]",
    "@(@)",
    "@()",
    "@(*@)",
    "@(**@)",
    "@(x=@)",
    "*@",
    "lambda: @",
    "lambda x: @",
    "lambda x, y=@: @",
    "(x := @)",
    "(yield @)",
    "(yield from @)",
    "(await @)",
    "[@ for x in @]",
    "[@ for x, y in @ if @]",
    "[@ for x in @ for y in @]",
    "{@ for x in @}",
    "{@: @ for x in @}",
    "(@ for x in @)",
    "sum(@ for x in @)",
    "any([@ for x in @])",
    "all(@)",
    "len(@)",
    "list(@)",
    "sorted(@)",
    "sorted(@, key=lambda x: @, reverse=@)",
    "min(@)",
    "max(@, @)",
    "max(@, key=@, default=@)",
    "sum(@)",
    "abs(@)",
    "int(@)",
    "bool(@)",
    "str(@)",
    "enumerate(@)",
    "zip(@, @)",
    "reversed(@)",
    "range(@)",
    "range(@, @, @)",
    "choose(@, @)",
    "choose(@, [@], say=\"{0} {1}\")",
    "choose_together(@, @)",
    "chance(@)",
    "players(@)",
    "others(@)",
    "look(@, @)",
    "show(@)",
    "tally(@, @)",
    "tally(@, of=@)",
    "end(@)",
    "end(@, winner=@)",
    "require(@, @)",
    "cards(@, @)",
    "card(@, copies=@)",
    "knob(@, low=@, high=@)",
    "each(@, @)",
    "each_player(@, owner)",
    "zone(@)",
    "first_player(@)",
    "f\"{@}\"",
    "f\"{@!r:{@}}\"",
    "@.rank",
    "@.top",
    "@.name",
    "hand[@]",
    "points[@]",
    "RANKS[@]",
];

/// Lines: each `@` is an expression.
const LINES: &[&str] = &[
    "x = @",
    "x = y = @",
    "x, y = @",
    "(x, [y, *z]) = @",
    "x[0] = @",
    "@[@] = @",
    "@.name = @",
    "now.x = @",
    "x += @",
    "@[@] -= @",
    "x: int = @",
    "x: int",
    "@",
    "return @",
    "return",
    "break",
    "continue",
    "pass",
    "del x",
    "global x",
    "nonlocal x",
    "raise @",
    "assert @, @",
    "import os",
    "from fairdeal import *",
    "type X = @",
    "type X[T] = @",
    "x.append(@)",
    "@.extend(@)",
    "deck.put(@)",
    "@.put(@)",
    "@.draw(@)",
    "@.shuffle()",
    "points.reset()",
    "choose(@, @)",
    "if @: x = @",
    "while @: x = @",
    "for x in @: x = @",
    "for x, y in @: pass",
    "for points[0] in @: pass",
    "else: pass",
    "game(@, players=(1, 8))",
    "preset(@, N=@)",
    "X = knob(@, low=@, high=@)",
    "X = each(@, @)",
    "X = cards(@, @)",
    "X = {@: @}",
    "x = *@, *@",
    "def f(x, y=@, *a, **k): return @",
    "async def f(): await @",
    "@f\ndef g(x): return @",
    "class A(numbers): x = @",
    "class A: pass",
    "match @:\n    case @: pass",
    "match @:\n    case (\"bid\", n) if @: x = n\n    case _: pass",
    "with @ as x: pass",
    "try: x = @\nexcept: pass\nfinally: pass",
    "lambda: @",
    "yield @",
    "async for x in @: pass",
];

/// What a statement is put into: `@` is an expression, `$` the place of the statement.
const BLOCKS: &[&str] = &[
    "if @:$",
    "if @:\n    pass\nelif @:$",
    "if @:\n    pass\nelse:$",
    "while @:$",
    "for x in @:$",
    "for x, (y, z) in @:$",
    "for x in @:\n    pass\nelse:$",
    "match @:\n    case _:$",
    "match @:\n    case [x, *y]:$",
    "def f(x):$",
    "class now(numbers):$",
    "with @:$",
    "try:$",
];

/// Patterns of `match`.
const PATTERNS: &[&str] = &[
    "_",
    "x",
    "0",
    "-1",
    "\"pass\"",
    "None",
    "True",
    "()",
    "[]",
    "(x,)",
    "(\"pass\",)",
    "(\"bid\", n)",
    "(\"bid\", _, n)",
    "[x, *rest]",
    "{\"k\": v}",
    "{**rest}",
    "A()",
    "A(x, y=1)",
    "a.b",
    "(x as y)",
    "(1 | 2 | 3)",
    "(\"bid\" | \"pass\")",
    "(\"bid\", (x, y))",
    "1.5",
    "f.x",
    "((\"bid\", n) | (\"pass\", n))",
    "(_, _, _, _, _, _, _, _, _, _)",
];

/// The places of a file's tree.
#[derive(Default)]
struct Places {
    expressions: Vec<TextRange>,
    /// Numbers, names and texts in quotes.
    words: [Vec<TextRange>; 3],
    statements: Vec<TextRange>,
    patterns: Vec<TextRange>,
}

impl<'a> Visitor<'a> for Places {
    fn visit_expr(&mut self, expression: &'a Expr) {
        self.expressions.push(expression.range());
        let kind = match expression {
            Expr::NumberLiteral(_) => Some(0),
            Expr::Name(_) => Some(1),
            Expr::StringLiteral(_) => Some(2),
            _ => None,
        };
        if let Some(kind) = kind {
            self.words[kind].push(expression.range());
        }
        walk_expr(self, expression);
    }

    fn visit_stmt(&mut self, statement: &'a Stmt) {
        self.statements.push(statement.range());
        walk_stmt(self, statement);
    }

    fn visit_pattern(&mut self, pattern: &'a Pattern) {
        self.patterns.push(pattern.range());
        walk_pattern(self, pattern);
    }
}

impl Places {
    /// Returns those of a text, and whether it is Python.
    fn of(text: &str) -> (Self, bool) {
        let text = text.to_owned();
        // A tree may be nested as deeply as the file is long.
        let thread = std::thread::Builder::new().stack_size(512 << 20);
        thread.spawn(move || Self::read(&text)).expect("a thread").join().expect("places")
    }

    fn read(text: &str) -> (Self, bool) {
        let parsed = parse_unchecked_source(text, PySourceType::Python);
        let mut places = Self::default();
        places.visit_body(&parsed.syntax().body);
        let is_python = parsed.errors().is_empty();
        // A tree that is nested without bounds is not dropped: that would take as much stack.
        std::mem::forget(parsed);
        (places, is_python)
    }
}

/// The files that are edited, and the expressions and lines of all of them.
struct Corpus {
    files: Vec<String>,
    expressions: Vec<String>,
    statements: Vec<String>,
}

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn corpus() -> &'static Corpus {
    static CORPUS: OnceLock<Corpus> = OnceLock::new();
    CORPUS.get_or_init(|| {
        let folders = ["../../games", "../../tests/gamefile/features", "tests/sketches"];
        let entries = folders.iter().flat_map(|path| {
            std::fs::read_dir(folder(path)).expect("game files").filter_map(Result::ok)
        });
        let mut paths: Vec<PathBuf> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "py"))
            .filter(|path| !path.ends_with("fairdeal.py"))
            .collect();
        paths.sort();
        let text = |path: &PathBuf| std::fs::read_to_string(path).expect("a game file");
        let files: Vec<String> = paths.iter().map(text).collect();
        assert!(files.len() >= 20, "{} files", files.len());
        let (mut expressions, mut statements) = (Vec::new(), Vec::new());
        for file in &files {
            let (places, _) = Places::of(file);
            let short = |range: &&TextRange| range.len().to_usize() < 120;
            let text = |range: &TextRange| file[range.to_std_range()].to_owned();
            expressions.extend(places.expressions.iter().filter(short).map(text));
            statements.extend(places.statements.iter().filter(short).map(text));
        }
        Corpus { files, expressions, statements }
    })
}

/// Returns an expression of others.
fn filled(shape: &str, dice: &mut Dice, depth: usize) -> String {
    let mut text = String::new();
    for (place, part) in shape.split('@').enumerate() {
        if place > 0 {
            text += &expression(dice, depth);
        }
        text += part;
    }
    text
}

/// Returns any expression.
fn expression(dice: &mut Dice, depth: usize) -> String {
    let all = &corpus().expressions;
    match dice.below(if depth == 0 { 3 } else { 8 }) {
        0 => dice.pick(LEAVES).to_owned(),
        1 | 2 => all[dice.below(all.len())].clone(),
        3 => {
            let value = expression(dice, depth - 1);
            let method = dice.pick(METHODS);
            let arguments = dice.pick(&["", "()", "(@)", "(@, @)", "(key=@)"]);
            format!("{value}.{method}{}", filled(arguments, dice, depth - 1))
        }
        _ => {
            let shape = dice.pick(SHAPES);
            format!("({})", filled(shape, dice, depth - 1))
        }
    }
}

/// Puts an expression into others, perhaps many times.
fn wrapped(inner: &str, dice: &mut Dice) -> String {
    let shape = loop {
        let shape = dice.pick(SHAPES);
        if shape.contains('@') {
            break shape;
        }
    };
    let times = match dice.below(8) {
        0 => 2 + dice.below(6),
        1 => 10 + dice.below(120),
        2 if dice.once_in(8) => 200 + dice.below(3_000),
        _ => 1,
    };
    let (before, after) = shape.split_once('@').unwrap_or((shape, ""));
    // The other parts are the same in all of them, and have no side of their own.
    let mut after = after.to_owned();
    while after.contains('@') {
        after = after.replacen('@', dice.pick(LEAVES), 1);
    }
    format!("({}{inner}{})", before.repeat(times), after.repeat(times))
}

/// Puts lines into a block.
fn indented(lines: &str, by: usize) -> String {
    let mut text = String::new();
    for line in lines.lines() {
        let _ = writeln!(text, "{}{line}", " ".repeat(by));
    }
    text
}

/// The column at which a line begins, and its first byte.
fn line_of(text: &str, at: usize) -> (usize, usize) {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    (at - start, start)
}

/// Replaces a part of a text.
fn replaced(text: &str, range: TextRange, by: &str) -> String {
    let range = range.to_std_range();
    format!("{}{by}{}", &text[..range.start], &text[range.end..])
}

/// Edits an expression of a file.
fn edit_expression(text: &str, places: &Places, dice: &mut Dice) -> String {
    let at = places.expressions[dice.below(places.expressions.len())];
    let other = places.expressions[dice.below(places.expressions.len())];
    let (inner, outer) = (&text[at.to_std_range()], &text[other.to_std_range()]);
    match dice.below(6) {
        0 => replaced(text, at, outer),
        1 if at.end() <= other.start() => replaced(&replaced(text, other, inner), at, outer),
        1 | 2 => replaced(text, at, &expression(dice, 2)),
        3 => {
            let method = dice.pick(METHODS);
            let arguments = dice.pick(&["", "()", "(@)", "(@, @)", "(@, @, x=@)"]);
            let arguments = filled(arguments, dice, 1);
            replaced(text, at, &format!("{inner}.{method}{arguments}"))
        }
        _ => replaced(text, at, &wrapped(inner, dice)),
    }
}

/// Edits a statement of a file.
fn edit_statement(text: &str, places: &Places, dice: &mut Dice) -> String {
    let at = places.statements[dice.below(places.statements.len())];
    let other = places.statements[dice.below(places.statements.len())];
    let (column, start) = line_of(text, at.start().to_usize());
    let lines = &text[start..at.end().to_usize()];
    let plain: String = lines.lines().fold(String::new(), |mut plain, line| {
        let _ = writeln!(plain, "{}", line.get(column..).unwrap_or(line.trim_start()));
        plain
    });
    let before = &text[..start];
    let after = text[at.end().to_usize()..].trim_start_matches('\n');
    match dice.below(7) {
        // Twice, or many times.
        0 => {
            let times = if dice.once_in(6) { 100 + dice.below(400) } else { 2 };
            format!("{before}{}{after}", format!("{lines}\n").repeat(times))
        }
        1 => format!("{before}{after}"),
        2 => {
            // Somewhere else.
            let (to, first) = line_of(text, other.start().to_usize());
            format!("{}{}{}", &text[..first], indented(&plain, to), &text[first..])
        }
        3 => {
            let all = &corpus().statements;
            let line = all[dice.below(all.len())].clone();
            format!("{before}{}{}\n{after}", indented(&line, column), lines)
        }
        4 => {
            let line = filled(dice.pick(LINES), dice, 1);
            format!("{before}{}{}\n{after}", indented(&line, column), lines)
        }
        5 => {
            let line = filled(dice.pick(LINES), dice, 2);
            format!("{before}{}{after}", indented(&line, column))
        }
        _ => {
            // Inside of others.
            let times = if dice.once_in(5) { 2 + dice.below(110) } else { 1 };
            let block = dice.pick(BLOCKS);
            let mut inner = plain;
            for _ in 0..times {
                let head = filled(block, dice, 0);
                let (head, tail) = head.split_once('$').unwrap_or((&head, ""));
                inner = format!("{head}\n{}{tail}\n", indented(&inner, 4));
                if inner.len() > 1 << 17 {
                    break;
                }
            }
            format!("{before}{}{after}", indented(&inner, column))
        }
    }
}

/// Operators and the like, which take the places of each other.
const OPERATORS: &[&str] = &[
    " < ", " <= ", " > ", " == ", " != ", " + ", " - ", " * ", " // ", " % ", " and ", " or ",
    " += ", " -= ", " if ", " in ", " not in ", ".top", ".bottom", ".put(", ".put_below(",
    ".draw(", "players(", "others(", "owner", "nobody", "everyone", "after(", "before(",
];

/// Edits a file in a way that often leaves it right: other words and operators, lines left out,
/// twice, and in another order.
fn edit_mildly(text: &str, places: &Places, dice: &mut Dice) -> String {
    let words = &places.words[dice.below(3)];
    if !words.is_empty() && !dice.once_in(3) {
        let (at, other) = (words[dice.below(words.len())], words[dice.below(words.len())]);
        let by = match text[at.to_std_range()].parse::<i64>() {
            Ok(number) => match dice.below(5) {
                0 => "0".to_owned(),
                1 => (number + 1).to_string(),
                2 => (number - 1).to_string(),
                3 => (number * 1000).to_string(),
                _ => text[other.to_std_range()].to_owned(),
            },
            Err(_) => text[other.to_std_range()].to_owned(),
        };
        return replaced(text, at, &by);
    }
    if dice.once_in(2) {
        let (from, to) = (dice.pick(OPERATORS), dice.pick(OPERATORS));
        let found: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
        if !found.is_empty() {
            let at = found[dice.below(found.len())];
            return format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
        }
    }
    let at = places.statements[dice.below(places.statements.len())];
    let (column, start) = line_of(text, at.start().to_usize());
    let end = at.end().to_usize();
    let lines = &text[start..end];
    match dice.below(3) {
        0 => format!("{}{}pass{}", &text[..start], " ".repeat(column), &text[end..]),
        1 => format!("{}{lines}\n{lines}{}", &text[..start], &text[end..]),
        _ => {
            // Before the statement with the same indentation that stands before it.
            let same = places.statements.iter().rev().find(|other| {
                other.end() < at.start() && line_of(text, other.start().to_usize()).0 == column
            });
            let Some(before) = same else { return text.to_owned() };
            let (_, first) = line_of(text, before.start().to_usize());
            format!("{}{lines}\n{}{}", &text[..first], &text[first..start], &text[end..])
        }
    }
}

/// Edits a file once.
fn edited(text: &str, is_mild: bool, dice: &mut Dice) -> String {
    let (places, _) = Places::of(text);
    if places.expressions.is_empty() || places.statements.is_empty() {
        return text.to_owned() + "\nx = 1\n";
    }
    if is_mild {
        return edit_mildly(text, &places, dice);
    }
    match dice.below(10) {
        0..=5 => edit_expression(text, &places, dice),
        6 if !places.patterns.is_empty() => {
            let at = places.patterns[dice.below(places.patterns.len())];
            let (first, other) = (dice.pick(PATTERNS), dice.pick(PATTERNS));
            let times = if dice.once_in(4) { dice.below(120) } else { 0 };
            let pattern = match dice.below(3) {
                0 => format!("{}{first}{}", "(".repeat(times), ")".repeat(times)),
                1 => format!("({first} | {other})"),
                _ => format!("{}{first}{}", "[".repeat(times), "]".repeat(times)),
            };
            replaced(text, at, &pattern)
        }
        _ => edit_statement(text, &places, dice),
    }
}

/// Returns the file of a case.
fn file(seed: u64, case: u64) -> String {
    let mut dice =
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ case.wrapping_mul(0xd1b5_4a32_d192_ed03));
    dice.below(2);
    let files = &corpus().files;
    let mut text = files[dice.below(files.len())].clone();
    let is_mild = dice.once_in(2);
    for _ in 0..=dice.below(3) {
        // What is no Python at all shows little: mostly it is edited in another way.
        for attempt in 0..4 {
            let next = edited(&text, is_mild, &mut dice);
            if next.len() < 1 << 18 && (Places::of(&next).1 || attempt == 3 && dice.once_in(4)) {
                text = next;
                break;
            }
        }
    }
    text
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Refused,
    Compiled,
    Played,
}

/// Plays a while. Returns whether a decision came up.
fn play(rules: &Rules, case: u64) -> bool {
    let mut streams = BlockStreams::new(11, case);
    let mut choices = streams.stream(Purpose::Strategy(0));
    let mut state = FileGame::start(rules, &mut streams, &mut ());
    let mut decisions = 0;
    while let Turn::Decide(seat) = FileGame::turn(&state)
        && decisions < DECISIONS
    {
        let legal = FileGame::legal(rules, &state);
        if decisions % 40 == 3 {
            let view = FileGame::view(rules, &state, seat);
            assert!(view.to_json().is_object());
            let determinizer = FileGame::determinizer(&view);
            let drawn = FileGame::sample(rules, &determinizer, &mut choices);
            assert_eq!(FileGame::legal(rules, &drawn).count(), legal.count());
        }
        let action = legal.nth(choices.below(legal.count()));
        let _name = FileGame::action_name(rules, action);
        FileGame::apply(rules, &mut state, action, &mut streams, &mut ());
        decisions += 1;
    }
    if let Some(mistake) = FileGame::mistake(rules, &state) {
        assert!(mistake.contains("x.py:"), "an error without a place: {mistake}");
    } else if FileGame::turn(&state) == Turn::Over {
        let _outcome = FileGame::outcome(rules, &state);
    }
    decisions > 0
}

/// Compiles a file, sets it up, and plays it.
fn run(text: &str, case: u64) -> End {
    let mut tables = |name: &str| {
        let path = folder("../../tests/gamefile/features").join(name);
        std::fs::read_to_string(path).map_err(|error| error.to_string())
    };
    let program = match compile("x.py", text, &mut tables) {
        Ok(program) => program,
        Err(wrong) => {
            assert!(!wrong.messages().is_empty(), "refused without a message");
            assert!(wrong.messages().iter().all(|message| message.line > 0));
            assert!(!wrong.to_string().is_empty());
            return End::Refused;
        }
    };
    let game = MadeGame::new(program);
    let description = TypedGame::repertoire(&game).game;
    let mut random: Stream = BlockStreams::new(case, 0).stream(Purpose::Other(0));
    let defaults = Settings::defaults(description.knobs);
    let other = random_knobs(description.knobs, 1, &mut random);
    let mut end = End::Compiled;
    for (settings, players) in
        [(&defaults, description.fewest_players), (&other, description.most_players)]
    {
        match game.rules_of(settings, players) {
            Ok(rules) if play(&rules, case) => end = End::Played,
            Ok(_) => {}
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    end
}

/// The time of a processor that this thread took; where the system does not tell, of the clock.
fn time_taken(started: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    told.map_or_else(|| started.elapsed(), Duration::from_nanos)
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[test]
#[expect(clippy::print_stdout, reason = "what was tried is told to who asks for more")]
fn edited_trees_have_messages_or_are_played() {
    let count = number("FAIRDEAL_TREES").unwrap_or(2_000);
    let first = number("FAIRDEAL_TREES_FIRST").unwrap_or(0);
    let seed = number("FAIRDEAL_TREES_SEED").unwrap_or(1);
    let out = std::env::var_os("FAIRDEAL_TREES_OUT").map(PathBuf::from);
    let mut ends = [0u64; 3];
    let mut failures = Vec::new();
    let mut slowest = (Duration::ZERO, 0);
    for case in first..first + count {
        let text: Arc<str> = file(seed, case).into();
        if let Some(out) = &out {
            std::fs::write(out.join(format!("{case}.py")), &*text).expect("the folder is there");
        }
        let (tell, told) = channel();
        let (of_case, started) = (text.clone(), Instant::now());
        let thread = std::thread::Builder::new().name(format!("case {case} of seed {seed}"));
        let thread = thread.stack_size(STACK).spawn(move || {
            let end = run(&of_case, case);
            let _ = tell.send((end, time_taken(started)));
        });
        let thread = thread.expect("a thread");
        match told.recv_timeout(HANGS) {
            Ok((end, taken)) => {
                ends[end as usize] += 1;
                slowest = slowest.max((taken, case));
                if taken > LONGEST {
                    failures.push(format!("case {case} takes {taken:?}"));
                }
            }
            Err(RecvTimeoutError::Timeout) => panic!("case {case} hangs:\n{text}"),
            Err(RecvTimeoutError::Disconnected) => failures.push(format!("case {case} panics")),
        }
        // Its panic is told already.
        let _ = thread.join();
    }
    let [refused, compiled, played] = ends;
    println!(
        "seed {seed}, cases {first} to {}: {refused} refused, {compiled} only compiled, {played} \
         played; slowest: case {} with {:?}",
        first + count - 1,
        slowest.1,
        slowest.0
    );
    assert_eq!(failures, Vec::<String>::new(), "of seed {seed}");
    // The edits reach all of it.
    assert!(count < 200 || refused > count / 5 && played > count / 20, "{ends:?}");
}
