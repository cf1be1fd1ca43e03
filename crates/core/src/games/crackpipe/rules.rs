//! The rules of Crackpipe: every knob, and the tables made of them.

use super::cards::{RANKS, counts, deck_of};
use super::stash::Stash;
use super::state::Moment;
use crate::cards::standard::{HIGH_ACE, JACK, JOKER, KING, QUEEN};
use crate::input::{Preset, Settings, TableKeys, Value, choices, knobs};
use crate::seat::{MAX_SEATS, Seat};

/// The keys of a hit table: no pipe, then the ranks from the 2 up.
const HIT_TABLE: TableKeys = TableKeys {
    keys: &["none", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "joker"],
    low: 1,
    high: 8,
};

choices! {
    /// The number of cards that are drawn.
    pub enum Hits {
        /// The table of Crackpipe.
        Base = "base",
        /// The table of Double Crackpipe.
        Double = "double";
        /// A table in a file: for an empty pipe, then for the ranks from the 2 up.
        Table in HIT_TABLE
    }

    /// The lowest rank that flips THE pipe.
    pub enum FlipFrom { Jack = "J", Queen = "Q", King = "K", Ace = "A" }

    /// The player who is passed cards.
    pub enum PassDirection { Counterclockwise = "counterclockwise", Clockwise = "clockwise" }

    /// The first player if several have the highest first card.
    pub enum FirstPlayerTie { Seat = "seat", Random = "random" }
}

knobs! {
    /// The knobs of Crackpipe.
    pub struct Knobs {
        /// decks shuffled together; 0 is one for every two players, rounded down
        decks: u8 = 0, in 0..=4;
        /// Jokers in each deck
        jokers_per_deck: u8 = 2, in 0..=4;
        /// cards drawn by the top card of one's own pipe (none: by an empty pipe); double is Double
        /// Crackpipe
        hit_table: Hits = Hits::Base;
        /// a player who is passed cards and a Joker off THE pipe must put them on top
        cherry: bool = false;
        /// a Joker placed on THE pipe flips it into the resin
        joker_flips: bool = true, when cherry = true => false;
        /// lowest rank that flips THE pipe into the resin; Jokers go by joker_flips
        flip_from: FlipFrom = FlipFrom::Queen;
        /// the player who is passed cards: the one before in turn order, or the one after
        pass_direction: PassDirection = PassDirection::Counterclockwise;
        /// how often the stash is emptied before the game ends; before that, the resin is shuffled
        /// into it, and an empty resin ends the game
        passes_over_stash: u8 = 2, in 1..=10;
        /// the first player if several have the highest first card: the lowest of these seats, or
        /// one of them at random
        first_player_tie: FirstPlayerTie = FirstPlayerTie::Seat;
        /// the cards that empty the stash for the last time are still placed; false: they are not
        /// counted
        finish_last_turn: bool = true;
        /// cards added to a player's score at the end for each place behind the first player: the
        /// player after it is in place 1, the next in place 2, and so on
        place_points: i8 = 0, in -10..=10, scoring = true;
        /// turns after which the game ends unfinished
        max_turns: u32 = 100_000, in 1..=1_000_000;
    }
}

const DOUBLE: (&str, Value) = Knobs::hit_table(Hits::Double);
const CHERRY: (&str, Value) = Knobs::cherry(true);

/// The presets.
pub(super) static PRESETS: [Preset; 4] = [
    Preset { name: "designer", summary: "the designer's rules", values: &[] },
    Preset { name: "double", summary: "Double Crackpipe: larger hits", values: &[DOUBLE] },
    Preset {
        name: "cherry",
        summary: "The Cherry: a Joker does not flip THE pipe, and cards passed with it go on top",
        values: &[CHERRY],
    },
    Preset {
        name: "double-cherry",
        summary: "Double Crackpipe with The Cherry",
        values: &[DOUBLE, CHERRY],
    },
];

/// The decisions of this project where the rules are silent.
pub(super) static RULINGS: [&str; 5] = [
    "The shuffled deck is dealt from its top: THE pipe's card, then one card to each seat in \
        order; the rest is the stash.",
    "Two cards are equal if they have the same rank and suit, or are both Jokers. Putting a stack \
        on top or at the bottom is the same only if this gives equal cards in the same order.",
    "A turn is counted when its cards are drawn, even if these cards are not counted in the end.",
    "A game that max_turns ends is counted as it stands: no player holds cards at that time.",
    "Drawn cards are seen only by their player until they are placed; then everybody knows where \
        each of them lies.",
];

