//! Crypto Cards as a [`Game`].

use serde_json::{Value, json};

use super::CryptoCards;
use super::actions::{self, Action, FACES, Kind, Legal, NUMBERS};
use super::blind;
use super::conditions;
use super::rules::{self, CARDS, Rules, Scoring};
use super::state::{Event, Holding, NOTHING_SOLD, Stage, State, Table, deal_jokers};
use super::view::View;
use crate::cards::standard::{Card, CardSet, JOKER, Suit};
use crate::game::{
    CardTeller, Chance, Description, EventCounter, Game, MAX_LENGTH_UNITS, Observer,
    STANDARD_CARDS, Sights, Standing, Tell, Turn, UNFINISHED,
};
use crate::input::{InputError, Settings};
use crate::rng::{Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat};

impl Game for CryptoCards {
    const DESCRIPTION: Description = Description {
        name: "crypto-cards",
        title: "Crypto Cards",
        summary: "one to six players sell their portfolios into four markets before the last Joker \
            comes up",
        plural: "games",
        fewest_players: 1,
        most_players: 6,
        teams: 0,
        aim: None,
        aim_knob: None,
        can_be_lost: false,
        knobs: rules::Knobs::KNOBS,
        turned_first: &["hand_size", "place_cards", "equal_turns", "face_sales", "end_on_joker"],
        defaults_version: 1,
        presets: &rules::PRESETS,
        length_units: &["decisions", "turns"],
        action_kinds: &Kind::NAMES,
        conditions: &conditions::CONDITIONS,
        named_cards: STANDARD_CARDS,
        sights: &blind::SIGHTS,
        end_reasons: &["ending Joker drawn", UNFINISHED],
        events: super::events::EVENTS,
        rulings: &rules::RULINGS,
    };
    const TELLER: &'static dyn Tell<Self> = &super::tell::Words;
    const CARD_TELLER: Option<&'static dyn CardTeller<Self>> = Some(&super::card_notes::Cards);
    const EVENT_COUNTER: Option<&'static dyn EventCounter<Self>> = Some(&super::events::Counter);
    const RULES_PAGE: &'static str = include_str!("../../../docs/rules/crypto-cards.md");

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
    fn undealt(rules: &Rules) -> State {
        let faces = if rules.knobs.face_from_joker == 0 { FACES } else { CardSet::EMPTY };
        let taken = rules.dealt() as u8;
        let table = Table { reached: NOTHING_SOLD, taken, faces, ..Table::default() };
        State {
            table,
            hands: [CardSet::EMPTY; MAX_SEATS],
            mined: [0; MAX_SEATS],
            deck: rules.deck,
            jokers: 0,
        }
    }

    #[inline(always)]
    fn begin(
        rules: &Rules,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    ) {
        state.jokers = deal_jokers(rules, chance);
        chance.shuffle(Purpose::Deck(0), &mut state.deck[..CARDS]);
        for place in 0..rules.dealt().min(CARDS) {
            let seat = usize::from(rules.dealt_to[place]) & (MAX_SEATS - 1);
            state.hands[seat] = state.hands[seat].with(Card::from_number(state.deck[place]));
        }
        observer.event(Event::Setup(state));
        state.begin_turn::<false>(rules, observer);
    }

    #[inline(always)]
    fn turn(state: &State) -> Turn {
        match state.table.stage {
            Stage::Sale | Stage::Also | Stage::Transfer | Stage::Laid => {
                Turn::Decide(state.table.seat)
            }
            Stage::Ended | Stage::Unfinished => Turn::Over,
        }
    }

    #[inline(always)]
    fn legal(rules: &Rules, state: &State) -> Legal {
        match state.table.stage {
            Stage::Sale if rules.plain => state.sale::<true>(rules),
            Stage::Sale => state.sale::<false>(rules),
            Stage::Also => Legal::also(state.table.portfolio(state.table.seat).and(NUMBERS)),
            Stage::Laid => state.sale_of_laid(rules),
            _ => Legal::transfer(state.hand()),
        }
    }

