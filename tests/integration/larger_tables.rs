//! Strategies with other parameters at larger tables.

use crate::support::{only, party, player_counts};

use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{ChancesQuestion, Experiment};
use fairdeal::games::crackpipe::Crackpipe;
use fairdeal::games::crisps::Crisps;
use fairdeal::games::crypto_cards::CryptoCards;
use fairdeal::games::scrip::Scrip;
use fairdeal::input::{Document, Location, Settings};
use fairdeal::registry::GAMES;
use fairdeal::strategy::{Repertoire, Restriction, StrategyFile};

fn strategy(game: &'static dyn AnyGame, text: &str) -> StrategyFile {
    StrategyFile::parse(game.repertoire(), &Document::parse("mine.toml", text).expect("TOML"))
        .expect("a strategy")
}

/// The trace of a game in which all play like `file`.
fn written(game: &'static dyn AnyGame, file: &StrategyFile, players: usize) -> String {
    let named = StrategyFile { name: "mine".to_owned(), ..file.clone() };
    let mut party =
        party(game, &Settings::defaults(game.description().knobs), &vec![named; players], 5)
            .expect("can be dealt");
    party.trace(3).expect("legal play").0.to_string()
}

/// Whether a strategy plays at each table like one of these: the parameters from this many players
/// on, ascending, each changing those before.
fn plays_as(game: &'static dyn AnyGame, file: &StrategyFile, at_tables: &[(usize, StrategyFile)]) {
    for players in player_counts(game) {
        let (_, same) =
            at_tables.iter().rev().find(|(from, _)| *from <= players).expect("parameters for all");
        assert_eq!(
            written(game, file, players),
            written(game, same, players),
            "{players} players of {}",
            game.description().name
        );
    }
    let [few, .., many] = at_tables else { panic!("several") };
    let most = game.description().most_players;
    assert_ne!(
        written(game, &few.1, most),
        written(game, &many.1, most),
        "{}: it is another way to play",
        game.description().name
    );
}

fn plays_as_its_parameters(game: &'static dyn AnyGame) -> usize {
    let (fewest, most) = (game.description().fewest_players, game.description().most_players);
    if most < fewest + 2 {
        return 0;
    }
    let plain = |rest: &str| {
        strategy(game, &format!("kind = \"ismcts\"\n[parameters]\niterations = 12\n{rest}\n"))
    };
    // Sections may be in any order; each changes the parameters for fewer players.
    let text = format!(
        "kind = \"ismcts\"\n[from_players.{most}]\nopponents = \"random\"\n[from_players.{}]\nrollout = \"greedy\"\n[parameters]\niterations = 12\n",
        fewest + 1
    );
    let file = strategy(game, &text);
    let at_tables = [
        (0, plain("")),
        (fewest + 1, plain("rollout = \"greedy\"")),
        (most, plain("rollout = \"greedy\"\nopponents = \"random\"")),
    ];
    plays_as(game, &file, &at_tables);

    // The record in results is the same strategy.
    let again = StrategyFile::from_record(
        game.repertoire(),
        "mine",
        &file.record(),
        &Location::whole("results"),
    )
    .expect("read again");
    assert_eq!((again.identity(), again.record()), (file.identity(), file.record()));
    plays_as(game, &again, &at_tables);
    assert_ne!(file.identity(), at_tables[0].1.identity());

    // Changes apply to all tables.
    let double = file.with_budget(2).expect("it has a budget");
    plays_as(
        game,
        &double,
        &at_tables
            .each_ref()
            .map(|(from, file)| (*from, file.with_budget(2).expect("it has a budget"))),
    );
    let few = file.with_budget_up_to(3);
    plays_as(
        game,
        &few,
        &at_tables.each_ref().map(|(from, file)| (*from, file.with_budget_up_to(3))),
    );
    let kind = *game.description().action_kinds.last().expect("a game has kinds of action");
    let never = Restriction::new(game.description(), [kind], &Location::whole("test"))
        .expect("a kind of action");
    let bound = file.restrict(game.description(), &never).expect("others are left");
    plays_as(
        game,
        &bound,
        &at_tables.each_ref().map(|(from, file)| {
            (*from, file.restrict(game.description(), &never).expect("others are left"))
        }),
    );
    let others = strategy(game, "kind = \"greedy\"\n");
    let knows =
        |file: &StrategyFile| file.knowing(game.repertoire(), &others).expect("it searches");
    for players in player_counts(game) {
        let (_, same) =
            at_tables.iter().rev().find(|(from, _)| *from <= players).expect("parameters for all");
        assert_eq!(written(game, &knows(&file), players), written(game, &knows(same), players));
    }
    1
}

#[test]
fn a_strategy_plays_at_each_table_by_the_parameters_for_it() {
    let games: usize = GAMES.iter().map(plays_as_its_parameters).sum();
    assert!(games >= 3, "{games}");
}

/// A strategy that another one names plays at a table as it would by itself.
#[test]
fn named_strategies_play_for_the_size_of_the_table() {
    let search = |who: &str| {
        let named = format!(
            "rollout = \"{who}\"\nprior = \"{who}\"\nalternate = \"{who}\"\nopponents = [\"{who}\", \"random\"]"
        );
        format!(
            "kind = \"flat-monte-carlo\"\n[parameters]\niterations = 12\nevidence = 1.0\n{named}\n"
        )
    };
    let texts = only(&[
        ("random", "kind = \"random\"\n"),
        ("usual", "kind = \"heuristic\"\n"),
        ("other", "kind = \"heuristic\"\n[parameters]\nheart = -5.0\n"),
        ("changing", "kind = \"heuristic\"\n[from_players.4]\nheart = -5.0\n"),
        ("as-usual", &search("usual")),
        ("as-other", &search("other")),
        ("as-changing", &search("changing")),
    ]);
    let find = |name: &str| {
        StrategyFile::find_in(Repertoire::of::<Scrip>(), &texts, name, &Location::whole("test"))
            .expect("a strategy")
    };
    let [usual, other, changing] = ["as-usual", "as-other", "as-changing"].map(find);
    let again = StrategyFile::from_record(
        Repertoire::of::<Scrip>(),
        "again",
        &changing.record(),
        &Location::whole("results"),
    )
    .expect("read again");
    assert_eq!(again.identity(), changing.identity());
    for file in [changing, again] {
        plays_as(&Scrip, &file, &[(0, usual.clone()), (4, other.clone())]);
    }
}

