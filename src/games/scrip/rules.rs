//! The rules of Scrip: every knob, and the tables made of them.

use super::hand::Hand;
use super::legal::{Phase, Steps};
use super::values::{CARDS, Values, WHOLE};
use crate::cards::standard::{CardSet, Suit};
use crate::input::{InputError, Knob, KnobKind, Location, Preset, Problem, Settings, Value};

/// The largest number of players.
pub(super) const MOST_PLAYERS: usize = 4;

/// The knobs, in the order of the rules' table.
pub(super) static KNOBS: [Knob; 13] = [
    Knob::new("starting_deck", KnobKind::Integer(3, 12), Value::Integer(6), "cards of each player's first pile"),
    Knob::new("hand_size", KnobKind::Integer(1, 6), Value::Integer(3), "cards that a player draws"),
    Knob::new("market_size", KnobKind::Integer(1, 6), Value::Integer(3), "cards face up in the middle"),
    Knob::new(
        "ace_rank",
        KnobKind::Integer(1, 20),
        Value::Integer(15),
        "the rank of an Ace: as price, as payment, in exchanges, in counters, in scores",
    ),
    Knob::new("diamond_bonus", KnobKind::Integer(0, 200), Value::Integer(25), "points for the highest sum of Diamonds"),
    Knob::new(
        "diamond_tie",
        KnobKind::Choice(&["none", "all", "split"]),
        Value::Choice("none"),
        "who gets the bonus when players are level for it: nobody, each the whole, or each a share, rounded down",
    ),
    Knob::new("combine_spades", KnobKind::Flag, Value::Flag(true), "several Spades may be added up to buy a card; false: one Spade a buy"),
    Knob::new("exchange", KnobKind::Flag, Value::Flag(true), "a card of the hand may be exchanged for a Market card of at most its rank"),
    Knob::new(
        "exchange_refills",
        KnobKind::Flag,
        Value::Flag(false),
        "after an exchange too a card comes from the Stockpile, so that the Market grows by one",
    ),
    Knob::new("steals_per_turn", KnobKind::Integer(0, 3), Value::Integer(1), "how often a player may steal in a turn"),
    Knob::new(
        "counter",
        KnobKind::Choice(&["at_most", "at_least", "any", "none"]),
        Value::Choice("at_most"),
        "which Clubs counter a steal, by their rank against that of the stolen card; none: no Club does",
    ),
    Knob::new(
        "end",
        KnobKind::Choice(&["stockpile_and_reds", "stockpile"]),
        Value::Choice("stockpile_and_reds"),
        "when the game ends: with the Stockpile empty and no red card in the Market, or with the Stockpile empty",
    ),
    Knob::new(
        "max_turns",
        KnobKind::Integer(1, 1_000_000),
        Value::Integer(400),
        "turns, of all players together, after which the game is unfinished",
    ),
];

/// The presets.
pub(super) static PRESETS: [Preset; 5] = [
    Preset { name: "designer", summary: "the designer's rules", values: &[] },
    Preset { name: "no-steal", summary: "nobody steals", values: &[("steals_per_turn", Value::Integer(0))] },
    Preset { name: "no-counter", summary: "no steal can be countered", values: &[("counter", Value::Choice("none"))] },
    Preset { name: "no-exchange", summary: "cards are bought or stolen only", values: &[("exchange", Value::Flag(false))] },
    Preset { name: "no-bonus", summary: "Diamonds are worth nothing", values: &[("diamond_bonus", Value::Integer(0))] },
];

/// What this project had to decide where the rules are silent.
pub(super) static RULINGS: [&str; 6] = [
    "One deck is shuffled once. From its top the cards are dealt one at a time to the seats in turn, then the Market, and the rest is the Stockpile. The cards of a seat in the order dealt are its draw pile from the top, from which it draws its first hand.",
    "A discard pile is shuffled only when a player has to draw more cards than its draw pile has.",
    "A player knows which cards it was dealt, not in which order they lie in its pile; others know them once they were shown.",
    "With exchange_refills the end is checked after the refill, as with a buy.",
    "In an unfinished game the scores are what they would be if it had ended, the bonus for Diamonds included.",
    "A round of the table is counted from its first turn on.",
];

/// What a designer should know about knobs that do not go together.
pub(super) fn warnings(settings: &Settings) -> Vec<String> {
    let given = |knob: &str| settings.place_of(&[knob]).is_some();
    let mut warnings = Vec::new();
    if !settings.flag("exchange") && settings.flag("exchange_refills") {
        warnings.push("`exchange_refills` changes nothing: there are no exchanges (`exchange` is false)".to_owned());
    }
    if settings.integer("steals_per_turn") == 0 && given("counter") {
        warnings.push("`counter` changes nothing: nobody steals (`steals_per_turn` is 0)".to_owned());
    }
    if settings.integer("diamond_bonus") == 0 && given("diamond_tie") {
        warnings.push("`diamond_tie` changes nothing: there is no bonus (`diamond_bonus` is 0)".to_owned());
    }
    warnings
}

