//! The features of a position of Scrip and an action for a learned player: the heuristic's values,
//! the cards, and the lead.

use super::race::Standings;
use super::{CARDS, Each, Gain, Weights};
use crate::cards::standard::{Card, CardSet, HIGH_ACE, Suit};
use crate::game::SeatView;
use crate::games::scrip::rules::{Counter, End};
use crate::games::scrip::{Action, HIGHEST_ACE, Kind, Scrip, View};
use crate::strategy::{FeatureGroup, Features, Learnable, Network, feature_groups};

/// The steps of a sum of ranks.
const SUMS: usize = 16;

/// The steps of a lead, with a tie in the middle.
const LEADS: usize = 25;

feature_groups! {
    /// The number of players.
    PLAYERS: 5;
    /// A step of a turn, with the number of steals left; or an answer.
    STAGE: 5;
    /// Rules that are true or false.
    FLAGS: 10;
    /// The cards of the Stockpile.
    STOCKPILE: 42;
    /// The turns played, by tens.
    TURNS: 16;
    /// The cards that the seat owns.
    OWN: 64;
    /// The cards of its hand.
    HAND: 64;
    /// The cards that others are known to own.
    KNOWN: 64;
    /// The cards of the Market.
    MARKET: 64;
    /// Cards in the seat's draw pile.
    PILE: 10;
    /// The Hearts and the Diamonds without a known owner, added up.
    OPEN: 2 * SUMS;
    /// The Spades that the next player is known to own, added up, and the number of its cards.
    NEXT: SUMS + 20;
    /// The kind of action.
    KIND: 6;
    /// The card that is taken, by method: bought, exchanged for, stolen, kept by a counter or left
    /// to the thief.
    TAKEN: 5 * 64;
    /// The card that is given, or the Club that counters.
    GIVEN: 64;
    /// The Spades spent, added up, beyond the price.
    OVERPAID: 8;
    /// The lead of the seat afterwards in points of Hearts, in Diamonds, and in total.
    LEAD: 3 * LEADS;
    /// The total lead, by the cards of the Stockpile.
    LATE_LEAD: 5 * LEADS;
    /// The Spades left in hand, added up.
    SPADES_LEFT: SUMS;
    /// The number of cards of the Market that they buy.
    BUYS: 4;
    /// The red cards left in the Market, by the cards of the Stockpile.
    REDS: 5 * 6;
    /// The number of cards that the seat then owns, the Spades among them added up for every three
    /// cards, and the Clubs for every twelve.
    DECK: 40 + 2 * SUMS;
    /// The chance that a steal is countered, by suit.
    RISK: 4 * 10;
    /// The heuristic's value of the action, by kind.
    WORTH: 6 * LEADS;
}

/// The score of one point in the heuristic's unit.
const POINT: f64 = 0.2 * Network::score_of_one() as f64;

/// Larger than any value of the heuristic except a game won or lost.
const MOST_POINTS: f64 = 100.0;

/// By the rank of the Ace and by number: the heuristic's value of each card at the start.
static WORTH_AT_START: [[f64; CARDS]; HIGHEST_ACE + 1] = {
    let mut all = [[0.0; CARDS]; HIGHEST_ACE + 1];
    let mut ace = 0;
    while ace <= HIGHEST_ACE {
        let mut number = 0;
        while number < CARDS {
            let rank = number % 16;
            let value = if rank == HIGH_ACE as usize { ace } else { rank };
            all[ace][number] =
                Weights::DEFAULTS.worth_at_start(Card::from_number(number as u8), value as f64);
            number += 1;
        }
        ace += 1;
    }
    all
};

static WEIGHTS: Weights = Weights::DEFAULTS;

/// The common part of all actions of a decision.
#[derive(Debug)]
pub struct Position<'v> {
    heuristic: super::Position<'v>,
    asked: Asked,
    standings: Standings,
    /// The seat's cards: their number, the sum of the Spades, and the sum of the Clubs.
    deck: [u32; 3],
    /// The Spades of the hand, added up.
    spades: u32,
}

/// The kind of decision.
#[expect(clippy::large_enum_variant, reason = "nothing is allocated in a decision")]
#[derive(Debug)]
enum Asked {
    Step(Each),
    Answer(Card, Gain),
}

/// Notes cards.
#[inline(always)]
fn note_cards(group: FeatureGroup, cards: CardSet, features: &mut impl Features) {
    let mut rest = cards;
    while let Some(card) = rest.first() {
        rest = rest.without(card);
        features.with(group.at(usize::from(card.number())));
    }
}

