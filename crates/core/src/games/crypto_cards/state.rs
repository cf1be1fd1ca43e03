//! The state of a game of Crypto Cards: the public table, the hands and the deck.

use std::hint::select_unpredictable;

use super::CryptoCards;
use super::actions::{self, Action, FACES, Kind, Legal, NUMBERS};
use super::rules::{BuyBack, CARDS, LastTieBreaker, PLACES, Rules, Scoring};
use crate::cards::standard::{Card, CardSet, Suit};
use crate::game::{Chance, Observer, Standing};
use crate::rng::Purpose;
use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// The decision that is due, or the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A sale, a buy, or neither.
    Sale,
    /// Another card for the face card just played.
    Also,
    /// The card to put in the portfolio.
    #[default]
    Transfer,
    /// The sale of the card just put there.
    Laid,
    /// The last Joker is out, with equal turns the round too; or no card was left to draw.
    Ended,
    /// `max_turns` ended the game.
    Unfinished,
}

/// The ranks up to 0 in every suit: the ranks reached by empty markets.
pub(super) const NOTHING_SOLD: CardSet = CardSet::of_ranks(1);

/// The public information.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Table {
    /// By seat: its portfolio.
    pub portfolios: [CardSet; MAX_SEATS],
    /// All four markets.
    pub market: CardSet,
    /// In every suit the ranks from 0 up to the top of its market, including those that the market
    /// does not have.
    pub reached: CardSet,
    /// The face cards if the seat may sell with them in this turn, otherwise none.
    pub faces: CardSet,
    /// The number of the 52 cards that were dealt or mined.
    pub taken: u8,
    /// The number of Jokers that are out.
    pub jokers_out: u8,
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The stage of its turn.
    pub stage: Stage,
    /// The number of sales that the seat has left in this turn, the current one included.
    pub sales_left: u8,
    /// The number of further cards that the face card just played may sell.
    pub also_left: u8,
    /// The card just laid, while it may be sold; otherwise card 0.
    pub(super) laid: u8,
    /// Turns completed.
    pub turns: u32,
    /// Decisions taken.
    pub decisions: u32,
}

/// The full state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) table: Table,
    /// By seat.
    pub(super) hands: [CardSet; MAX_SEATS],
    /// By seat: the number of the card that it mined last; 0 before its first.
    pub(super) mined: [u8; MAX_SEATS],
    /// The 52 cards as they were shuffled, from the top: those dealt, then those of the deck; then
    /// positions that stay empty.
    pub(super) deck: [u8; PLACES],
    /// The positions of the Jokers in the rest of the deck: bit 0 is its top card.
    pub(super) jokers: u64,
}

/// A chance event.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The hands and the deck: the game just after the deal.
    Setup(&'a State),
    /// A seat took a card into the hand from the top of the deck.
    Mine(Seat, Card),
    /// A seat turned up a Joker from the top of the deck.
    Joker(Seat),
}

/// By the number of a card: the ranks up to its own in its suit; none for the number 0.
static UP_TO: [u64; 64] = {
    let mut all = [0; 64];
    let mut number = 1;
    while number < 64 {
        let lane = number & !15;
        all[number] = ((2 << (number & 15)) - 1) << lane;
        number += 1;
    }
    all
};

/// The cards that are in exactly one of two sets.
#[inline(always)]
const fn toggled(cards: CardSet, others: CardSet) -> CardSet {
    CardSet::from_bits(cards.bits() ^ others.bits())
}

/// In every suit the ranks from 0 up to the top of its market, for the cards of all markets.
#[inline(always)]
pub fn ranks_reached(market: CardSet) -> CardSet {
    let up_to_top =
        |suit: Suit| UP_TO[16 * suit as usize + (market.ranks(suit) | 1).ilog2() as usize];
    Suit::ALL
        .into_iter()
        .fold(NOTHING_SOLD, |reached, suit| reached.union(CardSet::from_bits(up_to_top(suit))))
}

/// The numbers that decide the game for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Holding {
    /// The cards of the portfolio.
    pub(super) cards: u32,
    /// The face cards among them.
    pub(super) faces: u32,
    /// The sum of its number cards' values.
    pub(super) sum: u32,
    /// The score: the cards or the worth, and the points of the seat's place.
    pub(super) score: i32,
}

impl Holding {
    /// Returns the order of holdings: the one with the lowest number wins (R11).
    #[inline(always)]
    pub(super) fn order(self, scoring: Scoring) -> u32 {
        // A worth is at most 520, a sum at most 220: both fit beside 52 cards and 12 faces. The
        // points of a place are between -50 and 50.
        let score = if scoring == Scoring::PriceHigh { 960 - self.score } else { 63 + self.score };
        ((score as u32) << 18) | (self.cards << 12) | (self.faces << 8) | self.sum
    }
}

