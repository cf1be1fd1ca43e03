//! The kind `heuristic` for Crypto Cards.

mod features;
mod position;

use crate::cards::bits::fast_fn;
use crate::cards::standard::{Card, CardSet, Suit};
use crate::game::{Choice, LegalSet, SeatView};
use crate::games::crypto_cards::rules::{Knobs, Scoring, TurnOrder};
use crate::games::crypto_cards::{Action, CryptoCards, FACES, Kind, Legal, NUMBERS, Stage, View};
use crate::input::{Knob, WEIGHT, knobs};
use crate::rng::Stream;
use crate::seat::Seat;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};
use position::Markets;

knobs! {
    /// The weights of the parts of an action's value.
    struct Weights {
        /// value of a card in the portfolio that can be sold in the next turn
        ready: f64 = 0.385, in WEIGHT;
        /// value of each further card of this kind, up to three
        ready_more: f64 = 0.158, in WEIGHT;
        /// cost of each rank that a market must rise before a card of the portfolio can be sold
        stuck: f64 = 0.0181, in WEIGHT;
        /// value of each card in hand that could be sold once it is transferred
        hand_ready: f64 = 0.108, in WEIGHT;
        /// cost of each rank that a market must rise before a card in hand could be sold
        hand_stuck: f64 = 0.0082, in WEIGHT;
        /// value of a face card in hand, with many turns left
        face_in_hand: f64 = 1.12, in WEIGHT;
        /// value of a face card in hand that may sell several cards, with many turns left
        face_of_many: f64 = 3.5, in WEIGHT;
        /// extra cost of a face card in the portfolio, compared with other cards
        face_laid: f64 = 0.198, in WEIGHT;
        /// value of each own card that a face card in hand can make ready by selling a higher one
        /// of the portfolio, with many turns left
        opens: f64 = 0.075, in WEIGHT;
        /// number of turns left from which on `opens` counts
        opens_turns: f64 = 2.5, in WEIGHT;
        /// cost of an opponent's gain in its portfolio, as a share of the value of the same gain in
        /// one's own
        deny: f64 = 0.831, in WEIGHT;
        /// where worth decides: value of an opponent's worth, as a share of one's own
        deny_worth: f64 = 1.0, in WEIGHT;
    }
}

/// Weighs every action by the portfolio, hand and markets that it leads to; looks no further ahead.
#[derive(Clone, Copy, Debug)]
pub struct Heuristic {
    weights: Weights,
    /// By the number of cards in the portfolio that can be sold in the next turn, up to three:
    /// their value.
    ready: [f64; 4],
}

/// The result of an action.
#[derive(Clone, Copy)]
struct After {
    hand: CardSet,
    portfolio: CardSet,
    markets: Markets,
    /// The number of cards that the same face card can still sell.
    also: u32,
}

/// Actions of one kind.
#[derive(Clone, Copy)]
struct Group {
    kind: Kind,
    /// The card that moves with each of them; card 0 for none.
    cards: CardSet,
    /// The face card that is played with all of them.
    face: CardSet,
    /// The number of further cards that it can then sell.
    also: u32,
}

/// All cards, without card 0.
const CARDS: CardSet = NUMBERS.union(FACES);

impl StrategyKind for Heuristic {
    const SUMMARY: &'static str = "keeps something to sell for every turn: weighs the portfolio, \
        hand and markets after a choice, for itself and the others";
    const KNOBS: &'static [Knob] = Weights::KNOBS;

    fn new(file: &StrategyFile) -> Self {
        Self::with(Weights::read(&file.parameters))
    }
}

impl Heuristic {
    /// Returns the player with these weights.
    const fn with(weights: Weights) -> Self {
        let Weights { ready, ready_more, .. } = weights;
        Self {
            weights,
            ready: [0.0, ready + ready_more, ready + ready_more * 2.0, ready + ready_more * 3.0],
        }
    }

    /// Returns the value of the cards that a portfolio can sell in its owner's next turn and later.
    #[inline(always)]
    fn outlook(&self, ready: u32, missing: u32) -> f64 {
        self.ready[ready.min(3) as usize] - self.weights.stuck * f64::from(missing)
    }

