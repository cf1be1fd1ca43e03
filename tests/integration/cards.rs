//! The value of cards: in a game that can be enumerated, and in all others.

use std::collections::{BTreeMap, BTreeSet};

use fairdeal::cards::standard::{Card, CardSet, Suit};
use fairdeal::experiment::{CardsQuestion, Experiment, Plan, RulesChoice};
use fairdeal::findings::Analysis;
use fairdeal::game::conformance::{
    Examined, NotSearched, designer, examine_presets, examine_random_knobs,
};
use fairdeal::game::{
    ActionSet, CardNames, CardNotes, CardTeller, Chance, Choice, Description, Game, LegalSet,
    MAX_LENGTH_UNITS, Observer, Pile, Standing, TableView, Turn, UNFINISHED,
};
use fairdeal::games::crisps::Crisps;
use fairdeal::games::crypto_cards::CryptoCards;
use fairdeal::games::scrip::Scrip;
use fairdeal::input::{InputError, Location, Preset, Settings, choices, knobs};
use fairdeal::registry::GAMES;
use fairdeal::results::Results;
use fairdeal::rng::{Purpose, Stream};
use fairdeal::rows::{Against, CardRow};
use fairdeal::seat::{MAX_SEATS, Seat, SeatSet};
use fairdeal::session::Session;
use fairdeal::stats::Confidence;
use fairdeal::strategy::{Entrant, Failure, Playable, Strategy, StrategyFile};
use serde_json::json;

use crate::support::{party, play, results};
use fairdeal::any_game::AnyGame;

/// Two players are dealt two of eight spades, 2 to 9, and each shows one of them. Either the
/// highest card dealt wins, or a coin that lies open decides.
#[derive(Clone, Copy, Debug)]
struct Showdown;

choices! {
    enum Wins { HighestCard = "highest_card", Coin = "coin" }
}

knobs! {
    struct Knobs {
        /// the rule that decides the winner
        wins: Wins = Wins::HighestCard;
        /// turns after which the game ends unfinished
        max_turns: u32 = 100, in 1..=100;
    }
}

static PRESETS: [Preset; 1] = [Preset { name: "designer", summary: "as it is", values: &[] }];

const RANKS: std::ops::RangeInclusive<u8> = 2..=9;
const SHOWN: usize = 1;

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Table {
    shown: CardSet,
    /// The coin, which lies open and decides the winner.
    open: bool,
    winner: u8,
    turns: u32,
    end: Option<u8>,
}

#[derive(Clone, Debug)]
struct State {
    table: Table,
    /// The hands as dealt.
    hands: [CardSet; 2],
    rest: CardSet,
}

impl Game for Showdown {
    const DESCRIPTION: Description = Description {
        name: "showdown",
        title: "Showdown",
        summary: "show one of two cards",
        plural: "games",
        fewest_players: 2,
        most_players: 2,
        teams: 0,
        knobs: Knobs::KNOBS,
        defaults_version: 1,
        presets: &PRESETS,
        length_units: &["decisions"],
        action_kinds: &["show"],
        end_reasons: &["both have shown a card", UNFINISHED],
        events: &[],
        rulings: &[],
        ..Description::PLAIN
    };

    type Rules = Knobs;
    type State = State;
    type Action = Card;
    type Legal = ActionSet<Card, 1>;
    type View<'a> = TableView<'a, Knobs, Table, CardSet>;
    type Event<'a> = ();

    fn rules(settings: &Settings, _players: usize) -> Result<Knobs, InputError> {
        Ok(Knobs::read(settings))
    }

    fn undealt(_rules: &Knobs) -> State {
        State { table: Table::default(), hands: [CardSet::EMPTY; 2], rest: CardSet::EMPTY }
    }

    fn begin(
        rules: &Knobs,
        state: &mut State,
        chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        let deck: CardSet = RANKS.map(|rank| Card::new(Suit::Spades, rank)).collect();
        let mut pile = Pile::shuffled(deck, Purpose::Deck(0), chance);
        state.hands = [pile.deal(2), pile.deal(2)];
        state.rest = pile.deal(4);
        state.table.open = rules.wins == Wins::Coin;
        state.table.winner =
            if state.table.open { chance.below(Purpose::Other(0), 2) as u8 } else { 0 };
    }

    fn turn(state: &State) -> Turn {
        if state.table.end.is_some() {
            Turn::Over
        } else {
            Turn::Decide(Seat::new(state.table.turns as u8))
        }
    }

    fn legal(_rules: &Knobs, state: &State) -> ActionSet<Card, 1> {
        state.hands[state.table.turns as usize].into()
    }

