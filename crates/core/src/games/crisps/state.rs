//! The state of a match of Crisps: the public table, the hands and the pile.

use super::Crisps;
use super::actions::{self, Action, Legal};
use super::hand::Hand;
use super::rules::{DealStarter, FirstDraw, MOST_CARDS, Rules, rank_of};
use crate::game::{Chance, LegalSet, Observer};
use crate::rng::Purpose;
use crate::seat::{Seat, SeatSet};

/// The public information, past and present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// The cards played in this deal.
    pub played: Hand,
    /// The cards that each seat gained face up and certainly still holds.
    pub known: [Hand; 2],
    /// The combination to beat: the last one of the round; `pass` when a lead is due, `take
    /// face_up` when a card is to be chosen.
    pub current: Action,
    /// The seat that decides.
    pub seat: Seat,
    /// The seat that leads the next round, once the cards are gained.
    pub stayer: Seat,
    /// The seat that started this deal.
    pub starter: Seat,
    /// The rank that lies face up beside the pile, or [`NO_RANK`] (an `Option` would be two bytes,
    /// and slower to copy).
    pub(super) face_up: u8,
    /// The number of cards in the pile.
    pub pile: u8,
    /// The points of both seats.
    pub scores: [u8; 2],
    pub(super) stage: Stage,
    /// Whether the last decision of the round was a pass that did not end it: another one does.
    pub passed: bool,
    /// Decisions and automatic passes in this deal.
    pub turns: u32,
    /// Decisions in the match, without those of this deal; automatic passes in this deal are
    /// subtracted in advance.
    pub other_decisions: u32,
    /// Combinations played in the match.
    pub plays: u32,
    /// Rounds begun in the match.
    pub rounds: u32,
    /// Deals begun in the match.
    pub deals: u32,
}

/// The rank of an empty place.
pub(super) const NO_RANK: u8 = u8::MAX;

impl Table {
    /// Returns the rank that lies face up beside the pile, if a card does.
    #[inline(always)]
    pub fn face_up(&self) -> Option<u8> {
        (self.face_up != NO_RANK).then_some(self.face_up)
    }
}

/// The phase of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    Playing,
    Won,
    Unfinished,
}

/// The full state of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) table: Table,
    pub(super) hands: [Hand; 2],
    /// The shuffled deck of this deal, as identities, from the top: cards set aside, cards dealt,
    /// the pile.
    pub(super) deck: [u8; MOST_CARDS],
    pub(super) deck_size: u8,
}

/// A chance event.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The cards of a deal: the match just after it.
    Deal(&'a State),
    /// A card gained.
    Draw {
        /// The seat that gained it.
        seat: Seat,
        /// Whether it had lain face up; otherwise it was the top of the pile.
        face_up: bool,
        /// The index of its rank.
        rank: u8,
    },
    /// The index of the rank that lies face up after both gained a card; none if the pile is empty.
    FaceUp(Option<u8>),
    /// An automatic pass of this seat.
    Skip(Seat),
    /// The end of a deal.
    DealEnd {
        /// The winner; none if the match is unfinished.
        winner: Option<Seat>,
        /// The points of both seats.
        scores: [u8; 2],
    },
}

/// Each bit of a word. A table, since compilers turn a loop of shifts into vector code that is
/// slower than a look-up.
pub(super) static BIT: [u64; 64] = {
    let mut bits = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        bits[bit] = 1 << bit;
        bit += 1;
    }
    bits
};

