//! Crackpipe as a [`Game`].

use super::actions::{Action, Legal};
use super::blind;
use super::conditions;
use super::piles::{Stack, THE_PIPE};
use super::rules::{self, Rules};
use super::state::{Event, Stage, State};
use super::view::View;
use serde_json::{Map, Value, json};

use super::Crackpipe;
use super::cards::card_of;
use crate::cards::standard::Card;
use crate::game::{
    CardTeller, Chance, Description, EventCounter, Game, MAX_LENGTH_UNITS, Observer, Sights,
    Standing, Tell, Turn, UNFINISHED,
};
use crate::input::{InputError, Settings};
use crate::rng::Stream;
use crate::seat::{MAX_SEATS, Seat};

/// The reasons why games end, in the order of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum EndReason {
    /// The stash was emptied for the last time.
    Stash,
    /// The stash was emptied, and nothing was left to refill it.
    Resin,
    /// There were too many turns.
    Unfinished,
}

impl EndReason {
    pub(super) const ALL: [Self; 3] = [Self::Stash, Self::Resin, Self::Unfinished];

    /// The names, in order.
    pub(super) const NAMES: [&'static str; 3] = ["stash emptied", "resin empty", UNFINISHED];
}

impl Game for Crackpipe {
    const DESCRIPTION: Description = Description {
        name: "crackpipe",
        title: "Crackpipe",
        summary: "players draw by the top card of their pipe and keep the cards that they need not \
            pass; the most cards win",
        most_players: 8,
        knobs: rules::Knobs::KNOBS,
        turned_first: &["hit_table", "cherry", "passes_over_stash", "jokers_per_deck", "flip_from"],
        defaults_version: 1,
        presets: &rules::PRESETS,
        length_units: &["decisions", "turns"],
        action_kinds: &Action::NAMES,
        conditions: &conditions::CONDITIONS,
        named_cards: &conditions::NAMED_CARDS,
        sights: &blind::SIGHTS,
        end_reasons: &EndReason::NAMES,
        events: super::events::EVENTS,
        rulings: &rules::RULINGS,
        ..Description::PLAIN
    };
    const OPEN_DECISIONS: bool = true;
    const TELLER: &'static dyn Tell<Self> = &super::tell::Words;
    const CARD_TELLER: Option<&'static dyn CardTeller<Self>> = Some(&super::card_notes::Cards);
    const EVENT_COUNTER: Option<&'static dyn EventCounter<Self>> = Some(&super::events::Counter);
    const RULES_PAGE: &'static str = include_str!("../../../docs/rules/crackpipe.md");

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Legal = Legal;
    type View<'a> = View<'a>;
    type Event<'a> = Event<'a>;

    fn rules(settings: &Settings, players: usize) -> Result<Rules, InputError> {
        Ok(Rules::new(settings, players))
    }

    #[inline(always)]
    fn undealt(_rules: &Rules) -> State {
        State::EMPTY
    }

    #[inline(always)]
    fn begin(
        rules: &Rules,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    ) {
        state.shuffle_deck(rules, chance);
        state.deal(THE_PIPE);
        for seat in 0..usize::from(rules.players) {
            state.deal(seat);
        }
        let first = state.highest_pipe(rules, chance);
        state.first_player = first;
        observer.event(Event::Setup(state));
        state.table.now.next = first;
        state.begin_turn(rules, chance, observer);
    }

    #[inline(always)]
    fn turn(state: &State) -> Turn {
        match state.table.now.stage {
            Stage::Placing | Stage::Receiving => Turn::Decide(state.table.now.decider),
            Stage::Over | Stage::Unfinished => Turn::Over,
        }
    }

    #[inline(always)]
    fn legal(_rules: &Rules, state: &State) -> Legal {
        match state.table.now.stage {
            Stage::Placing => Legal::Placing,
            Stage::Receiving => Legal::Receiving,
            // No seat decides. (Other sets of the same numbers, so that the compiler need not
            // distinguish the four.)
            Stage::Over => Legal::Own,
            Stage::Unfinished => Legal::The,
        }
    }

    #[inline(always)]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> View<'a> {
        View { rules, state, seat }
    }

