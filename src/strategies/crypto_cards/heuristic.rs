//! The kind `heuristic` for Crypto Cards.

mod position;

use crate::cards::bits::{Work, with_fast_bits};
use crate::cards::standard::{Card, CardSet, Suit};
use crate::game::{Choice, LegalSet, SeatView};
use crate::games::crypto_cards::{Action, CryptoCards, FACES, Kind, Legal, NUMBERS, Scoring, Stage, View};
use crate::input::{Knob, Settings};
use crate::rng::Stream;
use crate::seat::Seat;
use crate::strategy::{Failure, Strategy};
use position::Markets;

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
    /// By the number of cards in the portfolio that can be sold in the next turn, up to three: their value.
    ready: [f64; 4],
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

/// Actions of one kind.
#[derive(Clone, Copy)]
struct Group {
    kind: Kind,
    /// The card that moves with each of them; card 0 for none.
    cards: CardSet,
    /// The face card that is played with all of them.
    face: CardSet,
    /// How many further cards it can sell then.
    also: u32,
}

/// The cards without the one that is none.
const CARDS: CardSet = NUMBERS.union(FACES);

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
            ready: [0.0, 1.0, 2.0, 3.0].map(|cards| (if cards > 0.0 { weight("ready") } else { 0.0 }) + weight("ready_more") * cards),
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
    fn outlook(&self, ready: u32, missing: u32) -> f64 {
        self.ready[ready.min(3) as usize] - self.stuck * f64::from(missing)
    }

    /// The best action: the one of the highest value; of equals the first in the order of actions.
    #[inline(always)]
    fn best(&self, view: &View<'_>, legal: &Legal) -> Action {
        let table = Outside::new(self, view);
        let before = Markets::of(view);
        let standing = table.others(self, &before);
        let (kind, singles) = legal.singles();
        // All face cards do the same: the first stands for them.
        let lone = |card: Option<Card>| if let Some(card) = card { CardSet::only(card) } else { CardSet::EMPTY };
        let singles = singles.minus(FACES).union(lone(singles.and(FACES).first()));
        let (faces, numbers) = legal.face_sales();
        let face = lone(faces.first());
        let none = CardSet::EMPTY;
        let also = if kind == Kind::Also { view.also_left() - 1 } else { 0 };
        // In the order of actions.
        let groups = [
            Group { kind: Kind::Keep, cards: CardSet::from_bits(u64::from(legal.may_keep())), face: none, also: 0 },
            Group { kind, cards: singles, face: none, also },
            Group { kind: Kind::Face, cards: if face.is_empty() { none } else { numbers }, face, also: view.rules().face_sales() - 1 },
            Group { kind: Kind::Buy, cards: legal.buys(), face: none, also: 0 },
        ];
        let mut best = (f64::NEG_INFINITY, Action::KEEP);
        for group in groups {
            let mut rest = group.cards;
            while let Some(card) = rest.first() {
                rest = rest.without(card);
                let after = table.after(&before, &group, card);
                let others = if after.markets.level(&before) { standing } else { table.others(self, &after.markets) };
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

/// What one decision is weighed against.
struct Outside<'a> {
    view: &'a View<'a>,
    scoring: Scoring,
    /// Enough Jokers are out for face cards to sell.
    faces_sell: bool,
    /// What a face card in hand is worth.
    face_in_hand: f64,
    /// The turn may go on with a transfer: it does with more cards in hand than `most_held`.
    may_transfer: bool,
    most_held: u32,
    /// How many opponents there are, at least 1.
    opponents: f64,
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
            may_transfer: view.stage() != Stage::Transfer,
            most_held: rules.hand_size() - u32::from(rules.sell_first()),
            opponents: (view.players() as f64 - 1.0).max(1.0),
        }
    }

    /// Hand, portfolio and markets after an action with this card.
    #[inline(always)]
    fn after(&self, before: &Markets, group: &Group, card: Card) -> After {
        let view = self.view;
        // Every card that moves is in just one of the two places that it moves between, so both are toggled.
        let moved = CardSet::only(card).and(CARDS);
        let transfer = group.kind == Kind::Transfer;
        let played = if transfer { moved } else { group.face };
        let markets = if transfer || moved.is_empty() {
            *before
        } else if group.kind == Kind::Buy {
            Markets::with_cards(view.market().minus(moved))
        } else {
            before.with(card)
        };
        let portfolio = view.portfolio(view.seat()).bits() ^ moved.bits() ^ group.face.bits();
        After { hand: view.hand().minus(played), portfolio: CardSet::from_bits(portfolio), markets, also: group.also }
    }

    /// The value of what the seat has after an action.
    #[inline(always)]
    fn own(&self, weights: &Heuristic, after: &After) -> f64 {
        let transfers = self.may_transfer && after.hand.count() > self.most_held;
        if self.scoring != Scoring::Count {
            return self.own_worth(after, transfers);
        }
        let faces = f64::from(after.portfolio.and(FACES).count());
        let (stock, hand) = (after.markets.stock(after.portfolio), after.markets.stock(after.hand));
        let faces_held = after.hand.and(FACES);
        let opened = if faces_held.is_empty() || !self.faces_sell { 0 } else { after.markets.opened(after.portfolio, after.hand) };
        // A transfer puts down a card that sells next, if there is one.
        let ready = stock.ready + u32::from(transfers && hand.ready > 0);
        let cards = f64::from(after.portfolio.count() + u32::from(transfers)) - f64::from(after.also.min(stock.numbers));
        weights.outlook(ready, stock.missing) - cards - weights.face_laid * faces + weights.hand_ready * f64::from(hand.ready)
            - weights.hand_stuck * f64::from(hand.missing)
            + self.face_in_hand * f64::from(faces_held.count())
            + weights.opens * f64::from(opened)
    }

    /// The value of a portfolio where worth decides, with the transfer that is due.
    #[inline(always)]
    fn own_worth(&self, after: &After, transfers: bool) -> f64 {
        let low = self.scoring == Scoring::PriceLow;
        let all_sold = low && after.also >= after.portfolio.and(NUMBERS).count();
        let worth = after.markets.worth(if all_sold { after.portfolio.and(FACES) } else { after.portfolio });
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

    /// The value, for this seat to lose, of what the opponents have: on average over them.
    #[inline(always)]
    fn others(&self, weights: &Heuristic, markets: &Markets) -> f64 {
        let mut sum = 0.0;
        for seat in 0..self.view.players() {
            let seat = Seat::new(seat as u8);
            if seat == self.view.seat() {
                continue;
            }
            let cards = self.view.portfolio(seat);
            sum += match self.scoring {
                Scoring::Count => {
                    let stock = markets.stock(cards);
                    weights.deny * weights.outlook(stock.ready, stock.missing)
                }
                Scoring::PriceLow => -weights.deny_worth * markets.worth(cards),
                Scoring::PriceHigh => weights.deny_worth * markets.worth(cards),
            };
        }
        sum / self.opponents
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
        let file =
            crate::strategy::StrategyFile::find::<CryptoCards>("heuristic", &crate::input::Location::whole("test")).expect("shipped");
        assert_eq!(file.parameters, Settings::defaults(&KNOBS));
    }
}
