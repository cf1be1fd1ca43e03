//! The events that Crypto Cards counts.

use super::CryptoCards;
use super::actions::{FACES, Kind, NUMBERS};
use super::rules::Rules;
use super::state::{Stage, State};
use crate::game::{EventCounter, EventCounts, Game, Step, events};
use crate::seat::Seat;

events! {
    TURNS = "turns begun": "turns with a decision";
    NO_SALE = "turns without a possible sale" ShareOf(TURNS):
        "turns that begin with nothing to sell or buy back";
    UNSOLD = "turns with nothing to sell" ShareOf(TURNS):
        "turns that begin with nothing to sell, whether or not a card can be bought back";
    SOLD = "turns with a sale" ShareOf(TURNS): "turns in which a number card is sold";
    FIRST = "turns in the first tenth of a game" Nothing: "of all turns of a game, the first tenth";
    SOLD_FIRST = "turns with a sale in the first tenth of a game" ShareOf(FIRST):
        "turns in which a number card is sold, of the first tenth of all turns of a game";
    MIDDLE = "turns in the fifth tenth of a game" Nothing: "of all turns of a game, the fifth tenth";
    SOLD_MIDDLE = "turns with a sale in the fifth tenth of a game" ShareOf(MIDDLE):
        "turns in which a number card is sold, of the fifth tenth of all turns of a game";
    LAST = "turns in the last tenth of a game" Nothing: "of all turns of a game, the last tenth";
    SOLD_LAST = "turns with a sale in the last tenth of a game" ShareOf(LAST):
        "turns in which a number card is sold, of the last tenth of all turns of a game";
    SOLD_IN_1 = "turns with a sale, 1 to 32" Nothing: "a bit for each of these turns";
    SOLD_IN_2 = "turns with a sale, 33 to 64" Nothing: "a bit for each of these turns";
    SALES = "cards sold": "number cards sold, with a face card or without";
    FORCED = "sales that are forced" ShareOf(SALES):
        "sales of a card one above the top of its market while such a card must be sold";
    USED = "face cards used": "face cards played to sell";
    WITH_FACE = "cards sold with a face card":
        "number cards that a face card sells: the first, and further ones";
    ON_TOP = "cards sold with a face card to the top" ShareOf(WITH_FACE):
        "cards that a face card sells and that are higher than the top of their market";
    WITH_NUMBERS = "number on a card sold with a face card" MeanOf(WITH_FACE):
        "the number on it, 1 to 10";
    WITH_LOW = "Aces to 5s sold with a face card" ShareOf(WITH_FACE):
        "these among the cards that a face card sells";
    WITH_MIDDLE = "6s to 8s sold with a face card" ShareOf(WITH_FACE):
        "these among the cards that a face card sells";
    WITH_HIGH = "9s and 10s sold with a face card" ShareOf(WITH_FACE):
        "these among the cards that a face card sells";
    WITHOUT_FACE = "cards sold without a face card":
        "number cards that are sold by themselves";
    WITHOUT_NUMBERS = "number on a card sold without a face card" MeanOf(WITHOUT_FACE):
        "the number on it, 1 to 10";
    WITHOUT_LOW = "Aces to 5s sold without a face card" ShareOf(WITHOUT_FACE):
        "these among the cards that are sold by themselves";
    WITHOUT_MIDDLE = "6s to 8s sold without a face card" ShareOf(WITHOUT_FACE):
        "these among the cards that are sold by themselves";
    WITHOUT_HIGH = "9s and 10s sold without a face card" ShareOf(WITHOUT_FACE):
        "these among the cards that are sold by themselves";
    BOUGHT = "cards bought back": "cards taken out of a market";
    TRANSFERS = "cards transferred": "cards put from the hand into the portfolio";
    LAID = "face cards laid" ShareOf(TRANSFERS):
        "face cards among the cards put from the hand into the portfolio";
    OPENED = "markets opened by a 9 or 10":
        "sales of a 9 or 10 into a market whose top is lower than 9";
    OPENED_AT = "turns before a market is opened by a 9 or 10" MeanOf(OPENED):
        "the turns of all players that were completed before";
    OPENED_PART = "hundredths of a game before a market is opened by a 9 or 10" MeanOf(OPENED):
        "the completed turns of all players before it, of those of the whole game";
    HANDS = "hands at the end" Nothing: "the hands of all players when the game ends";
    FACES_LEFT = "face cards left in a hand" MeanOf(HANDS):
        "face cards in a hand when the game ends";
    NUMBERS_LEFT = "number cards left in a hand" MeanOf(HANDS):
        "number cards in a hand when the game ends";
    PIPS_LEFT = "pips left in a hand" MeanOf(HANDS):
        "the sum of the number cards in a hand when the game ends";
    GAMES = "games" Nothing: "games: one each";
    LEVEL = "games level on score" ShareOf(GAMES):
        "games in which several players have the best score";
    BY_CARDS = "games decided by the number of cards" ShareOf(GAMES):
        "games level on score that the fewest cards decide: only with market prices or points for \
            places";
    BY_FACES = "games decided by face cards" ShareOf(GAMES):
        "games level so far that the fewest face cards decide";
    BY_SUM = "games decided by the sum" ShareOf(GAMES):
        "games level so far that the lowest sum of number cards decides";
    UNDECIDED = "games level on everything" ShareOf(GAMES):
        "games that score, cards, face cards and sum leave level";
}

