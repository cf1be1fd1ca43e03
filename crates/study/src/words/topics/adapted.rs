//! Whether verdicts hold for players who learned each set of rules, next to those who did not; and
//! how much it matters that each training gives another player.

use super::telling::Telling;
use crate::words::prelude::*;
use fairdeal_stats::student;

pub(super) const TELLING: Telling =
    Telling { table: |shown| table(shown.results), ..Telling::NONE };

/// At most so many verdicts that do not hold are told one by one.
const TOLD: usize = 2;

/// A verdict of players who did not learn, next to that of those who did.
struct Pair<'a> {
    /// What is judged, in words: "going first under double".
    about: String,
    /// The players who did not learn, and the value between them.
    others: (String, String, Finding<'a>),
    /// The value between the players of each training.
    learners: Vec<(String, Finding<'a>)>,
}

/// How a verdict stands between players who learned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Holds,
    Falls,
    Open,
}

impl Pair<'_> {
    /// A settled verdict holds if that of the learners of each training is the same, and falls if
    /// it is another one in some.
    fn standing(&self) -> Option<Kept> {
        let settled = |finding: &Finding<'_>| {
            finding.judged.verdict.filter(|verdict| *verdict != Verdict::NotSettled)
        };
        let others = settled(&self.others.2)?;
        let all = || self.learners.iter().map(|(_, finding)| settled(finding));
        Some(if all().any(|one| one.is_some_and(|verdict| verdict != others)) {
            Kept::Falls
        } else if all().any(|one| one.is_none()) {
            Kept::Open
        } else {
            Kept::Holds
        })
    }

    /// "going first (45.5 % between heuristic, 49.9 % between adapted players)".
    fn told(&self) -> String {
        let (who, value, _) = &self.others;
        let values: Vec<&str> = self.learners.iter().map(|(value, _)| value.as_str()).collect();
        format!("{} ({value} between {who}, {} between adapted players)", self.about, and(&values))
    }
}

/// The point of the answer about the players who learned; `None` if there are none.
pub(in crate::words) fn line(results: &Results) -> Option<Draft> {
    let learners = learners(results);
    // Where all are one side, for example, there are no verdicts.
    let mut all = pairs(results, &learners);
    all.retain(|pair| pair.others.2.judged.verdict.is_some());
    let of = |standing: Kept| -> Vec<&Pair<'_>> {
        all.iter().filter(|pair| pair.standing() == Some(standing)).collect()
    };
    let [holds, falls, open] = [Kept::Holds, Kept::Falls, Kept::Open].map(of);
    let settled = holds.len() + falls.len() + open.len();
    if all.is_empty() {
        return None;
    }
    let examples: Vec<String> = falls.iter().take(TOLD).map(|pair| pair.told()).collect();
    let said = match (settled, falls.len(), open.len()) {
        (0, ..) => {
            "no verdict of the other players is settled, so there is nothing to compare".to_owned()
        }
        (1, 0, 0) => "the verdict that is settled between the others holds for them too".to_owned(),
        (settled, 0, 0) => {
            format!("all {settled} verdicts that are settled between the others hold for them too")
        }
        (settled, 0, open) => format!(
            "of {} settled between the others, {} for them too, and {open} {} not settled for them",
            counted(settled as u128, "verdict", "verdicts"),
            match holds.len() {
                1 => "1 holds".to_owned(),
                many => format!("{many} hold"),
            },
            if open == 1 { "is" } else { "are" },
        ),
        (1, ..) => format!("the verdict changes: {}", and(&examples)),
        (settled, fallen, _) => format!(
            "{fallen} of {settled} verdicts that are settled between the others {}: {}",
            if fallen == 1 { "changes" } else { "change" },
            and(&examples),
        ),
    };
    let strength = strength(results, &learners);
    let trainings = by_the_baseline(results).map_or_else(String::new, |said| format!("; {said}"));
    let title = "Players who learned the rules";
    let full = format!("{said}{trainings}{strength}.");
    Some(Draft::new(title, full))
}

/// The names of the players who learned.
fn learners(results: &Results) -> BTreeSet<&str> {
    let records = results.manifest.adapted.iter().flat_map(|record| &record.learned);
    records.map(|one| one.strategy.as_str()).collect()
}

