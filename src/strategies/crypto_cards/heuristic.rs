//! The kind `heuristic` for Crypto Cards.

mod position;

use crate::cards::bits::{Work, with_fast_bits};
use crate::cards::standard::{Card, CardSet};
use crate::game::{Choice, LegalSet};
use crate::games::crypto_cards::{Action, CryptoCards, FACES, Kind, Legal, Scoring, Stage, View};
use crate::input::{Knob, Settings};
use crate::rng::Stream;
use crate::seat::Seat;
use crate::strategy::{Failure, Strategy};
use position::{Markets, Stock};

static KNOBS: [Knob; 11] = [
    Knob::weight("ready", 0.385, "value of a card in the portfolio that can be sold in the next turn"),
    Knob::weight("ready_more", 0.158, "value of each further such card, up to three"),
    Knob::weight("stuck", 0.0181, "cost of every rank that a market must rise before a card of the portfolio can be sold"),
    Knob::weight("hand_ready", 0.108, "value of each card in hand that could be sold once it is transferred"),
    Knob::weight("hand_stuck", 0.0082, "cost of every rank that a market must rise before a card in hand could be sold"),
    Knob::weight("face_in_hand", 1.12, "value of a face card in hand, with many turns left"),
    Knob::weight("face_of_many", 3.5, "value of a face card in hand that may sell several cards, with many turns left"),
    Knob::weight("face_laid", 0.198, "cost of a face card in the portfolio, beyond that of any card"),
    Knob::weight(
        "opens",
        0.0502,
        "value of each own card that a face card in hand can make ready by selling a higher one of the portfolio",
    ),
    Knob::weight("deny", 0.831, "cost of what an opponent's portfolio gains, as a share of what one's own would gain"),
    Knob::weight("deny_worth", 1.0, "where worth decides: value of an opponent's worth, as a share of one's own"),
];

/// Weighs every action by the portfolio, hand and markets that it leads to; looks no further ahead.
#[derive(Clone, Copy, Debug)]
pub struct Heuristic {
    ready: f64,
    ready_more: f64,
    stuck: f64,
    hand_ready: f64,
    hand_stuck: f64,
    face_in_hand: f64,
    face_of_many: f64,
    face_laid: f64,
    opens: f64,
    deny: f64,
    deny_worth: f64,
}

/// What an action leads to.
#[derive(Clone, Copy)]
struct After {
    hand: CardSet,
    portfolio: CardSet,
    markets: Markets,
    /// Cards that the same face card can sell yet.
    also: u32,
}

impl Heuristic {
    /// How it plays.
    pub const SUMMARY: &'static str =
        "keeps something to sell for every turn: weighs what a choice leaves in portfolio, hand and markets, for itself and the others";
    /// Its weights.
    pub const KNOBS: &'static [Knob] = &KNOBS;

    /// A player with these weights.
    pub fn new(settings: &Settings) -> Self {
        let weight = |key| settings.real(key);
        Self {
            ready: weight("ready"),
            ready_more: weight("ready_more"),
            stuck: weight("stuck"),
            hand_ready: weight("hand_ready"),
            hand_stuck: weight("hand_stuck"),
            face_in_hand: weight("face_in_hand"),
            face_of_many: weight("face_of_many"),
            face_laid: weight("face_laid"),
            opens: weight("opens"),
            deny: weight("deny"),
            deny_worth: weight("deny_worth"),
        }
    }

    /// What a portfolio can sell in its owner's next turn and later.
    #[inline(always)]
    fn outlook(&self, stock: &Stock) -> f64 {
        let first = if stock.ready > 0 { self.ready } else { 0.0 };
        first + self.ready_more * f64::from(stock.ready.min(3)) - self.stuck * f64::from(stock.missing)
    }

