//! Verdicts as a designer reads them: how many of each sort, the clear ones first.

use crate::metrics::{Sentence, Standing, counted};

/// At most so many sentences of one sort are shown on the screen, where the others stand in a file.
const MOST_SHOWN: usize = 12;

/// The file that holds all verdicts.
pub(super) const FILE: &str = "verdicts.txt";

/// All verdicts, those beyond the tolerance first; `tolerance`: is there one?
pub(super) fn whole(sentences: &[Sentence], tolerance: bool) -> String {
    text(sentences, tolerance, usize::MAX)
}

/// The verdicts for the screen, where the file holds all of them: of each sort the first ones, and of those within the tolerance only how many
/// there are if they are many.
pub(super) fn short(sentences: &[Sentence], tolerance: bool) -> String {
    text(sentences, tolerance, MOST_SHOWN)
}

fn text(sentences: &[Sentence], tolerance: bool, most: usize) -> String {
    let of = |standing: Standing| sentences.iter().filter(move |sentence| sentence.standing == standing);
    let count = |standing| of(standing).count();
    if sentences.is_empty() {
        return String::new();
    }
    let beyond = if tolerance { "beyond your tolerance" } else { "beyond doubt" };
    let doubted = if tolerance { "beyond it, but perhaps luck among so many" } else { "clear, but perhaps luck among so many" };
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
        let sentence = |standing, index| Sentence { standing, text: format!("{standing:?} {index}.") };
        sorts.into_iter().flat_map(|(standing, count)| (0..count).map(move |index| sentence(standing, index))).collect()
    }

    #[test]
    fn few_are_all_told() {
        let text = short(&sentences(1, 0, 2), true);
        assert_eq!(
            text,
            "In short: of 3 verdicts, 1 beyond your tolerance; 2 within your tolerance.\n\nBeyond your tolerance\n  Beyond 0.\n\n\
             Within your tolerance\n  Within 0.\n  Within 1.\n"
        );
        assert_eq!(short(&[], true), "");
        assert_eq!(short(&sentences(0, 1, 0), false), "In short: of 1 verdict, 1 not settled.\n\nNot settled\n  NotSettled 0.\n");
    }

    #[test]
    fn many_are_counted_and_stand_in_the_file() {
        let many = sentences(14, 13, 40);
        let text = short(&many, true);
        assert!(text.contains("… and 2 more") && text.contains("… and 1 more") && text.contains("Within your tolerance: 40"), "{text}");
        assert_eq!(whole(&many, true).matches("\n  ").count(), 67, "all of them");
    }
}
