//! Game files that would take long or much memory, values of all kinds with methods of all kinds,
//! and words of the language as names.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use fairdeal_core::game::{Game, LegalSet, Turn};
use fairdeal_core::input::Settings;
use fairdeal_core::rng::BlockStreams;
use fairdeal_core::strategy::TypedGame;
use fairdeal_gamefile::front::{Diagnostics, compile};
use fairdeal_gamefile::game::{FileGame, MadeGame};
use fairdeal_gamefile::program::Program;

/// A file with these lines at the top, in `play`, and in other functions.
fn file(top: &str, play: &str, functions: &str) -> String {
    format!(
        "from fairdeal import *\ngame(\"Test\", players=(2, 4))\n\
         ALL = cards([\"clubs\", \"hearts\"], {{\"2\": 2, \"3\": 3}})\n\
         TABLE = {{\"x\": 5, \"y\": 6}}\nNUMBERS = {{1: 5, 2: 6}}\nLIST = [1, 2]\n\
         PAIR = (1, 2)\nNAME = \"x\"\nFIVE = 5\nFLAG = True\n\
         deck = zone(everyone)\nhand = each_player(zone, owner)\n\
         market = each([\"x\", \"y\"], zone, everyone)\npoints = each_player(0)\n\
         won = each([\"x\", \"y\"], 0)\nclass now(numbers): turns = 0\n{top}\n\
         def play():\n    deck.put(ALL)\n    p = choose(0, list(players()))\n\
         \x20   card = deck.top\n    n = 3\n    cards_here = list(deck)\n\
         \x20   pair = (n, card)\n    option = choose(0, [(\"a\", n), (\"b\", card, n)])\n\
         \x20   points[0] = n + len(cards_here) + pair[0] + p\n    if option[0] == \"b\":\n\
         \x20       hand[p].put(card)\n{play}\n{functions}\n\
         def score(p):\n    return points[p]\n"
    )
}

/// The line of `play` in which what is given to it begins.
fn first_line_of_play(top: &str) -> usize {
    file(top, "    @", "").lines().position(|line| line == "    @").expect("a line") + 1
}

/// The line in which the second line of what is given at the top begins.
fn first_line_of_top() -> usize {
    file("\n@", "", "").lines().position(|line| line == "@").expect("a line") + 1
}

fn compiled(text: &str) -> Result<Program, Diagnostics> {
    let mut tables = |name: &str| match name {
        "rows.csv" => {
            let rows: String = lines(80_000, |row| format!("a{row};0;1"));
            Ok(format!("name;copies;x\n{rows}"))
        }
        "wide.csv" => Ok(format!("name;copies;x\na;0;{}\n", "1".repeat(1_000_000))),
        _ => Err("there is no such table".to_owned()),
    };
    compile("x.py", text, &mut tables)
}

/// Compiles a file and plays a game. Returns what is wrong.
fn played(text: &str) -> Option<String> {
    let game = match compiled(text) {
        Ok(program) => MadeGame::new(program),
        Err(wrong) => return Some(wrong.to_string()),
    };
    let settings = Settings::defaults(TypedGame::repertoire(&game).game.knobs);
    match game.rules_of(&settings, 2) {
        Ok(rules) => {
            let mut streams = BlockStreams::new(1, 1);
            let mut state = FileGame::start(&rules, &mut streams, &mut ());
            while let Turn::Decide(_) = FileGame::turn(&state) {
                let action = FileGame::legal(&rules, &state).nth(0);
                FileGame::apply(&rules, &mut state, action, &mut streams, &mut ());
            }
            FileGame::mistake(&rules, &state)
        }
        Err(error) => Some(error.to_string()),
    }
}

/// So many lines.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |text, number| text + &line(number) + "\n")
}

