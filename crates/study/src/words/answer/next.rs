//! The open verdicts, the number of blocks that should settle them, and the next
//! command worth running.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::super::draft::{NEXT, Point};
use super::super::prelude::*;
use super::super::sentences::sentences;
use super::super::topics::changes::asked;
use super::super::topics::goals::answer::not_together;
use super::super::topics::goals::candidates;
use crate::findings::rounded_up;
use fairdeal_core::input::plain;

/// This many blocks are never too many to ask for.
const QUICK: u64 = 20_000;

/// More than this many times as many blocks are seldom worth the wait.
const WORTH_IT: u64 = 20;

/// If fewer than one in this many games do not end, other games are more useful.
const FEW: u128 = 1000;

/// The folder of the results, as a command names it that runs in that folder.
pub(in crate::words) const HERE: &str = ".";

/// The open verdicts of one family: of the question, or, if all of those are settled, of what was
/// explored beside it.
struct Open {
    family: Family,
    /// For each open verdict, how many more blocks should settle it; `None` if no
    /// reasonable number would.
    needed: Vec<Option<u64>>,
    /// The subjects of the verdicts, with their numbers, the largest first.
    about: IndexMap<&'static str, usize>,
    /// How many verdicts there are.
    all: usize,
    /// The number of open verdicts in the other family, and of all its verdicts.
    others: [usize; 2],
}

impl Open {
    /// Counts the sentences that are verdicts.
    fn new(results: &Results) -> Self {
        let mut sentences = sentences(results);
        sentences.retain(|sentence| !sentence.unjudged);
        let is_open = |sentence: &&Sentence| sentence.standing == Standing::NotSettled;
        let of =
            |family: Family| sentences.iter().filter(move |sentence| sentence.family == family);
        let (family, other) = if of(Family::Asked).any(|sentence| is_open(&sentence)) {
            (Family::Asked, Family::Explored)
        } else {
            (Family::Explored, Family::Asked)
        };
        let open = || of(family).filter(is_open);
        let mut about = IndexMap::<&str, usize>::new();
        open().for_each(|sentence| *about.entry(sentence.about).or_default() += 1);
        about.sort_by_key(|_, count| Reverse(*count));
        let needed = open().map(|sentence| sentence.blocks_needed).collect();
        let others = [of(other).filter(is_open).count(), of(other).count()];
        Self { family, needed, about, all: of(family).count(), others }
    }

    /// How many verdicts this many more blocks should settle.
    fn settled_by(&self, blocks: u64) -> usize {
        self.needed.iter().flatten().filter(|needed| **needed <= blocks).count()
    }

    /// The number of further blocks that settle half of the verdicts within reach, and the number
    /// that settles all of those. The hardest ones are seldom worth the wait.
    fn reasonable(&self) -> Option<[u64; 2]> {
        let mut needed: Vec<u64> = self.needed.iter().flatten().copied().collect();
        needed.sort_unstable();
        let most = *needed.last()?;
        Some([if needed.len() > 2 { needed[needed.len().div_ceil(2) - 1] } else { most }, most])
    }

    /// The number of further blocks that are worth playing next: enough to settle half of the
    /// verdicts within reach, or fewer if that takes too long.
    fn next(&self, results: &Results) -> Option<u64> {
        let manifest = &results.manifest;
        if manifest.stop.is_some() || has_own_length(results) || !manifest.complete {
            return None;
        }
        let [half, _] = self.reasonable()?;
        let most = half.min(manifest.blocks.saturating_mul(WORTH_IT).max(QUICK));
        self.needed.iter().flatten().copied().filter(|needed| *needed <= most).max()
    }

