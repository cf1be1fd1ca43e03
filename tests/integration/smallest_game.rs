//! A game that implements no more than it must: no search, no kinds of its own, no strategy files.

use fairdeal::cards::standard::{Card, CardSet, Suit};
use fairdeal::experiment::{CardsQuestion, ChancesQuestion, Experiment};
use fairdeal::game::conformance::{Examined, NotSearched, examine_presets, examine_random_knobs};
use fairdeal::game::{
    ActionSet, Chance, Description, Eyes, Game, MAX_LENGTH_UNITS, Observer, Pile, Standing,
    TableView, Turn, UNFINISHED,
};
use fairdeal::input::{InputError, Location, Preset, Settings, knobs};
use fairdeal::playthrough::Party;
use fairdeal::registry::GameList;
use fairdeal::rng::{Purpose, Stream};
use fairdeal::seat::{MAX_SEATS, Seat};
use fairdeal::show::conformance::random_games_are_told_fairly;
use fairdeal::show::{WIDTH, tell};
use fairdeal::strategy::{Playable, StrategyFile};
use serde_json::json;

use crate::support::{play, results};

/// Each of two players is dealt two spades and keeps one: the higher one wins.
#[derive(Clone, Copy, Debug)]
struct KeepOne;

knobs! {
    struct Knobs {
        /// turns, after which the game is unfinished
        max_turns: u32 = 100, in 1..=100;
    }
}

static PRESETS: [Preset; 1] = [Preset { name: "designer", summary: "as it is", values: &[] }];

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Table {
    kept: [CardSet; 2],
    turns: u32,
    end: Option<u8>,
}

#[derive(Clone, Debug)]
struct State {
    table: Table,
    hands: [CardSet; 2],
    rest: CardSet,
}

impl Game for KeepOne {
    const DESCRIPTION: Description = Description {
        name: "keep-one",
        title: "Keep One",
        summary: "keep one of two cards",
        plural: "games",
        fewest_players: 2,
        most_players: 2,
        knobs: Knobs::KNOBS,
        defaults_version: 1,
        presets: &PRESETS,
        length_units: &["decisions"],
        action_kinds: &["keep"],
        end_reasons: &["both have kept a card", UNFINISHED],
        rulings: &[],
    };

    type Rules = u32;
    type State = State;
    type Action = Card;
    type Legal = ActionSet<Card, 1>;
    type View<'a> = TableView<'a, u32, Table, CardSet>;
    type Event<'a> = ();

    fn rules(settings: &Settings, _players: usize) -> Result<u32, InputError> {
        Ok(Knobs::read(settings).max_turns)
    }

    fn undealt(_max_turns: &u32) -> State {
        State { table: Table::default(), hands: [CardSet::EMPTY; 2], rest: CardSet::EMPTY }
    }

    fn begin(
        _max_turns: &u32,
        state: &mut State,
        chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        let mut pile = Pile::shuffled(CardSet::of_suit(Suit::Spades), Purpose::Deck(0), chance);
        state.hands = [pile.deal(2), pile.deal(2)];
        state.rest = pile.deal(12);
    }

    fn turn(state: &State) -> Turn {
        if state.table.end.is_some() {
            Turn::Over
        } else {
            Turn::Decide(Seat::new(state.table.turns as u8))
        }
    }

    fn legal(_max_turns: &u32, state: &State) -> ActionSet<Card, 1> {
        state.hands[state.table.turns as usize].into()
    }

    fn view<'a>(rules: &'a u32, state: &'a State, seat: Seat) -> Self::View<'a> {
        TableView { rules, table: &state.table, seat, hand: state.hands[seat.index()] }
    }

    fn apply(
        max_turns: &u32,
        state: &mut State,
        card: Card,
        _chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        state.table.kept[state.table.turns as usize] = CardSet::only(card);
        state.table.turns += 1;
        state.table.end = if state.table.turns == 2 {
            Some(0)
        } else {
            (state.table.turns >= *max_turns).then_some(1)
        };
    }

    fn standing(_max_turns: &u32, state: &State) -> Standing {
        let mut scores = [0; MAX_SEATS];
        for (score, kept) in scores.iter_mut().zip(state.table.kept) {
            *score = kept.sum_of_ranks() as i32;
        }
        Standing::highest(scores, 2)
    }

    fn end_reason(_max_turns: &u32, state: &State) -> u8 {
        state.table.end.unwrap_or(0)
    }

