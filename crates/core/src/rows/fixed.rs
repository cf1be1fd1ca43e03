//! Verdicts and other cells with a fixed list of words.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The verdict about an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verdict {
    /// Above the fair share, beyond the tolerance.
    #[serde(rename = "advantage")]
    Advantage,
    /// Below the fair share, beyond the tolerance.
    #[serde(rename = "disadvantage")]
    Disadvantage,
    /// No further from 0, or from a fair share, than the tolerance.
    #[serde(rename = "within tolerance")]
    Within,
    /// Neighbours move win rates by more than the tolerance.
    #[serde(rename = "neighbours matter")]
    NeighboursMatter,
    /// Higher than the baseline, beyond the tolerance.
    #[serde(rename = "higher")]
    Higher,
    /// Lower than the baseline, beyond the tolerance.
    #[serde(rename = "lower")]
    Lower,
    /// No further from the baseline than the tolerance.
    #[serde(rename = "same within tolerance")]
    Same,
    /// A player without a kind of action wins less, beyond the tolerance.
    #[serde(rename = "needed")]
    Needed,
    /// A player without a kind of action wins as often, within the tolerance.
    #[serde(rename = "not needed")]
    NotNeeded,
    /// A player without a kind of action wins more, beyond the tolerance.
    #[serde(rename = "better without")]
    BetterWithout,
    /// The interval, corrected for all other verdicts of the run, contains a bound of the
    /// tolerance.
    #[serde(rename = "not settled")]
    NotSettled,
}

impl Verdict {
    /// Returns the standing of the verdict.
    pub fn standing(self) -> Standing {
        match self {
            Self::Advantage
            | Self::Disadvantage
            | Self::NeighboursMatter
            | Self::Higher
            | Self::Lower
            | Self::Needed
            | Self::BetterWithout => Standing::Beyond,
            Self::Within | Self::Same | Self::NotNeeded => Standing::Within,
            Self::NotSettled => Standing::NotSettled,
        }
    }
}

/// The correction of p-values for multiple tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Correction {
    /// Holm's: no settled verdict of the run is wrong, with the confidence of the run.
    Holm,
    /// Benjamini and Hochberg's: on average, only a few of the settled verdicts are wrong.
    #[serde(rename = "Benjamini-Hochberg")]
    BenjaminiHochberg,
}

/// The standing of a verdict, for readers who want the clear ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Beyond the tolerance.
    Beyond,
    /// Not known yet.
    NotSettled,
    /// Within the tolerance.
    Within,
}

/// The method of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Wilson's interval of independent games.
    Wilson,
    /// From the spread over blocks.
    Blocks,
    /// Tango's score interval of paired games.
    Tango,
    /// From the share of blocks that differ at all, if few do.
    #[serde(rename = "changed blocks")]
    ChangedBlocks,
    /// From order statistics.
    #[serde(rename = "order statistics")]
    OrderStatistics,
    /// From the spread over groups of blocks.
    #[serde(rename = "groups of blocks")]
    BlockGroups,
    /// Valid at any time.
    Anytime,
}

/// How often something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Often {
    /// In every game.
    Always,
    /// In some games.
    Sometimes,
    /// In no game.
    Never,
}

/// The position next to another player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Position {
    /// Acts just before the other player.
    #[serde(rename = "just before")]
    JustBefore,
    /// Acts just after the other player.
    #[serde(rename = "just after")]
    JustAfter,
}

/// The groups that are compared where neighbours may matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Between {
    /// Orders around the table.
    Orders,
    /// Neighbourhoods, where blocks draw their arrangements.
    Neighbourhoods,
}

/// The sources of variance in results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The cards, with any strategies.
    Cards,
    /// The seat.
    Seats,
    /// The strategies in all seats.
    Strategies,
    /// The rest: the effect of these cards with these strategies, and chance within the strategies.
    Rest,
}

/// The reason why a game stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pick {
    /// The first game that `max_turns` cut.
    Unfinished,
    /// The most decisions.
    Longest,
    /// The fewest decisions.
    Shortest,
    /// The winner was furthest behind.
    Comeback,
    /// The winner's chance of winning was furthest below the best one.
    Dramatic,
    /// The winner was least ahead.
    Closest,
    /// The first game with several winners.
    Shared,
    /// The first game without a common winner under these rules and the baseline's.
    Flipped,
}

impl Pick {
    /// All picks, in the order of the table.
    pub const ALL: [Self; 8] = [
        Self::Unfinished,
        Self::Longest,
        Self::Shortest,
        Self::Comeback,
        Self::Dramatic,
        Self::Closest,
        Self::Shared,
        Self::Flipped,
    ];
}

/// Tables write the same words as JSON. All words of each list are named here.
macro_rules! words {
    ($($list:ident [$($word:ident)*])*) => {
        $(
            impl fmt::Display for $list {
                fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.serialize(formatter)
                }
            }

            impl $list {
                /// Returns all words of the list, as tables write them.
                pub fn words() -> Vec<String> {
                    // A word that is missing here does not compile.
                    let _all = |word: Self| match word { $(Self::$word => (),)* };
                    [$(Self::$word),*].iter().map(Self::to_string).collect()
                }
            }
        )*
    };
}
/// The comparison group for the wins with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Against {
    /// Seats without the card.
    #[serde(rename = "without")]
    Without,
    /// The same seats in the same games with another card instead.
    #[serde(rename = "exchanged")]
    Exchanged,
}

words! {
    Against [Without Exchanged]
    Verdict [Advantage Disadvantage Within NeighboursMatter Higher Lower Same Needed NotNeeded BetterWithout NotSettled]
    Correction [Holm BenjaminiHochberg]
    Method [Wilson Blocks Tango ChangedBlocks OrderStatistics BlockGroups Anytime]
    Often [Always Sometimes Never]
    Position [JustBefore JustAfter]
    Between [Orders Neighbourhoods]
    Source [Cards Seats Strategies Rest]
    Pick [Unfinished Longest Shortest Comeback Dramatic Closest Shared Flipped]
}
