//! Information that can be hidden from a strategy of a game in a file: the cards in zones that its
//! seat sees, and its memory of cards that are hidden now.

use fairdeal_core::game::{Sight, Sights};

use super::Rules;
use crate::machine::zones::{NO_ZONES, ZoneSet};
use crate::program::{Program, SeenBy};

/// The name of a player's memory, or the second one, if a zone has the first.
const MEMORY: [&str; 2] = ["memory", "what-was-seen"];

/// Returns the sights that can be hidden: memory, and the first zones that a player sees.
pub(super) fn sights(program: &Program) -> Vec<Sight> {
    let is_zone = |name: &str| program.zones.iter().any(|zones| zones.name == name);
    let memory = if is_zone(MEMORY[0]) { MEMORY[1] } else { MEMORY[0] };
    let meaning = "what it saw of cards that are hidden now: where they went, and who showed them";
    let mut sights = vec![Sight::left_open(memory, meaning)];
    let seen = program.zones.iter().filter(|zones| zones.seen_by != SeenBy::Nobody);
    sights.extend(seen.take(Sights::MOST - 1).map(|zones| {
        let name: &'static str = zones.name.clone().leak();
        let whose = match zones.seen_by {
            SeenBy::Owner => "its own ",
            SeenBy::Others => "others' ",
            SeenBy::Nobody | SeenBy::Everyone => "",
        };
        let meaning = format!("which cards lie in {whose}`{name}`; it knows how many");
        Sight::left_open(name, meaning.leak())
    }));
    sights
}

/// The information that is hidden from a view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blind {
    /// A bit for each zone.
    zones: ZoneSet,
    /// Whether the seat remembers nothing.
    pub(super) forgets: bool,
}

impl Blind {
    pub(super) const NONE: Self = Self { zones: NO_ZONES, forgets: false };

    /// Returns the zones and the memory behind these sights.
    pub(super) fn to(rules: &Rules, sights: Sights) -> Self {
        let mut blind = Self { forgets: sights.contains(0), ..Self::NONE };
        for (place, sight) in rules.description.sights.iter().enumerate().skip(1) {
            if !sights.contains(place) {
                continue;
            }
            for (zone, info) in (0..).zip(&rules.code.zones) {
                if info.name == sight.name {
                    blind.zones.insert(zone);
                }
            }
        }
        blind
    }

    /// Returns whether the cards of a zone are hidden.
    pub(super) fn hides(&self, zone: u16) -> bool {
        self.zones.contains(zone)
    }

    /// Returns whether any zone is hidden.
    pub(super) fn hides_any(&self) -> bool {
        self.zones != NO_ZONES
    }
}

#[cfg(test)]
mod tests;
