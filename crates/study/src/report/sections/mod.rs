//! The sections of the page, one file each. A section that has nothing to show is left out.

mod about;
mod answer;
mod cards;
mod endings;
mod events;
mod findings;
mod first;
mod goals;
mod lengths;
mod luck;
mod neighbours;
mod play;
mod prelude;
mod reproduce;
mod section;
mod sensitivity;
mod strength;
mod sweep;
mod told;
mod variants;

pub(super) use about::about;
pub(super) use section::{Context, Section};

/// The sections, in their order, before the last one.
const SECTIONS: [fn(&Context<'_>) -> Option<Section>; 16] = [
    answer::section,
    goals::section,
    findings::section,
    sweep::section,
    variants::section,
    first::section,
    strength::section,
    neighbours::section,
    lengths::section,
    endings::section,
    events::section,
    play::section,
    luck::section,
    cards::section,
    sensitivity::section,
    told::section,
];

/// All sections of an experiment.
///
/// # Errors
/// Never in practice: the tables go to memory.
pub(super) fn sections(of: &Context<'_>) -> Result<Vec<Section>, csv::Error> {
    let all = SECTIONS.iter().filter_map(|section| section(of));
    Ok(all.chain([reproduce::section(of)?]).collect())
}
