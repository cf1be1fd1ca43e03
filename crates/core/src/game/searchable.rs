//! What search needs of a game: full states drawn from what a seat knows, and what they are worth
//! in the end.

use std::fmt::{Debug, Write as _};

use super::{Game, Turn};
use crate::rng::{GOLDEN, Stream, mix};
use crate::seat::{MAX_SEATS, Seat, SeatSet, WIN};

/// What a state is worth to each seat, in 840ths of a win ([`crate::seat::WIN`]); 0 beyond the
/// players.
pub type Shares = [u32; MAX_SEATS];

/// A number for what a seat knows: the same for the same knowledge, and for any other almost surely
/// another one.
///
/// It is made of numbers, one after the other, not of what lies in memory: so it is the same on
/// every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Adds a number to what is known. After the same numbers before, different ones always lead to
    /// different fingerprints.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, word: u64) -> Self {
        Self(mix(self.0.wrapping_add(GOLDEN) ^ word))
    }

    /// Adds two smaller numbers.
    #[inline(always)]
    #[must_use]
    pub const fn with_both(self, high: u32, low: u32) -> Self {
        self.with((high as u64) << 32 | low as u64)
    }

    /// As a number.
    #[inline(always)]
    pub const fn number(self) -> u64 {
        self.0
    }
}

impl std::fmt::Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        *self = text.bytes().fold(*self, |print, byte| print.with(byte.into()));
        Ok(())
    }
}

/// A game whose hidden cards can be drawn anew.
///
/// A game keeps these promises, and the conformance suite tests them:
/// * A drawn state shows the seat the same view that it was drawn for.
/// * It depends on the view and the random numbers alone: states that look the same to the seat
///   give the same draws.
/// * Every full state that the view allows is as likely as any other, cards told apart. (What
///   others would have done with other cards is not weighed.)
/// * Views that look the same to the seat have the same fingerprint.
/// * Nothing is allocated.
pub trait Searchable: Game {
    /// What determinization needs: all full states that a view allows, made ready to sample from
    /// many times.
    type Determinizer: Debug;

    /// Returns the determinizer of a view.
    fn determinizer(view: &Self::View<'_>) -> Self::Determinizer;

    /// Samples one full state that the view allows, each as likely as any other (a
    /// determinization).
    fn sample(
        rules: &Self::Rules,
        determinizer: &Self::Determinizer,
        stream: &mut Stream,
    ) -> Self::State;

    /// Hands over all full states that the view allows, each once and each as likely as any other,
    /// where they are at most `most` and nothing else is left to chance; returns whether that is
    /// so. By default they are never enumerated.
    fn enumerate(
        rules: &Self::Rules,
        determinizer: &Self::Determinizer,
        most: usize,
        found: &mut dyn FnMut(Self::State),
    ) -> bool {
        let _ = (rules, determinizer, most, found);
        false
    }

    /// Is what a search is about decided in a state that followed from a sampled one? By default:
    /// is the game over?
    #[inline(always)]
    fn is_settled(determinizer: &Self::Determinizer, state: &Self::State) -> bool {
        let _ = determinizer;
        Self::turn(state) == Turn::Over
    }

    /// What a settled state is worth to each seat. By default a win is shared by the leaders.
    #[inline(always)]
    fn shares(
        rules: &Self::Rules,
        determinizer: &Self::Determinizer,
        state: &Self::State,
    ) -> Shares {
        let _ = determinizer;
        share(Self::standing(rules, state).leaders)
    }

    /// What a settled state is worth to each seat where it matters by how much one wins. By default
    /// it does not.
    #[inline(always)]
    fn margins(
        rules: &Self::Rules,
        determinizer: &Self::Determinizer,
        state: &Self::State,
    ) -> Shares {
        Self::shares(rules, determinizer, state)
    }

    /// All that the seat can know and that matters, as a fingerprint: of all decisions of the seat
    /// in one game, no two may have the same.
    ///
    /// By default it is made of how the view is written down (`Debug`). That is slow, which matters
    /// to searches that play small endings out in every way (`solved_states`).
    fn fingerprint(view: &Self::View<'_>) -> Fingerprint {
        let mut print = Fingerprint::default();
        let _ = write!(print, "{view:?}");
        print
    }

    /// A key of what the seat to decide has seen come up by chance since the last decision. Search
    /// tells positions apart that follow the same actions but differ in it. By default it tells
    /// none apart.
    #[inline(always)]
    fn observation_key(state: &Self::State) -> u32 {
        let _ = state;
        0
    }
}

/// What scores, of which the highest is best, are worth by the lead of each over the best other
/// one: level half a win, with a lead of `whole` a whole one.
#[inline(always)]
pub fn by_lead(scores: &[i32], whole: i32) -> Shares {
    const HALF: i32 = (WIN / 2) as i32;
    let mut shares = [0; MAX_SEATS];
    for (seat, (share, score)) in shares.iter_mut().zip(scores).enumerate() {
        let mut lead = whole;
        for (other, against) in scores.iter().enumerate() {
            lead = if other == seat { lead } else { lead.min(score - against) };
        }
        *share = (HALF + HALF * lead.max(-whole) / whole) as u32;
    }
    shares
}

/// A win shared evenly by these seats.
#[inline(always)]
pub fn share(winners: SeatSet) -> Shares {
    let mut shares = [0; MAX_SEATS];
    for (seat, share) in shares.iter_mut().enumerate() {
        *share = winners.credit(Seat::new(seat as u8)) as u32;
    }
    shares
}
