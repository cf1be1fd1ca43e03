//! Crypto Cards, a draft of a hand-management game for one to six.
//!
//! Rulings R1 to R11 of the project's rules are built as they stand; what they leave open is in [`Description::rulings`].

mod actions;
mod determinizer;
mod notation;
mod rules;
mod state;
#[cfg(test)]
mod tests;
mod view;

use crate::game::{Chance, Description, Game, KindCounts, MAX_LENGTH_UNITS, Observer, Outcome, Turn, UNFINISHED};
use crate::input::{InputError, Settings};
use crate::seat::{Seat, SeatSet};

pub use actions::{Action, FACES, Kind, Legal, NUMBERS};
pub use determinizer::Determinizer;
pub use notation::Event;
pub use rules::{BuyBack, Rules, Scoring};
pub use state::{Stage, State, Table, ranks_reached};
pub use view::View;

/// The game of Crypto Cards.
#[derive(Clone, Copy, Debug)]
pub struct CryptoCards;

impl Game for CryptoCards {
    const DESCRIPTION: Description = Description {
        name: "crypto-cards",
        title: "Crypto Cards",
        summary: "one to six players sell their portfolios into four markets before the last Joker comes up",
        many: "games",
        fewest_players: 1,
        most_players: 6,
        knobs: &rules::KNOBS,
        presets: &rules::PRESETS,
        length_units: &["decisions", "turns"],
        action_kinds: &Kind::NAMES,
        end_reasons: &["ending Joker drawn", UNFINISHED],
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
    fn apply(rules: &Rules, state: &mut State, action: Action, _chance: &mut impl Chance, observer: &mut impl Observer<Self>) {
        state.apply(rules, action, observer);
    }

    #[inline(always)]
    fn leaders(rules: &Rules, state: &State) -> SeatSet {
        state.standing(rules).1
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
        actions::count_kinds(legal, counts);
    }

    fn action_name(_rules: &Rules, action: Action) -> String {
        notation::action_name(action)
    }

    fn view_json(view: &View<'_>) -> serde_json::Value {
        view.to_json()
    }

    fn event_json(_rules: &Rules, event: &Event<'_>) -> serde_json::Value {
        notation::event_json(event)
    }

    fn outcome_details(rules: &Rules, state: &State) -> Option<serde_json::Value> {
        Some(notation::outcome_details(rules, state))
    }

    fn warnings(settings: &Settings) -> Vec<String> {
        rules::warnings(settings)
    }
}
