//! The strategies that take part in an experiment.

use std::fmt::Debug;

use serde_json::{Map, Value, json};

use super::record::StrategyRecord;
use super::{Boxed, OWN_KIND, Playable, Programs, Restriction, Strategy, StrategyFile};
use crate::input::{InputError, sentence};

/// A strategy that takes part in an experiment: from a file, or a Rust type.
#[derive(Clone, Debug)]
pub enum Entrant<G: Playable> {
    /// A strategy from a file.
    File(StrategyFile),
    /// A Rust type without a file.
    Custom(Custom<G>),
}

/// A Rust type that takes part in an experiment.
#[derive(Clone, Debug)]
pub struct Custom<G: Playable> {
    name: String,
    version: String,
    summary: String,
    player: Boxed<G>,
    restriction: Restriction,
}

impl<G: Playable> Entrant<G> {
    /// Returns a player of a Rust type. Results are identified by its name and `version`: raise the
    /// version when its play changes.
    pub fn new(
        name: impl Into<String>,
        version: impl Into<String>,
        player: impl Strategy<G> + Clone + Debug + Send + Sync + 'static,
    ) -> Self {
        let (player, restriction) = (Boxed::new(player), Restriction::default());
        Self::Custom(Custom {
            name: name.into(),
            version: version.into(),
            summary: String::new(),
            player,
            restriction,
        })
    }

    /// Adds a sentence that describes its play. (A file has its own.)
    #[must_use]
    pub fn with_summary(mut self, summary: impl Into<String>) -> Self {
        if let Self::Custom(own) = &mut self {
            own.summary = sentence(&summary.into());
        }
        self
    }

    /// Returns the same strategy under a further restriction, with a name like "heuristic without
    /// steal". A Rust type is passed fewer legal actions; it may still plan with the others.
    ///
    /// # Errors
    /// If no kind of action would be left.
    pub fn restrict(&self, never: &Restriction) -> Result<Self, InputError> {
        Ok(match self {
            Self::File(file) => Self::File(file.restrict::<G>(never)?),
            Self::Custom(own) => Self::Custom(Custom {
                name: never.name_of(&own.name),
                restriction: own.restriction.and::<G>(never)?,
                ..own.clone()
            }),
        })
    }

    /// Returns its name in tables.
    pub fn name(&self) -> &str {
        match self {
            Self::File(file) => &file.name,
            Self::Custom(own) => &own.name,
        }
    }

    /// Returns its file, if it has one.
    pub fn file(&self) -> Option<&StrategyFile> {
        match self {
            Self::File(file) => Some(file),
            Self::Custom(_) => None,
        }
    }

    /// Returns its file, if it has one, for changes.
    pub fn file_mut(&mut self) -> Option<&mut StrategyFile> {
        match self {
            Self::File(file) => Some(file),
            Self::Custom(_) => None,
        }
    }

    /// Returns a player for a table of this many players with these rules, as the trace writes
    /// them.
    ///
    /// # Errors
    /// See [`StrategyFile::player_with`].
    #[inline(never)]
    pub fn player_with(
        &self,
        programs: &mut Programs,
        rules: &Map<String, Value>,
        players: usize,
    ) -> Result<G::Player, InputError> {
        match self {
            Self::File(file) => file.player_with::<G>(programs, rules, players),
            Self::Custom(own) => Ok(own.restriction.apply::<G>(G::boxed(own.player.clone()))),
        }
    }

    /// Returns the same strategy with a budget this many times as large, if it has one.
    #[inline(never)]
    pub fn with_budget(&self, times: i64) -> Option<Self> {
        match self {
            Self::File(file) => file.with_budget(times).map(Self::File),
            Self::Custom(_) => None,
        }
    }

    /// Returns everything that can change results, as JSON.
    #[inline(never)]
    pub fn identity(&self) -> Value {
        match self {
            Self::File(file) => file.identity(),
            Self::Custom(own) => {
                own.restriction.describe(json!({"kind": OWN_KIND, "version": own.version}))
            }
        }
    }

    /// Returns everything that results keep about it.
    #[inline(never)]
    pub fn record(&self) -> StrategyRecord {
        match self {
            Self::File(file) => file.record(),
            Self::Custom(own) => StrategyRecord {
                kind: OWN_KIND.to_owned(),
                summary: Some(own.summary.clone()),
                version: Some(own.version.clone()),
                restrict: own.restriction.record(),
                ..StrategyRecord::default()
            },
        }
    }
}

impl<G: Playable> From<StrategyFile> for Entrant<G> {
    fn from(file: StrategyFile) -> Self {
        Self::File(file)
    }
}

/// Two Rust types are equal if they have the same name and version, and the same restriction.
impl<G: Playable> PartialEq for Entrant<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(one), Self::File(other)) => one == other,
            (Self::Custom(one), Self::Custom(other)) => {
                one.name == other.name
                    && one.version == other.version
                    && one.restriction == other.restriction
            }
            _ => false,
        }
    }
}
