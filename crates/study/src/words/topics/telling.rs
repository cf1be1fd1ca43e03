//! The words of each item in each medium.

use crate::words::prelude::*;

/// The functions that put an item into words, one for each medium.
#[derive(Clone, Copy)]
pub(in crate::words) struct Telling {
    /// The lines of the answer.
    pub(in crate::words) lines: fn(&Answering<'_>) -> Vec<Draft>,
    /// The table; without rows if there is nothing to show.
    pub(in crate::words) table: fn(&Shown<'_>) -> Panel,
    /// The sentences, one for each verdict.
    pub(in crate::words) sentences: fn(&Results) -> Vec<Sentence>,
    /// The charts of the screen.
    pub(in crate::words) charts: fn(&Results) -> Vec<Chart>,
}

impl Telling {
    /// In no medium.
    pub(super) const NONE: Self = Self {
        lines: |_| Vec::new(),
        table: |_| Panel::default(),
        sentences: |_| Vec::new(),
        charts: |_| Vec::new(),
    };
}

/// Whether the answer about going first depends on who plays.
pub(in crate::words) struct Skill {
    /// Whether it does.
    pub(super) turns: bool,
    pub(super) draft: Draft,
}

/// An answer, and the place of an item in it.
pub(in crate::words) struct Answering<'a> {
    pub(in crate::words) results: &'a Results,
    /// All items of the answer.
    pub(in crate::words) items: &'static [Item],
    /// The place of this one.
    pub(in crate::words) place: usize,
    pub(in crate::words) skill: Option<&'a Skill>,
    /// Whether files have the rest.
    pub(in crate::words) written: bool,
}

impl Answering<'_> {
    /// The baseline, whose rules the answer describes.
    pub(super) fn baseline(&self) -> &str {
        &self.results.manifest.baseline
    }

    /// Whether the answer has an item.
    pub(super) fn tells(&self, item: Item) -> bool {
        self.items.contains(&item)
    }

    /// Whether the answer describes one set of rules.
    pub(super) fn is_about_one(&self) -> bool {
        self.items[0] == Item::PlayQuestions
    }

    /// An experiment about play cares less about the rest.
    pub(super) fn second_rate(&self, draft: Draft) -> Draft {
        if self.asks_play() { draft.or_drop(AS_IT_IS) } else { draft }
    }

    /// Whether the experiment asks how the game plays.
    pub(super) fn asks_play(&self) -> bool {
        !self.results.play.is_empty()
    }
}

/// A table on the screen, or in full.
pub(in crate::words) struct Shown<'a> {
    pub(in crate::words) results: &'a Results,
    /// How long decisions took, if it was measured.
    pub(in crate::words) timing: Option<&'a Timing>,
    /// In full?
    pub(in crate::words) all: bool,
}

/// The parts of something that may be there.
pub(super) fn listed<T>(of: Option<T>) -> Vec<T> {
    Vec::from_iter(of)
}
