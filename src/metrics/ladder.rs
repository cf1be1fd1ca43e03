//! A ladder of skill: the strategies of a round robin from the weakest to the strongest, and what the game is like between equals on each rung.

use super::ratings::Rated;
use super::shares::{self, Finding, Share};
use super::verdict::{ADVANTAGE, and};
use super::{Analysis, Cell, Counts, Label, Sentence, Table, Value, Verdict};
use crate::stats::Interval;

/// A cell with its label.
type Labelled = (Label, Cell);

/// A strategy on the ladder.
struct Rung<'a> {
    strategy: &'a str,
    /// Its games against itself.
    mirror: &'a Labelled,
    /// Where the results connect all strategies.
    rated: Option<&'a Rated<'a>>,
    /// The strategy on the rung below (or that it is with more time to think), and the wins against it with the line-up of both.
    below: Option<(&'a str, &'a Label, Share<'a>)>,
}

impl<'a> Rung<'a> {
    /// The wins of going first between equals.
    fn first_player(&self) -> Share<'a> {
        let (label, cell) = self.mirror;
        cell.first_player.share(label)
    }
}

const COLUMNS: [&str; 23] = [
    "game",
    "variant",
    "rung",
    "strategy",
    "blocks",
    "elo",
    "elo_low",
    "elo_high",
    "below",
    "win_rate_over_below",
    "win_rate_low",
    "win_rate_high",
    "win_rate_verdict",
    "first_player_win_rate",
    "first_player_low",
    "first_player_high",
    "first_player_verdict",
    "length_unit",
    "length_mean",
    "length_sd",
    "comeback_rate",
    "comeback_low",
    "comeback_high",
];

impl Counts {
    /// The ladder as a table.
    pub(super) fn ladder(&self, analysis: &Analysis) -> Option<Table> {
        let rated = self.rated(analysis)?;
        let rungs = self.rungs(&rated);
        let mut table = Table::new("ladder.csv", &COLUMNS);
        table.rows = rungs.iter().enumerate().map(|(rung, described)| self.row(rung + 1, described, analysis)).collect();
        Some(table)
    }

    fn row(&self, number: usize, rung: &Rung<'_>, analysis: &Analysis) -> Vec<Value> {
        let (label, cell) = rung.mirror;
        let over = rung.below.as_ref().and_then(|(_, _, share)| share.finding(analysis));
        let first = rung.first_player().finding(analysis);
        let lengths = cell.lengths.unit(0).finished.moments();
        let comebacks = cell.comebacks.rate(analysis);
        let ends =
            |interval: Option<Interval>| [interval.map(|interval| interval.low), interval.map(|interval| interval.high)].map(Value::real);
        let found = |finding: Option<Finding>| {
            let verdict = finding.map_or(Value::Empty, |finding| finding.verdict.in_table(&ADVANTAGE).into());
            let ends = ends(finding.map(|finding| finding.interval));
            [Value::real(finding.map(|finding| finding.rate))].into_iter().chain(ends).chain([verdict])
        };
        let mut row: Vec<Value> =
            vec![label.game.name.into(), label.variant.as_str().into(), number.into(), rung.strategy.into(), self.blocks.into()];
        row.push(Value::real(rung.rated.map(|rated| rated.elo)));
        row.extend(ends(rung.rated.and_then(|rated| rated.interval)));
        row.push(rung.below.as_ref().map_or(Value::Empty, |(below, ..)| (*below).into()));
        row.extend(found(over));
        row.extend(found(first));
        row.push(label.game.length_units[0].into());
        row.extend([lengths.mean(), lengths.standard_deviation(), comebacks.map(|(rate, _)| rate)].map(Value::real));
        row.extend(ends(comebacks.and_then(|(_, interval)| interval)));
        row
    }

