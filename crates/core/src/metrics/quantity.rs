//! Quantities: a plain description, and the contribution of each block. Tables, comparisons,
//! sweeps, sensitivity analyses, stopping rules and sentences all use them.

use super::batch::{Batch, Block};
use super::cell::Cell;
use super::label::Label;
use super::neighbours::Neighbours;
use super::play::Measure;
use super::shape::Shape;
use super::sums::{Contribution, Credits, Paired, ShareCounts};
use super::wins::PlayerWins;
use crate::arrangement::Arrangement;
use crate::game::{CountedAmong, Description, Playthrough};
use crate::named::named;
use crate::rows::Source;
use fairdeal_stats::quantile_difference::Lengths;
use fairdeal_stats::{BlockSums, Crossed, Merge, Overflow, PairedBlocks, PairedSums};

/// A quantity that is compared between variants.
#[derive(Debug, PartialEq)]
pub struct QuantityDescription {
    /// The name in the tables.
    pub name: &'static str,
    /// The meaning for a designer.
    pub meaning: &'static str,
    /// The topic that it belongs to.
    pub topic: Topic,
    /// The subjects of the quantity.
    pub about: About,
    /// The way in which it is counted and estimated.
    pub kind: Kind,
    /// What a share or a mean is taken over.
    pub among: Among,
    /// Whether it describes the games that ended, or their endings for the players. If too few
    /// games end, it has no verdict.
    pub of_ended: bool,
    /// The unit.
    pub unit: Unit,
    /// The tolerance by which it is judged.
    pub tolerance: Tolerance,
    /// The cases in which a designer always asks for it.
    pub asked: WhenAsked,
    /// The sentence about a value or a change: `{after}` is the value, `{instead}` stands for the
    /// value before, `{subject}` for the subject, `{games}` for the name of games, `{split}` and
    /// `{ended}` for remarks about unfinished games, `{order}` for the order of players.
    pub phrase: &'static str,
}

/// The subjects of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The table as a whole.
    Table,
    /// A table of several players.
    SeveralPlayers,
    /// The orders around a table, where these can matter.
    Orders,
    /// Each strategy of the line-up.
    Strategies,
    /// Each strategy of a line-up of different strategies; with two, the wins of one are the losses
    /// of the other.
    DifferentStrategies,
    /// Each unit of length.
    LengthUnits,
    /// Each reason why games end, where there are several.
    EndReasons,
    /// Each event that is counted among these.
    Events(CountedAmong),
    /// The table as a whole, where the choices of players are counted for `[play]`.
    Choices,
    /// The table as a whole, where chances of winning are estimated.
    Chances,
    /// Each third of a game, where chances of winning are estimated.
    Thirds,
    /// The table as a whole, where two strategies are crossed to tell luck from skill.
    Crossed,
}

/// What a share or a mean is taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Games.
    Games,
    /// The games of a sample of the blocks, or their decisions.
    Sampled,
    /// Events, of which one block holds more than another.
    Events,
    /// The games or decisions of the blocks that are watched for `[play]`.
    Played,
}

/// The way in which a quantity is counted and estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A share of wins, which may be shared: in 840ths, with the same number of games in each
    /// block.
    Wins,
    /// The share of games, or of things counted in them, for which something is true.
    Share,
    /// A mean of whole numbers from 0: over games, or things counted in them.
    Mean,
    /// A mean of whole numbers of either sign, with the same number in each block.
    SignedMean,
    /// A percentile of the numbers of which another quantity is the mean, from their histograms.
    Percentile,
    /// The spread of win rates, from the counts by neighbours.
    Spread,
    /// The share of the variance of results that is due to this, from crossed strategies.
    VarianceShare(Source),
}

/// The unit of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A rate, in per cent.
    Percent,
    /// A difference of rates, in points.
    Points,
    /// A number.
    Number,
    /// A mean of counts, which can be small.
    Count,
    /// A whole number.
    WholeNumber,
}