    fn view<'a>(rules: &'a Knobs, state: &'a State, seat: Seat) -> Self::View<'a> {
        TableView { rules, table: &state.table, seat, hand: state.hands[seat.index()] }
    }

    fn apply(
        rules: &Knobs,
        state: &mut State,
        card: Card,
        _chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        state.table.shown = state.table.shown.with(card);
        state.table.turns += 1;
        state.table.end = if state.table.turns == 2 {
            Some(0)
        } else {
            (state.table.turns >= rules.max_turns).then_some(1)
        };
    }

    fn standing(_rules: &Knobs, state: &State) -> Standing {
        let highest = u8::from(state.hands[1].bits() > state.hands[0].bits());
        let winner = Seat::new(if state.table.open { state.table.winner } else { highest });
        let mut scores = [0; MAX_SEATS];
        scores[winner.index()] = 1;
        Standing { scores, leaders: SeatSet::only(winner) }
    }

    fn end_reason(_rules: &Knobs, state: &State) -> u8 {
        state.table.end.unwrap_or(0)
    }

    fn lengths(state: &State) -> [u64; MAX_LENGTH_UNITS] {
        [state.table.turns.into(), 0, 0, 0]
    }

    fn action_name(_rules: &Knobs, card: Card) -> String {
        format!("show {card}")
    }

    fn event_json(_rules: &Knobs, _event: &()) -> serde_json::Value {
        json!({"e": "nothing"})
    }

    const CARD_TELLER: Option<&'static dyn CardTeller<Self>> = Some(&Cards);
}

struct Cards;

impl CardTeller<Showdown> for Cards {
    fn names(&self) -> CardNames {
        CardNames { cards: &Card::NAMES, events: &["dealt", "shown"] }
    }

    fn dealt_to(&self, _: &Knobs, _: &State, place: usize, _: u16) -> Option<Seat> {
        Seat::all(2).nth(place / 2)
    }

    fn action(&self, seat: Seat, card: Card, notes: &mut CardNotes) {
        notes.note(seat, SHOWN, CardSet::only(card).bits());
    }
}

impl Examined for Showdown {
    type Search = NotSearched;

    fn cards(_rules: &Knobs, state: &State) -> Vec<u8> {
        state
            .hands
            .iter()
            .fold(state.rest, |all, hand| all.union(*hand))
            .iter()
            .map(Card::number)
            .collect()
    }

    fn rearrange_hidden(_rules: &Knobs, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut state = state.clone();
        let other = seat.other().index();
        let shown = state.hands[other].and(state.table.shown);
        let mut cards: Vec<Card> =
            state.rest.union(state.hands[other]).minus(shown).iter().collect();
        stream.shuffle(&mut cards);
        state.hands[other] = cards.drain(..2 - shown.count() as usize).fold(shown, CardSet::with);
        state.rest = cards.into_iter().collect();
        state
    }

    fn decision_bound(_settings: &Settings) -> u64 {
        2
    }
}

fairdeal::kinds! {
    /// A player of Showdown.
    Player, seated as Seated, for Showdown, shipped in "": [], climbing ["random"] {}
}

/// Shows the 9 if it has won anyhow, and any other card before the 9 if not.
#[derive(Clone, Copy, Debug)]
struct ShowOff;

impl Strategy<Showdown> for ShowOff {
    fn choose<'l>(
        &mut self,
        view: &TableView<'_, Knobs, Table, CardSet>,
        legal: &'l ActionSet<Card, 1>,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, Card>, Failure> {
        let wins = view.table.open && usize::from(view.table.winner) == view.seat.index();
        legal.choose_nth(if wins { legal.count() - 1 } else { 0 }).ok_or(Failure::NoLegalAction)
    }
}

const BLOCKS: u64 = 3000;

fn asked(exchanges: u32) -> CardsQuestion {
    CardsQuestion { exchanges, blocks: BLOCKS }
}

/// The card rows of a mirror of Showdown.
fn cards_of(rules: &str, strategy: Entrant, exchanges: u32) -> Vec<CardRow> {
    let rules = RulesChoice { rules: None, set: vec![rules.to_owned()] };
    let sure =
        Analysis { confidence: Confidence::new(0.999).expect("a level"), ..Analysis::default() };
    let experiment = Experiment::new(&Showdown, "test")
        .seed(3)
        .blocks(BLOCKS)
        .analysis(sure)
        .rules("rules", &rules);
    let plan = experiment
        .lineup([strategy.clone(), strategy])
        .cards(asked(exchanges))
        .plan()
        .expect("a plan");
    results(&plan, &play(&plan, 1)).tables.cards
}