    /// A point that counts the open verdicts and says how many blocks should settle them.
    fn draft(&self, results: &Results) -> Draft {
        let (count, all) = (self.needed.len(), self.all as u128);
        let of = format!(
            "{} of {} {}",
            thousands(count as u128),
            counted(all, "verdict", "verdicts"),
            self.family
        );
        let [open, others] = self.others.map(|number| thousands(number as u128));
        let others = match (self.family, self.others) {
            (Family::Asked, [1..=usize::MAX, _]) => format!("; {open} of {others} explored"),
            (Family::Explored, [0, 1..=usize::MAX]) => "; all that was asked is settled".to_owned(),
            _ => String::new(),
        };
        let named = |(about, number): (&&str, &usize)| match self.about.len() {
            1 => about.to_lowercase(),
            _ => format!("{number} {}", about.to_lowercase()),
        };
        let about = self.about.iter().map(named).collect::<Vec<_>>().join(", ");
        let [full, short] = match self.reasonable() {
            None => {
                let (one, is) =
                    if count == 1 { ("it", "it is") } else { ("any of them", "they are") };
                [
                    format!(
                        "No reasonable number of blocks would settle {one}: {is} too close to a bound to tell."
                    ),
                    "no reasonable number of blocks would settle more.".to_owned(),
                ]
            }
            Some(steps) => {
                // First as many as the next command asks for.
                let steps = self.next(results).into_iter().chain(steps);
                let mut steps: Vec<(u64, usize)> =
                    steps.map(|blocks| (blocks, self.settled_by(blocks))).collect();
                steps.dedup();
                let (first, some) = steps[0];
                let should = counted(first.into(), "more block", "more blocks") + " should settle";
                let settled = match (some, count) {
                    (1, 1) => "it".to_owned(),
                    (some, count) if some == count => "them".to_owned(),
                    (some, _) => thousands(some as u128),
                };
                let step = |(blocks, most): &(u64, usize)| {
                    format!(", {} {}", thousands((*blocks).into()), thousands(*most as u128))
                };
                let further: String = steps[1..].iter().map(step).collect();
                let is_all = steps.last().is_some_and(|(_, most)| *most == count);
                let rest = if is_all { "" } else { ", no reasonable number the others" };
                let of_them = if some < count { " of them" } else { "" };
                [
                    format!("About {should} {settled}{of_them}{further}{rest}."),
                    format!("about {should} {settled}."),
                ]
            }
        };
        Draft::new("Not settled", format!("{of} ({about}){others}. {full}"))
            .or_short(format!("{of}; {short}"))
    }
}

/// Whether the number of blocks cannot be raised to settle something.
fn has_own_length(results: &Results) -> bool {
    let searches = results.manifest.asked.search_blocks().is_some();
    searches || results.manifest.design.rules == RuleSets::Samples
}

/// The end of an answer: the open verdicts, the number of blocks that should settle them, and the
/// next command worth running.
pub(super) struct Last {
    /// In points of their own.
    pub(super) apart: Vec<Draft>,
    /// In one point, if the next command settles what is open.
    pub(super) together: Option<Draft>,
}

/// The end of an answer. `folder`: the folder of the tables, if they were written.
pub(super) fn last(results: &Results, folder: Option<&str>) -> Last {
    let open = Open::new(results);
    let count = open.needed.len();
    // After an early look everything is open, and forecasts are worthless.
    let tells = !has_own_length(results) && results.manifest.blocks >= EARLY && count > 0;
    let not_settled = tells.then(|| open.draft(results));
    let Some(more) = open.next(results).filter(|_| tells) else {
        let next = command(results, folder).map(Draft::from);
        return Last { apart: not_settled.into_iter().chain(next).collect(), together: None };
    };
    let blocks = rounded_up(results.manifest.blocks.saturating_add(more));
    let [settled, number] = [open.settled_by(more), count];
    let [some, number] = [settled, number].map(|number| thousands(number as u128));
    let family = if open.family == Family::Asked { " asked" } else { "" };
    let (why, in_short) = match settled {
        1 if count == 1 => ("it".to_owned(), format!("the only open verdict{family}")),
        _ if settled == count => ("them".to_owned(), format!("the {number} open verdicts{family}")),
        _ => (format!("{some} of them"), format!("{some} of {number} open verdicts{family}")),
    };
    let draft = |why: &str| Draft::from(again(why, blocks));
    Last {
        apart: not_settled.into_iter().chain([draft(&format!(" to settle {why}"))]).collect(),
        together: Some(draft(&format!(" to settle {in_short}"))),
    }
}

