//! Verdicts as a designer reads them: how many of each sort, the clear ones first.

use super::answer::{Answer, HERE, answer};
use super::panels::panels;
use super::prelude::*;
use super::run::{early_look, notes, of_planned, scored_otherwise};
use super::sentences::sentences;
use super::topics::fairest::as_good;
use super::topics::goals::tuned_file;
use super::topics::skill::headline;
use crate::results::Texts;

/// All verdicts, those beyond the tolerance first.
pub fn whole(sentences: &[Sentence]) -> String {
    let Some(tally) = tally(sentences) else { return String::new() };
    let mut lines = vec![tally];
    let unjudged = sentences.iter().filter(|sentence| sentence.unjudged);
    for (name, of) in [("not judged", unjudged.collect())].into_iter().chain(sorts(sentences)) {
        let of: Vec<&Sentence> = of;
        lines.extend((!of.is_empty()).then(|| format!("\n{}", capitalized(name))));
        lines.extend(of.iter().map(|sentence| format!("  {}", sentence.text)));
    }
    lines.join("\n") + "\n"
}

/// The number of verdicts of each family and sort, and the number of cells without one because too
/// few games end; `None` if there are neither.
pub fn tally(sentences: &[Sentence]) -> Option<String> {
    let of_family = |family: Family| {
        let sorts = sorts(sentences).map(|(name, of)| {
            (name, of.iter().filter(|sentence| sentence.family == family).count())
        });
        let all: usize = sorts.iter().map(|(_, count)| count).sum();
        let counts = sorts.iter().filter(|(_, count)| *count > 0);
        let counts: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
        let of = counted(all as u128, "verdict", "verdicts");
        (all > 0).then(|| format!("of {of} {family}, {}.", counts.join("; ")))
    };
    let mut told: Vec<String> =
        [Family::Asked, Family::Explored].into_iter().filter_map(of_family).collect();
    let unjudged = sentences.iter().filter(|sentence| sentence.unjudged).count();
    let cases = counted(unjudged as u128, "case", "cases");
    match (told.is_empty(), unjudged) {
        (true, 0) => return None,
        (true, _) => told.push(format!("no verdict, since too few games end in {cases}.")),
        (false, 0) => {}
        (false, _) => told.push(format!("in {cases} too few games end for a verdict.")),
    }
    told.iter_mut().skip(1).for_each(|part| *part = capitalized(part));
    Some(format!("In short: {}", told.join(" ")))
}

/// The findings of a run in words, for programs.
#[derive(Debug, Serialize)]
struct ForPrograms {
    /// The answer to the question.
    answer: Answer,
    /// The result of a ladder in one sentence.
    headline: Option<String>,
    /// The verdicts in words.
    sentences: Vec<Sentence>,
}

/// The findings of a run in words, for its files.
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
    let as_good =
        as_good(results).iter().fold(String::new(), |text, line| text + "\n" + line + "\n");
    Texts {
        verdicts,
        answer: format!("{}\n{not_compared}{}{as_good}", answer.markdown(), tables.join("\n")),
        tuned: tuned_file(results),
        for_programs: ForPrograms { answer, headline, sentences },
    }
}

/// All files of a run, name and content, with its findings in words.
///
/// # Errors
/// Never in practice: the bytes go to memory.
pub fn files(results: &Results, timing: &Timing) -> Result<Vec<(String, Vec<u8>)>, csv::Error> {
    results.files(timing, &texts(results))
}

/// The sorts of verdicts with their names, the clear ones first.
fn sorts(sentences: &[Sentence]) -> [(&'static str, Vec<&Sentence>); 3] {
    let of = |standing: Standing| {
        let is_it = |told: &&Sentence| !told.unjudged && told.standing == standing;
        sentences.iter().filter(is_it).collect::<Vec<_>>()
    };
    let beyond = of(Standing::Beyond);
    let by_tolerance = |is: bool| beyond.iter().any(|sentence| sentence.tolerance == is);
    let name = match (by_tolerance(true), by_tolerance(false)) {
        (true, true) => "beyond your tolerance, or clear where it is 0",
        (true, false) => "beyond your tolerance",
        (false, _) => "clear",
    };
    [
        (name, beyond),
        ("not settled", of(Standing::NotSettled)),
        ("within your tolerance", of(Standing::Within)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(beyond: usize, open: usize, within: usize) -> Vec<Sentence> {
        let sorts =
            [(Standing::Beyond, beyond), (Standing::NotSettled, open), (Standing::Within, within)];
        let sentence = |standing, index| Sentence {
            standing,
            family: Family::Explored,
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
            "In short: of 3 verdicts explored, 1 beyond your tolerance; 2 within your tolerance.\n\nBeyond your tolerance\n  Beyond 0.\n\n\
             Within your tolerance\n  Within 0.\n  Within 1.\n"
        );
        assert_eq!((whole(&[]), tally(&[])), (String::new(), None));
        assert_eq!(
            whole(&sentences(0, 1, 0)),
            "In short: of 1 verdict explored, 1 not settled.\n\nNot settled\n  NotSettled 0.\n"
        );
        assert_eq!(whole(&sentences(14, 13, 40)).matches("\n  ").count(), 67, "all of them");
    }

    #[test]
    fn families_are_counted_apart() {
        let mut told = sentences(2, 1, 0);
        told[0].family = Family::Asked;
        told[2].family = Family::Asked;
        assert_eq!(
            tally(&told).as_deref(),
            Some(
                "In short: of 2 verdicts asked, 1 beyond your tolerance; 1 not settled. Of 1 verdict explored, 1 beyond your tolerance."
            )
        );
    }

    #[test]
    fn what_is_not_judged_is_no_verdict() {
        let mut told = sentences(2, 0, 1);
        told[0].unjudged = true;
        assert_eq!(
            whole(&told),
            "In short: of 2 verdicts explored, 1 beyond your tolerance; 1 within your tolerance. In 1 case too few games end for a verdict.\n\n\
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