#[test]
fn what_would_take_long_is_refused_in_time() {
    let long = "L = [str(x) for x in range(4000)]\nN = [x for x in range(4000)]\n";
    let many = "[0 for _ in range(4000) for _ in range(9)";
    let cases: Vec<(&str, String, String)> = vec![
        ("sorted", format!("{long}R = [0 for _ in range(900) if len(sorted(N)) < 0]"), String::new()),
        ("index", format!("{long}R = {many} if N.index(3999) < 0]"), String::new()),
        ("count", format!("{long}R = {many} if L.count(\"a\") > 0]"), String::new()),
        ("equal", format!("{long}M = [x for x in range(4000)]\nR = {many} if M != N]"), String::new()),
        ("less", format!("{long}M = [x for x in range(4000)]\nR = {many} if M < N]"), String::new()),
        ("min", format!("{long}R = {many} if min(N) < 0]"), String::new()),
        ("in", format!("{long}R = {many} if -1 in N]"), String::new()),
        ("key", format!("{long}D = {{x: x for x in range(4000)}}\nR = {many} if D[3999] < 0]"), String::new()),
        ("dictionaries", lines(60, |n| format!("D{n} = {{x: x for x in range(4000)}}")), String::new()),
        ("large dictionary", format!("D = {{{}}}", lines(12_000, |n| format!("{n}: {n},"))), String::new()),
        ("keys of tuples", lines(9, |n| format!("D{n} = {{(x, 1): x for x in range(4000)}}")), String::new()),
        ("suits", format!("{long}{}", lines(60, |n| format!("C{n} = cards(L, TABLE, copies=0)"))), String::new()),
        ("each", format!("{long}{}", lines(600, |n| format!("E{n} = each(L, 0)"))), String::new()),
        ("choices", format!("{long}{}", lines(60, |n| format!("K{n} = knob(1, choices=N)"))), String::new()),
        ("attributes", format!("C = card(\"x\"{})", lines(8_000, |n| format!(", a{n}=1"))), String::new()),
        ("fields", format!("class more(numbers):\n{}", lines(15_000, |n| format!("    f{n} = 0"))), String::new()),
        ("presets", format!("K = knob(1, low=0, high=2)\n{}", lines(7_000, |n| format!("preset(\"p{n}\", K=1)"))), String::new()),
        ("rows", "T = cards_from(\"rows.csv\")".to_owned(), String::new()),
        ("tables", lines(2_000, |n| format!("T{n} = cards_from(\"wide.csv\")")), String::new()),
        ("power", "X = 3 ** 2000000000".to_owned(), String::new()),
        ("shift", "X = 1 << 4000000000".to_owned(), String::new()),
        ("text", "X = \"x\" * 10**9".to_owned(), String::new()),
        ("repeated", "X = [0] * 10**9".to_owned(), String::new()),
        ("range", "X = list(range(10**12))".to_owned(), String::new()),
        ("product", "X = [0 for a in range(4000) for b in range(4000) if a < 0]".to_owned(), String::new()),
        ("doubled", format!("X0 = [1]\n{}", lines(40, |n| format!("X{} = [X{n}, X{n}]", n + 1))), String::new()),
        ("brackets", format!("X = {}", "(".repeat(100_000)), String::new()),
        ("errors", "else: ".repeat(30_000), String::new()),
        ("count in a loop", String::new(), "    x = [0] * 400000\n    for i in range(900000):\n        points[0] = x.count(1)".to_owned()),
        ("in in a loop", String::new(), "    x = [0] * 400000\n    for i in range(900000):\n        if 1 in x:\n            points[0] += 1".to_owned()),
        ("sorted in a loop", String::new(), "    x = [0] * 400000\n    for i in range(900000):\n        points[0] = len(sorted(x))".to_owned()),
        ("slices in a loop", String::new(), "    x = [0] * 400000\n    for i in range(900000):\n        y = x[1:] + [i]\n        points[0] = len(y)".to_owned()),
        ("equal in a loop", String::new(), "    x = [0] * 400000\n    y = [0] * 400000\n    for i in range(900000):\n        if x != y:\n            points[0] += 1".to_owned()),
        ("loops", String::new(), format!("    n = 0\n{}{}n += 0", lines(8, |d| format!("{}while n >= 0:", " ".repeat(4 + d))), " ".repeat(12))),
    ];
    for (what, top, play) in cases {
        let text = file(&top, &play, "");
        let started = Instant::now();
        let wrong = played(&text);
        let taken = started.elapsed();
        assert!(wrong.as_ref().is_some_and(|wrong| wrong.contains("x.py:")), "{what}: {wrong:?}");
        // On a busy machine the clock runs on; without a bound each of these takes minutes.
        assert!(taken < Duration::from_secs(30), "{what} takes {taken:?}");
    }
}

