//! How much a review plays: chosen so that it fits a time, or given.

use serde::{Deserialize, Serialize};

/// How much a review plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// The games of the check of the rules.
    pub checked: u64,
    /// The games from which players learn; 0 if they cannot learn, or it would take too long.
    pub games: u64,
    /// The games from which players learn changed rules before they test them; 0 if that would take
    /// too long.
    #[serde(default)]
    pub adapted: u64,
    /// Whether no other player learns to beat those who learned, because that would take too long.
    #[serde(default)]
    pub unattacked: bool,
    /// The shuffles of a ladder.
    pub ladder: u64,
    /// How many of the strongest players are left out, because they take too long to play many games.
    #[serde(default)]
    pub too_slow: u64,
    /// The shuffles by which the draft is judged.
    pub blocks: u64,
    /// How many changes of knobs are tried in a phase, at most.
    pub changes: u64,
    /// How many further changes, such as pairs of knobs, are tried then; `None` until that is known.
    #[serde(default)]
    pub further: Option<u64>,
    /// The shuffles in which cards are exchanged; none if that takes too long.
    pub exchanged: u64,
    /// Those in which chances of winning are estimated; none if that takes too long.
    pub watched: u64,
    /// Those in which a player goes without each kind of option; none if there is no choice of kinds.
    #[serde(default)]
    pub options: u64,
    /// Chances are estimated at every n-th decision of a game: n.
    pub every: u32,
}

/// The share of the time for the training. Then another player attacks what was learned.
pub const TRAINING: f64 = 0.22;
/// The largest share of the time in which players learn the rules that they test.
pub const ADAPTING: f64 = 0.30;
/// Of the time after that, the share of the ladders.
pub const LADDERS: f64 = 0.05;
/// That of the draft and of all changes of knobs, without chances.
pub const PLAY: f64 = 0.27;
/// That of the exchanged cards.
pub const CARDS: f64 = 0.08;
/// That of players who go without a kind of option.
pub const OPTIONS: f64 = 0.05;
/// That of the chances of the draft. The rest is for the chances and cards of changed rules, and for
/// the test of cures, whose players learn again.
pub const WATCHING: f64 = 0.16;

/// Of the time that is left after knobs were turned, the share of the further changes.
pub const FURTHER: f64 = 0.5;

/// Chances are estimated at about so many decisions of a game: decisions of one game are alike, and
/// many games tell more than many decisions.
const WATCHED_IN_A_GAME: f64 = 12.0;

/// The numbers of shuffles that a review can have: each about a third or a half more than the one
/// before.
const STEPS: [u64; 32] = {
    let mut all = [0; 32];
    let mut place = 0;
    while place < all.len() {
        let size = 2 << (place / 2);
        all[place] = if place % 2 == 0 { size } else { size + size / 2 };
        place += 1;
    }
    all
};

/// The bounds of the shuffles by which the draft is judged: more tell nothing that a designer needs.
const BLOCKS: std::ops::RangeInclusive<u64> = 16..=24_576;

/// Those of the shuffles of a ladder, of exchanged cards, of estimated chances, and of players who go
/// without a kind of option.
const LADDER: std::ops::RangeInclusive<u64> = 16..=1_024;
const EXCHANGED: std::ops::RangeInclusive<u64> = 8..=4_096;
const WATCHED: std::ops::RangeInclusive<u64> = 2..=1_024;
const WITHOUT: std::ops::RangeInclusive<u64> = 16..=4_096;

/// The bounds of the games of a check, and how many there are in a minute.
const CHECKED: std::ops::RangeInclusive<u64> = 100..=2_000;
const CHECKED_IN_A_MINUTE: f64 = 300.0;

/// The bounds of the changes of knobs that are tried.
const CHANGES: std::ops::RangeInclusive<u64> = 4..=200;

/// A part that takes more than so many times its share of the time is left out.
const TOO_LONG: f64 = 3.0;

/// In fewer shuffles than these, the chances of changed rules tell nothing.
const FEWEST_WATCHED_CHANGES: u64 = 6;

