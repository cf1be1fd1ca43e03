//! Findings: what a review measured, with its mark.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::topic::{Limits, Topic, Trait, Unit};

/// The mark of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mark {
    /// Clearly beyond the threshold of what is broken.
    #[serde(rename = "broken")]
    Broken,
    /// Clearly beyond the threshold of what is worth a look.
    #[serde(rename = "look at")]
    LookAt,
    /// The interval contains the threshold of what is worth a look.
    #[serde(rename = "not settled")]
    NotSettled,
    /// Clearly on the right side of the thresholds.
    #[serde(rename = "fine")]
    Fine,
}

impl Mark {
    /// Returns the words of tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Broken => "broken",
            Self::LookAt => "look at",
            Self::NotSettled => "not settled",
            Self::Fine => "fine",
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// How strong the players are, of whom a finding tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// The strongest, as measured.
    Strong,
    /// Those between the strongest and the weakest.
    Middle,
    /// The weakest.
    Weak,
    /// Players of all kinds.
    All,
}

impl Rank {
    /// Returns the word of tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Middle => "middle",
            Self::Weak => "weak",
            Self::All => "all",
        }
    }
}

/// A measured value with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The value.
    pub value: f64,
    /// The ends of its interval; none if the value is exact.
    pub ends: Option<(f64, f64)>,
}

impl Measured {
    /// Returns a value as tables have it; `None` if there is none.
    pub fn of(value: Option<f64>, low: Option<f64>, high: Option<f64>) -> Option<Self> {
        Some(Self { value: value?, ends: low.zip(high) })
    }

    /// Multiplies it.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        self.moved(0.0, factor)
    }

    /// Multiplies it, and adds a number.
    #[must_use]
    pub fn moved(self, by: f64, factor: f64) -> Self {
        let of = |value: f64| by + factor * value;
        Self { value: of(self.value), ends: self.ends.map(|(low, high)| (of(low), of(high))) }
    }
}

/// A finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What it is about.
    pub of: &'static Trait,
    /// The mark.
    pub mark: Mark,
    /// The seat, the kind of option, the card or the rule; empty for the game as a whole.
    pub subject: String,
    /// The number of players; 0 for all tables.
    pub players: usize,
    /// The players.
    pub rank: Rank,
    /// What was measured.
    pub measured: Measured,
    /// The thresholds, in the unit of the value.
    pub limits: Limits,
    /// The unit of the thresholds: a fair share for seats and leads, otherwise 1.
    pub scale: f64,
    /// The table that has the value, below the folder of the review.
    pub source: String,
    /// The command that shows a game, where one game shows it.
    pub shown_by: Option<String>,
}

/// A game is not called broken for what weak players do.
fn capped(mark: Mark, rank: Rank) -> Mark {
    match (mark, rank) {
        (Mark::Broken, Rank::Middle | Rank::Weak) => Mark::LookAt,
        _ => mark,
    }
}

/// The greatest severity.
const WORST: f64 = 6.0;

/// A finding about the rules themselves, which has no value.
pub fn of_rules(of: &'static Trait, mark: Mark, subject: String, source: &str) -> Finding {
    let measured = Measured { value: 1.0, ends: None };
    let found = Finding::judged(of, of.limits, (subject, 0, Rank::All), measured, 1.0, source);
    Finding { mark, ..found }
}

/// Where the strongest players are rough, a seat is called broken only if weaker players show the same,
/// and options and cards, of which nothing is known about weaker players, are only worth a look: a
/// better player may see something else. `tables`: the numbers of players where they are rough.
pub fn spare_rough(findings: &mut [Finding], tables: &[usize]) {
    let depends = |topic: Topic| matches!(topic, Topic::Seats | Topic::Dominant | Topic::Useless);
    let is_weaker = |one: &Finding| matches!(one.rank, Rank::Middle | Rank::Weak);
    let seen: Vec<Finding> =
        findings.iter().filter(|one| is_weaker(one) && one.is_wrong()).cloned().collect();
    for finding in findings.iter_mut().filter(|one| depends(one.of.topic)) {
        let is_it = |other: &Finding| {
            other.of.is(finding.of)
                && (other.players, &other.subject) == (finding.players, &finding.subject)
        };
        let is_rough = tables.contains(&finding.players);
        if is_rough && finding.mark == Mark::Broken && !seen.iter().any(is_it) {
            finding.mark = Mark::LookAt;
        }
    }
}

