//! External programs that play in the lab.

use std::path::Path;

use fairdeal_core::input::plain;
use fairdeal_core::strategy::{Entrant, Program, Repertoire};

use crate::event::Event;

/// Returns the programs that may play a game, by the paths of their files.
pub type ListPrograms = fn(&Repertoire) -> Vec<(String, Program)>;

/// The programs that may play a game.
#[derive(Debug)]
pub(crate) struct Programs(Vec<(String, Program)>);

/// Which programs play, for messages.
const ALLOWED: &str = "Programs play only if the lab was started with `--allow-programs`, and only those in its folder.";

impl Programs {
    /// Lists the programs that may play this game.
    pub(crate) fn new(list: ListPrograms, game: &Repertoire) -> Self {
        Self(list(game))
    }

    /// The paths of their files.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.0.iter().map(|(path, _)| path.clone()).collect()
    }

    /// Whether a strategy of the game with this name is one of them.
    pub(crate) fn has(&self, game: &Repertoire, name: &str) -> bool {
        let file = game.strategies_folder().join(format!("{name}.toml"));
        self.0.iter().any(|(path, _)| Path::new(path) == file)
    }

    /// Refuses a strategy that is named by a path, unless it is one of these programs: the lab reads no
    /// other files.
    pub(crate) fn check_name(&self, name: &str) -> Result<(), Event> {
        let ending = Path::new(name).extension().unwrap_or_default().to_ascii_lowercase();
        let is_path = name.contains(['/', '\\']) || ["toml", "py"].iter().any(|one| ending == *one);
        if is_path && self.0.iter().all(|(path, _)| path != name) {
            let why = format!("`{}`: choose strategies by their names. {ALLOWED}", plain(name));
            return Err(Event::refused(why));
        }
        Ok(())
    }

    /// Refuses strategies that would run other programs than these. Returns whether programs play.
    pub(crate) fn check<'a>(
        &self,
        mut strategies: impl Iterator<Item = &'a Entrant>,
    ) -> Result<bool, Event> {
        strategies.try_fold(false, |play, strategy| match strategy.program() {
            None => Ok(play),
            Some(program) if self.0.iter().any(|(_, allowed)| allowed == program) => Ok(true),
            Some(program) => {
                let (name, command) = (plain(strategy.name()), plain(&program.to_string()));
                let why = format!("`{name}` would run the program `{command}`. {ALLOWED}");
                Err(Event::refused(why))
            }
        })
    }
}
