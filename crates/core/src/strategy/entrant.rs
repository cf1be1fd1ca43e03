//! The strategies that take part in an experiment.

use std::any::Any;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value, json};

use super::record::StrategyRecord;
use super::{
    Boxed, Kind, OWN_KIND, Playable, Program, Programs, Repertoire, Restriction, Strategy,
    StrategyFile, TypedGame,
};
use crate::game::Description;
use crate::input::{InputError, Location, Problem, sentence};

/// A strategy that takes part in an experiment: from a file, or a Rust type; or players who learn
/// the rules before they play.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its file; for a Rust type, one with nothing but its name, summary and restriction.
    file: StrategyFile,
    own: Option<Own>,
    taught: Option<Arc<Taught>>,
}

/// The players of an entrant who learned some rules. All copies of the entrant share them.
#[derive(Debug, Default)]
struct Taught(Mutex<Vec<Table>>);

/// The player for a table: the rules as the trace writes them, the number of players, and the key
/// of its training.
#[derive(Debug)]
struct Table {
    key: String,
    rules: Map<String, Value>,
    players: usize,
    player: StrategyFile,
}

impl Table {
    fn is_for(&self, rules: &Map<String, Value>, players: usize) -> bool {
        self.players == players && self.rules == *rules
    }
}

/// A Rust type that takes part in an experiment.
#[derive(Clone, Debug)]
struct Own {
    version: String,
    game: &'static Description,
    /// A [`Boxed`] player of the game.
    player: Arc<dyn Any + Send + Sync>,
}

/// The kind of a Rust type.
const OWN: Kind = Kind {
    name: OWN_KIND,
    summary: "",
    knobs: &[],
    defaults_version: 0,
    searches: false,
    learns: None,
    estimates: false,
};

impl Entrant {
    /// Returns a player of a Rust type for this game. Results are identified by its name and
    /// `version`: raise the version when its play changes.
    pub fn new<T: TypedGame>(
        game: &T,
        name: impl Into<String>,
        version: impl Into<String>,
        player: impl Strategy<T::Game> + Clone + Debug + Send + Sync + 'static,
    ) -> Self {
        let (game, player) = (game.repertoire().game, Arc::new(Boxed::<T::Game>::new(player)));
        let own = Some(Own { version: version.into(), game, player });
        Self { file: StrategyFile::plain(name.into(), &OWN), own, taught: None }
    }

    /// Returns players who learn the rules of each table before they play there; where they were
    /// not [taught](Self::teach), they play as this file says.
    pub fn learning(file: StrategyFile) -> Self {
        Self { file, own: None, taught: Some(Arc::default()) }
    }

    /// Returns whether they are players who learn the rules before they play.
    pub fn learns(&self) -> bool {
        self.taught.is_some()
    }

    /// Returns the same entrant before anything was learned.
    #[must_use]
    pub fn unlearned(&self) -> Self {
        Self { taught: self.taught.as_ref().map(|_| Arc::default()), ..self.clone() }
    }

    /// Returns whether its player for these rules, as the trace writes them, and this many players
    /// is the one of the training with this key.
    pub fn knows(&self, rules: &Map<String, Value>, players: usize, key: &str) -> bool {
        self.taught(rules, players).is_some_and(|(known, _)| known == key)
    }

    /// Gives the player of the training with this key, who learned these rules, to all copies of
    /// the entrant.
    pub fn teach(
        &self,
        rules: &Map<String, Value>,
        players: usize,
        key: &str,
        player: StrategyFile,
    ) {
        if let Some(Taught(tables)) = self.taught.as_deref() {
            let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
            tables.retain(|table| !table.is_for(rules, players));
            tables.push(Table { key: key.to_owned(), rules: rules.clone(), players, player });
        }
    }

    /// The key of its training, and the player for these rules and this many players.
    fn taught(&self, rules: &Map<String, Value>, players: usize) -> Option<(String, StrategyFile)> {
        let tables = self.taught.as_deref()?.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Table { key, player, .. } = tables.iter().find(|table| table.is_for(rules, players))?;
        let restriction = self.file.restriction.clone();
        Some((key.clone(), StrategyFile { restriction, ..player.clone() }))
    }

