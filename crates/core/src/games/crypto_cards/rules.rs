//! The rules of Crypto Cards: every knob.

use super::actions::NUMBERS;
use crate::cards::standard::{Ace, Card, CardSet};
use crate::game::dealt_in_turn;
use crate::input::{InputError, Preset, Settings, Value, choices, knobs};
use crate::seat::{MAX_SEATS, Seat};

/// The number of cards besides the Jokers.
pub(super) const CARDS: usize = 52;

/// The size of a deck in memory: a power of two, so that a look-up needs no check.
pub(super) const PLACES: usize = 64;

choices! {
    /// The order of a turn.
    pub enum TurnOrder { MineFirst = "mine_first", SellFirst = "sell_first" }

    /// The cards that may be bought.
    pub enum BuyBack {
        /// Nothing.
        None = "none",
        /// The top card of a market.
        Top = "top",
        /// Any card of a market.
        Any = "any",
    }

    /// The last tie-breaker: it decides between players who are level in everything else.
    pub enum LastTieBreaker {
        /// Nothing: they share the win.
        Shared = "shared",
        /// The place: the player who plays first wins.
        FirstPlace = "first_place",
        /// The place: the player who plays last wins.
        LastPlace = "last_place",
        /// The lowest sum of the cards in hand, in which a face card counts 10.
        Hand = "hand",
    }

    /// The rule of scoring.
    pub enum Scoring {
        /// The cards of the portfolio: the fewest win.
        Count = "count",
        /// Its worth: the lowest wins.
        PriceLow = "price_low",
        /// Its worth: the highest wins.
        PriceHigh = "price_high",
    }
}

knobs! {
    /// The knobs of Crypto Cards.
    pub struct Knobs {
        /// cards dealt to each player, and kept in hand after a transfer
        hand_size: u8 = 5, in 1..=10;
        /// Jokers shuffled into the deck
        jokers: u8 = 2, in 1..=6;
        /// which Joker ends the game; at most `jokers`
        end_on_joker: u8 = 2, in 1..=6;
        /// a turn is mine, sell, transfer; or sell, mine, transfer
        turn_order: TurnOrder = TurnOrder::MineFirst;
        /// a card one above the top of its market must be sold; false: it may be
        forced_sale: bool = true;
        /// sales in a turn, at most one of them with a face card; a buy-back counts as a sale
        sales_per_turn: u8 = 1, in 1..=5;
        /// cards that one face card may sell, the first included; selling the others is optional
        face_sales: u8 = 1, in 1..=40;
        /// face cards sell only after this many Jokers are out
        face_from_joker: u8 = 0, in 0..=6;
        /// the card of a market (its top card, or any) that may be taken into one's own portfolio
        /// instead of a sale, unless a card must be sold
        buy_back: BuyBack = BuyBack::None;
        /// a number card that was just laid in the transfer may be sold at once without a face card,
        /// and must be if it is one above the top of its market (see `forced_sale`); it counts as a
        /// sale of the turn
        sell_laid: bool = false;
        /// fewest cards win; or lowest (highest) worth, where each number card counts the top of
        /// its market and each face card 10
        scoring: Scoring = Scoring::Count, scoring = true;
        /// what decides between players who are level for cards, faces and sum: nothing, they share
        /// the win; the place of the one who plays first, or last; or the lowest sum of the cards in
        /// hand, in which a face card counts 10
        last_tie_breaker: LastTieBreaker = LastTieBreaker::Shared;
        /// points added to a player's score for each place behind the first player: the next
        /// one is in place 1, then comes place 2, and so on
        place_points: i8 = 0, in -10..=10, scoring = true;
        /// extra cards that a player is dealt and keeps in hand, beyond `hand_size`, for each place
        /// behind the first player
        place_cards: i8 = 0, in -2..=2;
        /// the Joker that ends the game is laid aside like the others, and the round is played to
        /// its end; the game also ends when a player must draw and the deck is empty
        equal_turns: bool = false;
        /// turns after which the game ends unfinished
        max_turns: u32 = 1000, in 1..=1_000_000;
    }
}

