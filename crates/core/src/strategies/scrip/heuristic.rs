//! The kind `heuristic` for Scrip.

mod features;
mod race;
mod risk;

use crate::cards::bits::fast_fn;
use crate::cards::standard::{Card, CardSet, HIGH_ACE, Suit};
use crate::game::{Choice, LegalSet};
use crate::games::scrip::{Action, Kind, Legal, Scrip, Values, View};
use crate::input::{Knob, WEIGHT, knobs};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};
use race::{Diamonds, Race};
use risk::{Counterers, Opponent};
use std::hint::select_unpredictable;

knobs! {
    /// The weights of the parts of a step's value.
    struct Weights {
        /// value of each point of a Heart
        heart: f64 = 1.0, in WEIGHT;
        /// value of a Diamond, by how much nearer it brings the bonus
        diamond: f64 = 3.01, in WEIGHT;
        /// how open the race for the bonus is: the lead that counts as half of certainty, relative
        /// to the Diamonds that are still available
        race_width: f64 = 1.16, in WEIGHT;
        /// value of each rank of a Spade at the start; it falls with the cards of the Stockpile for
        /// each player
        spade: f64 = 0.483, in WEIGHT;
        /// value of any Club at the start; it falls with the cards of the Stockpile for each player
        club: f64 = 5.19, in WEIGHT;
        /// further value of a Club for each rank below the King, at the start
        low_club: f64 = 0.504, in WEIGHT;
        /// further value of a Club for each rank, since it can be exchanged, at the start
        high_club: f64 = 0.112, in WEIGHT;
        /// cost of each black card gained, since it keeps others from being drawn
        thin: f64 = 1.45, in WEIGHT;
        /// cost of each rank of the Spades spent on a buy
        spend: f64 = 0.00984, in WEIGHT;
        /// cost of a card given in an exchange, by its value, since others can take it; divided
        /// among the opponents
        gift: f64 = 0.128, in WEIGHT;
        /// cost of a countered steal, by the value of the card that the opponent keeps; divided
        /// among the opponents
        risk: f64 = 0.991, in WEIGHT;
        /// value of a new card in the Market: if negative, it waits for others to open one
        fresh: f64 = -1.25, in WEIGHT;
        /// further value of a new card for each opponent beyond the first: waiting for several
        /// opponents may be in vain
        company: f64 = 1.06, in WEIGHT;
        /// value of a new card for every hundred turns played, so that an unwanted Market does not
        /// stay forever
        impatience: f64 = 5.0, in WEIGHT;
        /// value of a new card in the Market when this player is clearly ahead, and cost when
        /// clearly behind: if negative, it opens cards when behind
        hurry: f64 = -0.129, in WEIGHT;
        /// value of a counter itself, for any stolen card; divided among the opponents
        counter: f64 = 0.229, in WEIGHT;
        /// cost of each rank of the Club that counters, since it is not in hand in the next turn
        club_spent: f64 = 0.0425, in WEIGHT;
    }
}

/// More than any sum of weights: a game won or lost.
const DECIDED: f64 = 1e6;

/// The lead, in points, at which a player is fully in a hurry.
const CLEAR_LEAD: f64 = 20.0;

/// Weighs the gain of every step, together with the best steal that remains; looks no further
/// ahead.
#[derive(Clone, Debug)]
pub struct Heuristic {
    weights: Weights,
    /// By number, for the given rank of the Ace: the value of each card at the start.
    worth: Box<[f64; CARDS]>,
    ace: u8,
}

/// The size of tables by card number.
const CARDS: usize = 64;

impl StrategyKind for Heuristic {
    const SUMMARY: &'static str = "weighs points, the race for Diamonds, buying power and the \
        chance of a counter, for every step together with the best steal left";
    const KNOBS: &'static [Knob] = Weights::KNOBS;

    fn new(file: &StrategyFile) -> Self {
        let weights = Weights::read(&file.parameters);
        Self { weights, worth: Box::new([0.0; CARDS]), ace: 0 }
    }
}

impl Heuristic {
    /// Computes the values of cards at the start, unless they are known. (Diamonds have no value of
    /// their own.)
    #[inline(always)]
    fn suit(&mut self, values: Values) {
        let ace = values.of(Card::new(Suit::Spades, HIGH_ACE));
        if self.ace != ace {
            self.find_worth(values, ace);
        }
    }

    #[cold]
    #[inline(never)]
    fn find_worth(&mut self, values: Values, ace: u8) {
        for (number, worth) in (0..).zip(&mut *self.worth) {
            let card = Card::from_number(number);
            *worth = self.weights.worth_at_start(card, f64::from(values.of(card)));
        }
        self.ace = ace;
    }
}

