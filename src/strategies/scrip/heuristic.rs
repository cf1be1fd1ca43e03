//! The kind `heuristic` for Scrip.

mod race;
mod risk;

use crate::cards::bits::{Work, with_fast_bits};
use crate::cards::standard::{Card, CardSet, Suit};
use crate::game::{Choice, LegalSet};
use crate::games::scrip::{Action, Kind, Legal, Scrip, View};
use crate::input::{Knob, Settings};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy};
use race::Race;

static KNOBS: [Knob; 17] = [
    Knob::weight("heart", 1.0, "value of each point of a Heart"),
    Knob::weight("diamond", 3.01, "value of a Diamond, by how much nearer it brings the bonus"),
    Knob::weight(
        "race_width",
        1.16,
        "how open the race for the bonus is: the lead that is worth half of certainty, by the Diamonds still to be had",
    ),
    Knob::weight("spade", 0.483, "value of each rank of a Spade at the start; it falls with the cards of the Stockpile for each player"),
    Knob::weight("club", 5.19, "value of any Club at the start; it falls with the cards of the Stockpile for each player"),
    Knob::weight("low_club", 0.504, "further value of a Club for each rank that it is below the King, at the start"),
    Knob::weight("high_club", 0.112, "further value of a Club for each rank, since it can be exchanged, at the start"),
    Knob::weight("thin", 1.45, "cost of every black card gained, since it keeps others from being drawn"),
    Knob::weight("spend", 0.00984, "cost of each rank of the Spades spent on a buy"),
    Knob::weight("gift", 0.128, "cost of a card given in an exchange, by its value, since others can take it; divided among the opponents"),
    Knob::weight("risk", 0.991, "cost of a countered steal, by the value of the card that the opponent keeps; divided among the opponents"),
    Knob::weight("fresh", -1.25, "value of a new card in the Market: below 0, it waits for others to open one"),
    Knob::weight("company", 1.06, "further value of a new card for each opponent beyond the first: who waits for many may wait in vain"),
    Knob::weight(
        "impatience",
        5.0,
        "value of a new card for every hundred turns played, so that a Market that nobody wants does not stay for ever",
    ),
    Knob::weight(
        "hurry",
        -0.129,
        "value of a new card in the Market when this player is clearly ahead, and cost when clearly behind: below 0, it opens cards when behind",
    ),
    Knob::weight("counter", 0.229, "value of a counter itself, whatever the stolen card; divided among the opponents"),
    Knob::weight("club_spent", 0.0425, "cost of each rank of the Club that counters, since it is not in hand in the next turn"),
];

/// More than any weights add up to: a game won or lost.
const DECIDED: f64 = 1e6;

/// By how many points a player must be ahead to be wholly in a hurry.
const CLEAR_LEAD: f64 = 20.0;

/// Weighs what every step gains, together with the best steal that it leaves; looks no further ahead.
#[derive(Clone, Copy, Debug)]
pub struct Heuristic {
    heart: f64,
    diamond: f64,
    race_width: f64,
    spade: f64,
    club: f64,
    low_club: f64,
    high_club: f64,
    thin: f64,
    spend: f64,
    gift: f64,
    risk: f64,
    fresh: f64,
    company: f64,
    impatience: f64,
    hurry: f64,
    counter: f64,
    club_spent: f64,
}

impl Heuristic {
    /// How it plays.
    pub const SUMMARY: &'static str =
        "weighs points, the race for Diamonds, buying power and the chance of a counter, of every step with the best steal that it leaves";
    /// Its weights.
    pub const KNOBS: &'static [Knob] = &KNOBS;

    /// A player with these weights.
    pub fn new(settings: &Settings) -> Self {
        let weight = |key| settings.real(key);
        Self {
            heart: weight("heart"),
            diamond: weight("diamond"),
            race_width: weight("race_width"),
            spade: weight("spade"),
            club: weight("club"),
            low_club: weight("low_club"),
            high_club: weight("high_club"),
            thin: weight("thin"),
            spend: weight("spend"),
            gift: weight("gift"),
            risk: weight("risk"),
            fresh: weight("fresh"),
            company: weight("company"),
            impatience: weight("impatience"),
            hurry: weight("hurry"),
            counter: weight("counter"),
            club_spent: weight("club_spent"),
        }
    }
}

