//! Crisps as a [`Game`].

use super::actions::{self, Action, Legal};
use super::blind;
use super::conditions;
use super::hand::Hand;
use super::rules::{self, Rules, rank_of};
use super::state::{Event, NO_RANK, Stage, State, Table};
use super::view::View;
use serde_json::{Value, json};

use super::Crisps;
use super::combination::Kind;
use crate::game::{
    CardTeller, Chance, Description, EventCounter, Game, MAX_LENGTH_UNITS, Observer, Sights,
    Standing, Tell, Turn, UNFINISHED,
};
use crate::input::{InputError, Settings};
use crate::rng::Stream;
use crate::seat::{MAX_SEATS, Seat, SeatSet};

impl Game for Crisps {
    const DESCRIPTION: Description = Description {
        name: "crisps",
        title: "Crisps",
        summary: "two players race to shed their cards; each pass gives both a new one",
        plural: "matches",
        knobs: rules::Knobs::KNOBS,
        defaults_version: 1,
        presets: &rules::PRESETS,
        length_units: &["decisions", "plays", "rounds", "deals"],
        action_kinds: &Kind::NAMES,
        conditions: &conditions::CONDITIONS,
        named_cards: &conditions::NAMED_CARDS,
        sights: &blind::SIGHTS,
        end_reasons: &["points reached", UNFINISHED],
        events: super::events::EVENTS,
        rulings: &rules::RULINGS,
        ..Description::PLAIN
    };
    const TELLER: &'static dyn Tell<Self> = &super::tell::Words;
    const CARD_TELLER: Option<&'static dyn CardTeller<Self>> = Some(&super::card_notes::Cards);
    const EVENT_COUNTER: Option<&'static dyn EventCounter<Self>> = Some(&super::events::Counter);
    const RULES_PAGE: &'static str = include_str!("../../../docs/rules/crisps.md");

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Legal = Legal;
    type View<'a> = View<'a>;
    type Event<'a> = Event<'a>;

    fn rules(settings: &Settings, _players: usize) -> Result<Rules, InputError> {
        Rules::new(settings)
    }

    #[inline(always)]
    fn undealt(rules: &Rules) -> State {
        let table = Table {
            played: Hand::EMPTY,
            known: [Hand::EMPTY; 2],
            current: Action::PASS,
            seat: Seat::new(0),
            stayer: Seat::new(0),
            starter: Seat::new(0),
            face_up: NO_RANK,
            pile: 0,
            scores: [0; 2],
            stage: Stage::Playing,
            passed: false,
            turns: 0,
            other_decisions: 0,
            plays: 0,
            rounds: 0,
            deals: 0,
        };
        let (deck, deck_size) = rules.deck();
        State { table, hands: [Hand::EMPTY; 2], deck, deck_size: deck_size as u8 }
    }

    #[inline(always)]
    fn begin(
        rules: &Rules,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    ) {
        state.deal(rules, Seat::new(0), chance, observer);
    }

    #[inline(always)]
    fn turn(state: &State) -> Turn {
        match state.table.stage {
            Stage::Playing => Turn::Decide(state.table.seat),
            Stage::Won | Stage::Unfinished => Turn::Over,
        }
    }

    #[inline(always)]
    fn legal(rules: &Rules, state: &State) -> Legal {
        let hand = state.hands[state.table.seat.of_two()];
        Legal::new(
            actions::within(hand, rules.sequence_ranks).and(rules.allowed(state.table.current)),
        )
    }

