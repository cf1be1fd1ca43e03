//! Single games: those of a table are found again, traced and shown to a person.

use std::fs;
use std::io::Write;

use crate::support::{party, plan, play, results, table::Table, table::text};
use fairdeal::any_game::AnyGame;
use fairdeal::game::Game;
use fairdeal::games::crisps::Crisps;
use fairdeal::input::{Location, Settings};
use fairdeal::metrics::WatchedGame;
use fairdeal::registry::GAMES;
use fairdeal::results::{Results, StoredGame, StoredResults, Tables, Wanted};
use fairdeal::rows::{GameRow, Pick};
use fairdeal::strategy::{Repertoire, StrategyFile};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

/// Plays the experiment of the tests with a game, and finds every game of its table again.
fn found_again(game: &'static dyn AnyGame) {
    let plan = plan(game, 40);
    let table = Table::new();
    let results = results(&plan, &play(&plan, 2));
    table.file("results.json", &serde_json::to_string(&results).expect("JSON"));
    let stored = StoredResults::read(table.path()).expect("results");
    let of = stored.game_in(GAMES).expect("a game of the list");
    assert_eq!(of.description().name, game.description().name);
    for row in &results.games {
        let wanted = Wanted {
            variant: Some(&row.cell.variant),
            lineup: Some(&row.cell.lineup),
            pick: Some(row.pick),
            ..Wanted::default()
        };
        let found = stored.find(game, wanted).expect("it stands in the table");
        assert_eq!((found.seed, found.block, found.pick), (plan.seed(), row.block, Some(row.pick)));
        let names: Vec<&str> =
            found.strategies.iter().map(|strategy| strategy.name.as_str()).collect();
        assert_eq!(names.join(","), row.arrangement);
        for strategy in &found.strategies {
            let planned = plan
                .strategies()
                .iter()
                .find(|planned| planned.name() == strategy.name)
                .expect("it plays");
            assert_eq!(planned.identity(), strategy.identity());
        }
        let variant = plan
            .variants()
            .iter()
            .find(|variant| variant.name == row.cell.variant)
            .expect("a variant");
        assert_eq!(found.settings, variant.settings);
        let (traced, played) = party(game, &found.settings, &found.strategies, found.seed)
            .expect("can be dealt")
            .trace(row.block)
            .expect("play");
        found.check(&played, false).expect("the game that was counted");
        is_as_picked(row, &traced);
        refused_where_another_was_counted(&results, row, wanted, &found, &played);
        assert_eq!(found.baseline.is_some(), row.pick == Pick::Flipped);
        if let Some((name, settings)) = &found.baseline {
            assert_eq!((name, settings), (&plan.baseline().name, &plan.baseline().settings));
            let mut by_baseline =
                party(game, settings, &found.strategies, found.seed).expect("can be dealt");
            let (_, by_baseline) = by_baseline.trace(row.block).expect("play");
            found.check(&by_baseline, true).expect("the baseline's game");
            assert!(found.check(&by_baseline, false).is_err(), "somebody else won");
        }
        // The same game by its number.
        let wanted = Wanted {
            pick: None,
            block: Some(row.block),
            arrangement: Some(&row.arrangement),
            ..wanted
        };
        let by_number = stored.find(game, wanted).expect("a block that was played");
        assert_eq!(
            (by_number.block, &by_number.strategies, &by_number.settings),
            (found.block, &found.strategies, &found.settings)
        );
        by_number.check(&played, false).expect("the same game");
    }
    // The properties of the odd games hold against all others.
    for label in &plan.layout().cells {
        let lineup =
            plan.lineups().iter().find(|lineup| lineup.name == label.lineup).expect("a line-up");
        let mut names: Vec<&str> = plan.names(lineup).collect();
        names.sort_unstable();
        for block in 0..12 {
            let arrangement = names.join(",");
            let wanted = Wanted {
                variant: Some(&label.variant.name),
                lineup: Some(&label.lineup),
                block: Some(block),
                arrangement: Some(&arrangement),
                ..Wanted::default()
            };
            // With five players not every arrangement is played in every block.
            let Ok(found) = stored.find(game, wanted) else { continue };
            let settings = &label.variant.settings;
            let mut party =
                party(game, settings, &found.strategies, found.seed).expect("can be dealt");
            let (_, played) = party.trace(block).expect("play");
            found.check(&played, false).expect("a game that was counted");
        }
    }
}