/// A decision as a piece of work: too much to be compiled into the loop of the game, but full of bits to be counted.
struct Decision<'a> {
    weights: &'a Heuristic,
    view: &'a View<'a>,
    legal: &'a Legal,
}

/// What is the same for all actions of a decision.
struct Position<'a> {
    weights: &'a Heuristic,
    view: &'a View<'a>,
    race: Race,
    /// How much of the game is left for each player: from 1 with two players and a full Stockpile to 0 with none.
    left: f64,
    /// How much of an opponent's gain is this player's loss.
    rivalry: f64,
    /// Value of taking a card at all, and so bringing another one from the Stockpile.
    taking: f64,
    /// By card number, for the cards of the hand and the Market: what it is worth to own.
    worth: [f64; 64],
    /// By card number, for the same cards: what it is worth to steal.
    steal: [f64; 64],
}

impl<'a> Position<'a> {
    #[inline(always)]
    fn new(weights: &'a Heuristic, view: &'a View<'a>) -> Self {
        let race = Race::new(view, weights.race_width);
        let left = f64::from(view.stockpile()) / (FULL_STOCKPILE * view.players() as f64);
        let rivalry = 1.0 / (view.players() as f64 - 1.0);
        let ahead = (f64::from(race::lead(view)) / CLEAR_LEAD).clamp(-1.0, 1.0);
        let fresh = if view.stockpile() > 0 {
            weights.hurry * ahead + weights.fresh + weights.company * (view.players() as f64 - 2.0)
        } else {
            0.0
        };
        let taking = fresh + weights.impatience * f64::from(view.turns()) / 100.0;
        let mut position = Self { weights, view, race, left, rivalry, taking, worth: [0.0; 64], steal: [0.0; 64] };
        for card in view.hand().union(view.market()).iter() {
            let worth = position.worth_of(card);
            position.worth[index(card)] = worth;
            if view.steals_left() > 0 {
                let risk = risk::of_steal(view, card);
                let lost = position.rivalry * weights.risk * worth.max(0.0);
                position.steal[index(card)] = (1.0 - risk) * worth - risk * lost + position.taking;
            }
        }
        position
    }

    /// What it is worth to own a card.
    #[inline(always)]
    fn worth_of(&self, card: Card) -> f64 {
        let weights = self.weights;
        let rank = f64::from(self.view.values().of(card));
        let black = |value: f64| self.left * value - weights.thin;
        match card.suit() {
            Suit::Hearts => weights.heart * rank,
            Suit::Diamonds => weights.diamond * self.race.value_of(rank),
            Suit::Spades => black(weights.spade * rank),
            Suit::Clubs => black(weights.club + weights.low_club * (KING - rank).max(0.0) + weights.high_club * rank),
        }
    }

    /// The value of the best steal in a Market; nothing where there is none that gains.
    #[inline(always)]
    fn best_steal(&self, market: CardSet) -> f64 {
        let mut best = 0.0f64;
        let mut rest = market;
        if self.view.steals_left() > 0 {
            while let Some(card) = rest.first() {
                best = best.max(self.steal[index(card)]);
                rest = rest.without(card);
            }
        }
        best
    }

    /// The value of an end of the game, if it is over when this player has gained and given these cards.
    #[inline(always)]
    fn end(&self, market: CardSet, refilled: bool, gained: Option<Card>, given: CardSet) -> Option<f64> {
        let view = self.view;
        let stockpile = view.stockpile() - u32::from(refilled && view.stockpile() > 0);
        // A card that comes from the Stockpile is unknown: then it is over only where it does not matter which it is.
        let unknown = refilled && view.stockpile() > 0;
        let over = stockpile == 0 && view.ends_with(if unknown { market.union(view.unseen()) } else { market });
        over.then(|| {
            let own = gained.map_or(view.own(), |card| view.own().with(card)).minus(given);
            f64::from(race::final_lead(view, own)) * DECIDED
        })
    }

