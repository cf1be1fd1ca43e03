//! Whether verdicts hold for players who learned each set of rules, next to those who did not; and
//! how much it matters that each training gives another player.

use super::telling::Telling;
use crate::words::prelude::*;
use fairdeal_core::metrics::GOING_FIRST;
use fairdeal_stats::student;

pub(super) const TELLING: Telling =
    Telling { table: |shown| table(shown.results), ..Telling::NONE };

/// At most so many verdicts that do not hold are told one by one.
const TOLD: usize = 2;

/// With fewer trainings nothing is said of the next one.
const FEWEST: usize = 3;

/// A verdict of players who did not learn, next to that of those who did.
struct Pair<'a> {
    /// What is judged, in words: "going first under double".
    about: String,
    /// The players who did not learn, and the value between them.
    others: (String, String, Finding<'a>),
    /// The value between the players of each training, or over all of them, with its verdict.
    learners: Vec<(String, Option<Verdict>)>,
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
        let settled =
            |verdict: Option<Verdict>| verdict.filter(|verdict| *verdict != Verdict::NotSettled);
        let others = settled(self.others.2.judged.verdict).filter(|_| !self.learners.is_empty())?;
        let all = || self.learners.iter().map(|(_, verdict)| settled(*verdict));
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
        (1, 0, 1) => {
            "the verdict that is settled between the others is not settled for them".to_owned()
        }
        (1, 0, 0) => "the verdict that is settled between the others holds for them too".to_owned(),
        (2, 0, 0) => {
            "both verdicts that are settled between the others hold for them too".to_owned()
        }
        (settled, 0, 0) => {
            format!("all {settled} verdicts that are settled between the others hold for them too")
        }
        (settled, 0, open) => format!(
            "of {} settled between the others, {} for them too, and {open} {} not settled for them",
            counted(settled as u128, "verdict", "verdicts"),
            match holds.len() {
                0 => "none holds".to_owned(),
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
    let over = over_trainings(results).map_or_else(String::new, |said| format!("; {said}"));
    // What a variant changes between them cannot be told from what a training changes.
    let unknown = if results.manifest.variants.len() > 1 && learners.len() < FEWEST {
        "; what variants change between them is known from three `trainings` on"
    } else {
        ""
    };
    let title = "Players who learned the rules";
    let full = format!("{said}{over}{unknown}{strength}.");
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
                learners: of_learners.map(|row| (rate(row), row.share.judged.verdict)).collect(),
            });
        }
        // What a variant changes is known over several trainings only.
        let of_others = results.comparisons.iter().filter(|row| row.cell.lineup == others);
        for row in of_others.filter(|row| row.quantity == GOING_FIRST.name) {
            let over = trainings(results).into_iter().find(|over| {
                over.first.cell.variant == row.cell.variant && over.first.cell.players == *size
            });
            let Some(change) = over.and_then(|over| over.change) else { continue };
            let told = |effect: f64| signed(100.0 * effect, 1) + " points";
            let verdict = verdict_of_change(change, results.manifest.analysis.tolerance.win_rate);
            all.push(Pair {
                about: format!("going first changed by {}{at}", row.cell.variant),
                others: (who.clone(), row.difference.map_or_else(String::new, told), row.finding()),
                learners: vec![(told(change[0]), Some(verdict))],
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

/// Going first between the players of several trainings, by one set of rules.
struct Trainings<'a> {
    first: &'a FirstPlayerRow,
    count: usize,
    /// The mean share of wins and half of its interval, if there are enough trainings.
    mean: Option<[f64; 2]>,
    /// The same of the difference from the baseline; `None` for the baseline itself.
    change: Option<[f64; 2]>,
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
    let known = rows.filter_map(|row| {
        let ends = row.share.win_rate_low.zip(row.share.win_rate_high);
        Some((row, row.share.win_rate?, ends.map(|(low, high)| (high - low) / 2.0)?))
    });
    let key =
        |(row, ..): &(&FirstPlayerRow, f64, f64)| (row.cell.variant.clone(), row.cell.players);
    let all = grouped(known, key);
    let confidence = results.manifest.analysis.confidence;
    // Of several changes the largest is told, so all of them must hold together (Bonferroni).
    let compared = results.manifest.variants.len().saturating_sub(1).max(1);
    let of_changes = 1.0 - (1.0 - confidence) / compared as f64;
    let freedom = results.manifest.blocks.saturating_sub(1).max(1);
    let quantile = |confidence: f64| quantile(freedom, confidence);
    let wider = quantile(of_changes).zip(quantile(confidence)).map_or(1.0, |(all, one)| all / one);
    let trainings = all.iter().map(|((variant, players), known)| {
        let baseline = (results.manifest.baseline.clone(), *players);
        let own = all.iter().find(|(key, _)| *variant != baseline.0 && *key == baseline);
        let lineups = |rows: &[(&FirstPlayerRow, f64, f64)]| -> Vec<String> {
            rows.iter().map(|(row, ..)| row.cell.lineup.clone()).collect()
        };
        let own = own.map(|(_, own)| own).filter(|own| lineups(own) == lineups(known));
        let change = own.and_then(|own| {
            let pairs = || known.iter().zip(own);
            let changes: Vec<f64> = pairs().map(|((_, rate, _), (_, own, _))| rate - own).collect();
            let reach = pairs().map(|((.., one), (.., other))| (one * one + other * other).sqrt());
            mean_over(&changes, wider * reach.fold(0.0, f64::max), of_changes)
        });
        let rates: Vec<f64> = known.iter().map(|(_, rate, _)| *rate).collect();
        let reach = known.iter().map(|(.., reach)| *reach).fold(0.0, f64::max);
        let (first, count) = (known[0].0, known.len());
        Trainings { first, count, mean: mean_over(&rates, reach, confidence), change }
    });
    trainings.collect()
}

/// The mean of going first over several trainings at the smallest table: by the baseline, and by the
/// variant that changes it most.
fn over_trainings(results: &Results) -> Option<String> {
    let all = trainings(results);
    let is_own = |own: &&Trainings<'_>| own.first.cell.variant == results.manifest.baseline;
    let own = all.iter().filter(is_own).min_by_key(|own| own.first.cell.players)?;
    let mean = own.mean?;
    let rate = precise(mean[0], Some(ends_of(mean, 0.0)), " %");
    let at_table = all.iter().filter(|other| other.first.cell.players == own.first.cell.players);
    let changed = at_table.filter_map(|other| Some((other, other.change?, other.mean?)));
    let size = |change: [f64; 2]| change[0].abs();
    let most = changed.max_by(|(_, one, _), (_, other, _)| size(*one).total_cmp(&size(*other)));
    let most = most.map_or_else(String::new, |(other, change, [mean, _])| {
        let (low, high) = ends_of(change, -1.0);
        let [change, low, high] = [change[0], low, high].map(|share| signed(100.0 * share, 1));
        let (name, rate) = (&other.first.cell.variant, percent(mean, 1));
        format!(", with {name} {rate} % ({change} points [{low}, {high}])")
    });
    Some(format!("over {} trainings the first player wins {rate}{most}", own.count))
}

/// Going first over several trainings, by set of rules and number of players.
fn table(results: &Results) -> Panel {
    let rows = trainings(results).into_iter().filter(|own| own.mean.is_some());
    let mut columns = Columns::new(
        "Going first between players who learned, over all trainings (intervals for both trainings \
         and shuffles)",
        rows,
    );
    let is_compared = results.manifest.variants.len() > 1;
    if is_compared {
        columns.words("variant", |own| own.first.cell.variant.clone());
    }
    columns.numbers("players", |own| own.first.cell.players.to_string());
    columns.numbers("trainings", |own| own.count.to_string());
    columns.numbers("going first", |own| rate(own.mean.map(|[mean, _]| mean), 1));
    columns.numbers("fair", |own| fair_share(&own.first.share));
    columns.numbers(&super::super::columns::confidence(results), |own| {
        let ends = own.mean.map(|mean| ends_of(mean, 0.0));
        in_percent(ends.map(|(low, _)| low), ends.map(|(_, high)| high))
    });
    if is_compared {
        columns.numbers("changed by (points)", |own| {
            with_reach(
                own.change.map(|[mean, _]| mean),
                own.change.map(|change| ends_of(change, -1.0)),
                100.0,
            )
        });
    }
    columns.panel.shortened(FirstPlayerRow::FILE)
}

/// The verdict about a change of a share of wins.
fn verdict_of_change(change: [f64; 2], tolerance: f64) -> Verdict {
    let (low, high) = ends_of(change, -1.0);
    match () {
        () if low > tolerance => Verdict::Higher,
        () if high < -tolerance => Verdict::Lower,
        () if low >= -tolerance && high <= tolerance => Verdict::Same,
        () => Verdict::NotSettled,
    }
}

/// The ends of an interval around a mean that lies between `least` and 1: 0 for shares, -1 for their
/// differences.
fn ends_of([mean, half]: [f64; 2], least: f64) -> (f64, f64) {
    ((mean - half).max(least), (mean + half).min(1.0))
}

/// The quantile of Student's t between whose two signs this share of it lies.
fn quantile(freedom: u64, confidence: f64) -> Option<f64> {
    student::two_sided_quantile(freedom, fairdeal_stats::Confidence::new(confidence).ok()?)
}

/// The mean of the values of some trainings, and half of its interval: by Student's t, in which a
/// training is one value, and by the shuffles, on which all of them played. `reach`: half of the
/// interval that one of them has by its games.
fn mean_over(values: &[f64], reach: f64, confidence: f64) -> Option<[f64; 2]> {
    let count = values.len() as f64;
    let freedom = values.len().checked_sub(1).filter(|_| values.len() >= FEWEST)?;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
    let variance = squares / (count - 1.0) / count;
    let quantile = quantile(freedom as u64, confidence)?;
    Some([mean, (quantile * quantile * variance + reach * reach).sqrt()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_over_trainings_is_that_of_student() {
        // Five values with mean 3 and variance 2.5: 3 ± 2.776 · sqrt(0.5).
        let values = [1.0, 2.0, 3.0, 4.0, 5.0];
        let [mean, half] = mean_over(&values, 0.0, 0.95).expect("several");
        assert!((mean - 3.0).abs() < 1e-12 && (half - 2.776_445 * 0.5_f64.sqrt()).abs() < 1e-5);
        // What all of them share adds to it.
        assert_eq!(mean_over(&[1.0; 3], 0.25, 0.95), Some([1.0, 0.25]));
        assert_eq!(mean_over(&values[..2], 0.0, 0.95), None);
        // A share is never below 0 or above 1, and a difference never below -1.
        assert_eq!(
            (ends_of([0.5, 2.0], 0.0), ends_of([0.0, 2.0], -1.0)),
            ((0.0, 1.0), (-1.0, 1.0))
        );
    }
}