impl State {
    /// Shuffles and deals; the starter leads next.
    #[inline(always)]
    pub(super) fn deal(
        &mut self,
        rules: &Rules,
        starter: Seat,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Crisps>,
    ) {
        let (deck, size) = rules.deck();
        self.deck = deck;
        chance.shuffle(Purpose::Deck(self.table.deals), &mut self.deck[..size]);
        let first = usize::from(rules.knobs.set_aside);
        let (in_turn, dealt) =
            (first + usize::from(rules.in_turn), first + usize::from(rules.dealt));
        let hand = |seat: usize| {
            let cards = self.deck[first + seat..in_turn].iter().step_by(2);
            Hand::from_identities(cards.fold(0, |hand, card| hand | BIT[usize::from(card & 63)]))
        };
        self.hands = [hand(0), hand(1)];
        for place in in_turn..dealt {
            self.gain(rules.longer_hand(starter), rank_of(self.deck[place]));
        }
        let table = &mut self.table;
        table.played = Hand::EMPTY;
        table.known = [Hand::EMPTY; 2];
        table.pile = (size - dealt) as u8;
        table.starter = starter;
        table.other_decisions = table.other_decisions.wrapping_add(table.turns);
        table.turns = 0;
        table.deals += 1;
        self.table.face_up = if rules.knobs.face_up_draw { self.next_face_up() } else { NO_RANK };
        observer.event(Event::Deal(self));
        self.lead(rules, starter);
    }

    /// Takes the top card of the pile, which must not be empty.
    #[inline(always)]
    fn draw(&mut self) -> u8 {
        let top = usize::from(self.deck_size - self.table.pile);
        self.table.pile -= 1;
        rank_of(self.deck[top])
    }

    /// Turns the next card of the pile face up, if there is one.
    #[inline(always)]
    fn next_face_up(&mut self) -> u8 {
        if self.table.pile > 0 { self.draw() } else { NO_RANK }
    }

    /// Begins a new round with `seat`.
    #[inline(always)]
    fn lead(&mut self, rules: &Rules, seat: Seat) {
        self.table.current = Action::PASS;
        self.table.seat = seat;
        self.table.passed = false;
        self.table.rounds += 1;
        self.guard(rules);
    }

    /// Checks the limit of turns before a decision.
    #[inline(always)]
    fn guard(&mut self, rules: &Rules) {
        if self.table.turns >= rules.knobs.max_turns {
            self.table.stage = Stage::Unfinished;
        }
    }

    #[inline(always)]
    pub(super) fn play(
        &mut self,
        rules: &Rules,
        action: Action,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Crisps>,
    ) {
        let combination = action.combination();
        let seat = self.table.seat;
        let hand = self.hands[seat.of_two()].without_combination(combination);
        let table = &mut self.table;
        self.hands[seat.of_two()] = hand;
        table.known[seat.of_two()] = table.known[seat.of_two()].without_combination(combination);
        table.played = table.played.with_combination(combination);
        table.current = action;
        table.passed = false;
        table.plays += 1;
        if hand.is_empty() {
            self.win_deal(rules, seat, chance, observer);
            return;
        }
        table.seat = seat.other();
        self.guard(rules);
        if rules.knobs.auto_skip && self.table.stage == Stage::Playing && !self.may_follow(rules) {
            self.note_skip(observer);
            self.pass(rules, observer);
        }
    }

    /// Whether the seat to follow could beat the current combination, by public information. (R9)
    fn may_follow(&self, rules: &Rules) -> bool {
        let table = &self.table;
        let (follower, other) = (table.seat.of_two(), table.seat.other().of_two());
        let elsewhere = table.played.union(table.known[other]);
        let elsewhere = table.face_up().map_or(elsewhere, |rank| elsewhere.with(rank));
        let possible = rules.whole.minus(elsewhere);
        let known = table.known[follower];
        let unknown = self.hands[follower].size() - known.size();
        let stronger = Legal::new(
            actions::within(possible, rules.sequence_ranks).and(rules.allowed(table.current)),
        );
        stronger
            .iter()
            .any(|action| action != Action::PASS && known.lacks(action.combination()) <= unknown)
    }

    /// Passes for the seat that decides. If the first pass does not end the round, the other
    /// seat plays on.
    #[inline(always)]
    pub(super) fn pass(&mut self, rules: &Rules, observer: &mut impl Observer<Crisps>) {
        if rules.knobs.first_pass_ends {
            self.end_round(rules, self.table.seat.other(), observer);
        } else {
            self.pass_on(rules, observer);
        }
    }