/// The rank from which a card opens a market for nearly all others.
const HIGH: u8 = 9;

/// The events of a sale: how often, the number on the card, and the card by how high it is.
struct Sale {
    sales: usize,
    numbers: usize,
    low: usize,
    middle: usize,
    high: usize,
}

const WITH: Sale = Sale {
    sales: WITH_FACE,
    numbers: WITH_NUMBERS,
    low: WITH_LOW,
    middle: WITH_MIDDLE,
    high: WITH_HIGH,
};

const WITHOUT: Sale = Sale {
    sales: WITHOUT_FACE,
    numbers: WITHOUT_NUMBERS,
    low: WITHOUT_LOW,
    middle: WITHOUT_MIDDLE,
    high: WITHOUT_HIGH,
};

impl Sale {
    fn count(&self, rank: u8, counts: &mut EventCounts) {
        counts.add(self.sales, 1);
        counts.add(self.numbers, rank.into());
        let band = match rank {
            ..=5 => self.low,
            6..HIGH => self.middle,
            HIGH.. => self.high,
        };
        counts.add(band, 1);
    }
}

/// Counts them.
#[derive(Debug)]
pub(super) struct Counter;

impl EventCounter<CryptoCards> for Counter {
    fn step(&self, step: &Step<'_, CryptoCards>, counts: &mut EventCounts) {
        let Step { rules, before, action, after } = *step;
        let table = &before.table;
        if table.decisions == 0 {
            count_turn(rules, before, counts);
        }
        let card = action.card();
        let price = table.price(card.suit());
        match action.kind() {
            kind @ (Kind::Sell | Kind::Face | Kind::Also) => {
                let forced = rules.knobs.forced_sale && u32::from(card.rank()) == price + 1;
                let opens = card.rank() >= HIGH && price < HIGH.into();
                counts.add(SALES, 1);
                let turn = counts.all()[TURNS].saturating_sub(1);
                if !has_sale(turn, counts) {
                    counts.add(SOLD, 1);
                    let (event, bit) = mark_of(turn);
                    counts.add(event, bit);
                }
                counts.add_if(FORCED, kind == Kind::Sell && forced);
                counts.add_if(USED, kind == Kind::Face);
                let sale = if kind == Kind::Sell { &WITHOUT } else { &WITH };
                sale.count(card.rank(), counts);
                counts.add_if(ON_TOP, kind != Kind::Sell && u32::from(card.rank()) > price);
                counts.add_if(OPENED, opens);
                counts.add(OPENED_AT, if opens { table.turns.into() } else { 0 });
            }
            Kind::Buy => counts.add(BOUGHT, 1),
            Kind::Transfer => {
                counts.add(TRANSFERS, 1);
                counts.add_if(LAID, FACES.contains(card));
            }
            Kind::Keep => {}
        }
        if after.table.turns > table.turns {
            count_turn(rules, after, counts);
        }
    }

    fn over(&self, rules: &Rules, state: &State, counts: &mut EventCounts) {
        let turns = u64::from(state.table.turns.max(1));
        counts.add(OPENED_PART, counts.all()[OPENED_AT] * 100 / turns);
        for seat in Seat::all(rules.players.into()) {
            let hand = state.hands[seat.index()];
            counts.add(HANDS, 1);
            counts.add(FACES_LEFT, hand.and(FACES).count().into());
            counts.add(NUMBERS_LEFT, hand.and(NUMBERS).count().into());
            counts.add(PIPS_LEFT, hand.and(NUMBERS).sum_of_ranks().into());
        }
        count_sales_by_tenth(counts);
        count_ties(rules, state, counts);
    }
}

