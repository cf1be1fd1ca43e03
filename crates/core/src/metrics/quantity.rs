//! Descriptions of quantities. Tables, comparisons, sweeps, sensitivity analyses, stopping rules,
//! goals and sentences all use them.

use std::fmt;

use super::batch::Batch;
use super::cell::Cell;
use super::label::Label;
use super::neighbours::Neighbours;
use super::play::{Measure, THIRDS};
use super::shape::{ComparedPlay, Shape};
use super::sums::{Paired, ShareCounts};
use super::wins::PlayerWins;
use crate::game::{CountedAmong, Description};
use crate::named::named;
use crate::rows::Source;
use fairdeal_stats::quantile_difference::Lengths;
use fairdeal_stats::{BlockSums, Crossed, Overflow};

/// A quantity that is compared between variants.
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
    /// The games, decisions or events over which a share or a mean is taken.
    pub among: Among,
    /// When a run counts it.
    pub counted: WhenCounted,
    /// The verdicts that it does not get if too few games end.
    pub of_ended: OfEnded,
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
    /// The heading about a subject, `{subject}`, where it is more than the name and the subject.
    pub heading: Option<&'static str>,
    /// The key by which `[goal]` asks for it.
    pub goal: GoalKey,
    /// Other words for it. If `[goal]` has one of them, the message names the key.
    pub other_words: &'static [&'static str],
    /// The meaning of `ask` with its name.
    pub question: Question,
    /// How and where it is counted.
    pub(super) counting: Counting,
}

impl fmt::Debug for QuantityDescription {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

/// The names of all quantities differ.
impl PartialEq for QuantityDescription {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// When a run counts a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenCounted {
    /// Always.
    Always,
    /// If all players can lose together.
    CanBeLost,
    /// If it counts events.
    WithEvents,
    /// With `[play]`.
    InPlay,
    /// With `[play]`, in games of several players, if chances of winning are estimated.
    WithChances,
    /// If two strategies are crossed to tell luck from skill.
    Crossed,
}

/// The verdicts of a quantity that are left out if too few games end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfEnded {
    /// None: the quantity does not depend on how games end.
    Nothing,
    /// Verdicts on goals: the values of games that did not end are unknown.
    Goals,
    /// Verdicts on goals and changes: the quantity describes the games that ended, or their endings
    /// for the players.
    All,
}

/// The key by which `[goal]` asks for a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalKey {
    /// The name.
    Name,
    /// Another key.
    Other {
        /// The key.
        key: &'static str,
        /// The meaning there.
        meaning: &'static str,
    },
    /// None: goals are about the subjects, by their own names, or there are none.
    None,
}

/// The meaning of `ask` with the name of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The quantity.
    Quantity,
    /// The quantity, which has this other name too.
    OrWord(&'static str),
    /// The whole topic of the quantity.
    Topic,
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
    /// Each third of a game.
    Thirds,
}

/// The names by which a goal chooses a subject.
#[derive(Clone, Copy, Debug)]
pub struct SubjectNames {
    /// The key in the table of the goal.
    pub key: &'static str,
    /// The kind of the subjects, as a noun.
    pub what: &'static str,
    /// The subjects.
    pub names: &'static [&'static str],
}

impl About {
    /// Returns the names by which a goal chooses a subject; `None` if there is no choice.
    pub fn chosen(self, game: &Description) -> Option<SubjectNames> {
        let (key, what, names) = match self {
            Self::LengthUnits => ("unit", "unit of length", game.length_units),
            Self::EndReasons => ("reason", "reason to end", game.end_reasons),
            _ => return None,
        };
        Some(SubjectNames { key, what, names })
    }
}

impl WhenCounted {
    /// Returns whether it is counted in games of a shape.
    fn is_met(self, shape: &Shape) -> bool {
        let is_met = |is_met: &dyn Fn(ComparedPlay) -> bool| shape.play.is_some_and(is_met);
        match self {
            Self::Always => true,
            Self::CanBeLost => shape.can_be_lost,
            Self::WithEvents => !shape.events.is_empty(),
            Self::InPlay => shape.play.is_some(),
            Self::WithChances => shape.players() > 1 && is_met(&|play| play.rollouts.is_some()),
            Self::Crossed => is_met(&|play| play.is_crossed),
        }
    }

    /// Returns the section or key of an experiment that it needs to be counted.
    fn needs(self) -> Option<&'static str> {
        match self {
            Self::Always | Self::CanBeLost | Self::WithEvents => None,
            Self::InPlay => Some("a [play] section"),
            Self::WithChances => Some("`chances` in [play]"),
            Self::Crossed => {
                Some("`luck = true` in [play], and a line-up of two different strategies")
            }
        }
    }
}

