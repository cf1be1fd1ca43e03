//! Scrip as a [`Game`].

use serde_json::{Value, json};

use super::Scrip;
use super::actions::{Action, Kind, NO_CARD};
use super::blind;
use super::conditions;
use super::hand::Hand;
use super::legal::Legal;
use super::rules::{self, MOST_PLAYERS, Rules};
use super::state::{Event, Stage, State, Table, place, top};
use super::values::{CARDS, DECK};
use super::view::View;
use crate::cards::standard::{Card, CardSet};
use crate::game::{
    CardTeller, Chance, Description, EventCounter, Game, MAX_LENGTH_UNITS, Observer,
    STANDARD_CARDS, Sights, Standing, Tell, Turn, UNFINISHED,
};
use crate::input::{InputError, Settings};
use crate::rng::Stream;
use crate::seat::Seat;

/// The reasons why games end, in the order of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum EndReason {
    /// The Stockpile is empty, and no red card is in the Market.
    StockpileAndReds,
    /// The Stockpile is empty.
    Stockpile,
    /// There were too many turns.
    Unfinished,
}

impl EndReason {
    pub(super) const ALL: [Self; 3] = [Self::StockpileAndReds, Self::Stockpile, Self::Unfinished];

    /// The names, in order.
    pub(super) const NAMES: [&'static str; 3] =
        ["stockpile and reds gone", "stockpile empty", UNFINISHED];
}

impl Game for Scrip {
    const DESCRIPTION: Description = Description {
        name: "scrip",
        title: "Scrip",
        summary: "players buy, exchange and steal cards from a market for decks of their own; red \
            cards score, black cards work",
        most_players: rules::MOST_PLAYERS,
        knobs: rules::Knobs::KNOBS,
        turned_first: &[
            "end", "steals_per_turn", "hand_size", "market_size", "diamond_bonus", "place_points",
            "place_cards",
        ],
        defaults_version: 1,
        presets: &rules::PRESETS,
        length_units: &["decisions", "turns", "rounds"],
        action_kinds: &Kind::NAMES,
        conditions: &conditions::CONDITIONS,
        named_cards: STANDARD_CARDS,
        sights: &blind::SIGHTS,
        end_reasons: &EndReason::NAMES,
        events: super::events::EVENTS,
        rulings: &rules::RULINGS,
        ..Description::PLAIN
    };
    const TELLER: &'static dyn Tell<Self> = &super::tell::Words;
    const CARD_TELLER: Option<&'static dyn CardTeller<Self>> = Some(&super::card_notes::Cards);
    const EVENT_COUNTER: Option<&'static dyn EventCounter<Self>> = Some(&super::events::Counter);
    const RULES_PAGE: &'static str = include_str!("../../../docs/rules/scrip.md");

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
    fn undealt(_rules: &Rules) -> State {
        let table = Table {
            market: CardSet::EMPTY,
            discards: [CardSet::EMPTY; MOST_PLAYERS],
            shown: [CardSet::EMPTY; MOST_PLAYERS],
            held: [CardSet::EMPTY; MOST_PLAYERS],
            owned: [0; MOST_PLAYERS],
            piles: [0; MOST_PLAYERS],
            stockpile: 0,
            stolen: NO_CARD,
            steals: 0,
            active: Seat::new(0),
            seat: Seat::new(0),
            stage: Stage::Playing,
            turns: 0,
            rounds: 0,
            decisions: 0,
        };
        let nothing = [CardSet::EMPTY; MOST_PLAYERS];
        let piles = [[0; CARDS]; MOST_PLAYERS];
        State {
            table,
            hands: [Hand::EMPTY; MOST_PLAYERS],
            owned: nothing,
            shuffles: [0; MOST_PLAYERS],
            piles,
            deck: DECK,
        }
    }

    #[inline(always)]
    fn begin(
        rules: &Rules,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    ) {
        state.deal(rules, chance, observer);
    }

    #[inline(always)]
    fn turn(state: &State) -> Turn {
        match state.table.stage {
            Stage::Playing => Turn::Decide(state.table.seat),
            Stage::Ended | Stage::Unfinished => Turn::Over,
        }
    }

    #[inline(always)]
    fn legal(rules: &Rules, state: &State) -> Legal {
        let table = &state.table;
        let hand = &state.hands[place(table.seat)];
        if table.stolen == NO_CARD {
            Legal::steps(
                hand,
                rules.knobs.hand_size,
                table.market,
                rules.phase(table.steals),
                rules.values,
            )
        } else {
            Legal::answers(hand.cards().and(rules.counters(table.stolen.number())), rules.values)
        }
    }

    #[inline(always)]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> View<'a> {
        View {
            rules,
            table: &state.table,
            seat,
            hand: state.hands[place(seat)].cards(),
            own: state.owned[place(seat)],
        }
    }

