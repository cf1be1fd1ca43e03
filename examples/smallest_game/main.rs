//! Tiny Whist, the smallest game of one's own: `docs/own-games.md` begins with it.

use std::process::ExitCode;

use fairdeal::cards::standard::{Card, CardSet};
use fairdeal::game::{
    ActionSet, Chance, Description, Game, GameList, MAX_LENGTH_UNITS, Observer, Pile, Standing,
    TableView, Turn,
};
use fairdeal::input::{InputError, Settings};
use fairdeal::rng::Purpose;
use fairdeal::seat::{MAX_SEATS, Seat};

/// Two players have four cards each and follow suit. The higher card of the suit led takes the
/// trick and leads the next one. The most tricks win.
#[derive(Clone, Debug)]
struct TinyWhist;

/// What both players see.
#[derive(Clone, Debug, Default, serde::Serialize)]
struct Table {
    lead: Option<Card>,
    seat: Seat,
    won: [i64; MAX_SEATS],
    played: CardSet,
}

/// The whole truth: the table, both hands, and the cards that were not dealt.
#[derive(Clone, Debug, Default)]
struct State {
    table: Table,
    hands: [CardSet; 2],
    rest: CardSet,
}

impl Game for TinyWhist {
    const DESCRIPTION: Description = Description {
        name: "tiny-whist",
        title: "Tiny Whist",
        summary: "two players follow suit with four cards each; the most tricks win",
        ..Description::PLAIN
    };
    type Rules = ();
    type State = State;
    type Action = Card;
    type Legal = ActionSet<Card, 1>;
    type View<'a> = TableView<'a, (), Table, CardSet>;
    type Event<'a> = ();

    fn rules(_: &Settings, _players: usize) -> Result<(), InputError> {
        Ok(())
    }

    fn undealt(_: &()) -> State {
        State::default()
    }

    fn begin(_: &(), state: &mut State, chance: &mut impl Chance, _: &mut impl Observer<Self>) {
        let ten_to_ace = CardSet::of_ranks(0b0111_1100_0000_0000);
        let mut pile = Pile::shuffled(ten_to_ace, Purpose::Deck(0), chance);
        state.hands = [pile.deal(4), pile.deal(4)];
        state.rest = pile.deal(12);
    }

    fn turn(state: &State) -> Turn {
        if state.table.played.count() == 8 { Turn::Over } else { Turn::Decide(state.table.seat) }
    }

    fn legal(_: &(), State { table, hands, .. }: &State) -> ActionSet<Card, 1> {
        let hand = hands[table.seat.index()];
        let follows = table.lead.map_or(hand, |lead| hand.and(CardSet::of_suit(lead.suit())));
        if follows.is_empty() { hand.into() } else { follows.into() }
    }

    fn view<'a>(rules: &'a (), state: &'a State, seat: Seat) -> Self::View<'a> {
        TableView { rules, table: &state.table, seat, hand: state.hands[seat.index()] }
    }

    fn apply(
        _: &(),
        State { table, hands, .. }: &mut State,
        card: Card,
        _: &mut impl Chance,
        _: &mut impl Observer<Self>,
    ) {
        let seat = table.seat;
        hands[seat.index()] = hands[seat.index()].without(card);
        table.played = table.played.with(card);
        table.seat = seat.other();
        if let Some(lead) = table.lead.take() {
            let follower_wins = card.suit() == lead.suit() && card.rank() > lead.rank();
            table.seat = if follower_wins { seat } else { seat.other() };
            table.won[table.seat.index()] += 1;
        } else {
            table.lead = Some(card);
        }
    }

    fn standing(_: &(), state: &State) -> Standing {
        Standing::highest(state.table.won, 2)
    }

    fn lengths(state: &State) -> [u64; MAX_LENGTH_UNITS] {
        [state.table.played.count().into(), 0, 0, 0]
    }
}

// Random choices and programs can play it.
fairdeal::kinds!(TinyWhist);

/// The command line of fairdeal with this game.
fn main() -> ExitCode {
    fairdeal::cli::main_with(GameList::new(&[&TinyWhist]))
}

#[cfg(test)]
mod conformance {
    use fairdeal::game::conformance::{Examined, NotSearched, examine_presets, numbers};
    use fairdeal::show::conformance::random_games_are_told_fairly;

    use super::*;

    impl Examined for TinyWhist {
        type Search = NotSearched;

        fn cards(_: &(), State { table, hands, rest }: &State) -> Vec<u8> {
            numbers([hands[0], hands[1], *rest, table.played])
        }

        fn hidden(state: &mut State, seat: Seat) -> Vec<&mut CardSet> {
            vec![&mut state.hands[seat.other().index()], &mut state.rest]
        }
    }

    #[test]
    fn it_conforms() {
        examine_presets::<TinyWhist>(40);
        random_games_are_told_fairly::<TinyWhist>(40, 1);
    }
}

// How the library serves a game that says no more than it must.
#[cfg(test)]
mod tests;
