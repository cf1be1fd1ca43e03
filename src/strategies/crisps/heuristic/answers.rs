//! The chance that the opponent can beat a combination.

use crate::game::Code;
use crate::games::crisps::{Action, Hand, Legal, View};

/// The bits of the ranks in one plane of a hand.
const RANKS_OF_A_PLANE: u64 = 0x03ff;

/// The actions that are triples and quads, as bits.
const SPECIAL_COMBINATIONS: u64 = 0x03ff_03ff_0000_0000;

/// The places of a row in [`Tails`].
const ROW: usize = 6;

/// By how many cards of a rank are open (0 to 4, in rows) and by copies: the chance that the opponent holds at least this many of them.
///
/// One array of 32, so that looking up needs no check.
type Tails = [f64; 32];

/// What the opponent may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answers {
    /// The cards that the seat has not seen.
    pub(super) unseen: Hand,
    /// How many cards the opponent has.
    pub(super) opponent_cards: u32,
    /// The cards that the opponent is known to hold.
    known: Hand,
    /// The combinations that the unseen cards would make.
    possible: Legal,
    tails: Tails,
}

/// What may come of a play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    /// The chance that the opponent can beat it.
    pub(super) beaten: f64,
    /// The chance that the opponent goes out at once.
    pub(super) lost: f64,
}

impl Answers {
    /// From what is public and the seat's own hand: every unseen card that is not known to be the opponent's is as likely as any other to be there.
    #[inline(always)]
    pub(super) fn new(view: &View<'_>) -> Self {
        let (unseen, known, opponent_cards) = (view.unseen(), view.known_of_opponent(), view.opponent_cards());
        let others = unseen.size().saturating_sub(known.size());
        let hidden = opponent_cards.saturating_sub(known.size());
        let chance = f64::from(hidden) / f64::from(others.max(1));
        Self { unseen, opponent_cards, known, possible: view.combinations_of(unseen), tails: tails(chance) }
    }

    /// What may come of a play.
    #[inline(always)]
    pub(super) fn to(&self, view: &View<'_>, action: Action) -> Threat {
        let [sets, runs, stairs] = view.following(&self.possible, action).bits().0;
        let mut threat = Standing { stands: 1.0, stays: 1.0, opponent_cards: self.opponent_cards };
        // Of cards alike, the number of an action is its place in the planes of a hand.
        for copies in [1, 2] {
            let ranks = (sets >> (16 * (copies - 1))) & RANKS_OF_A_PLANE;
            threat.answer(1.0 - self.holds_none(ranks, copies), copies);
        }
        let mut specials = sets & SPECIAL_COMBINATIONS;
        while specials != 0 {
            let place = specials.trailing_zeros();
            specials &= specials - 1;
            let copies = place / 16 + 1;
            threat.answer(self.holds((place % 16) as u8, copies), copies);
        }
        for (sequences, first, copies) in [(runs, 64, 1), (stairs, 128, 2)] {
            let mut rest = sequences;
            while rest != 0 {
                let combination = Action::from_code(first + rest.trailing_zeros() as u16).combination();
                rest &= rest - 1;
                let mut chance = 1.0;
                for rank in combination.rank..combination.rank + combination.length {
                    chance *= self.holds(rank, copies);
                }
                threat.answer(chance, u32::from(combination.cards));
            }
        }
        Threat { beaten: 1.0 - threat.stands, lost: 1.0 - threat.stays }
    }

    /// The chance that the opponent holds at least this many (1 to 4) of a rank.
    #[inline(always)]
    fn holds(&self, rank: u8, copies: u32) -> f64 {
        let held = self.known.count(rank);
        let open = self.unseen.count(rank).saturating_sub(held);
        self.tails[(ROW as u32 * open + copies.saturating_sub(held)) as usize % 32]
    }

    /// The chance that the opponent holds this many of none of these ranks, given as bits.
    #[inline(always)]
    fn holds_none(&self, ranks: u64, copies: u32) -> f64 {
        let (mut none, mut rest) = (1.0, ranks);
        while rest != 0 {
            let highest = rest.ilog2();
            rest ^= 1 << highest;
            none *= 1.0 - self.holds(highest as u8, copies);
        }
        none
    }
}

/// How a play stands after some of the answers to it.
struct Standing {
    /// The chance that the opponent has none of them.
    stands: f64,
    /// The chance that the opponent has none of those with which to go out.
    stays: f64,
    opponent_cards: u32,
}

impl Standing {
    /// Reckons with an answer of this many cards.
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

/// The table for cards of which each is held with this chance.
#[inline(always)]
fn tails(chance: f64) -> Tails {
    let mut tails = [0.0; 32];
    tails[0] = 1.0;
    for open in 1..=4 {
        let (row, before) = (ROW * open, ROW * (open - 1));
        tails[row] = 1.0;
        // The chance of more than are open stays 0.
        for copies in 1..=4 {
            tails[row + copies] = chance * tails[before + copies - 1] + (1.0 - chance) * tails[before + copies];
        }
    }
    tails
}