named! {
    /// The tolerances of an analysis, with their keys in files.
    pub enum Tolerance: key {
        /// Of win rates: absolute.
        WinRate = "win_rate",
        /// Of lengths: relative to the baseline.
        Length = "length",
        /// Of scores: relative to the baseline.
        Score = "score",
        /// Of other shares: absolute.
        Share = "share",
    }

    /// The topics that designers ask about, in the order of reports, with their headings.
    /// Quantities of one topic are reported together.
    pub enum Topic: title {
        /// The advantage of going first.
        GoingFirst = "Going first",
        /// Which strategy is stronger, and the effect of neighbours.
        Strength = "Who is stronger",
        /// The scores.
        Score = "Score",
        /// The length of games.
        Length = "Length",
        /// How games end.
        Endings = "How games end",
        /// The events that a game counts.
        Events = "What happens",
        /// The experience of playing: how much there is to decide, and whether players who are
        /// behind can still win.
        Play = "How it plays",
    }
}

impl Tolerance {
    /// Returns the name of the quantities that it applies to, for a designer.
    pub fn plural(self) -> &'static str {
        match self {
            Self::WinRate => "win rates",
            Self::Length => "lengths",
            Self::Score => "scores",
            Self::Share => "other shares",
        }
    }

    /// Returns the default size: a difference that hardly anybody would notice at a table.
    pub fn default_size(self) -> f64 {
        match self {
            Self::WinRate => 0.01,
            Self::Length | Self::Score => 0.05,
            Self::Share => 0.02,
        }
    }

    /// The largest allowed size: one half. A `1` probably means one per cent.
    pub const MOST: f64 = 0.5;

    /// Returns whether a difference is judged as a share of the baseline's value.
    pub fn is_relative(self) -> bool {
        matches!(self, Self::Length | Self::Score)
    }
}

/// The cases in which a designer always asks for a quantity: a run that may end early then waits
/// for its verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenAsked {
    /// Always.
    Always,
    /// In games for a single player.
    Alone,
    /// For the unit of length that players feel.
    FeltUnit,
    /// Never: it is still judged.
    Never,
}

impl QuantityDescription {
    /// Returns whether its difference is judged as a share of the baseline's value.
    pub fn is_relative(&self) -> bool {
        self.tolerance.is_relative()
    }

    /// Returns whether it is a rate or a difference of rates.
    pub fn is_rate(&self) -> bool {
        matches!(self.unit, Unit::Percent | Unit::Points)
    }

    /// Returns whether a designer always asks for it, so that a run ends early only when it is
    /// settled. `felt_unit`: the unit of length that players feel ([`crate::game::felt_unit`]).
    pub fn is_asked_for(&self, subject: &str, felt_unit: &str, players: usize) -> bool {
        match self.asked {
            WhenAsked::Always => true,
            WhenAsked::Alone => players == 1,
            WhenAsked::FeltUnit => subject == felt_unit,
            WhenAsked::Never => false,
        }
    }

    /// Returns the amount that makes the quantity 1 in a block, among games of a shape, where it is
    /// counted once for each game or for each place that a strategy holds.
    pub fn places_per_block(&self, shape: &Shape, subject: usize) -> usize {
        match self.about {
            About::Strategies | About::DifferentStrategies => shape.places_per_block(subject),
            About::Table
            | About::SeveralPlayers
            | About::Orders
            | About::LengthUnits
            | About::EndReasons
            | About::Events(_)
            | About::Choices
            | About::Chances
            | About::Thirds
            | About::Crossed => shape.games_per_block(),
        }
    }

