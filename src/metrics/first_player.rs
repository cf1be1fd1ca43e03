//! Wins of the player who takes the first decision.

use super::verdict::{MANY, percent, rounded, thousands};
use super::wins::fair_share;
use super::{Analysis, Batch, Labelled, Metric, Shape, Table, Value, Verdict, Wins};
use crate::game::Description;
use crate::stats::{Interval, Overflow, families};

/// Counts for the first player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FirstPlayer {
    wins: Wins,
    unfinished: u64,
}

/// What the counts say about going first.
struct Finding {
    rate: f64,
    fair_share: f64,
    interval: Interval,
    verdict: Verdict,
}

impl FirstPlayer {
    fn fair_share(&self, players: usize) -> f64 {
        fair_share(self.wins.games(), self.unfinished.into(), players)
    }

    /// What the counts say; nothing of a player alone, whom nobody follows.
    fn finding(&self, players: usize, analysis: &Analysis) -> Option<Finding> {
        if players == 1 {
            return None;
        }
        let fair_share = self.fair_share(players);
        let rate = self.wins.rate()?;
        let interval = self.wins.interval(analysis.confidence)?;
        let off = Interval { low: interval.low - fair_share, high: interval.high - fair_share };
        let verdict = Verdict::new(rate - fair_share, off, self.wins.blocks(), analysis.win_rate_tolerance);
        Some(Finding { rate, fair_share, interval, verdict })
    }
}

impl Metric for FirstPlayer {
    const DEFINITION: (&'static str, &'static str) = (
        "first_player.csv",
        "win rate of the player who takes the first decision, against the fair share (the share of finished games, divided by the players); advantage = win rate - fair \
         share, with its interval (low, high), p-value and verdict",
    );

    fn new(_shape: &Shape, _game: &Description) -> Self {
        Self::default()
    }

    fn observe(&mut self, batch: &Batch<'_>) -> Result<(), Overflow> {
        self.unfinished += batch.unfinished();
        let credits = batch.blocks().map(|games| games.iter().map(|game| game.outcome.winners.credit(game.first_player)));
        self.wins.observe(batch.shape.rotations, credits)
    }

    fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.unfinished = self.unfinished.checked_add(other.unfinished).ok_or(Overflow)?;
        self.wins.merge(&other.wins)
    }

    fn tables(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<Table> {
        let mut table = Table::new(
            "first_player.csv",
            &[
                "game",
                "variant",
                "lineup",
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
            ],
        );
        let p_values: Vec<Option<f64>> =
            cells.iter().map(|cell| cell.counts.wins.p_value(cell.counts.fair_share(cell.label.shape.players()))).collect();
        let family: Vec<f64> = p_values.iter().copied().flatten().collect();
        let mut adjusted = families::holm(&family).into_iter();
        for (Labelled { label, counts }, p_value) in cells.iter().zip(&p_values) {
            let wins = &counts.wins;
            let finding = counts.finding(label.shape.players(), analysis);
            let finding = finding.as_ref();
            let fair_share = counts.fair_share(label.shape.players());
            table.rows.push(vec![
                label.game.name.into(),
                label.variant.as_str().into(),
                label.lineup.as_str().into(),
                wins.blocks().into(),
                wins.games().into(),
                counts.unfinished.into(),
                wins.credits().into(),
                wins.squares().into(),
                Value::real(wins.rate()),
                Value::real(finding.map(|finding| finding.interval.low)),
                Value::real(finding.map(|finding| finding.interval.high)),
                finding.map_or(Value::Empty, |_| wins.method().into()),
                Value::Real(fair_share),
                Value::real(wins.rate().map(|rate| rate - fair_share)),
                Value::real(finding.map(|finding| finding.interval.low - fair_share)),
                Value::real(finding.map(|finding| finding.interval.high - fair_share)),
                Value::real(*p_value),
                Value::real(p_value.and_then(|_| adjusted.next())),
                family.len().into(),
                Value::Real(analysis.win_rate_tolerance),
                finding.map_or(Value::Empty, |finding| finding.verdict.to_string().into()),
            ]);
        }
        vec![table]
    }

    fn sentences(cells: &[Labelled<'_, Self>], analysis: &Analysis) -> Vec<String> {
        cells
            .iter()
            .filter_map(|Labelled { label, counts }| {
                let finding = counts.finding(label.shape.players(), analysis)?;
                let decimals = decimals(&finding.interval);
                let shown = |rate| percent(rate, decimals);
                let fair_share = match label.shape.players() {
                    2 if counts.unfinished == 0 => String::new(),
                    _ => format!(" (a fair share is {} %)", shown(finding.fair_share)),
                };
                let unfinished = match counts.unfinished {
                    0 => String::new(),
                    games => format!(" {} of them were unfinished, which counts as nobody's win.", thousands(games.into())),
                };
                let sentence = format!(
                    "{}: going first wins {} % [{}, {}] of {} {} of {}{fair_share}: {}.{unfinished}",
                    label.variant,
                    shown(finding.rate),
                    shown(finding.interval.low),
                    shown(finding.interval.high),
                    thousands(counts.wins.games()),
                    label.game.many,
                    label.lineup.replace(" vs ", " against "),
                    in_words(finding.verdict, analysis.win_rate_tolerance),
                );
                Some(sentence)
            })
            .collect()
    }
}

/// A verdict about going first, for the end of a sentence.
fn in_words(verdict: Verdict, tolerance: f64) -> String {
    let points = format!("{} point{}", rounded_percent(tolerance), if (tolerance - 0.01).abs() < 1e-12 { "" } else { "s" });
    match verdict {
        Verdict::Advantage if tolerance > 0.0 => format!("an advantage, beyond your tolerance of {points}"),
        Verdict::Disadvantage if tolerance > 0.0 => format!("a disadvantage, beyond your tolerance of {points}"),
        Verdict::Advantage => "an advantage".to_owned(),
        Verdict::Disadvantage => "a disadvantage".to_owned(),
        Verdict::WithinTolerance => format!("fair within your tolerance of {points}"),
        Verdict::NotSettled(more) => {
            let question = if tolerance > 0.0 {
                format!("beyond your tolerance of {points}")
            } else {
                "an advantage or a disadvantage at all".to_owned()
            };
            let more = more.filter(|more| *more <= MANY).map_or_else(
                || "; it lies on the very bound".to_owned(),
                |more| format!("; about {} more blocks would tell, if it stays there", thousands(rounded(more).into())),
            );
            format!("not settled whether that is {question}{more}")
        }
    }
}

/// A rate in per cent, without the noise of its binary digits.
fn rounded_percent(rate: f64) -> f64 {
    (rate * 1e10).round() / 1e8
}

/// As many decimals of a percentage as the interval's width makes meaningful: 1 to 3.
fn decimals(interval: &Interval) -> usize {
    match interval.half_width() {
        width if width >= 0.001 => 1,
        width if width >= 0.0001 => 2,
        _ => 3,
    }
}