/// The number of blocks that a search needs, instead of `blocks`, so that its confirmation
/// settles whether the proposal meets the goals; `None` if it is settled, or a reasonable number
/// would not settle it.
fn longer_search(results: &Results, blocks: u64) -> Option<u64> {
    let proposed = results.tune.iter().find(|row| row.proposed)?;
    let all = candidates(results);
    let candidate = all.iter().find(|candidate| candidate.variant == proposed.variant)?;
    if candidate.verdict != Some(Verdict::NotSettled) {
        return None;
    }
    let needed = candidate.unsettled().map(|row| row.judged.blocks_needed);
    let needed = needed.collect::<Option<Vec<u64>>>()?.into_iter().max()?;
    let times = 1 + needed.div_ceil(proposed.blocks.max(1));
    (times <= WORTH_IT).then(|| rounded_up(blocks.saturating_mul(times)))
}

/// Suggests the same command with more blocks. `why`: the reason, in a clause that
/// continues the text.
fn again(why: &str, blocks: u64) -> Point {
    Point::new(NEXT, format!("run it again with `--blocks {blocks}`{why}"))
}

/// The next command worth running if more blocks would settle nothing. `folder`: the folder of the
/// tables, if they were written.
fn command(results: &Results, folder: Option<&str>) -> Option<Point> {
    let manifest = &results.manifest;
    let here = if folder == Some(HERE) { " (in this folder)" } else { "" };
    let point = |why: &str, command: String| {
        let here = if command.ends_with(HERE) || command.contains("--from") { here } else { "" };
        Some(Point::new(NEXT, format!("{why}{here}: `{} {command}`", manifest.program())))
    };
    if !manifest.missing.is_empty() {
        return Some(Point::new(
            NEXT,
            "play the shards that are missing, and merge again".to_owned(),
        ));
    }
    // The blocks of a search are the sum over all rules that it tries.
    let search = manifest.asked.search_blocks();
    if !manifest.complete {
        // Without a bound it plays on until all is settled.
        let rest = || Point::new(NEXT, "run it again to play the rest".to_owned());
        return Some(
            manifest
                .blocks_planned
                .filter(|_| search.is_none())
                .map_or_else(rest, |blocks| again(" to play the rest", blocks)),
        );
    }
    if manifest.blocks < EARLY {
        let blocks = search.unwrap_or(manifest.blocks);
        return Some(again(" to learn more", blocks.max(1).saturating_mul(20).max(2000)));
    }
    if let Some(blocks) = search.and_then(|blocks| longer_search(results, blocks)) {
        return Some(again(" to settle whether the proposal meets your goals", blocks));
    }
    // Where the proposal does not meet the goals, better rules may be found.
    let proposed = results.tune.iter().find(|row| row.proposed);
    let is_far = proposed.and_then(|row| Some(row.within? > row.delta)).unwrap_or_default();
    let all = candidates(results);
    let is_met = all.iter().any(|candidate| {
        candidate.verdict == Some(Verdict::Meets)
            && proposed.is_some_and(|row| row.variant == candidate.variant)
    });
    if let Some(blocks) = search.filter(|_| is_far && !is_met && not_together(results).is_none()) {
        return Some(again(" to look for better rules", blocks.saturating_mul(4)));
    }
    // Only a game that is listed can be shown.
    let there_is = |cell: &CellKey, pick: Pick| {
        results.games.iter().any(|game| game.cell == *cell && game.pick == pick)
    };
    let of_cell = |cell: &CellKey| {
        format!("--variant {} --lineup {}", quoted(&cell.variant), quoted(&cell.lineup))
    };
    if let Some(folder) = folder.map(quoted).as_ref() {
        let changes = asked(results);
        // In a search, the games of the proposal are worth a look.
        let proposed = results.tune.iter().find(|row| row.proposed && row.changes > 0);
        let is_shown =
            |cell: &CellKey| proposed.is_none_or(|proposed| proposed.variant == cell.variant);
        let clear = changes.iter().filter(|change| {
            is_shown(&change.row.cell)
                && matches!(change.row.judged.verdict, Some(Verdict::Higher | Verdict::Lower))
                && change.quantity.kind == Kind::Wins
                && there_is(&change.row.cell, Pick::Flipped)
        });
        if let Some(change) = clear.max_by(|one, other| one.size().total_cmp(&other.size())) {
            let options = of_cell(&change.row.cell);
            return point(
                "see a game that this change decided",
                format!("show --from {folder} {options} --pick flipped"),
            );
        }
        let are_many = |share: &ShareOfWins| share.unfinished * FEW >= share.games;
        let cells = results
            .first_player
            .iter()
            .filter(|row| are_many(&row.share) && there_is(&row.cell, Pick::Unfinished));
        if let Some(row) = cells.max_by_key(|row| row.share.unfinished) {
            let options = of_cell(&row.cell);
            return point(
                "see a game that did not end",
                format!("show --from {folder} {options} --pick unfinished"),
            );
        }
    }
    // With several kinds of equals, the answer already shows the effect of skill.
    let equals = manifest.lineups.iter().filter(|names| is_of_equals(names));
    let kinds = equals.map(|names| &names[0]).collect::<BTreeSet<_>>().len();
    let design = manifest.design;
    if design.seating != Seating::Lineups || design.rules == RuleSets::Samples {
        return None;
    }
    // A ladder plays by one set of rules, and one of a file's players can take long.
    if kinds > 2 || !results.tune.is_empty() || manifest.game_files.is_some() {
        return point("see it in pictures", format!("report {}", quoted(folder?)));
    }
    // A ladder is for two and more.
    if manifest.lineups.iter().all(|names| names.len() == 1) {
        return None;
    }
    let first = manifest.lineups.first().map_or(2, Vec::len);
    let same = manifest.lineups.iter().all(|names| names.len() == first);
    let players = if same && first > 2 { format!(" --players {first}") } else { String::new() };
    point(
        "see whether skill changes the answer",
        format!("ladder {}{players}{}", quoted(&manifest.game), rules(results)),
    )
}