/// Returns the order of seats that are level in everything else: the one with the lowest number
/// wins.
fn last_order(rules: &Rules, seat: Seat, hands: &[CardSet; MAX_SEATS]) -> u64 {
    let place = seat.index() as u64;
    match rules.knobs.last_tie_breaker {
        LastTieBreaker::Shared => 0,
        LastTieBreaker::FirstPlace => place,
        LastTieBreaker::LastPlace => MAX_SEATS as u64 - place,
        LastTieBreaker::Hand => {
            let hand = hands[seat.index() & (MAX_SEATS - 1)];
            u64::from(hand.and(NUMBERS).sum_of_ranks() + 10 * hand.and(FACES).count())
        }
    }
}

impl Table {
    /// Returns the portfolio of a seat.
    #[inline(always)]
    pub fn portfolio(&self, seat: Seat) -> CardSet {
        self.portfolios[seat.index() & (MAX_SEATS - 1)]
    }

    /// Returns the scores, and the seats with the best holding. The hands matter only to the last
    /// tie-breaker.
    #[inline(always)]
    pub(super) fn standing(&self, rules: &Rules, hands: &[CardSet; MAX_SEATS]) -> Standing {
        if rules.plain_standing {
            self.standing_by::<false>(rules, hands)
        } else {
            self.standing_by_more(rules, hands)
        }
    }

    /// Does the same where places are worth points, or there is a last tie-breaker: separate, to
    /// keep it out of the code of most games.
    #[cold]
    #[inline(never)]
    fn standing_by_more(&self, rules: &Rules, hands: &[CardSet; MAX_SEATS]) -> Standing {
        self.standing_by::<true>(rules, hands)
    }

    #[inline(always)]
    fn standing_by<const MORE: bool>(
        &self,
        rules: &Rules,
        hands: &[CardSet; MAX_SEATS],
    ) -> Standing {
        let mut scores = [0; MAX_SEATS];
        let (mut best, mut leaders) = (u64::MAX, SeatSet::NONE);
        for seat in Seat::all(usize::from(rules.players)) {
            let holding = self.holding_of::<MORE>(rules, seat);
            scores[seat.index() & (MAX_SEATS - 1)] = holding.score.into();
            let order = u64::from(holding.order(rules.knobs.scoring));
            let order = if MORE { order << 16 | last_order(rules, seat, hands) } else { order };
            let level = if order < best { SeatSet::NONE } else { leaders };
            leaders = if order <= best { level.with(seat) } else { leaders };
            best = best.min(order);
        }
        Standing { scores, leaders }
    }

    /// Returns the holding of a seat, with the points of its place.
    #[inline(always)]
    pub(super) fn holding(&self, rules: &Rules, seat: Seat) -> Holding {
        self.holding_of::<true>(rules, seat)
    }

    #[inline(always)]
    fn holding_of<const PLACES: bool>(&self, rules: &Rules, seat: Seat) -> Holding {
        let portfolio = self.portfolio(seat);
        let numbers = portfolio.and(NUMBERS);
        let (cards, faces) = (portfolio.count(), portfolio.and(FACES).count());
        let score = match rules.knobs.scoring {
            Scoring::Count => cards,
            Scoring::PriceLow | Scoring::PriceHigh => self.worth(numbers) + 10 * faces,
        };
        let of_place =
            if PLACES { i32::from(rules.knobs.place_points) * seat.index() as i32 } else { 0 };
        Holding { cards, faces, sum: numbers.sum_of_ranks(), score: score as i32 + of_place }
    }

    /// Returns the worth of number cards at the prices of the markets.
    #[inline(always)]
    pub(super) fn worth(&self, numbers: CardSet) -> u32 {
        Suit::ALL.into_iter().map(|suit| numbers.ranks(suit).count_ones() * self.price(suit)).sum()
    }

    /// Returns the value of the highest card in the market of a suit; 0 when it is empty.
    #[inline(always)]
    pub fn price(&self, suit: Suit) -> u32 {
        self.reached.ranks(suit).count_ones() - 1
    }

    /// Allows face cards to sell in this turn if enough Jokers are out.
    #[inline(always)]
    fn open_faces(&mut self, rules: &Rules) {
        self.faces =
            if self.jokers_out >= rules.knobs.face_from_joker { FACES } else { CardSet::EMPTY };
    }

    /// Returns the cards that may be bought when no sale is forced.
    #[inline(always)]
    pub(super) fn for_sale(&self, rules: &Rules) -> CardSet {
        match rules.knobs.buy_back {
            BuyBack::None => CardSet::EMPTY,
            BuyBack::Top => self.tops(),
            BuyBack::Any => self.market,
        }
    }