/// All verdicts about going first, and about changes by variants, between the strongest equals of
/// each table who did not learn, each next to the same of learners.
fn pairs<'a>(results: &'a Results, learners: &BTreeSet<&str>) -> Vec<Pair<'a>> {
    let equals = results.manifest.lineups.iter().filter(|names| is_of_equals(names));
    let sizes: BTreeSet<usize> = equals.map(Vec::len).filter(|size| *size > 1).collect();
    let mut all = Vec::new();
    for size in &sizes {
        let lineups = || {
            let names = results.first_player.iter().map(|row| row.cell.lineup.as_str());
            let names = distinct(names).into_iter();
            names.filter(|name| {
                let seated = results.lineup(name);
                seated.len() == *size && is_of_equals(seated)
            })
        };
        let learns = |name: &&str| learners.contains(results.lineup(name)[0].as_str());
        let own: Vec<&str> = lineups().filter(learns).collect();
        let others = strongest(results, lineups().filter(|name| !learns(name)));
        let Some(others) = others.filter(|_| !own.is_empty()) else { continue };
        let who = results.lineup(others)[0].clone();
        let at = if sizes.len() > 1 { format!(" with {size} players") } else { String::new() };
        for row in results.first_player.iter().filter(|row| row.cell.lineup == others) {
            let rate = |row: &FirstPlayerRow| {
                row.share.win_rate.map_or_else(String::new, |rate| percent(rate, 1) + " %")
            };
            let of_learners = results.first_player.iter().filter(|other| {
                own.contains(&other.cell.lineup.as_str()) && other.cell.variant == row.cell.variant
            });
            let rules = under_rules(results, &row.cell.variant);
            all.push(Pair {
                about: format!("going first{rules}{at}"),
                others: (who.clone(), rate(row), row.finding()),
                learners: of_learners.map(|row| (rate(row), row.finding())).collect(),
            });
        }
        for row in results.comparisons.iter().filter(|row| row.cell.lineup == others) {
            let Some(quantity) = quantity(&row.quantity) else { continue };
            let key = |row: &ComparisonRow| {
                (row.cell.variant.clone(), row.quantity.clone(), row.subject.clone())
            };
            let of_learners = results.comparisons.iter().filter(|other| {
                own.contains(&other.cell.lineup.as_str()) && key(other) == key(row)
            });
            let size = |row: &ComparisonRow| match (row.relative_difference, row.difference) {
                (Some(effect), _) if quantity.is_relative() => signed(100.0 * effect, 1) + " %",
                (_, Some(effect)) if quantity.is_rate() => signed(100.0 * effect, 1) + " points",
                (_, Some(effect)) => signed(effect, 2),
                _ => String::new(),
            };
            let what = quantity.topic.title().to_lowercase();
            all.push(Pair {
                about: format!("{what} changed by {}{at}", row.cell.variant),
                others: (who.clone(), size(row), row.finding()),
                learners: of_learners.map(|row| (size(row), row.finding())).collect(),
            });
        }
    }
    all
}

/// " under double"; empty if there is only one set of rules.
fn under_rules(results: &Results, variant: &str) -> String {
    if results.manifest.variants.len() > 1 { format!(" under {variant}") } else { String::new() }
}

/// Whether those who learned are stronger, by the games in which they met others: a warning if they
/// are weaker, since then they say little about good play.
fn strength(results: &Results, learners: &BTreeSet<&str>) -> String {
    let rows = results.strategies.iter().filter(|row| {
        row.cell.variant == results.manifest.baseline && learners.contains(row.strategy.as_str())
    });
    let mut weaker = rows.filter(|row| row.share.judged.verdict == Some(Verdict::Disadvantage));
    let worst = weaker.next().and_then(|row| {
        let names = results.lineup(&row.cell.lineup);
        let other = names.iter().find(|name| !learners.contains(name.as_str()))?;
        Some((other, percent(row.share.win_rate?, 1)))
    });
    worst.map_or_else(String::new, |(other, wins)| {
        format!("; but they are weaker than {other} ({wins} % of games), so let them learn longer")
    })
}

/// Going first between the players of each training, by one set of rules.
struct Trainings<'a> {
    first: &'a FirstPlayerRow,
    /// The share of wins by training, in their order.
    rates: Vec<f64>,
    /// How much higher it is than by the baseline, by training; empty for the baseline itself.
    changes: Vec<f64>,
}

