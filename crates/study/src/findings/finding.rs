//! A finding of any table: its claim, its effect with an interval, and its verdict.

use fairdeal_core::metrics::{QuantityDescription, Topic, quantity};
use fairdeal_core::rows::{
    ComparisonRow, FirstPlayerRow, InPlaceRow, Judged, NeighbourEffectRow, NeighbourSpreadRow,
    PairRow, PlaceRow, RestrictedRow, SeatBalanceRow, ShareOfWins, Standing, StrategyRow, Verdict,
};
use fairdeal_stats::Interval;

/// The claim of a finding, with the words for its verdicts. The constants below are all claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The kind of claim.
    pub kind: ClaimKind,
    /// The subject, as the headings of the answer call it.
    pub about: &'static str,
    /// The words for an effect above the tolerance.
    pub above: &'static str,
    /// The words for an effect below it.
    pub below: &'static str,
    /// The words for an effect within it.
    pub within: &'static str,
    /// The words if there is no sign of an effect yet.
    pub no_sign: &'static str,
}

/// A kind of claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// Whether all seats and places have the same chance.
    Fairness,
    /// The strength of different strategies.
    Strength,
    /// The strategies in one seat.
    OnePlace,
    /// Whether it matters who sits beside whom.
    Neighbours,
    /// The cost of never taking a kind of action.
    Action,
    /// The effect of a variant.
    Change(Topic),
}

impl Claim {
    /// The share of going first against a fair one.
    const GOING_FIRST: Self = Self {
        kind: ClaimKind::Fairness,
        about: Topic::GoingFirst.title(),
        above: "an advantage",
        below: "a disadvantage",
        within: "fair",
        no_sign: "no sign of an advantage either way yet",
    };

    /// The shares of other places and of seats.
    pub const PLACE: Self = Self { about: "Places and seats", ..Self::GOING_FIRST };

    /// The share of a strategy.
    const STRENGTH: Self = Self {
        kind: ClaimKind::Strength,
        about: Topic::Strength.title(),
        above: "stronger",
        below: "weaker",
        within: "about as strong",
        no_sign: "no sign yet that either is stronger",
    };

    /// A strategy in one seat, compared with another one there.
    const ONE_PLACE: Self = Self {
        kind: ClaimKind::OnePlace,
        about: Topic::Strength.title(),
        above: "better",
        below: "worse",
        within: "as good",
        no_sign: "no sign yet that either is better",
    };

    /// How far the order around the table moves a win rate.
    const NEIGHBOURS: Self = Self {
        kind: ClaimKind::Neighbours,
        about: "Neighbours",
        above: "neighbours matter",
        below: "neighbours matter",
        within: "neighbours hardly matter",
        no_sign: "no sign yet that neighbours matter",
    };

    /// The place beside a strategy.
    const BESIDE: Self = Self {
        kind: ClaimKind::Neighbours,
        about: "Neighbours",
        above: "a good place",
        below: "a bad place",
        within: "a place like others",
        no_sign: "no sign yet that it matters",
    };

    /// The claim about the cost of never taking a kind of action.
    const COST: Self = Self {
        kind: ClaimKind::Action,
        about: "Actions",
        above: "the action is needed",
        below: "it does better without it",
        within: "it does as well without it",
        no_sign: "no sign yet that the action is needed",
    };

    /// A change of a quantity of this topic by a variant.
    const fn of_change(topic: Topic) -> Self {
        Self {
            kind: ClaimKind::Change(topic),
            about: topic.title(),
            above: "higher",
            below: "lower",
            within: "the same",
            no_sign: "no sign of a change yet",
        }
    }
}

/// A finding.
#[derive(Clone, Debug)]
pub struct Finding<'a> {
    /// Its claim.
    pub claim: Claim,
    /// The variant of the rules.
    pub variant: &'a str,
    /// The effect as it is judged: a difference, an advantage over the fair share, or a difference as
    /// a share of the baseline's value.
    pub size: Option<f64>,
    /// The ends of its interval.
    pub ends: Option<(f64, f64)>,
    /// The number of blocks behind it.
    pub blocks: u64,
    /// The verdict.
    pub judged: &'a Judged,
}

