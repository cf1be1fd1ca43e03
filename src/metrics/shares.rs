//! A share of the wins against the fair one: what is known of it, as tables and sentences have it.

use super::verdict::{ADVANTAGE, Sentence, Standing, decimals, p_beyond, percent, points, thousands};
use super::wins::{Record, Wins};
use super::{Analysis, Label, Value, Verdict};
use crate::stats::{Interval, families};

/// Wins to be held against a fair share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share<'a> {
    pub(super) record: &'a Record,
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
    /// Of the rate.
    pub(super) interval: Interval,
    /// Of the rate over the fair share.
    pub(super) advantage: Interval,
    pub(super) verdict: Verdict,
}

/// The name of the method whose intervals hold at every look.
pub(super) const AT_EVERY_LOOK: &str = "anytime";

/// The columns of a share, in the order of [`rows`].
pub(super) const COLUMNS: [&str; 19] = [
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
    "p_beyond_holm",
    "tolerance",
    "verdict",
];

impl Share<'_> {
    /// The share of the games that each player would win if all were equal: unfinished games are nobody's win, so only the others are shared.
    pub(super) fn fair_share(&self) -> f64 {
        let games = self.record.wins.games();
        let finished = games - self.unfinished.min(games);
        if games == 0 { 1.0 / self.players as f64 } else { finished as f64 / (games * self.players as u128) as f64 }
    }

    /// What the counts say; nothing where there is nothing to estimate, or no game ended.
    pub(super) fn finding(&self, analysis: &Analysis) -> Option<Finding> {
        let Record { wins, even, .. } = self.record;
        if self.certain || self.none_ended() {
            return None;
        }
        let (fair_share, rate) = (self.fair_share(), wins.rate()?);
        let interval = |wins: &Wins| match analysis.looks {
            Some(_) => wins.interval_at_every_look(analysis.confidence),
            None => wins.interval(analysis.confidence),
        };
        let (own, even, fair) = (interval(wins)?, interval(even)?, 1.0 / self.players as f64);
        let advantage = Interval { low: even.low - fair, high: even.high - fair };
        let verdict = Verdict::new(rate - fair_share, advantage, wins.blocks(), analysis.win_rate_tolerance);
        Some(Finding { rate, interval: own, advantage, verdict })
    }

    fn none_ended(&self) -> bool {
        self.unfinished >= self.record.wins.games()
    }

    /// Of a fair share.
    fn p_value(&self, analysis: &Analysis) -> Option<f64> {
        let fair = 1.0 / self.players as f64;
        match analysis.looks {
            _ if self.certain || self.none_ended() => None,
            Some(_) => self.record.even.p_value_at_every_look(fair),
            None => self.record.even.p_value(fair),
        }
    }

    /// Of an advantage or disadvantage that is just the tolerance.
    fn p_beyond(&self, analysis: &Analysis) -> Option<f64> {
        let Finding { rate, advantage, .. } = self.finding(analysis)?;
        p_beyond(rate - self.fair_share(), advantage, analysis.win_rate_tolerance, analysis.confidence)
    }

    /// "going first wins 47.8 % [47.6, 48.0] of 400,000 matches of greedy against greedy: a disadvantage, beyond your tolerance of 1 point."
    fn sentence(&self, who: &str, label: &Label, (p_beyond, family): (Option<f64>, usize), analysis: &Analysis) -> Option<Sentence> {
        let games = self.record.wins.games();
        if self.none_ended() && games > 0 && !self.certain {
            let games = thousands(games);
            let lineup = label.lineup.replace(" vs ", " against ");
            let text = format!("{}: none of {games} {} of {lineup} ended.", label.variant, label.game.many);
            return Some(Sentence { standing: Standing::Beyond, text });
        }
        let finding = self.finding(analysis)?;
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
        let tolerance = points(analysis.win_rate_tolerance);
        let text = format!(
            "{}: {who} wins {} % [{}, {}] of {} {} of {}{fair_share}: {}.{unfinished}",
            label.variant,
            shown(finding.rate),
            shown(finding.interval.low),
            shown(finding.interval.high),
            thousands(games),
            label.game.many,
            label.lineup.replace(" vs ", " against "),
            finding.verdict.in_words(&ADVANTAGE, &tolerance),
        );
        Some(Sentence::new(finding.verdict, text, p_beyond, family, analysis.confidence))
    }
}

