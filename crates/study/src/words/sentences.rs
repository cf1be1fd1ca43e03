//! A sentence for each verdict: who, what, how much, how sure.

use super::prelude::*;
use super::topics::{strength, telling_of, unfinished};

/// The results in words, one sentence for each verdict: first those beyond the tolerance, then
/// those that are not settled, then the rest; the question comes first in each group. Verdicts that
/// mirror each other share a sentence. A ladder has sentences about its equals and its neighbouring
/// rungs, an experiment about one seat only about that seat. A box of rules has hundreds of points
/// and no sentences.
pub fn sentences(results: &Results) -> Vec<Sentence> {
    let items = results.manifest.design.sentences;
    if items.is_empty() {
        return Vec::new();
    }
    // This one comes first of the open verdicts: without ratings the rest says little.
    let mut told = Vec::from_iter(strength::refusal(results));
    let first = results.first_player.iter();
    told.extend(first.filter_map(|row| unfinished::sentence_about(results, row)));
    told.extend(items.iter().flat_map(|item| (telling_of(*item).sentences)(results)));
    told.sort_by_key(|sentence| (sentence.standing, sentence.family));
    told
}