fn random(game: &'static dyn AnyGame) -> Entrant {
    StrategyFile::find(game.repertoire(), "random", &Location::whole("test"))
        .expect("every game has it")
        .into()
}

fn row<'r>(rows: &'r [CardRow], event: &str, card: &str, against: Against) -> &'r CardRow {
    rows.iter()
        .find(|row| (row.event.as_str(), row.card.as_str(), row.against) == (event, card, against))
        .expect("a row")
}

fn ends(row: &CardRow) -> (f64, f64, f64) {
    (
        row.low.expect("enough blocks"),
        row.estimate.expect("games"),
        row.high.expect("enough blocks"),
    )
}

/// The win rate with a card dealt minus that without it, over all deals.
fn value_by_enumeration(card: u8) -> f64 {
    let mut rates = [(0, 0); 2];
    let hands = || {
        RANKS.flat_map(|one| RANKS.filter(move |other| one < *other).map(move |other| [one, other]))
    };
    for own in hands() {
        for other in hands().filter(|other| !other.iter().any(|card| own.contains(card))) {
            let (wins, games) = &mut rates[usize::from(own.contains(&card))];
            *wins += u32::from(own[1] > other[1]);
            *games += 1;
        }
    }
    let rate = |(wins, games): (u32, u32)| f64::from(wins) / f64::from(games);
    rate(rates[1]) - rate(rates[0])
}

#[test]
fn it_conforms() {
    examine_presets::<Showdown>(30);
    examine_random_knobs::<Showdown>(10, 3);
}

#[test]
fn the_value_of_a_card_agrees_with_enumeration() {
    assert!((value_by_enumeration(9) - 1.0 + value_by_enumeration_without_nine()).abs() < 1e-12);
    let rows = cards_of("wins=highest_card", random(&Showdown), 2);
    for rank in RANKS {
        let card = Card::new(Suit::Spades, rank).to_string();
        let truth = value_by_enumeration(rank);
        let [without, exchanged] = [Against::Without, Against::Exchanged]
            .map(|against| row(&rows, "dealt", &card, against));
        for row in [without, exchanged] {
            let (low, estimate, high) = ends(row);
            assert!(
                low <= truth && truth <= high,
                "{card} {}: {estimate} [{low}, {high}], and in truth {truth}",
                row.against
            );
        }
        // Two exchanges for each seat that is dealt the card.
        assert_eq!((without.games, exchanged.other_games), (exchanged.games / 2, exchanged.games));
        assert_eq!(
            (without.other_games, without.blocks),
            (2 * u128::from(BLOCKS) - without.games, BLOCKS)
        );
    }
}

/// The player with the 9 wins. Without it a player wins half of the games in which the other does
/// not have it either: of the six other cards of seven, two are dealt.
fn value_by_enumeration_without_nine() -> f64 {
    (1.0 - 2.0 / 6.0) / 2.0
}

#[test]
fn a_card_shown_by_the_winner_has_no_value() {
    let rows = cards_of("wins=coin", Entrant::new(&Showdown, "show-off", "1", ShowOff), 1);
    // A player who shows the 9 has won, which says much about the player, and nothing about the
    // card.
    let (low, estimate, high) = ends(row(&rows, "shown", "9S", Against::Without));
    assert!(low > 0.5 && high <= 1.0 && estimate < high, "{estimate} [{low}, {high}]");
    assert_eq!(row(&rows, "shown", "9S", Against::Without).win_rate, Some(1.0));
    for rank in RANKS {
        let card = Card::new(Suit::Spades, rank).to_string();
        let exchanged = row(&rows, "dealt", &card, Against::Exchanged);
        let (low, estimate, high) = ends(exchanged);
        assert_eq!((estimate, exchanged.changed_blocks), (0.0, 0), "{card}");
        assert!(
            low < 0.0 && high > 0.0 && high - low < 0.04,
            "not surer than the games say: {low} {high}"
        );
        let (low, _, high) = ends(row(&rows, "dealt", &card, Against::Without));
        assert!(low < 0.0 && high > 0.0, "{card} without: {low} {high}");
    }
    assert!(
        rows.iter().all(|row| row.event == "dealt" || row.against == Against::Without),
        "only what is dealt is exchanged"
    );
}

