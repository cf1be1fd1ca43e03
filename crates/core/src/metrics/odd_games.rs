//! Games that stand out: the longest, the shortest, the closest finish, the greatest comeback, and
//! the first with another winner under a variant.

use serde::{Deserialize, Serialize};

use super::batch::Batch;
use super::metric::Metric;
use super::samples::SampledGame;
use super::shape::Shape;
use crate::arrangement::Arrangement;
use crate::game::{Description, Playthrough};
use crate::seat::{MAX_SEATS, SeatSet};
use fairdeal_stats::{Merge, Overflow};

/// A game that stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OddGame {
    /// The length, or the difference of scores, by which it stands out.
    pub value: u64,
    /// Its block.
    pub block: u64,
    /// Its arrangement.
    pub arrangement: Arrangement,
}

/// The games of one cell that stand out; of equal games, the first one of the lowest block.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OddGames {
    /// The most decisions among the games that ended.
    pub longest: Option<OddGame>,
    /// The fewest decisions among the games that ended.
    pub shortest: Option<OddGame>,
    /// The smallest difference between the score of a single winner and another player.
    pub closest: Option<OddGame>,
    /// In the sampled blocks, the winner who was furthest behind when half of the decisions were
    /// taken.
    pub comeback: Option<OddGame>,
}

/// Keeps the better of two games: the lower one by `key`, and on a tie the one from the lower
/// block.
pub(super) fn keep<K: Ord>(
    known: &mut Option<OddGame>,
    found: Option<OddGame>,
    key: impl Fn(u64) -> K,
) {
    let rank = |game: &OddGame| (key(game.value), game.block);
    if let Some(found) = found
        && known.is_none_or(|known| rank(&found) < rank(&known))
    {
        *known = Some(found);
    }
}

impl OddGames {
    fn keep(&mut self, found: &Self) {
        let (low, high) = (|value| value, std::cmp::Reverse);
        keep(&mut self.longest, found.longest, high);
        keep(&mut self.shortest, found.shortest, low);
        keep(&mut self.closest, found.closest, low);
        keep(&mut self.comeback, found.comeback, high);
    }
}

/// Returns the difference between the score of a single winner, or of the first seat of a team, and
/// the nearest other one; `u64::MAX` with a shared win or a single player.
#[inline(always)]
pub fn margin(game: &Playthrough, players: usize) -> u64 {
    let winners = game.outcome.winners.bits();
    if winners == 0 || game.outcome.shared {
        return u64::MAX;
    }
    let winner = winners.trailing_zeros() as usize;
    let scores = &game.outcome.scores;
    if players == 2 {
        return scores[0].abs_diff(scores[1]);
    }
    let won = scores[winner % MAX_SEATS];
    // A loop and not a chain of iterators, which takes several times as long.
    let mut smallest = u64::MAX;
    for (seat, score) in scores[..players.min(MAX_SEATS)].iter().enumerate() {
        let is_winner = winners >> seat & 1 == 1;
        let difference = if is_winner { u64::MAX } else { score.abs_diff(won) };
        smallest = smallest.min(difference);
    }
    smallest
}

impl Merge for OddGames {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.keep(other);
        Ok(())
    }
}

impl Metric for OddGames {
    fn new(_shape: &Shape, _game: &Description) -> Self {
        Self::default()
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        let (players, some_unfinished) = (batch.shape.players(), batch.unfinished() > 0);
        let at = |(value, game): (u64, usize)| {
            batch.game(game).map(|(block, arrangement)| OddGame { value, block, arrangement })
        };
        // Values with the indices of their games. Games without decisions, or with all players
        // level, count too, so the initial bounds must lie outside.
        let (mut longest, mut shortest, mut closest) =
            ((0, usize::MAX), (u64::MAX, usize::MAX), (u64::MAX, usize::MAX));
        for (place, game) in batch.games.iter().enumerate() {
            if some_unfinished && game.outcome.unfinished {
                continue;
            }
            let length = game.lengths[0];
            if length > longest.0 || longest.1 == usize::MAX {
                longest = (length, place);
            }
            if length < shortest.0 {
                shortest = (length, place);
            }
            // Distance 0 means that something other than the scores decided; nothing is closer.
            if closest.0 > 0 {
                let margin = margin(game, players);
                if margin < closest.0 {
                    closest = (margin, place);
                }
            }
        }
        let mut found = Self {
            longest: at(longest),
            shortest: at(shortest),
            closest: at(closest),
            comeback: None,
        };
        // Most blocks are not sampled. Visiting all blocks takes longer than searching the sampled
        // ones.
        let came_back = |game: &&SampledGame| game.comeback == Some(true);
        if let Some(furthest) =
            batch.samples.games.iter().filter(came_back).map(|game| game.behind).max()
        {
            let mut games = batch.sampled_blocks().flat_map(|block| {
                block
                    .samples
                    .iter()
                    .zip(batch.arrangements().of(block))
                    .map(move |game| (block, game))
            });
            let first = games.find(|(_, (game, _))| came_back(game) && game.behind == furthest);
            found.comeback = first.map(|(block, (_, arrangement))| {
                let block = batch.first_block + block.index as u64;
                OddGame { value: furthest, block, arrangement: *arrangement }
            });
        }
        self.keep(&found);
        Ok(())
    }
}

/// A game with different winners under the variant and the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flip {
    /// Its block.
    pub block: u64,
    /// Its arrangement.
    pub arrangement: Arrangement,
    /// The winners under the variant's rules, and under the baseline's.
    pub winners: [SeatSet; 2],
}

/// The game from the lower block is kept.
impl Merge for Flip {
    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        if other.block < self.block {
            *self = *other;
        }
        Ok(())
    }
}

