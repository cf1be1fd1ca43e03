//! Game files with random edits: no panic, and each message has its line.

use std::path::Path;

use fairdeal_gamefile::front::compile;

/// A small generator: the edits are the same in every run.
struct Dice(u64);

impl Dice {
    /// Returns a number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

/// Pieces of text that break files in ways of their own.
const PIECES: [&str; 48] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    ".",
    "=",
    "==",
    "!=",
    "<",
    "+",
    "-",
    "*",
    "//",
    "%",
    "\"",
    "'",
    "\n",
    "\n    ",
    "\t",
    "#",
    "\\",
    "é",
    "0",
    "-1",
    "99999999999999999999",
    "1.5",
    " if ",
    " else ",
    " for x in ",
    "lambda x: ",
    " and ",
    " not ",
    "None",
    "True",
    "choose(0, [])",
    "[]",
    "()",
    "return ",
    "def f(x):\n    return f(x)\n",
    "match x:\n",
    "players()",
    "x[0]",
    "case _:",
    "while True:\n",
];

/// Edits a text at a random place.
fn mutate(text: &str, dice: &mut Dice) -> String {
    let letters: Vec<char> = text.chars().collect();
    let at = dice.below(letters.len());
    let length = dice.below(12);
    let end = (at + length).min(letters.len());
    let collect = |part: &[char]| part.iter().collect::<String>();
    let (before, after) = (collect(&letters[..at]), collect(&letters[at..]));
    match dice.below(6) {
        0 => before + &collect(&letters[end..]),
        1 => before + PIECES[dice.below(PIECES.len())] + &after,
        2 => before + PIECES[dice.below(PIECES.len())] + &collect(&letters[end..]),
        3 => {
            // A piece of the file somewhere else.
            let from = dice.below(letters.len());
            let to = (from + dice.below(60)).min(letters.len());
            before + &collect(&letters[from..to]) + &after
        }
        4 => {
            let mut lines: Vec<&str> = text.lines().collect();
            let (one, other) = (dice.below(lines.len()), dice.below(lines.len()));
            lines.swap(one, other);
            lines.join("\n")
        }
        _ => {
            // One word for another.
            let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let word = words[dice.below(words.len())];
            let other = words[dice.below(words.len())];
            if word.is_empty() { before } else { text.replacen(word, other, 1 + dice.below(3)) }
        }
    }
}

/// Compiles edits of the fixtures; those that compile are also set up.
fn run(count: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sketches");
    let mut texts: Vec<String> = std::fs::read_dir(folder)
        .expect("the fixtures are there")
        .filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok())
        .collect();
    texts.sort();
    let mut dice = Dice(7);
    let (mut right, mut wrong) = (0, 0);
    for i in 0..count {
        let mut text = texts[i % texts.len()].clone();
        for _ in 0..=dice.below(3) {
            text = mutate(&text, &mut dice);
            if text.is_empty() {
                text.push('x');
            }
        }
        match compile("x.py", &text, &mut |_| Err("there is no table".to_owned())) {
            Ok(program) => {
                right += 1;
                let players = program.players.1;
                if let Err(messages) = program.setup(&[], &[], players) {
                    assert!(!messages.to_string().is_empty());
                }
            }
            Err(messages) => {
                wrong += 1;
                assert!(!messages.messages().is_empty(), "no message about:\n{text}");
                assert!(messages.messages().iter().all(|message| message.line > 0));
                assert!(!messages.to_string().is_empty());
            }
        }
    }
    // Edits of names and numbers leave some files right.
    assert!(right > 0 && wrong > right, "{right} compile, {wrong} do not");
}

#[test]
fn edited_files_have_messages() {
    let count = std::env::var("FAIRDEAL_MUTATIONS").ok().and_then(|count| count.parse().ok());
    run(count.unwrap_or(2_000));
}