/// The p-values of the shares of a table, which are one family.
struct PValues {
    /// Of a fair share, by share.
    plain: Vec<Option<f64>>,
    /// The same with Holm's correction.
    holm: Vec<Option<f64>>,
    /// Of what is just the tolerance, with Holm's correction.
    beyond_holm: Vec<Option<f64>>,
    /// How many there are.
    family: usize,
}

impl PValues {
    fn new<'a>(shares: impl Iterator<Item = &'a Share<'a>> + Clone, analysis: &Analysis) -> Self {
        let plain: Vec<Option<f64>> = shares.clone().map(|share| share.p_value(analysis)).collect();
        let beyond: Vec<Option<f64>> = shares.map(|share| share.p_beyond(analysis)).collect();
        let family = plain.iter().flatten().count();
        Self { holm: holm(&plain), beyond_holm: holm(&beyond), plain, family }
    }
}

/// The p-values of one family with Holm's correction.
pub(super) fn holm(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let family: Vec<f64> = p_values.iter().copied().flatten().collect();
    let mut adjusted = families::holm(&family).into_iter();
    p_values.iter().map(|p_value| p_value.and_then(|_| adjusted.next())).collect()
}

/// A sentence for each share of a table that `who` names: who wins it, in the cell with this label.
pub(super) fn sentences(shares: &[(&Label, Share<'_>)], who: impl Fn(usize) -> Option<String>, analysis: &Analysis) -> Vec<Sentence> {
    let PValues { beyond_holm, family, .. } = PValues::new(shares.iter().map(|(_, share)| share), analysis);
    let corrected = beyond_holm.into_iter().map(|p_beyond| (p_beyond, family));
    let all = shares.iter().zip(corrected).enumerate();
    all.filter_map(|(index, ((label, share), corrected))| share.sentence(&who(index)?, label, corrected, analysis)).collect()
}

/// The cells of all shares of a table, one row each.
pub(super) fn rows(shares: &[Share<'_>], analysis: &Analysis) -> Vec<Vec<Value>> {
    let PValues { plain, holm, beyond_holm, family } = PValues::new(shares.iter(), analysis);
    let row = |(index, share): (usize, &Share<'_>)| {
        let (wins, fair_share) = (&share.record.wins, share.fair_share());
        let finding = share.finding(analysis);
        let own = |end: fn(&Interval) -> f64| Value::real(finding.map(|finding| end(&finding.interval)));
        let advantage = |end: fn(&Interval) -> f64| Value::real(finding.map(|finding| end(&finding.advantage)));
        vec![
            wins.blocks().into(),
            wins.games().into(),
            share.unfinished.into(),
            wins.credits().into(),
            wins.squares().into(),
            Value::real(wins.rate()),
            own(|interval| interval.low),
            own(|interval| interval.high),
            finding.map_or(Value::Empty, |_| if analysis.looks.is_some() { AT_EVERY_LOOK } else { wins.method() }.into()),
            Value::Real(fair_share),
            Value::real(wins.rate().map(|rate| rate - fair_share)),
            advantage(|interval| interval.low),
            advantage(|interval| interval.high),
            Value::real(plain[index]),
            Value::real(holm[index]),
            family.into(),
            Value::real(beyond_holm[index]),
            Value::Real(analysis.win_rate_tolerance),
            finding.map_or(Value::Empty, |finding| finding.verdict.in_table(&ADVANTAGE).into()),
        ]
    };
    shares.iter().enumerate().map(row).collect()
}