    fn blinded<T>(
        view: &View<'_>,
        blind: Sights,
        stream: &mut Stream,
        then: impl FnOnce(&View<'_>) -> T,
    ) -> T {
        let state = blind::state(view, blind, stream);
        then(&View { state: &state, ..*view })
    }

    #[inline(always)]
    fn apply(
        rules: &Rules,
        state: &mut State,
        action: Action,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    ) {
        let asked = action.places() && state.place(rules, action.is_second(), observer);
        if !action.places() {
            let table = &mut state.table;
            table.received += 1;
            table.piles.put(table.now.decider.index(), table.stack, action.is_second());
        }
        if !asked {
            state.begin_turn(rules, chance, observer);
        }
    }

    #[inline(always)]
    fn standing(rules: &Rules, state: &State) -> Standing {
        let mut scores = [0; MAX_SEATS];
        for seat in rules.seats() {
            scores[seat.index() % MAX_SEATS] = state.table.piles.size(seat.index()).into();
        }
        if rules.knobs.place_points != 0 {
            let mut seat = state.first_player;
            for place in 0..i64::from(rules.players) {
                scores[seat.index() % MAX_SEATS] += i64::from(rules.knobs.place_points) * place;
                seat = rules.seat_after(seat);
            }
        }
        // Players with equal scores share the win (R8).
        Standing::highest(scores, rules.players.into())
    }

    #[inline(always)]
    fn end_reason(rules: &Rules, state: &State) -> u8 {
        // Apart from the limit of turns, a game ends before the stash was emptied for the last time
        // only if the resin was empty (R4).
        let reason = if state.table.now.stage == Stage::Unfinished {
            EndReason::Unfinished
        } else if state.times_emptied < rules.knobs.passes_over_stash {
            EndReason::Resin
        } else {
            EndReason::Stash
        };
        reason as u8
    }

    #[inline(always)]
    fn first_player(state: &State) -> Seat {
        state.first_player
    }

    #[inline(always)]
    fn lengths(state: &State) -> [u64; MAX_LENGTH_UNITS] {
        [state.table.decisions(), state.table.turns, 0, 0].map(u64::from)
    }

    #[inline(always)]
    fn kind(action: Action) -> usize {
        action.index()
    }

    fn has_card(view: &View<'_>, _action: Action, named: usize) -> bool {
        conditions::has_card(view, named)
    }

    fn action_name(_rules: &Rules, action: Action) -> String {
        action.name().to_owned()
    }

    fn event_json(rules: &Rules, event: &Event<'_>) -> Value {
        match event {
            Event::Setup(state) => json!({
                "e": "setup",
                "the_pipe": top_first(state, state.table.piles.whole(THE_PIPE)),
                "pipes": rules
                    .seats()
                    .map(|seat| top_first(state, state.table.piles.whole(seat.index())))
                    .collect::<Vec<_>>(),
                "stash": stash(state),
                "first": state.first_player.index(),
            }),
            Event::Hit(state) => {
                let cards = bottom_first(state, state.table.stack);
                json!({"e": "hit", "p": state.table.now.seat.index(), "cards": cards})
            }
            Event::Reshuffle(state) => json!({"e": "reshuffle", "stash": stash(state)}),
            Event::Pass(state, receiver) => json!({
                "e": "pass",
                "from": state.table.now.seat.index(),
                "to": receiver.index(),
                "cards": bottom_first(state, state.table.stack),
            }),
            Event::Flip(state) => {
                let mut cards = bottom_first(state, state.table.piles.whole(THE_PIPE));
                cards.append(&mut bottom_first(state, state.table.stack));
                json!({"e": "flip", "cards": cards})
            }
        }
    }

    fn warnings(settings: &Settings) -> Vec<String> {
        let mut warnings = Vec::new();
        if rules::Knobs::read(settings).jokers_per_deck == 0 {
            for knob in ["cherry", "joker_flips"].into_iter().filter(|knob| settings.is_given(knob))
            {
                warnings.push(format!(
                    "`{knob}` changes nothing: there are no Jokers (`jokers_per_deck` is 0)"
                ));
            }
        }
        warnings
    }

    fn rules_json(settings: &Settings, rules: &Rules) -> Map<String, Value> {
        let mut json = settings.to_json();
        json["decks"] = rules.decks.into();
        json
    }
}

fn top_first(state: &State, pile: Stack) -> Vec<Card> {
    state.table.piles.cards(pile).map(card_of).collect()
}

fn bottom_first(state: &State, pile: Stack) -> Vec<Card> {
    let mut cards = top_first(state, pile);
    cards.reverse();
    cards
}

fn stash(state: &State) -> Vec<Card> {
    state.stash.cards().iter().map(|&identity| card_of(identity)).collect()
}
