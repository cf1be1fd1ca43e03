//! Restricted play: a strategy that never takes some kinds of action if another action is legal.

use serde_json::{Value, json};

use super::record::RestrictionRecord;
use super::{Boxed, Failure, Playable, Strategy};
use crate::game::{Choice, Description, Game, KindSet, LegalSet};
use crate::input::{InputError, Location, Problem, Section, Unknown};
use crate::rng::Stream;

/// The section of a strategy file, and its key.
pub(super) const SECTION: &str = "restrict";
pub(super) const NEVER: &str = "never";

/// The kinds of action that a strategy never takes at its own decisions, unless there is no other
/// legal action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restriction {
    /// In the order of the game's kinds; empty without a restriction.
    never: Box<[&'static str]>,
    kinds: KindSet,
}

impl Restriction {
    /// Returns the restriction never to take these kinds of action of a game. `place` is their
    /// place, for messages.
    ///
    /// # Errors
    /// If a kind is unknown, or no kind is left.
    pub fn new<'a>(
        game: &Description,
        never: impl IntoIterator<Item = &'a str>,
        place: &Location,
    ) -> Result<Self, InputError> {
        Self::of(game, never.into_iter().map(|kind| (place.clone(), kind)), place)
    }

    /// Does the same, with a place for each kind.
    fn of<'a>(
        game: &Description,
        never: impl Iterator<Item = (Location, &'a str)>,
        whole: &Location,
    ) -> Result<Self, InputError> {
        let known = game.action_kinds;
        let mut kinds = KindSet::NONE;
        for (place, name) in never {
            let unknown =
                || Problem::Unknown(Unknown::new("kind of action", name, known.iter().copied()));
            let kind = known
                .iter()
                .position(|kind| *kind == name)
                .ok_or_else(|| InputError::new(place, unknown()))?;
            kinds = kinds.with(kind);
        }
        let named = |is_never: bool| {
            known.iter().enumerate().filter(move |(kind, _)| kinds.contains(*kind) == is_never)
        };
        if named(false).next().is_none() {
            let problem = Problem::Conflict {
                found: format!("a strategy that never takes any kind of action of {}", game.name),
                allowed: format!("some of {}, not all", known.join(", ")),
            };
            return Err(InputError::new(whole.clone(), problem));
        }
        Ok(Self { never: named(true).map(|(_, name)| *name).collect(), kinds })
    }

    /// Reads the section of a strategy file.
    pub(super) fn read(top: &Section<'_>, game: &Description) -> Result<Self, InputError> {
        let Some(section) = top.section(SECTION, &[NEVER])? else { return Ok(Self::default()) };
        let allowed =
            format!("a list of kinds of action: some of {}", game.action_kinds.join(", "));
        let never = section.required_texts(NEVER, &allowed)?;
        let never = never.into_iter().map(|(line, kind)| (section.place_at(line), kind));
        Self::of(game, never, &section.place()).map_err(|error| error.in_section(section.name()))
    }

    /// Reads the output of [`Restriction::record`].
    pub(super) fn from_record(
        game: &Description,
        record: Option<&RestrictionRecord>,
        place: &Location,
    ) -> Result<Self, InputError> {
        Self::new(
            game,
            record.into_iter().flat_map(|record| &record.never).map(String::as_str),
            place,
        )
    }

    /// Returns the record for results, if anything is restricted.
    pub(super) fn record(&self) -> Option<RestrictionRecord> {
        (!self.is_empty()).then(|| RestrictionRecord {
            never: self.never.iter().map(|kind| (*kind).to_owned()).collect(),
        })
    }

    /// Returns whether nothing is restricted.
    pub fn is_empty(&self) -> bool {
        self.never.is_empty()
    }

    /// Returns the forbidden kinds, in the order of the game's kinds.
    pub fn never(&self) -> &[&'static str] {
        &self.never
    }

    /// Returns the forbidden kinds as a set.
    pub fn kinds(&self) -> KindSet {
        self.kinds
    }

    /// Returns the union of this and another restriction of the same game.
    pub(super) fn and(&self, game: &Description, other: &Self) -> Result<Self, InputError> {
        Self::new(
            game,
            self.never.iter().chain(&other.never).copied(),
            &Location::whole("a restricted strategy"),
        )
    }

    /// Returns the name of a strategy under this restriction: "heuristic without steal".
    pub(super) fn name_of(&self, strategy: &str) -> String {
        format!("{strategy} without {}", self.never.join(" and "))
    }

    /// Returns the player under this restriction. It is boxed, so that players without one pay
    /// nothing for it.
    pub(super) fn apply<G: Playable>(&self, player: G::Player) -> G::Player {
        if self.is_empty() {
            return player;
        }
        G::boxed(Boxed::new(Restricted { player, never: self.kinds }))
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

/// A player that is passed the legal actions without the forbidden ones.
#[derive(Clone, Debug)]
struct Restricted<P> {
    player: P,
    never: KindSet,
}

impl<G: Game, P: Strategy<G>> Strategy<G> for Restricted<P> {
    fn wrapped(&mut self) -> Option<&mut dyn Strategy<G>> {
        Some(&mut self.player)
    }

    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        let left = G::legal_without(legal, self.never);
        let action = self.player.choose(view, &left, stream)?.into_action();
        legal.choose(action).ok_or(Failure::NoLegalAction)
    }
}
