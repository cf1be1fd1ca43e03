//! The chance that the opponent can beat a combination.

use crate::cards::bits::deposit_planes;
use crate::game::Code;
use crate::games::crisps::{Action, Hand, Legal, RANKS, View};

/// The bits of the ranks in one plane of a hand.
pub(super) const RANKS_OF_A_PLANE: u64 = 0x03ff;

/// The actions that are triples and quads, as bits.
pub(super) const SPECIAL_COMBINATIONS: u64 = 0x03ff_03ff_0000_0000;

/// By the number of open cards of a rank (0 to 4, see [`ROWS`]) and by copies, at most as many: the
/// chance that the opponent holds at least this many of them.
///
/// One array of 16, so that a look-up needs no check.
type Tails = [f64; 16];

/// The starts of the rows of [`Tails`].
static ROWS: [u32; 8] = [0, 1, 3, 6, 10, 0, 0, 0];

/// By rank, and one more: the chance that the opponent holds the given number of copies of no rank
/// from this one up.
///
/// An array of 16, so that a look-up needs no check.
pub(super) type NoneFrom = [f64; 16];

/// The cards that the opponent may hold.
#[derive(Debug)]
pub(super) struct Answers {
    /// The cards that the seat has not seen.
    pub(super) unseen: Hand,
    /// The number of the opponent's cards.
    pub(super) opponent_cards: u32,
    /// The cards that the opponent is known to hold.
    known: Hand,
    /// The number of cards of each rank that are unseen and not known to be the opponent's, in its
    /// lane.
    open: u64,
    tails: Tails,
    /// By three times the number of open cards of a rank, plus copies (0 to 2): the chance that the
    /// opponent holds fewer of them.
    fewer: [f64; 16],
}

/// The risks of a play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    /// The chance that the opponent can beat it.
    pub(super) beaten: f64,
    /// The chance that the opponent goes out at once.
    pub(super) lost: f64,
}

impl Answers {
    /// Computes the chances from public information and the seat's own hand: every unseen card that
    /// is not known to be the opponent's is equally likely to be there.
    #[inline(always)]
    pub(super) fn new(view: &View<'_>) -> Self {
        let (unseen, known, opponent_cards) =
            (view.unseen(), view.known_of_opponent(), view.opponent_cards());
        let others = unseen.size().saturating_sub(known.size());
        let hidden = opponent_cards.saturating_sub(known.size());
        let (tails, fewer) = tails(f64::from(hidden) / f64::from(others.max(1)));
        let open = deposit_planes(unseen.planes(), LANES) - deposit_planes(known.planes(), LANES);
        Self { unseen, opponent_cards, known, open, tails, fewer }
    }

    /// The combinations of unseen cards that may answer an action.
    #[inline(always)]
    fn following(&self, view: &View<'_>, action: Action) -> Legal {
        view.following(&view.combinations_of(self.unseen), action)
    }

    /// Returns the singles, pairs, triples and quads that may answer an action.
    #[inline(always)]
    pub(super) fn sets(&self, view: &View<'_>, action: Action) -> u64 {
        self.following(view, action).bits().0[0]
    }

    /// Returns the risks of a single or a pair that these sets may answer, with the table for this
    /// number of copies.
    #[inline(always)]
    pub(super) fn to_few_alike(&self, sets: u64, copies: u32, none_from: &NoneFrom) -> Threat {
        // For sets of one kind, the number of an action is its position in the planes of a hand.
        // The answers are all ranks from some rank up.
        let ranks = ((sets >> (16 * (copies - 1))) & RANKS_OF_A_PLANE) | (1 << RANKS);
        let mut standing = self.standing();
        standing.answer(1.0 - none_from[ranks.trailing_zeros() as usize % 16], copies);
        self.specials(&mut standing, sets);
        standing.threat()
    }

    /// Returns the risks of any other play.
    #[inline(always)]
    pub(super) fn to(&self, view: &View<'_>, action: Action) -> Threat {
        let [sets, runs, stairs] = self.following(view, action).bits().0;
        let mut standing = self.standing();
        self.specials(&mut standing, sets);
        self.sequences(&mut standing, runs, 64, 1);
        self.sequences(&mut standing, stairs, 128, 2);
        standing.threat()
    }

    /// Returns the standing before any answer.
    #[inline(always)]
    fn standing(&self) -> Standing {
        Standing { stands: 1.0, stays: 1.0, opponent_cards: self.opponent_cards }
    }

