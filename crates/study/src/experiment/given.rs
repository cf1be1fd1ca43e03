//! The inputs of a plan beside its question.

use fairdeal_core::any_game::AnyGame;
use fairdeal_core::input::{
    DerivedDefault, InputError, Knob, Location, Problem, Problems, Settings,
};
use fairdeal_core::strategy::{Entrant, StrategyFile, StrategyTexts};

/// The inputs of a plan beside the document with its question.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The game.
    pub(super) game: &'static dyn AnyGame,
    /// The name of the experiment.
    pub(super) name: String,
    /// Whether the options of a command ask, not a file. Messages then name the options.
    pub(crate) of_command: bool,
    /// The places where strategies are found.
    pub(crate) texts: StrategyTexts,
    /// Strategies that were passed in code. They take precedence over others of the same name.
    pub(crate) entrants: Vec<Entrant>,
    /// Players who learn the rules before they play. They take precedence over all others.
    pub(super) learners: Vec<Entrant>,
    /// The rules of the first variants, if they were passed in code.
    pub(super) settings: Vec<Settings>,
    /// How many players sit at the tables of the plan; empty until its line-ups are read.
    pub(super) players: Vec<usize>,
    /// Copies of the last strategy of a ladder, with doubled budgets.
    pub(super) copies: Vec<Entrant>,
}

impl Given {
    /// The defaults of an experiment of this name.
    pub(super) fn new(game: &'static dyn AnyGame, name: &str) -> Self {
        Self {
            game,
            name: name.to_owned(),
            of_command: false,
            texts: StrategyTexts::default(),
            entrants: Vec::new(),
            learners: Vec::new(),
            settings: Vec::new(),
            players: Vec::new(),
            copies: Vec::new(),
        }
    }

    /// The rules as they are.
    pub(super) fn designer(&self) -> Settings {
        Settings::defaults(self.game.description().knobs).at_tables(&self.players)
    }

    /// Recomputes the rules for the table sizes of a plan; `None` if the game computes no defaults
    /// from the number of players, or the sizes are known already.
    pub(super) fn at_tables(mut self, players: Vec<usize>) -> Option<Self> {
        let is_computed = |knob: &Knob| matches!(knob.derived, Some(DerivedDefault::Computed(_)));
        let computes = self.game.description().knobs.iter().any(is_computed);
        (computes && self.players != players).then(|| {
            self.settings =
                self.settings.into_iter().map(|settings| settings.at_tables(&players)).collect();
            self.players = players;
            self
        })
    }

    /// The strategy that is asked for by this name or path, at this place.
    pub(super) fn entrant(&self, name: &str, place: &Location) -> Result<Entrant, InputError> {
        let mut known = self.learners.iter().chain(&self.entrants);
        if let Some(given) = known.find(|given| given.name() == name) {
            return Ok(given.clone());
        }
        let found = StrategyFile::find_in(self.game.repertoire(), &self.texts, name, place);
        let names: Vec<&str> = self.learners.iter().map(Entrant::name).collect();
        let about = match &names[..] {
            [] => "players who learn the rules need `adapt = true`".to_owned(),
            several => format!("players who adapt are called {}", several.join(", ")),
        };
        let hint = name.starts_with("adapted").then_some(about);
        let found = found.map_err(|error| match hint {
            Some(hint) => error.hint(hint),
            None => error,
        });
        Ok(found?.into())
    }

    /// The strategies of a line-up; their number must suit the game.
    pub(super) fn seated(
        &self,
        place: &Location,
        seats: &[(Location, String)],
    ) -> Result<Vec<Entrant>, InputError> {
        let (game, players) = (self.game.description(), seats.len());
        if !game.is_for(players) {
            let allowed = format!(
                "{} strategies, one for each player of {}; or one for all, with `players`",
                game.players_in_words(),
                game.title
            );
            let problem = Problem::value("strategies", format!("a list of {players}"), allowed);
            return Err(place.error(problem));
        }
        let mut problems = Problems::default();
        let seated = seats
            .iter()
            .filter_map(|(place, name)| problems.take(self.entrant(name, place)))
            .collect();
        problems.finish().map(|()| seated)
    }
}

/// Returns one strategy for each of this many players: those of a list, or the only one
/// in every seat.
///
/// # Errors
/// When there are several, but not as many as players.
pub fn one_a_seat<S: Clone>(strategies: Vec<S>, players: usize) -> Result<Vec<S>, Problem> {
    match &strategies[..] {
        [one] => Ok(vec![one.clone(); players]),
        several if several.len() == players => Ok(strategies),
        several => Err(Problem::conflict(
            format!("{} strategies for {players} players", several.len()),
            format!("{players} of them, one for each player, or 1 for all"),
        )),
    }
}

/// Returns a table for this many players, with one of them among others who are all the same.
pub(super) fn among<T: Clone>(one: T, other: &T, players: usize) -> Vec<T> {
    let mut seated = vec![other.clone(); players];
    seated[0] = one;
    seated
}

/// The name of a line-up: its strategies seat by seat, or their number if three or more
/// are the same.
pub(super) fn lineup_name<S: AsRef<str>>(strategies: &[S]) -> String {
    let names: Vec<&str> = strategies.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [first, _, _, ..] if names.iter().all(|name| name == first) => {
            format!("{} x {first}", names.len())
        }
        _ => names.join(" vs "),
    }
}