    /// The best action: the one of the highest value; of equals the first in the order of actions.
    #[inline(always)]
    fn best(&self, view: &View<'_>, legal: &Legal) -> Action {
        let table = Outside::new(self, view);
        let before = Markets::of(view);
        let standing = table.others(self, &before);
        let mut best = (f64::NEG_INFINITY, Action::KEEP);
        let mut weigh = |action: Action| {
            let after = table.after(action);
            let others = if after.markets == before { standing } else { table.others(self, &after.markets) };
            let value = table.own(self, &after) - others;
            if value > best.0 {
                best = (value, action);
            }
        };
        if legal.may_keep() {
            weigh(Action::KEEP);
        }
        let (kind, cards) = legal.singles();
        // All face cards do the same: the first stands for them.
        let first_face = cards.and(FACES).first().map_or(CardSet::EMPTY, CardSet::only);
        for card in cards.minus(FACES).union(first_face).iter() {
            weigh(Action::of_card(kind, card));
        }
        let (faces, numbers) = legal.face_sales();
        if let Some(face) = faces.first() {
            for card in numbers.iter() {
                weigh(Action::face_sale(face, card));
            }
        }
        for card in legal.buys().iter() {
            weigh(Action::of_card(Kind::Buy, card));
        }
        best.1
    }
}

/// What one decision is weighed against.
struct Outside<'a> {
    view: &'a View<'a>,
    scoring: Scoring,
    /// Enough Jokers are out for face cards to sell.
    faces_sell: bool,
    /// What a face card in hand is worth.
    face_in_hand: f64,
}

impl<'a> Outside<'a> {
    #[inline(always)]
    fn new(weights: &Heuristic, view: &'a View<'a>) -> Self {
        let rules = view.rules();
        // The m-th of j Jokers is expected at m (D + 1) / (j + 1) of D cards.
        let jokers = rules.jokers() - view.jokers_out();
        let needed = rules.end_on_joker() - view.jokers_out().min(rules.end_on_joker());
        let cards = f64::from(needed * (view.deck() + 1)) / f64::from(jokers + 1);
        let turns = cards / view.players() as f64;
        let usable = rules.face_from_joker() < rules.end_on_joker();
        let face = if rules.face_sales() > 1 { weights.face_of_many } else { weights.face_in_hand };
        Self {
            view,
            scoring: rules.scoring(),
            faces_sell: view.jokers_out() >= rules.face_from_joker(),
            face_in_hand: if usable { face * turns / (turns + 2.0) } else { 0.0 },
        }
    }

    /// Hand, portfolio and markets after an action.
    #[inline(always)]
    fn after(&self, action: Action) -> After {
        let view = self.view;
        let (hand, portfolio, markets) = (view.hand(), view.portfolio(view.seat()), Markets::of(view));
        let (card, face) = (action.card(), action.face());
        let further = view.rules().face_sales() - 1;
        match action.kind() {
            Kind::Keep => After { hand, portfolio, markets, also: 0 },
            Kind::Transfer => After { hand: hand.without(card), portfolio: portfolio.with(card), markets, also: 0 },
            Kind::Sell => After { hand, portfolio: portfolio.without(card), markets: markets.with(card), also: 0 },
            Kind::Also => After { hand, portfolio: portfolio.without(card), markets: markets.with(card), also: view.also_left() - 1 },
            Kind::Face => After {
                hand: hand.without(face),
                portfolio: portfolio.without(card).with(face),
                markets: markets.with(card),
                also: further,
            },
            Kind::Buy => After { hand, portfolio: portfolio.with(card), markets: markets.without(card), also: 0 },
        }
    }