    /// Returns the best action: the one of the highest value; on a tie the first in the order of
    /// actions.
    #[inline(always)]
    fn best(&self, view: &View<'_>, legal: &Legal) -> Action {
        let table = Outside::new(self, view);
        let before = Markets::of(view);
        let standing = table.others(self, &before);
        let (kind, singles) = legal.singles();
        // All face cards have the same effect: the first represents them.
        let lone = |card: Option<Card>| {
            if let Some(card) = card { CardSet::only(card) } else { CardSet::EMPTY }
        };
        let singles = singles.minus(FACES).union(lone(singles.and(FACES).first()));
        let (faces, numbers) = legal.face_sales();
        let face = lone(faces.first());
        let none = CardSet::EMPTY;
        let also = if kind == Kind::Also { u32::from(view.table.also_left) - 1 } else { 0 };
        // In the order of actions.
        let groups = [
            Group {
                kind: Kind::Keep,
                cards: CardSet::from_bits(u64::from(legal.may_keep())),
                face: none,
                also: 0,
            },
            Group { kind, cards: singles, face: none, also },
            Group {
                kind: Kind::Face,
                cards: if face.is_empty() { none } else { numbers },
                face,
                also: u32::from(view.rules().knobs.face_sales) - 1,
            },
            Group { kind: Kind::Buy, cards: legal.buys(), face: none, also: 0 },
        ];
        let mut best = (f64::NEG_INFINITY, Action::KEEP);
        for group in groups {
            let mut rest = group.cards;
            while let Some(card) = rest.first() {
                rest = rest.without(card);
                let after = table.after(&before, &group, card);
                let others = if after.markets.level(&before) {
                    standing
                } else {
                    table.others(self, &after.markets)
                };
                let value = table.own(self, &after) - others;
                if value > best.0 {
                    let action = match (group.kind, group.face.first()) {
                        (Kind::Keep, _) => Action::KEEP,
                        (_, Some(face)) => Action::face_sale(face, card),
                        (kind, None) => Action::of_card(kind, card),
                    };
                    best = (value, action);
                }
            }
        }
        best.1
    }
}

/// The common part of all actions of a decision.
#[derive(Debug)]
struct Outside<'a> {
    view: &'a View<'a>,
    scoring: Scoring,
    /// Whether enough Jokers are out for face cards to sell.
    faces_sell: bool,
    /// The approximate number of turns that each player has left.
    turns: f64,
    /// The value of a face card in hand.
    face_in_hand: f64,
    /// The value of each card that it can make ready.
    opens: f64,
    /// Whether the turn may go on with a transfer: it does with more than `most_held` cards in
    /// hand.
    may_transfer: bool,
    most_held: u32,
    /// Whether a card that is laid now can be sold at once, if it can be sold.
    sells_laid: bool,
    /// The number of opponents, at least 1.
    opponents: f64,
}

impl<'a> Outside<'a> {
    #[inline(always)]
    fn new(player: &Heuristic, view: &'a View<'a>) -> Self {
        let Knobs {
            jokers, end_on_joker, turn_order, face_sales, face_from_joker, scoring, ..
        } = view.rules().knobs;
        let (end_on_joker, jokers_out) =
            (u32::from(end_on_joker), u32::from(view.table.jokers_out));
        // The m-th of j Jokers is expected at m (D + 1) / (j + 1) of D cards.
        let needed = end_on_joker - jokers_out.min(end_on_joker);
        let cards =
            f64::from(needed * (view.deck() + 1)) / f64::from(u32::from(jokers) - jokers_out + 1);
        let turns = cards / view.players() as f64;
        let in_time = if turns > 0.0 { 1.0 - player.weights.opens_turns / turns } else { 0.0 };
        let opens = player.weights.opens * in_time.clamp(0.0, 1.0);
        let face =
            if face_sales > 1 { player.weights.face_of_many } else { player.weights.face_in_hand };
        Self {
            view,
            scoring,
            faces_sell: jokers_out >= face_from_joker.into(),
            turns,
            opens: if jokers_out >= face_from_joker.into() { opens } else { 0.0 },
            face_in_hand: if view.rules().face_cards_sell {
                face * turns / (turns + 2.0)
            } else {
                0.0
            },
            may_transfer: !matches!(view.table.stage, Stage::Transfer | Stage::Laid),
            sells_laid: view.rules().knobs.sell_laid && view.table.sales_left > 0,
            most_held: view.rules().hand_size(view.seat())
                - u32::from(turn_order == TurnOrder::SellFirst),
            opponents: (view.players() as f64 - 1.0).max(1.0),
        }
    }