impl Weights {
    /// The value of a card of this rank at the start.
    const fn worth_at_start(&self, card: Card, rank: f64) -> f64 {
        let Self { heart, spade, club, low_club, high_club, .. } = *self;
        // By suit: the value of any card, of each rank below the King, and of each rank.
        let by_suit = [[club, low_club, high_club], [0.0; 3], [0.0, 0.0, heart], [0.0, 0.0, spade]];
        let [any, low, high] = by_suit[card.suit() as usize];
        any + low * higher(KING - rank, 0.0) + high * rank
    }
}

/// The higher of two numbers. (Neither is ever NaN, which `f64::max` would test for.)
#[inline(always)]
const fn higher(one: f64, other: f64) -> f64 {
    if one > other { one } else { other }
}

/// The common part of all actions of a decision.
#[derive(Debug)]
struct Position<'a> {
    weights: &'a Weights,
    worth: &'a [f64; CARDS],
    view: &'a View<'a>,
    /// The unseen cards.
    unseen: CardSet,
    diamonds: Diamonds,
    race: Race,
    /// The share of an opponent's gain that is this player's loss.
    rivalry: f64,
    /// By suit: the factor for the value of a card. For black cards it is the part of the game that
    /// is left for each player, from 1 with two players and a full Stockpile to 0 with an empty
    /// one.
    share: [f64; 4],
    /// By suit: the cost of any card.
    cost: [f64; 4],
    /// If the game may be over after the next step: the cards that may come from the
    /// Stockpile before that.
    next: Option<CardSet>,
}

/// The common part of all steps of a turn.
struct Steals<'o> {
    /// Value of taking any card, and so bringing another one from the Stockpile.
    taking: f64,
    /// Whether this player may still steal.
    possible: bool,
    counterers: Counterers<'o>,
    /// The cost of a countered steal, by the value of the card.
    risk: f64,
}

impl<'o> Steals<'o> {
    #[inline(always)]
    fn new(position: &Position<'_>, counterers: Counterers<'o>) -> Self {
        let (weights, view) = (position.weights, position.view);
        let fresh = if view.stockpile() > 0 {
            let ahead =
                (f64::from(position.diamonds.lead(view, view.own)) / CLEAR_LEAD).clamp(-1.0, 1.0);
            weights.hurry * ahead + weights.fresh + weights.company * (view.players() as f64 - 2.0)
        } else {
            0.0
        };
        Self {
            taking: fresh + weights.impatience * f64::from(view.turns()) / 100.0,
            possible: view.steals_left() > 0,
            counterers,
            risk: position.rivalry * weights.risk,
        }
    }

    /// Returns the value of stealing a card, from the value of owning it.
    #[inline(always)]
    fn value(&self, view: &View<'_>, card: Card, worth: f64) -> f64 {
        if self.possible { self.value_at(self.counterers.risk(view, card), worth) } else { 0.0 }
    }

    /// Returns the value of stealing a card that is countered with this chance, from the value of
    /// owning it.
    #[inline(always)]
    fn value_at(&self, risk: f64, worth: f64) -> f64 {
        let lost = self.risk * higher(worth, 0.0);
        (1.0 - risk) * worth - risk * lost + self.taking
    }
}

/// The highest value so far, and its action.
struct Best {
    value: f64,
    place: u32,
}

impl Best {
    /// Replaces the action if this value is higher. (Selected, not branched to: it cannot be
    /// predicted which one is best.)
    #[inline(always)]
    fn weigh(&mut self, value: f64, place: u32) {
        self.place = select_unpredictable(value > self.value, place, self.place);
        self.value = higher(value, self.value);
    }
}

impl<'a> Position<'a> {
    #[inline(always)]
    fn new(weights: &'a Weights, worth: &'a [f64; CARDS], view: &'a View<'a>) -> Self {
        let left = f64::from(view.stockpile()) / (FULL_STOCKPILE * view.players() as f64);
        let (unseen, diamonds) = (view.unseen(), Diamonds::new(view, view.own));
        Self {
            weights,
            worth,
            view,
            unseen,
            diamonds,
            race: Race::new(view, &diamonds, unseen, weights.race_width),
            rivalry: 1.0 / (view.players() as f64 - 1.0),
            share: [left, 1.0, 1.0, left],
            cost: [weights.thin, 0.0, 0.0, weights.thin],
            next: match view.stockpile() {
                0 => Some(CardSet::EMPTY),
                1 => Some(unseen),
                _ => None,
            },
        }
    }

