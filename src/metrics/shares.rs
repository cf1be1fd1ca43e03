//! A share of the wins against the fair one: what is known of it, as tables and sentences have it.

use super::verdict::{ADVANTAGE, decimals, percent, points, thousands};
use super::{Analysis, Label, Value, Verdict, Wins};
use crate::stats::{Interval, families};

/// Wins to be held against a fair share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share<'a> {
    pub(super) wins: &'a Wins,
    /// Unfinished games among those in which the wins were counted.
    pub(super) unfinished: u128,
    pub(super) players: usize,
    /// By necessity as large as it is, so that there is nothing to estimate: a strategy against itself, or a player alone.
    pub(super) certain: bool,
}

/// What the counts say about a share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub(super) rate: f64,
    pub(super) interval: Interval,
    pub(super) verdict: Verdict,
}

/// The name of the method whose intervals hold at every look.
pub(super) const AT_EVERY_LOOK: &str = "anytime";

/// The columns of a share, in the order of [`rows`].
pub(super) const COLUMNS: [&str; 18] = [
    "blocks",
    "games",
    "unfinished",
    "wins_840",
    "wins_840_squares",
    "win_rate",
    "win_rate_low",
    "win_rate_high",
    "interval",
    "fair_share",
    "advantage",
    "low",
    "high",
    "p",
    "p_holm",
    "family_size",
    "tolerance",
    "verdict",
];

impl Share<'_> {
    /// The share of the games that each player would win if all were equal: unfinished games are nobody's win, so only the others are shared.
    pub(super) fn fair_share(&self) -> f64 {
        let games = self.wins.games();
        let finished = games - self.unfinished.min(games);
        if games == 0 { 1.0 / self.players as f64 } else { finished as f64 / (games * self.players as u128) as f64 }
    }

    /// What the counts say; nothing where there is nothing to estimate.
    pub(super) fn finding(&self, analysis: &Analysis) -> Option<Finding> {
        if self.certain {
            return None;
        }
        let (fair_share, rate) = (self.fair_share(), self.wins.rate()?);
        let interval = match analysis.looks {
            Some(_) => self.wins.interval_at_every_look(analysis.confidence),
            None => self.wins.interval(analysis.confidence),
        }?;
        let off = Interval { low: interval.low - fair_share, high: interval.high - fair_share };
        let verdict = Verdict::new(rate - fair_share, off, self.wins.blocks(), analysis.win_rate_tolerance);
        Some(Finding { rate, interval, verdict })
    }

    fn p_value(&self, analysis: &Analysis) -> Option<f64> {
        match analysis.looks {
            _ if self.certain => None,
            Some(_) => self.wins.p_value_at_every_look(self.fair_share()),
            None => self.wins.p_value(self.fair_share()),
        }
    }

    /// "going first wins 47.8 % [47.6, 48.0] of 400,000 matches of greedy against greedy: a disadvantage, beyond your tolerance of 1 point."
    pub(super) fn sentence(&self, who: &str, label: &Label, analysis: &Analysis) -> Option<String> {
        let finding = self.finding(analysis)?;
        if self.unfinished == self.wins.games() {
            let games = thousands(self.wins.games());
            return Some(format!(
                "{}: none of {games} {} of {} ended.",
                label.variant,
                label.game.many,
                label.lineup.replace(" vs ", " against ")
            ));
        }
        let digits = decimals(&finding.interval);
        let shown = |rate| percent(rate, digits);
        let fair_share = match self.players {
            2 if self.unfinished == 0 => String::new(),
            _ => format!(" (a fair share is {} %)", shown(self.fair_share())),
        };
        let unfinished = match self.unfinished {
            0 => String::new(),
            games => format!(" {} of them were unfinished, which counts as nobody's win.", thousands(games)),
        };
        let tolerance = if analysis.win_rate_tolerance > 0.0 { points(analysis.win_rate_tolerance) } else { String::new() };
        Some(format!(
            "{}: {who} wins {} % [{}, {}] of {} {} of {}{fair_share}: {}.{unfinished}",
            label.variant,
            shown(finding.rate),
            shown(finding.interval.low),
            shown(finding.interval.high),
            thousands(self.wins.games()),
            label.game.many,
            label.lineup.replace(" vs ", " against "),
            finding.verdict.in_words(&ADVANTAGE, &tolerance),
        ))
    }
}

/// The cells of all shares of a table, one row each: their p-values are one family.
pub(super) fn rows(shares: &[Share<'_>], analysis: &Analysis) -> Vec<Vec<Value>> {
    let p_values: Vec<Option<f64>> = shares.iter().map(|share| share.p_value(analysis)).collect();
    let family: Vec<f64> = p_values.iter().copied().flatten().collect();
    let mut adjusted = families::holm(&family).into_iter();
    let row = |(share, p_value): (&Share<'_>, &Option<f64>)| {
        let (wins, fair_share) = (share.wins, share.fair_share());
        let finding = share.finding(analysis);
        let end = |end: fn(&Interval) -> f64, off| Value::real(finding.map(|finding| end(&finding.interval) - off));
        vec![
            wins.blocks().into(),
            wins.games().into(),
            share.unfinished.into(),
            wins.credits().into(),
            wins.squares().into(),
            Value::real(wins.rate()),
            end(|interval| interval.low, 0.0),
            end(|interval| interval.high, 0.0),
            finding.map_or(Value::Empty, |_| if analysis.looks.is_some() { AT_EVERY_LOOK } else { wins.method() }.into()),
            Value::Real(fair_share),
            Value::real(wins.rate().map(|rate| rate - fair_share)),
            end(|interval| interval.low, fair_share),
            end(|interval| interval.high, fair_share),
            Value::real(*p_value),
            Value::real(p_value.and_then(|_| adjusted.next())),
            family.len().into(),
            Value::Real(analysis.win_rate_tolerance),
            finding.map_or(Value::Empty, |finding| finding.verdict.in_table(&ADVANTAGE).into()),
        ]
    };
    shares.iter().zip(&p_values).map(row).collect()
}
