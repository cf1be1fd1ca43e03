//! The single games of a command: described by its options, or found in results.

use std::io;

use super::options::LineupOptions;
use super::prelude::*;
use super::progress::watch_interruption;
use super::stored::{StoredOptions, folder_of};
use super::without_file::lineup;
use fairdeal_core::any_game::AnyParty;
use fairdeal_core::input::Settings;
use fairdeal_core::metrics::WatchedGame;
use fairdeal_core::strategy::Fault;
use fairdeal_study::results::{StoredGame, StoredResults};

/// Selects single games: by options, or in results.
#[derive(Args, Debug)]
pub(super) struct SingleGames {
    /// The game; with --from, the game of the results
    #[arg(required_unless_present = "from")]
    pub(super) game: Option<String>,
    #[command(flatten)]
    pub(super) lineup: LineupOptions,
    #[command(flatten)]
    pub(super) rules: RulesOptions,
    /// How many games, one after the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, 1 << 40))]
    pub(super) games: u64,
    /// The seed
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = seed)]
    pub(super) seed: u64,
    /// The number of the first game
    #[arg(long, value_name = "I", default_value_t = 0, value_parser = whole::<u64>(0, 1 << 40))]
    pub(super) index: u64,
    #[command(flatten)]
    pub(super) programs: ProgramOptions,
    #[command(flatten)]
    pub(super) stored: StoredOptions,
}

/// Games with the same rules and players.
pub(super) struct Games {
    /// The name of the rules, if results name them.
    pub(super) variant: Option<String>,
    pub(super) settings: Settings,
    pub(super) strategies: Vec<StrategyFile>,
    pub(super) seed: u64,
    pub(super) indices: std::ops::Range<u64>,
    /// Whether strategies may run the programs that their files name.
    pub(super) allow_programs: bool,
}

/// The games that the options of a command ask for.
pub(super) struct Found {
    pub(super) game: &'static dyn AnyGame,
    /// One set of games. Two if a stored game was flipped: by the rules of the baseline and by those of
    /// the variant.
    pub(super) games: Vec<Games>,
    /// The game of stored results, if it is one.
    pub(super) stored: Option<StoredGame>,
}

impl Found {
    /// Plays the games one after the other until the user interrupts. `play` plays the game with a
    /// number, and `write` writes the result of `play`.
    pub(super) fn each<T>(
        &self,
        out: &mut dyn Write,
        play: impl Fn(&mut dyn AnyParty, &Games, u64) -> Result<(T, WatchedGame), Fault>,
        mut write: impl FnMut(T, &Games, u64, &mut dyn Write) -> io::Result<()>,
    ) -> Result<Outcome, Failure> {
        let (stop, mut outcome) = (watch_interruption(), Outcome::Done);
        for (place, games) in self.games.iter().enumerate() {
            let strategies: Vec<Entrant> =
                games.strategies.iter().cloned().map(Entrant::from).collect();
            let mut party =
                self.game.party(&games.settings, &strategies, games.seed, games.allow_programs)?;
            // The game of an external program is written only when it is sure that its answers were
            // not mixed up.
            let mut held = Vec::new();
            for index in games.indices.clone() {
                if stop.load(Ordering::Relaxed) {
                    outcome = Outcome::Interrupted;
                    break;
                }
                let (made, played) = play(&mut *party, games, index).map_err(|fault| {
                    let strategy = party.strategy(fault.seat).to_owned();
                    match fault.rules {
                        Some(mistake) => Failure::Rules { index, mistake },
                        None => Failure::Trace { strategy, index, fault },
                    }
                })?;
                if let Some(stored) = &self.stored {
                    stored.check(&played, place + 1 < self.games.len())?;
                }
                let out =
                    if games.allow_programs { &mut held as &mut dyn Write } else { &mut *out };
                write(made, games, index, out)?;
            }
            party.finish()?;
            out.write_all(&held)?;
        }
        Ok(outcome)
    }
}

/// Finds the games that the options of a command select.
pub(super) fn find(games: GameList, options: &SingleGames) -> Result<Found, Failure> {
    if let Some(option) = options.stored.astray() {
        let allowed = format!("the folder of the results that {option} is about");
        return Err(Location::whole(option).error(Problem::missing("--from", allowed)).into());
    }
    let folder = options.stored.from.as_deref().map(|given| folder_of(games, given)).transpose()?;
    let stored = folder.as_deref().map(StoredResults::read).transpose()?;
    let game = match (&stored, &folder) {
        (Some(stored), Some(folder)) => {
            stored.game_in(games).map_err(|error| error.at(&Location::file(folder)))?
        }
        _ => game_named(games, options.game.as_deref().unwrap_or(""))?,
    };
    if let Some(stored) = stored {
        let found = stored.find(game, options.stored.wanted())?;
        let allow_programs = permission(&found.strategies, options.programs)?;
        let by = |variant: &str, settings: &Settings| Games {
            variant: Some(variant.to_owned()),
            settings: settings.clone(),
            strategies: found.strategies.clone(),
            seed: found.seed,
            indices: found.block..found.block + 1,
            allow_programs,
        };
        let baseline = found.baseline.as_ref().map(|(name, settings)| by(name, settings));
        let games = baseline.into_iter().chain([by(&found.variant, &found.settings)]).collect();
        return Ok(Found { game, games, stored: Some(found) });
    }
    let settings = options.rules.choice().settings(game.description())?;
    warn_of(game, &settings, None);
    let strategies = lineup(game.repertoire(), &options.lineup)?;
    let games = Games {
        variant: None,
        settings,
        allow_programs: permission(&strategies, options.programs)?,
        strategies,
        seed: options.seed,
        indices: options.index..options.index.saturating_add(options.games),
    };
    Ok(Found { game, games: vec![games], stored: None })
}