    #[inline(always)]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> View<'a> {
        View { rules, table: &state.table, seat, hand: state.hands[seat.of_two()] }
    }

    fn blinded<T>(
        view: &View<'_>,
        blind: Sights,
        stream: &mut Stream,
        then: impl FnOnce(&View<'_>) -> T,
    ) -> T {
        let table = blind::table(view, blind, stream);
        then(&View { table: &table, ..*view })
    }

    #[inline(always)]
    fn apply(
        rules: &Rules,
        state: &mut State,
        action: Action,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    ) {
        state.table.turns += 1;
        match action {
            Action::PASS => state.pass(rules, observer),
            Action::TAKE_FACE_UP | Action::TAKE_PILE => {
                state.take(rules, action == Action::TAKE_PILE, observer);
            }
            _ => state.play(rules, action, chance, observer),
        }
        if state.table.stage == Stage::Unfinished {
            observer.event(Event::DealEnd { winner: None, scores: state.table.scores });
        }
    }

    #[inline(always)]
    fn standing(_rules: &Rules, state: &State) -> Standing {
        let mut scores = [0; MAX_SEATS];
        scores[0] = i64::from(state.table.scores[0]);
        scores[1] = i64::from(state.table.scores[1]);
        // The leader has more points; on a tie, fewer cards.
        let leaders = if scores[0] == scores[1] {
            state.fewer_cards()
        } else {
            SeatSet::only(Seat::new(u8::from(scores[1] > scores[0])))
        };
        Standing { scores, leaders }
    }

    #[inline(always)]
    fn end_reason(_rules: &Rules, state: &State) -> u8 {
        u8::from(state.table.stage == Stage::Unfinished)
    }

    #[inline(always)]
    fn lengths(state: &State) -> [u64; MAX_LENGTH_UNITS] {
        let decisions = state.table.other_decisions.wrapping_add(state.table.turns);
        [decisions, state.table.plays, state.table.rounds, state.table.deals].map(u64::from)
    }

    fn warnings(settings: &Settings) -> Vec<String> {
        let knobs = rules::Knobs::read(settings);
        if knobs.lead_special || knobs.special_beats_queen {
            return Vec::new();
        }
        vec![
            "triples and quads are never played: they neither lead (`lead_special`) nor beat the \
                special rank (`special_beats_queen`)"
                .to_owned(),
        ]
    }

    #[inline(always)]
    fn kind(action: Action) -> usize {
        action.kind() as usize
    }

    fn meets(view: &View<'_>, action: Action, condition: usize) -> bool {
        conditions::meets(view, action, condition)
    }

    fn has_card(_view: &View<'_>, action: Action, named: usize) -> bool {
        conditions::has_card(action, named)
    }

    #[inline(always)]
    fn count_kinds(legal: &Legal, count: &mut impl FnMut(usize, u32)) {
        actions::count_kinds(legal, count);
    }

    fn action_name(rules: &Rules, action: Action) -> String {
        match action {
            Action::PASS => "pass".to_owned(),
            Action::TAKE_FACE_UP => "take face_up".to_owned(),
            Action::TAKE_PILE => "take pile".to_owned(),
            _ => {
                let combination = action.combination();
                let (kind, lowest) = (combination.kind.name(), rules.rank_name(combination.rank));
                match combination.kind {
                    Kind::Run | Kind::Stair => {
                        let highest = rules.rank_name(combination.rank + combination.length - 1);
                        format!("{kind} {lowest}-{highest}")
                    }
                    _ => format!("{kind} {lowest}"),
                }
            }
        }
    }

    fn event_json(rules: &Rules, event: &Event<'_>) -> Value {
        let name = |rank: &u8| rules.rank_name(*rank);
        match event {
            Event::Deal(state) => {
                let names = |cards: &[u8]| {
                    cards.iter().map(|&identity| name(&rank_of(identity))).collect::<Vec<_>>()
                };
                let deck = &state.deck[..usize::from(state.deck_size)];
                let (set_aside, rest) = deck.split_at(usize::from(rules.knobs.set_aside));
                let (in_turn, rest) = rest.split_at(usize::from(rules.in_turn));
                let more = names(&rest[..usize::from(rules.dealt - rules.in_turn)]);
                let longer = rules.longer_hand(state.table.starter).index();
                let hand = |seat: usize| {
                    let first = in_turn
                        .iter()
                        .skip(seat)
                        .step_by(2)
                        .map(|&identity| name(&rank_of(identity)));
                    first.chain(more.iter().copied().filter(|_| seat == longer)).collect::<Vec<_>>()
                };
                json!({
                    "e": "deal",
                    "starter": state.table.starter.index(),
                    "set_aside": names(set_aside),
                    "hands": [hand(0), hand(1)],
                    "face_up": state.table.face_up().as_ref().map(name),
                    "pile": names(&deck[deck.len() - usize::from(state.table.pile)..]),
                })
            }
            Event::Draw { seat, face_up, rank } => {
                let from = if *face_up { "face_up" } else { "pile" };
                json!({"e": "draw", "p": seat.index(), "from": from, "card": name(rank)})
            }
            Event::FaceUp(rank) => json!({"e": "face_up", "card": rank.as_ref().map(name)}),
            Event::Skip(seat) => json!({"e": "skip", "p": seat.index()}),
            Event::DealEnd { winner, scores } => {
                json!({"e": "deal_end", "winner": winner.map(Seat::index), "scores": scores})
            }
        }
    }
}
