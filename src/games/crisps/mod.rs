//! Crisps, a climbing and shedding game for two.
//!
//! Rulings R1 to R13 of the project's rules are built as they stand; what they leave open is in [`Description::rulings`].

mod actions;
mod determinizer;
mod endgame;
mod hand;
mod notation;
mod rules;
mod state;
#[cfg(test)]
mod tests;
mod view;

use crate::game::{Chance, Description, Game, KindCounts, MAX_LENGTH_UNITS, Observer, Outcome, Turn, UNFINISHED};
use crate::input::{InputError, Settings, Value};
use crate::seat::{Seat, SeatSet};

pub use actions::{Action, Combination, Kind, Legal};
pub use determinizer::Determinizer;
pub use endgame::EndgameTable;
pub use hand::{Hand, RANKS, SPECIAL};
pub use notation::{Event, rank_name};
pub use rules::Rules;
pub use state::{State, Table};
pub use view::View;

/// The game of Crisps.
#[derive(Clone, Copy, Debug)]
pub struct Crisps;

impl Game for Crisps {
    const DESCRIPTION: Description = Description {
        name: "crisps",
        title: "Crisps",
        summary: "two players race to shed their cards; each pass gives both a new one",
        many: "matches",
        fewest_players: 2,
        most_players: 2,
        knobs: &rules::KNOBS,
        presets: &rules::PRESETS,
        length_units: &["decisions", "plays", "rounds", "deals"],
        action_kinds: &Kind::NAMES,
        end_reasons: &["points reached", UNFINISHED],
        rulings: &rules::RULINGS,
    };

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Legal = Legal;
    type View<'a> = View<'a>;
    type Event<'a> = Event<'a>;

    fn derive_defaults(settings: &mut Settings) {
        settings.set_default("special_in_runs", Value::Flag(settings.choice("special_rank") == "jack"));
    }

    fn rules(settings: &Settings, _players: usize) -> Result<Rules, InputError> {
        Rules::new(settings)
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
    fn leaders(_rules: &Rules, state: &State) -> SeatSet {
        state.leaders()
    }

    #[inline(always)]
    fn outcome(_rules: &Rules, state: &State) -> Outcome {
        state.outcome()
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

    fn action_name(rules: &Rules, action: Action) -> String {
        notation::action_name(rules, action)
    }

    fn view_json(view: &View<'_>) -> serde_json::Value {
        view.to_json()
    }

    fn event_json(rules: &Rules, event: &Event<'_>) -> serde_json::Value {
        notation::event_json(rules, event)
    }
}