    /// Returns the top card of each market that has one.
    #[inline(always)]
    pub(super) fn tops(&self) -> CardSet {
        let reached = self.reached.bits();
        CardSet::from_bits(reached & !(reached >> 1)).and(NUMBERS)
    }
}

/// The cards that a seat may sell or buy when no sale is forced.
struct Offer {
    /// The cards of its portfolio that it may sell without a face card.
    open: CardSet,
    /// The face cards with which it may sell.
    faces: CardSet,
    /// The cards of its portfolio that it may sell with one.
    numbers: CardSet,
    /// The cards that it may buy.
    buys: CardSet,
}

impl Offer {
    /// Whether there are no such cards. Forced cards are among the open ones.
    #[inline(always)]
    fn is_any(&self) -> bool {
        // Selected, not branched to: one branch for all is mispredicted less often than one for
        // each.
        let for_faces = select_unpredictable(self.numbers.is_empty(), CardSet::EMPTY, self.faces);
        !self.open.union(for_faces).union(self.buys).is_empty()
    }
}

impl State {
    /// Draws the top card for the seat whose turn it is; returns false if that ends the game: the
    /// last Joker came up, or the deck is empty.
    #[inline(always)]
    fn mine<const PLAIN: bool>(
        &mut self,
        rules: &Rules,
        observer: &mut impl Observer<CryptoCards>,
    ) -> bool {
        let equal_turns = !PLAIN && rules.knobs.equal_turns;
        let table = &mut self.table;
        while self.jokers & 1 == 1 {
            self.jokers >>= 1;
            table.jokers_out += 1;
            observer.event(Event::Joker(table.seat));
            table.open_faces(rules);
            if !equal_turns && table.jokers_out == rules.knobs.end_on_joker {
                table.stage = Stage::Ended;
                return false;
            }
        }
        if equal_turns && usize::from(table.taken) == CARDS {
            table.stage = Stage::Ended;
            return false;
        }
        self.jokers >>= 1;
        let card = Card::from_number(self.deck[usize::from(table.taken) & (PLACES - 1)]);
        table.taken += 1;
        let seat = table.seat.index() & (MAX_SEATS - 1);
        self.hands[seat] = self.hands[seat].with(card);
        self.mined[seat] = card.number();
        observer.event(Event::Mine(table.seat, card));
        true
    }

    /// Begins the seat's turn: goes on to its first decision, or to the end.
    #[inline(always)]
    pub(super) fn begin_turn<const PLAIN: bool>(
        &mut self,
        rules: &Rules,
        observer: &mut impl Observer<CryptoCards>,
    ) {
        let sell_first = !PLAIN && rules.sell_first();
        // The round in which the ending Joker came was played to its end.
        let new_round = self.table.seat == Seat::new(0);
        if !PLAIN
            && rules.knobs.equal_turns
            && new_round
            && self.table.jokers_out >= rules.knobs.end_on_joker
        {
            self.table.stage = Stage::Ended;
            return;
        }
        if self.table.turns >= rules.knobs.max_turns {
            self.table.stage = Stage::Unfinished;
            return;
        }
        if !sell_first && !self.mine::<PLAIN>(rules, observer) {
            return;
        }
        if !PLAIN {
            self.table.sales_left = rules.knobs.sales_per_turn;
            self.table.open_faces(rules);
        }
        let offered = self.offer::<PLAIN>(rules).is_any();
        self.table.stage = if offered { Stage::Sale } else { Stage::Transfer };
        if sell_first && !offered {
            self.mine::<PLAIN>(rules, observer);
        }
    }

    /// Returns the hand of the seat whose turn it is.
    #[inline(always)]
    pub(super) fn hand(&self) -> CardSet {
        self.hands[self.table.seat.index() & (MAX_SEATS - 1)]
    }

    /// Returns the legal actions of the sale step; only `keep` if there are no others.
    #[inline(always)]
    pub(super) fn sale<const PLAIN: bool>(&self, rules: &Rules) -> Legal {
        let Offer { open, faces, numbers, buys } = self.offer::<PLAIN>(rules);
        let next = open.minus(self.table.reached);
        Legal::sale(next.and(rules.forced), open, faces, numbers, buys)
    }

    /// Returns the legal actions once a card was laid that may be sold at once.
    #[cold]
    pub(super) fn sale_of_laid(&self, rules: &Rules) -> Legal {
        let (laid, none) = (CardSet::only(Card::from_number(self.table.laid)), CardSet::EMPTY);
        let forced = laid.minus(self.table.reached).and(rules.forced);
        Legal::sale(forced, laid, none, none, none)
    }

