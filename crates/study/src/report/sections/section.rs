//! A section, and the context from which it is made.

use maud::{Markup, html};

use super::super::charts::{Figure, MOST_ROWS};
use super::super::experiment::ShownExperiment;
use crate::experiment::{RuleSets, Seating};
use crate::results::Results;
use crate::words::{self, Answer, distinct};
use fairdeal_core::metrics::SHARED_WINS;
use fairdeal_core::rows::CellKey;

/// The data from which sections are made.
pub(in crate::report) struct Context<'a> {
    pub(in crate::report) results: &'a Results,
    pub(in crate::report) shown: &'a ShownExperiment,
    /// The answer to its question.
    pub(in crate::report) answer: Answer,
    /// The beginning of the names of anchors on the page.
    pub(in crate::report) id: String,
    /// The level of the headings of sections.
    pub(in crate::report) level: u8,
}

/// A section.
pub(in crate::report) struct Section {
    /// The name of its place on the page.
    pub(in crate::report) id: String,
    pub(in crate::report) title: String,
    pub(in crate::report) body: Markup,
}

impl Context<'_> {
    /// A heading this many levels below those of sections. It has no anchor if `id` is empty.
    pub(in crate::report) fn heading(&self, below: u8, id: &str, text: &str) -> Markup {
        let id = (!id.is_empty()).then_some(id);
        html! {
            @match self.level + below {
                0..=2 => h2 id=[id] { (text) },
                3 => h3 id=[id] { (text) },
                4 => h4 id=[id] { (text) },
                _ => h5 id=[id] { (text) },
            }
        }
    }

    /// A section with this heading.
    pub(super) fn section(&self, id: &str, title: &str, body: Markup) -> Section {
        Section { id: format!("{}{id}", self.id), title: title.to_owned(), body }
    }

    /// The players of a line-up, in words.
    pub(in crate::report) fn players(&self, lineup: &str) -> String {
        crate::words::against(self.results.lineup(lineup))
    }

    /// Names of cells by the parts in which they differ: the variant, the players, or both.
    pub(super) fn names<'c>(
        &self,
        cells: impl Iterator<Item = &'c CellKey>,
    ) -> impl Fn(&CellKey) -> String {
        let cells: Vec<&CellKey> = cells.collect();
        let differ =
            |part: fn(&CellKey) -> &str| distinct(cells.iter().map(|cell| part(cell))).len() > 1;
        let (by_variant, by_lineup) = (differ(|cell| &cell.variant), differ(|cell| &cell.lineup));
        move |cell| match (by_variant, by_lineup) {
            (false, _) => self.players(&cell.lineup),
            (true, false) => cell.variant.clone(),
            _ => format!("{}, {}", cell.variant, self.players(&cell.lineup)),
        }
    }

    /// Which cells are shown: the variants with this line-up, where there are several; otherwise the
    /// line-ups by the rules of the baseline.
    pub(super) fn is_shown(&self, lineup: &str) -> impl Fn(&CellKey) -> bool {
        let by_variant = self.variants().len() > 1;
        let baseline = &self.results.manifest.baseline;
        move |cell| if by_variant { cell.lineup == lineup } else { cell.variant == *baseline }
    }

    /// Some rules in a title: the baseline is not named.
    pub(super) fn by_rules(&self, variant: &str) -> String {
        if variant == self.results.manifest.baseline {
            String::new()
        } else {
            format!(", by the rules {variant}")
        }
    }

    /// The figures of the other variants, those nearest to the goals first: a fold for each of the
    /// first ones, and a note on how many these are.
    pub(super) fn other_variants(
        &self,
        summary: &str,
        figures_by: impl Fn(&str) -> Vec<Figure>,
    ) -> (usize, Markup) {
        let baseline = self.results.manifest.baseline.as_str();
        let others = words::nearest_first(self.results);
        let others = others.into_iter().filter(|variant| *variant != baseline);
        let others = others.map(|variant| (variant, figures_by(variant)));
        let others: Vec<(&str, Vec<Figure>)> =
            others.filter(|(_, figures)| !figures.is_empty()).take(MOST_VARIANTS).collect();
        let folds = html! {
            @for (variant, of_variant) in &others {
                details { summary { (summary) " " (variant) } (figures(of_variant)) }
            }
        };
        (others.len(), folds)
    }

    /// The names of the variants, in their order.
    pub(super) fn variants(&self) -> Vec<&str> {
        self.results.manifest.variants.iter().map(|variant| variant.name.as_str()).collect()
    }

    /// The names of the line-ups, in their order.
    pub(super) fn lineups(&self) -> Vec<&str> {
        self.results.manifest.arrangements.iter().map(|arranged| arranged.lineup.as_str()).collect()
    }

    /// Returns whether the sets of rules belong together in this way.
    pub(super) fn has_rules(&self, rules: RuleSets) -> bool {
        self.results.manifest.design.rules == rules
    }

    /// Returns whether the design seats its players in this way.
    pub(super) fn seats(&self, seating: Seating) -> bool {
        self.results.manifest.design.seating == seating
    }

    /// The line-up that single results are shown for: the strongest equals, or else the first one.
    pub(super) fn shown_lineup(&self) -> &str {
        crate::words::strongest(self.results, self.lineups()).unwrap_or("")
    }

    /// Whether several players win some games together.
    pub(in crate::report) fn has_shared_wins(&self) -> bool {
        self.results.shares.iter().any(|row| row.quantity == SHARED_WINS.name && row.count > 0)
    }

    /// Whether the verdicts are corrected for each other.
    pub(super) fn is_corrected(&self) -> bool {
        self.results.first_player.first().is_some_and(|row| row.share.judged.family_size > 1)
    }
}

/// This many variants have a fold of their own.
pub(super) const MOST_VARIANTS: usize = 8;

/// Groups of rows together, as many as fit a picture that fits a page of paper.
pub(super) fn paged<T>(groups: Vec<Vec<T>>) -> Vec<Vec<T>> {
    let mut pages: Vec<Vec<T>> = Vec::new();
    for group in groups {
        match pages.last_mut() {
            Some(page) if page.len() + group.len() <= MOST_ROWS => page.extend(group),
            _ => pages.push(group),
        }
    }
    pages
}

/// Figures side by side, if there is room.
pub(super) fn figures(figures: &[Figure]) -> Markup {
    html! { div.figures { @for figure in figures { (figure.html()) } } }
}

/// The first figures, and the others below a fold with a summary of them.
pub(super) fn folded(
    mut all: Vec<Figure>,
    most: usize,
    summary: impl Fn(&[Figure]) -> String,
) -> Markup {
    let rest = all.split_off(most.min(all.len()));
    html! {
        (figures(&all))
        @if !rest.is_empty() { details { summary { (summary(&rest)) } (figures(&rest)) } }
    }
}

/// Figures of one height, row by row in their order.
pub(super) fn even_figures(figures: &[Figure]) -> Markup {
    html! { div.figures.even { @for figure in figures { (figure.html()) } } }
}

/// The least and the greatest of some values.
pub(super) fn least_and_most(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}
