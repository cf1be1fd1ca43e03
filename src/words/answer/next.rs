//! What is not settled, what would settle it, and the next command worth running.

use super::super::numbers::counted;
use super::super::sentences::EARLY;
use super::changes::asked;
use super::who::among;
use super::{Form, Point, form};
use crate::metrics::Topic;
use crate::results::Results;
use crate::rows::{CellKey, Judged, Verdict};

/// As many blocks are never too many to ask for.
const QUICK: u64 = 20_000;

/// A verdict that was asked for, with what it is about.
struct Asked<'a> {
    what: String,
    judged: &'a Judged,
}

/// Every verdict that the answer speaks of.
fn verdicts(results: &Results) -> Vec<Asked<'_>> {
    let mut all = Vec::new();
    let ladder = form(results) == Form::Ladder;
    for row in results.first_player.iter().filter(|row| row.cell.players > 1) {
        if !ladder || super::who::is_of_equals(results, &row.cell) {
            all.push(Asked { what: format!("going first {}", place(results, &row.cell)), judged: &row.share.judged });
        }
    }
    for rows in results.strategies.chunk_by(|one, other| one.cell == other.cell).filter(|rows| rows.len() > 1) {
        // Of two, what one wins the other loses.
        let told = if rows[0].cell.players == 2 { &rows[..1] } else { rows };
        all.extend(
            told.iter().map(|row| Asked {
                what: format!("how strong {} is {}", row.strategy, place(results, &row.cell)),
                judged: &row.share.judged,
            }),
        );
    }
    for row in &results.neighbour_spread {
        all.push(Asked { what: format!("neighbours {}", place(results, &row.cell)), judged: &row.judged });
    }
    for change in asked(results).into_iter().filter(|change| !matches!(change.quantity.topic(), Topic::Endings | Topic::Play)) {
        let (topic, row) = (change.quantity.topic().title().to_lowercase(), change.row);
        let what = format!("what {} changes in {topic} {}", row.cell.variant, among(results, &row.cell));
        all.push(Asked { what, judged: &row.judged });
    }
    all
}

fn place(results: &Results, cell: &CellKey) -> String {
    let among = among(results, cell);
    if cell.variant == results.manifest.baseline { among } else { format!("in {} {among}", cell.variant) }
}

/// Those that are not settled, with about how many more blocks should settle each.
fn open(results: &Results) -> (Vec<Asked<'_>>, usize) {
    let all: Vec<Asked<'_>> = verdicts(results).into_iter().filter(|asked| asked.judged.verdict.is_some()).collect();
    let count = all.len();
    (all.into_iter().filter(|asked| asked.judged.verdict == Some(Verdict::NotSettled)).collect(), count)
}

/// What is not settled, and what would settle it.
pub(super) fn not_settled(results: &Results) -> Option<Point> {
    if form(results) == Form::Sensitivity {
        return None;
    }
    let (open, all) = open(results);
    let [first, rest @ ..] = &open[..] else { return None };
    let named = match rest {
        [] => first.what.clone(),
        [second] => format!("{}; {}", first.what, second.what),
        _ => format!("{} and {} more", first.what, rest.len()),
    };
    let needed: Vec<u64> = open.iter().filter_map(|asked| asked.judged.blocks_needed).collect();
    let would = match (needed.iter().max(), needed.len() == open.len()) {
        (None, _) => "They lie near the very bound of your tolerance: another tolerance would settle them, hardly more blocks.".to_owned(),
        (Some(most), true) => format!("About {} would settle {}.", more(*most), if open.len() == 1 { "it" } else { "all of them" }),
        (Some(most), false) => format!("About {} would settle {} of them; the others lie near the very bound.", more(*most), needed.len()),
    };
    Some(Point::new("Not settled", format!("{} of {}: {named}. {would}", open.len(), counted(all as u128, "verdict", "verdicts"))))
}

fn more(blocks: u64) -> String {
    counted(blocks.into(), "more block", "more blocks")
}

/// The next command worth running. `folder`: where the tables are, if they were written.
pub(super) fn command(results: &Results, folder: Option<&str>) -> Option<Point> {
    let manifest = &results.manifest;
    let point = |why: &str, command: String| Some(Point::new("Next", format!("{why}: `{command}`")));
    // Whoever typed the command knows where its files are, and what it may run.
    let again = |why: &str, blocks: u64| Some(Point::new("Next", format!("{why}: the same with `--blocks {blocks}`")));
    if !manifest.complete {
        // Without a bound it plays on until all is settled.
        let rest = || Some(Point::new("Next", "play the rest: the same again".to_owned()));
        return manifest.blocks_planned.map_or_else(rest, |blocks| again("play the rest", blocks));
    }
    if manifest.blocks < EARLY {
        return again("more blocks", manifest.blocks.max(1).saturating_mul(20).max(2000));
    }
    let (open, _) = open(results);
    // More than some twenty times as many is seldom worth the wait.
    let most = manifest.blocks.saturating_mul(20).max(QUICK);
    let needed = || open.iter().filter_map(|asked| asked.judged.blocks_needed).filter(|more| *more <= most);
    if let Some(more) = needed().max().filter(|_| manifest.stop.is_none() && form(results) != Form::Sensitivity) {
        let why = if needed().count() == open.len() { "settle what is open" } else { "settle more of what is open" };
        return again(why, rounded(manifest.blocks.saturating_add(more)));
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
