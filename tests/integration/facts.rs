//! Answers begin with the fact that was asked.

use fairdeal::experiment::{Overrides, parse};
use fairdeal::games::crisps::Crisps;
use fairdeal::games::crypto_cards::CryptoCards;
use fairdeal::games::scrip::Scrip;
use fairdeal::input::Document;
use fairdeal::results::Results;
use fairdeal::rows::Family;
use fairdeal::session::Session;
use fairdeal::words::{Answer, answer, notes, sentences, strongest, tally};

use crate::support::table::Table;
use fairdeal::any_game::AnyGame;

/// A game in a file.
const WHIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/games/whist.py");

fn of_text(game: &'static dyn AnyGame, text: &str) -> Results {
    let text = format!("game = \"{}\"\n{text}", game.description().name);
    let document = Document::parse("test.toml", text).expect("TOML");
    let plan = parse(game, &document, Overrides::default()).expect("a plan");
    Session::default().run(&plan).expect("a run").results
}

fn lineups(of: &[&[&str]]) -> String {
    let lineups: Vec<String> =
        of.iter().map(|names| format!("[[lineup]]\nstrategies = {names:?}\n")).collect();
    lineups.concat()
}

fn variant(name: &str, rules: &str) -> String {
    format!("[[variant]]\nname = \"{name}\"\nrules = {{ {rules} }}\n")
}

/// What the answer says in this place.
fn point(answer: &Answer, place: usize) -> (&str, &str) {
    let point = answer.points.get(place).unwrap_or_else(|| panic!("no place {place}: {answer:#?}"));
    (&point.about, &point.text)
}

fn answered(results: &Results) -> Answer {
    answer(results, Some("results/test"))
}

#[test]
fn the_fact_by_the_baseline_comes_before_what_variants_do() {
    let rules = variant("designer", "") + &variant("1-card-fewer", "place_cards = -1");
    let text = |ask: &str| {
        let lineup = lineups(&[&["heuristic", "heuristic"]]);
        format!("ask = \"{ask}\"\nblocks = 2000\n{rules}{lineup}")
    };
    let fact = answered(&of_text(&CryptoCards, &text("going first")));
    let (about, told) = point(&fact, 0);
    assert_eq!(about, "Going first (designer)");
    assert!(told.starts_with("no, it is a disadvantage") && told.contains(" % is fair"), "{told}");
    let (about, told) = point(&fact, 1);
    assert_eq!(about, "What changes it");
    assert!(told.starts_with("with 1-card-fewer, going first wins "), "{told}");
    let change = answered(&of_text(&CryptoCards, &text("change in going first")));
    let (about, told) = point(&change, 0);
    assert_eq!(about, "Going first");
    assert!(told.starts_with("yes. With 1-card-fewer, going first wins "), "{told}");
}

#[test]
fn lengths_are_told_in_turns_and_other_units_where_they_disagree() {
    let rules = variant("designer", "") + &variant("two-steals", "steals_per_turn = 2");
    let lineup = lineups(&[&["greedy", "greedy"]]);
    let text = format!("ask = \"change in length\"\nblocks = 1000\n{rules}{lineup}");
    let told = answered(&of_text(&Scrip, &text));
    let (about, told) = point(&told, 0);
    assert_eq!(about, "Length");
    assert!(told.contains("the mean number of turns is "), "{told}");
    assert!(told.contains(" (but ") && told.contains(" decisions"), "{told}");
}

#[test]
fn where_lineups_disagree_both_are_told_the_stronger_players_first() {
    let rules = variant("designer", "") + &variant("two-steals", "steals_per_turn = 2");
    // The stronger players are listed first.
    let lineup = lineups(&[&["heuristic", "heuristic"], &["greedy", "greedy"]]);
    let text = format!("ask = \"change in length in decisions\"\nblocks = 2000\n{rules}{lineup}");
    let results = of_text(&Scrip, &text);
    let told = answered(&results);
    let (_, told) = point(&told, 0);
    let [strong, weak] =
        ["heuristic players", "greedy players"].map(|who| told.find(who).expect("both are told"));
    assert!(strong < weak && told.contains(", but "), "{told}");
    assert_eq!(
        strongest(&results, ["heuristic vs heuristic", "greedy vs greedy"]),
        Some("heuristic vs heuristic"),
        "the ladder of the game was measured"
    );
}

