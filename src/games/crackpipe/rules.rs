//! The rules of Crackpipe: every knob, and the tables made of them.

use super::cards::{RANKS, deck_of};
use super::stash::Stash;
use crate::cards::standard::{CardSet, HIGH_ACE, JACK, JOKER, KING, QUEEN};
use crate::input::{Knob, KnobKind, Preset, Settings, TableKeys, Value};
use crate::seat::{MAX_SEATS, Seat};

/// The keys of a hit table: no pipe, then the ranks from the 2 up.
static HIT_TABLE: TableKeys =
    TableKeys { keys: &["none", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "joker"], low: 1, high: 8 };

/// The knobs, in the order of the rules' table.
pub(super) static KNOBS: [Knob; 11] = [
    Knob::new("decks", KnobKind::Integer(0, 4), Value::Integer(0), "decks shuffled together; 0 is one for every two players, rounded down"),
    Knob::new("jokers_per_deck", KnobKind::Integer(0, 4), Value::Integer(2), "Jokers in each deck"),
    Knob::new(
        "hit_table",
        KnobKind::ChoiceOrTable(&["base", "double"], &HIT_TABLE),
        Value::Choice("base"),
        "cards drawn by the top card of one's own pipe (none: by an empty pipe); double is Double Crackpipe",
    ),
    Knob::new("cherry", KnobKind::Flag, Value::Flag(false), "who is passed cards and a Joker off THE pipe must put them on top"),
    Knob {
        key: "joker_flips",
        kind: KnobKind::Flag,
        default: Value::Flag(true),
        default_note: "false with cherry = true",
        meaning: "a Joker placed on THE pipe flips it into the resin",
    },
    Knob::new(
        "flip_from",
        KnobKind::Choice(&["J", "Q", "K", "A"]),
        Value::Choice("Q"),
        "lowest rank that flips THE pipe into the resin; Jokers go by joker_flips",
    ),
    Knob::new(
        "pass_direction",
        KnobKind::Choice(&["counterclockwise", "clockwise"]),
        Value::Choice("counterclockwise"),
        "who is passed cards: the player before in turn order, or the one after",
    ),
    Knob::new(
        "passes_over_stash",
        KnobKind::Integer(1, 10),
        Value::Integer(2),
        "how often the stash is emptied before the game ends; before that, the resin is shuffled into it, and an empty resin ends the game",
    ),
    Knob::new(
        "first_player_tie",
        KnobKind::Choice(&["seat", "random"]),
        Value::Choice("seat"),
        "who begins if the highest first cards are level: the lowest seat of these, or one of them at random",
    ),
    Knob::new(
        "finish_last_turn",
        KnobKind::Flag,
        Value::Flag(true),
        "the cards that empty the stash for the last time are still placed; false: they count for nobody",
    ),
    Knob::new("max_turns", KnobKind::Integer(1, 1_000_000), Value::Integer(100_000), "turns, after which the game is unfinished"),
];

const DOUBLE: (&str, Value) = ("hit_table", Value::Choice("double"));
const CHERRY: (&str, Value) = ("cherry", Value::Flag(true));

/// The presets.
pub(super) static PRESETS: [Preset; 4] = [
    Preset { name: "designer", summary: "the designer's rules", values: &[] },
    Preset { name: "double", summary: "Double Crackpipe: larger hits", values: &[DOUBLE] },
    Preset { name: "cherry", summary: "The Cherry: a Joker does not flip THE pipe, and cards passed with it go on top", values: &[CHERRY] },
    Preset { name: "double-cherry", summary: "Double Crackpipe with The Cherry", values: &[DOUBLE, CHERRY] },
];

/// What this project had to decide where the rules are silent.
pub(super) static RULINGS: [&str; 5] = [
    "The shuffled deck is dealt from its top: THE pipe's card, then one card to each seat in order; the rest is the stash.",
    "Cards are alike if they have the same rank and suit, and all Jokers are: only cards that are alike make top and bottom the same.",
    "A turn is counted when its cards are drawn, also one whose cards count for nobody.",
    "A game that max_turns ends is counted as it stands: nobody holds cards then.",
    "Cards drawn are seen by their player alone until they are placed; from then on all know where each of them lies.",
];