/// Who gets the bonus for Diamonds when players are level for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiamondTie {
    Nobody,
    Each,
    Split,
}

/// The rules of one variant, ready to play.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) players: u8,
    pub(super) starting_deck: u8,
    pub(super) hand_size: u8,
    pub(super) market_size: u8,
    pub(super) steals_per_turn: u8,
    pub(super) exchange_refills: bool,
    pub(super) diamond_tie: DiamondTie,
    pub(super) diamond_bonus: i32,
    pub(super) max_turns: u32,
    pub(super) values: Values,
    /// The cards of the Market that keep a game going when the Stockpile is empty.
    pub(super) keep_going: CardSet,
    /// By the rank number of a stolen card: the Clubs that counter.
    counters: [CardSet; 16],
    /// By the number of steals in this turn: what a player may do next.
    phases: [Phase; 4],
}

impl Rules {
    /// Makes the rules from their knobs.
    pub(super) fn new(settings: &Settings, players: usize) -> Result<Self, InputError> {
        let integer = |key| settings.integer(key) as u8;
        let (starting_deck, hand_size, market_size) = (integer("starting_deck"), integer("hand_size"), integer("market_size"));
        if hand_size > starting_deck {
            let found = format!("a hand of {hand_size} cards (`hand_size`) from a first pile of {starting_deck} (`starting_deck`)");
            return Err(refused(settings, &["starting_deck", "hand_size"], found, "a hand of at most the first pile".to_owned()));
        }
        let needed = players * usize::from(starting_deck) + usize::from(market_size);
        if needed > CARDS {
            let found = format!(
                "{players} piles of {starting_deck} and a Market of {market_size} (`starting_deck`, `market_size`) need {needed} cards, and the deck has {CARDS}"
            );
            return Err(refused(settings, &["starting_deck", "market_size"], found, format!("at most {CARDS} cards dealt")));
        }
        let values = Values::with_ace(integer("ace_rank"));
        let steals_per_turn = integer("steals_per_turn");
        let phase = |steals| {
            let first = steals == 0;
            Phase::new(Steps {
                buy: first,
                combine: settings.flag("combine_spades"),
                exchange: first && settings.flag("exchange"),
                steal: steals < steals_per_turn,
            })
        };
        Ok(Self {
            players: players as u8,
            starting_deck,
            hand_size,
            market_size,
            steals_per_turn,
            exchange_refills: settings.flag("exchange_refills"),
            diamond_tie: match settings.choice("diamond_tie") {
                "all" => DiamondTie::Each,
                "split" => DiamondTie::Split,
                _ => DiamondTie::Nobody,
            },
            diamond_bonus: settings.integer("diamond_bonus") as i32,
            max_turns: settings.integer("max_turns") as u32,
            values,
            keep_going: match settings.choice("end") {
                "stockpile" => CardSet::EMPTY,
                _ => CardSet::of_suit(Suit::Hearts).union(CardSet::of_suit(Suit::Diamonds)),
            },
            counters: counters(settings.choice("counter"), values),
            phases: [phase(0), phase(1), phase(2), phase(3)],
        })
    }

    /// A hand of these cards.
    #[inline(always)]
    pub(super) fn hand(&self, cards: CardSet) -> Hand {
        Hand::new(cards, self.hand_size, self.values)
    }

    /// The Clubs that counter the steal of a card with this rank number.
    #[inline(always)]
    pub(super) fn counters(&self, rank: u8) -> CardSet {
        self.counters[usize::from(rank & 15)]
    }

    /// What a player may do that has stolen so often in this turn.
    #[inline(always)]
    pub(super) fn phase(&self, steals: u8) -> &Phase {
        &self.phases[usize::from(steals & 3)]
    }
}

fn refused(settings: &Settings, keys: &[&str], found: String, allowed: String) -> InputError {
    let place = settings.place_of(keys).unwrap_or_else(|| Location::whole("rules"));
    InputError::new(place, Problem::Conflict { found, allowed })
}

/// By the rank number of a stolen card: the Clubs that counter.
fn counters(kind: &str, values: Values) -> [CardSet; 16] {
    let clubs = WHOLE.and(CardSet::of_suit(Suit::Clubs));
    std::array::from_fn(|stolen| {
        let stolen = values.of_rank(stolen as u8);
        let fits = |club: u8| match kind {
            "at_most" => club <= stolen,
            "at_least" => club >= stolen,
            "any" => true,
            _ => false,
        };
        clubs.iter().filter(|club| fits(values.of(*club))).collect()
    })
}
