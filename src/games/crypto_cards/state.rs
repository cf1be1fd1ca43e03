//! The state of a game of Crypto Cards: the table that all can see, the hands and the deck.

use super::CryptoCards;
use super::actions::{self, Action, FACES, Kind, Legal, NUMBERS};
use super::notation::{self, Event};
use super::rules::{self, BuyBack, CARDS, PLACES, Rules, Scoring};
use super::view::View;
use crate::cards::standard::{Card, CardSet, Suit};
use crate::game::{Chance, Description, Game, KindCounts, MAX_LENGTH_UNITS, Observer, Standing, Turn};
use crate::input::{InputError, Settings};
use crate::rng::Purpose;
use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// What is asked, or that nothing is any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A sale, a buy, or neither.
    Sale,
    /// Another card for the face card just played.
    Also,
    /// The card to put in the portfolio.
    Transfer,
    /// The last Joker is out.
    Ended,
    /// `max_turns` ended the game.
    Unfinished,
}

/// The ranks up to 0 in every suit: what empty markets reach.
const NOTHING_SOLD: CardSet = CardSet::of_ranks(1);

/// What all can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// By seat.
    pub(super) portfolios: [CardSet; MAX_SEATS],
    /// All four markets.
    pub(super) market: CardSet,
    /// In every suit the ranks from 0 up to the top of its market, whether the market has them or not.
    pub(super) reached: CardSet,
    /// The face cards if the seat may sell with them in this turn, otherwise none.
    pub(super) faces: CardSet,
    /// How many of the 52 cards were dealt or mined.
    pub(super) taken: u8,
    /// How many Jokers are out.
    pub(super) jokers_out: u8,
    /// Whose turn it is.
    pub(super) seat: Seat,
    pub(super) stage: Stage,
    /// How many sales the seat has left in this turn, the one that is asked about included.
    pub(super) sales_left: u8,
    /// How many further cards the face card just played may sell.
    pub(super) also_left: u8,
    /// Turns completed.
    pub(super) turns: u32,
    pub(super) decisions: u32,
}

/// The full truth about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) table: Table,
    /// By seat.
    pub(super) hands: [CardSet; MAX_SEATS],
    /// By seat: the number of the card that it mined last; 0 before its first.
    pub(super) mined: [u8; MAX_SEATS],
    /// The 52 cards as they were shuffled, from the top: those dealt, then those of the deck; then places that stay empty.
    pub(super) deck: [u8; PLACES],
    /// Where the Jokers are in what is left of the deck: bit 0 is its top card.
    pub(super) jokers: u64,
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

/// The cards that are in just one of two sets.
#[inline(always)]
const fn toggled(cards: CardSet, others: CardSet) -> CardSet {
    CardSet::from_bits(cards.bits() ^ others.bits())
}

/// In every suit the ranks from 0 up to the top of its market, for the cards of all markets.
#[inline(always)]
pub fn ranks_reached(market: CardSet) -> CardSet {
    let up_to_top = |suit: Suit| UP_TO[16 * suit as usize + (market.ranks(suit) | 1).ilog2() as usize];
    Suit::ALL.into_iter().fold(NOTHING_SOLD, |reached, suit| reached.union(CardSet::from_bits(up_to_top(suit))))
}

/// What decides the game for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Holding {
    /// The cards of the portfolio.
    pub(super) cards: u32,
    /// The face cards among them.
    pub(super) faces: u32,
    /// The sum of its number cards' values.
    pub(super) sum: u32,
    /// The score: the cards, or the worth.
    pub(super) score: u32,
}

impl Holding {
    /// Which holding wins: the one with the lowest number (R11).
    #[inline(always)]
    fn order(self, scoring: Scoring) -> u32 {
        // A worth is at most 520, a sum at most 220: both fit beside 52 cards and 12 faces.
        let score = if scoring == Scoring::PriceHigh { 1023 - self.score } else { self.score };
        (score << 18) | (self.cards << 12) | (self.faces << 8) | self.sum
    }
}

