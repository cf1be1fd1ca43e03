//! Restricted play: a strategy that never takes some actions if another one is legal, or from which
//! parts of its seat's view are hidden.

use serde_json::{Value, json};

use super::record::RestrictionRecord;
use super::restricted::Restricted;
use super::{Boxed, Playable};
use crate::game::{Description, Forbidden, Meant, Never, Sights};
use crate::input::{InputError, Location, Problem, Section, Unknown};

/// The section of a strategy file, and its key.
pub(super) const SECTION: &str = "restrict";
pub(super) const NEVER: &str = "never";
pub(super) const BLIND: &str = "blind";

/// The actions that a strategy never takes at its own decisions, unless there is no other legal
/// action: kinds of action and conditions of the game, perhaps with some cards alone ("exchange
/// diamonds"); and the sights to which it is blind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restriction {
    /// Whole kinds in the order of the game's kinds, then the other entries in its order; empty
    /// without a restriction.
    never: Box<[String]>,
    forbidden: Never,
    /// In the order of the game's sights.
    blind: Box<[&'static str]>,
    sights: Sights,
    /// Whether cards are drawn in the place of one of them.
    is_drawn: bool,
}

impl Restriction {
    /// Returns the restriction never to take these actions of a game: kinds of action and
    /// conditions, as in a strategy file. `place` is their place, for messages.
    ///
    /// # Errors
    /// If a name is unknown, or no kind of action is left.
    pub fn new<'a>(
        game: &Description,
        never: impl IntoIterator<Item = &'a str>,
        place: &Location,
    ) -> Result<Self, InputError> {
        Self::of(game, never.into_iter().map(|name| (place.clone(), name)), place)
    }

    /// Does the same, with a place for each name.
    fn of<'a>(
        game: &Description,
        never: impl Iterator<Item = (Location, &'a str)>,
        all: &Location,
    ) -> Result<Self, InputError> {
        let mut forbidden = Vec::new();
        for (place, name) in never {
            let found = find(game, name).map_err(Problem::Unknown);
            forbidden.push(found.map_err(|unknown| InputError::new(place, unknown))?);
        }
        forbidden.sort_unstable_by_key(|entry| (entry.whole_kind().is_none(), *entry));
        forbidden.dedup();
        let kinds = game.action_kinds;
        let whole = forbidden.iter().filter_map(|entry| entry.whole_kind());
        if whole.count() == kinds.len() {
            let problem = Problem::Conflict {
                found: format!("a strategy that never takes any kind of action of {}", game.name),
                allowed: format!("some of {}, not all", kinds.join(", ")),
            };
            return Err(InputError::new(all.clone(), problem));
        }
        let never = forbidden.iter().map(|entry| text_of(game, *entry)).collect();
        Ok(Self { never, forbidden: Never::new(forbidden), ..Self::default() })
    }

    /// Returns the same restriction for a strategy that is also blind to these sights of a game.
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn blind_to<'a>(
        mut self,
        game: &Description,
        blind: impl IntoIterator<Item = &'a str>,
        place: &Location,
    ) -> Result<Self, InputError> {
        for name in blind {
            let known = game.sights.iter().position(|sight| sight.name == name);
            let unknown = || {
                let all = game.sights.iter().map(|sight| sight.name);
                Problem::Unknown(Unknown::new("thing to be blind to", name, all))
            };
            let sight = known.ok_or_else(|| InputError::new(place.clone(), unknown()))?;
            self.sights = self.sights.with(sight);
        }
        let blind = || {
            let sights = game.sights.iter().enumerate();
            sights.filter(|(sight, _)| self.sights.contains(*sight)).map(|(_, sight)| sight)
        };
        self.is_drawn = blind().any(|sight| sight.is_drawn);
        self.blind = blind().map(|sight| sight.name).collect();
        Ok(self)
    }

    /// Reads the section of a strategy file.
    pub(super) fn read(top: &Section<'_>, game: &Description) -> Result<Self, InputError> {
        let keys = &[NEVER, BLIND];
        let Some(section) = top.section(SECTION, keys)? else { return Ok(Self::default()) };
        let allowed = format!(
            "a list of kinds of action and conditions, some of {}",
            Self::names(game).join(", ")
        );
        let is_blind = section.entry(BLIND).is_some();
        let never = if is_blind && section.entry(NEVER).is_none() {
            Vec::new()
        } else {
            section.required_texts(NEVER, &allowed)?
        };
        let never = never.into_iter().map(|(line, kind)| (section.place_at(line), kind));
        let in_section = |error: InputError| error.in_section(section.name());
        let mut restriction = Self::of(game, never, &section.place()).map_err(in_section)?;
        if is_blind {
            let sights: Vec<&str> = game.sights.iter().map(|sight| sight.name).collect();
            let allowed = format!("a list, some of {}", sights.join(", "));
            for (line, name) in section.required_texts(BLIND, &allowed)? {
                let place = section.place_at(line);
                restriction = restriction.blind_to(game, [name], &place).map_err(in_section)?;
            }
        }
        Ok(restriction)
    }

    /// Reads the output of [`Restriction::record`].
    pub(super) fn from_record(
        game: &Description,
        record: Option<&RestrictionRecord>,
        place: &Location,
    ) -> Result<Self, InputError> {
        let Some(record) = record else { return Ok(Self::default()) };
        Self::new(game, record.never.iter().map(String::as_str), place)?.blind_to(
            game,
            record.blind.iter().map(String::as_str),
            place,
        )
    }

    /// Returns the record for results, if anything is restricted.
    pub(super) fn record(&self) -> Option<RestrictionRecord> {
        (!self.is_empty()).then(|| RestrictionRecord {
            never: self.never.to_vec(),
            blind: self.blind.iter().map(|sight| (*sight).to_owned()).collect(),
        })
    }

    /// Returns whether nothing is restricted.
    pub fn is_empty(&self) -> bool {
        self.never.is_empty() && self.blind.is_empty()
    }

    /// Returns the sights to which the strategy is blind, in the order of the game's sights.
    pub fn blind(&self) -> &[&'static str] {
        &self.blind
    }

    /// Returns the forbidden entries, as in a strategy file: whole kinds in the order of the game's
    /// kinds, then the other entries in the order of the file.
    pub fn never(&self) -> &[String] {
        &self.never
    }

    /// Returns the entries that a game allows: its kinds of action, and its conditions.
    pub fn names(game: &Description) -> Vec<&'static str> {
        let is_kind = |name: &&str| game.action_kinds.contains(name);
        let further = game.conditions.iter().map(|condition| condition.name);
        game.action_kinds.iter().copied().chain(further.filter(|name| !is_kind(name))).collect()
    }

    /// Returns the forbidden actions.
    pub fn forbidden(&self) -> Never {
        self.forbidden
    }

    /// Returns the union of this and another restriction of the same game.
    pub(super) fn and(&self, game: &Description, other: &Self) -> Result<Self, InputError> {
        let place = Location::whole("a restricted strategy");
        let never = self.never.iter().chain(&other.never).map(String::as_str);
        let blind = self.blind.iter().chain(&other.blind).copied();
        Self::new(game, never, &place)?.blind_to(game, blind, &place)
    }

    /// Returns the name of a strategy under this restriction: "heuristic without steal", "heuristic
    /// blind to under".
    pub(super) fn name_of(&self, strategy: &str) -> String {
        let mut name = strategy.to_owned();
        if !self.never.is_empty() {
            name = format!("{name} without {}", self.never.join(" and "));
        }
        if !self.blind.is_empty() {
            name = format!("{name} blind to {}", self.blind.join(" and "));
        }
        name
    }

    /// Returns the player under this restriction. It is boxed, so that players without one pay
    /// nothing for it.
    pub(super) fn apply<G: Playable>(&self, player: G::Player) -> G::Player {
        if self.is_empty() {
            return player;
        }
        G::boxed(Boxed::new(Restricted::new(player, self.forbidden, self.sights, self.is_drawn)))
    }

    /// Adds the restriction to the description of a strategy; without a restriction nothing is
    /// added, which keeps digests.
    pub(super) fn describe(&self, mut strategy: Value) -> Value {
        if let Some(record) = self.record() {
            strategy[SECTION] = json!(record);
        }
        strategy
    }
}

