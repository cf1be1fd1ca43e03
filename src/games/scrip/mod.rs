//! Scrip, a deck-builder with one deck of 52 cards, for two to four.
//!
//! Rulings R1 to R12 of the project's rules are built as they stand; what they leave open is in [`Description::rulings`].

mod actions;
mod determinizer;
mod hand;
mod legal;
mod notation;
mod rules;
mod score;
mod state;
#[cfg(test)]
mod tests;
mod values;
mod view;

use crate::game::{Chance, Description, Game, KindCounts, MAX_LENGTH_UNITS, Observer, Outcome, Turn, UNFINISHED};
use crate::input::{InputError, Settings};
use crate::seat::{Seat, SeatSet};

pub use actions::{Action, Kind};
pub use determinizer::Determinizer;
pub use legal::Legal;
pub use notation::Event;
pub use rules::Rules;
pub use state::{State, Table};
pub use values::Values;
pub use view::View;

/// The game of Scrip.
#[derive(Clone, Copy, Debug)]
pub struct Scrip;

impl Game for Scrip {
    const DESCRIPTION: Description = Description {
        name: "scrip",
        title: "Scrip",
        summary: "players buy, exchange and steal cards from a market for decks of their own; red cards score, black cards work",
        many: "games",
        fewest_players: 2,
        most_players: rules::MOST_PLAYERS,
        knobs: &rules::KNOBS,
        presets: &rules::PRESETS,
        length_units: &["decisions", "turns", "rounds"],
        action_kinds: &Kind::NAMES,
        end_reasons: &["stockpile and reds gone", "stockpile empty", UNFINISHED],
        rulings: &rules::RULINGS,
    };

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Legal = Legal;
    type View<'a> = View<'a>;
    type Event<'a> = Event<'a>;

    fn rules(settings: &Settings, players: usize) -> Result<Rules, InputError> {
        Rules::new(settings, players)
    }

    #[inline(always)]
    fn start(rules: &Rules, chance: &mut impl Chance, observer: &mut impl Observer<Self>) -> State {
        State::start(rules, chance, observer)
    }

    #[inline(always)]
    fn turn(state: &State) -> Turn {
        state.turn()
    }

    #[inline(always)]
    fn legal(rules: &Rules, state: &State) -> Legal {
        state.legal(rules)
    }

    #[inline(always)]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> View<'a> {
        state.view(rules, seat)
    }

    fn viewer(view: &View<'_>) -> Seat {
        view.seat()
    }

    fn rules_of<'a>(view: &'a View<'_>) -> &'a Rules {
        view.rules()
    }

    #[inline(always)]
    fn apply(rules: &Rules, state: &mut State, action: Action, chance: &mut impl Chance, observer: &mut impl Observer<Self>) {
        state.apply(rules, action, chance, observer);
    }

    #[inline(always)]
    fn leaders(rules: &Rules, state: &State) -> SeatSet {
        state.leaders(rules)
    }

    #[inline(always)]
    fn outcome(rules: &Rules, state: &State) -> Outcome {
        state.outcome(rules)
    }

    #[inline(always)]
    fn first_player(_state: &State) -> Seat {
        Seat::new(0)
    }

    #[inline(always)]
    fn lengths(state: &State) -> [u32; MAX_LENGTH_UNITS] {
        state.lengths()
    }

    #[inline(always)]
    fn kind(action: Action) -> usize {
        action.kind() as usize
    }

    #[inline(always)]
    fn count_kinds(legal: &Legal, counts: &mut KindCounts) {
        legal.count_kinds(counts);
    }

    fn action_name(_rules: &Rules, action: Action) -> String {
        notation::action_name(action)
    }

    fn view_json(view: &View<'_>) -> serde_json::Value {
        view.to_json()
    }

    fn event_json(rules: &Rules, event: &Event<'_>) -> serde_json::Value {
        notation::event_json(rules, event)
    }

    fn warnings(settings: &Settings) -> Vec<String> {
        rules::warnings(settings)
    }
}