const MULTI_SELL: (&str, Value) = Knobs::face_sales(40);
const LATE_FACES: (&str, Value) = Knobs::face_from_joker(1);

/// The presets: the draft, and the changes that its designer considers.
pub(super) static PRESETS: [Preset; 8] = [
    Preset { name: "designer", summary: "the designer's draft", values: &[] },
    Preset {
        name: "sell-first",
        summary: "a turn in the order of the draft's sections: sell, mine, transfer",
        values: &[Knobs::turn_order(TurnOrder::SellFirst)],
    },
    Preset {
        name: "multi-sell",
        summary: "a face card sells any number of cards",
        values: &[MULTI_SELL],
    },
    Preset {
        name: "late-faces",
        summary: "face cards sell only after the first Joker",
        values: &[LATE_FACES],
    },
    Preset {
        name: "multi-sell-late",
        summary: "a face card sells any number of cards, but only after the first Joker",
        values: &[MULTI_SELL, LATE_FACES],
    },
    Preset {
        name: "buy-back",
        summary: "the top card of a market may be bought instead of a sale",
        values: &[Knobs::buy_back(BuyBack::Top)],
    },
    Preset {
        name: "price-low",
        summary: "the lowest worth wins, at the prices of the markets",
        values: &[Knobs::scoring(Scoring::PriceLow)],
    },
    Preset {
        name: "price-high",
        summary: "the highest worth wins, at the prices of the markets",
        values: &[Knobs::scoring(Scoring::PriceHigh)],
    },
];

/// The decisions of this project where the rules are silent.
pub(super) static RULINGS: [&str; 8] = [
    "The 52 cards are shuffled without the Jokers; from the top the hands are dealt one card at a \
        time to the seats in turn (with place_cards, a seat that has all its cards is skipped), \
        and the rest is the deck.",
    "The Jokers are put into the deck one after the other, each at a random position, so the order \
        of the other cards does not depend on the Jokers or the hands.",
    "A card that has just been bought may be sold again in the same turn, and must be sold if it \
        is one above the top of its market.",
    "A face card may sell a card one above the top of its market only if that sale is not forced, \
        or among the further cards of its sale.",
    "Portfolios, markets, the Jokers that are out and the number of cards in each hand and in the \
        deck are public; a card mined is not shown.",
    "With sell_laid, the sale of the card just laid comes after the transfer and ends the turn; it \
        is not asked about where all sales of the turn are used up, or the card cannot be sold.",
    "The last tie-breaker decides between players who are level at any time, unfinished games \
        aside: with hand, players whose hands have one sum share the win.",
    "If a game ends before anybody has a card in the portfolio, all players win.",
];

/// The rules of one variant for a number of players, ready to play.
#[expect(clippy::struct_excessive_bools, reason = "each is what some rules have in common")]
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its knobs.
    pub knobs: Knobs,
    pub(super) players: u8,
    /// By seat: the number of cards that it is dealt, and keeps in hand after a transfer; 0 beyond
    /// the players.
    pub(super) hands: [u8; MAX_SEATS],
    /// The number of cards dealt into hands.
    pub(super) dealt: u8,
    /// By position in the shuffled deck: the seat to which the card is dealt; meaningless beyond
    /// the cards dealt.
    pub(super) dealt_to: [u8; PLACES],
    /// The cards of which a sale is forced: all number cards, or none.
    pub(super) forced: CardSet,
    /// Whether face cards can sell at any time of a game.
    pub face_cards_sell: bool,
    /// Whether a turn can have more than one decision about sales, so that they must be counted.
    pub(super) counts_sales: bool,
    /// Whether there is at most one sale a turn, between mining and the transfer, no buys, hands of one size, and no
    /// round that is played to its end. For these rules, the code for the other cases is left out.
    pub(super) plain: bool,
    /// Whether neither places nor a last tie-breaker can decide who wins.
    pub(super) plain_standing: bool,
    /// The 52 cards before the shuffle, by number, and positions that stay empty.
    pub(super) deck: [u8; PLACES],
}

