//! Games that are lost, by all or by some; games whose aim is the score.

use std::path::Path;

use fairdeal::cli::run_with;
use fairdeal::game::GAMES;
use fairdeal::results::Results;
use fairdeal::words::{answer, sentences};

use crate::support::command_words;

/// A game in which a player alone takes cards of 1 to 4 points, and has nothing beyond 10.
const ALONE: &str = "from fairdeal import *

game(\"Up to Ten\", players=1)
ALL = cards([\"a\", \"b\", \"c\"], {\"1\": 1, \"2\": 2, \"3\": 3, \"4\": 4})
deck = zone(nobody)
taken = zone(everyone)


def play():
    deck.put(ALL)
    deck.shuffle()
    while len(deck) > 0 and choose(0, [\"stop\", \"take\"]) == \"take\":
        deck.draw(taken)


def score(p):
    points = sum(c.rank for c in taken)
    return points if points <= 10 else 0
";

/// The results of a match of a game file, by the words of the command after its name.
fn results_of(file: &Path, words: &str) -> Results {
    results_by("match", file, words)
}

fn results_by(command: &str, file: &Path, words: &str) -> Results {
    let folder = tempfile::tempdir().expect("a folder");
    let command = format!("fairdeal {command} {} {words} --quiet --out DIR/run", file.display());
    let mut out = Vec::new();
    let code = run_with(GAMES, command_words(&command, folder.path()), &mut out);
    assert_eq!(code, 0, "{command}: {}", String::from_utf8_lossy(&out));
    Results::read(&folder.path().join("run")).expect("results")
}

fn feature(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/gamefile/features/{name}.py"))
}

fn mean_score(results: &Results) -> f64 {
    results.seats[0].score_mean.expect("a mean")
}

/// All win or lose together: each has its part of the win, and no share of it is judged.
#[test]
fn a_cooperative_game_is_won_or_lost_by_all() {
    let words = "--strategies random --players 3 --blocks 400";
    let results = results_of(&feature("firebreak"), words);
    let lost = results.shares.iter().find(|row| row.quantity == "lost_games").expect("a row");
    let lost = lost.estimate.expect("an estimate");
    assert!((0.05..0.3).contains(&lost), "{lost}");
    let first = &results.first_player[0].share;
    let rate = first.win_rate.expect("a rate");
    assert!((3.0 * rate + lost - 1.0).abs() < 1e-9, "{rate} {lost}");
    assert_eq!((first.unfinished, first.win_rate_low, first.judged.verdict), (0, None, None));
    let row = &results.one_side[0];
    let won = row.win_rate.expect("a rate");
    assert!((won - 3.0 * rate).abs() < 1e-9 && (row.lost as f64 - 400.0 * lost).abs() < 1e-9);
    assert!(row.win_rate_low < Some(won) && row.win_rate_high > Some(won));
    let said = sentences(&results);
    assert!(!said.iter().any(|said| said.text.contains("fair")), "{said:?}");
    let told = answer(&results, None).points;
    let told: Vec<String> =
        told.iter().map(|point| format!("{}: {}", point.about, point.text)).collect();
    assert!(
        told.iter().any(|line| line.contains("of games between 3 random players are won")),
        "{told:?}"
    );
    assert!(
        !told.iter().any(|line| line.contains(" fair") || line.starts_with("Going")),
        "{told:?}"
    );
}

/// Where some games are lost by all, the others make the fair share, and sentences say so.
#[test]
fn a_fair_share_is_one_of_the_games_that_someone_wins() {
    for (players, partners) in [(2, ""), (4, "partners share the win of their team and ")] {
        let words = format!("--strategies random --players {players} --blocks 300");
        let results = results_of(&feature("leaving"), &words);
        let lost = results.shares.iter().find(|row| row.quantity == "lost_games").expect("a row");
        let lost = lost.estimate.expect("an estimate");
        let first = &results.first_player[0].share;
        let rest = f64::from(players) * first.fair_share + lost - 1.0;
        assert!(lost > 0.2 && rest.abs() < 1e-9, "{lost} {first:?}");
        let said = sentences(&results);
        let why = format!("%, as {partners}{:.1} % of games are lost by all)", 100.0 * lost);
        assert!(said.iter().all(|said| said.text.contains(&why)) && !said.is_empty(), "{said:?}");
    }
}

/// Strategies that play alone do not meet: what each reaches ranks it. A player alone wants to win
/// where the game can be lost, and a good score elsewhere.
#[test]
fn ladders_rank_who_plays_alone_and_teams_of_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("up_to_ten.py");
    std::fs::write(&file, ALONE).expect("written");
    let patience = feature("patience");
    let firebreak = feature("firebreak");
    for (file, players, leads) in [
        (&file, 1, "by the mean score: "),
        (&patience, 1, "by the share of games that are won: "),
        (&firebreak, 2, "by the share of games that are won: "),
    ] {
        let words =
            format!("--strategies random,flat --players {players} --blocks 60 --doublings 2");
        let results = results_by("ladder", file, &words);
        let rungs: Vec<&str> = results.ladder.iter().map(|row| row.strategy.as_str()).collect();
        assert_eq!((rungs[0], rungs.len()), ("random", 4), "{rungs:?}");
        assert!(results.ratings.is_empty() && results.pairs.is_empty());
        assert_eq!(results.first_player.len(), 4, "each has all seats, and nobody meets");
        let told = answer(&results, None).points;
        let best = told.iter().find(|point| point.about == "Who is best").expect("a point");
        assert!(best.text.starts_with(leads) && best.text.contains("random ("), "{best:?}");
        assert!(!told.iter().any(|point| point.about == "Rung by rung"), "{told:?}");
    }
}

/// A game that cannot be lost has no such number.
#[test]
fn only_games_that_can_be_lost_tell_how_many_are() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/gops.py");
    let results = results_of(&games, "--strategies random --players 2 --blocks 10");
    assert!(results.shares.iter().all(|row| row.quantity != "lost_games"));
}

/// The first who goes beyond the limit loses, and the others win.
#[test]
fn the_others_win_if_some_lose() {
    let results = results_of(&feature("dare"), "--strategies random --players 3 --blocks 400");
    let won: f64 = results.seats.iter().filter_map(|row| row.win_rate).sum();
    assert!((won - 1.0).abs() < 1e-9, "{won}");
}

/// Who searches alone plays for the score; the team that searches is lost less often.
#[test]
fn searches_want_what_the_game_is_about() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("up_to_ten.py");
    std::fs::write(&file, ALONE).expect("written");
    let alone = |strategy: &str| {
        mean_score(&results_of(&file, &format!("--strategies {strategy} --blocks 300")))
    };
    let (random, flat) = (alone("random"), alone("flat"));
    assert!(flat > random + 2.0, "flat {flat}, random {random}");

    let lost = |strategy: &str| {
        let words = format!("--strategies {strategy} --players 2 --blocks 60");
        let results = results_of(&feature("firebreak"), &words);
        let row = results.shares.iter().find(|row| row.quantity == "lost_games");
        row.and_then(|row| row.estimate).expect("an estimate")
    };
    let (random, flat) = (lost("random"), lost("flat"));
    assert!(flat < 0.7 * random, "flat {flat}, random {random}");
}

/// The aim may be a knob: then a variant changes what players want, and no rule.
#[test]
fn a_variant_can_have_another_aim() {
    const EITHER: &str = "from fairdeal import *

WANTED = knob(\"wins\", choices=[\"wins\", \"score\"], help=\"what players want\")
game(\"Build or Break\", players=2, aim=WANTED)
points = each_player(0)


def play():
    for turn in range(6):
        for p in players():
            if choose(p, [\"build\", \"break\"]) == \"build\":
                points[p] += 2
            else:
                points[p] += 1
                points[after(p)] -= 3


def score(p):
    return points[p]
";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("either.py");
    std::fs::write(&file, EITHER).expect("written");
    // Breaking gains 4 on the other player, building 2.
    let mean = |aim: &str| {
        let words = format!("--strategies flat --blocks 20 --set wanted={aim}");
        mean_score(&results_of(&file, &words))
    };
    assert!((mean("score") - 12.0).abs() < 1e-9);
    assert!((mean("wins") + 12.0).abs() < 1e-9);
    // The check and a review do not call it a knob that changes nothing.
    let mut out = Vec::new();
    let command = format!("fairdeal check {} --games 60", file.display());
    run_with(GAMES, command_words(&command, folder.path()), &mut out);
    let said = String::from_utf8(out).expect("text");
    assert!(said.contains("Build or Break") && !said.contains("wanted"), "{said}");
}
