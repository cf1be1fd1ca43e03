//! A game in which nothing can matter: neither strategies, nor the first player, nor neighbours,
//! nor rules.

use fairdeal::cards::standard::{Card, CardSet, Suit};
use fairdeal::game::{
    ActionSet, Chance, Choice, Description, Game, LegalSet, MAX_LENGTH_UNITS, Observer, Pile,
    Standing, TableView, Turn, UNFINISHED,
};
use fairdeal::input::{InputError, Preset, Settings, knobs};
use fairdeal::rng::{Purpose, Stream};
use fairdeal::seat::{MAX_SEATS, Seat};
use fairdeal::strategy::{Failure, Strategy};
use serde_json::json;

const MOST_PLAYERS: usize = 4;

/// The number of face-down piles.
const PILES: usize = 4;

/// The number of cards in each.
const HEIGHT: usize = 8;

/// In turn, each player takes the top card of one of four face-down piles. The game is over at the
/// end of the round in which an ace was taken, or when each has taken seven cards. The highest sum
/// wins. The cards are well shuffled, so all choices are equivalent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lots;

knobs! {
    struct Knobs {
        /// the number of the shuffle, out of many of the same seed
        shuffle: u32 = 0, in 0..=1000;
        /// turns after which the game ends unfinished
        max_turns: u32 = 1000, in 1..=1000;
    }
}

static PRESETS: [Preset; 1] = [Preset { name: "designer", summary: "as it is", values: &[] }];

#[derive(Debug)]
pub(crate) struct Rules {
    knobs: Knobs,
    players: u8,
}

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
pub(crate) struct Table {
    taken: [usize; PILES],
    sums: [i64; MAX_SEATS],
    turns: u32,
    ace: bool,
    end: Option<u8>,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    table: Table,
    piles: [[Card; HEIGHT]; PILES],
    seat: Seat,
}

/// The cards that represent the piles.
fn places() -> impl Iterator<Item = Card> {
    CardSet::of_suit(Suit::Spades).iter().take(PILES)
}

impl Game for Lots {
    const DESCRIPTION: Description = Description {
        name: "lots",
        title: "Lots",
        summary: "take cards that lie face down",
        plural: "games",
        fewest_players: 2,
        most_players: MOST_PLAYERS,
        teams: 0,
        knobs: Knobs::KNOBS,
        defaults_version: 1,
        presets: &PRESETS,
        length_units: &["turns"],
        action_kinds: &["take"],
        end_reasons: &["an ace", "seven cards each", UNFINISHED],
        events: &[],
        rulings: &[],
        ..Description::PLAIN
    };

    type Rules = Rules;
    type State = State;
    type Action = Card;
    type Legal = ActionSet<Card, 1>;
    type View<'a> = TableView<'a, Rules, Table, CardSet>;
    type Event<'a> = ();

    fn rules(settings: &Settings, players: usize) -> Result<Rules, InputError> {
        Ok(Rules { knobs: Knobs::read(settings), players: players as u8 })
    }

    fn undealt(_rules: &Rules) -> State {
        let any = CardSet::of_suit(Suit::Spades).iter().next().expect("a card");
        State { table: Table::default(), piles: [[any; HEIGHT]; PILES], seat: Seat::new(0) }
    }

    fn begin(
        rules: &Rules,
        state: &mut State,
        chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        let mut pile = Pile::shuffled(
            CardSet::of_ranks(0b0111_1111_1000_0000),
            Purpose::Deck(rules.knobs.shuffle),
            chance,
        );
        for card in state.piles.as_flattened_mut() {
            *card = pile.deal(1).iter().next().unwrap_or(*card);
        }
    }

    fn turn(state: &State) -> Turn {
        if state.table.end.is_some() { Turn::Over } else { Turn::Decide(state.seat) }
    }

    fn legal(_rules: &Rules, state: &State) -> ActionSet<Card, 1> {
        let piles = places().zip(state.table.taken).filter(|(_, taken)| *taken < HEIGHT);
        piles.fold(CardSet::EMPTY, |piles, (place, _)| piles.with(place)).into()
    }

    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> Self::View<'a> {
        TableView { rules, table: &state.table, seat, hand: CardSet::EMPTY }
    }

    fn apply(
        rules: &Rules,
        state: &mut State,
        place: Card,
        _chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        let State { table, piles, seat } = state;
        let pile = places().position(|card| card == place).unwrap_or(0);
        let card = piles[pile][table.taken[pile]];
        table.taken[pile] += 1;
        table.sums[seat.index()] += i64::from(card.rank());
        table.ace |= CardSet::of_ranks(0b0100_0000_0000_0000).contains(card);
        table.turns += 1;
        *seat = seat.next(rules.players);
        let round_is_over = seat.index() == 0;
        table.end = match (round_is_over, table.ace) {
            (true, true) => Some(0),
            (true, false) if table.turns >= 7 * u32::from(rules.players) => Some(1),
            _ => (table.turns >= rules.knobs.max_turns).then_some(2),
        };
    }

    fn standing(rules: &Rules, state: &State) -> Standing {
        Standing::highest(state.table.sums, rules.players.into())
    }

    fn end_reason(_rules: &Rules, state: &State) -> u8 {
        state.table.end.unwrap_or(0)
    }

    fn lengths(state: &State) -> [u64; MAX_LENGTH_UNITS] {
        [state.table.turns.into(), 0, 0, 0]
    }

    fn action_name(_rules: &Rules, place: Card) -> String {
        format!("take {place}")
    }

    fn event_json(_rules: &Rules, _event: &()) -> serde_json::Value {
        json!({"e": "nothing"})
    }
}

fairdeal::kinds! {
    /// A player of Lots.
    Player, seated as Seated, for Lots, shipped in "": [], climbing ["random"] {}
}

/// Takes any card. The same player with another number takes other cards in the same game.
#[derive(Clone, Debug)]
pub(crate) struct Blind {
    pub(crate) number: u32,
}

impl Strategy<Lots> for Blind {
    fn choose<'l>(
        &mut self,
        _view: &TableView<'_, Rules, Table, CardSet>,
        legal: &'l ActionSet<Card, 1>,
        stream: &mut Stream,
    ) -> Result<Choice<'l, Card>, Failure> {
        for _ in 0..self.number {
            stream.word();
        }
        let any = stream.below(legal.iter().count() as u32) as usize;
        legal.iter().nth(any).and_then(|place| legal.choose(place)).ok_or(Failure::NoLegalAction)
    }
}
