//! The state of a match of Crisps: the table that all can see, the hands and the pile.

use super::actions::{self, Action, Legal};
use super::hand::Hand;
use super::notation::{self, Event};
use super::rules::{DealStarter, MOST_CARDS, Rules};
use super::{Crisps, view::View};
use crate::game::{Chance, Description, Game, KindCounts, LegalSet, MAX_LENGTH_UNITS, Observer, Standing, Turn};
use crate::input::{InputError, Settings, Value};
use crate::rng::Purpose;
use crate::seat::{MAX_SEATS, Seat, SeatSet};

/// What both players can see, or have seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// The cards played in this deal.
    pub(super) played: Hand,
    /// The cards that each seat gained face up and is known to hold still.
    pub(super) known: [Hand; 2],
    /// What must be beaten: the last combination of the round; `pass` when a lead is due, `take face_up` when a card is to be chosen.
    pub(super) current: Action,
    /// Whose decision is due.
    pub(super) seat: Seat,
    /// Who leads the next round, once the cards are gained.
    pub(super) stayer: Seat,
    /// Who started this deal.
    pub(super) starter: Seat,
    /// The rank that lies face up beside the pile, or [`NO_RANK`] (an `Option` would be two bytes, and slower to hand on).
    pub(super) face_up: u8,
    /// How many cards the pile has.
    pub(super) pile: u8,
    pub(super) scores: [u8; 2],
    pub(super) stage: Stage,
    /// Decisions and automatic passes in this deal.
    pub(super) turns: u32,
    /// Decisions in the match, but for those of this deal; automatic passes in this deal are taken off beforehand.
    pub(super) other_decisions: u32,
    /// Combinations played in the match.
    pub(super) plays: u32,
    /// Rounds begun in the match.
    pub(super) rounds: u32,
    /// Deals begun in the match.
    pub(super) deals: u32,
}

/// In place of a rank where no card lies.
const NO_RANK: u8 = u8::MAX;

impl Table {
    /// The rank that lies face up beside the pile, if a card does.
    #[inline(always)]
    pub(super) fn face_up(&self) -> Option<u8> {
        (self.face_up != NO_RANK).then_some(self.face_up)
    }
}

/// Is the match over?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    Playing,
    Won,
    Unfinished,
}

/// The full truth about a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) table: Table,
    pub(super) hands: [Hand; 2],
    /// The shuffled deck of this deal, as identities, from the top: cards set aside, cards dealt, the pile.
    pub(super) deck: [u8; MOST_CARDS],
    pub(super) deck_size: u8,
}

/// Each bit of a word. A table, since compilers turn a loop of shifts into vector code that is slower than looking up.
pub(super) static BIT: [u64; 64] = {
    let mut bits = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        bits[bit] = 1 << bit;
        bit += 1;
    }
    bits
};

/// The rank of a card in the deck.
#[inline(always)]
pub(super) fn rank_of(identity: u8) -> u8 {
    identity & 15
}

impl Game for Crisps {
    const DESCRIPTION: Description = super::DESCRIPTION;

    type Rules = Rules;
    type State = State;
    type Action = Action;
    type Legal = Legal;
    type View<'a> = View<'a>;
    type Event<'a> = Event<'a>;

    fn derive_defaults(settings: &mut Settings) {
        settings.set_default("special_in_runs", Value::Flag(settings.choice("special_rank") == "jack"));
    }

    fn rules(settings: &Settings, _players: usize) -> Result<Rules, InputError> {
        Rules::new(settings)
    }

    #[inline(always)]
    fn start(rules: &Rules, chance: &mut impl Chance, observer: &mut impl Observer<Self>) -> State {
        let table = Table {
            played: Hand::EMPTY,
            known: [Hand::EMPTY; 2],
            current: Action::PASS,
            seat: Seat::new(0),
            stayer: Seat::new(0),
            starter: Seat::new(0),
            face_up: NO_RANK,
            pile: 0,
            scores: [0; 2],
            stage: Stage::Playing,
            turns: 0,
            other_decisions: 0,
            plays: 0,
            rounds: 0,
            deals: 0,
        };
        let (deck, deck_size) = rules.deck();
        let mut state = State { table, hands: [Hand::EMPTY; 2], deck, deck_size: deck_size as u8 };
        state.deal(rules, Seat::new(0), chance, observer);
        state
    }

    #[inline(always)]
    fn turn(state: &State) -> Turn {
        match state.table.stage {
            Stage::Playing => Turn::Decide(state.table.seat),
            Stage::Won | Stage::Unfinished => Turn::Over,
        }
    }

    #[inline(always)]
    fn legal(rules: &Rules, state: &State) -> Legal {
        let hand = state.hands[state.table.seat.of_two()];
        Legal::new(actions::within(hand, rules.sequence_ranks).and(rules.allowed(state.table.current)))
    }

    #[inline(always)]
    fn view<'a>(rules: &'a Rules, state: &'a State, seat: Seat) -> View<'a> {
        View::new(rules, &state.table, seat, state.hands[seat.of_two()])
    }