/// Results with a row about a game that was more or less odd do not match this game; nor do those
/// with an earlier game in its place.
fn refused_where_another_was_counted(
    results: &Results,
    row: &GameRow,
    wanted: Wanted<'_>,
    game: &StoredGame,
    played: &WatchedGame,
) {
    let with = |change: &dyn Fn(&mut GameRow), wanted: Wanted<'_>| {
        let mut changed = results.clone();
        // Of the tables, only this one is read.
        changed.tables = Tables { games: changed.tables.games, ..Tables::default() };
        let said =
            changed.tables.games.iter_mut().find(|other| *other == row).expect("it stands there");
        change(said);
        let table = Table::new();
        table.file("results.json", &serde_json::to_string(&changed).expect("JSON"));
        let stored = StoredResults::read(table.path()).expect("results");
        let of = stored.game_in(GAMES).expect("a game of the list");
        stored.find(of, wanted).expect("it stands in the table")
    };
    let by_number = Wanted {
        pick: None,
        block: Some(row.block),
        arrangement: Some(&row.arrangement),
        ..wanted
    };
    assert!(with(&|_| (), wanted).check(played, false).is_ok());
    if let Some(value) = row.value {
        for other in [value.wrapping_sub(1), value.wrapping_add(1)] {
            for wanted in [wanted, by_number] {
                let refused = with(&|row| row.value = Some(other), wanted).check(played, false);
                assert!(refused.is_err(), "{}: {} is not {other}", game.lineup, row.pick);
            }
        }
        // Another game was the odd one, and less so.
        let less = if matches!(row.pick, Pick::Longest | Pick::Comeback) {
            value.wrapping_sub(1)
        } else {
            value.wrapping_add(1)
        };
        let elsewhere = |row: &mut GameRow| (row.block, row.value) = (row.block + 1, Some(less));
        assert!(
            with(&elsewhere, by_number).check(played, false).is_err(),
            "{}: {} is odder than {less}",
            game.lineup,
            row.pick
        );
    }
    if matches!(row.pick, Pick::Unfinished | Pick::Shared) {
        let later = |row: &mut GameRow| row.block += 1;
        assert!(
            with(&later, by_number).check(played, false).is_err(),
            "{}: the first that is {}",
            game.lineup,
            row.pick
        );
    }
    if row.pick == Pick::Flipped {
        let others = |row: &mut GameRow| row.winners = Some("7".to_owned());
        assert!(with(&others, by_number).check(played, false).is_err());
    }
}

fn is_as_picked(row: &GameRow, game: &Value) {
    let winners = game["outcome"]["winners"].as_array().expect("a list").len();
    match row.pick {
        Pick::Unfinished => assert_eq!(game["outcome"]["unfinished"], true),
        Pick::Longest | Pick::Shortest => {
            assert_eq!(game["lengths"]["decisions"], row.value.expect("a length"));
        }
        Pick::Shared => assert!(winners > 1),
        Pick::Closest => assert_eq!(winners, 1),
        Pick::Comeback | Pick::Dramatic | Pick::Flipped => assert!(winners > 0),
    }
}

#[test]
fn every_game_of_the_table_is_found_again() {
    for game in GAMES.iter() {
        found_again(game);
    }
}

/// An experiment with a strategy of the user and two variants.
fn experiment() -> Table {
    let table = Table::new();
    table.file(
        "strategies/crisps/mine.toml",
        "kind = \"flat-monte-carlo\"\n[parameters]\niterations = 3\nrollout = \"greedy\"\n",
    );
    table.file(
        "e.toml",
        "game = \"crisps\"\nseed = 4\nblocks = 60\nbaseline = \"designer\"\n[[variant]]\nname = \"designer\"\n\
         [[variant]]\nname = \"no-face-up\"\nrules = { face_up_draw = false, points_to_win = 1 }\n\
         [[lineup]]\nstrategies = [\"mine\", \"random\"]\n[[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n",
    );
    table.good(&["run", "e.toml", "--quiet"]);
    table
}