    /// The value of what the seat has after an action.
    #[inline(always)]
    fn own(&self, weights: &Heuristic, after: &After) -> f64 {
        let rules = self.view.rules();
        let coming = u32::from(rules.sell_first());
        let transfers = self.view.stage() != Stage::Transfer && after.hand.count() + coming > rules.hand_size();
        if self.scoring != Scoring::Count {
            return self.own_worth(after, transfers);
        }
        let faces = f64::from(after.portfolio.and(FACES).count());
        let (stock, hand) = (after.markets.stock(after.portfolio), after.markets.stock(after.hand));
        let faces_held = after.hand.and(FACES);
        let opened = if faces_held.is_empty() || !self.faces_sell { 0 } else { after.markets.opened(after.portfolio, after.hand) };
        // A transfer puts down a card that sells next, if there is one.
        let down = Stock { ready: stock.ready + u32::from(transfers && hand.ready > 0), ..stock };
        let cards = f64::from(after.portfolio.count() + u32::from(transfers)) - f64::from(after.also.min(stock.numbers));
        weights.outlook(&down) - cards - weights.face_laid * faces + weights.hand_ready * f64::from(hand.ready)
            - weights.hand_stuck * f64::from(hand.missing)
            + self.face_in_hand * f64::from(faces_held.count())
            + weights.opens * f64::from(opened)
    }

    /// The value of a portfolio where worth decides, with the transfer that is due.
    #[inline(always)]
    fn own_worth(&self, after: &After, transfers: bool) -> f64 {
        let prices = after.markets.prices();
        let price = |card: Card| if card.rank() > 10 { 10.0 } else { prices[card.suit() as usize] };
        let low = self.scoring == Scoring::PriceLow;
        let all_sold = low && after.also >= after.markets.stock(after.portfolio).numbers;
        let kept = if all_sold { after.portfolio.and(FACES) } else { after.portfolio };
        let worth = position::worth(kept, &prices);
        let hand = after.hand.iter().map(price);
        let transferred = match (transfers, low) {
            (false, _) => 0.0,
            (true, true) => hand.fold(10.0, f64::min),
            (true, false) => hand.fold(0.0, f64::max),
        };
        if low { -worth - transferred } else { worth + transferred }
    }

    /// The value, for this seat to lose, of what the opponents have: on average over them.
    #[inline(always)]
    fn others(&self, weights: &Heuristic, markets: &Markets) -> f64 {
        let opponents = Seat::all(self.view.players()).filter(|seat| *seat != self.view.seat());
        let portfolios = opponents.map(|seat| self.view.portfolio(seat));
        let prices = markets.prices();
        let sum: f64 = match self.scoring {
            Scoring::Count => portfolios.map(|cards| weights.deny * weights.outlook(&markets.stock(cards))).sum(),
            Scoring::PriceLow => portfolios.map(|cards| -weights.deny_worth * position::worth(cards, &prices)).sum(),
            Scoring::PriceHigh => portfolios.map(|cards| weights.deny_worth * position::worth(cards, &prices)).sum(),
        };
        sum / (self.view.players() as f64 - 1.0).max(1.0)
    }
}

#[inline(never)]
fn decide(weights: &Heuristic, view: View<'_>, legal: Legal) -> Action {
    if legal.count() == 1 { legal.nth(0) } else { with_fast_bits(Decision { weights, view: &view, legal: &legal }) }
}

impl Strategy<CryptoCards> for Heuristic {
    #[inline(always)]
    fn choose<'l>(&mut self, view: &View<'_>, legal: &'l Legal, _stream: &mut Stream) -> Result<Choice<'l, Action>, Failure> {
        legal.choose(decide(self, *view, *legal)).ok_or(Failure::NoLegalAction)
    }
}

/// A decision as a piece of work: too much to be compiled into the loop of the game, but full of bits to be counted.
struct Decision<'a> {
    weights: &'a Heuristic,
    view: &'a View<'a>,
    legal: &'a Legal,
}

impl Work for Decision<'_> {
    type Output = Action;

    #[inline(always)]
    fn run(self) -> Action {
        self.weights.best(self.view, self.legal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_has_the_defaults() {
        let file = crate::strategy::StrategyFile::find::<CryptoCards>("heuristic", &crate::input::Place::whole("test")).expect("shipped");
        assert_eq!(file.parameters, Settings::defaults(&KNOBS));
    }
}