impl Table {
    /// The portfolio of a seat.
    #[inline(always)]
    pub(super) fn portfolio(&self, seat: Seat) -> CardSet {
        self.portfolios[seat.index() & (MAX_SEATS - 1)]
    }

    /// What a seat's portfolio stands at.
    #[inline(always)]
    pub(super) fn holding(&self, rules: &Rules, seat: Seat) -> Holding {
        let portfolio = self.portfolio(seat);
        let numbers = portfolio.and(NUMBERS);
        let (cards, faces) = (portfolio.count(), portfolio.and(FACES).count());
        let score = match rules.scoring {
            Scoring::Count => cards,
            Scoring::PriceLow | Scoring::PriceHigh => self.worth(numbers) + 10 * faces,
        };
        Holding { cards, faces, sum: numbers.sum_of_ranks(), score }
    }

    /// What number cards are worth at the prices of the markets.
    #[inline(always)]
    pub(super) fn worth(&self, numbers: CardSet) -> u32 {
        Suit::ALL.into_iter().map(|suit| numbers.ranks(suit).count_ones() * self.price(suit)).sum()
    }

    /// The value of the highest card in the market of a suit; 0 when it is empty.
    #[inline(always)]
    pub(super) fn price(&self, suit: Suit) -> u32 {
        self.reached.ranks(suit).count_ones() - 1
    }

    /// Face cards sell in this turn if enough Jokers are out.
    #[inline(always)]
    fn open_faces(&mut self, rules: &Rules) {
        self.faces = if self.jokers_out >= rules.face_from_joker { FACES } else { CardSet::EMPTY };
    }

    /// The cards that may be bought while none must be sold.
    #[inline(always)]
    pub(super) fn for_sale(&self, rules: &Rules) -> CardSet {
        match rules.buy_back {
            BuyBack::None => CardSet::EMPTY,
            BuyBack::Top => self.tops(),
            BuyBack::Any => self.market,
        }
    }

    /// The top card of each market that has one.
    #[inline(always)]
    pub(super) fn tops(&self) -> CardSet {
        let reached = self.reached.bits();
        CardSet::from_bits(reached & !(reached >> 1)).and(NUMBERS)
    }
}

impl Game for CryptoCards {
    const DESCRIPTION: Description = super::DESCRIPTION;

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Legal = Legal;
    type View<'a> = View<'a>;
    type Event<'a> = Event<'a>;

    fn rules(settings: &Settings, players: usize) -> Result<Rules, InputError> {
        Rules::new(settings, players)
    }

    #[inline(always)]
    fn start(rules: &Rules, chance: &mut impl Chance, observer: &mut impl Observer<Self>) -> State {
        let table = Table {
            portfolios: [CardSet::EMPTY; MAX_SEATS],
            market: CardSet::EMPTY,
            reached: NOTHING_SOLD,
            taken: rules.dealt() as u8,
            jokers_out: 0,
            seat: Seat::new(0),
            stage: Stage::Transfer,
            sales_left: 0,
            also_left: 0,
            faces: if rules.face_from_joker == 0 { FACES } else { CardSet::EMPTY },
            turns: 0,
            decisions: 0,
        };
        let mut state = State {
            table,
            hands: [CardSet::EMPTY; MAX_SEATS],
            mined: [0; MAX_SEATS],
            deck: rules.deck,
            jokers: deal_jokers(rules, chance),
        };
        chance.shuffle(Purpose::Deck(0), &mut state.deck[..CARDS]);
        for (seat, hand) in state.hands.iter_mut().enumerate().take(usize::from(rules.players)) {
            let mut place = seat;
            while place < rules.dealt() {
                *hand = hand.with(Card::from_number(state.deck[place & (PLACES - 1)]));
                place += usize::from(rules.players);
            }
        }
        observer.event(Event::Setup { rules, state: &state });
        state.begin_turn::<false>(rules, observer);
        state
    }

    #[inline(always)]
    fn turn(state: &State) -> Turn {
        match state.table.stage {
            Stage::Sale | Stage::Also | Stage::Transfer => Turn::Decide(state.table.seat),
            Stage::Ended | Stage::Unfinished => Turn::Over,
        }
    }

