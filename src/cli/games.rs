//! Single games that a command is about: described by its options, or found in results.

use super::args::SingleGames;
use super::failure::Failure;
use super::programs::permission;
use super::run::lineup;
use super::say::warn_of;
use super::stored::folder_of;
use fairdeal_core::input::{InputError, Location, Problem, Settings};
use fairdeal_core::registry::{GameList, Visitor};
use fairdeal_core::strategy::{Playable, StrategyFile};
use fairdeal_study::results::{StoredGame, StoredResults};

/// Games with the same rules and players.
pub(super) struct Games {
    /// What the rules are called, where results name them.
    pub(super) variant: Option<String>,
    pub(super) settings: Settings,
    pub(super) strategies: Vec<StrategyFile>,
    pub(super) seed: u64,
    pub(super) indices: std::ops::Range<u64>,
    /// May strategies run the programs that their files name?
    pub(super) allow_programs: bool,
}

/// What a command is to do with single games.
pub(super) trait WithGames {
    type Output;

    /// Does it with the games that the options describe, or with one of stored results, which comes
    /// twice if it was flipped: by the rules of the baseline and by those of the variant.
    fn visit<G: Playable>(
        self,
        games: Vec<Games>,
        stored: Option<StoredGame>,
    ) -> Result<Self::Output, Failure>;
}

/// Finds the games that the options of a command ask for.
pub(super) fn with_games<L: GameList, V: WithGames>(
    options: &SingleGames,
    visitor: V,
) -> Result<V::Output, Failure> {
    if let Some(option) = options.stored.astray() {
        let allowed = format!("the folder of the results that {option} is about");
        return Err(InputError::new(
            Location::whole(option),
            Problem::Missing { key: "--from".to_owned(), allowed },
        )
        .into());
    }
    let folder = options.stored.from.as_deref().map(folder_of::<L>).transpose()?;
    let stored = folder.as_deref().map(StoredResults::read).transpose()?;
    let name =
        stored.as_ref().map_or_else(|| options.game.as_deref().unwrap_or(""), StoredResults::game);
    let unknown = |unknown| match &folder {
        Some(folder) => Failure::unknown_in(folder.display().to_string(), unknown),
        None => Failure::unknown(unknown),
    };
    L::visit(name, Find { options, stored: stored.as_ref(), visitor }).map_err(unknown)?
}

struct Find<'a, V> {
    options: &'a SingleGames,
    stored: Option<&'a StoredResults>,
    visitor: V,
}

impl<V: WithGames> Visitor for Find<'_, V> {
    type Output = Result<V::Output, Failure>;

    fn visit<G: Playable>(self) -> Self::Output {
        let Self { options, stored, visitor } = self;
        if let Some(stored) = stored {
            let game = stored.find::<G>(options.stored.wanted())?;
            let allow_programs = permission(&game.strategies, options.programs)?;
            let by = |variant: &str, settings: &Settings| Games {
                variant: Some(variant.to_owned()),
                settings: settings.clone(),
                strategies: game.strategies.clone(),
                seed: game.seed,
                indices: game.block..game.block + 1,
                allow_programs,
            };
            let baseline = game.baseline.as_ref().map(|(name, settings)| by(name, settings));
            let games = baseline.into_iter().chain([by(&game.variant, &game.settings)]).collect();
            return visitor.visit::<G>(games, Some(game));
        }
        let settings = options.rules.choice().settings::<G>()?;
        warn_of::<G>(&settings, None);
        let strategies = lineup::<G>(&options.lineup)?;
        let games = Games {
            variant: None,
            settings,
            allow_programs: permission(&strategies, options.programs)?,
            strategies,
            seed: options.seed,
            indices: options.index..options.index.saturating_add(options.games),
        };
        visitor.visit::<G>(vec![games], None)
    }
}