    /// The cards that the seat may sell or buy when no sale is forced.
    #[inline(always)]
    fn offer<const PLAIN: bool>(&self, rules: &Rules) -> Offer {
        let table = &self.table;
        let numbers = table.portfolio(table.seat).and(NUMBERS);
        let reached = table.reached.bits();
        // Up to one above the top; a card of the market itself is in no portfolio.
        let open = numbers.and(CardSet::from_bits(reached | (reached << 1)));
        let buys = if PLAIN { CardSet::EMPTY } else { table.for_sale(rules) };
        Offer { open, faces: self.hand().and(table.faces), numbers, buys }
    }

    /// Takes an action; `PLAIN` must equal the rules' own flag.
    #[inline(always)]
    pub(super) fn act<const PLAIN: bool>(
        &mut self,
        rules: &Rules,
        action: Action,
        observer: &mut impl Observer<CryptoCards>,
    ) {
        let table = &mut self.table;
        let seat = table.seat.index() & (MAX_SEATS - 1);
        let card = actions::lone(action.card());
        table.decisions += 1;
        let was_laid = !PLAIN && table.stage == Stage::Laid;
        // Every card that moves is in exactly one of the two places between which it moves.
        if action.is_transfer() {
            self.hands[seat] = toggled(self.hands[seat], card);
            table.portfolios[seat] = toggled(table.portfolios[seat], card);
            if !PLAIN && rules.knobs.sell_laid && table.sales_left > 0 {
                let reached = table.reached.bits();
                let open = CardSet::from_bits(reached | (reached << 1)).and(NUMBERS);
                if !card.and(open).is_empty() {
                    table.laid = action.card().number();
                    table.stage = Stage::Laid;
                    return;
                }
            }
        } else {
            let face = actions::lone(action.face());
            self.hands[seat] = toggled(self.hands[seat], face);
            table.portfolios[seat] = toggled(table.portfolios[seat], card.union(face));
            table.market = toggled(table.market, card);
            if PLAIN || rules.knobs.buy_back == BuyBack::None {
                table.reached = table
                    .reached
                    .union(CardSet::from_bits(UP_TO[usize::from(action.card().number()) & 63]));
            } else {
                table.reached = ranks_reached(table.market);
            }
            if !PLAIN
                && !was_laid
                && ((rules.counts_sales && self.sells_on(rules, action))
                    || (rules.sell_first() && !self.mine::<PLAIN>(rules, observer)))
            {
                return;
            }
            // Under plain rules a card was mined, and the hand has one card less only if a face
            // card was played.
            let holds_more = if PLAIN {
                action.face().number() == 0
            } else {
                self.hand().count() > rules.hand_size(self.table.seat)
            };
            if holds_more && !was_laid {
                self.table.stage = Stage::Transfer;
                return;
            }
        }
        let table = &mut self.table;
        if was_laid {
            table.laid = 0;
        }
        table.turns += 1;
        table.seat = table.seat.next(rules.players);
        self.begin_turn::<PLAIN>(rules, observer);
    }

    /// Whether the seat has another decision about sales after this action.
    #[inline(always)]
    fn sells_on(&mut self, rules: &Rules, action: Action) -> bool {
        let numbers_left = !self.table.portfolio(self.table.seat).and(NUMBERS).is_empty();
        let table = &mut self.table;
        match (table.stage, action.kind()) {
            (Stage::Sale, Kind::Face) => {
                table.faces = CardSet::EMPTY;
                table.also_left = rules.knobs.face_sales - 1;
            }
            (Stage::Also, Kind::Keep) => table.also_left = 0,
            (Stage::Also, _) => table.also_left -= 1,
            (_, Kind::Keep | Kind::Transfer) => return false,
            _ => {}
        }
        if table.also_left > 0 && numbers_left {
            table.stage = Stage::Also;
            return true;
        }
        table.also_left = 0;
        table.sales_left -= 1;
        table.stage = Stage::Sale;
        table.sales_left > 0 && self.offer::<false>(rules).is_any()
    }
}

/// Puts the Jokers into the deck one by one; returns their final positions, from the top.
#[inline(always)]
pub(super) fn deal_jokers(rules: &Rules, chance: &mut impl Chance) -> u64 {
    let cards = (CARDS - rules.dealt()) as u32;
    let mut jokers = 0u64;
    for joker in 0..rules.knobs.jokers {
        let place = chance.below(Purpose::Insertion(joker), cards + u32::from(joker) + 1);
        let above = (1 << place) - 1;
        jokers = (jokers & above) | ((jokers & !above) << 1) | (above + 1);
    }
    jokers
}