    /// Takes the triples and quads among these answers into account.
    #[inline(always)]
    fn specials(&self, standing: &mut Standing, sets: u64) {
        let mut specials = sets & SPECIAL_COMBINATIONS;
        while specials != 0 {
            let place = specials.trailing_zeros();
            specials &= specials - 1;
            let copies = place / 16 + 1;
            standing.answer(self.holds((place % 16) as u8, copies), copies);
        }
    }

    /// Takes these runs or stairs into account: bits from the number of the first one on, and the
    /// number of cards that they have of each rank.
    #[inline(always)]
    fn sequences(&self, standing: &mut Standing, sequences: u64, first: u16, copies: u32) {
        let mut rest = sequences;
        while rest != 0 {
            let combination = Action::from_code(first + rest.trailing_zeros() as u16).combination();
            rest &= rest - 1;
            let mut chance = 1.0;
            for rank in combination.rank..combination.rank + combination.length {
                chance *= self.holds(rank, copies);
            }
            standing.answer(chance, u32::from(combination.cards));
        }
    }

    /// The chance that the opponent holds at least this many (1 to 4) of a rank; at most as many as
    /// are unseen.
    #[inline(always)]
    fn holds(&self, rank: u8, copies: u32) -> f64 {
        let held = self.known.count(rank);
        let open = self.unseen.count(rank).saturating_sub(held);
        self.tails[(ROWS[open as usize % ROWS.len()] + copies.saturating_sub(held)) as usize % 16]
    }

    /// Returns the table for this many copies (1 or 2).
    #[inline(always)]
    pub(super) fn none_from(&self, copies: u32) -> NoneFrom {
        // In lanes, by rank: the number of open cards, and the number of copies that are not known
        // to be held.
        let known =
            if copies == 2 { self.known.planes() as u32 } else { self.known.ranks(1).into() };
        let mut places =
            3 * self.open + u64::from(copies) * LANES - deposit_planes(known.into(), LANES);
        places <<= u64::BITS - LANE * u32::from(RANKS);
        let (mut table, mut none) = ([1.0; 16], 1.0);
        for rank in (0..RANKS).rev() {
            places = places.rotate_left(LANE);
            none *= self.fewer[places as usize % 16];
            table[usize::from(rank)] = none;
        }
        table
    }
}

/// The bits of a lane.
const LANE: u32 = 4;

/// 1 in every lane.
const LANES: u64 = 0x0011_1111_1111;

/// The standing of a play after some of the answers to it.
struct Standing {
    /// The chance that the opponent has none of these answers.
    stands: f64,
    /// The chance that the opponent has none of those with which it goes out.
    stays: f64,
    opponent_cards: u32,
}

impl Standing {
    /// Returns the risks of the play.
    #[inline(always)]
    fn threat(&self) -> Threat {
        Threat { beaten: 1.0 - self.stands, lost: 1.0 - self.stays }
    }

    /// Takes an answer of this many cards into account.
    #[inline(always)]
    fn answer(&mut self, chance: f64, cards: u32) {
        if cards <= self.opponent_cards {
            self.stands *= 1.0 - chance;
        }
        if cards == self.opponent_cards {
            self.stays *= 1.0 - chance;
        }
    }
}

/// The tables for cards that are each held with this chance: for this many copies, and for fewer.
#[inline(always)]
fn tails(chance: f64) -> (Tails, [f64; 16]) {
    let no = 1.0 - chance;
    // At least one of two cards, at least two of two, and so on: the last card is held, or the
    // others are enough.
    let two = [chance + no * chance, chance * chance];
    let three = [chance + no * two[0], chance * two[0] + no * two[1], chance * two[1]];
    let four = [
        chance + no * three[0],
        chance * three[0] + no * three[1],
        chance * three[1] + no * three[2],
        chance * three[2],
    ];
    let tails = [
        1.0, 1.0, chance, 1.0, two[0], two[1], 1.0, three[0], three[1], three[2], 1.0, four[0],
        four[1], four[2], four[3], 0.0,
    ];
    let fewer = [
        0.0,
        1.0,
        1.0,
        0.0,
        1.0 - chance,
        1.0,
        0.0,
        1.0 - two[0],
        1.0 - two[1],
        0.0,
        1.0 - three[0],
        1.0 - three[1],
        0.0,
        1.0 - four[0],
        1.0 - four[1],
        0.0,
    ];
    (tails, fewer)
}