#[test]
fn chains_inside_of_chains_do_not_overflow_the_stack() {
    // On the stack of the program's smallest threads.
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        for (clauses, depth) in [(98, 1), (98, 12), (30, 30), (9, 40), (1, 45)] {
            let (mut elifs, mut cases) = (String::new(), String::new());
            for level in 0..depth {
                let _ = writeln!(elifs, "{}if n == 99:\n{0} pass", " ".repeat(4 + level));
                let _ = writeln!(cases, "{}match n:", " ".repeat(4 + 2 * level));
                for clause in 0..clauses {
                    let _ =
                        writeln!(elifs, "{}elif n == {clause}:\n{0} pass", " ".repeat(4 + level));
                    let _ = writeln!(cases, "{} case {clause}: pass", " ".repeat(4 + 2 * level));
                }
                let _ = writeln!(elifs, "{}else:", " ".repeat(4 + level));
                let _ = writeln!(cases, "{} case _:", " ".repeat(4 + 2 * level));
            }
            let _ = writeln!(elifs, "{}pass", " ".repeat(5 + depth));
            let _ = writeln!(cases, "{}pass", " ".repeat(6 + 2 * depth));
            for chain in [elifs, cases] {
                let wrong = played(&file("", &chain, ""));
                assert_eq!(
                    wrong.is_some(),
                    (clauses + 1) * depth > 100,
                    "{clauses} {depth}: {wrong:?}"
                );
            }
        }
    });
    thread.expect("a thread").join().expect("no overflow");
}

/// The methods of Python's dict, list, tuple, str and int.
const METHODS: &[&str] = &[
    "append", "as_integer_ratio", "bit_count", "bit_length", "capitalize", "casefold", "center",
    "clear", "conjugate", "copy", "count", "encode", "endswith", "expandtabs", "extend", "find",
    "format", "format_map", "from_bytes", "fromkeys", "get", "index", "insert", "isalnum",
    "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric",
    "isprintable", "isspace", "istitle", "isupper", "is_integer", "items", "join", "keys", "ljust",
    "lower", "lstrip", "maketrans", "partition", "pop", "popitem", "remove", "removeprefix",
    "removesuffix", "replace", "reverse", "rfind", "rindex", "rjust", "rpartition", "rsplit",
    "rstrip", "setdefault", "sort", "split", "splitlines", "startswith", "strip", "swapcase",
    "title", "to_bytes", "translate", "update", "upper", "values", "zfill", "__len__",
    "no_such_method",
];

/// The methods that values have, as the documentation says. All else is refused.
fn is_allowed(value: &str, method: &str) -> bool {
    match value {
        "TABLE" | "NUMBERS" => ["items", "keys", "values"].contains(&method),
        "LIST" | "cards_here" => ["index", "count"].contains(&method),
        _ => false,
    }
}

#[test]
fn a_method_of_any_value_is_allowed_or_has_a_message() {
    let at_the_top = [
        "TABLE", "NUMBERS", "LIST", "PAIR", "NAME", "FIVE", "FLAG", "ALL", "ALL[0]", "deck",
        "hand", "market", "points", "won", "now", "players()", "players", "TABLE[\"x\"]", "zone",
        "nobody",
    ];
    let in_functions = [
        "TABLE", "NUMBERS", "LIST", "PAIR", "NAME", "FIVE", "FLAG", "p", "card", "n", "pair",
        "option", "deck", "hand", "market", "hand[p]", "market[\"x\"]", "points", "points[p]",
        "won", "now", "now.turns", "card.rank", "card.suit", "cards_here", "players()", "score",
    ];
    for method in METHODS {
        for arguments in ["()", "(1)", "(\"x\", 0)", ""] {
            for value in at_the_top {
                let top = format!("\nX = {value}.{method}{arguments}");
                let wrong = compiled(&file(&top, "", ""));
                // A list of the top may be one of Python's tuples there.
                let may_be = is_allowed(value, method)
                    || ["LIST", "PAIR", "ALL", "players()"].contains(&value)
                        && ["index", "count"].contains(method);
                expect_message(wrong, first_line_of_top(), may_be, &top);
            }
            for value in in_functions {
                let play = format!("    n = {value}.{method}{arguments}");
                let wrong = compiled(&file("", &play, ""));
                let may_be = is_allowed(value, method)
                    || value == "players()" && ["index", "count"].contains(method);
                expect_message(wrong, first_line_of_play(""), may_be, &play);
                let alone = format!("    {value}.{method}{arguments}");
                let wrong = compiled(&file("", &alone, ""));
                let may_be = may_be
                    || value == "cards_here" && ["append", "extend", "remove"].contains(method);
                expect_message(wrong, first_line_of_play(""), may_be, &alone);
            }
        }
    }
}