/// The knobs in which the baseline differs from the designer's rules, as options.
fn rules(results: &Results) -> String {
    let turned = results
        .variants
        .iter()
        .filter(|row| !row.default && row.variant == results.manifest.baseline);
    turned.fold(String::new(), |options, row| {
        options + " --set " + &quoted(&format!("{}={}", row.knob, row.value))
    })
}

/// A word of a command line, in quotes where it needs them. Invisible characters are escaped, for any
/// shell.
pub fn quoted(word: &str) -> String {
    let is_bare =
        word.chars().all(|c| c.is_alphanumeric() || "-_=./,:+".contains(c)) && !word.is_empty();
    let in_quotes = |text: &str| format!("'{}'", text.replace('\'', "'\\''"));
    if plain(word) != word {
        let mut seen = String::new();
        for c in word.chars() {
            if "\\%".contains(c) || plain(&c.to_string()) != c.to_string() {
                for byte in c.to_string().bytes() {
                    let _ = write!(seen, "\\{byte:03o}");
                }
            } else {
                seen.push(c);
            }
        }
        return format!("\"$(printf -- {})\"", in_quotes(&seen));
    }
    if is_bare { word.to_owned() } else { in_quotes(word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_made_longer_where_that_settles_the_proposal() {
        let mut results = crate::results::shipped("tune-crypto-cards-3");
        assert_eq!(longer_search(&results, 100_000), None, "the proposal meets all goals");
        let proposed = results.tune.iter().find(|row| row.proposed).expect("a proposal").clone();
        let mut need = |blocks: [Option<u64>; 2]| {
            let rows = results.tables.goals.iter_mut();
            let own = rows.filter(|row| row.cell.variant == proposed.variant);
            for (row, needed) in own.zip(blocks) {
                row.judged.verdict = Some(Verdict::NotSettled);
                row.judged.blocks_needed = needed;
            }
            longer_search(&results, 100_000)
        };
        let own = proposed.blocks;
        assert_eq!(need([Some(own / 2), Some(3 * own)]), Some(400_000));
        assert_eq!(need([Some(own), Some(WORTH_IT * own)]), None, "it would take too long");
        assert_eq!(need([Some(own), None]), None, "one of them cannot be settled");
    }

    #[test]
    fn words_are_quoted_where_needed() {
        assert_eq!(quoted("greedy,random"), "greedy,random");
        assert_eq!(quoted("greedy vs random"), "'greedy vs random'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted("it's\n5 %"), "\"$(printf -- 'it'\\''s\\0125 \\045')\"");
    }
}
