//! Matches and ladders that no file describes.

use std::collections::BTreeSet;

use crate::support::table::{Table, text};

#[test]
fn a_match_is_an_experiment_without_a_file() {
    let table = Table::new();
    let arguments = [
        "match", "crisps", "--strategies", "greedy,random", "--rules", "bga", "--set",
        "hand_size=8", "--blocks", "300",
    ];
    insta::assert_snapshot!("match", table.good(&arguments));
    assert!(table.files().is_empty(), "a match writes nothing unless told to");
    table.good(&[&arguments[..], &["--out", "here", "--quiet"]].concat());
    assert!(
        table
            .read("here/seats.csv")
            .contains("crisps,bga hand_size=8,greedy vs random,2,0,greedy,300,")
    );
}

#[test]
fn a_match_can_measure_play() {
    let table = Table::new();
    let arguments =
        ["match", "crackpipe", "--strategies", "greedy", "--blocks", "4", "--out", "here"];
    assert!(!table.good(&arguments).contains("How it plays: means"));
    assert!(!table.files().iter().any(|file| file.ends_with("play.csv")));
    assert!(table.good(&[&arguments[..], &["--play"]].concat()).contains("How it plays: means"));
    assert!(
        table
            .read("here/play.csv")
            .contains("crackpipe,designer,greedy vs greedy,2,tension,,chance,decisions,4,")
    );
    assert!(table.read("here/play_course.csv").contains(",branching,"));
    assert!(table.read("here/chances.csv").lines().count() == 21);
    assert!(table.read("here/games.csv").contains(",dramatic,"));
}

#[test]
fn a_ladder_can_measure_play() {
    let table = Table::new();
    let arguments = [
        "ladder", "crackpipe", "--strategies", "random,greedy", "--doublings", "0", "--blocks",
        "1", "--out", "here",
    ];
    table.good(&[&arguments[..], &["--quiet"]].concat());
    assert!(!table.files().iter().any(|file| file.ends_with("play.csv")));
    assert!(table.good(&[&arguments[..], &["--play"]].concat()).contains("How it plays: means"));
    let lineups = |file: &str| -> BTreeSet<String> {
        table
            .read(file)
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(2).expect("a line-up").to_owned())
            .collect()
    };
    assert_eq!(
        lineups("here/play.csv"),
        lineups("here/lengths.csv"),
        "every rung, and every pair that meets"
    );
    assert!(lineups("here/play.csv").len() > 2);
    assert!(table.read("here/play.csv").contains(",tension,,chance,decisions,1,"));
}

#[test]
fn a_ladder_rates_all() {
    let table = Table::new();
    let arguments = [
        "ladder",
        "crisps",
        "--strategies",
        "random,greedy,heuristic",
        "--set",
        "points_to_win=1",
        "--blocks",
        "400",
    ];
    insta::assert_snapshot!(
        "ladder_of_three",
        table.good(&[&arguments[..], &["--out", "here"]].concat())
    );
    insta::assert_snapshot!("ratings", table.read("here/ratings.csv"));
    insta::assert_snapshot!("pairs", table.read("here/pairs.csv"));
    let unconnected = [
        "ladder", "crisps", "--strategies", "random,heuristic", "--blocks", "50", "--out", "there",
    ];
    let unconnected = table.good(&unconnected);
    assert!(
        table
            .read("there/verdicts.txt")
            .contains("No ratings: one side won every game between some of them")
    );
    assert!(
        !table.files().contains(&"there/ratings.csv".to_owned()),
        "a table without rows is not written"
    );
    assert_eq!(table.read("there/pairs.csv").lines().count(), 3);
    let unconnected = unconnected.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        unconnected.contains("There are no ratings: one side won every game between some of them"),
        "{unconnected}"
    );
}

