//! The rules of Scrip: every knob, and the tables made of them.

use super::hand::Hand;
use super::legal::{Phase, Steps};
use super::values::{CARDS, Values, WHOLE};
use crate::cards::standard::{CardSet, Suit};
use crate::game::dealt_in_turn;
use crate::input::{InputError, Preset, Settings, choices, knobs};

/// The largest number of players.
pub(super) const MOST_PLAYERS: usize = 4;

choices! {
    /// The bonus for Diamonds in a tie.
    pub enum DiamondTie { Nobody = "none", Each = "all", Split = "split" }

    /// The Clubs that counter a steal.
    pub enum Counter { AtMost = "at_most", AtLeast = "at_least", Any = "any", None = "none" }

    /// The end of the game.
    pub enum End { StockpileAndReds = "stockpile_and_reds", Stockpile = "stockpile" }
}

knobs! {
    /// The knobs of Scrip.
    pub struct Knobs {
        /// cards of each player's first pile
        starting_deck: u8 = 6, in 3..=12;
        /// cards that a player draws
        hand_size: u8 = 3, in 1..=6;
        /// cards face up in the middle
        market_size: u8 = 3, in 1..=6;
        /// the rank of an Ace: as price, as payment, in exchanges, in counters, in scores
        ace_rank: u8 = 15, in 1..=20, scoring = true;
        /// points for the highest sum of Diamonds
        diamond_bonus: i32 = 25, in 0..=200, scoring = true;
        /// the bonus when several players have the highest sum: for nobody, the whole for each, or
        /// a share for each, rounded down
        diamond_tie: DiamondTie = DiamondTie::Nobody, scoring = true;
        /// several Spades may be added up to buy a card; false: one Spade per buy
        combine_spades: bool = true;
        /// a card of the hand may be exchanged for a Market card of at most its rank
        exchange: bool = true;
        /// the two cards of an exchange may have the same rank; false: the card of the hand must
        /// be higher
        exchange_equal: bool = true;
        /// after an exchange a card also comes from the Stockpile, so that the Market grows by one
        exchange_refills: bool = false;
        /// how often a player may steal in a turn
        steals_per_turn: u8 = 1, in 0..=3;
        /// which Clubs counter a steal, by their rank compared with that of the stolen card; none:
        /// no Club does
        counter: Counter = Counter::AtMost;
        /// when the game ends: with the Stockpile empty and no red card in the Market, or with the
        /// Stockpile empty
        end: End = End::StockpileAndReds;
        /// points added to a player's score for each place behind the first player: the next
        /// one is in place 1, then comes place 2, and so on
        place_points: i8 = 0, in -20..=20, scoring = true;
        /// extra cards in a player's first pile, beyond `starting_deck`, for each place behind the
        /// first player
        place_cards: i8 = 0, in -2..=2;
        /// turns of all players together after which the game ends unfinished
        max_turns: u32 = 400, in 1..=1_000_000;
    }
}

/// The presets.
pub(super) static PRESETS: [Preset; 5] = [
    Preset { name: "designer", summary: "the designer's rules", values: &[] },
    Preset { name: "no-steal", summary: "no stealing", values: &[Knobs::steals_per_turn(0)] },
    Preset {
        name: "no-counter",
        summary: "no steal can be countered",
        values: &[Knobs::counter(Counter::None)],
    },
    Preset {
        name: "no-exchange",
        summary: "cards can only be bought or stolen",
        values: &[Knobs::exchange(false)],
    },
    Preset {
        name: "no-bonus",
        summary: "Diamonds are worth nothing",
        values: &[Knobs::diamond_bonus(0)],
    },
];

/// The decisions of this project where the rules are silent.
pub(super) static RULINGS: [&str; 6] = [
    "One deck is shuffled once. From its top the cards are dealt one at a time to the seats in \
        turn (with place_cards, a seat that has all its cards is skipped), then the Market, and \
        the rest is the Stockpile. The cards of a seat in the order dealt are its draw pile from \
        the top, from which it draws its first hand.",
    "A discard pile is shuffled only when a player has to draw more cards than its draw pile has.",
    "A player knows the cards that it was dealt, but not their order in its pile; the others know \
        a card once it was shown.",
    "With exchange_refills the end is checked after the refill, as with a buy.",
    "In an unfinished game the scores are counted as if it had ended, including the bonus for \
        Diamonds.",
    "A round of the table is counted from its first turn on.",
];