impl<'a> Finding<'a> {
    fn new(
        claim: Claim,
        variant: &'a str,
        (size, low, high): (Option<f64>, Option<f64>, Option<f64>),
        blocks: u64,
        judged: &'a Judged,
    ) -> Self {
        Self { claim, variant, size, ends: low.zip(high), blocks, judged }
    }

    /// A share of the wins against the fair one.
    pub fn of_share(claim: Claim, variant: &'a str, share: &'a ShareOfWins) -> Self {
        let advantage = (share.advantage, share.advantage_low, share.advantage_high);
        Self::new(claim, variant, advantage, share.blocks, &share.judged)
    }

    /// The interval.
    pub fn interval(&self) -> Option<Interval> {
        self.ends.map(|(low, high)| Interval { low, high })
    }

    /// The standing of the verdict.
    pub fn standing(&self) -> Option<Standing> {
        self.judged.verdict.map(Verdict::standing)
    }

    /// The standing by the interval alone, where the correction for all other verdicts of its family
    /// leaves it open; `None` where the interval leaves it open, too.
    pub fn clear_alone(&self) -> Option<Standing> {
        let tolerance = self.judged.tolerance;
        let (size, (low, high)) = self
            .size
            .zip(self.ends)
            .filter(|_| self.judged.verdict == Some(Verdict::NotSettled))?;
        if size >= 0.0 && low > tolerance || size <= 0.0 && high < -tolerance {
            Some(Standing::Beyond)
        } else {
            (tolerance > 0.0 && low >= -tolerance && high <= tolerance).then_some(Standing::Within)
        }
    }
}

/// A row of a table that judges something.
pub trait AsFinding {
    /// The finding of the row.
    fn finding(&self) -> Finding<'_>;
}

/// Declares the findings of rows about shares of wins, and of rows that have other columns for the
/// effect, its interval and the variant.
macro_rules! findings {
    ($($share:ty: $of_wins:ident;)* $(| $row:ty: $claim:expr, |$own:ident| $variant:expr, $effect:expr;)*) => {
        $(impl AsFinding for $share {
            fn finding(&self) -> Finding<'_> {
                Finding::of_share(Claim::$of_wins, &self.cell.variant, &self.share)
            }
        })*
        $(impl AsFinding for $row {
            fn finding(&self) -> Finding<'_> {
                let $own = self;
                Finding::new($claim, $variant, $effect, self.blocks, &self.judged)
            }
        })*
    };
}

findings! {
    FirstPlayerRow: GOING_FIRST;
    PlaceRow: PLACE;
    SeatBalanceRow: PLACE;
    StrategyRow: STRENGTH;
    | PairRow: Claim::STRENGTH, |row| &row.variant, {
        let over_half = |rate: Option<f64>| rate.map(|rate| rate - 0.5);
        (over_half(row.win_rate), over_half(row.win_rate_low), over_half(row.win_rate_high))
    };
    | RestrictedRow: Claim::COST, |row| &row.cell.variant,
        (row.cost, row.cost_low, row.cost_high);
    | InPlaceRow: Claim::ONE_PLACE, |row| &row.cell.variant,
        (row.difference, row.difference_low, row.difference_high);
    | NeighbourSpreadRow: Claim::NEIGHBOURS, |row| &row.cell.variant,
        (row.standard_deviation, row.standard_deviation_low, row.standard_deviation_high);
    | NeighbourEffectRow: Claim::BESIDE, |row| &row.cell.variant,
        (Some(row.difference), row.difference_low, row.difference_high);
}

impl AsFinding for ComparisonRow {
    fn finding(&self) -> Finding<'_> {
        let quantity = quantity(&self.quantity);
        let effect = if quantity.is_some_and(QuantityDescription::is_relative) {
            (self.relative_difference, self.relative_low, self.relative_high)
        } else {
            (self.difference, self.difference_low, self.difference_high)
        };
        let claim = Claim::of_change(quantity.map_or(Topic::Play, |quantity| quantity.topic));
        Finding::new(claim, &self.cell.variant, effect, self.blocks, &self.judged)
    }
}
