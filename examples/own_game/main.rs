//! Little Whist, a game that a user of the library adds: `docs/own-games.md` explains it step by
//! step.
//!
//! Two to four players, the cards from 10 to Ace in four suits, hands of four. The player to the
//! left follows suit if it can. The highest card of the suit led wins the trick, or the highest
//! trump, and its player leads the next one. The most tricks win.

mod cards;
mod tell;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use fairdeal::cards::standard::{Card, CardSet, Suit};
use fairdeal::game::{
    ActionSet, Chance, Description, Game, GameList, MAX_LENGTH_UNITS, Observer, Pile, Searchable,
    Standing, TableView, Turn, UNFINISHED, UnseenCards,
};
use fairdeal::games::crisps::Crisps;
use fairdeal::input::{InputError, Preset, Settings, choices, knobs};
use fairdeal::rng::{Purpose, Stream};
use fairdeal::seat::{MAX_SEATS, Seat};
use fairdeal::strategy::{FlatMonteCarlo, Ismcts};
use serde::Serialize;
use serde_json::json;

/// Runs the command line of fairdeal with this game beside one of its own.
fn main() -> ExitCode {
    fairdeal::cli::main_with(GameList::new(&[&LittleWhist, &Crisps]))
}

/// The game of Little Whist.
#[derive(Clone, Copy, Debug)]
struct LittleWhist;

const MOST_PLAYERS: usize = 4;

/// The ranks 10, J, Q, K and A in every suit.
const DECK: CardSet = CardSet::of_ranks(0b0111_1100_0000_0000);

choices! {
    enum Trump { None = "none", Spades = "spades" }
}

knobs! {
    /// The knobs of Little Whist.
    struct Knobs {
        /// cards dealt to each player
        hand_size: u32 = 4, in 1..=5;
        /// the suit that beats all others
        trump: Trump = Trump::None;
        /// tricks, after which the game is unfinished
        max_turns: u32 = 100, in 1..=1_000_000;
    }
}

static PRESETS: [Preset; 2] = [
    Preset { name: "designer", summary: "hands of four, no trumps", values: &[] },
    Preset {
        name: "trumps",
        summary: "spades beat all other suits",
        values: &[Knobs::trump(Trump::Spades)],
    },
];

/// The rules of one variant, ready to play.
#[derive(Debug)]
struct Rules {
    knobs: Knobs,
    players: u8,
    trumps: CardSet,
}

/// What all can see, or have seen.
#[derive(Clone, Debug, Default, Serialize)]
struct Table {
    /// By seat: the cards that it played.
    played: [CardSet; MOST_PLAYERS],
    /// By seat: the suits that it did not follow, and so has none of.
    lacks: [CardSet; MOST_PLAYERS],
    /// The cards of this trick.
    trick: CardSet,
    /// The best of them, and who played it.
    best: Option<(Card, Seat)>,
    /// All cards of the suit that was led; none before a lead.
    led: CardSet,
    /// Whose decision is due.
    seat: Seat,
    /// By seat: the tricks that it won.
    won: [i64; MAX_SEATS],
    decisions: u32,
    tricks: u32,
    /// What ended the game.
    end: Option<u8>,
}

/// What one seat may know: the table and its own hand.
type View<'a> = TableView<'a, Rules, Table, CardSet>;

/// The full truth about a game.
#[derive(Clone, Debug)]
struct State {
    table: Table,
    hands: [CardSet; MOST_PLAYERS],
    /// The cards that nobody was dealt.
    aside: CardSet,
}

impl Rules {
    /// Does a card beat the best of the trick so far?
    fn beats(&self, card: Card, best: Card) -> bool {
        let trump = |card| self.trumps.contains(card);
        if card.suit() == best.suit() {
            card.rank() > best.rank()
        } else {
            trump(card) && !trump(best)
        }
    }
}

impl Game for LittleWhist {
    const DESCRIPTION: Description = Description {
        name: "little-whist",
        title: "Little Whist",
        summary: "two to four players follow suit with four cards each; the most tricks win",
        plural: "games",
        fewest_players: 2,
        most_players: MOST_PLAYERS,
        teams: 0,
        knobs: Knobs::KNOBS,
        defaults_version: 1,
        presets: &PRESETS,
        length_units: &["decisions", "tricks"],
        action_kinds: &["play"],
        end_reasons: &["hands empty", UNFINISHED],
        events: &[],
        rulings: &["Players level for most tricks share the win."],
        ..Description::PLAIN
    };

    type Rules = Rules;
    type State = State;
    type Action = Card;
    type Legal = ActionSet<Card, 1>;
    type View<'a> = View<'a>;
    type Event<'a> = &'a State;

    fn rules(settings: &Settings, players: usize) -> Result<Rules, InputError> {
        let knobs = Knobs::read(settings);
        let trumps = if knobs.trump == Trump::Spades {
            CardSet::of_suit(Suit::Spades)
        } else {
            CardSet::EMPTY
        };
        Ok(Rules { knobs, players: players as u8, trumps })
    }

