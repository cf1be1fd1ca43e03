//! The rules of one variant of a game in a file.

use std::sync::Arc;

use fairdeal_core::game::Description;

use crate::machine::code::{Code, PartKind};
use crate::machine::options::{Action, card_of_part};
use crate::machine::trouble;

/// The rules of one variant: its code.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) code: Arc<Code>,
    pub(crate) description: &'static Description,
    /// What each card is called where a strategy is forbidden to use it.
    pub(super) labels: Arc<[Vec<String>]>,
    /// By card: whether another one is equal as an option, so that the zone must be told.
    has_twin: Arc<[bool]>,
    /// By card: the number under which it is counted.
    numbers: Arc<[u8]>,
}

impl Rules {
    pub(super) fn new(
        code: Code,
        description: &'static Description,
        labels: Vec<Vec<String>>,
        numbers: Vec<u8>,
    ) -> Self {
        let cards = &code.same_as[..code.setup.cards.len()];
        let has_twin = |(place, card): (usize, &u8)| {
            cards.iter().enumerate().any(|(other, same)| other != place && same == card)
        };
        let has_twin = cards.iter().enumerate().map(has_twin).collect();
        Self {
            code: Arc::new(code),
            description,
            labels: labels.into(),
            has_twin,
            numbers: numbers.into(),
        }
    }

    /// Returns a card's name.
    pub(crate) fn card_name(&self, card: u8) -> &str {
        self.code.setup.cards.get(usize::from(card)).map_or("?", |card| &card.name)
    }

    /// Returns the number under which a card is counted.
    pub(super) fn card_number(&self, card: u8) -> usize {
        self.numbers.get(usize::from(card)).copied().unwrap_or(u8::MAX).into()
    }

    /// Returns a part of an action as text.
    fn part(&self, kind: PartKind, part: i16, tells_zone: bool) -> String {
        match kind {
            PartKind::Number => part.to_string(),
            PartKind::Seat => format!("seat {part}"),
            PartKind::Flag => if part == 0 { "no" } else { "yes" }.to_owned(),
            PartKind::Name => self.code.name(part.into()).to_owned(),
            PartKind::Zone => self.code.zone_name(part as u8),
            PartKind::Card => {
                let (card, zone) = card_of_part(part);
                let name = self.card_name(card);
                let has_twin = self.has_twin.get(usize::from(card)).copied().unwrap_or_default();
                if tells_zone && has_twin {
                    format!("{name} of {}", self.code.zone_name(zone))
                } else {
                    name.to_owned()
                }
            }
        }
    }

    /// Returns the parts of an action as texts: the name of its shape first, if it has one. The zone
    /// of a card is told only where it can be needed.
    fn parts(&self, action: Action, tells_zone: bool) -> Vec<String> {
        let Some(site) = self.code.sites.get(action.site()) else { return Vec::new() };
        let kinds = site.shapes.get(action.kind()).and_then(Option::as_deref);
        let parts = kinds
            .unwrap_or_default()
            .iter()
            .zip(action.parts())
            .map(|(kind, part)| self.part(*kind, part, tells_zone));
        let name = site
            .is_shaped
            .then(|| self.code.kinds.get(action.kind()).copied().unwrap_or_default())
            .map(|name| self.code.name(name).to_owned());
        name.into_iter().chain(parts).collect()
    }

    /// Returns an action as traces write it.
    pub(crate) fn action_name(&self, action: Action) -> String {
        self.parts(action, true).join(" ")
    }

    /// Returns what an action is told as to a person: the text of `say` with its parts.
    pub(crate) fn said(&self, action: Action) -> String {
        let site = self.code.sites.get(action.site());
        let parts = self.parts(action, false);
        let Some(say) = site.and_then(|site| site.say.as_deref()) else {
            let chosen = parts.join(" ");
            return match (site, chosen.as_str()) {
                (_, "yes" | "no") => format!("says {chosen}"),
                // The kind of action is mostly a verb: "chooses to draw".
                (Some(site), _) if site.is_shaped => format!("chooses to {chosen}"),
                _ => format!("chooses {chosen}"),
            };
        };
        let mut said = say.replace("{}", &parts.join(" "));
        for (number, part) in parts.iter().enumerate() {
            said = said.replace(&format!("{{{number}}}"), part);
        }
        said
    }

    /// Tells an error at run time.
    pub(crate) fn trouble(&self, failed: crate::machine::state::Failed) -> String {
        trouble::message(&self.code, failed)
    }
}