#[test]
fn a_game_of_results_is_found_again() {
    let table = experiment();
    let from =
        ["trace", "--from", "results/e", "--variant", "no-face-up", "--lineup", "mine vs random"];
    let longest = table.good(&[&from[..], &["--pick", "longest"]].concat());
    let game: Value = serde_json::from_str(&longest).expect("one game");
    let (block, seated) = (
        game["index"].to_string(),
        format!("{},{}", game["strategies"][0], game["strategies"][1]).replace('"', ""),
    );
    let described = ["trace", "crisps", "--strategies", &seated, "--seed", "4", "--index", &block];
    assert_eq!(
        table.good(
            &[&described[..], &["--set", "face_up_draw=false", "--set", "points_to_win=1"]]
                .concat()
        ),
        longest
    );
    assert_eq!(
        table.good(&[&from[..], &["--block", &block, "--arrangement", &seated]].concat()),
        longest
    );
    // The strategy of the run, not the current contents of its file.
    table.file("strategies/crisps/mine.toml", "kind = \"random\"\n");
    assert_eq!(table.good(&[&from[..], &["--pick", "longest"]].concat()), longest);
    fs::remove_file(table.path().join("strategies/crisps/mine.toml")).expect("a file");
    assert_eq!(table.good(&[&from[..], &["--pick", "longest"]].concat()), longest);
    // Another winner under the rules of the baseline: both games, its own first.
    let flipped = table.good(&[&from[..], &["--pick", "flipped"]].concat());
    let games: Vec<Value> =
        flipped.lines().map(|line| serde_json::from_str(line).expect("a game")).collect();
    let [baseline, variant] = &games[..] else { panic!("two games") };
    assert_eq!(
        (&baseline["rules"]["face_up_draw"], &variant["rules"]["face_up_draw"]),
        (&true.into(), &false.into())
    );
    assert_eq!(
        (&baseline["index"], &baseline["strategies"]),
        (&variant["index"], &variant["strategies"])
    );
    assert_ne!(baseline["outcome"]["winners"], variant["outcome"]["winners"]);
}

#[test]
fn an_unknown_line_up_is_refused() {
    let table = experiment();
    let path = table.path().join("results/e/results.json");
    let whole = fs::read_to_string(&path).expect("results");
    for lineup in [&["greedy"][..], &[], &["greedy"; 3]] {
        let mut results: Value = serde_json::from_str(&whole).expect("JSON");
        results["manifest"]["lineups"][1] = lineup.into();
        fs::write(&path, results.to_string()).expect("written");
        let game = [
            "--from", "results/e", "--block", "0", "--variant", "designer", "--lineup",
            "greedy vs greedy",
        ];
        for command in [&["show"][..], &["trace"]] {
            let output = table.run(&[command, &game].concat());
            let error = text(&output.stderr);
            assert!(
                output.status.code() == Some(1)
                    && error.contains("strategies in the line-up `greedy vs greedy`"),
                "{error}"
            );
        }
        // A page shows the games that can be shown.
        table.good(&["report", "results/e"]);
    }
    let greedy =
        StrategyFile::find(Repertoire::of::<Crisps>(), "greedy", &Location::whole("greedy"))
            .expect("a strategy");
    let seated = |players: usize| {
        party(
            &Crisps,
            &Settings::defaults(Crisps::DESCRIPTION.knobs),
            &vec![greedy.clone(); players],
            1,
        )
    };
    assert!(seated(2).is_ok() && seated(1).is_err() && seated(3).is_err());
}