    #[inline(always)]
    fn apply(rules: &Rules, state: &mut State, action: Action, chance: &mut impl Chance, observer: &mut impl Observer<Self>) {
        state.table.turns += 1;
        match action {
            Action::PASS => state.pass(rules, observer),
            Action::TAKE_FACE_UP | Action::TAKE_PILE => state.take(rules, action == Action::TAKE_PILE, observer),
            _ => state.play(rules, action, chance, observer),
        }
        if state.table.stage == Stage::Unfinished {
            observer.event(Event::DealEnd { winner: None, scores: state.table.scores });
        }
    }

    #[inline(always)]
    fn standing(_rules: &Rules, state: &State) -> Standing {
        let mut scores = [0; MAX_SEATS];
        scores[0] = i32::from(state.table.scores[0]);
        scores[1] = i32::from(state.table.scores[1]);
        // Whoever has more points; when level, whoever holds fewer cards.
        let leaders = if scores[0] == scores[1] { state.fewer_cards() } else { SeatSet::only(Seat::new(u8::from(scores[1] > scores[0]))) };
        Standing { scores, leaders }
    }

    #[inline(always)]
    fn end_reason(_rules: &Rules, state: &State) -> u8 {
        u8::from(state.table.stage == Stage::Unfinished)
    }

    #[inline(always)]
    fn lengths(state: &State) -> [u32; MAX_LENGTH_UNITS] {
        let decisions = state.table.other_decisions.wrapping_add(state.table.turns);
        [decisions, state.table.plays, state.table.rounds, state.table.deals]
    }

    #[inline(always)]
    fn kind(action: Action) -> usize {
        action.kind() as usize
    }

    #[inline(always)]
    fn count_kinds(legal: &Legal, counts: &mut KindCounts) {
        actions::count_kinds(legal, counts);
    }

    fn action_name(rules: &Rules, action: Action) -> String {
        notation::action_name(rules, action)
    }

    fn event_json(rules: &Rules, event: &Event<'_>) -> serde_json::Value {
        notation::event_json(rules, event)
    }
}

impl State {
    /// Shuffles and deals; the starter's lead is due.
    #[inline(always)]
    fn deal(&mut self, rules: &Rules, starter: Seat, chance: &mut impl Chance, observer: &mut impl Observer<Crisps>) {
        let (deck, size) = rules.deck();
        self.deck = deck;
        chance.shuffle(Purpose::Deck(self.table.deals), &mut self.deck[..size]);
        let first = usize::from(rules.set_aside);
        let dealt = first + 2 * usize::from(rules.hand_size);
        let hand = |seat: usize| {
            let cards = self.deck[first + seat..dealt].iter().step_by(2);
            Hand::from_identities(cards.fold(0, |hand, card| hand | BIT[usize::from(card & 63)]))
        };
        self.hands = [hand(0), hand(1)];
        let table = &mut self.table;
        table.played = Hand::EMPTY;
        table.known = [Hand::EMPTY; 2];
        table.pile = (size - dealt) as u8;
        table.starter = starter;
        table.other_decisions = table.other_decisions.wrapping_add(table.turns);
        table.turns = 0;
        table.deals += 1;
        self.table.face_up = if rules.face_up_draw { self.next_face_up() } else { NO_RANK };
        observer.event(Event::Deal { state: self });
        self.lead(rules, starter);
    }

    /// Takes the top card of the pile, which must have one.
    #[inline(always)]
    fn draw(&mut self) -> u8 {
        let top = usize::from(self.deck_size - self.table.pile);
        self.table.pile -= 1;
        rank_of(self.deck[top])
    }

    /// Takes the next card to lie face up from the pile, if there is one.
    #[inline(always)]
    fn next_face_up(&mut self) -> u8 {
        if self.table.pile > 0 { self.draw() } else { NO_RANK }
    }

    /// A new round begins with `seat`.
    #[inline(always)]
    fn lead(&mut self, rules: &Rules, seat: Seat) {
        self.table.current = Action::PASS;
        self.table.seat = seat;
        self.table.rounds += 1;
        self.guard(rules);
    }

    /// A decision is due: is it one too many?
    #[inline(always)]
    fn guard(&mut self, rules: &Rules) {
        if self.table.turns >= rules.max_turns {
            self.table.stage = Stage::Unfinished;
        }
    }

    #[inline(always)]
    fn play(&mut self, rules: &Rules, action: Action, chance: &mut impl Chance, observer: &mut impl Observer<Crisps>) {
        let combination = action.combination();
        let seat = self.table.seat;
        let hand = self.hands[seat.of_two()].without_combination(combination);
        let table = &mut self.table;
        self.hands[seat.of_two()] = hand;
        table.known[seat.of_two()] = table.known[seat.of_two()].without_combination(combination);
        table.played = table.played.with_combination(combination);
        table.current = action;
        table.plays += 1;
        if hand.is_empty() {
            self.win_deal(rules, seat, chance, observer);
            return;
        }
        table.seat = seat.other();
        self.guard(rules);
        if rules.auto_skip && self.table.stage == Stage::Playing && !self.may_follow(rules) {
            self.table.turns += 1;
            self.table.other_decisions = self.table.other_decisions.wrapping_sub(1);
            observer.event(Event::Skip { seat: self.table.seat });
            self.pass(rules, observer);
        }
    }