impl Finding {
    /// Judges a value. `scale`: the unit of the thresholds, such as a fair share.
    pub fn judged(
        of: &'static Trait,
        limits: Limits,
        (subject, players, rank): (impl Into<String>, usize, Rank),
        measured: Measured,
        scale: f64,
        source: impl Into<String>,
    ) -> Self {
        let limits =
            Limits { look: limits.look * scale, broken: limits.broken.map(|bound| bound * scale) };
        let (low, high) = measured.ends.unwrap_or((measured.value, measured.value));
        // As if large values were wrong.
        let sign = if of.is_below { -1.0 } else { 1.0 };
        let (near, far) = if of.is_below { (-high, -low) } else { (low, high) };
        let mark = match limits.broken {
            Some(broken) if near >= sign * broken => Mark::Broken,
            _ if near >= sign * limits.look => Mark::LookAt,
            _ if far < sign * limits.look => Mark::Fine,
            _ => Mark::NotSettled,
        };
        Self {
            of,
            mark: capped(mark, rank),
            subject: subject.into(),
            players,
            rank,
            measured,
            limits,
            scale,
            source: source.into(),
            shown_by: None,
        }
    }

    /// Whether it says that hardly a game ends.
    pub fn is_endless(&self) -> bool {
        self.of.topic == Topic::NeverEnds && self.measured.value > 0.5
    }

    /// Whether it names something that is wrong.
    pub fn is_wrong(&self) -> bool {
        matches!(self.mark, Mark::Broken | Mark::LookAt)
    }

    /// How far the value lies beyond the threshold of what is worth a look, in steps from there to
    /// what is broken; beyond that it grows ever more slowly. It is 0 on the right side.
    pub fn severity(&self) -> f64 {
        self.severity_of(self.measured.value)
    }

    /// The same of the value half way to the worse end of its interval: what chance alone has brought to
    /// the right side is not mended.
    pub fn cautious_severity(&self) -> f64 {
        let value = self.measured.value;
        let worse = self.measured.ends.map_or(
            value,
            |(low, high)| {
                if self.of.is_below { low } else { high }
            },
        );
        self.severity_of(f64::midpoint(value, worse))
    }

    fn severity_of(&self, value: f64) -> f64 {
        let Limits { look, broken } = self.limits;
        let step = broken.map_or(0.5 * look.abs(), |broken| (broken - look).abs());
        let step = if step > 0.0 { step } else { look.abs().max(1e-9) };
        let sign = if self.of.is_below { -1.0 } else { 1.0 };
        let steps = (sign * (value - look) / step).max(0.0);
        if steps > 1.0 { (1.0 + 1.5 * libm::log(steps)).min(WORST) } else { steps }
    }

    /// Its place among the topics by how much they matter.
    fn importance(&self) -> usize {
        self.of.place()
    }

    /// The order of a review: what is broken first, then what the strongest players do, then what
    /// matters most, then the worst.
    pub fn order(&self, other: &Self) -> Ordering {
        let worst = other.severity().total_cmp(&self.severity());
        self.mark
            .cmp(&other.mark)
            .then(self.rank.cmp(&other.rank))
            .then(self.importance().cmp(&other.importance()))
            .then(worst)
            .then_with(|| self.players.cmp(&other.players))
            .then_with(|| self.subject.cmp(&other.subject))
    }