    /// The value of owning a card that is not a Diamond.
    #[inline(always)]
    fn worth_of_other(&self, card: Card) -> f64 {
        let suit = card.suit() as usize & 3;
        self.share[suit] * self.worth[index(card)] - self.cost[suit]
    }

    /// The value of owning a Diamond.
    #[inline(always)]
    fn worth_of_diamond(&self, card: Card) -> f64 {
        self.weights.diamond * self.race.value_of(f64::from(self.view.rules.values.of(card)))
    }

    /// The value of owning a card.
    #[inline(always)]
    fn worth_of(&self, card: Card) -> f64 {
        if card.suit() == Suit::Diamonds {
            self.worth_of_diamond(card)
        } else {
            self.worth_of_other(card)
        }
    }

    /// The value of an end of the game, if it is over when this player has gained and given these
    /// cards.
    #[inline(always)]
    fn end(&self, market: CardSet, refilled: bool, gained: Card, given: CardSet) -> Option<f64> {
        let (view, next) = (self.view, self.next?);
        if !refilled && view.stockpile() > 0 {
            return None;
        }
        // A card that comes from the Stockpile is unknown: then the game counts as over only if
        // every such card ends it.
        let market = if refilled { market.union(next) } else { market };
        let over = market.and(view.rules.keep_going).is_empty();
        if over { Some(self.final_value(view.own.with(gained).minus(given))) } else { None }
    }

    /// The value of an end of the game, if it is over when this player gains the card at this index
    /// of the Market and gives `given`.
    #[inline(always)]
    fn end_at(&self, place: u32, refilled: bool, given: CardSet) -> Option<f64> {
        let card = self.view.table.market.nth(place);
        self.end(self.view.table.market.without(card).union(given), refilled, card, given)
    }

    /// The value of an end of the game with these cards. Rarely needed.
    #[inline(never)]
    fn final_value(&self, own: CardSet) -> f64 {
        f64::from(race::final_lead(self.view, own)) * DECIDED
    }

    /// The best answer to a steal: a counter, compared with passing.
    #[inline(always)]
    fn answer(&self, stolen: Card, legal: &Legal) -> Action {
        let counter = self.counter(stolen);
        let mut best = (f64::NEG_INFINITY, Action::PASS);
        for action in legal.iter() {
            let value = self.value_of_answer(&counter, action);
            if value > best.0 {
                best = (value, action);
            }
        }
        best.1
    }

    /// The value of countering the steal of a card, with any Club.
    #[inline(always)]
    fn counter(&self, stolen: Card) -> Gain {
        let market = self.view.table.market.without(stolen);
        // Passing may end the game as well, but never with a better result.
        let end = self.end(market, true, stolen, CardSet::EMPTY).map(|value| value.max(1.0));
        Gain { end, later: self.worth_of(stolen) + self.rivalry * self.weights.counter }
    }

    /// The value of an answer to a steal, from the value of countering it.
    #[inline(always)]
    fn value_of_answer(&self, counter: &Gain, action: Action) -> f64 {
        match (action.kind(), counter.end) {
            (Kind::Counter, Some(end)) => end,
            (Kind::Counter, None) => {
                counter.later
                    - self.weights.club_spent * f64::from(self.view.rules.values.sum(action.used()))
            }
            _ => 0.0,
        }
    }