#[test]
fn an_unknown_parameter_is_named_with_its_section() {
    let document =
        Document::parse("mine.toml", "kind = \"heuristic\"\n[from_players.4]\nheat = 0.0\n")
            .expect("TOML");
    let message = StrategyFile::parse(Repertoire::of::<Scrip>(), &document)
        .expect_err("no such weight")
        .to_string();
    assert!(
        message.starts_with(
            "mine.toml:3: unknown key `heat` in `4` of `[from_players]`\n  did you mean `heart`?"
        ),
        "{message}"
    );
}

#[test]
fn impossible_numbers_of_players_are_refused() {
    let message = |text: &str| {
        let document = Document::parse("mine.toml", text).expect("TOML");
        StrategyFile::parse(Repertoire::of::<Crackpipe>(), &document)
            .expect_err("refused")
            .to_string()
    };
    for number in ["2", "9", "03", "three"] {
        let expected = format!("mine.toml:2: `from_players` cannot be {number}");
        let found = message(&format!("kind = \"greedy\"\n[from_players.{number}]\n"));
        assert!(
            found.starts_with(&expected)
                && found.ends_with("allowed: a number of players from 3 to 8"),
            "{found}"
        );
    }
    let found = message("kind = \"greedy\"\nfrom_players = 3\n");
    assert!(
        found.contains("`from_players` cannot be 3") && found.ends_with("allowed: a table"),
        "{found}"
    );
    let found = message("kind = \"greedy\"\n[from_players]\n4 = 3\n");
    assert!(found.ends_with("allowed: a table"), "{found}");
    let document =
        Document::parse("mine.toml", "kind = \"greedy\"\n[from_players.3]\n").expect("TOML");
    let found = StrategyFile::parse(Repertoire::of::<Crisps>(), &document)
        .expect_err("refused")
        .to_string();
    assert!(found.ends_with("allowed: nothing, since the game is for 2 players alone"), "{found}");
}

/// Parameters for tables that are not played change no digest, and results do not contain them.
#[test]
fn unplayed_larger_tables_are_left_out() {
    let asked = |text: &str, players: usize| {
        let file = StrategyFile { name: "mine".to_owned(), ..strategy(&Scrip, text) };
        Experiment::new(&Scrip, "test").lineup(vec![file; players]).plan().expect("a plan")
    };
    let (plain, larger) =
        ("kind = \"heuristic\"\n", "kind = \"heuristic\"\n[from_players.4]\nheart = -5.0\n");
    for players in 2..=4 {
        let (plain, larger) = (asked(plain, players), asked(larger, players));
        assert_eq!(plain.digest() == larger.digest(), players < 4, "{players}");
        assert_eq!(
            larger.strategy_records()["mine"].from_players.is_none(),
            players < 4,
            "{players}"
        );
    }
}

/// The same for strategies beside the line-ups: exploiters, rollout strategies, and restricted
/// players.
#[test]
fn larger_tables_are_left_out_of_other_questions() {
    let larger = "[from_players.4]\nheart = -5.0\n";
    let digests = |larger: &str, players: usize| {
        let texts = only(&[
            ("plain", "kind = \"heuristic\"\n"),
            ("bold", "kind = \"heuristic\"\n[parameters]\nheart = -2.0\n"),
            ("changing", &format!("kind = \"heuristic\"\n{larger}")),
            (
                "exploiter",
                "kind = \"ismcts\"\n[parameters]\niterations = 12\nrollout = \"changing\"\n",
            ),
        ]);
        let asked = || Experiment::new(&Scrip, "test").texts(&texts);
        let chances =
            ChancesQuestion { strategy: Some("changing".to_owned()), ..ChancesQuestion::default() };
        [
            asked().ladder(&["plain", "bold"], &[]).players(players).exploiters(),
            asked().lineup_of(players, "plain").chances(chances),
            asked().lineup_of(players, "plain").restricted(["changing"]),
            asked().lineup_of(players, "changing").restricted(["changing"]),
        ]
        .map(|experiment| experiment.plan().expect("a plan").digest().clone())
    };
    for players in 2..=4 {
        for (plain, larger) in digests("", players).iter().zip(digests(larger, players)) {
            assert_eq!(*plain == larger, players < 4, "{players}");
        }
    }
}

/// Results of smaller tables contain nothing about larger ones; the strategy still counts as the
/// shipped one.
#[test]
fn a_shipped_strategy_is_recognized_at_the_played_tables() {
    let strong =
        StrategyFile::find(Repertoire::of::<CryptoCards>(), "strong", &Location::whole("test"))
            .expect("shipped");
    assert!(!strong.from_players.is_empty(), "another strategy would test more");
    let few = StrategyFile { from_players: Vec::new(), ..strong.clone() };
    for players in player_counts(&CryptoCards) {
        assert!(strong.is_shipped(Repertoire::of::<CryptoCards>(), players));
        assert_eq!(
            few.is_shipped(Repertoire::of::<CryptoCards>(), players),
            players < strong.from_players[0].0,
            "{players} players"
        );
    }
}