    /// A value in words, in its unit.
    pub fn in_words(&self, value: f64) -> String {
        match self.of.unit {
            Unit::Percent => format!("{} %", shortened(100.0 * value)),
            Unit::Points => format!("{} points", shortened(100.0 * value)),
            Unit::Minutes => format!("{} minutes", shortened(value)),
            Unit::Times => format!("{} times", shortened(value)),
        }
    }

    /// The value with its interval, in words.
    pub fn value_in_words(&self) -> String {
        self.measured_in_words(self.measured)
    }

    /// A value of its unit with an interval, in words.
    pub fn measured_in_words(&self, measured: Measured) -> String {
        let Measured { value, ends } = measured;
        let around = ends.filter(|(low, high)| high > low).map(|(low, high)| {
            let percent = matches!(self.of.unit, Unit::Percent | Unit::Points);
            let factor = if percent { 100.0 } else { 1.0 };
            format!(" [{}, {}]", shortened(factor * low), shortened(factor * high))
        });
        format!("{}{}", self.in_words(value), around.unwrap_or_default())
    }
}

/// A number with one decimal, or with two if it is small.
fn shortened(value: f64) -> String {
    let decimals = if value != 0.0 && value.abs() < 1.0 { 2 } else { 1 };
    fairdeal_study::words::fixed(value, decimals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::topic::{DECIDED_EARLY, SEAT_RARELY, TIES};

    fn mark(of: &'static Trait, value: f64, ends: (f64, f64), scale: f64) -> Mark {
        let measured = Measured { value, ends: Some(ends) };
        Finding::judged(of, of.limits, ("", 2, Rank::Strong), measured, scale, "").mark
    }

    #[test]
    fn an_interval_beyond_a_threshold_settles_it() {
        assert_eq!(mark(&TIES, 0.2, (0.11, 0.3), 1.0), Mark::Broken);
        assert_eq!(mark(&TIES, 0.2, (0.05, 0.3), 1.0), Mark::LookAt);
        assert_eq!(mark(&TIES, 0.2, (0.01, 0.3), 1.0), Mark::NotSettled);
        assert_eq!(mark(&TIES, 0.02, (0.01, 0.03), 1.0), Mark::Fine);
    }

    #[test]
    fn small_values_can_be_wrong_too() {
        assert_eq!(mark(&DECIDED_EARLY, 0.3, (0.25, 0.35), 1.0), Mark::Broken);
        assert_eq!(mark(&DECIDED_EARLY, 0.3, (0.25, 0.45), 1.0), Mark::LookAt);
        assert_eq!(mark(&DECIDED_EARLY, 0.7, (0.6, 0.8), 1.0), Mark::Fine);
        // A seat of four: 22 % is broken.
        assert_eq!(mark(&SEAT_RARELY, 0.2, (0.19, 0.21), 0.25), Mark::Broken);
        assert_eq!(mark(&SEAT_RARELY, 0.25, (0.24, 0.26), 0.25), Mark::Fine);
    }

    #[test]
    fn what_only_rough_players_show_is_not_broken() {
        let of = |value: f64, rank: Rank| {
            let measured = Measured { value, ends: None };
            Finding::judged(
                &SEAT_RARELY,
                SEAT_RARELY.limits,
                ("seat 2", 2, rank),
                measured,
                0.5,
                "",
            )
        };
        let marks = |weak: f64| {
            let mut all = vec![of(0.3, Rank::Strong), of(weak, Rank::Weak)];
            spare_rough(&mut all, &[2]);
            all[0].mark
        };
        assert_eq!([0.5, 0.3].map(marks), [Mark::LookAt, Mark::Broken]);
    }

    #[test]
    fn weak_players_break_nothing() {
        let measured = Measured { value: 0.5, ends: None };
        let of = |rank| Finding::judged(&TIES, TIES.limits, ("", 2, rank), measured, 1.0, "").mark;
        assert_eq!(
            [Rank::Strong, Rank::Weak, Rank::All].map(of),
            [Mark::Broken, Mark::LookAt, Mark::Broken]
        );
    }
}