/// The step of a sum of ranks.
#[inline(always)]
fn sum_step(sum: u32) -> usize {
    sum.div_ceil(6) as usize
}

/// The step of a lead: finer where it is small.
#[inline(always)]
fn lead_step(lead: i32) -> usize {
    const STEPS: [u8; 64] = {
        let mut steps = [0; 64];
        let mut lead = 0;
        while lead < 64 {
            steps[lead] = match lead {
                0 => 0,
                1..=2 => 1,
                3..=4 => 2,
                5..=7 => 3,
                8..=10 => 4,
                11..=14 => 5,
                15..=19 => 6,
                20..=25 => 7,
                26..=32 => 8,
                33..=40 => 9,
                41..=50 => 10,
                51..=62 => 11,
                _ => 12,
            };
            lead += 1;
        }
        steps
    };
    let step = i32::from(STEPS[lead.unsigned_abs().min(63) as usize]);
    (LEADS as i32 / 2 + step * lead.signum()) as usize
}

/// The part of the game that is left.
#[inline(always)]
fn late(view: &View<'_>) -> usize {
    match view.stockpile() {
        0 => 0,
        1..=3 => 1,
        4..=9 => 2,
        10..=18 => 3,
        _ => 4,
    }
}

impl Learnable for Scrip {
    const FEATURES: usize = ALL;
    const FEATURES_VERSION: u32 = 1;

    type Tables = ();
    type Position<'v> = Position<'v>;

