//! The rules of Crypto Cards: every knob.

use super::actions::NUMBERS;
use crate::cards::standard::{Ace, Card, CardSet};
use crate::input::{InputError, Knob, KnobKind, Location, Preset, Problem, Settings, Value};

/// The number of cards besides the Jokers.
pub(super) const CARDS: usize = 52;

/// The places of a deck in memory: a power of two, so that looking one up needs no check.
pub(super) const PLACES: usize = 64;

/// The knobs, in the order of the rules' table.
pub(super) static KNOBS: [Knob; 11] = [
    Knob::new("hand_size", KnobKind::Integer(1, 10), Value::Integer(5), "cards dealt to each player, and kept in hand after a transfer"),
    Knob::new("jokers", KnobKind::Integer(1, 6), Value::Integer(2), "Jokers shuffled into the deck"),
    Knob::new("end_on_joker", KnobKind::Integer(1, 6), Value::Integer(2), "which Joker ends the game; at most `jokers`"),
    Knob::new(
        "turn_order",
        KnobKind::Choice(&["mine_first", "sell_first"]),
        Value::Choice("mine_first"),
        "a turn is mine, sell, transfer; or sell, mine, transfer",
    ),
    Knob::new("forced_sale", KnobKind::Flag, Value::Flag(true), "a card one above the top of its market must be sold; false: it may be"),
    Knob::new(
        "sales_per_turn",
        KnobKind::Integer(1, 5),
        Value::Integer(1),
        "sales in a turn, one of them with a face card at most; a buy-back counts as a sale",
    ),
    Knob::new(
        "face_sales",
        KnobKind::Integer(1, 40),
        Value::Integer(1),
        "cards that one face card may sell, the first included; none of the others must be sold",
    ),
    Knob::new("face_from_joker", KnobKind::Integer(0, 6), Value::Integer(0), "face cards sell only after so many Jokers are out"),
    Knob::new(
        "buy_back",
        KnobKind::Choice(&["none", "top", "any"]),
        Value::Choice("none"),
        "the card of a market (its top card, or any) that may be taken into one's own portfolio in place of a sale, unless a card must be sold",
    ),
    Knob::new(
        "scoring",
        KnobKind::Choice(&["count", "price_low", "price_high"]),
        Value::Choice("count"),
        "fewest cards win; or lowest (highest) worth, each number card at the top of its market and each face card at 10",
    ),
    Knob::new("max_turns", KnobKind::Integer(1, 1_000_000), Value::Integer(1000), "turns, after which the game is unfinished"),
];

const MULTI_SELL: (&str, Value) = ("face_sales", Value::Integer(40));
const LATE_FACES: (&str, Value) = ("face_from_joker", Value::Integer(1));

/// The presets: the draft, and the changes that its designer considers.
pub(super) static PRESETS: [Preset; 8] = [
    Preset { name: "designer", summary: "the draft as its designer has it", values: &[] },
    Preset {
        name: "sell-first",
        summary: "the sections of the draft in their order: sell, mine, transfer",
        values: &[("turn_order", Value::Choice("sell_first"))],
    },
    Preset { name: "multi-sell", summary: "a face card sells any number of cards", values: &[MULTI_SELL] },
    Preset { name: "late-faces", summary: "face cards sell only after the first Joker", values: &[LATE_FACES] },
    Preset {
        name: "multi-sell-late",
        summary: "a face card sells any number of cards, but only after the first Joker",
        values: &[MULTI_SELL, LATE_FACES],
    },
    Preset {
        name: "buy-back",
        summary: "the top card of a market may be bought in place of a sale",
        values: &[("buy_back", Value::Choice("top"))],
    },
    Preset {
        name: "price-low",
        summary: "the lowest worth wins, at the prices of the markets",
        values: &[("scoring", Value::Choice("price_low"))],
    },
    Preset {
        name: "price-high",
        summary: "the highest worth wins, at the prices of the markets",
        values: &[("scoring", Value::Choice("price_high"))],
    },
];

/// What this project had to decide where the rules are silent.
pub(super) static RULINGS: [&str; 6] = [
    "The 52 cards are shuffled without the Jokers; from the top the hands are dealt one card at a time to the seats in turn, and what is left is the deck.",
    "The Jokers are put into the deck one after the other, each at a place as likely as any other, so that with more Jokers or other hands the rest lies in the same order.",
    "A card that has just been bought may be sold again in the same turn, and must be where it is one above the top of its market.",
    "A face card may sell a card one above the top of its market only where that sale is not forced, and among the further cards of its sale.",
    "Portfolios, markets, the Jokers that are out and the number of cards in each hand and in the deck are public; a card mined is not shown.",
    "A game that ends before anybody has a card in the portfolio is won by all.",
];

