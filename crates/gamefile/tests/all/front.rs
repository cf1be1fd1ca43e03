//! Game files that compile.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use fairdeal_gamefile::front::compile;
use fairdeal_gamefile::program::{Program, Value};

/// Returns the game files of a folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .filter(|path| !path.ends_with("fairdeal.py"))
        .collect();
    files.sort();
    files
}

/// Compiles a file, which must be right.
fn compiled(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let name = path.file_name().expect("a file").to_string_lossy();
    let mut tables = |table: &str| {
        std::fs::read_to_string(path.with_file_name(table)).map_err(|error| error.to_string())
    };
    compile(&name, &text, &mut tables).unwrap_or_else(|wrong| panic!("\n{wrong}"))
}

/// Compiles a file, and sets it up for all numbers of players that it allows, and for all presets.
fn check(path: &Path) {
    let program = compiled(path);
    let mut setups = 0;
    for players in program.players.0..=program.players.1 {
        let presets = std::iter::once(&[][..]).chain(program.presets.iter().map(|p| &p.values[..]));
        for values in presets {
            let mut set = vec![None; program.knobs.len()];
            for (knob, value) in values {
                set[*knob] = Some(value.clone());
            }
            match program.setup(&set, &[], players) {
                Ok(setup) => {
                    setups += 1;
                    assert_eq!(setup.globals.len(), program.globals.len());
                    // A game of numbers alone has neither.
                    assert_eq!(setup.cards.is_empty(), program.zones.is_empty());
                }
                Err(wrong) => assert!(wrong.refusal().is_some(), "\n{wrong}"),
            }
        }
    }
    assert!(setups > 0, "{}", path.display());
}

#[test]
fn the_sketches_compile_and_can_be_set_up() {
    let files = files("tests/sketches");
    assert_eq!(files.len(), 5);
    for path in files {
        check(&path);
    }
}

#[test]
fn shipped_files_compile_and_can_be_set_up() {
    // Files elsewhere: `FAIRDEAL_FILES=/tmp/generated cargo test -p fairdeal-gamefile shipped`.
    let elsewhere = std::env::var("FAIRDEAL_FILES").unwrap_or_default();
    for folder in ["../../games", "../../tests/gamefile/features", &elsewhere] {
        for path in files(folder) {
            check(&path);
        }
    }
}

#[test]
fn what_is_nested_deeply_is_refused_or_compiled() {
    let head = "from fairdeal import *\ngame(\"x\", players=2)\nALL = cards([\"a\"], {\"1\": 1})\n";
    let tail = "def score(p):\n    return 0\ndef f(x):\n    return x\n";
    let repeated = |one: &str, middle: &str, other: &str, times: usize| {
        format!("{}{middle}{}", one.repeat(times), other.repeat(times))
    };
    for times in [10, 40, 48, 90, 98, 200, 5_000] {
        for line in [
            repeated("(", "1", ")", times),
            repeated("[", "1", "]", times),
            repeated("f(", "1", ")", times),
            repeated("len([", "1", "])", times),
            repeated("max([x for x in [", "1", "]])", times),
            repeated("-", "1", "", times),
            repeated("not ", "f(1)", "", times),
            repeated("1 if f(1) else ", "1", "", times),
            repeated("1 + ", "1", "", times),
            repeated("f(1) or ", "f(1)", "", times),
            repeated("lambda: ", "1", "", times),
            repeated("choose(0, [", "1", "])", times),
            repeated("sorted([1], key=lambda c: ", "c", ")", times),
            repeated("ALL", "", "[0]", times),
            repeated("deck", "", ".top", times),
        ] {
            for file in [
                format!("{head}def play():\n    x = {line}\n    f(1)\n{tail}"),
                format!("{head}X = {line}\ndef play():\n    f(1)\n{tail}"),
            ] {
                if let Err(wrong) = compile("x.py", &file, &mut |_| Err(String::new())) {
                    assert!(!wrong.messages().is_empty());
                }
            }
        }
        let mut nested = String::new();
        for depth in 0..times.min(300) {
            let _ = writeln!(nested, "{}if f({depth}):", "    ".repeat(depth + 1));
        }
        let _ = writeln!(nested, "{}pass", "    ".repeat(times.min(300) + 1));
        let file = format!("{head}def play():\n{nested}{tail}");
        let _either = compile("x.py", &file, &mut |_| Err(String::new()));
        let chain = "    elif f(1):\n        pass\n".repeat(times);
        let file = format!("{head}def play():\n    if f(1):\n        pass\n{chain}{tail}");
        let _either = compile("x.py", &file, &mut |_| Err(String::new()));
    }
}

/// Defaults follow from knobs above and from the number of players, over all values: where one is
/// not allowed the rules are refused, unless the knob is set.
#[test]
fn knobs_follow_from_one_another() {
    const TEXT: &str = r#""""Chain."""
from fairdeal import *
game("Chain", players=(2, 3))
AA = knob(len(players()), low=1, high=4)
BB = knob(AA + 1, low=1, high=4)
CC = knob(BB + 1, low=1, high=4)
SIZES = {"all": CC, "some": [1, 2, 3, 4][AA - 1]}
ALL = cards(["red"], range(10))
deck = zone(nobody)


def play():
    deck.put(ALL)
    end("done")


def score(p):
    return AA + BB * CC + SIZES["some"]
"#;
    let program = compile("chain.py", TEXT, &mut |_| Err("there is no table".to_owned()))
        .unwrap_or_else(|wrong| panic!("\n{wrong}"));
    let values = |high: i64| std::iter::once(None).chain((1..=high).map(Some));
    let (mut allowed, mut refused) = (0, 0);
    for players in [2, 3] {
        for aa in values(4) {
            for bb in values(4) {
                for cc in values(4) {
                    let set = [aa, bb, cc].map(|value| value.map(Value::Int));
                    let first = aa.unwrap_or(players as i64);
                    let second = bb.unwrap_or(first + 1);
                    let third = cc.unwrap_or(second + 1);
                    let found = program.setup(&set, &[], players);
                    if second > 4 || third > 4 {
                        refused += 1;
                        let wrong = found.expect_err("not allowed");
                        let why = wrong.refusal().expect("a refusal");
                        let (key, value) = if second > 4 { ("bb", second) } else { ("cc", third) };
                        assert!(
                            why.starts_with(&format!("`{key}` is {value} with these")),
                            "{why}"
                        );
                        let defaults = program.default_knobs(&set, &[], players);
                        assert!(defaults.contains(&None), "{set:?}");
                    } else {
                        allowed += 1;
                        let wanted = [first, second, third].map(Value::Int);
                        let setup = found.unwrap_or_else(|wrong| panic!("{set:?}\n{wrong}"));
                        assert_eq!(setup.knobs, wanted, "{set:?}");
                        let defaults = program.default_knobs(&set, &[], players);
                        assert_eq!(defaults, wanted.map(Some), "{set:?}");
                    }
                }
            }
        }
    }
    assert!(allowed > 150 && refused > 20, "{allowed} {refused}");
}
