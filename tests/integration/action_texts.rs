//! The page about external programs has the texts of all actions, as the games write them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use fairdeal::input::{KnobKind, Settings, Value as Knob};
use fairdeal::registry::GAMES;
use serde_json::Value;

use crate::support::{party, strategy};
use fairdeal::any_game::AnyGame;

/// The texts of the ranks, in order.
const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS: [&str; 4] = ["C", "D", "H", "S"];

/// A text with `RANK` and `CARD` instead of ranks and cards, and the replaced texts.
fn pattern(text: &str) -> (String, Vec<&str>) {
    let is_card = |word: &str| {
        SUITS.iter().any(|suit| word.strip_suffix(suit).is_some_and(|rank| RANKS.contains(&rank)))
    };
    let (mut words, mut found) = (Vec::new(), Vec::new());
    for word in text.split(' ') {
        if word.split('+').all(is_card) {
            found.extend(word.split('+').take(1));
            words.push(if word.contains('+') { "CARD+CARD+…" } else { "CARD" });
        } else if word.split('-').all(|part| RANKS.contains(&part)) {
            found.extend(word.split('-'));
            words.push(if word.contains('-') { "RANK-RANK" } else { "RANK" });
        } else {
            words.push(word);
        }
    }
    (words.join(" "), found)
}

/// "2 to 10, Q"
fn ranks(of: &BTreeSet<usize>) -> String {
    let (mut parts, mut rest): (Vec<String>, Vec<usize>) =
        (Vec::new(), of.iter().copied().collect());
    while let Some(&first) = rest.first() {
        let length =
            rest.iter().zip(first..).take_while(|(rank, expected)| *rank == expected).count();
        let name = |place: usize| RANKS[rest[place]].to_owned();
        if length > 2 {
            parts.push(format!("{} to {}", name(0), name(length - 1)));
        } else {
            parts.extend((0..length).map(name));
        }
        rest.drain(..length);
    }
    parts.join(", ")
}

/// The possible values of one position: "2 to 10", or "2 to 10, A of C, D, H, S".
fn values(found: &BTreeSet<String>) -> String {
    let mut by_suit: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for value in found {
        let (rank, suit) = value
            .strip_suffix(SUITS.map(|suit| suit.as_bytes()[0] as char))
            .map_or((value.as_str(), ""), |rank| (rank, &value[rank.len()..]));
        by_suit
            .entry(suit)
            .or_default()
            .insert(RANKS.iter().position(|known| *known == rank).expect("a rank"));
    }
    // Suits with the same ranks are listed together.
    let mut by_ranks: BTreeMap<&BTreeSet<usize>, Vec<&str>> = BTreeMap::new();
    for (suit, of) in &by_suit {
        by_ranks.entry(of).or_default().push(suit);
    }
    let part = |(of, suits): (&&BTreeSet<usize>, &Vec<&str>)| match &suits[..] {
        [""] => ranks(of),
        suits => format!("{} of {}", ranks(of), suits.join(", ")),
    };
    by_ranks.iter().map(part).collect::<Vec<_>>().join("; ")
}

/// One form of actions.
#[derive(Default)]
struct Row {
    texts: BTreeSet<String>,
    /// The values in each position.
    values: Vec<BTreeSet<String>>,
    /// The house rule that it needs, if any.
    with: Option<String>,
}

/// The table of a game's actions: the legal ones in random games under its rules, under these with
/// one knob changed, and under its presets.
fn actions(game: &'static dyn AnyGame) -> String {
    let designer = Settings::defaults(game.description().knobs);
    let mut all = vec![(None, designer.clone())];
    for (knob, value) in designer.iter() {
        let others: Vec<String> = match (&knob.kind, value) {
            (KnobKind::Flag, Knob::Flag(value)) => vec![(!value).to_string()],
            (KnobKind::Choice(names), Knob::Choice(value)) => {
                names.iter().filter(|name| **name != value).map(|name| (*name).to_owned()).collect()
            }
            _ => Vec::new(),
        };
        for other in others {
            let (mut settings, option) = (designer.clone(), format!("{}={other}", knob.key));
            settings.apply_option(&option).expect("a value of the knob");
            all.push((Some(format!("--set {option}")), settings));
        }
    }
    for preset in game.description().presets {
        let mut settings = designer.clone();
        settings.apply_preset(preset);
        all.push((Some(format!("--rules {}", preset.name)), settings));
    }
    let mut rows: BTreeMap<(usize, String), Row> = BTreeMap::new();
    let random = strategy(game, "random");
    for (option, settings) in all {
        // Some rules conflict.
        let Ok(mut party) =
            party(game, &settings, &vec![random.clone(); game.description().usual_players()], 1)
        else {
            continue;
        };
        for index in 0..if option.is_none() { 120 } else { 30 } {
            let traced = party.trace(index).expect("random always chooses").0;
            let texts = traced["events"]
                .as_array()
                .expect("a list")
                .iter()
                .filter_map(|event| event["legal"].as_array())
                .flatten();
            for text in texts.filter_map(Value::as_str) {
                let (pattern, found) = pattern(text);
                let kind = text.split(' ').next().expect("a word");
                let kind = game
                    .description()
                    .action_kinds
                    .iter()
                    .position(|known| *known == kind)
                    .expect("its first word is its kind");
                let row = rows
                    .entry((kind, pattern))
                    .or_insert_with(|| Row { with: option.clone(), ..Row::default() });
                // A table lists the values under one set of rules.
                if row.with == option && !row.texts.contains(text) {
                    row.texts.insert(text.to_owned());
                    row.values.resize(found.len(), BTreeSet::new());
                    for (known, value) in row.values.iter_mut().zip(found) {
                        known.insert(value.to_owned());
                    }
                }
            }
        }
    }
    let kinds: BTreeSet<usize> = rows.keys().map(|(kind, _)| *kind).collect();
    assert_eq!(
        kinds.len(),
        game.description().action_kinds.len(),
        "{}: a kind of action was never legal",
        game.description().name
    );
    let mut table =
        "| action | what stands there | for example |\n| --- | --- | --- |\n".to_owned();
    for ((_, pattern), Row { texts, values: found, with }) in &rows {
        let mut told: Vec<String> = found.iter().map(values).collect();
        told.dedup();
        let with = with.as_ref().map_or_else(String::new, |option| format!(" (with `{option}`)"));
        let example = texts.iter().nth(texts.len() / 2).expect("one at least");
        let _ = writeln!(table, "| `{pattern}`{with} | {} | `{example}` |", told.join(" / "));
    }
    table
}

/// After a change of a game, `UPDATE_DOCS=1 cargo test --test integration action_texts` writes the
/// tables again.
#[test]
fn the_texts_of_all_actions_are_on_the_page() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/external-programs.md");
    let text = fs::read_to_string(&path).expect("a file");
    let mut made = text.clone();
    for game in GAMES.iter() {
        let heading = format!("### The actions of {}\n\n", game.description().title);
        let begin = made.find(&heading).unwrap_or_else(|| panic!("no {heading:?}")) + heading.len();
        let rows: usize = made[begin..]
            .split_inclusive('\n')
            .take_while(|line| line.starts_with('|'))
            .map(str::len)
            .sum();
        made.replace_range(begin..begin + rows, &actions(game));
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &made).expect("a file");
        return;
    }
    let differing = text.lines().zip(made.lines()).find(|(is, should)| is != should);
    assert!(
        text == made,
        "docs/external-programs.md differs from the games: {differing:#?}; UPDATE_DOCS=1 writes it"
    );
}
