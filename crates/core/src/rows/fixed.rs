//! Verdicts and other cells with a fixed list of words.

use serde::{Deserialize, Serialize};

use crate::named::named;

named! {
    /// The verdict about an effect.
    pub enum Verdict: name {
        /// Above the fair share, beyond the tolerance.
        Advantage = "advantage",
        /// Below the fair share, beyond the tolerance.
        Disadvantage = "disadvantage",
        /// No further from 0, or from a fair share, than the tolerance.
        Within = "within tolerance",
        /// Neighbours move win rates by more than the tolerance.
        NeighboursMatter = "neighbours matter",
        /// Higher than the baseline, beyond the tolerance.
        Higher = "higher",
        /// Lower than the baseline, beyond the tolerance.
        Lower = "lower",
        /// No further from the baseline than the tolerance.
        Same = "same within tolerance",
        /// A player without a kind of action wins less, beyond the tolerance.
        Needed = "needed",
        /// A player without a kind of action wins as often, within the tolerance.
        NotNeeded = "not needed",
        /// A player without a kind of action wins more, beyond the tolerance.
        BetterWithout = "better without",
        /// The designer's goal is met, within the tolerance.
        Meets = "meets",
        /// The designer's goal is missed, beyond the tolerance.
        Misses = "misses",
        /// The interval, corrected for all other verdicts of its family, contains a bound of the
        /// tolerance.
        NotSettled = "not settled",
    }

    /// The family of a verdict: p-values are corrected within each.
    pub enum Family: name {
        /// About the question of the experiment.
        Asked = "asked",
        /// About everything else.
        Explored = "explored",
    }

    /// The correction of p-values for multiple tests.
    pub enum Correction: name {
        /// Holm's: no settled verdict of the family is wrong, with the confidence of the run.
        Holm = "Holm",
        /// Benjamini and Hochberg's: on average, only a few of the family's settled verdicts are
        /// wrong.
        BenjaminiHochberg = "Benjamini-Hochberg",
    }

    /// The method of an interval.
    pub enum Method: name {
        /// Wilson's interval of independent games.
        Wilson = "wilson",
        /// From the spread over blocks.
        Blocks = "blocks",
        /// Tango's score interval of paired games.
        Tango = "tango",
        /// From the share of blocks that differ at all, if few do.
        ChangedBlocks = "changed blocks",
        /// From order statistics.
        OrderStatistics = "order statistics",
        /// From the spread over groups of blocks.
        BlockGroups = "groups of blocks",
        /// Valid at any time.
        Anytime = "anytime",
    }

    /// How often something happens.
    pub enum Often: name {
        /// In every game.
        Always = "always",
        /// In some games.
        Sometimes = "sometimes",
        /// In no game.
        Never = "never",
    }

    /// The position next to another player.
    pub enum Position: name {
        /// Acts just before the other player.
        JustBefore = "just before",
        /// Acts just after the other player.
        JustAfter = "just after",
    }

    /// The groups that are compared where neighbours may matter.
    pub enum Between: name {
        /// Orders around the table.
        Orders = "orders",
        /// Neighbourhoods, where blocks draw their arrangements.
        Neighbourhoods = "neighbourhoods",
    }

    /// The sources of variance in results.
    pub enum Source: name {
        /// The cards, with any strategies.
        Cards = "cards",
        /// The seat.
        Seats = "seats",
        /// The strategies in all seats.
        Strategies = "strategies",
        /// The rest: the effect of these cards with these strategies, and chance within the strategies.
        Rest = "rest",
    }

    /// The reason why a game stands out.
    pub enum Pick: name {
        /// The first game that `max_turns` cut.
        Unfinished = "unfinished",
        /// The most decisions.
        Longest = "longest",
        /// The fewest decisions.
        Shortest = "shortest",
        /// The winner was furthest behind.
        Comeback = "comeback",
        /// The winner's chance of winning was furthest below the best one.
        Dramatic = "dramatic",
        /// The winner was least ahead.
        Closest = "closest",
        /// The first game with several winners.
        Shared = "shared",
        /// The first game without a common winner under these rules and the baseline's.
        Flipped = "flipped",
    }

    /// From whose knowledge a chance of winning is estimated.
    pub enum ChanceView: name {
        /// The view of a spectator who looks into every hand: the chances of all players.
        Spectator = "spectator",
        /// The view of the seat that decides: the worth of its actions.
        Seat = "seat",
    }

    /// The comparison group for the wins with a card.
    pub enum Against: name {
        /// Seats without the card.
        Without = "without",
        /// The seats with the card, in the same games, but with another card instead.
        Exchanged = "exchanged",
    }
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
            | Self::BetterWithout
            | Self::Misses => Standing::Beyond,
            Self::Within | Self::Same | Self::NotNeeded | Self::Meets => Standing::Within,
            Self::NotSettled => Standing::NotSettled,
        }
    }
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

/// Tables before version 3 have one family for all verdicts, and no column for it.
impl Default for Family {
    fn default() -> Self {
        Self::Asked
    }
}