/// Returns the event that marks the turns with a sale, and the bit of a turn, counted from 0. There
/// are fewer than 64, since each takes a card of the deck.
fn mark_of(turn: u64) -> (usize, u64) {
    (if turn < 32 { SOLD_IN_1 } else { SOLD_IN_2 }, 1 << (turn % 32))
}

/// Returns whether a card was sold in a turn.
fn has_sale(turn: u64, counts: &EventCounts) -> bool {
    let (event, bit) = mark_of(turn);
    counts.all()[event] & bit != 0
}

/// Counts the turns with a sale in three tenths of a game that is over.
fn count_sales_by_tenth(counts: &mut EventCounts) {
    let turns = counts.all()[TURNS];
    for turn in 0..turns {
        let (all, sold) = match 10 * turn / turns {
            0 => (FIRST, SOLD_FIRST),
            4 => (MIDDLE, SOLD_MIDDLE),
            9 => (LAST, SOLD_LAST),
            _ => continue,
        };
        counts.add(all, 1);
        counts.add_if(sold, has_sale(turn, counts));
    }
}

/// Counts a turn at its first decision.
fn count_turn(rules: &Rules, state: &State, counts: &mut EventCounts) {
    match state.table.stage {
        Stage::Sale | Stage::Also => {
            let kinds = CryptoCards::legal_kinds(&CryptoCards::legal(rules, state));
            let can = |kind: Kind| kinds.contains(kind as usize);
            counts.add(TURNS, 1);
            counts.add_if(UNSOLD, !can(Kind::Sell) && !can(Kind::Face));
        }
        Stage::Transfer => {
            counts.add(TURNS, 1);
            counts.add(NO_SALE, 1);
            counts.add(UNSOLD, 1);
        }
        // A card just laid is sold later in a turn.
        Stage::Laid | Stage::Ended | Stage::Unfinished => {}
    }
}

/// Counts which number decides, if the best score does not.
fn count_ties(rules: &Rules, state: &State, counts: &mut EventCounts) {
    let holdings = Seat::all(rules.players.into()).map(|seat| state.table.holding(rules, seat));
    // Of each holding, in the order in which they decide: its rank by score, cards, faces and sum.
    let mut best: Vec<[u32; 4]> = holdings
        .map(|holding| {
            let order = holding.order(rules.knobs.scoring);
            [order >> 18, holding.cards, holding.faces, holding.sum]
        })
        .collect();
    counts.add(GAMES, 1);
    for (part, decided) in [LEVEL, BY_CARDS, BY_FACES, BY_SUM].into_iter().enumerate() {
        let lowest = best.iter().map(|holding| holding[part]).min();
        best.retain(|holding| Some(holding[part]) == lowest);
        if part == 0 {
            counts.add_if(LEVEL, best.len() > 1);
        } else {
            counts.add_if(decided, best.len() == 1);
        }
        if best.len() == 1 {
            return;
        }
    }
    counts.add(UNDECIDED, 1);
}

#[cfg(test)]
mod tests {
    use super::super::Action;
    use super::*;
    use crate::cards::standard::{Card, CardSet, Suit};
    use crate::game::Game;
    use crate::game::conformance::designer;
    use crate::rng::BlockStreams;

    fn named(counts: &EventCounts) -> Vec<(&'static str, u64)> {
        let named = EVENTS.iter().map(|event| event.name).zip(counts.all().iter().copied());
        named.filter(|(_, count)| *count > 0).collect()
    }

    fn start() -> (Rules, BlockStreams, State) {
        let rules = CryptoCards::rules(&designer::<CryptoCards>(), 2).expect("can be dealt");
        let mut chance = BlockStreams::new(1, 1);
        let state = CryptoCards::start(&rules, &mut chance, &mut ());
        (rules, chance, state)
    }

