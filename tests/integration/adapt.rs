//! `adapt`: players learn each set of rules before they play by it, once and for all.

use std::fs;
use std::path::Path;

use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Overrides, Plan, parse};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::input::Document;
use fairdeal::results::Results;

use crate::support::table::{Table, text};

/// A folder with a game in a file, and an experiment about it.
fn with_game(game: &str, experiment: &str) -> Table {
    let table = Table::new();
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let source = fs::read_to_string(games.join(game)).expect("a game");
    table.file(game, &source).file("e.toml", &format!("game = \"{game}\"\n{experiment}"));
    table
}

fn plan(experiment: &str) -> Result<Plan, String> {
    let text = format!("game = \"crackpipe\"\nblocks = 10\n{experiment}");
    let document = Document::parse("f.toml", text.as_str()).expect("TOML");
    parse(&Crackpipe, &document, Overrides::default()).map_err(|error| error.to_string())
}

/// Two line-ups at tables of two sizes.
const LINEUPS: &str = "[[lineup]]
strategies = [\"greedy\"]
players = 2
[[lineup]]
strategies = [\"random\"]
players = 3
";

fn files_in(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn players_who_adapt_sit_at_all_tables_and_among_others() {
    let plan = plan(&format!("adapt = {{ games = 1000 }}\n{LINEUPS}")).expect("a plan");
    let lineups: Vec<&str> = plan.lineups().iter().map(|lineup| lineup.name.as_str()).collect();
    let expected = [
        "greedy vs greedy",
        "3 x random",
        "adapted vs adapted",
        "3 x adapted",
        "adapted vs greedy",
        "adapted vs random vs random",
    ];
    assert_eq!(lineups, expected);
    let lessons = plan.lessons();
    let [lesson] = &lessons[..] else { panic!("{lessons:?}") };
    // The next checkpoint.
    assert_eq!((lesson.games, lesson.player()), (1024, "adapted"));
}

/// Up to eight sets of rules have a training each; of more, one player learns all but the baseline.
#[test]
fn many_sets_of_rules_are_learned_by_one_player() {
    let sweep = |values: &str| {
        let text = format!("adapt = {{ games = 1024 }}\n{LINEUPS}[sweep]\n{values}\n");
        let plan = plan(&text).expect("a plan");
        let lessons = plan.lessons();
        lessons.iter().map(|lesson| lesson.variants.len()).collect::<Vec<_>>()
    };
    assert_eq!(sweep("rules.decks = [2, 3]"), [1, 1, 1]);
    let many = "rules.decks = [0, 2, 3]\nrules.jokers_per_deck = [0, 1, 2, 3]";
    assert_eq!(sweep(many), [1, 11]);
}

/// The key of a training, and the digest of its experiment, have everything that decides which
/// player comes out.
#[test]
fn trainings_are_known_by_all_that_makes_them() {
    let of = |text: &str| {
        let plan = plan(&format!("{text}\n{LINEUPS}")).expect("a plan");
        (plan.digest(), plan.lessons()[0].key.clone())
    };
    let usual = of("adapt = { games = 1024 }");
    assert_eq!(usual, of("adapt = { games = 1000 }"), "the same checkpoint");
    assert_eq!(usual, of("adapt = { games = 1024, trainings = 1 }"));
    let others = [
        "adapt = { games = 2048 }",
        "adapt = { games = 1024, teacher = \"greedy\" }",
        "adapt = { games = 1024, from = \"learned\" }",
        "seed = 1\nadapt = { games = 1024 }",
    ];
    for other in others {
        let (digest, key) = of(other);
        assert!(digest != usual.0 && key != usual.1, "{other}");
    }
    let rules = "[[variant]]\nname = \"other\"\nrules = { cherry = true }\n";
    let other = plan(&format!("adapt = {{ games = 1024 }}\n{LINEUPS}{rules}")).expect("a plan");
    assert_ne!(other.lessons()[0].key, usual.1, "other rules");
    // What the players of another training are called changes no player.
    let several = plan(&format!("adapt = {{ games = 1024, trainings = 2 }}\n{LINEUPS}"));
    let lessons = several.expect("a plan").lessons();
    let names: Vec<&str> = lessons.iter().map(fairdeal::experiment::Lesson::player).collect();
    assert_eq!(names, ["adapted 1", "adapted 2"]);
    assert_eq!(lessons[0].key, usual.1);
    assert_ne!(lessons[1].key, usual.1);
}

#[test]
fn the_usual_length_of_a_training_follows_from_that_of_games() {
    let games = |game: &'static dyn AnyGame, sizes: &str| {
        let text = format!(
            "game = \"{}\"\nblocks = 10\nadapt = true\n[[lineup]]\nstrategies = [\"greedy\"]\n{sizes}",
            game.description().name
        );
        let document = Document::parse("f.toml", text.as_str()).expect("TOML");
        let plan = parse(game, &document, Overrides::default()).expect("a plan");
        plan.lessons()[0].games
    };
    let [two, six] = ["players = 2", "players = 6"].map(|sizes| games(&Crackpipe, sizes));
    assert!(six < two, "{six} and {two}: games of six are longer");
}

/// What is learned is kept: nothing is learned twice, and the results are the same. Rules that
/// change nothing give the same players, and so no difference at all.
#[test]
fn nothing_is_learned_twice() {
    let experiment = "blocks = 200
adapt = { games = 1024 }
[[variant]]
name = \"usual\"
[[variant]]
name = \"same\"
rules = { ranks_used = 13 }
[[variant]]
name = \"waits\"
rules = { ties = \"waits\" }
[[lineup]]
strategies = [\"random\", \"random\"]
";
    let table = with_game("gops.py", experiment);
    let first = table.run(&["run", "e.toml", "--out", "one"]);
    let said = text(&first.stderr);
    assert!(said.contains("adapted learns the rules `usual` (training 1 of 3)"), "{said}");
    let folder = table.path().join("strategies/gops/adapted");
    let made = files_in(&folder);
    // Equal rules share their player.
    assert_eq!(made.len(), 4, "{made:?}");
    let again = table.run(&["run", "e.toml", "--out", "two", "--threads", "1"]);
    let said = text(&again.stderr);
    assert!(!said.contains("learns"), "{said}");
    for name in ["counts.jsonl.gz", "first_player.csv", "answer.txt"] {
        let read = |out: &str| fs::read(table.path().join(out).join(name)).expect("written");
        assert!(read("one") == read("two"), "{name}");
    }
    let results = Results::read(&table.path().join("one")).expect("results");
    let between = |row: &&fairdeal::rows::ComparisonRow| {
        row.cell.lineup == "adapted vs adapted" && row.cell.variant == "same"
    };
    let same: Vec<_> = results.comparisons.iter().filter(between).collect();
    assert!(!same.is_empty() && same.iter().all(|row| row.difference == Some(0.0)));
    let answer = table.read("one/answer.txt");
    assert!(answer.contains("Players who learned the rules:"), "{answer}");

    // A stored game is told by the players who played it.
    let stored = ["show", "--from", "one", "--lineup", "adapted vs adapted", "--block", "3"];
    let said = table.good(&[&stored[..], &["--variant", "waits"]].concat());
    assert!(said.contains("adapted"), "{said}");
}

/// A deck that is shuffled twice changes nothing, but its players learn from other games. So what
/// differs between them says nothing about the rule, unless several trainings say it.
#[test]
fn what_a_variant_changes_is_told_over_trainings() {
    let table = Table::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("games/kuhn_poker.py");
    let twice = "    deck.shuffle()\n    if TWICE:\n        deck.shuffle()\n";
    let source = fs::read_to_string(source).expect("a game");
    let source = source.replace("    deck.shuffle()\n", twice);
    let knob = "TWICE = knob(False, help=\"shuffles twice\")\nANTE = knob";
    table.file("twice.py", &source.replace("ANTE = knob", knob));
    let answer = |trainings: u32| {
        let adapt = format!("adapt = {{ games = 1024, trainings = {trainings} }}");
        let variants = "[[variant]]\nname = \"once\"\n[[variant]]\nname = \"twice\"\n\
                        rules = { twice = true }\n";
        let lineup = "[[lineup]]\nstrategies = [\"random\", \"random\"]\n";
        let text = format!("game = \"twice.py\"\nblocks = 400\n{adapt}\n{variants}{lineup}");
        table.file("e.toml", &text);
        table.good(&["run", "e.toml", "--quiet", "--force", "--out", "out"]);
        let results = Results::read(&table.path().join("out")).expect("results");
        let lineups = results.comparisons.iter().map(|row| row.cell.lineup.as_str());
        assert!(
            lineups.clone().count() > 0 && lineups.clone().all(|name| name == "random vs random")
        );
        table.read("out/answer.txt")
    };
    let told = answer(2);
    assert!(told.contains("is known from three `trainings` on"), "{told}");
    let told = answer(3);
    assert!(told.contains("over 3 trainings the first player wins "), "{told}");
    assert!(told.contains(", with twice ") && told.contains("| twice | 2 | 3 | "), "{told}");
}

/// Shards play with what the machine that planned has learned, and learn nothing themselves.
#[test]
fn shards_need_the_players_of_their_plan() {
    let experiment = "blocks = 40\nadapt = { games = 1024 }\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n";
    let table = with_game("gops.py", experiment);
    table.good(&["plan", "e.toml", "--shards", "2", "--quiet", "--out", "p.json"]);
    let folder = table.path().join("strategies");
    let away = table.path().join("away");
    fs::rename(&folder, &away).expect("moved");
    let shard = table.run(&["run", "--plan", "p.json", "--shard", "0", "--quiet"]);
    assert_eq!(shard.status.code(), Some(3), "{}", text(&shard.stderr));
    assert!(text(&shard.stderr).contains("copy the folder"), "{}", text(&shard.stderr));
    fs::rename(&away, &folder).expect("moved");
    // A part of the folder is as bad as nothing, and the rest may come.
    let made = fs::read_dir(folder.join("gops/adapted")).expect("a folder");
    let mut made = made.map(|entry| entry.expect("a file").path());
    let weights = made.find(|path| path.extension().is_some_and(|end| end == "weights"));
    let weights = weights.expect("weights");
    let whole = fs::read(&weights).expect("read");
    for part in [None, Some(&whole[..whole.len() / 2])] {
        match part {
            None => fs::remove_file(&weights).expect("removed"),
            Some(part) => fs::write(&weights, part).expect("written"),
        }
        let shard = table.run(&["run", "--plan", "p.json", "--shard", "0", "--quiet"]);
        assert_eq!(shard.status.code(), Some(3), "{}", text(&shard.stderr));
    }
    fs::write(&weights, &whole).expect("written");
    for shard in ["0", "1"] {
        table.good(&["run", "--plan", "p.json", "--shard", shard, "--quiet"]);
    }
    table.good(&["merge", "p.json", "--quiet", "--out", "merged"]);
    table.good(&["run", "e.toml", "--quiet", "--out", "whole"]);
    assert_eq!(table.read("merged/first_player.csv"), table.read("whole/first_player.csv"));
    assert_eq!(table.read("merged/manifest.json"), table.read("whole/manifest.json"));
}

/// They climb ladders and play matches, too.
#[test]
fn commands_without_a_file_let_players_adapt() {
    let table = with_game("gops.py", "");
    let of_command = |command: &str| {
        let arguments = format!("{command} --adapt=1024 --blocks 50 --out {command}");
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let asked = [&[arguments[0], "gops.py", "--strategies", "random,greedy"], &arguments[1..]];
        table.good(&asked.concat())
    };
    let said = of_command("ladder");
    assert!(said.contains("adapted"), "{said}");
    let said = of_command("match");
    assert!(said.contains("adapted vs adapted"), "{said}");
}

#[test]
fn the_names_of_the_players_are_told() {
    let lineup = "[[lineup]]\nstrategies = [\"adapted\"]\nplayers = 2\n";
    for (adapt, expected) in [
        ("", "need `adapt = true`"),
        ("adapt = { trainings = 2 }\n", "players who adapt are called adapted 1, adapted 2"),
    ] {
        let said = plan(&format!("{adapt}{lineup}")).map(|_| ()).expect_err("refused");
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn mistakes_are_explained() {
    for (adapt, expected) in [
        ("\"yes\"", &["f.toml:3", "`adapt` cannot be \"yes\"", "true, false"][..]),
        ("{ game = 5 }", &["f.toml:3", "`game`", "did you mean `games`"]),
        ("{ games = 0 }", &["f.toml:3", "`games` cannot be 0"]),
        ("{ trainings = 99 }", &["f.toml:3", "`trainings` cannot be 99"]),
        ("{ teacher = \"greed\" }", &["f.toml:3", "did you mean `greedy`"]),
        ("{ from = \"greedy\" }", &["f.toml:3", "`greedy` as `from`", "of the kind `learned`"]),
        (
            "{ teacher = \"greedy\", from = \"learned\" }",
            &["f.toml:3", "`teacher` and `from` are both given"],
        ),
    ] {
        let said = plan(&format!("adapt = {adapt}\n{LINEUPS}")).map(|_| ()).expect_err("refused");
        for part in expected {
            assert!(said.contains(part), "lacks {part}: {said}");
        }
    }
}