    /// Returns what an experiment has to ask for so that it is counted; `None` if it always is.
    pub fn needs(&self) -> Option<&'static str> {
        match self.about {
            About::Choices => Some("a [play] section"),
            About::Chances | About::Thirds => Some("`chances` in [play]"),
            About::Crossed => {
                Some("`luck = true` in [play], and a line-up of two different strategies")
            }
            _ => None,
        }
    }

    /// Returns the names of its subjects in the cell with this label; one empty name where it is
    /// about the whole table.
    pub fn subjects<'a>(&self, label: &'a Label) -> Vec<&'a str> {
        self.subjects_of(&label.shape, label.game)
    }

    fn subjects_of<'a>(&self, shape: &'a Shape, game: &Description) -> Vec<&'a str> {
        let strategies = || shape.strategies.iter().map(String::as_str).collect();
        match self.about {
            About::Orders if !shape.can_order_matter() => Vec::new(),
            About::SeveralPlayers if shape.players() == 1 => Vec::new(),
            About::Table | About::SeveralPlayers | About::Orders => vec![""],
            About::DifferentStrategies if shape.strategies.len() == 1 => Vec::new(),
            About::Strategies | About::DifferentStrategies => strategies(),
            About::LengthUnits => game.length_units.to_vec(),
            // The last one is the limit of turns, which the share of unfinished games covers.
            About::EndReasons => match game.end_reasons.split_last() {
                Some((_, reasons)) if reasons.len() > 1 => reasons.to_vec(),
                _ => Vec::new(),
            },
            About::Events(among) => {
                shape.events.among(among).map(|(_, event)| event.name).collect()
            }
            About::Choices | About::Chances | About::Thirds | About::Crossed => {
                self.played_subjects(shape)
            }
        }
    }

    /// Returns whether a subject's change only mirrors that of the one before it, so that it is
    /// tested and reported once. With two strategies that hold the same number of seats, one gains
    /// what the other loses; so do two ways to end, if all games ended.
    pub fn mirrors(
        &self,
        subject: usize,
        subjects: usize,
        equal_seats: bool,
        all_ended: bool,
    ) -> bool {
        let of_two = match self.about {
            About::DifferentStrategies => equal_seats,
            About::EndReasons => all_ended,
            About::Table
            | About::SeveralPlayers
            | About::Orders
            | About::Strategies
            | About::LengthUnits
            | About::Events(_)
            | About::Choices
            | About::Chances
            | About::Thirds
            | About::Crossed => false,
        };
        of_two && subjects == 2 && subject == 1
    }
}

/// The counts of a quantity in one cell.
#[derive(Clone, Copy, Debug)]
pub enum CellValue<'c> {
    /// The wins of one player.
    Wins(PlayerWins<'c>),
    /// Whole numbers.
    Mean {
        /// The sum.
        sum: i128,
        /// The number of values.
        count: u128,
    },
    /// A percentile of some numbers, and the name of the quantity that is their mean.
    Percentile {
        /// The numbers.
        numbers: Lengths<'c>,
        /// The percentile: 95 for the 95th.
        hundredths: u64,
        /// The key of the quantity.
        mean: &'static str,
    },
    /// The counts by neighbours.
    Spread(&'c Neighbours),
    /// The counts of the two strategies that are crossed, and the source of which the share is asked.
    VarianceShare {
        /// The counts.
        crossed: &'c Crossed,
        /// The source.
        source: Source,
    },
    /// The quantity's own counts.
    Counted(&'c ShareCounts),
    /// The counts of a measure of play.
    Played {
        /// The measure.
        measure: &'static Measure,
        /// Its sums, shifted so that none are negative.
        sums: &'c BlockSums,
        /// The number of rollouts of each legal action.
        rollouts: u32,
    },
}

/// Finds the counts of a quantity for a subject in a cell.
pub(super) type FindInCell = for<'c> fn(&'c Cell, &Shape, usize) -> Option<CellValue<'c>>;

/// A quantity: the contribution of each block.
pub(super) trait Quantity: 'static {
    const DESCRIPTION: &'static QuantityDescription;

    /// Finds the counts if other metrics of a cell hold them. Otherwise the quantity has its own
    /// counts, and appears in the table of shares.
    const IN_CELL: Option<FindInCell> = None;

    /// Whether it is counted once for each game that ended. Then all blocks without an unfinished
    /// game have the same number, which is faster to count.
    const BY_ENDED_GAME: bool = false;

    /// Whether it depends only on the first player, the winners and the reason why the game ended.
    /// Then blocks that ended alike are counted together. A quantity that uses scores or lengths
    /// must not set it.
    const BY_ENDING: bool = false;

    /// Returns whether a game has what a share of games is about.
    fn happened(_game: &Playthrough, _subject: usize) -> bool {
        false
    }

    /// Returns the contribution of each block of a batch for a subject: without a function of its
    /// own, the share of games in which it happened.
    #[inline]
    fn of_block<'b>(_: &'b Batch<'_>, subject: usize) -> impl Fn(Block<'_>) -> Contribution + 'b {
        move |block| Contribution {
            points: block.games.iter().filter(|game| Self::happened(game, subject)).count() as i64,
            among: block.games.len() as u64,
            shared: false,
        }
    }
}