/// A message about this line, unless the line is allowed.
fn expect_message(found: Result<Program, Diagnostics>, line: usize, may_be: bool, what: &str) {
    match found {
        Ok(_) => assert!(may_be, "accepted: {what}"),
        Err(wrong) => {
            let lines: Vec<usize> = wrong.messages().iter().map(|message| message.line).collect();
            assert!(lines.contains(&line), "{what}: line {line}\n{wrong}");
        }
    }
}

#[test]
fn a_word_of_the_language_as_a_name_has_one_message() {
    let words = [
        "game", "knob", "preset", "cards", "card", "cards_from", "zone", "each_player", "each",
        "players", "others", "after", "before", "out", "is_out", "team", "choose",
        "choose_together", "end", "unfinished", "first_player", "chance", "tally", "look", "show",
        "require", "nobody", "owner", "everyone", "numbers", "lengths", "abs", "all", "any",
        "bool", "enumerate", "int", "len", "list", "max", "min", "range", "reversed", "sorted",
        "str", "sum", "zip", "play", "score", "worth", "possible",
    ];
    let text = |define: &str, uses: &str, functions: &str| {
        format!(
            "from fairdeal import *\ngame(\"Test\", players=(2, 4))\n\
             HEAP = cards([\"clubs\"], {{\"2\": 2, \"3\": 3}})\nstack = zone(nobody)\n\
             {define}\n{functions}def play():\n    stack.put(HEAP)\n    x = stack.top\n\
             {uses}\n    stack.shuffle()\ndef score(p):\n    return p\n"
        )
    };
    for word in words {
        let cases = [
            (format!("{word} = 5"), format!("    y = {word} + 1\n    z = {word}"), String::new()),
            (format!("{word} = {{\"a\": 1}}"), format!("    y = {word}[\"a\"] + 1"), String::new()),
            (
                format!("{word} = [1, 2]"),
                format!("    for y in {word}:\n        z = y + 1"),
                String::new(),
            ),
            (
                format!("{word} = zone(everyone)"),
                format!("    {word}.put(x)\n    y = {word}.top.rank"),
                String::new(),
            ),
            (
                format!("{word} = each_player(0)"),
                format!("    {word}[0] += 1\n    y = {word}[1] - 1"),
                String::new(),
            ),
            (
                format!("class {word}(numbers):\n    y = 0"),
                format!("    {word}.y += 1"),
                String::new(),
            ),
            (
                String::new(),
                format!("    y = {word}(x, 1) + 1\n    z = y * 2"),
                format!("def {word}(c, d):\n    return c.rank + d\n"),
            ),
            (
                String::new(),
                format!("    y = {word}(x) + {word}(stack.bottom)"),
                format!("def {word}(c):\n    return c.rank\n"),
            ),
        ];
        for (define, uses, functions) in cases {
            let text = text(&define, &uses, &functions);
            // Two functions of one name are another mistake.
            if ["play", "score"].contains(&word) && !functions.is_empty() {
                continue;
            }
            let wrong = compiled(&text).expect_err(&text);
            let told = wrong.to_string();
            // A function that is missing has something else of its name.
            let messages: Vec<_> = wrong.messages().iter().collect();
            assert_eq!(messages.len(), 1, "{text}\n{told}");
            assert!(
                messages[0].found.starts_with(&format!("`{word}` is a word of the language")),
                "{told}"
            );
            assert_eq!(messages[0].line, if functions.is_empty() { 5 } else { 6 }, "{told}");
        }
    }
}