#[test]
fn missing_games_are_named() {
    let table = experiment();
    let refused = |arguments: &[&str], said: &[&str]| {
        for command in ["trace", "show"] {
            let output = table.run(&[&[command, "--from", "results/e"], arguments].concat());
            let error = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{arguments:?}, {said:?}: {error}");
            assert!(said.iter().all(|said| error.contains(said)), "{arguments:?}: {error}");
        }
    };
    refused(&[], &["`--pick` is missing", "longest", "flipped", "--block"]);
    refused(&["--pick", "longest"], &["`--variant` is missing", "\"designer\", \"no-face-up\""]);
    refused(
        &["--pick", "longest", "--variant", "no-faceup"],
        &["unknown variant `no-faceup`", "did you mean `no-face-up`?"],
    );
    refused(
        &["--pick", "flipped"],
        &["`--lineup` is missing", "\"greedy vs greedy\", \"mine vs random\""],
    );
    refused(
        &["--pick", "unfinished"],
        &["--pick unfinished: there is no such game", "allowed: --pick longest, shortest"],
    );
    refused(
        &["--block", "60", "--variant", "designer", "--lineup", "greedy vs greedy"],
        &["`--block` cannot be 60", "from 0 to 59"],
    );
    let by_number = ["--block", "3", "--variant", "designer", "--lineup", "mine vs random"];
    refused(&by_number, &["`--arrangement` is missing", "\"mine,random\", \"random,mine\""]);
    refused(
        &[&by_number[..], &["--arrangement", "mine,mine"]].concat(),
        &["unknown arrangement `mine,mine`", "random,mine"],
    );
    for (arguments, said) in [
        (&["trace"][..], "<GAME>"),
        (&["trace", "crisps", "--from", "results/e"], "cannot be used with"),
        (
            &["trace", "--from", "results/e", "--seed", "3", "--pick", "longest"],
            "cannot be used with",
        ),
        (
            &["show", "--from", "results/e", "--pick", "strange"],
            "unfinished, longest, shortest, comeback, dramatic, closest, shared, flipped",
        ),
    ] {
        let output = table.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(said), "{arguments:?}: {}", text(&output.stderr));
    }
    for option in [["--pick", "longest"], ["--variant", "designer"], ["--block", "3"]] {
        let error = text(&table.run(&[&["show", "crisps"][..], &option].concat()).stderr);
        assert!(error.contains(&format!("{}: `--from` is missing", option[0])), "{error}");
    }
    let output = table.run(&["show", "crisps", "--seat", "3"]);
    assert!(
        text(&output.stderr).contains("`--seat` cannot be 3\n  allowed: a seat from 1 to 2"),
        "{}",
        text(&output.stderr)
    );
    let output = table.run(&["trace", "--from", "elsewhere", "--pick", "longest"]);
    assert!(
        text(&output.stderr).contains("unknown results `elsewhere`\n  allowed: e\n"),
        "{}",
        text(&output.stderr)
    );
    let output = table.run(&["trace", "--from", "results/ee", "--pick", "longest"]);
    assert!(text(&output.stderr).contains("did you mean `results/e`?"), "{}", text(&output.stderr));
    // A name works like a folder, for each command that takes results.
    let game = ["--block", "0", "--variant", "designer", "--lineup", "greedy vs greedy"];
    for command in ["trace", "show"] {
        let told = ["results/e", "results/e/results.json", "e", "e.toml"]
            .map(|from| table.good(&[&[command, "--from", from][..], &game].concat()));
        assert!(told.iter().all(|other| *other == told[0]), "{command}");
    }
    // Results may be packed.
    let good = table.read("results/e/results.json");
    let command = [&["show", "--from", "e"], &game[..]].concat();
    let told = table.good(&command);
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(good.as_bytes()).expect("memory");
    let folder = table.path().join("results/e");
    fs::write(folder.join("results.json.gz"), packed.finish().expect("memory")).expect("a file");
    fs::remove_file(folder.join("results.json")).expect("a file");
    assert_eq!(table.good(&command), told);

    // Results of another version, and strategies that are not in the results.
    let with = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        table.file("results/e/results.json", &good.replacen(from, to, 1));
    };
    let pick = ["--pick", "longest", "--variant", "designer", "--lineup", "mine vs random"];
    with("\"schema_version\":", "\"schema_version\":9");
    refused(&pick, &["schema version 9", "run the experiment again"]);
    with("\"mine\":{\"kind\":\"flat-monte-carlo\"", "\"mine\":{\"kind\":\"external\"");
    refused(&pick, &["results.json", "the strategy `mine`", "unknown key `parameters`"]);
    with(
        "\"mine\":{\"kind\":\"flat-monte-carlo\"",
        "\"mine\":{\"kind\":\"external\",\"command\":[]},\"other\":{\"kind\":\"\"",
    );
    refused(&pick, &["the strategy `mine`", "`command` cannot be empty"]);
    with("\"mine\":{\"kind\":\"flat-monte-carlo\"", "\"mine\":{\"kind\":\"own\"");
    refused(&pick, &["the strategy `mine` is a Rust type"]);
    with("\"iterations\":3", "\"iterations\":90");
    refused(&pick, &["the game `longest` is another one now", "run the experiment again"]);
    // The same by its number.
    let games = table.read("results/e/games.csv");
    let rows: Vec<Vec<String>> = csv::Reader::from_reader(games.as_bytes())
        .records()
        .map(|row| row.expect("a row").iter().map(str::to_owned).collect())
        .collect();
    let longest = rows
        .iter()
        .find(|row| row[1..5] == ["designer", "mine vs random", "2", "longest"])
        .expect("it stands there");
    refused(
        &[&pick[2..], &["--block", &longest[5], "--arrangement", &longest[6]]].concat(),
        &[&format!("the game of block {} is another one now", longest[5])],
    );
    with("{", "");
    refused(&pick, &["cannot be read: it does not hold results"]);
}

