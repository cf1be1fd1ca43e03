//! Restrictions for strategies of a game in a file: kinds of action, and cards by name or
//! attribute, that are forbidden.

use std::sync::Arc;

use fairdeal_core::game::{Condition, NamedCards};

use super::View;
use crate::machine::code::{Code, PartKind};
use crate::machine::compile;
use crate::machine::options::Action;
use crate::program::{CardDefinition, NameId, Program, Setup, Type};

/// Returns the conditions of a game and the cards to which they can be narrowed, with the knobs at
/// their defaults and in the presets.
pub(super) fn of(program: &Arc<Program>) -> (Vec<Condition>, Vec<NamedCards>) {
    let mut labels: Vec<String> = Vec::new();
    let mut kinds = vec![0usize; program.kinds.len()];
    for (place, setup) in setups(program).enumerate() {
        labels.extend(setup.cards.iter().flat_map(|card| labels_of(program, card)));
        // The options of a kind are made alike in all setups.
        if place == 0
            && let Ok(code) = compile::compile(program, &setup)
        {
            for (kind, cards) in kinds.iter_mut().enumerate() {
                *cards = cards_of_kind(&code, kind);
            }
        }
    }
    labels.sort_unstable();
    labels.dedup();
    let named = labels.into_iter().map(|name| NamedCards::new(name.leak(), 0)).collect();
    let condition = |(name, cards): (&NameId, usize)| {
        let name: &'static str = program.names[name.0 as usize].clone().leak();
        match cards {
            0 => Condition::new(name, "this choice"),
            1 => Condition::with_cards(name, "this choice, of this card"),
            _ => Condition::with_cards(name, "this choice, where one of its cards is this one"),
        }
    };
    (program.kinds.iter().zip(kinds).map(condition).collect(), named)
}

/// The setups with the knobs at their defaults and of each preset, for the fewest players.
fn setups(program: &Program) -> impl Iterator<Item = Setup> {
    let players = program.players.0;
    let presets = program.presets.iter().map(|preset| preset.values.as_slice());
    [&[][..]].into_iter().chain(presets).filter_map(move |values| {
        let mut given = vec![None; program.knobs.len()];
        for (place, value) in values {
            given[*place] = Some(value.clone());
        }
        program.setup(&given, &[], players).ok()
    })
}

/// The largest number of cards of an option of a kind.
fn cards_of_kind(code: &Code, kind: usize) -> usize {
    let cards = |parts: &[PartKind]| parts.iter().filter(|part| **part == PartKind::Card).count();
    let of_site = |shapes: &[Option<Vec<PartKind>>]| {
        shapes.get(kind).and_then(Option::as_deref).map_or(0, cards)
    };
    code.sites.iter().map(|site| of_site(&site.shapes)).max().unwrap_or(0)
}

/// Returns the labels of a card: its name, its rank (the name without the letter of its suit), and
/// its attributes: names as they are, numbers as `rank=5`.
fn labels_of(program: &Program, card: &CardDefinition) -> Vec<String> {
    let mut labels = vec![card.name.clone()];
    for (attribute, value) in program.attributes.iter().zip(&card.attributes) {
        let Some(value) = value else { continue };
        match attribute.kind {
            Type::Name => {
                let name = usize::try_from(*value).ok().and_then(|name| program.names.get(name));
                let Some(name) = name.filter(|name| !name.is_empty()) else { continue };
                let letter = name.chars().next().map(|letter| letter.to_ascii_uppercase());
                if attribute.name == "suit"
                    && let Some(letter) = letter
                    && let Some(rank) = card.name.strip_suffix(letter)
                {
                    labels.push(rank.to_owned());
                }
                labels.push(name.clone());
            }
            Type::Int => labels.push(format!("{}={value}", attribute.name)),
            _ => {}
        }
    }
    labels.retain(|label| !label.is_empty() && !label.contains(char::is_whitespace));
    labels
}

/// Returns whether one of the cards of an action is the named card with this index.
pub(super) fn has_card(view: &View<'_>, action: Action, named: usize) -> bool {
    let rules = view.rules;
    let label = rules.description.named_cards[named].name;
    rules.code.parts_of(action).any(|(kind, part)| {
        let labels = || &rules.labels[usize::from(rules.code.card_of_part(part).0)];
        kind == PartKind::Card && labels().iter().any(|known| known == label)
    })
}

/// Returns the labels of each card of some rules.
pub(super) fn labels(program: &Program, setup: &Setup) -> Vec<Vec<String>> {
    setup.cards.iter().map(|card| labels_of(program, card)).collect()
}