    fn lengths(state: &State) -> [u32; MAX_LENGTH_UNITS] {
        [state.table.turns, 0, 0, 0]
    }

    fn action_name(_max_turns: &u32, card: Card) -> String {
        format!("keep {card}")
    }

    fn event_json(_max_turns: &u32, _event: &()) -> serde_json::Value {
        json!({"e": "nothing"})
    }
}

fairdeal::kinds! {
    /// A player of Keep One.
    Player, seated as Seated, for KeepOne, shipped in "": [], climbing ["random"] {}
}

impl Examined for KeepOne {
    type Search = NotSearched;

    fn cards(_max_turns: &u32, state: &State) -> Vec<u8> {
        let all = state.hands.iter().fold(state.rest, |all, hand| all.union(*hand));
        all.iter().map(Card::number).collect()
    }

    fn rearrange_hidden(_max_turns: &u32, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut state = state.clone();
        let (other, mut cards) = (seat.other().index(), Vec::new());
        cards.extend(state.rest.union(state.hands[other]).minus(state.table.kept[other]).iter());
        stream.shuffle(&mut cards);
        let size = (state.hands[other].count() - state.table.kept[other].count()) as usize;
        state.hands[other] = cards.drain(..size).fold(state.table.kept[other], CardSet::with);
        state.rest = cards.into_iter().fold(CardSet::EMPTY, CardSet::with);
        state
    }

    fn decision_bound(_settings: &Settings) -> u64 {
        2
    }
}

#[test]
fn it_conforms() {
    examine_presets::<KeepOne>(30);
    examine_random_knobs::<KeepOne>(10, 3);
}

/// It has no words of its own.
#[test]
fn it_is_told_all_the_same() {
    random_games_are_told_fairly::<KeepOne>(100, 3);
    let random = StrategyFile::find::<KeepOne>("random", &Location::whole("test"))
        .expect("every game has it");
    let mut party = Party::<KeepOne>::new(
        &Settings::defaults(Knobs::KNOBS),
        &[random.clone(), random],
        1,
        false,
    )
    .expect("two players");
    let mut told =
        |eyes| tell(&mut party, 0, eyes, "Keep One").expect("legal play").0.lines(WIDTH).join("\n");
    insta::assert_snapshot!("told_without_words", told(Eyes::All));
    insta::assert_snapshot!("told_without_words_to_seat_1", told(Eyes::Of(Seat::new(1))));
}

/// Nobody can draw its hidden cards anew, and it names no cards: what can be counted is, and the
/// rest is refused by name.
#[test]
fn its_chances_and_cards_are_not_told() {
    let experiment = || Experiment::<KeepOne>::new("test").blocks(50).lineup(["random", "random"]);
    let error =
        experiment().chances(ChancesQuestion::default()).plan().expect_err("no search").to_string();
    assert!(
        error.contains("chances of winning in Keep One, which cannot draw hidden cards anew")
            && error.contains("Searchable"),
        "{error}"
    );
    let error =
        experiment().cards(CardsQuestion::default()).plan().expect_err("no cards").to_string();
    assert!(
        error.contains("cards in Keep One, which names none") && error.contains("CardTeller"),
        "{error}"
    );
    let plan = experiment().play().plan().expect("two players");
    let tables = results(&plan, &play(&plan, 1)).tables;
    let branching = tables.play.iter().find(|row| row.measure == "branching").expect("counted");
    assert_eq!((branching.average.estimate, branching.average.among), (Some(2.0), 100));
    assert!(
        tables.chances.is_empty()
            && tables.cards.is_empty()
            && tables.play.iter().all(|row| row.measure != "tension")
    );
}

#[test]
fn it_is_played_by_name() {
    type Games = fairdeal::games![KeepOne];
    assert_eq!(
        Games::descriptions().iter().map(|game| game.name).collect::<Vec<_>>(),
        ["keep-one"]
    );
    let names: Vec<&str> = KeepOne::KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(
        (names, StrategyFile::names::<KeepOne>()),
        (vec!["random"], vec!["random".to_owned()])
    );
    let random = StrategyFile::find::<KeepOne>("random", &Location::whole("test"))
        .expect("every game has it");
    let plan =
        Experiment::<KeepOne>::new("test").blocks(50).lineup([random.clone(), random]).plan();
    assert_eq!(play(&plan.expect("two players"), 1).blocks(), 50);
}