    /// The best step of a turn, if all of them fit in two words.
    ///
    /// It equals [`Position::best_of_many`], but evaluates each card once.
    #[inline(always)]
    fn best_step(&self, legal: &Legal, [payments, exchanges]: [u64; 2]) -> Action {
        let (view, weights) = (self.view, self.weights);
        let mut opponents = Opponent::NOBODY;
        let steals = Steals::new(self, Counterers::new(view, self.unseen, &mut opponents));
        // By the index of a card in the Market: the value of owning and of stealing it.
        let (mut worth, mut steal) = ([0.0; 8], [0.0; 8]);
        let mut rest = view.table.market;
        let mut place = 0;
        while let Some(card) = rest.first() {
            worth[place & 7] = self.worth_of_other(card);
            place += 1;
            rest = rest.without(card);
        }
        let cards = place.min(8);
        let mut rest = view.table.market.and(CardSet::of_suit(Suit::Diamonds));
        while let Some(card) = rest.first() {
            let place = view.table.market.bits() & (CardSet::only(card).bits() - 1);
            worth[place.count_ones() as usize & 7] = self.worth_of_diamond(card);
            rest = rest.without(card);
        }
        // The two best steals, so that one remains if a card is taken.
        let (mut first, mut second) =
            (Best { value: f64::NEG_INFINITY, place: 0 }, f64::NEG_INFINITY);
        if steals.possible {
            let mut rest = view.table.market;
            for place in 0..cards {
                let card = Card::from_number(rest.bits().trailing_zeros() as u8);
                rest = rest.without(card);
                let value = steals.value(view, card, worth[place & 7]);
                steal[place & 7] = value;
                second = higher(second, if value < first.value { value } else { first.value });
                first.weigh(value, place as u32);
            }
        }
        let (highest, next) = (higher(first.value, 0.0), higher(second, 0.0));
        let best_without = |place: u32| select_unpredictable(place == first.place, next, highest);

        let mut best = Best { value: f64::NEG_INFINITY, place: 0 };
        let late = self.next.is_some();
        let mut stolen = payments & 0xff;
        // A restriction may have left only some.
        if stolen != 0 && stolen.count_ones() as usize == cards && !late {
            best.weigh(first.value, first.place);
        } else {
            while stolen != 0 {
                let place = stolen.trailing_zeros();
                stolen &= stolen - 1;
                best.weigh(
                    self.end_at(place, true, CardSet::EMPTY).unwrap_or(steal[place as usize & 7]),
                    place,
                );
            }
        }
        let mut bought = payments & !0xff;
        if bought != 0 {
            let mut ranks = [0; 3];
            let mut spades = view.hand.and(CardSet::of_suit(Suit::Spades)).bits();
            for rank in &mut ranks {
                *rank = u32::from(
                    view.rules.values.of(Card::from_number(spades.trailing_zeros() as u8)),
                );
                spades &= spades.wrapping_sub(1);
            }
            while bought != 0 {
                let bit = bought.trailing_zeros();
                bought &= bought - 1;
                let (set, place) = (bit >> 3, bit & 7);
                let spent =
                    (set & 1) * ranks[0] + ((set >> 1) & 1) * ranks[1] + (set >> 2) * ranks[2];
                let mut value = worth[place as usize] - weights.spend * f64::from(spent)
                    + steals.taking
                    + best_without(place);
                if late {
                    value = self.end_at(place, true, CardSet::EMPTY).unwrap_or(value);
                }
                best.weigh(value, bit);
            }
        }
        let mut swapped = exchanges & (END - 1);
        if swapped != 0 {
            // By the index of a card in the hand: its value, the cost of giving it, and the value
            // of stealing it back.
            let mut given = [(0.0, 0.0, 0.0); 8];
            let mut rest = view.hand;
            let gift = self.rivalry * weights.gift;
            for (lane, given) in given.iter_mut().enumerate() {
                let Some(card) = rest.first() else { break };
                rest = rest.without(card);
                if (swapped >> (8 * lane)) as u8 == 0 {
                    continue;
                }
                let lost = self.worth_of(card);
                // It is seldom stolen back: in most cases it would not be the best steal
                // even without counters.
                let may_be_best =
                    self.weights.risk < 0.0 || higher(lost, 0.0) + steals.taking > next;
                let back =
                    if may_be_best { steals.value(view, card, lost) } else { f64::NEG_INFINITY };
                *given = (lost, gift * higher(lost, 0.0), back);
            }
            let taking = if view.rules.knobs.exchange_refills { steals.taking } else { 0.0 };
            while swapped != 0 {
                let bit = swapped.trailing_zeros();
                swapped &= swapped - 1;
                let place = bit & 7;
                let (lost, gift, back) = given[(bit >> 3) as usize & 7];
                let mut value = worth[place as usize] - lost - gift
                    + taking
                    + higher(best_without(place), back);
                if late {
                    let given = CardSet::only(view.hand.nth(bit >> 3));
                    value = self
                        .end_at(place, view.rules.knobs.exchange_refills, given)
                        .unwrap_or(value);
                }
                best.weigh(value, 64 + bit);
            }
        }
        if best.value >= 0.0 || exchanges & END == 0 {
            legal.action(best.place >> 6, best.place & 63)
        } else {
            Action::END
        }
    }

    /// The best step of a turn, one action after the other: for so many Spades or Market cards that
    /// two words do not hold their actions.
    #[cold]
    #[inline(never)]
    fn best_of_many(&self, legal: &Legal) -> Action {
        let each = self.each();
        let mut best = (f64::NEG_INFINITY, Action::END);
        for action in legal.iter() {
            let value = self.value_of_step(&each, action);
            if value > best.0 {
                best = (value, action);
            }
        }
        best.1
    }

