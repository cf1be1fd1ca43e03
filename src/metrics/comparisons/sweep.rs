//! Sweeps: every metric as a curve over the knobs.

use super::Compared;
use super::findings::{Arm, findings, own_interval};
use super::judge::Finding;
use super::tables::subject;
use crate::metrics::verdict::CHANGE;
use crate::metrics::{Analysis, Label, Table, Value};

/// The table of a sweep: each knob a column; each point, line-up and metric a row. Nothing where there is no sweep.
pub(in crate::metrics) fn table(compared: &[Compared<'_>], analysis: &Analysis) -> Option<Table> {
    let knobs: Vec<&'static str> =
        compared.iter().map(|pair| &pair.variant.0.point).find(|point| !point.is_empty())?.iter().map(|(knob, _)| *knob).collect();
    let columns =
        ["lineup", "metric", "of", "blocks", "value", "low", "high", "difference", "difference_low", "difference_high", "verdict"];
    let mut table = Table::new("sweep.csv", &[&["game", "variant"], &knobs[..], &columns].concat());
    let mut baselines: Vec<&str> = Vec::new();
    for pair in compared {
        let (baseline, variant) = (&pair.baseline.0, &pair.variant.0);
        let all = findings(pair, analysis);
        // The baseline is a point of its own, once for each line-up.
        if !baseline.point.is_empty() && !baselines.contains(&baseline.lineup.as_str()) {
            baselines.push(&baseline.lineup);
            table.rows.extend(all.iter().map(|finding| row(pair, baseline, finding, Arm::Baseline, analysis)));
        }
        if !variant.point.is_empty() {
            table.rows.extend(all.iter().map(|finding| row(pair, variant, finding, Arm::Variant, analysis)));
        }
    }
    Some(table)
}

fn row(pair: &Compared<'_>, label: &Label, finding: &Finding, arm: Arm, analysis: &Analysis) -> Vec<Value> {
    let own = own_interval(pair, finding.metric, arm, analysis);
    let mut row: Vec<Value> = vec![label.game.name.into(), label.variant.as_str().into()];
    row.extend(label.point.iter().map(|(_, value)| Value::from(value.as_str())));
    row.extend([label.lineup.as_str().into(), finding.metric.name().into(), subject(finding.metric, pair).into(), finding.blocks.into()]);
    row.extend(match arm {
        Arm::Baseline => [finding.baseline, own.map(|own| own.low), own.map(|own| own.high), None, None, None].map(Value::real),
        Arm::Variant => [
            finding.variant,
            own.map(|own| own.low),
            own.map(|own| own.high),
            finding.difference,
            finding.interval.map(|interval| interval.low),
            finding.interval.map(|interval| interval.high),
        ]
        .map(Value::real),
    });
    let verdict = finding.verdict.filter(|_| arm == Arm::Variant);
    row.push(verdict.map_or(Value::Empty, |verdict| verdict.in_table(&CHANGE).into()));
    row
}

/// The file and what it holds, for a designer.
pub(in crate::metrics) const DEFINITION: (&str, &str) = (
    "sweep.csv",
    "of a sweep, each metric at each point, the knobs as columns: the value with its own interval, and the difference from the baseline with its interval and \
     verdict; a curve for each line-up and metric",
);