    /// Passes where the round ends once both seats have passed, one after the other.
    #[cold]
    #[inline(never)]
    fn pass_on(&mut self, rules: &Rules, observer: &mut impl Observer<Crisps>) {
        if self.table.passed {
            self.end_round(rules, self.table.seat, observer);
            return;
        }
        self.table.passed = true;
        self.table.seat = self.table.seat.other();
        self.guard(rules);
        let follows = self.table.current != Action::PASS;
        if rules.knobs.auto_skip
            && follows
            && self.table.stage == Stage::Playing
            && !self.may_follow(rules)
        {
            self.note_skip(observer);
            self.end_round(rules, self.table.seat, observer);
        }
    }

    /// Counts an automatic pass.
    #[inline(always)]
    fn note_skip(&mut self, observer: &mut impl Observer<Crisps>) {
        self.table.turns += 1;
        self.table.other_decisions = self.table.other_decisions.wrapping_sub(1);
        observer.event(Event::Skip(self.table.seat));
    }

    /// Ends the round: both gain a card, and `stayer`, who did not pass first, leads next.
    #[inline(always)]
    fn end_round(&mut self, rules: &Rules, stayer: Seat, observer: &mut impl Observer<Crisps>) {
        self.table.stayer = stayer;
        let passer = stayer.other();
        let first = if rules.knobs.first_draw == FirstDraw::Passer { passer } else { stayer };
        match self.table.face_up {
            NO_RANK => {
                // Without a card face up there are cards to gain only under rules without face-up
                // cards (R2).
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
                observer.event(Event::FaceUp(None));
                self.lead(rules, stayer);
            }
            _ => {
                self.table.current = Action::TAKE_FACE_UP;
                self.table.seat = first;
                self.guard(rules);
            }
        }
    }

    /// Gives the seat that decides the top of the pile or the card face up, and the other seat the
    /// other card.
    #[inline(always)]
    pub(super) fn take(
        &mut self,
        rules: &Rules,
        from_pile: bool,
        observer: &mut impl Observer<Crisps>,
    ) {
        let first = self.table.seat;
        let (face_up, hidden) = (self.table.face_up, self.draw());
        // By arithmetic, not by branches: the choice cannot be predicted.
        let (gained, left) = if from_pile { (hidden, face_up) } else { (face_up, hidden) };
        self.gain(first, gained);
        self.gain(first.other(), left);
        self.know(if from_pile { first.other() } else { first }, face_up);
        observer.event(Event::Draw { seat: first, face_up: !from_pile, rank: gained });
        observer.event(Event::Draw { seat: first.other(), face_up: from_pile, rank: left });
        self.table.face_up = self.next_face_up();
        observer.event(Event::FaceUp(self.table.face_up()));
        self.lead(rules, self.table.stayer);
    }

    #[inline(always)]
    fn gain(&mut self, seat: Seat, rank: u8) {
        self.hands[seat.of_two()] = self.hands[seat.of_two()].with(rank);
    }

    /// Records that the seat gained this card in public.
    #[inline(always)]
    fn know(&mut self, seat: Seat, rank: u8) {
        self.table.known[seat.of_two()] = self.table.known[seat.of_two()].with(rank);
    }

    #[inline(always)]
    fn win_deal(
        &mut self,
        rules: &Rules,
        winner: Seat,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Crisps>,
    ) {
        let table = &mut self.table;
        table.scores[winner.of_two()] += 1;
        observer.event(Event::DealEnd { winner: Some(winner), scores: table.scores });
        if table.scores[winner.of_two()] >= rules.knobs.points_to_win {
            table.stage = Stage::Won;
            return;
        }
        let starter = match rules.knobs.deal_starter {
            DealStarter::LowestScore if table.scores[0] < table.scores[1] => Seat::new(0),
            DealStarter::LowestScore if table.scores[0] > table.scores[1] => Seat::new(1),
            DealStarter::LowestScore | DealStarter::Alternate => table.starter.other(),
            DealStarter::Winner => winner,
            DealStarter::Loser => winner.other(),
        };
        self.deal(rules, starter, chance, observer);
    }

    /// Returns the seat with fewer cards; both on a tie.
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
