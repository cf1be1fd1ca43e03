//! Programs that play: the worked example, the same games from the same seed, stored games.

use std::fs;

use super::{MATCH, example, python_is_here, table_with};
use crate::support::running::output;
use crate::support::table::{Table, text};
use fairdeal::registry::GAMES;
use serde_json::{Value, json};

#[test]
fn the_example_plays_every_game() {
    if !python_is_here() {
        return;
    }
    for game in GAMES.descriptions() {
        let (table, python) = example();
        for players in [game.fewest_players, 3.clamp(game.fewest_players, game.most_players)] {
            let lineup: Vec<&str> = [python, "random", python].into_iter().take(players).collect();
            table.good(&[
                "match",
                game.name,
                "--strategies",
                &lineup.join(","),
                "--blocks",
                "6",
                "--quiet",
                "--allow-programs",
            ]);
        }
        let wins = |line: &str| line.split(',').nth(8).and_then(|wins| wins.parse::<u64>().ok());
        if game.most_players > 1 {
            table.good(&[
                "match",
                game.name,
                "--strategies",
                &format!("{python},random"),
                "--blocks",
                "60",
                "--quiet",
                "--out",
                "results",
                "--allow-programs",
            ]);
            let rows = table.read("results/strategies.csv");
            let of = |name: &str| {
                rows.lines()
                    .find(|line| line.contains(&format!(",{name},")))
                    .map(str::to_owned)
                    .unwrap_or_default()
            };
            assert!(wins(&of("python")) > wins(&of("random")), "{}: {rows}", game.name);
        }
    }
}

/// The random numbers of the example come from the seed of the decision, so its games are the same
/// in every run and with any number of threads.
#[test]
fn the_same_seed_gives_the_same_games() {
    if !python_is_here() {
        return;
    }
    let (table, python) = example();
    for threads in ["1", "2", "3"] {
        table.good(&[
            "match",
            "crackpipe",
            "--strategies",
            &format!("{python},random"),
            "--blocks",
            "40",
            "--quiet",
            "--out",
            threads,
            "--threads",
            threads,
            "--allow-programs",
        ]);
    }
    for name in ["seats.csv", "lengths.csv", "decisions.csv", "manifest.json"] {
        assert_eq!(table.read(&format!("1/{name}")), table.read(&format!("2/{name}")), "{name}");
        assert_eq!(table.read(&format!("1/{name}")), table.read(&format!("3/{name}")), "{name}");
    }
}

#[test]
fn the_manifest_holds_the_command() {
    if !python_is_here() {
        return;
    }
    let table = table_with("answer(ask['legal'][0])", 5.0);
    table.good(&MATCH);
    let manifest =
        || serde_json::from_str::<Value>(&table.read("results/manifest.json")).expect("JSON");
    let first = manifest();
    assert_eq!(first["strategies"]["mine"]["command"], json!(["python3", "mine.py"]));
    assert_eq!(first["strategies"]["mine"]["time_limit"], 5.0);
    // Another time limit is the same run; another command is not.
    table.file(
        "strategies/crisps/mine.toml",
        "kind = \"external\"\ncommand = [\"python3\", \"mine.py\"]\n",
    );
    table.good(&MATCH);
    assert_eq!(manifest()["digest"], first["digest"]);
    table.file(
        "strategies/crisps/mine.toml",
        "kind = \"external\"\ncommand = [\"python3\", \"mine.py\", \"x\"]\n",
    );
    table.good(&[&MATCH[..], &["--force"]].concat());
    assert_ne!(manifest()["digest"], first["digest"]);
}

/// A game of an external program in results is shown and traced after permission, from any folder.
#[test]
fn a_stored_game_of_a_program_is_played_again() {
    if !python_is_here() {
        return;
    }
    let (table, python) = example();
    let lineup = format!("{python},random");
    let run = |seed: &str| {
        table.good(&[
            "match", "crisps", "--strategies", &lineup, "--blocks", "6", "--seed", seed, "--quiet",
            "--out", "out/of", "--allow-programs",
        ]);
    };
    run("3");
    let results = table.path().join("out/of").display().to_string();
    for command in ["trace", "show"] {
        for pick in ["longest", "shortest", "closest"] {
            let arguments = [command, "--from", &results, "--pick", pick];
            let refused = table.run(&arguments);
            let message = text(&refused.stderr);
            assert_eq!(refused.status.code(), Some(1), "{message}");
            assert!(
                message.starts_with("error: strategy `python`: would run the program `python3 strategies/examples/greedy.py`"),
                "{message}"
            );
            assert!(message.contains("--allow-programs") && refused.stdout.is_empty(), "{message}");
            let allowed = [&arguments[..], &["--allow-programs"]].concat();
            let told = table.good(&allowed);
            assert!(told.contains("python") && told.contains("random"), "{told}");
            // From elsewhere it still runs in the same folder.
            let elsewhere = output(table.command(&allowed).current_dir(std::env::temp_dir()));
            assert_eq!(text(&elsewhere.stdout), told, "{}", text(&elsewhere.stderr));
        }
    }
    let longest =
        table.good(&["trace", "--from", &results, "--pick", "longest", "--allow-programs"]);
    let game: Value = serde_json::from_str(&longest).expect("a game");
    let named =
        |place: usize| if game["strategies"][place] == "python" { python } else { "random" };
    let (seated, index) = (format!("{},{}", named(0), named(1)), game["index"].to_string());
    assert_eq!(
        table.good(&[
            "trace", "crisps", "--strategies", &seated, "--seed", "3", "--index", &index,
            "--allow-programs"
        ]),
        longest
    );

    // Older results that were set aside, and a folder that was moved with its contents.
    run("4");
    let older = fs::read_dir(table.path().join("out/of/older"))
        .expect("a folder")
        .flatten()
        .next()
        .expect("one")
        .path();
    let again = ["trace", "--pick", "longest", "--allow-programs", "--from"];
    assert_eq!(table.good(&[&again[..], &[&older.display().to_string()]].concat()), longest);
    let moved = Table::new();
    for folder in ["out", "strategies"] {
        fs::rename(table.path().join(folder), moved.path().join(folder)).expect("the same disk");
    }
    let older = moved.path().join(older.strip_prefix(table.path()).expect("below"));
    let elsewhere = table.run(&[&again[..], &[&older.display().to_string()]].concat());
    assert_eq!(text(&elsewhere.stdout), longest, "{}", text(&elsewhere.stderr));

    // On a terminal the user is asked, and the folder is shown.
    #[cfg(target_os = "linux")]
    if let Some((code, shown)) = table
        .on_terminal(&["show", "--from", &older.display().to_string(), "--pick", "longest"], "n\n")
    {
        let folder = moved.path().canonicalize().expect("it is there");
        let told =
            format!("python: python3 strategies/examples/greedy.py (in {})", folder.display());
        assert!(
            code == Some(1) && shown.contains(&told) && shown.contains("Run it? [y/N]"),
            "{shown}"
        );
    }

    // A program that has changed plays another game.
    let program = moved.read("strategies/examples/greedy.py");
    moved.file("strategies/examples/greedy.py", &program.replace("max(", "min("));
    assert!(program.contains("max("), "it is greedy no more");
    let changed =
        moved.run(&["trace", "--from", "out/of", "--pick", "longest", "--allow-programs"]);
    assert_eq!(changed.status.code(), Some(1));
    assert!(
        text(&changed.stderr).contains("the game `longest` is another one now"),
        "{}",
        text(&changed.stderr)
    );
}
