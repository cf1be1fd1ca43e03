//! What is not settled, what would settle it, and the next command worth running.

use super::super::numbers::{counted, thousands};
use super::super::sentences::{EARLY, sentences};
use super::changes::asked;
use super::{Draft, Form, Point, form};
use crate::results::Results;
use crate::rows::{CellKey, Standing, Verdict};

/// So many blocks are never too many to ask for.
const QUICK: u64 = 20_000;

/// More than this many times as many blocks are seldom worth the wait.
const WORTH_IT: u64 = 20;

/// What is not settled.
struct Open {
    /// Of these, with how many more blocks should settle each; `None` where no reasonable number would.
    needed: Vec<Option<u64>>,
    /// Of what they are, with how many are of each, the most first.
    about: Vec<(&'static str, usize)>,
    /// Of so many verdicts.
    all: usize,
}

impl Open {
    /// Of the verdicts in words: they are the verdicts that are counted everywhere.
    fn new(results: &Results) -> Self {
        let sentences = sentences(results);
        let open = || sentences.iter().filter(|sentence| sentence.standing == Standing::NotSettled);
        let mut about: Vec<(&'static str, usize)> = Vec::new();
        for sentence in open() {
            match about.iter_mut().find(|(known, _)| *known == sentence.about) {
                Some((_, count)) => *count += 1,
                None => about.push((sentence.about, 1)),
            }
        }
        about.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Self { needed: open().map(|sentence| sentence.blocks_needed).collect(), about, all: sentences.len() }
    }

    /// As many blocks more should settle as many verdicts: half of those that a reasonable number would settle, and all of those. What is hardest to
    /// settle is seldom worth the wait for the rest.
    fn reasonable(&self) -> Option<[(u64, usize); 2]> {
        let mut needed: Vec<u64> = self.needed.iter().flatten().copied().collect();
        needed.sort_unstable();
        let most = *needed.last()?;
        let half = if needed.len() > 2 { needed[needed.len().div_ceil(2) - 1] } else { most };
        Some([half, most].map(|blocks| (blocks, needed.iter().filter(|needed| **needed <= blocks).count())))
    }
}

/// What is not settled, and what would settle it.
pub(super) fn not_settled(results: &Results) -> Option<Draft> {
    // After an early look everything is open, and forecasts are worth nothing.
    if form(results) == Form::Sensitivity || results.manifest.blocks < EARLY {
        return None;
    }
    let open = Open::new(results);
    let count = open.needed.len();
    if count == 0 {
        return None;
    }
    let of = format!("{} of {}", thousands(count as u128), counted(open.all as u128, "verdict", "verdicts"));
    let about = |most: usize| {
        let named = |(about, number): &(&str, usize)| match open.about.len() {
            1 => about.to_lowercase(),
            _ => format!("{number} {}", about.to_lowercase()),
        };
        let all: Vec<String> = open.about.iter().take(most).map(named).collect();
        format!(" ({}{})", all.join(", "), if open.about.len() > most { ", ..." } else { "" })
    };
    let [full, short] = match (open.reasonable(), count) {
        (None, count) => {
            let (one, is) = if count == 1 { ("it", "it is") } else { ("any of them", "they are") };
            [
                format!("No reasonable number of blocks would settle {one}: {is} too close to a bound to tell."),
                "no reasonable number of blocks would settle more.".to_owned(),
            ]
        }
        (Some([(half, some), (more, most)]), all) => {
            let blocks = counted(half.into(), "more block", "more blocks");
            let them = match (some, all) {
                (1, 1) => "it".to_owned(),
                (some, all) if some == all => "them".to_owned(),
                (some, _) => format!("{} of them", thousands(some as u128)),
            };
            let further = if most > some { format!(", {} {most}", thousands(more.into())) } else { String::new() };
            let rest = if most < all { ", no reasonable number the others" } else { "" };
            [
                format!("About {blocks} should settle {them}{further}{rest}."),
                format!("about {blocks} should settle {}.", them.trim_end_matches(" of them")),
            ]
        }
    };
    Some(Draft::new("Not settled", [format!("{of}{}. {full}", about(6)), format!("{of}{}; {short}", about(2)), format!("{of}; {short}")]))
}

/// The next command worth running. `folder`: where the tables are, if they were written.
pub(super) fn command(results: &Results, folder: Option<&str>) -> Option<Point> {
    let manifest = &results.manifest;
    let point = |why: &str, command: String| Some(Point::new("Next", format!("{why}: `{command}`")));
    // Whoever typed the command knows where its files are, and what it may run.
    let again = |why: &str, blocks: u64| Some(Point::new("Next", format!("{why}: the same with `--blocks {blocks}`")));
    if !manifest.missing.is_empty() {
        return Some(Point::new("Next", "play the shards that are missing, and merge again".to_owned()));
    }
    if !manifest.complete {
        // Without a bound it plays on until all is settled.
        let rest = || Some(Point::new("Next", "play the rest: the same again".to_owned()));
        return manifest.blocks_planned.map_or_else(rest, |blocks| again("play the rest", blocks));
    }
    if manifest.blocks < EARLY {
        return again("more blocks", manifest.blocks.max(1).saturating_mul(20).max(2000));
    }
    let settled_by_more = manifest.stop.is_none() && form(results) != Form::Sensitivity;
    let open = Open::new(results);
    // Of what is told, as much as is worth the wait.
    let most = manifest.blocks.saturating_mul(WORTH_IT).max(QUICK);
    let told = open.reasonable().map_or(0, |[(half, _), _]| half.min(most));
    let needed = || open.needed.iter().flatten().filter(|more| **more <= told);
    if let Some(more) = needed().max().filter(|_| settled_by_more) {
        let why = if needed().count() == open.needed.len() { "settle what is open" } else { "settle more of what is open" };
        return again(why, rounded(manifest.blocks.saturating_add(*more)));
    }
    let of_cell = |cell: &CellKey| format!("--variant {} --lineup {}", quoted(&cell.variant), quoted(&cell.lineup));
    if let Some(folder) = folder.map(quoted) {
        let changes = asked(results);
        let clear = changes
            .iter()
            .filter(|change| matches!(change.row.judged.verdict, Some(Verdict::Higher | Verdict::Lower)) && change.quantity.is_win_rate());
        if let Some(change) = clear.max_by(|one, other| one.size().total_cmp(&other.size())) {
            let options = of_cell(&change.row.cell);
            return point("see a game that it turned", format!("fairdeal show --from {folder} {options} --pick flipped"));
        }
        let cells = results.first_player.iter().filter(|row| row.share.unfinished > 0);
        if let Some(row) = cells.max_by_key(|row| row.share.unfinished) {
            let options = of_cell(&row.cell);
            return point("see a game that did not end", format!("fairdeal show --from {folder} {options} --pick unfinished"));
        }
    }
    match form(results) {
        Form::Ladder | Form::Sensitivity => None,
        // A ladder is for two and more.
        _ if manifest.lineups.iter().all(|names| names.len() == 1) => None,
        _ => {
            let first = manifest.lineups.first().map_or(2, Vec::len);
            let same = manifest.lineups.iter().all(|names| names.len() == first);
            let players = if same && first > 2 { format!(" --players {first}") } else { String::new() };
            point("see whether skill changes the answer", format!("fairdeal ladder {}{players}{}", manifest.game, rules(results)))
        }
    }
}

/// The knobs of the baseline that are not those of the designer, as options.
fn rules(results: &Results) -> String {
    let turned = results.variants.iter().filter(|row| !row.default && row.variant == results.manifest.baseline);
    turned.fold(String::new(), |options, row| options + " --set " + &quoted(&format!("{}={}", row.knob, row.value)))
}

/// A word of a command line, in quotes where it needs them.
pub fn quoted(word: &str) -> String {
    let plain = word.chars().all(|c| c.is_alphanumeric() || "-_=./,:+".contains(c));
    if plain && !word.is_empty() { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Rounded up to two digits.
fn rounded(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    number.div_ceil(unit).saturating_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_needed() {
        assert_eq!(quoted("greedy,random"), "greedy,random");
        assert_eq!(quoted("greedy vs random"), "'greedy vs random'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!((rounded(1234), rounded(99), rounded(101)), (1300, 99, 110));
    }
}