    fn undealt(_rules: &Rules) -> State {
        State {
            table: Table::default(),
            hands: [CardSet::EMPTY; MOST_PLAYERS],
            aside: CardSet::EMPTY,
        }
    }

    fn begin(
        rules: &Rules,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    ) {
        let mut pile = Pile::shuffled(DECK, Purpose::Deck(0), chance);
        state.hands[..usize::from(rules.players)]
            .iter_mut()
            .for_each(|hand| *hand = pile.deal(rules.knobs.hand_size));
        state.aside = pile.deal(DECK.count());
        observer.event(state);
    }

    #[inline(always)]
    fn turn(state: &State) -> Turn {
        if state.table.end.is_some() { Turn::Over } else { Turn::Decide(state.table.seat) }
    }

    #[inline(always)]
    fn legal(_rules: &Rules, state: &State) -> ActionSet<Card, 1> {
        let hand = state.hands[state.table.seat.index()];
        let follows = hand.and(state.table.led);
        ActionSet::from(if follows.is_empty() { hand } else { follows })
    }

    #[inline(always)]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> View<'a> {
        View { rules, table: &state.table, seat, hand: state.hands[seat.index()] }
    }

    #[inline(always)]
    fn apply(
        rules: &Rules,
        state: &mut State,
        card: Card,
        _chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        let State { table, hands, .. } = state;
        let seat = table.seat;
        hands[seat.index()] = hands[seat.index()].without(card);
        table.played[seat.index()] = table.played[seat.index()].with(card);
        table.trick = table.trick.with(card);
        (table.decisions, table.seat) = (table.decisions + 1, seat.next(rules.players));
        let best = table.best.filter(|(best, _)| !rules.beats(card, *best)).unwrap_or((card, seat));
        if table.best.is_none() {
            table.led = CardSet::of_suit(card.suit());
        } else if !table.led.contains(card) {
            table.lacks[seat.index()] = table.lacks[seat.index()].union(table.led);
        }
        table.best = Some(best);
        if table.trick.count() == u32::from(rules.players) {
            let winner = best.1;
            (table.trick, table.best, table.led, table.seat) =
                (CardSet::EMPTY, None, CardSet::EMPTY, winner);
            table.won[winner.index()] += 1;
            table.tricks += 1;
            table.end = if hands[winner.index()].is_empty() {
                Some(0)
            } else {
                (table.tricks >= rules.knobs.max_turns).then_some(1)
            };
        }
    }

    fn standing(rules: &Rules, state: &State) -> Standing {
        Standing::highest(state.table.won, rules.players.into())
    }

    fn end_reason(_rules: &Rules, state: &State) -> u8 {
        state.table.end.unwrap_or(0)
    }

    fn lengths(state: &State) -> [u64; MAX_LENGTH_UNITS] {
        [state.table.decisions, state.table.tricks, 0, 0].map(u64::from)
    }

    fn event_json(rules: &Rules, dealt: &&State) -> serde_json::Value {
        json!({"e": "setup", "hands": dealt.hands[..usize::from(rules.players)], "aside": dealt.aside})
    }

    const TELLER: &'static dyn fairdeal::game::Tell<Self> = &tell::Words;

    const CARD_TELLER: Option<&'static dyn fairdeal::game::CardTeller<Self>> = Some(&cards::Cards);
}

impl Searchable for LittleWhist {
    /// All that the seat sees, the hands of others empty; and the cards that it does not see.
    type Determinizer = (State, UnseenCards<MOST_PLAYERS>);

    fn determinizer(view: &View<'_>) -> Self::Determinizer {
        let View { rules, table, seat, hand } = *view;
        let (mut hands, mut sizes) = ([CardSet::EMPTY; MOST_PLAYERS], [0; MOST_PLAYERS]);
        hands[seat.index()] = hand;
        for other in Seat::all(rules.players.into()).filter(|other| *other != seat) {
            sizes[other.index()] = rules.knobs.hand_size - table.played[other.index()].count();
        }
        let cards =
            table.played.iter().fold(DECK.minus(hand), |cards, played| cards.minus(*played));
        let allowed = table.lacks.map(|suits| DECK.minus(suits));
        let shown = State { table: table.clone(), hands, aside: CardSet::EMPTY };
        (shown, UnseenCards { cards, sizes, allowed })
    }

    #[inline(always)]
    fn sample(_rules: &Rules, (shown, unseen): &Self::Determinizer, stream: &mut Stream) -> State {
        let (mut hands, aside) = unseen.deal(stream);
        hands.iter_mut().zip(shown.hands).for_each(|(hand, seen)| *hand = hand.union(seen));
        State { table: shown.table.clone(), hands, aside }
    }
}

fairdeal::kinds! {
    /// A player of Little Whist.
    Player, seated as Seated, for LittleWhist, shipped in "strategies/": ["flat", "strong"], climbing ["random", "flat", "strong"] {
        "flat-monte-carlo" => Flat(FlatMonteCarlo<LittleWhist>),
        "ismcts" => Ismcts(Ismcts<LittleWhist>),
    }
}