    fn blinded<T>(
        view: &View<'_>,
        blind: Sights,
        _stream: &mut Stream,
        then: impl FnOnce(&View<'_>) -> T,
    ) -> T {
        let table = blind::table(view, blind);
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
        state.table.decisions += 1;
        // Each effect is handled once: the seat that gains a card, its price, and the end of the
        // turn.
        let ends = if action.is(Kind::Buy) || action.is(Kind::Exchange) {
            let used = action.used();
            let given = if action.is(Kind::Exchange) { used } else { CardSet::EMPTY };
            state.acquire(rules, state.table.active, action.taken(), used, given, observer);
            false
        } else if action.is(Kind::End) {
            true
        } else {
            if action.is(Kind::Steal) {
                state.table.stolen = action.taken();
                state.table.steals += 1;
            }
            // The chain of answers starts at the thief: the next seat may counter, and after each
            // pass the seat after it.
            let counters = action.is(Kind::Counter);
            let taker = if counters {
                state.table.seat
            } else {
                state.next_to_counter(rules, state.table.seat)
            };
            if !counters && taker != state.table.active {
                state.table.seat = taker;
                return;
            }
            let card = state.table.stolen;
            state.table.stolen = NO_CARD;
            state.table.seat = state.table.active;
            let used = if counters { action.used() } else { CardSet::EMPTY };
            state.acquire(rules, taker, card, used, CardSet::EMPTY, observer);
            state.table.steals >= rules.knobs.steals_per_turn
        };
        if ends && state.table.stage == Stage::Playing {
            state.end_turn(rules, chance, observer);
        }
    }

    #[inline(always)]
    fn standing(rules: &Rules, state: &State) -> Standing {
        Standing::highest(rules.scores(&state.owned), usize::from(rules.players))
    }

    #[inline(always)]
    fn end_reason(rules: &Rules, state: &State) -> u8 {
        let reason = if state.table.stage == Stage::Unfinished {
            EndReason::Unfinished
        } else if rules.keep_going.is_empty() {
            EndReason::Stockpile
        } else {
            EndReason::StockpileAndReds
        };
        reason as u8
    }

    #[inline(always)]
    fn lengths(state: &State) -> [u64; MAX_LENGTH_UNITS] {
        [state.table.decisions, state.table.turns, state.table.rounds, 0].map(u64::from)
    }

    #[inline(always)]
    fn kind(action: Action) -> usize {
        action.kind() as usize
    }

    fn has_card(_view: &View<'_>, action: Action, named: usize) -> bool {
        conditions::has_card(action, named)
    }

    #[inline(always)]
    fn count_kinds(legal: &Legal, count: &mut impl FnMut(usize, u32)) {
        legal.count_kinds(count);
    }

    fn action_name(_rules: &Rules, action: Action) -> String {
        action.to_string()
    }

    fn event_json(rules: &Rules, event: &Event<'_>) -> Value {
        let names =
            |cards: &[u8]| cards.iter().map(|card| Card::from_number(*card)).collect::<Vec<_>>();
        match event {
            Event::Setup(state) => {
                let first = |seat: Seat| {
                    top(&state.piles[seat.index()], rules.first_piles[seat.index()])
                        .split_at(usize::from(rules.knobs.hand_size))
                };
                let seats = || Seat::all(usize::from(rules.players));
                let stockpile = CARDS - usize::from(state.table.stockpile);
                json!({
                    "e": "setup",
                    "hands": seats().map(|seat| names(first(seat).0)).collect::<Vec<_>>(),
                    "draw_piles": seats().map(|seat| names(first(seat).1)).collect::<Vec<_>>(),
                    "market": names(&state.deck[stockpile - usize::from(rules.knobs.market_size)..stockpile]),
                    "stockpile": names(&state.deck[stockpile..]),
                })
            }
            Event::Refill(card) => json!({"e": "refill", "card": card}),
            Event::Shuffle(seat, pile) => {
                json!({"e": "shuffle", "p": seat.index(), "draw_pile": names(pile)})
            }
            Event::Draw(seat, cards) => {
                json!({"e": "draw", "p": seat.index(), "cards": names(cards)})
            }
        }
    }

    fn warnings(settings: &Settings) -> Vec<String> {
        let knobs = rules::Knobs::read(settings);
        let mut warnings = Vec::new();
        for (knob, is_changed) in [
            ("exchange_equal", !knobs.exchange_equal),
            ("exchange_refills", knobs.exchange_refills),
        ] {
            if !knobs.exchange && is_changed {
                warnings.push(format!(
                    "`{knob}` changes nothing: there are no exchanges (`exchange` is false)"
                ));
            }
        }
        if knobs.steals_per_turn == 0 && settings.is_given("counter") {
            warnings.push(
                "`counter` changes nothing: no player can steal (`steals_per_turn` is 0)"
                    .to_owned(),
            );
        }
        if knobs.diamond_bonus == 0 && settings.is_given("diamond_tie") {
            warnings.push(
                "`diamond_tie` changes nothing: there is no bonus (`diamond_bonus` is 0)"
                    .to_owned(),
            );
        }
        warnings
    }
}
