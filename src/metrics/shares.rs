//! A share of the wins against the fair one: what is known of it, as tables and sentences have it.

use super::verdict::{ADVANTAGE, Sentence, Standing, decimals, doubt, percent, points, thousands};
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
    fn sentence(&self, who: &str, label: &Label, (p_holm, family): (Option<f64>, usize), analysis: &Analysis) -> Option<Sentence> {
        let finding = self.finding(analysis)?;
        if self.unfinished == self.wins.games() {
            let games = thousands(self.wins.games());
            let lineup = label.lineup.replace(" vs ", " against ");
            let text = format!("{}: none of {games} {} of {lineup} ended.", label.variant, label.game.many);
            return Some(Sentence { standing: Standing::Beyond, text });
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
        let text = format!(
            "{}: {who} wins {} % [{}, {}] of {} {} of {}{fair_share}: {}.{unfinished}{}",
            label.variant,
            shown(finding.rate),
            shown(finding.interval.low),
            shown(finding.interval.high),
            thousands(self.wins.games()),
            label.game.many,
            label.lineup.replace(" vs ", " against "),
            finding.verdict.in_words(&ADVANTAGE, &tolerance),
            doubt(finding.verdict, p_holm, family, analysis.confidence),
        );
        Some(Sentence { standing: finding.verdict.standing(), text })
    }
}

/// The p-values of the shares of a table, which are one family.
struct PValues {
    /// By share: the p-value, and that with Holm's correction.
    each: Vec<(Option<f64>, Option<f64>)>,
    /// How many there are.
    family: usize,
}

impl PValues {
    fn new<'a>(shares: impl Iterator<Item = &'a Share<'a>>, analysis: &Analysis) -> Self {
        let plain: Vec<Option<f64>> = shares.map(|share| share.p_value(analysis)).collect();
        let family: Vec<f64> = plain.iter().copied().flatten().collect();
        let mut adjusted = families::holm(&family).into_iter();
        let each = plain.into_iter().map(|p_value| (p_value, p_value.and_then(|_| adjusted.next()))).collect();
        Self { each, family: family.len() }
    }
}

/// A sentence for each share of a table that `who` names: who wins it, in the cell with this label.
pub(super) fn sentences(shares: &[(&Label, Share<'_>)], who: impl Fn(usize) -> Option<String>, analysis: &Analysis) -> Vec<Sentence> {
    let PValues { each, family } = PValues::new(shares.iter().map(|(_, share)| share), analysis);
    let corrected = each.into_iter().map(|(_, p_holm)| (p_holm, family));
    let all = shares.iter().zip(corrected).enumerate();
    all.filter_map(|(index, ((label, share), corrected))| share.sentence(&who(index)?, label, corrected, analysis)).collect()
}

/// The cells of all shares of a table, one row each.
pub(super) fn rows(shares: &[Share<'_>], analysis: &Analysis) -> Vec<Vec<Value>> {
    let PValues { each, family } = PValues::new(shares.iter(), analysis);
    let row = |(share, (p_value, p_holm)): (&Share<'_>, (Option<f64>, Option<f64>))| {
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
            Value::real(p_value),
            Value::real(p_holm),
            family.into(),
            Value::Real(analysis.win_rate_tolerance),
            finding.map_or(Value::Empty, |finding| finding.verdict.in_table(&ADVANTAGE).into()),
        ]
    };
    shares.iter().zip(each).map(row).collect()
}