    #[inline(always)]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> View<'a> {
        let index = seat.index() & (MAX_SEATS - 1);
        View {
            rules,
            table: &state.table,
            seat,
            hand: state.hands[index],
            mined: Card::from_number(state.mined[index]),
        }
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
        _chance: &mut impl Chance,
        observer: &mut impl Observer<Self>,
    ) {
        if rules.plain {
            state.act::<true>(rules, action, observer);
        } else {
            state.act::<false>(rules, action, observer);
        }
    }

    #[inline(always)]
    fn standing(rules: &Rules, state: &State) -> Standing {
        state.table.standing(rules, &state.hands)
    }

    #[inline(always)]
    fn lowest_wins(rules: &Rules) -> bool {
        rules.knobs.scoring != Scoring::PriceHigh
    }

    #[inline(always)]
    fn end_reason(_rules: &Rules, state: &State) -> u8 {
        u8::from(state.table.stage == Stage::Unfinished)
    }

    #[inline(always)]
    fn lengths(state: &State) -> [u64; MAX_LENGTH_UNITS] {
        [state.table.decisions, state.table.turns, 0, 0].map(u64::from)
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
        actions::count_kinds(legal, count);
    }

    fn action_name(_rules: &Rules, action: Action) -> String {
        let (name, card) = (Kind::NAMES[action.kind() as usize], action.card());
        match action.kind() {
            Kind::Keep => name.to_owned(),
            Kind::Face => format!("{name} {} sell {card}", action.face()),
            Kind::Sell | Kind::Also | Kind::Buy | Kind::Transfer => format!("{name} {card}"),
        }
    }

    fn event_json(rules: &Rules, event: &Event<'_>) -> Value {
        match event {
            Event::Setup(state) => {
                let card = |number: &u8| Card::from_number(*number);
                let (dealt, rest) = state.deck[..CARDS].split_at(rules.dealt());
                let players = usize::from(rules.players);
                let of_seat = |seat: usize| {
                    dealt
                        .iter()
                        .zip(&rules.dealt_to)
                        .filter(move |(_, to)| usize::from(**to) == seat)
                };
                let hand =
                    |seat: usize| of_seat(seat).map(|(number, _)| card(number)).collect::<Vec<_>>();
                let mut cards = rest.iter().map(card);
                let joker = Card::new(Suit::Clubs, JOKER);
                let size = CARDS - rules.dealt() + usize::from(rules.knobs.jokers);
                let of_place = |place: usize| {
                    if (state.jokers >> place) & 1 == 1 { Some(joker) } else { cards.next() }
                };
                json!({
                    "e": "setup",
                    "hands": (0..players).map(hand).collect::<Vec<_>>(),
                    "deck": (0..size).filter_map(of_place).collect::<Vec<_>>(),
                })
            }
            Event::Mine(seat, card) => json!({"e": "mine", "p": seat.index(), "card": card}),
            Event::Joker(seat) => json!({"e": "joker", "p": seat.index()}),
        }
    }

    fn outcome_details(rules: &Rules, state: &State) -> Option<Value> {
        let details = |seat| {
            let Holding { cards, faces, sum, .. } = state.table.holding(rules, seat);
            json!({"cards": cards, "faces": faces, "sum": sum})
        };
        Some(Seat::all(usize::from(rules.players)).map(details).collect())
    }

    fn warnings(settings: &Settings) -> Vec<String> {
        let knobs = rules::Knobs::read(settings);
        if knobs.face_cards_sell() {
            return Vec::new();
        }
        let rules::Knobs { face_from_joker: from, end_on_joker: end, jokers, .. } = knobs;
        let ending = if knobs.equal_turns {
            format!("there are {jokers} (`jokers`)")
        } else {
            format!("Joker {end} ends the game (`end_on_joker`)")
        };
        vec![format!(
            "face cards never sell: they can from Joker {from} on (`face_from_joker`), but {ending}"
        )]
    }
}