#[test]
fn fair_goes_by_the_worst_seat_and_an_answer_says_that_nothing_cures_it() {
    let rules = variant("designer", "")
        + &variant("1-card", "place_cards = 1")
        + &variant("2-cards", "place_cards = 2");
    let lineup = lineups(&[&["heuristic", "heuristic", "heuristic"]]);
    let text = format!("ask = \"going first\"\nblocks = 4000\n{rules}{lineup}");
    let told = answered(&of_text(&CryptoCards, &text));
    let nothing = told.points.iter().find(|point| point.about == "Nothing cures it");
    let nothing = &nothing.unwrap_or_else(|| panic!("{told:#?}")).text;
    assert!(nothing.starts_with("none of ") && nothing.contains("`fairdeal tune crypto-cards`"));
}

/// What other players do is told in the unit of the sentence.
#[test]
fn a_sentence_about_length_has_one_unit() {
    let text = "blocks = 300\nseed = 1\nquestion = \"What changes?\"\n".to_owned()
        + &variant("now", "")
        + &variant("big-market", "market_size = 5")
        + &variant("no-exchange", "exchange = false")
        + &variant("second-helped", "place_points = 3")
        + &lineups(&[&["heuristic"; 3], &["greedy"; 3], &["greedy", "heuristic", "random"]]);
    let results = of_text(&Scrip, &text);
    let answer = answered(&results);
    let told = &answer.points.iter().find(|point| point.about == "Length").expect("a point").text;
    let (first, other) = told.split_once(", but ").expect("both strategies");
    assert!(first.contains("the mean number of decisions"), "{told}");
    let change = |subject: &str| {
        let is_it = |row: &&fairdeal::rows::ComparisonRow| {
            row.quantity == "length"
                && row.subject == subject
                && row.cell.variant == "no-exchange"
                && !row.cell.lineup.contains("heuristic")
        };
        let change = results.comparisons.iter().find(is_it)?.relative_difference?;
        Some(format!("{:.1} %", 100.0 * change))
    };
    let [decisions, turns] = ["decisions", "turns"].map(|of| change(of).expect("compared"));
    assert!(decisions != turns && other.starts_with(&decisions), "{decisions}: {told}");
}

/// If it is open what stronger players do, a change among weaker ones is not the answer.
#[test]
fn what_is_open_for_the_strongest_is_said() {
    let text = "ask = \"change in length in decisions\"\nblocks = 300\nseed = 3\n\
                question = \"Does it get shorter?\"\n"
        .to_owned()
        + &variant("now", "")
        + &variant("two-steals", "steals_per_turn = 2")
        + &lineups(&[&["greedy", "greedy"], &["heuristic", "heuristic"], &["heuristic", "greedy"]]);
    let answer = answered(&of_text(&Scrip, &text));
    let (_, told) = point(&answer, 0);
    assert!(told.starts_with("not settled between the strongest players."), "{told}");
    assert!(told.contains("; not settled with heuristic players"), "{told}");
}

/// A team is compared with others of its size, and each way in which games end with itself.
#[test]
fn a_team_is_ranked_among_teams_of_its_size() {
    let table = Table::new();
    table.file(
        "team.py",
        r#"
"""A team that digs before the fire is too large."""
from fairdeal import *

game("Team", players=(1, 4), cooperative=True)
FIRES = knob(6, low=3, high=9, help="fires at which all have lost")


class now(numbers):
    fires = 1
    wells = 0


def play():
    for _ in range(12):
        for p in players():
            if choose(p, ["fight", "dig"]) == "dig":
                now.wells += 1
                if now.wells == 5:
                    end("wells dug")
            elif now.fires > 0:
                now.fires -= 1
            now.fires += chance(3)
            if now.fires >= FIRES:
                lost("burnt down")
    lost("out of time")


def score(p):
    return now.wells
"#
        .trim_start(),
    );
    let lineup = |name: &str, players: usize| {
        format!("[[lineup]]\nstrategies = [\"{name}\"]\nplayers = {players}\n")
    };
    let text = "game = \"team.py\"\nblocks = 200\n".to_owned()
        + &variant("six", "")
        + &variant("four", "fires = 4")
        + &lineup("greedy", 1)
        + &lineup("greedy", 3)
        + &lineup("random", 3);
    table.file("e.toml", &text);
    table.good(&["run", "e.toml", "--quiet", "--out", "run"]);
    let results = Results::read(&table.path().join("run")).expect("results");
    let answer = answered(&results);
    let point = answer.points.iter().find(|point| point.about == "Strength of play");
    let told = &point.expect("a point").text;
    assert!(told.contains("random") && told.contains("greedy"), "{told}");
    // Fewer fires never make a game less likely to burn down: a number below 0 is about other endings.
    let written = table.read("run/answer.txt");
    let row = written.lines().find(|line| line.starts_with("| four") && line.contains('+'));
    let row = row.unwrap_or_else(|| panic!("no change of endings: {written}"));
    assert!(!row.contains(", -"), "{row}");
}