/// A quantity in the list of all.
#[derive(Debug)]
pub struct Entry {
    /// The description.
    pub description: &'static QuantityDescription,
    in_cell: Option<FindInCell>,
    observe: fn(&Batch<'_>, usize, &mut ShareCounts) -> Result<(), Overflow>,
    observe_pair: fn(&Batch<'_>, &Batch<'_>, usize, &mut Paired) -> Result<(), Overflow>,
}

impl Entry {
    pub(super) const fn of<Q: Quantity>() -> Self {
        // Only whole numbers from 0 have their own counts in a cell.
        assert!(
            Q::IN_CELL.is_some() || matches!(Q::DESCRIPTION.kind, Kind::Share | Kind::Mean),
            "IN_CELL says where a cell counts it"
        );
        Self {
            description: Q::DESCRIPTION,
            in_cell: Q::IN_CELL,
            observe: observe::<Q>,
            observe_pair: observe_pair::<Q>,
        }
    }

    /// Returns the counts of a cell for a subject. `place` is the index in the list of all
    /// quantities.
    pub fn in_cell<'c>(
        &self,
        place: usize,
        cell: &'c Cell,
        shape: &Shape,
        subject: usize,
    ) -> Option<CellValue<'c>> {
        match self.in_cell {
            Some(in_cell) => in_cell(cell, shape, subject),
            None => cell.shares.get(place)?.get(subject).map(CellValue::Counted),
        }
    }

    /// Returns zero counts for every subject, if the quantity has its own counts in a cell.
    pub(super) fn shares(&self, shape: &Shape, game: &Description) -> Vec<ShareCounts> {
        if self.in_cell.is_some() {
            Vec::new()
        } else {
            vec![ShareCounts::default(); self.description.subjects_of(shape, game).len()]
        }
    }

    /// Returns zero counts for every subject, for the comparison of two cells.
    pub(super) fn pairs(&self, shape: &Shape, game: &Description) -> Vec<Paired> {
        let subjects = 0..self.description.subjects_of(shape, game).len();
        subjects
            .map(|subject| match self.description.kind {
                Kind::Wins => Paired::Credits(Credits::new(
                    shape,
                    self.description.places_per_block(shape, subject),
                )),
                Kind::Share if self.description.among == Among::Games => {
                    Paired::Sums(PairedSums::default())
                }
                Kind::Share | Kind::Mean => Paired::Blocks(PairedBlocks::default()),
                Kind::SignedMean => Paired::Sums(PairedSums::default()),
                Kind::Percentile | Kind::Spread | Kind::VarianceShare(_) => Paired::Derived,
            })
            .collect()
    }

    /// Counts the blocks of a batch for every subject.
    pub(super) fn observe(
        &self,
        batch: &Batch<'_>,
        shares: &mut [ShareCounts],
    ) -> Result<(), Overflow> {
        shares
            .iter_mut()
            .enumerate()
            .try_for_each(|(subject, share)| (self.observe)(batch, subject, share))
    }

    /// Counts the same blocks under a variant and under the baseline for every subject.
    pub(super) fn observe_pairs(
        &self,
        variant: &Batch<'_>,
        baseline: &Batch<'_>,
        pairs: &mut [Paired],
    ) -> Result<(), Overflow> {
        pairs
            .iter_mut()
            .enumerate()
            .try_for_each(|(subject, pair)| (self.observe_pair)(variant, baseline, subject, pair))
    }
}