    /// What a ladder says in one sentence: does the answer about going first depend on who plays? Nothing where too little of it is clear, or there
    /// is no ladder.
    pub fn headline(&self, analysis: &Analysis) -> Option<String> {
        let rated = self.rated(analysis)?;
        let rungs = self.rungs(&rated);
        let verdicts = rungs.iter().filter_map(|rung| Some((rung.strategy, rung.first_player().finding(analysis)?.verdict)));
        in_one_sentence(&verdicts.collect::<Vec<_>>())
    }

    /// The verdicts of a ladder: about going first between equals, and of each rung over the one below; nothing where there is no ladder.
    pub(super) fn ladder_sentences(&self, analysis: &Analysis) -> Option<Vec<Sentence>> {
        let rated = self.rated(analysis)?;
        let rungs = self.rungs(&rated);
        let firsts: Vec<(&Label, Share<'_>)> = rungs.iter().map(|rung| (&rung.mirror.0, rung.first_player())).collect();
        // Where there are no ratings, why there are none.
        let mut sentences: Vec<Sentence> = self.round_robin.iter().flat_map(|round_robin| round_robin.sentences(&self.cells)).collect();
        sentences.extend(shares::sentences(&firsts, |_| Some("going first".to_owned()), analysis));
        let above: Vec<&Rung<'_>> = rungs.iter().filter(|rung| rung.below.is_some()).collect();
        let overs: Vec<(&Label, Share<'_>)> =
            rungs.iter().filter_map(|rung| rung.below.as_ref()).map(|(_, label, share)| (*label, *share)).collect();
        sentences.extend(shares::sentences(&overs, |index| Some(above[index].strategy.to_owned()), analysis));
        sentences.sort_by_key(|sentence| sentence.standing);
        Some(sentences)
    }

    /// The ratings, the weakest first; empty where the results do not connect all strategies. Nothing where the strategies did not play against
    /// themselves as well.
    fn rated(&self, analysis: &Analysis) -> Option<Vec<Rated<'_>>> {
        self.mirrors().next()?;
        let mut rated = self.round_robin.as_ref()?.rated(&self.cells, analysis).unwrap_or_default();
        rated.reverse();
        Some(rated)
    }

    /// The cells in which a strategy plays against itself.
    fn mirrors(&self) -> impl Iterator<Item = &Labelled> {
        self.cells.iter().filter(|(label, _)| label.shape.strategies.len() == 1 && label.shape.players() > 1)
    }

    /// The rungs, the weakest first: by rating, or where there is none by how often each won against the others.
    fn rungs<'a>(&'a self, rated: &'a [Rated<'a>]) -> Vec<Rung<'a>> {
        let mut mirrors: Vec<(&str, &Labelled)> = self.mirrors().map(|cell| (cell.0.shape.strategies[0].as_str(), cell)).collect();
        if rated.is_empty() {
            let wins = |strategy: &str| -> f64 {
                let shares = mirrors.iter().filter_map(|(other, _)| self.share_against(strategy, other));
                shares.filter_map(|(_, share)| share.record.wins.rate()).sum()
            };
            let mut order: Vec<(f64, usize)> = mirrors.iter().enumerate().map(|(index, (strategy, _))| (wins(strategy), index)).collect();
            order.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
            mirrors = order.into_iter().map(|(_, index)| mirrors[index]).collect();
        } else {
            mirrors.sort_by_key(|(strategy, _)| rated.iter().position(|rated| rated.strategy == *strategy));
        }
        // Those with more time to think stand above the one that they had it from, whatever came of it.
        let further = |strategy: &str| self.round_robin.as_ref()?.further(strategy);
        mirrors.sort_by_key(|(strategy, _)| further(strategy).map(|(place, _)| place));
        let below = |index: usize| {
            let below = match further(mirrors[index].0) {
                Some((_, before)) => before,
                None => mirrors[index.checked_sub(1)?].0,
            };
            let (label, share) = self.share_against(mirrors[index].0, below)?;
            Some((below, label, share))
        };
        let rung = |(index, (strategy, mirror)): (usize, &(&'a str, &'a Labelled))| Rung {
            strategy,
            mirror,
            rated: rated.iter().find(|rated| rated.strategy == *strategy),
            below: below(index),
        };
        mirrors.iter().enumerate().map(rung).collect()
    }

    /// The wins of one strategy against another, with the line-up of both; nothing where they did not meet.
    fn share_against(&self, strategy: &str, other: &str) -> Option<(&Label, Share<'_>)> {
        let is_of_both = |(label, _): &&Labelled| {
            let names = &label.shape.strategies;
            names.len() == 2 && strategy != other && names.iter().all(|name| name == strategy || name == other)
        };
        let (label, cell) = self.cells.iter().find(is_of_both)?;
        let index = label.shape.strategies.iter().position(|name| name == strategy)?;
        Some((label, cell.strategies.shares(label).nth(index)?))
    }

    /// Does the first of two strategies beat the other beyond the tolerance? Nothing where they did not meet.
    pub fn beats(&self, strategy: &str, other: &str, analysis: &Analysis) -> Option<bool> {
        let (_, share) = self.share_against(strategy, other)?;
        Some(share.finding(analysis)?.verdict == Verdict::Above)
    }
}