#[test]
fn every_dealt_card_is_counted() {
    fn rows(game: &'static dyn AnyGame) -> (Results, u128) {
        let experiment =
            Experiment::new(game, "test").blocks(30).lineup([random(game), random(game)]);
        let plan =
            experiment.cards(CardsQuestion { exchanges: 1, blocks: 1 }).plan().expect("a plan");
        let results = results(&plan, &play(&plan, 1));
        let dealt = |row: &&CardRow| row.event == "dealt" && row.against == Against::Without;
        let games = results.tables.cards.iter().filter(dealt).map(|row| row.games).sum();
        (results, games)
    }
    // In Scrip all of six cards; in Crisps, every deal of a match counts for both players, and a
    // rank only once in a hand.
    assert_eq!(rows(&Scrip).1, 30 * 2 * 6);
    let (crisps, _) = rows(&Crisps);
    let deals = crisps.tables.lengths.iter().find(|row| row.unit == "deals").expect("its lengths");
    let singles = row(&crisps.tables.cards, "dealt", "single", Against::Without);
    assert_eq!((singles.games, singles.wins_840), (2 * deals.sum as u128, 840 * deals.sum as u128));
    assert_eq!((singles.other_games, singles.estimate, singles.win_rate), (0, None, Some(0.5)));
    // A score in Crypto Cards is the number of cards left.
    let portfolios = rows(&CryptoCards).0.tables;
    let left: u128 = portfolios
        .cards
        .iter()
        .filter(|row| row.event == "left in the portfolio")
        .map(|row| row.games)
        .sum();
    assert_eq!(left as i128, portfolios.seats.iter().map(|row| row.score_sum).sum::<i128>());
    let eights = row(&crisps.tables.cards, "dealt", "8", Against::Without);
    assert_eq!(eights.games + eights.other_games, 2 * deals.sum as u128);
}

/// By card: the number of seats in games in which something happened, from the table and from the
/// traces. `card_of` reads the card from the name of an action.
fn counted_and_told<G: Playable>(
    game: &'static G,
    event: &str,
    card_of: impl Fn(&str) -> Option<&str>,
) -> [BTreeMap<String, u128>; 2] {
    const GAMES: u64 = 25;
    let experiment =
        Experiment::new(game, "test").seed(4).blocks(GAMES).lineup([random(game), random(game)]);
    let plan = experiment.cards(CardsQuestion { exchanges: 1, blocks: 1 }).plan().expect("a plan");
    let cards = results(&plan, &play(&plan, 1)).tables.cards;
    let counted = cards
        .iter()
        .filter(|row| row.event == event)
        .map(|row| (row.card.clone(), row.games))
        .collect();
    let file = StrategyFile::find(game.repertoire(), "random", &Location::whole("test"))
        .expect("every game has it");
    let mut party = party(game, &designer::<G>(), &[file.clone(), file], 4).expect("can be dealt");
    let mut seats = BTreeSet::new();
    for number in 0..GAMES {
        let game = party.trace(number).expect("legal play").0;
        for event in
            game["events"].as_array().expect("a list").iter().filter(|event| event["e"] == "decide")
        {
            let card = event["chosen"].as_str().and_then(&card_of);
            seats.extend(card.map(|card| (card.to_owned(), number, event["p"].as_u64())));
        }
    }
    let mut told = BTreeMap::new();
    for (card, ..) in seats {
        *told.entry(card).or_default() += 1;
    }
    [counted, told]
}

#[test]
fn card_events_agree_with_the_traces() {
    let [counted, told] =
        counted_and_told(&Scrip, "countered with", |action| action.strip_prefix("counter "));
    assert!(told.len() > 5 && counted == told, "{counted:?} {told:?}");
    // "sell 3C", "face QH sell 7H".
    let [counted, told] =
        counted_and_told(&CryptoCards, "sold", |action| Some(action.split_once("sell ")?.1));
    assert!(told.len() > 20 && counted == told, "{counted:?} {told:?}");
}

fn split(game: &'static dyn AnyGame) {
    let entrants = [
        random(game),
        Entrant::from(
            StrategyFile::find(game.repertoire(), "greedy", &Location::whole("test"))
                .expect("shipped"),
        ),
    ];
    let experiment = Experiment::new(game, "test").blocks(24).lineup(entrants);
    let plan: Plan =
        experiment.cards(CardsQuestion { exchanges: 2, blocks: 9 }).plan().expect("a plan");
    let whole = play(&plan, 1);
    assert_eq!(play(&plan, 3), whole, "{}", game.description().name);
    let part = |blocks| Session::default().threads(1).play_blocks(&plan, blocks).expect("a run");
    let mut parts = part(7..24);
    parts.merge(&part(0..7)).expect("other blocks");
    assert_eq!(results(&plan, &parts), results(&plan, &whole), "{}", game.description().name);
    assert!(
        results(&plan, &whole).tables.cards.iter().any(|row| row.against == Against::Exchanged)
    );
}

#[test]
fn cards_do_not_depend_on_threads_and_ranges() {
    for game in GAMES.iter() {
        split(game);
    }
}