    #[inline(always)]
    fn legal(rules: &Rules, state: &State) -> Legal {
        match state.table.stage {
            Stage::Sale if rules.plain => state.sale::<true>(rules),
            Stage::Sale => state.sale::<false>(rules),
            Stage::Also => Legal::also(state.table.portfolio(state.table.seat).and(NUMBERS)),
            _ => Legal::transfer(state.hand()),
        }
    }

    #[inline(always)]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> View<'a> {
        let index = seat.index() & (MAX_SEATS - 1);
        View::new(rules, &state.table, seat, state.hands[index], Card::from_number(state.mined[index]))
    }

    #[inline(always)]
    fn apply(rules: &Rules, state: &mut State, action: Action, _chance: &mut impl Chance, observer: &mut impl Observer<Self>) {
        if rules.plain {
            state.act::<true>(rules, action, observer);
        } else {
            state.act::<false>(rules, action, observer);
        }
    }

    #[inline(always)]
    fn standing(rules: &Rules, state: &State) -> Standing {
        let mut scores = [0; MAX_SEATS];
        let (mut best, mut winners) = (u32::MAX, SeatSet::NONE);
        for seat in Seat::all(usize::from(rules.players)) {
            let holding = state.table.holding(rules, seat);
            scores[seat.index() & (MAX_SEATS - 1)] = holding.score as i32;
            let order = holding.order(rules.scoring);
            let level = if order < best { SeatSet::NONE } else { winners };
            winners = if order <= best { level.with(seat) } else { winners };
            best = best.min(order);
        }
        Standing { scores, leaders: winners }
    }

    #[inline(always)]
    fn end_reason(_rules: &Rules, state: &State) -> u8 {
        u8::from(state.table.stage == Stage::Unfinished)
    }

    #[inline(always)]
    fn lengths(state: &State) -> [u32; MAX_LENGTH_UNITS] {
        [state.table.decisions, state.table.turns, 0, 0]
    }

    #[inline(always)]
    fn kind(action: Action) -> usize {
        action.kind() as usize
    }

    #[inline(always)]
    fn count_kinds(legal: &Legal, counts: &mut KindCounts) {
        actions::count_kinds(legal, counts);
    }

    fn action_name(_rules: &Rules, action: Action) -> String {
        notation::action_name(action)
    }

    fn event_json(_rules: &Rules, event: &Event<'_>) -> serde_json::Value {
        notation::event_json(event)
    }

    fn outcome_details(rules: &Rules, state: &State) -> Option<serde_json::Value> {
        Some(notation::outcome_details(rules, state))
    }

    fn warnings(settings: &Settings) -> Vec<String> {
        rules::warnings(settings)
    }
}

impl State {
    /// Draws the top card for the seat whose turn it is; false when the last Joker came up first.
    #[inline(always)]
    fn mine(&mut self, rules: &Rules, observer: &mut impl Observer<CryptoCards>) -> bool {
        let table = &mut self.table;
        while self.jokers & 1 == 1 {
            self.jokers >>= 1;
            table.jokers_out += 1;
            observer.event(Event::Joker { seat: table.seat });
            table.open_faces(rules);
            if table.jokers_out == rules.end_on_joker {
                table.stage = Stage::Ended;
                return false;
            }
        }
        self.jokers >>= 1;
        let card = Card::from_number(self.deck[usize::from(table.taken) & (PLACES - 1)]);
        table.taken += 1;
        let seat = table.seat.index() & (MAX_SEATS - 1);
        self.hands[seat] = self.hands[seat].with(card);
        self.mined[seat] = card.number();
        observer.event(Event::Mine { seat: table.seat, card });
        true
    }