    /// Adds a sentence that describes its play. (A file has its own.)
    #[must_use]
    pub fn with_summary(mut self, summary: impl Into<String>) -> Self {
        if self.own.is_some() {
            self.file.summary = sentence(&summary.into());
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
        Ok(Self { file: self.file.restrict(game, never)?, ..self.clone() })
    }

    /// Returns its name in tables.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// Returns its file, if it has one: players who learn the rules first have none.
    pub fn file(&self) -> Option<&StrategyFile> {
        (self.own.is_none() && self.taught.is_none()).then_some(&self.file)
    }

    /// Returns the external program that it asks, if it is one.
    pub fn program(&self) -> Option<&Program> {
        self.file()?.program.as_ref()
    }

    /// Returns whether it searches.
    pub fn searches(&self, game: &Repertoire) -> bool {
        self.own.is_none() && self.file.searches(game)
    }

    /// Returns its file, if it has one, for changes.
    pub fn file_mut(&mut self) -> Option<&mut StrategyFile> {
        (self.own.is_none() && self.taught.is_none()).then_some(&mut self.file)
    }

    /// Checks that it is a strategy of this game.
    ///
    /// # Errors
    /// If it belongs to another game.
    pub fn check(&self, game: &Repertoire) -> Result<(), InputError> {
        match &self.own {
            None => self.file.check(game),
            Some(own) if own.game.name == game.game.name => Ok(()),
            Some(own) => Err(self.of_another_game(own, game.game)),
        }
    }

    /// Returns the error for a game that a Rust type does not play.
    fn of_another_game(&self, own: &Own, game: &Description) -> InputError {
        let problem = Problem::Conflict {
            found: format!("a strategy for {}", own.game.title),
            allowed: format!("one for {}", game.title),
        };
        InputError::new(Location::whole(format!("strategy `{}`", self.file.name)), problem)
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
        let Some(own) = &self.own else {
            let taught = self.taught(rules, players).map(|(_, player)| player);
            return taught
                .as_ref()
                .unwrap_or(&self.file)
                .player_with::<G>(programs, rules, players);
        };
        match own.player.downcast_ref::<Boxed<G>>() {
            Some(player) if own.game.name == programs.game().name => {
                Ok(self.file.restriction.apply::<G>(G::boxed(player.clone())))
            }
            _ => Err(self.of_another_game(own, programs.game())),
        }
    }

    /// Returns the same strategy with a budget this many times as large, if it has one.
    pub fn with_budget(&self, times: i64) -> Option<Self> {
        Some(Self { file: self.file.with_budget(times)?, ..self.clone() })
    }

    /// Returns the same strategy with a budget of at most `most`, see
    /// [`StrategyFile::with_budget_up_to`].
    #[must_use]
    pub fn with_budget_up_to(&self, most: i64) -> Self {
        Self { file: self.file.with_budget_up_to(most), ..self.clone() }
    }

    /// Returns everything that can change results, as JSON.
    pub fn identity(&self) -> Value {
        match &self.own {
            None => self.file.identity(),
            Some(Own { version, .. }) => {
                self.file.restriction.describe(json!({"kind": OWN_KIND, "version": version}))
            }
        }
    }

    /// Returns everything that results keep about it.
    pub fn record(&self) -> StrategyRecord {
        let record = self.file.record();
        match &self.own {
            None => record,
            Some(Own { version, .. }) => {
                StrategyRecord { version: Some(version.clone()), parameters: None, ..record }
            }
        }
    }
}

impl From<StrategyFile> for Entrant {
    fn from(file: StrategyFile) -> Self {
        Self { file, own: None, taught: None }
    }
}

/// Two Rust types are equal if they have the same game, name and version, and the same restriction;
/// players who learn, if they share what they learned.
impl PartialEq for Entrant {
    fn eq(&self, other: &Self) -> bool {
        match (&self.own, &other.own) {
            (None, None) => {
                let is_same = match (&self.taught, &other.taught) {
                    (Some(one), Some(another)) => Arc::ptr_eq(one, another),
                    (one, another) => one.is_none() && another.is_none(),
                };
                is_same && self.file == other.file
            }
            (Some(one), Some(another)) => {
                let names = |own: &Own, file: &StrategyFile| {
                    (
                        own.game.name,
                        file.name.clone(),
                        own.version.clone(),
                        file.restriction.clone(),
                    )
                };
                names(one, &self.file) == names(another, &other.file)
            }
            _ => false,
        }
    }
}