fn observe<Q: Quantity>(
    batch: &Batch<'_>,
    subject: usize,
    share: &mut ShareCounts,
) -> Result<(), Overflow> {
    let contribution = Q::of_block(batch, subject);
    let count_one = |block: Block<'_>| {
        let Contribution { points, among, .. } = contribution(block);
        share.sums.observe(points as u64, among)?;
        if points > 0 && share.first.is_none() {
            share.first = Some(first_game(batch, block, &contribution));
        }
        Ok(())
    };
    match (Q::DESCRIPTION.among, Q::DESCRIPTION.kind) {
        (Among::Sampled, _) => return batch.sampled_blocks().try_for_each(count_one),
        (Among::Events, _) | (Among::Games, Kind::Mean) => {
            return batch.blocks().try_for_each(count_one);
        }
        _ => {}
    }
    // Fewer than a million games: the sums fit in words.
    let (mut blocks, mut points, mut squares) = (0, 0_u64, 0_u64);
    let mut count = |block: Block<'_>, times: u64| {
        let happened = contribution(block).points as u64;
        blocks += times;
        points += times * happened;
        squares += times * happened * happened;
    };
    if Q::BY_ENDING {
        batch.alike().for_each(|(block, times)| count(block, times));
    } else {
        batch.blocks().for_each(|block| count(block, 1));
    }
    let games = batch.shape.games_per_block() as u64;
    let sums = BlockSums::of_equal_games(blocks, games, points.into(), squares.into())?;
    share.sums.merge(&sums)?;
    if points > 0 && share.first.is_none() {
        share.first = batch
            .blocks()
            .find(|block| contribution(*block).points > 0)
            .map(|block| first_game(batch, block, &contribution));
    }
    Ok(())
}