    #[inline(always)]
    fn position<'v>(
        _tables: &mut (),
        view: &'v View<'_>,
        features: &mut impl Features,
    ) -> Position<'v> {
        let (values, knobs) = (view.rules.values, &view.rules.knobs);
        let ace = values.of(Card::new(Suit::Spades, HIGH_ACE));
        let heuristic = super::Position::new(
            &WEIGHTS,
            &WORTH_AT_START[usize::from(ace).min(HIGHEST_ACE)],
            view,
        );
        let asked = match view.stolen() {
            Some(stolen) => Asked::Answer(stolen, heuristic.counter(stolen)),
            None => Asked::Step(heuristic.each()),
        };
        features.with(PLAYERS.at(view.players()));
        features.with(STAGE.at(if matches!(asked, Asked::Step(_)) {
            view.steals_left() as usize
        } else {
            4
        }));
        let flags = [
            knobs.exchange,
            knobs.combine_spades,
            knobs.exchange_refills,
            knobs.counter == Counter::AtMost,
            knobs.counter == Counter::AtLeast,
            knobs.counter == Counter::Any,
            knobs.end == End::Stockpile,
            knobs.diamond_bonus < 10,
            knobs.diamond_bonus > 50,
            knobs.hand_size > 3,
        ];
        features.flags(FLAGS, &flags);
        features.with(STOCKPILE.at(view.stockpile() as usize));
        features.with(TURNS.at(view.turns() as usize / 10));
        note_cards(OWN, view.own, features);
        note_cards(HAND, view.hand, features);
        let mut known = CardSet::EMPTY;
        for seat in view.opponents() {
            known = known.union(view.known(seat));
        }
        note_cards(KNOWN, known, features);
        note_cards(MARKET, view.table.market, features);
        features.with(PILE.at(view.pile_size(view.seat()) as usize));
        let open = heuristic.unseen.union(view.table.market);
        let of_suit = |cards: CardSet, suit| values.sum(cards.and(CardSet::of_suit(suit)));
        features.with(OPEN.at(sum_step(of_suit(open, Suit::Hearts)).min(SUMS - 1)));
        features.with(OPEN.at(SUMS + sum_step(of_suit(open, Suit::Diamonds)).min(SUMS - 1)));
        if let Some(next) = view.opponents().next() {
            features.with(NEXT.at(sum_step(of_suit(view.known(next), Suit::Spades)).min(SUMS - 1)));
            features.with(NEXT.at(SUMS + view.cards(next) as usize));
        }
        let deck = [
            view.own.count(),
            of_suit(view.own, Suit::Spades),
            view.own.and(CardSet::of_suit(Suit::Clubs)).count(),
        ];
        let standings = Standings::new(view);
        Position { heuristic, asked, standings, deck, spades: of_suit(view.hand, Suit::Spades) }
    }

    #[inline(always)]
    fn action(
        view: &View<'_>,
        position: &Position<'_>,
        action: Action,
        features: &mut impl Features,
    ) {
        let Position { heuristic, asked, standings, deck, spades } = position;
        let values = view.rules.values;
        let (kind, used) = (action.kind(), action.used());
        let worth = match asked {
            Asked::Step(each) => heuristic.value_of_step(each, action),
            Asked::Answer(_, counter) => heuristic.value_of_answer(counter, action),
        };
        let worth = worth.clamp(-MOST_POINTS, MOST_POINTS);
        features.opinion((worth * POINT) as i32);
        let by_kind = kind as usize;
        features.with(KIND.at(by_kind));
        features.with(WORTH.at(LEADS * by_kind + lead_step((worth * 2.0) as i32)));
        let stolen = if let Asked::Answer(stolen, _) = asked { Some(*stolen) } else { None };
        let taken = action.card().or(stolen);
        let mut standings = *standings;
        let [mut cards, mut power, mut clubs] = *deck;
        let mut market = view.table.market;
        let mut spades_left = *spades;
        if let Some(card) = taken {
            let by_way = match kind {
                Kind::Buy => 0,
                Kind::Exchange => 1,
                Kind::Steal => 2,
                Kind::Counter => 3,
                _ => 4,
            };
            features.with(TAKEN.at(64 * by_way + usize::from(card.number())));
            market = market.without(card);
            features.without(MARKET.at(usize::from(card.number())));
            let value = u32::from(values.of(card));
            if kind == Kind::Steal {
                let Asked::Step(each) = asked else { return };
                let risk = each.risk[super::index(card)];
                features.with(
                    RISK.at(10 * (card.suit() as usize) + crate::strategy::chance_step(risk, 10)),
                );
            }
            if kind != Kind::Pass {
                features.with(OWN.at(usize::from(card.number())));
                standings.gain(card.suit(), value as i32);
                cards += 1;
                power += if card.suit() == Suit::Spades { value } else { 0 };
                clubs += u32::from(card.suit() == Suit::Clubs);
            }
            if kind == Kind::Buy {
                let spent = values.sum(used);
                spades_left -= spent;
                features.with(OVERPAID.at((spent.saturating_sub(value)).div_ceil(2) as usize));
                let mut rest = used;
                while let Some(spade) = rest.first() {
                    rest = rest.without(spade);
                    features.without(HAND.at(usize::from(spade.number())));
                }
            }
        }
        if let (Kind::Exchange | Kind::Counter, Some(given)) = (kind, used.first()) {
            let number = usize::from(given.number());
            features.with(GIVEN.at(number));
            features.without(HAND.at(number));
            if kind == Kind::Exchange {
                market = market.with(given);
                features.with(MARKET.at(number));
                features.without(OWN.at(number));
                let value = u32::from(values.of(given));
                standings.gain(given.suit(), -(value as i32));
                cards -= 1;
                power -= if given.suit() == Suit::Spades { value } else { 0 };
                spades_left -= if given.suit() == Suit::Spades { value } else { 0 };
                clubs -= u32::from(given.suit() == Suit::Clubs);
            }
        }
        let lead = standings.lead();
        features.with(LEAD.at(lead_step(standings.hearts())));
        features.with(LEAD.at(LEADS + lead_step(standings.diamonds())));
        features.with(LEAD.at(2 * LEADS + lead_step(lead)));
        let late = late(view);
        features.with(LATE_LEAD.at(LEADS * late + lead_step(lead)));
        if stolen.is_none() {
            features.with(SPADES_LEFT.at((spades_left.div_ceil(2) as usize).min(SUMS - 1)));
            let mut bought = 0;
            let mut rest = market;
            while let Some(card) = rest.first() {
                rest = rest.without(card);
                bought += usize::from(spades_left >= u32::from(values.of(card)));
            }
            features.with(BUYS.at(bought));
        }
        let reds = market
            .and(CardSet::of_suit(Suit::Diamonds).union(CardSet::of_suit(Suit::Hearts)))
            .count();
        features.with(REDS.at(6 * late + reds.min(5) as usize));
        features.with(DECK.at(cards.min(39) as usize));
        features.with(DECK.at(40 + ((3 * power / cards.max(1)) as usize).min(SUMS - 1)));
        features.with(DECK.at(40 + SUMS + ((12 * clubs / cards.max(1)) as usize).min(SUMS - 1)));
    }
}
