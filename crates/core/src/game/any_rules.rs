//! Rules of a game whose type is not known.

use std::any::Any;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Aim, Description, Game};
use crate::input::{InputError, Location, Problem, Settings};

/// The rules of one variant for a number of players, ready to play. Copies share them. The default
/// rules belong to no game.
#[derive(Clone, Debug)]
pub struct AnyRules {
    json: Arc<Map<String, Value>>,
    lowest_wins: bool,
    aim: Option<Aim>,
    /// A [`RulesOf`] the game.
    rules: Arc<dyn Any + Send + Sync>,
}

/// The rules of game `G`. (Several games may have rules of one type.)
struct RulesOf<G: Game>(G::Rules);

impl AnyRules {
    /// Wraps the rules of a game of type `G`, which were made from these settings.
    pub(crate) fn new<G: Game>(settings: &Settings, rules: G::Rules) -> Self {
        let json = Arc::new(G::rules_json(settings, &rules));
        let (lowest_wins, aim) = (G::lowest_wins(&rules), G::aim(&rules));
        Self { json, lowest_wins, aim, rules: Arc::new(RulesOf::<G>(rules)) }
    }

    /// Returns what this many players of the game want by these rules.
    pub fn aim_of(&self, game: &Description, players: usize) -> Aim {
        self.aim.unwrap_or_else(|| game.aim_of(players))
    }

    /// Returns whether the lowest score is best.
    pub fn lowest_wins(&self) -> bool {
        self.lowest_wins
    }

    /// Returns the rules as the trace writes them.
    pub fn json(&self) -> &Map<String, Value> {
        &self.json
    }

    /// Returns the rules of a game of type `G`.
    pub(crate) fn of<G: Game>(&self, game: &Description) -> Result<&G::Rules, InputError> {
        let rules = self.rules.downcast_ref::<RulesOf<G>>().map(|RulesOf(rules)| rules);
        rules.filter(|rules| G::description_of(rules).name == game.name).ok_or_else(|| {
            let allowed = format!("rules of {}", game.title);
            Location::whole("rules").error(Problem::conflict("rules of another game", allowed))
        })
    }
}

impl Default for AnyRules {
    fn default() -> Self {
        Self { json: Arc::default(), lowest_wins: false, aim: None, rules: Arc::new(()) }
    }
}
