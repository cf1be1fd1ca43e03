//! The features of a position of Crypto Cards and an action for a learned player: the heuristic's
//! values, and by suit how far cards are from being sold.
//!
//! Only two facts about a card matter: its distance above the top of its market, and who has the
//! cards between. So all suits share their features.

use super::position::Markets;
use super::{After, CARDS, Group, Heuristic, Outside, Weights};
use crate::cards::standard::{Card, CardSet};
use crate::game::SeatView;
use crate::games::crypto_cards::rules::{BuyBack, Knobs, Scoring, TurnOrder};
use crate::games::crypto_cards::{Action, CryptoCards, FACES, Kind, NUMBERS, Stage, View};
use crate::seat::Seat;
use crate::strategy::{Features, Learnable, Network, feature_groups, lead_step};

/// The steps of a difference, with 0 in the middle.
const LEADS: usize = 19;

/// The number of turns left up to which it is exact.
const TURNS: usize = 14;

feature_groups! {
    /// The number of players.
    PLAYERS: 7;
    /// The kind of decision, by scoring.
    STAGE: 9;
    /// Rules that are true or false.
    FLAGS: 8;
    /// The approximate number of turns that the seat has left.
    TO_COME: TURNS;
    /// The number of Jokers that must still come up, by the number of cards in the deck.
    JOKERS: 4 * 12;
    /// By the score: the difference between the seat and the best other one.
    BY_SCORE: LEADS;
    /// For a suit, the seat's cards: the four next in the portfolio, and the four next in the hand.
    PATTERN: 256;
    /// The four next in the portfolio, and those of the others' portfolios.
    AGAINST: 256;
    /// The four next in the portfolio, by the top of the market.
    BY_TOP: 16 * 11;
    /// The four next of the seat after this one, and the cards that no player has shown.
    NEXT: 256;
    /// Cards below or at the top: in the portfolio, in the hand, in those of all others.
    BELOW: 3 * 6;
    /// Cards beyond the next four: in the portfolio, in the hand, in those of all others.
    BEYOND: 3 * 6;
    /// The kind of action, by the card's distance from being sold; and by its rank; for each
    /// scoring.
    MOVED: 3 * 6 * 16;
    MOVED_RANK: 3 * 6 * 14;
    /// Cards in the portfolio that can be sold next, by the turns left, if cards count.
    READY: 6 * 7;
    /// Such cards of the seat after this one, and the most of any other.
    THEIR_READY: 2 * 7;
    /// Cards in hand that could be sold.
    HAND_READY: 7;
    /// The face cards in hand, by the turns left.
    FACES_HELD: 6 * 6;
    /// The face cards in hand, by the turns left, where worth decides.
    FACES_OF_WORTH: 2 * 6 * 6;
    /// The face cards in the portfolio.
    FACES_LAID: 8;
    /// The number cards in the portfolio.
    NUMBERS_LAID: 14;
    /// By how many cards the portfolio is smaller than the smallest other one, and than that of the
    /// seat after; and the first by the turns left.
    LEAD: 2 * LEADS;
    LATE_LEAD: 6 * LEADS;
    /// The heuristic's value of the action, by kind, for each scoring.
    WORTH: 3 * 6 * 33;
    /// The features of actions once more for a single opponent, where a loss for it is a gain.
    MOVED_OF_TWO: 6 * 16;
    RANK_OF_TWO: 6 * 14;
    READY_OF_TWO: 6 * 7;
    THEIR_READY_OF_TWO: 6 * 7;
    FACES_OF_TWO: 6 * 6;
    LEAD_OF_TWO: 6 * LEADS;
}

/// The score of one card in the heuristic's unit.
const ONE_CARD: f64 = 2.0 * Network::score_of_one() as f64;

/// The score of one point of worth.
const ONE_POINT: f64 = 0.4 * Network::score_of_one() as f64;

/// Larger than any value of the heuristic.
const MOST: f64 = 100.0;

static TEACHER: Heuristic = Heuristic::with(Weights::DEFAULTS);

/// The features of a suit.
const OF_SUIT: usize = 10;

/// The common part of all actions of a decision.
#[derive(Debug)]
pub struct Position<'v> {
    outside: Outside<'v>,
    before: Markets,
    /// The value of the others' positions, which the seat loses.
    standing: f64,
    others: Others,
    suits: [[usize; OF_SUIT]; 4],
    /// The step of the turns left.
    late: usize,
}

/// The portfolios of the others.
#[derive(Debug)]
struct Others {
    all: CardSet,
    next: CardSet,
    unseen: CardSet,
    /// The smallest number of cards in one, and the number of the seat after.
    fewest: i32,
    of_next: i32,
}