    /// Hand, portfolio and markets after an action with this card.
    #[inline(always)]
    fn after(&self, before: &Markets, group: &Group, card: Card) -> After {
        let view = self.view;
        // Every card that moves is in exactly one of the two places between which it moves, so both
        // are toggled.
        let moved = CardSet::only(card).and(CARDS);
        let transfer = group.kind == Kind::Transfer;
        if transfer && self.sells_laid && before.can_sell(card) {
            return After {
                hand: view.hand.minus(moved),
                portfolio: view.table.portfolio(view.seat()),
                markets: before.with(card),
                also: 0,
            };
        }
        let played = if transfer { moved } else { group.face };
        let markets = if transfer || moved.is_empty() {
            *before
        } else if group.kind == Kind::Buy {
            Markets::with_cards(view.table.market.minus(moved))
        } else {
            before.with(card)
        };
        let portfolio = view.table.portfolio(view.seat()).bits() ^ moved.bits() ^ group.face.bits();
        After {
            hand: view.hand.minus(played),
            portfolio: CardSet::from_bits(portfolio),
            markets,
            also: group.also,
        }
    }

    /// The value of the seat's position after an action.
    #[inline(always)]
    fn own(&self, player: &Heuristic, after: &After) -> f64 {
        let transfers = self.may_transfer && after.hand.count() > self.most_held;
        if self.scoring != Scoring::Count {
            return self.own_worth(after, transfers);
        }
        let faces = f64::from(after.portfolio.and(FACES).count());
        let (stock, hand) = (after.markets.stock(after.portfolio), after.markets.stock(after.hand));
        let faces_held = after.hand.and(FACES);
        let opened = if faces_held.is_empty() || self.opens.abs() <= 0.0 {
            0
        } else {
            after.markets.opened(after.portfolio, after.hand)
        };
        // A transfer puts down a card that sells next, if there is one.
        let ready = stock.ready + u32::from(transfers && hand.ready > 0);
        let cards = f64::from(after.portfolio.count() + u32::from(transfers))
            - f64::from(after.also.min(stock.numbers));
        player.outlook(ready, stock.missing) - cards - player.weights.face_laid * faces
            + player.weights.hand_ready * f64::from(hand.ready)
            - player.weights.hand_stuck * f64::from(hand.missing)
            + self.face_in_hand * f64::from(faces_held.count())
            + self.opens * f64::from(opened)
    }

    /// The value of a portfolio where worth decides, after the transfer that is due.
    #[inline(always)]
    fn own_worth(&self, after: &After, transfers: bool) -> f64 {
        let low = self.scoring == Scoring::PriceLow;
        let all_sold = low && after.also >= after.portfolio.and(NUMBERS).count();
        let worth = after.markets.worth(if all_sold {
            after.portfolio.and(FACES)
        } else {
            after.portfolio
        });
        if !transfers {
            return if low { -worth } else { worth };
        }
        // The lowest or the highest price of the hand.
        let dear = if after.hand.and(FACES).is_empty() { 0.0 } else { 10.0 };
        let mut transferred = if low { 10.0 } else { dear };
        for suit in Suit::ALL {
            let price = after.markets.price(suit as usize);
            let beats = if low { price < transferred } else { price > transferred };
            if beats && after.hand.and(NUMBERS).ranks(suit) != 0 {
                transferred = price;
            }
        }
        if low { -worth - transferred } else { worth + transferred }
    }

    /// The value of the opponents' positions, which this seat loses: on average over them.
    #[inline(always)]
    fn others(&self, player: &Heuristic, markets: &Markets) -> f64 {
        let mut sum = 0.0;
        for seat in 0..self.view.players() {
            let seat = Seat::new(seat as u8);
            if seat == self.view.seat() {
                continue;
            }
            let cards = self.view.table.portfolio(seat);
            sum += match self.scoring {
                Scoring::Count => {
                    let stock = markets.stock(cards);
                    player.weights.deny * player.outlook(stock.ready, stock.missing)
                }
                Scoring::PriceLow => -player.weights.deny_worth * markets.worth(cards),
                Scoring::PriceHigh => player.weights.deny_worth * markets.worth(cards),
            };
        }
        sum / self.opponents
    }
}

#[inline(never)]
fn decide(player: &Heuristic, view: View<'_>, legal: Legal) -> Action {
    if legal.count() == 1 { legal.nth(0) } else { best(player, &view, &legal) }
}

impl Strategy<CryptoCards> for Heuristic {
    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        legal.choose(decide(self, *view, *legal)).ok_or(Failure::NoLegalAction)
    }
}

fast_fn! {
    fn best<'a>(player: &'a Heuristic, view: &'a View<'a>, legal: &'a Legal) -> Action {
        player.best(view, legal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Settings;
    use crate::strategy::Repertoire;

    #[test]
    fn the_shipped_file_has_the_defaults() {
        let file = crate::strategy::StrategyFile::find(
            Repertoire::of::<CryptoCards>(),
            "heuristic",
            &crate::input::Location::whole("test"),
        )
        .expect("shipped");
        assert_eq!(file.parameters, Settings::defaults(Heuristic::KNOBS));
    }
}
