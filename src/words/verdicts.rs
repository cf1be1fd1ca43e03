//! Verdicts as a designer reads them: how many of each sort, the clear ones first.

use serde::Serialize;

use super::numbers::{counted, thousands};
use super::run::headline;
use super::sentences::{Sentence, sentences};
use crate::results::{Results, Timing};
use crate::rows::Standing;

/// At most this many sentences of one sort are shown on the screen, where the others stand in a file.
const MOST_SHOWN: usize = 12;

/// The file that holds all verdicts.
const FILE: &str = "verdicts.txt";

/// All verdicts, those beyond the tolerance first
pub fn whole(sentences: &[Sentence]) -> String {
    text(sentences, usize::MAX)
}

/// The verdicts for the screen, where the file holds all of them: of each sort the first ones, and of those within the tolerance only how many
/// there are if they are many.
pub fn short(sentences: &[Sentence]) -> String {
    text(sentences, MOST_SHOWN)
}

/// Everything that a run found, in one file.
#[derive(Serialize)]
struct Everything<'a> {
    #[serde(flatten)]
    results: &'a Results,
    /// What a ladder says in one sentence.
    headline: Option<String>,
    /// The verdicts in words.
    sentences: &'a [Sentence],
}

/// All files of a run, name and content: its tables, everything in `results.json`, the verdicts in words, the timing, and last the manifest, which
/// vouches for the others.
///
/// # Errors
/// Never in practice: the bytes go to memory.
pub fn files(results: &Results, timing: &Timing) -> Result<Vec<(String, Vec<u8>)>, csv::Error> {
    let manifest = &results.manifest;
    let json = |error: serde_json::Error| csv::Error::from(std::io::Error::from(error));
    let (sentences, headline) = (sentences(results), headline(results));
    let mut files: Vec<(String, Vec<u8>)> = results.csv_files()?.into_iter().map(|(name, content)| (name.to_owned(), content)).collect();
    if !sentences.is_empty() {
        let of = manifest.blocks_planned.map_or_else(String::new, |planned| format!(" of {}", thousands(planned.into())));
        let done = thousands(manifest.blocks.into());
        let partial = if manifest.complete { String::new() } else { format!("Partial: {done}{of} blocks.\n\n") };
        let headline = headline.as_ref().map_or_else(String::new, |headline| format!("{headline}\n\n"));
        files.push((FILE.to_owned(), (partial + &headline + &whole(&sentences)).into_bytes()));
    }
    let mut everything = serde_json::to_vec(&Everything { results, headline, sentences: &sentences }).map_err(json)?;
    everything.push(b'\n');
    files.push(("results.json".to_owned(), everything));
    let pretty = |value: serde_json::Result<serde_json::Value>| Ok::<_, csv::Error>(format!("{:#}\n", value.map_err(json)?).into_bytes());
    files.push(("timing.json".to_owned(), pretty(serde_json::to_value(timing))?));
    files.push(("manifest.json".to_owned(), pretty(serde_json::to_value(manifest))?));
    Ok(files)
}

fn text(sentences: &[Sentence], most: usize) -> String {
    let of = |standing: Standing| sentences.iter().filter(move |sentence| sentence.standing == standing);
    let count = |standing| of(standing).count();
    if sentences.is_empty() {
        return String::new();
    }
    let judged = |standing: Standing, judged: bool| of(standing).any(|sentence| sentence.tolerance == judged);
    let beyond = match (judged(Standing::Beyond, true), judged(Standing::Beyond, false)) {
        (true, true) => "beyond your tolerance, or clear where you set none",
        (true, false) => "beyond your tolerance",
        (false, _) => "clear",
    };
    let doubted = if judged(Standing::Doubted, false) {
        "clear, but perhaps luck among so many"
    } else {
        "beyond your tolerance, but perhaps luck among so many"
    };
    let counts = [
        (Standing::Beyond, beyond),
        (Standing::Doubted, doubted),
        (Standing::Within, "within your tolerance"),
        (Standing::NotSettled, "not settled"),
    ];
    let sorts = counts.into_iter().filter(|(standing, _)| count(*standing) > 0);
    let sorts: Vec<String> = sorts.map(|(standing, name)| format!("{} {name}", count(standing))).collect();
    let mut lines = vec![format!("In short: of {}, {}.", counted(sentences.len() as u128, "verdict", "verdicts"), sorts.join("; "))];
    for (standing, name) in [counts[0], counts[1], counts[3], counts[2]] {
        let all = count(standing);
        if all == 0 {
            continue;
        }
        let mut letters = name.chars();
        let heading: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        if standing == Standing::Within && all > most {
            lines.push(format!("\n{heading}: {all}, see {FILE}."));
            continue;
        }
        lines.push(format!("\n{heading}"));
        lines.extend(of(standing).take(most).map(|sentence| format!("  {}", sentence.text)));
        if all > most {
            lines.push(format!("  … and {} more, see {FILE}.", all - most));
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(beyond: usize, open: usize, within: usize) -> Vec<Sentence> {
        let sorts = [(Standing::Beyond, beyond), (Standing::NotSettled, open), (Standing::Within, within)];
        let sentence = |standing, index| Sentence { standing, tolerance: true, text: format!("{standing:?} {index}.") };
        sorts.into_iter().flat_map(|(standing, count)| (0..count).map(move |index| sentence(standing, index))).collect()
    }

    #[test]
    fn few_are_all_told() {
        let text = short(&sentences(1, 0, 2));
        assert_eq!(
            text,
            "In short: of 3 verdicts, 1 beyond your tolerance; 2 within your tolerance.\n\nBeyond your tolerance\n  Beyond 0.\n\n\
             Within your tolerance\n  Within 0.\n  Within 1.\n"
        );
        assert_eq!(short(&[]), "");
        assert_eq!(short(&sentences(0, 1, 0)), "In short: of 1 verdict, 1 not settled.\n\nNot settled\n  NotSettled 0.\n");
    }

    #[test]
    fn headings_say_whether_there_is_a_tolerance() {
        let mut told = sentences(2, 0, 0);
        told[1].tolerance = false;
        assert!(whole(&told).contains("Beyond your tolerance, or clear where you set none\n"));
        told[0].tolerance = false;
        assert!(whole(&told).contains("\nClear\n"));
    }

    #[test]
    fn many_are_counted_and_stand_in_the_file() {
        let many = sentences(14, 13, 40);
        let text = short(&many);
        assert!(text.contains("… and 2 more") && text.contains("… and 1 more") && text.contains("Within your tolerance: 40"), "{text}");
        assert_eq!(whole(&many).matches("\n  ").count(), 67, "all of them");
    }
}
