//! The requirements of search: full states drawn from a seat's knowledge, and their value at the
//! end.

use std::fmt::{Debug, Write as _};

use super::{Game, Turn};
use crate::rng::{GOLDEN, Stream, mix};
use crate::seat::{MAX_SEATS, Seat, SeatSet, WIN};

/// The value of a state to each seat, in 840ths of a win ([`crate::seat::WIN`]); 0 beyond the
/// players.
pub type Shares = [u32; MAX_SEATS];

/// A hash of a seat's knowledge: the same for the same knowledge, and almost surely different
/// otherwise.
///
/// It is computed from numbers, not from memory contents, so it is the same on every machine.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Adds a number to the knowledge. After the same numbers before, different ones always lead to
    /// different fingerprints.
    #[inline(always)]
    pub const fn with(self, word: u64) -> Self {
        Self(mix(self.0.wrapping_add(GOLDEN) ^ word))
    }

    /// Adds two smaller numbers.
    #[inline(always)]
    pub const fn with_both(self, high: u32, low: u32) -> Self {
        self.with((high as u64) << 32 | low as u64)
    }

    /// Returns the fingerprint as a number.
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
/// * A drawn state shows the seat the view for which it was drawn.
/// * It depends only on the view and the random numbers: states that look the same to the seat give
///   the same draws.
/// * All full states that the view allows are equally likely, with all cards distinct. (The
///   likelihood of others' actions with other cards is ignored.)
/// * Views that look the same to the seat have the same fingerprint.
/// * A state whose secrets were drawn anew looks the same to every seat.
/// * Nothing is allocated.
pub trait Searchable: Game {
    /// The data for determinization: all full states that a view allows, prepared for many samples.
    type Determinizer: Debug;

    /// Returns the determinizer of a view.
    fn determinizer(view: &Self::View<'_>) -> Self::Determinizer;

    /// Samples one of the full states that the view allows, with equal probability (a
    /// determinization).
    fn sample(
        rules: &Self::Rules,
        determinizer: &Self::Determinizer,
        stream: &mut Stream,
    ) -> Self::State;

    /// Draws anew the things that are hidden from all seats together, such as the order of a pile
    /// that no seat has seen, with equal probability. By default nothing is hidden from all seats
    /// that can still matter.
    #[inline(always)]
    fn draw_secrets(rules: &Self::Rules, state: &mut Self::State, stream: &mut Stream) {
        let _ = (rules, state, stream);
    }

    /// Passes all full states that the view allows to a callback, each once and all equally likely,
    /// if there are at most `most` and there are no chance events left; returns whether this is so.
    /// By default they are never enumerated.
    fn enumerate(
        rules: &Self::Rules,
        determinizer: &Self::Determinizer,
        most: usize,
        found: &mut dyn FnMut(Self::State),
    ) -> bool {
        let _ = (rules, determinizer, most, found);
        false
    }

    /// Returns whether the result of a search is decided in a state that followed from a sampled
    /// one. By default, whether the game is over.
    #[inline(always)]
    fn is_settled(determinizer: &Self::Determinizer, state: &Self::State) -> bool {
        let _ = determinizer;
        Self::turn(state) == Turn::Over
    }

    /// Returns whether a settled state is worth nothing to all players: by default, whether
    /// `max_turns` ended the game. If it were worth something, the leader would rather not end it.
    #[inline(always)]
    fn is_worthless(rules: &Self::Rules, state: &Self::State) -> bool {
        Self::is_unfinished(rules, state)
    }

    /// Returns the lowest and the highest score that matter where the players want a good score,
    /// not only a better one than the others ([`Aim::Score`](super::Aim::Score)), for the scores that
    /// [`Searchable::aimed_scores`] returns; `None` where they want to win.
    #[inline(always)]
    fn score_range(rules: &Self::Rules) -> Option<[i64; 2]> {
        let _ = rules;
        None
    }

    /// Returns the score of every seat as a number of which more is better: with its sign changed
    /// where the lowest score wins.
    #[inline(always)]
    fn aimed_scores(rules: &Self::Rules, state: &Self::State) -> [i64; MAX_SEATS] {
        let scores = Self::standing(rules, state).scores;
        if Self::lowest_wins(rules) { scores.map(|score| -score) } else { scores }
    }

    /// Returns the value of a finished game to each seat: a win is shared by the leaders; where the
    /// players want a good score, it is the score's place in the [range](Self::score_range).
    #[inline(always)]
    fn final_shares(rules: &Self::Rules, state: &Self::State) -> Shares {
        match Self::score_range(rules) {
            None => share(Self::standing(rules, state).leaders),
            Some(range) => by_score(&Self::aimed_scores(rules, state), range),
        }
    }

    /// Returns the value of a settled state to each seat, unless it is
    /// [worthless](Self::is_worthless). By default that of a finished game.
    #[inline(always)]
    fn shares(
        rules: &Self::Rules,
        determinizer: &Self::Determinizer,
        state: &Self::State,
    ) -> Shares {
        let _ = determinizer;
        Self::final_shares(rules, state)
    }

    /// Returns the value of a settled state to each seat if margins count. By default they do not.
    #[inline(always)]
    fn margins(
        rules: &Self::Rules,
        determinizer: &Self::Determinizer,
        state: &Self::State,
    ) -> Shares {
        Self::shares(rules, determinizer, state)
    }

    /// Returns a fingerprint of everything that the seat can know and that matters: no two
    /// decisions of the seat in one game may have the same.
    ///
    /// By default it is computed from the view's `Debug` text. This is slow, which matters to
    /// searches that solve small endings exactly (`solved_states`).
    fn fingerprint(view: &Self::View<'_>) -> Fingerprint {
        let mut print = Fingerprint::default();
        let _ = write!(print, "{view:?}");
        print
    }

    /// Returns a key of the chance events that the deciding seat has seen since the last decision.
    /// Search distinguishes positions that follow the same actions but have different keys. By
    /// default all have the same.
    #[inline(always)]
    fn observation_key(state: &Self::State) -> u32 {
        let _ = state;
        0
    }
}

/// Returns the values of scores, of which the highest is best, by their places in a range: nothing
/// for the lowest score, and a whole win for the highest.
#[inline(always)]
pub fn by_score(scores: &[i64; MAX_SEATS], [lowest, highest]: [i64; 2]) -> Shares {
    let whole = i128::from(highest - lowest).max(1);
    scores.map(|score| {
        let above = i128::from(score.clamp(lowest, highest) - lowest);
        (above * i128::from(WIN) / whole) as u32
    })
}

/// Returns the values of scores, of which the highest is best, by each seat's lead over the best
/// other one: half a win for a tie, a whole one for a lead of `whole`.
#[inline(always)]
pub fn by_lead(scores: &[i64], whole: i64) -> Shares {
    const HALF: i64 = (WIN / 2) as i64;
    let mut shares = [0; MAX_SEATS];
    for (seat, (share, score)) in shares.iter_mut().zip(scores).enumerate() {
        let mut lead = whole;
        for (other, against) in scores.iter().enumerate() {
            lead = if other == seat { lead } else { lead.min(score - against) };
        }
        // From 0 to a whole win.
        *share = (HALF + HALF * lead.max(-whole) / whole) as u32;
    }
    shares
}

/// Returns a win shared evenly by these seats.
#[inline(always)]
pub fn share(winners: SeatSet) -> Shares {
    let mut shares = [0; MAX_SEATS];
    for (seat, share) in shares.iter_mut().enumerate() {
        *share = winners.credit(Seat::new(seat as u8)) as u32;
    }
    shares
}