/// The rules of one variant, ready to play.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its knobs.
    pub knobs: Knobs,
    pub(super) players: u8,
    /// By seat: the number of cards in its first pile; 0 beyond the players.
    pub(super) first_piles: [u8; MOST_PLAYERS],
    /// By position in the shuffled deck: the seat to which the card is dealt; meaningless beyond
    /// the cards dealt.
    pub(super) dealt_to: [u8; CARDS],
    /// The values of ranks.
    pub values: Values,
    /// The cards of the Market that keep a game going when the Stockpile is empty.
    pub keep_going: CardSet,
    /// By the rank number of a stolen card: the Clubs that counter.
    counters: [CardSet; 16],
    /// By the number of steals in this turn: the steps that a player may take next.
    phases: [Phase; 4],
}

impl Rules {
    /// Makes the rules from their knobs.
    pub(super) fn new(settings: &Settings, players: usize) -> Result<Self, InputError> {
        let knobs = Knobs::read(settings);
        let Knobs { starting_deck, hand_size, market_size, place_cards, .. } = knobs;
        let pile = |seat: usize| i16::from(starting_deck) + i16::from(place_cards) * seat as i16;
        let piles: Vec<i16> = (0..players).map(pile).collect();
        let of_piles =
            if place_cards == 0 { "`starting_deck`" } else { "`starting_deck`, `place_cards`" };
        if let Some(shortest) = piles.iter().min().filter(|pile| **pile < hand_size.into()) {
            let found = format!(
                "a hand of {hand_size} cards (`hand_size`) from a first pile of {shortest} \
                    ({of_piles})"
            );
            let keys = ["starting_deck", "hand_size", "place_cards"];
            return Err(settings.conflict(
                &keys,
                found,
                "a hand of at most the first pile".to_owned(),
            ));
        }
        let needed = piles.iter().sum::<i16>() as usize + usize::from(market_size);
        if needed > CARDS {
            let piles = if place_cards == 0 {
                format!("{players} piles of {starting_deck}")
            } else {
                format!(
                    "piles of {}",
                    piles.iter().map(i16::to_string).collect::<Vec<_>>().join(", ")
                )
            };
            let found = format!(
                "{piles} and a Market of {market_size} ({of_piles}, `market_size`) need {needed} \
                    cards, and the deck has {CARDS}"
            );
            let keys = ["starting_deck", "market_size", "place_cards"];
            return Err(settings.conflict(&keys, found, format!("at most {CARDS} cards dealt")));
        }
        let first_piles = std::array::from_fn(|seat| piles.get(seat).map_or(0, |pile| *pile as u8));
        let values = Values::with_ace(knobs.ace_rank);
        let phase = |steals| {
            let first = steals == 0;
            Phase::new(Steps {
                buy: first,
                combine: knobs.combine_spades,
                exchange: first && knobs.exchange,
                equal: knobs.exchange_equal,
                steal: steals < knobs.steals_per_turn,
            })
        };
        Ok(Self {
            knobs,
            players: players as u8,
            first_piles,
            dealt_to: dealt_in_turn(&first_piles),
            values,
            keep_going: match knobs.end {
                End::Stockpile => CardSet::EMPTY,
                End::StockpileAndReds => {
                    CardSet::of_suit(Suit::Hearts).union(CardSet::of_suit(Suit::Diamonds))
                }
            },
            counters: counters(knobs.counter, values),
            phases: [phase(0), phase(1), phase(2), phase(3)],
        })
    }

    /// Returns a hand of these cards.
    #[inline(always)]
    pub(super) fn hand(&self, cards: CardSet) -> Hand {
        Hand::new(cards, self.knobs.hand_size, self.values)
    }

    /// Returns the Clubs that counter the steal of a card with this rank number.
    #[inline(always)]
    pub fn counters(&self, rank: u8) -> CardSet {
        self.counters[usize::from(rank & 15)]
    }

    /// Returns the steps that a player may take after this many steals in its turn.
    #[inline(always)]
    pub(super) fn phase(&self, steals: u8) -> &Phase {
        &self.phases[usize::from(steals & 3)]
    }
}

/// By the rank number of a stolen card: the Clubs that counter.
fn counters(counter: Counter, values: Values) -> [CardSet; 16] {
    let clubs = WHOLE.and(CardSet::of_suit(Suit::Clubs));
    std::array::from_fn(|stolen| {
        let stolen = values.of_rank(stolen as u8);
        let fits = |club: u8| match counter {
            Counter::AtMost => club <= stolen,
            Counter::AtLeast => club >= stolen,
            Counter::Any => true,
            Counter::None => false,
        };
        clubs.iter().filter(|club| fits(values.of(*club))).collect()
    })
}
