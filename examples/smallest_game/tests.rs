//! How the library serves a game that says no more than it must: no words, events, cards, search,
//! kinds or strategy files.

use fairdeal::experiment::{CardsQuestion, ChancesQuestion, Experiment};
use fairdeal::game::{AnyGame, AnyParty, Eyes};
use fairdeal::input::{Location, Settings};
use fairdeal::session::Session;
use fairdeal::show::WIDTH;
use fairdeal::strategy::{Playable, Repertoire, StrategyFile};
use serde_json::json;

use super::*;

fn random() -> StrategyFile {
    StrategyFile::find(Repertoire::of::<TinyWhist>(), "random", &Location::whole("test"))
        .expect("every game has it")
}

/// Two players who choose by chance.
fn party() -> Box<dyn AnyParty> {
    let strategies = [random().into(), random().into()];
    TinyWhist.party(&Settings::defaults(&[]), &strategies, 1, false).expect("two players")
}

/// It has no words of its own.
#[test]
fn it_is_told_all_the_same() {
    let mut party = party();
    let mut told =
        |eyes| party.tell(0, eyes, "Tiny Whist").expect("legal play").0.lines(WIDTH).join("\n");
    // `cargo test` has these tests as a module of another program.
    insta::with_settings!({ prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("told_without_words", told(Eyes::All));
        insta::assert_snapshot!("told_without_words_to_seat_1", told(Eyes::Of(Seat::new(1))));
    });
}

/// Nobody can draw its hidden cards anew, and it names no cards: what can be counted is, and the
/// rest is refused by name.
#[test]
fn its_chances_and_cards_are_not_told() {
    let experiment = || Experiment::new(&TinyWhist, "test").blocks(50).lineup(["random", "random"]);
    let error =
        experiment().chances(ChancesQuestion::default()).plan().expect_err("no search").to_string();
    assert!(
        error.contains("chances of winning in Tiny Whist, which cannot draw hidden cards anew")
            && error.contains("Searchable"),
        "{error}"
    );
    let error =
        experiment().cards(CardsQuestion::default()).plan().expect_err("no cards").to_string();
    assert!(
        error.contains("cards in Tiny Whist, which names none") && error.contains("CardTeller"),
        "{error}"
    );
    let plan = experiment().play().plan().expect("two players");
    let tables = Session::default().threads(1).run(&plan).expect("played").results;
    let branching = tables.play.iter().find(|row| row.measure == "branching").expect("counted");
    assert_eq!((branching.average.estimate, branching.average.among), (Some(2.185), 400));
    assert!(
        tables.chances.is_empty()
            && tables.cards.is_empty()
            && tables.play.iter().all(|row| row.measure != "tension")
    );
}

#[test]
fn it_is_played_by_name() {
    let games = GameList::new(&[&TinyWhist]);
    assert_eq!(games.descriptions().map(|game| game.name).collect::<Vec<_>>(), ["tiny-whist"]);
    let names: Vec<&str> = TinyWhist::REPERTOIRE.kinds.iter().map(|kind| kind.name).collect();
    assert_eq!(
        (names, StrategyFile::names(Repertoire::of::<TinyWhist>())),
        (vec!["random"], vec!["random".to_owned()])
    );
    let plan = Experiment::new(&TinyWhist, "test").blocks(50).lineup([random(), random()]).plan();
    let results = Session::default().threads(1).run(&plan.expect("two players")).expect("played");
    assert_eq!(results.results.first_player[0].share.games, 50);
}

/// It reports no events: its traces hold what its seats see, which is all that can be played again.
#[test]
fn its_traces_hold_what_is_seen() {
    let (game, _) = party().trace(0).expect("legal play");
    let events = game["events"].as_array().expect("a list");
    // Before each of eight decisions and at the end.
    assert_eq!(events.iter().filter(|event| event["e"] == "seen").count(), 9);
    let hands: Vec<_> = (0..2).map(|seat| &events[0]["seats"][seat]["hand"]).collect();
    assert!(hands.iter().all(|hand| hand.as_array().is_some_and(|hand| hand.len() == 4)));
    assert_eq!(events[1]["legal"], *hands[0], "seat 0 leads any card");
    let (led, next) = (&events[1]["chosen"], &events[2]);
    assert_eq!(
        (&next["table"]["lead"], &next["table"]["seat"], &next["seats"][1]),
        (led, &json!(1), &json!({})),
        "no more than what changed"
    );
    assert!(next["table"].get("won").is_none());
    assert_eq!(game["lengths"], json!({"decisions": 8}));
}

#[test]
fn it_has_the_whole_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out").display().to_string();
    for (arguments, said) in [
        (
            format!("match tiny-whist --strategies random,random --blocks 40 --out {out}"),
            "Tiny Whist",
        ),
        (format!("report {out}"), ""),
        ("rules tiny-whist".to_owned(), "This game has no knobs."),
        ("trace tiny-whist --strategies random,random --games 1".to_owned(), "\"seen\""),
        ("show tiny-whist --strategies random,random".to_owned(), "holds"),
        ("list games".to_owned(), "tiny-whist"),
        (format!("new tiny-whist --out {out}.toml"), "run "),
        (format!("run {out}.toml --blocks 20 --out {out}-again"), "Tiny Whist"),
    ] {
        let arguments = format!("smallest_game {arguments}");
        let mut out = Vec::new();
        let code =
            fairdeal::cli::run_with(GameList::new(&[&TinyWhist]), arguments.split(' '), &mut out);
        let text = String::from_utf8(out).expect("text");
        assert!(code == 0 && text.contains(said), "{arguments}: {text}");
    }
}