impl Rules {
    /// Makes the rules from their knobs.
    pub(super) fn new(settings: &Settings, players: usize) -> Result<Self, InputError> {
        let knobs = Knobs::read(settings);
        let Knobs { hand_size, jokers, end_on_joker, place_cards, .. } = knobs;
        let hand = |seat: usize| i16::from(hand_size) + i16::from(place_cards) * seat as i16;
        let hands: Vec<i16> = (0..players).map(hand).collect();
        let in_words = || format!("hands of {} cards (`hand_size`, `place_cards`)", join(&hands));
        if hands.iter().any(|hand| *hand < 1) {
            let allowed = "at least 1 card in each hand".to_owned();
            return Err(settings.conflict(&["hand_size", "place_cards"], in_words(), allowed));
        }
        let needed = hands.iter().sum::<i16>() as usize;
        if needed > CARDS {
            let (hands, allowed) = if place_cards == 0 {
                (
                    format!("{players} hands of {hand_size} cards (`hand_size`)"),
                    format!("at most {} cards a hand with {players} players", CARDS / players),
                )
            } else {
                (in_words(), format!("at most {CARDS} cards dealt"))
            };
            let found = format!("{hands} need {needed} cards, and there are {CARDS}");
            return Err(settings.conflict(&["hand_size", "place_cards"], found, allowed));
        }
        if end_on_joker > jokers {
            let found = format!(
                "the game ends on Joker {end_on_joker} (`end_on_joker`), and `jokers` is {jokers}"
            );
            return Err(settings.conflict(
                &["jokers", "end_on_joker"],
                found,
                "`end_on_joker` of at most `jokers`".to_owned(),
            ));
        }
        let counts_sales = knobs.sales_per_turn > 1 || knobs.face_sales > 1 || knobs.sell_laid;
        let hands = std::array::from_fn(|seat| hands.get(seat).map_or(0, |hand| *hand as u8));
        let mut deck = [0; PLACES];
        deck[..CARDS].copy_from_slice(&Card::deck(Ace::Low).map(Card::number));
        Ok(Self {
            knobs,
            players: players as u8,
            hands,
            dealt: needed as u8,
            dealt_to: dealt_in_turn(&hands),
            forced: if knobs.forced_sale { NUMBERS } else { CardSet::EMPTY },
            face_cards_sell: knobs.face_cards_sell(),
            counts_sales,
            plain: !counts_sales
                && knobs.turn_order == TurnOrder::MineFirst
                && knobs.buy_back == BuyBack::None
                && knobs.place_cards == 0
                && !knobs.equal_turns,
            plain_standing: knobs.place_points == 0
                && knobs.last_tie_breaker == LastTieBreaker::Shared,
            deck,
        })
    }

    /// Returns the number of cards dealt into hands.
    #[inline(always)]
    pub(super) fn dealt(&self) -> usize {
        usize::from(self.dealt)
    }

    /// Returns whether a turn is sell, mine, transfer.
    #[inline(always)]
    pub(super) fn sell_first(&self) -> bool {
        self.knobs.turn_order == TurnOrder::SellFirst
    }

    /// Returns the number of cards that a seat is dealt, and keeps in hand after a transfer.
    #[inline(always)]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        u32::from(self.hands[seat.index() & (MAX_SEATS - 1)])
    }
}

fn join(numbers: &[i16]) -> String {
    numbers.iter().map(i16::to_string).collect::<Vec<_>>().join(", ")
}

impl Knobs {
    /// Whether face cards can sell at any time of a game. With equal turns (H3), Jokers that come
    /// after the ending one count as well.
    pub(super) fn face_cards_sell(&self) -> bool {
        if self.equal_turns {
            self.face_from_joker <= self.jokers
        } else {
            self.face_from_joker < self.end_on_joker
        }
    }
}