/// What may be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuyBack {
    /// Nothing.
    None,
    /// The top card of a market.
    Top,
    /// Any card of a market.
    Any,
}

/// What is counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// The cards of the portfolio: the fewest win.
    Count,
    /// Its worth: the lowest wins.
    PriceLow,
    /// Its worth: the highest wins.
    PriceHigh,
}

/// The rules of one variant for a number of players, ready to play.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) players: u8,
    pub(super) hand_size: u8,
    pub(super) jokers: u8,
    pub(super) end_on_joker: u8,
    pub(super) sell_first: bool,
    /// The cards of which a sale is forced: all number cards, or none.
    pub(super) forced: CardSet,
    pub(super) sales_per_turn: u8,
    pub(super) face_sales: u8,
    pub(super) face_from_joker: u8,
    pub(super) buy_back: BuyBack,
    pub(super) scoring: Scoring,
    pub(super) max_turns: u32,
    /// Can a turn have more than one decision about sales?
    pub(super) sells_several: bool,
    /// One sale a turn at most, after mining, and no buys: what a turn then never has is left out of the code for these rules.
    pub(super) plain: bool,
    /// The 52 cards before the shuffle, by number, and places that stay empty.
    pub(super) deck: [u8; PLACES],
}

impl Rules {
    /// Makes the rules from their knobs.
    pub(super) fn new(settings: &Settings, players: usize) -> Result<Self, InputError> {
        let refused = |keys: &[&str], found: String, allowed: String| {
            let place = settings.place_of(keys).unwrap_or_else(|| Location::whole("rules"));
            Err(InputError::new(place, Problem::Conflict { found, allowed }))
        };
        let integer = |key| settings.integer(key) as u8;
        let (hand_size, jokers, end_on_joker) = (integer("hand_size"), integer("jokers"), integer("end_on_joker"));
        let needed = usize::from(hand_size) * players;
        if needed > CARDS {
            let found = format!("{players} hands of {hand_size} cards (`hand_size`) need {needed} cards, and there are {CARDS}");
            return refused(&["hand_size"], found, format!("at most {} cards a hand with {players} players", CARDS / players));
        }
        if end_on_joker > jokers {
            let found = format!("the game ends on Joker {end_on_joker} (`end_on_joker`), and `jokers` is {jokers}");
            return refused(&["jokers", "end_on_joker"], found, "`end_on_joker` of at most `jokers`".to_owned());
        }
        let sells_several = integer("sales_per_turn") > 1 || integer("face_sales") > 1;
        let sell_first = settings.choice("turn_order") == "sell_first";
        let mut deck = [0; PLACES];
        deck[..CARDS].copy_from_slice(&Card::deck(Ace::Low).map(Card::number));
        Ok(Self {
            players: players as u8,
            hand_size,
            jokers,
            end_on_joker,
            sell_first,
            forced: if settings.flag("forced_sale") { NUMBERS } else { CardSet::EMPTY },
            sales_per_turn: integer("sales_per_turn"),
            face_sales: integer("face_sales"),
            face_from_joker: integer("face_from_joker"),
            buy_back: match settings.choice("buy_back") {
                "top" => BuyBack::Top,
                "any" => BuyBack::Any,
                _ => BuyBack::None,
            },
            scoring: match settings.choice("scoring") {
                "price_low" => Scoring::PriceLow,
                "price_high" => Scoring::PriceHigh,
                _ => Scoring::Count,
            },
            max_turns: settings.integer("max_turns") as u32,
            sells_several,
            plain: !sells_several && !sell_first && settings.choice("buy_back") == "none",
            deck,
        })
    }

    /// How many cards are dealt into hands.
    #[inline(always)]
    pub(super) fn dealt(&self) -> usize {
        usize::from(self.hand_size) * usize::from(self.players)
    }
}

/// R10: rules by which face cards never sell.
pub(super) fn warnings(settings: &Settings) -> Vec<String> {
    let (from, end) = (settings.integer("face_from_joker"), settings.integer("end_on_joker"));
    let never = from >= end;
    never
        .then(|| {
            format!(
                "face cards never sell: they would from Joker {from} on (`face_from_joker`), and Joker {end} ends the game (`end_on_joker`)"
            )
        })
        .into_iter()
        .collect()
}