#[test]
fn strength_that_is_not_known_is_called_so() {
    let table = Table::new();
    let said = table.good(&[
        "match",
        WHIST,
        "--strategies",
        "greedy,greedy,greedy,greedy",
        "--blocks",
        "40",
    ]);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("it is not known how well greedy plays"), "{said}");
    assert!(said.contains("`fairdeal ladder whist` measures it"), "{said}");
}

#[test]
fn a_ladder_goes_by_strength() {
    let mut told_lengths = 0;
    for name in ["ladder-crackpipe", "ladder-crisps", "ladder-crypto-cards", "ladder-scrip"] {
        let folder = format!("{}/results/{name}", env!("CARGO_MANIFEST_DIR"));
        let results = Results::read(folder.as_ref()).expect("published results");
        let told = answered(&results);
        let Some(length) = told.points.iter().find(|point| point.about == "Length") else {
            continue;
        };
        told_lengths += 1;
        let best = results.ratings.iter().max_by(|one, other| one.elo.total_cmp(&other.elo));
        let best = &best.expect("ratings").strategy;
        assert!(
            length.text.contains(&format!("between {best} players, the strongest"))
                || length.text.ends_with(&format!("({best}).")),
            "{name}: {}",
            length.text
        );
    }
    assert!(told_lengths > 1, "{told_lengths} ladders have room for lengths");
}

#[test]
fn a_search_begins_with_success_or_failure() {
    let found = |most: u32| {
        let text = format!(
            "[goal]\nlength = {{ at_most = {most}, unit = \"rounds\" }}\n[tune]\nblocks = 2000\n\
             rules.points_to_win = [1, 2, 3]\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n"
        );
        let told = answered(&of_text(&Crisps, &text));
        told.points[0].about.clone()
    };
    assert_eq!(found(1), "Not found");
    let success = found(14);
    assert!(["Found", "Keep your rules"].contains(&success.as_str()), "{success}");
}

#[test]
fn what_was_asked_is_one_family_and_what_was_explored_another() {
    let rules = variant("designer", "") + &variant("no-face-up", "face_up_draw = false");
    let lineup = lineups(&[&["greedy", "greedy"], &["greedy", "heuristic"]]);
    let results = |ask: &str| of_text(&Crisps, &format!("{ask}blocks = 300\n{rules}{lineup}"));
    let asked = results("ask = \"going first\"\n");
    // Between equals: the fact by each of the rules, and what changes.
    let sizes = |results: &Results, family: Family| {
        let rows = results.comparisons.iter().map(|row| &row.judged);
        let rows = rows.chain(results.first_player.iter().map(|row| &row.share.judged));
        let mut sizes: Vec<usize> = rows
            .filter(|judged| judged.family == family)
            .map(|judged| judged.family_size)
            .collect();
        sizes.dedup();
        sizes
    };
    assert_eq!(sizes(&asked, Family::Asked), [4]);
    assert!(asked.comparisons.iter().all(|row| {
        (row.judged.family == Family::Asked) == (row.quantity == "first_player_win_rate")
    }));
    assert_eq!(sizes(&asked, Family::Explored).len(), 1);
    let note = notes(&asked).join(" ");
    let apart = "What was asked and what was explored are corrected apart";
    assert!(note.contains(apart), "{note}");
    let said = tally(&sentences(&asked)).expect("verdicts");
    assert!(said.contains(" verdicts asked, ") && said.contains(" verdicts explored, "), "{said}");
    // Without `ask`, it is what variants change.
    let changes = results("");
    assert!(changes.first_player.iter().all(|row| row.share.judged.family == Family::Explored));
    let asked: Vec<&str> = changes
        .comparisons
        .iter()
        .filter(|row| row.judged.family == Family::Asked)
        .map(|row| row.quantity.as_str())
        .collect();
    assert!(asked.contains(&"win_rate") && asked.contains(&"length"), "{asked:?}");
}