    #[test]
    fn a_nine_opens_a_market_that_is_low() {
        let (rules, mut chance, mut before) = start();
        let (king, nine) = (Card::new(Suit::Spades, 13), Card::new(Suit::Hearts, 9));
        before.table.decisions = 9;
        before.table.turns = 7;
        before.table.stage = Stage::Sale;
        before.table.portfolios[0] = CardSet::only(nine);
        before.hands[0] = CardSet::only(king);
        let mut sold = |reached: CardSet| {
            before.table.reached = reached;
            let (action, mut after) = (Action::face_sale(king, nine), before.clone());
            CryptoCards::apply(&rules, &mut after, action, &mut chance, &mut ());
            let mut counts = EventCounts::new(EVENTS.len());
            let step = Step { rules: &rules, before: &before, action, after: &after };
            Counter.step(&step, &mut counts);
            let counted = named(&counts).into_iter();
            counted
                .filter(|(name, _)| !name.starts_with("turns ") || name.contains("market"))
                .collect::<Vec<_>>()
        };
        let used = [("cards sold", 1), ("face cards used", 1), ("cards sold with a face card", 1)];
        let sold_nine = [
            ("number on a card sold with a face card", 9),
            ("9s and 10s sold with a face card", 1),
        ];
        let on_top = [("cards sold with a face card to the top", 1)];
        let opened = [
            ("markets opened by a 9 or 10", 1),
            ("turns before a market is opened by a 9 or 10", 7),
        ];
        assert_eq!(
            sold(super::super::state::NOTHING_SOLD),
            [&used[..], &on_top, &sold_nine, &opened].concat()
        );
        assert_eq!(sold(CardSet::of_ranks(0x7ff)), [&used[..], &sold_nine].concat());
    }

    #[test]
    fn numbers_of_cards_sold_are_counted_with_a_face_card_and_without() {
        let counted = |rank| {
            let mut counts = EventCounts::new(EVENTS.len());
            WITH.count(rank, &mut counts);
            WITHOUT.count(rank, &mut counts);
            named(&counts).into_iter().map(|(name, count)| format!("{count} {name}")).collect()
        };
        let expected = |rank, band| {
            ["with", "without"]
                .into_iter()
                .flat_map(|how| {
                    [
                        format!("1 cards sold {how} a face card"),
                        format!("{rank} number on a card sold {how} a face card"),
                        format!("1 {band} sold {how} a face card"),
                    ]
                })
                .collect::<Vec<_>>()
        };
        for (rank, band) in [
            (1, "Aces to 5s"),
            (5, "Aces to 5s"),
            (6, "6s to 8s"),
            (8, "6s to 8s"),
            (9, "9s and 10s"),
            (10, "9s and 10s"),
        ] {
            let counted: Vec<String> = counted(rank);
            assert_eq!(counted, expected(rank, band));
        }
    }

    /// Of 20 turns the first and the last two are tenths; of fewer than ten, some tenths are empty.
    #[test]
    fn turns_with_a_sale_are_counted_by_tenth() {
        let counted = |turns: u64, sold: &[u64]| {
            let mut counts = EventCounts::new(EVENTS.len());
            counts.add(TURNS, turns);
            for turn in sold {
                let (event, bit) = mark_of(*turn);
                counts.add(event, bit);
            }
            count_sales_by_tenth(&mut counts);
            [SOLD_FIRST, FIRST, SOLD_MIDDLE, MIDDLE, SOLD_LAST, LAST].map(|it| counts.all()[it])
        };
        assert_eq!(counted(20, &[1, 8, 9, 17]), [1, 2, 2, 2, 0, 2]);
        assert_eq!(counted(40, &[4, 15, 16, 19, 31, 36, 39]), [0, 4, 2, 4, 2, 4]);
        assert_eq!(counted(5, &[0, 2, 4]), [1, 1, 1, 1, 0, 0]);
        assert_eq!(counted(0, &[]), [0; 6]);
    }

    #[test]
    fn the_number_that_decides_is_counted() {
        let (rules, _, mut state) = start();
        let card = |suit, rank| Card::new(suit, rank);
        let mut decided = |one: &[Card], other: &[Card]| {
            state.table.portfolios[0] = one.iter().copied().collect();
            state.table.portfolios[1] = other.iter().copied().collect();
            let mut counts = EventCounts::new(EVENTS.len());
            count_ties(&rules, &state, &mut counts);
            named(&counts).into_iter().skip(1).map(|(name, _)| name).collect::<Vec<_>>()
        };
        let (three, five) = (card(Suit::Clubs, 3), card(Suit::Clubs, 5));
        let (queen, other_three) = (card(Suit::Hearts, 12), card(Suit::Spades, 3));
        let level = "games level on score";
        assert!(decided(&[three], &[five, queen]).is_empty());
        assert_eq!(decided(&[three], &[queen]), [level, "games decided by face cards"]);
        assert_eq!(decided(&[three], &[five]), [level, "games decided by the sum"]);
        assert_eq!(decided(&[three], &[other_three]), [level, "games level on everything"]);
    }
}