    /// Could the seat to follow beat the current combination, by what all can see? (R9)
    fn may_follow(&self, rules: &Rules) -> bool {
        let table = &self.table;
        let (follower, other) = (table.seat.of_two(), table.seat.other().of_two());
        let elsewhere = table.played.union(table.known[other]);
        let elsewhere = table.face_up().map_or(elsewhere, |rank| elsewhere.with(rank));
        let possible = rules.whole.minus(elsewhere);
        let known = table.known[follower];
        let unknown = self.hands[follower].size() - known.size();
        let stronger = Legal::new(actions::within(possible, rules.sequence_ranks).and(rules.allowed(table.current)));
        stronger.iter().any(|action| action != Action::PASS && known.lacks(action.combination()) <= unknown)
    }

    /// The seat to decide passes: the round ends, both gain a card.
    #[inline(always)]
    fn pass(&mut self, rules: &Rules, observer: &mut impl Observer<Crisps>) {
        let passer = self.table.seat;
        let stayer = passer.other();
        self.table.stayer = stayer;
        let first = if rules.passer_draws_first { passer } else { stayer };
        match self.table.face_up {
            NO_RANK => {
                // Without a card face up there are cards to gain only where none ever lies there (R2).
                for seat in [first, first.other()] {
                    if self.table.pile > 0 {
                        let rank = self.draw();
                        self.gain(seat, rank);
                        observer.event(Event::Draw { seat, face_up: false, rank });
                    }
                }
                self.lead(rules, stayer);
            }
            rank if self.table.pile == 0 => {
                self.gain(first, rank);
                self.know(first, rank);
                self.table.face_up = NO_RANK;
                observer.event(Event::Draw { seat: first, face_up: true, rank });
                observer.event(Event::FaceUp { rank: None });
                self.lead(rules, stayer);
            }
            _ => {
                self.table.current = Action::TAKE_FACE_UP;
                self.table.seat = first;
                self.guard(rules);
            }
        }
    }

    /// The seat to decide gains the top of the pile or the card face up, the other seat the other one.
    #[inline(always)]
    fn take(&mut self, rules: &Rules, from_pile: bool, observer: &mut impl Observer<Crisps>) {
        let first = self.table.seat;
        let (face_up, hidden) = (self.table.face_up, self.draw());
        // By arithmetic, not by branches: what is taken is as good as random.
        let (gained, left) = if from_pile { (hidden, face_up) } else { (face_up, hidden) };
        self.gain(first, gained);
        self.gain(first.other(), left);
        self.know(if from_pile { first.other() } else { first }, face_up);
        observer.event(Event::Draw { seat: first, face_up: !from_pile, rank: gained });
        observer.event(Event::Draw { seat: first.other(), face_up: from_pile, rank: left });
        self.table.face_up = self.next_face_up();
        observer.event(Event::FaceUp { rank: self.table.face_up() });
        self.lead(rules, self.table.stayer);
    }

    #[inline(always)]
    fn gain(&mut self, seat: Seat, rank: u8) {
        self.hands[seat.of_two()] = self.hands[seat.of_two()].with(rank);
    }

    /// All see that the seat gained this card.
    #[inline(always)]
    fn know(&mut self, seat: Seat, rank: u8) {
        self.table.known[seat.of_two()] = self.table.known[seat.of_two()].with(rank);
    }

    #[inline(always)]
    fn win_deal(&mut self, rules: &Rules, winner: Seat, chance: &mut impl Chance, observer: &mut impl Observer<Crisps>) {
        let table = &mut self.table;
        table.scores[winner.of_two()] += 1;
        observer.event(Event::DealEnd { winner: Some(winner), scores: table.scores });
        if table.scores[winner.of_two()] >= rules.points_to_win {
            table.stage = Stage::Won;
            return;
        }
        let starter = match rules.deal_starter {
            DealStarter::LowestScore if table.scores[0] < table.scores[1] => Seat::new(0),
            DealStarter::LowestScore if table.scores[0] > table.scores[1] => Seat::new(1),
            DealStarter::LowestScore | DealStarter::Alternate => table.starter.other(),
            DealStarter::Winner => winner,
            DealStarter::Loser => winner.other(),
        };
        self.deal(rules, starter, chance, observer);
    }

    /// Whoever holds fewer cards; both when level.
    #[inline(always)]
    pub(super) fn fewer_cards(&self) -> SeatSet {
        let (first, second) = (Seat::new(0), Seat::new(1));
        match self.hands[0].size().cmp(&self.hands[1].size()) {
            std::cmp::Ordering::Less => SeatSet::only(first),
            std::cmp::Ordering::Greater => SeatSet::only(second),
            std::cmp::Ordering::Equal => SeatSet::only(first).with(second),
        }
    }
}
