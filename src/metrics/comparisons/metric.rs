//! The metrics that are compared.

use crate::metrics::Analysis;

/// A metric that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Metric {
    /// Win rate of the first player.
    FirstPlayer,
    /// What going first wins over a fair share of the games that ended; where all did, it says the same as the win rate, and is left out.
    Advantage,
    /// Win rate of a strategy of the shape.
    WinRate(usize),
    /// How much neighbours matter: the standard deviation of win rates between the orders around the table.
    Neighbours,
    /// Mean score of a strategy of the shape, a game and seat.
    Score(usize),
    /// Mean length in a unit, of the games that ended.
    Length(usize),
    /// The length that 95 % of the games do not exceed, in a unit.
    LengthP95(usize),
    /// The share of decisions with one legal action only.
    Forced,
    /// The share of games cut by `max_turns`.
    Unfinished,
}

impl Metric {
    /// The name in the tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::FirstPlayer => "first_player_win_rate",
            Self::Advantage => "first_player_advantage",
            Self::WinRate(_) => "win_rate",
            Self::Neighbours => "neighbours",
            Self::Score(_) => "score",
            Self::Length(_) => "length",
            Self::LengthP95(_) => "length_p95",
            Self::Forced => "forced_decisions",
            Self::Unfinished => "unfinished_games",
        }
    }

    /// Is its value a share, from 0 to 1?
    pub(super) fn is_share(self) -> bool {
        matches!(self, Self::FirstPlayer | Self::Advantage | Self::WinRate(_) | Self::Neighbours | Self::Forced | Self::Unfinished)
    }

    /// Is its tolerance relative to the baseline's value?
    pub(super) fn is_relative(self) -> bool {
        matches!(self, Self::Length(_) | Self::LengthP95(_))
    }

    /// What is too small a difference to matter: of win rates, shares and scores absolute, of lengths relative.
    pub(super) fn tolerance(self, analysis: &Analysis) -> f64 {
        match self {
            Self::FirstPlayer | Self::Advantage | Self::WinRate(_) | Self::Neighbours => analysis.win_rate_tolerance,
            Self::Length(_) | Self::LengthP95(_) => analysis.length_tolerance,
            Self::Forced | Self::Unfinished => analysis.share_tolerance,
            Self::Score(_) => analysis.score_tolerance,
        }
    }

    /// Does a designer always ask for it? Of games for one, the score; of others, who wins, and at larger tables beside whom; and how long they take, in their first unit. Where games did
    /// not end, going first is judged by what it wins over a fair share of those that did.
    pub(super) fn is_asked_for(self, players: usize, all_ended: bool) -> bool {
        match self {
            Self::FirstPlayer => all_ended,
            Self::Advantage => !all_ended,
            Self::WinRate(_) | Self::Neighbours | Self::Length(0) | Self::LengthP95(0) => true,
            Self::Score(_) => players == 1,
            Self::Length(_) | Self::LengthP95(_) | Self::Forced | Self::Unfinished => false,
        }
    }
}