/// The trainings by set of rules and number of players.
fn trainings(results: &Results) -> Vec<Trainings<'_>> {
    let learners = learners(results);
    let rows = results.first_player.iter().filter(|row| {
        let names = results.lineup(&row.cell.lineup);
        let learned = learners.contains(names[0].as_str());
        learned && is_of_equals(names) && !results.names.is_one_side(row.cell.players)
    });
    // Where too few games end, nothing is known of a training.
    let known = rows.filter_map(|row| Some((row, row.share.win_rate?)));
    let key = |(row, _): &(&FirstPlayerRow, f64)| (row.cell.variant.clone(), row.cell.players);
    let all = grouped(known, key);
    let trainings = all.iter().map(|((variant, players), known)| {
        let baseline = (results.manifest.baseline.clone(), *players);
        let own = all.iter().find(|(key, _)| *variant != baseline.0 && *key == baseline);
        let own = own.filter(|(_, own)| own.len() == known.len());
        let own = own.iter().flat_map(|(_, own)| own);
        let changes = known.iter().zip(own).map(|((_, rate), (_, own))| rate - own).collect();
        let rates = known.iter().map(|(_, rate)| *rate).collect();
        Trainings { first: known[0].0, rates, changes }
    });
    trainings.collect()
}

/// Of three or more trainings: the mean of going first by the baseline over them, at the smallest
/// table, with the interval by their differences; `None` for fewer.
fn by_the_baseline(results: &Results) -> Option<String> {
    let own = trainings(results).into_iter();
    let own = own.filter(|own| own.first.cell.variant == results.manifest.baseline);
    let Trainings { rates, .. } = own.min_by_key(|own| own.first.cell.players)?;
    let rate = mean_over(&rates, results.manifest.analysis.confidence)?;
    let rate = precise(rate[0], Some(ends_of(rate)), " %");
    Some(format!("over {} trainings the first player wins {rate}", rates.len()))
}

/// Going first over three or more trainings, by set of rules and number of players.
fn table(results: &Results) -> Panel {
    let confidence = results.manifest.analysis.confidence;
    let mean = |values: &[f64]| mean_over(values, confidence);
    let rows = trainings(results).into_iter().filter(|own| mean(&own.rates).is_some());
    let mut columns = Columns::new(
        "Going first between players who learned, over all trainings (the intervals show how much \
         trainings differ)",
        rows,
    );
    if results.manifest.variants.len() > 1 {
        columns.words("variant", |own| own.first.cell.variant.clone());
    }
    columns.numbers("players", |own| own.first.cell.players.to_string());
    columns.numbers("trainings", |own| own.rates.len().to_string());
    columns.numbers("going first", |own| rate(mean(&own.rates).map(|[mean, _]| mean), 1));
    columns.numbers("fair", |own| fair_share(&own.first.share));
    columns.numbers(&super::super::columns::confidence(results), |own| {
        let ends = mean(&own.rates).map(ends_of);
        in_percent(ends.map(|(low, _)| low), ends.map(|(_, high)| high))
    });
    if results.manifest.variants.len() > 1 {
        columns.numbers("changed by (points)", |own| {
            let change = mean(&own.changes);
            with_reach(change.map(|[mean, _]| mean), change.map(ends_of), 100.0)
        });
    }
    columns.panel.shortened(FirstPlayerRow::FILE)
}

/// The ends of an interval around a mean.
fn ends_of([mean, half]: [f64; 2]) -> (f64, f64) {
    (mean - half, mean + half)
}

/// The mean of some values, and half of its interval by Student's t: a training is one value.
fn mean_over(values: &[f64], confidence: f64) -> Option<[f64; 2]> {
    let count = values.len() as f64;
    // Two trainings say next to nothing about a third.
    let freedom = values.len().checked_sub(1).filter(|freedom| *freedom > 1)?;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
    let error = (squares / (count - 1.0) / count).sqrt();
    let confidence = fairdeal_stats::Confidence::new(confidence).ok()?;
    let quantile = student::two_sided_quantile(freedom as u64, confidence)?;
    Some([mean, quantile * error])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_over_trainings_is_that_of_student() {
        // Five values with mean 3 and variance 2.5: 3 ± 2.776 · sqrt(0.5).
        let [mean, half] = mean_over(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.95).expect("several");
        assert!((mean - 3.0).abs() < 1e-12 && (half - 2.776_445 * 0.5_f64.sqrt()).abs() < 1e-5);
        assert_eq!(mean_over(&[1.0, 2.0], 0.95), None);
    }
}