/// Cards drawn by rank, from [`super::NO_CARD`] up; 1 is unused.
const BASE_HITS: [u8; RANKS] = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4];
const DOUBLE_HITS: [u8; RANKS] = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5];

/// The rules of one variant for a number of players, ready to play.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its knobs.
    pub knobs: Knobs,
    pub(super) players: u8,
    pub(super) decks: u8,
    /// All cards of all decks, in ascending order.
    pub(super) all: Stash,
    /// Their number by rank.
    pub by_rank: [u8; RANKS],
    /// Cards drawn, by the rank on top of one's own pipe: four bits each.
    hits: u64,
    /// The ranks that flip THE pipe when a stack with one of them on top stays on it, as bits.
    flips: u16,
    /// Whether some card occurs twice in the deck.
    pub(super) has_equal_cards: bool,
    /// By seat, the beginning of its turn.
    pub(super) turns: [Moment; MAX_SEATS],
    /// By seat, the receiver of passed cards.
    pub(super) receiver: [Seat; MAX_SEATS],
}

impl Rules {
    /// Makes the rules from their knobs. (All combinations work: the smallest deck has 52 cards,
    /// and eight players are dealt 9.)
    pub(super) fn new(settings: &Settings, players: usize) -> Self {
        let knobs = Knobs::read(settings);
        let decks = match knobs.decks {
            0 => (players / 2).max(1) as u8,
            given => given,
        };
        let deck = deck_of(knobs.jokers_per_deck);
        let mut all = Stash::EMPTY;
        for number in 0..decks {
            all.add(number, deck);
        }
        let lowest_flip = match knobs.flip_from {
            FlipFrom::Jack => JACK,
            FlipFrom::Queen => QUEEN,
            FlipFrom::King => KING,
            FlipFrom::Ace => HIGH_ACE,
        };
        let from_lowest = u16::MAX << lowest_flip;
        let flips = if knobs.joker_flips { from_lowest } else { from_lowest & !(1 << JOKER) };
        let hits: [u8; RANKS] = match knobs.hit_table {
            Hits::Base => BASE_HITS,
            Hits::Double => DOUBLE_HITS,
            // The first key is no card; the next is rank 2.
            Hits::Table(numbers) => std::array::from_fn(|rank| numbers[rank.saturating_sub(1)]),
        };
        let neighbour = |seat: usize, step: usize| Seat::new(((seat + step) % players) as u8);
        Self {
            knobs,
            players: players as u8,
            decks,
            by_rank: counts(all.cards()),
            all,
            hits: hits.iter().rev().fold(0, |hits, cards| hits << 4 | u64::from(*cards)),
            flips,
            has_equal_cards: decks > 1,
            turns: std::array::from_fn(|seat| Moment::turn(neighbour(seat, 0), neighbour(seat, 1))),
            receiver: std::array::from_fn(|seat| match knobs.pass_direction {
                PassDirection::Counterclockwise => neighbour(seat, players - 1),
                PassDirection::Clockwise => neighbour(seat, 1),
            }),
        }
    }

    /// Returns the seats, in turn order.
    #[inline(always)]
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(usize::from(self.players))
    }

    /// Returns the seat to which `seat` passes cards.
    #[inline(always)]
    pub fn receiver_of(&self, seat: Seat) -> Seat {
        self.receiver[seat.index() % MAX_SEATS]
    }

    /// Returns the number of cards drawn with this rank on top of one's own pipe.
    #[inline(always)]
    pub fn hit(&self, rank: u8) -> u8 {
        (self.hits >> (4 * (usize::from(rank) % RANKS))) as u8 & 15
    }

    /// Returns whether THE pipe is flipped when a stack with this rank on top stays on it.
    #[inline(always)]
    pub fn flips(&self, rank: u8) -> bool {
        self.flips >> (usize::from(rank) % RANKS) & 1 == 1
    }

    /// Returns the beginning of a seat's turn.
    #[inline(always)]
    pub(super) fn turn_of(&self, seat: Seat) -> Moment {
        self.turns[seat.index() % MAX_SEATS]
    }

    /// Returns the seat whose turn comes after that of `seat`.
    #[inline(always)]
    pub fn seat_after(&self, seat: Seat) -> Seat {
        self.turn_of(seat).next
    }
}