    /// The seat's turn begins: goes on to its first decision, or to the end.
    #[inline(always)]
    fn begin_turn<const PLAIN: bool>(&mut self, rules: &Rules, observer: &mut impl Observer<CryptoCards>) {
        let sell_first = !PLAIN && rules.sell_first;
        if self.table.turns >= rules.max_turns {
            self.table.stage = Stage::Unfinished;
            return;
        }
        if !sell_first && !self.mine(rules, observer) {
            return;
        }
        if !PLAIN {
            self.table.sales_left = rules.sales_per_turn;
            self.table.open_faces(rules);
        }
        let offered = self.sale::<PLAIN>(rules).is_offer();
        self.table.stage = if offered { Stage::Sale } else { Stage::Transfer };
        if sell_first && !offered {
            self.mine(rules, observer);
        }
    }

    /// The hand of the seat whose turn it is.
    #[inline(always)]
    fn hand(&self) -> CardSet {
        self.hands[self.table.seat.index() & (MAX_SEATS - 1)]
    }

    /// What the seat may sell or buy: `keep` alone where it is nothing.
    #[inline(always)]
    fn sale<const PLAIN: bool>(&self, rules: &Rules) -> Legal {
        let table = &self.table;
        let numbers = table.portfolio(table.seat).and(NUMBERS);
        let reached = table.reached.bits();
        // Up to one above the top; a card of the market itself is in no portfolio.
        let open = numbers.and(CardSet::from_bits(reached | (reached << 1)));
        let next = open.minus(table.reached);
        let buys = if PLAIN { CardSet::EMPTY } else { table.for_sale(rules) };
        Legal::sale(next.and(rules.forced), open, self.hand().and(table.faces), numbers, buys)
    }

    /// Takes an action; `PLAIN` is what the rules say of themselves.
    #[inline(always)]
    fn act<const PLAIN: bool>(&mut self, rules: &Rules, action: Action, observer: &mut impl Observer<CryptoCards>) {
        let table = &mut self.table;
        let seat = table.seat.index() & (MAX_SEATS - 1);
        let card = actions::lone(action.card());
        table.decisions += 1;
        // Every card that moves is in just one of the two places that it moves between.
        if action.is_transfer() {
            self.hands[seat] = toggled(self.hands[seat], card);
            table.portfolios[seat] = toggled(table.portfolios[seat], card);
        } else {
            let face = actions::lone(action.face());
            self.hands[seat] = toggled(self.hands[seat], face);
            table.portfolios[seat] = toggled(table.portfolios[seat], card.union(face));
            table.market = toggled(table.market, card);
            if PLAIN || rules.buy_back == BuyBack::None {
                table.reached = table.reached.union(CardSet::from_bits(UP_TO[usize::from(action.card().number()) & 63]));
            } else {
                table.reached = ranks_reached(table.market);
            }
            if !PLAIN && ((rules.sells_several && self.sells_on(rules, action)) || (rules.sell_first && !self.mine(rules, observer))) {
                return;
            }
            if self.hand().count() > u32::from(rules.hand_size) {
                self.table.stage = Stage::Transfer;
                return;
            }
        }
        let table = &mut self.table;
        table.turns += 1;
        table.seat = table.seat.next(rules.players);
        self.begin_turn::<PLAIN>(rules, observer);
    }

    /// Is the seat asked about another sale after this action?
    #[inline(always)]
    fn sells_on(&mut self, rules: &Rules, action: Action) -> bool {
        let numbers_left = !self.table.portfolio(self.table.seat).and(NUMBERS).is_empty();
        let table = &mut self.table;
        match (table.stage, action.kind()) {
            (Stage::Sale, Kind::Face) => {
                table.faces = CardSet::EMPTY;
                table.also_left = rules.face_sales - 1;
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
        table.sales_left > 0 && self.sale::<false>(rules).is_offer()
    }
}

/// Puts the Jokers into the deck one by one; returns the places where they end up, from the top.
#[inline(always)]
fn deal_jokers(rules: &Rules, chance: &mut impl Chance) -> u64 {
    let cards = (CARDS - rules.dealt()) as u32;
    let mut jokers = 0u64;
    for joker in 0..rules.jokers {
        let place = chance.below(Purpose::Insertion(joker), cards + u32::from(joker) + 1);
        let above = (1 << place) - 1;
        jokers = (jokers & above) | ((jokers & !above) << 1) | (above + 1);
    }
    jokers
}