    /// Returns the value of each card of the hand and of the Market.
    #[inline(always)]
    fn each(&self) -> Each {
        let view = self.view;
        let mut opponents = Opponent::NOBODY;
        let steals = Steals::new(self, Counterers::new(view, self.unseen, &mut opponents));
        let mut each = Each {
            worth: [0.0; CARDS],
            steal: [0.0; CARDS],
            risk: [0.0; CARDS],
            taking: steals.taking,
        };
        let mut rest = view.hand.union(view.table.market);
        while let Some(card) = rest.first() {
            rest = rest.without(card);
            let worth = self.worth_of(card);
            each.worth[index(card)] = worth;
            if steals.possible {
                let risk = steals.counterers.risk(view, card);
                each.risk[index(card)] = risk;
                each.steal[index(card)] = steals.value_at(risk, worth);
            }
        }
        each
    }

    /// The value of a step of a turn.
    #[inline(always)]
    fn value_of_step(&self, each: &Each, action: Action) -> f64 {
        let (view, weights) = (self.view, self.weights);
        let Each { worth, steal, taking, .. } = each;
        let Some(card) = action.card() else { return 0.0 };
        let best_steal = |market: CardSet| {
            let (mut best, mut rest) = (0.0, market);
            while let Some(card) = rest.first() {
                rest = rest.without(card);
                best = higher(best, steal[index(card)]);
            }
            best
        };
        let (kind, used) = (action.kind(), action.used());
        let given = if kind == Kind::Exchange { used } else { CardSet::EMPTY };
        let refilled = kind != Kind::Exchange || view.rules.knobs.exchange_refills;
        let market = view.table.market.without(card).union(given);
        let spent = weights.spend * f64::from(view.rules.values.sum(used));
        let lost = given.first().map_or(0.0, |card| worth[index(card)]);
        let taking = if refilled { *taking } else { 0.0 };
        self.end(market, refilled, card, given).unwrap_or_else(|| match kind {
            Kind::Buy => worth[index(card)] - spent + taking + best_steal(market),
            Kind::Exchange => {
                worth[index(card)] - lost - self.rivalry * weights.gift * higher(lost, 0.0)
                    + taking
                    + best_steal(market)
            }
            _ => steal[index(card)],
        })
    }
}

/// The value of each card of the hand and of the Market: by number, of owning and of stealing it.
#[derive(Debug)]
struct Each {
    worth: [f64; CARDS],
    steal: [f64; CARDS],
    /// The chance that its steal is countered.
    risk: [f64; CARDS],
    /// Value of taking any card.
    taking: f64,
}

/// The gain from a card: the value of the end of the game, if it is over with it, or else the later
/// value of the card.
#[derive(Debug)]
struct Gain {
    end: Option<f64>,
    later: f64,
}

/// The rank of a King.
const KING: f64 = 13.0;

/// The number of cards in the Stockpile for each of two players at the start, under the designer's
/// rules.
const FULL_STOCKPILE: f64 = 18.5;

/// The first bit in the word of exchanges that is not an exchange: `end`.
const END: u64 = 1 << 48;

#[inline(always)]
fn index(card: Card) -> usize {
    usize::from(card.number()) & 63
}

fast_fn! {
    /// Returns the action of the highest value; on a tie the first in the order of actions, so that
    /// no random number decides.
    fn best<'a>(player: &'a Heuristic, view: &'a View<'a>, legal: &'a Legal) -> Action {
        let position = Position::new(&player.weights, &player.worth, view);
        if let Some(stolen) = view.stolen() {
            return position.answer(stolen, legal);
        }
        let Some(words) = legal.two_words() else { return position.best_of_many(legal) };
        let best = position.best_step(legal, words);
        debug_assert_eq!(best, position.best_of_many(legal), "the best of {legal:?}");
        best
    }
}

/// The best action. Its inputs are copied, so that the loop of the game can keep its own in
/// registers.
#[inline(never)]
fn decide(player: &Heuristic, view: View<'_>, legal: Legal) -> Action {
    best(player, &view, &legal)
}

impl Strategy<Scrip> for Heuristic {
    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        _stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        self.suit(view.rules.values);
        let best = if legal.count() == 1 { legal.nth(0) } else { decide(self, *view, *legal) };
        legal.choose(best).ok_or(Failure::NoLegalAction)
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
            Repertoire::of::<Scrip>(),
            "heuristic",
            &crate::input::Location::whole("test"),
        )
        .expect("shipped");
        assert_eq!(file.parameters, Settings::defaults(Heuristic::KNOBS));
    }
}