impl Flip {
    /// Returns the first game of some blocks that ended under both rules and has no common winner.
    pub(super) fn first(variant: &Batch<'_>, baseline: &Batch<'_>) -> Option<Self> {
        let flipped = |(one, other): (&Playthrough, &Playthrough)| {
            let [one, other] = [one, other].map(|game| game.outcome.winners);
            one != SeatSet::NONE
                && other != SeatSet::NONE
                && one.intersection(other) == SeatSet::NONE
        };
        let place = variant.games.iter().zip(baseline.games).position(flipped)?;
        let (block, arrangement) = variant.game(place)?;
        Some(Self {
            block,
            arrangement,
            winners: [variant, baseline].map(|batch| batch.games[place].outcome.winners),
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::*;
    use crate::game::{MAX_LENGTH, MAX_LENGTH_UNITS, MAX_SCORE, Outcome};
    use crate::metrics::DecisionSamples;
    use crate::seat::Seat;

    pub(in crate::metrics) const DESCRIPTION: Description = Description {
        name: "none",
        title: "",
        summary: "",
        plural: "",
        fewest_players: 1,
        most_players: 3,
        teams: 0,
        aim: None,
        aim_knob: None,
        can_be_lost: false,
        knobs: &[],
        turned_first: &[],
        defaults_version: 1,
        presets: &[],
        length_units: &["decisions"],
        action_kinds: &[],
        conditions: &[],
        named_cards: &[],
        sights: &[],
        end_reasons: &[],
        events: &[],
        rulings: &[],
    };

    fn played((decisions, scores, winners): (u64, [i64; 3], u8)) -> Playthrough {
        let mut all = [0; MAX_SEATS];
        all[..3].copy_from_slice(&scores);
        let winners = (0..3)
            .filter(|seat| winners >> seat & 1 == 1)
            .fold(SeatSet::NONE, |set, seat| set.with(Seat::new(seat)));
        Playthrough {
            outcome: Outcome {
                winners,
                shared: winners.count() > 1,
                scores: all,
                unfinished: winners == SeatSet::NONE,
                end_reason: 0,
            },
            first_player: Seat::new(0),
            lengths: std::array::from_fn::<_, MAX_LENGTH_UNITS, _>(|unit| {
                if unit == 0 { decisions } else { 0 }
            }),
        }
    }

    /// Small numbers, and some at their limits.
    pub(in crate::metrics) fn games() -> impl Strategy<Value = Vec<Playthrough>> {
        let length = prop_oneof![9 => 0..6u64, 1 => MAX_LENGTH - 6..=MAX_LENGTH];
        let score = prop_oneof![
            9 => -3..4i64,
            1 => -MAX_SCORE..4 - MAX_SCORE,
            1 => MAX_SCORE - 3..=MAX_SCORE
        ];
        let game = (length, prop::array::uniform3(score), 0u8..8);
        prop::collection::vec(game.prop_map(played), 0..40)
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same_counts(games in games(), theirs in games(), cut in 0usize..14) {
            // Three arrangements in each block.
            let shape = Shape::new(&["a", "a", "b"].map(str::to_owned));
            let blocks = games.len().min(theirs.len()) / 3;
            let cut = cut.min(blocks);
            let (games, theirs) = (&games[..3 * blocks], &theirs[..3 * blocks]);
            let batch =
                |games, first| Batch::new(&shape, first, games, &[], DecisionSamples::default());
            let count = |games, first| {
                let mut counted = OddGames::new(&shape, &DESCRIPTION);
                counted.observe(&batch(games, first)).map(|()| counted)
            };
            let mut whole = count(&games[3 * cut..], cut as u64)?;
            whole.merge(&count(&games[..3 * cut], 0)?)?;
            prop_assert_eq!(&whole, &count(games, 0)?);
            let flip = |from: usize, to: usize| {
                Flip::first(
                    &batch(&games[3 * from..3 * to], from as u64),
                    &batch(&theirs[3 * from..3 * to], from as u64),
                )
            };
            let mut first = flip(cut, blocks);
            first.merge(&flip(0, cut))?;
            prop_assert_eq!(first, flip(0, blocks));

            // The slow way: the first best game, in the order of blocks and arrangements.
            let ended = || games.iter().enumerate().filter(|(_, game)| !game.outcome.unfinished);
            let place = |(place, _): (usize, &Playthrough)| {
                (place as u64 / 3, shape.arrangements.all().expect("few")[place % 3])
            };
            let longest =
                ended().max_by_key(|(place, game)| (game.lengths[0], std::cmp::Reverse(*place)));
            let shortest = ended().min_by_key(|(_, game)| game.lengths[0]);
            let margin = |game: &Playthrough| {
                let won = |seat: u8| game.outcome.winners.contains(Seat::new(seat));
                let scores = |winners: bool| {
                    (0..3)
                        .filter(move |seat| won(*seat) == winners)
                        .map(|seat| game.outcome.scores[usize::from(seat)])
                };
                let pairs = scores(true)
                    .flat_map(|one| scores(false).map(move |other| one.abs_diff(other)));
                (game.outcome.winners.count() == 1).then(|| pairs.min()).flatten()
            };
            let closest = ended()
                .filter(|(_, game)| margin(game).is_some())
                .min_by_key(|(_, game)| margin(game));
            let found = |game: Option<OddGame>| game.map(|game| (game.block, game.arrangement));
            prop_assert_eq!(found(whole.longest), longest.map(place));
            prop_assert_eq!(found(whole.shortest), shortest.map(place));
            prop_assert_eq!(found(whole.closest), closest.map(place));
            prop_assert_eq!(
                whole.closest.map(|game| game.value),
                closest.and_then(|(_, game)| margin(game))
            );
        }
    }
}
