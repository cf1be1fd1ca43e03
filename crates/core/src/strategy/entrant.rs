//! The strategies that take part in an experiment.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::record::StrategyRecord;
use super::{Boxed, OWN_KIND, Playable, Programs, Repertoire, Restriction, Strategy, StrategyFile};
use crate::game::{Description, Game};
use crate::input::{InputError, Location, Problem, sentence};

/// A strategy that takes part in an experiment: from a file, or a Rust type.
#[derive(Clone, Debug)]
pub enum Entrant {
    /// A strategy from a file.
    File(StrategyFile),
    /// A Rust type without a file.
    Custom(Custom),
}

/// A Rust type that takes part in an experiment.
#[derive(Clone, Debug)]
pub struct Custom {
    name: String,
    version: String,
    summary: String,
    game: &'static Description,
    /// A [`Boxed`] player of the game.
    player: Arc<dyn Any + Send + Sync>,
    restriction: Restriction,
}

impl Custom {
    /// Returns the error for a game that it does not play.
    fn of_another_game(&self, game: &Description) -> InputError {
        let problem = Problem::Conflict {
            found: format!("a strategy for {}", self.game.title),
            allowed: format!("one for {}", game.title),
        };
        InputError::new(Location::whole(format!("strategy `{}`", self.name)), problem)
    }
}

impl Entrant {
    /// Returns a player of a Rust type for this game. Results are identified by its name and
    /// `version`: raise the version when its play changes.
    pub fn new<G: Game>(
        _game: &G,
        name: impl Into<String>,
        version: impl Into<String>,
        player: impl Strategy<G> + Clone + Debug + Send + Sync + 'static,
    ) -> Self {
        Self::Custom(Custom {
            name: name.into(),
            version: version.into(),
            summary: String::new(),
            game: const { &G::DESCRIPTION },
            player: Arc::new(Boxed::<G>::new(player)),
            restriction: Restriction::default(),
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

    /// Returns the same strategy of a game under a further restriction, with a name like
    /// "heuristic without steal". A Rust type is passed fewer legal actions; it may still plan with
    /// the others.
    ///
    /// # Errors
    /// If no kind of action would be left.
    pub fn restrict(&self, game: &Description, never: &Restriction) -> Result<Self, InputError> {
        Ok(match self {
            Self::File(file) => Self::File(file.restrict(game, never)?),
            Self::Custom(own) => Self::Custom(Custom {
                name: never.name_of(&own.name),
                restriction: own.restriction.and(game, never)?,
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

    /// Checks that it is a strategy of this game.
    ///
    /// # Errors
    /// If it belongs to another game.
    pub fn check(&self, game: &Repertoire) -> Result<(), InputError> {
        match self {
            Self::File(file) => file.check(game),
            Self::Custom(own) if own.game.name == game.game.name => Ok(()),
            Self::Custom(own) => Err(own.of_another_game(game.game)),
        }
    }

    /// Returns a player for a table of this many players with these rules, as the trace writes
    /// them.
    ///
    /// # Errors
    /// See [`StrategyFile::player_with`]; also if it is a strategy of another game.
    #[inline(never)]
    pub fn player_with<G: Playable>(
        &self,
        programs: &mut Programs,
        rules: &Map<String, Value>,
        players: usize,
    ) -> Result<G::Player, InputError> {
        match self {
            Self::File(file) => file.player_with::<G>(programs, rules, players),
            Self::Custom(own) => match own.player.downcast_ref::<Boxed<G>>() {
                Some(player) => Ok(own.restriction.apply::<G>(G::boxed(player.clone()))),
                None => Err(own.of_another_game(&G::DESCRIPTION)),
            },
        }
    }

    /// Returns the same strategy with a budget this many times as large, if it has one.
    pub fn with_budget(&self, times: i64) -> Option<Self> {
        match self {
            Self::File(file) => file.with_budget(times).map(Self::File),
            Self::Custom(_) => None,
        }
    }

    /// Returns the same strategy with a budget of at most `most`, see
    /// [`StrategyFile::with_budget_up_to`].
    #[must_use]
    pub fn with_budget_up_to(&self, most: i64) -> Self {
        match self {
            Self::File(file) => Self::File(file.with_budget_up_to(most)),
            Self::Custom(own) => Self::Custom(own.clone()),
        }
    }

    /// Returns everything that can change results, as JSON.
    pub fn identity(&self) -> Value {
        match self {
            Self::File(file) => file.identity(),
            Self::Custom(own) => {
                own.restriction.describe(json!({"kind": OWN_KIND, "version": own.version}))
            }
        }
    }

    /// Returns everything that results keep about it.
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

impl From<StrategyFile> for Entrant {
    fn from(file: StrategyFile) -> Self {
        Self::File(file)
    }
}

/// Two Rust types are equal if they have the same game, name and version, and the same restriction.
impl PartialEq for Entrant {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(one), Self::File(other)) => one == other,
            (Self::Custom(one), Self::Custom(other)) => {
                one.game.name == other.game.name
                    && one.name == other.name
                    && one.version == other.version
                    && one.restriction == other.restriction
            }
            _ => false,
        }
    }
}