/// Finds the meaning of an entry of [`NEVER`]: a kind or a condition, and perhaps cards after it.
fn find(game: &Description, text: &str) -> Result<Forbidden, Unknown> {
    let kind = |name: &str| game.action_kinds.iter().position(|known| *known == name);
    let condition = |name: &str| game.conditions.iter().position(|known| known.name == name);
    let meant =
        |name: &str| kind(name).map(Meant::Kind).or_else(|| condition(name).map(Meant::Condition));
    let has_cards = |name: &str| condition(name).is_some_and(|at| game.conditions[at].has_cards);
    let unknown = |found: &str| {
        Unknown::new("kind of action", found, Restriction::names(game)).listed_in("`list actions`")
    };
    if let Some(meant) = meant(text) {
        return Ok(Forbidden { meant, cards: None });
    }
    let (name, cards) = text.rsplit_once(' ').ok_or_else(|| unknown(text))?;
    let known = game.named_cards.iter().position(|known| known.name == cards);
    match (meant(name), known) {
        (Some(meant), Some(_)) if has_cards(name) => Ok(Forbidden { meant, cards: known }),
        (Some(_), None) if has_cards(name) => {
            let all = game.named_cards.iter().map(|known| known.name);
            Err(Unknown::new("name of cards", cards, all))
        }
        (None, Some(_)) => Err(unknown(name)),
        _ => Err(unknown(text)),
    }
}

/// Returns an entry of [`NEVER`] in the form of a file.
fn text_of(game: &Description, forbidden: Forbidden) -> String {
    let name = match forbidden.meant {
        Meant::Kind(kind) => game.action_kinds[kind],
        Meant::Condition(condition) => game.conditions[condition].name,
    };
    match forbidden.cards {
        None => name.to_owned(),
        Some(cards) => format!("{name} {}", game.named_cards[cards].name),
    }
}