/// Whether the answer about going first depends on who plays; nothing where fewer than two rungs have a clear one.
fn in_one_sentence(verdicts: &[(&str, Verdict)]) -> Option<String> {
    let among = |wanted: Verdict| -> Vec<&str> {
        verdicts.iter().filter(|(_, verdict)| *verdict == wanted).map(|(strategy, _)| *strategy).collect()
    };
    let groups =
        [(among(Verdict::Above), "helps"), (among(Verdict::Below), "hurts"), (among(Verdict::Within), "makes no difference that matters")];
    let groups: Vec<&(Vec<&str>, &str)> = groups.iter().filter(|(group, _)| !group.is_empty()).collect();
    let clear: usize = groups.iter().map(|(group, _)| group.len()).sum();
    Some(match groups[..] {
        _ if clear < 2 => return None,
        [(_, does)] if clear == verdicts.len() => {
            format!("Skill does not change the answer: between equals going first {does} on every rung.")
        }
        [(_, does)] => format!(
            "As far as it is settled skill does not change the answer: between equals going first {does} on {clear} of {} rungs.",
            verdicts.len()
        ),
        _ => {
            let parts: Vec<String> = groups.iter().map(|(group, does)| format!("{does} between players like {}", and(group))).collect();
            format!("Skill changes the answer: going first {}.", parts.join(", but "))
        }
    })
}

/// The file and what it holds, for a designer.
pub(super) const DEFINITION: (&str, &str) = (
    "ladder.csv",
    "of a ladder, the weakest strategy first: its rating, how often it beats the one on the rung below, and what games between two of its kind are like: how often \
     going first wins, how long they are, how often the winner came from behind (as in comebacks.csv)",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_turns_the_answer_or_not() {
        let (above, below, within, open) = (Verdict::Above, Verdict::Below, Verdict::Within, Verdict::NotSettled(None));
        let said = |verdicts: &[(&str, Verdict)]| in_one_sentence(verdicts);
        assert_eq!(said(&[("a", above)]), None);
        assert_eq!(said(&[("a", above), ("b", open)]), None);
        assert_eq!(
            said(&[("a", above), ("b", open), ("c", below), ("d", below), ("e", below)]).as_deref(),
            Some("Skill changes the answer: going first helps between players like a, but hurts between players like c, d and e.")
        );
        assert_eq!(
            said(&[("a", above), ("b", above)]).as_deref(),
            Some("Skill does not change the answer: between equals going first helps on every rung.")
        );
        assert_eq!(
            said(&[("a", within), ("b", within), ("c", open)]).as_deref(),
            Some(
                "As far as it is settled skill does not change the answer: between equals going first makes no difference that matters on 2 of 3 rungs."
            )
        );
    }
}