/// The largest step within some bounds that takes at most this many seconds; the smallest one if none
/// does.
fn within(bounds: std::ops::RangeInclusive<u64>, seconds: f64, takes: impl Fn(u64) -> f64) -> u64 {
    let fits = |blocks: &u64| bounds.contains(blocks) && takes(*blocks) <= seconds;
    STEPS.into_iter().rev().find(fits).unwrap_or(*bounds.start())
}

/// How long a shuffle takes in some parts of a review, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rates {
    /// Equals at tables of each size: once each.
    pub(crate) plain: f64,
    /// The draft with players of each strength, who may take longer than the strongest ones.
    pub(crate) draft: f64,
    /// The same with exchanged cards.
    pub(crate) exchanged: f64,
    /// The same with chances.
    pub(crate) watched: f64,
    /// A player in each seat who goes without each kind of option; 0 if there is one kind.
    pub(crate) options: f64,
}

/// Whether even the fewest shuffles within these bounds take too long, at so many seconds each.
fn is_too_long(bounds: &std::ops::RangeInclusive<u64>, seconds: f64, rate: f64) -> bool {
    rate * *bounds.start() as f64 > TOO_LONG * seconds
}

impl Budget {
    /// Whether chances cannot be estimated in so many seconds, where a shuffle takes as long as `rate`.
    pub(crate) fn cannot_watch(rate: f64, seconds: f64) -> bool {
        is_too_long(&WATCHED, WATCHING * seconds, rate)
    }

    /// The games of the check in a review of so many minutes.
    pub(crate) fn checked_in(minutes: f64) -> u64 {
        ((CHECKED_IN_A_MINUTE * minutes) as u64).clamp(*CHECKED.start(), *CHECKED.end())
    }

    /// The budget of which nothing but the number of shuffles is said.
    pub(crate) fn of_blocks(blocks: u64) -> Self {
        let clamped = |blocks: u64, bounds: std::ops::RangeInclusive<u64>| {
            blocks.clamp(*bounds.start(), *bounds.end())
        };
        Self {
            checked: clamped(blocks, CHECKED),
            games: 0,
            adapted: 0,
            unattacked: false,
            ladder: clamped(blocks / 8, LADDER),
            too_slow: 0,
            blocks,
            changes: *CHANGES.end(),
            further: Some(*CHANGES.end()),
            exchanged: clamped(blocks / 4, EXCHANGED),
            watched: clamped(blocks / 8, WATCHED),
            options: clamped(blocks / 4, WITHOUT),
            every: 1,
        }
    }

    /// The shuffles of the ladders in so many seconds, of which those of the ladders are a share.
    /// `plain`: the seconds of a game at each table. `most`: the largest number of players.
    pub(crate) fn ladder_within(seconds: f64, plain: f64, most: usize) -> u64 {
        // Of four strategies each meets each other one, in every seat.
        let pairs = 12.0 * most as f64;
        within(LADDER, LADDERS * seconds, |blocks| plain * pairs * blocks as f64)
    }

    /// What else can be played in so many seconds. `changes`: how many changes of knobs there are.
    pub(crate) fn within(seconds: f64, rates: Rates, changes: usize) -> Self {
        let Rates { plain, draft, exchanged, watched, options } = rates;
        let takes = |blocks: u64| {
            let tried = Self { blocks, ..Self::default() }.tried() as f64;
            draft * blocks as f64 + plain * tried * (changes as f64 + 1.0)
        };
        let blocks = within(BLOCKS, PLAY * seconds, takes);
        // If there is no time for all changes, the first ones are tried.
        let tried = Self { blocks, ..Self::default() }.tried() as f64;
        let left = PLAY * seconds - draft * blocks as f64;
        let fits = (left / (plain.max(1e-9) * tried)).max(0.0) as u64;
        let each = |seconds: f64| move |blocks: u64| seconds * blocks as f64;
        let unless_too_long = |bounds: std::ops::RangeInclusive<u64>, share: f64, rate: f64| {
            let is_too_long = is_too_long(&bounds, share * seconds, rate);
            if is_too_long { 0 } else { within(bounds, share * seconds, each(rate)) }
        };
        Self {
            checked: 0,
            games: 0,
            adapted: 0,
            unattacked: false,
            ladder: 0,
            too_slow: 0,
            blocks,
            changes: fits.clamp(*CHANGES.start(), *CHANGES.end()),
            further: None,
            exchanged: unless_too_long(EXCHANGED, CARDS, exchanged),
            watched: unless_too_long(WATCHED, WATCHING, watched),
            options: unless_too_long(WITHOUT, OPTIONS, options),
            every: 1,
        }
    }