/// The next four cards of a suit beyond its top, as a number below 16.
#[inline(always)]
fn four(beyond: u32) -> usize {
    (beyond & 15) as usize
}

/// The number of cards, exact up to five.
#[inline(always)]
fn few(cards: u32) -> usize {
    cards.min(5) as usize
}

impl Others {
    #[inline(always)]
    fn new(view: &View<'_>) -> Self {
        let (own, players) = (view.seat().index(), view.players());
        let (mut all, mut next, mut fewest) = (CardSet::EMPTY, CardSet::EMPTY, 52);
        for place in 1..players {
            let seat = (own + place) % players;
            let cards = view.table.portfolio(Seat::new(seat as u8));
            all = all.union(cards);
            fewest = fewest.min(cards.count() as i32);
            if place == 1 {
                next = cards;
            }
        }
        Self { all, next, unseen: view.unseen(), fewest, of_next: next.count() as i32 }
    }

    /// Notes the features of a suit, with these markets, portfolio and hand.
    #[inline(always)]
    fn of_suit(
        &self,
        markets: &Markets,
        portfolio: CardSet,
        hand: CardSet,
        suit: usize,
    ) -> [usize; OF_SUIT] {
        let beyond = |cards: CardSet| markets.beyond(cards.and(NUMBERS), suit);
        let all = |cards: CardSet| {
            (((cards.and(NUMBERS).bits() >> (16 * suit)) & 0xffff) as u32).count_ones()
        };
        let cards = [portfolio, hand, self.all];
        let (own, held, others) = (beyond(portfolio), beyond(hand), beyond(self.all));
        let next = beyond(self.next);
        let unseen = beyond(self.unseen);
        let top = markets.top(suit);
        let below = |group: usize, beyond: u32| {
            BELOW.at(6 * group + few(all(cards[group]) - beyond.count_ones()))
        };
        let far =
            |group: usize, beyond: u32| BEYOND.at(6 * group + few((beyond >> 4).count_ones()));
        [
            PATTERN.at(16 * four(own) + four(held)),
            AGAINST.at(16 * four(own) + four(others)),
            BY_TOP.at(11 * four(own) + top as usize),
            NEXT.at(16 * four(next) + four(unseen)),
            below(0, own),
            below(1, held),
            below(2, others),
            far(0, own),
            far(1, held),
            far(2, others),
        ]
    }
}