    /// What a step is worth.
    #[inline(always)]
    fn value(&self, action: Action) -> f64 {
        let (view, weights) = (self.view, self.weights);
        let Some(card) = action.card() else { return 0.0 };
        let (worth, market) = (self.worth[index(card)], view.market().without(card));
        match action.kind() {
            Kind::Buy => {
                if let Some(value) = self.end(market, true, Some(card), CardSet::EMPTY) {
                    return value;
                }
                let spent = weights.spend * f64::from(view.values().sum(action.used()));
                worth - spent + self.taking + self.best_steal(market)
            }
            Kind::Exchange => {
                let given = action.used();
                let market = market.union(given);
                if let Some(value) = self.end(market, view.exchange_refills(), Some(card), given) {
                    return value;
                }
                let lost = given.first().map_or(0.0, |card| self.worth[index(card)]);
                let taking = if view.exchange_refills() { self.taking } else { 0.0 };
                worth - lost - self.rivalry * weights.gift * lost.max(0.0) + taking + self.best_steal(market)
            }
            _ => self.end(market, true, Some(card), CardSet::EMPTY).unwrap_or(self.steal[index(card)]),
        }
    }

    /// What a counter is worth, against to pass.
    #[inline(always)]
    fn counter(&self, stolen: Card, club: CardSet) -> f64 {
        let market = self.view.market().without(stolen);
        if let Some(value) = self.end(market, true, Some(stolen), CardSet::EMPTY) {
            // To pass may end the game as well, but not better.
            return value.max(1.0);
        }
        let spent = self.weights.club_spent * f64::from(self.view.values().sum(club));
        self.worth[index(stolen)] + self.rivalry * self.weights.counter - spent
    }
}

/// The rank of a King.
const KING: f64 = 13.0;

/// The cards of the Stockpile for each of two players when they begin with the designer's rules.
const FULL_STOCKPILE: f64 = 18.5;

#[inline(always)]
fn index(card: Card) -> usize {
    usize::from(card.number()) & 63
}

impl Work for Decision<'_> {
    type Output = Action;

    /// The action of the highest value; of equals the first in the order of actions, so that no random number decides.
    #[inline(always)]
    fn run(self) -> Action {
        let position = Position::new(self.weights, self.view);
        let mut best = (f64::NEG_INFINITY, Action::END);
        for action in self.legal.iter() {
            let value = match (action.kind(), self.view.stolen()) {
                (Kind::Counter, Some(stolen)) => position.counter(stolen, action.used()),
                (Kind::End | Kind::Pass, _) => 0.0,
                _ => position.value(action),
            };
            if value > best.0 {
                best = (value, action);
            }
        }
        best.1
    }
}

/// The best action. What it needs is copied for it, so that the loop of the game can keep its own in registers.
#[inline(never)]
fn best(weights: &Heuristic, view: View<'_>, legal: Legal) -> Action {
    with_fast_bits(Decision { weights, view: &view, legal: &legal })
}

impl Strategy<Scrip> for Heuristic {
    #[inline(always)]
    fn choose<'l>(&mut self, view: &View<'_>, legal: &'l Legal, _stream: &mut Stream) -> Result<Choice<'l, Action>, Failure> {
        let best = if legal.count() == 1 { legal.nth(0) } else { best(self, *view, *legal) };
        legal.choose(best).ok_or(Failure::NoLegalAction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_has_the_defaults() {
        let file = crate::strategy::StrategyFile::find::<Scrip>("heuristic", &crate::input::Place::whole("test")).expect("shipped");
        assert_eq!(file.parameters, Settings::defaults(&KNOBS));
    }
}
