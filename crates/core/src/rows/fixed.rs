//! Verdicts and other cells with a fixed list of words.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What is known of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verdict {
    /// More than a fair share, beyond the tolerance.
    #[serde(rename = "advantage")]
    Advantage,
    /// Less than a fair share, beyond the tolerance.
    #[serde(rename = "disadvantage")]
    Disadvantage,
    /// No further from nothing, or from a fair share, than the tolerance.
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
    /// Who does without a kind of action wins less, beyond the tolerance.
    #[serde(rename = "needed")]
    Needed,
    /// Who does without a kind of action wins no less, and no more, than the tolerance.
    #[serde(rename = "not needed")]
    NotNeeded,
    /// Who does without a kind of action wins more, beyond the tolerance.
    #[serde(rename = "better without")]
    BetterWithout,
    /// The interval, corrected for all other verdicts of the run, reaches over a bound of the
    /// tolerance.
    #[serde(rename = "not settled")]
    NotSettled,
}

impl Verdict {
    /// How it stands.
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

/// How p-values are corrected for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Correction {
    /// Holm's: of all verdicts of the run that are settled, none is wrong, with the confidence of
    /// the run.
    Holm,
    /// Benjamini and Hochberg's: of all that are settled, only few are wrong on average.
    #[serde(rename = "Benjamini-Hochberg")]
    BenjaminiHochberg,
}

/// How a verdict stands, for those who read the clear ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Beyond the tolerance.
    Beyond,
    /// It cannot be said yet.
    NotSettled,
    /// Within the tolerance.
    Within,
}

/// How an interval was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Wilson's interval of independent games.
    Wilson,
    /// From the spread over blocks.
    Blocks,
    /// Tango's score interval of paired games.
    Tango,
    /// From the share of blocks that differ at all, since few do.
    #[serde(rename = "changed blocks")]
    ChangedBlocks,
    /// From order statistics.
    #[serde(rename = "order statistics")]
    OrderStatistics,
    /// From the spread over groups of blocks.
    #[serde(rename = "groups of blocks")]
    BlockGroups,
    /// It holds at any time.
    Anytime,
}

/// How often something is so.
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

/// Where a player sits beside another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Position {
    /// It acts just before the other one.
    #[serde(rename = "just before")]
    JustBefore,
    /// It acts just after the other one.
    #[serde(rename = "just after")]
    JustAfter,
}

/// Between what win rates vary, where neighbours are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Between {
    /// Orders around the table.
    Orders,
    /// Who sits between whom, where blocks draw their arrangements.
    Neighbourhoods,
}

/// What makes the results of players differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The cards, whoever plays.
    Cards,
    /// The seat.
    Seats,
    /// The strategies in all seats.
    Strategies,
    /// What is left: what these cards bring with these strategies, and chance in the strategies
    /// themselves.
    Rest,
}

/// Why a game stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pick {
    /// The first that `max_turns` cut.
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
    /// The first that several won.
    Shared,
    /// The first that nobody won both by these rules and by the baseline's.
    Flipped,
}

impl Pick {
    /// All, in the order of the table.
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

/// What tables write is what JSON writes. All words of each list are named here.
macro_rules! words {
    ($($list:ident [$($word:ident)*])*) => {
        $(
            impl fmt::Display for $list {
                fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                    self.serialize(formatter)
                }
            }

            impl $list {
                /// All words of the list, as tables write them.
                pub fn words() -> Vec<String> {
                    // A word that is not named here does not compile.
                    let _all = |word: Self| match word { $(Self::$word => (),)* };
                    [$(Self::$word),*].iter().map(Self::to_string).collect()
                }
            }
        )*
    };
}
/// What the wins with a card are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Against {
    /// Those without it.
    #[serde(rename = "without")]
    Without,
    /// Those of the same games with another card in its place.
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
