//! The chance that the opponent can beat a combination.

use crate::game::Code;
use crate::games::crisps::{Action, Hand, RANKS, View};

/// The bits of the ranks in one plane of a hand.
const RANKS_OF_A_PLANE: u16 = 0x03ff;

/// The actions that are triples and quads, as bits.
const SPECIAL_COMBINATIONS: u64 = 0x03ff_03ff_0000_0000;

/// What the opponent may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answers {
    /// The cards that the seat has not seen.
    pub(super) unseen: Hand,
    /// By copies less 1 and rank: the chance that the opponent holds so many.
    holds: [[f64; 16]; 4],
    /// By copies less 1 and rank: the chance that the opponent holds so many of no rank from this one up.
    none_from: [[f64; 17]; 2],
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
        let (unseen, known) = (view.unseen(), view.known_of_opponent());
        let others = unseen.size().saturating_sub(known.size());
        let hidden = view.opponent_cards().saturating_sub(known.size());
        let chance = f64::from(hidden) / f64::from(others.max(1));
        let tails = tails(chance);
        let mut holds = [[0.0; 16]; 4];
        for rank in 0..RANKS {
            let held = known.count(rank);
            let open = unseen.count(rank).saturating_sub(held) as usize;
            for copies in 0..4usize {
                holds[copies][usize::from(rank)] = tails[open & 7][(copies + 1).saturating_sub(held as usize)];
            }
        }
        let mut none_from = [[1.0; 17]; 2];
        for (none, holds) in none_from.iter_mut().zip(&holds) {
            for rank in (0..usize::from(RANKS)).rev() {
                none[rank] = none[rank + 1] * (1.0 - holds[rank]);
            }
        }
        Self { unseen, holds, none_from }
    }

    /// What may come of a play.
    #[inline(always)]
    pub(super) fn to(&self, view: &View<'_>, action: Action) -> Threat {
        let opponent_cards = view.opponent_cards();
        let [sets, runs, stairs] = view.playable(self.unseen, action).bits().0;
        let (mut stands, mut stays) = (1.0, 1.0);
        let mut answer = |chance: f64, cards: u32| {
            if cards <= opponent_cards {
                stands *= 1.0 - chance;
            }
            if cards == opponent_cards {
                stays *= 1.0 - chance;
            }
        };
        // Of cards alike, the number of an action is its place in the planes of a hand.
        for copies in [1, 2] {
            // What follows a single or a pair is every other one from some rank up.
            let from = ((sets >> (16 * (copies - 1))) as u16 & RANKS_OF_A_PLANE).trailing_zeros() as usize;
            answer(1.0 - self.none_from[copies as usize - 1][from], copies);
        }
        for place in members(sets & SPECIAL_COMBINATIONS) {
            let copies = place as usize / 16;
            answer(self.holds[copies][place as usize % 16], copies as u32 + 1);
        }
        for (sequences, first, holds) in [(runs, 64, &self.holds[0]), (stairs, 128, &self.holds[1])] {
            for place in members(sequences) {
                let combination = Action::from_code(first + place).combination();
                let ranks = combination.rank..combination.rank + combination.length;
                answer(ranks.map(|rank| holds[usize::from(rank & 15)]).product(), u32::from(combination.cards));
            }
        }
        Threat { beaten: 1.0 - stands, lost: 1.0 - stays }
    }
}

/// The places of the bits set in a word, lowest first.
#[inline(always)]
fn members(mut word: u64) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros() as u16);
        word &= word.wrapping_sub(1);
        place
    })
}

/// By how many cards of a rank are open (0 to 4) and by copies: the chance that the opponent holds at least so many of them.
#[inline(always)]
fn tails(chance: f64) -> [[f64; 5]; 8] {
    let mut tails = [[0.0; 5]; 8];
    for open in 0..=4usize {
        tails[open][0] = 1.0;
        for copies in 1..=open {
            let before = tails[open - 1];
            tails[open][copies] = chance * before[copies - 1] + (1.0 - chance) * before[copies];
        }
    }
    tails
}
