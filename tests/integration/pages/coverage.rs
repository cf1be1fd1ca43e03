//! The list of all that the documents of the games say: every row leads to an answer or a knob.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use fairdeal::registry::GAMES;

use super::{read, root, words};

const LIST: &str = "docs/answers/coverage.md";

/// The end of a link to a heading, as GitHub makes it.
pub(crate) fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|letter| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter))
        .map(|letter| if letter == ' ' { '-' } else { letter })
        .collect()
}

/// The answers of a game by their anchors: the first words in bold, without their mark.
fn answers(game: &str) -> BTreeMap<String, String> {
    let text = read(&format!("docs/answers/{game}.md"));
    text.split("\n### ")
        .skip(1)
        .map(|section| {
            let (heading, body) = section.split_once('\n').expect("a text");
            let bold = words(body.split("**").nth(1).expect("an answer in bold"));
            let answer = bold.trim_start_matches('[').split("][").next().unwrap_or("").to_owned();
            let answer = answer.trim_end_matches('.').to_lowercase();
            let is_short = ["yes", "no", "not settled", "for some"].contains(&&*answer);
            (anchor(heading), if is_short { answer } else { "answered".to_owned() })
        })
        .collect()
}

/// The list with the answers that the pages give: `[no](crisps.md#no-face-up-draw)`.
fn renewed(list: &str, found: &mut BTreeSet<String>) -> String {
    let games: BTreeMap<&str, _> =
        GAMES.descriptions().map(|game| (game.name, answers(game.name))).collect();
    let mut parts = list.split("](");
    let mut made = parts.next().expect("a text").to_owned();
    for part in parts {
        let (link, rest) = part.split_once(')').expect("the end of a link");
        if let Some((page, anchor)) = link.split_once(".md#")
            && let Some(answers) = games.get(page)
        {
            let answer =
                answers.get(anchor).unwrap_or_else(|| panic!("{LIST}: there is no answer {link}"));
            made.truncate(made.rfind('[').expect("a link") + 1);
            made += answer;
            found.insert(link.to_owned());
        }
        made.extend(["](", link, ")", rest]);
    }
    made
}

/// Every row has a knob of its game or a link, every answer has a row, and the words of the links
/// are those of the answers. `UPDATE_PAGES=1` writes them again.
#[test]
fn everything_is_covered() {
    let list = read(LIST);
    let mut found = BTreeSet::new();
    let made = renewed(&list, &mut found);
    if made != list {
        assert!(std::env::var_os("UPDATE_PAGES").is_some(), "{LIST} is not current");
        fs::write(root().join(LIST), &made).expect("a file");
    }
    let mut rows = 0;
    for section in made.split("\n## ").skip(1) {
        let title = section.lines().next().unwrap_or("");
        let game = GAMES
            .descriptions()
            .find(|game| title.starts_with(game.title))
            .unwrap_or_else(|| panic!("{title} is no game"));
        let knobs: BTreeSet<&str> = game
            .knobs
            .iter()
            .map(|knob| knob.key)
            .chain(game.presets.iter().map(|preset| preset.name))
            .collect();
        for row in section.lines().filter(|line| line.starts_with("| ")).skip(2) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let [said, rule, answer] = cells[..] else { panic!("{row}") };
            assert!(!said.is_empty() && (!rule.is_empty() || !answer.is_empty()), "{row}");
            for knob in rule.split('`').skip(1).step_by(2) {
                assert!(knobs.contains(knob), "{row}: {knob} is no knob");
            }
            rows += 1;
        }
        for anchor in answers(game.name).keys() {
            let link = format!("{}.md#{anchor}", game.name);
            assert!(found.contains(&link), "{LIST} has no row for {link}");
        }
    }
    assert!(rows > 130, "{rows} rows");
}
