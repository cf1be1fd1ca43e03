//! Crackpipe, a hit-and-pass card game for two to eight.
//!
//! Rulings R1 to R9 of the project's rules are built as they stand; what they leave open is in [`Description::rulings`].

mod actions;
mod cards;
mod determinizer;
mod notation;
mod piles;
mod rules;
mod stash;
mod state;
#[cfg(test)]
mod tests;
mod view;

use crate::game::{Chance, Description, Game, KindCounts, MAX_LENGTH_UNITS, Observer, Outcome, Turn, UNFINISHED};
use crate::input::{InputError, Settings, Value};
use crate::seat::{Seat, SeatSet};

pub use actions::{Action, Legal};
pub use cards::{NO_CARD, RANKS};
pub use determinizer::Determinizer;
pub use notation::Event;
pub use rules::Rules;
pub use state::State;
pub use view::{Pile, View};

/// The game of Crackpipe.
#[derive(Clone, Copy, Debug)]
pub struct Crackpipe;

impl Game for Crackpipe {
    const DESCRIPTION: Description = Description {
        name: "crackpipe",
        title: "Crackpipe",
        summary: "players draw by the top card of their pipe and keep what they cannot be made to pass; the most cards win",
        many: "games",
        fewest_players: 2,
        most_players: 8,
        knobs: &rules::KNOBS,
        presets: &rules::PRESETS,
        length_units: &["decisions", "turns"],
        action_kinds: &Action::NAMES,
        end_reasons: &["stash emptied", "resin empty", UNFINISHED],
        rulings: &rules::RULINGS,
    };

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Legal = Legal;
    type View<'a> = View<'a>;
    type Event<'a> = Event<'a>;

    fn derive_defaults(settings: &mut Settings) {
        settings.set_default("joker_flips", Value::Flag(!settings.flag("cherry")));
    }

    fn rules(settings: &Settings, players: usize) -> Result<Rules, InputError> {
        Ok(Rules::new(settings, players))
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
    fn legal(_rules: &Rules, state: &State) -> Legal {
        state.legal()
    }

    #[inline(always)]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> View<'a> {
        View::new(rules, state, seat)
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
        state.standing(rules).1
    }

    #[inline(always)]
    fn outcome(rules: &Rules, state: &State) -> Outcome {
        state.outcome(rules)
    }

    #[inline(always)]
    fn first_player(state: &State) -> Seat {
        state.table.first_player
    }

    #[inline(always)]
    fn lengths(state: &State) -> [u32; MAX_LENGTH_UNITS] {
        [state.table.decisions, state.table.turns, 0, 0]
    }

    #[inline(always)]
    fn kind(action: Action) -> usize {
        action.index()
    }

    #[inline(always)]
    fn count_kinds(legal: &Legal, counts: &mut KindCounts) {
        legal.count_kinds(counts);
    }

    fn action_name(_rules: &Rules, action: Action) -> String {
        action.name().to_owned()
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

    fn rules_json(settings: &Settings, rules: &Rules) -> serde_json::Map<String, serde_json::Value> {
        let mut json = settings.to_json();
        json["decks"] = rules.decks.into();
        json
    }
}