/// The width of the widest line.
fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn games_are_told() {
    let table = Table::new();
    let short = [
        ("crisps", ["hand_size=5", "points_to_win=1"], "heuristic,random"),
        ("crackpipe", ["max_turns=9", "hit_table=double"], "greedy,random"),
        ("scrip", ["starting_deck=12", "max_turns=7"], "greedy,random"),
        ("crypto-cards", ["hand_size=9", "end_on_joker=1"], "greedy,heuristic"),
    ];
    for (game, [one, other], strategies) in short {
        let arguments =
            ["show", game, "--strategies", strategies, "--seed", "2", "--set", one, "--set", other];
        let told = table.good(&arguments);
        assert!(widest(&told) <= 80);
        insta::assert_snapshot!(format!("told_{game}"), told);
        let to_seat = table.good(&[&arguments[..], &["--seat", "2"]].concat());
        insta::assert_snapshot!(format!("told_{game}_to_seat_2"), to_seat);
        assert!(
            !to_seat.contains("Seat 1 holds") && to_seat.contains("Told as seat 2 saw it."),
            "{to_seat}"
        );
        let narrow = table.good(&[&arguments[..], &["--width", "40", "--games", "2"]].concat());
        assert!(widest(&narrow) <= 40 && narrow.contains("game 1, seed 2"), "{narrow}");
    }
}

#[test]
fn picked_games_are_shown() {
    let table = experiment();
    let mut told = 0;
    for line in table.read("results/e/games.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [variant, lineup, pick] = [cells[1], cells[2], cells[4]];
        let arguments = [
            "show", "--from", "results/e", "--variant", variant, "--lineup", lineup, "--pick", pick,
        ];
        let text = table.good(&arguments);
        let heading = text.lines().next().expect("a heading");
        assert!(
            heading.contains(&format!("block {} ({pick}), seed 4", cells[5]))
                && heading.contains(lineup),
            "{heading}"
        );
        assert!(widest(&text) <= 80, "{pick}: {}", widest(&text));
        if pick == "flipped" {
            assert!(
                text.contains("Rules: points_to_win = 1, face_up_draw = false")
                    && text.contains("part"),
                "{text}"
            );
            assert_eq!(text.matches("The end, after").count(), 2);
            let beside = table.good(&[&arguments[..], &["--width", "160"]].concat());
            let both = beside
                .lines()
                .find(|line| line.matches("The end, after").count() == 2 || line.contains(" | "));
            assert!(both.is_some() && (100..=160).contains(&widest(&beside)), "{beside}");
            assert!(beside.lines().count() < text.lines().count());
        }
        told += 1;
    }
    assert!(told > 10, "{told}");
}