/// The number of a block, and the arrangement of its first game that contributes anything.
fn first_game(
    batch: &Batch<'_>,
    block: Block<'_>,
    contribution: impl Fn(Block<'_>) -> Contribution,
) -> (u64, Arrangement) {
    let samples = |game: usize| block.samples.get(game..=game).unwrap_or_default();
    let each = block.events.len() / block.games.len().max(1);
    let events = |game: usize| &block.events[game * each..(game + 1) * each];
    let alone = |game: usize| Block {
        games: &block.games[game..=game],
        samples: samples(game),
        events: events(game),
        ..block
    };
    let game =
        (0..block.games.len()).find(|game| contribution(alone(*game)).points > 0).unwrap_or(0);
    (batch.first_block + block.index as u64, batch.arrangements().of(block)[game])
}

fn observe_pair<Q: Quantity>(
    variant: &Batch<'_>,
    baseline: &Batch<'_>,
    subject: usize,
    paired: &mut Paired,
) -> Result<(), Overflow> {
    // Both play the same arrangements of a block.
    let of_variant = Q::of_block(variant, subject);
    let of_baseline = Q::of_block(baseline, subject);
    let blocks = || variant.blocks().zip(baseline.blocks());
    let points =
        |(one, other): (Block<'_>, Block<'_>)| (of_variant(one).points, of_baseline(other).points);
    let contribution =
        |contribution: Contribution| (contribution.points as u64, contribution.among);
    match paired {
        Paired::Derived => Ok(()),
        Paired::Credits(credits) => credits.observe(
            variant
                .alike_with(baseline)
                .map(|(one, other, times)| (of_variant(one), of_baseline(other), times)),
        ),
        Paired::Sums(sums) if !Q::BY_ENDING => sums.observe_all(blocks().map(points)),
        Paired::Sums(sums) => variant.alike_with(baseline).try_for_each(|(one, other, times)| {
            sums.observe_many(of_variant(one).points, of_baseline(other).points, times)
        }),
        Paired::Blocks(sums) if Q::DESCRIPTION.among == Among::Sampled => {
            let mut sampled = variant.sampled_blocks().zip(baseline.sampled_blocks());
            sampled.try_for_each(|(one, other)| {
                sums.observe(contribution(of_variant(one)), contribution(of_baseline(other)))
            })
        }
        Paired::Blocks(sums) if Q::DESCRIPTION.among == Among::Played => {
            let is_watched = |block: &Block<'_>| Q::DESCRIPTION.is_played(block);
            let mut watched = blocks().filter(|(one, other)| is_watched(one) && is_watched(other));
            watched.try_for_each(|(one, other)| {
                sums.observe(contribution(of_variant(one)), contribution(of_baseline(other)))
            })
        }
        Paired::Blocks(sums)
            if Q::BY_ENDED_GAME && variant.unfinished() + baseline.unfinished() == 0 =>
        {
            let mut of_batch = PairedSums::default();
            of_batch.observe_all(blocks().map(points))?;
            sums.merge(
                &PairedBlocks::of_equal_games(&of_batch, variant.shape.games_per_block() as u64)
                    .ok_or(Overflow)?,
            )
        }
        Paired::Blocks(sums) => blocks().try_for_each(|(one, other)| {
            sums.observe(contribution(of_variant(one)), contribution(of_baseline(other)))
        }),
    }
}

#[cfg(test)]
mod tests {
    use fairdeal_property::proptest;
    use proptest::prelude::*;

    use super::*;
    use crate::metrics::DecisionSamples;
    use crate::metrics::odd_games::tests::{DESCRIPTION, games};

    /// The mean length of the games that ended, as a newcomer would add a mean: only the
    /// contribution of a block. `FAST` selects the shortcut for blocks in which all games ended.
    struct MeanLength<const FAST: bool>;

    impl<const FAST: bool> Quantity for MeanLength<FAST> {
        const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
            name: "mean_length",
            meaning: "",
            topic: Topic::Play,
            about: About::SeveralPlayers,
            kind: Kind::Mean,
            among: Among::Games,
            of_ended: true,
            unit: Unit::Number,
            tolerance: Tolerance::Length,
            asked: WhenAsked::Never,
            phrase: "",
        };
        const BY_ENDED_GAME: bool = FAST;

        fn of_block<'b>(
            _batch: &'b Batch<'_>,
            _subject: usize,
        ) -> impl Fn(Block<'_>) -> Contribution + 'b {
            |block| contribution(block.games)
        }
    }

    fn contribution(games: &[Playthrough]) -> Contribution {
        let ended = games.iter().filter(|game| !game.outcome.unfinished);
        ended.fold(Contribution::default(), |sum, game| Contribution {
            points: sum.points + game.lengths[0].cast_signed(),
            among: sum.among + 1,
            shared: false,
        })
    }

    proptest! {
        #[test]
        fn a_mean_is_counted_in_cells_and_pairs(
            all_end: bool,
            games in games(),
            theirs in games(),
        ) {
            let shape = Shape::new(&["a", "a", "b"].map(str::to_owned));
            let blocks = games.len().min(theirs.len()) / 3;
            let ended = |mut game: Playthrough| {
                game.outcome.unfinished &= !all_end;
                game
            };
            let [games, theirs] = [games, theirs]
                .map(|games| games[..3 * blocks].iter().copied().map(ended).collect::<Vec<_>>());
            let [here, there] = [&games, &theirs]
                .map(|games| Batch::new(&shape, 5, games, &[], DecisionSamples::default()));

            // The slow way, block by block.
            let (mut alone, mut both) = (BlockSums::default(), PairedBlocks::default());
            for (one, other) in games.chunks(3).zip(theirs.chunks(3)) {
                let [one, other] = [one, other]
                    .map(|games| (contribution(games).points as u64, contribution(games).among));
                alone.observe(one.0, one.1)?;
                both.observe(one, other)?;
            }
            let first =
                games.iter().position(|game| !game.outcome.unfinished && game.lengths[0] > 0);
            for entry in [Entry::of::<MeanLength<false>>(), Entry::of::<MeanLength<true>>()] {
                let (mut shares, mut pairs) =
                    (entry.shares(&shape, &DESCRIPTION), entry.pairs(&shape, &DESCRIPTION));
                entry.observe(&here, &mut shares)?;
                entry.observe_pairs(&here, &there, &mut pairs)?;
                prop_assert_eq!(shares.len(), 1);
                prop_assert_eq!(&shares[0].sums, &alone);
                prop_assert_eq!(
                    shares[0].first.map(|(block, _)| block),
                    first.map(|game| 5 + game as u64 / 3)
                );
                prop_assert_eq!(&pairs, &vec![Paired::Blocks(both)]);
            }
        }
    }
}