impl Learnable for CryptoCards {
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
        let Knobs {
            turn_order,
            forced_sale,
            sales_per_turn,
            face_sales,
            buy_back,
            scoring,
            end_on_joker,
            equal_turns,
            ..
        } = view.rules().knobs;
        let outside = Outside::new(&TEACHER, view);
        let before = Markets::of(view);
        let portfolio = view.table.portfolio(view.seat());
        let others = Others::new(view);
        let late = match outside.turns {
            turns if turns < 1.0 => 0,
            turns if turns < 2.0 => 1,
            turns if turns < 3.5 => 2,
            turns if turns < 6.0 => 3,
            turns if turns < 10.0 => 4,
            _ => 5,
        };
        features.with(PLAYERS.at(view.players()));
        let stage = match view.table.stage {
            Stage::Also => 1,
            Stage::Transfer => 2,
            _ => 0,
        };
        features.with(STAGE.at(3 * (scoring as usize) + stage));
        let flags = [
            turn_order == TurnOrder::SellFirst,
            !forced_sale,
            sales_per_turn > 1,
            face_sales > 1,
            buy_back != BuyBack::None,
            equal_turns,
            !outside.faces_sell,
            !view.rules().face_cards_sell,
        ];
        features.flags(FLAGS, &flags);
        features.with(TO_COME.at(outside.turns as usize));
        let needed =
            u32::from(end_on_joker).saturating_sub(u32::from(view.table.jokers_out)).min(3);
        features.with(JOKERS.at(12 * needed as usize + (view.deck() / 4).min(11) as usize));
        let sign = if scoring == Scoring::PriceHigh { 1 } else { -1 };
        let best_other = Seat::all(view.players())
            .filter(|seat| *seat != view.seat())
            .map(|seat| sign * view.score(seat))
            .max();
        let by_score = best_other.map_or(0, |best| sign * view.score(view.seat()) - best);
        features.with(
            BY_SCORE.at(lead_step(
                if scoring == Scoring::Count { by_score } else { by_score / 4 },
                LEADS,
            )),
        );
        let mut suits = [[0; OF_SUIT]; 4];
        for (suit, of_suit) in suits.iter_mut().enumerate() {
            *of_suit = others.of_suit(&before, portfolio, view.hand, suit);
            for feature in of_suit {
                features.with(*feature);
            }
        }
        let standing = outside.others(&TEACHER, &before);
        Position { outside, before, standing, others, suits, late }
    }

    #[inline(always)]
    fn action(
        view: &View<'_>,
        position: &Position<'_>,
        action: Action,
        features: &mut impl Features,
    ) {
        let Position { outside, before, standing, others, suits, late } = position;
        let (kind, card) = (action.kind(), action.card());
        let two = view.players() == 2;
        let face = CardSet::only(action.face()).and(CARDS);
        let also = match kind {
            Kind::Also => u32::from(view.table.also_left) - 1,
            Kind::Face => u32::from(view.rules().knobs.face_sales) - 1,
            _ => 0,
        };
        let after = outside.after(before, &Group { kind, cards: CardSet::EMPTY, face, also }, card);
        let After { hand, portfolio, markets, .. } = after;
        let level = markets.level(before);
        let theirs = if level { *standing } else { outside.others(&TEACHER, &markets) };
        let worth = (outside.own(&TEACHER, &after) - theirs).clamp(-MOST, MOST);
        let by_count = outside.scoring == Scoring::Count;
        features.opinion((worth * if by_count { ONE_CARD } else { ONE_POINT }) as i32);
        let by_kind = 6 * (outside.scoring as usize) + kind as usize;
        let step = (worth * if by_count { 2.0 } else { 0.5 }) as i32;
        features.with(
            WORTH.at(33 * by_kind + (step + if by_count { 24 } else { 16 }).clamp(0, 32) as usize),
        );
        if card.rank() > 0 {
            note_moved(before, by_kind, card, two && by_count, features);
            if card.rank() <= 10 {
                let suit = card.suit() as usize;
                let now = others.of_suit(&markets, portfolio, hand, suit);
                // By index: chains of iterators are not sure to be inlined.
                let mut place = 0;
                while place < OF_SUIT {
                    if now[place] != suits[suit][place] {
                        features.without(suits[suit][place]);
                        features.with(now[place]);
                    }
                    place += 1;
                }
            }
        } else {
            features.with(MOVED.at(16 * by_kind));
        }
        let (faces, faces_held) = (portfolio.and(FACES).count(), few(hand.and(FACES).count()));
        let cards = portfolio.count() as i32;
        features.with(FACES_LAID.at(faces as usize));
        features.with(NUMBERS_LAID.at(cards as usize - faces as usize));
        if !by_count {
            features.with(
                FACES_OF_WORTH.at(36 * usize::from(outside.scoring == Scoring::PriceHigh)
                    + 6 * late
                    + faces_held),
            );
            return;
        }
        let (stock, of_hand) = (markets.stock(portfolio), markets.stock(hand));
        let next = markets.stock(others.next);
        let most =
            if level || view.players() < 3 { next.ready } else { markets.stock(others.all).ready };
        let ready = 7 * late + stock.ready.min(6) as usize;
        features.with(READY.at(ready));
        features.with(THEIR_READY.at(next.ready.min(6) as usize));
        features.with(THEIR_READY.at(7 + most.min(6) as usize));
        features.with(HAND_READY.at(of_hand.ready.min(6) as usize));
        features.with(FACES_HELD.at(6 * late + faces_held));
        let lead = lead_step(others.fewest - cards, LEADS);
        features.with(LEAD.at(lead));
        features.with(LEAD.at(LEADS + lead_step(others.of_next - cards, LEADS)));
        features.with(LATE_LEAD.at(LEADS * late + lead));
        if two {
            features.with(READY_OF_TWO.at(ready));
            features.with(THEIR_READY_OF_TWO.at(7 * late + next.ready.min(6) as usize));
            features.with(FACES_OF_TWO.at(6 * late + faces_held));
            features.with(LEAD_OF_TWO.at(LEADS * late + lead));
        }
    }
}

/// Notes a card that moves.
#[inline(always)]
fn note_moved(
    before: &Markets,
    by_kind: usize,
    card: Card,
    two: bool,
    features: &mut impl Features,
) {
    let rank = i32::from(card.rank());
    let place = if rank > 10 {
        15
    } else {
        (rank - before.top(card.suit() as usize) as i32 + 4).clamp(1, 14)
    };
    features.with(MOVED.at(16 * by_kind + place as usize));
    features.with(MOVED_RANK.at(14 * by_kind + rank as usize));
    if two {
        features.with(MOVED_OF_TWO.at(16 * by_kind + place as usize));
        features.with(RANK_OF_TWO.at(14 * by_kind + rank as usize));
    }
}
