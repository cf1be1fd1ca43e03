//! The sections of the page, one file each. A section that has nothing to show is left out.

mod about;
mod answer;
mod cards;
mod endings;
mod findings;
mod first;
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

use crate::words::Answer;

/// All sections of an experiment.
///
/// # Errors
/// Never in practice: the tables go to memory.
pub(super) fn sections(of: &Context<'_>, answer: &Answer) -> Result<Vec<Section>, csv::Error> {
    let mut all = vec![answer::section(of, answer)];
    all.extend(
        [
            findings::section(of, answer),
            sweep::section(of),
            variants::section(of),
            first::section(of),
            strength::section(of),
            neighbours::section(of),
            lengths::section(of),
            endings::section(of),
            play::section(of),
            luck::section(of),
            cards::section(of),
            sensitivity::section(of),
            told::section(of),
        ]
        .into_iter()
        .flatten(),
    );
    all.push(reproduce::section(of)?);
    Ok(all)
}
