//! What comparisons say in words.

use super::Compared;
use super::family::{CorrectedFinding, Family, family};
use super::judge::Finding;
use super::metric::Metric;
use crate::metrics::verdict::{CHANGE, Sentence, Standing, Verdict, decimals, percent, rounded_percent, thousands};
use crate::metrics::{Analysis, Label};

/// A sentence for each comparison that a designer asks for, and for lengths in other units and unfinished games that changed beyond doubt. The others
/// stand in the table.
pub(in crate::metrics) fn sentences(compared: &[Compared<'_>], analysis: &Analysis) -> Vec<Sentence> {
    let Family { findings, size } = family(compared, analysis);
    let mut alike: Vec<(&str, &str)> =
        compared.iter().filter(|pair| pair.same_rules).map(|pair| (&*pair.variant.0.variant, &*pair.baseline.0.variant)).collect();
    alike.dedup();
    let alike = alike.into_iter().map(|(variant, baseline)| Sentence {
        standing: Standing::Within,
        text: format!("{variant} has the same rules as {baseline}, so that nothing differs."),
    });
    let changes = findings.into_iter().filter_map(|CorrectedFinding { pair, finding, p_beyond_holm, .. }| {
        // Of two strategies, what one wins the other loses.
        let repeats = pair.variant.0.shape.strategies.len() == 2 && finding.metric == Metric::WinRate(1);
        let (players, all_ended) = (pair.variant.0.shape.players(), pair.all_ended());
        let clear = matches!(finding.verdict, Some(Verdict::Above | Verdict::Below));
        let told = finding.metric.is_asked_for(players, all_ended) || (clear && is_told_when_clear(finding.metric));
        if repeats || pair.same_rules || !told {
            return None;
        }
        let text = sentence(&pair.variant.0, &pair.baseline.0.variant, &finding, all_ended, analysis)?;
        let sentence = match finding.verdict {
            Some(verdict) => Sentence::new(verdict, text, p_beyond_holm, size, analysis.confidence),
            // No percentile: games do not end.
            None => Sentence { standing: Standing::Beyond, text },
        };
        Some((finding.metric.is_relative(), sentence))
    });
    let mut changes: Vec<(bool, Sentence)> = changes.collect();
    // Who wins comes before how long it takes.
    changes.sort_by_key(|(is_length, _)| *is_length);
    alike.chain(changes.into_iter().map(|(_, sentence)| sentence)).collect()
}

/// Is it told where it changed beyond doubt, though nobody asked?
fn is_told_when_clear(metric: Metric) -> bool {
    matches!(metric, Metric::Unfinished | Metric::Length(_))
}

/// "no-face-up against designer, greedy against greedy: going first wins 47.9 % in place of 47.8 %, +0.1 points [-0.2, +0.4]: the same within your
/// tolerance of 1 point. (12 of 400 blocks changed.)"
fn sentence(label: &Label, baseline: &str, finding: &Finding, all_ended: bool, analysis: &Analysis) -> Option<String> {
    let lineup = label.lineup.replace(" vs ", " against ");
    if let (Metric::LengthP95(_), None, Some(_)) = (finding.metric, finding.variant, finding.baseline) {
        return Some(format!("{} against {baseline}, {lineup}: more than 5 of 100 {} do not end.", label.variant, label.game.many));
    }
    let (before, after, difference) = (finding.baseline?, finding.variant?, finding.difference?);
    let verdict = finding.verdict?;
    let tolerance = finding.metric.tolerance(analysis);
    let subject = match finding.metric {
        Metric::FirstPlayer => "going first wins".to_owned(),
        Metric::Advantage => "going first is worth, over a fair share of the games that ended,".to_owned(),
        Metric::WinRate(index) => format!("{} wins", label.shape.strategies[index]),
        Metric::Neighbours => format!("{} typically moves a win rate by", label.shape.what_moves_win_rates()),
        Metric::Score(index) => format!("{} scores", label.shape.strategies[index]),
        Metric::Length(index) => {
            let ended = if all_ended { "" } else { " in the games that ended" };
            format!("the mean number of {}{ended} is", label.game.length_units[index])
        }
        Metric::LengthP95(index) => {
            format!("the number of {} that 95 of 100 {} do not exceed is", label.game.length_units[index], label.game.many)
        }
        Metric::Forced => "decisions without a choice are".to_owned(),
        Metric::Unfinished => format!("{} that do not end are", label.game.many),
    };
    let (values, change) = if finding.metric.is_share() {
        let interval = finding.interval?;
        let digits = decimals(&interval);
        let signed = |rate: f64| format!("{:+.digits$}", 100.0 * rate);
        let values = match finding.metric {
            Metric::Advantage => format!("{} points in place of {}", signed(after), signed(before)),
            Metric::Neighbours => format!("{} points instead of {}", percent(after, digits), percent(before, digits)),
            _ => format!("{} % in place of {} %", percent(after, digits), percent(before, digits)),
        };
        (values, format!("{} points [{}, {}]", signed(difference), signed(interval.low), signed(interval.high)))
    } else {
        // Percentiles are whole numbers.
        let digits = usize::from(!matches!(finding.metric, Metric::LengthP95(_)));
        let values = format!("{after:.digits$} in place of {before:.digits$}");
        let change = if let Some((effect, interval)) = finding.relative {
            let signed = |share: f64| format!("{:+.1}", 100.0 * share);
            format!("{} % [{}, {}]", signed(effect), signed(interval.low), signed(interval.high))
        } else {
            let interval = finding.interval?;
            format!("{difference:+.2} [{:+.2}, {:+.2}]", interval.low, interval.high)
        };
        (values, change)
    };
    let changed = |changed: u64| format!(" ({} of {} blocks changed.)", thousands(changed.into()), thousands(finding.blocks.into()));
    Some(format!(
        "{} against {baseline}, {lineup}: {subject} {values}, {change}: {}.{}",
        label.variant,
        verdict.in_words(&CHANGE, &tolerance_in_words(finding.metric, tolerance)),
        finding.changed.map_or_else(String::new, changed),
    ))
}

/// A tolerance as it ends a sentence; empty where there is none.
fn tolerance_in_words(metric: Metric, tolerance: f64) -> String {
    match (tolerance > 0.0, metric.is_relative()) {
        (false, _) => String::new(),
        (true, true) => format!("{} %", rounded_percent(tolerance)),
        (true, false) if metric.is_share() => crate::metrics::verdict::points(tolerance),
        (true, false) => format!("{tolerance}"),
    }
}