/// What a designer should know about rules that can be played.
pub(super) fn warnings(settings: &Settings) -> Vec<String> {
    let mut warnings = Vec::new();
    if settings.integer("jokers_per_deck") == 0 {
        for knob in ["cherry", "joker_flips"].into_iter().filter(|knob| settings.place_of(&[knob]).is_some()) {
            warnings.push(format!("`{knob}` changes nothing: there are no Jokers (`jokers_per_deck` is 0)"));
        }
    }
    warnings
}

/// Cards drawn by rank, from [`super::NO_CARD`] up; 1 is no rank.
const BASE_HITS: [u8; RANKS] = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4];
const DOUBLE_HITS: [u8; RANKS] = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5];

/// The rules of one variant for a number of players, ready to play.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a knob of the rules")]
pub struct Rules {
    pub(super) players: u8,
    pub(super) decks: u8,
    /// The cards of each deck, by their numbers.
    pub(super) deck: CardSet,
    /// All cards of all decks, in ascending order.
    pub(super) all: Stash,
    /// Cards drawn, by the rank on top of one's own pipe.
    pub(super) hits: [u8; RANKS],
    /// Is a pile flipped on which a stack with this rank on top stays? First for one's own pipe (never), then for THE pipe.
    pub(super) flips: [[bool; RANKS]; 2],
    pub(super) cherry: bool,
    /// Has the deck a card twice?
    pub(super) has_equal_cards: bool,
    /// By seat, the next one in turn order.
    pub(super) next: [Seat; MAX_SEATS],
    /// By seat, the one to which it passes cards.
    pub(super) receiver: [Seat; MAX_SEATS],
    pub(super) passes_over_stash: u8,
    pub(super) random_tie: bool,
    pub(super) finish_last_turn: bool,
    pub(super) max_turns: u32,
}

impl Rules {
    /// Makes the rules from their knobs. (Any go together: the smallest deck has 52 cards, and eight players are dealt 9.)
    pub(super) fn new(settings: &Settings, players: usize) -> Self {
        let integer = |key| settings.integer(key) as u8;
        let decks = match integer("decks") {
            0 => (players / 2).max(1) as u8,
            given => given,
        };
        let deck = deck_of(integer("jokers_per_deck"));
        let mut all = Stash::EMPTY;
        for number in 0..decks {
            all.add(number, deck);
        }
        let lowest_flip = match settings.choice("flip_from") {
            "J" => JACK,
            "K" => KING,
            "A" => HIGH_ACE,
            _ => QUEEN,
        };
        let mut the_pipe_flips = std::array::from_fn(|rank| rank >= usize::from(lowest_flip));
        the_pipe_flips[usize::from(JOKER)] = settings.flag("joker_flips");
        let neighbour = |step: usize| std::array::from_fn(|seat| Seat::new(((seat + step) % players) as u8));
        Self {
            players: players as u8,
            decks,
            deck,
            all,
            hits: hits(settings.value("hit_table")),
            flips: [[false; RANKS], the_pipe_flips],
            cherry: settings.flag("cherry"),
            has_equal_cards: decks > 1,
            next: neighbour(1),
            receiver: neighbour(if settings.choice("pass_direction") == "clockwise" { 1 } else { players - 1 }),
            passes_over_stash: integer("passes_over_stash"),
            random_tie: settings.choice("first_player_tie") == "random",
            finish_last_turn: settings.flag("finish_last_turn"),
            max_turns: settings.integer("max_turns") as u32,
        }
    }

    /// The seats, in turn order.
    #[inline(always)]
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(usize::from(self.players))
    }

    /// The seat to which `seat` passes cards.
    #[inline(always)]
    pub(super) fn receiver_of(&self, seat: Seat) -> Seat {
        self.receiver[seat.index() % MAX_SEATS]
    }

    /// The seat whose turn comes after that of `seat`.
    #[inline(always)]
    pub(super) fn seat_after(&self, seat: Seat) -> Seat {
        self.next[seat.index() % MAX_SEATS]
    }
}

/// Cards drawn by rank, as the knob gives them.
fn hits(table: Value) -> [u8; RANKS] {
    match table {
        // Its first key is no card; the next is rank 2.
        Value::Table(_, numbers) => std::array::from_fn(|rank| numbers[rank.saturating_sub(1)]),
        Value::Choice("double") => DOUBLE_HITS,
        _ => BASE_HITS,
    }
}