#[test]
fn a_ladder_ends_when_more_time_gains_nothing() {
    let table = Table::new();
    let weak = "kind = \"ismcts\"\n[parameters]\niterations = 4\n";
    table.file("mine.toml", weak).file("strategies/crackpipe/exploiter.toml", weak);
    let arguments = [
        "ladder",
        "crackpipe",
        "--strategies",
        "mine.toml,random,greedy",
        "--doublings",
        "6",
        "--blocks",
        "60",
        "--seed",
        "4",
    ];
    let printed = table.good(&[&arguments[..], &["--exploiters", "--out", "here"]].concat());
    assert!(printed.contains("mine x2"), "{printed}");
    insta::assert_snapshot!("ladder", table.read("here/ladder.csv"));
    insta::assert_snapshot!("ladder_verdicts", table.read("here/verdicts.txt"));
    assert!(printed.contains("models") && printed.contains("How far from perfect"), "{printed}");
    let without = table.good(&arguments);
    assert!(!without.contains("models") && !without.contains("How far from perfect"), "{without}");
    // Steps, and going first, that are not settled are marked.
    let row = |strategy: &str| {
        printed.lines().find(|line| line.trim_start().starts_with(strategy)).unwrap_or_default()
    };
    assert!(
        row("mine x2").contains(" ? 60.8 ") && row("mine x2").contains(" ? 41.7 "),
        "{printed}"
    );
    assert!(
        row("greedy").contains(" 82.5 ")
            && !row("greedy").contains("? 82.5")
            && row("greedy").contains(" ? 35.8 "),
        "{printed}"
    );
    assert!(table.read("here/timing.json").contains("nanoseconds_per_decision"));
    // The last doubling is the only one that need not have gained anything.
    let ladder = table.read("here/ladder.csv");
    let place = ladder
        .lines()
        .next()
        .and_then(|names| names.split(',').position(|name| name == "win_rate_verdict"))
        .expect("a column");
    let verdicts: Vec<&str> = ladder
        .lines()
        .filter(|line| line.contains(",mine x"))
        .map(|line| line.split(',').nth(place).expect("a verdict"))
        .collect();
    let (last, others) = verdicts.split_last().expect("doubled at least once");
    assert!(
        others.iter().all(|verdict| *verdict == "advantage")
            && (*last != "advantage" || verdicts.len() == 6),
        "{verdicts:?}"
    );
    let three = [
        "ladder", "crackpipe", "--players", "3", "--strategies", "random,greedy", "--blocks", "20",
    ];
    let three = table.good(&[&three[..], &["--out", "three"]].concat());
    assert!(
        three.contains("one among") && three.contains("run it again with `--blocks 2000`"),
        "{three}"
    );
    let refused = table.run(&["ladder", "crisps", "--players", "3"]);
    assert!(
        refused.status.code() == Some(1) && text(&refused.stderr).starts_with("error: --players: "),
        "{refused:?}"
    );
    let unconnected =
        table.good(&["ladder", "scrip", "--strategies", "greedy,hoarder", "--blocks", "20"]);
    let unconnected = unconnected.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        unconnected.contains("There are no ratings: one side won every game between some of them"),
        "{unconnected}"
    );
    for (strategies, said) in
        [("greedy", "2 or more"), ("greedy,random,greedy", "greedy"), ("greedy,nobody", "nobody")]
    {
        let refused = table.run(&["ladder", "crackpipe", "--strategies", strategies]);
        assert!(
            refused.status.code() == Some(1) && text(&refused.stderr).contains(said),
            "{strategies}: {refused:?}"
        );
    }
}

#[test]
fn a_match_with_other_rules_says_how_to_compare_them() {
    let table = Table::new();
    let note = |options: &[&str]| {
        text(&table.run(&[&["match", "crisps", "--blocks", "5"], options].concat()).stderr)
    };
    let hint = "--compare compares them with the designer's";
    for options in [["--set", "hand_size=8"], ["--rules", "bga"]] {
        assert!(note(&options).contains(hint), "{options:?}");
    }
    for options in [&[][..], &["--set", "hand_size=12"], &["--set", "hand_size=8", "--quiet"]] {
        assert!(!note(options).contains(hint), "{options:?}");
    }
}
