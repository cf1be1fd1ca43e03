//! Who takes part in an experiment.

use std::fmt::Debug;

use serde_json::{Map, Value, json};

use super::record::StrategyRecord;
use super::{Boxed, OWN_KIND, Playable, Programs, Restriction, Strategy, StrategyFile};
use crate::input::{InputError, sentence};

/// A strategy that takes part in an experiment: one that a file describes, or a Rust type.
#[derive(Clone, Debug)]
pub enum Entrant<G: Playable> {
    /// A file describes it.
    File(StrategyFile),
    /// It is a Rust type, which no file knows.
    Own(Own<G>),
}

/// A Rust type that takes part in an experiment.
#[derive(Clone, Debug)]
pub struct Own<G: Playable> {
    name: String,
    version: String,
    summary: String,
    player: Boxed<G>,
    restriction: Restriction,
}

impl<G: Playable> Entrant<G> {
    /// A player of a Rust type. Results are identified by its name and `version`: whoever changes
    /// what it does gives it another version.
    pub fn new(
        name: impl Into<String>,
        version: impl Into<String>,
        player: impl Strategy<G> + Clone + Debug + Send + Sync + 'static,
    ) -> Self {
        let (player, restriction) = (Boxed::new(player), Restriction::default());
        Self::Own(Own {
            name: name.into(),
            version: version.into(),
            summary: String::new(),
            player,
            restriction,
        })
    }

    /// The same Rust type with a sentence that says how it plays. (A file has its own.)
    #[must_use]
    pub fn with_summary(mut self, summary: impl Into<String>) -> Self {
        if let Self::Own(own) = &mut self {
            own.summary = sentence(&summary.into());
        }
        self
    }

    /// The same strategy under a further restriction, under the name of what it never takes:
    /// "heuristic without steal". A Rust type is handed fewer actions to choose from; what it
    /// thinks of later decisions is its own.
    ///
    /// # Errors
    /// When it would be left without any kind of action.
    pub fn restrict(&self, never: &Restriction) -> Result<Self, InputError> {
        Ok(match self {
            Self::File(file) => Self::File(file.restrict::<G>(never)?),
            Self::Own(own) => Self::Own(Own {
                name: never.name_of(&own.name),
                restriction: own.restriction.and::<G>(never)?,
                ..own.clone()
            }),
        })
    }

    /// Its name in tables.
    pub fn name(&self) -> &str {
        match self {
            Self::File(file) => &file.name,
            Self::Own(own) => &own.name,
        }
    }

    /// The file that describes it, if one does.
    pub fn file(&self) -> Option<&StrategyFile> {
        match self {
            Self::File(file) => Some(file),
            Self::Own(_) => None,
        }
    }

    /// The file that describes it, to be changed.
    pub fn file_mut(&mut self) -> Option<&mut StrategyFile> {
        match self {
            Self::File(file) => Some(file),
            Self::Own(_) => None,
        }
    }

    /// A player for a table of this many players with these rules, as the trace writes them.
    ///
    /// # Errors
    /// As [`StrategyFile::player_with`].
    #[inline(never)]
    pub fn player_with(
        &self,
        programs: &mut Programs,
        rules: &Map<String, Value>,
        players: usize,
    ) -> Result<G::Player, InputError> {
        match self {
            Self::File(file) => file.player_with::<G>(programs, rules, players),
            Self::Own(own) => Ok(own.restriction.apply::<G>(G::boxed(own.player.clone()))),
        }
    }

    /// The same strategy with a budget this many times as large, where it has one.
    #[inline(never)]
    pub fn with_budget(&self, times: i64) -> Option<Self> {
        match self {
            Self::File(file) => file.with_budget(times).map(Self::File),
            Self::Own(_) => None,
        }
    }

    /// What can change a number, as JSON.
    #[inline(never)]
    pub fn identity(&self) -> Value {
        match self {
            Self::File(file) => file.identity(),
            Self::Own(own) => {
                own.restriction.describe(json!({"kind": OWN_KIND, "version": own.version}))
            }
        }
    }

    /// All that is known of it, as results keep it.
    #[inline(never)]
    pub fn record(&self) -> StrategyRecord {
        match self {
            Self::File(file) => file.record(),
            Self::Own(own) => StrategyRecord {
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

/// Two Rust types are the same if they have the same name and version, and the same restriction.
impl<G: Playable> PartialEq for Entrant<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(one), Self::File(other)) => one == other,
            (Self::Own(one), Self::Own(other)) => {
                one.name == other.name
                    && one.version == other.version
                    && one.restriction == other.restriction
            }
            _ => false,
        }
    }
}
