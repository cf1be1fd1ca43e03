//! Verdicts as a designer reads them: how many of each sort, the clear ones first.

use super::answer::{Answer, HERE, answer};
use super::panel::Panel;
use super::panels::panels;
use super::prelude::*;
use super::run::{early_look, headline, notes, of_planned, scored_otherwise};
use super::sentences::{Sentence, sentences};
use crate::results::{Texts, Timing};

/// All verdicts, those beyond the tolerance first.
pub fn whole(sentences: &[Sentence]) -> String {
    let Some(tally) = tally(sentences) else { return String::new() };
    let mut lines = vec![tally];
    let unjudged = || sentences.iter().filter(|sentence| sentence.unjudged);
    if unjudged().next().is_some() {
        lines.push("\nNot judged".to_owned());
        lines.extend(unjudged().map(|sentence| format!("  {}", sentence.text)));
    }
    for (standing, name, _) in sorts(sentences) {
        lines.push(format!("\n{}", capitalized(name)));
        let of = judged(sentences).filter(|sentence| sentence.standing == standing);
        lines.extend(of.map(|sentence| format!("  {}", sentence.text)));
    }
    lines.join("\n") + "\n"
}

/// How many verdicts there are of each sort, and in how many cases there is none because too few
/// games end; `None` if there are neither.
pub fn tally(sentences: &[Sentence]) -> Option<String> {
    let all = judged(sentences).count();
    let cases = match sentences.len() - all {
        0 => None,
        unjudged => Some(counted(unjudged as u128, "case", "cases")),
    };
    let counts: Vec<String> =
        sorts(sentences).iter().map(|(_, name, count)| format!("{count} {name}")).collect();
    let verdicts = (all > 0).then(|| {
        let of = counted(all as u128, "verdict", "verdicts");
        format!("In short: of {of}, {}.", counts.join("; "))
    });
    match (verdicts, cases) {
        (None, None) => None,
        (None, Some(cases)) => {
            Some(format!("In short: no verdict, since too few games end in {cases}."))
        }
        (Some(verdicts), None) => Some(verdicts),
        (Some(verdicts), Some(cases)) => {
            Some(format!("{verdicts} In {cases} too few games end for a verdict."))
        }
    }
}

/// The sentences that are verdicts.
fn judged(sentences: &[Sentence]) -> impl Iterator<Item = &Sentence> {
    sentences.iter().filter(|sentence| !sentence.unjudged)
}

/// What a run found in words, for programs.
#[derive(Debug, Serialize)]
struct ForPrograms {
    /// The answer to what was asked.
    answer: Answer,
    /// What a ladder says in one sentence.
    headline: Option<String>,
    /// The verdicts in words.
    sentences: Vec<Sentence>,
}

/// What a run found in words, for its files.
fn texts(results: &Results) -> Texts<ForPrograms> {
    let manifest = &results.manifest;
    let (sentences, headline) = (sentences(results), headline(results));
    let mut verdicts = String::new();
    if !sentences.is_empty() {
        if !manifest.complete {
            let done = thousands(manifest.blocks.into()) + &of_planned(manifest);
            verdicts = format!("Partial: {done} blocks.\n\n");
        }
        verdicts.extend(headline.iter().flat_map(|headline| [headline.as_str(), "\n\n"]));
        let notes: Vec<String> = early_look(results).into_iter().chain(notes(results)).collect();
        verdicts.extend([notes.join("\n"), "\n\n".to_owned(), whole(&sentences)]);
    }
    // The files are the same in whatever folder they are: their commands are for this one.
    let answer = answer(results, Some(HERE));
    let tables: Vec<String> = panels(results, None).iter().map(Panel::markdown).collect();
    let not_compared = scored_otherwise(results).map_or_else(String::new, |why| why + "\n\n");
    Texts {
        verdicts,
        answer: format!("{}\n{not_compared}{}", answer.markdown(), tables.join("\n")),
        for_programs: ForPrograms { answer, headline, sentences },
    }
}

/// All files of a run, name and content, with what it found in words.
///
/// # Errors
/// Never in practice: the bytes go to memory.
pub fn files(results: &Results, timing: &Timing) -> Result<Vec<(String, Vec<u8>)>, csv::Error> {
    results.files(timing, &texts(results))
}

/// The sorts of verdicts that there are, with their names and numbers, the clear ones first.
fn sorts(sentences: &[Sentence]) -> Vec<(Standing, &'static str, usize)> {
    let of = |standing: Standing| {
        judged(sentences).filter(move |sentence| sentence.standing == standing)
    };
    let by_tolerance =
        |standing: Standing, is: bool| of(standing).any(|sentence| sentence.tolerance == is);
    let beyond = match (by_tolerance(Standing::Beyond, true), by_tolerance(Standing::Beyond, false))
    {
        (true, true) => "beyond your tolerance, or clear where it is 0",
        (true, false) => "beyond your tolerance",
        (false, _) => "clear",
    };
    let names = [
        (Standing::Beyond, beyond),
        (Standing::NotSettled, "not settled"),
        (Standing::Within, "within your tolerance"),
    ];
    names
        .into_iter()
        .map(|(standing, name)| (standing, name, of(standing).count()))
        .filter(|(.., count)| *count > 0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(beyond: usize, open: usize, within: usize) -> Vec<Sentence> {
        let sorts =
            [(Standing::Beyond, beyond), (Standing::NotSettled, open), (Standing::Within, within)];
        let sentence = |standing, index| Sentence {
            standing,
            tolerance: true,
            text: format!("{standing:?} {index}."),
            unjudged: false,
            about: "",
            blocks_needed: None,
            effect: None,
        };
        sorts
            .into_iter()
            .flat_map(|(standing, count)| (0..count).map(move |index| sentence(standing, index)))
            .collect()
    }

    #[test]
    fn all_are_told() {
        let text = whole(&sentences(1, 0, 2));
        assert_eq!(
            text,
            "In short: of 3 verdicts, 1 beyond your tolerance; 2 within your tolerance.\n\nBeyond your tolerance\n  Beyond 0.\n\n\
             Within your tolerance\n  Within 0.\n  Within 1.\n"
        );
        assert_eq!((whole(&[]), tally(&[])), (String::new(), None));
        assert_eq!(
            whole(&sentences(0, 1, 0)),
            "In short: of 1 verdict, 1 not settled.\n\nNot settled\n  NotSettled 0.\n"
        );
        assert_eq!(whole(&sentences(14, 13, 40)).matches("\n  ").count(), 67, "all of them");
    }

    #[test]
    fn what_is_not_judged_is_no_verdict() {
        let mut told = sentences(2, 0, 1);
        told[0].unjudged = true;
        assert_eq!(
            whole(&told),
            "In short: of 2 verdicts, 1 beyond your tolerance; 1 within your tolerance. In 1 case too few games end for a verdict.\n\n\
             Not judged\n  Beyond 0.\n\nBeyond your tolerance\n  Beyond 1.\n\nWithin your tolerance\n  Within 0.\n"
        );
        for sentence in &mut told {
            sentence.unjudged = true;
        }
        assert_eq!(
            tally(&told).as_deref(),
            Some("In short: no verdict, since too few games end in 3 cases.")
        );
    }

    #[test]
    fn headings_say_whether_there_is_a_tolerance() {
        let mut told = sentences(2, 0, 0);
        told[1].tolerance = false;
        assert!(whole(&told).contains("Beyond your tolerance, or clear where it is 0\n"));
        told[0].tolerance = false;
        assert!(whole(&told).contains("\nClear\n"));
    }
}