/// The games, decisions or events over which a share or a mean is taken.
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
        /// The tolerance of win rates: absolute.
        WinRate = "win_rate",
        /// The tolerance of lengths: relative to the baseline.
        Length = "length",
        /// The tolerance of scores: relative to the baseline.
        Score = "score",
        /// The tolerance of other shares: absolute.
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
    /// At tables where all players win or lose together.
    OneSide,
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
    /// settled. `felt_unit`: the unit of length that players feel ([`crate::game::felt_unit`]);
    /// `is_one_side`: whether all players win or lose together.
    pub fn is_asked_for(&self, subject: &str, felt_unit: &str, is_one_side: bool) -> bool {
        match self.asked {
            WhenAsked::Always => true,
            WhenAsked::OneSide => is_one_side,
            WhenAsked::FeltUnit => subject == felt_unit,
            WhenAsked::Never => false,
        }
    }

    /// Returns the key by which `[goal]` asks for it, with the meaning there.
    pub fn goal_key(&self) -> Option<(&'static str, &'static str)> {
        match self.goal {
            GoalKey::Name => Some((self.name, self.meaning)),
            GoalKey::Other { key, meaning } => Some((key, meaning)),
            GoalKey::None => None,
        }
    }

    /// Returns the lowest and the highest value that it can have, where there are bounds.
    pub fn range(&self) -> [Option<f64>; 2] {
        match self.kind {
            _ if self.is_rate() => [Some(0.0), Some(1.0)],
            Kind::SignedMean => [None, None],
            _ => [Some(0.0), None],
        }
    }

    /// Returns the amount that makes the quantity 1 in a block, among games of a shape, where it is
    /// counted once for each game or for each place that a strategy holds.
    pub fn places_per_block(&self, shape: &Shape, subject: usize) -> usize {
        match self.about {
            About::Strategies | About::DifferentStrategies => shape.places_per_block(subject),
            _ => shape.games_per_block(),
        }
    }

    /// Returns the section or key of an experiment that it needs to be counted; `None` if
    /// it always is.
    pub fn needs(&self) -> Option<&'static str> {
        self.counted.needs()
    }

    /// Returns the names of its subjects in the cell with this label; one empty name where it is
    /// about the whole table.
    pub fn subjects<'a>(&self, label: &'a Label) -> Vec<&'a str> {
        self.subjects_of(&label.shape, label.game)
    }

    pub(super) fn subjects_of<'a>(&self, shape: &'a Shape, game: &Description) -> Vec<&'a str> {
        let strategies = || shape.strategies.iter().map(String::as_str).collect();
        match self.about {
            _ if !self.counted.is_met(shape) => Vec::new(),
            About::Orders if !shape.can_order_matter() => Vec::new(),
            About::SeveralPlayers | About::DifferentStrategies
                if game.is_one_side(shape.players()) =>
            {
                Vec::new()
            }
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
            About::Thirds => THIRDS.to_vec(),
        }
    }

    /// Returns whether a subject's change only mirrors that of the one before it, so that it is
    /// tested and reported once. With two strategies that hold the same number of seats, one gains
    /// as much as the other loses; so do two ways to end, if all games ended.
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
            _ => false,
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
        /// The sum of their squares, where it is counted.
        squares: Option<u128>,
    },
    /// A percentile of some numbers, and the quantity that is their mean.
    Percentile {
        /// The numbers.
        numbers: Lengths<'c>,
        /// The percentile: 95 for the 95th.
        hundredths: u64,
        /// The quantity.
        mean: &'static QuantityDescription,
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

/// How and where a quantity is counted.
pub(super) enum Counting {
    /// Block by block, in counts of its own. It appears in the table of shares.
    Own(&'static dyn Blocks),
    /// In other metrics of a cell; for comparisons, block by block.
    InCell(FindInCell, &'static dyn Blocks),
    /// In other metrics of a cell; comparisons are derived from these.
    Derived(FindInCell),
    /// As a measure of play.
    Measured(Compared),
    /// Beside the cells.
    Beside,
}

/// Counts the blocks of batches. The counting function is chosen once for each batch: the loop over
/// the blocks is compiled for each kind of contribution.
pub(super) trait Blocks: Sync {
    /// Counts the blocks of a batch for a subject.
    fn observe(
        &self,
        quantity: &QuantityDescription,
        batch: &Batch<'_>,
        subject: usize,
        share: &mut ShareCounts,
    ) -> Result<(), Overflow>;

    /// Counts the same blocks under a variant and under the baseline for a subject.
    fn observe_pair(
        &self,
        quantity: &QuantityDescription,
        variant: &Batch<'_>,
        baseline: &Batch<'_>,
        subject: usize,
        paired: &mut Paired,
    ) -> Result<(), Overflow>;
}

/// A measure of play that is compared.
pub(super) struct Compared {
    /// The measure.
    pub(super) measure: &'static Measure,
    /// The place of the subject among those of the measure.
    pub(super) subject: usize,
    /// Whether the subjects of the quantity are the thirds of games.
    pub(super) in_thirds: bool,
}

impl Compared {
    /// Returns the first subject of a measure, over whole games.
    pub(super) const fn of(measure: &'static Measure) -> Self {
        Self { measure, subject: 0, in_thirds: false }
    }
}