    /// How many of the changes of knobs are tried in so many seconds, where a shuffle of each takes as
    /// long as `rate`.
    pub(crate) fn changes_within(self, seconds: f64, rate: f64) -> u64 {
        let fits = (PLAY * seconds / (rate.max(1e-9) * self.tried() as f64)) as u64;
        self.changes.min(fits.max(*CHANGES.start()))
    }

    /// How many decisions lie between two of which chances are estimated, in games of so many.
    pub(crate) fn every_of(decisions: f64) -> u32 {
        libm::round(decisions / WATCHED_IN_A_GAME).clamp(1.0, 1000.0) as u32
    }

    /// Whether each change of a knob is played often enough to say what it would break, or that it
    /// changes nothing.
    pub fn shows_effects(self) -> bool {
        self.tried() >= 64
    }

    /// The shuffles by which each change of a knob is judged.
    pub fn tried(self) -> u64 {
        (self.blocks / 4).max(*BLOCKS.start())
    }

    /// The shuffles in which the chances of each of so many changed rules are estimated. A phase takes
    /// as long as the draft, or one part of that. `None` if these are too few.
    pub fn watched_changes(self, changes: usize, part: u64) -> Option<u64> {
        let each = self.watched / part / (changes as u64 + 1);
        (each >= FEWEST_WATCHED_CHANGES).then_some(each)
    }

    /// The shuffles in which cards are exchanged with changed rules: as for chances.
    pub fn exchanged_changes(self, changes: usize, part: u64) -> Option<u64> {
        let each = self.exchanged / part / (changes as u64 + 1);
        (each >= *EXCHANGED.start()).then_some(each)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_numbers_that_fit_are_taken() {
        let rates =
            Rates { plain: 0.001, draft: 0.007, exchanged: 0.01, watched: 0.1, options: 0.02 };
        let budget = Budget::within(100.0, rates, 0);
        // 27 seconds for 7 games of a shuffle, and a quarter for the draft among changes.
        assert_eq!((budget.blocks, budget.exchanged, budget.watched), (3_072, 768, 128));
        assert_eq!(budget.options, 192);
        assert_eq!(Budget::within(0.001, rates, 0).blocks, 16, "something is always played");
        assert_eq!(Budget::within(1e9, rates, 20).blocks, 24_576);
    }

    #[test]
    fn what_takes_too_long_is_left_out() {
        let rates =
            Rates { plain: 1.0, draft: 11.0, exchanged: 10.0, watched: 100.0, options: 10.0 };
        let budget = Budget::within(60.0, rates, 100);
        assert_eq!((budget.blocks, budget.exchanged, budget.watched), (16, 0, 0));
        assert_eq!(budget.changes, 4);
        // Where weak players are far slower than strong ones.
        let slow = Rates { plain: 0.001, draft: 0.7, ..Rates::default() };
        assert_eq!(Budget::within(100.0, slow, 0).blocks, 32);
        let budget = Budget { blocks: 256, changes: 50, ..Budget::default() };
        assert_eq!(budget.changes_within(100.0, 0.05), 8);
    }

    #[test]
    fn long_games_are_watched_at_some_decisions() {
        assert_eq!([5.0, 12.0, 60.0, 300.0].map(Budget::every_of), [1, 1, 5, 25]);
        assert_eq!(Budget::every_of(f64::INFINITY), 1_000, "games that do not end");
    }
}
